// Float models, signatures, state and hostile files.
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/imported.h"
#include "tests/tflite/flat_model.h"

namespace runnel::test {
namespace {

// Numbers of the schema.
constexpr int32_t kAdd = 0, kConv2D = 3, kFullyConnected = 9, kReshape = 22, kCall = 31, kAtan2 = 156,
                  kSkipGram = 30, kSvdf = 27, kLess = 58, kWhile = 119;
constexpr int8_t kFloat32 = 0, kInt32 = 2, kBool = 6;

Tensor Floats(const Shape& shape, const std::vector<float>& values) {
  return *Tensor::FromValues<float>(shape, std::span<const float>(values));
}

FlatModel SumModel() {
  FlatModel model;
  const int32_t x = model.Tensor("x", kFloat32, {2, 2}), y = model.Floats("y", {2}, {10, 20});
  const int32_t sum = model.Tensor("sum", kFloat32, {2, 2});
  Flat options;
  options.Put<int8_t>(0, 1);  // Relu
  model.Op(kAdd, {x, y}, {sum}, 11, options);
  model.Ends({x}, {sum});
  return model;
}

TEST(Tflite, NamesInputsAndOutputsByTensorsWhereThereIsNoSignature) {
  Imported model(SumModel().File());
  std::map<std::string, Tensor> out;
  const Status status = model.Run({{"x", Floats(Shape{2, 2}, {1, -30, 3, 4})}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("sum")), (std::vector<float>{11, 0, 13, 24}));
}

TEST(Tflite, KeepsTheNamesOfSignatures) {
  FlatModel flat = SumModel();
  flat.Signature("add", 0, {{"left", 0}}, {{"total", 2}});
  Imported model(flat.File());
  std::map<std::string, Tensor> out;
  const Status status = model.Run({{"left", Floats(Shape{2, 2}, {1, 2, 3, 4})}}, &out, "add");
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("total")), (std::vector<float>{11, 22, 13, 24}));
  EXPECT_NE(model.meta().FindSignature("serving_default"), nullptr);
}

TEST(Tflite, MovesTheChannelsOfFiltersFromFirstToLast) {
  FlatModel flat;
  const int32_t x = flat.Tensor("x", kFloat32, {1, 2, 2, 2});
  // Two filters of 1 x 1 over two channels.
  const int32_t filter = flat.Floats("filter", {2, 1, 1, 2}, {1, 10, 100, 1000});
  const int32_t bias = flat.Floats("bias", {2}, {0.5, -0.5});
  const int32_t y = flat.Tensor("y", kFloat32, {1, 2, 2, 2});
  Flat options;
  options.Put<int8_t>(0, 1).Put<int32_t>(1, 1).Put<int32_t>(2, 1);
  flat.Op(kConv2D, {x, filter, bias}, {y}, 1, options);
  flat.Ends({x}, {y});
  Imported model(flat.File());
  std::map<std::string, Tensor> out;
  const Status status = model.Run({{"x", Floats(Shape{1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8})}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("y")),
            (std::vector<float>{21.5, 2099.5, 43.5, 4299.5, 65.5, 6499.5, 87.5, 8699.5}));
}

TEST(Tflite, ListsWhatItCannotExpressWhenAStepNeedsIt) {
  FlatModel flat;
  const int32_t x = flat.Tensor("x", kFloat32, {2}), y = flat.Tensor("y", kFloat32, {2}),
                z = flat.Tensor("z", kFloat32, {2});
  flat.Op(kSkipGram, {x}, {y});
  flat.Op(kAtan2, {x, x}, {z});
  flat.Ends({x}, {y, z});
  flat.Signature("angle", 0, {{"x", 0}}, {{"z", 2}});
  Imported model(flat.File());
  std::map<std::string, Tensor> out;
  EXPECT_TRUE(model.Run({{"x", Floats(Shape{2}, {1, 2})}}, &out, "angle").ok());
  const Status status = model.Run({{"x", Floats(Shape{2}, {1, 2})}}, &out);
  EXPECT_NE(status.ToString().find("TFLite>SKIP_GRAM"), std::string::npos) << status.ToString();
}

