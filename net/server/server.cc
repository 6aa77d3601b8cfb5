#include "net/server/server.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <charconv>
#include <cstring>

#include "core/graph/device_name.h"
#include "core/runtime/host/host_memory.h"
#include "net/collective/server_collectives.h"
#include "net/link/descriptors.h"
#include "net/link/unix_socket.h"
#include "net/server/master.h"
#include "net/server/worker.h"

namespace runnel::net {
namespace {

// Bound of warnings about refusals, so that a peer that is refused again and again does not fill the
// log.
constexpr int kMaxRefusals = 20;
constexpr int64_t kRefusalsMs = 10'000;
// How many connections may be open that have not said hello: of a runtime's configuration.
constexpr std::string_view kSilentKey = "server.silent_connections";
constexpr int64_t kMostSilent = 4096;
constexpr int64_t kTrimMs = 500;             // between two looks at what has become free
constexpr uint64_t kTrimEvery = 10;          // such times without a reason
constexpr size_t kFreeHeapBytes = 32 << 20;  // of small blocks, before the heap is given back

// Compares in constant time: the time does not tell where two tokens differ.
bool SameToken(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

std::string RandomToken() {
  std::string out;
  for (int i = 0; i < 2; ++i) {
    uint64_t bits = RandomId();
    for (int k = 0; k < 16; ++k, bits >>= 4) out += "0123456789abcdef"[bits & 15];
  }
  return out;
}

Status SystemError(std::string_view what) {
  const int error = errno;
  if (error == EMFILE || error == ENFILE) return NoDescriptor(what, error);
  return Unavailable(what, ": ", std::strerror(error));
}

}  // namespace

// This server as a peer of itself: no bytes, the same order of calls.
class ServerImpl::LocalPeer final : public Peer {
 public:
  explicit LocalPeer(ServerImpl* server) : server_(server) {}

  void Push(uint64_t step, std::string key, Tensor tensor, bool dead) override {
    server_->OnTensor(this, step, std::move(key), std::move(tensor), dead, {});
  }
  bool closed() const override { return false; }
  const std::string& name() const override { return server_->task_name_; }

  // Ends calls that wait for an answer and may hold the server, which holds this peer.
  void End(const Status& reason) {
    ended_ = reason;
    EndCalls(reason);
  }
  void EndCalls(const Status& reason) {
    const auto calls = std::move(calls_);
    calls_.clear();
    for (const auto& [call, waiter] : calls) waiter->OnFailure(reason);
  }

 protected:
  void Send(Method method, OutgoingMessage& request, std::shared_ptr<ReplyWaiter> waiter) override {
    const bool posted =
        server_->Post([self = Ref<LocalPeer>::Share(this), method, message = request.Take(), waiter] {
          if (!waiter) return self->Serve({method, 0, {}, message.get()});
          if (!self->ended_.ok()) return waiter->OnFailure(self->ended_);
          const uint64_t call = self->next_call_++;
          self->calls_.emplace(call, waiter);
          self->Serve({method, call, {}, message.get()});
        });
    if (!posted && waiter) waiter->OnFailure(Unavailable("the server was stopped"));
  }
  void SendReply(uint64_t call, OutgoingMessage& reply) override {
    (void)server_->Post([self = Ref<LocalPeer>::Share(this), call, message = reply.Take()] {
      if (const auto waiter = self->TakeWaiter(call)) waiter->OnMessage(message.get());
    });
  }
  void SendFailure(uint64_t call, const Status& status) override {
    (void)server_->Post([self = Ref<LocalPeer>::Share(this), call, status] {
      if (const auto waiter = self->TakeWaiter(call)) waiter->OnFailure(status);
    });
  }

 private:
  // Nothing has to be decoded, so nothing can be wrong with it.
  void Serve(const IncomingRequest& request) { (void)server_->OnRequest(this, request); }
  std::shared_ptr<ReplyWaiter> TakeWaiter(uint64_t call) {
    const auto it = calls_.find(call);
    if (it == calls_.end()) return nullptr;
    std::shared_ptr<ReplyWaiter> waiter = std::move(it->second);
    calls_.erase(it);
    return waiter;
  }

