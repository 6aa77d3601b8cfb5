// Array: StridedSlice, its gradient, StridedSliceGrad, and what puts a value in the place of a slice.
#include <algorithm>
#include <cstring>

#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"
#include "devices/cpu/variable.h"
#include "plugins/sdk/slice.h"

namespace runnel::cpu {
namespace {

constexpr char kSlice[] = "StridedSlice";
constexpr char kGrad[] = "StridedSliceGrad";
constexpr char kUpdate[] = "TensorStridedSliceUpdate";
constexpr char kAssign[] = "ResourceStridedSliceAssign";

using plugin::SliceMasks;
using Selection = plugin::SliceSelection;

struct SliceKernel : SliceMasks {
  const char* op;

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    Selection selection;
    RUNNEL_CPU_RETURN_IF_ERROR(Select(run->host, op, input->rank, input->dims, run->inputs[1],
                                      run->inputs[2], run->inputs[3], &selection));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, selection.out));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    return Copy(run, input->rank, input->dims, selection, input, false);
  }

  // From the slice's places in a tensor of shape `dims` to a dense one, or back: then from elements that
  // are `strides` apart, by dimension of `dims`; null: from a dense one.
  rnlp_status_t* Copy(const rnlp_run_t* run, int32_t rank, const int64_t* dims,
                      const Selection& selection, const rnlp_tensor_t* source, bool back,
                      const int64_t* strides = nullptr) const {
    // Strides, innermost first, are turned round by filling from the end.
    int64_t sparse[kMaxRank + 1];
    int64_t dense[kMaxRank + 1];
    int64_t step = 1, dense_step = 1, start = 0;
    for (int32_t i = rank - 1; i >= 0; --i) {
      sparse[i] = step * selection.step[i];
      dense[i] = strides == nullptr ? dense_step : strides[i];
      start += selection.begin[i] * step;
      step *= dims[i];
      dense_step *= selection.count[i];
    }
    StridedCopy copy;
    for (int32_t i = 0; i < rank; ++i) {
      copy.Loop(selection.count[i], back ? dense[i] : sparse[i], back ? sparse[i] : dense[i]);
    }
    return RunCopy(run, copy, source, back ? 0 : start, 0, back ? start : 0);
  }
};

struct GradKernel : SliceKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Dims shape;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "shape", run->inputs[0], &shape));
    Selection selection;
    RUNNEL_CPU_RETURN_IF_ERROR(Select(run->host, op, shape.rank, shape.size, run->inputs[1],
                                      run->inputs[2], run->inputs[3], &selection));
    const rnlp_tensor_t* dy = run->inputs[4];
    bool same = dy->rank == selection.out.rank;
    for (int32_t i = 0; same && i < dy->rank; ++i) same = dy->dims[i] == selection.out.size[i];
    if (!same) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: dy should have the shape of the slice, %s, got %s", op,
                  ShapeText(selection.out.rank, selection.out.size).text, ShapeText(dy).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, shape));
    ZeroOutput(run, 0);
    if (dy->num_elements == 0) return nullptr;
    return Copy(run, shape.rank, shape.size, selection, dy, true);
  }
};

