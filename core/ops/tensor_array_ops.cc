// Tensor arrays: what loops write and read by index. Version 3 has resources for handles, version 2
// names.
//
// The flow values order the ops of an array. A gradient reads and writes an array of gradients, which
// all gradients of one pass over the graph share (attr "source"); there a read waits for all writes,
// since flows add up like gradients.
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kArrayFlags = kOpStateful | kOpHost;

Status ArrayShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "size"));
  ctx.set_output(0, Shape());
  ctx.set_output(1, Shape());
  const Shape* element = ctx.attr<Shape>("element_shape");
  const DType* dtype = ctx.attr<DType>("dtype");
  if (BoolAttr(ctx, "identical_element_shapes") && element != nullptr && dtype != nullptr)
    ctx.set_output_handle(0, {*dtype, *element});
  return OkStatus();
}

Status ArrayV2Shape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "size"));
  ctx.set_output(0, Shape{2});
  return OkStatus();
}

Status GradientArrayShape(ShapeContext& ctx) {
  ctx.set_output(0, ctx.input(0));
  if (ctx.num_outputs() > 1) ctx.set_output(1, Shape());
  if (ctx.num_inputs() < 3) ctx.set_output_handle(0, ctx.input_handle(0));
  return OkStatus();
}

Status ReadShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "index"));
  const HandleData& elements = ctx.input_handle(0);
  if (elements.dtype != DType::kInvalid) ctx.set_output(0, elements.shape);
  return OkStatus();
}

Status GatherShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape indices, RequireRank(ctx, 1, "indices", 1));
  Shape element =
      ctx.input_handle(0).dtype != DType::kInvalid ? ctx.input_handle(0).shape : Shape::Unknown();
  if (const Shape* promised = ctx.attr<Shape>("element_shape")) {
    RUNNEL_ASSIGN_OR_RETURN(element, Shape::Merge(element, *promised));
  }
  ctx.set_output(0, Concat(indices, element));
  return OkStatus();
}

Status ConcatShape(ShapeContext& ctx) {
  const Shape* rest = ctx.attr<Shape>("element_shape_except0");
  if (rest != nullptr) ctx.set_output(0, Concat(Shape::UnknownOfRank(1), *rest));
  ctx.set_output(1, Shape::UnknownOfRank(1));
  return OkStatus();
}

Status WriteShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "index"));
  return ScalarShape(ctx);
}

Status ScatterShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "indices", 1).status());
  RUNNEL_RETURN_IF_ERROR(ctx.WithRankAtLeast(2, 1).status());
  return ScalarShape(ctx);
}

Status SplitShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(ctx.WithRankAtLeast(1, 1).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 2, "lengths", 1).status());
  return ScalarShape(ctx);
}

// ---- gradients ----

// The op of the same version as the node's.
std::string Named(const GradientContext& ctx, std::string_view name) {
  return StrCat("TensorArray", name, ctx.node().op().ends_with("V2") ? "V2" : "V3");
}

struct GradientArray {
  OutputRef handle, flow;
};
// The array of this pass's gradients, and a flow from when it is there and `flow` has come: an Identity,
// so that gradients of gradients find their way along it.
GradientArray GradientsOf(GradientContext& ctx, OutputRef flow) {
  const auto made =
      ctx.b().Ops(Named(ctx, "Grad"), {ctx.input(0), flow}, {{"source", AttrValue(ctx.pass())}});
  if (made.empty()) return {};
  NodeSpec spec;
  spec.op = "Identity";
  spec.inputs = {flow};
  spec.control_inputs = {made[0].node};
  return {made[0], {ctx.b().AddNode(std::move(spec)), 0}};
}

// What is read of an array has a shape that only the forward value knows; a Reshape costs nothing and
// tells.
OutputRef Like(GradientContext& ctx, OutputRef value, const Shape& shape) {
  if (!shape.IsFullyDefined() || !value) return value;
  return ctx.b().Op(
      "Reshape", {value, IntVector(ctx.b(), DType::kInt64, {shape.dims().begin(), shape.dims().end()})});
}

