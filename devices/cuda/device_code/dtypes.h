// Numbers of element types, as plugins/abi has them, for code that is compiled for the device.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_DTYPES_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_DTYPES_H_

namespace runnel::cuda {

enum DTypeNumber : int {
  kFloatDType = 1,
  kDoubleDType = 2,
  kInt32DType = 3,
  kUInt8DType = 4,
  kInt16DType = 5,
  kInt8DType = 6,
  kInt64DType = 9,
  kBoolDType = 10,
  kBFloat16DType = 14,
  kUInt16DType = 17,
  kHalfDType = 19,
  kUInt32DType = 22,
  kUInt64DType = 23,
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_DTYPES_H_
