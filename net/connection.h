// Connection: messages over one stream to one peer.
//
// After both sides have said hello either may send requests, which the other answers by number, and push
// tensors. Heartbeats tell that the peer lives; a connection that is silent for too long, breaks, or
// carries what is no message is closed with a reason, and everything that waited on it ends with that
// reason. It is never opened again: whoever needs the peer dials anew.
//
// Large payloads go in chunks, between which small messages pass; small ones share writes.
#ifndef RUNNEL_NET_CONNECTION_H_
#define RUNNEL_NET_CONNECTION_H_

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "net/body.h"
#include "net/cluster_spec.h"
#include "net/frame.h"
#include "net/loop.h"
#include "net/peer.h"
#include "net/security.h"

namespace runnel::net {

struct HeartbeatOptions {
  int64_t interval_ms = 500;
  int64_t dead_ms = 3000;  // without a sign of life for so long the peer counts as dead
};

class Connection final : public Peer {
 public:
  // `hello` is what this side says of itself. `handler` outlives every call that it gets: it is not
  // called any more once OnClosed has returned.
  Connection(std::shared_ptr<Loop> loop, PeerHandler* handler, Allocator* allocator, std::string name,
             Body hello, const HeartbeatOptions& heartbeat, std::shared_ptr<SecurityContext> security);

  // ---- on the loop's thread ----
  // Connects, resolving the name of a host first; the dialling side says hello first.
  void Dial(const Address& address);
  // Takes a connection that is waiting at `listener`.
  Status Accept(uv_stream_t* listener);
  void CloseNow(const Status& reason);

  // ---- any thread ----
  void Call(Method method, Body body, ReplyDone done) override;
  void Tell(Method method, Body body) override;
  void Reply(uint64_t call, Body body) override;
  void Push(uint64_t step, std::string key, Tensor tensor, bool dead) override;
  // Tells the peer why, and closes.
  void Close(Status reason);
  bool closed() const override { return closed_.load(std::memory_order_acquire); }
  const std::string& name() const override { return name_; }
  const Body& peer() const { return peer_; }  // its hello, once OnHello was called
  bool is_unix() const override { return is_unix_; }
  // Whether the peer has shown, by a certificate, that it is this host; true without certificates.
  bool PeerIs(const std::string& host) const { return !secure_ || secure_->PeerIs(host); }

 private:
  // A message on its way out.
  struct Outgoing {
    FrameHeader header;
    Tensor tensor;     // keeps the payload alive
    std::string body;  // or is it
    std::string_view payload;
    uint64_t sent = 0;
  };
  struct Write;

  ~Connection() override;
  void DialTcp();
  // False: there is no such socket, and TCP is tried.
  bool DialUnix(const std::string& path);
  void Connect(const sockaddr* address);
  void Open();  // the stream is there
  void SendHello();
  void MarkReady();
  void Queue(std::unique_ptr<Outgoing> message);
  void QueueBody(FrameHeader header, const Body& body);
  // Writes what is queued at the end of the loop's turn, so that what goes together is written together.
  void PumpSoon();
  void PumpNextTurn();
  void Pump();
  bool FillWrite(Write* write);
  // As much as the socket takes at once; the rest when it can. False: the connection is closed.
  bool Send(std::unique_ptr<Write> write);
  bool AddFrame(Outgoing* message, Write* write);
  void OnRead(ssize_t count);
  std::span<char> ReadSpace();
  // What of a secure stream has come, and what it wants to send.
  Status ReadSecurely(size_t count);
  Status ReadFrames(size_t count);
  void SendRaw(std::string bytes);
  Status OnMessage(Message message);
  Status CheckCall(uint64_t call);
  void OnTick();
  Status Lost(std::string_view why) const;

  const std::shared_ptr<Loop> loop_;
  PeerHandler* const handler_;
  const std::string name_;
  const Body hello_;
  const HeartbeatOptions heartbeat_;
  std::atomic<bool> closed_{false};

  // ---- the loop's thread only ----
  // One of the two last, by what was dialled or accepted.
  union Stream {
    uv_handle_t handle;
    uv_stream_t stream;
    uv_tcp_t tcp;
    uv_pipe_t pipe;
  };
  Stream stream_{};
  uv_timer_t timer_{};
  uv_connect_t connect_{};
  int open_handles_ = 0;
  bool is_unix_ = false;
  bool dialled_ = false, stream_open_ = false, started_ = false, ready_ = false, said_hello_ = false;
  Status reason_;
  Body peer_;
  FrameReader reader_;
  const std::shared_ptr<SecurityContext> security_;
  std::unique_ptr<SecureStream> secure_;  // null: plain
  std::vector<char> sealed_;              // as it came, where it is secure
  Address address_;                       // that was dialled
  uint64_t last_heard_ms_ = 0;
  uint64_t next_call_ = 1, next_stream_ = 1;
  // Requests are numbered from 1 on; large ones are whole later than small ones after them.
  uint64_t first_unseen_call_ = 1;
  std::set<uint64_t> seen_calls_;  // above that
  std::map<uint64_t, ReplyDone> calls_;
  std::deque<std::unique_ptr<Outgoing>> small_, large_;  // ready to be written
  std::deque<std::unique_ptr<Outgoing>> early_;          // before the hello
  int writes_ = 0;
  bool pumping_soon_ = false, last_pump_ = false;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_CONNECTION_H_
