// Asynchronous runs: completions, their queue, and callbacks.
//
// A completion is made before its run starts, so that finishing needs no memory and cannot fail. It
// holds the session: a run that is under way keeps alive what it needs.
#include <atomic>
#include <chrono>
#include <condition_variable>

#include "c_api/callable.h"

using runnel::InvalidArgument;
using runnel::Ref;
using runnel::Signature;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

struct rnl_completion_t final : Child {
  using Child::Child;
  Ref<rnl_session_t> session;
  uint64_t tag = 0;
  Status status;
  std::vector<Ref<rnl_tensor_t>> fetches;  // one handle for each from the start; dropped on failure
  rnl_completion_t* next = nullptr;        // in a queue, which owns a reference

  // Takes the end of the run, once. False if it was taken before.
  bool Finish(Status end, std::vector<Tensor>* tensors) {
    if (finished_.exchange(true, std::memory_order_acq_rel)) return false;
    status = std::move(end);
    if (status.ok() && tensors->size() != fetches.size()) {
      status = runnel::Internal("asked for ", fetches.size(), " fetches, got ", tensors->size());
    }
    if (!status.ok()) {
      fetches.clear();
    } else {
      for (size_t i = 0; i < fetches.size(); ++i) fetches[i]->tensor = std::move((*tensors)[i]);
    }
    return true;
  }

 private:
  std::atomic<bool> finished_{false};
};

struct rnl_completion_queue_t final : runnel::RefCounted {
  void Push(Ref<rnl_completion_t> completion) {
    rnl_completion_t* c = completion.release();
    {
      const std::lock_guard lock(mutex_);
      (last_ == nullptr ? first_ : last_->next) = c;
      last_ = c;
      ++size_;
    }
    ready_.notify_one();
  }

  // Null if none came in time, or none is there and the queue is shut down.
  Ref<rnl_completion_t> Next(int64_t timeout_ms, bool* shut_down) {
    std::unique_lock lock(mutex_);
    const auto ready = [this] { return first_ != nullptr || shut_down_; };
    // A wait beyond what the clock can count is one without an end.
    constexpr int64_t kForever = int64_t{1} << 40;
    if (timeout_ms < 0 || timeout_ms > kForever) {
      ready_.wait(lock, ready);
    } else if (timeout_ms == 0 || !ready_.wait_for(lock, std::chrono::milliseconds(timeout_ms), ready)) {
      if (!ready()) return nullptr;
    }
    *shut_down = first_ == nullptr;
    if (first_ == nullptr) return nullptr;
    rnl_completion_t* c = first_;
    first_ = c->next;
    if (first_ == nullptr) last_ = nullptr;
    c->next = nullptr;
    --size_;
    return Ref<rnl_completion_t>::Adopt(c);
  }

  void Shutdown() {
    {
      const std::lock_guard lock(mutex_);
      shut_down_ = true;
    }
    ready_.notify_all();
  }

  size_t size() const {
    const std::lock_guard lock(mutex_);
    return size_;
  }

 private:
  ~rnl_completion_queue_t() override {
    while (first_ != nullptr) {
      rnl_completion_t* c = first_;
      first_ = c->next;
      c->Release();
    }
  }

  mutable std::mutex mutex_;  // guards all below
  std::condition_variable ready_;
  rnl_completion_t* first_ = nullptr;
  rnl_completion_t* last_ = nullptr;
  size_t size_ = 0;
  bool shut_down_ = false;
};

