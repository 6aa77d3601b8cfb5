// A libcudnn that is none: takes the descriptions of convolutions that the plugin makes, and computes
// them by plain loops on the fake driver's streams.
#include <cuda.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <tuple>

#include "devices/cuda/device_code/language.h"
#include "devices/cuda/libraries/dnn_api.h"
#include "tests/cuda/fake/memory.h"
#include "tests/cuda/fake/tf32.h"

namespace {

using runnel::cuda::BFloat16;
using runnel::cuda::Half;
using runnel::cuda::Load;
using runnel::cuda::Store;
namespace dnn = runnel::cuda::dnn;

constexpr dnn::Status kBadParam = 3, kNotSupported = 9, kExecutionFailed = 8;
// What the fake's one algorithm asks for; it writes there, so that too little of it is noticed.
constexpr size_t kWorkspaceBytes = 1024;

// Four sizes in the order n, c, h, w, whatever lies in memory.
struct Sizes {
  dnn::Format format = dnn::kNchw;
  dnn::Type type = dnn::kFloat;
  int size[4] = {};
  int64_t At(int n, int c, int h, int w) const {
    const int64_t rows = size[2], columns = size[3], channels = size[1];
    return format == dnn::kNhwc ? ((n * rows + h) * columns + w) * channels + c
                                : ((n * channels + c) * rows + h) * columns + w;
  }
};
struct Window {
  int pad[2], stride[2], dilation[2];
  dnn::Math math = dnn::kDefaultMath;
};

double Element(const void* data, dnn::Type type, int64_t i) {
  if (type == dnn::kFloat) return static_cast<const float*>(data)[i];
  if (type == dnn::kHalf) return Load(static_cast<const Half*>(data)[i]);
  return Load(static_cast<const BFloat16*>(data)[i]);
}
void SetElement(void* data, dnn::Type type, int64_t i, double value) {
  const auto rounded = static_cast<float>(value);
  if (type == dnn::kFloat) {
    static_cast<float*>(data)[i] = rounded;
  } else if (type == dnn::kHalf) {
    static_cast<Half*>(data)[i] = Store<Half>(rounded);
  } else {
    static_cast<BFloat16*>(data)[i] = Store<BFloat16>(rounded);
  }
}

enum class Which { kForward, kImage, kFilter };
struct Call {
  Which which;
  Sizes x, w, y;
  Window window;
  uint64_t x_at, w_at, y_at, workspace_at, bias_at;
  bool relu;
};

// f(n, k, i, j, c, s, t, h, w) for every tap of every window that lies in the image.
template <typename F>
void EachTap(const Call& call, const F& f) {
  const auto& [x, w, y] = std::tie(call.x, call.w, call.y);
  for (int n = 0; n < y.size[0]; ++n) {
    for (int i = 0; i < y.size[2]; ++i) {
      for (int j = 0; j < y.size[3]; ++j) {
        for (int s = 0; s < w.size[2]; ++s) {
          for (int t = 0; t < w.size[3]; ++t) {
            const int h = i * call.window.stride[0] - call.window.pad[0] + s * call.window.dilation[0];
            const int v = j * call.window.stride[1] - call.window.pad[1] + t * call.window.dilation[1];
            if (h < 0 || v < 0 || h >= x.size[2] || v >= x.size[3]) continue;
            for (int k = 0; k < w.size[0]; ++k) {
              for (int c = 0; c < w.size[1]; ++c) f(n, k, i, j, c, s, t, h, v);
            }
          }
        }
      }
    }
  }
}

void Compute(void* arg) {
  const std::unique_ptr<Call> owned(static_cast<Call*>(arg));
  const Call& call = *owned;
  void* x = fake_cuda::HostAddress(call.x_at);
  void* w = fake_cuda::HostAddress(call.w_at);
  void* y = fake_cuda::HostAddress(call.y_at);
  std::memset(fake_cuda::HostAddress(call.workspace_at), 0xa5, kWorkspaceBytes);
  const Sizes& out = call.which == Which::kForward ? call.y
                     : call.which == Which::kImage ? call.x
                                                   : call.w;
  const int64_t count = int64_t{out.size[0]} * out.size[1] * out.size[2] * out.size[3];
  const std::unique_ptr<double[]> sums(new double[static_cast<size_t>(count)]());
  const bool tf32 = call.window.math == dnn::kDefaultMath && out.type == dnn::kFloat;
  const auto at = [&](const void* data, const Sizes& of, int a, int b, int c, int d) {
    const double element = Element(data, of.type, of.At(a, b, c, d));
    return tf32 ? fake_cuda::ToTf32(static_cast<float>(element)) : element;
  };
  EachTap(call, [&](int n, int k, int i, int j, int c, int s, int t, int h, int v) {
    switch (call.which) {
      case Which::kForward:
        sums[out.At(n, k, i, j)] += at(x, call.x, n, c, h, v) * at(w, call.w, k, c, s, t);
        break;
      case Which::kImage:
        sums[out.At(n, c, h, v)] += at(y, call.y, n, k, i, j) * at(w, call.w, k, c, s, t);
        break;
      case Which::kFilter:
        sums[out.At(k, c, s, t)] += at(x, call.x, n, c, h, v) * at(y, call.y, n, k, i, j);
        break;
    }
  });
  void* const to = call.which == Which::kForward ? y : call.which == Which::kImage ? x : w;
  const int64_t inner = out.format == dnn::kNhwc ? 1 : int64_t{out.size[2]} * out.size[3];
  for (int64_t e = 0; e < count; ++e) {
    double sum = sums[e];
    if (call.bias_at != 0)
      sum += Element(fake_cuda::HostAddress(call.bias_at), out.type, e / inner % out.size[1]);
    SetElement(to, out.type, e, call.relu && sum < 0 ? 0 : sum);
  }
}

CUstream stream_of_handle = nullptr;  // the plugin guards its handle
std::atomic<int64_t> convolutions{0};
std::atomic<dnn::Status> failure{dnn::kSuccess};

template <typename T, typename Handle>
T* From(Handle handle) {
  return reinterpret_cast<T*>(handle);
}
template <typename T, typename Handle>
dnn::Status Make(Handle* out) {
  *out = reinterpret_cast<Handle>(new T{});
  return dnn::kSuccess;
}
template <typename T, typename Handle>
dnn::Status Free(Handle handle) {
  delete From<T>(handle);
  return dnn::kSuccess;
}

// As the library does: dimensions that do not follow from each other, or formats that differ, are
// refused.
bool Fits(const Sizes& x, const Sizes& w, const Sizes& y, const Window& window) {
  bool fits = x.format == w.format && x.format == y.format && x.type == w.type && x.type == y.type &&
              x.size[0] == y.size[0] && x.size[1] == w.size[1] && y.size[1] == w.size[0];
  for (int axis = 0; axis < 2; ++axis) {
    const int reach = (w.size[2 + axis] - 1) * window.dilation[axis] + 1;
    const int room = x.size[2 + axis] + 2 * window.pad[axis] - reach;
    fits = fits && room >= 0 && y.size[2 + axis] == room / window.stride[axis] + 1;
  }
  // For lack of a way, as the library may have none: images of three channels in half.
  return fits && !(x.type == dnn::kHalf && x.size[1] == 3);
}

// The first is quick and not the same each time, the second too large; the third is asked for.
dnn::Status Find(bool fits, dnn::Math math, int most, int* count, dnn::Found* found) {
  if (!fits) return kNotSupported;
  if (most < 3) return kBadParam;
  *count = 3;
  found[0] = {3, dnn::kSuccess, 1, 0, 0, math, {}};
  found[1] = {2, dnn::kSuccess, 2, size_t{1} << 40, 1, math, {}};
  found[2] = {dnn::kImplicitPrecompGemm, dnn::kSuccess, 3, kWorkspaceBytes, 1, math, {}};
  return dnn::kSuccess;
}

dnn::Status Put(Which which, dnn::Tensor x, const void* x_at, dnn::Filter w, const void* w_at,
                dnn::Tensor y, const void* y_at, dnn::Convolution window, int algorithm, void* workspace,
                size_t bytes, const void* alpha, const void* beta, const void* bias, bool relu) {
  const bool known = *static_cast<const float*>(alpha) == 1 && *static_cast<const float*>(beta) == 0 &&
                     algorithm == dnn::kImplicitPrecompGemm && bytes == kWorkspaceBytes;
  if (!known || !Fits(*From<Sizes>(x), *From<Sizes>(w), *From<Sizes>(y), *From<Window>(window)))
    return kBadParam;
  if (failure != dnn::kSuccess) return failure;
  ++convolutions;
  const auto at = [](const void* data) { return reinterpret_cast<uint64_t>(data); };
  auto call = std::make_unique<Call>(Call{which, *From<Sizes>(x), *From<Sizes>(w), *From<Sizes>(y),
                                          *From<Window>(window), at(x_at), at(w_at), at(y_at),
                                          at(workspace), at(bias), relu});
  if (cuLaunchHostFunc(stream_of_handle, Compute, call.get()) != CUDA_SUCCESS) return kExecutionFailed;
  (void)call.release();  // Compute's
  return dnn::kSuccess;
}

}  // namespace

