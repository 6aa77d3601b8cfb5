// What a placement would take: a simulation of one step over costs of nodes and speeds of links, and the
// greedy choice of places by it: devices of a process, or tasks of a cluster.
//
// Nodes are looked at in topological order. Each place does one node after another, each link one copy
// after another; a value is copied once to each memory. The greedy choice puts a group of nodes where
// the end of its first one, plus the shortest way from there to the end of the step, comes earliest: an
// op that is a little slower in another place goes there if what follows gains by it.
// Source: Abadi et al. 2016, section 3.2.1 (greedy placement by simulation); Arabnejad & Barbosa 2014
// (PEFT, the look-ahead by an optimistic cost table).
#ifndef RUNNEL_CORE_RUNTIME_PLACEMENT_PLACEMENT_SIMULATION_H_
#define RUNNEL_CORE_RUNTIME_PLACEMENT_PLACEMENT_SIMULATION_H_

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/passes/plan_graph.h"
#include "core/runtime/devices/link_speed.h"
#include "core/runtime/kernels/kernel_select.h"

namespace runnel {

class PlacementSimulation {
 public:
  // The memory that all links start from; every other goes by the number of a place. Of a process, the
  // host's; of a cluster, what lies between the tasks.
  static constexpr int kHub = -1;

  struct Place {
    std::string name;   // for the reasons
    int memory = kHub;  // of what is computed there
    int host = kHub;    // of what kernels there take and give in host memory
    LinkSpeed in, out;  // between `memory` and the hub
  };
  // Places are numbered 0 to n-1, groups by any of the numbers of nodes.
  struct Problem {
    const PlanGraph* plan = nullptr;
    std::vector<int> order;       // live nodes, topological
    std::vector<NodeKind> kinds;  // by node
    std::vector<int> group;       // by node
    // By group: the places that may take it, the preferred one first; never empty.
    std::vector<std::vector<size_t>> candidates;
    std::vector<std::vector<double>> cost_ns;  // by node and place
    // By node and place: bit k is set where the kernel there wants input k in host memory.
    std::vector<std::vector<uint64_t>> host_inputs;
    std::vector<Place> places;
    // By the memories of two places, from * places + to: copies that take this way and not the hub's.
    // Empty: there are none.
    std::vector<std::optional<LinkSpeed>> direct;
    std::vector<int> fed_in;     // by feed: the memory that it comes in
    int fetch_memory = kHub;     // where what is fetched goes
    bool brings_fetches = true;  // false: a fetch stays where it is
    // Constants up to this size are copied to wherever they are needed before a step begins.
    double free_constant_bytes = std::numeric_limits<double>::infinity();
  };
  struct Outcome {
    double end_ns = 0;
    std::vector<int> place;        // by group; -1 where there is no group of that number
    std::vector<std::string> why;  // by group; of the greedy choice only
  };

  explicit PlacementSimulation(const Problem& problem);

  // Of the ways to place all: by parts, as the greedy choice does, or as a whole.
  struct Decision {
    Outcome outcome;
    bool by_parts = false;
    int whole = 0;  // else: the one place that takes everything that may be there
    double whole_ns = 0, parts_ns = 0;
  };
  // What the simulation says is fastest: each group on its first candidate, everything in one place, or
  // by parts; the first of these unless another is clearly faster. `first` is where most first
  // candidates are.
  Decision Decide(size_t first);
  std::string Reason(const Decision& decision, int group) const;

  Outcome Greedy();
  // Each group on preferred[group] where that is a candidate, on its first one otherwise. -1: no wish.
  Outcome Follow(const std::vector<int>& preferred);

 private:
  struct Timeline;

  // By choice, or by wishes.
  Outcome Simulate(const std::vector<int>* preferred) const;
  // In which memory output k of the node lies, if the node is at `place`; its input's, if it hands on.
  int OutputMemory(int node, int k, size_t place, const Timeline& now) const;
  // Where input k of a node at `place` has to be; false if it does not matter.
  bool InputMemory(int node, size_t k, size_t place, const Timeline& now, int* memory) const;
  double BytesOf(PlanEdge edge) const;
  // The way between two memories that the hub is not on; null: there is none.
  const LinkSpeed* Direct(int from, int to) const;
  double CopyNs(double bytes, int from, int to) const;
  double Arrival(PlanEdge edge, int memory, const Timeline& now) const;
  void Bring(PlanEdge edge, int memory, Timeline* now) const;
  double StartOn(int node, size_t place, const Timeline& now) const;
  void Run(int node, size_t place, Timeline* now) const;
  double Finish(Timeline* now) const;
  void LookAhead();
  size_t Choose(int node, const Timeline& now, std::string* why) const;
  bool HandsOn(int node) const;

  const Problem& problem_;
  std::vector<std::vector<PlanEdge>> users_;  // by node: (consumer, input); control edges have input -1
  std::vector<bool> fetched_;
  std::vector<bool> anywhere_;                   // by node: a constant that is wherever it is needed
  std::vector<std::vector<double>> ahead_;       // by node and place: to the end of the step at best
  std::vector<std::vector<double>> group_cost_;  // by group and place
  size_t hub_place_ = 0;                         // the first that computes in the hub
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLACEMENT_PLACEMENT_SIMULATION_H_
