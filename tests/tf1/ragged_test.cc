// Ragged tensors, and tensors that a session keeps, as TensorFlow has them (make_ragged.py).
#include "tests/tf1/answered_graph.h"

namespace runnel {
namespace {

class Ragged : public AnsweredGraphTest {};

TEST_F(Ragged, TensorsAreWhatTensorFlowComputes) { RunAnswered("ragged.pb", Gradients::kTheirs); }

TEST_F(Ragged, TensorsAreSoWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  RunAnswered("ragged.pb", Gradients::kTheirs);
}

}  // namespace
}  // namespace runnel
