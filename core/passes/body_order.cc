#include "core/passes/body_order.h"

#include <functional>
#include <queue>
#include <unordered_map>

namespace runnel {

std::string_view SourceOf(std::string_view input) {
  if (input.starts_with('^')) return input.substr(1);
  return input.substr(0, input.find(':'));
}

Result<std::vector<const NodeDef*>> BodyOrder(const FunctionDef& def) {
  const size_t n = def.nodes.size();
  std::unordered_map<std::string_view, size_t> number;
  for (size_t i = 0; i < n; ++i) number.emplace(def.nodes[i].name, i);
  std::vector<std::vector<size_t>> readers(n);
  std::vector<size_t> pending(n, 0);
  for (size_t i = 0; i < n; ++i) {
    for (const std::string& input : def.nodes[i].inputs) {
      // Any other name is an argument or an error; adding the node tells which.
      const auto source = number.find(SourceOf(input));
      if (source == number.end()) continue;
      if (def.nodes[i].op == "Merge" && def.nodes[source->second].op == "NextIteration") continue;
      readers[source->second].push_back(i);
      ++pending[i];
    }
  }
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t i = 0; i < n; ++i) {
    if (pending[i] == 0) ready.push(i);
  }
  std::vector<const NodeDef*> order;
  order.reserve(n);
  while (!ready.empty()) {
    const size_t i = ready.top();
    ready.pop();
    order.push_back(&def.nodes[i]);
    for (const size_t reader : readers[i]) {
      if (--pending[reader] == 0) ready.push(reader);
    }
  }
  for (size_t i = 0; i < n && order.size() < n; ++i) {
    if (pending[i] == 0) continue;
    return InvalidArgument("function \"", def.signature.name, "\": node \"", def.nodes[i].name,
                           "\" has an input that nothing in the body provides");
  }
  return order;
}

}  // namespace runnel
