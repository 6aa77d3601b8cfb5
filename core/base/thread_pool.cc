// ThreadPool: one queue of tasks and a stack of parallel loops under one mutex; blocks of a loop are
// claimed without it.
//
// A loop lives on its caller's stack and is linked into the pool while it has blocks. Idle workers join
// the newest loop first, then take tasks. A worker that finds nothing spins for a while on `epoch`,
// which every new piece of work increments, and then sleeps on it (a futex).
//
// Wake-ups are not lost: a producer increments `epoch` and then reads `sleeping`, a worker increments
// `sleeping` and then waits for a change of the `epoch` that it had read before it looked for work. Both
// sides use seq_cst, so that one of them sees the other.
//
// The caller of ParallelFor works on its own loop, unlinks it and waits for the workers that have
// joined; each of these is running its last block.
#include "core/base/thread_pool.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/clock.h"

namespace runnel {
namespace {

// How long a worker spins. Behind a loop within a step: long enough to catch the next one, behind a
// kernel that one thread runs; where there are more threads than processors, behind tasks, which may
// come one by one for as long as the program runs, and between steps, short enough to leave the CPU to
// others.
constexpr int64_t kSpinNs = 20'000, kSpinInStepNs = 300'000;
constexpr int kSpinsPerLook = 64;  // at the clock
constexpr int kSpins = 2000;       // of a caller that waits for the last blocks, before it yields

inline void Pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// One ParallelFor, on its caller's stack. Workers join and leave it under the pool's mutex and claim
// blocks without it.
//
// The blocks are divided into one share of neighbouring blocks per thread. A thread claims blocks from
// the front of its own share and, when that is empty, steals from the back of the others'. Consecutive
// loops over the same rows, as the kernels of a step are, therefore find in a core's cache what that
// core wrote, and a late or slow thread delays nobody.
//
// A share is the pair [first, end) in one word, claimed by compare-and-swap with relaxed order: what a
// block writes is published by `workers` (release in RunOne, acquire in ParallelFor). Ranges only
// shrink, so there is no ABA problem.
class Loop {
 public:
  Loop(void (*fn)(void*, int64_t, int64_t), void* arg, int64_t total, int64_t block, int threads)
      : fn_(fn), arg_(arg), total_(total), block_(block), num_shares_(std::min(threads, kMostShares)) {
    const int64_t blocks = total / block + (total % block != 0);
    for (int s = 0; s < num_shares_; ++s) {
      shares_[s].range.store(Pack(blocks * s / num_shares_, blocks * (s + 1) / num_shares_),
                             std::memory_order_relaxed);
    }
  }

  // Runs blocks until none is left. `thread` is the number of the calling thread.
  void Work(int thread) {
    const int own = thread % num_shares_;
    for (int64_t i; (i = TakeFirst(shares_[own])) >= 0;) RunBlock(i);
    for (int s = 1; s < num_shares_; ++s) {
      Share& share = shares_[(own + s) % num_shares_];
      for (int64_t i; (i = TakeLast(share)) >= 0;) RunBlock(i);
    }
  }
  // The bounds of a share are 32 bits wide.
  static bool Fits(int64_t total, int64_t block) {
    return total / block < std::numeric_limits<int32_t>::max();
  }
  bool exhausted() const {
    for (int s = 0; s < num_shares_; ++s) {
      const uint64_t range = shares_[s].range.load(std::memory_order_relaxed);
      if (First(range) < End(range)) return false;
    }
    return true;
  }

  std::atomic<int> workers{0};
  Loop* below = nullptr;

 private:
  static constexpr int kMostShares = 32;
  // Unclaimed blocks [first, end), in one word, on a cache line of its own (no false sharing).
  struct alignas(64) Share {
    std::atomic<uint64_t> range;
  };
  static uint64_t Pack(int64_t first, int64_t end) {
    return static_cast<uint64_t>(first) << 32 | static_cast<uint64_t>(end);
  }
  static int64_t First(uint64_t range) { return static_cast<int64_t>(range >> 32); }
  static int64_t End(uint64_t range) { return static_cast<int64_t>(range & 0xffffffff); }

