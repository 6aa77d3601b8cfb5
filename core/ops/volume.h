// The window that slides over a volume: what convolutions and pools of
// [batch,depth,rows,columns,channels] share.
#ifndef RUNNEL_CORE_OPS_VOLUME_H_
#define RUNNEL_CORE_OPS_VOLUME_H_

#include <string>

#include "core/ops/shape_helpers.h"

namespace runnel {

// Axis 0 is that of depth, 1 that of rows, 2 that of columns.
struct Volume {
  bool channels_first = false;  // NCDHW
  bool same = false;            // padding
  int64_t strides[3] = {1, 1, 1};
  int64_t dilations[3] = {1, 1, 1};
  int64_t size[3] = {1, 1, 1};  // attr ksize; convolutions have a filter instead

  int dim(int axis) const { return channels_first ? 2 + axis : 1 + axis; }
  int channel_dim() const { return channels_first ? 1 : 4; }
  // How many windows of `window` places fit along `axis` of a volume; unknown if either is. Errors:
  // INVALID_ARGUMENT with the sizes if none does or a number is too large.
  Result<int64_t> Count(int axis, int64_t volume, int64_t window) const;
};

// Reads data_format, strides, padding and, where the op has them, dilations and ksize. Errors:
// INVALID_ARGUMENT naming the attr, what was expected and what came.
Result<Volume> ReadVolume(const AttrList& attrs);

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_VOLUME_H_