TEST(Tflite, RunsTheSubgraphsOfALoop) {
  FlatModel flat;
  const int32_t i = flat.Tensor("i", kInt32, {}), x = flat.Tensor("x", kFloat32, {2});
  const int32_t end = flat.Tensor("end", kInt32, {}), y = flat.Tensor("y", kFloat32, {2});
  Flat options;
  options.Put<int32_t>(0, 1).Put<int32_t>(1, 2);
  flat.Op(kWhile, {i, x}, {end, y}, 93, options);
  flat.Ends({i, x}, {end, y});
  flat.NewSubgraph();
  flat.Tensor("i", kInt32, {});
  flat.Tensor("x", kFloat32, {2});
  flat.Ints("most", {}, {5});
  flat.Tensor("goes_on", kBool, {});
  flat.Op(kLess, {0, 2}, {3});
  flat.Ends({0, 1}, {3});
  flat.NewSubgraph();
  flat.Tensor("i", kInt32, {});
  flat.Tensor("x", kFloat32, {2});
  flat.Ints("one", {}, {1});
  flat.Tensor("next", kInt32, {});
  flat.Tensor("twice", kFloat32, {2});
  flat.Op(kAdd, {0, 2}, {3});
  flat.Op(kAdd, {1, 1}, {4});
  flat.Ends({0, 1}, {3, 4});
  Imported model(flat.File());
  std::map<std::string, Tensor> out;
  const Status status =
      model.Run({{"i", *Tensor::FromValues<int32_t>(Shape(), std::array<int32_t, 1>{2})},
                 {"x", Floats(Shape{2}, {1, 3})}},
                &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<int32_t>(out.at("end")), std::vector<int32_t>{5});
  EXPECT_EQ(Values<float>(out.at("y")), (std::vector<float>{8, 24}));
}

TEST(Tflite, VariablesKeepWhatALaterRunReads) {
  FlatModel flat;
  const int32_t x = flat.Tensor("x", kFloat32, {1}), features = flat.Floats("features", {1, 1}, {1}),
                times = flat.Floats("times", {1, 3}, {1, 10, 100});
  const int32_t state = flat.Tensor("state", kFloat32, {1, 3});
  flat.LastTensor().Put<uint8_t>(5, 1);
  const int32_t rows = flat.Tensor("rows", kFloat32, {1, 1}), y = flat.Tensor("y", kFloat32, {1, 1});
  Flat reshape, svdf;
  reshape.List<int32_t>(0, {1, 1});
  svdf.Put<int32_t>(0, 1);
  flat.Op(kReshape, {x}, {rows}, 17, reshape);
  flat.Op(kSvdf, {rows, features, times, -1, state}, {y}, 6, svdf);
  flat.Ends({x}, {y});
  Imported model(flat.File());
  std::vector<float> answers;
  for (const float value : {1.0F, 2.0F, 3.0F, 4.0F}) {
    std::map<std::string, Tensor> out;
    const Status status = model.Run({{"x", Floats(Shape{1}, {value})}}, &out);
    ASSERT_TRUE(status.ok()) << status.ToString();
    answers.push_back(Values<float>(out.at("y"))[0]);
  }
  EXPECT_EQ(answers, (std::vector<float>{100, 210, 321, 432}));
}

