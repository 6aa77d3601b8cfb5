// Models of equal specs, weights and samples against what Keras computed (keras.txt, by make_keras.py).
#include <gtest/gtest.h>

#include <fstream>

#include "tests/learn/support.h"

namespace runnel_test {
namespace {

constexpr int64_t kSamples = 30;

std::vector<std::string> Lines() {
  std::vector<std::string> lines;
  std::ifstream file(RUNNEL_SOURCE_DIR "/tests/learn/keras.txt");
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  return lines;
}

class KerasTest : public LearnTest, public testing::WithParamInterface<std::string> {
 protected:
  static bool IsRandom(const std::string& name) {
    for (const char* end : {"/kernel", "/embeddings", "/depthwise_kernel", "/pointwise_kernel",
                            "/recurrent_kernel", "/scale"}) {
      if (name.ends_with(end)) return true;
    }
    return false;
  }

  // A sequential model, or one whose pieces say what they are called on: "Add <- 0 2".
  Model Build(const std::string& layers, const std::string& policy, rnl_learn_value_t* last) {
    const std::string options = "dtype=" + policy;
    const std::vector<std::string> pieces = Cut(layers, '|');
    *last = static_cast<rnl_learn_value_t>(pieces.size()) - 1;
    if (layers.find(" <- ") == std::string::npos) return Sequential(layers, options);
    Model model = Sequential(pieces[0], options);
    rnl_learn_value_t before = 0;
    for (size_t i = 1; i < pieces.size(); ++i) {
      const size_t arrow = pieces[i].find(" <- ");
      std::vector<rnl_learn_value_t> inputs;
      if (arrow == std::string::npos) {
        inputs = {before};
      } else {
        for (const std::string& number : Cut(pieces[i].substr(arrow + 4), ' '))
          inputs.push_back(static_cast<rnl_learn_value_t>(std::stoi(number)));
      }
      EXPECT_TRUE(IsOk(rnl_learn_model_call(model, View(pieces[i].substr(0, arrow)), inputs.data(),
                                            inputs.size(), last)));
      // A layer of several values gives consecutive numbers.
      rnl_dtype_t type;
      int32_t rank;
      int64_t dims[8];
      before = *last;
      while (Status(rnl_learn_model_value(model, before + 1, &type, &rank, dims, 8)).ok()) ++before;
    }
    EXPECT_TRUE(IsOk(rnl_learn_model_set_outputs(model, last, 1)));
    return model;
  }

  template <typename T>
  void SetWeights(const Model& model) {
    Names names;
    ASSERT_TRUE(IsOk(rnl_learn_model_weight_names(model, names.out())));
    const size_t count = rnl_names_count(names);
    std::vector<rnl_tensor_t*> values(count);
    ASSERT_TRUE(IsOk(rnl_learn_model_get_weights(model, values.data(), count)));
    for (size_t w = 0; w < count; ++w) {
      if (!IsRandom(Text(rnl_names_get(names, w)))) continue;
      std::vector<T> made(static_cast<size_t>(rnl_tensor_num_elements(values[w])));
      for (size_t i = 0; i < made.size(); ++i) {
        made[i] = static_cast<T>(
            0.3 * std::sin(1.7 * static_cast<double>(i) + 0.9 * static_cast<double>(w) + 0.3));
      }
      const rnl_dtype_t dtype = rnl_tensor_dtype(values[w]);
      std::vector<int64_t> dims(rnl_tensor_dims(values[w]),
                                rnl_tensor_dims(values[w]) + rnl_tensor_rank(values[w]));
      rnl_tensor_release(values[w]);
      Tensor fresh = Of<T>(dtype, dims, made);
      values[w] = rnl_tensor_retain(fresh);
    }
    EXPECT_TRUE(IsOk(rnl_learn_model_set_weights(model, values.data(), count)));
    for (rnl_tensor_t* value : values) rnl_tensor_release(value);
  }

