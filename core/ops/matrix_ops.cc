// Bands and diagonals of matrices, and what turns or crosses vectors. Matrices are the last two
// dimensions of a tensor.
#include <algorithm>

#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status AtLeastRank(const ShapeContext& ctx, int i, std::string_view arg, int rank) {
  const Shape& shape = ctx.input(i);
  if (!shape.has_rank() || shape.rank() >= rank) return OkStatus();
  return InvalidArgument(ArgIs(ctx, i, arg), ": must have rank ", rank, " or more");
}

Status BandShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(AtLeastRank(ctx, 0, "input", 2));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "num_lower"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "num_upper"));
  ctx.set_output(0, ctx.input(0));
  return OkStatus();
}

// Which diagonals input `i` asks for, one or a range; k 0 where the op has no such input.
struct Band {
  bool known = true;
  int64_t lower = 0, upper = 0;
};
Result<Band> BandOf(ShapeContext& ctx, int i) {
  Band band;
  if (i < 0) return band;
  if (ctx.input(i).has_rank() && ctx.input(i).rank() > 1) {
    return InvalidArgument(ArgIs(ctx, i, "k"), ": must be a scalar or a vector of two");
  }
  RUNNEL_ASSIGN_OR_RETURN(const auto k, ConstantInts(ctx, i, "k"));
  band.known = k.has_value();
  if (!k) return band;
  if (k->empty() || k->size() > 2)
    return InvalidArgument("k has ", k->size(), " entries, expected 1 or 2");
  band.lower = k->front();
  band.upper = k->back();
  if (band.lower > band.upper) {
    return InvalidArgument("k[0] must not be larger than k[1], they are ", band.lower, " and ",
                           band.upper);
  }
  return band;
}

// The shape of the diagonals of matrices that input 0 is, by input `k` (-1: the op has none).
Result<Shape> DiagonalsShape(ShapeContext& ctx, int k) {
  RUNNEL_RETURN_IF_ERROR(AtLeastRank(ctx, 0, "input", 2));
  RUNNEL_ASSIGN_OR_RETURN(const Band band, BandOf(ctx, k));
  const Shape& input = ctx.input(0);
  if (!input.has_rank() || !band.known) return Shape::Unknown();
  const int64_t rows = input.dim(input.rank() - 2), columns = input.dim(input.rank() - 1);
  Shape out = SubShape(input, 0, input.rank() - 2);
  if (band.upper > band.lower) {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count, AddDims(band.upper - band.lower, 1));
    out.Append(count);
  }
  int64_t longest = kUnknownDim;
  if (rows >= 0 && columns >= 0) {
    for (const int64_t d : {band.lower, band.upper}) {
      if (d != 0 && (d <= -rows || d >= columns)) {
        return InvalidArgument("diagonal ", d, " is out of range: ", ArgIs(ctx, 0, "input"));
      }
    }
    longest =
        std::min(rows + std::min<int64_t>(band.upper, 0), columns - std::max<int64_t>(band.lower, 0));
  }
  out.Append(longest);
  return out;
}

Status DiagPartShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape out, DiagonalsShape(ctx, ctx.num_inputs() > 1 ? 1 : -1));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status SetDiagShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape wanted, DiagonalsShape(ctx, ctx.num_inputs() > 2 ? 2 : -1));
  if (!wanted.IsCompatibleWith(ctx.input(1))) {
    return InvalidArgument(ArgIs(ctx, 1, "diagonal"), ", expected ", wanted.ToString(), ": ",
                           ArgIs(ctx, 0, "input"));
  }
  ctx.set_output(0, ctx.input(0));
  return OkStatus();
}

