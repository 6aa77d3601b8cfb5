// Tensor lists: variants that hold tensors of one dtype. Every op gives a new list; none changes one
// that others see. Gradients of lists are lists of the same length.
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kListFlags = kOpHost;

Status ListShape(ShapeContext& ctx) { return ScalarShape(ctx); }

// The element shape that input i says: -1, or a vector with -1 for unknown dims.
Result<Shape> ElementShapeInput(ShapeContext& ctx, int i) {
  const Shape& given = ctx.input(i);
  if (!given.has_rank() || given.rank() == 0) return Shape::Unknown();
  if (given.rank() > 1) {
    return InvalidArgument("element_shape must be -1 or a vector, its shape is ", given.ToString());
  }
  return ctx.ConstantInputAsShape(i);
}

Status PushBackBatchShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape handles, RequireRank(ctx, 0, "input_handles", 1));
  ctx.set_output(0, handles);
  return OkStatus();
}

Status PopBackShape(ShapeContext& ctx) {
  ctx.set_output(0, Shape());
  RUNNEL_ASSIGN_OR_RETURN(Shape element, ElementShapeInput(ctx, 1));
  ctx.set_output(1, std::move(element));
  return OkStatus();
}

Status GetItemShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "index"));
  RUNNEL_ASSIGN_OR_RETURN(Shape element, ElementShapeInput(ctx, 2));
  ctx.set_output(0, std::move(element));
  return OkStatus();
}

Status StackShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape element, ElementShapeInput(ctx, 1));
  ctx.set_output(0, Concat(Shape{IntAttr(ctx, "num_elements", -1)}, element));
  return OkStatus();
}

Status ListGatherShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape indices, RequireRank(ctx, 1, "indices", 1));
  RUNNEL_ASSIGN_OR_RETURN(const Shape element, ElementShapeInput(ctx, 2));
  ctx.set_output(0, Concat(indices, element));
  return OkStatus();
}

Status ListConcatShape(ShapeContext& ctx) {
  Shape element = Shape::Unknown();
  if (ctx.num_inputs() > 1) {
    RUNNEL_ASSIGN_OR_RETURN(element, ElementShapeInput(ctx, 1));
  } else if (const Shape* given = ctx.attr<Shape>("element_shape")) {
    element = *given;
  }
  if (element.has_rank() && element.rank() > 0) {
    ctx.set_output(0, Concat(Shape::UnknownOfRank(1), SubShape(element, 1, element.rank())));
  }
  ctx.set_output(1, Shape::UnknownOfRank(1));
  return OkStatus();
}

Status ElementShapeShape(ShapeContext& ctx) {
  ctx.set_output(0, Shape::Unknown());  // a scalar where nothing is known
  return OkStatus();
}

// ---- gradients ----

AttrArg Holds(const GradientContext& ctx) {
  return {"element_dtype", *ctx.attr<DType>("element_dtype")};
}

// The shape of the rows of a forward value, as an input for list ops.
OutputRef RowShape(GradientContext& ctx, OutputRef forward) {
  const Shape& shape = ShapeOf(forward);
  if (shape.has_rank() && shape.rank() > 0) {
    const Shape row = SubShape(shape, 1, shape.rank());
    if (row.IsFullyDefined())
      return IntVector(ctx.b(), DType::kInt32, {row.dims().begin(), row.dims().end()});
  }
  return ctx.b().Op("Slice", {ShapeTensor(ctx, forward), IntVector(ctx.b(), DType::kInt32, {1}),
                              IntVector(ctx.b(), DType::kInt32, {-1})});
}

OutputRef ElementShapeOf(GradientContext& ctx, OutputRef list) {
  return ctx.b().Op("TensorListElementShape", {list}, {{"shape_type", AttrValue(DType::kInt32)}});
}

OutputRef LengthOf(GradientContext& ctx, OutputRef list) {
  return ctx.b().Op("TensorListLength", {list});
}

Status PushBackGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  const auto popped =
      ctx.b().Ops("TensorListPopBack", {ctx.grad(), ShapeTensor(ctx, ctx.input_ref(1))}, {Holds(ctx)});
  if (popped.size() != 2) return OkStatus();
  ctx.set_input_grad(0, popped[0]);
  if (ctx.wants(1)) ctx.set_input_grad(1, popped[1]);
  return OkStatus();
}

