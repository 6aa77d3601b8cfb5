#include "core/ops/strided_slice.h"

#include <algorithm>

namespace runnel {
namespace {

bool Bit(int64_t mask, int i) { return i < 63 && ((mask >> i) & 1) != 0; }

std::optional<int64_t> Entry(const std::optional<std::vector<int64_t>>& values, int i) {
  if (!values) return std::nullopt;
  return (*values)[static_cast<size_t>(i)];
}

// The number of elements that entry i takes of a dimension of size `dim`.
Result<int64_t> EntrySize(const StridedSliceSpec& spec, int i, int64_t dim) {
  const auto stride = Entry(spec.strides, i);
  if (!stride || dim < 0) return kUnknownDim;
  const int64_t first = *stride > 0 ? 0 : -1;  // the bounds to which begin and end are clamped
  const int64_t last = *stride > 0 ? dim : dim - 1;
  const auto bound = [&](std::optional<int64_t> value, bool masked, int64_t otherwise) {
    if (masked) return std::optional<int64_t>(otherwise);
    if (!value) return std::optional<int64_t>();
    const int64_t forward = *value < 0 ? std::max(*value, -dim - 1) + dim : *value;
    return std::optional<int64_t>(std::clamp(forward, first, last));
  };
  const bool up = *stride > 0;
  const auto begin = bound(Entry(spec.begin, i), Bit(spec.begin_mask, i), up ? first : last);
  const auto end = bound(Entry(spec.end, i), Bit(spec.end_mask, i), up ? last : first);
  if (!begin || !end) return kUnknownDim;
  const int64_t length = *end - *begin;
  if (length == 0 || (length < 0) == up) return int64_t{0};
  return length / *stride + (length % *stride != 0 ? 1 : 0);
}

Status CheckIndex(const StridedSliceSpec& spec, int i, int64_t dim, const Shape& input) {
  const auto begin = Entry(spec.begin, i);
  const auto stride = Entry(spec.strides, i);
  if (stride && *stride <= 0) {
    return InvalidArgument("entry ", i, " takes a single index, its stride must be 1, got ", *stride);
  }
  if (begin && dim >= 0 && (*begin < -dim || *begin >= dim)) {
    return InvalidArgument("index ", *begin, " (entry ", i, ") is out of range: input is ",
                           input.ToString());
  }
  return OkStatus();
}

}  // namespace

Result<Shape> StridedSliceOutput(const Shape& input, const StridedSliceSpec& spec) {
  // Dimensions behind the last entry count, too.
  const int ellipses = __builtin_popcountll(static_cast<uint64_t>(spec.ellipsis_mask));
  if (ellipses > 1)
    return InvalidArgument("ellipsis_mask has ", ellipses, " ellipses, at most one is allowed");
  if (spec.strides) {
    for (int i = 0; i < spec.count; ++i) {
      if ((*spec.strides)[static_cast<size_t>(i)] == 0) return InvalidArgument("strides[", i, "] is 0");
    }
  }
  // Entries that take one dimension of the input each; an ellipsis takes the remaining ones.
  int taken = 0;
  for (int i = 0; i < spec.count; ++i) {
    if (!Bit(spec.ellipsis_mask, i) && !Bit(spec.new_axis_mask, i)) ++taken;
  }
  if (taken > input.rank()) {
    return InvalidArgument("slices ", taken, " dimensions, but input is ", input.ToString());
  }
  Shape out;
  int axis = 0;
  for (int i = 0; i < spec.count; ++i) {
    if (Bit(spec.ellipsis_mask, i)) {
      for (int k = input.rank() - taken; k > 0; --k) out.Append(input.dim(axis++));
    } else if (Bit(spec.new_axis_mask, i)) {
      out.Append(1);
    } else if (Bit(spec.shrink_axis_mask, i)) {
      RUNNEL_RETURN_IF_ERROR(CheckIndex(spec, i, input.dim(axis++), input));
    } else {
      RUNNEL_ASSIGN_OR_RETURN(const int64_t size, EntrySize(spec, i, input.dim(axis++)));
      out.Append(size);
    }
  }
  while (axis < input.rank()) out.Append(input.dim(axis++));  // as if an ellipsis stood at the end
  return out;
}

}  // namespace runnel
