#include "devices/vulkan/driver/fence.h"

#include <algorithm>
#include <chrono>

#include "devices/vulkan/driver/queue.h"

namespace runnel::vulkan {

QueuePin::QueuePin(rnlp_queue_t* queue) : queue_(queue) { queue->device->Pin(queue); }
QueuePin::~QueuePin() {
  if (queue_ != nullptr) queue_->device->Unpin(queue_);
}

void Fence::Announce(uint64_t value, rnlp_queue_t* queue, uint64_t serial,
                     const rnlp_status_t* failure) {
  plugin::OwnedStatus copy(host_);
  if (failure != nullptr) {
    const rnlp_str_t text = host_->status_message(host_, failure);
    copy = plugin::OwnedStatus(
        host_, host_->fail(host_, host_->status_code(host_, failure), text.data, text.size));
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (!pending_.empty() && copy.ok()) {
    Pending& last = pending_.back();
    if (last.queue == queue && last.serial == serial && last.failure.ok()) {
      last.value = std::max(last.value, value);
      return;
    }
  }
  pending_.push_back({value, queue, serial, std::move(copy)});
}

void Fence::Reach(uint64_t value, rnlp_queue_t* queue, uint64_t serial, std::vector<Callback>* due) {
  std::lock_guard<std::mutex> lock(mutex_);
  pending_.erase(std::remove_if(pending_.begin(), pending_.end(),
                                [&](const Pending& p) {
                                  // A submission may signal a fence more than once, and what is
                                  // announced is its last.
                                  return p.queue == queue && p.serial <= serial && p.value <= value;
                                }),
                 pending_.end());
  if (!failure_.ok() || value <= value_) return;
  value_ = value;
  due->reserve(due->size() + waiters_.size());
  for (const Waiter& waiter : waiters_) {
    if (waiter.value <= value_) due->push_back({waiter.fn, waiter.arg, nullptr});
  }
  waiters_.erase(std::remove_if(waiters_.begin(), waiters_.end(),
                                [&](const Waiter& waiter) { return waiter.value <= value_; }),
                 waiters_.end());
  changed_.notify_all();
}

void Fence::Fail(rnlp_status_t* status, std::vector<Callback>* due) {
  plugin::OwnedStatus owned(host_, status);
  std::lock_guard<std::mutex> lock(mutex_);
  if (!failure_.ok()) return;
  failure_ = std::move(owned);
  pending_.clear();
  due->reserve(due->size() + waiters_.size());
  for (const Waiter& waiter : waiters_) due->push_back({waiter.fn, waiter.arg, failure_.Copy()});
  waiters_.clear();
  changed_.notify_all();
}

Fence::State Fence::Find(uint64_t value, QueuePin* queue, uint64_t* serial,
                         plugin::OwnedStatus* failure) const {
  std::lock_guard<std::mutex> lock(mutex_);
  if (value <= value_) return State::kReached;
  const auto give = [&](const plugin::OwnedStatus& status) {
    if (failure != nullptr && failure->ok()) *failure = plugin::OwnedStatus(host_, status.Copy());
  };
  if (!failure_.ok()) {
    give(failure_);
    return State::kFailed;
  }
  for (const Pending& point : pending_) {
    give(point.failure);  // one that fails takes all behind it along
    if (point.value < value) continue;
    *queue = QueuePin(point.queue);
    *serial = point.serial;
    return State::kPending;
  }
  return State::kUnknown;
}

bool Fence::AnyPending(QueuePin* queue, uint64_t* serial) const {
  std::lock_guard<std::mutex> lock(mutex_);
  if (pending_.empty()) return false;
  *queue = QueuePin(pending_.back().queue);
  *serial = pending_.back().serial;
  return true;
}

rnlp_status_t* Fence::Query(uint64_t* out_value) const {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!failure_.ok()) return failure_.Copy();
  *out_value = value_;
  return nullptr;
}

rnlp_status_t* Fence::Failure() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return failure_.Copy();
}

void Fence::Sleep(uint64_t value, uint64_t timeout_ns) const {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait_for(lock, std::chrono::nanoseconds(timeout_ns),
                    [&] { return value_ >= value || !failure_.ok(); });
}

bool Fence::Keep(uint64_t value, rnlp_done_fn_t fn, void* arg) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (value_ >= value || !failure_.ok()) return false;
  waiters_.push_back({value, fn, arg});
  return true;
}

}  // namespace runnel::vulkan
