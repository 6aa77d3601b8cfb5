#include "core/runtime/session/partial_run.h"

#include "core/runtime/session/signature_check.h"

namespace runnel {

PartialStep::PartialStep(Ref<Plan> plan, Signature signature)
    : plan_(std::move(plan)),
      step_(std::make_unique<Step>(*plan_)),
      no_feeds_(signature.feeds.size()),
      fetched_(signature.fetches.size()),
      items_(std::move(signature)),
      feeds_(items_.signature().feeds.size()),
      fetches_(items_.signature().fetches.size()) {}

PartialStep::~PartialStep() { Abort(Cancelled("the partial run was dropped")); }

void PartialStep::Start(StepContext context) {
  // Callbacks hold no reference, since the destructor waits for the step: the last reference must not be
  // dropped on a thread of the pool, after the session.
  context.await_feed = [this](int feed, std::function<void(Status, Tensor)> done) {
    Tensor value;
    Status status;
    {
      const std::lock_guard lock(mutex_);
      Feed& f = feeds_[static_cast<size_t>(feed)];
      if (!items_.given(static_cast<size_t>(feed)) && status_.ok()) {
        f.waiting = std::move(done);
        return;
      }
      value = f.value;
      status = status_;
    }
    done(std::move(status), std::move(value));
  };
  context.on_fetch = [this](int fetch, const Tensor& value) {
    const std::lock_guard lock(mutex_);
    Fetch& f = fetches_[static_cast<size_t>(fetch)];
    f.computed = true;
    f.value = value;
    changed_.notify_all();
  };
  step_->Start(context, no_feeds_, fetched_, [this](const Status& status) {
    const std::lock_guard lock(mutex_);
    done_ = true;
    if (status_.ok()) status_ = status;
    changed_.notify_all();
  });
  started_ = true;
}

Status PartialStep::Run(std::span<const OutputRef> feeds, std::span<const Tensor> values,
                        std::span<const OutputRef> fetches, std::span<Tensor> results) {
  std::vector<std::pair<std::function<void(Status, Tensor)>, Tensor>> resume;
  {
    const std::lock_guard lock(mutex_);
    if (!status_.ok()) return status_;
    RUNNEL_RETURN_IF_ERROR(items_.Take(feeds, fetches));
    for (size_t i = 0; i < feeds.size(); ++i) {
      Feed& f = feeds_[static_cast<size_t>(items_.FeedIndex(feeds[i]))];
      f.value = values[i];
      if (f.waiting) resume.emplace_back(std::move(f.waiting), f.value);
      f.waiting = nullptr;
    }
  }
  for (auto& [done, value] : resume) done(OkStatus(), std::move(value));
  std::unique_lock lock(mutex_);
  for (size_t i = 0; i < fetches.size(); ++i) {
    Fetch& f = fetches_[static_cast<size_t>(items_.FetchIndex(fetches[i]))];
    changed_.wait(lock, [&] { return f.computed || done_ || !status_.ok(); });
    if (!f.computed) {
      return status_.ok() ? NeverComputed(fetches[i]) : status_;
    }
    results[i] = f.value;
  }
  items_.NoteReturned(fetches.size());
  if (!items_.Complete()) return OkStatus();
  if (items_.AllGiven()) {
    changed_.wait(lock, [&] { return done_; });  // targets may run on
    return status_;
  }
  lock.unlock();
  Abort(Cancelled("the partial run has ended, and some feeds were never given"));
  return OkStatus();
}

void PartialStep::Abort(const Status& reason) {
  if (!started_) return;
  std::vector<std::function<void(Status, Tensor)>> waiting;
  bool running = false;
  {
    const std::lock_guard lock(mutex_);
    if (status_.ok()) status_ = reason;
    running = !done_;
    for (Feed& f : feeds_) {
      if (f.waiting) waiting.push_back(std::move(f.waiting));
      f.waiting = nullptr;
    }
  }
  if (running) step_->Fail(reason);
  for (auto& done : waiting) done(reason, Tensor());
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return done_; });
}

bool PartialStep::ended() const {
  const std::lock_guard lock(mutex_);
  return !status_.ok() || items_.Complete();
}

}  // namespace runnel
