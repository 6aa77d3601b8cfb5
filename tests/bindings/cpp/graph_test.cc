// Graphs: operators, typed builders, scopes, gradients, functions, GraphDef, and the table of bad
// graphs.
#include <cmath>
#include <fstream>

#include "expect.h"

namespace runnel_test {
namespace {

using namespace runnel;  // NOLINT

class CppGraph : public testing::Test {
 protected:
  std::vector<float> Run(const Output& output, Session::Feeds feeds = {}) const {
    return Values<float>(Session::Create(graph_).Fetch(output, feeds));
  }
  Tensor Floats(std::initializer_list<float> values) const {
    return Tensor::From(runtime_, values, {static_cast<std::int64_t>(values.size())});
  }
  // Throws, says the pieces, adds nothing.
  template <typename F>
  testing::AssertionResult Refused(F&& f, Code code, std::initializer_list<const char*> pieces) const {
    const std::size_t before = graph_.size();
    testing::AssertionResult result = Throws(std::forward<F>(f), code, pieces);
    if (result && graph_.size() != before) return testing::AssertionFailure() << "nodes were added";
    return result;
  }

  const Runtime& runtime_ = SharedRuntime();
  const Graph graph_ = Graph::Create(runtime_);
};

TEST_F(CppGraph, OperatorsTakeOutputsVariablesAndNumbers) {
  const Output x = graph_.Placeholder(DType::kFloat, Shape{2}, "x");
  const Tensor value = Floats({4, -3});
  EXPECT_EQ(Run(x + 1, {{x, value}}), (std::vector<float>{5, -2}));
  EXPECT_EQ(Run(1 - x, {{x, value}}), (std::vector<float>{-3, 4}));
  EXPECT_EQ(Run(x * x, {{x, value}}), (std::vector<float>{16, 9}));
  EXPECT_EQ(Run(-x / 2.0, {{x, value}}), (std::vector<float>{-2, 1.5}));
  EXPECT_EQ(Run(x % 3, {{x, value}}), (std::vector<float>{1, 0}));
  EXPECT_EQ(Values<bool>(Session::Create(graph_).Fetch(((x > 0) & ~(x >= 4)) | (x < -2), {{x, value}})),
            (std::vector<bool>{false, true}));
  const Variable v = graph_.Variable(graph_.Constant({1.0F, 2.0F}, {2}), "v");
  const Session session = Session::Create(graph_);
  session.Do(graph_.Initializer());
  EXPECT_EQ(Values<float>(session.Fetch(v * 2 + v)), (std::vector<float>{3, 6}));
}

TEST_F(CppGraph, NumbersTakeTheTypeOfTheirNeighbours) {
  for (const DType dtype : {DType::kDouble, DType::kInt64, DType::kHalf}) {
    const Output x = graph_.Placeholder(dtype, Shape{});
    EXPECT_EQ((x + 2).dtype(), dtype);
    EXPECT_EQ((2 - x).dtype(), dtype);
    EXPECT_EQ(ops::Pack({1, x, 3}).dtype(), dtype);
  }
  const Output x = graph_.Constant<std::int32_t>(3);
  EXPECT_TRUE(Refused([&] { (void)(x + 1.5); }, Code::kInvalidArgument, {"1.5", "int32"}));
}

TEST_F(CppGraph, BuildersHaveListsStructsAndAttrs) {
  const Output x = graph_.Constant({1.0F, 5.0F, 3.0F, 2.0F}, {1, 4}, "x");
  const auto top = ops::TopKV2(x, 2, {.name = "top"});
  EXPECT_EQ(Node(top.values).name(), "top");
  EXPECT_EQ(Run(top.values), (std::vector<float>{5, 3}));
  const std::vector<Output> parts = ops::Split(1, x, 2);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(Run(ops::ConcatV2({parts[1], parts[0]}, 1)), (std::vector<float>{3, 2, 1, 5}));
  EXPECT_EQ(Run(ops::MatMul(x, x, {.transpose_b = true})), (std::vector<float>{39}));
  EXPECT_EQ(ops::Cast(x, DType::kInt64).dtype(), DType::kInt64);
  const std::vector<Output> mixed = ops::IdentityN({x, 1, true});
  ASSERT_EQ(mixed.size(), 3U);
  EXPECT_EQ(mixed[1].dtype(), DType::kInt32);
  EXPECT_EQ(mixed[2].dtype(), DType::kBool);
  EXPECT_EQ(top.indices.name(), "top:1");
  EXPECT_EQ(graph_.Placeholder(DType::kFloat).shape(), std::nullopt);
  EXPECT_EQ(graph_.Placeholder(DType::kFloat, Shape{-1, 3}).shape(), (Shape{-1, 3}));
}

TEST_F(CppGraph, GuardsHoldWhileTheyLive) {
  const Output x = graph_.Placeholder(DType::kFloat, Shape{}, "x");
  Output y, z;
  {
    const NameScope name(graph_, "a");
    const DeviceScope device(graph_, "/device:CPU:0");
    const ControlScope control(graph_, {x});
    y = ops::Neg(x, {.name = "y"});
    const NameScope inner(graph_, "b");
    const ControlScope more(graph_, {y});
    z = ops::Neg(y);
  }
  const Output w = ops::Neg(x);
  EXPECT_EQ(Node(y).name(), "a/y");
  EXPECT_EQ(Node(z).name(), "a/b/Neg");
  EXPECT_EQ(Node(z).device(), "/device:CPU:0");
  EXPECT_EQ(rnl_graph_num_control_inputs(graph_.get(), z.raw.node), 2U);
  EXPECT_EQ(Node(w).name(), "Neg");
  EXPECT_EQ(Node(w).device(), "");
  EXPECT_EQ(rnl_graph_num_control_inputs(graph_.get(), w.raw.node), 0U);
}

TEST_F(CppGraph, GradientsFlow) {
  const Output x = graph_.Placeholder(DType::kFloat, Shape{2}),
               unused = graph_.Placeholder(DType::kFloat, Shape{2});
  const Output y = x * x * 3;
  const std::vector<Output> ys{y}, xs{x, unused};
  const std::vector<Output> gradients = graph_.Gradients(ys, xs);
  EXPECT_EQ(Run(gradients[0], {{x, Floats({1, -2})}}), (std::vector<float>{6, -12}));
  EXPECT_FALSE(gradients[1]);
  const std::vector<Output> weights{graph_.Constant({1.0F, 0.0F}, {2})};
  EXPECT_EQ(Run(graph_.Gradients(ys, xs, weights)[0], {{x, Floats({1, -2})}}),
            (std::vector<float>{6, 0}));
  EXPECT_TRUE(Throws([&] { (void)graph_.Gradients(ys, xs, xs); }, Code::kInvalidArgument, {"grad_ys"}));
}

TEST_F(CppGraph, FunctionsAndGraphDefs) {
  const Graph body = Graph::Create(runtime_);
  const std::vector<Output> in{body.Placeholder(DType::kFloat, Shape{})}, out{in[0] * 2 + 1};
  graph_.AddFunction("twice", body, in, out);
  const Output x = graph_.Placeholder(DType::kFloat, Shape{}, "x");
  const Output y = ops::PartitionedCall({x}, {DType::kFloat}, Function{"twice"}, {.name = "y"}).at(0);
  EXPECT_EQ(Run(y, {{x, Tensor::Scalar(runtime_, 3.0F)}}), (std::vector<float>{7}));
  const Graph other = Graph::Create(runtime_);
  const Output five = other.Constant(5.0F);
  other.Import(std::string(graph_.Export()), {.prefix = "in", .inputs = {{"x", five}}});
  EXPECT_EQ(Values<float>(Session::Create(other).Fetch(other.FindOutput("in/y"))),
            (std::vector<float>{11}));
  EXPECT_NE(std::string(graph_.ExportText()).find("PartitionedCall"), std::string::npos);

  const std::string file = testing::TempDir() + "runnel_cpp_graph.bin";
  std::ofstream(file, std::ios::binary) << std::string(graph_.Export());
  const Graph loaded = Graph::Create(runtime_);
  (void)MetaGraph(loaded.Load(file, {.prefix = "in"}));
  EXPECT_EQ(loaded.size(), graph_.size());
  EXPECT_TRUE(Throws(
      [&] {
        (void)loaded.Load(file, {.importer = {{"variables", "true"}}});
      },
      Code::kInvalidArgument, {"importer option \"variables\""}));
  EXPECT_EQ(SavedModel(SavedModel::Open(runtime_, file)).format(), "GraphDef");
}

// What the C ABI's table of bad graphs holds, in C++'s words.
TEST_F(CppGraph, BadGraphsAreRefusedByName) {
  const Output a = graph_.Placeholder(DType::kFloat, Shape{2, 3}, "a"),
               b = graph_.Placeholder(DType::kFloat, Shape{4, 5});
  const Output s = graph_.Placeholder(DType::kString, Shape{}),
               i = graph_.Placeholder(DType::kInt32, Shape{2, 3});
  const Code bad = Code::kInvalidArgument;
  EXPECT_TRUE(Refused([&] { (void)ops::MatMul(a, b, {.name = "m"}); }, bad,
                      {"\"m\"", "MatMul", "[2,3]", "[4,5]"}));
  EXPECT_TRUE(Refused([&] { (void)(a + b); }, bad, {"AddV2", "[2,3]", "[4,5]"}));
  EXPECT_TRUE(Refused([&] { (void)(i + a); }, bad, {"AddV2", "int32", "float"}));
  EXPECT_TRUE(Refused([&] { (void)ops::Neg(s); }, bad, {"Neg", "attr \"T\"", "string", "allowed are"}));
  EXPECT_TRUE(Refused([&] { (void)ops::Neg(a, {.name = "no name"}); }, bad, {"no name"}));
  EXPECT_TRUE(Refused([&] { (void)ops::Neg(a, {.name = "a"}); }, Code::kAlreadyExists, {"\"a\""}));
  EXPECT_TRUE(Refused([&] { (void)ops::MaxPool(a, {1}, {1, 1, 1, 1}, "SAME"); }, bad, {"ksize"}));
  EXPECT_TRUE(Refused(
      [&] {
        (void)ops::MaxPool(a, {1, 1, 1, 1}, {1, 1, 1, 1}, "LEFT");
      },
      bad, {"padding", "LEFT"}));
  EXPECT_TRUE(Refused([] { (void)ops::Neg(1.0); }, bad, {"Neg", "no input is in a graph"}));
  const Graph other = Graph::Create(runtime_);
  const Output foreign = other.Constant(1.0F);
  EXPECT_TRUE(Refused([&] { (void)(a + foreign); }, bad, {"two graphs"}));
  EXPECT_TRUE(Refused([&] { (void)ops::Neg(Output{graph_.state(), {999, 0}}); }, bad, {"999"}));
  EXPECT_TRUE(Refused([&] { (void)graph_.FindNode("y"); }, Code::kNotFound, {"\"y\""}));
  EXPECT_TRUE(Refused([&] { (void)graph_.FindOutput("a:1"); }, bad, {"1"}));
  EXPECT_TRUE(Refused([&] { graph_.Import("node { name: \"n\" op: \"_Recv\" }"); }, bad, {"_Recv"}));
  EXPECT_TRUE(Refused(
      [&] { graph_.Import("node { name: \"n\" op: \"NoOp\" } node { name: \"n\" op: \"NoOp\" }"); }, bad,
      {"two nodes"}));
  EXPECT_TRUE(Refused([&] { graph_.Import("node { name: "); }, bad, {}));
  EXPECT_TRUE(Refused([&] { (void)Sgd(0.1).Minimize(graph_, a); }, bad, {"none of the variables"}));
  EXPECT_TRUE(graph_.FindNode("a").name() == "a") << "the graph is as it was";
}

}  // namespace
}  // namespace runnel_test
