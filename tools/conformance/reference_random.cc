// References of random numbers: Philox4x32-10 in TensorFlow's layout, bit for bit where a law only
// moves bits; what rejects and chooses is judged by its range and its means.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

// Source: Salmon et al. 2011.
std::array<uint32_t, 4> Philox(uint64_t key, uint64_t high, uint64_t low) {
  uint32_t c[4] = {static_cast<uint32_t>(low), static_cast<uint32_t>(low >> 32),
                   static_cast<uint32_t>(high), static_cast<uint32_t>(high >> 32)};
  uint32_t k[2] = {static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32)};
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t{0xD2511F53u} * c[0], b = uint64_t{0xCD9E8D57u} * c[2];
    const uint32_t next[4] = {static_cast<uint32_t>(b >> 32) ^ c[1] ^ k[0], static_cast<uint32_t>(b),
                              static_cast<uint32_t>(a >> 32) ^ c[3] ^ k[1], static_cast<uint32_t>(a)};
    std::copy_n(next, 4, c);
    k[0] += 0x9E3779B9u;
    k[1] += 0xBB67AE85u;
  }
  return {c[0], c[1], c[2], c[3]};
}

// The upper bits of a mantissa, as a number of [0, 1).
double Unit(int32_t dtype, uint32_t bits) {
  if (dtype == RNLP_HALF) return (bits & 0x3ffu) * 0x1p-10;
  if (dtype == RNLP_BFLOAT16) return (bits & 0x7fu) * 0x1p-7;
  return (bits & 0x7fffffu) * 0x1p-23;
}
double UnitDouble(uint32_t upper, uint32_t lower) {
  return static_cast<double>(uint64_t{upper & 0xfffffu} << 32 | lower) * 0x1p-52;
}
// Source: Box & Muller 1958.
std::array<double, 2> Normals(double u, double v) {
  const double radius = std::sqrt(-2 * std::log(std::max(u, 1e-7)));
  return {std::sin(2 * M_PI * v) * radius, std::cos(2 * M_PI * v) * radius};
}

enum class Law { kUniform, kNormal, kTruncated };

constexpr int64_t kSeed = 20250726, kSeed2 = 42;

struct Stream {
  uint64_t key, high;
};
// Seeds that come as an input are scrambled first.
Stream Scrambled(int64_t first, int64_t second) {
  const auto mixed =
      Philox(0x02461e293ec8f720u, static_cast<uint64_t>(second), static_cast<uint64_t>(first));
  return {mixed[0] | uint64_t{mixed[1]} << 32, mixed[2] | uint64_t{mixed[3]} << 32};
}

std::vector<double> Draw(Law law, int32_t dtype, const Stream& stream, int64_t count) {
  std::vector<double> out;
  for (uint64_t group = 0; static_cast<int64_t>(out.size()) < count; ++group) {
    const auto x = Philox(stream.key, stream.high, group);
    if (dtype == RNLP_DOUBLE) {
      const double u = UnitDouble(x[0], x[1]), v = UnitDouble(x[2], x[3]);
      const std::array<double, 2> two =
          law == Law::kUniform ? std::array<double, 2>{u, v} : Normals(u, v);
      out.insert(out.end(), two.begin(), two.end());
      continue;
    }
    for (int i = 0; i < 4; i += 2) {
      const int32_t type = law == Law::kUniform ? dtype : static_cast<int32_t>(RNLP_FLOAT);
      const double u = Unit(type, x[static_cast<size_t>(i)]),
                   v = Unit(type, x[static_cast<size_t>(i) + 1]);
      const std::array<double, 2> two =
          law == Law::kUniform ? std::array<double, 2>{u, v} : Normals(u, v);
      out.insert(out.end(), two.begin(), two.end());
    }
  }
  out.resize(static_cast<size_t>(count));
  return out;
}

