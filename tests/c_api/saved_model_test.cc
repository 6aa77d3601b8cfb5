// SavedModels as TensorFlow 1 writes them: opened, their signatures listed, a part loaded and run.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

namespace fs = std::filesystem;

std::string StringsText(const std::string& name, const std::vector<std::string>& values) {
  std::string text =
      "dtype: DT_STRING tensor_shape { dim { size: " + std::to_string(values.size()) + " } }";
  for (const std::string& v : values) text.append(" string_val: \"").append(v).append("\"");
  return ConstText(name, text);
}

std::string InfoText(const std::string& kind, const std::string& key, const std::string& tensor) {
  return kind + " { key: \"" + key + "\" value { name: \"" + tensor +
         "\" dtype: DT_FLOAT tensor_shape { dim { size: -1 } } } } ";
}

// y = a x + b, with a and b as ref variables that the checkpoint has under other names; x comes out of
// an op that is not there, as do the nodes that trained; `path` is an asset.
std::string ModelText() {
  const Attrs variable = {{"dtype", kFloatT}, {"shape", ShapeText({})}};
  const Attrs t = {{"T", kFloatT}};
  const std::string graph =
      PlaceholderText("tf_example", {-1}, "type: DT_STRING") +
      NodeText("parse", "ParseExample", {"tf_example"}, {{"Tdense", "list { type: DT_FLOAT }"}}) +
      NodeText("x", "Identity", {"parse"}, t) + NodeText("a", "VariableV2", {}, variable) +
      NodeText("a/read", "Identity", {"a"}, {{"T", kFloatT}, {"_class", "list { s: \"loc:@a\" }"}}) +
      NodeText("b", "VariableV2", {}, variable) + NodeText("product", "Mul", {"a/read", "x"}, t) +
      NodeText("y", "Add", {"product", "b"}, t) +
      NodeText("train", "ApplyGradientDescent", {"a", "b", "b"}, t) + StringsText("asset", {"never"}) +
      NodeText("path", "Identity", {"asset"}, {{"T", "type: DT_STRING"}}) +
      StringsText("save/names", {"weights/slope", "weights/offset"}) +
      StringsText("save/slices", {"", ""}) + StringsText("save/prefix", {"model"}) +
      NodeText("save/restore", "RestoreV2", {"save/prefix", "save/names", "save/slices"},
               {{"dtypes", "list { type: DT_FLOAT type: DT_FLOAT }"}}) +
      NodeText("save/a", "Assign", {"a", "save/restore"}, t) +
      NodeText("save/b", "Assign", {"b", "save/restore:1"}, t);
  return "saved_model_schema_version: 1 meta_graphs { meta_info_def { tags: \"serve\" } graph_def { " +
         graph + " } signature_def { key: \"serving_default\" value { " +
         InfoText("inputs", "in", "x:0") + InfoText("outputs", "out", "y:0") +
         "method_name: \"tensorflow/serving/predict\" } } signature_def { key: \"examples\" value { "
         "inputs { key: \"in\" value { name: \"tf_example:0\" dtype: DT_STRING } } " +
         InfoText("outputs", "out", "y:0") +
         "method_name: \"tensorflow/serving/regress\" } } asset_file_def { tensor_info { name: "
         "\"asset:0\" } "
         "filename: \"vocabulary.txt\" } } meta_graphs { meta_info_def { tags: \"serve\" tags: \"gpu\" "
         "} graph_def { } }";
}

class SavedModelTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "runnel_c_api_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    fs::create_directory(folder_ + "/variables");
    Write(ModelText());
    WriteVariables("weights/slope", FloatTensor(runtime_, {}, {3}));
  }
  void TearDown() override { fs::remove_all(folder_); }
  void Write(const std::string& text) const { std::ofstream(folder_ + "/saved_model.pbtxt") << text; }
  void WriteVariables(const char* slope_name, const Tensor& slope) {
    const Tensor offset = FloatTensor(runtime_, {}, {0.5f});
    const rnl_str_t names[] = {rnl_str(slope_name), rnl_str("weights/offset")};
    rnl_tensor_t* const values[] = {slope, offset};
    const std::string prefix = folder_ + "/variables/variables";
    ASSERT_TRUE(IsOk(rnl_checkpoint_write(runtime_, rnl_str(prefix.c_str()), names, values, 2)));
  }
  rnl_status_t* Open(std::vector<rnl_str_t> tags = {}) {
    return rnl_saved_model_open(runtime_, rnl_str(folder_.c_str()), tags.data(), tags.size(),
                                model_.out());
  }
  rnl_status_t* LoadSignature(const char* key) {
    return rnl_saved_model_load_signature(model_, rnl_str(key), nullptr, graph_.out(), session_.out());
  }
  rnl_status_t* Load(std::vector<rnl_str_t> inputs, std::vector<rnl_str_t> outputs) {
    return rnl_saved_model_load(model_, inputs.data(), inputs.size(), outputs.data(), outputs.size(),
                                nullptr, graph_.out(), session_.out());
  }

  Runtime runtime_ = NewRuntime();
  std::string folder_;
  SavedModel model_;
  Graph graph_;
  Session session_;
};

TEST_F(SavedModelTest, ListsItsSignatures) {
  ASSERT_TRUE(IsOk(Open()));
  ASSERT_EQ(rnl_saved_model_num_signatures(model_), 2u);
  EXPECT_EQ(Str(rnl_saved_model_signature_key(model_, 0)), "examples");
  EXPECT_EQ(Str(rnl_saved_model_signature_key(model_, 1)), "serving_default");
  EXPECT_EQ(Str(rnl_saved_model_signature_method(model_, 1)), "tensorflow/serving/predict");
  ASSERT_EQ(rnl_saved_model_num_inputs(model_, 1), 1u);
  ASSERT_EQ(rnl_saved_model_num_outputs(model_, 1), 1u);
  rnl_str_t key, tensor;
  rnl_dtype_t dtype = 0;
  ASSERT_TRUE(IsOk(rnl_saved_model_input(model_, 1, 0, &key, &tensor, &dtype)));
  EXPECT_EQ(Str(key) + " " + Str(tensor), "in x:0");
  EXPECT_EQ(dtype, RNL_FLOAT);
  ASSERT_TRUE(IsOk(rnl_saved_model_output(model_, 1, 0, &key, &tensor, nullptr)));
  EXPECT_EQ(Str(key) + " " + Str(tensor), "out y:0");
  EXPECT_TRUE(Fails(rnl_saved_model_input(model_, 1, 1, &key, nullptr, nullptr), RNL_OUT_OF_RANGE,
                    {"input 1", "serving_default", "1"}));
  EXPECT_TRUE(
      Fails(rnl_saved_model_output(model_, 2, 0, nullptr, nullptr, nullptr), RNL_OUT_OF_RANGE, {"2"}));
  EXPECT_EQ(rnl_saved_model_signature_key(model_, 2).size, 0u);
  EXPECT_EQ(rnl_saved_model_num_signatures(nullptr), 0u);
}

