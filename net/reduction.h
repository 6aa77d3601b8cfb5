// A group of tasks that reduce together, and one reduction of it, of this member: rounds that wait
// without a thread.
#ifndef RUNNEL_NET_REDUCTION_H_
#define RUNNEL_NET_REDUCTION_H_

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/runtime/rendezvous.h"
#include "net/all_reduce_plan.h"
#include "net/collectives.h"
#include "net/server.h"

namespace runnel::net {

// Touched on the loop's thread only, but for what is constant once it is ready.
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
};

// One all-reduce of this member.
struct ServerCollectives::Reduction : std::enable_shared_from_this<Reduction> {
  static constexpr uint64_t kInlineBytes = 64 << 10;  // what is more goes to the pool

  Ref<ServerImpl> server;
  ServerCollectives* collectives = nullptr;
  CollectiveRequest request;
  Tensor own, value;  // the step's, to be read until this has finished, and what becomes of it
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
  std::vector<size_t> sent, received;  // messages, by member: both ends count alike

  void Finish(const Status& status);
  // Begins the plan.
  void Start();

 private:
  Tensor View(const Range& range) const;
  char* At(int64_t element);
  const char* OwnAt(int64_t element) const;
  uint64_t BytesOf(const Range& range) const;
  std::string Key(size_t number, size_t from) const;
  // Whether what the round brings is no small tensor and goes to where it belongs at once.
  bool HasRoom(const AllReduceRound& round) const;
  // Goes on until something has to be waited for. One thread at a time.
  void Advance();
  void OnPart(const Status& status, const std::string& key, const Tensor& part);
  void Use(const Tensor& part);
  void FailGroup(const Status& reason);
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_REDUCTION_H_
