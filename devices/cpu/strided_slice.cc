// Array: StridedSlice and its gradient, StridedSliceGrad.
#include <algorithm>

#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"

namespace runnel::cpu {
namespace {

constexpr char kSlice[] = "StridedSlice";
constexpr char kGrad[] = "StridedSliceGrad";

// What a slice reads of every dimension of the sliced shape, and the shape that comes out.
struct Selection {
  int64_t begin[kMaxRank + 1];
  int64_t step[kMaxRank + 1];
  int64_t count[kMaxRank + 1];
  Dims out;
};

struct SliceKernel {
  const char* op;
  int64_t begin_mask = 0, end_mask = 0, ellipsis_mask = 0, new_axis_mask = 0, shrink_axis_mask = 0;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "begin_mask", &begin_mask));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "end_mask", &end_mask));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "ellipsis_mask", &ellipsis_mask));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "new_axis_mask", &new_axis_mask));
    return AttrInt(host, node, "shrink_axis_mask", &shrink_axis_mask);
  }
  static bool Bit(int64_t mask, int64_t i) { return i < 63 && ((mask >> i) & 1) != 0; }

  rnlp_status_t* Select(const rnlp_run_t* run, int32_t rank, const int64_t* dims,
                        const rnlp_tensor_t* begin, const rnlp_tensor_t* end,
                        const rnlp_tensor_t* strides, Selection* out) const {
    if (begin->rank != 1 || !SameDims(begin, end) || !SameDims(begin, strides)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: begin, end and strides should be vectors of one length, got shapes %s, %s and %s",
                  op, ShapeText(begin).text, ShapeText(end).text, ShapeText(strides).text);
    }
    const int64_t entries = begin->dims[0];
    int64_t taken = 0;
    int ellipses = 0;
    for (int64_t i = 0; i < entries; ++i) {
      if (Bit(ellipsis_mask, i))
        ++ellipses;
      else if (!Bit(new_axis_mask, i))
        ++taken;
    }
    if (ellipses > 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: ellipsis_mask has %d ellipses, at most one is allowed", op, ellipses);
    }
    if (taken > rank || entries - taken + rank > kMaxRank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: slices %lld dimensions, but the shape is %s",
                  op, static_cast<long long>(taken), ShapeText(rank, dims).text);
    }
    int32_t axis = 0;
    const auto whole = [&] {
      out->begin[axis] = 0;
      out->step[axis] = 1;
      out->count[axis] = dims[axis];
      out->out.Add(dims[axis++]);
    };
    for (int64_t i = 0; i < entries; ++i) {
      if (Bit(ellipsis_mask, i)) {
        for (int64_t k = rank - taken; k > 0; --k) whole();
        continue;
      }
      if (Bit(new_axis_mask, i)) {
        out->out.Add(1);
        continue;
      }
      const int64_t dim = dims[axis];
      const int64_t step = IndexAt(strides, i);
      const int64_t from = IndexAt(begin, i);
      const int64_t to = IndexAt(end, i);
      if (step == 0) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: strides[%lld] is 0", op,
                    static_cast<long long>(i));
      }
      if (Bit(shrink_axis_mask, i)) {
        const int64_t index = from < 0 ? from + dim : from;
        if (step < 0 || index < 0 || index >= dim) {
          return Fail(run->host, RNLP_INVALID_ARGUMENT,
                      "%s: index %lld (entry %lld, stride %lld) is out of range of %s", op,
                      static_cast<long long>(from), static_cast<long long>(i),
                      static_cast<long long>(step), ShapeText(rank, dims).text);
        }
        out->begin[axis] = index;
        out->step[axis] = 1;
        out->count[axis++] = 1;
        continue;
      }
      // Bounds are clamped to what a loop in that direction may touch, one behind the end included.
      const int64_t low = step > 0 ? 0 : -1;
      const int64_t high = step > 0 ? dim : dim - 1;
      const auto bound = [&](int64_t value) {
        return std::clamp(value < 0 ? value + dim : value, low, high);
      };
      const int64_t first = Bit(begin_mask, i) ? (step > 0 ? low : high) : bound(from);
      const int64_t last = Bit(end_mask, i) ? (step > 0 ? high : low) : bound(to);
      const int64_t length = last - first;
      const bool is_empty = length == 0 || (length < 0) != (step < 0);
      out->begin[axis] = is_empty ? 0 : first;
      out->step[axis] = is_empty ? 1 : step;
      out->count[axis] = is_empty ? 0 : length / step + (length % step != 0 ? 1 : 0);
      out->out.Add(out->count[axis++]);
    }
    while (axis < rank) whole();  // as if an ellipsis stood at the end
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    Selection selection;
    RUNNEL_CPU_RETURN_IF_ERROR(Select(run, input->rank, input->dims, run->inputs[1], run->inputs[2],
                                      run->inputs[3], &selection));
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
    RUNNEL_CPU_RETURN_IF_ERROR(
        Select(run, shape.rank, shape.size, run->inputs[1], run->inputs[2], run->inputs[3], &selection));
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

constinit const rnlp_kernel_row_t kStridedSliceRows[] = {
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

}  // namespace runnel::cpu
