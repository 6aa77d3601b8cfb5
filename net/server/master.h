// Master: sessions of clients over the whole cluster. It places a signature's nodes on the tasks,
// registers each part with its task once, and then runs steps by handle.
#ifndef RUNNEL_NET_SERVER_MASTER_H_
#define RUNNEL_NET_SERVER_MASTER_H_

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "core/passes/plan_watch.h"
#include "core/runtime/tasks/partition_tasks.h"
#include "net/link/services.h"
#include "net/wire/master_messages.h"
#include "net/wire/worker_messages.h"

namespace runnel::net {

class ServerTask;

// On the loop's thread, all of it.
class Master {
 public:
  explicit Master(ServerTask* server) : server_(server) {}

  void AddServices(ServiceTable* services);
  // Of a client: its steps end, its sessions are closed. Of a task: steps of its sessions end.
  void OnPeerClosed(Peer* peer, const Status& reason);
  void StopAll(const Status& reason);

 private:
  // Requests that wait for costs valid for these feeds. `anew`: the costs are then asked for once more.
  struct CostRequest {
    FedShapes fed;
    bool anew = false;
    std::function<void(const Status&)> then;
  };
  // A client's session.
  struct Session {
    uint64_t id = 0;
    Ref<Peer> client;
    std::shared_ptr<Graph> graph;  // another one when it grows
    std::string default_device;
    std::vector<std::string> disabled_passes;
    std::vector<TaskInfo> tasks;   // this server's first
    std::vector<Ref<Peer>> peers;  // of the same tasks
    bool closed = false;
    bool automatic_placement = false, soft_placement = false, log_placement = false;
    // ---- automatic placement (master_costs.cc) ----
    std::shared_ptr<const std::string> graph_bytes;  // what the tasks estimate
    std::shared_ptr<const TaskCosts> costs;          // null: nobody has asked yet
    std::shared_ptr<const std::string> costed_graph;
    FedShapes costed_shapes;
  };
  // One signature, divided.
  struct Part {
    size_t task = 0;
    Ref<Peer> peer;
    uint64_t handle = 0;
    std::vector<int> feeds;             // numbers in the signature
    RegisterGraphRequest registration;  // until it is registered
  };
  struct Step;
  struct Division {
    // As the client names them.
    std::vector<std::string> feeds, fetches, targets;
    bool partial = false;
    FedShapes fed;
    std::vector<Part> parts;
    TaskPlacement placement;
    size_t unanswered = 0;
    bool begun = false, ready = false;
    uint64_t last_use = 0;
    PlanWatch watch;  // stopped once nobody waits for it
    // Automatic placement: the division that this one may replace, how many there were before, and what
    // its steps have measured.
    std::shared_ptr<Division> replaces;
    uint32_t generation = 0, num_steps = 0, num_learned = 0;
    Status status;
    std::vector<std::shared_ptr<Step>> waiting;
  };
  // A session under construction: tasks are asked until all have answered.
  struct Creation {
    explicit Creation(const Answer<CreateSessionReply>& to) : answer(to) {}
    std::shared_ptr<Session> session;
    const Answer<CreateSessionReply> answer;
    size_t unanswered = 0;
    std::vector<Status> last;  // by task: why there is no answer
    bool finished = false;
    int64_t timeout_ms = 0;
  };
  struct Step {
    explicit Step(const Answer<RunStepReply>& to) : answer(to) {}
    const Ref<Peer>& client() const { return answer.peer(); }
    uint64_t number = 0;
    const Answer<RunStepReply> answer;
    std::shared_ptr<Session> session;
    std::shared_ptr<Division> division;
    size_t num_feeds = 0, num_fetches = 0;
    int64_t timeout_ms = -1;
    std::vector<Tensor> feeds, fetches;
    size_t feeds_missing = 0, fetches_missing = 0, replies_missing = 0;
    bool partial = false;
    bool launched = false, finished = false;
    bool sampled = false;  // its nodes are timed
    Status status;
    // What the step is to report, and has collected so far.
    uint32_t want = 0;
    int64_t start_ns = 0;
    std::vector<RunMetadata> told;  // by part
    bool clocks_known = false;
  };

