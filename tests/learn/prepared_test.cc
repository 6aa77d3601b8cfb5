// Layers that prepare data: against what Keras gives (prepared.txt, by make_prepared.py), while
// training, and what users do wrong.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "tests/learn/support.h"

namespace runnel_test {
namespace {

std::vector<std::string> Lines() {
  std::vector<std::string> lines;
  std::ifstream file(RUNNEL_SOURCE_DIR "/tests/learn/prepared.txt");
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  return lines;
}

class PreparedTest : public LearnTest {
 protected:
  Tensor Strings(const std::vector<int64_t>& dims, const std::vector<std::string>& values) {
    std::vector<rnl_str_t> views;
    for (const std::string& value : values) views.push_back(View(value));
    Tensor tensor;
    EXPECT_TRUE(IsOk(rnl_tensor_from_strings(runtime, static_cast<int32_t>(dims.size()), dims.data(),
                                             views.data(), views.size(), tensor.out())));
    return tensor;
  }
  std::string Adapted(const std::string& layer, rnl_tensor_t* data) {
    Bytes spec;
    EXPECT_TRUE(IsOk(rnl_learn_adapt(runtime, View(layer), data, spec.out())));
    return Text(rnl_bytes_view(spec));
  }
  // Predicts with a model of one layer on samples of a shape.
  Tensor Given(const std::string& layer, const std::string& type, const std::vector<int64_t>& dims,
               rnl_tensor_t* data) {
    std::string input = "Input([";
    for (size_t i = 1; i < dims.size(); ++i) input += (i > 1 ? "," : "") + std::to_string(dims[i]);
    const Model model = Sequential(input + "], dtype=" + type + ")|" + layer);
    Tensor predicted;
    EXPECT_TRUE(IsOk(rnl_learn_model_predict(model, &data, 1, 100, predicted.out(), 1)));
    return predicted;
  }
};

class PreparedCases : public PreparedTest, public testing::WithParamInterface<std::string> {};

TEST_P(PreparedCases, GiveWhatKerasGives) {
  const std::vector<std::string> cells = Cut(GetParam(), '\t');
  ASSERT_EQ(cells.size(), 8u);
  std::vector<int64_t> dims, shape;
  for (const std::string& size : Cut(cells[3], ',')) dims.push_back(std::stoll(size));
  for (const std::string& size : Cut(cells[6], ',')) shape.push_back(std::stoll(size));
  const std::vector<std::string> samples = Cut(cells[4], '|');
  std::vector<float> reals;
  std::vector<int64_t> numbers;
  for (const std::string& sample : samples) {
    if (cells[2] == "float") reals.push_back(std::stof(sample));
    if (cells[2] == "int") numbers.push_back(std::stoll(sample));
  }
  const Tensor data = cells[2] == "float" ? Of<float>(RNL_FLOAT, dims, reals)
                      : cells[2] == "int" ? Of<int64_t>(RNL_INT64, dims, numbers)
                                          : Strings(dims, samples);
  std::string layer = cells[1];
  if (!cells[5].empty()) layer = Adapted(layer, data);
  const Tensor given = Given(layer, cells[2] == "int" ? "int64" : cells[2], dims, data);
  ASSERT_NE(given.get(), nullptr);
  ASSERT_EQ(
      std::vector<int64_t>(rnl_tensor_dims(given), rnl_tensor_dims(given) + rnl_tensor_rank(given)),
      shape);
  const std::vector<std::string> expected = Cut(cells[7], ' ');
  for (size_t i = 0; i < expected.size(); ++i) {
    const void* const values = rnl_tensor_data(given);
    switch (rnl_tensor_dtype(given)) {
      case RNL_STRING: {
        rnl_str_t text;
        ASSERT_TRUE(IsOk(rnl_tensor_get_string(given, static_cast<int64_t>(i), &text)));
        EXPECT_EQ(Text(text), expected[i]);
        break;
      }
      case RNL_INT64:
        EXPECT_EQ(static_cast<const int64_t*>(values)[i], std::stoll(expected[i])) << i;
        break;
      case RNL_INT32:
        EXPECT_EQ(static_cast<const int32_t*>(values)[i], std::stoll(expected[i])) << i;
        break;
      default: {
        const double number = std::stod(expected[i]);
        EXPECT_NEAR(static_cast<double>(static_cast<const float*>(values)[i]), number,
                    2e-5 * std::max(1.0, std::fabs(number)))
            << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, PreparedCases, testing::ValuesIn(Lines()),
                         [](const auto& info) { return info.param.substr(0, info.param.find('\t')); });

// A model reads texts and learns from them, from the words on.
TEST_F(PreparedTest, ModelsOfTextsLearn) {
  const std::vector<std::string> good = {"a good film", "good, really good", "what a fine film",
                                         "fine and good"},
                                 bad = {"a bad film", "bad, really bad", "what a dull film",
                                        "dull and bad"};
  std::vector<std::string> texts;
  std::vector<int32_t> labels;
  for (int i = 0; i < 5; ++i) {
    texts.insert(texts.end(), good.begin(), good.end());
    texts.insert(texts.end(), bad.begin(), bad.end());
    labels.insert(labels.end(), {1, 1, 1, 1, 0, 0, 0, 0});
  }
  const Tensor x = Strings({40}, texts), y = Of<int32_t>(RNL_INT32, {40}, labels);
  const std::string vectors = Adapted("TextVectorization(output_sequence_length=5)", x);
  EXPECT_NE(vectors.find("vocabulary=["), std::string::npos) << vectors;
  const Model model =
      Sequential("Input([], dtype=string)|" + vectors +
                 "|Embedding(20, 8, mask_zero=true)|GRU(8)|Dense(2, activation=softmax)");
  Compile(model, "Adam(0.02)", "SparseCategoricalCrossentropy", "[accuracy]");
  const Pairs samples(x, y);
  History history;
  ASSERT_TRUE(IsOk(rnl_learn_model_fit(model, &samples.samples, nullptr, View("epochs=20, batch_size=8"),
                                       View(""), nullptr, nullptr, history.out())));
  EXPECT_GT(Find(history, 19, "accuracy"), 0.95);
}

// While training images change, each in its own way, and stay what they are on average; predictions take
// them as they are (the cases above).
TEST_F(PreparedTest, ImagesChangeWhileTraining) {
  std::vector<float> pixels;
  for (int i = 0; i < 16 * 6 * 6; ++i)
    pixels.push_back(100 + 50 * std::sin(0.7f * static_cast<float>(i)));
  const Tensor x = Of<float>(RNL_FLOAT, {16, 6, 6, 1}, pixels);
  const Tensor y = Of<float>(RNL_FLOAT, {16, 6, 6, 1}, pixels);
  for (const char* layer :
       {"RandomFlip(horizontal)", "RandomFlip(vertical)", "RandomRotation(0.1)", "RandomZoom(0.2)",
        "RandomZoom(0.2, 0.1, fill_mode=nearest)", "RandomTranslation(0.2, [-0.1, 0.3], fill_mode=wrap)",
        "RandomTranslation(0.2, 0.2, fill_mode=constant, interpolation=nearest)", "RandomContrast(0.3)",
        "RandomBrightness([-0.1, 0.1])"}) {
    const Model model = Sequential("Input([6, 6, 1])|" + std::string(layer));
    Compile(model, "SGD(0.0)", "MeanAbsoluteError");
    const Pairs samples(x, y);
    const auto loss = [&](bool trains) {
      History history;
      EXPECT_TRUE(IsOk(trains ? rnl_learn_model_train_on_batch(model, &samples.samples, history.out())
                              : rnl_learn_model_evaluate(model, &samples.samples, 16, history.out())));
      return Find(history, 0, "loss");
    };
    EXPECT_EQ(loss(false), 0) << layer;
    std::set<double> seen;
    for (int i = 0; i < 5; ++i) {
      const double off = loss(true);
      EXPECT_GT(off, 0) << layer;
      EXPECT_LT(off, 60) << layer;
      seen.insert(off);
    }
    EXPECT_GT(seen.size(), 3u) << layer;
  }
  const Model crop = Sequential("Input([6, 6, 1])|RandomCrop(3, 4)");
  rnl_dtype_t dtype;
  int32_t rank;
  int64_t dims[4];
  ASSERT_TRUE(IsOk(rnl_learn_model_value(crop, 1, &dtype, &rank, dims, 4)));
  EXPECT_EQ(dims[1], 3);
  EXPECT_EQ(dims[2], 4);
  Compile(crop, "SGD(0.0)", "MeanAbsoluteError");
  const Tensor zeros = Of<float>(RNL_FLOAT, {16, 3, 4, 1}, std::vector<float>(16 * 12));
  const Pairs samples(x, zeros);
  std::set<double> seen;
  for (int i = 0; i < 8; ++i) {
    History history;
    ASSERT_TRUE(IsOk(rnl_learn_model_train_on_batch(crop, &samples.samples, history.out())));
    seen.insert(Find(history, 0, "loss"));
  }
  EXPECT_GT(seen.size(), 2u);
  EXPECT_LE(seen.size(), 12u);  // so many places there are
}

TEST_F(PreparedTest, MistakesAreNamed) {
  const Tensor words = Strings({2}, {"a", "b"});
  const Tensor reals = Of<float>(RNL_FLOAT, {2}, {1, 2});
  Bytes spec;
  const auto adapt = [&](const char* layer, rnl_tensor_t* data) {
    return rnl_learn_adapt(runtime, rnl_str(layer), data, spec.out());
  };
  EXPECT_TRUE(Fails(adapt("Dense(3)", reals), RNL_INVALID_ARGUMENT, {"Dense", "learns nothing"}));
  EXPECT_TRUE(Fails(adapt("Normalization", words), RNL_INVALID_ARGUMENT, {"numbers", "string"}));
  EXPECT_TRUE(Fails(adapt("StringLookup", reals), RNL_INVALID_ARGUMENT, {"strings", "float"}));
  EXPECT_TRUE(Fails(adapt("Discretization", reals), RNL_INVALID_ARGUMENT, {"num_bins"}));
  EXPECT_TRUE(Fails(adapt("StringLookup(vocabulary=['a'])", words), RNL_INVALID_ARGUMENT, {"already"}));
  EXPECT_TRUE(
      Fails(adapt("StringLookup(max_tokens=1)", words), RNL_INVALID_ARGUMENT, {"max_tokens", "got 1"}));
  EXPECT_TRUE(Fails(rnl_learn_adapt(runtime, rnl_str("Normalization"), nullptr, spec.out()),
                    RNL_INVALID_ARGUMENT, {"data"}));
  const Model model = Sequential("Input([2], dtype=string)");
  const auto add = [&](const char* layer) { return rnl_learn_model_add(model, rnl_str(layer)); };
  EXPECT_TRUE(Fails(add("StringLookup"), RNL_INVALID_ARGUMENT, {"vocabulary"}));
  EXPECT_TRUE(
      Fails(add("StringLookup(vocabulary=['a', 'a'])"), RNL_INVALID_ARGUMENT, {"\"a\"", "once"}));
  EXPECT_TRUE(Fails(add("StringLookup(vocabulary=['a'], output_mode=tf_idf)"), RNL_INVALID_ARGUMENT,
                    {"idf_weights", "expected 1"}));
  EXPECT_TRUE(Fails(add("IntegerLookup(vocabulary=[1])"), RNL_INVALID_ARGUMENT, {"int64", "string"}));
  EXPECT_TRUE(Fails(add("TextVectorization(vocabulary=['a'])"), RNL_INVALID_ARGUMENT, {"[?,2]"}));
  EXPECT_TRUE(Fails(add("Resizing(3, 3)"), RNL_INVALID_ARGUMENT, {"4 dimensions"}));
  EXPECT_TRUE(Fails(add("Discretization"), RNL_INVALID_ARGUMENT, {"bin_boundaries"}));
  // What is in no vocabulary ends the step where there is no number for it.
  ASSERT_TRUE(IsOk(add("StringLookup(num_oov_indices=0, vocabulary=['a', 'b'])")));
  const Tensor known = Strings({1, 2}, {"b", "a"}), unknown = Strings({1, 2}, {"b", "violet"});
  Tensor predicted;
  rnl_tensor_t* feed = known;
  ASSERT_TRUE(IsOk(rnl_learn_model_predict(model, &feed, 1, 8, predicted.out(), 1)));
  feed = unknown;
  EXPECT_TRUE(Fails(rnl_learn_model_predict(model, &feed, 1, 8, predicted.out(), 1),
                    RNL_INVALID_ARGUMENT, {"violet", "vocabulary"}));
}

}  // namespace
}  // namespace runnel_test
