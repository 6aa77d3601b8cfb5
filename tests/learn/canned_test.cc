// Canned estimators of equal specs, initial values and samples against what tf.estimator computed
// (estimators.txt, by make_estimators.py).
#include "tests/learn/canned_support.h"
#include "tests/learn/cluster_support.h"

namespace runnel_test {
namespace {

constexpr int64_t kSamples = 32, kBatch = 8;

class CannedTest : public CannedSupport, public testing::WithParamInterface<std::string> {
 protected:
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
    names = {"age", "xs", "color", "city", "kind", "heavy"};
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
  // `options` of the run besides its folder.
  void TrainAndCompare(const std::string& options) {
    const std::vector<std::string> cells = CutAt(GetParam(), '\t');
    ASSERT_EQ(cells.size(), 7u);
    const Folder folder;
    MakeFeatures();
    AddLabel(cells[2]);
    const Estimator estimator = FromSpec("model_dir='" + (folder / "model") + "'" + options, cells[1]);
    if (!cells[4].empty()) {
      WriteStart(folder / "start", cells[4]);
      ASSERT_TRUE(IsOk(
          rnl_learn_estimator_warm_start(estimator, View(folder / "start"), View(PatternOf(cells[4])))));
    }
    ASSERT_TRUE(IsOk(TrainFor(estimator, Batches(-1, kBatch), "steps=" + cells[3])));
    const Dataset once = Batches(1, kBatch);
    const rnl_learn_input_t input = Input(once);
    History found;
    ASSERT_TRUE(
        IsOk(rnl_learn_estimator_evaluate(estimator, &input, rnl_str(""), rnl_str(""), found.out())));
    ExpectTold(found, cells[5], 2e-4);
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
    const std::vector<std::string> expected = CutAt(cells[6], ',');
    const size_t width = expected.size() / 3;
    ASSERT_EQ(first.size(), width * kSamples);
    for (size_t i = 0; i < expected.size(); ++i) {
      const size_t sample = std::array<size_t, 3>{0, 1, 17}[i / width];
      EXPECT_NEAR(first[sample * width + i % width], std::stod(expected[i]), 1e-3) << i;
    }
  }
};

TEST_P(CannedTest, TrainsAsTensorFlow) { TrainAndCompare(""); }

// But for batch normalisation, which counts by parts.
TEST_P(CannedTest, TrainsInPartsAsTensorFlow) {
  ASSERT_TRUE(IsOk(rnl_runtime_load_plugin(runtime, rnl_str("virtual"))));
  if (GetParam().find("batch_norm=true") == std::string::npos)
    TrainAndCompare(", strategy=Mirrored(['CPU:0', 'VIRTUAL:0'])");
}

// Two tasks compute parts of each batch, and both update their weights.
TEST_P(CannedTest, TrainsOverTasksAsTensorFlow) {
  if (GetParam().find("batch_norm=true") != std::string::npos) return;
  setenv("RUNNEL_CLUSTER_TOKEN", "canned", 1);
  const Addresses addresses(1);
  const std::string strategy = ", strategy='MultiWorkerMirrored(cross_device_ops=all_reduce)'";
  const Folder folder;
  const Estimator worker = FromSpec("model_dir='" + folder.path + "'" + strategy + addresses.Options(0),
                                    CutAt(GetParam(), '\t')[1]);
  MakeFeatures();
  AddLabel(CutAt(GetParam(), '\t')[2]);
  const Dataset unread = Batches(-1, kBatch);
  // The chief's share of this fixture goes on being used.
  const std::vector<std::string> kept = names;
  std::vector<rnl_str_t> views;
  for (const std::string& name : kept) views.push_back(View(name));
  rnl_learn_input_t input = Input(unread);
  input.feature_names = views.data();
  std::thread serves([&] {
    EXPECT_TRUE(IsOk(
        rnl_learn_estimator_train(worker, &input, rnl_str("steps=1"), rnl_str(""), nullptr, nullptr)));
  });
  TrainAndCompare(strategy + addresses.Options(-1));
  serves.join();
}

INSTANTIATE_TEST_SUITE_P(Cases, CannedTest, testing::ValuesIn(LinesOf("estimators.txt")),
                         [](const auto& info) { return info.param.substr(0, info.param.find('\t')); });

// Variables have the same names and rows: each value of a column, and each cross, is in its bucket.
TEST_F(CannedTest, TakesCheckpointsOfTensorFlow) {
  int taken = 0;
  for (const std::string& line : LinesOf("estimators.txt")) {
    const std::vector<std::string> cells = CutAt(line, '\t');
    const std::string kept = RUNNEL_SOURCE_DIR "/tests/learn/estimator_files/" + cells[0];
    if (!std::filesystem::exists(kept + ".index")) continue;
    SCOPED_TRACE(cells[0]);
    ++taken;
    const Folder folder;
    MakeFeatures();
    AddLabel(cells[2]);
    const Estimator estimator = FromSpec("model_dir='" + folder.path + "'", cells[1]);
    const Dataset once = Batches(1, kBatch);
    const rnl_learn_input_t input = Input(once);
    History read, warm;
    ASSERT_TRUE(IsOk(rnl_learn_estimator_evaluate(estimator, &input, View("checkpoint='" + kept + "'"),
                                                  rnl_str(""), read.out())));
    ExpectTold(read, cells[5], 1e-5);
    ASSERT_TRUE(IsOk(rnl_learn_estimator_warm_start(estimator, View(kept), rnl_str("dnn/*|linear/*"))));
    ASSERT_TRUE(IsOk(TrainFor(estimator, once, "steps=1")));
    const std::string begun = folder / "model.ckpt-0";
    ASSERT_TRUE(IsOk(rnl_learn_estimator_evaluate(estimator, &input, View("checkpoint='" + begun + "'"),
                                                  rnl_str(""), warm.out())));
    ExpectTold(warm, cells[5], 1e-5);
  }
  EXPECT_EQ(taken, 3);
}

TEST_F(CannedTest, SharedEmbeddingsHaveOneTable) {
  const Folder folder;
  MakeFeatures();
  tensors.push_back(Whole(std::vector<int64_t>(kSamples, 1), {kSamples}));
  const Estimator estimator = FromSpec(
      "model_dir='" + folder.path + "'",
      "DNNClassifier(hidden_units=[3], "
      "feature_columns=[shared_embeddings([categorical_column_with_identity("
      "kind, 4), categorical_column_with_vocabulary_list(color, [red, green, blue, white])], 2)])");
  ASSERT_TRUE(IsOk(TrainFor(estimator, Batches(-1, kBatch), "steps=2")));
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
  const Dataset once = Batches(1, kBatch);
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
    return TrainFor(FromSpec("model_dir='" + (folder / std::to_string(runs++)) + "'", spec),
                    Batches(1, kBatch), "");
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
