// LSTMs over blocks against plain loops in float64. RunCpu runs each with weights packed ahead, too, and
// wants the same bits.
#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

struct LstmCase {
  const char* op;
  int64_t times, steps, batch, inputs, cells;
  bool peephole = false;
  float clip = 0;
};
const std::vector<LstmCase> kCases = {
    {"LSTMBlockCell", 1, 1, 1, 5, 7},  {"LSTMBlockCell", 1, 1, 3, 2, 40, true, 0.5F},
    {"BlockLSTM", 3, 3, 1, 4, 1},      {"BlockLSTM", 4, 2, 1, 6, 70, true, 1.0F},
    {"BlockLSTM", 3, 3, 17, 9, 33},    {"BlockLSTMV2", 5, 5, 2, 3, 64, true},
    {"BlockLSTMV2", 1, 1, 1, 70, 48},  {"BlockLSTMV2", 3, 3, 1, 0, 24},
    {"BlockLSTMV2", 2, 2, 1, 20, 250},  // that threads share
    {"BlockLSTMV2", 3, 0, 2, 3, 5},    {"BlockLSTM", 2, 2, 0, 3, 5},
};

struct Lstm {
  enum { kX, kCs, kH, kW, kWci, kWcf, kWco, kB };
  explicit Lstm(const LstmCase& from) : c(from) {
    const int64_t n = c.cells;
    shapes = {{c.times, c.batch, c.inputs},
              {c.batch, n},
              {c.batch, n},
              {c.inputs + n, 4 * n},
              {n},
              {n},
              {n},
              {4 * n}};
    if (IsCell()) shapes[kX].erase(shapes[kX].begin());
    Numbers numbers;
    for (const Shape& shape : shapes) {
      const double most = shape == shapes[kW] ? 0.5 : 2;
      std::vector<double>& to = values.emplace_back();
      for (int64_t i = 0; i < Elements(shape); ++i)
        to.push_back(static_cast<float>(numbers.Uniform(-most, most)));
    }
  }
  bool IsCell() const { return std::string(c.op) == "LSTMBlockCell"; }
  bool IsSecond() const { return std::string(c.op) == "BlockLSTMV2"; }
  double At(int of, int64_t i) const { return values[static_cast<size_t>(of)][static_cast<size_t>(i)]; }

  // i, cs, f, o, ci, co, h.
  std::vector<std::vector<double>> Reference() const {
    const int64_t n = c.cells, step = c.batch * n;
    std::vector<std::vector<double>> out(7, std::vector<double>(static_cast<size_t>(c.times * step), 0));
    const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
    for (int64_t t = 0; t < c.steps; ++t) {
      for (int64_t at = 0; at < step; ++at) {
        const int64_t row = at / n, cell = at % n;
        const auto before = [&](int of, int64_t cell_before) {
          const int64_t from = row * n + cell_before;
          return t == 0 ? At(of == 1 ? kCs : kH, from)
                        : out[static_cast<size_t>(of)][static_cast<size_t>((t - 1) * step + from)];
        };
        const auto gate = [&](int64_t column) {
          column = column * n + cell;
          double sum = At(kB, column);
          for (int64_t p = 0; p < c.inputs; ++p)
            sum += At(kX, (t * c.batch + row) * c.inputs + p) * At(kW, p * 4 * n + column);
          for (int64_t p = 0; p < n; ++p) sum += before(6, p) * At(kW, (c.inputs + p) * 4 * n + column);
          return sum;
        };
        const auto peep = [&](int of, double state) { return c.peephole ? state * At(of, cell) : 0; };
        const double cs_prev = before(1, cell);
        const double i = sigmoid(gate(0) + peep(kWci, cs_prev));
        const double f = sigmoid(gate(IsSecond() ? 1 : 2) + (IsSecond() ? 0 : 1) + peep(kWcf, cs_prev));
        const double ci = std::tanh(gate(IsSecond() ? 2 : 1));
        double cs = ci * i + cs_prev * f;
        if (c.clip > 0) cs = std::clamp(cs, -static_cast<double>(c.clip), static_cast<double>(c.clip));
        const double o = sigmoid(gate(3) + peep(kWco, cs)), co = std::tanh(cs);
        const double states[] = {i, cs, f, o, ci, co, co * o};
        for (size_t k = 0; k < 7; ++k) out[k][static_cast<size_t>(t * step + at)] = states[k];
      }
    }
    return out;
  }
  Outcome Run(const char* isa, int threads = 1, int* packed_runs = nullptr) const {
    MiniHost host;
    host.settings["isa"] = isa;
    host.threads = threads;
    std::vector<Input> inputs;
    if (!IsCell()) inputs.push_back(Value::Longs({}, {c.steps}));
    for (size_t i = 0; i < shapes.size(); ++i)
      inputs.push_back(Value::Doubles(RNLP_FLOAT, shapes[i], values[i]));
    Node node(c.op);
    node.T(RNLP_FLOAT).Set("use_peephole", c.peephole).Set("cell_clip", c.clip);
    node.Set("forget_bias", 1.0F).Outputs(std::vector<int32_t>(7, RNLP_FLOAT));
    RunOptions options;
    options.packed_runs = packed_runs;
    return RunCpu(host, node, std::move(inputs), options);
  }

  const LstmCase& c;
  std::vector<Shape> shapes;
  std::vector<std::vector<double>> values;
};

TEST(CpuLstm, AgreesWithDoubleOnEveryInstructionSetPackedOrNot) {
  for (const LstmCase& c : kCases) {
    const Lstm lstm(c);
    const auto want = lstm.Reference();
    for (const char* isa : {"scalar", "sse4", "avx2", "avx3"}) {
      int packed = 0;
      const Outcome got = lstm.Run(isa, 1, &packed);
      ASSERT_EQ(got.code, 0) << got.message;
      EXPECT_EQ(packed, 1);
      for (size_t k = 0; k < want.size(); ++k)
        ExpectNear(got.outputs[k], want[k], 1e-5, 2e-6, std::string(c.op) + Name(lstm.shapes[3]) + isa);
    }
  }
}

TEST(CpuLstm, GivesTheSameBitsOnAnyNumberOfThreads) {
  for (const LstmCase& c : kCases) {
    const Lstm lstm(c);
    const Outcome one = lstm.Run("avx3", 1), three = lstm.Run("avx3", 3);
    ASSERT_EQ(one.code, 0) << one.message;
    ASSERT_EQ(three.code, 0) << three.message;
    for (size_t k = 0; k < one.outputs.size(); ++k)
      EXPECT_TRUE(one.outputs[k].SameBytes(three.outputs[k])) << c.op << " output " << k;
  }
}

}  // namespace
}  // namespace runnel::test
