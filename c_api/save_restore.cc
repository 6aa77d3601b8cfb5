// A session's variables saved, restored and frozen.
#include "c_api/variables.h"
#include "core/io/bundle_reader.h"
#include "core/io/bundle_writer.h"
#include "core/passes/freeze.h"

using runnel::BundleEntry;
using runnel::BundleReader;
using runnel::Node;
using runnel::Result;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

rnl_status_t* rnl_session_save(rnl_session_t* session, rnl_str_t prefix) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(prefix, "prefix", &view));
    RUNNEL_ASSIGN_OR_RETURN(const auto all, FindVariables(*session->graph->graph));
    RUNNEL_ASSIGN_OR_RETURN(const auto initialized, AreInitialized(*session->session, all));
    std::vector<VariableNodes> variables;
    for (size_t i = 0; i < all.size(); ++i) {
      if (initialized[i]) variables.push_back(all[i]);
    }
    if (variables.empty()) {
      return runnel::FailedPrecondition("none of the graph's ", all.size(),
                                        " variables has a value to save");
    }
    RUNNEL_ASSIGN_OR_RETURN(const auto values, ReadAll(*session->session, variables));
    runnel::BundleWriter writer{runnel::FileSystem(), std::string(view)};
    for (size_t i = 0; i < variables.size(); ++i) {
      RUNNEL_RETURN_IF_ERROR(writer.Add(variables[i].key, values[i]));
    }
    return writer.Finish();
  });
}

rnl_status_t* rnl_session_restore(rnl_session_t* session, rnl_str_t prefix) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(prefix, "prefix", &view));
    RUNNEL_ASSIGN_OR_RETURN(const auto reader,
                            BundleReader::Open(runnel::FileSystem(), std::string(view)));
    RUNNEL_ASSIGN_OR_RETURN(auto variables, FindVariables(*session->graph->graph));
    const auto stored = [&](const std::string& name) -> std::optional<StoredVariable> {
      const BundleEntry* entry = reader->Find(name);
      if (entry == nullptr) return std::nullopt;
      return StoredVariable{entry->dtype, entry->shape};
    };
    RUNNEL_RETURN_IF_ERROR(CheckStored(reader->prefix(), variables, stored));
    std::vector<Tensor> values;
    for (const VariableNodes& variable : variables) {
      RUNNEL_ASSIGN_OR_RETURN(Tensor value, reader->Read(variable.key, session->runtime().allocator()));
      values.push_back(std::move(value));
    }
    return AssignAll(*session->session, variables, values);
  });
}

rnl_status_t* rnl_session_freeze(rnl_session_t* session, const rnl_str_t* outputs, size_t num_outputs,
                                 rnl_bytes_t** out_graph_def) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_graph_def);
    *out_graph_def = nullptr;
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    runnel::Graph& graph = *session->graph->graph;
    std::span<const rnl_str_t> names;
    RUNNEL_RETURN_IF_ERROR(ToSpan(outputs, num_outputs, "outputs", &names));
    if (names.empty()) return runnel::InvalidArgument("no outputs to freeze");
    std::vector<runnel::OutputRef> refs;
    for (const rnl_str_t name : names) {
      std::string_view view;
      RUNNEL_RETURN_IF_ERROR(ToView(name, "outputs", &view));
      RUNNEL_ASSIGN_OR_RETURN(const runnel::OutputRef ref, graph.FindOutput(view));
      refs.push_back(ref);
    }
    const auto read = [&](std::span<Node* const> handles) -> Result<std::vector<Tensor>> {
      std::vector<VariableNodes> variables;
      for (Node* handle : handles) {
        RUNNEL_ASSIGN_OR_RETURN(VariableNodes nodes, NodesFor(graph, handle));
        variables.push_back(nodes);
      }
      return ReadAll(*session->session, variables);
    };
    RUNNEL_ASSIGN_OR_RETURN(const runnel::GraphDef def, runnel::Freeze(graph, refs, read));
    RUNNEL_ASSIGN_OR_RETURN(std::string bytes, runnel::EncodeGraphDef(def));
    *out_graph_def = NewBytes(std::move(bytes));
    return runnel::OkStatus();
  });
}
