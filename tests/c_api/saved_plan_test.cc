// Plans that are saved: a session of the file computes the same bits without planning anew, and a file
// that is damaged, foreign or made up is refused.
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

namespace fs = std::filesystem;

// `count` numbers that are no powers of two, so that another order of sums would be seen.
std::string Weights(const std::string& name, const std::vector<int64_t>& dims) {
  int64_t count = 1;
  std::string text = "dtype: DT_FLOAT tensor_shape {";
  for (const int64_t d : dims) {
    text += " dim { size: " + std::to_string(d) + " }";
    count *= d;
  }
  text += " }";
  for (int64_t i = 0; i < count; ++i) {
    text += " float_val: " + std::to_string(static_cast<double>(i * 37 % 101 - 50) / 97);
  }
  return ConstText(name, text);
}

// image -> convolution, scale, shift, Relu -> product -> two outputs; and an input that neither needs.
std::string ModelText() {
  const Attrs t = {{"T", kFloatT}};
  const std::string ones = "list { i: 1 i: 1 i: 1 i: 1 }";
  return PlaceholderText("image", {1, 8, 8, 3}) + PlaceholderText("unread", {2}) +
         Weights("filter", {3, 3, 3, 16}) + Weights("scale", {16}) + Weights("shift", {16}) +
         NodeText("conv", "Conv2D", {"image", "filter"},
                  {{"T", kFloatT}, {"strides", ones}, {"padding", "s: \"SAME\""}}) +
         NodeText("scaled", "Mul", {"conv", "scale"}, t) +
         NodeText("shifted", "AddV2", {"scaled", "shift"}, t) +
         NodeText("relu", "Relu", {"shifted"}, t) + ConstInts("rows", {64, 16}) +
         NodeText("flat", "Reshape", {"relu", "rows"}, {{"T", kFloatT}, {"Tshape", kInt32T}}) +
         Weights("weights", {16, 24}) + NodeText("product", "MatMul", {"flat", "weights"}, t) +
         NodeText("y", "Tanh", {"product"}, t) + ConstInt("axis", 1) +
         NodeText("parts", "Split", {"axis", "y"}, {{"T", kFloatT}, {"num_split", "i: 2"}});
}

class SavedPlanTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "runnel_c_api_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    path_ = folder_ + "/plan";
    std::vector<float> values(192);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 13) / 7 - 0.8f;
    image_ = FloatTensor(runtime_, {1, 8, 8, 3}, values);
    ASSERT_TRUE(IsOk(net_.Load(runtime_, ModelText())));
  }
  void TearDown() override { fs::remove_all(folder_); }

  rnl_status_t* Save(const Net& net, const std::vector<std::string>& inputs,
                     const std::vector<std::string>& outputs, bool with_keys = true) const {
    std::vector<rnl_output_t> feeds, fetches;
    std::vector<std::string> keys;
    std::vector<rnl_str_t> in, out;
    for (const std::string& name : inputs) feeds.push_back(net.Output(name));
    for (const std::string& name : outputs) fetches.push_back(net.Output(name));
    for (const auto* list : {&inputs, &outputs}) {
      for (const std::string& name : *list) keys.push_back("the " + name);
    }
    for (size_t i = 0; i < keys.size(); ++i)
      (i < inputs.size() ? in : out).push_back({keys[i].data(), keys[i].size()});
    const std::vector<int32_t> ranks(feeds.size(), -1);
    const std::vector<const int64_t*> dims(feeds.size(), nullptr);
    return rnl_session_save_plan(net.session(), feeds.data(), with_keys ? in.data() : nullptr,
                                 ranks.data(), dims.data(), feeds.size(), fetches.data(),
                                 with_keys ? out.data() : nullptr, fetches.size(),
                                 rnl_str(path_.c_str()));
  }
  rnl_status_t* Load(rnl_runtime_t* runtime, const std::string& path) {
    rnl_status_t* status =
        rnl_saved_model_open(runtime, rnl_str(path.c_str()), nullptr, 0, model_.out());
    if (status != nullptr) return status;
    return rnl_saved_model_load_signature(model_, rnl_str("serving_default"), nullptr, graph_.out(),
                                          session_.out());
  }
  rnl_status_t* Run(const Net::Feeds& feeds, const std::vector<std::string>& fetches,
                    std::vector<std::vector<float>>* out, rnl_metadata_t* metadata = nullptr) {
    std::vector<rnl_str_t> names, wanted;
    std::vector<rnl_tensor_t*> values, fetched(fetches.size());
    for (const auto& [name, value] : feeds) {
      names.push_back({name.data(), name.size()});
      values.push_back(value);
    }
    for (const std::string& name : fetches) wanted.push_back({name.data(), name.size()});
    rnl_status_t* status =
        rnl_session_run(session_, nullptr, names.data(), values.data(), names.size(), wanted.data(),
                        fetched.data(), wanted.size(), nullptr, 0, metadata);
    out->clear();
    for (rnl_tensor_t* tensor : fetched) {
      if (tensor != nullptr) out->push_back(runnel_test::Floats(tensor));
      rnl_tensor_release(tensor);
    }
    return status;
  }
  // What the model itself gives.
  std::vector<float> Expected(const std::string& name) { return net_.Fetch({{"image", image_}}, name); }
  std::string Read() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string Write(const std::string& content) const {
    std::string path = folder_ + "/other";
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  Runtime runtime_ = NewRuntime();
  std::string folder_, path_;
  Net net_;
  Tensor image_;
  SavedModel model_;
  Graph graph_;
  Session session_;
};

