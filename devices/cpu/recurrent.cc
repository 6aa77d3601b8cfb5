// Cells of long short-term memory over blocks: LSTMBlockCell, BlockLSTM, BlockLSTMV2 and their
// gradients.
//
// A step takes x [batch, inputs] and what the last one left, cs and h [batch, cells]. What x gives to
// the gates of all steps is one product, ahead of them; what h gives is one in each step. Half computes
// in float; what a step leaves is rounded to half, as TensorFlow has it.
#include <algorithm>
#include <cmath>

#include "devices/cpu/gemm.h"
#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/simd.h"
#include "devices/cpu/types.h"
#include "devices/cpu/widen.h"

namespace runnel::cpu {
namespace {

constexpr char kCell[] = "LSTMBlockCell";
constexpr char kCellGrad[] = "LSTMBlockCellGrad";
constexpr char kBlock[] = "BlockLSTM";
constexpr char kBlockV2[] = "BlockLSTMV2";
constexpr char kBlockGrad[] = "BlockLSTMGrad";
constexpr char kBlockGradV2[] = "BlockLSTMGradV2";

// Columns of the gates: the second and the third of i, ci, f, o are exchanged in version 2.
struct Gates {
  int64_t i, ci, f, o;
};

using LstmTypes = TypeList<float, Half>;

float Sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

// Memory in pieces that are 64-byte aligned.
class Pieces {
 public:
  size_t Add(double bytes) {
    const double begin = total_;
    total_ += std::ceil(bytes / 64) * 64;
    return static_cast<size_t>(begin);
  }
  size_t AddFloats(double count) { return Add(count * sizeof(float)); }
  double total() const { return total_; }

 private:
  double total_ = 0;
};

// Memory of one run; bytes() is null if there is none.
class Memory {
 public:
  Memory(const rnlp_run_t* run, const Pieces& pieces) : run_(run) {
    constexpr double kMost = 1e15;
    if (pieces.total() > kMost) return;
    size_ = static_cast<uint64_t>(pieces.total()) + 64;
    bytes_ = run->host->alloc(run->host, size_);
  }
  ~Memory() {
    if (bytes_ != nullptr) run_->host->free(run_->host, bytes_, size_);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  bool ok() const { return bytes_ != nullptr; }
  void* At(size_t piece) const { return static_cast<char*>(bytes_) + piece; }
  float* Floats(size_t piece) const { return static_cast<float*>(At(piece)); }

 private:
  const rnlp_run_t* run_;
  void* bytes_ = nullptr;
  uint64_t size_ = 0;
};

struct LstmKernel {
  const char* op;
  bool sequence = true, peephole = false;
  float forget_bias = 0, clip = 0;
  const GemmTable* gemms = nullptr;
  const ElementTable* simd = nullptr;

