// Variables behind resource handles.
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status VarHandleShape(ShapeContext& ctx) {
  HandleData handle;
  if (const DType* dtype = ctx.attr<DType>("dtype")) handle.dtype = *dtype;
  if (const Shape* shape = ctx.attr<Shape>("shape")) handle.shape = *shape;
  ctx.set_output(0, Shape());
  ctx.set_output_handle(0, std::move(handle));
  return OkStatus();
}

// The shape of the variable behind input 0, where known. Errors: INVALID_ARGUMENT if attr `dtype` is not
// its type.
Result<Shape> VariableShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "resource"));
  const HandleData& handle = ctx.input_handle(0);
  const DType* dtype = ctx.attr<DType>("dtype");
  if (dtype != nullptr && handle.dtype != DType::kInvalid && handle.dtype != *dtype) {
    return InvalidArgument("the variable is ", DTypeName(handle.dtype), ", but attr \"dtype\" is ",
                           DTypeName(*dtype));
  }
  return handle.shape;
}

Status ReadVariableShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape shape, VariableShape(ctx));
  ctx.set_output(0, std::move(shape));
  return OkStatus();
}

Status AssignVariableShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, VariableShape(ctx));
  if (!shape.IsCompatibleWith(ctx.input(1))) {
    return InvalidArgument(ArgIs(ctx, 1, "value"), ", but the variable is ", shape.ToString());
  }
  return OkStatus();
}

Status ResourceFactShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "resource"));
  return ScalarShape(ctx);
}

Status ResourceGatherShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape params, VariableShape(ctx));
  const Shape& indices = ctx.input(1);
  int64_t batch = IntAttr(ctx, "batch_dims");
  if (!params.has_rank() || !indices.has_rank()) return OkStatus();
  if (batch < 0) batch += indices.rank();
  if (batch < 0 || batch > indices.rank() || batch >= params.rank()) {
    return InvalidArgument("batch_dims is ", IntAttr(ctx, "batch_dims"),
                           ", which is out of range: the variable is ", params.ToString(), ", ",
                           ArgIs(ctx, 1, "indices"));
  }
  const int b = static_cast<int>(batch);
  auto outer = Shape::Merge(SubShape(params, 0, b), SubShape(indices, 0, b));
  if (!outer.ok()) {
    return InvalidArgument("the variable is ", params.ToString(), ", ", ArgIs(ctx, 1, "indices"),
                           ": the first ", b, " dimensions must be equal");
  }
  ctx.set_output(0, Concat(Concat(*outer, SubShape(indices, b, indices.rank())),
                           SubShape(params, b + 1, params.rank())));
  return OkStatus();
}

Status ResourceScatterShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape params, VariableShape(ctx));
  const Shape& indices = ctx.input(1);
  const Shape& updates = ctx.input(2);
  if (!params.has_rank() || !indices.has_rank() || !updates.has_rank() || updates.rank() == 0) {
    return OkStatus();
  }
  const bool fits =
      params.rank() > 0 && updates.IsCompatibleWith(Concat(indices, SubShape(params, 1, params.rank())));
  if (fits) return OkStatus();
  return InvalidArgument("the variable is ", params.ToString(), ", ", ArgIs(ctx, 1, "indices"), ", ",
                         ArgIs(ctx, 2, "updates"),
                         ": updates must be indices.shape + variable.shape[1:]");
}

Status ResourceScatterNdShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "ref"));
  const Shape& params = ctx.input_handle(0).shape;
  const Shape& indices = ctx.input(1);
  if (!params.has_rank() || !indices.has_rank()) return OkStatus();
  const int64_t depth = indices.rank() == 0 ? params.rank() + 1 : indices.dim(indices.rank() - 1);
  if (depth < 0) return OkStatus();
  if (depth <= params.rank() && Concat(SubShape(indices, 0, indices.rank() - 1),
                                       SubShape(params, static_cast<int>(depth), params.rank()))
                                    .IsCompatibleWith(ctx.input(2))) {
    return OkStatus();
  }
  return InvalidArgument("the variable is ", params.ToString(), ", ", ArgIs(ctx, 1, "indices"), ", ",
                         ArgIs(ctx, 2, "updates"),
                         ": updates must be indices.shape[:-1] + variable.shape[indices.shape[-1]:]");
}

