// Tasks in processes of their own that are killed, stopped, or started again: the right status, by name,
// and what is left goes on. SIGPIPE has its default action here.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <filesystem>
#include <iterator>
#include <thread>

#include "net/collective/server_collectives.h"
#include "tests/net/process_fixture.h"

namespace runnel::net {
namespace {

using testing::HasSubstr;

TEST_F(ProcessTest, AKilledWorkerEndsTheStepWithItsName) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartProcess("b", 0);
  BuildWaiting("/job:b");
  const OutputRef y = On("/job:a", "Neg", {waiting_});
  const OutputRef elsewhere = On("/job:a", "Square", {Vector({3})});
  Open(StartHere("a", 0));
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {}, {init_}}, {}, &got).ok());
  StartWaiting(y);
  Kill("b", 0);
  Status status = Outcome();
  EXPECT_EQ(status.code(), Code::kUnavailable) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("/job:b/replica:0/task:0"));
  // The session knows that one of its tasks is gone, and says so.
  status = Run({{}, {elsewhere}, {}}, {}, &got);
  EXPECT_EQ(status.code(), Code::kUnavailable);
  EXPECT_THAT(status.ToString(), HasSubstr("/job:b/replica:0/task:0 was lost"));
}

TEST_F(ProcessTest, AStepThatWaitsElsewhereIsToldOfAKilledTask) {
  MakeCluster({{"a", 0}, {"b", 0}, {"c", 0}});
  StartProcess("b", 0);
  StartProcess("c", 0);
  BuildWaiting("/job:b");
  Open(StartHere("a", 0));
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {}, {init_}}, {}, &got).ok());
  StartWaiting(waiting_);
  Kill("c", 0);
  const Status status = Outcome();
  EXPECT_EQ(status.code(), Code::kUnavailable) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("/job:c/replica:0/task:0"));
}

TEST_F(ProcessTest, AStoppedWorkerCountsAsDead) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartProcess("b", 0);
  BuildWaiting("/job:b");
  Open(StartHere("a", 0, 1000));
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {}, {init_}}, {}, &got).ok());
  StartWaiting(waiting_);
  kill(pids_.at(TaskName("b", 0)), SIGSTOP);
  const Status status = Outcome();
  EXPECT_EQ(status.code(), Code::kUnavailable) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("/job:b/replica:0/task:0"));
  EXPECT_THAT(status.ToString(), HasSubstr("no sign of life"));
}

// What it plans is within all limits and takes minutes: whole products of constants, a hundred of them.
TEST_F(ProcessTest, AWorkerThatPlansEndsWhenItIsTold) {
  constexpr int64_t kSize = 1500;
  MakeCluster({{"a", 0}, {"b", 0}});
  StartProcess("b", 0);
  const Tensor ones = *Tensor::FromValues<int32_t>(
      Shape({kSize, kSize}), std::vector<int32_t>(static_cast<size_t>(kSize * kSize), 1));
  const OutputRef factor =
      On("/job:b", "Const", {}, {{"dtype", AttrValue(DType::kInt32)}, {"value", AttrValue(ones)}});
  OutputRef value = factor;
  for (int i = 0; i < 100; ++i) value = On("/job:b", "MatMul", {value, factor});
  Open(StartHere("a", 0));
  session_->RunAsync({{}, {}, {value.node}}, {}, {},
                     [this](const Status& status, const std::vector<Tensor>&) {
                       const std::lock_guard lock(mutex_);
                       outcome_ = status;
                       done_ = true;
                       changed_.notify_all();
                     });
  // Planning follows at once.
  for (bool registered = false; !registered;) {
    const auto lines = session_->TaskLogs();
    ASSERT_TRUE(lines.ok()) << lines.status().ToString();
    registered = std::any_of(lines->begin(), lines->end(), [](const std::string& line) {
      return line.find("/job:b") != std::string::npos &&
             line.find("was registered") != std::string::npos;
    });
  }
  const pid_t pid = pids_.at(TaskName("b", 0));
  kill(pid, SIGTERM);
  int how = 0;
  ASSERT_EQ(waitpid(pid, &how, 0), pid);
  pids_.erase(TaskName("b", 0));
  EXPECT_TRUE(WIFEXITED(how)) << "an alarm ended it, signal " << WTERMSIG(how);
  EXPECT_FALSE(Outcome().ok());
}

