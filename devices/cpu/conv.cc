// Math: Conv2D _FusedConv2D Conv2DBackpropInput Conv2DBackpropFilter DepthwiseConv2dNative
// _FusedDepthwiseConv2dNative and its two gradients.
//
// All are products with a matrix of windows (window_gemm.h), or sums channel by channel
// (window_depthwise.h). The gradient for the image is one such product for every phase of the strides:
// the pixels of a phase see the same taps of the filter.
#include <algorithm>
#include <iterator>
#include <numeric>

#include "devices/cpu/packed.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/window_depthwise.h"
#include "devices/cpu/window_integer.h"

namespace runnel::cpu {
namespace {

constexpr char kFusedForward[] = "_FusedConv2D";
constexpr char kFusedDepthwise[] = "_FusedDepthwiseConv2dNative";

enum class Role { kForward, kInput, kFilter };

// One call: the shapes of image and filter, and how they meet.
struct ConvShape {
  const int64_t* image;   // 4 dims
  const int64_t* filter;  // rows, columns, channels, out
  WindowAxis axes[2];
  int64_t out[4];
  int64_t groups = 1;  // of channels that see one another

  int64_t taps() const { return filter[0] * filter[1]; }
  double flops() const {
    return 2.0 * static_cast<double>(out[0]) * static_cast<double>(axes[0].count) *
           static_cast<double>(axes[1].count) * static_cast<double>(taps()) *
           static_cast<double>(filter[2]) * static_cast<double>(filter[3]);
  }
};

// What the pixels phase, phase + stride, ... of an axis see.
struct Phase {
  Phase(const WindowAxis& axis, int64_t phase)
      : pixels((axis.image - phase + axis.stride - 1) / axis.stride) {
    const int64_t common = std::gcd(axis.stride, axis.dilation);
    const int64_t step = axis.stride / common;
    int64_t tap = 0;
    const int64_t end = std::min(step, axis.window);
    while (tap < end && (phase + axis.before - tap * axis.dilation) % axis.stride != 0) ++tap;
    image_step = axis.dilation / common;
    most_taps = (axis.window + step - 1) / step;
    if (tap == end) return;
    // From the last tap to the first, so that the output is walked forwards.
    taps = (axis.window - 1 - tap) / step + 1;
    last = tap + (taps - 1) * step;
    tap_step = -step;
    first = (phase + axis.before - last * axis.dilation) / axis.stride;
  }
  int64_t pixels;
  int64_t taps = 0, last = 0, tap_step = 0;
  int64_t first = 0, image_step = 1;
  int64_t most_taps;  // of any phase
};

template <Role kRole, bool kDepthwise>
struct ConvKernel {
  const char* op;
  int32_t dtype = 0;
  WindowAttrs attrs;
  Isa isa = Isa::kBase;
  const GemmTable* gemms = nullptr;
  const DepthwiseTable* depthwise = nullptr;
  Epilogue epilogue;           // of the fused ops
  FusedProgram program;        // the epilogue's
  uint64_t planned_bytes = 0;  // these two are set once, by plan
  WindowJoin join;             // that the packed filter is for

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 2);
    if (kRole == Role::kForward) dtype = host->node_input_dtype(host, node, 0);
    isa = ChooseIsa(host);
    gemms = &Gemms(isa);
    if constexpr (kHasDepthwise) depthwise = &Depthwise(isa);
    if (IsFused()) RUNNEL_CPU_RETURN_IF_ERROR(epilogue.Init(host, node, dtype, &program));
    return attrs.Init(host, node, op);
  }
  bool IsFused() const { return op == kFusedForward || op == kFusedDepthwise; }
  uint32_t ComputeBytes() const { return dtype == RNLP_DOUBLE ? 8 : 4; }

