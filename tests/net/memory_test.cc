// What peers can make a server hold: nothing for what they only announce, little for saying nothing, and
// nothing for long after they are gone.
#include <poll.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "net/wire/worker_messages.h"
#include "tests/net/process_fixture.h"

namespace runnel::net {
namespace {

using testing::HasSubstr;

constexpr uint64_t kMiB = 1 << 20;

// Memory that is this process's alone.
uint64_t PrivateBytes(pid_t pid) {
  std::ifstream in(StrCat("/proc/", pid, "/smaps_rollup"));
  uint64_t kib = 0;
  for (std::string line; std::getline(in, line);) {
    uint64_t value = 0;
    std::string name;
    if (std::istringstream(line) >> name >> value && name.starts_with("Private_")) kib += value;
  }
  return kib << 10;
}

std::string FrameOf(const FrameHeader& header, const std::string& payload) {
  std::string out;
  EXPECT_TRUE(AppendFrame(header, payload, &out).ok());
  return out + payload;
}

std::string HelloFrame(const std::string& token) {
  Hello hello;
  hello.token = token;
  return FrameOf(FrameHeader(FrameKind::kHello), *Encode(hello));
}

// A peer without a runtime: bytes over a socket.
class RawPeer {
 public:
  explicit RawPeer(int port) : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(port));
    EXPECT_EQ(connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  }
  RawPeer(RawPeer&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  ~RawPeer() {
    if (fd_ >= 0) close(fd_);
  }
  bool Send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }
  bool HasInput(int timeout_ms) const {
    pollfd ready{fd_, POLLIN, 0};
    return poll(&ready, 1, timeout_ms) > 0;
  }
  // Reads until the other side closes; the status of its goodbye.
  Status Goodbye() const {
    Status last;
    Read([&](const Message& message) {
      if (message.header.kind == FrameKind::kGoodbye) last = Decode<net::Goodbye>(message.body)->reason;
      return false;
    });
    return last;
  }
  // Reads until there is the answer to `call`, and returns its status.
  Status ReplyTo(uint64_t call) const {
    Status status = Unavailable("no answer");
    Read([&](const Message& message) {
      if (message.header.kind != FrameKind::kReply || message.header.call != call) return false;
      status = Decode<StatusReply>(message.body)->status;
      return true;
    });
    return status;
  }

 private:
  void Read(const std::function<bool(const Message&)>& take) const {
    FrameReader reader(SystemAllocator(), FrameLimits());
    for (bool done = false; !done;) {
      const std::span<char> space = reader.Space();
      const ssize_t n = recv(fd_, space.data(), space.size(), 0);
      if (n <= 0) return;
      const Status status = reader.Filled(static_cast<size_t>(n), [&](const Message& message) {
        done |= take(message);
        return OkStatus();
      });
      EXPECT_TRUE(status.ok()) << status.ToString();
    }
  }

  int fd_;
};

// A sanitizer keeps what was freed for a while, and surrounds what was not.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

class MemoryTest : public ProcessTest {
 protected:
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "what a process holds cannot be told under a sanitizer";
    ProcessTest::SetUp();
  }
  // A task in a process of its own; returns its port.
  int StartAlone() {
    MakeCluster({{"a", 0}});
    StartProcess("a", 0);
    pid_ = pids_.at(TaskName("a", 0));
    const auto text = cluster_.TaskAddress("a", 0);
    EXPECT_TRUE(text.ok());
    const int port = Address::Parse(*text)->port;
    // It serves, and has made what every connection needs.
    const RawPeer first(port);
    EXPECT_TRUE(first.Send(HelloFrame(kToken)));
    EXPECT_TRUE(Answers(first, 1));
    return port;
  }
  static bool Answers(const RawPeer& peer, uint64_t call) {
    FrameHeader header(FrameKind::kRequest);
    header.call = call;
    header.method = static_cast<uint32_t>(Method::kPing);
    return peer.Send(FrameOf(header, *Encode(PingRequest()))) && peer.ReplyTo(call).ok();
  }
  uint64_t Held() const { return PrivateBytes(pid_); }
  // Waits until it holds no more than so much; what it holds then.
  uint64_t AwaitHeld(uint64_t most) const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (Held() > most && std::chrono::steady_clock::now() < deadline) poll(nullptr, 0, 20);
    return Held();
  }

  pid_t pid_ = 0;
};

