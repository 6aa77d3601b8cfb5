// Conv2D, _FusedConv2D and DepthwiseConv2dNative, with their gradients, in both layouts. cuDNN does what
// it has a way for: windows padded alike on both sides, and no depthwise ones.
#include <algorithm>
#include <cstring>

#include "devices/cuda/copy.h"
#include "devices/cuda/kernels/window_args.h"
#include "devices/cuda/rows.h"
#include "devices/cuda/window.h"

namespace runnel::cuda {
namespace {

enum class Role { kForward, kInput, kFilter };

constexpr uint64_t kAligned = 256;  // where workspaces of cuDNN begin, as memory of the driver does

template <Role kRole, bool kDepthwise>
struct ConvKernel : KernelBase {
  CUfunction function;
  CUfunction sum_partial;
  plugin::WindowAttrs attrs;
  plugin::Epilogue epilogue;
  bool fused = false;
  int multiprocessors = 1;
  rnlp_device_t* device = nullptr;
  int32_t dtype = 0;
  CUfunction copy;
  Dnn* dnn = nullptr;
  uint64_t planned_bytes = 0;  // set once, by plan

  rnlp_status_t* Init(const Build& build) {
    dtype = build.input(kRole == Role::kForward ? 0 : 2);
    device = build.device;
    multiprocessors = device->multiprocessors;
    if (!kDepthwise) dnn = device->FindDnn();
    if (dnn != nullptr) RNLP_TRY(FindSized(build, k_move, "copy", plugin::DTypeSize(dtype), &copy));
    fused = op[0] == '_';
    if (fused) RNLP_TRY(epilogue.Init(build.host, build.node));
    RNLP_TRY(attrs.Init(build.host, build.node, op));
    constexpr const char* kStems[] = {"conv_forward",      "conv_input",      "conv_filter",
                                      "depthwise_forward", "depthwise_input", "depthwise_filter"};
    const char* stem = kStems[static_cast<int>(kRole) + (kDepthwise ? 3 : 0)];
    RNLP_TRY(FindTyped(build, op, k_conv, "sum_partial", dtype, &sum_partial));
    return FindTyped(build, op, k_conv, stem, dtype, &function);
  }

