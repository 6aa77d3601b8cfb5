// Graphs over several servers, joined by real sockets on loopback.
#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

using testing::HasSubstr;

using ClusterTest = NetTest;

TEST_F(ClusterTest, AGraphRunsOverThreeTasks) {
  MakeCluster({{"ps", 0}, {"worker", 0}, {"worker", 1}});
  StartServer("ps", 0);
  StartServer("worker", 1);
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({3}));
  const OutputRef a = On("/job:worker/task:0", "Square", {x});
  const OutputRef s = On("/job:ps/task:0", "AddV2", {a, x});
  const OutputRef y = On("/job:worker/task:1/device:CPU:0", "Mul", {s, a});
  Open(StartServer("worker", 0));
  std::vector<Tensor> got;
  for (int i = 0; i < 3; ++i) {
    const Status status = Run({{x}, {y, a}, {}}, {Floats({1, 2, 3})}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{2, 24, 108}));
    EXPECT_EQ(ToFloats(got[1]), (std::vector<float>{1, 4, 9}));
  }
}

TEST_F(ClusterTest, VariablesLiveWhereTheyArePlacedAndOutliveSessions) {
  MakeCluster({{"ps", 0}, {"worker", 0}});
  StartServer("ps", 0);
  const Ref<Server> worker = StartServer("worker", 0);
  const OutputRef v = Variable("v", Shape({2}), "/job:ps");
  Node* const init = b().AddNode({"init", "AssignVariableOp", {v, Vector({1, 2})}, {}, {}, {}});
  const OutputRef delta = On("/job:worker/task:0", "Square", {Vector({1, 3})});
  Node* const add = b().AddNode({"add", "AssignAddVariableOp", {v, delta}, {}, {}, {}});
  const OutputRef read = Read(v);
  Open(worker);
  std::vector<Tensor> got;
  Status status = Run({{}, {read}, {}}, {}, &got);
  EXPECT_EQ(status.code(), Code::kFailedPrecondition) << status.ToString();
  ASSERT_TRUE(Run({{}, {}, {init}}, {}, &got).ok());
  ASSERT_TRUE(Run({{}, {}, {add}}, {}, &got).ok());
  session_ = nullptr;
  Open(servers_[TaskName("ps", 0)]);  // any server may be the master
  status = Run({{}, {read}, {}}, {}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{2, 11}));
}

TEST_F(ClusterTest, ASeededNodeGoesOnInEverySignatureOfASession) {
  MakeCluster({{"ps", 0}, {"worker", 0}});
  StartServer("ps", 0);
  const AttrList seeded = {{"dtype", AttrValue(DType::kFloat)},
                           {"seed", AttrValue(int64_t{3})},
                           {"seed2", AttrValue(int64_t{4})}};
  const OutputRef drawn = On("/job:ps", "RandomUniform", {b().Int32Vector({4})}, seeded);
  const OutputRef other = On("/job:worker", "Neg", {drawn});
  const Ref<Server> worker = StartServer("worker", 0);
  const auto draw = [&](const OutputRef& fetch) {
    std::vector<Tensor> got;
    const Status status = Run({{}, {fetch}, {}}, {}, &got);
    EXPECT_TRUE(status.ok()) << status.ToString();
    return status.ok() ? ToFloats(got[0]) : std::vector<float>();
  };
  Open(worker);
  const std::vector<float> first = draw(drawn), second = draw(drawn);
  EXPECT_NE(first, second);
  Open(worker);  // another session begins again
  EXPECT_EQ(draw(drawn), first);
  std::vector<float> negated = draw(other);
  for (float& value : negated) value = -value;
  EXPECT_EQ(negated, second);
}

