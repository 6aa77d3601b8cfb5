// Flow control without connections: a Flow whose peer is the test.
#include <gmock/gmock-matchers.h>
#include <gtest/gtest.h>

#include "net/link/connection.h"
#include "net/link/flow.h"

namespace runnel::net {
namespace {

using testing::HasSubstr;

constexpr uint64_t kMiB = 1 << 20;

class NoPeer final : public Peer {
 public:
  void Push(uint64_t, std::string, Tensor, bool) override {}
  bool closed() const override { return false; }
  const std::string& name() const override { return name_; }

 protected:
  void Send(Method, OutgoingMessage&, std::shared_ptr<ReplyWaiter>) override {}
  void SendReply(uint64_t, OutgoingMessage&) override {}
  void SendFailure(uint64_t, const Status&) override {}

 private:
  const std::string name_ = "the peer";
};

// Notes what came and what was offered.
class Notes final : public PeerHandler {
 public:
  Status OnHello(Peer*, const Hello&) override { return OkStatus(); }
  Status OnRequest(Peer*, const IncomingRequest&) override { return OkStatus(); }
  void OnTensor(Peer*, uint64_t, std::string key, Tensor tensor, bool, Charge charge) override {
    came.push_back(key);
    tensors.push_back(std::move(tensor));
    charges.push_back(std::move(charge));
  }
  void OnOffer(Peer*, uint64_t, std::string_view key, uint64_t,
               LocalRendezvous::OfferAnswer answer) override {
    offered.emplace_back(key);
    answers.push_back(std::move(answer));
  }
  void OnWithdraw(uint64_t, std::string_view key, uint64_t) override { withdrawn.emplace_back(key); }
  Tensor TakeRoom(uint64_t, std::string_view) override { return std::move(room); }
  void OnNoRoom(uint64_t, const Status& reason) override { no_room.push_back(reason.ToString()); }
  void OnClosed(Peer*, const Status&) override {}
  Ref<Connection> DialBulk(Connection*) override { return nullptr; }
  void RunApart(std::function<void()>) override {}
  Ref<Connection> ControlOf(const Hello&) override { return nullptr; }

  std::vector<std::string> came, offered, withdrawn, no_room;
  std::vector<Tensor> tensors;
  std::vector<Charge> charges;
  std::vector<LocalRendezvous::OfferAnswer> answers;
  Tensor room;
};

struct TestHost final : Flow::Host {
  void SayFlow(std::unique_ptr<Outgoing> word) override { said.push_back(word->header); }
  void NeedBulk() override { needs_bulk = true; }
  void SendByBulk(std::unique_ptr<Outgoing> tensor) override { sent.push_back(tensor->header.stream); }
  void ExpectByBulk(const FrameHeader& header, Tensor room) override {
    expected.push_back(header.stream);
    rooms.push_back(std::move(room));
  }
  LocalRendezvous::OfferAnswer AnswerTo(uint64_t stream) override {
    return [this, stream](bool wanted) { wanted ? flow->Want(stream) : flow->Refuse(stream); };
  }
  void OnBodyRoom() override { ++body_rooms; }
  // What was said since the last call.
  std::vector<std::pair<FrameKind, uint64_t>> Said() {
    std::vector<std::pair<FrameKind, uint64_t>> out;
    for (const FrameHeader& header : said) out.emplace_back(header.kind, header.stream);
    said.clear();
    return out;
  }

  Flow* flow = nullptr;
  std::vector<FrameHeader> said;
  std::vector<uint64_t> sent, expected;
  std::vector<Tensor> rooms;
  bool needs_bulk = false;
  int body_rooms = 0;
};

using Words = std::vector<std::pair<FrameKind, uint64_t>>;

class FlowRules : public testing::Test {
 protected:
  FlowRules() : loop_(*Loop::Start()), inbox_(MakeRef<Inbox>(loop_, 16 * kMiB)) {
    flow_ = std::make_unique<Flow>(&host_, peer_.get(), &notes_, &writer_, &credit_, loop_,
                                   SystemAllocator(), inbox_);
    host_.flow = flow_.get();
    (void)writer_.Open(false);
  }
  ~FlowRules() override {
    On([&] {
      flow_->Clear();
      notes_.charges.clear();
    });
    loop_->Stop();
  }
  template <typename F>
  void On(F&& work) {
    loop_->Wait(std::forward<F>(work));
  }
  static std::unique_ptr<Outgoing> Large(const std::string& key, int64_t bytes = kMiB) {
    auto message = std::make_unique<Outgoing>();
    message->header.kind = FrameKind::kTensor;
    message->header.key = key;
    message->header.dtype = DType::kUInt8;
    message->header.dims = {bytes};
    message->tensor = *Tensor::Allocate(SystemAllocator(), DType::kUInt8, Shape({bytes}));
    message->payload = {static_cast<const char*>(message->tensor.data()), static_cast<size_t>(bytes)};
    return message;
  }
  static FrameHeader Word(FrameKind kind, uint64_t stream, uint64_t credit = 0) {
    FrameHeader header(kind);
    header.stream = stream;
    header.credit = credit;
    return header;
  }
  static FrameHeader OfferOf(const std::string& key, uint64_t stream, int64_t bytes = kMiB) {
    FrameHeader header = Word(FrameKind::kOffer, stream);
    header.key = key;
    header.dtype = DType::kUInt8;
    header.dims = {bytes};
    header.total_bytes = static_cast<uint64_t>(bytes);
    return header;
  }
  static Message Small(const std::string& key, uint64_t bytes) {
    Message message;
    message.header.kind = FrameKind::kTensor;
    message.header.key = key;
    message.wire_bytes = bytes;
    return message;
  }
  static Message Arrived(uint64_t stream, const std::string& key) {
    Message message;
    message.header.kind = FrameKind::kTensor;
    message.header.key = key;
    message.header.stream = stream;
    return message;
  }

