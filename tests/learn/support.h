// Models with short forms of what tests do again and again.
#ifndef RUNNEL_TESTS_LEARN_SUPPORT_H_
#define RUNNEL_TESTS_LEARN_SUPPORT_H_

#include <runnel/runnel_learn.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/c_api/support/expect.h"

namespace runnel_test {

using Model = Handle<rnl_learn_model_t, rnl_learn_model_release>;
using History = Handle<rnl_learn_history_t, rnl_learn_history_release>;

inline rnl_str_t View(const std::string& text) { return {text.data(), text.size()}; }
inline std::string Text(rnl_str_t view) { return std::string(view.data, view.size); }

class LearnTest : public testing::Test {
 protected:
  LearnTest() {
    RuntimeOptions options;
    EXPECT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_threads(options, 2)));
    EXPECT_TRUE(IsOk(rnl_runtime_create(options, runtime.out())));
  }

  // A sequential model of specs between |.
  Model Sequential(const std::string& layers, const std::string& options = "") {
    Model model;
    EXPECT_TRUE(IsOk(rnl_learn_model_create(runtime, View(options), model.out())));
    for (const std::string& layer : Cut(layers, '|'))
      EXPECT_TRUE(IsOk(rnl_learn_model_add(model, View(layer)))) << layer;
    return model;
  }
  static std::vector<std::string> Cut(const std::string& text, char at) {
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
  void Compile(const Model& model, const std::string& optimizer, const std::string& loss,
               const std::string& metrics = "") {
    EXPECT_TRUE(
        IsOk(rnl_learn_model_compile(model, View(optimizer), View(loss), View(metrics), nullptr, 0)));
  }
  static double Find(const History& history, size_t epoch, const std::string& name) {
    double value = 0;
    EXPECT_TRUE(IsOk(rnl_learn_history_find(history, epoch, View(name), &value)));
    return value;
  }
  // Numbers as a tensor of a floating type or of whole numbers.
  template <typename T>
  Tensor Of(rnl_dtype_t dtype, const std::vector<int64_t>& dims, const std::vector<T>& values) {
    Tensor tensor;
    EXPECT_TRUE(IsOk(rnl_tensor_from_data(runtime, dtype, static_cast<int32_t>(dims.size()), dims.data(),
                                          values.data(), values.size() * sizeof(T), tensor.out())));
    return tensor;
  }

  Runtime runtime;
};

// Samples of one input and one output.
struct Pairs {
  Pairs(rnl_tensor_t* x, rnl_tensor_t* y, rnl_tensor_t* weights = nullptr) : inputs{x}, targets{y} {
    samples.struct_size = sizeof(samples);
    samples.inputs = inputs;
    samples.num_inputs = 1;
    samples.targets = targets;
    samples.num_targets = 1;
    samples.weights = weights;
  }
  Pairs(const Pairs&) = delete;
  rnl_tensor_t* inputs[1];
  rnl_tensor_t* targets[1];
  rnl_learn_samples_t samples = {};
};

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_LEARN_SUPPORT_H_