std::string JudgeTruncated(const std::vector<Value>& outputs) {
  double sum = 0, squares = 0;
  const Value& out = outputs[0];
  for (int64_t i = 0; i < out.count(); ++i) {
    if (!(std::fabs(out.Get(i)) <= 2))
      return "has a number that is not below 2: " + std::to_string(out.Get(i));
    sum += out.Get(i);
    squares += out.Get(i) * out.Get(i);
  }
  if (out.count() < 1000) return {};
  const auto n = static_cast<double>(out.count());
  // The variance of a normal number below 2 is 0.774.
  if (std::fabs(sum / n) > 0.08) return "has a mean of " + std::to_string(sum / n);
  if (std::fabs(squares / n - 0.774) > 0.08) return "has a variance of " + std::to_string(squares / n);
  return {};
}

void AddSeeds(bool stateless, const Types& types, Case* c, Stream* stream) {
  if (stateless) {
    c->inputs.push_back(Ints(types.at("Tseed"), {2}, {kSeed, kSeed2}));
    *stream = Scrambled(kSeed, kSeed2);
    return;
  }
  c->attrs["seed"] = kSeed;
  c->attrs["seed2"] = kSeed2;
  *stream = {static_cast<uint64_t>(kSeed), static_cast<uint64_t>(kSeed2)};
}

std::vector<Case> FloatCases(Law law, bool stateless, const Types& types) {
  const int32_t dtype = types.at("dtype");
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{7, 9}, Shape{}, Shape{3000}, Shape{0, 4}}) {
    Case c;
    c.label = Count(shape) == 0 ? "zero size" : "values";
    c.scale = 8;  // angles are rounded to the type
    c.exact = law == Law::kUniform;
    c.inputs = {Ints(types.at("T"), {static_cast<int64_t>(shape.size())}, shape)};
    Stream stream{};
    AddSeeds(stateless, types, &c, &stream);
    c.outputs = {{dtype, shape, Draw(law, dtype, stream, Count(shape))}};
    if (law == Law::kTruncated) c.judge = JudgeTruncated;
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> IntCases(bool stateless, const Types& types) {
  const int32_t dtype = types.at(stateless ? "dtype" : "Tout");
  const bool is_long = dtype == RNLP_INT64;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{5, 7}, Shape{1001}, Shape{0}}) {
    const int64_t low = -5, range = 1007;
    Case c;
    c.label = Count(shape) == 0 ? "zero size" : "values";
    c.inputs = {Ints(types.at("T"), {static_cast<int64_t>(shape.size())}, shape)};
    Stream stream{};
    AddSeeds(stateless, types, &c, &stream);
    c.inputs.push_back(Ints(dtype, {}, {low}));
    // Of an empty range nothing can be drawn, and nothing is.
    c.inputs.push_back(Ints(dtype, {}, {Count(shape) == 0 ? low : low + range}));
    Expected out{dtype, shape, {}};
    for (int64_t i = 0; i < Count(shape); ++i) {
      const int64_t per_group = is_long ? 2 : 4;
      const auto x = Philox(stream.key, stream.high, static_cast<uint64_t>(i / per_group));
      const auto at = static_cast<size_t>(i % per_group);
      const uint64_t bits = is_long ? x[2 * at] | uint64_t{x[2 * at + 1]} << 32 : x[at];
      out.numbers.push_back(static_cast<double>(low) +
                            static_cast<double>(bits % static_cast<uint64_t>(range)));
    }
    c.outputs = {out};
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> ShuffleCases(const Types& types) {
  const int32_t dtype = types.at("T");
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{40}, Shape{30, 3}, Shape{0, 2}}) {
    Case c;
    c.label = Count(shape) == 0 ? "zero size" : "values";
    c.attrs["seed"] = kSeed;
    c.attrs["seed2"] = kSeed2;
    std::vector<double> numbers;
    for (int64_t i = 0; i < Count(shape); ++i)
      numbers.push_back(dtype == RNLP_BOOL ? static_cast<double>(i % 3 == 0) : static_cast<double>(i));
    c.inputs = {Value(dtype, shape, numbers)};
    c.outputs = {{dtype, shape, numbers}};
    const int64_t row = shape.size() == 1 ? 1 : shape[1];
    c.judge = [in = c.inputs[0], row](const std::vector<Value>& outputs) -> std::string {
      const auto rows_of = [&](const Value& value) {
        std::vector<std::vector<double>> rows;
        for (int64_t i = 0; i < value.count(); i += row) {
          rows.emplace_back();
          for (int64_t j = 0; j < row; ++j) rows.back().push_back(value.Get(i + j));
        }
        return rows;
      };
      auto before = rows_of(in), after = rows_of(outputs[0]);
      if (in.dtype() != RNLP_BOOL && before.size() > 1 && before == after) return "is not shuffled";
      std::sort(before.begin(), before.end());
      std::sort(after.begin(), after.end());
      return before == after ? std::string() : "is no permutation of the rows";
    };
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> ChoiceCases(bool stateless, const Types& types) {
  const int32_t dtype = types.at("T");
  Case c;
  c.label = "values";
  constexpr int64_t kSamples = 4000;
  // Odds of 1 to 1, 0 to 1, and of e to 1.
  c.inputs = {Value(dtype, {3, 2}, {2, 2, 0, 100, 1, 0}), Ints(RNLP_INT32, {}, {kSamples})};
  Stream stream{};
  AddSeeds(stateless, types, &c, &stream);
  const int32_t out_type = types.at("output_dtype");
  c.outputs = {{out_type, {3, kSamples}, std::vector<double>(3 * kSamples, 0)}};
  c.judge = [](const std::vector<Value>& outputs) -> std::string {
    const double odds[3] = {0.5, 1, 1 / (1 + M_E)};
    for (int64_t r = 0; r < 3; ++r) {
      double ones = 0;
      for (int64_t i = 0; i < kSamples; ++i) {
        const double choice = outputs[0].Get(r * kSamples + i);
        if (choice != 0 && choice != 1) return "names a class that there is not";
        ones += choice;
      }
      if (std::fabs(ones / kSamples - odds[r]) > 0.04) {
        return "chooses class 1 in row " + std::to_string(r) + " " + std::to_string(ones) + " of " +
               std::to_string(kSamples) + " times";
      }
    }
    return {};
  };
  return {c};
}

}  // namespace

