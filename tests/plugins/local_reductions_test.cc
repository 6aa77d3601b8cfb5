// All-reduce among devices of one process, in a session that is on no cluster.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "core/runtime/devices/device.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kGroup = 5;

class LocalReductionsTest : public RuntimeTest {
 protected:
  void Begin(int devices, uint64_t seed, const std::string& groups = "1",
             const std::string& lose_after = "0") {
    RuntimeOptions options;
    options.num_threads = 2;
    options.config["virtual.devices"] = std::to_string(devices);
    options.config["virtual.groups"] = groups;
    options.config["virtual.seed"] = std::to_string(seed);
    options.config["virtual.threads"] = seed % 2 == 0 ? "2" : "1";
    if (lose_after != "0") options.config["virtual.lose_after"] = lose_after;
    Restart(options);
    const Status loaded = runtime_->LoadPlugin("virtual");
    ASSERT_TRUE(loaded.ok()) << loaded.ToString();
  }
  static std::string Virtual(int i) { return StrCat("/device:VIRTUAL:", i); }
  OutputRef On(const std::string& device, const std::string& op, std::vector<OutputRef> inputs,
               AttrList attrs = {}) {
    return {b().AddNode({{}, op, std::move(inputs), {}, std::move(attrs), device}), 0};
  }
  OutputRef Reduce(OutputRef input, const std::string& device, int64_t size, int64_t instance = 1,
                   const std::string& merge = "Add", const std::string& final_op = "Id",
                   float timeout_s = 0) {
    return On(device, "CollectiveReduce", {input},
              {{"group_size", AttrValue(size)},
               {"group_key", AttrValue(kGroup)},
               {"instance_key", AttrValue(instance)},
               {"merge_op", AttrValue(merge)},
               {"final_op", AttrValue(final_op)},
               {"subdiv_offsets", AttrValue(std::vector<int64_t>{})},
               {"timeout_seconds", AttrValue(timeout_s)}});
  }
  OutputRef Input(const std::string& name) { return Placeholder(name, DType::kFloat, Shape({-1})); }
  // What a run fails with.
  Status Fails(std::vector<OutputRef> fetches, const std::vector<std::pair<OutputRef, Tensor>>& feeds,
               int64_t timeout_ms = -1) {
    std::vector<Tensor> out;
    RunOptions options;
    options.timeout_ms = timeout_ms;
    return TryRun(std::move(fetches), feeds, {}, &out, options);
  }
};

TEST_F(LocalReductionsTest, AllDevicesGetWhatAllGiveWhateverTheOrder) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const int devices = seed % 2 == 0 ? 3 : 2;
    Begin(devices, seed);
    std::vector<std::pair<OutputRef, Tensor>> feeds;
    std::vector<OutputRef> fetches;
    std::vector<float> expected;
    for (int k = 0; k < 8; ++k) {
      const OutputRef x = Input(StrCat("x", k));
      feeds.emplace_back(x, Floats(std::vector<float>(static_cast<size_t>(100 * k + 1), 1.0F + k)));
      const bool largest = k % 3 == 1, mean = k % 3 == 2;
      for (int d = 0; d < devices; ++d) {
        const OutputRef times = b().Scalar(DType::kFloat, d + 1);
        fetches.push_back(Reduce(On(Virtual(d), "Mul", {x, times}), Virtual(d), devices, k,
                                 largest ? "Max" : "Add", mean ? "Div" : "Id"));
        const auto sum = static_cast<float>(devices * (devices + 1) / 2);
        expected.push_back((1.0F + k) * (largest ? static_cast<float>(devices)
                                         : mean  ? sum / static_cast<float>(devices)
                                                 : sum));
      }
    }
    // Steps that run at once do not meet.
    std::vector<std::thread> threads;
    session();
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        for (int step = 0; step < 4; ++step) {
          const std::vector<Tensor> got = Run(fetches, feeds);
          ASSERT_EQ(got.size(), expected.size());
          for (size_t i = 0; i < got.size(); ++i) {
            for (const float value : ToFloats(got[i])) ASSERT_FLOAT_EQ(value, expected[i]) << i;
          }
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
}

