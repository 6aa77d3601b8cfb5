// Initializers. Values depend on the seed alone: the same model starts from the same weights in every
// language.
#include <cmath>

#include "core/learn/row.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

OutputRef ShapeOf(CompositionContext& ctx) {
  return IntVector(ctx.b(), DType::kInt32, *ctx.attr<std::vector<int64_t>>("shape"));
}

// Draws by a key alone. The op's state is no part of the result, so sessions and runs agree.
OutputRef Draw(CompositionContext& ctx, const char* op) {
  GraphBuilder& b = ctx.b();
  const OutputRef key =
      IntVector(b, DType::kInt64, {*ctx.attr<int64_t>("seed"), *ctx.attr<int64_t>("seed2")});
  return b.Op(op, {ShapeOf(ctx), key}, {{"dtype", *ctx.attr<DType>("T")}});
}

OutputRef Affine(CompositionContext& ctx, OutputRef x, double scale, double offset) {
  GraphBuilder& b = ctx.b();
  const DType dtype = *ctx.attr<DType>("T");
  if (scale != 1) x = b.Op("Mul", {x, b.Scalar(dtype, scale)});
  return offset == 0 ? x : b.Op("AddV2", {x, b.Scalar(dtype, offset)});
}

double Number(CompositionContext& ctx, std::string_view name) {
  return static_cast<double>(*ctx.attr<float>(name));
}

Status UniformCall(CompositionContext& ctx) {
  const double low = Number(ctx, "minval"), high = Number(ctx, "maxval");
  ctx.set_output(0, Affine(ctx, Draw(ctx, "StatelessRandomUniform"), high - low, low));
  return OkStatus();
}

Status NormalCall(CompositionContext& ctx) {
  ctx.set_output(
      0, Affine(ctx, Draw(ctx, "StatelessRandomNormal"), Number(ctx, "stddev"), Number(ctx, "mean")));
  return OkStatus();
}

Status TruncatedCall(CompositionContext& ctx) {
  ctx.set_output(
      0, Affine(ctx, Draw(ctx, "StatelessTruncatedNormal"), Number(ctx, "stddev"), Number(ctx, "mean")));
  return OkStatus();
}

// The standard deviation of a normal distribution that is cut off at two of them.
constexpr double kTruncated = 0.87962566103423978;

Status Scaled(CompositionContext& ctx, double scale, std::string_view mode,
              std::string_view distribution) {
  const double in = Number(ctx, "fan_in"), out = Number(ctx, "fan_out");
  const double n = std::max(1.0, mode == "fan_in" ? in : mode == "fan_out" ? out : (in + out) / 2);
  const double variance = scale / n;
  if (distribution == "uniform") {
    const double limit = std::sqrt(3 * variance);
    ctx.set_output(0, Affine(ctx, Draw(ctx, "StatelessRandomUniform"), 2 * limit, -limit));
  } else if (distribution == "untruncated_normal") {
    ctx.set_output(0, Affine(ctx, Draw(ctx, "StatelessRandomNormal"), std::sqrt(variance), 0));
  } else {
    ctx.set_output(
        0, Affine(ctx, Draw(ctx, "StatelessTruncatedNormal"), std::sqrt(variance) / kTruncated, 0));
  }
  return OkStatus();
}

Status VarianceScalingCall(CompositionContext& ctx) {
  return Scaled(ctx, Number(ctx, "scale"), *ctx.attr<std::string>("mode"),
                *ctx.attr<std::string>("distribution"));
}
Status GlorotUniformCall(CompositionContext& ctx) { return Scaled(ctx, 1, "fan_avg", "uniform"); }
Status GlorotNormalCall(CompositionContext& ctx) {
  return Scaled(ctx, 1, "fan_avg", "truncated_normal");
}
Status HeUniformCall(CompositionContext& ctx) { return Scaled(ctx, 2, "fan_in", "uniform"); }
Status HeNormalCall(CompositionContext& ctx) { return Scaled(ctx, 2, "fan_in", "truncated_normal"); }
Status LecunUniformCall(CompositionContext& ctx) { return Scaled(ctx, 1, "fan_in", "uniform"); }
Status LecunNormalCall(CompositionContext& ctx) { return Scaled(ctx, 1, "fan_in", "truncated_normal"); }

