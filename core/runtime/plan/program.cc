// A program from beginning to end, and what is known of it as a whole.
#include "core/runtime/plan/program.h"

#include <algorithm>

#include "core/runtime/plan/partition_graphs.h"
#include "core/runtime/plan/program_builder.h"

namespace runnel {
namespace {

constexpr size_t kMaxBriefNodes = 64;

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

Result<Ref<Plan>> ProgramBuilder::Run() {
  for (const GraphFrames::Frame& frame : set_.framed.frames.frames) {
    FrameInfo& info = plan_->frames.emplace_back();
    info.name = frame.name;
    info.parent = frame.parent;
    info.parallel_iterations = frame.parallel_iterations;
  }
  plan_->regions = std::move(set_.regions);
  RUNNEL_RETURN_IF_ERROR(CreateNodes());
  RUNNEL_RETURN_IF_ERROR(Connect());
  RUNNEL_RETURN_IF_ERROR(Finish());
  PlacedGraph& placed = set_.framed.placed;
  plan_->placement = std::move(placed.placement);
  plan_->fallbacks = std::move(placed.notes.fallbacks);
  plan_->dropped_wishes = std::move(placed.notes.dropped_wishes);
  plan_->parts = std::move(placed.notes.parts);
  plan_->forecast = placed.notes.forecast;
  plan_->kernels = objects_->TakeKernels();
  return std::move(plan_);
}

// After the arrays have stopped growing: views point into them.
void ProgramBuilder::MakeViews() {
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

Status ProgramBuilder::Finish() {
  Plan& plan = *plan_;
  MakeViews();
  NoteEnds();
  for (const auto& region : plan.regions) {
    plan.arena_bytes += region->arena_bytes;
    plan.num_launch_nodes += region->launches;
  }
  plan.approximate_bytes = objects_->constant_bytes() + set_.packed_bytes + plan.arena_bytes +
                           plan.nodes.size() * sizeof(ExecNode);
  plan.only_region = OnlyRegion();
  plan.is_brief = IsBrief();
  for (const ExecNode& node : plan.nodes) plan.has_async |= node.is_async;
  if (kMinimal && plan.has_async) return LeftOut("kernels that wait for others");
  if (!context_.options.partition_graphs) return OkStatus();
  if constexpr (kMinimal) return LeftOut("graphs by device");
  RUNNEL_ASSIGN_OR_RETURN(plan.partition_graphs, PartitionGraphs(graph_));
  return OkStatus();
}

void ProgramBuilder::NoteEnds() {
  Plan& plan = *plan_;
  plan.num_feeds = static_cast<int>(graph_.feeds.size());
  plan.num_fetches = static_cast<int>(graph_.fetches.size());
  for (const PlanFeed& feed : graph_.feeds) {
    plan.feed_shapes.push_back(feed.shape);
    plan.feed_devices.push_back(feed.device);
  }
  for (const PlanFetch& fetch : graph_.fetches) {
    plan.fetch_names.push_back(fetch.name);
    const PlanNode& source = graph_.at(fetch.source.node);
    plan.keeps_fetches |= context_.options.keep_on_device &&
                          source.where[static_cast<size_t>(fetch.source.index)] != nullptr;
  }
}

bool ProgramBuilder::IsBrief() const {
  const Plan& plan = *plan_;
  if (plan.frames.size() != 1 || plan.nodes.size() > kMaxBriefNodes) return false;
  return std::all_of(plan.nodes.begin(), plan.nodes.end(), [&](const ExecNode& node) {
    const bool is_empty =
        node.kind == NodeKind::kRegion && plan.regions[static_cast<size_t>(node.index)]->ops.empty();
    return IsPassing(node.kind) || is_empty || (node.kind == NodeKind::kHost && node.is_async);
  });
}

int ProgramBuilder::OnlyRegion() const {
  if (context_.options.deferred_feeds) return -1;  // the region would run before the feeds have come
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

Result<Ref<Plan>> MakeProgram(const PassContext& context, RegionSet set, PlanObjects* objects) {
  return ProgramBuilder(context, std::move(set), objects).Run();
}

std::string ToText(const Plan& plan) {
  std::string text = StrCat(StageName(PlanStage::kProgram), ": ", plan.nodes.size(), " nodes, ",
                            plan.edges.size(), " edges, ", plan.regions.size(), " regions");
  if (plan.only_region >= 0) text += ", the region alone";
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    const ExecNode& node = plan.nodes[i];
    text += StrCat("\n  ", i, " ", node.details->name, " (", node.details->op, ")");
    if (node.device != nullptr) text += StrCat(" on ", node.device->name());
    text += StrCat(" awaits ", node.pending);
    const char* between = ", then ";
    for (int32_t e = node.first_edge; e < node.last_edge; ++e) {
      const ExecEdge& edge = plan.edges[static_cast<size_t>(e)];
      text += StrCat(between, edge.dst_slot < 0 ? "^" : "", edge.dst);
      between = ", ";
    }
  }
  return text;
}

}  // namespace runnel
