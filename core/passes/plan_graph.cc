#include "core/passes/plan_graph.h"

#include <algorithm>

namespace runnel {

Result<int> PlanGraph::Add(std::string name, std::string_view op, std::vector<PlanEdge> inputs,
                           AttrList attrs, std::string device, std::vector<int> controls) {
  RUNNEL_ASSIGN_OR_RETURN(const OpSchema* schema, registry_->Find(op));
  std::vector<DType> input_types;
  for (const PlanEdge& in : inputs) input_types.push_back(type(in));
  PlanNode node;
  RUNNEL_RETURN_IF_ERROR(BindNode(*schema, name, input_types, &attrs, &node.output_types));
  node.name = std::move(name);
  node.schema = schema;
  node.attrs = Own(std::move(attrs));
  node.device = std::move(device);
  node.inputs = std::move(inputs);
  node.controls = std::move(controls);
  node.shapes.assign(node.output_types.size(), Shape::Unknown());
  node.handles.resize(node.output_types.size());
  nodes.push_back(std::move(node));
  return static_cast<int>(nodes.size()) - 1;
}

Result<int> PlanGraph::AddConst(std::string name, const Tensor& value, std::string device) {
  RUNNEL_ASSIGN_OR_RETURN(
      const int id,
      Add(std::move(name), "Const", {},
          {{"dtype", AttrValue(value.dtype())}, {"value", AttrValue(value)}}, std::move(device)));
  at(id).shapes[0] = value.shape();
  at(id).known = {value};
  return id;
}

void PlanGraph::ReplaceUses(PlanEdge from, PlanEdge to) {
  for (PlanNode& node : nodes) {
    if (node.removed) continue;
    for (PlanEdge& in : node.inputs) {
      if (in == from) in = to;
    }
  }
  for (PlanFetch& fetch : fetches) {
    if (fetch.source == from) fetch.source = to;
  }
}

void PlanGraph::ReplaceUses(const std::vector<std::vector<PlanEdge>>& replacement) {
  const auto resolve = [&](PlanEdge& edge) {
    // Follows chains of replacements; they are acyclic.
    for (size_t hops = 0; hops <= nodes.size() && edge.node >= 0; ++hops) {
      const size_t n = static_cast<size_t>(edge.node);
      if (n >= replacement.size() || static_cast<size_t>(edge.index) >= replacement[n].size()) return;
      const PlanEdge next = replacement[n][static_cast<size_t>(edge.index)];
      if (next.node < 0) return;
      edge = next;
    }
  };
  for (PlanNode& node : nodes) {
    if (node.removed) continue;
    for (PlanEdge& in : node.inputs) resolve(in);
  }
  for (PlanFetch& fetch : fetches) resolve(fetch.source);
}

void PlanGraph::ReplaceControls(int from, std::span<const int> to) {
  for (PlanNode& node : nodes) {
    if (node.removed) continue;
    const auto it = std::find(node.controls.begin(), node.controls.end(), from);
    if (it == node.controls.end()) continue;
    node.controls.erase(it);
    for (const int source : to) {
      if (std::find(node.controls.begin(), node.controls.end(), source) == node.controls.end()) {
        node.controls.push_back(source);
      }
    }
  }
}

Result<std::vector<int>> PlanGraph::TopologicalOrder() const {
  const size_t n = nodes.size();
  std::vector<int> pending(n, 0), first(n + 1, 0);
  for (size_t i = 0; i < n; ++i) {
    if (nodes[i].removed) continue;
    for (const PlanEdge& in : nodes[i].inputs) {
      if (IsBackEdge(static_cast<int>(i), in)) continue;
      ++pending[i];
      ++first[static_cast<size_t>(in.node) + 1];
    }
    for (const int c : nodes[i].controls) {
      ++pending[i];
      ++first[static_cast<size_t>(c) + 1];
    }
  }
  for (size_t i = 0; i < n; ++i) first[i + 1] += first[i];
  std::vector<int> users(static_cast<size_t>(first[n])), fill(first.begin(), first.end() - 1);
  for (size_t i = 0; i < n; ++i) {
    if (nodes[i].removed) continue;
    for (const PlanEdge& in : nodes[i].inputs) {
      if (IsBackEdge(static_cast<int>(i), in)) continue;
      users[static_cast<size_t>(fill[static_cast<size_t>(in.node)]++)] = static_cast<int>(i);
    }
    for (const int c : nodes[i].controls) {
      users[static_cast<size_t>(fill[static_cast<size_t>(c)]++)] = static_cast<int>(i);
    }
  }
  // Depth first from the sources: a node's consumers come soon after it, which keeps values short-lived.
  std::vector<int> order, ready;
  size_t live = 0;
  for (size_t i = n; i-- > 0;) {
    if (nodes[i].removed) continue;
    ++live;
    if (pending[i] == 0) ready.push_back(static_cast<int>(i));
  }
  order.reserve(live);
  while (!ready.empty()) {
    const int i = ready.back();
    ready.pop_back();
    order.push_back(i);
    for (int u = first[static_cast<size_t>(i) + 1]; u-- > first[static_cast<size_t>(i)];) {
      const int user = users[static_cast<size_t>(u)];
      if (--pending[static_cast<size_t>(user)] == 0) ready.push_back(user);
    }
  }
  if (order.size() < live) {
    for (size_t i = 0; i < n; ++i) {
      if (!nodes[i].removed && pending[i] > 0) {
        return InvalidArgument("the graph has a cycle through node \"", nodes[i].name, "\" (",
                               nodes[i].op(), ")");
      }
    }
  }
  return order;
}

void PlanGraph::RemoveUnused() {
  std::vector<bool> used(nodes.size(), false);
  std::vector<int> stack = targets;
  for (const PlanFetch& fetch : fetches) stack.push_back(fetch.source.node);
  while (!stack.empty()) {
    const int i = stack.back();
    stack.pop_back();
    if (used[static_cast<size_t>(i)]) continue;
    used[static_cast<size_t>(i)] = true;
    for (const PlanEdge& in : at(i).inputs) stack.push_back(in.node);
    for (const int c : at(i).controls) stack.push_back(c);
  }
  for (size_t i = 0; i < nodes.size(); ++i) nodes[i].removed |= !used[i];
}

int PlanGraph::num_live() const {
  return static_cast<int>(
      std::count_if(nodes.begin(), nodes.end(), [](const PlanNode& n) { return !n.removed; }));
}

std::vector<int> PlanGraph::CountReads() const {
  std::vector<int> reads(nodes.size(), 0);
  for (const PlanNode& node : nodes) {
    if (node.removed) continue;
    for (const PlanEdge& in : node.inputs) {
      if (in.node >= 0) ++reads[static_cast<size_t>(in.node)];
    }
  }
  for (const PlanFetch& fetch : fetches) ++reads[static_cast<size_t>(fetch.source.node)];
  return reads;
}

std::vector<bool> PlanGraph::OrderingNodes() const {
  std::vector<bool> order(nodes.size(), false);
  for (const PlanNode& node : nodes) {
    if (node.removed) continue;
    for (const int c : node.controls) order[static_cast<size_t>(c)] = true;
  }
  return order;
}

std::string PlanGraph::UniqueName(std::string_view prefix) {
  return StrCat(prefix, "/_rnl_", name_counter_++);
}

}  // namespace runnel
