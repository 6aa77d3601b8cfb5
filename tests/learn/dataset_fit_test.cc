// Fits and evaluations on datasets: they give what fits on the same samples give, and what is wrong with
// a dataset is said while the model stays usable.
#include <cstring>

#include "tests/learn/support.h"

namespace runnel_test {
namespace {

using Dataset = Handle<rnl_dataset_t, rnl_dataset_release>;
constexpr int64_t kRows = 20, kFeatures = 3;

class DatasetFitTest : public LearnTest {
 protected:
  DatasetFitTest() {
    std::vector<float> x, y, w;
    for (int64_t i = 0; i < kRows * kFeatures; ++i)
      x.push_back(static_cast<float>(std::sin(static_cast<double>(i))));
    for (int64_t i = 0; i < kRows; ++i) {
      y.push_back(static_cast<float>(std::cos(static_cast<double>(i))));
      w.push_back(static_cast<float>(1 + i % 3));
    }
    x_ = Of(RNL_FLOAT, {kRows, kFeatures}, x);
    y_ = Of(RNL_FLOAT, {kRows, 1}, y);
    w_ = Of(RNL_FLOAT, {kRows}, w);
  }
  Model Made() {
    Model model = Sequential("Input([3])|Dense(4, activation=tanh)|Dense(1)", "seed=5");
    Compile(model, "Adam(0.01)", "mse", "mae");
    return model;
  }
  Dataset Slices(const std::vector<rnl_tensor_t*>& tensors, int64_t batch) {
    Dataset slices, batches;
    EXPECT_TRUE(IsOk(rnl_dataset_from_slices(runtime, tensors.data(), tensors.size(), slices.out())));
    EXPECT_TRUE(IsOk(rnl_dataset_batch(slices, batch, false, batches.out())));
    return batches;
  }
  rnl_status_t* FitOn(const Model& model, const Dataset& data, const std::string& options,
                      History* history = nullptr, rnl_dataset_t* validation = nullptr) {
    History unused;
    return rnl_learn_model_fit_dataset(model, data, validation, View(options), View(""), nullptr,
                                       nullptr, (history == nullptr ? unused : *history).out());
  }
  static std::vector<float> WeightsOf(const Model& model) {
    rnl_tensor_t* tensors[4];
    EXPECT_TRUE(IsOk(rnl_learn_model_get_weights(model, tensors, 4)));
    std::vector<float> all;
    for (rnl_tensor_t* one : tensors) {
      const Tensor tensor(one);
      const auto* values = static_cast<const float*>(rnl_tensor_data(tensor));
      all.insert(all.end(), values, values + rnl_tensor_num_elements(tensor));
    }
    return all;
  }

  Tensor x_, y_, w_;
};

TEST_F(DatasetFitTest, GivesWhatSamplesGive) {
  const Model by_samples = Made(), by_dataset = Made();
  Pairs pairs(x_, y_, w_);
  History one, other;
  ASSERT_TRUE(IsOk(rnl_learn_model_fit(by_samples, &pairs.samples, &pairs.samples,
                                       View("epochs=3, batch_size=8, shuffle=false"), View(""), nullptr,
                                       nullptr, one.out())));
  const Dataset data = Slices({x_, y_, w_}, 8);
  ASSERT_TRUE(IsOk(FitOn(by_dataset, data, "epochs=3", &other, data)));
  EXPECT_EQ(WeightsOf(by_samples), WeightsOf(by_dataset));
  for (const char* name : {"loss", "mae", "val_loss", "val_mae"}) {
    for (size_t epoch = 0; epoch < 3; ++epoch)
      EXPECT_EQ(Find(one, epoch, name), Find(other, epoch, name)) << name << " " << epoch;
  }
  History evaluated;
  ASSERT_TRUE(IsOk(rnl_learn_model_evaluate_dataset(by_dataset, data, 0, evaluated.out())));
  EXPECT_EQ(Find(evaluated, 0, "loss"), Find(other, 2, "val_loss"));
}

TEST_F(DatasetFitTest, WithStepsAnEpochGoesOnWhereTheLastOneEnded) {
  const Model whole = Made(), in_steps = Made();
  const Dataset data = Slices({x_, y_}, 5);
  ASSERT_TRUE(IsOk(FitOn(whole, data, "epochs=1")));
  History history;
  ASSERT_TRUE(IsOk(FitOn(in_steps, data, "epochs=2, steps_per_epoch=2", &history)));
  EXPECT_EQ(rnl_learn_history_num_epochs(history), 2u);
  EXPECT_EQ(WeightsOf(whole), WeightsOf(in_steps));
}

TEST_F(DatasetFitTest, WhatIsWrongIsNamedAndTheModelStaysUsable) {
  const Model model = Made();
  const Dataset data = Slices({x_, y_}, 5);
  EXPECT_TRUE(Fails(FitOn(model, data, "epochs=3, steps_per_epoch=3"), RNL_OUT_OF_RANGE,
                    {"ended after 1 batches of epoch 1", "expected 3"}));
  EXPECT_TRUE(Fails(FitOn(model, Slices({x_}, 5), ""), RNL_INVALID_ARGUMENT,
                    {"batch 0: expected 2 or more tensors, got 1"}));
  EXPECT_TRUE(Fails(FitOn(model, Slices({x_, x_}, 5), ""), RNL_INVALID_ARGUMENT,
                    {"batch 0: target 0", "[5,3]"}));
  EXPECT_TRUE(Fails(FitOn(model, data, "batch_size=3"), RNL_INVALID_ARGUMENT, {"batch_size"}));
  Dataset none;
  ASSERT_TRUE(IsOk(rnl_dataset_take(data, 0, none.out())));
  EXPECT_TRUE(Fails(FitOn(model, none, ""), RNL_INVALID_ARGUMENT, {"no batch to train on"}));
  EXPECT_TRUE(IsOk(FitOn(model, data, "")));
}

// Two batches of the samples, and then a failure.
struct Failing {
  rnl_tensor_t *x, *y;
};
rnl_status_t* GiveTwo(void* arg, int64_t index, rnl_tensor_t** out, size_t) {
  const auto* failing = static_cast<const Failing*>(arg);
  if (index == 2) return rnl_status_create(RNL_DATA_LOSS, rnl_str("the sensor is off"));
  out[0] = rnl_tensor_retain(failing->x);
  out[1] = rnl_tensor_retain(failing->y);
  return nullptr;
}

TEST_F(DatasetFitTest, AFailureOfTheProgramsOwnDataEndsTheFit) {
  const Model model = Made();
  Failing failing = {x_, y_};
  const rnl_dtype_t types[] = {RNL_FLOAT, RNL_FLOAT};
  Dataset data;
  ASSERT_TRUE(
      IsOk(rnl_dataset_from_generator(runtime, types, 2, GiveTwo, &failing, nullptr, data.out())));
  const std::vector<float> before = WeightsOf(model);
  EXPECT_TRUE(Fails(FitOn(model, data, ""), RNL_DATA_LOSS, {"the sensor is off"}));
  EXPECT_NE(WeightsOf(model), before);  // with what the two batches taught
  EXPECT_TRUE(IsOk(FitOn(model, Slices({x_, y_}, 4), "")));
}

}  // namespace
}  // namespace runnel_test
