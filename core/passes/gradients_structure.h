// ControlStructure: frames, loops and conditions, recovered from the primitives of a graph.
//
// A graph is append-only and nodes follow what they read (except back edges), so the structure is found
// in one sweep in order of addition and extended as gradients add nodes.
#ifndef RUNNEL_CORE_PASSES_GRADIENTS_STRUCTURE_H_
#define RUNNEL_CORE_PASSES_GRADIENTS_STRUCTURE_H_

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/graph/graph.h"

namespace runnel {

// An edge is alive only where `pred` has the value `branch`.
struct BranchCondition {
  OutputRef pred;
  bool branch = false;
  bool operator==(const BranchCondition&) const = default;
};
using BranchConditions = std::vector<BranchCondition>;  // outermost first

// One loop variable: Enter -> Merge -> Switch -> Exit, with a body between Switch and NextIteration.
struct LoopVariable {
  Node* enter = nullptr;
  Node* merge = nullptr;
  Node* next = nullptr;
  std::vector<Node*> switches;
  std::vector<Node*> exits;
  bool invariant = false;  // the body passes it on as it is
};

struct LoopParts {
  std::string frame_name;
  int parallel_iterations = 10;
  OutputRef pred;  // the output of LoopCond
  std::vector<LoopVariable> variables;
  std::vector<Node*> constants;  // Enters of loop constants
};

class ControlStructure {
 public:
  explicit ControlStructure(const Graph* graph) : graph_(graph) {}

  // Processes the nodes added since the last call. Errors: INVALID_ARGUMENT naming a node whose inputs
  // come from different frames.
  Status Update();
  int num_nodes() const { return static_cast<int>(frame_of_.size()); }

  // 0 is outside of all loops. An Enter belongs to the frame it enters, an Exit to the one it returns
  // to.
  int FrameOf(const Node* node) const { return frame_of_[static_cast<size_t>(node->id())]; }
  int ParentOf(int frame) const { return frames_[static_cast<size_t>(frame)].parent; }
  // The child of `ancestor` that `frame` lies in; -1 if it lies elsewhere, or is `ancestor` itself.
  int ChildTowards(int ancestor, int frame) const;
  bool IsWithin(int frame, int ancestor) const {
    return frame == ancestor || ChildTowards(ancestor, frame) >= 0;
  }
  // The variables and constants of a loop. Errors: UNIMPLEMENTED naming the loop if it has another form.
  Result<LoopParts> Loop(int frame) const;
  // Conditions under which the loop is entered at all.
  const BranchConditions& EnteredUnder(int frame) const {
    return frames_[static_cast<size_t>(frame)].entered;
  }
  const std::string& FrameName(int frame) const { return frames_[static_cast<size_t>(frame)].name; }

  // Conditions of a node, and of an edge, whose predicates lie in the same frame as it does.
  const BranchConditions& ConditionsOf(const Node* node) const;
  // The nodes of a frame, not of those within it.
  const std::vector<Node*>& NodesOf(int frame) const {
    return frames_[static_cast<size_t>(frame)].nodes;
  }
  BranchConditions ConditionsOf(OutputRef edge) const;
  // A Switch that ends a loop, a Merge that heads one.
  static bool IsLoopSwitch(const Node* node);
  static bool IsLoopMerge(const Node* node);

 private:
  struct Frame {
    int parent = -1;
    std::string name;
    std::vector<Node*> nodes;
    std::vector<Node*> exits;  // out of this frame; they belong to the parent
    BranchConditions entered;  // of what is entered, in the parent frame
  };
  Status AddNode(Node* node);
  std::shared_ptr<const BranchConditions> Shared(
      const Node* node, std::shared_ptr<const BranchConditions> conditions) const;

  const Graph* graph_;
  std::vector<int> frame_of_;
  std::vector<std::shared_ptr<const BranchConditions>> conditions_;  // null: none
  std::vector<Frame> frames_{Frame{}};
  std::map<std::pair<int, std::string>, int> frame_by_name_;  // (parent, name)
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_GRADIENTS_STRUCTURE_H_
