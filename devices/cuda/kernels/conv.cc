// Conv2D, _FusedConv2D and DepthwiseConv2dNative, with their gradients, in both layouts. cuDNN does what
// it has a way for, which are no depthwise ones. It pads alike on both sides: where that is not what is
// asked for, it gets an image that was padded before, or gives the gradient of one.
#include <algorithm>
#include <cstring>

#include "devices/cuda/device_code/window_args.h"
#include "devices/cuda/kernels/copy.h"
#include "devices/cuda/kernels/window.h"

namespace runnel::cuda {
namespace {

enum class Role { kForward, kInput, kFilter };

constexpr uint64_t kAligned = 256;  // where workspaces of cuDNN begin, as memory of the driver does
constexpr uint64_t kMostPaddedBytes = uint64_t{256} << 20;

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
  CopyFunctions copy;
  Dnn* dnn = nullptr;
  uint64_t planned_bytes = 0;  // set once, by plan

  static const char* Refuse(const rnlp_host_t* host, const rnlp_node_t* node,
                            const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                            const rnlp_support_t& answer) {
    return kDepthwise ? nullptr : plugin::RefuseGroups(host, node, inputs, num_inputs, &answer);
  }

  rnlp_status_t* Init(const Build& build) {
    dtype = build.input(kRole == Role::kForward ? 0 : 2);
    device = build.device;
    multiprocessors = device->multiprocessors;
    if (!kDepthwise) dnn = device->FindDnn();
    if (dnn != nullptr) RNLP_TRY(copy.Find(build, plugin::DTypeSize(dtype)));
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
    LibraryWay way;
    if (ByLibrary(shape, &way)) planned_bytes = way.workspace_bytes;
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
  // How cuDNN does it. In the workspace lie the filter in its order, the padded image, and what it wants
  // for itself.
  struct LibraryWay {
    ConvolutionShape shape;
    bool padded = false;
    int64_t before[2] = {};   // of the padded image
    int64_t covered[2] = {};  // lines and columns of the image that are in it
    uint64_t filter_bytes = 0, image_bytes = 0;
    uint64_t workspace_bytes = 0;
  };
  static uint64_t Aligned(uint64_t bytes) { return (bytes + kAligned - 1) / kAligned * kAligned; }

  bool ByLibrary(const Shape& shape, LibraryWay* way) const {
    if (dnn == nullptr || FilterElements(shape) == 0 || shape.image[0] == 0) return false;
    // Of floats with channels last it has one deterministic way, which takes many times as long as ours.
    if (kRole == Role::kFilter && dtype == RNLP_FLOAT && attrs.channel_dim() != 1 &&
        !device->instance->options.tf32)
      return false;
    ConvolutionShape& library = way->shape = LibraryShape(shape);
    int64_t padded[2];
    for (int axis = 0; axis < 2; ++axis) {
      const int64_t reach = int64_t{library.dilation[axis]} * (library.filter[axis] - 1) + 1;
      const int64_t size = library.image[2 + axis], before = library.pad[axis];
      // It pads alike on both sides, and drops what is left behind a stride.
      const int64_t room = size + 2 * before - reach;
      way->padded |= room < 0 || room / library.stride[axis] + 1 != library.output[2 + axis];
      padded[axis] = (int64_t{library.output[2 + axis]} - 1) * library.stride[axis] + reach;
      way->before[axis] = before;
      way->covered[axis] = std::min(size, padded[axis] - before);
      if (way->covered[axis] <= 0) return false;  // windows see nothing but zeros
    }
    const auto bytes = uint64_t{plugin::DTypeSize(dtype)};
    way->filter_bytes = Aligned(static_cast<uint64_t>(FilterElements(shape)) * bytes);
    if (way->padded) {
      const int64_t sizes[] = {library.image[0], library.image[1], padded[0], padded[1]};
      int64_t count = 0;
      constexpr int64_t kMost = INT32_MAX;
      if (!plugin::Product(sizes, 4, &count) || padded[0] > kMost || padded[1] > kMost ||
          static_cast<uint64_t>(count) > kMostPaddedBytes / bytes)
        return false;
      way->image_bytes = Aligned(static_cast<uint64_t>(count) * bytes);
      for (int axis = 0; axis < 2; ++axis) {
        library.image[2 + axis] = static_cast<int>(padded[axis]);
        library.pad[axis] = 0;
      }
    }
    if (!OwnedStatus(device->host, device->CheckAlive()).ok()) return false;
    const Current current(device);
    uint64_t own_bytes = 0;
    if (!dnn->Plan(library, &own_bytes)) return false;
    way->workspace_bytes = way->filter_bytes + way->image_bytes + kAligned + own_bytes;
    return true;
  }

  // Copies what the padded image has of the image, in or out of it.
  rnlp_status_t* CopyCovered(const rnlp_run_t* run, const Shape& shape, const LibraryWay& way, u64 image,
                             u64 padded, bool out) const {
    const bool first = attrs.channel_dim() == 1;
    const int* const from = way.shape.image;  // n, c, h, w
    const int64_t h = shape.image[attrs.dim(0)], w = shape.image[attrs.dim(1)], c = from[1];
    const int64_t inner = first ? 1 : c;
    CopyLoops loops;
    const auto loop = [&](int64_t count, int64_t image_step, int64_t padded_step) {
      loops.Loop(count, {out ? padded_step : image_step, out ? image_step : padded_step});
    };
    const int64_t plane = int64_t{from[2]} * from[3] * inner;
    loop(first ? from[0] * c : from[0], h * w * inner, plane);
    loop(way.covered[0], w * inner, from[3] * inner);
    loop(way.covered[1] * inner, 1, 1);
    const uint64_t bytes = plugin::DTypeSize(dtype);
    padded += static_cast<u64>((way.before[0] * from[3] + way.before[1]) * inner) * bytes;
    return CopyStrided(run, copy, &loops, out ? padded : image, out ? image : padded);
  }
  // The image as cuDNN wants it, or zeros.
  rnlp_status_t* Pad(const rnlp_run_t* run, const Shape& shape, const LibraryWay& way, u64 image,
                     u64 padded) const {
    RNLP_TRY(device->CheckAlive());
    {
      const Current current(device);
      CUstream stream = nullptr;
      RNLP_TRY(run->queue->Stream(&stream));
      RUNNEL_CUDA_TRY(device, MemsetD8Async, padded, 0, way.image_bytes, stream);
    }
    return CopyCovered(run, shape, way, image, padded, false);
  }
  // The image's gradient from that of the padded one: of what no window has seen it is 0.
  rnlp_status_t* Cut(const rnlp_run_t* run, const Shape& shape, const LibraryWay& way, u64 padded,
                     u64 image) const {
    if (way.covered[0] < shape.image[attrs.dim(0)] || way.covered[1] < shape.image[attrs.dim(1)])
      RNLP_TRY(ZeroOutput(run, 0));
    return CopyCovered(run, shape, way, image, padded, true);
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
    return CopyStrided(run, copy, &loops, back ? other : plain, back ? plain : other);
  }

  // *out_done is false if the library turns out to have no way.
  rnlp_status_t* Library(const rnlp_run_t* run, const Shape& shape, const LibraryWay& way,
                         const ConvArgs& args, bool* out_done) const {
    const u64 reordered = WorkspaceOf(run), padded = reordered + way.filter_bytes;
    const u64 image = kRole == Role::kInput ? args.out : args.left;
    ConvolutionAt at{};
    at.workspace = Aligned(padded + way.image_bytes);
    at.bias = args.bias;
    at.filter = reordered;
    at.image = way.padded ? padded : image;
    at.output = kRole == Role::kForward ? args.out : kRole == Role::kInput ? args.left : args.right;
    if (kRole != Role::kFilter) RNLP_TRY(Reorder(run, shape, args.right, reordered, false));
    if (way.padded && kRole != Role::kInput) RNLP_TRY(Pad(run, shape, way, image, padded));
    RNLP_TRY(device->CheckAlive());
    {
      const Current current(device);
      CUstream stream = nullptr;
      RNLP_TRY(run->queue->Stream(&stream));
      const int status = dnn->Convolve(way.shape, at, stream, out_done);
      if (status != 0)
        return Fail(run->host, RNLP_INTERNAL, "%s: cuDNN failed with status %d", op, status);
    }
    if (!*out_done) return nullptr;
    if (way.padded && kRole == Role::kInput) return Cut(run, shape, way, padded, image);
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
    LibraryWay way;
    if (WorkspaceOf(run) != 0 && ByLibrary(shape, &way) && way.workspace_bytes <= planned_bytes) {
      bool done = false;
      RNLP_TRY(Library(run, shape, way, args, &done));
      if (done) return nullptr;
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
    RNLP_TRY(Launch(
        run, function,
        {static_cast<u32>((m + 63) / 64), static_cast<u32>(std::min<int64_t>((n + 63) / 64, 65535)),
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
