// Connection: messages over one stream to one peer.
//
// After both sides have said hello either may send requests, which the other answers by number, and push
// tensors. Heartbeats show that the peer lives. A connection that is silent for too long, breaks, or
// carries what is no message is closed with a reason, and everything that waited on it ends with that
// reason. It is never reopened: whoever needs the peer dials anew.
//
// It is made of parts: Stream (bytes over a socket), FrameReader (bytes into messages), Writer (what
// goes out in which order), Flow (when tensors may travel, and where to), Calls (who waits for which
// reply). What is left is hello and goodbye, signs of life, and which part hears of what comes.
//
// There may be a second one beside it, the bulk connection, for large tensors, so that they hold up
// nothing else. Who dialled the first dials the second when the first offer is made. The two end
// together. Between processes of one host the bulk connection only says where in shared memory the
// tensors lie.
#ifndef RUNNEL_NET_LINK_CONNECTION_H_
#define RUNNEL_NET_LINK_CONNECTION_H_

#include <functional>
#include <memory>
#include <string>

#include "core/base/caught.h"
#include "net/link/calls.h"
#include "net/link/flow.h"
#include "net/link/loop.h"
#include "net/link/peer.h"
#include "net/link/shared_ring.h"
#include "net/link/stream.h"
#include "net/link/writer.h"
#include "net/wire/cluster_spec.h"
#include "net/wire/frame.h"

namespace runnel::net {

struct LinkOptions {
  int64_t interval_ms = 500;
  int64_t dead_ms = 3000;              // a peer that is silent for so long counts as dead
  uint64_t receive_bytes = 256 << 20;  // of tensors that came and are not used yet, from all peers
  bool shared_memory = true;           // may be used for large tensors between processes of one host
  size_t max_silent = 256;             // connections that were accepted and have not said hello
};

// A goodbye as it stands on the wire. Empty if it cannot be made.
std::string GoodbyeBytes(const Status& reason);

class Connection final : public Peer, private Flow::Host, private Stream::User {
 public:
  // `hello` describes this side. `handler` outlives every call to it; it is not called any more once
  // OnClosed has returned.
  Connection(std::shared_ptr<Loop> loop, PeerHandler* handler, Allocator* allocator, std::string name,
             Hello hello, const LinkOptions& options, std::shared_ptr<SecurityContext> security,
             Ref<Inbox> inbox);

  // ---- on the loop's thread ----
  // Connects, resolving the name of a host first; the dialling side says hello first.
  void Dial(const Address& address);
  // Takes `fd`, which was accepted.
  Status Accept(int fd, bool is_unix);
  // Ends the connection; needs no memory.
  void CloseNow(const Status& reason) noexcept;
  // Before dialling: makes this the bulk connection of `control`.
  void Serve(Connection* control);
  // The peer has said hello.
  bool is_ready() const { return ready_; }
  // Whether this is the accepted control connection that a bulk connection's hello names.
  bool IsControlOf(const Hello& hello) const;
  const Address& address() const { return stream_.address(); }  // that was dialled
  // Of small tensors from the peer that came and are not used yet, which is what counts against its
  // credit.
  uint64_t in_flight_bytes() const { return flow_.in_flight_bytes(); }

  // ---- any thread ----
  void Push(uint64_t step, std::string key, Tensor tensor, bool dead) override;
  // Tells the peer the reason, then closes.
  void Close(Status reason);
  bool closed() const override { return closed_.load(std::memory_order_acquire); }
  const std::string& name() const override { return name_; }
  const Hello& peer() const { return peer_; }  // its hello, once OnHello was called
  bool is_unix() const override { return stream_.is_unix(); }
  // ---- on the loop's thread ----
  std::string from() const override { return stream_.from(); }
  bool is_bulk() const override { return hello_.bulk; }
  bool was_ready() const override { return ready_; }
  bool left() const override { return left_; }
  bool PeerIs(const std::string& host) const override { return stream_.PeerIs(host); }

 protected:
  void Send(Method method, OutgoingMessage& request, std::shared_ptr<ReplyWaiter> waiter) override;
  void SendReply(uint64_t call, OutgoingMessage& reply) override;
  void SendFailure(uint64_t call, const Status& status) override;

