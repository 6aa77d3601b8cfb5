// Conditions that planning knows: the branch that is not taken costs nothing, and results stay what they
// are with the pass off.
#include <cstring>

#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class DeadBranchesTest : public RuntimeTest {
 protected:
  OutputRef Op(const char* op, const std::vector<OutputRef>& inputs) { return b().Op(op, inputs, {}); }
  OutputRef Known(bool value) { return b().Constant(*Tensor::FromScalar<bool>(value)); }

  struct Outcome {
    std::vector<Tensor> fetches;
    int64_t launches = 0;
  };
  Outcome RunWith(bool pass, const std::vector<OutputRef>& fetches,
                  const std::vector<std::pair<OutputRef, Tensor>>& feeds) {
    session_options_ = {};
    session_options_.disabled_passes = {"fuse"};
    if (!pass) session_options_.disabled_passes.emplace_back("branches");
    session_ = nullptr;
    Outcome outcome;
    RunMetadata metadata;
    const Status status = TryRun(fetches, feeds, {}, &outcome.fetches, {}, &metadata);
    EXPECT_TRUE(status.ok()) << status.ToString();
    outcome.launches = metadata.launches;
    return outcome;
  }
};

TEST_F(DeadBranchesTest, OnlyTheTakenSideIsThere) {
  for (const bool taken : {false, true}) {
    Restart({});
    const OutputRef x = Placeholder("x", DType::kFloat, {2});
    const OutputRef sides = Op("Switch", {x, Known(taken)});
    const OutputRef no = Op("Neg", {Op("Exp", {sides})});
    const OutputRef yes = Op("Square", {OutputRef{sides.node, 1}});
    const std::vector<OutputRef> merge = b().Ops("Merge", {no, yes});
    const OutputRef end = Op("Sqrt", {merge[0]});
    const std::vector<std::pair<OutputRef, Tensor>> feeds = {{x, Floats({2, 3})}};
    const Outcome on = RunWith(true, {end, merge[1]}, feeds),
                  off = RunWith(false, {end, merge[1]}, feeds);
    EXPECT_EQ(on.fetches[1].values<int32_t>()[0], taken ? 1 : 0);
    EXPECT_EQ(off.fetches[1].values<int32_t>()[0], taken ? 1 : 0);
    if (taken) {
      EXPECT_EQ(ToFloats(on.fetches[0]), (std::vector<float>{2, 3}));
    }
    EXPECT_EQ(std::memcmp(on.fetches[0].data(), off.fetches[0].data(), 8), 0);
    EXPECT_EQ(on.launches, taken ? 2 : 3);
  }
}

TEST_F(DeadBranchesTest, WhatAFeedDecidesStays) {
  const OutputRef x = Placeholder("x", DType::kFloat, {1});
  const OutputRef pred = Placeholder("pred", DType::kBool, {});
  const OutputRef outer = Op("Switch", {x, pred});
  // Inside of the branch that pred takes, a known condition.
  const OutputRef inner = Op("Switch", {OutputRef{outer.node, 1}, Known(false)});
  const OutputRef merge =
      Op("Merge", {Op("Neg", {inner}), Op("Exp", {OutputRef{inner.node, 1}}), Op("Square", {outer})});
  for (const bool pass : {true, false}) {
    const auto run = [&](bool value) {
      return ToFloats(RunWith(pass, {merge}, {{x, Floats({3})}, {pred, Scalar(value)}}).fetches[0])[0];
    };
    EXPECT_EQ(run(true), -3.0f);
    EXPECT_EQ(run(false), 9.0f);
  }
}

