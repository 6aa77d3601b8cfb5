// Tensors as text for people, as TensorFlow prints them.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_TEXT_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_TEXT_H_

#include <string>

#include "core/tensor/tensor.h"

namespace runnel {

// "[[0 1 ... 9]\n ...]": nested by dimension, of each the first and the last `ends` elements (below 0:
// all). Strings are quoted and escaped. Complex numbers, resources and variants are a "?".
std::string NestedText(const Tensor& tensor, int64_t ends);

// With the escapes of C for quotes and control characters.
std::string EscapedText(std::string_view text);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_TEXT_H_
