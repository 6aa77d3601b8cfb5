// learn: a step of fit over the same step as a callable, whose feeds are batches made beforehand (in
// order) or are copied from rows in a random order, as a program without fit would do it. A model of
// layers, batch 100. And a step of a trainer, with hooks that see each step, over the same callable. All
// in turns.
#include <runnel/runnel_learn.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tools/benchmarks/bench.h"
#include "tools/common/error.h"

namespace runnel::tools {
namespace {

constexpr int64_t kBatch = 100, kBatches = 50, kRows = kBatch * kBatches, kPixels = 784;
constexpr int kRounds = 15;
constexpr double kMostRatio = 1.03, kMoreUs = 5;

using ModelHandle = Handle<rnl_learn_model_t, rnl_learn_model_release>;
using HistoryHandle = Handle<rnl_learn_history_t, rnl_learn_history_release>;

rnl_output_t Output(rnl_graph_t* graph, std::string_view name) {
  rnl_output_t output;
  Check(rnl_graph_find_output(graph, Str(name), &output));
  return output;
}

TensorHandle Labels(rnl_runtime_t* runtime, int64_t rows) {
  std::vector<int64_t> labels(static_cast<size_t>(rows));
  for (size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<int64_t>(i % 10);
  TensorHandle tensor;
  Check(rnl_tensor_from_data(runtime, RNL_INT64, 1, &rows, labels.data(),
                             labels.size() * sizeof(int64_t), Out(&tensor)));
  return tensor;
}

class Fitted {
 public:
  explicit Fitted(rnl_runtime_t* runtime)
      : images_(MakeTensor(runtime, {kRows, kPixels})),
        labels_(Labels(runtime, kRows)),
        label_(Labels(runtime, kBatch)) {
    for (int64_t i = 0; i < kBatches; ++i) batches_.push_back(MakeTensor(runtime, {kBatch, kPixels}));
    Check(rnl_learn_model_create(runtime, Str("seed=1"), Out(&model_)));
    for (const char* layer :
         {"Input([784], name=image)", "Dense(128, activation=relu)", "Dense(10, activation=softmax)"}) {
      Check(rnl_learn_model_add(model_.get(), Str(layer)));
    }
    Check(rnl_learn_model_compile(model_.get(), Str("Adam(0.001)"), Str("SparseCategoricalCrossentropy"),
                                  Str(""), nullptr, 0));
    GraphHandle graph;
    Check(rnl_learn_model_graph(model_.get(), Out(&graph)));
    Check(rnl_learn_model_session(model_.get(), Out(&session_)));
    const rnl_output_t feeds[] = {Output(graph.get(), "image"), Output(graph.get(), "target_0")};
    rnl_node_t train;
    Check(rnl_graph_find_node(graph.get(), Str("train_step"), &train));
    Check(rnl_session_prepare(session_.get(), feeds, 2, nullptr, 0, &train, 1, Out(&callable_)));
  }

  // Microseconds of a step of an epoch.
  double Fit(std::string_view options) {
    rnl_learn_samples_t samples = {};
    samples.struct_size = sizeof(samples);
    rnl_tensor_t *inputs[] = {images_.get()}, *targets[] = {labels_.get()};
    samples.inputs = inputs;
    samples.num_inputs = 1;
    samples.targets = targets;
    samples.num_targets = 1;
    const auto start = std::chrono::steady_clock::now();
    HistoryHandle history;
    Check(rnl_learn_model_fit(model_.get(), &samples, nullptr, Str(options), Str(""), nullptr, nullptr,
                              Out(&history)));
    return SecondsSince(start) * 1e6 / kBatches;
  }

  double Bare(bool copies) {
    std::vector<size_t> order(kRows);
    std::iota(order.begin(), order.end(), 0);
    const auto start = std::chrono::steady_clock::now();
    if (copies) std::shuffle(order.begin(), order.end(), random_);
    for (size_t step = 0; step < kBatches; ++step) {
      const TensorHandle& image = batches_[copies ? 0 : step];
      for (size_t i = 0; copies && i < kBatch; ++i)
        CopyRow(order[step * kBatch + i], image.get(), label_.get(), i);
      rnl_tensor_t* feeds[] = {image.get(), label_.get()};
      Check(rnl_callable_run(callable_.get(), nullptr, feeds, 2, nullptr, 0, nullptr));
    }
    return SecondsSince(start) * 1e6 / kBatches;
  }

 private:
  void CopyRow(size_t row, rnl_tensor_t* image, rnl_tensor_t* label, size_t to) const {
    void *pixels, *number;
    Check(rnl_tensor_mutable_data(image, &pixels));
    Check(rnl_tensor_mutable_data(label, &number));
    std::copy_n(static_cast<const float*>(rnl_tensor_data(images_.get())) + row * kPixels, kPixels,
                static_cast<float*>(pixels) + to * kPixels);
    static_cast<int64_t*>(number)[to] = static_cast<const int64_t*>(rnl_tensor_data(labels_.get()))[row];
  }

  std::mt19937 random_{1};
  TensorHandle images_, labels_, label_;
  std::vector<TensorHandle> batches_;
  ModelHandle model_;
  SessionHandle session_;
  CallableHandle callable_;
};

// A step that is little but its bookkeeping: four numbers are added to a variable.
class Trained {
 public:
  explicit Trained(rnl_runtime_t* runtime) : x_(MakeTensor(runtime, {4})) {
    GraphHandle graph;
    Check(rnl_graph_create(runtime, Out(&graph)));
    Check(rnl_graph_import(graph.get(), Str(kGraph), nullptr));
    std::unique_ptr<rnl_learn_config_t, decltype(&rnl_learn_config_release)> config(
        nullptr, rnl_learn_config_release);
    rnl_learn_config_t* made = nullptr;
    Check(rnl_learn_config_create(runtime, Str(""), Str(""), &made));
    config.reset(made);
    rnl_learn_trainer_t* trainer = nullptr;
    Check(rnl_learn_trainer_create(graph.get(), made, nullptr, nullptr, nullptr, &trainer));
    trainer_.reset(trainer);
    Check(rnl_learn_trainer_add_hooks(
        trainer, Str("[StopAtStepHook(last_step=1000000000), NanTensorHook('sum:0')]")));
    Check(rnl_learn_trainer_start(trainer));
    Check(rnl_learn_trainer_session(trainer, Out(&session_)));
    feed_ = Output(graph.get(), "x");
    // What the trainer fetches for its hooks and for the step, too.
    const rnl_output_t fetches[] = {Output(graph.get(), "sum"), Output(graph.get(), "step")};
    Check(rnl_graph_find_node(graph.get(), Str("train"), &train_));
    Check(rnl_session_prepare(session_.get(), &feed_, 1, fetches, 2, &train_, 1, Out(&callable_)));
  }
  double Bare() {
    rnl_tensor_t* feed = x_.get();
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kSteps; ++i) {
      rnl_tensor_t* out[2] = {};
      Check(rnl_callable_run(callable_.get(), nullptr, &feed, 1, out, 2, nullptr));
      for (rnl_tensor_t* tensor : out) rnl_tensor_release(tensor);
    }
    return SecondsSince(start) * 1e6 / kSteps;
  }
  double Step() {
    rnl_tensor_t* feed = x_.get();
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kSteps; ++i)
      Check(rnl_learn_trainer_run(trainer_.get(), &feed_, &feed, 1, nullptr, nullptr, 0, &train_, 1));
    return SecondsSince(start) * 1e6 / kSteps;
  }