  // Returns -1 if the share is empty.
  static int64_t TakeFirst(Share& share) {
    uint64_t range = share.range.load(std::memory_order_relaxed);
    while (First(range) < End(range)) {
      if (share.range.compare_exchange_weak(range, range + (uint64_t{1} << 32),
                                            std::memory_order_relaxed))
        return First(range);
    }
    return -1;
  }
  static int64_t TakeLast(Share& share) {
    uint64_t range = share.range.load(std::memory_order_relaxed);
    while (First(range) < End(range)) {
      if (share.range.compare_exchange_weak(range, range - 1, std::memory_order_relaxed))
        return End(range) - 1;
    }
    return -1;
  }
  void RunBlock(int64_t i) const {
    const int64_t begin = i * block_;
    fn_(arg_, begin, std::min(begin + block_, total_));
  }

  void (*fn_)(void*, int64_t, int64_t);
  void* arg_;
  int64_t total_, block_;
  int num_shares_;
  Share shares_[kMostShares];
};

}  // namespace

struct ThreadPool::Impl {
  std::mutex mutex;  // guards loops, first, last, stopping
  Loop* loops = nullptr;
  Task* first = nullptr;
  Task* last = nullptr;
  bool stopping = false;
  std::atomic<uint32_t> epoch{0};  // grows with every piece of work: what idle workers wait on
  std::atomic<int> sleeping{0};
  std::atomic<int> steps{0};  // under way
  bool spins_in_steps = false;
  std::vector<std::thread> threads;

  enum class Ran { kNothing, kLoop, kTask };
  // Takes a task, or joins a loop that has blocks left, as thread `thread`.
  Ran RunOne(int thread) {
    std::unique_lock lock(mutex);
    for (Loop* loop = loops; loop != nullptr; loop = loop->below) {
      if (loop->exhausted()) continue;
      loop->workers.fetch_add(1, std::memory_order_relaxed);
      lock.unlock();
      loop->Work(thread);
      // Last access to the loop: its caller may return as soon as it sees the count.
      loop->workers.fetch_sub(1, std::memory_order_release);
      return Ran::kLoop;
    }
    if (first == nullptr) return Ran::kNothing;
    Task* task = first;
    first = task->next;
    if (first == nullptr) last = nullptr;
    lock.unlock();
    task->run(task);
    return Ran::kTask;
  }

  // With the mutex held. True if somebody has to be woken.
  bool Announce() {
    epoch.fetch_add(1, std::memory_order_seq_cst);
    return sleeping.load(std::memory_order_seq_cst) != 0;
  }

  // To be called without the mutex. Touches no other memory of the pool: the announced task may already
  // have destroyed it.
  void Wake(int wanted) {
    if (wanted == 1) {
      epoch.notify_one();
    } else {
      epoch.notify_all();
    }
  }

  // `last`: what this thread ran before. False: nothing came in time.
  bool SpinForWork(uint32_t seen, Ran last) const {
    const int64_t start = MonotonicNs();
    for (;;) {
      for (int i = 0; i < kSpinsPerLook; ++i) {
        Pause();
        if (epoch.load(std::memory_order_relaxed) != seen) return true;
      }
      const bool in_step =
          spins_in_steps && last == Ran::kLoop && steps.load(std::memory_order_relaxed) != 0;
      if (MonotonicNs() - start >= (in_step ? kSpinInStepNs : kSpinNs)) return false;
    }
  }

