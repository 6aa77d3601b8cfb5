#include "core/runtime/plan/variable_uses.h"

#include <algorithm>

#include "core/runtime/kernels/kernel_select.h"
#include "core/runtime/plan/value_origin.h"
#include "runnel_chosen.h"

namespace runnel {

VariableUses FindVariableUses(const PlanGraph& graph) {
  VariableUses uses;
  if constexpr (!kHasVariables) return uses;
  uses.written.assign(graph.nodes.size(), false);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const PlanNode& node = graph.nodes[i];
    if (node.removed) continue;
    const NodeKind kind = KindOf(node);
    const bool only_reads = kind == NodeKind::kReadVariable || kind == NodeKind::kVarIsInitialized ||
                            kind == NodeKind::kNoOp;
    for (size_t k = 0; k < node.inputs.size(); ++k) {
      const PlanEdge in = node.inputs[k];
      if (in.node < 0) continue;
      if (graph.type(in) != DType::kResource) {
        const int handle = VariableReadAt(graph, in);
        if (handle >= 0) uses.readers[handle].push_back({static_cast<int>(i), k});
      } else if (const int handle = only_reads ? -1 : HandleOf(graph, in); handle >= 0) {
        uses.written[static_cast<size_t>(handle)] = true;
      }
    }
  }
  return uses;
}

size_t CountReadersLike(const PlanGraph& graph, const VariableUses& uses, int handle, int reader,
                        size_t input) {
  const auto found = uses.readers.find(handle);
  if (found == uses.readers.end()) return 0;
  const PlanNode& like = graph.at(reader);
  const auto is_like = [&](const VariableUses::Reader& other) {
    const PlanNode& node = graph.at(other.node);
    return other.input == input && node.schema == like.schema &&
           std::all_of(like.attrs->begin(), like.attrs->end(), [&](const auto& attr) {
             const AttrValue* value = FindAttr(*node.attrs, attr.first);
             return attr.first.starts_with('_') || (value != nullptr && *value == attr.second);
           });
  };
  return static_cast<size_t>(std::count_if(found->second.begin(), found->second.end(), is_like));
}

}  // namespace runnel
