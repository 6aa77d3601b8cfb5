// Array: what values say about places: InTopK InTopKV2 Unique UniqueWithCounts DynamicPartition
// Bincount.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kInTopK[] = "InTopK";
constexpr char kInTopKV2[] = "InTopKV2";
constexpr char kUnique[] = "Unique";
constexpr char kUniqueCounts[] = "UniqueWithCounts";
constexpr char kPartition[] = "DynamicPartition";
constexpr char kBincount[] = "Bincount";

// Whether fewer than k classes have a better prediction than the target. Where it cannot be said (a
// target out of range, a prediction that is not finite), it is not.
struct InTopKernel {
  const char* op;
  bool k_is_input;
  int64_t attr_k = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    k_is_input = host->node_num_inputs(host, node) == 3;
    return k_is_input ? nullptr : AttrInt(host, node, "k", &attr_k);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* predictions = run->inputs[0];
    const rnlp_tensor_t* targets = run->inputs[1];
    int64_t k = attr_k;
    if (k_is_input) RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "k", run->inputs[2], &k));
    if (predictions->rank != 2 || targets->rank != 1 || predictions->dims[0] != targets->dims[0]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: predictions %s should be a matrix with a row for each of targets %s", op,
                  ShapeText(predictions).text, ShapeText(targets).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, targets));
    const int64_t classes = predictions->dims[1];
    ParallelFor(run, targets->num_elements, RowBlock(classes), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const float* of = Data<float>(predictions) + row * classes;
        const int64_t target = IndexAt(targets, row);
        bool known = target >= 0 && target < classes;
        int64_t better = 0;
        for (int64_t i = 0; known && i < classes; ++i) {
          known = std::isfinite(of[i]);
          better += of[i] > of[target] ? 1 : 0;
        }
        Data<bool>(run->outputs[0])[row] = known && better < k;
      }
    });
    return nullptr;
  }
};

// What tells two elements apart: equal elements have equal keys, but NaN is equal to nothing.
template <typename T>
struct KeyOf {
  using Key = T;
  static Key Of(T value) { return value; }
  static bool Same(Key a, Key b) { return a == b; }
  static uint64_t Hash(Key key) {
    uint64_t bits = 0;
    if constexpr (std::is_floating_point_v<T>) {
      bits = key == 0 ? 0 : std::bit_cast<uint64_t>(static_cast<double>(key));
    } else {
      bits = static_cast<uint64_t>(static_cast<int64_t>(key));
    }
    bits *= 0x9E3779B97F4A7C15u;
    return bits ^ (bits >> 29);
  }
};
struct NarrowKey {
  static bool Same(float a, float b) { return a == b; }
  static uint64_t Hash(float key) { return KeyOf<float>::Hash(key); }
};
template <>
struct KeyOf<Half> : NarrowKey {
  using Key = float;
  static Key Of(Half value) { return ToFloat(value); }
};
template <>
struct KeyOf<BFloat16> : NarrowKey {
  using Key = float;
  static Key Of(BFloat16 value) { return ToFloat(value); }
};
template <>
struct KeyOf<rnlp_str_t> {
  using Key = rnlp_str_t;
  static Key Of(rnlp_str_t value) { return value; }
  static bool Same(Key a, Key b) {
    return a.size == b.size && (a.size == 0 || std::memcmp(a.data, b.data, a.size) == 0);
  }
  static uint64_t Hash(Key key) {
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < key.size; ++i) {
      hash = (hash ^ static_cast<unsigned char>(key.data[i])) * 1099511628211u;
    }
    return hash ^ (hash >> 29);
  }
};

