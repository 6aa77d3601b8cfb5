// Ref variables of imported graphs: every op on them against what TensorFlow gave
// (make_ref_variables.py), training graphs of TensorFlow 1, the order of reads, and graphs that make no
// sense.
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "core/graph/meta_graph.h"
#include "core/passes/gradients.h"
#include "tests/tf1/recorded_graph.h"

namespace runnel {
namespace {

struct StepValues {
  const char* step;
  const char* variable;
  std::vector<double> values;  // after two steps
};
struct ReadValues {
  const char* fetch;
  double value;
};
#include "tests/tf1/ref_variables.inc"

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class RefVariables : public RecordedGraphTest {
 protected:
  void Import(const GraphDef& def, const ImportOptions& options = {}) {
    const Status status = graph_->Import(def, options);
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  void ImportText(std::string_view text) {
    const auto def = ParseTextGraphDef(text);
    ASSERT_TRUE(def.ok()) << def.status().ToString();
    Import(*def);
  }
  Node* Target(const std::string& name) {
    Node* node = graph_->FindNode(name);
    EXPECT_NE(node, nullptr) << name;
    return node;
  }
};

TEST_F(RefVariables, StepAndScatterAsTensorFlowDoes) {
  ImportRecorded("ref_variables.pb");
  Run({}, {}, {Target("init")});
  std::string last;
  for (const StepValues& want : kSteps) {
    if (last != want.step) {
      for (int i = 0; i < 2; ++i) {
        Run({},
            {{Output("grad"), Floats({0.5, -1, 2, 0.25, -0.75, 1.5}, {3, 2})},
             {Output("rows"), Floats({1, -0.5, 0.25, 2}, {2, 2})},
             {Output("indices"), *Tensor::FromValues<int32_t>(Shape{2}, std::vector<int32_t>{2, 2})}},
            {Target(want.step)});
      }
      last = want.step;
    }
    const auto got = Run({Output(want.variable)});
    const std::vector<double> values = Doubles(got[0]);
    ASSERT_EQ(values.size(), want.values.size()) << want.variable;
    for (size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(values[i], want.values[i], 2e-6 * (1 + std::fabs(want.values[i])))
          << want.variable << " element " << i;
    }
  }
}

TEST_F(RefVariables, AreReadWhenTensorFlowReadsThem) {
  for (const bool passes : {true, false}) {
    Restart({});
    if (!passes) session_options_.disabled_passes = {"fold", "cse", "simplify"};
    ImportRecorded("ref_variables.pb");
    Run({}, {}, {Target("init")});
    for (const ReadValues& want : kReads) {
      EXPECT_EQ(Doubles(Run({Output(want.fetch)})[0]), std::vector<double>{want.value}) << want.fetch;
    }
  }
}

TEST_F(RefVariables, NamesAVariableWithoutAValue) {
  ImportRecorded("ref_variables.pb");
  std::vector<Tensor> out;
  const Status status = TryRun({Output("never")}, {}, {}, &out);
  EXPECT_EQ(status.code(), Code::kFailedPrecondition);
  EXPECT_NE(status.message().find("\"never\""), std::string_view::npos) << status.ToString();
}

TEST_F(RefVariables, OfTwoImportsAreTwo) {
  ImportOptions options;
  for (const char* prefix : {"a", "b"}) {
    options.prefix = prefix;
    ImportRecorded("ref_variables.pb", options);
  }
  Run({}, {}, {Target("a/init"), Target("b/init")});
  Run({}, {}, {Target("a/add")});
  EXPECT_EQ(Doubles(Run({Output("a/count")})[0]), std::vector<double>{1});
  EXPECT_EQ(Doubles(Run({Output("b/count")})[0]), std::vector<double>{0});
}

constexpr std::string_view kSquare = R"(
node { name: "v" op: "VariableV2" attr { key: "dtype" value { type: DT_FLOAT } }
       attr { key: "shape" value { shape { dim { size: 2 } } } } }
node { name: "read" op: "Identity" input: "v" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "y" op: "Square" input: "read" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "set" op: "Assign" input: "v" input: "x" attr { key: "T" value { type: DT_FLOAT } }
       attr { key: "validate_shape" value { b: false } } }
)";

TEST_F(RefVariables, HaveGradients) {
  ImportText(kSquare);
  for (const char* of : {"v", "read", "v/_rnl_handle"}) {
    const std::vector<OutputRef> ys = {Output("y")}, xs = {Output(of)};
    const auto grads = AddGradients(graph_.get(), ys, xs);
    ASSERT_TRUE(grads.ok()) << grads.status().ToString();
    ASSERT_TRUE((*grads)[0]) << of;
    Run({}, {{Output("x"), Floats({3, -4})}}, {Target("set")});
    EXPECT_EQ(Doubles(Run({(*grads)[0]})[0]), (std::vector<double>{6, -8})) << of;
  }
}

TEST_F(RefVariables, TakeTheValuesOfMappedInputs) {
  const OutputRef other = Vector({5, 6});
  const auto def = ParseTextGraphDef(kSquare);
  ASSERT_TRUE(def.ok());
  ImportOptions options;
  options.prefix = "m";
  options.input_map = {{"v:0", other}};
  Import(*def, options);
  EXPECT_EQ(Doubles(Run({Output("m/y")})[0]), (std::vector<double>{25, 36}));
}

TEST_F(RefVariables, KeepTheirValuesWhileTheGraphGrows) {
  ImportText(kSquare);
  Run({}, {{Output("x"), Floats({3, -4})}}, {Target("set")});
  const auto grown = ParseTextGraphDef(StrCat(kSquare, R"(
      node { name: "more" op: "AssignAdd" input: "v" input: "x"
             attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "then" op: "Identity" input: "v" input: "^set"
             attr { key: "T" value { type: DT_FLOAT } } })"));
  ASSERT_TRUE(grown.ok());
  ImportOptions options;
  options.extend = true;
  Import(*grown, options);
  EXPECT_EQ(Doubles(Run({Output("y")})[0]), (std::vector<double>{9, 16}));
  EXPECT_EQ(Doubles(Run({Output("more")}, {{Output("x"), Floats({1, 2})}})[0]),
            (std::vector<double>{4, -2}));
  EXPECT_EQ(Doubles(Run({Output("then")}, {{Output("x"), Floats({2, 5})}})[0]),
            (std::vector<double>{2, 5}));
}

TEST_F(RefVariables, KeepTheirShapeUnlessTheyHaveNone) {
  const std::string keeps = std::string(kSquare).replace(kSquare.find("b: false"), 8, "b: true");
  ImportText(keeps);
  std::vector<Tensor> out;
  EXPECT_EQ(TryRun({}, {{Output("x"), Floats({1, 2, 3})}}, {Target("set")}, &out).code(),
            Code::kInvalidArgument);
  // The oldest kind writes [] for a shape that it does not know.
  ImportText(R"(
      node { name: "w" op: "Variable" attr { key: "dtype" value { type: DT_FLOAT } }
             attr { key: "shape" value { shape { } } } }
      node { name: "fill" op: "Assign" input: "w" input: "zeros"
             attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "zeros" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } })");
  EXPECT_EQ(Doubles(Run({Output("fill")}, {{Output("zeros"), Floats({1, 2, 3})}})[0]),
            (std::vector<double>{1, 2, 3}));
}

// Both inputs are the variable's memory when the sum is made: behind the update, however long it takes.
TEST_F(RefVariables, AReadBesideAnUpdatedReferenceWaitsForTheUpdate) {
  ImportText(R"(
      node { name: "v" op: "VariableV2" attr { key: "dtype" value { type: DT_FLOAT } }
             attr { key: "shape" value { shape { dim { size: 2 } } } } }
      node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
      node { name: "init" op: "Assign" input: "v" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "v/read" op: "Identity" input: "v" attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "a" op: "Neg" input: "v/read" attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "b" op: "Const" input: "^a" attr { key: "dtype" value { type: DT_FLOAT } }
             attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { } float_val: 2 } } } }
      node { name: "c" op: "Mul" input: "a" input: "b" attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "update" op: "Assign" input: "v" input: "c" attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "sum" op: "AddV2" input: "v/read" input: "update"
             attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "d" op: "Const" input: "^update" attr { key: "dtype" value { type: DT_FLOAT } }
             attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { } float_val: 1 } } } }
      node { name: "y" op: "Mul" input: "sum" input: "d" attr { key: "T" value { type: DT_FLOAT } } })");
  for (const bool passes : {true, false}) {
    session_options_.disabled_passes =
        passes ? std::vector<std::string>() : std::vector<std::string>{"all"};
    session_ = nullptr;
    Run({}, {{Output("x"), Floats({1, 3})}}, {Target("init")});
    for (int step = 0; step < 3; ++step) {
      const auto before = Doubles(Run({Output("v")})[0]);
      const auto got = Doubles(Run({Output("y")})[0]);
      EXPECT_EQ(got, (std::vector<double>{-4 * before[0], -4 * before[1]})) << "passes " << passes;
    }
  }
}

