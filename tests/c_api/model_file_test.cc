// Models in files: what they are is told by their content, and plugins import those of other programs.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

namespace fs = std::filesystem;

class ModelFileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "runnel_c_api_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    const std::string plugin = std::string(RUNNEL_TEST_PLUGIN_DIR) + "/test_plugin_importer.so";
    ASSERT_TRUE(IsOk(rnl_runtime_load_plugin(runtime_, rnl_str(plugin.c_str()))));
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string Write(const std::string& name, const std::string& content) const {
    std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  rnl_status_t* Open(const std::string& path) {
    return rnl_saved_model_open(runtime_, rnl_str(path.c_str()), nullptr, 0, model_.out());
  }
  // What the model makes of {1, 10}.
  std::vector<float> Answer(const std::string& path) {
    std::vector<float> none;
    if (!IsOk(Open(path))) return none;
    rnl_str_t input, output;
    rnl_dtype_t dtype = RNL_INVALID;
    if (!IsOk(rnl_saved_model_input(model_, 0, 0, nullptr, &input, &dtype))) return none;
    EXPECT_EQ(dtype, RNL_FLOAT);
    if (!IsOk(rnl_saved_model_output(model_, 0, 0, nullptr, &output, nullptr))) return none;
    if (!IsOk(rnl_saved_model_load_signature(model_, rnl_str("serving_default"), nullptr, graph_.out(),
                                             session_.out())))
      return none;
    return Fetch(input, output);
  }
  std::vector<float> Fetch(rnl_str_t input, rnl_str_t output) {
    const Tensor x = FloatTensor(runtime_, {2}, {1, 10});
    rnl_tensor_t* const feeds[] = {x};
    Tensor y;
    if (!IsOk(rnl_session_run(session_, nullptr, &input, feeds, 1, &output, y.out(), 1, nullptr, 0,
                              nullptr)))
      return {};
    return Floats(y);
  }

  Runtime runtime_ = NewRuntime();
  std::string folder_;
  SavedModel model_;
  Graph graph_;
  Session session_;
};

TEST_F(ModelFileTest, APluginsImporterReadsAFormatByItsContent) {
  EXPECT_EQ(Answer(Write("model.of_any_name", "DOT\nscale 4\n")), (std::vector<float>{40, 4}));
  EXPECT_EQ(Str(rnl_saved_model_format(model_)), "DOT");
  ASSERT_EQ(rnl_saved_model_num_signatures(model_), 1u);
  rnl_str_t key;
  ASSERT_TRUE(IsOk(rnl_saved_model_input(model_, 0, 0, &key, nullptr, nullptr)));
  EXPECT_EQ(Str(key), "the input");
}

TEST_F(ModelFileTest, FunctionBodiesMayNameTensorsAsGraphsDo) {
  EXPECT_EQ(Answer(Write("model", "DOT\nbody\n")), (std::vector<float>{30, 3}));
}

TEST_F(ModelFileTest, AFileBesideTheModelIsReadThroughTheHost) {
  Write("factor", "5");
  EXPECT_EQ(Answer(Write("model", "DOT\nscale_of factor\n")), (std::vector<float>{50, 5}));
  EXPECT_TRUE(Fails(Open(Write("model", "DOT\nscale_of none\n")), RNL_NOT_FOUND, {"DOT model", "none"}));
  EXPECT_TRUE(Fails(Open(Write("model", "DOT\nscale_of ../factor\n")), RNL_PERMISSION_DENIED,
                    {"DOT model", "../factor"}));
  EXPECT_TRUE(
      Fails(Open(Write("model", "DOT\nscale_of /etc/hostname\n")), RNL_PERMISSION_DENIED, {"/etc"}));
  fs::create_symlink("/etc/hostname", folder_ + "/link");
  EXPECT_TRUE(
      Fails(Open(Write("model", "DOT\nscale_of link\n")), RNL_PERMISSION_DENIED, {"DOT model", "link"}));
}

TEST_F(ModelFileTest, AnOpThatNobodyHasIsListedByTheStepThatNeedsIt) {
  ASSERT_TRUE(IsOk(Open(Write("model", "DOT\nunknown\n"))));
  ASSERT_TRUE(IsOk(rnl_saved_model_load_signature(model_, rnl_str("serving_default"), nullptr,
                                                  graph_.out(), session_.out())));
  const Tensor x = FloatTensor(runtime_, {2}, {1, 10});
  rnl_tensor_t* const feeds[] = {x};
  const rnl_str_t input = rnl_str("the_input"), output = rnl_str("nothing");
  Tensor y;
  EXPECT_TRUE(Fails(
      rnl_session_run(session_, nullptr, &input, feeds, 1, &output, y.out(), 1, nullptr, 0, nullptr),
      RNL_NOT_FOUND, {"DOT>Nothing", "nothing"}));
}

TEST_F(ModelFileTest, WhatAnImporterRefusesNamesFormatAndPath) {
  const std::string path = Write("model", "DOT\nnonsense\n");
  EXPECT_TRUE(Fails(Open(path), RNL_DATA_LOSS, {"DOT model", path.c_str(), "nonsense"}));
  EXPECT_TRUE(Fails(Open(Write("model", "DOT\nbroken\n")), RNL_DATA_LOSS, {"its importer made"}));
}

// 1000 weights of 0.5 behind the first line, at an address that suits no float.
std::string Weights(const std::string& what) {
  std::string model = "DOT\n" + what + "\n";
  const float half = 0.5F;
  for (int i = 0; i < 1000; ++i) model.append(reinterpret_cast<const char*>(&half), sizeof(half));
  return model;
}

