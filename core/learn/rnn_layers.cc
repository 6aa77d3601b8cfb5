// Recurrent layers. What inputs give to the gates of all steps is one product, ahead of the loop; in it
// remains what states give.
#include "core/learn/recurrent.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

// x times kernel, with the bias, for all steps: [time, batch, gates units].
OutputRef Projected(LayerContext& ctx, Recurrent& rnn, OutputRef bias) {
  GraphBuilder& b = ctx.b();
  const Shape& shape = ShapeOf(rnn.x());
  const OutputRef flat = b.Op("Reshape", {rnn.x(), IntVector(b, DType::kInt64, {-1, shape.dim(2)})});
  OutputRef product = b.Op("MatMul", {flat, ctx.weight("kernel")});
  if (bias) product = b.Op("BiasAdd", {product, bias});
  return rnn.BySteps(product);
}

std::vector<OutputRef> Split(GraphBuilder& b, OutputRef x, int64_t parts) {
  return b.Ops("Split", {IntScalar(b, DType::kInt32, 1), x}, {{"num_split", parts}});
}

Status SimpleRnnCall(LayerContext& ctx) {
  Recurrent rnn(ctx, {ctx.arg<int64_t>("units")}, 1);
  RUNNEL_RETURN_IF_ERROR(rnn.Begin());
  const std::string& activation = ctx.text("activation");
  return rnn.Loop(
      Projected(ctx, rnn, ctx.weight("bias")), {},
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
      b.Op("Cast", {b.Op("Squeeze", {SizeAt(b, rnn.x(), 0)})}, {{"DstT", DType::kInt64}});
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
  Recurrent rnn(ctx, {ctx.arg<int64_t>("units")}, 2);
  RUNNEL_RETURN_IF_ERROR(rnn.Begin());
  const std::string& activation = ctx.text("activation");
  const std::string& gate = ctx.text("recurrent_activation");
  const bool usual = SameName(activation, "tanh") && SameName(gate, "sigmoid");
  const bool fits = ctx.dtype() == DType::kFloat || ctx.dtype() == DType::kHalf;
  if (usual && fits && !rnn.masks() && !rnn.drops_states() && !ctx.arg<bool>("unroll")) {
    return BlockLstm(ctx, rnn);
  }
  return rnn.Loop(
      Projected(ctx, rnn, ctx.weight("bias")), {},
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
  Recurrent rnn(ctx, {ctx.arg<int64_t>("units")}, 1);
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
      Projected(ctx, rnn, bias), std::move(constants),
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
