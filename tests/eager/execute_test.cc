// Ops that run at once: values, types, resources, errors, threads, memory.
#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>

#include "tests/eager/support.h"

namespace {

std::atomic<int64_t> allocations{0};
std::atomic<bool> counts{false};

}  // namespace

#ifndef RUNNEL_SANITIZED
void* operator new(std::size_t size) {
  if (counts.load(std::memory_order_relaxed)) allocations.fetch_add(1, std::memory_order_relaxed);
  void* const data = std::malloc(size == 0 ? 1 : size);
  if (data == nullptr) throw std::bad_alloc();
  return data;
}
void operator delete(void* data) noexcept { std::free(data); }
void operator delete(void* data, std::size_t) noexcept { std::free(data); }
#endif

namespace runnel_test {
namespace {

TEST_F(EagerTest, AnOpRunsAtOnce) {
  const Tensor x = Of({1, 2, 3}), y = Of({10, 20, 30});
  EXPECT_EQ(Values(Run("AddV2", {x, y})), (std::vector<float>{11, 22, 33}));
  const Tensor wide = FloatTensor(runtime, {2, 1}, {1, 2});
  EXPECT_EQ(Values(Run("Mul", {wide, x})), (std::vector<float>{1, 2, 3, 2, 4, 6}));
}

TEST_F(EagerTest, OneOpTakesAnyTypesAndShapes) {
  const EagerOp add = Prepare("AddV2");
  const int64_t size = 2;
  const int64_t numbers[] = {1, 2};
  Tensor ints;
  ASSERT_TRUE(
      IsOk(rnl_tensor_from_data(runtime, RNL_INT64, 1, &size, numbers, sizeof(numbers), ints.out())));
  const Tensor sum = Run(add, {ints, ints});
  EXPECT_EQ(rnl_tensor_dtype(sum), RNL_INT64);
  EXPECT_EQ(static_cast<const int64_t*>(rnl_tensor_data(sum))[1], 4);
  for (int i = 1; i < 12; ++i) {
    const Tensor x = Of(std::vector<float>(static_cast<size_t>(i), 1.5f));
    EXPECT_EQ(Values(Run(add, {x, x})), std::vector<float>(static_cast<size_t>(i), 3.0f));
  }
}

TEST_F(EagerTest, AttrsAndListsAreAsInAGraph) {
  const Tensor x = FloatTensor(runtime, {2, 2}, {1, 2, 3, 4});
  const EagerOp product = Prepare("MatMul", [](rnl_node_builder_t* b) {
    rnl_node_builder_set_attr_bool(b, rnl_str("transpose_a"), true);
  });
  EXPECT_EQ(Values(Run(product, {x, x})), (std::vector<float>{10, 14, 14, 20}));
  EXPECT_EQ(Values(Run("Pack", {x, x})), (std::vector<float>{1, 2, 3, 4, 1, 2, 3, 4}));
  const EagerOp split = Prepare(
      "Unpack", [](rnl_node_builder_t* b) { rnl_node_builder_set_attr_int(b, rnl_str("num"), 2); });
  rnl_tensor_t* const input = x;
  size_t count = 0;
  ASSERT_TRUE(IsOk(rnl_eager_op_num_outputs(split, &input, 1, &count)));
  EXPECT_EQ(count, 2u);
  rnl_tensor_t* rows[2];
  EXPECT_TRUE(Fails(rnl_eager_op_execute(split, nullptr, nullptr, &input, 1, rows, 1, &count),
                    RNL_INVALID_ARGUMENT, {"Unpack", "2 outputs", "room for 1"}));
  ASSERT_TRUE(IsOk(rnl_eager_op_execute(split, nullptr, nullptr, &input, 1, rows, 2, &count)));
  EXPECT_EQ(Floats(rows[1]), (std::vector<float>{3, 4}));
  for (rnl_tensor_t* row : rows) rnl_tensor_release(row);
}

TEST_F(EagerTest, AFailureNamesTheOpAndLeavesAllUsable) {
  const Tensor x = Of({1, 2, 3}), y = Of({1, 2});
  rnl_tensor_t* inputs[] = {x, y};
  rnl_tensor_t* out = nullptr;
  size_t count = 7;
  const EagerOp add = Prepare("AddV2", nullptr, "my_sum");
  EXPECT_TRUE(Fails(rnl_eager_op_execute(add, nullptr, nullptr, inputs, 2, &out, 1, &count),
                    RNL_INVALID_ARGUMENT, {"my_sum", "AddV2", "[3]", "[2]"}));
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(count, 0u);
  EXPECT_TRUE(Fails(rnl_eager_op_execute(add, nullptr, nullptr, inputs, 1, &out, 1, &count),
                    RNL_INVALID_ARGUMENT, {"AddV2"}));
  EXPECT_TRUE(Fails(rnl_eager_execute(eager, rnl_str("Ad"), nullptr, inputs, 2, &out, 1, &count),
                    RNL_NOT_FOUND, {"Ad"}));
  EXPECT_TRUE(Fails(rnl_eager_execute(eager, rnl_str("_Recv"), nullptr, inputs, 0, &out, 1, &count),
                    RNL_INVALID_ARGUMENT, {"_Recv"}));
  inputs[1] = nullptr;
  EXPECT_TRUE(Fails(rnl_eager_op_execute(add, nullptr, nullptr, inputs, 2, &out, 1, &count),
                    RNL_INVALID_ARGUMENT, {"input 1", "NULL"}));
  EXPECT_EQ(Values(Run(add, {x, x})), (std::vector<float>{2, 4, 6}));
}

TEST_F(EagerTest, BuildersOfOtherGraphsAndWithInputsAreRefused) {
  Graph graph;
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime, graph.out())));
  EagerOp op;
  EXPECT_TRUE(Fails(
      rnl_eager_op_create(eager, rnl_node_builder_create(graph, rnl_str("Neg"), rnl_str("")), op.out()),
      RNL_INVALID_ARGUMENT, {"another graph"}));
  rnl_node_builder_t* bad = rnl_node_builder_create(rnl_eager_graph(eager), rnl_str("Neg"), rnl_str(""));
  rnl_node_builder_set_attr_type(bad, rnl_str("T"), 999);
  EXPECT_TRUE(Fails(rnl_eager_op_create(eager, bad, op.out()), RNL_INVALID_ARGUMENT, {"999"}));
  SessionOptions options;
  ASSERT_TRUE(IsOk(rnl_session_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_session_options_set_target(options, rnl_str("runnel://127.0.0.1:1"))));
  Eager other;
  EXPECT_TRUE(Fails(rnl_eager_create(runtime, options, other.out()), RNL_UNIMPLEMENTED, {"cluster"}));
}

