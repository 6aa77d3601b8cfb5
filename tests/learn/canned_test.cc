// Canned estimators of equal specs, initial values and samples against what tf.estimator computed
// (estimators.txt, by make_estimators.py).
#include <fstream>

#include "tests/learn/train_support.h"

namespace runnel_test {
namespace {

using Estimator = Handle<rnl_learn_estimator_t, rnl_learn_estimator_release>;
using Predictions = Handle<rnl_learn_predictions_t, rnl_learn_predictions_release>;
using Dataset = Handle<rnl_dataset_t, rnl_dataset_release>;

constexpr int64_t kSamples = 32, kBatch = 8;

std::vector<std::string> Lines() {
  std::vector<std::string> lines;
  std::ifstream file(RUNNEL_SOURCE_DIR "/tests/learn/estimators.txt");
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  return lines;
}

class CannedTest : public TrainerTest, public testing::WithParamInterface<std::string> {
 protected:
  Tensor Texts(const std::vector<std::string>& texts, const std::vector<int64_t>& dims) {
    std::vector<rnl_str_t> views;
    for (const std::string& text : texts) views.push_back(View(text));
    Tensor tensor;
    EXPECT_TRUE(IsOk(rnl_tensor_from_strings(runtime, static_cast<int32_t>(dims.size()), dims.data(),
                                             views.data(), views.size(), tensor.out())));
    return tensor;
  }
  Tensor Whole(const std::vector<int64_t>& values, const std::vector<int64_t>& dims) {
    Tensor tensor;
    EXPECT_TRUE(
        IsOk(rnl_tensor_from_data(runtime, RNL_INT64, static_cast<int32_t>(dims.size()), dims.data(),
                                  values.data(), values.size() * sizeof(int64_t), tensor.out())));
    return tensor;
  }
  void MakeFeatures() {
    static const char* const kColors[] = {"red", "green", "blue", ""};
    std::vector<float> age, xs, heavy;
    std::vector<std::string> colors, cities;
    std::vector<int64_t> kinds;
    for (int i = 0; i < kSamples; ++i) {
      age.push_back(static_cast<float>(0.5 + 0.5 * std::sin(0.37 * i)));
      for (const int k : {2 * i, 2 * i + 1}) xs.push_back(static_cast<float>(std::sin(0.37 * k)));
      heavy.push_back(static_cast<float>(0.5 + i % 3));
      colors.push_back(kColors[i * 7 % 4]);
      cities.push_back("city" + std::to_string(i * 5 % 9));
      kinds.push_back(i * 3 % 4);
    }
    tensors.clear();
    tensors.push_back(FloatTensor(runtime, {kSamples, 1}, age));
    tensors.push_back(FloatTensor(runtime, {kSamples, 2}, xs));
    tensors.push_back(Texts(colors, {kSamples, 1}));
    tensors.push_back(Texts(cities, {kSamples, 1}));
    tensors.push_back(Whole(kinds, {kSamples, 1}));
    tensors.push_back(FloatTensor(runtime, {kSamples, 1}, heavy));
  }
  void AddLabel(const std::string& kind) {
    static const char* const kWords[] = {"low", "mid", "high"};
    std::vector<std::string> words;
    std::vector<int64_t> classes;
    std::vector<float> numbers;
    const int64_t width = kind == "numbers" ? 2 : 1;
    for (int i = 0; i < kSamples; ++i) {
      words.push_back(kWords[i * 7 % 3]);
      if (kind.starts_with("class")) classes.push_back((i * 7 + 3) % std::stoi(kind.substr(5)));
    }
    for (int64_t i = 0; i < kSamples * width; ++i)
      numbers.push_back(static_cast<float>(0.5 + 0.5 * std::cos(0.91 * static_cast<double>(i))));
    if (kind == "word") {
      tensors.push_back(Texts(words, {kSamples}));
    } else if (kind.starts_with("class")) {
      tensors.push_back(Whole(classes, {kSamples}));
    } else {
      tensors.push_back(FloatTensor(runtime, {kSamples, width}, numbers));
    }
  }
  Dataset Batches(int64_t passes) {
    std::vector<rnl_tensor_t*> raw;
    for (const Tensor& tensor : tensors) raw.push_back(tensor);
    Dataset slices, batches, all;
    EXPECT_TRUE(IsOk(rnl_dataset_from_slices(runtime, raw.data(), raw.size(), slices.out())));
    EXPECT_TRUE(IsOk(rnl_dataset_batch(slices, kBatch, false, batches.out())));
    EXPECT_TRUE(IsOk(rnl_dataset_repeat(batches, passes, all.out())));
    return all;
  }
  rnl_learn_input_t Input(const Dataset& dataset) {
    rnl_learn_input_t input = {};
    input.struct_size = sizeof(input);
    input.dataset = dataset;
    input.feature_names = names_;
    input.num_features = std::size(names_);
    return input;
  }
  // A checkpoint of what begins with values by formula, "name:dims" each.
  void WriteStart(const std::string& prefix, const std::string& list) {
    std::vector<std::string> names;
    std::vector<Tensor> values;
    for (const std::string& one : LearnTestCut(list, '|')) {
      const size_t colon = one.rfind(':');
      names.push_back(one.substr(0, colon));
      std::vector<int64_t> dims;
      int64_t size = 1;
      for (const std::string& dim : LearnTestCut(one.substr(colon + 1), ',')) {
        dims.push_back(std::stoll(dim));
        size *= dims.back();
      }
      std::vector<float> numbers;
      for (int64_t i = 0; i < size; ++i) {
        numbers.push_back(
            static_cast<float>(0.3 * std::sin(1.7 * static_cast<double>(i) +
                                              0.9 * static_cast<double>(values.size()) + 0.3)));
      }
      values.push_back(FloatTensor(runtime, dims, numbers));
    }
    std::vector<rnl_str_t> views;
    std::vector<rnl_tensor_t*> raw;
    for (size_t i = 0; i < names.size(); ++i) {
      views.push_back(View(names[i]));
      raw.push_back(values[i]);
    }
    ASSERT_TRUE(IsOk(rnl_checkpoint_write(runtime, View(prefix), views.data(), raw.data(), raw.size())));
  }
  static std::vector<std::string> LearnTestCut(const std::string& text, char at) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
      if (c == at) {
        parts.emplace_back();
      } else {
        parts.back() += c;
      }
    }
    return parts;
  }
  Estimator FromSpec(const std::string& options, const std::string& spec) {
    Estimator estimator;
    EXPECT_TRUE(
        IsOk(rnl_learn_estimator_from_spec(NewConfig(options), View(spec), nullptr, estimator.out())));
    return estimator;
  }
  rnl_status_t* TrainFor(const Estimator& estimator, const Dataset& data, const std::string& options) {
    const rnl_learn_input_t input = Input(data);
    return rnl_learn_estimator_train(estimator, &input, View(options), rnl_str(""), nullptr, nullptr);
  }

