// Ops that join, split, repeat or permute whole tensors.
#include <algorithm>

#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Joins inputs [first, last) along the axis given by input `axis_input`, called `name`.
Status JoinedShape(ShapeContext& ctx, int first, int last, int axis_input, std::string_view name) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, axis_input, name));
  int rank = -1;
  for (int i = first; i < last; ++i) {
    const Shape& shape = ctx.input(i);
    if (!shape.has_rank()) continue;
    if (shape.rank() == 0)
      return InvalidArgument("value ", i - first, " is a scalar, which cannot be joined");
    if (rank >= 0 && shape.rank() != rank) {
      return InvalidArgument("all values must have one rank: value ", i - first, " is ",
                             shape.ToString(), ", one before it has rank ", rank);
    }
    rank = shape.rank();
  }
  if (rank < 0) return OkStatus();
  const auto axis = ConstantInt(ctx, axis_input);
  Shape out = Shape::UnknownOfRank(rank);
  if (axis) {
    RUNNEL_ASSIGN_OR_RETURN(const int a,
                            NormalAxis(*axis, rank, name, StrCat("values have rank ", rank)));
    int64_t total = 0;
    for (int i = first; i < last; ++i) {
      Shape rest = ctx.input(i).has_rank() ? ctx.input(i) : Shape::UnknownOfRank(rank);
      RUNNEL_ASSIGN_OR_RETURN(total,
                              total < 0 ? Result<int64_t>(kUnknownDim) : AddDims(total, rest.dim(a)));
      rest.set_dim(a, kUnknownDim);
      auto merged = Shape::Merge(out, rest);
      if (!merged.ok()) {
        return InvalidArgument("values may differ only in dimension ", a, ": value ", i - first, " is ",
                               ctx.input(i).ToString(), ", those before it are ", out.ToString());
      }
      out = std::move(*merged);
    }
    out.set_dim(a, total);
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status ConcatShape(ShapeContext& ctx) {
  const int n = ctx.num_inputs() - 1;
  return JoinedShape(ctx, 0, n, n, "axis");
}
Status ConcatV1Shape(ShapeContext& ctx) {
  return JoinedShape(ctx, 1, ctx.num_inputs(), 0, "concat_dim");
}

Status SplitShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "split_dim"));
  Shape piece = ctx.input(1);
  if (piece.has_rank()) {
    if (piece.rank() == 0) return InvalidArgument("value is a scalar, which cannot be split");
    const auto axis = ConstantInt(ctx, 0);
    if (axis) {
      RUNNEL_ASSIGN_OR_RETURN(const int a,
                              NormalAxis(*axis, piece.rank(), "split_dim", ArgIs(ctx, 1, "value")));
      const int64_t n = IntAttr(ctx, "num_split", 1);
      if (piece.dim(a) >= 0 && piece.dim(a) % n != 0) {
        return InvalidArgument("dimension ", a, " cannot be split into ", n,
                               " equal pieces: ", ArgIs(ctx, 1, "value"));
      }
      if (piece.dim(a) >= 0) piece.set_dim(a, piece.dim(a) / n);
    } else {
      piece = Shape::UnknownOfRank(piece.rank());
    }
  }
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set_output(i, piece);
  return OkStatus();
}

Status PackShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(SameInputsShape(ctx));
  const Shape each = ctx.outputs()[0];
  if (!each.has_rank()) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(const int a, NormalAxis(IntAttr(ctx, "axis"), each.rank() + 1, "axis",
                                                  StrCat("values are ", each.ToString())));
  ctx.set_output(
      0, Concat(Concat(SubShape(each, 0, a), Shape{ctx.num_inputs()}), SubShape(each, a, each.rank())));
  return OkStatus();
}

// Variants are not for devices.
Status PackVariants(CompositionContext& ctx) {
  const DType* type = ctx.attr<DType>("T");
  if (type == nullptr || *type != DType::kVariant) return OkStatus();
  ctx.set_output(0,
                 ctx.b().Op("_PackVariants", ctx.input_refs(), {{"axis", *ctx.attr<int64_t>("axis")}}));
  return OkStatus();
}

Status UnpackShape(ShapeContext& ctx) {
  const Shape& value = ctx.input(0);
  if (!value.has_rank()) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(
      const int a, NormalAxis(IntAttr(ctx, "axis"), value.rank(), "axis", ArgIs(ctx, 0, "value")));
  if (value.dim(a) >= 0 && value.dim(a) != ctx.num_outputs()) {
    return InvalidArgument("num is ", ctx.num_outputs(), ", but dimension ", a, " is ", value.dim(a),
                           ": ", ArgIs(ctx, 0, "value"));
  }
  const Shape piece = Concat(SubShape(value, 0, a), SubShape(value, a + 1, value.rank()));
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set_output(i, piece);
  return OkStatus();
}

