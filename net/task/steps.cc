#include "net/task/steps.h"

namespace runnel::net {
namespace {

constexpr size_t kMaxSteps = 65'536;
constexpr size_t kRemembered = 4096;

}  // namespace

Result<Ref<LocalRendezvous>> Steps::Find(uint64_t step) {
  const std::lock_guard lock(mutex_);
  const auto it = steps_.find(step);
  if (it != steps_.end()) return it->second;
  if (ended_.contains(step)) return Aborted("step ", step, " has ended");
  if (steps_.size() >= kMaxSteps) return ResourceExhausted("more than ", kMaxSteps, " steps at once");
  Ref<LocalRendezvous> table = MakeRef<LocalRendezvous>();
  steps_.emplace(step, table);
  return table;
}

void Steps::End(uint64_t step, const Status& reason) {
  Ref<LocalRendezvous> table;
  {
    const std::lock_guard lock(mutex_);
    if (ended_.insert(step).second) ended_order_.push_back(step);
    if (ended_order_.size() > kRemembered) {
      ended_.erase(ended_order_.front());
      ended_order_.pop_front();
    }
    const auto it = steps_.find(step);
    if (it == steps_.end()) return;
    table = std::move(it->second);
    steps_.erase(it);
  }
  table->Abort(reason.ok() ? Aborted("step ", step, " has ended") : reason);
}

void Steps::EndAll(const Status& reason) {
  std::map<uint64_t, Ref<LocalRendezvous>> steps;
  {
    const std::lock_guard lock(mutex_);
    steps.swap(steps_);
  }
  for (const auto& [step, table] : steps) table->Abort(reason);
}

void Steps::Put(uint64_t step, std::string_view key, Tensor tensor, bool dead, Charge charge) {
  const auto table = Find(step);
  if (table.ok()) (void)(*table)->Put(key, std::move(tensor), dead, std::move(charge));
}

void Steps::Offer(uint64_t step, std::string_view key, uint64_t offer,
                  LocalRendezvous::OfferAnswer answer) {
  const auto table = Find(step);
  if (!table.ok()) return answer(false);
  (*table)->Offer(key, offer, std::move(answer));
}

Ref<LocalRendezvous> Steps::Look(uint64_t step) const {
  const std::lock_guard lock(mutex_);
  const auto it = steps_.find(step);
  return it == steps_.end() ? Ref<LocalRendezvous>() : it->second;
}

void Steps::Withdraw(uint64_t step, std::string_view key, uint64_t offer) {
  if (const auto table = Look(step)) table->Withdraw(key, offer);
}

void Steps::Abort(uint64_t step, const Status& reason) {
  if (const auto table = Look(step)) table->Abort(reason);
}

Tensor Steps::TakeRoom(uint64_t step, std::string_view key) {
  const auto table = Look(step);
  return table ? table->TakeRoom(key) : Tensor();
}

size_t Steps::size() const {
  const std::lock_guard lock(mutex_);
  return steps_.size();
}

}  // namespace runnel::net
