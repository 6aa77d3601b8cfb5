// The options of convolutions and pools.
#ifndef RUNNEL_PLUGINS_TFLITE_WINDOW_H_
#define RUNNEL_PLUGINS_TFLITE_WINDOW_H_

#include "plugins/tflite/convert.h"

namespace runnel::tflite {

// Rows, then columns.
struct WindowOptions {
  bool same = true;
  int64_t strides[2] = {1, 1}, dilations[2] = {1, 1}, size[2] = {1, 1};
  int8_t activation = kNone;

  void Write(NodeWriter& node, bool with_dilations) const {
    node.String("padding", same ? "SAME" : "VALID");
    node.Ints("strides", {1, strides[0], strides[1], 1});
    if (with_dilations) node.Ints("dilations", {1, dilations[0], dilations[1], 1});
  }
};

WindowOptions Conv2DOptions(Op& op);
WindowOptions DepthwiseOptions(Op& op);
WindowOptions PoolOptions(Op& op);
WindowOptions TransposeOptions(Op& op);

// Over real numbers.
void Conv2D(Op& op);
void DepthwiseConv2D(Op& op);
void FullyConnected(Op& op);
void TransposeConv(Op& op);

}  // namespace runnel::tflite

#endif  // RUNNEL_PLUGINS_TFLITE_WINDOW_H_
