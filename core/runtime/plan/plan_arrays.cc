// The executor's flat arrays: nodes, edges, slots.
#include "core/runtime/plan/plan_builder.h"

#include <algorithm>

namespace runnel {
namespace {

constexpr size_t kMaxBriefNodes = 64;
constexpr uint64_t kExpensiveNs = 20'000;  // above this a kernel may be worth another thread

// Nodes that hand on or look up values.
bool IsPassing(NodeKind kind) {
  switch (kind) {
    case NodeKind::kFeed:
    case NodeKind::kFetch:
    case NodeKind::kConst:
    case NodeKind::kPassThrough:
    case NodeKind::kReshape:
    case NodeKind::kMetadata:
    case NodeKind::kNoOp:
    case NodeKind::kVarHandle:
    case NodeKind::kReadVariable:
    case NodeKind::kVarIsInitialized:
    case NodeKind::kSwitch:
    case NodeKind::kMerge:
    case NodeKind::kControlTrigger:
      return true;
    default:
      return false;
  }
}

}  // namespace

int PlanBuilder::NewExecNode(NodeKind kind, int frame) {
  ExecNode& node = plan_->nodes.emplace_back();
  node.details = &plan_->details.emplace_back();
  node.kind = kind;
  node.frame = frame;
  return static_cast<int>(plan_->nodes.size()) - 1;
}

Status PlanBuilder::CreateNodes() {
  exec_of_.assign(graph_.nodes.size(), -1);
  plan_->nodes.reserve(order_.size() + graph_.fetches.size());
  region_exec_.assign(members_.size(), -1);
  for (const int i : order_) {
    const int region = region_of_[static_cast<size_t>(i)];
    if (region >= 0) {
      if (region_exec_[static_cast<size_t>(region)] < 0) CreateRegionNode(region);
      exec_of_[static_cast<size_t>(i)] = region_exec_[static_cast<size_t>(region)];
      continue;
    }
    if (IsLiteral(i) && !FeedsMerge(i)) continue;
    RUNNEL_RETURN_IF_ERROR(CreateNode(i));
  }
  return OkStatus();
}

bool PlanBuilder::FeedsMerge(int i) {
  if (merge_literals_.empty()) {
    merge_literals_.assign(graph_.nodes.size(), false);
    for (const int m : order_) {
      if (!graph_.at(m).is("Merge")) continue;
      for (const PlanEdge& in : graph_.at(m).inputs)
        merge_literals_[static_cast<size_t>(in.node)] = true;
    }
  }
  return merge_literals_[static_cast<size_t>(i)];
}

void PlanBuilder::CreateRegionNode(int region) {
  const int id = NewExecNode(NodeKind::kRegion, 0);
  ExecNode& node = plan_->nodes.back();
  node.index = region;
  node.device = region_devices_[static_cast<size_t>(region)];
  node.expensive = true;
  node.details->name = StrCat("region_", region);
  node.details->op = "_Region";
  region_exec_[static_cast<size_t>(region)] = id;
}

Status PlanBuilder::CreateNode(int i) {
  const PlanNode& from = graph_.at(i);
  const NodeKind kind = KindOf(from);
  const int id = NewExecNode(kind, RunsIn(i));
  ExecNode& node = plan_->nodes.back();
  node.details->name = from.name;
  node.details->op = from.op();
  node.device = from.placed;
  exec_of_[static_cast<size_t>(i)] = id;
  switch (kind) {
    case NodeKind::kFeed:
      node.index = from.feed;
      node.is_async = options_.deferred_feeds;
      plan_->feed_nodes.push_back(id);
      break;
    case NodeKind::kReshape:
      if (const auto* dims = from.attr<std::vector<int64_t>>("squeeze_dims"))
        node.details->squeeze_dims = *dims;
      break;
    case NodeKind::kConst: {
      RUNNEL_ASSIGN_OR_RETURN(node.details->constant, Constant(i));
      break;
    }
    case NodeKind::kVarHandle: {
      RUNNEL_ASSIGN_OR_RETURN(node.details->variable, VariableOf(i));
      break;
    }
    case NodeKind::kKernel: {
      RUNNEL_ASSIGN_OR_RETURN(const PlannedKernel* kernel, KernelOf(i));
      node.row = &kernel->row();
      node.kernel = kernel->state();
      node.host = kernel->host();
      node.has_workspace = kernel->workspace_bytes > 0;
      node.details->kernel = kernel;
      node.details->input_marks = InputMarks(*node.row, from);
      for (const PlanEdge& in : from.inputs) node.has_resources |= graph_.type(in) == DType::kResource;
      for (size_t k = 0; node.has_resources && k < from.inputs.size(); ++k) {
        const PlanEdge& in = from.inputs[k];
        node.details->variable_shapes.push_back(
            graph_.at(in.node).handles[static_cast<size_t>(in.index)].shape);
      }
      const uint32_t flags = node.row->flags;
      node.expensive = (flags & RNLP_KERNEL_EXPENSIVE) != 0 || kernel->cost_ns > kExpensiveNs;
      if ((flags & RNLP_KERNEL_STATEFUL) != 0)
        node.details->counter = context_.random_counter(from.name);
      ++plan_->num_launch_nodes;
      break;
    }
    case NodeKind::kHost: {
      const HostKernelRow* row = FindHostKernel(from.op());
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
      plan_->host_kernels_.push_back(std::move(*host));
      node.details->host = plan_->host_kernels_.back().get();
      node.is_async = row->is_async;
      node.takes_dead = row->takes_dead;
      ++plan_->num_launch_nodes;
      break;
    }
    case NodeKind::kTransfer:
      node.details->where = from.where[0];
      node.is_async = true;
      break;
    case NodeKind::kDestroyResource:
      node.strict = !*from.attr<bool>("ignore_lookup_error");
      break;
    case NodeKind::kAssignVariable:
      node.strict = *from.attr<bool>("validate_shape");
      break;
    case NodeKind::kEnter: {
      node.index = frames_.outputs(i);
      const bool* constant = from.attr<bool>("is_constant");
      node.constant_enter = constant != nullptr && *constant;
      ++plan_->frames[static_cast<size_t>(node.index)].num_enters;
      break;
    }
    case NodeKind::kMerge: {
      const auto back = std::count_if(from.inputs.begin(), from.inputs.end(),
                                      [&](const PlanEdge& in) { return graph_.IsBackEdge(i, in); });
      node.index = static_cast<int32_t>(from.inputs.size()) - static_cast<int32_t>(back);
      break;
    }
    default:
      break;
  }
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

// Most outputs of a graph have one of a few kinds, so each kind is stored once.
int32_t PlanBuilder::KindOfOutput(ExecOutput output) {
  std::string key = {static_cast<char>(output.dtype), static_cast<char>(output.on_host),
                     static_cast<char>(output.preallocated), static_cast<char>(output.shape.rank())};
  const auto dims = output.shape.dims();
  key.append(reinterpret_cast<const char*>(dims.data()), dims.size_bytes());
  const auto [it, fresh] =
      kind_of_output_.try_emplace(std::move(key), static_cast<int32_t>(plan_->outputs.size()));
  if (fresh) plan_->outputs.push_back(std::move(output));
  return it->second;
}

Result<int32_t> PlanBuilder::LiteralOf(int i) {
  const auto known = literal_of_.find(i);
  if (known != literal_of_.end()) return known->second;
  Tensor value;
  if (graph_.at(i).is("Const")) {
    RUNNEL_ASSIGN_OR_RETURN(value, Constant(i));
  } else {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Variable> variable, VariableOf(i));
    value = MakeResourceHandle(variable);
  }
  const int32_t index = static_cast<int32_t>(plan_->values.size());
  plan_->values.push_back({.value = std::move(value)});
  literal_of_.emplace(i, index);
  return index;
}

Status PlanBuilder::Connect() {
  // Inputs: slots of the frame's iterations, literals in place.
  for (const int i : order_) {
    if (region_of_[static_cast<size_t>(i)] >= 0 || exec_of_[static_cast<size_t>(i)] < 0) continue;
    const int id = exec_of_[static_cast<size_t>(i)];
    const PlanNode& from = graph_.at(i);
    RUNNEL_RETURN_IF_ERROR(ConnectInputs(id, from.inputs));
    ConnectControls(id, from.controls);
  }
  for (size_t r = 0; r < members_.size(); ++r) {
    if (region_exec_[r] < 0) continue;
    RUNNEL_RETURN_IF_ERROR(ConnectInputs(region_exec_[r], region_externals_[r]));
    ConnectControls(region_exec_[r], ControlsOfRegion(static_cast<int>(r)));
    plan_->nodes[static_cast<size_t>(region_exec_[r])].num_outputs =
        static_cast<int32_t>(plan_->regions[r]->export_values.size());
  }
  for (size_t f = 0; f < graph_.fetches.size(); ++f) {
    const int id = NewExecNode(NodeKind::kFetch, 0);
    ExecNode& node = plan_->nodes.back();
    node.index = static_cast<int32_t>(f);
    node.details->name = graph_.fetches[f].name;
    node.details->op = "_Fetch";
    RUNNEL_RETURN_IF_ERROR(ConnectInputs(id, {graph_.fetches[f].source}));
  }
  return LayOutEdges();
}

// What a region waits for besides its externals: control edges, and inputs whose values were known when
// its ops were planned (shapes of views, handles) but whose nodes may have to wait for something.
std::vector<int> PlanBuilder::ControlsOfRegion(int region) const {
  std::vector<int> controls;
  const auto add = [&](int source) {
    if (region_of_[static_cast<size_t>(source)] != region) controls.push_back(source);
  };
  for (const int m : members_[static_cast<size_t>(region)]) {
    const PlanNode& node = graph_.at(m);
    for (const int c : node.controls) add(c);
    const bool is_view = KindOf(node) == NodeKind::kReshape;
    for (size_t k = 0; k < node.inputs.size(); ++k) {
      const PlanEdge& in = node.inputs[k];
      if (IsLiteral(in.node) || exec_of_[static_cast<size_t>(in.node)] < 0) continue;
      if ((is_view && k > 0) || graph_.type(in) == DType::kResource) add(in.node);
    }
  }
  return controls;
}

Status PlanBuilder::ConnectInputs(int id, const std::vector<PlanEdge>& inputs) {
  ExecNode& node = plan_->nodes[static_cast<size_t>(id)];
  node.num_inputs = static_cast<int32_t>(inputs.size());
  node.first_literal = static_cast<int32_t>(plan_->literals.size());
  for (size_t k = 0; k < inputs.size(); ++k) {
    const PlanEdge in = inputs[k];
    const bool literal = IsLiteral(in.node) && node.kind != NodeKind::kMerge;
    if (literal) {
      RUNNEL_ASSIGN_OR_RETURN(const int32_t value, LiteralOf(in.node));
      plan_->literals.push_back({static_cast<int32_t>(k), value});
      continue;
    }
    const int region = region_of_[static_cast<size_t>(in.node)];
    const int output =
        region < 0 ? in.index
                   : export_number_[static_cast<size_t>(region)].at(std::pair(in.node, in.index));
    pending_edges_.push_back({exec_of_[static_cast<size_t>(in.node)], output, id, static_cast<int>(k)});
    ++node.pending;
  }
  node.last_literal = static_cast<int32_t>(plan_->literals.size());
  return OkStatus();
}

void PlanBuilder::ConnectControls(int id, const std::vector<int>& controls) {
  std::vector<int> sources;
  for (const int c : controls) {
    if (IsLiteral(c) && exec_of_[static_cast<size_t>(c)] < 0) continue;
    sources.push_back(exec_of_[static_cast<size_t>(c)]);
  }
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  for (const int s : sources) pending_edges_.push_back({s, -1, id, -1});
  ExecNode& node = plan_->nodes[static_cast<size_t>(id)];
  node.pending += static_cast<int32_t>(sources.size());
  if (node.kind == NodeKind::kMerge) node.pending = 1 + 2 * static_cast<int32_t>(sources.size());
}

Status PlanBuilder::LayOutEdges() {
  std::stable_sort(pending_edges_.begin(), pending_edges_.end(),
                   [](const PendingEdge& a, const PendingEdge& b) { return a.src < b.src; });
  for (size_t i = 0; i < plan_->nodes.size(); ++i) {
    // An Enter gives its value to the child frame; its own input slots are in the parent.
    ExecNode& node = plan_->nodes[i];
    FrameInfo& frame = plan_->frames[static_cast<size_t>(node.frame)];
    node.first_slot = frame.num_slots;
    frame.num_slots += node.num_inputs - (node.last_literal - node.first_literal);
    if (node.pending > 1 || node.kind == NodeKind::kMerge) {
      node.count = static_cast<int32_t>(frame.pending.size());
      frame.pending.push_back(node.pending);
    }
    if (node.pending == 0) plan_->roots.push_back(static_cast<int32_t>(i));
  }
  size_t at = 0;
  for (size_t i = 0; i < plan_->nodes.size(); ++i) {
    ExecNode& node = plan_->nodes[i];
    node.first_edge = static_cast<int32_t>(plan_->edges.size());
    for (; at < pending_edges_.size() && pending_edges_[at].src == static_cast<int>(i); ++at) {
      const PendingEdge& e = pending_edges_[at];
      plan_->edges.push_back({e.dst, e.dst_input < 0 ? -1 : SlotOf(e.dst, e.dst_input), e.src_output});
    }
    node.last_edge = static_cast<int32_t>(plan_->edges.size());
  }
  return OkStatus();
}

int32_t PlanBuilder::SlotOf(int id, int input) const {
  const ExecNode& node = plan_->nodes[static_cast<size_t>(id)];
  int32_t slot = node.first_slot + input;
  for (int32_t l = node.first_literal; l < node.last_literal; ++l) {
    if (plan_->literals[static_cast<size_t>(l)].input < input) --slot;
  }
  return slot;
}

// After the arrays have stopped growing: views point into them.
void PlanBuilder::MakeViews() {
  Plan& plan = *plan_;
  for (ExecValue& literal : plan.values) literal.view = literal.value.View();
  for (ExecOutput& output : plan.outputs) {
    rnlp_tensor_t& view = output.view;
    view.dtype = static_cast<int32_t>(output.dtype);
    view.rank = output.preallocated ? output.shape.rank() : -1;
    view.num_elements = output.preallocated ? output.shape.num_elements() : -1;
    if (!output.preallocated) continue;
    view.dims = output.shape.dims().data();
    view.size_bytes = static_cast<uint64_t>(view.num_elements) * DTypeSize(output.dtype);
  }
  for (const ExecNode& node : plan.nodes) {
    plan.max_inputs = std::max(plan.max_inputs, static_cast<size_t>(node.num_inputs));
    plan.max_outputs = std::max(plan.max_outputs, static_cast<size_t>(node.num_outputs));
  }
}

Status PlanBuilder::Finish() {
  Plan& plan = *plan_;
  MakeViews();
  plan.num_feeds = static_cast<int>(graph_.feeds.size());
  plan.num_fetches = static_cast<int>(graph_.fetches.size());
  for (const PlanFetch& fetch : graph_.fetches) plan.fetch_names.push_back(fetch.name);
  for (const PlanFeed& feed : graph_.feeds) {
    plan.feed_shapes.push_back(feed.shape);
    plan.feed_devices.push_back(feed.device);
  }
  for (const auto& region : plan.regions) {
    plan.arena_bytes += region->arena_bytes;
    plan.num_launch_nodes += region->launches;
  }
  plan.approximate_bytes += plan.arena_bytes + plan.nodes.size() * sizeof(ExecNode);
  plan.only_region = OnlyRegion();
  plan.is_brief = plan.frames.size() == 1 && plan.nodes.size() <= kMaxBriefNodes;
  for (const ExecNode& node : plan.nodes) {
    plan.has_async |= node.is_async;
    const bool is_empty =
        node.kind == NodeKind::kRegion && plan.regions[static_cast<size_t>(node.index)]->ops.empty();
    plan.is_brief = plan.is_brief && (IsPassing(node.kind) || is_empty ||
                                      (node.kind == NodeKind::kHost && node.is_async));
  }
  if (kMinimal && plan.has_async) return LeftOut("kernels that wait for others");
  if (options_.keep_on_device) {
    for (const PlanFetch& fetch : graph_.fetches) {
      const PlanNode& source = graph_.at(fetch.source.node);
      plan.keeps_fetches |= source.where[static_cast<size_t>(fetch.source.index)] != nullptr;
    }
  }
  if (!options_.partition_graphs) return OkStatus();
  if constexpr (kMinimal) return LeftOut("graphs by device");
  return plan.MakePartitionGraphs(graph_);
}

int PlanBuilder::OnlyRegion() const {
  if (options_.deferred_feeds) return -1;  // the region would run before the feeds have come
  int region = -1;
  for (size_t i = 0; i < plan_->nodes.size(); ++i) {
    const ExecNode& node = plan_->nodes[i];
    if (node.kind == NodeKind::kRegion && region < 0) {
      region = static_cast<int>(i);
    } else if (node.kind != NodeKind::kFeed &&
               !(node.kind == NodeKind::kFetch && node.first_literal == node.last_literal)) {
      return -1;
    }
  }
  if (region < 0) return -1;
  for (const ExecEdge& edge : plan_->edges) {
    // A fed fetch was refused earlier, so every fetch comes from the region.
    if (edge.dst_slot < 0) return -1;
  }
  for (size_t i = 0; i < plan_->nodes.size(); ++i) {
    if (plan_->nodes[i].kind != NodeKind::kFeed) continue;
    for (int e = plan_->nodes[i].first_edge; e < plan_->nodes[i].last_edge; ++e) {
      if (plan_->edges[static_cast<size_t>(e)].dst != region) return -1;
    }
  }
  return region;
}

}  // namespace runnel
