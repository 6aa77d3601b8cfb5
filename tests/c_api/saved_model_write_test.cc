// SavedModels and MetaGraphs that are written, and read back by Runnel's own readers. TensorFlow reads
// them in tests/bindings/python/test_saved_model.py.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

namespace fs = std::filesystem;

using MetaGraph = Handle<rnl_meta_graph_t, rnl_meta_graph_release>;

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// y = a x + b + local: `a` a resource variable that is another one in checkpoints, `b` a ref variable,
// `local` one that is not saved; `path` an asset.
std::string GraphText() {
  const Attrs t = {{"T", kFloatT}}, dtype = {{"dtype", kFloatT}};
  const Attrs resource = {{"dtype", kFloatT}, {"shape", ShapeText({})}, {"shared_name", "s: \"slope\""}};
  const Attrs reference = {{"dtype", kFloatT}, {"shape", ShapeText({})}};
  return PlaceholderText("x", {-1}) + NodeText("a", "VarHandleOp", {}, resource) +
         ConstFloat("three", 3) + NodeText("a/set", "AssignVariableOp", {"a", "three"}, dtype) +
         NodeText("a/read", "ReadVariableOp", {"a"}, dtype) +
         NodeText("b", "VariableV2", {}, reference) + ConstFloat("half", 0.5f) +
         NodeText("b/set", "Assign", {"b", "half"}, t) + NodeText("b/read", "Identity", {"b"}, t) +
         NodeText("product", "Mul", {"a/read", "x"}, t) +
         NodeText("y", "AddV2", {"product", "b/read"}, t) +
         NodeText("none", "VarHandleOp", {}, {{"dtype", kFloatT}, {"shape", ShapeText({2})}}) +
         NodeText("more", "AssignAddVariableOp", {"a", "three"}, dtype) +
         NodeText("init", "NoOp", {"^a/set", "^b/set"}) + NodeText("later", "NoOp", {"^more"}) +
         ConstText("asset", "dtype: DT_STRING tensor_shape { } string_val: \"never\"") +
         NodeText("path", "Identity", {"asset"}, {{"T", "type: DT_STRING"}});
}

class SavedModelWriteTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "runnel_c_api_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    graph_ = Import(GraphText());
    ASSERT_TRUE(IsOk(rnl_session_create(graph_, nullptr, session_.out())));
    Target("init");
    ASSERT_TRUE(IsOk(rnl_meta_graph_create(meta_.out())));
    ASSERT_TRUE(
        IsOk(rnl_meta_graph_add_input(meta_, rnl_str("serving_default"), rnl_str("in"), rnl_str("x"))));
    ASSERT_TRUE(IsOk(
        rnl_meta_graph_add_output(meta_, rnl_str("serving_default"), rnl_str("out"), rnl_str("y:0"))));
  }
  void TearDown() override { fs::remove_all(folder_); }

  Graph Import(const std::string& text) {
    Graph graph;
    EXPECT_TRUE(IsOk(rnl_graph_create(runtime_, graph.out())));
    EXPECT_TRUE(IsOk(rnl_graph_import(graph, {text.data(), text.size()}, nullptr)));
    return graph;
  }
  void Target(const char* name) {
    const rnl_str_t target = rnl_str(name);
    ASSERT_TRUE(IsOk(rnl_session_run(session_, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0,
                                     &target, 1, nullptr)));
  }
  std::vector<float> Run(rnl_session_t* session, const std::vector<float>& values) {
    const rnl_str_t x = rnl_str("x:0"), y = rnl_str("y:0");
    const Tensor fed = FloatTensor(runtime_, {static_cast<int64_t>(values.size())}, values);
    rnl_tensor_t* const feed[] = {fed};
    Tensor out;
    EXPECT_TRUE(
        IsOk(rnl_session_run(session, nullptr, &x, feed, 1, &y, out.out(), 1, nullptr, 0, nullptr)));
    return out.get() == nullptr ? std::vector<float>() : Floats(out);
  }
  rnl_status_t* WriteModel(const std::string& to) {
    return rnl_saved_model_write(session_, meta_, rnl_str(to.c_str()));
  }
  std::string Model() const { return folder_ + "/new/model"; }
  // Everything in the test's folder, with nothing left over.
  std::vector<std::string> Files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_))
      names.push_back(fs::relative(entry.path(), folder_).string());
    std::sort(names.begin(), names.end());
    return names;
  }

  Runtime runtime_ = NewRuntime();
  std::string folder_;
  Graph graph_;
  Session session_;
  MetaGraph meta_;
};