  rnlp_status_t* Resolve(const rnlp_host_t* host, const int64_t* image, const int64_t* filter,
                         ConvShape* shape) const {
    shape->image = image;
    shape->filter = filter;
    const int64_t channels = image[attrs.channel_dim()];
    const bool in_groups = !kDepthwise && filter[2] > 0 && channels % filter[2] == 0 &&
                           channels > filter[2] && filter[3] % (channels / filter[2]) == 0;
    if ((channels != filter[2] && !in_groups) || channels > kMostSize || filter[3] > kMostSize ||
        (kDepthwise && channels * filter[3] > kMostSize)) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: the filter should have as many input channels as the image%s: %s and %s", op,
                  kDepthwise ? "" : ", or divide them into groups that divide its output channels",
                  ShapeText(4, filter).text, ShapeText(4, image).text);
    }
    shape->groups = in_groups ? channels / filter[2] : 1;
    shape->out[0] = image[0];
    shape->out[attrs.channel_dim()] = kDepthwise ? channels * filter[3] : filter[3];
    for (int axis = 0; axis < 2; ++axis) {
      RUNNEL_CPU_RETURN_IF_ERROR(
          attrs.Fit(host, op, axis, image[attrs.dim(axis)], filter[axis], &shape->axes[axis]));
      shape->out[attrs.dim(axis)] = shape->axes[axis].count;
    }
    return nullptr;
  }

  // The windows of the forward pass, which the gradient for the filter sees too.
  WindowMatrix Windows(const ConvShape& shape, const void* image) const {
    const auto& [rows, columns] = shape.axes;
    return {image,
            ImageLayout(attrs, shape.image),
            {rows.count, columns.count},
            {rows.stride, columns.stride},
            {-rows.before, -columns.before},
            {rows.window, columns.window},
            {rows.dilation, columns.dilation}};
  }
  // What the pixels of one phase see of the gradient.
  WindowMatrix Windows(const ConvShape& shape, const Phase& a, const Phase& b, const void* grad) const {
    return {grad,
            ImageLayout(attrs, shape.out),
            {a.pixels, b.pixels},
            {1, 1},
            {a.first, b.first},
            {a.taps, b.taps},
            {a.image_step, b.image_step}};
  }
  // For shapes without zeros.
  DepthwiseCut CutOf(const ConvShape& shape) const {
    if (kRole != Role::kInput) {
      return DepthwiseCut(Windows(shape, nullptr), shape.filter[2], shape.filter[3]);
    }
    Phase a(shape.axes[0], 0), b(shape.axes[1], 0);
    a.taps = a.most_taps;
    b.taps = b.most_taps;
    return DepthwiseCut(Windows(shape, a, b, nullptr), shape.filter[2], shape.filter[3]);
  }

  // 0 where there is nothing to compute, or too much.
  uint64_t WorkspaceBytes(const ConvShape& shape, bool packed = false) const {
    int64_t image = 0, out = 0, depth = 0;
    if (dtype == RNLP_INT32 || !Product(shape.image, 4, &image) || !Product(shape.out, 4, &out) ||
        !Product(shape.filter, 4, &depth) || image == 0 || depth == 0 || out == 0) {
      return 0;
    }
    const uint32_t bytes = ComputeBytes();
    const int64_t in = shape.filter[2], columns = shape.filter[3];
    if constexpr (kDepthwise) {
      const ImageLayout a(attrs, shape.image), b(attrs, shape.out);
      const bool direct = bytes == TypeSize(dtype) && StaysInPlace<float>(a, b, columns);
      const auto bytes_of = kRole == Role::kFilter ? DepthwiseGradientBytes : DepthwiseProductBytes;
      return bytes_of(CutOf(shape), shape.out[0], direct, bytes);
    }
    if (kRole == Role::kFilter)
      return WindowGradientBytes(*gemms, Windows(shape, nullptr), ImageLayout(attrs, shape.out), bytes,
                                 bytes != TypeSize(dtype));
    if (kRole == Role::kForward)
      return WindowProductBytes(*gemms, Windows(shape, nullptr), columns, bytes, packed);
    // The most of all phases. More rows or taps do not always take more: they may be cut in another way.
    uint64_t most = 0;
    struct Size {
      int64_t pixels, taps;
    } seen[8];  // of the rows' phases there are six kinds
    size_t num_seen = 0;
    for (int64_t i = 0; i < std::min(shape.axes[0].stride, shape.axes[0].image); ++i) {
      const Phase a(shape.axes[0], i);
      if (std::any_of(seen, seen + num_seen,
                      [&](const Size& s) { return s.pixels == a.pixels && s.taps == a.taps; })) {
        continue;
      }
      if (num_seen < std::size(seen)) seen[num_seen++] = {a.pixels, a.taps};
      for (int64_t j = 0; j < std::min(shape.axes[1].stride, shape.axes[1].image); ++j) {
        const WindowMatrix windows = Windows(shape, a, Phase(shape.axes[1], j), nullptr);
        most = std::max(most, WindowProductBytes(*gemms, windows, in, bytes));
      }
    }
    return most;
  }

  // ---- groups: each alone, with its parts of image, filter and output copied together ----

  // What one group has. The places of its parts are behind the workspace of its convolution.
  struct GroupPart {
    int64_t image[4], filter[4], out[4];
    ConvShape shape;
    uint64_t own_bytes = 0;  // of the workspace
    uint64_t image_bytes = 0, filter_bytes = 0, out_bytes = 0;
    uint64_t total() const { return own_bytes + image_bytes + filter_bytes + out_bytes; }
  };
  rnlp_status_t* Part(const rnlp_host_t* host, const ConvShape& whole, GroupPart* part) const {
    std::copy(whole.image, whole.image + 4, part->image);
    std::copy(whole.filter, whole.filter + 4, part->filter);
    part->image[attrs.channel_dim()] /= whole.groups;
    part->filter[3] /= whole.groups;
    RUNNEL_CPU_RETURN_IF_ERROR(Resolve(host, part->image, part->filter, &part->shape));
    std::copy(part->shape.out, part->shape.out + 4, part->out);
    const auto bytes_of = [&](const int64_t* dims, uint64_t* out) {
      int64_t elements = 0;
      const bool fits = Product(dims, 4, &elements) && elements < INT64_MAX / 32;
      *out = fits ? (static_cast<uint64_t>(elements) * TypeSize(dtype) + 63) / 64 * 64 : 0;
      return fits;
    };
    if (!bytes_of(part->image, &part->image_bytes) || !bytes_of(part->filter, &part->filter_bytes) ||
        !bytes_of(part->out, &part->out_bytes)) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: image %s and filter %s are too large", op,
                  ShapeText(4, whole.image).text, ShapeText(4, whole.filter).text);
    }
    part->own_bytes = (WorkspaceBytes(part->shape) + 63) / 64 * 64;
    return nullptr;
  }
  // Groups of one channel are a convolution channel by channel, whose filter lies in the same order.
  using ByChannel = ConvKernel<kRole, true>;
  bool IsByChannel(const ConvShape& whole) const {
    return kHasDepthwise && whole.filter[2] == 1 && dtype != RNLP_INT32 && op != kFusedForward;
  }
  ByChannel ChannelKernel() const {
    ByChannel kernel;
    kernel.op = op;
    kernel.dtype = dtype;
    kernel.attrs = attrs;
    kernel.isa = isa;
    kernel.gemms = gemms;
    kernel.depthwise = depthwise;
    return kernel;
  }
  rnlp_status_t* ChannelShape(const rnlp_host_t* host, const ConvShape& whole, int64_t* filter,
                              ConvShape* shape) const {
    filter[0] = whole.filter[0];
    filter[1] = whole.filter[1];
    filter[2] = whole.groups;
    filter[3] = whole.filter[3] / whole.groups;
    return ChannelKernel().Resolve(host, whole.image, filter, shape);
  }
  rnlp_status_t* GroupBytes(const rnlp_host_t* host, const ConvShape& whole, uint64_t* bytes) const {
    if (IsByChannel(whole)) {
      int64_t filter[4];
      ConvShape shape;
      RUNNEL_CPU_RETURN_IF_ERROR(ChannelShape(host, whole, filter, &shape));
      *bytes = ChannelKernel().WorkspaceBytes(shape);
      return nullptr;
    }
    GroupPart part;
    RUNNEL_CPU_RETURN_IF_ERROR(Part(host, whole, &part));
    *bytes = part.total();
    return nullptr;
  }

  // Rows of `width` elements, of which one tensor has more than the other beside each other.
  void CopyRows(const rnlp_run_t* run, const void* from, int64_t from_step, void* to, int64_t to_step,
                int64_t rows, int64_t width) const {
    const int64_t bytes = static_cast<int64_t>(TypeSize(dtype));
    ParallelFor(run, rows, RowBlock(width), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        std::memcpy(static_cast<char*>(to) + r * to_step * bytes,
                    static_cast<const char*>(from) + r * from_step * bytes,
                    static_cast<size_t>(width * bytes));
      }
    });
  }
  // A group's part of an image, or of one's gradient, out of the whole or back into it.
  void CopyImagePart(const rnlp_run_t* run, const int64_t* whole, const int64_t* part, int64_t group,
                     void* data, void* own, bool back) const {
    const bool first = attrs.channels_first;
    const int64_t plane = whole[attrs.dim(0)] * whole[attrs.dim(1)];
    const int64_t width = part[attrs.channel_dim()] * (first ? plane : 1);
    const int64_t step = whole[attrs.channel_dim()] * (first ? plane : 1);
    const int64_t rows = whole[0] * (first ? 1 : plane);
    CopyPart(run, rows, step, width, group, data, own, back);
  }
  void CopyPart(const rnlp_run_t* run, int64_t rows, int64_t step, int64_t width, int64_t group,
                void* data, void* own, bool back) const {
    char* const there = static_cast<char*>(data) + group * width * static_cast<int64_t>(TypeSize(dtype));
    if (back) {
      CopyRows(run, own, width, there, step, rows, width);
    } else {
      CopyRows(run, there, step, own, width, rows, width);
    }
  }

  rnlp_status_t* RunGroups(const rnlp_run_t* run, const ConvShape& whole, const Epilogue& after) const {
    uint64_t bytes = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(GroupBytes(run->host, whole, &bytes));
    const Workspace workspace(run, planned_bytes, bytes);
    if (bytes > 0 && workspace.data == nullptr) return workspace.Failed(op);
    if (IsByChannel(whole)) {
      int64_t filter[4];
      ConvShape shape;
      RUNNEL_CPU_RETURN_IF_ERROR(ChannelShape(run->host, whole, filter, &shape));
      const ByChannel kernel = ChannelKernel();
      ForType(FloatList(), dtype, [&](auto tag) {
        kernel.template RunType<typename decltype(tag)::Type>(run, shape, workspace.data, Epilogue());
      });
      return nullptr;
    }
    GroupPart part;
    RUNNEL_CPU_RETURN_IF_ERROR(Part(run->host, whole, &part));
    char* const image = static_cast<char*>(workspace.data) + part.own_bytes;
    char* const filter = image + part.image_bytes;
    char* const out = filter + part.filter_bytes;
    // The kernel's own code, over the parts.
    rnlp_tensor_t tensors[3] = {};
    const auto set = [&](rnlp_tensor_t* tensor, void* data, const int64_t* dims) {
      tensor->dtype = dtype;
      tensor->rank = 4;
      tensor->dims = dims;
      tensor->data = data;
      (void)Product(dims, 4, &tensor->num_elements);
    };
    set(&tensors[0], image, part.image);
    set(&tensors[1], filter, part.filter);
    set(&tensors[2], out, part.out);
    const rnlp_tensor_t* inputs[3] = {&tensors[0], &tensors[1], &tensors[2]};
    rnlp_tensor_t* outputs[1] = {&tensors[kRole == Role::kForward ? 2 : kRole == Role::kInput ? 0 : 1]};
    rnlp_run_t one = *run;
    one.inputs = inputs;
    one.num_inputs = kRole == Role::kForward ? 2 : 3;
    one.outputs = outputs;
    one.num_outputs = 1;
    const auto whole_of = [&](uint32_t i) { return const_cast<void*>(run->inputs[i]->data); };
    void* const result = run->outputs[0]->data;
    const int64_t filter_rows = whole.filter[0] * whole.filter[1] * whole.filter[2];
    using Types = std::conditional_t<kRole != Role::kFilter,
                                     TypeList<float, double, Half, BFloat16, int32_t>, FloatList>;
    for (int64_t g = 0; g < whole.groups; ++g) {
      if (kRole != Role::kInput)
        CopyImagePart(run, whole.image, part.image, g, whole_of(0), image, false);
      if (kRole != Role::kFilter)
        CopyPart(run, filter_rows, whole.filter[3], part.filter[3], g, whole_of(1), filter, false);
      if (kRole != Role::kForward) CopyImagePart(run, whole.out, part.out, g, whole_of(2), out, false);
      Epilogue then = after;
      if (then.bias != nullptr) then.bias += g * part.filter[3] * then.element_bytes;
      ForType(Types(), dtype, [&](auto tag) {
        RunType<typename decltype(tag)::Type>(&one, part.shape, workspace.data, then);
      });
      if (kRole == Role::kForward) CopyImagePart(run, whole.out, part.out, g, result, out, true);
      if (kRole == Role::kInput) CopyImagePart(run, whole.image, part.image, g, result, image, true);
      if (kRole == Role::kFilter)
        CopyPart(run, filter_rows, whole.filter[3], part.filter[3], g, result, filter, true);
    }
    return nullptr;
  }

  rnlp_status_t* Plan(const rnlp_host_t* host, rnlp_plan_t* plan) {
    const rnlp_tensor_t* image = kRole == Role::kInput ? plan->outputs[0] : plan->inputs[0];
    const rnlp_tensor_t* filter = kRole == Role::kFilter ? plan->outputs[0] : plan->inputs[1];
    if (image->rank != 4 || filter->rank != 4) return nullptr;
    if (image->num_elements < 0 || filter->num_elements < 0) return nullptr;
    ConvShape shape;
    if (rnlp_status_t* status = Resolve(host, image->dims, filter->dims, &shape)) {
      host->status_release(host, status);  // what is wrong is said when it runs
      return nullptr;
    }
    if constexpr (!kDepthwise) {
      if (shape.groups > 1) {
        if (rnlp_status_t* status = GroupBytes(host, shape, &planned_bytes))
          host->status_release(host, status);
        plan->workspace_bytes = planned_bytes;
        plan->cost_ns = CostNs(shape);
        return nullptr;
      }
    }
    bool packs = false;
    if constexpr (kRole == Role::kForward && !kDepthwise) {
      const int64_t* f = shape.filter;
      int64_t elements = 0;
      if (dtype != RNLP_INT32 && Product(f, 4, &elements) && elements > 0) {
        const WindowMatrix windows = Windows(shape, nullptr);
        join = JoinOf(*gemms, windows, f[3], ComputeBytes());
        packs =
            AskForPacked(plan, 1, PackedKind::kFilter, static_cast<int>(isa),
                         PackedFilterBytes(windows, join, f[3], ComputeBytes()),
                         static_cast<uint64_t>(join.pixels) | static_cast<uint64_t>(join.shift) << 8);
        // Joined, pixels with NaN are computed again, from the filter.
        if (packs && join.pixels == 1) PackedAlone(plan);
      }
    }
    planned_bytes = WorkspaceBytes(shape, packs);
    plan->workspace_bytes = planned_bytes;
    plan->cost_ns = CostNs(shape);
    return nullptr;
  }
  uint64_t CostNs(const ConvShape& shape) const {
    return static_cast<uint64_t>(std::min(1e15, 100 + shape.flops() / (dtype == RNLP_DOUBLE ? 40 : 80)));
  }

  template <typename T>
  void Multiply(const rnlp_run_t* run, const ConvShape& shape, const WindowMatrix& windows,
                const FilterMatrix& filter, const GridTarget& target, void* workspace,
                const Epilogue* after = nullptr, const void* packed = nullptr) const {
    if constexpr (std::is_same_v<T, int32_t>) {
      IntegerProduct(run, windows, filter, target);
    } else if constexpr (kDepthwise) {
      DepthwiseProduct<T>(run, *depthwise, CutOf(shape), windows, filter, target, workspace, after);
    } else {
      WindowProduct<T>(run, *gemms, windows, filter, target, workspace, after, packed);
    }
  }

  template <typename T>
  void Forward(const rnlp_run_t* run, const ConvShape& shape, void* workspace,
               const Epilogue& after) const {
    const int64_t in = shape.filter[2], out = shape.filter[3];
    Multiply<T>(run, shape, Windows(shape, run->inputs[0]->data),
                {run->inputs[1]->data, {0, 0}, {1, 1}, shape.filter[1], in * out, out, 1},
                {run->outputs[0]->data, ImageLayout(attrs, shape.out), {1, 1}, {0, 0}}, workspace,
                after.any() ? &after : nullptr, kDepthwise ? nullptr : PackedOf(run));
  }

  template <typename T>
  void PackType(const rnlp_run_t* run) const {
    const int64_t* filter = run->inputs[0]->dims;
    // The filter's columns are the channels of an image of one pixel.
    const int64_t pixel[4] = {1, attrs.channels_first ? filter[2] : 1, 1,
                              attrs.channels_first ? 1 : filter[2]};
    const WindowMatrix windows = {nullptr, ImageLayout(attrs, pixel), {1, 1}, {1, 1},
                                  {0, 0},  {filter[0], filter[1]},    {1, 1}};
    PackFilters<T>(
        run, *gemms, windows, join,
        {run->inputs[0]->data, {0, 0}, {1, 1}, filter[1], filter[2] * filter[3], filter[3], 1},
        filter[3], run->outputs[0]->data);
  }
  rnlp_status_t* Pack(const rnlp_run_t* run) const {
    ForType(FloatList(), dtype, [&](auto tag) { PackType<typename decltype(tag)::Type>(run); });
    return nullptr;
  }

  // What a filter without inputs gives: sums of nothing, and what follows them.
  void ApplyToZeros(const rnlp_tensor_t* output, const Epilogue& after) const {
    const ImageLayout layout(attrs, output->dims);
    for (int64_t i = 0; i < output->num_elements && after.any(); ++i) {
      after.Apply(Data<char>(output) + i * TypeSize(dtype), 1, 1, 1,
                  i / layout.channel_stride % layout.channels);
    }
  }

  template <typename T>
  void FilterGradient(const rnlp_run_t* run, const ConvShape& shape, void* workspace) const {
    const WindowMatrix windows = Windows(shape, run->inputs[0]->data);
    const ImageLayout layout(attrs, shape.out);
    T* out = Data<T>(run->outputs[0]);
    if constexpr (kDepthwise) {
      DepthwiseGradient<T>(run, *depthwise, CutOf(shape), windows, run->inputs[2]->data, layout, out,
                           workspace);
    } else {
      WindowGradient<T>(run, *gemms, windows, run->inputs[2]->data, layout, out, workspace);
    }
  }

  template <typename T>
  void InputGradient(const rnlp_run_t* run, const ConvShape& shape, void* workspace) const {
    const int64_t in = shape.filter[2], out = shape.filter[3];
    const ImageLayout image(attrs, shape.image);
    const auto& [rows, columns] = shape.axes;
    for (int64_t i = 0; i < std::min(rows.stride, rows.image); ++i) {
      const Phase a(rows, i);
      for (int64_t j = 0; j < std::min(columns.stride, columns.image); ++j) {
        const Phase b(columns, j);
        // A phase without taps is a product without depth: zeros. The sums run over a filter's outputs;
        // channel by channel they run over the taps alone.
        Multiply<T>(run, shape, Windows(shape, a, b, run->inputs[2]->data),
                    {run->inputs[1]->data,
                     {a.last, b.last},
                     {a.tap_step, b.tap_step},
                     columns.window,
                     in * out,
                     kDepthwise ? out : 1,
                     out},
                    {run->outputs[0]->data, image, {rows.stride, columns.stride}, {i, j}}, workspace);
      }
    }
  }

  template <typename T>
  void RunType(const rnlp_run_t* run, const ConvShape& shape, void* workspace,
               const Epilogue& after) const {
    (void)after;
    if constexpr (kRole == Role::kForward) Forward<T>(run, shape, workspace, after);
    if constexpr (kRole == Role::kInput) InputGradient<T>(run, shape, workspace);
    if constexpr (kRole == Role::kFilter) FilterGradient<T>(run, shape, workspace);
  }

  // Four sizes from a vector of them.
  rnlp_status_t* ReadSizes(const rnlp_run_t* run, const rnlp_tensor_t* tensor, int64_t* out) const {
    bool fits = tensor->rank == 1 && tensor->dims[0] == 4;
    for (int64_t i = 0; fits && i < 4; ++i) fits = (out[i] = IndexAt(tensor, i)) >= 0;
    if (fits) return nullptr;
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: %s should be four sizes from 0, got a tensor of shape %s", op,
                kRole == Role::kInput ? "input_sizes" : "filter_sizes", ShapeText(tensor).text);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* a = run->inputs[0];
    const rnlp_tensor_t* b = run->inputs[1];
    int64_t sizes[4];
    if (kRole != Role::kForward) {
      RUNNEL_CPU_RETURN_IF_ERROR(ReadSizes(run, kRole == Role::kInput ? a : b, sizes));
    }
    if ((kRole != Role::kInput && a->rank != 4) || (kRole != Role::kFilter && b->rank != 4)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: images and filters should have four dimensions, got %s and %s", op,
                  ShapeText(a).text, ShapeText(b).text);
    }
    ConvShape shape;
    RUNNEL_CPU_RETURN_IF_ERROR(Resolve(run->host, kRole == Role::kInput ? sizes : a->dims,
                                       kRole == Role::kFilter ? sizes : b->dims, &shape));
    if (kRole == Role::kForward) {
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, shape.out));
    } else {
      const rnlp_tensor_t* grad = run->inputs[2];
      if (grad->rank != 4 || !std::equal(grad->dims, grad->dims + 4, shape.out)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: out_backprop should have shape %s, got %s",
                    op, ShapeText(4, shape.out).text, ShapeText(grad).text);
      }
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, sizes));
    }
    Epilogue after;
    if (IsFused()) {
      const bool in_rows = !attrs.channels_first && shape.groups == 1;
      RUNNEL_CPU_RETURN_IF_ERROR(
          epilogue.Bind(run, op, shape.out[attrs.channel_dim()], in_rows, &after));
    }
    const rnlp_tensor_t* output = run->outputs[0];
    if (output->num_elements == 0) return nullptr;
    for (uint32_t i = 0; i < run->num_inputs; ++i) {
      if (run->inputs[i]->num_elements != 0) continue;
      // Sums of nothing.
      std::fill_n(Data<char>(output), output->num_elements * TypeSize(dtype), char{0});
      ApplyToZeros(output, after);
      return nullptr;
    }

    if constexpr (!kDepthwise) {
      if (shape.groups > 1) return RunGroups(run, shape, after);
    }
    const bool packed = kRole == Role::kForward && !kDepthwise && PackedOf(run) != nullptr;
    const uint64_t bytes = WorkspaceBytes(shape, packed);
    const Workspace workspace(run, planned_bytes, bytes);
    if (bytes > 0 && workspace.data == nullptr) return workspace.Failed(op);
    using Types = std::conditional_t<kRole != Role::kFilter && !kDepthwise,
                                     TypeList<float, double, Half, BFloat16, int32_t>, FloatList>;
    ForType(Types(), dtype,
            [&](auto tag) { RunType<typename decltype(tag)::Type>(run, shape, workspace.data, after); });
    return nullptr;
  }
};

