// What networks do to frames: a proxy on loopback between two servers flips bits, cuts connections in
// the middle of a frame, swallows what goes one way or both, sends frames twice or in another order, and
// hands on single bytes. Every step ends with the right answer or a status that names the task, and what
// comes afterwards works.
#include <netinet/tcp.h>
#include <poll.h>

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <thread>

#include "net/frame.h"
#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

enum class Harm {
  kNone,
  kFlipHeader,
  kFlipPayload,
  kTruncate,
  kSwallow,
  kTwice,
  kSwap,
  kSingleBytes,
  kStall
};

// Stands between whoever dials its port and the server at `target`. What it does to the frames of one
// kind (kAnyKind: of all) that go one way can be changed at any time.
class Proxy {
 public:
  static constexpr int kAnyKind = 0;
  enum Way { kForth = 0, kBack = 1 };

  explicit Proxy(int target) : target_(target) {
    std::tie(listener_, port_) = ListenAnywhere();
    EXPECT_EQ(pipe(wake_), 0);
    thread_ = std::thread([this] { Loop(); });
  }
  ~Proxy() {
    EXPECT_EQ(write(wake_[1], "x", 1), 1);
    thread_.join();
    for (const Link& link : links_) CloseBoth(link);
    for (const int fd : {listener_, wake_[0], wake_[1]}) close(fd);
  }
  int port() const { return port_; }
  // From now on; `times` frames are harmed, then none. Frames that are on their way may escape.
  void Do(Harm harm, Way way, int kind = kAnyKind, int times = 1 << 30) {
    const std::lock_guard lock(mutex_);
    harm_ = harm;
    way_ = way;
    kind_ = kind;
    times_ = times;
  }
  int harmed() const { return harmed_; }
  // Of tensors, that went from who dialled to the server.
  uint64_t tensor_bytes() const { return tensor_bytes_; }

