// Sparse tensors as bytes and in maps, and sparse accumulators, as in TensorFlow (make_sparse_state.py).
#include "tests/tf1/answered_graph.h"
// Behind it, as it has a namespace testing of its own.
#include "tests/support/case_log.h"

namespace runnel {
namespace {

using SparseState = AnsweredGraphTest;

TEST_F(SparseState, GoesAsInTensorFlow) {
  RunAnswered("sparse_state.pb", Gradients::kTheirs);
  if (HasFailure()) return;
  runnel::testing::LogHostOps({"SerializeSparse", "SerializeManySparse", "DeserializeSparse",
                               "DeserializeManySparse", "AddSparseToTensorsMap",
                               "AddManySparseToTensorsMap", "TakeManySparseFromTensorsMap",
                               "SparseConditionalAccumulator", "SparseAccumulatorApplyGradient",
                               "SparseAccumulatorTakeGradient"});
}

}  // namespace
}  // namespace runnel
