// Array: CheckNumerics, which passes on numbers and fails with the place of anything else.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kOp[] = "CheckNumerics";

struct CheckKernel {
  const char* op;
  char message[256] = "";

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    rnlp_str_t text = {"", 0};
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_string(host, node, "message", &text));
    const size_t size = std::min<size_t>(text.size, sizeof(message) - 1);
    if (size > 0) std::memcpy(message, text.data, size);
    message[size] = 0;
    return nullptr;
  }

  template <typename T>
  rnlp_status_t* RunType(const rnlp_run_t* run) const {
    const rnlp_tensor_t* tensor = run->inputs[0];
    const int64_t n = tensor->num_elements;
    const T* x = Data<T>(tensor);
    T* out = Data<T>(run->outputs[0]);
    std::atomic<bool> finite{true};
    ParallelFor(run, n, kParallelElements, [&](int64_t begin, int64_t end) {
      // A number less itself is 0; a sum of zeros needs no branch.
      Compute<T> sum = 0;
      for (int64_t i = begin; i < end; ++i) sum += Load(x[i]) - Load(x[i]);
      if (!(sum == 0)) finite.store(false, std::memory_order_relaxed);
      if (out != x) {
        std::memcpy(out + begin, x + begin, static_cast<size_t>(end - begin) * sizeof(T));
      }
    });
    if (finite.load(std::memory_order_relaxed)) return nullptr;
    int64_t first = n;
    bool nan = false, infinite = false;
    for (int64_t i = 0; i < n; ++i) {
      const Compute<T> value = Load(x[i]);
      if (std::isfinite(value)) continue;
      first = std::min(first, i);
      (std::isnan(value) ? nan : infinite) = true;
    }
    int64_t index[kMaxRank + 1] = {};
    for (int32_t i = tensor->rank - 1; i >= 0; --i) {
      index[i] = first % tensor->dims[i];
      first /= tensor->dims[i];
    }
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: %s : Tensor had %s values, the first is element %s", op, message,
                nan && infinite ? "Inf and NaN"
                : nan           ? "NaN"
                                : "Inf",
                ShapeText(tensor->rank, index).text);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    return VisitType<rnlp_status_t*>(FloatList{}, run->inputs[0]->dtype, nullptr, [&](auto tag) {
      return RunType<typename decltype(tag)::Type>(run);
    });
  }
};

constexpr rnlp_type_constraint_t kT = Types("T", kFloatTypes);

}  // namespace

constexpr rnlp_kernel_row_t kCheckRows[] = {MakeRow({.op = kOp,
                                                     .types = &kT,
                                                     .num_types = 1,
                                                     .aliases = kUnaryInPlace,
                                                     .num_aliases = 1,
                                                     .create = Create<CheckKernel, kOp>,
                                                     .destroy = Destroy<CheckKernel>,
                                                     .plan = PlanElements<100>,
                                                     .run = Run<CheckKernel>})};
RUNNEL_CPU_ROWS(Check)

}  // namespace runnel::cpu
