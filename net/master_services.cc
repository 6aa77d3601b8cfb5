// What a master tells beside the values of steps: times of all tasks by one clock, devices, logs.
#include "net/master.h"
#include "net/metadata.h"
#include "net/server.h"

namespace runnel::net {
namespace {

constexpr int kPings = 5;

}  // namespace

// Asks a task for its time until it knows, by the quickest of a few round trips, what that clock shows
// more than this one. Lives as long as a call of it does.
struct Master::ClockProbe : std::enable_shared_from_this<Master::ClockProbe> {
  Master* master = nullptr;
  Ref<ServerImpl> server;
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
  const auto server = Ref<ServerImpl>::Share(server_);
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
