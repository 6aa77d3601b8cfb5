// Sessions: runs, their errors, callables, metadata, partial runs, close.
#include "tests/c_api/support/expect.h"
#include "tests/c_api/support/model.h"

namespace runnel_test {
namespace {

class SessionTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(IsOk(BuildModel(runtime_, &model_)));
    ASSERT_TRUE(IsOk(MakeBatch(runtime_, &x_, &labels_)));
    ASSERT_TRUE(IsOk(rnl_session_create(model_.graph, nullptr, session_.out())));
  }
  rnl_status_t* Run(std::vector<rnl_output_t> feed_outputs, std::vector<rnl_tensor_t*> feeds,
                    std::vector<rnl_output_t> fetches, std::vector<Tensor>* out,
                    std::vector<rnl_node_t> targets = {}, const rnl_run_options_t* options = nullptr,
                    rnl_metadata_t* metadata = nullptr) {
    std::vector<rnl_tensor_t*> raw(fetches.size(), reinterpret_cast<rnl_tensor_t*>(8));
    rnl_status_t* status = rnl_session_run_outputs(session_, options, feed_outputs.data(), feeds.data(),
                                                   feeds.size(), fetches.data(), raw.data(), raw.size(),
                                                   targets.data(), targets.size(), metadata);
    if (out != nullptr) out->clear();
    for (rnl_tensor_t* t : raw) {
      EXPECT_TRUE(status == nullptr || t == nullptr) << "outputs are NULL on failure";
      if (out != nullptr) {
        out->emplace_back(t);
      } else {
        rnl_tensor_release(t);
      }
    }
    return status;
  }

  Runtime runtime_ = NewRuntime();
  Model model_;
  Tensor x_, labels_;
  Session session_;
};

TEST_F(SessionTest, TrainsUntilEveryExampleIsRight) {
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  float first = 0, last = 0;
  ASSERT_TRUE(IsOk(TrainStep(model_, session_, x_, labels_, nullptr, &first)));
  for (int i = 0; i < 100; ++i)
    ASSERT_TRUE(IsOk(TrainStep(model_, session_, x_, labels_, nullptr, &last)));
  EXPECT_NEAR(first, 1.0986f, 1e-3f) << "log(3): nothing is known yet";
  EXPECT_LT(last, 0.2f);
  std::vector<Tensor> out;
  ASSERT_TRUE(IsOk(Run({model_.x}, {x_}, {model_.logits}, &out)));
  const auto logits = Floats(out[0]);
  ASSERT_EQ(logits.size(), 18u);
  for (int i = 0; i < 6; ++i) {
    for (int c = 0; c < 3; ++c) {
      EXPECT_TRUE(c == i / 2 || logits[i * 3 + i / 2] > logits[i * 3 + c]) << i;
    }
  }
}

TEST_F(SessionTest, RunsByName) {
  const rnl_str_t init = rnl_str("init"), feed = rnl_str("x:0"), fetch = rnl_str("logits");
  ASSERT_TRUE(IsOk(
      rnl_session_run(session_, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0, &init, 1, nullptr)));
  Tensor logits;
  rnl_tensor_t* const feeds[] = {x_};
  ASSERT_TRUE(IsOk(rnl_session_run(session_, nullptr, &feed, feeds, 1, &fetch, logits.out(), 1, nullptr,
                                   0, nullptr)));
  EXPECT_EQ(Floats(logits), std::vector<float>(18, 0));

  rnl_tensor_t* bad = reinterpret_cast<rnl_tensor_t*>(8);
  const rnl_str_t absent = rnl_str("absent"), beyond = rnl_str("logits:4");
  EXPECT_TRUE(
      Fails(rnl_session_run(session_, nullptr, &feed, feeds, 1, &absent, &bad, 1, nullptr, 0, nullptr),
            RNL_NOT_FOUND, {"absent"}));
  EXPECT_EQ(bad, nullptr);
  EXPECT_TRUE(
      Fails(rnl_session_run(session_, nullptr, &absent, feeds, 1, &fetch, &bad, 1, nullptr, 0, nullptr),
            RNL_NOT_FOUND, {"absent"}));
  EXPECT_TRUE(
      Fails(rnl_session_run(session_, nullptr, &feed, feeds, 1, &fetch, &bad, 1, &absent, 1, nullptr),
            RNL_NOT_FOUND, {"absent"}));
  EXPECT_TRUE(
      Fails(rnl_session_run(session_, nullptr, &feed, feeds, 1, &beyond, &bad, 1, nullptr, 0, nullptr),
            RNL_INVALID_ARGUMENT, {"logits"}));
}

