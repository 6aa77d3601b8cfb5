// Layers that prepare numbers.
#include <algorithm>
#include <cmath>

#include "core/learn/adapt.h"
#include "core/learn/encode.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {

Result<OutputRef> Encode(LayerContext& ctx, OutputRef numbers, std::string_view mode, int64_t depth) {
  if (mode == "int") return numbers;
  GraphBuilder& b = ctx.b();
  const Shape& shape = ShapeOf(numbers);
  if (!shape.has_rank() || shape.rank() < 2)
    return InvalidArgument("its input: expected [batch, numbers], got ", shape.ToString());
  if (depth > INT32_MAX) return InvalidArgument(depth, " numbers are more than one vector can have");
  if (mode == "one_hot" && shape.dim(shape.rank() - 1) == 1) {
    const std::vector<int64_t> last = {shape.rank() - 1};
    numbers = b.Op("Squeeze", {numbers}, {{"squeeze_dims", last}});
  }
  const DType dtype = ctx.dtype();
  const OutputRef each = b.Op(
      "OneHot", {numbers, IntScalar(b, DType::kInt32, depth), b.Scalar(dtype, 1), b.Scalar(dtype, 0)});
  RUNNEL_RETURN_IF_ERROR(b.status());
  if (mode == "one_hot") return each;
  return b.Op(mode == "count" ? "Sum" : "Max", {each, b.Int32Vector({1})});
}

namespace {

// ---- Normalization ----

// Which axes of an input keep means of their own.
Result<std::vector<bool>> Kept(const BoundRow& row, int rank) {
  std::vector<bool> kept(static_cast<size_t>(rank));
  for (const int64_t axis : row.arg<std::vector<int64_t>>("axis")) {
    const int64_t at = axis < 0 ? axis + rank : axis;
    if (at < 0 || at >= rank)
      return InvalidArgument("axis ", axis, " of an input of ", rank, " dimensions");
    kept[static_cast<size_t>(at)] = true;
  }
  return kept;
}

Result<std::optional<std::vector<int64_t>>> MeanSizes(const BoundRow& row, const RowCall& call) {
  if (!row.arg<std::vector<float>>("mean").empty()) return std::optional<std::vector<int64_t>>();
  const Shape& shape = ShapeOf(call.inputs[0]);
  if (!shape.has_rank()) return InvalidArgument("its input's number of dimensions is not known");
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<bool> kept, Kept(row, shape.rank()));
  std::vector<int64_t> sizes;
  for (int i = 0; i < shape.rank(); ++i) {
    if (!kept[static_cast<size_t>(i)]) continue;
    if (shape.dim(i) < 0)
      return InvalidArgument("dimension ", i, " of its input ", shape.ToString(), " is not known");
    sizes.push_back(shape.dim(i));
  }
  return std::optional(std::move(sizes));
}

Status NormalizationCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef x = ctx.input(0);
  const Shape& shape = ShapeOf(x);
  if (!shape.has_rank()) return InvalidArgument("its input's number of dimensions is not known");
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<bool> kept, Kept(ctx.row(), shape.rank()));
  std::vector<int64_t> broadcast;
  int64_t elements = 1;
  for (int i = 0; i < shape.rank(); ++i) {
    broadcast.push_back(kept[static_cast<size_t>(i)] ? shape.dim(i) : 1);
    if (broadcast.back() < 0)
      return InvalidArgument("dimension ", i, " of its input ", shape.ToString(), " is not known");
    elements *= broadcast.back();
  }
  const auto& mean = ctx.arg<std::vector<float>>("mean");
  const auto& variance = ctx.arg<std::vector<float>>("variance");
  if (mean.size() != variance.size()) {
    return InvalidArgument("mean has ", mean.size(), " numbers, variance ", variance.size());
  }
  const auto given = [&](const std::vector<float>& values,
                         std::string_view weight) -> Result<OutputRef> {
    OutputRef flat = ctx.weight(weight);
    if (!flat) {
      if (values.size() != 1 && static_cast<int64_t>(values.size()) != elements) {
        return InvalidArgument("mean and variance: expected one number or ", elements, ", got ",
                               values.size());
      }
      RUNNEL_ASSIGN_OR_RETURN(
          const Tensor tensor,
          Tensor::FromValues<float>(Shape{static_cast<int64_t>(values.size())}, values));
      flat = b.Constant(tensor);
      if (ctx.dtype() != DType::kFloat) flat = b.Op("Cast", {flat}, {{"DstT", ctx.dtype()}});
      if (values.size() == 1) return b.Op("Reshape", {flat, IntVector(b, DType::kInt64, {})});
    }
    return b.Op("Reshape", {flat, IntVector(b, DType::kInt64, broadcast)});
  };
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef m, given(mean, "own_mean"));
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef v, given(variance, "own_variance"));
  const OutputRef deviation = b.Op("Maximum", {b.Op("Sqrt", {v}), b.Scalar(ctx.dtype(), 1e-7)});
  ctx.Give(ctx.arg<bool>("invert") ? b.Op("AddV2", {m, b.Op("Mul", {x, deviation})})
                                   : b.Op("RealDiv", {b.Op("Sub", {x, m}), deviation}),
           ctx.mask(0));
  return b.status();
}