Status Filled(CompositionContext& ctx, double value) {
  ctx.set_output(0, ctx.b().Op("Fill", {ShapeOf(ctx), ctx.b().Scalar(*ctx.attr<DType>("T"), value)}));
  return OkStatus();
}
Status ZerosCall(CompositionContext& ctx) { return Filled(ctx, 0); }
Status OnesCall(CompositionContext& ctx) { return Filled(ctx, 1); }
Status ConstantCall(CompositionContext& ctx) { return Filled(ctx, Number(ctx, "value")); }

// The orthogonal factor of a normal matrix, with its signs made unique, as Keras does.
Status OrthogonalCall(CompositionContext& ctx) {
  const auto& shape = *ctx.attr<std::vector<int64_t>>("shape");
  if (shape.size() < 2) return InvalidArgument("it needs a weight of at least two dimensions");
  int64_t rows = 1;
  for (size_t i = 0; i + 1 < shape.size(); ++i) rows *= shape[i];
  const int64_t columns = shape.back();
  GraphBuilder& b = ctx.b();
  const DType dtype = *ctx.attr<DType>("T");
  const OutputRef key =
      IntVector(b, DType::kInt64, {*ctx.attr<int64_t>("seed"), *ctx.attr<int64_t>("seed2")});
  const OutputRef size = IntVector(b, DType::kInt32, {std::max(rows, columns), std::min(rows, columns)});
  const OutputRef drawn = b.Op("StatelessRandomNormal", {size, key}, {{"dtype", dtype}});
  const std::vector<OutputRef> qr = b.Ops("Qr", {drawn}, {});
  RUNNEL_RETURN_IF_ERROR(b.status());
  OutputRef q = b.Op("Mul", {qr[0], b.Op("Sign", {b.Op("MatrixDiagPart", {qr[1]})})});
  if (rows < columns) q = b.Op("Transpose", {q, IntVector(b, DType::kInt32, {1, 0})});
  q = b.Op("Reshape", {q, ShapeOf(ctx)});
  ctx.set_output(0, Affine(ctx, q, Number(ctx, "gain"), 0));
  return OkStatus();
}

Status IdentityCall(CompositionContext& ctx) {
  const auto& shape = *ctx.attr<std::vector<int64_t>>("shape");
  if (shape.size() != 2) return InvalidArgument("it needs a weight of two dimensions");
  GraphBuilder& b = ctx.b();
  const DType dtype = *ctx.attr<DType>("T");
  const OutputRef ones = b.Op("Fill", {IntVector(b, DType::kInt32, {std::min(shape[0], shape[1])}),
                                       b.Scalar(dtype, Number(ctx, "gain"))});
  const OutputRef zeros = b.Op("Fill", {ShapeOf(ctx), b.Scalar(dtype, 0)});
  ctx.set_output(0, b.Op("MatrixSetDiag", {zeros, ones}));
  return OkStatus();
}

// Ones for the second of four parts, another initializer's values for the rest.
Status UnitForgetBiasCall(CompositionContext& ctx) {
  const auto& shape = *ctx.attr<std::vector<int64_t>>("shape");
  if (shape.size() != 1 || shape[0] % 4 != 0)
    return InvalidArgument("it needs a weight of one dimension, of four parts");
  GraphBuilder& b = ctx.b();
  RUNNEL_ASSIGN_OR_RETURN(const BoundRow others,
                          BindRow(RowKind::kInitializer, *ctx.attr<std::string>("others")));
  const int64_t units = shape[0] / 4;
  RowCall call;
  call.dtype = *ctx.attr<DType>("T");
  call.seed = *ctx.attr<int64_t>("seed2") + 1;
  std::vector<OutputRef> parts;
  for (const int64_t size : {units, units, 2 * units}) {
    call.shape = {size};
    if (parts.size() == 1) {
      parts.push_back(b.Op("Fill", {IntVector(b, DType::kInt32, {units}), b.Scalar(call.dtype, 1)}));
      continue;
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> part, RunRow(&b, others, call));
    parts.push_back(part[0]);
    ++call.seed;
  }
  parts.push_back(IntScalar(b, DType::kInt32, 0));
  ctx.set_output(0, b.Op("ConcatV2", parts));
  return OkStatus();
}

