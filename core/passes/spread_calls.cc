// Inlines calls whose bodies belong to several tasks.
#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/graph/device_name.h"
#include "core/passes/function_attrs.h"
#include "core/passes/watched_passes.h"

namespace runnel {
namespace {

// A RemoteCall's first input says for which.
bool AsksForTask(const NodeDef& node) {
  if (node.op == "RemoteCall") return true;
  const auto device = DeviceName::Parse(node.device);
  return device.ok() && (device->job || device->replica || device->task);
}

// The functions with nodes that ask for a task, or that call such a function. Works from callees to
// callers, without recursion: a graph from outside may nest calls deeper than the stack allows.
std::unordered_set<std::string_view> SpreadFunctions(const Graph& library) {
  std::unordered_map<std::string_view, std::vector<std::string_view>> callers;
  std::unordered_set<std::string_view> spread;
  std::vector<std::string_view> left;
  for (const FunctionDef* def : library.functions()) {
    const std::string_view name = def->signature.name;
    for (const NodeDef& node : def->nodes) {
      EachCallee(node.op, node.attrs, [&](std::string_view callee) {
        if (library.FindFunction(callee) != nullptr) callers[callee].push_back(name);
      });
      if (AsksForTask(node) && spread.insert(name).second) left.push_back(name);
    }
  }
  while (!left.empty()) {
    const std::string_view callee = left.back();
    left.pop_back();
    for (const std::string_view caller : callers[callee]) {
      if (spread.insert(caller).second) left.push_back(caller);
    }
  }
  return spread;
}

}  // namespace

Status InlineSpreadCalls(const Graph& library, bool all_calls, PlanGraph* plan) {
  return InlineSpreadCalls(library, all_calls, plan, nullptr);
}

Status InlineSpreadCalls(const Graph& library, bool all_calls, PlanGraph* plan, PlanWatch* watch) {
  if (library.functions().empty()) return OkStatus();
  const std::unordered_set<std::string_view> spread = SpreadFunctions(library);
  const bool remote = std::any_of(plan->nodes.begin(), plan->nodes.end(), [](const PlanNode& node) {
    return !node.removed && node.is("RemoteCall");
  });
  if (spread.empty() && !all_calls && !remote) return OkStatus();
  const auto all = [](const PlanNode&) { return true; };
  const auto is_left = [&](const PlanNode& node) {
    bool calls = all_calls && (node.is("PartitionedCall") || node.is("StatefulPartitionedCall") ||
                               library.FindFunction(node.op()) != nullptr);
    calls |= node.is("RemoteCall");
    EachCallee(node.op(), *node.attrs,
               [&](std::string_view callee) { calls |= spread.contains(callee); });
    return !calls;
  };
  return InlineAndLower(library, all, plan, is_left, watch);
}

}  // namespace runnel
