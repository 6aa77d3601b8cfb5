// Recurrent layers. What inputs give to the gates of all steps is one product, ahead of the loop; in it
// remains what states give.
#include "core/learn/layer_row.h"
#include "core/learn/scan.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

OutputRef Along(GraphBuilder& b, const char* op, OutputRef x, const std::vector<int64_t>& axes) {
  return b.Op(op, {x, IntVector(b, DType::kInt32, axes)});
}

// Element `at` of the sizes of x.
OutputRef SizeOf(GraphBuilder& b, OutputRef x, int32_t at) {
  return b.Op("StridedSlice",
              {b.Op("Shape", {x}), b.Int32Vector({at}), b.Int32Vector({at + 1}), b.Int32Vector({1})});
}

// What all recurrent layers do before and behind their recurrence.
class Recurrent {
 public:
  Recurrent(LayerContext& ctx, int64_t gates, size_t num_states)
      : ctx_(ctx),
        b_(ctx.b()),
        units_(ctx.arg<int64_t>("units")),
        gates_(gates),
        num_states_(num_states) {}

  // Inputs as [time, batch, features], in the order of the steps, and the states before the first.
  Status Begin() {
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, RankOf(ctx_.input(0), 3, "its input"));
    if (shape.dim(2) < 0)
      return InvalidArgument("the last dimension of its input ", shape.ToString(), " is not known");
    features_ = shape.dim(2);
    steps_ = shape.dim(1);
    x_ = Along(b_, "Transpose", ctx_.input(0), {1, 0, 2});
    // As in Keras, where a layer that is given states is not given its input's mask.
    if (ctx_.mask(0) && ctx_.num_inputs() == 1) mask_ = Along(b_, "Transpose", ctx_.mask(0), {1, 0});
    if (ctx_.arg<bool>("go_backwards")) {
      x_ = Along(b_, "ReverseV2", x_, {0});
      if (mask_) mask_ = Along(b_, "ReverseV2", mask_, {0});
    }
    const OutputRef batch = SizeOf(b_, x_, 1);
    const double dropout = ctx_.number("dropout"), recurrent = ctx_.number("recurrent_dropout");
    // The same elements are dropped in every step.
    if (ctx_.training() && dropout > 0 && dropout < 1) {
      x_ = b_.Op("Mul", {x_, ctx_.Kept(Pair(batch, features_), dropout, 1)});
    }
    if (ctx_.training() && recurrent > 0 && recurrent < 1) {
      kept_states_ = ctx_.Kept(Pair(batch, units_), recurrent, 2);
    }
    if (ctx_.arg<bool>("stateful")) RUNNEL_RETURN_IF_ERROR(ReadKept(shape));
    if (ctx_.num_inputs() > 1) {
      if (ctx_.num_inputs() != num_states_ + 1) {
        return InvalidArgument("takes an input, or an input and ", num_states_, " initial states, got ",
                               ctx_.num_inputs(), " inputs");
      }
      for (size_t i = 1; i <= num_states_; ++i) {
        RUNNEL_ASSIGN_OR_RETURN(const Shape state, RankOf(ctx_.input(i), 2, "an initial state"));
        if (state.dim(1) >= 0 && state.dim(1) != units_) {
          return InvalidArgument("an initial state: expected [batch, ", units_, "], got ",
                                 state.ToString());
        }
        states_.push_back(ctx_.input(i));
      }
    } else if (!kept_.empty()) {
      for (const KeptState& kept : kept_) {
        const bool fits = TypeOf(kept.read) == ctx_.dtype();
        states_.push_back(fits ? kept.read : b_.Op("Cast", {kept.read}, {{"DstT", ctx_.dtype()}}));
      }
    } else {
      const OutputRef zeros = b_.Op("Fill", {Pair(batch, units_), b_.Scalar(ctx_.dtype(), 0)});
      states_.assign(num_states_, zeros);
    }
    return b_.status();
  }

  // x times kernel, with the bias, for all steps: [time, batch, gates units].
  OutputRef Projected(OutputRef bias) {
    const OutputRef flat = b_.Op("Reshape", {x_, IntVector(b_, DType::kInt32, {-1, features_})});
    OutputRef product = b_.Op("MatMul", {flat, ctx_.weight("kernel")});
    if (bias) product = b_.Op("BiasAdd", {product, bias});
    if (steps_ >= 0) {
      return b_.Op("Reshape", {product, IntVector(b_, DType::kInt64, {steps_, -1, gates_ * units_})});
    }
    const OutputRef sizes = b_.Op(
        "ConcatV2", {SizeOf(b_, x_, 0), SizeOf(b_, x_, 1),
                     IntVector(b_, DType::kInt32, {gates_ * units_}), IntScalar(b_, DType::kInt32, 0)});
    return b_.Op("Reshape", {product, sizes});
  }

  // Runs `step` over the projected inputs. Its constants are the recurrent kernel, then those given
  // here.
  Status Loop(OutputRef projected, std::vector<OutputRef> constants, ScanStepFn step) {
    Scan scan;
    scan.name = StrCat(ctx_.row().name(), "/loop");
    scan.x = projected;
    scan.mask = mask_;
    scan.states = states_;
    scan.constants = std::move(constants);
    scan.constants.insert(scan.constants.begin(), ctx_.weight("recurrent_kernel"));
    // The last constant, so that steps find the others at fixed places.
    const bool drops = static_cast<bool>(kept_states_);
    if (drops) scan.constants.push_back(kept_states_);
    scan.step = std::move(step);
    scan.units = units_;
    scan.starts_at_zero = ctx_.num_inputs() == 1 && kept_.empty();
    scan.zero_masked = ctx_.arg<bool>("zero_output_for_mask");
    scan.sequence = ctx_.arg<bool>("return_sequences");
    scan.unroll = ctx_.arg<bool>("unroll");
    RUNNEL_ASSIGN_OR_RETURN(const ScanResult result, RunScan(b_, scan));
    return End(result);
  }

  Status End(const ScanResult& result) {
    // Whatever uses an output of the layer leaves the states to the next batch.
    std::vector<Node*> assigned;
    for (size_t i = 0; i < kept_.size(); ++i) {
      const DType dtype = TypeOf(kept_[i].read);
      OutputRef value = result.states[i];
      if (TypeOf(value) != dtype) value = b_.Op("Cast", {value}, {{"DstT", dtype}});
      assigned.push_back(b_.Op("AssignVariableOp", {{kept_[i].handle, 0}, value}).node);
    }
    RUNNEL_RETURN_IF_ERROR(b_.status());
    const auto after = [&](OutputRef value) {
      if (assigned.empty()) return value;
      // The next layer may be such a one, too, and needs to know the batch.
      const int64_t batch = ShapeOf(kept_[0].read).dim(0);
      const auto shape = ShapeOf(value).rank() == 3 ? Shape::Make({{batch, steps_, units_}}, -1)
                                                    : Shape::Make({{batch, units_}});
      b_.set_control_inputs(assigned);
      value = b_.Op("EnsureShape", {value}, {{"shape", shape.ok() ? *shape : Shape::Unknown()}});
      b_.set_control_inputs({});
      return value;
    };
    if (ctx_.arg<bool>("return_sequences")) {
      ctx_.Give(after(Along(b_, "Transpose", result.sequence, {1, 0, 2})), ctx_.mask(0));
    } else {
      ctx_.Give(after(result.last));
    }
    if (ctx_.arg<bool>("return_state")) {
      for (const OutputRef& state : result.states) ctx_.Give(after(state));
    }
    return b_.status();
  }

  // A state as the recurrent product takes it.
  OutputRef Dropped(GraphBuilder& b, OutputRef state, const std::vector<OutputRef>& constants) const {
    return kept_states_ ? b.Op("Mul", {state, constants.back()}) : state;
  }
  bool keeps_states() const { return !kept_.empty(); }
  bool drops_states() const { return static_cast<bool>(kept_states_); }
  bool masks() const { return static_cast<bool>(mask_); }
  OutputRef x() const { return x_; }
  OutputRef state(size_t i) const { return states_[i]; }
  int64_t units() const { return units_; }

 private:
  Status ReadKept(const Shape& input) {
    if (input.dim(0) < 0) {
      return InvalidArgument(
          "stateful=true: expected a batch of known size, as Input([...], "
          "batch_size=10) gives, got ",
          input.ToString());
    }
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(std::vector<int64_t>{input.dim(0), units_}));
    for (size_t i = 0; i < num_states_; ++i) {
      RUNNEL_ASSIGN_OR_RETURN(kept_.emplace_back(), ctx_.State(i, shape));
    }
    return OkStatus();
  }

  OutputRef Pair(OutputRef batch, int64_t size) {
    return b_.Op("ConcatV2",
                 {batch, IntVector(b_, DType::kInt32, {size}), IntScalar(b_, DType::kInt32, 0)});
  }

  LayerContext& ctx_;
  GraphBuilder& b_;
  const int64_t units_, gates_;
  const size_t num_states_;
  int64_t features_ = 0, steps_ = -1;
  OutputRef x_, mask_, kept_states_;
  std::vector<OutputRef> states_;
  std::vector<KeptState> kept_;  // with stateful=true, one for each state
};

