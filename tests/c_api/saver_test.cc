// Checkpoints that are written as training goes on: which are kept, when they are written, partitioned
// variables, and graphs with nodes of their own that save.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

namespace fs = std::filesystem;

using MetaGraph = Handle<rnl_meta_graph_t, rnl_meta_graph_release>;
using Saver = Handle<rnl_saver_t, rnl_saver_release>;

// Two parts of the rows of "table", and "count", which "more" counts up.
std::string GraphText() {
  const Attrs dtype = {{"dtype", kFloatT}};
  const auto variable = [](const char* name, const std::vector<int64_t>& dims) {
    return NodeText(name, "VarHandleOp", {},
                    {{"dtype", kFloatT},
                     {"shape", ShapeText(dims)},
                     {"shared_name", std::string("s: \"") + name + "\""}});
  };
  return variable("table/part_0", {2, 2}) + variable("table/part_1", {1, 2}) + variable("count", {}) +
         ConstText("first",
                   "dtype: DT_FLOAT tensor_shape { dim { size: 2 } dim { size: 2 } } float_val: 1 "
                   "float_val: 2 float_val: 3 float_val: 4") +
         ConstText("second",
                   "dtype: DT_FLOAT tensor_shape { dim { size: 1 } dim { size: 2 } } float_val: 5 "
                   "float_val: 6") +
         ConstFloat("one", 1) + NodeText("set_0", "AssignVariableOp", {"table/part_0", "first"}, dtype) +
         NodeText("set_1", "AssignVariableOp", {"table/part_1", "second"}, dtype) +
         NodeText("set_count", "AssignVariableOp", {"count", "one"}, dtype) +
         NodeText("more", "AssignAddVariableOp", {"count", "one"}, dtype) +
         NodeText("init", "NoOp", {"^set_0", "^set_1", "^set_count"}) +
         NodeText("read_0", "ReadVariableOp", {"table/part_0"}, dtype) +
         NodeText("read_1", "ReadVariableOp", {"table/part_1"}, dtype) +
         NodeText("read_count", "ReadVariableOp", {"count"}, dtype);
}

// VariableDef, as bytes: one field after the other, all shorter than 128.
std::string Field(int number, const std::string& bytes) {
  return std::string(1, static_cast<char>(number << 3 | 2)) + static_cast<char>(bytes.size()) + bytes;
}
std::string Part(const std::string& name, int offset, int rows) {
  const auto list = [](std::initializer_list<int> values) {
    std::string bytes;
    for (const int value : values) bytes += static_cast<char>(value);
    return bytes;
  };
  const std::string slice = Field(1, "table") + Field(2, list({3, 2})) + Field(3, list({offset, 0})) +
                            Field(4, list({rows, 2}));
  return Field(1, name + ":0") + Field(2, "init") + Field(4, slice) + std::string("\x28\x01");
}

class SaverTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "runnel_c_api_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    const std::string text = GraphText();
    ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph_.out())));
    ASSERT_TRUE(IsOk(rnl_graph_import(graph_, {text.data(), text.size()}, nullptr)));
    ASSERT_TRUE(IsOk(rnl_session_create(graph_, nullptr, session_.out())));
    ASSERT_TRUE(IsOk(rnl_meta_graph_create(meta_.out())));
  }
  void TearDown() override { fs::remove_all(folder_); }
  void Target(const char* name) {
    const rnl_str_t target = rnl_str(name);
    ASSERT_TRUE(IsOk(rnl_session_run(session_, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0,
                                     &target, 1, nullptr)));
  }
  std::vector<float> Fetch(const char* name) {
    const rnl_str_t fetch = rnl_str(name);
    Tensor out;
    EXPECT_TRUE(IsOk(rnl_session_run(session_, nullptr, nullptr, nullptr, 0, &fetch, out.out(), 1,
                                     nullptr, 0, nullptr)));
    return out.get() == nullptr ? std::vector<float>() : Floats(out);
  }
  rnl_status_t* Create(const std::string& prefix) {
    return rnl_saver_create(session_, meta_, rnl_str(prefix.c_str()), saver_.out());
  }
  rnl_status_t* Restore(const std::string& prefix) {
    return rnl_saver_restore(saver_, rnl_str(prefix.c_str()));
  }
  void AddPart(const std::string& bytes) {
    ASSERT_TRUE(IsOk(rnl_meta_graph_add_to_collection(meta_, rnl_str("variables"), RNL_COLLECTION_BYTES,
                                                      {bytes.data(), bytes.size()})));
  }
  std::vector<std::string> Indices() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_ + "/run")) {
      if (entry.path().extension() == ".index") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  Runtime runtime_ = NewRuntime();
  std::string folder_;
  Graph graph_;
  Session session_;
  MetaGraph meta_;
  Saver saver_;
};

