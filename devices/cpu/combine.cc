// Math: AddN, BiasAdd, Select, SelectV2, ArgMax, ArgMin.
#include <algorithm>
#include <cstring>

#include "devices/cpu/broadcast.h"
#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

constexpr char kAddN[] = "AddN";
constexpr char kBiasAdd[] = "BiasAdd";
constexpr char kSelect[] = "Select";
constexpr char kSelectV2[] = "SelectV2";
constexpr char kArgMax[] = "ArgMax";
constexpr char kArgMin[] = "ArgMin";

// ((x0 + x1) + x2) + ..., piece by piece so that partial sums stay in cache.
struct AddNKernel {
  const char* op;
  BinaryKernel add;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    InitAddKernel(host, op, host->node_input_dtype(host, node, 0), false, &add);
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* first = run->inputs[0];
    for (uint32_t i = 1; i < run->num_inputs; ++i) {
      if (SameDims(first, run->inputs[i])) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input 0 has shape %s, input %u has %s", op,
                  ShapeText(first).text, i, ShapeText(run->inputs[i]).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, first));
    char* out = Data<char>(run->outputs[0]);
    const int64_t bytes = add.in_bytes;
    ParallelFor(run, first->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      for (int64_t at = begin; at < end; at += 4096) {
        const int64_t n = std::min<int64_t>(4096, end - at);
        const char* left = Data<const char>(first) + at * bytes;
        if (run->num_inputs == 1 && left != out + at * bytes)
          std::memcpy(out + at * bytes, left, n * bytes);
        for (uint32_t i = 1; i < run->num_inputs; ++i) {
          add.Call(left, Data<const char>(run->inputs[i]) + at * bytes, out + at * bytes, n, kVectors);
          left = out + at * bytes;
        }
      }
    });
    return nullptr;
  }
};

struct BiasAddKernel {
  const char* op;
  BinaryKernel add;
  bool channels_first = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    InitAddKernel(host, op, host->node_input_dtype(host, node, 0), false, &add);
    return AttrChannelsFirst(host, node, &channels_first);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* value = run->inputs[0];
    const rnlp_tensor_t* bias = run->inputs[1];
    if (value->rank < 2 || bias->rank != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: value should have rank 2 or more and bias 1, got %s and %s", op,
                  ShapeText(value).text, ShapeText(bias).text);
    }
    const int32_t channel = channels_first ? 1 : value->rank - 1;
    if (value->dims[channel] != bias->dims[0]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: bias has %lld elements, value %s has %lld channels", op,
                  static_cast<long long>(bias->dims[0]), ShapeText(value).text,
                  static_cast<long long>(value->dims[channel]));
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, value));
    if (value->num_elements == 0) return nullptr;
    const char* x = Data<const char>(value);
    const char* b = Data<const char>(bias);
    char* out = Data<char>(run->outputs[0]);
    const int64_t bytes = add.in_bytes;
    const int64_t channels = bias->dims[0];
    int64_t inner = 1;
    for (int32_t i = channel + 1; i < value->rank; ++i) inner *= value->dims[i];
    if (!channels_first || inner == 1) {
      ParallelFor(run, value->num_elements / channels, RowBlock(channels),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t r = begin; r < end; ++r) {
                      const int64_t at = r * channels * bytes;
                      add.Call(x + at, b, out + at, channels, kVectors);
                    }
                  });
      return nullptr;
    }
    ParallelFor(run, value->num_elements / inner, RowBlock(inner), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        const int64_t at = r * inner * bytes;
        add.Call(x + at, b + r % channels * bytes, out + at, inner, kScalarB);
      }
    });
    return nullptr;
  }
};

// ---- Select ----

struct Bytes16 {
  uint64_t low, high;
};
// Elements of any type of that size. Steps are 0 or 1.
using SelectLoop = void (*)(const bool* condition, int64_t c_step, const void* t, int64_t t_step,
                            const void* e, int64_t e_step, void* out, int64_t n);
template <typename U>
void SelectLoopOf(const bool* condition, int64_t c_step, const void* t_data, int64_t t_step,
                  const void* e_data, int64_t e_step, void* out_data, int64_t n) {
  const U* t = static_cast<const U*>(t_data);
  const U* e = static_cast<const U*>(e_data);
  U* out = static_cast<U*>(out_data);
  if (c_step == 1 && t_step == 1 && e_step == 1) {
    for (int64_t i = 0; i < n; ++i) out[i] = condition[i] ? t[i] : e[i];
    return;
  }
  for (int64_t i = 0; i < n; ++i) out[i] = condition[i * c_step] ? t[i * t_step] : e[i * e_step];
}

