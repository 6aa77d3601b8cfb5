// Functions of the host program that nodes call.
#include "core/runtime/host/host_functions.h"

#include "c_api/callback_argument.h"
#include "c_api/internal.h"

using runnel::HostCall;
using runnel::Ref;
using runnel::Runtime;
using runnel::Status;
using namespace runnel::capi;

// Lives as long as the function runs.
struct rnl_host_call_t {
  Ref<rnl_runtime_t> owner;
  HostCall& call;
};

namespace {

Status Call(const Ref<Runtime>& runtime, rnl_host_fn_t fn, void* arg, HostCall& call) {
  rnl_host_call_t handle{runnel::MakeRef<rnl_runtime_t>(runtime), call};
  return Status::Adopt(reinterpret_cast<Status::Rep*>(fn(arg, &handle)));
}

Status NoSuch(std::string_view what, size_t index, size_t count, const rnl_host_call_t* call) {
  return runnel::OutOfRange(what, " ", index, " of node \"", call->call.node, "\", which has ", count);
}

}  // namespace

rnl_status_t* rnl_runtime_set_host_function(rnl_runtime_t* runtime, rnl_str_t token, rnl_host_fn_t fn,
                                            void* arg, rnl_drop_fn_t drop) {
  return Guard([&]() -> Status {
    if constexpr (runnel::kMinimal) return runnel::LeftOut("functions of the host program");
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view name;
    RUNNEL_RETURN_IF_ERROR(ToView(token, "token", &name));
    if (name.empty()) return runnel::InvalidArgument("the token is empty");
    runnel::HostFunctions& functions = runtime->runtime->functions();
    if (fn == nullptr) {
      if (arg != nullptr || drop != nullptr)
        return runnel::InvalidArgument("token \"", name, "\": arg or drop without a function");
      functions.Set(name, nullptr);
      return runnel::OkStatus();
    }
    // The runtime has the function and not the other way round; a call that runs keeps the runtime.
    Runtime* const of = runtime->runtime.get();
    KeepArgument(arg, drop, [&](const std::shared_ptr<Argument>& shared) {
      functions.Set(name, [of, fn, shared](HostCall& call) {
        return Call(Ref<Runtime>::Share(of), fn, shared->data(), call);
      });
    });
    return runnel::OkStatus();
  });
}

rnl_runtime_t* rnl_host_call_runtime(const rnl_host_call_t* call) {
  return call == nullptr ? nullptr : Retain(call->owner.get());
}

rnl_str_t rnl_host_call_token(const rnl_host_call_t* call) {
  return call == nullptr ? kEmpty : ToC(std::string_view(call->call.token));
}

rnl_str_t rnl_host_call_node(const rnl_host_call_t* call) {
  return call == nullptr ? kEmpty : ToC(std::string_view(call->call.node));
}

size_t rnl_host_call_num_inputs(const rnl_host_call_t* call) {
  return call == nullptr ? 0 : call->call.inputs.size();
}

rnl_status_t* rnl_host_call_input(const rnl_host_call_t* call, size_t index, rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RNL_CHECK_NOT_NULL(call);
    const auto& inputs = call->call.inputs;
    if (index >= inputs.size()) return NoSuch("input", index, inputs.size(), call);
    *out_tensor = NewTensor(call->owner, inputs[index]);
    return runnel::OkStatus();
  });
}

size_t rnl_host_call_num_outputs(const rnl_host_call_t* call) {
  return call == nullptr ? 0 : call->call.outputs.size();
}

rnl_dtype_t rnl_host_call_output_dtype(const rnl_host_call_t* call, size_t index) {
  if (call == nullptr || index >= call->call.output_types.size()) return RNL_INVALID;
  return static_cast<rnl_dtype_t>(call->call.output_types[index]);
}

rnl_status_t* rnl_host_call_set_output(rnl_host_call_t* call, size_t index, const rnl_tensor_t* tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(call);
    RNL_CHECK_NOT_NULL(tensor);
    auto& outputs = call->call.outputs;
    if (index >= outputs.size()) return NoSuch("output", index, outputs.size(), call);
    if (!tensor->tensor.on_host()) {
      return runnel::InvalidArgument("output ", index, " of node \"", call->call.node,
                                     "\" lies in a device's memory");
    }
    outputs[index] = tensor->tensor;
    return runnel::OkStatus();
  });
}

bool rnl_host_call_is_cancelled(const rnl_host_call_t* call) {
  return call != nullptr && call->call.cancelled;
}
