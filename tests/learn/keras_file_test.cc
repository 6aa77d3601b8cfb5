// Files of Keras 3: models that it saved predict the same, weights go there and back, and no file ends
// the process. make_keras_files.py makes the files.
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/learn/support.h"

namespace runnel_test {
namespace {

const std::string kFolder = RUNNEL_SOURCE_DIR "/tests/learn/keras_files/";

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// What make_keras_files.py wrote of a model.
struct Said {
  std::vector<int64_t> shape;
  std::vector<std::vector<double>> outputs;
  std::vector<double> evaluated;
  std::vector<double> losses;  // of the next steps

  explicit Said(const std::string& name) {
    std::stringstream lines(ReadFile(kFolder + name + ".txt"));
    std::string line;
    std::getline(lines, line);
    std::stringstream sizes(line);
    for (int64_t size; sizes >> size;) shape.push_back(size);
    while (std::getline(lines, line)) {
      std::vector<double>* values = nullptr;
      if (line.starts_with("evaluate ")) values = &evaluated;
      if (line.starts_with("losses ")) values = &losses;
      std::stringstream numbers(values == nullptr ? line : line.substr(line.find(' ')));
      if (values == nullptr) values = &outputs.emplace_back();
      for (double value; numbers >> value;) values->push_back(value);
    }
  }
  int64_t num_elements() const {
    int64_t count = 1;
    for (const int64_t size : shape) count *= size;
    return count;
  }
};

class KerasFileTest : public LearnTest {
 protected:
  KerasFileTest() {
    std::string name = std::filesystem::temp_directory_path() / "runnel_keras_XXXXXX";
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  ~KerasFileTest() override { std::filesystem::remove_all(folder_); }
  std::string Path(const std::string& name) const { return folder_ / name; }
  std::string Put(const std::string& name, const std::string& bytes) const {
    std::ofstream(Path(name), std::ios::binary) << bytes;
    return Path(name);
  }

  Tensor Wave(const std::vector<int64_t>& shape, double (*function)(double)) {
    int64_t count = 1;
    for (const int64_t size : shape) count *= size;
    std::vector<float> values;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(static_cast<float>(function(static_cast<double>(i))));
    return Of(RNL_FLOAT, shape, values);
  }
  bool Opens(const std::string& path) {
    Model model;
    rnl_status_t* status = rnl_learn_model_open(runtime, View(path), View(""), model.out());
    const bool ok = status == nullptr;
    rnl_status_release(status);
    return ok;
  }
  Model Open(const std::string& name) {
    Model model;
    EXPECT_TRUE(
        IsOk(rnl_learn_model_open(runtime, View(kFolder + name + ".keras"), View(""), model.out())));
    return model;
  }
  void ExpectPredicts(const Model& model, const Said& said) {
    const Tensor input = Wave(said.shape, std::sin);
    rnl_tensor_t* inputs[] = {input};
    std::vector<rnl_tensor_t*> outputs(said.outputs.size());
    ASSERT_TRUE(IsOk(rnl_learn_model_predict(model, inputs, 1, 2, outputs.data(), outputs.size())));
    for (size_t i = 0; i < outputs.size(); ++i) {
      const Tensor output(outputs[i]);
      ASSERT_EQ(rnl_tensor_num_elements(output), static_cast<int64_t>(said.outputs[i].size()));
      const auto* values = static_cast<const float*>(rnl_tensor_data(output));
      for (size_t k = 0; k < said.outputs[i].size(); ++k)
        EXPECT_NEAR(values[k], said.outputs[i][k], 1e-5) << "output " << i << ", element " << k;
    }
  }

  // Steps of all samples, sin(i) to cos(i).
  void ExpectLosses(const Model& model, const std::vector<double>& losses) {
    const Tensor x = Wave({8, 6}, std::sin), y = Wave({8, 2}, std::cos);
    const Pairs pairs(x, y);
    History history;
    ASSERT_TRUE(IsOk(rnl_learn_model_fit(model, &pairs.samples, nullptr,
                                         View("shuffle=false, batch_size=8, epochs=5"), View(""),
                                         nullptr, nullptr, history.out())));
    ASSERT_EQ(losses.size(), 5u);
    for (size_t i = 0; i < losses.size(); ++i)
      EXPECT_NEAR(Find(history, i, "loss"), losses[i], 2e-6) << "step " << i;
  }

  std::filesystem::path folder_;
};

class OpenedKerasFile : public KerasFileTest, public testing::WithParamInterface<const char*> {};

TEST_P(OpenedKerasFile, PredictsAsKeras) { ExpectPredicts(Open(GetParam()), Said(GetParam())); }

TEST_P(OpenedKerasFile, GivesItsWeightsToAnotherThroughAFile) {
  const Model first = Open(GetParam());
  ASSERT_TRUE(IsOk(rnl_learn_model_save_weights(first, View(Path("a.weights.h5")))));
  const Model second = Open(GetParam());
  Names names;
  ASSERT_TRUE(IsOk(rnl_learn_model_weight_names(second, names.out())));
  std::vector<rnl_tensor_t*> values(rnl_names_count(names));
  ASSERT_TRUE(IsOk(rnl_learn_model_get_weights(second, values.data(), values.size())));
  std::vector<Tensor> kept;
  for (rnl_tensor_t*& value : values) {
    kept.emplace_back(value);
    std::vector<int64_t> dims(rnl_tensor_dims(value), rnl_tensor_dims(value) + rnl_tensor_rank(value));
    kept.push_back(Wave(dims, std::cos));
    value = kept.back();
  }
  ASSERT_TRUE(IsOk(rnl_learn_model_set_weights(second, values.data(), values.size())));
  ASSERT_TRUE(IsOk(rnl_learn_model_load_weights(second, View(Path("a.weights.h5")))));
  ExpectPredicts(second, Said(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Files, OpenedKerasFile,
                         testing::Values("sequential", "functional", "recurrent", "states", "nested",
                                         "adapted", "trained", "images", "masks", "tuned"),
                         [](const auto& info) { return std::string(info.param); });

// A model that trains on as Keras', from a file with the optimizer's state.
class SavedOptimizer : public KerasFileTest, public testing::WithParamInterface<const char*> {
 protected:
  SavedOptimizer() {
    std::stringstream lines(ReadFile(kFolder + "optimizer_" + GetParam() + ".txt"));
    std::getline(lines, spec_);
    for (double loss; lines >> loss;) losses_.push_back(loss);
  }
  Model Make() {
    Model model = Sequential("Input([6])|Dense(4, activation=tanh)|Dense(2)");
    Compile(model, spec_, "MeanSquaredError");
    return model;
  }

  const std::string file_ = kFolder + "optimizer_" + GetParam() + ".weights.h5";
  std::string spec_;
  std::vector<double> losses_;
};

TEST_P(SavedOptimizer, GoesOnAsInKeras) {
  const Model model = Make();
  ASSERT_TRUE(IsOk(rnl_learn_model_load_weights(model, View(file_))));
  ExpectLosses(model, losses_);
}

TEST_P(SavedOptimizer, IsWrittenAsKerasHasIt) {
  const Model first = Make();
  ASSERT_TRUE(IsOk(rnl_learn_model_load_weights(first, View(file_))));
  ASSERT_TRUE(IsOk(rnl_learn_model_save_weights(first, View(Path("a.weights.h5")))));
  const Model second = Make();
  ASSERT_TRUE(IsOk(rnl_learn_model_load_weights(second, View(Path("a.weights.h5")))));
  ExpectLosses(second, losses_);
}

INSTANTIATE_TEST_SUITE_P(Files, SavedOptimizer,
                         testing::Values("sgd", "rmsprop", "amsgrad", "nadam", "adamax", "ftrl",
                                         "adafactor", "averaged", "scaled"),
                         [](const auto& info) { return std::string(info.param); });

TEST_F(KerasFileTest, AnOpenedModelTrainsOnAsInKeras) {
  ExpectLosses(Open("trained"), Said("trained").losses);
  ExpectLosses(Open("tuned"), Said("tuned").losses);
}

// The size is looked at before memory is taken for it.
TEST_F(KerasFileTest, AStateOfAnotherShapeIsNamed) {
  const Model model = Sequential("Input([6])|Dense(4, activation=tanh)|Dense(2)");
  Compile(model, "SGD(0.1, momentum=0.9)", "MeanSquaredError");
  EXPECT_TRUE(Fails(rnl_learn_model_load_weights(model, View(kFolder + "huge_state.weights.h5")),
                    RNL_INVALID_ARGUMENT,
                    {"optimizer/vars/2: expected float [6,4]", "got float [1099511627776]"}));
}

TEST_F(KerasFileTest, AnotherOptimizersStateIsLeftOut) {
  const Model adam = Sequential("Input([6])|Dense(4, activation=tanh)|Dense(2)");
  Compile(adam, "Adam(0.01)", "MeanSquaredError");
  ASSERT_TRUE(IsOk(rnl_learn_model_load_weights(adam, View(kFolder + "optimizer_sgd.weights.h5"))));
  const Model fresh = Sequential("Input([6])|Dense(4, activation=tanh)|Dense(2)");
  ASSERT_TRUE(IsOk(rnl_learn_model_load_weights(fresh, View(kFolder + "optimizer_sgd.weights.h5"))));
  Compile(fresh, "Adam(0.01)", "MeanSquaredError");
  const Tensor x = Wave({8, 6}, std::sin), y = Wave({8, 2}, std::cos);
  const Pairs pairs(x, y);
  History one, other;
  for (const auto& [model, history] : {std::pair(&adam, &one), std::pair(&fresh, &other)}) {
    ASSERT_TRUE(IsOk(rnl_learn_model_fit(*model, &pairs.samples, nullptr, View("epochs=3"), View(""),
                                         nullptr, nullptr, history->out())));
  }
  EXPECT_EQ(Find(one, 2, "loss"), Find(other, 2, "loss"));
}

class FormOfKerasFile : public KerasFileTest, public testing::WithParamInterface<const char*> {};

TEST_P(FormOfKerasFile, GivesTheSameWeights) {
  Model other;
  ASSERT_TRUE(IsOk(rnl_learn_model_open(runtime, View(kFolder + "sequential.keras"),
                                        View("compile=false"), other.out())));
  Names names;
  ASSERT_TRUE(IsOk(rnl_learn_model_weight_names(other, names.out())));
  const size_t count = rnl_names_count(names);
  std::vector<rnl_tensor_t*> values(count);
  ASSERT_TRUE(IsOk(rnl_learn_model_get_weights(other, values.data(), count)));
  std::vector<Tensor> kept;
  for (rnl_tensor_t*& value : values) {
    kept.emplace_back(value);
    std::vector<int64_t> dims(rnl_tensor_dims(value), rnl_tensor_dims(value) + rnl_tensor_rank(value));
    kept.push_back(Wave(dims, std::cos));
    value = kept.back();
  }
  ASSERT_TRUE(IsOk(rnl_learn_model_set_weights(other, values.data(), count)));
  ASSERT_TRUE(IsOk(rnl_learn_model_load_weights(other, View(kFolder + GetParam()))));
  ExpectPredicts(other, Said("sequential"));
}

INSTANTIATE_TEST_SUITE_P(Forms, FormOfKerasFile, testing::Values("packed.weights.h5", "old.h5"),
                         [](const auto& info) {
                           return std::string(info.param, std::strcspn(info.param, "."));
                         });

TEST_F(KerasFileTest, ACompiledModelEvaluatesAsKerasAndTrainsOn) {
  const Model model = Open("sequential");
  const Said said("sequential");
  const Tensor x = Wave(said.shape, std::sin), y = Wave({said.shape[0], 2}, std::cos);
  Pairs pairs(x, y);
  History history;
  ASSERT_TRUE(IsOk(rnl_learn_model_evaluate(model, &pairs.samples, 32, history.out())));
  ASSERT_EQ(said.evaluated.size(), 2u);
  EXPECT_NEAR(Find(history, 0, "loss"), said.evaluated[0], 1e-5);
  EXPECT_NEAR(Find(history, 0, "mae"), said.evaluated[1], 1e-5);
  History trained;
  ASSERT_TRUE(IsOk(rnl_learn_model_fit(model, &pairs.samples, nullptr, View("epochs=20"), View(""),
                                       nullptr, nullptr, trained.out())));
  EXPECT_LT(Find(trained, 19, "loss"), Find(history, 0, "loss"));
}

TEST_F(KerasFileTest, ModelsWithinAModelAreFrozenByName) {
  const Model model = Open("nested");
  Names names;
  ASSERT_TRUE(IsOk(rnl_learn_model_weight_names(model, names.out())));
  size_t within = 0;
  for (size_t i = 0; i < rnl_names_count(names); ++i)
    within += Text(rnl_names_get(names, i)).starts_with("base/");
  EXPECT_EQ(within, 8u);
  const auto trained = [&model] {
    Bytes text;
    EXPECT_TRUE(IsOk(rnl_learn_model_summary(model, text.out())));
    const std::string summary = Text(rnl_bytes_view(text));
    const std::string line = "Trainable params: ";
    return std::stoi(summary.substr(summary.find(line) + line.size()));
  };
  // 42 of the layer d, 40 + 36 + 14 of head; then 28 + 8 + 15 of base as well.
  EXPECT_EQ(trained(), 42 + 90);
  ASSERT_TRUE(IsOk(rnl_learn_model_set_trainable(model, View("base"), true)));
  EXPECT_EQ(trained(), 42 + 90 + 51);
  ASSERT_TRUE(IsOk(rnl_learn_model_set_trainable(model, View("head/dense_1"), false)));
  EXPECT_EQ(trained(), 42 + 90 + 51 - 40);
  EXPECT_TRUE(
      Fails(rnl_learn_model_set_trainable(model, View("bas"), false), RNL_NOT_FOUND, {"base/d"}));
}

TEST_F(KerasFileTest, WeightsAreFoundByClassNotByName) {
  const Model first = Sequential("Input([3])|Dense(4, name=a)|Dense(2, name=b)", "seed=1");
  const Model second = Sequential("Input([3])|Dense(4)|Dense(2)", "seed=2");
  ASSERT_TRUE(IsOk(rnl_learn_model_save_weights(first, View(Path("w.weights.h5")))));
  ASSERT_TRUE(IsOk(rnl_learn_model_load_weights(second, View(Path("w.weights.h5")))));
  rnl_tensor_t *a[4], *b[4];
  ASSERT_TRUE(IsOk(rnl_learn_model_get_weights(first, a, 4)));
  ASSERT_TRUE(IsOk(rnl_learn_model_get_weights(second, b, 4)));
  for (int i = 0; i < 4; ++i) {
    const Tensor one(a[i]), other(b[i]);
    ASSERT_EQ(rnl_tensor_size_bytes(one), rnl_tensor_size_bytes(other));
    EXPECT_EQ(std::memcmp(rnl_tensor_data(one), rnl_tensor_data(other), rnl_tensor_size_bytes(one)), 0);
  }
}

TEST_F(KerasFileTest, WhatDoesNotFitIsNamed) {
  const Model wide = Sequential("Input([3])|Dense(5)|Dense(2)");
  const Model small = Sequential("Input([3])|Dense(4)");
  const Model larger = Sequential("Input([3])|Dense(4)|Dense(2)");
  const std::string path = Path("w.weights.h5");
  ASSERT_TRUE(IsOk(rnl_learn_model_save_weights(larger, View(path))));
  EXPECT_TRUE(
      Fails(rnl_learn_model_load_weights(wide, View(path)), RNL_INVALID_ARGUMENT,
            {"layers/dense/vars/0: expected float [3,5] for the weight dense/kernel, got float [3,4]"}));
  EXPECT_TRUE(Fails(rnl_learn_model_load_weights(small, View(path)), RNL_INVALID_ARGUMENT,
                    {"layers/dense_1/vars/0, layers/dense_1/vars/1"}));
  ASSERT_TRUE(IsOk(rnl_learn_model_save_weights(small, View(path))));
  EXPECT_TRUE(Fails(rnl_learn_model_load_weights(larger, View(path)), RNL_NOT_FOUND,
                    {"layers/dense_1/vars/0 (dense_1/kernel)"}));
  EXPECT_TRUE(Fails(rnl_learn_model_load_weights(larger, View(Path("none"))), RNL_NOT_FOUND, {"none"}));
  EXPECT_TRUE(Fails(rnl_learn_model_load_weights(larger, View(Put("text", "what is this"))),
                    RNL_DATA_LOSS, {"expected the signature of an HDF5 file"}));
  Model model;
  EXPECT_TRUE(
      Fails(rnl_learn_model_open(runtime, View(Put("zip.keras", "no archive")), View(""), model.out()),
            RNL_DATA_LOSS, {"directory"}));
}

// Each is a file that ends early, or has an altered byte: a status or a model, and never more.
TEST_F(KerasFileTest, DamagedFilesAreRefusedOrRead) {
  const std::string whole = ReadFile(kFolder + "functional.keras");
  int refused = 0;
  const Model model = Open("sequential");
  for (const char* name : {"packed.weights.h5", "old.h5"}) {
    const std::string weights = ReadFile(kFolder + name);
    for (size_t size = 0; size < weights.size(); size += 997) {
      const Status status(
          rnl_learn_model_load_weights(model, View(Put("cut.weights.h5", weights.substr(0, size)))));
      EXPECT_FALSE(status.ok()) << name << " " << size;
    }
    uint32_t random = 1;
    for (int i = 0; i < 200; ++i) {
      std::string altered = weights;
      random = random * 1664525 + 1013904223;
      altered[random % altered.size()] = static_cast<char>(random >> 24);
      const Status status(rnl_learn_model_load_weights(model, View(Put("altered.weights.h5", altered))));
      refused += status.ok() ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 20);
  for (size_t size = 0; size < whole.size(); size += 997) {
    EXPECT_FALSE(Opens(Put("cut.keras", whole.substr(0, size)))) << size;
  }
  uint32_t random = 1;
  for (int i = 0; i < 200; ++i) {
    std::string altered = whole;
    random = random * 1664525 + 1013904223;
    altered[random % altered.size()] = static_cast<char>(random >> 24);
    refused += Opens(Put("altered.keras", altered)) ? 0 : 1;
  }
  EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace runnel_test
