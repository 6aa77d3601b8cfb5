// Math: Softmax LogSoftmax SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits.
//
// Every row is shifted by its largest element before anything is raised, so nothing overflows. Sums are
// kept in double; half and bfloat16 rows go through float.
#include <algorithm>
#include <cmath>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/reduce.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

// What a row of logits comes down to.
struct RowSum {
  double max;
  double sum;  // of exp(x - max)
};

template <typename T>
RowSum Summarise(const ReduceTable& simd, const T* x, int64_t n) {
  if constexpr (std::is_same_v<T, float>) {
    const float max = simd.max(x, n);
    return {static_cast<double>(max), simd.exp_sum(x, max, nullptr, n)};
  } else {
    (void)simd;
    double max = -std::numeric_limits<double>::infinity();
    for (int64_t j = 0; j < n; ++j) {
      const double value = static_cast<double>(Load(x[j]));
      max = value > max || value != value ? value : max;
      if (max != max) break;
    }
    double sum = 0;
    for (int64_t j = 0; j < n; ++j) sum += std::exp(static_cast<double>(Load(x[j])) - max);
    return {max, sum};
  }
}

template <typename T>
void SoftmaxRow(const ReduceTable& simd, const T* x, int64_t n, T* out) {
  if constexpr (std::is_same_v<T, float>) {
    const double sum = simd.exp_sum(x, simd.max(x, n), out, n);
    simd.scale(out, static_cast<float>(1.0 / sum), out, n);
  } else {
    const RowSum row = Summarise(simd, x, n);
    for (int64_t j = 0; j < n; ++j) {
      const double value = std::exp(static_cast<double>(Load(x[j])) - row.max) / row.sum;
      out[j] = Store<T>(static_cast<Compute<T>>(value));
    }
  }
}

template <typename T>
void LogSoftmaxRow(const ReduceTable& simd, const T* x, int64_t n, T* out) {
  const RowSum row = Summarise(simd, x, n);
  const double log_sum = std::log(row.sum);
  if constexpr (std::is_same_v<T, float>) {
    simd.shift(x, static_cast<float>(row.max), static_cast<float>(log_sum), out, n);
  } else {
    for (int64_t j = 0; j < n; ++j) {
      out[j] = Store<T>(static_cast<Compute<T>>(static_cast<double>(Load(x[j])) - row.max - log_sum));
    }
  }
}

// Rows of few numbers, of which a vector has several: all are raised at once.
constexpr int64_t kShortRow = 16;
void ShortSoftmaxRows(const ReduceTable& simd, const float* x, int64_t rows, int64_t n, float* out) {
  float block[16 * kShortRow];
  const int64_t most = static_cast<int64_t>(std::size(block)) / n;
  for (int64_t begin = 0; begin < rows; begin += most) {
    const int64_t count = std::min(most, rows - begin);
    for (int64_t r = 0; r < count; ++r) {
      const float* const row = x + (begin + r) * n;
      float max = row[0];
      for (int64_t j = 1; j < n; ++j) max = row[j] > max || row[j] != row[j] ? row[j] : max;
      for (int64_t j = 0; j < n; ++j) block[r * n + j] = row[j] - max;
    }
    (void)simd.exp_sum(block, 0.0F, block, count * n);
    for (int64_t r = 0; r < count; ++r) {
      const float* const row = block + r * n;
      double sum = 0;
      for (int64_t j = 0; j < n; ++j) sum += static_cast<double>(row[j]);
      const auto scale = static_cast<float>(1.0 / sum);
      for (int64_t j = 0; j < n; ++j) out[(begin + r) * n + j] = row[j] * scale;
    }
  }
}

struct SoftmaxKernel {
  const char* op;
  int32_t dtype;
  const ReduceTable* simd;
  bool is_log;

