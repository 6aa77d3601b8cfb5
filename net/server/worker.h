// Worker: registers graphs once and runs them by handle, as steps of masters. Each graph is a session of
// its own over the server's resources.
#ifndef RUNNEL_NET_SERVER_WORKER_H_
#define RUNNEL_NET_SERVER_WORKER_H_

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "core/runtime/placement/placement_memory.h"
#include "core/runtime/session/random_counters.h"
#include "core/runtime/session/session.h"
#include "net/link/outstanding.h"
#include "net/link/services.h"
#include "net/wire/worker_messages.h"

namespace runnel::net {

class ServerTask;

// On the loop's thread, all of it.
class Worker {
 public:
  explicit Worker(ServerTask* server) : server_(server) {}

  void AddServices(ServiceTable* services);
  // Reports that this task can no longer do its part of a step: ends the part here and tells the master.
  void FailStep(uint64_t step, const Status& reason);
  uint64_t steps() const { return steps_; }
  // A master is gone: what it runs ends, what it registered goes.
  void OnPeerClosed(Peer* peer, const Status& reason);
  std::vector<Ref<Session>> Sessions() const;
  // Ends all steps and forgets all graphs.
  void EndAll(const Status& reason);
  // Ends everything; what it returns is to be called elsewhere, since it waits.
  std::function<void()> StopAll(const Status& reason);

 private:
  // Immutable once it is registered, but for what is learned of it.
  struct Registered {
    Ref<Session> session;
    Signature signature;
    std::vector<std::string> feed_keys, fetch_keys;
    std::vector<int64_t> groups;  // whose collectives are in it
    Peer* owner = nullptr;        // only compared
    uint64_t master_session = 0;
    mutable std::atomic<bool> brief{false};  // what its plan says, once there is one
    Outstanding runs;
  };
  // From RunGraph until the master ends the step.
  struct Running {
    Ref<Peer> owner;
    Ref<CancellationManager> cancellation;
    bool reported = false;  // that it failed
  };
  struct Run;

  // ---- its methods ----
  void GetStatus(const Answer<GetStatusReply>& answer, const GetStatusRequest& request);
  void RegisterGraph(const Answer<RegisterGraphReply>& answer, RegisterGraphRequest request);
  void RunGraph(const Answer<RunGraphReply>& answer, const RunGraphRequest& request);
  void OnEndStep(const Answer<StatusReply>& answer, const EndStepRequest& request);
  void DeregisterGraphs(const Answer<StatusReply>& answer, const DeregisterGraphsRequest& request);
  void ForgetGraph(const Answer<StatusReply>& answer, const ForgetGraphRequest& request);
  void CleanupAll(const Answer<StatusReply>& answer, const CleanupAllRequest& request);
  void Ping(const Answer<PingReply>& answer, const PingRequest& request);
  // Sessions to close, one after another, each on a thread of its own: closing may wait for devices.
  void EstimateCosts(const Answer<EstimateCostsReply>& answer, EstimateCostsRequest request);
  void GetLog(const Answer<LogReply>& answer, const GetLogRequest& request);
  void GetTaskStatus(const Answer<TaskStatusReply>& answer, const TaskStatusRequest& request);

  void Cleanup(const std::vector<std::string>& containers);
  void NextEstimate();
  // What the graphs of a master's session have in common here; made when it is first asked for.
  struct Common {
    std::shared_ptr<PlacementMemory> memory;  // under automatic placement
    std::shared_ptr<RandomCounters> random_counters;
  };
  const Common& CommonOf(Peer* peer, uint64_t session);
  static void Launch(const std::shared_ptr<Run>& run);
  static void RunHere(const std::shared_ptr<Run>& run);
  static void Finish(const std::shared_ptr<Run>& run, Status status, std::vector<Tensor> fetches);
  static void Conclude(const std::shared_ptr<Run>& run, Status status, std::vector<Tensor> fetches);
  void EndStep(uint64_t step, const Status& reason);
  static void CloseAll(const ServerTask& server,
                       const std::vector<std::shared_ptr<const Registered>>& graphs);
  // Any thread.
  void Drop(std::vector<std::shared_ptr<const Registered>> graphs);

  ServerTask* const server_;
  Status stopped_;  // why, once it is
  uint64_t next_handle_ = 1;
  uint64_t steps_ = 0;  // that were begun here
  std::map<uint64_t, std::shared_ptr<const Registered>> graphs_;
  std::map<uint64_t, Running> running_;                  // by step
  std::map<std::pair<Peer*, uint64_t>, Common> common_;  // by peer and session of a master
  std::deque<std::function<void()>> estimates_;          // the first is under way
  // Sessions of masters whose graphs were dropped by a reset. They have ended: their other tasks and
  // signatures may refer to what no longer exists.
  std::set<std::pair<Peer*, uint64_t>> reset_;  // peers are only compared
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_SERVER_WORKER_H_
