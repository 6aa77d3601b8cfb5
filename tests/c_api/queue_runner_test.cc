// Coordinators and queue runners through the C ABI.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "tests/c_api/support/expect.h"

namespace runnel_test {
namespace {

using Coordinator = Handle<rnl_coordinator_t, rnl_coordinator_release>;
using QueueRunner = Handle<rnl_queue_runner_t, rnl_queue_runner_release>;
using MetaGraph = Handle<rnl_meta_graph_t, rnl_meta_graph_release>;

Coordinator NewCoordinator() {
  Coordinator coordinator;
  EXPECT_TRUE(IsOk(rnl_coordinator_create(nullptr, 0, coordinator.out())));
  return coordinator;
}

rnl_status_t* Stop(rnl_coordinator_t* coordinator, rnl_code_t code, const char* message) {
  rnl_status_t* const why = rnl_status_create(code, rnl_str(message));
  rnl_status_t* const told = rnl_coordinator_request_stop(coordinator, why);
  rnl_status_release(why);
  return told;
}

TEST(Coordinator, TheFirstErrorIsTheOneThatAJoinTells) {
  const Coordinator c = NewCoordinator();
  EXPECT_FALSE(rnl_coordinator_should_stop(c));
  bool stopped = true;
  ASSERT_TRUE(IsOk(rnl_coordinator_wait_for_stop(c, 0, &stopped)));
  EXPECT_FALSE(stopped);
  ASSERT_TRUE(IsOk(Stop(c, RNL_DATA_LOSS, "the first")));
  ASSERT_TRUE(IsOk(Stop(c, RNL_INTERNAL, "the second")));
  EXPECT_TRUE(rnl_coordinator_should_stop(c));
  ASSERT_TRUE(IsOk(rnl_coordinator_wait_for_stop(c, -1, &stopped)));
  EXPECT_TRUE(stopped);
  EXPECT_TRUE(Fails(rnl_coordinator_error(c), RNL_DATA_LOSS, {"the first"}));
  EXPECT_TRUE(Fails(rnl_coordinator_join(c, -1, false), RNL_DATA_LOSS, {"the first"}));
  EXPECT_TRUE(Fails(rnl_coordinator_join(c, -1, false), RNL_DATA_LOSS, {"the first"}));
  EXPECT_TRUE(Fails(Stop(c, RNL_ABORTED, "too late"), RNL_ABORTED, {"too late"}));
  EXPECT_TRUE(IsOk(Stop(c, RNL_OUT_OF_RANGE, "clean, if late")));
  ASSERT_TRUE(IsOk(rnl_coordinator_clear_stop(c)));
  EXPECT_FALSE(rnl_coordinator_should_stop(c));
  EXPECT_TRUE(IsOk(rnl_coordinator_join(c, -1, false)));
}

TEST(Coordinator, SomeCodesMeanThatTheWorkIsDone) {
  const Coordinator c = NewCoordinator();
  ASSERT_TRUE(IsOk(Stop(c, RNL_OUT_OF_RANGE, "the end")));
  EXPECT_TRUE(IsOk(rnl_coordinator_join(c, 0, false)));
  const rnl_code_t clean[] = {RNL_ABORTED};
  Coordinator other;
  ASSERT_TRUE(IsOk(rnl_coordinator_create(clean, 1, other.out())));
  ASSERT_TRUE(IsOk(Stop(other, RNL_OUT_OF_RANGE, "no end")));
  EXPECT_TRUE(Fails(rnl_coordinator_join(other, 0, false), RNL_OUT_OF_RANGE, {"no end"}));
  const rnl_code_t bad[] = {RNL_OK};
  EXPECT_TRUE(Fails(rnl_coordinator_create(bad, 1, other.out()), RNL_INVALID_ARGUMENT, {"clean_codes"}));
}

TEST(Coordinator, AJoinWaitsForThoseThatEnteredAndNamesThoseThatStay) {
  const Coordinator c = NewCoordinator();
  std::atomic<int> done{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(IsOk(rnl_coordinator_enter(c, rnl_str("worker"))));
    threads.emplace_back([&] {
      bool stopped = false;
      EXPECT_TRUE(IsOk(rnl_coordinator_wait_for_stop(c, -1, &stopped)));
      ++done;
      EXPECT_TRUE(IsOk(rnl_coordinator_leave(c, rnl_str("worker"))));
    });
  }
  ASSERT_TRUE(IsOk(rnl_coordinator_request_stop(c, nullptr)));
  EXPECT_TRUE(IsOk(rnl_coordinator_join(c, -1, false)));
  EXPECT_EQ(done, 3);
  for (std::thread& t : threads) t.join();
  EXPECT_TRUE(Fails(rnl_coordinator_leave(c, rnl_str("worker")), RNL_FAILED_PRECONDITION, {"worker"}));
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(IsOk(rnl_coordinator_enter(c, rnl_str("sleeper"))));
  EXPECT_TRUE(Fails(rnl_coordinator_join(c, 1, false), RNL_DEADLINE_EXCEEDED, {"sleeper (2)"}));
  EXPECT_TRUE(IsOk(rnl_coordinator_join(c, 0, true)));
}

// A queue of int64, whose capacity is 2, and an op that puts 0, 1, ... into it and ends before `limit`.
class QueueRunnerTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph_.out())));
    Tensor zero;
    ASSERT_TRUE(IsOk(rnl_tensor_from_scalar(runtime_, RNL_INT64, 0, zero.out())));
    rnl_output_t start, counter, number, element;
    ASSERT_TRUE(IsOk(rnl_graph_add_constant(graph_, rnl_str("zero"), zero, &start)));
    ASSERT_TRUE(
        IsOk(rnl_graph_add_variable(graph_, rnl_str("counter"), RNL_INT64, 0, nullptr, &counter)));
    rnl_node_builder_t* b = Node("AssignVariableOp", "init");
    rnl_node_builder_add_input(b, counter);
    rnl_node_builder_add_input(b, start);
    init_ = Finish(b).node;
    b = Node("ResourceCountUpTo", "count");
    rnl_node_builder_add_input(b, counter);
    rnl_node_builder_set_attr_int(b, rnl_str("limit"), 10);
    rnl_node_builder_set_attr_type(b, rnl_str("T"), RNL_INT64);
    number = Finish(b);
    queue_ = NewQueue("queue", RNL_INT64);
    Enqueue("enqueue", queue_, number);
    Enqueue("enqueue_too", queue_, number);
    element = Dequeue("element", queue_, RNL_INT64);
    ASSERT_EQ(element.index, 0);

    // Another queue, whose elements fail.
    Tensor nan;
    ASSERT_TRUE(IsOk(rnl_tensor_from_scalar(runtime_, RNL_FLOAT, NAN, nan.out())));
    rnl_output_t bad;
    ASSERT_TRUE(IsOk(rnl_graph_add_constant(graph_, rnl_str("nan"), nan, &bad)));
    b = Node("CheckNumerics", "checked");
    rnl_node_builder_add_input(b, bad);
    rnl_node_builder_set_attr_string(b, rnl_str("message"), rnl_str("not a number"));
    bad = Finish(b);
    const rnl_output_t bad_queue = NewQueue("bad_queue", RNL_FLOAT);
    Enqueue("bad_enqueue", bad_queue, bad);
    Dequeue("bad_element", bad_queue, RNL_FLOAT);
    ASSERT_TRUE(IsOk(rnl_session_create(graph_, nullptr, session_.out())));
    ASSERT_TRUE(IsOk(rnl_session_run_outputs(session_, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0,
                                             &init_, 1, nullptr)));
  }

  rnl_node_builder_t* Node(const char* op, const char* name) {
    return rnl_node_builder_create(graph_, rnl_str(op), rnl_str(name));
  }
  static rnl_output_t Finish(rnl_node_builder_t* builder) {
    rnl_node_t node = RNL_NO_NODE;
    EXPECT_TRUE(IsOk(rnl_node_builder_finish(builder, &node)));
    return rnl_output(node, 0);
  }
  rnl_output_t NewQueue(const char* name, rnl_dtype_t type) {
    rnl_node_builder_t* b = Node("FIFOQueueV2", name);
    rnl_node_builder_set_attr_type_list(b, rnl_str("component_types"), &type, 1);
    rnl_node_builder_set_attr_int(b, rnl_str("capacity"), 2);
    return Finish(b);
  }
  void Enqueue(const char* name, rnl_output_t queue, rnl_output_t value) {
    rnl_node_builder_t* b = Node("QueueEnqueueV2", name);
    rnl_node_builder_add_input(b, queue);
    rnl_node_builder_add_input_list(b, &value, 1);
    Finish(b);
  }
  rnl_output_t Dequeue(const char* name, rnl_output_t queue, rnl_dtype_t type) {
    rnl_node_builder_t* b = Node("QueueDequeueV2", name);
    rnl_node_builder_add_input(b, queue);
    rnl_node_builder_set_attr_type_list(b, rnl_str("component_types"), &type, 1);
    return Finish(b);
  }
  rnl_status_t* Run(const char* fetch, Tensor* out) {
    const rnl_str_t name = rnl_str(fetch);
    return rnl_session_run(session_, nullptr, nullptr, nullptr, 0, &name, out->out(), 1, nullptr, 0,
                           nullptr);
  }
  QueueRunner Make(const char* queue, std::initializer_list<const char*> ops) {
    std::vector<rnl_str_t> names;
    for (const char* op : ops) names.push_back(rnl_str(op));
    QueueRunner runner;
    EXPECT_TRUE(IsOk(rnl_queue_runner_create(graph_, rnl_str(queue), names.data(), names.size(),
                                             rnl_str(""), rnl_str(""), nullptr, 0, runner.out())));
    return runner;
  }
  // The elements until the queue ends.
  std::vector<int64_t> Drain(const char* fetch = "element") {
    std::vector<int64_t> elements;
    for (;;) {
      Tensor t;
      const Status status(Run(fetch, &t));
      if (!status.ok()) {
        EXPECT_EQ(status.code(), RNL_OUT_OF_RANGE) << status.ToString();
        return elements;
      }
      elements.push_back(*static_cast<const int64_t*>(rnl_tensor_data(t)));
    }
  }

  Runtime runtime_ = NewRuntime();
  Graph graph_;
  rnl_output_t queue_{};
  rnl_node_t init_ = RNL_NO_NODE;
  Session session_;
};

