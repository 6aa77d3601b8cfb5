// Callables without waiting, completion queues that are shut down, and what runtimes give back at their
// end.
#include <atomic>
#include <cstdlib>
#include <thread>

#include "tests/c_api/support/expect.h"
#include "tests/c_api/support/model.h"

namespace runnel_test {
namespace {

struct Told {
  std::atomic<int> calls{0};
  rnl_code_t code = -1;
  std::vector<float> values;
  std::thread::id thread;

  static void Done(void* arg, rnl_status_t* status, rnl_tensor_t* const* fetches, size_t num_fetches) {
    auto* told = static_cast<Told*>(arg);
    told->code = rnl_status_code(status);
    told->thread = std::this_thread::get_id();
    if (num_fetches > 0) told->values = Floats(fetches[0]);
    ++told->calls;
    told->calls.notify_all();
  }
  void Wait() { calls.wait(0); }
};

class CallableAsyncTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(IsOk(BuildModel(runtime_, &model_)));
    ASSERT_TRUE(IsOk(MakeBatch(runtime_, &x_, &labels_)));
    ASSERT_TRUE(IsOk(AddBlockedDequeue(model_.graph, &dequeued_, &value_, &enqueue_)));
    ASSERT_TRUE(IsOk(rnl_session_create(model_.graph, nullptr, session_.out())));
    ASSERT_TRUE(IsOk(Initialise(model_, session_)));
    ASSERT_TRUE(
        IsOk(rnl_session_prepare(session_, &model_.x, 1, &model_.logits, 1, nullptr, 0, logits_.out())));
    ASSERT_TRUE(
        IsOk(rnl_session_prepare(session_, nullptr, 0, &dequeued_, 1, nullptr, 0, blocked_.out())));
    ASSERT_TRUE(IsOk(rnl_completion_queue_create(queue_.out())));
  }

  Runtime runtime_ = NewRuntime();
  Model model_;
  Tensor x_, labels_;
  Session session_;
  rnl_output_t dequeued_{}, value_{};
  rnl_node_t enqueue_ = RNL_NO_NODE;
  Callable logits_, blocked_;
  CompletionQueue queue_;
};

TEST_F(CallableAsyncTest, GivesWhatWaitingGives) {
  rnl_tensor_t* const feed[] = {x_};
  Tensor out;
  ASSERT_TRUE(IsOk(rnl_callable_run(logits_, nullptr, feed, 1, out.out(), 1, nullptr)));
  Told told;
  ASSERT_TRUE(IsOk(rnl_callable_run_callback(logits_, nullptr, feed, 1, Told::Done, &told)));
  told.Wait();
  EXPECT_EQ(told.code, RNL_OK);
  EXPECT_EQ(told.values, Floats(out));
  EXPECT_NE(told.thread, std::this_thread::get_id());
  uint64_t seen = 0;
  for (uint64_t tag = 0; tag < 20; ++tag) {
    ASSERT_TRUE(IsOk(rnl_callable_run_async(logits_, nullptr, feed, 1, queue_, tag)));
  }
  for (int i = 0; i < 20; ++i) {
    Completion completion;
    ASSERT_TRUE(IsOk(rnl_completion_queue_next(queue_, -1, completion.out())));
    ASSERT_EQ(rnl_completion_num_fetches(completion), 1u);
    EXPECT_EQ(Floats(rnl_completion_fetch(completion, 0)), told.values);
    seen |= uint64_t{1} << rnl_completion_tag(completion);
  }
  EXPECT_EQ(seen, (uint64_t{1} << 20) - 1);
  EXPECT_EQ(told.calls, 1);
}

