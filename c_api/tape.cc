// Tapes, and custom gradients.
#include "c_api/callback_argument.h"
#include "c_api/eager.h"

using runnel::EagerTape;
using runnel::EagerValue;
using runnel::InvalidArgument;
using runnel::Ref;
using runnel::Status;
using namespace runnel::capi;

rnl_status_t* rnl_tape_create(rnl_eager_t* eager, rnl_tape_t* outer, bool persistent,
                              bool watch_variables, rnl_tape_t** out_tape) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tape);
    *out_tape = nullptr;
    RNL_CHECK_NOT_NULL(eager);
    RUNNEL_RETURN_IF_ERROR(eager->runtime().CheckProcess());
    if (outer != nullptr && outer->eager.get() != eager)
      return InvalidArgument("the tape around is of another eager context");
    RUNNEL_ASSIGN_OR_RETURN(
        Ref<EagerTape> tape,
        eager->context->MakeTape(outer == nullptr ? Ref<EagerTape>() : outer->tape,
                                 {.persistent = persistent, .watch_variables = watch_variables}));
    *out_tape = new rnl_tape_t(Ref<rnl_eager_t>::Share(eager), std::move(tape));
    return runnel::OkStatus();
  });
}

rnl_tape_t* rnl_tape_retain(rnl_tape_t* tape) { return Retain(tape); }

void rnl_tape_release(rnl_tape_t* tape) { Release(tape); }

rnl_status_t* rnl_tape_watch(rnl_tape_t* tape, rnl_tensor_t* tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(tape);
    RNL_CHECK_NOT_NULL(tensor);
    return tape->tape->Watch(ValueOf(*tensor));
  });
}

rnl_status_t* rnl_tape_set_recording(rnl_tape_t* tape, bool recording) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(tape);
    tape->tape->SetRecording(recording);
    return runnel::OkStatus();
  });
}

namespace {

// Values of tensors; a NULL one is empty where `optional`, else INVALID_ARGUMENT.
Status ToValues(rnl_tensor_t* const* tensors, size_t count, std::string_view name, bool optional,
                std::vector<EagerValue>* out) {
  std::span<rnl_tensor_t* const> span;
  RUNNEL_RETURN_IF_ERROR(ToSpan(tensors, count, name, &span));
  for (size_t i = 0; i < count; ++i) {
    if (span[i] == nullptr && !optional) return InvalidArgument(name, "[", i, "] is NULL");
    out->push_back(span[i] == nullptr ? EagerValue() : ValueOf(*span[i]));
  }
  return runnel::OkStatus();
}

// A handle that tapes know by the value's identity.
rnl_tensor_t* HandleOf(const Ref<rnl_runtime_t>& owner, const EagerValue& value) {
  rnl_tensor_t* const handle = NewTensor(owner, value.tensor);
  handle->identity = value.id;
  return handle;
}

// Handles that a callback gets, or gives.
class Handles {
 public:
  explicit Handles(size_t count) : handles_(count, nullptr) {}
  Handles(const Handles&) = delete;
  ~Handles() {
    for (rnl_tensor_t* handle : handles_) Release(handle);
  }
  std::vector<rnl_tensor_t*>& operator*() { return handles_; }

 private:
  std::vector<rnl_tensor_t*> handles_;
};

// A custom gradient of the caller's.
struct CustomGradient {
  Ref<rnl_runtime_t> owner;
  rnl_eager_t* eager;  // whoever asks a tape for gradients has it
  rnl_gradient_fn_t fn;
  std::shared_ptr<Argument> argument;
  size_t num_inputs;

  Status operator()(EagerTape* outer, std::span<const EagerValue> dys,
                    std::vector<EagerValue>* dxs) const {
    Handles given(dys.size()), made(num_inputs);
    for (size_t i = 0; i < dys.size(); ++i) (*given)[i] = HandleOf(owner, dys[i]);
    Ref<rnl_tape_t> tape;
    if (outer != nullptr) {
      tape = Ref<rnl_tape_t>::Adopt(
          new rnl_tape_t(Ref<rnl_eager_t>::Share(eager), Ref<EagerTape>::Share(outer)));
    }
    const Status status = Status::Adopt(reinterpret_cast<Status::Rep*>(
        fn(argument->data(), tape.get(), (*given).data(), dys.size(), (*made).data(), num_inputs)));
    RUNNEL_RETURN_IF_ERROR(status);
    for (const rnl_tensor_t* gradient : *made) {
      dxs->push_back(gradient == nullptr ? EagerValue() : ValueOf(*gradient));
    }
    return runnel::OkStatus();
  }
};

}  // namespace

rnl_status_t* rnl_tape_gradient(rnl_tape_t* tape, const rnl_run_options_t* options,
                                rnl_tensor_t* const* targets, rnl_tensor_t* const* output_gradients,
                                size_t num_targets, rnl_tensor_t* const* sources, size_t num_sources,
                                bool zeros, rnl_tensor_t** out_gradients) {
  for (size_t i = 0; out_gradients != nullptr && i < num_sources; ++i) out_gradients[i] = nullptr;
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(tape);
    RUNNEL_RETURN_IF_ERROR(tape->runtime().CheckProcess());
    if (out_gradients == nullptr && num_sources != 0) return NullArgument("out_gradients");
    std::vector<EagerValue> ys, grad_ys, xs, gradients;
    RUNNEL_RETURN_IF_ERROR(ToValues(targets, num_targets, "targets", false, &ys));
    if (output_gradients != nullptr)
      RUNNEL_RETURN_IF_ERROR(
          ToValues(output_gradients, num_targets, "output_gradients", true, &grad_ys));
    RUNNEL_RETURN_IF_ERROR(ToValues(sources, num_sources, "sources", false, &xs));
    RUNNEL_RETURN_IF_ERROR(tape->tape->Gradient(
        ys, grad_ys, xs, zeros, options == nullptr ? nullptr : &options->options, &gradients));
    Handles made(num_sources);
    for (size_t i = 0; i < num_sources; ++i) {
      if (!gradients[i].tensor.empty()) (*made)[i] = HandleOf(tape->owner, gradients[i]);
    }
    for (size_t i = 0; i < num_sources; ++i) out_gradients[i] = std::exchange((*made)[i], nullptr);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_tape_record(rnl_tape_t* tape, rnl_tensor_t* const* inputs, size_t num_inputs,
                              rnl_tensor_t* const* outputs, size_t num_outputs, rnl_gradient_fn_t fn,
                              void* arg, rnl_drop_fn_t drop) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(tape);
    if (fn == nullptr) return NullArgument("fn");
    std::vector<EagerValue> xs, ys;
    RUNNEL_RETURN_IF_ERROR(ToValues(inputs, num_inputs, "inputs", false, &xs));
    RUNNEL_RETURN_IF_ERROR(ToValues(outputs, num_outputs, "outputs", false, &ys));
    KeepArgument(arg, drop, [&](const std::shared_ptr<Argument>& shared) {
      tape->tape->AddCustom(xs, ys,
                            CustomGradient{tape->owner, tape->eager.get(), fn, shared, num_inputs});
    });
    return runnel::OkStatus();
  });
}
