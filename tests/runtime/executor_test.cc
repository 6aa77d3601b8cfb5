// Which thread runs what, and which kernel a node gets: told by kernels of our own on the CPU.
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>

#include "plugins/abi/rnlp_plugin.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

// What the kernels saw since the last Clear.
struct Seen {
  std::mutex mutex;
  std::condition_variable changed;
  std::set<std::thread::id> cheap_threads, expensive_threads;
  int cheap = 0, special = 0;
  int at_once = 1;  // how many expensive ones must meet
  int arrived = 0;
  bool gave_up = false;

  void Clear(int meet) {
    const std::lock_guard lock(mutex);
    cheap_threads.clear();
    expensive_threads.clear();
    cheap = special = arrived = 0;
    at_once = meet;
    gave_up = false;
  }
};
Seen g_seen;
constexpr uint64_t kCheapNs = 1000;

rnlp_status_t* Copy(const rnlp_run_t* run) {
  std::memcpy(run->outputs[0]->data, run->inputs[0]->data, run->inputs[0]->size_bytes);
  return nullptr;
}

rnlp_status_t* RunCheap(rnlp_kernel_t*, const rnlp_run_t* run) {
  const std::lock_guard lock(g_seen.mutex);
  g_seen.cheap_threads.insert(std::this_thread::get_id());
  ++g_seen.cheap;
  return Copy(run);
}

// Returns once as many as must meet are inside.
rnlp_status_t* RunExpensive(rnlp_kernel_t*, const rnlp_run_t* run) {
  std::unique_lock lock(g_seen.mutex);
  g_seen.expensive_threads.insert(std::this_thread::get_id());
  ++g_seen.arrived;
  g_seen.changed.notify_all();
  if (!g_seen.changed.wait_for(lock, std::chrono::seconds(60),
                               [] { return g_seen.arrived >= g_seen.at_once; }))
    g_seen.gave_up = true;
  return Copy(run);
}

rnlp_status_t* RunSpecial(rnlp_kernel_t*, const rnlp_run_t* run) {
  const std::lock_guard lock(g_seen.mutex);
  ++g_seen.special;
  return Copy(run);
}

// Only vectors of three.
rnlp_status_t* SupportsThree(const rnlp_host_t*, rnlp_device_t*, const rnlp_node_t*,
                             const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                             rnlp_support_t* out) {
  out->supported = num_inputs == 1 && inputs[0]->rank == 1 && inputs[0]->dims[0] == 3;
  return nullptr;
}

// Relu is cheap, Exp expensive, Neg special where its input is a vector of three; all only copy.
struct Plugin {
  rnlp_kernel_row_t rows[3] = {};
  const rnlp_kernel_row_t* pointers[3] = {&rows[0], &rows[1], &rows[2]};
  rnlp_plugin_t plugin{};

  Plugin() {
    for (rnlp_kernel_row_t& row : rows) {
      row.size_bytes = RNLP_SIZE_TO(rnlp_kernel_row_t, cancel);
      row.device_type = "CPU";
      row.priority = 100;
    }
    rows[0].op = "Relu";
    rows[0].run = RunCheap;
    rows[0].plan = [](const rnlp_host_t*, rnlp_kernel_t*, rnlp_plan_t* plan) -> rnlp_status_t* {
      plan->cost_ns = kCheapNs;
      return nullptr;
    };
    rows[1].op = "Exp";
    rows[1].flags = RNLP_KERNEL_EXPENSIVE;
    rows[1].run = RunExpensive;
    rows[2].op = "Neg";
    rows[2].run = RunSpecial;
    rows[2].supports = SupportsThree;
    plugin.prefix = {RNLP_MAGIC,
                     RNLP_SIZE_TO(rnlp_plugin_t, ops),
                     RNLP_ABI_MAJOR,
                     RNLP_ABI_MINOR,
                     0,
                     0,
                     0,
                     "test.executor",
                     "1",
                     {}};
    plugin.create = [](const rnlp_host_t*, rnlp_instance_t**) -> rnlp_status_t* { return nullptr; };
    plugin.destroy = [](rnlp_instance_t*) {};
    plugin.kernels = pointers;
    plugin.num_kernels = 3;
  }
};

class ExecutorTest : public RuntimeTest {
 protected:
  // Passes off: every node goes through the general executor.
  void Restart(int threads) {
    static const Plugin plugin;
    RuntimeOptions options;
    options.num_threads = threads;
    RuntimeTest::Restart(options);
    ASSERT_TRUE(runtime_->AddStaticPlugin(&plugin.plugin).ok());
    session_options_.disabled_passes = {"all"};
  }
};

