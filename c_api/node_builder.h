// The handle of a node builder, which becomes a node (node_builder.cc) or an eager op (eager.cc).
#ifndef RUNNEL_C_API_NODE_BUILDER_H_
#define RUNNEL_C_API_NODE_BUILDER_H_

#include <string>
#include <vector>

#include "c_api/internal.h"

struct rnl_node_builder_t {
  runnel::Ref<rnl_graph_t> graph;
  runnel::NodeSpec spec;
  std::vector<std::string> colocation;
  runnel::Status status;
};

#endif  // RUNNEL_C_API_NODE_BUILDER_H_
