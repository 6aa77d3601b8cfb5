// The graph is taken where devices are known and transfers are not there yet. It is then planned as
// whoever loads it will plan it, to find which constants kernels read in packed forms.
#include "core/runtime/plan/save_plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

#include "core/graph/internal_ops.h"
#include "core/passes/watched_passes.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/kernels/saved_form.h"
#include "core/runtime/plan/pass_table.h"
#include "core/runtime/plan/program.h"
#include "core/runtime/plan/saved_passes.h"

namespace runnel {
namespace {

// ---- from a placed graph to a GraphDef ----

bool HasFunctions(const PlanNode& node) {
  return std::any_of(node.attrs->begin(), node.attrs->end(), [](const auto& attr) {
    return attr.second.template get_if<FuncRef>() != nullptr ||
           attr.second.template get_if<std::vector<FuncRef>>() != nullptr;
  });
}

Status CheckCanBeSaved(const PlanNode& node) {
  std::string_view why;
  if (node.is("VarHandleOp")) {
    why = "is a variable, whose value is not in the graph: freeze the graph (runnel convert --freeze)";
  } else if (std::find(node.output_types.begin(), node.output_types.end(), DType::kResource) !=
             node.output_types.end()) {
    why = "makes a resource, which the session holds";
  } else if (HasFunctions(node)) {
    why = "calls functions while steps run";
  } else if (node.op().starts_with('_') && !IsPlanOp(node.op())) {
    why = "exists only while a plan is in memory";
  }
  if (why.empty()) return OkStatus();
  return Unimplemented("a plan cannot be saved: node \"", node.name, "\" (", node.op(), ") ", why)
      .WithNode(node.name);
}

class GraphWriter {
 public:
  explicit GraphWriter(const PlanGraph& graph) : graph_(graph), names_(graph.nodes.size()) {}

  Result<SavedPlan> Run(std::span<const PlanFeed> feeds, std::span<const OutputRef> fetches) {
    NameNodes(feeds);
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, graph_.TopologicalOrder());
    for (const int i : order) {
      const PlanNode& node = graph_.at(i);
      if (node.feed < 0) RUNNEL_RETURN_IF_ERROR(CheckCanBeSaved(node));
      saved_.graph.nodes.push_back(node.feed < 0 ? ToDef(i) : Placeholder(i));
    }
    for (size_t k = 0; k < feeds.size(); ++k) {
      const int node = of_feed_[k];
      saved_.feeds.push_back(node < 0 ? AddUnread(feeds[k]) : names_[static_cast<size_t>(node)] + ":0");
    }
    for (size_t k = 0; k < fetches.size(); ++k)
      saved_.fetches.push_back(NameFetch(fetches[k], graph_.fetches[k].source));
    return std::move(saved_);
  }

