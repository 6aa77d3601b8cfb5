// What every kernel of the CPU plugin shares: failing, attributes, output shapes, type lists and the
// life of a kernel object. Includes the plugin ABI only.
//
// Kernels hold no mutable state after `create`: any number of runs may be under way at once.
#ifndef RUNNEL_DEVICES_CPU_KERNEL_BASE_H_
#define RUNNEL_DEVICES_CPU_KERNEL_BASE_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>

#include "plugins/abi/rnlp_kernel.h"
#include "plugins/sdk/node.h"
#include "plugins/sdk/shape.h"
#include "plugins/sdk/window.h"
#include "runnel_chosen.h"

namespace runnel::cpu {

using plugin::Dims;
using plugin::kMaxRank;
using plugin::Product;
using plugin::SameDims;

// Work of fewer elements than this is not worth handing to another thread.
inline constexpr int64_t kParallelElements = 32768;
inline constexpr int64_t kBlockElements = 16384;
// Bytes of a block of what is only moved or filled.
inline constexpr int64_t kMoveBytes = 65536;

// ---- errors ----

// Makes a status from a printf format; messages are cut at 511 bytes.
[[gnu::format(printf, 3, 4)]] rnlp_status_t* Fail(const rnlp_host_t* host, int32_t code,
                                                  const char* format, ...);

// "[2,3]" for messages, cut with "..." where it would not fit.
struct ShapeText {
  explicit ShapeText(const rnlp_tensor_t* tensor) : ShapeText(tensor->rank, tensor->dims) {}
  ShapeText(int32_t rank, const int64_t* dims);
  char text[128];
};

const char* TypeName(int32_t dtype);
rnlp_status_t* OutOfMemory(const rnlp_host_t* host, const char* op);

// ---- shapes and types ----

// Bytes of one element; 0 for types without a fixed size. RNLP_STRING: sizeof(rnlp_str_t).
uint32_t TypeSize(int32_t dtype);

// Makes sure that output `index` has exactly these dims: allocates it where its shape is late (rank
// -1), checks it otherwise. Errors: INVALID_ARGUMENT naming op, expected and got.
rnlp_status_t* EnsureOutput(const rnlp_run_t* run, const char* op, uint32_t index, int32_t rank,
                            const int64_t* dims);
inline rnlp_status_t* EnsureOutput(const rnlp_run_t* run, const char* op, uint32_t index,
                                   const Dims& dims) {
  return EnsureOutput(run, op, index, dims.rank, dims.size);
}
// Output `index` is shaped like `like`; the fast case costs a compare of the dims.
inline rnlp_status_t* EnsureLike(const rnlp_run_t* run, const char* op, uint32_t index,
                                 const rnlp_tensor_t* like) {
  if (SameDims(run->outputs[index], like)) [[likely]]
    return nullptr;
  return EnsureOutput(run, op, index, like->rank, like->dims);
}

using plugin::IndexAt;
// The value of a one-element index tensor named `arg`.
rnlp_status_t* ScalarIndex(const rnlp_run_t* run, const char* op, const char* arg,
                           const rnlp_tensor_t* tensor, int64_t* out);

template <typename T>
T* Data(const rnlp_tensor_t* tensor) {
  return static_cast<T*>(tensor->data);
}

using plugin::AttrBool;
using plugin::AttrChannelsFirst;
using plugin::AttrInt;

#define RUNNEL_CPU_RETURN_IF_ERROR(expr)                 \
  do {                                                   \
    if (rnlp_status_t* status_ = (expr)) return status_; \
  } while (0)

// ---- the life of a kernel object ----

template <typename K>
K* New(const rnlp_host_t* host) {
  void* memory = host->alloc(host, sizeof(K));
  return memory == nullptr ? nullptr : new (memory) K();
}
template <typename K>
void Destroy(const rnlp_host_t* host, rnlp_kernel_t* kernel) {
  host->free(host, kernel, sizeof(K));
}
template <typename K>
const K* As(const rnlp_kernel_t* kernel) {
  return reinterpret_cast<const K*>(kernel);
}
template <typename K>
rnlp_kernel_t* AsHandle(K* kernel) {
  return reinterpret_cast<rnlp_kernel_t*>(kernel);
}

// create for kernels whose state is the op's name alone.
struct NamedKernel {
  const char* op;
};
// create for a kernel object with `Init(host, node)`, `op` set to the constant name.
template <typename K, const char* kOp>
rnlp_status_t* Create(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                      rnlp_kernel_t** out) {
  K* kernel = New<K>(host);
  if (kernel == nullptr) return OutOfMemory(host, kOp);
  kernel->op = kOp;
  if (rnlp_status_t* status = kernel->Init(host, node)) {
    host->free(host, kernel, sizeof(K));
    return status;
  }
  *out = AsHandle(kernel);
  return nullptr;
}
template <typename K>
rnlp_status_t* Run(rnlp_kernel_t* kernel, const rnlp_run_t* run) {
  return As<K>(kernel)->Run(run);
}

// ---- packed forms ----

// What a packed form is, for rnlp_plan_t.packed_layout: whose order of elements, on which instruction
// set.
enum class PackedKind : uint8_t {
  kMatrix = 1,
  kTransposedMatrix = 2,
  kFilter = 3,
  kBytes = 4,
  kDepthBytes = 5,
  kByteColumns = 6,
  kByteRows = 7,
  kDepthSums = 8,
  kGates = 9,
  kMixedMatrix = 10,
  kMixedTransposedMatrix = 11,
  kMixedFilter = 12
};
// Asks for `bytes` of a form of input `input`; false if its value does not stay from run to run.
bool AskForPacked(rnlp_plan_t* plan, uint32_t input, PackedKind kind, int isa, uint64_t bytes,
                  uint64_t variant = 0);
// That of a run, or NULL.
inline const void* PackedOf(const rnlp_run_t* run) {
  return RNLP_HAS(rnlp_run_t, run, packed) ? run->packed : nullptr;
}
template <typename K>
rnlp_status_t* Pack(rnlp_kernel_t* kernel, const rnlp_run_t* run) {
  return As<K>(kernel)->Pack(run);
}

// ---- cost estimates ----

// 0 where a shape is unknown. Bytes at 10 GB/s, elements at `ns_per_element`, 20 ns for the call.
uint64_t EstimateCost(const rnlp_plan_t* plan, double ns_per_element);
template <int kPicosecondsPerElement>
rnlp_status_t* PlanElements(const rnlp_host_t*, rnlp_kernel_t*, rnlp_plan_t* plan) {
  plan->cost_ns = EstimateCost(plan, kPicosecondsPerElement * 1e-3);
  return nullptr;
}

// ---- parallel loops ----

// Whether the step of a run is over before its end: then nothing that the run makes is used, and it may
// stop at once with Stopped. Never so while it updates a variable.
inline bool IsStopped(const rnlp_run_t* run) {
  return run->step != nullptr && run->host->step_cancelled(run->host, run->step) != 0;
}
rnlp_status_t* Stopped(const rnlp_run_t* run, const char* op);

// For long loops on one thread: asks IsStopped once in `every` rounds.
class Looks {
 public:
  explicit Looks(const rnlp_run_t* run, int64_t every = 4096) : run_(run), every_(every) {}
  bool Stop() {
    if (--left_ > 0) return false;
    left_ = every_;
    return IsStopped(run_);
  }

