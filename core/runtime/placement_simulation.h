// What a placement would take: a simulation of one step over costs of nodes and speeds of links, and the
// greedy choice of devices by it.
//
// Nodes are looked at in topological order. Each device does one node after another, each link one copy
// after another; a value is copied once to each memory. The greedy choice puts a group of nodes where
// the end of its first one, plus the shortest way from there to the end of the step, comes earliest: an
// op that is a little slower on another device goes there if what follows gains by it.
// Source: Abadi et al. 2016, section 3.2.1 (greedy placement by simulation); Arabnejad & Barbosa 2014
// (PEFT, the look-ahead by an optimistic cost table).
#ifndef RUNNEL_CORE_RUNTIME_PLACEMENT_SIMULATION_H_
#define RUNNEL_CORE_RUNTIME_PLACEMENT_SIMULATION_H_

#include <string>
#include <vector>

#include "core/passes/plan_graph.h"
#include "core/runtime/kernel_select.h"
#include "core/runtime/link_speed.h"

namespace runnel {

class PlacementSimulation {
 public:
  // Devices are numbered 0 to n-1, groups by any of the numbers of nodes.
  struct Problem {
    const PlanGraph* plan = nullptr;
    std::vector<int> order;       // live nodes, topological
    std::vector<NodeKind> kinds;  // by node
    std::vector<int> group;       // by node
    // By group: the devices that may take it, the preferred one first; never empty.
    std::vector<std::vector<size_t>> candidates;
    std::vector<std::vector<double>> cost_ns;  // by node and device
    // By node and device: bit k is set where the kernel there wants input k in host memory.
    std::vector<std::vector<uint64_t>> host_inputs;
    std::vector<Device*> devices;
    std::vector<LinkSpeeds::Link> links;  // by device
    bool fetches_to_host = true;
  };
  struct Outcome {
    double end_ns = 0;
    std::vector<int> device;       // by group; -1 where there is no group of that number
    std::vector<std::string> why;  // by group; of the greedy choice only
  };

  explicit PlacementSimulation(const Problem& problem);

  Outcome Greedy();
  // Each group on preferred[group] where that is a candidate, on its first one otherwise. -1: no wish.
  Outcome Follow(const std::vector<int>& preferred);

 private:
  static constexpr int kHost = -1;  // a memory; others go by their device's number

  struct Timeline;

  // By choice, or by wishes.
  Outcome Simulate(const std::vector<int>* preferred) const;
  int MemoryOf(size_t device) const;
  // In which memory output k of the node lies, if the node is on `device`; its input's, if it hands on.
  int OutputMemory(int node, int k, size_t device, const Timeline& now) const;
  // Where input k of a node on `device` has to be; false if it does not matter.
  bool InputMemory(int node, size_t k, size_t device, const Timeline& now, int* memory) const;
  double BytesOf(PlanEdge edge) const;
  double CopyNs(double bytes, int from, int to) const;
  double Arrival(PlanEdge edge, int memory, const Timeline& now) const;
  void Bring(PlanEdge edge, int memory, Timeline* now) const;
  double StartOn(int node, size_t device, const Timeline& now) const;
  void Run(int node, size_t device, Timeline* now) const;
  double Finish(Timeline* now) const;
  void LookAhead();
  size_t Choose(int node, const Timeline& now, std::string* why) const;
  bool HandsOn(int node) const;

  const Problem& problem_;
  std::vector<std::vector<PlanEdge>> users_;  // by node: (consumer, input); control edges have input -1
  std::vector<bool> fetched_;
  std::vector<std::vector<double>> ahead_;       // by node and device: to the end of the step at best
  std::vector<std::vector<double>> group_cost_;  // by group and device
  size_t host_device_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLACEMENT_SIMULATION_H_
