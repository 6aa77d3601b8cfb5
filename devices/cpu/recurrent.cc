// Cells of long short-term memory over blocks: LSTMBlockCell, BlockLSTM and BlockLSTMV2.
//
// What x gives to the gates of all steps is one product, ahead of them; what h gives is one in each
// step. Weights that stay are packed by groups of cells (lstm_groups.h), so that a step is one loop over
// groups. Half computes in float; what a step leaves is rounded to half, as TensorFlow has it.
#include "devices/cpu/lstm_groups.h"
#include "devices/cpu/lstm_kernel.h"
#include "devices/cpu/packed.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

float Sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

// Outputs: i, cs, f, o, ci, co, h.
struct ForwardKernel : LstmKernel {
  // Multiplications of a step from which on threads share it: those of a vector with a matrix take the
  // time of its bytes.
  static constexpr double kSharedProducts = 200000;
  enum Output : uint32_t { kI, kCs, kF, kO, kCi, kCo, kH };

  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    Sizes s;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSizes(run, &s));
    for (uint32_t k = 0; k < run->num_outputs; ++k) {
      RUNNEL_CPU_RETURN_IF_ERROR(MakeStates(run, s, k, s.cells));
      ZeroFrom<T>(run->outputs[k], s.steps * s.step());
    }
    const int64_t rows = s.steps * s.batch, wide = s.wide();
    if (rows == 0 || s.cells == 0) return nullptr;
    constexpr bool kNarrow = !std::is_same_v<T, float>;
    if (const void* packed = PackedOf(run); !kNarrow && packed != nullptr)
      return InGroups(run, s, static_cast<const float*>(packed));
    Pieces pieces;
    const size_t gates_at = pieces.AddFloats(Of(rows, wide));
    const size_t of_h_at = pieces.AddFloats(Of(s.batch, wide));
    const size_t w_at = pieces.AddFloats(kNarrow ? Of(s.inputs + s.cells, wide) : 0);
    const size_t x_at = pieces.AddFloats(kNarrow ? Of(s.times * s.batch, s.inputs) : 0);
    const size_t h_at = pieces.AddFloats(kNarrow ? Of(s.batch, s.cells) : 0);
    const size_t work_at =
        pieces.Add(std::max(Bytes(rows, wide, s.inputs), Bytes(s.batch, wide, s.cells)));
    const Memory memory(run, pieces);
    if (!memory.ok()) return OutOfMemory(run->host, op);
    float* gates = memory.Floats(gates_at);
    float* of_h = memory.Floats(of_h_at);
    const float* w = AsFloats<T>(run, In(run, kW), memory.Floats(w_at));
    const float* x = AsFloats<T>(run, In(run, kX), memory.Floats(x_at));
    Gemm<float>(run, *gemms, rows, wide, s.inputs, {x, s.inputs, 1}, {w, wide, 1}, gates,
                memory.At(work_at));
    for (int64_t t = 0; t < s.steps; ++t) {
      if (IsStopped(run)) return Stopped(run, op);
      const T* h = t == 0 ? Data<T>(In(run, kHPrev)) : Data<T>(run->outputs[kH]) + (t - 1) * s.step();
      const float* h_floats = nullptr;
      if constexpr (kNarrow) {
        Convert(run, h, memory.Floats(h_at), s.step());
        h_floats = memory.Floats(h_at);
      } else {
        h_floats = h;
      }
      Gemm<float>(run, *gemms, s.batch, wide, s.cells, {h_floats, s.cells, 1},
                  {w + s.inputs * wide, wide, 1}, of_h, memory.At(work_at));
      Step<T>(run, s, t, gates + t * s.batch * wide, of_h);
    }
    return nullptr;
  }

  // As Typed, with packed weights. A step is worth sharing only if it is long.
  rnlp_status_t* InGroups(const rnlp_run_t* run, const Sizes& s, const float* packed) const {
    const LstmGroups groups(gemms->f32, s.inputs + s.cells, s.cells);
    const int64_t rows = s.steps * s.batch, pitch = groups.pitch(), count = groups.count();
    Pieces pieces;
    const size_t of_x_at = pieces.AddFloats(Of(rows, pitch) * static_cast<double>(count));
    const size_t of_h_at = pieces.AddFloats(Of(s.batch, pitch) * static_cast<double>(count));
    const Memory memory(run, pieces);
    if (!memory.ok()) return OutOfMemory(run->host, op);
    float* const of_x = memory.Floats(of_x_at);
    float* const of_h = memory.Floats(of_h_at);
    const auto threads = static_cast<int64_t>(run->host->num_threads(run->host));
    const auto each = [&](int64_t m, int64_t depth, bool backwards, const auto& group) {
      const bool shared = threads > 1 && Of(m, s.wide()) * static_cast<double>(depth) > kSharedProducts;
      ParallelFor(run, count, shared ? CeilDiv(count, 2 * threads) : count,
                  [&](int64_t begin, int64_t end) {
                    for (int64_t g = begin; g < end; ++g) group(backwards ? begin + end - 1 - g : g);
                  });
    };
    const auto multiply_x = [&](int64_t g) {
      groups.Multiply(rows, Data<float>(In(run, kX)), packed, g, 0, s.inputs, of_x + g * rows * pitch);
    };
    const auto step = [&](int64_t t, int64_t g) {
      const float* const h =
          t == 0 ? Data<float>(In(run, kHPrev)) : Data<float>(run->outputs[kH]) + (t - 1) * s.step();
      float* const of_h_here = of_h + g * s.batch * pitch;
      const float* const of_x_here = of_x + (g * rows + t * s.batch) * pitch;
      groups.Multiply(s.batch, h, packed, g, s.inputs, s.cells, of_h_here);
      for (int64_t row = 0; row < s.batch; ++row) {
        simd->lstm_f32(RowOf(run, s, t, row, groups.First(g), groups.Cells(g), of_x_here + row * pitch,
                             of_h_here + row * pitch, groups.width()));
      }
    };
    if (s.steps == 1) {
      each(s.batch, s.inputs + s.cells, false, [&](int64_t g) {
        multiply_x(g);
        step(0, g);
      });
    } else {
      each(rows, s.inputs, false, multiply_x);
      for (int64_t t = 0; t < s.steps; ++t) {
        if (IsStopped(run)) return Stopped(run, op);
        // To and fro: what the cache has kept of the weights are those that were read last.
        each(s.batch, s.cells, t % 2 != 0, [&](int64_t g) { step(t, g); });
      }
    }
    return IsStopped(run) ? Stopped(run, op) : nullptr;
  }

  // Cells [first, first + count) of a row of step t, by what x and h give to the gates of the first; the
  // gates of one cell are `apart` from each other.
  LstmRow RowOf(const rnlp_run_t* run, const Sizes& s, int64_t t, int64_t row, int64_t first,
                int64_t count, const float* of_x, const float* of_h, int64_t apart) const {
    const auto gate = [&](int64_t column) {
      const int64_t at = column / s.cells * apart;
      return LstmRow::Gate{of_x + at, of_h + at, Data<float>(In(run, kB)) + column + first};
    };
    const auto peep = [&](Argument weight) {
      return peephole ? Data<float>(In(run, weight)) + first : nullptr;
    };
    const int64_t from = row * s.cells + first, to = t * s.step() + from;
    const auto output = [&](Output k) { return Data<float>(run->outputs[k]) + to; };
    const float* const before = t == 0 ? Data<float>(In(run, kCsPrev)) + from : output(kCs) - s.step();
    return {count,       gate(s.gates.i), gate(s.gates.ci), gate(s.gates.f), gate(s.gates.o),
            peep(kWci),  peep(kWcf),      peep(kWco),       before,          forget_bias,
            clip,        output(kI),      output(kCs),      output(kF),      output(kO),
            output(kCi), output(kCo),     output(kH)};
  }

  template <typename T>
  void Step(const rnlp_run_t* run, const Sizes& s, int64_t t, const float* gates,
            const float* of_h) const {
    const T* before =
        t == 0 ? Data<T>(In(run, kCsPrev)) : Data<T>(run->outputs[kCs]) + (t - 1) * s.step();
    const rnlp_tensor_t* bias = In(run, kB);
    ParallelFor(run, s.batch, RowBlock(8 * s.cells), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        if constexpr (std::is_same_v<T, float>) {
          const int64_t at = row * s.wide();
          simd->lstm_f32(RowOf(run, s, t, row, 0, s.cells, gates + at, of_h + at, s.cells));
          continue;
        }
        for (int64_t n = 0; n < s.cells; ++n) {
          const auto gate = [&](int64_t first) {
            const int64_t at = row * s.wide() + first + n;
            return gates[at] + of_h[at] + At<T>(bias, first + n);
          };
          const int64_t at = row * s.cells + n, to = t * s.step() + at;
          const float cs_prev = Load(before[at]);
          const float peep_i = peephole ? cs_prev * At<T>(In(run, kWci), n) : 0;
          const float peep_f = peephole ? cs_prev * At<T>(In(run, kWcf), n) : 0;
          const float i = Sigmoid(gate(s.gates.i) + peep_i);
          const float f = Sigmoid(gate(s.gates.f) + forget_bias + peep_f);
          const float ci = std::tanh(gate(s.gates.ci));
          float cs = ci * i + cs_prev * f;
          if (clip > 0) cs = std::clamp(cs, -clip, clip);
          const float peep_o = peephole ? cs * At<T>(In(run, kWco), n) : 0;
          const float o = Sigmoid(gate(s.gates.o) + peep_o);
          const float co = std::tanh(cs);
          const float values[] = {i, cs, f, o, ci, co, o * co};
          for (uint32_t k = 0; k < run->num_outputs; ++k) Set<T>(run->outputs[k], to, values[k]);
        }
      }
    });
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    return VisitType<rnlp_status_t*>(LstmTypes{}, In(run, kX)->dtype, nullptr,
                                     [&](auto tag) { return Typed<typename decltype(tag)::Type>(run); });
  }

  rnlp_status_t* Plan(rnlp_plan_t* plan) const {
    const uint32_t at = sequence ? 1 : 0;
    const rnlp_tensor_t* w = plan->inputs[kW + at];
    if (w->rank != 2 || w->dims[0] < 0 || w->dims[1] < 0) return nullptr;
    const LstmGroups groups = GroupsOf(w);
    if (dtype == RNLP_FLOAT && w->dims[1] % LstmGroups::kGates == 0 &&
        AskForPacked(plan, kW + at, PackedKind::kGates, static_cast<int>(isa), groups.bytes())) {
      PackedAlone(plan);
    }
    const rnlp_tensor_t* x = plan->inputs[kX + at];
    // Of one row where their number is not known. A single row takes the time in which the weights come.
    const bool known = x->num_elements >= 0 && x->rank >= 2 && x->dims[x->rank - 1] > 0;
    const int64_t count = known ? x->num_elements / x->dims[x->rank - 1] : 1;
    const auto rows = static_cast<double>(count);
    const double rate = !known || x->dims[x->rank - 2] == 1 ? 25 : 100, per_gate = 1.25, most = 1e18;
    const double flops = 2 * rows * Of(w->dims[0], w->dims[1]);
    plan->cost_ns = static_cast<uint64_t>(
        std::min(most, 50 + flops / rate + rows * static_cast<double>(w->dims[1]) * per_gate));
    return nullptr;
  }
  LstmGroups GroupsOf(const rnlp_tensor_t* w) const {
    return {gemms->f32, w->dims[0], w->dims[1] / LstmGroups::kGates};
  }
  rnlp_status_t* Pack(const rnlp_run_t* run) const {
    GroupsOf(run->inputs[0]).Pack(Data<float>(run->inputs[0]), Data<float>(run->outputs[0]));
    return nullptr;
  }
};

rnlp_status_t* PlanForward(const rnlp_host_t*, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return As<ForwardKernel>(kernel)->Plan(plan);
}

template <const char* kOp>
constexpr rnlp_kernel_row_t Row(bool sequence) {
  RowParts parts = LstmRowParts<ForwardKernel, kOp>(sequence);
  parts.flags = 0;  // the estimate tells
  parts.plan = PlanForward;
  parts.pack = Pack<ForwardKernel>;
  return MakeRow(parts);
}

}  // namespace

constexpr rnlp_kernel_row_t kRecurrentRows[] = {Row<kCell>(false), Row<kBlock>(true),
                                                Row<kBlockV2>(true)};
RUNNEL_CPU_ROWS(Recurrent)

}  // namespace runnel::cpu