Shape ElementOf(const Shape& stacked) {
  return stacked.has_rank() && stacked.rank() > 0 ? SubShape(stacked, 1, stacked.rank())
                                                  : Shape::Unknown();
}

Status ReadGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  const GradientArray array = GradientsOf(ctx, ctx.input(2));
  ctx.set_input_grad(
      2, ctx.b().Op(Named(ctx, "Write"), {array.handle, ctx.input(1), ctx.grad(), array.flow}));
  return OkStatus();
}

Status WriteGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  ctx.set_input_grad(3, ctx.grad());
  if (!ctx.wants(2)) return OkStatus();
  const GradientArray array = GradientsOf(ctx, ctx.grad());
  const OutputRef value = ctx.b().Op(Named(ctx, "Read"), {array.handle, ctx.input(1), array.flow},
                                     {{"dtype", AttrValue(ctx.input_type(2))}});
  ctx.set_input_grad(2, Like(ctx, value, ctx.input_shape(2)));
  return OkStatus();
}

Status GatherGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  const GradientArray array = GradientsOf(ctx, ctx.input(2));
  ctx.set_input_grad(
      2, ctx.b().Op(Named(ctx, "Scatter"), {array.handle, ctx.input(1), ctx.grad(), array.flow}));
  return OkStatus();
}

Status ScatterGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  ctx.set_input_grad(3, ctx.grad());
  if (!ctx.wants(2)) return OkStatus();
  const GradientArray array = GradientsOf(ctx, ctx.grad());
  const OutputRef value = ctx.b().Op(Named(ctx, "Gather"), {array.handle, ctx.input(1), array.flow},
                                     {{"dtype", AttrValue(ctx.input_type(2))},
                                      {"element_shape", AttrValue(ElementOf(ctx.input_shape(2)))}});
  ctx.set_input_grad(2, Like(ctx, value, ctx.input_shape(2)));
  return OkStatus();
}

Status ConcatGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  const GradientArray array = GradientsOf(ctx, ctx.input(1));
  ctx.set_input_grad(
      1, ctx.b().Op(Named(ctx, "Split"), {array.handle, ctx.grad(), ctx.output(1), array.flow}));
  return OkStatus();
}

Status SplitGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  ctx.set_input_grad(3, ctx.grad());
  if (!ctx.wants(1)) return OkStatus();
  const GradientArray array = GradientsOf(ctx, ctx.grad());
  const OutputRef value =
      ctx.b().Op(Named(ctx, "Concat"), {array.handle, array.flow},
                 {{"dtype", AttrValue(ctx.input_type(1))},
                  {"element_shape_except0", AttrValue(ElementOf(ctx.input_shape(1)))}});
  ctx.set_input_grad(1, Like(ctx, value, ctx.input_shape(1)));
  return OkStatus();
}

// A handle of version 3 is a resource, of version 2 two strings.
#define RUNNEL_ARRAY_DOC_ERRORS                                               \
  " Errors: INVALID_ARGUMENT for an index out of range, an element that was " \
  "read or written before, or another type or shape; each names the array."

