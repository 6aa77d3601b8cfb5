// Graphs of summary ops through the C ABI, and what TensorFlow gave for the same.
#ifndef RUNNEL_TESTS_SUMMARIES_SUMMARY_TEST_H_
#define RUNNEL_TESTS_SUMMARIES_SUMMARY_TEST_H_

#include <functional>
#include <string>
#include <vector>

#include "tests/c_api/support/expect.h"

namespace runnel_test {

class SummaryTest : public testing::Test {
 protected:
  using Build = std::function<void(rnl_node_builder_t*)>;

  void SetUp() override {
    runtime_ = NewRuntime();
    ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph_.out())));
  }
  // The output of a new node; `build` sets attrs.
  rnl_output_t Op(const char* op, const std::vector<rnl_output_t>& inputs, const Build& build = {},
                  const char* name = "") {
    rnl_node_builder_t* builder = rnl_node_builder_create(graph_, rnl_str(op), rnl_str(name));
    for (const rnl_output_t& input : inputs) rnl_node_builder_add_input(builder, input);
    if (build) build(builder);
    rnl_node_t node = RNL_NO_NODE;
    EXPECT_TRUE(IsOk(rnl_node_builder_finish(builder, &node))) << op;
    return rnl_output(node, 0);
  }
  rnl_output_t Constant(const Tensor& tensor) {
    rnl_output_t output{};
    EXPECT_TRUE(IsOk(rnl_graph_add_constant(graph_, rnl_str(""), tensor, &output)));
    return output;
  }
  rnl_output_t Numbers(const std::vector<double>& values, std::vector<int64_t> dims,
                       rnl_dtype_t dtype = RNL_FLOAT) {
    Tensor tensor;
    EXPECT_TRUE(
        IsOk(rnl_tensor_from_data(runtime_, RNL_DOUBLE, static_cast<int32_t>(dims.size()), dims.data(),
                                  values.data(), values.size() * sizeof(double), tensor.out())));
    const rnl_output_t doubles = Constant(tensor);
    if (dtype == RNL_DOUBLE) return doubles;
    return Op("Cast", {doubles}, [&](rnl_node_builder_t* builder) {
      rnl_node_builder_set_attr_type(builder, rnl_str("DstT"), dtype);
    });
  }
  rnl_output_t Strings(const std::vector<std::string>& values, std::vector<int64_t> dims) {
    std::vector<rnl_str_t> views;
    for (const std::string& value : values) views.push_back({value.data(), value.size()});
    Tensor tensor;
    EXPECT_TRUE(IsOk(rnl_tensor_from_strings(runtime_, static_cast<int32_t>(dims.size()), dims.data(),
                                             views.data(), views.size(), tensor.out())));
    return Constant(tensor);
  }
  rnl_output_t Tag(const std::string& tag) { return Strings({tag}, {}); }

  rnl_status_t* TryRun(rnl_output_t output, std::string* out) {
    Session session;
    if (rnl_status_t* failed = rnl_session_create(graph_, nullptr, session.out())) return failed;
    Tensor value;
    rnl_status_t* failed = rnl_session_run_outputs(session, nullptr, nullptr, nullptr, 0, &output,
                                                   value.out(), 1, nullptr, 0, nullptr);
    if (failed != nullptr) return failed;
    EXPECT_EQ(rnl_tensor_rank(value), 0);
    rnl_str_t text{};
    failed = rnl_tensor_get_string(value, 0, &text);
    *out = Str(text);
    return failed;
  }
  std::string Run(rnl_output_t output) {
    std::string value;
    EXPECT_TRUE(IsOk(TryRun(output, &value)));
    return value;
  }

  Runtime runtime_;
  Graph graph_;
};

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_SUMMARIES_SUMMARY_TEST_H_
