// Queues, barriers, staging areas and maps, step by step as in TensorFlow (make_dataflow.py).
#include "tests/tf1/recorded_steps.h"

namespace runnel {
namespace {

using namespace std::string_view_literals;
#include "tests/tf1/dataflow.inc"

using Dataflow = RecordedStepsTest;

TEST_F(Dataflow, GoesAsInTensorFlow) { RunSteps("dataflow.pb", kSteps); }

}  // namespace
}  // namespace runnel
