// Recurrent cells over blocks: what all gates of a cell need is one product.
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// ---- shapes ----

// x is [..., batch, inputs] of rank `rank`; the outputs from `first` to `last` are [..., batch, size].
Status SetStates(ShapeContext& ctx, int x_at, int rank, int64_t size, int first, int last) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape x, RequireRank(ctx, x_at, "x", rank));
  const Shape state = Concat(SubShape(x, 0, rank - 1), Shape{size});
  for (int k = first; k < last; ++k) ctx.set_output(k, state);
  return OkStatus();
}
Status CellShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape cs, RequireRank(ctx, 1, "cs_prev", 2));
  return SetStates(ctx, 0, 2, cs.dim(1), 0, ctx.num_outputs());
}
Status CellGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape cs, RequireRank(ctx, 1, "cs_prev", 2));
  const int64_t cells = cs.dim(1);
  RUNNEL_RETURN_IF_ERROR(SetStates(ctx, 0, 2, cells, 0, 1));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t wide, MulDims(cells, 4));
  RUNNEL_RETURN_IF_ERROR(SetStates(ctx, 0, 2, wide, 1, 2));
  for (int k = 2; k < 5; ++k) ctx.set_output(k, Shape{cells});
  return OkStatus();
}
Status BlockShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "seq_len_max"));
  RUNNEL_ASSIGN_OR_RETURN(const Shape cs, RequireRank(ctx, 2, "cs_prev", 2));
  return SetStates(ctx, 1, 3, cs.dim(1), 0, ctx.num_outputs());
}
Status BlockGradShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "seq_len_max"));
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "x", 3).status());
  for (int k = 0; k < ctx.num_outputs(); ++k) ctx.set_output(k, ctx.input(k + 1));
  return OkStatus();
}
Status GruShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape h, RequireRank(ctx, 1, "h_prev", 2));
  return SetStates(ctx, 0, 2, h.dim(1), 0, ctx.num_outputs());
}
Status GruGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape h, RequireRank(ctx, 1, "h_prev", 2));
  RUNNEL_RETURN_IF_ERROR(SetStates(ctx, 0, 2, h.dim(1), 1, 3));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t both, MulDims(h.dim(1), 2));
  RUNNEL_RETURN_IF_ERROR(SetStates(ctx, 0, 2, both, 3, 4));
  ctx.set_output(0, ctx.input(0));
  return OkStatus();
}

// ---- gradients ----

// What arrives at output k, or zeros.
OutputRef Arrives(GradientContext& ctx, int k) {
  return ctx.grad(k) ? ctx.grad(k) : ZerosForward(ctx, ctx.output(k));
}
constexpr int kCs = 1, kH = 6;  // the outputs that gradients come by, as in TensorFlow

Status BlockGrad(GradientContext& ctx) {
  if (!ctx.grad(kCs) && !ctx.grad(kH)) return OkStatus();
  std::vector<OutputRef> inputs;
  for (int k = 0; k < 9; ++k) inputs.push_back(ctx.input(k));
  for (int k = 0; k < 7; ++k) inputs.push_back(ctx.output(k));
  inputs.push_back(Arrives(ctx, kCs));
  inputs.push_back(Arrives(ctx, kH));
  const bool peephole = *ctx.attr<bool>("use_peephole");
  const std::vector<OutputRef> grads =
      ctx.b().Ops(ctx.schema().name == "BlockLSTM" ? "BlockLSTMGrad" : "BlockLSTMGradV2", inputs,
                  {{"use_peephole", peephole}});
  for (int k = 0; k < static_cast<int>(grads.size()); ++k) {
    ctx.set_input_grad(k + 1, grads[static_cast<size_t>(k)]);
  }
  return ctx.b().status();
}

