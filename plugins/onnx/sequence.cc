#include "plugins/onnx/node.h"
namespace runnel::onnx {
std::span<const OpRow> SequenceOps() { return {}; }
}  // namespace runnel::onnx
