// Gradients of tasks that each have a graph of their own and meet on parameter servers.
//
// A step of a task has two runs. The first one computes gradients and sends them to accumulators, which
// keep them; the second one takes them from there and updates the weights, which it reads anew. In sync
// all tasks send to the same accumulators, and the chief takes the mean of what has come when that is
// enough; else each task has accumulators of its own, and discards what has become too old.
//
// A clock, a variable that is in no checkpoint, counts updates. Accumulators drop what was computed
// before their own clocks, which go with it. A chief's session begins with a time that is later than all
// before, so that nothing that was computed from the weights of an earlier session counts.
#ifndef RUNNEL_CORE_LEARN_AGGREGATION_H_
#define RUNNEL_CORE_LEARN_AGGREGATION_H_

#include <span>
#include <string>
#include <vector>

#include "core/graph/builder.h"
#include "core/learn/aggregation_nodes.h"
#include "core/learn/layers.h"
#include "core/learn/strategy.h"

namespace runnel::learn {

class Aggregation {
 public:
  Aggregation(Graph* graph, const std::string& scope, const Strategy& strategy);

  // Sends the gradients of these weights, and puts in their place what an update is made of. Any number
  // of times.
  Status Exchange(std::span<const Weight> weights, std::vector<OutputRef>* gradients);
  // Last. `step`: what else a step does, besides sending; `updates`: all that an update does.
  Result<AggregationNodes> Finish(const std::vector<Node*>& step, const std::vector<Node*>& updates);

 private:
  bool is_sync() const { return strategy_.replicas_to_aggregate > 0; }
  Status MakeClock();
  GraphBuilder BuilderAt(const std::string& colocate_with);
  // An accumulator that all tasks name alike; in sync it lies beside a variable.
  OutputRef Accumulator(GraphBuilder* b, std::string_view name, DType dtype, const Shape& shape);
  Node* Apply(GraphBuilder* b, OutputRef accumulator, OutputRef value, OutputRef based_on = {});
  // Waits for as many as are required, or for one.
  OutputRef Take(GraphBuilder* b, OutputRef accumulator, DType dtype, OutputRef required = {});
  // Discards what is in an accumulator of values like `like`, beside it, and sets its clock to what is
  // fed.
  Status Reset(OutputRef accumulator, const Weight& like);
  Status FinishSync(const std::vector<Node*>& updates, std::vector<Node*>* sends);
  Status FinishWorker(OutputRef arrived);
  // Nodes that give turns to the other tasks, behind `after`.
  std::vector<Node*> GiveTurns(const std::vector<Node*>& after);
  Node* Group(std::string_view name, std::vector<Node*> nodes);
  OutputRef Whole(int64_t value);  // a scalar

  Graph* const graph_;
  const std::string scope_;
  const Strategy strategy_;
  Weight clock_;
  AggregationNodes made_;
  std::vector<Node*> sends_, discards_, resets_;
  Status status_;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_AGGREGATION_H_
