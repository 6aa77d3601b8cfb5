// Small ops of neural networks that are made of simpler ones: orders of dimensions, the n-th smallest
// element, and batch normalisation as it was before FusedBatchNorm.
#include <algorithm>

#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/sizes.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

struct Formats {
  std::string from = "NHWC", to = "NCHW";
  // Where the dimension of `from` at i is in `to`, and the other way round.
  std::vector<int64_t> places, sources;
};

Result<Formats> ReadFormats(const AttrList& attrs) {
  Formats formats;
  for (const auto& [name, format] :
       {std::pair{"src_format", &formats.from}, std::pair{"dst_format", &formats.to}}) {
    const AttrValue* value = FindAttr(attrs, name);
    const auto* text = value == nullptr ? nullptr : value->get_if<std::string>();
    if (text != nullptr) *format = *text;
  }
  bool fits = (formats.from.size() == 4 || formats.from.size() == 5) &&
              std::is_permutation(formats.from.begin(), formats.from.end(), formats.to.begin(),
                                  formats.to.end());
  for (const char c : formats.from) fits = fits && std::ranges::count(formats.from, c) == 1;
  if (!fits) {
    return InvalidArgument("src_format is \"", formats.from.substr(0, 16), "\", dst_format \"",
                           formats.to.substr(0, 16),
                           "\": expected the same four or five letters in both");
  }
  for (const char c : formats.from) formats.places.push_back(static_cast<int64_t>(formats.to.find(c)));
  for (const char c : formats.to) formats.sources.push_back(static_cast<int64_t>(formats.from.find(c)));
  return formats;
}

Status DimMapShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(ReadFormats(ctx.attrs()).status());
  return UnchangedShape(ctx);
}

Status DimMapComposition(CompositionContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Formats formats, ReadFormats(ctx.attrs()));
  std::vector<int64_t> twice = formats.places;  // for dimensions from the end
  twice.insert(twice.end(), formats.places.begin(), formats.places.end());
  GraphBuilder& b = ctx.b();
  const DType type = TypeOf(ctx.input(0));
  const OutputRef from_zero =
      b.Op("AddV2", {ctx.input(0), IntScalar(b, type, static_cast<int64_t>(formats.from.size()))});
  ctx.set_output(
      0, b.Op("GatherV2", {IntVector(b, type, twice), from_zero, IntScalar(b, DType::kInt32, 0)}));
  return OkStatus();
}

Status VecPermuteShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Formats formats, ReadFormats(ctx.attrs()));
  const Shape& x = ctx.input(0);
  if (x.has_rank()) {
    const auto all = static_cast<int64_t>(formats.from.size());
    bool fits = x.rank() == 1 || (x.rank() == 2 && (x.dim(1) < 0 || x.dim(1) == 2));
    fits = fits && (x.dim(0) < 0 || x.dim(0) == all || x.dim(0) == all - 2);
    if (!fits) {
      return InvalidArgument(ArgIs(ctx, 0, "x"), ": expected [", all, "], [", all, ",2], or ", all - 2,
                             " in place of ", all);
    }
  }
  return UnchangedShape(ctx);
}

Status VecPermuteComposition(CompositionContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Formats formats, ReadFormats(ctx.attrs()));
  const Shape& x = ShapeOf(ctx.input(0));
  if (!x.has_rank() || x.rank() < 1 || x.dim(0) < 0) return OkStatus();
  if (x.dim(0) == static_cast<int64_t>(formats.from.size()) - 2) {  // of the places in space alone
    const auto space = [](std::string format) {
      std::erase_if(format, [](char c) { return c == 'N' || c == 'C'; });
      return format;
    };
    const std::string from = space(formats.from);
    formats.sources.clear();
    for (const char c : space(formats.to)) formats.sources.push_back(static_cast<int64_t>(from.find(c)));
    if (static_cast<int64_t>(from.size()) != x.dim(0)) {
      return InvalidArgument("src_format is \"", formats.from, "\": expected N and C in it for x of ",
                             x.dim(0));
    }
  }
  GraphBuilder& b = ctx.b();
  ctx.set_output(0, b.Op("GatherV2", {ctx.input(0), IntVector(b, DType::kInt32, formats.sources),
                                      IntScalar(b, DType::kInt32, 0)}));
  return OkStatus();
}

Status NthElementShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "n"));
  const Shape& input = ctx.input(0);
  const auto n = ConstantInt(ctx, 1);
  if (n && *n < 0) return InvalidArgument("n is ", *n, ", expected at least 0");
  if (!input.has_rank()) return OkStatus();
  if (input.rank() < 1) return InvalidArgument(ArgIs(ctx, 0, "input"), ": expected a dimension");
  const int64_t last = input.dim(input.rank() - 1);
  if (n && last >= 0 && *n >= last) {
    return InvalidArgument("n is ", *n, ": the last dimension of input has ", last, " elements");
  }
  ctx.set_output(0, SubShape(input, 0, input.rank() - 1));
  return OkStatus();
}

Status NthElementComposition(CompositionContext& ctx) {
  const OutputRef input = ctx.input(0);
  if (!ShapeOf(input).has_rank()) return OkStatus();
  Sizes s(ctx);
  GraphBuilder& b = ctx.b();
  const int rank = ShapeOf(input).rank();
  const Size all = s.Of(input, rank - 1);
  const OutputRef sorted = b.Op("TopKV2", {input, s.Scalar(all)});  // from the largest
  const bool* reverse = ctx.attr<bool>("reverse");
  const auto known = ConstantIntsOf(ctx.input(1));
  Size n = ctx.input(1);
  if (known.has_value() && known->size() == 1) n = (*known)[0];
  if (reverse == nullptr || !*reverse) n = s.Minus(s.Minus(all, 1), n);
  ctx.set_output(0, b.Op("GatherV2", {sorted, s.Scalar(n), s.Scalar(rank - 1)}));
  return OkStatus();
}

