// Parts of a batch that are computed by copies of the same nodes, each on a device of its own, and what
// the parts give together: the same as the whole batch, but for the order of additions.
#ifndef RUNNEL_CORE_LEARN_REPLICAS_H_
#define RUNNEL_CORE_LEARN_REPLICAS_H_

#include <span>
#include <string>
#include <vector>

#include "core/graph/builder.h"
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
  Status CopyVariables(std::span<const Weight> variables);
  // Counts of which the values of all parts are the whole batch's: what a loss is divided by. What is
  // computed of them later takes the sums.
  Status Total(std::span<const OutputRef> counts);
  // Sums over the parts, in their order. Empty ones stay so.
  Result<std::vector<OutputRef>> Sum(std::span<const OutputRef> values);
  // Means over the parts, weighed by their rows. Empty ones stay so.
  Result<std::vector<OutputRef>> Mean(std::span<const OutputRef> values);
  // The rows of all parts, in the order of the batch.
  Result<OutputRef> Joined(OutputRef rows);
  // Nodes that give all copies of variables their values, behind `after`. With an empty `after` they
  // also do so where copies have none yet, as at the begin of a session.
  Result<std::vector<Node*>> Update(const std::vector<Node*>& after);
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

  Graph* graph_;
  GraphBuilder b_;
  std::string scope_;
  Strategy strategy_;
  std::vector<NodeCopies> parts_;
  std::vector<OutputRef> rows_;  // of each part, int32
  OutputRef all_rows_;
  std::vector<Copied> copied_;
  std::vector<Node*> handles_;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_REPLICAS_H_
