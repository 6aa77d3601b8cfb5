// Math: _FusedPointwiseDepthwise, which core/passes/bands.h makes.
#include <algorithm>

#include "devices/cpu/packed.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/window_bands.h"

namespace runnel::cpu {
namespace {

constexpr char kOp[] = "_FusedPointwiseDepthwise";
constexpr uint32_t kImage = 0, kPointwise = 1, kFilter = 2, kOperands = 3;  // inputs

struct PointwiseDepthwiseKernel {
  const char* op;
  WindowAttrs attrs;
  Isa isa = Isa::kBase;
  const GemmTable* gemms = nullptr;
  const DepthwiseTable* depthwise = nullptr;
  int64_t num_pointwise = 0;  // operands of the first epilogue
  Epilogue pointwise, epilogue;
  FusedProgram programs[2];
  uint64_t planned_bytes = 0;  // set once, by plan

  // One call.
  struct Call {
    int64_t between[4], out[4];
    WindowAxis axes[2];
  };

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    isa = ChooseIsa(host);
    gemms = &Gemms(isa);
    depthwise = &Depthwise(isa);
    RUNNEL_CPU_RETURN_IF_ERROR(host->attr_int(host, node, "M", &num_pointwise));
    RUNNEL_CPU_RETURN_IF_ERROR(
        pointwise.Init(host, node, RNLP_FLOAT, &programs[0], {"pointwise_epilogue", "pointwise_runs"}));
    RUNNEL_CPU_RETURN_IF_ERROR(epilogue.Init(host, node, RNLP_FLOAT, &programs[1]));
    return attrs.Init(host, node, op);
  }

