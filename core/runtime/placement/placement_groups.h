// Nodes of a plan that have to be on one device, and what each such group asks for: what placement over
// the devices of a process and over the tasks of a cluster have in common.
#ifndef RUNNEL_CORE_RUNTIME_PLACEMENT_PLACEMENT_GROUPS_H_
#define RUNNEL_CORE_RUNTIME_PLACEMENT_PLACEMENT_GROUPS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/graph/device_name.h"
#include "core/passes/plan_graph.h"

namespace runnel {

// Rank of a node's wish for a device within its group; a lower rank counts only as far as it fits the
// higher ones. A resource is where its owner is, whoever uses it (Source: TensorFlow's placer), and a
// node that is to be colocated with another goes where that one is.
enum class Standing : uint8_t { kOwner, kNone, kFollower, kUser };
inline constexpr Standing kStandings[] = {Standing::kOwner, Standing::kNone, Standing::kFollower,
                                          Standing::kUser};
Standing StandingOf(const PlanGraph& plan, int node);
// The owner of a resource that the node uses, as far as the edges show; -1: it uses none.
int OwnerFor(const PlanGraph& plan, int node);
// A line for the log: the wish of a node that has to be elsewhere.
std::string DroppedWish(const PlanGraph& plan, int node, int other, const std::string& before);

class PlacementGroups {
 public:
  // Every node a group of its own. `plan` keeps its nodes while this lives.
  explicit PlacementGroups(const PlanGraph& plan);

  void Join(int a, int b) { parent_[static_cast<size_t>(Find(a))] = Find(b); }
  // The number that stands for the node's group. It changes only by Join.
  int Find(int node);

  // Joins what "loc:@" names and what shares a resource. A node that this signature does not need
  // constrains nothing.
  void JoinByNamesAndResources(std::span<const int> nodes);
  // Merges the device strings of each group in the order of their ranks. `conflict(node, other, before)`
  // judges a node that asks for another device than `other`, whose group asks for `before`: an error, or
  // OK if the wish is dropped. Errors: INVALID_ARGUMENT for a malformed string; those of conflict.
  template <typename Conflict>
  Status Constrain(std::span<const int> nodes, const Conflict& conflict) {
    std::vector<Standing> standing;
    for (const int i : nodes) standing.push_back(StandingOf(plan_, i));
    for (const Standing turn : kStandings) {
      for (size_t n = 0; n < nodes.size(); ++n) {
        if (standing[n] != turn) continue;
        int other = -1;
        std::string before;
        RUNNEL_RETURN_IF_ERROR(Merge(nodes[n], &other, &before));
        if (other >= 0) RUNNEL_RETURN_IF_ERROR(conflict(nodes[n], other, before));
      }
    }
    return OkStatus();
  }
  // What an error says of two nodes of a group that ask for different devices.
  Status Contradiction(int node, int other, const std::string& before) const;

  const DeviceName& wanted(int node) { return want_[static_cast<size_t>(Find(node))]; }
  // The node of its group that asked last; -1: none asked.
  int asked_by(int node) { return source_[static_cast<size_t>(Find(node))]; }
  // The groups of `nodes`, each in the order of `nodes`, in the order of their first members.
  std::vector<std::vector<int>> Members(std::span<const int> nodes);

 private:
  // *other < 0 if the node's wish fits.
  Status Merge(int node, int* other, std::string* before);

  const PlanGraph& plan_;
  std::vector<int> parent_;
  std::vector<DeviceName> want_;  // by group
  std::vector<int> source_;       // by group
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLACEMENT_PLACEMENT_GROUPS_H_
