// Callbacks: what ends a fit, lowers its rate, and writes files.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/learn/small_model.h"

namespace runnel_test {
namespace {

using CallbackTest = SmallModelTest;

TEST_F(CallbackTest, StopAndRestore) {
  const Model model = Classifier();
  const History history = Fit(model, "epochs=200, batch_size=8, validation_split=0.5",
                              "[EarlyStopping(patience=3, restore_best_weights=true), TerminateOnNaN]");
  EXPECT_EQ(Text(rnl_learn_history_stopped_by(history)), "EarlyStopping");
  const size_t epochs = rnl_learn_history_num_epochs(history);
  ASSERT_LT(epochs, 200u);
  double best = Find(history, 0, "val_loss");
  for (size_t e = 1; e < epochs; ++e) best = std::min(best, Find(history, e, "val_loss"));
  const Tensor half_x = Of<float>(RNL_FLOAT, {20, 4}, std::vector<float>(xs.begin() + 80, xs.end()));
  const Tensor half_y =
      Of<int32_t>(RNL_INT32, {20}, std::vector<int32_t>(labels.begin() + 20, labels.end()));
  const Pairs half(half_x, half_y);
  History again;
  ASSERT_TRUE(IsOk(rnl_learn_model_evaluate(model, &half.samples, 8, again.out())));
  EXPECT_NEAR(Find(again, 0, "loss"), best, 1e-5);
}

TEST_F(CallbackTest, LowerRatesOnPlateaus) {
  const Model model = Classifier();
  const History history =
      Fit(model, "epochs=6",
          "ReduceLROnPlateau(monitor=loss, patience=1, min_delta=10.0, factor=0.5, min_lr=0.01)");
  EXPECT_NEAR(Find(history, 0, "learning_rate"), 0.05, 1e-7);
  EXPECT_NEAR(Find(history, 2, "learning_rate"), 0.025, 1e-7);
  EXPECT_NEAR(Find(history, 5, "learning_rate"), 0.01, 1e-7);
}

TEST_F(CallbackTest, WriteFiles) {
  const std::string folder = testing::TempDir() + "/learn_files";
  ASSERT_EQ(std::system(("rm -rf " + folder + " && mkdir -p " + folder).c_str()), 0);
  const Model model = Classifier();
  Fit(model, "epochs=2",
      "[CSVLogger('" + folder + "/log.csv'), ModelCheckpoint('" + folder + "/at_{epoch}')]");
  std::ifstream file(folder + "/log.csv");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str().substr(0, 20), "epoch,loss,accuracy\n") << text.str();
  Checkpoint checkpoint;
  ASSERT_TRUE(IsOk(rnl_checkpoint_open(runtime, View(folder + "/at_2"), checkpoint.out())));
  EXPECT_EQ(rnl_checkpoint_count(checkpoint), 4u);
  Tensor kernel;
  ASSERT_TRUE(IsOk(rnl_checkpoint_read(checkpoint, View("dense/kernel"), kernel.out())));
  const std::vector<float> now = AllWeights(model);
  const std::vector<float> stored = Floats(kernel);
  EXPECT_TRUE(std::equal(stored.begin(), stored.end(), now.begin()));
  History history;
  const Pairs samples(x, y);
  EXPECT_TRUE(
      Fails(rnl_learn_model_fit(model, &samples.samples, nullptr, View(""),
                                View("CSVLogger('/nowhere/log.csv')"), nullptr, nullptr, history.out()),
            RNL_NOT_FOUND, {"/nowhere/log.csv"}));
  Fit(model, "");  // the model is usable
}

TEST_F(CallbackTest, NameCheckpointsByWhatTheyAre) {
  const std::string folder = testing::TempDir() + "/learn_names";
  ASSERT_EQ(std::system(("rm -rf " + folder + " && mkdir -p " + folder).c_str()), 0);
  const Model model = Classifier();
  const auto fit = [&](const std::string& args, const std::string& options = "epochs=2, batch_size=8") {
    const Pairs samples(x, y);
    History history;
    EXPECT_TRUE(IsOk(rnl_learn_model_fit(model, &samples.samples, nullptr, View(options),
                                         View("ModelCheckpoint('" + folder + "/" + args + ")"), nullptr,
                                         nullptr, history.out())));
    return history;
  };
  const auto files = [&] {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const std::string name = entry.path().filename();
      if (name.ends_with(".index")) names.insert(name.substr(0, name.size() - 6));
    }
    return names;
  };
  const History history = fit("a{epoch:03d}_{loss:.2f}'");
  const auto two = [](double value) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.2f", value);
    return std::string(text);
  };
  std::set<std::string> expected = {"a001_" + two(Find(history, 0, "loss")),
                                    "a002_" + two(Find(history, 1, "loss"))};
  EXPECT_EQ(files(), expected);
  fit("b{epoch}_{batch:2d}', save_freq=3");  // batches 3 of the first epoch, 1 and 4 of the second
  expected.insert({"b1_ 3", "b2_ 1", "b2_ 4"});
  EXPECT_EQ(files(), expected);
  // Nothing is below 0; accuracies above -1 are better.
  fit("c{epoch}', monitor=loss, save_best_only=true, initial_value_threshold=0.0");
  EXPECT_EQ(files(), expected);
  fit("d{epoch}', monitor=accuracy, save_best_only=true, initial_value_threshold=-1.0", "epochs=1");
  expected.insert("d1");
  EXPECT_EQ(files(), expected);
  const Pairs samples(x, y);
  History none;
  const auto refused = [&](const std::string& callback) {
    return rnl_learn_model_fit(model, &samples.samples, nullptr, View(""), View(callback), nullptr,
                               nullptr, none.out());
  };
  EXPECT_TRUE(Fails(refused("ModelCheckpoint('" + folder + "/{val_loss}')"), RNL_INVALID_ARGUMENT,
                    {"{val_loss}", "there is no \"val_loss\"", "epoch, batch, loss, accuracy"}));
  EXPECT_TRUE(Fails(refused("ModelCheckpoint('" + folder + "/{loss:n}')"), RNL_INVALID_ARGUMENT,
                    {"02d or .3f", "\"n\""}));
  EXPECT_TRUE(Fails(refused("ModelCheckpoint('" + folder + "/{loss')"), RNL_INVALID_ARGUMENT, {"no }"}));
  EXPECT_TRUE(Fails(refused("ModelCheckpoint(x, save_freq=0)"), RNL_INVALID_ARGUMENT,
                    {"save_freq", "got \"0\""}));
  EXPECT_TRUE(Fails(refused("EarlyStopping(baseline=good)"), RNL_INVALID_ARGUMENT,
                    {"EarlyStopping", "baseline", "good"}));
}

