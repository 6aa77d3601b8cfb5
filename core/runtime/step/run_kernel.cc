// What the general executor does for a node that a plugin's kernel computes.
#include "core/runtime/step/step_internal.h"

#include <algorithm>
#include <optional>

namespace runnel {

// What a kernel may ask while it runs.
class Step::KernelServices final : public StepServices {
 public:
  KernelServices(Step* step, const ExecNode& node, std::span<Entry> outputs, rnlp_tensor_t* views,
                 bool updates)
      : step_(step), node_(node), outputs_(outputs), views_(views), updates_(updates) {}

  Status AllocateOutput(uint32_t index, int32_t rank, const int64_t* dims) override {
    if (index >= outputs_.size()) {
      return InvalidArgument("the kernel allocates output ", index, ", the op has ", outputs_.size());
    }
    if (rank < 0 || (rank > 0 && dims == nullptr))
      return InvalidArgument("output ", index, " has rank ", rank);
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make({dims, static_cast<size_t>(rank)}));
    const Shape& planned = step_->OutputOf(node_, index).shape;
    if (!planned.IsCompatibleWith(shape)) {
      return InvalidArgument("output ", index, " was planned as ", planned.ToString(),
                             ", the kernel makes ", shape.ToString());
    }
    RUNNEL_ASSIGN_OR_RETURN(outputs_[index].tensor, step_->AllocateOutput(node_, index, shape));
    views_[index] = outputs_[index].tensor.View();
    return OkStatus();
  }
  Status SetString(uint32_t index, int64_t element, std::string_view value) override {
    if (index >= outputs_.size() || outputs_[index].tensor.dtype() != DType::kString || element < 0 ||
        element >= outputs_[index].tensor.num_elements()) {
      return InvalidArgument("output ", index, " has no string element ", element);
    }
    return static_cast<StringBuffer*>(outputs_[index].tensor.buffer().get())->Set(element, value);
  }
  // A kernel that updates a variable runs to its end: a half-finished update must not become the
  // variable's value.
  bool Cancelled() const override { return !updates_ && step_->Look(); }
  uint64_t TakeRandomCounter(uint64_t draws) override {
    std::atomic<uint64_t>* const counter = node_.details->counter;
    return counter == nullptr ? 0 : counter->fetch_add(draws, std::memory_order_relaxed);
  }

 private:
  Step* step_;
  const ExecNode& node_;
  const std::span<Entry> outputs_;
  rnlp_tensor_t* const views_;
  const bool updates_;
};

Result<Tensor> Step::AllocateOutput(const ExecNode& node, size_t output, const Shape& shape) {
  const ExecOutput& info = OutputOf(node, output);
  const DType dtype = info.dtype;
  if (info.on_host) return Tensor::Allocate(context_.host->allocator(), dtype, shape);
  RUNNEL_RETURN_IF_ERROR(shape.CheckSize(DTypeSize(dtype)));
  const uint64_t bytes = static_cast<uint64_t>(shape.num_elements()) * DTypeSize(dtype);
  RUNNEL_ASSIGN_OR_RETURN(Ref<Buffer> buffer, node.device->AllocateBuffer(bytes));
  return Tensor(dtype, shape, std::move(buffer));
}

// Reuses an input that nobody else holds as output k, where the kernel allows the alias.
bool Step::TakeOver(const rnlp_kernel_row_t& row, const ExecOutput& info, size_t k, Worker* worker,
                    Tensor* output) {
  for (uint32_t a = 0; a < row.num_aliases; ++a) {
    const rnlp_alias_t& alias = row.aliases[a];
    if (alias.output != k || alias.input >= worker->num_inputs) continue;
    Tensor* input = worker->arrived[alias.input];
    if (input == nullptr || !input->buffer()) continue;
    const Buffer& buffer = *input->buffer();
    if (!buffer.Unique() || !buffer.writable() || input->offset_bytes() != 0 ||
        buffer.kind() != (info.on_host ? Buffer::Kind::kHost : Buffer::Kind::kDevice) ||
        input->dtype() != info.dtype || !(input->shape() == info.shape)) {
      continue;
    }
    *output = std::move(*input);
    worker->input_views[alias.input].dims = info.shape.data();
    return true;
  }
  return false;
}

