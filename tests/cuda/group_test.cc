// GPUs that combine values among themselves by NCCL; here by the tests' own, whose members are devices
// of the fake driver.
#include <gmock/gmock-matchers.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "core/runtime/devices/device_group.h"
#include "tests/cuda/cuda_test.h"

namespace runnel {
namespace {

using ::testing::HasSubstr;

constexpr int kDevices = 3;

// What calls are told, each once.
class Told {
 public:
  DeviceDone Next() {
    const std::lock_guard lock(mutex_);
    const size_t at = statuses_.size();
    statuses_.emplace_back();
    ++open_;
    return [this, at](Status status) {
      const std::lock_guard lock(mutex_);
      statuses_[at] = std::move(status);
      --open_;
      changed_.notify_all();
    };
  }
  // When all are over. `end` is called when one has failed.
  std::vector<Status> All(const std::function<void()>& end = {}) {
    std::unique_lock lock(mutex_);
    const auto one_failed = [this] {
      return std::any_of(statuses_.begin(), statuses_.end(), [](const Status& s) { return !s.ok(); });
    };
    changed_.wait(lock, [&] { return open_ == 0 || (end && one_failed()); });
    if (open_ > 0) {
      lock.unlock();
      end();
      lock.lock();
      changed_.wait(lock, [this] { return open_ == 0; });
    }
    return std::exchange(statuses_, {});
  }
  // The last of them was never begun.
  void Forget() {
    const std::lock_guard lock(mutex_);
    --open_;
  }

 private:
  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::vector<Status> statuses_;
  int open_ = 0;
};

class CudaGroup : public CudaTest {
 protected:
  void SetUp() override {
    setenv("FAKE_CUDA_DEVICES", std::to_string(kDevices).c_str(), 1);
    CudaTest::SetUp();
    Begin({{"cuda.nccl", RUNNEL_FAKE_NCCL}});
    FindDevices();
  }
  void TearDown() override {
    groups_.clear();
    CudaTest::TearDown();
    unsetenv("FAKE_CUDA_DEVICES");
  }
  void FindDevices() {
    devices_.clear();
    for (Device* device : runtime_->devices()) {
      if (device->type() == "CUDA") devices_.push_back(device);
    }
    ASSERT_EQ(devices_.size(), size_t{kDevices});
  }
  // All devices, or as many as are named.
  std::vector<Status> Join(std::vector<Device*> members = {}) {
    if (members.empty()) members = devices_;
    groups_.clear();
    Told told;
    const auto name = NameDeviceGroup(members[0]);
    EXPECT_TRUE(name.ok()) << name.status().ToString();
    for (size_t rank = 0; rank < members.size(); ++rank) {
      auto group = JoinDeviceGroup(members[rank], *name, static_cast<uint32_t>(members.size()),
                                   static_cast<uint32_t>(rank), told.Next());
      EXPECT_TRUE(group.ok()) << group.status().ToString();
      groups_.push_back(*group);
    }
    return told.All();
  }
  // On the device, and there.
  Tensor Put(Device* device, const Tensor& host) {
    auto buffer = device->AllocateBuffer(host.size_bytes());
    EXPECT_TRUE(buffer.ok()) << buffer.status().ToString();
    Tensor out(host.dtype(), host.shape(), *buffer);
    Told told;
    CopyAcross(host, out, told.Next());
    for (const Status& status : told.All()) EXPECT_TRUE(status.ok()) << status.ToString();
    return out;
  }
  Tensor Get(const Tensor& value) {
    Tensor out = *Tensor::Allocate(SystemAllocator(), value.dtype(), value.shape());
    Told told;
    CopyAcross(value, out, told.Next());
    for (const Status& status : told.All()) EXPECT_TRUE(status.ok()) << status.ToString();
    return out;
  }
  template <typename T>
  static Tensor Of(const std::vector<T>& values) {
    return *Tensor::FromValues<T>(Shape({static_cast<int64_t>(values.size())}),
                                  std::span<const T>(values));
  }
  // What all of a group of three get of `of(rank)`.
  template <typename T>
  void Expect(Combine combine, bool mean, const std::vector<T>& expected) {
    Told told;
    std::vector<Tensor> values, results;
    for (int rank = 0; rank < kDevices; ++rank) {
      Device* const device = devices_[static_cast<size_t>(rank)];
      const T r = static_cast<T>(rank);
      values.push_back(Put(device, Of<T>({static_cast<T>(r + 1), static_cast<T>(4 - r), T{8}})));
      results.push_back(Put(device, Of<T>({T{0}, T{0}, T{0}})));
    }
    for (size_t rank = kDevices; rank-- > 0;)
      groups_[rank]->AllReduce(values[rank], results[rank], combine, mean, told.Next());
    for (const Status& status : told.All()) ASSERT_TRUE(status.ok()) << status.ToString();
    for (const Tensor& result : results) {
      const Tensor got = Get(result);
      EXPECT_EQ(std::vector<T>(got.values<const T>().begin(), got.values<const T>().end()), expected);
    }
  }
  template <typename T>
  void ExpectAll() {
    Expect<T>(Combine::kAdd, false, {6, 9, 24});
    Expect<T>(Combine::kMul, false, {6, 24, static_cast<T>(512)});
    Expect<T>(Combine::kMin, false, {1, 2, 8});
    Expect<T>(Combine::kMax, false, {3, 4, 8});
  }

