// Random numbers. Those of one seed are the same in every run of a program, and are not ONNX Runtime's.
#include <cstring>

#include "plugins/onnx/node.h"

namespace runnel::onnx {
namespace {

// A seed is a float, of which any two bits that differ make another; without one, each run has its own.
void Seed(plugin::NodeWriter& w, const std::optional<float>& seed) {
  if (!seed) return;
  int32_t bits = 0;
  std::memcpy(&bits, &*seed, sizeof bits);
  w.Int("seed", bits).Int("seed2", 1);
}
std::optional<float> SeedOf(Node& n) {
  if (!n.HasAttr("seed")) return {};
  return n.Float("seed", 0);
}

// From [0, 1), or of the standard normal distribution.
Value Draw(Builder& b, const char* op, const Value& shape, const Shape& known, int32_t dtype,
           const std::optional<float>& seed) {
  if (!IsFloating(dtype)) Refuse("a type of output that is not floating");
  return b.Node(op, {shape}, dtype, known, [&](plugin::NodeWriter& w) {
    w.Type("T", shape.dtype).Type("dtype", dtype);
    Seed(w, seed);
  });
}
Value Uniform(Node& n, const Value& shape, const Shape& known, int32_t dtype) {
  const float low = n.Float("low", 0), high = n.Float("high", 1);
  const Value unit = Draw(n.b, "RandomUniform", shape, known, dtype, SeedOf(n));
  return n.b.Add(n.b.Mul(unit, static_cast<double>(high) - static_cast<double>(low)), low);
}
Value Normal(Node& n, const Value& shape, const Shape& known, int32_t dtype) {
  const float mean = n.Float("mean", 0), scale = n.Float("scale", 1);
  const Value unit = Draw(n.b, "RandomStandardNormal", shape, known, dtype, SeedOf(n));
  return n.b.Add(n.b.Mul(unit, scale), mean);
}
using Law = Value (*)(Node& n, const Value& shape, const Shape& known, int32_t dtype);

template <Law kLaw>
void OfShape(Node& n) {
  const auto shape = n.IntList("shape");
  if (!shape) Invalid("shape is missing");
  const int32_t dtype = DTypeOf(n.Int("dtype", kFloat));
  for (const int64_t size : *shape) {
    if (size < 0) Invalid("a shape with the size " + std::to_string(size));
  }
  n.Out(kLaw(n, Builder::I64(*shape), Shape::Of(*shape), dtype));
}
template <Law kLaw>
void Like(Node& n) {
  const Value x = n.In(0);
  const int64_t wanted = n.Int("dtype", 0);
  n.Out(kLaw(n, n.b.ShapeOf(x), x.shape, wanted == 0 ? x.dtype : DTypeOf(wanted)));
}

void Bernoulli(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0);
  const int64_t wanted = n.Int("dtype", 0);
  const int32_t dtype = wanted == 0 ? x.dtype : DTypeOf(wanted);
  if (dtype == RNLP_INVALID) Refuse("dtype");
  const Value unit = Draw(b, "RandomUniform", b.ShapeOf(x), x.shape, x.dtype, SeedOf(n));
  n.Out(b.Cast(b.Compare("Less", unit, x), dtype));
}

void Multinomial(Node& n) {
  const Value x = n.In(0);
  const int64_t count = n.Int("sample_size", 1);
  const int32_t dtype = DTypeOf(n.Int("dtype", 6));  // int32
  if (count < 1 || count > INT32_MAX) Invalid("sample_size " + std::to_string(count));
  if (dtype != RNLP_INT32 && dtype != RNLP_INT64) Refuse("dtype");
  const Shape shape = Shape::Of({NeedRank(x) == 2 ? x.dim(0) : -1, count});
  const Value samples = Builder::I32Scalar(static_cast<int32_t>(count));
  const auto seed = SeedOf(n);
  n.Out(n.b.Node("Multinomial", {x, samples}, dtype, shape, [&](plugin::NodeWriter& w) {
    w.Type("T", x.dtype).Type("output_dtype", dtype);
    Seed(w, seed);
  }));
}

// In training some numbers are dropped, and what is left is scaled so that sums stay as they are.
void Dropout(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0);
  n.Ignore("ratio");  // of opsets that have no training
  n.Ignore("is_test");
  const auto seed = SeedOf(n);
  const auto ratio = n.Opt(1), training = n.Opt(2);
  const auto on = training ? IntegersOf(*training) : Ints{0};
  const auto part = ratio ? NumbersOf(*ratio) : List<double>{0.5};
  const bool keeps_all = part && part->size() == 1 && (*part)[0] == 0;
  if (keeps_all || (on && on->size() == 1 && (*on)[0] == 0)) {
    n.Out(0, b.Identity(x));
    if (n.Wants(1)) n.Out(1, b.Fill(b.ShapeOf(x), Builder::Scalar(RNLP_BOOL, 1)));
    return;
  }
  const Value dropped =
      ratio ? b.Cast(b.Reshape(*ratio, Ints{}), x.dtype) : Builder::Scalar(x.dtype, 0.5);
  const Value unit = Draw(b, "RandomUniform", b.ShapeOf(x), x.shape, x.dtype, seed);
  Value mask = b.Compare("GreaterEqual", unit, dropped);
  Value left =
      b.Select(mask, b.Div(x, b.Sub(Builder::Scalar(x.dtype, 1), dropped)), Builder::Scalar(x.dtype, 0));
  if (!on) {
    const Value trains = b.Reshape(*training, Ints{});
    mask = b.Compare("LogicalOr", mask, b.Not(trains));
    left = b.Select(trains, left, x);
  }
  n.Out(0, left);
  if (n.Wants(1)) n.Out(1, mask);
}

constexpr OpRow kRandomOps[] = {
    {"", "RandomUniform", OfShape<Uniform>},
    {"", "RandomNormal", OfShape<Normal>},
    {"", "RandomUniformLike", Like<Uniform>},
    {"", "RandomNormalLike", Like<Normal>},
    {"", "Bernoulli", Bernoulli},
    {"", "Multinomial", Multinomial},
    {"", "Dropout", Dropout},
};

}  // namespace

std::span<const OpRow> RandomOps() { return kRandomOps; }

}  // namespace runnel::onnx
