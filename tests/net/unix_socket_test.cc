// Unix sockets between tasks and clients of one machine: used where they can be, for one user alone, and
// TCP elsewhere.
#include "net/link/unix_socket.h"

#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

using testing::HasSubstr;

class UnixSocketTest : public NetTest {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / StrCat("runnel_unix_", getpid());
    std::filesystem::create_directories(folder_);
    const char* const before = std::getenv("XDG_RUNTIME_DIR");
    before_ = before == nullptr ? "" : before;
    setenv("XDG_RUNTIME_DIR", folder_.c_str(), 1);
    NetTest::SetUp();
  }
  void TearDown() override {
    NetTest::TearDown();
    if (before_.empty()) {
      unsetenv("XDG_RUNTIME_DIR");
    } else {
      setenv("XDG_RUNTIME_DIR", before_.c_str(), 1);
    }
    std::filesystem::remove_all(folder_);
  }
  std::string PathOf(const Ref<Server>& server) const {
    return UnixPathOf({"127.0.0.1", server->port()});
  }
  // Lines of the logs of a session over one task that say so.
  int64_t CountNotes(const std::string& what) {
    const auto lines = session_->TaskLogs();
    EXPECT_TRUE(lines.ok()) << lines.status().ToString();
    return std::count_if(lines->begin(), lines->end(),
                         [&](const std::string& line) { return line.find(what) != std::string::npos; });
  }
  void ExpectRuns() {
    std::vector<Tensor> got;
    const Status status = Run({{}, {y_}, {}}, {}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(ToFloats(got[0]), std::vector<float>{-9});
  }
  void Build() { y_ = On("/job:b", "Neg", {On("/job:a", "Square", {Vector({3})})}); }

  std::filesystem::path folder_;
  std::string before_;
  OutputRef y_;
};

