// Math: Conv2D _FusedConv2D Conv2DBackpropInput Conv2DBackpropFilter DepthwiseConv2dNative and its two
// gradients.
//
// All are products with a matrix of windows (window_gemm.h), or sums channel by channel
// (window_depthwise.h). The gradient for the image is one such product for every phase of the strides:
// the pixels of a phase see the same taps of the filter.
#include <algorithm>
#include <iterator>
#include <numeric>

#include "devices/cpu/rows.h"
#include "devices/cpu/window_depthwise.h"
#include "devices/cpu/window_integer.h"

namespace runnel::cpu {
namespace {

constexpr char kFusedForward[] = "_FusedConv2D";

enum class Role { kForward, kInput, kFilter };

// One call: the shapes of image and filter, and how they meet.
struct ConvShape {
  const int64_t* image;   // 4 dims
  const int64_t* filter;  // rows, columns, channels, out
  WindowAxis axes[2];
  int64_t out[4];

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
  Epilogue epilogue;           // of _FusedConv2D
  uint64_t planned_bytes = 0;  // these two are set once, by plan
  WindowJoin join;             // that the packed filter is for

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 2);
    if (kRole == Role::kForward) dtype = host->node_input_dtype(host, node, 0);
    isa = ChooseIsa(host);
    gemms = &Gemms(isa);
    depthwise = &Depthwise(isa);
    if (op == kFusedForward) RUNNEL_CPU_RETURN_IF_ERROR(epilogue.Init(host, node, dtype));
    return attrs.Init(host, node, op);
  }
  uint32_t ComputeBytes() const { return dtype == RNLP_DOUBLE ? 8 : 4; }

  rnlp_status_t* Resolve(const rnlp_host_t* host, const int64_t* image, const int64_t* filter,
                         ConvShape* shape) const {
    shape->image = image;
    shape->filter = filter;
    const int64_t channels = image[attrs.channel_dim()];
    if (channels != filter[2] || channels > kMostSize || filter[3] > kMostSize ||
        (kDepthwise && channels * filter[3] > kMostSize)) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: the filter should have as many input channels as the image: %s and %s", op,
                  ShapeText(4, filter).text, ShapeText(4, image).text);
    }
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
      }
    }
    planned_bytes = WorkspaceBytes(shape, packs);
    plan->workspace_bytes = planned_bytes;
    plan->cost_ns =
        static_cast<uint64_t>(std::min(1e15, 100 + shape.flops() / (dtype == RNLP_DOUBLE ? 40 : 80)));
    return nullptr;
  }

  template <typename T>
  void Multiply(const rnlp_run_t* run, const ConvShape& shape, const WindowMatrix& windows,
                const FilterMatrix& filter, const GridTarget& target, void* workspace,
                const Epilogue* after = nullptr, const void* packed = nullptr) const {
    if constexpr (std::is_same_v<T, int32_t>) {
      IntegerProduct(run->host, windows, filter, target);
    } else if constexpr (kDepthwise) {
      DepthwiseProduct<T>(run->host, *depthwise, CutOf(shape), windows, filter, target, workspace);
    } else {
      WindowProduct<T>(run->host, *gemms, windows, filter, target, workspace, after, packed);
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
        run->host, *gemms, windows, join,
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
      DepthwiseGradient<T>(run->host, *depthwise, CutOf(shape), windows, run->inputs[2]->data, layout,
                           out, workspace);
    } else {
      WindowGradient<T>(run->host, *gemms, windows, run->inputs[2]->data, layout, out, workspace);
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
    if (op == kFusedForward) {
      RUNNEL_CPU_RETURN_IF_ERROR(epilogue.Bind(run, op, shape.out[attrs.channel_dim()], &after));
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
                  .types = kOp == kFusedForward                   ? &kFusedT
                           : kRole == Role::kFilter || kDepthwise ? &kT
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
    ConvRow<Role::kForward, false, kFusedForward>(),
    ConvRow<Role::kForward, false, kForward>(),
    ConvRow<Role::kInput, false, kInput>(),
    ConvRow<Role::kFilter, false, kFilter>(),
    ConvRow<Role::kForward, true, kDepthwiseForward>(),
    ConvRow<Role::kInput, true, kDepthwiseInput>(),
    ConvRow<Role::kFilter, true, kDepthwiseFilter>(),
};
RUNNEL_CPU_ROWS(Conv)

}  // namespace runnel::cpu
