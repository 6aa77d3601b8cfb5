// runnel_bench_net: the network against raw TCP sockets, in turns, in one run, with one congestion
// control. What is printed are ratios; tools/bench net runs it.
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <thread>

#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

using Clock = std::chrono::steady_clock;
double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

bool g_json = false, g_all_hold = true;

void Print(const char* name, double value, const char* unit, double limit) {
  const bool holds = std::isnan(limit) || value <= limit;
  g_all_hold &= holds;
  if (g_json) {
    std::printf("{\"section\":\"net\",\"name\":\"%s\",\"threads\":2,\"value\":%.6g,\"unit\":\"%s\",",
                name, value, unit);
    if (std::isnan(limit)) {
      std::printf(
          "\"limit\":null,\"peers\":{\"grpc\":\"not_measured\"},\"ratio\":null,\"holds\":true}\n");
    } else {
      std::printf("\"limit\":%.6g,\"peers\":{\"grpc\":\"not_measured\"},\"ratio\":%.4f,\"holds\":%s}\n",
                  limit, value / limit, holds ? "true" : "false");
    }
  } else {
    std::printf("net        %-38s %12.5g %-9s", name, value, unit);
    if (!std::isnan(limit)) std::printf(" limit %8.4g  ratio %6.3f", limit, value / limit);
    std::puts(holds ? "" : "  DOES NOT HOLD");
  }
  std::fflush(stdout);
}

