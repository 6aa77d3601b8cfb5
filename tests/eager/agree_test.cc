// One program, run eagerly, as a graph in this process and as a graph on a cluster: the same numbers.
// The virtual device, which computes later and poisons free memory, takes part.
#include <cmath>
#include <memory>
#include <random>

#include "tests/eager/support.h"

namespace runnel_test {
namespace {

// Values by number, so that one text makes the program in all ways of running it.
class Program {
 public:
  virtual ~Program() = default;
  virtual int Input(std::vector<int64_t> dims, std::vector<float> values) = 0;
  virtual int Axes(std::vector<int32_t> axes) = 0;
  virtual int Op(const std::string& op, std::vector<int> inputs) = 0;
  // The values of `ys`, then the gradients of the last of them for each x.
  virtual std::vector<std::vector<float>> Finish(std::vector<int> ys, std::vector<int> xs) = 0;
};

class EagerProgram final : public Program {
 public:
  EagerProgram(rnl_runtime_t* runtime, rnl_eager_t* eager) : runtime_(runtime), eager_(eager) {
    EXPECT_TRUE(IsOk(rnl_tape_create(eager, nullptr, false, true, tape_.out())));
  }
  int Input(std::vector<int64_t> dims, std::vector<float> values) override {
    values_.push_back(FloatTensor(runtime_, std::move(dims), std::move(values)));
    EXPECT_TRUE(IsOk(rnl_tape_watch(tape_, values_.back())));
    return static_cast<int>(values_.size()) - 1;
  }
  int Axes(std::vector<int32_t> axes) override {
    const auto size = static_cast<int64_t>(axes.size());
    values_.emplace_back();
    EXPECT_TRUE(IsOk(rnl_tensor_from_data(runtime_, RNL_INT32, 1, &size, axes.data(),
                                          axes.size() * sizeof(int32_t), values_.back().out())));
    return static_cast<int>(values_.size()) - 1;
  }
  int Op(const std::string& op, std::vector<int> inputs) override {
    std::vector<rnl_tensor_t*> in;
    for (const int i : inputs) in.push_back(values_[static_cast<size_t>(i)]);
    rnl_tensor_t* out = nullptr;
    size_t count = 0;
    EXPECT_TRUE(IsOk(rnl_eager_execute(eager_, View(op), tape_, in.data(), in.size(), &out, 1, &count)));
    values_.emplace_back(out);
    return static_cast<int>(values_.size()) - 1;
  }
  std::vector<std::vector<float>> Finish(std::vector<int> ys, std::vector<int> xs) override {
    std::vector<std::vector<float>> found;
    const auto add = [&](rnl_tensor_t* value) {
      Tensor host;
      EXPECT_TRUE(IsOk(rnl_tensor_to_host(value, host.out())));
      found.push_back(Floats(host));
    };
    for (const int y : ys) add(values_[static_cast<size_t>(y)]);
    std::vector<rnl_tensor_t*> sources, gradients(xs.size());
    for (const int x : xs) sources.push_back(values_[static_cast<size_t>(x)]);
    rnl_tensor_t* target = values_[static_cast<size_t>(ys.back())];
    EXPECT_TRUE(IsOk(rnl_tape_gradient(tape_, nullptr, &target, nullptr, 1, sources.data(),
                                       sources.size(), true, gradients.data())));
    for (rnl_tensor_t* gradient : gradients) {
      add(gradient);
      rnl_tensor_release(gradient);
    }
    return found;
  }