// Constants that a Switch lets through are as constant as others, and alive on its side alone.
TEST_F(DeadBranchesTest, WhatFollowsFromConstantsBehindASwitchIsComputedOnce) {
  const OutputRef x = Placeholder("x", DType::kFloat, {2});
  const OutputRef pred = Placeholder("pred", DType::kBool, {});
  const OutputRef given = Op("Switch", {x, pred}),
                  w = Op("Switch", {b().Constant(Floats({1, 2})), pred});
  const OutputRef made = Op("Neg", {Op("Square", {Op("Exp", {OutputRef{w.node, 1}})})});
  const OutputRef yes = Op("Add", {OutputRef{given.node, 1}, made});
  const std::vector<OutputRef> merge = b().Ops("Merge", {yes, Op("Neg", {w})});
  for (const bool value : {true, false}) {
    const std::vector<std::pair<OutputRef, Tensor>> feeds = {{x, Floats({3, 4})}, {pred, Scalar(value)}};
    std::vector<Tensor> folded, plain;
    int64_t launches[2] = {};
    for (const bool fold : {true, false}) {
      session_options_ = {};
      session_options_.disabled_passes = {"fuse"};
      if (!fold) session_options_.disabled_passes.emplace_back("fold");
      session_ = nullptr;
      RunMetadata metadata;
      const Status status =
          TryRun({merge[0], merge[1]}, feeds, {}, fold ? &folded : &plain, {}, &metadata);
      ASSERT_TRUE(status.ok()) << status.ToString();
      launches[fold ? 0 : 1] = metadata.launches;
    }
    EXPECT_EQ(folded[1].values<int32_t>()[0], value ? 0 : 1);
    EXPECT_EQ(ToFloats(folded[0]), ToFloats(plain[0]));
    EXPECT_EQ(launches[0], value ? 1 : 0);
    EXPECT_EQ(launches[1], value ? 4 : 1);
  }
}

// What is known of a value is known where its branch is taken. Without the other side the result's size
// is known, too.
TEST_F(DeadBranchesTest, AConditionWithinABranchIsKnown) {
  const OutputRef x = Placeholder("x", DType::kFloat, {4});
  const OutputRef pred = Placeholder("pred", DType::kBool, {});
  const OutputRef outer = Op("Switch", {x, pred});
  const OutputRef taken{outer.node, 1};
  const OutputRef is_matrix =
      Op("Equal", {Op("Rank", {taken}), b().Constant(*Tensor::FromScalar<int32_t>(2))});
  const OutputRef inner = Op("Switch", {taken, is_matrix});
  const OutputRef cut =
      b().Op("Slice", {OutputRef{inner.node, 1}, b().Int32Vector({0}), b().Int32Vector({2})});
  const OutputRef chosen = Op("Merge", {Op("Neg", {inner}), cut});
  const OutputRef size = b().Op("Cast", {Op("Size", {chosen})}, {{"DstT", AttrValue(DType::kFloat)}});
  const OutputRef end = Op("Merge", {Op("Mul", {chosen, size}), Op("Square", {outer})});
  for (const bool pass : {true, false}) {
    const auto run = [&](bool value) {
      return RunWith(pass, {end}, {{x, Floats({1, 2, 3, 4})}, {pred, Scalar(value)}});
    };
    const Outcome yes = run(true), no = run(false);
    EXPECT_EQ(ToFloats(yes.fetches[0]), (std::vector<float>{-4, -8, -12, -16}));
    EXPECT_EQ(ToFloats(no.fetches[0]), (std::vector<float>{1, 4, 9, 16}));
    EXPECT_EQ(yes.launches, pass ? 2 : 3);
    EXPECT_EQ(no.launches, 1);
  }
}

// The condition is dead where its branch is not taken, and the Switch with it, though its input is
// alive.
TEST_F(DeadBranchesTest, AKnownConditionOfABranchKeepsAValueFromElsewhereDead) {
  const OutputRef x = Placeholder("x", DType::kFloat, {1}), y = Placeholder("y", DType::kFloat, {1});
  const OutputRef pred = Placeholder("pred", DType::kBool, {});
  const OutputRef outer = Op("Switch", {x, pred});
  const OutputRef is_matrix = Op(
      "Equal", {Op("Rank", {OutputRef{outer.node, 1}}), b().Constant(*Tensor::FromScalar<int32_t>(2))});
  const OutputRef inner = Op("Switch", {y, is_matrix});
  const OutputRef end = Op("Merge", {Op("Neg", {inner}), Op("Square", {outer})});
  for (const bool pass : {true, false}) {
    const auto run = [&](bool value) {
      return ToFloats(RunWith(pass, {end}, {{x, Floats({3})}, {y, Floats({5})}, {pred, Scalar(value)}})
                          .fetches[0])[0];
    };
    for (int round = 0; round < 3; ++round) {
      EXPECT_EQ(run(true), -5.0f);
      EXPECT_EQ(run(false), 9.0f);
    }
  }
}