std::vector<OutputRef> Split(GraphBuilder& b, OutputRef x, int64_t parts) {
  return b.Ops("Split", {IntScalar(b, DType::kInt32, 1), x}, {{"num_split", parts}});
}

Status SimpleRnnCall(LayerContext& ctx) {
  Recurrent rnn(ctx, 1, 1);
  RUNNEL_RETURN_IF_ERROR(rnn.Begin());
  const std::string& activation = ctx.text("activation");
  return rnn.Loop(
      rnn.Projected(ctx.weight("bias")), {},
      [&](GraphBuilder& b, OutputRef x, const std::vector<OutputRef>& states,
          const std::vector<OutputRef>& constants) -> Result<std::vector<OutputRef>> {
        const OutputRef product = b.Op("MatMul", {rnn.Dropped(b, states[0], constants), constants[0]});
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef h,
                                Activate(&b, activation, b.Op("AddV2", {x, product})));
        return std::vector<OutputRef>{h};
      });
}

// The whole recurrence as one op, where it is what the layer says.
Status BlockLstm(LayerContext& ctx, Recurrent& rnn) {
  GraphBuilder& b = ctx.b();
  const DType dtype = ctx.dtype();
  const OutputRef steps =
      b.Op("Cast", {b.Op("Squeeze", {SizeOf(b, rnn.x(), 0)})}, {{"DstT", DType::kInt64}});
  const OutputRef w = b.Op("ConcatV2", {ctx.weight("kernel"), ctx.weight("recurrent_kernel"),
                                        IntScalar(b, DType::kInt32, 0)});
  const auto zeros = [&](int64_t size) {
    return b.Op("Fill", {IntVector(b, DType::kInt32, {size}), b.Scalar(dtype, 0)});
  };
  const OutputRef none = zeros(rnn.units());
  const OutputRef bias = ctx.weight("bias") ? ctx.weight("bias") : zeros(4 * rnn.units());
  const std::vector<OutputRef> all =
      b.Ops("BlockLSTMV2", {steps, rnn.x(), rnn.state(1), rnn.state(0), w, none, none, none, bias});
  RUNNEL_RETURN_IF_ERROR(b.status());
  const OutputRef last = b.Int32Vector({-1}), behind = b.Int32Vector({0}), one = b.Int32Vector({1});
  const auto at_end = [&](OutputRef x) {
    return b.Op("StridedSlice", {x, last, behind, one}, {{"shrink_axis_mask", 1}, {"end_mask", 1}});
  };
  ScanResult result;
  result.sequence = all[6];
  result.last = at_end(all[6]);
  result.states = {result.last};
  if (ctx.arg<bool>("return_state") || rnn.keeps_states()) result.states.push_back(at_end(all[1]));
  return rnn.End(result);
}

