#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "tests/io/host_kernel_test_util.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

Tensor Int(int32_t value) { return *Tensor::FromScalar<int32_t>(value); }
Tensor Ints(const std::vector<int32_t>& values) {
  return *Tensor::FromValues<int32_t>(Shape{static_cast<int64_t>(values.size())}, values);
}
int32_t Value(const Tensor& tensor) { return tensor.values<int32_t>()[0]; }

// A queue of int32 scalars, and its operations.
class QueueTest : public ::testing::Test {
 protected:
  static AttrList QueueAttrs(int64_t capacity, bool with_shapes) {
    AttrList attrs;
    SetAttr(&attrs, "component_types", std::vector<DType>{DType::kInt32});
    if (with_shapes) {
      SetAttr(&attrs, "shapes", std::vector<Shape>{Shape()});
    } else {
      SetAttr(&attrs, "shapes", EmptyList());
    }
    SetAttr(&attrs, "capacity", capacity);
    SetAttr(&attrs, "container", "");
    SetAttr(&attrs, "shared_name", "");
    return attrs;
  }

  void Make(int64_t capacity, bool with_shapes = true) {
    HostNodeRunner node("q", "FIFOQueueV2", QueueAttrs(capacity, with_shapes), {DType::kResource});
    RUNNEL_ASSERT_OK(node.status());
    Execution run(node, {}, &resources_, nullptr, nullptr);
    RUNNEL_ASSERT_OK(run.Wait());
    handle_ = run.output(0);
  }
  std::unique_ptr<Execution> Start(HostNodeRunner& node, std::vector<Tensor> inputs,
                                   CancellationManager* cancellation = nullptr) {
    inputs.insert(inputs.begin(), handle_);
    return std::make_unique<Execution>(node, std::move(inputs), &resources_, nullptr, cancellation);
  }
  std::unique_ptr<Execution> Enqueue(int32_t value, CancellationManager* c = nullptr) {
    return Start(enqueue_, {Int(value)}, c);
  }
  std::unique_ptr<Execution> EnqueueMany(const std::vector<int32_t>& values,
                                         CancellationManager* c = nullptr) {
    return Start(enqueue_many_, {Ints(values)}, c);
  }
  std::unique_ptr<Execution> Dequeue(CancellationManager* c = nullptr) { return Start(dequeue_, {}, c); }
  std::unique_ptr<Execution> DequeueMany(int32_t n, CancellationManager* c = nullptr) {
    return Start(dequeue_many_, {Int(n)}, c);
  }
  std::unique_ptr<Execution> Close() { return Start(close_, {}); }
  std::unique_ptr<Execution> CloseNow() { return Start(close_now_, {}); }
  int32_t Size() {
    auto run = Start(size_, {});
    EXPECT_TRUE(run->Wait().ok());
    return Value(run->output(0));
  }
  bool IsClosed() {
    auto run = Start(is_closed_, {});
    EXPECT_TRUE(run->Wait().ok());
    return run->output(0).values<bool>()[0];
  }

  ResourceManager resources_;
  Tensor handle_;
  HostNodeRunner enqueue_{"enqueue", "QueueEnqueueV2", {}, {}};
  HostNodeRunner enqueue_many_{"enqueue_many", "QueueEnqueueManyV2", {}, {}};
  HostNodeRunner dequeue_{"dequeue", "QueueDequeueV2", {}, {DType::kInt32}};
  HostNodeRunner dequeue_many_{"dequeue_many", "QueueDequeueManyV2", {}, {DType::kInt32}};
  HostNodeRunner close_{"close", "QueueCloseV2", {}, {}};
  HostNodeRunner close_now_{"close_now", "QueueCloseV2", {{"cancel_pending_enqueues", true}}, {}};
  HostNodeRunner size_{"size", "QueueSizeV2", {}, {DType::kInt32}};
  HostNodeRunner is_closed_{"is_closed", "QueueIsClosedV2", {}, {DType::kBool}};
};

TEST_F(QueueTest, GivesElementsInOrder) {
  Make(10);
  RUNNEL_EXPECT_OK(Enqueue(1)->Wait());
  RUNNEL_EXPECT_OK(EnqueueMany({2, 3, 4})->Wait());
  EXPECT_EQ(Size(), 4);
  auto one = Dequeue();
  RUNNEL_ASSERT_OK(one->Wait());
  EXPECT_EQ(Value(one->output(0)), 1);
  auto many = DequeueMany(3);
  RUNNEL_ASSERT_OK(many->Wait());
  EXPECT_TRUE(SameTensor(many->output(0), Ints({2, 3, 4})));
  EXPECT_EQ(Size(), 0);
  auto none = DequeueMany(0);
  RUNNEL_ASSERT_OK(none->Wait());
  EXPECT_TRUE(none->output(0).shape() == Shape{0});
  if (!HasFailure())
    testing::LogHostOps({"FIFOQueueV2", "QueueEnqueueV2", "QueueEnqueueManyV2", "QueueDequeueV2",
                         "QueueDequeueManyV2", "QueueSizeV2"});
}

