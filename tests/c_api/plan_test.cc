// Plans to look at: what they tell must be what a run then does.
#include "tests/c_api/support/model.h"
#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

using Plan = Handle<rnl_plan_t, rnl_plan_release>;

class PlanTest : public testing::Test {
 protected:
  void SetUp() override {
    runtime_ = NewRuntime();
    ASSERT_TRUE(IsOk(BuildModel(runtime_, &model_)));
    ASSERT_TRUE(IsOk(rnl_session_create(model_.graph, nullptr, session_.out())));
  }
  rnl_status_t* MakePlan(int32_t rank, std::vector<int64_t> dims, Plan* plan) {
    const int64_t* pointer = dims.data();
    return rnl_session_plan(session_, &model_.x, &rank, &pointer, 1, &model_.logits, 1, nullptr, 0,
                            plan->out());
  }

  Runtime runtime_;
  Model model_;
  Session session_;
};

TEST_F(PlanTest, TellsWhatARunThenDoes) {
  Plan plan;
  ASSERT_TRUE(IsOk(MakePlan(2, {6, 4}, &plan)));
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  Tensor x, labels, out;
  ASSERT_TRUE(IsOk(MakeBatch(runtime_, &x, &labels)));
  Metadata metadata;
  ASSERT_TRUE(IsOk(rnl_metadata_create(metadata.out())));
  rnl_tensor_t* feed = x;
  ASSERT_TRUE(IsOk(rnl_session_run_outputs(session_, nullptr, &model_.x, &feed, 1, &model_.logits,
                                           out.out(), 1, nullptr, 0, metadata)));
  EXPECT_EQ(rnl_plan_launches(plan), rnl_metadata_launches(metadata));
  EXPECT_EQ(rnl_plan_arena_bytes(plan), rnl_metadata_arena_bytes(metadata));
  ASSERT_EQ(rnl_plan_num_nodes(plan), rnl_metadata_num_placements(metadata));
  bool found = false;
  for (size_t i = 0; i < rnl_plan_num_nodes(plan); ++i) {
    rnl_str_t name, op, device, reason, placed;
    int32_t region = -2;
    ASSERT_TRUE(IsOk(rnl_plan_node(plan, i, &name, &op, &device, &reason, &region)));
    ASSERT_TRUE(IsOk(rnl_metadata_placement(metadata, i, nullptr, &placed)));
    EXPECT_EQ(Str(device), Str(placed));
    const bool fused = Str(op) == "_FusedMatMul";
    if (fused) {
      EXPECT_EQ(Str(reason).find("fuses "), 0u) << Str(reason);
      EXPECT_NE(Str(reason).find("(default device)"), std::string::npos) << Str(reason);
    } else {
      EXPECT_EQ(Str(reason), "default device");
    }
    if (!fused) continue;
    found = true;
    EXPECT_EQ(region, 0);
    rnl_dtype_t dtype = RNL_INVALID;
    int32_t rank = -1;
    const int64_t* dims = nullptr;
    ASSERT_EQ(rnl_plan_num_node_outputs(plan, i), 1u);
    ASSERT_TRUE(IsOk(rnl_plan_node_output(plan, i, 0, &dtype, &rank, &dims)));
    EXPECT_EQ(dtype, RNL_FLOAT);
    ASSERT_EQ(rank, 2);
    EXPECT_EQ(dims[0], 6);
    EXPECT_EQ(dims[1], 3);
    rnl_output_t input{};
    ASSERT_EQ(rnl_plan_num_node_inputs(plan, i), 3u);
    ASSERT_TRUE(IsOk(rnl_plan_node_input(plan, i, 0, &input)));
    ASSERT_TRUE(IsOk(
        rnl_plan_node(plan, static_cast<size_t>(input.node), &name, &op, nullptr, nullptr, nullptr)));
    EXPECT_EQ(Str(op), "Placeholder");
    EXPECT_EQ(Str(name), Str(rnl_graph_node_name(model_.graph, model_.x.node)));
  }
  EXPECT_TRUE(found);
}

TEST_F(PlanTest, PassesCountTheirNodes) {
  Plan plan;
  ASSERT_TRUE(IsOk(MakePlan(-1, {}, &plan)));
  ASSERT_GT(rnl_plan_num_passes(plan), 3u);
  int64_t last = static_cast<int64_t>(rnl_graph_num_nodes(model_.graph));
  for (size_t i = 0; i < rnl_plan_num_passes(plan); ++i) {
    rnl_str_t name;
    int64_t before = -1, after = -1;
    ASSERT_TRUE(IsOk(rnl_plan_pass(plan, i, &name, &before, &after)));
    EXPECT_EQ(before, last) << Str(name);
    rnl_str_t doc;
    ASSERT_TRUE(IsOk(rnl_plan_pass_doc(plan, i, &doc)));
    EXPECT_GT(doc.size, 10u) << Str(name);
    if (i == 0) {
      EXPECT_EQ(Str(name), "prune");
      EXPECT_LT(after, before) << "training is not needed";
    }
    last = after;
  }
  EXPECT_EQ(last, static_cast<int64_t>(rnl_plan_num_nodes(plan)));
}

