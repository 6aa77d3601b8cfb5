// Loop: one thread that runs a libuv loop. Everything of net that touches a socket runs there.
//
// Its thread takes no signals, SIGPIPE least of all: libuv writes without MSG_NOSIGNAL. Nothing flies
// out of a callback: what does is out of memory, and ends what the callback was for.
#ifndef RUNNEL_NET_LOOP_H_
#define RUNNEL_NET_LOOP_H_

#include <uv.h>

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
  // loop has stopped. Any thread.
  bool Post(std::function<void()> work);
  // Runs `work` there and returns when it has run. Not from the loop's thread, nor after Stop.
  void Wait(const std::function<void()>& work);
  // Runs what was posted and returns when the thread has ended, which needs every handle of others to be
  // closed. Not from the loop's thread.
  void Stop();
  bool IsLoopThread() const { return std::this_thread::get_id() == thread_.get_id(); }
  uv_loop_t* uv() { return &loop_; }

 private:
  Loop() = default;
  void RunPosted();

  uv_loop_t loop_{};
  uv_async_t wake_{};
  std::thread thread_;
  std::mutex mutex_;  // guards all below
  std::vector<std::function<void()>> posted_;
  bool stopping_ = false, stopped_ = false;
};

// "connection refused" and so on.
std::string UvMessage(int error);

}  // namespace runnel::net

#endif  // RUNNEL_NET_LOOP_H_