Status NormalizationAdapt(AdaptContext& ctx) {
  const Shape& shape = ctx.data.shape();
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<bool> kept, Kept(ctx.row, shape.rank()));
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<double> numbers, ctx.Numbers());
  size_t groups = 1;
  for (int i = 0; i < shape.rank(); ++i) {
    if (kept[static_cast<size_t>(i)]) groups *= static_cast<size_t>(shape.dim(i));
  }
  // The mean that an element belongs to.
  const auto group_of = [&](size_t element) {
    size_t group = 0, step = 1;
    for (int i = shape.rank() - 1; i >= 0; --i) {
      const auto size = static_cast<size_t>(shape.dim(i));
      if (kept[static_cast<size_t>(i)]) {
        group += element % size * step;
        step *= size;
      }
      element /= size;
    }
    return group;
  };
  const double count = static_cast<double>(numbers.size()) / static_cast<double>(groups);
  std::vector<double> mean(groups), variance(groups);
  for (size_t i = 0; i < numbers.size(); ++i) mean[group_of(i)] += numbers[i] / count;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const double off = numbers[i] - mean[group_of(i)];
    variance[group_of(i)] += off * off / count;
  }
  for (const double value : mean) {
    if (!std::isfinite(value)) return InvalidArgument("data: its mean is ", value);
  }
  ctx.Set("mean", ListOf(mean));
  ctx.Set("variance", ListOf(variance));
  return OkStatus();
}

// ---- CategoryEncoding, Discretization, Hashing ----

Status CategoryCall(LayerContext& ctx) {
  OutputRef x = ctx.input(0);
  GraphBuilder& b = ctx.b();
  if (TypeOf(x) != DType::kInt32 && TypeOf(x) != DType::kInt64)
    x = b.Op("Cast", {x}, {{"DstT", DType::kInt64}});
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef y,
                          Encode(ctx, x, ctx.text("output_mode"), ctx.arg<int64_t>("num_tokens")));
  ctx.Give(y);
  return b.status();
}

Status DiscretizationCall(LayerContext& ctx) {
  const auto& boundaries = ctx.arg<std::vector<float>>("bin_boundaries");
  if (boundaries.empty())
    return InvalidArgument("bin_boundaries: expected some, given or learned from data");
  if (!std::is_sorted(boundaries.begin(), boundaries.end()))
    return InvalidArgument("bin_boundaries: expected numbers that do not fall");
  GraphBuilder& b = ctx.b();
  const OutputRef bins = b.Op("Bucketize", {ctx.input(0)}, {{"boundaries", boundaries}});
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef y, Encode(ctx, bins, ctx.text("output_mode"),
                                                    static_cast<int64_t>(boundaries.size()) + 1));
  ctx.Give(y);
  return b.status();
}

// Values that stand for as many as their weights say.
struct Weighted {
  std::vector<double> values, weights;
};

double Interpolate(double at, const std::vector<double>& xs, const std::vector<double>& ys) {
  if (at <= xs.front()) return ys.front();
  if (at >= xs.back()) return ys.back();
  const auto above = static_cast<size_t>(std::upper_bound(xs.begin(), xs.end(), at) - xs.begin());
  const double share = (at - xs[above - 1]) / (xs[above] - xs[above - 1]);
  return ys[above - 1] + share * (ys[above] - ys[above - 1]);
}

// As few values as `epsilon` asks for, by interpolation between cumulative weights.
Weighted Compressed(const Weighted& given, double epsilon) {
  if (static_cast<double>(given.values.size()) * epsilon < 1) return given;
  std::vector<double> cumulative, shares;
  double sum = 0;
  for (const double weight : given.weights) cumulative.push_back(sum += weight);
  for (const double c : cumulative) shares.push_back(c / sum);
  Weighted made;
  double before = 0;
  const auto count = static_cast<int64_t>(std::ceil(1 / epsilon));
  for (int64_t i = 0; i < count; ++i) {
    const double percent = epsilon + static_cast<double>(i) * epsilon;
    const double until = Interpolate(percent, shares, cumulative);
    made.values.push_back(Interpolate(percent, shares, given.values));
    made.weights.push_back(until - before);
    before = until;
  }
  return made;
}