  // `options` of the run besides its folder.
  void TrainAndCompare(const std::string& options) {
    const std::vector<std::string> cells = LearnTestCut(GetParam(), '\t');
    ASSERT_EQ(cells.size(), 7u);
    const Folder folder;
    MakeFeatures();
    AddLabel(cells[2]);
    const Estimator estimator = FromSpec("model_dir='" + (folder / "model") + "'" + options, cells[1]);
    if (!cells[4].empty()) {
      WriteStart(folder / "start", cells[4]);
      std::string names;
      for (const std::string& one : LearnTestCut(cells[4], '|'))
        names += (names.empty() ? "" : "|") + one.substr(0, one.rfind(':'));
      ASSERT_TRUE(IsOk(rnl_learn_estimator_warm_start(estimator, View(folder / "start"), View(names))));
    }
    ASSERT_TRUE(IsOk(TrainFor(estimator, Batches(-1), "steps=" + cells[3])));
    const Dataset once = Batches(1);
    const rnl_learn_input_t input = Input(once);
    History found;
    ASSERT_TRUE(
        IsOk(rnl_learn_estimator_evaluate(estimator, &input, rnl_str(""), rnl_str(""), found.out())));
    for (const std::string& told : LearnTestCut(cells[5], ',')) {
      const size_t equals = told.find('=');
      double value = NAN;
      ASSERT_TRUE(IsOk(rnl_learn_history_find(found, 0, View(told.substr(0, equals)), &value))) << told;
      const double expected = std::stod(told.substr(equals + 1));
      EXPECT_NEAR(value, expected, 2e-4 * std::max(1.0, std::abs(expected))) << told;
    }
    Predictions predictions;
    ASSERT_TRUE(IsOk(rnl_learn_estimator_predict(estimator, &input, rnl_str(""), predictions.out())));
    const size_t count = rnl_learn_predictions_count(predictions);
    std::vector<float> first;
    for (bool end = false; !end;) {
      std::vector<rnl_tensor_t*> values(count);
      ASSERT_TRUE(IsOk(rnl_learn_predictions_next(predictions, values.data(), count, &end)));
      if (end) break;
      const std::vector<float> batch = Floats(values[0]);
      first.insert(first.end(), batch.begin(), batch.end());
      for (rnl_tensor_t* value : values) rnl_tensor_release(value);
    }
    const std::vector<std::string> expected = LearnTestCut(cells[6], ',');
    const size_t width = expected.size() / 3;
    ASSERT_EQ(first.size(), width * kSamples);
    for (size_t i = 0; i < expected.size(); ++i) {
      const size_t sample = std::array<size_t, 3>{0, 1, 17}[i / width];
      EXPECT_NEAR(first[sample * width + i % width], std::stod(expected[i]), 1e-3) << i;
    }
  }