TEST_F(ClusterTest, LargeTensorsAndStringsCross) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartServer("b", 0);
  const int64_t n = 3 << 20;  // 12 MiB, in many chunks
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({n}));
  const OutputRef y = On("/job:b", "Neg", {x});
  const OutputRef z = On("/job:a", "Square", {y});
  const OutputRef s = Placeholder("s", DType::kString, Shape::Unknown());
  const OutputRef t = On("/job:b", "Identity", {s});
  const OutputRef nothing = Placeholder("nothing", DType::kInt32, Shape({0, 7}));
  const OutputRef still_nothing = On("/job:b", "Identity", {nothing});
  Open(StartServer("a", 0));
  Tensor large = *Tensor::Allocate(SystemAllocator(), DType::kFloat, Shape({n}));
  for (int64_t i = 0; i < n; ++i)
    large.values<float>()[static_cast<size_t>(i)] = static_cast<float>(i % 1000);
  const std::vector<std::string> words = {"", "one", std::string(100'000, 'x'), std::string("\0z", 2)};
  std::vector<Tensor> got;
  const Status status = Run({{x, s, nothing}, {z, t, still_nothing}, {}},
                            {large, *Tensor::FromStrings(Shape({2, 2}), words),
                             *Tensor::Allocate(SystemAllocator(), DType::kInt32, Shape({0, 7}))},
                            &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  int64_t wrong = 0;
  for (int64_t i = 0; i < n; ++i) {
    const auto want = static_cast<float>((i % 1000) * (i % 1000));
    wrong += got[0].values<float>()[static_cast<size_t>(i)] == want ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(got[1].shape(), Shape({2, 2}));
  for (int64_t i = 0; i < 4; ++i) EXPECT_EQ(got[1].string_at(i), words[static_cast<size_t>(i)]);
  EXPECT_EQ(got[2].shape(), Shape({0, 7}));
}

TEST_F(ClusterTest, ManyLargeTensorsCrossAtOnce) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartServer("b", 0);
  constexpr int64_t kElements = 80'000;  // each in more than one chunk
  constexpr size_t kTensors = 100;       // more than a peer lets be under way
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({kElements}));
  Signature signature{{x}, {}, {}};
  for (size_t i = 0; i < kTensors; ++i) {
    const OutputRef added =
        On("/job:a", "AddV2", {x, b().Constant(*Tensor::FromScalar<float>(static_cast<float>(i)))});
    signature.fetches.push_back(On("/job:b", "Neg", {added}));
  }
  Open(StartServer("a", 0));
  Tensor zeros = *Tensor::Allocate(SystemAllocator(), DType::kFloat, Shape({kElements}));
  for (float& value : zeros.values<float>()) value = 0;
  std::vector<Tensor> got;
  const Status status = Run(signature, {zeros}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  for (size_t i = 0; i < kTensors; ++i) {
    const std::vector<float> values = ToFloats(got[i]);
    EXPECT_EQ(std::count(values.begin(), values.end(), -static_cast<float>(i)), kElements) << i;
  }
}

TEST_F(ClusterTest, TheGraphMayGrowBetweenSteps) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartServer("b", 0);
  const OutputRef x = On("/job:b", "Square", {Vector({3})});
  Open(StartServer("a", 0));
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {x}, {}}, {}, &got).ok());
  const OutputRef y = On("/job:a", "Neg", {x});
  const Status status = Run({{}, {y}, {}}, {}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), std::vector<float>{-9});
}

TEST_F(ClusterTest, FailuresNameTheNodeAndTheSessionGoesOn) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartServer("b", 0);
  const OutputRef ok = Placeholder("ok", DType::kBool, Shape());
  Node* const check = b().AddNode({"check",
                                   "Assert",
                                   {ok, Vector({42})},
                                   {},
                                   {{"T", AttrValue(std::vector<DType>{DType::kFloat})}},
                                   "/job:b"});
  Node* const after = b().AddNode({"after", "Square", {Vector({4})}, {check}, {}, "/job:b"});
  const OutputRef y = On("/job:a", "Neg", {{after, 0}});
  Open(StartServer("a", 0));
  std::vector<Tensor> got;
  for (int i = 0; i < 3; ++i) {
    Status status = Run({{ok}, {y}, {}}, {*Tensor::FromScalar<bool>(false)}, &got);
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
    EXPECT_EQ(status.node(), "check");
    EXPECT_THAT(status.ToString(), HasSubstr("42"));
    status = Run({{ok}, {y}, {}}, {*Tensor::FromScalar<bool>(true)}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(ToFloats(got[0]), std::vector<float>{-16});
  }
  const OutputRef nowhere = On("/job:c", "Neg", {y});
  const Status status = Run({{ok}, {nowhere}, {}}, {*Tensor::FromScalar<bool>(true)}, &got);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_THAT(status.ToString(), HasSubstr("asks for device \"/job:c\", but the cluster has only"));
}

TEST_F(ClusterTest, ADeadlineEndsAStepThatWaits) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartServer("b", 0);
  const AttrList types{{"component_types", AttrValue(std::vector<DType>{DType::kFloat})}};
  const OutputRef queue = On("/job:b", "FIFOQueueV2", {}, types);
  const OutputRef value{b().AddNode({"wait", "QueueDequeueV2", {queue}, {}, types, {}}), 0};
  const OutputRef y = On("/job:a", "Neg", {value});
  Open(StartServer("a", 0));
  RunOptions options;
  options.timeout_ms = 50;
  std::vector<Tensor> got;
  const Status status = Run({{}, {y}, {}}, {}, &got, options);
  EXPECT_EQ(status.code(), Code::kDeadlineExceeded) << status.ToString();
  const OutputRef size{b().AddNode({{}, "QueueSizeV2", {queue}, {}, {}, {}}), 0};
  const Status after = Run({{}, {size}, {}}, {}, &got);
  EXPECT_TRUE(after.ok()) << after.ToString();
}