// For types that no device gathers from variables. The read takes place when the indices are there, as
// the op's own would.
Status ResourceGatherComposition(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const int64_t batch = *ctx.attr<int64_t>("batch_dims");
  const DType dtype = *ctx.attr<DType>("dtype");
  b.set_control_inputs({ctx.input(1).node});
  const OutputRef params = b.Op("ReadVariableOp", {ctx.input(0)}, {{"dtype", dtype}});
  b.set_control_inputs({});
  // Counted from the end of the indices.
  const Shape& indices = ShapeOf(ctx.input(1));
  if (batch < 0 && !indices.has_rank())
    return Unimplemented("batch_dims below 0 for indices of unknown rank");
  const int64_t axis = batch < 0 ? batch + indices.rank() : batch;
  ctx.set_output(0, b.Op("GatherV2", {params, ctx.input(1), IntScalar(b, DType::kInt32, axis)},
                         {{"batch_dims", axis}}));
  return OkStatus();
}

Status ResourceGatherGrad(GradientContext& ctx) {
  if (*ctx.node().attr<int64_t>("batch_dims") != 0) {
    return Unimplemented(
        "gradients of ResourceGather with batch_dims; read the variable and use GatherV2");
  }
  GraphBuilder& b = ctx.b();
  const OutputRef handle = ctx.input_ref(0);
  const Shape& shape = handle.node->output_handle(handle.index).shape;
  OutputRef rows;
  if (shape.has_rank() && shape.rank() > 0 && shape.dim(0) >= 0) {
    rows = IntScalar(b, DType::kInt64, shape.dim(0));
  } else {
    const OutputRef value =
        b.Op("ReadVariableOp", {handle}, {{"dtype", *FindAttr(ctx.node().attrs(), "dtype")}});
    const OutputRef dims = ctx.Forward(b.Op("Shape", {value}, {{"out_type", DType::kInt64}}));
    rows = b.Op("StridedSlice", {dims, b.Int32Vector({0}), b.Int32Vector({1}), b.Int32Vector({1})},
                {{"shrink_axis_mask", 1}});
  }
  ctx.set_input_grad(0, b.Op("UnsortedSegmentSum", {ctx.grad(), ctx.input(1), rows}));
  return OkStatus();
}

Status ResourceGatherNdShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape params, VariableShape(ctx));
  const Shape& indices = ctx.input(1);
  if (indices.has_rank() && indices.rank() == 0)
    return InvalidArgument(ArgIs(ctx, 1, "indices"), ": must have rank 1 or more");
  if (!params.has_rank() || !indices.has_rank()) return OkStatus();
  const int64_t depth = indices.dim(indices.rank() - 1);
  if (depth < 0) return OkStatus();
  if (depth > params.rank()) {
    return InvalidArgument(ArgIs(ctx, 1, "indices"), ": index vectors are longer than the rank: the ",
                           "variable is ", params.ToString());
  }
  ctx.set_output(0, Concat(SubShape(indices, 0, indices.rank() - 1),
                           SubShape(params, static_cast<int>(depth), params.rank())));
  return OkStatus();
}

// The read takes place when the indices are there, as the op's own would.
Status ResourceGatherNdComposition(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  b.set_control_inputs({ctx.input(1).node});
  const OutputRef params =
      b.Op("ReadVariableOp", {ctx.input(0)}, {{"dtype", *ctx.attr<DType>("dtype")}});
  b.set_control_inputs({});
  ctx.set_output(0, b.Op("GatherNd", {params, ctx.input(1)}));
  return OkStatus();
}

