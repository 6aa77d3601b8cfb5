// Pools, and FusedBatchNorm in its three versions, with their gradients.
#include "devices/cuda/kernels/window.h"

#include <algorithm>
#include <cstring>

#include "devices/cuda/kernels/kernel.h"

namespace runnel::cuda {
namespace {

using plugin::SameShape;

enum class Pool { kMax, kMaxGrad, kMaxGradGrad, kMean, kMeanGrad };

template <Pool kPool>
struct PoolKernel : KernelBase {
  static constexpr bool kToImage = kPool == Pool::kMaxGrad || kPool == Pool::kMeanGrad;
  CUfunction function;
  plugin::WindowAttrs attrs;

  static const char* Refuse(const rnlp_host_t* host, const rnlp_node_t* node,
                            const rnlp_tensor_t* const*, uint32_t, const rnlp_support_t&) {
    return plugin::RefuseDepthPool(host, node);
  }

  rnlp_status_t* Init(const Build& build) {
    constexpr const char* kStems[] = {"max_pool", "max_pool_grad", "max_pool_grad_grad", "avg_pool",
                                      "avg_pool_grad"};
    RNLP_TRY(attrs.Init(build.host, build.node, op));
    return FindTyped(build, op, k_window, kStems[static_cast<int>(kPool)], build.output(0), &function);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* first = run->inputs[0];
    int64_t sizes[4];
    if (kPool == Pool::kMeanGrad) {
      RNLP_TRY(ReadSizes(run->host, op, first, sizes));
    } else if (first->rank != 4) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the image should have four dimensions, got %s",
                  op, ShapeText(first).c_str());
    } else {
      std::copy_n(first->dims, 4, sizes);
    }
    PoolArgs args{};
    int64_t pooled[4] = {sizes[0], 0, 0, 0};
    pooled[attrs.channel_dim()] = sizes[attrs.channel_dim()];
    for (int axis = 0; axis < 2; ++axis) {
      plugin::WindowAxis fitted;
      RNLP_TRY(attrs.Fit(run->host, op, axis, sizes[attrs.dim(axis)], attrs.size[axis], &fitted));
      pooled[attrs.dim(axis)] = fitted.count;
      SetAxis(fitted, axis, &args.window);
    }
    for (uint32_t i = 1; i < run->num_inputs; ++i) {
      const int64_t* want = kPool == Pool::kMaxGradGrad && i == 2 ? sizes : pooled;
      const rnlp_tensor_t* input = run->inputs[i];
      if (input->rank == 4 && std::equal(want, want + 4, input->dims)) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %u should have shape %s, got %s", op, i,
                  ShapeText(4, want).c_str(), ShapeText(input).c_str());
    }
    for (const int64_t size : sizes) {
      if (size <= plugin::kMostSize) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the image %s is larger than 2^30", op,
                  ShapeText(4, sizes).c_str());
    }
    RNLP_TRY(EnsureOutput(run, 0, 4, kToImage ? sizes : pooled));
    const i64 count = run->outputs[0]->num_elements;
    if (count == 0) return nullptr;
    if (pooled[attrs.dim(0)] == 0 || pooled[attrs.dim(1)] == 0) return ZeroOutput(run, 0);
    args.in = kPool == Pool::kMeanGrad ? 0 : AddressOf(first);
    args.grad = AddressOf(run->inputs[run->num_inputs - 1]);
    args.out = AddressOf(run->outputs[0]);
    args.batch = static_cast<int>(sizes[0]);
    args.image = LayoutOf(attrs, sizes);
    args.output = LayoutOf(attrs, pooled);
    return Launch(run, function, GridFor(run, count), args);
  }
};

template <bool kGradient>
struct NormKernel : KernelBase {
  CUfunction sums, apply, gradient, finish, moments, fill;
  int multiprocessors = 1;
  uint64_t planned_bytes = 0;  // of workspace for what splits leave; set once, by plan
  bool channels_first = false, training = true;
  int32_t rank = 4;
  float epsilon = 1e-4f, average = 1.0f;

