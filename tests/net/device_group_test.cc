// All-reduce of values that lie on devices: by groups of the devices where these reach each other, by
// way of the hosts where not. The virtual devices of this process stand for those of several machines.
#include <atomic>
#include <cmath>
#include <thread>

#include "core/runtime/devices/device.h"
#include "net/collective/server_collectives.h"
#include "tests/net/proxy.h"

namespace runnel::net {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kGroup = 11;

class DeviceGroupTest : public NetTest {
 protected:
  // groups: of the virtual plugin; -1: without it.
  Ref<Runtime> RuntimeWith(int groups, int copy_us_per_mib = 0) {
    RuntimeOptions options;
    options.num_threads = 2;
    options.config["runnel.virtual.copy_us_per_mib"] = std::to_string(copy_us_per_mib);
    options.config["runnel.virtual.groups"] = std::to_string(groups);
    options.config["runnel.virtual.seed"] = std::to_string(17 + groups);
    options.log_sink = [this](Severity, std::string_view message) {
      const std::lock_guard lock(log_mutex_);
      log_ += StrCat(message, "\n");
    };
    auto runtime = Runtime::Create(options);
    EXPECT_TRUE(runtime.ok()) << runtime.status().ToString();
    if (groups >= 0) {
      const Status loaded = (*runtime)->LoadPlugin(RUNNEL_VIRTUAL_PLUGIN);
      EXPECT_TRUE(loaded.ok()) << loaded.ToString();
    }
    return *runtime;
  }
  void StartWorkers(const std::vector<int>& groups, int copy_us_per_mib = 0) {
    std::vector<std::pair<std::string, int>> tasks;
    for (size_t i = 0; i < groups.size(); ++i) tasks.emplace_back("worker", static_cast<int>(i));
    MakeCluster(tasks);
    for (size_t i = 0; i < groups.size(); ++i)
      workers_.push_back(
          StartServer("worker", static_cast<int>(i), RuntimeWith(groups[i], copy_us_per_mib)));
  }
  void TearDown() override {
    sessions_.clear();
    NetTest::TearDown();
    workers_.clear();
  }
  static std::string Worker(size_t i) { return StrCat("/job:worker/task:", i); }
  static std::string OnVirtual(size_t i) { return Worker(i) + "/device:VIRTUAL:0"; }
  OutputRef Reduce(const OutputRef& input, const std::string& device, int64_t members, int64_t instance,
                   const std::string& merge = "Add", const std::string& final_op = "Id",
                   float timeout_s = 0) {
    return On(device, "CollectiveReduce", {input},
              {{"group_size", AttrValue(members)},
               {"group_key", AttrValue(kGroup)},
               {"instance_key", AttrValue(instance)},
               {"merge_op", AttrValue(merge)},
               {"final_op", AttrValue(final_op)},
               {"subdiv_offsets", AttrValue(std::vector<int64_t>{0})},
               {"timeout_seconds", AttrValue(timeout_s)}});
  }
  OutputRef Times(const OutputRef& x, float factor, const std::string& device) {
    return On(device, "Mul", {x, b().Constant(*Tensor::FromScalar<float>(factor))});
  }
  bool ByDevices(size_t worker) {
    auto* const server = static_cast<ServerImpl*>(workers_[worker].get());
    bool has = false;
    server->RunOnLoop([&] { has = server->collectives().HasDevices(kGroup); });
    return has;
  }
  // Until the worker, which took no part in what failed, has heard that the group has ended.
  void AwaitEnd(size_t worker) {
    while (ByDevices(worker)) std::this_thread::yield();
  }
  std::string Log() {
    const std::lock_guard lock(log_mutex_);
    return log_;
  }
  // A session for each worker, which sees nothing of the others.
  void OpenApart() {
    ASSERT_TRUE(b().status().ok()) << b().status().ToString();
    for (size_t w = 0; w < workers_.size(); ++w) {
      remote_.device_filters = {Worker(w)};
      auto session = Connect(workers_[w]->target());
      ASSERT_TRUE(session.ok()) << session.status().ToString();
      sessions_.push_back(*session);
    }
  }

