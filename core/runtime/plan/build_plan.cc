// A plan is made value by value: pruned graph, lowered graph, placed graph, framed graph, region set,
// program.
#include "core/runtime/plan/build_plan.h"

#include <chrono>

#include "core/passes/watched_passes.h"
#include "core/runtime/plan/describe_plan.h"
#include "core/runtime/plan/pass_table.h"
#include "core/runtime/plan/program.h"
#include "core/runtime/plan/saved_passes.h"

namespace runnel {
namespace {

// Up to the placed graph every pass has been printed already.
template <typename Value>
void Print(const PassContext& context, const Value& value) {
  if constexpr (!kMinimal) {
    if (context.options.print) context.log->Print(ToText(value));
  }
}

}  // namespace

Result<Ref<Plan>> BuildPlan(const PlanContext& services, const PlannerOptions& wanted,
                            const Graph& graph, std::span<const PlanFeed> feeds,
                            std::span<const OutputRef> fetches, std::span<Node* const> targets,
                            PlanWatch* watch) {
  const auto start = std::chrono::steady_clock::now();
  PlannerOptions options = wanted;
  options.passes = PassesFor(fetches, targets, wanted.passes);
  PlanLog log(services.runtime, options.description, options.print, graph.num_nodes());
  const PassContext context{services, options, Passes(), graph, watch, &log};
  RUNNEL_ASSIGN_OR_RETURN(PrunedGraph pruned, MakePrunedGraph(context, feeds, fetches, targets));
  RUNNEL_ASSIGN_OR_RETURN(LoweredGraph lowered, MakeLoweredGraph(context, std::move(pruned)));
  RUNNEL_ASSIGN_OR_RETURN(PlacedGraph placed, MakePlacedGraph(context, std::move(lowered)));
  RUNNEL_RETURN_IF_ERROR(LookAt(watch));
  RUNNEL_ASSIGN_OR_RETURN(FramedGraph framed, MakeFramedGraph(std::move(placed)));
  Print(context, framed);
  PlanObjects objects(context);
  RUNNEL_ASSIGN_OR_RETURN(RegionSet regions, MakeRegionSet(context, std::move(framed), &objects));
  Print(context, regions);
  PlanDescription* const description = kMinimal ? nullptr : options.description;
  if (description != nullptr) DescribeRegionSet(context, regions, &objects, description);
  RUNNEL_ASSIGN_OR_RETURN(Ref<Plan> plan, MakeProgram(context, std::move(regions), &objects));
  Print(context, *plan);
  if (description != nullptr) {
    description->arena_bytes = plan->arena_bytes;
    description->launches = plan->num_launch_nodes;
  }
  plan->planning_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return plan;
}

}  // namespace runnel
