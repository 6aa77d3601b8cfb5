// Loop: one thread that runs a libuv loop. Everything of net that touches a socket runs there.
//
// Its thread takes no signals, SIGPIPE least of all: libuv writes without MSG_NOSIGNAL. Nothing flies
// out of a callback: what does is out of memory, and ends what the callback was for.
#ifndef RUNNEL_NET_LOOP_H_
#define RUNNEL_NET_LOOP_H_

#include <uv.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/status.h"

namespace runnel::net {

class Loop {
 public:
  static Result<std::shared_ptr<Loop>> Start();
  ~Loop() { Stop(); }
  Loop(const Loop&) = delete;

  // Runs `work` on the loop's thread, after what was posted before. False, without keeping it, once the
  // loop has stopped. Any thread; what the loop's own thread posts costs no wake-up.
  bool Post(std::function<void()> work);
  // Runs `work` before the loop waits again, after all that was posted: for what gathers. Loop's thread.
  void AtEndOfTurn(std::function<void()> work) { at_end_.push_back(std::move(work)); }
  // Runs `work` after the loop has looked at its sockets once more. Loop's thread.
  void WakeFor(std::function<void()> work);
  // Runs `work` there and returns when it has run. Not from the loop's thread, nor after Stop.
  void Wait(const std::function<void()>& work);
  // Runs what was posted and returns when the thread has ended, which needs every handle of others to be
  // closed. Not from the loop's thread.
  void Stop();
  bool IsLoopThread() const { return std::this_thread::get_id() == thread_.get_id(); }
  uv_loop_t* uv() { return &loop_; }

 private:
  Loop() = default;
  // Runs what was posted until nothing is left, then what waits for the end of the turn.
  void RunPosted();
  void TakeTurn();
  void CloseHandles();

  uv_loop_t loop_{};
  uv_async_t wake_{};
  // Before and after the loop waits: what its callbacks posted is not left lying.
  uv_prepare_t before_{};
  uv_check_t after_{};
  std::vector<std::function<void()>> at_end_;     // loop's thread only
  std::vector<std::function<void()>> next_turn_;  // likewise
  std::vector<std::function<void()>> work_;       // likewise; keeps its memory
  std::thread thread_;
  std::mutex mutex_;  // guards all below
  std::vector<std::function<void()>> posted_;
  bool stopping_ = false, stopped_ = false;
  std::atomic<bool> has_posted_{false};
};

// "connection refused" and so on.
std::string UvMessage(int error);

}  // namespace runnel::net

#endif  // RUNNEL_NET_LOOP_H_
