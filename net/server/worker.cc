#include "net/server/worker.h"

#include "core/graph/internal_ops.h"
#include "core/runtime/session/signature_check.h"
#include "core/runtime/tasks/partition_tasks.h"
#include "net/collective/server_collectives.h"
#include "net/task/server_task.h"
#include "net/wire/master_messages.h"
#include "net/wire/metadata.h"

namespace runnel::net {
namespace {

constexpr size_t kMaxPlans = 8;  // of a registered graph

// Sends what other tasks receive to them; what comes from them is in the step's own table.
class StepRendezvous final : public Rendezvous {
 public:
  StepRendezvous(Ref<ServerTask> server, Ref<Peer> master, Ref<LocalRendezvous> table, uint64_t step)
      : server_(std::move(server)), master_(std::move(master)), table_(std::move(table)), step_(step) {}

  Status Send(const RendezvousKey& key, Tensor value, bool dead) override {
    if (key.recv_device == server_->task_name()) return table_->Send(key, std::move(value), dead);
    if (!dead && !Travels(value.dtype()))
      return Unimplemented("a ", DTypeName(value.dtype()), " cannot leave ", server_->task_name());
    if (key.recv_device == kClientEnd) {
      master_->Push(step_, std::string(key.tensor_name), std::move(value), dead);
      return OkStatus();
    }
    server_->PushTo(std::string(key.recv_device), step_, std::string(key.tensor_name), std::move(value),
                    dead);
    return OkStatus();
  }
  void RecvAsync(const RendezvousKey& key, RecvDone done) override {
    table_->RecvAsync(key, std::move(done));
  }
  void Abort(const Status& reason) override { table_->Abort(reason); }
  Collectives* collectives() override { return &server_->collectives(); }

 private:
  const Ref<ServerTask> server_;
  const Ref<Peer> master_;
  const Ref<LocalRendezvous> table_;
  const uint64_t step_;
};

}  // namespace

// One execution of a registered graph.
struct Worker::Run {
  explicit Run(const Answer<RunGraphReply>& to) : answer(to) {}
  const Ref<Peer>& peer() const { return answer.peer(); }

