// Builds what a node is composed of, as its op's row says, in a graph of its own.
#ifndef RUNNEL_CORE_PASSES_COMPOSE_H_
#define RUNNEL_CORE_PASSES_COMPOSE_H_

#include <memory>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

class GraphBuilder;

struct Composition {
  std::shared_ptr<Graph> graph;
  std::vector<OutputRef> args;     // stand for the node's inputs
  std::vector<OutputRef> outputs;  // empty: for these shapes there is no simpler form
  std::vector<bool> needed;        // by node; empty: all are
};

// Errors: those of the row's formula or function.
Result<Composition> MakeComposition(const PlanGraph& plan, const PlanNode& node);

// What stands for the node's inputs in a composition, added by `builder`.
std::vector<OutputRef> StandIns(const PlanGraph& plan, const PlanNode& node, GraphBuilder* builder);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_COMPOSE_H_
