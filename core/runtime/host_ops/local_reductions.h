// Reductions among devices of this process, within one step: by a group that the devices form.
//
// A reduction begins when all its members have come, so its calls are made together, and in the same
// order on each device. The group is made when it is first needed; after a failure it is made anew.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_LOCAL_REDUCTIONS_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_LOCAL_REDUCTIONS_H_

#include <compare>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/runtime/devices/device_group.h"
#include "core/runtime/exchange/collectives.h"
#include "core/runtime/resources/resource.h"

namespace runnel {

// Of one group_key. Any thread.
class LocalReductions final : public Resource {
 public:
  static constexpr std::string_view kTypeName = "DeviceGroup";
  explicit LocalReductions(std::string name) : Resource(std::move(name)) {}
  std::string_view TypeName() const override { return kTypeName; }

  // Which execution of which reduction.
  struct Key {
    const void* step = nullptr;
    std::vector<int64_t> iterations;
    int64_t instance = 0;
    auto operator<=>(const Key&) const = default;
  };
  // What a member gives, and where it gets what.
  struct Member {
    CollectiveRequest request;
    Device* device = nullptr;  // in whose memory both lie
    Tensor value, result;
    ThreadPool* pool = nullptr;
    std::function<void(Status)> done;
  };
  // Calls done once, on a thread of the pool or this one. Errors: INVALID_ARGUMENT where members
  // contradict each other; UNIMPLEMENTED for what devices do not combine; CANCELLED before all members
  // have come; those of the devices.
  void AllReduce(Key key, Member member, const Ref<CancellationManager>& cancellation);

 private:
  struct Waiting {
    Member member;
    Ref<CancellationManager> cancellation;
    CancellationManager::Token token = 0;
  };
  using Members = std::vector<Member>;  // in the order of the devices' names
  struct Joining;
  enum class State { kNone, kJoining, kReady };

  static void Fail(const Members& members, const Status& status);
  // What was waiting under the key, which waits no longer.
  Members Take(const Key& key);
  void Launch(Members members);
  void Join(ThreadPool* pool);
  void Joined(const std::shared_ptr<Joining>& joining, const Status& status);
  void Drain();
  void Break(const std::vector<Ref<DeviceGroup>>& groups);

  std::mutex mutex_;  // guards all below
  std::map<Key, std::vector<Waiting>> waiting_;
  State state_ = State::kNone;
  bool draining_ = false;
  std::vector<Device*> devices_;  // of the group, by rank
  std::vector<Ref<DeviceGroup>> groups_;
  std::deque<Members> complete_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_LOCAL_REDUCTIONS_H_
