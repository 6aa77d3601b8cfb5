// Operators that keep a state, and sequences of recurrent cells.
//
// A sequence of known length becomes its steps one behind the other. What a step adds to the input alone
// is one product over the whole sequence; of gates there is one product for all.
#include "plugins/tflite/affine.h"
#include "plugins/tflite/convert.h"

namespace runnel::tflite {
namespace {

using plugin::Output;

constexpr int64_t kMostSteps = 1024;

// A filter of two factors over what came last: weights over features, then over time.
void Svdf(Op& op) {
  const int64_t rank = op.options().Get<int32_t>(0, 0);
  if (op.num_inputs() < 5 || !op.Has(4)) return op.Refuse("it has no state");
  const Tensor &features = op.In(1), &times = op.In(2);
  if (features.dims.size() != 2 || times.dims.size() != 2 || times.count() < 0 || rank < 1 ||
      times.dims[0] % rank != 0)
    return op.Refuse("weights of unknown shape");
  const int32_t t = op.Type(0);
  const int64_t filters = times.dims[0], memory = times.dims[1];
  op.Activate(op.options().Get<int8_t>(1, 0));
  const int64_t state_dims[] = {-1, filters, memory}, new_dims[] = {-1, filters, 1},
                flat_dims[] = {-1, filters * memory}, unit_dims[] = {-1, filters / rank, rank};
  const std::string state = op.Reshaped(op.X(4), t, state_dims);
  const std::string fresh =
      op.Node("MatMul").In(op.X(0)).In(op.X(1)).Bool("transpose_b", true).Type("T", t).Done();
  const std::string kept = op.Node("Slice")
                               .In(state)
                               .In(op.Ints({0, 0, 1}))
                               .In(op.Ints({-1, -1, -1}))
                               .Type("T", t)
                               .Type("Index", RNLP_INT32)
                               .Done();
  const std::string next = op.Node("ConcatV2")
                               .In(kept)
                               .In(op.Reshaped(fresh, t, new_dims))
                               .In(op.Int(2))
                               .Int("N", 2)
                               .Type("T", t)
                               .Type("Tidx", RNLP_INT32)
                               .Done();
  op.Keep(4, op.Reshaped(next, t, flat_dims));
  const auto sum = [&](const std::string& x, bool is_last) {
    NodeWriter node = is_last ? op.Last("Sum") : op.Node("Sum");
    return node.In(x).In(op.Ints({2})).Type("T", t).Type("Tidx", RNLP_INT32).Done();
  };
  const std::string over_time = sum(op.Binary("Mul", next, op.X(2), t), false);
  std::string out = sum(op.Reshaped(over_time, t, unit_dims), !op.Has(3));
  if (op.Has(3)) out = op.Last("BiasAdd").In(out).In(op.X(3)).Type("T", t).Done();
  op.Set(std::move(out));
}

// ---- pieces of cells ----

std::string Activated(Op& op, const std::string& x, int8_t activation, int32_t t) {
  switch (activation) {
    case kNone:
      return x;
    case kRelu:
      return op.Unary("Relu", x, t);
    case kRelu6:
      return op.Unary("Relu6", x, t);
    case kTanhActivation:
      return op.Unary("Tanh", x, t);
    default:
      op.Refuse("activation " + std::to_string(activation));
      return x;
  }
}
std::string Clipped(Op& op, const std::string& x, float most, int32_t t) {
  if (!(most > 0)) return x;
  const auto limit = static_cast<double>(most);
  return op.Binary("Maximum", op.Binary("Minimum", x, op.Number(t, limit), t), op.Number(t, -limit), t);
}
std::string Joined(Op& op, const std::vector<std::string>& parts, int64_t axis, int32_t t) {
  if (parts.size() == 1) return parts[0];
  return op.Node("ConcatV2")
      .Ins(parts)
      .In(op.Int(axis))
      .Int("N", static_cast<int64_t>(parts.size()))
      .Type("T", t)
      .Type("Tidx", RNLP_INT32)
      .Done();
}
std::string Times(Op& op, const std::string& x, const std::string& weights, int32_t t) {
  return op.Node("MatMul").In(x).In(weights).Bool("transpose_b", true).Type("T", t).Done();
}
std::string Biased(Op& op, const std::string& x, const std::string& bias, int32_t t) {
  return op.Node("BiasAdd").In(x).In(bias).Type("T", t).Done();
}

// The steps of an input [batch,time,depth] or [time,batch,depth], each multiplied with weights.
struct Sequence {
  int64_t steps = 0, depth = 0, axis = 0;  // axis -1: there is none, and one step

