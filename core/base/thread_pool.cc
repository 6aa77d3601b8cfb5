#include "core/base/thread_pool.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <mutex>
#include <thread>
#include <vector>

namespace runnel {
namespace {

// About 10 us: long enough to catch the next kernel of a step, short enough to leave the CPU to others.
constexpr int kSpins = 2000;

inline void Pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// One ParallelFor, on its caller's stack. Workers join and leave under the pool's mutex; blocks are
// taken without it.
struct Loop {
  void (*fn)(void*, int64_t, int64_t);
  void* arg;
  int64_t total;
  int64_t block;
  std::atomic<int64_t> next{0};
  std::atomic<int> workers{0};
  Loop* below = nullptr;

  // Runs blocks until none is left.
  void Work() {
    for (;;) {
      const int64_t begin = next.fetch_add(block, std::memory_order_relaxed);
      if (begin >= total) return;
      fn(arg, begin, std::min(begin + block, total));
    }
  }
  bool exhausted() const { return next.load(std::memory_order_relaxed) >= total; }
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
  std::vector<std::thread> threads;

  // Takes a task, or joins a loop that has blocks left. False: nothing to do.
  bool RunOne() {
    std::unique_lock lock(mutex);
    for (Loop* loop = loops; loop != nullptr; loop = loop->below) {
      if (loop->exhausted()) continue;
      loop->workers.fetch_add(1, std::memory_order_relaxed);
      lock.unlock();
      loop->Work();
      // The last touch of the loop: its caller may return as soon as it sees the count.
      loop->workers.fetch_sub(1, std::memory_order_release);
      return true;
    }
    if (first == nullptr) return false;
    Task* task = first;
    first = task->next;
    if (first == nullptr) last = nullptr;
    lock.unlock();
    task->run(task);
    return true;
  }

  // With the mutex held. True if somebody has to be woken.
  bool Announce() {
    epoch.fetch_add(1, std::memory_order_seq_cst);
    return sleeping.load(std::memory_order_seq_cst) != 0;
  }

  // Without it. Looks at no memory of the pool, which may be gone: the announced task may have ended it.
  void Wake(int wanted) {
    if (wanted == 1) {
      epoch.notify_one();
    } else {
      epoch.notify_all();
    }
  }

  void WorkerMain() {
    for (;;) {
      const uint32_t seen = epoch.load(std::memory_order_seq_cst);
      if (RunOne()) continue;
      {
        const std::lock_guard lock(mutex);
        if (stopping && first == nullptr) return;
      }
      bool changed = false;
      for (int i = 0; i < kSpins && !changed; ++i) {
        Pause();
        changed = epoch.load(std::memory_order_relaxed) != seen;
      }
      if (changed) continue;
      sleeping.fetch_add(1, std::memory_order_seq_cst);
      epoch.wait(seen, std::memory_order_seq_cst);
      sleeping.fetch_sub(1, std::memory_order_seq_cst);
    }
  }
};

ThreadPool::ThreadPool(int threads) : threads_(std::max(threads, 1)), impl_(std::make_unique<Impl>()) {
  const int workers = std::max(threads_ - 1, 1);
  // Workers take no signals: those belong to the host's own threads.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  try {
    for (int i = 0; i < workers; ++i) impl_->threads.emplace_back([this] { impl_->WorkerMain(); });
  } catch (...) {
    // Fewer workers than asked for still make progress; none at all would not.
    if (impl_->threads.empty()) {
      pthread_sigmask(SIG_SETMASK, &old, nullptr);
      throw std::bad_alloc();
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

bool ThreadPool::IsWorker() const {
  const auto self = std::this_thread::get_id();
  for (const std::thread& thread : impl_->threads) {
    if (thread.get_id() == self) return true;
  }
  return false;
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
  if (total <= block || threads_ == 1) {
    // The blocks stay the same whoever runs them: results may depend on where they begin.
    for (int64_t begin = 0; begin < total; begin += block)
      fn(arg, begin, std::min(begin + block, total));
    return;
  }
  Loop loop{fn, arg, total, block};
  bool wake = false;
  {
    const std::lock_guard lock(impl_->mutex);
    loop.below = impl_->loops;
    impl_->loops = &loop;
    wake = impl_->Announce();
  }
  if (wake) impl_->Wake(total > 2 * block ? 2 : 1);
  loop.Work();
  {
    const std::lock_guard lock(impl_->mutex);
    Loop** link = &impl_->loops;
    while (*link != &loop) link = &(*link)->below;
    *link = loop.below;
  }
  for (int spins = 0; loop.workers.load(std::memory_order_acquire) != 0; ++spins) {
    // Whoever is still inside runs its last block.
    if (spins < kSpins) {
      Pause();
    } else {
      std::this_thread::yield();
    }
  }
}

}  // namespace runnel
