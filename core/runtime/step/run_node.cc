// What the general executor does for one node of each kind.
#include "core/runtime/step/step_internal.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/tensor/reshape.h"
#include "runnel_chosen.h"

namespace runnel {

Status Step::RunNode(const Ready& ready, Worker* worker) {
  const ExecNode& node = *ready.node;
  const int64_t start = context_.traced() ? MonotonicNs() : 0;
  Status status;
  const std::span<Entry> outputs = worker->outputs_of(node);
  switch (node.kind) {
    case NodeKind::kKernel:
      status = RunKernel(ready, worker);
      if (status.ok() && !node.device->host_memory()) status = Settle(node.device->compute());
      break;
    case NodeKind::kHost:
      status = RunHost(ready, worker);
      break;
    case NodeKind::kRegion:
      return RunRegion(ready, worker);
    case NodeKind::kFeed:
      outputs[0].tensor = feeds_[static_cast<size_t>(node.index)];
      return OkStatus();
    case NodeKind::kFetch:
      return RunFetch(ready, worker);
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
    case NodeKind::kSwitch:
      if constexpr (!kHasBranches) break;
      return RunSwitch(ready, worker);
    case NodeKind::kMerge:
      if constexpr (!kHasBranches) break;
      return RunMerge(ready, worker);
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
      if constexpr (!kHasVariables) break;
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
  if (context_.traced()) TraceNode(node, start, outputs);
  return status;
}

void Step::TraceNode(const ExecNode& node, int64_t start_ns, std::span<const Entry> outputs) {
  StepTrace::Record record{.node = &node, .start_ns = start_ns, .end_ns = MonotonicNs()};
  for (const Entry& output : outputs) {
    record.shapes.push_back(output.tensor.empty() ? Shape::Unknown() : output.tensor.shape());
  }
  trace_.Add(std::move(record));
}

Status Step::RunFetch(const Ready& ready, Worker* worker) {
  const ExecNode& node = *ready.node;
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

Status Step::RunSwitch(const Ready& ready, Worker* worker) {
  const std::span<Entry> outputs = worker->outputs_of(*ready.node);
  GatherInputs(ready, &worker->inputs);
  const Tensor& pred = worker->inputs[1];
  if (pred.dtype() != DType::kBool || pred.num_elements() != 1) {
    return InvalidArgument("node \"", ready.node->details->name,
                           "\" (Switch): pred must be a bool scalar, got ", DTypeName(pred.dtype()),
                           pred.shape().ToString());
  }
  const bool taken = pred.values<bool>()[0];
  outputs[taken ? 1 : 0].tensor = std::move(worker->inputs[0]);
  outputs[taken ? 0 : 1].dead = true;
  return OkStatus();
}

Status Step::RunMerge(const Ready& ready, Worker* worker) {
  const std::span<Entry> outputs = worker->outputs_of(*ready.node);
  GatherInputs(ready, &worker->inputs);
  for (size_t k = 0; k < worker->inputs.size(); ++k) {
    if (worker->inputs[k].empty()) continue;
    outputs[0].tensor = std::move(worker->inputs[k]);
    RUNNEL_ASSIGN_OR_RETURN(outputs[1].tensor,
                            Tensor::Allocate(context_.host->allocator(), DType::kInt32, Shape()));
    outputs[1].tensor.values<int32_t>()[0] = static_cast<int32_t>(k);
    return OkStatus();
  }
  return Internal("node \"", ready.node->details->name, "\" (Merge) ran without a live input");
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
      RUNNEL_RETURN_IF_ERROR(variable.Read(&outputs[0].tensor));
      return CheckAsPlanned(variable, outputs[0].tensor, OutputOf(node, 0).shape);
    case NodeKind::kAssignVariable: {
      StepFence* fence = nullptr;
      if (!variable.device()->host_memory() && !inputs[1].on_host()) {
        RUNNEL_ASSIGN_OR_RETURN(fence, FenceOn(variable.device()->compute()));
      }
      return variable.Assign(inputs[1], fence, node.strict);
    }
    case NodeKind::kVarIsInitialized: {
      RUNNEL_ASSIGN_OR_RETURN(outputs[0].tensor,
                              Tensor::Allocate(context_.host->allocator(), DType::kBool, Shape()));
      outputs[0].tensor.values<bool>()[0] = variable.initialized();
      return OkStatus();
    }
    default:
      return variable.Reset(node.strict);
  }
}

Status Step::RunReshape(const ExecNode& node, std::span<const Tensor> inputs, Tensor* output) {
  const Tensor& value = inputs[0];
  Shape shape;
  if (node.details->op == "Squeeze") {
    // Shape inference has found which dimensions to drop, if it knew the rank. Otherwise: those that the
    // attrs name, or all of size one.
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
    std::vector<int64_t> dims;
    for (int64_t i = 0; i < std::min<int64_t>(inputs[1].num_elements(), kMaxRank + 1); ++i)
      dims.push_back(inputs[1].int_at(i));
    RUNNEL_ASSIGN_OR_RETURN(shape, ReshapedTo(value.shape(), dims));
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
                            Tensor::Allocate(context_.host->allocator(), OutputOf(node, k).dtype,
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
  ctx->allocator = context_.host->allocator();
  ctx->pool = &context_.host->pool();
  ctx->session_resources = context_.resources;
  ctx->step_resources = &step_resources_;
  ctx->cancellation = cancellation_.get();
  ctx->rendezvous = context_.rendezvous;
  ctx->host = context_.host;
  ctx->functions = context_.functions;
  ctx->step_id = context_.step_id;
  ctx->node_name = ready.node->details->name;
  ctx->loop_depth = 0;
  if (ready.frame->is_root()) return;
  const Iteration* iteration = ready.iteration;
  for (const Frame* frame = ready.frame; !frame->is_root(); frame = frame->parent) {
    if (ctx->loop_depth < kMaxLoopDepth) ctx->iterations[ctx->loop_depth++] = iteration->number;
    iteration = frame->parent_iteration;
  }
  std::reverse(ctx->iterations, ctx->iterations + ctx->loop_depth);
}

Status Step::RunHost(const Ready& ready, Worker* worker) {
  GatherInputs(ready, &worker->inputs);
  const std::span<Entry> outputs = worker->outputs_of(*ready.node);
  std::vector<Tensor> results(outputs.size());
  HostContext ctx;
  FillHostContext(ready, &ctx);
  ctx.inputs = worker->inputs;
  ctx.outputs = results;
  launches_.fetch_add(1, std::memory_order_relaxed);
  RUNNEL_RETURN_IF_ERROR(ready.node->details->host->Run(ctx));
  for (size_t k = 0; k < results.size(); ++k) {
    if (results[k].empty()) return Internal("the kernel left output ", k, " unset");
    outputs[k].tensor = std::move(results[k]);
  }
  return OkStatus();
}

// ---- a region among other nodes ----

class Step::RegionRun final : public RegionClient {
 public:
  RegionRun(Step* step, const Ready& ready, Worker* worker)
      : step_(step), ready_(ready), worker_(worker) {}
  bool Cancelled() const override { return step_->Look(); }
  Allocator* allocator() override { return step_->context_.host->allocator(); }
  // Consumers may start while the region goes on: transfers overlap with what is left of it.
  void Exported(int e, Tensor value) override {
    worker_->outputs[static_cast<size_t>(e)].tensor = std::move(value);
    ReadyList next;
    step_->Activate(*ready_.node, false, ready_.frame, ready_.iteration,
                    worker_->outputs_of(*ready_.node), e, &next);
    worker_->outputs[static_cast<size_t>(e)].tensor.Reset();
    step_->outstanding_.fetch_add(static_cast<int64_t>(next.size()), std::memory_order_relaxed);
    for (size_t i = 0; i < next.size(); ++i) {
      const Ready r = next[i];
      if (!kMinimal && IsHandedOn(r)) {
        // A transfer's _Send is run at once: in the queue it would delay the transfer until the region
        // ends.
        const size_t before = next.size();
        HandOn(r, &next);
        step_->outstanding_.fetch_add(static_cast<int64_t>(next.size() - before) - 1,
                                      std::memory_order_relaxed);
        continue;
      }
      worker_->MakeRoom(next.size());
      if (!kMinimal && r.node->is_async && !r.dead) {
        step_->StartAsync(r);
      } else if (r.node->kind != NodeKind::kRegion || !step_->Spawn(r)) {
        worker_->queue.push_back(r);
      }
    }
  }
  Result<StepFence*> FenceOn(DeviceQueue& queue) override { return step_->FenceOn(queue); }
  bool tracing() const override { return step_->context_.traced(); }
  Status Settle(DeviceQueue& queue) override { return step_->Settle(queue); }
  void Replayed() override { step_->replays_.fetch_add(1, std::memory_order_relaxed); }
  void Trace(const RegionOp& op, int64_t start_ns, int64_t end_ns) override {
    step_->trace_.Add({.node = ready_.node, .op = &op, .start_ns = start_ns, .end_ns = end_ns});
  }

 private:
  static bool IsHandedOn(const Ready& r) {
    const ExecNode& node = *r.node;
    return node.kind == NodeKind::kPassThrough && node.num_inputs == 1 && node.num_outputs == 1 &&
           node.first_literal == node.last_literal && !r.dead;
  }
  void HandOn(const Ready& r, ReadyList* next) {
    Entry value;
    value.tensor = std::move(r.iteration->entries[static_cast<size_t>(r.node->first_slot)].tensor);
    (void)step_->Propagate(r, {&value, 1}, false, next);  // outside of loops it cannot fail
  }

  Step* step_;
  const Ready& ready_;
  Worker* worker_;
};

Status Step::RunRegion(const Ready& ready, Worker* worker) {
  GatherInputs(ready, &worker->inputs);
  runnel::Region& region = *plan_->regions[static_cast<size_t>(ready.node->index)];
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<RegionArena> arena,
                          region.TakeArena(context_.host->allocator()));
  RegionRun client(this, ready, worker);
  const int64_t start = context_.traced() ? MonotonicNs() : 0;
  Status status = arena->Run(region, worker->inputs, &client);
  if (context_.traced()) {
    trace_.Add({.kind = NodeStats::Kind::kRegion,
                .node = ready.node,
                .start_ns = start,
                .end_ns = MonotonicNs()});
  }
  launches_.fetch_add(region.launches, std::memory_order_relaxed);
  region.GiveBack(std::move(arena));
  return status;
}

}  // namespace runnel
