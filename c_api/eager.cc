// Eager execution. The steady path allocates nothing for ops with few inputs and outputs: values lie on
// the stack, and handles are kept for the next call.
#include "c_api/eager.h"

#include <array>

#include "c_api/node_builder.h"
#include "c_api/session_options.h"
#include "core/eager/eager_library.h"

using runnel::EagerOp;
using runnel::EagerRecord;
using runnel::InvalidArgument;
using runnel::Node;
using runnel::OutputRef;
using runnel::Ref;
using runnel::RefCounted;
using runnel::RunOptions;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

rnl_status_t* rnl_eager_create(rnl_runtime_t* runtime, const rnl_session_options_t* options,
                               rnl_eager_t** out_eager) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_eager);
    *out_eager = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    if constexpr (runnel::kMinimal) return runnel::LeftOut("ops that run at once");
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    if (options != nullptr && !options->remote.target.empty()) {
      return runnel::Unimplemented("eager execution on a cluster: the options have the target \"",
                                   options->remote.target, "\"");
    }
    RUNNEL_ASSIGN_OR_RETURN(const runnel::EagerPart* part, runnel::OpenEager());
    RUNNEL_ASSIGN_OR_RETURN(Ref<runnel::EagerContext> context,
                            part->create(runtime->runtime, options == nullptr ? runnel::SessionOptions()
                                                                              : options->options));
    *out_eager = new rnl_eager_t(Ref<rnl_runtime_t>::Share(runtime), std::move(context));
    return runnel::OkStatus();
  });
}

rnl_eager_t* rnl_eager_retain(rnl_eager_t* eager) { return Retain(eager); }

void rnl_eager_release(rnl_eager_t* eager) { Release(eager); }

rnl_status_t* rnl_eager_close(rnl_eager_t* eager) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(eager);
    RUNNEL_RETURN_IF_ERROR(eager->runtime().CheckProcess());
    return eager->context->Close();
  });
}

rnl_graph_t* rnl_eager_graph(const rnl_eager_t* eager) {
  return eager == nullptr ? nullptr : eager->graph.get();
}

rnl_status_t* rnl_eager_op_create(rnl_eager_t* eager, rnl_node_builder_t* builder,
                                  rnl_eager_op_t** out_op) {
  const std::unique_ptr<rnl_node_builder_t> owned(builder);
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_op);
    *out_op = nullptr;
    RNL_CHECK_NOT_NULL(eager);
    if (builder == nullptr) {
      return runnel::ResourceExhausted("no node builder: its graph was NULL, or memory is exhausted");
    }
    RUNNEL_RETURN_IF_ERROR(eager->runtime().CheckProcess());
    RUNNEL_RETURN_IF_ERROR(builder->status.WithNode(builder->spec.name));
    if (builder->graph.get() != eager->graph.get())
      return InvalidArgument("the builder is of another graph than the eager context's");
    if (!builder->colocation.empty())
      return InvalidArgument("an eager op has no other node to be colocated with");
    RUNNEL_ASSIGN_OR_RETURN(Ref<EagerOp> op, eager->context->MakeOp(std::move(builder->spec)));
    *out_op = new rnl_eager_op_t(Ref<rnl_eager_t>::Share(eager), std::move(op));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_eager_op_from_graph(rnl_eager_t* eager, rnl_str_t name, rnl_graph_t* graph,
                                      const rnl_output_t* inputs, size_t num_inputs,
                                      const rnl_output_t* outputs, size_t num_outputs,
                                      const rnl_node_t* targets, size_t num_targets,
                                      rnl_eager_op_t** out_op) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_op);
    *out_op = nullptr;
    RNL_CHECK_NOT_NULL(eager);
    RNL_CHECK_NOT_NULL(graph);
    RUNNEL_RETURN_IF_ERROR(eager->runtime().CheckProcess());
    if (graph->owner->runtime.get() != eager->owner->runtime.get())
      return InvalidArgument("the graph belongs to another runtime than the eager context");
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
    RUNNEL_ASSIGN_OR_RETURN(
        const runnel::Signature signature,
        ToSignature(*graph->graph, inputs, num_inputs, outputs, num_outputs, targets, num_targets));
    if (signature.fetches.empty() && signature.targets.empty())
      return InvalidArgument("function \"", view, "\" has neither outputs nor targets");
    RUNNEL_ASSIGN_OR_RETURN(Ref<EagerOp> op,
                            eager->context->MakeFunction(graph->graph, view, signature));
    *out_op = new rnl_eager_op_t(Ref<rnl_eager_t>::Share(eager), std::move(op));
    return runnel::OkStatus();
  });
}

