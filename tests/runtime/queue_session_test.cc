#include <condition_variable>
#include <mutex>
#include <thread>

#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class QueueSessionTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    queue_ = b().Op("FIFOQueueV2", {},
                    {{"capacity", AttrValue(4)},
                     {"component_types", AttrValue(std::vector<DType>{DType::kFloat})},
                     {"shared_name", AttrValue("q")}});
    x_ = Placeholder("x", DType::kFloat, Shape({1}));
    enqueue_ = b().AddNode({"enqueue", "QueueEnqueueV2", {queue_, x_}, {}, {}, {}});
    dequeue_ = b().Op("QueueDequeueV2", {queue_},
                      {{"component_types", AttrValue(std::vector<DType>{DType::kFloat})}});
    close_ = b().AddNode({"close", "QueueCloseV2", {queue_}, {}, {}, {}});
  }
  OutputRef queue_, x_, dequeue_;
  Node *enqueue_ = nullptr, *close_ = nullptr;
};

TEST_F(QueueSessionTest, HandsValuesFromStepToStep) {
  Run({}, {{x_, Floats({1})}}, {enqueue_});
  Run({}, {{x_, Floats({2})}}, {enqueue_});
  EXPECT_EQ(ToFloats(Run({dequeue_})[0]), (std::vector<float>{1}));
  EXPECT_EQ(ToFloats(Run({dequeue_})[0]), (std::vector<float>{2}));
  Run({}, {}, {close_});
  std::vector<Tensor> out;
  EXPECT_EQ(TryRun({dequeue_}, {}, {}, &out).code(), Code::kOutOfRange);
}

TEST_F(QueueSessionTest, BlockedDequeueEndsAtItsDeadline) {
  std::vector<Tensor> out;
  RunOptions options;
  options.timeout_ms = 20;
  const Status status = TryRun({dequeue_}, {}, {}, &out, options);
  EXPECT_EQ(status.code(), Code::kDeadlineExceeded) << status.ToString();
  Run({}, {{x_, Floats({5})}}, {enqueue_});
  EXPECT_EQ(ToFloats(Run({dequeue_})[0]), (std::vector<float>{5})) << "the session goes on";
}

TEST_F(QueueSessionTest, BlockedDequeueEndsWhenCancelled) {
  session();
  RunOptions options;
  options.cancellation = MakeRef<CancellationManager>();
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  Status result;
  session().RunAsync({{}, {dequeue_}, {}}, {}, options, [&](Status status, std::vector<Tensor>) {
    const std::lock_guard lock(mutex);
    result = std::move(status);
    done = true;
    changed.notify_all();
  });
  options.cancellation->Cancel(Cancelled("the user has had enough"));
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return done; });
  EXPECT_EQ(result.code(), Code::kCancelled) << result.ToString();
}

// More blocked steps than the pool has threads: they hold none, so the enqueues get through.
TEST_F(QueueSessionTest, BlockedStepsHoldNoThread) {
  session();
  std::mutex mutex;
  std::condition_variable changed;
  int done = 0;
  float sum = 0;
  constexpr int kSteps = 40;
  for (int i = 0; i < kSteps; ++i) {
    session().RunAsync({{}, {dequeue_}, {}}, {}, {}, [&](Status status, std::vector<Tensor> fetches) {
      const std::lock_guard lock(mutex);
      EXPECT_TRUE(status.ok()) << status.ToString();
      if (status.ok()) sum += fetches[0].values<float>()[0];
      ++done;
      changed.notify_all();
    });
  }
  for (int i = 0; i < kSteps; ++i) Run({}, {{x_, Floats({1})}}, {enqueue_});
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return done == kSteps; });
  EXPECT_EQ(sum, kSteps);
}

TEST_F(QueueSessionTest, CloseCancelsBlockedSteps) {
  session();
  std::thread blocked([&] {
    std::vector<Tensor> out;
    const Status status = TryRun({dequeue_}, {}, {}, &out);
    EXPECT_TRUE(status.code() == Code::kCancelled || status.code() == Code::kFailedPrecondition)
        << status.ToString();
  });
  EXPECT_TRUE(session().Close().ok());
  blocked.join();
}

// An enqueue of this step feeds a dequeue of this step, without an edge between them: nothing that a
// region adds may make one wait for the other.
TEST_F(QueueSessionTest, RegionsAddNoDependence) {
  const OutputRef in = b().Op("Neg", {x_});
  Node* push = b().AddNode({"push", "QueueEnqueueV2", {queue_, in}, {}, {}, {}});
  const OutputRef out = b().Op("AddV2", {b().Op("Square", {dequeue_}), b().Op("Exp", {x_})});
  for (int i = 0; i < 20; ++i) {
    const auto result = Run({out}, {{x_, Floats({0})}}, {push});
    EXPECT_EQ(ToFloats(result[0]), (std::vector<float>{1}));
  }
}

}  // namespace
}  // namespace runnel
