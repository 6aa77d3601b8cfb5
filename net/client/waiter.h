// Waiting for a reply, on a thread that may.
#ifndef RUNNEL_NET_CLIENT_WAITER_H_
#define RUNNEL_NET_CLIENT_WAITER_H_

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "net/link/peer.h"

namespace runnel::net {

// A reply that a thread waits for.
template <typename P>
struct Waiter {
  std::mutex mutex;  // guards all below
  std::condition_variable changed;
  std::optional<Result<P>> reply;

  void Set(Result<P> result) {
    const std::lock_guard lock(mutex);
    if (reply) return;
    reply.emplace(std::move(result));
    changed.notify_all();
  }
  // False: not within the time.
  bool Wait(int64_t timeout_ms) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, std::chrono::milliseconds(timeout_ms),
                            [this] { return reply.has_value(); });
  }
};

// Asks `peer`; the reply comes to the waiter.
template <typename R>
std::shared_ptr<Waiter<typename R::Reply>> AskAndWait(Peer* peer, R request) {
  auto waiter = std::make_shared<Waiter<typename R::Reply>>();
  peer->Call(std::move(request),
             [waiter](Result<typename R::Reply> reply) { waiter->Set(std::move(reply)); });
  return waiter;
}

}  // namespace runnel::net

#endif  // RUNNEL_NET_CLIENT_WAITER_H_