// diagonal, then perhaps k, num_rows, num_cols.
Status DiagShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(AtLeastRank(ctx, 0, "diagonal", 1));
  const bool is_band = ctx.num_inputs() > 1;
  RUNNEL_ASSIGN_OR_RETURN(const Band band, BandOf(ctx, is_band ? 1 : -1));
  const Shape& diagonal = ctx.input(0);
  int64_t rows = -1, columns = -1;
  bool known = band.known;
  if (is_band) {
    RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "num_rows"));
    RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 3, "num_cols"));
    const auto given_rows = ConstantInt(ctx, 2), given_columns = ConstantInt(ctx, 3);
    known = known && given_rows && given_columns;
    if (known) {
      rows = *given_rows;
      columns = *given_columns;
    }
  }
  if (!diagonal.has_rank() || !known) return OkStatus();
  const bool several = band.upper > band.lower;
  RUNNEL_RETURN_IF_ERROR(AtLeastRank(ctx, 0, "diagonal", several ? 2 : 1));
  Shape out = SubShape(diagonal, 0, diagonal.rank() - (several ? 2 : 1));
  const int64_t longest = diagonal.dim(diagonal.rank() - 1);
  if (several && diagonal.dim(diagonal.rank() - 2) >= 0 &&
      diagonal.dim(diagonal.rank() - 2) - 1 != band.upper - band.lower) {
    return InvalidArgument(ArgIs(ctx, 0, "diagonal"), ", but k asks for the diagonals from ", band.lower,
                           " to ", band.upper);
  }
  if (longest < 0) {
    out.Append(rows < 0 ? kUnknownDim : rows);
    out.Append(columns < 0 ? kUnknownDim : columns);
  } else {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t least_rows,
                            AddDims(longest, -std::min<int64_t>(band.upper, 0)));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t least_columns,
                            AddDims(longest, std::max<int64_t>(band.lower, 0)));
    if (rows < 0 && columns < 0) {
      rows = columns = std::max(least_rows, least_columns);
    } else {
      if (rows < 0) rows = least_rows;
      if (columns < 0) columns = least_columns;
    }
    if (rows < least_rows || columns < least_columns ||
        (rows != least_rows && columns != least_columns)) {
      return InvalidArgument("a matrix of ", rows, " rows and ", columns,
                             " columns has no such diagonals: ", ArgIs(ctx, 0, "diagonal"),
                             ", the first is ", band.lower, ", the last ", band.upper);
    }
    out.Append(rows);
    out.Append(columns);
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status TensorDiagShape(ShapeContext& ctx) {
  ctx.set_output(0, Concat(ctx.input(0), ctx.input(0)));
  return OkStatus();
}

Status TensorDiagPartShape(ShapeContext& ctx) {
  const Shape& input = ctx.input(0);
  if (!input.has_rank()) return OkStatus();
  const int half = input.rank() / 2;
  const Shape first = SubShape(input, 0, half);
  auto merged = Shape::Merge(first, SubShape(input, half, input.rank()));
  if (input.rank() % 2 != 0 || input.rank() == 0 || !merged.ok()) {
    return InvalidArgument(ArgIs(ctx, 0, "input"), ": the dimensions must be given twice");
  }
  ctx.set_output(0, std::move(*merged));
  return OkStatus();
}

Status RollShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(AtLeastRank(ctx, 0, "input", 1));
  for (const int i : {1, 2}) {
    if (ctx.input(i).has_rank() && ctx.input(i).rank() > 1) {
      return InvalidArgument(ArgIs(ctx, i, i == 1 ? "shift" : "axis"), ": must be a scalar or a vector");
    }
  }
  RUNNEL_RETURN_IF_ERROR(RequireSame(ctx, 1, "shift", 2, "axis").status());
  ctx.set_output(0, ctx.input(0));
  return OkStatus();
}

Status CrossShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape shape, RequireSame(ctx, 0, "a", 1, "b"));
  RUNNEL_RETURN_IF_ERROR(AtLeastRank(ctx, 0, "a", 1));
  if (shape.has_rank() && shape.dim(shape.rank() - 1) >= 0 && shape.dim(shape.rank() - 1) != 3) {
    return InvalidArgument(ArgIs(ctx, 0, "a"), ": the last dimension must be 3");
  }
  ctx.set_output(0, std::move(shape));
  return OkStatus();
}