TEST_F(UnixSocketTest, TasksAndClientsOfOneMachineUseThem) {
  MakeCluster({{"a", 0}, {"b", 0}});
  const Ref<Server> b = StartServer("b", 0), a = StartServer("a", 0);
  Build();
  Open(a);
  ExpectRuns();
  EXPECT_EQ(CountNotes("over a Unix socket"), 3) << "a hears the client, a and b hear each other";
  struct stat info {};
  ASSERT_EQ(stat(PathOf(a).substr(0, PathOf(a).rfind('/')).c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
  const std::string path = PathOf(a);
  EXPECT_TRUE(std::filesystem::exists(path));
  session_ = nullptr;
  a->Stop();
  EXPECT_FALSE(std::filesystem::exists(path)) << "a server takes its socket away";
}

TEST_F(UnixSocketTest, LargeTensorsGoThroughSharedMemory) {
  MakeCluster({{"a", 0}, {"b", 0}});
  const Ref<Server> b = StartServer("b", 0), a = StartServer("a", 0);
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({600'000}));
  y_ = On("/job:b", "Neg", {On("/job:a", "Square", {x})});
  Open(a);
  std::vector<float> values(600'000);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1000);
  for (int step = 0; step < 3; ++step) {
    std::vector<Tensor> got;
    const Status status = Run({{x}, {y_}, {}}, {Floats(values)}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    const std::vector<float> out = ToFloats(got[0]);
    ASSERT_EQ(out.size(), values.size());
    for (size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], -values[i] * values[i]) << i;
  }
  // Once for each way and connection: the square to b, the result back to a and to the client. A peer's
  // word that it sees the memory may come after what was sent.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (CountNotes("go through shared memory") < 3 && std::chrono::steady_clock::now() < deadline) {
  }
  EXPECT_EQ(CountNotes(" go through shared memory"), 3);
}

TEST_F(UnixSocketTest, AFolderThatOthersMayEnterIsNotUsed) {
  std::filesystem::create_directories(folder_ / "runnel");
  ASSERT_EQ(chmod((folder_ / "runnel").c_str(), 0755), 0);
  MakeCluster({{"a", 0}, {"b", 0}});
  StartServer("b", 0);
  const Ref<Server> a = StartServer("a", 0);
  Build();
  Open(a);
  ExpectRuns();
  EXPECT_EQ(CountNotes("over a Unix socket"), 0);
  EXPECT_EQ(CountNotes("no folder of this user alone"), 2);
}

TEST_F(UnixSocketTest, AServerThatStartsClearsAwayTheSocketsOfDeadOnesOnly) {
  MakeCluster({{"a", 0}, {"b", 0}});
  const Ref<Server> a = StartServer("a", 0);
  const std::filesystem::path mine = PathOf(a), where = mine.parent_path();
  const auto bind_to = [&](const char* name, bool listens) {
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, (where / name).c_str());
    EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    if (listens) {
      EXPECT_EQ(listen(fd, 1), 0);
    }
    return fd;
  };
  for (const char* name : {"1-127.0.0.1:5", "1-127.0.0.1:6", "dead"}) close(bind_to(name, true));
  const int other = bind_to("1-127.0.0.1:7", true);
  std::ofstream(where / "file") << "x";
  const Ref<Server> b = StartServer("b", 0);
  for (const char* name : {"1-127.0.0.1:5", "1-127.0.0.1:6", "dead"})
    EXPECT_FALSE(std::filesystem::exists(where / name)) << name;
  EXPECT_TRUE(std::filesystem::exists(where / "1-127.0.0.1:7")) << "somebody listens there";
  EXPECT_TRUE(std::filesystem::exists(where / "file"));
  EXPECT_TRUE(std::filesystem::exists(mine));
  EXPECT_TRUE(std::filesystem::exists(PathOf(b)));
  close(other);
}

TEST_F(UnixSocketTest, WhatADeadServerLeftBehindIsPassedOver) {
  MakeCluster({{"a", 0}, {"b", 0}});
  const Ref<Server> b = StartServer("b", 0), a = StartServer("a", 0);
  // As after kill -9: the name is there, and nobody behind it.
  for (const Ref<Server>& server : {a, b}) {
    const std::string path = PathOf(server);
    ASSERT_EQ(unlink(path.c_str()), 0);
    const auto dead = ListenAtUnixPath(path);
    ASSERT_TRUE(dead.ok()) << dead.status().ToString();
    close(*dead);
  }
  Build();
  Open(a);
  ExpectRuns();
  EXPECT_EQ(CountNotes("over a Unix socket"), 0);
}

TEST_F(UnixSocketTest, TheTokenIsWantedHereToo) {
  MakeCluster({{"a", 0}});
  const Ref<Server> a = StartServer("a", 0);
  (void)b().AddNode({"one", "NoOp", {}, {}, {}, {}});
  const auto session = Connect(a->target(), 20'000, "another");
  EXPECT_EQ(session.status().code(), Code::kUnauthenticated) << session.status().ToString();
}

TEST_F(UnixSocketTest, ProcessesOfOtherUsersAreTurnedAway) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can be somebody else";
  const std::string path = UnixPathOf({"127.0.0.1", 9});
  const auto listener = ListenAtUnixPath(path);
  ASSERT_TRUE(listener.ok()) << listener.status().ToString();
  // Even where a folder's mode would let them in.
  ASSERT_EQ(chmod(folder_.c_str(), 0777), 0);
  ASSERT_EQ(chmod((folder_ / "runnel").c_str(), 0777), 0);
  ASSERT_EQ(chmod(path.c_str(), 0777), 0);
  fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    if (setuid(65534) != 0) _exit(1);
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, path.size());
    if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) _exit(2);
    char byte;
    _exit(read(fd, &byte, 1) == 0 ? 0 : 3);
  }
  const int fd = accept(*listener, nullptr, nullptr);
  const Status status = CheckUnixPeer(fd).status();
  EXPECT_EQ(status.code(), Code::kUnauthenticated) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("65534"));
  close(fd);
  int outcome = -1;
  waitpid(child, &outcome, 0);
  EXPECT_EQ(outcome, 0);
  close(*listener);
}

TEST_F(UnixSocketTest, AddressesThatOthersReachHaveNone) {
  EXPECT_EQ(UnixPathOf({"192.168.1.2", 2222}), "");
  EXPECT_EQ(UnixPathOf({"127.0.0.1", 0}), "");
  EXPECT_EQ(UnixPathOf({"localhost", 2222}), UnixPathOf({"127.0.0.1", 2222}));
  EXPECT_NE(UnixPathOf({"::1", 2222}), "");
}

}  // namespace
}  // namespace runnel::net