  // ---- its methods ----
  void CreateSession(const Answer<CreateSessionReply>& answer, CreateSessionRequest request);
  void ExtendSession(const Answer<StatusReply>& answer, ExtendSessionRequest request);
  void OnCloseSession(const Answer<StatusReply>& answer, const CloseSessionRequest& request);
  void Reset(const Answer<StatusReply>& answer, ResetRequest request);
  void RunStep(const Answer<RunStepReply>& answer, RunStepRequest request);
  void CancelRun(const Answer<StatusReply>& answer, const CancelRunRequest& request);
  void StepFailed(const Answer<StatusReply>& answer, const StepFailedRequest& request);
  void ListDevices(const Answer<ListDevicesReply>& answer, const ListDevicesRequest& request);
  void SessionLog(const Answer<LogReply>& answer, const SessionLogRequest& request);
  // Asks every task of the cluster how it is, and answers when all have, or after timeout_ms.
  void ClusterStatus(const Answer<ClusterStatusReply>& answer, const ClusterStatusRequest& request);

  void AskTask(const std::shared_ptr<Creation>& creation, size_t task);
  void FinishCreation(const std::shared_ptr<Creation>& creation, const Status& status);
  void CloseSession(const std::shared_ptr<Session>& session, const Status& reason);
  // Errors: ABORTED if the client has no such session.
  Result<std::shared_ptr<Session>> FindSession(const Ref<Peer>& client, uint64_t id);

  void EndStep(uint64_t number, const Status& reason);
  // Makes room for one more signature of the session: forgets the least recently used one, here and on
  // the tasks. Errors: RESOURCE_EXHAUSTED if all have steps.
  Status ForgetOldest(const Session& session);
  // Divides once the feeds are known, where that matters.
  void MaybeDivide(const std::shared_ptr<Step>& step);
  void Divide(const std::shared_ptr<Session>& session, const std::shared_ptr<Division>& division);
  // On the pool.
  static Status Partition(const ServerTask& server, const Session& session, const Graph& graph,
                          const TaskCosts* costs, Division* division);
  void Register(const std::shared_ptr<Session>& session, const std::shared_ptr<Division>& division);
  void Forget(const std::shared_ptr<Division>& division, const Status& reason);
  void DivisionReady(const std::shared_ptr<Division>& division);
  void MaybeLaunch(const std::shared_ptr<Step>& step);
  void FailStep(const std::shared_ptr<Step>& step, const Status& reason);
  void MaybeFinish(const std::shared_ptr<Step>& step);
  void EndEverywhere(const Step& step);
  void OnFeed(const std::shared_ptr<Step>& step, size_t number, const Tensor& value);
  void OnFetch(const std::shared_ptr<Step>& step, size_t number, const Tensor& value, bool dead);

  // ---- automatic placement (master_costs.cc) ----
  // The graph as cost estimation needs it: without the contents of large constants.
  static Result<std::string> WithoutWeights(GraphDef def);
  // On success, costs that serve the request are in the session.
  void WithCosts(const std::shared_ptr<Session>& session, CostRequest request);
  void NextCostRequest(const std::shared_ptr<Session>& session);
  void FinishCostRequest(const std::shared_ptr<Session>& session, const Status& status);
  void MeasureLinks(const std::shared_ptr<Session>& session, size_t task, std::vector<LinkSpeed> links);
  void AskCosts(const std::shared_ptr<Session>& session, std::vector<LinkSpeed> links);
  // Takes the measured times of a step's nodes. After a few steps the signature is divided again by
  // them.
  void Learn(const std::shared_ptr<Session>& session, const std::shared_ptr<Division>& division);

  // ---- what steps tell (master_services.cc) ----
  // Measures the offsets of the clocks of the step's tasks, and converts all times to this task's clock.
  void MeasureClocks(const std::shared_ptr<Step>& step);
  static Result<std::string> Gather(Step* step, int64_t now_ns);

  struct ClockProbe;

  // ---- services (master_services.cc) ----
  // Asks all tasks of the session. When all have answered, add(&reply, theirs) was called for each in
  // the tasks' order, and `answer` has the reply, or the first failure.
  template <typename P, typename R, typename Add>
  static void AskAll(const Answer<P>& answer, const Session& session, const R& request, Add add);

  ServerTask* const server_;
  std::map<uint64_t, std::shared_ptr<Session>> sessions_;
  std::map<std::pair<uint64_t, std::string>, std::shared_ptr<Division>> divisions_;
  uint64_t use_clock_ = 0;
  std::map<uint64_t, std::shared_ptr<Step>> steps_;
  std::map<uint64_t, std::deque<CostRequest>> cost_requests_;  // by session; the first is under way
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_SERVER_MASTER_H_
