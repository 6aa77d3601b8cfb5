#include "plugins/onnx/node.h"
namespace runnel::onnx {
std::span<const OpRow> TextOps() { return {}; }
}  // namespace runnel::onnx