  rnlp_status_t* Init(const Build& build) {
    const int32_t dtype = build.input(0);
    std::string format = "NHWC";
    RNLP_TRY(plugin::AttrString(build.host, build.node, "data_format", &format));
    channels_first = format.size() >= 2 && format[1] == 'C';
    rank = static_cast<int32_t>(format.size());
    RNLP_TRY(plugin::AttrBool(build.host, build.node, "is_training", &training));
    RNLP_TRY(plugin::AttrFloat(build.host, build.node, "epsilon", &epsilon));
    RNLP_TRY(plugin::AttrFloat(build.host, build.node, "exponential_avg_factor", &average));
    const struct {
      const char* stem;
      CUfunction* out;
    } wanted[] = {{"norm_sums", &sums}, {"norm_apply", &apply}, {"norm_grad", &gradient}};
    for (const auto& one : wanted) RNLP_TRY(FindTyped(build, op, k_window, one.stem, dtype, one.out));
    multiprocessors = build.device->multiprocessors;
    RNLP_TRY(build.device->FindFunction(k_window, "norm_finish", &finish));
    RNLP_TRY(build.device->FindFunction(k_window, "norm_moments", &moments));
    return FindSized(build, k_move, "fill", 4, &fill);
  }

  bool needs_moments() const { return !training || average != 1.0f; }

  // x as [outer][channels][inner], and how many parts its sums are cut into: a network's first layers
  // have few channels of many elements. `aligned`: packs may be read.
  void SetSizes(const rnlp_tensor_t* x, bool aligned, NormArgs* args) const {
    args->channels = x->dims[channels_first ? 1 : rank - 1];
    args->outer = channels_first ? x->dims[0] : x->num_elements / args->channels;
    args->inner = x->num_elements / args->channels / args->outer;
    const int pack = std::min(kMostInPack, kPackBytes / static_cast<int>(plugin::DTypeSize(x->dtype)));
    args->width = 0;
    if (args->inner == 1 && args->channels % pack == 0 && aligned) {
      args->width = 1;
      while (args->width < 32 && args->width * pack < args->channels) args->width *= 2;
      args->pack = pack;
    }
    const i64 least = args->inner == 1 ? 64 : 2048;
    args->splits = static_cast<int>(std::clamp<i64>(
        std::min<i64>(i64{multiprocessors} * 4 / Groups(*args), args->outer * args->inner / least), 1,
        1024));
  }
  // Of channels that a block sums at once.
  static i64 Groups(const NormArgs& args) {
    const i64 at_once = args.width > 0 ? i64{args.width} * args.pack : args.inner == 1 ? 32 : 1;
    return (args.channels + at_once - 1) / at_once;
  }
  static uint64_t PartialBytes(const NormArgs& args) {
    return args.splits == 1 ? 0
                            : static_cast<uint64_t>(args.splits * args.channels) * (kGradient ? 2 : 1) *
                                  sizeof(float);
  }
  rnlp_status_t* Plan(const rnlp_host_t*, rnlp_plan_t* plan) {
    const rnlp_tensor_t* x = plan->inputs[kGradient ? 1 : 0];
    if (x->rank != rank || x->num_elements <= 0 || (!kGradient && !training)) return nullptr;
    NormArgs args{};
    SetSizes(x, true, &args);
    planned_bytes = PartialBytes(args);
    SetSizes(x, false, &args);
    plan->workspace_bytes = planned_bytes = std::max(planned_bytes, PartialBytes(args));
    return nullptr;
  }
  rnlp_status_t* Sum(const rnlp_run_t* run, NormArgs args, NormSum sum) const {
    args.sum = sum;
    RNLP_TRY(Launch(
        run, sums,
        {static_cast<u32>(std::min<i64>(Groups(args), 1 << 20)), static_cast<u32>(args.splits)}, args));
    if (args.splits == 1) return nullptr;
    const i64 blocks = (args.channels + kFinishWidth - 1) / kFinishWidth * (kGradient ? 2 : 1);
    return Launch(run, finish, {static_cast<u32>(std::min<i64>(blocks, 1 << 20))}, args);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[kGradient ? 1 : 0];
    if (x->rank != rank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: x should have %d dimensions, got %s", op, rank,
                  ShapeText(x).c_str());
    }
    const int64_t channels = x->dims[channels_first ? 1 : rank - 1];
    if (kGradient && !SameShape(run->inputs[0], x)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: y_backprop should have shape %s, got %s", op,
                  ShapeText(x).c_str(), ShapeText(run->inputs[0]).c_str());
    }
    const uint32_t last = kGradient || needs_moments() ? 5 : 3;
    for (uint32_t i = kGradient ? 2 : 1; i < last; ++i) {
      const rnlp_tensor_t* input = run->inputs[i];
      if (input->rank == 1 && input->dims[0] == channels) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: input %u should have one element for each of %lld channels, got shape %s", op, i,
                  static_cast<long long>(channels), ShapeText(input).c_str());
    }
    RNLP_TRY(EnsureOutputLike(run, 0, x));
    const int64_t none = 0;
    const uint32_t vectors = kGradient ? 3 : 5;
    for (uint32_t i = 1; i < run->num_outputs; ++i) {
      RNLP_TRY(EnsureOutput(run, i, 1, i < vectors ? &channels : &none));
    }
    if (channels == 0) return nullptr;
    if (x->num_elements == 0) return RunEmpty(run, channels);
    NormArgs args{};
    args.x = AddressOf(x);
    args.out = AddressOf(run->outputs[0]);
    const u64 read = args.x | (kGradient ? AddressOf(run->inputs[0]) : 0);
    SetSizes(x, read % kPackBytes == 0, &args);
    if (PartialBytes(args) > planned_bytes) args.splits = 1;  // planning knew less
    args.partial = WorkspaceOf(run);
    args.epsilon = epsilon;
    args.average = average;
    args.training = training;
    const auto in = [&](uint32_t i) { return AddressOf(run->inputs[i]); };
    const auto out = [&](uint32_t i) { return AddressOf(run->outputs[i]); };
    const Grid by_element = GridFor(run, x->num_elements, 16);
    if constexpr (kGradient) {
      args.dy = in(0);
      args.scale = in(2);
      args.mean = in(3);
      args.variance = in(4);
      args.grad_scale = out(1);
      args.grad_offset = out(2);
      RNLP_TRY(Sum(run, args, kNormGradient));
      return Launch(run, gradient, by_element, args);
    }
    args.scale = in(1);
    args.offset = in(2);
    args.mean = in(3);
    args.variance = in(4);
    args.out_mean = out(1);
    args.out_variance = out(2);
    args.saved_mean = out(3);
    args.saved_variance = out(4);
    if (training) {
      RNLP_TRY(Sum(run, args, kNormMean));
      RNLP_TRY(Sum(run, args, kNormVariance));
    }
    RNLP_TRY(Launch(run, moments, GridFor(run, channels), args));
    return Launch(run, apply, by_element, args);
  }

  // Nothing to take a mean of: TensorFlow gives NaN as mean and variance, and zeros to remember.
  rnlp_status_t* RunEmpty(const rnlp_run_t* run, int64_t channels) const {
    for (uint32_t i = 1; i < (kGradient ? 3u : 5u); ++i) {
      if (!kGradient && !training && i >= 3) {
        RNLP_TRY(CopyTensor(run, run->inputs[i % 2 == 1 ? 3 : 4], run->outputs[i]));
      } else {
        const u64 bits = !kGradient && i < 3 ? 0x7fc00000u : 0;
        RNLP_TRY(Launch(run, fill, GridFor(run, channels),
                        FillArgs{0, AddressOf(run->outputs[i]), bits, channels}));
      }
    }
    return nullptr;
  }
};

