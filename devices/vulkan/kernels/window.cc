// Convolutions and pools: the geometry is found on the host (plugins/sdk/window.h), and each op is a
// role of one shader.
#include "plugins/sdk/window.h"

#include <algorithm>

#include "devices/vulkan/kernels/kernel.h"
#include "plugins/sdk/epilogue.h"

namespace runnel::vulkan {
namespace {

using plugin::WindowAttrs;
using plugin::WindowAxis;

// One call: what window.glsl is handed.
struct Geometry {
  int64_t batch = 0, channels = 0, out_channels = 0;
  WindowAxis axes[2];
  int64_t image[4], out[4];

  void PushTo(Call& call, const WindowAttrs& attrs, int64_t splits) const {
    call.Push(batch).Push(channels).Push(out_channels);
    call.Push(axes[0].image).Push(axes[1].image).Push(axes[0].count).Push(axes[1].count);
    call.Push(axes[0].window).Push(axes[1].window).Push(axes[0].stride).Push(axes[1].stride);
    call.Push(axes[0].dilation).Push(axes[1].dilation).Push(axes[0].before).Push(axes[1].before);
    for (const int64_t* dims : {image, out}) {
      const int64_t rows = dims[attrs.dim(0)], cols = dims[attrs.dim(1)],
                    chans = dims[attrs.channel_dim()];
      call.Push(rows * cols * chans);
      call.Push(attrs.channels_first ? cols : cols * chans).Push(attrs.channels_first ? 1 : chans);
      call.Push(attrs.channels_first ? rows * cols : 1);
    }
    call.Push(splits);
  }
  int64_t out_pixels() const { return batch * axes[0].count * axes[1].count; }
  int64_t image_pixels() const { return batch * axes[0].image * axes[1].image; }
};

// Four sizes, of a tensor or from a vector of them.
rnlp_status_t* ReadFour(const rnlp_run_t* run, const char* what, const rnlp_tensor_t* t, bool is_vector,
                        int64_t* out) {
  bool fits = is_vector ? t->rank == 1 && t->dims[0] == 4 : t->rank == 4;
  for (int64_t i = 0; fits && i < 4; ++i)
    fits = (out[i] = is_vector ? plugin::IndexAt(t, i) : t->dims[i]) >= 0;
  if (fits) return nullptr;
  return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s should have four dimensions, got %s%s", what,
              is_vector ? "a tensor of shape " : "", plugin::ShapeText(t).c_str());
}

enum class Role : uint32_t { kForward = 0, kInput = 1, kFilter = 2 };

int64_t FilterSplits(int64_t elements, int64_t lines) {
  // Enough shares that a few taps of a large image keep a device busy.
  int64_t splits = 1;
  while (splits < 64 && splits * elements < 16384 && splits * 4 <= lines) splits *= 2;
  return splits;
}

template <Role kRole, bool kDepthwise, bool kFused = false>
struct ConvKernel {
  WindowAttrs attrs;
  plugin::Epilogue epilogue;
  char op[40] = "";
  static const char* Refuse(const rnlp_host_t* host, const rnlp_node_t* node,
                            const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                            const rnlp_support_t& answer) {
    const char* reason = kFused ? plugin::Epilogue::Refuse(host, node) : nullptr;
    if (reason != nullptr || kDepthwise) return reason;
    return plugin::RefuseGroups(host, node, inputs, num_inputs, &answer);
  }
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    if (kFused) RNLP_TRY(epilogue.Init(host, node));
    const rnlp_str_t name = host->node_op(host, node);
    std::snprintf(op, sizeof(op), "%.*s", static_cast<int>(name.size), name.data);
    return attrs.Init(host, node, op);
  }

  // The lanes of a workgroup of conv_lanes.comp; 0: conv.comp. The configuration "gemm" is heeded as in
  // gemm.cc, and what is small is done before that pipeline is made.
  uint32_t LanesFor(const rnlp_run_t* run, const Geometry& g) const {
    const rnlp_device_t* device = DeviceOf(run);
    if (!device->physical.is_processor() || (kRole == Role::kFilter && attrs.channels_first)) return 0;
    const GemmShader wanted = device->instance->options.gemm;
    constexpr double kWorth = 1 << 24;  // products
    const double products = static_cast<double>(g.out_pixels() * g.axes[0].window * g.axes[1].window) *
                            static_cast<double>(g.channels * g.out_channels);
    const bool wins = wanted == GemmShader::kFitting ? products >= kWorth
                                                     : wanted == GemmShader::kLanes && products > 0;
    return wins ? device->physical.can.lanes : 0;
  }