// Answers of LiteRT's reference kernel (ai-edge-litert 2.3.0, BUILTIN_REF) for this model.
TEST(Tflite, QuantisedFiltersOverTimeKeepTheirStateInIntegers) {
  constexpr int8_t kInt32 = 2, kInt16 = 7, kInt8 = 9;
  const auto bytes = [](auto values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
  };
  FlatModel flat;
  const int32_t x = flat.Tensor("x", kInt8, {1, 2}, "", {{0.5F}, {3}, 0});
  const int32_t features =
      flat.Tensor("features", kInt8, {4, 2}, bytes(std::vector<int8_t>{10, 20, -30, 40, 50, -60, 7, 8}),
                  {{0.25F}, {0}, 0});
  const int32_t times = flat.Tensor(
      "times", kInt16, {4, 2}, bytes(std::vector<int16_t>{100, 200, 300, -400, 500, 600, -700, 800}),
      {{0.01F}, {0}, 0});
  const int32_t bias =
      flat.Tensor("bias", kInt32, {2}, bytes(std::vector<int32_t>{1000, -2000}), {{0.005F}, {0}, 0});
  const int32_t state = flat.Tensor("state", kInt16, {1, 8}, "", {{0.3F}, {0}, 0});
  flat.LastTensor().Put<uint8_t>(5, 1);
  const int32_t y = flat.Tensor("y", kInt8, {1, 2}, "", {{170}, {-7}, 0});
  Flat svdf;
  svdf.Put<int32_t>(0, 2).Put<int8_t>(1, 1);
  flat.Op(kSvdf, {x, features, times, bias, state}, {y}, 6, svdf);
  flat.Ends({x}, {y});
  Imported model(flat.File());
  std::vector<int8_t> answers;
  const std::vector<std::vector<int8_t>> steps = {{10, -20}, {127, -128}, {0, 5}, {-77, 33}};
  for (const std::vector<int8_t>& step : steps) {
    std::map<std::string, Tensor> out;
    const Tensor value = *Tensor::FromValues<int8_t>(Shape{1, 2}, std::span<const int8_t>(step));
    const Status status = model.Run({{"x", value}}, &out);
    ASSERT_TRUE(status.ok()) << status.ToString();
    for (const int8_t number : Values<int8_t>(out.at("y"))) answers.push_back(number);
  }
  EXPECT_EQ(answers, (std::vector<int8_t>{-4, 0, 15, 61, -28, 44, -17, -35}));
}

TEST(Tflite, WeightsMayLieBehindTheFlatbuffer) {
  Imported model(SumModel().File(true));
  std::map<std::string, Tensor> out;
  const Status status = model.Run({{"x", Floats(Shape{2, 2}, {1, -30, 3, 4})}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("sum")), (std::vector<float>{11, 0, 13, 24}));
}

TEST(Tflite, SparseWeightsBecomeDense) {
  FlatModel flat;
  const int32_t x = flat.Tensor("x", kFloat32, {2, 4});
  const int32_t w = flat.Floats("w", {2, 4}, {5, 6, 7});  // what is stored of it
  Flat rows, columns, segments, indices, sparsity;
  rows.Put<int8_t>(0, 0).Put<int32_t>(1, 2);
  segments.List<int32_t>(0, {0, 1, 3});
  indices.List<uint8_t>(0, {1, 0, 3});
  columns.Put<int8_t>(0, 1).Put<uint8_t>(2, 1).Child(3, segments).Put<uint8_t>(4, 3).Child(5, indices);
  sparsity.List<int32_t>(0, {0, 1}).Children(2, {rows, columns});
  flat.LastTensor().Child(6, sparsity);
  const int32_t y = flat.Tensor("y", kFloat32, {2, 4});
  flat.Op(kAdd, {x, w}, {y});
  flat.Ends({x}, {y});
  Imported model(flat.File());
  std::map<std::string, Tensor> out;
  const Status status = model.Run({{"x", Floats(Shape{2, 4}, {0, 0, 0, 0, 0, 0, 0, 0})}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("y")), (std::vector<float>{0, 5, 0, 0, 6, 0, 0, 7}));
}

