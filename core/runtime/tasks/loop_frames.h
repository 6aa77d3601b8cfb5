// LoopFrames: which loop each node of a plan runs in, and loops whose nodes are on several tasks.
//
// A loop is driven by the task that has its LoopCond. Another task with nodes of the loop gets a loop of
// its own that computes nothing and makes as many iterations: it receives the condition once per
// iteration. A value that crosses tasks within a loop is received in each iteration. Source: Abadi et
// al. 2016, "TensorFlow: a system for large-scale machine learning", section 3.4.
#ifndef RUNNEL_CORE_RUNTIME_TASKS_LOOP_FRAMES_H_
#define RUNNEL_CORE_RUNTIME_TASKS_LOOP_FRAMES_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/passes/frames.h"

namespace runnel {

class LoopFrames {
 public:
  explicit LoopFrames(const PlanGraph& plan) : plan_(plan) {}
  // Of all nodes; again after some were added. Errors: those of FindFrames.
  Status Find();
  // Whether every edge fits its frame, as found.
  const Status& fits() const { return graph_.fits; }

  // The innermost frame that a node runs in, its Enters and Exits included; -1: none. A frame has a
  // greater number than the one that it is in.
  int frame_of(int node) const {
    return (plan_.at(node).is("Enter") ? graph_.outputs(node) : graph_.node(node)) - 1;
  }
  // The frame that the node's outputs are in.
  int frame_of_outputs(int node) const { return graph_.outputs(node) - 1; }
  int parent(int frame) const { return of(frame).parent - 1; }
  int Outermost(int frame) const;
  int Depth(int frame) const { return frame < 0 ? 0 : of(frame).depth; }
  // Whether the node drives its loop, as opposed to being in the body: one of Enter, Merge, Switch,
  // NextIteration, Exit and LoopCond of a variable of the loop. Constant Enters do not.
  bool IsControl(int node) const;
  bool IsConstantEnter(int node) const;

  // Adds to `plan`, which must be the plan of this object, a loop for each task that has nodes of a loop
  // driven elsewhere. (*place_of)[node] grows with it; `task_of` maps a place to its task, and
  // `place_on` a task to a place.
  template <typename TaskOf, typename PlaceOn>
  Status AddDrivers(PlanGraph* plan, std::vector<int>* place_of, TaskOf task_of, PlaceOn place_on) {
    std::map<std::pair<int, size_t>, bool> wanted;
    const auto count = static_cast<int>(plan_.nodes.size());
    for (int i = 0; i < count; ++i) {
      const int place = (*place_of)[static_cast<size_t>(i)];
      if (plan_.at(i).removed || place < 0 || IsConstantEnter(i)) continue;
      // Parents first.
      for (int frame = frame_of(i); frame >= 0; frame = parent(frame))
        wanted[{frame, task_of(place)}] = true;
    }
    for (size_t f = 0; f < makers_.size(); ++f) {
      if (makers_[f].condition < 0) continue;
      const size_t home = task_of((*place_of)[static_cast<size_t>(makers_[f].condition)]);
      drivers_[{static_cast<int>(f), home}] = makers_[f].merge;
    }
    for (const auto& [key, want] : wanted) {
      if (drivers_.contains(key)) continue;
      RUNNEL_RETURN_IF_ERROR(AddDriver(plan, key.first, key.second));
      place_of->resize(plan_.nodes.size(), place_on(key.second));
    }
    return Find();
  }
  // Whether a node of a loop runs, alive or dead, in each of its iterations. What an Enter or a
  // NextIteration gives, and what depends on that alone, is missing in some.
  bool RunsEachTime(int node) const { return each_time_[static_cast<size_t>(node)]; }
  // The Merge on a task that runs in every iteration of a frame; -1: the task has no nodes of it.
  int driver(int frame, size_t task) const {
    const auto it = drivers_.find({frame, task});
    return it == drivers_.end() ? -1 : it->second;
  }
  // Nodes without consumers that must run on their task.
  const std::vector<int>& targets() const { return targets_; }

 private:
  // The nodes that drive a loop.
  struct Makers {
    int enter = -1;        // any that is not constant
    int merge = -1;        // any of a variable
    int condition = -1;    // LoopCond
    bool several = false;  // there is another LoopCond
  };
  // Without the root, which has no number here.
  const GraphFrames::Frame& of(int frame) const { return graph_.frame(frame + 1); }
  Status AddDriver(PlanGraph* plan, int frame, size_t task);
  void FindWhatRunsEachTime(const std::vector<int>& order);

  const PlanGraph& plan_;
  GraphFrames graph_;
  std::vector<bool> each_time_;
  std::vector<Makers> makers_;  // by frame
  std::map<std::pair<int, size_t>, int> drivers_;
  std::vector<int> targets_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_TASKS_LOOP_FRAMES_H_
