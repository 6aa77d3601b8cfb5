// The passes of planning, in the order in which they run: one table, from which come their names, what
// is said of them, and what can be switched off.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PASS_TABLE_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PASS_TABLE_H_

#include <span>
#include <string_view>

#include "core/passes/plan_graph.h"
#include "core/runtime/plan/pass_context.h"
#include "core/runtime/plan/placement_notes.h"

namespace runnel {

// The values that planning makes one after another, each from the one before.
enum class PlanStage : uint8_t { kPruned, kLowered, kPlaced, kFramed, kRegions, kProgram };
std::string_view StageName(PlanStage stage);  // "pruned graph"

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
};

std::span<const Pass> Passes();
const Pass& PassOf(PassId id);

// Takes `name` out, "all": every pass that can be off. Errors: INVALID_ARGUMENT, listing the passes, for
// another name.
Status DisablePass(std::string_view name, PassSet* passes);

// Runs those passes of `stage` that are on, and tells `context.log`. Errors: theirs.
Status RunPasses(const PassContext& context, PlanStage stage, PlanGraph* graph, PlacementNotes* notes);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PASS_TABLE_H_