  rnlp_status_t* Plan(const rnlp_host_t*, rnlp_plan_t* plan) {
    if (kRole != Role::kFilter || kDepthwise || plan->outputs[0]->dtype != RNLP_FLOAT) return nullptr;
    const rnlp_tensor_t* out = plan->outputs[0];
    const rnlp_tensor_t* grad = plan->inputs[2];
    if (out->num_elements <= 0 || grad->rank != 4 || grad->num_elements <= 0) return nullptr;
    const int64_t splits = FilterSplits(out->num_elements, grad->dims[0] * grad->dims[attrs.dim(0)]);
    if (splits > 1) plan->workspace_bytes = static_cast<uint64_t>(splits * out->num_elements) * 4;
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Geometry g;
    int64_t filter[4];
    RNLP_TRY(ReadFour(run, "the image", run->inputs[0], kRole == Role::kInput, g.image));
    RNLP_TRY(ReadFour(run, "the filter", run->inputs[1], kRole == Role::kFilter, filter));
    g.batch = g.image[0];
    g.channels = g.image[attrs.channel_dim()];
    if (g.channels != filter[2]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: filter has %lld input channels, input has %lld",
                  op, static_cast<long long>(filter[2]), static_cast<long long>(g.channels));
    }
    g.out_channels = kDepthwise ? g.channels * filter[3] : filter[3];
    g.out[0] = g.batch;
    g.out[attrs.channel_dim()] = g.out_channels;
    for (int axis = 0; axis < 2; ++axis) {
      RNLP_TRY(attrs.Fit(run->host, op, axis, g.image[attrs.dim(axis)], filter[axis], &g.axes[axis]));
      g.out[attrs.dim(axis)] = g.axes[axis].count;
    }
    const rnlp_tensor_t* out = run->outputs[0];
    if (kRole == Role::kForward) {
      RNLP_TRY(plugin::EnsureOutput(run, 0, 4, g.out));
    } else {
      const rnlp_tensor_t* grad = run->inputs[2];
      if (grad->rank != 4 || !std::equal(g.out, g.out + 4, grad->dims))
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: out_backprop has shape %s", op,
                    plugin::ShapeText(grad).c_str());
      RNLP_TRY(plugin::EnsureOutput(run, 0, 4, kRole == Role::kInput ? g.image : filter));
    }
    const rnlp_tensor_t* bias = nullptr;
    if (kFused) RNLP_TRY(epilogue.Bias(run, op, g.out_channels, &bias));
    if (out->num_elements == 0) return nullptr;
    const rnlp_tensor_t* left = kRole == Role::kInput ? run->inputs[2] : run->inputs[0];
    const rnlp_tensor_t* right = kRole == Role::kFilter ? run->inputs[2] : run->inputs[1];
    if (bias == nullptr && (left->num_elements == 0 || right->num_elements == 0)) {
      return RecordFill(run, out, 0);  // sums of nothing
    }
    // With a bias they are that. They read nothing, but a binding wants memory.
    if (left->num_elements == 0) left = bias;
    if (right->num_elements == 0) right = bias;
    const char* type = TypeWord(out->dtype);
    if (kDepthwise) {
      Call call(run, Shader("depthwise", type));
      call.Const(static_cast<uint32_t>(kRole)).Const(kGroup).Read(left).Read(right).Write(out);
      g.PushTo(call, attrs, 1);
      if (kRole == Role::kFilter) return call.Workgroups(out->num_elements);
      return call.Threads(out->num_elements);
    }
    int64_t splits = 1, rows = 0, cols = g.out_channels;
    if (kRole == Role::kForward) rows = g.out_pixels();
    if (kRole == Role::kInput) {
      rows = g.image_pixels();
      cols = g.channels;
    }
    if (kRole == Role::kFilter) {
      if (run->workspace_buffer != nullptr)
        splits = FilterSplits(out->num_elements, g.batch * g.axes[0].count);
      rows = filter[0] * filter[1] * g.channels * splits;
    }
    const uint64_t part_bytes = static_cast<uint64_t>(splits * out->num_elements) * 4;
    const uint32_t lanes = LanesFor(run, g);
    Call call(run, Shader(lanes > 0 ? "conv_lanes" : "conv", type, kFused ? "fused" : nullptr));
    const bool last = !attrs.channels_first, whole_out = g.out_channels % 4 == 0;
    const int64_t inner = kRole == Role::kInput ? g.out_channels : g.channels;
    if (lanes > 0) {
      const auto steps = static_cast<uint32_t>(kRole == Role::kFilter ? 4 : std::min<int64_t>(4, inner));
      call.Const(lanes).Const(static_cast<uint32_t>(kRole)).Const(steps);
      call.Const(last && inner % 4 == 0 ? 1 : 0).Const(whole_out ? 1 : 0);
    } else {
      const bool whole = whole_out && (kRole == Role::kForward || last);
      call.Const(static_cast<uint32_t>(kRole)).Const(whole ? 1 : 0);
    }
    if (kFused) call.Const((bias != nullptr ? 1 : 0) + (epilogue.relu ? 2 : 0));
    call.Read(left).Read(right);
    if (splits > 1) {
      call.Work(0, part_bytes, true);
    } else {
      call.Write(out);
    }
    if (kFused) call.Read(bias != nullptr ? bias : right);
    g.PushTo(call, attrs, splits);
    // A workgroup's rows. Shares of a filter's gradient are in z, if lanes are to agree about theirs.
    const int64_t each = lanes > 0 ? 4 * int64_t{lanes} : 64;
    const bool shares = lanes > 0 && kRole == Role::kFilter;
    int64_t x = ((shares ? rows / splits : rows) + each - 1) / each, z = shares ? splits : 1;
    const uint32_t most = DeviceOf(run)->physical.can.max_groups[0];
    if (x > most && !shares) {
      z = (x + most - 1) / most;
      x = (x + z - 1) / z;
    }
    RNLP_TRY(call.Grid(x, (cols + 15) / 16, z));
    if (splits == 1) return nullptr;
    Call join(run, Shader("reduce", type));
    join.Const(0).Const(1).Const(1).Const(1).Const(1).Work(0, part_bytes, false).Write(out);
    const int64_t n = out->num_elements, one = 1;
    join.Push(n).Push(splits).Push(0).Push(0).Push(0).PushAll(&n, 1, 5).PushAll(&one, 1, 5);
    join.PushAll(&splits, 1, 5).PushAll(&n, 1, 5);
    return join.Threads(n);
  }
};

