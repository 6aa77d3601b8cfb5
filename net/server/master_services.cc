// What a master tells beside the values of steps: times of all tasks by one clock, devices, logs,
// status.
#include "net/server/master.h"

#include <algorithm>

#include "net/task/server_task.h"
#include "net/wire/metadata.h"

namespace runnel::net {
namespace {

constexpr int kPings = 5;
constexpr int64_t kStatusMs = 5000, kMaxStatusMs = 3'600'000;

}  // namespace

// Asks a task for its time until the offset of its clock is known, from the quickest of a few round
// trips. Kept alive by its pending call.
struct Master::ClockProbe : std::enable_shared_from_this<Master::ClockProbe> {
  Master* master = nullptr;
  Ref<ServerTask> server;
  std::shared_ptr<Step> step;
  size_t part = 0;
  Ref<Peer> peer;
  int left = kPings;
  int64_t sent_ns = 0, best_trip_ns = INT64_MAX, ahead_ns = 0;

  void Ask() {
    sent_ns = server->ClockNs();
    peer->Call(PingRequest(), [self = shared_from_this()](const Result<PingReply>& reply) {
      self->Answered(reply.status(), reply.ok() ? reply->clock_ns : 0);
    });
  }
  void Answered(const Status& status, int64_t clock_ns) {
    const int64_t trip_ns = server->ClockNs() - sent_ns;
    if (status.ok() && trip_ns < best_trip_ns) {
      best_trip_ns = trip_ns;
      ahead_ns = clock_ns - (sent_ns + trip_ns / 2);
    }
    if (status.ok() && --left > 0) return Ask();
    --step->replies_missing;
    if (!status.ok()) return master->FailStep(step, status);
    ShiftClock(ahead_ns, &step->told[part]);
    master->MaybeFinish(step);
  }
};

void Master::MeasureClocks(const std::shared_ptr<Step>& step) {
  step->clocks_known = true;
  // Counts as an answer that the step waits for, so that the loss of the task ends the step.
  const auto server = Ref<ServerTask>::Share(server_);
  for (size_t p = 0; p < step->told.size(); ++p) {
    const Ref<Peer> peer = step->division->parts[p].peer;
    if (peer->name() == server_->task_name()) continue;
    ++step->replies_missing;
    const auto probe = std::make_shared<ClockProbe>();
    probe->master = this;
    probe->server = server;
    probe->step = step;
    probe->part = p;
    probe->peer = peer;
    probe->Ask();
  }
  MaybeFinish(step);
}

Result<std::string> Master::Gather(Step* step, int64_t now_ns) {
  RunMetadata whole;
  whole.start_ns = step->start_ns;
  whole.end_ns = now_ns;
  for (RunMetadata& told : step->told) MergeMetadata(std::move(told), &whole);
  step->told.clear();
  const std::vector<std::string>& moved = step->division->placement.fallbacks;
  whole.fallbacks.insert(whole.fallbacks.end(), moved.begin(), moved.end());
  return EncodeMetadata(whole);
}

void Master::ListDevices(const Answer<ListDevicesReply>& answer, const ListDevicesRequest& request) {
  const auto found = FindSession(answer.peer(), request.session);
  if (!found.ok()) return answer.Fail(found.status());
  const std::shared_ptr<Session>& session = *found;
  ListDevicesReply reply;
  for (const TaskInfo& task : session->tasks) {
    for (const auto& [type, number] : task.devices)
      reply.devices.push_back(StrCat(task.name(), "/device:", type, ":", number));
  }
  answer.Send(std::move(reply));
}

void Master::ClusterStatus(const Answer<ClusterStatusReply>& answer,
                           const ClusterStatusRequest& request) {
  struct Asking {
    explicit Asking(const Answer<ClusterStatusReply>& to) : answer(to) {}
    const Answer<ClusterStatusReply> answer;
    ClusterStatusReply reply;
    size_t unanswered = 0;
    bool finished = false;
    void Finish() {
      if (std::exchange(finished, true)) return;
      answer.Send(std::move(reply));
    }
  };
  const auto asking = std::make_shared<Asking>(answer);
  std::vector<Ref<Peer>> peers;
  for (const auto& [job, tasks] : server_->cluster().tasks()) {
    for (const auto& [index, address] : tasks) {
      peers.push_back(server_->PeerOf(job, index));
      TaskStatus& task = asking->reply.tasks.emplace_back();
      task.name = TaskName(job, index);
      task.address = address;
      task.error = "no answer in time";
    }
  }
  asking->unanswered = peers.size();
  server_->RunLater(request.timeout_ms < 0 ? kStatusMs : std::min(request.timeout_ms, kMaxStatusMs),
                    [asking] { asking->Finish(); });
  for (size_t t = 0; t < peers.size(); ++t) {
    peers[t]->Call(TaskStatusRequest(), [asking, t](Result<TaskStatusReply> reply) {
      if (asking->finished) return;
      TaskStatus& task = asking->reply.tasks[t];
      if (!reply.ok()) {
        task.error = reply.status().ToString();
      } else if (reply->task.name != task.name) {
        task.error = "it says that it is another task";
      } else {
        task = std::move(reply->task);
      }
      if (--asking->unanswered == 0) asking->Finish();
    });
  }
}

template <typename P, typename R, typename Add>
void Master::AskAll(const Answer<P>& answer, const Session& session, const R& request, Add add) {
  using TaskReply = typename R::Reply;
  struct Asking {
    size_t unanswered = 0;
    std::vector<TaskReply> replies;
    Status status;
  };
  const auto asking = std::make_shared<Asking>();
  asking->unanswered = session.peers.size();
  asking->replies.resize(session.peers.size());
  for (size_t t = 0; t < session.peers.size(); ++t) {
    session.peers[t]->Call(request, [asking, answer, add, t](Result<TaskReply> reply) {
      if (reply.ok()) {
        asking->replies[t] = std::move(*reply);
      } else if (asking->status.ok()) {
        asking->status = reply.status();
      }
      if (--asking->unanswered > 0) return;
      if (!asking->status.ok()) return answer.Fail(asking->status);
      P all;
      for (TaskReply& theirs : asking->replies) add(&all, std::move(theirs));
      answer.Send(std::move(all));
    });
  }
}

void Master::SessionLog(const Answer<LogReply>& answer, const SessionLogRequest& request) {
  const auto found = FindSession(answer.peer(), request.session);
  if (!found.ok()) return answer.Fail(found.status());
  const std::shared_ptr<Session>& session = *found;
  AskAll(answer, *session, GetLogRequest(), [](LogReply* all, LogReply theirs) {
    for (std::string& line : theirs.lines) all->lines.push_back(std::move(line));
  });
}

void Master::Reset(const Answer<StatusReply>& answer, ResetRequest request) {
  const auto found = FindSession(answer.peer(), request.session);
  if (!found.ok()) return answer.Fail(found.status());
  const std::shared_ptr<Session>& session = *found;
  CloseSession(session, Aborted("containers of its tasks were reset"));
  AskAll(answer, *session, CleanupAllRequest{std::move(request.containers)},
         [](StatusReply*, const StatusReply&) {});
}

}  // namespace runnel::net
