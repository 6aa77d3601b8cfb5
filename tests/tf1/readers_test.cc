// Readers, step by step as in TensorFlow, over files that TensorFlow wrote (make_readers.py).
#include "tests/tf1/recorded_steps.h"

namespace runnel {
namespace {

using namespace std::string_view_literals;
#include "tests/tf1/readers.inc"

using Readers = RecordedStepsTest;

// What the older ops are called, without V2; they know no encoding.
void UseOlderOps(GraphDef* graph) {
  for (NodeDef& node : graph->nodes) {
    if (node.op.find("Reader") != std::string::npos && node.op.ends_with("V2")) {
      node.op.resize(node.op.size() - 2);
    }
  }
}

TEST_F(Readers, OfTheOlderOpsDoToo) {
  change_ = UseOlderOps;
  std::vector<RecordedStep> steps;
  for (const RecordedStep& step : kSteps) {
    const bool has_encoding =
        !step.fetches.empty() && std::string_view(step.fetches[0]).starts_with("zipped");
    if (!has_encoding) steps.push_back(step);
  }
  RunSteps("readers.pb", steps, std::string(RUNNEL_TF1_TESTS) + "/reader_files");
}

TEST_F(Readers, GiveWhatTensorFlowReads) {
  RunSteps("readers.pb", kSteps, std::string(RUNNEL_TF1_TESTS) + "/reader_files");
}

}  // namespace
}  // namespace runnel
