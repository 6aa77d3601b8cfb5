// What a peer may say to a server: hellos, and every request of workers, masters and groups, graphs and
// tensors among them, in any order and with anything in them.
//
// Input: frames, whose checksums are made right first. They come from one peer, which then goes away.
// The server lives on, so an input must not leave behind what harms those after it. Its runtime has no
// device that computes and little memory.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "net/server/server.h"
#include "net/wire/all_messages.h"
#include "net/wire/frame.h"
#include "tests/fuzz/frames.h"

namespace runnel::net {
namespace {

constexpr uint64_t kMostBytes = 64 << 20;
constexpr size_t kMostMessages = 64;

// Keeps the handles and sessions that the server gives, so that later requests can name them.
class FuzzPeer final : public Peer {
 public:
  void Push(uint64_t, std::string, Tensor, bool) override {}
  bool closed() const override { return false; }
  const std::string& name() const override { return name_; }

  // Some requests are answered later; a step may not be at all. That this gives up does no harm.
  void Await(uint64_t call) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(200), [&] { return last_ >= call; });
  }
  void NoteAsked(uint64_t call, Method method) {
    const std::lock_guard lock(mutex_);
    asked_[call] = method;
  }
  // 1 stands for what this peer was given last.
  template <typename R>
  void Fill(R* request) {
    const std::lock_guard lock(mutex_);
    if constexpr (requires { request->graph_handle; }) {
      if (request->graph_handle == 1) request->graph_handle = handle_;
    }
    if constexpr (requires { request->session; }) {
      if (request->session == 1) request->session = session_;
    }
  }

 protected:
  void Send(Method, OutgoingMessage&, std::shared_ptr<ReplyWaiter> waiter) override {
    if (waiter) waiter->OnFailure(Unavailable("the peer answers nothing"));
  }
  void SendReply(uint64_t call, OutgoingMessage& reply) override {
    const auto bytes = reply.Encode();
    if (!bytes.ok()) std::abort();
    const std::lock_guard lock(mutex_);
    if (asked_[call] == Method::kRegisterGraph) {
      handle_ = Decode<RegisterGraphReply>(*bytes)->graph_handle;
    } else if (asked_[call] == Method::kCreateSession) {
      session_ = Decode<CreateSessionReply>(*bytes)->session;
    }
    Answered(call);
  }
  void SendFailure(uint64_t call, const Status& status) override {
    if (status.ok()) std::abort();
    const std::lock_guard lock(mutex_);
    Answered(call);
  }

 private:
  void Answered(uint64_t call) {
    last_ = std::max(last_, call);
    changed_.notify_all();
  }

  const std::string name_ = "the fuzzer";
  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::map<uint64_t, Method> asked_;  // by call
  uint64_t last_ = 0, handle_ = 0, session_ = 0;
};

struct World {
  Ref<Runtime> runtime;
  Ref<Server> server;

  World() {
    RuntimeOptions options;
    options.num_threads = 2;
    options.memory_limit_bytes = kMostBytes;
    options.load_default_plugins = false;
    options.plugins = {RUNNEL_NULL_PLUGIN};
    options.min_severity = Severity::kError;
    auto made = Runtime::Create(options);
    if (!made.ok()) std::abort();
    runtime = *made;
    ClusterSpec cluster;
    ServerOptions server_options;
    if (!cluster.AddTask("a", 0, "127.0.0.1:0").ok()) std::abort();
    server_options.cluster = *cluster.ToMessage();
    server_options.job = "a";
    server_options.token = "fuzz";
    auto started = ServerImpl::Start(ThisCore(), runtime, server_options);
    if (!started.ok()) std::abort();
    server = *started;
  }
};

// What does not decode goes as it is.
void Ask(ServerImpl* server, FuzzPeer* peer, Method method, uint64_t call, std::string_view body) {
  peer->NoteAsked(call, method);
  IncomingRequest request{method, call, body, nullptr};
  const auto serve = [&] {
    server->RunOnLoop([&] {
      if (!server->OnRequest(peer, request).ok()) std::abort();
    });
  };
  bool decoded = false;
  AllRequests::ForEach([&]<typename R>() {
    if (R::kMethod != method) return;
    auto typed = Decode<R>(body);
    if (!typed.ok()) return;
    decoded = true;
    peer->Fill(&*typed);
    // A session's deadline is how long the peer is willing to wait, and nothing is sent a megabyte.
    if constexpr (std::is_same_v<R, CreateSessionRequest>) typed->timeout_ms = 100;
    request.message = &*typed;
    serve();
  });
  if (!decoded) serve();
  if (method == Method::kRegisterGraph || method == Method::kCreateSession) peer->Await(call);
}

void Serve(const uint8_t* bytes, size_t size_bytes) {
  static World* const world = new World;
  auto* const server = static_cast<ServerImpl*>(world->server.get());
  std::string stream(reinterpret_cast<const char*>(bytes), size_bytes);
  FixChecksums(&stream);
  FrameLimits limits;
  limits.max_message_bytes = limits.max_body_bytes = 1 << 20;
  FrameReader reader(world->runtime->allocator(), limits);
  const Ref<FuzzPeer> peer = MakeRef<FuzzPeer>();
  uint64_t call = 0;
  size_t messages = 0;
  const auto on_message = [&](Message message) -> Status {
    if (++messages > kMostMessages) return Cancelled("enough");
    const FrameHeader& header = message.header;
    if (header.kind == FrameKind::kTensor) {
      server->RunOnLoop([&] {
        server->OnTensor(peer.get(), header.step, header.key, std::move(message.tensor), header.dead,
                         {});
      });
      return OkStatus();
    }
    if (header.kind == FrameKind::kOffer) {
      server->RunOnLoop([&] {
        server->OnOffer(peer.get(), header.step, header.key, messages, [](bool) {});
        if (header.dead) server->OnWithdraw(header.step, header.key, messages);
      });
      return OkStatus();
    }
    if (header.kind == FrameKind::kHello) {
      RUNNEL_ASSIGN_OR_RETURN(const Hello hello, Decode<Hello>(message.body));
      server->RunOnLoop([&] { (void)server->OnHello(peer.get(), hello); });
    } else if (header.kind == FrameKind::kRequest) {
      Ask(server, peer.get(), static_cast<Method>(header.method), ++call, message.body);
    }
    return OkStatus();
  };
  for (size_t at = 0; at < stream.size();) {
    const std::span<char> space = reader.Space();
    const size_t n = std::min(space.size(), stream.size() - at);
    std::memcpy(space.data(), stream.data() + at, n);
    at += n;
    if (!reader.Filled(n, on_message).ok()) break;
  }
  server->RunOnLoop([&] { server->OnClosed(peer.get(), Unavailable("the fuzzer has gone")); });
  server->steps().EndAll(Cancelled("the next input"));
}

}  // namespace
}  // namespace runnel::net

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size_bytes) {
  runnel::net::Serve(bytes, size_bytes);
  return 0;
}
