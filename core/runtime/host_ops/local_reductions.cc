#include "core/runtime/host_ops/local_reductions.h"

#include <algorithm>
#include <utility>

#include "core/runtime/devices/device.h"

namespace runnel {
namespace {

std::string Describe(const LocalReductions::Member& member) {
  return StrCat(member.device->name(), " has ", member.value.num_elements(), " elements of ",
                DTypeName(member.value.dtype()));
}

Status CheckAlike(const std::vector<LocalReductions::Member>& members) {
  const LocalReductions::Member& first = members[0];
  for (const LocalReductions::Member& one : members) {
    if (one.request.merge != first.request.merge || one.request.mean != first.request.mean ||
        one.request.group_size != first.request.group_size || one.value.dtype() != first.value.dtype() ||
        one.value.num_elements() != first.value.num_elements())
      return InvalidArgument("reduction ", first.request.instance_key, " of group ",
                             first.request.group_key, ": ", Describe(first), ", ", Describe(one),
                             "; all must be alike, and combined alike");
  }
  if (!CanReduceOnDevice(first.value.dtype(), first.request.mean))
    return Unimplemented("a ", first.request.mean ? "mean" : "reduction", " of ",
                         DTypeName(first.value.dtype()), " by devices");
  return OkStatus();
}

}  // namespace

struct LocalReductions::Joining {
  ThreadPool* pool = nullptr;
  std::vector<Device*> devices;
  std::vector<Ref<DeviceGroup>> groups;
  // Guarded by mutex_:
  size_t left = 0;
  bool begun = false;  // all were asked to join
  Status status;
};

void LocalReductions::Fail(const Members& members, const Status& status) {
  for (const Member& member : members) member.done(status);
}

LocalReductions::Members LocalReductions::Take(const Key& key) {
  std::vector<Waiting> taken;
  {
    const std::lock_guard lock(mutex_);
    const auto found = waiting_.find(key);
    if (found == waiting_.end()) return {};
    taken = std::move(found->second);
    waiting_.erase(found);
  }
  Members members;
  for (Waiting& one : taken) {
    // A callback that runs all the same finds nothing.
    static_cast<void>(one.cancellation->TryDeregister(one.token));
    members.push_back(std::move(one.member));
  }
  return members;
}

void LocalReductions::AllReduce(Key key, Member member, const Ref<CancellationManager>& cancellation) {
  const auto self = Ref<LocalReductions>::Share(this);
  const auto token =
      cancellation->Register([self, key](const Status& reason) { Fail(self->Take(key), reason); });
  if (token == 0) return member.done(cancellation->reason());
  const auto size = static_cast<size_t>(member.request.group_size);
  bool complete = false, twice = false;
  {
    const std::lock_guard lock(mutex_);
    std::vector<Waiting>& waiting = waiting_[key];
    twice = std::any_of(waiting.begin(), waiting.end(),
                        [&](const Waiting& one) { return one.member.device == member.device; });
    if (!twice) {
      waiting.push_back({member, cancellation, token});
      complete = waiting.size() == size;
    }
  }
  if (twice) {
    static_cast<void>(cancellation->TryDeregister(token));
    return member.done(InvalidArgument("reduction ", key.instance, " of group ",
                                       member.request.group_key, ": two of its members are on ",
                                       member.device->name()));
  }
  // A callback may have run before there was anything to find.
  if (cancellation->cancelled()) return Fail(Take(key), cancellation->reason());
  if (!complete) return;
  Members members = Take(key);
  if (!members.empty()) Launch(std::move(members));
}

void LocalReductions::Launch(Members members) {
  if (Status status = CheckAlike(members); !status.ok()) return Fail(members, status);
  std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
    return std::string_view(a.device->name()) < std::string_view(b.device->name());
  });
  std::vector<Device*> devices;
  for (const Member& member : members) devices.push_back(member.device);
  ThreadPool* const pool = members[0].pool;
  bool joins = false, differs = false;
  {
    const std::lock_guard lock(mutex_);
    if (state_ == State::kNone && complete_.empty()) devices_ = devices;
    differs = devices_ != devices;
    if (!differs) {
      complete_.push_back(std::move(members));
      joins = state_ == State::kNone;
      if (joins) state_ = State::kJoining;
    }
  }
  if (differs)
    return Fail(members,
                InvalidArgument("group ", name(), " has other devices than ", devices[0]->name(),
                                " and ", devices.size() - 1, " more, which have a reduction of it"));
  joins ? Join(pool) : Drain();
}

