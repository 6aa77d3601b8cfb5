#include "core/runtime/data/multi_device_iterator.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "core/runtime/data/iterator_resource.h"

namespace runnel {

void DealtPass::Finish(const Request& request, Outcome outcome) {
  if (request.cancellation && request.token != 0) request.cancellation->TryDeregister(request.token);
  request.done(std::move(outcome.status), outcome.progress, std::move(outcome.element));
}

void DealtPass::Next(size_t shard, CancellationManager* cancellation, const IteratorDriver::Done& done) {
  uint64_t id = 0;
  Status aborted;
  {
    const std::lock_guard lock(mutex_);
    aborted = aborted_;
    if (aborted.ok()) {
      Request& request = shards_[shard].requests.emplace_back();
      id = request.id = next_id_++;
      request.done = done;
    }
  }
  if (id == 0) return done(std::move(aborted), Progress::kElement, {});
  Pump();
  if (cancellation == nullptr) return;
  // It may have to wait. From here on the callback may come at any time, even after the request has
  // ended: it then finds none of that id.
  Request late;
  {
    const std::lock_guard lock(mutex_);
    auto& requests = shards_[shard].requests;
    const auto it =
        std::find_if(requests.begin(), requests.end(), [id](const Request& r) { return r.id == id; });
    if (it == requests.end()) return;
    it->cancellation = Ref<CancellationManager>::Share(cancellation);
    it->token =
        cancellation->Register([self = Ref<DealtPass>::Share(this), shard, id](const Status& reason) {
          Request cancelled;
          if (!self->Withdraw(shard, id, &cancelled)) return;
          cancelled.token = 0;
          Finish(cancelled,
                 {Cancelled("the step was cancelled while it waited for an element: ", reason.message()),
                  Progress::kElement,
                  {}});
        });
    if (it->token != 0) return;
    late = std::move(*it);
    requests.erase(it);
  }
  Finish(late, {Cancelled("the step was cancelled"), Progress::kElement, {}});
}

bool DealtPass::Withdraw(size_t shard, uint64_t id, Request* out) {
  const std::lock_guard lock(mutex_);
  auto& requests = shards_[shard].requests;
  const auto it =
      std::find_if(requests.begin(), requests.end(), [id](const Request& r) { return r.id == id; });
  if (it == requests.end()) return false;
  *out = std::move(*it);
  requests.erase(it);
  return true;
}

// A request whose outcome is there; with the lock held.
bool DealtPass::TakeServed(Request* request, Outcome* outcome) {
  for (Shard& shard : shards_) {
    if (shard.requests.empty() || (shard.made.empty() && !ended_)) continue;
    *request = std::move(shard.requests.front());
    shard.requests.pop_front();
    if (shard.made.empty()) {
      outcome->progress = Progress::kEnd;
    } else {
      *outcome = std::move(shard.made.front());
      shard.made.pop_front();
    }
    return true;
  }
  return false;
}

void DealtPass::Pump() {
  for (;;) {
    Request request;
    Outcome outcome;
    bool served = false;
    {
      const std::lock_guard lock(mutex_);
      served = TakeServed(&request, &outcome);
      if (!served) {
        const bool waits = std::any_of(shards_.begin(), shards_.end(),
                                       [](const Shard& shard) { return !shard.requests.empty(); });
        if (!waits || making_ || ended_ || shards_[next_].made.size() >= most_) return;
        making_ = true;
      }
    }
    if (served) {
      Finish(request, std::move(outcome));
      continue;
    }
    // Whichever comes second, the element or the return of this call, goes on: no stack grows with the
    // number of elements.
    const auto second = std::make_shared<std::atomic<bool>>(false);
    driver_->Next(nullptr, [self = Ref<DealtPass>::Share(this), second](Status status, Progress progress,
                                                                        Element element) {
      self->Made({std::move(status), progress, std::move(element)});
      if (second->exchange(true)) self->Pump();
    });
    if (!second->exchange(true)) return;
  }
}

void DealtPass::Made(Outcome outcome) {
  const std::lock_guard lock(mutex_);
  making_ = false;
  if (!aborted_.ok()) return;
  if (outcome.status.ok() && outcome.progress == Progress::kEnd) {
    ended_ = true;
    return;
  }
  shards_[next_].made.push_back(std::move(outcome));
  next_ = (next_ + 1) % shards_.size();
}

void DealtPass::Abort(const Status& status) {
  std::vector<Request> requests;
  {
    const std::lock_guard lock(mutex_);
    aborted_ = status;
    for (Shard& shard : shards_) {
      std::move(shard.requests.begin(), shard.requests.end(), std::back_inserter(requests));
      shard = Shard();
    }
  }
  driver_->Abort(status);
  for (Request& request : requests) Finish(request, {status, Progress::kElement, {}});
}

MultiDeviceIterator::MultiDeviceIterator(std::string name, std::string key, size_t shards,
                                         std::vector<DType> types, std::vector<Shape> shapes)
    : Resource(std::move(name)),
      key_(std::move(key)),
      shards_(shards),
      types_(std::move(types)),
      shapes_(std::move(shapes)) {}

Result<int64_t> MultiDeviceIterator::Begin(const Ref<Dataset>& dataset, int64_t most, Ref<Host> host) {
  if (most < 1) return InvalidArgument("max_buffer_size must be at least 1, got ", most);
  RUNNEL_RETURN_IF_ERROR(CheckElements(types_, shapes_, dataset->info().types, dataset->info().shapes));
  RUNNEL_ASSIGN_OR_RETURN(Ref<IteratorDriver> driver, IteratorDriver::Begin(*dataset, std::move(host)));
  auto pass = MakeRef<DealtPass>(std::move(driver), shards_, most);
  int64_t incarnation = 0;
  {
    const std::lock_guard lock(mutex_);
    if (!aborted_.ok()) return aborted_;
    std::swap(pass_, pass);
    incarnation = ++incarnation_;
  }
  if (pass) pass->Abort(Cancelled("the iterator \"", name(), "\" has begun another pass"));
  return incarnation;
}

Result<Ref<DealtPass>> MultiDeviceIterator::pass(int64_t incarnation) {
  const std::lock_guard lock(mutex_);
  if (!aborted_.ok()) return aborted_;
  if (!pass_) {
    return FailedPrecondition("the iterator \"", name(),
                              "\" has not been initialized: it needs a dataset");
  }
  if (incarnation != incarnation_) {
    return InvalidArgument("Invalid incarnation id. Provided: ", incarnation,
                           "; Expected: ", incarnation_);
  }
  return pass_;
}

void MultiDeviceIterator::Abort(const Status& status) {
  Ref<DealtPass> pass;
  {
    const std::lock_guard lock(mutex_);
    aborted_ = status;
    pass = std::move(pass_);
  }
  if (pass) pass->Abort(status);
}

}  // namespace runnel