  bool Read(Op& op, bool time_major) {
    const Tensor& x = op.In(0);
    axis = time_major ? 0 : 1;
    if (x.dims.size() != 3 || x.dims[static_cast<size_t>(axis)] < 0 || x.dims[2] < 0) {
      op.Refuse("a sequence of unknown length");
      return false;
    }
    steps = x.dims[static_cast<size_t>(axis)];
    depth = x.dims[2];
    if (steps >= 1 && steps <= kMostSteps) return true;
    op.Refuse("a sequence of " + std::to_string(steps) + " steps, at most " +
              std::to_string(kMostSteps) + " are written out");
    return false;
  }
  std::vector<std::string> Steps(Op& op, const std::string& weights, const std::string& bias,
                                 int64_t units, int32_t t) const {
    const Tensor& x = op.In(0);
    const int64_t rows[] = {-1, depth};
    std::string all = Times(op, op.Reshaped(op.X(0), t, rows), weights, t);
    if (!bias.empty()) all = Biased(op, all, bias, t);
    if (axis < 0) return {all};
    const int64_t dims[] = {axis == 0 ? steps : x.dims[0], axis == 0 ? x.dims[1] : steps, units};
    const std::string node = op.Node("Unpack")
                                 .In(op.Reshaped(all, t, dims))
                                 .Int("num", steps)
                                 .Int("axis", axis)
                                 .Type("T", t)
                                 .Done();
    std::vector<std::string> out;
    for (int64_t i = 0; i < steps; ++i) out.push_back(Output(node, static_cast<int>(i)));
    return out;
  }
  std::string Whole(Op& op, const std::vector<std::string>& steps_out, int32_t t) const {
    return op.Node("Pack").Ins(steps_out).Int("N", steps).Int("axis", axis).Type("T", t).Done();
  }
};

// ---- plain recurrent cells ----

// Inputs from `first` on: weights, recurrent weights, bias, state.
std::vector<std::string> RunRnn(Op& op, const Sequence& sequence, size_t first, size_t state,
                                int8_t activation, bool backwards) {
  const int32_t t = op.Type(0);
  const Tensor& weights = op.In(first);
  if (weights.dims.size() != 2) {
    op.Refuse("weights of unknown shape");
    return {};
  }
  std::vector<std::string> steps = sequence.Steps(op, op.X(first), op.X(first + 2), weights.dims[0], t);
  if (backwards) std::reverse(steps.begin(), steps.end());
  std::string h = op.X(state);
  for (std::string& step : steps) {
    const std::string sum = op.Binary("AddV2", step, Times(op, h, op.X(first + 1), t), t);
    step = h = Activated(op, sum, activation, t);
  }
  op.Keep(state, h);
  if (backwards) std::reverse(steps.begin(), steps.end());
  return steps;
}
void SequenceRnn(Op& op) {
  Sequence sequence;
  if (!sequence.Read(op, op.options().Flag(0))) return;
  const auto steps = RunRnn(op, sequence, 1, 4, op.options().Get<int8_t>(1, 0), false);
  if (!op.refused()) op.Set(sequence.Whole(op, steps, op.Type(0)));
}
void Rnn(Op& op) {
  const int32_t t = op.Type(0);
  const std::string input = Biased(op, Times(op, op.X(0), op.X(1), t), op.X(3), t);
  const std::string sum = op.Binary("AddV2", input, Times(op, op.X(4), op.X(2), t), t);
  const std::string h = Activated(op, sum, op.options().Get<int8_t>(0, 0), t);
  op.Keep(4, h);
  op.Set(h);
}

// What two directions give: side by side, or an output for each.
void SetBoth(Op& op, const Sequence& sequence, const std::vector<std::string>& forward,
             const std::vector<std::string>& backward, bool merge) {
  const int32_t t = op.Type(0);
  const std::string first = sequence.Whole(op, forward, t), second = sequence.Whole(op, backward, t);
  if (merge) return op.Set(Joined(op, {first, second}, 2, t));
  op.Set(0, first);
  op.Set(1, second);
}
void BidirectionalRnn(Op& op) {
  for (size_t i = 9; i < op.num_inputs(); ++i) {
    if (op.Has(i)) return op.Refuse("an auxiliary input");
  }
  Sequence sequence;
  if (!sequence.Read(op, op.options().Flag(0))) return;
  const auto activation = op.options().Get<int8_t>(1, 0);
  const auto forward = RunRnn(op, sequence, 1, 4, activation, false),
             backward = RunRnn(op, sequence, 5, 8, activation, true);
  if (!op.refused()) SetBoth(op, sequence, forward, backward, op.options().Flag(2));
}

// ---- long short-term memory ----

// Where the inputs of one direction lie.
struct LstmInputs {
  size_t weights = 1, recurrent = 5, peephole = 9, bias = 12, projection = 16, state = 18, cell = 19,
         norm = 20;
  bool has_norm = false;
};
struct LstmOptions {
  int8_t activation = kTanhActivation;
  float cell_clip = 0, projection_clip = 0;
};

class Lstm {
 public:
  Lstm(Op& op, const LstmInputs& in, const LstmOptions& options)
      : op_(op), in_(in), options_(options), t_(op.Type(0)) {}

