#include "net/collective/reduction.h"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "core/base/find_or_make.h"
#include "net/link/link_probe.h"
#include "net/task/server_task.h"

namespace runnel::net {
namespace {

constexpr int64_t kRetryMs = 50;
constexpr int64_t kLeaderMs = 60'000;

uint64_t NowNs() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

bool IsEcho(const Status& status) {
  return status.code() == Code::kCancelled || status.code() == Code::kAborted;
}

}  // namespace

void ServerCollectives::AllReduce(const CollectiveRequest& request, Tensor value, Tensor result,
                                  Ref<CancellationManager> cancellation, Done done) {
  auto reduction = std::make_shared<Reduction>();
  reduction->server = Ref<ServerTask>::Share(server_);
  reduction->collectives = this;
  reduction->request = request;
  reduction->own = std::move(value);
  reduction->value = std::move(result);
  reduction->done = std::move(done);
  // A step that ends early ends its group: otherwise the other members would wait for ever.
  const auto end = [this, weak = std::weak_ptr<Reduction>(reduction)](const Status& reason) {
    const auto late = weak.lock();
    if (!late || late->finished) return;
    (void)server_->Post([this, late, reason] {
      if (late->finished) return;
      const std::shared_ptr<Group> group = late->group;
      late->Finish(reason);
      if (group) {
        Fail(group, Aborted(server_->task_name(), " gave up: ", reason.message()), true);
      }
    });
  };
  reduction->cancellation = cancellation;
  if (cancellation) {
    reduction->token = cancellation->Register(end);
    if (reduction->token == 0) return reduction->Finish(cancellation->reason());
  }
  if (request.timeout_ms > 0) {
    server_->RunLater(request.timeout_ms, [end, request] {
      end(DeadlineExceeded("reduction ", request.instance_key, " of group ", request.group_key,
                           " did not end within ", request.timeout_ms, " ms"));
    });
  }
  const bool posted = server_->Post([this, reduction] { Begin(reduction); });
  if (!posted) reduction->Finish(Unavailable(server_->task_name(), " was stopped"));
}

void ServerCollectives::Begin(const std::shared_ptr<Reduction>& reduction) {
  if (reduction->finished) return;
  const CollectiveRequest& request = reduction->request;
  bool is_new = false;
  const std::shared_ptr<Group> group = FindOrMake(groups_, request.group_key, [&] {
    auto made = std::make_shared<Group>();
    made->key = request.group_key;
    made->size = request.group_size;
    made->began_ns = NowNs();
    if (reduction->on_device()) made->device = reduction->value.buffer()->device();
    made->waiting.push_back(reduction);
    is_new = true;
    return made;
  });
  reduction->group = group;
  if (is_new) return Join(group);
  if (group->size != request.group_size) {
    return reduction->Finish(InvalidArgument("group ", group->key, " has ", group->size,
                                             " tasks, an op says ", request.group_size));
  }
  if (!group->ready) {
    group->waiting.push_back(reduction);
    return;
  }
  Launch(reduction);
}

Ref<Peer> ServerCollectives::Leader() {
  const auto& tasks = server_->cluster().tasks();
  auto job = tasks.find("chief");
  if (job == tasks.end()) job = tasks.find("worker");
  if (job == tasks.end()) job = tasks.begin();
  return server_->PeerOf(job->first, job->second.begin()->first);
}

void ServerCollectives::Join(const std::shared_ptr<Group>& group) {
  if (group->ended) return;
  const Ref<Peer> leader = Leader();
  JoinGroupRequest request;
  request.group_key = group->key;
  request.group_size = group->size;
  request.job = server_->hello().job;
  request.task = server_->hello().task;
  if (group->device != nullptr) request.device_means = server_->core().means_of_device(group->device);
  leader->Call(std::move(request), [this, server = Ref<ServerTask>::Share(server_), group,
                                    leader](const Result<JoinGroupReply>& reply) {
    if (group->ended) return;
    if (reply.ok()) return OnJoined(group, *reply);
    const Status& status = reply.status();
    // Retries while the leader is not reachable yet.
    const bool gone = status.code() == Code::kUnavailable && leader->closed();
    if (!gone || NowNs() - group->began_ns > uint64_t{kLeaderMs} * 1'000'000) {
      return Fail(group, status, false);
    }
    server->RunLater(kRetryMs, [this, server, group] { Join(group); });
  });
}

void ServerCollectives::OnJoined(const std::shared_ptr<Group>& group, const JoinGroupReply& reply) {
  group->id = reply.group_id;
  bool found = false;
  if (reply.members.size() != static_cast<size_t>(group->size) || reply.group_id == 0) {
    return Fail(group, DataLoss("the leader's answer is of another group"), false);
  }
  for (size_t m = 0; m < reply.members.size(); ++m) {
    const auto& [job, task] = reply.members[m];
    const bool mine = job == server_->hello().job && task == server_->hello().task;
    found |= mine;
    if (mine) group->me = m;
    group->peers.push_back(mine ? Ref<Peer>() : server_->PeerOf(job, task));
  }
  if (!found) return Fail(group, DataLoss("the leader's answer lacks this task"), false);
  if (group->device != nullptr && !reply.device_means.empty()) return JoinDevices(group);
  Measure(group);
}

// The way to the next member.
void ServerCollectives::Measure(const std::shared_ptr<Group>& group) {
  MeasureLink(group->peers[(group->me + 1) % group->peers.size()],
              [this, server = Ref<ServerTask>::Share(server_), group](const Status& status,
                                                                      const LinkMeasured& link) {
                if (group->ended) return;
                if (!status.ok()) return Fail(group, status, true);
                Report(group, link.latency_ns, link.bytes_per_s);
              });
}

void ServerCollectives::Report(const std::shared_ptr<Group>& group, uint64_t latency_ns,
                               uint64_t bytes_per_s) {
  Leader()->Call(
      GroupMeasuredRequest{group->id, latency_ns, bytes_per_s},
      [this, server = Ref<ServerTask>::Share(server_), group](const Result<GroupMeasuredReply>& reply) {
        if (group->ended) return;
        if (!reply.ok()) return Fail(group, reply.status(), true);
        group->latency_s = static_cast<double>(reply->latency_ns) * 1e-9;
        group->bytes_per_s = static_cast<double>(reply->bytes_per_s);
        group->ready = true;
        if (group->by_devices && group->me != 0) AwaitTurn(group);
        const auto waiting = std::move(group->waiting);
        group->waiting.clear();
        for (const auto& reduction : waiting) Launch(reduction);
      });
}

void ServerCollectives::Launch(const std::shared_ptr<Reduction>& reduction) {
  if (reduction->finished) return;
  Group& group = *reduction->group;
  const CollectiveRequest& request = reduction->request;
  const auto table = server_->steps().Find(group.id);
  if (!table.ok()) return Fail(reduction->group, table.status(), true);
  if (!group.active.emplace(request.instance_key, reduction).second) {
    return reduction->Finish(InvalidArgument("reduction ", request.instance_key, " of group ", group.key,
                                             " is under way on ", server_->task_name(), " already"));
  }
  reduction->table = *table;
  reduction->execution = group.executions[request.instance_key]++;
  group.by_devices ? Order(reduction) : Run(reduction, false);
}

void ServerCollectives::Run(const std::shared_ptr<Reduction>& reduction, bool on_device) {
  if (reduction->finished) return;
  if (on_device) return reduction->StartOnDevice();
  const Group& group = *reduction->group;
  const CollectiveRequest& request = reduction->request;
  const int n = static_cast<int>(group.size), me = static_cast<int>(group.me);
  const int64_t count = reduction->value.num_elements();
  const bool halving =
      request.algorithm == "halving" ||
      (request.algorithm == "auto" &&
       HalvingIsFaster(n, reduction->value.size_bytes(), group.latency_s, group.bytes_per_s));
  reduction->plan = halving ? HalvingPlan(n, me, count) : RingPlan(n, me, count);
  reduction->Start();
}

void ServerCollectives::Fail(const std::shared_ptr<Group>& group, const Status& reason, bool tell) {
  if (group->ended) return;
  group->ended = true;
  const auto it = groups_.find(group->key);
  if (it != groups_.end() && it->second == group) groups_.erase(it);
  if (group->id != 0) server_->steps().End(group->id, reason);
  if (tell) {
    for (const Ref<Peer>& peer : group->peers) {
      if (peer && !peer->closed())
        peer->Call(EndGroupRequest{group->id, reason}, [](const Result<StatusReply>&) {});
    }
  }
  if (group->by_devices) group->by_devices->Abort();
  group->unordered.clear();
  const auto waiting = std::move(group->waiting);
  const auto active = std::move(group->active);
  for (const auto& reduction : waiting) reduction->Finish(reason);
  for (const auto& [instance, reduction] : active) reduction->Finish(reason);
}

void ServerCollectives::AddServices(ServiceTable* services) {
  services->Add<&ServerCollectives::JoinGroup>(this);
  services->Add<&ServerCollectives::GroupMeasured>(this);
  services->Add<&ServerCollectives::EndGroup>(this);
}

void ServerCollectives::EndGroup(const Answer<StatusReply>& answer, const EndGroupRequest& request) {
  for (const auto& [key, group] : groups_) {
    if (group->id != request.group_id || request.group_id == 0) continue;
    Fail(std::shared_ptr<Group>(group),
         request.reason.ok() ? Aborted("the group has ended") : request.reason, false);
    break;
  }
  answer.Send({});
}

void ServerCollectives::OnPeerClosed(Peer* peer, const Status& reason) {
  LeaderPeerClosed(peer, reason);
  std::vector<std::shared_ptr<Group>> lost;
  for (const auto& [key, group] : groups_) {
    const auto& peers = group->peers;
    if (std::any_of(peers.begin(), peers.end(), [&](const Ref<Peer>& p) { return p.get() == peer; }))
      lost.push_back(group);
  }
  for (const auto& group : lost) Fail(group, reason, true);
}

void ServerCollectives::FailGroup(int64_t key, const Status& reason) {
  const auto it = groups_.find(key);
  if (it == groups_.end()) return;
  const std::shared_ptr<Group> group = it->second;
  // The group's failure has already failed the step.
  if (!IsEcho(reason) || !group->active.empty())
    Fail(group,
         Status(reason.code(), StrCat(server_->task_name(), " failed: ", reason.message()),
                reason.node()),
         true);
}

bool ServerCollectives::busy() const {
  return std::any_of(groups_.begin(), groups_.end(),
                     [](const auto& entry) { return !entry.second->active.empty(); });
}

void ServerCollectives::StopAll(const Status& reason) {
  const auto groups = groups_;
  for (const auto& [key, group] : groups) Fail(group, reason, false);
  forming_.clear();
  measuring_.clear();
}

}  // namespace runnel::net