std::vector<int64_t> ZeroToNine() { return {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}; }

TEST_F(QueueRunnerTest, FillsAQueueUntilItsSourceEnds) {
  const QueueRunner runner = Make("queue", {"enqueue"});
  EXPECT_EQ(Str(rnl_queue_runner_queue(runner)), "queue");
  const Coordinator c = NewCoordinator();
  ASSERT_TRUE(IsOk(rnl_queue_runner_start(runner, session_, c)));
  ASSERT_TRUE(IsOk(rnl_queue_runner_start(runner, session_, c)));  // it runs already
  EXPECT_EQ(Drain(), ZeroToNine());
  EXPECT_FALSE(rnl_coordinator_should_stop(c));
  ASSERT_TRUE(IsOk(rnl_coordinator_request_stop(c, nullptr)));
  EXPECT_TRUE(IsOk(rnl_coordinator_join(c, -1, false)));
}

TEST_F(QueueRunnerTest, SeveralOpsFillOneQueueAndTheLastClosesIt) {
  const QueueRunner runner = Make("queue", {"enqueue", "enqueue_too"});
  ASSERT_TRUE(IsOk(rnl_queue_runner_start(runner, session_, nullptr)));
  std::vector<int64_t> all = Drain();
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, ZeroToNine());
  EXPECT_TRUE(IsOk(rnl_queue_runner_error(runner)));
}

