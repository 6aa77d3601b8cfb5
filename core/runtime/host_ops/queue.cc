#include "core/runtime/host_ops/queue.h"

#include <algorithm>
#include <utility>

namespace runnel {

namespace {

std::unique_ptr<QueueElements> MakeElements(const Queue::Spec& spec) {
  if (spec.kind == QueueKind::kShuffle) return MakeShuffledElements(spec.seed, spec.seed2);
  return spec.kind == QueueKind::kPriority ? MakePriorityElements() : MakeFifoElements();
}

}  // namespace

std::string_view QueueKindName(QueueKind kind) {
  constexpr std::string_view kNames[] = {"FIFOQueue", "PaddingFIFOQueue", "RandomShuffleQueue",
                                         "PriorityQueue"};
  return kNames[static_cast<size_t>(kind)];
}

Queue::Queue(std::string name, Spec spec)
    : Resource(std::move(name)), spec_(std::move(spec)), elements_(MakeElements(spec_)) {}

Status Queue::CheckSame(const Spec& other) const {
  if (spec_.kind != other.kind) {
    return InvalidArgument("shared queue \"", name(), "\" is a ", QueueKindName(spec_.kind),
                           ", this node asks for a ", QueueKindName(other.kind));
  }
  if (std::max<int64_t>(spec_.capacity, -1) != std::max<int64_t>(other.capacity, -1)) {
    return InvalidArgument("shared queue \"", name(), "\" has capacity ", spec_.capacity,
                           ", this node asks for ", other.capacity);
  }
  if (spec_.types.size() != other.types.size()) {
    return InvalidArgument("shared queue \"", name(), "\" has ", spec_.types.size(),
                           " components, this node asks for ", other.types.size());
  }
  for (size_t i = 0; i < spec_.types.size(); ++i) {
    if (spec_.types[i] != other.types[i]) {
      return InvalidArgument("shared queue \"", name(), "\" has component ", i, " of type ",
                             DTypeName(spec_.types[i]), ", this node asks for ",
                             DTypeName(other.types[i]));
    }
  }
  if (spec_.shapes != other.shapes) {
    return InvalidArgument("shared queue \"", name(),
                           "\" has other component shapes than this node asks for");
  }
  if (spec_.min_after_dequeue != other.min_after_dequeue) {
    return InvalidArgument("shared queue \"", name(), "\" keeps min_after_dequeue ",
                           spec_.min_after_dequeue, " elements, this node asks for ",
                           other.min_after_dequeue);
  }
  const bool any_seed = other.seed == 0 && other.seed2 == 0;
  if (!any_seed && (spec_.seed != other.seed || spec_.seed2 != other.seed2)) {
    return InvalidArgument("shared queue \"", name(), "\" has seeds ", spec_.seed, " and ", spec_.seed2,
                           ", this node asks for ", other.seed, " and ", other.seed2);
  }
  return OkStatus();
}

int64_t Queue::size() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int64_t>(elements_->size());
}

bool Queue::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

void Queue::Enqueue(std::vector<Tuple> tuples, CancellationManager* cancellation, Done done) {
  if (tuples.empty()) return done(OkStatus());
  auto attempt = std::make_unique<Attempt>();
  attempt->kind = Kind::kEnqueue;
  attempt->tuples = std::move(tuples);
  attempt->done = std::move(done);
  Submit(std::move(attempt), cancellation);
}

void Queue::Dequeue(int64_t count, bool take_rest, CancellationManager* cancellation, DequeueDone done) {
  if (count <= 0) return done(OkStatus(), {});
  auto attempt = std::make_unique<Attempt>();
  attempt->kind = Kind::kDequeue;
  attempt->wanted = count;
  attempt->take_rest = take_rest;
  attempt->dequeue_done = std::move(done);
  Submit(std::move(attempt), cancellation);
}

void Queue::Close(bool cancel_pending, CancellationManager* cancellation, Done done) {
  if (!cancel_pending) {
    auto attempt = std::make_unique<Attempt>();
    attempt->kind = Kind::kClose;
    attempt->done = std::move(done);
    return Submit(std::move(attempt), cancellation);
  }
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (const auto& attempt : enqueues_) {
      attempt->status =
          Cancelled("queue \"", name(), "\" was closed and its pending enqueues cancelled");
    }
    finished.splice(finished.end(), enqueues_);
    AdvanceAll(&finished);
  }
  Finish(std::move(finished));
  done(OkStatus());
}

