// When TensorFlow 1's programs read their ref variables: recorded steps, each with what TensorFlow gave
// (make_references.py), and what a plan makes of references.
#include "tests/tf1/recorded_graph.h"

namespace runnel {
namespace {

struct RecordedStep {
  std::vector<bool> flag;  // fed, where there is one
  std::vector<const char*> fetches, targets;
  int code;
  std::vector<std::vector<double>> values;
};
#include "tests/tf1/references.inc"

class References : public RecordedGraphTest {
 protected:
  void RunRecordedSteps() {
    ImportRecorded("references.pb");
    Run({}, {}, {graph_->FindNode("init")});
    int number = 0;
    for (const RecordedStep& step : kSteps) {
      const std::string what =
          StrCat("step ", number++, ": ", step.fetches.empty() ? "" : step.fetches[0],
                 step.targets.empty() ? "" : step.targets[0]);
      std::vector<std::pair<OutputRef, Tensor>> feeds;
      for (const bool flag : step.flag) feeds.emplace_back(Output("flag"), *Tensor::FromScalar(flag));
      std::vector<OutputRef> fetches;
      for (const char* name : step.fetches) fetches.push_back(Output(name));
      std::vector<Node*> targets;
      for (const char* name : step.targets) targets.push_back(graph_->FindNode(name));
      std::vector<Tensor> got;
      const Status status = TryRun(fetches, feeds, targets, &got);
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
};

TEST_F(References, AreReadWhereAndWhenTensorFlowReadsThem) { RunRecordedSteps(); }

TEST_F(References, AreReadSoWithoutPassesToo) {
  session_options_.disabled_passes = {"fold", "branches", "cse", "simplify"};
  RunRecordedSteps();
}

TEST_F(References, AreReadSoNodeByNodeToo) {
  session_options_.disabled_passes = {"regions"};
  RunRecordedSteps();
}

}  // namespace
}  // namespace runnel
