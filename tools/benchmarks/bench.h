// What the sections of the benchmark share: lines of results, medians, and small graphs.
//
// What is compared is measured in one run, in turns, and a result is a median: machines are noisy,
// ratios less so.
#ifndef RUNNEL_TOOLS_BENCHMARKS_BENCH_H_
#define RUNNEL_TOOLS_BENCHMARKS_BENCH_H_

#include <chrono>
#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tools/common/handle.h"

namespace runnel::tools {

// A program of others that does the same, and its value in this run; NaN: not measured here.
struct Peer {
  Peer(const char* n, double v = std::numeric_limits<double>::quiet_NaN())  // NOLINT: a name is one
      : name(n), value(v) {}
  std::string_view name;
  double value;
};

struct Line {
  std::string_view section;
  std::string name;
  int threads = 1;
  double value = 0;
  std::string_view unit;
  double limit = 0;  // the most that `value` may be; NaN: none
  std::vector<Peer> peers = {};
  bool at_least = false;  // the limit is the least instead
  double share = 0;       // of the limit, the most that the machine can do, that `value` should reach
};

// Prints a line, as JSON or for people; ratio is value / limit. Remembers limits that do not hold.
class Report {
 public:
  Report(bool json, bool trial, std::string only = {})
      : json_(json), trial_(trial), only_(std::move(only)) {}
  void Add(const Line& line);
  bool all_hold() const { return all_hold_; }
  // The least of everything, on simulated devices too: whether it runs, not how fast.
  bool trial() const { return trial_; }
  // Whether a line is asked for. Only sections whose lines take long ask.
  bool Wants(std::string_view name) const { return name.find(only_) != std::string_view::npos; }

 private:
  const bool json_, trial_;
  const std::string only_;  // a part of the names of lines
  bool all_hold_ = true;
};

void BenchExecutor(Report* report);
void BenchBindings(Report* report);
void BenchCancel(Report* report);
void BenchStartup(Report* report);
void BenchConv(Report* report);
void BenchDevices(Report* report);
void BenchEager(Report* report);
void BenchFusion(Report* report);
void BenchGemm(Report* report);
void BenchGpu(Report* report);
void BenchInference(Report* report);
void BenchLearn(Report* report);
void BenchMemory(Report* report);
void BenchModels(Report* report);
void BenchTraining(Report* report);
void BenchVulkan(Report* report);

double Median(std::vector<double> values);

inline double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

RuntimeHandle RuntimeWithThreads(int threads);
// With a plugin of ours that is optional; empty where it is not built.
RuntimeHandle RuntimeWithPlugin(int threads, std::string_view plugin);

// Building graphs; throws Error.
rnl_output_t AddPlaceholder(rnl_graph_t* graph, std::string_view name,
                            std::initializer_list<int64_t> dims);
rnl_output_t AddScalar(rnl_graph_t* graph, double value);
rnl_output_t AddOp(rnl_graph_t* graph, std::string_view op, std::initializer_list<rnl_output_t> inputs);
// Floats, each 1 / (1 + i % 17).
TensorHandle MakeTensor(rnl_runtime_t* runtime, std::initializer_list<int64_t> dims);

// What planning may do: the general path, node by node; regions and packed weights
// too; element-wise fusion as well.
enum class Passes { kNone, kRegions, kFused };

// A session over a graph with one feed and one fetch, prepared.
class Prepared {
 public:
  Prepared(rnl_graph_t* graph, rnl_output_t feed, rnl_output_t fetch, TensorHandle value, Passes passes);

  void Run(rnl_metadata_t* metadata = nullptr);
  // Median and mean seconds of a run, over at least `seconds` of them. The median is what the code
  // needs; the mean also has what others took from it.
  double MedianSeconds(double seconds);
  double MeanSeconds(double seconds);

 private:
  SessionHandle session_;
  CallableHandle callable_;
  TensorHandle value_;
};

// Median seconds of a call, over at least `seconds` of them.
double MedianSecondsOf(const std::function<void()>& call, double seconds);

// The most that this machine can do: f32 multiply-adds in registers, on `threads` threads, in GFLOP/s.
double PeakGflops(int threads);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_BENCHMARKS_BENCH_H_
