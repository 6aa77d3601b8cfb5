// What the kernels of long short-term memory over blocks share: attributes, sizes and memory.
//
// A step takes x [batch, inputs] and what the last one left, cs and h [batch, cells].
#ifndef RUNNEL_DEVICES_CPU_LSTM_KERNEL_H_
#define RUNNEL_DEVICES_CPU_LSTM_KERNEL_H_

#include <algorithm>
#include <cmath>

#include "devices/cpu/gemm.h"
#include "devices/cpu/kernel_base.h"
#include "devices/cpu/simd.h"
#include "devices/cpu/types.h"
#include "devices/cpu/widen.h"

namespace runnel::cpu {

inline constexpr char kCell[] = "LSTMBlockCell";
inline constexpr char kCellGrad[] = "LSTMBlockCellGrad";
inline constexpr char kBlock[] = "BlockLSTM";
inline constexpr char kBlockV2[] = "BlockLSTMV2";
inline constexpr char kBlockGrad[] = "BlockLSTMGrad";
inline constexpr char kBlockGradV2[] = "BlockLSTMGradV2";

// Columns of the gates: the second and the third of i, ci, f, o are exchanged in version 2.
struct Gates {
  int64_t i, ci, f, o;
};

using LstmTypes = TypeList<float, Half>;

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
  int32_t dtype = 0;
  Isa isa = Isa::kBase;
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
    dtype = host->node_input_dtype(host, node, sequence ? 1 : 0);
    isa = ChooseIsa(host);
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

inline constexpr int32_t kLstmTypes[] = {RNLP_FLOAT, RNLP_HALF};
inline constexpr rnlp_type_constraint_t kLstmT[] = {Types("T", kLstmTypes)};
inline constexpr rnlp_arg_mark_t kLengthArg[] = {{"seq_len_max", RNLP_ARG_HOST}};

template <class K, const char* kOp>
constexpr RowParts LstmRowParts(bool sequence) {
  return {.op = kOp,
          .flags = RNLP_KERNEL_EXPENSIVE,
          .types = kLstmT,
          .num_types = 1,
          .args = sequence ? kLengthArg : nullptr,
          .num_args = sequence ? 1u : 0u,
          .create = Create<K, kOp>,
          .destroy = Destroy<K>,
          .plan = PlanElements<20000>,
          .run = Run<K>};
}

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_LSTM_KERNEL_H_