  // Gates in the order input, forget, cell, output; without the first, it is what forget leaves.
  std::vector<std::string> Run(const Sequence& sequence, bool backwards) {
    coupled_ = !op_.Has(in_.weights);
    const size_t first = coupled_ ? 1 : 0;
    std::vector<std::string> weights, recurrent, biases;
    for (size_t g = first; g < 4; ++g) {
      weights.push_back(op_.X(in_.weights + g));
      recurrent.push_back(op_.X(in_.recurrent + g));
      biases.push_back(op_.X(in_.bias + g));
    }
    const Tensor& forget = op_.In(in_.weights + 1);
    if (forget.dims.size() != 2 || forget.dims[0] < 0) {
      op_.Refuse("weights of unknown shape");
      return {};
    }
    const int64_t units = forget.dims[0];
    biases_ = biases;
    const std::string bias = in_.has_norm ? std::string() : Joined(op_, biases, 0, t_);
    recurrent_ = Joined(op_, recurrent, 0, t_);
    std::vector<std::string> steps = sequence.Steps(op_, Joined(op_, weights, 0, t_), bias,
                                                    units * static_cast<int64_t>(weights.size()), t_);
    if (backwards) std::reverse(steps.begin(), steps.end());
    std::string h = op_.X(in_.state), c = op_.X(in_.cell);
    for (std::string& step : steps) {
      Step(step, &h, &c);
      step = h;
    }
    op_.Keep(in_.state, h);
    op_.Keep(in_.cell, c);
    if (backwards) std::reverse(steps.begin(), steps.end());
    return steps;
  }