TEST_F(RefVariables, RefusesGraphsThatMakeNoSense) {
  struct Bad {
    const char* text;
    const char* message;
  };
  const Bad table[] = {
      {R"(node { name: "c" op: "NoOp" }
          node { name: "a" op: "Assign" input: "c" input: "c" attr { key: "T" value { type: DT_FLOAT } } })",
       "node \"a\" (Assign): input \"c\" should be a variable"},
      {R"(node { name: "a" op: "AssignAdd" attr { key: "T" value { type: DT_FLOAT } } })",
       "node \"a\" (AssignAdd): the variable is missing"},
      {R"(node { name: "a" op: "AssignAdd" input: "b" attr { key: "T" value { type: DT_FLOAT } } }
          node { name: "b" op: "AssignAdd" input: "a" attr { key: "T" value { type: DT_FLOAT } } })",
       "should be a variable"},
      {R"(node { name: "v" op: "VariableV2" })", "node \"v\" (VariableV2): attr \"dtype\" is missing"},
      {R"(node { name: "v" op: "VariableV2" attr { key: "dtype" value { type: DT_FLOAT } } }
          node { name: "a" op: "ApplyMomentum" input: "v" input: "v:1" attr { key: "T" value { type: DT_FLOAT } } })",
       "node \"a\" (ApplyMomentum): input \"v:1\" should be a variable"},
      {R"(node { name: "v" op: "VariableV2" attr { key: "dtype" value { type: DT_FLOAT } } }
          node { name: "v/_rnl_handle" op: "NoOp" })",
       "\"v/_rnl_handle\""},
  };
  for (const Bad& bad : table) {
    Restart({});
    const auto def = ParseTextGraphDef(bad.text);
    ASSERT_TRUE(def.ok()) << def.status().ToString();
    const Status status = graph_->Import(*def);
    EXPECT_FALSE(status.ok()) << bad.text;
    EXPECT_NE(status.ToString().find(bad.message), std::string::npos) << status.ToString();
    EXPECT_EQ(graph_->num_nodes(), 0);
  }
}

