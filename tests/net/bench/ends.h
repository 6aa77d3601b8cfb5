// Two ends of a connection, and of two raw TCP sockets.
#ifndef RUNNEL_TESTS_NET_BENCH_ENDS_H_
#define RUNNEL_TESTS_NET_BENCH_ENDS_H_

#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <condition_variable>
#include <cstring>
#include <thread>

#include "net/link/unix_socket.h"
#include "net/wire/worker_messages.h"
#include "tests/net/bench/report.h"
#include "tests/net/net_test.h"

namespace runnel::net {

// One end: counts bytes, or sends back what comes.
class End final : public Endpoint {
 public:
  End(const Ref<Runtime>& runtime, const LinkOptions& options, std::shared_ptr<SecurityContext> security)
      : Endpoint(ThisCore(), runtime, Hello(), options, std::move(security)) {}
  Status OnHello(Peer*, const Hello&) override { return OkStatus(); }
  Status OnRequest(Peer* peer, const IncomingRequest& request) override {
    peer->Reply(request.call, PingReply());
    return OkStatus();
  }
  void OnTensor(Peer* peer, uint64_t, std::string, Tensor tensor, bool, Charge) override {
    if (echoes) return peer->Push(1, "e0", std::move(tensor), false);
    // From loop to loop: what comes back is sent again at once.
    if (trips_left > 0) {
      const auto now = Clock::now();
      trips.push_back(std::chrono::duration<double>(now - sent).count() * 1e6);
      sent = now;
      if (--trips_left > 0) return peer->Push(1, "e0", std::move(tensor), false);
    }
    const std::lock_guard lock(mutex);
    // Who waits for many is not woken for each: the raw sockets' reader is not either.
    if (++received >= awaited) changed.notify_all();
  }
  void OnClosed(Peer* peer, const Status& reason) override {
    if (reason.code() != Code::kUnavailable) {
      std::fprintf(stderr, "%s\n", reason.ToString().c_str());
      std::abort();
    }
    Endpoint::OnClosed(peer, reason);
  }
  void Await(size_t count) {
    std::unique_lock lock(mutex);
    awaited = count;
    changed.wait(lock, [&] { return received >= count; });
    received = 0;
  }

  bool echoes = false;
  int trips_left = 0;  // loop's thread, and these
  Clock::time_point sent;
  std::vector<double> trips;
  std::mutex mutex;
  std::condition_variable changed;
  size_t received = 0, awaited = 0;
};

enum class Way { kTcp, kUnix, kShared };

// Two ends and a connection between them.
struct Pair {
  Ref<Runtime> runtime = NewRuntime();
  std::unique_ptr<End> server, client;
  Ref<Connection> connection;

  std::string unix_path;

