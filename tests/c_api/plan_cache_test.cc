// What a session keeps between runs: plans by signature and shape, within bounds; and what it takes up
// later.
#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

class PlanCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(IsOk(rnl_metadata_create(metadata_.out())));
    ASSERT_TRUE(IsOk(rnl_session_options_create(options_.out())));
  }
  rnl_status_t* Load() {
    return net_.Load(runtime_, PlaceholderText("x", {-1}) + NodeText("y", "Neg", {"x"}), options_);
  }
  // Whether a run with `n` elements made a plan.
  bool Plans(int n) {
    std::vector<Tensor> out;
    const Tensor x = FloatTensor(runtime_, {n}, std::vector<float>(static_cast<size_t>(n), 2));
    EXPECT_TRUE(IsOk(net_.Run({{"x", x}}, {"y"}, &out, {}, nullptr, metadata_)));
    EXPECT_EQ(Floats(out[0]), std::vector<float>(static_cast<size_t>(n), -2));
    EXPECT_GE(rnl_metadata_planning_seconds(metadata_), 0);
    return rnl_metadata_planning_seconds(metadata_) != 0;
  }

  Runtime runtime_ = NewRuntime();
  SessionOptions options_;
  Metadata metadata_;
  Net net_;
};

TEST_F(PlanCacheTest, ANewShapePlansAgainAndTheOldPlanStays) {
  ASSERT_TRUE(IsOk(Load()));
  EXPECT_TRUE(Plans(3));
  EXPECT_FALSE(Plans(3));
  EXPECT_TRUE(Plans(5));
  EXPECT_FALSE(Plans(3)) << "A, B, A";
  EXPECT_FALSE(Plans(5));
  // After four shapes one plan serves all others.
  EXPECT_TRUE(Plans(6));
  EXPECT_TRUE(Plans(7));
  EXPECT_TRUE(Plans(8));
  for (int n = 9; n < 20; ++n) EXPECT_FALSE(Plans(n)) << n;
  EXPECT_FALSE(Plans(3));
}

TEST_F(PlanCacheTest, IsBoundedByCountLeastRecentlyUsedFirst) {
  ASSERT_TRUE(IsOk(rnl_session_options_set_plan_cache(options_, 2, uint64_t{1} << 30)));
  ASSERT_TRUE(IsOk(Load()));
  EXPECT_TRUE(Plans(3));
  EXPECT_TRUE(Plans(4));
  EXPECT_FALSE(Plans(3));
  EXPECT_TRUE(Plans(5)) << "in the place of 4";
  EXPECT_FALSE(Plans(3));
  EXPECT_TRUE(Plans(4));
}

TEST_F(PlanCacheTest, IsBoundedByBytes) {
  ASSERT_TRUE(IsOk(rnl_session_options_set_plan_cache(options_, 64, 1)));
  ASSERT_TRUE(IsOk(Load()));
  EXPECT_TRUE(Plans(3));
  EXPECT_FALSE(Plans(3)) << "one plan is kept whatever its size";
  EXPECT_TRUE(Plans(4));
  EXPECT_TRUE(Plans(3));
}

TEST_F(PlanCacheTest, OfNoPlansStillRuns) {
  ASSERT_TRUE(IsOk(rnl_session_options_set_plan_cache(options_, 0, 0)));
  ASSERT_TRUE(IsOk(Load()));
  EXPECT_TRUE(Plans(3));
  EXPECT_TRUE(Plans(3));
}

TEST_F(PlanCacheTest, TheGraphMayGrowBetweenRuns) {
  ASSERT_TRUE(IsOk(Load()));
  EXPECT_TRUE(Plans(3));
  ASSERT_TRUE(
      IsOk(net_.Add(PlaceholderText("a", {}) + NodeText("b", "Square", {"a"}) +
                    NodeText("v", "VarHandleOp", {}, {{"dtype", kFloatT}, {"shape", ShapeText({})}}) +
                    NodeText("init", "AssignVariableOp", {"v", "b"}, {{"dtype", kFloatT}}) +
                    NodeText("read", "ReadVariableOp", {"v", "^init"}, {{"dtype", kFloatT}}))));
  EXPECT_EQ(net_.Fetch({{"a", FloatTensor(runtime_, {}, {3})}}, "read"), std::vector<float>{9});
  rnl_output_t joined{};
  const rnl_output_t ends[] = {net_.Output("y"), net_.Output("b")};
  ASSERT_TRUE(
      IsOk(rnl_graph_add_op(net_.graph(), rnl_str("AddV2"), rnl_str("joined"), ends, 2, &joined)));
  EXPECT_EQ(net_.Fetch({{"x", FloatTensor(runtime_, {1}, {1})}, {"a", FloatTensor(runtime_, {}, {3})}},
                       "joined"),
            std::vector<float>{8});
  EXPECT_FALSE(Plans(3)) << "what was planned before stays";
}

