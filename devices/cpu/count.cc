// Counts: DenseBincount HistogramFixedWidth.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kDense[] = "DenseBincount";
constexpr char kHistogram[] = "HistogramFixedWidth";

void Zero(const rnlp_tensor_t* out) {
  const size_t bytes = static_cast<size_t>(out->num_elements) * TypeSize(out->dtype);
  if (bytes > 0) std::memset(out->data, 0, bytes);
}

struct DenseKernel {
  const char* op;
  bool binary = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrBool(host, node, "binary_output", &binary);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* values = run->inputs[0];
    const rnlp_tensor_t* weights = run->inputs[2];
    int64_t size = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "size", run->inputs[1], &size));
    const bool weighs = weights->num_elements > 0;
    if (size < 0 || values->rank > 2 || (weighs && !SameDims(values, weights))) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: size %lld should not be negative, input %s a vector or matrix, weights %s empty or "
          "like it",
          op, static_cast<long long>(size), ShapeText(values).text, ShapeText(weights).text);
    }
    for (int64_t i = 0; i < values->num_elements; ++i) {
      if (IndexAt(values, i) >= 0) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input[%lld] = %lld is below 0", op,
                  static_cast<long long>(i), static_cast<long long>(IndexAt(values, i)));
    }
    const bool matrix = values->rank == 2;
    const int64_t rows = matrix ? values->dims[0] : 1;
    const int64_t dims[2] = {matrix ? rows : size, size};
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, matrix ? 2 : 1, dims));
    Zero(run->outputs[0]);
    const int64_t columns = rows > 0 ? values->num_elements / rows : 0;
    ForType(TypeList<int32_t, int64_t, float, double>{}, weights->dtype, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      ParallelFor(run, rows, RowBlock(columns), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          T* bins = Data<T>(run->outputs[0]) + row * size;
          for (int64_t i = row * columns; i < (row + 1) * columns; ++i) {
            const int64_t bin = IndexAt(values, i);
            if (bin >= size) continue;
            const T more = weighs ? Data<T>(weights)[i] : T{1};
            bins[bin] = binary ? T{1} : AddValues(bins[bin], more);
          }
        }
      });
    });
    return nullptr;
  }
};

struct HistogramKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    int64_t bins = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "nbins", run->inputs[2], &bins));
    if (bins < 1 || run->inputs[1]->num_elements != 2) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: nbins %lld should be from 1, value_range %s two numbers", op,
                  static_cast<long long>(bins), ShapeText(run->inputs[1]).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 1, &bins));
    Zero(run->outputs[0]);
    return VisitType<rnlp_status_t*>(
        TypeList<int32_t, int64_t, float, double>{}, run->inputs[0]->dtype, nullptr, [&](auto tag) {
          using T = typename decltype(tag)::Type;
          return run->outputs[0]->dtype == RNLP_INT64 ? Count<T, int64_t>(run, bins)
                                                      : Count<T, int32_t>(run, bins);
        });
  }
  template <typename T, typename N>
  rnlp_status_t* Count(const rnlp_run_t* run, int64_t bins) const {
    const rnlp_tensor_t* values = run->inputs[0];
    const T low = Data<T>(run->inputs[1])[0], high = Data<T>(run->inputs[1])[1];
    if (!(low < high)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: value_range is [%g,%g], it should rise", op,
                  static_cast<double>(low), static_cast<double>(high));
    }
    const double width =
        (static_cast<double>(high) - static_cast<double>(low)) / static_cast<double>(bins);
    N* out = Data<N>(run->outputs[0]);
    for (int64_t i = 0; i < values->num_elements; ++i) {
      const T value = Data<T>(values)[i];
      if (std::is_floating_point_v<T> && std::isnan(static_cast<double>(value))) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: values[%lld] is not a number", op,
                    static_cast<long long>(i));
      }
      const double above = static_cast<double>(SubValues(std::max(value, low), low)) / width;
      const auto last = static_cast<double>(bins - 1);
      ++out[static_cast<int64_t>(std::min(std::max(above, 0.0), last))];
    }
    return nullptr;
  }
};

constexpr int32_t kNumbers[] = {RNLP_INT32, RNLP_INT64, RNLP_FLOAT, RNLP_DOUBLE};
constexpr rnlp_type_constraint_t kDenseT[] = {Types("Tidx", kIndexTypes), Types("T", kNumbers)};
constexpr rnlp_type_constraint_t kHistogramT[] = {Types("T", kNumbers), Types("dtype", kIndexTypes)};
constexpr rnlp_arg_mark_t kSize[] = {{"size", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};
constexpr rnlp_arg_mark_t kBins[] = {{"nbins", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t* types, const rnlp_arg_mark_t* args) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = 2,
                  .args = args,
                  .num_args = 1,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<2000>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kCountRows[] = {
    Row<DenseKernel, kDense>(kDenseT, kSize),
    Row<HistogramKernel, kHistogram>(kHistogramT, kBins),
};
RUNNEL_CPU_ROWS(Count)

}  // namespace runnel::cpu
