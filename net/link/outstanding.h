// Outstanding: counts what goes on elsewhere, so that whoever ends what it uses can wait for it.
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
  // Held, and copied, by what goes on. It lets go of all else that it holds first.
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

  // `work` that holds a token until it has run and what it holds is gone.
  std::function<void()> Counted(std::function<void()> work) const {
    return [token = Begin(), work = std::move(work)]() mutable {
      work();
      work = nullptr;
      token = nullptr;
    };
  }

  // Returns when no token is left. Not where one of them is held, or may be waiting for this thread.
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
  // The last token may go when this is gone.
  const std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_OUTSTANDING_H_
