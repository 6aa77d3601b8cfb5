// Tensors as bytes: TensorProtos as SerializeTensor writes them, and compressed strings.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_BYTES_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_BYTES_H_

#include <string>
#include <string_view>

#include "core/io/input_stream.h"
#include "core/tensor/tensor.h"

namespace runnel {

// Numbers as they lie in memory, strings one by one: byte for byte TensorFlow's. Errors: UNIMPLEMENTED
// for resources and variants.
Result<std::string> TensorToBytes(const Tensor& tensor);
// Errors: INVALID_ARGUMENT for bytes that are no TensorProto, or one of another type.
Result<Tensor> TensorFromBytes(std::string_view bytes, DType dtype);

// Errors: DATA_LOSS for bytes that are no such data, or are cut off.
Result<std::string> Decompress(std::string_view bytes, Compression compression);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_BYTES_H_
