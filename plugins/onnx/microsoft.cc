#include "plugins/onnx/node.h"
namespace runnel::onnx {
std::span<const OpRow> MicrosoftOps() { return {}; }
}  // namespace runnel::onnx
