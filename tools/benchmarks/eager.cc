// eager: one small op executed at once, through the C ABI and through a tape; and a training step of a
// small network, eagerly and as a function, over the same step as a graph. All in turns.
#include <runnel/runnel.hpp>

#include "tools/benchmarks/bench.h"
#include "tools/common/error.h"

namespace runnel::tools {
namespace {

constexpr int kRounds = 401, kCalls = 100, kSteps = 5;
constexpr double kAddNs = 500;

// Mean nanoseconds of a call.
template <typename F>
double Ns(int calls, F&& call) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) call();
  return SecondsSince(start) * 1e9 / calls;
}

void Add(rnl_eager_op_t* op, rnl_tape_t* tape, rnl_tensor_t* x) {
  rnl_tensor_t* inputs[] = {x, x};
  rnl_tensor_t* out = nullptr;
  std::size_t count = 0;
  Check(rnl_eager_op_execute(op, nullptr, tape, inputs, 2, &out, 1, &count));
  rnl_tensor_release(out);
}

// A network of two layers over a batch, as one step of training.
constexpr std::int64_t kBatch = 32, kIn = 64, kHidden = 64, kOut = 10;

struct Network {
  Network(const Runtime& runtime, const Eager& eager) {
    const auto filled = [&](const Shape& shape, float scale) {
      std::int64_t size = 1;
      for (const std::int64_t dim : shape) size *= dim;
      std::vector<float> values(static_cast<std::size_t>(size));
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = scale * static_cast<float>(static_cast<int>(i * 7919 % 201) - 100);
      return Tensor::From<float>(runtime, values, shape);
    };
    x = eager.Value(filled({kBatch, kIn}, 0.01F));
    labels = eager.Value(filled({kBatch, kOut}, 0.001F));
    rate = eager.Value(Tensor::Scalar(runtime, 0.01F));
    first = {filled({kIn, kHidden}, 0.001F), filled({kHidden}, 0.0F), filled({kHidden, kOut}, 0.001F),
             filled({kOut}, 0.0F)};
  }
  EagerTensor x, labels, rate;
  std::vector<Tensor> first;
};

void EagerStep(const Network& net, const Eager& context, const std::vector<EagerVariable>& v) {
  GradientTape tape(context);
  const EagerTensor hidden = eager::Relu(eager::BiasAdd(eager::MatMul(net.x, v[0]), v[1]));
  const EagerTensor out = eager::BiasAdd(eager::MatMul(hidden, v[2]), v[3]);
  const EagerTensor error = out - net.labels;
  const EagerTensor loss = eager::L2Loss(error);
  tape.Stop();
  std::vector<EagerTensor> sources;
  for (const EagerVariable& each : v) sources.push_back(each.handle());
  const std::vector<EagerTensor> gradients = tape.Gradients({loss}, sources);
  for (std::size_t i = 0; i < v.size(); ++i)
    eager::ResourceApplyGradientDescent(v[i], net.rate, gradients[i]);
}

// The same step in a graph: its loss, and what updates.
struct Step {
  Output x, labels, rate, loss;
  std::vector<Node> updates;
};
Step AddStep(const Graph& graph, const std::vector<Output>& handles) {
  Step step;
  step.x = graph.Placeholder(DType::kFloat, Shape{kBatch, kIn});
  step.labels = graph.Placeholder(DType::kFloat, Shape{kBatch, kOut});
  step.rate = graph.Placeholder(DType::kFloat, Shape{});
  std::vector<Output> v;
  for (const Output& handle : handles) v.push_back(ops::ReadVariableOp(handle, DType::kFloat));
  const Output hidden = ops::Relu(ops::BiasAdd(ops::MatMul(step.x, v[0]), v[1]));
  step.loss = ops::L2Loss(ops::BiasAdd(ops::MatMul(hidden, v[2]), v[3]) - step.labels);
  const std::vector<Output> losses{step.loss};
  const auto gradients = graph.Gradients(losses, v);
  for (std::size_t i = 0; i < v.size(); ++i)
    step.updates.push_back(ops::ResourceApplyGradientDescent(handles[i], step.rate, gradients[i]));
  return step;
}

}  // namespace

void BenchEager(Report* report) {
  const Runtime runtime = Runtime::Create({.threads = 1});
  const Eager context = Eager::Create(runtime);
  const EagerTensor four = context.Tensor({1.0F, 2.0F, 3.0F, 4.0F}, {4});
  rnl_eager_op_t* raw = nullptr;
  Check(rnl_eager_op_create(
      context.get(),
      rnl_node_builder_create(rnl_eager_graph(context.get()), rnl_str("AddV2"), rnl_str("")), &raw));
  const Unique<rnl_eager_op_t, rnl_eager_op_release> add(raw);

  const Network net(runtime, context);
  std::vector<EagerVariable> variables, of_function;
  for (const Tensor& value : net.first) {
    variables.push_back(EagerVariable::Create(context, value));
    of_function.push_back(EagerVariable::Create(context, value));
  }
  const Graph traced = Graph::Create(runtime);
  std::vector<Output> handles;
  std::vector<EagerTensor> arguments{net.x, net.labels, net.rate};
  for (const EagerVariable& v : of_function) {
    handles.push_back(v.In(traced));
    arguments.push_back(v.handle());
  }
  const Step body = AddStep(traced, handles);
  std::vector<Output> inputs{body.x, body.labels, body.rate};
  inputs.insert(inputs.end(), handles.begin(), handles.end());
  const EagerFunction function =
      EagerFunction::Create(context, traced, inputs, {body.loss}, body.updates);
  const Graph graph = Graph::Create(runtime);
  std::vector<Output> graph_handles;
  for (const Tensor& value : net.first)
    graph_handles.push_back(graph.Variable(graph.Constant(value)).handle);
  const Step step = AddStep(graph, graph_handles);
  const Session session = Session::Create(graph);
  session.Run({}, {}, {graph.Initializer()});
  const std::vector<Output> fed{step.x, step.labels, step.rate}, fetched{step.loss};
  const Callable callable = session.Prepare(fed, fetched, step.updates);
  const std::vector<Tensor> feeds{net.x.value(), net.labels.value(), net.rate.value()};
  std::vector<Tensor> fetches(1);

  std::vector<double> plain, recorded, eager_over, function_over, graph_us;
  for (int round = 0; round < kRounds; ++round) {
    plain.push_back(Ns(kCalls, [&] { Add(add.get(), nullptr, four.get()); }));
    GradientTape tape(context);
    tape.Watch(four);
    recorded.push_back(Ns(kCalls, [&] { Add(add.get(), detail::CurrentTape(), four.get()); }));
    tape.Stop();
    const double as_graph = Ns(kSteps, [&] { callable.Run(feeds, fetches); });
    graph_us.push_back(as_graph / 1000);
    eager_over.push_back(Ns(kSteps, [&] { EagerStep(net, context, variables); }) / as_graph);
    function_over.push_back(Ns(kSteps, [&] { function(arguments); }) / as_graph);
  }
  report->Add({"eager", "add_c", 1, Median(plain), "ns", kAddNs});
  report->Add({"eager", "add_c_on_a_tape", 1, Median(recorded), "ns", NAN});
  report->Add({"eager", "step_graph", 1, Median(graph_us), "us", NAN});
  report->Add({"eager", "step_function_over_graph", 1, Median(function_over), "times", 1.1});
  report->Add({"eager", "step_eager_over_graph", 1, Median(eager_over), "times", NAN});
}

}  // namespace runnel::tools
