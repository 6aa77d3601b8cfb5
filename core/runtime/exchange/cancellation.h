// Cancellation of a step, and the deadline that causes it.
#ifndef RUNNEL_CORE_RUNTIME_EXCHANGE_CANCELLATION_H_
#define RUNNEL_CORE_RUNTIME_EXCHANGE_CANCELLATION_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

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
  // Never waits. False: the callback ran, runs, or is about to. For callers whose callback does no harm
  // afterwards, so that two steps that are cancelled at once cannot wait for each other.
  bool TryDeregister(Token token);

 private:
  using Callback = std::function<void(const Status&)>;

  mutable std::mutex mutex_;  // guards all below
  std::condition_variable finished_;
  std::atomic<bool> cancelled_{false};
  bool running_ = false;  // callbacks are being run, by running_thread_
  std::thread::id running_thread_;
  Status reason_;
  Token next_token_ = 1;
  std::map<Token, Callback> callbacks_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_EXCHANGE_CANCELLATION_H_