  rnlp_status_t* Resolve(const rnlp_host_t* host, const rnlp_tensor_t* const* inputs, Call* call) const {
    const rnlp_tensor_t *image = inputs[kImage], *first = inputs[kPointwise], *filter = inputs[kFilter];
    const bool ranks = image->rank == 4 && first->rank == 4 && filter->rank == 4;
    if (!ranks || first->dims[0] != 1 || first->dims[1] != 1 || first->dims[2] != image->dims[3] ||
        filter->dims[2] != first->dims[3] || filter->dims[3] != 1 || attrs.channels_first) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: filters %s and %s do not go with the image %s, whose channels are last", op,
                  ShapeText(first).text, ShapeText(filter).text, ShapeText(image).text);
    }
    std::copy_n(image->dims, 3, call->between);
    call->between[3] = first->dims[3];
    call->out[0] = image->dims[0];
    call->out[3] = first->dims[3];
    for (int axis = 0; axis < 2; ++axis) {
      RUNNEL_CPU_RETURN_IF_ERROR(
          attrs.Fit(host, op, axis, image->dims[1 + axis], filter->dims[axis], &call->axes[axis]));
      call->out[1 + axis] = call->axes[axis].count;
    }
    const int64_t depth = image->dims[3], channels = call->between[3];
    const bool fits = depth > 0 && depth <= kPackedDepth && channels <= kMostSize && call->out[1] > 0 &&
                      static_cast<double>(call->between[2]) * static_cast<double>(channels) < 1e12 &&
                      IsForBands(Windows(*call), channels);
    if (fits) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "%s: an image of shape %s and filters of shapes %s and %s are not computed in bands", op,
                ShapeText(image).text, ShapeText(first).text, ShapeText(filter).text);
  }

  WindowMatrix Windows(const Call& call) const {
    const auto& [rows, columns] = call.axes;
    return {nullptr,
            ImageLayout(attrs, call.between),
            {rows.count, columns.count},
            {rows.stride, columns.stride},
            {-rows.before, -columns.before},
            {rows.window, columns.window},
            {rows.dilation, columns.dilation}};
  }
  // A filter's columns are the channels of an image of one pixel.
  WindowMatrix Pixel(int64_t channels) const {
    const int64_t pixel[4] = {1, 1, 1, channels};
    return {nullptr, ImageLayout(attrs, pixel), {1, 1}, {1, 1}, {0, 0}, {1, 1}, {1, 1}};
  }
  uint64_t PackedBytes(const Call& call, int64_t depth) const {
    return PackedFilterBytes(Pixel(depth), WindowJoin(), call.between[3], sizeof(float));
  }
  void PackInto(const rnlp_run_t* run, const rnlp_tensor_t* filter, void* packed) const {
    const int64_t depth = filter->dims[2], columns = filter->dims[3];
    PackFilters<float>(run, *gemms, Pixel(depth), WindowJoin(),
                       {filter->data, {0, 0}, {1, 1}, 1, depth * columns, columns, 1}, columns, packed);
  }

  rnlp_status_t* Plan(const rnlp_host_t* host, rnlp_plan_t* plan) {
    Call call;
    for (uint32_t i = 0; i < kOperands; ++i)
      if (plan->inputs[i]->rank != 4 || plan->inputs[i]->num_elements < 0) return nullptr;
    if (rnlp_status_t* status = Resolve(host, plan->inputs, &call)) {
      host->status_release(host, status);  // what is wrong is said when it runs
      return nullptr;
    }
    const int64_t depth = plan->inputs[kImage]->dims[3];
    const uint64_t bytes = PackedBytes(call, depth);
    const uint64_t variant = static_cast<uint64_t>(WindowJoin().pixels);
    const bool packs =
        AskForPacked(plan, kPointwise, PackedKind::kFilter, static_cast<int>(isa), bytes, variant);
    if (packs) PackedAlone(plan);
    planned_bytes = BandCut(Windows(call), host->num_threads(host)).bytes() + (packs ? 0 : bytes);
    plan->workspace_bytes = planned_bytes;
    const double pixels = static_cast<double>(call.between[0]) * static_cast<double>(call.between[1]) *
                          static_cast<double>(call.between[2]);
    const double flops = 2 * pixels * static_cast<double>(call.between[3]) *
                         static_cast<double>(depth + plan->inputs[kFilter]->dims[0]);
    plan->cost_ns = static_cast<uint64_t>(std::min(1e15, 100 + flops / 80));
    return nullptr;
  }

  rnlp_status_t* Pack(const rnlp_run_t* run) const {
    PackInto(run, run->inputs[0], run->outputs[0]->data);
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Call call;
    RUNNEL_CPU_RETURN_IF_ERROR(Resolve(run->host, run->inputs, &call));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, call.out));
    const uint32_t count = run->num_inputs - kOperands;
    const auto before = static_cast<uint32_t>(std::clamp<int64_t>(num_pointwise, 0, count));
    const int64_t channels = call.between[3], depth = run->inputs[kImage]->dims[3];
    Epilogue first, after;
    RUNNEL_CPU_RETURN_IF_ERROR(pointwise.Bind(run->host, op, {run->inputs + kOperands, before, nullptr},
                                              channels, true, &first));
    RUNNEL_CPU_RETURN_IF_ERROR(
        epilogue.Bind(run->host, op, {run->inputs + kOperands + before, count - before, run->outputs[0]},
                      channels, true, &after));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const BandCut cut(Windows(call), run->host->num_threads(run->host));
    const void* packed = PackedOf(run);
    const uint64_t slabs = cut.bytes();
    const uint64_t bytes = slabs + (packed == nullptr ? PackedBytes(call, depth) : 0);
    const Workspace workspace(run, planned_bytes, bytes);
    if (bytes > 0 && workspace.data == nullptr) return workspace.Failed(op);
    if (packed == nullptr) {
      void* const own = static_cast<char*>(workspace.data) + slabs;
      PackInto(run, run->inputs[kPointwise], own);
      packed = own;
    }
    const rnlp_tensor_t* filter = run->inputs[kFilter];
    PointwiseDepthwise(run, *gemms, *depthwise, cut,
                       {Data<const float>(run->inputs[kImage]), depth, static_cast<const float*>(packed),
                        first.any() ? &first : nullptr},
                       Windows(call), {filter->data, {0, 0}, {1, 1}, filter->dims[1], channels, 1, 1},
                       {run->outputs[0]->data, ImageLayout(attrs, call.out), {1, 1}, {0, 0}},
                       workspace.data, after.any() ? &after : nullptr);
    return nullptr;
  }
};

rnlp_status_t* PlanBands(const rnlp_host_t* host, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return reinterpret_cast<PointwiseDepthwiseKernel*>(kernel)->Plan(host, plan);
}

constexpr int32_t kFloatOnly[] = {RNLP_FLOAT};
constexpr rnlp_type_constraint_t kT = Types("T", kFloatOnly);

}  // namespace

constexpr rnlp_kernel_row_t kPointwiseDepthwiseRows[] = {
    MakeRow({.op = kOp,
             .types = &kT,
             .num_types = 1,
             .create = Create<PointwiseDepthwiseKernel, kOp>,
             .destroy = Destroy<PointwiseDepthwiseKernel>,
             .plan = PlanBands,
             .run = cpu::Run<PointwiseDepthwiseKernel>,
             .pack = cpu::Pack<PointwiseDepthwiseKernel>}),
};
RUNNEL_CPU_ROWS(PointwiseDepthwise)

}  // namespace runnel::cpu
