#include "plugins/virtual/device.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "plugins/sdk/thread.h"

using runnel::plugin::ConfigNumber;
using runnel::virtual_device::Command;
using runnel::virtual_device::Fail;
using runnel::virtual_device::kId;
using runnel::virtual_device::OwnedStatus;
using runnel::virtual_device::Timeline;

namespace runnel::virtual_device {

Storage::~Storage() {
  if (!imported) std::free(data);
}

void Poison(Storage* storage) {
  static constexpr unsigned char kPattern[4] = {0xAB, 0xAB, 0xFB, 0xFF};
  for (uint64_t i = 0; i < storage->size_bytes; ++i) {
    storage->data[i] = static_cast<char>(kPattern[i % sizeof(kPattern)]);
  }
}

namespace {

// splitmix64: enough to shuffle with.
uint64_t NextRandom(uint64_t* state) {
  uint64_t z = *state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// A fence that a queue waited for has been reached or has failed.
void OnWaitOver(void* arg, rnlp_status_t* status) {
  auto* queue = static_cast<rnlp_queue_t*>(arg);
  rnlp_device_t* device = queue->device;
  OwnedStatus owned(device->host, status);
  std::lock_guard<std::mutex> lock(device->mutex);
  if (!owned.ok() && queue->error.ok()) queue->error = std::move(owned);
  queue->blocked = false;
  queue->runnable_since = std::chrono::steady_clock::now();
  device->changed.notify_all();
}

}  // namespace
}  // namespace runnel::virtual_device

rnlp_status_t* rnlp_instance_t::Init() {
  return runnel::virtual_device::Guard(host, [&]() -> rnlp_status_t* {
    RNLP_TRY(ConfigNumber(host, "seed", &options.seed));
    RNLP_TRY(ConfigNumber(host, "memory_bytes", &options.memory_bytes));
    RNLP_TRY(ConfigNumber(host, "devices", &options.devices));
    RNLP_TRY(ConfigNumber(host, "lose_after", &options.lose_after));
    RNLP_TRY(ConfigNumber(host, "map", &options.map));
    RNLP_TRY(ConfigNumber(host, "capture", &options.capture));
    RNLP_TRY(ConfigNumber(host, "kernel_us", &options.kernel_us));
    RNLP_TRY(ConfigNumber(host, "copy_us_per_mib", &options.copy_us_per_mib));
    RNLP_TRY(ConfigNumber(host, "cost_ns", &options.cost_ns));
    RNLP_TRY(ConfigNumber(host, "threads", &options.threads));
    RNLP_TRY(ConfigNumber(host, "groups", &options.groups));
    RNLP_TRY(ConfigNumber(host, "peers", &options.peers));
    if (options.devices > 64) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: configuration \"devices\" is %llu, expected at most 64", kId,
                  static_cast<unsigned long long>(options.devices));
    }
    return nullptr;
  });
}

rnlp_queue_t::rnlp_queue_t(rnlp_device_t* d) : device(d), error(d->host) {}

rnlp_device_t::rnlp_device_t(rnlp_instance_t* i, uint32_t ordinal_in_plugin)
    : instance(i),
      host(i->host),
      ordinal(ordinal_in_plugin),
      random(i->options.seed * 0x9E3779B97F4A7C15u + ordinal_in_plugin) {
  // The caller sees to it where there is none.
  bool started = runnel::plugin::StartThread(&worker, [this] { Work(); });
  for (uint64_t n = 1; started && n < instance->options.threads; ++n) {
    std::thread one;
    started = runnel::plugin::StartThread(&one, [this] { Work(); });
    if (started) more_workers.push_back(std::move(one));
  }
}

rnlp_device_t::~rnlp_device_t() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    stopping = true;
    changed.notify_all();
  }
  if (worker.joinable()) worker.join();
  for (std::thread& one : more_workers) one.join();
}

rnlp_status_t* rnlp_device_t::Lost() const {
  return Fail(host, RNLP_UNAVAILABLE, "%s: device VIRTUAL:%u is lost", kId, ordinal);
}

rnlp_status_t* rnlp_device_t::CheckAlive() {
  std::lock_guard<std::mutex> lock(mutex);
  return lost ? Lost() : nullptr;
}

rnlp_status_t* rnlp_device_t::Append(rnlp_queue_t* queue, Command command) {
  std::lock_guard<std::mutex> lock(mutex);
  if (lost) return Lost();
  if (queue->recording != nullptr) {
    if (command.kind != Command::Kind::kWork) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: waits, signals and launches cannot be captured",
                  kId);
    }
    queue->recording->works.push_back(std::move(command.work));
    return nullptr;
  }
  queue->commands.push_back(std::move(command));
  return nullptr;
}

void rnlp_device_t::Release(rnlp_queue_t* queue) {
  std::lock_guard<std::mutex> lock(mutex);
  ReleaseLocked(queue);
  changed.notify_all();
}

