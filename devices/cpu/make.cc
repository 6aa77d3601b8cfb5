// Array: ops that make new values: Fill ZerosLike OnesLike Range OneHot Where InvertPermutation
// ConcatOffset BroadcastGradientArgs.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"

namespace runnel::cpu {
namespace {

constexpr char kFill[] = "Fill";
constexpr char kZeros[] = "ZerosLike";
constexpr char kOnes[] = "OnesLike";
constexpr char kRange[] = "Range";
constexpr char kOneHot[] = "OneHot";
constexpr char kWhere[] = "Where";
constexpr char kInvert[] = "InvertPermutation";
constexpr char kOffset[] = "ConcatOffset";
constexpr char kGradientArgs[] = "BroadcastGradientArgs";

struct Plain {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
};

struct FillKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Dims dims;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "dims", run->inputs[0], &dims));
    const rnlp_tensor_t* value = run->inputs[1];
    if (value->num_elements != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: value should be a scalar, got shape %s", op,
                  ShapeText(value).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    const rnlp_tensor_t* out = run->outputs[0];
    if (value->dtype == RNLP_STRING) {
      for (int64_t i = 0; i < out->num_elements; ++i) {
        RUNNEL_CPU_RETURN_IF_ERROR(CopyElements(run, value, 0, 0, i, 1));
      }
      return nullptr;
    }
    FillOutput(run, 0, value->data);
    return nullptr;
  }
};

struct LikeKernel {
  const char* op;
  int32_t dtype;
  alignas(16) char value[16];  // one element
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 0);
    std::memset(value, 0, sizeof(value));
    if (std::strcmp(op, kOnes) != 0) return nullptr;
    const auto put = [&](auto one) { std::memcpy(value, &one, sizeof(one)); };
    switch (dtype) {
      case RNLP_FLOAT:
      case RNLP_COMPLEX64:
        put(1.0f);
        break;
      case RNLP_DOUBLE:
      case RNLP_COMPLEX128:
        put(1.0);
        break;
      case RNLP_HALF:
        put(ToHalf(1));
        break;
      case RNLP_BFLOAT16:
        put(ToBFloat16(1));
        break;
      default:
        put(int64_t{1});
        break;  // the low bytes of any integer or bool
    }
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    const rnlp_tensor_t* out = run->outputs[0];
    if (dtype == RNLP_STRING) {
      for (int64_t i = 0; i < out->num_elements; ++i) {
        RUNNEL_CPU_RETURN_IF_ERROR(run->host->step_set_string(run->host, run->step, 0, i, "", 0));
      }
      return nullptr;
    }
    FillOutput(run, 0, value);
    return nullptr;
  }
};

// As TensorFlow's, value by value: each is the one before plus delta, in the type itself.
template <typename T>
rnlp_status_t* RunRange(const rnlp_run_t* run, const char* op) {
  const auto start = Load(*Data<T>(run->inputs[0]));
  const auto limit = Load(*Data<T>(run->inputs[1]));
  const auto delta = Load(*Data<T>(run->inputs[2]));
  if (!(delta < 0) && !(delta > 0)) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: delta should not be 0 or NaN", op);
  }
  if (delta > 0 ? !(start <= limit) : !(start >= limit)) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: from start %g, delta %g never comes to limit %g",
                op, static_cast<double>(start), static_cast<double>(delta), static_cast<double>(limit));
  }
  int64_t size = 0;
  if constexpr (std::is_integral_v<T>) {
    // Distances in unsigned arithmetic hold every pair of the type.
    const uint64_t distance = delta > 0 ? static_cast<uint64_t>(limit) - static_cast<uint64_t>(start)
                                        : static_cast<uint64_t>(start) - static_cast<uint64_t>(limit);
    const uint64_t step =
        delta > 0 ? static_cast<uint64_t>(delta) : uint64_t{0} - static_cast<uint64_t>(delta);
    size = static_cast<int64_t>(distance / step + (distance % step != 0 ? 1 : 0));
    if (size < 0) size = std::numeric_limits<int64_t>::max();
  } else {
    const double count = std::ceil(std::fabs(static_cast<double>((limit - start) / delta)));
    if (!(count < 9e18)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: too many values from %g to %g by %g", op,
                  static_cast<double>(start), static_cast<double>(limit), static_cast<double>(delta));
    }
    size = static_cast<int64_t>(count);
  }
  RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 1, &size));
  T* out = Data<T>(run->outputs[0]);
  T value = *Data<T>(run->inputs[0]);
  for (int64_t i = 0; i < size; ++i) {
    out[i] = value;
    value = Store<T>(AddValues(Load(value), delta));
  }
  return nullptr;
}

