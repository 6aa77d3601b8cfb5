// The session of a client whose graph runs on a cluster: it sends the graph to a master, then names and
// tensors.
#ifndef RUNNEL_NET_CLIENT_REMOTE_SESSION_H_
#define RUNNEL_NET_CLIENT_REMOTE_SESSION_H_

#include <condition_variable>
#include <map>

#include "core/runtime/tasks/net_library.h"
#include "net/link/endpoint.h"
#include "net/task/steps.h"
#include "net/wire/master_messages.h"

namespace runnel::net {

// Errors: as NetLibrary::Connect.
Result<Ref<Session>> ConnectSession(const CoreServices& core, const Ref<Runtime>& runtime,
                                    std::shared_ptr<Graph> graph, const SessionOptions& options,
                                    const RemoteOptions& remote);

class RemoteSession final : public Session {
 public:
  RemoteSession(const CoreServices& core, Ref<Runtime> runtime, std::shared_ptr<Graph> graph,
                const SessionOptions& options, const RemoteOptions& remote);
  ~RemoteSession() override;
  Status Open();

  const std::shared_ptr<Graph>& graph() const override { return graph_; }
  Runtime& runtime() override { return *runtime_; }
  Status Run(const Signature& signature, std::span<const Tensor> feeds, std::span<Tensor> fetches,
             const RunOptions& options, RunMetadata* metadata) override;
  void RunAsync(const Signature& signature, std::vector<Tensor> feeds, const RunOptions& options,
                AsyncDone done) override;
  Result<Ref<Callable>> MakeCallable(const Signature& signature) override;
  Result<std::string> PartialRunSetup(const Signature& signature) override;
  Status PartialRun(const std::string& handle, std::span<const OutputRef> feeds,
                    std::span<const Tensor> feed_values, std::span<const OutputRef> fetches,
                    std::span<Tensor> fetch_values) override;
  Result<std::vector<std::string>> ListDevices() override;
  Status ResetContainers(const std::vector<std::string>& containers) override;
  Result<std::vector<std::string>> TaskLogs() override;
  Status Close() override;

 private:
  class Client;
  struct Step;
  class PartialStep;

  // Closing waits for the network's thread, which a thread of the pool must not do.
  void Destroy() const override;
  Status Connect(int64_t timeout_ms);
  // Sends the graph again if it has grown. -1: without a deadline.
  Status SendGraph(int64_t timeout_ms);
  RunStepRequest StepRequest(uint64_t step, const Signature& signature) const;
  // Asks the master, and waits for its answer as long as it lives.
  template <typename R>
  Result<typename R::Reply> Ask(R request);
  // What the step reported, with times of this process's clock.
  Status TakeMetadata(const std::string& bytes, int64_t start_ns, bool traced, RunMetadata* metadata);
  // `want`: bits of what the step is to report; *told, if not null, has it before `done` is called with
  // success. awaited: `done` only wakes a waiting thread.
  void Start(const Signature& signature, std::span<const Tensor> feeds, const RunOptions& options,
             uint32_t want, const std::shared_ptr<std::string>& told, bool awaited, AsyncDone done);
  Status CheckOpen();
  static void EndPartial(const std::map<std::string, std::shared_ptr<PartialStep>>& partial);
  // Asks the master to run it.
  Status Send(const std::shared_ptr<Step>& step, const Signature& signature,
              std::span<const Tensor> feeds, int64_t timeout_ms, uint32_t want);
  static void Finish(const std::shared_ptr<Step>& step, const Status& status, bool tell_master);
  // Removes the step from the list and reports its end.
  static void Conclude(const std::shared_ptr<Step>& step);

  const CoreServices core_;
  const Ref<Runtime> runtime_;
  const std::shared_ptr<Graph> graph_;
  const SessionOptions options_;
  const RemoteOptions remote_;
  Address address_;
  std::unique_ptr<Client> client_;
  uint64_t session_ = 0;
  const uint64_t first_step_;
  std::atomic<uint64_t> next_step_{0};
  std::mutex graph_mutex_;  // held while the graph is sent; guards the two below
  int sent_nodes_ = 0;
  size_t sent_functions_ = 0;
  std::mutex mutex_;  // guards all below
  std::condition_variable idle_;
  bool closed_ = false;
  std::map<uint64_t, std::shared_ptr<Step>> steps_;
  std::map<std::string, std::shared_ptr<PartialStep>> partial_;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_CLIENT_REMOTE_SESSION_H_
