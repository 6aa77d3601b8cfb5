#include "core/runtime/host_ops/barrier.h"

#include <algorithm>

namespace runnel {
namespace {

Queue::Spec ReadySpec(const Barrier::Spec& spec) {
  Queue::Spec ready;
  ready.kind = QueueKind::kPriority;
  ready.types = {DType::kInt64, DType::kString};
  ready.types.insert(ready.types.end(), spec.types.begin(), spec.types.end());
  ready.shapes = {Shape(), Shape()};
  ready.shapes.insert(ready.shapes.end(), spec.shapes.begin(), spec.shapes.end());
  return ready;
}

}  // namespace

Barrier::Barrier(std::string name, Spec spec)
    : Resource(name), spec_(std::move(spec)), ready_(MakeRef<Queue>(name, ReadySpec(spec_))) {}

int64_t Barrier::incomplete_size() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int64_t>(incomplete_.size());
}

Status Barrier::Insert(std::span<const std::string> keys, int64_t index, std::vector<Tensor> values) {
  Status status;
  std::vector<QueueTuple> complete;
  {
    const std::lock_guard lock(mutex_);
    if (closed_ && (cancelled_ || (!keys.empty() && incomplete_.empty()))) {
      return Cancelled("barrier \"", name(), "\" is closed, with ", incomplete_.size(),
                       " incomplete tuples");
    }
    const size_t before = incomplete_.size();
    for (size_t k = 0; k < keys.size() && status.ok(); ++k) {
      status = InsertOne(keys[k], index, std::move(values[k]), &complete);
    }
    if (status.ok() && incomplete_.size() + complete.size() > before) ++insertion_;
    ++inserting_;
  }
  // Outside of the lock: a tuple in the queue may end a step that waits for it.
  ready_->Enqueue(std::move(complete), nullptr, [&status](Status put) {
    if (status.ok()) status = std::move(put);
  });
  {
    const std::lock_guard lock(mutex_);
    --inserting_;
  }
  CloseReadyIfOver();
  return status;
}

Status Barrier::InsertOne(const std::string& key, int64_t index, Tensor value,
                          std::vector<QueueTuple>* complete) {
  auto it = incomplete_.find(key);
  if (it == incomplete_.end()) {
    if (closed_) {
      return Cancelled("barrier \"", name(), "\" is closed and has no incomplete tuple of key \"", key,
                       "\"");
    }
    Incomplete made;
    RUNNEL_ASSIGN_OR_RETURN(Tensor insertion, Tensor::FromScalar<int64_t>(insertion_));
    RUNNEL_ASSIGN_OR_RETURN(Tensor key_tensor, Tensor::FromStrings(Shape(), {&key, 1}));
    made.tuple.resize(spec_.types.size() + 2);
    made.tuple[0] = std::move(insertion);
    made.tuple[1] = std::move(key_tensor);
    made.missing = spec_.types.size();
    it = incomplete_.emplace(key, std::move(made)).first;
  }
  Tensor& component = it->second.tuple[static_cast<size_t>(index) + 2];
  if (!component.empty()) {
    return InvalidArgument("key \"", key, "\" already has a value for component ", index,
                           " in barrier \"", name(), "\"");
  }
  component = std::move(value);
  if (--it->second.missing == 0) {
    complete->push_back(std::move(it->second.tuple));
    incomplete_.erase(it);
  }
  return OkStatus();
}

void Barrier::Take(int64_t count, bool take_rest, CancellationManager* cancellation,
                   Queue::DequeueDone done) {
  Status status;
  {
    const std::lock_guard lock(mutex_);
    // Where calls are still inserting, the queue finds out.
    if (closed_ && inserting_ == 0) {
      int64_t available = ready_->size();
      if (take_rest) {
        count = std::min(count, available);
      } else {
        available += static_cast<int64_t>(incomplete_.size());
      }
      if (available < std::max<int64_t>(count, 1)) {
        status = OutOfRange("barrier \"", name(), "\" is closed and has insufficient elements ",
                            "(requested ", count, ", total size ", available, ")");
      }
    }
  }
  if (!status.ok()) return done(std::move(status), {});
  ready_->Dequeue(count, take_rest, cancellation, std::move(done));
}

Status Barrier::Close(bool cancel_pending) {
  {
    const std::lock_guard lock(mutex_);
    // A close that cancels may follow one that did not.
    if (closed_ && (cancelled_ || !cancel_pending)) {
      return Cancelled("barrier \"", name(), "\" is already closed");
    }
    closed_ = true;
    cancelled_ = cancel_pending;
    if (cancel_pending) incomplete_.clear();
  }
  CloseReadyIfOver();
  return OkStatus();
}

// Nothing can become complete any more.
void Barrier::CloseReadyIfOver() {
  {
    const std::lock_guard lock(mutex_);
    if (!closed_ || !incomplete_.empty() || inserting_ > 0 || ready_closed_) return;
    ready_closed_ = true;
  }
  ready_->Close(/*cancel_pending=*/false, nullptr, [](const Status&) {});
}

}  // namespace runnel