TEST_F(ModelFileTest, LargeConstantsStayInTheImportersFile) {
  EXPECT_EQ(Answer(Write("model", Weights("weights"))), (std::vector<float>{500, 5000}));
  EXPECT_EQ(Answer(Write("model", Weights("computed"))), (std::vector<float>{1000, 10000}));
}

TEST_F(ModelFileTest, FilesAreMappedAsTheRuntimeIsConfigured) {
  const auto configured = [&](const char* value) {
    rnl_runtime_options_t* options = nullptr;
    ASSERT_TRUE(IsOk(rnl_runtime_options_create(&options)));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_config(options, rnl_str("models.map"), rnl_str(value))));
    const std::string plugin = std::string(RUNNEL_TEST_PLUGIN_DIR) + "/test_plugin_importer.so";
    EXPECT_TRUE(IsOk(rnl_runtime_options_add_plugin(options, rnl_str(plugin.c_str()))));
    EXPECT_TRUE(IsOk(rnl_runtime_create(options, runtime_.out())));
    rnl_runtime_options_release(options);
  };
  for (const char* value : {"never", "protected", "always"}) {
    configured(value);
    EXPECT_EQ(Answer(Write("model", Weights("weights"))), (std::vector<float>{500, 5000})) << value;
    EXPECT_EQ(Answer(Write("model", Weights("computed"))), (std::vector<float>{1000, 10000})) << value;
  }
  configured("sometimes");
  EXPECT_TRUE(Fails(Open(Write("model", "DOT\nscale 4\n")), RNL_INVALID_ARGUMENT,
                    {"models.map", "sometimes", "never, protected or always"}));
}

TEST_F(ModelFileTest, WeightsCountAgainstTheMemoryLimit) {
  rnl_runtime_options_t* options = nullptr;
  ASSERT_TRUE(IsOk(rnl_runtime_options_create(&options)));
  EXPECT_TRUE(IsOk(rnl_runtime_options_set_memory_limit(options, 1 << 20)));
  EXPECT_TRUE(IsOk(rnl_runtime_create(options, runtime_.out())));
  rnl_runtime_options_release(options);
  EXPECT_TRUE(Fails(Open(Write("model.pbtxt", std::string(2 << 20, '#'))), RNL_RESOURCE_EXHAUSTED,
                    {"model.pbtxt", "2097152 bytes"}));
}

TEST_F(ModelFileTest, LoadAddsToAGraphAndTakesOptions) {
  const std::string path = Write("model", "DOT\nscale 4\n");
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph_.out())));
  rnl_import_options_t* options = nullptr;
  ASSERT_TRUE(IsOk(rnl_import_options_create(&options)));
  ASSERT_TRUE(IsOk(rnl_import_options_set_prefix(options, rnl_str("m"))));
  ASSERT_TRUE(IsOk(rnl_import_options_set_importer_option(options, rnl_str("twice"), rnl_str("yes"))));
  EXPECT_TRUE(IsOk(rnl_graph_load(graph_, rnl_str(path.c_str()), options, nullptr)));
  ASSERT_TRUE(IsOk(rnl_import_options_set_importer_option(options, rnl_str("thrice"), rnl_str("yes"))));
  EXPECT_TRUE(Fails(rnl_graph_load(graph_, rnl_str(path.c_str()), options, nullptr),
                    RNL_INVALID_ARGUMENT, {"DOT", "thrice", "twice"}));
  rnl_import_options_release(options);
  ASSERT_TRUE(IsOk(rnl_session_create(graph_, nullptr, session_.out())));
  EXPECT_EQ(Fetch(rnl_str("m/the_input"), rnl_str("m/the_product")), (std::vector<float>{80, 8}));
}

TEST_F(ModelFileTest, GraphDefsAndMetaGraphsAreModelsToo) {
  const std::string graph =
      PlaceholderText("x", {2}) + NodeText("y", "Neg", {"x"}, {{"T", "type: DT_FLOAT"}});
  const std::string meta =
      "meta_info_def { tags: \"train\" } graph_def { " + graph +
      " } signature_def { key: \"serving_default\" value { inputs { key: \"in\" value { name: \"x:0\" "
      "dtype: DT_FLOAT } } outputs { key: \"out\" value { name: \"y:0\" dtype: DT_FLOAT } } } }";
  EXPECT_EQ(Answer(Write("model.meta", meta)), (std::vector<float>{-1, -10}));

  ASSERT_TRUE(IsOk(Open(Write("graph.pbtxt", graph))));
  EXPECT_EQ(rnl_saved_model_num_signatures(model_), 0u);
  EXPECT_EQ(Str(rnl_saved_model_format(model_)), "GraphDef");
  const rnl_str_t x = rnl_str("x"), y = rnl_str("y");
  ASSERT_TRUE(IsOk(rnl_saved_model_load(model_, &x, 1, &y, 1, nullptr, graph_.out(), session_.out())));
  EXPECT_EQ(Fetch(x, y), (std::vector<float>{-1, -10}));
  const rnl_str_t tag = rnl_str("serve");
  const std::string path = folder_ + "/graph.pbtxt";
  EXPECT_TRUE(Fails(rnl_saved_model_open(runtime_, rnl_str(path.c_str()), &tag, 1, model_.out()),
                    RNL_INVALID_ARGUMENT, {"tags"}));
}

TEST_F(ModelFileTest, AnotherProgramsFileIsNamed) {
  EXPECT_TRUE(Fails(Open(Write("model.gguf", std::string("GGUF\3\0\0\0", 8))), RNL_INVALID_ARGUMENT,
                    {"model.gguf", "GGUF"}));
  EXPECT_TRUE(Fails(Open(folder_ + "/nothing"), RNL_NOT_FOUND, {"nothing"}));
}

}  // namespace
}  // namespace runnel_test