TEST_F(SavedModelTest, ServesASignatureWithItsVariables) {
  ASSERT_TRUE(IsOk(Open()));
  ASSERT_TRUE(IsOk(LoadSignature("serving_default")));
  model_.reset();
  const rnl_str_t x = rnl_str("x:0"), y = rnl_str("y:0");
  const Tensor value = FloatTensor(runtime_, {3}, {0, 1, 2});
  rnl_tensor_t* const feed[] = {value};
  Tensor out;
  ASSERT_TRUE(
      IsOk(rnl_session_run(session_, nullptr, &x, feed, 1, &y, out.out(), 1, nullptr, 0, nullptr)));
  EXPECT_EQ(Floats(out), (std::vector<float>{0.5f, 3.5f, 6.5f}));
  rnl_node_t node = RNL_NO_NODE;
  ASSERT_TRUE(IsOk(rnl_graph_find_node(graph_, rnl_str("a/_rnl_handle"), &node)));
  EXPECT_EQ(Str(rnl_graph_node_op(graph_, node)), "VarHandleOp");
  ASSERT_TRUE(IsOk(rnl_graph_find_node(graph_, rnl_str("x"), &node)));
  EXPECT_EQ(Str(rnl_graph_node_op(graph_, node)), "Placeholder");
  for (const char* gone : {"parse", "train", "save/restore", "asset"})
    EXPECT_TRUE(Fails(rnl_graph_find_node(graph_, rnl_str(gone), &node), RNL_NOT_FOUND, {gone}));
  // What was restored may be saved and frozen like any other session's.
  Bytes frozen;
  ASSERT_TRUE(IsOk(rnl_session_freeze(session_, &y, 1, frozen.out())));
}

TEST_F(SavedModelTest, GivesAssetsAsPathsInItsFolder) {
  // A constant stands for the path, or as TensorFlow 2 has it a Placeholder.
  std::string second = ModelText();
  const std::string constant = StringsText("asset", {"never"});
  second.replace(second.find(constant), constant.size(),
                 PlaceholderText("asset", {}, "type: DT_STRING"));
  for (const std::string& model : {ModelText(), second}) {
    Write(model);
    ASSERT_TRUE(IsOk(Open()));
    ASSERT_TRUE(IsOk(Load({}, {rnl_str("path")})));
    const rnl_str_t path = rnl_str("path");
    Tensor out;
    ASSERT_TRUE(IsOk(rnl_session_run(session_, nullptr, nullptr, nullptr, 0, &path, out.out(), 1,
                                     nullptr, 0, nullptr)));
    rnl_str_t text;
    ASSERT_TRUE(IsOk(rnl_tensor_get_string(out, 0, &text)));
    EXPECT_EQ(Str(text), folder_ + "/assets/vocabulary.txt");
  }
}

TEST_F(SavedModelTest, NamesWhatItCannotFind) {
  SavedModel none;
  EXPECT_TRUE(Fails(rnl_saved_model_open(runtime_, rnl_str("/nowhere/model"), nullptr, 0, none.out()),
                    RNL_NOT_FOUND, {"/nowhere/model", "saved_model.pb", "saved_model.pbtxt"}));
  EXPECT_TRUE(
      Fails(Open({rnl_str("train")}), RNL_NOT_FOUND, {folder_.c_str(), "train", "serve", "gpu"}));
  EXPECT_TRUE(IsOk(Open({rnl_str("gpu"), rnl_str("serve")})));
  ASSERT_TRUE(IsOk(Open()));
  EXPECT_TRUE(Fails(LoadSignature("absent"), RNL_NOT_FOUND,
                    {"\"absent\"", "\"examples\"", "\"serving_default\""}));
  EXPECT_EQ(graph_.get(), nullptr);
  EXPECT_EQ(session_.get(), nullptr);
  EXPECT_TRUE(Fails(Load({}, {rnl_str("z")}), RNL_NOT_FOUND, {folder_.c_str(), "\"z\""}));
  EXPECT_TRUE(Fails(Load({rnl_str("w")}, {rnl_str("y")}), RNL_NOT_FOUND, {"\"w\""}));
  EXPECT_TRUE(Fails(Load({rnl_str("parse:1")}, {rnl_str("y")}), RNL_INVALID_ARGUMENT,
                    {"\"parse:1\"", "first output"}));
  EXPECT_TRUE(Fails(Load({}, {}), RNL_INVALID_ARGUMENT, {"outputs"}));
  EXPECT_TRUE(
      Fails(rnl_saved_model_load(model_, nullptr, 0, nullptr, 1, nullptr, graph_.out(), session_.out()),
            RNL_INVALID_ARGUMENT, {"outputs"}));
}

