// What the general executor does for one node of each kind.
#include <algorithm>
#include <cstring>
#include <optional>

#include "core/runtime/step_internal.h"

namespace runnel {

// What a kernel may ask while it runs.
class Step::KernelServices final : public StepServices {
 public:
  KernelServices(Step* step, const ExecNode& node, std::vector<Entry>* outputs,
                 std::vector<rnlp_tensor_t>* views)
      : step_(step), node_(node), outputs_(outputs), views_(views) {}

  Status AllocateOutput(uint32_t index, int32_t rank, const int64_t* dims) override {
    if (index >= outputs_->size()) {
      return InvalidArgument("the kernel allocates output ", index, ", the op has ", outputs_->size());
    }
    if (rank < 0 || (rank > 0 && dims == nullptr))
      return InvalidArgument("output ", index, " has rank ", rank);
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make({dims, static_cast<size_t>(rank)}));
    const Shape& planned = step_->plan_->outputs[static_cast<size_t>(node_.first_output) + index].shape;
    if (!planned.IsCompatibleWith(shape)) {
      return InvalidArgument("output ", index, " was planned as ", planned.ToString(),
                             ", the kernel makes ", shape.ToString());
    }
    RUNNEL_ASSIGN_OR_RETURN((*outputs_)[index].tensor, step_->AllocateOutput(node_, index, shape));
    (*views_)[index] = (*outputs_)[index].tensor.View();
    return OkStatus();
  }
  Status SetString(uint32_t index, int64_t element, std::string_view value) override {
    if (index >= outputs_->size() || (*outputs_)[index].tensor.dtype() != DType::kString ||
        element < 0 || element >= (*outputs_)[index].tensor.num_elements()) {
      return InvalidArgument("output ", index, " has no string element ", element);
    }
    return static_cast<StringBuffer*>((*outputs_)[index].tensor.buffer().get())->Set(element, value);
  }
  bool Cancelled() const override { return step_->failed_.load(std::memory_order_acquire); }
  uint64_t TakeRandomCounter(uint64_t draws) override {
    return node_.counter == nullptr ? 0 : node_.counter->fetch_add(draws, std::memory_order_relaxed);
  }

 private:
  Step* step_;
  const ExecNode& node_;
  std::vector<Entry>* outputs_;
  std::vector<rnlp_tensor_t>* views_;
};

Result<Tensor> Step::AllocateOutput(const ExecNode& node, size_t output, const Shape& shape) {
  const ExecOutput& info = OutputOf(node, output);
  const DType dtype = info.dtype;
  if (info.on_host) return Tensor::Allocate(context_.runtime->allocator(), dtype, shape);
  RUNNEL_RETURN_IF_ERROR(shape.CheckSize(DTypeSize(dtype)));
  const uint64_t bytes = static_cast<uint64_t>(shape.num_elements()) * DTypeSize(dtype);
  RUNNEL_ASSIGN_OR_RETURN(Ref<Buffer> buffer, node.device->AllocateBuffer(bytes));
  return Tensor(dtype, shape, std::move(buffer));
}

