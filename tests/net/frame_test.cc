// Frames: what is written is read back however the stream is cut, and what is damaged is refused.
#include "net/wire/frame.h"

#include <gmock/gmock-matchers.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "core/base/crc32c.h"

namespace runnel::net {
namespace {

using testing::HasSubstr;

// A whole message as bytes, in chunks where it is large.
std::string Encode(FrameHeader header, std::string_view payload) {
  std::string out;
  if (payload.size() > kMaxFramePayload) {
    header.stream = 7;
    header.total_bytes = payload.size();
  }
  uint64_t sent = 0;
  do {
    const std::string_view piece = payload.substr(sent, kMaxFramePayload);
    FrameHeader chunk(FrameKind::kChunk);
    chunk.stream = header.stream;
    chunk.offset = sent;
    EXPECT_TRUE(AppendFrame(sent == 0 ? header : chunk, piece, &out).ok());
    out += piece;
    sent += piece.size();
  } while (sent < payload.size());
  return out;
}

FrameHeader TensorHeader(DType dtype, std::vector<int64_t> dims) {
  FrameHeader header(FrameKind::kTensor);
  header.step = 0xfedcba9876543210;
  header.key = "e12";
  header.dtype = dtype;
  header.dims = std::move(dims);
  return header;
}

// Feeds `bytes` in pieces of at most `piece` bytes.
Status ReadAll(std::string_view bytes, size_t piece, std::vector<Message>* out,
               const FrameLimits& limits = {}) {
  FrameReader reader(SystemAllocator(), limits);
  while (!bytes.empty()) {
    const std::span<char> space = reader.Space();
    EXPECT_FALSE(space.empty());
    const size_t n = std::min({piece, space.size(), bytes.size()});
    std::memcpy(space.data(), bytes.data(), n);
    bytes.remove_prefix(n);
    RUNNEL_RETURN_IF_ERROR(reader.Filled(n, [&](Message message) {
      out->push_back(std::move(message));
      return OkStatus();
    }));
  }
  return OkStatus();
}

TEST(Frame, ComesBackHoweverTheStreamIsCut) {
  std::vector<float> values(200'000);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const std::string_view raw(reinterpret_cast<const char*>(values.data()), values.size() * 4);
  FrameHeader request(FrameKind::kRequest);
  request.call = 300;
  request.method = 12;
  FrameHeader dead(FrameKind::kTensor);
  dead.dead = true;
  dead.key = "e1";
  std::string bytes = Encode(request, "a body");
  bytes += Encode(TensorHeader(DType::kFloat, {400, 500}), raw);
  bytes += Encode(TensorHeader(DType::kInt32, {0, 3}), "");
  bytes += Encode(dead, "");
  bytes += Encode(FrameHeader(FrameKind::kHeartbeat), "");
  for (const size_t piece : {size_t{1}, size_t{7}, size_t{4096}, size_t{65'536}, bytes.size()}) {
    std::vector<Message> got;
    const Status status = ReadAll(bytes, piece, &got);
    ASSERT_TRUE(status.ok()) << piece << ": " << status.ToString();
    ASSERT_EQ(got.size(), 5u);
    EXPECT_EQ(got[0].header.call, 300u);
    EXPECT_EQ(got[0].header.method, 12u);
    EXPECT_EQ(got[0].body, "a body");
    EXPECT_EQ(got[1].header.step, 0xfedcba9876543210);
    EXPECT_EQ(got[1].header.key, "e12");
    ASSERT_EQ(got[1].tensor.shape(), Shape({400, 500}));
    EXPECT_EQ(std::memcmp(got[1].tensor.data(), raw.data(), raw.size()), 0);
    EXPECT_EQ(got[2].tensor.shape(), Shape({0, 3}));
    EXPECT_TRUE(got[3].header.dead);
    EXPECT_TRUE(got[3].tensor.empty());
    EXPECT_EQ(got[4].header.kind, FrameKind::kHeartbeat);
  }
}

TEST(Frame, EveryFlippedBitIsNoticed) {
  const std::string bytes = Encode(TensorHeader(DType::kInt32, {3}), std::string(12, 'p'));
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    // Lengths may ask for more bytes than there are: those then come from the next frame.
    damaged += bytes + bytes;
    std::vector<Message> got;
    const Status status = ReadAll(damaged, damaged.size(), &got);
    EXPECT_FALSE(status.ok() && got.size() == 3) << "bit " << bit;
    if (!got.empty()) {
      EXPECT_EQ(std::memcmp(got[0].tensor.data(), "pppppppppppp", 12), 0);
    }
  }
}

// With the checksum of its header made right.
std::string Fixed(std::string frame) {
  uint16_t header_bytes = 0;
  std::memcpy(&header_bytes, frame.data() + 6, 2);
  const uint32_t crc = ExtendCrc32c(Crc32c(std::string_view(frame).substr(0, 20)),
                                    frame.data() + kPrefixBytes, header_bytes);
  std::memcpy(frame.data() + 20, &crc, 4);
  return frame;
}

TEST(Frame, RefusesWhatMakesNoSense) {
  const auto refused = [](const std::string& bytes, Code code, const std::string& why,
                          const FrameLimits& limits = {}) {
    std::vector<Message> got;
    const Status status = ReadAll(bytes, bytes.size(), &got, limits);
    EXPECT_EQ(status.code(), code) << status.ToString();
    EXPECT_THAT(status.ToString(), HasSubstr(why));
  };
  refused("GET / HTTP/1.1\r\nHost: a.b\r\n\r\n", Code::kDataLoss, "does not speak Runnel's protocol");
  std::string version = Encode(FrameHeader(FrameKind::kHeartbeat), "");
  version[4] = 9;
  refused(Fixed(version), Code::kFailedPrecondition, "version 9");
  std::string kind = Encode(FrameHeader(FrameKind::kHeartbeat), "");
  kind[5] = 99;
  refused(Fixed(kind), Code::kDataLoss, "a frame of kind 99");
  refused(Encode(TensorHeader(DType::kFloat, {3}), "12345678"), Code::kInvalidArgument, "float[3] of 8");
  refused(Encode(TensorHeader(DType::kFloat, {int64_t{1} << 40, int64_t{1} << 40}), ""),
          Code::kInvalidArgument, "");
  refused(Encode(TensorHeader(DType::kFloat, {-1}), ""), Code::kInvalidArgument, "");
  refused(Encode(TensorHeader(DType::kResource, {}), "12345678"), Code::kInvalidArgument, "");
  refused(Encode(TensorHeader(DType::kString, {int64_t{1} << 40}), "x"), Code::kDataLoss,
          "elements in 1 bytes");
  FrameHeader orphan(FrameKind::kChunk);
  orphan.stream = 5;
  refused(Encode(orphan, "x"), Code::kDataLoss, "a chunk of no message");
  FrameHeader huge = TensorHeader(DType::kUInt8, {int64_t{1} << 50});
  huge.stream = 1;
  huge.total_bytes = uint64_t{1} << 50;
  std::string begun;
  ASSERT_TRUE(AppendFrame(huge, "x", &begun).ok());
  refused(begun + "x", Code::kResourceExhausted, "at most");
  FrameLimits before_hello;
  before_hello.only_hello = true;
  refused(Encode(FrameHeader(FrameKind::kRequest), ""), Code::kDataLoss, "did not say hello",
          before_hello);
  refused(Encode(FrameHeader(FrameKind::kHello), std::string(5000, 'x')), Code::kResourceExhausted,
          "at most", before_hello);
}

TEST(Frame, TheLongestHeaderFits) {
  FrameHeader header = TensorHeader(DType::kUInt8, std::vector<int64_t>(kMaxWireRank, INT64_MAX));
  header.key = std::string(kMaxKeyBytes, 'k');
  header.total_bytes = header.stream = header.step = header.call = header.offset = UINT64_MAX;
  header.method = UINT32_MAX;
  header.dead = true;
  std::string bytes;
  const Status status = AppendFrame(header, "", &bytes);
  EXPECT_TRUE(status.ok()) << status.ToString();
  EXPECT_LE(bytes.size(), kPrefixBytes + kMaxHeaderBytes);
  header.dims.push_back(1);
  EXPECT_EQ(AppendFrame(header, "", &bytes).code(), Code::kUnimplemented);
}

}  // namespace
}  // namespace runnel::net