TEST_F(SavedModelTest, RefusesVariablesThatAreMissingOrDoNotFit) {
  ASSERT_TRUE(IsOk(Open()));
  WriteVariables("other", FloatTensor(runtime_, {}, {3}));
  EXPECT_TRUE(Fails(LoadSignature("serving_default"), RNL_NOT_FOUND,
                    {folder_.c_str(), "\"a\"", "weights/slope"}));
  WriteVariables("weights/slope", FloatTensor(runtime_, {2}, {3, 4}));
  EXPECT_TRUE(
      Fails(LoadSignature("serving_default"), RNL_INVALID_ARGUMENT, {"\"a\"", "float[]", "float[2]"}));
  WriteVariables("weights/slope", IntTensor(runtime_, {}, {3}));
  EXPECT_TRUE(
      Fails(LoadSignature("serving_default"), RNL_INVALID_ARGUMENT, {"\"a\"", "float[]", "int32[]"}));
  fs::remove_all(folder_ + "/variables");
  EXPECT_TRUE(Fails(LoadSignature("serving_default"), RNL_NOT_FOUND, {"variables/variables.index"}));
}

TEST_F(SavedModelTest, DamageIsAStatusThatNamesTheFolder) {
  const std::string whole = ModelText();
  for (size_t size = 0; size < whole.rfind("asset_file_def"); size += 37) {
    Write(whole.substr(0, size));
    const Status status(Open());
    ASSERT_FALSE(status.ok()) << size;
    EXPECT_NE(status.message().find(folder_ + "/saved_model.pbtxt"), std::string::npos)
        << status.ToString();
  }
  Write(
      "meta_graphs { meta_info_def { tags: \"serve\" } graph_def { node { name: \"n\" op: \"Identity\" "
      "input: \"gone\" } } }");
  ASSERT_TRUE(IsOk(Open()));
  EXPECT_TRUE(Fails(Load({}, {rnl_str("n")}), RNL_NOT_FOUND, {"\"n\"", "\"gone\""}));
  // A variable that is its own restore source, and nodes that go round: nothing hangs.
  Write("meta_graphs { meta_info_def { tags: \"serve\" } graph_def { " +
        NodeText("v", "VariableV2", {}, {{"dtype", kFloatT}, {"shape", ShapeText({})}}) +
        NodeText("i", "Identity", {"i"}, {{"T", kFloatT}}) +
        NodeText("set", "Assign", {"v", "i"}, {{"T", kFloatT}}) + " } }");
  ASSERT_TRUE(IsOk(Open()));
  EXPECT_TRUE(Fails(Load({}, {rnl_str("v")}), RNL_NOT_FOUND, {"\"v\""})) << "no checkpoint has it";
  EXPECT_TRUE(Fails(Load({}, {rnl_str("i")}), RNL_INVALID_ARGUMENT, {"cycle", "\"i\""}));
}

