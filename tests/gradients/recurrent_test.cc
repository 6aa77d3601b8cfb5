// Gradients of recurrent cells over blocks, which have float alone: in double the same cells of simpler
// ops are compared with differences, and the block's gradients in float with theirs.
#include <gtest/gtest.h>

#include "core/ops/gradient_helpers.h"
#include "tests/gradients/numeric.h"

namespace runnel::testing {
namespace {

constexpr int kTimes = 3, kBatch = 2, kInputs = 2, kCells = 3;

OutputRef Scalar(GraphBuilder& b, OutputRef like, double value) { return b.Scalar(TypeOf(like), value); }
OutputRef Axis(GraphBuilder& b, int axis) { return b.Scalar(DType::kInt32, axis); }
OutputRef Add(GraphBuilder& b, OutputRef x, OutputRef y) { return b.Op("AddV2", {x, y}); }
OutputRef Mul(GraphBuilder& b, OutputRef x, OutputRef y) { return b.Op("Mul", {x, y}); }
OutputRef Dense(GraphBuilder& b, OutputRef x, OutputRef h, OutputRef w, OutputRef bias) {
  return b.Op("BiasAdd", {b.Op("MatMul", {b.Op("ConcatV2", {x, h, Axis(b, 1)}), w}), bias});
}

struct State {
  OutputRef cs, h;
};
// x, cs_prev, h_prev, w, wci, wcf, wco, b.
State Step(GraphBuilder& b, const Edges& in, double forget_bias, bool peephole, bool second) {
  const auto all =
      b.Ops("Split", {Axis(b, 1), Dense(b, in[0], in[2], in[3], in[7])}, {{"num_split", 4}});
  if (all.empty()) return {};
  const OutputRef ci = all[second ? 2 : 1], f = all[second ? 1 : 2];
  const auto peep = [&](OutputRef gate, OutputRef cs, int at) {
    return peephole ? Add(b, gate, Mul(b, cs, in[static_cast<size_t>(at)])) : gate;
  };
  const auto sigmoid = [&](OutputRef x) { return b.Op("Sigmoid", {x}); };
  const OutputRef forget = sigmoid(peep(Add(b, f, Scalar(b, in[0], forget_bias)), in[1], 5));
  State out;
  out.cs = Add(b, Mul(b, b.Op("Tanh", {ci}), sigmoid(peep(all[0], in[1], 4))), Mul(b, in[1], forget));
  out.h = Mul(b, b.Op("Tanh", {out.cs}), sigmoid(peep(all[3], out.cs, 6)));
  return out;
}
OutputRef Both(GraphBuilder& b, State s) {
  return b.Op("ConcatV2", {s.cs, b.Op("Square", {s.h}), Axis(b, -1)});
}
bool IsDouble(const Edges& x) { return TypeOf(x[0]) == DType::kDouble; }

std::function<OutputRef(GraphBuilder& b, const Edges& x)> Cell(bool peephole) {
  return [peephole](GraphBuilder& b, const Edges& x) {
    if (IsDouble(x)) return Both(b, Step(b, x, 1, peephole, false));
    const auto all = b.Ops("LSTMBlockCell", x, {{"use_peephole", peephole}});
    return all.empty() ? OutputRef() : Both(b, {all[1], all[6]});
  };
}
// The last of the steps is behind seq_len_max.
std::function<OutputRef(GraphBuilder& b, const Edges& x)> Block(const char* op, bool peephole) {
  return [op = std::string(op), peephole](GraphBuilder& b, const Edges& x) {
    const bool second = op == "BlockLSTMV2";
    if (!IsDouble(x)) {
      Edges inputs = x;
      inputs.insert(inputs.begin(), b.Scalar(DType::kInt64, kTimes - 1));
      const auto all = b.Ops(op, inputs, {{"use_peephole", peephole}});
      return all.empty() ? OutputRef() : Both(b, {all[1], all[6]});
    }
    const auto steps = b.Ops("Unpack", {x[0]}, {{"num", kTimes}});
    if (steps.empty()) return OutputRef();
    Edges in = x, cs, h;
    for (int t = 0; t + 1 < kTimes; ++t) {
      in[0] = steps[static_cast<size_t>(t)];
      const State s = Step(b, in, second ? 0 : 1, peephole, second);
      cs.push_back(in[1] = s.cs);
      h.push_back(in[2] = s.h);
    }
    cs.push_back(b.Op("ZerosLike", {in[1]}));
    h.push_back(cs.back());
    return Both(b, {b.Op("Pack", cs), b.Op("Pack", h)});
  };
}
OutputRef Gru(GraphBuilder& b, const Edges& x) {
  if (!IsDouble(x)) {
    const auto all = b.Ops("GRUBlockCell", x);
    return all.empty() ? OutputRef() : b.Op("Square", {all[3]});
  }
  const auto gates = b.Ops("Split", {Axis(b, 1), b.Op("Sigmoid", {Dense(b, x[0], x[1], x[2], x[4])})},
                           {{"num_split", 2}});
  if (gates.empty()) return OutputRef();
  const OutputRef c = b.Op("Tanh", {Dense(b, x[0], Mul(b, x[1], gates[0]), x[3], x[5])});
  const OutputRef rest = b.Op("Sub", {Scalar(b, x[0], 1), gates[1]});
  return b.Op("Square", {Add(b, Mul(b, rest, c), Mul(b, gates[1], x[1]))});
}

std::vector<Shape> LstmInputs(const Shape& x) {
  const Shape state{kBatch, kCells}, peephole{kCells};
  return {x,        state,    state,    Shape{kInputs + kCells, 4 * kCells},
          peephole, peephole, peephole, Shape{4 * kCells}};
}
GradientCase Of(const char* name, const char* op, std::vector<Shape> inputs,
                std::function<OutputRef(GraphBuilder& b, const Edges& x)> function) {
  GradientCase c{name, {op}, std::move(inputs), std::move(function), -1, 1};
  c.second = c.dynamic = false;
  return c;
}
const Shape kStep{kBatch, kInputs}, kSequence{kTimes, kBatch, kInputs};

class RecurrentGradients : public ::testing::TestWithParam<GradientCase> {};
TEST_P(RecurrentGradients, MatchThoseOfSimplerOps) { CheckGradients(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Table, RecurrentGradients,
    ::testing::Values(Of("Cell", "LSTMBlockCell", LstmInputs(kStep), Cell(false)),
                      Of("CellWithPeepholes", "LSTMBlockCell", LstmInputs(kStep), Cell(true)),
                      Of("Block", "BlockLSTM", LstmInputs(kSequence), Block("BlockLSTM", false)),
                      Of("BlockWithPeepholes", "BlockLSTM", LstmInputs(kSequence),
                         Block("BlockLSTM", true)),
                      Of("BlockV2", "BlockLSTMV2", LstmInputs(kSequence), Block("BlockLSTMV2", true)),
                      Of("Gru", "GRUBlockCell",
                         {kStep, Shape{kBatch, kCells}, Shape{kInputs + kCells, 2 * kCells},
                          Shape{kInputs + kCells, kCells}, Shape{2 * kCells}, Shape{kCells}},
                         Gru)),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace runnel::testing
