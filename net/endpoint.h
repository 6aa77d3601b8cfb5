// Endpoint: a loop with connections on it, dialled and accepted. Servers and clients are built on it.
#ifndef RUNNEL_NET_ENDPOINT_H_
#define RUNNEL_NET_ENDPOINT_H_

#include <map>
#include <memory>
#include <new>
#include <string>

#include "core/base/thread_pool.h"
#include "core/base/timer.h"
#include "core/runtime/net_library.h"
#include "net/connection.h"
#include "net/outstanding.h"

namespace runnel::net {

// As random as the system has it; never 0.
uint64_t RandomId();

class Endpoint : public PeerHandler {
 public:
  // `hello` is what this side says of itself, its token included. `security`: null for plain bytes.
  Endpoint(const CoreServices& core, Ref<Runtime> runtime, Body hello, const LinkOptions& options,
           std::shared_ptr<SecurityContext> security);
  // Derived classes have called Shutdown.
  ~Endpoint() override = default;
  Endpoint(const Endpoint&) = delete;

  Status StartLoop();
  // Closes every connection, drops what was to run later, and ends the loop; no call of the handler
  // comes afterwards. Once; not from the loop's thread.
  void Shutdown();

  // ---- on the loop's thread ----
  // Listens at `fd`, which it takes over.
  Status Listen(int fd);
  // The same for a Unix socket, beside that.
  Status ListenUnix(int fd);
  // A new connection; it says hello once it stands.
  Ref<Connection> Dial(const std::string& name, const Address& address);

  // Runs `work` on a thread of the runtime's pool. Any thread.
  void RunOnPool(std::function<void()> work) {
    core_.run_on_pool(*runtime_, outstanding_.Counted(std::move(work)));
  }
  // Runs `work`, which may wait for the pool, on a thread of its own; on the pool, where it must not
  // wait, if there is no thread to be had. Any thread.
  void RunApart(std::function<void()> work);
  // For what goes on on threads that are neither the loop's nor the pool's.
  Outstanding::Token Begin() const { return outstanding_.Begin(); }
  // Returns when nothing is left of what RunOnPool and RunApart were given, and no token of Begin: then
  // nobody but users holds the endpoint, its runtime and sessions over that. On the pool it does not
  // wait.
  void AwaitOutstanding() const;
  bool IsPoolThread() const { return runtime_->pool().IsWorker(); }
  // Runs `work` on the loop's thread after `delay_ms`, unless the endpoint was shut down.
  void RunLater(int64_t delay_ms, std::function<void()> work);
  // Runs `work` on the loop's thread and returns when it has run. Not from there.
  void RunOnLoop(const std::function<void()>& work) { loop_->Wait(work); }
  bool IsLoopThread() const { return loop_->IsLoopThread(); }
  // Calls `work`, which returns Status; what flies out of it becomes one.
  template <typename F>
  static Status Guarded(F&& work) {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      return Status::OutOfMemory();
    } catch (const std::exception& e) {
      return Internal("unexpected exception: ", e.what());
    }
  }
  bool Post(std::function<void()> work) { return loop_->Post(std::move(work)); }
  const CoreServices& core() const { return core_; }
  Runtime& runtime() const { return *runtime_; }
  const Ref<Runtime>& runtime_ref() { return runtime_; }
  const Body& hello() const { return hello_; }
  bool is_secure() const { return security_ != nullptr; }

  Ref<Connection> DialBulk(Connection* control) override;
  Ref<Connection> ControlOf(const Body& hello) override;
  // Forgets the connection; derived classes call it last.
  void OnClosed(Peer* peer, const Status& reason) override;

 private:
  void OnIncoming(uv_stream_t* listener);
  Ref<Connection> NewConnection(std::string name);

  const CoreServices core_;
  const Ref<Runtime> runtime_;
  Body hello_;
  const LinkOptions options_;
  const std::shared_ptr<SecurityContext> security_;
  const Outstanding outstanding_;
  std::shared_ptr<Loop> loop_;
  Ref<Inbox> inbox_;
  std::mutex timer_mutex_;                                    // guards timer_
  std::unique_ptr<Timer> timer_ = std::make_unique<Timer>();  // null once it was shut down
  // ---- the loop's thread only ----
  uv_tcp_t listener_{};
  uv_pipe_t unix_listener_{};
  bool listening_ = false, listening_unix_ = false, closing_ = false;
  uint64_t accepted_ = 0;
  std::map<Peer*, Ref<Connection>> connections_;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_ENDPOINT_H_