TEST_F(CallbackTest, WriteWeightsForKeras) {
  const std::string folder = testing::TempDir() + "/learn_h5";
  ASSERT_EQ(std::system(("rm -rf " + folder + " && mkdir -p " + folder).c_str()), 0);
  const Model model = Classifier();
  Fit(model, "epochs=2", "ModelCheckpoint('" + folder + "/at{epoch}.weights.h5')");
  EXPECT_TRUE(std::filesystem::exists(folder + "/at1.weights.h5"));
  const Model other = Classifier("seed=4");
  ASSERT_NE(AllWeights(other), AllWeights(model));
  ASSERT_TRUE(IsOk(rnl_learn_model_load_weights(other, View(folder + "/at2.weights.h5"))));
  EXPECT_EQ(AllWeights(other), AllWeights(model));
}

// A first value that is not better than the baseline counts as waiting.
TEST_F(CallbackTest, WaitFromTheBeginningBelowABaseline) {
  for (const auto& [baseline, epochs] :
       {std::pair("1e-9", 3u), std::pair("100", 4u), std::pair("none", 4u)}) {
    const Model model = Sequential("Input([4])|Dense(2, activation=softmax)");
    Compile(model, "SGD(0.0)", "SparseCategoricalCrossentropy");
    const History history =
        Fit(model, "epochs=8, shuffle=false",
            std::string("EarlyStopping(monitor=loss, patience=3, baseline=") + baseline + ")");
    EXPECT_EQ(rnl_learn_history_num_epochs(history), epochs) << baseline;
  }
}

TEST_F(CallbackTest, EndAtALossThatIsNotFinite) {
  Model model = Sequential("Input([4])|Dense(2, activation=relu)");
  Compile(model, "SGD(1000000.0)", "mse");
  const Tensor targets = Of<float>(RNL_FLOAT, {40, 2}, std::vector<float>(80, 1e18f));
  const Pairs samples(x, targets);
  History history;
  ASSERT_TRUE(IsOk(rnl_learn_model_fit(model, &samples.samples, nullptr, View("epochs=50"),
                                       View("TerminateOnNaN"), nullptr, nullptr, history.out())));
  EXPECT_EQ(Text(rnl_learn_history_stopped_by(history)), "TerminateOnNaN");
}

}  // namespace
}  // namespace runnel_test
