// Array: cutting at given places, padding with values and mirror images, and turning round: SplitV Pad
// PadV2 MirrorPad MirrorPadGrad ReverseV2.
#include <algorithm>
#include <cstring>

#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kSplitV[] = "SplitV";
constexpr char kPad[] = "Pad";
constexpr char kPadV2[] = "PadV2";
constexpr char kMirrorPad[] = "MirrorPad";
constexpr char kMirrorPadGrad[] = "MirrorPadGrad";
constexpr char kReverse[] = "ReverseV2";

struct Plain {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
};

struct SplitVKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* value = run->inputs[0];
    const rnlp_tensor_t* sizes = run->inputs[1];
    int64_t split_dim = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "split_dim", run->inputs[2], &split_dim));
    int32_t axis = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Axis(run, op, "split_dim", split_dim, value->rank, &axis));
    if (sizes->rank != 1 || sizes->dims[0] != run->num_outputs) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: size_splits should be a vector of %u, got shape %s", op, run->num_outputs,
                  ShapeText(sizes).text);
    }
    int64_t left = value->dims[axis];
    int open = 0;
    bool fits = true;
    for (int64_t k = 0; k < sizes->dims[0] && fits; ++k) {
      const int64_t size = IndexAt(sizes, k);
      // One part alone has to say its size, as TensorFlow has it.
      if (size == -1 && run->num_outputs > 1) {
        ++open;
      } else {
        fits = size >= 0 && size <= left;
        left -= size;
      }
    }
    if (!fits || open > 1 || (open == 0 && left != 0)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: size_splits should add up to dimension %d of %s, with one -1 at most", op, axis,
                  ShapeText(value).text);
    }
    const int64_t outer = ProductOf(value->dims, 0, axis);
    const int64_t inner = ProductOf(value->dims, axis + 1, value->rank);
    int64_t at = 0;
    for (uint32_t k = 0; k < run->num_outputs; ++k) {
      const int64_t given = IndexAt(sizes, k);
      const int64_t size = given == -1 ? left : given;
      Dims out;
      for (int32_t i = 0; i < value->rank; ++i) out.Add(i == axis ? size : value->dims[i]);
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, k, out));
      StridedCopy copy;
      copy.Loop(outer, value->dims[axis] * inner, size * inner);
      copy.Loop(size * inner, 1, 1);
      RUNNEL_CPU_RETURN_IF_ERROR(RunCopy(run, copy, value, at, k, 0));
      at += size * inner;
    }
    return nullptr;
  }
};

// Reads paddings and makes the shape of the padded tensor.
rnlp_status_t* ReadPaddings(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* input,
                            const rnlp_tensor_t* paddings, bool grows, int64_t* before, Dims* out) {
  if (paddings->rank != 2 || paddings->dims[0] != input->rank || paddings->dims[1] != 2) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: paddings should have shape [%d,2] for input %s, got %s", op, input->rank,
                ShapeText(input).text, ShapeText(paddings).text);
  }
  for (int32_t i = 0; i < input->rank; ++i) {
    before[i] = IndexAt(paddings, 2 * i);
    const int64_t after = IndexAt(paddings, 2 * i + 1);
    int64_t dim = 0;
    const bool fits = before[i] >= 0 && after >= 0 && !__builtin_add_overflow(before[i], after, &dim) &&
                      (grows ? !__builtin_add_overflow(input->dims[i], dim, &dim)
                             : !__builtin_sub_overflow(input->dims[i], dim, &dim) && dim >= 0);
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: paddings[%d] is [%lld,%lld], which does not fit input %s", op, i,
                  static_cast<long long>(before[i]), static_cast<long long>(after),
                  ShapeText(input).text);
    }
    out->Add(dim);
  }
  int64_t elements = 0;
  if (!Product(out->size, out->rank, &elements)) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements", op,
                ShapeText(out->rank, out->size).text);
  }
  return nullptr;
}

// Copies all of input into the output from `before` on.
rnlp_status_t* CopyInside(const rnlp_run_t* run, const int64_t* before, const Dims& out) {
  const rnlp_tensor_t* input = run->inputs[0];
  int64_t strides[kMaxRank + 1];
  int64_t out_strides[kMaxRank + 1];
  Strides(input->rank, input->dims, strides);
  Strides(out.rank, out.size, out_strides);
  StridedCopy copy;
  int64_t start = 0;
  for (int32_t i = 0; i < input->rank; ++i) {
    start += before[i] * out_strides[i];
    copy.Loop(input->dims[i], strides[i], out_strides[i]);
  }
  return RunCopy(run, copy, input, 0, 0, start);
}

