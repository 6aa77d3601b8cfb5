// Array: LowerBound, UpperBound and UnravelIndex.
#include <algorithm>

#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kLower[] = "LowerBound";
constexpr char kUpper[] = "UpperBound";
constexpr char kUnravel[] = "UnravelIndex";

struct BoundKernel {
  const char* op;
  bool upper = false;

  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) {
    upper = op == kUpper;
    return nullptr;
  }

  template <typename T, typename Out>
  void RunRows(const rnlp_run_t* run, int64_t row, int64_t per_row) const {
    const T* sorted = Data<T>(run->inputs[0]);
    const T* values = Data<T>(run->inputs[1]);
    Out* out = Data<Out>(run->outputs[0]);
    const auto less = [](T a, T b) { return Load(a) < Load(b); };
    ParallelFor(run, run->inputs[1]->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* first = sorted + i / per_row * row;
        const T* at = upper ? std::upper_bound(first, first + row, values[i], less)
                            : std::lower_bound(first, first + row, values[i], less);
        out[i] = static_cast<Out>(at - first);
      }
    });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* sorted = run->inputs[0];
    const rnlp_tensor_t* values = run->inputs[1];
    if (sorted->rank != 2 || values->rank != 2 || sorted->dims[0] != values->dims[0]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: sorted_inputs %s and values %s should be matrices with as many rows", op,
                  ShapeText(sorted).text, ShapeText(values).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, values));
    const bool narrow = run->outputs[0]->dtype == RNLP_INT32;
    if (narrow && sorted->dims[1] > INT32_MAX) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: sorted_inputs %s has rows too long for int32",
                  op, ShapeText(sorted).text);
    }
    ForType(RealList{}, values->dtype, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      const int64_t per_row = std::max<int64_t>(1, values->dims[1]);
      if (narrow) return RunRows<T, int32_t>(run, sorted->dims[1], per_row);
      RunRows<T, int64_t>(run, sorted->dims[1], per_row);
    });
    return nullptr;
  }
};

struct UnravelKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }

  template <typename T>
  rnlp_status_t* RunType(const rnlp_run_t* run) const {
    const rnlp_tensor_t* indices = run->inputs[0];
    const rnlp_tensor_t* dims = run->inputs[1];
    const T* sizes = Data<T>(dims);
    const int64_t n = indices->num_elements, depth = dims->num_elements;
    T places = 1;
    for (int64_t d = 0; d < depth; ++d) {
      if (sizes[d] < 0 || __builtin_mul_overflow(places, sizes[d], &places)) {
        return Fail(
            run->host, RNLP_INVALID_ARGUMENT,
            "%s: Input dims product is causing integer overflow, or dims[%lld] = %lld is negative", op,
            static_cast<long long>(d), static_cast<long long>(sizes[d]));
      }
    }
    T* out = Data<T>(run->outputs[0]);
    for (int64_t i = 0; i < n; ++i) {
      T place = Data<T>(indices)[i];
      if (place < 0 || place >= places) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: index is out of bound as with dims: indices[%lld] = %lld, of %lld places", op,
                    static_cast<long long>(i), static_cast<long long>(place),
                    static_cast<long long>(places));
      }
      for (int64_t d = depth; d-- > 0; place /= sizes[d]) out[d * n + i] = place % sizes[d];
    }
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* indices = run->inputs[0];
    const rnlp_tensor_t* dims = run->inputs[1];
    if (indices->rank > 1 || dims->rank != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: indices %s should be a scalar or a vector, and dims %s a vector", op,
                  ShapeText(indices).text, ShapeText(dims).text);
    }
    if (indices->num_elements == 0 || dims->num_elements == 0) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: received empty tensor: indices are %s, dims are %s", op, ShapeText(indices).text,
                  ShapeText(dims).text);
    }
    Dims shape;
    shape.Add(dims->num_elements);
    if (indices->rank == 1) shape.Add(indices->num_elements);
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, shape));
    return indices->dtype == RNLP_INT32 ? RunType<int32_t>(run) : RunType<int64_t>(run);
  }
};

constexpr rnlp_type_constraint_t kBoundT[] = {Types("T", kRealTypes)};
constexpr rnlp_type_constraint_t kIndexT[] = {Types("Tidx", kIndexTypes)};

template <const char* kOp>
constexpr rnlp_kernel_row_t BoundRow() {
  return MakeRow({.op = kOp,
                  .types = kBoundT,
                  .num_types = 1,
                  .create = Create<BoundKernel, kOp>,
                  .destroy = Destroy<BoundKernel>,
                  .plan = PlanElements<20000>,
                  .run = Run<BoundKernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kSearchRows[] = {
    BoundRow<kLower>(),
    BoundRow<kUpper>(),
    MakeRow({.op = kUnravel,
             .types = kIndexT,
             .num_types = 1,
             .create = Create<UnravelKernel, kUnravel>,
             .destroy = Destroy<UnravelKernel>,
             .plan = PlanElements<10000>,
             .run = Run<UnravelKernel>}),
};
RUNNEL_CPU_ROWS(Search)

}  // namespace runnel::cpu