// The bound of parallel_iterations: every iteration puts a token into one queue and then waits for one
// from another. The counter alone would run ahead to the end.
TEST(ParallelIterations, AreAsManyAsAllowedAndNoMore) {
  for (const int parallel : {1, 3, 8}) {
    const int iterations = 5 * parallel;
    const Runtime runtime = NewRuntime();
    const Attrs enter = {{"frame_name", "s: \"loop\""},
                         {"parallel_iterations", "i: " + std::to_string(parallel)}};
    Attrs constant = enter;
    constant.push_back({"is_constant", "b: true"});
    const Attrs two = {{"N", "i: 2"}}, queue = {{"component_types", "list { type: DT_INT32 }"}};
    const auto named = [&](const char* name) {
      Attrs attrs = queue;
      attrs.push_back({"shared_name", std::string("s: \"") + name + "\""});
      return attrs;
    };
    Net net;
    ASSERT_TRUE(IsOk(net.Load(
        runtime,
        NodeText("begun", "FIFOQueueV2", {}, named("begun")) +
            NodeText("gate", "FIFOQueueV2", {}, named("gate")) + ConstInt("zero", 0) +
            ConstInt("limit", iterations) + NodeText("enter_i", "Enter", {"zero"}, enter) +
            NodeText("enter_n", "Enter", {"limit"}, constant) +
            NodeText("enter_begun", "Enter", {"begun"}, constant) +
            NodeText("enter_gate", "Enter", {"gate"}, constant) +
            NodeText("merge", "Merge", {"enter_i", "next"}, two) +
            NodeText("less", "Less", {"merge", "enter_n"}) + NodeText("cond", "LoopCond", {"less"}) +
            NodeText("switch", "Switch", {"merge", "cond"}) + NodeText("i", "Identity", {"switch:1"}) +
            NodeText("put", "QueueEnqueueV2", {"enter_begun", "i"},
                     {{"Tcomponents", "list { type: DT_INT32 }"}}) +
            NodeText("wait", "QueueDequeueV2", {"enter_gate", "^put"}, queue) +
            NodeText("one", "Const", {"^i"},
                     {{"dtype", kInt32T},
                      {"value", "tensor { dtype: DT_INT32 tensor_shape { } int_val: 1 }"}}) +
            NodeText("add", "AddV2", {"i", "one"}) + NodeText("next", "NextIteration", {"add"}) +
            // A second variable makes the iteration last as long as its wait.
            NodeText("enter_w", "Enter", {"zero"}, enter) +
            NodeText("merge_w", "Merge", {"enter_w", "next_w"}, two) +
            NodeText("switch_w", "Switch", {"merge_w", "cond"}) +
            NodeText("next_w", "NextIteration", {"wait"}) + NodeText("exit_w", "Exit", {"switch_w"}) +
            NodeText("exit", "Exit", {"switch"}) +
            NodeText("taken", "QueueDequeueV2", {"begun"}, queue) +
            NodeText("size", "QueueSizeV2", {"begun"}) + PlaceholderText("token", {}, kInt32T) +
            NodeText("release", "QueueEnqueueV2", {"gate", "token"},
                     {{"Tcomponents", "list { type: DT_INT32 }"}}))));
    CompletionQueue done;
    ASSERT_TRUE(IsOk(rnl_completion_queue_create(done.out())));
    const rnl_output_t fetches[] = {net.Output("exit"), net.Output("exit_w")};
    ASSERT_TRUE(IsOk(rnl_session_run_async(net.session(), nullptr, nullptr, nullptr, 0, fetches, 2,
                                           nullptr, 0, done, 1)));
    const auto fetch_int = [&](const char* name) {
      std::vector<Tensor> out;
      EXPECT_TRUE(IsOk(net.Run({}, {name}, &out))) << name;
      return out.empty() || rnl_tensor_data(out[0]) == nullptr
                 ? -1
                 : *static_cast<const int32_t*>(rnl_tensor_data(out[0]));
    };
    const Tensor token = IntTensor(runtime, {}, {7});
    for (int released = 0; released < iterations; released += parallel) {
      // So many begin while none of them has ended, and no more.
      for (int i = 0; i < parallel; ++i) ASSERT_GE(fetch_int("taken"), 0);
      ASSERT_EQ(fetch_int("size"), 0)
          << released << " of " << iterations << " have ended, by " << parallel;
      for (int i = 0; i < parallel; ++i)
        ASSERT_TRUE(IsOk(net.Run({{"token", token}}, {}, nullptr, {"release"})));
    }
    Completion completion;
    ASSERT_TRUE(IsOk(rnl_completion_queue_next(done, 60000, completion.out())));
    ASSERT_EQ(rnl_completion_status(completion), nullptr)
        << Str(rnl_status_message(rnl_completion_status(completion)));
    EXPECT_EQ(*static_cast<const int32_t*>(rnl_tensor_data(rnl_completion_fetch(completion, 0))),
              iterations);
  }
}

}  // namespace
}  // namespace runnel_test