// Rows of two numbers times int8 weights; x is quantised by each row.
std::vector<float> HybridProduct(bool is_asymmetric, const std::vector<float>& x,
                                 const ImporterOptions& importer = {}) {
  const auto rows = static_cast<int32_t>(x.size() / 2);
  FlatModel flat;
  const int32_t in = flat.Tensor("x", kFloat32, {rows, 2});
  const int32_t w = flat.Tensor("w", 9, {2, 2}, std::string("\1\2\3\4", 4), {{0.5, 0.25}, {0, 0}, 0});
  const int32_t bias = flat.Floats("bias", {2}, {100, -100});
  const int32_t y = flat.Tensor("y", kFloat32, {rows, 2});
  Flat options;
  if (is_asymmetric) options.Put<uint8_t>(3, 1);
  flat.Op(kFullyConnected, {in, w, bias}, {y}, 8, options);
  flat.Ends({in}, {y});
  Imported model(flat.File(), {}, importer);
  std::map<std::string, Tensor> out;
  const Status status = model.Run({{"x", Floats(Shape{rows, 2}, x)}}, &out);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return status.ok() ? Values<float>(out.at("y")) : std::vector<float>();
}
TEST(Tflite, QuantisedWeightsMeetRealNumbersThatAreQuantisedByRow) {
  // 4 is 127 steps; 2 is 63.5, of which halves go away from 0. Nothing at all has the scale 1.
  const auto of = [](int sum, float scale, float bias) {
    return static_cast<float>(sum) * scale + bias;
  };
  const float step = 4.0F / 127;
  EXPECT_EQ(HybridProduct(false, {2, 4, 0, 0}),
            (std::vector<float>{of(64 * 1 + 127 * 2, step * 0.5F, 100),
                                of(64 * 3 + 127 * 4, step * 0.25F, -100), 100, -100}));
  // From -1 to 4 there are 255 steps, and 0 is the 51st.
  const auto wide = static_cast<float>(5.0 / 255);
  EXPECT_EQ(HybridProduct(true, {-1, 4}),
            (std::vector<float>{of(-51 * 1 + 204 * 2, wide * 0.5F, 100),
                                of(-51 * 3 + 204 * 4, wide * 0.25F, -100)}));
  EXPECT_EQ(HybridProduct(true, {2, 4}, {{"hybrid", "real"}}), (std::vector<float>{105, -94.5F}));
}

// Of two images, each with its own scale; a filter for each channel, and one that sees all of them.
TEST(Tflite, HybridConvolutionsQuantiseImagesByThemselves) {
  constexpr int32_t kDepthwise = 4, kInt8 = 9;
  FlatModel flat;
  const int32_t x = flat.Tensor("x", kFloat32, {2, 1, 2, 2});
  const Quantized scales = {{0.5F, 2}, {0, 0}, 0}, by_last = {{0.5F, 2}, {0, 0}, 3};
  const int32_t dense = flat.Tensor("dense", kInt8, {2, 1, 1, 2}, std::string("\1\2\3\4", 4), scales);
  const int32_t depth = flat.Tensor("depth", kInt8, {1, 1, 2, 2}, std::string("\1\2\3\4", 4), by_last);
  const int32_t y = flat.Tensor("y", kFloat32, {2, 1, 2, 2}),
                z = flat.Tensor("z", kFloat32, {2, 1, 1, 2});
  Flat conv, depthwise;
  conv.Put<int8_t>(0, 1).Put<int32_t>(1, 1).Put<int32_t>(2, 1).Put<int8_t>(3, 1);  // Relu
  depthwise.Put<int8_t>(0, 1).Put<int32_t>(1, 1).Put<int32_t>(2, 1).Put<int32_t>(3, 1);
  flat.Op(kConv2D, {x, dense, -1}, {y}, 1, conv);
  flat.Op(kDepthwise, {x, depth, -1}, {z}, 2, depthwise);
  flat.Ends({x}, {y, z});
  Imported model(flat.File());
  std::map<std::string, Tensor> out;
  // Numbers of whole steps: of 255 steps in [-51, 204] and [0, 510], which are 1 and 2.
  const Status status =
      model.Run({{"x", Floats(Shape{2, 1, 2, 2}, {-51, 204, 7, -20, 0, 510, 8, 100})}}, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Values<float>(out.at("y")), (std::vector<float>{178.5, 1326, 0, 0, 510, 4080, 104, 848}));
  EXPECT_EQ(Values<float>(out.at("z")), (std::vector<float>{-15, 656, 12, 2840}));
}