TEST_F(QueueRunnerTest, AStopEndsWhatWaitsForRoom) {
  const QueueRunner runner = Make("queue", {"enqueue"});
  const Coordinator c = NewCoordinator();
  ASSERT_TRUE(IsOk(rnl_queue_runner_start(runner, session_, c)));
  Tensor t;
  ASSERT_TRUE(IsOk(Run("element", &t)));
  ASSERT_TRUE(IsOk(rnl_coordinator_request_stop(c, nullptr)));
  EXPECT_TRUE(IsOk(rnl_coordinator_join(c, -1, false)));
  EXPECT_LE(Drain().size(), 3u);
}

TEST_F(QueueRunnerTest, AFailureStopsAllAndIsToldByTheJoin) {
  const QueueRunner good = Make("queue", {"enqueue"}), bad = Make("bad_queue", {"bad_enqueue"});
  const Coordinator c = NewCoordinator();
  ASSERT_TRUE(IsOk(rnl_queue_runner_start(good, session_, c)));
  ASSERT_TRUE(IsOk(rnl_queue_runner_start(bad, session_, c)));
  EXPECT_TRUE(Drain("bad_element").empty());
  EXPECT_LE(Drain().size(), 10u);
  Status status(rnl_coordinator_join(c, -1, false));
  EXPECT_EQ(status.code(), RNL_INVALID_ARGUMENT);
  EXPECT_NE(status.message().find("not a number"), std::string::npos) << status.message();
  EXPECT_EQ(status.node(), "checked");
}

TEST_F(QueueRunnerTest, WithoutACoordinatorAFailureClosesTheQueue) {
  const QueueRunner bad = Make("bad_queue", {"bad_enqueue"});
  ASSERT_TRUE(IsOk(rnl_queue_runner_start(bad, session_, nullptr)));
  EXPECT_TRUE(Drain("bad_element").empty());
  EXPECT_TRUE(Fails(rnl_queue_runner_error(bad), RNL_INVALID_ARGUMENT, {"not a number"}));
}

