// Partial runs of a client: one step on the cluster whose feeds and fetches come in several calls.
#include "net/client/remote_internal.h"

#include "core/runtime/session/partial_items.h"
#include "core/runtime/session/signature_check.h"

namespace runnel::net {

// The master keeps the step as long as this object lives; values that arrive wait here. Any thread.
class RemoteSession::PartialStep : public std::enable_shared_from_this<PartialStep> {
 public:
  PartialStep(RemoteSession* session, Signature signature)
      : client_(session->client_.get()),
        number_(session->first_step_ + session->next_step_.fetch_add(1)),
        items_(std::move(signature)),
        fetches_(items_.signature().fetches.size()) {}

  // Returns when all tasks have begun. Errors: the step's.
  Status Start(RunStepRequest request) {
    request.partial = true;
    RUNNEL_ASSIGN_OR_RETURN(const Ref<LocalRendezvous> table, client_->steps.Find(number_));
    const auto self = shared_from_this();
    for (size_t i = 0; i < fetches_.size(); ++i) {
      table->RecvAsync({"", "", StrCat("fetch", i)},
                       [self, i](const Status& status, Tensor value, bool) {
                         const std::lock_guard lock(self->mutex_);
                         Status right = status;
                         if (right.ok())
                           right = CheckFetched(self->items_.signature().fetches[i], value);
                         if (right.ok()) self->fetches_[i] = std::move(value);
                         if (self->status_.ok()) self->status_ = right;
                         self->changed_.notify_all();
                       });
    }
    table->RecvAsync({"", "", "started"}, [self](const Status& status, const Tensor&, bool) {
      const std::lock_guard lock(self->mutex_);
      self->started_ = self->started_ || status.ok();
      self->changed_.notify_all();
    });
    client_->master->Call(std::move(request),
                          [self](const Result<RunStepReply>& reply) { self->Ended(reply.status()); });
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return started_ || done_; });
    return started_ || status_.ok() ? OkStatus() : status_;
  }

  const PartialItems& items() const { return items_; }

  Status Run(std::span<const OutputRef> feeds, std::span<const Tensor> values,
             std::span<const OutputRef> fetches, std::span<Tensor> results) {
    {
      const std::lock_guard lock(mutex_);
      if (!status_.ok()) return status_;
      RUNNEL_RETURN_IF_ERROR(items_.Take(feeds, fetches));
    }
    for (size_t i = 0; i < feeds.size(); ++i)
      client_->master->Push(number_, StrCat("feed", items_.FeedIndex(feeds[i])), values[i], false);
    std::unique_lock lock(mutex_);
    for (size_t i = 0; i < fetches.size(); ++i) {
      Tensor& value = fetches_[static_cast<size_t>(items_.FetchIndex(fetches[i]))];
      // A fetch travels on its own: it may arrive after the step's end, but not after its failure.
      changed_.wait(lock, [&] { return !value.empty() || !status_.ok(); });
      if (value.empty()) return status_;
      results[i] = value;
    }
    items_.NoteReturned(fetches.size());
    if (!items_.Complete()) return OkStatus();
    if (items_.AllGiven()) {
      changed_.wait(lock, [this] { return done_; });  // targets may still run
      lock.unlock();
      client_->steps.End(number_, Cancelled("over"));
      return status_;
    }
    lock.unlock();
    Abort(Cancelled("the partial run has ended, and some feeds were never given"));
    return OkStatus();
  }

  void Abort(const Status& reason) {
    {
      const std::lock_guard lock(mutex_);
      if (done_) return;
    }
    client_->master->Call(CancelRunRequest{number_, reason}, [](const Result<StatusReply>&) {});
    Ended(reason);
  }

  uint64_t number() const { return number_; }
  bool ended() const {
    const std::lock_guard lock(mutex_);
    return !status_.ok() || items_.Complete();
  }

 private:
  void Ended(const Status& status) {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
      if (status_.ok()) status_ = status;
      changed_.notify_all();
    }
    if (!status.ok()) client_->steps.End(number_, status);
  }

  Client* const client_;  // outlives the session's steps: it is shut down after them
  const uint64_t number_;
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  PartialItems items_;  // its signature never changes
  std::vector<Tensor> fetches_;
  bool started_ = false, done_ = false;
  Status status_;
};

Result<std::string> RemoteSession::PartialRunSetup(const Signature& signature) {
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  RUNNEL_RETURN_IF_ERROR(CheckRemoteSignature(*graph_, signature));
  RUNNEL_RETURN_IF_ERROR(SendGraph(options_.default_timeout_ms));
  const auto step = std::make_shared<PartialStep>(this, signature);
  if (Status status = Guarded([&] { return step->Start(StepRequest(step->number(), signature)); });
      !status.ok()) {
    step->Abort(status);
    return status;
  }
  const std::string handle = StrCat("partial_", step->number());
  {
    const std::lock_guard lock(mutex_);
    if (!closed_) {
      partial_[handle] = step;
      return handle;
    }
  }
  step->Abort(Cancelled("the session was closed"));
  return FailedPrecondition("the session is closed");
}

Status RemoteSession::PartialRun(const std::string& handle, std::span<const OutputRef> feeds,
                                 std::span<const Tensor> feed_values, std::span<const OutputRef> fetches,
                                 std::span<Tensor> fetch_values) {
  std::shared_ptr<PartialStep> step;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return FailedPrecondition("the session is closed");
    const auto it = partial_.find(handle);
    if (it == partial_.end())
      return InvalidArgument("there is no partial run \"", handle, "\", or it has ended");
    step = it->second;
  }
  RUNNEL_RETURN_IF_ERROR(step->items().CheckCall(nullptr, feeds, feed_values, fetches, fetch_values));
  Status status = step->Run(feeds, feed_values, fetches, fetch_values);
  if (step->ended()) {
    const std::lock_guard lock(mutex_);
    partial_.erase(handle);
  }
  return status;
}

void RemoteSession::EndPartial(const std::map<std::string, std::shared_ptr<PartialStep>>& partial) {
  for (const auto& [handle, step] : partial) step->Abort(Cancelled("the session was closed"));
}

}  // namespace runnel::net
