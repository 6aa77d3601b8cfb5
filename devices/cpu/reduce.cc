// Math: Sum Mean Prod Max Min All Any, and BiasAddGrad, which is a sum over all dimensions but one.
//
// The input is seen as groups of kept and reduced dimensions in turn. Whether rows or columns are
// summed, and in which pieces, follows from the shape alone, so any number of threads gives the same
// bits. Sums of float types are kept in double; integers wrap around as in TensorFlow.
#include "devices/cpu/reduce.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr int64_t kColumns = 256;  // accumulated at once
constexpr int64_t kPieces = 16;    // that one long reduction is cut into at most
constexpr int64_t kLong = 131072;  // elements from which a single reduction is cut
constexpr size_t kMaxAccBytes = 16;

// The loops of one (op, type). Accumulators are opaque, acc_bytes apart.
struct ReduceLoops {
  uint32_t acc_bytes;
  void (*init)(void* acc, int64_t n);
  void (*row)(const void* data, int64_t n, void* acc, const ReduceTable& simd);
  void (*columns)(const void* data, int64_t stride, int64_t rows, int64_t n, void* acc,
                  const ReduceTable& simd);
  void (*merge)(void* acc, const void* other, int64_t n);
  void (*finish)(const void* acc, int64_t n, int64_t count, void* out);
};

struct SumOp {
  template <typename T>
  using Acc = std::conditional_t<std::is_same_v<T, float> || kIsNarrow<T>, double, T>;
  template <typename A>
  static A First() {
    return A{};
  }
  template <typename A>
  static A Do(A a, A b) {
    return AddValues(a, b);
  }
  template <typename A>
  static A Last(A a, int64_t) {
    return a;
  }
};
struct MeanOp : SumOp {
  // Integers are summed in 64 bits, as TensorFlow does for a mean, but not for a sum.
  template <typename T>
  using Acc =
      std::conditional_t<std::is_integral_v<T>,
                         std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>, SumOp::Acc<T>>;
  template <typename A>
  static A Last(A a, int64_t count) {
    if constexpr (std::is_floating_point_v<A>) {
      return a / static_cast<A>(count);
    } else if constexpr (requires { a.im; }) {
      return {a.re / static_cast<decltype(a.re)>(count), a.im / static_cast<decltype(a.re)>(count)};
    } else {
      return count == 0 ? A{0} : a / static_cast<A>(count);
    }
  }
};
struct ProdOp {
  template <typename T>
  using Acc = SumOp::Acc<T>;
  template <typename A>
  static A First() {
    if constexpr (requires(A a) { a.im; })
      return {1, 0};
    else
      return A{1};
  }
  template <typename A>
  static A Do(A a, A b) {
    return MulValues(a, b);
  }
  template <typename A>
  static A Last(A a, int64_t) {
    return a;
  }
};
template <typename A>
bool IsNan(A value) {
  if constexpr (std::is_floating_point_v<A>)
    return std::isnan(value);
  else
    return false;
}
struct MaxOp {
  template <typename T>
  using Acc = Compute<T>;
  template <typename A>
  static A First() {
    if constexpr (std::is_floating_point_v<A>)
      return -std::numeric_limits<A>::infinity();
    else
      return std::numeric_limits<A>::lowest();
  }
  template <typename A>
  static A Do(A a, A b) {
    return b > a || IsNan(b) ? b : a;
  }
  template <typename A>
  static A Last(A a, int64_t) {
    return a;
  }
};
struct MinOp {
  template <typename T>
  using Acc = Compute<T>;
  template <typename A>
  static A First() {
    if constexpr (std::is_floating_point_v<A>)
      return std::numeric_limits<A>::infinity();
    else
      return std::numeric_limits<A>::max();
  }
  template <typename A>
  static A Do(A a, A b) {
    return b < a || IsNan(b) ? b : a;
  }
  template <typename A>
  static A Last(A a, int64_t) {
    return a;
  }
};
struct AllOp {
  template <typename T>
  using Acc = T;
  template <typename A>
  static A First() {
    return true;
  }
  template <typename A>
  static A Do(A a, A b) {
    return a & b;
  }
  template <typename A>
  static A Last(A a, int64_t) {
    return a;
  }
};
struct AnyOp : AllOp {
  template <typename A>
  static A First() {
    return false;
  }
  template <typename A>
  static A Do(A a, A b) {
    return a | b;
  }
};

