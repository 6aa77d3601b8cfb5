// RNN, GRU and LSTM. The input's part of every gate is one product over all times; what depends on the
// state is computed time by time: written out for few times, else in a While.
#include <algorithm>

#include "plugins/onnx/importer.h"

namespace runnel::onnx {
namespace {

constexpr int64_t kWrittenOut = 32;  // most times that are not a loop

struct Function {
  std::string name;
  double alpha = 0, beta = 0;
};

Value Apply(Builder& b, const Function& f, const Value& x) {
  const auto zero = [&] { return Builder::Scalar(x.dtype, 0); };
  if (f.name == "sigmoid") return b.Unary("Sigmoid", x);
  if (f.name == "tanh") return b.Unary("Tanh", x);
  if (f.name == "relu") return b.Unary("Relu", x);
  if (f.name == "softsign") return b.Unary("Softsign", x);
  if (f.name == "softplus") return b.Unary("Softplus", x);
  if (f.name == "affine") return b.Add(b.Mul(x, f.alpha), f.beta);
  if (f.name == "scaledtanh") return b.Mul(b.Unary("Tanh", b.Mul(x, f.beta)), f.alpha);
  if (f.name == "hardsigmoid") {
    const Value line = b.Add(b.Mul(x, f.alpha), f.beta);
    return b.Binary("Minimum", b.Binary("Maximum", line, zero()), Builder::Scalar(x.dtype, 1));
  }
  if (f.name == "leakyrelu") return b.Select(b.Compare("Less", x, zero()), b.Mul(x, f.alpha), x);
  if (f.name == "elu")
    return b.Select(b.Compare("Less", x, zero()), b.Mul(b.Unary("Expm1", x), f.alpha), x);
  if (f.name == "thresholdedrelu")
    return b.Select(b.Compare("Greater", x, Builder::Scalar(x.dtype, f.alpha)), x, zero());
  Refuse("activation " + f.name);
}

enum class Kind { kRnn, kGru, kLstm };

struct Layer {
  Kind kind = Kind::kRnn;
  int64_t hidden = 0;
  std::vector<Function> functions;  // of one direction
  double clip = 0;
  bool reset_last = false;         // GRU: linear_before_reset
  bool couples = false;            // LSTM: input_forget
  Value recurrent;                 // [gates * hidden, hidden]
  std::optional<Value> bias;       // GRU: of the recurrent part of the new state, [hidden]
  std::optional<Value> peepholes;  // [3 * hidden]
};

struct State {
  Value h, c;
};

// One time: `x` [batch, gates * hidden] is the input's part with its biases.
State Step(Builder& b, const Layer& l, const Value& x, const State& old) {
  const int64_t n = l.hidden;
  const auto gate = [&](const Value& of, int64_t i) { return b.Slice(of, 1, i * n, (i + 1) * n); };
  const auto clipped = [&](const Value& v) {
    if (l.clip <= 0) return v;
    return b.Binary("Minimum", b.Binary("Maximum", v, Builder::Scalar(v.dtype, -l.clip)),
                    Builder::Scalar(v.dtype, l.clip));
  };
  const auto f = [&](size_t i, const Value& v) { return Apply(b, l.functions[i], clipped(v)); };
  if (l.kind == Kind::kRnn) {
    return {f(0, b.Add(x, b.MatMul(old.h, l.recurrent, false, true))), {}};
  }
  if (l.kind == Kind::kGru) {
    const Value rzr = b.Slice(l.recurrent, 0, 0, 2 * n), rh = b.Slice(l.recurrent, 0, 2 * n, 3 * n);
    const Value zr = f(0, b.Add(b.Slice(x, 1, 0, 2 * n), b.MatMul(old.h, rzr, false, true)));
    const Value z = gate(zr, 0), r = gate(zr, 1);
    Value part;
    if (l.reset_last) {
      part = b.MatMul(old.h, rh, false, true);
      if (l.bias) part = b.Add(part, *l.bias);
      part = b.Mul(r, part);
    } else {
      part = b.MatMul(b.Mul(r, old.h), rh, false, true);
      if (l.bias) part = b.Add(part, *l.bias);
    }
    const Value candidate = f(1, b.Add(gate(x, 2), part));
    const Value one = Builder::Scalar(x.dtype, 1);
    return {b.Add(b.Mul(b.Sub(one, z), candidate), b.Mul(z, old.h)), {}};
  }
  const Value all = b.Add(x, b.MatMul(old.h, l.recurrent, false, true));  // i, o, f, c
  const auto peep = [&](const Value& v, const Value& c, int64_t i) {
    return l.peepholes ? b.Add(v, b.Mul(b.Slice(*l.peepholes, 0, i * n, (i + 1) * n), c)) : v;
  };
  const Value in = f(0, peep(gate(all, 0), old.c, 0));
  const Value forget =
      l.couples ? b.Sub(Builder::Scalar(x.dtype, 1), in) : f(0, peep(gate(all, 2), old.c, 2));
  const Value candidate = f(1, gate(all, 3));
  State next;
  next.c = b.Add(b.Mul(forget, old.c), b.Mul(in, candidate));
  const Value out = f(0, peep(gate(all, 1), next.c, 1));
  next.h = b.Mul(out, f(2, next.c));
  return next;
}

// Keeps the old state where a sequence has ended before time `t`.
State Held(Builder& b, const State& next, const State& old, const std::optional<Value>& lengths,
           const Value& t, Value* y) {
  *y = next.h;
  if (!lengths) return next;
  const Value goes = b.Unsqueeze(b.Compare("Less", t, *lengths), {1});
  *y = b.Select(goes, next.h, Builder::Scalar(next.h.dtype, 0));
  State held{b.Select(goes, next.h, old.h), {}};
  if (!next.c.tensor.empty()) held.c = b.Select(goes, next.c, old.c);
  return held;
}

struct Ran {
  Value y;  // [times, batch, hidden]
  State last;
};

// `x`: [times, batch, gates * hidden].
Ran Loop(Node& n, const Layer& l, const Value& x, const State& first,
         const std::optional<Value>& lengths) {
  Builder& b = n.b;
  const int64_t times = x.dim(0);
  Ran ran;
  if (times >= 0 && times <= kWrittenOut) {
    if (times == 0) Refuse("a sequence without elements");
    State state = first;
    Values ys;
    const Values parts = b.Unstack(x, 0, times);
    for (int64_t t = 0; t < times; ++t) {
      const State next = Step(b, l, parts[static_cast<size_t>(t)], state);
      ys.emplace_back();
      state = Held(b, next, state, lengths, Builder::I64Scalar(t), &ys.back());
    }
    ran.y = b.Stack(ys, 0);
    ran.last = state;
    return ran;
  }
  // While over [t, times, list of outputs, h, c, x, recurrent, lengths, ...]: what does not change goes
  // along.
  const bool has_c = l.kind == Kind::kLstm;
  const Value zero = Builder::I64Scalar(0);
  Value list = b.Node("TensorListReserve", {Builder::I32Scalar(-1), b.Cast(b.SizeOf(x, 0), RNLP_INT32)},
                      RNLP_VARIANT, Shape::Scalar(), [&](plugin::NodeWriter& w) {
                        w.Type("element_dtype", x.dtype).Type("shape_type", RNLP_INT32);
                      });
  Values start{zero, b.SizeOf(x, 0), list, first.h};
  if (has_c) start.push_back(first.c);
  const size_t fixed = start.size();
  start.push_back(x);
  start.push_back(l.recurrent);
  if (l.bias) start.push_back(*l.bias);
  if (l.peepholes) start.push_back(*l.peepholes);
  if (lengths) start.push_back(*lengths);
  // Shapes of states may be known less at first than they are.
  Values arguments = start;
  const Shape state_shape = Shape::Of({x.dim(1), l.hidden});
  arguments[3].shape = state_shape;
  if (has_c) arguments[4].shape = state_shape;
  Importer::Body test(n.importer.graph()), body(n.importer.graph());
  n.importer.Begin(&test, n.scope, arguments, {});
  const std::string condition = n.importer.End(
      &test, b.prefix() + "_cond", {test.b.Compare("Less", test.arguments[0], test.arguments[1])});
  n.importer.Begin(&body, n.scope, arguments, {});
  Builder& in = body.b;
  const Values& a = body.arguments;
  Layer inner = l;
  size_t at = fixed;
  const Value all = a[at++];
  inner.recurrent = a[at++];
  if (l.bias) inner.bias = a[at++];
  if (l.peepholes) inner.peepholes = a[at++];
  std::optional<Value> inner_lengths;
  if (lengths) inner_lengths = a[at++];
  State old{a[3], has_c ? a[4] : Value()};
  Value now = in.Gather(all, a[0], 0);
  now.shape = Shape::Of({x.dim(1), x.dim(2)});
  Value y;
  const State next = Held(in, Step(in, inner, now, old), old, inner_lengths, a[0], &y);
  Values results = a;
  results[0] = in.Add(a[0], Builder::I64Scalar(1));
  results[2] =
      in.Node("TensorListSetItem", {a[2], in.Cast(a[0], RNLP_INT32), y}, RNLP_VARIANT, Shape::Scalar(),
              [&](plugin::NodeWriter& w) { w.Type("element_dtype", x.dtype); });
  results[3] = next.h;
  if (has_c) results[4] = next.c;
  const std::string loop = n.importer.End(&body, b.prefix() + "_body", results);
  std::vector<int32_t> types;
  for (const Value& value : start) types.push_back(value.dtype);
  const Value first_out =
      b.Node("While", start, RNLP_INT64, Shape::Scalar(), [&](plugin::NodeWriter& w) {
        w.Types("T", types).Function("cond", condition).Function("body", loop);
      });
  ran.last.h = Builder::Other(first_out, 3, x.dtype, state_shape);
  if (has_c) ran.last.c = Builder::Other(first_out, 4, x.dtype, state_shape);
  const Value out_list = Builder::Other(first_out, 2, RNLP_VARIANT, Shape::Scalar());
  const Value element = b.Cast(b.ShapeOf(ran.last.h), RNLP_INT32);
  ran.y = b.Node("TensorListStack", {out_list, element}, x.dtype, Shape::Of({times, x.dim(1), l.hidden}),
                 [&](plugin::NodeWriter& w) { w.Type("element_dtype", x.dtype); });
  return ran;
}

// What the input gives to all gates at all times, with their biases: one product. `own`: both biases.
Value Inputs(Builder& b, Layer* l, const Value& x, const Value& w, const std::optional<Value>& own) {
  const int64_t n = l->hidden;
  const int64_t gates = l->kind == Kind::kRnn ? 1 : l->kind == Kind::kGru ? 3 : 4;
  const Value rows = b.Reshape(x, b.Concat({Builder::I64({-1}), b.SizesOf(x, 2, 3)}, 0));
  Value part = b.MatMul(rows, w, false, true);
  if (own) {
    const Value wb = b.Slice(*own, 0, 0, gates * n), rb = b.Slice(*own, 0, gates * n, 2 * gates * n);
    if (l->kind == Kind::kGru) {
      l->bias = b.Slice(rb, 0, 2 * n, 3 * n);
      const Value zr = b.Add(b.Slice(wb, 0, 0, 2 * n), b.Slice(rb, 0, 0, 2 * n));
      part = b.Add(part, b.Concat({zr, b.Slice(wb, 0, 2 * n, 3 * n)}, 0));
    } else {
      part = b.Add(part, b.Add(wb, rb));
    }
  }
  Value all = b.Reshape(part, b.Concat({b.SizesOf(x, 0, 2), Builder::I64({gates * n})}, 0));
  all.shape = Shape::Of({x.dim(0), x.dim(1), gates * n});
  return all;
}

// Whether BlockLSTMV2 is the layer.
bool IsBlock(const Layer& l, const Value& x, const std::optional<Value>& lengths) {
  return l.kind == Kind::kLstm && x.dtype == RNLP_FLOAT && x.dim(0) != 0 && !lengths && !l.couples &&
         l.clip <= 0 && l.functions[0].name == "sigmoid" && l.functions[1].name == "tanh" &&
         l.functions[2].name == "tanh";
}

// All times in one op. `x` is [times, batch, inputs], `w` [4 * hidden, inputs], `bias` [4 * hidden].
Ran Block(Builder& b, const Layer& l, const Value& x, const Value& w, const std::optional<Value>& bias,
          const State& first) {
  const int64_t n = l.hidden, times = x.dim(0);
  const auto part = [&](const Value& of, int64_t i) { return b.Slice(of, 0, i * n, (i + 1) * n); };
  // i, o, f, c become i, f, c, o.
  const auto ordered = [&](const Value& of) {
    return b.Concat({part(of, 0), part(of, 2), part(of, 3), part(of, 1)}, 0);
  };
  const auto zeros = [&](int64_t count) {
    return b.Fill(Builder::I64({count}), Builder::Scalar(x.dtype, 0));
  };
  const Value weights =
      b.Concat({b.Transpose(ordered(w), {1, 0}), b.Transpose(ordered(l.recurrent), {1, 0})}, 0);
  const auto peep = [&](int64_t i) { return l.peepholes ? part(*l.peepholes, i) : zeros(n); };
  const Value steps = times > 0 ? Builder::I64Scalar(times) : b.SizeOf(x, 0);
  const Shape all = Shape::Of({times, x.dim(1), n});
  const Value states = b.Node("BlockLSTMV2",
                              {steps, x, first.c, first.h, weights, peep(0), peep(2), peep(1),
                               bias ? ordered(*bias) : zeros(4 * n)},
                              x.dtype, all, [&](plugin::NodeWriter& writer) {
                                writer.Type("T", x.dtype).Bool("use_peephole", l.peepholes.has_value());
                              });
  const Value cs = Builder::Other(states, 1, x.dtype, all), h = Builder::Other(states, 6, x.dtype, all);
  // Without times the last state is the first.
  const auto last = [&](const Value& of, const Value& before) {
    Value state = times > 0 ? b.Squeeze(b.Slice(of, 0, times - 1, times), {0})
                            : b.Gather(b.Concat({b.Unsqueeze(before, {0}), of}, 0), steps, 0);
    state.shape = Shape::Of({x.dim(1), n});
    return state;
  };
  return {h, {last(h, first.h), last(cs, first.c)}};
}

Value Reversed(Builder& b, const Value& x, const std::optional<Value>& lengths) {
  if (!lengths) return b.Reverse(x, {0});
  return b.Node("ReverseSequence", {x, *lengths}, x.dtype, x.shape, [&](plugin::NodeWriter& w) {
    w.Type("T", x.dtype).Type("Tlen", lengths->dtype).Int("seq_dim", 0).Int("batch_dim", 1);
  });
}

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

// The functions of all directions, with the parameters that they have where none are given.
std::vector<Function> Functions(Node& n, Kind kind, size_t directions) {
  std::vector<std::string> names = n.StrList("activations");
  const std::vector<float> alphas = n.FloatList("activation_alpha").value_or(std::vector<float>{});
  const std::vector<float> betas = n.FloatList("activation_beta").value_or(std::vector<float>{});
  const std::vector<std::string> usual = kind == Kind::kRnn ? std::vector<std::string>{"Tanh"}
                                         : kind == Kind::kGru
                                             ? std::vector<std::string>{"Sigmoid", "Tanh"}
                                             : std::vector<std::string>{"Sigmoid", "Tanh", "Tanh"};
  if (names.empty()) {
    for (size_t i = 0; i < directions; ++i) names.insert(names.end(), usual.begin(), usual.end());
  }
  if (names.size() != usual.size() * directions)
    Invalid("activations are not as many as gates and directions need");
  std::vector<Function> functions;
  size_t alpha = 0, beta = 0;
  for (const std::string& name : names) {
    Function f{Lower(name)};
    const auto take = [](const std::vector<float>& from, size_t* at, double otherwise) {
      return *at < from.size() ? static_cast<double>(from[(*at)++]) : otherwise;
    };
    if (f.name == "leakyrelu") f.alpha = take(alphas, &alpha, 0.01);
    if (f.name == "thresholdedrelu" || f.name == "elu") f.alpha = take(alphas, &alpha, 1);
    if (f.name == "hardsigmoid") f.alpha = take(alphas, &alpha, 0.2), f.beta = take(betas, &beta, 0.5);
    if (f.name == "scaledtanh" || f.name == "affine")
      f.alpha = take(alphas, &alpha, 1), f.beta = take(betas, &beta, f.name == "affine" ? 0 : 1);
    functions.push_back(f);
  }
  return functions;
}

void Recurrent(Node& n, Kind kind) {
  Builder& b = n.b;
  Value x = OfRank(n.In(0), 3);
  const Value w = OfRank(n.In(1), 3), r = OfRank(n.In(2), 3);
  const auto bias = n.Opt(3);
  auto lengths = n.Opt(4);
  auto h0 = n.Opt(5), c0 = kind == Kind::kLstm ? n.Opt(6) : std::optional<Value>();
  const auto peepholes = kind == Kind::kLstm ? n.Opt(7) : std::optional<Value>();
  const int64_t layout = n.Int("layout", 0);
  const std::string direction = n.Str("direction", "forward");
  n.Ignore("output_sequence");
  if (NeedRank(x) != 3 || NeedRank(w) != 3 || NeedRank(r) != 3)
    Invalid("X, W and R have not 3 dimensions");
  const int64_t hidden = n.Int("hidden_size", r.dim(2)), gates = kind == Kind::kRnn   ? 1
                                                                 : kind == Kind::kGru ? 3
                                                                                      : 4;
  if (hidden < 1 || hidden > (int64_t{1} << 24)) Invalid("hidden_size " + std::to_string(hidden));
  const bool both = direction == "bidirectional";
  if (!both && direction != "forward" && direction != "reverse")
    Invalid("direction \"" + direction + "\"");
  const size_t directions = both ? 2 : 1;
  const std::vector<Function> functions = Functions(n, kind, directions);
  const size_t per = functions.size() / directions;
  if (h0) h0 = OfRank(*h0, 3);
  if (c0) c0 = OfRank(*c0, 3);
  if (layout != 0) {
    x = b.Transpose(x, {1, 0, 2});
    if (h0) h0 = b.Transpose(*h0, {1, 0, 2});
    if (c0) c0 = b.Transpose(*c0, {1, 0, 2});
  }
  // Lengths that are all the whole change nothing, but that is known in constants alone.
  if (lengths) lengths = b.Cast(*lengths, RNLP_INT64);
  Values ys, hs, cs;
  for (size_t d = 0; d < directions; ++d) {
    const auto of = [&](const Value& all) {
      return b.Squeeze(b.Slice(all, 0, static_cast<int64_t>(d), static_cast<int64_t>(d) + 1), {0});
    };
    Layer l;
    l.kind = kind;
    l.hidden = hidden;
    l.clip = n.HasAttr("clip") ? static_cast<double>(n.Float("clip", 0)) : 0;
    l.reset_last = n.Int("linear_before_reset", 0) != 0;
    l.couples = n.Int("input_forget", 0) != 0;
    l.functions.assign(functions.begin() + static_cast<std::ptrdiff_t>(d * per),
                       functions.begin() + static_cast<std::ptrdiff_t>((d + 1) * per));
    l.recurrent = of(r);
    if (peepholes) l.peepholes = of(*peepholes);
    const bool backward = both ? d == 1 : direction == "reverse";
    const Value in = backward ? Reversed(b, x, lengths) : x;
    const auto initial = [&](const std::optional<Value>& given) {
      if (given) return of(*given);
      Value zeros =
          b.Fill(b.Concat({b.SizesOf(x, 1, 2), Builder::I64({hidden})}, 0), Builder::Scalar(x.dtype, 0));
      return zeros;
    };
    State first{initial(h0), {}};
    if (kind == Kind::kLstm) first.c = initial(c0);
    Ran ran;
    if (IsBlock(l, x, lengths)) {
      std::optional<Value> sum;
      if (bias) {
        const Value own = of(*bias);
        sum = b.Add(b.Slice(own, 0, 0, gates * hidden),
                    b.Slice(own, 0, gates * hidden, 2 * gates * hidden));
      }
      ran = Block(b, l, in, of(w), sum, first);
    } else {
      ran = Loop(n, l, Inputs(b, &l, in, of(w), bias ? std::optional<Value>(of(*bias)) : std::nullopt),
                 first, lengths);
    }
    ys.push_back(backward ? Reversed(b, ran.y, lengths) : ran.y);
    hs.push_back(ran.last.h);
    if (kind == Kind::kLstm) cs.push_back(ran.last.c);
  }
  const auto last = [&](const Values& of) {
    Value all = b.Stack(of, 0);
    return layout != 0 ? b.Transpose(all, {1, 0, 2}) : all;
  };
  Value y = b.Stack(ys, 1);
  n.Out(0, layout != 0 ? b.Transpose(y, {2, 0, 1, 3}) : y);
  n.Out(1, last(hs));
  if (kind == Kind::kLstm) n.Out(2, last(cs));
}

void Rnn(Node& n) { Recurrent(n, Kind::kRnn); }
void Gru(Node& n) { Recurrent(n, Kind::kGru); }
void Lstm(Node& n) { Recurrent(n, Kind::kLstm); }

constexpr OpRow kRecurrentOps[] = {
    {"", "RNN", Rnn},
    {"", "GRU", Gru},
    {"", "LSTM", Lstm},
};

}  // namespace

std::span<const OpRow> RecurrentOps() { return kRecurrentOps; }

}  // namespace runnel::onnx
