// Traces and run metadata for others to read; what the JSON holds is looked at in
// tests/tools/test_trace.py.
#include "tests/c_api/support/expect.h"
#include "tests/c_api/support/model.h"

namespace runnel_test {
namespace {

using Trace = Handle<rnl_trace_t, rnl_trace_release>;

class TraceTest : public testing::Test {
 protected:
  void SetUp() override {
    runtime_ = NewRuntime();
    ASSERT_TRUE(IsOk(BuildModel(runtime_, &model_)));
    ASSERT_TRUE(IsOk(rnl_session_create(model_.graph, nullptr, session_.out())));
    ASSERT_TRUE(IsOk(Initialise(model_, session_)));
    ASSERT_TRUE(IsOk(MakeBatch(runtime_, &x_, &labels_)));
    ASSERT_TRUE(IsOk(rnl_run_options_create(options_.out())));
    ASSERT_TRUE(IsOk(rnl_run_options_set_trace(options_, true)));
    ASSERT_TRUE(IsOk(rnl_metadata_create(metadata_.out())));
    ASSERT_TRUE(IsOk(rnl_trace_create(trace_.out())));
  }
  rnl_status_t* Run(const rnl_run_options_t* options) {
    Tensor out;
    rnl_tensor_t* feed = x_;
    return rnl_session_run_outputs(session_, options, &model_.x, &feed, 1, &model_.logits, out.out(), 1,
                                   nullptr, 0, metadata_);
  }
  std::string Json() {
    Bytes json;
    EXPECT_TRUE(IsOk(rnl_trace_json(trace_, json.out())));
    return Str(rnl_bytes_view(json));
  }

  Runtime runtime_;
  Model model_;
  Session session_;
  Tensor x_, labels_;
  RunOptions options_;
  Metadata metadata_;
  Trace trace_;
};

size_t Count(const std::string& text, const std::string& what) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++count;
  return count;
}

TEST_F(TraceTest, HoldsEveryNodeOfItsSteps) {
  EXPECT_EQ(Count(Json(), "\"ph\""), 0u) << "a trace without steps is an empty one";
  ASSERT_TRUE(IsOk(Run(options_)));
  ASSERT_TRUE(IsOk(rnl_trace_add_step(trace_, metadata_)));
  ASSERT_TRUE(IsOk(Run(options_)));
  ASSERT_TRUE(IsOk(rnl_trace_add_step(trace_, metadata_)));
  const std::string json = Json();
  EXPECT_EQ(Count(json, "\"cat\":\"step\""), 2u) << json;
  EXPECT_EQ(Count(json, "\"cat\":\"node\""), 2 * rnl_metadata_num_node_stats(metadata_)) << json;
  for (size_t i = 0; i < rnl_metadata_num_node_stats(metadata_); ++i) {
    rnl_str_t node, op, device;
    ASSERT_TRUE(IsOk(rnl_metadata_node_stats(metadata_, i, &node, &op, &device, nullptr, nullptr)));
    EXPECT_EQ(Count(json, "\"name\":\"" + Str(node) + "\""), 2u) << json;
  }
}

TEST_F(TraceTest, RefusesARunThatWasNotTraced) {
  EXPECT_TRUE(Fails(rnl_trace_add_step(trace_, metadata_), RNL_FAILED_PRECONDITION, {"set_trace"}));
  ASSERT_TRUE(IsOk(Run(options_)));
  ASSERT_TRUE(IsOk(Run(nullptr)));
  EXPECT_TRUE(Fails(rnl_trace_add_step(trace_, metadata_), RNL_FAILED_PRECONDITION, {"set_trace"}));
  EXPECT_TRUE(Fails(rnl_trace_add_step(nullptr, metadata_), RNL_INVALID_ARGUMENT, {"trace"}));
  EXPECT_TRUE(Fails(rnl_trace_add_step(trace_, nullptr), RNL_INVALID_ARGUMENT, {"metadata"}));
  EXPECT_TRUE(Fails(rnl_trace_json(nullptr, nullptr), RNL_INVALID_ARGUMENT, {"out_json"}));
  Bytes json;
  EXPECT_TRUE(Fails(rnl_trace_json(nullptr, json.out()), RNL_INVALID_ARGUMENT, {"trace"}));
  EXPECT_EQ(json.get(), nullptr);
}

TEST_F(TraceTest, RunMetadataIsExported) {
  Bytes bytes;
  ASSERT_TRUE(IsOk(Run(nullptr)));
  ASSERT_TRUE(IsOk(rnl_metadata_export(metadata_, bytes.out())));
  EXPECT_EQ(rnl_bytes_view(bytes).size, 0u) << "nothing was asked for";
  ASSERT_TRUE(IsOk(rnl_run_options_set_partition_graphs(options_, true)));
  ASSERT_TRUE(IsOk(Run(options_)));
  ASSERT_TRUE(IsOk(rnl_metadata_export(metadata_, bytes.out())));
  const std::string text = Str(rnl_bytes_view(bytes));
  Bytes partition;
  ASSERT_TRUE(IsOk(rnl_metadata_partition(metadata_, 0, nullptr, partition.out())));
  EXPECT_EQ(Count(text, Str(rnl_bytes_view(partition))), 1u);
  rnl_str_t node, op, device;
  ASSERT_TRUE(IsOk(rnl_metadata_node_stats(metadata_, 0, &node, &op, &device, nullptr, nullptr)));
  EXPECT_EQ(Count(text, Str(node) + " = " + Str(op) + "(float["), 1u);
  EXPECT_TRUE(Fails(rnl_metadata_export(nullptr, bytes.out()), RNL_INVALID_ARGUMENT, {"metadata"}));
}

}  // namespace
}  // namespace runnel_test
