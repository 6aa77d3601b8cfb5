// Automatic placement: the cost model chooses where nothing is asked for, what steps take corrects it,
// and nothing that was asked for is overruled.
#include <map>

#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

using Plan = Handle<rnl_plan_t, rnl_plan_release>;
using Config = std::vector<std::pair<const char*, const char*>>;

const std::string kCpu = "/job:localhost/replica:0/task:0/device:CPU:0";
const std::string kVirtual = "/job:localhost/replica:0/task:0/device:VIRTUAL:0";

// What the virtual device's kernels claim to cost, and what copies take: nothing here is measured but by
// the tests that say so.
const Config kCheapKernels = {{"virtual.cost_ns", "1"}, {"placement.links", "VIRTUAL:0=1,1e12"}};
const Config kDearCopies = {{"virtual.cost_ns", "1"}, {"placement.links", "VIRTUAL:0=1e9,1e3"}};
const Config kDearKernels = {{"virtual.cost_ns", "900000000"}, {"placement.links", "VIRTUAL:0=1,1e12"}};

class AutomaticPlacementTest : public testing::Test {
 protected:
  void Load(const Config& config, const std::string& text, bool automatic = true) {
    runtime_ = NewVirtualRuntime(&log_, 2, config);
    ASSERT_TRUE(IsOk(rnl_metadata_create(metadata_.out())));
    ASSERT_TRUE(IsOk(rnl_session_options_create(options_.out())));
    ASSERT_TRUE(IsOk(rnl_session_options_disable_pass(options_, rnl_str("fuse"))));
    ASSERT_TRUE(IsOk(rnl_session_options_set_automatic_placement(options_, automatic)));
    ASSERT_TRUE(IsOk(net_.Load(runtime_, text, options_)));
  }
  testing::AssertionResult Run(const Net::Feeds& feeds, const std::vector<std::string>& fetches,
                               const std::vector<std::string>& targets = {}) {
    auto ran = IsOk(net_.Run(feeds, fetches, &out_, targets, nullptr, metadata_));
    placed_.clear();
    for (size_t i = 0; ran && i < rnl_metadata_num_placements(metadata_); ++i) {
      rnl_str_t node, device;
      if (auto ok = IsOk(rnl_metadata_placement(metadata_, i, &node, &device)); !ok) return ok;
      placed_[Str(node)] = Str(device);
    }
    return ran;
  }

  LogLines log_;
  Runtime runtime_;
  Metadata metadata_;
  SessionOptions options_;
  Net net_;
  std::vector<Tensor> out_;
  std::map<std::string, std::string> placed_;
};

std::string Chain(int length) {
  std::string text = PlaceholderText("x", {2, 2});
  std::string last = "x";
  for (int i = 0; i < length; ++i) {
    const std::string name = "n" + std::to_string(i);
    text += NodeText(name, i % 2 == 0 ? "Neg" : "Square", {last});
    last = name;
  }
  return text;
}

TEST_F(AutomaticPlacementTest, AFasterDeviceTakesAChainAsAWhole) {
  Load(kCheapKernels, Chain(6));
  ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4})}}, {"n5"}));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(placed_["n" + std::to_string(i)], kVirtual) << i;
  EXPECT_EQ(Floats(out_[0]), (std::vector<float>{1, 256, 6561, 65536}));
}

TEST_F(AutomaticPlacementTest, DearCopiesOrDearKernelsKeepIt) {
  for (const Config& config : {kDearCopies, kDearKernels}) {
    SetUp();
    Load(config, Chain(6));
    ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4})}}, {"n5"}));
    for (int i = 0; i < 6; ++i) EXPECT_EQ(placed_["n" + std::to_string(i)], kCpu) << i;
    EXPECT_EQ(rnl_metadata_copies(metadata_), 0);
  }
}