 private:
  static constexpr int kSteps = 500;
  static constexpr std::string_view kGraph = R"(
node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } }
  attr { key: 'shape' value { shape { dim { size: 4 } } } } }
node { name: 'w' op: 'VarHandleOp' attr { key: 'dtype' value { type: DT_FLOAT } }
  attr { key: 'shape' value { shape { dim { size: 4 } } } } attr { key: 'shared_name' value { s: 'w' } } }
node { name: 'zeros' op: 'Const' attr { key: 'dtype' value { type: DT_FLOAT } } attr { key: 'value' value {
  tensor { dtype: DT_FLOAT tensor_shape { dim { size: 4 } } float_val: 0 } } } }
node { name: 'w/Assign' op: 'AssignVariableOp' input: 'w' input: 'zeros'
  attr { key: 'dtype' value { type: DT_FLOAT } } }
node { name: 'global_step' op: 'VarHandleOp' attr { key: 'dtype' value { type: DT_INT64 } }
  attr { key: 'shape' value { shape { } } } attr { key: 'shared_name' value { s: 'global_step' } } }
node { name: 'zero' op: 'Const' attr { key: 'dtype' value { type: DT_INT64 } } attr { key: 'value' value {
  tensor { dtype: DT_INT64 tensor_shape { } int64_val: 0 } } } }
