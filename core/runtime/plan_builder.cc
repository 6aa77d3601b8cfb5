// Plan::Build: passes, placement, partition, kernels, frames, regions, and the flat arrays of the
// executor.
#include <algorithm>
#include <chrono>
#include <map>
#include <unordered_map>

#include "core/graph/device_name.h"
#include "core/runtime/ancestors.h"
#include "core/runtime/executor.h"
#include "core/runtime/placement.h"
#include "core/runtime/plan.h"
#include "core/runtime/region_builder.h"

namespace runnel {
namespace {

constexpr uint64_t kExpensiveNs = 20'000;

Device* MemoryOf(Device* device) { return device->host_memory() ? nullptr : device; }

}  // namespace

class PlanBuilder {
 public:
  PlanBuilder(const Plan::Context& context, const PlannerOptions& options, const Graph& user_graph)
      : context_(context),
        options_(options),
        user_graph_(user_graph),
        graph_(&user_graph.registry()),
        plan_(MakeRef<Plan>()),
        plugins_(context.runtime->plugins()) {}

  Result<Ref<Plan>> Run(std::span<const PlanFeed> feeds, std::span<const OutputRef> fetches,
                        std::span<Node* const> targets) {
    const auto start = std::chrono::steady_clock::now();
    RUNNEL_RETURN_IF_ERROR(Prune(user_graph_, feeds, fetches, targets, &graph_));
    RUNNEL_RETURN_IF_ERROR(RunPasses());
    RUNNEL_RETURN_IF_ERROR(
        Place(plugins_, {options_.soft_placement, options_.default_device}, &graph_, &plan_->fallbacks));
    RUNNEL_RETURN_IF_ERROR(PartitionMemory(plugins_, &graph_));
    RUNNEL_RETURN_IF_ERROR(BringFetches());
    Report();
    RUNNEL_ASSIGN_OR_RETURN(order_, graph_.TopologicalOrder());
    RUNNEL_RETURN_IF_ERROR(AssignFrames());
    RUNNEL_RETURN_IF_ERROR(FormRegions());
    RUNNEL_RETURN_IF_ERROR(CreateNodes());
    RUNNEL_RETURN_IF_ERROR(Connect());
    Finish();
    plan_->planning_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(plan_);
  }

 private:
  Status RunPasses() {
    const HasKernel has_kernel = [this](const PlanNode& node) { return HasKernelFor(node); };
    RUNNEL_RETURN_IF_ERROR(InlineAndLower(user_graph_, has_kernel, &graph_));
    Device* host = nullptr;
    for (Device* device : plugins_.devices()) {
      if (host == nullptr && device->host_memory()) host = device;
    }
    const Evaluate evaluate = [&](const PlanNode& node, std::span<const Tensor> inputs,
                                  std::vector<Tensor>* outputs) {
      if (host == nullptr) return Unimplemented("no device that computes in host memory");
      return EvaluateNode(plugins_, host, context_.runtime->allocator(), node, inputs, outputs);
    };
    RUNNEL_RETURN_IF_ERROR(InferAndFold(options_.fold, evaluate, &graph_));
    int folded = 0, simplified = 0, shared = 0;
    if (options_.fold) RUNNEL_RETURN_IF_ERROR(CommitConstants(&graph_, &folded));
    if (options_.simplify) RUNNEL_RETURN_IF_ERROR(Simplify(&graph_, &simplified));
    if (options_.cse) RUNNEL_RETURN_IF_ERROR(EliminateCommonSubexpressions(&graph_, &shared));
    if (options_.print) {
      context_.runtime->Log(Severity::kInfo, StrCat("passes: ", folded, " values folded, ", simplified,
                                                    " nodes bypassed, ", shared, " shared; ",
                                                    graph_.num_live(), " nodes left"));
    }
    return OkStatus();
  }

