#include "devices/cuda/driver/fence.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "plugins/sdk/thread.h"

namespace runnel::cuda {
namespace {

using Clock = std::chrono::steady_clock;

// Being woken costs tens of microseconds, which is what many a step takes. So a wait looks again and
// again for a while, and lets others have the processor in between, before it sleeps. The thread that
// calls back does so for less long: nobody may be waiting for it.
constexpr std::chrono::microseconds kNotifierSpin{50};
std::chrono::microseconds SpinOf(const rnlp_device_t* device) {
  return std::chrono::microseconds(device->instance->options.spin_us);
}
constexpr uint64_t kNoLimit = uint64_t{1} << 62;

// The driver waits without a limit, and for one event. Who has a limit, or waits for several, looks
// again and again, and sleeps in between for a part of the time that has gone by: what is short is
// noticed soon, and what takes long costs few looks.
Clock::duration NapAfter(Clock::duration waited) {
  return std::clamp<Clock::duration>(waited / 32, std::chrono::microseconds(20),
                                     std::chrono::milliseconds(1));
}
uint64_t Nanoseconds(Clock::duration time) {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
}

}  // namespace

void Fence::Push(uint64_t value, std::shared_ptr<Event> event, OwnedStatus failure) {
  std::lock_guard<std::mutex> lock(mutex_);
  points_.push_back({value, std::move(event), std::move(failure), ++num_pushed_});
}

bool Fence::Poll(bool* out_moved) {
  for (;;) {
    uint64_t value = 0, id = 0;
    OwnedStatus failure(device_->host);
    CUresult result = CUDA_SUCCESS;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      const auto next =
          std::find_if(points_.begin(), points_.end(), [](const Point& p) { return !p.taken; });
      if (next == points_.end()) return true;
      result = device_->driver.EventQuery(next->event->handle);
      if (result == CUDA_ERROR_NOT_READY) return false;
      value = next->value;
      id = next->id;
      failure = std::move(next->failure);
      next->taken = true;
      next->failed = result != CUDA_SUCCESS || !failure.ok();
      next->failure = OwnedStatus(device_->host, failure.ok() ? nullptr : failure.Copy());
    }
    // Without the lock: a device that is lost by it calls back, and who is called may come here again.
    if (result != CUDA_SUCCESS) {
      failure = OwnedStatus(device_->host, device_->Failed(result, "cuEventQuery"));
    }
    // Calls back, so without the lock. Two threads here may tell of their points in either order: values
    // only grow.
    if (failure.ok()) {
      timeline_.Signal(value);
    } else {
      timeline_.Fail(failure.release());
    }
    if (out_moved != nullptr) *out_moved = true;
    std::lock_guard<std::mutex> lock(mutex_);
    points_.erase(
        std::find_if(points_.begin(), points_.end(), [&](const Point& p) { return p.id == id; }));
  }
}

bool Fence::Over(uint64_t value) const {
  uint64_t reached = 0;
  return !timeline_.Peek(&reached) || reached >= value;
}

std::shared_ptr<Event> Fence::EventFor(uint64_t value) {
  std::lock_guard<std::mutex> lock(mutex_);
  for (const Point& point : points_) {
    if (point.value >= value) return point.event;
  }
  return nullptr;
}

rnlp_status_t* Fence::Query(uint64_t* out_value) {
  Poll();
  return timeline_.Query(out_value);
}

rnlp_status_t* Fence::Wait(uint64_t value, uint64_t timeout_ns) {
  const Clock::time_point start = Clock::now();
  for (;;) {
    Poll();
    if (Over(value)) return timeline_.Wait(value, 0);
    const Clock::duration waited = Clock::now() - start;
    const bool limited = timeout_ns < kNoLimit;
    if (limited && Nanoseconds(waited) >= timeout_ns) return timeline_.Wait(value, 0);
    const std::shared_ptr<Event> event = EventFor(value);
    if (event != nullptr && waited < SpinOf(device_)) {
      std::this_thread::yield();
    } else if (event != nullptr && !limited) {
      // Its error, if it is one, is what Poll will see.
      device_->driver.EventSynchronize(event->handle);
    } else {
      const uint64_t rest = limited ? timeout_ns - Nanoseconds(waited) : timeout_ns;
      timeline_.Await(value, std::min(rest, Nanoseconds(NapAfter(waited))));
    }
  }
}