  std::vector<Device*> devices_;
  std::vector<Ref<DeviceGroup>> groups_;
};

TEST_F(CudaGroup, AllMembersGetWhatAllHaveTogether) {
  for (Device* device : devices_) EXPECT_EQ(MeansOfDevice(device), "NCCL 2.28.9");
  for (const Status& status : Join()) ASSERT_TRUE(status.ok()) << status.ToString();
  ExpectAll<float>();
  ExpectAll<double>();
  ExpectAll<int32_t>();
  ExpectAll<int64_t>();
  Expect<float>(Combine::kAdd, true, {2, 3, 8});
  Expect<double>(Combine::kAdd, true, {2, 3, 8});
  // 1, 2, 3 and 4, 3, 2 as bits.
  const auto narrow = [&](DType type, std::vector<std::vector<uint16_t>> bits,
                          const std::vector<uint16_t>& expected) {
    Told told;
    std::vector<Tensor> values;
    for (size_t rank = 0; rank < kDevices; ++rank) {
      const Tensor raw = Of<uint16_t>(bits[rank]);
      const Tensor there = Put(devices_[rank], raw);
      values.push_back(Tensor(type, there.shape(), there.buffer()));
      groups_[rank]->AllReduce(values[rank], values[rank], Combine::kAdd, false, told.Next());
    }
    for (const Status& status : told.All()) ASSERT_TRUE(status.ok()) << status.ToString();
    for (const Tensor& value : values) {
      const Tensor got = Get(Tensor(DType::kUInt16, value.shape(), value.buffer()));
      EXPECT_EQ(std::vector<uint16_t>(got.values<const uint16_t>().begin(),
                                      got.values<const uint16_t>().end()),
                expected);
    }
  };
  narrow(DType::kHalf, {{0x3c00, 0x4400}, {0x4000, 0x4200}, {0x4200, 0x4000}}, {0x4600, 0x4880});
  narrow(DType::kBFloat16, {{0x3f80, 0x4080}, {0x4000, 0x4040}, {0x4040, 0x4000}}, {0x40c0, 0x4110});
}

TEST_F(CudaGroup, ManyAreUnderWayAtOnceAndKeepTheirOrder) {
  for (const Status& status : Join()) ASSERT_TRUE(status.ok()) << status.ToString();
  constexpr int kCalls = 40;
  std::vector<Tensor> values;
  for (Device* device : devices_) values.push_back(Put(device, Of<float>({1, 0.5F})));
  Told told;
  // In place: each triples what the one before has left.
  for (size_t rank = 0; rank < kDevices; ++rank) {
    for (int call = 0; call < kCalls; ++call)
      groups_[rank]->AllReduce(values[rank], values[rank], call % 2 == 0 ? Combine::kAdd : Combine::kMax,
                               call % 2 == 0 && call >= 10, told.Next());
  }
  for (const Status& status : told.All()) ASSERT_TRUE(status.ok()) << status.ToString();
  for (const Tensor& value : values) EXPECT_EQ(ToFloats(Get(value)), (std::vector<float>{243, 121.5F}));
}

TEST_F(CudaGroup, AMemberThatDoesNotComeIsWaitedForUntilTheGroupIsAborted) {
  for (const Status& status : Join()) ASSERT_TRUE(status.ok()) << status.ToString();
  const Tensor a = Put(devices_[0], Of<float>({1})), c = Put(devices_[1], Of<float>({2}));
  Told first, second;
  groups_[0]->AllReduce(a, a, Combine::kAdd, false, first.Next());
  groups_[0]->AllReduce(a, a, Combine::kAdd, false, first.Next());
  groups_[1]->AllReduce(c, c, Combine::kAdd, false, second.Next());
  groups_[0]->Abort();
  for (const Status& status : first.All()) EXPECT_EQ(status.code(), Code::kAborted) << status.ToString();
  // Each for itself.
  groups_[1]->Abort();
  for (const Status& status : second.All())
    EXPECT_EQ(status.code(), Code::kAborted) << status.ToString();
  groups_[0]->AllReduce(a, a, Combine::kAdd, false, first.Next());
  for (const Status& status : first.All()) EXPECT_EQ(status.code(), Code::kAborted) << status.ToString();
  // The devices are none the worse.
  for (const Status& status : Join()) ASSERT_TRUE(status.ok()) << status.ToString();
  Expect<float>(Combine::kAdd, false, {6, 9, 24});
}

TEST_F(CudaGroup, WhoJoinsAloneWaitsUntilItIsAborted) {
  const auto name = NameDeviceGroup(devices_[0]);
  ASSERT_TRUE(name.ok());
  Told told;
  auto group = JoinDeviceGroup(devices_[0], *name, 2, 0, told.Next());
  ASSERT_TRUE(group.ok()) << group.status().ToString();
  (*group)->Abort();
  const std::vector<Status> statuses = told.All();
  EXPECT_EQ(statuses[0].code(), Code::kAborted) << statuses[0].ToString();
  const auto bad = JoinDeviceGroup(devices_[0], *name, 2, 2, told.Next());
  EXPECT_EQ(bad.status().code(), Code::kInvalidArgument) << bad.status().ToString();
}

// The callback of its last call drops the group, on the group's own thread.
TEST_F(CudaGroup, AGroupMayEndInACallbackOfItsOwn) {
  for (const Status& status : Join()) ASSERT_TRUE(status.ok()) << status.ToString();
  Told told;
  std::vector<Tensor> values, results;
  for (Device* device : devices_) {
    values.push_back(Put(device, Of<float>({1, 2})));
    results.push_back(Put(device, Of<float>({0, 0})));
  }
  for (size_t rank = 0; rank < devices_.size(); ++rank) {
    // Nobody else holds it.
    auto last = std::make_shared<Ref<DeviceGroup>>(std::move(groups_[rank]));
    DeviceGroup* const group = last->get();
    group->AllReduce(values[rank], results[rank], Combine::kAdd, false,
                     [last = std::move(last), done = told.Next()](Status status) mutable {
                       *last = nullptr;
                       done(std::move(status));
                     });
  }
  for (const Status& status : told.All()) EXPECT_TRUE(status.ok()) << status.ToString();
  for (const Tensor& result : results) {
    const Tensor got = Get(result);
    EXPECT_EQ(got.values<const float>()[1], 6);
  }
  groups_.clear();
  for (const Status& status : Join()) EXPECT_TRUE(status.ok()) << "the next: " << status.ToString();
}

TEST_F(CudaGroup, TwoMembersOnOneDeviceAreRefused) {
  for (const Status& status : Join({devices_[0], devices_[0]})) {
    EXPECT_EQ(status.code(), Code::kInternal) << status.ToString();
    EXPECT_THAT(status.ToString(), HasSubstr("ncclCommInitRankConfig: invalid usage"));
  }
  EXPECT_FALSE(devices_[0]->lost());
}

TEST_F(CudaGroup, WhatTheLibraryNoticesEndsTheCall) {
  for (const Status& status : Join({devices_[0], devices_[1]}))
    ASSERT_TRUE(status.ok()) << status.ToString();
  const Tensor a = Put(devices_[0], Of<float>({1})), c = Put(devices_[1], Of<float>({2, 3}));
  Told told;
  groups_[0]->AllReduce(a, a, Combine::kAdd, false, told.Next());
  groups_[1]->AllReduce(c, c, Combine::kAdd, false, told.Next());
  for (const Status& status : told.All()) {
    EXPECT_EQ(status.code(), Code::kInternal) << status.ToString();
    EXPECT_THAT(status.ToString(), HasSubstr("said by the tests' NCCL"));
  }
}

// A value goes from GPU to GPU by the driver's copies between peers, which alone take memory of two
// contexts.
TEST_F(CudaGroup, AValueGoesFromOneDeviceToTheNext) {
  EXPECT_TRUE(devices_[0]->Reaches(*devices_[1]));
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({500}));
  OutputRef y = x;
  for (int hop = 0; hop < 7; ++hop) {
    const std::string device = StrCat("/device:CUDA:", hop % kDevices);
    y = {b().AddNode({{}, "Neg", {y}, {}, {}, device}), 0};
    y = {b().AddNode({{}, "Square", {y}, {}, {}, device}), 0};
  }
  std::vector<float> values(500), expected(500);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = 0.75F + 0.125F * static_cast<float>(i % 5);
    expected[i] = values[i];
    for (int hop = 0; hop < 7; ++hop) expected[i] *= expected[i];
  }
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    fake_->reset(seed);
    EXPECT_EQ(ToFloats(Run({y}, {{x, Floats(values)}})[0]), expected);
  }
}