TEST_F(EagerTest, VariablesAreReadAndUpdated) {
  const Tensor w = Variable(Of({1, 2}));
  const EagerOp read = Reader();
  const Tensor before = Run(read, {w});
  const Tensor two = Of({2, 2});
  Run("AssignAddVariableOp", {w, two});
  EXPECT_EQ(Values(Run(read, {w})), (std::vector<float>{3, 4}));
  EXPECT_EQ(Values(before), (std::vector<float>{1, 2})) << "a value does not change";
  const Tensor rate = Scalar(0.5f);
  Run("ResourceApplyGradientDescent", {w, rate, two});
  EXPECT_EQ(Values(Run(read, {w})), (std::vector<float>{2, 3}));
}

TEST_F(EagerTest, VariablesOfOneNameAreTwo) {
  const Tensor a = Variable(Of({1})), b = Variable(Of({2}));
  const EagerOp read = Reader();
  EXPECT_EQ(Values(Run(read, {a})), (std::vector<float>{1}));
  EXPECT_EQ(Values(Run(read, {b})), (std::vector<float>{2}));
}

TEST_F(EagerTest, AVariableGoesWithItsLastHandle) {
  const EagerOp read = Reader();
  const auto use = [&] {
    const Tensor w = Variable(Of(std::vector<float>(1 << 16, 1.0f)));
    EXPECT_EQ(Values(Run(read, {w})).size(), 1u << 16);
  };
  use();
  const uint64_t before = rnl_runtime_memory_in_use(runtime);
  for (int i = 0; i < 20; ++i) use();
  EXPECT_LE(rnl_runtime_memory_in_use(runtime), before + (1 << 17));
}

TEST_F(EagerTest, QueuesLiveInTheContext) {
  const auto types = [](rnl_node_builder_t* b) {
    const rnl_dtype_t type = RNL_FLOAT;
    rnl_node_builder_set_attr_type_list(b, rnl_str("component_types"), &type, 1);
  };
  const Tensor queue = Run(Prepare("FIFOQueueV2", types), {});
  const Tensor other = Run(Prepare("FIFOQueueV2", types), {});
  const Tensor x = Scalar(5), y = Scalar(6);
  Run("QueueEnqueueV2", {queue, x});
  Run("QueueEnqueueV2", {other, y});
  const EagerOp dequeue = Prepare("QueueDequeueV2", types);
  EXPECT_EQ(Values(Run(dequeue, {queue})), (std::vector<float>{5}));
  EXPECT_EQ(Values(Run(dequeue, {other})), (std::vector<float>{6}));
}

