#include "core/runtime/plan/plan_log.h"

#include "core/runtime/plan/print_graph.h"
#include "core/runtime/runtime.h"

namespace runnel {

void PlanLog::After(std::string_view pass, const PlanGraph& graph) {
  if constexpr (kMinimal) return;
  if (description_ != nullptr) {
    description_->passes.push_back({std::string(pass), nodes_before_, graph.num_live()});
    nodes_before_ = graph.num_live();
  }
  if (!print_) return;
  Print(StrCat("after ", pass, ": ", ToText(graph)));
}

void PlanLog::Print(std::string_view text) { runtime_->Log(Severity::kInfo, text); }

}  // namespace runnel
