// Outstanding: counts work in progress on other threads, so that the owner of what it uses can wait for
// it.
#ifndef RUNNEL_NET_LINK_OUTSTANDING_H_
#define RUNNEL_NET_LINK_OUTSTANDING_H_

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>

namespace runnel::net {

// Any thread.
class Outstanding {
 public:
  // A token is held, and copied, by work in progress. It must be the last thing that the work releases.
  using Token = std::shared_ptr<void>;

  Token Begin() const {
    {
      const std::lock_guard lock(state_->mutex);
      ++state_->count;
    }
    return Token(nullptr, [state = state_](std::nullptr_t) {
      const std::lock_guard lock(state->mutex);
      if (--state->count == 0) state->none.notify_all();
    });
  }

  // `work` with a token that is released after the work has run and its captures are destroyed.
  std::function<void()> Counted(std::function<void()> work) const {
    return [token = Begin(), work = std::move(work)]() mutable {
      work();
      work = nullptr;
      token = nullptr;
    };
  }

  // Returns when no token is left. Not to be called while holding a token, or where a holder may wait
  // for this thread.
  void Await() const {
    std::unique_lock lock(state_->mutex);
    state_->none.wait(lock, [this] { return state_->count == 0; });
  }

 private:
  struct State {
    std::mutex mutex;  // guards count
    std::condition_variable none;
    size_t count = 0;
  };
  // The last token may outlive this object.
  const std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_OUTSTANDING_H_
