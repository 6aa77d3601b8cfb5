// The leader's part in forming a group.
#include "net/collective/server_collectives.h"

#include <algorithm>

#include "net/task/server_task.h"

namespace runnel::net {
namespace {

constexpr int64_t kFormingMs = 60'000;
constexpr size_t kMaxForming = 1024;

}  // namespace

void ServerCollectives::JoinGroup(const Answer<JoinGroupReply>& answer, JoinGroupRequest request) {
  const int64_t key = request.group_key, size = request.group_size;
  const std::string task = TaskName(request.job, request.task);
  if (!server_->cluster().TaskAddress(request.job, request.task).ok() || size < 2 ||
      size > server_->cluster().num_tasks()) {
    return answer.Fail(InvalidArgument("group ", key, " of ", size, " tasks, ", task,
                                       " among them: the cluster has ", server_->cluster().num_tasks(),
                                       " tasks"));
  }
  if (!forming_.contains(key) && forming_.size() >= kMaxForming) {
    return answer.Fail(ResourceExhausted("more than ", kMaxForming, " groups at once"));
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
    return answer.Fail(InvalidArgument("group ", key, " has ", forming.size, " tasks for one member, ",
                                       size, " for ", task));
  }
  Joined joined{answer, task, std::move(request.device_means)};
  const auto [it, fresh] = forming.joined.try_emplace({request.job, request.task}, joined);
  if (!fresh) {
    // A member that asks again was restarted, or has abandoned its first request.
    it->second.answer.Fail(Aborted("asked again"));
    it->second = std::move(joined);
  }
  if (static_cast<int64_t>(forming.joined.size()) < size) return;
  JoinGroupReply reply;
  reply.group_id = RandomId();
  Measuring& measuring = measuring_[reply.group_id];
  const std::string means = forming.joined.begin()->second.means;
  const bool alike = std::all_of(forming.joined.begin(), forming.joined.end(),
                                 [&](const auto& entry) { return entry.second.means == means; });
  if (alike) reply.device_means = means;
  for (const auto& [place, member] : forming.joined) {
    reply.members.push_back({place.first, place.second});
    measuring.members.push_back(member);
  }
  forming_.erase(key);
  const std::vector<Joined> members = measuring.members;
  for (const Joined& member : members) member.answer.Send(reply);
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
  for (const auto& [place, member] : forming.joined) member.answer.Fail(status);
}

void ServerCollectives::GroupMeasured(const Answer<GroupMeasuredReply>& answer,
                                      const GroupMeasuredRequest& request) {
  const auto it = measuring_.find(request.group_id);
  if (it == measuring_.end()) return answer.Fail(Aborted("the group has ended"));
  Measuring& measuring = it->second;
  measuring.latency_ns = std::max(measuring.latency_ns, request.latency_ns);
  measuring.bytes_per_s = std::min(measuring.bytes_per_s, request.bytes_per_s);
  measuring.answered.push_back(answer);
  if (measuring.answered.size() < measuring.members.size()) return;
  const GroupMeasuredReply reply{{}, measuring.latency_ns, measuring.bytes_per_s};
  const auto answered = std::move(measuring.answered);
  measuring_.erase(it);
  for (const Answer<GroupMeasuredReply>& member : answered) member.Send(reply);
}

void ServerCollectives::LeaderPeerClosed(Peer* peer, const Status& reason) {
  for (auto it = forming_.begin(); it != forming_.end();) {
    auto& joined = it->second.joined;
    std::erase_if(joined, [&](const auto& entry) { return entry.second.answer.peer().get() == peer; });
    it = joined.empty() ? forming_.erase(it) : std::next(it);
  }
  for (auto it = measuring_.begin(); it != measuring_.end();) {
    const auto& members = it->second.members;
    const auto lost = std::find_if(members.begin(), members.end(), [&](const Joined& member) {
      return member.answer.peer().get() == peer;
    });
    if (lost == members.end()) {
      ++it;
      continue;
    }
    const Status status = Unavailable(lost->task, ": ", reason.message());
    const auto answered = std::move(it->second.answered);
    it = measuring_.erase(it);
    for (const Answer<GroupMeasuredReply>& member : answered) member.Fail(status);
  }
}

}  // namespace runnel::net