template <class Op, typename T>
struct Loops {
  using A = typename Op::template Acc<T>;
  static A Value(T value) {
    if constexpr (requires { value.im; })
      return value;
    else
      return static_cast<A>(Load(value));
  }
  static void Init(void* acc, int64_t n) {
    std::fill_n(static_cast<A*>(acc), n, Op::template First<A>());
  }
  static void Row(const void* data, int64_t n, void* acc, const ReduceTable& simd) {
    A& result = *static_cast<A*>(acc);
    const T* from = static_cast<const T*>(data);
    (void)simd;
    if constexpr (std::is_same_v<T, float> && std::is_base_of_v<SumOp, Op>) {
      result += simd.sum(from, n);
    } else if constexpr (std::is_same_v<T, float> && std::is_same_v<Op, MaxOp>) {
      result = Op::Do(result, simd.max(from, n));
    } else if constexpr (std::is_same_v<T, float> && std::is_same_v<Op, MinOp>) {
      result = Op::Do(result, simd.min(from, n));
    } else {
      // Independent lanes: shorter chains, and sums that lose less.
      constexpr int64_t kLanes = 8;
      A lane[kLanes];
      std::fill_n(lane, kLanes, Op::template First<A>());
      int64_t i = 0;
      for (; i + kLanes <= n; i += kLanes) {
        for (int64_t l = 0; l < kLanes; ++l) lane[l] = Op::Do(lane[l], Value(from[i + l]));
      }
      for (; i < n; ++i) lane[0] = Op::Do(lane[0], Value(from[i]));
      for (int64_t step = kLanes / 2; step > 0; step /= 2) {
        for (int64_t l = 0; l < step; ++l) lane[l] = Op::Do(lane[l], lane[l + step]);
      }
      result = Op::Do(result, lane[0]);
    }
  }
  static void Columns(const void* data, int64_t stride, int64_t rows, int64_t n, void* acc,
                      const ReduceTable& simd) {
    A* result = static_cast<A*>(acc);
    const T* from = static_cast<const T*>(data);
    (void)simd;
    if constexpr (std::is_same_v<T, float> && std::is_base_of_v<SumOp, Op>) {
      simd.sum_columns(from, stride, rows, n, result);
    } else {
      for (int64_t r = 0; r < rows; ++r) {
        for (int64_t j = 0; j < n; ++j) result[j] = Op::Do(result[j], Value(from[r * stride + j]));
      }
    }
  }
  static void Merge(void* acc, const void* other, int64_t n) {
    A* to = static_cast<A*>(acc);
    const A* from = static_cast<const A*>(other);
    for (int64_t j = 0; j < n; ++j) to[j] = Op::Do(to[j], from[j]);
  }
  static void Finish(const void* acc, int64_t n, int64_t count, void* out) {
    const A* from = static_cast<const A*>(acc);
    T* to = static_cast<T*>(out);
    for (int64_t j = 0; j < n; ++j) {
      const A value = Op::Last(from[j], count);
      if constexpr (requires { value.im; })
        to[j] = value;
      else
        to[j] = Store<T>(static_cast<Compute<T>>(value));
    }
  }
  static constexpr ReduceLoops kLoops = {sizeof(A), Init, Row, Columns, Merge, Finish};
};

struct ReduceKernel {
  const char* op;
  const ReduceLoops* loops;
  const ReduceTable* simd;
  uint32_t element_bytes;
  bool keep_dims = false;

  rnlp_status_t* Run(const rnlp_run_t* run) const;
  // Reduces the dimensions of input 0 that are marked, into output 0 of shape `out`.
  rnlp_status_t* Reduce(const rnlp_run_t* run, const bool* is_reduced, const Dims& out) const;
};

struct BiasAddGradKernel : ReduceKernel {
  bool channels_first = false;
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    if (input->rank < 2) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: out_backprop should have rank 2 or more, got %s", op, ShapeText(input).text);
    }
    const int32_t channel = channels_first ? 1 : input->rank - 1;
    bool is_reduced[kMaxRank + 1];
    std::fill_n(is_reduced, input->rank, true);
    is_reduced[channel] = false;
    Dims out;
    out.Add(input->dims[channel]);
    return Reduce(run, is_reduced, out);
  }
};

