// Peer: somebody to ask, answer and push tensors to: another process over a connection, or this very
// server.
#ifndef RUNNEL_NET_PEER_H_
#define RUNNEL_NET_PEER_H_

#include <functional>
#include <string>

#include "core/base/ref.h"
#include "core/runtime/rendezvous.h"
#include "core/tensor/tensor.h"
#include "net/body.h"

namespace runnel::net {

class Connection;

// Any thread.
class Peer : public RefCounted {
 public:
  using ReplyDone = std::function<void(Status status, Body reply)>;
  // `done` is called once, on the loop's thread: with the reply, whose status is `status`, or with the
  // reason why none will come.
  virtual void Call(Method method, Body body, ReplyDone done) = 0;
  // A request that nobody awaits an answer to: the peer handles it as call 0, whose reply goes nowhere.
  virtual void Tell(Method method, Body body) = 0;
  virtual void Reply(uint64_t call, Body body) = 0;
  // What fails is told by the end of the peer. The tensor must not change.
  virtual void Push(uint64_t step, std::string key, Tensor tensor, bool dead) = 0;
  virtual bool closed() const = 0;
  virtual const std::string& name() const = 0;    // for messages
  virtual bool is_unix() const { return false; }  // reached by a Unix socket
  // ---- on the loop's thread ----
  virtual std::string from() const { return ""; }  // the address of one that was accepted
  virtual bool is_bulk() const { return false; }   // a second connection, for large tensors
  virtual bool was_ready() const { return true; }  // both have said hello
  virtual bool left() const { return false; }      // it has said goodbye
  // Whether it has shown, by a certificate, that it is this host; true without certificates.
  virtual bool PeerIs(const std::string& /*host*/) const { return true; }
};

// What comes from peers. Called on the loop's thread.
class PeerHandler {
 public:
  virtual ~PeerHandler() = default;
  // The peer's hello. Errors: the connection is closed with it, and the peer is told.
  virtual Status OnHello(Peer* peer, const Body& hello) = 0;
  // Must be answered by Reply(call, ...), any time later.
  virtual void OnRequest(Peer* peer, Method method, uint64_t call, Body body) = 0;
  // `charge` counts against the peer until it is gone.
  virtual void OnTensor(Peer* peer, uint64_t step, std::string key, Tensor tensor, bool dead,
                        Charge charge) = 0;
  // A tensor that OnTensor will bring: as soon as `answer` was called with true, on any thread, or
  // before, where there is room. With false it will not come. Whoever overrides this overrides the next
  // two.
  virtual void OnOffer(Peer* /*peer*/, uint64_t /*step*/, std::string_view /*key*/, uint64_t /*offer*/,
                       LocalRendezvous::OfferAnswer answer) {
    const auto call = std::move(answer);
    call(true);
  }
  // It comes, whoever waits for it: the answer is no longer needed.
  virtual void OnWithdraw(uint64_t /*step*/, std::string_view /*key*/, uint64_t /*offer*/) {}
  // Where it should come to lie, taken by this call; empty: anywhere.
  virtual Tensor TakeRoom(uint64_t /*step*/, std::string_view /*key*/) { return Tensor(); }
  // Large tensors to the peer go through shared memory from now on, or do not, which says why.
  virtual void OnShared(Peer* /*peer*/, const Status& /*status*/) {}
  // It cannot come.
  virtual void OnNoRoom(uint64_t /*step*/, const Status& /*reason*/) {}
  // Once, the last call. `reason` names the peer.
  virtual void OnClosed(Peer* peer, const Status& reason) = 0;

  // ---- of connections ----
  // A second one beside `control`, for large tensors, dialled.
  virtual Ref<Connection> DialBulk(Connection* control) = 0;
  // Runs `work`, which waits, on a thread of its own, or where there is none to be had, on the pool.
  virtual void RunApart(std::function<void()> work) = 0;
  // The control connection to which an accepted one says that it belongs; null: none.
  virtual Ref<Connection> ControlOf(const Body& hello) = 0;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_PEER_H_
