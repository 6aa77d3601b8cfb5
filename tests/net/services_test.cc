// What a session on a cluster offers beside runs: partial runs, devices, containers, metadata and traces
// of all tasks, logs.
#include <algorithm>

#include "core/runtime/step/trace.h"
#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ServicesTest : public NetTest {
 protected:
  // y = -(x^2) on b, z = y + w on a.
  void BuildChain() {
    x_ = Placeholder("x", DType::kFloat, Shape({2}));
    w_ = Placeholder("w", DType::kFloat, Shape({2}));
    y_ = On("/job:b", "Neg", {On("/job:a", "Square", {x_})});
    z_ = On("/job:a", "AddV2", {y_, w_});
  }
  void StartTwo() {
    MakeCluster({{"a", 0}, {"b", 0}});
    StartServer("b", 0);
    master_ = StartServer("a", 0);
  }
  Status Part(const std::string& handle, std::vector<OutputRef> feeds, std::vector<Tensor> values,
              std::vector<OutputRef> fetches, std::vector<Tensor>* got) {
    got->assign(fetches.size(), Tensor());
    return session_->PartialRun(handle, feeds, values, fetches, *got);
  }

  Ref<Server> master_;
  OutputRef x_, w_, y_, z_;
};

TEST_F(ServicesTest, APartialRunGoesInStagesOverTasks) {
  StartTwo();
  BuildChain();
  Open(master_);
  for (int i = 0; i < 3; ++i) {
    const auto handle = session_->PartialRunSetup({{x_, w_}, {y_, z_}, {}});
    ASSERT_TRUE(handle.ok()) << handle.status().ToString();
    std::vector<Tensor> got;
    Status status = Part(*handle, {}, {}, {y_}, &got);
    EXPECT_EQ(status.code(), Code::kInvalidArgument);
    EXPECT_THAT(status.ToString(), HasSubstr("cannot be computed yet: it needs \"x:0\""));
    status = Part(*handle, {x_}, {Floats({1, 2})}, {y_}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_THAT(ToFloats(got[0]), ElementsAre(-1, -4));
    // What comes next may depend on it: one step, in stages.
    status = Part(*handle, {x_}, {Floats({1, 2})}, {z_}, &got);
    EXPECT_THAT(status.ToString(), HasSubstr("\"x:0\" has already been fed"));
    status = Part(*handle, {w_}, {Floats({10, 20})}, {z_}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_THAT(ToFloats(got[0]), ElementsAre(9, 16));
    EXPECT_EQ(Part(*handle, {}, {}, {z_}, &got).code(), Code::kInvalidArgument);
  }
  // Ordinary steps of the same signature are other plans.
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{x_, w_}, {y_, z_}, {}}, {Floats({1, 1}), Floats({0, 0})}, &got).ok());
  EXPECT_THAT(ToFloats(got[1]), ElementsAre(-1, -1));
}

