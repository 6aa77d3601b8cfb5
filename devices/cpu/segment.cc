// Segment: SegmentSum, Mean, Prod, Max, Min, and the Unsorted ones but for the mean. Slices of data are
// combined into the rows that ids name, in the order of the data on any number of threads.
#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"

namespace runnel::cpu {
namespace {

constexpr char kSum[] = "SegmentSum";
constexpr char kMean[] = "SegmentMean";
constexpr char kProd[] = "SegmentProd";
constexpr char kMax[] = "SegmentMax";
constexpr char kMin[] = "SegmentMin";
constexpr char kUnsortedSum[] = "UnsortedSegmentSum";
constexpr char kUnsortedProd[] = "UnsortedSegmentProd";
constexpr char kUnsortedMax[] = "UnsortedSegmentMax";
constexpr char kUnsortedMin[] = "UnsortedSegmentMin";

using NumberList = TypeList<float, double, Half, BFloat16, int8_t, int16_t, int32_t, int64_t, uint8_t,
                            uint16_t, uint32_t, uint64_t, Complex<float>, Complex<double>>;

// A number as an element; `edge` -1 and 1 stand for the lowest and the highest finite one.
template <typename T>
T Number(int value, int edge) {
  if constexpr (requires { T::re; }) {
    T out = {};
    out.re = static_cast<decltype(out.re)>(value);
    return out;
  } else if constexpr (std::is_same_v<T, Half>) {
    return edge == 0 ? ToHalf(static_cast<float>(value)) : ToHalf(static_cast<float>(edge) * 65504.0F);
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    return edge == 0 ? ToBFloat16(static_cast<float>(value))
                     : BFloat16{static_cast<uint16_t>(edge < 0 ? 0xff7f : 0x7f7f)};
  } else {
    return edge == 0  ? static_cast<T>(value)
           : edge < 0 ? std::numeric_limits<T>::lowest()
                      : std::numeric_limits<T>::max();
  }
}

template <typename T>
void Divide(char* row, int64_t n, int64_t count) {
  for (int64_t i = 0; i < n; ++i) {
    T value;
    std::memcpy(&value, row + i * static_cast<int64_t>(sizeof(T)), sizeof(T));
    if constexpr (requires { T::re; }) {
      value.re /= static_cast<decltype(value.re)>(count);
      value.im /= static_cast<decltype(value.im)>(count);
    } else {
      // Counts that the type cannot hold wrap around to none, so integers are divided in 64 bits.
      using Wide = std::conditional_t<std::is_unsigned_v<T>, uint64_t, int64_t>;
      if constexpr (std::is_integral_v<T>)
        value = static_cast<T>(static_cast<Wide>(value) / static_cast<Wide>(count));
      else
        value = Store<T>(Load(value) / static_cast<Compute<T>>(count));
    }
    std::memcpy(row + i * static_cast<int64_t>(sizeof(T)), &value, sizeof(T));
  }
}

struct SegmentKernel {
  const char* op;
  BinaryKernel combine;
  bool sorted = false, mean = false;
  alignas(16) char start[16] = {};  // of a row, before anything is combined into it
  alignas(16) char empty[16] = {};  // a row of no slices
  void (*divide)(char* row, int64_t n, int64_t count) = nullptr;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const int32_t dtype = host->node_input_dtype(host, node, 0);
    const std::string_view name = op;
    sorted = !name.starts_with("Unsorted");
    mean = name == kMean;
    const bool prod = name.ends_with("Prod"), max = name.ends_with("Max"), min = name.ends_with("Min");
    const SimdBinary law = prod ? kSimdMul : max ? kSimdMax : min ? kSimdMin : kSimdAdd;
    if (!InitCombineKernel(host, op, dtype, law, &combine)) {
      return Fail(host, RNLP_UNIMPLEMENTED, "%s: type %d", op, dtype);
    }
    divide = VisitType<void (*)(char*, int64_t, int64_t)>(NumberList{}, dtype, nullptr, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      const T first = Number<T>(prod ? 1 : 0, max ? -1 : min ? 1 : 0);
      const T none = sorted && (max || min) ? Number<T>(0, 0) : first;
      std::memcpy(start, &first, sizeof(T));
      std::memcpy(empty, &none, sizeof(T));
      return &Divide<T>;
    });
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* data = run->inputs[0];
    const rnlp_tensor_t* ids = run->inputs[1];
    int64_t segments = 0;
    if (sorted) {
      RUNNEL_CPU_RETURN_IF_ERROR(CheckSorted(run, data, ids));
      if (ids->num_elements > 0) segments = IndexAt(ids, ids->num_elements - 1) + 1;
    } else {
      RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "num_segments", run->inputs[2], &segments));
      RUNNEL_CPU_RETURN_IF_ERROR(CheckUnsorted(run, data, ids, segments));
    }
    Dims out;
    out.Add(segments);
    int64_t slice = 1;
    for (int32_t i = ids->rank; i < data->rank; ++i) {
      out.Add(data->dims[i]);
      slice *= data->dims[i];
    }
    int64_t elements = 0;
    if (!Product(out.size, out.rank, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements", op,
                  ShapeText(out.rank, out.size).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    if (slice == 0 || segments == 0) return nullptr;
    FillOutput(run, 0, start);
    // Threads take columns, so rows are combined in the order of the data.
    const int64_t bytes = combine.in_bytes;
    const int64_t columns =
        data->num_elements < kParallelElements ? slice : std::max<int64_t>(64, slice / 16);
    ParallelFor(run, slice, columns, [&](int64_t begin, int64_t end) {
      char* rows = Data<char>(run->outputs[0]);
      Looks looks(run, std::max<int64_t>(1, kBlockElements / (end - begin)));
      for (int64_t i = 0; i < ids->num_elements; ++i) {
        if (looks.Stop()) return;
        const int64_t id = IndexAt(ids, i);
        if (id < 0) continue;
        char* to = rows + (id * slice + begin) * bytes;
        combine.Call(to, Data<const char>(data) + (i * slice + begin) * bytes, to, end - begin,
                     kVectors);
      }
      if (sorted) Finish(ids, rows, slice, begin, end);
    });
    return nullptr;
  }

 private:
  // Means, and rows that no id named: both are known from where the ids change.
  void Finish(const rnlp_tensor_t* ids, char* rows, int64_t slice, int64_t begin, int64_t end) const {
    const int64_t bytes = combine.in_bytes;
    int64_t next = 0;  // row
    for (int64_t i = 0; i < ids->num_elements;) {
      const int64_t id = IndexAt(ids, i);
      for (; next < id; ++next) {
        FillElements(rows + (next * slice + begin) * bytes, empty, combine.in_bytes, end - begin);
      }
      int64_t count = 0;
      for (; i < ids->num_elements && IndexAt(ids, i) == id; ++i) ++count;
      if (mean) divide(rows + (id * slice + begin) * bytes, end - begin, count);
      next = id + 1;
    }
  }
  rnlp_status_t* CheckSorted(const rnlp_run_t* run, const rnlp_tensor_t* data,
                             const rnlp_tensor_t* ids) const {
    if (ids->rank != 1 || data->rank < 1 || ids->dims[0] != data->dims[0]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: segment_ids %s should be a vector as long as data %s has rows", op,
                  ShapeText(ids).text, ShapeText(data).text);
    }
    int64_t before = 0;
    for (int64_t i = 0; i < ids->num_elements; ++i) {
      const int64_t id = IndexAt(ids, i);
      if (id < before || id == std::numeric_limits<int64_t>::max()) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: segment_ids[%lld] = %lld %s", op,
                    static_cast<long long>(i), static_cast<long long>(id),
                    id < 0        ? "is negative"
                    : id < before ? "is less than the one before"
                                  : "is too large");
      }
      before = id;
    }
    return nullptr;
  }
  rnlp_status_t* CheckUnsorted(const rnlp_run_t* run, const rnlp_tensor_t* data,
                               const rnlp_tensor_t* ids, int64_t segments) const {
    bool fits = segments >= 0 && ids->rank <= data->rank;
    for (int32_t i = 0; fits && i < ids->rank; ++i) fits = ids->dims[i] == data->dims[i];
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: segment_ids %s should be a prefix of data %s, and num_segments %lld not negative",
                  op, ShapeText(ids).text, ShapeText(data).text, static_cast<long long>(segments));
    }
    for (int64_t i = 0; i < ids->num_elements; ++i) {
      if (IndexAt(ids, i) < segments) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: segment_ids[%lld] = %lld is not below %lld", op,
                  static_cast<long long>(i), static_cast<long long>(IndexAt(ids, i)),
                  static_cast<long long>(segments));
    }
    return nullptr;
  }
};

