// Variables that take values of other shapes than they were declared with, and of no elements at all, as
// in TensorFlow: whatever was planned before follows.
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class ResizedVariable : public RuntimeTest {
 protected:
  void Build(bool strict) {
    Restart({});
    v_ = Variable("v", DType::kFloat, {2});
    x_ = Placeholder("x", DType::kFloat, Shape::Unknown());
    assign_ =
        b().AddNode({{}, "AssignVariableOp", {v_, x_}, {}, {{"validate_shape", AttrValue(strict)}}, {}});
    read_ = Read(v_);
    shape_ = b().Op("Shape", {Read(v_)});
    doubled_ = b().Op("AddV2", {read_, read_});
    add_ = b().AddNode({{}, "AssignAddVariableOp", {v_, x_}, {}, {}, {}});
    after_ = {
        b().AddNode({{}, "ReadVariableOp", {v_}, {assign_}, {{"dtype", AttrValue(DType::kFloat)}}, {}}),
        0};
    size_ = b().Op("Size", {after_});
  }
  static Tensor Values(std::vector<float> values, Shape shape = Shape::Unknown()) {
    return Floats(std::move(values), std::move(shape));
  }
  Status Set(const Tensor& value, std::vector<OutputRef> fetches = {}) {
    return TryRun(std::move(fetches), {{x_, value}}, {assign_}, &out_);
  }

  OutputRef v_, x_, read_, shape_, doubled_, after_, size_;
  Node *assign_ = nullptr, *add_ = nullptr;
  std::vector<Tensor> out_;
};

TEST_F(ResizedVariable, IsReadWithItsNewShapeByWhatWasPlannedForTheOld) {
  for (const bool passes : {true, false}) {
    Build(false);
    if (!passes) session_options_.disabled_passes = {"all"};
    ASSERT_TRUE(Set(Values({1, 2})).ok());
    for (int round = 0; round < 2; ++round) {
      EXPECT_EQ(ToFloats(Run({doubled_})[0]), (std::vector<float>{2, 4}));
      ASSERT_TRUE(Set(Values({1, 2, 3})).ok());
      const auto read = Run({doubled_, shape_});
      EXPECT_EQ(ToFloats(read[0]), (std::vector<float>{2, 4, 6}));
      EXPECT_EQ(read[1].values<int32_t>()[0], 3);
      Run({}, {{x_, Values({1, 1, 1})}}, {add_});
      EXPECT_EQ(ToFloats(Run({read_})[0]), (std::vector<float>{2, 3, 4}));
      EXPECT_EQ(TryRun({}, {{x_, Values({1, 1})}}, {add_}, &out_).code(), Code::kInvalidArgument);
      ASSERT_TRUE(Set(Values({1, 2, 3, 4}, {2, 2})).ok());
      EXPECT_EQ(Run({read_})[0].shape(), Shape({2, 2}));
      ASSERT_TRUE(Set(Values({1, 2})).ok());
    }
  }
}

TEST_F(ResizedVariable, IsReadWithItsNewShapeInTheSameStep) {
  for (const bool passes : {true, false}) {
    for (const bool had_value : {true, false}) {
      Build(false);
      if (!passes) session_options_.disabled_passes = {"all"};
      if (had_value) {
        ASSERT_TRUE(Set(Values({1, 2}), {after_}).ok());
      }
      const Status status = Set(Values({5, 6, 7}), {after_, size_});
      ASSERT_TRUE(status.ok()) << status.ToString();
      EXPECT_EQ(ToFloats(out_[0]), (std::vector<float>{5, 6, 7}));
      EXPECT_EQ(out_[1].values<int32_t>()[0], 3);
    }
  }
}

// The fed value's shape is not known while this is planned: the fifth shape has a plan for any.
TEST_F(ResizedVariable, MayBeOfAShapeThatNoPlanKnows) {
  Build(false);
  for (int64_t size = 1; size < 9; ++size) {
    const Status status =
        Set(Values(std::vector<float>(static_cast<size_t>(size), 3), {size}), {after_, size_});
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(out_[0].shape(), Shape({size}));
    EXPECT_EQ(out_[1].values<int32_t>()[0], size);
  }
}