// One end: counts bytes, or sends back what comes.
class End final : public Endpoint {
 public:
  End(const Ref<Runtime>& runtime, std::shared_ptr<SecurityContext> security)
      : Endpoint(ThisCore(), runtime, Body(), {500, 60'000}, std::move(security)) {}
  Status OnHello(Peer*, const Body&) override { return OkStatus(); }
  void OnRequest(Peer* peer, Method, uint64_t call, Body) override { peer->Reply(call, Body()); }
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

// Two ends and a connection between them.
struct Pair {
  Ref<Runtime> runtime = NewRuntime();
  std::unique_ptr<End> server, client;
  Ref<Connection> connection;

  explicit Pair(const std::string& key_file) {
    SecurityOptions options;
    options.key_file = key_file;
    const auto security = *SecurityContext::Make(options);
    server = std::make_unique<End>(runtime, security);
    client = std::make_unique<End>(runtime, security);
    const auto [fd, port] = ListenAnywhere();
    if (!server->StartLoop().ok() || !client->StartLoop().ok()) std::abort();
    server->RunOnLoop([&, fd = fd] {
      if (!server->Listen(fd).ok()) std::abort();
    });
    client->RunOnLoop([&, port = port] {
      connection = client->Dial("server", Address{"127.0.0.1", port});
    });
  }
  ~Pair() {
    client->Shutdown();
    server->Shutdown();
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

// A step that does nothing on each of two workers.
class NullStep final : public NetTest {
 public:
  void TestBody() override {}
  double MedianUs() {
    SetUp();
    MakeCluster({{"worker", 0}, {"worker", 1}});
    StartServer("worker", 1);
    Node* const one = b().AddNode({"one", "NoOp", {}, {}, {}, "/job:worker/task:0"});
    Node* const two = b().AddNode({"two", "NoOp", {}, {}, {}, "/job:worker/task:1"});
    Open(StartServer("worker", 0));
    std::vector<double> times;
    std::vector<Tensor> got;
    for (int i = 0; i < 1500; ++i) {
      const auto start = Clock::now();
      if (!Run({{}, {}, {one, two}}, {}, &got).ok()) std::abort();
      if (i >= 100) times.push_back(SecondsSince(start) * 1e6);
    }
    TearDown();
    return Median(times);
  }
};

// A session whose master asks eight tasks, each in a process of its own, what they have.
class ManyTasks final : public NetTest {
 public:
  void TestBody() override {}
  double MedianMs() {
    SetUp();
    MakeCluster({{"worker", 0},
                 {"worker", 1},
                 {"worker", 2},
                 {"worker", 3},
                 {"worker", 4},
                 {"worker", 5},
                 {"worker", 6},
                 {"worker", 7}});
    const std::string spec = cluster_.ToText();
    std::vector<pid_t> children;
    for (int i = 0; i < 8; ++i) {
      const int fd = listeners_.at(TaskName("worker", i));
      const std::string task = std::to_string(i);
      const pid_t child = fork();
      if (child == 0) {
        dup2(fd, 3);
        if (fd == 3) fcntl(3, F_SETFD, 0);
        const int quiet = open("/dev/null", O_WRONLY);
        dup2(quiet, 1);
        setenv("RUNNEL_CLUSTER_TOKEN", kToken, 1);
        alarm(120);
        execl(RUNNEL_PROGRAM, RUNNEL_PROGRAM, "worker", "--cluster", spec.c_str(), "--job", "worker",
              "--task", task.c_str(), "--listen-fd", "3", "--threads", "1", static_cast<char*>(nullptr));
        _exit(127);
      }
      children.push_back(child);
    }
    const std::string target = StrCat("runnel://", *cluster_.TaskAddress("worker", 0));
    (void)b().AddNode({"one", "NoOp", {}, {}, {}, "/job:worker/task:0"});
    std::vector<double> times;
    for (int i = 0; i < 11; ++i) {
      const auto start = Clock::now();
      auto session = Connect(target);
      if (!session.ok()) std::abort();
      if (i > 0) times.push_back(SecondsSince(start) * 1e3);  // the first waits until all serve
    }
    for (const pid_t child : children) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
    for (const auto& [name, fd] : listeners_) close(fd);
    listeners_.clear();
    TearDown();
    return Median(times);
  }
};

int Main(bool json) {
  g_json = json;
  Raw raw;
  char control[32] = "?";
  socklen_t size = sizeof(control);
  getsockopt(raw.near, IPPROTO_TCP, TCP_CONGESTION, control, &size);
  std::fprintf(stderr, "congestion control: %s\n", control);
  const std::string key = StrCat("/tmp/runnel_bench_key_", getpid());
  FILE* const file = std::fopen(key.c_str(), "w");
  fchmod(fileno(file), 0600);
  std::fputs(std::string(64, '5').c_str(), file);
  std::fclose(file);
  Pair plain(""), secure(key);
  unlink(key.c_str());
  const double none = std::nan("");
  // In turns, three times; of each the median.
  const auto compare = [&](auto ours, auto theirs) {
    std::vector<double> a, b;
    for (int i = 0; i < 3; ++i) {
      a.push_back(ours());
      b.push_back(theirs());
    }
    return std::pair(Median(a), Median(b));
  };
  const auto [trip, raw_trip] =
      compare([&] { return plain.LoopRoundTripUs(64); }, [&] { return raw.RoundTripUs(64); });
  Print("round_trip_64B", trip, "us", none);
  Print("thread_to_thread_round_trip_64B", plain.RoundTripUs(64), "us", none);
  Print("raw_round_trip_64B", raw_trip, "us", none);
  Print("round_trip_64B_over_raw", trip / raw_trip, "times", 1.8);
  struct Case {
    const char* name;
    const char* ratio;
    size_t bytes, count;
    double least;  // of raw
  };
  for (const Case& c :
       {Case{"rate_1KiB_coalesced", "raw_over_rate_1KiB_coalesced", 1 << 10, 40'000, 1.5},
        Case{"rate_64KiB", "raw_over_rate_64KiB", 64 << 10, 4'000, 0.8},
        Case{"rate_4MiB", "raw_over_rate_4MiB", 4 << 20, 100, 0.9}}) {
    const auto [ours, theirs] = compare([&] { return plain.GigabytesPerSecond(c.bytes, c.count); },
                                        [&] { return raw.GigabytesPerSecond(c.bytes, c.count); });
    Print(c.name, ours, "GB/s", none);
    Print(c.ratio, theirs / ours, "times", 1 / c.least);
  }
  const auto [sealed, open] = compare([&] { return secure.GigabytesPerSecond(4 << 20, 50); },
                                      [&] { return plain.GigabytesPerSecond(4 << 20, 50); });
  Print("rate_4MiB_tls", sealed, "GB/s", none);
  Print("plain_over_tls_4MiB", open / sealed, "times", none);
  Print("null_step_two_workers", NullStep().MedianUs(), "us", 120);
  Print("session_over_8_processes", ManyTasks().MedianMs(), "ms", 150);
  return g_all_hold ? 0 : 1;
}

}  // namespace
}  // namespace runnel::net

// `--only null_step`, `4MiB` or `1KiB`: that alone, for strace -f -c and perf to count.
int main(int argc, char** argv) {
  if (argc > 2 && std::strcmp(argv[1], "--only") == 0) {
    if (std::strcmp(argv[2], "null_step") == 0) {
      std::printf("1500 null steps, median %.1f us\n", runnel::net::NullStep().MedianUs());
    } else if (std::strcmp(argv[2], "4MiB") == 0) {
      std::printf("400 times 4 MiB, %.2f GB/s\n",
                  runnel::net::Pair("").GigabytesPerSecond(4 << 20, 400));
    } else if (std::strcmp(argv[2], "1KiB") == 0) {
      std::printf("200000 times 1 KiB, %.2f GB/s\n",
                  runnel::net::Pair("").GigabytesPerSecond(1 << 10, 200'000));
    } else {
      std::fprintf(stderr, "--only null_step, 4MiB or 1KiB\n");
      return 2;
    }
    return 0;
  }
  return runnel::net::Main(argc > 1 && std::strcmp(argv[1], "--json") == 0);
}
