// Ensembles of decision trees.
#include <cmath>

#include "tests/onnx/onnx_model.h"
#include "tests/support/imported.h"

namespace runnel::test {
namespace {

// Tree 0: x0 <= 1 ? (x1 > 0 ? 10 : 20) : 30, where no number goes to the left. Tree 1: a leaf of 1.
OnnxGraph Forest(const std::vector<int64_t>& left) {
  OnnxNode node("TreeEnsembleRegressor", {"x"}, {"y"}, "ai.onnx.ml");
  node.Ints("nodes_treeids", {0, 0, 0, 0, 0, 1}).Ints("nodes_nodeids", {0, 1, 2, 3, 4, 0});
  node.Ints("nodes_featureids", {0, 1, 0, 0, 0, 0}).Floats("nodes_values", {1, 0, 0, 0, 0, 0});
  node.Strings("nodes_modes", {"BRANCH_LEQ", "BRANCH_GT", "LEAF", "LEAF", "LEAF", "LEAF"});
  node.Ints("nodes_truenodeids", left).Ints("nodes_falsenodeids", {4, 3, 0, 0, 0, 0});
  node.Ints("nodes_missing_value_tracks_true", {1, 0, 0, 0, 0, 0});
  node.Ints("target_treeids", {0, 0, 0, 1}).Ints("target_nodeids", {2, 3, 4, 0});
  node.Ints("target_ids", {0, 0, 0, 0}).Floats("target_weights", {10, 20, 30, 1});
  node.Floats("base_values", {0.5F});
  OnnxGraph graph;
  graph.inputs = {OnnxValue("x", kOnnxFloat, {-1, 2})};
  graph.outputs = {OnnxValue("y", kOnnxFloat, {-1, 1})};
  graph.nodes = {node};
  return graph;
}

TEST(OnnxTrees, RowsGoDownAllTreesAndLeavesAreSummed) {
  Imported model(OnnxFile(Forest({1, 2, 0, 0, 0, 0})));
  const std::vector<float> x = {1, 3, 0, 0, 1.5F, 9, NAN, 1, 0, NAN};
  std::map<std::string, Tensor> out;
  const Status status =
      model.Run({{"x", *Tensor::FromValues<float>(Shape{5, 2}, std::span<const float>(x))}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("y")), (std::vector<float>{11.5F, 21.5F, 31.5F, 11.5F, 21.5F}));
}

TEST(OnnxTrees, NodesThatLeadNowhereOrToThemselvesAreRefused) {
  // Node 1 leads to itself, and to a node that is not there.
  for (const int64_t to : {1, 7}) {
    const Import import = ImportBytes(OnnxFile(Forest({1, to, 0, 0, 0, 0})));
    EXPECT_EQ(import.code, RNLP_INVALID_ARGUMENT) << to << ": " << import.message;
    EXPECT_NE(import.message.find("tree"), std::string::npos) << import.message;
  }
}

}  // namespace
}  // namespace runnel::test
