// Indices out of range, on the CPU and on a device that computes later: the step ends with a status that
// names the node, the index and the range, nothing is written outside, and the session goes on.
#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

constexpr const char* kDevices[] = {"/device:CPU:0", "/device:VIRTUAL:0"};

class IndicesTest : public testing::TestWithParam<const char*> {
 protected:
  Tensor Ints(std::vector<int32_t> values) {
    const auto count = static_cast<int64_t>(values.size());
    return IntTensor(runtime_, {count}, std::move(values));
  }
  Runtime runtime_ = NewVirtualRuntime();
  Net net_;
};

TEST_P(IndicesTest, OfGather) {
  ASSERT_TRUE(
      IsOk(net_.Load(runtime_, PlaceholderText("x", {3, 2}) + PlaceholderText("i", {-1}, kInt32T) +
                                   ConstInt("axis", 0) +
                                   NodeText("g", "GatherV2", {"x", "i", "axis"}, {}, GetParam()))));
  const Tensor x = FloatTensor(runtime_, {3, 2}, {1, 2, 3, 4, 5, 6});
  for (const int32_t bad : {3, -1, INT32_MAX, INT32_MIN}) {
    EXPECT_TRUE(Fails(net_.Run({{"x", x}, {"i", Ints({0, bad})}}, {"g"}), RNL_INVALID_ARGUMENT,
                      {"\"g\"", "GatherV2", std::to_string(bad).c_str(), "3"}));
  }
  EXPECT_EQ(net_.Fetch({{"x", x}, {"i", Ints({2})}}, "g"), (std::vector<float>{5, 6}));
}

TEST_P(IndicesTest, OfScatterAdd) {
  const std::string device = GetParam();
  ASSERT_TRUE(IsOk(net_.Load(
      runtime_,
      NodeText("v", "VarHandleOp", {}, {{"dtype", kFloatT}, {"shape", ShapeText({3})}}, device) +
          ConstText("zeros", "dtype: DT_FLOAT tensor_shape { dim { size: 3 } } float_val: 0") +
          NodeText("init", "AssignVariableOp", {"v", "zeros"}, {{"dtype", kFloatT}}, device) +
          PlaceholderText("i", {-1}, kInt32T) + PlaceholderText("u", {-1}) +
          NodeText("scatter", "ResourceScatterAdd", {"v", "i", "u"},
                   {{"dtype", kFloatT}, {"Tindices", kInt32T}}, device) +
          NodeText("read", "ReadVariableOp", {"v"}, {{"dtype", kFloatT}}, device))));
  ASSERT_TRUE(IsOk(net_.Run({}, {}, nullptr, {"init"})));
  const Tensor updates = FloatTensor(runtime_, {2}, {1, 1});
  for (const int32_t bad : {3, -1, INT32_MAX, INT32_MIN}) {
    EXPECT_TRUE(Fails(net_.Run({{"i", Ints({1, bad})}, {"u", updates}}, {}, nullptr, {"scatter"}),
                      RNL_INVALID_ARGUMENT,
                      {"\"scatter\"", "ResourceScatterAdd", std::to_string(bad).c_str(), "3"}));
  }
  ASSERT_TRUE(IsOk(net_.Run({{"i", Ints({0, 2})}, {"u", updates}}, {}, nullptr, {"scatter"})));
  const std::vector<float> after = net_.Fetch({}, "read");
  ASSERT_EQ(after.size(), 3u);
  EXPECT_EQ(after[0], 1);
  EXPECT_EQ(after[2], 1);
}

