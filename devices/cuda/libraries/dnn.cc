#include "devices/cuda/libraries/dnn.h"

#include <algorithm>

#include "devices/cuda/libraries/library.h"

namespace runnel::cuda {
namespace {

// A way costs little; graphs with ever new shapes must not keep all of them.
constexpr size_t kMostWays = 1024;
constexpr size_t kMostWorkspaceBytes = size_t{64} << 20;
constexpr int kMostAlgorithms = 16;

bool Ok(dnn::Status status) { return status == dnn::kSuccess; }

dnn::Type TypeOf(int32_t dtype) {
  return dtype == RNLP_FLOAT ? dnn::kFloat : dtype == RNLP_HALF ? dnn::kHalf : dnn::kBFloat16;
}

}  // namespace

bool DnnLibrary::Open(const std::string& path) {
  void* const library = OpenLibrary(path, {"libcudnn.so.9", "libcudnn.so.8"});
  if (library == nullptr) return false;
#define RUNNEL_CUDA_FIND(name, parameters)                                 \
  name = reinterpret_cast<dnn::name##Call>(dlsym(library, "cudnn" #name)); \
  if (name == nullptr) return false;
  RUNNEL_CUDA_DNN_CALLS(RUNNEL_CUDA_FIND)
#undef RUNNEL_CUDA_FIND
  is_open_ = true;
  return true;
}

Dnn::~Dnn() {
  for (auto& [key, way] : ways_) {
    for (dnn::Tensor tensor : {way.image, way.output, way.bias}) {
      if (tensor != nullptr) library_.DestroyTensorDescriptor(tensor);
    }
    if (way.filter != nullptr) library_.DestroyFilterDescriptor(way.filter);
    if (way.convolution != nullptr) library_.DestroyConvolutionDescriptor(way.convolution);
    if (way.activation != nullptr) library_.DestroyActivationDescriptor(way.activation);
  }
  if (handle_ != nullptr) library_.Destroy(handle_);
}

bool Dnn::Start() {
  if (Ok(library_.Create(&handle_))) return true;
  handle_ = nullptr;
  return false;
}

bool Dnn::Describe(const ConvolutionShape& s, Way* way) {
  const dnn::Type type = TypeOf(s.dtype);
  const dnn::Format format = s.channels_first ? dnn::kNchw : dnn::kNhwc;
  const auto tensor = [&](dnn::Tensor* out, int n, int c, int h, int w) {
    return Ok(library_.CreateTensorDescriptor(out)) &&
           Ok(library_.SetTensor4dDescriptor(*out, format, type, n, c, h, w));
  };
  const dnn::Math math = type != dnn::kFloat ? dnn::kTensorOpMath
                         : tf32_             ? dnn::kDefaultMath
                                             : dnn::kFmaMath;
  return tensor(&way->image, s.image[0], s.image[1], s.image[2], s.image[3]) &&
         tensor(&way->output, s.output[0], s.output[1], s.output[2], s.output[3]) &&
         (!s.bias || tensor(&way->bias, 1, s.output[1], 1, 1)) &&
         Ok(library_.CreateFilterDescriptor(&way->filter)) &&
         Ok(library_.SetFilter4dDescriptor(way->filter, type, format, s.output[1], s.image[1],
                                           s.filter[0], s.filter[1])) &&
         Ok(library_.CreateConvolutionDescriptor(&way->convolution)) &&
         Ok(library_.SetConvolution2dDescriptor(way->convolution, s.pad[0], s.pad[1], s.stride[0],
                                                s.stride[1], s.dilation[0], s.dilation[1],
                                                dnn::kCrossCorrelation, dnn::kFloat)) &&
         Ok(library_.SetConvolutionMathType(way->convolution, math)) &&
         (!s.bias ||
          (Ok(library_.CreateActivationDescriptor(&way->activation)) &&
           Ok(library_.SetActivationDescriptor(way->activation, s.relu ? dnn::kRelu : dnn::kIdentity,
                                               dnn::kPropagateNan, 0))));
}

// The quickest, by the library's own estimate, of those that fit.
bool Dnn::Choose(const ConvolutionShape& s, Way* way) {
  dnn::Found found[kMostAlgorithms] = {};
  int count = 0;
  dnn::Status status = dnn::kSuccess;
  switch (s.which) {
    case ConvolutionShape::kForward:
      status =
          library_.GetConvolutionForwardAlgorithm_v7(handle_, way->image, way->filter, way->convolution,
                                                     way->output, kMostAlgorithms, &count, found);
      break;
    case ConvolutionShape::kImageGradient:
      status = library_.GetConvolutionBackwardDataAlgorithm_v7(handle_, way->filter, way->output,
                                                               way->convolution, way->image,
                                                               kMostAlgorithms, &count, found);
      break;
    case ConvolutionShape::kFilterGradient:
      status = library_.GetConvolutionBackwardFilterAlgorithm_v7(handle_, way->image, way->output,
                                                                 way->convolution, way->filter,
                                                                 kMostAlgorithms, &count, found);
      break;
  }
  if (!Ok(status)) return false;
  const dnn::Found* const end = found + std::clamp(count, 0, kMostAlgorithms);
  const dnn::Found* const best =
      std::find_if(static_cast<const dnn::Found*>(found), end, [&](const dnn::Found& f) {
        const bool follows = !s.bias || s.relu || f.algorithm == dnn::kImplicitPrecompGemm;
        return Ok(f.status) && f.deterministic != 0 && f.memory <= kMostWorkspaceBytes && follows;
      });
  if (best == end) return false;
  way->algorithm = best->algorithm;
  way->workspace_bytes = best->memory;
  // What is said for f32 stays: another kind might take TF32.
  return s.dtype == RNLP_FLOAT || Ok(library_.SetConvolutionMathType(way->convolution, best->math));
}

Dnn::Way& Dnn::WayFor(const ConvolutionShape& shape) {
  const auto known = ways_.find(shape.key());
  if (known != ways_.end()) return known->second;
  static Way none;
  // A Relu comes by a bias.
  if (ways_.size() >= kMostWays || (shape.relu && !shape.bias)) return none;
  Way& way = ways_[shape.key()];
  way.usable = Describe(shape, &way) && Choose(shape, &way);
  return way;
}

bool Dnn::Plan(const ConvolutionShape& shape, uint64_t* out_workspace_bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  const Way& way = WayFor(shape);
  *out_workspace_bytes = way.workspace_bytes;
  return way.usable;
}

int Dnn::Convolve(const ConvolutionShape& shape, const ConvolutionAt& at, CUstream_st* stream,
                  bool* out_done) {
  std::lock_guard<std::mutex> lock(mutex_);
  Way& way = WayFor(shape);
  dnn::Status status = library_.SetStream(handle_, stream);
  if (Ok(status)) status = Call(shape, at, way);
  *out_done = Ok(status);
  if (!dnn::IsUnsupported(status)) return status;
  way.usable = false;
  return dnn::kSuccess;
}

dnn::Status Dnn::Call(const ConvolutionShape& shape, const ConvolutionAt& at, const Way& way) {
  const float one = 1.0f, zero = 0.0f;
  const auto address = [](u64 of) { return reinterpret_cast<void*>(of); };
  void* const image = address(at.image);
  void* const filter = address(at.filter);
  void* const output = address(at.output);
  void* const workspace = address(at.workspace);
  switch (shape.which) {
    case ConvolutionShape::kImageGradient:
      return library_.ConvolutionBackwardData(handle_, &one, way.filter, filter, way.output, output,
                                              way.convolution, way.algorithm, workspace,
                                              way.workspace_bytes, &zero, way.image, image);
    case ConvolutionShape::kFilterGradient:
      return library_.ConvolutionBackwardFilter(handle_, &one, way.image, image, way.output, output,
                                                way.convolution, way.algorithm, workspace,
                                                way.workspace_bytes, &zero, way.filter, filter);
    case ConvolutionShape::kForward:
      break;
  }
  if (shape.bias) {
    return library_.ConvolutionBiasActivationForward(
        handle_, &one, way.image, image, way.filter, filter, way.convolution, way.algorithm, workspace,
        way.workspace_bytes, &zero, way.output, output, way.bias, address(at.bias), way.activation,
        way.output, output);
  }
  return library_.ConvolutionForward(handle_, &one, way.image, image, way.filter, filter,
                                     way.convolution, way.algorithm, workspace, way.workspace_bytes,
                                     &zero, way.output, output);
}

}  // namespace runnel::cuda
