#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/runtime/resources/variable.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

// The outcome of an asynchronous run.
struct Ended {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  Status status;

  void operator()(Status result) {
    const std::lock_guard lock(mutex);
    status = std::move(result);
    done = true;
    changed.notify_all();
  }
  Status Wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return done; });
    return status;
  }
};

class QueueSessionTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeOptions options;
    options.num_threads = 2;  // one worker: a run begins after those that were started before it
    Restart(options);
    queue_ = b().Op("FIFOQueueV2", {},
                    {{"capacity", AttrValue(4)},
                     {"component_types", AttrValue(std::vector<DType>{DType::kFloat})},
                     {"shared_name", AttrValue("q")}});
    x_ = Placeholder("x", DType::kFloat, Shape({1}));
    enqueue_ = b().AddNode({"enqueue", "QueueEnqueueV2", {queue_, x_}, {}, {}, {}});
    dequeue_ = b().Op("QueueDequeueV2", {queue_},
                      {{"component_types", AttrValue(std::vector<DType>{DType::kFloat})}});
    one_ = Vector({1});
    close_ = b().AddNode({"close", "QueueCloseV2", {queue_}, {}, {}, {}});
  }
  // Starts a run that has to wait, and returns once it waits.
  void StartBlocked(Ended* ended, const RunOptions& options = {}) {
    session().RunAsync(
        {{}, {dequeue_}, {}}, {}, options,
        [ended](Status status, const std::vector<Tensor>&) { (*ended)(std::move(status)); });
    Ended after;
    session().RunAsync({{}, {one_}, {}}, {}, {},
                       [&](Status status, const std::vector<Tensor>&) { after(std::move(status)); });
    EXPECT_TRUE(after.Wait().ok());
  }

  OutputRef queue_, x_, dequeue_, one_;
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

// What ends a blocked step does so on a thread of its own or with locks held; the step's callback waits
// for both, so it must come on another thread.
TEST_F(QueueSessionTest, BlockedAsyncDequeueEndsAtItsDeadline) {
  Ended ended;
  RunOptions options;
  options.timeout_ms = 20;
  StartBlocked(&ended, options);
  EXPECT_EQ(ended.Wait().code(), Code::kDeadlineExceeded) << ended.status.ToString();
}

TEST_F(QueueSessionTest, BlockedAsyncDequeueEndsWhenTheSessionCloses) {
  Ended ended;
  StartBlocked(&ended);
  EXPECT_TRUE(session().Close().ok());
  EXPECT_EQ(ended.Wait().code(), Code::kCancelled) << ended.status.ToString();
}

TEST_F(QueueSessionTest, BlockedDequeueEndsWhenCancelled) {
  Ended ended;
  RunOptions options;
  options.cancellation = MakeRef<CancellationManager>();
  StartBlocked(&ended, options);
  options.cancellation->Cancel(Cancelled("the user has had enough"));
  EXPECT_EQ(ended.Wait().code(), Code::kCancelled) << ended.status.ToString();
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
    session().RunAsync({{}, {dequeue_}, {}}, {}, {},
                       [&](const Status& status, const std::vector<Tensor>& fetches) {
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

TEST_F(QueueSessionTest, CloseInACallbackDoesNotWaitForStepsThatNeedItsThread) {
  Ended blocked, closed;
  StartBlocked(&blocked);
  session().RunAsync({{}, {one_}, {}}, {}, {}, [&](const Status& status, const std::vector<Tensor>&) {
    EXPECT_TRUE(status.ok()) << status.ToString();
    closed(session().Close());
  });
  EXPECT_TRUE(closed.Wait().ok());
  EXPECT_EQ(blocked.Wait().code(), Code::kCancelled);
  std::vector<Tensor> out;
  EXPECT_EQ(TryRun({one_}, {}, {}, &out).code(), Code::kFailedPrecondition);
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

// A step that takes its batches from a queue changes its weights where they are.
TEST_F(QueueSessionTest, WeightsAreUpdatedInPlace) {
  session_options_.resources = std::make_shared<ResourceManager>();
  const OutputRef w = Variable("w", DType::kFloat, Shape({1}));
  Node* const init = Assign(w, Vector({1}));
  const OutputRef taken = b().Op("Reshape", {dequeue_, b().Int32Vector({1})});
  const OutputRef product = b().Op("Mul", {taken, Read(w)});
  Node* const update = b().AddNode({{}, "AssignSubVariableOp", {w, product}, {}, {}, {}});
  Run({}, {}, {init});
  const auto generation = [&] {
    const auto found = session_options_.resources->Lookup(ResourceManager::kDefaultContainer,
                                                          runnel::Variable::kTypeName, "w");
    EXPECT_TRUE(found.ok()) << found.status().ToString();
    return found.ok() ? static_cast<runnel::Variable&>(**found).generation() : 0;
  };
  const uint64_t first = generation();
  float expected = 1;
  for (int step = 0; step < 4; ++step) {
    Run({}, {{x_, Floats({0.5f})}}, {enqueue_});
    EXPECT_EQ(ToFloats(Run({product}, {}, {update})[0])[0], expected / 2);
    expected /= 2;
  }
  EXPECT_EQ(generation(), first);
}

// As QueueBase.from_list has it.
TEST_F(QueueSessionTest, AQueueMayBeChosenByItsNumber) {
  const AttrList types{{"component_types", AttrValue(std::vector<DType>{DType::kFloat})}};
  const OutputRef other = b().Op("FIFOQueueV2", {}, types);
  const OutputRef list = b().Op("Pack", {queue_, other}, {});
  const OutputRef which = Placeholder("which", DType::kInt32, Shape());
  const OutputRef chosen = b().Op("GatherV2", {list, which, b().Scalar(DType::kInt32, 0)}, {});
  const OutputRef size = b().Op("QueueSizeV2", {chosen}, {});
  const OutputRef taken = b().Op("QueueDequeueV2", {chosen}, types);
  Node* const put = b().AddNode({{}, "QueueEnqueueV2", {other, x_}, {}, {}, {}});
  const auto at = [&](int32_t i) { return std::pair(which, *Tensor::FromScalar(i)); };
  Run({}, {{x_, Floats({1})}}, {enqueue_});
  Run({}, {{x_, Floats({2})}}, {put});
  Run({}, {{x_, Floats({3})}}, {put});
  EXPECT_EQ(Run({size}, {at(0)})[0].int_at(0), 1);
  EXPECT_EQ(Run({size}, {at(1)})[0].int_at(0), 2);
  EXPECT_EQ(ToFloats(Run({taken}, {at(1)})[0]), (std::vector<float>{2}));
  EXPECT_EQ(ToFloats(Run({taken}, {at(0)})[0]), (std::vector<float>{1}));
  std::vector<Tensor> got;
  EXPECT_EQ(TryRun({taken}, {at(2)}, {}, &got).code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace runnel
