// Gradients of TensorFlow 1's functions (make_defun.py).
#include "tests/tf1/answered_graph.h"

namespace runnel {
namespace {

class Defun : public AnsweredGraphTest {};

TEST_F(Defun, HasTheGradientsOfTensorFlow) { RunAnswered("defun.pb", Gradients::kTheirs); }

TEST_F(Defun, HasThemWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  RunAnswered("defun.pb", Gradients::kTheirs);
}

}  // namespace
}  // namespace runnel
