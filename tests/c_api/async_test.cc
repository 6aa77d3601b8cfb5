// Asynchronous runs, cancellation, timeouts, many threads.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>

#include "tests/c_api/support/expect.h"
#include "tests/c_api/support/model.h"

namespace runnel_test {
namespace {

// What a callback tells; Wait blocks until it has come.
struct Told {
  std::mutex mutex;
  std::condition_variable changed;
  int calls = 0;
  rnl_code_t code = -1;
  std::vector<float> values;
  std::thread::id thread;

  static void Done(void* arg, rnl_status_t* status, rnl_tensor_t* const* fetches, size_t num_fetches) {
    auto* told = static_cast<Told*>(arg);
    const std::lock_guard lock(told->mutex);
    ++told->calls;
    told->code = rnl_status_code(status);
    told->thread = std::this_thread::get_id();
    if (num_fetches > 0) told->values = Floats(fetches[0]);
    told->changed.notify_all();
  }
  void Wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return calls > 0; });
  }
};

class AsyncTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(IsOk(BuildModel(runtime_, &model_)));
    ASSERT_TRUE(IsOk(MakeBatch(runtime_, &x_, &labels_)));
    ASSERT_TRUE(IsOk(AddBlockedDequeue(model_.graph, &dequeued_, &value_, &enqueue_)));
    ASSERT_TRUE(IsOk(rnl_session_create(model_.graph, nullptr, session_.out())));
    ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  }
  rnl_status_t* Enqueue(float value) {
    const Tensor tensor = FloatTensor(runtime_, {}, {value});
    rnl_tensor_t* const feed[] = {tensor};
    return rnl_session_run_outputs(session_, nullptr, &value_, feed, 1, nullptr, nullptr, 0, &enqueue_,
                                   1, nullptr);
  }

  Runtime runtime_ = NewRuntime();
  Model model_;
  Tensor x_, labels_;
  Session session_;
  rnl_output_t dequeued_{}, value_{};
  rnl_node_t enqueue_ = RNL_NO_NODE;
};

TEST_F(AsyncTest, CallbackComesOnceOnAnotherThread) {
  Told told;
  rnl_tensor_t* const feed[] = {x_};
  ASSERT_TRUE(IsOk(rnl_session_run_callback(session_, nullptr, &model_.x, feed, 1, &model_.logits, 1,
                                            nullptr, 0, Told::Done, &told)));
  told.Wait();
  EXPECT_EQ(told.calls, 1);
  EXPECT_EQ(told.code, RNL_OK);
  EXPECT_EQ(told.values.size(), 18u);
  EXPECT_NE(told.thread, std::this_thread::get_id());
}

// What a run was fed with is the caller's alone again when it hears of the end, however the run ended.
TEST_F(AsyncTest, FeedsMayBeWrittenInTheCallback) {
  struct Reuse {
    rnl_tensor_t* feed;
    Told told;
    int refused = 0;
  };
  Reuse reuse{x_, {}, 0};
  const auto done = [](void* arg, rnl_status_t* status, rnl_tensor_t* const* fetches, size_t count) {
    auto* r = static_cast<Reuse*>(arg);
    void* data = nullptr;
    r->refused += Status(rnl_tensor_mutable_data(r->feed, &data)).ok() ? 0 : 1;
    Told::Done(&r->told, status, fetches, count);
  };
  rnl_tensor_t* const feed[] = {x_};
  for (const rnl_output_t input : {model_.x, model_.labels}) {  // the labels are of another type
    for (int i = 0; i < 100; ++i) {
      reuse.told.calls = 0;
      ASSERT_TRUE(IsOk(rnl_session_run_callback(session_, nullptr, &input, feed, 1, &model_.logits, 1,
                                                nullptr, 0, done, &reuse)));
      reuse.told.Wait();
    }
  }
  EXPECT_EQ(reuse.refused, 0);
  EXPECT_NE(reuse.told.code, RNL_OK);
}

TEST_F(AsyncTest, CallbackIsToldOfFailures) {
  Told told;
  const Status started(rnl_session_run_callback(session_, nullptr, nullptr, nullptr, 0, &model_.logits,
                                                1, nullptr, 0, Told::Done, &told));
  if (started.ok()) {
    told.Wait();
    EXPECT_EQ(told.code, RNL_INVALID_ARGUMENT);
    EXPECT_TRUE(told.values.empty());
  } else {
    EXPECT_EQ(started.code(), RNL_INVALID_ARGUMENT);
  }
  EXPECT_TRUE(Fails(rnl_session_run_callback(session_, nullptr, nullptr, nullptr, 0, &model_.logits, 1,
                                             nullptr, 0, nullptr, nullptr),
                    RNL_INVALID_ARGUMENT, {"done"}));
}

