// Cancellation of a step, and the deadline that causes it.
#ifndef RUNNEL_CORE_RUNTIME_CANCELLATION_H_
#define RUNNEL_CORE_RUNTIME_CANCELLATION_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <unordered_map>

#include "core/base/ref.h"
#include "core/base/status.h"

namespace runnel {

// One per step, or one that a user shares between steps. Any thread.
class CancellationManager : public RefCounted {
 public:
  using Token = uint64_t;

  // Runs every registered callback once, with `reason`, on this thread. Later calls do nothing.
  void Cancel(Status reason);
  bool cancelled() const { return cancelled_.load(std::memory_order_acquire); }
  // OK until cancelled.
  Status reason() const;

  // Returns 0, without keeping the callback, if already cancelled.
  Token Register(std::function<void(const Status&)> callback);
  // True if the callback will not run. False: it ran, or is running and this call has waited for it,
  // except when called from the callback itself.
  bool Deregister(Token token);

 private:
  mutable std::mutex mutex_;  // guards all below
  std::atomic<bool> cancelled_{false};
  Status reason_;
  Token next_token_ = 1;
  std::unordered_map<Token, std::function<void(const Status&)>> callbacks_;
  std::mutex running_mutex_;  // held while callbacks run
  std::atomic<uint64_t> running_thread_{0};
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_CANCELLATION_H_