TEST_F(SavedPlanTest, ASessionOfItComputesTheSameBits) {
  ASSERT_TRUE(IsOk(Save(net_, {"image"}, {"relu", "y"})));
  ASSERT_TRUE(IsOk(Load(runtime_, path_)));
  EXPECT_EQ(Str(rnl_saved_model_format(model_)), "Runnel plan");
  rnl_str_t key, tensor;
  rnl_dtype_t dtype = RNL_INVALID;
  ASSERT_TRUE(IsOk(rnl_saved_model_input(model_, 0, 0, &key, &tensor, &dtype)));
  EXPECT_EQ(Str(key) + " " + Str(tensor), "the image image:0");
  EXPECT_EQ(dtype, RNL_FLOAT);
  ASSERT_TRUE(IsOk(rnl_saved_model_output(model_, 0, 1, &key, &tensor, &dtype)));
  EXPECT_EQ(Str(key) + " " + Str(tensor), "the y y:0");
  std::vector<std::vector<float>> got;
  Metadata metadata;
  ASSERT_TRUE(IsOk(rnl_metadata_create(metadata.out())));
  ASSERT_TRUE(IsOk(Run({{"image", image_}}, {"relu", "y"}, &got, metadata)));
  std::vector<Tensor> want;
  Metadata original;
  ASSERT_TRUE(IsOk(rnl_metadata_create(original.out())));
  ASSERT_TRUE(IsOk(net_.Run({{"image", image_}}, {"relu", "y"}, &want, {}, nullptr, original)));
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[0], runnel_test::Floats(want[0]));
  EXPECT_EQ(got[1], runnel_test::Floats(want[1]));
  EXPECT_EQ(rnl_metadata_launches(metadata), rnl_metadata_launches(original));
}

