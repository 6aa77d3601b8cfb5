// What senders may do to a receiver's memory: nothing beyond its limit, however slowly it uses what
// comes, and all of it comes in the end. By TCP, and as between processes of one host.
#include <cstring>
#include <deque>
#include <random>
#include <set>
#include <thread>

#include "net/link/inbox.h"
#include "net/link/unix_socket.h"
#include "net/wire/worker_messages.h"
#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

// Takes tensors as a slow reader would: keeps what came, and waits for nothing until it is told to.
class SlowEnd final : public Endpoint {
 public:
  SlowEnd(const Ref<Runtime>& runtime, uint64_t receive_bytes)
      : Endpoint(ThisCore(), runtime, Hello(), {500, 60'000, receive_bytes}, nullptr) {}
  ~SlowEnd() override { Shutdown(); }
  Status OnHello(Peer*, const Hello&) override { return OkStatus(); }
  Status OnRequest(Peer* peer, const IncomingRequest& request) override {
    peer->Reply(request.call, PingReply());
    return OkStatus();
  }
  void OnTensor(Peer*, uint64_t step, std::string key, Tensor tensor, bool, Charge charge) override {
    const std::lock_guard lock(mutex);
    arrived.insert(step);
    kept_bytes += tensor.size_bytes();
    most_bytes = std::max(most_bytes, kept_bytes);
    ++came;
    // Every byte of a tensor says which one it is.
    const auto bytes = tensor.values<const uint8_t>();
    const auto want = static_cast<uint8_t>(std::stoi(key));
    right &= std::all_of(bytes.begin(), bytes.end(), [&](uint8_t b) { return b == want; });
    kept.emplace_back(std::move(tensor), std::move(charge));
    changed.notify_all();
  }
  void OnOffer(Peer*, uint64_t step, std::string_view, uint64_t offer,
               LocalRendezvous::OfferAnswer answer) override {
    const std::lock_guard lock(mutex);
    if (takes_all) return answer(true);
    offers[offer] = {step, std::move(answer)};
    changed.notify_all();
  }
  void OnWithdraw(uint64_t, std::string_view, uint64_t offer) override {
    const std::lock_guard lock(mutex);
    offers.erase(offer);
  }
  Tensor TakeRoom(uint64_t, std::string_view key) override {
    const std::lock_guard lock(mutex);
    const auto it = rooms.find(key);
    return it == rooms.end() ? Tensor() : it->second;
  }
  void OnShared(Peer*, const Status& status) override {
    const std::lock_guard lock(mutex);
    shares.push_back(status);
    changed.notify_all();
  }
  void OnClosed(Peer* peer, const Status& reason) override {
    // A server that starts knocks at every socket of its folder, those of other processes' tests too.
    const bool only_knocked = !peer->was_ready() && !peer->from().empty();
    if (!only_knocked) {
      const std::lock_guard lock(mutex);
      closed = reason;
      changed.notify_all();
    }
    Endpoint::OnClosed(peer, reason);
  }
  // Uses what lies here.
  void Use() {
    std::vector<std::pair<Tensor, Charge>> used;
    const std::lock_guard lock(mutex);
    used.swap(kept);
    kept_bytes = 0;
  }

  std::mutex mutex;  // guards all below
  std::condition_variable changed;
  std::vector<std::pair<Tensor, Charge>> kept;
  uint64_t kept_bytes = 0, most_bytes = 0;
  size_t came = 0;
  bool right = true, takes_all = false;
  struct Offered {
    uint64_t step = 0;
    LocalRendezvous::OfferAnswer answer;
  };
  std::map<uint64_t, Offered> offers;
  std::set<uint64_t> arrived;                        // steps: each tensor has one of its own
  std::map<std::string, Tensor, std::less<>> rooms;  // by key
  std::vector<Status> shares;                        // what became of shared memory
  Status closed;
};

enum class Way { kTcp, kOneHost };

class FlowTest : public testing::TestWithParam<Way> {
 protected:
  static constexpr uint64_t kLimit = 8 << 20;
  static constexpr int kSenders = 3;

  void Start() {
    receiver_ = std::make_unique<SlowEnd>(NewRuntime(), kLimit);
    ASSERT_TRUE(receiver_->StartLoop().ok());
    const auto [fd, port] = ListenAnywhere();
    receiver_->RunOnLoop([&, fd = fd, port = port] {
      ASSERT_TRUE(receiver_->Listen(fd).ok());
      if (GetParam() == Way::kTcp) return;
      unix_path_ = UnixPathOf({"127.0.0.1", port});
      const auto listener = ListenAtUnixPath(unix_path_);
      ASSERT_TRUE(listener.ok()) << listener.status().ToString();
      ASSERT_TRUE(receiver_->ListenUnix(*listener).ok());
    });
    for (int s = 0; s < kSenders; ++s) {
      senders_.push_back(std::make_unique<SlowEnd>(NewRuntime(), kLimit));
      ASSERT_TRUE(senders_.back()->StartLoop().ok());
      senders_.back()->RunOnLoop([&, port = port] {
        connections_.push_back(senders_.back()->Dial("receiver", Address{"127.0.0.1", port}));
      });
    }
  }
  void TearDown() override {
    // Each test has sent a large tensor from there.
    SlowEnd& sender = *senders_.front();
    {
      std::unique_lock lock(sender.mutex);
      if (GetParam() == Way::kOneHost) {
        sender.changed.wait(lock, [&] { return !sender.shares.empty() || !sender.closed.ok(); });
        ASSERT_EQ(sender.shares.size(), 1u) << sender.closed.ToString();
        EXPECT_TRUE(sender.shares.front().ok()) << sender.shares.front().ToString();
      } else {
        EXPECT_TRUE(sender.shares.empty());
      }
    }
    connections_.clear();
    senders_.clear();
    receiver_ = nullptr;
    if (!unix_path_.empty()) unlink(unix_path_.c_str());
  }
  // Waits until all that was said before has been heard.
  void RoundTrip(int sender) {
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    connections_[static_cast<size_t>(sender)]->Call(PingRequest(), [&](const Result<PingReply>& reply) {
      EXPECT_TRUE(reply.ok()) << reply.status().ToString();
      const std::lock_guard lock(mutex);
      done = true;
      changed.notify_all();
    });
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return done; });
  }
  void Push(int sender, int number, int64_t bytes) {
    const Tensor tensor = *Tensor::Allocate(SystemAllocator(), DType::kUInt8, Shape({bytes}));
    std::memset(tensor.buffer()->data(), number & 255, static_cast<size_t>(bytes));
    connections_[static_cast<size_t>(sender)]->Push(++pushed_, std::to_string(number & 255), tensor,
                                                    false);
  }