TEST_F(LocalReductionsTest, MembersThatContradictEachOtherAreNamedAndTheGroupGoesOn) {
  Begin(2, 3);
  const OutputRef x = Input("x"), y = Input("y");
  const OutputRef first = Reduce(On(Virtual(0), "Neg", {x}), Virtual(0), 2),
                  second = Reduce(On(Virtual(1), "Neg", {y}), Virtual(1), 2),
                  beside = Reduce(On(Virtual(0), "Neg", {y}), Virtual(0), 2, 9),
                  again = Reduce(On(Virtual(0), "Neg", {x}), Virtual(0), 2, 9);
  const Tensor three = Floats({1, 2, 3}), two = Floats({4, 5});
  const Status unlike = Fails({first, second}, {{x, three}, {y, two}});
  EXPECT_EQ(unlike.code(), Code::kInvalidArgument) << unlike.ToString();
  EXPECT_THAT(unlike.message(), HasSubstr("3 elements of float"));
  EXPECT_THAT(unlike.message(), HasSubstr("2 elements of float"));
  const Status twice = Fails({beside, again}, {{x, two}, {y, two}});
  EXPECT_EQ(twice.code(), Code::kInvalidArgument) << twice.ToString();
  EXPECT_THAT(twice.message(), HasSubstr("two of its members are on"));
  EXPECT_EQ(ToFloats(Run({first, second}, {{x, two}, {y, two}})[1]), (std::vector<float>{-8, -10}));
}

TEST_F(LocalReductionsTest, AMemberThatDoesNotComeIsWaitedForUntilTheRunEnds) {
  Begin(2, 4);
  const OutputRef x = Input("x");
  const OutputRef first = Reduce(On(Virtual(0), "Neg", {x}), Virtual(0), 2),
                  second = Reduce(On(Virtual(1), "Neg", {x}), Virtual(1), 2);
  const Tensor two = Floats({4, 5});
  const Status alone = Fails({first}, {{x, two}}, 50);
  EXPECT_EQ(alone.code(), Code::kDeadlineExceeded) << alone.ToString();
  EXPECT_EQ(ToFloats(Run({first, second}, {{x, two}})[0]), (std::vector<float>{-8, -10}));
}

TEST_F(LocalReductionsTest, WhatCannotBeReducedHereIsNamed) {
  Begin(2, 5);
  const OutputRef x = Input("x");
  const Tensor two = Floats({4, 5});
  const Status host = Fails({Reduce(x, "/device:CPU:0", 2)}, {{x, two}});
  EXPECT_EQ(host.code(), Code::kFailedPrecondition) << host.ToString();
  EXPECT_THAT(host.message(), HasSubstr("in the host's memory"));
  const Status timed =
      Fails({Reduce(On(Virtual(0), "Neg", {x}), Virtual(0), 2, 1, "Add", "Id", 5)}, {{x, two}});
  EXPECT_EQ(timed.code(), Code::kUnimplemented) << timed.ToString();
  EXPECT_THAT(timed.message(), HasSubstr("timeout_seconds"));
}

TEST_F(LocalReductionsTest, DevicesThatJoinNoGroupEndTheRunWithTheReason) {
  Begin(3, 6, "2");
  const OutputRef x = Input("x");
  std::vector<OutputRef> fetches;
  for (int d = 0; d < 3; ++d) fetches.push_back(Reduce(On(Virtual(d), "Neg", {x}), Virtual(d), 3));
  for (int time = 0; time < 2; ++time) {
    const Status status = Fails(fetches, {{x, Floats({4, 5})}});
    EXPECT_EQ(status.code(), Code::kFailedPrecondition) << status.ToString();
    EXPECT_THAT(status.message(), HasSubstr("nobody is reached"));
  }
}

// Whenever a device goes: the run ends with its failure.
TEST_F(LocalReductionsTest, ADeviceThatIsLostEndsTheRun) {
  for (const char* const after : {"1", "2", "3", "5", "8", "13"}) {
    Begin(2, 7, "1", after);
    const OutputRef x = Input("x");
    const OutputRef first = Reduce(On(Virtual(0), "Neg", {x}), Virtual(0), 2),
                    second = Reduce(On(Virtual(1), "Neg", {x}), Virtual(1), 2);
    bool failed = false;
    for (int step = 0; step < 40 && !failed; ++step) {
      std::vector<Tensor> out;
      const Status status = TryRun({first, second}, {{x, Floats({4, 5})}}, {}, &out);
      failed = !status.ok();
      if (!failed) {
        EXPECT_EQ(ToFloats(out[0]), (std::vector<float>{-8, -10})) << after;
      }
    }
    EXPECT_TRUE(failed) << after;
  }
}

}  // namespace
}  // namespace runnel
