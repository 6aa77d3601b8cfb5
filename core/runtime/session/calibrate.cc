// By one product on each device. Machines of a cluster with the same plugin are alike without it.
#include "core/runtime/session/calibrate.h"

#include "core/graph/builder.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/plan/build_plan.h"
#include "core/runtime/session/session.h"

namespace runnel {
namespace {

constexpr int64_t kSize = 256;
constexpr int kRuns = 4;  // the first warms up
constexpr int64_t kTimeoutMs = 2000;

Status CalibrateOn(const Ref<Runtime>& runtime, const Device& device,
                   const std::shared_ptr<PlacementMemory>& memory) {
  auto graph = std::make_shared<Graph>(&runtime->ops());
  GraphBuilder b(graph.get(), "");
  RUNNEL_ASSIGN_OR_RETURN(Tensor factor,
                          Tensor::Allocate(runtime->allocator(), DType::kFloat, Shape({kSize, kSize})));
  std::ranges::fill(factor.values<float>(), 0.5f);
  const OutputRef x = b.Constant(factor);
  Node* const product = b.AddNode({StrCat("runnel_calibration/", device.type(), "_", device.ordinal()),
                                   "MatMul",
                                   {x, x},
                                   {},
                                   {},
                                   StrCat("/device:", device.type(), ":", device.ordinal())});
  RUNNEL_RETURN_IF_ERROR(b.status());
  SessionOptions options;
  options.disabled_passes = {"all"};
  options.placement_memory = memory;
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Session> session, Session::Create(runtime, graph, options));
  PlanContext context;
  context.runtime = runtime.get();
  context.costs = &memory->costs;
  RUNNEL_RETURN_IF_ERROR(EstimateCosts(context, *graph, {}).status());
  RunOptions run;
  run.timeout_ms = kTimeoutMs;
  for (int i = 0; i < kRuns; ++i) {
    run.sample = i > 0;
    const Status status = session->Run({{}, {}, {product}}, {}, {}, run);
    // The product took longer than the wait: a lower bound is known.
    if (status.code() == Code::kDeadlineExceeded)
      memory->costs.RecordNs(product->name(), device.name(), kTimeoutMs * 1e6);
    RUNNEL_RETURN_IF_ERROR(status);
  }
  return OkStatus();
}

}  // namespace

Status Calibrate(const Ref<Runtime>& runtime, const std::shared_ptr<PlacementMemory>& memory) {
  const std::string* const config = runtime->FindConfig(PlacementMemory::kConfigKey);
  if (config != nullptr && *config != "on" && *config != "off") {
    return InvalidArgument("configuration \"", PlacementMemory::kConfigKey,
                           "\": expected \"on\" or \"off\", got \"", *config, "\"");
  }
  if ((config != nullptr && *config == "off") || memory->calibrated.exchange(true)) return OkStatus();
  for (const Device* device : runtime->devices()) {
    const Status status = CalibrateOn(runtime, *device, memory);
    if (!status.ok()) {
      runtime->Log(Severity::kInfo,
                   StrCat("automatic placement: ", device->name(),
                          status.code() == Code::kDeadlineExceeded
                              ? " is slower than its plugin says: a small product did not end: "
                              : " is taken to be as quick as its plugin says: ",
                          status.message()));
    }
  }
  return OkStatus();
}

}  // namespace runnel