TEST_F(ServicesTest, APartialRunEndsWithoutFeedsThatNobodyNeeds) {
  StartTwo();
  BuildChain();
  Open(master_);
  const auto handle = session_->PartialRunSetup({{x_, w_}, {y_}, {}});
  ASSERT_TRUE(handle.ok()) << handle.status().ToString();
  std::vector<Tensor> got;
  const Status status = Part(*handle, {x_}, {Floats({3, 1})}, {y_}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_THAT(ToFloats(got[0]), ElementsAre(-9, -1));
  EXPECT_EQ(Part(*handle, {w_}, {Floats({3, 1})}, {}, &got).code(), Code::kInvalidArgument);
}

TEST_F(ServicesTest, APartialRunFailsWhereItIsSetUpOrWithItsStep) {
  StartTwo();
  BuildChain();
  const OutputRef nowhere = On("/job:c", "Neg", {x_});
  const OutputRef which = Placeholder("which", DType::kBool, Shape());
  Node* const split = b().AddNode({"split", "Switch", {x_, which}, {}, {}, "/job:b"});
  Open(master_);
  auto handle = session_->PartialRunSetup({{x_}, {nowhere}, {}});
  EXPECT_EQ(handle.status().code(), Code::kInvalidArgument);
  EXPECT_THAT(handle.status().ToString(), HasSubstr("/job:c"));
  handle = session_->PartialRunSetup({{x_, which}, {{split, 0}}, {}});
  ASSERT_TRUE(handle.ok()) << handle.status().ToString();
  std::vector<Tensor> got;
  Status status =
      Part(*handle, {x_, which}, {Floats({1, 2}), *Tensor::FromScalar<bool>(true)}, {{split, 0}}, &got);
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("dead"));
  // A lost task ends what waits.
  handle = session_->PartialRunSetup({{x_, w_}, {y_, z_}, {}});
  ASSERT_TRUE(handle.ok()) << handle.status().ToString();
  servers_[TaskName("b", 0)]->Stop();
  status = Part(*handle, {x_}, {Floats({1, 2})}, {y_}, &got);
  EXPECT_EQ(status.code(), Code::kUnavailable) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("/job:b"));
}

TEST_F(ServicesTest, ClosingTheSessionEndsPartialRuns) {
  StartTwo();
  BuildChain();
  Open(master_);
  const auto handle = session_->PartialRunSetup({{x_, w_}, {y_, z_}, {}});
  ASSERT_TRUE(handle.ok()) << handle.status().ToString();
  ASSERT_TRUE(session_->Close().ok());
  std::vector<Tensor> got;
  EXPECT_EQ(Part(*handle, {x_}, {Floats({1, 2})}, {y_}, &got).code(), Code::kFailedPrecondition);
  EXPECT_EQ(session_->PartialRunSetup({{x_}, {y_}, {}}).status().code(), Code::kFailedPrecondition);
}

TEST_F(ServicesTest, ListsTheDevicesOfItsTasks) {
  StartTwo();
  BuildChain();
  Open(master_);
  auto devices = session_->ListDevices();
  ASSERT_TRUE(devices.ok()) << devices.status().ToString();
  EXPECT_THAT(*devices, ElementsAre("/job:a/replica:0/task:0/device:CPU:0",
                                    "/job:b/replica:0/task:0/device:CPU:0"));
  remote_.device_filters = {"/job:c"};
  Open(master_);
  devices = session_->ListDevices();
  ASSERT_TRUE(devices.ok()) << devices.status().ToString();
  EXPECT_THAT(*devices, ElementsAre("/job:a/replica:0/task:0/device:CPU:0"));
}

TEST_F(ServicesTest, AResetDropsContainersAndTheSessionsThatHoldThem) {
  StartTwo();
  const auto variable = [&](const std::string& name, const std::string& container) {
    return OutputRef{b().AddNode({name,
                                  "VarHandleOp",
                                  {},
                                  {},
                                  {{"container", AttrValue(container)},
                                   {"dtype", AttrValue(DType::kFloat)},
                                   {"shape", AttrValue(Shape({1}))}},
                                  "/job:b"}),
                     0};
  };
  const OutputRef kept = variable("kept", ""), dropped = variable("dropped", "experiment");
  Node* const init1 = b().AddNode({"init1", "AssignVariableOp", {kept, Vector({1})}, {}, {}, {}});
  Node* const init2 = b().AddNode({"init2", "AssignVariableOp", {dropped, Vector({2})}, {}, {}, {}});
  const OutputRef read1 = Read(kept), read2 = Read(dropped);
  Open(master_);
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {}, {init1, init2}}, {}, &got).ok());
  ASSERT_TRUE(Run({{}, {read1, read2}, {}}, {}, &got).ok());
  const Ref<Session> other = session_;  // of another client, as far as the servers know
  Open(servers_[TaskName("b", 0)]);
  Status status = session_->ResetContainers({"experiment"});
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Run({{}, {read1}, {}}, {}, &got).code(), Code::kAborted);
  got.assign(1, Tensor());
  for (const OutputRef& fetch : {read1, read2}) {
    status = other->Run({{}, {fetch}, {}}, {}, got, {}, nullptr);
    EXPECT_EQ(status.code(), Code::kAborted) << status.ToString();
  }
  Open(master_);
  status = Run({{}, {read1}, {}}, {}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_THAT(ToFloats(got[0]), ElementsAre(1));
  status = Run({{}, {read2}, {}}, {}, &got);
  EXPECT_EQ(status.code(), Code::kFailedPrecondition) << status.ToString();
  ASSERT_TRUE(session_->ResetContainers({}).ok());
  Open(master_);
  EXPECT_EQ(Run({{}, {read1}, {}}, {}, &got).code(), Code::kFailedPrecondition);
  // A session of this process has no containers that others see.
  const auto local = Session::Create(runtime_, graph_, {});
  EXPECT_EQ((*local)->ResetContainers({}).code(), Code::kFailedPrecondition);
}