Status Step::RunNode(const Ready& ready, Worker* worker) {
  const ExecNode& node = *ready.node;
  const int64_t start = context_.trace ? MonotonicNs() : 0;
  Status status;
  std::vector<Entry>& outputs = worker->outputs;
  switch (node.kind) {
    case NodeKind::kKernel:
      status = RunKernel(ready, worker);
      break;
    case NodeKind::kHost:
      status = RunHost(ready, worker);
      break;
    case NodeKind::kRegion:
      return RunRegion(ready, worker);
    case NodeKind::kFeed:
      outputs[0].tensor = feeds_[static_cast<size_t>(node.index)];
      return OkStatus();
    case NodeKind::kFetch: {
      GatherInputs(ready, &worker->inputs);
      if (ready.dead) {
        return InvalidArgument("the fetched value \"", node.details->name,
                               "\" is dead: it lies on a branch that was not taken");
      }
      Tensor& value = worker->inputs[0];
      if (context_.on_fetch) context_.on_fetch(node.index, value);
      fetches_[static_cast<size_t>(node.index)] = std::move(value);
      return OkStatus();
    }
    case NodeKind::kConst:
      outputs[0].tensor = node.details->constant;
      return OkStatus();
    case NodeKind::kVarHandle:
      outputs[0].tensor = MakeResourceHandle(node.details->variable);
      return OkStatus();
    case NodeKind::kNoOp:
    case NodeKind::kControlTrigger:
      return OkStatus();
    case NodeKind::kPassThrough:
      GatherInputs(ready, &worker->inputs);
      for (size_t k = 0; k < outputs.size(); ++k) outputs[k].tensor = std::move(worker->inputs[k]);
      return OkStatus();
    case NodeKind::kEnter:
    case NodeKind::kExit:
    case NodeKind::kNextIteration:
      GatherInputs(ready, &worker->inputs);
      outputs[0].tensor = std::move(worker->inputs[0]);
      return OkStatus();
    case NodeKind::kSwitch: {
      GatherInputs(ready, &worker->inputs);
      const Tensor& pred = worker->inputs[1];
      if (pred.dtype() != DType::kBool || pred.num_elements() != 1) {
        return InvalidArgument("node \"", node.details->name,
                               "\" (Switch): pred must be a bool scalar, got ", DTypeName(pred.dtype()),
                               pred.shape().ToString());
      }
      const bool taken = pred.values<bool>()[0];
      outputs[taken ? 1 : 0].tensor = std::move(worker->inputs[0]);
      outputs[taken ? 0 : 1].dead = true;
      return OkStatus();
    }
    case NodeKind::kMerge: {
      GatherInputs(ready, &worker->inputs);
      for (size_t k = 0; k < worker->inputs.size(); ++k) {
        if (worker->inputs[k].empty()) continue;
        outputs[0].tensor = std::move(worker->inputs[k]);
        RUNNEL_ASSIGN_OR_RETURN(outputs[1].tensor,
                                Tensor::Allocate(context_.runtime->allocator(), DType::kInt32, Shape()));
        outputs[1].tensor.values<int32_t>()[0] = static_cast<int32_t>(k);
        return OkStatus();
      }
      return Internal("node \"", node.details->name, "\" (Merge) ran without a live input");
    }
    case NodeKind::kReshape:
      GatherInputs(ready, &worker->inputs);
      status = RunReshape(node, worker->inputs, &outputs[0].tensor);
      break;
    case NodeKind::kMetadata:
      GatherInputs(ready, &worker->inputs);
      status = RunMetadata(node, worker->inputs, outputs);
      break;
    case NodeKind::kReadVariable:
    case NodeKind::kAssignVariable:
    case NodeKind::kVarIsInitialized:
    case NodeKind::kDestroyResource:
      GatherInputs(ready, &worker->inputs);
      status = RunVariable(node, worker->inputs, outputs);
      break;
    case NodeKind::kTransfer:
      return Internal("node \"", node.details->name, "\" (_Recv) is asynchronous");
  }
  if (!status.ok() && status.node().empty()) {
    status = status.WithPrefix(StrCat("node \"", node.details->name, "\" (", node.details->op, ")"))
                 .WithNode(node.details->name);
  }
  if (context_.trace) {
    const std::lock_guard lock(mutex_);
    stats_.push_back({node.details->name, node.details->op,
                      node.device == nullptr ? "" : node.device->name(), start - start_ns_,
                      MonotonicNs() - start_ns_});
  }
  return status;
}

Status Step::RunVariable(const ExecNode& node, std::span<const Tensor> inputs,
                         std::span<Entry> outputs) {
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Resource> resource,
                          ResourceFromHandle(inputs[0], Variable::kTypeName));
  Variable& variable = static_cast<Variable&>(*resource);
  switch (node.kind) {
    case NodeKind::kReadVariable:
      if (variable.dtype() != OutputOf(node, 0).dtype) {
        return InvalidArgument("variable \"", variable.name(), "\" is ", DTypeName(variable.dtype()),
                               ", read as ", DTypeName(OutputOf(node, 0).dtype));
      }
      return variable.Read(&outputs[0].tensor);
    case NodeKind::kAssignVariable:
      return variable.Assign(inputs[1]);
    case NodeKind::kVarIsInitialized: {
      RUNNEL_ASSIGN_OR_RETURN(outputs[0].tensor,
                              Tensor::Allocate(context_.runtime->allocator(), DType::kBool, Shape()));
      outputs[0].tensor.values<bool>()[0] = variable.initialized();
      return OkStatus();
    }
    default:
      variable.Reset();
      return OkStatus();
  }
}

