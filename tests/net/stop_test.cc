// What is left of a server that was stopped: nothing, whatever it was just doing.
#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

class NoAllocator final : public Allocator {
 public:
  void* Allocate(size_t) override { return nullptr; }
  void Free(void*, size_t) override {}
};

class StopTest : public NetTest {
 protected:
  // A server whose runtime's memory holds `owner_`, down to the last block.
  Ref<Server> StartCounted() {
    RuntimeOptions options;
    options.num_threads = 2;
    options.allocator_owner = owner_;
    auto runtime = Runtime::Create(options);
    EXPECT_TRUE(runtime.ok()) << runtime.status().ToString();
    auto server = ServerImpl::Start(ThisCore(), *runtime, OptionsOf("a", 0));
    EXPECT_TRUE(server.ok()) << server.status().ToString();
    return *server;
  }

  const std::shared_ptr<Allocator> owner_ = std::make_shared<NoAllocator>();
};

// A client that goes leaves graphs to be closed, which waits for their steps and so happens beside all
// else. Several of them, several times: without a wait for them, this ends with some left.
TEST_F(StopTest, NothingOfALostClientIsLeft) {
  constexpr int kRounds = 24, kGraphs = 12;
  for (int round = 0; round < kRounds; ++round) {
    NewGraph();
    cluster_ = ClusterSpec();
    MakeCluster({{"a", 0}});
    Ref<Server> server = StartCounted();
    const OutputRef v = Variable("v", Shape({4}), "/job:a");
    Node* const init = b().AddNode({{},
                                    "AssignVariableOp",
                                    {v, Vector({1, 2, 3, 4})},
                                    {},
                                    {{"dtype", AttrValue(DType::kFloat)}},
                                    {}});
    std::vector<OutputRef> values = {Read(v)};
    for (int i = 1; i < kGraphs; ++i) values.push_back(On("/job:a", "Neg", {values.back()}));
    Open(server);
    std::vector<Tensor> got;
    ASSERT_TRUE(Run({{}, {}, {init}}, {}, &got).ok());
    for (const OutputRef& value : values) ASSERT_TRUE(Run({{}, {value}, {}}, {}, &got).ok());
    EXPECT_THAT(ToFloats(got[0]), testing::ElementsAre(-1, -2, -3, -4));
    session_ = nullptr;
    server->Stop();
    server = nullptr;
    EXPECT_EQ(owner_.use_count(), 1) << "in round " << round;
  }
}

// A step that waits on the server when it stops.
TEST_F(StopTest, NothingOfAStepThatWaitsIsLeft) {
  MakeCluster({{"a", 0}});
  Ref<Server> server = StartCounted();
  const AttrList types = {{"component_types", AttrValue(std::vector<DType>{DType::kFloat})}};
  const OutputRef queue = On("/job:a", "FIFOQueueV2", {}, types);
  const OutputRef taken = On("/job:a", "QueueDequeueV2", {queue}, types);
  const OutputRef size = On("/job:a", "QueueSizeV2", {queue});
  Open(server);
  std::mutex mutex;
  std::condition_variable changed;
  Status ended;
  bool done = false;
  session_->RunAsync({{}, {taken}, {}}, {}, {}, [&](Status status, const std::vector<Tensor>&) {
    const std::lock_guard lock(mutex);
    ended = std::move(status);
    done = true;
    changed.notify_all();
  });
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {size}, {}}, {}, &got).ok());
  server->Stop();
  server = nullptr;
  EXPECT_EQ(owner_.use_count(), 1);
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return done; });
  EXPECT_EQ(ended.code(), Code::kUnavailable) << ended.ToString();
}

}  // namespace
}  // namespace runnel::net