TEST_F(SaverTest, SavesWhenItIsTimeAndKeepsTheNewest) {
  Target("init");
  ASSERT_TRUE(IsOk(Create(folder_ + "/run/model")));
  ASSERT_TRUE(IsOk(rnl_saver_set_keep(saver_, 2, 0)));
  ASSERT_TRUE(IsOk(rnl_saver_set_interval(saver_, 3, 0)));
  std::string saved;
  for (int step = 0; step <= 10; ++step) {
    bool now = false;
    ASSERT_TRUE(IsOk(rnl_saver_step(saver_, step, &now)));
    if (now) saved += std::to_string(step) + " ";
  }
  EXPECT_EQ(saved, "3 6 9 ");
  Bytes prefix;
  ASSERT_TRUE(IsOk(rnl_saver_save(saver_, 10, prefix.out())));
  EXPECT_EQ(Str(rnl_bytes_view(prefix)), folder_ + "/run/model-10");
  EXPECT_EQ(Indices(), (std::vector<std::string>{"model-10", "model-9"}));
  Names names;
  ASSERT_TRUE(IsOk(rnl_checkpoint_list(runtime_, rnl_str((folder_ + "/run").c_str()), names.out())));
  ASSERT_EQ(rnl_names_count(names), 2u);
  EXPECT_EQ(Str(rnl_names_get(names, 1)), folder_ + "/run/model-10");
  // A saver of another name leaves these alone, as does a later one of the same name that keeps more.
  ASSERT_TRUE(IsOk(Create(folder_ + "/run/best")));
  ASSERT_TRUE(IsOk(rnl_saver_set_keep(saver_, 1, 0)));
  ASSERT_TRUE(IsOk(rnl_saver_save(saver_, 1, nullptr)));
  ASSERT_TRUE(IsOk(rnl_saver_save(saver_, 2, nullptr)));
  EXPECT_EQ(Indices(), (std::vector<std::string>{"best-2", "model-10", "model-9"}));
  // The MetaGraph beside a checkpoint is a graph.
  EXPECT_TRUE(fs::exists(folder_ + "/run/model-10.meta"));
  EXPECT_FALSE(fs::exists(folder_ + "/run/model-6.meta"));

  EXPECT_TRUE(Fails(rnl_saver_set_keep(saver_, -1, 0), RNL_INVALID_ARGUMENT, {"max_to_keep", "-1"}));
  EXPECT_TRUE(Fails(rnl_saver_set_interval(saver_, 0, -1), RNL_INVALID_ARGUMENT, {"every_seconds"}));
  EXPECT_TRUE(Fails(Create(folder_ + "/"), RNL_INVALID_ARGUMENT, {"no name"}));
  EXPECT_TRUE(Fails(rnl_saver_save(nullptr, 1, nullptr), RNL_INVALID_ARGUMENT, {"saver"}));
}

TEST_F(SaverTest, RestoresTheNewestOrAnyOther) {
  Target("init");
  ASSERT_TRUE(IsOk(Create(folder_ + "/run/model")));
  ASSERT_TRUE(IsOk(rnl_saver_save(saver_, 1, nullptr)));
  Target("more");
  ASSERT_TRUE(IsOk(rnl_saver_save(saver_, 2, nullptr)));
  Target("more");
  ASSERT_TRUE(IsOk(Restore("")));
  EXPECT_EQ(Fetch("read_count"), std::vector<float>{2});
  ASSERT_TRUE(IsOk(Restore(folder_ + "/run/model-1")));
  EXPECT_EQ(Fetch("read_count"), std::vector<float>{1});
  EXPECT_TRUE(Fails(Restore(folder_ + "/run/model-7"), RNL_NOT_FOUND, {"model-7"}));
  ASSERT_TRUE(IsOk(Create(folder_ + "/nowhere/model")));
  EXPECT_TRUE(Fails(Restore(""), RNL_NOT_FOUND, {"nowhere"}));
}