Status ResourceGatherNdGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef handle = ctx.input_ref(0);
  const DType index = TypeOf(ctx.input_ref(1));
  const Shape& shape = handle.node->output_handle(handle.index).shape;
  OutputRef dims;
  if (shape.IsFullyDefined()) {
    dims = IntVector(b, index, {shape.dims().begin(), shape.dims().end()});
  } else {
    const OutputRef value =
        b.Op("ReadVariableOp", {handle}, {{"dtype", *FindAttr(ctx.node().attrs(), "dtype")}});
    dims = ctx.Forward(b.Op("Shape", {value}, {{"out_type", index}}));
  }
  ctx.set_input_grad(0, b.Op("ScatterNd", {ctx.input(1), ctx.grad(), dims}));
  return OkStatus();
}

// The type is that of the handle.
Status VariableShapeComposition(CompositionContext& ctx) {
  const OutputRef handle = ctx.input_ref(0);
  const DType dtype = handle.node->output_handle(handle.index).dtype;
  if (dtype == DType::kInvalid) {
    return Unimplemented("VariableShape of a handle whose type is not known when planning");
  }
  GraphBuilder& b = ctx.b();
  const OutputRef value = b.Op("ReadVariableOp", {ctx.input(0)}, {{"dtype", dtype}});
  ctx.set_output(0, b.Op("Shape", {value}, {{"out_type", *ctx.attr<DType>("out_type")}}));
  return OkStatus();
}

Status VariableShapeShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "input"));
  const Shape& shape = ctx.input_handle(0).shape;
  ctx.set_output(0, Shape{shape.has_rank() ? shape.rank() : kUnknownDim});
  return OkStatus();
}

