// CostModel: what a node costs on a device. Estimates come from the plugins; measurements of traced
// steps that wait for every kernel correct them, node by node, and by device for nodes that were never
// seen there.
#ifndef RUNNEL_CORE_RUNTIME_PLACEMENT_COST_MODEL_H_
#define RUNNEL_CORE_RUNTIME_PLACEMENT_COST_MODEL_H_

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/passes/plan_graph.h"
#include "core/runtime/exchange/run_metadata.h"
#include "core/runtime/plugins/plugin_loader.h"

namespace runnel {

// The plugin's own estimate of one run, in ns: what `supports` answers, else what the kernel's `plan`
// does. 0: it makes none. `from_supports` is what SelectKernel heard.
uint64_t EstimateKernel(const KernelEntry& entry, uint64_t from_supports, const PlanGraph& plan,
                        const PlanNode& node, Device* device);

// Of its inputs and outputs, as far as their shapes are known.
double BytesTouched(const PlanGraph& plan, const PlanNode& node);

// A made node and those that it stands for, as fusion makes them.
using NodeParts = std::vector<std::pair<std::string, std::vector<std::string>>>;

// Cost of a node on the devices of a process, in ns; kNoKernel where none has a kernel for it.
struct NodeCost {
  static constexpr double kNoKernel = -1;
  std::string node;
  double ns = 0;
};

// One for all that is placed by the same measurements. Threads: any.
class CostModel {
 public:
  // What a kernel is taken to cost whose plugin does not say, per run and per byte that it touches.
  static constexpr double kUnknownNs = 1000, kUnknownNsPerByte = 0.1;

  // Stores the plugin's estimate for the node there, and returns the best known cost: the measured time,
  // else the estimate times the device's overall correction.
  double CostNs(const std::string& node, const Device& device, uint64_t estimate_ns, double bytes);

  // What a step took whose kernels and copies were waited for. The time of a node that was made of
  // others counts for those, each by its estimate.
  void Record(const std::vector<NodeStats>& stats, const NodeParts& parts);
  // One measurement: the running mean moves a third of the way.
  void RecordNs(const std::string& node, const std::string& device, double ns);

  // The running mean of a node's time there.
  std::optional<double> MeasuredNs(const std::string& node, const std::string& device) const;

 private:
  struct Entry {
    double estimate_ns = 0;
    std::optional<double> measured_ns;
  };
  struct OfDevice {
    std::map<std::string, Entry> nodes;
    double factor = 1;           // measured over estimated, of nodes that have both
    bool factor_is_old = false;  // since a measurement or an estimate changed
  };
  static void Correct(OfDevice* device);
  static void RecordIn(OfDevice* device, const std::string& node, double ns);

  mutable std::mutex mutex_;  // guards all below
  std::map<std::string, OfDevice> devices_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLACEMENT_COST_MODEL_H_