// Puts a value in the place of a slice: of the output, which is a copy of the input first, or of a
// variable.
struct ReplaceKernel : SliceKernel {
  static bool IsEmpty(const Selection& selection) {
    const int64_t* const sizes = selection.out.size;
    return std::find(sizes, sizes + selection.out.rank, 0) != sizes + selection.out.rank;
  }
  // Also how far apart the elements of the value are, by dimension of `whole`: 0 where it is repeated.
  rnlp_status_t* Find(const rnlp_run_t* run, const rnlp_tensor_t* whole, Selection* selection,
                      int64_t* strides) const {
    RUNNEL_CPU_RETURN_IF_ERROR(Select(run->host, op, whole->rank, whole->dims, run->inputs[1],
                                      run->inputs[2], run->inputs[3], selection));
    if (IsEmpty(*selection)) return nullptr;  // takes anything, as TensorFlow's does
    const rnlp_tensor_t* value = run->inputs[4];
    const int32_t missing = selection->out.rank - value->rank;
    int64_t apart[kMaxRank + 1] = {};  // by dimension of the slice
    int64_t step = 1;
    bool fits = true;
    for (int32_t i = value->rank - 1; i >= 0; --i) {
      const int64_t size = value->dims[i];
      const int32_t at = i + missing;
      fits = fits && (size == 1 || (at >= 0 && size == selection->out.size[at]));
      if (at >= 0 && size != 1) apart[at] = step;
      step *= size;
    }
    for (int32_t i = 0; i < whole->rank; ++i) {
      strides[i] = selection->out_axis[i] < 0 ? 0 : apart[selection->out_axis[i]];
    }
    if (fits) return nullptr;
    return Fail(
        run->host, RNLP_INVALID_ARGUMENT,
        "%s: value should have the shape of the slice, %s, or one that is repeated to it, got %s", op,
        ShapeText(selection->out.rank, selection->out.size).text, ShapeText(value).text);
  }
};
struct UpdateKernel : ReplaceKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    Selection selection;
    int64_t strides[kMaxRank + 1];
    RUNNEL_CPU_RETURN_IF_ERROR(Find(run, input, &selection, strides));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, input));
    if (input->num_elements == 0) return nullptr;
    if (run->outputs[0]->data != input->data) {
      RUNNEL_CPU_RETURN_IF_ERROR(CopyElements(run, input, 0, 0, 0, input->num_elements));
    }
    if (IsEmpty(selection)) return nullptr;
    return Copy(run, input->rank, input->dims, selection, run->inputs[4], true, strides);
  }
};
struct AssignKernel : ReplaceKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* var = nullptr;
    const rnlp_tensor_t* value = run->inputs[4];
    RUNNEL_CPU_RETURN_IF_ERROR(ResolveVariable(run, op, 0, value->dtype, &var));
    Selection selection;
    int64_t apart[kMaxRank + 1];
    RUNNEL_CPU_RETURN_IF_ERROR(Find(run, var, &selection, apart));
    if (IsEmpty(selection)) return nullptr;
    int64_t total = 1;
    for (int32_t i = 0; i < var->rank; ++i) total *= selection.count[i];
    const auto bytes = static_cast<int64_t>(TypeSize(value->dtype));
    int64_t strides[kMaxRank + 1];
    Strides(var->rank, var->dims, strides);
    int64_t index[kMaxRank + 1] = {};
    const char* from = Data<const char>(value);
    for (int64_t n = 0; n < total; ++n) {
      int64_t at = 0, source = 0;
      for (int32_t i = 0; i < var->rank; ++i) {
        at += (selection.begin[i] + index[i] * selection.step[i]) * strides[i];
        source += index[i] * apart[i];
      }
      std::memcpy(Data<char>(var) + at * bytes, from + source * bytes, static_cast<size_t>(bytes));
      for (int32_t i = var->rank - 1; i >= 0 && ++index[i] == selection.count[i]; --i) index[i] = 0;
    }
    return nullptr;
  }
};

constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr rnlp_type_constraint_t kT[] = {Types("T", kMovableTypes), Types("Index", kIndexTypes)};
constexpr rnlp_arg_mark_t kArgs[] = {{"begin", kHostConstant},
                                     {"end", kHostConstant},
                                     {"strides", kHostConstant},
                                     {"shape", kHostConstant}};
constexpr int32_t kAssigned[] = {RNLP_FLOAT,  RNLP_DOUBLE, RNLP_HALF,      RNLP_BFLOAT16,   RNLP_INT8,
                                 RNLP_INT16,  RNLP_INT32,  RNLP_INT64,     RNLP_UINT8,      RNLP_UINT16,
                                 RNLP_UINT32, RNLP_UINT64, RNLP_COMPLEX64, RNLP_COMPLEX128, RNLP_BOOL};
constexpr rnlp_type_constraint_t kAssignT[] = {Types("T", kAssigned), Types("Index", kIndexTypes)};
constexpr rnlp_arg_mark_t kAssignArgs[] = {{"begin", kHostConstant},
                                           {"end", kHostConstant},
                                           {"strides", kHostConstant},
                                           {"ref", RNLP_ARG_UPDATE}};
constexpr rnlp_alias_t kInPlace[] = {{0, 0}};

}  // namespace

constexpr rnlp_kernel_row_t kStridedSliceRows[] = {
    MakeRow({.op = kUpdate,
             .types = kT,
             .num_types = 2,
             .args = kArgs,
             .num_args = 3,
             .aliases = kInPlace,
             .num_aliases = 1,
             .create = Create<UpdateKernel, kUpdate>,
             .destroy = Destroy<UpdateKernel>,
             .plan = PlanElements<300>,
             .run = Run<UpdateKernel>}),
    MakeRow({.op = kAssign,
             .flags = RNLP_KERNEL_STATEFUL,
             .types = kAssignT,
             .num_types = 2,
             .args = kAssignArgs,
             .num_args = 4,
             .create = Create<AssignKernel, kAssign>,
             .destroy = Destroy<AssignKernel>,
             .plan = PlanElements<300>,
             .run = Run<AssignKernel>}),
    MakeRow({.op = kSlice,
             .types = kT,
             .num_types = 2,
             .args = kArgs,
             .num_args = 3,
             .create = Create<SliceKernel, kSlice>,
             .destroy = Destroy<SliceKernel>,
             .plan = PlanElements<200>,
             .run = Run<SliceKernel>}),
    MakeRow({.op = kGrad,
             .types = kT,
             .num_types = 2,
             .args = kArgs,
             .num_args = 4,
             .create = Create<GradKernel, kGrad>,
             .destroy = Destroy<GradKernel>,
             .plan = PlanElements<200>,
             .run = Run<GradKernel>}),
};
RUNNEL_CPU_ROWS(StridedSlice)

}  // namespace runnel::cpu
