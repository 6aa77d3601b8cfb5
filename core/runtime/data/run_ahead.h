// RunAhead: a buffer of elements that fills on the pool while its consumer does something else.
//
// It takes elements of an iterator, one after the other, and gives them out in that order: as they are
// (Prefetch), or as what a function makes of each, of which several are called at a time (ParallelMap).
// Every element of the buffer is an ElementFuture, so there is one mechanism.
#ifndef RUNNEL_CORE_RUNTIME_DATA_RUN_AHEAD_H_
#define RUNNEL_CORE_RUNTIME_DATA_RUN_AHEAD_H_

#include <deque>
#include <memory>
#include <mutex>

#include "core/runtime/data/element_future.h"

namespace runnel {

class RunAhead final : public PollTask {
 public:
  struct Options {
    size_t capacity = 1;        // of the buffer, calls under way included
    CapturedFunction function;  // may be none
    bool in_order = true;       // else an element comes as soon as it is there
  };
  RunAhead(Ref<IteratorContext> context, Ref<DatasetIterator> input, const Options& options);

  // What DatasetIterator's are; a failure is that of one element and carries no position. `index`, which
  // may be null, gets which element of the input it is about.
  Result<Progress> Next(const PollContext& cx, Element* out, int64_t* index);
  Result<Progress> Save(const PollContext& cx, StateWriter* writer);
  // Before the first Next. `types`: of the buffer's elements.
  Status Restore(StateReader* reader, std::span<const DType> types);
  // Begins to fill the buffer, without waiting for a consumer.
  void Begin() { Wake(); }
  // Nothing is taken from the input any more, which is dropped. To be called when the consumer goes.
  void Stop();

 private:
  struct Slot {
    int64_t index = 0;
    Ref<ElementFuture> future;
  };
  void Poll() override;
  // Takes one element and starts what it becomes. False: there is nothing more to do now.
  bool TakeOne(const PollContext& cx);
  void Add(Ref<ElementFuture> future);

  const Ref<IteratorContext> context_;
  const Options options_;
  std::mutex mutex_;  // guards all below; `input_` is used by the poll only, or while it is paused
  Ref<DatasetIterator> input_;
  std::deque<Slot> slots_;
  int64_t next_index_ = 0;
  bool ended_ = false;  // the input is
  Status failure_;      // of the buffer itself
  bool stopped_ = false;
  bool polling_ = false;
  bool paused_ = false;  // for Save
  Ref<Waker> consumer_;  // waits for a slot, or for the poll to end
};

// Stops it when its owner goes.
class RunAheadHandle {
 public:
  RunAheadHandle() = default;
  RunAheadHandle(RunAheadHandle&& other) noexcept = default;
  RunAheadHandle& operator=(RunAheadHandle&& other) noexcept {
    if (run_) run_->Stop();
    run_ = std::move(other.run_);
    return *this;
  }
  explicit RunAheadHandle(Ref<RunAhead> run) : run_(std::move(run)) {}
  ~RunAheadHandle() {
    if (run_) run_->Stop();
  }
  RunAhead* operator->() const { return run_.get(); }
  explicit operator bool() const { return static_cast<bool>(run_); }

 private:
  Ref<RunAhead> run_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_RUN_AHEAD_H_
