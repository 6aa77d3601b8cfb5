// BuildPlan: passes, placement, literals, kernels, frames.
#include "core/runtime/plan/plan_builder.h"

#include <algorithm>
#include <chrono>

#include "core/graph/ref_ops.h"
#include "core/passes/attention.h"
#include "core/passes/epilogue.h"
#include "core/passes/handle_shapes.h"
#include "core/passes/join_products.h"
#include "core/passes/layout.h"
#include "core/passes/references.h"
#include "core/runtime/kernels/evaluate_node.h"
#include "core/runtime/placement/partition.h"

namespace runnel {

Result<Ref<Plan>> PlanBuilder::Run(std::span<const PlanFeed> feeds, std::span<const OutputRef> fetches,
                                   std::span<Node* const> targets) {
  const auto start = std::chrono::steady_clock::now();
  RUNNEL_RETURN_IF_ERROR(Prune(user_graph_, feeds, fetches, targets, &graph_));
  After("prune");
  RUNNEL_RETURN_IF_ERROR(RunPasses());
  RUNNEL_RETURN_IF_ERROR(LookAt(watch_));
  RUNNEL_RETURN_IF_ERROR(PlaceNodes());
  After("place");
  RUNNEL_RETURN_IF_ERROR(RunPlacedPasses());
  RUNNEL_RETURN_IF_ERROR(PartitionMemory(plugins_, options_.keep_on_device, &graph_));
  After("partition");
  Report();
  RUNNEL_RETURN_IF_ERROR(LookAt(watch_));
  RUNNEL_ASSIGN_OR_RETURN(order_, graph_.TopologicalOrder());
  RUNNEL_RETURN_IF_ERROR(VerifyFrames());
  AssignFrames();
  RUNNEL_RETURN_IF_ERROR(FormRegions());
  RUNNEL_RETURN_IF_ERROR(CreateNodes());
  RUNNEL_RETURN_IF_ERROR(Connect());
  RUNNEL_RETURN_IF_ERROR(Finish());
  if (!kMinimal && description_ != nullptr) Describe();
  plan_->planning_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(plan_);
}

Status PlanBuilder::PlaceNodes() {
  PlacementOptions options;
  options.soft = options_.soft_placement;
  options.default_device = options_.default_device;
  options.dropped = &plan_->dropped_wishes;
  options.variable_device = context_.variable_device;
  if (description_ != nullptr || options_.log_placement) options.reasons = &placed_because_;
  if (options_.automatic_placement) {
    options.costs = context_.costs;
    options.links = &context_.runtime->links();
    options.fetches_to_host = !options_.keep_on_device;
    options.earlier = options_.earlier;
  }
  return Place(plugins_, options, &graph_, &plan_->fallbacks, &plan_->forecast);
}

void PlanBuilder::NoteParts(int made, std::span<const int> sources) {
  auto& part = plan_->parts.emplace_back(graph_.at(made).name, std::vector<std::string>());
  std::string reason = "fuses";
  for (const int i : sources) {
    part.second.push_back(graph_.at(i).name);
    if (static_cast<size_t>(i) < placed_because_.size())
      reason += StrCat(" ", graph_.at(i).name, " (", placed_because_[static_cast<size_t>(i)], ")");
  }
  if (placed_because_.empty()) return;
  placed_because_.resize(graph_.nodes.size(), kMovesAValue);
  placed_because_[static_cast<size_t>(made)] = std::move(reason);
}

bool PlanBuilder::IsSupported(const PlanNode& node) const {
  const auto entry = SelectKernel(plugins_, graph_, node, node.placed);
  return entry.ok() && entry->row != nullptr;
}

void PlanBuilder::ExplainNew(size_t before, const char* because) {
  if (placed_because_.empty()) return;
  placed_because_.resize(before);
  placed_because_.resize(graph_.nodes.size(), because);
}

Status PlanBuilder::RunPlacedPasses() {
  const auto supports = [this](const PlanNode& node) { return IsSupported(node); };
  if (HasOp("Transpose") && options_.layout) {
    const auto channels_last = [](const Device* device) {
      return (device->flags() & RNLP_DEVICE_CHANNELS_LAST) != 0;
    };
    int changed = 0;
    const size_t before = graph_.nodes.size();
    RUNNEL_RETURN_IF_ERROR(ChooseLayouts(channels_last, supports, &graph_, &changed));
    ExplainNew(before, "has its channels last");
    After("layout");
  }
  if (HasOp("AddN") && HasOp("ConcatV2") && options_.products) {
    const size_t before = graph_.nodes.size();
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<MadeNode> joined, JoinProducts(supports, &graph_));
    ExplainNew(before, "brings the factors of a joined product together");
    for (const MadeNode& one : joined) NoteParts(one.made, one.sources);
    After("products");
  }
  if (HasOp("Runnel>Attention") && options_.attention) {
    const size_t before = graph_.nodes.size();
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<MadeNode> fused, FuseAttention(supports, &graph_));
    ExplainNew(before, "weighs values in one kernel");
    for (const MadeNode& one : fused) NoteParts(one.made, one.sources);
    After("attention");
  }
  if ((HasOp("_FusedMatMul") || HasOp("_FusedConv2D")) && options_.epilogue) {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<MadeNode> fused, FuseEpilogues(supports, &graph_));
    for (const MadeNode& one : fused) NoteParts(one.made, one.sources);
    After("epilogue");
  }
  return OkStatus();
}

