// Gradients of the cells over blocks of recurrent.cc: LSTMBlockCellGrad, BlockLSTMGrad and
// BlockLSTMGradV2.
#include "devices/cpu/lstm_kernel.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

// Inputs besides: i, cs, f, o, ci, co, and h of a sequence, then cs_grad and h_grad.
struct BackwardKernel : LstmKernel {
  enum State : uint32_t { kI = kRest, kCs, kF, kO, kCi, kCo, kStates };
  uint32_t GradAt() const { return sequence ? kStates + 1 : kStates; }

  // Where a step finds and leaves its gradients; those of what it leaves are added to those given.
  struct Carry {
    float* cs = nullptr;       // of cs of the step before: read, then written
    const float* h = nullptr;  // of h, from the step after; null: none
    float* gates = nullptr;    // [batch, 4 * cells], written
  };

  template <typename T>
  rnlp_status_t* CheckStates(const rnlp_run_t* run) const {
    const rnlp_tensor_t* like = In(run, kI);
    const rnlp_tensor_t* x = In(run, kX);
    const rnlp_tensor_t* cs_prev = In(run, kCsPrev);
    bool fits = like->rank == x->rank && std::equal(x->dims, x->dims + x->rank - 1, like->dims) &&
                like->dims[like->rank - 1] == cs_prev->dims[1];
    for (uint32_t k = kI; k < GradAt() + 2; ++k) fits = fits && SameDims(In(run, k), like);
    if (fits) return nullptr;
    return Fail(
        run->host, RNLP_INVALID_ARGUMENT,
        "%s: the states and their gradients should have x's shape %s but for the last dimension, "
        "which is cs_prev's; i has %s",
        op, ShapeText(x).text, ShapeText(like).text);
  }

  template <typename T>
  void Step(const rnlp_run_t* run, const Sizes& s, int64_t t, const Carry& carry) const {
    const T* before = t == 0 ? Data<T>(In(run, kCsPrev)) : Data<T>(In(run, kCs)) + (t - 1) * s.step();
    const uint32_t grads = GradAt();
    ParallelFor(run, s.batch, RowBlock(8 * s.cells), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        for (int64_t n = 0; n < s.cells; ++n) {
          const int64_t at = row * s.cells + n, from = t * s.step() + at;
          const auto state = [&](uint32_t k) { return At<T>(In(run, k), from); };
          const float i = state(kI), f = state(kF), o = state(kO), ci = state(kCi), co = state(kCo);
          const float cs_prev = Load(before[at]);
          const float h_grad = state(grads + 1) + (carry.h == nullptr ? 0 : carry.h[at]);
          const float o_grad = o * (1 - o) * h_grad * co;
          float cs_grad = (1 - co * co) * h_grad * o + state(grads) + carry.cs[at];
          if (peephole) cs_grad += o_grad * At<T>(In(run, kWco), n);
          const float ci_grad = (1 - ci * ci) * cs_grad * i;
          const float f_grad = f * (1 - f) * cs_grad * cs_prev;
          const float i_grad = i * (1 - i) * cs_grad * ci;
          float* gates = carry.gates + row * s.wide() + n;
          gates[s.gates.i] = i_grad;
          gates[s.gates.ci] = ci_grad;
          gates[s.gates.f] = f_grad;
          gates[s.gates.o] = o_grad;
          carry.cs[at] = cs_grad * f;
          if (peephole)
            carry.cs[at] += i_grad * At<T>(In(run, kWci), n) + f_grad * At<T>(In(run, kWcf), n);
        }
      }
    });
  }

  // The gradients of wci, wcf and wco from those of the gates [steps * batch, 4 * cells].
  template <typename T>
  void Peepholes(const rnlp_run_t* run, const Sizes& s, const float* gates, uint32_t first) const {
    for (int64_t n = 0; n < s.cells; ++n) {
      double of_i = 0, of_f = 0, of_o = 0;
      for (int64_t row = 0; peephole && row < s.steps * s.batch; ++row) {
        const float* at = gates + row * s.wide() + n;
        const double before = row < s.batch ? At<T>(In(run, kCsPrev), row * s.cells + n)
                                            : At<T>(In(run, kCs), (row - s.batch) * s.cells + n);
        of_i += at[s.gates.i] * before;
        of_f += at[s.gates.f] * before;
        of_o += at[s.gates.o] * static_cast<double>(At<T>(In(run, kCs), row * s.cells + n));
      }
      Set<T>(run->outputs[first], n, static_cast<float>(of_i));
      Set<T>(run->outputs[first + 1], n, static_cast<float>(of_f));
      Set<T>(run->outputs[first + 2], n, static_cast<float>(of_o));
    }
  }
  rnlp_status_t* MakePeepholes(const rnlp_run_t* run, const Sizes& s, uint32_t first) const {
    for (uint32_t k = 0; k < 3; ++k) {
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, first + k, 1, &s.cells));
    }
    return nullptr;
  }
};