 private:
  void Step(const std::string& input, std::string* h, std::string* c) {
    const size_t count = coupled_ ? 3 : 4;
    const std::string sum = op_.Binary("AddV2", input, Times(op_, *h, recurrent_, t_), t_);
    const std::string parts = op_.Node("Split")
                                  .In(op_.Int(1))
                                  .In(sum)
                                  .Int("num_split", static_cast<int64_t>(count))
                                  .Type("T", t_)
                                  .Done();
    const auto part = [&](size_t gate) {
      return Output(parts, static_cast<int>(coupled_ ? gate - 1 : gate));
    };
    const std::string f = Gate(part(1), 1, *c);
    std::string i;
    if (coupled_) {
      i = op_.Binary("Sub", op_.Number(t_, 1), f, t_);
    } else {
      i = Gate(part(0), 0, *c);
    }
    const std::string g = Activated(op_, Normal(part(2), 2), options_.activation, t_);
    *c = Clipped(op_, op_.Binary("AddV2", op_.Binary("Mul", f, *c, t_), op_.Binary("Mul", i, g, t_), t_),
                 options_.cell_clip, t_);
    const std::string o = Gate(part(3), 3, *c);
    *h = op_.Binary("Mul", o, Activated(op_, *c, options_.activation, t_), t_);
    if (!op_.Has(in_.projection)) return;
    *h = Times(op_, *h, op_.X(in_.projection), t_);
    if (op_.Has(in_.projection + 1)) *h = Biased(op_, *h, op_.X(in_.projection + 1), t_);
    *h = Clipped(op_, *h, options_.projection_clip, t_);
  }
  // Input, forget and output gates may look at the cell.
  std::string Gate(std::string x, size_t gate, const std::string& cell) {
    const size_t looks = in_.peephole + (gate == 3 ? 2 : gate);
    if (op_.Has(looks)) x = op_.Binary("AddV2", x, op_.Binary("Mul", cell, op_.X(looks), t_), t_);
    return op_.Unary("Sigmoid", Normal(x, gate), t_);
  }
  // Of layers with normalisation the bias comes after it.
  std::string Normal(const std::string& x, size_t gate) {
    if (!in_.has_norm) return x;
    const auto mean = [&](const std::string& of) {
      return op_.Node("Mean")
          .In(of)
          .In(op_.Ints({1}))
          .Bool("keep_dims", true)
          .Type("T", t_)
          .Type("Tidx", RNLP_INT32)
          .Done();
    };
    const std::string centred = op_.Binary("Sub", x, mean(x), t_);
    const std::string variance = mean(op_.Unary("Square", centred, t_));
    const std::string deviation =
        op_.Unary("Rsqrt", op_.Binary("AddV2", variance, op_.Number(t_, 1e-8), t_), t_);
    const std::string scaled =
        op_.Binary("Mul", op_.Binary("Mul", centred, deviation, t_), op_.X(in_.norm + gate), t_);
    return Biased(op_, scaled, biases_[gate - (coupled_ ? 1 : 0)], t_);
  }

