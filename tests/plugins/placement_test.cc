// The parts of automatic placement: what measurements do to costs, and what the simulation chooses.
#include "core/runtime/placement/placement.h"

#include <future>

#include "core/runtime/placement/cost_model.h"
#include "core/runtime/placement/placement_memory.h"
#include "core/runtime/placement/placement_simulation.h"
#include "core/runtime/session/calibrate.h"
#include "tests/plugins/gate.h"
#include "tests/plugins/model.h"

namespace runnel {
namespace {

class CostModelTest : public ::testing::Test {
 protected:
  const Ref<Runtime> runtime_ = MakeRuntime();
  const Device& cpu_ = *runtime_->devices()[0];
  const Device& virtual_ = *runtime_->devices()[1];
  CostModel costs_;
};

NodeStats Took(const std::string& node, const std::string& device, int64_t ns) {
  NodeStats stats;
  stats.node = node;
  stats.device = device;
  stats.start_ns = 1000;
  stats.end_ns = 1000 + ns;
  return stats;
}

TEST_F(CostModelTest, WithoutMeasurementsTheEstimateCounts) {
  EXPECT_EQ(costs_.CostNs("a", cpu_, 500, 1e6), 500);
  EXPECT_EQ(costs_.CostNs("b", cpu_, 0, 100),
            CostModel::kUnknownNs + 100 * CostModel::kUnknownNsPerByte);
  EXPECT_EQ(costs_.MeasuredNs("a", cpu_.name()), std::nullopt);
}

TEST_F(CostModelTest, ARunningMeanMovesAThirdOfTheWay) {
  costs_.RecordNs("a", cpu_.name(), 900);
  EXPECT_EQ(costs_.MeasuredNs("a", cpu_.name()), 900);
  costs_.RecordNs("a", cpu_.name(), 300);
  EXPECT_EQ(costs_.MeasuredNs("a", cpu_.name()), 700);
  EXPECT_EQ(costs_.CostNs("a", cpu_, 5, 0), 700);
  EXPECT_EQ(costs_.CostNs("a", virtual_, 5, 0), 5) << "of another device nothing is known";
}

TEST_F(CostModelTest, WhatADeviceIsOffByCorrectsNodesThatItNeverRan) {
  EXPECT_EQ(costs_.CostNs("a", cpu_, 100, 0), 100);
  EXPECT_EQ(costs_.CostNs("b", cpu_, 300, 0), 300);
  costs_.Record({Took("a", cpu_.name(), 500), Took("b", cpu_.name(), 300)}, {});
  EXPECT_EQ(costs_.CostNs("c", cpu_, 10, 0), 20) << "800 measured for 400 estimated";
  EXPECT_EQ(costs_.CostNs("c", virtual_, 10, 0), 10);
}

TEST_F(CostModelTest, ANodeMadeOfOthersCountsForThemByTheirEstimates) {
  costs_.CostNs("cheap", cpu_, 100, 0);
  costs_.CostNs("dear", cpu_, 300, 0);
  costs_.Record({Took("both", cpu_.name(), 4000)}, {{"both", {"cheap", "dear"}}});
  EXPECT_EQ(costs_.MeasuredNs("cheap", cpu_.name()), 1000);
  EXPECT_EQ(costs_.MeasuredNs("dear", cpu_.name()), 3000);
  EXPECT_EQ(costs_.MeasuredNs("both", cpu_.name()), 4000);
}

TEST_F(CostModelTest, ALoopsNodeCountsWithAllItsRunsOfAStep) {
  costs_.Record({Took("a", cpu_.name(), 100), Took("a", cpu_.name(), 250)}, {});
  EXPECT_EQ(costs_.MeasuredNs("a", cpu_.name()), 350);
}

// ---- the simulation, on graphs and costs that are made up ----

class SimulationTest : public ::testing::Test {
 protected:
  // A node on some of two devices: 0 computes in host memory, 1 has its own.
  int Add(const char* op, const std::vector<int>& inputs, std::vector<double> costs,
          std::vector<size_t> candidates) {
    std::vector<PlanEdge> edges;
    for (const int input : inputs) edges.push_back({input, 0});
    AttrList attrs;
    if (inputs.empty()) attrs = {{"dtype", AttrValue(DType::kFloat)}};
    const auto added = plan_.Add(StrCat("n", plan_.nodes.size()), op, edges, std::move(attrs));
    EXPECT_TRUE(added.ok()) << added.status().ToString();
    const int i = *added;
    plan_.at(i).shapes = {Shape({250})};  // 1000 bytes
    problem_.kinds.push_back(KindOf(plan_.at(i)));
    problem_.group.push_back(i);
    problem_.cost_ns.push_back(std::move(costs));
    problem_.candidates.push_back(std::move(candidates));
    problem_.host_inputs.push_back({0, 0});
    return i;
  }
  int Kernel(const std::vector<int>& inputs, double here, double there) {
    const char* const op = inputs.size() == 2 ? "AddV2" : "Neg";
    return Add(op, inputs, {here, there}, {0, 1});
  }
  int Feed() {
    const int i = Add("Placeholder", {}, {0, 0}, {0});
    plan_.at(i).feed = static_cast<int>(plan_.feeds.size());
    plan_.feeds.push_back({{}, DType::kFloat, Shape({250}), nullptr});
    problem_.kinds[static_cast<size_t>(i)] = NodeKind::kFeed;
    return i;
  }
  PlacementSimulation::Outcome Greedy(const std::vector<int>& fetches, double copy_ns) {
    Prepare(fetches, copy_ns);
    return PlacementSimulation(problem_).Greedy();
  }
  PlacementSimulation::Outcome Follow(const std::vector<int>& fetches, double copy_ns, int device) {
    Prepare(fetches, copy_ns);
    return PlacementSimulation(problem_).Follow(std::vector<int>(plan_.nodes.size(), device));
  }