constexpr OpRow kTensorArrayOps[] = {
    {
        .name = "TensorArrayV3",
        .inputs = "size: int32",
        .outputs = "handle: resource, flow: float",
        .attrs = "dtype: type; element_shape: shape = <unknown>; dynamic_size: bool = false; "
                 "clear_after_read: bool = true; identical_element_shapes: bool = false; "
                 "tensor_array_name: string = ''",
        .doc = "Makes an array of `size` tensors of dtype, which lives as long as the step. With "
               "dynamic_size it grows by writes; with clear_after_read each element can be read once. "
               "Shapes: size, handle and flow are scalars.",
        .flags = kArrayFlags | kOpNotDifferentiable,
        .shape = ArrayShape,
    },
    {
        .name = "TensorArrayGradV3",
        .inputs = "handle: resource, flow_in: float",
        .outputs = "grad_handle: resource, flow_out: float",
        .attrs = "source: string",
        .doc = "Gives the array of gradients that belongs to an array and to the pass `source`. Writes "
               "to one "
               "of its elements add up; what was not written is zeros. The array itself grows no more.",
        .flags = kArrayFlags | kOpNotDifferentiable,
        .shape = GradientArrayShape,
    },
    {
        .name = "TensorArrayGradWithShape",
        .inputs = "handle: resource, flow_in: float, shape_to_prepend: int32",
        .outputs = "grad_handle: resource, flow_out: float",
        .attrs = "source: string",
        .doc = "As TensorArrayGradV3, for gradients that have the dims shape_to_prepend before those of "
               "the "
               "elements. Shapes: shape_to_prepend is a vector.",
        .flags = kArrayFlags | kOpNotDifferentiable,
        .shape = GradientArrayShape,
    },
    {
        .name = "TensorArrayWriteV3",
        .inputs = "handle: resource, index: int32, value: T, flow_in: float",
        .outputs = "flow_out: float",
        .attrs = "T: type",
        .doc = "Writes an element of the array." RUNNEL_ARRAY_DOC_ERRORS,
        .flags = kArrayFlags,
        .shape = WriteShape,
        .gradient = WriteGrad,
    },
    {
        .name = "TensorArrayReadV3",
        .inputs = "handle: resource, index: int32, flow_in: float",
        .outputs = "value: dtype",
        .attrs = "dtype: type",
        .doc = "Reads an element of the array: zeros if it was not written and its shape is "
               "known." RUNNEL_ARRAY_DOC_ERRORS,
        .flags = kArrayFlags,
        .shape = ReadShape,
        .gradient = ReadGrad,
    },
    {
        .name = "TensorArrayGatherV3",
        .inputs = "handle: resource, indices: int32, flow_in: float",
        .outputs = "value: dtype",
        .attrs = "dtype: type; element_shape: shape = <unknown>",
        .doc = "Reads the elements of the given indices and stacks them. Shapes: indices is a vector; "
               "value is "
               "[number of indices] followed by the elements' shape." RUNNEL_ARRAY_DOC_ERRORS,
        .flags = kArrayFlags,
        .shape = GatherShape,
        .gradient = GatherGrad,
    },
    {
        .name = "TensorArrayScatterV3",
        .inputs = "handle: resource, indices: int32, value: T, flow_in: float",
        .outputs = "flow_out: float",
        .attrs = "T: type",
        .doc = "Writes the rows of value to the elements of the given indices. Shapes: value has a row "
               "for each "
               "index." RUNNEL_ARRAY_DOC_ERRORS,
        .flags = kArrayFlags,
        .shape = ScatterShape,
        .gradient = ScatterGrad,
    },
    {
        .name = "TensorArrayConcatV3",
        .inputs = "handle: resource, flow_in: float",
        .outputs = "value: dtype, lengths: int64",
        .attrs = "dtype: type; element_shape_except0: shape = <unknown>",
        .doc = "Reads all elements and joins them along dimension 0; lengths says how many rows each "
               "has." RUNNEL_ARRAY_DOC_ERRORS,
        .flags = kArrayFlags,
        .shape = ConcatShape,
        .gradient = ConcatGrad,
    },
    {
        .name = "TensorArraySplitV3",
        .inputs = "handle: resource, value: T, lengths: int64, flow_in: float",
        .outputs = "flow_out: float",
        .attrs = "T: type",
        .doc = "Writes pieces of value, of the given numbers of rows, to the elements 0, 1 and so on. "
               "Shapes: "
               "lengths is a vector that adds up to the rows of value." RUNNEL_ARRAY_DOC_ERRORS,
        .flags = kArrayFlags,
        .shape = SplitShape,
        .gradient = SplitGrad,
    },
    {
        .name = "TensorArraySizeV3",
        .inputs = "handle: resource, flow_in: float",
        .outputs = "size: int32",
        .doc = "Gives the number of elements of the array.",
        .flags = kArrayFlags | kOpNotDifferentiable,
        .shape = ScalarShape,
    },
    {
        .name = "TensorArrayCloseV3",
        .inputs = "handle: resource",
        .doc = "Drops the array's elements; it cannot be used any more.",
        .flags = kArrayFlags | kOpNotDifferentiable,
        .shape = NoOutputShape,
    },
    {
        .name = "TensorArrayV2",
        .inputs = "size: int32",
        .outputs = "handle: string",
        .attrs = "dtype: type; element_shape: shape = <unknown>; dynamic_size: bool = false; "
                 "clear_after_read: bool = true; tensor_array_name: string = ''",
        .doc = "TensorArrayV3 of older graphs: the handle is two strings, and there is no flow to begin "
               "with.",
        .flags = kArrayFlags | kOpNotDifferentiable,
        .shape = ArrayV2Shape,
    },
    {
        .name = "TensorArrayGradV2",
        .inputs = "handle: string, flow_in: float",
        .outputs = "grad_handle: string",
        .attrs = "source: string",
        .doc = "TensorArrayGradV3 of older graphs.",
        .flags = kArrayFlags | kOpNotDifferentiable,
        .shape = GradientArrayShape,
    },
    {
        .name = "TensorArrayWriteV2",
        .inputs = "handle: string, index: int32, value: T, flow_in: float",
        .outputs = "flow_out: float",
        .attrs = "T: type",
        .doc = "TensorArrayWriteV3 of older graphs.",
        .flags = kArrayFlags,
        .shape = WriteShape,
        .gradient = WriteGrad,
    },
    {
        .name = "TensorArrayReadV2",
        .inputs = "handle: string, index: int32, flow_in: float",
        .outputs = "value: dtype",
        .attrs = "dtype: type",
        .doc = "TensorArrayReadV3 of older graphs.",
        .flags = kArrayFlags,
        .shape = ReadShape,
        .gradient = ReadGrad,
    },
    {
        .name = "TensorArrayGatherV2",
        .inputs = "handle: string, indices: int32, flow_in: float",
        .outputs = "value: dtype",
        .attrs = "dtype: type; element_shape: shape = <unknown>",
        .doc = "TensorArrayGatherV3 of older graphs.",
        .flags = kArrayFlags,
        .shape = GatherShape,
        .gradient = GatherGrad,
    },
    {
        .name = "TensorArrayScatterV2",
        .inputs = "handle: string, indices: int32, value: T, flow_in: float",
        .outputs = "flow_out: float",
        .attrs = "T: type",
        .doc = "TensorArrayScatterV3 of older graphs.",
        .flags = kArrayFlags,
        .shape = ScatterShape,
        .gradient = ScatterGrad,
    },
    {
        .name = "TensorArrayConcatV2",
        .inputs = "handle: string, flow_in: float",
        .outputs = "value: dtype, lengths: int64",
        .attrs = "dtype: type; element_shape_except0: shape = <unknown>",
        .doc = "TensorArrayConcatV3 of older graphs.",
        .flags = kArrayFlags,
        .shape = ConcatShape,
        .gradient = ConcatGrad,
    },
    {
        .name = "TensorArraySplitV2",
        .inputs = "handle: string, value: T, lengths: int64, flow_in: float",
        .outputs = "flow_out: float",
        .attrs = "T: type",
        .doc = "TensorArraySplitV3 of older graphs.",
        .flags = kArrayFlags,
        .shape = SplitShape,
        .gradient = SplitGrad,
    },
    {
        .name = "TensorArraySizeV2",
        .inputs = "handle: string, flow_in: float",
        .outputs = "size: int32",
        .doc = "TensorArraySizeV3 of older graphs.",
        .flags = kArrayFlags | kOpNotDifferentiable,
        .shape = ScalarShape,
    },
    {
        .name = "TensorArrayCloseV2",
        .inputs = "handle: string",
        .doc = "TensorArrayCloseV3 of older graphs.",
        .flags = kArrayFlags | kOpNotDifferentiable,
        .shape = NoOutputShape,
    },
};
#undef RUNNEL_ARRAY_DOC_ERRORS

}  // namespace

std::span<const OpRow> TensorArrayOps() { return ChosenRows<kTensorArrayOps>::All(); }

}  // namespace runnel
