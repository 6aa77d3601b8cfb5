// Programs whose steps change what is in the session, with what TensorFlow gave for each step
// (recorded_steps.py).
#ifndef RUNNEL_TESTS_TF1_RECORDED_STEPS_H_
#define RUNNEL_TESTS_TF1_RECORDED_STEPS_H_

#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/case_log.h"
#include "tests/tf1/recorded_graph.h"

namespace runnel {

struct RecordedValue {
  const char* type;
  std::vector<int64_t> shape;
  std::vector<std::string_view> elements;
};
struct RecordedStep {
  std::vector<const char*> fetches, targets;
  int code;
  std::vector<RecordedValue> values;
};

class RecordedStepsTest : public RecordedGraphTest {
 protected:
  // Runs the steps over the graph `name`; the files that they read are in `folder`.
  void RunSteps(const char* name, std::span<const RecordedStep> steps, const std::string& folder = "") {
    ImportRecorded(name);
    const OutputRef folder_input = Output("folder:0");
    const Tensor folder_value = *Tensor::FromStrings(Shape(), {&folder, 1});
    for (const RecordedStep& step : steps) {
      std::vector<OutputRef> fetches;
      std::vector<Node*> targets;
      std::string what;
      for (const char* fetch : step.fetches) {
        fetches.push_back(Output(fetch));
        what += StrCat(fetch, " ");
      }
      for (const char* target : step.targets) {
        targets.push_back(graph_->FindNode(target));
        what += StrCat(target, " ");
      }
      std::vector<Tensor> got;
      const Status status = TryRun(fetches, {{folder_input, folder_value}}, targets, &got);
      EXPECT_EQ(static_cast<int>(status.code()), step.code) << what << ": " << status.ToString();
      if (!status.ok() || step.code != 0) continue;
      ASSERT_EQ(got.size(), step.values.size()) << what;
      for (size_t i = 0; i < got.size(); ++i) {
        ExpectValue(got[i], step.values[i], folder, StrCat(what, ", fetch ", i));
      }
    }
    if (!HasFailure()) LogOps();
  }

 private:
  static std::string Text(const Tensor& t, int64_t i) {
    const auto at = static_cast<size_t>(i);
    switch (t.dtype()) {
      case DType::kString:
        return std::string(t.string_at(i));
      case DType::kBool:
        return t.values<const bool>()[at] ? "1" : "0";
      case DType::kUInt8:
        return std::to_string(t.values<const uint8_t>()[at]);
      case DType::kInt8:
        return std::to_string(t.values<const int8_t>()[at]);
      case DType::kInt16:
        return std::to_string(t.values<const int16_t>()[at]);
      case DType::kUInt16:
        return std::to_string(t.values<const uint16_t>()[at]);
      default:
        return std::to_string(t.int_at(i));
    }
  }

  static void ExpectValue(const Tensor& got, const RecordedValue& wanted, const std::string& folder,
                          const std::string& what) {
    ASSERT_EQ(DTypeName(got.dtype()), wanted.type) << what;
    ASSERT_EQ(got.shape().ToString(), Shape(std::span(wanted.shape)).ToString()) << what;
    for (int64_t i = 0; i < got.num_elements(); ++i) {
      const std::string_view element = wanted.elements[static_cast<size_t>(i)];
      if (IsFloating(got.dtype())) {
        const double value = got.dtype() == DType::kFloat
                                 ? static_cast<double>(got.values<const float>()[static_cast<size_t>(i)])
                                 : got.values<const double>()[static_cast<size_t>(i)];
        const double expected = std::stod(std::string(element));
        if (std::isnan(expected)) {
          EXPECT_TRUE(std::isnan(value)) << what << ", element " << i << ": " << value;
        } else if (value != expected) {
          EXPECT_NEAR(value, expected, 1e-6 * std::abs(expected)) << what << ", element " << i;
        }
        continue;
      }
      std::string text = Text(got, i);
      for (size_t at = 0; !folder.empty() && (at = text.find(folder, at)) != std::string::npos;) {
        text.replace(at, folder.size(), "@");
      }
      EXPECT_EQ(text, element) << what << ", element " << i;
    }
  }

  // Every node of these graphs is part of some step.
  void LogOps() {
    std::set<std::string> ops;
    for (int id = 0; id < graph_->num_nodes(); ++id) {
      const Node* const node = graph_->node(id);
      if ((node->schema().flags & kOpHost) != 0) ops.insert(node->op());
    }
    for (const std::string& op : ops) testing::LogHostOps({op});
  }
};

}  // namespace runnel

#endif  // RUNNEL_TESTS_TF1_RECORDED_STEPS_H_
