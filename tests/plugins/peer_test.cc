// Values that go from one device to another without the host: the virtual devices of one plugin reach
// each other unless they are told not to.
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "core/runtime/devices/device.h"
#include "tests/plugins/gate.h"
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
    options.config["virtual.capture"] = seed % 3 == 0 ? "1" : "0";
    options.config["virtual.threads"] = seed % 2 == 0 ? "2" : "1";
    Restart(options);
    const Status loaded = runtime_->LoadPlugin("virtual");
    ASSERT_TRUE(loaded.ok()) << loaded.ToString();
  }
  std::vector<Device*> Virtuals() {
    std::vector<Device*> out;
    for (Device* device : runtime_->devices()) {
      if (device->type() == "VIRTUAL") out.push_back(device);
    }
    return out;
  }
  OutputRef On(const std::string& device, const std::string& op, std::vector<OutputRef> inputs) {
    return {b().AddNode({{}, op, std::move(inputs), {}, {}, device}), 0};
  }
};

// Without regions each result lies in place of what was copied to the device.
TEST_F(PeerTest, AValueThatGoesToAndFroIsTheSameWithAndWithoutTheHost) {
  for (const std::string peers : {"1", "0"}) {
    for (uint64_t seed = 1; seed <= 24; ++seed) {
      Begin(peers, seed % 12 + 1);
      session_options_.disabled_passes.clear();
      if (seed > 12) session_options_.disabled_passes = {"regions", "fuse"};
      const std::vector<Device*> devices = Virtuals();
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

// What is copied stays what it is until the copy is over, though nobody wants it any more.
TEST_F(PeerTest, TheSourceOutlivesAStepThatIsCancelled) {
  constexpr int64_t kElements = 12 << 20;
  constexpr uint64_t kBytes = kElements * sizeof(float);
  Begin("1", 1);
  const std::vector<Device*> devices = Virtuals();
  ASSERT_EQ(devices.size(), 2u);
  const auto in_use = [&] { return devices[0]->MemoryStats()->bytes_in_use; };
  const std::string first = "/device:VIRTUAL:0", second = "/device:VIRTUAL:1";
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({}));
  const OutputRef large = On(first, "Fill", {b().Int32Vector({kElements}), x});
  const OutputRef there = On(second, "Max", {large, b().Int32Vector({0})});
  const auto scalar = [](float value) { return *Tensor::FromScalar<float>(value); };
  for (int i = 0; i < 3; ++i) Run({there}, {{x, scalar(1)}});
  const uint64_t before = in_use();

  Gate gate;
  DeviceQueue& copies = devices[1]->copy_in();
  ASSERT_TRUE(gate.SubmitTo(copies).ok());
  RunOptions options;
  options.cancellation = MakeRef<CancellationManager>();
  std::promise<Status> ended;
  session().RunAsync(
      {{x}, {there}, {}}, {scalar(3)}, options,
      [&](Status status, const std::vector<Tensor>&) { ended.set_value(std::move(status)); });
  while (copies.CurrentPoint() == gate.point()) std::this_thread::yield();
  options.cancellation->Cancel(Cancelled("the user has had enough"));
  EXPECT_EQ(ended.get_future().get().code(), Code::kCancelled);
  {
    const auto other = devices[0]->AllocateBuffer(kBytes, 0);
    ASSERT_TRUE(other.ok()) << other.status().ToString();
    EXPECT_GE(in_use(), before + kBytes) << "it is given what is being copied";
  }
  gate.Open();
  EXPECT_EQ(ToFloats(Run({there}, {{x, scalar(5)}})[0])[0], 5);
  EXPECT_FALSE(gate.gave_up());
}

}  // namespace
}  // namespace runnel