  std::vector<Tensor> tensors;

 private:
  const rnl_str_t names_[6] = {rnl_str("age"),  rnl_str("xs"),   rnl_str("color"),
                               rnl_str("city"), rnl_str("kind"), rnl_str("heavy")};
};

TEST_P(CannedTest, TrainsAsTensorFlow) { TrainAndCompare(""); }

// But for batch normalisation, which counts by parts.
TEST_P(CannedTest, TrainsInPartsAsTensorFlow) {
  ASSERT_TRUE(IsOk(rnl_runtime_load_plugin(runtime, rnl_str("virtual"))));
  if (GetParam().find("batch_norm=true") == std::string::npos)
    TrainAndCompare(", strategy=Mirrored(['CPU:0', 'VIRTUAL:0'])");
}

INSTANTIATE_TEST_SUITE_P(Cases, CannedTest, testing::ValuesIn(Lines()),
                         [](const auto& info) { return info.param.substr(0, info.param.find('\t')); });

TEST_F(CannedTest, SharedEmbeddingsHaveOneTable) {
  const Folder folder;
  MakeFeatures();
  tensors.push_back(Whole(std::vector<int64_t>(kSamples, 1), {kSamples}));
  const Estimator estimator = FromSpec(
      "model_dir='" + folder.path + "'",
      "DNNClassifier(hidden_units=[3], "
      "feature_columns=[shared_embeddings([categorical_column_with_identity("
      "kind, 4), categorical_column_with_vocabulary_list(color, [red, green, blue, white])], 2)])");
  ASSERT_TRUE(IsOk(TrainFor(estimator, Batches(-1), "steps=2")));
  Checkpoint checkpoint;
  ASSERT_TRUE(IsOk(rnl_checkpoint_open(runtime, View(folder / "model.ckpt-2"), checkpoint.out())));
  int tables = 0;
  for (size_t i = 0; i < rnl_checkpoint_count(checkpoint); ++i) {
    const std::string name = Str(rnl_checkpoint_name(checkpoint, i));
    tables +=
        name.starts_with("dnn/") && name.ends_with("color_kind_shared_embedding/embedding_weights");
  }
  EXPECT_EQ(tables, 1);
}