Status PopBackGrad(GradientContext& ctx) {
  if (!ctx.grad(0) && !ctx.grad(1)) return OkStatus();
  const OutputRef list = ctx.grad(0) ? ctx.grad(0) : ctx.b().Op("ZerosLike", {ctx.output(0)});
  const OutputRef element = ctx.grad(1) ? ctx.grad(1) : ctx.b().Op("ZerosLike", {ctx.output(1)});
  ctx.set_input_grad(0, ctx.b().Op("TensorListPushBack", {list, element}, {Holds(ctx)}));
  return OkStatus();
}

Status StackListGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  const OutputRef anything = IntScalar(ctx.b(), DType::kInt32, -1);
  ctx.set_input_grad(0, ctx.b().Op("TensorListFromTensor", {ctx.grad(), anything}, {Holds(ctx)}));
  return OkStatus();
}

Status FromTensorGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  const OutputRef rows = RowShape(ctx, ctx.input_ref(0));
  ctx.set_input_grad(0, ctx.b().Op("TensorListStack", {ctx.grad(), rows}, {Holds(ctx)}));
  return OkStatus();
}

Status GetItemGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  const OutputRef list = ctx.input(0);
  const OutputRef zeros =
      ctx.b().Op("TensorListReserve", {ElementShapeOf(ctx, list), LengthOf(ctx, list)}, {Holds(ctx)});
  ctx.set_input_grad(0,
                     ctx.b().Op("TensorListSetItem", {zeros, ctx.input(1), ctx.grad()}, {Holds(ctx)}));
  return OkStatus();
}

Status SetItemGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  if (ctx.wants(0)) {
    const OutputRef nothing = ZerosForward(ctx, ctx.input_ref(2));
    ctx.set_input_grad(
        0, ctx.b().Op("TensorListSetItem", {ctx.grad(), ctx.input(1), nothing}, {Holds(ctx)}));
  }
  if (!ctx.wants(2)) return OkStatus();
  const OutputRef shape = ShapeTensor(ctx, ctx.input_ref(2));
  ctx.set_input_grad(2,
                     ctx.b().Op("TensorListGetItem", {ctx.grad(), ctx.input(1), shape}, {Holds(ctx)}));
  return OkStatus();
}

Status ListGatherGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  const OutputRef list = ctx.input(0);
  ctx.set_input_grad(
      0, ctx.b().Op("TensorListScatterV2",
                    {ctx.grad(), ctx.input(1), ElementShapeOf(ctx, list), LengthOf(ctx, list)},
                    {Holds(ctx)}));
  return OkStatus();
}

Status ListScatterGrad(GradientContext& ctx) {
  if (!ctx.grad() || !ctx.wants(0)) return OkStatus();
  const OutputRef rows = RowShape(ctx, ctx.input_ref(0));
  ctx.set_input_grad(0, ctx.b().Op("TensorListGather", {ctx.grad(), ctx.input(1), rows}, {Holds(ctx)}));
  return OkStatus();
}

Status ScatterIntoGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  if (ctx.wants(0)) {
    const OutputRef nothing = ZerosForward(ctx, ctx.input_ref(1));
    ctx.set_input_grad(0, ctx.b().Op("TensorListScatterIntoExistingList",
                                     {ctx.grad(), nothing, ctx.input(2)}, {Holds(ctx)}));
  }
  if (!ctx.wants(1)) return OkStatus();
  const OutputRef rows = RowShape(ctx, ctx.input_ref(1));
  ctx.set_input_grad(1, ctx.b().Op("TensorListGather", {ctx.grad(), ctx.input(2), rows}, {Holds(ctx)}));
  return OkStatus();
}

Status ListConcatGrad(GradientContext& ctx) {
  if (!ctx.grad(0)) return OkStatus();
  const OutputRef anything = IntScalar(ctx.b(), DType::kInt32, -1);
  ctx.set_input_grad(
      0, ctx.b().Op("TensorListSplit", {ctx.grad(0), anything, ctx.output(1)}, {Holds(ctx)}));
  return OkStatus();
}

Status ListSplitGrad(GradientContext& ctx) {
  if (!ctx.grad() || !ctx.wants(0)) return OkStatus();
  ctx.set_input_grad(
      0, ctx.b().Op("TensorListConcatV2", {ctx.grad(), ctx.input(1), ctx.input(2)}, {Holds(ctx)}));
  return OkStatus();
}

Status ResizeGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  ctx.set_input_grad(0, ctx.b().Op("TensorListResize", {ctx.grad(), LengthOf(ctx, ctx.input(0))}));
  return OkStatus();
}

#define RUNNEL_SHAPE_TYPE "shape_type: {int32, int64}"

