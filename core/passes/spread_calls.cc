// Calls whose bodies belong to several tasks.
#include <algorithm>
#include <unordered_map>

#include "core/graph/device_name.h"
#include "core/passes/plan_graph.h"

namespace runnel {
namespace {

// Which functions have nodes that ask for a task, or call one that has.
class SpreadFunctions {
 public:
  explicit SpreadFunctions(const Graph& library) : library_(library) {}

  bool Calls(std::string_view op, const AttrList& attrs) {
    if (IsSpread(op)) return true;
    return std::any_of(attrs.begin(), attrs.end(), [this](const auto& attr) {
      if (const auto* one = attr.second.template get_if<FuncRef>()) return IsSpread(one->name);
      const auto* several = attr.second.template get_if<std::vector<FuncRef>>();
      return several != nullptr && std::any_of(several->begin(), several->end(),
                                               [this](const FuncRef& f) { return IsSpread(f.name); });
    });
  }

 private:
  bool IsSpread(std::string_view function) {
    const FunctionDef* const def = library_.FindFunction(std::string(function));
    if (def == nullptr) return false;
    const auto [entry, is_new] = known_.emplace(def, false);
    if (!is_new) return entry->second;  // false within itself: its other nodes decide
    for (const NodeDef& node : def->nodes) {
      const auto device = DeviceName::Parse(node.device);
      const bool asks = device.ok() && (device->job || device->replica || device->task);
      if (asks || Calls(node.op, node.attrs)) return known_[def] = true;
    }
    return false;
  }

  const Graph& library_;
  std::unordered_map<const FunctionDef*, bool> known_;
};

}  // namespace

Status InlineSpreadCalls(const Graph& library, PlanGraph* plan) {
  if (library.functions().empty()) return OkStatus();
  SpreadFunctions spread(library);
  const auto all = [](const PlanNode&) { return true; };
  const auto is_left = [&](const PlanNode& node) { return !spread.Calls(node.op(), *node.attrs); };
  return InlineAndLower(library, all, plan, is_left);
}

}  // namespace runnel
