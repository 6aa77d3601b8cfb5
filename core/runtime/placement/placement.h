// Placement: a device for every node of a plan. Constraints first (device strings, colocation groups,
// resources with their users), then the session's default device, or the cost model where the session
// asks for automatic placement; nodes that only hand on or describe a value stay where the value is.
#ifndef RUNNEL_CORE_RUNTIME_PLACEMENT_PLACEMENT_H_
#define RUNNEL_CORE_RUNTIME_PLACEMENT_PLACEMENT_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/passes/plan_graph.h"
#include "core/runtime/devices/link_speed.h"
#include "core/runtime/placement/cost_model.h"
#include "core/runtime/plugins/plugin_loader.h"

namespace runnel {

// The container and the name under which a VarHandleOp's variable is known.
std::pair<std::string, std::string> VariableName(const PlanNode& handle);
std::pair<std::string, std::string> VariableName(const std::string& node, const AttrList& attrs);

using VariableDevices = std::map<std::pair<std::string, std::string>, Device*>;  // by VariableName

struct PlacementOptions {
  bool soft = false;           // fall back to a device that has a kernel, and say so
  std::string default_device;  // for nodes without constraints; empty: the first device
  // By node, why it is where it is, in words; null: nobody asks.
  std::vector<std::string>* reasons = nullptr;
  // A line for every dropped wish: of a node that uses a resource which is elsewhere, and with soft
  // placement of a node colocated with such a one. Null: not recorded.
  std::vector<std::string>* dropped = nullptr;
  // Places variables only, with everything that must be beside them, and skips what cannot be placed.
  bool only_variables = false;

  // Where the variable of a VarHandleOp lives or will live; null: anywhere. It outranks what nodes ask
  // for with soft placement, and yields to it with automatic placement.
  std::function<Device*(const PlanNode& handle)> variable_device;

  // ---- automatic placement: among the devices that constraints leave ----
  CostModel* costs = nullptr;   // null: the default device, as above
  LinkSpeeds* links = nullptr;  // with costs
  bool fetches_to_host = true;
  // An earlier placement by names, to tell what a step takes with it.
  const std::vector<std::pair<std::string, std::string>>* earlier = nullptr;
};

// Of automatic placement: what a step takes by the cost model.
struct PlacementForecast {
  double step_ns = 0;          // as placed
  double earlier_step_ns = 0;  // as PlacementOptions::earlier says
  bool had_choice = false;     // some node could have run elsewhere
};

// After its first step, which warms up, so many steps of a placement are measured; then it is made anew,
// at most so often, and replaced if a step is then expected to be clearly shorter.
inline constexpr uint32_t kSampledSteps = 3, kMostPlacements = 3;
bool IsClearGain(double now_ns, double then_ns);

// Sets PlanNode::placed. *fallbacks receives a line for every node that soft placement moved.
// Errors: INVALID_ARGUMENT naming the node and what it asked for: no such device (lists those that
// exist), constraints that contradict (names both nodes), no kernel (lists those that exist).
Status Place(const PluginSet& plugins, const PlacementOptions& options, PlanGraph* plan,
             std::vector<std::string>* fallbacks, PlacementForecast* forecast = nullptr);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLACEMENT_PLACEMENT_H_