TEST_F(CannedTest, VocabulariesOfFilesAreExportedWithTheModel) {
  const Folder folder;
  std::ofstream(folder / "words") << "red\ngreen\n";
  MakeFeatures();
  tensors.push_back(Whole(std::vector<int64_t>(kSamples, 1), {kSamples}));
  const Estimator estimator =
      FromSpec("model_dir='" + (folder / "model") + "'",
               "LinearClassifier(feature_columns=[categorical_column_with_vocabulary_file("
               "color, '" +
                   (folder / "words") + "', 2)])");
  const Dataset once = Batches(1);
  ASSERT_TRUE(IsOk(TrainFor(estimator, once, "")));
  const rnl_learn_input_t input = Input(once);
  Bytes exported;
  ASSERT_TRUE(IsOk(rnl_learn_estimator_export(estimator, View(folder / "export"), &input, rnl_str(""),
                                              exported.out())));
  SavedModel model;
  ASSERT_TRUE(IsOk(rnl_saved_model_open(runtime, rnl_bytes_view(exported), nullptr, 0, model.out())));
  Graph served;
  Session session;
  const rnl_str_t color = rnl_str("features/color"), logits = rnl_str("columns/AddV2");
  ASSERT_TRUE(
      IsOk(rnl_saved_model_load(model, &color, 1, &logits, 1, nullptr, served.out(), session.out())));
  rnl_tensor_t* const fed = tensors[2];
  Tensor given;
  ASSERT_TRUE(IsOk(
      rnl_session_run(session, nullptr, &color, &fed, 1, &logits, given.out(), 1, nullptr, 0, nullptr)));
  EXPECT_NE(Floats(given)[0], Floats(given)[1]);  // red and what is none of the words
}

TEST_F(CannedTest, WhatIsWrongIsNamed) {
  const Folder folder;
  MakeFeatures();
  tensors.push_back(Whole(std::vector<int64_t>(kSamples, 3), {kSamples}));
  int runs = 0;
  const auto train = [&](const std::string& spec) {
    return TrainFor(FromSpec("model_dir='" + (folder / std::to_string(runs++)) + "'", spec), Batches(1),
                    "");
  };
  EXPECT_TRUE(Fails(train("LinearClassifier(feature_columns=[numeric_column(weight)])"), RNL_NOT_FOUND,
                    {"weight", "age, xs, color"}));
  EXPECT_TRUE(Fails(train("LinearClassifier(feature_columns=[numeric_column(xs)])"),
                    RNL_INVALID_ARGUMENT, {"xs", "2 numbers", "1"}));
  EXPECT_TRUE(Fails(train("DNNClassifier([3], [categorical_column_with_identity(kind, 4)])"),
                    RNL_INVALID_ARGUMENT, {"kind", "dense column", "embedding_column"}));
  EXPECT_TRUE(Fails(train("LinearClassifier([categorical_column_with_identity(kind, 3)])"),
                    RNL_INVALID_ARGUMENT, {}));
  EXPECT_TRUE(Fails(train("LinearClassifier([numeric_column(age), numeric_column(age)])"),
                    RNL_INVALID_ARGUMENT, {"two feature columns", "age"}));
  EXPECT_TRUE(Fails(train("LinearClassifier([numeric_column(age)], label_vocabulary=[a, b])"),
                    RNL_INVALID_ARGUMENT, {"label is int64", "label_vocabulary"}));
  Estimator estimator;
  EXPECT_TRUE(Fails(rnl_learn_estimator_from_spec(NewConfig(""), rnl_str("DNNClasifier([3])"), nullptr,
                                                  estimator.out()),
                    RNL_NOT_FOUND, {"DNNClasifier"}));
}

}  // namespace
}  // namespace runnel_test
