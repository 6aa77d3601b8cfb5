// The handle of a callable, which runs wait for (callable.cc) or do not (async.cc).
#ifndef RUNNEL_C_API_CALLABLE_H_
#define RUNNEL_C_API_CALLABLE_H_

#include "c_api/internal.h"

namespace runnel::capi {

// Handles kept for one callable: enough for some threads that hold some results each.
inline constexpr size_t kPooledCalls = 16;

// The arrays of one call.
struct Scratch {
  std::vector<Tensor> feeds;
  std::vector<Tensor> fetches;
};

}  // namespace runnel::capi

struct rnl_callable_t final : runnel::capi::Child {
  rnl_callable_t(runnel::Ref<rnl_session_t> s, size_t feeds, size_t fetches)
      : Child(s->owner),
        session(std::move(s)),
        num_feeds(feeds),
        num_fetches(fetches),
        handles(runnel::MakeRef<runnel::capi::TensorPool>(fetches * runnel::capi::kPooledCalls)) {}

  const runnel::Ref<rnl_session_t> session;
  const size_t num_feeds;
  const size_t num_fetches;
  runnel::Ref<runnel::Callable> callable;
  const runnel::Ref<runnel::capi::TensorPool> handles;

  std::unique_ptr<runnel::capi::Scratch> TakeScratch() {
    {
      const std::lock_guard lock(mutex_);
      if (!scratch_.empty()) {
        std::unique_ptr<runnel::capi::Scratch> taken = std::move(scratch_.back());
        scratch_.pop_back();
        return taken;
      }
    }
    auto fresh = std::make_unique<runnel::capi::Scratch>();
    fresh->feeds.resize(num_feeds);
    fresh->fetches.resize(num_fetches);
    return fresh;
  }

  void GiveScratch(std::unique_ptr<runnel::capi::Scratch> scratch) {
    // Nothing of the caller's stays alive here.
    for (runnel::Tensor& t : scratch->feeds) t = runnel::Tensor();
    for (runnel::Tensor& t : scratch->fetches) t = runnel::Tensor();
    const std::lock_guard lock(mutex_);
    if (scratch_.size() < runnel::capi::kPooledCalls) scratch_.push_back(std::move(scratch));
  }

 private:
  std::mutex mutex_;  // guards scratch_
  std::vector<std::unique_ptr<runnel::capi::Scratch>> scratch_;
};

#endif  // RUNNEL_C_API_CALLABLE_H_
