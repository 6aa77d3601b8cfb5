// A group of tasks that reduce together, and one reduction of it, of this member: rounds that wait
// without a thread.
#ifndef RUNNEL_NET_COLLECTIVE_REDUCTION_H_
#define RUNNEL_NET_COLLECTIVE_REDUCTION_H_

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/runtime/devices/device_group.h"
#include "core/runtime/exchange/rendezvous.h"
#include "net/collective/all_reduce_plan.h"
#include "net/collective/server_collectives.h"
#include "net/task/server_task.h"

namespace runnel::net {

// Touched on the loop's thread only, except what is constant after the group is ready.
struct ServerCollectives::Group {
  int64_t key = 0, size = 0;
  bool ready = false, ended = false;
  uint64_t id = 0;
  size_t me = 0;
  std::vector<Ref<Peer>> peers;  // by member; null: this one
  double latency_s = 0, bytes_per_s = 0;
  std::vector<std::shared_ptr<Reduction>> waiting;  // until it is ready
  std::map<int64_t, uint64_t> executions;           // by instance
  std::map<int64_t, std::shared_ptr<Reduction>> active;
  uint64_t began_ns = 0;  // joining

  // ---- by devices: group_devices.cc ----
  Device* device = nullptr;     // that of this member's first value; null: the host
  Ref<DeviceGroup> by_devices;  // null: all goes by the host
  size_t num_joined = 0;        // members that have said whether they could
  bool all_joined = true;
  // Calls on a group of devices are made in one order, which member 0 announces. This member's calls
  // wait here for their turn, by instance.
  std::map<int64_t, std::shared_ptr<Reduction>> unordered;
  uint64_t next_turn = 0;
  Tensor turn;  // of a reduction that this member has not come to yet; empty: it is not known
};

// One all-reduce of this member.
struct ServerCollectives::Reduction : std::enable_shared_from_this<Reduction> {
  static constexpr uint64_t kInlineBytes = 64 << 10;  // what is more goes to the pool

  Ref<ServerTask> server;
  ServerCollectives* collectives = nullptr;
  CollectiveRequest request;
  Tensor own, value;  // the step's tensor, read until this has finished, and the result
  Ref<CancellationManager> cancellation;
  std::atomic<CancellationManager::Token> token{0};
  Done done;
  std::atomic<bool> finished{false};
  std::mutex reading;  // held while `own` is read
  // From its launch on:
  std::shared_ptr<Group> group;
  Ref<LocalRendezvous> table;
  uint64_t execution = 0;
  std::vector<AllReduceRound> plan;
  size_t at = 0;
  std::vector<size_t> sent, received;  // messages, by member: sender and receiver count alike

  // The device may touch both tensors while it works: so it is told to end, and this ends after it.
  void Finish(const Status& status);
  // Begins the plan; brings values of devices to the host before, and back after.
  void Start();
  // On the loop's thread.
  void StartOnDevice();
  bool on_device() const { return value.buffer() && !value.on_host(); }
  // Whether the group's devices can do it.
  bool CanStayOnDevice() const;
  // What this reduction is, for comparison: int64 [kTurnSize].
  static constexpr int64_t kTurnSize = 6;
  Result<Tensor> Turn(bool by_devices) const;

 private:
  void Begin();
  void Leave();  // what the group has under way
  void FetchFromDevice();
  void PutBack();
  // Copies between device and host, then goes on on the loop's thread unless this has finished.
  void Across(const Tensor& from, const Tensor& to, std::function<void()> then);
  void DeviceDone(const Status& status);
  Tensor View(const Range& range) const;
  char* At(int64_t element);
  const char* OwnAt(int64_t element) const;
  uint64_t BytesOf(const Range& range) const;
  std::string Key(size_t number, size_t from) const;
  // Whether the part of this round is too large to be sent unasked, and arrives in place.
  bool HasRoom(const AllReduceRound& round) const;
  // Runs rounds until one has to wait. One thread at a time.
  void Advance();
  void OnPart(const Status& status, const std::string& key, const Tensor& part);
  void Use(const Tensor& part);
  void FailGroup(const Status& reason);

  bool device_works_ = false;  // the loop's thread only
  Status ending_;              // why it was told to end
  Tensor device_value_;        // where the result goes that is made on the host
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_COLLECTIVE_REDUCTION_H_
