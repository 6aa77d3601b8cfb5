// The parts of `runnel inspect`: each answers in JSON and in lines for people.
#ifndef RUNNEL_TOOLS_RUNNEL_INSPECT_H_
#define RUNNEL_TOOLS_RUNNEL_INSPECT_H_

#include <map>
#include <string>
#include <vector>

#include "tools/runnel/command.h"

namespace runnel::tools {

using PlanHandle = Handle<rnl_plan_t, rnl_plan_release>;

// What is planned: feeds by number with their shapes (rank -1: as the graph says), fetches, targets.
struct Inspected {
  std::vector<rnl_output_t> feeds;
  std::vector<int32_t> feed_ranks;
  std::vector<std::vector<int64_t>> feed_dims;
  std::vector<rnl_output_t> fetches;
  std::vector<rnl_node_t> targets;
};
PlanHandle MakePlan(rnl_session_t* session, const Inspected& what);

// "[2,?,3]", or "<unknown>"; and the same as JSON: null, or a list with -1.
std::string ShapeText(int32_t rank, const int64_t* dims);
void ShapeJson(int32_t rank, const int64_t* dims, JsonWriter* json);

// Nodes that restoring a checkpoint has added are no part of the model.
bool IsOfTheModel(const rnl_graph_t* graph, rnl_node_t node);

// Nodes by op, parameters, inputs, outputs, functions.
void DescribeSummary(const rnl_runtime_t* runtime, const rnl_graph_t* graph, JsonWriter* json,
                     std::string* text);
void DescribeShapes(const rnl_plan_t* plan, JsonWriter* json, std::string* text);
void DescribePasses(const rnl_plan_t* plan, JsonWriter* json, std::string* text);
void DescribeMemory(const rnl_plan_t* plan, JsonWriter* json, std::string* text);
void DescribePlacement(const rnl_plan_t* plan, JsonWriter* json, std::string* text);

// The nodes that `outputs` and `targets` need, or all if there are none; small constants are left out.
std::string GraphSvg(const rnl_graph_t* graph, const std::vector<rnl_output_t>& outputs,
                     const std::vector<rnl_node_t>& targets);
std::string MemorySvg(const rnl_plan_t* plan);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_INSPECT_H_
