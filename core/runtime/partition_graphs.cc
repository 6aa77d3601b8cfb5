// The plan as GraphDefs, one per device: what run metadata shows.
#include <map>

#include "core/runtime/device.h"
#include "core/runtime/plan.h"

namespace runnel {

void Plan::MakePartitionGraphs(const PlanGraph& graph) {
  std::map<std::string, GraphDef> by_device;
  for (const PlanNode& node : graph.nodes) {
    if (node.removed || node.placed == nullptr) continue;
    NodeDef def;
    def.name = node.name;
    def.op = node.op();
    def.device = node.placed->name();
    def.attrs = *node.attrs;
    // The edge from a _Send to its _Recv is the rendezvous.
    if (!node.is("_Recv")) {
      for (const PlanEdge& in : node.inputs) {
        const std::string& source = graph.at(in.node).name;
        def.inputs.push_back(in.index == 0 ? source : StrCat(source, ":", in.index));
      }
    }
    for (const int c : node.controls) def.inputs.push_back("^" + graph.at(c).name);
    by_device[def.device].nodes.push_back(std::move(def));
  }
  partition_graphs.clear();
  for (auto& [device, def] : by_device) partition_graphs.emplace_back(device, std::move(def));
}

}  // namespace runnel