// Around the input are zeros, or with PadV2 the value that is given.
struct PadKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* value = run->num_inputs > 2 ? run->inputs[2] : nullptr;
    if (value != nullptr && value->num_elements != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: constant_values should be a scalar, got shape %s", op, ShapeText(value).text);
    }
    Dims out;
    int64_t before[kMaxRank + 1];
    RUNNEL_CPU_RETURN_IF_ERROR(
        ReadPaddings(run, op, run->inputs[0], run->inputs[1], true, before, &out));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    const int64_t n = run->outputs[0]->num_elements;
    if (value == nullptr) {
      ZeroOutput(run, 0);
    } else if (value->dtype == RNLP_STRING) {
      for (int64_t i = 0; i < n; ++i) RUNNEL_CPU_RETURN_IF_ERROR(CopyElements(run, value, 0, 0, i, 1));
    } else {
      FillOutput(run, 0, value->data);
    }
    return CopyInside(run, before, out);
  }
};

// What both directions share: the mode, and which paddings it allows over `dim` elements.
struct MirrorKernel {
  const char* op;
  int64_t skip;  // elements of the border that are not mirrored

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    rnlp_str_t mode = {};
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_string(host, node, "mode", &mode));
    const auto is = [&](const char* text) {
      return mode.size == std::strlen(text) && std::memcmp(mode.data, text, mode.size) == 0;
    };
    skip = is("REFLECT") ? 1 : 0;
    if (skip == 1 || is("SYMMETRIC")) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT, "%s: mode should be REFLECT or SYMMETRIC", op);
  }
  rnlp_status_t* Check(const rnlp_run_t* run, const int64_t* whole, int32_t rank, const int64_t* before,
                       const int64_t* padded) const {
    for (int32_t i = 0; i < rank; ++i) {
      const int64_t after = padded[i] - whole[i] - before[i];
      if (std::max(before[i], after) <= whole[i] - skip) continue;  // REFLECT wants an element
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: paddings[%d] is [%lld,%lld], but only %lld elements can be mirrored", op, i,
                  static_cast<long long>(before[i]), static_cast<long long>(after),
                  static_cast<long long>(std::max<int64_t>(whole[i] - skip, 0)));
    }
    return nullptr;
  }
};

// The last dimension is completed first, then copied along with what lies behind it.
struct MirrorPadKernel : MirrorKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    Dims out;
    int64_t before[kMaxRank + 1];
    RUNNEL_CPU_RETURN_IF_ERROR(ReadPaddings(run, op, input, run->inputs[1], true, before, &out));
    RUNNEL_CPU_RETURN_IF_ERROR(Check(run, input->dims, input->rank, before, out.size));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    RUNNEL_CPU_RETURN_IF_ERROR(CopyInside(run, before, out));
    int64_t strides[kMaxRank + 1];
    Strides(out.rank, out.size, strides);
    for (int32_t i = out.rank - 1; i >= 0; --i) {
      const int64_t dim = input->dims[i];
      const int64_t after = out.size[i] - dim - before[i];
      int64_t corner = 0;
      for (int32_t j = 0; j < i; ++j) corner += before[j] * strides[j];
      // (count, first source, first target): the source runs backwards.
      const int64_t sides[2][3] = {{before[i], 2 * before[i] - 1 + skip, 0},
                                   {after, before[i] + dim - 1 - skip, before[i] + dim}};
      for (const auto& side : sides) {
        StridedCopy copy;
        for (int32_t j = 0; j < i; ++j) copy.Loop(input->dims[j], strides[j], strides[j]);
        copy.Loop(side[0], -strides[i], strides[i]);
        copy.Loop(strides[i], 1, 1);
        RUNNEL_CPU_RETURN_IF_ERROR(RunCopy(run, copy, run->outputs[0], corner + side[1] * strides[i], 0,
                                           corner + side[2] * strides[i]));
      }
    }
    return nullptr;
  }
};