// A regression that TensorFlow 1 wrote, with its gradients, its optimizer and its saver: the least
// squares that it goes to are known without it.
TEST_F(RefVariables, TrainARealGraphFromItsCheckpoint) {
  const char* data = std::getenv("RUNNEL_DATA_DIR");
  if (data == nullptr) GTEST_SKIP() << "data: RUNNEL_DATA_DIR is not set";
  const std::string model = std::string(data) + "/tf_saved_model/tf2onnx_regression/checkpoint/model";
  const auto meta = ReadMetaGraphDef(ReadFile(model + ".meta"));
  ASSERT_TRUE(meta.ok()) << meta.status().ToString();
  Import(meta->graph);
  Run({}, {{Output("save/Const"), *Tensor::FromStrings(Shape(), {&model, 1})}},
      {Target("save/restore_all")});
  const auto restored = Run({Output("W"), Output("b")});
  EXPECT_TRUE(std::isfinite(Doubles(restored[0])[0]));
  Run({}, {}, {Target("init")});

  const std::vector<double> x = {-1, 0, 1, 2}, y = {-0.5, 1.25, 3, 5.5};
  const auto fetched = Run({Output("W"), Output("b")});
  double w = Doubles(fetched[0])[0], b = Doubles(fetched[1])[0];
  const double rate = Doubles(Run({Output("GradientDescent/learning_rate")})[0])[0];
  for (int step = 0; step < 50; ++step) {
    for (size_t i = 0; i < x.size(); ++i) {
      Run({},
          {{Output("X"), Scalar(static_cast<float>(x[i]))},
           {Output("Y"), Scalar(static_cast<float>(y[i]))}},
          {Target("GradientDescent")});
      // The cost is the squared error over twice a number of samples that the graph knows.
      const double error = w * x[i] + b - y[i];
      w -= rate * error * x[i] / 17;
      b -= rate * error / 17;
    }
  }
  const auto trained = Run({Output("W"), Output("b")});
  EXPECT_NEAR(Doubles(trained[0])[0], w, 1e-5);
  EXPECT_NEAR(Doubles(trained[1])[0], b, 1e-5);
}

}  // namespace
}  // namespace runnel
