// Automatic and soft placement over the tasks of a cluster: what the master asks of them, and where
// nodes go by it. The virtual device says what it is told to about its speed; nothing here hangs on real
// time.
#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr char kA[] = "/job:a/replica:0/task:0";
constexpr char kB[] = "/job:b/replica:0/task:0";

class TaskPlacementTest : public NetTest {
 protected:
  using Config = std::map<std::string, std::string, std::less<>>;

  // What a runtime of a server says, by any of its threads.
  struct Log {
    std::mutex mutex;
    std::vector<std::string> lines;
    std::vector<std::string> All() {
      const std::lock_guard lock(mutex);
      return lines;
    }
  };

  Ref<Server> StartWith(const std::string& job, Config config, bool has_virtual = true) {
    RuntimeOptions options;
    options.num_threads = 2;
    if (has_virtual) options.plugins = {"virtual"};
    options.config = std::move(config);
    if (!calibrates_) options.config["placement.calibration"] = "off";
    options.min_severity = Severity::kInfo;
    options.log_sink = [log = log_](Severity, std::string_view text) {
      const std::lock_guard lock(log->mutex);
      log->lines.emplace_back(text);
    };
    auto runtime = Runtime::Create(options);
    EXPECT_TRUE(runtime.ok()) << runtime.status().ToString();
    auto server = ServerImpl::Start(ThisCore(), *runtime, OptionsOf(job, 0));
    EXPECT_TRUE(server.ok()) << server.status().ToString();
    servers_[TaskName(job, 0)] = *server;
    return *server;
  }
  // a is the master; each is told what its virtual device is to say that a kernel costs.
  void StartTwo(const std::string& a_ns, const std::string& b_ns, const std::string& link = "1,1e15",
                const std::string& b_kernel_us = "0") {
    MakeCluster({{"a", 0}, {"b", 0}});
    StartWith("b", {{"virtual.cost_ns", b_ns},
                    {"virtual.kernel_us", b_kernel_us},
                    {"placement.links", "VIRTUAL:0=1,1e15"}});
    master_ = StartWith("a", {{"virtual.cost_ns", a_ns},
                              {"placement.links", StrCat("VIRTUAL:0=1,1e15;/job:b/task:0=", link)}});
  }
  void OpenAutomatic() {
    session_options_.automatic_placement = true;
    Open(master_);
  }
  // On the virtual device of any task.
  OutputRef Virtual(const std::string& name, const std::string& op, std::vector<OutputRef> inputs) {
    return {b().AddNode({name, op, std::move(inputs), {}, {}, "/device:VIRTUAL:0"}), 0};
  }
  // Runs, and says where nodes were.
  Status RunPlaced(const Signature& signature, const std::vector<Tensor>& feeds) {
    got_.assign(signature.fetches.size(), Tensor());
    RunMetadata metadata;
    Status status = session_->Run(signature, feeds, got_, {}, &metadata);
    placed_.clear();
    for (const auto& [node, device] : metadata.placement) placed_[node] = device;
    fallbacks_ = metadata.fallbacks;
    stats_ = metadata.node_stats.size();
    return status;
  }

  std::shared_ptr<Log> log_ = std::make_shared<Log>();
  bool calibrates_ = false;
  Ref<Server> master_;
  std::vector<Tensor> got_;
  std::map<std::string, std::string> placed_;
  std::vector<std::string> fallbacks_;
  size_t stats_ = 0;
};

TEST_F(TaskPlacementTest, TheTaskThatSaysItIsFasterTakesWhatIsFree) {
  StartTwo("900000000", "1");  // of which no measured step comes near
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = Virtual("y", "Square", {Virtual("n", "Neg", {x})});
  const OutputRef here = On("/job:a", "AddV2", {y, x});
  OpenAutomatic();
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(RunPlaced({{x}, {y, here}, {}}, {Floats({2, 3})}).ok());
    EXPECT_EQ(ToFloats(got_[0]), (std::vector<float>{4, 9}));
    EXPECT_EQ(ToFloats(got_[1]), (std::vector<float>{6, 12}));
    EXPECT_EQ(placed_["y"], StrCat(kB, "/device:VIRTUAL:0")) << i;
    EXPECT_EQ(stats_, 0u) << "measured steps tell no more than others";
  }
}