Status CellGrad(GradientContext& ctx) {
  if (!ctx.grad(kCs) && !ctx.grad(kH)) return OkStatus();
  GraphBuilder& b = ctx.b();
  std::vector<OutputRef> inputs;
  for (int k = 0; k < 8; ++k) inputs.push_back(ctx.input(k));
  for (int k = 0; k < 6; ++k) inputs.push_back(ctx.output(k));
  inputs.push_back(Arrives(ctx, kCs));
  inputs.push_back(Arrives(ctx, kH));
  const bool peephole = *ctx.attr<bool>("use_peephole");
  const std::vector<OutputRef> grads = b.Ops("LSTMBlockCellGrad", inputs, {{"use_peephole", peephole}});
  if (grads.empty()) return b.status();
  const OutputRef x = ctx.input(0), h = ctx.input(2), gates = grads[1];
  const OutputRef both = b.Op("MatMul", {gates, ctx.input(3)}, {{"transpose_b", true}});
  const OutputRef x_shape = ShapeTensor(ctx, x);
  const OutputRef begin = b.Op("Mul", {x_shape, b.Int32Vector({0, 1})});
  ctx.set_input_grad(0, b.Op("Slice", {both, b.Int32Vector({0, 0}), x_shape}));
  ctx.set_input_grad(1, grads[0]);
  ctx.set_input_grad(2, b.Op("Slice", {both, begin, ShapeTensor(ctx, h)}));
  const OutputRef joined = b.Op("ConcatV2", {x, h, IntScalar(b, DType::kInt32, 1)});
  ctx.set_input_grad(3, b.Op("MatMul", {joined, gates}, {{"transpose_a", true}}));
  for (int k = 4; k < 7; ++k) ctx.set_input_grad(k, grads[static_cast<size_t>(k - 2)]);
  ctx.set_input_grad(7, b.Op("BiasAddGrad", {gates}));
  return b.status();
}

Status NoGradient(GradientContext& ctx) {
  return Unimplemented("the gradient of ", ctx.schema().name, ", which TensorFlow has none of either");
}

#define RUNNEL_LSTM_INPUTS "x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T"
#define RUNNEL_LSTM_STATES "i: T, cs: T, f: T, o: T, ci: T, co: T, h: T"
#define RUNNEL_LSTM_GRADS                                                                            \
  "x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T, wci_grad: T, wcf_grad: T, wco_grad: T, b_" \
  "grad: T"

