// Ops that read or change shapes, and those that compute with shapes.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "core/tensor/reshape.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status ReshapeShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const auto wanted, ConstantInts(ctx, 1, "shape"));
  int inferred = 0;
  if (wanted) {
    for (const int64_t d : *wanted) {
      if (d < -1) return InvalidArgument("shape has the entry ", d, ", expected at least -1");
      inferred += d == -1 ? 1 : 0;
    }
    if (inferred > 1)
      return InvalidArgument("shape has ", inferred, " entries of -1, at most one may be");
  }
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "shape", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(Shape out, ctx.ConstantInputAsShape(1));
  const Shape& in = ctx.input(0);
  if (!out.has_rank() || !in.IsFullyDefined()) {
    ctx.set_output(0, std::move(out));
    return OkStatus();
  }
  RUNNEL_RETURN_IF_ERROR(in.CheckSize(1));
  if (wanted) {
    RUNNEL_ASSIGN_OR_RETURN(out, ReshapedTo(in, *wanted));
    ctx.set_output(0, std::move(out));
    return OkStatus();
  }
  const int64_t elements = in.num_elements();
  int64_t known = 1;
  int unknown_at = -1, unknowns = 0;
  for (int i = 0; i < out.rank(); ++i) {
    if (out.dim(i) < 0) {
      unknown_at = i;
      ++unknowns;
    } else {
      RUNNEL_ASSIGN_OR_RETURN(known, MulDims(known, out.dim(i)));
    }
  }
  const auto mismatch = [&] {
    return InvalidArgument("cannot reshape ", in.ToString(), " (", elements, " elements) to ",
                           out.ToString());
  };
  if (unknowns == 0 && known != elements) return mismatch();
  if (unknowns == 1 && known > 0) {
    if (elements % known != 0) return mismatch();
    out.set_dim(unknown_at, elements / known);
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status ExpandDimsShape(ShapeContext& ctx) {
  const Shape& in = ctx.input(0);
  if (ctx.input(1).IsFullyDefined() && ctx.input(1).num_elements() != 1) {
    return InvalidArgument("dim must be one number, its shape is ", ctx.input(1).ToString());
  }
  if (!in.has_rank()) return OkStatus();
  const auto axis = ConstantInt(ctx, 1);
  if (!axis) {
    ctx.set_output(0, Shape::UnknownOfRank(in.rank() + 1));
    return OkStatus();
  }
  RUNNEL_ASSIGN_OR_RETURN(const int a, NormalAxis(*axis, in.rank() + 1, "dim", ArgIs(ctx, 0, "input")));
  ctx.set_output(0, Concat(Concat(SubShape(in, 0, a), Shape{1}), SubShape(in, a, in.rank())));
  return OkStatus();
}

Status SqueezeShape(ShapeContext& ctx) {
  const Shape& in = ctx.input(0);
  const auto* dims = ctx.attr<std::vector<int64_t>>("squeeze_dims");
  if (!in.has_rank()) return OkStatus();
  std::vector<bool> removed(static_cast<size_t>(in.rank()));
  for (const int64_t d : dims == nullptr ? std::vector<int64_t>() : *dims) {
    RUNNEL_ASSIGN_OR_RETURN(const int a,
                            NormalAxis(d, in.rank(), "squeeze_dims", ArgIs(ctx, 0, "input")));
    if (in.dim(a) >= 0 && in.dim(a) != 1) {
      return InvalidArgument("cannot squeeze dimension ", d, ": ", ArgIs(ctx, 0, "input"));
    }
    removed[static_cast<size_t>(a)] = true;
  }
  Shape out;
  for (int i = 0; i < in.rank(); ++i) {
    if (removed[static_cast<size_t>(i)]) continue;
    if (dims == nullptr || dims->empty()) {
      if (in.dim(i) < 0) return OkStatus();  // may be 1 or not: not even the rank is known
      if (in.dim(i) == 1) continue;
    }
    out.Append(in.dim(i));
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

// Each output is the shape of its input, as a vector.
Status ShapeShape(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_outputs(); ++i) {
    ctx.set_output(i, Shape{ctx.input(i).has_rank() ? ctx.input(i).rank() : kUnknownDim});
  }
  return OkStatus();
}

Status BroadcastToShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "shape", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(const auto wanted, ConstantInts(ctx, 1, "shape"));
  if (wanted) {
    for (const int64_t d : *wanted) {
      if (d < 0) return InvalidArgument("shape has the negative entry ", d);
    }
  }
  RUNNEL_ASSIGN_OR_RETURN(Shape out, ctx.ConstantInputAsShape(1));
  auto both = Shape::Broadcast(ctx.input(0), out);
  bool fits = both.ok() && (!both->has_rank() || both->rank() == out.rank());
  for (int i = 0; fits && both->has_rank() && i < out.rank(); ++i) {
    // The input may not stretch a dimension of 1 of the result.
    fits = out.dim(i) < 0 || both->dim(i) < 0 || both->dim(i) == out.dim(i);
  }
  if (!fits) {
    return InvalidArgument(ArgIs(ctx, 0, "input"), ": does not broadcast to ", out.ToString());
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status BroadcastGradientArgsShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "s0", 1).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "s1", 1).status());
  ctx.set_output(0, Shape::UnknownOfRank(1));
  ctx.set_output(1, Shape::UnknownOfRank(1));
  return OkStatus();
}

