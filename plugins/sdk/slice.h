// What a StridedSlice selects, from its masks and from begin, end and strides in host memory.
#ifndef RNLP_SDK_SLICE_H_
#define RNLP_SDK_SLICE_H_

#include <algorithm>
#include <cstdint>

#include "node.h"
#include "shape.h"

namespace runnel::plugin {

// What a slice reads of every dimension of the sliced shape, and the shape that comes out.
struct SliceSelection {
  int64_t begin[kMaxRank + 1];
  int64_t step[kMaxRank + 1];
  int64_t count[kMaxRank + 1];
  int32_t out_axis[kMaxRank + 1];  // where it stands in `out`; -1: nowhere, a single index was taken
  Dims out;
};

struct SliceMasks {
  int64_t begin_mask = 0, end_mask = 0, ellipsis_mask = 0, new_axis_mask = 0, shrink_axis_mask = 0;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RNLP_TRY(AttrInt(host, node, "begin_mask", &begin_mask));
    RNLP_TRY(AttrInt(host, node, "end_mask", &end_mask));
    RNLP_TRY(AttrInt(host, node, "ellipsis_mask", &ellipsis_mask));
    RNLP_TRY(AttrInt(host, node, "new_axis_mask", &new_axis_mask));
    return AttrInt(host, node, "shrink_axis_mask", &shrink_axis_mask);
  }
  static bool Bit(int64_t mask, int64_t i) { return i < 63 && ((mask >> i) & 1) != 0; }

  // Which elements of a tensor of shape `dims` a slice names. Errors: INVALID_ARGUMENT naming `op`.
  rnlp_status_t* Select(const rnlp_host_t* host, const char* op, int32_t rank, const int64_t* dims,
                        const rnlp_tensor_t* begin, const rnlp_tensor_t* end,
                        const rnlp_tensor_t* strides, SliceSelection* out) const {
    if (begin->rank != 1 || !SameDims(begin, end) || !SameDims(begin, strides)) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: begin, end and strides should be vectors of one length, got shapes %s, %s and %s",
                  op, ShapeText(begin).c_str(), ShapeText(end).c_str(), ShapeText(strides).c_str());
    }
    const int64_t entries = begin->dims[0];
    int64_t taken = 0;
    for (int64_t i = 0; i < entries; ++i)
      taken += !Bit(ellipsis_mask, i) && !Bit(new_axis_mask, i) ? 1 : 0;
    // Those behind the last entry count, too.
    const int ellipses = __builtin_popcountll(static_cast<unsigned long long>(ellipsis_mask));
    if (ellipses > 1) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: ellipsis_mask has %d ellipses, at most one is allowed", op, ellipses);
    }
    if (taken > rank || entries - taken + rank > kMaxRank) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: slices %lld dimensions, but the shape is %s", op,
                  static_cast<long long>(taken), ShapeText(rank, dims).c_str());
    }
    int32_t axis = 0;
    const auto whole = [&] {
      out->begin[axis] = 0;
      out->step[axis] = 1;
      out->count[axis] = dims[axis];
      out->out_axis[axis] = out->out.rank;
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
        return Fail(host, RNLP_INVALID_ARGUMENT, "%s: strides[%lld] is 0", op,
                    static_cast<long long>(i));
      }
      if (Bit(shrink_axis_mask, i)) {
        const int64_t index = from < 0 ? from + dim : from;
        if (step < 0 || index < 0 || index >= dim) {
          return Fail(host, RNLP_INVALID_ARGUMENT,
                      "%s: index %lld (entry %lld, stride %lld) is out of range of %s", op,
                      static_cast<long long>(from), static_cast<long long>(i),
                      static_cast<long long>(step), ShapeText(rank, dims).c_str());
        }
        out->begin[axis] = index;
        out->step[axis] = 1;
        out->out_axis[axis] = -1;
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
      out->out_axis[axis] = out->out.rank;
      out->out.Add(out->count[axis++]);
    }
    while (axis < rank) whole();  // as if an ellipsis stood at the end
    return nullptr;
  }
};

}  // namespace runnel::plugin

#endif  // RNLP_SDK_SLICE_H_
