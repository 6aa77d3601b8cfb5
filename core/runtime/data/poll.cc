#include "core/runtime/data/poll.h"

#include <utility>

#include "core/base/clock.h"

namespace runnel {
namespace {

constexpr int64_t kLongestPollNs = 1'000'000;

}  // namespace

PollContext::PollContext(Ref<Waker> waker)
    : waker_(std::move(waker)), until_ns_(MonotonicNs() + kLongestPollNs) {}

bool PollContext::ShouldYield() const { return MonotonicNs() >= until_ns_; }

PollTask::PollTask(ThreadPool* pool) : pool_(pool) {
  run = [](ThreadPool::Task* task) {
    // The reference that Schedule took.
    const Ref<PollTask> self = Ref<PollTask>::Adopt(static_cast<PollTask*>(task));
    self->state_.exchange(kPolling, std::memory_order_acq_rel);
    self->PollAndSettle();
  };
}

void PollTask::Wake() {
  int state = state_.load(std::memory_order_relaxed);
  for (;;) {
    if (state == kScheduled || state == kPollingAndWoken) {
      // What the waker wrote must be seen by the poll that is to come.
      if (state_.compare_exchange_weak(state, state, std::memory_order_acq_rel)) return;
    } else if (state_.compare_exchange_weak(state, state == kIdle ? kScheduled : kPollingAndWoken,
                                            std::memory_order_acq_rel)) {
      if (state == kIdle) Schedule();
      return;
    }
  }
}

void PollTask::PollHere() {
  int idle = kIdle;
  if (!state_.compare_exchange_strong(idle, kPolling, std::memory_order_acq_rel)) return Wake();
  const Ref<PollTask> self = Ref<PollTask>::Share(this);
  PollAndSettle();
}

void PollTask::Schedule() {
  Retain();
  pool_->Schedule(this);
}

void PollTask::PollAndSettle() {
  Poll();
  int polling = kPolling;
  if (state_.compare_exchange_strong(polling, kIdle, std::memory_order_acq_rel)) return;
  // Woken meanwhile. The pool's other tasks come first.
  state_.exchange(kScheduled, std::memory_order_acq_rel);
  Schedule();
}

}  // namespace runnel
