// The nodes that a task runs where gradients are aggregated (core/learn/aggregation.h).
#ifndef RUNNEL_CORE_LEARN_AGGREGATION_NODES_H_
#define RUNNEL_CORE_LEARN_AGGREGATION_NODES_H_

#include <vector>

#include "core/graph/graph.h"

namespace runnel::learn {

// What a task's role does not need is null.
struct AggregationNodes {
  Node* clock = nullptr;  // the handle of the variable
  OutputRef now;          // its value
  OutputRef based_on;     // fed: its value when the weights of this step were read
  Node* send = nullptr;
  Node* update = nullptr;   // also counts
  Node* discard = nullptr;  // of tasks that take their own gradients
  OutputRef first;          // fed: a chief's clock, as a session begins
  Node* reset = nullptr;    // discards what others have left

  // In sync. A chief waits for `required` gradients, which is fed, and takes their number; `sent` tells
  // how many have been sent at all, `waiting` takes what has come since.
  OutputRef required, arrived, sent, waiting;
  std::vector<OutputRef> absent;  // of each other task: above 0 if it has ended
  Node* end = nullptr;            // the chief makes no more updates: the clock is -1
  // The others wait for their turn, and are told the clock then.
  OutputRef turn;
  Node* prime = nullptr;  // gives a task its first turn
  Node* leave = nullptr;  // tells the chief that no more come from this task

  bool is_chief = false;

  bool empty() const { return send == nullptr; }
  // Where its nodes are, to move them to a copy of the graph.
  std::vector<Node**> All();
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_AGGREGATION_NODES_H_
