// References to variables of another task: the steps that tests/tf1 records of TensorFlow, with the
// variables on one task and what is computed on another.
#include <fstream>
#include <iterator>

#include "core/graph/graph_def.h"
#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

struct RecordedStep {
  std::vector<bool> flag;  // fed, where there is one
  std::vector<const char*> fetches, targets;
  int code;
  std::vector<std::vector<double>> values;
};
#include "tests/tf1/references.inc"

class RemoteReferences : public NetTest {
 protected:
  // With the variables on ps and all else, unless TensorFlow puts it beside them, on worker.
  void Import(GraphDef def) {
    for (NodeDef& node : def.nodes) {
      const bool beside = FindAttr(node.attrs, "_class") != nullptr;
      node.device = node.op == "VariableV2" ? "/job:ps" : beside ? "" : "/job:worker";
    }
    const Status status = graph_->Import(def, {});
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  void StartTwo() {
    MakeCluster({{"ps", 0}, {"worker", 0}});
    StartServer("ps", 0);
    Open(StartServer("worker", 0));
  }
  OutputRef Output(const char* name) const {
    const auto output = graph_->FindOutput(name);
    EXPECT_TRUE(output.ok()) << output.status().ToString();
    return output.ok() ? *output : OutputRef();
  }
  static std::vector<double> Doubles(const Tensor& t) {
    std::vector<double> out;
    const auto add = [&](auto example) {
      for (const auto v : t.values<const decltype(example)>()) out.push_back(static_cast<double>(v));
    };
    if (t.dtype() == DType::kFloat) add(0.0f);
    if (t.dtype() == DType::kInt32) add(int32_t{0});
    if (t.dtype() == DType::kInt64) add(int64_t{0});
    if (t.dtype() == DType::kBool) add(true);
    return out;
  }
};

TEST_F(RemoteReferences, AreReadWhereAndWhenTensorFlowReadsThem) {
  std::ifstream file(RUNNEL_TF1_TESTS "/references.pb", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  auto def = DecodeGraphDef(bytes);
  ASSERT_TRUE(def.ok()) << def.status().ToString();
  Import(std::move(*def));
  StartTwo();
  std::vector<Tensor> got;
  Status status = Run({{}, {}, {graph_->FindNode("init")}}, {}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  for (const RecordedStep& step : kSteps) {
    const std::string what =
        StrCat(step.fetches.empty() ? "" : step.fetches[0], step.targets.empty() ? "" : step.targets[0]);
    Signature signature;
    std::vector<Tensor> feeds;
    for (const bool flag : step.flag) {
      signature.feeds.push_back(Output("flag"));
      feeds.push_back(*Tensor::FromScalar(flag));
    }
    for (const char* name : step.fetches) signature.fetches.push_back(Output(name));
    for (const char* name : step.targets) signature.targets.push_back(graph_->FindNode(name));
    status = Run(signature, feeds, &got);
    EXPECT_EQ(static_cast<int>(status.code()), step.code) << what << ": " << status.ToString();
    for (size_t i = 0; status.ok() && i < step.values.size(); ++i) {
      const std::vector<double> values = Doubles(got[i]);
      ASSERT_EQ(values.size(), step.values[i].size()) << what << ", fetch " << step.fetches[i];
      for (size_t k = 0; k < values.size(); ++k) {
        EXPECT_NEAR(values[k], step.values[i][k], 1e-5) << what << ", fetch " << step.fetches[i];
      }
    }
  }
}

// Worker's product is behind worker's own node, and that behind the update on ps: in the part of ps
// nothing says that the value which is sent comes after the update.
TEST_F(RemoteReferences, AnOrderThroughAnotherTaskCounts) {
  const auto def = ParseTextGraphDef(R"(
      node { name: "v" op: "VariableV2" attr { key: "dtype" value { type: DT_FLOAT } }
             attr { key: "shape" value { shape { dim { size: 2 } } } } }
      node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
      node { name: "init" op: "Assign" input: "v" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "add" op: "AssignAdd" input: "v" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "two" op: "Const" input: "^add" attr { key: "dtype" value { type: DT_FLOAT } }
             attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { } float_val: 2 } } } }
      node { name: "double" op: "Mul" input: "v" input: "two" attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "late" op: "Identity" input: "v" input: "^double"
             attr { key: "T" value { type: DT_FLOAT } } })");
  ASSERT_TRUE(def.ok()) << def.status().ToString();
  Import(*def);
  StartTwo();
  std::vector<Tensor> got;
  Status status = Run({{Output("x")}, {}, {graph_->FindNode("init")}}, {Floats({1, 2})}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  for (int i = 1; i <= 20; ++i) {
    status = Run({{Output("x")}, {Output("double"), Output("late")}, {}}, {Floats({1, 1})}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(Doubles(got[0]), (std::vector<double>{2.0 * (1 + i), 2.0 * (2 + i)}));
    EXPECT_EQ(Doubles(got[1]), (std::vector<double>{1.0 + i, 2.0 + i}));
  }
}

}  // namespace
}  // namespace runnel::net
