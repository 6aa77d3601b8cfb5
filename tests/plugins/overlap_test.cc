// Copies beside what a device computes, shown by the order of events: each side waits for the other to
// have begun or ended, so that a device or a host that does one after the other would never end. And
// devices that share the host's memory, where there is nothing to copy.
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "tests/plugins/gate.h"
#include "tests/plugins/model.h"

namespace runnel {
namespace {

class OverlapTest : public ::testing::Test {
 protected:
  Ref<Buffer> HostBuffer() { return *AllocateHostBuffer(SystemAllocator(), kBytes); }

  static constexpr uint64_t kBytes = 4096;
  const Ref<Runtime> runtime_ = MakeRuntime({{"virtual.threads", "3"}});
  Device* const device_ = runtime_->devices()[1];
};

TEST_F(OverlapTest, ACopyOutRunsWhileTheDeviceComputes) {
  ASSERT_OK(device_->Open());
  const Ref<Buffer> there = *device_->AllocateBuffer(kBytes);
  const Ref<Buffer> host = HostBuffer(), back = HostBuffer();
  std::fill_n(static_cast<char*>(host->data()), kBytes, 'x');
  ASSERT_OK(device_->CopyToDevice(host, 0, there, 0, kBytes));
  Gate compute, before_copy;
  before_copy.WaitsFor(&compute);  // the copy begins when the kernel has
  ASSERT_OK(before_copy.SubmitTo(device_->copy_out()));
  const Ref<StepFence> fence = *device_->copy_out().TakeFence();
  ASSERT_OK(device_->CopyOut(fence.get(), {}, there, 0, back, kBytes));
  ASSERT_OK(compute.SubmitTo(device_->compute()));
  ASSERT_OK(device_->compute().Flush());
  ASSERT_OK(device_->copy_out().WaitFence(fence.get(), fence->value()));
  EXPECT_EQ(static_cast<char*>(back->data())[kBytes - 1], 'x');
  EXPECT_FALSE(*device_->Reached(compute.point())) << "the kernel ends when the copy has";
  compute.Open();
  ASSERT_OK(device_->Wait(compute.point()));
  EXPECT_FALSE(compute.gave_up() || before_copy.gave_up());
}

TEST_F(OverlapTest, ACopyInRunsWhileTheDeviceComputes) {
  ASSERT_OK(device_->Open());
  const Ref<Buffer> host = HostBuffer();
  Gate compute, before_copy;
  before_copy.WaitsFor(&compute);
  const Ref<Buffer> there = *device_->AllocateBuffer(kBytes);
  ASSERT_OK(compute.SubmitTo(device_->compute()));
  ASSERT_OK(device_->compute().Flush());
  ASSERT_OK(before_copy.SubmitTo(device_->copy_in()));
  const Ref<StepFence> fence = *device_->copy_in().TakeFence();
  ASSERT_OK(device_->CopyIn(fence.get(), host, 0, there, kBytes));
  ASSERT_OK(device_->copy_in().WaitFence(fence.get(), fence->value()));
  EXPECT_FALSE(*device_->Reached(compute.point()));
  compute.Open();
  ASSERT_OK(device_->Wait(compute.point()));
  EXPECT_FALSE(compute.gave_up() || before_copy.gave_up());
}

// A value that was copied in and goes out again is computed by nobody: the copy back waits for the copy
// in.
TEST_F(OverlapTest, ACopyOutWaitsForTheCopyThatBroughtTheValue) {
  ASSERT_OK(device_->Open());
  const Ref<Buffer> host = HostBuffer(), back = HostBuffer();
  std::fill_n(static_cast<char*>(host->data()), kBytes, 'x');
  std::fill_n(static_cast<char*>(back->data()), kBytes, '-');
  const Ref<Buffer> there = *device_->AllocateBuffer(kBytes);
  Gate before_copy;
  ASSERT_OK(before_copy.SubmitTo(device_->copy_in()));
  const Ref<StepFence> in = *device_->copy_in().TakeFence(), out = *device_->copy_out().TakeFence();
  ASSERT_OK(device_->CopyIn(in.get(), host, 0, there, kBytes));
  ASSERT_OK(device_->CopyOut(out.get(), {}, there, 0, back, kBytes));
  ASSERT_OK(device_->copy_in().Flush());
  ASSERT_OK(device_->copy_out().Flush());
  EXPECT_FALSE(*device_->copy_out().Reached(device_->copy_out().CurrentPoint()));
  before_copy.Open();
  ASSERT_OK(device_->copy_out().WaitFence(out.get(), out->value()));
  EXPECT_EQ(std::string(static_cast<char*>(back->data()), kBytes), std::string(kBytes, 'x'));
  EXPECT_FALSE(before_copy.gave_up());
}

// A step's feed is on the device before what it is for could begin.
TEST_F(OverlapTest, AStepsCopyDoesNotWaitForWhatTheDeviceIsBusyWith) {
  Model m(runtime_);
  const OutputRef x = m.Placeholder("x", Shape({4}));
  m.b.set_device(kVirtual);
  const OutputRef y = m.b.Op("Neg", {x});
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  ASSERT_OK(m.Run({y}, {}, {{x, Floats(Shape({4}), {1, 2, 3, 4})}}, &out));  // opens the device
  const uint64_t before = device_->copy_in().CurrentPoint();
  Gate compute;
  ASSERT_OK(compute.SubmitTo(device_->compute()));
  ASSERT_OK(device_->compute().Flush());
  ASSERT_TRUE(compute.AwaitBeginning());
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  Status ended;
  m.session->RunAsync({{x}, {y}, {}}, {Floats(Shape({4}), {5, 6, 7, 8})}, {},
                      [&](Status status, std::vector<Tensor> fetches) {
                        const std::lock_guard lock(mutex);
                        ended = std::move(status);
                        out = std::move(fetches);
                        done = true;
                        changed.notify_all();
                      });
  while (device_->copy_in().CurrentPoint() == before && !compute.gave_up()) std::this_thread::yield();
  ASSERT_OK(device_->copy_in().Wait(device_->copy_in().CurrentPoint()));
  EXPECT_FALSE(*device_->Reached(compute.point()));
  {
    const std::lock_guard lock(mutex);
    EXPECT_FALSE(done);
  }
  compute.Open();
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return done; });
  ASSERT_OK(ended);
  EXPECT_EQ(out[0].values<float>()[3], -8.0f);
  EXPECT_FALSE(compute.gave_up());
}