TEST_F(CallableAsyncTest, BadCallsAreRefusedOrToldOf) {
  rnl_tensor_t* const feed[] = {x_};
  rnl_tensor_t* const none[] = {nullptr};
  rnl_tensor_t* const wrong[] = {labels_};
  Told told;
  EXPECT_TRUE(Fails(rnl_callable_run_callback(nullptr, nullptr, feed, 1, Told::Done, &told),
                    RNL_INVALID_ARGUMENT, {"callable"}));
  EXPECT_TRUE(Fails(rnl_callable_run_callback(logits_, nullptr, feed, 1, nullptr, &told),
                    RNL_INVALID_ARGUMENT, {"done"}));
  EXPECT_TRUE(Fails(rnl_callable_run_async(logits_, nullptr, feed, 1, nullptr, 0), RNL_INVALID_ARGUMENT,
                    {"queue"}));
  EXPECT_TRUE(Fails(rnl_callable_run_async(logits_, nullptr, feed, 0, queue_, 0), RNL_INVALID_ARGUMENT,
                    {"1 feeds", "got 0"}));
  EXPECT_TRUE(
      Fails(rnl_callable_run_async(logits_, nullptr, nullptr, 1, queue_, 0), RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(Fails(rnl_callable_run_async(logits_, nullptr, none, 1, queue_, 0), RNL_INVALID_ARGUMENT,
                    {"NULL"}));
  // What can only be seen by a run comes to its end.
  ASSERT_TRUE(IsOk(rnl_callable_run_callback(logits_, nullptr, wrong, 1, Told::Done, &told)));
  told.Wait();
  EXPECT_EQ(told.code, RNL_INVALID_ARGUMENT);
  EXPECT_EQ(rnl_completion_queue_size(queue_), 0u);
}

TEST_F(CallableAsyncTest, CancelAndCloseEndBlockedCalls) {
  Cancellation cancellation;
  RunOptions options;
  ASSERT_TRUE(IsOk(rnl_cancellation_create(cancellation.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_cancellation(options, cancellation)));
  ASSERT_TRUE(IsOk(rnl_callable_run_async(blocked_, options, nullptr, 0, queue_, 1)));
  ASSERT_TRUE(IsOk(rnl_cancellation_cancel(cancellation)));
  Completion first, second, third;
  ASSERT_TRUE(IsOk(rnl_completion_queue_next(queue_, -1, first.out())));
  EXPECT_EQ(rnl_status_code(rnl_completion_status(first)), RNL_CANCELLED);
  ASSERT_TRUE(IsOk(rnl_callable_run_async(blocked_, nullptr, nullptr, 0, queue_, 2)));
  ASSERT_TRUE(IsOk(rnl_session_close(session_)));
  ASSERT_TRUE(IsOk(rnl_completion_queue_next(queue_, -1, second.out())));
  EXPECT_EQ(rnl_completion_tag(second), 2u);
  EXPECT_NE(rnl_completion_status(second), nullptr);
  ASSERT_TRUE(IsOk(rnl_callable_run_async(blocked_, nullptr, nullptr, 0, queue_, 3)));
  ASSERT_TRUE(IsOk(rnl_completion_queue_next(queue_, -1, third.out())));
  EXPECT_EQ(rnl_status_code(rnl_completion_status(third)), RNL_FAILED_PRECONDITION);
}

// A call keeps what it needs: callable, session, graph and runtime may go before its end.
TEST_F(CallableAsyncTest, OutlivesEveryHandle) {
  Told told;
  rnl_tensor_t* const feed[] = {x_};
  ASSERT_TRUE(IsOk(rnl_callable_run_callback(logits_, nullptr, feed, 1, Told::Done, &told)));
  logits_.reset();
  blocked_.reset();
  model_.graph.reset();
  session_.reset();
  x_.reset();
  labels_.reset();
  runtime_.reset();
  told.Wait();
  EXPECT_TRUE(told.code == RNL_OK || told.code == RNL_CANCELLED) << told.code;
}

TEST_F(CallableAsyncTest, ShutdownWakesAllThatWaitAndLosesNothing) {
  std::atomic<int> woken{0}, started{0};
  std::vector<std::thread> waiting;
  for (int i = 0; i < 4; ++i) {
    waiting.emplace_back([&] {
      ++started;
      Completion completion;
      const Status status(rnl_completion_queue_next(queue_, -1, completion.out()));
      woken += status.code() == RNL_CANCELLED && completion.get() == nullptr;
    });
  }
  while (started < 4) std::this_thread::yield();
  ASSERT_TRUE(IsOk(rnl_completion_queue_shutdown(queue_)));
  for (std::thread& thread : waiting) thread.join();
  EXPECT_EQ(woken, 4);
  // A run that is under way may still tell of its end.
  rnl_tensor_t* const feed[] = {x_};
  ASSERT_TRUE(IsOk(rnl_callable_run_async(logits_, nullptr, feed, 1, queue_, 7)));
  while (rnl_completion_queue_size(queue_) == 0) std::this_thread::yield();
  Completion completion;
  ASSERT_TRUE(IsOk(rnl_completion_queue_next(queue_, -1, completion.out())));
  EXPECT_EQ(rnl_completion_tag(completion), 7u);
  for (const int64_t timeout_ms : {int64_t{0}, int64_t{-1}}) {
    EXPECT_TRUE(Fails(rnl_completion_queue_next(queue_, timeout_ms, completion.out()), RNL_CANCELLED,
                      {"shut down"}));
  }
  EXPECT_TRUE(Fails(rnl_completion_queue_shutdown(nullptr), RNL_INVALID_ARGUMENT));
}

// ---- what callbacks of a runtime were given

struct Owned {
  std::atomic<int> allocated{0}, freed{0}, logged{0}, dropped{0};

  static void* Allocate(void* arg, size_t size_bytes) {
    ++static_cast<Owned*>(arg)->allocated;
    return std::aligned_alloc(64, (size_bytes + 63) / 64 * 64);
  }
  static void Free(void* arg, void* data, size_t) {
    auto* self = static_cast<Owned*>(arg);
    self->freed += data != nullptr;
    EXPECT_EQ(self->dropped, 0) << "freed after its owner was told of the end";
    std::free(data);
  }
  static void Log(void* arg, rnl_severity_t, rnl_str_t) { ++static_cast<Owned*>(arg)->logged; }
  static void Drop(void* arg) { ++static_cast<Owned*>(arg)->dropped; }
};

TEST(OwnedArguments, AreGivenBackWhenNothingCallsAnyMore) {
  Owned allocator, log;
  RuntimeOptions options;
  ASSERT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_owned_allocator(options, Owned::Allocate, Owned::Free,
                                                           &allocator, Owned::Drop)));
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_owned_log(options, Owned::Log, &log, Owned::Drop)));
  Runtime runtime, other;
  ASSERT_TRUE(IsOk(rnl_runtime_create(options, runtime.out())));
  ASSERT_TRUE(IsOk(rnl_runtime_create(options, other.out())));
  options.reset();
  Tensor tensor = FloatTensor(runtime, {2}, {1, 2});
  ASSERT_TRUE(IsOk(rnl_runtime_log(runtime, RNL_LOG_ERROR, rnl_str("a line"))));
  EXPECT_EQ(log.logged, 1);
  EXPECT_GT(allocator.allocated, 0);
  runtime.reset();
  other.reset();
  EXPECT_EQ(allocator.dropped + log.dropped, 0) << "a tensor keeps its runtime";
  tensor.reset();
  EXPECT_EQ(allocator.dropped, 1);
  EXPECT_EQ(log.dropped, 1);
  EXPECT_EQ(allocator.allocated, allocator.freed);
}

TEST(OwnedArguments, GoWhenTheyAreReplacedAndStayWhereTheyAreRefused) {
  Owned first, second, refused;
  RuntimeOptions options;
  ASSERT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_owned_log(options, Owned::Log, &first, Owned::Drop)));
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_owned_log(options, Owned::Log, &second, Owned::Drop)));
  EXPECT_EQ(first.dropped, 1);
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_log(options, nullptr, nullptr)));
  EXPECT_EQ(second.dropped, 1);
  EXPECT_TRUE(Fails(rnl_runtime_options_set_owned_log(options, nullptr, &refused, Owned::Drop),
                    RNL_INVALID_ARGUMENT, {"log"}));
  EXPECT_TRUE(Fails(
      rnl_runtime_options_set_owned_allocator(options, nullptr, Owned::Free, &refused, Owned::Drop),
      RNL_INVALID_ARGUMENT, {"alloc_fn"}));
  options.reset();
  EXPECT_EQ(refused.dropped, 0);
}

}  // namespace
}  // namespace runnel_test