Status DiscretizationAdapt(AdaptContext& ctx) {
  const int64_t bins = ctx.row.arg<int64_t>("num_bins");
  if (bins < 1) return InvalidArgument("num_bins: expected at least 1 to learn boundaries, got ", bins);
  // The number that was written, which single precision has not kept.
  const double epsilon = std::round(static_cast<double>(ctx.row.arg<float>("epsilon")) * 1e7) / 1e7;
  if (!(epsilon > 0 && epsilon < 1))
    return InvalidArgument("epsilon: expected more than 0 and less than 1, got ", epsilon);
  RUNNEL_ASSIGN_OR_RETURN(std::vector<double> numbers, ctx.Numbers());
  for (double& number : numbers) {
    number = static_cast<double>(static_cast<float>(number));  // as Keras does
    if (std::isnan(number)) return InvalidArgument("data: has a NaN");
  }
  std::sort(numbers.begin(), numbers.end());
  const double step = std::max(static_cast<double>(numbers.size()) * epsilon, 1.0);
  Weighted summary;
  for (auto i = static_cast<size_t>(step - 1); i < numbers.size(); i += static_cast<size_t>(step)) {
    summary.values.push_back(numbers[i]);
    summary.weights.push_back(step);
  }
  summary = Compressed(Compressed(summary, epsilon), 1 / static_cast<double>(bins));
  if (!summary.values.empty()) summary.values.pop_back();
  ctx.Set("bin_boundaries", ListOf(summary.values));
  SpecValue none;
  ctx.Set("num_bins", none);
  return OkStatus();
}

Status HashingCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  OutputRef x = ctx.input(0);
  if (IsFloating(TypeOf(x))) x = b.Op("Cast", {x}, {{"DstT", DType::kInt64}});
  if (TypeOf(x) != DType::kString) x = b.Op("AsString", {x});
  int64_t bins = ctx.arg<int64_t>("num_bins");
  const auto& mask_value = ctx.arg<std::vector<std::string>>("mask_value");
  OutputRef masked;
  if (!mask_value.empty() && bins > 1) {
    --bins;  // the first one is the mask's
    RUNNEL_ASSIGN_OR_RETURN(const Tensor value, Tensor::FromStrings(Shape(), {mask_value.data(), 1}));
    masked = b.Op("Equal", {x, b.Constant(value)});
  }
  std::vector<int64_t> salt = ctx.arg<std::vector<int64_t>>("salt");
  if (salt.size() > 2) return InvalidArgument("salt: expected one or two numbers, got ", salt.size());
  if (salt.size() == 1) salt.push_back(salt[0]);
  OutputRef hashed = salt.empty()
                         ? b.Op("StringToHashBucketFast", {x}, {{"num_buckets", bins}})
                         : b.Op("StringToHashBucketStrong", {x}, {{"num_buckets", bins}, {"key", salt}});
  if (masked) {
    hashed = b.Op("AddV2", {hashed, b.Scalar(DType::kInt64, 1)});
    hashed = b.Op("SelectV2", {masked, b.Scalar(DType::kInt64, 0), hashed});
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef y,
                          Encode(ctx, hashed, ctx.text("output_mode"), ctx.arg<int64_t>("num_bins")));
  ctx.Give(y);
  return b.status();
}

#define RUNNEL_MEAN_WEIGHT(weight, keras, first) \
  { .name = weight, .initializer = first, .trainable = false, .keras_name = keras, .sizes = MeanSizes }

constexpr Row kPrepLayers[] = {
    {
        .kind = RowKind::kLayer,
        .name = "Normalization",
        .args =
            "axis: list(int) = [-1]; mean: list(float) = []; variance: list(float) = []; invert: bool "
            "= false",
        .doc = "(x - mean) / sqrt(variance), or the other way round with invert. mean and variance are "
               "given, "
               "learned from data, or weights; those axes have their own, counted with the batch, and "
               "the rest "
               "share them. Shapes: y is like x.",
        .weights = {RUNNEL_MEAN_WEIGHT("own_mean", "mean", "zeros"),
                    RUNNEL_MEAN_WEIGHT("own_variance", "variance", "ones")},
        .layer = NormalizationCall,
        .adapt = NormalizationAdapt,
    },
    {
        .kind = RowKind::kLayer,
        .name = "CategoryEncoding",
        .inputs = "x: I",
        .args = "num_tokens: int >= 1; output_mode: {'multi_hot', 'one_hot', 'count'} = 'multi_hot'",
        .doc = "Numbers of categories, at least 0 and below num_tokens, as vectors of "
               "num_tokens." RUNNEL_ENCODED_DOC,
        .layer = CategoryCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Discretization",
        .inputs = "x: I",
        .args =
            "bin_boundaries: list(float) = []; num_bins: int = 0; epsilon: float = 0.01; output_mode: "
            "{'int', 'one_hot', 'multi_hot', 'count'} = 'int'",
        .doc = "The number of the bin that x falls into: how many of bin_boundaries are not above it. "
               "From data "
               "num_bins bins of about as many values each are learned." RUNNEL_ENCODED_DOC,
        .layer = DiscretizationCall,
        .adapt = DiscretizationAdapt,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Hashing",
        .inputs = "x: I",
        .args = "num_bins: int >= 1; mask_value: list(string) = []; salt: list(int) = []; output_mode: "
                "{'int', 'one_hot', 'multi_hot', 'count'} = 'int'",
        .doc = "Strings, or whole numbers as strings, by a hash: FarmHash64, or SipHash64 with a salt. "
               "What "
               "equals mask_value gives 0, and nothing else does." RUNNEL_ENCODED_DOC,
        .layer = HashingCall,
    },
};

}  // namespace

std::span<const Row> PrepLayerRows() { return kPrepLayers; }

}  // namespace runnel::learn