struct RangeKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    static constexpr const char* kNames[] = {"start", "limit", "delta"};
    for (int i = 0; i < 3; ++i) {
      if (run->inputs[i]->num_elements == 1) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s should be a scalar, got shape %s", op,
                  kNames[i], ShapeText(run->inputs[i]).text);
    }
    switch (run->inputs[0]->dtype) {
      case RNLP_FLOAT:
        return RunRange<float>(run, op);
      case RNLP_DOUBLE:
        return RunRange<double>(run, op);
      case RNLP_HALF:
        return RunRange<Half>(run, op);
      case RNLP_BFLOAT16:
        return RunRange<BFloat16>(run, op);
      case RNLP_INT32:
        return RunRange<int32_t>(run, op);
      default:
        return RunRange<int64_t>(run, op);
    }
  }
};

struct OneHotKernel {
  const char* op;
  int64_t axis = -1;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrInt(host, node, "axis", &axis);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* indices = run->inputs[0];
    int64_t depth = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "depth", run->inputs[1], &depth));
    if (run->inputs[2]->num_elements != 1 || run->inputs[3]->num_elements != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: on_value and off_value should be scalars, got %s and %s", op,
                  ShapeText(run->inputs[2]).text, ShapeText(run->inputs[3]).text);
    }
    if (depth < 0 || axis < -1 || axis > indices->rank || indices->rank >= kMaxRank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: depth is %lld and axis %lld, for indices of shape %s", op,
                  static_cast<long long>(depth), static_cast<long long>(axis), ShapeText(indices).text);
    }
    const int64_t at = axis < 0 ? indices->rank : axis;
    Dims out;
    int64_t inner = 1;
    for (int32_t i = 0; i <= indices->rank; ++i) {
      if (i == at) out.Add(depth);
      if (i < indices->rank) out.Add(indices->dims[i]);
      if (i >= at && i < indices->rank) inner *= indices->dims[i];
    }
    int64_t elements = 0;
    if (!Product(out.size, out.rank, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements", op,
                  ShapeText(out.rank, out.size).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    const rnlp_tensor_t* target = run->outputs[0];
    const bool strings = target->dtype == RNLP_STRING;
    if (!strings) FillOutput(run, 0, run->inputs[3]->data);
    for (int64_t i = 0; strings && i < target->num_elements; ++i) {
      RUNNEL_CPU_RETURN_IF_ERROR(CopyElements(run, run->inputs[3], 0, 0, i, 1));
    }
    for (int64_t i = 0; i < indices->num_elements; ++i) {
      const int64_t index = IndexAt(indices, i);
      if (index < 0 || index >= depth) continue;
      const int64_t to = (i / inner * depth + index) * inner + i % inner;
      RUNNEL_CPU_RETURN_IF_ERROR(CopyElements(run, run->inputs[2], 0, 0, to, 1));
    }
    return nullptr;
  }
};

template <typename T>
bool IsTrue(T value) {
  if constexpr (requires { value.im; })
    return value.re != 0 || value.im != 0;
  else
    return Load(value) != 0;
}

template <typename T>
rnlp_status_t* RunWhere(const rnlp_run_t* run, const char* op) {
  const rnlp_tensor_t* input = run->inputs[0];
  const T* x = Data<T>(input);
  if (input->rank == 0) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input should have a dimension, it is a scalar",
                op);
  }
  int64_t dims[2] = {0, input->rank};
  Looks looks(run, kBlockElements);
  for (int64_t i = 0; i < input->num_elements; ++i) {
    if (looks.Stop()) return Stopped(run, op);
    dims[0] += IsTrue(x[i]) ? 1 : 0;
  }
  RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 2, dims));
  int64_t* out = Data<int64_t>(run->outputs[0]);
  int64_t index[kMaxRank + 1] = {};
  for (int64_t i = 0; i < input->num_elements; ++i) {
    if (looks.Stop()) return Stopped(run, op);
    if (IsTrue(x[i])) {
      std::copy_n(index, input->rank, out);
      out += input->rank;
    }
    for (int32_t d = input->rank - 1; d >= 0; --d) {
      if (++index[d] < input->dims[d]) break;
      index[d] = 0;
    }
  }
  return nullptr;
}

