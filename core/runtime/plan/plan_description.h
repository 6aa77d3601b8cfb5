// PlanDescription: what a session would run for a signature, for people and tools to look at. A copy in
// plain values: it outlives the plan that it was made from.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PLAN_DESCRIPTION_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PLAN_DESCRIPTION_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/dtype.h"
#include "core/tensor/shape.h"

namespace runnel {

struct PlanDescription {
  struct Pass {
    std::string name;
    int64_t nodes_before = 0, nodes_after = 0;
    std::string_view doc;  // of the table of passes
  };
  struct Output {
    DType dtype = DType::kInvalid;
    Shape shape = Shape::Unknown();
  };
  struct Input {
    int node = -1;
    int output = 0;  // -1: a control edge
  };
  struct Node {
    std::string name, op, device;
    std::string reason;       // why it is placed there
    int region = -1;          // -1: on its own
    double estimate_ns = -1;  // of one run, or copy; below 0: nobody makes an estimate
    double measured_ns = -1;  // running mean of profiled steps; below 0: not measured
    std::vector<Input> inputs;
    std::vector<Output> outputs;
  };
  // Memory within a region's arena, from the op that fills it to the last that reads it.
  struct Value {
    std::string name;  // "node:0"; "node (workspace)"
    uint64_t offset = 0, bytes = 0;
    int first = 0, last = 0;  // into Region::ops
  };
  struct Region {
    std::string device;
    std::vector<std::string> ops;  // names of nodes, in the order in which they run
    std::vector<Value> values;     // in order of `first`
    uint64_t arena_bytes = 0;
    uint64_t live_bytes = 0;  // the most that is in use at once
  };

  std::vector<Pass> passes;  // those that are on, in order
  std::vector<Node> nodes;   // as planned
  std::vector<Region> regions;
  std::vector<std::string> fallbacks;
  uint64_t arena_bytes = 0;
  int64_t launches = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PLAN_DESCRIPTION_H_
