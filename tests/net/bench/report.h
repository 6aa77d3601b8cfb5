// Lines of tools/bench net.
#ifndef RUNNEL_TESTS_NET_BENCH_REPORT_H_
#define RUNNEL_TESTS_NET_BENCH_REPORT_H_

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

namespace runnel::net {

using Clock = std::chrono::steady_clock;
inline double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

inline double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// In turns, five times; of each the median.
template <typename Ours, typename Theirs>
std::pair<double, double> Compare(Ours ours, Theirs theirs) {
  std::vector<double> a, b;
  for (int i = 0; i < 5; ++i) {
    a.push_back(ours());
    b.push_back(theirs());
  }
  return {Median(a), Median(b)};
}

inline constexpr double kNoLimit = std::numeric_limits<double>::quiet_NaN();
inline bool g_json = false, g_all_hold = true;

// `grpc`: what gRPC has in the same run; NaN: it was not measured.
inline void Print(const char* name, double value, const char* unit, double limit = kNoLimit,
                  double grpc = kNoLimit) {
  const bool holds = std::isnan(limit) || value <= limit;
  g_all_hold &= holds;
  if (g_json) {
    char peer[32] = "\"not_measured\"", most[32] = "null", ratio[32] = "null";
    if (!std::isnan(grpc)) std::snprintf(peer, sizeof(peer), "%.6g", grpc);
    if (!std::isnan(limit)) std::snprintf(most, sizeof(most), "%.6g", limit);
    if (!std::isnan(limit)) std::snprintf(ratio, sizeof(ratio), "%.4f", value / limit);
    std::printf(
        "{\"section\":\"net\",\"name\":\"%s\",\"threads\":2,\"value\":%.6g,\"unit\":\"%s\",\"limit\":%s,"
        "\"peers\":{\"grpc\":%s},\"ratio\":%s,\"holds\":%s}\n",
        name, value, unit, most, peer, ratio, holds ? "true" : "false");
  } else {
    std::printf("net        %-38s %12.5g %-9s", name, value, unit);
    if (!std::isnan(limit)) std::printf(" limit %8.4g  ratio %6.3f", limit, value / limit);
    if (!std::isnan(grpc)) std::printf(" grpc %8.4g", grpc);
    std::puts(holds ? "" : "  DOES NOT HOLD");
  }
  std::fflush(stdout);
}

}  // namespace runnel::net

#endif  // RUNNEL_TESTS_NET_BENCH_REPORT_H_
