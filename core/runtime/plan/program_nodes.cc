// The executor's nodes: one for each region and for each node beside them.
#include "core/runtime/plan/program_builder.h"

#include <algorithm>

#include "core/runtime/plan/value_origin.h"

namespace runnel {
namespace {

constexpr uint64_t kExpensiveNs = 20'000;  // above this a kernel may be worth another thread

}  // namespace

int ProgramBuilder::NewExecNode(NodeKind kind, int frame) {
  ExecNode& node = plan_->nodes.emplace_back();
  node.details = &plan_->details.emplace_back();
  node.kind = kind;
  node.frame = frame;
  return static_cast<int>(plan_->nodes.size()) - 1;
}

Status ProgramBuilder::CreateNodes() {
  exec_of_.assign(graph_.nodes.size(), -1);
  plan_->nodes.reserve(set_.framed.order.size() + graph_.fetches.size());
  region_exec_.assign(set_.groups.members.size(), -1);
  const std::vector<bool> feeds_merge = SourcesOfMerges();
  for (const int i : set_.framed.order) {
    const int region = set_.groups.Of(i);
    if (region >= 0) {
      if (region_exec_[static_cast<size_t>(region)] < 0) CreateRegionNode(region);
      exec_of_[static_cast<size_t>(i)] = region_exec_[static_cast<size_t>(region)];
      continue;
    }
    if (IsLiteral(graph_, i) && !feeds_merge[static_cast<size_t>(i)]) continue;
    RUNNEL_RETURN_IF_ERROR(CreateNode(i));
  }
  return OkStatus();
}

// By node: literals that a Merge reads are nodes, since it takes the first value that comes.
std::vector<bool> ProgramBuilder::SourcesOfMerges() const {
  std::vector<bool> found(graph_.nodes.size(), false);
  for (const int m : set_.framed.order) {
    if (!graph_.at(m).is("Merge")) continue;
    for (const PlanEdge& in : graph_.at(m).inputs) found[static_cast<size_t>(in.node)] = true;
  }
  return found;
}

void ProgramBuilder::CreateRegionNode(int region) {
  const int id = NewExecNode(NodeKind::kRegion, 0);
  ExecNode& node = plan_->nodes.back();
  node.index = region;
  node.device = set_.groups.devices[static_cast<size_t>(region)];
  // To hand a region over takes about as long as a short one. The estimates say which are short, not the
  // clock, so that a plan's order does not change from run to run.
  const Region& made = *plan_->regions[static_cast<size_t>(region)];
  node.expensive = !made.device->host_memory() || made.has_unknown_cost || made.cost_ns > kExpensiveNs;
  node.details->name = StrCat("region_", region);
  node.details->op = "_Region";
  region_exec_[static_cast<size_t>(region)] = id;
}

Status ProgramBuilder::CreateNode(int i) {
  const PlanNode& from = graph_.at(i);
  const int id = NewExecNode(KindOf(from), set_.framed.RunsIn(i));
  ExecNode& node = plan_->nodes.back();
  node.details->name = from.name;
  node.details->op = from.op();
  node.device = from.placed;
  exec_of_[static_cast<size_t>(i)] = id;
  if (node.kind == NodeKind::kFeed) plan_->feed_nodes.push_back(id);
  RUNNEL_RETURN_IF_ERROR(SetUpByKind(i, &node));
  node.num_outputs = static_cast<int32_t>(from.output_types.size());
  node.first_output = static_cast<int32_t>(plan_->output_kinds.size());
  const bool late = node.row != nullptr && (node.row->flags & RNLP_KERNEL_LATE_SHAPE) != 0;
  for (size_t k = 0; k < from.output_types.size(); ++k) {
    plan_->output_kinds.push_back(KindOfOutput({.dtype = from.output_types[k],
                                                .on_host = from.where[k] == nullptr,
                                                .preallocated = !late && from.shapes[k].IsFullyDefined(),
                                                .shape = from.shapes[k]}));
  }
  return OkStatus();
}

Status ProgramBuilder::SetUpByKind(int i, ExecNode* node) {
  const PlanNode& from = graph_.at(i);
  switch (node->kind) {
    case NodeKind::kFeed:
      node->index = from.feed;
      node->is_async = context_.options.deferred_feeds;
      return OkStatus();
    case NodeKind::kReshape:
      if (const auto* dims = from.attr<std::vector<int64_t>>("squeeze_dims"))
        node->details->squeeze_dims = *dims;
      return OkStatus();
    case NodeKind::kConst: {
      RUNNEL_ASSIGN_OR_RETURN(node->details->constant, objects_->Constant(graph_, i));
      return OkStatus();
    }
    case NodeKind::kVarHandle: {
      RUNNEL_ASSIGN_OR_RETURN(node->details->variable, objects_->VariableOf(graph_, i));
      return OkStatus();
    }
    case NodeKind::kKernel:
      return SetUpKernel(i, node);
    case NodeKind::kHost:
      return SetUpHostKernel(i, node);
    case NodeKind::kTransfer:
      node->details->where = from.where[0];
      node->is_async = true;
      return OkStatus();
    case NodeKind::kDestroyResource:
      node->strict = !*from.attr<bool>("ignore_lookup_error");
      return OkStatus();
    case NodeKind::kAssignVariable:
      node->strict = *from.attr<bool>("validate_shape");
      return OkStatus();
    case NodeKind::kEnter: {
      node->index = set_.framed.frames.outputs(i);
      const bool* constant = from.attr<bool>("is_constant");
      node->constant_enter = constant != nullptr && *constant;
      ++plan_->frames[static_cast<size_t>(node->index)].num_enters;
      return OkStatus();
    }
    case NodeKind::kMerge: {
      const auto back = std::count_if(from.inputs.begin(), from.inputs.end(),
                                      [&](const PlanEdge& in) { return graph_.IsBackEdge(i, in); });
      node->index = static_cast<int32_t>(from.inputs.size()) - static_cast<int32_t>(back);
      return OkStatus();
    }
    default:
      return OkStatus();
  }
}

Status ProgramBuilder::SetUpKernel(int i, ExecNode* node) {
  const PlanNode& from = graph_.at(i);
  RUNNEL_ASSIGN_OR_RETURN(const PlannedKernel* kernel, objects_->Kernel(graph_, i));
  node->row = &kernel->row();
  node->kernel = kernel->state();
  node->host = kernel->host();
  node->has_workspace = kernel->workspace_bytes > 0;
  node->details->kernel = kernel;
  node->details->input_marks = InputMarks(*node->row, from);
  for (const PlanEdge& in : from.inputs) node->has_resources |= graph_.type(in) == DType::kResource;
  for (size_t k = 0; node->has_resources && k < from.inputs.size(); ++k) {
    const PlanEdge& in = from.inputs[k];
    node->details->variable_shapes.push_back(
        graph_.at(in.node).handles[static_cast<size_t>(in.index)].shape);
  }
  const uint32_t flags = node->row->flags;
  node->expensive = (flags & RNLP_KERNEL_EXPENSIVE) != 0 || kernel->cost_ns > kExpensiveNs;
  if ((flags & RNLP_KERNEL_STATEFUL) != 0)
    node->details->counter = context_.plan.random_counter(from.name);
  ++plan_->num_launch_nodes;
  return OkStatus();
}

Status ProgramBuilder::SetUpHostKernel(int i, ExecNode* node) {
  const PlanNode& from = graph_.at(i);
  const HostKernelRow* row = FindHostKernel(*from.schema);
  if (row == nullptr) {
    return Unimplemented("node \"", from.name, "\": op ", from.op(), " has no host kernel");
  }
  std::vector<DType> types;
  for (const PlanEdge& in : from.inputs) types.push_back(graph_.type(in));
  auto host = row->create(HostNode{from.name, from.op(), *from.attrs, types, from.output_types});
  if (!host.ok()) {
    return host.status()
        .WithPrefix(StrCat("node \"", from.name, "\" (", from.op(), ")"))
        .WithNode(from.name);
  }
  plan_->host_kernels.push_back(std::move(*host));
  node->details->host = plan_->host_kernels.back().get();
  node->is_async = row->is_async;
  node->takes_dead = row->takes_dead;
  ++plan_->num_launch_nodes;
  return OkStatus();
}

// Most outputs of a graph have one of a few kinds, so each kind is stored once.
int32_t ProgramBuilder::KindOfOutput(ExecOutput output) {
  std::string key = {static_cast<char>(output.dtype), static_cast<char>(output.on_host),
                     static_cast<char>(output.preallocated), static_cast<char>(output.shape.rank())};
  const auto dims = output.shape.dims();
  key.append(reinterpret_cast<const char*>(dims.data()), dims.size_bytes());
  const auto [it, fresh] =
      kind_of_output_.try_emplace(std::move(key), static_cast<int32_t>(plan_->outputs.size()));
  if (fresh) plan_->outputs.push_back(std::move(output));
  return it->second;
}

Result<int32_t> ProgramBuilder::LiteralOf(int i) {
  const auto known = literal_of_.find(i);
  if (known != literal_of_.end()) return known->second;
  Tensor value;
  if (!graph_.at(i).is("VarHandleOp")) {
    RUNNEL_ASSIGN_OR_RETURN(value, objects_->Constant(graph_, i));
  } else {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Variable> variable, objects_->VariableOf(graph_, i));
    value = MakeResourceHandle(variable);
  }
  const int32_t index = static_cast<int32_t>(plan_->values.size());
  plan_->values.push_back({.value = std::move(value)});
  literal_of_.emplace(i, index);
  return index;
}

}  // namespace runnel