  template <typename T>
  rnlp_status_t* RunType(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    const int64_t n = input->dims[input->rank - 1];
    if (input->num_elements == 0) return nullptr;
    const T* x = Data<T>(input);
    T* out = Data<T>(run->outputs[0]);
    const int64_t rows = input->num_elements / n;
    ParallelFor(run, rows, RowBlock(n * 4), [&](int64_t begin, int64_t end) {
      if constexpr (std::is_same_v<T, float>) {
        if (n <= kShortRow && !is_log)
          return ShortSoftmaxRows(*simd, x + begin * n, end - begin, n, out + begin * n);
      }
      for (int64_t r = begin; r < end; ++r) {
        if (HasOp("LogSoftmax") && is_log)
          LogSoftmaxRow(*simd, x + r * n, n, out + r * n);
        else
          SoftmaxRow(*simd, x + r * n, n, out + r * n);
      }
    });
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    if (input->rank < 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: logits should have rank 1 or more, got %s", op,
                  ShapeText(input).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, input));
    return VisitType<rnlp_status_t*>(FloatList(), dtype, nullptr, [&](auto tag) {
      return RunType<typename decltype(tag)::Type>(run);
    });
  }
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 0);
    simd = &Reductions(ChooseIsa(host));
    is_log = host->node_op(host, node).data[0] == 'L';
    return nullptr;
  }
};

// Fills one row of backprop with softmax(x); `out` may be `x`.
template <typename T>
void WriteSoftmax(const ReduceTable& simd, const RowSum& row, const T* x, int64_t step, int64_t n,
                  T* out) {
  if constexpr (std::is_same_v<T, float>) {
    if (step == 1) {
      simd.exp_sum(x, static_cast<float>(row.max), out, n);
      simd.scale(out, static_cast<float>(1.0 / row.sum), out, n);
      return;
    }
  }
  for (int64_t j = 0; j < n; ++j) {
    const double value = std::exp(static_cast<double>(Load(x[j * step])) - row.max) / row.sum;
    out[j] = Store<T>(static_cast<Compute<T>>(value));
  }
}

struct CrossEntropyKernel {
  const char* op;
  int32_t dtype;
  const ReduceTable* simd;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 0);
    simd = &Reductions(ChooseIsa(host));
    return nullptr;
  }

  template <typename T>
  void RunType(const rnlp_run_t* run, int64_t rows, int64_t n) const {
    const rnlp_tensor_t* features = run->inputs[0];
    const rnlp_tensor_t* labels = run->inputs[1];
    T* loss = Data<T>(run->outputs[0]);
    T* backprop = Data<T>(run->outputs[1]);
    const int64_t x_step = features->dims[1] == 1 && n != 1 ? 0 : 1;
    const int64_t y_step = labels->dims[1] == 1 && n != 1 ? 0 : 1;
    ParallelFor(run, rows, RowBlock(n * 4), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        const T* x = Data<T>(features) + (features->dims[0] == 1 ? 0 : r) * features->dims[1];
        const T* y = Data<T>(labels) + (labels->dims[0] == 1 ? 0 : r) * labels->dims[1];
        RowSum row = Summarise(*simd, x, features->dims[1]);
        if (x_step == 0) row.sum *= static_cast<double>(n);
        // sum of y * (log(sum) - (x - max)), before x may be overwritten
        double of_labels = 0;
        double of_products = 0;
        for (int64_t j = 0; j < n; ++j) {
          const double label = static_cast<double>(Load(y[j * y_step]));
          of_labels += label;
          of_products += label * (static_cast<double>(Load(x[j * x_step])) - row.max);
        }
        loss[r] = Store<T>(static_cast<Compute<T>>(of_labels * std::log(row.sum) - of_products));
        T* out = backprop + r * n;
        WriteSoftmax(*simd, row, x, x_step, n, out);
        for (int64_t j = 0; j < n; ++j) out[j] = Store<T>(Load(out[j]) - Load(y[j * y_step]));
      }
    });
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* features = run->inputs[0];
    const rnlp_tensor_t* labels = run->inputs[1];
    if (features->rank != 2 || labels->rank != 2) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: features and labels should be matrices, got %s and %s", op,
                  ShapeText(features).text, ShapeText(labels).text);
    }
    int64_t dims[2];
    for (int i = 0; i < 2; ++i) {
      const int64_t a = features->dims[i];
      const int64_t b = labels->dims[i];
      if (a != b && a != 1 && b != 1) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: features %s and labels %s do not broadcast",
                    op, ShapeText(features).text, ShapeText(labels).text);
      }
      dims[i] = a == 1 ? b : a;
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 1, dims));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 1, 2, dims));
    if (dims[1] == 0) {
      if (dims[0] > 0) std::fill_n(Data<char>(run->outputs[0]), dims[0] * TypeSize(dtype), char{0});
      return nullptr;
    }
    ForType(FloatList(), dtype,
            [&](auto tag) { RunType<typename decltype(tag)::Type>(run, dims[0], dims[1]); });
    return nullptr;
  }
};