// Numbers of pool.comp.
enum class Pool : uint32_t { kMax = 0, kMean = 1, kMaxGrad = 2, kMeanGrad = 3, kMaxGradGrad = 4 };

template <Pool kPool>
struct PoolKernel {
  WindowAttrs attrs;
  static const char* Refuse(const rnlp_host_t* host, const rnlp_node_t* node,
                            const rnlp_tensor_t* const*, uint32_t) {
    return plugin::RefuseDepthPool(host, node);
  }
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return attrs.Init(host, node, "pool");
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    constexpr bool kScatters = kPool == Pool::kMaxGrad || kPool == Pool::kMeanGrad;
    Geometry g;
    RNLP_TRY(ReadFour(run, "the image", run->inputs[0], kPool == Pool::kMeanGrad, g.image));
    g.batch = g.image[0];
    g.channels = g.out_channels = g.image[attrs.channel_dim()];
    g.out[0] = g.batch;
    g.out[attrs.channel_dim()] = g.channels;
    for (int axis = 0; axis < 2; ++axis) {
      RNLP_TRY(
          attrs.Fit(run->host, "pool", axis, g.image[attrs.dim(axis)], attrs.size[axis], &g.axes[axis]));
      g.out[attrs.dim(axis)] = g.axes[axis].count;
    }
    for (uint32_t i = 1; i < run->num_inputs; ++i) {
      const int64_t* want = kPool == Pool::kMaxGradGrad && i == 2 ? g.image : g.out;
      const rnlp_tensor_t* input = run->inputs[i];
      if (input->rank == 4 && std::equal(want, want + 4, input->dims)) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "pool: input %u has shape %s", i,
                  plugin::ShapeText(input).c_str());
    }
    RNLP_TRY(plugin::EnsureOutput(run, 0, 4, kScatters ? g.image : g.out));
    const rnlp_tensor_t* out = run->outputs[0];
    if (out->num_elements == 0) return nullptr;
    const rnlp_tensor_t* last = run->inputs[run->num_inputs - 1];
    if (last->num_elements == 0) return RecordFill(run, out, 0);
    Call call(run, Shader("pool", TypeWord(out->dtype)));
    call.Const(static_cast<uint32_t>(kPool));
    call.Read(kPool == Pool::kMeanGrad ? last : run->inputs[0]).Read(last).Write(out);
    g.PushTo(call, attrs, 1);
    return call.Threads(out->num_elements);
  }
};

constexpr rnlp_arg_mark_t kSizes[] = {{"input_sizes", RNLP_ARG_HOST | RNLP_ARG_CONSTANT},
                                      {"filter_sizes", RNLP_ARG_HOST | RNLP_ARG_CONSTANT},
                                      {"orig_input_shape", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <class K>
constexpr rnlp_kernel_row_t Window(const char* op) {
  return Row<K>({.op = op, .types = kFloatT, .num_types = 1, .args = kSizes, .num_args = 3});
}

}  // namespace

constinit const rnlp_kernel_row_t kWindowRows[] = {
    Window<ConvKernel<Role::kForward, false>>("Conv2D"),
    Window<ConvKernel<Role::kForward, false, true>>("_FusedConv2D"),
    Window<ConvKernel<Role::kInput, false>>("Conv2DBackpropInput"),
    Window<ConvKernel<Role::kFilter, false>>("Conv2DBackpropFilter"),
    Window<ConvKernel<Role::kForward, true>>("DepthwiseConv2dNative"),
    Window<ConvKernel<Role::kInput, true>>("DepthwiseConv2dNativeBackpropInput"),
    Window<ConvKernel<Role::kFilter, true>>("DepthwiseConv2dNativeBackpropFilter"),
    Window<PoolKernel<Pool::kMax>>("MaxPool"),
    Window<PoolKernel<Pool::kMaxGrad>>("MaxPoolGrad"),
    Window<PoolKernel<Pool::kMaxGradGrad>>("MaxPoolGradGrad"),
    Window<PoolKernel<Pool::kMean>>("AvgPool"),
    Window<PoolKernel<Pool::kMeanGrad>>("AvgPoolGrad"),
};
std::span<const rnlp_kernel_row_t> WindowRows() { return kWindowRows; }

}  // namespace runnel::vulkan