  template <typename T>
  void Check(const std::vector<std::string>& cells, rnl_dtype_t dtype, double tolerance) {
    rnl_learn_value_t last = 0;
    const Model model = Build(cells[2], cells[1], &last);
    rnl_dtype_t input_type;
    int32_t rank;
    int64_t dims[8];
    ASSERT_TRUE(IsOk(rnl_learn_model_value(model, 0, &input_type, &rank, dims, 8)));
    std::vector<int64_t> shape(dims, dims + rank);
    shape[0] = kSamples;
    for (int64_t& size : shape) {
      if (size < 0) size = 5;  // any number of steps
    }
    int64_t size = 1;
    for (const int64_t d : shape) size *= d;
    std::vector<T> x;
    std::vector<int32_t> numbers;
    for (int64_t i = 0; i < size; ++i) {
      x.push_back(static_cast<T>(std::sin(0.37 * static_cast<double>(i))));
      numbers.push_back(static_cast<int32_t>((i * 5 + 1) % 9));
    }
    const Tensor inputs =
        input_type == RNL_INT32 ? Of<int32_t>(RNL_INT32, shape, numbers) : Of<T>(dtype, shape, x);
    Names names;
    const int64_t classes = std::stoll(cells[6]);
    const bool binary = cells[4].starts_with("Binary") && classes > 0;
    int64_t out[8];
    ASSERT_TRUE(IsOk(rnl_learn_model_value(model, last, &input_type, &rank, out, 8)));
    std::vector<int64_t> target_shape = {kSamples}, label_shape = {kSamples};
    int64_t outputs = 1, per_sample = 1;
    for (int32_t i = 1; i < rank; ++i) {
      target_shape.push_back(out[i]);
      outputs *= out[i];
      if (i == rank - 1) continue;
      label_shape.push_back(out[i]);
      per_sample *= out[i];
    }
    std::vector<int64_t> labels;
    std::vector<T> values;
    for (int64_t i = 0; i < kSamples * per_sample; ++i)
      labels.push_back(classes > 0 ? (i * 7 + 3) % classes : 0);
    for (int64_t i = 0; i < kSamples * outputs; ++i) {
      values.push_back(binary ? static_cast<T>(labels[static_cast<size_t>(i)] % 2)
                              : static_cast<T>(0.5 + 0.5 * std::cos(0.91 * static_cast<double>(i))));
    }
    const Tensor targets = classes > 0 && !binary ? Of<int64_t>(RNL_INT64, label_shape, labels)
                                                  : Of<T>(dtype, target_shape, values);
    SetWeights<T>(model);
    Compile(model, cells[3], cells[4], cells[5]);
    const Pairs samples(inputs, targets);
    History history;
    ASSERT_TRUE(
        IsOk(rnl_learn_model_fit(model, &samples.samples, nullptr,
                                 View("shuffle=false, batch_size=" + cells[7] + ", epochs=" + cells[8]),
                                 View(""), nullptr, nullptr, history.out())));
    const size_t epochs = std::stoul(cells[8]);
    ASSERT_EQ(rnl_learn_history_num_epochs(history), epochs);
    const std::vector<std::string> told = Cut(cells[9], ' ');
    const size_t at[] = {0, epochs / 2, epochs - 1};
    for (size_t e = 0; e < 3; ++e) CheckValues(history, at[e], told[e], tolerance);
    History evaluated;
    ASSERT_TRUE(
        IsOk(rnl_learn_model_evaluate(model, &samples.samples, std::stoll(cells[7]), evaluated.out())));
    CheckValues(evaluated, 0, cells[10], tolerance);
    Tensor predicted;
    rnl_tensor_t* feed = inputs;
    const bool is_fixed = cells[2].find("batch_size=") != std::string::npos;
    const int64_t batch = is_fixed ? std::stoll(cells[7]) : 7;
    ASSERT_TRUE(IsOk(rnl_learn_model_predict(model, &feed, 1, batch, predicted.out(), 1)));
    double sum = 0;
    for (int64_t i = 0; i < outputs; ++i) sum += Number<T>(predicted, i) * static_cast<double>(1 + i);
    const double expected = std::stod(cells[11]);
    EXPECT_NEAR(sum, expected, tolerance * std::max(1.0, std::fabs(expected)));
  }

  // An element of a tensor of T, half or bfloat16.
  template <typename T>
  static double Number(rnl_tensor_t* tensor, int64_t i) {
    const rnl_dtype_t dtype = rnl_tensor_dtype(tensor);
    if (dtype != RNL_HALF && dtype != RNL_BFLOAT16)
      return static_cast<double>(static_cast<const T*>(rnl_tensor_data(tensor))[i]);
    const uint16_t bits = static_cast<const uint16_t*>(rnl_tensor_data(tensor))[i];
    const int wide = dtype == RNL_HALF ? 10 : 7, bias = dtype == RNL_HALF ? 15 : 127;
    const int exponent = (bits & 0x7fff) >> wide, mantissa = bits & ((1 << wide) - 1);
    const double one = exponent == 0 ? 0 : 1;
    const double size =
        std::ldexp(one + std::ldexp(mantissa, -wide), (exponent == 0 ? 1 : exponent) - bias);
    return (bits & 0x8000) != 0 ? -size : size;
  }

  void CheckValues(const History& history, size_t epoch, const std::string& told, double tolerance) {
    const std::vector<std::string> values = Cut(told, ',');
    EXPECT_EQ(rnl_learn_history_num_values(history, epoch), values.size());
    for (const std::string& one : values) {
      const std::vector<std::string> pair = Cut(one, '=');
      if (tolerance > 1e-4 && pair[0] == "accuracy") continue;  // of whole samples
      const double expected = std::stod(pair[1]);
      EXPECT_NEAR(Find(history, epoch, pair[0]), expected,
                  tolerance * std::max(1.0, std::fabs(expected)))
          << pair[0] << " of epoch " << epoch;
    }
  }
};

TEST_P(KerasTest, GivesWhatKerasGives) {
  const std::vector<std::string> cells = Cut(GetParam(), '\t');
  ASSERT_EQ(cells.size(), 12u);
  if (cells[1] == "float64") {
    Check<double>(cells, RNL_DOUBLE, 1e-6);
  } else if (cells[1].starts_with("mixed_")) {
    // Sums of few digits differ by their order.
    Check<float>(cells, RNL_FLOAT, cells[1] == "mixed_float16" ? 1e-3 : 1e-2);
  } else {
    Check<float>(cells, RNL_FLOAT, 1e-5);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, KerasTest, testing::ValuesIn(Lines()),
                         [](const auto& info) { return info.param.substr(0, info.param.find('\t')); });

}  // namespace
}  // namespace runnel_test
