#include "core/base/timer.h"

#include <pthread.h>

#include <csignal>

namespace runnel {

Timer::~Timer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    pending_.clear();
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

Timer::Key Timer::Schedule(Clock::time_point when, std::function<void()> callback) {
  const std::lock_guard lock(mutex_);
  if (!thread_.joinable()) {
    // The thread takes no signals: they belong to the host's own.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    thread_ = std::thread([this] { Main(); });
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
  }
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
    // A copy: wait_until looks at it again after the wait, when Cancel may have erased the entry.
    const Clock::time_point when = first->first.first;
    if (Clock::now() < when) {
      changed_.wait_until(lock, when);
      continue;
    }
    running_ = first->first;
    const std::function<void()> callback = std::move(first->second);
    pending_.erase(first);
    lock.unlock();
    callback();
    lock.lock();
    running_ = Key{};
    ended_.notify_all();
  }
}

}  // namespace runnel
