// Pass: what planning knows of one of its passes. All of them are in pass_table.h.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PASS_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PASS_H_

#include <string_view>

#include "core/base/status.h"
#include "core/runtime/plan/pass_set.h"

namespace runnel {

class PlanGraph;
struct FramedGraph;
struct NodeGroups;
struct PassContext;
struct PlacementNotes;

// The values that planning makes one after another, each from the one before.
enum class PlanStage : uint8_t { kPruned, kLowered, kPlaced, kFramed, kRegions, kProgram };
constexpr std::string_view StageName(PlanStage stage) {
  constexpr std::string_view kNames[] = {"pruned graph", "lowered graph", "placed graph",
                                         "framed graph", "region set",    "program"};
  return kNames[static_cast<size_t>(stage)];
}

struct Pass {
  PassId id;
  std::string_view name;
  std::string_view doc;  // what it does; empty in a minimal build
  PlanStage stage;       // the value that it helps to make
  bool can_be_off;
  // One of these, by stage. None: the build has no op for it, or the stage's builder does it and asks
  // whether it is on.
  Status (*lower)(const PassContext& context, PlanGraph* graph) = nullptr;
  Status (*place)(const PassContext& context, PlanGraph* graph, PlacementNotes* notes) = nullptr;
  Status (*group)(const PassContext& context, FramedGraph* framed, NodeGroups* groups) = nullptr;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PASS_H_