  // Whether some row could compute an op on the device that a node asks for, before anything is placed.
  bool HasKernelFor(const PlanNode& node) const {
    if (KindOf(node) != NodeKind::kKernel) return true;
    auto want = DeviceName::Parse(node.device.empty() ? options_.default_device : node.device);
    if (!want.ok()) return false;
    for (Device* device : plugins_.devices()) {
      const auto name = DeviceName::Parse(device->name());
      if (!name.ok() || !want->Matches(*name)) continue;
      const auto entry = SelectKernel(plugins_, graph_, node, device);
      return entry.ok() && entry->row != nullptr;
    }
    return false;
  }

  // Fetched values come to the host unless they are asked for where they are.
  Status BringFetches() {
    if (options_.keep_on_device) return OkStatus();
    for (PlanFetch& fetch : graph_.fetches) {
      RUNNEL_ASSIGN_OR_RETURN(fetch.source, BringToHost(plugins_, fetch.source, &graph_));
    }
    return OkStatus();
  }

  void Report() {
    for (const PlanNode& node : graph_.nodes) {
      if (node.removed || node.placed == nullptr) continue;
      plan_->placement.emplace_back(node.name, node.placed->name());
      if (options_.log_placement) {
        context_.runtime->Log(Severity::kInfo,
                              StrCat(node.name, " (", node.op(), "): ", node.placed->name()));
      }
    }
    for (const std::string& line : plan_->fallbacks) {
      context_.runtime->Log(Severity::kWarning, StrCat("soft placement: ", line));
    }
  }

  // ---- literals: constants and variable handles, which are there without anything running ----

  bool IsLiteral(int i) const {
    const PlanNode& node = graph_.at(i);
    return (node.is("Const") || node.is("VarHandleOp")) && node.controls.empty();
  }
  // Edges along which a value arrives while a step runs. A Merge awaits all of its inputs.
  bool IsDynamic(int consumer, PlanEdge in) const {
    return !IsLiteral(in.node) || graph_.at(consumer).is("Merge");
  }

  int HandleOf(PlanEdge edge) const {
    int hops = 0;
    while (edge.node >= 0 && KindOf(graph_.at(edge.node)) == NodeKind::kPassThrough &&
           hops++ < static_cast<int>(graph_.nodes.size())) {
      const PlanNode& node = graph_.at(edge.node);
      if (static_cast<size_t>(edge.index) >= node.inputs.size()) return -1;
      edge = node.inputs[static_cast<size_t>(edge.index)];
    }
    return graph_.at(edge.node).is("VarHandleOp") && graph_.at(edge.node).controls.empty() ? edge.node
                                                                                           : -1;
  }

  // A constant in the memory where the plan wants it.
  Result<Tensor> Constant(int i) {
    if (const auto it = constants_.find(i); it != constants_.end()) return it->second;
    const PlanNode& node = graph_.at(i);
    const Tensor* value = node.attr<Tensor>("value");
    if (value == nullptr || value->empty()) {
      return InvalidArgument("node \"", node.name, "\" (Const) has no value");
    }
    Tensor constant = *value;
    if (Device* device = node.where[0]) {
      RUNNEL_ASSIGN_OR_RETURN(Ref<Buffer> buffer, device->AllocateBuffer(value->size_bytes()));
      if (value->size_bytes() > 0) {
        RUNNEL_RETURN_IF_ERROR(device->CopyToDevice(value->buffer(), value->offset_bytes(), buffer, 0,
                                                    value->size_bytes()));
      }
      constant = Tensor(value->dtype(), value->shape(), std::move(buffer));
    }
    plan_->approximate_bytes += value->size_bytes();
    return constants_[i] = constant;
  }

