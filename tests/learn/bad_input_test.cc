// What goes wrong in use: it has a status that names the thing, and the model goes on.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>

#include "tests/learn/canned_support.h"

namespace runnel_test {
namespace {

// A disk on which no file may become larger than nothing, while it lives. What writes to it must not
// be the test's own output.
class FullDisk {
 public:
  FullDisk() : ignored_(signal(SIGXFSZ, SIG_IGN)) {
    EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &before_), 0);
    const rlimit none{0, before_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &none), 0);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    signal(SIGXFSZ, ignored_);
  }
  FullDisk(const FullDisk&) = delete;

 private:
  rlimit before_ = {};
  void (*const ignored_)(int);
};

std::vector<std::string> FilesIn(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.file_size() > 0) names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class BadInputTest : public LearnTest {
 protected:
  BadInputTest() {
    std::vector<float> xs;
    std::vector<int64_t> labels;
    for (int i = 0; i < 160; ++i) xs.push_back(std::sin(1.3f * static_cast<float>(i)));
    for (int i = 0; i < 40; ++i)
      labels.push_back(xs[static_cast<size_t>(4 * i)] > xs[static_cast<size_t>(4 * i + 1)]);
    x = Of<float>(RNL_FLOAT, {40, 4}, xs);
    y = Of<int64_t>(RNL_INT64, {40}, labels);
  }
  Model Classifier() {
    Model model =
        Sequential("Input([4])|Dense(8, activation=relu)|Dense(2, activation=softmax)", "seed=3");
    Compile(model, "Adam(0.05)", "SparseCategoricalCrossentropy", "[accuracy]");
    return model;
  }
  rnl_status_t* Fit(const Model& model, rnl_tensor_t* inputs, rnl_tensor_t* targets,
                    const std::string& callbacks, double* loss = nullptr) {
    const Pairs samples(inputs, targets);
    History history;
    rnl_status_t* const status =
        rnl_learn_model_fit(model, &samples.samples, nullptr, rnl_str("shuffle=false"), View(callbacks),
                            nullptr, nullptr, history.out());
    if (status == nullptr && loss != nullptr) *loss = Find(history, 0, "loss");
    return status;
  }
  static std::vector<Tensor> WeightsOf(const Model& model) {
    Names names;
    EXPECT_TRUE(IsOk(rnl_learn_model_weight_names(model, names.out())));
    std::vector<rnl_tensor_t*> raw(rnl_names_count(names));
    EXPECT_TRUE(IsOk(rnl_learn_model_get_weights(model, raw.data(), raw.size())));
    std::vector<Tensor> values;
    for (rnl_tensor_t* one : raw) values.emplace_back(one);
    return values;
  }
  static std::vector<std::vector<float>> NumbersOf(const Model& model) {
    std::vector<std::vector<float>> numbers;
    for (const Tensor& one : WeightsOf(model)) numbers.push_back(Floats(one));
    return numbers;
  }
  Tensor x, y;
};