  // What the inputs' shapes say.
  struct Sizes {
    int64_t times = 1, steps = 1, batch = 0, inputs = 0, cells = 0;
    Gates gates = {};
    int64_t wide() const { return 4 * cells; }
    int64_t step() const { return batch * cells; }
  };

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    sequence = op != kCell && op != kCellGrad;
    const Isa isa = ChooseIsa(host);
    gemms = &Gemms(isa);
    simd = &Elements(isa);
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "use_peephole", &peephole));
    if (op == kCell || op == kBlock) {
      RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrFloat(host, node, "forget_bias", &forget_bias));
    }
    if (op != kCell && op != kBlock && op != kBlockV2) return nullptr;
    return plugin::AttrFloat(host, node, "cell_clip", &clip);
  }
  bool IsSecond() const { return op == kBlockV2 || op == kBlockGradV2; }

  // Inputs: perhaps seq_len_max, then x, cs_prev, h_prev, w, wci, wcf, wco, b.
  enum Argument : uint32_t { kX, kCsPrev, kHPrev, kW, kWci, kWcf, kWco, kB, kRest };
  const rnlp_tensor_t* In(const rnlp_run_t* run, uint32_t argument) const {
    return run->inputs[argument + (sequence ? 1 : 0)];
  }
  static bool Is(const rnlp_tensor_t* tensor, std::initializer_list<int64_t> dims) {
    return tensor->rank == static_cast<int32_t>(dims.size()) &&
           std::equal(dims.begin(), dims.end(), tensor->dims);
  }
  rnlp_status_t* ReadSizes(const rnlp_run_t* run, Sizes* out) const {
    const rnlp_tensor_t* x = In(run, kX);
    const rnlp_tensor_t* cs = In(run, kCsPrev);
    if (x->rank != (sequence ? 3 : 2) || cs->rank != 2) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: x should have rank %d and cs_prev 2, got shapes %s and %s", op, sequence ? 3 : 2,
                  ShapeText(x).text, ShapeText(cs).text);
    }
    Sizes s;
    s.times = sequence ? x->dims[0] : 1;
    s.batch = x->dims[x->rank - 2];
    s.inputs = x->dims[x->rank - 1];
    s.cells = cs->dims[1];
    s.steps = 1;
    if (sequence) {
      RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "seq_len_max", run->inputs[0], &s.steps));
      if (s.steps < 0 || s.steps > s.times) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: seq_len_max is %lld, x has %lld steps", op,
                    static_cast<long long>(s.steps), static_cast<long long>(s.times));
      }
    }
    int64_t wide = 0, rows = 0;
    const bool fits = !__builtin_mul_overflow(s.cells, 4, &wide) &&
                      !__builtin_add_overflow(s.inputs, s.cells, &rows) && Is(cs, {s.batch, s.cells}) &&
                      Is(In(run, kHPrev), {s.batch, s.cells}) && Is(In(run, kW), {rows, wide}) &&
                      Is(In(run, kB), {wide});
    const bool peeps =
        Is(In(run, kWci), {s.cells}) && Is(In(run, kWcf), {s.cells}) && Is(In(run, kWco), {s.cells});
    if (!fits || !peeps) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: for x %s and cs_prev %s expected h_prev like cs_prev, w [%lld,%lld], b [%lld] and "
          "wci, wcf, wco [%lld]; got h_prev %s, w %s, b %s",
          op, ShapeText(x).text, ShapeText(cs).text, static_cast<long long>(rows),
          static_cast<long long>(wide), static_cast<long long>(wide), static_cast<long long>(s.cells),
          ShapeText(In(run, kHPrev)).text, ShapeText(In(run, kW)).text, ShapeText(In(run, kB)).text);
    }
    const int64_t n = s.cells;
    s.gates = IsSecond() ? Gates{0, 2 * n, n, 3 * n} : Gates{0, n, 2 * n, 3 * n};
    *out = s;
    return nullptr;
  }

  rnlp_status_t* MakeStates(const rnlp_run_t* run, const Sizes& s, uint32_t output, int64_t last) const {
    const int64_t dims[3] = {s.times, s.batch, last};
    return sequence ? EnsureOutput(run, op, output, 3, dims)
                    : EnsureOutput(run, op, output, 2, dims + 1);
  }
  static double Of(int64_t a, int64_t b) { return static_cast<double>(a) * static_cast<double>(b); }
  static double Bytes(int64_t m, int64_t n, int64_t k) {
    return static_cast<double>(GemmWorkspaceBytes(m, n, k, sizeof(float)));
  }
  // `from` as floats: itself, or a copy in `room`.
  template <typename T>
  static const float* AsFloats(const rnlp_run_t* run, const rnlp_tensor_t* from, float* room) {
    if constexpr (std::is_same_v<T, float>) {
      return Data<float>(from);
    } else {
      Convert(run, Data<T>(from), room, from->num_elements);
      return room;
    }
  }
  template <typename T>
  static float At(const rnlp_tensor_t* tensor, int64_t i) {
    return Load(Data<T>(tensor)[i]);
  }
  template <typename T>
  static void Set(const rnlp_tensor_t* tensor, int64_t i, float value) {
    Data<T>(tensor)[i] = Store<T>(value);
  }
  template <typename T>
  static void ZeroFrom(const rnlp_tensor_t* tensor, int64_t begin) {
    std::fill(Data<T>(tensor) + begin, Data<T>(tensor) + tensor->num_elements, Store<T>(0.0F));
  }
};

// Outputs: i, cs, f, o, ci, co, h.
struct ForwardKernel : LstmKernel {
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