Status PermutationShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape x, RequireRank(ctx, 0, "x", 1));
  ctx.set_output(0, std::move(x));
  return OkStatus();
}

Status ConcatOffsetShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "concat_dim"));
  Shape all = Shape::UnknownOfRank(1);
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    auto merged = Shape::Merge(all, ctx.input(i));
    if (!merged.ok()) {
      return InvalidArgument("all shapes must be vectors of one length: shape ", i - 1, " is ",
                             ctx.input(i).ToString(), ", those before it are ", all.ToString());
    }
    all = std::move(*merged);
  }
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set_output(i, all);
  return OkStatus();
}

Status EnsureShapeShape(ShapeContext& ctx) {
  const Shape* const wanted = ctx.attr<Shape>("shape");
  if (wanted == nullptr) return InvalidArgument("attr \"shape\" is missing");
  auto merged = Shape::Merge(*wanted, ctx.input(0));
  if (!merged.ok()) {
    return InvalidArgument(ArgIs(ctx, 0, "input"), ", which does not fit attr \"shape\", ",
                           wanted->ToString());
  }
  ctx.set_output(0, std::move(*merged));
  return OkStatus();
}

Status BitcastShape(ShapeContext& ctx) {
  const DType* const from = ctx.attr<DType>("T");
  const DType* const to = ctx.attr<DType>("type");
  const Shape& in = ctx.input(0);
  if (from == nullptr || to == nullptr || !in.has_rank()) return OkStatus();
  const auto old_size = static_cast<int64_t>(DTypeSize(*from));
  const auto new_size = static_cast<int64_t>(DTypeSize(*to));
  if (old_size == new_size) {
    ctx.set_output(0, in);
  } else if (old_size > new_size) {
    ctx.set_output(0, Concat(in, Shape{old_size / new_size}));
  } else {
    const int last = in.rank() - 1;
    if (last < 0 || (in.dim(last) >= 0 && in.dim(last) != new_size / old_size)) {
      return InvalidArgument("cannot bitcast due to shape: ", ArgIs(ctx, 0, "input"), " of ",
                             DTypeName(*from), ", expected a last dimension of ", new_size / old_size,
                             " for ", DTypeName(*to));
    }
    ctx.set_output(0, SubShape(in, 0, last));
  }
  return OkStatus();
}

#define RUNNEL_BIT_TYPES                                                                       \
  "{bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16, " \
  "complex64, complex128, qint8, quint8, qint16, quint16, qint32}"