Status BroadcastArgsShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape a, RequireRank(ctx, 0, "s0", 1));
  RUNNEL_ASSIGN_OR_RETURN(const Shape b, RequireRank(ctx, 1, "s1", 1));
  const bool known = a.dim(0) >= 0 && b.dim(0) >= 0;
  ctx.set_output(0, Shape{known ? std::max(a.dim(0), b.dim(0)) : kUnknownDim});
  return OkStatus();
}

#define RUNNEL_ALIGN_ATTR \
  "align: {'LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'} = 'RIGHT_LEFT'"

constexpr OpRow kMatrixOps[] = {
    {
        .name = "MatrixBandPart",
        .inputs = "input: T, num_lower: Tindex, num_upper: Tindex",
        .outputs = "band: T",
        .attrs = "T: type; Tindex: {int32, int64} = int64",
        .doc = "Keeps the main diagonal, num_lower diagonals below it and num_upper above it, all for a "
               "negative number, and makes the rest 0. Shapes: input has rank 2 or more, num_lower and "
               "num_upper are scalars, band is like input. Errors: INVALID_ARGUMENT for more diagonals "
               "than there are.",
        .shape = BandShape,
        .gradient = "input: MatrixBandPart(g, num_lower, num_upper)",
    },
    {
        .name = "MatrixDiag",
        .inputs = "diagonal: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Makes matrices with the given main diagonals and 0 elsewhere. Shapes: output is "
               "diagonal.shape + [diagonal.shape[-1]].",
        .shape = DiagShape,
        .gradient = "diagonal: MatrixDiagPart(g)",
    },
    {
        .name = "MatrixDiagV2",
        .inputs = "diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "As MatrixDiagV3 with align LEFT_LEFT.",
        .shape = DiagShape,
        .gradient = "diagonal: MatrixDiagPartV2(g, k, 0); padding_value: none",
    },
    {
        .name = "MatrixDiagV3",
        .inputs = "diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T",
        .outputs = "output: T",
        .attrs = "T: type; " RUNNEL_ALIGN_ATTR,
        .doc =
            "Makes matrices with the given diagonals and padding_value elsewhere. k is one diagonal "
            "(0: the main one, above 0: over it) or the lowest and the highest of a range, whose rows "
            "in diagonal start with the highest. Diagonals shorter than the longest lie at the end "
            "of their row that align names: its first word is for those over the main one, the "
            "second for those under it. num_rows or num_cols -1: as small as fits. Shapes: diagonal "
            "is [..., length], or [..., count, length] for a range; output is [..., num_rows, "
            "num_cols]. Errors: INVALID_ARGUMENT for sizes that do not fit the diagonals.",
        .shape = DiagShape,
        .gradient = "diagonal: MatrixDiagPartV3(g, k, 0, ...); padding_value: none",
    },
    {
        .name = "MatrixDiagPart",
        .inputs = "input: T",
        .outputs = "diagonal: T",
        .attrs = "T: type",
        .doc = "Gives the main diagonals of matrices. Shapes: input is [..., m, n], diagonal is [..., "
               "min(m, n)].",
        .shape = DiagPartShape,
        .gradient = "input: MatrixSetDiag(zeros(input), g)",
    },
    {
        .name = "MatrixDiagPartV2",
        .inputs = "input: T, k: int32, padding_value: T",
        .outputs = "diagonal: T",
        .attrs = "T: type",
        .doc = "As MatrixDiagPartV3 with align LEFT_LEFT.",
        .shape = DiagPartShape,
        .gradient = "input: MatrixSetDiagV2(zeros(input), g, k); padding_value: none",
    },
    {
        .name = "MatrixDiagPartV3",
        .inputs = "input: T, k: int32, padding_value: T",
        .outputs = "diagonal: T",
        .attrs = "T: type; " RUNNEL_ALIGN_ATTR,
        .doc =
            "Gives the diagonals k of matrices, filled up with padding_value to the length of the "
            "longest; k and align as in MatrixDiagV3. Shapes: input is [..., m, n], diagonal is [..., "
            "length], or [..., count, length] for a range. Errors: INVALID_ARGUMENT for diagonals "
            "that are not there.",
        .shape = DiagPartShape,
        .gradient = "input: MatrixSetDiagV3(zeros(input), g, k, ...); padding_value: none",
    },
    {
        .name = "MatrixSetDiag",
        .inputs = "input: T, diagonal: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Replaces the main diagonals of matrices. Shapes: input and output are [..., m, n], "
               "diagonal is [..., min(m, n)].",
        .shape = SetDiagShape,
        .gradient = "input: MatrixSetDiag(g, zeros(diagonal)); diagonal: MatrixDiagPart(g)",
    },
    {
        .name = "MatrixSetDiagV2",
        .inputs = "input: T, diagonal: T, k: int32",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "As MatrixSetDiagV3 with align LEFT_LEFT.",
        .shape = SetDiagShape,
        .gradient = "input: MatrixSetDiagV2(g, zeros(diagonal), k); "
                    "diagonal: MatrixDiagPartV2(g, k, 0)",
    },
    {
        .name = "MatrixSetDiagV3",
        .inputs = "input: T, diagonal: T, k: int32",
        .outputs = "output: T",
        .attrs = "T: type; " RUNNEL_ALIGN_ATTR,
        .doc = "Replaces the diagonals k of matrices; k and align as in MatrixDiagV3. Shapes: input and "
               "output are [..., m, n], diagonal is as MatrixDiagPartV3 gives it. Errors: "
               "INVALID_ARGUMENT for diagonals that are not there.",
        .shape = SetDiagShape,
        .gradient = "input: MatrixSetDiagV3(g, zeros(diagonal), k, ...); "
                    "diagonal: MatrixDiagPartV3(g, k, 0, ...)",
    },
    {
        .name = "Diag",
        .inputs = "diagonal: T",
        .outputs = "output: T",
        .attrs = "T: {bfloat16, half, float, double, int32, int64, complex64, complex128}",
        .doc = "Makes a tensor that has the elements of diagonal where the first half of the indices is "
               "the second half, and 0 elsewhere. Shapes: output is diagonal.shape twice.",
        .shape = TensorDiagShape,
        .gradient = "diagonal: DiagPart(g)",
    },
    {
        .name = "DiagPart",
        .inputs = "input: T",
        .outputs = "diagonal: T",
        .attrs = "T: {bfloat16, half, float, double, int32, int64, complex64, complex128}",
        .doc = "Gives the elements of input where the first half of the indices is the second half. "
               "Shapes: input is diagonal.shape twice.",
        .shape = TensorDiagPartShape,
        .gradient = "input: Diag(g)",
    },
    {
        .name = "Roll",
        .inputs = "input: T, shift: Tshift, axis: Taxis",
        .outputs = "output: T",
        .attrs = "T: type; Tshift: {int32, int64}; Taxis: {int32, int64}",
        .doc = "Moves elements along the axes by shift places; what leaves at the end comes in at the "
               "beginning. An axis may be given several times. Shapes: shift and axis are scalars or "
               "vectors of one length, output is like input. Errors: INVALID_ARGUMENT for an axis out "
               "of range.",
        .shape = RollShape,
        .gradient = "input: Roll(g, -shift, axis)",
    },
    {
        .name = "Cross",
        .inputs = "a: T, b: T",
        .outputs = "product: T",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "Gives the cross product of the vectors of three in the last dimension. Shapes: all "
               "alike.",
        .shape = CrossShape,
        .gradient = "a: Cross(b, g); b: Cross(g, a)",
        .composition = "product: Roll(a, -1, -1) * Roll(b, 1, -1) - Roll(a, 1, -1) * Roll(b, -1, -1)",
    },
    {
        .name = "BroadcastArgs",
        .inputs = "s0: T, s1: T",
        .outputs = "r0: T",
        .attrs = "T: {int32, int64} = int32",
        .doc = "Gives the shape that two shapes broadcast to. Shapes: all are vectors. Errors: "
               "INVALID_ARGUMENT for shapes that do not broadcast.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastArgsShape,
    },
};

}  // namespace

std::span<const OpRow> MatrixOps() { return ChosenRows<kMatrixOps>::All(); }

}  // namespace runnel