  Outstanding::Token token;  // of the graph; goes last
  Ref<ServerTask> server;
  Worker* worker = nullptr;
  std::shared_ptr<const Registered> graph;
  const Answer<RunGraphReply> answer;
  uint64_t step = 0;
  RunOptions options;
  std::vector<Tensor> feeds;
  std::atomic<size_t> waiting{0};
  std::atomic<bool> finished{false};
  std::mutex mutex;  // guards status
  Status status;
};

void Worker::AddServices(ServiceTable* services) {
  services->Add<&Worker::GetStatus>(this);
  services->Add<&Worker::RegisterGraph>(this);
  services->Add<&Worker::RunGraph>(this);
  services->Add<&Worker::OnEndStep>(this);
  services->Add<&Worker::DeregisterGraphs>(this);
  services->Add<&Worker::ForgetGraph>(this);
  services->Add<&Worker::CleanupAll>(this);
  services->Add<&Worker::Ping>(this);
  services->Add<&Worker::EstimateCosts>(this);
  services->Add<&Worker::GetLog>(this);
  services->Add<&Worker::GetTaskStatus>(this);
}

void Worker::OnEndStep(const Answer<StatusReply>& answer, const EndStepRequest& request) {
  EndStep(request.step, request.reason);
  answer.Send({});
}

void Worker::DeregisterGraphs(const Answer<StatusReply>& answer,
                              const DeregisterGraphsRequest& request) {
  Peer* const peer = answer.peer().get();
  std::vector<std::shared_ptr<const Registered>> dropped;
  for (auto it = graphs_.begin(); it != graphs_.end();) {
    const bool mine = it->second->owner == peer && it->second->master_session == request.session;
    if (mine) dropped.push_back(it->second);
    it = mine ? graphs_.erase(it) : std::next(it);
  }
  Drop(std::move(dropped));
  reset_.erase({peer, request.session});
  common_.erase({peer, request.session});
  answer.Send({});
}

void Worker::ForgetGraph(const Answer<StatusReply>& answer, const ForgetGraphRequest& request) {
  const auto it = graphs_.find(request.graph_handle);
  if (it != graphs_.end() && it->second->owner == answer.peer().get()) {
    server_->Note(StrCat("graph ", request.graph_handle, " was forgotten"));
    Drop({it->second});
    graphs_.erase(it);
  }
  answer.Send({});
}

void Worker::CleanupAll(const Answer<StatusReply>& answer, const CleanupAllRequest& request) {
  Cleanup(request.containers);
  answer.Send({});
}

void Worker::Ping(const Answer<PingReply>& answer, const PingRequest&) {
  answer.Send({.status = {}, .clock_ns = server_->ClockNs()});
}

void Worker::GetLog(const Answer<LogReply>& answer, const GetLogRequest&) {
  answer.Send({.status = {}, .lines = server_->Notes()});
}

// Plans hold the variables that they use, so all registered graphs are dropped too, whoever registered
// them.
void Worker::Cleanup(const std::vector<std::string>& containers) {
  const Status reason = Aborted("containers of ", server_->task_name(), " were reset");
  server_->Note(containers.empty() ? std::string("all containers were reset")
                                   : StrCat(containers.size(), " containers were reset"));
  std::vector<uint64_t> steps;
  for (const auto& [step, running] : running_) steps.push_back(step);
  for (const uint64_t step : steps) FailStep(step, reason);
  std::vector<std::shared_ptr<const Registered>> dropped;
  for (const auto& [handle, graph] : graphs_) {
    dropped.push_back(graph);
    reset_.emplace(graph->owner, graph->master_session);
  }
  graphs_.clear();
  Drop(std::move(dropped));
  if (containers.empty()) server_->resources()->Clear();
  for (const std::string& name : containers) server_->resources()->ClearContainer(name);
}

void Worker::GetStatus(const Answer<GetStatusReply>& answer, const GetStatusRequest&) {
  answer.Send({.status = {}, .devices = server_->Devices(), .kernels = server_->Kernels()});
}

void Worker::GetTaskStatus(const Answer<TaskStatusReply>& answer, const TaskStatusRequest&) {
  TaskStatusReply reply;
  TaskStatus& task = reply.task;
  task.name = server_->task_name();
  task.address = server_->address().ToString();
  task.incarnation = server_->hello().incarnation;
  task.devices = server_->Devices();
  task.step = steps_;
  task.bytes = server_->core().host_bytes(server_->runtime());
  answer.Send(std::move(reply));
}

// On the pool: reading a graph and planning it take long.
void Worker::RegisterGraph(const Answer<RegisterGraphReply>& answer, RegisterGraphRequest request) {
  Peer* const peer = answer.peer().get();
  if (reset_.contains({peer, request.session})) {
    return answer.Fail(Aborted("containers of ", server_->task_name(),
                               " were reset since the session was made; make it anew"));
  }
  const uint64_t handle = next_handle_++;
  const Common common = CommonOf(peer, request.session);
  server_->RunOnPool([this, server = Ref<ServerTask>::Share(server_), handle, common, answer,
                      request = std::move(request)] {
    auto registered = std::make_shared<Registered>();
    registered->owner = answer.peer().get();
    registered->master_session = request.session;
    const auto build = [&]() -> Status {
      RUNNEL_ASSIGN_OR_RETURN(const GraphDef def, DecodeGraphDef(request.graph));
      auto graph = std::make_shared<Graph>(&server->runtime().ops());
      RUNNEL_RETURN_IF_ERROR(CheckOps(*graph, def, GraphOf::kMaster));
      RUNNEL_RETURN_IF_ERROR(graph->Import(def));
      for (const NodeDef& node : def.nodes) {
        const AttrValue* key =
            node.op == "CollectiveReduce" ? FindAttr(node.attrs, "group_key") : nullptr;
        const int64_t* number = key == nullptr ? nullptr : key->get_if<int64_t>();
        if (number != nullptr) registered->groups.push_back(*number);
      }
      Signature& signature = registered->signature;
      for (const auto& [number, name] : request.feeds) {
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, graph->FindOutput(name));
        signature.feeds.push_back(output);
        registered->feed_keys.push_back(StrCat("in", number));
      }
      for (const auto& [number, name] : request.fetches) {
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, graph->FindOutput(name));
        signature.fetches.push_back(output);
        registered->fetch_keys.push_back(StrCat("out", number));
      }
      for (const std::string& target : request.targets) {
        Node* const node = graph->FindNode(target);
        if (node == nullptr) return NotFound("target \"", target, "\" is not in the registered graph");
        signature.targets.push_back(node);
      }
      RUNNEL_RETURN_IF_ERROR(CheckTravels(signature));
      SessionOptions options;
      options.resources = server->resources();
      // A signature has a few shapes at most, and then one plan for all shapes.
      options.max_cached_plans = kMaxPlans;
      options.disabled_passes = request.disabled_passes;
      options.automatic_placement = request.automatic_placement;
      options.soft_placement = request.soft_placement;
      if (request.automatic_placement) options.placement_memory = common.memory;
      options.random_counters = common.random_counters;
      RUNNEL_ASSIGN_OR_RETURN(registered->session,
                              server->core().create_session(server->runtime_ref(), graph, options));
      return OkStatus();
    };
    const Status status = server->Guarded(build);
    if (!status.ok()) return answer.Fail(status.WithPrefix(server->task_name()));
    const bool posted = server->Post([this, server, handle, answer, registered] {
      if (answer.peer()->closed() || !stopped_.ok()) return Drop({registered});
      graphs_.emplace(handle, registered);
      server->NoteAs(Severity::kDebug,
                     StrCat("graph ", handle, " was registered by ", answer.peer()->name()));
      answer.Send({.status = {}, .graph_handle = handle});
    });
    if (!posted) Drop({registered});
  });
}

