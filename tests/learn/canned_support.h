// Canned estimators, with what their tests share.
#ifndef RUNNEL_TESTS_LEARN_CANNED_SUPPORT_H_
#define RUNNEL_TESTS_LEARN_CANNED_SUPPORT_H_

#include <fstream>
#include <string>
#include <vector>

#include "tests/learn/train_support.h"

namespace runnel_test {

// The lines of a file that stands beside the tests, but for comments.
inline std::vector<std::string> LinesOf(const std::string& name) {
  std::vector<std::string> lines;
  std::ifstream file(RUNNEL_SOURCE_DIR "/tests/learn/" + name);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  return lines;
}

inline std::vector<std::string> CutAt(const std::string& text, char at) {
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

// Features and labels are `tensors`, features by the first of `names`.
class CannedSupport : public TrainerTest {
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
  Dataset Batches(int64_t passes, int64_t batch_size) {
    std::vector<rnl_tensor_t*> raw;
    for (const Tensor& tensor : tensors) raw.push_back(tensor);
    Dataset slices, batches, all;
    EXPECT_TRUE(IsOk(rnl_dataset_from_slices(runtime, raw.data(), raw.size(), slices.out())));
    EXPECT_TRUE(IsOk(rnl_dataset_batch(slices, batch_size, false, batches.out())));
    EXPECT_TRUE(IsOk(rnl_dataset_repeat(batches, passes, all.out())));
    return all;
  }
  rnl_learn_input_t Input(const Dataset& dataset) {
    rnl_learn_input_t input = {};
    input.struct_size = sizeof(input);
    input.dataset = dataset;
    views_.clear();
    for (const std::string& name : names) views_.push_back(View(name));
    input.feature_names = views_.data();
    input.num_features = views_.size();
    return input;
  }
  // A checkpoint of what begins with values by formula, "name:dims" each.
  void WriteStart(const std::string& prefix, const std::string& list) {
    std::vector<std::string> names;
    std::vector<Tensor> values;
    for (const std::string& one : CutAt(list, '|')) {
      const size_t colon = one.rfind(':');
      names.push_back(one.substr(0, colon));
      std::vector<int64_t> dims;
      int64_t size = 1;
      for (const std::string& dim : CutAt(one.substr(colon + 1), ',')) {
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
  // Of the names in such a list.
  static std::string PatternOf(const std::string& list) {
    std::string pattern;
    for (const std::string& one : CutAt(list, '|'))
      pattern += (pattern.empty() ? "" : "|") + one.substr(0, one.rfind(':'));
    return pattern;
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

  // What an estimator tells of its input against "name=value,name=value".
  static void ExpectTold(const History& found, const std::string& told, double tolerance) {
    for (const std::string& one : CutAt(told, ',')) {
      const size_t equals = one.find('=');
      double value = NAN;
      ASSERT_TRUE(IsOk(rnl_learn_history_find(found, 0, View(one.substr(0, equals)), &value))) << one;
      const double expected = std::stod(one.substr(equals + 1));
      EXPECT_NEAR(value, expected, tolerance * std::max(1.0, std::abs(expected))) << one;
    }
  }

  std::vector<Tensor> tensors;
  std::vector<std::string> names;

 private:
  std::vector<rnl_str_t> views_;
};

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_LEARN_CANNED_SUPPORT_H_
