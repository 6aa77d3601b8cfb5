// Counts of the numbers in rows that are given as a tensor, as a sparse one or as a ragged one:
// SparseBincount RaggedBincount, DenseCountSparseOutput SparseCountSparseOutput RaggedCountSparseOutput.
#include <algorithm>
#include <cstring>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kSparseBins[] = "SparseBincount";
constexpr char kRaggedBins[] = "RaggedBincount";
constexpr char kDenseCounts[] = "DenseCountSparseOutput";
constexpr char kSparseCounts[] = "SparseCountSparseOutput";
constexpr char kRaggedCounts[] = "RaggedCountSparseOutput";

using CountTypes = TypeList<int32_t, int64_t, float, double>;

// Where the numbers are, and in which rows. Without rows (flat) all are in row 0.
struct Numbers {
  enum class Form { kDense, kSparse, kRagged };

  const char* op;
  Form form;
  const rnlp_tensor_t* values = nullptr;
  const rnlp_tensor_t* indices = nullptr;  // of a sparse tensor
  const rnlp_tensor_t* splits = nullptr;   // of a ragged one
  const rnlp_tensor_t* weights = nullptr;  // empty: all weigh 1
  int64_t rows = 1;
  bool is_flat = false;

  rnlp_status_t* Wrong(const rnlp_run_t* run, const char* what, const rnlp_tensor_t* tensor) const {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s, got shape %s", op, what,
                ShapeText(tensor).text);
  }

  rnlp_status_t* Read(const rnlp_run_t* run) {
    weights = run->inputs[run->num_inputs - 1];
    if (form == Form::kDense) {
      values = run->inputs[0];
      if (values->rank < 1 || values->rank > 2) {
        return Wrong(run, "values should be a vector or matrix", values);
      }
      is_flat = values->rank == 1;
      rows = is_flat ? 1 : values->dims[0];
    } else {
      values = run->inputs[1];
      if (values->rank != 1) return Wrong(run, "values should be a vector", values);
      RUNNEL_CPU_RETURN_IF_ERROR(form == Form::kSparse ? ReadSparse(run) : ReadRagged(run));
    }
    if (weights->num_elements > 0 && !SameDims(weights, values)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: weights %s should be empty or like values %s",
                  op, ShapeText(weights).text, ShapeText(values).text);
    }
    for (int64_t i = 0; i < values->num_elements; ++i) {
      if (IndexAt(values, i) >= 0) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: values should not be negative: number %lld is %lld", op,
                  static_cast<long long>(i), static_cast<long long>(IndexAt(values, i)));
    }
    return nullptr;
  }

  rnlp_status_t* ReadSparse(const rnlp_run_t* run) {
    indices = run->inputs[0];
    const rnlp_tensor_t* shape = run->inputs[2];
    const int64_t rank = shape->num_elements;
    if (indices->rank != 2 || indices->dims[0] != values->num_elements || indices->dims[1] != rank ||
        shape->rank != 1 || rank == 0) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: indices %s should be [n,rank], for values %s of n and dense_shape %s of rank", op,
                  ShapeText(indices).text, ShapeText(values).text, ShapeText(shape).text);
    }
    for (int64_t i = 0; i < rank; ++i) {
      if (IndexAt(shape, i) >= 0) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: dense_shape[%lld] = %lld is negative", op,
                  static_cast<long long>(i), static_cast<long long>(IndexAt(shape, i)));
    }
    for (int64_t i = 0; i < indices->num_elements; ++i) {
      const int64_t at = IndexAt(indices, i), size = IndexAt(shape, i % rank);
      if (at >= 0 && at < size) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: indices[%lld,%lld] = %lld is not in [0,%lld)",
                  op, static_cast<long long>(i / rank), static_cast<long long>(i % rank),
                  static_cast<long long>(at), static_cast<long long>(size));
    }
    is_flat = rank == 1;
    rows = is_flat ? 1 : IndexAt(shape, 0);
    return nullptr;
  }

  rnlp_status_t* ReadRagged(const rnlp_run_t* run) {
    splits = run->inputs[0];
    const int64_t count = splits->num_elements;
    if (splits->rank != 1 || count < 1)
      return Wrong(run, "splits should be a vector, not empty", splits);
    rows = count - 1;
    const int64_t last = IndexAt(splits, rows);
    if (IndexAt(splits, 0) != 0 || last != values->num_elements) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: splits should go from 0 to the number of values, %lld, they go from %lld to %lld",
                  op, static_cast<long long>(values->num_elements),
                  static_cast<long long>(IndexAt(splits, 0)), static_cast<long long>(last));
    }
    for (int64_t i = 0; i < rows; ++i) {
      if (IndexAt(splits, i) <= IndexAt(splits, i + 1)) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: splits should not fall, as they do behind %lld",
                  op, static_cast<long long>(i));
    }
    return nullptr;
  }

  // Calls f(row, number, i) for number i, in their order.
  template <typename F>
  void ForEach(const F& f) const {
    const int64_t columns = form == Form::kDense && !is_flat ? values->dims[1] : 1;
    int64_t row = 0;
    for (int64_t i = 0; i < values->num_elements; ++i) {
      if (form == Form::kRagged) {
        while (IndexAt(splits, row + 1) <= i) ++row;
      } else if (!is_flat) {
        row = form == Form::kDense ? i / columns : IndexAt(indices, i * indices->dims[1]);
      }
      f(row, IndexAt(values, i), i);
    }
  }
};

