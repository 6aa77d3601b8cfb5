// Groups whose members have devices that reach each other: the devices form a group of their own, and
// values on them are combined there.
//
// Member 0 makes the group's name and sends it to all; all join, and each tells all others whether it
// could. If one could not (two tasks that share a GPU, for example), all use the host. Calls on a group
// of devices must be made in the same order by every member, but steps reach their reductions in any
// order: member 0 announces the order in which it reached them, and the others follow. It also announces
// what each reduction is, so that members that contradict each other get an error instead of waiting for
// ever.
#include "net/collective/reduction.h"

#include <cstring>
#include <utility>

#include "net/task/server_task.h"

namespace runnel::net {
namespace {

constexpr const char* kNameKey = "devices";
constexpr const char* kOnHost = "on the host";
constexpr const char* kOnDevices = "on devices";

std::string JoinedKey(size_t member) { return StrCat("devices.", member); }
std::string TurnKey(uint64_t turn) { return StrCat("turn.", turn); }

Result<Tensor> Bytes(Allocator* allocator, const void* from, size_t size) {
  RUNNEL_ASSIGN_OR_RETURN(
      Tensor out, Tensor::Allocate(allocator, DType::kUInt8, Shape({static_cast<int64_t>(size)})));
  if (size > 0) std::memcpy(out.data(), from, size);
  return out;
}

std::string Describe(const Tensor& turn) {
  const auto of = turn.values<const int64_t>();
  return StrCat("reduction ", of[0], ", ", of[3], " elements of ", DTypeName(static_cast<DType>(of[2])),
                ", ", of[1] != 0 ? kOnDevices : kOnHost);
}

}  // namespace

void ServerCollectives::JoinDevices(const std::shared_ptr<Group>& group) {
  const auto table = server_->steps().Find(group->id);
  if (!table.ok()) return Fail(group, table.status(), true);
  const auto server = Ref<ServerTask>::Share(server_);
  for (size_t m = 0; m < group->peers.size(); ++m) {
    if (m == group->me) continue;
    (*table)->RecvAsync({"", "", JoinedKey(m)}, [this, server, group, m](const Status& status,
                                                                         const Tensor& could, bool) {
      if (!status.ok()) return;  // the group has ended
      const bool joined = could.dtype() == DType::kUInt8 && could.num_elements() == 1;
      (void)server->Post([this, server, group, m, joined] {
        DeviceJoined(group, m, joined ? OkStatus() : Aborted("member ", m, " could not join"));
      });
    });
  }
  if (group->me != 0) {
    return (*table)->RecvAsync(
        {"", "", kNameKey}, [this, server, group](const Status& status, const Tensor& name, bool) {
          if (!status.ok()) return;
          (void)server->Post([this, server, group, name] { JoinByName(group, OkStatus(), name); });
        });
  }
  // On the pool: making a name may take the library some time.
  server_->RunOnPool([this, server, group, device = group->device] {
    Result<Tensor> bytes = Bytes(server->runtime().allocator(), nullptr, 0);
    const auto name = server->core().name_device_group(device);
    if (name.ok()) bytes = Bytes(server->runtime().allocator(), name->data(), name->size());
    const Status status = name.ok() ? bytes.status() : name.status();
    (void)server->Post([this, server, group, status, bytes] {
      if (group->ended) return;
      if (!bytes.ok()) return Fail(group, bytes.status(), true);
      for (const Ref<Peer>& peer : group->peers) {
        if (peer) peer->Push(group->id, kNameKey, *bytes, false);
      }
      JoinByName(group, status, *bytes);
    });
  });
}

void ServerCollectives::JoinByName(const std::shared_ptr<Group>& group, const Status& status,
                                   const Tensor& name) {
  if (group->ended) return;
  DeviceGroupName bytes{};
  Status began = status;
  // A reduction may have been announced before the name arrived.
  if (began.ok() && !group->all_joined) began = Aborted("another member could not join");
  if (began.ok() && (name.dtype() != DType::kUInt8 || name.size_bytes() != bytes.size()))
    began = Aborted("member 0 could not name a group");
  if (began.ok()) {
    std::memcpy(bytes.data(), name.data(), bytes.size());
    auto joining = server_->core().join_device_group(
        group->device, bytes, static_cast<uint32_t>(group->peers.size()),
        static_cast<uint32_t>(group->me),
        [this, group = group, token = server_->Begin()](const Status& joined) mutable {
          (void)server_->Post([this, group, joined, token] { DeviceJoined(group, group->me, joined); });
          group = nullptr;
          token = nullptr;
        });
    began = joining.status();
    if (joining.ok()) group->by_devices = std::move(*joining);
  }
  if (!began.ok()) DeviceJoined(group, group->me, began);
}

void ServerCollectives::DeviceJoined(const std::shared_ptr<Group>& group, size_t member,
                                     const Status& status) {
  if (group->ended) return;
  if (member == group->me) {
    const char yes = 1;
    const auto answer = Bytes(server_->runtime().allocator(), &yes, status.ok() ? 1 : 0);
    if (!answer.ok()) return Fail(group, answer.status(), true);
    for (const Ref<Peer>& peer : group->peers) {
      if (peer) peer->Push(group->id, JoinedKey(group->me), *answer, false);
    }
  }
  if (!status.ok() && std::exchange(group->all_joined, false)) {
    server_->runtime().Log(
        Severity::kWarning,
        StrCat("the devices of group ", group->key,
               " do not reach each other, and its values go by way of the hosts: ", status.message()));
    // Members that will not come are not waited for.
    if (group->by_devices) group->by_devices->Abort();
  }
  if (++group->num_joined < group->peers.size()) return;
  if (!group->all_joined) group->by_devices = nullptr;
  Measure(group);
}

bool ServerCollectives::HasDevices(int64_t key) const {
  const auto it = groups_.find(key);
  return it != groups_.end() && it->second->ready && it->second->by_devices;
}

// ---- order ----

Result<Tensor> ServerCollectives::Reduction::Turn(bool by_devices) const {
  RUNNEL_ASSIGN_OR_RETURN(
      Tensor out, Tensor::Allocate(server->runtime().allocator(), DType::kInt64, Shape({kTurnSize})));
  const int64_t said[kTurnSize] = {request.instance_key,
                                   by_devices ? 1 : 0,
                                   static_cast<int64_t>(value.dtype()),
                                   value.num_elements(),
                                   static_cast<int64_t>(request.merge),
                                   request.mean ? 1 : 0};
  std::memcpy(out.data(), said, sizeof(said));
  return out;
}

void ServerCollectives::Order(const std::shared_ptr<Reduction>& reduction) {
  const std::shared_ptr<Group> group = reduction->group;
  if (group->me != 0) {
    group->unordered.emplace(reduction->request.instance_key, reduction);
    return TakeTurn(group);
  }
  const bool by_devices = reduction->CanStayOnDevice();
  const auto turn = reduction->Turn(by_devices);
  if (!turn.ok()) return Fail(group, turn.status(), true);
  const std::string key = TurnKey(group->next_turn++);
  for (const Ref<Peer>& peer : group->peers) {
    if (peer) peer->Push(group->id, key, *turn, false);
  }
  Run(reduction, by_devices);
}

void ServerCollectives::AwaitTurn(const std::shared_ptr<Group>& group) {
  const auto table = server_->steps().Find(group->id);
  if (!table.ok()) return Fail(group, table.status(), true);
  (*table)->RecvAsync(
      {"", "", TurnKey(group->next_turn++)}, [this, server = Ref<ServerTask>::Share(server_), group](
                                                 const Status& status, const Tensor& turn, bool) {
        if (!status.ok()) return;
        (void)server->Post([this, server, group, turn] {
          if (group->ended) return;
          if (turn.dtype() != DType::kInt64 || turn.num_elements() != Reduction::kTurnSize) {
            return Fail(group, DataLoss("member 0's order cannot be read"), true);
          }
          group->turn = turn;
          TakeTurn(group);
        });
      });
}

void ServerCollectives::TakeTurn(const std::shared_ptr<Group>& group) {
  if (group->ended || group->turn.empty()) return;
  const auto said = group->turn.values<const int64_t>();
  const auto it = group->unordered.find(said[0]);
  if (it == group->unordered.end()) return;
  const std::shared_ptr<Reduction> reduction = std::move(it->second);
  group->unordered.erase(it);
  const bool by_devices = reduction->CanStayOnDevice();
  const auto mine = reduction->Turn(by_devices);
  if (!mine.ok()) return Fail(group, mine.status(), true);
  if (std::memcmp(mine->data(), group->turn.data(), mine->size_bytes()) != 0) {
    return Fail(group,
                InvalidArgument("group ", group->key, ": ", server_->task_name(), " has ",
                                Describe(*mine), ", its first member has ", Describe(group->turn)),
                true);
  }
  group->turn = Tensor();
  AwaitTurn(group);
  Run(reduction, by_devices);
}

// ---- one reduction ----

bool ServerCollectives::Reduction::CanStayOnDevice() const {
  return on_device() && value.buffer()->device() == group->device &&
         CanReduceOnDevice(value.dtype(), request.mean);
}

void ServerCollectives::Reduction::StartOnDevice() {
  device_works_ = true;
  group->by_devices->AllReduce(
      own, value, request.merge, request.mean,
      [self = shared_from_this(), token = server->Begin()](const Status& status) mutable {
        // Without a loop no other thread touches it.
        if (!self->server->Post([self, status, token] { self->DeviceDone(status); }))
          self->DeviceDone(status);
        self = nullptr;
        token = nullptr;
      });
}

void ServerCollectives::Reduction::DeviceDone(const Status& status) {
  device_works_ = false;
  Leave();
  if (!ending_.ok()) return Finish(ending_);
  Finish(status);
  if (!status.ok()) collectives->Fail(group, status, true);
}

void ServerCollectives::Reduction::FetchFromDevice() {
  Allocator* const allocator = server->runtime().allocator();
  auto from = Tensor::Allocate(allocator, own.dtype(), own.shape());
  auto to = Tensor::Allocate(allocator, own.dtype(), own.shape());
  if (!from.ok() || !to.ok()) return FailGroup(Status::OutOfMemory());
  Across(own, *from, [this, from = *from, to = *to] {
    device_value_ = std::exchange(value, to);
    own = from;
    Begin();
  });
}

void ServerCollectives::Reduction::PutBack() {
  Across(value, device_value_, [this] {
    value = std::move(device_value_);
    Leave();
    Finish(OkStatus());
  });
}

void ServerCollectives::Reduction::Across(const Tensor& from, const Tensor& to,
                                          std::function<void()> then) {
  server->core().copy_across(from, to,
                             [self = shared_from_this(), token = server->Begin(),
                              then = std::move(then)](const Status& copied) mutable {
                               if (!copied.ok()) self->FailGroup(copied);
                               (void)self->server->Post([self, copied, token, then = std::move(then)] {
                                 if (copied.ok() && !self->finished) then();
                               });
                               self = nullptr;
                               token = nullptr;
                             });
}

}  // namespace runnel::net