void rnlp_device_t::ReleaseLocked(rnlp_queue_t* queue) {
  if (queue->released == 0) queue->runnable_since = std::chrono::steady_clock::now();
  queue->released = queue->commands.size();
}

void rnlp_device_t::ReleaseAll() {
  std::lock_guard<std::mutex> lock(mutex);
  for (rnlp_queue_t* queue : queues) ReleaseLocked(queue);
  changed.notify_all();
}

void rnlp_device_t::Drain(rnlp_queue_t* queue) {
  std::unique_lock<std::mutex> lock(mutex);
  for (rnlp_queue_t* each : queues) each->released = each->commands.size();
  changed.notify_all();
  changed.wait(lock, [&] { return queue->commands.empty() && !queue->busy && !queue->blocked; });
}

rnlp_status_t* rnlp_device_t::CountLaunches(uint64_t count) {
  RNLP_TRY(CheckAlive());
  const uint64_t before = instance->launches.fetch_add(count);
  const uint64_t limit = instance->options.lose_after;
  if (limit != 0 && before < limit && before + count >= limit) Lose();
  return CheckAlive();
}

bool rnlp_device_t::CountRecorded(rnlp_queue_t* queue) {
  std::lock_guard<std::mutex> lock(mutex);
  if (queue->recording == nullptr) return false;
  ++queue->recording->launches;
  return true;
}

void rnlp_device_t::Lose() {
  std::deque<Command> dropped;
  std::vector<std::shared_ptr<Timeline>> pending;
  {
    std::lock_guard<std::mutex> lock(mutex);
    lost = true;
    for (rnlp_queue_t* queue : queues) {
      for (Command& command : queue->commands) dropped.push_back(std::move(command));
      queue->commands.clear();
      queue->released = 0;
    }
    for (const auto& fence : fences) {
      if (auto timeline = fence.lock()) pending.push_back(std::move(timeline));
    }
    changed.notify_all();
  }
  for (const auto& timeline : pending) timeline->Fail(Lost());
}

void rnlp_device_t::Work() {
  using Clock = std::chrono::steady_clock;
  const bool paced = instance->options.kernel_us != 0 || instance->options.copy_us_per_mib != 0;
  std::unique_lock<std::mutex> lock(mutex);
  for (;;) {
    // The next queue is drawn from those that could go on: order between queues is the fences' business.
    const auto now = paced ? Clock::now() : Clock::time_point();
    auto next = Clock::time_point::max();
    size_t ready = 0;
    rnlp_queue_t* chosen = nullptr;
    for (rnlp_queue_t* queue : queues) {
      if (queue->released == 0 || queue->commands.empty() || queue->blocked || queue->busy) continue;
      if (paced && queue->busy_until > now) {
        next = std::min(next, queue->busy_until);
        continue;
      }
      ++ready;
      if (runnel::virtual_device::NextRandom(&random) % ready == 0) chosen = queue;
    }
    if (chosen != nullptr) {
      RunOne(lock, chosen);
    } else if (stopping) {
      return;
    } else if (next != Clock::time_point::max()) {
      changed.wait_until(lock, next);
    } else {
      changed.wait(lock);
    }
  }
}

void rnlp_device_t::RunOne(std::unique_lock<std::mutex>& lock, rnlp_queue_t* queue) {
  Command command = std::move(queue->commands.front());
  queue->commands.pop_front();
  --queue->released;
  queue->busy = true;
  const auto began = std::max(queue->busy_until, queue->runnable_since);
  OwnedStatus error = std::move(queue->error);
  if (command.kind == Command::Kind::kWait) queue->blocked = true;
  lock.unlock();

  uint64_t busy_us = 0;
  const auto run = [&](const runnel::virtual_device::Work& work) {
    if (!error.ok()) return;
    error = OwnedStatus(host, work.run());
    busy_us += work.busy_us;
  };
  switch (command.kind) {
    case Command::Kind::kWork:
      run(command.work);
      break;
    case Command::Kind::kLaunch:
      for (const runnel::virtual_device::Work& work : command.captured->works) run(work);
      break;
    case Command::Kind::kSignal:
      if (error.ok()) {
        command.fence->Signal(command.value);
      } else {
        command.fence->Fail(error.release());
      }
      break;
    case Command::Kind::kWait:
      if (rnlp_status_t* status =
              command.fence->Notify(command.value, runnel::virtual_device::OnWaitOver, queue)) {
        runnel::virtual_device::OnWaitOver(queue, status);
      }
      break;
  }
  // What the command holds is let go before anyone can see that it is over.
  const bool was_signal = command.kind == Command::Kind::kSignal;
  command = Command();

  lock.lock();
  if (!was_signal && !error.ok() && queue->error.ok()) queue->error = std::move(error);
  queue->busy = false;
  if (busy_us > 0) queue->busy_until = began + std::chrono::microseconds(busy_us);
  changed.notify_all();
}
