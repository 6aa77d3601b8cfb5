// FunctionRunner: the functions of a session's graph, each to be called from outside of any graph.
//
// All of them are called by one session over a graph of its own, which grows by a call node with
// placeholders for every function that is looked for. Calls are steps of that session: their plans are
// made once, and kept.
#ifndef RUNNEL_CORE_RUNTIME_SESSION_FUNCTION_RUNNER_H_
#define RUNNEL_CORE_RUNTIME_SESSION_FUNCTION_RUNNER_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/runtime/host_ops/function_library.h"
#include "core/runtime/session/session.h"

namespace runnel {

// Any thread. Functions keep it.
class FunctionRunner final : public RefCounted, public FunctionLibrary {
 public:
  // `options` and `resources` are those of the session that `graph` is of.
  FunctionRunner(const Ref<Runtime>& runtime, std::shared_ptr<Graph> graph,
                 const SessionOptions& options, std::shared_ptr<ResourceManager> resources);

  Result<Ref<HostFunction>> Find(const FuncRef& function, std::span<const DType> input_types) override;
  // Ends the calls under way and waits for them, except in a callback of the runtime. Later calls fail
  // with FAILED_PRECONDITION.
  void Close();

 private:
  class Function;
  ~FunctionRunner() override;
  Result<Ref<Session>> OpenLocked();
  // Adds what `name` needs to the graph of calls.
  Status AddFunctions(const std::string& name);

  const Ref<Runtime> runtime_;
  const std::shared_ptr<Graph> graph_;
  const std::shared_ptr<ResourceManager> resources_;
  SessionOptions options_;
  std::mutex mutex_;  // guards all below
  bool closed_ = false;
  std::shared_ptr<Graph> calls_;  // made with the first function
  Ref<Session> session_;
  std::map<std::string, Ref<Callable>> callables_;  // by function, attrs and types
  std::map<std::string, std::vector<DType>> output_types_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_SESSION_FUNCTION_RUNNER_H_
