// Windows over the spatial dimensions of [batch, channels, ...]: sizes, strides and pads of convolutions
// and pools.
#ifndef RUNNEL_PLUGINS_ONNX_WINDOW_H_
#define RUNNEL_PLUGINS_ONNX_WINDOW_H_

#include "plugins/onnx/node.h"

namespace runnel::onnx {

struct Window {
  Ints kernel, strides, dilations, before, after;
  bool same = false;  // pads are TensorFlow's SAME, for sizes that are not known
  size_t dims() const { return kernel.size(); }
  int64_t reach(size_t i) const { return (kernel[i] - 1) * dilations[i] + 1; }
};

// Reads strides, dilations, pads and auto_pad; refuses numbers that no window has.
Window ReadWindow(Node& n, const Value& x, Ints kernel);
// A window of one dimension as that of an image of one row.
void WidenWindow(Window* w);
// [n, c, w] -> [n, c, 1, w], as 2-D ops take it, and back.
Value Widen(Builder& b, const Value& x);
Value Narrow(Builder& b, const Value& x);
// Channels last, and back.
Value ToLast(Builder& b, const Value& x);
Value ToFirst(Builder& b, const Value& x);
// Pads spatial dimensions.
Value PadSpatial(Builder& b, const Value& x, const Ints& before, const Ints& after, const Value& with);
// The number of places of a window, without ceil; -1 if it is not known.
int64_t Places(const Value& x, const Window& w, size_t i);

}  // namespace runnel::onnx

#endif  // RUNNEL_PLUGINS_ONNX_WINDOW_H_