TEST_F(QueueTest, AFullQueueMakesEnqueuesWaitInOrder) {
  Make(2);
  auto many = EnqueueMany({1, 2, 3, 4});
  auto after = Enqueue(5);
  EXPECT_FALSE(many->done());
  EXPECT_FALSE(after->done());
  EXPECT_EQ(Size(), 2);
  for (int32_t expected = 1; expected <= 5; ++expected) {
    auto run = Dequeue();
    RUNNEL_ASSERT_OK(run->Wait());
    EXPECT_EQ(Value(run->output(0)), expected);
    EXPECT_EQ(many->done(), expected >= 2);
    EXPECT_EQ(after->done(), expected >= 3);
  }
}

TEST_F(QueueTest, DequeueManyTakesMoreThanTheCapacity) {
  Make(1);
  auto many = DequeueMany(5);
  auto single = Dequeue();
  for (int32_t i = 0; i < 6; ++i) RUNNEL_EXPECT_OK(Enqueue(i)->Wait());
  RUNNEL_ASSERT_OK(many->Wait());
  EXPECT_TRUE(SameTensor(many->output(0), Ints({0, 1, 2, 3, 4})));
  RUNNEL_ASSERT_OK(single->Wait());
  EXPECT_EQ(Value(single->output(0)), 5);
}

TEST_F(QueueTest, CancellingAStepEndsItsWaitingOperationsAndLosesNoElement) {
  Make(2);
  Ref<CancellationManager> step = MakeRef<CancellationManager>();
  auto many = DequeueMany(3, step.get());
  auto behind = Dequeue();
  RUNNEL_EXPECT_OK(Enqueue(1)->Wait());
  RUNNEL_EXPECT_OK(Enqueue(2)->Wait());
  EXPECT_FALSE(many->done());
  EXPECT_FALSE(behind->done());
  step->Cancel(Cancelled("stop"));
  EXPECT_EQ(many->Wait().code(), Code::kCancelled);
  RUNNEL_ASSERT_OK(behind->Wait());
  EXPECT_EQ(Value(behind->output(0)), 1) << "taken elements go back to the front";
  EXPECT_EQ(Size(), 1);
  EXPECT_EQ(Enqueue(3, step.get())->Wait().code(), Code::kCancelled) << "the step is over";
  Ref<CancellationManager> other = MakeRef<CancellationManager>();
  RUNNEL_EXPECT_OK(Enqueue(3)->Wait());
  auto full = Enqueue(4, other.get());
  auto next = Enqueue(5);
  other->Cancel(DeadlineExceeded("late"));
  EXPECT_EQ(full->Wait().code(), Code::kCancelled);
  EXPECT_FALSE(next->done());
  (void)Dequeue()->Wait();
  RUNNEL_EXPECT_OK(next->Wait());
}

TEST_F(QueueTest, CloseLetsPendingEnqueuesThroughAndThenTurnsThemAway) {
  Make(1);
  RUNNEL_EXPECT_OK(Enqueue(1)->Wait());
  auto pending = Enqueue(2);
  auto close = Close();
  auto late = Enqueue(3);
  EXPECT_FALSE(close->done());
  EXPECT_FALSE(IsClosed());
  RUNNEL_EXPECT_OK(Dequeue()->Wait());
  RUNNEL_EXPECT_OK(pending->Wait());
  RUNNEL_EXPECT_OK(close->Wait());
  EXPECT_EQ(late->Wait().code(), Code::kCancelled);
  EXPECT_TRUE(IsClosed());
  EXPECT_EQ(Close()->Wait().code(), Code::kCancelled);
  auto last = Dequeue();
  RUNNEL_ASSERT_OK(last->Wait());
  EXPECT_EQ(Value(last->output(0)), 2);
  EXPECT_EQ(Dequeue()->Wait().code(), Code::kOutOfRange);
  if (!HasFailure()) testing::LogHostOps({"QueueCloseV2", "QueueIsClosedV2"});
}

