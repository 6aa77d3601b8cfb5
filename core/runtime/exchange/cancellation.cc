#include "core/runtime/exchange/cancellation.h"

#include <utility>

namespace runnel {

void CancellationManager::Cancel(Status reason) {
  // Holds a reference: a callback may end the step and drop the last other one.
  const Ref<CancellationManager> self = Ref<CancellationManager>::Share(this);
  std::map<Token, Callback> callbacks;
  {
    const std::lock_guard lock(mutex_);
    if (cancelled_.load(std::memory_order_relaxed)) return;
    reason_ = reason.ok() ? Status(Code::kCancelled, "the step was cancelled") : std::move(reason);
    cancelled_.store(true, std::memory_order_release);
    callbacks.swap(callbacks_);
    running_ = true;
    running_thread_ = std::this_thread::get_id();
  }
  for (auto& [token, callback] : callbacks) callback(reason_);  // reason_ no longer changes
  callbacks.clear();  // destroyed before any waiting thread is told
  {
    const std::lock_guard lock(mutex_);
    running_ = false;
  }
  finished_.notify_all();
}

Status CancellationManager::reason() const {
  const std::lock_guard lock(mutex_);
  return reason_;
}

CancellationManager::Token CancellationManager::Register(Callback callback) {
  const std::lock_guard lock(mutex_);
  if (cancelled_.load(std::memory_order_relaxed)) return 0;
  const Token token = next_token_++;
  callbacks_.emplace(token, std::move(callback));
  return token;
}

bool CancellationManager::Deregister(Token token) {
  Callback dropped;  // destroyed after the lock is released: it may hold the last reference to anything
  std::unique_lock lock(mutex_);
  if (const auto it = callbacks_.find(token); it != callbacks_.end()) {
    dropped = std::move(it->second);
    callbacks_.erase(it);
    lock.unlock();
    return true;
  }
  if (running_ && running_thread_ == std::this_thread::get_id()) return false;
  finished_.wait(lock, [this] { return !running_; });
  return false;
}

bool CancellationManager::TryDeregister(Token token) {
  Callback dropped;
  std::unique_lock lock(mutex_);
  const auto it = callbacks_.find(token);
  if (it == callbacks_.end()) return false;
  dropped = std::move(it->second);
  callbacks_.erase(it);
  lock.unlock();
  return true;
}

}  // namespace runnel