TEST_F(BadInputTest, ShapesThatDoNotFitNameTheLayerAndBoth) {
  Model model;
  ASSERT_TRUE(IsOk(rnl_learn_model_create(runtime, View(""), model.out())));
  const auto input = [&](const std::vector<int64_t>& dims) {
    rnl_learn_value_t value = -1;
    EXPECT_TRUE(IsOk(rnl_learn_model_input(model, rnl_str(""), RNL_FLOAT,
                                           static_cast<int32_t>(dims.size()), dims.data(), &value)));
    return value;
  };
  const rnl_learn_value_t four = input({4}), three = input({3}), steps = input({2, 5}),
                          wider = input({2, 6});
  rnl_learn_value_t out = -1;
  const auto call = [&](const char* layer, const std::vector<rnl_learn_value_t>& on) {
    return rnl_learn_model_call(model, rnl_str(layer), on.data(), on.size(), &out);
  };
  const auto again = [&](const char* name, rnl_learn_value_t on) {
    return rnl_learn_model_call_again(model, rnl_str(name), &on, 1, &out);
  };
  EXPECT_TRUE(Fails(call("Add(name=sum)", {four, three}), RNL_INVALID_ARGUMENT,
                    {"layer \"sum\"", "[?,4]", "[?,3]"}));
  EXPECT_TRUE(Fails(call("Concatenate(name=both)", {four, steps}), RNL_INVALID_ARGUMENT,
                    {"layer \"both\"", "[?,4]", "[?,2,5]"}));
  ASSERT_TRUE(IsOk(call("Dense(8, name=dense)", {four})));
  EXPECT_TRUE(Fails(again("dense", three), RNL_INVALID_ARGUMENT,
                    {"layer \"dense\" on [?,3]", "dense/kernel is [4,8]", "[3,8]"}));
  ASSERT_TRUE(IsOk(call("LSTM(4, name=rnn)", {steps})));
  EXPECT_TRUE(Fails(again("rnn", wider), RNL_INVALID_ARGUMENT,
                    {"layer \"rnn\" on [?,2,6]", "rnn/lstm_cell/kernel is [5,16]", "[6,16]"}));
  ASSERT_TRUE(IsOk(call("TimeDistributed(Dense(3), name=each)", {steps})));
  EXPECT_TRUE(Fails(again("each", wider), RNL_INVALID_ARGUMENT, {"layer \"each\" on [?,2,6]", "[5,3]"}));
  // What fits is called all the same.
  EXPECT_TRUE(IsOk(again("dense", four)));
  EXPECT_TRUE(IsOk(again("rnn", steps)));
  EXPECT_TRUE(IsOk(rnl_learn_model_set_outputs(model, &out, 1)));
}

TEST_F(BadInputTest, LabelsOutOfRangeTeachNothing) {
  const Model model = Classifier();
  const auto before = NumbersOf(model);
  const Tensor wrong = Of<int64_t>(RNL_INT64, {40}, std::vector<int64_t>(40, 7));
  EXPECT_TRUE(Fails(Fit(model, x, wrong, ""), RNL_INVALID_ARGUMENT, {"labels[0] is 7", "[0,2)"}));
  EXPECT_EQ(NumbersOf(model), before);
  const Tensor negative = Of<int64_t>(RNL_INT64, {40}, std::vector<int64_t>(40, -1));
  EXPECT_TRUE(Fails(Fit(model, x, negative, ""), RNL_INVALID_ARGUMENT, {"labels[0] is -1", "[0,2)"}));
  EXPECT_EQ(NumbersOf(model), before);
  double loss = NAN;
  ASSERT_TRUE(IsOk(Fit(model, x, y, "", &loss)));
  EXPECT_TRUE(std::isfinite(loss));
}

TEST_F(BadInputTest, AfterALossThatIsNotANumberTheModelTakesOtherWeights) {
  const Model model = Classifier();
  const std::vector<Tensor> first = WeightsOf(model);
  std::vector<float> bad(160, 1);
  bad[3] = NAN;
  const Tensor holes = Of<float>(RNL_FLOAT, {40, 4}, bad);
  double loss = 0;
  ASSERT_TRUE(IsOk(Fit(model, holes, y, "", &loss)));
  EXPECT_TRUE(std::isnan(loss));
  std::vector<rnl_tensor_t*> raw(first.begin(), first.end());
  ASSERT_TRUE(IsOk(rnl_learn_model_set_weights(model, raw.data(), raw.size())));
  Compile(model, "Adam(0.05)", "SparseCategoricalCrossentropy", "[accuracy]");  // its moments are gone
  double after = 0, expected = 0;
  ASSERT_TRUE(IsOk(Fit(model, x, y, "", &after)));
  ASSERT_TRUE(IsOk(Fit(Classifier(), x, y, "", &expected)));
  EXPECT_EQ(after, expected);
}

