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
#include <mutex>
#include <string>

#include "net/server/server.h"
#include "net/wire/frame.h"
#include "tests/fuzz/frames.h"

namespace runnel::net {
namespace {

constexpr uint64_t kMostBytes = 64 << 20;
constexpr size_t kMostMessages = 64;

// Keeps the handles and sessions that the server gives, so that later requests can name them.
class FuzzPeer final : public Peer {
 public:
  void Call(Method, Body, ReplyDone done) override {
    done(Unavailable("the peer answers nothing"), Body());
  }
  void Tell(Method, Body) override {}
  void Reply(uint64_t call, Body body) override {
    const std::lock_guard lock(mutex_);
    if (!EncodeBody(body).ok()) std::abort();
    if (body.handle != 0) handle_ = body.handle;
    if (body.session != 0) session_ = body.session;
    last_ = std::max(last_, call);
    changed_.notify_all();
  }
  void Push(uint64_t, std::string, Tensor, bool) override {}
  bool closed() const override { return false; }
  const std::string& name() const override { return name_; }

  // Some requests are answered later; a step may not be at all. That this gives up does no harm.
  void Await(uint64_t call) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(200), [&] { return last_ >= call; });
  }
  // 1 stands for what this peer was given last.
  void Fill(Body* body) {
    const std::lock_guard lock(mutex_);
    if (body->handle == 1) body->handle = handle_;
    if (body->session == 1) body->session = session_;
  }

 private:
  const std::string name_ = "the fuzzer";
  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
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
    RUNNEL_ASSIGN_OR_RETURN(Body body, DecodeBody(message.body));
    peer->Fill(&body);
    if (header.kind == FrameKind::kHello) {
      server->RunOnLoop([&] { (void)server->OnHello(peer.get(), body); });
    } else if (header.kind == FrameKind::kRequest) {
      const auto method = static_cast<Method>(header.method);
      // A session's deadline is how long the peer is willing to wait, and nothing is sent a megabyte.
      if (method == Method::kCreateSession) body.timeout_ms = 100;
      ++call;
      server->RunOnLoop([&] { server->OnRequest(peer.get(), method, call, std::move(body)); });
      if (method == Method::kRegisterGraph || method == Method::kCreateSession) peer->Await(call);
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
