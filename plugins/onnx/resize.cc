#include "plugins/onnx/node.h"
namespace runnel::onnx {
std::span<const OpRow> ResizeOps() { return {}; }
}  // namespace runnel::onnx
