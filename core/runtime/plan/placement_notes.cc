#include "core/runtime/plan/placement_notes.h"

namespace runnel {
namespace {

constexpr const char kMovesAValue[] = "moves a value between memories";

}  // namespace

std::string_view PlacementNotes::ReasonOf(size_t node) const {
  return node < reasons.size() ? std::string_view(reasons[node]) : kMovesAValue;
}

void PlacementNotes::ExplainNew(const PlanGraph& graph, size_t before, const char* because) {
  if (reasons.empty()) return;
  reasons.resize(before);
  reasons.resize(graph.nodes.size(), because);
}

void PlacementNotes::AddMade(const PlanGraph& graph, int made, std::span<const int> sources) {
  auto& part = parts.emplace_back(graph.at(made).name, std::vector<std::string>());
  std::string reason = "fuses";
  for (const int i : sources) {
    part.second.push_back(graph.at(i).name);
    if (static_cast<size_t>(i) < reasons.size())
      reason += StrCat(" ", graph.at(i).name, " (", reasons[static_cast<size_t>(i)], ")");
  }
  if (reasons.empty()) return;
  reasons.resize(graph.nodes.size(), kMovesAValue);
  reasons[static_cast<size_t>(made)] = std::move(reason);
}

}  // namespace runnel