TEST_F(SavedPlanTest, AGraphThatLoadsItIsPlannedWithoutOptimisingPasses) {
  ASSERT_TRUE(IsOk(Save(net_, {"image"}, {"y"}, false)));
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph_.out())));
  ASSERT_TRUE(IsOk(rnl_graph_load(graph_, rnl_str(path_.c_str()), nullptr, nullptr)));
  ASSERT_TRUE(IsOk(rnl_session_create(graph_, nullptr, session_.out())));
  rnl_output_t x{}, y{};
  ASSERT_TRUE(IsOk(rnl_graph_find_output(graph_, rnl_str("image"), &x)));
  ASSERT_TRUE(IsOk(rnl_graph_find_output(graph_, rnl_str("y"), &y)));
  const int32_t rank = -1;
  const int64_t* dims = nullptr;
  Handle<rnl_plan_t, rnl_plan_release> plan;
  ASSERT_TRUE(IsOk(rnl_session_plan(session_, &x, &rank, &dims, 1, &y, 1, nullptr, 0, plan.out())));
  for (size_t i = 0; i < rnl_plan_num_passes(plan); ++i) {
    rnl_str_t name;
    ASSERT_TRUE(IsOk(rnl_plan_pass(plan, i, &name, nullptr, nullptr)));
    for (const char* done : {"fold", "simplify", "scales", "layout", "epilogue"})
      EXPECT_NE(Str(name), done);
  }
  std::vector<std::vector<float>> got;
  ASSERT_TRUE(IsOk(Run({{"image", image_}}, {"y"}, &got)));
  EXPECT_EQ(got[0], Expected("y"));
  // Nodes may follow it.
  const std::string more = NodeText("back", "Neg", {"y"}, {{"T", kFloatT}});
  rnl_str_t text{more.data(), more.size()};
  ImportOptions options;
  ASSERT_TRUE(IsOk(rnl_import_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_import_options_map_input(options, rnl_str("y:0"), y)));
  ASSERT_TRUE(IsOk(rnl_graph_import(graph_, text, options)));
  ASSERT_TRUE(IsOk(Run({{"image", image_}}, {"back"}, &got)));
  std::vector<float> want = Expected("y");
  for (float& value : want) value = -value;
  EXPECT_EQ(got[0], want);
}

TEST_F(SavedPlanTest, InputsAndOutputsOfAnyKindHaveNames) {
  // An output that is not its node's first, an input that nothing reads, a value in the middle that is
  // fed, and one that is fetched under two names.
  ASSERT_TRUE(IsOk(Save(net_, {"relu", "unread"}, {"parts:1", "y", "parts"})));
  ASSERT_TRUE(IsOk(Load(runtime_, path_)));
  std::vector<float> values(1024);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 17) / 9;
  const Tensor relu = FloatTensor(runtime_, {1, 8, 8, 16}, values);
  std::vector<Tensor> want;
  ASSERT_TRUE(IsOk(net_.Run({{"relu", relu}}, {"parts", "parts:1", "y"}, &want)));
  std::vector<std::string> inputs, outputs;
  for (size_t i = 0; i < 2; ++i) {
    rnl_str_t tensor;
    ASSERT_TRUE(IsOk(rnl_saved_model_input(model_, 0, i, nullptr, &tensor, nullptr)));
    inputs.push_back(Str(tensor));
  }
  for (size_t i = 0; i < 3; ++i) {
    rnl_str_t tensor;
    ASSERT_TRUE(IsOk(rnl_saved_model_output(model_, 0, i, nullptr, &tensor, nullptr)));
    outputs.push_back(Str(tensor));
  }
  const Tensor unread = FloatTensor(runtime_, {2}, {1, 2});
  std::vector<std::vector<float>> got;
  ASSERT_TRUE(IsOk(Run({{inputs[0], relu}, {inputs[1], unread}}, outputs, &got)));
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(got[i], runnel_test::Floats(want[i])) << outputs[i];
}

