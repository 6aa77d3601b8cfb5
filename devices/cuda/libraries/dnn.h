// cuDNN, opened where it is present: convolutions and their gradients, for which device_code/conv.cu is
// the fallback.
#ifndef RUNNEL_DEVICES_CUDA_LIBRARIES_DNN_H_
#define RUNNEL_DEVICES_CUDA_LIBRARIES_DNN_H_

#include <array>
#include <map>
#include <mutex>
#include <string>

#include "devices/cuda/device_code/args.h"
#include "devices/cuda/libraries/dnn_api.h"
#include "plugins/abi/rnlp_base.h"

namespace runnel::cuda {

// The library's entries. Constant after Open.
struct DnnLibrary {
#define RUNNEL_CUDA_DECLARE(name, parameters) dnn::name##Call name = nullptr;
  RUNNEL_CUDA_DNN_CALLS(RUNNEL_CUDA_DECLARE)
#undef RUNNEL_CUDA_DECLARE
  // Opens `path`, or libcudnn.so of a known version if it is empty; "none": not at all.
  bool Open(const std::string& path);
  bool is_open() const { return is_open_; }

 private:
  bool is_open_ = false;
};

// A convolution, or the gradient of one. Images are [n, h, w, c] or [n, c, h, w]; the filter is [k, h,
// w, c] or [k, c, h, w] with them.
struct ConvolutionShape {
  enum Which : int { kForward, kImageGradient, kFilterGradient };
  Which which = kForward;
  int32_t dtype = 0;
  bool channels_first = false;
  int image[4] = {};   // n, c, h, w
  int output[4] = {};  // n, k, h, w
  int filter[2] = {};  // h, w
  int pad[2] = {};     // before and behind
  int stride[2] = {1, 1};
  int dilation[2] = {1, 1};
  bool bias = false, relu = false;  // of the forward pass, as in _FusedConv2D

  auto key() const {
    return std::array<int, 20>{which,     dtype,     channels_first, image[0],    image[1],
                               image[2],  image[3],  output[0],      output[1],   output[2],
                               output[3], filter[0], filter[1],      pad[0],      pad[1],
                               stride[0], stride[1], dilation[0],    dilation[1], bias + 2 * relu};
  }
};

// Where its operands are: what is read or, of the one that `which` names, written.
struct ConvolutionAt {
  u64 image, filter, output, bias, workspace;
};

// One device's handle, and how it convolves each shape that it has met. Threads: any, one at a time,
// with the context of the device current.
class Dnn {
 public:
  Dnn(const DnnLibrary& library, bool tf32) : library_(library), tf32_(tf32) {}
  ~Dnn();
  // False where the library cannot start on this device.
  bool Start();

  // Whether it has a way that gives the same bits each time, and the bytes of workspace that it takes.
  bool Plan(const ConvolutionShape& shape, uint64_t* out_workspace_bytes);
  // Puts one that Plan has a way for on `stream`; cuDNN's status. *out_done is false, and the status 0,
  // if its estimate took for a way what is none; it is not asked for again.
  int Convolve(const ConvolutionShape& shape, const ConvolutionAt& at, CUstream_st* stream,
               bool* out_done);

 private:
  struct Way {
    dnn::Tensor image = nullptr, output = nullptr, bias = nullptr;
    dnn::Filter filter = nullptr;
    dnn::Convolution convolution = nullptr;
    dnn::Activation activation = nullptr;
    int algorithm = 0;
    size_t workspace_bytes = 0;
    bool usable = false;
  };
  Way& WayFor(const ConvolutionShape& shape);
  dnn::Status Call(const ConvolutionShape& shape, const ConvolutionAt& at, const Way& way);
  bool Describe(const ConvolutionShape& shape, Way* way);
  bool Choose(const ConvolutionShape& shape, Way* way);

  const DnnLibrary& library_;
  const bool tf32_;
  std::mutex mutex_;  // guards the handle, which has one stream at a time, and ways_
  dnn::Context handle_ = nullptr;
  std::map<std::array<int, 20>, Way> ways_;
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_LIBRARIES_DNN_H_
