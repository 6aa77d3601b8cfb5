// What state is called outside: variables in checkpoints, as TensorFlow's Saver calls them, and
// resources in exported graphs.
#include <cstdlib>
#include <filesystem>

#include "tests/c_api/support/expect.h"
#include "tests/c_api/support/model.h"

namespace runnel_test {
namespace {

std::string FloatOp(const std::string& name, const std::string& op, const std::string& inputs,
                    const std::string& type_attr, const std::string& more = "") {
  return "node { name: \"" + name + "\" op: \"" + op + "\" " + inputs + " attr { key: \"" + type_attr +
         "\" value { type: DT_FLOAT } } " + more + "}\n";
}
std::string In(const std::string& name) { return "input: \"" + name + "\" "; }
std::string Text(const std::string& key, const std::string& value) {
  return "attr { key: \"" + key + "\" value { s: \"" + value + "\" } } ";
}
const char kScalar[] = "attr { key: \"shape\" value { shape { } } } ";

// One variable of TensorFlow 1, one with a name of its own, and y = v + u.
const std::string kMixed =
    FloatOp("v", "VariableV2", "", "dtype", kScalar) +
    FloatOp("u_node", "VarHandleOp", "", "dtype", kScalar + Text("shared_name", "u")) +
    FloatOp("x", "Placeholder", "", "dtype", kScalar) +
    FloatOp("set_v", "Assign", In("v") + In("x"), "T") +
    FloatOp("set_u", "AssignVariableOp", In("u_node") + In("x"), "dtype") +
    FloatOp("u", "ReadVariableOp", In("u_node"), "dtype") +
    FloatOp("y", "AddV2", In("v") + In("u"), "T");

class StateNamesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "runnel_names_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    prefix_ = folder_ + "/model";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void Open(const std::string& text) {
    ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph_.out())));
    ASSERT_TRUE(IsOk(rnl_graph_import(graph_, {text.data(), text.size()}, nullptr)));
    ASSERT_TRUE(IsOk(rnl_session_create(graph_, nullptr, session_.out())));
  }
  void Set(const char* target, float value) {
    const Tensor x = FloatTensor(runtime_, {}, {value});
    rnl_tensor_t* const feed[] = {x};
    const rnl_str_t x_name = rnl_str("x"), name = rnl_str(target);
    ASSERT_TRUE(IsOk(
        rnl_session_run(session_, nullptr, &x_name, feed, 1, nullptr, nullptr, 0, &name, 1, nullptr)));
  }
  float Fetch(const char* output) {
    Tensor out;
    const rnl_str_t name = rnl_str(output);
    EXPECT_TRUE(IsOk(rnl_session_run(session_, nullptr, nullptr, nullptr, 0, &name, out.out(), 1,
                                     nullptr, 0, nullptr)));
    const std::vector<float> values = Floats(out);
    return values.empty() ? -1 : values[0];
  }
  std::vector<std::string> Saved() {
    std::vector<std::string> names;
    Checkpoint checkpoint;
    EXPECT_TRUE(IsOk(rnl_checkpoint_open(runtime_, rnl_str(prefix_.c_str()), checkpoint.out())));
    for (size_t i = 0; i < rnl_checkpoint_count(checkpoint); ++i) {
      names.push_back(Str(rnl_checkpoint_name(checkpoint, i)));
    }
    return names;
  }
  void Write(const std::vector<const char*>& names, const std::vector<float>& values) {
    std::vector<Tensor> tensors;
    std::vector<rnl_str_t> views;
    std::vector<rnl_tensor_t*> raw;
    for (size_t i = 0; i < names.size(); ++i) {
      tensors.push_back(FloatTensor(runtime_, {}, {values[i]}));
      views.push_back(rnl_str(names[i]));
      raw.push_back(tensors.back());
    }
    ASSERT_TRUE(IsOk(rnl_checkpoint_write(runtime_, rnl_str(prefix_.c_str()), views.data(), raw.data(),
                                          views.size())));
  }
  std::string Exported() {
    Bytes bytes;
    EXPECT_TRUE(IsOk(rnl_graph_export_text(graph_, bytes.out())));
    return Str(rnl_bytes_view(bytes));
  }

  Runtime runtime_ = NewRuntime();
  Graph graph_;
  Session session_;
  std::string folder_, prefix_;
};

TEST_F(StateNamesTest, VariablesAreSavedUnderTensorFlowsNames) {
  Open(kMixed);
  Set("set_v", 2);
  Set("set_u", 3);
  ASSERT_TRUE(IsOk(rnl_session_save(session_, rnl_str(prefix_.c_str()))));
  EXPECT_EQ(Saved(), (std::vector<std::string>{"u", "v"}));
  Set("set_v", 0);
  ASSERT_TRUE(IsOk(rnl_session_restore(session_, rnl_str(prefix_.c_str()))));
  EXPECT_EQ(Fetch("y"), 5);
}

TEST_F(StateNamesTest, CheckpointsOfTheFirstVersionAreRead) {
  Open(kMixed);
  Write({"u_node", "v/_rnl_handle"}, {10, 20});
  ASSERT_TRUE(IsOk(rnl_session_restore(session_, rnl_str(prefix_.c_str()))));
  EXPECT_EQ(Fetch("u"), 10);
  EXPECT_EQ(Fetch("v"), 20);
  // One name of each kind is no checkpoint of either.
  Write({"u", "v/_rnl_handle"}, {1, 2});
  EXPECT_TRUE(Fails(rnl_session_restore(session_, rnl_str(prefix_.c_str())), RNL_NOT_FOUND, {"\"v\""}));
  EXPECT_EQ(Fetch("v"), 20);
}