constexpr OpRow kTensorListOps[] = {
    {
        .name = "EmptyTensorList",
        .inputs = "element_shape: shape_type, max_num_elements: int32",
        .outputs = "handle: variant",
        .attrs = "element_dtype: type; " RUNNEL_SHAPE_TYPE,
        .doc = "Gives an empty list of tensors of element_dtype, of at most max_num_elements if that is "
               "not "
               "negative. Shapes: element_shape is -1 or a vector, whose -1 entries are any size.",
        .flags = kListFlags | kOpNotDifferentiable,
        .shape = ListShape,
    },
    {
        .name = "TensorListReserve",
        .inputs = "element_shape: shape_type, num_elements: int32",
        .outputs = "handle: variant",
        .attrs = "element_dtype: type; " RUNNEL_SHAPE_TYPE,
        .doc = "Gives a list of num_elements tensors that are not set: read, they are zeros.",
        .flags = kListFlags | kOpNotDifferentiable,
        .shape = ListShape,
    },
    {
        .name = "TensorListPushBack",
        .inputs = "input_handle: variant, tensor: element_dtype",
        .outputs = "output_handle: variant",
        .attrs = "element_dtype: type",
        .doc =
            "Gives the list with one more element at its end. Errors: INVALID_ARGUMENT for another type "
            "or shape, or a list that is full.",
        .flags = kListFlags,
        .shape = ListShape,
        .gradient = PushBackGrad,
    },
    {
        .name = "TensorListPushBackBatch",
        .inputs = "input_handles: variant, tensor: element_dtype",
        .outputs = "output_handles: variant",
        .attrs = "element_dtype: type",
        .doc = "Gives each list of a vector with one more element at its end, a row of tensor. Shapes: "
               "tensor has a row for each list. Errors: INVALID_ARGUMENT for another type or shape.",
        .flags = kListFlags | kOpNotDifferentiable,
        .shape = PushBackBatchShape,
    },
    {
        .name = "TensorListConcatLists",
        .inputs = "input_a: variant, input_b: variant",
        .outputs = "output: variant",
        .attrs = "element_dtype: type",
        .doc =
            "Gives for each two lists one with the elements of the first and then the second. Shapes: "
            "all are alike. Errors: INVALID_ARGUMENT for lists whose element types or shapes differ.",
        .flags = kListFlags | kOpNotDifferentiable,
        .shape = SameInputsShape,
    },
    {
        .name = "TensorListPopBack",
        .inputs = "input_handle: variant, element_shape: int32",
        .outputs = "output_handle: variant, tensor: element_dtype",
        .attrs = "element_dtype: type",
        .doc = "Gives the list without its last element, and that. Errors: INVALID_ARGUMENT for an "
               "empty list.",
        .flags = kListFlags,
        .shape = PopBackShape,
        .gradient = PopBackGrad,
    },
    {
        .name = "TensorListLength",
        .inputs = "input_handle: variant",
        .outputs = "length: int32",
        .doc = "Gives the number of elements of the list.",
        .flags = kListFlags | kOpNotDifferentiable,
        .shape = ScalarShape,
    },
    {
        .name = "TensorListElementShape",
        .inputs = "input_handle: variant",
        .outputs = "element_shape: shape_type",
        .attrs = RUNNEL_SHAPE_TYPE,
        .doc = "Gives the shape that all elements of the list have, with -1 for unknown dims; -1 if "
               "nothing is "
               "known.",
        .flags = kListFlags | kOpNotDifferentiable,
        .shape = ElementShapeShape,
    },
    {
        .name = "TensorListResize",
        .inputs = "input_handle: variant, size: int32",
        .outputs = "output_handle: variant",
        .doc = "Gives the list with `size` elements: the last are dropped, or added and not set.",
        .flags = kListFlags,
        .shape = ListShape,
        .gradient = ResizeGrad,
    },
    {
        .name = "TensorListGetItem",
        .inputs = "input_handle: variant, index: int32, element_shape: Tshape",
        .outputs = "item: element_dtype",
        .attrs = "element_dtype: type; Tshape: {int32, int64} = int32",
        .doc = "Gives an element of the list; one that was never set is zeros. Errors: INVALID_ARGUMENT "
               "for an "
               "index out of range, another type, or a shape that is not known.",
        .flags = kListFlags,
        .shape = GetItemShape,
        .gradient = GetItemGrad,
    },
    {
        .name = "TensorListSetItem",
        .inputs = "input_handle: variant, index: int32, item: element_dtype",
        .outputs = "output_handle: variant",
        .attrs = "element_dtype: type; resize_if_index_out_of_bounds: bool = false",
        .doc =
            "Gives the list with another element at index. Errors: INVALID_ARGUMENT for an index out of "
            "range, another type or shape.",
        .flags = kListFlags,
        .shape = ListShape,
        .gradient = SetItemGrad,
    },
    {
        .name = "TensorListStack",
        .inputs = "input_handle: variant, element_shape: int32",
        .outputs = "tensor: element_dtype",
        .attrs = "element_dtype: type; num_elements: int = -1",
        .doc =
            "Stacks the elements along a new first dimension. Errors: INVALID_ARGUMENT for elements of "
            "different shapes, or a length other than num_elements where that is not -1.",
        .flags = kListFlags,
        .shape = StackShape,
        .gradient = StackListGrad,
    },
    {
        .name = "TensorListGather",
        .inputs = "input_handle: variant, indices: int32, element_shape: int32",
        .outputs = "values: element_dtype",
        .attrs = "element_dtype: type",
        .doc = "Stacks the elements of the given indices.",
        .flags = kListFlags,
        .shape = ListGatherShape,
        .gradient = ListGatherGrad,
    },
    {
        .name = "TensorListFromTensor",
        .inputs = "tensor: element_dtype, element_shape: shape_type",
        .outputs = "output_handle: variant",
        .attrs = "element_dtype: type; " RUNNEL_SHAPE_TYPE,
        .doc = "Gives the list of the rows of a tensor.",
        .flags = kListFlags,
        .shape = ListShape,
        .gradient = FromTensorGrad,
    },
    {
        .name = "TensorListScatter",
        .inputs = "tensor: element_dtype, indices: int32, element_shape: shape_type",
        .outputs = "output_handle: variant",
        .attrs = "element_dtype: type; " RUNNEL_SHAPE_TYPE,
        .doc = "Gives a list that has row i of tensor at indices[i].",
        .flags = kListFlags,
        .shape = ListShape,
        .gradient = ListScatterGrad,
    },
    {
        .name = "TensorListScatterV2",
        .inputs =
            "tensor: element_dtype, indices: int32, element_shape: shape_type, num_elements: int32",
        .outputs = "output_handle: variant",
        .attrs = "element_dtype: type; " RUNNEL_SHAPE_TYPE,
        .doc = "Gives a list of num_elements (-1: as many as needed) that has row i of tensor at "
               "indices[i].",
        .flags = kListFlags,
        .shape = ListShape,
        .gradient = ListScatterGrad,
    },
    {
        .name = "TensorListScatterIntoExistingList",
        .inputs = "input_handle: variant, tensor: element_dtype, indices: int32",
        .outputs = "output_handle: variant",
        .attrs = "element_dtype: type",
        .doc = "Gives the list with row i of tensor at indices[i].",
        .flags = kListFlags,
        .shape = ListShape,
        .gradient = ScatterIntoGrad,
    },
    {
        .name = "TensorListConcat",
        .inputs = "input_handle: variant",
        .outputs = "tensor: element_dtype, lengths: int64",
        .attrs = "element_dtype: type; element_shape: shape = <unknown>",
        .doc = "Joins the elements along dimension 0; lengths says how many rows each has.",
        .flags = kListFlags,
        .shape = ListConcatShape,
        .gradient = ListConcatGrad,
    },
    {
        .name = "TensorListConcatV2",
        .inputs = "input_handle: variant, element_shape: shape_type, leading_dims: int64",
        .outputs = "tensor: element_dtype, lengths: int64",
        .attrs = "element_dtype: type; " RUNNEL_SHAPE_TYPE,
        .doc = "As TensorListConcat; leading_dims says how many rows an element has that was never set.",
        .flags = kListFlags,
        .shape = ListConcatShape,
        .gradient = ListConcatGrad,
    },
    {
        .name = "TensorListSplit",
        .inputs = "tensor: element_dtype, element_shape: shape_type, lengths: int64",
        .outputs = "output_handle: variant",
        .attrs = "element_dtype: type; " RUNNEL_SHAPE_TYPE,
        .doc = "Gives the list of pieces of tensor, of the given numbers of rows.",
        .flags = kListFlags,
        .shape = ListShape,
        .gradient = ListSplitGrad,
    },
};
#undef RUNNEL_SHAPE_TYPE

}  // namespace

std::span<const OpRow> TensorListOps() { return ChosenRows<kTensorListOps>::All(); }

}  // namespace runnel