// t [batch,rows,columns,channels] and vectors of channels.
Status GlobalNormShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape t, RequireRank(ctx, 0, "t", 4));
  const bool gradient = ctx.num_outputs() > 1;
  int64_t channels = t.dim(3);
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    if (gradient && i == 4) continue;
    const std::string_view name = ctx.schema().inputs[static_cast<size_t>(i)].name;
    RUNNEL_ASSIGN_OR_RETURN(const Shape vector, RequireRank(ctx, i, name, 1));
    if (!ctx.MergeDim(channels, vector.dim(0), &channels).ok()) {
      return InvalidArgument(ArgIs(ctx, i, name), ": expected [", channels, "]");
    }
  }
  if (gradient && !ctx.input(4).IsCompatibleWith(t)) {
    return InvalidArgument(ArgIs(ctx, 4, "backprop"), ": expected ", t.ToString());
  }
  ctx.set_output(0, t);
  for (int i = 1; i < ctx.num_outputs(); ++i) ctx.set_output(i, Shape{channels});
  return OkStatus();
}

#define RUNNEL_GLOBAL_NORM_ATTRS \
  "T: " RUNNEL_FLOAT_TYPES "; variance_epsilon: float; scale_after_normalization: bool"

constexpr OpRow kNnFormOps[] = {
    {
        .name = "DataFormatDimMap",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {int32, int64} = int32; src_format: string = 'NHWC'; dst_format: string = 'NCHW'",
        .doc = "Gives for each dimension of src_format, also counted from the end, where it is in "
               "dst_format. Shapes: y is like x. Errors: INVALID_ARGUMENT for a number that is no "
               "dimension, or formats that are not of the same letters.",
        .flags = kOpNotDifferentiable,
        .shape = DimMapShape,
        .composition = DimMapComposition,
    },
    {
        .name = "DataFormatVecPermute",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {int32, int64} = int32; src_format: string = 'NHWC'; dst_format: string = 'NCHW'",
        .doc =
            "Brings the rows of x, one for each dimension of src_format, or for each but N and C, into "
            "the order of dst_format. Shapes: x and y are [4] or [4,2], or of as many rows as there "
            "are letters; their number must be known when the graph is planned. Errors: "
            "INVALID_ARGUMENT for formats that are not of the same letters.",
        .flags = kOpNotDifferentiable,
        .shape = VecPermuteShape,
        .composition = VecPermuteComposition,
    },
    {
        .name = "NthElement",
        .inputs = "input: T, n: int32",
        .outputs = "values: T",
        .attrs = "reverse: bool = false; T: " RUNNEL_REAL_TYPES,
        .doc = "Gives the n-th smallest element along the last dimension, counted from 0, or the n-th "
               "largest if reverse. Shapes: values is input without its last dimension. Errors: "
               "INVALID_ARGUMENT if there are no more than n elements.",
        .shape = NthElementShape,
        .gradient = "m = Cast(Equal(input, ExpandDims(values, -1)), DstT = T); "
                    "input: m * ExpandDims(g / Sum(m, [-1]), -1)",
        .composition = NthElementComposition,
    },
    {
        .name = "BatchNormWithGlobalNormalization",
        .inputs = "t: T, m: T, v: T, beta: T, gamma: T",
        .outputs = "result: T",
        .attrs = RUNNEL_GLOBAL_NORM_ATTRS,
        .doc =
            "Gives (t - m) / sqrt(v + variance_epsilon), times gamma if scale_after_normalization, plus "
            "beta. Shapes: t is [batch,rows,columns,channels], all others [channels].",
        .shape = GlobalNormShape,
        .gradient =
            "d = BatchNormWithGlobalNormalizationGrad(t, m, v, gamma, g, ...); t: d.dx; m: d.dm; "
            "v: d.dv; beta: d.db; gamma: d.dg",
        .composition = "i = Rsqrt(v + variance_epsilon); "
                       "result: (t - m) * (scale_after_normalization ? i * gamma : i) + beta",
    },
    {
        .name = "BatchNormWithGlobalNormalizationGrad",
        .inputs = "t: T, m: T, v: T, gamma: T, backprop: T",
        .outputs = "dx: T, dm: T, dv: T, db: T, dg: T",
        .attrs = RUNNEL_GLOBAL_NORM_ATTRS,
        .doc =
            "Gives the gradients of BatchNormWithGlobalNormalization for t, m, v, beta and gamma; 0 for "
            "gamma if it does not scale. Shapes: as there; backprop is like t.",
        .shape = GlobalNormShape,
        .composition = "i = Rsqrt(v + variance_epsilon); w = scale_after_normalization ? i * gamma : i; "
                       "s = Sum(backprop, [0, 1, 2]); c = Sum(backprop * (t - m), [0, 1, 2]); "
                       "dx: backprop * w; dm: -(s * w); dv: c * w * i * i * -0.5; db: s; "
                       "dg: scale_after_normalization ? c * i : ZerosLike(gamma)",
    },
};

}  // namespace

std::span<const OpRow> NnFormOps() { return ChosenRows<kNnFormOps>::All(); }

}  // namespace runnel