TEST_F(QueueTest, CloseCanCancelPendingEnqueues) {
  Make(1);
  RUNNEL_EXPECT_OK(Enqueue(1)->Wait());
  auto pending = Enqueue(2);
  RUNNEL_EXPECT_OK(CloseNow()->Wait());
  EXPECT_EQ(pending->Wait().code(), Code::kCancelled);
  RUNNEL_EXPECT_OK(CloseNow()->Wait());
  EXPECT_EQ(Size(), 1);
  EXPECT_TRUE(IsClosed());
  EXPECT_EQ(Enqueue(9)->Wait().code(), Code::kCancelled);
}

TEST_F(QueueTest, AClosedQueueThatIsShortEndsDequeuesAndKeepsTheRest) {
  Make(10);
  RUNNEL_EXPECT_OK(EnqueueMany({1, 2, 3})->Wait());
  auto many = DequeueMany(5);
  EXPECT_EQ(Size(), 0);
  RUNNEL_EXPECT_OK(Close()->Wait());
  const Status status = many->Wait();
  EXPECT_EQ(status.code(), Code::kOutOfRange);
  EXPECT_NE(status.message().find("requested 5, current size 3"), std::string_view::npos)
      << status.ToString();
  auto rest = DequeueMany(3);
  RUNNEL_ASSERT_OK(rest->Wait());
  EXPECT_TRUE(SameTensor(rest->output(0), Ints({1, 2, 3})));
}

TEST_F(QueueTest, DroppingTheResourcesEndsEverythingThatWaits) {
  Make(1);
  auto dequeue = Dequeue();
  resources_.Clear();
  EXPECT_EQ(dequeue->Wait().code(), Code::kCancelled);
  EXPECT_EQ(Enqueue(1)->Wait().code(), Code::kCancelled);
  EXPECT_EQ(Dequeue()->Wait().code(), Code::kCancelled) << "a dropped queue is no end of its data";
}

TEST_F(QueueTest, ValuesAreCopiedOutOfTheStep) {
  Make(5);
  Tensor value = Int(7);
  RUNNEL_EXPECT_OK(Start(enqueue_, {value})->Wait());
  value.values<int32_t>()[0] = 8;  // the step's memory is used again
  auto run = Dequeue();
  RUNNEL_ASSERT_OK(run->Wait());
  EXPECT_EQ(Value(run->output(0)), 7);
}

TEST_F(QueueTest, TypesShapesAndCountsAreChecked) {
  Make(5);
  EXPECT_EQ(Start(enqueue_, {*Tensor::FromScalar<float>(1)})->Wait().code(), Code::kInvalidArgument);
  EXPECT_EQ(Start(enqueue_, {Ints({1})})->Wait().code(), Code::kInvalidArgument);
  EXPECT_EQ(Start(enqueue_, {Int(1), Int(2)})->Wait().code(), Code::kInvalidArgument);
  EXPECT_EQ(Start(enqueue_many_, {Int(1)})->Wait().code(), Code::kInvalidArgument);
  EXPECT_EQ(DequeueMany(-1)->Wait().code(), Code::kInvalidArgument);
  EXPECT_EQ(Start(dequeue_many_, {Ints({1})})->Wait().code(), Code::kInvalidArgument);
  HostNodeRunner floats("d", "QueueDequeueV2", {}, {DType::kFloat});
  EXPECT_EQ(Start(floats, {})->Wait().code(), Code::kInvalidArgument);
  handle_ = Int(3);
  EXPECT_EQ(Dequeue()->Wait().code(), Code::kInvalidArgument);
}

TEST_F(QueueTest, WithoutShapesElementsVaryAndBatchesCannotBeTaken) {
  Make(5, /*with_shapes=*/false);
  RUNNEL_EXPECT_OK(Start(enqueue_, {Ints({1, 2})})->Wait());
  RUNNEL_EXPECT_OK(Enqueue(3)->Wait());
  EXPECT_EQ(DequeueMany(1)->Wait().code(), Code::kInvalidArgument);
  auto run = Dequeue();
  RUNNEL_ASSERT_OK(run->Wait());
  EXPECT_TRUE(run->output(0).shape() == Shape{2});
}