// The values stay in their slots while the kernel reads them: nothing is copied, and no reference is
// taken.
void Step::BindInputs(const Ready& ready, Worker* worker) {
  const ExecNode& node = *ready.node;
  const size_t num_inputs = static_cast<size_t>(node.num_inputs);
  worker->num_inputs = num_inputs;
  Entry* slot = ready.iteration->entries.get() + node.first_slot;
  const ExecLiteral* literal = plan_->literals.data() + node.first_literal;
  const ExecLiteral* const last_literal = plan_->literals.data() + node.last_literal;
  for (size_t k = 0; k < num_inputs; ++k) {
    if (literal != last_literal && literal->input == static_cast<int32_t>(k)) {
      const ExecValue& value = plan_->values.data()[literal->value];
      worker->input_pointers[k] = &value.view;
      worker->arrived[k] = nullptr;
      worker->values[k] = &value.value;
      ++literal;
      continue;
    }
    worker->arrived[k] = &slot->tensor;
    worker->values[k] = &slot->tensor;
    worker->input_views[k] = slot->tensor.View();
    worker->input_pointers[k] = &worker->input_views[k];
    ++slot;
  }
}

// Outputs whose shape is known get their memory before the kernel runs.
Status Step::AllocateOutputs(const ExecNode& node, Worker* worker) {
  const rnlp_kernel_row_t& row = *node.row;
  const std::span<Entry> outputs = worker->outputs_of(node);
  for (size_t k = 0; k < outputs.size(); ++k) {
    const ExecOutput& info = OutputOf(node, k);
    rnlp_tensor_t& view = worker->output_views[k];
    view = info.view;
    if (!info.preallocated) continue;
    Tensor& output = outputs[k].tensor;
    if (row.num_aliases == 0 || !TakeOver(row, info, k, worker, &output)) {
      RUNNEL_ASSIGN_OR_RETURN(output, AllocateOutput(node, k, info.shape));
    }
    view.data = output.data();
    view.buffer = output.buffer()->device_buffer();
  }
  return OkStatus();
}

Status Step::RunKernel(const Ready& ready, Worker* worker) {
  const ExecNode& node = *ready.node;
  const rnlp_kernel_row_t& row = *node.row;
  const std::span<Entry> outputs = worker->outputs_of(node);
  BindInputs(ready, worker);
  std::optional<VariableLocks> locks;
  SubmitOrder order;
  if (!node.device->host_memory()) {
    RUNNEL_ASSIGN_OR_RETURN(order.fence, FenceOn(node.device->compute()));
    worker->waits.clear();
    for (size_t k = 0; k < worker->num_inputs; ++k) {
      const Tensor* const value = worker->arrived[k];
      if (value == nullptr || !value->buffer()) continue;
      FencePoint made_at = Device::ProducerOf(*value->buffer());
      if (made_at.fence) worker->waits.push_back(std::move(made_at));
    }
    order.after = worker->waits;
  }
  if (node.has_resources) RUNNEL_RETURN_IF_ERROR(locks.emplace(worker).Bind(node, order.fence));
  RUNNEL_RETURN_IF_ERROR(AllocateOutputs(node, worker));
  KernelServices services(this, node, outputs, worker->output_views.data(), !worker->updates.empty());
  rnlp_run_t run{};
  run.size_bytes = sizeof(run);
  run.num_inputs = static_cast<uint32_t>(node.num_inputs);
  run.num_outputs = static_cast<uint32_t>(outputs.size());
  run.inputs = worker->input_pointers.data();
  run.outputs = worker->output_pointers.data();
  run.host = node.host;
  run.step = ToStep(&services);
  Ref<Buffer> workspace;
  if (node.has_workspace) {
    const uint64_t bytes = node.details->kernel->workspace_bytes;
    if (node.device->host_memory()) {
      RUNNEL_ASSIGN_OR_RETURN(workspace, AllocateHostBuffer(context_.host->allocator(), bytes));
      run.workspace = workspace->data();
    } else {
      RUNNEL_ASSIGN_OR_RETURN(workspace, node.device->AllocateBuffer(bytes));
      run.workspace_buffer = workspace->device_buffer();
    }
  }
  ++worker->launches;
  if (node.device->host_memory()) {
    rnlp_status_t* const failed = row.run(node.kernel, &run);
    if (failed != nullptr) return FromPluginStatus(failed);
  } else {
    RUNNEL_RETURN_IF_ERROR(node.device->Submit(
        [&](rnlp_queue_t* queue) -> Status {
          run.queue = queue;
          return FromPluginStatus(row.run(node.kernel, &run));
        },
        order));
    worker->waits.clear();
  }
  for (size_t k = 0; k < outputs.size(); ++k) {
    if (outputs[k].tensor.empty()) return Internal("the kernel left output ", k, " without memory");
  }
  locks.reset();  // before the handles, which keep the variables alive
  for (size_t k = 0; k < worker->num_inputs; ++k) {
    if (worker->arrived[k] != nullptr) worker->arrived[k]->Reset();
  }
  return OkStatus();
}