namespace {

Ref<rnl_completion_t> NewCompletion(rnl_session_t* session, size_t num_fetches, uint64_t tag) {
  auto completion = Ref<rnl_completion_t>::Adopt(new rnl_completion_t(session->owner));
  completion->session = Ref<rnl_session_t>::Share(session);
  completion->tag = tag;
  completion->fetches.reserve(num_fetches);
  for (size_t i = 0; i < num_fetches; ++i) {
    completion->fetches.push_back(Ref<rnl_tensor_t>::Adopt(NewTensor(session->owner, Tensor())));
  }
  return completion;
}

// Starts a run, with `launch(done)`, whose end is given to `deliver(completion)` once. A failure here
// means that it will not be.
template <typename Launch, typename Deliver>
Status Start(rnl_session_t* session, size_t num_fetches, uint64_t tag, Launch launch, Deliver deliver) {
  Ref<rnl_completion_t> completion = NewCompletion(session, num_fetches, tag);
  try {
    launch([completion, deliver](Status status, std::vector<Tensor> fetched) {
      if (completion->Finish(std::move(status), &fetched)) deliver(completion);
    });
  } catch (const std::bad_alloc&) {
    // Whoever finishes first decides: if the run got far enough to end, its end is delivered.
    std::vector<Tensor> none;
    if (completion->Finish(Status::OutOfMemory(), &none)) return Status::OutOfMemory();
  }
  return runnel::OkStatus();
}

template <typename Deliver>
Status StartRun(rnl_session_t* session, const rnl_run_options_t* options,
                const rnl_output_t* feed_outputs, rnl_tensor_t* const* feeds, size_t num_feeds,
                const rnl_output_t* fetch_outputs, size_t num_fetches, const rnl_node_t* targets,
                size_t num_targets, uint64_t tag, Deliver deliver) {
  RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
  RUNNEL_ASSIGN_OR_RETURN(const Signature signature,
                          ToSignature(*session->graph->graph, feed_outputs, num_feeds, fetch_outputs,
                                      num_fetches, targets, num_targets));
  RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> values, ToTensors(feeds, num_feeds));
  const auto launch = [&](runnel::AsyncDone done) {
    session->session->RunAsync(signature, std::move(values), CopyOptions(options), std::move(done));
  };
  return Start(session, num_fetches, tag, launch, std::move(deliver));
}

template <typename Deliver>
Status StartCall(rnl_callable_t* callable, const rnl_run_options_t* options, rnl_tensor_t* const* feeds,
                 size_t num_feeds, uint64_t tag, Deliver deliver) {
  RUNNEL_RETURN_IF_ERROR(callable->runtime().CheckProcess());
  if (num_feeds != callable->num_feeds) {
    return InvalidArgument("the callable takes ", callable->num_feeds, " feeds, got ", num_feeds);
  }
  RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> values, ToTensors(feeds, num_feeds));
  const auto launch = [&](runnel::AsyncDone done) {
    callable->callable->RunAsync(std::move(values), CopyOptions(options), std::move(done));
  };
  return Start(callable->session.get(), callable->num_fetches, tag, launch, std::move(deliver));
}

auto ToCallback(rnl_done_fn_t done, void* arg) {
  return [done, arg](const Ref<rnl_completion_t>& completion) {
    // A Ref is one pointer, so the list of them is the array that C wants.
    static_assert(sizeof(Ref<rnl_tensor_t>) == sizeof(rnl_tensor_t*));
    const auto& fetches = completion->fetches;
    done(arg, rnl_completion_status(completion.get()),
         reinterpret_cast<rnl_tensor_t* const*>(fetches.data()), fetches.size());
  };
}

auto ToQueue(rnl_completion_queue_t* queue) {
  return [keep = Ref<rnl_completion_queue_t>::Share(queue)](const Ref<rnl_completion_t>& completion) {
    keep->Push(completion);
  };
}

}  // namespace

rnl_status_t* rnl_session_run_callback(rnl_session_t* session, const rnl_run_options_t* options,
                                       const rnl_output_t* feed_outputs, rnl_tensor_t* const* feeds,
                                       size_t num_feeds, const rnl_output_t* fetch_outputs,
                                       size_t num_fetches, const rnl_node_t* targets, size_t num_targets,
                                       rnl_done_fn_t done, void* arg) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(session);
    RNL_CHECK_NOT_NULL(done);
    return StartRun(session, options, feed_outputs, feeds, num_feeds, fetch_outputs, num_fetches,
                    targets, num_targets, 0, ToCallback(done, arg));
  });
}

