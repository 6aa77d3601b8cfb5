// ThreadPool: the one pool of a runtime, for kernels' parallel loops and the executor's tasks.
//
// The caller of ParallelFor takes part, so one thread, or a pool whose threads are all blocked, still
// makes progress. Idle workers spin briefly, longer while a step is under way, and then sleep on a
// futex.
#ifndef RUNNEL_CORE_BASE_THREAD_POOL_H_
#define RUNNEL_CORE_BASE_THREAD_POOL_H_

#include <cstdint>
#include <functional>
#include <memory>

namespace runnel {

class ThreadPool {
 public:
  // A unit of work that its owner keeps alive until it has run. No allocation on scheduling.
  struct Task {
    void (*run)(Task* task) = nullptr;
    Task* next = nullptr;
  };

  // `threads` >= 1 counts the caller: threads - 1 workers, but at least one so that tasks run. Throws
  // std::system_error if the system gives not even that.
  explicit ThreadPool(int threads);
  ~ThreadPool();  // finishes all scheduled tasks first

  int num_threads() const { return threads_; }
  // True on a thread of this pool, which must not wait for the pool to end.
  bool IsWorker() const;
  void Schedule(Task* task);
  // The same for a closure.
  void Run(std::function<void()> work);
  // Runs fn(arg, begin, end) over [0, total) in blocks of `block`, each once; returns when all are done.
  void ParallelFor(int64_t total, int64_t block, void (*fn)(void*, int64_t, int64_t), void* arg);
  // Between the two, another loop is likely to come soon: to wake a thread takes tens of microseconds,
  // as long as many a kernel. Pairs may overlap.
  void BeginStep();
  void EndStep();

 private:
  struct Impl;
  // From 1 for this pool's threads, 0 for any other.
  int ThreadNumber() const;
  int threads_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_THREAD_POOL_H_