Status PlanBuilder::RunPasses() {
  const HasKernel has_kernel = [this](const PlanNode& node) { return HasKernelFor(node); };
  RUNNEL_RETURN_IF_ERROR(InlineAndLower(user_graph_, has_kernel, &graph_, {}, watch_));
  After("lower");
  // Before any pass can remove the mistake, so that the answer does not depend on passes.
  if (!whole_graph_) RUNNEL_RETURN_IF_ERROR(VerifyFrames());
  if constexpr (!kMinimal) {
    RUNNEL_RETURN_IF_ERROR(ResolveReferences(options_.deferred_feeds, &graph_));
  }
  if constexpr (kHasVariables) ForgetShapesOfResized();
  Device* host = nullptr;
  for (Device* device : plugins_.devices()) {
    if (host == nullptr && device->host_memory()) host = device;
  }
  const Evaluate evaluate = [&](const PlanNode& node, std::span<const Tensor> inputs,
                                std::vector<Tensor>* outputs) {
    if (host == nullptr) return Unimplemented("no device that computes in host memory");
    return EvaluateNode(plugins_, host, context_.runtime->allocator(), node, inputs, watch_, outputs);
  };
  RUNNEL_RETURN_IF_ERROR(InferAndFold(options_.fold, evaluate, &graph_, watch_));
  if constexpr (!kMinimal) {
    // Now that shapes are known a device may refuse an op that it took before: then its composition
    // takes its place.
    const auto refused = [this](const PlanNode& node) {
      return !node.removed && node.schema->has_composition() && !HasKernelFor(node);
    };
    if (std::any_of(graph_.nodes.begin(), graph_.nodes.end(), refused)) {
      RUNNEL_RETURN_IF_ERROR(InlineAndLower(user_graph_, has_kernel, &graph_, {}, watch_));
      RUNNEL_RETURN_IF_ERROR(InferAndFold(options_.fold, evaluate, &graph_, watch_));
      After("lower");
    }
  }
  int count = 0;
  if (options_.fold) RUNNEL_RETURN_IF_ERROR(CommitConstants(&graph_, &count));
  if (options_.fold) After("fold");
  if (HasOp("Switch") && options_.branches) {
    int taken = 0;
    RUNNEL_RETURN_IF_ERROR(RemoveDeadBranches(&graph_, &taken));
    // Without the other branch more may be known.
    if (taken > 0) RUNNEL_RETURN_IF_ERROR(InferAndFold(options_.fold, evaluate, &graph_, watch_));
    if (taken > 0 && options_.fold) RUNNEL_RETURN_IF_ERROR(CommitConstants(&graph_, &count));
    After("branches");
  }
  RUNNEL_RETURN_IF_ERROR(LookAt(watch_));
  if (options_.simplify) RUNNEL_RETURN_IF_ERROR(Simplify(&graph_, &count));
  if (options_.simplify) After("simplify");
  RUNNEL_RETURN_IF_ERROR(LookAt(watch_));
  if (options_.cse) RUNNEL_RETURN_IF_ERROR(EliminateCommonSubexpressions(&graph_, &count));
  if (options_.cse) After("cse");
  return OkStatus();
}

