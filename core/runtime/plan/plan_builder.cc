// BuildPlan: passes, placement, literals, kernels, frames.
#include "core/runtime/plan/plan_builder.h"

#include <algorithm>
#include <chrono>

#include "core/graph/ref_ops.h"
#include "core/passes/handle_shapes.h"
#include "core/passes/watched_passes.h"
#include "core/runtime/plan/placed_graph.h"

namespace runnel {

Result<Ref<Plan>> PlanBuilder::Run(std::span<const PlanFeed> feeds, std::span<const OutputRef> fetches,
                                   std::span<Node* const> targets) {
  const auto start = std::chrono::steady_clock::now();
  RUNNEL_ASSIGN_OR_RETURN(PrunedGraph pruned, MakePrunedGraph(pass_context_, feeds, fetches, targets));
  RUNNEL_ASSIGN_OR_RETURN(LoweredGraph lowered, MakeLoweredGraph(pass_context_, std::move(pruned)));
  RUNNEL_ASSIGN_OR_RETURN(PlacedGraph placed, MakePlacedGraph(pass_context_, std::move(lowered)));
  graph_ = std::move(placed.graph);
  notes_ = std::move(placed.notes);
  plan_->placement = std::move(placed.placement);
  RUNNEL_RETURN_IF_ERROR(LookAt(pass_context_.watch));
  RUNNEL_ASSIGN_OR_RETURN(order_, graph_.TopologicalOrder());
  RUNNEL_RETURN_IF_ERROR(VerifyFrames());
  AssignFrames();
  RUNNEL_RETURN_IF_ERROR(FormRegions());
  RUNNEL_RETURN_IF_ERROR(CreateNodes());
  RUNNEL_RETURN_IF_ERROR(Connect());
  RUNNEL_RETURN_IF_ERROR(Finish());
  plan_->fallbacks = std::move(notes_.fallbacks);
  plan_->dropped_wishes = std::move(notes_.dropped_wishes);
  plan_->parts = std::move(notes_.parts);
  plan_->forecast = notes_.forecast;
  if (!kMinimal && description_ != nullptr) Describe();
  plan_->planning_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(plan_);
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
  if (!forming_regions_ || !pass_context_.IsOn(PassId::kPack)) return {};
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