void Queue::Submit(std::unique_ptr<Attempt> attempt, CancellationManager* cancellation) {
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    const Kind kind = attempt->kind;
    const uint64_t id = attempt->id = next_id_++;
    Line& line = kind == Kind::kDequeue ? dequeues_ : enqueues_;
    if (!aborted_.ok() || (cancellation != nullptr && cancellation->cancelled())) {
      attempt->status =
          aborted_.ok() ? Cancelled("queue \"", name(), "\": the step was cancelled") : aborted_;
      finished.push_back(std::move(attempt));
    } else {
      line.push_back(std::move(attempt));
      AdvanceAll(&finished);
      if (cancellation != nullptr && !line.empty() && line.back()->id == id) {
        // The attempt has to wait. From here on the callback may come at any time, even after the
        // attempt has ended: it then finds no attempt of that id.
        Attempt* waiting = line.back().get();
        waiting->cancellation = Ref<CancellationManager>::Share(cancellation);
        waiting->token =
            cancellation->Register([queue = Ref<Queue>::Share(this), kind, id](const Status& reason) {
              queue->OnCancel(kind, id, reason);
            });
        if (waiting->token == 0) {
          if (kind == Kind::kDequeue) PutBackLocked(&waiting->tuples);
          waiting->status = Cancelled("queue \"", name(), "\": the step was cancelled");
          finished.splice(finished.end(), line, std::prev(line.end()));
          AdvanceAll(&finished);
        }
      }
    }
  }
  Finish(std::move(finished));
}

void Queue::OnCancel(Kind kind, uint64_t id, const Status& reason) {
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    Line& line = kind == Kind::kDequeue ? dequeues_ : enqueues_;
    const auto it = std::find_if(line.begin(), line.end(), [id](const auto& a) { return a->id == id; });
    if (it == line.end()) return;
    if (kind == Kind::kDequeue) PutBackLocked(&(*it)->tuples);
    (*it)->token = 0;
    (*it)->status =
        Cancelled("queue \"", name(), "\": the step was cancelled while it waited: ", reason.message());
    finished.splice(finished.end(), line, it);
    AdvanceAll(&finished);
  }
  Finish(std::move(finished));
}

void Queue::Abort(const Status& status) {
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    aborted_ = status;
    for (Line* line : {&enqueues_, &dequeues_}) {
      for (const auto& attempt : *line) attempt->status = status;
      finished.splice(finished.end(), *line);
    }
    elements_ = MakeElements(spec_);
  }
  Finish(std::move(finished));
}

void Queue::PutBack(std::vector<Tuple> tuples) {
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    PutBackLocked(&tuples);
    AdvanceAll(&finished);
  }
  Finish(std::move(finished));
}

void Queue::PutBackLocked(std::vector<Tuple>* tuples) {
  for (; !tuples->empty(); tuples->pop_back()) elements_->PutBack(std::move(tuples->back()));
}

bool Queue::AdvanceEnqueue(Line* finished) {
  if (enqueues_.empty()) return false;
  Attempt& attempt = *enqueues_.front();
  bool moved = false;
  if (attempt.kind == Kind::kClose) {
    if (closed_) attempt.status = Cancelled("queue \"", name(), "\" is already closed");
    closed_ = true;
  } else if (closed_) {
    attempt.status = Cancelled("queue \"", name(), "\" is closed");
  } else {
    const auto has_room = [this] {
      return spec_.capacity < 0 || static_cast<int64_t>(elements_->size()) < spec_.capacity;
    };
    for (; attempt.next < attempt.tuples.size() && has_room(); ++attempt.next) {
      elements_->Put(std::move(attempt.tuples[attempt.next]));
      moved = true;
    }
    if (attempt.next < attempt.tuples.size()) return moved;
  }
  finished->splice(finished->end(), enqueues_, enqueues_.begin());
  return true;
}

bool Queue::AdvanceDequeue(Line* finished) {
  if (dequeues_.empty()) return false;
  Attempt& attempt = *dequeues_.front();
  bool moved = false;
  if (closed_ && static_cast<int64_t>(elements_->size()) < attempt.wanted) {
    const auto requested = attempt.wanted + static_cast<int64_t>(attempt.tuples.size());
    PutBackLocked(&attempt.tuples);
    if (attempt.take_rest && elements_->size() > 0) {
      attempt.wanted = static_cast<int64_t>(elements_->size());
    } else {
      attempt.status = OutOfRange("queue \"", name(), "\" (", QueueKindName(spec_.kind),
                                  ") is closed and has insufficient elements (requested ", requested,
                                  ", current size ", elements_->size(), ")");
    }
  }
  if (attempt.status.ok()) {
    const auto kept = closed_ ? size_t{0} : static_cast<size_t>(spec_.min_after_dequeue);
    for (; attempt.wanted > 0 && elements_->size() > kept; --attempt.wanted) {
      attempt.tuples.push_back(elements_->Take());
      moved = true;
    }
    if (attempt.wanted > 0) return moved;
  }
  finished->splice(finished->end(), dequeues_, dequeues_.begin());
  return true;
}

void Queue::AdvanceAll(Line* finished) {
  for (bool changed = true; changed;) {
    changed = AdvanceEnqueue(finished);
    changed = AdvanceDequeue(finished) || changed;
  }
}

void Queue::Finish(Line finished) {
  for (; !finished.empty(); finished.pop_front()) {
    Attempt* attempt = finished.front().get();
    // Never waits: two steps that are cancelled at once may each be ending an operation of the other.
    if (attempt->token != 0) attempt->cancellation->TryDeregister(attempt->token);
    if (attempt->kind == Kind::kDequeue) {
      attempt->dequeue_done(attempt->status, std::move(attempt->tuples));
    } else {
      attempt->done(attempt->status);
    }
  }
}

}  // namespace runnel