rnlp_status_t* Fence::Notify(uint64_t value, rnlp_done_fn_t fn, void* arg) {
  Poll();
  if (Over(value)) return timeline_.Notify(value, fn, arg);
  // First the thread, which may fail, then the promise to call back.
  RNLP_TRY(device_->notifier->Watch(shared_from_this()));
  RNLP_TRY(timeline_.Notify(value, fn, arg));
  device_->notifier->Wake();
  return nullptr;
}

void Fence::Signal(uint64_t value, rnlp_status_t* status) {
  if (status != nullptr) {
    timeline_.Fail(status);
  } else {
    timeline_.Signal(value);
  }
}

rnlp_status_t* Fence::WaitOn(uint64_t value, std::shared_ptr<Event>* out_event,
                             OwnedStatus* out_failure) {
  Poll();
  if (Over(value)) {
    *out_failure = OwnedStatus(device_->host, timeline_.Wait(value, 0));
    return nullptr;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  for (const Point& point : points_) {
    if (point.failed || !point.failure.ok()) {
      *out_failure = OwnedStatus(device_->host, point.failure.ok()
                                                    ? Fail(device_->host, RNLP_UNAVAILABLE,
                                                           "%s: a fence that is waited for fails", kId)
                                                    : point.failure.Copy());
      return nullptr;
    }
    if (point.value < value) continue;
    *out_event = point.event;
    return nullptr;
  }
  if (Over(value)) return nullptr;  // reached while the lock was awaited
  return Fail(device_->host, RNLP_INVALID_ARGUMENT,
              "%s: a queue waits for point %llu, which nothing that was submitted signals", kId,
              Ull(value));
}

// ---- the thread ----

Notifier::~Notifier() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

rnlp_status_t* Notifier::Watch(std::shared_ptr<Fence> fence) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (std::find(watched_.begin(), watched_.end(), fence) == watched_.end()) {
    watched_.push_back(std::move(fence));
  }
  if (thread_.joinable()) return nullptr;
  if (plugin::StartThread(&thread_, [this] { Work(); })) return nullptr;
  watched_.clear();
  return Fail(device_->host, RNLP_RESOURCE_EXHAUSTED, "%s: no thread for callbacks", kId);
}

void Notifier::Wake() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (watched_.empty()) return;
  news_ = true;
  changed_.notify_all();
}

// Fences of several queues are reached in any order: a short copy must not be told of only when a long
// computation ends.
void Notifier::Work() {
  const Current current(device_);
  std::unique_lock<std::mutex> lock(mutex_);
  Clock::time_point moved_at = Clock::now();
  while (!stopping_) {
    bool busy = false, moved = std::exchange(news_, false);
    for (size_t i = 0; i < watched_.size();) {
      const std::shared_ptr<Fence> fence = watched_[i];
      lock.unlock();
      if (!fence->Poll(&moved)) busy = true;  // calls back
      lock.lock();
      // Nothing is under way: whoever submits again to a fence that is waited for wakes this thread.
      const auto here = std::find(watched_.begin(), watched_.end(), fence);
      i = here == watched_.end() ? 0 : static_cast<size_t>(here - watched_.begin()) + 1;
    }
    if (stopping_ || news_) continue;
    const auto woken = [&] { return stopping_ || news_; };
    if (!busy) {
      std::erase_if(watched_, [](const auto& fence) { return fence.use_count() == 1; });
      changed_.wait(lock, woken);
      continue;
    }
    const Clock::time_point now = Clock::now();
    if (moved) moved_at = now;
    if (now - moved_at < std::min(kNotifierSpin, SpinOf(device_))) {
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
    } else {
      changed_.wait_for(lock, NapAfter(now - moved_at), woken);
    }
  }
}

}  // namespace runnel::cuda