TEST_F(AsyncTest, CallbackMayReleaseTheSession) {
  struct Last {
    rnl_session_t* session;
    rnl_runtime_t* runtime;
    std::atomic<bool> done{false};
  } last{rnl_session_retain(session_), rnl_runtime_retain(runtime_)};
  rnl_tensor_t* const feed[] = {x_};
  ASSERT_TRUE(IsOk(rnl_session_run_callback(
      session_, nullptr, &model_.x, feed, 1, &model_.logits, 1, nullptr, 0,
      [](void* arg, rnl_status_t*, rnl_tensor_t* const*, size_t) {
        auto* l = static_cast<Last*>(arg);
        rnl_session_release(l->session);
        rnl_runtime_release(l->runtime);
        l->done = true;
        l->done.notify_all();
      },
      &last)));
  session_.reset();
  model_.graph.reset();
  x_.reset();
  labels_.reset();
  runtime_.reset();
  last.done.wait(false);
}

TEST_F(AsyncTest, QueueGivesEveryRunOnceWithItsTag) {
  CompletionQueue queue;
  ASSERT_TRUE(IsOk(rnl_completion_queue_create(queue.out())));
  rnl_tensor_t* const feed[] = {x_};
  for (uint64_t tag = 0; tag < 20; ++tag) {
    ASSERT_TRUE(IsOk(rnl_session_run_async(session_, nullptr, &model_.x, feed, 1, &model_.logits, 1,
                                           nullptr, 0, queue, tag)));
  }
  uint64_t seen = 0;
  for (int i = 0; i < 20; ++i) {
    Completion completion;
    ASSERT_TRUE(IsOk(rnl_completion_queue_next(queue, -1, completion.out())));
    EXPECT_EQ(rnl_completion_status(completion), nullptr);
    ASSERT_EQ(rnl_completion_num_fetches(completion), 1u);
    EXPECT_EQ(Floats(rnl_completion_fetch(completion, 0)).size(), 18u);
    EXPECT_EQ(rnl_completion_fetch(completion, 1), nullptr);
    seen |= uint64_t{1} << rnl_completion_tag(completion);
  }
  EXPECT_EQ(seen, (uint64_t{1} << 20) - 1);
  Completion none;
  EXPECT_TRUE(Fails(rnl_completion_queue_next(queue, 0, none.out()), RNL_DEADLINE_EXCEEDED));
  EXPECT_TRUE(Fails(rnl_completion_queue_next(queue, 1, none.out()), RNL_DEADLINE_EXCEEDED));
  EXPECT_TRUE(Fails(rnl_completion_queue_next(queue, -2, none.out()), RNL_INVALID_ARGUMENT));
  EXPECT_EQ(rnl_completion_queue_size(queue), 0u);
  EXPECT_EQ(rnl_completion_num_fetches(nullptr), 0u);
  EXPECT_EQ(rnl_completion_status(nullptr), nullptr);
}

TEST_F(AsyncTest, BlockedRunHoldsNoThread) {
  CompletionQueue queue;
  ASSERT_TRUE(IsOk(rnl_completion_queue_create(queue.out())));
  // More blocked runs than threads; others go on beside them.
  for (uint64_t tag = 0; tag < 8; ++tag) {
    ASSERT_TRUE(IsOk(rnl_session_run_async(session_, nullptr, nullptr, nullptr, 0, &dequeued_, 1,
                                           nullptr, 0, queue, tag)));
  }
  ASSERT_TRUE(IsOk(TrainStep(model_, session_, x_, labels_, nullptr, nullptr)));
  EXPECT_EQ(rnl_completion_queue_size(queue), 0u);
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(IsOk(Enqueue(static_cast<float>(i))));
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    Completion completion;
    ASSERT_TRUE(IsOk(rnl_completion_queue_next(queue, -1, completion.out())));
    ASSERT_EQ(rnl_completion_num_fetches(completion), 1u);
    sum += Floats(rnl_completion_fetch(completion, 0))[0];
  }
  EXPECT_EQ(sum, 28);
}

TEST_F(AsyncTest, TimeoutEndsABlockedRun) {
  RunOptions options;
  ASSERT_TRUE(IsOk(rnl_run_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_timeout(options, 10)));
  Tensor out;
  EXPECT_TRUE(Fails(rnl_session_run_outputs(session_, options, nullptr, nullptr, 0, &dequeued_,
                                            out.out(), 1, nullptr, 0, nullptr),
                    RNL_DEADLINE_EXCEEDED));
  ASSERT_TRUE(IsOk(rnl_run_options_set_timeout(options, 0)));
  EXPECT_TRUE(Fails(rnl_session_run_outputs(session_, options, nullptr, nullptr, 0, &dequeued_,
                                            out.out(), 1, nullptr, 0, nullptr),
                    RNL_DEADLINE_EXCEEDED));
  EXPECT_TRUE(IsOk(TrainStep(model_, session_, x_, labels_, nullptr, nullptr)));
}

