#include "net/link/stream.h"

#include <netdb.h>
#include <unistd.h>

#include <algorithm>

#include "net/link/unix_socket.h"

namespace runnel::net {
namespace {

// Bound of one read from a secure stream: small while anybody may be at the other end.
constexpr size_t kSealedHelloBytes = 4 << 10;
constexpr size_t kSealedBytes = 128 << 10;

// "127.0.0.1:53422"; empty if nobody knows.
std::string PeerAddress(const uv_tcp_t* tcp) {
  sockaddr_storage address{};
  int size = sizeof(address);
  char host[64] = "";
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (uv_tcp_getpeername(tcp, any, &size) != 0 || uv_ip_name(any, host, sizeof(host)) != 0) return {};
  const bool is_v6 = any->sa_family == AF_INET6;
  const int port = ntohs(is_v6 ? reinterpret_cast<sockaddr_in6*>(any)->sin6_port
                               : reinterpret_cast<sockaddr_in*>(any)->sin_port);
  return is_v6 ? StrCat("[", host, "]:", port) : StrCat(host, ":", port);
}

Status Broken(int error) { return Unavailable(UvMessage(error)); }

}  // namespace

// ---- how it comes about ----

void Stream::Dial(const Address& address) {
  dialled_ = true;
  address_ = address;
  const std::string path = security_ ? std::string() : UnixPathOf(address);
  if (path.empty() || !DialUnix(path)) DialTcp();
}

bool Stream::DialUnix(const std::string& path) {
  if (access(path.c_str(), F_OK) != 0 || !CheckUnixFolder(path).ok()) return false;
  if (uv_pipe_init(loop_->uv(), &handle_.pipe, 0) != 0) return false;
  handle_.handle.data = this;
  has_handle_ = is_unix_ = true;
  connect_.data = this;
  uv_pipe_connect(&connect_, &handle_.pipe, path.c_str(), [](uv_connect_t* request, int status) {
    auto* const self = static_cast<Stream*>(request->data);
    if (self->closed_) return;
    if (status == 0) return self->Attempt([self] { self->Open(); });
    // The socket file of a server that has ended.
    self->has_handle_ = self->is_unix_ = false;
    self->keep_ = self->user_->Keep();
    uv_close(&self->handle_.handle, [](uv_handle_t* handle) {
      auto* const stream = static_cast<Stream*>(handle->data);
      const Ref<Peer> keep = std::move(stream->keep_);
      if (!stream->closed_) stream->Attempt([stream] { stream->DialTcp(); });
    });
  });
  return true;
}

void Stream::DialTcp() {
  sockaddr_storage numeric{};
  auto* as_v4 = reinterpret_cast<sockaddr_in*>(&numeric);
  auto* as_v6 = reinterpret_cast<sockaddr_in6*>(&numeric);
  if (uv_ip4_addr(address_.host.c_str(), address_.port, as_v4) == 0 ||
      uv_ip6_addr(address_.host.c_str(), address_.port, as_v6) == 0) {
    return Connect(reinterpret_cast<const sockaddr*>(&numeric));
  }
  // Resolves on a thread of its own: libuv's pool ends the process when it cannot start a thread.
  user_->RunApart([this, keep = user_->Keep(), address = address_] {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int error =
        getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found);
    const std::shared_ptr<addrinfo> owner(found, [](addrinfo* list) {
      if (list != nullptr) freeaddrinfo(list);
    });
    (void)loop_->Post([this, keep, error, owner] {
      if (closed_) return;
      Attempt([&] {
        if (error == 0 && owner) return Connect(owner->ai_addr);
        user_->OnBroken(Unavailable("its name cannot be resolved: ", gai_strerror(error)));
      });
    });
  });
}

void Stream::Connect(const sockaddr* address) {
  int error = uv_tcp_init(loop_->uv(), &handle_.tcp);
  if (error != 0) return user_->OnBroken(Broken(error));
  handle_.handle.data = this;
  has_handle_ = true;
  connect_.data = this;
  error = uv_tcp_connect(&connect_, &handle_.tcp, address, [](uv_connect_t* request, int status) {
    auto* const self = static_cast<Stream*>(request->data);
    if (self->closed_) return;
    self->Attempt([&] {
      if (status != 0) return self->user_->OnBroken(Broken(status));
      self->Open();
    });
  });
  if (error != 0) user_->OnBroken(Broken(error));
}

Status Stream::Accept(int fd, bool is_unix) {
  is_unix_ = is_unix;
  int error =
      is_unix_ ? uv_pipe_init(loop_->uv(), &handle_.pipe, 0) : uv_tcp_init(loop_->uv(), &handle_.tcp);
  if (error != 0) {
    close(fd);
    return ResourceExhausted(UvMessage(error));
  }
  handle_.handle.data = this;
  has_handle_ = true;
  error = is_unix_ ? uv_pipe_open(&handle_.pipe, fd) : uv_tcp_open(&handle_.tcp, fd);
  if (error != 0) {
    close(fd);
    return Broken(error);
  }
  Attempt([this] {
    from_ = is_unix_ ? std::string("a Unix socket") : PeerAddress(&handle_.tcp);
    Open();
  });
  return OkStatus();
}