// Forgets the declared shapes of variables that have been given another shape: they may have any from
// then on.
void PlanBuilder::ForgetShapesOfResized() {
  // Cost estimation runs without resources.
  if (context_.resources == nullptr ||
      context_.resources->resized()->load(std::memory_order_acquire) == 0)
    return;
  for (size_t i = 0; i < graph_.nodes.size(); ++i) {
    const PlanNode& node = graph_.nodes[i];
    if (node.removed || !node.is("VarHandleOp")) continue;
    const auto [container, name] = VariableName(node);
    const auto resource = context_.resources->Lookup(container, Variable::kTypeName, name);
    if (!resource.ok()) continue;  // no value yet
    const Shape now = static_cast<const Variable*>(resource->get())->declared_shape();
    if (!now.has_rank() && DeclaredShape(node).has_rank()) ForgetShape(static_cast<int>(i), &graph_);
  }
}

bool PlanBuilder::HasKernelFor(const PlanNode& node) const {
  if (KindOf(node) != NodeKind::kKernel) return true;
  auto want = DeviceName::Parse(node.device.empty() ? options_.default_device : node.device);
  if (!want.ok()) return false;
  const auto has = [&](Device* device) {
    const auto entry = SelectKernel(plugins_, graph_, node, device);
    return entry.ok() && entry->row != nullptr;
  };
  for (Device* device : plugins_.devices()) {
    const auto name = DeviceName::Parse(device->name());
    if (name.ok() && want->Matches(*name)) return has(device);
  }
  // With soft placement it may run on another device.
  const std::vector<Device*> devices = plugins_.devices();
  return options_.soft_placement && std::any_of(devices.begin(), devices.end(), has);
}

void PlanBuilder::Report() {
  for (size_t i = 0; i < graph_.nodes.size(); ++i) {
    const PlanNode& node = graph_.nodes[i];
    if (node.removed || node.placed == nullptr) continue;
    plan_->placement.emplace_back(node.name, node.placed->name());
    if (options_.log_placement) {
      context_.runtime->Log(Severity::kInfo, StrCat(node.name, " (", node.op(),
                                                    "): ", node.placed->name(), ": ", ReasonOf(i)));
    }
  }
  for (const std::string& line : plan_->dropped_wishes) {
    context_.runtime->Log(Severity::kWarning, StrCat("placement: ", line));
  }
  for (const std::string& line : plan_->fallbacks) {
    context_.runtime->Log(Severity::kWarning, StrCat("soft placement: ", line));
  }
}

bool PlanBuilder::IsDynamic(int consumer, PlanEdge in) const {
  return !IsLiteral(in.node) || graph_.at(consumer).is("Merge");
}