void Worker::RunGraph(const Answer<RunGraphReply>& answer, const RunGraphRequest& request) {
  if (!stopped_.ok()) return answer.Fail(stopped_);
  const auto found = graphs_.find(request.graph_handle);
  if (found == graphs_.end() || found->second->owner != answer.peer().get()) {
    return answer.Fail(
        Aborted(server_->task_name(), " has no graph ", request.graph_handle, " of this master"));
  }
  const auto table = server_->steps().Find(request.step);
  if (!table.ok()) return answer.Fail(table.status());
  if (running_.contains(request.step)) {
    return answer.Fail(InvalidArgument("step ", request.step, " runs here already"));
  }
  auto run = std::make_shared<Run>(answer);
  ++steps_;
  run->server = Ref<ServerTask>::Share(server_);
  run->worker = this;
  run->graph = found->second;
  run->token = run->graph->runs.Begin();
  run->step = request.step;
  run->options.timeout_ms = request.timeout_ms;
  run->options.cancellation = MakeRef<CancellationManager>();
  run->options.sample = (request.want & kWantSample) != 0;
  if ((request.want & ~kWantSample) != 0) {
    run->options.metadata = std::make_shared<RunMetadata>();
    run->options.trace = (request.want & kWantTrace) != 0;
    run->options.partition_graphs = (request.want & kWantGraphs) != 0;
  }
  run->options.rendezvous = MakeRef<StepRendezvous>(run->server, run->peer(), *table, run->step);
  run->feeds.resize(run->graph->feed_keys.size());
  running_[run->step] = {run->peer(), run->options.cancellation};
  run->waiting = run->feeds.size() + 1;
  for (size_t i = 0; i < run->feeds.size(); ++i) {
    (*table)->RecvAsync({"client", server_->task_name(), run->graph->feed_keys[i]},
                        [run, i](Status status, Tensor value, bool) {
                          if (status.ok()) {
                            run->feeds[i] = std::move(value);
                          } else {
                            const std::lock_guard lock(run->mutex);
                            run->status = std::move(status);
                          }
                          if (run->waiting.fetch_sub(1) == 1) Launch(run);
                        });
  }
  if (run->waiting.fetch_sub(1) == 1) Launch(run);
}

void Worker::Launch(const std::shared_ptr<Run>& run) {
  run->options.lends_thread = true;
  run->options.is_brief = &run->graph->brief;
  // A brief part runs here. Plans depend on the shapes of feeds: without feeds there is nothing left to
  // plan.
  if (run->feeds.empty() && !run->options.metadata && run->graph->brief && run->server->IsLoopThread())
    return RunHere(run);
  run->server->RunOnPool([run] { RunHere(run); });
}

void Worker::RunHere(const std::shared_ptr<Run>& run) {
  Status status;
  {
    const std::lock_guard lock(run->mutex);
    status = run->status;
  }
  if (!status.ok()) return Finish(run, status, {});
  status = run->server->Guarded([&]() -> Status {
    run->graph->session->RunAsync(run->graph->signature, std::move(run->feeds), run->options,
                                  [run](Status done, std::vector<Tensor> fetches) {
                                    Finish(run, std::move(done), std::move(fetches));
                                  });
    return OkStatus();
  });
  if (!status.ok()) Finish(run, status, {});
}

// Idempotent. An exception leaves the master without an answer, which counts as a loss.
void Worker::Finish(const std::shared_ptr<Run>& run, Status status, std::vector<Tensor> fetches) {
  if (run->finished.exchange(true)) return;
  try {
    Conclude(run, std::move(status), std::move(fetches));
  } catch (const std::exception&) {
    run->server->Lose();
  }
}