// Two branches between nodes of one device, whose link to the host is slow. A second device takes one of
// them where the two reach each other.
TEST_F(AutomaticPlacementTest, DevicesThatReachEachOtherShareWork) {
  const std::string hosts = "VIRTUAL:0=1e6,1e9;VIRTUAL:1=1e6,1e9";
  for (const std::string pairs : {"", ";VIRTUAL:0>VIRTUAL:1=1e3,1e9;VIRTUAL:1>VIRTUAL:0=1e3,1e9"}) {
    SetUp();
    const std::string links = hosts + pairs;
    Load({{"virtual.cost_ns", "500000"}, {"virtual.devices", "2"}, {"placement.links", links.c_str()}},
         PlaceholderText("x", {2}) + NodeText("first", "Neg", {"x"}, {}, "/device:VIRTUAL:0") +
             NodeText("one", "Square", {"first"}) + NodeText("other", "Abs", {"first"}) +
             NodeText("last", "AddV2", {"one", "other"}, {}, "/device:VIRTUAL:0"));
    ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {2}, {1, 2})}}, {"last"}));
    EXPECT_EQ(Floats(out_[0]), (std::vector<float>{2, 6}));
    EXPECT_EQ(placed_["one"] != placed_["other"], !pairs.empty()) << placed_["one"] << ", " << pairs;
    EXPECT_EQ(rnl_metadata_copies(metadata_), pairs.empty() ? 2 : 4);
  }
}

TEST_F(AutomaticPlacementTest, ASessionThatDoesNotAskKeepsTheDefault) {
  Load(kCheapKernels, Chain(6), false);
  ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4})}}, {"n5"}));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(placed_["n" + std::to_string(i)], kCpu) << i;
}

TEST_F(AutomaticPlacementTest, WhatIsAskedForIsNeverOverruled) {
  const Attrs beside = {{"_class", "list { s: \"loc:@here\" }"}};
  Load(kCheapKernels, PlaceholderText("x", {2}) + NodeText("here", "Neg", {"x"}, {}, "/cpu:0") +
                          NodeText("beside", "Square", {"x"}, beside) +
                          NodeText("type", "Exp", {"x"}, {}, "/device:CPU:*") +
                          NodeText("free", "Abs", {"x"}) +
                          NodeText("task", "Sqrt", {"x"}, {}, "/job:localhost/task:0"));
  ASSERT_TRUE(
      Run({{"x", FloatTensor(runtime_, {2}, {1, 4})}}, {"here", "beside", "type", "free", "task"}));
  for (const char* name : {"here", "beside", "type"}) EXPECT_EQ(placed_[name], kCpu) << name;
  for (const char* name : {"free", "task"}) EXPECT_EQ(placed_[name], kVirtual) << name;
  EXPECT_EQ(Floats(out_[1]), (std::vector<float>{1, 16}));
  EXPECT_EQ(Floats(out_[4]), (std::vector<float>{1, 2}));
}

// Strings have no kernels on the virtual device.
TEST_F(AutomaticPlacementTest, OnlyDevicesWithAKernelAreThoughtOf) {
  Load(kCheapKernels, PlaceholderText("s", {}, "type: DT_STRING") +
                          NodeText("joined", "StringJoin", {"s", "s"}, {{"N", "i: 2"}}));
  Tensor s;
  const rnl_str_t text = rnl_str("ab");
  ASSERT_TRUE(IsOk(rnl_tensor_from_strings(runtime_, 0, nullptr, &text, 1, s.out())));
  ASSERT_TRUE(Run({{"s", s}}, {"joined"}));
  EXPECT_EQ(placed_["joined"], kCpu);
}

// v += x * v, and its initialiser, which alone would leave the variable where it is cheapest to set.
std::string Training() {
  const Attrs variable = {{"dtype", kFloatT}, {"shape", ShapeText({2})}};
  const Attrs dtype = {{"dtype", kFloatT}};
  return PlaceholderText("x", {2}) + NodeText("v", "VarHandleOp", {}, variable) +
         ConstText("start",
                   "dtype: DT_FLOAT tensor_shape { dim { size: 2 } } float_val: 1 float_val: 2") +
         NodeText("init", "AssignVariableOp", {"v", "start"}, dtype) +
         NodeText("read", "ReadVariableOp", {"v"}, dtype) + NodeText("product", "Mul", {"x", "read"}) +
         NodeText("deep", "Neg", {"product"}) + NodeText("deeper", "Neg", {"deep"}) +
         NodeText("step", "AssignAddVariableOp", {"v", "deeper"}, dtype) +
         NodeText("after", "ReadVariableOp", {"v", "^step"}, dtype);
}