TEST_F(QueueRunnerTest, ClosingTheSessionEndsThem) {
  const QueueRunner runner = Make("queue", {"enqueue"});
  const Coordinator c = NewCoordinator();
  ASSERT_TRUE(IsOk(rnl_queue_runner_start(runner, session_, c)));
  ASSERT_TRUE(IsOk(rnl_session_close(session_)));
  EXPECT_TRUE(Fails(rnl_coordinator_join(c, -1, false), RNL_CANCELLED));
  EXPECT_TRUE(Fails(rnl_queue_runner_start(runner, session_, nullptr), RNL_FAILED_PRECONDITION));
}

TEST_F(QueueRunnerTest, ReleasingTheSessionEndsThemToo) {
  const QueueRunner runner = Make("queue", {"enqueue"});
  const Coordinator c = NewCoordinator();
  ASSERT_TRUE(IsOk(rnl_queue_runner_start(runner, session_, c)));
  session_.reset();
  EXPECT_TRUE(Fails(rnl_coordinator_join(c, -1, false), RNL_CANCELLED));
}

TEST_F(QueueRunnerTest, EverythingMayBeReleasedWhileItRuns) {
  QueueRunner runner = Make("queue", {"enqueue"});
  Coordinator c = NewCoordinator();
  ASSERT_TRUE(IsOk(rnl_queue_runner_start(runner, session_, c)));
  runner.reset();
  c.reset();  // which stops it
  EXPECT_LE(Drain().size(), 10u);
}

TEST_F(QueueRunnerTest, AnotherStartGoesOnWithAnotherSession) {
  const QueueRunner runner = Make("queue", {"enqueue"});
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(IsOk(rnl_session_create(graph_, nullptr, session_.out())));
    ASSERT_TRUE(IsOk(rnl_session_run_outputs(session_, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0,
                                             &init_, 1, nullptr)));
    ASSERT_TRUE(IsOk(rnl_queue_runner_start(runner, session_, nullptr)));
    EXPECT_EQ(Drain(), ZeroToNine());
  }
}

TEST_F(QueueRunnerTest, AMetaGraphSaysWhatTheyAre) {
  MetaGraph meta;
  ASSERT_TRUE(IsOk(rnl_meta_graph_create(meta.out())));
  const rnl_str_t ops[] = {rnl_str("enqueue")};
  ASSERT_TRUE(
      IsOk(rnl_meta_graph_add_queue_runner(meta, rnl_str("queue"), ops, 1, rnl_str(""), rnl_str(""))));
  QueueRunner runner;
  ASSERT_TRUE(IsOk(rnl_meta_graph_make_queue_runner(meta, 0, graph_, rnl_str(""), runner.out())));
  ASSERT_TRUE(IsOk(rnl_queue_runner_start(runner, session_, nullptr)));
  EXPECT_EQ(Drain(), ZeroToNine());
  EXPECT_TRUE(Fails(rnl_meta_graph_make_queue_runner(meta, 1, graph_, rnl_str(""), runner.out()),
                    RNL_OUT_OF_RANGE));
  EXPECT_TRUE(Fails(rnl_meta_graph_make_queue_runner(meta, 0, graph_, rnl_str("a"), runner.out()),
                    RNL_NOT_FOUND, {"a/enqueue"}));
}

TEST_F(QueueRunnerTest, BadArgumentsAreNamed) {
  QueueRunner runner;
  const rnl_str_t ops[] = {rnl_str("absent")};
  EXPECT_TRUE(Fails(rnl_queue_runner_create(graph_, rnl_str("queue"), ops, 1, rnl_str(""), rnl_str(""),
                                            nullptr, 0, runner.out()),
                    RNL_NOT_FOUND, {"absent"}));
  EXPECT_TRUE(Fails(rnl_queue_runner_create(graph_, rnl_str("queue"), nullptr, 0, rnl_str(""),
                                            rnl_str(""), nullptr, 0, runner.out()),
                    RNL_INVALID_ARGUMENT, {"queue"}));
  const rnl_code_t codes[] = {77};
  EXPECT_TRUE(Fails(rnl_queue_runner_create(graph_, rnl_str("queue"), ops, 1, rnl_str(""), rnl_str(""),
                                            codes, 1, runner.out()),
                    RNL_INVALID_ARGUMENT, {"77"}));
  Graph other;
  Session elsewhere;
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, other.out())));
  ASSERT_TRUE(IsOk(rnl_session_create(other, nullptr, elsewhere.out())));
  const QueueRunner good = Make("queue", {"enqueue"});
  EXPECT_TRUE(
      Fails(rnl_queue_runner_start(good, elsewhere, nullptr), RNL_INVALID_ARGUMENT, {"another graph"}));
}

}  // namespace
}  // namespace runnel_test
