// A small model with samples that it learns.
#ifndef RUNNEL_TESTS_LEARN_SMALL_MODEL_H_
#define RUNNEL_TESTS_LEARN_SMALL_MODEL_H_

#include "tests/learn/support.h"

namespace runnel_test {

class SmallModelTest : public LearnTest {
 protected:
  // y = the sign of a sum, which a small model learns.
  SmallModelTest() {
    for (int i = 0; i < 40; ++i) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) {
        xs.push_back(std::sin(1.3f * static_cast<float>(4 * i + k)));
        sum += xs.back();
      }
      labels.push_back(sum > 0 ? 1 : 0);
    }
    x = Of<float>(RNL_FLOAT, {40, 4}, xs);
    y = Of<int32_t>(RNL_INT32, {40}, labels);
  }
  Model Classifier(const std::string& options = "seed=3") {
    Model model =
        Sequential("Input([4])|Dense(8, activation=relu)|Dense(2, activation=softmax)", options);
    Compile(model, "Adam(0.05)", "SparseCategoricalCrossentropy", "[accuracy]");
    return model;
  }
  History Fit(const Model& model, const std::string& options, const std::string& callbacks = "",
              rnl_learn_progress_fn_t progress = nullptr, void* arg = nullptr) {
    const Pairs samples(x, y);
    History history;
    EXPECT_TRUE(IsOk(rnl_learn_model_fit(model, &samples.samples, nullptr, View(options),
                                         View(callbacks), progress, arg, history.out())));
    return history;
  }
  std::vector<float> AllWeights(const Model& model) {
    Names names;
    EXPECT_TRUE(IsOk(rnl_learn_model_weight_names(model, names.out())));
    std::vector<rnl_tensor_t*> values(rnl_names_count(names));
    EXPECT_TRUE(IsOk(rnl_learn_model_get_weights(model, values.data(), values.size())));
    std::vector<float> all;
    for (rnl_tensor_t* value : values) {
      const std::vector<float> part = Floats(value);
      all.insert(all.end(), part.begin(), part.end());
      rnl_tensor_release(value);
    }
    return all;
  }

  std::vector<float> xs;
  std::vector<int32_t> labels;
  Tensor x, y;
};

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_LEARN_SMALL_MODEL_H_
