// Fills a PlanDescription when the plan is complete.
#include "core/runtime/plan/plan_builder.h"

#include <map>

#include "core/runtime/devices/link_speed.h"

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

}  // namespace

double PlanBuilder::EstimateOf(int i) {
  const PlanNode& node = graph_.at(i);
  if (node.placed == nullptr) return -1;
  switch (KindOf(node)) {
    case NodeKind::kKernel: {
      uint64_t estimate = 0;
      const auto entry = SelectKernel(plugins_, graph_, node, node.placed, &estimate);
      if (estimate == 0 && entry.ok() && entry->row != nullptr) {
        const auto kernel = KernelOf(i);
        if (kernel.ok()) estimate = (*kernel)->cost_ns;
      }
      return estimate == 0 ? -1 : static_cast<double>(estimate);
    }
    case NodeKind::kTransfer: {
      // A _Recv: its input is where the value was.
      Device* const from = graph_.at(node.inputs[0].node).where[0];
      if (!node.shapes[0].IsFullyDefined()) return -1;
      const double bytes = static_cast<double>(node.shapes[0].num_elements()) *
                           static_cast<double>(DTypeSize(node.output_types[0]));
      double ns = 0;
      for (Device* device : {from, node.where[0]}) {
        if (device == nullptr) continue;
        const auto link = context_.runtime->links().Of(device);
        if (!link.ok()) return -1;
        ns += (device == from ? link->out : link->in).Ns(bytes);
      }
      return ns;
    }
    case NodeKind::kHost:
      return -1;
    default:
      return 0;
  }
}

void PlanBuilder::Describe() {
  PlanDescription& out = *description_;
  std::vector<int> number(graph_.nodes.size(), -1);
  int count = 0;
  for (size_t i = 0; i < graph_.nodes.size(); ++i) {
    if (!graph_.nodes[i].removed) number[i] = count++;
  }
  for (size_t i = 0; i < graph_.nodes.size(); ++i) {
    const PlanNode& node = graph_.nodes[i];
    if (node.removed) continue;
    PlanDescription::Node& described = out.nodes.emplace_back();
    // A feed goes by the name of what is fed.
    const std::string fed = StrCat("_feed_", node.feed, "_");
    described.name =
        node.feed >= 0 && node.name.starts_with(fed) ? node.name.substr(fed.size()) : node.name;
    described.op = node.op();
    if (node.placed != nullptr) described.device = node.placed->name();
    described.reason = notes_.ReasonOf(i);
    described.estimate_ns = EstimateOf(static_cast<int>(i));
    if (context_.costs != nullptr && node.placed != nullptr) {
      // A copy's time is noted with the memory that it goes to.
      const std::string where = KindOf(node) != NodeKind::kTransfer ? node.placed->name()
                                : node.where[0] == nullptr          ? "host"
                                                                    : node.where[0]->name();
      const std::optional<double> measured = context_.costs->MeasuredNs(node.name, where);
      if (measured) described.measured_ns = *measured;
    }
    described.region = region_of_[i];
    for (const PlanEdge& in : node.inputs)
      described.inputs.push_back({number[static_cast<size_t>(in.node)], in.index});
    for (const int c : node.controls) described.inputs.push_back({number[static_cast<size_t>(c)], -1});
    for (size_t k = 0; k < node.output_types.size(); ++k)
      described.outputs.push_back({node.output_types[k], node.shapes[k]});
  }
  for (const auto& region : plan_->regions) out.regions.push_back(DescribeRegion(*region));
  out.fallbacks = plan_->fallbacks;
  out.arena_bytes = plan_->arena_bytes;
  out.launches = plan_->num_launch_nodes;
}

}  // namespace runnel
