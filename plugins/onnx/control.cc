#include "plugins/onnx/node.h"
namespace runnel::onnx {
std::span<const OpRow> ControlOps() { return {}; }
}  // namespace runnel::onnx
