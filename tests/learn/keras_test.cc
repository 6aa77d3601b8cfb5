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
    for (const char* end : {"/kernel", "/embeddings", "/depthwise_kernel", "/pointwise_kernel"}) {
      if (name.ends_with(end)) return true;
    }
    return false;
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
    const Model model =
        Sequential(cells[2], "dtype=" + std::string(dtype == RNL_DOUBLE ? "double" : "float"));
    rnl_dtype_t input_type;
    int32_t rank;
    int64_t dims[8];
    ASSERT_TRUE(IsOk(rnl_learn_model_value(model, 0, &input_type, &rank, dims, 8)));
    std::vector<int64_t> shape(dims, dims + rank);
    shape[0] = kSamples;
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
    // The last value is what the last layer gives.
    int32_t last = static_cast<int32_t>(Cut(cells[2], '|').size()) - 1;
    int64_t out[8];
    ASSERT_TRUE(IsOk(rnl_learn_model_value(model, last, &input_type, &rank, out, 8)));
    const int64_t outputs = out[rank - 1];
    std::vector<int64_t> labels;
    std::vector<T> values;
    for (int64_t i = 0; i < kSamples; ++i) labels.push_back(classes > 0 ? (i * 7 + 3) % classes : 0);
    for (int64_t i = 0; i < kSamples * outputs; ++i) {
      values.push_back(binary ? static_cast<T>(labels[static_cast<size_t>(i)] % 2)
                              : static_cast<T>(0.5 + 0.5 * std::cos(0.91 * static_cast<double>(i))));
    }
    const Tensor targets = classes > 0 && !binary ? Of<int64_t>(RNL_INT64, {kSamples}, labels)
                                                  : Of<T>(dtype, {kSamples, outputs}, values);
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
    ASSERT_TRUE(IsOk(rnl_learn_model_predict(model, &feed, 1, 7, predicted.out(), 1)));
    const T* first = static_cast<const T*>(rnl_tensor_data(predicted));
    double sum = 0;
    for (int64_t i = 0; i < outputs; ++i)
      sum += static_cast<double>(first[i]) * static_cast<double>(1 + i);
    const double expected = std::stod(cells[11]);
    EXPECT_NEAR(sum, expected, tolerance * std::max(1.0, std::fabs(expected)));
  }

  void CheckValues(const History& history, size_t epoch, const std::string& told, double tolerance) {
    const std::vector<std::string> values = Cut(told, ',');
    EXPECT_EQ(rnl_learn_history_num_values(history, epoch), values.size());
    for (const std::string& one : values) {
      const std::vector<std::string> pair = Cut(one, '=');
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
  } else {
    Check<float>(cells, RNL_FLOAT, 1e-5);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, KerasTest, testing::ValuesIn(Lines()),
                         [](const auto& info) { return info.param.substr(0, info.param.find('\t')); });

}  // namespace
}  // namespace runnel_test
