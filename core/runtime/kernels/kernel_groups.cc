#include "core/runtime/kernels/kernel_groups.h"

#include <algorithm>

namespace runnel {
namespace {

constexpr uint64_t kMostWaitingBytes = uint64_t{32} << 20;

uint64_t InputBytes(const PlanGraph& graph, const PlanNode& node) {
  uint64_t bytes = 0;
  for (const PlanEdge& in : node.inputs) {
    const Shape& shape = graph.shape(in);
    if (graph.type(in) == DType::kResource || !shape.IsFullyDefined()) continue;
    bytes += static_cast<uint64_t>(shape.num_elements()) * DTypeSize(graph.type(in));
  }
  return bytes;
}

}  // namespace

std::vector<int> GroupKernels(const PlanGraph& graph, const std::vector<int>& nodes,
                              const std::function<bool(int node)>& is_grouped) {
  std::vector<int> order, waiting;
  std::vector<bool> waits(graph.nodes.size());  // by node
  order.reserve(nodes.size());
  uint64_t bytes = 0;
  const auto flush = [&] {
    for (const int i : waiting) waits[static_cast<size_t>(i)] = false;
    order.insert(order.end(), waiting.begin(), waiting.end());
    waiting.clear();
    bytes = 0;
  };
  const auto awaited = [&](int i) { return waits[static_cast<size_t>(i)]; };
  for (const int i : nodes) {
    const PlanNode& node = graph.at(i);
    if (!waiting.empty() &&
        (std::ranges::any_of(node.inputs, [&](const PlanEdge& in) { return awaited(in.node); }) ||
         std::ranges::any_of(node.controls, awaited))) {
      flush();
    }
    if (!is_grouped(i)) {
      order.push_back(i);
      continue;
    }
    waiting.push_back(i);
    waits[static_cast<size_t>(i)] = true;
    bytes += InputBytes(graph, node);
    if (bytes > kMostWaitingBytes) flush();
  }
  flush();
  return order;
}

}  // namespace runnel
