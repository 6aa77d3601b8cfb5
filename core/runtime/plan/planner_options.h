// How plans are made, and what whoever makes them provides.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PLANNER_OPTIONS_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PLANNER_OPTIONS_H_

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/passes/plan_graph.h"
#include "core/runtime/plan/pass_set.h"
#include "core/runtime/plan/plan_description.h"

namespace runnel {

class CostModel;
class ResourceManager;
class Runtime;

struct PlannerOptions {
  PassSet passes;  // those that are on
  bool print = false;
  bool soft_placement = false;
  bool log_placement = false;
  bool automatic_placement = false;
  // The placement of a plan that this one may replace, to tell what a step takes with each.
  const std::vector<std::pair<std::string, std::string>>* earlier = nullptr;
  bool keep_on_device = false;
  bool deferred_feeds = false;             // partial runs: feeds arrive while the step runs
  bool partition_graphs = false;           // fill Plan::partition_graphs
  PlanDescription* description = nullptr;  // to be filled, if somebody asks
  std::string default_device;
};

// What whoever plans provides.
struct PlanContext {
  Runtime* runtime = nullptr;
  ResourceManager* resources = nullptr;
  // The counter of random numbers of a node, one per name for as long as the resources live.
  std::function<std::atomic<uint64_t>*(const std::string& node)> random_counter;
  CostModel* costs = nullptr;
  // Automatic and soft placement: where a variable lives or is to live; null: anywhere.
  std::function<Device*(const PlanNode& handle)> variable_device;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PLANNER_OPTIONS_H_