  Op& op_;
  const LstmInputs in_;
  const LstmOptions options_;
  const int32_t t_;
  bool coupled_ = false;
  std::string recurrent_;
  std::vector<std::string> biases_;
};

bool HasNorm(Op& op) { return op.Has(21); }

void SequenceLstm(Op& op) {
  const Table& o = op.options();
  if (o.Flag(5)) return op.Refuse("diagonal recurrent weights");
  Sequence sequence;
  if (!sequence.Read(op, o.Flag(3))) return;
  LstmInputs in;
  in.has_norm = HasNorm(op);
  const LstmOptions options{o.Get<int8_t>(0, 0), o.Get<float>(1, 0), o.Get<float>(2, 0)};
  const auto steps = Lstm(op, in, options).Run(sequence, false);
  if (!op.refused()) op.Set(sequence.Whole(op, steps, op.Type(0)));
}
void BidirectionalLstm(Op& op) {
  const Table& o = op.options();
  for (size_t i = 39; i < op.num_inputs(); ++i) {
    if (op.Has(i)) return op.Refuse("an auxiliary input");
  }
  Sequence sequence;
  if (!sequence.Read(op, o.Flag(4, true))) return;
  const LstmOptions options{o.Get<int8_t>(0, 0), o.Get<float>(1, 0), o.Get<float>(2, 0)};
  const LstmInputs forward{.state = 35, .cell = 36}, backward{.weights = 18,
                                                              .recurrent = 22,
                                                              .peephole = 26,
                                                              .bias = 29,
                                                              .projection = 33,
                                                              .state = 37,
                                                              .cell = 38};
  const auto first = Lstm(op, forward, options).Run(sequence, false),
             second = Lstm(op, backward, options).Run(sequence, true);
  if (!op.refused()) SetBoth(op, sequence, first, second, o.Flag(3));
}

// One step over the joined input and state; gates in the order input, cell, forget, output.
void BasicLstm(Op& op) {
  const int32_t t = op.Type(0);
  const std::string joined = Joined(op, {op.X(0), op.X(1)}, 1, t);
  const std::string gates = Biased(op, Times(op, joined, op.X(2), t), op.X(3), t);
  const std::string parts =
      op.Node("Split").In(op.Int(1)).In(gates).Int("num_split", 4).Type("T", t).Done();
  const auto sigmoid = [&](int part) { return op.Unary("Sigmoid", Output(parts, part), t); };
  const std::string fresh = op.Binary("Mul", sigmoid(0), op.Unary("Tanh", Output(parts, 1), t), t);
  const std::string cell = op.Binary("AddV2", op.Binary("Mul", sigmoid(2), op.X(4), t), fresh, t);
  op.Set(0, op.Binary("Mul", sigmoid(3), op.Unary("Tanh", cell, t), t));
  op.Set(1, cell);
  op.Set(2, joined);
  op.Set(3, gates);
}
void LstmStep(Op& op) {
  const Table& o = op.options();
  if (o.Get<int8_t>(3, 0) == 1) return BasicLstm(op);
  const Tensor& x = op.In(0);
  if (x.dims.size() != 2 || x.dims[1] < 0) return op.Refuse("an input of unknown shape");
  // A sequence of one step along an axis that is not there.
  LstmInputs in;
  in.has_norm = HasNorm(op);
  const LstmOptions options{o.Get<int8_t>(0, 0), o.Get<float>(1, 0), o.Get<float>(2, 0)};
  Sequence one;
  one.steps = 1;
  one.depth = x.dims[1];
  one.axis = -1;
  const auto steps = Lstm(op, in, options).Run(one, false);
  if (!op.refused()) op.Set(steps[0]);
}

// Quantised weights over real numbers; what is quantised throughout has an arithmetic of its own.
template <void (*kWrite)(Op& op)>
void Hybrid(Op& op) {
  if (IsAffine(op.In(0))) return op.Refuse("a recurrent operator over quantised activations");
  op.WriteReal(kWrite);
}

constexpr OpRow kRecurrentOps[] = {
    {.name = "SVDF", .write = Svdf, .quantized = AffineSvdf},
    {.name = "RNN", .write = Rnn, .quantized = Hybrid<Rnn>},
    {.name = "UNIDIRECTIONAL_SEQUENCE_RNN", .write = SequenceRnn, .quantized = Hybrid<SequenceRnn>},
    {.name = "BIDIRECTIONAL_SEQUENCE_RNN",
     .write = BidirectionalRnn,
     .quantized = Hybrid<BidirectionalRnn>},
    {.name = "LSTM", .write = LstmStep, .quantized = Hybrid<LstmStep>},
    {.name = "UNIDIRECTIONAL_SEQUENCE_LSTM", .write = SequenceLstm, .quantized = Hybrid<SequenceLstm>},
    {.name = "BIDIRECTIONAL_SEQUENCE_LSTM",
     .write = BidirectionalLstm,
     .quantized = Hybrid<BidirectionalLstm>},
};

}  // namespace

void HybridSvdf(Op& op) { Hybrid<Svdf>(op); }

std::span<const OpRow> RecurrentOps() { return kRecurrentOps; }

}  // namespace runnel::tflite