 private:
  rnl_runtime_t* const runtime_;
  rnl_eager_t* const eager_;
  Tape tape_;
  std::vector<Tensor> values_;
};

class GraphProgram final : public Program {
 public:
  GraphProgram(rnl_runtime_t* runtime, const rnl_session_options_t* options)
      : runtime_(runtime), options_(options) {
    EXPECT_TRUE(IsOk(rnl_graph_create(runtime, graph_.out())));
  }
  int Input(std::vector<int64_t> dims, std::vector<float> values) override {
    rnl_output_t out;
    EXPECT_TRUE(IsOk(rnl_graph_add_placeholder(graph_, rnl_str(""), RNL_FLOAT,
                                               static_cast<int32_t>(dims.size()), dims.data(), &out)));
    feeds_.push_back(out);
    fed_.push_back(FloatTensor(runtime_, std::move(dims), std::move(values)));
    return Added(out);
  }
  int Axes(std::vector<int32_t> axes) override {
    const auto size = static_cast<int64_t>(axes.size());
    Tensor value;
    EXPECT_TRUE(IsOk(rnl_tensor_from_data(runtime_, RNL_INT32, 1, &size, axes.data(),
                                          axes.size() * sizeof(int32_t), value.out())));
    rnl_output_t out;
    EXPECT_TRUE(IsOk(rnl_graph_add_constant(graph_, rnl_str(""), value, &out)));
    return Added(out);
  }
  int Op(const std::string& op, std::vector<int> inputs) override {
    std::vector<rnl_output_t> in;
    for (const int i : inputs) in.push_back(values_[static_cast<size_t>(i)]);
    rnl_output_t out;
    EXPECT_TRUE(IsOk(rnl_graph_add_op(graph_, View(op), rnl_str(""), in.data(), in.size(), &out)));
    return Added(out);
  }
  std::vector<std::vector<float>> Finish(std::vector<int> ys, std::vector<int> xs) override {
    std::vector<rnl_output_t> fetches, sources, gradients(xs.size());
    for (const int y : ys) fetches.push_back(values_[static_cast<size_t>(y)]);
    for (const int x : xs) sources.push_back(values_[static_cast<size_t>(x)]);
    EXPECT_TRUE(
        IsOk(rnl_graph_add_gradients(graph_, &fetches.back(), nullptr, 1, sources.data(), sources.size(),
                                     nullptr, 0, rnl_str(""), gradients.data())));
    for (size_t i = 0; i < xs.size(); ++i) {
      if (gradients[i].node == RNL_NO_NODE) {
        EXPECT_TRUE(IsOk(
            rnl_graph_add_op(graph_, rnl_str("ZerosLike"), rnl_str(""), &sources[i], 1, &gradients[i])));
      }
      fetches.push_back(gradients[i]);
    }
    Session session;
    EXPECT_TRUE(IsOk(rnl_session_create(graph_, options_, session.out())));
    std::vector<rnl_tensor_t*> feeds, out(fetches.size());
    for (const Tensor& fed : fed_) feeds.push_back(fed);
    EXPECT_TRUE(
        IsOk(rnl_session_run_outputs(session, nullptr, feeds_.data(), feeds.data(), feeds.size(),
                                     fetches.data(), out.data(), fetches.size(), nullptr, 0, nullptr)));
    std::vector<std::vector<float>> found;
    for (rnl_tensor_t* each : out) {
      found.push_back(Floats(each));
      rnl_tensor_release(each);
    }
    return found;
  }

 private:
  int Added(rnl_output_t out) {
    values_.push_back(out);
    return static_cast<int>(values_.size()) - 1;
  }
  rnl_runtime_t* const runtime_;
  const rnl_session_options_t* const options_;
  Graph graph_;
  std::vector<rnl_output_t> values_, feeds_;
  std::vector<Tensor> fed_;
};

std::vector<float> Numbers(std::mt19937* random, size_t count) {
  std::uniform_real_distribution<float> between(-1, 1);
  std::vector<float> values(count);
  for (float& value : values) value = between(*random);
  return values;
}

// Two layers and a loss.
std::vector<std::vector<float>> Layers(Program& p) {
  std::mt19937 random(5);
  const int x = p.Input({4, 3}, Numbers(&random, 12)), w = p.Input({3, 5}, Numbers(&random, 15)),
            b = p.Input({5}, Numbers(&random, 5)), v = p.Input({5, 2}, Numbers(&random, 10)),
            wanted = p.Input({4, 2}, Numbers(&random, 8));
  const int hidden = p.Op("Tanh", {p.Op("BiasAdd", {p.Op("MatMul", {x, w}), b})});
  const int loss =
      p.Op("Mean", {p.Op("SquaredDifference", {p.Op("MatMul", {hidden, v}), wanted}), p.Axes({0, 1})});
  return p.Finish({hidden, loss}, {w, b, v, x});
}

// Ops in an order that a seed decides.
std::vector<std::vector<float>> Sequence(Program& p, unsigned seed) {
  std::mt19937 random(seed);
  static const char* const kUnary[] = {"Neg", "Square", "Tanh", "Sigmoid",
                                       "Abs", "Relu",   "Sin",  "Softplus"};
  static const char* const kBinary[] = {"AddV2", "Mul", "Sub", "Maximum", "SquaredDifference"};
  std::vector<int> values;
  const std::vector<std::vector<int64_t>> shapes = {{2, 3}, {3}, {2, 1}, {}};
  for (const auto& shape : shapes) {
    size_t size = 1;
    for (const int64_t dim : shape) size *= static_cast<size_t>(dim);
    values.push_back(p.Input(shape, Numbers(&random, size)));
  }
  const std::vector<int> inputs = values;
  const auto any = [&] { return values[random() % values.size()]; };
  for (int i = 0; i < 12; ++i) {
    const int a = any(), b = any();
    values.push_back(random() % 2 == 0 ? p.Op(kUnary[random() % 8], {p.Op("Tanh", {a})})
                                       : p.Op(kBinary[random() % 5], {a, b}));
  }
  // A scalar that depends on the last of them.
  const int flat = p.Op("AddV2", {p.Op("Mul", {values.back(), inputs[0]}), inputs[1]});
  const int target = p.Op("Sum", {flat, p.Axes({0, 1})});
  std::vector<int> ys(values.begin() + 4, values.end());
  ys.push_back(target);
  return p.Finish(ys, inputs);
}

void ExpectNear(const std::vector<std::vector<float>>& a, const std::vector<std::vector<float>>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].size(), b[i].size()) << i;
    for (size_t k = 0; k < a[i].size(); ++k) {
      EXPECT_NEAR(a[i][k], b[i][k], 1e-5f * (1 + std::fabs(b[i][k]))) << i << "," << k;
    }
  }
}

