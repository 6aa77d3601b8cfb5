// Kernels of ops that call a function of the host program (core/runtime/host/host_functions.h). When the
// step is cancelled it goes on without the function, which may still run; what it then gives is dropped.
#include "core/base/caught.h"
#include "core/runtime/host/host.h"
#include "core/runtime/host/host_functions.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// A call and its step, of which whoever comes first, the function's end or a cancellation, speaks to the
// step.
class PendingCall {
 public:
  HostCall call;
  std::shared_ptr<const HostFunctions::Function> function;
  std::span<Tensor> outputs;  // the step's, valid until `done` was called
  std::function<void(Status)> done;
  Ref<CancellationManager> cancellation;
  CancellationManager::Token token = 0;

  void Cancel(const Status& reason) {
    call.cancelled = true;
    if (!ended_.exchange(true)) done(reason);
  }
  void Run() {
    Status status;
    try {
      status = (*function)(call);
      if (status.ok()) status = CheckOutputs();
    } catch (...) {
      status = CaughtStatus();
    }
    function.reset();  // who has seen the step end and takes the function away is rid of it
    End(std::move(status));
  }
  void End(Status status) {
    if (cancellation) cancellation->TryDeregister(token);
    if (ended_.exchange(true)) return;
    for (size_t i = 0; status.ok() && i < outputs.size(); ++i) outputs[i] = std::move(call.outputs[i]);
    done(std::move(status));
  }

 private:
  Status CheckOutputs() const {
    for (size_t i = 0; i < call.outputs.size(); ++i) {
      const Tensor& output = call.outputs[i];
      if (output.empty()) {
        return InvalidArgument("the function for token \"", call.token, "\" gave no output ", i, " of ",
                               call.outputs.size());
      }
      if (output.dtype() != call.output_types[i]) {
        return InvalidArgument("output ", i, " of the function for token \"", call.token, "\" is ",
                               DTypeName(output.dtype()), ", the node's attr \"Tout\" says ",
                               DTypeName(call.output_types[i]));
      }
    }
    return OkStatus();
  }

  std::atomic<bool> ended_{false};
};

class CallHostFunction : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    const std::string* token = node.attr<std::string>("token");
    if (token == nullptr) return InvalidArgument("attr \"token\" is missing");
    auto kernel = std::make_unique<CallHostFunction>();
    kernel->token_ = *token;
    kernel->types_.assign(node.output_types.begin(), node.output_types.end());
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto pending = std::make_shared<PendingCall>();
    Status prepared = Prepare(ctx, pending.get());
    if (!prepared.ok()) return done(std::move(prepared));
    pending->done = std::move(done);
    Status started;
    try {
      if (ctx.cancellation != nullptr) {
        pending->cancellation = Ref<CancellationManager>::Share(ctx.cancellation);
        pending->token =
            ctx.cancellation->Register([pending](const Status& reason) { pending->Cancel(reason); });
        if (pending->token == 0) return pending->Cancel(ctx.cancellation->reason());
      }
      started = ctx.host->functions().Run([pending] { pending->Run(); });
    } catch (...) {
      started = CaughtStatus();
    }
    if (!started.ok()) pending->End(std::move(started));
  }

 private:
  Status Prepare(const HostContext& ctx, PendingCall* pending) const {
    pending->function = ctx.host->functions().Find(token_);
    if (pending->function == nullptr) {
      return Unimplemented("no function of the host program is registered for token \"", token_, "\"");
    }
    HostCall& call = pending->call;
    call.token = token_;
    call.node = ctx.node_name;
    call.output_types = types_;
    call.outputs.resize(types_.size());
    for (const Tensor& input : ctx.inputs) {
      RUNNEL_ASSIGN_OR_RETURN(Tensor kept, KeepBeyondStep(input, ctx.allocator));
      call.inputs.push_back(std::move(kept));
    }
    pending->outputs = ctx.outputs;
    return OkStatus();
  }

  std::string token_;
  std::vector<DType> types_;
};

constexpr HostKernelRow kHostFunctionKernels[] = {
    {.op = "PyFunc", .is_async = true, .create = CallHostFunction::Create},
    {.op = "PyFuncStateless", .is_async = true, .create = CallHostFunction::Create},
    {.op = "EagerPyFunc", .is_async = true, .create = CallHostFunction::Create},
};

}  // namespace

std::span<const HostKernelRow> HostFunctionKernels() { return ChosenRows<kHostFunctionKernels>::All(); }

}  // namespace runnel