// Memory for one run.
class Scratch {
 public:
  explicit Scratch(const rnlp_host_t* host) : host_(host) {}
  ~Scratch() {
    if (data_ != nullptr) host_->free(host_, data_, bytes_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  int64_t* Take(int64_t count) {
    bytes_ = static_cast<uint64_t>(count) * sizeof(int64_t);
    data_ = host_->alloc(host_, bytes_);
    return static_cast<int64_t*>(data_);
  }

 private:
  const rnlp_host_t* host_;
  void* data_ = nullptr;
  uint64_t bytes_ = 0;
};

void PutIndex(const rnlp_tensor_t* out, int64_t i, int64_t value) {
  if (out->dtype == RNLP_INT64)
    Data<int64_t>(out)[i] = value;
  else
    Data<int32_t>(out)[i] = static_cast<int32_t>(value);
}

struct UniqueKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    if (x->rank != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: x should be a vector, got shape %s", op,
                  ShapeText(x).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 1, x));
    const int64_t n = x->num_elements;
    // firsts: where each value comes first; counts; and a table of slots, two for every element.
    const auto slots = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(2 * n + 2)));
    Scratch scratch(run->host);
    int64_t* firsts = scratch.Take(2 * n + slots);
    if (firsts == nullptr) return OutOfMemory(run->host, op);
    int64_t* counts = firsts + n;
    int64_t* table = counts + n;
    std::fill_n(table, slots, int64_t{-1});
    int64_t found = 0;
    using List = TypeList<float, double, Half, BFloat16, int8_t, int16_t, int32_t, int64_t, uint8_t,
                          uint16_t, uint32_t, uint64_t, bool>;
    if (x->dtype == RNLP_STRING) {
      found = Find<rnlp_str_t>(run, slots, firsts, counts, table);
    } else {
      found = VisitType<int64_t>(List{}, x->dtype, 0, [&](auto tag) {
        return Find<typename decltype(tag)::Type>(run, slots, firsts, counts, table);
      });
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 1, &found));
    for (int64_t i = 0; i < found; ++i) {
      RUNNEL_CPU_RETURN_IF_ERROR(CopyElements(run, x, firsts[i], 0, i, 1));
    }
    if (run->num_outputs < 3) return nullptr;
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 2, 1, &found));
    for (int64_t i = 0; i < found; ++i) PutIndex(run->outputs[2], i, counts[i]);
    return nullptr;
  }
  // Gives how many values there are, in the order in which they come first.
  template <typename T>
  static int64_t Find(const rnlp_run_t* run, int64_t slots, int64_t* firsts, int64_t* counts,
                      int64_t* table) {
    using K = KeyOf<T>;
    const T* values = Data<T>(run->inputs[0]);
    int64_t found = 0;
    for (int64_t i = 0; i < run->inputs[0]->num_elements; ++i) {
      const auto key = K::Of(values[i]);
      int64_t slot = static_cast<int64_t>(K::Hash(key) & static_cast<uint64_t>(slots - 1));
      while (table[slot] >= 0 && !K::Same(K::Of(values[firsts[table[slot]]]), key)) {
        slot = (slot + 1) & (slots - 1);
      }
      if (table[slot] < 0) {
        firsts[found] = i;
        counts[found] = 0;
        table[slot] = found++;
      }
      ++counts[table[slot]];
      PutIndex(run->outputs[1], i, table[slot]);
    }
    return found;
  }
};

struct PartitionKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* data = run->inputs[0];
    const rnlp_tensor_t* partitions = run->inputs[1];
    const int64_t parts = run->num_outputs;
    bool fits = partitions->rank <= data->rank;
    for (int32_t i = 0; fits && i < partitions->rank; ++i) fits = partitions->dims[i] == data->dims[i];
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: partitions %s should be a prefix of data %s",
                  op, ShapeText(partitions).text, ShapeText(data).text);
    }
    const int64_t slice = ProductOf(data->dims, partitions->rank, data->rank);
    Scratch scratch(run->host);
    int64_t* counts = scratch.Take(parts);
    if (counts == nullptr) return OutOfMemory(run->host, op);
    std::fill_n(counts, parts, int64_t{0});
    for (int64_t i = 0; i < partitions->num_elements; ++i) {
      const int64_t part = IndexAt(partitions, i);
      if (part < 0 || part >= parts) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: partitions[%lld] = %lld is not in [0, %lld)",
                    op, static_cast<long long>(i), static_cast<long long>(part),
                    static_cast<long long>(parts));
      }
      ++counts[part];
    }
    for (int64_t part = 0; part < parts; ++part) {
      Dims out;
      out.Add(counts[part]);
      for (int32_t d = partitions->rank; d < data->rank; ++d) out.Add(data->dims[d]);
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, static_cast<uint32_t>(part), out));
      counts[part] = 0;
    }
    Looks looks(run, 1024);
    for (int64_t i = 0; slice > 0 && i < partitions->num_elements; ++i) {
      if (looks.Stop()) return Stopped(run, op);
      const int64_t part = IndexAt(partitions, i);
      RUNNEL_CPU_RETURN_IF_ERROR(CopyElements(run, data, i * slice, static_cast<uint32_t>(part),
                                              counts[part]++ * slice, slice));
    }
    return nullptr;
  }
};

