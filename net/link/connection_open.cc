// How a connection comes about: dialled by Unix socket or TCP, or accepted.
#include "net/link/connection.h"

#include <netdb.h>
#include <unistd.h>

#include "net/link/random_id.h"
#include "net/link/unix_socket.h"

namespace runnel::net {
namespace {

// What comes at once of a secure stream: little while anybody may be its other end.
constexpr size_t kSealedHelloBytes = 4 << 10;

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

}  // namespace

void Connection::Dial(const Address& address) {
  dialled_ = true;
  Retain();  // until it is closed
  Attempt([&] {
    address_ = address;
    if (!is_bulk()) hello_.link = RandomId();
    const std::string path = security_ ? std::string() : UnixPathOf(address);
    if (path.empty() || !DialUnix(path)) DialTcp();
  });
}

bool Connection::DialUnix(const std::string& path) {
  if (access(path.c_str(), F_OK) != 0 || !CheckUnixFolder(path).ok()) return false;
  if (uv_pipe_init(loop_->uv(), &stream_.pipe, 0) != 0) return false;
  stream_.handle.data = this;
  stream_open_ = is_unix_ = true;
  connect_.data = this;
  uv_pipe_connect(&connect_, &stream_.pipe, path.c_str(), [](uv_connect_t* request, int status) {
    auto* self = static_cast<Connection*>(request->data);
    if (self->closed()) return;
    if (status == 0) return self->Attempt([self] { self->Open(); });
    // What a server that is gone has left behind.
    self->stream_open_ = self->is_unix_ = false;
    uv_close(&self->stream_.handle, [](uv_handle_t* handle) {
      auto* const connection = static_cast<Connection*>(handle->data);
      if (!connection->closed()) connection->Attempt([connection] { connection->DialTcp(); });
      connection->Release();
    });
    self->Retain();  // until then
  });
  return true;
}

void Connection::DialTcp() {
  const Address& address = address_;
  sockaddr_storage numeric{};
  auto* as_v4 = reinterpret_cast<sockaddr_in*>(&numeric);
  auto* as_v6 = reinterpret_cast<sockaddr_in6*>(&numeric);
  if (uv_ip4_addr(address.host.c_str(), address.port, as_v4) == 0 ||
      uv_ip6_addr(address.host.c_str(), address.port, as_v6) == 0) {
    return Connect(reinterpret_cast<const sockaddr*>(&numeric));
  }
  // On a thread of its own: libuv's pool ends the process where it can start no thread.
  handler_->RunApart([self = Ref<Connection>::Share(this), address] {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int error =
        getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found);
    const std::shared_ptr<addrinfo> owner(found, [](addrinfo* list) {
      if (list != nullptr) freeaddrinfo(list);
    });
    (void)self->loop_->Post([self, error, owner] {
      if (self->closed()) return;
      self->Attempt([&] {
        if (error == 0 && owner) return self->Connect(owner->ai_addr);
        self->CloseNow(self->Lost(StrCat("its name cannot be resolved: ", gai_strerror(error))));
      });
    });
  });
}

void Connection::Connect(const sockaddr* address) {
  int error = uv_tcp_init(loop_->uv(), &stream_.tcp);
  if (error != 0) return CloseNow(Lost(UvMessage(error)));
  stream_.handle.data = this;
  stream_open_ = true;
  connect_.data = this;
  error = uv_tcp_connect(&connect_, &stream_.tcp, address, [](uv_connect_t* request, int status) {
    auto* self = static_cast<Connection*>(request->data);
    if (self->closed()) return;
    self->Attempt([&] {
      if (status != 0) return self->CloseNow(self->Lost(UvMessage(status)));
      self->Open();
    });
  });
  if (error != 0) CloseNow(Lost(UvMessage(error)));
}

Status Connection::Accept(int fd, bool is_unix) {
  Retain();
  is_unix_ = is_unix;
  int error =
      is_unix_ ? uv_pipe_init(loop_->uv(), &stream_.pipe, 0) : uv_tcp_init(loop_->uv(), &stream_.tcp);
  if (error != 0) {
    close(fd);
    CloseNow(ResourceExhausted(UvMessage(error)));
    return reason_;
  }
  stream_.handle.data = this;
  stream_open_ = true;
  error = is_unix_ ? uv_pipe_open(&stream_.pipe, fd) : uv_tcp_open(&stream_.tcp, fd);
  if (error != 0) {
    close(fd);
    CloseNow(Lost(UvMessage(error)));
    return reason_;
  }
  Attempt([this] {
    from_ = is_unix_ ? std::string("a Unix socket") : PeerAddress(&stream_.tcp);
    Open();
  });
  return reason_;
}

Status Connection::StartReading() {
  const int error = uv_read_start(
      &stream_.stream,
      [](uv_handle_t* handle, size_t, uv_buf_t* buffer) {
        auto* const self = static_cast<Connection*>(handle->data);
        // Nothing where there is no memory for more: the read then fails with ENOBUFS.
        *buffer = uv_buf_init(nullptr, 0);
        try {
          const std::span<char> space = self->ReadSpace();
          *buffer = uv_buf_init(space.data(), static_cast<unsigned>(space.size()));
        } catch (const std::exception&) {
        }
      },
      [](uv_stream_t* stream, ssize_t count, const uv_buf_t*) {
        auto* const self = static_cast<Connection*>(stream->data);
        self->Attempt([&] { self->OnRead(count); });
      });
  return error == 0 ? OkStatus() : Lost(UvMessage(error));
}

void Connection::Open() {
  if (is_unix_) {
    uv_os_fd_t fd = -1;
    if (uv_fileno(&stream_.handle, &fd) != 0) return CloseNow(Lost("it has no descriptor"));
    const Result<pid_t> peer = CheckUnixPeer(fd);
    if (!peer.ok()) return CloseNow(peer.status().WithPrefix(name_));
    peer_pid_ = *peer;
  } else {
    uv_tcp_nodelay(&stream_.tcp, 1);
  }
  if (const int error = uv_timer_init(loop_->uv(), &timer_); error != 0)
    return CloseNow(Lost(UvMessage(error)));
  timer_.data = this;
  started_ = true;
  uv_update_time(loop_->uv());
  opened_ms_ = last_heard_ms_ = uv_now(loop_->uv());
  const auto interval = static_cast<uint64_t>(options_.interval_ms);
  uv_timer_start(
      &timer_,
      [](uv_timer_t* timer) {
        auto* const self = static_cast<Connection*>(timer->data);
        self->Attempt([self] { self->OnTick(); });
      },
      interval, interval);
  if (const Status status = StartReading(); !status.ok()) return CloseNow(status);
  if (!security_) {
    if (dialled_) SendHello();
    return;
  }
  auto secure = SecureStream::Make(security_, dialled_, address_.host);
  if (!secure.ok()) return CloseNow(secure.status().WithPrefix(name_));
  secure_ = std::move(*secure);
  sealed_.resize(kSealedHelloBytes);
  const Status status = ReadSecurely(0);  // who dials speaks first
  if (!status.ok()) CloseNow(status.WithPrefix(name_));
}

}  // namespace runnel::net