  ServerImpl* const server_;
  uint64_t next_call_ = 1;  // these three: the loop's thread only
  std::map<uint64_t, std::shared_ptr<ReplyWaiter>> calls_;
  Status ended_;
};

ServerImpl::ServerImpl(const CoreServices& core, const Ref<Runtime>& runtime,
                       const ServerOptions& options, ClusterSpec cluster, Hello hello,
                       std::shared_ptr<SecurityContext> security)
    : ServerTask(core, runtime, options, std::move(cluster), std::move(hello), std::move(security)),
      worker_(std::make_unique<Worker>(this)),
      master_(std::make_unique<Master>(this)),
      collectives_(std::make_unique<ServerCollectives>(this)),
      local_(MakeRef<LocalPeer>(this)) {
  worker_->AddServices(&services_);
  master_->AddServices(&services_);
  collectives_->AddServices(&services_);
}

ServerImpl::~ServerImpl() = default;

Status ServerImpl::Bind(const ServerOptions& options, int* fd) {
  RUNNEL_ASSIGN_OR_RETURN(const std::string text, cluster_.TaskAddress(options.job, options.task));
  RUNNEL_ASSIGN_OR_RETURN(address_, Address::Parse(text));
  *fd = options.listen_fd;
  if (*fd < 0) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE;
    addrinfo* found = nullptr;
    const int error =
        getaddrinfo(address_.host.c_str(), std::to_string(address_.port).c_str(), &hints, &found);
    if (error != 0) return Unavailable("address ", text, ": ", gai_strerror(error));
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, freeaddrinfo);
    *fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (*fd < 0) return SystemError("cannot open a socket");
    const int on = 1;
    setsockopt(*fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (bind(*fd, found->ai_addr, found->ai_addrlen) != 0)
      return SystemError(StrCat("cannot bind ", text));
  }
  // The bound address decides, not the one in the cluster spec.
  sockaddr_storage bound{};
  socklen_t size = sizeof(bound);
  char host[NI_MAXHOST], port[NI_MAXSERV];
  if (getsockname(*fd, reinterpret_cast<sockaddr*>(&bound), &size) != 0 ||
      getnameinfo(reinterpret_cast<sockaddr*>(&bound), size, host, sizeof(host), port, sizeof(port),
                  NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return InvalidArgument("the socket to listen at is none of TCP");
  }
  const Address real{host, std::atoi(port)};
  if (!real.IsLoopback() && !is_secure() && !options.insecure_network) {
    return PermissionDenied(
        task_name_, " would listen at ", real.ToString(),
        ", which other machines can reach, without encryption. Either give all tasks and clients one "
        "key "
        "(--key-file FILE, made by `openssl rand -hex 32`, of mode 0600), or certificates "
        "(--certificate, "
        "--private-key and --authority). Only --insecure-network does without both; a loopback address "
        "(127.0.0.1 or [::1]) needs neither");
  }
  if (!real.IsLoopback() && !is_secure()) {
    runtime().Log(Severity::kWarning,
                  StrCat(task_name_, " listens at ", real.ToString(),
                         " with --insecure-network: whoever can read the traffic can do as it likes"));
  }
  address_.port = real.port;
  if (address_.host == "0.0.0.0" || address_.host == "::") address_.host = real.host;
  return OkStatus();
}

Result<Ref<Server>> ServerImpl::Start(const CoreServices& core, const Ref<Runtime>& runtime,
                                      const ServerOptions& options) {
  int fd = options.listen_fd;
  Ref<ServerImpl> server;
  const Status status = Guarded([&] { return StartWith(core, runtime, options, &fd, &server); });
  if (status.ok()) return Ref<Server>(server);
  if (fd >= 0) close(fd);
  if (server) server->Stop();
  return status;
}

Status ServerImpl::StartWith(const CoreServices& core, const Ref<Runtime>& runtime,
                             const ServerOptions& options, int* fd, Ref<ServerImpl>* server) {
  if (options.heartbeat_interval_ms < 1 || options.dead_after_ms < options.heartbeat_interval_ms) {
    return InvalidArgument("heartbeats every ", options.heartbeat_interval_ms, " ms, dead after ",
                           options.dead_after_ms, " ms: expected 1 or more, and no less than that");
  }
  if (options.receive_bytes < kLeastReceiveBytes) {
    return InvalidArgument("room for ", options.receive_bytes, " bytes of tensors; at least ",
                           kLeastReceiveBytes);
  }
  ServerOptions mine = options;
  if (const std::string* const text = runtime->FindConfig(kSilentKey)) {
    int64_t number = 0;
    const char* const end = text->data() + text->size();
    const auto read = std::from_chars(text->data(), end, number);
    if (read.ec != std::errc() || read.ptr != end || number < 1 || number > kMostSilent) {
      return InvalidArgument("configuration ", kSilentKey, " is \"", *text,
                             "\", expected a number of connections from 1 to ", kMostSilent);
    }
    mine.max_silent = static_cast<size_t>(number);
  }
  RUNNEL_ASSIGN_OR_RETURN(ClusterSpec cluster, ClusterSpec::FromMessage(options.cluster));
  Hello hello;
  hello.job = options.job;
  hello.task = options.task;
  RUNNEL_ASSIGN_OR_RETURN(std::shared_ptr<SecurityContext> security,
                          SecurityContext::Make(options.security));
  // Tokens are for connections without TLS.
  if (security == nullptr) hello.token = options.token.empty() ? RandomToken() : options.token;
  *server = Ref<ServerImpl>::Adopt(
      new ServerImpl(core, runtime, mine, std::move(cluster), hello, std::move(security)));
  RUNNEL_RETURN_IF_ERROR((*server)->resources_->RestrictFiles(options.files));
  RUNNEL_RETURN_IF_ERROR((*server)->Bind(options, fd));
  RUNNEL_RETURN_IF_ERROR((*server)->StartLoop());
  RUNNEL_RETURN_IF_ERROR(
      (*server)->TryOnLoop([&] { return (*server)->Listen(std::exchange(*fd, -1)); }));
  (*server)->StartUnix();
  (*server)->RunOnLoop([&] { (*server)->NoteStart(options.insecure_network); });
  (*server)->RunLater(kTrimMs, [server = server->get()] { server->Trim(); });
  return OkStatus();
}

// For processes of this machine. If it fails they use TCP, as all others do.
void ServerImpl::StartUnix() {
  if (is_secure()) return;
  const std::string path = UnixPathOf(address_);
  if (path.empty()) return;
  const auto fd = ListenAtUnixPath(path);
  RunOnLoop([&] {
    const Status status = fd.ok() ? ListenUnix(*fd) : fd.status();
    if (status.ok()) {
      unix_path_ = path;
    } else {
      Note(StrCat("no Unix socket: ", status.message()));
    }
  });
}

// On a thread of its own: freeing gigabytes takes a while, and a session may be destroyed by this.
void ServerImpl::Trim() {
  RunLater(kTrimMs, [this] { Trim(); });
  const bool soon = trims_soon_.exchange(false, std::memory_order_relaxed);
  if (!soon && ++trim_ticks_ % kTrimEvery != 0) return;
  if (trimming_.exchange(true)) return;
  RunApart(
      [this, soon, server = Ref<ServerImpl>::Share(this), sessions = worker_->Sessions()]() mutable {
        for (const Ref<Session>& session : sessions) core().trim_session(*session);
        sessions.clear();
        HostMemory::Forget(runtime().allocator());
        if (soon) HostMemory::Forget(runtime().allocator());
#if defined(__GLIBC__)
        if (mallinfo2().fordblks > kFreeHeapBytes) malloc_trim(0);
#endif
        trimming_ = false;
      });
}

void ServerImpl::Stop() {
  {
    const std::lock_guard lock(stop_mutex_);
    if (stopped_) return;
    stopped_ = true;
  }
  if (!has_loop()) return;
  const Status reason = Guarded([&] { return Unavailable(task_name_, " was stopped"); });
  // Each part ends what it can; without memory, closing the connections ends the rest.
  const auto attempt = [](auto work) {
    (void)Guarded([&]() -> Status {
      work();
      return OkStatus();
    });
  };
  attempt([&] { steps_.EndAll(reason); });
  std::function<void()> close_graphs;
  RunOnLoop([&] {
    attempt([&] { Note("stops"); });
    attempt([&] { collectives_->StopAll(reason); });
    attempt([&] { master_->StopAll(reason); });
    attempt([&] { close_graphs = worker_->StopAll(reason); });
    attempt([&] { local_->End(reason); });
  });
  if (close_graphs) attempt(close_graphs);
  close_graphs = nullptr;
  Shutdown();
  if (!unix_path_.empty()) unlink(unix_path_.c_str());
  AwaitOutstanding();
  attempt([&] { resources_->Clear(); });
}

// Everything that went over connections has ended with them. What is left are calls between this
// server's own master and worker.
void ServerImpl::OnLoss(const Status& reason) {
  Endpoint::OnLoss(reason);
  steps_.EndAll(reason);
  collectives_->OnPeerClosed(local_.get(), reason);
  master_->StopAll(reason);
  worker_->EndAll(reason);
  local_->EndCalls(reason);
}

Ref<Peer> ServerImpl::PeerOf(const std::string& job, int index) {
  const std::string name = TaskName(job, index);
  if (name == task_name_) return local_;
  Ref<Connection>& connection = peers_[name];
  if (connection && !connection->closed()) return connection;
  const auto text = cluster_.TaskAddress(job, index);
  const auto address = text.ok() ? Address::Parse(*text) : Result<Address>(text.status());
  // Dialling a task that is not in the cluster fails with its name.
  connection = Dial(StrCat(name, " (", text.ok() ? *text : "not in the cluster", ")"),
                    address.ok() ? *address : Address{"0.0.0.0", 0});
  if (!connection->closed()) dialled_[connection.get()] = {job, index, {}};
  return connection;
}

void ServerImpl::PushTo(std::string task, uint64_t step, std::string key, Tensor tensor, bool dead) {
  (void)Post([this, self = Ref<Server>::Share(this), task = std::move(task), step, key = std::move(key),
              tensor = std::move(tensor), dead]() mutable {
    const auto name = DeviceName::Parse(task);
    if (!name.ok() || !name->job || !name->task) return;
    const Ref<Peer> peer = PeerOf(*name->job, *name->task);
    if (peer->closed()) {
      return worker_->FailStep(step, Unavailable(peer->name(), ": cannot be reached"));
    }
    const auto it = dialled_.find(peer.get());
    if (it != dialled_.end()) it->second.pushed.insert(step);
    peer->Push(step, std::move(key), std::move(tensor), dead);
  });
}

void ServerImpl::NoteStart(bool insecure) {
  NoteAs(Severity::kInfo, StrCat("serves at ", target(), ", incarnation ", hello().incarnation, ", ",
                                 is_secure() ? "with TLS"
                                 : insecure  ? "insecure"
                                             : "by token, for this machine",
                                 ", ", cluster_.num_tasks(), " tasks in the cluster"));
}

void ServerImpl::NoteClosed(Peer* peer, const Status& reason) {
  const std::string from = peer->from();
  const std::string who = StrCat(peer->name(), from.empty() ? "" : StrCat(" (", from, ")"));
  if (peer->was_ready()) {
    // A peer that has said goodbye, or that learns that this server stops, is not lost.
    const bool expected = peer->left() || peer->is_bulk() || Stopped();
    return NoteAs(expected ? Severity::kInfo : Severity::kWarning,
                  StrCat(who, expected ? " has left: " : " is lost: ", reason.message()));
  }
  if (dialled_.contains(peer)) {
    return NoteAs(Severity::kDebug, StrCat(who, " cannot be reached: ", reason.message()));
  }
  // A probe that connects and leaves is not a client.
  if (reason.code() == Code::kUnavailable) {
    return NoteAs(Severity::kInfo, StrCat(who, " has left without a hello: ", reason.message()));
  }
  const int64_t now_ms = MonotonicNs() / 1'000'000;
  if (now_ms - refusals_ms_ > kRefusalsMs) {
    if (refusals_ > kMaxRefusals)
      NoteAs(Severity::kWarning, StrCat(refusals_ - kMaxRefusals, " more clients were refused"));
    refusals_ms_ = now_ms;
    refusals_ = 0;
  }
  NoteAs(++refusals_ > kMaxRefusals ? Severity::kDebug : Severity::kWarning,
         StrCat(who, " is refused: ", reason.ToString()));
}

bool ServerImpl::Stopped() {
  const std::lock_guard lock(stop_mutex_);
  return stopped_;
}

void ServerImpl::ForgetPushes(uint64_t step) {
  for (auto& [peer, dialled] : dialled_) dialled.pushed.erase(step);
}

// A peer that claims to be a task must have that task's name in its certificate.
Status ServerImpl::CheckName(Peer* peer, const Hello& theirs) const {
  if (theirs.job.empty()) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(const std::string text, cluster_.TaskAddress(theirs.job, theirs.task));
  RUNNEL_ASSIGN_OR_RETURN(const Address address, Address::Parse(text));
  if (peer->PeerIs(address.host)) return OkStatus();
  return Status(Code::kUnauthenticated, StrCat("the certificate is not for ", address.host, ", where ",
                                               TaskName(theirs.job, theirs.task), " is in the cluster"));
}

Status ServerImpl::OnHello(Peer* peer, const Hello& theirs) {
  NoteAs(Severity::kDebug,
         StrCat(peer->name(), " says hello",
                theirs.job.empty() ? std::string() : StrCat(" as ", TaskName(theirs.job, theirs.task)),
                peer->is_unix() ? " over a Unix socket" : ""));
  const auto it = dialled_.find(peer);
  if (it == dialled_.end()) {
    if (is_secure()) return CheckName(peer, theirs);
    if (SameToken(theirs.token, token())) return OkStatus();
    return Status(Code::kUnauthenticated,
                  StrCat(task_name_, " wants its cluster's token, ",
                         theirs.token.empty() ? "there was none" : "another was shown"));
  }
  if (theirs.job == it->second.job && theirs.task == it->second.index) return OkStatus();
  return FailedPrecondition("expected ", TaskName(it->second.job, it->second.index), ", found ",
                            theirs.job.empty() ? "no task" : TaskName(theirs.job, theirs.task));
}

void ServerImpl::OnShared(Peer* peer, const Status& status) {
  NoteAs(Severity::kDebug,
         StrCat("large tensors to ", peer->name(),
                status.ok() ? " go through shared memory"
                            : StrCat(" do not go through shared memory: ", status.message())));
}

Status ServerImpl::OnRequest(Peer* peer, const IncomingRequest& request) {
  if (services_.Has(request.method)) return services_.Handle(peer, request);
  peer->Refuse(request.call, Unimplemented("method ", static_cast<uint32_t>(request.method),
                                           " is not known to ", task_name_));
  return OkStatus();
}

void ServerImpl::OnTensor(Peer*, uint64_t step, std::string key, Tensor tensor, bool dead,
                          Charge charge) {
  steps_.Put(step, key, std::move(tensor), dead, std::move(charge));
}

void ServerImpl::OnOffer(Peer*, uint64_t step, std::string_view key, uint64_t offer,
                         LocalRendezvous::OfferAnswer answer) {
  steps_.Offer(step, key, offer, std::move(answer));
}

void ServerImpl::OnWithdraw(uint64_t step, std::string_view key, uint64_t offer) {
  steps_.Withdraw(step, key, offer);
}

Tensor ServerImpl::TakeRoom(uint64_t step, std::string_view key) { return steps_.TakeRoom(step, key); }

void ServerImpl::OnNoRoom(uint64_t step, const Status& reason) { steps_.Abort(step, reason); }

void ServerImpl::OnClosed(Peer* peer, const Status& reason) {
  const Ref<Peer> keep = Ref<Peer>::Share(peer);
  NoteClosed(peer, reason);
  TrimSoon();
  std::set<uint64_t> pushed;
  if (const auto it = dialled_.find(peer); it != dialled_.end()) {
    pushed = std::move(it->second.pushed);
    const std::string name = TaskName(it->second.job, it->second.index);
    dialled_.erase(it);
    const auto known = peers_.find(name);
    if (known != peers_.end() && known->second.get() == peer) peers_.erase(known);
  }
  for (const uint64_t step : pushed) worker_->FailStep(step, reason);
  collectives_->OnPeerClosed(peer, reason);
  worker_->OnPeerClosed(peer, reason);
  master_->OnPeerClosed(peer, reason);
  Endpoint::OnClosed(peer, reason);
}

}  // namespace runnel::net