TEST_F(StateNamesTest, ShardsAndManifestsGoByTheSameNames) {
  Open(kMixed);
  Set("set_v", 2);
  Set("set_u", 3);
  ASSERT_TRUE(IsOk(rnl_session_save_sharded(session_, rnl_str(prefix_.c_str()))));
  const std::string whole = prefix_;
  prefix_ += ".localhost-0.1";
  EXPECT_EQ(Saved(), (std::vector<std::string>{"_runnel/id", "u", "v"}));
  Set("set_v", 0);
  ASSERT_TRUE(IsOk(rnl_session_restore_sharded(session_, rnl_str(whole.c_str()))));
  EXPECT_EQ(Fetch("y"), 5);
}

TEST_F(StateNamesTest, VariablesOfTwoContainersWithOneNameGoByTheirNodes) {
  Open(kMixed +
       FloatOp("other", "VarHandleOp", "", "dtype",
               kScalar + Text("shared_name", "u") + Text("container", "c")) +
       FloatOp("set_other", "AssignVariableOp", In("other") + In("x"), "dtype"));
  Set("set_v", 1);
  Set("set_u", 2);
  Set("set_other", 3);
  ASSERT_TRUE(IsOk(rnl_session_save(session_, rnl_str(prefix_.c_str()))));
  EXPECT_EQ(Saved(), (std::vector<std::string>{"other", "u_node", "v"}));
  ASSERT_TRUE(IsOk(rnl_session_restore(session_, rnl_str(prefix_.c_str()))));
}

TEST_F(StateNamesTest, ExportedResourcesHaveNames) {
  Open(FloatOp("a", "VarHandleOp", "", "dtype", kScalar) +
       FloatOp("b", "VarHandleOp", "", "dtype", kScalar + Text("shared_name", "mine")) +
       "node { name: \"q\" op: \"FIFOQueueV2\" attr { key: \"component_types\" value { list { type: "
       "DT_FLOAT } } } }\n" +
       FloatOp("acc", "ResourceConditionalAccumulator", "", "dtype", kScalar));
  const std::string text = Exported();
  for (const char* name : {"\"a\"", "\"mine\"", "\"q\"", "\"acc\""}) {
    EXPECT_NE(text.find(std::string("s: ") + name), std::string::npos) << name << " in\n" << text;
  }
  EXPECT_EQ(text.find("s: \"b\""), std::string::npos);
}

TEST_F(StateNamesTest, RefVariablesAreExportedAsSuch) {
  Open(kMixed);
  const std::string text = Exported();
  EXPECT_NE(text.find("op: \"VariableV2\""), std::string::npos) << text;
  EXPECT_NE(text.find("op: \"Assign\""), std::string::npos) << text;
  EXPECT_NE(text.find("op: \"VarHandleOp\""), std::string::npos) << "u was none\n" << text;
  EXPECT_EQ(text.find("_rnl_"), std::string::npos) << text;
  // And mean the same again.
  Open(text);
  Set("set_v", 4);
  Set("set_u", 5);
  EXPECT_EQ(Fetch("y"), 9);
}

TEST_F(StateNamesTest, WhatWasAddedToRefVariablesIsExportedWithThem) {
  Open(kMixed);
  // An update of a ref variable and one that was added here: both are ref variables then.
  const std::string added = FloatOp("slot", "VarHandleOp", "", "dtype", kScalar) +
                            "node { name: \"set_slot\" op: \"AssignVariableOp\" input: \"slot\" input: "
                            "\"zero\" attr { key: \"dtype\" value { "
                            "type: DT_FLOAT } } }\n"
                            "node { name: \"zero\" op: \"Const\" attr { key: \"dtype\" value { type: "
                            "DT_FLOAT } } attr { key: \"value\" value { "
                            "tensor { dtype: DT_FLOAT tensor_shape { } float_val: 0 } } } }\n";
  ASSERT_TRUE(IsOk(rnl_graph_import(graph_, {added.data(), added.size()}, nullptr)));
  rnl_node_t handle = RNL_NO_NODE, slot = RNL_NO_NODE, value = RNL_NO_NODE;
  ASSERT_TRUE(IsOk(rnl_graph_find_node(graph_, rnl_str("v/_rnl_handle"), &handle)));
  ASSERT_TRUE(IsOk(rnl_graph_find_node(graph_, rnl_str("slot"), &slot)));
  ASSERT_TRUE(IsOk(rnl_graph_find_node(graph_, rnl_str("x"), &value)));
  rnl_node_builder_t* builder =
      rnl_node_builder_create(graph_, rnl_str("ResourceApplyMomentum"), rnl_str("step"));
  for (const rnl_node_t input : {handle, slot, value, value, value}) {
    rnl_node_builder_add_input(builder, {input, 0});
  }
  ASSERT_TRUE(IsOk(rnl_node_builder_finish(builder, &value)));
  const std::string text = Exported();
  EXPECT_NE(text.find("op: \"ApplyMomentum\""), std::string::npos) << text;
  EXPECT_EQ(text.find("VarHandleOp"), std::string::npos) << text;
  Open(text);
  Set("set_v", 1);
  Set("set_slot", 0);
  Set("step", 0.5);
  EXPECT_EQ(Fetch("v"), 0.75);
}

}  // namespace
}  // namespace runnel_test
