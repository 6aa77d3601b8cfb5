#include "core/base/timer.h"

#include "core/base/thread.h"

namespace runnel {
namespace {

// A callback that ran out of memory has changed nothing yet; it is called again after this delay.
void Call(const std::function<void()>& callback) {
  constexpr int kMaxAttempts = 1000;
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    try {
      return callback();
    } catch (const std::exception&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
}

}  // namespace

Timer::~Timer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    pending_.clear();
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

Status Timer::StartLocked() {
  return thread_.joinable() ? OkStatus()
                            : StartThread(
                                  "deadlines", [this] { Main(); }, &thread_);
}

Status Timer::Start() {
  const std::lock_guard lock(mutex_);
  return StartLocked();
}

Result<Timer::Key> Timer::Schedule(Clock::time_point when, std::function<void()> callback) {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(StartLocked());
  const Key key{when, ++next_};
  const bool first = pending_.empty() || key < pending_.begin()->first;
  pending_.emplace(key, std::move(callback));
  if (first) changed_.notify_all();
  return key;
}

void Timer::Cancel(const Key& key) {
  std::unique_lock lock(mutex_);
  pending_.erase(key);
  ended_.wait(lock, [&] { return running_ != key; });
}

void Timer::Main() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (pending_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto first = pending_.begin();
    // A copy, because wait_until reads it again after the wait, when Cancel may have erased the entry.
    const Clock::time_point when = first->first.first;
    if (Clock::now() < when) {
      changed_.wait_until(lock, when);
      continue;
    }
    running_ = first->first;
    const std::function<void()> callback = std::move(first->second);
    pending_.erase(first);
    lock.unlock();
    Call(callback);
    lock.lock();
    running_ = Key{};
    ended_.notify_all();
  }
}

}  // namespace runnel