TEST_F(ProcessTest, ARestartedTaskIsAnotherOne) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartProcess("b", 0);
  BuildWaiting("/job:b");
  const Ref<Server> master = StartHere("a", 0);
  Open(master);
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {}, {init_}}, {}, &got).ok());
  ASSERT_TRUE(Run({{}, {read_}, {}}, {}, &got).ok());
  Kill("b", 0);
  StartProcess("b", 0);
  // The old session never takes the new process for the old one.
  Status status = Run({{}, {read_}, {}}, {}, &got);
  EXPECT_EQ(status.code(), Code::kUnavailable) << status.ToString();
  Open(master);
  status = Run({{}, {read_}, {}}, {}, &got);
  EXPECT_EQ(status.code(), Code::kFailedPrecondition) << status.ToString();
  ASSERT_TRUE(Run({{}, {}, {init_}}, {}, &got).ok());
  EXPECT_TRUE(Run({{}, {read_}, {}}, {}, &got).ok());
}

TEST_F(ProcessTest, AKilledMasterEndsItsStepsEverywhere) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartProcess("a", 0);
  BuildWaiting("/job:b");
  const Ref<Server> worker = StartHere("b", 0);
  Node* const put = b().AddNode({"put",
                                 "QueueEnqueueV2",
                                 {queue_, Vector({7})},
                                 {},
                                 {{"Tcomponents", AttrValue(std::vector<DType>{DType::kFloat})}},
                                 {}});
  const OutputRef y = On("/job:a", "Neg", {waiting_});
  auto session = Connect(StrCat("runnel://", *cluster_.TaskAddress("a", 0)));
  ASSERT_TRUE(session.ok()) << session.status().ToString();
  session_ = *session;
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {}, {init_}}, {}, &got).ok());
  StartWaiting(y);
  Kill("a", 0);
  Status status = Outcome();
  EXPECT_EQ(status.code(), Code::kUnavailable) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("master 127.0.0.1:"));
  // The worker has ended the step too: what comes into the queue now is for others.
  StartProcess("a", 0);
  Open(worker);
  ASSERT_TRUE(Run({{}, {}, {put}}, {}, &got).ok());
  status = Run({{}, {waiting_}, {}}, {}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), std::vector<float>{7});
}

TEST_F(ProcessTest, AKilledMemberEndsAnAllReduceWithItsName) {
  MakeCluster({{"a", 0}, {"b", 0}});
  StartProcess("b", 0);
  const OutputRef y = On("", "CollectiveReduce", {Vector({1, 2})},
                         {{"group_size", AttrValue(int64_t{2})},
                          {"group_key", AttrValue(int64_t{1})},
                          {"instance_key", AttrValue(int64_t{1})},
                          {"merge_op", AttrValue("Add")},
                          {"final_op", AttrValue("Id")},
                          {"subdiv_offsets", AttrValue(std::vector<int64_t>{0})}});
  // Two sessions that know nothing of each other: only the group connects them.
  remote_.device_filters = {"/job:b"};
  auto other = Connect(StrCat("runnel://", *cluster_.TaskAddress("b", 0)));
  ASSERT_TRUE(other.ok()) << other.status().ToString();
  remote_.device_filters = {"/job:a"};
  const Ref<Server> here = StartHere("a", 0);
  Open(here);
  std::thread partner([&] {
    std::vector<Tensor> got(1);
    const Status status = (*other)->Run({{}, {y}, {}}, {}, got);
    EXPECT_TRUE(status.ok()) << status.ToString();
  });
  std::vector<Tensor> got;
  Status status = Run({{}, {y}, {}}, {}, &got);
  partner.join();
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{2, 4}));
  session_->RunAsync({{}, {y}, {}}, {}, {}, [this](const Status& ended, const std::vector<Tensor>&) {
    const std::lock_guard lock(mutex_);
    outcome_ = ended;
    done_ = true;
    changed_.notify_all();
  });
  auto* const server = static_cast<ServerImpl*>(here.get());
  for (bool busy = false; !busy;) server->RunOnLoop([&] { busy = server->collectives().busy(); });
  Kill("b", 0);
  status = Outcome();
  EXPECT_EQ(status.code(), Code::kUnavailable) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("/job:b/replica:0/task:0"));
}

