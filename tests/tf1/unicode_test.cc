// Ops of characters as TensorFlow has them (make_unicode.py).
#include "tests/tf1/answered_graph.h"

namespace runnel {
namespace {

class Unicode : public AnsweredGraphTest {};

TEST_F(Unicode, AreWhatTensorFlowComputes) { RunAnswered("unicode.pb", Gradients::kTheirs); }

TEST_F(Unicode, AreSoWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  RunAnswered("unicode.pb", Gradients::kTheirs);
}

}  // namespace
}  // namespace runnel
