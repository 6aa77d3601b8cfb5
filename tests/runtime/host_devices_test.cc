// Several CPU devices in one process, as TensorFlow's device_count asks for: the same values wherever
// the nodes are placed.
#include <set>

#include "core/passes/control_flow_builder.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/plugins/plugin_loader.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class HostDevices : public RuntimeTest {
 protected:
  void StartWith(const std::string& count) {
    RuntimeOptions options;
    options.config = {{"cpu.devices", count}};
    Restart(options);
  }
  OutputRef On(const std::string& device, const std::string& op, std::vector<OutputRef> inputs,
               AttrList attrs = {}) {
    return {b().AddNode({{}, op, std::move(inputs), {}, std::move(attrs), device}), 0};
  }
  static std::vector<float> Values(const Tensor& t) {
    const auto values = t.values<const float>();
    return {values.begin(), values.end()};
  }
};

TEST_F(HostDevices, ThereAreAsManyAsTheConfigurationSays) {
  StartWith("3");
  std::set<std::string> names;
  for (const Device* device : runtime_->plugins().devices()) names.insert(std::string(device->name()));
  ASSERT_EQ(names.size(), 3U);
  EXPECT_TRUE(names.begin()->ends_with("/device:CPU:0")) << *names.begin();
  EXPECT_TRUE(names.rbegin()->ends_with("/device:CPU:2")) << *names.rbegin();
  for (const char* wrong : {"0", "65", "two"}) {
    RuntimeOptions options;
    options.config = {{"cpu.devices", wrong}};
    const auto runtime = Runtime::Create(options);
    EXPECT_EQ(runtime.status().code(), Code::kInvalidArgument) << wrong;
    EXPECT_NE(runtime.status().message().find("\"devices\""), std::string_view::npos)
        << runtime.status().ToString();
  }
}

TEST_F(HostDevices, ValuesAndVariablesGoBetweenThem) {
  StartWith("2");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({3}));
  const OutputRef w = Variable("w", DType::kFloat, Shape({3}), "/device:CPU:1");
  Node* const init = Assign(w, Vector({1, 2, 3}));
  const OutputRef product = On("/cpu:0", "Mul", {Read(w), x});
  const OutputRef sum = On("/cpu:1", "AddV2", {product, x});
  const OutputRef back = On("/cpu:0", "Neg", {sum});
  Node* const add = b().AddNode({"add", "AssignAddVariableOp", {w, back}, {}, {}, ""});
  Run({}, {}, {init});
  const std::pair<OutputRef, Tensor> feed{
      x, *Tensor::FromValues<float>(Shape({3}), std::vector<float>{1, 1, 2})};
  EXPECT_EQ(Values(Run({back}, {feed})[0]), (std::vector<float>{-2, -3, -8}));
  Run({}, {feed}, {add});
  EXPECT_EQ(Values(Run({Read(w)})[0]), (std::vector<float>{-1, -1, -5}));
}

TEST_F(HostDevices, ABodyOfALoopMayBeOnBoth) {
  StartWith("2");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const std::vector<OutputRef> start = {b().Scalar(DType::kInt32, 0), x};
  const auto exits = BuildWhile(
      &*graph_, start, {},
      [](GraphBuilder& c, const std::vector<OutputRef>& v) {
        return c.Op("Less", {v[0], c.Scalar(DType::kInt32, 5)});
      },
      [](GraphBuilder& c, const std::vector<OutputRef>& v) {
        const OutputRef twice{c.AddNode({{}, "AddV2", {v[1], v[1]}, {}, {}, "/cpu:1"}), 0};
        const OutputRef less{
            c.AddNode({{}, "Sub", {twice, c.Scalar(DType::kFloat, 1)}, {}, {}, "/cpu:0"}), 0};
        return std::vector<OutputRef>{c.Op("AddV2", {v[0], c.Scalar(DType::kInt32, 1)}), less};
      });
  ASSERT_TRUE(exits.ok()) << exits.status().ToString();
  const auto got =
      Run({(*exits)[1]}, {{x, *Tensor::FromValues<float>(Shape({2}), std::vector<float>{1, 2})}});
  EXPECT_EQ(Values(got[0]), (std::vector<float>{1, 33}));
}

TEST_F(HostDevices, OneThatIsNotThereIsNamedUnlessPlacementIsSoft) {
  StartWith("2");
  const OutputRef y = On("/device:CPU:2", "Neg", {Vector({1})});
  std::vector<Tensor> got;
  const Status status = TryRun({y}, {}, {}, &got);
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
  EXPECT_NE(status.message().find("CPU:2"), std::string_view::npos) << status.ToString();
  EXPECT_NE(status.message().find("/device:CPU:1"), std::string_view::npos) << status.ToString();
  session_ = nullptr;
  session_options_.soft_placement = true;
  EXPECT_EQ(Values(Run({y})[0]), (std::vector<float>{-1}));
}

}  // namespace
}  // namespace runnel
