// The numbers of element-wise ops by name, for whoever makes something else of them than a kernel each.
#ifndef RUNNEL_DEVICES_CUDA_KERNELS_ELEMENTS_H_
#define RUNNEL_DEVICES_CUDA_KERNELS_ELEMENTS_H_

#include <string_view>

namespace runnel::cuda {

// The name of the code in device_code/element_codes.h ("kRelu") for an op of one argument, or of two,
// that has no attr but its type and computes in float; NULL for any other.
const char* UnaryCodeName(std::string_view op);
const char* BinaryCodeName(std::string_view op);

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_KERNELS_ELEMENTS_H_
