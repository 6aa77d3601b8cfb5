// models: a step of training of the example models, at the sizes at which peers are measured (peers.py).
#include "models/models.hpp"

#include <limits>

#include "model.h"
#include "tools/benchmarks/bench.h"

namespace runnel::tools {
namespace {

constexpr int kWarmUp = 3;
constexpr double kSeconds = 1.5;  // for each model

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