Status LstmCall(LayerContext& ctx) {
  Recurrent rnn(ctx, 4, 2);
  RUNNEL_RETURN_IF_ERROR(rnn.Begin());
  const std::string& activation = ctx.text("activation");
  const std::string& gate = ctx.text("recurrent_activation");
  const bool usual = SameName(activation, "tanh") && SameName(gate, "sigmoid");
  const bool fits = ctx.dtype() == DType::kFloat || ctx.dtype() == DType::kHalf;
  if (usual && fits && !rnn.masks() && !rnn.drops_states() && !ctx.arg<bool>("unroll")) {
    return BlockLstm(ctx, rnn);
  }
  return rnn.Loop(
      rnn.Projected(ctx.weight("bias")), {},
      [&](GraphBuilder& b, OutputRef x, const std::vector<OutputRef>& states,
          const std::vector<OutputRef>& constants) -> Result<std::vector<OutputRef>> {
        const OutputRef product = b.Op("MatMul", {rnn.Dropped(b, states[0], constants), constants[0]});
        const std::vector<OutputRef> z = Split(b, b.Op("AddV2", {x, product}), 4);
        RUNNEL_RETURN_IF_ERROR(b.status());
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef i, Activate(&b, gate, z[0]));
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef f, Activate(&b, gate, z[1]));
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef fresh, Activate(&b, activation, z[2]));
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef o, Activate(&b, gate, z[3]));
        const OutputRef c = b.Op("AddV2", {b.Op("Mul", {f, states[1]}), b.Op("Mul", {i, fresh})});
        RUNNEL_RETURN_IF_ERROR(b.status());
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef shown, Activate(&b, activation, c));
        return std::vector<OutputRef>{b.Op("Mul", {o, shown}), c};
      });
}