TEST_F(MemoryTest, SilentConnectionsCostLittleAndTheOldestGoWhenThereAreTooMany) {
  const int port = StartAlone();
  const uint64_t before = Held();
  constexpr size_t kMany = 300, kMost = 256;
  std::vector<RawPeer> silent;
  silent.reserve(kMany);
  for (size_t i = 0; i < kMany; ++i) silent.emplace_back(port);
  // The oldest are told, in their order, and with the last of them all were accepted.
  for (size_t i = 0; i < kMany - kMost; ++i) {
    const Status status = silent[i].Goodbye();
    EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.ToString();
    EXPECT_THAT(status.ToString(), HasSubstr("have not said hello"));
  }
  const uint64_t held = Held();
  EXPECT_LE(held, before + kMost * (16 << 10)) << (held - before) / kMost << " bytes each";
  // Whoever says hello is served meanwhile.
  const RawPeer peer(port);
  EXPECT_TRUE(peer.Send(HelloFrame(kToken)));
  EXPECT_TRUE(Answers(peer, 1));
}

TEST_F(MemoryTest, WhatIsOnlyAnnouncedTakesNoMemory) {
  const int port = StartAlone();
  const uint64_t before = Held();
  std::vector<RawPeer> peers;
  FrameHeader header(FrameKind::kRequest);
  header.method = static_cast<uint32_t>(Method::kRegisterGraph);
  header.total_bytes = 1 << 30;
  constexpr size_t kPeers = 8, kStreams = 12;
  for (size_t i = 0; i < kPeers; ++i) {
    peers.emplace_back(port);
    ASSERT_TRUE(peers.back().Send(HelloFrame(kToken)));
    for (uint64_t stream = 1; stream <= kStreams; ++stream) {
      header.stream = stream;
      header.call = 1000 + stream;
      ASSERT_TRUE(peers.back().Send(FrameOf(header, "x")));
    }
    ASSERT_TRUE(Answers(peers.back(), 1)) << "it has read all of that";
    // And a frame that announces half a megabyte, of which nothing comes.
    const std::string whole = FrameOf(header, std::string(512 << 10, 'x'));
    ASSERT_TRUE(peers.back().Send(whole.substr(0, whole.size() - (512 << 10))));
  }
  const uint64_t held = Held();
  EXPECT_LE(held, before + kPeers * (512 << 10))
      << "96 messages of a gigabyte and eight of half a megabyte";
}

TEST_F(MemoryTest, MessagesUnderWayCountAgainstTheLimitAndEndInTheEnd) {
  receive_mib_ = "8";
  const int port = StartAlone();
  const uint64_t before = Held();
  // Each sends 12 of 16 MiB and then waits: one may go beyond the limit, the others are read no further.
  constexpr size_t kPeers = 6;
  const std::string chunk(64 << 10, '\xff');
  FrameHeader header(FrameKind::kRequest);
  header.call = 1;
  header.method = static_cast<uint32_t>(Method::kRegisterGraph);
  header.stream = 1;
  header.total_bytes = 16 * kMiB;
  std::vector<RawPeer> peers;
  for (size_t i = 0; i < kPeers; ++i) {
    peers.emplace_back(port);
    ASSERT_TRUE(peers.back().Send(HelloFrame(kToken) + FrameOf(header, chunk)));
  }
  std::vector<std::thread> senders;
  uint64_t most = 0;
  for (const RawPeer& peer : peers) {
    senders.emplace_back([&peer, &chunk] {
      FrameHeader next(FrameKind::kChunk);
      next.stream = 1;
      for (next.offset = chunk.size(); next.offset < 16 * kMiB; next.offset += chunk.size())
        ASSERT_TRUE(peer.Send(FrameOf(next, chunk)));
      EXPECT_EQ(peer.ReplyTo(1).code(), Code::kDataLoss) << "it was read to its end, and is no graph";
    });
  }
  std::atomic<bool> ended{false};
  std::thread watcher([&] {
    while (!ended) most = std::max(most, Held());
  });
  for (std::thread& sender : senders) sender.join();
  ended = true;
  watcher.join();
  // 6 MiB for all, 16 and twice that while it grows for one, and what is decoded of the last ones.
  EXPECT_LE(most, before + 72 * kMiB) << "96 MiB were sent";
  // Of a heap so much free may stay.
  EXPECT_LE(AwaitHeld(before + 40 * kMiB), before + 40 * kMiB);
}

