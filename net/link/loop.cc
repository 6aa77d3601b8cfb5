#include "net/link/loop.h"

#include <utility>

#include "core/base/thread.h"
#include "net/link/descriptors.h"
#include "net/link/uv_memory.h"

namespace runnel::net {

std::string UvMessage(int error) { return uv_strerror(error); }

template <typename Work>
void Loop::Call(Work&& work) noexcept {
  try {
    work();
  } catch (...) {
    Lose();
  }
}

Result<std::shared_ptr<Loop>> Loop::Start() {
  constexpr std::string_view kPurpose = "cannot start a network loop";
  // Descriptors: libuv needs epoll, two pipes and an event, this loop one more event, and accepting
  // keeps one. libuv makes the first pipe once per process and aborts without it.
  constexpr int kDescriptors = 8;
  KeepUvAlive();
  RUNNEL_RETURN_IF_ERROR(OpenStandardDescriptors());
  RUNNEL_RETURN_IF_ERROR(CheckDescriptors(kDescriptors, kPurpose));
  std::shared_ptr<Loop> self(new Loop);
  const auto failed = [&](int error) {
    return error == UV_EMFILE || error == UV_ENFILE
               ? NoDescriptor(kPurpose, -error)
               : ResourceExhausted(kPurpose, ": ", UvMessage(error));
  };
  if (const int error = uv_loop_init(&self->loop_); error != 0) return failed(error);
  if (const int error =
          uv_async_init(&self->loop_, &self->wake_,
                        [](uv_async_t* wake) { static_cast<Loop*>(wake->data)->TakeTurn(); });
      error != 0) {
    uv_loop_close(&self->loop_);
    return failed(error);
  }
  self->wake_.data = self.get();
  self->before_.data = self->after_.data = self.get();
  // These cannot fail.
  uv_prepare_init(&self->loop_, &self->before_);
  uv_check_init(&self->loop_, &self->after_);
  uv_prepare_start(&self->before_,
                   [](uv_prepare_t* before) { static_cast<Loop*>(before->data)->RunPosted(); });
  uv_check_start(&self->after_, [](uv_check_t* after) { static_cast<Loop*>(after->data)->RunPosted(); });
  const auto run = [loop = self.get()] {
    uv_run(&loop->loop_, UV_RUN_DEFAULT);
    // They hold connections, which in turn hold the loop.
    loop->at_end_.clear();
    loop->next_turn_.clear();
  };
  if (const Status status = StartThread("the network", run, &self->thread_); !status.ok()) {
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
  // Under the lock, because the handle is closed only after stopped_ is set. If there was work already,
  // the loop was woken for it or is about to look.
  if (first && !IsLoopThread()) uv_async_send(&wake_);
  return true;
}

void Loop::WakeFor(std::function<void()> work) {
  next_turn_.push_back(std::move(work));
  uv_async_send(&wake_);  // the loop does not wait for its sockets
}

void Loop::Await(Awaited* awaited) noexcept {
  std::unique_lock lock(mutex_);
  // Appended in order of arrival.
  Awaited** last = &awaited_;
  while (*last != nullptr) last = &(*last)->next;
  *last = awaited;
  has_posted_.store(true, std::memory_order_release);
  uv_async_send(&wake_);
  awaited_done_.wait(lock, [awaited] { return awaited->done; });
}

void Loop::Lose() noexcept {
  lost_.store(true, std::memory_order_release);
  const std::lock_guard lock(mutex_);
  if (!stopped_) uv_async_send(&wake_);
}

// Work that was put off runs after the sockets that became ready with it, and before the loop waits
// again.
void Loop::TakeTurn() {
  std::vector<std::function<void()>> turns;
  turns.swap(next_turn_);
  for (std::function<void()>& work : turns) Call([&] { at_end_.push_back(std::move(work)); });
}

void Loop::RunPosted() {
  constexpr int kMaxRounds = 16;
  int rounds = 0;
  while (true) {
    while (has_posted_.load(std::memory_order_acquire) && rounds++ < kMaxRounds) {
      Awaited* awaited = nullptr;
      {
        const std::lock_guard lock(mutex_);
        work_.swap(posted_);
        awaited = std::exchange(awaited_, nullptr);
        has_posted_.store(false, std::memory_order_relaxed);
      }
      for (std::function<void()>& call : work_) {
        Call(call);
        call = nullptr;
      }
      work_.clear();
      while (awaited != nullptr) {
        Awaited* const next = awaited->next;
        Call([&] { awaited->run(awaited->arg); });
        const std::lock_guard lock(mutex_);
        awaited->done = true;  // destroyed once the lock is released
        awaited_done_.notify_all();
        awaited = next;
      }
    }
    if (lost_.exchange(false, std::memory_order_acquire) && on_loss_) {
      // Retried in the next turn if there is still no memory.
      Call(on_loss_);
      if (lost_.load(std::memory_order_relaxed)) break;
    }
    if (at_end_.empty()) break;
    std::vector<std::function<void()>> ends;
    ends.swap(at_end_);
    for (const std::function<void()>& call : ends) Call(call);
  }
  // Sockets get their turn however much is posted.
  if (has_posted_.load(std::memory_order_acquire)) {
    uv_async_send(&wake_);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    if (!stopping_ || stopped_ || !posted_.empty() || awaited_ != nullptr) return;
    stopped_ = true;
  }
  CloseHandles();
}

}  // namespace runnel::net