// Dimensions joined into groups, kept and reduced in turn, sizes above 1 only.
struct Groups {
  int32_t rank = 0;
  int64_t size[kMaxRank + 1];
  int64_t stride[kMaxRank + 1];
  bool reduced[kMaxRank + 1];

  void Init(const rnlp_tensor_t* input, const bool* is_reduced) {
    for (int32_t i = 0; i < input->rank; ++i) {
      if (input->dims[i] == 1) continue;
      if (rank > 0 && reduced[rank - 1] == is_reduced[i]) {
        size[rank - 1] *= input->dims[i];
      } else {
        size[rank] = input->dims[i];
        reduced[rank++] = is_reduced[i];
      }
    }
    int64_t step = 1;
    for (int32_t i = rank - 1; i >= 0; --i) {
      stride[i] = step;
      step *= size[i];
    }
  }
};

// Where element `index` of the groups [0, end) that are reduced or not starts in the input.
int64_t OffsetOf(const Groups& groups, int32_t end, bool reduced, int64_t index) {
  int64_t offset = 0;
  for (int32_t i = end - 1; i >= 0; --i) {
    if (groups.reduced[i] != reduced) continue;
    offset += index % groups.size[i] * groups.stride[i];
    index /= groups.size[i];
  }
  return offset;
}
int64_t CountOf(const Groups& groups, int32_t end, bool reduced) {
  int64_t count = 1;
  for (int32_t i = 0; i < end; ++i) {
    if (groups.reduced[i] == reduced) count *= groups.size[i];
  }
  return count;
}

rnlp_status_t* ReduceKernel::Run(const rnlp_run_t* run) const {
  const rnlp_tensor_t* input = run->inputs[0];
  const rnlp_tensor_t* axes = run->inputs[1];
  if (axes->rank > 1) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: reduction_indices should be a scalar or a vector, got %s", op,
                ShapeText(axes).text);
  }
  bool is_reduced[kMaxRank + 1];
  std::fill_n(is_reduced, input->rank, false);
  for (int64_t i = 0; i < axes->num_elements; ++i) {
    const int64_t axis = IndexAt(axes, i);
    const int64_t at = axis < 0 ? axis + input->rank : axis;
    if (at < 0 || at >= input->rank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: reduction index %lld for an input of shape %s",
                  op, static_cast<long long>(axis), ShapeText(input).text);
    }
    if (is_reduced[at]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: reduction index %lld comes twice", op,
                  static_cast<long long>(axis));
    }
    is_reduced[at] = true;
  }
  Dims out;
  for (int32_t i = 0; i < input->rank; ++i) {
    if (!is_reduced[i])
      out.Add(input->dims[i]);
    else if (keep_dims)
      out.Add(1);
  }
  return Reduce(run, is_reduced, out);
}

