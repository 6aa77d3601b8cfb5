#include "core/runtime/data/iterator_driver.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/caught.h"

namespace runnel {

Result<Ref<IteratorDriver>> IteratorDriver::Begin(const Dataset& dataset, Ref<Host> host) {
  auto context = MakeRef<IteratorContext>(std::move(host));
  RUNNEL_ASSIGN_OR_RETURN(Ref<DatasetIterator> root, dataset.MakeIterator(context));
  return MakeRef<IteratorDriver>(std::move(context), std::move(root));
}

IteratorDriver::IteratorDriver(Ref<IteratorContext> context, Ref<DatasetIterator> root)
    : PollTask(context->pool()), context_(std::move(context)), root_(std::move(root)) {}

IteratorDriver::~IteratorDriver() {
  root_ = nullptr;
  context_->cancellation()->Cancel(Cancelled("the iterator is gone"));
}

void IteratorDriver::Next(CancellationManager* cancellation, Done done) {
  Request request;
  request.done = std::move(done);
  Submit(std::move(request), cancellation);
}

void IteratorDriver::Save(CancellationManager* cancellation, StateDone done) {
  Request request;
  request.state_done = std::move(done);
  Submit(std::move(request), cancellation);
}

Status IteratorDriver::Restore(const IteratorState& state) {
  StateReader reader(&state);
  RUNNEL_ASSIGN_OR_RETURN(const int64_t kept, reader.Number(0));
  for (int64_t i = 0; i < kept; ++i) {
    Outcome outcome;
    RUNNEL_ASSIGN_OR_RETURN(outcome.element, reader.Tensors());
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(outcome));
  }
  RUNNEL_RETURN_IF_ERROR(root_->Restore(&reader));
  return reader.AtEnd() ? OkStatus()
                        : DataLoss("the saved state of the iterator goes on behind its end");
}

void IteratorDriver::Finish(Request request, Outcome outcome) {
  if (request.cancellation && request.token != 0) request.cancellation->TryDeregister(request.token);
  if (request.state_done) return request.state_done(std::move(outcome.status), std::move(outcome.state));
  request.done(std::move(outcome.status), outcome.progress, std::move(outcome.element));
}

void IteratorDriver::Submit(Request request, CancellationManager* cancellation) {
  uint64_t id = 0;
  Status failed;
  {
    const std::lock_guard lock(mutex_);
    failed = aborted_;
    if (failed.ok() && cancellation != nullptr && cancellation->cancelled())
      failed = Cancelled("the step was cancelled");
    if (failed.ok()) {
      id = request.id = next_id_++;
      requests_.push_back(std::move(request));
    }
  }
  if (!failed.ok()) {
    Outcome outcome;
    outcome.status = std::move(failed);
    return Finish(std::move(request), std::move(outcome));
  }
  PollHere();
  if (cancellation == nullptr) return;
  // The request may have to wait. From here on the callback may come at any time, even after the request
  // has ended: it then finds none of that id.
  Request late;
  {
    const std::lock_guard lock(mutex_);
    const auto it =
        std::find_if(requests_.begin(), requests_.end(), [id](const Request& r) { return r.id == id; });
    if (it == requests_.end()) return;
    it->cancellation = Ref<CancellationManager>::Share(cancellation);
    it->token = cancellation->Register([self = Ref<IteratorDriver>::Share(this),
                                        id](const Status& reason) { self->OnCancel(id, reason); });
    if (it->token != 0) return;
    late = std::move(*it);
    requests_.erase(it);
  }
  Outcome outcome;
  outcome.status = Cancelled("the step was cancelled");
  Finish(std::move(late), std::move(outcome));
}

void IteratorDriver::OnCancel(uint64_t id, const Status& reason) {
  Request cancelled;
  {
    const std::lock_guard lock(mutex_);
    const auto it =
        std::find_if(requests_.begin(), requests_.end(), [id](const Request& r) { return r.id == id; });
    if (it == requests_.end()) return;
    cancelled = std::move(*it);
    requests_.erase(it);
  }
  cancelled.token = 0;
  Outcome outcome;
  outcome.status =
      Cancelled("the step was cancelled while it waited for an element: ", reason.message());
  Finish(std::move(cancelled), std::move(outcome));
}

void IteratorDriver::Abort(const Status& status) {
  std::deque<Request> requests;
  {
    const std::lock_guard lock(mutex_);
    aborted_ = status;
    requests.swap(requests_);
    kept_.clear();
  }
  context_->cancellation()->Cancel(status);
  for (Request& request : requests) {
    Outcome outcome;
    outcome.status = status;
    Finish(std::move(request), std::move(outcome));
  }
}

Status IteratorDriver::SaveKept(StateWriter* writer) {
  const std::lock_guard lock(mutex_);
  // The end is found again.
  const auto is_element = [](const Outcome& o) { return o.progress == Progress::kElement; };
  writer->Number(std::count_if(kept_.begin(), kept_.end(), is_element));
  for (const Outcome& outcome : kept_) {
    if (!outcome.status.ok()) return Unimplemented("the state of a pass whose next element has failed");
    if (is_element(outcome)) RUNNEL_RETURN_IF_ERROR(writer->Tensors(outcome.element));
  }
  return OkStatus();
}

IteratorDriver::Outcome IteratorDriver::Serve(const PollContext& cx, bool saves) {
  Outcome outcome;
  const Status thrown = Guarded([&] {
    Result<Progress> progress = Progress::kPending;
    if (saves) {
      outcome.state = MakeRef<IteratorState>();
      StateWriter writer(outcome.state.get());
      RUNNEL_RETURN_IF_ERROR(SaveKept(&writer));
      progress = root_->Save(cx, &writer);
    } else {
      progress = root_->Next(cx, &outcome.element);
    }
    if (progress.ok()) outcome.progress = *progress;
    return progress.status();
  });
  outcome.status = thrown;
  return outcome;
}

void IteratorDriver::Poll() {
  const PollContext cx(Ref<Waker>::Share(this));
  for (;;) {
    uint64_t id = 0;
    bool saves = false;
    std::optional<Outcome> kept;
    {
      const std::lock_guard lock(mutex_);
      if (requests_.empty()) return;
      id = requests_.front().id;
      saves = static_cast<bool>(requests_.front().state_done);
      if (!saves && !kept_.empty()) {
        kept = std::move(kept_.front());
        kept_.pop_front();
      }
    }
    if (!kept && cx.ShouldYield()) return Wake();
    Outcome outcome = kept ? std::move(*kept) : Serve(cx, saves);
    if (outcome.status.ok() && outcome.progress == Progress::kPending) return;
    Request served;
    {
      const std::lock_guard lock(mutex_);
      // If the request is gone, the next one is served instead: which it is does not matter.
      auto it = requests_.begin();
      if (saves) {
        if (it != requests_.end() && it->id != id) it = requests_.end();
      } else {
        it = std::find_if(requests_.begin(), requests_.end(),
                          [](const Request& r) { return !r.state_done; });
      }
      if (it == requests_.end()) {
        if (!saves && aborted_.ok()) kept_.push_front(std::move(outcome));
        if (requests_.empty()) return;
        continue;
      }
      served = std::move(*it);
      requests_.erase(it);
    }
    Finish(std::move(served), std::move(outcome));
  }
}

}  // namespace runnel
