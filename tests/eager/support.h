// An eager context with short forms of what tests do again and again.
#ifndef RUNNEL_TESTS_EAGER_SUPPORT_H_
#define RUNNEL_TESTS_EAGER_SUPPORT_H_

#include <functional>
#include <string>
#include <vector>

#include "tests/c_api/support/expect.h"

namespace runnel_test {

using Eager = Handle<rnl_eager_t, rnl_eager_release>;
using EagerOp = Handle<rnl_eager_op_t, rnl_eager_op_release>;
using Tape = Handle<rnl_tape_t, rnl_tape_release>;

inline rnl_str_t View(const std::string& text) { return {text.data(), text.size()}; }

class EagerTest : public testing::Test {
 protected:
  // On the CPU, or on `device` of the plugin of that id.
  explicit EagerTest(const std::string& plugin = "", const std::string& device = "") {
    RuntimeOptions options;
    EXPECT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_threads(options, 2)));
    if (!plugin.empty()) EXPECT_TRUE(IsOk(rnl_runtime_options_add_plugin(options, View(plugin))));
    EXPECT_TRUE(IsOk(rnl_runtime_create(options, runtime.out())));
    SessionOptions session;
    EXPECT_TRUE(IsOk(rnl_session_options_create(session.out())));
    if (!device.empty()) {
      EXPECT_TRUE(IsOk(rnl_session_options_set_default_device(session, View(device))));
      EXPECT_TRUE(IsOk(rnl_session_options_set_soft_placement(session, true)));
    }
    EXPECT_TRUE(IsOk(rnl_eager_create(runtime, session, eager.out())));
  }

  Tensor Of(std::vector<float> values) {
    const auto size = static_cast<int64_t>(values.size());
    return FloatTensor(runtime, {size}, std::move(values));
  }
  Tensor Scalar(float value) { return FloatTensor(runtime, {}, {value}); }
  // Sets attrs.
  using Set = std::function<void(rnl_node_builder_t*)>;
  EagerOp Prepare(const std::string& op, const Set& set = nullptr, const std::string& name = "") {
    rnl_node_builder_t* builder = rnl_node_builder_create(rnl_eager_graph(eager), View(op), View(name));
    if (set) set(builder);
    EagerOp made;
    EXPECT_TRUE(IsOk(rnl_eager_op_create(eager, builder, made.out())));
    return made;
  }
  // The first output; empty after a failure.
  Tensor Run(rnl_eager_op_t* op, std::vector<rnl_tensor_t*> inputs, rnl_tape_t* tape = nullptr) {
    Tensor out;
    rnl_tensor_t* outputs[8];
    size_t count = 0;
    EXPECT_TRUE(
        IsOk(rnl_eager_op_execute(op, nullptr, tape, inputs.data(), inputs.size(), outputs, 8, &count)));
    for (size_t i = 1; i < count; ++i) rnl_tensor_release(outputs[i]);
    if (count > 0) *out.out() = outputs[0];
    return out;
  }
  Tensor Run(const std::string& op, std::vector<rnl_tensor_t*> inputs, rnl_tape_t* tape = nullptr) {
    return Run(Prepare(op), std::move(inputs), tape);
  }
  Tensor Sum(rnl_tensor_t* x, rnl_tape_t* tape = nullptr) {
    std::vector<int32_t> axes(static_cast<size_t>(rnl_tensor_rank(x)));
    for (size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<int32_t>(i);
    const auto size = static_cast<int64_t>(axes.size());
    Tensor all;
    EXPECT_TRUE(IsOk(rnl_tensor_from_data(runtime, RNL_INT32, 1, &size, axes.data(),
                                          axes.size() * sizeof(int32_t), all.out())));
    return Run("Sum", {x, all}, tape);
  }
  Tape NewTape(rnl_tape_t* outer = nullptr, bool persistent = false) {
    Tape tape;
    EXPECT_TRUE(IsOk(rnl_tape_create(eager, outer, persistent, true, tape.out())));
    return tape;
  }
  Tensor Gradient(rnl_tape_t* tape, rnl_tensor_t* target, rnl_tensor_t* source, bool zeros = false) {
    Tensor out;
    EXPECT_TRUE(
        IsOk(rnl_tape_gradient(tape, nullptr, &target, nullptr, 1, &source, 1, zeros, out.out())));
    return out;
  }
  Tensor Variable(rnl_tensor_t* value, const std::string& name = "w") {
    Tensor handle;
    EXPECT_TRUE(IsOk(rnl_eager_create_variable(eager, View(name), rnl_str(""), value, handle.out())));
    return handle;
  }
  EagerOp Reader() {
    return Prepare("ReadVariableOp", [](rnl_node_builder_t* b) {
      rnl_node_builder_set_attr_type(b, rnl_str("dtype"), RNL_FLOAT);
    });
  }
  std::vector<float> Values(rnl_tensor_t* tensor) {
    Tensor host;
    EXPECT_TRUE(IsOk(rnl_tensor_to_host(tensor, host.out())));
    return Floats(host);
  }

  Runtime runtime;
  Eager eager;
};

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_EAGER_SUPPORT_H_
