// Loop: one thread that runs a libuv loop. Everything of net that touches a socket runs there.
//
// Its thread takes no signals, above all no SIGPIPE: libuv writes without MSG_NOSIGNAL. No exception
// leaves a callback of libuv. An exception from posted work means that memory is exhausted, and that
// nobody can tell who waits for that work: the owner of the loop is notified and ends everything that
// goes over it.
#ifndef RUNNEL_NET_LINK_LOOP_H_
#define RUNNEL_NET_LINK_LOOP_H_

#include <uv.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/status.h"

namespace runnel::net {

class Loop {
 public:
  // Errors: RESOURCE_EXHAUSTED, naming descriptors or threads and their limit. Closed standard
  // descriptors (0 to 2) are opened as /dev/null and stay so: otherwise libuv would get their numbers,
  // and a program that prints would write to a socket.
  static Result<std::shared_ptr<Loop>> Start();
  ~Loop() { Stop(); }
  Loop(const Loop&) = delete;

  // Runs `work` on the loop's thread, after what was posted before. False, without keeping it, once the
  // loop has stopped. Any thread; what the loop's own thread posts costs no wake-up.
  bool Post(std::function<void()> work);
  // Runs `work` before the loop waits again, after everything posted: for gathering writes. Loop's
  // thread.
  void AtEndOfTurn(std::function<void()> work) { at_end_.push_back(std::move(work)); }
  // Runs `work` after the loop has looked at its sockets once more. Loop's thread.
  void WakeFor(std::function<void()> work);
  // Runs `work` there and returns when it has run. Takes no memory. Not from the loop's thread, nor
  // after Stop.
  template <typename Work>
  void Wait(Work&& work) noexcept {
    Awaited awaited;
    awaited.arg = &work;
    awaited.run = [](void* arg) { (*static_cast<std::remove_reference_t<Work>*>(arg))(); };
    Await(&awaited);
  }
  // Reports that something which went over this loop was lost for want of memory: the function given to
  // OnLoss runs on the loop's thread. Any thread.
  void Lose() noexcept;
  // Before anything is posted. `work` is called again if it throws.
  void OnLoss(std::function<void()> work) { on_loss_ = std::move(work); }
  // Runs what was posted and returns when the thread has ended, which requires that all handles of
  // others are closed. Not from the loop's thread.
  void Stop();
  bool IsLoopThread() const { return std::this_thread::get_id() == thread_.get_id(); }
  uv_loop_t* uv() { return &loop_; }

 private:
  Loop() = default;
  struct Awaited {
    void (*run)(void*) = nullptr;
    void* arg = nullptr;
    Awaited* next = nullptr;
    bool done = false;  // guarded by the loop's mutex
  };
  void Await(Awaited* awaited) noexcept;
  // Calls `work`; an exception counts as a loss.
  template <typename Work>
  void Call(Work&& work) noexcept;
  // Runs posted work until nothing is left, then the work for the end of the turn.
  void RunPosted();
  void TakeTurn();
  void CloseHandles();

  uv_loop_t loop_{};
  uv_async_t wake_{};
  // Before and after the loop waits, so that what its callbacks posted runs in time.
  uv_prepare_t before_{};
  uv_check_t after_{};
  std::vector<std::function<void()>> at_end_;     // loop's thread only
  std::vector<std::function<void()>> next_turn_;  // likewise
  std::vector<std::function<void()>> work_;       // likewise; keeps its memory
  std::function<void()> on_loss_;
  std::thread thread_;
  std::mutex mutex_;  // guards all below
  std::condition_variable awaited_done_;
  std::vector<std::function<void()>> posted_;
  Awaited* awaited_ = nullptr;
  bool stopping_ = false, stopped_ = false;
  std::atomic<bool> has_posted_{false}, lost_{false};
};

// "connection refused" and so on.
std::string UvMessage(int error);

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_LOOP_H_