Status Step::RunReshape(const ExecNode& node, std::span<const Tensor> inputs, Tensor* output) {
  const Tensor& value = inputs[0];
  Shape shape;
  if (node.details->op == "Squeeze") {
    // Which dims to drop was inferred with the rank; without it, all of size one or those that attrs
    // name.
    std::vector<bool> drop(static_cast<size_t>(value.shape().rank()),
                           node.details->squeeze_dims.empty());
    for (int64_t d : node.details->squeeze_dims) {
      if (d < 0) d += value.shape().rank();
      if (d < 0 || d >= value.shape().rank() || value.shape().dim(static_cast<int>(d)) != 1) {
        return InvalidArgument("cannot squeeze dimension ", d, " of shape ", value.shape().ToString());
      }
      drop[static_cast<size_t>(d)] = true;
    }
    for (int d = 0; d < value.shape().rank(); ++d) {
      if (!drop[static_cast<size_t>(d)] || value.shape().dim(d) != 1) shape.Append(value.shape().dim(d));
    }
  } else if (node.details->op == "ExpandDims") {
    if (inputs[1].num_elements() != 1) return InvalidArgument("dim must be one number");
    int64_t at = inputs[1].int_at(0);
    const int rank = value.shape().rank();
    if (rank >= kMaxRank) return InvalidArgument("input has rank ", rank, ", the most is ", kMaxRank);
    if (at < -rank - 1 || at > rank) {
      return InvalidArgument("dim ", at, " is outside [", -rank - 1, ", ", rank, "]");
    }
    if (at < 0) at += rank + 1;
    for (int d = 0; d <= rank; ++d) {
      if (d == at) shape.Append(1);
      if (d < rank) shape.Append(value.shape().dim(d));
    }
  } else {
    if (inputs[1].shape().rank() != 1) {
      return InvalidArgument("shape must be a vector, got ", inputs[1].shape().ToString());
    }
    if (inputs[1].num_elements() > kMaxRank) {
      return InvalidArgument("shape has ", inputs[1].num_elements(), " dimensions, at most ", kMaxRank);
    }
    std::vector<int64_t> dims;
    int unknown = -1;
    for (int64_t i = 0; i < inputs[1].num_elements(); ++i) {
      dims.push_back(inputs[1].int_at(i));
      if (dims.back() >= 0) continue;
      if (dims.back() != -1 || unknown >= 0) {
        return InvalidArgument("shape ", inputs[1].ToString(),
                               " must have no dimension below 0 but one -1");
      }
      unknown = static_cast<int>(i);
    }
    if (unknown >= 0) {
      dims[static_cast<size_t>(unknown)] = 1;
      RUNNEL_ASSIGN_OR_RETURN(const Shape rest, Shape::Make(dims));
      const int64_t others = rest.num_elements();
      if (others == 0 ? value.num_elements() != 0 : value.num_elements() % others != 0) {
        return InvalidArgument("cannot reshape ", value.shape().ToString(), " to ",
                               inputs[1].ToString());
      }
      dims[static_cast<size_t>(unknown)] = others == 0 ? 0 : value.num_elements() / others;
    }
    RUNNEL_ASSIGN_OR_RETURN(shape, Shape::Make(dims));
  }
  RUNNEL_ASSIGN_OR_RETURN(*output, value.Reshaped(shape));
  return OkStatus();
}

Status Step::RunMetadata(const ExecNode& node, std::span<const Tensor> inputs,
                         std::span<Entry> outputs) {
  for (size_t k = 0; k < outputs.size(); ++k) {
    const Shape& of = inputs[k].shape();
    const bool vector = node.details->op == "Shape" || node.details->op == "ShapeN";
    RUNNEL_ASSIGN_OR_RETURN(outputs[k].tensor,
                            Tensor::Allocate(context_.runtime->allocator(), OutputOf(node, k).dtype,
                                             vector ? Shape({of.rank()}) : Shape()));
    const int64_t single = node.details->op == "Rank" ? of.rank() : of.num_elements();
    const std::span<const int64_t> values = vector ? of.dims() : std::span(&single, 1);
    for (size_t i = 0; i < values.size(); ++i) {
      if (OutputOf(node, k).dtype == DType::kInt64) {
        outputs[k].tensor.values<int64_t>()[i] = values[i];
        continue;
      }
      if (values[i] > INT32_MAX) {
        return InvalidArgument("a size of ", values[i],
                               " does not fit in int32: ask for out_type int64");
      }
      outputs[k].tensor.values<int32_t>()[i] = static_cast<int32_t>(values[i]);
    }
  }
  return OkStatus();
}

void Step::FillHostContext(const Ready& ready, HostContext* ctx) {
  ctx->allocator = context_.runtime->allocator();
  ctx->pool = &context_.runtime->pool();
  ctx->session_resources = context_.resources;
  ctx->step_resources = &step_resources_;
  ctx->cancellation = cancellation_.get();
  ctx->step_id = context_.step_id;
  ctx->node_name = ready.node->details->name;
}