std::vector<Reference> RandomReferences() {
  const Types shape = {{"T", RNLP_INT32}};
  const Types seeded = {{"T", RNLP_INT32}, {"Tseed", RNLP_INT64}};
  const Types chosen = {{"output_dtype", RNLP_INT64}, {"Tseed", RNLP_INT64}};
  std::vector<Reference> references = {
      {"RandomUniformInt",
       {"shape", "minval", "maxval"},
       {"output"},
       shape,
       [](const Types& t) { return IntCases(false, t); }},
      {"StatelessRandomUniformInt",
       {"shape", "seed", "minval", "maxval"},
       {"output"},
       seeded,
       [](const Types& t) { return IntCases(true, t); }},
      {"RandomShuffle", {"value"}, {"output"}, {}, ShuffleCases},
      {"Multinomial",
       {"logits", "num_samples"},
       {"output"},
       chosen,
       [](const Types& t) { return ChoiceCases(false, t); }},
      {"StatelessMultinomial",
       {"logits", "num_samples", "seed"},
       {"output"},
       chosen,
       [](const Types& t) { return ChoiceCases(true, t); }},
  };
  const char* kStateful[] = {"RandomUniform", "RandomStandardNormal", "TruncatedNormal"};
  const char* kStateless[] = {"StatelessRandomUniform", "StatelessRandomNormal",
                              "StatelessTruncatedNormal"};
  for (int i = 0; i < 3; ++i) {
    const Law law = static_cast<Law>(i);
    references.push_back({kStateful[i], {"shape"}, {"output"}, shape, [law](const Types& t) {
                            return FloatCases(law, false, t);
                          }});
    references.push_back({kStateless[i], {"shape", "seed"}, {"output"}, seeded, [law](const Types& t) {
                            return FloatCases(law, true, t);
                          }});
  }
  return references;
}

}  // namespace runnel::conformance
