// Automatic placement of a session: where variables are to live, which steps are measured, and when what
// was measured makes another plan. Of soft placement: where variables are to live.
//
// After a plan's first step, which warms up, kSampledSteps steps are profiled: they wait for each
// kernel. Then the nodes are placed again by the corrected costs, and if a step is then expected to be
// clearly shorter, the new plan takes the old one's place. That happens kMostPlacements times at most,
// so a session that runs long pays for a dozen slow steps. Variables stay where they are.
#include "core/runtime/session/session_impl.h"

#include <chrono>

#include "core/runtime/resources/variable.h"

namespace runnel {
Device* LocalSession::VariableDevice(const PlanNode& handle) {
  const std::pair<std::string, std::string> name = VariableName(handle);
  const auto there = resources_->Lookup(name.first, Variable::kTypeName, name.second);
  if (there.ok()) return static_cast<const Variable*>(there->get())->device();
  const std::lock_guard lock(memory_->mutex);
  const auto it = memory_->homes.find(name);
  return it == memory_->homes.end() ? nullptr : it->second;
}

// Earlier decisions stay when the graph has grown; new nodes are placed with all others.
Status LocalSession::PlaceVariables(const PlanContext& context, PlanWatch* watch) {
  // A run that places checks its own watch, and so does a run that waits for it.
  std::unique_lock placing(placing_mutex_, std::defer_lock);
  while (!placing.try_lock_for(std::chrono::milliseconds(10))) RUNNEL_RETURN_IF_ERROR(watch->Look());
  const int nodes = graph_->num_nodes();
  if (nodes == placed_nodes_) return OkStatus();
  const bool automatic = options_.automatic_placement;
  const auto homes = automatic ? runnel::PlaceVariables(context, planner_options_, *graph_, {}, watch)
                               : FindHomes(context, planner_options_, *graph_, watch);
  RUNNEL_RETURN_IF_ERROR(watch->Look());
  placed_nodes_ = nodes;
  if (!homes.ok()) {
    runtime_->Log(Severity::kWarning,
                  StrCat(automatic ? "automatic" : "soft",
                         " placement: the whole graph could not be looked at, so variables go ",
                         "where their first step wants them: ", homes.status().message()));
    return OkStatus();
  }
  const std::lock_guard lock(memory_->mutex);
  // A variable that no step has made yet may still move.
  if (!automatic) {
    for (const auto& [name, device] : *homes) memory_->homes.insert_or_assign(name, device);
    return OkStatus();
  }
  for (const auto& [name, device] : *homes) memory_->homes.emplace(name, device);
  return OkStatus();
}

bool LocalSession::IsSampled(StepPool& steps) const {
  if (kMinimal || !options_.automatic_placement || !steps.plan().forecast.had_choice) return false;
  const uint32_t run = steps.num_runs.fetch_add(1, std::memory_order_relaxed);
  return run >= 1 && run <= kSampledSteps;
}

void LocalSession::Learn(Prepared* prepared, StepPool& steps, const RunMetadata& metadata) {
  if constexpr (kMinimal) return;
  memory_->costs.Record(metadata.node_stats, steps.plan().parts);
  if (!options_.automatic_placement || !steps.plan().forecast.had_choice) return;
  // The last of the measured steps places the nodes again.
  const uint32_t learned = steps.num_learned.fetch_add(1, std::memory_order_relaxed) + 1;
  if (learned != kSampledSteps || steps.plan().generation + 1 >= kMostPlacements) return;
  const Status status = Reconsider(prepared, steps);
  if (!status.ok()) {
    runtime_->Log(Severity::kWarning,
                  StrCat("automatic placement: the plan stays as it is: ", status.message()));
  }
}

Status LocalSession::Reconsider(Prepared* prepared, const StepPool& old) {
  const auto find = [&]() -> Prepared::Variant* {
    for (Prepared::Variant& v : prepared->variants) {
      if (v.steps.get() == &old) return &v;
    }
    return nullptr;  // the plan was dropped meanwhile
  };
  Prepared::Variant variant;
  {
    const std::lock_guard lock(prepared->mutex);
    const Prepared::Variant* const there = find();
    if (there == nullptr) return OkStatus();
    variant = *there;
  }
  RUNNEL_ASSIGN_OR_RETURN(
      Ref<Plan> plan, BuildApart(prepared->signature, variant, false, nullptr, &old.plan().placement));
  const double now_ns = plan->forecast.earlier_step_ns, then_ns = plan->forecast.step_ns;
  if (!IsClearGain(now_ns, then_ns)) return OkStatus();
  runtime_->Log(Severity::kInfo,
                StrCat("automatic placement: by what was measured a step takes ",
                       static_cast<int64_t>(now_ns / 1000), " us, and ",
                       static_cast<int64_t>(then_ns / 1000), " us with another placement"));
  plan->generation = old.plan().generation + 1;
  const uint64_t old_bytes = old.plan().approximate_bytes, new_bytes = plan->approximate_bytes;
  Ref<StepPool> steps = MakeRef<StepPool>(std::move(plan));
  {
    const std::lock_guard lock(prepared->mutex);
    Prepared::Variant* const there = find();
    if (there == nullptr) return OkStatus();
    there->steps = std::move(steps);
  }
  const std::lock_guard lock(mutex_);
  plan_bytes_ += new_bytes - old_bytes;
  return OkStatus();
}

}  // namespace runnel