TEST(Tflite, OptionsAreChecked) {
  for (const char* option : {"rounding", "hybrid"}) {
    const Imported model(SumModel().File(), {}, {{option, "thrice"}});
    EXPECT_NE(model.status().ToString().find("\"thrice\""), std::string::npos)
        << model.status().ToString();
  }
}

// ---- hostile files ----

TEST(HostileTflite, EveryBeginningOfAFileIsRefusedOrRead) {
  const std::string file = SumModel().File();
  for (size_t size = 0; size < file.size(); ++size) {
    const Import import = ImportBytes(file.substr(0, size));
    EXPECT_TRUE(import.code == 0 || import.code == RNLP_DATA_LOSS ||
                import.code == RNLP_INVALID_ARGUMENT || import.code == RNLP_UNIMPLEMENTED)
        << size << ": " << import.message;
  }
}

TEST(HostileTflite, EveryByteMayBeAnother) {
  const std::string file = SumModel().File();
  for (size_t at = 0; at < file.size(); ++at) {
    for (const char value : {'\0', '\1', '\x7f', '\x80', '\xff'}) {
      std::string changed = file;
      changed[at] = value;
      ImportBytes(changed);
    }
  }
}

TEST(HostileTflite, IndicesOfTensorsAreChecked) {
  FlatModel flat;
  const int32_t x = flat.Tensor("x", kFloat32, {2});
  flat.Op(kAdd, {x, 7}, {x});
  flat.Ends({x}, {x});
  const Import import = ImportBytes(flat.File());
  EXPECT_EQ(import.code, RNLP_INVALID_ARGUMENT);
  EXPECT_NE(import.message.find("tensor 7"), std::string::npos) << import.message;
}

TEST(HostileTflite, ATensorThatNothingMakesIsNamed) {
  FlatModel flat;
  const int32_t x = flat.Tensor("x", kFloat32, {2}), lost = flat.Tensor("lost", kFloat32, {2});
  const int32_t y = flat.Tensor("y", kFloat32, {2});
  flat.Op(kAdd, {x, lost}, {y});
  flat.Ends({x}, {y});
  const Import import = ImportBytes(flat.File());
  EXPECT_EQ(import.code, RNLP_INVALID_ARGUMENT);
  EXPECT_NE(import.message.find("\"lost\""), std::string::npos) << import.message;
}

TEST(HostileTflite, SubgraphsThatCallThemselvesAreRefused) {
  FlatModel flat;
  const int32_t x = flat.Tensor("x", kFloat32, {2}), y = flat.Tensor("y", kFloat32, {2});
  Flat options;
  options.Put<uint32_t>(0, 1);
  flat.Op(kCall, {x}, {y}, 16, options);
  flat.Ends({x}, {y});
  flat.NewSubgraph();
  flat.Tensor("x", kFloat32, {2});
  flat.Tensor("y", kFloat32, {2});
  flat.Op(kCall, {0}, {1}, 16, options);
  flat.Ends({0}, {1});
  const Import import = ImportBytes(flat.File());
  EXPECT_EQ(import.code, RNLP_INVALID_ARGUMENT);
  EXPECT_NE(import.message.find("calls itself"), std::string::npos) << import.message;
}

TEST(HostileTflite, AConstantMustFillItsShape) {
  FlatModel flat;
  const int32_t x = flat.Tensor("x", kFloat32, {2}), c = flat.Floats("c", {3}, {1, 2});
  flat.Op(kAdd, {x, c}, {x});
  flat.Ends({x}, {x});
  const Import import = ImportBytes(flat.File());
  EXPECT_EQ(import.code, RNLP_INVALID_ARGUMENT);
  EXPECT_NE(import.message.find("needs 12 bytes, its buffer has 8"), std::string::npos)
      << import.message;
}

// ---- models that others made ----

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

