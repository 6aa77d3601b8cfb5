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

// Asks a task for its time until it knows, by the quickest of a few round trips, what that clock shows
// more than this one. Lives as long as a call of it does.
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
    peer->Call(Method::kPing, Body(),
               [self = shared_from_this()](const Status& status, const Body& reply) {
                 self->Answered(status, reply.clock_ns);
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
  // Counts as an answer that the step waits for, so that a lost task ends it.
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

void Master::ListDevices(Peer* peer, uint64_t call, const Session& session) {
  Body reply;
  for (const TaskInfo& task : session.tasks) {
    for (const auto& [type, number] : task.devices)
      reply.names.push_back(StrCat(task.name(), "/device:", type, ":", number));
  }
  peer->Reply(call, std::move(reply));
}

void Master::ClusterStatus(Peer* peer, uint64_t call, int64_t timeout_ms) {
  struct Asking {
    Ref<Peer> client;
    uint64_t call = 0;
    Body reply;
    size_t unanswered = 0;
    void Finish() {
      if (!client) return;
      const Ref<Peer> to = std::move(client);
      to->Reply(call, std::move(reply));
    }
  };
  const auto asking = std::make_shared<Asking>();
  asking->client = Ref<Peer>::Share(peer);
  asking->call = call;
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
  server_->RunLater(timeout_ms < 0 ? kStatusMs : std::min(timeout_ms, kMaxStatusMs),
                    [asking] { asking->Finish(); });
  for (size_t t = 0; t < peers.size(); ++t) {
    peers[t]->Call(Method::kTaskStatus, Body(), [asking, t](const Status& status, Body reply) {
      if (!asking->client) return;
      TaskStatus& task = asking->reply.tasks[t];
      if (!status.ok()) {
        task.error = status.ToString();
      } else if (reply.tasks.size() != 1 || reply.tasks[0].name != task.name) {
        task.error = "it says that it is another task";
      } else {
        task = std::move(reply.tasks[0]);
      }
      if (--asking->unanswered == 0) asking->Finish();
    });
  }
}

void Master::AskAll(Peer* peer, uint64_t call, const Session& session, Method method, const Body& body) {
  struct Asking {
    Ref<Peer> client;
    size_t unanswered = 0;
    std::vector<std::vector<std::string>> names;
    Status status;
  };
  const auto asking = std::make_shared<Asking>();
  asking->client = Ref<Peer>::Share(peer);
  asking->unanswered = session.peers.size();
  asking->names.resize(session.peers.size());
  for (size_t t = 0; t < session.peers.size(); ++t) {
    session.peers[t]->Call(method, body, [asking, call, t](const Status& status, Body reply) {
      if (!status.ok() && asking->status.ok()) asking->status = status;
      asking->names[t] = std::move(reply.names);
      if (--asking->unanswered > 0) return;
      Body all;
      all.status = asking->status;
      for (auto& names : asking->names) {
        for (std::string& name : names) all.names.push_back(std::move(name));
      }
      asking->client->Reply(call, std::move(all));
    });
  }
}

}  // namespace runnel::net