TEST_F(AsyncTest, ARunWithoutAnyTimeEndsAtOnceHoweverQuickItWouldBe) {
  RunOptions options;
  ASSERT_TRUE(IsOk(rnl_run_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_timeout(options, 0)));
  for (int i = 0; i < 100; ++i)
    ASSERT_TRUE(
        Fails(TrainStep(model_, session_, x_, labels_, options, nullptr), RNL_DEADLINE_EXCEEDED));
  ASSERT_TRUE(IsOk(rnl_run_options_set_timeout(options, -1)));
  EXPECT_TRUE(IsOk(TrainStep(model_, session_, x_, labels_, options, nullptr)));
}

TEST_F(AsyncTest, SessionTimeoutServesRunsThatGiveNone) {
  SessionOptions session_options;
  ASSERT_TRUE(IsOk(rnl_session_options_create(session_options.out())));
  ASSERT_TRUE(IsOk(rnl_session_options_set_timeout(session_options, 10)));
  Session session;
  ASSERT_TRUE(IsOk(rnl_session_create(model_.graph, session_options, session.out())));
  Tensor out;
  EXPECT_TRUE(Fails(rnl_session_run_outputs(session, nullptr, nullptr, nullptr, 0, &dequeued_, out.out(),
                                            1, nullptr, 0, nullptr),
                    RNL_DEADLINE_EXCEEDED));
}

