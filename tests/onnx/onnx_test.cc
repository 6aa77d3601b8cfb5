// Models, functions, weights in other files, what is refused, and hostile files.
#include <cmath>
#include <cstring>

#include "tests/onnx/onnx_model.h"
#include "tests/support/imported.h"

namespace runnel::test {
namespace {

Tensor Floats(const Shape& shape, const std::vector<float>& values) {
  return *Tensor::FromValues<float>(shape, std::span<const float>(values));
}
Tensor Int64s(const Shape& shape, const std::vector<int64_t>& values) {
  return *Tensor::FromValues<int64_t>(shape, std::span<const int64_t>(values));
}

// y = Relu(x * w + b), x: [N, 2].
OnnxGraph Dense() {
  OnnxGraph graph;
  graph.inputs = {OnnxValue("x", kOnnxFloat, {-1, 2})};
  graph.outputs = {OnnxValue("y", kOnnxFloat, {-1, 2})};
  graph.initializers = {OnnxTensor<float>("w", kOnnxFloat, {2, 2}, {1, 2, 3, 4}),
                        OnnxTensor<float>("b", kOnnxFloat, {2}, {-10, 10})};
  graph.nodes = {OnnxNode("Gemm", {"x", "w", "b"}, {"h"}), OnnxNode("Relu", {"h"}, {"y"})};
  return graph;
}

TEST(Onnx, RunsAModelByTheNamesOfItsInputsAndOutputs) {
  Imported model(OnnxFile(Dense()));
  std::map<std::string, Tensor> out;
  const Status status = model.Run({{"x", Floats(Shape{1, 2}, {1, 1})}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("y")), (std::vector<float>{0, 16}));
}

TEST(Onnx, AnEquationMayLeaveOutItsResult) {
  for (const auto& [equation, wanted] :
       std::map<std::string, std::vector<float>>{{"ij, jk", {7, 10, 15, 22}},
                                                 {"jb,aj->ba", {7, 15, 10, 22}},
                                                 {"ij,ij", {30}},
                                                 {"ba, cb", {7, 15, 10, 22}}}) {
    OnnxGraph graph;
    graph.inputs = {OnnxValue("x", kOnnxFloat, {2, 2})};
    graph.outputs = {OnnxValue("y", kOnnxFloat, {})};
    graph.nodes = {OnnxNode("Einsum", {"x", "x"}, {"y"}).String("equation", equation)};
    Imported model(OnnxFile(graph));
    std::map<std::string, Tensor> out;
    const Status status = model.Run({{"x", Floats(Shape{2, 2}, {1, 2, 3, 4})}}, &out);
    ASSERT_TRUE(status.ok()) << equation << ": " << status.ToString();
    EXPECT_EQ(Values<float>(out.at("y")), wanted) << equation;
  }
}

TEST(Onnx, KeepsTheSizesOfInputsThatTheModelLeavesOpen) {
  Imported model(OnnxFile(Dense()));
  std::map<std::string, Tensor> out;
  ASSERT_TRUE(model.Run({{"x", Floats(Shape{2, 2}, {1, 1, 0, 0})}}, &out).ok());
  EXPECT_EQ(Values<float>(out.at("y")), (std::vector<float>{0, 16, 0, 10}));
}

TEST(Onnx, ReadsWeightsFromAnotherFile) {
  OnnxGraph graph = Dense();
  WireMessage weights = OnnxTensor<float>("w", kOnnxFloat, {2, 2}, {});
  for (const auto& [key, value] : std::map<std::string, std::string>{
           {"location", "weights.bin"}, {"offset", "4"}, {"length", "16"}}) {
    WireMessage entry;
    entry.Bytes(1, key);
    entry.Bytes(2, value);
    weights.Message(13, entry);
  }
  weights.Int(14, 1);
  graph.initializers[0] = weights;
  const std::vector<float> data{99, 1, 2, 3, 4};
  const std::string file(reinterpret_cast<const char*>(data.data()), data.size() * sizeof(float));
  Imported model(OnnxFile(graph), {{"weights.bin", file}});
  std::map<std::string, Tensor> out;
  const Status status = model.Run({{"x", Floats(Shape{1, 2}, {1, 1})}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("y")), (std::vector<float>{0, 16}));

  const Import none = ImportBytes(OnnxFile(graph));
  EXPECT_EQ(none.code, RNLP_NOT_FOUND);
  const Import cut = ImportBytes(OnnxFile(graph), {{"weights.bin", file.substr(0, 12)}});
  EXPECT_EQ(cut.code, RNLP_DATA_LOSS);
  EXPECT_NE(cut.message.find("\"w\""), std::string::npos) << cut.message;
}

TEST(Onnx, PutsFunctionsOfTheModelInTheirCallersPlace) {
  WireMessage function;
  function.Bytes(1, "Twice");
  function.Bytes(4, "in");
  function.Bytes(5, "out");
  function.Bytes(6, "slope");
  function.Message(7, OnnxNode("LeakyRelu", {"in"}, {"l"}).Reference("alpha", "slope").message());
  function.Message(7, OnnxNode("Add", {"l", "l"}, {"out"}).message());
  function.Message(9, OnnxOpset("", 21));
  function.Bytes(10, "mine");
  OnnxGraph graph;
  graph.inputs = {OnnxValue("x", kOnnxFloat, {2})};
  graph.outputs = {OnnxValue("y", kOnnxFloat, {2})};
  graph.nodes = {OnnxNode("Twice", {"x"}, {"y"}, "mine").Float("slope", 0.5f)};
  Imported model(OnnxFile(graph, 21, {function}));
  std::map<std::string, Tensor> out;
  const Status status = model.Run({{"x", Floats(Shape{2}, {-4, 3})}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("y")), (std::vector<float>{-4, 6}));
}

TEST(Onnx, EndsFunctionsThatCallThemselves) {
  WireMessage function;
  function.Bytes(1, "Again");
  function.Bytes(4, "in");
  function.Bytes(5, "out");
  function.Message(7, OnnxNode("Again", {"in"}, {"out"}, "mine").message());
  function.Bytes(10, "mine");
  OnnxGraph graph;
  graph.inputs = {OnnxValue("x", kOnnxFloat, {2})};
  graph.outputs = {OnnxValue("y", kOnnxFloat, {2})};
  graph.nodes = {OnnxNode("Again", {"x"}, {"y"}, "mine")};
  const Import import = ImportBytes(OnnxFile(graph, 21, {function}));
  EXPECT_EQ(import.code, RNLP_INVALID_ARGUMENT);
  EXPECT_NE(import.message.find("deep"), std::string::npos) << import.message;
}

TEST(Onnx, RunsWhatNeedsNoUnknownOpAndNamesThoseThatAre) {
  OnnxGraph graph = Dense();
  graph.outputs.push_back(OnnxValue("z", kOnnxFloat, {2}));
  graph.nodes.push_back(OnnxNode("Levitate", {"y"}, {"z"}));
  Imported model(OnnxFile(graph));
  std::map<std::string, Tensor> out;
  const Status status = model.Run({{"x", Floats(Shape{1, 2}, {1, 1})}}, &out);
  EXPECT_NE(status.ToString().find("ONNX>Levitate"), std::string::npos) << status.ToString();
}

TEST(Onnx, RefusesAttributesThatNoConversionReads) {
  OnnxGraph graph = Dense();
  graph.nodes[1].Int("sideways", 1);
  Imported model(OnnxFile(graph));
  std::map<std::string, Tensor> out;
  const Status status = model.Run({{"x", Floats(Shape{1, 2}, {1, 1})}}, &out);
  EXPECT_NE(status.ToString().find("ONNX>Relu[attribute sideways]"), std::string::npos)
      << status.ToString();
}

TEST(Onnx, ComputesShapesOfKnownInputsAtImport) {
  OnnxGraph graph;
  graph.inputs = {OnnxValue("x", kOnnxFloat, {2, 3, 4})};
  graph.outputs = {OnnxValue("y", kOnnxFloat, {6, 4})};
  graph.initializers = {OnnxTensor<int64_t>("two", kOnnxInt64, {1}, {2}),
                        OnnxTensor<int64_t>("rest", kOnnxInt64, {1}, {-1})};
  graph.nodes = {OnnxNode("Shape", {"x"}, {"s"}), OnnxNode("Gather", {"s", "two"}, {"last"}),
                 OnnxNode("Concat", {"rest", "last"}, {"to"}).Int("axis", 0),
                 OnnxNode("Reshape", {"x", "to"}, {"y"})};
  Imported model(OnnxFile(graph));
  ASSERT_TRUE(model.status().ok()) << model.status().ToString();
  for (const auto& node : model.meta().graph.nodes) {
    EXPECT_NE(node.op, "Shape");
    EXPECT_NE(node.op, "GatherV2");
  }
}

TEST(Onnx, GathersFromTheEnd) {
  OnnxGraph graph;
  graph.inputs = {OnnxValue("x", kOnnxFloat, {3}), OnnxValue("i", kOnnxInt64, {2})};
  graph.outputs = {OnnxValue("y", kOnnxFloat, {2})};
  graph.nodes = {OnnxNode("Gather", {"x", "i"}, {"y"})};
  Imported model(OnnxFile(graph));
  std::map<std::string, Tensor> out;
  const Status status =
      model.Run({{"x", Floats(Shape{3}, {1, 2, 3})}, {"i", Int64s(Shape{2}, {-1, 0})}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("y")), (std::vector<float>{3, 1}));
}

TEST(Onnx, ReadsNoByteBeyondAFileThatIsCut) {
  OnnxGraph graph = Dense();
  const std::string file = OnnxFile(graph);
  for (size_t size = 0; size < file.size(); ++size) {
    const std::string cut = file.substr(0, size);
    const Import import = ImportBytes(cut);
    EXPECT_NE(import.code, 0) << size;
    EXPECT_FALSE(import.message.empty());
  }
}

TEST(Onnx, SaysWhatItReadWhereAFileIsDamaged) {
  const std::string file = OnnxFile(Dense());
  for (size_t at = 0; at < file.size(); ++at) {
    for (const char flip : {'\x01', '\x80', '\xff'}) {
      std::string damaged = file;
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      (void)ImportBytes(damaged);  // returns
    }
  }
}

TEST(Onnx, RefusesTensorsWhoseSizeIsNotTheirData) {
  OnnxGraph graph = Dense();
  graph.initializers[0] = OnnxTensor<float>("w", kOnnxFloat, {int64_t{1} << 40, int64_t{1} << 40}, {1});
  const Import huge = ImportBytes(OnnxFile(graph));
  EXPECT_EQ(huge.code, RNLP_DATA_LOSS);
  graph.initializers[0] = OnnxTensor<float>("w", kOnnxFloat, {2, 2}, {1, 2, 3});
  const Import small = ImportBytes(OnnxFile(graph));
  EXPECT_EQ(small.code, RNLP_DATA_LOSS);
  EXPECT_NE(small.message.find("12 bytes, expected 16"), std::string::npos) << small.message;
}

TEST(Onnx, RefusesNodesBeforeTheirInputs) {
  OnnxGraph graph = Dense();
  std::swap(graph.nodes[0], graph.nodes[1]);
  const Import import = ImportBytes(OnnxFile(graph));
  EXPECT_EQ(import.code, RNLP_INVALID_ARGUMENT);
  EXPECT_NE(import.message.find("\"h\""), std::string::npos) << import.message;
}

TEST(Onnx, MakesWeightsVariablesIfAsked) {
  Imported model(OnnxFile(Dense()), {}, {{"variables", "1"}});
  std::map<std::string, Tensor> out;
  EXPECT_FALSE(model.Run({{"x", Floats(Shape{1, 2}, {1, 1})}}, &out).ok());  // none has a value
  ASSERT_TRUE(model.RunNode("init").ok());
  const Status status = model.Run({{"x", Floats(Shape{1, 2}, {1, 1})}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("y")), (std::vector<float>{0, 16}));
  int variables = 0;
  for (const auto& node : model.meta().graph.nodes) variables += node.op == "VarHandleOp" ? 1 : 0;
  EXPECT_EQ(variables, 2);
  EXPECT_FALSE(Imported(OnnxFile(Dense()), {}, {{"variables", "all"}}).status().ok());
}

TEST(Onnx, TakesTheBranchThatTheConditionSays) {
  OnnxGraph yes, no, graph;
  yes.outputs = {OnnxValue("a", kOnnxFloat, {2})};
  yes.nodes = {OnnxNode("Neg", {"x"}, {"a"})};
  no.outputs = {OnnxValue("b", kOnnxFloat, {2})};
  no.nodes = {OnnxNode("Add", {"x", "two"}, {"b"})};
  graph.inputs = {OnnxValue("x", kOnnxFloat, {2}), OnnxValue("n", kOnnxInt64, {1})};
  graph.outputs = {OnnxValue("y", kOnnxFloat, {2})};
  graph.initializers = {OnnxTensor<int64_t>("one", kOnnxInt64, {1}, {1}),
                        OnnxTensor<float>("two", kOnnxFloat, {}, {2})};
  graph.nodes = {OnnxNode("Equal", {"n", "one"}, {"c"}), OnnxNode("If", {"c"}, {"y"})
                                                             .Graph("then_branch", yes.Message())
                                                             .Graph("else_branch", no.Message())};
  Imported model(OnnxFile(graph));
  for (const int64_t n : {1, 0}) {
    std::map<std::string, Tensor> out;
    const Status status =
        model.Run({{"x", Floats(Shape{2}, {3, 4})}, {"n", Int64s(Shape{1}, {n})}}, &out);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(Values<float>(out.at("y")),
              n == 1 ? (std::vector<float>{-3, -4}) : (std::vector<float>{5, 6}));
  }
}

// Doubles x while it is below a limit from outside of the body, and keeps all values.
TEST(Onnx, RunsALoopUntilItsBodySaysSo) {
  OnnxGraph body, graph;
  body.inputs = {OnnxValue("i", kOnnxInt64, {}), OnnxValue("go", 9, {}), OnnxValue("v", kOnnxFloat, {})};
  body.outputs = {OnnxValue("next", 9, {}), OnnxValue("w", kOnnxFloat, {}),
                  OnnxValue("kept", kOnnxFloat, {})};
  body.nodes = {OnnxNode("Add", {"v", "v"}, {"w"}), OnnxNode("Less", {"w", "limit"}, {"next"}),
                OnnxNode("Identity", {"w"}, {"kept"})};
  graph.inputs = {OnnxValue("x", kOnnxFloat, {}), OnnxValue("limit", kOnnxFloat, {})};
  graph.outputs = {OnnxValue("y", kOnnxFloat, {}), OnnxValue("all", kOnnxFloat, {-1})};
  graph.initializers = {OnnxTensor<int64_t>("most", kOnnxInt64, {}, {10})};
  graph.nodes = {OnnxNode("Loop", {"most", "", "x"}, {"y", "all"}).Graph("body", body.Message())};
  Imported model(OnnxFile(graph));
  std::map<std::string, Tensor> out;
  Status status = model.Run({{"x", Floats(Shape{}, {1})}, {"limit", Floats(Shape{}, {7})}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("y")), (std::vector<float>{8}));
  EXPECT_EQ(Values<float>(out.at("all")), (std::vector<float>{2, 4, 8}));
  status = model.Run({{"x", Floats(Shape{}, {1})}, {"limit", Floats(Shape{}, {1e9f})}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("y")), (std::vector<float>{1024}));
}

// More times than are written out, so that the layer is a loop; the recurrence is h = h + x.
// The usual LSTM is one op over all times: its gates in another order, the state before the first time
// where there is none.
TEST(Onnx, RunsAnLstmOfAnyLength) {
  OnnxGraph graph;
  graph.inputs = {OnnxValue("x", kOnnxFloat, {-1, 1, 1})};
  graph.outputs = {OnnxValue("y", kOnnxFloat, {}), OnnxValue("h", kOnnxFloat, {1, 1, 1}),
                   OnnxValue("c", kOnnxFloat, {1, 1, 1})};
  const std::vector<float> w = {0.5F, -1, 0.25F, 2}, r = {1, 0.5F, -0.5F, 0.75F};  // i, o, f, c
  const std::vector<float> b = {0.1F, 0.2F, 0.3F, 0.4F, -0.1F, 0, 0.1F, 0};
  const std::vector<float> peep = {0.3F, -0.2F, 0.6F};  // i, o, f
  graph.initializers = {OnnxTensor<float>("w", kOnnxFloat, {1, 4, 1}, w),
                        OnnxTensor<float>("r", kOnnxFloat, {1, 4, 1}, r),
                        OnnxTensor<float>("b", kOnnxFloat, {1, 8}, b),
                        OnnxTensor<float>("h0", kOnnxFloat, {1, 1, 1}, {0.5F}),
                        OnnxTensor<float>("c0", kOnnxFloat, {1, 1, 1}, {-0.5F}),
                        OnnxTensor<float>("p", kOnnxFloat, {1, 3}, peep)};
  graph.nodes = {OnnxNode("LSTM", {"x", "w", "r", "b", "", "h0", "c0", "p"}, {"y", "h", "c"})
                     .Int("hidden_size", 1)};
  Imported model(OnnxFile(graph));
  for (const int64_t times : {0, 1, 3, 50}) {
    std::vector<float> x;
    double h = 0.5, c = -0.5;
    const auto sigmoid = [](double v) { return 1 / (1 + std::exp(-v)); };
    for (int64_t t = 0; t < times; ++t) {
      x.push_back(static_cast<float>(t % 5) - 2);
      const auto gate = [&](size_t k) {
        return x.back() * w[k] + h * r[k] + static_cast<double>(b[k]) + static_cast<double>(b[k + 4]);
      };
      const double in = sigmoid(gate(0) + c * peep[0]), forget = sigmoid(gate(2) + c * peep[2]);
      c = forget * c + in * std::tanh(gate(3));
      h = sigmoid(gate(1) + c * peep[1]) * std::tanh(c);
    }
    std::map<std::string, Tensor> out;
    const Status status = model.Run({{"x", Floats(Shape{times, 1, 1}, x)}}, &out);
    ASSERT_TRUE(status.ok()) << times << ": " << status.ToString();
    EXPECT_EQ(out.at("y").shape().dim(0), times);
    EXPECT_NEAR(Values<float>(out.at("h"))[0], h, 1e-5) << times;
    EXPECT_NEAR(Values<float>(out.at("c"))[0], c, 1e-5) << times;
  }
}

TEST(Onnx, RunsALongRecurrentLayerAsALoop) {
  constexpr int64_t kTimes = 40;
  OnnxGraph graph;
  graph.inputs = {OnnxValue("x", kOnnxFloat, {kTimes, 1, 1})};
  graph.outputs = {OnnxValue("y", kOnnxFloat, {kTimes, 1, 1, 1}), OnnxValue("h", kOnnxFloat, {1, 1, 1})};
  graph.initializers = {OnnxTensor<float>("w", kOnnxFloat, {1, 1, 1}, {1}),
                        OnnxTensor<float>("r", kOnnxFloat, {1, 1, 1}, {1})};
  OnnxNode layer("RNN", {"x", "w", "r"}, {"y", "h"});
  layer.Int("hidden_size", 1).Strings("activations", {"Relu"});
  graph.nodes = {layer};
  Imported model(OnnxFile(graph));
  std::map<std::string, Tensor> out;
  const Status status =
      model.Run({{"x", Floats(Shape{kTimes, 1, 1}, std::vector<float>(kTimes, 1))}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  const std::vector<float> y = Values<float>(out.at("y"));
  ASSERT_EQ(y.size(), 40u);
  for (size_t i = 0; i < y.size(); ++i) EXPECT_EQ(y[i], static_cast<float>(i + 1));
  EXPECT_EQ(Values<float>(out.at("h")), (std::vector<float>{40}));
}

}  // namespace
}  // namespace runnel::test