// What is made on the way leaves for another memory before the rest is given to the device: out of a
// region, and where nodes run one by one.
TEST_F(OverlapTest, AValueIsOnItsWayBeforeTheRestIsComputed) {
  constexpr int kParts = 4;
  for (const bool regions : {true, false}) {
    SCOPED_TRACE(regions);
    Model m(runtime_);
    const OutputRef x = m.Placeholder("x", Shape({4}));
    OutputRef part = x;
    std::vector<OutputRef> sums;
    for (int i = 0; i < kParts; ++i) {
      part = {m.b.AddNode({StrCat("part", i), "Neg", {part}, {}, {}, kVirtual}), 0};
      sums.push_back({m.b.AddNode({StrCat("sum", i), "Square", {part}, {}, {}, "/cpu:0"}), 0});
    }
    SessionOptions options;
    options.disabled_passes = {"simplify", "fuse"};
    if (!regions) options.disabled_passes.push_back("regions");
    ASSERT_OK(m.Start(options));
    RunOptions run;
    run.trace = true;
    RunMetadata metadata;
    std::vector<Tensor> out(kParts);
    const Tensor value = Floats(Shape({4}), {1, 2, 3, 4});
    ASSERT_OK(m.session->Run({{x}, sums, {}}, {&value, 1}, out, run, &metadata));
    for (const Tensor& sum : out) EXPECT_EQ(sum.values<float>()[3], 16.0f);
    std::map<std::string, int64_t> computed, copied;
    for (const NodeStats& node : metadata.node_stats) {
      const std::string name = node.node.substr(0, node.node.find('/'));
      if (node.kind == NodeStats::Kind::kTransfer) {
        copied[name] = node.start_ns;
      } else if (node.op == "Neg") {
        computed[name] = node.start_ns;
      }
    }
    for (int i = 0; i + 1 < kParts; ++i) {
      const std::string name = StrCat("part", i), next = StrCat("part", i + 1);
      ASSERT_TRUE(copied.contains(name) && computed.contains(next)) << name;
      EXPECT_LE(copied[name], computed[next]) << name;
    }
  }
}

// ---- memory that device and host share ----

struct Shared {
  explicit Shared(const char* map) : m(MakeRuntime({{"virtual.map", map}})) {
    x = m.Placeholder("x", Shape({-1}));
    m.b.set_device(kVirtual);
    const OutputRef there = m.b.Op("Neg", {x});
    m.b.set_device("/cpu:0");
    const OutputRef here = m.b.Op("Square", {there});
    m.b.set_device(kVirtual);
    last = m.b.Op("AddV2", {here, there});
  }
  Status Run(const Tensor& value, std::vector<Tensor>* out, RunMetadata* metadata) {
    out->resize(1);
    return m.session->Run({{x}, {last}, {}}, {&value, 1}, *out, {}, metadata);
  }
  Model m;
  OutputRef x, last;
};

