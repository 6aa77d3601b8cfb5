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
                        [](uv_async_t* wake) { static_cast<Loop*>(wake->data)->RunPosted(); });
      error != 0) {
    uv_loop_close(&self->loop_);
    return ResourceExhausted("cannot start a network loop: ", UvMessage(error));
  }
  self->wake_.data = self.get();
  // The new thread inherits this thread's mask.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  Status status;
  try {
    self->thread_ = std::thread([loop = self.get()] { uv_run(&loop->loop_, UV_RUN_DEFAULT); });
  } catch (const std::exception& e) {
    status = ResourceExhausted("cannot start a network thread: ", e.what());
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!status.ok()) {
    uv_close(reinterpret_cast<uv_handle_t*>(&self->wake_), nullptr);
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

bool Loop::Post(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  if (stopped_) return false;
  posted_.push_back(std::move(work));
  uv_async_send(&wake_);  // under the lock: the handle is closed only once stopped_ is set
  return true;
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

void Loop::RunPosted() {
  std::vector<std::function<void()>> work;
  bool last = false;
  {
    const std::lock_guard lock(mutex_);
    work.swap(posted_);
    last = stopped_ = stopping_ && work.empty();
  }
  for (std::function<void()>& call : work) {
    call();
    call = nullptr;
  }
  if (last) {
    uv_close(reinterpret_cast<uv_handle_t*>(&wake_), nullptr);
  } else if (!work.empty()) {
    uv_async_send(&wake_);  // to see whether that was all
  }
}

}  // namespace runnel::net
