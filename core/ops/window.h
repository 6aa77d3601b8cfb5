// The window that slides over an image: what the shape functions of convolutions and pools share.
//
// Source: TensorFlow's "SAME", "VALID" and "EXPLICIT" padding.
#ifndef RUNNEL_CORE_OPS_WINDOW_H_
#define RUNNEL_CORE_OPS_WINDOW_H_

#include "core/ops/shape_helpers.h"

namespace runnel {

// Axis 0 is that of rows, axis 1 that of columns.
struct Window {
  enum class Padding { kSame, kValid, kExplicit };
  int dims[2] = {1, 2};  // which dimensions of the image the axes are
  int channels = 3;      // and which one its channels
  int64_t strides[2] = {1, 1};
  int64_t dilations[2] = {1, 1};
  int64_t size[2] = {1, 1};  // attr ksize; convolutions have a filter instead
  int64_t depth = 1;         // of pools: of ksize, in channels
  int64_t before[2] = {0, 0}, after[2] = {0, 0};
  Padding padding = Padding::kValid;

  // How many windows of `window` places fit along `axis` of an image; unknown if either is. Errors:
  // INVALID_ARGUMENT with the sizes if none does or a number is too large.
  Result<int64_t> Count(int axis, int64_t image, int64_t window) const;
};

// Reads data_format, strides, padding and, where the op has them, dilations, ksize and
// explicit_paddings. A pool goes over rows and columns or over channels, and then in steps of its size.
// Errors: INVALID_ARGUMENT naming the attr, what was expected and what came.
Result<Window> ReadWindow(const ShapeContext& ctx);

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_WINDOW_H_