Status Step::RunHost(const Ready& ready, Worker* worker) {
  GatherInputs(ready, &worker->inputs);
  std::vector<Tensor> results(worker->outputs.size());
  HostContext ctx;
  FillHostContext(ready, &ctx);
  ctx.inputs = worker->inputs;
  ctx.outputs = results;
  launches_.fetch_add(1, std::memory_order_relaxed);
  RUNNEL_RETURN_IF_ERROR(ready.node->host->Run(ctx));
  for (size_t k = 0; k < results.size(); ++k) {
    if (results[k].empty()) return Internal("the kernel left output ", k, " unset");
    worker->outputs[k].tensor = std::move(results[k]);
  }
  return OkStatus();
}

Status Step::RunKernel(const Ready& ready, Worker* worker) {
  const ExecNode& node = *ready.node;
  const rnlp_kernel_row_t& row = node.kernel->row();
  GatherInputs(ready, &worker->inputs);
  const size_t num_inputs = worker->inputs.size(), num_outputs = worker->outputs.size();
  worker->input_views.resize(num_inputs);
  worker->input_pointers.resize(num_inputs);
  worker->output_views.resize(num_outputs);
  worker->output_pointers.resize(num_outputs);
  std::optional<VariableLocks> locks;
  for (size_t k = 0; k < num_inputs; ++k) {
    worker->input_views[k] = worker->inputs[k].View();
    worker->input_pointers[k] = &worker->input_views[k];
  }
  if (node.has_resources) RUNNEL_RETURN_IF_ERROR(locks.emplace().Bind(node, worker));
  const bool late = (row.flags & RNLP_KERNEL_LATE_SHAPE) != 0;
  for (size_t k = 0; k < num_outputs; ++k) {
    const ExecOutput& info = OutputOf(node, k);
    const Shape& planned = info.shape;
    if (!late && info.is_static) {
      Tensor& output = worker->outputs[k].tensor;
      // Over an input that nobody else holds, if the kernel allows it.
      for (uint32_t a = 0; a < row.num_aliases && output.empty(); ++a) {
        if (row.aliases[a].output != k || row.aliases[a].input >= num_inputs) continue;
        Tensor& input = worker->inputs[row.aliases[a].input];
        const Ref<Buffer>& buffer = input.buffer();
        if (!buffer || !buffer->Unique() || !buffer->writable() || input.offset_bytes() != 0 ||
            buffer->kind() != (info.on_host ? Buffer::Kind::kHost : Buffer::Kind::kDevice) ||
            input.dtype() != info.dtype || !(input.shape() == planned)) {
          continue;
        }
        output = Tensor(info.dtype, planned, buffer);
      }
      if (output.empty()) {
        RUNNEL_ASSIGN_OR_RETURN(output, AllocateOutput(node, k, planned));
      }
      worker->output_views[k] = output.View();
    } else {
      worker->output_views[k] = rnlp_tensor_t{};
      worker->output_views[k].dtype = static_cast<int32_t>(info.dtype);
      worker->output_views[k].rank = -1;
      worker->output_views[k].num_elements = -1;
    }
    worker->output_pointers[k] = &worker->output_views[k];
  }
  KernelServices services(this, node, &worker->outputs, &worker->output_views);
  rnlp_run_t run{};
  run.size_bytes = sizeof(run);
  run.num_inputs = static_cast<uint32_t>(num_inputs);
  run.num_outputs = static_cast<uint32_t>(num_outputs);
  run.inputs = worker->input_pointers.data();
  run.outputs = worker->output_pointers.data();
  run.host = node.kernel->host();
  run.step = ToStep(&services);
  Ref<Buffer> workspace;
  if (node.kernel->workspace_bytes > 0) {
    if (node.device->host_memory()) {
      RUNNEL_ASSIGN_OR_RETURN(
          workspace, AllocateHostBuffer(context_.runtime->allocator(), node.kernel->workspace_bytes));
      run.workspace = workspace->data();
    } else {
      RUNNEL_ASSIGN_OR_RETURN(workspace, node.device->AllocateBuffer(node.kernel->workspace_bytes));
      run.workspace_buffer = workspace->device_buffer();
    }
  }
  ++worker->launches;
  rnlp_status_t* failed = nullptr;
  if (node.device->host_memory()) {
    failed = row.run(node.kernel->state(), &run);
    if (failed != nullptr) return FromPluginStatus(failed);
  } else {
    RUNNEL_RETURN_IF_ERROR(node.device->Submit([&](rnlp_queue_t* queue) -> Status {
      run.queue = queue;
      return FromPluginStatus(row.run(node.kernel->state(), &run));
    }));
  }
  for (size_t k = 0; k < num_outputs; ++k) {
    if (worker->outputs[k].tensor.empty())
      return Internal("the kernel left output ", k, " without memory");
  }
  return OkStatus();
}