  explicit Pair(Way way, const std::string& key_file = "") {
    SecurityOptions options;
    options.key_file = key_file;
    const auto security = *SecurityContext::Make(options);
    LinkOptions link{.dead_ms = 60'000};
    link.shared_memory = way == Way::kShared;
    server = std::make_unique<End>(runtime, link, security);
    client = std::make_unique<End>(runtime, link, security);
    const auto [fd, port] = ListenAnywhere();
    if (!server->StartLoop().ok() || !client->StartLoop().ok()) std::abort();
    server->RunOnLoop([&, fd = fd, port = port] {
      if (!server->Listen(fd).ok()) std::abort();
      if (way == Way::kTcp) return;
      unix_path = UnixPathOf({"127.0.0.1", port});
      const auto listener = ListenAtUnixPath(unix_path);
      if (!listener.ok() || !server->ListenUnix(*listener).ok()) std::abort();
    });
    client->RunOnLoop([&, port = port] {
      connection = client->Dial("server", Address{"127.0.0.1", port});
    });
  }
  ~Pair() {
    client->Shutdown();
    server->Shutdown();
    if (!unix_path.empty()) unlink(unix_path.c_str());
  }
  double RoundTripUs(size_t bytes) {
    server->echoes = true;
    const Tensor tensor =
        *Tensor::Allocate(SystemAllocator(), DType::kUInt8, Shape({static_cast<int64_t>(bytes)}));
    std::vector<double> times;
    for (int i = 0; i < 3000; ++i) {
      const auto start = Clock::now();
      connection->Push(1, "e0", tensor, false);
      client->Await(1);
      times.push_back(SecondsSince(start) * 1e6);
    }
    server->echoes = false;
    return Median(times);
  }
  // The same between the loops' threads alone.
  double LoopRoundTripUs(size_t bytes) {
    server->echoes = true;
    const Tensor tensor =
        *Tensor::Allocate(SystemAllocator(), DType::kUInt8, Shape({static_cast<int64_t>(bytes)}));
    client->RunOnLoop([&] {
      client->trips_left = 3000;
      client->trips.clear();
      client->sent = Clock::now();
      connection->Push(1, "e0", tensor, false);
    });
    client->Await(1);
    server->echoes = false;
    return Median(client->trips);
  }
  double GigabytesPerSecond(size_t bytes, size_t count) {
    const Tensor tensor =
        *Tensor::Allocate(SystemAllocator(), DType::kUInt8, Shape({static_cast<int64_t>(bytes)}));
    std::memset(tensor.buffer()->data(), 1, bytes);
    const auto start = Clock::now();
    for (size_t i = 0; i < count; ++i) connection->Push(1, "e0", tensor, false);
    server->Await(count);
    return static_cast<double>(bytes * count) / SecondsSince(start) * 1e-9;
  }
};

// The same with two blocking sockets.
struct Raw {
  int near = -1, far = -1;
  Raw() {
    const auto [listener, port] = ListenAnywhere();
    near = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(port));
    if (connect(near, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) std::abort();
    far = accept(listener, nullptr, nullptr);
    close(listener);
    const int on = 1;
    for (const int fd : {near, far}) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  }
  ~Raw() {
    close(near);
    close(far);
  }
  static void ReadAll(int fd, char* to, size_t bytes) {
    for (size_t n = 0; n < bytes;) {
      const ssize_t got = read(fd, to + n, bytes - n);
      if (got <= 0) std::abort();
      n += static_cast<size_t>(got);
    }
  }
  static void WriteAll(int fd, const char* from, size_t bytes) {
    for (size_t n = 0; n < bytes;) {
      const ssize_t put = write(fd, from + n, bytes - n);
      if (put <= 0) std::abort();
      n += static_cast<size_t>(put);
    }
  }
  double RoundTripUs(size_t bytes) const {
    constexpr int kTimes = 3000;
    std::thread echo([&] {
      std::vector<char> buffer(bytes);
      for (int i = 0; i < kTimes; ++i) {
        ReadAll(far, buffer.data(), bytes);
        WriteAll(far, buffer.data(), bytes);
      }
    });
    std::vector<char> buffer(bytes);
    std::vector<double> times;
    for (int i = 0; i < kTimes; ++i) {
      const auto start = Clock::now();
      WriteAll(near, buffer.data(), bytes);
      ReadAll(near, buffer.data(), bytes);
      times.push_back(SecondsSince(start) * 1e6);
    }
    echo.join();
    return Median(times);
  }
  double GigabytesPerSecond(size_t bytes, size_t count) const {
    std::vector<char> from(bytes, 1), to(bytes);
    const auto start = Clock::now();
    std::thread reader([&] {
      for (size_t i = 0; i < count; ++i) ReadAll(far, to.data(), bytes);
    });
    for (size_t i = 0; i < count; ++i) WriteAll(near, from.data(), bytes);
    reader.join();
    return static_cast<double>(bytes * count) / SecondsSince(start) * 1e-9;
  }
};

}  // namespace runnel::net

#endif  // RUNNEL_TESTS_NET_BENCH_ENDS_H_