Status GruCall(LayerContext& ctx) {
  Recurrent rnn(ctx, 3, 1);
  RUNNEL_RETURN_IF_ERROR(rnn.Begin());
  GraphBuilder& outside = ctx.b();
  const std::string& activation = ctx.text("activation");
  const std::string& gate = ctx.text("recurrent_activation");
  const bool reset_after = ctx.arg<bool>("reset_after");
  OutputRef bias = ctx.weight("bias");
  std::vector<OutputRef> constants;
  if (bias && reset_after) {
    const std::vector<OutputRef> both = outside.Ops("Unpack", {bias}, {{"num", 2}});
    RUNNEL_RETURN_IF_ERROR(outside.status());
    bias = both[0];
    constants.push_back(both[1]);
  }
  const bool biased = !constants.empty();
  const int64_t units = rnn.units();
  const auto begin = [](GraphBuilder& b, OutputRef x, int64_t from, int64_t size) {
    return b.Op("Slice",
                {x, IntVector(b, DType::kInt32, {0, from}), IntVector(b, DType::kInt32, {-1, size})});
  };
  if (!reset_after) {
    // Products with the parts of the kernel for gates and for the new state.
    const OutputRef kernel = ctx.weight("recurrent_kernel");
    constants = {begin(outside, kernel, 0, 2 * units), begin(outside, kernel, 2 * units, units)};
  }
  return rnn.Loop(
      rnn.Projected(bias), std::move(constants),
      [&](GraphBuilder& b, OutputRef x, const std::vector<OutputRef>& states,
          const std::vector<OutputRef>& given) -> Result<std::vector<OutputRef>> {
        const OutputRef h = rnn.Dropped(b, states[0], given);
        const std::vector<OutputRef> from_x = Split(b, x, 3);
        OutputRef product = b.Op("MatMul", {h, given[reset_after ? 0 : 1]});
        if (biased) product = b.Op("BiasAdd", {product, given[1]});
        const std::vector<OutputRef> from_h = Split(b, product, reset_after ? 3 : 2);
        RUNNEL_RETURN_IF_ERROR(b.status());
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef z,
                                Activate(&b, gate, b.Op("AddV2", {from_x[0], from_h[0]})));
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef r,
                                Activate(&b, gate, b.Op("AddV2", {from_x[1], from_h[1]})));
        const OutputRef recurrent =
            reset_after ? b.Op("Mul", {r, from_h[2]}) : b.Op("MatMul", {b.Op("Mul", {r, h}), given[2]});
        RUNNEL_RETURN_IF_ERROR(b.status());
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef fresh,
                                Activate(&b, activation, b.Op("AddV2", {from_x[2], recurrent})));
        // z h + (1 - z) fresh
        const OutputRef change = b.Op("Mul", {z, b.Op("Sub", {states[0], fresh})});
        return std::vector<OutputRef>{b.Op("AddV2", {fresh, change})};
      });
}

std::string LstmBias(const BoundRow& row) {
  const std::string& others = row.arg<std::string>("bias_initializer");
  if (!row.arg<bool>("unit_forget_bias")) return others;
  Spec spec;
  spec.name = "UnitForgetBias";
  spec.positional.emplace_back();
  spec.positional[0].value = others;
  return ToText(spec);
}

#define RUNNEL_RNN_WEIGHT_ARGS                                                                    \
  "use_bias: bool = true; kernel_initializer: string = 'glorot_uniform'; recurrent_initializer: " \
  "string = 'orthogonal'; bias_initializer: string = 'zeros'; "
#define RUNNEL_RNN_ARGS                                                                                 \
  "kernel_regularizer: string = ''; recurrent_regularizer: string = ''; bias_regularizer: string = "    \
  "''; "                                                                                                \
  "activity_regularizer: string = ''; kernel_constraint: string = ''; recurrent_constraint: string = "  \
  "''; bias_constraint: string = ''; dropout: float = 0; recurrent_dropout: float = 0; seed: int = 0; " \
  "return_sequences: bool = false; return_state: bool = false; go_backwards: bool = false; stateful: "  \
  "bool = false; unroll: bool = false; zero_output_for_mask: bool = false"