// The entries, under the library's names.
#define ENTRY(name) dnn::Status cudnn##name
extern "C" {

// For tests: how many were put on a stream, and what is answered from now on instead.
int64_t fake_cudnn_convolutions() { return convolutions; }
void fake_cudnn_fail(dnn::Status status) { failure = status; }

ENTRY(Create)(dnn::Context* out) { return Make<int>(out); }
ENTRY(Destroy)(dnn::Context context) { return Free<int>(context); }
ENTRY(SetStream)(dnn::Context, CUstream stream) {
  stream_of_handle = stream;
  return dnn::kSuccess;
}
ENTRY(CreateTensorDescriptor)(dnn::Tensor* out) { return Make<Sizes>(out); }
ENTRY(DestroyTensorDescriptor)(dnn::Tensor tensor) { return Free<Sizes>(tensor); }
ENTRY(SetTensor4dDescriptor)
(dnn::Tensor tensor, dnn::Format format, dnn::Type type, int n, int c, int h, int w) {
  if (n <= 0 || c <= 0 || h <= 0 || w <= 0) return kBadParam;
  *From<Sizes>(tensor) = {format, type, {n, c, h, w}};
  return dnn::kSuccess;
}
ENTRY(CreateFilterDescriptor)(dnn::Filter* out) { return Make<Sizes>(out); }
ENTRY(DestroyFilterDescriptor)(dnn::Filter filter) { return Free<Sizes>(filter); }
ENTRY(SetFilter4dDescriptor)
(dnn::Filter filter, dnn::Type type, dnn::Format format, int k, int c, int h, int w) {
  if (k <= 0 || c <= 0 || h <= 0 || w <= 0) return kBadParam;
  *From<Sizes>(filter) = {format, type, {k, c, h, w}};
  return dnn::kSuccess;
}
ENTRY(CreateConvolutionDescriptor)(dnn::Convolution* out) { return Make<Window>(out); }
ENTRY(DestroyConvolutionDescriptor)(dnn::Convolution window) { return Free<Window>(window); }
ENTRY(SetConvolution2dDescriptor)
(dnn::Convolution window, int pad_h, int pad_w, int stride_h, int stride_w, int dilation_h,
 int dilation_w, dnn::Mode mode, dnn::Type compute) {
  if (mode != dnn::kCrossCorrelation || compute != dnn::kFloat || pad_h < 0 || pad_w < 0)
    return kBadParam;
  *From<Window>(window) = {{pad_h, pad_w}, {stride_h, stride_w}, {dilation_h, dilation_w}};
  return dnn::kSuccess;
}
ENTRY(SetConvolutionMathType)(dnn::Convolution window, dnn::Math math) {
  From<Window>(window)->math = math;
  return dnn::kSuccess;
}
ENTRY(CreateActivationDescriptor)(dnn::Activation* out) { return Make<int>(out); }
ENTRY(DestroyActivationDescriptor)(dnn::Activation activation) { return Free<int>(activation); }
ENTRY(SetActivationDescriptor)
(dnn::Activation activation, dnn::ActivationMode mode, dnn::Nan nan, double) {
  *From<int>(activation) = mode;
  return nan == dnn::kPropagateNan ? dnn::kSuccess : kBadParam;
}

ENTRY(GetConvolutionForwardAlgorithm_v7)
(dnn::Context, dnn::Tensor x, dnn::Filter w, dnn::Convolution window, dnn::Tensor y, int most,
 int* count, dnn::Found* found) {
  const Window& described = *From<Window>(window);
  return Find(Fits(*From<Sizes>(x), *From<Sizes>(w), *From<Sizes>(y), described), described.math, most,
              count, found);
}
ENTRY(GetConvolutionBackwardDataAlgorithm_v7)
(dnn::Context context, dnn::Filter w, dnn::Tensor dy, dnn::Convolution window, dnn::Tensor dx, int most,
 int* count, dnn::Found* found) {
  return cudnnGetConvolutionForwardAlgorithm_v7(context, dx, w, window, dy, most, count, found);
}
ENTRY(GetConvolutionBackwardFilterAlgorithm_v7)
(dnn::Context context, dnn::Tensor x, dnn::Tensor dy, dnn::Convolution window, dnn::Filter dw, int most,
 int* count, dnn::Found* found) {
  return cudnnGetConvolutionForwardAlgorithm_v7(context, x, dw, window, dy, most, count, found);
}

ENTRY(ConvolutionForward)
(dnn::Context, const void* alpha, dnn::Tensor x, const void* x_at, dnn::Filter w, const void* w_at,
 dnn::Convolution window, int algorithm, void* workspace, size_t bytes, const void* beta, dnn::Tensor y,
 void* y_at) {
  return Put(Which::kForward, x, x_at, w, w_at, y, y_at, window, algorithm, workspace, bytes, alpha,
             beta, nullptr, false);
}
ENTRY(ConvolutionBiasActivationForward)
(dnn::Context, const void* alpha, dnn::Tensor x, const void* x_at, dnn::Filter w, const void* w_at,
 dnn::Convolution window, int algorithm, void* workspace, size_t bytes, const void* beta, dnn::Tensor z,
 const void* z_at, dnn::Tensor bias, const void* bias_at, dnn::Activation activation, dnn::Tensor y,
 void* y_at) {
  const Sizes& sizes = *From<Sizes>(bias);
  if (z != y || z_at != y_at || bias_at == nullptr || sizes.size[1] != From<Sizes>(y)->size[1] ||
      sizes.size[0] * sizes.size[2] * sizes.size[3] != 1) {
    return kBadParam;
  }
  return Put(Which::kForward, x, x_at, w, w_at, y, y_at, window, algorithm, workspace, bytes, alpha,
             beta, bias_at, *From<int>(activation) == dnn::kRelu);
}
ENTRY(ConvolutionBackwardData)
(dnn::Context, const void* alpha, dnn::Filter w, const void* w_at, dnn::Tensor dy, const void* dy_at,
 dnn::Convolution window, int algorithm, void* workspace, size_t bytes, const void* beta, dnn::Tensor dx,
 void* dx_at) {
  return Put(Which::kImage, dx, dx_at, w, w_at, dy, dy_at, window, algorithm, workspace, bytes, alpha,
             beta, nullptr, false);
}
ENTRY(ConvolutionBackwardFilter)
(dnn::Context, const void* alpha, dnn::Tensor x, const void* x_at, dnn::Tensor dy, const void* dy_at,
 dnn::Convolution window, int algorithm, void* workspace, size_t bytes, const void* beta, dnn::Filter dw,
 void* dw_at) {
  return Put(Which::kFilter, x, x_at, dw, dw_at, dy, dy_at, window, algorithm, workspace, bytes, alpha,
             beta, nullptr, false);
}

}  // extern "C"
