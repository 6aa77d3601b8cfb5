// What queues of other kinds, barriers, staging areas and maps do while something waits for them. What
// they give is in tests/tf1/dataflow_test.cc.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/runtime/host_ops/tensor_list.h"
#include "tests/io/host_kernel_test_util.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

Tensor Int(int32_t value) { return *Tensor::FromScalar<int32_t>(value); }
Tensor Long(int64_t value) { return *Tensor::FromScalar<int64_t>(value); }
Tensor Ints(const std::vector<int32_t>& values) {
  return *Tensor::FromValues<int32_t>(Shape{static_cast<int64_t>(values.size())}, values);
}
int32_t Value(const Tensor& tensor) { return tensor.values<int32_t>()[0]; }

class DataflowTest : public ::testing::Test {
 protected:
  // Runs a node that makes a resource, and gives its handle.
  Tensor Make(const std::string& op, AttrList attrs) {
    HostNodeRunner node("resource", op, std::move(attrs), {DType::kResource});
    EXPECT_TRUE(node.status().ok()) << node.status().ToString();
    Execution run(node, {}, &resources_, nullptr, nullptr);
    EXPECT_TRUE(run.Wait().ok());
    return run.output(0);
  }
  std::unique_ptr<Execution> Start(HostNodeRunner& node, std::vector<Tensor> inputs,
                                   CancellationManager* cancellation = nullptr) {
    return std::make_unique<Execution>(node, std::move(inputs), &resources_, nullptr, cancellation);
  }
  static AttrList QueueAttrs(int64_t capacity) {
    AttrList attrs;
    SetAttr(&attrs, "component_types", std::vector<DType>{DType::kInt32});
    SetAttr(&attrs, "shapes", std::vector<Shape>{Shape()});
    SetAttr(&attrs, "capacity", capacity);
    return attrs;
  }

  ResourceManager resources_;
  HostNodeRunner enqueue_{"enqueue", "QueueEnqueueV2", {}, {}};
  HostNodeRunner enqueue_many_{"enqueue_many", "QueueEnqueueManyV2", {}, {}};
  HostNodeRunner dequeue_{"dequeue", "QueueDequeueV2", {}, {DType::kInt32}};
  HostNodeRunner dequeue_many_{"many", "QueueDequeueManyV2", {}, {DType::kInt32}};
  HostNodeRunner dequeue_up_to_{"up_to", "QueueDequeueUpToV2", {}, {DType::kInt32}};
  HostNodeRunner close_{"close", "QueueCloseV2", {}, {}};
  HostNodeRunner size_{"size", "QueueSizeV2", {}, {DType::kInt32}};
};

TEST_F(DataflowTest, AShuffledQueueKeepsItsMinimumUntilItIsClosed) {
  AttrList attrs = QueueAttrs(20);
  SetAttr(&attrs, "min_after_dequeue", int64_t{3});
  const Tensor queue = Make("RandomShuffleQueueV2", attrs);
  RUNNEL_EXPECT_OK(Start(enqueue_many_, {queue, Ints({1, 2, 3, 4})})->Wait());
  auto two = Start(dequeue_many_, {queue, Int(2)});
  EXPECT_FALSE(two->done()) << "one may go, three stay";
  RUNNEL_EXPECT_OK(Start(enqueue_, {queue, Int(5)})->Wait());
  RUNNEL_EXPECT_OK(two->Wait());
  auto rest = Start(dequeue_many_, {queue, Int(3)});
  EXPECT_FALSE(rest->done());
  RUNNEL_EXPECT_OK(Start(close_, {queue})->Wait());
  RUNNEL_EXPECT_OK(rest->Wait());
  int sum = 0;
  for (const Execution* run : {two.get(), rest.get()}) {
    for (const int32_t v : run->output(0).values<int32_t>()) sum += v;
  }
  EXPECT_EQ(sum, 15);
}

TEST_F(DataflowTest, CancellingADequeueOfAnyKindLosesNoElement) {
  for (const char* op : {"RandomShuffleQueueV2", "PaddingFIFOQueueV2", "FIFOQueueV2"}) {
    resources_.Clear();
    const Tensor queue = Make(op, QueueAttrs(20));
    RUNNEL_EXPECT_OK(Start(enqueue_many_, {queue, Ints({1, 2, 3})})->Wait());
    Ref<CancellationManager> step = MakeRef<CancellationManager>();
    auto many = Start(dequeue_many_, {queue, Int(5)}, step.get());
    auto up_to = Start(dequeue_up_to_, {queue, Int(6)}, step.get());
    step->Cancel(Cancelled("stop"));
    EXPECT_EQ(many->Wait().code(), Code::kCancelled) << op;
    EXPECT_EQ(up_to->Wait().code(), Code::kCancelled) << op;
    auto size = Start(size_, {queue});
    RUNNEL_EXPECT_OK(size->Wait());
    EXPECT_EQ(Value(size->output(0)), 3) << op;
  }
}