 private:
  // Feeds first, then what is fetched where it comes from itself, so that callers find both by name.
  void NameNodes(std::span<const PlanFeed> feeds) {
    of_feed_.assign(feeds.size(), -1);
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const PlanNode& node = graph_.nodes[i];
      if (node.removed || node.feed < 0) continue;
      of_feed_[static_cast<size_t>(node.feed)] = static_cast<int>(i);
      const OutputRef& output = feeds[static_cast<size_t>(node.feed)].output;
      names_[i] = Unique(output.index == 0 ? output.node->name()
                                           : StrCat(output.node->name(), "_", output.index));
    }
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const PlanNode& node = graph_.nodes[i];
      if (!node.removed && node.feed < 0) names_[i] = Unique(node.name);
    }
  }

  std::string Unique(const std::string& wanted) {
    std::string name = wanted;
    for (int k = 1; !used_.insert(name).second; ++k) name = StrCat(wanted, "_", k);
    return name;
  }

  std::string InputName(PlanEdge edge) const {
    const std::string& name = names_[static_cast<size_t>(edge.node)];
    return edge.index == 0 ? name : StrCat(name, ":", edge.index);
  }

  NodeDef ToDef(int i) const {
    const PlanNode& node = graph_.at(i);
    NodeDef def{names_[static_cast<size_t>(i)], node.op(), {}, {}, *node.attrs};
    if (node.placed != nullptr) def.device = node.placed->name();
    SetAttr(&def.attrs, kPlannedAttr, true);
    std::erase_if(def.attrs, [](const auto& attr) { return attr.first == "_class"; });  // it is placed
    for (const PlanEdge& in : node.inputs) def.inputs.push_back(InputName(in));
    for (const int c : node.controls) def.inputs.push_back("^" + names_[static_cast<size_t>(c)]);
    return def;
  }

  static NodeDef MakePlaceholder(std::string name, DType dtype, const Shape& shape) {
    return {std::move(name),
            "Placeholder",
            {},
            {},
            {{"dtype", AttrValue(dtype)}, {"shape", AttrValue(shape)}}};
  }
  NodeDef Placeholder(int i) const {
    const PlanNode& node = graph_.at(i);
    return MakePlaceholder(names_[static_cast<size_t>(i)], node.output_types[0], node.shapes[0]);
  }
  // A feed on which no fetch depends.
  std::string AddUnread(const PlanFeed& feed) {
    const std::string name = Unique(feed.output.node->name());
    saved_.graph.nodes.push_back(MakePlaceholder(name, feed.dtype, feed.shape));
    return name + ":0";
  }

  std::string NameFetch(const OutputRef& fetch, PlanEdge source) {
    const std::string& wanted = fetch.node->name();
    if (names_[static_cast<size_t>(source.node)] == wanted && source.index == fetch.index)
      return StrCat(wanted, ":", source.index);
    NodeDef def{Unique(fetch.index == 0 ? wanted : StrCat(wanted, "_", fetch.index)),
                "Identity",
                {InputName(source)},
                {},
                {{"T", AttrValue(graph_.type(source))}, {std::string(kPlannedAttr), AttrValue(true)}}};
    std::string name = def.name + ":0";
    saved_.graph.nodes.push_back(std::move(def));
    return name;
  }

  const PlanGraph& graph_;
  std::vector<std::string> names_;  // by node
  std::vector<int> of_feed_;        // its node; -1: none reads it
  std::unordered_set<std::string> used_;
  SavedPlan saved_;
};

// ---- packed forms ----

// How the kernels of a plan read a constant.
struct Reads {
  bool plainly = false;  // some read it as it is
  bool differently = false;
  std::optional<SavedForm> form;
};
using ReadsOfConstants = std::map<std::pair<const Buffer*, uint64_t>, Reads>;

class ReadsFinder {
 public:
  explicit ReadsFinder(const RegionSet& set) : set_(set) {}

  ReadsOfConstants Run() {
    for (const auto& region : set_.regions) InRegion(*region);
    const PlanGraph& graph = set_.graph();
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      if (graph.nodes[i].removed || set_.groups.Of(static_cast<int>(i)) >= 0) continue;
      for (const PlanEdge& in : graph.nodes[i].inputs) Plainly(graph.at(in.node));
    }
    for (const PlanFetch& fetch : graph.fetches) Plainly(graph.at(fetch.source.node));
    return std::move(reads_);
  }

 private:
  void Plainly(const PlanNode& node) {
    const auto* value = node.is("Const") ? node.attr<Tensor>("value") : nullptr;
    if (value != nullptr) Of(*value).plainly = true;
  }
  Reads& Of(const Tensor& value) { return reads_[{value.buffer().get(), value.offset_bytes()}]; }

  void InRegion(const Region& region) {
    for (const RegionOp& op : region.ops) {
      for (int k = 0; k < op.num_inputs; ++k) {
        const RegionValue& value = region.values[static_cast<size_t>(region.InputOf(op, k))];
        if (value.kind != RegionValue::Kind::kConstant) continue;
        Reads& reads = Of(region.constants[static_cast<size_t>(value.index)]);
        const RegionPacked* const packed = op.packed < 0 ||
                                                   op.kernel->packed_input != static_cast<uint32_t>(k) ||
                                                   !region.device->host_memory()
                                               ? nullptr
                                               : &region.packed[static_cast<size_t>(op.packed)];
        if (packed == nullptr || !packed->constant) {
          reads.plainly = true;
          continue;
        }
        reads.plainly |= !ReadsFormAlone(*op.kernel);
        reads.differently |=
            reads.form.has_value() && reads.form->bytes.buffer().get() != packed->constant.get();
        reads.form =
            SavedForm{Tensor(DType::kUInt8, Shape{static_cast<int64_t>(packed->constant->size_bytes())},
                             packed->constant),
                      op.kernel->plugin().id, op.kernel->packed_layout};
      }
    }
    for (const int32_t v : region.export_values) {
      const RegionValue& value = region.values[static_cast<size_t>(v)];
      if (value.kind == RegionValue::Kind::kConstant)
        Of(region.constants[static_cast<size_t>(value.index)]).plainly = true;
    }
  }

  const RegionSet& set_;
  ReadsOfConstants reads_;
};

