#include "plugins/onnx/node.h"
namespace runnel::onnx {
std::span<const OpRow> SignalOps() { return {}; }
}  // namespace runnel::onnx
