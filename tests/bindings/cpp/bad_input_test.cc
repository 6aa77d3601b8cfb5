// The C ABI's table of bad input in C++: graphs, nodes, tensors, settings, plugins, files. Bad runs are
// in session_test.cc.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "expect.h"

namespace runnel_test {
namespace {

using namespace runnel;  // NOLINT

constexpr Code kBad = Code::kInvalidArgument;

// The table of GraphDefs that every binding must see refused.
TEST(CppBadInput, GraphsAreRefusedWhole) {
  std::ifstream file(RUNNEL_BAD_GRAPHS);
  std::string line, name, target, code, text;
  std::vector<std::string> says;
  int rows = 0;
  bool in_graph = false;
  const auto check = [&] {
    if (name.empty()) return;
    SCOPED_TRACE(name);
    ++rows;
    const Graph graph = Graph::Create(SharedRuntime());
    try {
      graph.Import(text);
      if (!target.empty()) Session::Create(graph).Run({}, {}, {graph.FindNode(target)});
      ADD_FAILURE() << "it was taken";
    } catch (const Error& e) {
      EXPECT_EQ(View(rnl_code_name(static_cast<rnl_code_t>(e.code()))), code) << e.what();
      for (const std::string& piece : says)
        EXPECT_NE(e.message().find(piece), std::string::npos) << piece << " in: " << e.what();
    }
    EXPECT_EQ(rnl_graph_num_nodes(graph.get()) == 0, target.empty());
  };
  while (std::getline(file, line)) {
    if (line.rfind("== ", 0) == 0) {
      check();
      name = line.substr(3);
      text.clear();
      target.clear();
      says.clear();
      in_graph = false;
    } else if (in_graph) {
      text += line + "\n";
    } else if (line.rfind("run ", 0) == 0) {
      target = line.substr(4);
    } else if (line.rfind("code ", 0) == 0) {
      code = line.substr(5);
    } else if (line.rfind("says ", 0) == 0) {
      says.push_back(line.substr(5));
    } else {
      in_graph = line == "graph";
    }
  }
  check();
  EXPECT_GE(rows, 25);
}

TEST(CppBadInput, NodesAreRefusedAndNothingIsAdded) {
  const Graph graph = Graph::Create(SharedRuntime());
  const Output x = graph.Placeholder(DType::kFloat, Shape{2, 3}, "x");
  const std::size_t before = rnl_graph_num_nodes(graph.get());
  const Output nowhere{graph.state(), {999, 0}};
  const auto refused = [&](auto&& add, Code code, std::initializer_list<const char*> pieces) {
    const testing::AssertionResult thrown = Throws(add, code, pieces);
    if (!thrown) return thrown;
    if (rnl_graph_num_nodes(graph.get()) == before) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "something was added";
  };
  EXPECT_TRUE(refused([&] { (void)ops::Neg(nowhere); }, kBad, {"999"}));
  EXPECT_TRUE(refused([&] { (void)ops::Neg(Node(x).output(7)); }, kBad, {"7", "x"}));
  EXPECT_TRUE(
      refused([&] { (void)ops::MatMul(x, x, {.name = "m"}); }, kBad, {"\"m\"", "MatMul", "[2,3]"}));
  EXPECT_TRUE(refused([&] { (void)ops::Neg(x, {.name = "x"}); }, Code::kAlreadyExists, {"\"x\""}));
  EXPECT_TRUE(refused([&] { (void)ops::Neg(x, {.name = "no name"}); }, kBad, {"no name", "letters"}));
  EXPECT_TRUE(refused(
      [&] {
        const ControlScope scope(graph, {Node(graph.state(), -1)});
        (void)ops::Neg(x);
      },
      kBad, {"-1"}));
  EXPECT_TRUE(refused(
      [&] {
        (void)ops::Conv2D(x, x, {1, 1, 1, 1}, "MAYBE");
      },
      kBad, {"padding", "MAYBE", "SAME"}));
  EXPECT_TRUE(refused([&] { (void)graph.Placeholder(static_cast<DType>(99)); }, kBad, {"99"}));
  EXPECT_TRUE(refused([&] { (void)graph.Placeholder(DType::kFloat, Shape{-2}); }, kBad, {"-2"}));
  EXPECT_TRUE(refused([&] { (void)graph.Gradients({{nowhere}}, {{x}}); }, kBad, {"999"}));
  EXPECT_TRUE(refused([&] { (void)graph.FindOutput("x:1"); }, kBad, {"x", "1"}));
  EXPECT_TRUE(refused([&] { (void)graph.FindOutput("y"); }, Code::kNotFound, {"\"y\""}));
  EXPECT_TRUE(refused([&] { graph.Import("\xff\xff\xff"); }, kBad, {}) ||
              refused([&] { graph.Import("\xff\xff\xff"); }, Code::kDataLoss, {}));
}

TEST(CppBadInput, TensorsAreRefused) {
  const Runtime& runtime = SharedRuntime();
  const auto empty = [&](DType dtype, const Shape& shape) {
    return [&runtime, dtype, shape] { (void)Tensor::Empty(runtime, dtype, shape); };
  };
  EXPECT_TRUE(Throws(empty(DType::kFloat, {2, -1}), kBad, {"-1"}));
  EXPECT_TRUE(Throws(empty(DType::kFloat, {int64_t{1} << 40, int64_t{1} << 40}), kBad));
  EXPECT_TRUE(Throws(empty(DType::kDouble, {int64_t{1} << 61}), kBad));
  EXPECT_TRUE(Throws(empty(DType::kFloat, Shape(300, 1)), kBad, {"300"}));
  EXPECT_TRUE(Throws(empty(static_cast<DType>(99), {}), kBad, {"99"}));
  EXPECT_TRUE(Throws(empty(DType::kResource, {}), kBad, {"resource"}));
  EXPECT_TRUE(Throws(empty(DType::kUint8, {int64_t{1} << 50}), Code::kResourceExhausted));
  EXPECT_TRUE(Throws([&] { (void)Tensor::From(runtime, {1.0F, 2.0F}, {}); }, kBad, {"4", "8"}));
  const std::vector<std::string> one{"one"};
  EXPECT_TRUE(Throws([&] { (void)Tensor::Strings(runtime, one, {2}); }, kBad, {"2", "1"}));
  const Tensor two = Tensor::From(runtime, {1.0F, 2.0F}, {2});
  EXPECT_TRUE(Throws([&] { (void)two.item<float>(); }, kBad, {"2 elements"}));
  EXPECT_TRUE(Throws([&] { (void)two.data<std::int32_t>(); }, kBad, {"float", "int32"}));
  EXPECT_TRUE(Throws([&] { (void)two.string(0); }, kBad, {"float"}));
  EXPECT_TRUE(Throws([] { (void)Tensor::Scalar(Runtime(), 1.0F); }, kBad, {"runtime"}));
}

TEST(CppBadInput, SettingsPluginsAndFilesAreRefused) {
  EXPECT_TRUE(Throws([] { (void)Runtime::Create({.threads = -1}); }, kBad, {"-1"}));
  EXPECT_TRUE(Throws([] { (void)Runtime::Create({.threads = 5000}); }, kBad, {"5000"}));
  EXPECT_TRUE(Throws([] { (void)Runtime::Create({.plugins = {"nonsense"}}); }, Code::kNotFound,
                     {"librunnel_nonsense.so"}));
  const Runtime& runtime = SharedRuntime();
  EXPECT_TRUE(Throws([&] { runtime.LoadPlugin("/no/such/plugin.so"); }, Code::kNotFound,
                     {"/no/such/plugin.so"}));
  EXPECT_TRUE(Throws([&] { runtime.LoadPlugin("cpu"); }, Code::kAlreadyExists, {"cpu"}));

  namespace fs = std::filesystem;
  const fs::path folder = testing::TempDir() + "cpp_bad_" + std::to_string(getpid());
  fs::create_directories(folder);
  const std::string prefix = (folder / "model").string();
  EXPECT_TRUE(Throws([&] { (void)Checkpoint::Open(runtime, prefix); }, Code::kNotFound, {"model"}));
  std::ofstream(prefix + ".index") << "not a table";
  EXPECT_TRUE(Throws([&] { (void)Checkpoint::Open(runtime, prefix); }, Code::kInvalidArgument,
                     {"model.index", "this is text"}));
  const Graph graph = Graph::Create(runtime);
  const Variable w = graph.Variable(graph.Constant({1.0F, 2.0F}, {2}), "w");
  const Session session = Session::Create(graph);
  EXPECT_TRUE(Throws([&] { session.Save(prefix); }, Code::kFailedPrecondition));
  EXPECT_TRUE(Throws([&] { (void)session.Freeze({std::string(Node(w.Read()).name())}); },
                     Code::kFailedPrecondition, {"w"}));
  EXPECT_TRUE(Throws([&] { (void)session.Freeze({}); }, kBad));
  const Tensor one = Tensor::From(runtime, {1.0F}, {1});
  Checkpoint::Write(runtime, prefix, {{"other", one}});
  EXPECT_TRUE(Throws([&] { session.Restore(prefix); }, Code::kNotFound, {"\"w\""}));
  Checkpoint::Write(runtime, prefix, {{"w", one}});
  EXPECT_TRUE(Throws([&] { session.Restore(prefix); }, kBad, {"\"w\"", "[2]", "[1]"}));
  const Checkpoint checkpoint = Checkpoint::Open(runtime, prefix);
  EXPECT_EQ(checkpoint.shape(0), Shape{1});
  EXPECT_EQ(checkpoint.dtype(0), DType::kFloat);
  EXPECT_TRUE(Throws([&] { (void)checkpoint.Read("absent"); }, Code::kNotFound, {"absent"}));
  EXPECT_TRUE(Throws([&] { (void)SavedModel::Open(runtime, "/nowhere/model"); }, Code::kNotFound,
                     {"/nowhere/model", "saved_model.pb"}));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace runnel_test
