// The state of one AddGradients call. Its parts: gradients.cc (the reverse sweep), gradients_node.cc
// (one node), while_gradient.cc (one loop).
#ifndef RUNNEL_CORE_PASSES_GRADIENTS_INTERNAL_H_
#define RUNNEL_CORE_PASSES_GRADIENTS_INTERNAL_H_

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/graph/builder.h"
#include "core/passes/gradients_structure.h"

namespace runnel {

// Edges in order of their nodes, so that what is built is the same every time.
struct EdgeLess {
  bool operator()(const OutputRef& a, const OutputRef& b) const {
    return a.node != b.node ? a.node->id() < b.node->id() : a.index < b.index;
  }
};
template <typename T>
using EdgeMap = std::map<OutputRef, T, EdgeLess>;

class GradientBuilder {
 public:
  GradientBuilder(Graph* graph, const std::string& scope, const std::vector<OutputRef>& stops)
      : graph_(graph), structure_(graph), scope_(scope), stops_(stops.begin(), stops.end()) {}

  Result<std::vector<OutputRef>> Run(const std::vector<OutputRef>& ys, const std::vector<OutputRef>& xs,
                                     std::vector<OutputRef> grad_ys);

 private:
  // A forward loop with the counter that it was given, and the backward loop that counts down.
  struct LoopPair {
    LoopParts parts;
    OutputRef forward_index;          // alive in every iteration that runs the body
    std::vector<Node*> forward_done;  // pushes: the counter waits for them
    std::string backward_frame;
    OutputRef backward_index;
    OutputRef backward_rest;            // the backward counter as it ends the loop
    std::vector<Node*> backward_done;   // pops
    std::vector<Node*> entry_controls;  // for constants in the forward loop's parent frame
  };

  // The scope in which gradients are built: outside of all loops, or in the body of a backward loop.
  struct Scope {
    int frame = 0;            // of the forward part
    Scope* parent = nullptr;  // null: forward values can be used as they are
    LoopPair* loop = nullptr;
    std::vector<Node*> source_controls;  // keep new constants in the gradient's frame
    EdgeMap<OutputRef> values;           // forward values made available here
  };

  // One reverse sweep: from ys to xs, within a frame.
  struct Sweep {
    Scope* scope = nullptr;
    std::vector<char> reached;  // by node: depends on an x
    std::vector<char> between;  // by node: and some y depends on it
    std::set<OutputRef, EdgeLess> xs;
    EdgeMap<std::vector<OutputRef>> grads;
  };

  // Adds the gradients of ys, weighed by grad_ys, for xs. Nodes before `first_id` are left alone.
  Result<std::vector<OutputRef>> Differentiate(Scope& scope, const std::vector<OutputRef>& ys,
                                               const std::vector<OutputRef>& grad_ys,
                                               const std::vector<OutputRef>& xs, int first_id);
  void MarkReached(Sweep* sweep, int first_id);
  void MarkBetween(Sweep* sweep, const std::vector<OutputRef>& ys);
  Status Process(Sweep* sweep);
  Status CheckStacks(const Sweep& sweep, int frame, const std::vector<Node*>& members);
  bool IsLeaf(const Scope& scope, const Node* node) const;
  bool IsReached(const Sweep& sweep, OutputRef edge) const;
  int UnitOf(const Sweep& sweep, const Node* node) const;
  void ExtendConsumers();
  // Follows a handle back to the StackV2 that made it; null if it cannot be found.
  const Node* StackOf(OutputRef handle, int depth = 0) const;

  // gradients_node.cc
  Status ProcessNode(Sweep* sweep, Node* node);
  Status SwitchGradient(Sweep* sweep, Node* node, const std::vector<OutputRef>& grads);
  Status MergeGradient(Sweep* sweep, Node* node, OutputRef grad);
  Status ExpansionGradient(Sweep* sweep, Node* node, const std::vector<OutputRef>& grads);
  Status FunctionGradient(Sweep* sweep, Node* node, const std::vector<OutputRef>& grads,
                          const FunctionDef& function);
  Status RowGradient(Sweep* sweep, Node* node, const std::vector<OutputRef>& grads);
  // Adds to an edge's gradient. `user` is the node whose gradient this is part of.
  Status Contribute(Sweep* sweep, const Node* user, OutputRef edge, OutputRef grad);
  // The sum of what has arrived at an edge; empty if nothing has.
  Result<OutputRef> Total(Sweep* sweep, OutputRef edge);
  GraphBuilder BuilderFor(const Scope& scope, const std::string& forward_name) const;

  // while_gradient.cc
  class LoopGradient;
  Status ProcessLoop(Sweep* sweep, int frame);
  Result<OutputRef> Zeros(Scope& scope, GraphBuilder& b, OutputRef forward);
  Result<OutputRef> Forward(Scope& scope, OutputRef edge);
  Result<OutputRef> PushAndPop(Scope& scope, OutputRef edge);
  Result<OutputRef> Pop(Scope& scope, OutputRef stack, OutputRef edge);
  Status PushGradients(Sweep* sweep, Scope& inner, const std::vector<Node*>& pops,
                       std::span<const OutputRef> grads);
  Result<OutputRef> EnterBackward(Scope& scope, OutputRef outside);
  Status StartLoops(Scope& outer, int frame, LoopPair* loop, std::vector<OutputRef>* open);
  Status CloseCounters(LoopPair* loop, const std::vector<OutputRef>& open);

  Graph* graph_;
  ControlStructure structure_;
  std::string scope_;
  std::set<OutputRef, EdgeLess> stops_;
  std::vector<std::vector<Node*>> consumers_;         // by node; back edges too
  std::map<const Node*, std::vector<Node*>> pops_;    // StackV2 -> its pops
  std::map<const Node*, std::vector<Node*>> pushes_;  // and pushes
  std::vector<Node*> all_pops_;
  // StackV2 -> the stack with the gradients of the values popped from it, once it is complete.
  std::map<const Node*, OutputRef> popped_grads_;
  int consumers_done_ = 0;
  int depth_ = 0;  // of expansions and loops within each other
};

inline constexpr int kMaxGradientDepth = 64;

// A description of an edge's gradient: the edge itself, or the variable behind a handle.
DType GradientType(OutputRef edge);
const Shape& GradientShape(OutputRef edge);
// A gradient can flow along the edge.
bool IsDifferentiable(OutputRef edge);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_GRADIENTS_INTERNAL_H_