struct SelectKernel {
  const char* op;
  SelectLoop loop = nullptr;  // NULL for strings
  int64_t bytes = 0;
  bool broadcasts = false;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const int32_t dtype = host->node_input_dtype(host, node, 1);
    broadcasts = host->node_op(host, node).size > 6;
    bytes = TypeSize(dtype);
    if (dtype == RNLP_STRING) return nullptr;
    switch (bytes) {
      case 1:
        loop = SelectLoopOf<uint8_t>;
        break;
      case 2:
        loop = SelectLoopOf<uint16_t>;
        break;
      case 4:
        loop = SelectLoopOf<uint32_t>;
        break;
      case 8:
        loop = SelectLoopOf<uint64_t>;
        break;
      default:
        loop = SelectLoopOf<Bytes16>;
        break;
    }
    return nullptr;
  }

  rnlp_status_t* Copy(const rnlp_run_t* run, int64_t at, const bool* c, int64_t c_step, int64_t t,
                      int64_t t_step, int64_t e, int64_t e_step, int64_t n) const {
    if (loop != nullptr) {
      loop(c, c_step, Data<const char>(run->inputs[1]) + t * bytes, t_step,
           Data<const char>(run->inputs[2]) + e * bytes, e_step,
           Data<char>(run->outputs[0]) + at * bytes, n);
      return nullptr;
    }
    for (int64_t i = 0; i < n; ++i) {
      const rnlp_str_t& from = c[i * c_step] ? Data<rnlp_str_t>(run->inputs[1])[t + i * t_step]
                                             : Data<rnlp_str_t>(run->inputs[2])[e + i * e_step];
      RUNNEL_CPU_RETURN_IF_ERROR(
          run->host->step_set_string(run->host, run->step, 0, at + i, from.data, from.size));
    }
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* condition = run->inputs[0];
    const rnlp_tensor_t* t = run->inputs[1];
    const rnlp_tensor_t* e = run->inputs[2];
    const bool* c = Data<bool>(condition);
    if (broadcasts) {
      Dims dims;
      if (!BroadcastShapes(run->inputs, 3, &dims)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: condition %s, t %s and e %s do not broadcast",
                    op, ShapeText(condition).text, ShapeText(t).text, ShapeText(e).text);
      }
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
      if (run->outputs[0]->num_elements == 0) return nullptr;
      BroadcastLoop<3> loops;
      loops.Init(run->inputs, dims);
      const int64_t inner = loops.inner();
      const int last = loops.rank - 1;
      rnlp_status_t* failure = nullptr;
      const auto rows = [&](int64_t begin, int64_t end) {
        loops.ForRows(begin, end, [&](int64_t row, const int64_t* offsets) {
          if (failure != nullptr) return;
          rnlp_status_t* status =
              Copy(run, row * inner, c + offsets[0], loops.strides[0][last], offsets[1],
                   loops.strides[1][last], offsets[2], loops.strides[2][last], inner);
          if (status != nullptr) failure = status;  // strings only, which run on one thread
        });
      };
      const int64_t count = loops.rows();
      if (loop == nullptr)
        rows(0, count);
      else
        ParallelFor(run, count, RowBlock(inner), rows);
      return failure;
    }
    if (!SameDims(t, e)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: t has shape %s, e has %s", op,
                  ShapeText(t).text, ShapeText(e).text);
    }
    const bool by_row = condition->rank == 1 && t->rank >= 1 && condition->dims[0] == t->dims[0];
    if (condition->rank != 0 && !by_row && !SameDims(condition, t)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: condition should be a scalar, a vector of the first dimension or shaped like t, "
                  "got %s for %s",
                  op, ShapeText(condition).text, ShapeText(t).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, t));
    const int64_t n = t->num_elements;
    if (n == 0) return nullptr;
    if (condition->rank == 0 || SameDims(condition, t)) {
      const int64_t step = condition->rank == 0 ? 0 : 1;
      if (loop == nullptr) return Copy(run, 0, c, step, 0, 1, 0, 1, n);
      ParallelFor(run, n, kBlockElements, [&](int64_t begin, int64_t end) {
        (void)Copy(run, begin, c + begin * step, step, begin, 1, begin, 1, end - begin);
      });
      return nullptr;
    }
    const int64_t inner = n / t->dims[0];
    for (int64_t r = 0; r < t->dims[0]; ++r) {
      RUNNEL_CPU_RETURN_IF_ERROR(Copy(run, r * inner, c + r, 0, r * inner, 1, r * inner, 1, inner));
    }
    return nullptr;
  }
};

// ---- ArgMax, ArgMin: the first of equals; NaN is never larger nor smaller ----

// Positions in `length` elements, `inner` apart.
template <typename T, typename Index, bool kMax>
void ArgLoop(const void* data, int64_t outer, int64_t length, int64_t inner, void* out) {
  const T* x = static_cast<const T*>(data);
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t i = 0; i < inner; ++i) {
      const T* from = x + o * length * inner + i;
      using C = Compute<T>;
      C best = kMax ? std::numeric_limits<C>::lowest() : std::numeric_limits<C>::max();
      int64_t index = 0;
      for (int64_t l = 0; l < length; ++l) {
        const C value = Load(from[l * inner]);
        if (kMax ? value > best : value < best) {
          best = value;
          index = l;
        }
      }
      static_cast<Index*>(out)[o * inner + i] = static_cast<Index>(index);
    }
  }
}