TEST_F(SavedPlanTest, MayBeMappedAndSavedAgain) {
  ASSERT_TRUE(IsOk(Save(net_, {"image"}, {"y"})));
  RuntimeOptions options;
  ASSERT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_config(options, rnl_str("models.map"), rnl_str("always"))));
  Runtime mapping;
  ASSERT_TRUE(IsOk(rnl_runtime_create(options, mapping.out())));
  ASSERT_TRUE(IsOk(Load(mapping, Write(Read()))));
  std::vector<std::vector<float>> got;
  ASSERT_TRUE(IsOk(Run({{"image", image_}}, {"y"}, &got)));
  EXPECT_EQ(got[0], Expected("y"));
  rnl_output_t x{}, y{};
  ASSERT_TRUE(IsOk(rnl_graph_find_output(graph_, rnl_str("image"), &x)));
  ASSERT_TRUE(IsOk(rnl_graph_find_output(graph_, rnl_str("y"), &y)));
  const int32_t rank = -1;
  const int64_t* dims = nullptr;
  const rnl_str_t in = rnl_str("the image"), out = rnl_str("the y");
  ASSERT_TRUE(IsOk(
      rnl_session_save_plan(session_, &x, &in, &rank, &dims, 1, &y, &out, 1, rnl_str(path_.c_str()))));
  ASSERT_TRUE(IsOk(Load(runtime_, path_)));
  ASSERT_TRUE(IsOk(Run({{"image", image_}}, {"y"}, &got)));
  EXPECT_EQ(got[0], Expected("y"));
}

TEST_F(SavedPlanTest, WeightsAreInMemoryOnce) {
  constexpr uint64_t kBytes = 512 * 512 * sizeof(float);
  const Tensor x = FloatTensor(runtime_, {4, 512}, std::vector<float>(2048, 0.5f));
  ASSERT_TRUE(IsOk(net_.Load(runtime_, PlaceholderText("x", {4, 512}) + Weights("w", {512, 512}) +
                                           NodeText("y", "MatMul", {"x", "w"}, {{"T", kFloatT}}))));
  ASSERT_TRUE(IsOk(Save(net_, {"x"}, {"y"})));
  const Runtime other = NewRuntime();
  ASSERT_TRUE(IsOk(Load(other, path_)));
  std::vector<std::vector<float>> got;
  ASSERT_TRUE(IsOk(Run({{"x", x}}, {"y"}, &got)));
  EXPECT_EQ(got[0], net_.Fetch({{"x", x}}, "y"));
  EXPECT_GE(rnl_runtime_memory_in_use(other), kBytes);
  EXPECT_LT(rnl_runtime_memory_in_use(other), kBytes + kBytes / 4);
}

TEST_F(SavedPlanTest, FitsOneKindOfProcessorAndTheShapesItWasSavedFor) {
  ASSERT_TRUE(IsOk(Save(net_, {"image"}, {"y"})));
  RuntimeOptions options;
  ASSERT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_config(options, rnl_str("cpu.isa"), rnl_str("scalar"))));
  Runtime scalar;
  ASSERT_TRUE(IsOk(rnl_runtime_create(options, scalar.out())));
  ASSERT_TRUE(IsOk(Load(scalar, path_)));
  std::vector<std::vector<float>> got;
  EXPECT_TRUE(Fails(Run({{"image", image_}}, {"y"}, &got), RNL_FAILED_PRECONDITION,
                    {"filter", "packed for runnel.cpu", "another processor", "from its model"}));
  ASSERT_TRUE(IsOk(Load(runtime_, path_)));
  const Tensor two = FloatTensor(runtime_, {2, 8, 8, 3}, std::vector<float>(384));
  EXPECT_TRUE(Fails(Run({{"image", two}}, {"y"}, &got), RNL_INVALID_ARGUMENT, {"image", "[1,8,8,3]"}));
  SessionOptions plain;
  ASSERT_TRUE(IsOk(rnl_session_options_create(plain.out())));
  ASSERT_TRUE(IsOk(rnl_session_options_disable_pass(plain, rnl_str("pack"))));
  ASSERT_TRUE(IsOk(rnl_session_create(graph_, plain, session_.out())));
  EXPECT_TRUE(Fails(Run({{"image", image_}}, {"y"}, &got), RNL_FAILED_PRECONDITION,
                    {"filter", "only in the form", "a pass is off"}));
}