TEST_F(TaskPlacementTest, ADearLinkKeepsItWithTheMaster) {
  StartTwo("1000000", "1", "1e9,1");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = Virtual("y", "Square", {x});
  OpenAutomatic();
  ASSERT_TRUE(RunPlaced({{x}, {y}, {}}, {Floats({2, 3})}).ok());
  EXPECT_EQ(placed_["y"], StrCat(kA, "/device:VIRTUAL:0"));
}

// Within a task its own session chooses: nothing is said of devices here.
TEST_F(TaskPlacementTest, EachTaskChoosesAmongItsDevices) {
  StartTwo("900000000", "1");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y{b().AddNode({"y", "Square", {x}, {}, {}, "/job:b"}), 0};
  const OutputRef z{b().AddNode({"z", "Square", {x}, {}, {}, "/job:a"}), 0};
  OpenAutomatic();
  ASSERT_TRUE(RunPlaced({{x}, {y, z}, {}}, {Floats({2, 3})}).ok());
  EXPECT_EQ(placed_["y"], StrCat(kB, "/device:VIRTUAL:0"));
  EXPECT_EQ(placed_["z"], StrCat(kA, "/device:CPU:0"));
}

TEST_F(TaskPlacementTest, WithoutItTheMasterTakesWhatIsFree) {
  StartTwo("1000000", "1");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = Virtual("y", "Square", {x});
  Open(master_);
  ASSERT_TRUE(RunPlaced({{x}, {y}, {}}, {Floats({2, 3})}).ok());
  EXPECT_EQ(placed_["y"], StrCat(kA, "/device:VIRTUAL:0"));
}