rnl_eager_op_t* rnl_eager_op_retain(rnl_eager_op_t* op) { return Retain(op); }

void rnl_eager_op_release(rnl_eager_op_t* op) { Release(op); }

namespace {

// `count` elements, on the stack if they are few.
template <typename T>
class FewOf {
 public:
  explicit FewOf(size_t count) : count_(count), many_(count > kInline ? count : 0) {}
  std::span<T> span() { return {many_.empty() ? few_.data() : many_.data(), count_}; }

 private:
  static constexpr size_t kInline = 4;
  const size_t count_;
  std::array<T, kInline> few_{};
  std::vector<T> many_;
};

Status ToValues(rnl_tensor_t* const* inputs, size_t count, std::span<Tensor> out) {
  for (size_t i = 0; i < count; ++i) {
    if (inputs[i] == nullptr) return InvalidArgument("input ", i, " of ", count, " is NULL");
    out[i] = inputs[i]->tensor;
  }
  return runnel::OkStatus();
}

// Handles of all of `values`, or none.
Status ToOutputs(rnl_eager_t& eager, std::span<Tensor> values, rnl_tensor_t** out) {
  size_t made = 0;
  try {
    for (; made < values.size(); ++made) {
      out[made] = eager.handles->Take(eager.owner);
      out[made]->tensor = std::move(values[made]);
    }
  } catch (const std::bad_alloc&) {
    while (made > 0) {
      out[--made]->Release();
      out[made] = nullptr;
    }
    return Status::OutOfMemory();
  }
  return runnel::OkStatus();
}

Status ExecuteRecorded(rnl_eager_t& eager, EagerOp& op, const RunOptions* options, rnl_tape_t& tape,
                       rnl_tensor_t* const* inputs, std::span<const Tensor> values,
                       std::span<Tensor> results, rnl_tensor_t** out_outputs, size_t* count) {
  if (tape.eager.get() != &eager) return InvalidArgument("the tape is of another eager context");
  FewOf<const RefCounted*> ids(values.size());
  for (size_t i = 0; i < values.size(); ++i) ids.span()[i] = IdentityOf(*inputs[i]);
  Ref<EagerRecord> record;
  const bool wants = tape.tape->Wants(ids.span(), values);
  RUNNEL_RETURN_IF_ERROR(op.Run(values, results, count, options, wants ? &record : nullptr));
  RUNNEL_RETURN_IF_ERROR(ToOutputs(eager, results.first(*count), out_outputs));
  if (!record) return runnel::OkStatus();
  std::vector<const RefCounted*> made;
  for (size_t k = 0; k < *count; ++k) made.push_back(IdentityOf(*out_outputs[k]));
  tape.tape->Add(record, ids.span(), made);
  return runnel::OkStatus();
}

Status Execute(rnl_eager_t& eager, EagerOp& op, const rnl_run_options_t* options, rnl_tape_t* tape,
               rnl_tensor_t* const* inputs, size_t num_inputs, rnl_tensor_t** out_outputs,
               size_t capacity, size_t* out_count) {
  RUNNEL_RETURN_IF_ERROR(eager.runtime().CheckProcess());
  std::span<rnl_tensor_t* const> given;
  RUNNEL_RETURN_IF_ERROR(ToSpan(inputs, num_inputs, "inputs", &given));
  if (out_outputs == nullptr && capacity != 0) return NullArgument("out_outputs");
  FewOf<Tensor> values(num_inputs), results(capacity);
  RUNNEL_RETURN_IF_ERROR(ToValues(inputs, num_inputs, values.span()));
  const RunOptions* const its = options == nullptr ? nullptr : &options->options;
  size_t count = 0;
  if (tape != nullptr) {
    RUNNEL_RETURN_IF_ERROR(ExecuteRecorded(eager, op, its, *tape, inputs, values.span(), results.span(),
                                           out_outputs, &count));
  } else {
    RUNNEL_RETURN_IF_ERROR(op.Run(values.span(), results.span(), &count, its, nullptr));
    RUNNEL_RETURN_IF_ERROR(ToOutputs(eager, results.span().first(count), out_outputs));
  }
  *out_count = count;
  return runnel::OkStatus();
}

void ClearOutputs(rnl_tensor_t** out_outputs, size_t capacity) {
  for (size_t i = 0; out_outputs != nullptr && i < capacity; ++i) out_outputs[i] = nullptr;
}

// A failure after the op has run, as of memory for the tape, leaves no output either.
rnl_status_t* OrNone(rnl_status_t* status, rnl_tensor_t** out_outputs, size_t capacity) {
  for (size_t i = 0; status != nullptr && out_outputs != nullptr && i < capacity; ++i)
    Release(std::exchange(out_outputs[i], nullptr));
  return status;
}

}  // namespace