struct SparseCrossEntropyKernel : CrossEntropyKernel {
  template <typename T>
  void RunType(const rnlp_run_t* run, int64_t rows, int64_t n) const {
    const rnlp_tensor_t* labels = run->inputs[1];
    const T* features = Data<T>(run->inputs[0]);
    T* loss = Data<T>(run->outputs[0]);
    T* backprop = Data<T>(run->outputs[1]);
    ParallelFor(run, rows, RowBlock(n * 4), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        const T* x = features + r * n;
        T* out = backprop + r * n;
        const int64_t label = IndexAt(labels, r);
        const double at_label = static_cast<double>(Load(x[label]));
        const RowSum row = Summarise(*simd, x, n);
        loss[r] = Store<T>(static_cast<Compute<T>>(std::log(row.sum) - (at_label - row.max)));
        WriteSoftmax(*simd, row, x, 1, n, out);
        out[label] = Store<T>(Load(out[label]) - Compute<T>{1});
      }
    });
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* features = run->inputs[0];
    const rnlp_tensor_t* labels = run->inputs[1];
    if (features->rank != 2 || labels->rank != 1 || features->dims[0] != labels->dims[0]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: features should be [batch,classes] and labels [batch], got %s and %s", op,
                  ShapeText(features).text, ShapeText(labels).text);
    }
    const int64_t rows = features->dims[0];
    const int64_t n = features->dims[1];
    for (int64_t r = 0; r < rows; ++r) {
      const int64_t label = IndexAt(labels, r);
      if (label < 0 || label >= n) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: labels[%lld] is %lld, outside of [0,%lld)",
                    op, static_cast<long long>(r), static_cast<long long>(label),
                    static_cast<long long>(n));
      }
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 1, labels->dims));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 1, features));
    ForType(FloatList(), dtype, [&](auto tag) { RunType<typename decltype(tag)::Type>(run, rows, n); });
    return nullptr;
  }
};

constexpr char kSoftmax[] = "Softmax";
constexpr char kLogSoftmax[] = "LogSoftmax";
constexpr char kDense[] = "SoftmaxCrossEntropyWithLogits";
constexpr char kSparse[] = "SparseSoftmaxCrossEntropyWithLogits";
constexpr rnlp_type_constraint_t kT[] = {Types("T", kFloatTypes)};
constexpr rnlp_type_constraint_t kSparseT[] = {Types("T", kFloatTypes), Types("Tlabels", kIndexTypes)};
constexpr rnlp_alias_t kInPlace[] = {{0, 0}};

template <const char* kOp>
constexpr rnlp_kernel_row_t SoftmaxRowOf() {
  return MakeRow({.op = kOp,
                  .types = kT,
                  .num_types = 1,
                  .aliases = kInPlace,
                  .num_aliases = 1,
                  .create = Create<SoftmaxKernel, kOp>,
                  .destroy = Destroy<SoftmaxKernel>,
                  .plan = PlanElements<2000>,
                  .run = Run<SoftmaxKernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kSoftmaxRows[] = {
    SoftmaxRowOf<kSoftmax>(),
    SoftmaxRowOf<kLogSoftmax>(),
    MakeRow({.op = kDense,
             .types = kT,
             .num_types = 1,
             .create = Create<CrossEntropyKernel, kDense>,
             .destroy = Destroy<CrossEntropyKernel>,
             .plan = PlanElements<3000>,
             .run = Run<CrossEntropyKernel>}),
    MakeRow({.op = kSparse,
             .types = kSparseT,
             .num_types = 2,
             .create = Create<SparseCrossEntropyKernel, kSparse>,
             .destroy = Destroy<SparseCrossEntropyKernel>,
             .plan = PlanElements<3000>,
             .run = Run<SparseCrossEntropyKernel>}),
};
RUNNEL_CPU_ROWS(Softmax)

}  // namespace runnel::cpu