int PlanBuilder::HandleOf(PlanEdge edge) const {
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

Result<Tensor> PlanBuilder::Constant(int i) {
  if (const auto it = constants_.find(i); it != constants_.end()) return it->second;
  const PlanNode& node = graph_.at(i);
  const Tensor* value = node.attr<Tensor>("value");
  if (value == nullptr || value->empty()) {
    return InvalidArgument("node \"", node.name, "\" (Const) has no value");
  }
  Tensor constant = *value;
  if (Device* device = node.where[0]) {
    auto allocated = device->AllocateBuffer(value->size_bytes());
    if (!allocated.ok()) {
      return allocated.status()
          .WithPrefix(StrCat("node \"", node.name, "\" (Const)"))
          .WithNode(node.name);
    }
    Ref<Buffer> buffer = std::move(*allocated);
    if (value->size_bytes() > 0) {
      RUNNEL_RETURN_IF_ERROR(
          device->CopyToDevice(value->buffer(), value->offset_bytes(), buffer, 0, value->size_bytes()));
    }
    constant = Tensor(value->dtype(), value->shape(), std::move(buffer));
  }
  plan_->approximate_bytes += value->size_bytes();
  return constants_[i] = constant;
}

Result<Ref<Variable>> PlanBuilder::VariableOf(int i) {
  if constexpr (!kHasVariables) return LeftOut("variables");
  if (const auto it = variables_.find(i); it != variables_.end()) return it->second;
  const PlanNode& node = graph_.at(i);
  const auto* dtype = node.attr<DType>("dtype");
  const Shape shape = DeclaredShape(node);
  const std::pair<std::string, std::string> known_as = VariableName(node);
  const std::string &container = known_as.first, &name = known_as.second;
  const auto create = [&]() -> Result<Ref<Resource>> {
    const bool is_reference = node.attr<std::string>(kLoweredFromAttr) != nullptr;
    return Ref<Resource>(MakeRef<Variable>(name, *dtype, shape, node.placed,
                                           context_.runtime->allocator(), context_.resources->resized(),
                                           is_reference));
  };
  RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> resource, context_.resources->LookupOrCreate(
                                                      container, Variable::kTypeName, name, create));
  Ref<Variable> variable = Ref<Variable>::Share(static_cast<Variable*>(resource.get()));
  if (variable->dtype() != *dtype || !variable->declared_shape().IsCompatibleWith(shape)) {
    return InvalidArgument("node \"", node.name, "\" declares variable \"", name, "\" as ",
                           DTypeName(*dtype), shape.ToString(), ", but it is ",
                           DTypeName(variable->dtype()), variable->declared_shape().ToString());
  }
  if (variable->device() != node.placed) {
    return InvalidArgument("variable \"", name, "\" lives on ", variable->device()->name(), ", node \"",
                           node.name, "\" was placed on ", node.placed->name());
  }
  variables_[i] = variable;
  return variable;
}

Result<const PlannedKernel*> PlanBuilder::KernelOf(int i) {
  if (const auto it = kernel_of_.find(i); it != kernel_of_.end()) return it->second;
  const PlanNode& node = graph_.at(i);
  RUNNEL_ASSIGN_OR_RETURN(const KernelEntry entry, SelectKernel(plugins_, graph_, node, node.placed));
  if (entry.row == nullptr) return Internal("node \"", node.name, "\" was placed without a kernel");
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<PlannedKernel> kernel,
                          CreateKernel(entry, graph_, node, node.placed, InputLives(i)));
  plan_->kernels_.push_back(std::move(kernel));
  return kernel_of_[i] = plan_->kernels_.back().get();
}

const std::vector<bool>& PlanBuilder::WrittenHandles() {
  if constexpr (!kHasVariables) return written_handles_;
  if (!written_handles_.empty()) return written_handles_;
  written_handles_.assign(graph_.nodes.size(), false);
  for (const PlanNode& node : graph_.nodes) {
    if (node.removed) continue;
    const NodeKind kind = KindOf(node);
    if (kind == NodeKind::kReadVariable || kind == NodeKind::kVarIsInitialized ||
        kind == NodeKind::kNoOp)
      continue;
    for (const PlanEdge& in : node.inputs) {
      if (in.node < 0 || graph_.type(in) != DType::kResource) continue;
      if (const int handle = HandleOf(in); handle >= 0)
        written_handles_[static_cast<size_t>(handle)] = true;
    }
  }
  return written_handles_;
}

