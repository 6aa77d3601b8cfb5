// Peer: somebody to ask, answer and push tensors to: another process over a connection, or this very
// server.
#ifndef RUNNEL_NET_LINK_PEER_H_
#define RUNNEL_NET_LINK_PEER_H_

#include <functional>
#include <string>

#include "core/base/ref.h"
#include "core/runtime/exchange/rendezvous.h"
#include "core/tensor/tensor.h"
#include "net/link/rpc.h"

namespace runnel::net {

class Connection;

// Any thread.
class Peer : public RefCounted {
 public:
  // `done(Result<R::Reply>)` is called once, on the loop's thread: with the reply, or with how it
  // failed, or why none will come.
  template <RequestMessage R, typename Done>
  void Call(R request, Done done) {
    OutgoingMessageOf<R> message(&request);
    Send(R::kMethod, message, std::make_shared<ReplyWaiterOf<typename R::Reply, Done>>(std::move(done)));
  }
  // Sends a request without a reply: the peer handles it as call 0. The handler must be idempotent for
  // such requests.
  template <RequestMessage R>
  void Tell(R request) {
    OutgoingMessageOf<R> message(&request);
    Send(R::kMethod, message, nullptr);
  }
  template <ReplyMessage P>
  void Reply(uint64_t call, P reply) {
    if (!reply.status.ok()) return Refuse(call, reply.status);
    OutgoingMessageOf<P> message(&reply);
    if (call != 0) SendReply(call, message);
  }
  void Refuse(uint64_t call, const Status& status) {
    if (call != 0) SendFailure(call, status);
  }
  // A failure is reported by the end of the peer. The tensor must not change.
  virtual void Push(uint64_t step, std::string key, Tensor tensor, bool dead) = 0;
  virtual bool closed() const = 0;
  virtual const std::string& name() const = 0;    // for messages
  virtual bool is_unix() const { return false; }  // reached by a Unix socket
  // ---- on the loop's thread ----
  virtual std::string from() const { return ""; }  // the address of one that was accepted
  virtual bool is_bulk() const { return false; }   // a second connection, for large tensors
  virtual bool was_ready() const { return true; }  // both have said hello
  virtual bool left() const { return false; }      // it has said goodbye
  // Whether the peer has proved by a certificate that it is this host; true without certificates.
  virtual bool PeerIs(const std::string& /*host*/) const { return true; }

 protected:
  // A null `waiter`: nobody waits.
  virtual void Send(Method method, OutgoingMessage& request, std::shared_ptr<ReplyWaiter> waiter) = 0;
  virtual void SendReply(uint64_t call, OutgoingMessage& reply) = 0;
  virtual void SendFailure(uint64_t call, const Status& status) = 0;
};

// What comes from peers. Called on the loop's thread.
class PeerHandler {
 public:
  virtual ~PeerHandler() = default;
  // The peer's hello. Errors: the connection is closed with it, and the peer is told.
  virtual Status OnHello(Peer* peer, const Hello& hello) = 0;
  // Must be answered by Reply(call, ...) or Refuse, any time later. Errors: the connection is closed
  // with it, and the peer is told.
  virtual Status OnRequest(Peer* peer, const IncomingRequest& request) = 0;
  // `charge` counts against the peer until it is gone.
  virtual void OnTensor(Peer* peer, uint64_t step, std::string key, Tensor tensor, bool dead,
                        Charge charge) = 0;
  // Announces a tensor. OnTensor brings it after `answer` was called with true, on any thread, or
  // earlier if there is room. With false it will not come. A class that overrides this also overrides
  // the next two.
  virtual void OnOffer(Peer* /*peer*/, uint64_t /*step*/, std::string_view /*key*/, uint64_t /*offer*/,
                       LocalRendezvous::OfferAnswer answer) {
    const auto call = std::move(answer);
    call(true);
  }
  // The tensor comes in any case: the answer is no longer needed.
  virtual void OnWithdraw(uint64_t /*step*/, std::string_view /*key*/, uint64_t /*offer*/) {}
  // Memory for the tensor, which this call takes; empty: any memory will do.
  virtual Tensor TakeRoom(uint64_t /*step*/, std::string_view /*key*/) { return Tensor(); }
  // Reports whether large tensors to the peer go through shared memory from now on, and if not, why.
  virtual void OnShared(Peer* /*peer*/, const Status& /*status*/) {}
  // The tensor cannot come.
  virtual void OnNoRoom(uint64_t /*step*/, const Status& /*reason*/) {}
  // Once, the last call. `reason` names the peer.
  virtual void OnClosed(Peer* peer, const Status& reason) = 0;

  // ---- of connections ----
  // A second one beside `control`, for large tensors, dialled.
  virtual Ref<Connection> DialBulk(Connection* control) = 0;
  // Runs `work`, which waits, on a thread of its own, or where there is none to be had, on the pool.
  virtual void RunApart(std::function<void()> work) = 0;
  // The control connection to which an accepted one says that it belongs; null: none.
  virtual Ref<Connection> ControlOf(const Hello& hello) = 0;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_PEER_H_
