// Transposes bytes in memory.
#ifndef RUNNEL_PLUGINS_ONNX_MOVE_H_
#define RUNNEL_PLUGINS_ONNX_MOVE_H_

#include "plugins/onnx/list.h"

namespace runnel::onnx {

// `dims` are those of the input, whose elements have `size` bytes, a power of two up to 16; `perm` is a
// permutation of its axes, of which there is at least one. `to` has room for as many bytes.
void MoveAxes(const char* from, const Ints& dims, const Ints& perm, int64_t size, char* to);

}  // namespace runnel::onnx

#endif  // RUNNEL_PLUGINS_ONNX_MOVE_H_