using ArgFn = void (*)(const void*, int64_t, int64_t, int64_t, void*);
struct ArgKernel {
  const char* op;
  ArgFn loop = nullptr;
  int64_t bytes = 0, out_bytes = 0, longest = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const int32_t dtype = host->node_input_dtype(host, node, 0);
    const bool max = std::strcmp(op, kArgMax) == 0;
    bytes = TypeSize(dtype);
    using Indices = TypeList<int16_t, uint16_t, int32_t, int64_t>;
    VisitType<bool>(Indices{}, host->node_output_dtype(host, node, 0), false, [&](auto index) {
      using Index = typename decltype(index)::Type;
      out_bytes = sizeof(Index);
      longest = std::numeric_limits<Index>::max();
      loop = VisitType<ArgFn>(RealOrBoolList{}, dtype, nullptr, [&](auto tag) -> ArgFn {
        using T = typename decltype(tag)::Type;
        return max ? &ArgLoop<T, Index, true> : &ArgLoop<T, Index, false>;
      });
      return true;
    });
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    int64_t axis = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "dimension", run->inputs[1], &axis));
    const int64_t at = axis < 0 ? axis + input->rank : axis;
    if (at < 0 || at >= input->rank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: dimension %lld for an input of shape %s", op,
                  static_cast<long long>(axis), ShapeText(input).text);
    }
    if (input->dims[at] == 0 || input->dims[at] - 1 > longest) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: dimension %lld of %s is %s", op,
                  static_cast<long long>(axis), ShapeText(input).text,
                  input->dims[at] == 0 ? "empty" : "longer than output_type counts");
    }
    Dims out;
    int64_t outer = 1, inner = 1;
    for (int32_t i = 0; i < input->rank; ++i) {
      if (i == at) continue;
      out.Add(input->dims[i]);
      (i < at ? outer : inner) *= input->dims[i];
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    const int64_t length = input->dims[at];
    ParallelFor(run, outer, RowBlock(length * inner), [&](int64_t begin, int64_t end) {
      loop(Data<const char>(input) + begin * length * inner * bytes, end - begin, length, inner,
           Data<char>(run->outputs[0]) + begin * inner * out_bytes);
    });
    return nullptr;
  }
};

constexpr rnlp_type_constraint_t kNumberT[] = {Types("T", kNumberTypes)};
constexpr rnlp_type_constraint_t kMovableT[] = {Types("T", kMovableTypes)};
constexpr int32_t kPositions[] = {RNLP_INT16, RNLP_UINT16, RNLP_INT32, RNLP_INT64};
constexpr rnlp_type_constraint_t kArgMaxT[] = {Types("T", kRealOrBoolTypes), Types("Tidx", kIndexTypes),
                                               Types("output_type", kPositions)};
constexpr rnlp_type_constraint_t kArgMinT[] = {Types("T", kRealOrBoolTypes), Types("Tidx", kIndexTypes),
                                               Types("output_type", kIndexTypes)};
constexpr rnlp_alias_t kFirst[] = {{0, 0}};
constexpr rnlp_arg_mark_t kDimension[] = {{"dimension", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <const char* kOp>
constexpr rnlp_kernel_row_t SelectRow() {
  return MakeRow({.op = kOp,
                  .types = kMovableT,
                  .num_types = 1,
                  .create = Create<SelectKernel, kOp>,
                  .destroy = Destroy<SelectKernel>,
                  .plan = PlanElements<500>,
                  .run = Run<SelectKernel>});
}
template <const char* kOp>
constexpr rnlp_kernel_row_t ArgRow(const rnlp_type_constraint_t (&types)[3]) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = 3,
                  .args = kDimension,
                  .num_args = 1,
                  .create = Create<ArgKernel, kOp>,
                  .destroy = Destroy<ArgKernel>,
                  .plan = PlanElements<1000>,
                  .run = Run<ArgKernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kCombineRows[] = {
    MakeRow({.op = kAddN,
             .types = kNumberT,
             .num_types = 1,
             .aliases = kFirst,
             .num_aliases = 1,
             .create = Create<AddNKernel, kAddN>,
             .destroy = Destroy<AddNKernel>,
             .plan = PlanElements<300>,
             .run = Run<AddNKernel>}),
    MakeRow({.op = kBiasAdd,
             .types = kNumberT,
             .num_types = 1,
             .aliases = kFirst,
             .num_aliases = 1,
             .create = Create<BiasAddKernel, kBiasAdd>,
             .destroy = Destroy<BiasAddKernel>,
             .plan = PlanElements<300>,
             .run = Run<BiasAddKernel>}),
    SelectRow<kSelect>(),
    SelectRow<kSelectV2>(),
    ArgRow<kArgMax>(kArgMaxT),
    ArgRow<kArgMin>(kArgMinT),
};
RUNNEL_CPU_ROWS(Combine)

}  // namespace runnel::cpu
