// Parts of a batch that are computed by copies of the same nodes, each on a device of its own, and what
// the parts give together: the same as the whole batch, but for the order of additions.
#ifndef RUNNEL_CORE_LEARN_REPLICAS_H_
#define RUNNEL_CORE_LEARN_REPLICAS_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/graph/builder.h"
#include "core/learn/all_reduce.h"
#include "core/learn/layers.h"
#include "core/learn/node_copies.h"
#include "core/learn/strategy.h"

namespace runnel::learn {

class Replicas {
 public:
  // `batch` is what is fed with rows: its tensors are divided along the first dimension, so that parts
  // differ by one row at most and the first ones are the larger ones. Errors: those of Graph::AddNode.
  static Result<Replicas> Create(Graph* graph, const std::string& scope, const Strategy& strategy,
                                 std::span<const OutputRef> batch);

  // Gives every device a copy of the variables, but for `home`, where they are. Before anything else.
  // Errors: UNIMPLEMENTED naming a variable whose type no all-reduce takes, if the strategy asks for it.
  Status CopyVariables(std::span<const Weight> variables);
  // Every device updates its copies itself, of sums that all have. Decided by CopyVariables.
  bool all_update() const { return all_reduce_.has_value(); }
  // Where all update: copies of what an update keeps of variables, before it is finished.
  Status CopyStates(std::span<const Weight> states);
  // Counts of which the values of all parts are the whole batch's: what a loss is divided by. What is
  // computed of them later takes the sums.
  Status Total(std::span<const OutputRef> counts);
  // Who has what the parts give together.
  enum class To {
    kHome,
    // What variables are updated by: where all update, each part has it.
    kUpdates,
  };
  // Sums over the parts, in their order unless each part has them. Empty ones stay so.
  Result<std::vector<OutputRef>> Sum(std::span<const OutputRef> values, To to);
  // Means over the parts, weighed by their rows. Empty ones stay so.
  Result<std::vector<OutputRef>> Mean(std::span<const OutputRef> values, To to);
  // All nodes of a step of these, which update variables of sums and means: with what updates the
  // copies.
  Result<std::vector<Node*>> Finish(const std::vector<Node*>& updates);
  // Nodes that give copies of variables the values of the originals, whether they have any yet or not.
  Result<std::vector<Node*>> Sync() { return Assign({}); }
  // Handles of the copies.
  const std::vector<Node*>& copies() const { return handles_; }

 private:
  struct Copied {
    Node* original;  // handles
    Node* copy;
    Node* begin;  // gives the copy a first value
    std::string device;
  };
  Replicas(Graph* graph, const std::string& scope, const Strategy& strategy)
      : graph_(graph), b_(graph, scope), scope_(scope), strategy_(strategy) {}
  Status Divide(std::span<const OutputRef> batch);
  Result<Copied> CopyVariable(const Weight& variable, size_t part);
  // The values of each part.
  Result<std::vector<std::vector<OutputRef>>> Parts(std::span<const OutputRef> values);
  OutputRef AddUp(const std::vector<std::vector<OutputRef>>& parts, size_t value);
  // Assigns originals to copies behind `after`, or behind the copies' first values.
  Result<std::vector<Node*>> Assign(const std::vector<Node*>& after);
  Result<std::vector<OutputRef>> Together(std::vector<std::vector<OutputRef>> parts, To to);
  Status AddCopies(std::span<const Weight> variables);

  Graph* graph_;
  GraphBuilder b_;
  std::string scope_;
  Strategy strategy_;
  std::vector<NodeCopies> parts_;
  std::vector<OutputRef> rows_;    // of each part, int32, on the host
  std::vector<OutputRef> slices_;  // of the batch's first tensor, of each part
  OutputRef all_rows_;
  std::vector<Copied> copied_;
  std::vector<Node*> handles_;
  std::optional<AllReduce> all_reduce_;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_REPLICAS_H_
