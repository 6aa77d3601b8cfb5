// Tensor arrays and lists as TensorFlow's programs use them: recorded values, and gradients,
// TensorFlow's as they stand in the graph and our own of the same values (make_sequences.py).
#include <fstream>

#include "core/graph/graph_def.h"
#include "core/passes/gradients.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

struct SequenceStep {
  std::vector<const char*> fetches;
  int code;
  std::vector<std::vector<double>> values;
};
struct SequenceGradient {
  const char* y;
  std::vector<const char*> xs, built;
  std::vector<std::vector<double>> values;
};
#include "tests/tf1/sequences.inc"

std::vector<double> Doubles(const Tensor& t) {
  std::vector<double> out;
  const auto add = [&](auto example) {
    for (const auto v : t.values<const decltype(example)>()) out.push_back(static_cast<double>(v));
  };
  if (t.dtype() == DType::kFloat) add(0.0f);
  if (t.dtype() == DType::kInt32) add(int32_t{0});
  if (t.dtype() == DType::kInt64) add(int64_t{0});
  return out;
}

class Sequences : public RuntimeTest {
 protected:
  void ImportRecorded() {
    std::ifstream file(RUNNEL_TF1_TESTS "/sequences.pb", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const auto def = DecodeGraphDef(bytes);
    ASSERT_TRUE(def.ok()) << def.status().ToString();
    const Status status = graph_->Import(*def, {});
    ASSERT_TRUE(status.ok()) << status.ToString();
    Run({}, {}, {graph_->FindNode("init")});
  }
  OutputRef Output(const std::string& name) {
    const auto output = graph_->FindOutput(name);
    EXPECT_TRUE(output.ok()) << output.status().ToString();
    return output.ok() ? *output : OutputRef();
  }
  std::vector<OutputRef> Outputs(const std::vector<const char*>& names) {
    std::vector<OutputRef> out;
    for (const char* name : names) out.push_back(Output(name));
    return out;
  }
  void ExpectValues(const std::vector<OutputRef>& fetches,
                    const std::vector<std::vector<double>>& wanted, const std::string& what,
                    int code = 0) {
    std::vector<Tensor> got;
    const Status status = TryRun(fetches, {}, {}, &got);
    EXPECT_EQ(static_cast<int>(status.code()), code) << what << ": " << status.ToString();
    for (size_t i = 0; status.ok() && i < wanted.size(); ++i) {
      const std::vector<double> values = Doubles(got[i]);
      ASSERT_EQ(values.size(), wanted[i].size()) << what << ", fetch " << i;
      for (size_t k = 0; k < values.size(); ++k) {
        EXPECT_NEAR(values[k], wanted[i][k], 2e-5 * std::max(1.0, std::abs(wanted[i][k])))
            << what << ", fetch " << i << ", element " << k;
      }
    }
  }
  void RunRecorded() {
    ImportRecorded();
    for (const SequenceStep& step : kSteps)
      ExpectValues(Outputs(step.fetches), step.values, step.fetches[0], step.code);
    for (const SequenceGradient& gradient : kGradients)
      ExpectValues(Outputs(gradient.built), gradient.values, StrCat("built for ", gradient.y));
  }
};

TEST_F(Sequences, AreWhatTensorFlowComputes) { RunRecorded(); }

TEST_F(Sequences, AreSoWithoutPassesToo) {
  session_options_.disabled_passes = {"fold", "branches", "cse", "simplify", "regions"};
  RunRecorded();
}

TEST_F(Sequences, HaveTheGradientsThatTensorFlowBuilds) {
  ImportRecorded();
  for (const SequenceGradient& gradient : kGradients) {
    const auto made = AddGradients(graph_.get(), {{Output(gradient.y)}}, Outputs(gradient.xs));
    ASSERT_TRUE(made.ok()) << gradient.y << ": " << made.status().ToString();
    ExpectValues(*made, gradient.values, gradient.y);
  }
}

}  // namespace
}  // namespace runnel
