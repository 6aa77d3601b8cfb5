// models: a step of training of the example models, at the sizes at which peers are measured (peers.py).
#include "models/models.hpp"

#include <atomic>
#include <limits>
#include <thread>

#include "model.h"
#include "tools/benchmarks/bench.h"

namespace runnel::tools {
namespace {

constexpr int kWarmUp = 3;
constexpr double kSeconds = 1.5;  // for each model

// Nanoseconds from one thread to another and back, by a number in memory. Virtual machines move cores
// about, and where two are far apart steps of many small kernels gain little from the second: without
// this line nobody could tell.
double CoreRoundTripNs() {
  constexpr int kTrips = 200'000;
  alignas(64) std::atomic<int> turn{0};
  std::thread other([&] {
    for (int i = 0; i < kTrips; ++i) {
      while (turn.load(std::memory_order_acquire) != 2 * i + 1) {
      }
      turn.store(2 * i + 2, std::memory_order_release);
    }
  });
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kTrips; ++i) {
    turn.store(2 * i + 1, std::memory_order_release);
    while (turn.load(std::memory_order_acquire) != 2 * i + 2) {
    }
  }
  const double seconds = SecondsSince(start);
  other.join();
  return seconds / kTrips * 1e9;
}

// The median of a step's microseconds.
double StepMicros(const ::runnel::Runtime& runtime, const models::Graph& graph,
                  const models::Model& model) {
  const ::runnel::Session session = ::runnel::Session::Create(graph);
  session.Do(graph.Initializer());
  const ::runnel::Output fetches[] = {model.loss};
  const ::runnel::Node targets[] = {model.step};
  const ::runnel::Callable train = session.Prepare(model.inputs, fetches, targets);
  const auto batch = model.batch(runtime, 0);
  for (int i = 0; i < kWarmUp; ++i) train(batch);
  std::vector<double> us;
  const auto begin = std::chrono::steady_clock::now();
  do {
    const auto start = std::chrono::steady_clock::now();
    train(batch);
    us.push_back(SecondsSince(start) * 1e6);
  } while (SecondsSince(begin) < kSeconds);
  return Median(us);
}

}  // namespace

void BenchModels(Report* report) {
  for (const int threads : {1, 2}) {
    const auto add = [&](std::string name, double us) {
      Line line{"models", std::move(name), threads, us, "us"};
      line.limit = std::numeric_limits<double>::quiet_NaN();
      line.peers = {"pytorch"};
      report->Add(line);
    };
    if (threads == 2) {
      report->Add({.section = "models",
                   .name = "core_to_core_round_trip",
                   .threads = 2,
                   .value = CoreRoundTripNs(),
                   .unit = "ns",
                   .limit = std::numeric_limits<double>::quiet_NaN()});
    }
    const ::runnel::Runtime runtime = ::runnel::Runtime::Create({.threads = threads});
    {
      const auto graph = models::Graph::Create(runtime);
      add("lenet_b64_momentum_step", StepMicros(runtime, graph, models::LeNet(graph, 64)));
    }
    {
      const auto graph = models::Graph::Create(runtime);
      add("char_lstm_h128_t50_b32_adam_step",
          StepMicros(runtime, graph, models::CharLstm(graph, 32, 50, 128)));
    }
  }
}

}  // namespace runnel::tools