TEST_F(ServicesTest, AResetEndsStepsThatWait) {
  StartTwo();
  const AttrList types{{"component_types", AttrValue(std::vector<DType>{DType::kFloat})}};
  const OutputRef queue = On("/job:b", "FIFOQueueV2", {}, types);
  const OutputRef waiting{b().AddNode({"wait", "QueueDequeueV2", {queue}, {}, types, {}}), 0};
  Open(master_);
  const Ref<Session> waits = session_;
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  Status outcome;
  waits->RunAsync({{}, {waiting}, {}}, {}, {}, [&](const Status& status, const std::vector<Tensor>&) {
    const std::lock_guard lock(mutex);
    outcome = status;
    done = true;
    changed.notify_all();
  });
  Open(servers_[TaskName("b", 0)]);
  ASSERT_TRUE(session_->ResetContainers({}).ok());
  std::unique_lock lock(mutex);
  // Its graph may have come to b after the reset: then it is the second one that ends it.
  while (!changed.wait_for(lock, std::chrono::milliseconds(200), [&] { return done; })) {
    lock.unlock();
    Open(servers_[TaskName("b", 0)]);
    ASSERT_TRUE(session_->ResetContainers({}).ok());
    lock.lock();
  }
  EXPECT_EQ(outcome.code(), Code::kAborted) << outcome.ToString();
}

TEST_F(ServicesTest, MetadataAreThoseOfAllTasks) {
  StartTwo();
  BuildChain();
  Open(master_);
  std::vector<Tensor> got(1);
  const std::vector<Tensor> feeds = {Floats({1, 2}), Floats({0, 0})};
  RunMetadata metadata;
  RunOptions options;
  options.partition_graphs = true;
  ASSERT_TRUE(session_->Run({{x_, w_}, {z_}, {}}, feeds, got, options, &metadata).ok());
  EXPECT_GT(metadata.launches, 2);
  EXPECT_EQ(metadata.start_ns, 0) << "it was not traced";
  EXPECT_TRUE(metadata.node_stats.empty());
  std::map<std::string, std::string> where(metadata.placement.begin(), metadata.placement.end());
  EXPECT_EQ(where[y_.node->name()], "/job:b/replica:0/task:0/device:CPU:0");
  EXPECT_EQ(where[z_.node->name()], "/job:a/replica:0/task:0/device:CPU:0");
  ASSERT_EQ(metadata.partition_graphs.size(), 2u);
  std::vector<std::string> devices;
  for (const auto& [device, graph] : metadata.partition_graphs) {
    devices.push_back(device);
    EXPECT_FALSE(graph.nodes.empty());
  }
  std::sort(devices.begin(), devices.end());
  EXPECT_THAT(devices, ElementsAre("/job:a/replica:0/task:0/device:CPU:0",
                                   "/job:b/replica:0/task:0/device:CPU:0"));
}