using WhereFn = rnlp_status_t* (*)(const rnlp_run_t*, const char*);
struct WhereKernel {
  const char* op;
  WhereFn where = nullptr;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    using List = TypeList<bool, float, double, Half, BFloat16, int8_t, int16_t, int32_t, int64_t,
                          uint8_t, uint16_t, uint32_t, uint64_t, Complex<float>, Complex<double>>;
    where =
        VisitType<WhereFn>(List{}, host->node_input_dtype(host, node, 0), nullptr,
                           [](auto tag) -> WhereFn { return &RunWhere<typename decltype(tag)::Type>; });
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return where(run, op); }
};

// Writes element i of an int32 or int64 tensor.
void SetIndex(const rnlp_tensor_t* tensor, int64_t i, int64_t value) {
  if (tensor->dtype == RNLP_INT64)
    Data<int64_t>(tensor)[i] = value;
  else
    Data<int32_t>(tensor)[i] = static_cast<int32_t>(value);
}

struct InvertKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    if (x->rank != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: x should be a vector, got shape %s", op,
                  ShapeText(x).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, x));
    const rnlp_tensor_t* y = run->outputs[0];
    for (int64_t i = 0; i < x->num_elements; ++i) SetIndex(y, i, -1);
    for (int64_t i = 0; i < x->num_elements; ++i) {
      const int64_t value = IndexAt(x, i);
      if (value < 0 || value >= x->num_elements || IndexAt(y, value) != -1) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: x[%lld] = %lld makes no permutation of %lld",
                    op, static_cast<long long>(i), static_cast<long long>(value),
                    static_cast<long long>(x->num_elements));
      }
      SetIndex(y, value, i);
    }
    return nullptr;
  }
};

struct OffsetKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    int64_t value = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "concat_dim", run->inputs[0], &value));
    const rnlp_tensor_t* first = run->inputs[1];
    if (first->rank != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: shape should be a vector, got %s", op,
                  ShapeText(first).text);
    }
    const int64_t rank = first->dims[0];
    const int64_t axis = value < 0 ? value + rank : value;
    if (axis < 0 || axis >= rank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: concat_dim is %lld, for shapes of %lld dimensions", op,
                  static_cast<long long>(value), static_cast<long long>(rank));
    }
    int64_t offset = 0;
    for (uint32_t k = 1; k < run->num_inputs; ++k) {
      const rnlp_tensor_t* shape = run->inputs[k];
      bool fits = SameDims(shape, first);
      for (int64_t i = 0; fits && i < rank; ++i)
        fits = i == axis || IndexAt(shape, i) == IndexAt(first, i);
      if (!fits) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: shape %u differs from shape 0 beside dimension %lld", op, k - 1,
                    static_cast<long long>(axis));
      }
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, k - 1, shape));
      for (int64_t i = 0; i < rank; ++i) SetIndex(run->outputs[k - 1], i, i == axis ? offset : 0);
      offset += IndexAt(shape, axis);
    }
    return nullptr;
  }
};

// The axes of the common shape over which each operand was repeated.
struct GradientArgsKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* shapes[2] = {run->inputs[0], run->inputs[1]};
    for (int k = 0; k < 2; ++k) {
      if (shapes[k]->rank == 1 && shapes[k]->dims[0] <= kMaxRank) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: s%d should be a shape, got a tensor of shape %s", op, k,
                  ShapeText(shapes[k]).text);
    }
    const int64_t rank = std::max(shapes[0]->dims[0], shapes[1]->dims[0]);
    int64_t axes[2][kMaxRank];
    int64_t count[2] = {0, 0};
    bool same = shapes[0]->dims[0] == shapes[1]->dims[0];
    for (int64_t i = 0; same && i < rank; ++i) same = IndexAt(shapes[0], i) == IndexAt(shapes[1], i);
    for (int64_t i = 0; !same && i < rank; ++i) {
      int64_t dim[2];
      for (int k = 0; k < 2; ++k) {
        const int64_t at = i - (rank - shapes[k]->dims[0]);
        dim[k] = at < 0 ? 1 : IndexAt(shapes[k], at);
      }
      if (dim[0] != dim[1] && dim[0] != 1 && dim[1] != 1) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: the shapes do not broadcast: %lld and %lld in dimension %lld", op,
                    static_cast<long long>(dim[0]), static_cast<long long>(dim[1]),
                    static_cast<long long>(i));
      }
      // A dimension of 1 on both sides is summed on both, as TensorFlow does: it changes nothing.
      for (int k = 0; k < 2; ++k) {
        if (dim[k] == 1) axes[k][count[k]++] = i;
      }
    }
    for (uint32_t k = 0; k < 2; ++k) {
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, k, 1, &count[k]));
      for (int64_t i = 0; i < count[k]; ++i) SetIndex(run->outputs[k], i, axes[k][i]);
    }
    return nullptr;
  }
};

constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr int32_t kRangeTypes[] = {RNLP_FLOAT,    RNLP_DOUBLE, RNLP_HALF,
                                   RNLP_BFLOAT16, RNLP_INT32,  RNLP_INT64};
constexpr int32_t kWhereTypes[] = {RNLP_BOOL,     RNLP_FLOAT,     RNLP_DOUBLE,    RNLP_HALF,
                                   RNLP_BFLOAT16, RNLP_INT8,      RNLP_INT16,     RNLP_INT32,
                                   RNLP_INT64,    RNLP_UINT8,     RNLP_UINT16,    RNLP_UINT32,
                                   RNLP_UINT64,   RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr int32_t kOnesTypes[] = {RNLP_FLOAT,  RNLP_DOUBLE, RNLP_HALF,      RNLP_BFLOAT16,   RNLP_INT8,
                                  RNLP_INT16,  RNLP_INT32,  RNLP_INT64,     RNLP_UINT8,      RNLP_UINT16,
                                  RNLP_UINT32, RNLP_UINT64, RNLP_COMPLEX64, RNLP_COMPLEX128, RNLP_BOOL};
constexpr int32_t kOneHotIndices[] = {RNLP_INT8, RNLP_UINT8, RNLP_INT32, RNLP_INT64};

constexpr rnlp_type_constraint_t kFillT[] = {Types("T", kMovableTypes),
                                             Types("index_type", kIndexTypes)};
constexpr rnlp_type_constraint_t kMovableT[] = {Types("T", kMovableTypes)};
constexpr rnlp_type_constraint_t kOnesT[] = {Types("T", kOnesTypes)};
constexpr rnlp_type_constraint_t kRangeT[] = {Types("Tidx", kRangeTypes)};
constexpr rnlp_type_constraint_t kOneHotT[] = {Types("T", kMovableTypes), Types("TI", kOneHotIndices)};
constexpr rnlp_type_constraint_t kWhereT[] = {Types("T", kWhereTypes)};
constexpr rnlp_type_constraint_t kIndexT[] = {Types("T", kIndexTypes)};

constexpr rnlp_arg_mark_t kDims[] = {{"dims", kHostConstant}};
constexpr rnlp_arg_mark_t kBounds[] = {
    {"start", kHostConstant}, {"limit", kHostConstant}, {"delta", kHostConstant}};
constexpr rnlp_arg_mark_t kDepth[] = {{"depth", kHostConstant}};
constexpr rnlp_arg_mark_t kX[] = {{"x", RNLP_ARG_HOST}, {"y", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kConcat[] = {
    {"concat_dim", RNLP_ARG_HOST}, {"shape", RNLP_ARG_HOST}, {"offset", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kShapes[] = {
    {"s0", RNLP_ARG_HOST}, {"s1", RNLP_ARG_HOST}, {"r0", RNLP_ARG_HOST}, {"r1", RNLP_ARG_HOST}};

template <class K, const char* kOp, size_t kTypes>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t (&types)[kTypes],
                                const rnlp_arg_mark_t* args = nullptr, uint32_t num_args = 0,
                                uint32_t flags = 0) {
  return MakeRow({.op = kOp,
                  .flags = flags,
                  .types = types,
                  .num_types = kTypes,
                  .args = args,
                  .num_args = num_args,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<300>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kMakeRows[] = {
    Row<FillKernel, kFill>(kFillT, kDims, 1),
    Row<LikeKernel, kZeros>(kMovableT),
    Row<LikeKernel, kOnes>(kOnesT),
    Row<RangeKernel, kRange>(kRangeT, kBounds, 3),
    Row<OneHotKernel, kOneHot>(kOneHotT, kDepth, 1),
    Row<WhereKernel, kWhere>(kWhereT, nullptr, 0, RNLP_KERNEL_LATE_SHAPE),
    Row<InvertKernel, kInvert>(kIndexT, kX, 2),
    MakeRow({.op = kOffset,
             .args = kConcat,
             .num_args = 3,
             .create = Create<OffsetKernel, kOffset>,
             .destroy = Destroy<OffsetKernel>,
             .plan = PlanElements<300>,
             .run = Run<OffsetKernel>}),
    Row<GradientArgsKernel, kGradientArgs>(kIndexT, kShapes, 4),
};
RUNNEL_CPU_ROWS(Make)

}  // namespace runnel::cpu
