// The part of cuDNN's C interface that the plugin calls, as the reference of versions 8 and 9 has it: no
// package that this project builds with has the library's header.
#ifndef RUNNEL_DEVICES_CUDA_LIBRARIES_DNN_API_H_
#define RUNNEL_DEVICES_CUDA_LIBRARIES_DNN_API_H_

#include <cstddef>

struct CUstream_st;

namespace runnel::cuda::dnn {

using Context = struct cudnnContext*;
using Tensor = struct cudnnTensorStruct*;
using Filter = struct cudnnFilterStruct*;
using Convolution = struct cudnnConvolutionStruct*;
using Activation = struct cudnnActivationStruct*;

// cudnnStatus_t.
using Status = int;
inline constexpr Status kSuccess = 0;
// CUDNN_STATUS_NOT_SUPPORTED of version 8, and its kinds since version 9.
constexpr bool IsUnsupported(Status status) { return status == 9 || (status >= 3000 && status < 4000); }
enum Format : int { kNchw = 0, kNhwc = 1 };
enum Type : int { kFloat = 0, kHalf = 2, kBFloat16 = 9 };
enum Mode : int { kCrossCorrelation = 1 };
enum Math : int { kDefaultMath = 0, kTensorOpMath = 1, kFmaMath = 3 };  // the default takes TF32 for f32
enum ActivationMode : int { kRelu = 1, kIdentity = 5 };
enum Nan : int { kPropagateNan = 1 };
// Of the algorithms for the forward pass, the one that can be followed by a bias without a Relu.
inline constexpr int kImplicitPrecompGemm = 1;

// cudnnConvolution{Fwd,BwdData,BwdFilter}AlgoPerf_t, which have the same members.
struct Found {
  int algorithm;
  Status status;
  float milliseconds;
  size_t memory;  // bytes of workspace
  int deterministic;
  Math math;
  int reserved[3];
};
static_assert(sizeof(Found) == 48 && offsetof(Found, memory) == 16);

// X(name, (parameters)): the entry cudnn<name>.
#define RUNNEL_CUDA_DNN_CALLS(X)                                                                \
  X(Create, (Context*))                                                                         \
  X(Destroy, (Context))                                                                         \
  X(SetStream, (Context, CUstream_st*))                                                         \
  X(CreateTensorDescriptor, (Tensor*))                                                          \
  X(DestroyTensorDescriptor, (Tensor))                                                          \
  X(SetTensor4dDescriptor, (Tensor, Format, Type, int n, int c, int h, int w))                  \
  X(CreateFilterDescriptor, (Filter*))                                                          \
  X(DestroyFilterDescriptor, (Filter))                                                          \
  X(SetFilter4dDescriptor, (Filter, Type, Format, int k, int c, int h, int w))                  \
  X(CreateConvolutionDescriptor, (Convolution*))                                                \
  X(DestroyConvolutionDescriptor, (Convolution))                                                \
  X(SetConvolution2dDescriptor, (Convolution, int pad_h, int pad_w, int stride_h, int stride_w, \
                                 int dilation_h, int dilation_w, Mode, Type compute))           \
  X(SetConvolutionMathType, (Convolution, Math))                                                \
  X(CreateActivationDescriptor, (Activation*))                                                  \
  X(DestroyActivationDescriptor, (Activation))                                                  \
  X(SetActivationDescriptor, (Activation, ActivationMode, Nan, double))                         \
  X(GetConvolutionForwardAlgorithm_v7,                                                          \
    (Context, Tensor x, Filter w, Convolution, Tensor y, int most, int* count, Found*))         \
  X(GetConvolutionBackwardDataAlgorithm_v7,                                                     \
    (Context, Filter w, Tensor dy, Convolution, Tensor dx, int most, int* count, Found*))       \
  X(GetConvolutionBackwardFilterAlgorithm_v7,                                                   \
    (Context, Tensor x, Tensor dy, Convolution, Filter dw, int most, int* count, Found*))       \
  X(ConvolutionForward,                                                                         \
    (Context, const void* alpha, Tensor, const void* x, Filter, const void* w, Convolution,     \
     int algorithm, void* workspace, size_t, const void* beta, Tensor, void* y))                \
  X(ConvolutionBiasActivationForward,                                                           \
    (Context, const void* alpha, Tensor, const void* x, Filter, const void* w, Convolution,     \
     int algorithm, void* workspace, size_t, const void* beta, Tensor, const void* z, Tensor,   \
     const void* bias, Activation, Tensor, void* y))                                            \
  X(ConvolutionBackwardData,                                                                    \
    (Context, const void* alpha, Filter, const void* w, Tensor, const void* dy, Convolution,    \
     int algorithm, void* workspace, size_t, const void* beta, Tensor, void* dx))               \
  X(ConvolutionBackwardFilter,                                                                  \
    (Context, const void* alpha, Tensor, const void* x, Tensor, const void* dy, Convolution,    \
     int algorithm, void* workspace, size_t, const void* beta, Filter, void* dw))

#define RUNNEL_CUDA_DECLARE(name, parameters) using name##Call = Status(*) parameters;
RUNNEL_CUDA_DNN_CALLS(RUNNEL_CUDA_DECLARE)
#undef RUNNEL_CUDA_DECLARE

}  // namespace runnel::cuda::dnn

#endif  // RUNNEL_DEVICES_CUDA_LIBRARIES_DNN_API_H_
