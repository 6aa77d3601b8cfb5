#include "core/runtime/plan/plan_log.h"

#include "core/runtime/plan/pass.h"
#include "core/runtime/plan/print_graph.h"
#include "core/runtime/runtime.h"

namespace runnel {

void PlanLog::After(const Pass& pass, const PlanGraph& graph) {
  if constexpr (kMinimal) return;
  if (description_ != nullptr) {
    description_->passes.push_back({std::string(pass.name), nodes_before_, graph.num_live(), pass.doc});
    nodes_before_ = graph.num_live();
  }
  if (!print_) return;
  Print(StrCat("after ", pass.name, ": ", ToText(graph)));
}

void PlanLog::Print(std::string_view text) { runtime_->Log(Severity::kInfo, text); }

}  // namespace runnel
