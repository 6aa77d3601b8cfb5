// What a connection writes, without one: which message goes first, how large ones are cut, and that
// payloads stay where they are.
#include "net/link/writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace runnel::net {
namespace {

std::unique_ptr<Outgoing> Word(FrameKind kind, size_t body_bytes = 0, uint64_t call = 0) {
  auto message = std::make_unique<Outgoing>();
  message->header.kind = kind;
  message->header.call = call;
  message->body.assign(body_bytes, 'b');
  return message;
}

std::unique_ptr<Outgoing> TensorOf(const std::string& key, int64_t bytes) {
  auto message = std::make_unique<Outgoing>();
  message->header.kind = FrameKind::kTensor;
  message->header.key = key;
  message->header.dtype = DType::kUInt8;
  message->header.dims = {bytes};
  message->tensor = *Tensor::Allocate(SystemAllocator(), DType::kUInt8, Shape({bytes}));
  std::memset(message->tensor.data(), key[0], static_cast<size_t>(bytes));
  return message;
}

class WriterTest : public testing::Test {
 protected:
  void Open(bool bulk = false, uint64_t window_bytes = 1 << 20) {
    credit_.Open(window_bytes);
    for (auto& message : writer_.Open(bulk)) EXPECT_EQ(writer_.Add(std::move(message)), nullptr);
  }
  // A batch as it would lie on the stream.
  static std::string Bytes(const WriteBatch& batch) {
    std::string out;
    for (const WriteBatch::Piece& piece : batch.pieces) {
      out += batch.headers.substr(piece.header_begin, piece.header_end - piece.header_begin);
      out += piece.payload;
    }
    return out;
  }
  // Fills batches until there is nothing to send, and returns what a reader makes of them.
  std::vector<Message> SendAll() {
    std::vector<Message> came;
    FrameReader reader(SystemAllocator(), FrameLimits());
    while (!writer_.empty()) {
      WriteBatch batch;
      EXPECT_TRUE(writer_.Fill(&batch).ok());
      if (batch.pieces.empty()) break;
      const std::string bytes = Bytes(batch);
      for (std::string_view rest = bytes; !rest.empty();) {
        const std::span<char> space = reader.Space();
        const size_t n = std::min(space.size(), rest.size());
        std::memcpy(space.data(), rest.data(), n);
        rest.remove_prefix(n);
        const Status status = reader.Filled(n, [&](Message message) {
          came.push_back(std::move(message));
          return OkStatus();
        });
        EXPECT_TRUE(status.ok()) << status.ToString();
      }
    }
    return came;
  }