 private:
  struct Link {
    int fd[2];  // of who dialled, of the server
    std::string waiting[2], held[2];
    bool stalled[2] = {false, false};
  };
  static void CloseBoth(const Link& link) {
    close(link.fd[0]);
    close(link.fd[1]);
  }
  static bool SendAll(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(n));
    }
    return true;
  }

  void Accept() {
    Link link;
    link.fd[0] = accept(listener_, nullptr, nullptr);
    link.fd[1] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(target_));
    if (connect(link.fd[1], reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
      return CloseBoth(link);
    }
    const int on = 1;
    for (const int fd : link.fd) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    links_.push_back(link);
  }

  // False: the link is to be closed.
  bool Forward(Link* link, int way, const std::string& frame) {
    Harm harm = Harm::kNone;
    {
      const std::lock_guard lock(mutex_);
      if (way == way_ && times_ > 0 && (kind_ == kAnyKind || frame[5] == kind_)) harm = harm_;
      const auto header =
          static_cast<size_t>(static_cast<uint8_t>(frame[6]) | static_cast<uint8_t>(frame[7]) << 8);
      const auto sent_kind = static_cast<FrameKind>(frame[5]);
      if (way == kForth && (sent_kind == FrameKind::kTensor || sent_kind == FrameKind::kChunk))
        tensor_bytes_ += frame.size() - kPrefixBytes - header;
      if (harm == Harm::kFlipPayload && frame.size() == kPrefixBytes + header) harm = Harm::kNone;
      // What follows on that link has to wait with it.
      link->stalled[way] = harm == Harm::kStall || (harm_ == Harm::kStall && link->stalled[way]);
      if (link->stalled[way]) harm = Harm::kStall;
      if (harm != Harm::kNone) {
        --times_;
        ++harmed_;
      }
    }
    const int to = link->fd[1 - way];
    std::string& held = link->held[way];
    std::string bytes = frame;
    switch (harm) {
      case Harm::kFlipHeader:
        bytes[kPrefixBytes] = static_cast<char>(bytes[kPrefixBytes] ^ 4);
        break;
      case Harm::kFlipPayload:
        bytes.back() = static_cast<char>(bytes.back() ^ 32);
        break;
      case Harm::kTruncate:
        (void)SendAll(to, std::string_view(bytes).substr(0, bytes.size() - 1));
        return false;
      case Harm::kSwallow:
        return true;
      case Harm::kTwice:
        bytes += frame;
        break;
      case Harm::kStall:  // until something else comes that way
      case Harm::kSwap:
        held += frame;  // behind the next one
        return true;
      case Harm::kSingleBytes:
        for (const char c : bytes) {
          if (!SendAll(to, {&c, 1})) return false;
        }
        return true;
      case Harm::kNone:
        break;
    }
    bytes += held;
    held.clear();
    return SendAll(to, bytes);
  }

  bool Read(Link* link, int way) {
    char buffer[65536];
    const ssize_t n = recv(link->fd[way], buffer, sizeof(buffer), MSG_DONTWAIT);
    if (n < 0 && errno == EAGAIN) return true;
    if (n <= 0) return false;
    std::string& waiting = link->waiting[way];
    waiting.append(buffer, static_cast<size_t>(n));
    while (waiting.size() >= kPrefixBytes) {
      uint16_t header = 0;
      uint32_t payload = 0;
      std::memcpy(&header, waiting.data() + 6, sizeof(header));
      std::memcpy(&payload, waiting.data() + 8, sizeof(payload));
      const size_t size = kPrefixBytes + header + payload;
      if (waiting.size() < size) break;
      const std::string frame = waiting.substr(0, size);
      waiting.erase(0, size);
      if (!Forward(link, way, frame)) return false;
    }
    return true;
  }

  void Loop() {
    while (true) {
      std::vector<pollfd> fds = {{wake_[0], POLLIN, 0}, {listener_, POLLIN, 0}};
      for (const Link& link : links_) {
        fds.push_back({link.fd[0], POLLIN, 0});
        fds.push_back({link.fd[1], POLLIN, 0});
      }
      poll(fds.data(), fds.size(), -1);
      if (fds[0].revents != 0) return;
      std::vector<Link> kept;
      for (size_t i = 0; i < links_.size(); ++i) {
        bool good = true;
        for (int way = 0; way < 2 && good; ++way) {
          if (fds[2 + 2 * i + static_cast<size_t>(way)].revents != 0) good = Read(&links_[i], way);
        }
        if (good) {
          kept.push_back(std::move(links_[i]));
        } else {
          CloseBoth(links_[i]);
        }
      }
      links_ = std::move(kept);
      if (fds[1].revents != 0) Accept();
    }
  }

  const int target_;
  int listener_ = -1, port_ = 0;
  int wake_[2] = {-1, -1};
  std::thread thread_;
  std::vector<Link> links_;  // the thread's
  std::mutex mutex_;         // guards all below
  Harm harm_ = Harm::kNone;
  Way way_ = kForth;
  int kind_ = 0, times_ = 0;
  std::atomic<int> harmed_{0};
  std::atomic<uint64_t> tensor_bytes_{0};
};

