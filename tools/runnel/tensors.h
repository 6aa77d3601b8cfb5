// Between .npy arrays and the runtime's tensors.
#ifndef RUNNEL_TOOLS_RUNNEL_TENSORS_H_
#define RUNNEL_TOOLS_RUNNEL_TENSORS_H_

#include "tools/common/handle.h"
#include "tools/common/npy.h"

namespace runnel::tools {

// A copy. A float array for which `wanted` is bfloat16 is rounded to that, to even.
TensorHandle ToTensor(rnl_runtime_t* runtime, const Array& array, rnl_dtype_t wanted = RNL_INVALID);
// A copy, from a device's memory too.
Array ToArray(rnl_tensor_t* tensor);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_TENSORS_H_