// Gives constants their forms; those that nothing reads otherwise have nothing else then.
void AddForms(const ReadsOfConstants& all, GraphDef* def) {
  for (NodeDef& node : def->nodes) {
    const AttrValue* attr = node.op == "Const" ? FindAttr(node.attrs, "value") : nullptr;
    const Tensor* value = attr == nullptr ? nullptr : attr->get_if<Tensor>();
    if (value == nullptr) continue;
    const auto found = all.find({value->buffer().get(), value->offset_bytes()});
    if (found == all.end() || !found->second.form.has_value() || found->second.differently) continue;
    if (!found->second.plainly) {
      AttrList alone{{std::string(kPlannedAttr), AttrValue(true)},
                     {"dtype", AttrValue(value->dtype())},
                     {"shape", AttrValue(value->shape())}};
      node.op = "_PackedConst";
      node.attrs = std::move(alone);
    }
    SetSavedForm(*found->second.form, &node.attrs);
  }
}

Result<PlacedGraph> Place(const PassContext& context, std::span<const PlanFeed> feeds,
                          std::span<const OutputRef> fetches) {
  RUNNEL_ASSIGN_OR_RETURN(PrunedGraph pruned, MakePrunedGraph(context, feeds, fetches, {}));
  RUNNEL_ASSIGN_OR_RETURN(LoweredGraph lowered, MakeLoweredGraph(context, std::move(pruned)));
  return MakePlacedGraph(context, std::move(lowered));
}

// What planning the saved graph reads its constants for.
Result<ReadsOfConstants> FindReads(const PlanContext& services, const PlannerOptions& options,
                                   const Graph& graph, const SavedPlan& saved, PlanWatch* watch) {
  std::vector<PlanFeed> feeds;
  std::vector<OutputRef> fetches;
  for (const std::string& name : saved.feeds) {
    PlanFeed& feed = feeds.emplace_back();
    RUNNEL_ASSIGN_OR_RETURN(feed.output, graph.FindOutput(name));
    feed.dtype = feed.output.node->output_type(0);
    feed.shape = feed.output.node->output_shape(0);
  }
  for (const std::string& name : saved.fetches) {
    RUNNEL_ASSIGN_OR_RETURN(fetches.emplace_back(), graph.FindOutput(name));
  }
  PlannerOptions how = options;
  how.passes = PassesFor(fetches, {}, options.passes);
  const PassContext context{services, how, Passes(), graph, watch, nullptr};
  RUNNEL_ASSIGN_OR_RETURN(PlacedGraph placed, Place(context, feeds, fetches));
  RUNNEL_RETURN_IF_ERROR(LookAt(watch));
  RUNNEL_ASSIGN_OR_RETURN(FramedGraph framed, MakeFramedGraph(std::move(placed)));
  PlanObjects objects(context);
  RUNNEL_ASSIGN_OR_RETURN(const RegionSet regions, MakeRegionSet(context, std::move(framed), &objects));
  return ReadsFinder(regions).Run();
}

}  // namespace

Result<SavedPlan> MakeSavedPlan(const PlanContext& services, const PlannerOptions& options,
                                const Graph& graph, std::span<const PlanFeed> feeds,
                                std::span<const OutputRef> fetches, PlanWatch* watch) {
  PlannerOptions how = options;
  how.passes = PassesFor(fetches, {}, options.passes);
  const auto before_transfers = Passes().first(static_cast<size_t>(PassId::kPartition));
  const PassContext context{services, how, before_transfers, graph, watch, nullptr};
  RUNNEL_ASSIGN_OR_RETURN(const PlacedGraph placed, Place(context, feeds, fetches));
  RUNNEL_ASSIGN_OR_RETURN(SavedPlan saved, GraphWriter(placed.graph).Run(feeds, fetches));
  Graph again(&graph.registry());
  RUNNEL_RETURN_IF_ERROR(again.Import(saved.graph));
  RUNNEL_ASSIGN_OR_RETURN(const ReadsOfConstants reads,
                          FindReads(services, options, again, saved, watch));
  AddForms(reads, &saved.graph);
  return saved;
}

}  // namespace runnel