// A nanosecond a byte of link: 8 bytes go over, 800,000 stay.
TEST_F(TaskPlacementTest, WhatIsFedCounts) {
  for (const int64_t size : {2, 200'000}) {
    SetUp();
    cluster_ = {};
    StartTwo("100000", "1", "1,1e9");
    const OutputRef x = Placeholder("x", DType::kFloat, Shape({-1}));
    const OutputRef y = Virtual("y", "Square", {x});
    OpenAutomatic();
    const std::vector<float> values(static_cast<size_t>(size), 3);
    ASSERT_TRUE(RunPlaced({{x}, {y}, {}}, {Floats(values)}).ok());
    EXPECT_EQ(ToFloats(got_[0]), std::vector<float>(static_cast<size_t>(size), 9));
    EXPECT_EQ(placed_["y"], StrCat(size == 2 ? kB : kA, "/device:VIRTUAL:0")) << size;
    TearDown();
  }
}

TEST_F(TaskPlacementTest, VariablesLiveWhereTheWholeGraphWantsThemAndAreFoundThere) {
  StartTwo("1000000", "1");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef v = Variable("v", Shape({2}), "");
  Node* const init = b().AddNode({"init", "AssignVariableOp", {v, Vector({1, 2})}, {}, {}, {}});
  const OutputRef product = Virtual("product", "Mul", {x, Read(v)});
  Node* const step = b().AddNode({"step", "AssignAddVariableOp", {v, product}, {}, {}, {}});
  const OutputRef after{
      b().AddNode({"after", "ReadVariableOp", {v}, {step}, {{"dtype", AttrValue(DType::kFloat)}}, {}}),
      0};
  OpenAutomatic();
  ASSERT_TRUE(RunPlaced({{}, {}, {init}}, {}).ok());
  EXPECT_THAT(placed_["v"], HasSubstr(kB)) << "though its initialiser costs nothing anywhere";
  for (int i = 0; i < 6; ++i) ASSERT_TRUE(RunPlaced({{x}, {after}, {}}, {Floats({1, 2})}).ok());
  EXPECT_EQ(ToFloats(got_[0]), (std::vector<float>{64, 2 * 729}));
  EXPECT_THAT(placed_["product"], HasSubstr(kB));
  // Another session, whose graph has no reason to put it there.
  session_ = nullptr;
  NewGraph();
  const OutputRef same = Variable("v", Shape({2}), "");
  const OutputRef value = Read(same);
  OpenAutomatic();
  ASSERT_TRUE(RunPlaced({{}, {value}, {}}, {}).ok());
  EXPECT_EQ(ToFloats(got_[0]), (std::vector<float>{64, 2 * 729}));
}

// b says that its kernels take a nanosecond, and they take 20 ms; a says 5 ms, and takes less.
TEST_F(TaskPlacementTest, WhatStepsTakeCorrectsWhatTasksSay) {
  StartTwo("5000000", "1", "1,1e15", "20000");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = Virtual("y", "Square", {x});
  OpenAutomatic();
  int at_b = 0;
  while (at_b < 1000) {
    const Status status = RunPlaced({{x}, {y}, {}}, {Floats({2, 3})});
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(ToFloats(got_[0]), (std::vector<float>{4, 9}));
    if (placed_["y"] != StrCat(kB, "/device:VIRTUAL:0")) break;
    ++at_b;
  }
  EXPECT_EQ(placed_["y"], StrCat(kA, "/device:VIRTUAL:0"));
  EXPECT_GE(at_b, 4) << "one to warm up, three that are measured";
  EXPECT_THAT(log_->All(), Contains(HasSubstr("automatic placement: by what was measured")));
}

// Here before anything has run: a product on each device tells what its estimates are worth.
TEST_F(TaskPlacementTest, ATaskThatPromisesTooMuchIsFoundOutAtOnce) {
  calibrates_ = true;
  StartTwo("1000000", "100000", "1,1e15", "300000");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = Virtual("y", "Square", {x});
  OpenAutomatic();
  ASSERT_TRUE(RunPlaced({{x}, {y}, {}}, {Floats({2, 3})}).ok());
  EXPECT_EQ(ToFloats(got_[0]), (std::vector<float>{4, 9}));
  EXPECT_EQ(placed_["y"], StrCat(kA, "/device:VIRTUAL:0"));
}

TEST_F(TaskPlacementTest, AGraphThatGrowsIsAskedAboutAgain) {
  StartTwo("1000000", "1");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = Virtual("y", "Square", {x});
  OpenAutomatic();
  ASSERT_TRUE(RunPlaced({{x}, {y}, {}}, {Floats({2, 3})}).ok());
  const OutputRef z = Virtual("z", "Neg", {y});
  ASSERT_TRUE(RunPlaced({{x}, {z}, {}}, {Floats({2, 3})}).ok());
  EXPECT_EQ(ToFloats(got_[0]), (std::vector<float>{-4, -9}));
  EXPECT_THAT(placed_["z"], HasSubstr(kB));
}

TEST_F(TaskPlacementTest, PartialRunsArePlacedToo) {
  StartTwo("1000000", "1");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef w = Placeholder("w", DType::kFloat, Shape({2}));
  const OutputRef y = Virtual("y", "Square", {x});
  const OutputRef z = Virtual("z", "AddV2", {y, w});
  OpenAutomatic();
  const auto handle = session_->PartialRunSetup({{x, w}, {y, z}, {}});
  ASSERT_TRUE(handle.ok()) << handle.status().ToString();
  std::vector<Tensor> got(1);
  ASSERT_TRUE(
      session_->PartialRun(*handle, std::vector{x}, std::vector{Floats({2, 3})}, std::vector{y}, got)
          .ok());
  EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{4, 9}));
  got.assign(1, Tensor());
  ASSERT_TRUE(
      session_->PartialRun(*handle, std::vector{w}, std::vector{Floats({1, 1})}, std::vector{z}, got)
          .ok());
  EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{5, 10}));
}

// Without the plugin b has no such device, and cannot be asked to want it.
TEST_F(TaskPlacementTest, ATaskWithoutTheDeviceIsLeftOut) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartWith("b", {}, false);
  master_ = StartWith("a", {{"virtual.cost_ns", "900000000"},
                            {"placement.links", "VIRTUAL:0=1,1e15;/job:b/task:0=1,1e15"}});
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = Virtual("y", "Square", {x});
  OpenAutomatic();
  ASSERT_TRUE(RunPlaced({{x}, {y}, {}}, {Floats({2, 3})}).ok());
  EXPECT_EQ(placed_["y"], StrCat(kA, "/device:VIRTUAL:0"));
}

