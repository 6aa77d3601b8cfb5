// Array: StridedSlice and its gradient, StridedSliceGrad.
#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"
#include "plugins/sdk/slice.h"

namespace runnel::cpu {
namespace {

constexpr char kSlice[] = "StridedSlice";
constexpr char kGrad[] = "StridedSliceGrad";

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

  // From the slice's places in a tensor of shape `dims` to a dense one, or back.
  rnlp_status_t* Copy(const rnlp_run_t* run, int32_t rank, const int64_t* dims,
                      const Selection& selection, const rnlp_tensor_t* source, bool back) const {
    // Strides, innermost first, are turned round by filling from the end.
    int64_t sparse[kMaxRank + 1];
    int64_t dense[kMaxRank + 1];
    int64_t step = 1, dense_step = 1, start = 0;
    for (int32_t i = rank - 1; i >= 0; --i) {
      sparse[i] = step * selection.step[i];
      dense[i] = dense_step;
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

constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr rnlp_type_constraint_t kT[] = {Types("T", kMovableTypes), Types("Index", kIndexTypes)};
constexpr rnlp_arg_mark_t kArgs[] = {{"begin", kHostConstant},
                                     {"end", kHostConstant},
                                     {"strides", kHostConstant},
                                     {"shape", kHostConstant}};

}  // namespace

constexpr rnlp_kernel_row_t kStridedSliceRows[] = {
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