TEST_F(SavedModelWriteTest, IsReadBackWithItsSignaturesVariablesAndAssets) {
  std::ofstream(folder_ + "/words.txt") << "one\ntwo\n";
  ASSERT_TRUE(IsOk(
      rnl_meta_graph_add_asset(meta_, rnl_str("asset"), rnl_str((folder_ + "/words.txt").c_str()))));
  ASSERT_TRUE(IsOk(rnl_meta_graph_set_init_op(meta_, rnl_str("later"))));
  ASSERT_TRUE(IsOk(rnl_meta_graph_set_method(meta_, rnl_str("serving_default"), rnl_str("a/method"))));
  ASSERT_TRUE(IsOk(WriteModel(Model() + "/")));
  EXPECT_EQ(Files(), (std::vector<std::string>{"new", "new/model", "new/model/assets",
                                               "new/model/assets/words.txt", "new/model/saved_model.pb",
                                               "new/model/variables",
                                               "new/model/variables/variables.data-00000-of-00001",
                                               "new/model/variables/variables.index", "words.txt"}));
  EXPECT_EQ(ReadFile(Model() + "/assets/words.txt"), "one\ntwo\n");

  SavedModel model;
  ASSERT_TRUE(IsOk(rnl_saved_model_open(runtime_, rnl_str(Model().c_str()), nullptr, 0, model.out())));
  ASSERT_EQ(rnl_saved_model_num_signatures(model), 2u);
  EXPECT_EQ(Str(rnl_saved_model_signature_key(model, 0)), "__saved_model_init_op");
  EXPECT_EQ(Str(rnl_saved_model_signature_method(model, 1)), "a/method");
  rnl_dtype_t dtype = 0;
  rnl_str_t key, tensor;
  ASSERT_TRUE(IsOk(rnl_saved_model_input(model, 1, 0, &key, &tensor, &dtype)));
  EXPECT_EQ(Str(key) + " " + Str(tensor), "in x:0");
  EXPECT_EQ(dtype, RNL_FLOAT);
  Graph graph;
  Session session;
  ASSERT_TRUE(IsOk(rnl_saved_model_load_signature(model, rnl_str("serving_default"), nullptr,
                                                  graph.out(), session.out())));
  EXPECT_EQ(Run(session, {1, 2}), (std::vector<float>{6.5f, 12.5f})) << "3, 3 more by the init op";

  // All of it, with the node that restores, is the same model, and can be written again.
  Graph whole;
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, whole.out())));
  MetaGraph again;
  ASSERT_TRUE(IsOk(rnl_saved_model_import(model, whole, again.out())));
  Session restored;
  ASSERT_TRUE(IsOk(rnl_session_create(whole, nullptr, restored.out())));
  rnl_str_t filename, save, restore;
  ASSERT_TRUE(IsOk(rnl_meta_graph_saver(again, &filename, &save, &restore, nullptr, nullptr)));
  EXPECT_EQ(Str(save), "save/control_dependency:0");
  const std::string prefix = Model() + "/variables/variables";
  const rnl_str_t text = rnl_str(prefix.c_str());
  Tensor fed;
  ASSERT_TRUE(IsOk(rnl_tensor_from_strings(runtime_, 0, nullptr, &text, 1, fed.out())));
  rnl_tensor_t* const feed[] = {fed};
  ASSERT_TRUE(IsOk(rnl_session_run(restored, nullptr, &filename, feed, 1, nullptr, nullptr, 0, &restore,
                                   1, nullptr)));
  EXPECT_EQ(Run(restored, {1, 2}), (std::vector<float>{3.5f, 6.5f}));
  ASSERT_TRUE(IsOk(rnl_saved_model_write(restored, again, rnl_str((folder_ + "/twice").c_str()))));
  EXPECT_EQ(ReadFile(folder_ + "/twice/assets/words.txt"), "one\ntwo\n");
  ASSERT_TRUE(IsOk(
      rnl_saved_model_open(runtime_, rnl_str((folder_ + "/twice").c_str()), nullptr, 0, model.out())));
  ASSERT_TRUE(IsOk(rnl_saved_model_load_signature(model, rnl_str("serving_default"), nullptr,
                                                  graph.out(), session.out())));
  EXPECT_EQ(Run(session, {1, 2}), (std::vector<float>{6.5f, 12.5f}));
}