TEST_F(TaskPlacementTest, LinksAreMeasuredWhereNobodyTellsOfThem) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartWith("b", {});
  master_ = StartWith("a", {});
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = On("", "Square", {x});
  OpenAutomatic();
  ASSERT_TRUE(RunPlaced({{x}, {y}, {}}, {Floats({2, 3})}).ok());
  EXPECT_EQ(ToFloats(got_[0]), (std::vector<float>{4, 9}));
}

TEST_F(TaskPlacementTest, AConfigurationThatSaysNothingIsNamed) {
  StartTwo("1", "1", "soon");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = On("", "Square", {x});
  OpenAutomatic();
  const Status status = RunPlaced({{x}, {y}, {}}, {Floats({2, 3})});
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_THAT(status.ToString(), HasSubstr("/job:b/task:0=soon"));
}

TEST_F(TaskPlacementTest, ACalibrationThatIsNeitherOnNorOffIsNamed) {
  calibrates_ = true;
  MakeCluster({{"a", 0}});
  master_ = StartWith("a", {{"placement.calibration", "soon"}});
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = On("", "Square", {x});
  OpenAutomatic();
  const Status status = RunPlaced({{x}, {y}, {}}, {Floats({2, 3})});
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_THAT(status.ToString(), HasSubstr(kA));
  EXPECT_THAT(status.ToString(),
              HasSubstr("placement.calibration\": expected \"on\" or \"off\", got \"soon\""));
}

TEST_F(TaskPlacementTest, ATaskThatIsLostEndsTheStepThatAsksIt) {
  StartTwo("1000000", "1");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = Virtual("y", "Square", {x});
  OpenAutomatic();
  servers_[TaskName("b", 0)]->Stop();
  const Status status = RunPlaced({{x}, {y}, {}}, {Floats({2, 3})});
  EXPECT_EQ(status.code(), Code::kUnavailable) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("/job:b/replica:0/task:0"));
}

// ---- soft placement, and the log of it ----

TEST_F(TaskPlacementTest, SoftPlacementFallsBackAndSaysSo) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartWith("b", {}, false);
  master_ = StartWith("a", {});
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y{b().AddNode({"y", "Square", {x}, {}, {}, "/job:b/device:VIRTUAL:0"}), 0};
  Open(master_);
  const Status refused = RunPlaced({{x}, {y}, {}}, {Floats({2, 3})});
  EXPECT_EQ(refused.code(), Code::kInvalidArgument);
  EXPECT_THAT(refused.ToString(), HasSubstr("the cluster has only"));
  session_options_.soft_placement = true;
  Open(master_);
  ASSERT_TRUE(RunPlaced({{x}, {y}, {}}, {Floats({2, 3})}).ok());
  EXPECT_EQ(ToFloats(got_[0]), (std::vector<float>{4, 9}));
  EXPECT_THAT(fallbacks_, Contains(HasSubstr("y: wanted \"/job:b/device:VIRTUAL:0\", runs on")));
  EXPECT_THAT(log_->All(), Contains(HasSubstr("soft placement: y: wanted")));
}

TEST_F(TaskPlacementTest, TheMastersLogGivesTheReasonOfEachNodeOnALine) {
  StartTwo("1000000", "1");
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef y = Virtual("y", "Square", {x});
  const OutputRef here{b().AddNode({"here", "AddV2", {y, x}, {}, {}, "/job:a"}), 0};
  session_options_.log_device_placement = true;
  OpenAutomatic();
  ASSERT_TRUE(RunPlaced({{x}, {here}, {}}, {Floats({2, 3})}).ok());
  EXPECT_THAT(log_->All(),
              Contains(HasSubstr("here (AddV2): /job:a/replica:0/task:0: asks for /job:a")));
  EXPECT_THAT(log_->All(),
              Contains(HasSubstr("y (Square): /job:b/replica:0/task:0: by the cost model")));
  session_options_.log_device_placement = false;
  const size_t before = log_->All().size();
  OpenAutomatic();
  ASSERT_TRUE(RunPlaced({{x}, {here}, {}}, {Floats({2, 3})}).ok());
  const std::vector<std::string> lines = log_->All();
  EXPECT_THAT(std::vector<std::string>(lines.begin() + static_cast<long>(before), lines.end()),
              Not(Contains(HasSubstr("here (AddV2)"))));
}

}  // namespace
}  // namespace runnel::net