// The tasks' clocks are hours apart, as those of machines are.
TEST_F(ServicesTest, TimesOfAllTasksAreByOneClock) {
  MakeCluster({{"a", 0}, {"b", 0}, {"c", 0}});
  int64_t ahead_ns = 3600'000'000'000;
  for (const char* job : {"b", "c", "a"}) {
    ServerOptions options = OptionsOf(job, 0);
    options.clock_ahead_ns = ahead_ns;
    ahead_ns += 7200'000'000'000;
    auto server = ServerImpl::Start(ThisCore(), NewRuntime(), options);
    ASSERT_TRUE(server.ok()) << server.status().ToString();
    servers_[TaskName(job, 0)] = *server;
  }
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef first = On("/job:a", "Square", {x});
  const OutputRef second = On("/job:b", "Neg", {first});
  const OutputRef third = On("/job:c", "Exp", {second});
  Open(servers_[TaskName("a", 0)]);
  RunOptions options;
  options.trace = true;
  TraceFile file;
  for (int i = 0; i < 3; ++i) {
    RunMetadata metadata;
    std::vector<Tensor> got(1);
    const std::vector<Tensor> feeds = {Floats({1, 2})};
    const Status status = session_->Run({{x}, {third}, {}}, feeds, got, options, &metadata);
    ASSERT_TRUE(status.ok()) << status.ToString();
    std::map<std::string, NodeStats> by_name;
    for (const NodeStats& node : metadata.node_stats) by_name[node.node] = node;
    ASSERT_TRUE(by_name.contains(first.node->name()));
    ASSERT_TRUE(by_name.contains(second.node->name()));
    ASSERT_TRUE(by_name.contains(third.node->name()));
    EXPECT_EQ(by_name[third.node->name()].device, "/job:c/replica:0/task:0/device:CPU:0");
    ASSERT_NE(metadata.start_ns, 0);
    // No clock is read exactly, but an hour off would be seen: nodes lie about where the step is.
    const int64_t length_ns = metadata.end_ns - metadata.start_ns, slack_ns = 600'000'000'000;
    for (const NodeStats& node : metadata.node_stats) {
      EXPECT_GE(node.start_ns, -slack_ns) << node.node << " on " << node.device;
      EXPECT_LE(node.end_ns, length_ns + slack_ns) << node.node << " on " << node.device;
      EXPECT_THAT(node.device, testing::StartsWith("/job:"));
    }
    file.AddStep(metadata);
  }
  const std::string json = file.Json();
  for (const char* name : {"\"/job:a/task:0/device:CPU:0\"", "\"/job:b/task:0/device:CPU:0\"",
                           "\"/job:c/task:0/device:CPU:0\"", "\"waiting nodes of /job:b/task:0"}) {
    EXPECT_THAT(json, HasSubstr(name));
  }
}

TEST_F(ServicesTest, LogsTellWhatTasksSaw) {
  StartTwo();
  BuildChain();
  const OutputRef bad = On("/job:b", "CheckNumerics", {b().Op("Log", {Vector({-1})})},
                           {{"message", AttrValue(std::string("no number"))}});
  Open(master_);
  std::vector<Tensor> got;
  EXPECT_FALSE(Run({{}, {bad}, {}}, {}, &got).ok());
  const auto lines = session_->TaskLogs();
  ASSERT_TRUE(lines.ok()) << lines.status().ToString();
  const auto count = [&](const std::string& task, const std::string& what) {
    return std::count_if(lines->begin(), lines->end(), [&](const std::string& line) {
      return line.find(task + ": ") != std::string::npos && line.find(what) != std::string::npos;
    });
  };
  const std::string a = TaskName("a", 0), b = TaskName("b", 0);
  EXPECT_EQ(count(a, "is over 2 tasks"), 1);
  EXPECT_EQ(count(a, "no number"), 1);
  EXPECT_EQ(count(b, "was registered by"), 1);
  EXPECT_GE(count(b, "says hello as /job:a/replica:0/task:0"), 1);
}

}  // namespace
}  // namespace runnel::net