constexpr OpRow kShapeOps[] = {
    {
        .name = "EnsureShape",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "shape: shape; T: type",
        .doc = "Passes input on if it has a shape that fits `shape`. Shapes: output is like input. "
               "Errors: INVALID_ARGUMENT for another shape.",
        .shape = EnsureShapeShape,
        .gradient = "input: g",
    },
    {
        .name = "Bitcast",
        .inputs = "input: T",
        .outputs = "output: type",
        .attrs = "T: " RUNNEL_BIT_TYPES "; type: " RUNNEL_BIT_TYPES,
        .doc = "Gives the same bytes as elements of another type. Shapes: output has one more dimension "
               "for the parts of larger elements, and one less, which holds the parts of one, where "
               "elements become larger. Errors: INVALID_ARGUMENT for a last dimension that is not one "
               "element.",
        .flags = kOpNotDifferentiable,
        .shape = BitcastShape,
    },
    {
        .name = "Reshape",
        .inputs = "tensor: T, shape: Tshape",
        .outputs = "output: T",
        .attrs = "T: type; Tshape: {int32, int64} = int32",
        .doc =
            "Gives the same elements, in row-major order, another shape. Shapes: shape is a vector; at "
            "most one entry may be -1 and is computed. Errors: INVALID_ARGUMENT if the number of "
            "elements would change.",
        .shape = ReshapeShape,
        .gradient = "tensor: reshape_to(g, tensor)",
    },
    {
        .name = "ExpandDims",
        .inputs = "input: T, dim: Tdim",
        .outputs = "output: T",
        .attrs = "T: type; Tdim: {int32, int64} = int32",
        .doc = "Inserts a dimension of size 1 before axis dim. Shapes: dim is one number in "
               "[-rank-1,rank]. Errors: INVALID_ARGUMENT outside that range.",
        .shape = ExpandDimsShape,
        .gradient = "input: reshape_to(g, input)",
    },
    {
        .name = "Squeeze",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: type; squeeze_dims: list(int) >= 0 = []",
        .doc =
            "Removes dimensions of size 1: those listed, or all if none are. Shapes: listed axes lie in "
            "[-rank,rank). Errors: INVALID_ARGUMENT for a listed axis out of range or not of size 1.",
        .shape = SqueezeShape,
        .gradient = "input: reshape_to(g, input)",
    },
    {
        .name = "Shape",
        .inputs = "input: T",
        .outputs = "output: out_type",
        .attrs = "T: type; out_type: {int32, int64} = int32",
        .doc =
            "Gives the shape of input as a vector. Errors: INVALID_ARGUMENT if a dimension does not fit "
            "out_type.",
        .flags = kOpNotDifferentiable,
        .shape = ShapeShape,
    },
    {
        .name = "ShapeN",
        .inputs = "input: N * T",
        .outputs = "output: N * out_type",
        .attrs = "N: int >= 1; T: type; out_type: {int32, int64} = int32",
        .doc =
            "Gives the shape of every input as a vector. Errors: INVALID_ARGUMENT if a dimension does "
            "not fit out_type.",
        .flags = kOpNotDifferentiable,
        .shape = ShapeShape,
    },
    {
        .name = "Rank",
        .inputs = "input: T",
        .outputs = "output: int32",
        .attrs = "T: type",
        .doc = "Gives the number of dimensions of input. Shapes: output is a scalar.",
        .flags = kOpNotDifferentiable,
        .shape = ScalarShape,
    },
    {
        .name = "Size",
        .inputs = "input: T",
        .outputs = "output: out_type",
        .attrs = "T: type; out_type: {int32, int64} = int32",
        .doc = "Gives the number of elements of input. Shapes: output is a scalar. Errors: "
               "INVALID_ARGUMENT if it does not fit out_type.",
        .flags = kOpNotDifferentiable,
        .shape = ScalarShape,
    },
    {
        .name = "BroadcastTo",
        .inputs = "input: T, shape: Tidx",
        .outputs = "output: T",
        .attrs = "T: type; Tidx: {int32, int64} = int32",
        .doc =
            "Repeats input along its dimensions of size 1, and along new leading ones, up to the given "
            "shape. Errors: INVALID_ARGUMENT if input does not broadcast to it.",
        .shape = BroadcastToShape,
        .gradient = "input: sum_to(g, input, output)",
    },
    {
        .name = "BroadcastGradientArgs",
        .inputs = "s0: T, s1: T",
        .outputs = "r0: T, r1: T",
        .attrs = "T: {int32, int64} = int32",
        .doc =
            "For two shapes that broadcast against each other, gives the axes of the common shape along "
            "which each was repeated, over which its gradient is therefore summed. Shapes: vectors. "
            "Errors: INVALID_ARGUMENT if they do not broadcast.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastGradientArgsShape,
    },
    {
        .name = "InvertPermutation",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {int32, int64} = int32",
        .doc =
            "Gives y with y[x[i]] = i. Shapes: vectors of one length. Errors: INVALID_ARGUMENT if x is "
            "no permutation of 0..n-1.",
        .flags = kOpNotDifferentiable,
        .shape = PermutationShape,
    },
    {
        .name = "ConcatOffset",
        .inputs = "concat_dim: int32, shape: N * shape_type",
        .outputs = "offset: N * shape_type",
        .attrs = "N: int >= 2; shape_type: {int32, int64} = int32",
        .doc = "Gives for each of the shapes that are joined along concat_dim where it begins in the "
               "result. Shapes: all shapes are vectors of one length. Errors: INVALID_ARGUMENT if they "
               "differ anywhere else.",
        .flags = kOpNotDifferentiable,
        .shape = ConcatOffsetShape,
    },
};

}  // namespace

std::span<const OpRow> ShapeOps() { return ChosenRows<kShapeOps>::All(); }

}  // namespace runnel
