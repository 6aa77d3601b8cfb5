// QueueRunner: ops that fill a queue, each run again and again until the queue is closed, the session or
// a coordinator ends. No thread waits for them: each step is asynchronous and starts the next.
//
// Source: the semantics of TensorFlow 1.15's tf.train.QueueRunner, with one difference: where there is
// no coordinator and an enqueue op fails, the queue is closed behind the last of them, so that whoever
// takes elements out learns of it.
#ifndef RUNNEL_CORE_RUNTIME_SESSION_QUEUE_RUNNER_H_
#define RUNNEL_CORE_RUNTIME_SESSION_QUEUE_RUNNER_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/runtime/session/coordinator.h"
#include "core/runtime/session/session.h"

namespace runnel {

// Any thread.
class QueueRunner : public RefCounted {
 public:
  struct Spec {
    std::string queue;  // for messages
    std::vector<Node*> enqueue_ops;
    Node* close_op = nullptr;   // run when all of them have found the queue closed
    Node* cancel_op = nullptr;  // run when the coordinator stops: closes the queue and what waits there
    std::vector<Code> closed_codes;  // how an enqueue op tells that it is to end
  };
  QueueRunner(std::shared_ptr<Graph> graph, Spec spec)
      : graph_(std::move(graph)), spec_(std::move(spec)) {}
  const std::shared_ptr<Graph>& graph() const { return graph_; }
  const Spec& spec() const { return spec_; }

  // Begins in `session`, a session of the graph, which is not kept from being closed. `coordinator` may
  // be null; else it is stopped by an error, and waits for what runs here. Does nothing while the ops
  // still run there since an earlier start. Errors: those of preparing the steps; nothing runs then.
  Status Start(const Ref<Session>& session, const Ref<Coordinator>& coordinator);
  // The first error of an op that ran without a coordinator.
  Status status() const;

 private:
  ~QueueRunner() override = default;
  // What one start runs.
  struct Run;
  // Begins the next step of an op.
  static void Step(const std::shared_ptr<Run>& run, size_t op);
  static void OnStep(const std::shared_ptr<Run>& run, size_t op, const Status& status);
  // The op has come to its end.
  static void End(const std::shared_ptr<Run>& run, size_t op, bool close);
  // Runs `op` once, whatever comes of it, and then `then`.
  template <typename Then>
  static void RunOnce(const std::shared_ptr<Run>& run, const Ref<Callable>& op, Then then);

  const std::shared_ptr<Graph> graph_;
  const Spec spec_;
  mutable std::mutex mutex_;  // guards all below
  Status status_;
  std::map<const Session*, size_t> running_;  // ops that run, by session
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_SESSION_QUEUE_RUNNER_H_