TEST_F(DataflowTest, ABatchThatMemoryIsLackingForGoesBack) {
  // Gives out small pieces only.
  class Small : public Allocator {
   public:
    void* Allocate(size_t bytes) override {
      return bytes > 1000 ? nullptr : SystemAllocator()->Allocate(bytes);
    }
    void Free(void* data, size_t bytes) override { SystemAllocator()->Free(data, bytes); }
  } small;
  AttrList attrs = QueueAttrs(20);
  SetAttr(&attrs, "shapes", std::vector<Shape>{Shape{-1}});
  const Tensor queue = Make("PaddingFIFOQueueV2", attrs);
  for (int i = 0; i < 3; ++i) {
    RUNNEL_EXPECT_OK(Start(enqueue_, {queue, Ints(std::vector<int32_t>(200, i))})->Wait());
  }
  std::vector<Tensor> inputs = {queue, Int(3)}, outputs(1);
  HostContext ctx;
  ctx.inputs = inputs;
  ctx.outputs = outputs;
  ctx.allocator = &small;
  ctx.session_resources = &resources_;
  Status got;
  dequeue_many_.kernel().Start(ctx, [&got](Status status) { got = std::move(status); });
  EXPECT_EQ(got.code(), Code::kResourceExhausted) << got.ToString();
  auto all = Start(dequeue_many_, {queue, Int(3)});
  RUNNEL_ASSERT_OK(all->Wait());
  EXPECT_EQ(all->output(0).values<int32_t>()[0], 0);
  EXPECT_EQ(all->output(0).values<int32_t>()[400], 2) << "in the order in which they came";
}

TEST_F(DataflowTest, ABarrierWaitsForComponentsAndEndsWithItsStep) {
  AttrList attrs;
  SetAttr(&attrs, "component_types", std::vector<DType>{DType::kInt32, DType::kInt32});
  SetAttr(&attrs, "shapes", std::vector<Shape>{Shape(), Shape()});
  const Tensor barrier = Make("Barrier", attrs);
  HostNodeRunner first("first", "BarrierInsertMany", {{"component_index", int64_t{0}}}, {});
  HostNodeRunner second("second", "BarrierInsertMany", {{"component_index", int64_t{1}}}, {});
  HostNodeRunner take("take", "BarrierTakeMany", {},
                      {DType::kInt64, DType::kString, DType::kInt32, DType::kInt32});
  HostNodeRunner close("close", "BarrierClose", {}, {});
  Ref<CancellationManager> step = MakeRef<CancellationManager>();
  auto stopped = Start(take, {barrier, Int(2)}, step.get());
  auto two = Start(take, {barrier, Int(2)});
  RUNNEL_EXPECT_OK(Start(first, {barrier, Strings(Shape{2}, {"a", "b"}), Ints({1, 2})})->Wait());
  RUNNEL_EXPECT_OK(Start(second, {barrier, Strings(Shape{1}, {"b"}), Ints({20})})->Wait());
  EXPECT_FALSE(stopped->done());
  step->Cancel(Cancelled("stop"));
  EXPECT_EQ(stopped->Wait().code(), Code::kCancelled);
  EXPECT_FALSE(two->done());
  RUNNEL_EXPECT_OK(Start(close, {barrier})->Wait());
  EXPECT_FALSE(two->done()) << "what is incomplete may still come";
  RUNNEL_EXPECT_OK(Start(second, {barrier, Strings(Shape{1}, {"a"}), Ints({10})})->Wait());
  RUNNEL_ASSERT_OK(two->Wait());
  EXPECT_TRUE(SameTensor(two->output(1), Strings(Shape{2}, {"b", "a"})));
  EXPECT_TRUE(SameTensor(two->output(3), Ints({20, 10})));
  EXPECT_EQ(Start(take, {barrier, Int(1)})->Wait().code(), Code::kOutOfRange);
}