struct BincountKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* values = run->inputs[0];
    const rnlp_tensor_t* weights = run->inputs[2];
    int64_t size = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "size", run->inputs[1], &size));
    const bool weighs = weights->num_elements > 0;
    if (size < 0 || (weighs && !SameDims(values, weights))) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: size %lld should not be negative, weights %s empty or like arr %s", op,
                  static_cast<long long>(size), ShapeText(weights).text, ShapeText(values).text);
    }
    for (int64_t i = 0; i < values->num_elements; ++i) {
      if (IndexAt(values, i) >= 0) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: arr[%lld] = %lld is below 0", op,
                  static_cast<long long>(i), static_cast<long long>(IndexAt(values, i)));
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 1, &size));
    ZeroOutput(run, 0);
    VisitType<bool>(TypeList<int32_t, int64_t, float, double>{}, weights->dtype, false, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      T* bins = Data<T>(run->outputs[0]);
      Looks looks(run, kBlockElements);
      for (int64_t i = 0; i < values->num_elements && !looks.Stop(); ++i) {
        const int64_t bin = IndexAt(values, i);
        if (bin < size) bins[bin] = AddValues(bins[bin], weighs ? Data<T>(weights)[i] : T{1});
      }
      return true;
    });
    return nullptr;
  }
};

constexpr int32_t kUniqueTypes[] = {RNLP_FLOAT,  RNLP_DOUBLE, RNLP_HALF,  RNLP_BFLOAT16, RNLP_INT8,
                                    RNLP_INT16,  RNLP_INT32,  RNLP_INT64, RNLP_UINT8,    RNLP_UINT16,
                                    RNLP_UINT32, RNLP_UINT64, RNLP_BOOL,  RNLP_STRING};
constexpr int32_t kWeights[] = {RNLP_INT32, RNLP_INT64, RNLP_FLOAT, RNLP_DOUBLE};
constexpr rnlp_type_constraint_t kTargetT[] = {Types("T", kIndexTypes)};
constexpr rnlp_type_constraint_t kUniqueT[] = {Types("T", kUniqueTypes), Types("out_idx", kIndexTypes)};
constexpr rnlp_type_constraint_t kMovableT[] = {Types("T", kMovableTypes)};
constexpr rnlp_type_constraint_t kWeightT[] = {Types("T", kWeights)};
constexpr rnlp_arg_mark_t kK[] = {{"k", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kSize[] = {{"size", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <class K, const char* kOp, int kPicoseconds>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t* types, uint32_t num_types, uint32_t flags,
                                const rnlp_arg_mark_t* args = nullptr) {
  return MakeRow({.op = kOp,
                  .flags = flags,
                  .types = types,
                  .num_types = num_types,
                  .args = args,
                  .num_args = args == nullptr ? 0u : 1u,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<kPicoseconds>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kSelectRows[] = {
    Row<InTopKernel, kInTopK, 500>(kTargetT, 1, 0),
    Row<InTopKernel, kInTopKV2, 500>(kTargetT, 1, 0, kK),
    Row<UniqueKernel, kUnique, 10000>(kUniqueT, 2, RNLP_KERNEL_LATE_SHAPE),
    Row<UniqueKernel, kUniqueCounts, 10000>(kUniqueT, 2, RNLP_KERNEL_LATE_SHAPE),
    Row<PartitionKernel, kPartition, 1000>(kMovableT, 1, RNLP_KERNEL_LATE_SHAPE),
    Row<BincountKernel, kBincount, 1000>(kWeightT, 1, 0, kSize),
};
RUNNEL_CPU_ROWS(Select)

}  // namespace runnel::cpu