  const Ref<Runtime> runtime_ = MakeRuntime();
  PlanGraph plan_{&runtime_->ops()};
  PlacementSimulation::Problem problem_;
  int feed_memory_ = PlacementSimulation::kHub;

  void Prepare(const std::vector<int>& fetches, double copy_ns) {
    for (const int i : fetches) plan_.fetches.push_back({{i, 0}, ""});
    problem_.plan = &plan_;
    problem_.order = *plan_.TopologicalOrder();
    const LinkSpeed link{copy_ns, 0};
    problem_.fed_in.assign(plan_.feeds.size(), feed_memory_);
    if (!problem_.places.empty()) return;
    problem_.places = {{"CPU:0", PlacementSimulation::kHub, PlacementSimulation::kHub, {}, {}},
                       {"VIRTUAL:0", 1, PlacementSimulation::kHub, link, link}};
  }
};

TEST_F(SimulationTest, TimesOfAChainAddUpWithItsCopies) {
  const int x = Feed();
  const int a = Kernel({x}, 100, 10), b = Kernel({a}, 100, 10);
  EXPECT_EQ(Follow({b}, 7, 0).end_ns, 200);
  EXPECT_EQ(Follow({}, 7, 1).end_ns, 7 + 10 + 10 + 7) << "in, two kernels, and out";
}

TEST_F(SimulationTest, LooksAheadOfAFirstNodeThatAloneWouldStay) {
  const int x = Feed();
  int last = x;
  for (int i = 0; i < 10; ++i) last = Kernel({last}, 100, 20);
  // One node gains 80 by moving and loses 200 by copies; ten gain 800.
  const auto outcome = Greedy({last}, 100);
  for (int i = 1; i <= 10; ++i) EXPECT_EQ(outcome.place[static_cast<size_t>(i)], 1) << i;
  EXPECT_EQ(outcome.end_ns, 100 + 200 + 100);
}

TEST_F(SimulationTest, AShortDetourIsNotWorthItsCopies) {
  const int x = Feed();
  const int a = Kernel({x}, 100, 20);
  const auto outcome = Greedy({a}, 100);
  EXPECT_EQ(outcome.place[static_cast<size_t>(a)], 0);
  EXPECT_EQ(outcome.end_ns, 100);
}

TEST_F(SimulationTest, BranchesThatAreIndependentAreSharedOut) {
  const int x = Feed();
  const int a = Kernel({x}, 100, 100), b = Kernel({x}, 100, 100);
  const int sum = Kernel({a, b}, 1, 1);
  const auto outcome = Greedy({sum}, 10);
  EXPECT_NE(outcome.place[static_cast<size_t>(a)], outcome.place[static_cast<size_t>(b)]);
  EXPECT_LT(outcome.end_ns, 200) << "both at once";
}

TEST_F(SimulationTest, AValueIsCopiedOnceForAllItsUsers) {
  const int x = Feed();
  const int a = Kernel({x}, 1000, 1), b = Kernel({x}, 1000, 1);
  const auto outcome = Follow({}, 50, 1);
  EXPECT_EQ(outcome.end_ns, 50 + 2);
  EXPECT_EQ(outcome.place[static_cast<size_t>(a)], outcome.place[static_cast<size_t>(b)]);
}

TEST_F(SimulationTest, OnlyCandidatesAreChosen) {
  const int x = Feed();
  const int a = Add("Neg", {x}, {1000, 1}, {0});
  const int b = Add("Neg", {a}, {1, 1000}, {1});
  const auto outcome = Greedy({b}, 1);
  EXPECT_EQ(outcome.place[static_cast<size_t>(a)], 0);
  EXPECT_EQ(outcome.place[static_cast<size_t>(b)], 1);
  EXPECT_TRUE(outcome.why[static_cast<size_t>(a)].empty()) << "there was nothing to choose";
}

// An Identity leaves a value where it is, and moves nothing there and back.
TEST_F(SimulationTest, WhatHandsOnAValueMovesNothing) {
  const int x = Feed();
  const int a = Kernel({x}, 1000, 10);
  const int same = Add("Identity", {a}, {0, 0}, {0, 1});
  const int b = Kernel({same}, 1000, 10);
  const auto outcome = Greedy({b}, 100);
  EXPECT_EQ(outcome.place[static_cast<size_t>(b)], 1);
  EXPECT_EQ(outcome.end_ns, 100 + 10 + 10 + 100);
}

// Tasks of a cluster: each has a memory, and the client is with the first.
TEST_F(SimulationTest, BetweenTasksBothLinksAreTaken) {
  problem_.places = {{"a", 0, 0, {10, 0}, {10, 0}}, {"b", 1, 1, {30, 0}, {30, 0}}};
  problem_.fetch_memory = feed_memory_ = 0;
  const int x = Feed();
  const int a = Kernel({x}, 500, 100), b = Kernel({a}, 500, 100);
  EXPECT_EQ(Follow({b}, 0, 0).end_ns, 1000) << "what is fed and fetched is there";
  EXPECT_EQ(Follow({}, 0, 1).end_ns, (10 + 30) + 100 + 100 + (30 + 10));
}

// Two devices of a process: the way that is their own, where there is one, takes neither link.
TEST_F(SimulationTest, PeersCopyPastTheHost) {
  problem_.places = {{"a", 0, PlacementSimulation::kHub, {10, 0}, {10, 0}},
                     {"b", 1, PlacementSimulation::kHub, {30, 0}, {30, 0}}};
  const int x = Feed();
  const int a = Add("Neg", {x}, {100, 100}, {0});
  const int b = Add("Neg", {a}, {100, 100}, {1}), c = Add("Abs", {a}, {100, 100}, {1});
  const int out = Add("Neg", {a}, {200, 200}, {0});
  EXPECT_EQ(Follow({b, c, out}, 0, -1).end_ns, 10 + 100 + (10 + 30) + 200 + 30);
  problem_.direct = {std::nullopt, LinkSpeed{5, 0}, std::nullopt, std::nullopt};
  // Once for both of its users; what is fetched goes to the host as before.
  EXPECT_EQ(Follow({}, 0, -1).end_ns, 10 + 100 + 5 + 200 + 30);
}

TEST_F(SimulationTest, LargeConstantsAreBroughtAndSmallOnesAreThere) {
  problem_.places = {{"a", 0, 0, {10, 0}, {10, 0}}, {"b", 1, 1, {30, 0}, {30, 0}}};
  problem_.fetch_memory = feed_memory_ = 0;
  const int c = Add("Placeholder", {}, {0, 0}, {0});
  problem_.kinds[static_cast<size_t>(c)] = NodeKind::kConst;
  const int a = Add("Neg", {c}, {500, 100}, {1});
  EXPECT_EQ(Follow({a}, 0, 1).end_ns, 100 + (30 + 10));
  problem_.free_constant_bytes = 16;
  EXPECT_EQ(Follow({}, 0, 1).end_ns, (10 + 30) + 100 + (30 + 10));
}

TEST_F(SimulationTest, WhatIsClearlyFasterIsDecidedFor) {
  const int x = Feed();
  const int a = Kernel({x}, 100, 10), b = Kernel({a}, 100, 10);
  Prepare({b}, 7);
  PlacementSimulation simulation(problem_);
  const PlacementSimulation::Decision decision = simulation.Decide(0);
  EXPECT_FALSE(decision.by_parts);
  EXPECT_EQ(decision.whole, 1);
  EXPECT_EQ(decision.whole_ns, 7 + 10 + 10 + 7);
  EXPECT_EQ(simulation.Reason(decision, b),
            "by the cost model: all that may run on VIRTUAL:0 does; a step takes 0 us, divided 0 us");
}

// ---- what is learned ----

// The device says that its kernels take a nanosecond, and they take 20 ms.
TEST(Learning, AsynchronousStepsTeachLikeOthers) {
  Model model(MakeRuntime({{"virtual.cost_ns", "1"},
                           {"virtual.kernel_us", "20000"},
                           {"placement.links", "VIRTUAL:0=1,1e12"}}));
  const OutputRef x = model.Placeholder("x", Shape({2}));
  const OutputRef y{model.b.AddNode({"y", "Neg", {x}, {}, {}, {}}), 0};
  SessionOptions options;
  options.automatic_placement = true;
  const auto session = Session::Create(model.runtime, model.graph, options);
  ASSERT_TRUE(session.ok()) << session.status().ToString();
  std::vector<std::string> where;
  for (int i = 0; i < 6; ++i) {
    std::promise<Status> ended;
    RunOptions run;
    run.metadata = std::make_shared<RunMetadata>();
    (*session)->RunAsync(
        {{x}, {y}, {}}, {Floats(Shape({2}), {1, 2})}, run,
        [&](Status status, const std::vector<Tensor>&) { ended.set_value(std::move(status)); });
    const Status status = ended.get_future().get();
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_TRUE(run.metadata->node_stats.empty()) << i;
    for (const auto& [node, device] : run.metadata->placement) {
      if (node == "y") where.push_back(device.substr(device.rfind("/device:") + 8));
    }
  }
  const std::string far = "VIRTUAL:0", near = "CPU:0";
  EXPECT_EQ(where, (std::vector<std::string>{far, far, far, far, near, near}));
}

TEST(Learning, AProductOnEachDeviceTellsWhatEstimatesAreWorth) {
  const Ref<Runtime> runtime =
      MakeRuntime({{"virtual.cost_ns", "1000"}, {"virtual.kernel_us", "20000"}});
  const Device& far = *runtime->devices()[1];
  const auto memory = std::make_shared<PlacementMemory>();
  EXPECT_EQ(memory->costs.CostNs("n", far, 1000, 0), 1000);
  ASSERT_TRUE(Calibrate(runtime, memory).ok());
  EXPECT_GE(memory->costs.CostNs("n", far, 1000, 0), 5'000'000) << "20 ms, not a microsecond";
  EXPECT_TRUE(memory->calibrated);
}

TEST(Learning, ADeviceThatDoesNotEndItsProductIsNotTakenAtItsWord) {
  const Ref<Runtime> runtime = MakeRuntime({{"virtual.cost_ns", "1000"}});
  Device& far = *runtime->devices()[1];
  ASSERT_OK(far.Open());
  Gate gate;
  ASSERT_OK(gate.SubmitTo(far.compute()));
  const auto memory = std::make_shared<PlacementMemory>();
  ASSERT_OK(Calibrate(runtime, memory));
  gate.Open();
  ASSERT_OK(far.compute().Wait(gate.point()));
  EXPECT_GE(memory->costs.CostNs("n", far, 1000, 0), 5'000'000);
  EXPECT_FALSE(gate.gave_up());
}

TEST(Links, BetweenPeersAreMeasuredOrToldOrTheHosts) {
  const auto between = [](Config config, size_t from, size_t to) {
    config["virtual.devices"] = "2";
    const Ref<Runtime> runtime = MakeRuntime(config);
    const auto link = runtime->links().Between(runtime->devices()[from], runtime->devices()[to]);
    EXPECT_TRUE(link.ok()) << link.status().ToString();
    return *link;
  };
  const auto measured = between({}, 1, 2);
  ASSERT_TRUE(measured);
  EXPECT_GT(measured->Ns(1 << 20), 0);
  EXPECT_FALSE(between({{"virtual.peers", "0"}}, 1, 2));
  EXPECT_FALSE(between({}, 0, 1)) << "the host is not one";
  EXPECT_FALSE(between({}, 1, 1));
  const Config told = {{"placement.links", "VIRTUAL:0=1,1;VIRTUAL:0>VIRTUAL:1=70,2e9"}};
  ASSERT_TRUE(between(told, 1, 2));
  EXPECT_EQ(between(told, 1, 2)->Ns(1000), 570);
  EXPECT_FALSE(between(told, 2, 1)) << "who is told of is not measured";
}

TEST(Links, BetweenPeersThatDoNotAnswerAreAssumed) {
  const Ref<Runtime> runtime = MakeRuntime({{"virtual.devices", "2"}});
  Device* const far = runtime->devices()[2];
  ASSERT_OK(far->Open());
  Gate gate;
  ASSERT_OK(gate.SubmitTo(far->copy_in()));
  const auto link = runtime->links().Between(runtime->devices()[1], far);
  gate.Open();
  ASSERT_TRUE(link.ok()) << link.status().ToString();
  EXPECT_EQ((*link)->Ns(0), 10'000);
  ASSERT_OK(far->copy_in().Wait(gate.point()));
  EXPECT_FALSE(gate.gave_up());
}

TEST(Learning, ACalibrationIsOnOrOff) {
  const auto memory = std::make_shared<PlacementMemory>();
  const Ref<Runtime> off = MakeRuntime({{PlacementMemory::kConfigKey, "off"}});
  ASSERT_TRUE(Calibrate(off, memory).ok());
  EXPECT_EQ(memory->costs.CostNs("n", *off->devices()[1], 1000, 0), 1000);
  EXPECT_FALSE(memory->calibrated);
  const Status status = Calibrate(MakeRuntime({{PlacementMemory::kConfigKey, "maybe"}}), memory);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_NE(status.message().find("got \"maybe\""), std::string::npos) << status.ToString();
}

}  // namespace
}  // namespace runnel