rnlp_status_t* ReduceKernel::Reduce(const rnlp_run_t* run, const bool* is_reduced,
                                    const Dims& out) const {
  const rnlp_tensor_t* input = run->inputs[0];
  RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
  const int64_t num_outputs = run->outputs[0]->num_elements;
  if (num_outputs == 0) return nullptr;
  const char* data = Data<const char>(input);
  char* result = Data<char>(run->outputs[0]);
  const int64_t count = input->num_elements / num_outputs;
  alignas(16) char zero[kMaxAccBytes];
  if (count == 0) {
    loops->init(zero, 1);
    for (int64_t i = 0; i < num_outputs; ++i) loops->finish(zero, 1, 0, result + i * element_bytes);
    return nullptr;
  }
  Groups groups;
  groups.Init(input, is_reduced);

  if (groups.rank == 0 || groups.reduced[groups.rank - 1]) {
    // Rows: the last group is reduced.
    const int32_t outer = groups.rank == 0 ? 0 : groups.rank - 1;
    const int64_t length = groups.rank == 0 ? 1 : groups.size[outer];
    const int64_t repeats = CountOf(groups, outer, true);
    const int64_t pieces = length < kLong ? 1 : kPieces;
    ParallelFor(
        run, num_outputs, input->num_elements < kParallelElements ? num_outputs : RowBlock(count),
        [&](int64_t begin, int64_t end) {
          for (int64_t o = begin; o < end; ++o) {
            const int64_t base = OffsetOf(groups, outer, false, o);
            alignas(16) char acc[kMaxAccBytes];
            loops->init(acc, 1);
            for (int64_t r = 0; r < repeats; ++r) {
              const char* row = data + (base + OffsetOf(groups, outer, true, r)) * element_bytes;
              if (pieces == 1) {
                loops->row(row, length, acc, *simd);
                continue;
              }
              alignas(16) char part[kPieces][kMaxAccBytes];
              ParallelFor(run, pieces, 1, [&](int64_t first, int64_t last) {
                for (int64_t piece = first; piece < last; ++piece) {
                  const int64_t from = length / pieces * piece;
                  const int64_t to = piece + 1 == pieces ? length : length / pieces * (piece + 1);
                  loops->init(part[piece], 1);
                  loops->row(row + from * element_bytes, to - from, part[piece], *simd);
                }
              });
              for (int64_t piece = 0; piece < pieces; ++piece) loops->merge(acc, part[piece], 1);
            }
            loops->finish(acc, 1, count, result + o * element_bytes);
          }
        });
    return nullptr;
  }

  // Columns: the last group is kept, the one before it reduced (or there is none: a copy).
  const int64_t width = groups.size[groups.rank - 1];
  const int32_t outer = std::max(0, groups.rank - 2);
  const int64_t rows = groups.rank >= 2 ? groups.size[groups.rank - 2] : 1;
  const int64_t repeats = CountOf(groups, outer, true);
  const int64_t strips = (width + kColumns - 1) / kColumns;
  const int64_t units = num_outputs / width * strips;
  const int64_t pieces = rows * std::min(width, kColumns) < kLong ? 1 : kPieces;
  ParallelFor(
      run, units,
      input->num_elements < kParallelElements ? units : RowBlock(count * std::min(width, kColumns)),
      [&](int64_t begin, int64_t end) {
        for (int64_t unit = begin; unit < end; ++unit) {
          const int64_t o = unit / strips;
          const int64_t column = unit % strips * kColumns;
          const int64_t n = std::min(kColumns, width - column);
          const int64_t base = OffsetOf(groups, outer, false, o) + column;
          alignas(64) char acc[kColumns * kMaxAccBytes];
          loops->init(acc, n);
          for (int64_t r = 0; r < repeats; ++r) {
            const char* from = data + (base + OffsetOf(groups, outer, true, r)) * element_bytes;
            if (pieces == 1) {
              loops->columns(from, width, rows, n, acc, *simd);
              continue;
            }
            alignas(64) char part[kPieces][kColumns * kMaxAccBytes];
            ParallelFor(run, pieces, 1, [&](int64_t first, int64_t last) {
              for (int64_t piece = first; piece < last; ++piece) {
                const int64_t row = rows / pieces * piece;
                const int64_t row_end = piece + 1 == pieces ? rows : rows / pieces * (piece + 1);
                loops->init(part[piece], n);
                loops->columns(from + row * width * element_bytes, width, row_end - row, n, part[piece],
                               *simd);
              }
            });
            for (int64_t piece = 0; piece < pieces; ++piece) loops->merge(acc, part[piece], n);
          }
          loops->finish(acc, n, count, result + (o * width + column) * element_bytes);
        }
      });
  return nullptr;
}

using SumList = TypeList<float, double, Half, BFloat16, int8_t, int16_t, int32_t, int64_t, uint8_t,
                         uint16_t, uint32_t, uint64_t, Complex<float>, Complex<double>>;
using BoolList = TypeList<bool>;

template <class Op, class List>
const ReduceLoops* LoopsFor(int32_t dtype) {
  return VisitType<const ReduceLoops*>(List{}, dtype, nullptr, [](auto tag) -> const ReduceLoops* {
    return &Loops<Op, typename decltype(tag)::Type>::kLoops;
  });
}

struct Entry {
  const char* op;
  const ReduceLoops* (*loops)(int32_t dtype);
};
constexpr Entry kEntries[] = {
    {"Sum", LoopsFor<SumOp, SumList>},   {"Mean", LoopsFor<MeanOp, SumList>},
    {"Prod", LoopsFor<ProdOp, SumList>}, {"Max", LoopsFor<MaxOp, RealList>},
    {"Min", LoopsFor<MinOp, RealList>},  {"All", LoopsFor<AllOp, BoolList>},
    {"Any", LoopsFor<AnyOp, BoolList>},
};