TEST_F(DataflowTest, BarriersOfSixteenThreadsPutEveryTupleTogether) {
  AttrList attrs;
  SetAttr(&attrs, "component_types", std::vector<DType>{DType::kInt32, DType::kInt32});
  SetAttr(&attrs, "shapes", std::vector<Shape>{Shape(), Shape()});
  const Tensor barrier = Make("Barrier", attrs);
  HostNodeRunner first("first", "BarrierInsertMany", {{"component_index", int64_t{0}}}, {});
  HostNodeRunner second("second", "BarrierInsertMany", {{"component_index", int64_t{1}}}, {});
  HostNodeRunner take("take", "BarrierTakeMany", {{"allow_small_batch", true}},
                      {DType::kInt64, DType::kString, DType::kInt32, DType::kInt32});
  HostNodeRunner close("close", "BarrierClose", {}, {});
  constexpr int kKeys = 400;
  std::atomic<int> taken{0};
  std::vector<std::thread> threads;
  std::atomic<int> inserting{12};
  for (int t = 0; t < 12; ++t) {
    threads.emplace_back([&, t] {
      for (int i = t / 2; i < kKeys; i += 6) {
        const Tensor key = Strings(Shape{1}, {std::to_string(i)});
        EXPECT_TRUE(Start(t % 2 == 0 ? first : second, {barrier, key, Ints({i})})->Wait().ok());
      }
      if (--inserting == 0) {
        EXPECT_TRUE(Start(close, {barrier})->Wait().ok());
      }
    });
  }
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (;;) {
        auto run = Start(take, {barrier, Int(3)});
        const Status status = run->Wait();
        if (!status.ok()) {
          EXPECT_EQ(status.code(), Code::kOutOfRange);
          return;
        }
        EXPECT_TRUE(SameTensor(run->output(2), run->output(3)));
        taken += static_cast<int>(run->output(2).num_elements());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken, kKeys);
}

TEST_F(DataflowTest, AStagingAreaWaitsForRoomAndForValues) {
  AttrList attrs;
  SetAttr(&attrs, "dtypes", std::vector<DType>{DType::kInt32});
  SetAttr(&attrs, "shared_name", "area");
  SetAttr(&attrs, "capacity", int64_t{1});
  HostNodeRunner stage("stage", "Stage", attrs, {});
  HostNodeRunner unstage("unstage", "Unstage", attrs, {DType::kInt32});
  HostNodeRunner peek("peek", "StagePeek", attrs, {DType::kInt32});
  HostNodeRunner clear("clear", "StageClear", attrs, {});
  auto early = Start(unstage, {});
  EXPECT_FALSE(early->done());
  RUNNEL_EXPECT_OK(Start(stage, {Int(1)})->Wait());
  RUNNEL_ASSERT_OK(early->Wait());
  EXPECT_EQ(Value(early->output(0)), 1);
  RUNNEL_EXPECT_OK(Start(stage, {Int(2)})->Wait());
  Ref<CancellationManager> step = MakeRef<CancellationManager>();
  auto full = Start(stage, {Int(3)}, step.get());
  auto far = Start(peek, {Int(1)}, step.get());
  EXPECT_FALSE(full->done());
  EXPECT_FALSE(far->done());
  step->Cancel(Cancelled("stop"));
  EXPECT_EQ(full->Wait().code(), Code::kCancelled);
  EXPECT_EQ(far->Wait().code(), Code::kCancelled);
  EXPECT_EQ(Start(stage, {Int(4)}, step.get())->Wait().code(), Code::kCancelled) << "the step is over";
  auto next = Start(stage, {Int(5)});
  EXPECT_FALSE(next->done());
  RUNNEL_EXPECT_OK(Start(clear, {})->Wait());
  RUNNEL_EXPECT_OK(next->Wait());
  EXPECT_EQ(Start(peek, {Int(-1)})->Wait().code(), Code::kInvalidArgument);
  auto wait = Start(stage, {Int(6)});
  resources_.Clear();
  EXPECT_EQ(wait->Wait().code(), Code::kCancelled);
}