// Nothing of these is fetched: the failure must be heard all the same, however the run is made.
TEST_P(IndicesTest, OfUpdatesThatNobodyFetches) {
  const std::string device = GetParam();
  const Attrs dtype = {{"dtype", kFloatT}}, scatter = {{"dtype", kFloatT}, {"Tindices", kInt32T}};
  ASSERT_TRUE(IsOk(net_.Load(
      runtime_,
      NodeText("v", "VarHandleOp", {}, {{"dtype", kFloatT}, {"shape", ShapeText({3})}}, device) +
          ConstText("zeros", "dtype: DT_FLOAT tensor_shape { dim { size: 3 } } float_val: 0") +
          NodeText("init", "AssignVariableOp", {"v", "zeros"}, dtype, device) +
          ConstInts("beyond", {7}) + ConstInts("within", {1}) +
          ConstText("one", "dtype: DT_FLOAT tensor_shape { dim { size: 1 } } float_val: 1") +
          NodeText("bad", "ResourceScatterAdd", {"v", "beyond", "one"}, scatter, device) +
          NodeText("good", "ResourceScatterAdd", {"v", "within", "one"}, scatter, device) +
          NodeText("read", "ReadVariableOp", {"v"}, dtype, device))));
  const auto node = [&](const char* name) {
    rnl_node_t found = RNL_NO_NODE;
    EXPECT_TRUE(IsOk(rnl_graph_find_node(net_.graph(), rnl_str(name), &found)));
    return found;
  };
  const rnl_node_t bad = node("bad"), good = node("good");
  ASSERT_TRUE(IsOk(net_.Run({}, {}, nullptr, {"init"})));
  Callable callable;
  CompletionQueue queue;
  ASSERT_TRUE(
      IsOk(rnl_session_prepare(net_.session(), nullptr, 0, nullptr, 0, &bad, 1, callable.out())));
  ASSERT_TRUE(IsOk(rnl_completion_queue_create(queue.out())));
  for (int round = 0; round < 10; ++round) {
    EXPECT_TRUE(Fails(net_.Run({}, {}, nullptr, {"bad"}), RNL_INVALID_ARGUMENT, {"\"bad\"", "7", "3"}));
    EXPECT_TRUE(Fails(rnl_callable_run(callable, nullptr, nullptr, 0, nullptr, 0, nullptr),
                      RNL_INVALID_ARGUMENT, {"\"bad\"", "7", "3"}));
    for (const rnl_node_t target : {bad, good}) {
      Completion completion;
      ASSERT_TRUE(IsOk(rnl_session_run_async(net_.session(), nullptr, nullptr, nullptr, 0, nullptr, 0,
                                             &target, 1, queue, 1)));
      ASSERT_TRUE(IsOk(rnl_completion_queue_next(queue, 60000, completion.out())));
      rnl_status_t* status = rnl_status_retain(rnl_completion_status(completion));
      if (target == good) {
        EXPECT_TRUE(IsOk(status));
      } else {
        EXPECT_TRUE(Fails(status, RNL_INVALID_ARGUMENT, {"\"bad\"", "7", "3"}));
      }
    }
  }
  EXPECT_EQ(net_.Fetch({}, "read"), (std::vector<float>{0, 10, 0}));
}

TEST_P(IndicesTest, OfSlices) {
  ASSERT_TRUE(
      IsOk(net_.Load(runtime_, PlaceholderText("x", {3}) + PlaceholderText("begin", {1}, kInt32T) +
                                   PlaceholderText("size", {1}, kInt32T) + ConstInts("one", {1}) +
                                   NodeText("s", "Slice", {"x", "begin", "size"}, {}, GetParam()) +
                                   NodeText("e", "StridedSlice", {"x", "begin", "size", "one"},
                                            {{"shrink_axis_mask", "i: 1"}}, GetParam()))));
  const Tensor x = FloatTensor(runtime_, {3}, {1, 2, 3});
  for (const auto& [begin, size] : {std::pair{2, 2}, {-1, 1}, {4, 0}, {0, INT32_MAX}, {INT32_MIN, 1}}) {
    EXPECT_TRUE(
        Fails(net_.Run({{"x", x}, {"begin", Ints({begin})}, {"size", Ints({size})}}, {"s"}),
              RNL_INVALID_ARGUMENT,
              {"\"s\"", "Slice", std::to_string(begin).c_str(), std::to_string(size).c_str(), "3"}));
  }
  for (const int32_t index : {3, -4, INT32_MAX, INT32_MIN}) {
    EXPECT_TRUE(Fails(net_.Run({{"x", x}, {"begin", Ints({index})}, {"size", Ints({0})}}, {"e"}),
                      RNL_INVALID_ARGUMENT,
                      {"\"e\"", "StridedSlice", std::to_string(index).c_str(), "3"}));
  }
  EXPECT_EQ(net_.Fetch({{"x", x}, {"begin", Ints({1})}, {"size", Ints({2})}}, "s"),
            (std::vector<float>{2, 3}));
}