constexpr rnlp_type_constraint_t kNumberT[] = {Types("T", kNumberTypes), Types("Tindices", kIndexTypes)};
constexpr rnlp_type_constraint_t kRealT[] = {Types("T", kRealTypes), Types("Tindices", kIndexTypes)};
constexpr rnlp_type_constraint_t kUnsortedSumT[] = {
    Types("T", kNumberTypes), Types("Tindices", kShortIndexTypes), Types("Tnumsegments", kIndexTypes)};
constexpr rnlp_type_constraint_t kUnsortedNumberT[] = {
    Types("T", kNumberTypes), Types("Tindices", kIndexTypes), Types("Tnumsegments", kIndexTypes)};
constexpr rnlp_type_constraint_t kUnsortedRealT[] = {
    Types("T", kRealTypes), Types("Tindices", kIndexTypes), Types("Tnumsegments", kIndexTypes)};
constexpr rnlp_arg_mark_t kSegments[] = {{"num_segments", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <const char* kOp>
constexpr rnlp_kernel_row_t Sorted(const rnlp_type_constraint_t (&types)[2]) {
  return MakeRow({.op = kOp,
                  .flags = RNLP_KERNEL_LATE_SHAPE,
                  .types = types,
                  .num_types = 2,
                  .create = Create<SegmentKernel, kOp>,
                  .destroy = Destroy<SegmentKernel>,
                  .plan = PlanElements<300>,
                  .run = Run<SegmentKernel>});
}
template <const char* kOp>
constexpr rnlp_kernel_row_t Unsorted(const rnlp_type_constraint_t (&types)[3]) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = 3,
                  .args = kSegments,
                  .num_args = 1,
                  .create = Create<SegmentKernel, kOp>,
                  .destroy = Destroy<SegmentKernel>,
                  .plan = PlanElements<300>,
                  .run = Run<SegmentKernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kSegmentRows[] = {
    Sorted<kSum>(kNumberT),
    Sorted<kMean>(kNumberT),
    Sorted<kProd>(kNumberT),
    Sorted<kMax>(kRealT),
    Sorted<kMin>(kRealT),
    Unsorted<kUnsortedSum>(kUnsortedSumT),
    Unsorted<kUnsortedProd>(kUnsortedNumberT),
    Unsorted<kUnsortedMax>(kUnsortedRealT),
    Unsorted<kUnsortedMin>(kUnsortedRealT),
};
RUNNEL_CPU_ROWS(Segment)

}  // namespace runnel::cpu