// Two servers; what "a" says to "b" goes through one proxy, what "b" says to "a" through another.
class ProxyTest : public NetTest {
 protected:
  void StartBoth(int64_t dead_ms) {
    MakeCluster({{"a", 0}, {"b", 0}});
    const auto port_of = [&](const std::string& job) {
      return Address::Parse(*cluster_.TaskAddress(job, 0))->port;
    };
    to_a_ = std::make_unique<Proxy>(port_of("a"));
    to_b_ = std::make_unique<Proxy>(port_of("b"));
    // Each sees the other where the proxy is.
    const ClusterSpec real = cluster_;
    for (const std::string job : {"a", "b"}) {
      ClusterSpec seen;
      for (const std::string other : {"a", "b"}) {
        const int port = job == other ? port_of(other) : (other == "a" ? to_a_ : to_b_)->port();
        ASSERT_TRUE(seen.AddTask(other, 0, StrCat("127.0.0.1:", port)).ok());
      }
      ServerOptions options = OptionsOf(job, 0);
      options.cluster = *seen.ToMessage();
      options.heartbeat_interval_ms = 50;
      options.dead_after_ms = dead_ms;
      auto server = ServerImpl::Start(ThisCore(), NewRuntime(), options);
      ASSERT_TRUE(server.ok()) << server.status().ToString();
      servers_[TaskName(job, 0)] = *server;
    }
    const int64_t n = 200'000;  // several chunks
    x_ = Placeholder("x", DType::kFloat, Shape({n}));
    y_ = On("/job:a", "Neg", {On("/job:b", "Square", {On("/job:a", "Neg", {x_})})});
    value_ = *Tensor::Allocate(SystemAllocator(), DType::kFloat, Shape({n}));
    for (int64_t i = 0; i < n; ++i)
      value_.values<float>()[static_cast<size_t>(i)] = static_cast<float>(i % 1000);
  }
  void TearDown() override {
    NetTest::TearDown();
    to_a_ = nullptr;
    to_b_ = nullptr;
  }
  Status OpenAgain() {
    session_ = nullptr;
    auto session = Connect(servers_.at(TaskName("a", 0))->target());
    if (session.ok()) session_ = *session;
    return session.status();
  }
  Status Step() {
    std::vector<Tensor> got;
    RUNNEL_RETURN_IF_ERROR(Run({{x_}, {y_}, {}}, {value_}, &got));
    for (int64_t i = 0; i < value_.num_elements(); ++i) {
      const auto want = -static_cast<float>((i % 1000) * (i % 1000));
      if (got[0].values<float>()[static_cast<size_t>(i)] != want)
        return Internal("element ", i, " is wrong");
    }
    return OkStatus();
  }
  // A session that works, then the harm, then again one that works.
  void Try(Proxy* proxy, Harm harm, Proxy::Way way, int kind, int times, bool may_succeed) {
    Status status = OpenAgain();
    ASSERT_TRUE(status.ok()) << status.ToString();
    status = Step();
    ASSERT_TRUE(status.ok()) << status.ToString();
    const int before = proxy->harmed();
    proxy->Do(harm, way, kind, times);
    status = Step();
    if (!may_succeed || !status.ok()) {
      EXPECT_THAT(status.code(), AnyOf(Code::kUnavailable, Code::kDataLoss)) << status.ToString();
      EXPECT_THAT(status.ToString(),
                  AnyOf(HasSubstr("/job:a/replica:0/task:0"), HasSubstr("/job:b/replica:0/task:0")));
    }
    EXPECT_GT(proxy->harmed(), before);
    proxy->Do(Harm::kNone, Proxy::kForth);
    status = OpenAgain();
    ASSERT_TRUE(status.ok()) << status.ToString();
    status = Step();
    EXPECT_TRUE(status.ok()) << status.ToString();
  }

  static constexpr int kRequest = static_cast<int>(FrameKind::kRequest),
                       kReply = static_cast<int>(FrameKind::kReply);
  static constexpr int kOffer = static_cast<int>(FrameKind::kOffer),
                       kReady = static_cast<int>(FrameKind::kReady),
                       kChunk = static_cast<int>(FrameKind::kChunk);
  std::unique_ptr<Proxy> to_a_, to_b_;
  OutputRef x_, y_;
  Tensor value_;
};

