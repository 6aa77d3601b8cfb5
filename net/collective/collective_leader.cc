// The leader's part of forming a group.
#include "net/collective/server_collectives.h"

#include <algorithm>

#include "net/task/server_task.h"

namespace runnel::net {
namespace {

constexpr int64_t kFormingMs = 60'000;
constexpr size_t kMaxForming = 1024;

void ReplyStatus(const Ref<Peer>& peer, uint64_t call, Status status) {
  Body reply;
  reply.status = std::move(status);
  peer->Reply(call, std::move(reply));
}

}  // namespace

void ServerCollectives::JoinGroup(Peer* peer, uint64_t call, const Body& body) {
  const Ref<Peer> from = Ref<Peer>::Share(peer);
  const auto key = static_cast<int64_t>(body.handle);
  const auto size = static_cast<int64_t>(body.session);
  if (!server_->cluster().TaskAddress(body.job, body.task).ok() || size < 2 ||
      size > server_->cluster().num_tasks()) {
    return ReplyStatus(
        from, call,
        InvalidArgument("group ", key, " of ", size, " tasks, ", TaskName(body.job, body.task),
                        " among them: the cluster has ", server_->cluster().num_tasks(), " tasks"));
  }
  if (!forming_.contains(key) && forming_.size() >= kMaxForming) {
    return ReplyStatus(from, call, ResourceExhausted("more than ", kMaxForming, " groups at once"));
  }
  Forming& forming = forming_[key];
  if (forming.joined.empty()) {
    forming.size = size;
    const uint64_t attempt = forming.attempt = next_attempt_++;
    server_->RunLater(kFormingMs, [this, server = Ref<ServerTask>::Share(server_), key, attempt] {
      GiveUpForming(key, attempt);
    });
  }
  if (forming.size != size) {
    return ReplyStatus(from, call,
                       InvalidArgument("group ", key, " has ", forming.size, " tasks for one member, ",
                                       size, " for ", TaskName(body.job, body.task)));
  }
  Joined& joined = forming.joined[{body.job, body.task}];
  // A member that asks again was started again, or has ended what it asked for.
  if (joined.peer) ReplyStatus(joined.peer, joined.call, Aborted("asked again"));
  joined = {from, call, TaskName(body.job, body.task), body.names.empty() ? "" : body.names[0]};
  if (static_cast<int64_t>(forming.joined.size()) < size) return;
  Body reply;
  reply.step = RandomId();
  Measuring& measuring = measuring_[reply.step];
  const std::string means = forming.joined.begin()->second.means;
  const bool alike = std::all_of(forming.joined.begin(), forming.joined.end(),
                                 [&](const auto& entry) { return entry.second.means == means; });
  if (alike && !means.empty()) reply.names.push_back(means);
  for (const auto& [place, member] : forming.joined) {
    reply.targets.push_back(StrCat(place.first, ":", place.second));
    measuring.members.push_back(member);
  }
  forming_.erase(key);
  const std::vector<Joined> members = measuring.members;
  for (const Joined& member : members) member.peer->Reply(member.call, reply);
}

void ServerCollectives::GiveUpForming(int64_t key, uint64_t attempt) {
  const auto it = forming_.find(key);
  if (it == forming_.end() || it->second.attempt != attempt) return;
  const Forming forming = std::move(it->second);
  forming_.erase(it);
  std::string there;
  for (const auto& [place, member] : forming.joined)
    there += StrCat(there.empty() ? "" : ", ", member.task);
  const Status status = Unavailable("group ", key, " of ", forming.size, " tasks has only ", there,
                                    " after ", kFormingMs, " ms");
  for (const auto& [place, member] : forming.joined) ReplyStatus(member.peer, member.call, status);
}

void ServerCollectives::GroupMeasured(Peer* peer, uint64_t call, const Body& body) {
  const auto it = measuring_.find(body.step);
  if (it == measuring_.end()) {
    return ReplyStatus(Ref<Peer>::Share(peer), call, Aborted("the group has ended"));
  }
  Measuring& measuring = it->second;
  measuring.latency_ns = std::max(measuring.latency_ns, body.latency_ns);
  measuring.bytes_per_s = std::min(measuring.bytes_per_s, body.bytes_per_s);
  measuring.answered.push_back({Ref<Peer>::Share(peer), call, {}, {}});
  if (measuring.answered.size() < measuring.members.size()) return;
  Body reply;
  reply.latency_ns = measuring.latency_ns;
  reply.bytes_per_s = measuring.bytes_per_s;
  const std::vector<Joined> answered = std::move(measuring.answered);
  measuring_.erase(it);
  for (const Joined& member : answered) member.peer->Reply(member.call, reply);
}

void ServerCollectives::LeaderPeerClosed(Peer* peer, const Status& reason) {
  for (auto it = forming_.begin(); it != forming_.end();) {
    auto& joined = it->second.joined;
    std::erase_if(joined, [&](const auto& entry) { return entry.second.peer.get() == peer; });
    it = joined.empty() ? forming_.erase(it) : std::next(it);
  }
  for (auto it = measuring_.begin(); it != measuring_.end();) {
    const auto& members = it->second.members;
    const auto lost = std::find_if(members.begin(), members.end(),
                                   [&](const Joined& member) { return member.peer.get() == peer; });
    if (lost == members.end()) {
      ++it;
      continue;
    }
    const Status status = Unavailable(lost->task, ": ", reason.message());
    const std::vector<Joined> answered = std::move(it->second.answered);
    it = measuring_.erase(it);
    for (const Joined& member : answered) ReplyStatus(member.peer, member.call, status);
  }
}

}  // namespace runnel::net