// Besides those of ModelText: "bump", which counts a slope up; "inner", which takes as its input what
// "serving_default" computes; and an init op, which is no tensor.
// As TensorFlow 2 writes them: signature and saver call functions, which get the variable's handle; the
// init op adds what an asset's path and a variable of its own say.
std::string FunctionModelText() {
  const Attrs variable = {{"dtype", kFloatT}, {"shape", ShapeText({})}, {"shared_name", "s: \"scale\""}};
  const Attrs t = {{"T", kFloatT}}, dtype = {{"dtype", kFloatT}};
  const auto body = [](const std::string& node) { return "node_def" + node.substr(4); };
  const auto call = [](const std::string& name, const std::vector<std::string>& inputs,
                       const std::string& function, const std::string& in, const std::string& out) {
    return NodeText(name, "StatefulPartitionedCall", inputs,
                    {{"Tin", "list { " + in + " }"},
                     {"Tout", "list { " + out + " }"},
                     {"f", "func { name: \"" + function + "\" }"}});
  };
  const std::string serve =
      "function { signature { name: \"serve\" input_arg { name: \"x\" type: DT_FLOAT } input_arg { "
      "name: "
      "\"v\" type: DT_RESOURCE } output_arg { name: \"y\" type: DT_FLOAT } } " +
      body(NodeText("read", "ReadVariableOp", {"v"}, dtype)) +
      body(NodeText("product", "Mul", {"read:value:0", "x"}, t)) +
      "ret { key: \"y\" value: \"product:z:0\" } } ";
  const std::string restore =
      "function { signature { name: \"restore\" input_arg { name: \"file\" type: DT_STRING } input_arg "
      "{ "
      "name: \"to\" type: DT_RESOURCE } output_arg { name: \"done\" type: DT_STRING } } " +
      body(StringsText("names", {"other", "scale/.ATTRIBUTES/VARIABLE_VALUE"})) +
      body(StringsText("slices", {"", ""})) +
      body(NodeText("restored", "RestoreV2", {"file", "names:output:0", "slices:output:0"},
                    {{"dtypes", "list { type: DT_FLOAT type: DT_FLOAT }"}})) +
      body(NodeText("value", "Identity", {"restored:tensors:1"}, t)) +
      body(NodeText("assign", "AssignVariableOp", {"to", "value:output:0"}, dtype)) +
      "ret { key: \"done\" value: \"file\" } } ";
  return "saved_model_schema_version: 1 meta_graphs { meta_info_def { tags: \"serve\" } graph_def { " +
         NodeText("variable", "VarHandleOp", {}, variable) + PlaceholderText("x", {-1}) +
         StringsText("file", {"model"}) +
         call("served", {"x", "variable"}, "serve", "type: DT_FLOAT type: DT_RESOURCE",
              "type: DT_FLOAT") +
         call("restoring", {"file", "variable"}, "restore", "type: DT_STRING type: DT_RESOURCE",
              "type: DT_STRING") +
         NodeText("local", "VarHandleOp", {},
                  {{"dtype", kFloatT}, {"shape", ShapeText({})}, {"shared_name", "s: \"local\""}}) +
         ConstFloat("one", 1) + NodeText("begin", "AssignVariableOp", {"local", "one"}, dtype) +
         NodeText("has", "ReadVariableOp", {"local", "^begin"}, dtype) +
         NodeText("more", "AssignAddVariableOp", {"variable", "has"}, dtype) +
         NodeText("init", "NoOp", {"^more"}) + "library { " + serve + restore +
         "} } saver_def { filename_tensor_name: \"file:0\" restore_op_name: \"restoring\" version: V2 } "
         "signature_def { key: \"serving_default\" value { " +
         InfoText("inputs", "x", "x:0") + InfoText("outputs", "y", "served:0") +
         "} } signature_def { key: \"__saved_model_init_op\" value { outputs { key: \"op\" value { "
         "name: "
         "\"init\" } } } } }";
}

