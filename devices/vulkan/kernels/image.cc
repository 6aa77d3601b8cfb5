// Images: local response normalisation, resizing to the nearest pixel or between four, and gradients.
#include <algorithm>

#include "devices/vulkan/kernels/kernel.h"

namespace runnel::vulkan {
namespace {

// LRN: x. LRNGrad: dy, x, y.
template <bool kGradient>
struct LrnKernel {
  int64_t radius = 5;
  float bias = 1, alpha = 1, beta = 0.5F;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RNLP_TRY(plugin::AttrInt(host, node, "depth_radius", &radius));
    RNLP_TRY(plugin::AttrFloat(host, node, "bias", &bias));
    RNLP_TRY(plugin::AttrFloat(host, node, "alpha", &alpha));
    RNLP_TRY(plugin::AttrFloat(host, node, "beta", &beta));
    if (radius >= 0 && radius < INT32_MAX) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "LRN: attr depth_radius should be from 0 to 2147483646, got %lld",
                static_cast<long long>(radius));
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[kGradient ? 1 : 0];
    const rnlp_tensor_t* out = run->outputs[0];
    for (uint32_t i = 0; i < run->num_inputs; ++i) {
      if (x->rank == 4 && plugin::SameShape(x, run->inputs[i])) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "LRN: images of shape %s and %s",
                  plugin::ShapeText(x).c_str(), plugin::ShapeText(run->inputs[i]).c_str());
    }
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, x));
    if (x->num_elements == 0) return nullptr;
    Call call(run, Shader("lrn", TypeWord(x->dtype)));
    call.Const(kGradient ? 1 : 0).Read(x);
    call.Read(kGradient ? run->inputs[0] : x).Read(kGradient ? run->inputs[2] : x).Write(out);
    call.Push(x->num_elements).Push(x->dims[3]).Push(std::min(radius, x->dims[3]));
    call.PushFloat(bias).PushFloat(alpha).PushFloat(beta);
    return call.Threads(x->num_elements);
  }
};

// Input 0 is an image or a gradient; input 1 the other's size, or an image of that size.
template <bool kLinear, bool kGradient>
struct ResizeKernel {
  bool align = false, half = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RNLP_TRY(plugin::AttrBool(host, node, "align_corners", &align));
    RNLP_TRY(plugin::AttrBool(host, node, "half_pixel_centers", &half));
    if (!align || !half) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "resizing: attrs align_corners and half_pixel_centers are both true");
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *in = run->inputs[0], *size = run->inputs[1], *out = run->outputs[0];
    const bool by_image = kLinear && kGradient;
    const bool given = by_image ? size->rank == 4 : size->rank == 1 && size->dims[0] == 2;
    if (in->rank != 4 || !given) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "resizing: images of shape %s, a size of shape %s",
                  plugin::ShapeText(in).c_str(), plugin::ShapeText(size).c_str());
    }
    Dims dims;
    dims.Add(in->dims[0]);
    for (int64_t i = 0; i < 2; ++i) dims.Add(by_image ? size->dims[1 + i] : plugin::IndexAt(size, i));
    dims.Add(in->dims[3]);
    const bool same = !by_image || (size->dims[0] == in->dims[0] && size->dims[3] == in->dims[3]);
    if (!same || std::min({dims.size[1], dims.size[2], in->dims[1], in->dims[2]}) < 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "resizing: images of shape %s and %s",
                  plugin::ShapeText(in).c_str(), plugin::ShapeText(dims.rank, dims.size).c_str());
    }
    RNLP_TRY(Expect(run, 0, dims));
    if (out->num_elements == 0) return nullptr;
    const int64_t* image = kGradient ? dims.size : in->dims;
    const int64_t* resized = kGradient ? in->dims : dims.size;
    const char* type = kLinear && !kGradient ? TypeWord(in->dtype) : TypeWord(out->dtype);
    Call call(run, kGradient ? Shader("resize_grad", type)
                   : kLinear ? Shader("linear", type)
                             : Shader("nearest", SizeWord(out->dtype)));
    call.Const(align ? 1 : 0).Const(half ? 1 : 0);
    if (kGradient) call.Const(kLinear ? 1 : 0);
    call.Read(in).Write(out).Push(out->num_elements).Push(dims.size[3]);
    call.Push(image[1]).Push(image[2]).Push(resized[1]).Push(resized[2]);
    for (const int axis : {1, 2}) {
      const bool corners = align && resized[axis] > 1;
      call.PushFloat(corners
                         ? static_cast<float>(image[axis] - 1) / static_cast<float>(resized[axis] - 1)
                         : static_cast<float>(image[axis]) / static_cast<float>(resized[axis]));
    }
    return call.Threads(out->num_elements);
  }
};

constexpr int32_t kPicked[] = {RNLP_FLOAT, RNLP_HALF,  RNLP_INT32,  RNLP_INT64,  RNLP_UINT8,
                               RNLP_INT8,  RNLP_INT16, RNLP_UINT16, RNLP_DOUBLE, RNLP_BFLOAT16};
constexpr int32_t kMixed[] = {RNLP_FLOAT, RNLP_HALF, RNLP_INT32, RNLP_UINT8};
constexpr int32_t kSummed[] = {RNLP_FLOAT, RNLP_HALF, RNLP_INT32};
constexpr rnlp_type_constraint_t kPickedT[] = {plugin::Types("T", kPicked)};
constexpr rnlp_type_constraint_t kMixedT[] = {plugin::Types("T", kMixed)};
constexpr rnlp_type_constraint_t kSummedT[] = {plugin::Types("T", kSummed)};
constexpr rnlp_arg_mark_t kSize[] = {{"size", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <class K>
constexpr rnlp_kernel_row_t Resize(const char* op, const rnlp_type_constraint_t* types,
                                   uint32_t num_sizes) {
  return Row<K>({.op = op, .types = types, .num_types = 1, .args = kSize, .num_args = num_sizes});
}

}  // namespace

constinit const rnlp_kernel_row_t kImageRows[] = {
    Row<LrnKernel<false>>({.op = "LRN", .types = kFloatT, .num_types = 1}),
    Row<LrnKernel<true>>({.op = "LRNGrad", .types = kFloatT, .num_types = 1}),
    Resize<ResizeKernel<false, false>>("ResizeNearestNeighbor", kPickedT, 1),
    Resize<ResizeKernel<true, false>>("ResizeBilinear", kMixedT, 1),
    Resize<ResizeKernel<false, true>>("ResizeNearestNeighborGrad", kSummedT, 1),
    Resize<ResizeKernel<true, true>>("ResizeBilinearGrad", kFloatT, 0),
};
std::span<const rnlp_kernel_row_t> ImageRows() { return kImageRows; }

}  // namespace runnel::vulkan
