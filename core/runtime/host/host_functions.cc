#include "core/runtime/host/host_functions.h"

#include <utility>

#include "core/base/thread.h"

namespace runnel {

HostFunctions::~HostFunctions() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void HostFunctions::Set(std::string_view token, Function function) {
  std::shared_ptr<const Function> kept;
  if (function) kept = std::make_shared<const Function>(std::move(function));
  const std::lock_guard lock(mutex_);
  const auto it = functions_.find(token);
  if (it == functions_.end()) {
    if (kept) functions_.emplace(token, std::move(kept));
    return;
  }
  std::swap(it->second, kept);  // what was there is let go of behind the lock
  if (!it->second) functions_.erase(it);
}

std::shared_ptr<const HostFunctions::Function> HostFunctions::Find(std::string_view token) const {
  const std::lock_guard lock(mutex_);
  const auto it = functions_.find(token);
  return it == functions_.end() ? nullptr : it->second;
}

Status HostFunctions::Run(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back({Ref<RefCounted>::Share(owner_), std::move(work)});
  if (idle_ >= waiting_.size() || threads_.size() >= kMostCalls) {
    wake_.notify_one();
    return OkStatus();
  }
  Status started;
  try {
    threads_.emplace_back();
    started = StartThread(
        "functions of the host program", [this] { Serve(); }, &threads_.back());
    if (!started.ok()) threads_.pop_back();
  } catch (...) {
    waiting_.pop_back();
    throw;
  }
  if (started.ok() || !threads_.empty()) {
    wake_.notify_one();
    return OkStatus();
  }
  waiting_.pop_back();
  return started;
}

void HostFunctions::Serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    wake_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
    --idle_;
    if (waiting_.empty()) return;
    Work work = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    work.run();
    work.run = nullptr;
    work.owner = nullptr;  // what ends the runtime waits for this thread elsewhere (Runtime::Destroy)
    lock.lock();
  }
}

bool HostFunctions::IsCaller() const {
  const std::lock_guard lock(mutex_);
  for (const std::thread& thread : threads_) {
    if (thread.get_id() == std::this_thread::get_id()) return true;
  }
  return false;
}

}  // namespace runnel