  std::unique_ptr<SlowEnd> receiver_;
  std::vector<std::unique_ptr<SlowEnd>> senders_;
  std::vector<Ref<Connection>> connections_;
  std::string unix_path_;
  uint64_t pushed_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Ways, FlowTest, testing::Values(Way::kTcp, Way::kOneHost),
                         [](const testing::TestParamInfo<Way>& info) {
                           return info.param == Way::kTcp ? "Tcp" : "OneHost";
                         });

TEST_P(FlowTest, AReceiversMemoryStaysBelowItsLimitHoweverMuchIsSent) {
  Start();
  size_t sent = 0;
  for (int i = 0; i < 40; ++i) {
    for (int s = 0; s < kSenders; ++s) {
      Push(s, i, 1 << 20);
      for (int k = 0; k < 20; ++k) Push(s, i + k, 30'000);
      sent += 21;
    }
  }
  // Whatever can come unasked has, once nothing more does.
  size_t before = 1, came = 0;
  while (before != came) {
    for (int s = 0; s < kSenders; ++s) {
      for (int i = 0; i < 10; ++i) RoundTrip(s);
    }
    before = came;
    const std::lock_guard lock(receiver_->mutex);
    came = receiver_->came;
  }
  {
    const std::lock_guard lock(receiver_->mutex);
    EXPECT_GT(receiver_->came, 0u);
    EXPECT_LE(receiver_->most_bytes, kLimit);
    EXPECT_GT(receiver_->offers.size(), 0u);
    EXPECT_TRUE(receiver_->closed.ok()) << receiver_->closed.ToString();
  }
  // Waited for one after the other, latest first, and used at once: all of it comes.
  uint64_t waited_for = 0;
  while (true) {
    receiver_->Use();
    std::unique_lock lock(receiver_->mutex);
    if (receiver_->came == sent) break;
    const auto may_wait = [&] {
      return !receiver_->offers.empty() && (waited_for == 0 || receiver_->arrived.contains(waited_for));
    };
    receiver_->changed.wait(lock, [&] {
      return !receiver_->closed.ok() || !receiver_->kept.empty() || receiver_->came == sent ||
             may_wait();
    });
    ASSERT_TRUE(receiver_->closed.ok()) << receiver_->closed.ToString();
    if (!receiver_->kept.empty() || !may_wait()) continue;
    auto last = receiver_->offers.extract(std::prev(receiver_->offers.end())).mapped();
    waited_for = last.step;
    lock.unlock();
    last.answer(true);
  }
  EXPECT_TRUE(receiver_->right);
  // The one that was waited for may come besides.
  EXPECT_LE(receiver_->most_bytes, kLimit + (1 << 20));
}

TEST_P(FlowTest, ATensorAboveTheLimitComesOnceSomebodyWaitsForIt) {
  Start();
  Push(0, 7, 3 * kLimit);
  Push(0, 8, 100'000);
  std::unique_lock lock(receiver_->mutex);
  receiver_->changed.wait(lock, [&] { return receiver_->came == 1 && receiver_->offers.size() == 1; });
  const auto answer = std::move(receiver_->offers.begin()->second.answer);
  lock.unlock();
  answer(true);
  lock.lock();
  receiver_->changed.wait(lock, [&] { return receiver_->came == 2 || !receiver_->closed.ok(); });
  EXPECT_TRUE(receiver_->right);
  EXPECT_EQ(receiver_->kept.back().first.size_bytes(), 3 * kLimit);
}

TEST_P(FlowTest, WhatNobodyWantsIsNotSentAndTheRestGoesOn) {
  Start();
  Push(0, 1, 2 * kLimit);
  std::unique_lock lock(receiver_->mutex);
  receiver_->changed.wait(lock, [&] { return !receiver_->offers.empty(); });
  const auto answer = std::move(receiver_->offers.begin()->second.answer);
  receiver_->offers.clear();
  receiver_->takes_all = true;
  lock.unlock();
  answer(false);
  Push(0, 2, 2 * kLimit);
  lock.lock();
  receiver_->changed.wait(lock, [&] { return receiver_->came == 1 || !receiver_->closed.ok(); });
  EXPECT_EQ(receiver_->came, 1u);
  EXPECT_TRUE(receiver_->right);
}

TEST_P(FlowTest, TensorsOfAllSizesFromBothEndsAtOnceComeWhole) {
  Start();
  receiver_->takes_all = true;
  std::mt19937 random(7);
  size_t sent = 0;
  for (int i = 0; i < 300; ++i) {
    const int64_t bytes = int64_t{1} << (random() % 22);
    for (int s = 0; s < kSenders; ++s) Push(s, i, bytes + i);
    sent += kSenders;
    if (i % 16 == 0) receiver_->Use();
  }
  while (true) {
    receiver_->Use();
    std::unique_lock lock(receiver_->mutex);
    if (receiver_->came == sent) break;
    receiver_->changed.wait(lock, [&] {
      return !receiver_->kept.empty() || receiver_->came == sent || !receiver_->closed.ok();
    });
    ASSERT_TRUE(receiver_->closed.ok()) << receiver_->closed.ToString();
  }
  EXPECT_TRUE(receiver_->right);
}

// The rule alone, without a network.
class Taker final : public Inbox::Taker {
 public:
  void OnRoom(uint64_t offer) override { granted.push_back(offer); }
  void OnBodyRoom() override { ++resumed; }
  std::vector<uint64_t> granted;
  int resumed = 0;
};

TEST_P(FlowTest, AnOfferedTensorComesToTheRoomThatIsThereIfItIsOfItsShape) {
  Start();
  constexpr int64_t kBytes = 1 << 20;
  const auto make = [](DType dtype, const Shape& shape) {
    return *Tensor::Allocate(SystemAllocator(), dtype, shape);
  };
  {
    const std::lock_guard lock(receiver_->mutex);
    receiver_->rooms["1"] = make(DType::kUInt8, Shape({kBytes}));
    receiver_->rooms["2"] = make(DType::kUInt8, Shape({kBytes + 1}));
    receiver_->rooms["3"] = make(DType::kInt8, Shape({kBytes}));
    receiver_->rooms["4"] = make(DType::kUInt8, Shape({1, kBytes}));
    receiver_->takes_all = true;
  }
  for (int number = 1; number <= 5; ++number) Push(0, number, kBytes);
  std::unique_lock lock(receiver_->mutex);
  receiver_->changed.wait(lock, [&] { return receiver_->came == 5; });
  EXPECT_TRUE(receiver_->right);
  for (const auto& [tensor, charge] : receiver_->kept) {
    const auto number = static_cast<int>(tensor.values<const uint8_t>()[0]);
    EXPECT_EQ(tensor.dtype(), DType::kUInt8) << number;
    EXPECT_EQ(tensor.shape(), Shape({kBytes})) << number;
    const auto room = receiver_->rooms.find(std::to_string(number));
    if (room == receiver_->rooms.end()) continue;
    EXPECT_EQ(tensor.data() == room->second.data(), number == 1) << number;
  }
}

TEST(LocalRendezvous, RoomIsTakenOnceAndGoneWithTheStep) {
  const Ref<LocalRendezvous> table = MakeRef<LocalRendezvous>();
  const Tensor room = *Tensor::Allocate(SystemAllocator(), DType::kFloat, Shape({3}));
  table->SetRoom("a", room);
  EXPECT_TRUE(table->TakeRoom("b").empty());
  EXPECT_EQ(table->TakeRoom("a").data(), room.data());
  EXPECT_TRUE(table->TakeRoom("a").empty());
  table->SetRoom("a", room);
  table->Abort(Aborted("over"));
  EXPECT_TRUE(table->TakeRoom("a").empty());
  table->SetRoom("a", room);
  EXPECT_TRUE(table->TakeRoom("a").empty());
}

TEST(Inbox, GrantsWhatFitsAndOneOfEachWhoIsWaitedFor) {
  auto loop = Loop::Start();
  ASSERT_TRUE(loop.ok());
  const auto inbox = MakeRef<Inbox>(*loop, 4 << 20);  // 3 MiB of it for what is offered
  Taker a, b;
  (*loop)->Wait([&] {
    const uint64_t first = inbox->Add(&a, 2 << 20), second = inbox->Add(&a, 2 << 20);
    const uint64_t third = inbox->Add(&b, 2 << 20);
    inbox->Pump();
    EXPECT_EQ(a.granted, (std::vector<uint64_t>{first}));
    EXPECT_TRUE(b.granted.empty());
    inbox->Want(second);  // a's other one is under way
    inbox->Want(third);   // b has none
    inbox->Pump();
    EXPECT_EQ(a.granted.size(), 1u);
    EXPECT_EQ(b.granted, (std::vector<uint64_t>{third}));
    {
      const Charge charge = inbox->Arrived(first);
      inbox->Pump();
      EXPECT_EQ(a.granted, (std::vector<uint64_t>{first, second}));
      EXPECT_EQ(inbox->used_bytes(), 6u << 20);
    }
    EXPECT_EQ(inbox->used_bytes(), 4u << 20);
    inbox->Drop(second);
    inbox->Drop(second);
    inbox->Forget(&b);
    inbox->Pump();
    EXPECT_EQ(inbox->used_bytes(), 0u);
    uint64_t windows = 0;
    for (int i = 0; i < 8; ++i) windows += inbox->TakeWindow();
    EXPECT_LE(windows, (1u << 20) + 8 * Inbox::kLeastWindow);
    // Peers that come and go leave it as it was, also where there is nothing left for them.
    for (int i = 0; i < 100; ++i) (void)inbox->TakeWindow();
    for (int i = 0; i < 100; ++i) inbox->ReturnWindow(Inbox::kLeastWindow);
    EXPECT_EQ(inbox->TakeWindow(), Inbox::kLeastWindow);
  });
  (*loop)->Stop();
}

}  // namespace
}  // namespace runnel::net
