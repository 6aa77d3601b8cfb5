// How a connection comes about: dialled by Unix socket or TCP, or accepted.
#include <unistd.h>

#include "net/endpoint.h"
#include "net/unix_socket.h"

namespace runnel::net {
namespace {

constexpr size_t kSealedBytes = 128 << 10;

}  // namespace

void Connection::Dial(const Address& address) {
  dialled_ = true;
  address_ = address;
  if (!is_bulk()) hello_.link = RandomId();
  Retain();  // until it is closed
  const std::string path = security_ ? std::string() : UnixPathOf(address);
  if (path.empty() || !DialUnix(path)) DialTcp();
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
    if (status == 0) return self->Open();
    // What a server that is gone has left behind.
    self->stream_open_ = self->is_unix_ = false;
    uv_close(&self->stream_.handle, [](uv_handle_t* handle) {
      auto* const connection = static_cast<Connection*>(handle->data);
      if (!connection->closed()) connection->DialTcp();
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
  struct Lookup {
    uv_getaddrinfo_t request{};
    Ref<Connection> connection;
  };
  auto lookup = std::make_unique<Lookup>();
  lookup->request.data = lookup.get();
  lookup->connection = Ref<Connection>::Share(this);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  const int error = uv_getaddrinfo(
      loop_->uv(), &lookup->request,
      [](uv_getaddrinfo_t* request, int status, addrinfo* found) {
        const std::unique_ptr<Lookup> done(static_cast<Lookup*>(request->data));
        Connection* self = done->connection.get();
        if (!self->closed()) {
          if (status != 0 || found == nullptr) {
            self->CloseNow(self->Lost(StrCat("its name cannot be resolved: ", UvMessage(status))));
          } else {
            self->Connect(found->ai_addr);
          }
        }
        uv_freeaddrinfo(found);
      },
      address.host.c_str(), std::to_string(address.port).c_str(), &hints);
  if (error != 0) return CloseNow(Lost(UvMessage(error)));
  (void)lookup.release();  // the callback's
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
    if (status != 0) return self->CloseNow(self->Lost(UvMessage(status)));
    self->Open();
  });
  if (error != 0) CloseNow(Lost(UvMessage(error)));
}

Status Connection::Accept(uv_stream_t* listener) {
  Retain();
  is_unix_ = listener->type == UV_NAMED_PIPE;
  const int error =
      is_unix_ ? uv_pipe_init(loop_->uv(), &stream_.pipe, 0) : uv_tcp_init(loop_->uv(), &stream_.tcp);
  if (error != 0) {
    CloseNow(ResourceExhausted(UvMessage(error)));
    return reason_;
  }
  stream_.handle.data = this;
  stream_open_ = true;
  if (const int failed = uv_accept(listener, &stream_.stream); failed != 0) {
    CloseNow(Lost(UvMessage(failed)));
    return reason_;
  }
  Open();
  return OkStatus();
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
  last_heard_ms_ = uv_now(loop_->uv());
  const auto interval = static_cast<uint64_t>(options_.interval_ms);
  uv_timer_start(
      &timer_, [](uv_timer_t* timer) { static_cast<Connection*>(timer->data)->OnTick(); }, interval,
      interval);
  const int error = uv_read_start(
      &stream_.stream,
      [](uv_handle_t* handle, size_t, uv_buf_t* buffer) {
        const std::span<char> space = static_cast<Connection*>(handle->data)->ReadSpace();
        *buffer = uv_buf_init(space.data(), static_cast<unsigned>(space.size()));
      },
      [](uv_stream_t* stream, ssize_t count, const uv_buf_t*) {
        static_cast<Connection*>(stream->data)->OnRead(count);
      });
  if (error != 0) return CloseNow(Lost(UvMessage(error)));
  if (!security_) {
    if (dialled_) SendHello();
    return;
  }
  auto secure = SecureStream::Make(security_, dialled_, address_.host);
  if (!secure.ok()) return CloseNow(secure.status().WithPrefix(name_));
  secure_ = std::move(*secure);
  sealed_.resize(kSealedBytes);
  const Status status = ReadSecurely(0);  // who dials speaks first
  if (!status.ok()) CloseNow(status.WithPrefix(name_));
}

}  // namespace runnel::net