void Stream::Open() {
  if (is_unix_) {
    uv_os_fd_t fd = -1;
    if (uv_fileno(&handle_.handle, &fd) != 0) {
      return user_->OnBroken(Unavailable("it has no descriptor"));
    }
    const Result<pid_t> peer = CheckUnixPeer(fd);
    if (!peer.ok()) return user_->OnBroken(peer.status());
    peer_pid_ = *peer;
  } else {
    uv_tcp_nodelay(&handle_.tcp, 1);
  }
  if (const Status status = user_->OnOpen(); !status.ok()) return user_->OnBroken(status);
  is_open_ = true;
  if (const Status status = StartReading(); !status.ok()) return user_->OnBroken(status);
  if (!security_) return user_->OnReady();
  auto secure = SecureStream::Make(security_, dialled_, address_.host);
  if (!secure.ok()) return user_->OnBroken(secure.status());
  secure_ = std::move(*secure);
  sealed_.resize(kSealedHelloBytes);
  const Status status = ReadSecurely(0);  // who dials speaks first
  if (!status.ok()) user_->OnBroken(status);
}

bool Stream::Close() {
  closed_ = true;
  if (!has_handle_) return false;
  uv_close(&handle_.handle,
           [](uv_handle_t* handle) { static_cast<Stream*>(handle->data)->user_->OnStreamClosed(); });
  return true;
}

// ---- in ----

Status Stream::StartReading() {
  const int error = uv_read_start(
      &handle_.stream,
      [](uv_handle_t* handle, size_t, uv_buf_t* buffer) {
        auto* const self = static_cast<Stream*>(handle->data);
        // Gives no memory if there is none: the read then fails with ENOBUFS.
        *buffer = uv_buf_init(nullptr, 0);
        try {
          const std::span<char> space = self->ReadSpace();
          *buffer = uv_buf_init(space.data(), static_cast<unsigned>(space.size()));
        } catch (const std::exception&) {
        }
      },
      [](uv_stream_t* stream, ssize_t count, const uv_buf_t*) {
        auto* const self = static_cast<Stream*>(stream->data);
        self->Attempt([&] { self->OnRead(count); });
      });
  return error == 0 ? OkStatus() : Broken(error);
}

void Stream::Pause() { uv_read_stop(&handle_.stream); }

void Stream::TrustPeer() {
  if (secure_) sealed_.resize(kSealedBytes);
}

// One side has a key and the other none: both are told what is missing, instead of that bytes make no
// sense.
Status Stream::CheckSecurity(std::string_view bytes) {
  constexpr std::string_view kPlain = "RNL1";  // of a frame
  constexpr std::string_view kHandshake = "\x16\x03", kAlert = "\x15\x03";
  if (security_ && bytes.starts_with(kPlain)) {
    return Status(Code::kUnauthenticated,
                  dialled_
                      ? "the server has no TLS: give it the key file or certificates of this side, or "
                        "none to this side"
                      : "the server wants TLS: give the client a key file (--key-file, "
                        "RUNNEL_CLUSTER_KEY_FILE) or certificates");
  }
  if (!security_ && (bytes.starts_with(kHandshake) || bytes.starts_with(kAlert))) {
    return Status(Code::kUnauthenticated,
                  dialled_
                      ? "the server wants TLS: give a key file (--key-file, RUNNEL_CLUSTER_KEY_FILE) or "
                        "certificates"
                      : "the server has no TLS: give it a key file or certificates, or none to the "
                        "client");
  }
  return OkStatus();
}

Status Stream::ReadSecurely(size_t count) {
  RUNNEL_RETURN_IF_ERROR(secure_->Feed({sealed_.data(), count}));
  std::string output;
  if (!secure_->ready()) {
    bool done = false;
    const Status status = secure_->Handshake(&done);
    secure_->TakeOutput(&output);
    SubmitRaw(std::move(output));  // an alert too
    RUNNEL_RETURN_IF_ERROR(status);
    if (!done) return OkStatus();
    user_->OnReady();
  }
  while (!closed_) {
    RUNNEL_ASSIGN_OR_RETURN(const size_t got, secure_->Read(user_->Space()));
    if (got == 0) break;
    RUNNEL_RETURN_IF_ERROR(user_->OnBytes(got));
  }
  return OkStatus();
}

