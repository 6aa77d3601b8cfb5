// Saving, restoring and freezing through the C ABI.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/c_api/support/expect.h"
#include "tests/c_api/support/model.h"

namespace runnel_test {
namespace {

class CheckpointTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "runnel_c_api_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    prefix_ = folder_ + "/model";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Runtime runtime_ = NewRuntime();
  std::string folder_, prefix_;
};

TEST_F(CheckpointTest, TensorsOfEveryKindComeBack) {
  const Tensor floats = FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4});
  const int64_t dims[] = {2};
  const rnl_str_t values[] = {rnl_str("a"), {"b\0c", 3}};
  Tensor strings, scalar;
  ASSERT_TRUE(IsOk(rnl_tensor_from_strings(runtime_, 1, dims, values, 2, strings.out())));
  ASSERT_TRUE(IsOk(rnl_tensor_from_scalar(runtime_, RNL_INT64, 77, scalar.out())));
  const rnl_str_t names[] = {rnl_str("floats"), rnl_str("strings"), rnl_str("a/scalar")};
  rnl_tensor_t* const tensors[] = {floats, strings, scalar};
  ASSERT_TRUE(IsOk(rnl_checkpoint_write(runtime_, rnl_str(prefix_.c_str()), names, tensors, 3)));

  Checkpoint checkpoint;
  ASSERT_TRUE(IsOk(rnl_checkpoint_open(runtime_, rnl_str(prefix_.c_str()), checkpoint.out())));
  ASSERT_EQ(rnl_checkpoint_count(checkpoint), 3u);
  EXPECT_EQ(Str(rnl_checkpoint_name(checkpoint, 0)), "a/scalar");
  EXPECT_EQ(rnl_checkpoint_dtype(checkpoint, 1), RNL_FLOAT);
  const int64_t* got_dims = nullptr;
  EXPECT_EQ(rnl_checkpoint_shape(checkpoint, 1, &got_dims), 2);
  EXPECT_EQ(got_dims[1], 2);
  EXPECT_EQ(rnl_checkpoint_shape(checkpoint, 3, &got_dims), -1);
  EXPECT_EQ(rnl_checkpoint_name(checkpoint, 3).size, 0u);
  Tensor t;
  ASSERT_TRUE(IsOk(rnl_checkpoint_read(checkpoint, rnl_str("floats"), t.out())));
  EXPECT_EQ(Floats(t), (std::vector<float>{1, 2, 3, 4}));
  ASSERT_TRUE(IsOk(rnl_checkpoint_read(checkpoint, rnl_str("strings"), t.out())));
  rnl_str_t s;
  ASSERT_TRUE(IsOk(rnl_tensor_get_string(t, 1, &s)));
  EXPECT_EQ(Str(s), std::string("b\0c", 3));
  EXPECT_TRUE(
      Fails(rnl_checkpoint_read(checkpoint, rnl_str("absent"), t.out()), RNL_NOT_FOUND, {"absent"}));
  EXPECT_EQ(rnl_checkpoint_count(nullptr), 0u);
}

