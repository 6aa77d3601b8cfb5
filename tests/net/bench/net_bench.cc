// runnel_bench_net: the network against raw TCP sockets, in turns, in one run, with one congestion
// control. What is printed are ratios; tools/bench net runs it.
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstring>

#include "tests/net/bench/ends.h"
#include "tests/net/bench/peers.h"
#include "tests/net/bench/tasks.h"

namespace runnel::net {
namespace {

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
  Pair plain(Way::kTcp), secure(Way::kTcp, key), by_unix(Way::kUnix), shared(Way::kShared);
  unlink(key.c_str());
  const auto [trip, raw_trip] =
      Compare([&] { return plain.LoopRoundTripUs(64); }, [&] { return raw.RoundTripUs(64); });
  Print("round_trip_64B", trip, "us");
  Print("thread_to_thread_round_trip_64B", plain.RoundTripUs(64), "us");
  Print("raw_round_trip_64B", raw_trip, "us");
  Print("round_trip_64B_over_raw", trip / raw_trip, "times", 1.8);
  struct Case {
    const char* name;
    const char* ratio;
    size_t bytes, count;
    double least;  // of raw
  };
  for (const Case& c :
       {Case{"rate_1KiB_coalesced", "raw_over_rate_1KiB_coalesced", 1 << 10, 100'000, 1.5},
        Case{"rate_64KiB", "raw_over_rate_64KiB", 64 << 10, 20'000, 0.8},
        Case{"rate_4MiB", "raw_over_rate_4MiB", 4 << 20, 400, 0.9}}) {
    const auto [ours, theirs] = Compare([&] { return plain.GigabytesPerSecond(c.bytes, c.count); },
                                        [&] { return raw.GigabytesPerSecond(c.bytes, c.count); });
    Print(c.name, ours, "GB/s");
    Print(c.ratio, theirs / ours, "times", 1 / c.least);
    if (c.bytes < 4 << 20) continue;
    const double grpc = GrpcGigabytesPerSecond(false, c.bytes, 200);
    if (!std::isnan(grpc)) Print("grpc_over_rate_4MiB", grpc / ours, "times", 1.0 / 5, grpc);
    // The most that any protocol over TCP can do.
    if (!std::isnan(grpc)) Print("grpc_over_raw_4MiB", grpc / theirs, "times", kNoLimit, grpc);
  }
  // Between processes of one host, as they find each other: against the quicker of gRPC's two ways.
  {
    const auto [memory, socket] = Compare([&] { return shared.GigabytesPerSecond(4 << 20, 1'000); },
                                          [&] { return by_unix.GigabytesPerSecond(4 << 20, 200); });
    Print("rate_4MiB_one_host", memory, "GB/s");
    Print("unix_socket_over_one_host_4MiB", socket / memory, "times");
    const auto [tcp, unix] = Compare([] { return GrpcGigabytesPerSecond(false, 4 << 20, 200); },
                                     [] { return GrpcGigabytesPerSecond(true, 4 << 20, 200); });
    const double grpc = std::max(tcp, unix);
    if (!std::isnan(grpc)) Print("grpc_over_one_host_4MiB", grpc / memory, "times", 1.0 / 5, grpc);
  }
  const auto [sealed, open] = Compare([&] { return secure.GigabytesPerSecond(4 << 20, 200); },
                                      [&] { return plain.GigabytesPerSecond(4 << 20, 200); });
  Print("rate_4MiB_tls", sealed, "GB/s");
  Print("plain_over_tls_4MiB", open / sealed, "times");
  Print("cipher_over_tls_4MiB", CipherGigabytesPerSecond() / sealed, "times", 1 / 0.25);
  Print("null_step_two_workers", NullStepUs(), "us", 120);
  Print("session_over_8_processes", SessionOverEightProcessesMs(), "ms", 150);
  {
    AllReduceOfFour reduce;
    const auto [ring, by_hand] =
        Compare([&] { return reduce.Seconds("ring"); }, [] { return AllReduceOfFour::RawSeconds(); });
    Print("all_reduce_16MiB_ring", ring * 1e3, "ms");
    Print("all_reduce_16MiB_halving", reduce.Seconds("halving") * 1e3, "ms");
    Print("all_reduce_16MiB_auto", reduce.Seconds("auto") * 1e3, "ms");
    Print("all_reduce_16MiB_ring_over_raw", ring / by_hand, "times", 1 / 0.9);
  }
  const Idle idle = IdleServer();
  Print("idle_server_anonymous", idle.anonymous_bytes, "bytes", 8e6);
  Print("idle_server_wakes", idle.wakes_per_second, "1/s");
  return g_all_hold ? 0 : 1;
}

}  // namespace
}  // namespace runnel::net

// `--only null_step`, `4MiB`, `unix`, `one_host`, `64KiB` or `1KiB`: that alone, for strace -f -c and
// perf to count.
int main(int argc, char** argv) {
  if (argc > 2 && std::strcmp(argv[1], "--only") == 0) {
    if (std::strcmp(argv[2], "null_step") == 0) {
      std::printf("1500 null steps, median %.1f us\n", runnel::net::NullStepUs());
    } else if (std::strcmp(argv[2], "4MiB") == 0) {
      std::printf("400 times 4 MiB, %.2f GB/s\n",
                  runnel::net::Pair(runnel::net::Way::kTcp).GigabytesPerSecond(4 << 20, 400));
    } else if (std::strcmp(argv[2], "one_host") == 0) {
      std::printf("2000 times 4 MiB, %.2f GB/s\n",
                  runnel::net::Pair(runnel::net::Way::kShared).GigabytesPerSecond(4 << 20, 2000));
    } else if (std::strcmp(argv[2], "unix") == 0) {
      std::printf("400 times 4 MiB, %.2f GB/s\n",
                  runnel::net::Pair(runnel::net::Way::kUnix).GigabytesPerSecond(4 << 20, 400));
    } else if (std::strcmp(argv[2], "64KiB") == 0) {
      std::printf("40000 times 64 KiB, %.2f GB/s\n",
                  runnel::net::Pair(runnel::net::Way::kTcp).GigabytesPerSecond(64 << 10, 40'000));
    } else if (std::strcmp(argv[2], "1KiB") == 0) {
      std::printf("200000 times 1 KiB, %.2f GB/s\n",
                  runnel::net::Pair(runnel::net::Way::kTcp).GigabytesPerSecond(1 << 10, 200'000));
    } else {
      std::fprintf(stderr, "--only null_step, 4MiB, unix, one_host, 64KiB or 1KiB\n");
      return 2;
    }
    return 0;
  }
  return runnel::net::Main(argc > 1 && std::strcmp(argv[1], "--json") == 0);
}