TEST_P(IndicesTest, OfLabels) {
  ASSERT_TRUE(IsOk(net_.Load(runtime_, PlaceholderText("logits", {2, 3}) +
                                           PlaceholderText("labels", {2}, kInt32T) +
                                           NodeText("loss", "SparseSoftmaxCrossEntropyWithLogits",
                                                    {"logits", "labels"}, {}, GetParam()))));
  const Tensor logits = FloatTensor(runtime_, {2, 3}, {0, 0, 0, 0, 0, 0});
  for (const int32_t bad : {3, -1}) {
    EXPECT_TRUE(Fails(net_.Run({{"logits", logits}, {"labels", Ints({0, bad})}}, {"loss"}),
                      RNL_INVALID_ARGUMENT, {"\"loss\"", std::to_string(bad).c_str(), "3"}));
  }
  EXPECT_EQ(net_.Fetch({{"logits", logits}, {"labels", Ints({0, 2})}}, "loss").size(), 2u);
}

TEST_P(IndicesTest, OfAxes) {
  ASSERT_TRUE(IsOk(net_.Load(
      runtime_, AnyPlaceholderText("x") + AnyPlaceholderText("axis", kInt32T) +
                    NodeText("sum", "Sum", {"x", "axis"}, {}, GetParam()) +
                    NodeText("concat", "ConcatV2", {"x", "x", "axis"}, {{"N", "i: 2"}}, GetParam()) +
                    NodeText("arg", "ArgMax", {"x", "axis"}, {}, GetParam()) +
                    NodeText("transpose", "Transpose", {"x", "axis"}, {}, GetParam()) +
                    NodeText("expand", "ExpandDims", {"x", "axis"}, {}, GetParam()))));
  const Tensor x = FloatTensor(runtime_, {2, 1}, {1, 2});
  for (const int32_t bad : {4, -5, INT32_MIN}) {
    const Tensor axis = IntTensor(runtime_, {}, {bad}), axes = Ints({bad, 0});
    const std::string number = std::to_string(bad);
    for (const char* fetch : {"concat", "arg", "expand"}) {
      EXPECT_TRUE(Fails(net_.Run({{"x", x}, {"axis", axis}}, {fetch}), RNL_INVALID_ARGUMENT,
                        {fetch, number.c_str()}))
          << fetch;
    }
    for (const char* fetch : {"sum", "transpose"}) {
      EXPECT_TRUE(Fails(net_.Run({{"x", x}, {"axis", axes}}, {fetch}), RNL_INVALID_ARGUMENT,
                        {fetch, number.c_str()}))
          << fetch;
    }
  }
  EXPECT_EQ(net_.Fetch({{"x", x}, {"axis", Ints({0})}}, "sum"), (std::vector<float>{3}));
}

INSTANTIATE_TEST_SUITE_P(Devices, IndicesTest, testing::ValuesIn(kDevices), [](const auto& info) {
  return std::string(info.index == 0 ? "Cpu" : "Virtual");
});

TEST(Indices, OfHandlesAreAnsweredNotFollowed) {
  const Runtime runtime = NewRuntime();
  Graph graph;
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime, graph.out())));
  for (const rnl_node_t node : {0, 7, -1, INT32_MAX, INT32_MIN}) {
    EXPECT_EQ(rnl_graph_node_name(graph, node).size, 0u);
    rnl_output_t out{};
    const rnl_output_t in = rnl_output(node, 0);
    EXPECT_TRUE(Fails(rnl_graph_add_op(graph, rnl_str("Neg"), rnl_str("n"), &in, 1, &out),
                      RNL_INVALID_ARGUMENT, {std::to_string(node).c_str(), "0 nodes"}));
  }
  Tensor strings;
  const rnl_str_t text = rnl_str("a");
  ASSERT_TRUE(IsOk(rnl_tensor_from_strings(runtime, 0, nullptr, &text, 1, strings.out())));
  for (const int64_t index : {int64_t{1}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
    rnl_str_t got{};
    EXPECT_TRUE(Fails(rnl_tensor_get_string(strings, index, &got), RNL_OUT_OF_RANGE,
                      {std::to_string(index).c_str(), "1"}));
    EXPECT_TRUE(Fails(rnl_tensor_set_string(strings, index, text), RNL_OUT_OF_RANGE,
                      {std::to_string(index).c_str(), "1"}));
  }
}

}  // namespace
}  // namespace runnel_test
