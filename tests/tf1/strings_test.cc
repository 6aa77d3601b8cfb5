// String ops as TensorFlow computes them (make_strings.py).
#include "tests/tf1/answered_graph.h"

namespace runnel {
namespace {

class Strings : public AnsweredGraphTest {};

TEST_F(Strings, AreWhatTensorFlowComputes) { RunAnswered("strings.pb", Gradients::kTheirs); }

TEST_F(Strings, AreSoWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  RunAnswered("strings.pb", Gradients::kTheirs);
}

}  // namespace
}  // namespace runnel
