// What networks do to frames: a proxy on loopback between two servers flips bits, cuts connections in
// the middle of a frame, swallows what goes one way or both, sends frames twice or in another order, and
// hands on single bytes. Every step ends with the right answer or a status that names the task, and what
// comes afterwards works.
#include "tests/net/proxy.h"

#include <condition_variable>

namespace runnel::net {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

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