  void WorkerMain(int thread) {
    Ran last = Ran::kNothing;
    for (;;) {
      const uint32_t seen = epoch.load(std::memory_order_seq_cst);
      if (const Ran ran = RunOne(thread); ran != Ran::kNothing) {
        last = ran;
        continue;
      }
      {
        const std::lock_guard lock(mutex);
        if (stopping && first == nullptr) return;
      }
      if (SpinForWork(seen, last)) continue;
      sleeping.fetch_add(1, std::memory_order_seq_cst);
      epoch.wait(seen, std::memory_order_seq_cst);
      sleeping.fetch_sub(1, std::memory_order_seq_cst);
    }
  }
};

ThreadPool::ThreadPool(int threads) : threads_(std::max(threads, 1)), impl_(std::make_unique<Impl>()) {
  const int workers = std::max(threads_ - 1, 1);
  impl_->spins_in_steps =
      threads_ > 1 && static_cast<unsigned>(threads_) <= std::thread::hardware_concurrency();
  // Workers take no signals: those belong to the host's own threads.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  try {
    for (int i = 0; i < workers; ++i)
      impl_->threads.emplace_back([this, i] { impl_->WorkerMain(i + 1); });
  } catch (...) {
    // Fewer workers than asked for still make progress; none at all would not.
    if (impl_->threads.empty()) {
      pthread_sigmask(SIG_SETMASK, &old, nullptr);
      throw;
    }
  }
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stopping = true;
    impl_->Announce();
  }
  impl_->Wake(2);
  for (std::thread& thread : impl_->threads) thread.join();
}

bool ThreadPool::IsWorker() const { return ThreadNumber() != 0; }

int ThreadPool::ThreadNumber() const {
  const auto self = std::this_thread::get_id();
  for (size_t i = 0; i < impl_->threads.size(); ++i) {
    if (impl_->threads[i].get_id() == self) return static_cast<int>(i) + 1;
  }
  return 0;
}

void ThreadPool::Run(std::function<void()> work) {
  struct Closure : Task {
    std::function<void()> work;
  };
  auto closure = std::make_unique<Closure>();
  closure->work = std::move(work);
  closure->run = [](Task* task) {
    const std::unique_ptr<Closure> self(static_cast<Closure*>(task));
    self->work();
  };
  Schedule(closure.release());
}

void ThreadPool::BeginStep() {
  if (impl_->spins_in_steps) impl_->steps.fetch_add(1, std::memory_order_relaxed);
}

void ThreadPool::EndStep() {
  if (impl_->spins_in_steps) impl_->steps.fetch_sub(1, std::memory_order_relaxed);
}

void ThreadPool::Schedule(Task* task) {
  Impl* const impl = impl_.get();
  bool wake = false;
  {
    const std::lock_guard lock(impl->mutex);
    task->next = nullptr;
    if (impl->last == nullptr) {
      impl->first = task;
    } else {
      impl->last->next = task;
    }
    impl->last = task;
    wake = impl->Announce();
  }
  if (wake) impl->Wake(1);
}

void ThreadPool::ParallelFor(int64_t total, int64_t block, void (*fn)(void*, int64_t, int64_t),
                             void* arg) {
  if (total <= 0) return;
  block = std::max<int64_t>(block, 1);
  if (total <= block || threads_ == 1 || !Loop::Fits(total, block)) {
    // The blocks stay the same whoever runs them: results may depend on where they begin.
    for (int64_t begin = 0; begin < total; begin += block)
      fn(arg, begin, std::min(begin + block, total));
    return;
  }
  Loop loop(fn, arg, total, block, threads_);
  bool wake = false;
  {
    const std::lock_guard lock(impl_->mutex);
    loop.below = impl_->loops;
    impl_->loops = &loop;
    wake = impl_->Announce();
  }
  if (wake) impl_->Wake(total > 2 * block ? 2 : 1);
  loop.Work(ThreadNumber());
  {
    const std::lock_guard lock(impl_->mutex);
    Loop** link = &impl_->loops;
    while (*link != &loop) link = &(*link)->below;
    *link = loop.below;
  }
  for (int spins = 0; loop.workers.load(std::memory_order_acquire) != 0; ++spins) {
    // Workers that are still inside run their last block.
    if (spins < kSpins) {
      Pause();
    } else {
      std::this_thread::yield();
    }
  }
}

}  // namespace runnel