TEST(UnifiedMemory, ValuesCrossWithoutCopies) {
  for (const char* map : {"0", "1"}) {
    Shared s(map);
    ASSERT_OK(s.m.Start());
    std::vector<std::vector<Tensor>> kept(8);
    for (int i = 0; i < 8; ++i) {
      RunMetadata metadata;
      const Tensor x = Floats(Shape({3}), {1, 2, static_cast<float>(i)});
      ASSERT_OK(s.Run(x, &kept[static_cast<size_t>(i)], &metadata));
      EXPECT_EQ(metadata.copies, map[0] == '1' ? 0 : 4) << "in, out, in, and out to the caller";
    }
    // What was fetched stays what it was, whatever ran since.
    for (int i = 0; i < 8; ++i) {
      const std::span<const float> values = kept[static_cast<size_t>(i)][0].values<float>();
      EXPECT_EQ(values[1], 2.0f) << map;
      EXPECT_EQ(values[2], static_cast<float>(i * i - i)) << map;
    }
  }
}

// Memory that the device cannot take as it lies is copied, and the values are the same.
TEST(UnifiedMemory, UnalignedFeedsAreCopied) {
  Shared s("1");
  ASSERT_OK(s.m.Start());
  alignas(64) float memory[32];
  std::fill_n(memory, 32, 3.0f);
  for (const int skipped : {0, 1, 5}) {
    const auto buffer = WrapHostBuffer(memory + skipped, 16, nullptr, nullptr, false);
    ASSERT_OK(buffer.status());
    RunMetadata metadata;
    std::vector<Tensor> out;
    ASSERT_OK(s.Run(Tensor(DType::kFloat, Shape({4}), *buffer), &out, &metadata));
    EXPECT_EQ(metadata.copies, skipped == 0 ? 0 : 1) << skipped;
    EXPECT_EQ(out[0].values<float>()[3], 6.0f);
  }
}

// A result may lie in place of a value that was copied to the device. The copy says nothing of it: the
// host reads what was computed.
TEST(UnifiedMemory, WhatWasComputedInPlaceOfACopyIsWaitedFor) {
  alignas(64) float memory[32];
  const auto fed = WrapHostBuffer(memory + 1, 16, nullptr, nullptr, false);  // not aligned: is copied
  ASSERT_OK(fed.status());
  for (int seed = 1; seed <= 10; ++seed) {
    Model m(MakeRuntime({{"virtual.map", "1"}, {"virtual.seed", StrCat(seed)}}));
    const OutputRef x = m.Placeholder("x", Shape({4}));
    m.b.set_device(kVirtual);
    const OutputRef there = m.b.Op("Square", {x});
    m.b.set_device("/cpu:0");
    const OutputRef here = m.b.Op("Neg", {there});
    SessionOptions options;
    options.disabled_passes = {"regions", "fuse"};
    ASSERT_OK(m.Start(options));
    std::vector<Tensor> out;
    for (int step = 1; step <= 4; ++step) {
      std::fill_n(memory, 32, static_cast<float>(step) + 1);
      ASSERT_OK(m.Run({here}, {}, {{x, Tensor(DType::kFloat, Shape({4}), *fed)}}, &out));
      const float expected = -(static_cast<float>(step) + 1) * (static_cast<float>(step) + 1);
      EXPECT_EQ(out[0].values<float>()[3], expected) << "seed " << seed << ", step " << step;
    }
  }
}

// A borrowed value never changes under whoever has it, whichever side it lies on.
TEST(UnifiedMemory, UpdatesLeaveWhatWasFetchedAlone) {
  Model m(MakeRuntime({{"virtual.map", "1"}}));
  const OutputRef v = m.Variable("v", Shape({2}), kVirtual);
  Node* init = m.b.AddNode(
      {"init", "AssignVariableOp", {v, m.b.Constant(Floats(Shape({2}), {1, 2}))}, {}, {}, ""});
  const OutputRef x = m.Placeholder("x", Shape({2}));
  Node* add = m.b.AddNode(
      {"add", "AssignAddVariableOp", {v, x}, {}, {{"dtype", AttrValue(DType::kFloat)}}, kVirtual});
  const OutputRef read = m.Read(v);
  m.b.set_device("/cpu:0");
  const OutputRef negative = m.b.Op("Neg", {read});
  ASSERT_OK(m.Start());
  std::vector<Tensor> out;
  ASSERT_OK(m.Run({}, {init}, {}, &out));
  std::vector<Tensor> held;
  for (int i = 0; i < 6; ++i) {
    ASSERT_OK(m.Run({read, negative}, {}, {}, &out));
    held.push_back(out[0]);
    EXPECT_EQ(out[1].values<float>()[1], -2.0f - static_cast<float>(i));
    ASSERT_OK(m.Run({}, {add}, {{x, Floats(Shape({2}), {1, 1})}}, &out));
  }
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(held[static_cast<size_t>(i)].values<float>()[0], 1.0f + static_cast<float>(i));
}

}  // namespace
}  // namespace runnel
