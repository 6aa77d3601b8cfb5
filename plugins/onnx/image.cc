#include "plugins/onnx/node.h"
namespace runnel::onnx {
std::span<const OpRow> ImageOps() { return {}; }
}  // namespace runnel::onnx
