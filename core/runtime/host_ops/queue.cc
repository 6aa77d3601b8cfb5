#include "core/runtime/host_ops/queue.h"

#include <algorithm>
#include <utility>

namespace runnel {

FifoQueue::FifoQueue(std::string name, Spec spec) : Resource(std::move(name)), spec_(std::move(spec)) {}

Status FifoQueue::CheckSame(const Spec& other) const {
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
  return OkStatus();
}

int64_t FifoQueue::size() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int64_t>(elements_.size());
}

bool FifoQueue::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

void FifoQueue::Enqueue(std::vector<Tuple> tuples, CancellationManager* cancellation, Done done) {
  if (tuples.empty()) return done(OkStatus());
  auto attempt = std::make_unique<Attempt>();
  attempt->kind = Kind::kEnqueue;
  attempt->tuples = std::move(tuples);
  attempt->done = std::move(done);
  Submit(std::move(attempt), cancellation);
}

void FifoQueue::Dequeue(int64_t count, CancellationManager* cancellation, DequeueDone done) {
  if (count <= 0) return done(OkStatus(), {});
  auto attempt = std::make_unique<Attempt>();
  attempt->kind = Kind::kDequeue;
  attempt->wanted = count;
  attempt->dequeue_done = std::move(done);
  Submit(std::move(attempt), cancellation);
}

void FifoQueue::Close(bool cancel_pending, CancellationManager* cancellation, Done done) {
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

void FifoQueue::Submit(std::unique_ptr<Attempt> attempt, CancellationManager* cancellation) {
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    const Kind kind = attempt->kind;
    const uint64_t id = attempt->id = next_id_++;
    Line& line = kind == Kind::kDequeue ? dequeues_ : enqueues_;
    if (cancellation != nullptr && cancellation->cancelled()) {
      attempt->status = Cancelled("queue \"", name(), "\": the step was cancelled");
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
            cancellation->Register([queue = Ref<FifoQueue>::Share(this), kind,
                                    id](const Status& reason) { queue->OnCancel(kind, id, reason); });
        if (waiting->token == 0) {
          PutBack(waiting);
          waiting->status = Cancelled("queue \"", name(), "\": the step was cancelled");
          finished.splice(finished.end(), line, std::prev(line.end()));
          AdvanceAll(&finished);
        }
      }
    }
  }
  Finish(std::move(finished));
}

void FifoQueue::OnCancel(Kind kind, uint64_t id, const Status& reason) {
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    Line& line = kind == Kind::kDequeue ? dequeues_ : enqueues_;
    const auto it = std::find_if(line.begin(), line.end(), [id](const auto& a) { return a->id == id; });
    if (it == line.end()) return;
    PutBack(it->get());
    (*it)->token = 0;
    (*it)->status =
        Cancelled("queue \"", name(), "\": the step was cancelled while it waited: ", reason.message());
    finished.splice(finished.end(), line, it);
    AdvanceAll(&finished);
  }
  Finish(std::move(finished));
}

void FifoQueue::Abort(const Status& status) {
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (Line* line : {&enqueues_, &dequeues_}) {
      for (const auto& attempt : *line) attempt->status = status;
      finished.splice(finished.end(), *line);
    }
    elements_.clear();
  }
  Finish(std::move(finished));
}

void FifoQueue::PutBack(Attempt* attempt) {
  if (attempt->kind != Kind::kDequeue) return;
  while (!attempt->tuples.empty()) {
    elements_.push_front(std::move(attempt->tuples.back()));
    attempt->tuples.pop_back();
  }
}

bool FifoQueue::AdvanceEnqueue(Line* finished) {
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
      return spec_.capacity < 0 || static_cast<int64_t>(elements_.size()) < spec_.capacity;
    };
    for (; attempt.next < attempt.tuples.size() && has_room(); ++attempt.next) {
      elements_.push_back(std::move(attempt.tuples[attempt.next]));
      moved = true;
    }
    if (attempt.next < attempt.tuples.size()) return moved;
  }
  finished->splice(finished->end(), enqueues_, enqueues_.begin());
  return true;
}

bool FifoQueue::AdvanceDequeue(Line* finished) {
  if (dequeues_.empty()) return false;
  Attempt& attempt = *dequeues_.front();
  bool moved = false;
  if (closed_ && static_cast<int64_t>(elements_.size()) < attempt.wanted) {
    const auto requested = attempt.wanted + static_cast<int64_t>(attempt.tuples.size());
    PutBack(&attempt);
    attempt.status =
        OutOfRange("queue \"", name(), "\" is closed and has insufficient elements (requested ",
                   requested, ", current size ", elements_.size(), ")");
  } else {
    for (; attempt.wanted > 0 && !elements_.empty(); --attempt.wanted) {
      attempt.tuples.push_back(std::move(elements_.front()));
      elements_.pop_front();
      moved = true;
    }
    if (attempt.wanted > 0) return moved;
  }
  finished->splice(finished->end(), dequeues_, dequeues_.begin());
  return true;
}

void FifoQueue::AdvanceAll(Line* finished) {
  for (bool changed = true; changed;) {
    changed = AdvanceEnqueue(finished);
    changed = AdvanceDequeue(finished) || changed;
  }
}

void FifoQueue::Finish(Line finished) {
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