  // Placeholders: k has k + 1 elements.
  std::vector<OutputRef> Feeds(size_t count) {
    std::vector<OutputRef> feeds;
    for (size_t k = 0; k < count; ++k) {
      feeds.push_back(Placeholder(StrCat("x", k), DType::kFloat, Shape({static_cast<int64_t>(k + 1)})));
    }
    return feeds;
  }
  // Two workers run their fetches so many times, each in a session of its own and both at once; fetch k
  // should be `factor` times what is fed for k.
  void RunApart(const std::vector<OutputRef>& feeds, const std::vector<OutputRef> (&fetches)[2],
                int steps, float factor) {
    OpenApart();
    std::vector<Tensor> values;
    for (size_t k = 0; k < feeds.size(); ++k)
      values.push_back(Floats(std::vector<float>(k + 1, static_cast<float>(k + 1))));
    Status outcome[2];
    std::vector<std::thread> threads;
    for (size_t w = 0; w < 2; ++w) {
      threads.emplace_back([&, w] {
        for (int step = 0; step < steps && outcome[w].ok(); ++step) {
          std::vector<Tensor> got(feeds.size());
          outcome[w] = sessions_[w]->Run({feeds, fetches[w], {}}, values, got, {});
          for (size_t k = 0; k < feeds.size() && outcome[w].ok(); ++k) {
            EXPECT_EQ(ToFloats(got[k]), std::vector<float>(k + 1, factor * static_cast<float>(k + 1)));
          }
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const Status& status : outcome) EXPECT_TRUE(status.ok()) << status.ToString();
    EXPECT_TRUE(ByDevices(0));
    EXPECT_TRUE(ByDevices(1));
  }

  std::vector<Ref<Server>> workers_;
  std::vector<Ref<Session>> sessions_;
  std::mutex log_mutex_;  // guards log_
  std::string log_;
};

TEST_F(DeviceGroupTest, ValuesOnDevicesAreCombinedThere) {
  StartWorkers({1, 1, 1});
  for (const int64_t count : {int64_t{0}, int64_t{1}, int64_t{70'000}}) {
    NewGraph();
    const OutputRef x = Placeholder("x", DType::kFloat, Shape({count}));
    std::vector<OutputRef> fetches;
    std::vector<double> factors;
    for (size_t w = 0; w < 3; ++w) {
      const std::string device = OnVirtual(w);
      const OutputRef mine = Times(x, static_cast<float>(w + 1), device);
      fetches.push_back(Reduce(mine, device, 3, 1));
      fetches.push_back(Reduce(mine, device, 3, 2, "Add", "Div"));
      fetches.push_back(Reduce(mine, device, 3, 3, "Max"));
      fetches.push_back(Reduce(mine, device, 3, 4, "Min"));
      factors.insert(factors.end(), {6, 2, 3, 1});
    }
    Open(workers_[0]);
    std::vector<float> values;
    for (int64_t i = 0; i < count; ++i) values.push_back(static_cast<float>(i % 100));
    for (int round = 0; round < 3; ++round) {
      std::vector<Tensor> got;
      const Status status = Run({{x}, fetches, {}}, {Floats(values)}, &got);
      ASSERT_TRUE(status.ok()) << status.ToString();
      for (size_t k = 0; k < got.size(); ++k) {
        const std::vector<float> result = ToFloats(got[k]);
        ASSERT_EQ(result.size(), values.size());
        for (size_t i = 0; i < result.size(); ++i)
          ASSERT_EQ(result[i], static_cast<float>(factors[k] * values[i])) << "fetch " << k;
      }
    }
    session_ = nullptr;
  }
  for (size_t w = 0; w < 3; ++w) EXPECT_TRUE(ByDevices(w)) << w;
  EXPECT_EQ(Log().find("do not reach"), std::string::npos) << Log();
}

// The kernels begin long after the host could have combined what they make.
TEST_F(DeviceGroupTest, WhatComesLateOnDevicesIsAwaited) {
  constexpr int64_t kCount = 65'536;  // 256 KiB, so 20 ms
  StartWorkers({1, 1}, 80'000);
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({kCount}));
  std::vector<OutputRef> fetches;
  for (size_t w = 0; w < 2; ++w)
    fetches.push_back(Reduce(On(OnVirtual(w), "Neg", {x}), OnVirtual(w), 2, 1));
  Open(workers_[0]);
  const std::vector<float> ones(kCount, 1), result(kCount, -2);
  for (int step = 0; step < 3; ++step) {
    std::vector<Tensor> got;
    const Status status = Run({{x}, fetches, {}}, {Floats(ones)}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    for (const Tensor& value : got) ASSERT_TRUE(ToFloats(value) == result) << "step " << step;
  }
  EXPECT_TRUE(ByDevices(0));
}

TEST_F(DeviceGroupTest, OtherTypesTooAndWhatDevicesCannotGoesByTheHost) {
  StartWorkers({1, 1});
  for (const DType type : {DType::kHalf, DType::kBFloat16, DType::kDouble, DType::kInt32}) {
    for (const std::string final_op : {"Id", "Div"}) {
      NewGraph();
      std::vector<OutputRef> fetches;
      for (size_t w = 0; w < 2; ++w) {
        const auto f = static_cast<float>(w);
        const OutputRef x = On(OnVirtual(w), "Cast", {Vector({1 + 2 * f, 8, -4 * f})},
                               {{"SrcT", AttrValue(DType::kFloat)}, {"DstT", AttrValue(type)}});
        fetches.push_back(On(Worker(w), "Cast", {Reduce(x, OnVirtual(w), 2, 1, "Add", final_op)},
                             {{"SrcT", AttrValue(type)}, {"DstT", AttrValue(DType::kFloat)}}));
      }
      Open(workers_[0]);
      std::vector<Tensor> got;
      const Status status = Run({{}, fetches, {}}, {}, &got);
      ASSERT_TRUE(status.ok()) << DTypeName(type) << ": " << status.ToString();
      const std::vector<float> sum{4, 16, -4}, mean{2, 8, -2};
      EXPECT_EQ(ToFloats(got[0]), final_op == "Id" ? sum : mean) << DTypeName(type);
      EXPECT_EQ(ToFloats(got[1]), final_op == "Id" ? sum : mean) << DTypeName(type);
      session_ = nullptr;
    }
  }
  EXPECT_TRUE(ByDevices(0));
}

// Calls on a group have to be made in one order; steps come to theirs in any. The counts differ, so that
// a call of another instance is noticed.
TEST_F(DeviceGroupTest, MembersComeToTheirReductionsInAnyOrder) {
  constexpr size_t kInstances = 6;
  StartWorkers({1, 1});
  const std::vector<OutputRef> feeds = Feeds(kInstances);
  std::vector<OutputRef> fetches[2];
  for (size_t k = 0; k < kInstances; ++k) {
    for (size_t w = 0; w < 2; ++w) {
      // The later ones of the one are the earlier ones of the other.
      OutputRef value = feeds[k];
      for (size_t n = 0; n < (w == 0 ? k : kInstances - k) * 3; ++n)
        value = Times(value, -1, OnVirtual(w));
      if ((w == 0 ? k : kInstances - k) % 2 == 1) value = On(OnVirtual(w), "Neg", {value});
      fetches[w].push_back(Reduce(value, OnVirtual(w), 2, static_cast<int64_t>(k)));
    }
  }
  RunApart(feeds, fetches, 40, 2);
}

// Whichever way threads take turns: member 0 comes to 3 when 1 has ended, behind 2, which begins with 1;
// member 1 comes to 3 at once, and to 2 when 0 has ended.
TEST_F(DeviceGroupTest, MembersComeToTwoReductionsInOppositeOrders) {
  constexpr size_t kInstances = 4;
  StartWorkers({1, 1});
  const std::vector<OutputRef> feeds = Feeds(kInstances);
  std::vector<OutputRef> fetches[2];
  constexpr int kAtOnce = -1;
  constexpr int kBehind[2][kInstances] = {{kAtOnce, 0, 0, 1}, {kAtOnce, kAtOnce, 0, kAtOnce}};
  for (size_t w = 0; w < 2; ++w) {
    for (size_t k = 0; k < kInstances; ++k) {
      std::vector<Node*> behind;
      if (const int other = kBehind[w][k]; other != kAtOnce)
        behind.push_back(fetches[w][static_cast<size_t>(other)].node);
      const OutputRef value{b().AddNode({{}, "Neg", {feeds[k]}, behind, {}, OnVirtual(w)}), 0};
      fetches[w].push_back(Reduce(value, OnVirtual(w), 2, static_cast<int64_t>(k)));
    }
  }
  RunApart(feeds, fetches, 5, -2);
}

TEST_F(DeviceGroupTest, WhereOneCannotJoinAllGoByTheHostAndSaySo) {
  StartWorkers({1, 2, 1});
  std::vector<OutputRef> fetches;
  for (size_t w = 0; w < 3; ++w) {
    const auto f = static_cast<float>(w + 1);
    fetches.push_back(Reduce(Times(Vector({1, 2}), f, OnVirtual(w)), OnVirtual(w), 3, 1));
  }
  Open(workers_[0]);
  for (int round = 0; round < 2; ++round) {
    std::vector<Tensor> got;
    const Status status = Run({{}, fetches, {}}, {}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    for (const Tensor& value : got) EXPECT_EQ(ToFloats(value), (std::vector<float>{6, 12}));
  }
  for (size_t w = 0; w < 3; ++w) EXPECT_FALSE(ByDevices(w)) << w;
  EXPECT_THAT(Log(), HasSubstr("the devices of group 11 do not reach each other"));
  EXPECT_THAT(Log(), HasSubstr("\"groups\" is 2: nobody is reached"));
}

// Member 2 hears that member 1 could not join before it hears of a group's name: it waits for nobody.
TEST_F(DeviceGroupTest, ThatOneCannotJoinMayComeBeforeTheName) {
  MakeCluster({{"worker", 0}, {"worker", 1}, {"worker", 2}});
  Proxy to_last(Address::Parse(*cluster_.TaskAddress("worker", 2))->port);
  ServerOptions first = OptionsOf("worker", 0);
  ClusterSpec seen;
  for (int w = 0; w < 3; ++w) {
    const std::string address =
        w == 2 ? StrCat("127.0.0.1:", to_last.port()) : *cluster_.TaskAddress("worker", w);
    ASSERT_TRUE(seen.AddTask("worker", w, address).ok());
  }
  first.cluster = *seen.ToMessage();
  first.heartbeat_interval_ms = 20;  // what is let go comes with the next
  auto server = ServerImpl::Start(ThisCore(), RuntimeWith(1), first);
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  servers_[TaskName("worker", 0)] = *server;
  workers_ = {*server, StartServer("worker", 1, RuntimeWith(2)),
              StartServer("worker", 2, RuntimeWith(1))};
  std::vector<OutputRef> fetches;
  for (size_t w = 0; w < 3; ++w) {
    const OutputRef part = Times(Vector({1, 2}), static_cast<float>(w + 1), OnVirtual(w));
    fetches.push_back(Reduce(part, OnVirtual(w), 3, 1));
  }
  Open(workers_[0]);
  to_last.Do(Harm::kStall, Proxy::kForth, static_cast<int>(FrameKind::kTensor));
  std::vector<Tensor> got;
  std::thread step([&] {
    const Status status = Run({{}, fetches, {}}, {}, &got);
    EXPECT_TRUE(status.ok()) << status.ToString();
  });
  const auto times_warned = [&] {
    const std::string log = Log();
    int times = 0;
    for (size_t at = 0; (at = log.find("do not reach each other", at)) != std::string::npos; ++at)
      ++times;
    return times;
  };
  while (times_warned() < 3 || to_last.harmed() == 0) std::this_thread::yield();
  to_last.Do(Harm::kNone, Proxy::kForth);
  step.join();
  for (const Tensor& value : got) EXPECT_EQ(ToFloats(value), (std::vector<float>{6, 12}));
}

TEST_F(DeviceGroupTest, ATaskWithoutADeviceMeetsOneThatHasOne) {
  StartWorkers({1, -1, 0});
  std::vector<OutputRef> fetches;
  for (size_t w = 0; w < 3; ++w) {
    const std::string device = w == 1 ? Worker(w) : OnVirtual(w);
    fetches.push_back(
        Reduce(Times(Vector({1, 2, 3}), static_cast<float>(w + 1), device), device, 3, 1, "Add", "Div"));
  }
  Open(workers_[0]);
  std::vector<Tensor> got;
  const Status status = Run({{}, fetches, {}}, {}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  for (const Tensor& value : got) EXPECT_EQ(ToFloats(value), (std::vector<float>{2, 4, 6}));
  EXPECT_FALSE(ByDevices(0));
}

TEST_F(DeviceGroupTest, MembersThatContradictEachOtherAreTold) {
  StartWorkers({1, 1});
  const auto pair = [&](const OutputRef& a, const OutputRef& c) {
    std::vector<Tensor> got;
    return Run({{}, {a, c}, {}}, {}, &got);
  };
  const auto one = [&](size_t w, const std::vector<float>& values, int64_t instance) {
    return Reduce(Times(Vector(values), 1, OnVirtual(w)), OnVirtual(w), 2, instance);
  };
  const OutputRef good[2] = {one(0, {1, 2}, 1), one(1, {3, 4}, 1)};
  const OutputRef longer = one(1, {1, 2, 3}, 1);
  const OutputRef on_host = Reduce(Vector({3, 4}), Worker(1) + "/device:CPU:0", 2, 1);
  Open(workers_[0]);
  Status status = pair(good[0], good[1]);
  ASSERT_TRUE(status.ok()) << status.ToString();
  ASSERT_TRUE(ByDevices(0));
  status = pair(good[0], longer);
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("3 elements of float, on devices"));
  EXPECT_THAT(status.ToString(), HasSubstr("2 elements of float, on devices"));
  // The group is formed anew.
  status = pair(good[0], good[1]);
  ASSERT_TRUE(status.ok()) << status.ToString();
  ASSERT_TRUE(ByDevices(0));
  status = pair(good[0], on_host);
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("on the host"));
  status = pair(good[0], good[1]);
  EXPECT_TRUE(status.ok()) << status.ToString();
}

TEST_F(DeviceGroupTest, WhoWaitsAloneEndsWithItsDeadlineAndTheNextTimeAllMeet) {
  StartWorkers({1, 1});
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({3}));
  const OutputRef patient = Reduce(On("/device:VIRTUAL:0", "Neg", {x}), "/device:VIRTUAL:0", 2, 1);
  const OutputRef hasty =
      Reduce(On("/device:VIRTUAL:0", "Neg", {x}), "/device:VIRTUAL:0", 2, 2, "Add", "Id", 0.05F);
  OpenApart();
  const auto both = [&] {
    Status outcome[2];
    std::vector<Tensor> got[2] = {std::vector<Tensor>(1), std::vector<Tensor>(1)};
    std::thread other([&] {
      outcome[1] =
          sessions_[1]->Run({{x}, {patient}, {}}, std::vector<Tensor>{Floats({1, 2, 3})}, got[1], {});
    });
    outcome[0] =
        sessions_[0]->Run({{x}, {patient}, {}}, std::vector<Tensor>{Floats({1, 2, 3})}, got[0], {});
    other.join();
    for (size_t w = 0; w < 2; ++w) {
      ASSERT_TRUE(outcome[w].ok()) << outcome[w].ToString();
      EXPECT_EQ(ToFloats(got[w][0]), (std::vector<float>{-2, -4, -6}));
    }
  };
  both();
  ASSERT_TRUE(ByDevices(0));
  std::vector<Tensor> got(1);
  Status status = sessions_[0]->Run({{x}, {hasty}, {}}, std::vector<Tensor>{Floats({1, 2, 3})}, got, {});
  EXPECT_EQ(status.code(), Code::kDeadlineExceeded) << status.ToString();
  AwaitEnd(1);
  both();
  RunOptions options;
  options.timeout_ms = 50;
  status = sessions_[1]->Run({{x}, {patient}, {}}, std::vector<Tensor>{Floats({1, 2, 3})}, got, options);
  EXPECT_EQ(status.code(), Code::kDeadlineExceeded) << status.ToString();
  AwaitEnd(0);
  both();
}

TEST_F(DeviceGroupTest, ATaskThatStopsEndsTheOthersSteps) {
  StartWorkers({1, 1});
  const OutputRef y = Reduce(On("/device:VIRTUAL:0", "Neg", {Vector({1})}), "/device:VIRTUAL:0", 2, 1);
  OpenApart();
  std::vector<Tensor> got[2] = {std::vector<Tensor>(1), std::vector<Tensor>(1)};
  std::thread other([&] { (void)sessions_[1]->Run({{}, {y}, {}}, {}, got[1], {}); });
  const Status met = sessions_[0]->Run({{}, {y}, {}}, {}, got[0], {});
  other.join();
  ASSERT_TRUE(met.ok()) << met.ToString();
  ASSERT_TRUE(ByDevices(0));
  Status alone;
  std::thread waiting([&] { alone = sessions_[0]->Run({{}, {y}, {}}, {}, got[0], {}); });
  auto* const server = static_cast<ServerImpl*>(workers_[0].get());
  for (bool busy = false; !busy;) server->RunOnLoop([&] { busy = server->collectives().busy(); });
  sessions_[1] = nullptr;
  workers_[1]->Stop();
  waiting.join();
  EXPECT_EQ(alone.code(), Code::kUnavailable) << alone.ToString();
  EXPECT_THAT(alone.ToString(), HasSubstr("/job:worker/replica:0/task:1"));
}

TEST_F(DeviceGroupTest, AGroupOfOneIsACopy) {
  StartWorkers({1});
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({3}));
  const OutputRef y = Reduce(On(OnVirtual(0), "Neg", {x}), OnVirtual(0), 1, 1);
  Open(workers_[0]);
  std::vector<Tensor> got;
  const Status status = Run({{x}, {y}, {}}, {Floats({1, 2, 3})}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{-1, -2, -3}));
}

}  // namespace
}  // namespace runnel::net