 private:
  ~Connection() override;
  // Calls libuv's or the loop's callback; an exception ends the connection.
  template <typename Work>
  void Attempt(Work&& work) noexcept {
    try {
      work();
    } catch (...) {
      CloseNow(CaughtStatus().WithPrefix(name_));
    }
  }
  void SayGoodbye(const Status& reason);
  void SendHello();
  void MarkReady();
  void Queue(std::unique_ptr<Outgoing> message);
  // Any thread. Its end is the connection's, if there are no bytes.
  void PostBody(FrameHeader header, Result<std::string> body);
  void QueueBody(FrameHeader header, Result<std::string> body);
  // Writes what is queued at the end of the loop's turn, so that messages share a write.
  void PumpSoon();
  void PumpNextTurn();
  void Pump();
  // ---- Stream::User ----
  Status OnOpen() override;
  void OnReady() override;
  std::span<char> Space() override { return reader_.Space(); }
  void OnHeard() override { last_heard_ms_ = uv_now(loop_->uv()); }
  Status OnBytes(size_t size_bytes) override;
  void OnReadEnd() override { CountBodies(); }
  void OnWritten() override { Pump(); }
  void OnBroken(const Status& reason) noexcept override { CloseNow(reason.WithPrefix(name_)); }
  void OnStreamClosed() override { OnHandleClosed(); }
  std::string LastWords(const Status& reason) override { return GoodbyeBytes(reason); }
  void RunApart(std::function<void()> work) override { handler_->RunApart(std::move(work)); }
  Ref<Peer> Keep() override { return Ref<Peer>::Share(this); }
  // The timer's or the stream's; the last one lets go of the connection.
  void OnHandleClosed();
  Status OnMessage(Message message);
  Status OnHello(Hello hello);
  void AttachBulk(Connection* bulk);
  // ---- Flow::Host ----
  void SayFlow(std::unique_ptr<Outgoing> word) override { Queue(std::move(word)); }
  void NeedBulk() override;
  void SendByBulk(std::unique_ptr<Outgoing> tensor) override;
  void ExpectByBulk(const FrameHeader& header, Tensor room) override;
  LocalRendezvous::OfferAnswer AnswerTo(uint64_t stream) override;
  void OnBodyRoom() override;
  // ---- shared memory (connection_ring.cc) ----
  void ShareRing();
  void OpenRing(const FrameHeader& header);
  Status OnRing(const FrameHeader& header);
  Status OnChunkInRing(const FrameHeader& header);
  void OnTick();
  // Called after bytes came: incomplete messages count in the inbox, and may have to wait.
  void CountBodies();
  Status Lost(std::string_view why) const;

  const std::shared_ptr<Loop> loop_;
  PeerHandler* const handler_;
  const std::string name_;
  Hello hello_;  // changed only before it is sent
  const LinkOptions options_;
  std::atomic<bool> closed_{false};

  // ---- the loop's thread only ----
  Stream stream_;
  uv_timer_t timer_{};
  int open_handles_ = 0;
  bool has_timer_ = false, ready_ = false, said_hello_ = false, left_ = false;
  Status reason_;
  Hello peer_;
  FrameReader reader_;
  uint64_t opened_ms_ = 0, last_heard_ms_ = 0, body_grew_ms_ = 0;
  uint64_t counted_body_bytes_ = 0;
  bool paused_ = false;  // nothing is read until there is room for what was begun
  Calls calls_;
  SendCredit send_credit_;
  Writer writer_;
  Flow flow_;
  Ref<Connection> control_;  // of a bulk connection
  Ref<Connection> bulk_;     // of a control connection, once it may be used
  bool needs_bulk_ = false;
  // ---- shared memory, of a bulk connection ----
  std::unique_ptr<SharedRing> ring_;           // to the peer
  std::unique_ptr<SharedRingView> peer_ring_;  // from the peer
  bool asked_ring_ = false, ring_open_ = false, saw_ring_ = false;
  uint64_t told_read_ = 0;  // of peer_ring_
  bool pumping_soon_ = false, last_pump_ = false;
  bool closing_ = false;  // it is saying goodbye
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_CONNECTION_H_