Status TileShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "multiples", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(const auto known, ConstantInts(ctx, 1, "multiples"));
  if (known) {
    for (const int64_t m : *known) {
      if (m < 0) return InvalidArgument("multiples has the negative entry ", m);
    }
  }
  RUNNEL_ASSIGN_OR_RETURN(const Shape multiples, ctx.ConstantInputAsShape(1));
  const Shape& in = ctx.input(0);
  if (!multiples.has_rank() || !in.has_rank()) {
    const int rank = multiples.has_rank() ? multiples.rank() : in.rank();
    if (rank >= 0) ctx.set_output(0, Shape::UnknownOfRank(rank));
    return OkStatus();
  }
  if (multiples.rank() != in.rank()) {
    return InvalidArgument("multiples has ", multiples.rank(), " entries, but ", ArgIs(ctx, 0, "input"));
  }
  Shape out;
  for (int i = 0; i < in.rank(); ++i) {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t d, MulDims(in.dim(i), multiples.dim(i)));
    out.Append(d);
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status TransposeShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape length, RequireRank(ctx, 1, "perm", 1));
  RUNNEL_ASSIGN_OR_RETURN(const auto perm, ConstantInts(ctx, 1, "perm"));
  const Shape& x = ctx.input(0);
  const int64_t rank = x.has_rank() ? x.rank() : length.dim(0);
  if (rank < 0) return OkStatus();
  if (rank > kMaxRank || (length.dim(0) >= 0 && length.dim(0) != rank)) {
    return InvalidArgument("perm has ", length.dim(0), " entries, but ", ArgIs(ctx, 0, "x"));
  }
  Shape out = Shape::UnknownOfRank(static_cast<int>(rank));
  if (perm) {
    std::vector<bool> seen(static_cast<size_t>(rank));
    for (int i = 0; i < static_cast<int>(rank); ++i) {
      const int64_t given = (*perm)[static_cast<size_t>(i)], from = given < 0 ? given + rank : given;
      if (from < 0 || from >= rank || seen[static_cast<size_t>(from)]) {
        return InvalidArgument("perm is no permutation of 0..", rank - 1, ": entry ", i, " is ", given);
      }
      seen[static_cast<size_t>(from)] = true;
      if (x.has_rank()) out.set_dim(i, x.dim(static_cast<int>(from)));
    }
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status DynamicStitchShape(ShapeContext& ctx) {
  const int n = ctx.num_inputs() / 2;
  Shape rest = Shape::Unknown();
  int64_t rows = 0;
  for (int i = 0; i < n; ++i) {
    const Shape& indices = ctx.input(i);
    const Shape& data = ctx.input(n + i);
    if (const Tensor* value = ctx.ConstantInput(i); value != nullptr) {
      for (int64_t k = 0; k < value->num_elements(); ++k) {
        const int64_t index = value->int_at(k);
        if (index < 0) return InvalidArgument("indices[", i, "] has the negative entry ", index);
        if (rows >= 0) rows = std::max(rows, index + 1);
      }
    } else {
      rows = kUnknownDim;
    }
    if (!indices.has_rank() || !data.has_rank()) continue;
    const auto mismatch = [&] {
      return InvalidArgument("indices[", i, "] is ", indices.ToString(), ", data[", i, "] is ",
                             data.ToString(), ": data must be shaped like indices, then ",
                             rest.ToString());
    };
    if (data.rank() < indices.rank() || !indices.IsCompatibleWith(SubShape(data, 0, indices.rank()))) {
      return mismatch();
    }
    auto merged = Shape::Merge(rest, SubShape(data, indices.rank(), data.rank()));
    if (!merged.ok()) return mismatch();
    rest = std::move(*merged);
  }
  ctx.set_output(0, Concat(Shape{rows}, rest));
  return OkStatus();
}

Status ConcatGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const int n = ctx.node().num_inputs() - 1;
  const auto axes = ConstantIntsOf(ctx.input_ref(n));
  const Shape& out = ctx.output_shape(0);
  bool fixed = axes.has_value() && axes->size() == 1 && out.has_rank();
  const int rank = out.rank();
  const int axis = fixed ? static_cast<int>((*axes)[0] < 0 ? (*axes)[0] + rank : (*axes)[0]) : 0;
  for (int i = 0; i < n && fixed; ++i) {
    fixed = ctx.input_shape(i).has_rank() && ctx.input_shape(i).dim(axis) >= 0;
  }
  if (fixed) {
    std::vector<int64_t> begin(static_cast<size_t>(rank), 0), size(static_cast<size_t>(rank), -1);
    const size_t a = static_cast<size_t>(axis);
    for (int i = 0; i < n; ++i) {
      size[a] = ctx.input_shape(i).dim(axis);
      if (ctx.wants(i)) {
        ctx.set_input_grad(i, b.Op("Slice", {ctx.grad(), IntVector(b, DType::kInt64, begin),
                                             IntVector(b, DType::kInt64, size)}));
      }
      begin[a] += size[a];
    }
    return OkStatus();
  }
  std::vector<OutputRef> shapes;
  for (int i = 0; i < n; ++i) shapes.push_back(ShapeTensor(ctx, ctx.input_ref(i)));
  OutputRef dim = ctx.input(n);
  if (TypeOf(dim) != DType::kInt32) dim = b.Op("Cast", {dim}, {{"DstT", DType::kInt32}});
  dim = b.Op("FloorMod", {dim, b.Op("Size", {shapes[0]})});
  std::vector<OutputRef> offset_inputs = {dim};
  offset_inputs.insert(offset_inputs.end(), shapes.begin(), shapes.end());
  const std::vector<OutputRef> offsets = b.Ops("ConcatOffset", offset_inputs);
  if (!b.status().ok()) return b.status();
  for (int i = 0; i < n; ++i) {
    const size_t k = static_cast<size_t>(i);
    if (ctx.wants(i)) ctx.set_input_grad(i, b.Op("Slice", {ctx.grad(), offsets[k], shapes[k]}));
  }
  return OkStatus();
}