// Two values that are in use at once do not share memory, but for an output over the input that it is
// made of.
TEST_F(PlanTest, ValuesInUseAtOnceLieApart) {
  const std::string text = PlaceholderText("x", {16, 16}) +
                           NodeText("a", "MatMul", {"x", "x"}, {{"T", kFloatT}}) +
                           NodeText("b", "Relu", {"a"}, {{"T", kFloatT}}) +
                           NodeText("c", "MatMul", {"a", "b"}, {{"T", kFloatT}}) +
                           NodeText("d", "AddV2", {"c", "b"}, {{"T", kFloatT}}) +
                           NodeText("e", "MatMul", {"d", "c"}, {{"T", kFloatT}}) +
                           NodeText("y", "Neg", {"e"}, {{"T", kFloatT}});
  Graph graph;
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph.out())));
  ASSERT_TRUE(IsOk(rnl_graph_import(graph, rnl_str(text.c_str()), nullptr)));
  Session session;
  ASSERT_TRUE(IsOk(rnl_session_create(graph, nullptr, session.out())));
  rnl_output_t x{}, y{};
  ASSERT_TRUE(IsOk(rnl_graph_find_output(graph, rnl_str("x"), &x)));
  ASSERT_TRUE(IsOk(rnl_graph_find_output(graph, rnl_str("y"), &y)));
  Plan plan;
  const int32_t rank = -1;
  const int64_t* dims = nullptr;
  ASSERT_TRUE(IsOk(rnl_session_plan(session, &x, &rank, &dims, 1, &y, 1, nullptr, 0, plan.out())));
  ASSERT_EQ(rnl_plan_num_regions(plan), 1u);
  size_t num_ops = 0;
  uint64_t arena = 0, live = 0;
  rnl_str_t device;
  ASSERT_TRUE(IsOk(rnl_plan_region(plan, 0, &device, &num_ops, &arena, &live)));
  EXPECT_EQ(num_ops, 5u);
  EXPECT_EQ(arena, rnl_plan_arena_bytes(plan));
  EXPECT_LE(live, arena);
  EXPECT_NE(Str(device).find("CPU"), std::string::npos);
  rnl_str_t op;
  ASSERT_TRUE(IsOk(rnl_plan_region_op(plan, 0, 0, &op)));
  EXPECT_EQ(Str(op), "a");
  struct Value {
    std::string name;
    uint64_t offset = 0, bytes = 0;
    size_t first = 0, last = 0;
  };
  std::vector<Value> values(rnl_plan_num_values(plan, 0));
  ASSERT_GE(values.size(), 5u);
  for (size_t v = 0; v < values.size(); ++v) {
    Value& value = values[v];
    rnl_str_t name;
    ASSERT_TRUE(
        IsOk(rnl_plan_value(plan, 0, v, &name, &value.offset, &value.bytes, &value.first, &value.last)));
    value.name = Str(name);
    EXPECT_LE(value.offset + value.bytes, arena) << value.name;
    EXPECT_LE(value.first, value.last) << value.name;
    EXPECT_LT(value.last, num_ops) << value.name;
    if (value.name == "a:0") EXPECT_EQ(value.last, 2u) << "c uses a";
    if (value.name == "b:0") EXPECT_EQ(value.last, 3u) << "d uses b";
  }
  uint64_t sum = 0;
  for (const Value& value : values) sum += value.bytes;
  EXPECT_GT(sum, arena) << "memory is used again";
  for (const Value& a : values) {
    for (const Value& b : values) {
      if (&a == &b || a.first > b.first || a.last < b.first) continue;
      const bool in_place = a.last == b.first && a.offset == b.offset && a.first < b.first;
      const bool apart = a.offset + a.bytes <= b.offset || b.offset + b.bytes <= a.offset;
      EXPECT_TRUE(apart || in_place) << a.name << " and " << b.name;
    }
  }
}

