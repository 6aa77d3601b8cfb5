// One member's reduction: executes its list of rounds (all_reduce_plan.h) without holding a thread.
//
// Advance starts a round: it pushes the part to be sent and registers a receive; OnPart continues when
// the part has arrived, and Use combines or copies it and advances. Small parts are handled on the
// loop's thread, large ones on the pool.
//
// The step's tensor (`own`) is only read, under `reading`, and is released when the reduction ends;
// results are written to `value`. A part that is only distributed arrives directly in `value` (rooms of
// the rendezvous). That is safe at any time: no member sends such a part before it has used this
// member's contribution to it.
#include "net/collective/reduction.h"

#include <cstring>

namespace runnel::net {

void ServerCollectives::Reduction::Finish(const Status& status) {
  if (device_works_) {
    if (ending_.ok()) ending_ = status;
    return group->by_devices->Abort();
  }
  if (finished.exchange(true)) return;
  {
    const std::lock_guard lock(reading);  // later readers find it finished
    own = Tensor();
  }
  if (cancellation && token != 0) (void)cancellation->TryDeregister(token);
  Tensor result;
  if (status.ok()) result = std::move(value);
  const Done call = std::move(done);
  call(status, std::move(result));
}

Tensor ServerCollectives::Reduction::View(const Range& range) const {
  const uint64_t bytes = static_cast<uint64_t>(range.begin) * DTypeSize(value.dtype());
  return Tensor(value.dtype(), Shape({range.size()}), value.buffer(), value.offset_bytes() + bytes);
}

char* ServerCollectives::Reduction::At(int64_t element) {
  return static_cast<char*>(value.data()) + static_cast<uint64_t>(element) * DTypeSize(value.dtype());
}

const char* ServerCollectives::Reduction::OwnAt(int64_t element) const {
  return static_cast<const char*>(own.data()) +
         static_cast<uint64_t>(element) * DTypeSize(value.dtype());
}

uint64_t ServerCollectives::Reduction::BytesOf(const Range& range) const {
  return static_cast<uint64_t>(range.size()) * DTypeSize(value.dtype());
}

std::string ServerCollectives::Reduction::Key(size_t number, size_t from) const {
  return StrCat("r", request.instance_key, ".", execution, ".", number, ".", from);
}

bool ServerCollectives::Reduction::HasRoom(const AllReduceRound& round) const {
  return round.recv_from >= 0 && !round.combine && BytesOf(round.recv) > kMaxUnasked;
}

void ServerCollectives::Reduction::Start() { on_device() ? FetchFromDevice() : Begin(); }

void ServerCollectives::Reduction::Begin() {
  sent.resize(group->peers.size());
  received.resize(group->peers.size());
  // Rooms for the distributed parts. They may arrive at any time: none is sent before this member's
  // contribution to it was used.
  std::vector<size_t> numbers(received.size());
  for (const AllReduceRound& round : plan) {
    if (round.recv_from < 0) continue;
    const auto from = static_cast<size_t>(round.recv_from);
    const size_t number = numbers[from]++;
    if (HasRoom(round)) table->SetRoom(Key(number, from), View(round.recv));
  }
  // The first part that is sent is copied, which may take long.
  if (BytesOf(plan.front().send) <= kInlineBytes) return Advance();
  server->RunOnPool([self = shared_from_this()] { self->Advance(); });
}

void ServerCollectives::Reduction::Advance() {
  while (at < plan.size()) {
    if (finished) return;
    const AllReduceRound& round = plan[at];
    if (round.send_to >= 0) {
      if (round.sends_own && round.send.size() > 0) {
        const std::lock_guard lock(reading);
        if (finished) return;
        std::memcpy(At(round.send.begin), OwnAt(round.send.begin), BytesOf(round.send));
      }
      // A part that was sent is not written again before its receiver has used it: see HalvingPlan and
      // RingPlan.
      const auto to = static_cast<size_t>(round.send_to);
      group->peers[to]->Push(group->id, Key(sent[to]++, group->me), View(round.send), false);
    }
    if (round.recv_from < 0) {
      ++at;
      continue;
    }
    const auto from = static_cast<size_t>(round.recv_from);
    const std::string key = Key(received[from]++, from);
    table->RecvAsync({"", "", key},
                     [self = shared_from_this(), key](const Status& status, const Tensor& part, bool) {
                       self->OnPart(status, key, part);
                     });
    return;
  }
  if (!device_value_.empty()) return PutBack();
  (void)server->Post([self = shared_from_this()] {
    self->Leave();
    self->Finish(OkStatus());
  });
}

void ServerCollectives::Reduction::Leave() {
  auto& active = group->active;
  const auto it = active.find(request.instance_key);
  if (it != active.end() && it->second.get() == this) active.erase(it);
}

void ServerCollectives::Reduction::FailGroup(const Status& reason) {
  (void)server->Post(
      [self = shared_from_this(), reason] { self->collectives->Fail(self->group, reason, true); });
}

void ServerCollectives::Reduction::OnPart(const Status& status, const std::string& key,
                                          const Tensor& part) {
  if (finished) return;
  const AllReduceRound& round = plan[at];
  if (!status.ok()) return;  // the group has ended, and so has this reduction
  if (part.dtype() != value.dtype() || part.num_elements() != round.recv.size()) {
    return FailGroup(InvalidArgument("reduction ", request.instance_key, " of group ", request.group_key,
                                     ": this task has ", value.num_elements(), " elements of ",
                                     DTypeName(value.dtype()), ", another one sent ",
                                     part.num_elements(), " of ", DTypeName(part.dtype()), " where ",
                                     round.recv.size(), " were expected"));
  }
  const bool in_place = round.recv.size() > 0 && part.data() == At(round.recv.begin);
  if (HasRoom(round) && table->TakeRoom(key).empty() && !in_place) {
    // The holder of the room could write to it after this reduction has ended.
    return FailGroup(DataLoss("a part of reduction ", request.instance_key, " of group ",
                              request.group_key, " came twice"));
  }
  if (in_place || BytesOf(round.recv) <= kInlineBytes) return Use(part);
  server->RunOnPool([self = shared_from_this(), part] { self->Use(part); });
}

void ServerCollectives::Reduction::Use(const Tensor& part) {
  const AllReduceRound& round = plan[at];
  char* const to = At(round.recv.begin);
  if (round.combine) {
    std::unique_lock lock(reading, std::defer_lock);
    if (round.combines_own) lock.lock();
    if (finished) return;
    CombineTo(request.merge, value.dtype(), to, round.combines_own ? OwnAt(round.recv.begin) : to,
              part.data(), round.recv.size());
  } else if (round.recv.size() > 0 && part.data() != to) {
    std::memcpy(to, part.data(), part.size_bytes());
  }
  if (request.mean && round.reduced.size() > 0) {
    DivideBy(value.dtype(), At(round.reduced.begin), round.reduced.size(), request.group_size);
  }
  ++at;
  Advance();
}

}  // namespace runnel::net