constexpr OpRow kRecurrentOps[] = {
    {
        .name = "LSTMBlockCell",
        .inputs = RUNNEL_LSTM_INPUTS,
        .outputs = RUNNEL_LSTM_STATES,
        .attrs = "forget_bias: float = 1; cell_clip: float = 3; use_peephole: bool = false; T: {half, "
                 "float}",
        .doc =
            "Does one step of long short-term memory: the gates i, ci, f, o are [x, h_prev] * w + b, "
            "in this order; cs = tanh(ci) * sigmoid(i) + cs_prev * sigmoid(f + forget_bias), within "
            "cell_clip if that is above 0; h = tanh(cs) * sigmoid(o). With use_peephole cs_prev * wci "
            "is added to i, cs_prev * wcf to f, and cs * wco to o. Shapes: x is [batch, inputs], "
            "cs_prev and all outputs are [batch, cells], h_prev likewise, w is [inputs + cells, 4 * "
            "cells], b [4 * cells], wci, wcf and wco are [cells]. Gradients come by cs and h alone. "
            "Source: Hochreiter & Schmidhuber 1997; Gers & Schmidhuber 2000.",
        .shape = CellShape,
        .gradient = CellGrad,
    },
    {
        .name = "LSTMBlockCellGrad",
        .inputs = RUNNEL_LSTM_INPUTS ", i: T, cs: T, f: T, o: T, ci: T, co: T, cs_grad: T, h_grad: T",
        .outputs = "cs_prev_grad: T, dicfo: T, wci_grad: T, wcf_grad: T, wco_grad: T",
        .attrs = "use_peephole: bool; T: {half, float}",
        .doc =
            "Gives the gradients of LSTMBlockCell: of cs_prev, of the four gates beside each other, and "
            "of the peepholes, zeros without them. Shapes: as LSTMBlockCell; dicfo is [batch, 4 * "
            "cells].",
        .shape = CellGradShape,
        .gradient = NoGradient,
    },
    {
        .name = "BlockLSTM",
        .inputs = "seq_len_max: int64, " RUNNEL_LSTM_INPUTS,
        .outputs = RUNNEL_LSTM_STATES,
        .attrs = "forget_bias: float = 1; cell_clip: float = 3; use_peephole: bool = false; T: {half, "
                 "float}",
        .doc =
            "Does the first seq_len_max steps of LSTMBlockCell over a sequence, the outputs of each "
            "step going into the next. Steps behind them give zeros. Shapes: seq_len_max is a scalar, x "
            "is [time, batch, inputs], all outputs are [time, batch, cells], the rest is as for "
            "LSTMBlockCell. Gradients come by cs and h alone. Errors: INVALID_ARGUMENT for more steps "
            "than x has.",
        .shape = BlockShape,
        .gradient = BlockGrad,
    },
    {
        .name = "BlockLSTMV2",
        .inputs = "seq_len_max: int64, " RUNNEL_LSTM_INPUTS,
        .outputs = RUNNEL_LSTM_STATES,
        .attrs = "cell_clip: float = 0; use_peephole: bool = false; T: {half, float}",
        .doc = "As BlockLSTM, with the gates in the order i, f, ci, o and no forget_bias.",
        .shape = BlockShape,
        .gradient = BlockGrad,
    },
    {
        .name = "BlockLSTMGrad",
        .inputs =
            "seq_len_max: int64, " RUNNEL_LSTM_INPUTS ", " RUNNEL_LSTM_STATES ", cs_grad: T, h_grad: T",
        .outputs = RUNNEL_LSTM_GRADS,
        .attrs = "use_peephole: bool; T: {half, float}",
        .doc = "Gives the gradients of BlockLSTM for what arrives at cs and h. Shapes: each is like the "
               "input.",
        .shape = BlockGradShape,
        .gradient = NoGradient,
    },
    {
        .name = "BlockLSTMGradV2",
        .inputs =
            "seq_len_max: int64, " RUNNEL_LSTM_INPUTS ", " RUNNEL_LSTM_STATES ", cs_grad: T, h_grad: T",
        .outputs = RUNNEL_LSTM_GRADS,
        .attrs = "use_peephole: bool; T: {half, float}",
        .doc = "As BlockLSTMGrad, of BlockLSTMV2.",
        .shape = BlockGradShape,
        .gradient = NoGradient,
    },
    {
        .name = "GRUBlockCell",
        .inputs = "x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T",
        .outputs = "r: T, u: T, c: T, h: T",
        .attrs = "T: {float}",
        .doc =
            "Does one step of a gated recurrent unit: [r, u] = sigmoid([x, h_prev] * w_ru + b_ru), c = "
            "tanh([x, h_prev * r] * w_c + b_c), h = (1 - u) * c + u * h_prev. Shapes: x is [batch, "
            "inputs], h_prev and all outputs are [batch, cells], w_ru is [inputs + cells, 2 * cells], "
            "w_c [inputs + cells, cells], b_ru [2 * cells], b_c [cells]. Gradients come by h alone. "
            "Source: Cho et al. 2014.",
        .shape = GruShape,
        .gradient = "d = GRUBlockCellGrad(x, h_prev, w_ru, w_c, b_ru, b_c, r, u, c, g.h); x: d; "
                    "h_prev: d.d_h_prev; "
                    "w_ru: MatMul(ConcatV2([x, h_prev], 1), d.d_r_bar_u_bar, transpose_a = true); "
                    "b_ru: BiasAddGrad(d.d_r_bar_u_bar); "
                    "w_c: MatMul(ConcatV2([x, h_prev * r], 1), d.d_c_bar, transpose_a = true); "
                    "b_c: BiasAddGrad(d.d_c_bar)",
        .composition =
            "s = shape(h_prev); "
            "ru = Sigmoid(BiasAdd(MatMul(ConcatV2([x, h_prev], 1), w_ru), b_ru)); "
            "reset = Slice(ru, [0, 0], s); update = Slice(ru, s * constant([0, 1], int32), s); "
            "new = Tanh(BiasAdd(MatMul(ConcatV2([x, h_prev * reset], 1), w_c), b_c)); "
            "r: reset; u: update; c: new; h: (1 - update) * new + update * h_prev",
    },
    {
        .name = "GRUBlockCellGrad",
        .inputs = "x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T, r: T, u: T, c: T, d_h: T",
        .outputs = "d_x: T, d_h_prev: T, d_c_bar: T, d_r_bar_u_bar: T",
        .attrs = "T: {float}",
        .doc =
            "Gives the gradients of GRUBlockCell for what arrives at h: of x, of h_prev, and of what c "
            "and [r, u] were before tanh and sigmoid. Shapes: as GRUBlockCell; d_r_bar_u_bar is [batch, "
            "2 * cells].",
        .shape = GruGradShape,
        .composition = "zero = constant([0, 0], int32); behind = shape(x) * constant([0, 1], int32); "
                       "new = d_h * (1 - u) * (1 - c * c); update = d_h * (h_prev - c) * u * (1 - u); "
                       "p = MatMul(new, w_c, transpose_b = true); "
                       "product = Slice(p, behind, shape(h_prev)); "
                       "both = ConcatV2([product * h_prev * r * (1 - r), update], 1); "
                       "q = MatMul(both, w_ru, transpose_b = true); "
                       "d_x: Slice(q, zero, shape(x)) + Slice(p, zero, shape(x)); "
                       "d_h_prev: Slice(q, behind, shape(h_prev)) + product * r + d_h * u; "
                       "d_c_bar: new; d_r_bar_u_bar: both",
    },
};

}  // namespace

std::span<const OpRow> RecurrentOps() { return ChosenRows<kRecurrentOps>::All(); }

}  // namespace runnel
