// How pipelines of datasets run without holding a thread: they are asked for a value (polled), and
// whatever is not there yet wakes whoever asked, who then asks again.
//
// Between two polls everything that is under way lies in the iterators themselves. So whoever gives up
// asking loses nothing, and no stack grows with the length of a pipeline's input.
#ifndef RUNNEL_CORE_RUNTIME_DATA_POLL_H_
#define RUNNEL_CORE_RUNTIME_DATA_POLL_H_

#include <atomic>
#include <cstdint>

#include "core/base/ref.h"
#include "core/base/thread_pool.h"

namespace runnel {

// What to tell when it is worth to poll again.
class Waker : public RefCounted {
 public:
  // Any thread, any number of times, with no lock of a pipeline held. Never polls on the calling stack.
  virtual void Wake() = 0;
};

// One poll.
class PollContext {
 public:
  explicit PollContext(Ref<Waker> waker);
  const Ref<Waker>& waker() const { return waker_; }
  // Whether this poll has lasted long enough. A loop over elements asks before each, and if so wakes its
  // poller and is pending: a cancellation is noticed, and the thread serves others.
  bool ShouldYield() const;

 private:
  const Ref<Waker> waker_;
  const int64_t until_ns_;
};

// Polls when it is woken, on the pool, never twice at once.
class PollTask : public Waker, private ThreadPool::Task {
 public:
  void Wake() override;

 protected:
  // The pool outlives all wakings.
  explicit PollTask(ThreadPool* pool);
  // Makes what progress there is. Throws nothing. It is woken by whatever it waits for.
  virtual void Poll() = 0;
  // Polls on this thread, unless another one does so already.
  void PollHere();

 private:
  enum State { kIdle, kScheduled, kPolling, kPollingAndWoken };
  void Schedule();
  void PollAndSettle();

  ThreadPool* const pool_;
  std::atomic<int> state_{kIdle};
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_POLL_H_