#define RUNNEL_FAN(name_text, function_name, doc_text)                                          \
  {                                                                                             \
    .kind = RowKind::kInitializer, .name = name_text, .args = "seed: int = 0", .doc = doc_text, \
    .call = function_name                                                                       \
  }

constexpr Row kInitializers[] = {
    {.kind = RowKind::kInitializer, .name = "Zeros", .call = ZerosCall},
    {.kind = RowKind::kInitializer, .name = "Ones", .call = OnesCall},
    {.kind = RowKind::kInitializer,
     .name = "Constant",
     .args = "value: float = 0",
     .call = ConstantCall},
    {.kind = RowKind::kInitializer,
     .name = "RandomUniform",
     .aliases = "uniform",
     .args = "minval: float = -0.05; maxval: float = 0.05; seed: int = 0",
     .call = UniformCall},
    {.kind = RowKind::kInitializer,
     .name = "RandomNormal",
     .aliases = "normal",
     .args = "mean: float = 0; stddev: float = 0.05; seed: int = 0",
     .call = NormalCall},
    {.kind = RowKind::kInitializer,
     .name = "TruncatedNormal",
     .args = "mean: float = 0; stddev: float = 0.05; seed: int = 0",
     .doc = "Normal, but never further from the mean than two standard deviations.",
     .call = TruncatedCall},
    {.kind = RowKind::kInitializer,
     .name = "VarianceScaling",
     .args = "scale: float = 1; mode: {'fan_in', 'fan_out', 'fan_avg'} = 'fan_in'; distribution: "
             "{'truncated_normal', "
             "'untruncated_normal', 'uniform'} = 'truncated_normal'; seed: int = 0",
     .doc = "Variance scale / n, where n is how many inputs or outputs a unit has.",
     .call = VarianceScalingCall},
    RUNNEL_FAN("GlorotUniform", GlorotUniformCall, "VarianceScaling(1, 'fan_avg', 'uniform')."),
    RUNNEL_FAN("GlorotNormal", GlorotNormalCall, "VarianceScaling(1, 'fan_avg', 'truncated_normal')."),
    RUNNEL_FAN("HeUniform", HeUniformCall, "VarianceScaling(2, 'fan_in', 'uniform')."),
    RUNNEL_FAN("HeNormal", HeNormalCall, "VarianceScaling(2, 'fan_in', 'truncated_normal')."),
    RUNNEL_FAN("LecunUniform", LecunUniformCall, "VarianceScaling(1, 'fan_in', 'uniform')."),
    RUNNEL_FAN("LecunNormal", LecunNormalCall, "VarianceScaling(1, 'fan_in', 'truncated_normal')."),
    {.kind = RowKind::kInitializer,
     .name = "Orthogonal",
     .aliases = "OrthogonalInitializer",
     .args = "gain: float = 1; seed: int = 0",
     .doc = "A matrix whose columns, or rows, are orthogonal and of norm gain.",
     .call = OrthogonalCall},
    {.kind = RowKind::kInitializer,
     .name = "UnitForgetBias",
     .args = "others: string = 'zeros'",
     .doc = "The bias of an LSTM with unit_forget_bias: ones for the second quarter, which is the gate "
            "that "
            "forgets, another initializer's values for the rest.",
     .call = UnitForgetBiasCall},
    {.kind = RowKind::kInitializer, .name = "Identity", .args = "gain: float = 1", .call = IdentityCall},
};

}  // namespace

std::span<const Row> InitializerRows() { return kInitializers; }

}  // namespace runnel::learn