TEST_F(CheckpointTest, BadFilesAreRefused) {
  Checkpoint checkpoint;
  EXPECT_TRUE(
      Fails(rnl_checkpoint_open(runtime_, rnl_str((folder_ + "/none").c_str()), checkpoint.out()),
            RNL_NOT_FOUND, {"none"}));
  std::ofstream(prefix_ + ".index") << "not a table";
  EXPECT_TRUE(Fails(rnl_checkpoint_open(runtime_, rnl_str(prefix_.c_str()), checkpoint.out()),
                    RNL_INVALID_ARGUMENT, {prefix_.c_str(), "this is text"}));
  const Tensor t = FloatTensor(runtime_, {1}, {1});
  const rnl_str_t twice[] = {rnl_str("t"), rnl_str("t")};
  rnl_tensor_t* const tensors[] = {t, t};
  rnl_tensor_t* const with_null[] = {nullptr};
  EXPECT_TRUE(Fails(rnl_checkpoint_write(runtime_, rnl_str(prefix_.c_str()), twice, tensors, 2),
                    RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(Fails(rnl_checkpoint_write(runtime_, rnl_str(prefix_.c_str()), twice, with_null, 1),
                    RNL_INVALID_ARGUMENT));
  EXPECT_FALSE(Status(rnl_checkpoint_write(runtime_, rnl_str((folder_ + "/no/such/folder/x").c_str()),
                                           twice, tensors, 1))
                   .ok() &&
               !std::filesystem::exists(folder_ + "/no/such/folder/x.index"));
}

TEST_F(CheckpointTest, SessionsSaveRestoreAndFreeze) {
  Model model;
  Session session, fresh;
  Tensor x, labels;
  ASSERT_TRUE(IsOk(BuildModel(runtime_, &model)));
  ASSERT_TRUE(IsOk(MakeBatch(runtime_, &x, &labels)));
  ASSERT_TRUE(IsOk(rnl_session_create(model.graph, nullptr, session.out())));
  EXPECT_TRUE(Fails(rnl_session_save(session, rnl_str(prefix_.c_str())), RNL_FAILED_PRECONDITION));
  const rnl_str_t logits_name = rnl_str("logits");
  Bytes frozen;
  EXPECT_TRUE(
      Fails(rnl_session_freeze(session, &logits_name, 1, frozen.out()), RNL_FAILED_PRECONDITION, {"w"}));
  ASSERT_TRUE(IsOk(Initialise(model, session)));
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(IsOk(TrainStep(model, session, x, labels, nullptr, nullptr)));
  ASSERT_TRUE(IsOk(rnl_session_save(session, rnl_str(prefix_.c_str()))));
  const size_t nodes = rnl_graph_num_nodes(model.graph);
  ASSERT_TRUE(IsOk(rnl_session_save(session, rnl_str(prefix_.c_str()))));
  EXPECT_EQ(rnl_graph_num_nodes(model.graph), nodes) << "only the first save adds nodes";

  const auto logits_of = [&](rnl_session_t* s) {
    Tensor out;
    rnl_tensor_t* const feed[] = {x};
    EXPECT_TRUE(IsOk(rnl_session_run_outputs(s, nullptr, &model.x, feed, 1, &model.logits, out.out(), 1,
                                             nullptr, 0, nullptr)));
    return Floats(out);
  };
  const auto trained = logits_of(session);
  ASSERT_TRUE(IsOk(rnl_session_create(model.graph, nullptr, fresh.out())));
  ASSERT_TRUE(IsOk(rnl_session_restore(fresh, rnl_str(prefix_.c_str()))));
  EXPECT_EQ(logits_of(fresh), trained);

  ASSERT_TRUE(IsOk(rnl_session_freeze(session, &logits_name, 1, frozen.out())));
  Graph graph;
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph.out())));
  ASSERT_TRUE(IsOk(rnl_graph_import(graph, rnl_bytes_view(frozen), nullptr)));
  for (size_t i = 0; i < rnl_graph_num_nodes(graph); ++i) {
    EXPECT_NE(Str(rnl_graph_node_op(graph, static_cast<rnl_node_t>(i))), "VarHandleOp");
    EXPECT_NE(Str(rnl_graph_node_op(graph, static_cast<rnl_node_t>(i))), "ReadVariableOp");
  }
  Session serving;
  ASSERT_TRUE(IsOk(rnl_session_create(graph, nullptr, serving.out())));
  const rnl_str_t x_name = rnl_str("x");
  rnl_tensor_t* const feed[] = {x};
  Tensor out;
  ASSERT_TRUE(IsOk(rnl_session_run(serving, nullptr, &x_name, feed, 1, &logits_name, out.out(), 1,
                                   nullptr, 0, nullptr)));
  EXPECT_EQ(Floats(out), trained);

  const rnl_str_t train = rnl_str("train");
  EXPECT_FALSE(Status(rnl_session_freeze(session, &train, 1, frozen.out())).ok()) << "it has no output";
  EXPECT_TRUE(Fails(rnl_session_freeze(session, nullptr, 0, frozen.out()), RNL_INVALID_ARGUMENT));
}

TEST_F(CheckpointTest, RestoreNamesWhatIsMissingAndWhatDoesNotFit) {
  Model model;
  Session session;
  ASSERT_TRUE(IsOk(BuildModel(runtime_, &model)));
  ASSERT_TRUE(IsOk(rnl_session_create(model.graph, nullptr, session.out())));
  EXPECT_TRUE(Fails(rnl_session_restore(session, rnl_str(prefix_.c_str())), RNL_NOT_FOUND, {"model"}));
  const Tensor w = FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4});
  const rnl_str_t name = rnl_str("w"), other = rnl_str("other");
  rnl_tensor_t* const tensors[] = {w};
  ASSERT_TRUE(IsOk(rnl_checkpoint_write(runtime_, rnl_str(prefix_.c_str()), &other, tensors, 1)));
  EXPECT_TRUE(
      Fails(rnl_session_restore(session, rnl_str(prefix_.c_str())), RNL_NOT_FOUND, {"\"w\"", "\"b\""}));
  ASSERT_TRUE(IsOk(rnl_checkpoint_write(runtime_, rnl_str(prefix_.c_str()), &name, tensors, 1)));
  EXPECT_TRUE(Fails(rnl_session_restore(session, rnl_str(prefix_.c_str())), RNL_INVALID_ARGUMENT,
                    {"\"w\"", "[4,3]", "[2,2]"}));
}

}  // namespace
}  // namespace runnel_test
