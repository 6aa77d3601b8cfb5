#include "net/link/endpoint.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/base/descriptor.h"
#include "core/base/thread.h"

namespace runnel::net {
namespace {

constexpr int kBacklog = 256;
constexpr size_t kMaxConnections = 4096;
constexpr int kMaxAccepted = 64;   // in one turn
constexpr uint64_t kRestMs = 100;  // without descriptors

// Sends a goodbye on a socket that gets no connection, if the socket takes it at once.
void SendLastWord(int fd, const Status& reason) {
  const std::string bytes = GoodbyeBytes(reason);
  (void)send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace

Endpoint::Endpoint(const CoreServices& core, Ref<Runtime> runtime, Hello hello,
                   const LinkOptions& options, std::shared_ptr<SecurityContext> security)
    : core_(core),
      runtime_(std::move(runtime)),
      hello_(std::move(hello)),
      options_(options),
      security_(std::move(security)) {
  hello_.dead_ms = options.dead_ms;
  hello_.incarnation = RandomId();
}

Endpoint::~Endpoint() = default;

Status Endpoint::StartLoop() {
  RUNNEL_ASSIGN_OR_RETURN(loop_, Loop::Start());
  loop_->OnLoss([this] { OnLoss(Status::OutOfMemory().WithPrefix("the network of this process")); });
  loop_->Wait([this] {
    uv_timer_init(loop_->uv(), &later_);
    later_.data = this;
    has_later_ = true;
  });
  inbox_ = MakeRef<Inbox>(loop_, options_.receive_bytes);
  return OkStatus();
}

void Endpoint::Shutdown() {
  if (!loop_) return;
  const Status reason = Guarded([&] {
    return Unavailable(hello_.job.empty()
                           ? std::string("the client has ended")
                           : StrCat("/job:", hello_.job, "/task:", hello_.task, " was stopped"));
  });
  loop_->Wait([&] {
    closing_ = true;
    CloseListeners();
    if (std::exchange(has_later_, false)) uv_close(reinterpret_cast<uv_handle_t*>(&later_), nullptr);
    due_.clear();
    CloseAll(reason);
  });
  loop_->Stop();
}

// Each connection removes itself from the list as it closes, or is removed here, even without memory.
void Endpoint::CloseAll(const Status& reason) noexcept {
  while (!connections_.empty()) {
    const auto first = connections_.begin();
    const Ref<Connection> connection = first->second;
    connection->CloseNow(reason);
    std::erase(silent_, connection.get());
    connections_.erase(connection.get());
  }
}

void Endpoint::OnLoss(const Status& reason) {
  CloseAll(reason);
  Note(StrCat("all connections were closed: ", reason.message()));
}

void Endpoint::CloseListeners() {
  for (Listener* const listener : {&listener_, &unix_listener_}) {
    if (!listener->open) continue;
    listener->open = false;
    uv_close(reinterpret_cast<uv_handle_t*>(&listener->poll), [](uv_handle_t* handle) {
      auto* const closed = static_cast<Listener*>(handle->data);
      close(std::exchange(closed->fd, -1));
    });
  }
  if (std::exchange(has_rest_, false)) uv_close(reinterpret_cast<uv_handle_t*>(&rest_), nullptr);
  spare_.Free();
}

Status Endpoint::Listen(int fd) { return Listen(&listener_, fd, false); }
Status Endpoint::ListenUnix(int fd) { return Listen(&unix_listener_, fd, true); }

Status Endpoint::Listen(Listener* listener, int fd, bool is_unix) {
  listener->endpoint = this;
  listener->is_unix = is_unix;
  int error = listen(fd, kBacklog) == 0 ? 0 : -errno;
  if (error == 0 && !spare_.Take()) error = -errno;
  if (error == 0 && !has_rest_) {
    error = uv_timer_init(loop_->uv(), &rest_);
    rest_.data = this;
    has_rest_ = error == 0;
  }
  if (error == 0) error = uv_poll_init(loop_->uv(), &listener->poll, fd);
  if (error != 0) {
    close(fd);
    return error == UV_EMFILE || error == UV_ENFILE ? NoDescriptor("cannot listen", -error)
                                                    : Unavailable("cannot listen: ", UvMessage(error));
  }
  listener->poll.data = listener;
  listener->fd = fd;
  listener->open = true;
  return Watch(listener);
}

Status Endpoint::Watch(Listener* listener) {
  const int error = uv_poll_start(&listener->poll, UV_READABLE, [](uv_poll_t* poll, int, int) {
    auto* const ready = static_cast<Listener*>(poll->data);
    try {
      ready->endpoint->OnIncoming(ready);
    } catch (const std::exception&) {
      ready->endpoint->Rest();
    }
  });
  return error == 0 ? OkStatus() : Unavailable("cannot listen: ", UvMessage(error));
}

void Endpoint::OnIncoming(Listener* listener) {
  for (int i = 0; i < kMaxAccepted && listener->open; ++i) {
    const int fd = accept4(listener->fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
      Admit(fd, listener->is_unix);
      continue;
    }
    if (errno == EINTR || errno == ECONNABORTED) continue;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return;
    const int error = errno;
    const Status reason = error == EMFILE || error == ENFILE
                              ? NoDescriptor("a connection was refused", error)
                              : Unavailable("a connection was refused: ", UvMessage(-error));
    if (!TurnAway(*listener, reason)) return Rest();
  }
}

// Uses the descriptor that is reserved for this.
bool Endpoint::TurnAway(const Listener& listener, const Status& reason) {
  if (!spare_.is_taken()) return false;
  spare_.Free();
  bool turned_away = false;
  {
    const Descriptor socket(accept4(listener.fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    turned_away = socket.get() >= 0;
    if (turned_away && !security_) SendLastWord(socket.get(), reason);
  }
  const bool again = spare_.Take();
  if (turned_away && (turned_away_++ & 255) == 0) Note(reason.message());
  return turned_away && again;
}

// Until then new connections wait in the kernel's queue.
void Endpoint::Rest() {
  for (Listener* const listener : {&listener_, &unix_listener_}) {
    if (listener->open) uv_poll_stop(&listener->poll);
  }
  if (!has_rest_) return;
  uv_timer_start(
      &rest_,
      [](uv_timer_t* timer) {
        auto* const self = static_cast<Endpoint*>(timer->data);
        (void)self->spare_.Take();
        for (Listener* const listener : {&self->listener_, &self->unix_listener_}) {
          if (listener->open) (void)self->Watch(listener);
        }
      },
      kRestMs, 0);
}

void Endpoint::Admit(int fd, bool is_unix) {
  Ref<Connection> connection;
  try {
    connection = NewConnection(StrCat("client ", ++accepted_));
    silent_.push_back(connection.get());
  } catch (const std::exception&) {
    if (connection) connections_.erase(connection.get());
    close(fd);
    throw;
  }
  if (!connection->Accept(fd, is_unix).ok()) return;
  if (connections_.size() > kMaxConnections) {
    return connection->CloseNow(ResourceExhausted("the server has ", kMaxConnections, " connections"));
  }
  std::erase_if(silent_, [](const Connection* c) { return c->is_ready(); });
  if (silent_.size() <= options_.max_silent) return;
  // The oldest has had the most time: a serious client says hello at once.
  silent_.front()->CloseNow(ResourceExhausted("more than ", options_.max_silent,
                                              " connections have not said hello; this was the oldest"));
}

Ref<Connection> Endpoint::NewConnection(std::string name) {
  Ref<Connection> connection = MakeRef<Connection>(loop_, this, runtime_->allocator(), std::move(name),
                                                   hello_, options_, security_, inbox_);
  connections_.emplace(connection.get(), connection);
  return connection;
}

Status Endpoint::OnRequest(Peer* peer, const IncomingRequest& request) {
  peer->Refuse(request.call, Unimplemented("a client answers no requests"));
  return OkStatus();
}

Ref<Connection> Endpoint::DialBulk(Connection* control) {
  Ref<Connection> connection = NewConnection(StrCat(control->name(), ", bulk"));
  connection->Serve(control);
  if (closing_) {
    connection->CloseNow(Unavailable("the network of this process was stopped"));
  } else {
    connection->Dial(control->address());
  }
  return connection;
}

Ref<Connection> Endpoint::ControlOf(const Hello& hello) {
  for (const auto& [peer, connection] : connections_) {
    if (connection->IsControlOf(hello)) return connection;
  }
  return nullptr;
}

Ref<Connection> Endpoint::Dial(const std::string& name, const Address& address) {
  Ref<Connection> connection = NewConnection(name);
  if (closing_) {
    connection->CloseNow(Unavailable("the network of this process was stopped"));
  } else {
    connection->Dial(address);
  }
  return connection;
}

void Endpoint::OnClosed(Peer* peer, const Status&) {
  std::erase_if(silent_, [peer](const Connection* c) { return c == peer; });
  connections_.erase(peer);
}

void Endpoint::RunApart(std::function<void()> work) {
  const auto shared =
      std::make_shared<std::function<void()>>(outstanding_.Counted(Contained(std::move(work))));
  if (StartThread(
          "work that waits", [shared] { (*shared)(); }, nullptr)
          .ok())
    return;
  core_.run_on_pool(*runtime_, [shared] { (*shared)(); });
}

void Endpoint::AwaitOutstanding() const {
  if (!IsPoolThread()) outstanding_.Await();
}

void Endpoint::RunLater(int64_t delay_ms, std::function<void()> work) {
  (void)loop_->Post([this, delay_ms, work = std::move(work)] {
    if (closing_) return;
    uv_update_time(loop_->uv());
    due_.emplace(uv_now(loop_->uv()) + static_cast<uint64_t>(std::max<int64_t>(delay_ms, 0)), work);
    AwaitDue();
  });
}

void Endpoint::AwaitDue() {
  if (due_.empty()) return;
  const uint64_t now_ms = uv_now(loop_->uv());
  const uint64_t first_ms = due_.begin()->first;
  uv_timer_start(
      &later_, [](uv_timer_t* timer) { static_cast<Endpoint*>(timer->data)->RunDue(); },
      first_ms > now_ms ? first_ms - now_ms : 0, 0);
}

void Endpoint::RunDue() {
  const uint64_t now_ms = uv_now(loop_->uv());
  while (!due_.empty() && due_.begin()->first <= now_ms && !closing_) {
    const auto first = due_.extract(due_.begin());
    try {
      first.mapped()();
    } catch (...) {
      loop_->Lose();
    }
  }
  if (!closing_) AwaitDue();
}

}  // namespace runnel::net
