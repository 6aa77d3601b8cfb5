// Variables by themselves: versions, generations, borrowed values.
#include "core/runtime/variable.h"

#include "tests/runtime/runtime_test.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

using VariableTest = RuntimeTest;

TEST_F(VariableTest, CountsTheAssignmentsAndUpdatesUpToAValue) {
  Device* device = runtime_->devices()[0];
  auto variable =
      MakeRef<runnel::Variable>("v", DType::kFloat, Shape({2}), device, runtime_->allocator());
  Tensor value;
  EXPECT_EQ(variable->Read(&value).code(), Code::kFailedPrecondition);
  ASSERT_TRUE(variable->Assign(Floats({1, 2})).ok());
  uint64_t version = 0;
  ASSERT_TRUE(variable->Read(&value, &version).ok());
  EXPECT_EQ(version, 1u);
  const uint64_t generation = variable->generation();

  // The value is borrowed: the update is made in a copy, of which it is the second version.
  ASSERT_TRUE(variable->BeginUpdate().ok());
  EXPECT_EQ(variable->value_version(), 1u);
  static_cast<float*>(variable->value().data())[0] = 5;
  variable->EndUpdate();
  EXPECT_EQ(ToFloats(value), (std::vector<float>{1, 2}));
  EXPECT_GT(variable->generation(), generation);
  ASSERT_TRUE(variable->Read(&value, &version).ok());
  EXPECT_EQ(version, 2u);
  EXPECT_EQ(ToFloats(value), (std::vector<float>{5, 2}));
}

TEST_F(VariableTest, IsInitializedUntilItIsDestroyed) {
  const OutputRef v = Variable("v", DType::kFloat, Shape({2}));
  const OutputRef has = b().Op("VarIsInitializedOp", {v});
  Node* init = Assign(v, Vector({1, 2}));
  Node* destroy =
      b().AddNode({{}, "DestroyResourceOp", {v}, {}, {{"ignore_lookup_error", AttrValue(false)}}, {}});
  const auto initialized = [&] { return Run({has})[0].values<bool>()[0]; };
  EXPECT_FALSE(initialized());
  Run({}, {}, {init});
  EXPECT_TRUE(initialized());
  Run({}, {}, {destroy});
  EXPECT_FALSE(initialized());
  std::vector<Tensor> out;
  EXPECT_EQ(TryRun({}, {}, {destroy}, &out).code(), Code::kNotFound);
  if (!HasFailure()) testing::LogHostOps({"VarIsInitializedOp", "DestroyResourceOp"});
}

// In regions and outside of them.
TEST_F(VariableTest, KeepsItsShapeWhereAnAssignmentSaysSo) {
  for (const bool regions : {true, false}) {
    if (!regions) session_options_.disabled_passes = {"all"};
    Restart({});
    const OutputRef v = Variable("v", DType::kFloat, Shape::Unknown());
    const auto assign = [&](std::vector<float> value, bool validate) {
      return b().AddNode({{},
                          "AssignVariableOp",
                          {v, Vector(std::move(value))},
                          {},
                          {{"validate_shape", AttrValue(validate)}},
                          {}});
    };
    Node* const first = assign({1, 2}, true);
    Node* const other = assign({1, 2, 3}, true);
    Node* const anyhow = assign({1, 2, 3}, false);
    Run({}, {}, {first});
    std::vector<Tensor> out;
    const Status refused = TryRun({}, {}, {other}, &out);
    EXPECT_EQ(refused.code(), Code::kInvalidArgument);
    EXPECT_NE(
        refused.message().find("variable \"v\" has a value of shape [2], the value assigned has [3]"),
        std::string::npos)
        << refused.ToString();
    Run({}, {}, {anyhow});
    Run({}, {}, {other});
  }
}

}  // namespace
}  // namespace runnel