TEST_F(SavedModelWriteTest, SavesVariablesUnderTheNamesOfTheirResources) {
  ASSERT_TRUE(IsOk(WriteModel(Model())));
  Checkpoint checkpoint;
  ASSERT_TRUE(IsOk(rnl_checkpoint_open(runtime_, rnl_str((Model() + "/variables/variables").c_str()),
                                       checkpoint.out())));
  ASSERT_EQ(rnl_checkpoint_count(checkpoint), 2u) << "what has no value is not saved";
  EXPECT_EQ(Str(rnl_checkpoint_name(checkpoint, 0)), "b");
  EXPECT_EQ(Str(rnl_checkpoint_name(checkpoint, 1)), "slope");
  // The user's graph has no more than what rnl_session_save would have added.
  for (size_t i = 0; i < rnl_graph_num_nodes(graph_); ++i) {
    const std::string name = Str(rnl_graph_node_name(graph_, static_cast<rnl_node_t>(i)));
    EXPECT_NE(name.rfind("save/", 0), 0u) << name;
  }
  // And the model none of these.
  EXPECT_EQ(ReadFile(Model() + "/saved_model.pb").find("rnl_checkpoint/"), std::string::npos);
}

TEST_F(SavedModelWriteTest, LeavesWhatIsThereAlone) {
  fs::create_directories(Model());
  ASSERT_TRUE(IsOk(WriteModel(Model()))) << "an empty folder is as good as none";
  const std::string before = ReadFile(Model() + "/saved_model.pb");
  Target("later");
  EXPECT_TRUE(Fails(WriteModel(Model()), RNL_ALREADY_EXISTS, {Model().c_str(), "not empty"}));
  EXPECT_EQ(ReadFile(Model() + "/saved_model.pb"), before);
  std::ofstream(folder_ + "/file") << "mine";
  EXPECT_FALSE(Status(WriteModel(folder_ + "/file")).ok());
  EXPECT_EQ(ReadFile(folder_ + "/file"), "mine");
  EXPECT_TRUE(Fails(WriteModel(""), RNL_INVALID_ARGUMENT, {"no name"}));
  const std::vector<std::string> files = Files();
  EXPECT_TRUE(std::none_of(files.begin(), files.end(),
                           [](const std::string& f) { return f.find(".tmp") != std::string::npos; }));
}

TEST_F(SavedModelWriteTest, WhatIsCutOffOrAlteredIsNamedWithFileAndByte) {
  ASSERT_TRUE(IsOk(WriteModel(Model())));
  const std::string path = Model() + "/saved_model.pb", whole = ReadFile(path);
  SavedModel model;
  const auto open = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    return rnl_saved_model_open(runtime_, rnl_str(Model().c_str()), nullptr, 0, model.out());
  };
  for (size_t size = 3; size < whole.size(); size += 5) {
    EXPECT_TRUE(Fails(open(whole.substr(0, size)), RNL_DATA_LOSS, {path.c_str(), "byte "})) << size;
  }
  // Altered it is a status, now or when a part is loaded, or another model: nothing worse.
  Graph graph;
  Session session;
  for (size_t i = 2; i < whole.size(); i += 7) {
    std::string altered = whole;
    altered[i] = static_cast<char>(altered[i] ^ 0x15);
    const Status opened(open(altered));
    EXPECT_EQ(opened.ok(), opened.message().empty());
    if (!opened.ok()) continue;
    const Status loaded(rnl_saved_model_load_signature(model, rnl_str("serving_default"), nullptr,
                                                       graph.out(), session.out()));
    EXPECT_EQ(loaded.ok(), loaded.message().empty());
  }
  EXPECT_TRUE(IsOk(open(whole)));
}