void Stream::OnRead(ssize_t count) {
  if (closed_ || count == 0) return;
  if (count == UV_ENOBUFS) return user_->OnBroken(Status::OutOfMemory());
  if (count < 0) {
    return user_->OnBroken(Unavailable(count == UV_EOF ? std::string("the peer closed the connection")
                                                       : UvMessage(static_cast<int>(count))));
  }
  user_->OnHeard();
  const Ref<Peer> keep = user_->Keep();
  const Status status = Guarded([&]() -> Status {
    if (!knows_peer_speaks_) {
      knows_peer_speaks_ = true;
      const std::span<const char> space = ReadSpace();
      const std::string_view bytes(space.data(), std::min(static_cast<size_t>(count), space.size()));
      if (Status mismatch = CheckSecurity(bytes); !mismatch.ok()) {
        // Without TLS, because the peer reads plain bytes.
        if (secure_ && !dialled_) TryWrite(user_->LastWords(mismatch));
        return mismatch;
      }
    }
    const auto size_bytes = static_cast<size_t>(count);
    return secure_ ? ReadSecurely(size_bytes) : user_->OnBytes(size_bytes);
  });
  if (closed_) return;
  if (!status.ok()) return user_->OnBroken(status);
  user_->OnReadEnd();
}

// ---- out ----

Status Stream::MakeBuffers(Write* write) {
  std::string& headers = write->batch.headers;
  if (secure_) {
    for (const WriteBatch::Piece& piece : write->batch.pieces) {
      RUNNEL_RETURN_IF_ERROR(secure_->Write(
          std::string_view(headers).substr(piece.header_begin, piece.header_end - piece.header_begin),
          &write->sealed));
      RUNNEL_RETURN_IF_ERROR(secure_->Write(piece.payload, &write->sealed));
    }
    write->buffers.push_back(
        uv_buf_init(write->sealed.data(), static_cast<unsigned>(write->sealed.size())));
    return OkStatus();
  }
  for (const WriteBatch::Piece& piece : write->batch.pieces) {
    write->buffers.push_back(uv_buf_init(headers.data() + piece.header_begin,
                                         static_cast<unsigned>(piece.header_end - piece.header_begin)));
    if (!piece.payload.empty()) {
      write->buffers.push_back(uv_buf_init(const_cast<char*>(piece.payload.data()),
                                           static_cast<unsigned>(piece.payload.size())));
    }
  }
  return OkStatus();
}

Status Stream::OnWriteError(int error) {
  if (error != UV_EPIPE || secure_) return Broken(error);
  unwritable_ = true;
  return OkStatus();
}

Status Stream::Submit(std::unique_ptr<Write> write) {
  RUNNEL_RETURN_IF_ERROR(MakeBuffers(write.get()));
  uv_buf_t* buffers = write->buffers.data();
  size_t count = write->buffers.size();
  const int taken = uv_try_write(&handle_.stream, buffers, static_cast<unsigned>(count));
  if (taken < 0 && taken != UV_EAGAIN) return OnWriteError(taken);
  auto left = static_cast<size_t>(std::max(taken, 0));
  while (count > 0 && left >= buffers->len) {
    left -= buffers->len;
    ++buffers;
    --count;
  }
  if (count == 0) return OkStatus();
  *buffers = uv_buf_init(buffers->base + left, static_cast<unsigned>(buffers->len - left));
  write->stream = this;
  write->keep = user_->Keep();
  Write* const raw = write.release();
  raw->request.data = raw;
  ++writes_;
  const int error = uv_write(&raw->request, &handle_.stream, buffers, static_cast<unsigned>(count),
                             [](uv_write_t* request, int status) {
                               const std::unique_ptr<Write> done(static_cast<Write*>(request->data));
                               Stream* const self = done->stream;
                               --self->writes_;
                               if (self->closed_) return;
                               self->Attempt([&] {
                                 if (status == 0) return self->user_->OnWritten();
                                 const Status broken = self->OnWriteError(status);
                                 if (!broken.ok()) self->user_->OnBroken(broken);
                               });
                             });
  if (error == 0) return OkStatus();
  delete raw;
  --writes_;
  return Broken(error);
}

void Stream::SubmitRaw(std::string bytes) {
  if (bytes.empty() || closed_) return;
  auto write = std::make_unique<Write>();
  write->sealed = std::move(bytes);
  write->buffers.push_back(
      uv_buf_init(write->sealed.data(), static_cast<unsigned>(write->sealed.size())));
  write->stream = this;
  write->keep = user_->Keep();
  Write* const raw = write.release();
  raw->request.data = raw;
  const int error = uv_write(&raw->request, &handle_.stream, raw->buffers.data(), 1,
                             [](uv_write_t* request, int status) {
                               const std::unique_ptr<Write> done(static_cast<Write*>(request->data));
                               Stream* const self = done->stream;
                               if (status != 0 && !self->closed_) self->user_->OnBroken(Broken(status));
                             });
  if (error != 0) {
    delete raw;
    user_->OnBroken(Broken(error));
  }
}

void Stream::TryWrite(std::string bytes) {
  if (bytes.empty()) return;
  uv_buf_t buffer = uv_buf_init(bytes.data(), static_cast<unsigned>(bytes.size()));
  uv_try_write(&handle_.stream, &buffer, 1);
}

void Stream::SubmitLast(std::string bytes) {
  if (bytes.empty() || !is_open_ || !is_secured()) return;
  // libuv refuses to write while anything is queued.
  std::string sealed;
  if (secure_ && secure_->Write(bytes, &sealed).ok()) bytes = std::move(sealed);
  TryWrite(std::move(bytes));
}

}  // namespace runnel::net