void Worker::Conclude(const std::shared_ptr<Run>& run, Status status, std::vector<Tensor> fetches) {
  // A run that had not begun finds its session closed, which is not the reason: the cancellation has it.
  // A node may fail with the same code, so the status must name none.
  if (status.code() == Code::kFailedPrecondition && status.node().empty() &&
      run->options.cancellation->cancelled()) {
    status = run->options.cancellation->reason();
  }
  if (!status.ok()) {
    // Ends receivers that wait here for parts of the step which will not come.
    run->options.rendezvous->Abort(status);
    if (!run->graph->groups.empty()) {
      // Other members of the group may wait for a reduction that this step did not reach.
      (void)run->server->Post([run, status] {
        for (const int64_t key : run->graph->groups) run->server->collectives().FailGroup(key, status);
      });
    }
  } else {
    for (size_t i = 0; i < fetches.size(); ++i) {
      run->peer()->Push(run->step, run->graph->fetch_keys[i], std::move(fetches[i]), false);
    }
  }
  run->options.rendezvous = nullptr;
  RunGraphReply reply;
  if (RunMetadata* const told = run->options.metadata.get(); told != nullptr && status.ok()) {
    NameTask(run->server->task_name(), told);
    ShiftClock(-run->server->clock_ahead_ns(), told);
    auto bytes = EncodeMetadata(*told);
    status = bytes.status();
    if (bytes.ok()) reply.metadata = std::move(*bytes);
  }
  reply.status = std::move(status);
  run->answer.Send(std::move(reply));
}

void Worker::EndStep(uint64_t step, const Status& reason) {
  const auto it = running_.find(step);
  if (it != running_.end()) {
    const Ref<CancellationManager> cancellation = it->second.cancellation;
    running_.erase(it);
    if (!reason.ok()) cancellation->Cancel(reason);
  }
  server_->ForgetPushes(step);
  server_->steps().End(step, reason);
}

void Worker::FailStep(uint64_t step, const Status& reason) {
  const auto it = running_.find(step);
  if (it == running_.end() || it->second.reported) return;
  it->second.reported = true;
  server_->Note(StrCat("step ", step, " cannot go on: ", reason.ToString()));
  const Ref<Peer> owner = it->second.owner;
  const Ref<CancellationManager> cancellation = it->second.cancellation;
  owner->Tell(StepFailedRequest{step, reason});
  cancellation->Cancel(reason);
  const auto table = server_->steps().Find(step);
  if (table.ok()) (*table)->Abort(reason);
}

// Waits for runs, so that a thread of the pool does not hold the last reference to a session: it could
// not destroy it.
void Worker::CloseAll(const ServerTask& server,
                      const std::vector<std::shared_ptr<const Registered>>& graphs) {
  for (const auto& graph : graphs) {
    (void)graph->session->Close();
    if (!server.IsPoolThread()) graph->runs.Await();
  }
}

void Worker::Drop(std::vector<std::shared_ptr<const Registered>> graphs) {
  if (graphs.empty()) return;
  server_->RunApart([server = Ref<ServerTask>::Share(server_), graphs = std::move(graphs)]() mutable {
    CloseAll(*server, graphs);
    graphs.clear();
    server->TrimSoon();
  });
}

void Worker::OnPeerClosed(Peer* peer, const Status& reason) {
  std::vector<uint64_t> steps;
  for (const auto& [step, running] : running_) {
    if (running.owner.get() == peer) steps.push_back(step);
  }
  for (const uint64_t step : steps) EndStep(step, reason);
  std::erase_if(reset_, [peer](const auto& session) { return session.first == peer; });
  std::erase_if(common_, [peer](const auto& common) { return common.first.first == peer; });
  std::vector<std::shared_ptr<const Registered>> dropped;
  for (auto it = graphs_.begin(); it != graphs_.end();) {
    const bool mine = it->second->owner == peer;
    if (mine) dropped.push_back(it->second);
    it = mine ? graphs_.erase(it) : std::next(it);
  }
  Drop(std::move(dropped));
}

std::vector<Ref<Session>> Worker::Sessions() const {
  std::vector<Ref<Session>> sessions;
  for (const auto& [handle, graph] : graphs_) sessions.push_back(graph->session);
  return sessions;
}

void Worker::EndAll(const Status& reason) {
  while (!running_.empty()) EndStep(running_.begin()->first, reason);
  std::vector<std::shared_ptr<const Registered>> dropped;
  for (const auto& [handle, graph] : graphs_) dropped.push_back(graph);
  Drop(std::move(dropped));
  graphs_.clear();
}

std::function<void()> Worker::StopAll(const Status& reason) {
  stopped_ = reason;
  estimates_.clear();
  for (const auto& [step, running] : running_) running.cancellation->Cancel(reason);
  running_.clear();
  std::vector<std::shared_ptr<const Registered>> graphs;
  for (const auto& [handle, graph] : graphs_) graphs.push_back(graph);
  graphs_.clear();
  return [server = server_, graphs = std::move(graphs)] { CloseAll(*server, graphs); };
}

}  // namespace runnel::net
