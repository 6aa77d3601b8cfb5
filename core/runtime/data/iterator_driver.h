// IteratorDriver: one pass over a dataset that any number of steps take elements from.
//
// Requests are served in order of arrival. An element that was made for a request that has been
// cancelled meanwhile is kept for the next one.
#ifndef RUNNEL_CORE_RUNTIME_DATA_ITERATOR_DRIVER_H_
#define RUNNEL_CORE_RUNTIME_DATA_ITERATOR_DRIVER_H_

#include <deque>
#include <functional>
#include <mutex>

#include "core/runtime/data/dataset.h"

namespace runnel {

// Any thread.
class IteratorDriver final : public PollTask {
 public:
  // The end of the pass is kEnd with OK.
  using Done = std::function<void(Status, Progress, Element)>;
  using StateDone = std::function<void(Status, Ref<IteratorState>)>;

  static Result<Ref<IteratorDriver>> Begin(const Dataset& dataset, Ref<Host> host);

  // Calls done once, with no lock held, maybe before this returns. `cancellation` may be null; if it
  // fires first the request ends with CANCELLED.
  void Next(CancellationManager* cancellation, Done done);
  // Writes the state of the pass as of after the requests that came before.
  void Save(CancellationManager* cancellation, StateDone done);
  // Of a pass that nobody has taken an element from.
  Status Restore(const IteratorState& state);
  // Ends all requests with `status`, which later ones fail with too, and what is under way.
  void Abort(const Status& status);

 private:
  struct Request {
    uint64_t id = 0;
    Done done;
    StateDone state_done;  // of Save
    Ref<CancellationManager> cancellation;
    CancellationManager::Token token = 0;
  };
  struct Outcome {
    Status status;
    Progress progress = Progress::kElement;
    Element element;
    Ref<IteratorState> state;
  };

  IteratorDriver(Ref<IteratorContext> context, Ref<DatasetIterator> root);
  ~IteratorDriver() override;
  template <typename T, typename... Args>
  friend Ref<T> MakeRef(Args&&... args);

  void Submit(Request request, CancellationManager* cancellation);
  void OnCancel(uint64_t id, const Status& reason);
  void Poll() override;
  // What the front request comes to; pending if it has to wait.
  Outcome Serve(const PollContext& cx, bool saves);
  Status SaveKept(StateWriter* writer);
  static void Finish(Request request, Outcome outcome);

  const Ref<IteratorContext> context_;
  std::mutex mutex_;  // guards all below but root_, which only the poll uses
  std::deque<Request> requests_;
  uint64_t next_id_ = 1;
  std::deque<Outcome> kept_;  // for the next request
  Status aborted_;
  Ref<DatasetIterator> root_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_ITERATOR_DRIVER_H_