TEST_F(QueueTest, NodesOfOneNameShareAQueueAndMustAgree) {
  Make(5);
  RUNNEL_EXPECT_OK(Enqueue(9)->Wait());
  AttrList attrs = QueueAttrs(5, true);
  SetAttr(&attrs, "shared_name", "q");
  HostNodeRunner same("other", "FIFOQueueV2", attrs, {DType::kResource});
  Execution run(same, {}, &resources_, nullptr, nullptr);
  RUNNEL_ASSERT_OK(run.Wait());
  handle_ = run.output(0);
  EXPECT_EQ(Size(), 1);
  SetAttr(&attrs, "capacity", int64_t{6});
  HostNodeRunner different("other", "FIFOQueueV2", attrs, {DType::kResource});
  EXPECT_EQ(Execution(different, {}, &resources_, nullptr, nullptr).Wait().code(),
            Code::kInvalidArgument);
  SetAttr(&attrs, "capacity", int64_t{5});
  SetAttr(&attrs, "container", "elsewhere");
  HostNodeRunner elsewhere("other", "FIFOQueueV2", attrs, {DType::kResource});
  Execution empty(elsewhere, {}, &resources_, nullptr, nullptr);
  handle_ = empty.output(0);
  EXPECT_EQ(Size(), 0);
  SetAttr(&attrs, "shared_name", "_q");
  EXPECT_EQ(HostNodeRunner("x", "FIFOQueueV2", attrs, {DType::kResource}).status().code(),
            Code::kInvalidArgument);
  SetAttr(&attrs, "shared_name", "");
  SetAttr(&attrs, "container", "a b");
  EXPECT_EQ(HostNodeRunner("x", "FIFOQueueV2", attrs, {DType::kResource}).status().code(),
            Code::kInvalidArgument);
  SetAttr(&attrs, "container", "");
  SetAttr(&attrs, "shapes", std::vector<Shape>{Shape{-1}});
  EXPECT_EQ(HostNodeRunner("x", "FIFOQueueV2", attrs, {DType::kResource}).status().code(),
            Code::kInvalidArgument);
}

TEST_F(QueueTest, TuplesOfStringsAndNumbersTravelTogether) {
  AttrList attrs = QueueAttrs(-1, true);
  SetAttr(&attrs, "component_types", std::vector<DType>{DType::kString, DType::kInt32});
  SetAttr(&attrs, "shapes", std::vector<Shape>{Shape{2}, Shape()});
  HostNodeRunner node("pairs", "FIFOQueueV2", attrs, {DType::kResource});
  Execution made(node, {}, &resources_, nullptr, nullptr);
  RUNNEL_ASSERT_OK(made.Wait());
  handle_ = made.output(0);
  RUNNEL_EXPECT_OK(Start(enqueue_, {Strings(Shape{2}, {"a", "b"}), Int(1)})->Wait());
  RUNNEL_EXPECT_OK(
      Start(enqueue_many_, {Strings(Shape{2, 2}, {"c", std::string(99, 'd'), "", "f"}), Ints({2, 3})})
          ->Wait());
  HostNodeRunner many("many", "QueueDequeueManyV2", {}, {DType::kString, DType::kInt32});
  auto run = Start(many, {Int(3)});
  RUNNEL_ASSERT_OK(run->Wait());
  EXPECT_TRUE(
      SameTensor(run->output(0), Strings(Shape{3, 2}, {"a", "b", "c", std::string(99, 'd'), "", "f"})));
  EXPECT_TRUE(SameTensor(run->output(1), Ints({1, 2, 3})));
  EXPECT_EQ(Start(enqueue_many_, {Strings(Shape{1, 2}, {"x", "y"}), Ints({2, 3})})->Wait().code(),
            Code::kInvalidArgument);
}