TEST_F(SessionTest, ErrorsNameTheCauseAndTheSessionGoesOn) {
  EXPECT_TRUE(Fails(Run({model_.x}, {x_}, {model_.logits}, nullptr), RNL_FAILED_PRECONDITION, {"w"}))
      << "uninitialised variable";
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  EXPECT_TRUE(Fails(Run({}, {}, {}, nullptr), RNL_INVALID_ARGUMENT)) << "nothing asked for";
  EXPECT_TRUE(Fails(Run({}, {}, {model_.logits}, nullptr), RNL_INVALID_ARGUMENT, {"x"}))
      << "unfed placeholder";
  EXPECT_TRUE(
      Fails(Run({model_.x, model_.x}, {x_, x_}, {model_.logits}, nullptr), RNL_INVALID_ARGUMENT, {"x"}))
      << "fed twice";
  EXPECT_TRUE(Fails(Run({model_.x}, {x_}, {model_.x}, nullptr), RNL_INVALID_ARGUMENT, {"x"}))
      << "fed and fetched";
  EXPECT_TRUE(Fails(Run({model_.x}, {labels_}, {model_.logits}, nullptr), RNL_INVALID_ARGUMENT,
                    {"x", "int64", "float"}))
      << "wrong dtype";
  const Tensor narrow = FloatTensor(runtime_, {2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(
      Fails(Run({model_.x}, {narrow}, {model_.logits}, nullptr), RNL_INVALID_ARGUMENT, {"x", "[2,3]"}))
      << "wrong shape";
  EXPECT_TRUE(
      Fails(Run({model_.x}, {nullptr}, {model_.logits}, nullptr), RNL_INVALID_ARGUMENT, {"NULL"}));
  EXPECT_TRUE(Fails(Run({{999, 0}}, {x_}, {model_.logits}, nullptr), RNL_INVALID_ARGUMENT, {"999"}));
  EXPECT_TRUE(Fails(Run({model_.x}, {x_}, {{model_.logits.node, 7}}, nullptr), RNL_INVALID_ARGUMENT,
                    {"7", "logits"}));
  EXPECT_TRUE(
      Fails(Run({model_.x}, {x_}, {model_.logits}, nullptr, {999}), RNL_INVALID_ARGUMENT, {"999"}));
  // A label that no class has.
  const int64_t label_dims[] = {6};
  const int64_t wrong[] = {0, 1, 2, 3, -1, 0};
  Tensor bad_labels;
  ASSERT_TRUE(IsOk(
      rnl_tensor_from_data(runtime_, RNL_INT64, 1, label_dims, wrong, sizeof(wrong), bad_labels.out())));
  EXPECT_TRUE(Fails(Run({model_.x, model_.labels}, {x_, bad_labels}, {model_.loss}, nullptr),
                    RNL_INVALID_ARGUMENT, {"3"}));
  EXPECT_TRUE(Fails(rnl_session_run_outputs(session_, nullptr, nullptr, nullptr, 1, nullptr, nullptr, 0,
                                            nullptr, 0, nullptr),
                    RNL_INVALID_ARGUMENT, {"feed_outputs"}));
  EXPECT_TRUE(Fails(rnl_session_run_outputs(nullptr, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0,
                                            nullptr, 0, nullptr),
                    RNL_INVALID_ARGUMENT, {"session"}));
  EXPECT_TRUE(IsOk(TrainStep(model_, session_, x_, labels_, nullptr, nullptr)));
}

TEST_F(SessionTest, AnyOutputMayBeFed) {
  std::vector<Tensor> out;
  const Tensor logits = FloatTensor(runtime_, {1, 3}, {0, 0, 0});
  const int64_t one[] = {1};
  const int64_t zero = 0;
  Tensor label;
  ASSERT_TRUE(IsOk(rnl_tensor_from_data(runtime_, RNL_INT64, 1, one, &zero, 8, label.out())));
  ASSERT_TRUE(IsOk(Run({model_.logits, model_.labels}, {logits, label}, {model_.loss}, &out)));
  EXPECT_NEAR(Floats(out[0])[0], 1.0986f, 1e-3f);
}

TEST_F(SessionTest, MetadataTellsWhatTheStepDid) {
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  RunOptions options;
  Metadata metadata;
  ASSERT_TRUE(IsOk(rnl_run_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_trace(options, true)));
  ASSERT_TRUE(IsOk(rnl_run_options_set_partition_graphs(options, true)));
  ASSERT_TRUE(IsOk(rnl_metadata_create(metadata.out())));
  ASSERT_TRUE(IsOk(Run({model_.x}, {x_}, {model_.logits}, nullptr, {}, options, metadata)));
  EXPECT_GE(rnl_metadata_launches(metadata), 1);
  EXPECT_EQ(rnl_metadata_copies(metadata), 0);
  EXPECT_GT(rnl_metadata_planning_seconds(metadata), 0);
  ASSERT_GT(rnl_metadata_num_placements(metadata), 0u);
  rnl_str_t node, device, op;
  ASSERT_TRUE(IsOk(rnl_metadata_placement(metadata, 0, &node, &device)));
  EXPECT_NE(Str(device).find("CPU"), std::string::npos);
  ASSERT_GT(rnl_metadata_num_node_stats(metadata), 0u);
  int64_t start = -1, end = -1;
  ASSERT_TRUE(IsOk(rnl_metadata_node_stats(metadata, 0, &node, &op, &device, &start, &end)));
  EXPECT_GE(start, 0);
  EXPECT_GE(end, start);
  ASSERT_EQ(rnl_metadata_num_partitions(metadata), 1u);
  Bytes partition;
  ASSERT_TRUE(IsOk(rnl_metadata_partition(metadata, 0, &device, partition.out())));
  EXPECT_GT(rnl_bytes_view(partition).size, 0u);
  EXPECT_TRUE(Fails(rnl_metadata_partition(metadata, 1, &device, nullptr), RNL_OUT_OF_RANGE));
  EXPECT_TRUE(Fails(rnl_metadata_fallback(metadata, 0, nullptr), RNL_OUT_OF_RANGE));
  ASSERT_TRUE(IsOk(Run({model_.x}, {x_}, {model_.logits}, nullptr, {}, nullptr, metadata)));
  ASSERT_TRUE(IsOk(Run({model_.x}, {x_}, {model_.logits}, nullptr, {}, nullptr, metadata)));
  EXPECT_EQ(rnl_metadata_planning_seconds(metadata), 0) << "a run like the last finds its plan";
  EXPECT_EQ(rnl_metadata_num_node_stats(metadata), 0u) << "nothing of the first run is left";
  EXPECT_EQ(rnl_metadata_launches(nullptr), 0);
}

TEST_F(SessionTest, CallableRunsItsSignature) {
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  Callable callable;
  const rnl_output_t feeds[] = {model_.x, model_.labels};
  rnl_tensor_t* const values[] = {x_, labels_};
  ASSERT_TRUE(
      IsOk(rnl_session_prepare(session_, feeds, 2, &model_.loss, 1, &model_.train, 1, callable.out())));
  float before = 0;
  for (int i = 0; i < 50; ++i) {
    Tensor loss;
    ASSERT_TRUE(IsOk(rnl_callable_run(callable, nullptr, values, 2, loss.out(), 1, nullptr)));
    const float now = Floats(loss)[0];
    EXPECT_TRUE(i == 0 || now < before) << i;
    before = now;
  }
  rnl_tensor_t* out = reinterpret_cast<rnl_tensor_t*>(8);
  EXPECT_TRUE(Fails(rnl_callable_run(callable, nullptr, values, 1, &out, 1, nullptr),
                    RNL_INVALID_ARGUMENT, {"2", "1"}));
  EXPECT_EQ(out, nullptr);
  rnl_tensor_t* const with_null[] = {x_, nullptr};
  EXPECT_TRUE(Fails(rnl_callable_run(callable, nullptr, with_null, 2, &out, 1, nullptr),
                    RNL_INVALID_ARGUMENT, {"NULL"}));
  rnl_tensor_t* const swapped[] = {labels_, x_};
  EXPECT_TRUE(
      Fails(rnl_callable_run(callable, nullptr, swapped, 2, &out, 1, nullptr), RNL_INVALID_ARGUMENT));
  Callable none;
  EXPECT_TRUE(Fails(rnl_session_prepare(session_, nullptr, 0, nullptr, 0, nullptr, 0, none.out()),
                    RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(
      Fails(rnl_callable_run(nullptr, nullptr, nullptr, 0, nullptr, 0, nullptr), RNL_INVALID_ARGUMENT));
}

TEST_F(SessionTest, CallableAndTensorsOutliveWhatTheyCameFrom) {
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  Callable callable;
  ASSERT_TRUE(
      IsOk(rnl_session_prepare(session_, &model_.x, 1, &model_.logits, 1, nullptr, 0, callable.out())));
  session_.reset();
  model_.graph.reset();
  runtime_.reset();
  rnl_tensor_t* const feed[] = {x_};
  Tensor a, b;
  ASSERT_TRUE(IsOk(rnl_callable_run(callable, nullptr, feed, 1, a.out(), 1, nullptr)));
  ASSERT_TRUE(IsOk(rnl_callable_run(callable, nullptr, feed, 1, b.out(), 1, nullptr)));
  callable.reset();
  EXPECT_EQ(Floats(a), Floats(b));
}

TEST_F(SessionTest, AfterCloseEverythingIsRefused) {
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  Callable callable;
  CompletionQueue queue;
  ASSERT_TRUE(
      IsOk(rnl_session_prepare(session_, &model_.x, 1, &model_.logits, 1, nullptr, 0, callable.out())));
  ASSERT_TRUE(IsOk(rnl_completion_queue_create(queue.out())));
  ASSERT_TRUE(IsOk(rnl_session_close(session_)));
  EXPECT_TRUE(IsOk(rnl_session_close(session_))) << "a second close does nothing";
  EXPECT_TRUE(Fails(Run({model_.x}, {x_}, {model_.logits}, nullptr), RNL_FAILED_PRECONDITION));
  Tensor out;
  rnl_tensor_t* const feed[] = {x_};
  EXPECT_TRUE(Fails(rnl_callable_run(callable, nullptr, feed, 1, out.out(), 1, nullptr),
                    RNL_FAILED_PRECONDITION));
  Callable other;
  EXPECT_TRUE(
      Fails(rnl_session_prepare(session_, &model_.x, 1, &model_.logits, 1, nullptr, 0, other.out()),
            RNL_FAILED_PRECONDITION));
  // Refused at once, or through the queue: either way once.
  const Status started(rnl_session_run_async(session_, nullptr, &model_.x, feed, 1, &model_.logits, 1,
                                             nullptr, 0, queue, 1));
  if (started.ok()) {
    Completion completion;
    ASSERT_TRUE(IsOk(rnl_completion_queue_next(queue, 60000, completion.out())));
    EXPECT_EQ(rnl_status_code(rnl_completion_status(completion)), RNL_FAILED_PRECONDITION);
  } else {
    EXPECT_EQ(started.code(), RNL_FAILED_PRECONDITION);
  }
  EXPECT_TRUE(Fails(rnl_session_save(session_, rnl_str("never")), RNL_FAILED_PRECONDITION));
}

TEST_F(SessionTest, SessionsOfOneGraphHaveTheirOwnVariables) {
  Session other;
  ASSERT_TRUE(IsOk(rnl_session_create(model_.graph, nullptr, other.out())));
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  EXPECT_TRUE(IsOk(TrainStep(model_, session_, x_, labels_, nullptr, nullptr)));
  EXPECT_TRUE(
      Fails(TrainStep(model_, other, x_, labels_, nullptr, nullptr), RNL_FAILED_PRECONDITION, {"w"}));
}

TEST_F(SessionTest, SeesNodesThatAreAddedLater) {
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  rnl_output_t negated{};
  ASSERT_TRUE(
      IsOk(rnl_graph_add_op(model_.graph, rnl_str("Neg"), rnl_str("late"), &model_.x, 1, &negated)));
  std::vector<Tensor> out;
  ASSERT_TRUE(IsOk(Run({model_.x}, {x_}, {negated}, &out)));
  EXPECT_EQ(Floats(out[0])[0], -1);
}

TEST_F(SessionTest, PartialRunGoesInStages) {
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  PartialRun partial;
  const rnl_output_t feeds[] = {model_.x, model_.labels};
  const rnl_output_t fetches[] = {model_.logits, model_.loss};
  const Status begun(
      rnl_session_begin_partial_run(session_, feeds, 2, fetches, 2, nullptr, 0, partial.out()));
  ASSERT_TRUE(begun.ok()) << begun.ToString();
  Tensor out;
  rnl_tensor_t* const x[] = {x_};
  rnl_tensor_t* const labels[] = {labels_};
  EXPECT_TRUE(
      Fails(rnl_partial_run_step(partial, feeds, x, 1, &fetches[1], out.out(), 1), RNL_INVALID_ARGUMENT))
      << "the loss needs the labels too";
  ASSERT_TRUE(
      IsOk(rnl_session_begin_partial_run(session_, feeds, 2, fetches, 2, nullptr, 0, partial.out())));
  ASSERT_TRUE(IsOk(rnl_partial_run_step(partial, feeds, x, 1, fetches, out.out(), 1)));
  EXPECT_EQ(Floats(out).size(), 18u);
  EXPECT_TRUE(
      Fails(rnl_partial_run_step(partial, feeds, x, 1, &fetches[1], out.out(), 1), RNL_INVALID_ARGUMENT))
      << "x was fed before";
  ASSERT_TRUE(
      IsOk(rnl_session_begin_partial_run(session_, feeds, 2, fetches, 2, nullptr, 0, partial.out())));
  ASSERT_TRUE(IsOk(rnl_partial_run_step(partial, feeds, x, 1, fetches, out.out(), 1)));
  ASSERT_TRUE(IsOk(rnl_partial_run_step(partial, &feeds[1], labels, 1, &fetches[1], out.out(), 1)));
  EXPECT_NEAR(Floats(out)[0], 1.0986f, 1e-3f);
  EXPECT_TRUE(
      Fails(rnl_partial_run_step(nullptr, feeds, x, 1, fetches, out.out(), 1), RNL_INVALID_ARGUMENT));
}

TEST_F(SessionTest, OptionsAreChecked) {
  SessionOptions options;
  ASSERT_TRUE(IsOk(rnl_session_options_create(options.out())));
  EXPECT_TRUE(Fails(rnl_session_options_disable_pass(options, rnl_str("magic")), RNL_INVALID_ARGUMENT,
                    {"magic", "fold"}));
  EXPECT_TRUE(Fails(rnl_session_options_set_timeout(options, -2), RNL_INVALID_ARGUMENT, {"-2"}));
  RunOptions run;
  ASSERT_TRUE(IsOk(rnl_run_options_create(run.out())));
  EXPECT_TRUE(Fails(rnl_run_options_set_timeout(run, -2), RNL_INVALID_ARGUMENT, {"-2"}));
  EXPECT_TRUE(IsOk(rnl_session_options_disable_pass(options, rnl_str("all"))));
  EXPECT_TRUE(IsOk(rnl_session_options_set_soft_placement(options, true)));
  EXPECT_TRUE(IsOk(rnl_session_options_set_plan_cache(options, 4, 1 << 20)));
  Session session;
  ASSERT_TRUE(IsOk(rnl_session_create(model_.graph, options, session.out())));
  ASSERT_TRUE(IsOk(Initialise(model_, session)));
  EXPECT_TRUE(IsOk(TrainStep(model_, session, x_, labels_, nullptr, nullptr)));
  EXPECT_TRUE(
      Fails(rnl_session_create(nullptr, nullptr, session.out()), RNL_INVALID_ARGUMENT, {"graph"}));
}

TEST_F(SessionTest, RuntimeListsDevicesAndKernels) {
  ASSERT_GE(rnl_runtime_num_devices(runtime_), 1u);
  EXPECT_EQ(Str(rnl_runtime_device_type(runtime_, 0)), "CPU");
  EXPECT_EQ(Str(rnl_runtime_device_name(runtime_, 0)), "/job:localhost/replica:0/task:0/device:CPU:0");
  EXPECT_EQ(rnl_runtime_device_name(runtime_, 99).size, 0u);
  uint64_t in_use = 1;
  EXPECT_TRUE(IsOk(rnl_runtime_device_memory(runtime_, 0, &in_use, nullptr, nullptr)));
  EXPECT_TRUE(Fails(rnl_runtime_device_memory(runtime_, 99, &in_use, nullptr, nullptr), RNL_OUT_OF_RANGE,
                    {"99"}));
  Kernels kernels;
  ASSERT_TRUE(IsOk(rnl_runtime_kernels(runtime_, kernels.out())));
  bool matmul = false, queue = false;
  for (size_t i = 0; i < rnl_kernels_count(kernels); ++i) {
    const std::string op = Str(rnl_kernels_op(kernels, i));
    if (op == "MatMul" && Str(rnl_kernels_device_type(kernels, i)) == "CPU") {
      matmul = true;
      EXPECT_EQ(Str(rnl_kernels_plugin(kernels, i)), "runnel.cpu");
      ASSERT_GE(rnl_kernels_num_constraints(kernels, i), 1u);
      EXPECT_EQ(Str(rnl_kernels_constraint_attr(kernels, i, 0)), "T");
      const rnl_dtype_t* types = nullptr;
      EXPECT_GE(rnl_kernels_constraint_types(kernels, i, 0, &types), 1u);
      EXPECT_NE(types, nullptr);
    }
    queue |= op == "FIFOQueueV2" && Str(rnl_kernels_device_type(kernels, i)) == "*";
  }
  EXPECT_TRUE(matmul);
  EXPECT_TRUE(queue);
  EXPECT_EQ(rnl_kernels_op(kernels, 1u << 20).size, 0u);
}

}  // namespace
}  // namespace runnel_test
