// Endpoint: a loop with its connections, dialled and accepted. Servers and clients are built on it.
#ifndef RUNNEL_NET_LINK_ENDPOINT_H_
#define RUNNEL_NET_LINK_ENDPOINT_H_

#include <deque>
#include <map>
#include <memory>
#include <string>

#include "core/base/thread_pool.h"
#include "core/runtime/tasks/net_library.h"
#include "net/link/connection.h"
#include "net/link/descriptors.h"
#include "net/link/outstanding.h"
#include "net/link/random_id.h"

namespace runnel::net {

class Endpoint : public PeerHandler {
 public:
  // `hello` is what this side says of itself, its token included. `security`: null for plain bytes.
  Endpoint(const CoreServices& core, Ref<Runtime> runtime, Hello hello, const LinkOptions& options,
           std::shared_ptr<SecurityContext> security);
  // Derived classes have called Shutdown.
  ~Endpoint() override;
  Endpoint(const Endpoint&) = delete;

  Status StartLoop();
  // Closes every connection, drops delayed work, and ends the loop; the handler is not called
  // afterwards. Once; not from the loop's thread.
  void Shutdown();

  // ---- on the loop's thread ----
  // Listens on `fd`, which it takes over even if it fails.
  Status Listen(int fd);
  // Listens on a Unix socket as well.
  Status ListenUnix(int fd);
  // A new connection; it says hello when the stream is established.
  Ref<Connection> Dial(const std::string& name, const Address& address);

  // Runs `work` on a thread of the runtime's pool. Any thread.
  void RunOnPool(std::function<void()> work) {
    core_.run_on_pool(*runtime_, outstanding_.Counted(Contained(std::move(work))));
  }
  // Runs `work`, which may wait for the pool, on a thread of its own. If there is none to be had it runs
  // on the pool, where it must not wait. Any thread.
  void RunApart(std::function<void()> work) override;
  // Counts work on threads that are neither the loop's nor the pool's.
  Outstanding::Token Begin() const { return outstanding_.Begin(); }
  // Returns when nothing is left of the work given to RunOnPool and RunApart and no token of Begin
  // exists: then only users hold the endpoint, its runtime and sessions over it. On a thread of the pool
  // it does not wait.
  void AwaitOutstanding() const;
  bool IsPoolThread() const { return runtime_->pool().IsWorker(); }
  // Runs `work` on the loop's thread after `delay_ms`, unless the endpoint was shut down.
  void RunLater(int64_t delay_ms, std::function<void()> work);
  // Runs `work` on the loop's thread and returns when it has run. Not from there.
  template <typename Work>
  void RunOnLoop(Work&& work) noexcept {
    loop_->Wait(std::forward<Work>(work));
  }
  // The same for work that may fail: its status, or its exception as a status, is the answer and not a
  // loss.
  template <typename Work>
  Status TryOnLoop(Work&& work) noexcept {
    Status status;
    loop_->Wait([&] { status = runnel::Guarded(work); });
    return status;
  }
  bool IsLoopThread() const { return loop_->IsLoopThread(); }
  bool has_loop() const { return loop_ != nullptr; }
  // Calls `work`, which returns Status; an exception becomes one.
  template <typename F>
  static Status Guarded(F&& work) {
    return runnel::Guarded(std::forward<F>(work));
  }
  bool Post(std::function<void()> work) { return loop_->Post(std::move(work)); }
  // Reports that something which others wait for was lost for want of memory: see OnLoss. Any thread.
  void Lose() noexcept { loop_->Lose(); }
  const CoreServices& core() const { return core_; }
  Runtime& runtime() const { return *runtime_; }
  const Ref<Runtime>& runtime_ref() { return runtime_; }
  const Hello& hello() const { return hello_; }
  bool is_secure() const { return security_ != nullptr; }

  // Refuses: who only asks answers nothing.
  Status OnRequest(Peer* peer, const IncomingRequest& request) override;
  Ref<Connection> DialBulk(Connection* control) override;
  Ref<Connection> ControlOf(const Hello& hello) override;
  // Forgets the connection; derived classes call it last.
  void OnClosed(Peer* peer, const Status& reason) override;

 protected:
  // Something was lost for want of memory, and its waiter would wait for ever: ends every connection.
  // Derived classes end what goes over none. Loop's thread.
  virtual void OnLoss(const Status& reason);
  // A line for the log of this process. Loop's thread.
  virtual void Note(std::string_view /*text*/) {}

 private:
  // A listening socket. libuv only reports that a connection is waiting, because its own accept loops
  // for ever when descriptors are short.
  struct Listener {
    Endpoint* endpoint = nullptr;
    uv_poll_t poll{};
    int fd = -1;
    bool is_unix = false, open = false;
  };
  Status Listen(Listener* listener, int fd, bool is_unix);
  Status Watch(Listener* listener);
  void OnIncoming(Listener* listener);
  // No descriptor is left: the next waiting connection is told so and closed. False: not even that is
  // possible.
  bool TurnAway(const Listener& listener, const Status& reason);
  void Rest();
  void Admit(int fd, bool is_unix);
  void CloseListeners();
  void AwaitDue();
  void RunDue();
  void CloseAll(const Status& reason) noexcept;
  // An exception of `work` counts as a loss.
  std::function<void()> Contained(std::function<void()> work) const {
    return [loop = loop_, work = std::move(work)] {
      try {
        work();
      } catch (...) {
        loop->Lose();
      }
    };
  }
  Ref<Connection> NewConnection(std::string name);

  const CoreServices core_;
  const Ref<Runtime> runtime_;
  Hello hello_;
  const LinkOptions options_;
  const std::shared_ptr<SecurityContext> security_;
  const Outstanding outstanding_;
  std::shared_ptr<Loop> loop_;
  Ref<Inbox> inbox_;
  // ---- the loop's thread only ----
  Listener listener_, unix_listener_;
  uv_timer_t rest_{};   // after which listening goes on
  uv_timer_t later_{};  // when the first of those below is due
  bool has_rest_ = false, has_later_ = false, closing_ = false;
  std::multimap<uint64_t, std::function<void()>> due_;  // by the loop's time
  ReservedDescriptor spare_;                            // reserved, to turn a connection away with
  uint64_t accepted_ = 0, turned_away_ = 0;
  std::map<Peer*, Ref<Connection>> connections_;
  std::deque<Connection*> silent_;  // accepted and open, oldest first; some have said hello since
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_ENDPOINT_H_