struct MirrorPadGradKernel : MirrorKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    Dims out;
    int64_t before[kMaxRank + 1];
    RUNNEL_CPU_RETURN_IF_ERROR(ReadPaddings(run, op, input, run->inputs[1], false, before, &out));
    RUNNEL_CPU_RETURN_IF_ERROR(Check(run, out.size, out.rank, before, input->dims));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    ZeroOutput(run, 0);
    VisitType<bool>(RealList{}, input->dtype, false, [&](auto tag) {
      Fold<typename decltype(tag)::Type>(run, before, out);
      return true;
    });
    return nullptr;
  }
  // Walks over the padded elements in order, so that sums do not depend on threads.
  template <typename T>
  void Fold(const rnlp_run_t* run, const int64_t* before, const Dims& out) const {
    const rnlp_tensor_t* input = run->inputs[0];
    const T* from = Data<T>(input);
    T* to = Data<T>(run->outputs[0]);
    int64_t strides[kMaxRank + 1];
    Strides(out.rank, out.size, strides);
    int64_t index[kMaxRank + 1] = {};
    for (int64_t n = 0; n < input->num_elements; ++n) {
      int64_t at = 0;
      for (int32_t i = 0; i < out.rank; ++i) {
        int64_t place = index[i] - before[i];
        if (place < 0) place = -place - 1 + skip;
        if (place >= out.size[i]) place = 2 * out.size[i] - 1 - skip - place;
        at += place * strides[i];
      }
      to[at] = Store<T>(AddValues(Load(to[at]), Load(from[n])));
      for (int32_t i = out.rank - 1; i >= 0 && ++index[i] == input->dims[i]; --i) index[i] = 0;
    }
  }
};

struct ReverseKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* tensor = run->inputs[0];
    const rnlp_tensor_t* axes = run->inputs[1];
    if (axes->rank != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: axis should be a vector, got shape %s", op,
                  ShapeText(axes).text);
    }
    bool turned[kMaxRank + 1] = {};
    for (int64_t i = 0; i < axes->num_elements; ++i) {
      int32_t axis = 0;
      RUNNEL_CPU_RETURN_IF_ERROR(Axis(run, op, "axis", IndexAt(axes, i), tensor->rank, &axis));
      if (turned[axis]) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: axis %d is given twice", op, axis);
      }
      turned[axis] = true;
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, tensor));
    int64_t strides[kMaxRank + 1];
    Strides(tensor->rank, tensor->dims, strides);
    StridedCopy copy;
    int64_t start = 0;
    for (int32_t i = 0; i < tensor->rank; ++i) {
      copy.Loop(tensor->dims[i], turned[i] ? -strides[i] : strides[i], strides[i]);
      if (turned[i]) start += (tensor->dims[i] - 1) * strides[i];
    }
    return RunCopy(run, copy, tensor, start, 0, 0);
  }
};

constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr int32_t kMirrored[] = {RNLP_FLOAT, RNLP_DOUBLE,    RNLP_HALF,       RNLP_BFLOAT16,
                                 RNLP_INT8,  RNLP_INT16,     RNLP_INT32,      RNLP_INT64,
                                 RNLP_UINT8, RNLP_UINT16,    RNLP_UINT32,     RNLP_UINT64,
                                 RNLP_BOOL,  RNLP_COMPLEX64, RNLP_COMPLEX128, RNLP_STRING};
constexpr int32_t kReversed[] = {RNLP_FLOAT, RNLP_DOUBLE,    RNLP_HALF,       RNLP_BFLOAT16,
                                 RNLP_INT8,  RNLP_INT16,     RNLP_INT32,      RNLP_INT64,
                                 RNLP_UINT8, RNLP_UINT16,    RNLP_UINT32,     RNLP_UINT64,
                                 RNLP_BOOL,  RNLP_COMPLEX64, RNLP_COMPLEX128, RNLP_STRING};
constexpr rnlp_type_constraint_t kMovableT = Types("T", kMovableTypes);
constexpr rnlp_type_constraint_t kMirroredT = Types("T", kMirrored);
constexpr rnlp_type_constraint_t kReversedT = Types("T", kReversed);
constexpr rnlp_type_constraint_t kRealT = Types("T", kRealTypes);
constexpr rnlp_arg_mark_t kSizes[] = {{"size_splits", kHostConstant}, {"split_dim", kHostConstant}};
constexpr rnlp_arg_mark_t kPaddings[] = {{"paddings", kHostConstant}};
constexpr rnlp_arg_mark_t kAxis[] = {{"axis", kHostConstant}};

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t* types, const rnlp_arg_mark_t* args,
                                uint32_t num_args) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = 1,
                  .args = args,
                  .num_args = num_args,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<200>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kArrangeRows[] = {
    Row<SplitVKernel, kSplitV>(&kMovableT, kSizes, 2),
    Row<PadKernel, kPad>(&kMovableT, kPaddings, 1),
    Row<PadKernel, kPadV2>(&kMovableT, kPaddings, 1),
    Row<MirrorPadKernel, kMirrorPad>(&kMirroredT, kPaddings, 1),
    Row<MirrorPadGradKernel, kMirrorPadGrad>(&kRealT, kPaddings, 1),
    Row<ReverseKernel, kReverse>(&kReversedT, kAxis, 1),
};
RUNNEL_CPU_ROWS(Arrange)

}  // namespace runnel::cpu