TEST_F(SavedModelTest, RestoresAndInitialisesAsTensorFlow2Does) {
  Write(FunctionModelText());
  WriteVariables("scale/.ATTRIBUTES/VARIABLE_VALUE", FloatTensor(runtime_, {}, {3}));
  ASSERT_TRUE(IsOk(Open()));
  const auto run = [&](float value) {
    const rnl_str_t x = rnl_str("x:0"), y = rnl_str("served:0");
    const Tensor fed = FloatTensor(runtime_, {1}, {value});
    rnl_tensor_t* const feed[] = {fed};
    Tensor out;
    EXPECT_TRUE(
        IsOk(rnl_session_run(session_, nullptr, &x, feed, 1, &y, out.out(), 1, nullptr, 0, nullptr)));
    return out.get() == nullptr ? std::vector<float>() : Floats(out);
  };
  ASSERT_TRUE(IsOk(LoadSignature("serving_default")));
  EXPECT_EQ(run(2), (std::vector<float>{8})) << "3 from the checkpoint, 1 by the init op";
  // It runs once.
  ASSERT_TRUE(IsOk(rnl_saved_model_add_signature(model_, rnl_str("__saved_model_init_op"), session_)));
  EXPECT_EQ(run(2), (std::vector<float>{8}));

  // An init op that needs what is not here matters to nobody who does not need it.
  std::string text = FunctionModelText();
  text.replace(text.find("\"NoOp\""), 6, "\"InitializeTheMoon\"");
  Write(text);
  LogLines log;
  RuntimeOptions options;
  ASSERT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_log(options, &LogLines::Take, &log)));
  Runtime runtime;
  ASSERT_TRUE(IsOk(rnl_runtime_create(options, runtime.out())));
  std::swap(runtime_, runtime);
  ASSERT_TRUE(IsOk(Open()));
  ASSERT_TRUE(IsOk(LoadSignature("serving_default")));
  EXPECT_EQ(run(2), (std::vector<float>{6}));
  EXPECT_TRUE(log.Has("it was not initialised")) << log.All();
  EXPECT_TRUE(log.Has("InitializeTheMoon")) << log.All();
  std::swap(runtime_, runtime);
  session_.reset();
  graph_.reset();
  model_.reset();
}

std::string StatefulModelText() {
  std::string text = ModelText();
  const auto insert = [&](const std::string& before, const std::string& what) {
    text.insert(text.find(before), what);
  };
  const Attrs t = {{"T", kFloatT}};
  insert(NodeText("y", "Add", {"product", "b"}, t),
         ConstText("one", "dtype: DT_FLOAT tensor_shape { } float_val: 1") +
             NodeText("added", "AssignAdd", {"a", "one"}, t) +
             NodeText("bumped", "Identity", {"added"}, t) + NodeText("z", "Add", {"product", "one"}, t) +
             NodeText("init", "NoOp", {}, {}));
  insert("signature_def { key: \"examples\"",
         "signature_def { key: \"bump\" value { " + InfoText("outputs", "out", "bumped:0") +
             "} } signature_def { key: \"inner\" value { " + InfoText("inputs", "in", "product:0") +
             InfoText("outputs", "out", "z:0") +
             "} } signature_def { key: \"__saved_model_init_op\" value { outputs { key: \"op\" value { "
             "name: \"init\" dtype: DT_INVALID tensor_shape { unknown_rank: true } } } } } ");
  return text;
}

TEST_F(SavedModelTest, SignaturesThatAreAddedShareOneState) {
  Write(StatefulModelText());
  ASSERT_TRUE(IsOk(Open()));
  const auto add = [&](const char* key) {
    return rnl_saved_model_add_signature(model_, rnl_str(key), session_);
  };
  const auto run = [&](const char* feed, float value, const char* fetch) {
    const rnl_str_t feed_name = rnl_str(feed), fetch_name = rnl_str(fetch);
    const Tensor fed = FloatTensor(runtime_, {1}, {value});
    rnl_tensor_t* const values[] = {fed};
    Tensor out;
    EXPECT_TRUE(IsOk(rnl_session_run(session_, nullptr, &feed_name, values, *feed == 0 ? 0u : 1u,
                                     &fetch_name, out.out(), 1, nullptr, 0, nullptr)));
    return out.get() == nullptr ? std::vector<float>() : Floats(out);
  };
  ASSERT_TRUE(IsOk(LoadSignature("serving_default")));
  EXPECT_EQ(run("x", 2, "y"), (std::vector<float>{6.5f}));
  ASSERT_TRUE(IsOk(add("bump")));
  EXPECT_EQ(run("", 0, "bumped"), (std::vector<float>{4}));
  EXPECT_EQ(run("x", 2, "y"), (std::vector<float>{8.5f})) << "the slope that bump has left";
  // Once more, and what is there already: nothing is restored again.
  ASSERT_TRUE(IsOk(add("bump")));
  ASSERT_TRUE(IsOk(add("serving_default")));
  EXPECT_EQ(run("x", 2, "y"), (std::vector<float>{8.5f}));
  ASSERT_TRUE(IsOk(add("inner")));
  EXPECT_EQ(run("product", 10, "z"), (std::vector<float>{11}));
  EXPECT_EQ(run("x", 2, "y"), (std::vector<float>{8.5f})) << "its product is still computed";
  ASSERT_TRUE(IsOk(add("__saved_model_init_op")));
  const rnl_str_t init = rnl_str("init");
  EXPECT_TRUE(IsOk(
      rnl_session_run(session_, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0, &init, 1, nullptr)));

  EXPECT_TRUE(Fails(add("absent"), RNL_NOT_FOUND, {"\"absent\"", "\"bump\""}));
  EXPECT_EQ(run("", 0, "bumped"), (std::vector<float>{5})) << "a failure changes nothing";
}

