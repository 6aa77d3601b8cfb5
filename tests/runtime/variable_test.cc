// Variables by themselves: versions, generations, borrowed values.
#include "core/runtime/variable.h"

#include "tests/runtime/runtime_test.h"

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

}  // namespace
}  // namespace runnel