TEST_F(QueueTest, SixteenThreadsPassEveryElementOnce) {
  Make(3);
  constexpr int kEach = 200;
  std::atomic<int64_t> sum{0};
  std::atomic<int> taken{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kEach; ++i) EXPECT_TRUE(Enqueue(t * kEach + i)->Wait().ok());
    });
    threads.emplace_back([&] {
      for (;;) {
        auto run = Dequeue();
        const Status status = run->Wait();
        if (!status.ok()) {
          EXPECT_EQ(status.code(), Code::kOutOfRange);
          return;
        }
        sum += Value(run->output(0));
        if (++taken == 8 * kEach) {
          EXPECT_TRUE(Close()->Wait().ok());
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken, 8 * kEach);
  EXPECT_EQ(sum, int64_t{8 * kEach} * (8 * kEach - 1) / 2);
}

TEST_F(QueueTest, StepsCancelledAtOnceFromManyThreadsEndEveryOperationOnce) {
  Make(1);
  for (int round = 0; round < 200; ++round) {
    Ref<CancellationManager> a = MakeRef<CancellationManager>(), b = MakeRef<CancellationManager>();
    std::vector<std::unique_ptr<Execution>> runs;
    for (int i = 0; i < 4; ++i) {
      runs.push_back(Enqueue(i, a.get()));
      runs.push_back(Enqueue(i, b.get()));
    }
    std::thread first([&] { a->Cancel(Cancelled("a")); });
    std::thread second([&] { b->Cancel(Cancelled("b")); });
    std::thread third([&] { (void)Dequeue(nullptr)->Wait(); });
    third.join();  // one element is always there
    first.join();
    second.join();
    int done = 0;
    for (auto& run : runs) done += run->Wait().ok();
    EXPECT_GE(done, 1);
    while (Size() > 0) (void)Dequeue()->Wait();
  }
}

TEST(Cancellation, RunsCallbacksOnceAndDeregisters) {
  Ref<CancellationManager> manager = MakeRef<CancellationManager>();
  int first = 0, second = 0;
  const auto one = manager->Register([&](const Status& s) {
    EXPECT_EQ(s.message(), "why");
    ++first;
    EXPECT_FALSE(manager->Deregister(1)) << "from the callback itself it does not wait";
  });
  const auto two = manager->Register([&](const Status&) { ++second; });
  EXPECT_EQ(one, 1u);
  EXPECT_TRUE(manager->Deregister(two));
  EXPECT_FALSE(manager->Deregister(two));
  RUNNEL_EXPECT_OK(manager->reason());
  manager->Cancel(Aborted("why"));
  manager->Cancel(Aborted("again"));
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 0);
  EXPECT_EQ(manager->reason().message(), "why");
  EXPECT_EQ(manager->Register([](const Status&) {}), 0u);
}

// ---- Stacks ----

class StackTest : public ::testing::Test {
 protected:
  Result<Tensor> Make(int32_t max_size) {
    Execution run(make_, {Int(max_size)}, nullptr, &step_, nullptr);
    RUNNEL_RETURN_IF_ERROR(run.Wait());
    return run.output(0);
  }
  Status Push(const Tensor& stack, Tensor value) {
    Execution run(push_, {stack, std::move(value)}, nullptr, &step_, nullptr);
    return run.Wait();
  }
  Result<Tensor> Pop(const Tensor& stack) {
    Execution run(pop_, {stack}, nullptr, &step_, nullptr);
    RUNNEL_RETURN_IF_ERROR(run.Wait());
    return run.output(0);
  }
  ResourceManager step_;
  HostNodeRunner make_{
      "s", "StackV2", {{"elem_type", DType::kInt32}, {"stack_name", "mine"}}, {DType::kResource}};
  HostNodeRunner push_{"push", "StackPushV2", {{"T", DType::kInt32}}, {DType::kInt32}};
  HostNodeRunner pop_{"pop", "StackPopV2", {{"elem_type", DType::kInt32}}, {DType::kInt32}};
  HostNodeRunner close_{"close", "StackCloseV2", {}, {}};
};

TEST_F(StackTest, GivesTheLastValueFirst) {
  const Tensor stack = *Make(-1);
  for (int32_t i = 0; i < 5; ++i) RUNNEL_ASSERT_OK(Push(stack, Int(i)));
  for (int32_t i = 4; i >= 0; --i) EXPECT_EQ(Value(*Pop(stack)), i);
  EXPECT_EQ(Pop(stack).status().code(), Code::kInvalidArgument);
}

TEST_F(StackTest, EachExecutionMakesAStackOfItsOwn) {
  const Tensor a = *Make(-1), b = *Make(-1);
  RUNNEL_ASSERT_OK(Push(a, Int(1)));
  EXPECT_EQ(Pop(b).status().code(), Code::kInvalidArgument);
}

TEST_F(StackTest, BoundsTypesAndCloseAreChecked) {
  const Tensor stack = *Make(1);
  EXPECT_EQ(Push(stack, *Tensor::FromScalar<float>(1)).code(), Code::kInvalidArgument);
  RUNNEL_ASSERT_OK(Push(stack, Int(1)));
  EXPECT_EQ(Push(stack, Int(2)).code(), Code::kInvalidArgument);
  Execution closing(close_, {stack}, nullptr, &step_, nullptr);
  RUNNEL_ASSERT_OK(closing.Wait());
  EXPECT_EQ(Push(stack, Int(2)).code(), Code::kInvalidArgument);
  EXPECT_EQ(Pop(stack).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(Push(Int(1), Int(1)).code(), Code::kInvalidArgument);
  if (!HasFailure()) testing::LogHostOps({"StackCloseV2"});
}

TEST_F(StackTest, EndsWithItsStep) {
  const Tensor stack = *Make(-1);
  RUNNEL_ASSERT_OK(Push(stack, Int(1)));
  step_.Clear();
  EXPECT_EQ(Pop(stack).status().code(), Code::kCancelled);
}

}  // namespace
}  // namespace runnel