TEST_F(ExecutorTest, CheapNodesRunOnTheThreadThatMadeThemReady) {
  Restart(4);
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  OutputRef end = x;
  for (int i = 0; i < 50; ++i) end = b().Op("Relu", {end});
  std::vector<OutputRef> fetches{end};
  for (int i = 0; i < 50; ++i) fetches.push_back(b().Op("Relu", {x}));
  for (int round = 0; round < 5; ++round) {
    g_seen.Clear(1);
    EXPECT_EQ(ToFloats(Run(fetches, {{x, Floats({1, 2})}})[0]), (std::vector<float>{1, 2}));
    EXPECT_EQ(g_seen.cheap, 100);
    EXPECT_EQ(g_seen.cheap_threads, std::set<std::thread::id>{std::this_thread::get_id()})
        << "a chain and a fan of cheap nodes: neither leaves the caller's thread";
  }
}

// Each branch is a region: its values wait for a Switch of their own.
TEST_F(ExecutorTest, RegionsThatArePlannedToBeShortStayOnOneThread) {
  for (const int length : {3, 60}) {
    Restart(4);
    session_options_.disabled_passes = {"fuse"};  // which would make one node of a branch
    const OutputRef taken = Placeholder("taken", DType::kBool, Shape({}));
    std::vector<OutputRef> fetches;
    std::vector<std::pair<OutputRef, Tensor>> feeds{{taken, *Tensor::FromScalar<bool>(true)}};
    for (int i = 0; i < 8; ++i) {
      const OutputRef x = Placeholder("x" + std::to_string(i), DType::kFloat, Shape({2}));
      OutputRef end = b().Ops("Switch", {x, taken})[1];
      for (int k = 0; k < length; ++k) end = b().Op("Relu", {end});
      fetches.push_back(end);
      feeds.emplace_back(x, Floats({1, 2}));
    }
    std::set<std::thread::id> threads;
    for (int round = 0; round < 5; ++round) {
      g_seen.Clear(1);
      EXPECT_EQ(ToFloats(Run(fetches, feeds)[7]), (std::vector<float>{1, 2}));
      EXPECT_EQ(g_seen.cheap, 8 * length);
      threads.insert(g_seen.cheap_threads.begin(), g_seen.cheap_threads.end());
    }
    if (length == 3) {
      EXPECT_EQ(threads, std::set<std::thread::id>{std::this_thread::get_id()});
    } else {
      EXPECT_GT(threads.size(), 1u) << "long ones are handed over";
    }
  }
}

TEST_F(ExecutorTest, ExpensiveNodesRunAtOnceOnThePool) {
  constexpr int kThreads = 4;
  Restart(kThreads);
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  std::vector<OutputRef> fetches;
  for (int i = 0; i < kThreads; ++i) fetches.push_back(b().Op("Exp", {b().Op("Relu", {x})}));
  for (int round = 0; round < 5; ++round) {
    // None of them returns before all are inside.
    g_seen.Clear(kThreads);
    Run(fetches, {{x, Floats({1, 2})}});
    EXPECT_FALSE(g_seen.gave_up);
    EXPECT_EQ(g_seen.expensive_threads.size(), static_cast<size_t>(kThreads));
  }
}

TEST_F(ExecutorTest, OneThreadRunsEverythingItself) {
  Restart(1);
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  std::vector<OutputRef> fetches;
  for (int i = 0; i < 8; ++i) fetches.push_back(b().Op("Exp", {x}));
  g_seen.Clear(1);
  Run(fetches, {{x, Floats({1, 2})}});
  EXPECT_EQ(g_seen.expensive_threads, std::set<std::thread::id>{std::this_thread::get_id()});
}

TEST_F(ExecutorTest, AKernelIsAskedWhetherItSupportsTheRealNode) {
  for (const bool passes : {false, true}) {
    Restart(2);
    if (passes) session_options_.disabled_passes.clear();
    const OutputRef x = Placeholder("x", DType::kFloat, Shape({-1}));
    const OutputRef y = b().Op("Neg", {x});
    g_seen.Clear(1);
    EXPECT_EQ(ToFloats(Run({y}, {{x, Floats({1, 2})}})[0]), (std::vector<float>{-1, -2}))
        << "the CPU's own";
    EXPECT_EQ(g_seen.special, 0);
    EXPECT_EQ(ToFloats(Run({y}, {{x, Floats({1, 2, 3})}})[0]), (std::vector<float>{1, 2, 3})) << "ours";
    EXPECT_EQ(g_seen.special, 1);
  }
}

}  // namespace
}  // namespace runnel