rnl_status_t* rnl_eager_op_num_outputs(rnl_eager_op_t* op, rnl_tensor_t* const* inputs,
                                       size_t num_inputs, size_t* out_count) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_count);
    *out_count = 0;
    RNL_CHECK_NOT_NULL(op);
    RUNNEL_RETURN_IF_ERROR(op->runtime().CheckProcess());
    std::span<rnl_tensor_t* const> given;
    RUNNEL_RETURN_IF_ERROR(ToSpan(inputs, num_inputs, "inputs", &given));
    FewOf<Tensor> values(num_inputs);
    RUNNEL_RETURN_IF_ERROR(ToValues(inputs, num_inputs, values.span()));
    RUNNEL_ASSIGN_OR_RETURN(*out_count, op->op->CountOutputs(values.span()));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_eager_op_execute(rnl_eager_op_t* op, const rnl_run_options_t* options,
                                   rnl_tape_t* tape, rnl_tensor_t* const* inputs, size_t num_inputs,
                                   rnl_tensor_t** out_outputs, size_t capacity, size_t* out_count) {
  ClearOutputs(out_outputs, capacity);
  rnl_status_t* const status = Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_count);
    *out_count = 0;
    RNL_CHECK_NOT_NULL(op);
    return Execute(*op->eager, *op->op, options, tape, inputs, num_inputs, out_outputs, capacity,
                   out_count);
  });
  return OrNone(status, out_outputs, capacity);
}

rnl_status_t* rnl_eager_execute(rnl_eager_t* eager, rnl_str_t op, rnl_tape_t* tape,
                                rnl_tensor_t* const* inputs, size_t num_inputs,
                                rnl_tensor_t** out_outputs, size_t capacity, size_t* out_count) {
  ClearOutputs(out_outputs, capacity);
  rnl_status_t* const status = Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_count);
    *out_count = 0;
    RNL_CHECK_NOT_NULL(eager);
    std::string_view name;
    RUNNEL_RETURN_IF_ERROR(ToView(op, "op", &name));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<EagerOp> found, eager->context->FindOp(name));
    return Execute(*eager, *found, nullptr, tape, inputs, num_inputs, out_outputs, capacity, out_count);
  });
  return OrNone(status, out_outputs, capacity);
}

rnl_status_t* rnl_eager_create_variable(rnl_eager_t* eager, rnl_str_t name, rnl_str_t device,
                                        rnl_tensor_t* value, rnl_tensor_t** out_handle) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_handle);
    *out_handle = nullptr;
    RNL_CHECK_NOT_NULL(eager);
    RNL_CHECK_NOT_NULL(value);
    RUNNEL_RETURN_IF_ERROR(eager->runtime().CheckProcess());
    std::string_view name_view, device_view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &name_view));
    RUNNEL_RETURN_IF_ERROR(ToView(device, "device", &device_view));
    runnel::NodeSpec spec;
    spec.op = "VarHandleOp";
    spec.name = name_view.empty() ? "Variable" : name_view;
    spec.device = device_view;
    SetAttr(&spec.attrs, "dtype", value->tensor.dtype());
    SetAttr(&spec.attrs, "shape", value->tensor.shape());
    RUNNEL_ASSIGN_OR_RETURN(const Ref<EagerOp> make, eager->context->MakeOp(std::move(spec)));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<EagerOp> assign, eager->context->FindOp("AssignVariableOp"));
    Tensor inputs[2];
    size_t count = 0;
    RUNNEL_RETURN_IF_ERROR(make->Run({}, {inputs, 1}, &count, nullptr, nullptr));
    inputs[1] = value->tensor;
    RUNNEL_RETURN_IF_ERROR(assign->Run(inputs, {}, &count, nullptr, nullptr));
    *out_handle = NewTensor(eager->owner, inputs[0]);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_eager_add_handle(rnl_eager_t* eager, rnl_graph_t* graph, const rnl_tensor_t* handle,
                                   rnl_output_t* out_output) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_output);
    *out_output = {RNL_NO_NODE, 0};
    RNL_CHECK_NOT_NULL(eager);
    RNL_CHECK_NOT_NULL(graph);
    RNL_CHECK_NOT_NULL(handle);
    RUNNEL_RETURN_IF_ERROR(eager->runtime().CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef output,
                            eager->context->AddHandle(graph->graph.get(), handle->tensor));
    *out_output = FromOutput(output);
    return runnel::OkStatus();
  });
}
