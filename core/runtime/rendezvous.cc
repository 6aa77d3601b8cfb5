#include "core/runtime/rendezvous.h"

namespace runnel {

Status LocalRendezvous::Put(std::string_view tensor_name, Tensor value, bool dead) {
  RecvDone done;
  {
    const std::lock_guard lock(mutex_);
    if (!aborted_.ok()) return aborted_;
    const auto it = waiters_.lower_bound(tensor_name);
    if (it == waiters_.end() || it->first != tensor_name) {
      waiting_bytes_ += value.size_bytes();
      values_.emplace(std::string(tensor_name), Value{std::move(value), dead});
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
  {
    const std::lock_guard lock(mutex_);
    const auto it = values_.lower_bound(key.tensor_name);
    if (!aborted_.ok()) {
      status = aborted_;
    } else if (it == values_.end() || it->first != key.tensor_name) {
      waiters_.emplace(std::string(key.tensor_name), std::move(done));
      return;
    } else {
      value = std::move(it->second);
      waiting_bytes_ -= value.tensor.size_bytes();
      values_.erase(it);
    }
  }
  done(std::move(status), std::move(value.tensor), value.dead);
}

void LocalRendezvous::Abort(const Status& reason) {
  std::multimap<std::string, RecvDone, std::less<>> waiters;
  std::multimap<std::string, Value, std::less<>> values;
  {
    const std::lock_guard lock(mutex_);
    if (!aborted_.ok()) return;
    aborted_ = reason;
    waiters.swap(waiters_);
    values.swap(values_);
    waiting_bytes_ = 0;
  }
  for (const auto& [name, done] : waiters) done(reason, Tensor(), false);
}

uint64_t LocalRendezvous::waiting_bytes() const {
  const std::lock_guard lock(mutex_);
  return waiting_bytes_;
}

}  // namespace runnel
