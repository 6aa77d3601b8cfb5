// Tensor arrays and lists as TensorFlow's programs use them: recorded values, and gradients,
// TensorFlow's as they stand in the graph and our own of the same values (make_sequences.py).
#include "core/passes/gradients.h"
#include "tests/tf1/recorded_graph.h"

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

class Sequences : public RecordedGraphTest {
 protected:
  void ImportSequences() {
    ImportRecorded("sequences.pb");
    Run({}, {}, {graph_->FindNode("init")});
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
    ImportSequences();
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
  ImportSequences();
  for (const SequenceGradient& gradient : kGradients) {
    const auto made = AddGradients(graph_.get(), {{Output(gradient.y)}}, Outputs(gradient.xs));
    ASSERT_TRUE(made.ok()) << gradient.y << ": " << made.status().ToString();
    ExpectValues(*made, gradient.values, gradient.y);
  }
}

}  // namespace
}  // namespace runnel
