// Examples, CSV and bytes decoded as in TensorFlow (make_examples.py).
#include "tests/tf1/answered_graph.h"
// Behind it, as it has a namespace testing of its own.
#include "tests/support/case_log.h"

namespace runnel {
namespace {

using Examples = AnsweredGraphTest;

TEST_F(Examples, AreWhatTensorFlowParses) {
  RunAnswered("examples.pb", Gradients::kTheirs);
  if (HasFailure()) return;
  runnel::testing::LogHostOps(
      {"ParseExample", "ParseExampleV2", "ParseSingleExample", "ParseSequenceExample",
       "ParseSequenceExampleV2", "ParseSingleSequenceExample", "DecodeCSV", "DecodeRaw",
       "DecodePaddedRaw", "DecodeCompressed", "SerializeTensor", "ParseTensor", "DecodeJSONExample"});
}

}  // namespace
}  // namespace runnel