// Into bins 0 to size - 1; what is beyond counts for none.
struct BinsKernel {
  const char* op;
  bool binary = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrBool(host, node, "binary_output", &binary);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Numbers numbers{op, op == kSparseBins ? Numbers::Form::kSparse : Numbers::Form::kRagged};
    RUNNEL_CPU_RETURN_IF_ERROR(numbers.Read(run));
    int64_t size = 0, elements = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "size", run->inputs[run->num_inputs - 2], &size));
    const int64_t dims[2] = {numbers.rows, size};
    if (size < 0 || !Product(dims, 2, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: size is %lld, expected at least 0, and with %lld rows fewer elements than 2^63",
                  op, static_cast<long long>(size), static_cast<long long>(numbers.rows));
    }
    RUNNEL_CPU_RETURN_IF_ERROR(
        EnsureOutput(run, op, 0, numbers.is_flat ? 1 : 2, numbers.is_flat ? dims + 1 : dims));
    ForType(CountTypes{}, run->outputs[0]->dtype, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      T* bins = Data<T>(run->outputs[0]);
      std::fill_n(bins, run->outputs[0]->num_elements, T{});
      const T* weights = numbers.weights->num_elements > 0 ? Data<T>(numbers.weights) : nullptr;
      numbers.ForEach([&](int64_t row, int64_t number, int64_t i) {
        if (number >= size) return;
        T& bin = bins[row * size + number];
        bin = binary ? T{1} : AddValues(bin, weights == nullptr ? T{1} : weights[i]);
      });
    });
    return nullptr;
  }
};