TEST_F(ProxyTest, FlippedBitsAreNoticedAndNameTheTask) {
  StartBoth(20'000);
  Try(to_b_.get(), Harm::kFlipHeader, Proxy::kForth, kOffer, 1, false);
  Try(to_b_.get(), Harm::kFlipPayload, Proxy::kForth, kChunk, 1, false);
  Try(to_b_.get(), Harm::kFlipPayload, Proxy::kForth, kRequest, 1, false);
  Try(to_b_.get(), Harm::kFlipHeader, Proxy::kBack, kReply, 1, false);
  Try(to_b_.get(), Harm::kFlipHeader, Proxy::kBack, kReady, 1, false);
  Try(to_a_.get(), Harm::kFlipPayload, Proxy::kForth, kChunk, 1, false);
}

TEST_F(ProxyTest, ConnectionsThatEndInTheMiddleOfAFrameEndTheStep) {
  StartBoth(20'000);
  Try(to_b_.get(), Harm::kTruncate, Proxy::kForth, kOffer, 1, false);
  Try(to_b_.get(), Harm::kTruncate, Proxy::kForth, kRequest, 1, false);
  Try(to_b_.get(), Harm::kTruncate, Proxy::kBack, kReply, 1, false);
  Try(to_b_.get(), Harm::kTruncate, Proxy::kBack, kReady, 1, false);
  Try(to_a_.get(), Harm::kTruncate, Proxy::kForth, kChunk, 1, false);
}

TEST_F(ProxyTest, AWayThatSwallowsEverythingCountsAsDead) {
  StartBoth(400);
  Try(to_b_.get(), Harm::kSwallow, Proxy::kForth, Proxy::kAnyKind, 1 << 30, false);
  Try(to_b_.get(), Harm::kSwallow, Proxy::kBack, Proxy::kAnyKind, 1 << 30, false);
  Try(to_a_.get(), Harm::kSwallow, Proxy::kForth, Proxy::kAnyKind, 1 << 30, false);
}

TEST_F(ProxyTest, FramesThatComeTwiceOrInAnotherOrderHarmNothing) {
  StartBoth(2000);
  Try(to_b_.get(), Harm::kTwice, Proxy::kForth, kRequest, 1, true);
  Try(to_b_.get(), Harm::kTwice, Proxy::kForth, kOffer, 1, true);
  Try(to_b_.get(), Harm::kTwice, Proxy::kBack, kReady, 1, true);
  Try(to_b_.get(), Harm::kTwice, Proxy::kForth, kChunk, 1, true);
  Try(to_b_.get(), Harm::kTwice, Proxy::kBack, kReply, 1, true);
  Try(to_b_.get(), Harm::kSwap, Proxy::kForth, kChunk, 1, true);
  Try(to_b_.get(), Harm::kSwap, Proxy::kForth, kOffer, 1, true);
  Try(to_a_.get(), Harm::kSwap, Proxy::kForth, kOffer, 1, true);
}

// Large tensors have a connection of their own.
TEST_F(ProxyTest, ALargeTensorHoldsUpNothingElse) {
  StartBoth(60'000);
  const OutputRef few = Placeholder("few", DType::kFloat, Shape({3}));
  const OutputRef small =
      On("/job:a", "Neg", {On("/job:b", "Square", {On("/job:a", "Identity", {few})})});
  ASSERT_TRUE(OpenAgain().ok());
  const Tensor numbers = Floats({1, 2, 3});
  const Signature signature{{few}, {small}, {}};
  std::vector<Tensor> got;
  ASSERT_TRUE(Step().ok());
  ASSERT_TRUE(Run(signature, {numbers}, &got).ok());
  to_b_->Do(Harm::kStall, Proxy::kForth, kChunk);
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Status> ended;
  const auto start = [&](const RunOptions& options) {
    session_->RunAsync({{x_}, {y_}, {}}, {value_}, options,
                       [&](const Status& status, const std::vector<Tensor>& fetches) {
                         const std::lock_guard lock(mutex);
                         ended.push_back(status);
                         if (status.ok()) {
                           EXPECT_EQ(fetches[0].values<float>()[1001], -1);
                         }
                         changed.notify_all();
                       });
  };
  const auto await = [&](size_t count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return ended.size() >= count; });
  };
  RunOptions cancelled;
  cancelled.cancellation = MakeRef<CancellationManager>();
  start(cancelled);
  start({});
  while (to_b_->harmed() == 0) std::this_thread::yield();
  for (int i = 0; i < 50; ++i) {
    const Status status = Run(signature, {numbers}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    ASSERT_EQ(ToFloats(got[0]), (std::vector<float>{-1, -4, -9}));
  }
  {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(ended.empty());
  }
  cancelled.cancellation->Cancel(Cancelled("enough"));
  await(1);
  EXPECT_EQ(ended[0].code(), Code::kCancelled) << ended[0].ToString();
  to_b_->Do(Harm::kNone, Proxy::kForth);
  await(2);
  EXPECT_TRUE(ended[1].ok()) << ended[1].ToString();
}

float ToBfloat16AndBack(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  bits = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000;  // to the nearest, of two to the even one
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// Rounded where its source says so, in half the bytes; as it is everywhere else.
TEST_F(ProxyTest, AnEdgeIsSentAsBfloat16WhereItSaysSo) {
  StartBoth(60'000);
  for (int64_t i = 0; i < value_.num_elements(); ++i)
    value_.values<float>()[static_cast<size_t>(i)] = 1.0f + static_cast<float>(i) / 70'001.0f;
  const auto count = static_cast<uint64_t>(value_.num_elements());
  const OutputRef narrow = On("/job:a", "Neg", {x_}, {{"_rnl_send_as", AttrValue(DType::kBFloat16)}});
  const OutputRef narrow_there = On("/job:b", "Identity", {narrow});
  const OutputRef full_there = On("/job:b", "Identity", {On("/job:a", "Neg", {x_})});
  const OutputRef narrow_here = On("/job:a", "Identity", {narrow});
  const OutputRef numbers = On("/job:a", "Cast", {x_},
                               {{"SrcT", AttrValue(DType::kFloat)},
                                {"DstT", AttrValue(DType::kInt32)},
                                {"_rnl_send_as", AttrValue(DType::kBFloat16)}});
  const OutputRef refused = On("/job:b", "Identity", {numbers});
  ASSERT_TRUE(OpenAgain().ok());
  RunOptions options;
  options.partition_graphs = true;
  RunMetadata metadata;
  std::vector<Tensor> got(1);
  uint64_t before = to_b_->tensor_bytes();
  Status status = session_->Run({{x_}, {narrow_there}, {}}, {&value_, 1}, got, options, &metadata);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(to_b_->tensor_bytes() - before, 2 * count);
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i)
    wrong += got[0].values<float>()[i] == ToBfloat16AndBack(-value_.values<float>()[i]) ? 0 : 1;
  EXPECT_EQ(wrong, 0u);
  size_t sends = 0;
  for (const auto& [device, graph] : metadata.partition_graphs) {
    for (const NodeDef& node : graph.nodes) {
      const AttrValue* const type = node.op == "_HostSend" ? FindAttr(node.attrs, "T") : nullptr;
      sends += type != nullptr && *type->get_if<DType>() == DType::kBFloat16 ? 1 : 0;
    }
  }
  EXPECT_EQ(sends, 1u);
  before = to_b_->tensor_bytes();
  ASSERT_TRUE(Run({{x_}, {full_there, narrow_here}, {}}, {value_}, &got).ok());
  EXPECT_EQ(to_b_->tensor_bytes() - before, 4 * count);
  for (size_t i = 0; i < count; ++i) {
    wrong += got[0].values<float>()[i] == -value_.values<float>()[i] ? 0 : 1;
    wrong += got[1].values<float>()[i] == -value_.values<float>()[i] ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0u);
  status = Run({{x_}, {refused}, {}}, {value_}, &got);
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr("_rnl_send_as is bfloat16 for a int32"));
}

TEST_F(ProxyTest, SingleBytesAddUp) {
  StartBoth(60'000);
  value_ = *Tensor::FromValues<float>(Shape({3}), std::vector<float>{1, 2, 3});
  x_ = Placeholder("few", DType::kFloat, Shape({3}));
  y_ = On("/job:a", "Neg", {On("/job:b", "Square", {On("/job:a", "Identity", {x_})})});
  ASSERT_TRUE(OpenAgain().ok());
  to_b_->Do(Harm::kSingleBytes, Proxy::kForth);
  to_a_->Do(Harm::kSingleBytes, Proxy::kForth);
  std::vector<Tensor> got;
  const Status status = Run({{x_}, {y_}, {}}, {value_}, &got);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{-1, -4, -9}));
}

}  // namespace
}  // namespace runnel::net
