#include "tests/cuda/fake/stream.h"

#include <sched.h>

#include <atomic>

namespace fake_cuda {
namespace {

std::atomic<CUresult> sticky_error{CUDA_SUCCESS};
std::atomic<uint64_t> seed{1};
thread_local bool in_host_function = false;

struct Records {
  std::mutex mutex;
  std::condition_variable changed;
  bool held = false;
};
Records& All() {
  static auto* records = new Records;  // outlives every stream
  return *records;
}

uint64_t Next(uint64_t* state) {
  uint64_t z = *state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

}  // namespace

CUresult StickyError() { return sticky_error.load(); }
void SetStickyError(CUresult error) {
  sticky_error.store(error);
  All().changed.notify_all();
}
void SetSeed(uint64_t value) { seed.store(value); }
void Hold(bool on) {
  std::lock_guard<std::mutex> lock(All().mutex);
  All().held = on;
  All().changed.notify_all();
}
bool InHostFunction() { return in_host_function; }

bool IsDone(const std::shared_ptr<Record>& record) {
  std::lock_guard<std::mutex> lock(All().mutex);
  return record->done;
}
void MarkDone(const std::shared_ptr<Record>& record) {
  std::lock_guard<std::mutex> lock(All().mutex);
  record->done = true;
  All().changed.notify_all();
}
void AwaitDone(const std::shared_ptr<Record>& record) {
  std::unique_lock<std::mutex> lock(All().mutex);
  All().changed.wait(lock, [&] { return record->done; });
}
void RunHostFunction(CUhostFn fn, void* arg) {
  in_host_function = true;
  fn(arg);
  in_host_function = false;
}

}  // namespace fake_cuda

CUstream_st::CUstream_st()
    : random_(fake_cuda::seed.fetch_add(0x51ED2701)), thread_([this] { Run(); }) {}

CUstream_st::~CUstream_st() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

void CUstream_st::Append(fake_cuda::Work work) {
  if (recorded != nullptr) {
    recorded->work.push_back(std::move(work));
    return;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  work_.push_back(std::move(work));
  changed_.notify_all();
}

void CUstream_st::Synchronize() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return work_.empty() && !busy_; });
}

void CUstream_st::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return stopping_ || !work_.empty(); });
    if (work_.empty()) return;
    fake_cuda::Work work = std::move(work_.front());
    work_.pop_front();
    busy_ = true;
    const uint64_t delay = fake_cuda::Next(&random_);
    lock.unlock();
    {
      std::unique_lock<std::mutex> held(fake_cuda::All().mutex);
      fake_cuda::All().changed.wait(held, [] { return !fake_cuda::All().held; });
    }
    // Mostly at once, now and then late: others overtake.
    if (delay % 8 == 0) {
      for (uint64_t i = 0; i < delay / 8 % 64; ++i) sched_yield();
    }
    work();
    work = nullptr;
    lock.lock();
    busy_ = false;
    changed_.notify_all();
  }
}