TEST_F(MemoryTest, AClosedSessionsMemoryGoes) {
  StartAlone();
  const OutputRef x = Placeholder("x", DType::kFloat, Shape::Unknown());
  const OutputRef y =
      b().Op("Sum", {b().Op("Exp", {b().Op("Neg", {x})}),
                     b().Constant(*Tensor::FromValues<int32_t>(Shape({1}), std::vector<int32_t>{0}))});
  auto session = Connect(StrCat("runnel://", *cluster_.TaskAddress("a", 0)));
  ASSERT_TRUE(session.ok()) << session.status().ToString();
  session_ = *session;
  std::vector<Tensor> got;
  ASSERT_TRUE(Run({{x}, {y}, {}}, {Floats(std::vector<float>(16, 0))}, &got).ok());
  const uint64_t before = Held();
  const std::vector<float> large(40 * kMiB, 0);
  const Status status = Run({{x}, {y}, {}}, {Floats(large)}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_GT(Held(), before + 100 * kMiB) << "160 MiB came, and as much was computed";
  session_ = nullptr;
  EXPECT_LE(AwaitHeld(before + 40 * kMiB), before + 40 * kMiB);
}

TEST_F(MemoryTest, AHelloThatDripsInHasOneDeadline) {
  MakeCluster({{"a", 0}});
  const Ref<Server> server = StartServer("a", 0);
  const RawPeer peer(server->port());
  const std::string hello = HelloFrame(kToken);
  const auto begin = std::chrono::steady_clock::now();
  // One byte at a time, and never the last one.
  for (size_t i = 0; !peer.HasInput(200) && i + 2 < hello.size(); ++i) {
    if (!peer.Send(hello.substr(i, 1))) break;
    ASSERT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
  }
  EXPECT_THAT(peer.Goodbye().ToString(), HasSubstr("did not say hello within"));
}

TEST_F(MemoryTest, ASessionsSignaturesAreForgottenWhenThereAreTooMany) {
  MakeCluster({{"a", 0}});
  const Ref<Server> server = StartServer("a", 0);
  constexpr int kMost = 256, kMany = kMost + 40;
  std::vector<OutputRef> outputs;
  for (int i = 0; i < kMany; ++i) outputs.push_back(b().Op("Neg", {Vector({static_cast<float>(i)})}));
  Open(server);
  std::vector<Tensor> got;
  const auto run = [&](int i) {
    const Status status = Run({{}, {outputs[static_cast<size_t>(i)]}, {}}, {}, &got);
    ASSERT_TRUE(status.ok()) << i << ": " << status.ToString();
    ASSERT_EQ(ToFloats(got[0]), std::vector<float>{static_cast<float>(-i)});
  };
  const auto forgotten = [&] {
    const auto lines = session_->TaskLogs();
    EXPECT_TRUE(lines.ok()) << lines.status().ToString();
    return std::count_if(lines->begin(), lines->end(), [](const std::string& line) {
      return line.find("was forgotten") != std::string::npos;
    });
  };
  for (int i = 0; i < kMost; ++i) run(i);
  EXPECT_EQ(forgotten(), 0);
  run(0);  // now the one that was used last
  for (int i = kMost; i < kMany; ++i) run(i);
  EXPECT_EQ(forgotten(), kMany - kMost);
  run(0);
  EXPECT_EQ(forgotten(), kMany - kMost) << "it is still there";
  run(1);
  EXPECT_EQ(forgotten(), kMany - kMost + 1) << "this one was not";
}

TEST(BodiesUnderWay, OneTakerAtATimeMayGoBeyondTheLimit) {
  struct Taker final : Inbox::Taker {
    void OnRoom(uint64_t) override {}
    void OnBodyRoom() override { ++resumed; }
    int resumed = 0;
  };
  auto loop = Loop::Start();
  ASSERT_TRUE(loop.ok());
  const auto inbox = MakeRef<Inbox>(*loop, 4 * kMiB);  // 3 MiB of it
  Taker a, b, c;
  (*loop)->Wait([&] {
    EXPECT_TRUE(inbox->CountBodies(&a, 2 * kMiB));
    EXPECT_TRUE(inbox->CountBodies(&b, 2 * kMiB)) << "the first beyond it";
    EXPECT_FALSE(inbox->CountBodies(&a, 3 * kMiB));
    EXPECT_FALSE(inbox->CountBodies(&c, kMiB));
    EXPECT_TRUE(inbox->CountBodies(&b, 100 * kMiB));
    EXPECT_EQ(a.resumed + c.resumed, 0);
    EXPECT_TRUE(inbox->CountBodies(&b, 0)) << "it has ended";
    EXPECT_EQ(a.resumed, 1) << "in the order in which they came";
    EXPECT_EQ(c.resumed, 0);
    EXPECT_TRUE(inbox->CountBodies(&a, 50 * kMiB));
    inbox->Forget(&a);
    inbox->Pump();
    EXPECT_EQ(c.resumed, 1);
    EXPECT_EQ(inbox->used_bytes(), kMiB);
    EXPECT_TRUE(inbox->CountBodies(&c, 0));
    EXPECT_EQ(inbox->used_bytes(), 0u);
  });
  (*loop)->Stop();
}

}  // namespace
}  // namespace runnel::net