  Result<Ref<Variable>> VariableOf(int i) {
    if (const auto it = variables_.find(i); it != variables_.end()) return it->second;
    const PlanNode& node = graph_.at(i);
    const auto* shared = node.attr<std::string>("shared_name");
    const auto* container = node.attr<std::string>("container");
    const auto* dtype = node.attr<DType>("dtype");
    const auto* shape = node.attr<Shape>("shape");
    const std::string name = shared == nullptr || shared->empty() ? node.name : *shared;
    const auto create = [&]() -> Result<Ref<Resource>> {
      return Ref<Resource>(
          MakeRef<Variable>(name, *dtype, *shape, node.placed, context_.runtime->allocator()));
    };
    RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> resource,
                            context_.resources->LookupOrCreate(container == nullptr || container->empty()
                                                                   ? ResourceManager::kDefaultContainer
                                                                   : std::string_view(*container),
                                                               Variable::kTypeName, name, create));
    Ref<Variable> variable = Ref<Variable>::Share(static_cast<Variable*>(resource.get()));
    if (variable->dtype() != *dtype || !variable->declared_shape().IsCompatibleWith(*shape)) {
      return InvalidArgument("node \"", node.name, "\" declares variable \"", name, "\" as ",
                             DTypeName(*dtype), shape->ToString(), ", but it is ",
                             DTypeName(variable->dtype()), variable->declared_shape().ToString());
    }
    if (variable->device() != node.placed) {
      return InvalidArgument("variable \"", name, "\" lives on ", variable->device()->name(),
                             ", node \"", node.name, "\" was placed on ", node.placed->name());
    }
    variables_[i] = variable;
    return variable;
  }

  // ---- kernels ----

