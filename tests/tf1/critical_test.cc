// Critical sections as TensorFlow has them (make_critical.py).
#include "tests/tf1/answered_graph.h"

namespace runnel {
namespace {

class Critical : public AnsweredGraphTest {};

TEST_F(Critical, SectionsAreWhatTensorFlowsAre) { RunAnswered("critical.pb", Gradients::kTheirs); }

TEST_F(Critical, SectionsAreSoWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  RunAnswered("critical.pb", Gradients::kTheirs);
}

}  // namespace
}  // namespace runnel
