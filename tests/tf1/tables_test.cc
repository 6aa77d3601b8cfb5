// Lookup tables as TensorFlow has them (make_tables.py).
#include "tests/tf1/answered_graph.h"

namespace runnel {
namespace {

class Tables : public AnsweredGraphTest {};

TEST_F(Tables, AreWhatTensorFlowComputes) { RunAnswered("tables.pb", Gradients::kTheirs); }

TEST_F(Tables, AreSoWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  RunAnswered("tables.pb", Gradients::kTheirs);
}

}  // namespace
}  // namespace runnel