 private:
  const rnlp_run_t* const run_;
  const int64_t every_;
  int64_t left_ = every_;
};

// Calls f(begin, end) over [0, total) in blocks of `block`; inline where there is one block only. Once
// the step is over it leaves blocks out: no kernel computes an address from what blocks have written.
template <typename F>
void ParallelFor(const rnlp_run_t* run, int64_t total, int64_t block, const F& f) {
  if (total <= block) {
    if (total > 0) f(int64_t{0}, total);
    return;
  }
  struct Loop {
    const rnlp_run_t* run;
    const F& f;
  } loop{run, f};
  run->host->parallel_for(
      run->host, total, block,
      [](void* arg, int64_t begin, int64_t end) {
        const Loop& self = *static_cast<const Loop*>(arg);
        if (!IsStopped(self.run)) self.f(begin, end);
      },
      &loop);
}

inline int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
inline int64_t RoundUp(int64_t value, int64_t multiple) { return CeilDiv(value, multiple) * multiple; }

// A block length that gives blocks of about kBlockElements, for rows of `row_elements` each.
inline int64_t RowBlock(int64_t row_elements) {
  return row_elements >= kBlockElements ? 1 : kBlockElements / (row_elements < 1 ? 1 : row_elements);
}
// Work on one element that the nearest cache holds is counted in simple vector operations; to bring it
// there and back takes as long as kMoveWork of them.
inline constexpr int64_t kMoveWork = 3;
// A block length for `n` elements with so much work on each: all of them where sharing would not pay.
inline int64_t WorkBlock(int64_t n, int64_t work) {
  constexpr int64_t kPer = kMoveWork + 1, kGrain = 512;
  if (n < kPer * kParallelElements / work) return n;
  return (kPer * kBlockElements / work + kGrain - 1) / kGrain * kGrain;
}

// Shares that are under way at once, each with memory of its own.
inline constexpr int64_t kSlots = 16;
// Calls f(slot, begin, end) for shares of [0, count); in one slot unless `parallel`.
template <typename F>
void Slots(const rnlp_run_t* run, int64_t count, bool parallel, const F& f) {
  int64_t slots = !parallel ? 1 : count < kSlots ? count : kSlots;
  // Equal shares, if there are any for an even number of slots: with few tasks in each, one more weighs.
  if (slots == kSlots && count < 4 * kSlots) {
    int64_t even = kSlots;
    while (even > kSlots / 2 && count % even != 0) even -= 2;
    if (count % even == 0) slots = even;
  }
  ParallelFor(run, slots, 1, [&](int64_t begin, int64_t end) {
    for (int64_t slot = begin; slot < end; ++slot) {
      f(slot, count * slot / slots, count * (slot + 1) / slots);
    }
  });
}

// Memory for one run: what `plan` asked for, or more where it knew less. data is NULL if there is none.
struct Workspace {
  Workspace(const rnlp_run_t* of, uint64_t planned_bytes, uint64_t bytes)
      : data(of->workspace), run(of), own_bytes(bytes > planned_bytes || data == nullptr ? bytes : 0) {
    if (own_bytes > 0) data = run->host->alloc(run->host, own_bytes);
  }
  ~Workspace() {
    if (own_bytes > 0 && data != nullptr) run->host->free(run->host, data, own_bytes);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  rnlp_status_t* Failed(const char* op) const;  // RESOURCE_EXHAUSTED
  void* data;
  const rnlp_run_t* run;
  uint64_t own_bytes;
};

// ---- rows ----

template <size_t kTypes>
constexpr rnlp_type_constraint_t Types(const char* attr, const int32_t (&dtypes)[kTypes]) {
  return {attr, dtypes, kTypes};
}

// What differs between the rows of a family.
struct RowParts {
  const char* op = nullptr;
  uint32_t flags = 0;
  const rnlp_type_constraint_t* types = nullptr;
  uint32_t num_types = 0;
  const rnlp_arg_mark_t* args = nullptr;
  uint32_t num_args = 0;
  const rnlp_alias_t* aliases = nullptr;
  uint32_t num_aliases = 0;
  rnlp_status_t* (*create)(const rnlp_host_t*, rnlp_device_t*, const rnlp_node_t*,
                           rnlp_kernel_t**) = nullptr;
  void (*destroy)(const rnlp_host_t*, rnlp_kernel_t*) = nullptr;
  rnlp_status_t* (*plan)(const rnlp_host_t*, rnlp_kernel_t*, rnlp_plan_t*) = nullptr;
  rnlp_status_t* (*run)(rnlp_kernel_t*, const rnlp_run_t*) = nullptr;
  rnlp_status_t* (*pack)(rnlp_kernel_t*, const rnlp_run_t*) = nullptr;
};
// `supports` of a build without all element types: no for a node that has one that is left out.
rnlp_status_t* SupportsChosenTypes(const rnlp_host_t* host, rnlp_device_t* device,
                                   const rnlp_node_t* node, const rnlp_tensor_t* const* inputs,
                                   uint32_t num_inputs, rnlp_support_t* out);
constexpr rnlp_kernel_row_t MakeRow(const RowParts& parts) {
  return {RNLP_SIZE_TO(rnlp_kernel_row_t, pack),
          parts.flags,
          parts.op,
          "CPU",
          0,
          parts.types,
          parts.num_types,
          parts.args,
          parts.num_args,
          parts.aliases,
          parts.num_aliases,
          kChosenTypes.empty() ? nullptr : SupportsChosenTypes,
          parts.create,
          parts.destroy,
          parts.plan,
          parts.run,
          nullptr,
          nullptr,
          parts.pack};
}

inline constexpr int32_t kFloatTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16};
inline constexpr int32_t kRealTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,   RNLP_BFLOAT16,
                                         RNLP_INT8,  RNLP_INT16,  RNLP_INT32,  RNLP_INT64,
                                         RNLP_UINT8, RNLP_UINT16, RNLP_UINT32, RNLP_UINT64};
