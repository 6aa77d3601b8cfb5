// Sparse tensors and their kin as TensorFlow has them (make_sparse.py).
#include "tests/tf1/answered_graph.h"

namespace runnel {
namespace {

class SparseOps : public AnsweredGraphTest {};

TEST_F(SparseOps, AreWhatTensorFlowComputes) { RunAnswered("sparse.pb", Gradients::kTheirs); }

TEST_F(SparseOps, AreSoWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  RunAnswered("sparse.pb", Gradients::kTheirs);
}

TEST_F(SparseOps, HaveTheGradientsThatTensorFlowBuilds) { RunAnswered("sparse.pb", Gradients::kOurs); }

}  // namespace
}  // namespace runnel
