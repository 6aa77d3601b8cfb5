#include "core/runtime/exchange/rendezvous.h"

namespace runnel {

Status LocalRendezvous::Put(std::string_view tensor_name, Tensor value, bool dead, Charge charge) {
  RecvDone done;
  {
    const std::lock_guard lock(mutex_);
    if (!aborted_.ok()) return aborted_;
    const auto it = waiters_.lower_bound(tensor_name);
    if (it == waiters_.end() || it->first != tensor_name) {
      waiting_bytes_ += value.size_bytes();
      values_.emplace(std::string(tensor_name), Value{std::move(value), dead, std::move(charge)});
      return OkStatus();
    }
    done = std::move(it->second);
    waiters_.erase(it);
  }
  done(OkStatus(), std::move(value), dead);
  return OkStatus();
}

void LocalRendezvous::RecvAsync(const RendezvousKey& key, RecvDone done) {
  Status status;
  Value value;
  RecvDone ready;
  OfferAnswer answer;
  {
    const std::lock_guard lock(mutex_);
    const auto it = values_.lower_bound(key.tensor_name);
    if (!aborted_.ok()) {
      status = aborted_;
      ready = std::move(done);
    } else if (it == values_.end() || it->first != key.tensor_name) {
      waiters_.emplace(std::string(key.tensor_name), std::move(done));
      const auto offer = offers_.lower_bound(key.tensor_name);
      if (offer == offers_.end() || offer->first != key.tensor_name) return;
      answer = std::move(offer->second.answer);
      offers_.erase(offer);
    } else {
      value = std::move(it->second);
      waiting_bytes_ -= value.tensor.size_bytes();
      values_.erase(it);
      ready = std::move(done);
    }
  }
  if (answer) return answer(true);
  ready(std::move(status), std::move(value.tensor), value.dead);
}

void LocalRendezvous::Offer(std::string_view tensor_name, uint64_t offer, OfferAnswer answer) {
  bool wanted = false;
  {
    const std::lock_guard lock(mutex_);
    wanted = aborted_.ok() && waiters_.contains(tensor_name);
    if (aborted_.ok() && !wanted) {
      offers_.emplace(std::string(tensor_name), Offered{offer, std::move(answer)});
      return;
    }
  }
  answer(wanted);
}

void LocalRendezvous::Withdraw(std::string_view tensor_name, uint64_t offer) {
  const std::lock_guard lock(mutex_);
  for (auto it = offers_.lower_bound(tensor_name); it != offers_.end() && it->first == tensor_name;
       ++it) {
    if (it->second.number != offer) continue;
    offers_.erase(it);
    return;
  }
}

void LocalRendezvous::SetRoom(std::string_view tensor_name, Tensor room) {
  const std::lock_guard lock(mutex_);
  if (aborted_.ok()) rooms_.insert_or_assign(std::string(tensor_name), std::move(room));
}

Tensor LocalRendezvous::TakeRoom(std::string_view tensor_name) {
  const std::lock_guard lock(mutex_);
  const auto it = rooms_.find(tensor_name);
  if (it == rooms_.end()) return Tensor();
  Tensor room = std::move(it->second);
  rooms_.erase(it);
  return room;
}

void LocalRendezvous::Abort(const Status& reason) {
  std::multimap<std::string, RecvDone, std::less<>> waiters;
  std::multimap<std::string, Value, std::less<>> values;
  std::multimap<std::string, Offered, std::less<>> offers;
  std::map<std::string, Tensor, std::less<>> rooms;
  {
    const std::lock_guard lock(mutex_);
    if (!aborted_.ok()) return;
    aborted_ = reason;
    waiters.swap(waiters_);
    values.swap(values_);
    offers.swap(offers_);
    rooms.swap(rooms_);
    waiting_bytes_ = 0;
  }
  for (const auto& [name, done] : waiters) done(reason, Tensor(), false);
  for (const auto& [name, offered] : offers) offered.answer(false);
}

uint64_t LocalRendezvous::waiting_bytes() const {
  const std::lock_guard lock(mutex_);
  return waiting_bytes_;
}

}  // namespace runnel