// Outputs: cs_prev_grad, dicfo, wci_grad, wcf_grad, wco_grad.
struct CellGradKernel : BackwardKernel {
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    Sizes s;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSizes(run, &s));
    RUNNEL_CPU_RETURN_IF_ERROR(CheckStates<T>(run));
    RUNNEL_CPU_RETURN_IF_ERROR(MakeStates(run, s, 0, s.cells));
    RUNNEL_CPU_RETURN_IF_ERROR(MakeStates(run, s, 1, s.wide()));
    RUNNEL_CPU_RETURN_IF_ERROR(MakePeepholes(run, s, 2));
    Pieces pieces;
    const size_t cs_at = pieces.AddFloats(Of(s.batch, s.cells));
    const size_t gates_at = pieces.AddFloats(Of(s.batch, s.wide()));
    const Memory memory(run, pieces);
    if (!memory.ok()) return OutOfMemory(run->host, op);
    Carry carry{memory.Floats(cs_at), nullptr, memory.Floats(gates_at)};
    std::fill_n(carry.cs, s.step(), 0.0F);
    Step<T>(run, s, 0, carry);
    Convert(run, carry.cs, Data<T>(run->outputs[0]), s.step());
    Convert(run, carry.gates, Data<T>(run->outputs[1]), s.batch * s.wide());
    Peepholes<T>(run, s, carry.gates, 2);
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    return VisitType<rnlp_status_t*>(LstmTypes{}, In(run, kX)->dtype, nullptr,
                                     [&](auto tag) { return Typed<typename decltype(tag)::Type>(run); });
  }
};