TEST_F(SavedModelWriteTest, NamesWhatIsMissingAndLeavesNothing) {
  const auto fails = [&](rnl_code_t code, std::initializer_list<const char*> words) {
    return Fails(WriteModel(Model()), code, words);
  };
  MetaGraph good;
  std::swap(meta_, good);
  const auto fresh = [&] { ASSERT_TRUE(IsOk(rnl_meta_graph_create(meta_.out()))); };
  fresh();
  rnl_meta_graph_add_output(meta_, rnl_str("s"), rnl_str("o"), rnl_str("absent"));
  EXPECT_TRUE(fails(RNL_NOT_FOUND, {"signature \"s\": output \"o\"", "absent"}));
  fresh();
  rnl_meta_graph_add_output(meta_, rnl_str("s"), rnl_str("o"), rnl_str("y:4"));
  EXPECT_TRUE(fails(RNL_INVALID_ARGUMENT, {"signature \"s\": output \"o\""}));
  fresh();
  rnl_meta_graph_add_to_collection(meta_, rnl_str("losses"), RNL_COLLECTION_NODES, rnl_str("lost:0"));
  EXPECT_TRUE(fails(RNL_INVALID_ARGUMENT, {"collection \"losses\"", "lost:0"}));
  fresh();
  rnl_meta_graph_add_trainable(meta_, rnl_str("y"));
  EXPECT_TRUE(fails(RNL_INVALID_ARGUMENT, {"\"y\"", "no variable"}));
  fresh();
  rnl_meta_graph_set_init_op(meta_, rnl_str("nothing"));
  EXPECT_TRUE(fails(RNL_INVALID_ARGUMENT, {"init op", "nothing"}));
  fresh();
  rnl_meta_graph_add_asset(meta_, rnl_str("asset"), rnl_str("/nowhere/words.txt"));
  EXPECT_TRUE(fails(RNL_NOT_FOUND, {"words.txt", "/nowhere/words.txt"}));
  fresh();
  rnl_meta_graph_add_queue_runner(meta_, rnl_str("queue"), nullptr, 0, rnl_str(""), rnl_str(""));
  EXPECT_TRUE(fails(RNL_INVALID_ARGUMENT, {"queue_runners", "\"queue\""}));
  fresh();
  rnl_meta_graph_add_to_collection(meta_, rnl_str("variables"), RNL_COLLECTION_BYTES,
                                   rnl_str("\x0a\xff"));
  EXPECT_TRUE(fails(RNL_DATA_LOSS, {"collection \"variables\""}));
  EXPECT_EQ(Files(), (std::vector<std::string>{"new"}));
  std::swap(meta_, good);
  EXPECT_TRUE(IsOk(WriteModel(Model())));
}

TEST_F(SavedModelWriteTest, AMetaGraphIsReadBack) {
  ASSERT_TRUE(IsOk(rnl_meta_graph_add_trainable(meta_, rnl_str("a"))));
  ASSERT_TRUE(IsOk(rnl_meta_graph_add_trainable(meta_, rnl_str("b/_rnl_handle"))));
  for (const auto& [name, kind, value] : {std::tuple("train_op", RNL_COLLECTION_NODES, "more"),
                                          std::tuple("losses", RNL_COLLECTION_NODES, "y:0"),
                                          std::tuple("numbers", RNL_COLLECTION_INTS, "-7"),
                                          std::tuple("numbers", RNL_COLLECTION_INTS, "8"),
                                          std::tuple("rates", RNL_COLLECTION_FLOATS, "0.125"),
                                          std::tuple("messages", RNL_COLLECTION_BYTES, "abc")}) {
    ASSERT_TRUE(IsOk(rnl_meta_graph_add_to_collection(meta_, rnl_str(name), kind, rnl_str(value))));
  }
  EXPECT_TRUE(
      Fails(rnl_meta_graph_add_to_collection(meta_, rnl_str("rates"), RNL_COLLECTION_INTS, rnl_str("1")),
            RNL_INVALID_ARGUMENT, {"rates", "kind 4"}));
  EXPECT_TRUE(Fails(
      rnl_meta_graph_add_to_collection(meta_, rnl_str("rates"), RNL_COLLECTION_FLOATS, rnl_str("much")),
      RNL_INVALID_ARGUMENT, {"much"}));
  EXPECT_TRUE(
      Fails(rnl_meta_graph_add_input(meta_, rnl_str("serving_default"), rnl_str("in"), rnl_str("y")),
            RNL_ALREADY_EXISTS, {"serving_default", "\"in\""}));
  Bytes bytes;
  ASSERT_TRUE(IsOk(rnl_graph_export_meta_graph(graph_, meta_, bytes.out())));
  MetaGraph read;
  ASSERT_TRUE(IsOk(rnl_meta_graph_read(rnl_bytes_view(bytes), read.out())));
  Names names, values;
  ASSERT_TRUE(IsOk(rnl_meta_graph_collections(read, names.out())));
  std::string all;
  for (size_t i = 0; i < rnl_names_count(names); ++i) all += Str(rnl_names_get(names, i)) + " ";
  EXPECT_EQ(all, "losses messages numbers rates train_op trainable_variables variables ");
  rnl_collection_kind_t kind = -1;
  ASSERT_TRUE(IsOk(rnl_meta_graph_collection(read, rnl_str("numbers"), &kind, values.out())));
  EXPECT_EQ(kind, RNL_COLLECTION_INTS);
  ASSERT_EQ(rnl_names_count(values), 2u);
  EXPECT_EQ(Str(rnl_names_get(values, 0)) + Str(rnl_names_get(values, 1)), "-78");
  ASSERT_TRUE(IsOk(rnl_meta_graph_collection(read, rnl_str("none"), &kind, values.out())));
  EXPECT_EQ(kind, RNL_COLLECTION_NONE);
  EXPECT_EQ(rnl_names_count(values), 0u);

  const rnl_str_t trainable = rnl_str("trainable_variables");
  ASSERT_EQ(rnl_meta_graph_num_variables(read, trainable), 2u);
  rnl_str_t handle, initializer, value;
  bool is_trainable = false;
  ASSERT_TRUE(
      IsOk(rnl_meta_graph_variable(read, trainable, 0, &handle, &initializer, &value, &is_trainable)));
  EXPECT_EQ(Str(handle) + " " + Str(initializer) + " " + Str(value), "a a/set a/read:0");
  EXPECT_TRUE(is_trainable);
  ASSERT_TRUE(IsOk(rnl_meta_graph_variable(read, trainable, 1, &handle, &initializer, &value, nullptr)));
  EXPECT_EQ(Str(handle) + " " + Str(initializer) + " " + Str(value), "b/_rnl_handle b/set b/read:0");
  EXPECT_TRUE(Fails(rnl_meta_graph_variable(read, trainable, 2, nullptr, nullptr, nullptr, nullptr),
                    RNL_OUT_OF_RANGE, {"2"}));
  EXPECT_EQ(rnl_meta_graph_num_variables(read, rnl_str("variables")), 3u);

  // The ops that it uses stand there by name, as OpDefs: a field 2 of field 1, with fields 1 of name and
  // inputs.
  const std::string text = Str(rnl_bytes_view(bytes));
  const std::string op = "\n\x0bVarHandleOp";
  EXPECT_NE(text.find(op), std::string::npos);
  EXPECT_EQ(text.find("Gives the handle"), std::string::npos) << "docs are left out";

  // The graph that comes with it has the nodes of its saver, and is exported with these again.
  Graph graph = Import(Str(rnl_bytes_view(bytes)));
  rnl_node_t node = RNL_NO_NODE;
  EXPECT_TRUE(IsOk(rnl_graph_find_node(graph, rnl_str("b/_rnl_handle"), &node)));
  EXPECT_TRUE(IsOk(rnl_graph_find_node(graph, rnl_str("save/restore_all"), &node)));
  Bytes second;
  ASSERT_TRUE(IsOk(rnl_graph_export_meta_graph(graph, read, second.out())));
  EXPECT_EQ(Str(rnl_bytes_view(second)).find("save_1/"), std::string::npos);
}