TEST_F(EagerTest, ACancelledOpEndsAndTheRestGoesOn) {
  const auto types = [](rnl_node_builder_t* b) {
    const rnl_dtype_t type = RNL_FLOAT;
    rnl_node_builder_set_attr_type_list(b, rnl_str("component_types"), &type, 1);
  };
  const Tensor queue = Run(Prepare("FIFOQueueV2", types), {});
  const EagerOp dequeue = Prepare("QueueDequeueV2", types);
  Cancellation cancellation;
  RunOptions options;
  ASSERT_TRUE(IsOk(rnl_cancellation_create(cancellation.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_cancellation(options, cancellation)));
  std::thread canceller([&] { EXPECT_TRUE(IsOk(rnl_cancellation_cancel(cancellation))); });
  rnl_tensor_t* input = queue;
  rnl_tensor_t* out = nullptr;
  size_t count = 0;
  EXPECT_TRUE(
      Fails(rnl_eager_op_execute(dequeue, options, nullptr, &input, 1, &out, 1, &count), RNL_CANCELLED));
  canceller.join();
  const Tensor x = Scalar(5);
  Run("QueueEnqueueV2", {queue, x});
  EXPECT_EQ(Values(Run(dequeue, {queue})), (std::vector<float>{5}));
}

TEST_F(EagerTest, RandomOpsGoOnWithTheirStream) {
  const auto seeded = [](rnl_node_builder_t* b) {
    rnl_node_builder_set_attr_type(b, rnl_str("dtype"), RNL_FLOAT);
    rnl_node_builder_set_attr_int(b, rnl_str("seed"), 3);
    rnl_node_builder_set_attr_int(b, rnl_str("seed2"), 4);
  };
  const int64_t size = 1;
  const int32_t dims[] = {3};
  Tensor shape;
  ASSERT_TRUE(IsOk(rnl_tensor_from_data(runtime, RNL_INT32, 1, &size, dims, sizeof(dims), shape.out())));
  const EagerOp draw = Prepare("RandomUniform", seeded);
  const std::vector<float> first = Values(Run(draw, {shape}));
  EXPECT_NE(first, Values(Run(draw, {shape})));
}

TEST_F(EagerTest, AClosedContextSaysSo) {
  const Tensor x = Of({1});
  const EagerOp neg = Prepare("Neg");
  Run(neg, {x});
  ASSERT_TRUE(IsOk(rnl_eager_close(eager)));
  ASSERT_TRUE(IsOk(rnl_eager_close(eager)));
  rnl_tensor_t* input = x;
  rnl_tensor_t* out = nullptr;
  size_t count = 0;
  EXPECT_TRUE(Fails(rnl_eager_op_execute(neg, nullptr, nullptr, &input, 1, &out, 1, &count),
                    RNL_FAILED_PRECONDITION, {"closed"}));
  EXPECT_TRUE(Fails(rnl_eager_execute(eager, rnl_str("Abs"), nullptr, &input, 1, &out, 1, &count),
                    RNL_FAILED_PRECONDITION, {"closed"}));
}

TEST_F(EagerTest, HandlesOfAnotherContextAreRefused) {
  Eager other;
  ASSERT_TRUE(IsOk(rnl_eager_create(runtime, nullptr, other.out())));
  const Tensor x = Of({1});
  Tensor handle;
  ASSERT_TRUE(IsOk(rnl_eager_create_variable(other, rnl_str("w"), rnl_str(""), x, handle.out())));
  rnl_tensor_t* inputs[] = {handle, x};
  size_t count = 0;
  EXPECT_TRUE(Fails(
      rnl_eager_execute(eager, rnl_str("AssignVariableOp"), nullptr, inputs, 2, nullptr, 0, &count),
      RNL_INVALID_ARGUMENT, {"another eager context"}));
}

TEST_F(EagerTest, ThreadsShareOpsAndVariables) {
  const Tensor w = Variable(Of({0}));
  const Tensor one = Of({1});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        Run("AssignAddVariableOp", {w, one});
        const Tensor x = Of(std::vector<float>(static_cast<size_t>(1 + (i + t) % 7), 2.0f));
        EXPECT_EQ(Values(Run("Square", {x}))[0], 4.0f);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Values(Run(Reader(), {w})), (std::vector<float>{200}));
}

TEST_F(EagerTest, MemoryReturns) {
  const auto use = [&] {
    const Tensor x = Of(std::vector<float>(1000, 1.0f));
    Tensor y = Run("Exp", {x});
    y = Run("AddV2", {x, y});
  };
  use();
  const uint64_t before = rnl_runtime_memory_in_use(runtime);
  for (int i = 0; i < 100; ++i) use();
  EXPECT_EQ(rnl_runtime_memory_in_use(runtime), before);
}

#ifndef RUNNEL_SANITIZED
TEST_F(EagerTest, AnOpThatHasRunBeforeAllocatesNothing) {
  const EagerOp add = Prepare("AddV2");
  const Tensor x = Of({1, 2, 3, 4}), y = Of({1, 2, 3, 4});
  rnl_tensor_t* inputs[] = {x, y};
  rnl_tensor_t* out = nullptr;
  size_t count = 0;
  rnl_status_t* failed = nullptr;
  for (int i = 0; i < 30; ++i) {
    if (i == 20) counts = true;
    failed = rnl_eager_op_execute(add, nullptr, nullptr, inputs, 2, &out, 1, &count);
    rnl_tensor_release(out);
  }
  counts = false;
  EXPECT_TRUE(IsOk(failed));
  // The output's buffer, as in any step that fetches.
  EXPECT_LE(allocations.load(), 10);
}
#endif

}  // namespace
}  // namespace runnel_test