constexpr int32_t kFloatOnly[] = {RNLP_FLOAT};
constexpr rnlp_type_constraint_t kOne[] = {Types("T", kFloatOnly)};
constexpr rnlp_type_constraint_t kTwo[] = {Types("T", kFloatTypes), Types("U", kFloatOnly)};
constexpr rnlp_arg_mark_t kSizes[] = {{"orig_input_shape", kHostConstant}};

constexpr rnlp_kernel_row_t kRows[] = {
    Row<PoolKernel<Pool::kMax>>("MaxPool", kFloatT),
    Row<PoolKernel<Pool::kMaxGrad>>("MaxPoolGrad", kFloatT),
    Row<PoolKernel<Pool::kMaxGradGrad>>("MaxPoolGradGrad", kFloatT),
    Row<PoolKernel<Pool::kMean>>("AvgPool", kFloatT),
    Row<PoolKernel<Pool::kMeanGrad>>("AvgPoolGrad", kFloatT, kSizes),
    Row<NormKernel<false>>("FusedBatchNorm", kOne),
    Row<NormKernel<false>>("FusedBatchNormV2", kTwo),
    Row<NormKernel<false>>("FusedBatchNormV3", kTwo),
    Row<NormKernel<true>>("FusedBatchNormGrad", kOne),
    Row<NormKernel<true>>("FusedBatchNormGradV2", kTwo),
    Row<NormKernel<true>>("FusedBatchNormGradV3", kTwo),
};

}  // namespace

std::span<const rnlp_kernel_row_t> WindowRows() { return kRows; }

}  // namespace runnel::cuda