TEST_F(SavedModelWriteTest, WhatIsNoMetaGraphIsNamed) {
  MetaGraph read;
  const std::string text = GraphText();
  EXPECT_TRUE(Fails(rnl_meta_graph_read({text.data(), text.size()}, read.out()), RNL_INVALID_ARGUMENT,
                    {"GraphDef"}));
  ASSERT_TRUE(IsOk(WriteModel(Model())));
  const std::string model = ReadFile(Model() + "/saved_model.pb");
  EXPECT_TRUE(Fails(rnl_meta_graph_read({model.data(), model.size()}, read.out()), RNL_INVALID_ARGUMENT,
                    {"SavedModel"}));
  // Truncated anywhere it is a status, or a shorter one.
  Bytes bytes;
  ASSERT_TRUE(IsOk(rnl_graph_export_meta_graph(graph_, meta_, bytes.out())));
  const std::string whole = Str(rnl_bytes_view(bytes));
  for (size_t size = 0; size < whole.size(); size += 3) {
    const Status status(rnl_meta_graph_read({whole.data(), size}, read.out()));
    EXPECT_EQ(status.ok(), status.message().empty());
    EXPECT_EQ(status.ok(), read.get() != nullptr);
  }
  EXPECT_TRUE(
      Fails(rnl_meta_graph_read(rnl_str("collection_def { key: \"queue_runners\" value { bytes_list { "
                                        "value: \"\\n\\377\" } } }"),
                                read.out()),
            RNL_DATA_LOSS, {"queue_runners"}));
  EXPECT_EQ(rnl_meta_graph_num_queue_runners(nullptr), 0u);
  EXPECT_TRUE(Fails(rnl_meta_graph_saver(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
                    RNL_INVALID_ARGUMENT, {"meta"}));
}

}  // namespace
}  // namespace runnel_test
