// CollectiveReduce: the kernel hands over to the step's collectives, or where the step has none to the
// devices of this process. Both wait without a thread.
#include <utility>

#include "core/runtime/devices/device.h"
#include "core/runtime/devices/device_group.h"
#include "core/runtime/exchange/collectives.h"
#include "core/runtime/exchange/rendezvous.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/local_reductions.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class CollectiveReduce : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<CollectiveReduce>();
    CollectiveRequest& request = kernel->request_;
    for (const auto& [name, out] :
         {std::pair("group_key", &request.group_key), std::pair("group_size", &request.group_size),
          std::pair("instance_key", &request.instance_key)}) {
      const int64_t* value = node.attr<int64_t>(name);
      if (value == nullptr) return InvalidArgument("attr ", name, " is missing");
      *out = *value;
    }
    if (request.group_size < 1)
      return InvalidArgument("group_size is ", request.group_size, ", expected at least 1");
    const auto* merge = node.attr<std::string>("merge_op");
    const auto* final_op = node.attr<std::string>("final_op");
    const auto combine = ParseCombine(merge == nullptr ? "Add" : *merge);
    if (!combine) return InvalidArgument("merge_op is \"", *merge, "\", expected Min, Max, Mul or Add");
    request.merge = *combine;
    if (final_op != nullptr && *final_op != "Id" && *final_op != "Div")
      return InvalidArgument("final_op is \"", *final_op, "\", expected Id or Div");
    request.mean = final_op != nullptr && *final_op == "Div";
    const auto* hint = node.attr<std::string>("communication_hint");
    request.algorithm = hint == nullptr || hint->empty() ? "auto" : *hint;
    if (request.algorithm != "auto" && request.algorithm != "ring" && request.algorithm != "halving")
      return InvalidArgument("communication_hint is \"", request.algorithm,
                             "\", expected auto, ring or halving");
    if (const float* seconds = node.attr<float>("timeout_seconds")) {
      if (!(*seconds >= 0 && *seconds < 1e9F))
        return InvalidArgument("timeout_seconds is ", *seconds, ", expected 0 or more");
      request.timeout_ms = static_cast<int64_t>(*seconds * 1000);
    }
    if (!CanCombine(node.output_types[0])) {
      return Unimplemented("a reduction of ", DTypeName(node.output_types[0]), " over tasks");
    }
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const Tensor& value = ctx.inputs[0];
    if (request_.group_size == 1 && DeviceOf(ctx) != nullptr) return CopyOn(ctx, done);
    if (request_.group_size == 1) {
      auto kept = KeepBeyondStep(value, ctx.allocator);
      if (kept.ok()) ctx.outputs[0] = std::move(*kept);
      return done(kept.status());
    }
    Collectives* const collectives = ctx.rendezvous == nullptr ? nullptr : ctx.rendezvous->collectives();
    if (collectives == nullptr) return ReduceHere(ctx, std::move(done));
    auto result = LikeIt(value, ctx);
    if (!result.ok()) return done(result.status());
    const auto reduce = [this, &ctx, collectives, result = *result,
                         done = std::move(done)](const Status& free) {
      if (!free.ok()) return done(free);
      collectives->AllReduce(request_, ctx.inputs[0], result,
                             Ref<CancellationManager>::Share(ctx.cancellation),
                             [&ctx, done](Status status, Tensor reduced) {
                               if (status.ok()) ctx.outputs[0] = std::move(reduced);
                               done(std::move(status));
                             });
    };
    if (DeviceOf(ctx) == nullptr) return reduce(OkStatus());
    // Waits until no earlier owner of the memory can still write there.
    DeviceOf(ctx)->WhenReached(Device::LastUse(*result->buffer()), reduce);
  }

 private:
  // Among devices of this process.
  void ReduceHere(HostContext& ctx, std::function<void(Status)> done) {
    if (DeviceOf(ctx) == nullptr) {
      return done(FailedPrecondition(
          "a reduction over ", request_.group_size,
          " members in a session that is not on a cluster, of a value that is in the host's memory; "
          "there only devices that form groups reduce"));
    }
    if (request_.timeout_ms > 0)
      return done(Unimplemented("timeout_seconds in a session that is not on a cluster"));
    auto result = LikeIt(ctx.inputs[0], ctx);
    if (!result.ok()) return done(result.status());
    const std::string key = std::to_string(request_.group_key);
    const auto found = ctx.session_resources->LookupOrCreate(
        ResourceManager::kDefaultContainer, LocalReductions::kTypeName, key,
        [&]() -> Result<Ref<Resource>> { return Ref<Resource>(MakeRef<LocalReductions>(key)); });
    if (!found.ok()) return done(found.status());
    DeviceOf(ctx)->WhenReached(
        Device::LastUse(*result->buffer()),
        [this, &ctx, result = *result, reductions = *found, done = std::move(done)](const Status& free) {
          if (!free.ok()) return done(free);
          LocalReductions::Member member = {request_, DeviceOf(ctx), ctx.inputs[0],
                                            result,   ctx.pool,      {}};
          member.done = [&ctx, result, done](Status status) {
            if (status.ok()) ctx.outputs[0] = result;
            done(std::move(status));
          };
          static_cast<LocalReductions*>(reductions.get())
              ->AllReduce({ctx.step_resources,
                           {ctx.iterations, ctx.iterations + ctx.loop_depth},
                           request_.instance_key},
                          std::move(member), Ref<CancellationManager>::Share(ctx.cancellation));
        });
  }
  // The device in whose memory the value is; null: the host.
  static Device* DeviceOf(const HostContext& ctx) {
    const Tensor& value = ctx.inputs[0];
    return value.buffer() && !value.on_host() ? value.buffer()->device() : nullptr;
  }
  static Result<Tensor> LikeIt(const Tensor& value, const HostContext& ctx) {
    if (DeviceOf(ctx) == nullptr) return Tensor::Allocate(ctx.allocator, value.dtype(), value.shape());
    RUNNEL_ASSIGN_OR_RETURN(Ref<Buffer> buffer, DeviceOf(ctx)->AllocateBuffer(value.size_bytes()));
    return Tensor(value.dtype(), value.shape(), std::move(buffer));
  }

  // The input may share a variable's memory: see KeepBeyondStep.
  static void CopyOn(HostContext& ctx, const std::function<void(Status)>& done) {
    const Tensor& value = ctx.inputs[0];
    auto result = LikeIt(value, ctx);
    if (!result.ok()) return done(result.status());
    uint64_t point = 0;
    const Status status = DeviceOf(ctx)->CopyWithin(
        value.buffer(), value.offset_bytes(), result->buffer(), 0, value.size_bytes(), nullptr, &point);
    if (!status.ok()) return done(status);
    ctx.outputs[0] = std::move(*result);
    DeviceOf(ctx)->WhenReached(point, done);
  }

  CollectiveRequest request_;
};

constexpr HostKernelRow kRows[] = {
    {.op = "CollectiveReduce",
     .is_async = true,
     .takes_grouped = true,
     .create = CollectiveReduce::Create},
};

}  // namespace

std::span<const HostKernelRow> CollectiveKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