  Result<const PlannedKernel*> KernelOf(int i) {
    if (const auto it = kernel_of_.find(i); it != kernel_of_.end()) return it->second;
    const PlanNode& node = graph_.at(i);
    RUNNEL_ASSIGN_OR_RETURN(const KernelEntry entry, SelectKernel(plugins_, graph_, node, node.placed));
    if (entry.row == nullptr) return Internal("node \"", node.name, "\" was placed without a kernel");
    RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<PlannedKernel> kernel,
                            CreateKernel(entry, graph_, node, node.placed));
    plan_->kernels_.push_back(std::move(kernel));
    return kernel_of_[i] = plan_->kernels_.back().get();
  }

  // ---- frames ----

  Status AssignFrames() {
    plan_->frames.emplace_back();
    frame_of_.assign(graph_.nodes.size(), 0);
    std::map<std::pair<int, std::string>, int> children;
    for (const int i : order_) {
      const PlanNode& node = graph_.at(i);
      int frame = -1;
      const auto join = [&](int source) -> Status {
        int from = frame_of_[static_cast<size_t>(source)];
        if (graph_.at(source).is("Exit")) from = plan_->frames[static_cast<size_t>(from)].parent;
        if (frame < 0) frame = from;
        if (frame == from) return OkStatus();
        return Status(Code::kInvalidArgument,
                      StrCat("node \"", node.name, "\" (", node.op(), ") has inputs from two frames, \"",
                             plan_->frames[static_cast<size_t>(frame)].name, "\" and \"",
                             plan_->frames[static_cast<size_t>(from)].name, "\" (from \"",
                             graph_.at(source).name, "\"); values enter a loop through Enter"),
                      node.name);
      };
      for (const PlanEdge& in : node.inputs) {
        if (!graph_.IsBackEdge(i, in) && IsDynamic(i, in)) RUNNEL_RETURN_IF_ERROR(join(in.node));
      }
      for (const int c : node.controls) {
        if (!IsLiteral(c)) RUNNEL_RETURN_IF_ERROR(join(c));
      }
      if (frame < 0) frame = 0;
      if (node.is("Enter")) RUNNEL_RETURN_IF_ERROR(EnterFrame(node, &frame, &children));
      if (node.is("Exit") && frame == 0) {
        return InvalidArgument("node \"", node.name, "\" (Exit) stands outside of any loop");
      }
      frame_of_[static_cast<size_t>(i)] = frame;
    }
    return OkStatus();
  }

  // For an Enter, frame_of_ is the frame that it opens; it runs in that frame's parent.
  Status EnterFrame(const PlanNode& node, int* frame,
                    std::map<std::pair<int, std::string>, int>* children) {
    const auto* name = node.attr<std::string>("frame_name");
    const auto* parallel = node.attr<int64_t>("parallel_iterations");
    const auto [it, is_new] =
        children->emplace(std::pair(*frame, *name), static_cast<int>(plan_->frames.size()));
    if (is_new) {
      FrameInfo info;
      info.name = *name;
      info.parent = *frame;
      if (parallel != nullptr)
        info.parallel_iterations = static_cast<int32_t>(std::clamp<int64_t>(*parallel, 1, 1024));
      plan_->frames.push_back(std::move(info));
    }
    *frame = it->second;
    return OkStatus();
  }

  int RunsIn(int i) const {
    const int frame = frame_of_[static_cast<size_t>(i)];
    return graph_.at(i).is("Enter") ? plan_->frames[static_cast<size_t>(frame)].parent : frame;
  }

  // ---- regions ----

  bool IsStatic(int i) {
    const PlanNode& node = graph_.at(i);
    if (RunsIn(i) != 0 || node.placed == nullptr) return false;
    const NodeKind kind = KindOf(node);
    for (size_t k = 0; k < node.output_types.size(); ++k) {
      if (node.output_types[k] == DType::kResource) continue;
      if (!IsPlainData(node.output_types[k]) || !node.shapes[k].IsFullyDefined()) return false;
      if (!node.shapes[k].CheckSize(DTypeSize(node.output_types[k])).ok()) return false;
      if (node.where[k] != MemoryOf(node.placed)) return false;
    }
    for (const PlanEdge& in : node.inputs) {
      if (graph_.type(in) == DType::kResource) {
        if (HandleOf(in) < 0) return false;
      } else if (!IsPlainData(graph_.type(in)) || !graph_.shape(in).IsFullyDefined()) {
        return false;
      }
    }
    switch (kind) {
      case NodeKind::kKernel: {
        const auto kernel = KernelOf(i);
        return kernel.ok() &&
               ((*kernel)->row().flags & (RNLP_KERNEL_LATE_SHAPE | RNLP_KERNEL_ASYNC)) == 0 &&
               (*kernel)->row().run != nullptr;
      }
      case NodeKind::kPassThrough:
        return !node.is("_Send") && !node.is("LoopCond");
      case NodeKind::kReshape:
        // An element count that changes is the op's own error to report when it runs.
        return graph_.shape(node.inputs[0]).num_elements() == node.shapes[0].num_elements();
      case NodeKind::kNoOp:
      case NodeKind::kReadVariable:
      case NodeKind::kAssignVariable:
      case NodeKind::kVarIsInitialized:
      case NodeKind::kDestroyResource:
        return true;
      default:
        return false;
    }
  }

  Status FormRegions() {
    region_of_.assign(graph_.nodes.size(), -1);
    static_.assign(graph_.nodes.size(), false);
    if (!options_.regions) return OkStatus();
    // Nodes that wait for the same set of dynamic values: joining them adds no dependence, whatever
    // paths lead through other devices, queues or tasks.
    AncestorSets ancestors;
    std::vector<int> set_of(graph_.nodes.size(), 0);
    std::map<std::pair<int, Device*>, std::vector<int>> groups;
    for (const int i : order_) {
      const PlanNode& node = graph_.at(i);
      if (IsLiteral(i)) continue;
      int set = 0;
      for (const PlanEdge& in : node.inputs) {
        if (graph_.IsBackEdge(i, in) || !IsDynamic(i, in)) continue;
        set = ancestors.Union(set, set_of[static_cast<size_t>(in.node)]);
        if (Awaited(in.node)) set = ancestors.With(set, in.node, in.index);
      }
      for (const int c : node.controls) {
        if (IsLiteral(c)) continue;
        set = ancestors.Union(set, set_of[static_cast<size_t>(c)]);
        if (Awaited(c)) set = ancestors.With(set, c, -1);
      }
      set_of[static_cast<size_t>(i)] = set;
      // Past the limit of what is tracked, nodes stay on their own.
      if (set == AncestorSets::kTooLarge || !IsStatic(i)) continue;
      static_[static_cast<size_t>(i)] = true;
      groups[{set, node.placed}].push_back(i);
    }
    for (auto& [key, members] : groups) {
      const int number = static_cast<int>(members_.size());
      for (const int m : members) region_of_[static_cast<size_t>(m)] = number;
      members_.push_back(std::move(members));
      region_devices_.push_back(key.second);
    }
    return BuildRegions();
  }

  // Values that come while the step runs. Feeds are there when it begins, except in partial runs.
  bool Awaited(int i) const {
    if (graph_.at(i).feed >= 0) return options_.deferred_feeds;
    return !static_[static_cast<size_t>(i)];
  }

  Status BuildRegions() {
    std::vector<std::vector<RegionExport>> exports(members_.size());
    std::vector<std::map<std::tuple<int, int>, bool>> seen(members_.size());
    const auto add = [&](PlanEdge edge, bool copy) {
      const int region = region_of_[static_cast<size_t>(edge.node)];
      if (region < 0) return;
      auto [it, is_new] =
          seen[static_cast<size_t>(region)].emplace(std::tuple(edge.node, edge.index), copy);
      it->second |= copy;
    };
    for (const int i : order_) {
      for (const PlanEdge& in : graph_.at(i).inputs) {
        if (region_of_[static_cast<size_t>(in.node)] != region_of_[static_cast<size_t>(i)])
          add(in, false);
      }
    }
    for (const PlanFetch& fetch : graph_.fetches)
      add(CopySource(fetch.source), true), add(fetch.source, true);
    for (size_t r = 0; r < members_.size(); ++r) {
      for (const auto& [key, copy] : seen[r])
        exports[r].push_back({{std::get<0>(key), std::get<1>(key)}, copy});
    }
    RegionBuilder::Services services;
    services.kernel = [this](int node) { return KernelOf(node); };
    services.variable = [this](int node) { return VariableOf(node); };
    services.constant = [this](int node) { return Constant(node); };
    services.counter = [this](int node) { return context_.random_counter(graph_.at(node).name); };
    services.handle_of = [this](PlanEdge edge) { return HandleOf(edge); };
    services.is_literal = [this](int node) { return IsLiteral(node); };
    for (size_t r = 0; r < members_.size(); ++r) {
      RegionBuilder builder(graph_, region_devices_[r], members_[r], exports[r], services);
      RUNNEL_RETURN_IF_ERROR(builder.Build());
      region_externals_.push_back(builder.externals());
      auto& numbers = export_number_.emplace_back();
      for (size_t e = 0; e < exports[r].size(); ++e) {
        numbers[std::pair(exports[r][e].edge.node, exports[r][e].edge.index)] =
            builder.export_numbers()[e];
      }
      plan_->regions.push_back(builder.TakeRegion());
    }
    return OkStatus();
  }

  // A fetch of something that shares a read's memory makes the read copy.
  PlanEdge CopySource(PlanEdge edge) const {
    while (region_of_[static_cast<size_t>(edge.node)] >= 0) {
      const PlanNode& node = graph_.at(edge.node);
      const NodeKind kind = KindOf(node);
      if (kind == NodeKind::kReshape) {
        edge = node.inputs[0];
      } else if (kind == NodeKind::kPassThrough) {
        edge = node.inputs[static_cast<size_t>(edge.index)];
      } else {
        break;
      }
      if (IsLiteral(edge.node)) break;
    }
    return edge;
  }

  // ---- the executor's arrays ----

  int NewExecNode(NodeKind kind, int frame) {
    ExecNode& node = plan_->nodes.emplace_back();
    node.details = &plan_->details.emplace_back();
    node.kind = kind;
    node.frame = frame;
    return static_cast<int>(plan_->nodes.size()) - 1;
  }

  Status CreateNodes() {
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

  bool FeedsMerge(int i) {
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

  void CreateRegionNode(int region) {
    const int id = NewExecNode(NodeKind::kRegion, 0);
    ExecNode& node = plan_->nodes.back();
    node.index = region;
    node.device = region_devices_[static_cast<size_t>(region)];
    node.expensive = true;
    node.details->name = StrCat("region_", region);
    node.details->op = "_Region";
    region_exec_[static_cast<size_t>(region)] = id;
  }

  Status CreateNode(int i) {
    const PlanNode& from = graph_.at(i);
    const NodeKind kind = KindOf(from);
    const int id = NewExecNode(kind, RunsIn(i));
    ExecNode& node = plan_->nodes.back();
    node.details->name = from.name;
    node.details->op = from.op();
    node.device = from.placed;
    node.first_output = static_cast<int32_t>(plan_->outputs.size());
    node.num_outputs = static_cast<int32_t>(from.output_types.size());
    for (size_t k = 0; k < from.output_types.size(); ++k) {
      plan_->outputs.push_back({from.output_types[k], from.where[k] == nullptr,
                                from.shapes[k].IsFullyDefined(), from.shapes[k]});
    }
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
        RUNNEL_ASSIGN_OR_RETURN(node.kernel, KernelOf(i));
        node.details->input_marks = InputMarks(node.kernel->row(), from);
        for (const PlanEdge& in : from.inputs) node.has_resources |= graph_.type(in) == DType::kResource;
        const uint32_t flags = node.kernel->row().flags;
        node.expensive = (flags & RNLP_KERNEL_EXPENSIVE) != 0 || node.kernel->cost_ns > kExpensiveNs;
        node.is_async = (flags & RNLP_KERNEL_ASYNC) != 0;
        if ((flags & RNLP_KERNEL_STATEFUL) != 0) node.counter = context_.random_counter(from.name);
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
        node.host = plan_->host_kernels_.back().get();
        node.is_async = row->is_async;
        ++plan_->num_launch_nodes;
        break;
      }
      case NodeKind::kTransfer:
        node.where = from.where[0];
        node.is_async = true;
        break;
      case NodeKind::kEnter: {
        node.index = frame_of_[static_cast<size_t>(i)];
        const bool* constant = from.attr<bool>("is_constant");
        node.constant_enter = constant != nullptr && *constant;
        ++plan_->frames[static_cast<size_t>(node.index)].num_enters;
        break;
      }
      default:
        break;
    }
    return OkStatus();
  }

  struct PendingEdge {
    int src, src_output, dst, dst_input;
  };

  Status Connect() {
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
      std::vector<int> controls;
      for (const int m : members_[r]) {
        for (const int c : graph_.at(m).controls) {
          if (region_of_[static_cast<size_t>(c)] != static_cast<int>(r)) controls.push_back(c);
        }
      }
      ConnectControls(region_exec_[r], controls);
      plan_->nodes[static_cast<size_t>(region_exec_[r])].num_outputs =
          static_cast<int32_t>(plan_->regions[r]->export_values.size());
    }
    for (size_t f = 0; f < graph_.fetches.size(); ++f) {
      const int id = NewExecNode(NodeKind::kFetch, 0);
      ExecNode& node = plan_->nodes.back();
      node.index = static_cast<int32_t>(f);
      node.details->name = graph_.fetches[f].name;
      node.details->op = "_Fetch";
      const PlanEdge source = graph_.fetches[f].source;
      const int frame =
          graph_.at(source.node).is("Exit")
              ? plan_->frames[static_cast<size_t>(frame_of_[static_cast<size_t>(source.node)])].parent
              : RunsIn(source.node);
      if (!IsLiteral(source.node) && frame != 0) {
        return InvalidArgument("\"", graph_.fetches[f].name,
                               "\" is inside a loop: it has no single value to fetch");
      }
      RUNNEL_RETURN_IF_ERROR(ConnectInputs(id, {source}));
    }
    return LayOutEdges();
  }

  Status ConnectInputs(int id, const std::vector<PlanEdge>& inputs) {
    ExecNode& node = plan_->nodes[static_cast<size_t>(id)];
    node.num_inputs = static_cast<int32_t>(inputs.size());
    node.first_literal = static_cast<int32_t>(plan_->literals.size());
    for (size_t k = 0; k < inputs.size(); ++k) {
      const PlanEdge in = inputs[k];
      const bool literal = IsLiteral(in.node) && node.kind != NodeKind::kMerge;
      if (literal) {
        Tensor value;
        if (graph_.at(in.node).is("Const")) {
          RUNNEL_ASSIGN_OR_RETURN(value, Constant(in.node));
        } else {
          RUNNEL_ASSIGN_OR_RETURN(const Ref<Variable> variable, VariableOf(in.node));
          value = MakeResourceHandle(variable);
        }
        plan_->literals.push_back({static_cast<int32_t>(k), std::move(value)});
        continue;
      }
      const int region = region_of_[static_cast<size_t>(in.node)];
      const int output =
          region < 0 ? in.index
                     : export_number_[static_cast<size_t>(region)].at(std::pair(in.node, in.index));
      pending_edges_.push_back(
          {exec_of_[static_cast<size_t>(in.node)], output, id, static_cast<int>(k)});
      ++node.pending;
    }
    node.last_literal = static_cast<int32_t>(plan_->literals.size());
    return OkStatus();
  }

  void ConnectControls(int id, std::vector<int> controls) {
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

  Status LayOutEdges() {
    std::stable_sort(pending_edges_.begin(), pending_edges_.end(),
                     [](const PendingEdge& a, const PendingEdge& b) { return a.src < b.src; });
    for (size_t i = 0; i < plan_->nodes.size(); ++i) {
      // An Enter hands its value into the child frame; its own input slots are the parent's.
      ExecNode& node = plan_->nodes[i];
      FrameInfo& frame = plan_->frames[static_cast<size_t>(node.frame)];
      node.local = frame.num_nodes++;
      node.first_slot = frame.num_slots;
      frame.num_slots += node.num_inputs - (node.last_literal - node.first_literal);
      frame.nodes.push_back(static_cast<int32_t>(i));
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

  int32_t SlotOf(int id, int input) const {
    const ExecNode& node = plan_->nodes[static_cast<size_t>(id)];
    int32_t slot = node.first_slot + input;
    for (int32_t l = node.first_literal; l < node.last_literal; ++l) {
      if (plan_->literals[static_cast<size_t>(l)].input < input) --slot;
    }
    return slot;
  }

  void Finish() {
    Plan& plan = *plan_;
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
    for (const ExecNode& node : plan.nodes) plan.has_async |= node.is_async;
    if (options_.partition_graphs) plan.MakePartitionGraphs(graph_);
  }

  // The region's exec node if there is nothing else but feeds and fetches.
  int OnlyRegion() const {
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
      // A fetch that is fed directly is refused before; every fetch comes from the region.
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

  const Plan::Context& context_;
  const PlannerOptions& options_;
  const Graph& user_graph_;
  PlanGraph graph_;
  Ref<Plan> plan_;
  PluginSet& plugins_;
  std::vector<int> order_;
  std::vector<int> frame_of_;
  std::vector<int> region_of_;  // by plan node; -1: on its own
  std::vector<bool> static_;
  std::vector<std::vector<int>> members_;  // by region
  std::vector<Device*> region_devices_;
  std::vector<std::vector<PlanEdge>> region_externals_;
  std::vector<std::map<std::pair<int, int>, int>> export_number_;
  std::vector<int> exec_of_, region_exec_;
  std::vector<bool> merge_literals_;
  std::vector<PendingEdge> pending_edges_;
  std::unordered_map<int, Tensor> constants_;
  std::unordered_map<int, Ref<Variable>> variables_;
  std::unordered_map<int, const PlannedKernel*> kernel_of_;
};

Result<Ref<Plan>> Plan::Build(const Context& context, const PlannerOptions& options, const Graph& graph,
                              std::span<const PlanFeed> feeds, std::span<const OutputRef> fetches,
                              std::span<Node* const> targets) {
  return PlanBuilder(context, options, graph).Run(feeds, fetches, targets);
}

}  // namespace runnel
