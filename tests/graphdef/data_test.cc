// Every graph that TensorFlow wrote in the data set decodes, and comes back the same from either form.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/graph/graph_def.h"
#include "core/graph/meta_graph.h"

namespace runnel {
namespace {

namespace fs = std::filesystem;

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Files below any of the folders whose name ends like one of the suffixes, sorted.
std::vector<fs::path> DataFiles(std::initializer_list<const char*> folders,
                                std::initializer_list<const char*> suffixes) {
  std::vector<fs::path> out;
  for (const char* folder : folders) {
    const fs::path root = fs::path(std::getenv("RUNNEL_DATA_DIR")) / folder;
    if (!fs::exists(root)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const std::string name = entry.path().filename().string();
      for (const char* suffix : suffixes) {
        if (entry.is_regular_file() && name.ends_with(suffix)) out.push_back(entry.path());
      }
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

void ExpectStable(const GraphDef& graph, const fs::path& path) {
  const auto bytes = EncodeGraphDef(graph);
  ASSERT_TRUE(bytes.ok()) << path << bytes.status().ToString();
  const auto again = DecodeGraphDef(*bytes);
  ASSERT_TRUE(again.ok()) << path << again.status().ToString();
  EXPECT_EQ(again->nodes, graph.nodes) << path;
  EXPECT_EQ(*EncodeGraphDef(*again), *bytes) << path;
  const auto text = PrintTextGraphDef(graph);
  ASSERT_TRUE(text.ok()) << path;
  const auto from_text = ReadGraphDef(*text);
  ASSERT_TRUE(from_text.ok()) << path << from_text.status().ToString();
  EXPECT_EQ(*EncodeGraphDef(*from_text), *bytes) << path;
}

#define SKIP_WITHOUT_DATA() \
  if (std::getenv("RUNNEL_DATA_DIR") == nullptr) GTEST_SKIP() << "data: RUNNEL_DATA_DIR is not set"

TEST(GraphDefData, EveryGraphRoundTrips) {
  SKIP_WITHOUT_DATA();
  const auto files = DataFiles({"tf_graphdef", "tf_graphdef_pbtxt"}, {".pb", ".pbtxt"});
  EXPECT_GE(files.size(), 9u);
  for (const fs::path& path : files) {
    const auto graph = ReadGraphDef(ReadFile(path));
    ASSERT_TRUE(graph.ok()) << path << graph.status().ToString();
    EXPECT_FALSE(graph->nodes.empty()) << path;
    ExpectStable(*graph, path);
  }
}

TEST(GraphDefData, EverySavedModelHasItsSignatures) {
  SKIP_WITHOUT_DATA();
  const auto files = DataFiles({"tf_saved_model"}, {"saved_model.pb", "saved_model.pbtxt"});
  EXPECT_GE(files.size(), 3u);
  for (const fs::path& path : files) {
    const auto model = ReadSavedModel(ReadFile(path));
    ASSERT_TRUE(model.ok()) << path << model.status().ToString();
    const auto meta = model->Find({"serve"});
    ASSERT_TRUE(meta.ok()) << path << meta.status().ToString();
    ASSERT_FALSE((*meta)->signatures.empty()) << path;
    for (const SignatureDef& signature : (*meta)->signatures) {
      for (const TensorInfo& output : signature.outputs) EXPECT_FALSE(output.name.empty()) << path;
    }
    ExpectStable((*meta)->graph, path);
  }
}

TEST(GraphDefData, BothFormsOfHalfPlusTwoSayTheSame) {
  SKIP_WITHOUT_DATA();
  const fs::path root = fs::path(std::getenv("RUNNEL_DATA_DIR")) / "tf_saved_model";
  const auto binary = ReadSavedModel(ReadFile(root / "half_plus_two/00000123/saved_model.pb"));
  const auto text = ReadSavedModel(ReadFile(root / "half_plus_two_pbtxt/00000123/saved_model.pbtxt"));
  ASSERT_TRUE(binary.ok() && text.ok());
  for (const auto* model : {&*binary, &*text}) {
    const MetaGraphDef* meta = *model->Find({"serve"});
    const SignatureDef* signature = meta->FindSignature("serving_default");
    ASSERT_NE(signature, nullptr);
    EXPECT_EQ(signature->inputs.at(0).name, "x:0");
    EXPECT_EQ(signature->outputs.at(0).name, "y:0");
    EXPECT_EQ(signature->inputs.at(0).dtype, DType::kFloat);
    EXPECT_EQ(meta->assets.at(0).filename, "foo.txt");
    EXPECT_EQ(meta->saver.filename_tensor, "save/Const:0");
  }
}

TEST(GraphDefData, EveryTrainingMetaGraphRoundTrips) {
  SKIP_WITHOUT_DATA();
  const auto files = DataFiles({"tf_checkpoint", "tf_saved_model"}, {".meta"});
  EXPECT_GE(files.size(), 3u);
  for (const fs::path& path : files) {
    const auto meta = ReadMetaGraphDef(ReadFile(path));
    ASSERT_TRUE(meta.ok()) << path << meta.status().ToString();
    EXPECT_FALSE(meta->graph.nodes.empty()) << path;
    EXPECT_FALSE(meta->saver.restore_op.empty()) << path;
    if (const CollectionDef* variables = meta->FindCollection("variables")) {
      for (const std::string& bytes : variables->bytes) {
        const auto variable = DecodeVariableDef(bytes);
        ASSERT_TRUE(variable.ok()) << path << variable.status().ToString();
        EXPECT_FALSE(variable->variable.empty()) << path;
      }
    }
    ExpectStable(meta->graph, path);
  }
}

}  // namespace
}  // namespace runnel