// Conditions within conditions, each by the shape of what the last one chose: nothing is left to decide,
// and constants of the branches are as those outside.
TEST_F(DeadBranchesTest, WhatBranchesLeaveBehindIsOneRegion) {
  const OutputRef x = Placeholder("x", DType::kFloat, {1, 4});
  OutputRef value = x;
  for (int depth = 0; depth < 3; ++depth) {
    const OutputRef is_one =
        Op("Equal", {Op("Rank", {value}), b().Constant(*Tensor::FromScalar<int32_t>(2))});
    const OutputRef sides = Op("Switch", {value, is_one});
    Node* const pivot = Op("Identity", {OutputRef{Op("Switch", {is_one, is_one}).node, 1}}).node;
    const OutputRef two{
        b().AddNode({{},
                     "Const",
                     {},
                     {pivot},
                     {{"dtype", AttrValue(DType::kFloat)}, {"value", AttrValue(Floats({2}, {}))}},
                     {}}),
        0};
    const OutputRef flat = b().Op("Reshape", {sides, b().Int32Vector({4})}, {});
    value = Op("Merge", {flat, Op("Mul", {OutputRef{sides.node, 1}, two})});
  }
  const Outcome on = RunWith(true, {value}, {{x, Floats({1, 2, 3, 4}, {1, 4})}});
  EXPECT_EQ(ToFloats(on.fetches[0]), (std::vector<float>{8, 16, 24, 32}));
  EXPECT_EQ(on.launches, 3);
  const Outcome off = RunWith(false, {value}, {{x, Floats({1, 2, 3, 4}, {1, 4})}});
  EXPECT_EQ(ToFloats(off.fetches[0]), (std::vector<float>{8, 16, 24, 32}));
}

TEST_F(DeadBranchesTest, AConditionThatFoldsIsKnown) {
  const OutputRef x = Placeholder("x", DType::kFloat, {4});
  const OutputRef rank = b().Op("Rank", {x}, {});
  const OutputRef is_matrix = Op("Equal", {rank, b().Constant(*Tensor::FromScalar<int32_t>(2))});
  const OutputRef sides = Op("Switch", {x, is_matrix});
  const OutputRef product =
      b().Op("MatMul",
             {b().Op("Reshape", {OutputRef{sides.node, 1}, b().Int32Vector({2, 2})}, {}),
              b().Op("Reshape", {OutputRef{sides.node, 1}, b().Int32Vector({2, 2})}, {})},
             {});
  const OutputRef flat = b().Op("Reshape", {product, b().Int32Vector({4})}, {});
  const OutputRef merge = Op("Merge", {Op("Neg", {sides}), flat});
  const Outcome on = RunWith(true, {merge}, {{x, Floats({1, 2, 3, 4})}});
  EXPECT_EQ(ToFloats(on.fetches[0]), (std::vector<float>{-1, -2, -3, -4}));
  EXPECT_EQ(on.launches, 1);
}

TEST_F(DeadBranchesTest, ADeadFetchIsStillRefused) {
  const OutputRef sides = Op("Switch", {Vector({1}), Known(true)});
  const OutputRef dead = Op("Neg", {sides});
  std::vector<Tensor> out;
  const Status status = TryRun({dead}, {}, {}, &out);
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
  EXPECT_NE(status.message().find(dead.node->name()), std::string_view::npos) << status.ToString();
}

TEST_F(DeadBranchesTest, OrderIsKept) {
  // The assignment waits for the side that is never taken: it must not run.
  const OutputRef v = Variable("v", DType::kFloat, {1});
  Node* init = Assign(v, Vector({1}));
  const OutputRef sides = Op("Switch", {Vector({5}), Known(true)});
  const OutputRef dead = Op("Identity", {sides}), alive = Op("Identity", {OutputRef{sides.node, 1}});
  const auto assign_after = [&](const char* name, OutputRef before, float value) {
    return b().AddNode({name, "AssignVariableOp", {v, Vector({value})}, {before.node}, {}, {}});
  };
  Node* never = assign_after("never", dead, 7);
  Node* always = assign_after("always", alive, 9);
  Run({}, {}, {init});
  Run({}, {}, {never});
  EXPECT_EQ(ToFloats(Run({Read(v)})[0])[0], 1.0f);
  Run({}, {}, {always});
  EXPECT_EQ(ToFloats(Run({Read(v)})[0])[0], 9.0f);
}

}  // namespace
}  // namespace runnel