  const std::shared_ptr<Loop> loop_;
  const Ref<Inbox> inbox_;
  const Ref<NoPeer> peer_ = MakeRef<NoPeer>();
  Notes notes_;
  TestHost host_;
  SendCredit credit_;
  Writer writer_{&credit_};
  std::unique_ptr<Flow> flow_;
};

TEST_F(FlowRules, AnOfferedTensorIsSentOnceThePeerIsReadyAndThereIsAWay) {
  On([&] {
    flow_->Offer(Large("a"));
    flow_->Offer(Large("b"));
    EXPECT_TRUE(host_.needs_bulk);
    EXPECT_EQ(host_.Said(), (Words{{FrameKind::kOffer, 1}, {FrameKind::kOffer, 2}}));
    EXPECT_TRUE(flow_->OnWord(Word(FrameKind::kReady, 2)).ok());
    EXPECT_TRUE(host_.sent.empty()) << "no bulk connection yet";
    flow_->BulkIsThere();
    EXPECT_EQ(host_.sent, std::vector<uint64_t>{2});
    EXPECT_TRUE(flow_->OnWord(Word(FrameKind::kDecline, 1)).ok());
    EXPECT_EQ(flow_->OnWord(Word(FrameKind::kReady, 1)).code(), Code::kDataLoss);
    EXPECT_EQ(flow_->OnWord(Word(FrameKind::kDecline, 9)).code(), Code::kDataLoss);
    EXPECT_EQ(host_.sent.size(), 1u);
  });
}

TEST_F(FlowRules, OnlySoManyOffersWaitForAnAnswer) {
  On([&] {
    for (size_t i = 0; i < Flow::kMaxOffers + 2; ++i) flow_->Offer(Large("x", 1));
    EXPECT_EQ(host_.Said().size(), Flow::kMaxOffers);
    EXPECT_TRUE(flow_->OnWord(Word(FrameKind::kDecline, 1)).ok());
    EXPECT_EQ(host_.Said().size(), 1u);
  });
}

TEST_F(FlowRules, AnOfferIsGrantedWhereThereIsRoomAndItsMemoryIsThereFirst) {
  On([&] {
    EXPECT_TRUE(flow_->OnWord(OfferOf("e", 5)).ok());
    EXPECT_EQ(notes_.offered, std::vector<std::string>{"e"});
    EXPECT_EQ(notes_.withdrawn, std::vector<std::string>{"e"}) << "there is room: nobody need want it";
    EXPECT_EQ(host_.Said(), (Words{{FrameKind::kReady, 5}}));
    EXPECT_TRUE(host_.expected.empty());
    flow_->BulkIsThere();
    EXPECT_EQ(host_.expected, std::vector<uint64_t>{5});
    EXPECT_EQ(host_.rooms[0].size_bytes(), kMiB);
    flow_->OnOfferedTensor(Arrived(5, "e"));
    EXPECT_EQ(notes_.came, std::vector<std::string>{"e"});
    EXPECT_EQ(inbox_->used_bytes(), kMiB) << "until it is used";
    notes_.charges.clear();
  });
  On([&] { EXPECT_EQ(inbox_->used_bytes(), 0u); });
}

TEST_F(FlowRules, ARoomThatIsThereIsTakenIfItFits) {
  On([&] {
    flow_->BulkIsThere();
    notes_.room = *Tensor::Allocate(SystemAllocator(), DType::kUInt8, Shape({int64_t{kMiB}}));
    const void* const there = notes_.room.data();
    EXPECT_TRUE(flow_->OnWord(OfferOf("e", 1)).ok());
    ASSERT_EQ(host_.rooms.size(), 1u);
    EXPECT_EQ(host_.rooms[0].data(), there);
    notes_.room = *Tensor::Allocate(SystemAllocator(), DType::kUInt8, Shape({1, int64_t{kMiB}}));
    EXPECT_TRUE(flow_->OnWord(OfferOf("f", 2)).ok());
    EXPECT_EQ(host_.rooms[1].shape(), Shape({int64_t{kMiB}}));
  });
}

TEST_F(FlowRules, WhatFindsNoRoomWaitsUntilItIsWantedOrRefused) {
  On([&] {
    flow_->BulkIsThere();
    // The limit is 12 MiB without the windows' part, of which no peer has more than 8 under way.
    for (uint64_t stream = 1; stream <= 4; ++stream)
      EXPECT_TRUE(flow_->OnWord(OfferOf("k", stream, 4 * kMiB)).ok());
    EXPECT_EQ(host_.Said(), (Words{{FrameKind::kReady, 1}, {FrameKind::kReady, 2}}));
    notes_.answers[2](false);
    EXPECT_EQ(host_.Said(), (Words{{FrameKind::kDecline, 3}}));
    notes_.answers[0](false);
    EXPECT_TRUE(host_.Said().empty()) << "it is on its way";
    notes_.answers[3](true);
    flow_->OnOfferedTensor(Arrived(1, "k"));
    EXPECT_EQ(host_.Said(), (Words{{FrameKind::kReady, 4}}));
  });
}

TEST_F(FlowRules, OffersThatMakeNoSenseAreRefused) {
  On([&] {
    const auto why = [&](const FrameHeader& header) { return flow_->OnWord(header).ToString(); };
    EXPECT_THAT(why(OfferOf("e", 0)), HasSubstr("an offer of nothing"));
    FrameHeader wrong = OfferOf("e", 1);
    wrong.total_bytes = 7;
    EXPECT_THAT(why(wrong), HasSubstr("of 7 bytes"));
    EXPECT_TRUE(flow_->OnWord(OfferOf("e", 1)).ok());
    EXPECT_THAT(why(OfferOf("e", 1)), HasSubstr("stream 1 is offered twice"));
  });
}

TEST_F(FlowRules, SmallTensorsCountUntilTheyAreUsedAndMayNotGoBeyondTheWindow) {
  uint64_t window = 0;
  On([&] {
    window = flow_->TakeWindow();
    EXPECT_EQ(window, kMiB);
    EXPECT_TRUE(flow_->OnSmallTensor(Small("a", window / 2)).ok());
    EXPECT_TRUE(flow_->OnSmallTensor(Small("b", window / 2)).ok());
    EXPECT_TRUE(flow_->OnSmallTensor(Small("empty", 0)).ok());
    EXPECT_EQ(flow_->in_flight_bytes(), window);
    EXPECT_EQ(flow_->OnSmallTensor(Small("c", 1)).code(), Code::kDataLoss);
    EXPECT_TRUE(flow_->OnWord(Word(FrameKind::kAskCredit, 0)).ok());
    ASSERT_EQ(host_.said.size(), 1u);
    EXPECT_EQ(host_.said[0].kind, FrameKind::kCredit);
    EXPECT_EQ(host_.said[0].credit, 0u);
    EXPECT_EQ(host_.said[0].stream, 1u) << "it is an answer";
    host_.said.clear();
    notes_.charges[0] = Charge();
  });
  // A quarter of the window was used: the peer hears of it, at the loop's next turn.
  On([] {});
  On([&] {
    ASSERT_EQ(host_.said.size(), 1u);
    EXPECT_EQ(host_.said[0].credit, window / 2);
    EXPECT_EQ(host_.said[0].stream, 0u);
  });
}

TEST_F(FlowRules, SmallTensorsThatNoCreditCoversAreOfferedInTheEnd) {
  On([&] {
    credit_.Open(10);
    EXPECT_EQ(writer_.Add(Large("small", 20)), nullptr);
    WriteBatch batch;
    ASSERT_TRUE(writer_.Fill(&batch).ok());
    ASSERT_TRUE(batch.lacks_credit);
    flow_->AskCredit();
    flow_->AskCredit();
    EXPECT_EQ(host_.Said(), (Words{{FrameKind::kAskCredit, 0}}));
    EXPECT_TRUE(flow_->OnWord(Word(FrameKind::kCredit, 0, 0)).ok());
    EXPECT_TRUE(host_.Said().empty()) << "the answer is still to come";
    EXPECT_TRUE(flow_->OnWord(Word(FrameKind::kCredit, 1, 0)).ok());
    EXPECT_EQ(host_.Said(), (Words{{FrameKind::kOffer, 1}}));
    EXPECT_TRUE(writer_.empty());
    EXPECT_EQ(flow_->OnWord(Word(FrameKind::kCredit, 0, 5)).code(), Code::kDataLoss);
  });
}

TEST_F(FlowRules, WhatIsClearedGivesEverythingBack) {
  On([&] {
    flow_->TakeWindow();
    for (uint64_t stream = 1; stream <= 4; ++stream)
      EXPECT_TRUE(flow_->OnWord(OfferOf(StrCat("k", stream), stream, 4 * kMiB)).ok());
    EXPECT_GT(inbox_->used_bytes(), 0u);
    notes_.withdrawn.clear();
    flow_->Clear();
    EXPECT_EQ(inbox_->used_bytes(), 0u);
    EXPECT_EQ(notes_.withdrawn, (std::vector<std::string>{"k3", "k4"})) << "those that were not granted";
    host_.said.clear();
    notes_.answers[3](true);
    notes_.answers[2](false);
    EXPECT_TRUE(host_.said.empty());
  });
}

}  // namespace
}  // namespace runnel::net