TEST_F(ClusterTest, AStepWithoutAnyTimeEndsAtOnceAndChangesNothing) {
  MakeCluster({{"a", 0}});
  const OutputRef counter = Variable("counter", Shape({1}), "/job:a");
  Node* const init = b().AddNode({"init", "AssignVariableOp", {counter, Vector({0})}, {}, {}, {}});
  Node* const count = b().AddNode({"count", "AssignAddVariableOp", {counter, Vector({1})}, {}, {}, {}});
  const OutputRef value = Read(counter);
  Open(StartServer("a", 0));
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {}, {init}}, {}, &got).ok());
  RunOptions options;
  options.timeout_ms = 0;
  for (int i = 0; i < 100; ++i) {
    const Status status = Run({{}, {}, {count}}, {}, &got, options);
    ASSERT_EQ(status.code(), Code::kDeadlineExceeded) << status.ToString();
  }
  ASSERT_TRUE(Run({{}, {value}, {}}, {}, &got).ok());
  EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{0}));
}

TEST_F(ClusterTest, ACancellationEndsAStepThatWaits) {
  MakeCluster({{"a", 0}});
  const AttrList types{{"component_types", AttrValue(std::vector<DType>{DType::kFloat})}};
  const OutputRef queue = On("/job:a", "FIFOQueueV2", {}, types);
  const OutputRef value{b().AddNode({"wait", "QueueDequeueV2", {queue}, {}, types, {}}), 0};
  Open(StartServer("a", 0));
  RunOptions options;
  options.cancellation = MakeRef<CancellationManager>();
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  Status status;
  session_->RunAsync({{}, {value}, {}}, {}, options,
                     [&](const Status& result, const std::vector<Tensor>&) {
                       const std::lock_guard lock(mutex);
                       status = result;
                       done = true;
                       changed.notify_all();
                     });
  options.cancellation->Cancel(Cancelled("the user had enough"));
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return done; });
  EXPECT_EQ(status.ToString(), "CANCELLED: the user had enough");
}

TEST_F(ClusterTest, SeveralClientsRunAtOnce) {
  MakeCluster({{"ps", 0}, {"worker", 0}, {"worker", 1}});
  const Ref<Server> ps = StartServer("ps", 0);
  const std::vector<Ref<Server>> masters = {StartServer("worker", 0), StartServer("worker", 1)};
  const OutputRef v = Variable("v", Shape({1}), "/job:ps");
  Node* const init = b().AddNode({"init", "AssignVariableOp", {v, Vector({0})}, {}, {}, {}});
  Node* const add = b().AddNode({"add", "AssignAddVariableOp", {v, Vector({1})}, {}, {}, {}});
  const OutputRef read = Read(v);
  Open(ps);
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {}, {init}}, {}, &got).ok());
  std::vector<std::thread> threads;
  std::vector<Status> failures(4);
  for (size_t k = 0; k < 4; ++k) {
    threads.emplace_back([&, k] {
      auto session = Connect(masters[k % 2]->target());
      if (!session.ok()) {
        failures[k] = session.status();
        return;
      }
      for (int i = 0; i < 25 && failures[k].ok(); ++i)
        failures[k] = (*session)->Run({{}, {}, {add}}, {}, {});
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Status& failure : failures) EXPECT_TRUE(failure.ok()) << failure.ToString();
  ASSERT_TRUE(Run({{}, {read}, {}}, {}, &got).ok());
  EXPECT_EQ(ToFloats(got[0]), std::vector<float>{100});
}

TEST_F(ClusterTest, ASessionNamesTheTasksThatAreMissing) {
  MakeCluster({{"a", 0}, {"b", 0}, {"b", 1}});
  StartServer("b", 1);
  // Nobody listens there any more: connections are refused at once.
  close(listeners_[TaskName("b", 0)]);
  listeners_.erase(TaskName("b", 0));
  const Ref<Server> master = StartServer("a", 0);
  const auto session = Connect(master->target(), 300);
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.status().code(), Code::kUnavailable) << session.status().ToString();
  EXPECT_THAT(session.status().ToString(), HasSubstr("/job:b/replica:0/task:0"));
  EXPECT_THAT(session.status().ToString(), HasSubstr("connection refused"));
  EXPECT_THAT(session.status().ToString(), testing::Not(HasSubstr("task:1")));
}

