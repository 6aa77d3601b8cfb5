// Sessions: making, extending and closing them. Their steps are in master_step.cc.
#include "net/server/master.h"

#include <algorithm>

#include "core/graph/device_name.h"
#include "core/graph/internal_ops.h"
#include "net/task/server_task.h"

namespace runnel::net {
namespace {

constexpr int64_t kRetryMs = 50;
constexpr int64_t kDefaultTimeoutMs = 60'000;

Status ImportGraph(const GraphDef& def, Runtime& runtime, Graph* graph) {
  std::vector<std::string> warnings;
  RUNNEL_RETURN_IF_ERROR(graph->Import(def, {}, &warnings));
  for (const std::string& warning : warnings) runtime.Log(Severity::kWarning, warning);
  return OkStatus();
}

}  // namespace

void Master::AddServices(ServiceTable* services) {
  services->Add<&Master::CreateSession>(this);
  services->Add<&Master::ExtendSession>(this);
  services->Add<&Master::OnCloseSession>(this);
  services->Add<&Master::Reset>(this);
  services->Add<&Master::RunStep>(this);
  services->Add<&Master::CancelRun>(this);
  services->Add<&Master::StepFailed>(this);
  services->Add<&Master::ListDevices>(this);
  services->Add<&Master::SessionLog>(this);
  services->Add<&Master::ClusterStatus>(this);
}

Result<std::shared_ptr<Master::Session>> Master::FindSession(const Ref<Peer>& client, uint64_t id) {
  const auto it = sessions_.find(id);
  if (it != sessions_.end() && it->second->client.get() == client.get()) return it->second;
  return Aborted(server_->task_name(), " has no session ", id, " of this client");
}

void Master::OnCloseSession(const Answer<StatusReply>& answer, const CloseSessionRequest& request) {
  const auto found = FindSession(answer.peer(), request.session);
  if (!found.ok()) return answer.Fail(found.status());
  const std::shared_ptr<Session>& session = *found;
  CloseSession(session, Cancelled("the session was closed"));
  answer.Send({});
}

void Master::CreateSession(const Answer<CreateSessionReply>& answer, CreateSessionRequest request) {
  server_->RunOnPool(
      [this, server = Ref<ServerTask>::Share(server_), answer, request = std::move(request)] {
        auto session = std::make_shared<Session>();
        session->client = answer.peer();
        session->default_device = request.default_device;
        session->disabled_passes = request.disabled_passes;
        session->automatic_placement = request.automatic_placement;
        session->soft_placement = request.soft_placement;
        session->log_placement = request.log_placement;
        session->graph = std::make_shared<Graph>(&server->runtime().ops());
        const Status status = server->Guarded([&]() -> Status {
          RUNNEL_ASSIGN_OR_RETURN(GraphDef def, DecodeGraphDef(request.graph));
          RUNNEL_RETURN_IF_ERROR(CheckOps(*session->graph, def));
          RUNNEL_RETURN_IF_ERROR(ImportGraph(def, server->runtime(), session->graph.get()));
          if (!session->automatic_placement) return OkStatus();
          RUNNEL_ASSIGN_OR_RETURN(std::string bytes, WithoutWeights(std::move(def)));
          session->graph_bytes = std::make_shared<const std::string>(std::move(bytes));
          return OkStatus();
        });
        if (!status.ok()) return answer.Fail(status.WithPrefix(server->task_name()));
        std::vector<DeviceName> filters;
        for (const std::string& text : request.device_filters) {
          const auto filter = DeviceName::Parse(text);
          if (!filter.ok()) return answer.Fail(filter.status().WithPrefix("device filter"));
          filters.push_back(*filter);
        }
        const int64_t timeout_ms = request.timeout_ms < 0 ? kDefaultTimeoutMs : request.timeout_ms;
        (void)server->Post([this, server, answer, session, timeout_ms, filters] {
          auto creation = std::make_shared<Creation>(answer);
          creation->session = session;
          creation->timeout_ms = timeout_ms;
          const auto add = [&](const std::string& job, int index) {
            TaskInfo task;
            task.job = job;
            task.index = index;
            session->tasks.push_back(std::move(task));
          };
          // This server's own devices are the first choice.
          add(server->hello().job, server->hello().task);
          for (const auto& [job, tasks] : server->cluster().tasks()) {
            for (const auto& [index, address] : tasks) {
              if (job == server->hello().job && index == server->hello().task) continue;
              bool wanted = filters.empty();
              for (const DeviceName& filter : filters) {
                wanted |= (!filter.job || *filter.job == job) && (!filter.task || *filter.task == index);
              }
              if (wanted) add(job, index);
            }
          }
          session->peers.resize(session->tasks.size());
          creation->unanswered = session->tasks.size();
          creation->last.resize(session->tasks.size());
          server->RunLater(timeout_ms, [this, server, creation] {
            std::string missing;
            for (size_t t = 0; t < creation->last.size(); ++t) {
              if (creation->session->peers[t]) continue;
              missing += StrCat(missing.empty() ? "" : "; ", creation->session->tasks[t].name(), ": ",
                                creation->last[t].ok() ? "no answer yet" : creation->last[t].message());
            }
            FinishCreation(creation, Unavailable("these tasks did not answer within ",
                                                 creation->timeout_ms, " ms: ", missing));
          });
          for (size_t t = 0; t < session->tasks.size(); ++t) AskTask(creation, t);
        });
      });
}

void Master::AskTask(const std::shared_ptr<Creation>& creation, size_t task) {
  if (creation->finished) return;
  const TaskInfo& info = creation->session->tasks[task];
  const Ref<Peer> peer = server_->PeerOf(info.job, info.index);
  peer->Call(GetStatusRequest(), [this, server = Ref<ServerTask>::Share(server_), creation, task,
                                  peer](Result<GetStatusReply> reply) {
    if (creation->finished) return;
    Session& session = *creation->session;
    if (reply.ok()) {
      session.tasks[task].devices = std::move(reply->devices);
      session.tasks[task].kernels = std::move(reply->kernels);
      session.peers[task] = peer;
      if (--creation->unanswered == 0) FinishCreation(creation, OkStatus());
      return;
    }
    Status status = reply.status();
    // Only UNAVAILABLE is retried: a task that answers with another name, or refuses, will do so again.
    if (status.code() != Code::kUnavailable) return FinishCreation(creation, status);
    creation->last[task] = std::move(status);
    server->RunLater(kRetryMs, [this, server, creation, task] { AskTask(creation, task); });
  });
}

void Master::FinishCreation(const std::shared_ptr<Creation>& creation, const Status& status) {
  if (creation->finished) return;
  creation->finished = true;
  Session& session = *creation->session;
  if (session.client->closed()) return;
  if (!status.ok()) return creation->answer.Fail(status);
  session.id = RandomId();
  sessions_[session.id] = creation->session;
  server_->Note(StrCat("session ", session.id, " of ", session.client->name(), " is over ",
                       session.tasks.size(), " tasks"));
  creation->answer.Send({.status = {}, .session = session.id});
}

void Master::ExtendSession(const Answer<StatusReply>& answer, ExtendSessionRequest request) {
  const auto found = FindSession(answer.peer(), request.session);
  if (!found.ok()) return answer.Fail(found.status());
  const std::shared_ptr<Session>& session = *found;
  server_->RunOnPool(
      [server = Ref<ServerTask>::Share(server_), answer, session, request = std::move(request)] {
        auto graph = std::make_shared<Graph>(&server->runtime().ops());
        std::shared_ptr<const std::string> bytes;
        const Status status = server->Guarded([&]() -> Status {
          RUNNEL_ASSIGN_OR_RETURN(GraphDef def, DecodeGraphDef(request.graph));
          RUNNEL_RETURN_IF_ERROR(CheckOps(*graph, def));
          RUNNEL_RETURN_IF_ERROR(ImportGraph(def, server->runtime(), graph.get()));
          if (!session->automatic_placement) return OkStatus();
          RUNNEL_ASSIGN_OR_RETURN(std::string light, WithoutWeights(std::move(def)));
          bytes = std::make_shared<const std::string>(std::move(light));
          return OkStatus();
        });
        if (!status.ok()) return answer.Fail(status);
        // Existing divisions stay valid, because a graph only grows.
        (void)server->Post([session, answer, graph, bytes] {
          session->graph = graph;
          session->graph_bytes = bytes;
          answer.Send({});
        });
      });
}

void Master::CloseSession(const std::shared_ptr<Session>& session, const Status& reason) {
  session->closed = true;
  server_->Note(StrCat("session ", session->id, " was closed: ", reason.message()));
  std::vector<std::shared_ptr<Step>> steps;
  for (const auto& [number, step] : steps_) {
    if (step->session == session) steps.push_back(step);
  }
  for (const auto& step : steps) FailStep(step, reason);
  for (const Ref<Peer>& peer : session->peers) {
    if (!peer->closed())
      peer->Call(DeregisterGraphsRequest{session->id}, [](const Result<StatusReply>&) {});
  }
  const auto first = divisions_.lower_bound({session->id, std::string()});
  auto last = first;
  while (last != divisions_.end() && last->first.first == session->id) {
    last->second->watch.Stop(reason);
    ++last;
  }
  divisions_.erase(first, last);
  sessions_.erase(session->id);
}

void Master::OnPeerClosed(Peer* peer, const Status& reason) {
  std::vector<std::shared_ptr<Session>> sessions;
  for (const auto& [id, session] : sessions_) {
    if (session->client.get() == peer) sessions.push_back(session);
  }
  for (const auto& session : sessions) CloseSession(session, reason);
  // A session that has lost a task runs nothing more, so its waiting steps on all tasks are ended now:
  // what they wait for might be done by a client that was told of the loss and goes on with another
  // session.
  std::vector<std::shared_ptr<Step>> waiting;
  for (const auto& [number, step] : steps_) {
    const auto& peers = step->session->peers;
    const auto is_it = [&](const Ref<Peer>& other) { return other.get() == peer; };
    if (std::any_of(peers.begin(), peers.end(), is_it)) waiting.push_back(step);
  }
  for (const auto& step : waiting) FailStep(step, reason);
}

void Master::StopAll(const Status& reason) {
  const auto steps = steps_;
  for (const auto& [number, step] : steps) FailStep(step, reason);
  sessions_.clear();
  for (const auto& [key, division] : divisions_) division->watch.Stop(reason);
  divisions_.clear();
  cost_requests_.clear();
}

}  // namespace runnel::net
