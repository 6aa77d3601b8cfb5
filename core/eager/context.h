// The context: the ops that were prepared, the graph with their functions, and what all entries share.
#ifndef RUNNEL_CORE_EAGER_CONTEXT_H_
#define RUNNEL_CORE_EAGER_CONTEXT_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "core/eager/eager.h"
#include "core/eager/entry.h"

namespace runnel {

class StageCache;

// Errors: INVALID_ARGUMENT for a pass that does not exist; those of Runtime::CheckProcess.
Result<Ref<EagerContext>> CreateEagerContext(Ref<Runtime> runtime, const SessionOptions& options);

class EagerContextImpl final : public EagerContext {
 public:
  EagerContextImpl(Ref<Runtime> runtime, const SessionOptions& options);
  const std::shared_ptr<Graph>& graph() override { return graph_; }
  Result<Ref<EagerOp>> MakeOp(NodeSpec spec) override;
  Result<Ref<EagerOp>> FindOp(std::string_view op) override;
  Result<Ref<EagerOp>> MakeFunction(std::shared_ptr<Graph> graph, std::string_view name,
                                    const Signature& signature) override;
  Result<OutputRef> AddHandle(Graph* graph, const Tensor& handle) override;
  Result<Ref<EagerTape>> MakeTape(Ref<EagerTape> outer, const EagerTapeOptions& options) override;
  Status Close() override;

  const std::shared_ptr<EagerState>& state() const { return state_; }

 private:
  ~EagerContextImpl() override;
  void ForgetUnusedLocked();

  const std::shared_ptr<EagerState> state_;
  const std::shared_ptr<Graph> graph_;
  const std::shared_ptr<StageCache> stages_;
  std::mutex mutex_;  // guards all below
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view key) const { return std::hash<std::string_view>()(key); }
  };
  std::unordered_map<std::string, Ref<EagerOp>, Hash, std::equal_to<>> ops_;    // by what they say
  std::unordered_map<std::string, Ref<EagerOp>, Hash, std::equal_to<>> plain_;  // by name, without attrs
};

}  // namespace runnel

#endif  // RUNNEL_CORE_EAGER_CONTEXT_H_