TEST_F(CudaGroup, WithoutTheLibraryTheStatusSaysSo) {
  groups_.clear();
  Begin({{"cuda.nccl", "none"}});
  FindDevices();
  EXPECT_EQ(MeansOfDevice(devices_[0]), "");
  const auto name = NameDeviceGroup(devices_[0]);
  EXPECT_EQ(name.status().code(), Code::kUnimplemented) << name.status().ToString();
  EXPECT_THAT(name.status().ToString(), HasSubstr("NCCL: configuration \"nccl\" is none"));
}

// Every call of the driver fails once, at any place of a group's life: all hear of it, and the devices
// go on.
TEST_F(CudaGroup, EveryCallOfTheDriverMayFail) {
  bool all_went_well = false;
  int64_t nth = 0;
  while (!all_went_well) {
    ASSERT_LT(++nth, 400);
    const Tensor a = Put(devices_[0], Of<float>({1})), c = Put(devices_[1], Of<float>({2}));
    fake_->reset(static_cast<uint64_t>(nth));
    fake_->fail(nth, nullptr, 1);  // CUDA_ERROR_INVALID_VALUE
    Told told;
    std::vector<Ref<DeviceGroup>> members;
    const auto end_all = [&] {
      for (const auto& member : members) member->Abort();
    };
    const auto name = NameDeviceGroup(devices_[0]);
    Status status = name.status();
    for (size_t rank = 0; rank < 2 && status.ok(); ++rank) {
      auto group = JoinDeviceGroup(devices_[rank], *name, 2, static_cast<uint32_t>(rank), told.Next());
      status = group.status();
      if (status.ok()) members.push_back(*group);
    }
    if (!status.ok()) {
      if (name.ok()) told.Forget();
      end_all();
    }
    for (const Status& joined : told.All(end_all)) status = status.ok() ? joined : status;
    if (status.ok()) {
      members[0]->AllReduce(a, a, Combine::kAdd, false, told.Next());
      members[1]->AllReduce(c, c, Combine::kAdd, false, told.Next());
      for (const Status& reduced : told.All(end_all)) status = status.ok() ? reduced : status;
    }
    all_went_well = fake_->failures() == 0;
    members.clear();
    fake_->reset(1);
    if (!all_went_well) continue;
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(ToFloats(Get(a)), (std::vector<float>{3}));
    EXPECT_EQ(ToFloats(Get(c)), (std::vector<float>{3}));
  }
  EXPECT_GT(nth, 10);
}

}  // namespace
}  // namespace runnel
