// ServerCollectives: all-reduce between the tasks of a cluster.
//
// A group is formed when it is first used. Its members register with one task of the cluster, the
// leader, which answers all of them when the last has come: with the members in order and a number that
// was never used before. The members measure their links, and the leader distributes the result, so that
// all choose the same algorithm. Where all have devices that reach each other, the devices form a group
// too, and their values never come to the host (group_devices.cc). Otherwise tensors travel as those of
// steps do, with the group's number as the step: early ones wait in the table under execution, round and
// sender, late ones are dropped. When a member is lost, or one of its steps ends early, the group ends
// everywhere with the reason, and the next use forms another.
#ifndef RUNNEL_NET_COLLECTIVE_SERVER_COLLECTIVES_H_
#define RUNNEL_NET_COLLECTIVE_SERVER_COLLECTIVES_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/runtime/exchange/collectives.h"
#include "net/link/services.h"
#include "net/wire/group_messages.h"

namespace runnel::net {

class ServerTask;

class ServerCollectives final : public Collectives {
 public:
  explicit ServerCollectives(ServerTask* server) : server_(server) {}

  // Any thread.
  void AllReduce(const CollectiveRequest& request, Tensor value, Tensor result,
                 Ref<CancellationManager> cancellation, Done done) override;

  // ---- on the loop's thread ----
  void AddServices(ServiceTable* services);
  void OnPeerClosed(Peer* peer, const Status& reason);
  // Ends a group because a step of this task failed to take part.
  void FailGroup(int64_t key, const Status& reason);
  void StopAll(const Status& reason);
  // Whether a complete group has a reduction in progress.
  bool busy() const;
  // Whether there is a group of this key whose devices combine its values.
  bool HasDevices(int64_t key) const;

 private:
  struct Group;
  struct Reduction;
  // The leader's record of an incomplete group.
  struct Joined {
    Answer<JoinGroupReply> answer;
    std::string task;   // "/job:a/replica:0/task:1"
    std::string means;  // by which its device reaches others; empty: it has none
  };
  struct Forming {
    int64_t size = 0;
    uint64_t attempt = 0;
    std::map<std::pair<std::string, int>, Joined> joined;  // by job and index
  };
  struct Measuring {
    std::vector<Joined> members;
    std::vector<Answer<GroupMeasuredReply>> answered;
    uint64_t latency_ns = 0, bytes_per_s = UINT64_MAX;
  };

  // ---- the leader's part (collective_leader.cc) ----
  void JoinGroup(const Answer<JoinGroupReply>& answer, JoinGroupRequest request);
  void GroupMeasured(const Answer<GroupMeasuredReply>& answer, const GroupMeasuredRequest& request);
  void GiveUpForming(int64_t key, uint64_t attempt);
  void LeaderPeerClosed(Peer* peer, const Status& reason);

  // ---- a member's part ----
  void EndGroup(const Answer<StatusReply>& answer, const EndGroupRequest& request);
  void Begin(const std::shared_ptr<Reduction>& reduction);
  void Join(const std::shared_ptr<Group>& group);
  void OnJoined(const std::shared_ptr<Group>& group, const JoinGroupReply& reply);
  void Measure(const std::shared_ptr<Group>& group);
  void Report(const std::shared_ptr<Group>& group, uint64_t latency_ns, uint64_t bytes_per_s);
  void Launch(const std::shared_ptr<Reduction>& reduction);
  void Run(const std::shared_ptr<Reduction>& reduction, bool on_device);
  void Fail(const std::shared_ptr<Group>& group, const Status& reason, bool tell);
  Ref<Peer> Leader();

  // ---- groups of devices (group_devices.cc) ----
  void JoinDevices(const std::shared_ptr<Group>& group);
  void JoinByName(const std::shared_ptr<Group>& group, const Status& status, const Tensor& name);
  void DeviceJoined(const std::shared_ptr<Group>& group, size_t member, const Status& status);
  void AwaitTurn(const std::shared_ptr<Group>& group);
  void TakeTurn(const std::shared_ptr<Group>& group);
  // Runs the reduction when it is its turn.
  void Order(const std::shared_ptr<Reduction>& reduction);

  ServerTask* const server_;
  // ---- the loop's thread only ----
  std::map<int64_t, std::shared_ptr<Group>> groups_;
  std::map<int64_t, Forming> forming_;
  std::map<uint64_t, Measuring> measuring_;
  uint64_t next_attempt_ = 1;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_COLLECTIVE_SERVER_COLLECTIVES_H_