TEST_F(AutomaticPlacementTest, AVariableIsPutWhereTheWholeGraphWantsIt) {
  Load(kCheapKernels, Training());
  ASSERT_TRUE(Run({}, {}, {"init"}));
  EXPECT_EQ(placed_["v"], kVirtual) << "though setting it costs nothing here";
  const Tensor x = FloatTensor(runtime_, {2}, {1, 2});
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(Run({{"x", x}}, {"after"}));
  EXPECT_EQ(Floats(out_[0]), (std::vector<float>{256, 2 * 6561}));
  // Another signature finds it there.
  ASSERT_TRUE(Run({}, {"read"}));
  EXPECT_EQ(placed_["v"], kVirtual);
  EXPECT_EQ(Floats(out_[0]), (std::vector<float>{256, 2 * 6561}));
}

TEST_F(AutomaticPlacementTest, AVariableStaysOnTheDeviceWhereItWasMade) {
  Load(kDearKernels, Training());
  ASSERT_TRUE(Run({}, {}, {"init"}));
  EXPECT_EQ(placed_["v"], kCpu);
  // The graph grows, and the new part, a handle of its own with it, wants it elsewhere.
  ASSERT_TRUE(IsOk(
      net_.Add(NodeText("handle", "VarHandleOp", {},
                        {{"dtype", kFloatT}, {"shape", ShapeText({2})}, {"shared_name", "s: \"v\""}}) +
               NodeText("value", "ReadVariableOp", {"handle"}, {{"dtype", kFloatT}}) +
               NodeText("far", "Neg", {"value"}, {}, "/device:VIRTUAL:0"))));
  ASSERT_TRUE(Run({}, {"far"}));
  EXPECT_EQ(placed_["handle"], kCpu);
  EXPECT_EQ(placed_["far"], kVirtual);
  EXPECT_EQ(Floats(out_[0]), (std::vector<float>{-1, -2}));
}

// Its kernels say that they cost a nanosecond, and keep the device busy for 20 milliseconds: the plan
// that believes it is replaced once its steps have been measured.
TEST_F(AutomaticPlacementTest, WhatStepsTakeCorrectsWhatPluginsSay) {
  Load({{"virtual.cost_ns", "1"},
        {"virtual.kernel_us", "20000"},
        {"placement.links", "VIRTUAL:0=1,1e12"}},
       Chain(2));
  const Tensor x = FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4});
  std::vector<std::string> where;
  for (int i = 0; i < 6; ++i) {
    ASSERT_TRUE(Run({{"x", x}}, {"n1"}));
    EXPECT_EQ(Floats(out_[0]), (std::vector<float>{1, 4, 9, 16})) << i;
    EXPECT_EQ(placed_["n0"], placed_["n1"]) << i;
    where.push_back(placed_["n1"]);
  }
  // The first, three that are measured, and what they have taught.
  EXPECT_EQ(where, (std::vector<std::string>{kVirtual, kVirtual, kVirtual, kVirtual, kCpu, kCpu}));
  EXPECT_EQ(log_.Count("automatic placement: by what was measured"), 1u) << log_.All();
}

TEST_F(AutomaticPlacementTest, MeasuredStepsLookLikeOthersToWhoeverRunsThem) {
  Load(kCheapKernels, Chain(2));
  RunOptions trace;
  ASSERT_TRUE(IsOk(rnl_run_options_create(trace.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_trace(trace, true)));
  const Tensor x = FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4});
  for (int i = 0; i < 6; ++i) {
    const bool traced = i % 2 == 1;
    ASSERT_TRUE(
        IsOk(net_.Run({{"x", x}}, {"n1"}, &out_, {}, traced ? trace.get() : nullptr, metadata_)));
    EXPECT_EQ(rnl_metadata_num_node_stats(metadata_) > 0, traced) << i;
    EXPECT_EQ(rnl_metadata_launches(metadata_), 2) << i;
  }
}

TEST_F(AutomaticPlacementTest, AConfigurationThatSaysNothingIsNamed) {
  for (const char* text : {"VIRTUAL:0", "VIRTUAL:0=", "VIRTUAL:0=5", "VIRTUAL:0=5,", "VIRTUAL:0=5,0",
                           "VIRTUAL:0=-1,5", "=1,1", "VIRTUAL:0=1,1;x"}) {
    Load({{"placement.links", text}}, Chain(2));
    EXPECT_TRUE(Fails(net_.Run({{"x", FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4})}}, {"n1"}),
                      RNL_INVALID_ARGUMENT, {"placement.links", "BYTES_PER_SECOND"}))
        << text;
  }
}