// Into a sparse tensor: of each row the numbers that it has, ascending.
struct CountsKernel {
  const char* op;
  bool binary = false;
  int64_t least = -1, most = -1;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "minlength", &least));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "maxlength", &most));
    return AttrBool(host, node, "binary_output", &binary);
  }

  struct Entry {
    int64_t row, number, at;
    bool operator<(const Entry& other) const {
      if (row != other.row) return row < other.row;
      return number != other.number ? number < other.number : at < other.at;
    }
    bool IsLike(const Entry& other) const { return row == other.row && number == other.number; }
  };

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    using Form = Numbers::Form;
    Numbers numbers{op, op == kDenseCounts    ? Form::kDense
                        : op == kSparseCounts ? Form::kSparse
                                              : Form::kRagged};
    RUNNEL_CPU_RETURN_IF_ERROR(numbers.Read(run));
    if (numbers.form == Form::kRagged && numbers.rows < 1) {
      return numbers.Wrong(run, "splits should have at least two elements", numbers.splits);
    }
    constexpr uint64_t kLeastBytes = 64;
    uint64_t bytes = 0;
    if (__builtin_mul_overflow(static_cast<uint64_t>(numbers.values->num_elements), sizeof(Entry),
                               &bytes)) {
      return OutOfMemory(run->host, op);
    }
    bytes = std::max(bytes, kLeastBytes);
    void* memory = run->host->alloc(run->host, bytes);
    if (memory == nullptr) return OutOfMemory(run->host, op);
    rnlp_status_t* status = Count(run, numbers, static_cast<Entry*>(memory));
    run->host->free(run->host, memory, bytes);
    return status;
  }

  rnlp_status_t* Count(const rnlp_run_t* run, const Numbers& numbers, Entry* entries) const {
    int64_t count = 0, largest = 0;
    numbers.ForEach([&](int64_t row, int64_t number, int64_t i) {
      largest = std::max(largest, number);
      if (most < 0 || number < most) entries[count++] = {row, number, i};
    });
    std::sort(entries, entries + count);
    int64_t unlike = 0;
    for (int64_t i = 0; i < count; ++i) unlike += i == 0 || !entries[i].IsLike(entries[i - 1]) ? 1 : 0;
    const int64_t beyond = largest == INT64_MAX ? largest : largest + 1;
    const int64_t size = most >= 0 ? most : std::max(beyond, least);
    const int64_t rank = numbers.is_flat ? 1 : 2;
    const int64_t dims[2] = {unlike, rank};
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 2, dims));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 1, 1, dims));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 2, 1, &rank));
    auto* indices = Data<int64_t>(run->outputs[0]);
    auto* shape = Data<int64_t>(run->outputs[2]);
    if (!numbers.is_flat) shape[0] = numbers.rows;
    shape[rank - 1] = size;
    ForType(CountTypes{}, run->outputs[1]->dtype, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      T* sums = Data<T>(run->outputs[1]);
      const T* weights = numbers.weights->num_elements > 0 ? Data<T>(numbers.weights) : nullptr;
      int64_t to = -1;
      for (int64_t i = 0; i < count; ++i) {
        if (i == 0 || !entries[i].IsLike(entries[i - 1])) {
          ++to;
          if (!numbers.is_flat) indices[to * rank] = entries[i].row;
          indices[to * rank + rank - 1] = entries[i].number;
          sums[to] = T{};
        }
        sums[to] =
            binary ? T{1} : AddValues(sums[to], weights == nullptr ? T{1} : weights[entries[i].at]);
      }
    });
    return nullptr;
  }
};

constexpr int32_t kCountTypes[] = {RNLP_INT32, RNLP_INT64, RNLP_FLOAT, RNLP_DOUBLE};
constexpr rnlp_type_constraint_t kBinsT[] = {Types("Tidx", kIndexTypes), Types("T", kCountTypes)};
constexpr rnlp_type_constraint_t kCountsT[] = {Types("T", kIndexTypes),
                                               Types("output_type", kCountTypes)};
constexpr rnlp_arg_mark_t kSize[] = {{"size", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t* types, bool has_size) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = 2,
                  .args = has_size ? kSize : nullptr,
                  .num_args = has_size ? 1u : 0u,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<20000>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kRowCountsRows[] = {
    Row<BinsKernel, kSparseBins>(kBinsT, true),        Row<BinsKernel, kRaggedBins>(kBinsT, true),
    Row<CountsKernel, kDenseCounts>(kCountsT, false),  Row<CountsKernel, kSparseCounts>(kCountsT, false),
    Row<CountsKernel, kRaggedCounts>(kCountsT, false),
};
RUNNEL_CPU_ROWS(RowCounts)

}  // namespace runnel::cpu