TEST_F(ClusterTest, ASessionWithFiltersNeedsNoOthers) {
  MakeCluster({{"ps", 0}, {"worker", 0}, {"worker", 1}});
  close(listeners_[TaskName("worker", 1)]);
  listeners_.erase(TaskName("worker", 1));
  StartServer("ps", 0);
  remote_.device_filters = {"/job:ps"};
  const OutputRef y = On("/job:ps", "Neg", {On("/job:worker/task:0", "Square", {Vector({3})})});
  const OutputRef z = On("/job:worker/task:1", "Neg", {y});
  Open(StartServer("worker", 0));
  std::vector<Tensor> got;
  Status status = Run({{}, {y}, {}}, {}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), std::vector<float>{-9});
  status = Run({{}, {z}, {}}, {}, &got);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_THAT(status.ToString(), HasSubstr("the cluster has only"));
}

TEST_F(ClusterTest, ASessionWaitsForATaskThatComesLate) {
  MakeCluster({{"a", 0}, {"b", 0}});
  const Ref<Server> master = StartServer("a", 0);
  const OutputRef y = On("/job:b", "Neg", {Vector({1})});
  // It listens from the start and answers only once it runs.
  std::thread late([this] { StartServer("b", 0); });
  Open(master);
  late.join();
  std::vector<Tensor> got;
  const Status status = Run({{}, {y}, {}}, {}, &got);
  EXPECT_TRUE(status.ok()) << status.ToString();
}

TEST_F(ClusterTest, OnlyThoseWithTheTokenAreServed) {
  MakeCluster({{"a", 0}});
  const Ref<Server> master = StartServer("a", 0);
  for (const std::string& token : {std::string(), std::string("another"), std::string(kToken) + "x"}) {
    const auto session = Connect(master->target(), 5000, token);
    ASSERT_FALSE(session.ok());
    EXPECT_EQ(session.status().code(), Code::kUnauthenticated) << session.status().ToString();
    EXPECT_THAT(session.status().ToString(), HasSubstr("wants its cluster's token"));
  }
  EXPECT_TRUE(Connect(master->target()).ok());
}

TEST_F(ClusterTest, AServerListensWhereOthersReachItOnlyIfAskedByName) {
  ASSERT_TRUE(cluster_.AddTask("a", 0, "0.0.0.0:0").ok());
  const auto refused = ServerImpl::Start(ThisCore(), runtime_, OptionsOf("a", 0));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().code(), Code::kPermissionDenied);
  for (const char* way : {"--key-file", "--certificate", "--insecure-network", "loopback address"})
    EXPECT_THAT(refused.status().ToString(), HasSubstr(way));
  ServerOptions options = OptionsOf("a", 0);
  options.insecure_network = true;
  const auto server = ServerImpl::Start(ThisCore(), runtime_, options);
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  EXPECT_GT((*server)->port(), 0);
  (*server)->Stop();
}

TEST_F(ClusterTest, Ipv6AndEphemeralPortsWork) {
  ASSERT_TRUE(cluster_.AddTask("a", 0, "[::1]:0").ok());
  const Ref<Server> server = StartServer("a", 0);
  EXPECT_THAT(server->target(), testing::MatchesRegex("runnel://\\[::1\\]:[1-9][0-9]*"));
  const OutputRef y = On("/job:a", "Neg", {Vector({1})});
  Open(server);
  std::vector<Tensor> got;
  EXPECT_TRUE(Run({{}, {y}, {}}, {}, &got).ok());
}

TEST_F(ClusterTest, ATaskOfAnotherNameIsNoticed) {
  const auto [fd, port] = ListenAnywhere();
  MakeCluster({{"a", 0}});
  ASSERT_TRUE(cluster_.AddTask("b", 0, StrCat("127.0.0.1:", port)).ok());
  ClusterSpec other;
  ASSERT_TRUE(other.AddTask("c", 5, StrCat("127.0.0.1:", port)).ok());
  ServerOptions options;
  options.cluster = *other.ToMessage();
  options.job = "c";
  options.task = 5;
  options.token = kToken;
  options.listen_fd = fd;
  const auto stranger = ServerImpl::Start(ThisCore(), runtime_, options);
  ASSERT_TRUE(stranger.ok()) << stranger.status().ToString();
  const auto session = Connect(StartServer("a", 0)->target());
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.status().code(), Code::kFailedPrecondition);
  EXPECT_THAT(session.status().ToString(),
              HasSubstr("expected /job:b/replica:0/task:0, found /job:c/replica:0/task:5"));
  (*stranger)->Stop();
}

}  // namespace
}  // namespace runnel::net