// What the device can do is found out by copying; that it works at all is all that is asked here.
TEST_F(AutomaticPlacementTest, LinksAreMeasuredWhereNobodyTellsOfThem) {
  Load({}, Chain(2));
  ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4})}}, {"n1"}));
  EXPECT_EQ(Floats(out_[0]), (std::vector<float>{1, 4, 9, 16}));
  EXPECT_EQ(log_.Count("could not be measured"), 0u) << log_.All();
}

TEST_F(AutomaticPlacementTest, ALinkThatCannotBeMeasuredIsAssumedAndTheLogSaysSo) {
  Load({{"virtual.memory_bytes", "4096"}}, Chain(2));
  ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4})}}, {"n1"}));
  EXPECT_EQ(log_.Count("could not be measured"), 1u) << log_.All();
}

// A cluster of one task, whose devices are chosen among as a process does; of several: tests/net.
TEST_F(AutomaticPlacementTest, OverACluster) {
  const std::string task = "/job:local/replica:0/task:0/device:";
  for (const bool automatic : {false, true}) {
    SetUp();
    Config config = kCheapKernels;
    config.emplace_back("placement.calibration", "off");
    runtime_ = NewVirtualRuntime(&log_, 2, config);
    Handle<rnl_server_t, rnl_server_release> server;
    ASSERT_TRUE(IsOk(rnl_server_start_local(runtime_, server.out())));
    ASSERT_TRUE(IsOk(rnl_metadata_create(metadata_.out())));
    ASSERT_TRUE(IsOk(rnl_session_options_create(options_.out())));
    ASSERT_TRUE(IsOk(rnl_session_options_set_automatic_placement(options_, automatic)));
    ASSERT_TRUE(IsOk(rnl_session_options_set_target(options_, rnl_server_target(server))));
    ASSERT_TRUE(IsOk(rnl_session_options_set_token(options_, rnl_server_token(server))));
    ASSERT_TRUE(IsOk(net_.Load(runtime_, Training(), options_)));
    ASSERT_TRUE(Run({}, {}, {"init"}));
    for (int i = 0; i < 8; ++i) {
      ASSERT_TRUE(Run({{"x", FloatTensor(runtime_, {2}, {1, 2})}}, {"after"}));
      // Later steps go by what the first ones took.
      if (i == 0) {
        EXPECT_EQ(placed_["product"], task + (automatic ? "VIRTUAL:0" : "CPU:0"));
      }
    }
    EXPECT_EQ(Floats(out_[0]), (std::vector<float>{256, 2 * 6561}));
    EXPECT_EQ(placed_["v"], task + (automatic ? "VIRTUAL:0" : "CPU:0"));
  }
}

// ---- plans tell costs and reasons ----

struct Costs {
  double estimate_ns = -2, measured_ns = -2;
  std::string reason;
};

class CostTest : public AutomaticPlacementTest {
 protected:
  std::map<std::string, Costs> Read() {
    std::map<std::string, Costs> all;
    Plan plan;
    rnl_output_t feed{}, fetch{};
    EXPECT_TRUE(IsOk(rnl_graph_find_output(net_.graph(), rnl_str("x"), &feed)));
    EXPECT_TRUE(IsOk(rnl_graph_find_output(net_.graph(), rnl_str("n1"), &fetch)));
    const int32_t rank = 2;
    const int64_t dims[] = {2, 2};
    const int64_t* const pointer = dims;
    EXPECT_TRUE(IsOk(
        rnl_session_plan(net_.session(), &feed, &rank, &pointer, 1, &fetch, 1, nullptr, 0, plan.out())));
    for (size_t i = 0; i < rnl_plan_num_nodes(plan); ++i) {
      rnl_str_t name, op, reason;
      EXPECT_TRUE(IsOk(rnl_plan_node(plan, i, &name, &op, nullptr, &reason, nullptr)));
      Costs& costs = all[Str(op) == "_Recv" ? "arrives" : Str(name)];
      costs.reason = Str(reason);
      EXPECT_TRUE(IsOk(rnl_plan_node_cost(plan, i, &costs.estimate_ns, &costs.measured_ns)));
    }
    double estimate = 0, measured = 0;
    EXPECT_TRUE(Fails(rnl_plan_node_cost(plan, 1000, &estimate, &measured), RNL_OUT_OF_RANGE, {"1000"}));
    EXPECT_EQ(estimate, -1);
    return all;
  }
};