TEST(TfliteModels, FloatModelsGiveWhatLiteRtRecorded) {
  const char* data = std::getenv("RUNNEL_DATA_DIR");
  if (data == nullptr) GTEST_SKIP() << "data: RUNNEL_DATA_DIR is not set";
  const std::filesystem::path root(data);
  for (const std::string name : {"dtln_model_1", "mlperftiny_resnet8_float"}) {
    SCOPED_TRACE(name);
    Imported model(ReadFile(root / "tflite" / (name + ".tflite")));
    ASSERT_TRUE(model.status().ok()) << model.status().ToString();
    const auto folder = root / "oracle" / "tflite" / name / "case0";
    const SignatureDef* signature = model.meta().FindSignature("serving_default");
    const auto read = [&](const std::string& file) {
      const std::string bytes = ReadFile(folder / file);  // .npy, version 1, float32
      const size_t head = 10 + static_cast<uint8_t>(bytes[8]) + 256 * static_cast<uint8_t>(bytes[9]);
      std::vector<float> values((bytes.size() - head) / sizeof(float));
      std::memcpy(values.data(), bytes.data() + head, values.size() * sizeof(float));
      return values;
    };
    std::map<std::string, Tensor> in, out;
    for (size_t i = 0; i < signature->inputs.size(); ++i) {
      Shape shape = signature->inputs[i].shape;
      if (shape.dim(0) < 0) shape.set_dim(0, 1);  // any batch
      in[signature->inputs[i].key] = Floats(shape, read("in_" + std::to_string(i) + ".npy"));
    }
    const Status status = model.Run(in, &out);
    ASSERT_TRUE(status.ok()) << status.ToString();
    for (size_t i = 0; i < signature->outputs.size(); ++i) {
      const std::vector<float> got = Values<float>(out.at(signature->outputs[i].key)),
                               want = read("out_" + std::to_string(i) + ".npy");
      ASSERT_EQ(got.size(), want.size());
      for (size_t k = 0; k < got.size(); ++k) EXPECT_NEAR(got[k], want[k], 2e-5) << k;
    }
  }
}

// The recorded answers are XNNPACK's.
TEST(TfliteModels, QuantisedModelsGiveWhatLiteRtRecordedWhereTheyRoundOnce) {
  const char* data = std::getenv("RUNNEL_DATA_DIR");
  if (data == nullptr) GTEST_SKIP() << "data: RUNNEL_DATA_DIR is not set";
  const std::filesystem::path root(data);
  for (const std::string name : {"mlperftiny_kws_int8", "mlperftiny_resnet8_int8"}) {
    SCOPED_TRACE(name);
    Imported model(ReadFile(root / "tflite" / (name + ".tflite")), {}, {{"rounding", "single"}});
    ASSERT_TRUE(model.status().ok()) << model.status().ToString();
    const SignatureDef* signature = model.meta().FindSignature("serving_default");
    const auto read = [&](const std::string& file) {
      const std::string bytes = ReadFile(root / "oracle" / "tflite" / name / "case0" / file);
      const size_t head = 10 + static_cast<uint8_t>(bytes[8]) + 256 * static_cast<uint8_t>(bytes[9]);
      return std::vector<int8_t>(bytes.begin() + static_cast<std::ptrdiff_t>(head), bytes.end());
    };
    Shape shape = signature->inputs[0].shape;
    if (shape.dim(0) < 0) shape.set_dim(0, 1);
    const std::vector<int8_t> in = read("in_0.npy"), want = read("out_0.npy");
    std::map<std::string, Tensor> out;
    const Status status = model.Run(
        {{signature->inputs[0].key, *Tensor::FromValues<int8_t>(shape, std::span<const int8_t>(in))}},
        &out);
    ASSERT_TRUE(status.ok()) << status.ToString();
    const std::vector<int8_t> got = Values<int8_t>(out.at(signature->outputs[0].key));
    ASSERT_EQ(got.size(), want.size());
    for (size_t k = 0; k < got.size(); ++k) EXPECT_EQ(got[k], want[k]) << k;
  }
}

}  // namespace
}  // namespace runnel::test
