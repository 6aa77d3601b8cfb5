#include "plugins/onnx/node.h"
namespace runnel::onnx {
std::span<const OpRow> RecurrentOps() { return {}; }
}  // namespace runnel::onnx
