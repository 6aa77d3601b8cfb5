// An entry: a graph with the edges that come in and go out, and a session's callable over it. A single
// op with inputs of given types is one, and so are a traced function and the gradient of a piece of a
// tape.
#ifndef RUNNEL_CORE_EAGER_ENTRY_H_
#define RUNNEL_CORE_EAGER_ENTRY_H_

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/eager/handle.h"
#include "core/graph/graph.h"
#include "core/runtime/session/session.h"

namespace runnel {

// Any thread. The graph does not change once the entry is there.
class EagerEntry final : public RefCounted, private EagerResourceUser {
 public:
  struct Body {
    std::shared_ptr<Graph> graph;
    // Any edges; feeding them cuts the graph off. Those of a maker's node are not fed: its handle comes.
    std::vector<OutputRef> inputs;
    std::vector<std::shared_ptr<const EagerMaker>> makers;  // by input; null: a value
    std::vector<OutputRef> outputs;                         // may name inputs, and edges several times
    std::vector<Node*> targets;
  };

  // Errors: those of Session::Create and MakeCallable; FAILED_PRECONDITION after the context was closed.
  static Result<Ref<EagerEntry>> Create(std::shared_ptr<EagerState> state, Body body,
                                        std::shared_ptr<RandomCounters> random_counters);

  uint64_t id() const { return id_; }
  const Body& body() const { return body_; }
  const std::shared_ptr<EagerState>& state() const { return state_; }

  // inputs are in the body's order, and outputs too: those that stay on a device are not waited for.
  // Errors: INVALID_ARGUMENT where another handle comes than was planned with; those of Session::Run.
  Status Run(std::span<const Tensor> inputs, std::span<Tensor> outputs, const RunOptions* options);

  bool abandoned() const { return abandoned_.load(std::memory_order_relaxed); }

 private:
  EagerEntry(std::shared_ptr<EagerState> state, Body body);
  ~EagerEntry() override;
  bool Takes(uint64_t maker) const override;
  std::pair<Ref<Session>, Ref<Callable>> Abandon() override;
  const Ref<Session>& session() const override { return session_; }
  Status CheckHandle(size_t input, const Tensor& given) const;
  Status RunAround(std::span<const Tensor> inputs, std::span<Tensor> outputs, const RunOptions& options);
  // A handle that comes out as it went in keeps its maker.
  static void KeepHandles(std::span<const Tensor> inputs, std::span<Tensor> outputs);

  const uint64_t id_;
  const std::shared_ptr<EagerState> state_;
  const Body body_;
  std::vector<size_t> fed_;       // which inputs
  std::vector<ptrdiff_t> given_;  // by output: a fetch, or ~input where an input is handed on
  size_t num_fetches_ = 0;
  bool straight_ = false;  // all inputs are fed, and all outputs are fetched, in order
  bool gives_handles_ = false;
  Ref<Session> session_;  // null: there is nothing to run
  Ref<Callable> callable_;
  std::atomic<bool> abandoned_{false};
};

// Tensors of one call: a few lie on the stack.
class TensorArray {
 public:
  explicit TensorArray(size_t count);
  TensorArray(const TensorArray&) = delete;
  ~TensorArray();
  Tensor& operator[](size_t i) { return data_[i]; }
  std::span<Tensor> span() { return {data_, count_}; }

 private:
  static constexpr size_t kInline = 8;
  size_t count_;
  Tensor* data_;
  alignas(Tensor) unsigned char inline_[kInline * sizeof(Tensor)];
};

}  // namespace runnel

#endif  // RUNNEL_CORE_EAGER_ENTRY_H_