TEST_F(CostTest, APlanTellsWhatNodesCostAndProfiledStepsWhatTheyTake) {
  Load({{"virtual.cost_ns", "12345"}, {"placement.links", "VIRTUAL:0=1000,1e9"}},
       PlaceholderText("x", {2, 2}) + NodeText("n0", "Neg", {"x"}) +
           NodeText("n1", "Square", {"n0"}, {}, "/device:VIRTUAL:0"),
       false);
  std::map<std::string, Costs> before = Read();
  EXPECT_EQ(before["n1"].estimate_ns, 12345);
  EXPECT_EQ(before["arrives"].estimate_ns, 1000 + 16) << "16 bytes at one a nanosecond";
  EXPECT_GT(before["n0"].estimate_ns, 0) << "by the CPU's plan of the kernel";
  EXPECT_EQ(before["x"].estimate_ns, 0);
  EXPECT_EQ(before["n1"].measured_ns, -1);
  RunOptions profile;
  ASSERT_TRUE(IsOk(rnl_run_options_create(profile.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_profile(profile, true)));
  const Tensor x = FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4});
  ASSERT_TRUE(IsOk(net_.Run({{"x", x}}, {"n1"}, &out_, {}, profile, metadata_)));
  EXPECT_EQ(Floats(out_[0]), (std::vector<float>{1, 4, 9, 16}));
  EXPECT_GT(rnl_metadata_num_node_stats(metadata_), 0u);
  std::map<std::string, Costs> after = Read();
  for (const char* name : {"n0", "n1", "arrives"}) EXPECT_GT(after[name].measured_ns, 0) << name;
  EXPECT_EQ(after["n1"].estimate_ns, 12345);
}

TEST_F(CostTest, ReasonsTellWhatTheCostModelWeighed) {
  Load(kCheapKernels, PlaceholderText("x", {2, 2}) + NodeText("n0", "Neg", {"x"}, {}, "/cpu:0") +
                          NodeText("n1", "Square", {"n0"}));
  const std::map<std::string, Costs> plan = Read();
  EXPECT_EQ(plan.at("n0").reason, "asks for /cpu:0");
  EXPECT_EQ(plan.at("n1").reason.find("by the cost model: "), 0u) << plan.at("n1").reason;
  EXPECT_NE(plan.at("n1").reason.find("VIRTUAL:0"), std::string::npos) << plan.at("n1").reason;
}

TEST_F(CostTest, TheLogGivesTheReasonOfEachNodeOnALine) {
  runtime_ = NewVirtualRuntime(&log_, 2, kCheapKernels);
  ASSERT_TRUE(IsOk(rnl_session_options_create(options_.out())));
  ASSERT_TRUE(IsOk(rnl_session_options_set_log_placement(options_, true)));
  ASSERT_TRUE(IsOk(net_.Load(runtime_,
                             PlaceholderText("x", {2, 2}) +
                                 NodeText("n0", "Neg", {"x"}, {}, "/device:VIRTUAL:0") +
                                 NodeText("n1", "Square", {"n0"}, {}, "/cpu:0"),
                             options_)));
  ASSERT_TRUE(IsOk(net_.Run({{"x", FloatTensor(runtime_, {2, 2}, {1, 2, 3, 4})}}, {"n1"}, &out_)));
  EXPECT_EQ(log_.Count("n0 (Neg): " + kVirtual + ": asks for /device:VIRTUAL:0"), 1u) << log_.All();
  EXPECT_EQ(log_.Count("n1 (Square): " + kCpu + ": asks for /cpu:0"), 1u) << log_.All();
  EXPECT_GE(log_.Count(": moves a value between memories"), 2u) << log_.All();
}

}  // namespace
}  // namespace runnel_test
