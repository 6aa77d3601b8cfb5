// training: one step of the MLP of the C examples, batch 100, through a callable.
#include <limits>

#include "model.h"
#include "tools/benchmarks/bench.h"
#include "tools/common/error.h"
#include "tools/common/heap_count.h"

namespace runnel::tools {
namespace {

constexpr int64_t kBatch = 100, kPixels = 784;
constexpr int kWarmUp = 5, kSteps = 200;

class TrainingStep {
 public:
  TrainingStep(rnl_runtime_t* runtime, optimizer_kind_t optimizer) {
    Check(rnl_graph_create(runtime, Out(&graph_)));
    model_t model;
    Check(model_build(graph_.get(), MODEL_MLP, optimizer, 0.001, 1, &model));
    Check(rnl_session_create(graph_.get(), nullptr, Out(&session_)));
    Check(rnl_session_run_outputs(session_.get(), nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0,
                                  &model.initialize, 1, nullptr));
    const rnl_output_t feeds[] = {model.image, model.label};
    Check(
        rnl_session_prepare(session_.get(), feeds, 2, &model.loss, 1, &model.train, 1, Out(&callable_)));
    image_ = MakeTensor(runtime, {kBatch, kPixels});
    std::vector<int64_t> labels(kBatch);
    for (size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<int64_t>(i % 10);
    Check(rnl_tensor_from_data(runtime, RNL_INT64, 1, &kBatch, labels.data(),
                               labels.size() * sizeof(int64_t), Out(&label_)));
    for (int i = 0; i < kWarmUp; ++i) Run();
  }

  void Run() {
    rnl_tensor_t* feeds[] = {image_.get(), label_.get()};
    rnl_tensor_t* loss = nullptr;
    Check(rnl_callable_run(callable_.get(), nullptr, feeds, 2, &loss, 1, nullptr));
    rnl_tensor_release(loss);
  }

 private:
  GraphHandle graph_;
  SessionHandle session_;
  CallableHandle callable_;
  TensorHandle image_, label_;
};

}  // namespace

void BenchTraining(Report* report) {
  for (int threads : {1, 2}) {
    const RuntimeHandle runtime = RuntimeWithThreads(threads);
    for (const auto& [optimizer, name] : {std::pair{OPTIMIZER_SGD, "sgd"}, {OPTIMIZER_ADAM, "adam"}}) {
      TrainingStep step(runtime.get(), optimizer);
      std::vector<double> us;
      us.reserve(kSteps);
      const auto before = HeapAllocations();
      for (int i = 0; i < kSteps; ++i) {
        const auto start = std::chrono::steady_clock::now();
        step.Run();
        us.push_back(SecondsSince(start) * 1e6);
      }
      const auto after = HeapAllocations();
      Line line{"training", Cat("mlp_784_128_10_", name, "_step"), threads, Median(us), "us"};
      line.limit = std::numeric_limits<double>::quiet_NaN();
      line.peers = {"pytorch", "tensorflow", "ggml"};
      report->Add(line);
      if (!before) continue;
      report->Add({"training", Cat("heap_allocs_of_", kSteps, "_", name, "_steps"), threads,
                   static_cast<double>(*after - *before), "count", 0});
    }
  }
}

}  // namespace runnel::tools
