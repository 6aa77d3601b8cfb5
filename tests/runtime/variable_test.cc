// Variables by themselves: versions, generations, borrowed values.
#include "core/runtime/resources/variable.h"

#include "tests/runtime/runtime_test.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

using VariableTest = RuntimeTest;

TEST_F(VariableTest, CountsTheAssignmentsAndUpdatesUpToAValue) {
  Device* device = runtime_->devices()[0];
  auto variable =
      MakeRef<runnel::Variable>("v", DType::kFloat, Shape({2}), device, runtime_->allocator(),
                                std::make_shared<std::atomic<uint64_t>>(0));
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

// A borrow that the updater itself has used does not hinder it; the same value in other hands does.
TEST_F(VariableTest, IsUpdatedInPlaceDespiteUsedBorrows) {
  Device* device = runtime_->devices()[0];
  auto variable =
      MakeRef<runnel::Variable>("v", DType::kFloat, Shape({2}), device, runtime_->allocator(),
                                std::make_shared<std::atomic<uint64_t>>(0));
  ASSERT_TRUE(variable->Assign(Floats({1, 2})).ok());
  const Tensor unrelated = Floats({7});
  std::vector<Tensor> values{unrelated, Tensor(), Tensor()};
  ASSERT_TRUE(variable->Read(&values[1]).ok());
  ASSERT_TRUE(variable->Read(&values[2]).ok());
  const uint64_t generation = variable->generation();
  const int32_t all[] = {0, 1, 2}, one[] = {2};
  const runnel::Variable::UsedBorrows used{values, all}, used_in_part{values, one};

  ASSERT_TRUE(variable->BeginUpdate(nullptr, used).ok());
  static_cast<float*>(variable->value().data())[0] = 5;
  variable->EndUpdate();
  ASSERT_TRUE(variable->Assign(Floats({5, 3}), nullptr, false, used).ok());
  EXPECT_EQ(variable->generation(), generation);
  EXPECT_EQ(ToFloats(values[1]), (std::vector<float>{5, 3}));

  ASSERT_TRUE(variable->BeginUpdate(nullptr, used_in_part).ok());
  static_cast<float*>(variable->value().data())[0] = 6;
  variable->EndUpdate();
  EXPECT_EQ(variable->generation(), generation + 1);
  EXPECT_EQ(ToFloats(values[1]), (std::vector<float>{5, 3}));

  const Tensor kept = variable->value();
  ASSERT_TRUE(variable->Assign(Floats({8, 9}), nullptr, false, used).ok());
  EXPECT_EQ(variable->generation(), generation + 2);
  EXPECT_EQ(ToFloats(kept), (std::vector<float>{6, 3}));
}

// What a write reads is not what it has written so far. In regions and outside of them.
TEST_F(VariableTest, IsWrittenFromItsOwnValue) {
  for (const bool regions : {true, false}) {
    if (!regions) session_options_.disabled_passes = {"all"};
    Restart({});
    const OutputRef v = Variable("v", DType::kFloat, Shape({3}));
    const OutputRef read = Read(v);
    Node* const init = Assign(v, Vector({1, 2, 3}));
    const OutputRef indices = b().Int32Vector({1, 2, 0});
    Node* const rotate = b().AddNode({{}, "ResourceScatterUpdate", {v, indices, Read(v)}, {}, {}, {}});
    Node* const same = Assign(v, Read(v));
    Node* const same_by_detour = Assign(v, b().Op("Identity", {b().Op("Identity", {Read(v)})}));
    Node* const reshaped =
        Assign(v, b().Op("Reshape", {b().Op("ExpandDims", {Read(v), b().Scalar(DType::kInt32, 0)}),
                                     b().Int32Vector({3})}));
    Run({}, {}, {init});
    Run({}, {}, {rotate});
    EXPECT_EQ(ToFloats(Run({read})[0]), (std::vector<float>{3, 1, 2}));
    Run({}, {}, {same});
    Run({}, {}, {same_by_detour});
    Run({}, {}, {reshaped});
    EXPECT_EQ(ToFloats(Run({read})[0]), (std::vector<float>{3, 1, 2}));
    Run({}, {}, {rotate});
    EXPECT_EQ(ToFloats(Run({read})[0]), (std::vector<float>{2, 3, 1}));
  }
}

// A value that was read by one handle is as it was after a write by the other.
TEST_F(VariableTest, HasOneValueWhateverHandlesNameIt) {
  for (const bool regions : {true, false}) {
    if (!regions) session_options_.disabled_passes = {"all"};
    Restart({});
    const auto handle = [&](const std::string& name) {
      return OutputRef{b().AddNode({name,
                                    "VarHandleOp",
                                    {},
                                    {},
                                    {{"dtype", AttrValue(DType::kFloat)},
                                     {"shape", AttrValue(Shape({2}))},
                                     {"shared_name", AttrValue(std::string("v"))}},
                                    {}}),
                       0};
    };
    const OutputRef one = handle("one"), other = handle("other");
    const OutputRef read = Read(one);
    Node* const init = Assign(other, Vector({1, 2}));
    Node* const write =
        b().AddNode({{}, "AssignVariableOp", {other, Vector({3, 4})}, {read.node}, {}, {}});
    Node* const add = b().AddNode({{}, "AssignAddVariableOp", {one, Vector({10, 20})}, {write}, {}, {}});
    const OutputRef late{b().AddNode({{}, "Neg", {read}, {add}, {}, {}}), 0};
    const OutputRef anew{
        b().AddNode({{}, "ReadVariableOp", {other}, {add}, {{"dtype", AttrValue(DType::kFloat)}}, {}}),
        0};
    for (int step = 0; step < 2; ++step) {
      Run({}, {}, {init});
      const std::vector<Tensor> out = Run({late, anew});
      EXPECT_EQ(ToFloats(out[0]), (std::vector<float>{-1, -2}));
      EXPECT_EQ(ToFloats(out[1]), (std::vector<float>{13, 24}));
    }
  }
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

// As TensorFlow has it: x[1:3].assign(5.0).
TEST_F(VariableTest, ASliceTakesAValueThatIsRepeated) {
  const OutputRef v = Variable("v", DType::kFloat, Shape({3, 2}));
  const auto ints = [&](const std::vector<int64_t>& values) {
    return b().Constant(*Tensor::FromValues<int64_t>(Shape({2}), values));
  };
  const auto assign = [&](OutputRef value, int64_t shrink_axis_mask = 0) {
    return b().AddNode({{},
                        "ResourceStridedSliceAssign",
                        {v, ints({1, 0}), ints({3, 2}), ints({1, 1}), value},
                        {},
                        {{"shrink_axis_mask", AttrValue(shrink_axis_mask)}},
                        {}});
  };
  const OutputRef x = Placeholder("x", DType::kFloat, Shape::Unknown());
  Node* const put = assign(x);
  Node* const put_in_column = assign(x, 2);
  Run({}, {}, {Assign(v, b().Constant(Floats({0, 0, 0, 0, 0, 0}, {3, 2})))});
  const OutputRef now = Read(v);
  const auto after = [&](Node* node, const Tensor& value) {
    Run({}, {{x, value}}, {node});
    return ToFloats(Run({now})[0]);
  };
  EXPECT_EQ(after(put, Floats({5}, {})), (std::vector<float>{0, 0, 5, 5, 5, 5}));
  EXPECT_EQ(after(put, Floats({1, 2}, {2})), (std::vector<float>{0, 0, 1, 2, 1, 2}));
  EXPECT_EQ(after(put, Floats({3, 4}, {2, 1})), (std::vector<float>{0, 0, 3, 3, 4, 4}));
  EXPECT_EQ(after(put, Floats({7, 8}, {1, 1, 2})), (std::vector<float>{0, 0, 7, 8, 7, 8}));
  EXPECT_EQ(after(put_in_column, Floats({9}, {1})), (std::vector<float>{0, 0, 9, 8, 9, 8}));
  EXPECT_EQ(after(put_in_column, Floats({1, 2}, {2})), (std::vector<float>{0, 0, 1, 8, 2, 8}));
  std::vector<Tensor> got;
  EXPECT_EQ(TryRun({}, {{x, Floats({1, 2, 3}, {3})}}, {put}, &got).code(), Code::kInvalidArgument);
  EXPECT_EQ(TryRun({}, {{x, Floats({1, 2, 3, 4}, {2, 1, 2})}}, {put}, &got).code(),
            Code::kInvalidArgument);
}

}  // namespace
}  // namespace runnel