TEST_F(DataflowTest, AStagingMapWaitsForItsKeyWhateverElseWaits) {
  AttrList attrs;
  SetAttr(&attrs, "dtypes", std::vector<DType>{DType::kInt32, DType::kInt32});
  SetAttr(&attrs, "shared_name", "map");
  SetAttr(&attrs, "capacity", int64_t{2});
  HostNodeRunner stage("stage", "MapStage", attrs, {});
  HostNodeRunner unstage("unstage", "MapUnstage", attrs, {DType::kInt32, DType::kInt32});
  const auto put = [&](int64_t key, const std::vector<int32_t>& indices) {
    std::vector<Tensor> inputs = {Long(key), Ints(indices)};
    for (const int32_t i : indices) inputs.push_back(Int(static_cast<int32_t>(key) * 10 + i));
    return Start(stage, std::move(inputs));
  };
  auto seven = Start(unstage, {Long(7), Ints({0, 1})});
  RUNNEL_EXPECT_OK(put(1, {0, 1})->Wait());
  RUNNEL_EXPECT_OK(put(2, {0})->Wait());
  RUNNEL_EXPECT_OK(put(2, {1})->Wait());
  RUNNEL_EXPECT_OK(put(7, {1})->Wait());
  EXPECT_FALSE(seven->done());
  auto completes = put(7, {0});
  EXPECT_FALSE(completes->done()) << "two complete tuples are there";
  auto one = Start(unstage, {Long(1), Ints({0, 1})});
  RUNNEL_ASSERT_OK(one->Wait());
  EXPECT_EQ(Value(one->output(1)), 11);
  RUNNEL_EXPECT_OK(completes->Wait());
  RUNNEL_ASSERT_OK(seven->Wait());
  EXPECT_EQ(Value(seven->output(0)), 70);
  EXPECT_EQ(Value(seven->output(1)), 71);
}

TEST_F(DataflowTest, ListsOfAVectorGrowAndJoin) {
  const auto list_of = [](const std::vector<int32_t>& values) {
    auto list = MakeRef<TensorList>(SystemAllocator());
    list->dtype = DType::kInt32;
    list->element_shape = Shape();
    for (const int32_t v : values) list->elements.push_back(Int(v));
    return list;
  };
  const auto lists_of = [&](const std::vector<std::vector<int32_t>>& all) {
    Tensor lists =
        *Tensor::Allocate(SystemAllocator(), DType::kVariant, Shape{static_cast<int64_t>(all.size())});
    for (size_t i = 0; i < all.size(); ++i) {
      static_cast<VariantBuffer*>(lists.buffer().get())->Set(static_cast<int64_t>(i), list_of(all[i]));
    }
    return lists;
  };
  const auto values_of = [](const Tensor& lists, int64_t i) {
    std::vector<int32_t> values;
    for (const Tensor& t : static_cast<const TensorList*>(VariantAt(lists, i).get())->elements) {
      values.push_back(Value(t));
    }
    return values;
  };
  const AttrList attrs = {{"element_dtype", DType::kInt32}};
  HostNodeRunner push("push", "TensorListPushBackBatch", attrs, {DType::kVariant});
  HostNodeRunner join("join", "TensorListConcatLists", attrs, {DType::kVariant});
  const Tensor lists = lists_of({{1, 2}, {}});
  auto longer = Start(push, {lists, Ints({8, 9})});
  RUNNEL_ASSERT_OK(longer->Wait());
  EXPECT_EQ(values_of(longer->output(0), 0), (std::vector<int32_t>{1, 2, 8}));
  EXPECT_EQ(values_of(longer->output(0), 1), (std::vector<int32_t>{9}));
  EXPECT_EQ(values_of(lists, 1), std::vector<int32_t>());
  auto joined = Start(join, {longer->output(0), lists_of({{5}, {6, 7}})});
  RUNNEL_ASSERT_OK(joined->Wait());
  EXPECT_EQ(values_of(joined->output(0), 0), (std::vector<int32_t>{1, 2, 8, 5}));
  EXPECT_EQ(values_of(joined->output(0), 1), (std::vector<int32_t>{9, 6, 7}));
  EXPECT_EQ(Start(push, {lists, Ints({8})})->Wait().code(), Code::kInvalidArgument);
  EXPECT_EQ(Start(join, {lists, lists_of({{1}})})->Wait().code(), Code::kInvalidArgument);
  HostNodeRunner floats("f", "TensorListConcatLists", {{"element_dtype", DType::kFloat}},
                        {DType::kVariant});
  EXPECT_EQ(Start(floats, {lists, lists})->Wait().code(), Code::kInvalidArgument);
  if (!HasFailure()) testing::LogHostOps({"TensorListPushBackBatch", "TensorListConcatLists"});
}

}  // namespace
}  // namespace runnel