rnlp_status_t* CreateReduce(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                            rnlp_kernel_t** out) {
  const rnlp_str_t op = host->node_op(host, node);
  const int32_t dtype = host->node_input_dtype(host, node, 0);
  for (const Entry& entry : kEntries) {
    if (op.size != std::strlen(entry.op) || std::memcmp(op.data, entry.op, op.size) != 0) continue;
    const ReduceLoops* loops = entry.loops(dtype);
    if (loops == nullptr) break;
    auto* kernel = New<ReduceKernel>(host);
    if (kernel == nullptr) return OutOfMemory(host, entry.op);
    kernel->op = entry.op;
    kernel->loops = loops;
    kernel->simd = &Reductions(ChooseIsa(host));
    kernel->element_bytes = TypeSize(dtype);
    if (rnlp_status_t* status = AttrBool(host, node, "keep_dims", &kernel->keep_dims)) {
      Destroy<ReduceKernel>(host, AsHandle(kernel));
      return status;
    }
    *out = AsHandle(kernel);
    return nullptr;
  }
  return Fail(host, RNLP_UNIMPLEMENTED, "%.*s: no CPU kernel for %s", static_cast<int>(op.size), op.data,
              TypeName(dtype));
}

rnlp_status_t* CreateBiasAddGrad(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                                 rnlp_kernel_t** out) {
  static constexpr char kOp[] = "BiasAddGrad";
  const int32_t dtype = host->node_input_dtype(host, node, 0);
  auto* kernel = New<BiasAddGradKernel>(host);
  if (kernel == nullptr) return OutOfMemory(host, kOp);
  kernel->op = kOp;
  kernel->loops = LoopsFor<SumOp, SumList>(dtype);
  kernel->simd = &Reductions(ChooseIsa(host));
  kernel->element_bytes = TypeSize(dtype);
  if (rnlp_status_t* status = AttrChannelsFirst(host, node, &kernel->channels_first)) {
    Destroy<BiasAddGradKernel>(host, AsHandle(kernel));
    return status;
  }
  *out = AsHandle(kernel);
  return nullptr;
}

constexpr int32_t kSumTypes[] = {RNLP_FLOAT,  RNLP_DOUBLE, RNLP_HALF,      RNLP_BFLOAT16,  RNLP_INT8,
                                 RNLP_INT16,  RNLP_INT32,  RNLP_INT64,     RNLP_UINT8,     RNLP_UINT16,
                                 RNLP_UINT32, RNLP_UINT64, RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr rnlp_type_constraint_t kSumT[] = {Types("T", kSumTypes), Types("Tidx", kIndexTypes)};
constexpr rnlp_type_constraint_t kRealT[] = {Types("T", kRealTypes), Types("Tidx", kIndexTypes)};
constexpr rnlp_type_constraint_t kBoolT[] = {Types("Tidx", kIndexTypes)};
constexpr rnlp_arg_mark_t kArgs[] = {{"reduction_indices", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <size_t kTypes>
constexpr rnlp_kernel_row_t Row(const char* op, const rnlp_type_constraint_t (&types)[kTypes]) {
  return MakeRow({.op = op,
                  .types = types,
                  .num_types = kTypes,
                  .args = kArgs,
                  .num_args = 1,
                  .create = CreateReduce,
                  .destroy = Destroy<ReduceKernel>,
                  .plan = PlanElements<100>,
                  .run = runnel::cpu::Run<ReduceKernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kReduceRows[] = {
    Row("Sum", kSumT),
    Row("Mean", kSumT),
    Row("Prod", kSumT),
    Row("Max", kRealT),
    Row("Min", kRealT),
    Row("All", kBoolT),
    Row("Any", kBoolT),
    MakeRow({.op = "BiasAddGrad",
             .types = kSumT,
             .num_types = 1,
             .create = CreateBiasAddGrad,
             .destroy = Destroy<BiasAddGradKernel>,
             .plan = PlanElements<100>,
             .run = runnel::cpu::Run<BiasAddGradKernel>}),
};
RUNNEL_CPU_ROWS(Reduce)

}  // namespace runnel::cpu