TEST_F(ResizedVariable, KeepsTheShapeOfItsFirstValueWhereShapesAreValidated) {
  Build(true);
  ASSERT_TRUE(Set(Values({1, 2, 3})).ok());
  EXPECT_EQ(ToFloats(Run({read_})[0]), (std::vector<float>{1, 2, 3}));
  const Status status = Set(Values({1, 2}));
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
  EXPECT_EQ(ToFloats(Run({read_})[0]), (std::vector<float>{1, 2, 3}));
}

// A step that was planned with the old shape and comes to the variable only when it has another.
TEST_F(ResizedVariable, FailsAStepThatCountedOnTheOldShape) {
  for (const bool passes : {true, false}) {
    for (const bool updates : {false, true}) {
      Build(false);
      if (!passes) session_options_.disabled_passes = {"all"};
      const OutputRef late = Placeholder("late", DType::kFloat, {2});
      Node* const update = b().AddNode({{}, "AssignAddVariableOp", {v_, late}, {}, {}, {}});
      const OutputRef read = {b().AddNode({{},
                                           "ReadVariableOp",
                                           {v_},
                                           {updates ? update : late.node},
                                           {{"dtype", AttrValue(DType::kFloat)}},
                                           {}}),
                              0};
      const OutputRef twice = b().Op("AddV2", {read, read});
      ASSERT_TRUE(Set(Values({1, 2})).ok());
      const auto step = session_->PartialRunSetup({{late}, {twice}, {}});
      ASSERT_TRUE(step.ok()) << step.status().ToString();
      ASSERT_TRUE(Set(Values({1, 2, 3})).ok());
      const Tensor value = Values({1, 1});
      Tensor got;
      const Status status = session_->PartialRun(*step, {&late, 1}, {&value, 1}, {&twice, 1}, {&got, 1});
      EXPECT_EQ(status.code(), Code::kAborted) << status.ToString();
      EXPECT_NE(status.message().find("\"v\" was given shape [3]"), std::string::npos)
          << status.ToString();
      EXPECT_EQ(ToFloats(Run({doubled_})[0]), (std::vector<float>{2, 4, 6}));
    }
  }
}

TEST_F(ResizedVariable, OfNoElementsIsAVariable) {
  for (const bool passes : {true, false}) {
    for (const char* op : {"RandomUniform", "RandomStandardNormal", "TruncatedNormal"}) {
      Restart({});
      if (!passes) session_options_.disabled_passes = {"all"};
      const OutputRef v = Variable("v", DType::kFloat, {0, 3});
      const OutputRef value =
          b().Op(op, {b().Int32Vector({0, 3})}, {{"dtype", AttrValue(DType::kFloat)}});
      Node* init = Assign(v, value);
      Node* add =
          b().AddNode({{}, "AssignAddVariableOp", {v, b().Op("ZerosLike", {value})}, {}, {}, {}});
      Run({}, {}, {init});
      Run({}, {}, {init});
      Run({}, {}, {add});
      EXPECT_EQ(Run({Read(v)})[0].shape(), Shape({0, 3})) << op;
    }
  }
}

TEST_F(ResizedVariable, AConstantOfNoElementsMaySayOfWhatItIsFull) {
  for (const char* value : {"string_val: \"\"", "string_val: \"a\" string_val: \"b\"", ""}) {
    Restart({});
    const auto def = ParseTextGraphDef(StrCat(
        "node { name: 'c' op: 'Const' attr { key: 'dtype' value { type: DT_STRING } } attr { key: "
        "'value' value { tensor { dtype: DT_STRING tensor_shape { dim { size: 0 } } ",
        value, " } } } }"));
    ASSERT_TRUE(def.ok()) << def.status().ToString();
    ASSERT_TRUE(graph_->Import(*def, {}).ok());
    EXPECT_EQ(Run({*graph_->FindOutput("c")})[0].shape(), Shape({0}));
  }
}

}  // namespace
}  // namespace runnel
