#include "c_api/program_hook.h"

#include "c_api/train_host.h"

using runnel::FailedPrecondition;
using runnel::OkStatus;
using runnel::OutputRef;
using runnel::Status;
using namespace runnel::capi;
namespace learn = runnel::learn;

struct rnl_learn_hook_call_t {
  learn::HookCall* call = nullptr;
  bool is_before_run = false;
};

namespace runnel::capi {
namespace {

class ProgramHook final : public learn::Hook {
 public:
  ProgramHook(const rnl_learn_hook_t& hook, std::string name, std::shared_ptr<Argument> argument)
      : hook_(hook), name_(std::move(name)), argument_(std::move(argument)) {}
  std::string_view name() const override { return name_; }
  bool is_foreign() const override { return true; }
  Status Begin(learn::HookCall* call) override { return Call(hook_.begin, call); }
  Status AfterCreateSession(learn::HookCall* call) override {
    return Call(hook_.after_create_session, call);
  }
  Status BeforeRun(learn::HookCall* call) override { return Call(hook_.before_run, call, true); }
  Status AfterRun(learn::HookCall* call) override { return Call(hook_.after_run, call); }
  Status End(learn::HookCall* call) override { return Call(hook_.end, call); }
  Status BeforeSave(learn::HookCall* call) override { return Call(hook_.before_save, call); }
  Status AfterSave(learn::HookCall* call) override { return Call(hook_.after_save, call); }

 private:
  Status Call(rnl_learn_hook_fn_t fn, learn::HookCall* call, bool is_before_run = false) const {
    if (fn == nullptr) return OkStatus();
    rnl_learn_hook_call_t handle = {call, is_before_run};
    return Took(fn(argument_->data(), &handle));
  }
  const rnl_learn_hook_t hook_;
  const std::string name_;
  const std::shared_ptr<Argument> argument_;
};

CGraphHost& HostOf(const rnl_learn_hook_call_t* call) {
  return static_cast<CGraphHost&>(call->call->trainer->host());
}

}  // namespace

Result<std::unique_ptr<learn::Hook>> MakeProgramHook(const rnl_learn_hook_t* hook,
                                                     std::shared_ptr<Argument> argument) {
  RNL_CHECK_NOT_NULL(hook);
  if (hook->struct_size < sizeof(rnl_learn_hook_t))
    return InvalidArgument("argument hook: struct_size is ", hook->struct_size, ", expected ",
                           sizeof(rnl_learn_hook_t));
  std::string_view name;
  RUNNEL_RETURN_IF_ERROR(ToView(hook->name, "name", &name));
  return std::unique_ptr<learn::Hook>(std::make_unique<ProgramHook>(
      *hook, name.empty() ? std::string("of the program") : std::string(name), std::move(argument)));
}

}  // namespace runnel::capi

rnl_graph_t* rnl_learn_hook_call_graph(const rnl_learn_hook_call_t* call) {
  return call == nullptr ? nullptr : HostOf(call).graph_handle().get();
}
rnl_session_t* rnl_learn_hook_call_session(const rnl_learn_hook_call_t* call) {
  return call == nullptr ? nullptr : HostOf(call).session_handle().get();
}
int64_t rnl_learn_hook_call_step(const rnl_learn_hook_call_t* call) {
  return call == nullptr ? 0 : call->call->step;
}

rnl_status_t* rnl_learn_hook_call_fetch(rnl_learn_hook_call_t* call, rnl_output_t output,
                                        size_t* out_index) {
  return Guard([&]() -> Status {
    if (out_index != nullptr) *out_index = 0;
    RNL_CHECK_NOT_NULL(call);
    if (!call->is_before_run) return FailedPrecondition("a hook fetches in before_run");
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef found, ToOutput(**call->call->graph, output));
    if (out_index != nullptr) *out_index = call->call->fetches.size();
    call->call->fetches.push_back(found);
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_hook_call_feed(rnl_learn_hook_call_t* call, rnl_output_t output,
                                       rnl_tensor_t* tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(call);
    RNL_CHECK_NOT_NULL(tensor);
    if (!call->is_before_run) return FailedPrecondition("a hook feeds in before_run");
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef found, ToOutput(**call->call->graph, output));
    call->call->feeds.emplace_back(found, tensor->tensor);
    return OkStatus();
  });
}

size_t rnl_learn_hook_call_num_values(const rnl_learn_hook_call_t* call) {
  return call == nullptr ? 0 : call->call->values.size();
}

rnl_status_t* rnl_learn_hook_call_value(const rnl_learn_hook_call_t* call, size_t index,
                                        rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RNL_CHECK_NOT_NULL(call);
    if (index >= call->call->values.size())
      return Status(runnel::Code::kOutOfRange,
                    runnel::StrCat("value ", index, " of ", call->call->values.size()));
    *out_tensor = NewTensor(HostOf(call).graph_handle()->owner, call->call->values[index]);
    return OkStatus();
  });
}

void rnl_learn_hook_call_request_stop(rnl_learn_hook_call_t* call) {
  if (call != nullptr) call->call->stop = true;
}

rnl_str_t rnl_learn_hook_call_checkpoint(const rnl_learn_hook_call_t* call) {
  return call == nullptr ? kEmpty : ToC(std::string_view(call->call->checkpoint));
}
