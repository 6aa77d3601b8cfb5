#include "core/runtime/plan/describe_plan.h"

#include <map>
#include <optional>

#include "core/runtime/devices/device.h"
#include "core/runtime/devices/link_speed.h"
#include "core/runtime/placement/cost_model.h"
#include "core/runtime/runtime.h"

namespace runnel {
namespace {

// A value lives at its offset until another one is written there, and is used by what reads there.
PlanDescription::Region DescribeRegion(const Region& region) {
  PlanDescription::Region out;
  out.device = region.device->name();
  out.arena_bytes = region.arena_bytes;
  out.live_bytes = region.live_bytes;
  std::map<uint64_t, size_t> at;  // offset -> the value that lies there
  for (size_t i = 0; i < region.ops.size(); ++i) {
    const RegionOp& op = region.ops[i];
    const int number = static_cast<int>(i);
    out.ops.push_back(op.name);
    for (int k = 0; k < op.num_inputs; ++k) {
      const RegionValue& value = region.values[static_cast<size_t>(region.InputOf(op, k))];
      const auto it = at.find(value.offset);
      if (value.kind == RegionValue::Kind::kArena && it != at.end())
        out.values[it->second].last = number;
    }
    for (int k = 0; k < op.num_outputs; ++k) {
      const RegionValue& value = region.values[static_cast<size_t>(region.OutputOf(op, k))];
      const uint64_t bytes = region.BytesInArena(value);
      if (value.kind != RegionValue::Kind::kArena || bytes == 0) continue;
      at[value.offset] = out.values.size();
      out.values.push_back({StrCat(op.name, ":", k), value.offset, bytes, number, number});
    }
    if (op.kernel != nullptr && op.kernel->workspace_bytes > 0) {
      out.values.push_back({StrCat(op.name, " (workspace)"), op.workspace_offset,
                            region.BytesInArena(op.kernel->workspace_bytes), number, number});
    }
  }
  return out;
}

// The estimated cost; below 0: there is no estimate.
double EstimateOfKernel(const PassContext& context, const PlanGraph& graph, int i,
                        PlanObjects* objects) {
  const PlanNode& node = graph.at(i);
  uint64_t estimate = 0;
  const auto entry = SelectKernel(context.plugins(), graph, node, node.placed, &estimate);
  if (estimate == 0 && entry.ok() && entry->row != nullptr) {
    const auto kernel = objects->Kernel(graph, i);
    if (kernel.ok()) estimate = (*kernel)->cost_ns;
  }
  return estimate == 0 ? -1 : static_cast<double>(estimate);
}

// Of a _Recv: its input is where the value was.
double EstimateOfTransfer(const PassContext& context, const PlanGraph& graph, const PlanNode& node) {
  Device* const from = graph.at(node.inputs[0].node).where[0];
  if (!node.shapes[0].IsFullyDefined()) return -1;
  const double bytes = static_cast<double>(node.shapes[0].num_elements()) *
                       static_cast<double>(DTypeSize(node.output_types[0]));
  double ns = 0;
  for (Device* device : {from, node.where[0]}) {
    if (device == nullptr) continue;
    const auto link = context.plan.runtime->links().Of(device);
    if (!link.ok()) return -1;
    ns += (device == from ? link->out : link->in).Ns(bytes);
  }
  return ns;
}

double EstimateOf(const PassContext& context, const PlanGraph& graph, int i, PlanObjects* objects) {
  const PlanNode& node = graph.at(i);
  if (node.placed == nullptr) return -1;
  switch (KindOf(node)) {
    case NodeKind::kKernel:
      return EstimateOfKernel(context, graph, i, objects);
    case NodeKind::kTransfer:
      return EstimateOfTransfer(context, graph, node);
    case NodeKind::kHost:
      return -1;
    default:
      return 0;
  }
}

std::optional<double> MeasuredNs(const PassContext& context, const PlanNode& node) {
  if (context.plan.costs == nullptr || node.placed == nullptr) return std::nullopt;
  // A copy's time is noted with the memory that it goes to.
  const std::string where = KindOf(node) != NodeKind::kTransfer ? node.placed->name()
                            : node.where[0] == nullptr          ? "host"
                                                                : node.where[0]->name();
  return context.plan.costs->MeasuredNs(node.name, where);
}

// A feed goes by the name of what is fed.
std::string NameOf(const PlanNode& node) {
  const std::string fed = StrCat("_feed_", node.feed, "_");
  return node.feed >= 0 && node.name.starts_with(fed) ? node.name.substr(fed.size()) : node.name;
}

}  // namespace

void DescribeRegionSet(const PassContext& context, const RegionSet& set, PlanObjects* objects,
                       PlanDescription* description) {
  PlanDescription& out = *description;
  const PlanGraph& graph = set.graph();
  std::vector<int> number(graph.nodes.size(), -1);
  int count = 0;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!graph.nodes[i].removed) number[i] = count++;
  }
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const PlanNode& node = graph.nodes[i];
    if (node.removed) continue;
    PlanDescription::Node& described = out.nodes.emplace_back();
    described.name = NameOf(node);
    described.op = node.op();
    if (node.placed != nullptr) described.device = node.placed->name();
    described.reason = set.framed.placed.notes.ReasonOf(i);
    described.estimate_ns = EstimateOf(context, graph, static_cast<int>(i), objects);
    if (const auto measured = MeasuredNs(context, node)) described.measured_ns = *measured;
    described.region = set.groups.group_of[i];
    for (const PlanEdge& in : node.inputs)
      described.inputs.push_back({number[static_cast<size_t>(in.node)], in.index});
    for (const int c : node.controls) described.inputs.push_back({number[static_cast<size_t>(c)], -1});
    for (size_t k = 0; k < node.output_types.size(); ++k)
      described.outputs.push_back({node.output_types[k], node.shapes[k]});
  }
  for (const auto& region : set.regions) out.regions.push_back(DescribeRegion(*region));
  out.fallbacks = set.framed.placed.notes.fallbacks;
}

}  // namespace runnel