rnl_status_t* rnl_callable_run_callback(rnl_callable_t* callable, const rnl_run_options_t* options,
                                        rnl_tensor_t* const* feeds, size_t num_feeds, rnl_done_fn_t done,
                                        void* arg) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(callable);
    RNL_CHECK_NOT_NULL(done);
    return StartCall(callable, options, feeds, num_feeds, 0, ToCallback(done, arg));
  });
}

rnl_status_t* rnl_completion_queue_create(rnl_completion_queue_t** out_queue) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_queue);
    *out_queue = nullptr;
    *out_queue = new rnl_completion_queue_t;
    return runnel::OkStatus();
  });
}

rnl_completion_queue_t* rnl_completion_queue_retain(rnl_completion_queue_t* queue) {
  return Retain(queue);
}

void rnl_completion_queue_release(rnl_completion_queue_t* queue) { Release(queue); }

rnl_status_t* rnl_completion_queue_next(rnl_completion_queue_t* queue, int64_t timeout_ms,
                                        rnl_completion_t** out_completion) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_completion);
    *out_completion = nullptr;
    RNL_CHECK_NOT_NULL(queue);
    if (timeout_ms < -1) return InvalidArgument("timeout_ms must be at least -1, got ", timeout_ms);
    bool shut_down = false;
    Ref<rnl_completion_t> completion = queue->Next(timeout_ms, &shut_down);
    if (shut_down) return runnel::Cancelled("the completion queue was shut down");
    if (!completion) return runnel::DeadlineExceeded("no run finished within ", timeout_ms, " ms");
    *out_completion = completion.release();
    return runnel::OkStatus();
  });
}

size_t rnl_completion_queue_size(const rnl_completion_queue_t* queue) {
  return queue == nullptr ? 0 : queue->size();
}

rnl_status_t* rnl_completion_queue_shutdown(rnl_completion_queue_t* queue) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(queue);
    queue->Shutdown();
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_run_async(rnl_session_t* session, const rnl_run_options_t* options,
                                    const rnl_output_t* feed_outputs, rnl_tensor_t* const* feeds,
                                    size_t num_feeds, const rnl_output_t* fetch_outputs,
                                    size_t num_fetches, const rnl_node_t* targets, size_t num_targets,
                                    rnl_completion_queue_t* queue, uint64_t tag) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(session);
    RNL_CHECK_NOT_NULL(queue);
    return StartRun(session, options, feed_outputs, feeds, num_feeds, fetch_outputs, num_fetches,
                    targets, num_targets, tag, ToQueue(queue));
  });
}

rnl_status_t* rnl_callable_run_async(rnl_callable_t* callable, const rnl_run_options_t* options,
                                     rnl_tensor_t* const* feeds, size_t num_feeds,
                                     rnl_completion_queue_t* queue, uint64_t tag) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(callable);
    RNL_CHECK_NOT_NULL(queue);
    return StartCall(callable, options, feeds, num_feeds, tag, ToQueue(queue));
  });
}

rnl_completion_t* rnl_completion_retain(rnl_completion_t* completion) { return Retain(completion); }

void rnl_completion_release(rnl_completion_t* completion) { Release(completion); }

uint64_t rnl_completion_tag(const rnl_completion_t* completion) {
  return completion == nullptr ? 0 : completion->tag;
}

rnl_status_t* rnl_completion_status(const rnl_completion_t* completion) {
  if (completion == nullptr) return nullptr;
  Status copy = completion->status;
  // The completion keeps its own reference, so what is returned is borrowed from it.
  rnl_status_t* borrowed = ToC(std::move(copy));
  rnl_status_release(borrowed);
  return borrowed;
}

size_t rnl_completion_num_fetches(const rnl_completion_t* completion) {
  return completion == nullptr ? 0 : completion->fetches.size();
}

rnl_tensor_t* rnl_completion_fetch(const rnl_completion_t* completion, size_t index) {
  if (completion == nullptr || index >= completion->fetches.size()) return nullptr;
  return completion->fetches[index].get();
}
