// Every row of core/ops is whole: it parses, is documented, knows its shapes and its gradient.
#include <gtest/gtest.h>

#include <set>

#include "core/ops/shape_helpers.h"

namespace runnel {
namespace {

std::vector<const OpRow*> AllRows() {
  std::vector<const OpRow*> rows;
  for (const std::span<const OpRow> family : CoreOpFamilies()) {
    for (const OpRow& row : family) rows.push_back(&row);
  }
  return rows;
}

TEST(OpRows, ParseWithoutErrors) {
  for (const OpRow* row : AllRows()) {
    const auto schema = ParseOpSchema(row->name, row->inputs, row->outputs, row->attrs);
    EXPECT_TRUE(schema.ok()) << schema.status().ToString();
  }
}

TEST(OpRows, HaveUniqueNames) {
  std::set<std::string_view> names;
  for (const OpRow* row : AllRows()) EXPECT_TRUE(names.insert(row->name).second) << row->name;
}

TEST(OpRows, AreDocumentedInSentences) {
  for (const OpRow* row : AllRows()) {
    ASSERT_FALSE(row->doc.empty()) << row->name;
    EXPECT_EQ(row->doc.back(), '.') << row->name;
    EXPECT_EQ(row->doc.find("  "), std::string_view::npos) << row->name << ": doubled space";
  }
}

TEST(OpRows, HaveShapeFunctions) {
  for (const OpRow* row : AllRows()) EXPECT_NE(row->shape, nullptr) << row->name;
}

// One of: a gradient, a composition that has one, not differentiable by definition, or taken care of by
// the gradient pass itself.
TEST(OpRows, SayWhatTheirGradientIs) {
  const std::set<std::string_view> by_the_pass = {
      "Switch",       "Merge",          "Enter", "Exit",  "NextIteration",           "PartitionedCall",
      "StatelessIf",  "StatelessWhile", "If",    "While", "StatefulPartitionedCall", "Case",
      "StatelessCase"};
  for (const OpRow* row : AllRows()) {
    const bool flagged = (row->flags & kOpNotDifferentiable) != 0;
    const bool has = row->gradient || (row->composition && !flagged);
    EXPECT_EQ((has ? 1 : 0) + (flagged ? 1 : 0) + (by_the_pass.contains(row->name) ? 1 : 0), 1)
        << row->name;
  }
}

TEST(OpRows, CommutativeOpsTakeTwoInputsOfOneType) {
  const OpRegistry registry;
  for (const OpRow* row : AllRows()) {
    if ((row->flags & kOpCommutative) == 0) continue;
    const auto schema = registry.Find(row->name);
    ASSERT_TRUE(schema.ok());
    const auto& inputs = (*schema)->inputs;
    const bool list = inputs.size() == 1 && !inputs[0].number_attr.empty();
    const bool pair = inputs.size() == 2 && inputs[0].type_attr == inputs[1].type_attr &&
                      inputs[0].dtype == inputs[1].dtype;
    EXPECT_TRUE(list || pair) << row->name;
  }
}

// But for those of lists, which are values: each gives a new one.
TEST(OpRows, HostOpsAreStateful) {
  const auto has_variant = [](std::string_view text) {
    return text.find("variant") != std::string_view::npos;
  };
  for (const OpRow* row : AllRows()) {
    if ((row->flags & kOpHost) == 0 || has_variant(row->inputs) || has_variant(row->outputs)) continue;
    EXPECT_NE(row->flags & kOpStateful, 0u) << row->name;
  }
}

TEST(OpRows, SpineListIsComplete) {
  const OpRegistry registry;
  for (const char* name : {"Add",
                           "AddV2",
                           "Sub",
                           "Mul",
                           "Div",
                           "RealDiv",
                           "DivNoNan",
                           "FloorDiv",
                           "FloorMod",
                           "Maximum",
                           "Minimum",
                           "Pow",
                           "SquaredDifference",
                           "Equal",
                           "NotEqual",
                           "Less",
                           "LessEqual",
                           "Greater",
                           "GreaterEqual",
                           "LogicalAnd",
                           "LogicalOr",
                           "LogicalNot",
                           "Neg",
                           "Abs",
                           "Sign",
                           "Exp",
                           "Log",
                           "Log1p",
                           "Sqrt",
                           "Rsqrt",
                           "Square",
                           "Reciprocal",
                           "Tanh",
                           "Sigmoid",
                           "Relu",
                           "Floor",
                           "Ceil",
                           "ReluGrad",
                           "TanhGrad",
                           "SigmoidGrad",
                           "Cast",
                           "Select",
                           "SelectV2",
                           "AddN",
                           "MatMul",
                           "BatchMatMulV2",
                           "BiasAdd",
                           "BiasAddGrad",
                           "Softmax",
                           "LogSoftmax",
                           "SoftmaxCrossEntropyWithLogits",
                           "SparseSoftmaxCrossEntropyWithLogits",
                           "Sum",
                           "Mean",
                           "Prod",
                           "Max",
                           "Min",
                           "All",
                           "Any",
                           "ArgMax",
                           "ArgMin",
                           "Const",
                           "Placeholder",
                           "PlaceholderWithDefault",
                           "Identity",
                           "IdentityN",
                           "StopGradient",
                           "PreventGradient",
                           "NoOp",
                           "Reshape",
                           "ExpandDims",
                           "Squeeze",
                           "Shape",
                           "ShapeN",
                           "Rank",
                           "Size",
                           "Transpose",
                           "InvertPermutation",
                           "ConcatV2",
                           "ConcatOffset",
                           "Split",
                           "Slice",
                           "StridedSlice",
                           "StridedSliceGrad",
                           "Pack",
                           "Unpack",
                           "Tile",
                           "BroadcastTo",
                           "GatherV2",
                           "Fill",
                           "ZerosLike",
                           "OnesLike",
                           "Range",
                           "Where",
                           "OneHot",
                           "UnsortedSegmentSum",
                           "BroadcastGradientArgs",
                           "DynamicStitch",
                           "Pad",
                           "RandomUniform",
                           "RandomStandardNormal",
                           "TruncatedNormal",
                           "RandomUniformInt",
                           "VarHandleOp",
                           "ReadVariableOp",
                           "AssignVariableOp",
                           "AssignAddVariableOp",
                           "AssignSubVariableOp",
                           "VarIsInitializedOp",
                           "DestroyResourceOp",
                           "ResourceGather",
                           "ResourceScatterAdd",
                           "ResourceApplyGradientDescent",
                           "ResourceApplyMomentum",
                           "ResourceApplyAdam",
                           "Switch",
                           "Merge",
                           "Enter",
                           "Exit",
                           "NextIteration",
                           "LoopCond",
                           "ControlTrigger",
                           "PartitionedCall",
                           "StatefulPartitionedCall",
                           "If",
                           "StatelessIf",
                           "While",
                           "StatelessWhile",
                           "StringJoin",
                           "AsString",
                           "FIFOQueueV2",
                           "QueueEnqueueV2",
                           "QueueEnqueueManyV2",
                           "QueueDequeueV2",
                           "QueueDequeueManyV2",
                           "QueueCloseV2",
                           "QueueSizeV2",
                           "QueueIsClosedV2",
                           "StackV2",
                           "StackPushV2",
                           "StackPopV2",
                           "StackCloseV2",
                           "SaveV2",
                           "RestoreV2",
                           "MergeV2Checkpoints",
                           "Assert",
                           "Runnel>Gelu",
                           "_Arg",
                           "_Retval",
                           "_Send",
                           "_Recv"}) {
    EXPECT_TRUE(registry.Find(name).ok()) << name;
  }
}

}  // namespace
}  // namespace runnel
