// _HostSend and _HostRecv: the two ends of an edge between tasks, over the step's rendezvous. Both run
// for dead values too, and hand deadness on.
#include <atomic>
#include <memory>

#include "core/runtime/exchange/rendezvous.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// The names that both ends share.
struct Edge {
  std::string send_device, recv_device, tensor_name;
  RendezvousKey key() const { return {send_device, recv_device, tensor_name}; }
  // The same for one iteration of the loops that the node is in: "e3;0.12".
  std::string NameIn(const HostContext& ctx) const {
    std::string name = tensor_name;
    for (int i = 0; i < ctx.loop_depth; ++i) name += StrCat(i == 0 ? ";" : ".", ctx.iterations[i]);
    return name;
  }

  static Result<Edge> Of(const HostNode& node) {
    Edge edge;
    for (const auto& [name, out] :
         {std::pair("send_device", &edge.send_device), std::pair("recv_device", &edge.recv_device),
          std::pair("tensor_name", &edge.tensor_name)}) {
      const auto* value = node.attr<std::string>(name);
      if (value == nullptr || value->empty()) return InvalidArgument("attr ", name, " is empty");
      *out = *value;
    }
    return edge;
  }
};

Status NoRendezvous(const Edge& edge) {
  return FailedPrecondition("this step exchanges nothing with other tasks, but \"", edge.tensor_name,
                            "\" goes from ", edge.send_device, " to ", edge.recv_device);
}

class HostSend : public HostKernel {
 public:
  explicit HostSend(Edge edge) : edge_(std::move(edge)) {}
  void Start(HostContext& ctx, std::function<void(Status)> done) override { done(Send(ctx)); }

 private:
  Status Send(HostContext& ctx) const {
    if (ctx.rendezvous == nullptr) return NoRendezvous(edge_);
    Tensor value;
    if (!ctx.dead) {
      // Copied if need be: the value may wait for its receiver longer than the step's memory lives.
      RUNNEL_ASSIGN_OR_RETURN(value, KeepBeyondStep(ctx.inputs[0], ctx.allocator));
    }
    if (ctx.loop_depth == 0) return ctx.rendezvous->Send(edge_.key(), std::move(value), ctx.dead);
    const std::string name = edge_.NameIn(ctx);
    return ctx.rendezvous->Send({edge_.send_device, edge_.recv_device, name}, std::move(value),
                                ctx.dead);
  }
  const Edge edge_;
};

class HostRecv : public HostKernel {
 public:
  HostRecv(Edge edge, DType dtype, Shape shape)
      : edge_(std::move(edge)), dtype_(dtype), shape_(std::move(shape)) {}

  // A deadline or an error elsewhere may cancel the step while it waits. The wait then ends at once, and
  // what comes later finds it ended.
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    if (ctx.rendezvous == nullptr) return done(NoRendezvous(edge_));
    auto wait = std::make_shared<Wait>();
    wait->ctx = &ctx;
    wait->edge = edge_;
    if (ctx.loop_depth > 0) wait->edge.tensor_name = edge_.NameIn(ctx);
    wait->dtype = dtype_;
    wait->shape = shape_;
    wait->done = std::move(done);
    const Ref<Rendezvous> rendezvous = Ref<Rendezvous>::Share(ctx.rendezvous);
    const Ref<CancellationManager> cancellation = Ref<CancellationManager>::Share(ctx.cancellation);
    CancellationManager::Token token = 0;
    if (cancellation) {
      token = cancellation->Register(
          [wait](const Status& reason) { wait->Finish(reason, Tensor(), false); });
      if (token == 0) return wait->Finish(cancellation->reason(), Tensor(), false);
    }
    // Touches neither this kernel nor ctx below: the step may have ended already.
    rendezvous->RecvAsync(wait->edge.key(),
                          [wait, cancellation, token](Status status, Tensor value, bool dead) {
                            if (cancellation) (void)cancellation->TryDeregister(token);
                            wait->Finish(std::move(status), std::move(value), dead);
                          });
  }

 private:
  // One execution. It ends once: with the value or with the step, whichever is first.
  struct Wait {
    HostContext* ctx = nullptr;
    Edge edge;
    DType dtype = DType::kInvalid;
    Shape shape;
    std::function<void(Status)> done;
    std::atomic<bool> finished{false};

    void Finish(Status status, Tensor value, bool dead) {
      if (finished.exchange(true)) return;
      if (status.ok() && !dead) status = Check(value);
      if (status.ok()) {
        ctx->outputs_dead = dead;
        if (!dead) ctx->outputs[0] = std::move(value);
      }
      done(std::move(status));
    }
    Status Check(const Tensor& value) const {
      if (value.dtype() == dtype && shape.IsCompatibleWith(value.shape())) return OkStatus();
      return InvalidArgument("expected ", DTypeName(dtype), shape.ToString(), " from another task, got ",
                             DTypeName(value.dtype()), value.shape().ToString());
    }
  };
  const Edge edge_;
  const DType dtype_;
  const Shape shape_;
};

Result<std::unique_ptr<HostKernel>> CreateSend(const HostNode& node) {
  RUNNEL_ASSIGN_OR_RETURN(Edge edge, Edge::Of(node));
  if (node.input_types[0] == DType::kResource) {
    return InvalidArgument("a resource stays on its task, it cannot be sent to ", edge.recv_device);
  }
  return std::unique_ptr<HostKernel>(std::make_unique<HostSend>(std::move(edge)));
}

Result<std::unique_ptr<HostKernel>> CreateRecv(const HostNode& node) {
  RUNNEL_ASSIGN_OR_RETURN(Edge edge, Edge::Of(node));
  const Shape* shape = node.attr<Shape>("_rnl_shape");
  return std::unique_ptr<HostKernel>(std::make_unique<HostRecv>(
      std::move(edge), node.output_types[0], shape == nullptr ? Shape::Unknown() : *shape));
}

constexpr HostKernelRow kSendRecvKernels[] = {
    {.op = "_HostSend", .is_async = true, .takes_dead = true, .create = CreateSend},
    {.op = "_HostRecv", .is_async = true, .takes_dead = true, .create = CreateRecv}};

}  // namespace

std::span<const HostKernelRow> SendRecvKernels() { return ChosenRows<kSendRecvKernels>::All(); }

}  // namespace runnel