TEST_F(ProcessTest, AClientThatVanishesLeavesNothingRunning) {
  MakeCluster({{"a", 0}});
  BuildWaiting("/job:a");
  Node* const put = b().AddNode({"put",
                                 "QueueEnqueueV2",
                                 {queue_, Vector({7})},
                                 {},
                                 {{"Tcomponents", AttrValue(std::vector<DType>{DType::kFloat})}},
                                 {}});
  const Ref<Server> server = StartHere("a", 0);
  Open(server);
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{}, {}, {init_}}, {}, &got).ok());
  StartWaiting(waiting_);
  const Ref<Session> first = session_;
  EXPECT_TRUE(first->Close().ok());
  EXPECT_EQ(Outcome().code(), Code::kCancelled);
  Open(server);
  ASSERT_TRUE(Run({{}, {}, {put}}, {}, &got).ok());
  const Status status = Run({{}, {waiting_}, {}}, {}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), std::vector<float>{7});
}

TEST_F(ProcessTest, ServersAndSessionsGiveTheirDescriptorsBack) {
  const auto open_files = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  auto before = open_files();
  for (int round = 0; round < 3; ++round) {
    cluster_ = ClusterSpec();
    MakeCluster({{"a", 0}, {"b", 0}});
    StartServer("b", 0);
    NewGraph();
    const OutputRef y = On("/job:b", "Neg", {Vector({1})});
    Open(StartServer("a", 0));
    std::vector<Tensor> got;
    ASSERT_TRUE(Run({{}, {y}, {}}, {}, &got).ok());
    TearDown();
    if (round == 0) before = open_files();
  }
  // The last reference to a session may be a thread's that is just ending.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (open_files() != before && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  EXPECT_EQ(open_files(), before);
}

// Every tensor is larger than all the room that there is, and many are on their way at once.
TEST_F(ProcessTest, ManyStepsGoThroughLittleRoom) {
  MakeCluster({{"a", 0}, {"b", 0}});
  receive_mib_ = "1";
  StartProcess("a", 0);
  StartProcess("b", 0);
  constexpr int64_t kElements = 500'000;
  constexpr size_t kSteps = 24;
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({kElements}));
  const OutputRef y = On("/job:a", "Neg", {On("/job:b", "Square", {On("/job:a", "Neg", {x})})});
  auto session = Connect(StrCat("runnel://", *cluster_.TaskAddress("a", 0)));
  ASSERT_TRUE(session.ok()) << session.status().ToString();
  session_ = *session;
  size_t ended = 0;
  for (size_t s = 0; s < kSteps; ++s) {
    const Tensor value = *Tensor::Allocate(SystemAllocator(), DType::kFloat, Shape({kElements}));
    for (size_t i = 0; i < kElements; ++i) value.values<float>()[i] = static_cast<float>((i + s) % 1000);
    session_->RunAsync({{x}, {y}, {}}, {value}, {},
                       [&, s](const Status& status, const std::vector<Tensor>& got) {
                         const std::lock_guard lock(mutex_);
                         EXPECT_TRUE(status.ok()) << status.ToString();
                         size_t wrong = 0;
                         for (size_t i = 0; status.ok() && i < kElements; ++i) {
                           const auto want = static_cast<float>((i + s) % 1000);
                           wrong += got[0].values<float>()[i] == -want * want ? 0 : 1;
                         }
                         EXPECT_EQ(wrong, 0u);
                         ++ended;
                         changed_.notify_all();
                       });
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ended == kSteps; });
}

}  // namespace
}  // namespace runnel::net
