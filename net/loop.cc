#include "net/loop.h"

#include <pthread.h>
#include <signal.h>

#include <condition_variable>
#include <exception>

namespace runnel::net {

std::string UvMessage(int error) { return uv_strerror(error); }

Result<std::shared_ptr<Loop>> Loop::Start() {
  std::shared_ptr<Loop> self(new Loop);
  if (const int error = uv_loop_init(&self->loop_); error != 0) {
    return ResourceExhausted("cannot start a network loop: ", UvMessage(error));
  }
  if (const int error =
          uv_async_init(&self->loop_, &self->wake_,
                        [](uv_async_t* wake) { static_cast<Loop*>(wake->data)->TakeTurn(); });
      error != 0) {
    uv_loop_close(&self->loop_);
    return ResourceExhausted("cannot start a network loop: ", UvMessage(error));
  }
  self->wake_.data = self.get();
  self->before_.data = self->after_.data = self.get();
  // These cannot fail.
  uv_prepare_init(&self->loop_, &self->before_);
  uv_check_init(&self->loop_, &self->after_);
  uv_prepare_start(&self->before_,
                   [](uv_prepare_t* before) { static_cast<Loop*>(before->data)->RunPosted(); });
  uv_check_start(&self->after_, [](uv_check_t* after) { static_cast<Loop*>(after->data)->RunPosted(); });
  // The new thread inherits this thread's mask.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  Status status;
  try {
    self->thread_ = std::thread([loop = self.get()] {
      uv_run(&loop->loop_, UV_RUN_DEFAULT);
      // They hold connections, which hold the loop.
      loop->at_end_.clear();
      loop->next_turn_.clear();
    });
  } catch (const std::exception& e) {
    status = ResourceExhausted("cannot start a network thread: ", e.what());
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!status.ok()) {
    self->CloseHandles();
    uv_run(&self->loop_, UV_RUN_DEFAULT);
    uv_loop_close(&self->loop_);
    return status;
  }
  return self;
}

void Loop::Stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  uv_async_send(&wake_);
  thread_.join();
  uv_loop_close(&loop_);
}

void Loop::CloseHandles() {
  uv_close(reinterpret_cast<uv_handle_t*>(&wake_), nullptr);
  uv_close(reinterpret_cast<uv_handle_t*>(&before_), nullptr);
  uv_close(reinterpret_cast<uv_handle_t*>(&after_), nullptr);
}

bool Loop::Post(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  if (stopped_) return false;
  const bool first = posted_.empty();
  posted_.push_back(std::move(work));
  has_posted_.store(true, std::memory_order_release);
  // Under the lock: the handle is closed only once stopped_ is set. Who finds work there has been told
  // of it, or is about to look.
  if (first && !IsLoopThread()) uv_async_send(&wake_);
  return true;
}

void Loop::WakeFor(std::function<void()> work) {
  next_turn_.push_back(std::move(work));
  uv_async_send(&wake_);  // the loop does not wait for its sockets
}

void Loop::Wait(const std::function<void()>& work) {
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  Post([&] {
    work();
    const std::lock_guard lock(mutex);
    done = true;
    ended.notify_all();
  });
  std::unique_lock lock(mutex);
  ended.wait(lock, [&] { return done; });
}

// What was put off comes after the sockets that were ready with it, and before the loop waits again.
void Loop::TakeTurn() {
  for (std::function<void()>& work : next_turn_) at_end_.push_back(std::move(work));
  next_turn_.clear();
}

void Loop::RunPosted() {
  constexpr int kMaxRounds = 16;
  int rounds = 0;
  while (true) {
    while (has_posted_.load(std::memory_order_acquire) && rounds++ < kMaxRounds) {
      {
        const std::lock_guard lock(mutex_);
        work_.swap(posted_);
        has_posted_.store(false, std::memory_order_relaxed);
      }
      for (std::function<void()>& call : work_) {
        call();
        call = nullptr;
      }
      work_.clear();
    }
    if (at_end_.empty()) break;
    std::vector<std::function<void()>> ends;
    ends.swap(at_end_);
    for (const std::function<void()>& call : ends) call();
  }
  // Sockets have their turn however much is posted.
  if (has_posted_.load(std::memory_order_acquire)) {
    uv_async_send(&wake_);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    if (!stopping_ || stopped_ || !posted_.empty()) return;
    stopped_ = true;
  }
  CloseHandles();
}

}  // namespace runnel::net