  SendCredit credit_;
  Writer writer_{&credit_};
};

TEST_F(WriterTest, BeforeItIsOpenOnlyAHelloGoesOut) {
  EXPECT_EQ(writer_.Add(Word(FrameKind::kRequest, 3, 1)), nullptr);
  EXPECT_EQ(writer_.Add(TensorOf("t", 10)), nullptr);
  EXPECT_TRUE(writer_.empty());
  EXPECT_EQ(writer_.Add(Word(FrameKind::kHello)), nullptr);
  auto came = SendAll();
  ASSERT_EQ(came.size(), 1u);
  EXPECT_EQ(came[0].header.kind, FrameKind::kHello);
  Open();
  came = SendAll();
  ASSERT_EQ(came.size(), 2u);
  EXPECT_EQ(came[0].header.kind, FrameKind::kRequest);
  EXPECT_EQ(came[1].header.key, "t");
}

TEST_F(WriterTest, WhatIsNoTensorGoesBeforeTensorsAndThoseInTheirOrder) {
  Open();
  EXPECT_EQ(writer_.Add(TensorOf("a", 100)), nullptr);
  EXPECT_EQ(writer_.Add(TensorOf("b", 0)), nullptr);
  EXPECT_EQ(writer_.Add(Word(FrameKind::kReply, 10, 7)), nullptr);
  WriteBatch batch;
  ASSERT_TRUE(writer_.Fill(&batch).ok());
  EXPECT_TRUE(writer_.empty());
  ASSERT_EQ(batch.pieces.size(), 3u);
  ASSERT_EQ(batch.finished.size(), 3u);
  EXPECT_EQ(batch.finished[0]->header.call, 7u);
  EXPECT_EQ(batch.finished[1]->header.key, "a");
  EXPECT_EQ(batch.finished[2]->header.key, "b");
  EXPECT_EQ(batch.pieces[1].payload.data(), batch.finished[1]->tensor.data()) << "not copied";
}

TEST_F(WriterTest, ALargeTensorIsHandedBackToBeOfferedAndGoesInChunksOnceGranted) {
  Open(true);
  constexpr int64_t kBytes = 3 * kMaxFramePayload / 2;
  std::unique_ptr<Outgoing> large = writer_.Add(TensorOf("x", kBytes));
  ASSERT_NE(large, nullptr);
  EXPECT_TRUE(writer_.empty());
  large->header.stream = writer_.NextStream();
  large->header.total_bytes = kBytes;
  const char* const data = static_cast<const char*>(large->tensor.data());
  writer_.AddGranted(std::move(large));
  WriteBatch first, second;
  ASSERT_TRUE(writer_.Fill(&first).ok());
  ASSERT_EQ(first.pieces.size(), 1u);
  EXPECT_EQ(first.pieces[0].payload.data(), data);
  EXPECT_EQ(first.pieces[0].payload.size(), kMaxFramePayload);
  EXPECT_TRUE(first.finished.empty()) << "it lives in the writer until its last chunk";
  ASSERT_TRUE(writer_.Fill(&second).ok());
  EXPECT_EQ(second.pieces[0].payload.data(), data + kMaxFramePayload);
  EXPECT_EQ(second.finished.size(), 1u);
  EXPECT_TRUE(writer_.empty());
}

TEST_F(WriterTest, LargeRequestsTakeTurnsAndHoldUpNoSmallOne) {
  Open();
  constexpr size_t kLarge = 5 * Writer::kControlChunk;
  EXPECT_EQ(writer_.Add(Word(FrameKind::kRequest, kLarge, 1)), nullptr);
  EXPECT_EQ(writer_.Add(Word(FrameKind::kRequest, 2 * kLarge, 2)), nullptr);
  WriteBatch begun;
  ASSERT_TRUE(writer_.Fill(&begun).ok());
  ASSERT_EQ(begun.pieces.size(), 1u);
  EXPECT_EQ(begun.pieces[0].payload.size(), Writer::kControlChunk);
  EXPECT_EQ(writer_.Add(Word(FrameKind::kRequest, 1, 3)), nullptr);
  WriteBatch next;
  ASSERT_TRUE(writer_.Fill(&next).ok());
  ASSERT_EQ(next.pieces.size(), 2u) << "the small one, and the other's first chunk";
  EXPECT_EQ(next.finished[0]->header.call, 3u);
  EXPECT_NE(next.pieces[1].payload.data(), begun.pieces[0].payload.data() + Writer::kControlChunk);
  size_t batches = 2;
  std::vector<uint64_t> ended;
  while (!writer_.empty()) {
    WriteBatch batch;
    ASSERT_TRUE(writer_.Fill(&batch).ok());
    for (const auto& message : batch.finished) ended.push_back(message->header.call);
    ++batches;
  }
  EXPECT_EQ(batches, 15u);
  EXPECT_EQ(ended, (std::vector<uint64_t>{1, 2}));
}

TEST_F(WriterTest, LargeRequestsComeWhole) {
  Open();
  for (uint64_t call = 1; call <= 3; ++call)
    EXPECT_EQ(writer_.Add(Word(FrameKind::kRequest, call * 100'000, call)), nullptr);
  std::vector<Message> came = SendAll();
  ASSERT_EQ(came.size(), 3u);
  for (const Message& message : came)
    EXPECT_EQ(message.body, std::string(message.header.call * 100'000, 'b'));
}

TEST_F(WriterTest, SmallTensorsWaitForCreditAndNothingWaitsForThem) {
  Open(false, 100);
  EXPECT_EQ(writer_.Add(TensorOf("a", 80)), nullptr);
  EXPECT_EQ(writer_.Add(TensorOf("b", 80)), nullptr);
  EXPECT_EQ(writer_.Add(TensorOf("c", 0)), nullptr);
  WriteBatch batch;
  ASSERT_TRUE(writer_.Fill(&batch).ok());
  EXPECT_EQ(batch.finished.size(), 1u);
  EXPECT_TRUE(batch.lacks_credit);
  WriteBatch none;
  EXPECT_EQ(writer_.Add(Word(FrameKind::kRequest, 1, 1)), nullptr);
  ASSERT_TRUE(writer_.Fill(&none).ok());
  ASSERT_EQ(none.finished.size(), 1u);
  EXPECT_EQ(none.finished[0]->header.call, 1u);
  ASSERT_TRUE(credit_.OnCredit(80, false).ok());
  WriteBatch rest;
  ASSERT_TRUE(writer_.Fill(&rest).ok());
  EXPECT_EQ(rest.finished.size(), 2u);
  EXPECT_FALSE(rest.lacks_credit);
  // What the answer to a question does not cover can be taken out, to be offered.
  EXPECT_EQ(writer_.Add(TensorOf("d", 80)), nullptr);
  EXPECT_EQ(writer_.TakeUncovered()->header.key, "d");
  EXPECT_EQ(writer_.TakeUncovered(), nullptr);
}

TEST_F(WriterTest, AThousandSmallMessagesShareAFewWrites) {
  Open();
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(writer_.Add(TensorOf("k", 1000)), nullptr);
  int batches = 0;
  for (; !writer_.empty(); ++batches) {
    WriteBatch batch;
    ASSERT_TRUE(writer_.Fill(&batch).ok());
    EXPECT_LE(batch.pieces.size(), Writer::kMaxBatchFrames);
  }
  EXPECT_EQ(batches, 8);
}

TEST_F(WriterTest, AMessageThatCannotBeAFrameFails) {
  Open();
  EXPECT_EQ(writer_.Add(TensorOf(std::string(kMaxKeyBytes + 1, 'k'), 8)), nullptr);
  WriteBatch batch;
  EXPECT_EQ(writer_.Fill(&batch).code(), Code::kInvalidArgument);
}

TEST_F(WriterTest, ThroughARingGoOnlyWordsOfWhereTheBytesLie) {
  Open(true);
  auto ring = SharedRing::Make();
  if (!ring.ok()) GTEST_SKIP() << ring.status().ToString();
  writer_.UseRing(ring->get());
  constexpr int64_t kBytes = SharedRing::kBytes + 1000;
  std::unique_ptr<Outgoing> large = writer_.Add(TensorOf("x", kBytes));
  large->header.stream = writer_.NextStream();
  writer_.AddGranted(std::move(large));
  uint64_t told = 0;
  while (true) {
    WriteBatch batch;
    ASSERT_TRUE(writer_.Fill(&batch).ok());
    if (batch.pieces.empty()) break;
    EXPECT_TRUE(batch.pieces[0].payload.empty());
    told += batch.bytes - (batch.pieces[0].header_end - batch.pieces[0].header_begin);
  }
  EXPECT_EQ(told, SharedRing::kBytes) << "as much as there is room for";
  EXPECT_TRUE(writer_.has_large());
  ASSERT_TRUE((*ring)->Read(told).ok());
  WriteBatch rest;
  ASSERT_TRUE(writer_.Fill(&rest).ok());
  EXPECT_EQ(rest.finished.size(), 1u);
}

TEST(SendCredit, ComesBackAsItIsUsedAndNeverMoreThanWasSent) {
  SendCredit credit;
  EXPECT_TRUE(credit.Covers(0)) << "what is empty needs none";
  EXPECT_FALSE(credit.Covers(1));
  credit.Open(100);
  credit.NoteSent(60);
  EXPECT_TRUE(credit.Covers(40));
  EXPECT_FALSE(credit.Covers(41));
  EXPECT_TRUE(credit.BeginAsking());
  EXPECT_FALSE(credit.BeginAsking()) << "once";
  ASSERT_TRUE(credit.OnCredit(50, false).ok());
  EXPECT_FALSE(credit.BeginAsking()) << "that was no answer";
  ASSERT_TRUE(credit.OnCredit(50, true).ok());
  EXPECT_TRUE(credit.BeginAsking());
  EXPECT_TRUE(credit.Covers(90));
  EXPECT_EQ(credit.OnCredit(61, false).ToString(),
            "DATA_LOSS: credit for 61 bytes of 60, of which 50 came back before");
  EXPECT_EQ(credit.OnCredit(49, false).code(), Code::kDataLoss);
}

}  // namespace
}  // namespace runnel::net