inline constexpr int32_t kRealOrBoolTypes[] = {
    RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,   RNLP_BFLOAT16, RNLP_INT8,   RNLP_INT16, RNLP_INT32,
    RNLP_INT64, RNLP_UINT8,  RNLP_UINT16, RNLP_UINT32,   RNLP_UINT64, RNLP_BOOL};
inline constexpr int32_t kIndexTypes[] = {RNLP_INT32, RNLP_INT64};
// Of ops that also take indices of few rows.
inline constexpr int32_t kShortIndexTypes[] = {RNLP_INT16, RNLP_INT32, RNLP_INT64};
// Everything with a fixed element size that a kernel may move without looking at it.
inline constexpr int32_t kMovableTypes[] = {
    RNLP_FLOAT,      RNLP_DOUBLE, RNLP_HALF,   RNLP_BFLOAT16, RNLP_INT8,    RNLP_INT16,  RNLP_INT32,
    RNLP_INT64,      RNLP_UINT8,  RNLP_UINT16, RNLP_UINT32,   RNLP_UINT64,  RNLP_BOOL,   RNLP_COMPLEX64,
    RNLP_COMPLEX128, RNLP_QINT8,  RNLP_QUINT8, RNLP_QINT16,   RNLP_QUINT16, RNLP_QINT32, RNLP_STRING};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_KERNEL_BASE_H_