// As [m0, d0, m1, d1, ...] the copies lie along the even axes.
Status TileGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const auto multiples = ConstantIntsOf(ctx.input_ref(1));
  const Shape& in = ctx.input_shape(0);
  if (multiples && in.IsFullyDefined()) {
    std::vector<int64_t> shape, axes;
    for (int i = 0; i < in.rank(); ++i) {
      shape.push_back((*multiples)[static_cast<size_t>(i)]);
      shape.push_back(in.dim(i));
      axes.push_back(2 * i);
    }
    const OutputRef apart = b.Op("Reshape", {ctx.grad(), IntVector(b, DType::kInt64, shape)});
    ctx.set_input_grad(0, b.Op("Sum", {apart, IntVector(b, DType::kInt32, axes)}));
    return OkStatus();
  }
  const OutputRef shape = ShapeTensor(ctx, ctx.input_ref(0), ctx.input_type(1));
  const OutputRef pairs = b.Op("Pack", {ctx.input(1), shape}, {{"axis", 1}});
  const OutputRef apart = b.Op("Reshape", {pairs, b.Int32Vector({-1})});
  const OutputRef axes =
      b.Op("Range", {b.Scalar(DType::kInt32, 0), b.Op("Size", {apart}), b.Scalar(DType::kInt32, 2)});
  const OutputRef sum = b.Op("Sum", {b.Op("Reshape", {ctx.grad(), apart}), axes});
  ctx.set_input_grad(0, b.Op("Reshape", {sum, shape}));
  return OkStatus();
}

Status TransposeGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  OutputRef inverse;
  if (const auto perm = ConstantIntsOf(ctx.input_ref(1))) {
    std::vector<int64_t> back(perm->size());
    for (size_t i = 0; i < perm->size(); ++i) {
      const int64_t from = (*perm)[i];
      back[static_cast<size_t>(from < 0 ? from + static_cast<int64_t>(perm->size()) : from)] =
          static_cast<int64_t>(i);
    }
    inverse = IntVector(b, ctx.input_type(1), back);
  } else {
    // Axes counted from the end, too, as axes counted from the start.
    const OutputRef rank =
        b.Op("Maximum", {b.Op("Size", {ctx.input(1)}, {{"out_type", ctx.input_type(1)}}),
                         IntScalar(b, ctx.input_type(1), 1)});
    const OutputRef places = b.Op("FloorMod", {b.Op("AddV2", {ctx.input(1), rank}), rank});
    inverse = b.Op("InvertPermutation", {places});
  }
  ctx.set_input_grad(0, b.Op("Transpose", {ctx.grad(), inverse}));
  return OkStatus();
}

// Each slice gets its rows of the gradient. Rows that a later slice overwrote get the gradient too, as
// in TensorFlow.
Status DynamicStitchGrad(GradientContext& ctx) {
  const int n = ctx.node().num_inputs() / 2;
  for (int i = 0; i < n; ++i) {
    if (!ctx.wants(n + i)) continue;
    ctx.set_input_grad(
        n + i, ctx.b().Op("GatherV2", {ctx.grad(), ctx.input(i), ctx.b().Scalar(DType::kInt32, 0)}));
  }
  return OkStatus();
}