template <Role kRole, bool kDepthwise>
rnlp_status_t* PlanConv(const rnlp_host_t* host, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return reinterpret_cast<ConvKernel<kRole, kDepthwise>*>(kernel)->Plan(host, plan);
}

constexpr char kForward[] = "Conv2D";
constexpr char kInput[] = "Conv2DBackpropInput";
constexpr char kFilter[] = "Conv2DBackpropFilter";
constexpr char kDepthwiseForward[] = "DepthwiseConv2dNative";
constexpr char kDepthwiseInput[] = "DepthwiseConv2dNativeBackpropInput";
constexpr char kDepthwiseFilter[] = "DepthwiseConv2dNativeBackpropFilter";
constexpr rnlp_type_constraint_t kT = Types("T", kFloatTypes);
constexpr int32_t kFusedTypes[] = {RNLP_FLOAT, RNLP_DOUBLE};
constexpr rnlp_type_constraint_t kFusedT = Types("T", kFusedTypes);
constexpr int32_t kDenseTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16, RNLP_INT32};
constexpr rnlp_type_constraint_t kDenseT = Types("T", kDenseTypes);

template <Role kRole, bool kDepthwise, const char* kOp>
constexpr rnlp_kernel_row_t ConvRow() {
  return MakeRow({.op = kOp,
                  .types = kOp == kFusedForward || kOp == kFusedDepthwise ? &kFusedT
                           : kRole == Role::kFilter || kDepthwise         ? &kT
                                                                          : &kDenseT,
                  .num_types = 1,
                  .create = Create<ConvKernel<kRole, kDepthwise>, kOp>,
                  .destroy = Destroy<ConvKernel<kRole, kDepthwise>>,
                  .plan = PlanConv<kRole, kDepthwise>,
                  .run = cpu::Run<ConvKernel<kRole, kDepthwise>>,
                  .pack = kRole == Role::kForward && !kDepthwise
                              ? cpu::Pack<ConvKernel<kRole, kDepthwise>>
                              : nullptr});
}

}  // namespace

constexpr rnlp_kernel_row_t kConvRows[] = {
    ConvRow<Role::kForward, false, kFusedForward>(),  ConvRow<Role::kForward, false, kForward>(),
    ConvRow<Role::kInput, false, kInput>(),           ConvRow<Role::kFilter, false, kFilter>(),
    ConvRow<Role::kForward, true, kFusedDepthwise>(), ConvRow<Role::kForward, true, kDepthwiseForward>(),
    ConvRow<Role::kInput, true, kDepthwiseInput>(),   ConvRow<Role::kFilter, true, kDepthwiseFilter>(),
};
RUNNEL_CPU_ROWS(Conv)

}  // namespace runnel::cpu