// Outputs: x_grad, cs_prev_grad, h_prev_grad, w_grad, wci_grad, wcf_grad, wco_grad, b_grad.
struct BlockGradKernel : BackwardKernel {
  enum Output : uint32_t {
    kXGrad,
    kCsPrevGrad,
    kHPrevGrad,
    kWGrad,
    kWciGrad,
    kWcfGrad,
    kWcoGrad,
    kBGrad
  };

  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    Sizes s;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSizes(run, &s));
    RUNNEL_CPU_RETURN_IF_ERROR(CheckStates<T>(run));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, kXGrad, In(run, kX)));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, kCsPrevGrad, In(run, kCsPrev)));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, kHPrevGrad, In(run, kHPrev)));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, kWGrad, In(run, kW)));
    RUNNEL_CPU_RETURN_IF_ERROR(MakePeepholes(run, s, kWciGrad));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, kBGrad, In(run, kB)));
    const int64_t rows = s.steps * s.batch, wide = s.wide(), all = s.inputs + s.cells;
    constexpr bool kNarrow = !std::is_same_v<T, float>;
    Pieces pieces;
    const size_t gates_at = pieces.AddFloats(Of(rows, wide));
    const size_t cs_at = pieces.AddFloats(Of(s.batch, s.cells));
    const size_t h_grad_at = pieces.AddFloats(Of(s.batch, s.cells));
    const size_t h_at = pieces.AddFloats(Of(rows, s.cells));
    const size_t w_at = pieces.AddFloats(kNarrow ? Of(all, wide) : 0);
    const size_t x_at = pieces.AddFloats(kNarrow ? Of(s.times * s.batch, s.inputs) : 0);
    const size_t result_at = pieces.AddFloats(kNarrow ? std::max(Of(all, wide), Of(rows, s.inputs)) : 0);
    const size_t work_at =
        pieces.Add(std::max({Bytes(s.batch, s.cells, wide), Bytes(rows, s.inputs, wide),
                             Bytes(s.inputs, wide, rows), Bytes(s.cells, wide, rows)}));
    const Memory memory(run, pieces);
    if (!memory.ok()) return OutOfMemory(run->host, op);
    float* gates = memory.Floats(gates_at);
    float* h_grad = memory.Floats(h_grad_at);
    void* work = memory.At(work_at);
    const float* w = AsFloats<T>(run, In(run, kW), memory.Floats(w_at));
    const float* w_of_h = w + s.inputs * wide;
    Carry carry{memory.Floats(cs_at), nullptr, nullptr};
    std::fill_n(carry.cs, s.step(), 0.0F);
    std::fill_n(h_grad, s.step(), 0.0F);
    for (int64_t t = s.steps - 1; t >= 0; --t) {
      if (IsStopped(run)) return Stopped(run, op);
      carry.gates = gates + t * s.batch * wide;
      Step<T>(run, s, t, carry);
      Gemm<float>(run, *gemms, s.batch, s.cells, wide, {carry.gates, wide, 1}, {w_of_h, 1, wide}, h_grad,
                  work);
      carry.h = h_grad;
    }
    Convert(run, carry.cs, Data<T>(run->outputs[kCsPrevGrad]), s.step());
    Convert(run, h_grad, Data<T>(run->outputs[kHPrevGrad]), s.step());

    const auto result = [&](uint32_t output) {
      if constexpr (kNarrow) {
        (void)output;
        return memory.Floats(result_at);
      } else {
        return Data<float>(run->outputs[output]);
      }
    };
    const auto finish = [&](uint32_t output, int64_t count) {
      if constexpr (kNarrow)
        Convert(run, memory.Floats(result_at), Data<T>(run->outputs[output]), count);
    };
    Gemm<float>(run, *gemms, rows, s.inputs, wide, {gates, wide, 1}, {w, 1, wide}, result(kXGrad), work);
    finish(kXGrad, rows * s.inputs);
    ZeroFrom<T>(run->outputs[kXGrad], rows * s.inputs);

    // h of the step before each.
    float* h = memory.Floats(h_at);
    if (s.steps > 0) {
      Convert(run, Data<T>(In(run, kHPrev)), h, s.step());
      Convert(run, Data<T>(In(run, kStates)), h + s.step(), (s.steps - 1) * s.step());
    }
    const float* x = AsFloats<T>(run, In(run, kX), memory.Floats(x_at));
    float* w_grad = result(kWGrad);
    Gemm<float>(run, *gemms, s.inputs, wide, rows, {x, 1, s.inputs}, {gates, wide, 1}, w_grad, work);
    Gemm<float>(run, *gemms, s.cells, wide, rows, {h, 1, s.cells}, {gates, wide, 1},
                w_grad + s.inputs * wide, work);
    finish(kWGrad, all * wide);
    Peepholes<T>(run, s, gates, kWciGrad);
    for (int64_t n = 0; n < wide; ++n) {
      double sum = 0;
      for (int64_t row = 0; row < rows; ++row) sum += gates[row * wide + n];
      Set<T>(run->outputs[kBGrad], n, static_cast<float>(sum));
    }
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    return VisitType<rnlp_status_t*>(LstmTypes{}, In(run, kX)->dtype, nullptr,
                                     [&](auto tag) { return Typed<typename decltype(tag)::Type>(run); });
  }
};

}  // namespace

constexpr rnlp_kernel_row_t kRecurrentGradientRows[] = {
    MakeRow(LstmRowParts<CellGradKernel, kCellGrad>(false)),
    MakeRow(LstmRowParts<BlockGradKernel, kBlockGrad>(true)),
    MakeRow(LstmRowParts<BlockGradKernel, kBlockGradV2>(true)),
};
RUNNEL_CPU_ROWS(RecurrentGradient)

}  // namespace runnel::cpu
