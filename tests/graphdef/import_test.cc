// Graphs that TensorFlow wrote, through Graph and back: no node, edge or attr is lost.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "core/graph/graph.h"

namespace runnel {
namespace {

namespace fs = std::filesystem;

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string> Normalised(std::vector<std::string> inputs) {
  for (std::string& input : inputs) {
    if (input.ends_with(":0")) input.resize(input.size() - 2);
  }
  return inputs;
}

void ExpectContains(const GraphDef& exported, const GraphDef& original, const fs::path& path) {
  std::map<std::string_view, const NodeDef*> by_name;
  for (const NodeDef& node : exported.nodes) by_name[node.name] = &node;
  EXPECT_EQ(by_name.size(), original.nodes.size()) << path;
  for (const NodeDef& node : original.nodes) {
    ASSERT_TRUE(by_name.contains(node.name)) << path << " " << node.name;
    const NodeDef& other = *by_name[node.name];
    EXPECT_EQ(other.op, node.op) << path << " " << node.name;
    EXPECT_EQ(other.device, node.device) << path << " " << node.name;
    EXPECT_EQ(Normalised(other.inputs), Normalised(node.inputs)) << path << " " << node.name;
    for (const auto& [name, value] : node.attrs) {
      const AttrValue* got = FindAttr(other.attrs, name);
      ASSERT_NE(got, nullptr) << path << " " << node.name << "." << name;
      EXPECT_EQ(*got, value) << path << " " << node.name << "." << name;
    }
  }
}

TEST(GraphImport, KeepsEveryNodeEdgeAndAttrOfTensorFlowsGraphs) {
  const char* data = std::getenv("RUNNEL_DATA_DIR");
  if (data == nullptr) GTEST_SKIP() << "data: RUNNEL_DATA_DIR is not set";
  for (const char* name :
       {"tf_graphdef/multi_add.pb", "tf_graphdef/nnstreamer_mnist.pb",
        "tf_graphdef/tf2onnx_fc-layers_frozen.pb",
        "tf_saved_model/tf2onnx_regression/graphdef/frozen.pb",
        "tf_graphdef_pbtxt/grappler/while_loop.pbtxt", "tf_graphdef_pbtxt/lite_permute.pbtxt",
        "tf_graphdef_pbtxt/lite_gather.pbtxt", "tf_graphdef_pbtxt/grappler/merge_without_loops.pbtxt"}) {
    const fs::path path = fs::path(data) / name;
    auto original = ReadGraphDef(ReadFile(path));
    ASSERT_TRUE(original.ok()) << path << original.status().ToString();
    for (NodeDef& node : original->nodes) {
      if (node.op == "PlaceholderV2") node.op = "Placeholder";  // what it is now called
    }
    const OpRegistry registry;
    Graph graph(&registry);
    const Status imported = graph.Import(*original);
    ASSERT_TRUE(imported.ok()) << path << imported.ToString();
    const auto bytes = EncodeGraphDef(graph.Export());
    ASSERT_TRUE(bytes.ok()) << path << bytes.status().ToString();
    const auto exported = DecodeGraphDef(*bytes);
    ASSERT_TRUE(exported.ok()) << path << exported.status().ToString();
    ExpectContains(*exported, *original, path);

    Graph again(&registry);
    ASSERT_TRUE(again.Import(*exported).ok()) << path;
    ExpectContains(again.Export(), *exported, path);
  }
}

TEST(GraphImport, KeepsFunctionsAndTheirCalls) {
  const auto def = ParseTextGraphDef(R"(
    node { name: "a" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
    node { name: "call" op: "Double" input: "a" attr { key: "T" value { type: DT_FLOAT } } }
    library {
      function {
        signature {
          name: "Double"
          input_arg { name: "x" type_attr: "T" }
          output_arg { name: "y" type_attr: "T" }
          attr { name: "T" type: "type" allowed_values { list { type: [DT_FLOAT, DT_DOUBLE] } } }
        }
        node_def { name: "add" op: "AddV2" input: "x" input: "x" attr { key: "T" value { placeholder: "T" } } }
        ret { key: "y" value: "add:z:0" }
      }
      gradient { function_name: "Double" gradient_func: "Double" }
    })");
  ASSERT_TRUE(def.ok()) << def.status().ToString();
  const OpRegistry registry;
  Graph graph(&registry);
  const Status imported = graph.Import(*def);
  ASSERT_TRUE(imported.ok()) << imported.ToString();
  EXPECT_EQ(graph.FindNode("call")->output_type(0), DType::kFloat);
  const GraphDef exported = graph.Export();
  ASSERT_EQ(exported.functions.size(), 1u);
  EXPECT_EQ(*EncodeFunctionDef(exported.functions[0]), *EncodeFunctionDef(def->functions[0]));
  EXPECT_EQ(exported.gradients, def->gradients);
}

}  // namespace
}  // namespace runnel