TEST_F(BadInputTest, AFullDiskEndsTheFitAndLosesNothing) {
  const Folder folder;
  const Model model = Classifier();
  ASSERT_TRUE(IsOk(Fit(model, x, y, "ModelCheckpoint('" + (folder / "best") + "')")));
  ASSERT_TRUE(IsOk(rnl_learn_model_save(model, View(folder / "all"), View(""))));
  ASSERT_TRUE(IsOk(rnl_learn_model_save_weights(model, View(folder / "w.weights.h5"))));
  const std::vector<std::string> files = FilesIn(folder.path);
  const auto saved = NumbersOf(model);
  std::vector<std::pair<Status, std::string>> met;
  {
    const FullDisk full;
    met.emplace_back(Fit(model, x, y, "ModelCheckpoint('" + (folder / "best") + "')"), "best");
    met.emplace_back(Fit(model, x, y, "CSVLogger('" + (folder / "log") + "')"), "log");
    met.emplace_back(Fit(model, x, y, "TensorBoard('" + (folder / "board") + "')"), "board");
    met.emplace_back(rnl_learn_model_save(model, View(folder / "all"), View("")), "all");
    met.emplace_back(rnl_learn_model_save_weights(model, View(folder / "w.weights.h5")), "w.weights");
    met.emplace_back(rnl_learn_model_export(model, View(folder / "served")), "served");
  }
  for (const auto& [status, name] : met) {
    EXPECT_EQ(status.code(), RNL_RESOURCE_EXHAUSTED) << name;
    EXPECT_NE(status.message().find(folder / name), std::string::npos) << status.ToString();
  }
  // What was there before is whole, and nothing half-written is beside it.
  EXPECT_EQ(FilesIn(folder.path), files);
  EXPECT_NE(NumbersOf(model), saved);
  ASSERT_TRUE(IsOk(rnl_learn_model_load_weights(model, View(folder / "w.weights.h5"))));
  EXPECT_EQ(NumbersOf(model), saved);
  ASSERT_TRUE(IsOk(rnl_learn_model_load(model, View(folder / "all"), View(""))));
  EXPECT_EQ(NumbersOf(model), saved);
  ASSERT_TRUE(IsOk(rnl_learn_model_load(model, View(folder / "best"), View("optimizer=false"))));
  EXPECT_EQ(NumbersOf(model), saved);
  EXPECT_TRUE(IsOk(Fit(model, x, y, "ModelCheckpoint('" + (folder / "best") + "')")));
}

class BadEstimatorInput : public CannedSupport {
 protected:
  void Make(int64_t label) {
    names = {"age"};
    tensors.clear();
    tensors.push_back(FloatTensor(runtime, {4, 1}, {0.1f, 0.4f, 0.2f, 0.9f}));
    tensors.push_back(Whole({0, 1, label, 2}, {4}));
  }
};

TEST_F(BadEstimatorInput, TrainingGoesOnFromTheLastCheckpoint) {
  const Folder folder;
  const Estimator estimator = FromSpec("model_dir='" + folder.path +
                                           "', save_checkpoints_steps=2, save_summary_steps=0, "
                                           "log_step_count_steps=0",
                                       "DNNClassifier([3], [numeric_column(age)], n_classes=3)");
  Make(2);
  ASSERT_TRUE(IsOk(TrainFor(estimator, Batches(-1, 4), "max_steps=4")));
  Make(9);
  EXPECT_TRUE(Fails(TrainFor(estimator, Batches(-1, 4), "max_steps=8"), RNL_INVALID_ARGUMENT,
                    {"labels[2] is 9", "[0,3)"}));
  Make(2);
  const Dataset data = Batches(-1, 4);
  const Status status = [&] {
    const FullDisk full;
    return Status(TrainFor(estimator, data, "max_steps=8"));
  }();
  EXPECT_EQ(status.code(), RNL_RESOURCE_EXHAUSTED) << status.ToString();
  EXPECT_NE(status.message().find(folder / "model.ckpt-"), std::string::npos) << status.ToString();
  EXPECT_EQ(Checkpoints(folder.path).back(), "model.ckpt-4");
  ASSERT_TRUE(IsOk(TrainFor(estimator, Batches(-1, 4), "max_steps=8")));
  EXPECT_EQ(Checkpoints(folder.path).back(), "model.ckpt-8");
}

}  // namespace
}  // namespace runnel_test