PlanEdge PlanBuilder::OriginOf(PlanEdge in) const {
  while (!IsLiteral(in.node) && graph_.at(in.node).feed < 0) {
    const NodeKind kind = KindOf(graph_.at(in.node));
    if (kind != NodeKind::kPassThrough && kind != NodeKind::kReshape) break;
    in = graph_.at(in.node).inputs[kind == NodeKind::kReshape ? 0 : static_cast<size_t>(in.index)];
  }
  return in;
}

int PlanBuilder::VariableReadAt(PlanEdge in) const {
  if constexpr (!kHasVariables) return -1;
  const PlanNode& source = graph_.at(OriginOf(in).node);
  const bool reads = source.feed < 0 && KindOf(source) == NodeKind::kReadVariable;
  return reads ? HandleOf(source.inputs[0]) : -1;
}

size_t PlanBuilder::NumReadersLike(int reader, size_t input) {
  if (readers_.empty()) {
    readers_.resize(graph_.nodes.size());
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const PlanNode& node = graph_.nodes[i];
      for (size_t k = 0; !node.removed && k < node.inputs.size(); ++k) {
        const int handle = node.inputs[k].node < 0 ? -1 : VariableReadAt(node.inputs[k]);
        if (handle >= 0) readers_[static_cast<size_t>(handle)].emplace_back(static_cast<int>(i), k);
      }
    }
  }
  const PlanNode& like = graph_.at(reader);
  const auto& readers = readers_[static_cast<size_t>(VariableReadAt(like.inputs[input]))];
  return static_cast<size_t>(std::count_if(readers.begin(), readers.end(), [&](const auto& other) {
    const PlanNode& node = graph_.at(other.first);
    return other.second == input && node.schema == like.schema &&
           std::all_of(like.attrs->begin(), like.attrs->end(), [&](const auto& attr) {
             const AttrValue* value = FindAttr(*node.attrs, attr.first);
             return attr.first.starts_with('_') || (value != nullptr && *value == attr.second);
           });
  }));
}

std::vector<uint32_t> PlanBuilder::InputLives(int i) {
  // A packed form of a weight that each step changes pays off from so many reading nodes on.
  constexpr size_t kManyReaders = 4;
  if (!forming_regions_ || !options_.pack) return {};
  std::vector<uint32_t> lives;
  for (const PlanEdge& in : graph_.at(i).inputs) {
    uint32_t life = RNLP_INPUT_PER_RUN;
    const PlanEdge origin = OriginOf(in);
    if (IsLiteral(origin.node) && graph_.type(origin) != DType::kResource) life = RNLP_INPUT_CONSTANT;
    // A device that computes later would wait for the form in each step, and a capture cannot see which
    // version a form is of.
    const Device& device = *graph_.at(i).placed;
    const bool later = !device.host_memory();
    const int handle = (device.flags() & RNLP_DEVICE_CAPTURE) != 0 && later ? -1 : VariableReadAt(in);
    if (handle >= 0 && (!WrittenHandles()[static_cast<size_t>(handle)] ||
                        (!later && NumReadersLike(i, lives.size()) >= kManyReaders))) {
      life = RNLP_INPUT_VARIABLE;
    }
    lives.push_back(life);
  }
  return lives;
}

Status PlanBuilder::VerifyFrames() {
  RUNNEL_ASSIGN_OR_RETURN(frames_, FindFrames(graph_));
  return frames_.fits;
}

void PlanBuilder::AssignFrames() {
  for (const GraphFrames::Frame& frame : frames_.frames) {
    FrameInfo& info = plan_->frames.emplace_back();
    info.name = frame.name;
    info.parent = frame.parent;
    info.parallel_iterations = frame.parallel_iterations;
  }
}

Result<Ref<Plan>> BuildPlan(const PlanContext& context, const PlannerOptions& options,
                            const Graph& graph, std::span<const PlanFeed> feeds,
                            std::span<const OutputRef> fetches, std::span<Node* const> targets,
                            PlanWatch* watch) {
  return PlanBuilder(context, options, graph, watch).Run(feeds, fetches, targets);
}

}  // namespace runnel