constexpr OpRow kVariableOps[] = {
    {
        .name = "VariableShape",
        .inputs = "input: resource",
        .outputs = "output: out_type",
        .attrs = "out_type: {int32, int64} = int32",
        .doc = "Gives the shape of the value that the variable has now. Shapes: output is a vector as "
               "long as the variable's rank. Errors: FAILED_PRECONDITION for a variable without a "
               "value.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = VariableShapeShape,
        .composition = VariableShapeComposition,
    },
    {
        .name = "ResourceCountUpTo",
        .inputs = "resource: resource",
        .outputs = "output: T",
        .attrs = "limit: int; T: {int32, int64}",
        .doc = "Gives the number that the variable holds, and adds 1 to the variable. Shapes: the "
               "variable and output are scalars. Errors: OUT_OF_RANGE once the number is limit; "
               "FAILED_PRECONDITION for a variable without a value.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceFactShape,
    },
    {
        .name = "VarHandleOp",
        .outputs = "resource: resource",
        .attrs = "container: string = ''; shared_name: string = ''; dtype: type; shape: shape; "
                 "debug_name: string = ''; allowed_devices: list(string) = []",
        .doc =
            "Gives the handle of the variable called shared_name (the node's name if that is empty) in "
            "container. Shapes: values assigned later must fit `shape`.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = VarHandleShape,
    },
    {
        .name = "ReadVariableOp",
        .inputs = "resource: resource",
        .outputs = "value: dtype",
        .attrs = "dtype: type",
        .doc =
            "Gives the value that the variable has now. Errors: FAILED_PRECONDITION naming a variable "
            "without a value; INVALID_ARGUMENT for another dtype.",
        .flags = kOpStateful,
        .shape = ReadVariableShape,
        .gradient = "resource: g",
    },
    {
        .name = "AssignVariableOp",
        .inputs = "resource: resource, value: dtype",
        .attrs = "dtype: type; validate_shape: bool = false",
        .doc = "Makes value the variable's new value. Shapes: value fits the variable's shape and, with "
               "validate_shape, is shaped like the value before, if there is one. Errors: "
               "INVALID_ARGUMENT for another dtype or shape.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = AssignVariableShape,
    },
    {
        .name = "AssignAddVariableOp",
        .inputs = "resource: resource, value: dtype",
        .attrs = "dtype: type",
        .doc =
            "Adds value to the variable, in place. Shapes: value is like the variable. Errors: "
            "FAILED_PRECONDITION for a variable without a value; INVALID_ARGUMENT for another dtype or "
            "shape.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = AssignVariableShape,
    },
    {
        .name = "AssignSubVariableOp",
        .inputs = "resource: resource, value: dtype",
        .attrs = "dtype: type",
        .doc = "Subtracts value from the variable, in place. Shapes and errors: as AssignAddVariableOp.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = AssignVariableShape,
    },
    {
        .name = "VarIsInitializedOp",
        .inputs = "resource: resource",
        .outputs = "is_initialized: bool",
        .doc = "Tells whether the variable has a value. Shapes: is_initialized is a scalar.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceFactShape,
    },
    {
        .name = "DestroyResourceOp",
        .inputs = "resource: resource",
        .attrs = "ignore_lookup_error: bool = true",
        .doc = "Drops the resource: a variable loses its value. Errors: NOT_FOUND if it is gone already "
               "and ignore_lookup_error is false.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceFactShape,
    },
    {
        .name = "DisableCopyOnRead",
        .inputs = "resource: resource",
        .doc = "Does nothing: a read never copies a variable here, and an update never changes what was "
               "read. In TensorFlow it turns off a mode of variables in which each read is a copy.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceFactShape,
    },
    {
        .name = "ResourceGather",
        .inputs = "resource: resource, indices: Tindices",
        .outputs = "output: dtype",
        .attrs = "batch_dims: int = 0; validate_indices: bool = true; dtype: type; "
                 "Tindices: {int32, int64}",
        .doc =
            "Takes the rows of the variable that indices name, without reading the rest. Shapes: output "
            "is indices.shape + variable.shape[1:] (batch_dims as in GatherV2). Errors: "
            "INVALID_ARGUMENT for an index out of range; FAILED_PRECONDITION for a variable without a "
            "value.",
        .flags = kOpStateful,
        .shape = ResourceGatherShape,
        .gradient = ResourceGatherGrad,
        .composition = ResourceGatherComposition,
    },
    {
        .name = "ResourceGatherNd",
        .inputs = "resource: resource, indices: Tindices",
        .outputs = "output: dtype",
        .attrs = "dtype: type; Tindices: {int32, int64}",
        .doc =
            "Takes the slices of the variable that the vectors in the last dimension of indices name. "
            "Shapes: output is indices.shape[:-1] + variable.shape[indices.shape[-1]:]. Errors: as "
            "ResourceGather.",
        .flags = kOpStateful,
        .shape = ResourceGatherNdShape,
        .gradient = ResourceGatherNdGrad,
        .composition = ResourceGatherNdComposition,
    },
    {
        .name = "ResourceScatterAdd",
        .inputs = "resource: resource, indices: Tindices, updates: dtype",
        .attrs = "dtype: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}",
        .doc = "Adds updates to the rows of the variable that indices name, in place; equal indices "
               "add up. Shapes: updates is indices.shape + variable.shape[1:], or a scalar. Errors: "
               "as ResourceGather, before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceScatterShape,
    },
    {
        .name = "ResourceScatterSub",
        .inputs = "resource: resource, indices: Tindices, updates: dtype",
        .attrs = "dtype: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}",
        .doc = "Subtracts updates from the rows of the variable that indices name, in place, one "
               "after the other where indices are equal. Shapes and errors: as ResourceScatterAdd.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceScatterShape,
    },
    {
        .name = "ResourceScatterMul",
        .inputs = "resource: resource, indices: Tindices, updates: dtype",
        .attrs = "dtype: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}",
        .doc = "Multiplies by updates the rows of the variable that indices name, in place, one "
               "after the other where indices are equal. Shapes and errors: as ResourceScatterAdd.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceScatterShape,
    },
    {
        .name = "ResourceScatterDiv",
        .inputs = "resource: resource, indices: Tindices, updates: dtype",
        .attrs = "dtype: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}",
        .doc = "Divides by updates the rows of the variable that indices name, in place; integers "
               "are divided towards zero. Shapes and errors: as ResourceScatterAdd, and "
               "INVALID_ARGUMENT for an integer division by zero.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceScatterShape,
    },
    {
        .name = "ResourceScatterMin",
        .inputs = "resource: resource, indices: Tindices, updates: dtype",
        .attrs = "dtype: " RUNNEL_REAL_TYPES "; Tindices: {int32, int64}",
        .doc = "Makes each row of the variable that indices name the minimum of itself and its "
               "updates, in place. Shapes and errors: as ResourceScatterAdd.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceScatterShape,
    },
    {
        .name = "ResourceScatterMax",
        .inputs = "resource: resource, indices: Tindices, updates: dtype",
        .attrs = "dtype: " RUNNEL_REAL_TYPES "; Tindices: {int32, int64}",
        .doc = "Makes each row of the variable that indices name the maximum of itself and its "
               "updates, in place. Shapes and errors: as ResourceScatterAdd.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceScatterShape,
    },
    {
        .name = "ResourceScatterUpdate",
        .inputs = "resource: resource, indices: Tindices, updates: dtype",
        .attrs = "dtype: type; Tindices: {int32, int64}",
        .doc = "Puts updates in the place of the rows of the variable that indices name; the last of "
               "equal indices holds. Shapes and errors: as ResourceScatterAdd.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceScatterShape,
    },
    {
        .name = "ResourceScatterNdUpdate",
        .inputs = "ref: resource, indices: Tindices, updates: T",
        .attrs = "T: type; Tindices: {int32, int64}; use_locking: bool = true; " RUNNEL_BAD_INDICES,
        .doc = "Puts updates in the place of the slices of the variable that the vectors in the last "
               "dimension of indices name; the last of equal vectors holds. Shapes: updates is "
               "indices.shape[:-1] + variable.shape[indices.shape[-1]:]. Errors: INVALID_ARGUMENT "
               "for an index out of range, before anything is updated; FAILED_PRECONDITION for a "
               "variable without a value.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceScatterNdShape,
    },
    {
        .name = "ResourceScatterNdAdd",
        .inputs = "ref: resource, indices: Tindices, updates: T",
        .attrs = "T: type; Tindices: {int32, int64}; use_locking: bool = true; " RUNNEL_BAD_INDICES,
        .doc = "Adds updates to the slices of the variable that the vectors in indices name, in "
               "place. Shapes and errors: as ResourceScatterNdUpdate.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceScatterNdShape,
    },
    {
        .name = "ResourceScatterNdSub",
        .inputs = "ref: resource, indices: Tindices, updates: T",
        .attrs = "T: type; Tindices: {int32, int64}; use_locking: bool = true; " RUNNEL_BAD_INDICES,
        .doc = "Subtracts updates from the slices of the variable that the vectors in indices name, "
               "in place. Shapes and errors: as ResourceScatterNdUpdate.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceScatterNdShape,
    },
    {
        .name = "ResourceScatterNdMin",
        .inputs = "ref: resource, indices: Tindices, updates: T",
        .attrs = "T: type; Tindices: {int32, int64}; use_locking: bool = true; " RUNNEL_BAD_INDICES,
        .doc = "Makes each slice of the variable that the vectors in indices name the minimum of "
               "itself and its updates, in place. Shapes and errors: as ResourceScatterNdUpdate.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceScatterNdShape,
    },
    {
        .name = "ResourceScatterNdMax",
        .inputs = "ref: resource, indices: Tindices, updates: T",
        .attrs = "T: type; Tindices: {int32, int64}; use_locking: bool = true; " RUNNEL_BAD_INDICES,
        .doc = "Makes each slice of the variable that the vectors in indices name the maximum of "
               "itself and its updates, in place. Shapes and errors: as ResourceScatterNdUpdate.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ResourceScatterNdShape,
    },
};

}  // namespace

std::span<const OpRow> VariableOps() { return ChosenRows<kVariableOps>::All(); }

}  // namespace runnel
