// Faults that are no deaths: a task that stops and goes on, one that is slow, one whose disk is full,
// and a peer of another version.
#include <algorithm>
#include <filesystem>
#include <thread>

#include "net/wire/worker_messages.h"
#include "tests/net/process_fixture.h"

namespace runnel::net {
namespace {

using testing::HasSubstr;

using FaultTest = ProcessTest;

// It slept while others went on without it: what it was in the middle of is over when it wakes, and what
// it has in memory is still its own.
TEST_F(FaultTest, ATaskThatWasStoppedAndGoesOnIsServedAnew) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartProcess("b", 0);
  BuildWaiting("/job:b");
  const AttrList types{{"Tcomponents", AttrValue(std::vector<DType>{DType::kFloat})}};
  Node* const put = b().AddNode({"put", "QueueEnqueueV2", {queue_, Vector({7})}, {}, types, {}});
  const Ref<Server> master = StartHere("a", 0, 1000);
  Open(master);
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {}, {init_}}, {}, &got).ok());
  StartWaiting(waiting_);
  const pid_t sleeper = pids_.at(TaskName("b", 0));
  kill(sleeper, SIGSTOP);
  EXPECT_EQ(Outcome().code(), Code::kUnavailable);
  kill(sleeper, SIGCONT);
  Status status = Run({{}, {read_}, {}}, {}, &got);
  EXPECT_EQ(status.code(), Code::kUnavailable) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("/job:b/replica:0/task:0 was lost"));
  Open(master);
  status = Run({{}, {read_}, {}}, {}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), std::vector<float>{1}) << "one step counted, and none after it";
  // The old step waits for nothing any more: what is put is for the new one.
  ASSERT_TRUE(Run({{}, {}, {put}}, {}, &got).ok());
  status = Run({{}, {waiting_}, {}}, {}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), std::vector<float>{7});
}

TEST_F(FaultTest, AWorkerThatOnlyComputesForLongIsNotTakenForDead) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartProcess("b", 0);
  constexpr int64_t kSize = 1024;
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({kSize, kSize}));
  OutputRef y = x;
  // Far longer, all in all, than a task may be silent.
  for (int i = 0; i < 60; ++i) {
    y = On("/job:b", "MatMul", {y, x}, {{"T", AttrValue(DType::kFloat)}});
    y = On("/job:b", "Tanh", {y});
  }
  const OutputRef sum =
      On("/job:a", "Max", {y, b().Int32Vector({0, 1})}, {{"keep_dims", AttrValue(false)}});
  Open(StartHere("a", 0, 400));
  Tensor ones = *Tensor::Allocate(SystemAllocator(), DType::kFloat, Shape({kSize, kSize}));
  for (float& value : ones.values<float>()) value = 1;
  std::vector<Tensor> got;
  const Status status = Run({{x}, {sum}, {}}, {ones}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), std::vector<float>{1});
}

TEST_F(FaultTest, AFullDiskFailsTheSaveAndKeepsTheLastCheckpoint) {
  MakeCluster({{"a", 0}, {"b", 0}});
  const auto folder = std::filesystem::temp_directory_path() / StrCat("runnel_full_", getpid());
  std::filesystem::create_directories(folder);
  StartProcess("b", 0, folder.string(), 64 << 10);
  const std::string prefix = (folder / "model").string();
  const auto text = [&](const std::string& value) {
    return b().Constant(*Tensor::FromStrings(Shape(), std::vector<std::string>{value}));
  };
  const auto texts = [&](const std::string& value) {
    return b().Constant(*Tensor::FromStrings(Shape({1}), std::vector<std::string>{value}));
  };
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({-1}));
  const AttrList types{{"dtypes", AttrValue(std::vector<DType>{DType::kFloat})}};
  Node* const save =
      b().AddNode({"save", "SaveV2", {text(prefix), texts("v"), texts(""), x}, {}, types, "/job:b"});
  Node* const restore =
      b().AddNode({"restore", "RestoreV2", {text(prefix), texts("v"), texts("")}, {}, types, "/job:b"});
  Open(StartHere("a", 0));
  std::vector<Tensor> got;
  Status status = Run({{x}, {}, {save}}, {Floats({1, 2, 3})}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  for (int i = 0; i < 2; ++i) {
    status = Run({{x}, {}, {save}}, {Floats(std::vector<float>(1 << 20, 5))}, &got);
    EXPECT_FALSE(status.ok());
    EXPECT_NE(status.code(), Code::kUnavailable) << "the task is there: " << status.ToString();
    EXPECT_EQ(status.node(), "save");
    EXPECT_THAT(status.ToString(), HasSubstr(prefix));
    status = Run({{}, {{restore, 0}}, {}}, {}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{1, 2, 3}));
  }
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files += entry.is_regular_file() ? 1 : 0;
  }
  EXPECT_EQ(files, 2u) << "nothing half written is left";
  std::filesystem::remove_all(folder);
}

// A server of a later protocol: it is named with both versions, and at once.
TEST_F(FaultTest, APeerOfAnotherVersionIsNamed) {
  const auto [listener, port] = ListenAnywhere();
  std::thread server([listener = listener] {
    const int fd = accept(listener, nullptr, nullptr);
    std::string frame;
    if (!AppendFrame(FrameHeader(FrameKind::kHello), "", &frame).ok()) return;
    frame[4] = static_cast<char>(kProtocolVersion + 1);
    if (write(fd, frame.data(), frame.size()) > 0) {
      char byte;
      while (read(fd, &byte, 1) > 0) {
      }
    }
    close(fd);
  });
  (void)b().AddNode({"one", "NoOp", {}, {}, {}, {}});
  const auto session = Connect(StrCat("runnel://127.0.0.1:", port));
  EXPECT_EQ(session.status().code(), Code::kFailedPrecondition) << session.status().ToString();
  EXPECT_THAT(session.status().ToString(),
              HasSubstr(StrCat("version ", kProtocolVersion + 1, " of the protocol, this is version ",
                               static_cast<int>(kProtocolVersion))));
  server.join();
  close(listener);
}

// What a worker is to run must be in the graph that it was given.
TEST_F(FaultTest, AGraphThatDoesNotFitItsSignatureIsRefusedByName) {
  MakeCluster({{"a", 0}});
  const Ref<Server> server = StartHere("a", 0);
  auto* const task = static_cast<ServerImpl*>(server.get());
  const auto one = b().AddNode({"one", "NoOp", {}, {}, {}, {}});
  ASSERT_NE(one, nullptr);
  const std::string graph = *EncodeGraphDef(graph_->Export());
  const auto ask = [&]<typename R>(const R& request) {
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    Status outcome;
    task->RunOnLoop([&] {
      task->PeerOf("a", 0)->Call(request, [&](const Result<typename R::Reply>& reply) {
        const std::lock_guard lock(mutex);
        outcome = reply.status();
        done = true;
        changed.notify_all();
      });
    });
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return done; });
    return outcome;
  };
  RegisterGraphRequest request;
  request.graph = graph;
  request.targets = {"two"};
  Status status = ask(request);
  EXPECT_EQ(status.code(), Code::kNotFound) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("\"two\""));
  request.targets = {"one"};
  request.fetches = {{0, "gone:0"}};
  status = ask(request);
  EXPECT_EQ(status.code(), Code::kNotFound) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("gone"));
  request.fetches.clear();
  EXPECT_TRUE(ask(request).ok());
  status = ask(RunGraphRequest{.graph_handle = 12345, .step = 1});
  EXPECT_EQ(status.code(), Code::kAborted) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("no graph 12345"));
}

}  // namespace
}  // namespace runnel::net
