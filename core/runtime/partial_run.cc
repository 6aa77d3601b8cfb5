#include "core/runtime/partial_run.h"

#include <algorithm>

namespace runnel {
namespace {

int IndexOf(const std::vector<OutputRef>& list, const OutputRef& item) {
  const auto it = std::find(list.begin(), list.end(), item);
  return it == list.end() ? -1 : static_cast<int>(it - list.begin());
}

std::string NameOf(const OutputRef& output) { return StrCat(output.node->name(), ":", output.index); }

}  // namespace

PartialStep::PartialStep(Ref<Plan> plan, Signature signature)
    : plan_(std::move(plan)),
      signature_(std::move(signature)),
      step_(plan_->TakeStep()),
      no_feeds_(signature_.feeds.size()),
      fetched_(signature_.fetches.size()),
      feeds_(signature_.feeds.size()),
      fetches_(signature_.fetches.size()) {
  FindNeeds();
}

PartialStep::~PartialStep() { Abort(Cancelled("the partial run was dropped")); }

// Which feeds each fetch depends on, over the user's graph.
void PartialStep::FindNeeds() {
  for (const OutputRef& fetch : signature_.fetches) {
    std::vector<bool> needs(signature_.feeds.size(), false);
    std::vector<const Node*> stack{fetch.node}, seen;
    while (!stack.empty()) {
      const Node* node = stack.back();
      stack.pop_back();
      if (std::find(seen.begin(), seen.end(), node) != seen.end()) continue;
      seen.push_back(node);
      for (const OutputRef& in : node->inputs()) {
        if (in.node == nullptr) continue;
        const int feed = IndexOf(signature_.feeds, in);
        if (feed >= 0) {
          needs[static_cast<size_t>(feed)] = true;
        } else {
          stack.push_back(in.node);
        }
      }
      for (const Node* control : node->control_inputs()) stack.push_back(control);
    }
    needs_.push_back(std::move(needs));
  }
}

void PartialStep::Start(StepContext context) {
  // The destructor waits for the step, so its callbacks hold no reference: the last one must not go on a
  // thread of the pool, after the session.
  context.await_feed = [this](int feed, std::function<void(Status, Tensor)> done) {
    Tensor value;
    Status status;
    {
      const std::lock_guard lock(mutex_);
      Feed& f = feeds_[static_cast<size_t>(feed)];
      if (!f.given && status_.ok()) {
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

Status PartialStep::CheckDeclared(const OutputRef& feed) const {
  if (IndexOf(signature_.feeds, feed) >= 0) return OkStatus();
  return InvalidArgument("\"", NameOf(feed), "\" was not declared as a feed of this partial run");
}

Status PartialStep::Run(std::span<const OutputRef> feeds, std::span<const Tensor> values,
                        std::span<const OutputRef> fetches, std::span<Tensor> results) {
  std::vector<std::pair<std::function<void(Status, Tensor)>, Tensor>> resume;
  {
    const std::lock_guard lock(mutex_);
    if (!status_.ok()) return status_;
    std::vector<bool> given(feeds_.size());
    for (size_t i = 0; i < feeds_.size(); ++i) given[i] = feeds_[i].given;
    for (const OutputRef& feed : feeds) {
      const size_t index = static_cast<size_t>(IndexOf(signature_.feeds, feed));
      if (given[index])
        return InvalidArgument("\"", NameOf(feed), "\" was fed before in this partial run");
      given[index] = true;
    }
    for (const OutputRef& fetch : fetches) {
      const int index = fetch.node == nullptr ? -1 : IndexOf(signature_.fetches, fetch);
      if (index < 0) return InvalidArgument("a fetch was not declared for this partial run");
      if (fetches_[static_cast<size_t>(index)].taken) {
        return InvalidArgument("\"", NameOf(fetch), "\" was fetched before in this partial run");
      }
      for (size_t f = 0; f < given.size(); ++f) {
        if (needs_[static_cast<size_t>(index)][f] && !given[f]) {
          return InvalidArgument("\"", NameOf(fetch), "\" cannot be computed yet: it needs \"",
                                 NameOf(signature_.feeds[f]), "\", which was not fed");
        }
      }
    }
    for (size_t i = 0; i < feeds.size(); ++i) {
      Feed& f = feeds_[static_cast<size_t>(IndexOf(signature_.feeds, feeds[i]))];
      f.given = true;
      f.value = values[i];
      if (f.waiting) resume.emplace_back(std::move(f.waiting), f.value);
      f.waiting = nullptr;
    }
  }
  for (auto& [done, value] : resume) done(OkStatus(), std::move(value));
  std::unique_lock lock(mutex_);
  for (size_t i = 0; i < fetches.size(); ++i) {
    Fetch& f = fetches_[static_cast<size_t>(IndexOf(signature_.fetches, fetches[i]))];
    changed_.wait(lock, [&] { return f.computed || done_ || !status_.ok(); });
    if (!f.computed) {
      return status_.ok() ? Internal("the step ended without \"", NameOf(fetches[i]), "\"") : status_;
    }
    f.taken = true;
    results[i] = f.value;
  }
  if (!CompleteLocked()) return OkStatus();
  if (AllGivenLocked()) {
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

bool PartialStep::AllGivenLocked() const {
  return std::all_of(feeds_.begin(), feeds_.end(), [](const Feed& f) { return f.given; });
}

// Without fetches it is the feeds that say when there is nothing left to come.
bool PartialStep::CompleteLocked() const {
  if (fetches_.empty()) return AllGivenLocked();
  return std::all_of(fetches_.begin(), fetches_.end(), [](const Fetch& f) { return f.taken; });
}

bool PartialStep::ended() const {
  const std::lock_guard lock(mutex_);
  return !status_.ok() || CompleteLocked();
}

}  // namespace runnel