TEST_F(PlanTest, SaysWhyANodeIsWhereItIs) {
  Session session;
  SessionOptions soft;
  const std::string cpu = "/device:CPU:0";
  const std::string text =
      PlaceholderText("x", {2}) + NodeText("asks", "Neg", {"x"}, {{"T", kFloatT}}, cpu) +
      NodeText("with", "Neg", {"asks"}, {{"T", kFloatT}, {"_class", "list { s: \"loc:@asks\" }"}}) +
      NodeText("far", "Neg", {"with"}, {{"T", kFloatT}}, "/device:GPU:0");
  Graph graph;
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph.out())));
  ASSERT_TRUE(IsOk(rnl_graph_import(graph, rnl_str(text.c_str()), nullptr)));
  ASSERT_TRUE(IsOk(rnl_session_options_create(soft.out())));
  ASSERT_TRUE(IsOk(rnl_session_options_set_soft_placement(soft, true)));
  ASSERT_TRUE(IsOk(rnl_session_create(graph, soft, session.out())));
  rnl_output_t x{}, y{};
  ASSERT_TRUE(IsOk(rnl_graph_find_output(graph, rnl_str("x"), &x)));
  ASSERT_TRUE(IsOk(rnl_graph_find_output(graph, rnl_str("far"), &y)));
  Plan plan;
  const int32_t rank = -1;
  const int64_t* dims = nullptr;
  ASSERT_TRUE(IsOk(rnl_session_plan(session, &x, &rank, &dims, 1, &y, 1, nullptr, 0, plan.out())));
  std::string reasons;
  for (size_t i = 0; i < rnl_plan_num_nodes(plan); ++i) {
    rnl_str_t name, reason;
    ASSERT_TRUE(IsOk(rnl_plan_node(plan, i, &name, nullptr, nullptr, &reason, nullptr)));
    reasons += Str(name) + ": " + Str(reason) + "\n";
  }
  EXPECT_NE(reasons.find("x: default device"), std::string::npos) << reasons;
  EXPECT_NE(reasons.find("fuses asks (asks for /device:CPU:0)"), std::string::npos) << reasons;
  EXPECT_NE(reasons.find("with (with asks, which asks for /device:CPU:0)"), std::string::npos)
      << reasons;
  EXPECT_NE(reasons.find("far (soft placement: "), std::string::npos) << reasons;
}

TEST_F(PlanTest, RefusesWhatARunWouldRefuse) {
  Plan plan;
  EXPECT_TRUE(Fails(MakePlan(2, {6, 5}, &plan), RNL_INVALID_ARGUMENT, {"[6,5]"}));
  EXPECT_TRUE(Fails(MakePlan(3, {1, 1, 1}, &plan), RNL_INVALID_ARGUMENT, {"[1,1,1]"}));
  EXPECT_TRUE(Fails(MakePlan(2, {-2, 4}, &plan), RNL_INVALID_ARGUMENT, {"-2"}));
  EXPECT_TRUE(Fails(rnl_session_plan(session_, nullptr, nullptr, nullptr, 0, &model_.logits, 1, nullptr,
                                     0, plan.out()),
                    RNL_INVALID_ARGUMENT,
                    {Str(rnl_graph_node_name(model_.graph, model_.x.node)).c_str()}));
  EXPECT_TRUE(
      Fails(rnl_session_plan(session_, nullptr, nullptr, nullptr, 0, nullptr, 0, nullptr, 0, plan.out()),
            RNL_INVALID_ARGUMENT, {"nothing to run"}));
  EXPECT_EQ(plan.get(), nullptr);
  ASSERT_TRUE(IsOk(MakePlan(2, {-1, 4}, &plan)));
  rnl_str_t name;
  EXPECT_TRUE(Fails(rnl_plan_pass_doc(plan, 99, &name), RNL_OUT_OF_RANGE, {"pass 99"}));
  EXPECT_TRUE(Fails(rnl_plan_pass(plan, 99, &name, nullptr, nullptr), RNL_OUT_OF_RANGE, {"pass 99"}));
  EXPECT_TRUE(
      Fails(rnl_plan_node(plan, 9999, &name, nullptr, nullptr, nullptr, nullptr), RNL_OUT_OF_RANGE));
  EXPECT_TRUE(Fails(rnl_plan_region(plan, 99, nullptr, nullptr, nullptr, nullptr), RNL_OUT_OF_RANGE));
  EXPECT_TRUE(
      Fails(rnl_plan_value(plan, 99, 0, nullptr, nullptr, nullptr, nullptr, nullptr), RNL_OUT_OF_RANGE));
  EXPECT_EQ(rnl_plan_num_values(plan, 99), 0u);
  EXPECT_EQ(rnl_plan_num_node_inputs(nullptr, 0), 0u);
  ASSERT_TRUE(IsOk(rnl_session_close(session_)));
  EXPECT_TRUE(Fails(MakePlan(2, {6, 4}, &plan), RNL_FAILED_PRECONDITION, {"closed"}));
}

}  // namespace
}  // namespace runnel_test