#define RUNNEL_RNN_DOC                                                                                  \
  " Gives the output of the last step, with return_sequences of all steps, and behind them with "       \
  "return_state the states, as values of their own. A step whose mask is false changes no state; its "  \
  "output is that of the step before, or zeros with zero_output_for_mask. dropout and "                 \
  "recurrent_dropout drop the same elements of inputs and states in every step. Initial states may be " \
  "further inputs; then, as in Keras, the mask is only passed on. With stateful a batch, whose size "   \
  "has to be known, begins with the states that the one before ended with. Errors: UNIMPLEMENTED for "  \
  "stateful where a strategy divides batches. Shapes: x [b, steps, n], y [b, units] or [b, steps, "     \
  "units], states [b, units]"
#define RUNNEL_RNN_WEIGHTS(cell, gates, bias_shape, bias_initial)                             \
  {                                                                                           \
    {.name = "kernel",                                                                        \
     .shape = "[dim(x, -1), " gates "]",                                                      \
     .initializer = "kernel_initializer",                                                     \
     .regularizer = "kernel_regularizer",                                                     \
     .constraint = "kernel_constraint",                                                       \
     .path = cell},                                                                           \
        {.name = "recurrent_kernel",                                                          \
         .shape = "[units, " gates "]",                                                       \
         .initializer = "recurrent_initializer",                                              \
         .regularizer = "recurrent_regularizer",                                              \
         .constraint = "recurrent_constraint",                                                \
         .path = cell},                                                                       \
    {                                                                                         \
      .name = "bias", .shape = bias_shape, .initializer = "bias_initializer",                 \
      .regularizer = "bias_regularizer", .constraint = "bias_constraint", .when = "use_bias", \
      .path = cell, .initial = bias_initial                                                   \
    }                                                                                         \
  }

constexpr Row kRnnLayers[] = {
    {
        .kind = RowKind::kLayer,
        .name = "SimpleRNN",
        .inputs = "x: T, initial_state: N * T",
        .args = "units: int >= 1; activation: string = 'tanh'; " RUNNEL_RNN_WEIGHT_ARGS RUNNEL_RNN_ARGS,
        .doc = "h = activation(x kernel + h recurrent_kernel + bias) step by step." RUNNEL_RNN_DOC
               "; kernel [n, units], recurrent_kernel [units, units], bias [units].",
        .weights = RUNNEL_RNN_WEIGHTS("simple_rnn_cell", "units", "[units]", nullptr),
        .own_activation = true,
        .layer = SimpleRnnCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "LSTM",
        .inputs = "x: T, initial_state: N * T",
        .args = "units: int >= 1; activation: string = 'tanh'; recurrent_activation: string = "
                "'sigmoid'; " RUNNEL_RNN_WEIGHT_ARGS "unit_forget_bias: bool = true; " RUNNEL_RNN_ARGS,
        .doc =
            "Long short-term memory: c = f c + i activation(k), h = o activation(c) with the gates i, f "
            "and o by recurrent_activation; i, f, k, o are x kernel + h recurrent_kernel + bias, in "
            "this "
            "order. The states are h and c. unit_forget_bias gives f a bias of ones to begin "
            "with." RUNNEL_RNN_DOC "; kernel [n, 4 units], recurrent_kernel [units, 4 units], bias [4 "
            "units]. Source: Hochreiter "
            "and Schmidhuber 1997.",
        .weights = RUNNEL_RNN_WEIGHTS("lstm_cell", "4 * units", "[4 * units]", LstmBias),
        .own_activation = true,
        .layer = LstmCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "GRU",
        .inputs = "x: T, initial_state: N * T",
        .args = "units: int >= 1; activation: string = 'tanh'; recurrent_activation: string = "
                "'sigmoid'; " RUNNEL_RNN_WEIGHT_ARGS RUNNEL_RNN_ARGS "; reset_after: bool = true",
        .doc =
            "Gated recurrent unit: h = z h + (1 - z) activation(k), with the gates z and r by "
            "recurrent_activation; z, r, k are x kernel + h recurrent_kernel + bias, in this order, "
            "where "
            "r multiplies what h gives to k (reset_after) or h before it does." RUNNEL_RNN_DOC
            "; kernel [n, 3 units], recurrent_kernel [units, 3 units], bias [2, 3 units], of inputs and "
            "of states, or [3 units] without reset_after. Source: Cho et al. 2014.",
        .weights = RUNNEL_RNN_WEIGHTS("gru_cell", "3 * units",
                                      "reset_after ? [2, 3 * units] : [3 * units]", nullptr),
        .own_activation = true,
        .layer = GruCall,
    },
};

}  // namespace

std::span<const Row> RnnLayerRows() { return kRnnLayers; }

}  // namespace runnel::learn