TEST_F(SavedModelTest, SaysWhyASignatureCannotBeAdded) {
  Write(StatefulModelText());
  ASSERT_TRUE(IsOk(Open()));
  ASSERT_TRUE(IsOk(LoadSignature("inner")));
  const rnl_str_t key = rnl_str("serving_default");
  EXPECT_TRUE(Fails(rnl_saved_model_add_signature(model_, key, session_), RNL_INVALID_ARGUMENT,
                    {folder_.c_str(), "serving_default", "product", "Placeholder"}));
  EXPECT_TRUE(
      Fails(rnl_saved_model_add_signature(model_, key, nullptr), RNL_INVALID_ARGUMENT, {"session"}));
  EXPECT_TRUE(
      Fails(rnl_saved_model_add_signature(nullptr, key, session_), RNL_INVALID_ARGUMENT, {"model"}));
  SavedModel other;
  ASSERT_TRUE(IsOk(rnl_saved_model_open(runtime_, rnl_str(folder_.c_str()), nullptr, 0, other.out())));
  EXPECT_TRUE(Fails(rnl_saved_model_add_signature(other, key, session_), RNL_INVALID_ARGUMENT,
                    {"not loaded from"}));
}

TEST_F(SavedModelTest, SaysWhatAPathWithoutAModelHas) {
  const auto open = [&](const std::string& path) {
    return rnl_saved_model_open(runtime_, rnl_str(path.c_str()), nullptr, 0, model_.out());
  };
  EXPECT_TRUE(Fails(open(folder_ + "/saved_model.pbtxt"), RNL_INVALID_ARGUMENT,
                    {"this is the saved_model.pb of a SavedModel; open the folder"}));
  std::ofstream(folder_ + "/model.tflite") << std::string("\x1c\0\0\0TFL3\0\0\0\0", 12);
  EXPECT_TRUE(Fails(open(folder_ + "/model.tflite"), RNL_DATA_LOSS,
                    {"TFLite model", "model.tflite", "damaged"}));
  fs::create_directories(folder_ + "/served/7");
  fs::rename(folder_ + "/saved_model.pbtxt", folder_ + "/served/7/saved_model.pb");
  EXPECT_TRUE(
      Fails(open(folder_ + "/served"), RNL_NOT_FOUND, {"neither saved_model.pb", "served/7\" is one"}));
  EXPECT_TRUE(Fails(open(folder_ + "/nowhere"), RNL_NOT_FOUND, {"no such file or folder"}));
  std::ofstream(folder_ + "/saved_model.pb") << "node { name: \"c\" op: \"NoOp\" }";
  EXPECT_TRUE(Fails(open(folder_), RNL_INVALID_ARGUMENT, {"this is a GraphDef; import it as a graph"}));
}

}  // namespace
}  // namespace runnel_test