using AgreeTest = EagerTest;

TEST_F(AgreeTest, EagerGraphAndClusterGiveTheSame) {
  EagerProgram at_once(runtime, eager);
  GraphProgram planned(runtime, nullptr);
  Server server;
  ASSERT_TRUE(IsOk(rnl_server_start_local(runtime, server.out())));
  SessionOptions options;
  ASSERT_TRUE(IsOk(rnl_session_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_session_options_set_target(options, rnl_server_target(server))));
  ASSERT_TRUE(IsOk(rnl_session_options_set_token(options, rnl_server_token(server))));
  GraphProgram spread(runtime, options);
  const auto want = Layers(planned);
  ExpectNear(Layers(at_once), want);
  ExpectNear(Layers(spread), want);
}

TEST_F(AgreeTest, SequencesOfOpsAgreeWithTheirGraphs) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    EagerProgram at_once(runtime, eager);
    GraphProgram planned(runtime, nullptr);
    ExpectNear(Sequence(at_once, seed), Sequence(planned, seed));
  }
}

class VirtualTest : public EagerTest {
 protected:
  VirtualTest() : EagerTest("virtual", "/device:VIRTUAL:0") {}
};

TEST_F(VirtualTest, ValuesStayOnTheDeviceAndAgree) {
  const Tensor x = Of({1, 2, 3});
  const Tensor y = Run("AddV2", {x, x});
  EXPECT_NE(Str(rnl_tensor_device(y)).find("VIRTUAL"), std::string::npos);
  EXPECT_EQ(Values(Run("Mul", {y, y})), (std::vector<float>{4, 16, 36}));
  EagerProgram at_once(runtime, eager);
  GraphProgram planned(runtime, nullptr);
  ExpectNear(Layers(at_once), Layers(planned));
  for (unsigned seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE(seed);
    EagerProgram again(runtime, eager);
    GraphProgram graph(runtime, nullptr);
    ExpectNear(Sequence(again, seed), Sequence(graph, seed));
  }
}

TEST_F(VirtualTest, VariablesLiveOnTheDevice) {
  const Tensor w = Variable(Of({1, 2}));
  const EagerOp read = Reader();
  const Tensor two = Of({2, 2});
  for (int i = 0; i < 5; ++i) Run("AssignAddVariableOp", {w, two});
  const Tape tape = NewTape();
  const Tensor value = Run(read, {w}, tape);
  EXPECT_NE(Str(rnl_tensor_device(value)).find("VIRTUAL"), std::string::npos);
  EXPECT_EQ(Values(value), (std::vector<float>{11, 12}));
  EXPECT_EQ(Values(Gradient(tape, Run("Square", {value}, tape), w)), (std::vector<float>{22, 24}));
}

}  // namespace
}  // namespace runnel_test