constexpr OpRow kConcatOps[] = {
    {
        .name = "ConcatV2",
        .inputs = "values: N * T, axis: Tidx",
        .outputs = "output: T",
        .attrs = "N: int >= 2; T: type; Tidx: {int32, int64} = int32",
        .doc =
            "Joins tensors along an axis. Shapes: axis is a scalar in [-rank,rank); all values have one "
            "rank and agree in every other dimension. Errors: INVALID_ARGUMENT otherwise.",
        .shape = ConcatShape,
        .gradient = ConcatGrad,
    },
    {
        .name = "Concat",
        .inputs = "concat_dim: int32, values: N * T",
        .outputs = "output: T",
        .attrs = "N: int >= 2; T: type",
        .doc = "ConcatV2, as older graphs call it: the axis comes first.",
        .shape = ConcatV1Shape,
        .composition = "output: ConcatV2(values, concat_dim)",
    },
    {
        .name = "Split",
        .inputs = "split_dim: int32, value: T",
        .outputs = "output: num_split * T",
        .attrs = "num_split: int >= 1; T: type",
        .doc =
            "Cuts a tensor into num_split equal pieces along an axis. Shapes: split_dim is a scalar in "
            "[-rank,rank). Errors: INVALID_ARGUMENT if num_split does not divide that dimension.",
        .shape = SplitShape,
        .gradient = "value: num_split == 1 ? AddN(complete(g)) : ConcatV2(complete(g), split_dim)",
    },
    {
        .name = "Pack",
        .inputs = "values: N * T",
        .outputs = "output: T",
        .attrs = "N: int >= 1; T: type; axis: int = 0",
        .doc = "Stacks tensors along a new axis. Shapes: all values are alike; axis lies in "
               "[-rank-1,rank]. Errors: INVALID_ARGUMENT otherwise.",
        .shape = PackShape,
        .gradient = "values: Unpack(g, num = N, ...)",
        .composition = PackVariants,
    },
    {
        .name = "Unpack",
        .inputs = "value: T",
        .outputs = "output: num * T",
        .attrs = "num: int >= 0; T: type; axis: int = 0",
        .doc = "Takes a tensor apart along an axis, which vanishes. Shapes: axis lies in [-rank,rank). "
               "Errors: INVALID_ARGUMENT if that dimension is not num.",
        .shape = UnpackShape,
        .gradient = "value: Pack(complete(g), ...)",
    },
    {
        .name = "Tile",
        .inputs = "input: T, multiples: Tmultiples",
        .outputs = "output: T",
        .attrs = "T: type; Tmultiples: {int32, int64} = int32",
        .doc =
            "Repeats input multiples[i] times along each dimension i. Shapes: multiples is a vector as "
            "long as the rank of input. Errors: INVALID_ARGUMENT for a negative multiple.",
        .shape = TileShape,
        .gradient = TileGrad,
    },
    {
        .name = "Transpose",
        .inputs = "x: T, perm: Tperm",
        .outputs = "y: T",
        .attrs = "T: type; Tperm: {int32, int64} = int32",
        .doc = "Permutes dimensions: dimension i of y is dimension perm[i] of x, counted from the end "
               "if it is "
               "negative. Shapes: perm is a vector as long as the rank of x. Errors: INVALID_ARGUMENT "
               "if perm "
               "is no permutation.",
        .shape = TransposeShape,
        .gradient = TransposeGrad,
    },
    {
        .name = "DynamicStitch",
        .inputs = "indices: N * int32, data: N * T",
        .outputs = "merged: T",
        .attrs = "N: int >= 1; T: type",
        .doc = "Interleaves slices: merged[indices[m][i..]] = data[m][i..]; of equal indices the last "
               "wins; "
               "rows that no index names are unspecified. Shapes: data[m] is shaped like indices[m] "
               "followed by one common shape; merged has 1 + the largest index as its first dimension, "
               "known only at run time. Errors: INVALID_ARGUMENT for a negative index.",
        .shape = DynamicStitchShape,
        .gradient = DynamicStitchGrad,
    },
    {
        .name = "ParallelDynamicStitch",
        .inputs = "indices: N * int32, data: N * T",
        .outputs = "merged: T",
        .attrs = "N: int >= 1; T: type",
        .doc = "As DynamicStitch, save that of equal indices any may win; here it is the last.",
        .shape = DynamicStitchShape,
        .gradient = DynamicStitchGrad,
        .composition = "merged: DynamicStitch(indices, data, ...)",
    },
};

}  // namespace

std::span<const OpRow> ConcatOps() { return ChosenRows<kConcatOps>::All(); }

}  // namespace runnel
