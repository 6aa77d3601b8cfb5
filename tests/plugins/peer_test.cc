// Values that go from one device to another without the host: the virtual devices of one plugin reach
// each other unless they are told not to.
#include <gtest/gtest.h>

#include "core/runtime/device.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class PeerTest : public RuntimeTest {
 protected:
  void Begin(const std::string& peers, uint64_t seed) {
    RuntimeOptions options;
    options.num_threads = 2;
    options.config["virtual.devices"] = "2";
    options.config["virtual.peers"] = peers;
    options.config["virtual.seed"] = std::to_string(seed);
    options.config["virtual.threads"] = seed % 2 == 0 ? "2" : "1";
    Restart(options);
    const Status loaded = runtime_->LoadPlugin("virtual");
    ASSERT_TRUE(loaded.ok()) << loaded.ToString();
  }
  OutputRef On(const std::string& device, const std::string& op, std::vector<OutputRef> inputs) {
    return {b().AddNode({{}, op, std::move(inputs), {}, {}, device}), 0};
  }
};

TEST_F(PeerTest, AValueThatGoesToAndFroIsTheSameWithAndWithoutTheHost) {
  for (const std::string peers : {"1", "0"}) {
    for (uint64_t seed = 1; seed <= 12; ++seed) {
      Begin(peers, seed);
      std::vector<Device*> devices;
      for (Device* device : runtime_->devices()) {
        if (device->type() == "VIRTUAL") devices.push_back(device);
      }
      ASSERT_EQ(devices.size(), 2u);
      EXPECT_EQ(devices[0]->Reaches(*devices[1]), peers == "1");
      EXPECT_FALSE(devices[0]->Reaches(*devices[0]));
      const OutputRef x = Placeholder("x", DType::kFloat, Shape({3000}));
      OutputRef y = x;
      for (int hop = 0; hop < 5; ++hop) {
        const std::string device = hop % 2 == 0 ? "/device:VIRTUAL:0" : "/device:VIRTUAL:1";
        y = On(device, "Neg", {On(device, "Square", {y})});
      }
      // Nothing of no elements is copied.
      const OutputRef none = Placeholder("none", DType::kFloat, Shape({0}));
      const OutputRef empty = On("/device:VIRTUAL:1", "Neg", {On("/device:VIRTUAL:0", "Neg", {none})});
      for (int step = 0; step < 4; ++step) {
        std::vector<float> values(3000);
        for (size_t i = 0; i < values.size(); ++i)
          values[i] = 0.5F + 0.5F * static_cast<float>((i + static_cast<size_t>(step)) % 3);
        const std::vector<Tensor> got =
            Run({y, empty}, {{x, Floats(values)}, {none, Floats({}, Shape({0}))}});
        const std::vector<float> result = ToFloats(got[0]);
        for (size_t i = 0; i < values.size(); ++i) {
          const float once = values[i] * values[i];
          float expected = -once;
          for (int hop = 1; hop < 5; ++hop) expected = -(expected * expected);
          ASSERT_EQ(result[i], expected) << "peers " << peers << ", seed " << seed << ", element " << i;
        }
        EXPECT_EQ(got[1].num_elements(), 0);
      }
    }
  }
}

}  // namespace
}  // namespace runnel