  // Whether this build has the loops that VectorRow takes.
  bool HasVectors() const {
    return simd->unary_f32[kSimdSigmoid] != nullptr && simd->unary_f32[kSimdTanh] != nullptr;
  }
  // What Step does with a row in float, by vectors. Element `to` of the outputs is its first; `gates`,
  // what x gives, is overwritten.
  void VectorRow(const rnlp_run_t* run, const Sizes& s, int64_t to, float* gates, const float* of_h,
                 const float* before) const {
    const int64_t n = s.cells;
    const auto with = [&](SimdBinary law, const float* a, const float* b, float* out, int64_t count) {
      simd->binary_f32[law](a, b, out, count, kVectors);
    };
    const auto limit = [&](SimdBinary law, float bound, float* values) {
      simd->binary_f32[law](values, &bound, values, n, kScalarB);
    };
    const auto sigmoid = [&](const float* from, float* out) {
      simd->unary_f32[kSimdSigmoid](from, out, n);
    };
    const auto tanh = [&](const float* from, float* out) { simd->unary_f32[kSimdTanh](from, out, n); };
    const auto output = [&](Output k) { return Data<float>(run->outputs[k]) + to; };
    float* const cs = output(kCs);
    float* const room = output(kCo);  // its own value comes last but one
    const auto peep = [&](Argument weight, const float* state, float* gate) {
      if (!peephole) return;
      with(kSimdMul, state, Data<float>(In(run, weight)), room, n);
      with(kSimdAdd, gate, room, gate, n);
    };
    with(kSimdAdd, gates, of_h, gates, s.wide());
    with(kSimdAdd, gates, Data<float>(In(run, kB)), gates, s.wide());
    peep(kWci, before, gates + s.gates.i);
    sigmoid(gates + s.gates.i, output(kI));
    limit(kSimdAdd, forget_bias, gates + s.gates.f);
    peep(kWcf, before, gates + s.gates.f);
    sigmoid(gates + s.gates.f, output(kF));
    tanh(gates + s.gates.ci, output(kCi));
    with(kSimdMul, output(kCi), output(kI), cs, n);
    with(kSimdMul, before, output(kF), room, n);
    with(kSimdAdd, cs, room, cs, n);
    if (clip > 0) {
      limit(kSimdMin, clip, cs);
      limit(kSimdMax, -clip, cs);
    }
    peep(kWco, cs, gates + s.gates.o);
    sigmoid(gates + s.gates.o, output(kO));
    tanh(cs, room);
    with(kSimdMul, output(kO), room, output(kH), n);
  }

  // `gates` is overwritten.
  template <typename T>
  void Step(const rnlp_run_t* run, const Sizes& s, int64_t t, float* gates, const float* of_h) const {
    const T* before =
        t == 0 ? Data<T>(In(run, kCsPrev)) : Data<T>(run->outputs[kCs]) + (t - 1) * s.step();
    const rnlp_tensor_t* bias = In(run, kB);
    ParallelFor(run, s.batch, RowBlock(8 * s.cells), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        if constexpr (std::is_same_v<T, float>) {
          if (HasVectors()) {
            VectorRow(run, s, t * s.step() + row * s.cells, gates + row * s.wide(),
                      of_h + row * s.wide(), before + row * s.cells);
            continue;
          }
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
};

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

constexpr int32_t kLstmTypes[] = {RNLP_FLOAT, RNLP_HALF};
constexpr rnlp_type_constraint_t kLstmT[] = {Types("T", kLstmTypes)};
constexpr rnlp_arg_mark_t kLengthArg[] = {{"seq_len_max", RNLP_ARG_HOST}};

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(bool sequence) {
  return MakeRow({.op = kOp,
                  .flags = RNLP_KERNEL_EXPENSIVE,
                  .types = kLstmT,
                  .num_types = 1,
                  .args = sequence ? kLengthArg : nullptr,
                  .num_args = sequence ? 1u : 0u,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<20000>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kRecurrentRows[] = {
    Row<ForwardKernel, kCell>(false),       Row<ForwardKernel, kBlock>(true),
    Row<ForwardKernel, kBlockV2>(true),     Row<CellGradKernel, kCellGrad>(false),
    Row<BlockGradKernel, kBlockGrad>(true), Row<BlockGradKernel, kBlockGradV2>(true),
};
RUNNEL_CPU_ROWS(Recurrent)

}  // namespace runnel::cpu
