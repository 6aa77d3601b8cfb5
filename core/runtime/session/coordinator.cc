#include "core/runtime/session/coordinator.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace runnel {
namespace {

// Waits for `done`; false if it was not within `timeout_ms`. A wait beyond what the clock can count is
// one without an end.
template <typename Done>
bool WaitFor(std::condition_variable* changed, std::unique_lock<std::mutex>* lock, int64_t timeout_ms,
             Done done) {
  constexpr int64_t kForever = int64_t{1} << 40;
  if (timeout_ms >= 0 && timeout_ms < kForever)
    return changed->wait_for(*lock, std::chrono::milliseconds(timeout_ms), done);
  changed->wait(*lock, done);
  return true;
}

}  // namespace

Status Coordinator::RequestStop(const Status& why) {
  std::vector<std::function<void()>> on_stop;
  {
    const std::lock_guard lock(mutex_);
    const bool clean =
        std::find(clean_codes_.begin(), clean_codes_.end(), why.code()) != clean_codes_.end();
    if (joined_) return clean ? OkStatus() : why;
    if (stop_) return OkStatus();
    if (!clean) status_ = why;
    stop_ = true;
    on_stop.swap(on_stop_);
  }
  changed_.notify_all();
  for (const auto& f : on_stop) f();
  return OkStatus();
}

void Coordinator::ClearStop() {
  const std::lock_guard lock(mutex_);
  stop_ = joined_ = false;
  status_ = OkStatus();
}

bool Coordinator::should_stop() const {
  const std::lock_guard lock(mutex_);
  return stop_;
}

bool Coordinator::WaitForStop(int64_t timeout_ms) const {
  std::unique_lock lock(mutex_);
  return WaitFor(&changed_, &lock, timeout_ms, [this] { return stop_; });
}

void Coordinator::OnStop(std::function<void()> on_stop) {
  {
    const std::lock_guard lock(mutex_);
    if (!stop_) {
      on_stop_.push_back(std::move(on_stop));
      return;
    }
  }
  on_stop();
}

void Coordinator::Enter(std::string_view name) {
  const std::lock_guard lock(mutex_);
  ++running_[std::string(name)];
}

Status Coordinator::Leave(std::string_view name) {
  {
    const std::lock_guard lock(mutex_);
    const auto it = running_.find(name);
    if (it == running_.end())
      return FailedPrecondition("\"", name, "\" has not entered the coordinator, or has left it");
    if (--it->second == 0) running_.erase(it);
  }
  changed_.notify_all();
  return OkStatus();
}

Status Coordinator::Join(int64_t grace_ms, bool ignore_running) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stop_ || empty(); });
  const bool all_left = WaitFor(&changed_, &lock, grace_ms, [this] { return empty(); });
  joined_ = true;
  RUNNEL_RETURN_IF_ERROR(status_);
  if (all_left || ignore_running) return OkStatus();
  std::string names;
  for (const auto& [name, count] : running_) {
    if (!names.empty()) names += ", ";
    names += name;
    if (count > 1) names += " (" + std::to_string(count) + ")";
  }
  return DeadlineExceeded("the coordinator stopped, and ", grace_ms,
                          " ms later there still run: ", names);
}

Status Coordinator::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

}  // namespace runnel