// Locks the variables among a kernel's inputs, in the order of their addresses.
Status Step::VariableLocks::Bind(const ExecNode& node, StepFence* fence) {
  struct ByAddress {
    bool operator()(const VariableUse& a, const VariableUse& b) const { return a.variable < b.variable; }
  };
  for (size_t k = 0; k < worker_->num_inputs; ++k) {
    if (worker_->values[k]->dtype() != DType::kResource) continue;
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Resource> resource,
                            ResourceFromHandle(*worker_->values[k], Variable::kTypeName));
    Variable* variable = static_cast<Variable*>(resource.get());  // the handle keeps it alive
    rnlp_variable_t& bound = worker_->variables[k];
    bound.name = {variable->name().data(), variable->name().size()};
    worker_->input_views[k] = *worker_->input_pointers[k];
    worker_->input_views[k].data = &bound;
    worker_->input_pointers[k] = &worker_->input_views[k];
    if ((node.details->input_marks[k] & RNLP_ARG_UPDATE) != 0) {
      worker_->updates.push_back({variable, k});
    } else {
      RUNNEL_RETURN_IF_ERROR(variable->Read(&worker_->held[k], &bound.version));
      RUNNEL_RETURN_IF_ERROR(
          CheckAsPlanned(*variable, worker_->held[k], node.details->variable_shapes[k]));
      bound.value = worker_->held[k].View();
    }
  }
  std::vector<VariableUse>& updates = worker_->updates;
  std::sort(updates.begin(), updates.end(), ByAddress());
  for (; num_locked_ < updates.size(); ++num_locked_) {
    const VariableUse& use = updates[num_locked_];
    if (num_locked_ == 0 || use.variable != updates[num_locked_ - 1].variable) {
      RUNNEL_RETURN_IF_ERROR(use.variable->BeginUpdate(fence));
    }
    worker_->variables[use.input].value = use.variable->value().View();
    worker_->variables[use.input].version = use.variable->value_version();
  }
  for (const VariableUse& use : updates) {  // all are locked by now
    RUNNEL_RETURN_IF_ERROR(
        CheckAsPlanned(*use.variable, use.variable->value(), node.details->variable_shapes[use.input]));
  }
  return OkStatus();
}

Step::VariableLocks::~VariableLocks() {
  std::vector<VariableUse>& updates = worker_->updates;
  for (size_t i = num_locked_; i > 0; --i) {
    if (i == 1 || updates[i - 1].variable != updates[i - 2].variable)
      updates[i - 1].variable->EndUpdate();
  }
  updates.clear();
  for (size_t k = 0; k < worker_->num_inputs; ++k) worker_->held[k].Reset();
}

}  // namespace runnel
