// A training graph with resource variables as the newest TensorFlow writes it, every attr and shape in
// it: imported whole, and trained to the losses that TensorFlow had (make_resource_variables.py).
#include <fstream>

#include "core/graph/graph_def.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

#include "tests/tf1/resource_variables.inc"

using ResourceVariables = RuntimeTest;

TEST_F(ResourceVariables, TrainAsTensorFlowDoes) {
  std::ifstream file(RUNNEL_TF1_TESTS "/resource_variables.pb", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto def = DecodeGraphDef(bytes);
  ASSERT_TRUE(def.ok()) << def.status().ToString();
  const Status status = graph_->Import(*def, {});
  ASSERT_TRUE(status.ok()) << status.ToString();
  Run({}, {}, {graph_->FindNode("init")});

  const std::vector<float> images = {1, 2, 3, -1, 0.5, 2, 0, -2, 1};
  const std::vector<int64_t> labels = {0, 3, 1};
  const auto loss = graph_->FindOutput("loss");
  ASSERT_TRUE(loss.ok()) << loss.status().ToString();
  for (const double wanted : kLosses) {
    const auto got = Run({*loss},
                         {{*graph_->FindOutput("x"),
                           *Tensor::FromValues<float>(Shape({3, 3}), std::span<const float>(images))},
                          {*graph_->FindOutput("labels"),
                           *Tensor::FromValues<int64_t>(Shape({3}), std::span<const int64_t>(labels))}},
                         {graph_->FindNode("train")});
    EXPECT_NEAR(got[0].values<const float>()[0], wanted, 1e-5);
  }
}

}  // namespace
}  // namespace runnel