TEST_F(SaverTest, PartsOfAVariableAreSlicesOfOneTensor) {
  Target("init");
  AddPart(Part("table/part_0", 0, 2));
  AddPart(Part("table/part_1", 2, 1));
  ASSERT_TRUE(IsOk(Create(folder_ + "/run/model")));
  ASSERT_TRUE(IsOk(rnl_saver_save(saver_, 1, nullptr)));
  Checkpoint checkpoint;
  ASSERT_TRUE(IsOk(
      rnl_checkpoint_open(runtime_, rnl_str((folder_ + "/run/model-1").c_str()), checkpoint.out())));
  ASSERT_EQ(rnl_checkpoint_count(checkpoint), 2u);
  EXPECT_EQ(Str(rnl_checkpoint_name(checkpoint, 1)), "table");
  Tensor whole;
  ASSERT_TRUE(IsOk(rnl_checkpoint_read(checkpoint, rnl_str("table"), whole.out())));
  EXPECT_EQ(Floats(whole), (std::vector<float>{1, 2, 3, 4, 5, 6}));

  // A checkpoint that holds the tensor whole is read in parts as well.
  const Tensor values = FloatTensor(runtime_, {3, 2}, {6, 5, 4, 3, 2, 1}),
               count = FloatTensor(runtime_, {}, {7});
  const rnl_str_t names[] = {rnl_str("table"), rnl_str("count")};
  rnl_tensor_t* const tensors[] = {values, count};
  ASSERT_TRUE(
      IsOk(rnl_checkpoint_write(runtime_, rnl_str((folder_ + "/whole").c_str()), names, tensors, 2)));
  ASSERT_TRUE(IsOk(Restore(folder_ + "/whole")));
  EXPECT_EQ(Fetch("read_0"), (std::vector<float>{6, 5, 4, 3}));
  EXPECT_EQ(Fetch("read_1"), (std::vector<float>{2, 1}));
  ASSERT_TRUE(IsOk(Restore("")));
  EXPECT_EQ(Fetch("read_1"), (std::vector<float>{5, 6}));

  // Of another shape it is refused.
  const Tensor other = FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4});
  rnl_tensor_t* const wrong[] = {other, count};
  ASSERT_TRUE(
      IsOk(rnl_checkpoint_write(runtime_, rnl_str((folder_ + "/other").c_str()), names, wrong, 2)));
  EXPECT_FALSE(Status(Restore(folder_ + "/other")).ok());
  EXPECT_EQ(Fetch("read_1"), (std::vector<float>{5, 6}));

  // A SavedModel of it restores the parts, too.
  const std::string model = folder_ + "/model";
  ASSERT_TRUE(IsOk(rnl_meta_graph_add_output(meta_, rnl_str("s"), rnl_str("out"), rnl_str("read_1"))));
  ASSERT_TRUE(IsOk(rnl_saved_model_write(session_, meta_, rnl_str(model.c_str()))));
  SavedModel opened;
  ASSERT_TRUE(IsOk(rnl_saved_model_open(runtime_, rnl_str(model.c_str()), nullptr, 0, opened.out())));
  Graph graph;
  ASSERT_TRUE(
      IsOk(rnl_saved_model_load_signature(opened, rnl_str("s"), nullptr, graph.out(), session_.out())));
  EXPECT_EQ(Fetch("read_1"), (std::vector<float>{5, 6}));
}

TEST_F(SaverTest, AGraphWithNodesThatSaveUsesThem) {
  Target("init");
  Bytes bytes;
  ASSERT_TRUE(IsOk(rnl_graph_export_meta_graph(graph_, meta_, bytes.out())));
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph_.out())));
  ASSERT_TRUE(IsOk(rnl_graph_import(graph_, rnl_bytes_view(bytes), nullptr)));
  ASSERT_TRUE(IsOk(rnl_meta_graph_read(rnl_bytes_view(bytes), meta_.out())));
  ASSERT_TRUE(IsOk(rnl_session_create(graph_, nullptr, session_.out())));
  Target("init");
  Target("more");
  ASSERT_TRUE(IsOk(Create(folder_ + "/run/model")));
  ASSERT_TRUE(IsOk(rnl_saver_save(saver_, 5, nullptr)));
  Target("more");
  ASSERT_TRUE(IsOk(Restore("")));
  EXPECT_EQ(Fetch("read_count"), std::vector<float>{2});
  for (size_t i = 0; i < rnl_graph_num_nodes(graph_); ++i) {
    const std::string name = Str(rnl_graph_node_name(graph_, static_cast<rnl_node_t>(i)));
    EXPECT_NE(name.rfind("rnl_checkpoint/", 0), 0u) << name;
  }
}

TEST_F(SaverTest, PartsThatDoNotFitAreNamed) {
  std::string bytes = Part("table/part_0", 2, 2);
  AddPart(bytes);
  Bytes out;
  EXPECT_TRUE(Fails(rnl_graph_export_meta_graph(graph_, meta_, out.out()), RNL_INVALID_ARGUMENT,
                    {"collection \"variables\"", "dimension 0", "2 elements from 2 on, of 3"}));
  Target("init");
  ASSERT_TRUE(IsOk(Create(folder_ + "/run/model")));
  EXPECT_TRUE(
      Fails(rnl_saver_save(saver_, 1, nullptr), RNL_INVALID_ARGUMENT, {"collection \"variables\""}));
}

}  // namespace
}  // namespace runnel_test
