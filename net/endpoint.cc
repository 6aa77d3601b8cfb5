#include "net/endpoint.h"

#include <pthread.h>
#include <signal.h>
#include <sys/random.h>
#include <unistd.h>

#include <thread>

namespace runnel::net {
namespace {

constexpr int kBacklog = 256;
constexpr size_t kMaxConnections = 4096;

}  // namespace

uint64_t RandomId() {
  uint64_t id = 0;
  while (id == 0) {
    if (getrandom(&id, sizeof(id), 0) != static_cast<ssize_t>(sizeof(id))) id = 0;
  }
  return id;
}

Endpoint::Endpoint(const CoreServices& core, Ref<Runtime> runtime, Body hello,
                   const LinkOptions& options, std::shared_ptr<SecurityContext> security)
    : core_(core),
      runtime_(std::move(runtime)),
      hello_(std::move(hello)),
      options_(options),
      security_(std::move(security)) {
  hello_.protocol = kProtocolVersion;
  hello_.dead_ms = options.dead_ms;
  hello_.incarnation = RandomId();
}

Status Endpoint::StartLoop() {
  RUNNEL_ASSIGN_OR_RETURN(loop_, Loop::Start());
  inbox_ = MakeRef<Inbox>(loop_, options_.receive_bytes);
  return OkStatus();
}

void Endpoint::Shutdown() {
  if (!loop_) return;
  std::unique_ptr<Timer> timer;
  {
    const std::lock_guard lock(timer_mutex_);
    timer = std::move(timer_);
  }
  timer = nullptr;
  loop_->Wait([this] {
    closing_ = true;
    if (listening_) uv_close(reinterpret_cast<uv_handle_t*>(&listener_), nullptr);
    if (listening_unix_) uv_close(reinterpret_cast<uv_handle_t*>(&unix_listener_), nullptr);
    const auto connections = connections_;
    for (const auto& [peer, connection] : connections) {
      connection->CloseNow(Unavailable(
          hello_.job.empty() ? std::string("the client has ended")
                             : StrCat("/job:", hello_.job, "/task:", hello_.task, " was stopped")));
    }
  });
  loop_->Stop();
}

Status Endpoint::Listen(int fd) {
  int error = uv_tcp_init(loop_->uv(), &listener_);
  if (error != 0) {
    close(fd);
    return Unavailable("cannot listen: ", UvMessage(error));
  }
  listener_.data = this;
  listening_ = true;
  error = uv_tcp_open(&listener_, fd);
  if (error != 0) {
    close(fd);
    return Unavailable("cannot listen: ", UvMessage(error));
  }
  error = uv_listen(reinterpret_cast<uv_stream_t*>(&listener_), kBacklog,
                    [](uv_stream_t* listener, int status) {
                      if (status == 0) static_cast<Endpoint*>(listener->data)->OnIncoming(listener);
                    });
  return error == 0 ? OkStatus() : Unavailable("cannot listen: ", UvMessage(error));
}

Status Endpoint::ListenUnix(int fd) {
  int error = uv_pipe_init(loop_->uv(), &unix_listener_, 0);
  if (error != 0) {
    close(fd);
    return Unavailable("cannot listen: ", UvMessage(error));
  }
  unix_listener_.data = this;
  listening_unix_ = true;
  error = uv_pipe_open(&unix_listener_, fd);
  if (error != 0) {
    close(fd);
    return Unavailable("cannot listen: ", UvMessage(error));
  }
  error = uv_listen(reinterpret_cast<uv_stream_t*>(&unix_listener_), kBacklog,
                    [](uv_stream_t* listener, int status) {
                      if (status == 0) static_cast<Endpoint*>(listener->data)->OnIncoming(listener);
                    });
  return error == 0 ? OkStatus() : Unavailable("cannot listen: ", UvMessage(error));
}

void Endpoint::OnIncoming(uv_stream_t* listener) {
  const Ref<Connection> connection = NewConnection(StrCat("client ", ++accepted_));
  if (!connection->Accept(listener).ok()) return;
  if (connections_.size() > kMaxConnections) {
    connection->CloseNow(ResourceExhausted("the server has ", kMaxConnections, " connections"));
  }
}

Ref<Connection> Endpoint::NewConnection(std::string name) {
  Ref<Connection> connection = MakeRef<Connection>(loop_, this, runtime_->allocator(), std::move(name),
                                                   hello_, options_, security_, inbox_);
  connections_.emplace(connection.get(), connection);
  return connection;
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

Ref<Connection> Endpoint::ControlOf(const Body& hello) {
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

void Endpoint::OnClosed(Peer* peer, const Status&) { connections_.erase(peer); }

void Endpoint::RunApart(std::function<void()> work) {
  const auto shared = std::make_shared<std::function<void()>>(outstanding_.Counted(std::move(work)));
  // The new thread inherits this thread's mask.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread([shared] { (*shared)(); }).detach();
  } catch (const std::exception&) {
    core_.run_on_pool(*runtime_, [shared] { (*shared)(); });
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Endpoint::AwaitOutstanding() const {
  if (!IsPoolThread()) outstanding_.Await();
}

void Endpoint::RunLater(int64_t delay_ms, std::function<void()> work) {
  const std::lock_guard lock(timer_mutex_);
  if (!timer_) return;
  timer_->Schedule(Timer::Clock::now() + std::chrono::milliseconds(delay_ms),
                   [this, work = std::move(work)] { (void)Post(work); });
}

}  // namespace runnel::net
