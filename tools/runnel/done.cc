#include "tools/runnel/done.h"

#include <set>
#include <vector>

#include "tools/common/error.h"

namespace runnel::tools {
namespace {

std::string Device(const std::string& job, int64_t task) { return Cat("/job:", job, "/task:", task); }

// The queue that ends are told through, on one task.
rnl_output_t AddQueue(rnl_graph_t* graph, const std::string& device) {
  const rnl_dtype_t type = RNL_INT64;
  rnl_node_builder_t* const node = rnl_node_builder_create(graph, rnl_str("FIFOQueueV2"), rnl_str(""));
  rnl_node_builder_set_attr_type_list(node, rnl_str("component_types"), &type, 1);
  rnl_node_builder_set_attr_string(node, rnl_str("shared_name"), rnl_str("runnel_done"));
  rnl_node_builder_set_device(node, Str(device));
  rnl_node_t added = RNL_NO_NODE;
  Check(rnl_node_builder_finish(node, &added));
  return rnl_output(added, 0);
}

SessionHandle Open(rnl_graph_t* graph, rnl_server_t* server, const std::string& filter) {
  SessionOptionsHandle options;
  Check(rnl_session_options_create(Out(&options)));
  Check(rnl_session_options_set_target(options.get(), rnl_server_target(server)));
  Check(rnl_session_options_set_token(options.get(), rnl_server_token(server)));
  Check(rnl_session_options_add_device_filter(options.get(), Str(filter)));
  Check(rnl_session_options_set_connect_timeout(options.get(), 10'000));
  SessionHandle session;
  Check(rnl_session_create(graph, options.get(), Out(&session)));
  return session;
}

}  // namespace

void AwaitDone(rnl_runtime_t* runtime, rnl_server_t* server, const std::string& job, int64_t task,
               size_t count) {
  const rnl_dtype_t type = RNL_INT64;
  GraphHandle graph;
  Check(rnl_graph_create(runtime, Out(&graph)));
  rnl_node_builder_t* const node =
      rnl_node_builder_create(graph.get(), rnl_str("QueueDequeueV2"), rnl_str(""));
  rnl_node_builder_add_input(node, AddQueue(graph.get(), Device(job, task)));
  rnl_node_builder_set_attr_type_list(node, rnl_str("component_types"), &type, 1);
  rnl_node_t added = RNL_NO_NODE;
  Check(rnl_node_builder_finish(node, &added));
  const SessionHandle session = Open(graph.get(), server, Device(job, task));
  const rnl_output_t who = rnl_output(added, 0);
  for (std::set<int64_t> ended; ended.size() < count;) {
    TensorHandle number;
    Check(rnl_session_run_outputs(session.get(), nullptr, nullptr, nullptr, 0, &who, Out(&number), 1,
                                  nullptr, 0, nullptr));
    ended.insert(*static_cast<const int64_t*>(rnl_tensor_data(number.get())));
  }
}

void TellDone(rnl_runtime_t* runtime, rnl_server_t* server, const std::string& job, size_t count,
              int number) {
  GraphHandle graph;
  Check(rnl_graph_create(runtime, Out(&graph)));
  TensorHandle who;
  Check(rnl_tensor_from_scalar(runtime, RNL_INT64, number, Out(&who)));
  rnl_output_t value;
  Check(rnl_graph_add_constant(graph.get(), rnl_str(""), who.get(), &value));
  std::vector<rnl_node_t> told;
  for (size_t task = 0; task < count; ++task) {
    rnl_node_builder_t* const node =
        rnl_node_builder_create(graph.get(), rnl_str("QueueEnqueueV2"), rnl_str(""));
    rnl_node_builder_add_input(node, AddQueue(graph.get(), Device(job, static_cast<int64_t>(task))));
    rnl_node_builder_add_input(node, value);
    Check(rnl_node_builder_finish(node, &told.emplace_back()));
  }
  const SessionHandle session = Open(graph.get(), server, Cat("/job:", job));
  Check(rnl_session_run_outputs(session.get(), nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0,
                                told.data(), told.size(), nullptr));
}

}  // namespace runnel::tools