  // Shapes of image, filter and output; the output's is computed.
  struct Shape {
    const int64_t* image;
    const int64_t* filter;
    int64_t out[4];
    ConvArgs args;
  };
  rnlp_status_t* Resolve(const rnlp_host_t* host, const int64_t* image, const int64_t* filter,
                         Shape* shape) const {
    shape->image = image;
    shape->filter = filter;
    shape->args = {};
    constexpr int64_t kMost = plugin::kMostSize;
    const int64_t channels = image[attrs.channel_dim()];
    if (channels != filter[2] || channels > kMost || filter[3] > kMost ||
        (kDepthwise && channels * filter[3] > kMost)) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: the filter should have as many input channels as the image: %s and %s", op,
                  ShapeText(4, filter).c_str(), ShapeText(4, image).c_str());
    }
    shape->out[0] = image[0];
    shape->out[attrs.channel_dim()] = kDepthwise ? channels * filter[3] : filter[3];
    for (int axis = 0; axis < 2; ++axis) {
      plugin::WindowAxis fitted;
      RNLP_TRY(attrs.Fit(host, op, axis, image[attrs.dim(axis)], filter[axis], &fitted));
      shape->out[attrs.dim(axis)] = fitted.count;
      SetAxis(fitted, axis, &shape->args.window);
    }
    // Places and taps are counted in 31 bits.
    int64_t places = 0, seen = 0, taps = 0;
    constexpr int64_t kMostPlaces = INT32_MAX;
    const bool fits = plugin::Product(shape->out, 4, &places) && plugin::Product(image, 4, &seen) &&
                      plugin::Product(filter, 4, &taps);
    if (!fits || places / std::max<int64_t>(shape->out[attrs.channel_dim()], 1) > kMostPlaces ||
        seen / std::max<int64_t>(channels, 1) > kMostPlaces || taps > kMostPlaces) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: image %s and filter %s have more than 2^31 places or taps", op,
                  ShapeText(4, image).c_str(), ShapeText(4, filter).c_str());
    }
    shape->args.batch = static_cast<int>(image[0]);
    shape->args.image = LayoutOf(attrs, image);
    shape->args.output = LayoutOf(attrs, shape->out);
    shape->args.multiplier = static_cast<int>(filter[3]);
    shape->args.splits = Splits(*shape);
    return nullptr;
  }

  // How many parts the sums of a filter's gradient are cut into.
  int Splits(const Shape& shape) const {
    if (kRole != Role::kFilter || kDepthwise) return 1;
    const int64_t m = shape.filter[0] * shape.filter[1] * shape.filter[2], n = shape.filter[3];
    const int64_t places = shape.out[0] * shape.out[attrs.dim(0)] * shape.out[attrs.dim(1)];
    const int64_t tiles = std::max<int64_t>(1, (m + 63) / 64 * ((n + 63) / 64));
    return static_cast<int>(
        std::clamp<int64_t>(std::min(int64_t{multiprocessors} * 4 / tiles, places / 256), 1, 256));
  }
  static int64_t FilterElements(const Shape& shape) {
    return shape.filter[0] * shape.filter[1] * shape.filter[2] * shape.filter[3];
  }
  uint64_t PartialBytes(const Shape& shape) const {
    return shape.args.splits == 1 ? 0
                                  : static_cast<uint64_t>(shape.args.splits) *
                                        static_cast<uint64_t>(FilterElements(shape)) * 4;
  }

  rnlp_status_t* Plan(const rnlp_host_t* host, rnlp_plan_t* plan) {
    const rnlp_tensor_t* image = kRole == Role::kInput ? plan->outputs[0] : plan->inputs[0];
    const rnlp_tensor_t* filter = kRole == Role::kFilter ? plan->outputs[0] : plan->inputs[1];
    if (image->rank != 4 || filter->rank != 4) return nullptr;
    if (image->num_elements < 0 || filter->num_elements < 0) return nullptr;
    Shape shape;
    // What is wrong is said when it runs.
    if (!OwnedStatus(host, Resolve(host, image->dims, filter->dims, &shape)).ok()) return nullptr;
    planned_bytes = PartialBytes(shape);
    uint64_t library_bytes = 0;
    if (ByLibrary(shape, &library_bytes)) planned_bytes = library_bytes;
    plan->workspace_bytes = planned_bytes;
    return nullptr;
  }

  ConvolutionShape LibraryShape(const Shape& shape) const {
    ConvolutionShape out;
    out.which = kRole == Role::kForward ? ConvolutionShape::kForward
                : kRole == Role::kInput ? ConvolutionShape::kImageGradient
                                        : ConvolutionShape::kFilterGradient;
    out.dtype = dtype;
    out.channels_first = attrs.channel_dim() == 1;
    const auto set = [&](const int64_t* dims, int* to) {
      const int order[] = {0, attrs.channel_dim(), attrs.dim(0), attrs.dim(1)};
      for (int i = 0; i < 4; ++i) to[i] = static_cast<int>(dims[order[i]]);
    };
    set(shape.image, out.image);
    set(shape.out, out.output);
    for (int axis = 0; axis < 2; ++axis) {
      const Window& window = shape.args.window;
      out.filter[axis] = window.size[axis];
      out.pad[axis] = window.before[axis];
      out.stride[axis] = window.stride[axis];
      out.dilation[axis] = window.dilation[axis];
    }
    out.bias = fused && epilogue.has_bias;
    out.relu = fused && epilogue.relu;
    return out;
  }
  // The filter in cuDNN's order comes first.
  uint64_t FilterBytes(const Shape& shape) const {
    const uint64_t bytes = static_cast<uint64_t>(FilterElements(shape)) * plugin::DTypeSize(dtype);
    return (bytes + kAligned - 1) / kAligned * kAligned;
  }
  // Whether cuDNN has a way, and the workspace that it takes.
  bool ByLibrary(const Shape& shape, uint64_t* out_bytes) const {
    if (dnn == nullptr || FilterElements(shape) == 0 || shape.image[0] == 0) return false;
    const ConvolutionShape library = LibraryShape(shape);
    for (int axis = 0; axis < 2; ++axis) {
      // It pads alike on both sides, and drops what is left behind a stride.
      const int64_t reach = int64_t{library.dilation[axis]} * (library.filter[axis] - 1) + 1;
      const int64_t room = library.image[2 + axis] + 2 * int64_t{library.pad[axis]} - reach;
      if (room < 0 || room / library.stride[axis] + 1 != library.output[2 + axis]) return false;
    }
    if (!OwnedStatus(device->host, device->CheckAlive()).ok()) return false;
    const Current current(device);
    uint64_t bytes = 0;
    if (!dnn->Plan(library, &bytes)) return false;
    *out_bytes = FilterBytes(shape) + kAligned + bytes;
    return true;
  }

  // Between [h, w, c, k] at `plain` and [k, h, w, c], or [k, c, h, w], at `other`.
  rnlp_status_t* Reorder(const rnlp_run_t* run, const Shape& shape, u64 plain, u64 other,
                         bool back) const {
    const int64_t taps = shape.filter[0] * shape.filter[1], c = shape.filter[2], k = shape.filter[3];
    const bool first = attrs.channel_dim() == 1;
    CopyLoops loops;
    const auto loop = [&](int64_t count, int64_t plain_step, int64_t other_step) {
      loops.Loop(count, {back ? other_step : plain_step, back ? plain_step : other_step});
    };
    loop(k, 1, taps * c);
    loop(first ? c : taps, first ? k : c * k, first ? taps : c);
    loop(first ? taps : c, first ? c * k : k, 1);
    return CopyStrided(run, copy, plugin::DTypeSize(dtype), &loops, back ? other : plain,
                       back ? plain : other);
  }

  rnlp_status_t* Library(const rnlp_run_t* run, const Shape& shape, const ConvArgs& args) const {
    const u64 reordered = WorkspaceOf(run);
    ConvolutionAt at{};
    at.workspace = (reordered + FilterBytes(shape) + kAligned - 1) / kAligned * kAligned;
    at.bias = args.bias;
    at.filter = reordered;
    at.image = kRole == Role::kInput ? args.out : args.left;
    at.output = kRole == Role::kForward ? args.out : kRole == Role::kInput ? args.left : args.right;
    if (kRole != Role::kFilter) RNLP_TRY(Reorder(run, shape, args.right, reordered, false));
    RNLP_TRY(device->CheckAlive());
    {
      const Current current(device);
      CUstream stream = nullptr;
      RNLP_TRY(run->queue->Stream(&stream));
      const int status = dnn->Convolve(LibraryShape(shape), at, stream);
      if (status != 0)
        return Fail(run->host, RNLP_INTERNAL, "%s: cuDNN failed with status %d", op, status);
    }
    return kRole == Role::kFilter ? Reorder(run, shape, args.out, reordered, true) : nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* a = run->inputs[0];
    const rnlp_tensor_t* b = run->inputs[1];
    int64_t sizes[4];
    if (kRole != Role::kForward) {
      RNLP_TRY(ReadSizes(run->host, op, kRole == Role::kInput ? a : b, sizes));
    }
    if ((kRole != Role::kInput && a->rank != 4) || (kRole != Role::kFilter && b->rank != 4)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: images and filters should have four dimensions, got %s and %s", op,
                  ShapeText(a).c_str(), ShapeText(b).c_str());
    }
    Shape shape;
    RNLP_TRY(Resolve(run->host, kRole == Role::kInput ? sizes : a->dims,
                     kRole == Role::kFilter ? sizes : b->dims, &shape));
    if (kRole == Role::kForward) {
      RNLP_TRY(EnsureOutput(run, 0, 4, shape.out));
    } else {
      const rnlp_tensor_t* grad = run->inputs[2];
      if (grad->rank != 4 || !std::equal(grad->dims, grad->dims + 4, shape.out)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: out_backprop should have shape %s, got %s",
                    op, ShapeText(4, shape.out).c_str(), ShapeText(grad).c_str());
      }
      RNLP_TRY(EnsureOutput(run, 0, 4, sizes));
    }
    ConvArgs args = shape.args;
    if (fused) {
      const rnlp_tensor_t* bias = nullptr;
      RNLP_TRY(epilogue.Bias(run, op, shape.out[attrs.channel_dim()], &bias));
      if (bias != nullptr) args.bias = AddressOf(bias);
    }
    args.relu = epilogue.relu;
    if (run->outputs[0]->num_elements == 0) return nullptr;
    for (uint32_t i = 0; i < run->num_inputs && !fused; ++i) {
      if (run->inputs[i]->num_elements == 0) return ZeroOutput(run, 0);  // sums of nothing
    }
    args.left = AddressOf(kRole == Role::kInput ? run->inputs[2] : a);
    args.right = AddressOf(kRole == Role::kFilter ? run->inputs[2] : b);
    args.out = AddressOf(run->outputs[0]);
    uint64_t library_bytes = 0;
    if (WorkspaceOf(run) != 0 && ByLibrary(shape, &library_bytes) && library_bytes <= planned_bytes) {
      return Library(run, shape, args);
    }
    if (PartialBytes(shape) > planned_bytes) args.splits = 1;  // planning knew less
    args.partial = WorkspaceOf(run);
    if (kDepthwise) {
      const i64 count = run->outputs[0]->num_elements;
      return Launch(run, function,
                    kRole == Role::kFilter ? Grid{static_cast<u32>(std::min<i64>(count, 1 << 20))}
                                           : GridFor(run, count),
                    args);
    }
    const int64_t places = args.batch * int64_t{args.output.rows} * args.output.columns;
    const int64_t pixels = args.batch * int64_t{args.image.rows} * args.image.columns;
    const int64_t m = kRole == Role::kForward ? places
                      : kRole == Role::kInput ? pixels
                                              : shape.filter[0] * shape.filter[1] * shape.filter[2];
    const int64_t n = kRole == Role::kInput ? shape.filter[2] : shape.filter[3];
    RNLP_TRY(Launch(run, function,
                    {static_cast<u32>((m + 63) / 64), static_cast<u32>((n + 63) / 64),
                     static_cast<u32>(args.splits)},
                    args));
    if (args.splits == 1) return nullptr;
    const i64 count = FilterElements(shape);
    return Launch(run, sum_partial, GridFor(run, count),
                  SumPartialArgs{args.partial, args.out, count, args.splits});
  }
};

constexpr rnlp_arg_mark_t kInputSizes[] = {{"input_sizes", kHostConstant}};
constexpr rnlp_arg_mark_t kFilterSizes[] = {{"filter_sizes", kHostConstant}};

constexpr rnlp_kernel_row_t kRows[] = {
    Row<ConvKernel<Role::kForward, false>>("Conv2D", kFloatT),
    FusedRow<ConvKernel<Role::kForward, false>>("_FusedConv2D", kFloatT),
    Row<ConvKernel<Role::kInput, false>>("Conv2DBackpropInput", kFloatT, kInputSizes),
    Row<ConvKernel<Role::kFilter, false>>("Conv2DBackpropFilter", kFloatT, kFilterSizes),
    Row<ConvKernel<Role::kForward, true>>("DepthwiseConv2dNative", kFloatT),
    Row<ConvKernel<Role::kInput, true>>("DepthwiseConv2dNativeBackpropInput", kFloatT, kInputSizes),
    Row<ConvKernel<Role::kFilter, true>>("DepthwiseConv2dNativeBackpropFilter", kFloatT, kFilterSizes),
};

}  // namespace

std::span<const rnlp_kernel_row_t> ConvRows() { return kRows; }

}  // namespace runnel::cuda