TEST_F(SavedPlanTest, DamageAnywhereIsSeenOrDoesNoHarm) {
  ASSERT_TRUE(IsOk(Save(net_, {"image"}, {"y"})));
  const std::string good = Read();
  const std::vector<float> want = Expected("y");
  size_t refused = 0;
  // Every byte of the header, and of what has a checksum some.
  for (size_t at = 0; at < good.size(); at += at < 64 ? 1 : 19) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    const Status status(Load(runtime_, Write(bad)));
    if (!status.ok()) {
      ++refused;
      continue;
    }
    std::vector<std::vector<float>> got;
    ASSERT_TRUE(IsOk(Run({{"image", image_}}, {"y"}, &got))) << at;
    EXPECT_EQ(got[0], want) << "byte " << at;  // padding
  }
  EXPECT_GT(refused, good.size() / 24);
  for (size_t size = 0; size < good.size(); size += size < 64 ? 1 : 97) {
    const Status status(Load(runtime_, Write(good.substr(0, size))));
    EXPECT_FALSE(status.ok()) << size;
  }
}

TEST_F(SavedPlanTest, SaysWhatIsWrongWithAFile) {
  ASSERT_TRUE(IsOk(Save(net_, {"image"}, {"y"})));
  const std::string good = Read();
  std::string bad = good;
  bad[8] = 77;
  EXPECT_TRUE(Fails(Load(runtime_, Write(bad)), RNL_FAILED_PRECONDITION,
                    {"saved plan", "other", "format 77", "this build reads format 1", "save it again"}));
  bad = good;
  bad[60] = static_cast<char>(~bad[60]);
  EXPECT_TRUE(Fails(Load(runtime_, Write(bad)), RNL_DATA_LOSS, {"its head is damaged", "expected"}));
  bad = good;
  bad.back() = static_cast<char>(~bad.back());
  EXPECT_TRUE(Fails(Load(runtime_, Write(bad)), RNL_DATA_LOSS, {"content", "is damaged", "expected"}));
  EXPECT_TRUE(Fails(Load(runtime_, Write(good + "x")), RNL_DATA_LOSS,
                    {std::to_string(good.size() + 1).c_str(), std::to_string(good.size()).c_str()}));
  EXPECT_TRUE(Fails(Load(runtime_, Write(good.substr(0, 20))), RNL_DATA_LOSS, {"ends at byte 20"}));
}

TEST_F(SavedPlanTest, SaysWhatCannotBeSaved) {
  Net with_state;
  const std::string text =
      NodeText("v", "VarHandleOp", {}, {{"dtype", kFloatT}, {"shape", ShapeText({2})}}) +
      NodeText("read", "ReadVariableOp", {"v"}, {{"dtype", kFloatT}}) +
      NodeText("y", "Neg", {"read"}, {{"T", kFloatT}});
  ASSERT_TRUE(IsOk(with_state.Load(runtime_, text)));
  EXPECT_TRUE(Fails(Save(with_state, {}, {"y"}), RNL_UNIMPLEMENTED, {"\"v\"", "VarHandleOp", "freeze"}));
  EXPECT_FALSE(fs::exists(path_));
  EXPECT_TRUE(Fails(Save(net_, {}, {"y"}), RNL_INVALID_ARGUMENT, {"image"}));
  path_ = folder_ + "/none/plan";
  EXPECT_TRUE(Fails(Save(net_, {"image"}, {"y"}), RNL_NOT_FOUND, {"none/plan"}));
  const rnl_output_t x = net_.Output("image"), y = net_.Output("y");
  const rnl_output_t twice[] = {y, y};
  const int32_t rank = -1;
  const int64_t* dims = nullptr;
  EXPECT_TRUE(Fails(rnl_session_save_plan(net_.session(), &x, nullptr, &rank, &dims, 1, twice, nullptr,
                                          2, rnl_str(path_.c_str())),
                    RNL_INVALID_ARGUMENT, {"fetch_keys", "\"y\" comes twice"}));
}

}  // namespace
}  // namespace runnel_test
