// Stream: bytes to and from one peer, over TCP or a Unix socket, plain or through TLS. It knows nothing
// of frames: whose it is says where bytes come to lie, and is told how many came.
//
// On the loop's thread, all of it. Nothing flies out of what libuv calls: what the user throws there is
// handed back to it as the stream's end.
#ifndef RUNNEL_NET_LINK_STREAM_H_
#define RUNNEL_NET_LINK_STREAM_H_

#include <sys/types.h>
#include <uv.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/caught.h"
#include "net/link/loop.h"
#include "net/link/peer.h"
#include "net/link/tls.h"
#include "net/link/writer.h"
#include "net/wire/cluster_spec.h"

namespace runnel::net {

class Stream {
 public:
  class User {
   public:
    // The stream stands; nothing has come yet. Errors end it.
    virtual Status OnOpen() = 0;
    // Bytes may be written: now that it stands, or is secure.
    virtual void OnReady() = 0;
    // Where the next plain bytes go; never empty.
    virtual std::span<char> Space() = 0;
    // Something has come, whatever it is.
    virtual void OnHeard() = 0;
    // So many plain bytes were put there. Errors end the stream.
    virtual Status OnBytes(size_t size_bytes) = 0;
    // All that came at once was handed over.
    virtual void OnReadEnd() = 0;
    // What was being written has gone.
    virtual void OnWritten() = 0;
    // It cannot go on, for this reason. The user closes it.
    virtual void OnBroken(const Status& reason) noexcept = 0;
    // After Close, when libuv is done with it: the last call.
    virtual void OnStreamClosed() = 0;
    // What is said to a peer that reads plain bytes where this side's are sealed.
    virtual std::string LastWords(const Status& reason) = 0;
    // Runs `work`, which waits, on another thread.
    virtual void RunApart(std::function<void()> work) = 0;
    // Holds the user, and the stream in it.
    virtual Ref<Peer> Keep() = 0;

   protected:
    ~User() = default;
  };
  // What is written at once, kept until it has gone.
  struct Write {
    WriteBatch batch;

   private:
    friend class Stream;
    uv_write_t request{};
    Stream* stream = nullptr;
    Ref<Peer> keep;
    std::string sealed;  // all of it, where the stream is secure
    std::vector<uv_buf_t> buffers;
  };

  // `security`: null for plain bytes.
  Stream(std::shared_ptr<Loop> loop, std::shared_ptr<SecurityContext> security, User* user)
      : loop_(std::move(loop)), security_(std::move(security)), user_(user) {}
  Stream(const Stream&) = delete;

  // Connects: to a Unix socket where the address has one and bytes are plain, else by TCP, resolving the
  // name of a host first.
  void Dial(const Address& address);
  // Takes `fd`, which was accepted, even if it fails.
  Status Accept(int fd, bool is_unix);

  // Whether a write would begin now: one at a time.
  bool CanWrite() const { return is_open_ && !closed_ && !unwritable_ && writes_ == 0 && is_secured(); }
  bool is_writing() const { return writes_ > 0; }
  // As much as the socket takes at once; OnWritten when it has taken the rest, if there is one. A peer
  // that has closed ends nothing yet: why it did is still to be read.
  Status Submit(std::unique_ptr<Write> write);
  // A last word, if the socket takes it at once: nobody waits for a peer that is going.
  void SubmitLast(std::string bytes);

  // Nothing more is read until Resume.
  void Pause();
  Status Resume() { return StartReading(); }
  // The peer is known: of a secure stream much may come at once.
  void TrustPeer();

  // True: OnStreamClosed follows. False: there is nothing to close.
  bool Close();

  bool dialled() const { return dialled_; }
  bool is_open() const { return is_open_; }
  bool is_unix() const { return is_unix_; }
  // Whether nothing is left of the handshake, if there is one.
  bool is_secured() const { return !secure_ || secure_->ready(); }
  // Of a Unix socket; 0: unknown.
  pid_t peer_pid() const { return peer_pid_; }
  const std::string& from() const { return from_; }    // the address of one that was accepted
  const Address& address() const { return address_; }  // that was dialled
  bool PeerIs(const std::string& host) const { return !secure_ || secure_->PeerIs(host); }

 private:
  template <typename Work>
  void Attempt(Work&& work) noexcept {
    try {
      work();
    } catch (...) {
      user_->OnBroken(CaughtStatus());
    }
  }
  void DialTcp();
  // False: there is no such socket, and TCP is tried next.
  bool DialUnix(const std::string& path);
  void Connect(const sockaddr* address);
  void Open();
  Status StartReading();
  void OnRead(ssize_t count);
  std::span<char> ReadSpace() { return secure_ ? std::span<char>(sealed_) : user_->Space(); }
  // Handles what has come of a secure stream, and sends what TLS wants to send.
  Status ReadSecurely(size_t count);
  // Whether the first bytes show that only one side uses TLS.
  Status CheckSecurity(std::string_view bytes);
  // What goes to the socket: pieces as they are, or sealed.
  Status MakeBuffers(Write* write);
  void SubmitRaw(std::string bytes);
  void TryWrite(std::string bytes);
  Status OnWriteError(int error);

  // One of the two last, by what was dialled or accepted.
  union Handle {
    uv_handle_t handle;
    uv_stream_t stream;
    uv_tcp_t tcp;
    uv_pipe_t pipe;
  };
  const std::shared_ptr<Loop> loop_;
  const std::shared_ptr<SecurityContext> security_;
  User* const user_;
  Handle handle_{};
  uv_connect_t connect_{};
  bool has_handle_ = false, is_open_ = false, closed_ = false;
  bool is_unix_ = false, dialled_ = false, knows_peer_speaks_ = false, unwritable_ = false;
  int writes_ = 0;
  Address address_;
  std::string from_;
  pid_t peer_pid_ = 0;
  std::unique_ptr<SecureStream> secure_;  // null: plain
  std::vector<char> sealed_;              // as it came, where it is secure
  Ref<Peer> keep_;                        // while a socket that led nowhere is closed
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_STREAM_H_