// On the pool, as making a name may take the devices' library some time.
void LocalReductions::Join(ThreadPool* pool) {
  auto joining = std::make_shared<Joining>();
  joining->pool = pool;
  {
    const std::lock_guard lock(mutex_);
    joining->devices = devices_;
  }
  joining->groups.resize(joining->devices.size());
  joining->left = joining->devices.size() + 1;
  pool->Run([self = Ref<LocalReductions>::Share(this), joining] {
    const auto size = static_cast<uint32_t>(joining->devices.size());
    const auto name = NameDeviceGroup(joining->devices[0]);
    Status began = name.status();
    for (uint32_t rank = 0; rank < size; ++rank) {
      if (began.ok()) {
        auto group = JoinDeviceGroup(
            joining->devices[rank], *name, size, rank, [self, joining](const Status& status) {
              joining->pool->Run([self, joining, status] { self->Joined(joining, status); });
            });
        began = group.status();
        if (began.ok()) {
          joining->groups[rank] = std::move(*group);
          continue;
        }
      }
      self->Joined(joining, began);
    }
    {
      const std::lock_guard lock(self->mutex_);
      joining->begun = true;
    }
    self->Joined(joining, began);
  });
}

void LocalReductions::Joined(const std::shared_ptr<Joining>& joining, const Status& status) {
  std::deque<Members> failed;
  {
    std::unique_lock lock(mutex_);
    if (joining->status.ok()) joining->status = status;
    if (--joining->left > 0) {
      // Those that would wait for who does not come.
      const bool ends = !joining->status.ok() && joining->begun;
      lock.unlock();
      for (size_t i = 0; ends && i < joining->groups.size(); ++i) {
        if (joining->groups[i]) joining->groups[i]->Abort();
      }
      return;
    }
    if (joining->status.ok()) {
      groups_ = std::move(joining->groups);
      state_ = State::kReady;
    } else {
      state_ = State::kNone;
      failed.swap(complete_);
    }
  }
  for (const Members& members : failed) Fail(members, joining->status);
  Drain();
}

// Makes the calls of what is complete: of one reduction after the other, on one thread at a time.
void LocalReductions::Drain() {
  std::unique_lock lock(mutex_);
  if (draining_) return;
  draining_ = true;
  while (state_ == State::kReady && !complete_.empty()) {
    const Members members = std::move(complete_.front());
    complete_.pop_front();
    const std::vector<Ref<DeviceGroup>> groups = groups_;
    lock.unlock();
    for (size_t i = 0; i < members.size(); ++i) {
      const Member& member = members[i];
      groups[i]->AllReduce(member.value, member.result, member.request.merge, member.request.mean,
                           [self = Ref<LocalReductions>::Share(this), groups, pool = member.pool,
                            done = member.done](const Status& status) {
                             // Whoever is told may end all that is there, and a failure may be told on
                             // this stack.
                             pool->Run([self, groups, done, status] {
                               if (!status.ok()) self->Break(groups);
                               done(status);
                             });
                           });
    }
    lock.lock();
  }
  draining_ = false;
}

void LocalReductions::Break(const std::vector<Ref<DeviceGroup>>& groups) {
  for (const Ref<DeviceGroup>& group : groups) group->Abort();
  std::deque<Members> failed;
  {
    const std::lock_guard lock(mutex_);
    if (groups_.empty() || groups_[0].get() != groups[0].get()) return;
    groups_.clear();
    state_ = State::kNone;
    failed.swap(complete_);
  }
  for (const Members& members : failed) Fail(members, Aborted("the group of devices has failed"));
}

}  // namespace runnel