node { name: 'one' op: 'Const' attr { key: 'dtype' value { type: DT_INT64 } } attr { key: 'value' value {
  tensor { dtype: DT_INT64 tensor_shape { } int64_val: 1 } } } }
node { name: 'global_step/Assign' op: 'AssignVariableOp' input: 'global_step' input: 'zero'
  attr { key: 'dtype' value { type: DT_INT64 } } }
node { name: 'axis' op: 'Const' attr { key: 'dtype' value { type: DT_INT32 } } attr { key: 'value' value {
  tensor { dtype: DT_INT32 tensor_shape { dim { size: 1 } } int_val: 0 } } } }
node { name: 'sum' op: 'Sum' input: 'x' input: 'axis' attr { key: 'T' value { type: DT_FLOAT } } }
node { name: 'add' op: 'AssignAddVariableOp' input: 'w' input: 'x'
  attr { key: 'dtype' value { type: DT_FLOAT } } }
node { name: 'count' op: 'AssignAddVariableOp' input: 'global_step' input: 'one' input: '^add'
  attr { key: 'dtype' value { type: DT_INT64 } } }
node { name: 'train' op: 'NoOp' input: '^count' }
node { name: 'step' op: 'ReadVariableOp' input: 'global_step' input: '^train'
  attr { key: 'dtype' value { type: DT_INT64 } } }
)";
  TensorHandle x_;
  std::unique_ptr<rnl_learn_trainer_t, decltype(&rnl_learn_trainer_release)> trainer_{
      nullptr, rnl_learn_trainer_release};
  SessionHandle session_;
  CallableHandle callable_;
  rnl_output_t feed_ = {};
  rnl_node_t train_ = RNL_NO_NODE;
};

void BenchTrainer(rnl_runtime_t* runtime, int threads, Report* report) {
  Trained trained(runtime);
  std::vector<double> bare, step;
  const int rounds = report->trial() ? 1 : kRounds;
  for (int round = -1; round < rounds; ++round) {
    const double a = trained.Bare(), b = trained.Step();
    if (round < 0 && !report->trial()) continue;
    bare.push_back(a);
    step.push_back(b);
  }
  Line line{"learn", "small_callable_step", threads, Median(bare), "us"};
  line.limit = std::numeric_limits<double>::quiet_NaN();
  report->Add(line);
  report->Add({"learn", "small_trainer_step_with_two_hooks", threads, Median(step), "us",
               Median(bare) + kMoreUs});
}

}  // namespace

void BenchLearn(Report* report) {
  for (const int threads : {1, 2}) {
    const RuntimeHandle runtime = RuntimeWithThreads(threads);
    Fitted fitted(runtime.get());
    const int rounds = report->trial() ? 1 : kRounds;
    std::vector<double> bare[2], fit[2];
    for (int round = -1; round < rounds; ++round) {
      for (const bool shuffles : {false, true}) {
        const double a = fitted.Bare(shuffles),
                     b = fitted.Fit(shuffles ? "batch_size=100" : "batch_size=100, shuffle=false");
        if (round < 0 && !report->trial()) continue;  // plans are made
        bare[shuffles].push_back(a);
        fit[shuffles].push_back(b);
      }
    }
    for (const bool shuffles : {false, true}) {
      const std::string_view order = shuffles ? "of_shuffled_rows" : "of_rows_in_order";
      const double step = Median(bare[shuffles]);
      Line line{"learn", Cat("mlp_784_128_10_callable_step_", order), threads, step, "us"};
      line.limit = std::numeric_limits<double>::quiet_NaN();
      report->Add(line);
      report->Add({"learn", Cat("mlp_784_128_10_fit_step_", order), threads, Median(fit[shuffles]), "us",
                   kMostRatio * step + kMoreUs});
    }
    BenchTrainer(runtime.get(), threads, report);
  }
}

}  // namespace runnel::tools
