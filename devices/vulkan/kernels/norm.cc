// Batch normalisation and its gradient.
#include "devices/vulkan/kernels/kernel.h"
#include "plugins/sdk/window.h"

namespace runnel::vulkan {
namespace {

template <bool kGradient>
struct NormKernel {
  bool channels_first = false, training = true;
  float epsilon = 0.0001f, average = 1;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RNLP_TRY(plugin::AttrChannelsFirst(host, node, &channels_first));
    RNLP_TRY(plugin::AttrBool(host, node, "is_training", &training));
    RNLP_TRY(plugin::AttrFloat(host, node, "epsilon", &epsilon));
    return plugin::AttrFloat(host, node, "exponential_avg_factor", &average);
  }
  static const char* Refuse(const rnlp_host_t* host, const rnlp_node_t* node,
                            const rnlp_tensor_t* const*, uint32_t) {
    std::string format = "NHWC";
    if (rnlp_status_t* status = plugin::AttrString(host, node, "data_format", &format))
      host->status_release(host, status);
    return format == "NHWC" || format == "NCHW" ? nullptr : "images of three dimensions";
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[kGradient ? 1 : 0];
    if (x->rank != 4 || (kGradient && !plugin::SameShape(x, run->inputs[0]))) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "batch normalisation of shape %s",
                  plugin::ShapeText(x).c_str());
    }
    const int64_t channels = x->dims[channels_first ? 1 : 3];
    // Before training, mean and variance may be empty; they are not read then unless they are averaged.
    const bool reads_old = !kGradient && (!training || average != 1);
    for (uint32_t i = kGradient ? 2 : 1; i < 5; ++i) {
      const rnlp_tensor_t* v = run->inputs[i];
      if (v->rank == 1 && (v->dims[0] == channels || (!kGradient && i >= 3 && !reads_old))) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "input %u has shape %s for %lld channels", i,
                  plugin::ShapeText(v).c_str(), static_cast<long long>(channels));
    }
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, x));
    for (uint32_t i = 1; i < (kGradient ? 3u : 5u); ++i)
      RNLP_TRY(plugin::EnsureOutput(run, i, 1, &channels));
    const int64_t inner = channels_first ? x->dims[2] * x->dims[3] : 1;
    const auto in = [&](uint32_t i) { return run->inputs[i]; };
    const auto out = [&](uint32_t i) { return run->outputs[i]; };
    const auto record = [&](uint32_t role, int64_t count) {
      Call call(run, Shader("norm", TypeWord(x->dtype)));
      call.Const(role).Const(training ? 1 : 0).Const(kGroup).Read(x);
      if (kGradient) {
        call.Read(in(0)).Read(in(2)).Read(in(3)).Read(in(4)).Write(out(0)).Write(out(1)).Write(out(2));
        call.Read(in(2)).Read(in(2));
      } else {
        const auto old = [&](uint32_t i) { return in(i)->num_elements > 0 ? in(i) : in(1); };
        call.Read(in(1)).Read(in(2)).Read(old(3)).Read(old(4)).Write(out(0));
        for (uint32_t i = 1; i < 5; ++i) call.Write(out(i));
      }
      call.Push(x->num_elements).Push(channels).Push(inner).PushFloat(epsilon).PushFloat(average);
      return role % 2 == 0 ? call.Workgroups(count) : call.Threads(count);
    };
    if (channels == 0) return nullptr;
    RNLP_TRY(record(kGradient ? 2 : 0, channels));
    return record(kGradient ? 3 : 1, x->num_elements);
  }
};

constexpr int32_t kFloatOnly[] = {RNLP_FLOAT};
constexpr rnlp_type_constraint_t kOne[] = {plugin::Types("T", kFloatOnly)};
constexpr rnlp_type_constraint_t kTwo[] = {plugin::Types("T", kFloats), plugin::Types("U", kFloatOnly)};

template <bool kGradient>
constexpr rnlp_kernel_row_t Norm(const char* op, const rnlp_type_constraint_t* types,
                                 uint32_t num_types) {
  return Row<NormKernel<kGradient>>({.op = op, .types = types, .num_types = num_types});
}

}  // namespace

constinit const rnlp_kernel_row_t kNormRows[] = {
    Norm<false>("FusedBatchNorm", kOne, 1),      Norm<false>("FusedBatchNormV2", kTwo, 2),
    Norm<false>("FusedBatchNormV3", kTwo, 2),    Norm<true>("FusedBatchNormGrad", kOne, 1),
    Norm<true>("FusedBatchNormGradV2", kTwo, 2), Norm<true>("FusedBatchNormGradV3", kTwo, 2),
};
std::span<const rnlp_kernel_row_t> NormRows() { return kNormRows; }

}  // namespace runnel::vulkan