TEST_F(AsyncTest, CancelEndsABlockedRunAndEveryLaterOne) {
  Cancellation cancellation;
  RunOptions options;
  CompletionQueue queue;
  ASSERT_TRUE(IsOk(rnl_cancellation_create(cancellation.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_cancellation(options, cancellation)));
  ASSERT_TRUE(IsOk(rnl_completion_queue_create(queue.out())));
  ASSERT_TRUE(IsOk(rnl_session_run_async(session_, options, nullptr, nullptr, 0, &dequeued_, 1, nullptr,
                                         0, queue, 3)));
  EXPECT_FALSE(rnl_cancellation_is_cancelled(cancellation));
  ASSERT_TRUE(IsOk(rnl_cancellation_cancel(cancellation)));
  EXPECT_TRUE(rnl_cancellation_is_cancelled(cancellation));
  Completion completion;
  ASSERT_TRUE(IsOk(rnl_completion_queue_next(queue, -1, completion.out())));
  EXPECT_EQ(rnl_status_code(rnl_completion_status(completion)), RNL_CANCELLED);
  EXPECT_EQ(rnl_completion_num_fetches(completion), 0u);
  EXPECT_TRUE(Fails(TrainStep(model_, session_, x_, labels_, options, nullptr), RNL_CANCELLED));
  ASSERT_TRUE(IsOk(rnl_run_options_set_cancellation(options, nullptr)));
  EXPECT_TRUE(IsOk(TrainStep(model_, session_, x_, labels_, options, nullptr)));
}

TEST_F(AsyncTest, CloseEndsBlockedRuns) {
  CompletionQueue queue;
  ASSERT_TRUE(IsOk(rnl_completion_queue_create(queue.out())));
  ASSERT_TRUE(IsOk(rnl_session_run_async(session_, nullptr, nullptr, nullptr, 0, &dequeued_, 1, nullptr,
                                         0, queue, 3)));
  ASSERT_TRUE(IsOk(rnl_session_close(session_)));
  Completion completion;
  ASSERT_TRUE(IsOk(rnl_completion_queue_next(queue, -1, completion.out())));
  const rnl_code_t code = rnl_status_code(rnl_completion_status(completion));
  EXPECT_TRUE(code == RNL_CANCELLED || code == RNL_FAILED_PRECONDITION) << code;
}

// A thousand runs, each cancelled or timed out at a moment that a seed chose; each ends one way or the
// other, and the session stays usable.
TEST_F(AsyncTest, SurvivesCancelAndTimeoutAtAThousandRandomMoments) {
  std::mt19937 random(20240607);
  int cancelled = 0, finished = 0;
  for (int i = 0; i < 1000; ++i) {
    Cancellation cancellation;
    RunOptions options;
    ASSERT_TRUE(IsOk(rnl_cancellation_create(cancellation.out())));
    ASSERT_TRUE(IsOk(rnl_run_options_create(options.out())));
    ASSERT_TRUE(IsOk(rnl_run_options_set_cancellation(options, cancellation)));
    const bool by_timeout = i % 8 == 0;
    if (by_timeout) {
      ASSERT_TRUE(IsOk(rnl_run_options_set_timeout(options, static_cast<int64_t>(random() % 2))));
    }
    const uint32_t spins = random() % 20000;
    std::atomic<bool> go{false};
    std::thread canceller([&] {
      go.wait(false);
      for (volatile uint32_t n = 0; n < spins;) n = n + 1;
      if (!by_timeout) rnl_status_release(rnl_cancellation_cancel(cancellation));
    });
    go = true;
    go.notify_all();
    // Blocked dequeues end only by being cancelled; training steps may win.
    const bool blocked = i % 3 == 0;
    Tensor out;
    const Status status(blocked ? rnl_session_run_outputs(session_, options, nullptr, nullptr, 0,
                                                          &dequeued_, out.out(), 1, nullptr, 0, nullptr)
                                : TrainStep(model_, session_, x_, labels_, options, nullptr));
    canceller.join();
    if (status.ok()) {
      ++finished;
      EXPECT_FALSE(blocked);
    } else {
      ++cancelled;
      EXPECT_TRUE(status.code() == RNL_CANCELLED || status.code() == RNL_DEADLINE_EXCEEDED)
          << status.ToString();
    }
  }
  EXPECT_GT(cancelled, 300);
  EXPECT_EQ(cancelled + finished, 1000);
  EXPECT_TRUE(IsOk(TrainStep(model_, session_, x_, labels_, nullptr, nullptr)));
  ASSERT_TRUE(IsOk(Enqueue(4)));
  Tensor out;
  ASSERT_TRUE(IsOk(rnl_session_run_outputs(session_, nullptr, nullptr, nullptr, 0, &dequeued_, out.out(),
                                           1, nullptr, 0, nullptr)));
  EXPECT_EQ(Floats(out), std::vector<float>{4}) << "no cancelled dequeue took it";
}

TEST_F(AsyncTest, SixteenThreadsShareOneSession) {
  Callable callable;
  ASSERT_TRUE(
      IsOk(rnl_session_prepare(session_, &model_.x, 1, &model_.logits, 1, nullptr, 0, callable.out())));
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 25; ++i) {
        rnl_tensor_t* const feed[] = {x_};
        Tensor out;
        Status status(nullptr);
        switch ((t + i) % 4) {
          case 0:
            failures += Status(TrainStep(model_, session_, x_, labels_, nullptr, nullptr)).ok() ? 0 : 1;
            break;
          case 1:
            failures +=
                Status(rnl_callable_run(callable, nullptr, feed, 1, out.out(), 1, nullptr)).ok() ? 0 : 1;
            break;
          case 2: {
            rnl_output_t late{};
            failures += Status(rnl_graph_add_op(model_.graph, rnl_str("Neg"), rnl_str(nullptr),
                                                &model_.x, 1, &late))
                                .ok()
                            ? 0
                            : 1;
            failures += Status(rnl_session_run_outputs(session_, nullptr, &model_.x, feed, 1, &late,
                                                       out.out(), 1, nullptr, 0, nullptr))
                                .ok()
                            ? 0
                            : 1;
            break;
          }
          default:
            failures += Status(Enqueue(1)).ok() ? 0 : 1;
            failures += Status(rnl_session_run_outputs(session_, nullptr, nullptr, nullptr, 0,
                                                       &dequeued_, out.out(), 1, nullptr, 0, nullptr))
                                .ok()
                            ? 0
                            : 1;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  float loss = 0;
  ASSERT_TRUE(IsOk(TrainStep(model_, session_, x_, labels_, nullptr, &loss)));
  EXPECT_LT(loss, 0.5f);
}

TEST_F(AsyncTest, TwoRuntimesDoNotKnowEachOther) {
  const Runtime other = NewRuntime(1);
  Model model;
  Session session;
  ASSERT_TRUE(IsOk(BuildModel(other, &model)));
  ASSERT_TRUE(IsOk(rnl_session_create(model.graph, nullptr, session.out())));
  EXPECT_TRUE(Fails(TrainStep(model, session, x_, labels_, nullptr, nullptr), RNL_FAILED_PRECONDITION));
  ASSERT_TRUE(IsOk(Initialise(model, session)));
  EXPECT_TRUE(IsOk(TrainStep(model, session, x_, labels_, nullptr, nullptr)));
}

}  // namespace
}  // namespace runnel_test