// Locks the variables among a kernel's inputs, in the order of their addresses.
Status Step::VariableLocks::Bind(const ExecNode& node, Worker* worker) {
  worker->variables.resize(worker->inputs.size());
  worker->held.resize(worker->inputs.size());
  struct Use {
    Variable* variable;
    size_t input;
  };
  std::vector<Use> updates;
  for (size_t k = 0; k < worker->inputs.size(); ++k) {
    if (worker->inputs[k].dtype() != DType::kResource) continue;
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Resource> resource,
                            ResourceFromHandle(worker->inputs[k], Variable::kTypeName));
    Variable* variable = static_cast<Variable*>(resource.get());  // the handle keeps it alive
    worker->input_views[k].data = &worker->variables[k];
    worker->variables[k].name = {variable->name().data(), variable->name().size()};
    if ((node.details->input_marks[k] & RNLP_ARG_UPDATE) != 0) {
      updates.push_back({variable, k});
    } else {
      RUNNEL_RETURN_IF_ERROR(variable->Read(&worker->held[k], &worker->variables[k].version));
      worker->variables[k].value = worker->held[k].View();
    }
  }
  std::sort(updates.begin(), updates.end(),
            [](const Use& a, const Use& b) { return a.variable < b.variable; });
  locked_.reserve(updates.size());
  for (size_t i = 0; i < updates.size(); ++i) {
    if (i == 0 || updates[i].variable != updates[i - 1].variable) {
      RUNNEL_RETURN_IF_ERROR(updates[i].variable->BeginUpdate());
      locked_.push_back(updates[i].variable);
    }
    rnlp_variable_t& bound = worker->variables[updates[i].input];
    bound.value = updates[i].variable->value().View();
    bound.version = updates[i].variable->value_version();
  }
  held_ = &worker->held;
  return OkStatus();
}

Step::VariableLocks::~VariableLocks() {
  for (auto it = locked_.rbegin(); it != locked_.rend(); ++it) (*it)->EndUpdate();
  if (held_ != nullptr) {
    for (Tensor& t : *held_) t = Tensor();
  }
}

// ---- a region among other nodes ----

class Step::RegionRun final : public RegionClient {
 public:
  RegionRun(Step* step, const Ready& ready, Worker* worker)
      : step_(step), ready_(ready), worker_(worker) {}
  bool Cancelled() const override { return step_->failed_.load(std::memory_order_acquire); }
  Allocator* allocator() override { return step_->context_.runtime->allocator(); }
  // Consumers may start while the region goes on: transfers overlap with what is left of it.
  void Exported(int e, Tensor value) override {
    worker_->outputs[static_cast<size_t>(e)].tensor = std::move(value);
    ReadyList next;
    step_->Activate(*ready_.node, false, ready_.frame, ready_.iteration, worker_->outputs, e, &next);
    worker_->outputs[static_cast<size_t>(e)].tensor = Tensor();
    worker_->MakeRoom(next.size());
    step_->outstanding_.fetch_add(static_cast<int64_t>(next.size()), std::memory_order_relaxed);
    for (const Ready& r : next) {
      if (r.node->is_async && !r.dead) {
        step_->StartAsync(r);
      } else if (r.node->kind != NodeKind::kRegion || !step_->Spawn(r)) {
        worker_->queue.push_back(r);
      }
    }
  }
  bool tracing() const override { return step_->context_.trace; }
  void Trace(const RegionOp& op, int64_t start_ns, int64_t end_ns) override {
    const std::lock_guard lock(step_->mutex_);
    step_->stats_.push_back({op.name, op.op, ready_.node->device->name(), start_ns - step_->start_ns_,
                             end_ns - step_->start_ns_});
  }

 private:
  Step* step_;
  const Ready& ready_;
  Worker* worker_;
};

Status Step::RunRegion(const Ready& ready, Worker* worker) {
  GatherInputs(ready, &worker->inputs);
  runnel::Region& region = *plan_->regions[static_cast<size_t>(ready.node->index)];
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<RegionArena> arena,
                          region.TakeArena(context_.runtime->allocator()));
  RegionRun client(this, ready, worker);
  Status status = arena->Run(region, worker->inputs, &client);
  launches_.fetch_add(region.launches, std::memory_order_relaxed);
  region.GiveBack(std::move(arena));
  return status;
}

}  // namespace runnel
