// The frame reader is a state machine over a byte stream. Small frames come through scratch memory,
// several at a time; for a payload above a threshold, Space returns the tensor's own memory, so that the
// socket reads into it without a copy. Checksums are computed as bytes arrive, while they are in the
// cache. Every length is checked against the limits before memory is claimed, and a body's memory grows
// with the bytes that have actually arrived.
#include "net/wire/frame.h"

#include <algorithm>
#include <cstring>

#include "core/base/checked.h"
#include "core/base/crc32c.h"
#include "core/graph/wire.h"
#include "net/proto/wire.pb.h"

namespace runnel::net {
namespace {

constexpr char kMagic[4] = {'R', 'N', 'L', '1'};
constexpr size_t kScratchBytes = 64 << 10;
// Until the peer has said hello: room for a frame's prefix and header.
constexpr size_t kHelloScratchBytes = 2048;
constexpr uint64_t kLeastGrowth = 4096;  // of a body that comes
constexpr uint64_t kMaxHelloBytes = 4096;
// Below this the bytes come through the scratch memory, several frames at a time.
constexpr size_t kMinDirect = 4096;
// A payload above this size is read by itself, into its tensor.
constexpr size_t kLargeFrame = 16 << 10;
constexpr size_t kHeadBytes = 2048;  // more than a frame's prefix and header

template <typename T>
T Load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}
template <typename T>
void Store(T value, char* at) {
  std::memcpy(at, &value, sizeof(T));
}

bool IsBodyKind(FrameKind kind) { return kind != FrameKind::kTensor && kind != FrameKind::kChunk; }
// The other kinds name a stream of the bulk connection.
bool HasPayload(FrameKind kind) { return kind < FrameKind::kOffer; }

}  // namespace

Status AppendFrame(const FrameHeader& header, std::string_view payload, std::string* out) {
  if (header.key.size() > kMaxKeyBytes) {
    return InvalidArgument("key \"", header.key, "\" is longer than ", kMaxKeyBytes, " bytes");
  }
  if (header.dims.size() > kMaxWireRank) {
    return Unimplemented("a tensor of rank ", header.dims.size(), " between tasks; at most ",
                         kMaxWireRank);
  }
  if (payload.size() > kMaxFramePayload) return Internal("a frame of ", payload.size(), " bytes");
  WireWriter writer;
  const auto walk = [&] {
    writer.VarintIfSet(runnel_net_Header_call_tag, header.call);
    writer.VarintIfSet(runnel_net_Header_method_tag, header.method);
    writer.VarintIfSet(runnel_net_Header_step_tag, header.step);
    writer.StringIfSet(runnel_net_Header_key_tag, header.key);
    writer.VarintIfSet(runnel_net_Header_dtype_tag, static_cast<uint64_t>(header.dtype));
    if (!header.dims.empty()) {
      const size_t mark = writer.Begin(runnel_net_Header_dims_tag);
      for (const int64_t dim : header.dims) writer.PackedVarint(static_cast<uint64_t>(dim));
      writer.End(mark);
    }
    writer.VarintIfSet(runnel_net_Header_dead_tag, header.dead ? 1 : 0);
    writer.VarintIfSet(runnel_net_Header_total_bytes_tag, header.total_bytes);
    writer.VarintIfSet(runnel_net_Header_stream_tag, header.stream);
    writer.VarintIfSet(runnel_net_Header_offset_tag, header.offset);
    writer.VarintIfSet(runnel_net_Header_credit_tag, header.credit);
  };
  walk();
  std::string bytes;
  RUNNEL_RETURN_IF_ERROR(writer.Start(&bytes));
  walk();
  if (bytes.size() > kMaxHeaderBytes) return Internal("a header of ", bytes.size(), " bytes");
  char prefix[kPrefixBytes] = {};
  std::memcpy(prefix, kMagic, sizeof(kMagic));
  prefix[4] = static_cast<char>(kProtocolVersion);
  prefix[5] = static_cast<char>(header.kind);
  Store(static_cast<uint16_t>(bytes.size()), prefix + 6);
  Store(static_cast<uint32_t>(payload.size()), prefix + 8);
  Store(Crc32c(payload), prefix + 12);
  const uint32_t crc = ExtendCrc32c(0, prefix, kPrefixBytes - 4);
  Store(ExtendCrc32c(crc, bytes.data(), bytes.size()), prefix + 20);
  out->append(prefix, kPrefixBytes);
  out->append(bytes);
  return OkStatus();
}

Result<FrameHeader> DecodeHeader(FrameKind kind, std::string_view bytes) {
  FrameHeader out;
  out.kind = kind;
  WireFailure failure;
  WireReader in(bytes, &failure);
  uint64_t number = 0;
  while (in.Next()) {
    switch (in.field()) {
      case runnel_net_Header_call_tag:
        in.Varint(&out.call);
        break;
      case runnel_net_Header_method_tag:
        if (in.Varint(&number))
          out.method = static_cast<uint32_t>(std::min<uint64_t>(number, UINT32_MAX));
        break;
      case runnel_net_Header_step_tag:
        in.Varint(&out.step);
        break;
      case runnel_net_Header_key_tag:
        in.Read(&out.key);
        break;
      case runnel_net_Header_dtype_tag:
        if (in.Varint(&number)) {
          out.dtype = static_cast<DType>(std::min<uint64_t>(number, 127));
          if (number > 127 || DTypeSize(out.dtype) == 0)
            in.Invalid(in.field_start(), "no type ", number);
        }
        break;
      case runnel_net_Header_dims_tag:
        in.Varints([&](uint64_t dim) {
          if (out.dims.size() <= kMaxWireRank) out.dims.push_back(static_cast<int64_t>(dim));
        });
        break;
      case runnel_net_Header_dead_tag:
        in.Read(&out.dead);
        break;
      case runnel_net_Header_total_bytes_tag:
        in.Varint(&out.total_bytes);
        break;
      case runnel_net_Header_stream_tag:
        in.Varint(&out.stream);
        break;
      case runnel_net_Header_offset_tag:
        in.Varint(&out.offset);
        break;
      case runnel_net_Header_credit_tag:
        in.Varint(&out.credit);
        break;
      default:
        in.Skip();
    }
  }
  if (failure.failed()) {
    return MakeStatus(failure.code, "frame header: byte ", failure.at - bytes.data(), ": ",
                      failure.message);
  }
  if (out.dims.size() > kMaxWireRank) {
    return InvalidArgument("frame header: a tensor of rank above ", kMaxWireRank);
  }
  if (out.key.size() > kMaxKeyBytes) {
    return InvalidArgument("frame header: a key of ", out.key.size(), " bytes");
  }
  return out;
}

// ---- tensors of strings ----

Result<std::string> EncodeStrings(const Tensor& tensor) {
  std::string out;
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    uint64_t n = tensor.string_at(i).size();
    for (; n >= 0x80; n >>= 7) out += static_cast<char>(n | 0x80);
    out += static_cast<char>(n);
  }
  for (int64_t i = 0; i < tensor.num_elements(); ++i) out += tensor.string_at(i);
  return out;
}

Result<Tensor> DecodeStrings(Allocator* allocator, const Shape& shape, std::string_view bytes) {
  // Every string takes at least one byte for its length, so a small payload cannot claim much memory.
  if (static_cast<uint64_t>(shape.num_elements()) > bytes.size()) {
    return DataLoss("a string tensor of ", shape.num_elements(), " elements in ", bytes.size(),
                    " bytes");
  }
  WireFailure failure;
  WireReader in(bytes, &failure);
  std::vector<uint64_t> sizes(static_cast<size_t>(shape.num_elements()));
  for (uint64_t& size : sizes) {
    if (!in.RawVarint(&size)) return DataLoss("a string tensor's lengths are cut short");
  }
  std::string_view rest = bytes.substr(static_cast<size_t>(in.position() - bytes.data()));
  RUNNEL_ASSIGN_OR_RETURN(Tensor out, Tensor::Allocate(allocator, DType::kString, shape));
  auto* buffer = static_cast<StringBuffer*>(out.buffer().get());
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] > rest.size()) return DataLoss("a string tensor's element ", i, " is cut short");
    RUNNEL_RETURN_IF_ERROR(
        buffer->Set(static_cast<int64_t>(i), rest.substr(0, static_cast<size_t>(sizes[i]))));
    rest.remove_prefix(static_cast<size_t>(sizes[i]));
  }
  if (!rest.empty()) return DataLoss("a string tensor with ", rest.size(), " bytes too many");
  return out;
}

Status CheckTensorHeader(const FrameHeader& header, uint64_t total_bytes, const FrameLimits& limits) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(header.dims));
  if (!shape.IsFullyDefined()) return InvalidArgument("a tensor of shape ", shape.ToString());
  if (header.dead ? total_bytes != 0
                  : header.dtype == DType::kInvalid || header.dtype == DType::kResource) {
    return InvalidArgument("a tensor without a type, or a dead one with a value");
  }
  const bool strings = header.dtype == DType::kString;
  const uint64_t limit = strings ? limits.max_body_bytes : limits.max_message_bytes;
  if (total_bytes > limit) {
    return ResourceExhausted("a message of ", total_bytes, " bytes; at most ", limit);
  }
  uint64_t want = 0;
  if (!header.dead && !strings &&
      (!CheckedMul(static_cast<uint64_t>(shape.num_elements()),
                   static_cast<uint64_t>(DTypeSize(header.dtype)), &want) ||
       want != total_bytes)) {
    return InvalidArgument("a tensor ", DTypeName(header.dtype), shape.ToString(), " of ", total_bytes,
                           " bytes");
  }
  return OkStatus();
}

// ---- reading ----

FrameReader::FrameReader(Allocator* allocator, const FrameLimits& limits)
    : allocator_(allocator),
      limits_(limits),
      scratch_(limits.only_hello ? kHelloScratchBytes : kScratchBytes) {}

void FrameReader::set_limits(const FrameLimits& limits) {
  limits_ = limits;
  if (!limits.only_hello && scratch_.size() < kScratchBytes) scratch_.resize(kScratchBytes);
}

char* FrameReader::RoomAt(Incoming* incoming, uint64_t at, uint64_t* room) {
  if (incoming->data != nullptr) {
    *room = incoming->total - at;
    return incoming->data + at;
  }
  std::string& body = incoming->message.body;
  if (at >= body.size()) {
    body.resize(std::min(incoming->total, std::max(2 * at, at + kLeastGrowth)));
    if (IsBodyKind(incoming->message.header.kind)) {
      body_bytes_ += body.size() - incoming->counted;
      incoming->counted = body.size();
    }
  }
  *room = body.size() - at;
  return body.data() + at;
}

std::span<char> FrameReader::Space() {
  if (in_payload_ && begin_ == end_ && payload_bytes_ - payload_received_ >= kMinDirect) {
    direct_ = true;
    uint64_t room = 0;
    char* const at = RoomAt(target_, target_->received + payload_received_, &room);
    return {at, std::min<uint64_t>(room, payload_bytes_ - payload_received_)};
  }
  direct_ = false;
  if (begin_ > 0) {
    std::memmove(scratch_.data(), scratch_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  // A large frame is probably followed by another: only its prefix and header are read here.
  const size_t size = expects_large_ && end_ < kHeadBytes ? kHeadBytes : scratch_.size();
  return {scratch_.data() + end_, size - end_};
}

// Payload bytes have arrived in place. They are still in the cache.
void FrameReader::Receive(size_t size_bytes) {
  uint64_t room = 0;
  const char* const at = RoomAt(target_, target_->received + payload_received_, &room);
  received_crc_ = ExtendCrc32c(received_crc_, at, size_bytes);
  payload_received_ += static_cast<uint32_t>(size_bytes);
}

void FrameReader::Note(size_t size_bytes) {
  if (direct_) {
    Receive(size_bytes);
  } else {
    end_ += size_bytes;
  }
}

Status FrameReader::Advance(bool* complete, Message* out) {
  if (!in_payload_) {
    const size_t have = end_ - begin_;
    if (have < kPrefixBytes) return OkStatus();
    const char* prefix = scratch_.data() + begin_;
    if (std::memcmp(prefix, kMagic, sizeof(kMagic)) != 0) {
      return DataLoss("the peer does not speak Runnel's protocol");
    }
    if (static_cast<uint8_t>(prefix[4]) != kProtocolVersion) {
      return FailedPrecondition(
          "the peer speaks version ", static_cast<int>(static_cast<uint8_t>(prefix[4])),
          " of the protocol, this is version ", static_cast<int>(kProtocolVersion));
    }
    const auto header_bytes = Load<uint16_t>(prefix + 6);
    if (header_bytes > kMaxHeaderBytes || Load<uint32_t>(prefix + 8) > kMaxFramePayload ||
        Load<uint32_t>(prefix + 16) != 0) {
      return DataLoss("a frame's prefix is damaged");
    }
    if (have < kPrefixBytes + header_bytes) return OkStatus();
    RUNNEL_RETURN_IF_ERROR(BeginFrame());
    begin_ += kPrefixBytes + header_bytes;
  }
  while (begin_ < end_ && payload_received_ < payload_bytes_) {
    uint64_t room = 0;
    char* const at = RoomAt(target_, target_->received + payload_received_, &room);
    const size_t n = std::min<uint64_t>({end_ - begin_, payload_bytes_ - payload_received_, room});
    std::memcpy(at, scratch_.data() + begin_, n);
    Receive(n);
    begin_ += n;
  }
  if (payload_received_ < payload_bytes_) return OkStatus();
  *complete = true;
  return EndFrame(out);
}

Status FrameReader::BeginFrame() {
  const char* prefix = scratch_.data() + begin_;
  const auto header_bytes = Load<uint16_t>(prefix + 6);
  const uint32_t crc = ExtendCrc32c(0, prefix, kPrefixBytes - 4);
  if (ExtendCrc32c(crc, prefix + kPrefixBytes, header_bytes) != Load<uint32_t>(prefix + 20)) {
    return DataLoss("a frame's header does not match its checksum");
  }
  const auto kind = static_cast<uint8_t>(prefix[5]);
  if (kind < static_cast<uint8_t>(FrameKind::kHello) ||
      kind > static_cast<uint8_t>(FrameKind::kRingRead)) {
    return DataLoss("a frame of kind ", static_cast<int>(kind));
  }
  RUNNEL_ASSIGN_OR_RETURN(
      FrameHeader header,
      DecodeHeader(static_cast<FrameKind>(kind), std::string_view(prefix + kPrefixBytes, header_bytes)));
  payload_bytes_ = Load<uint32_t>(prefix + 8);
  payload_crc_ = Load<uint32_t>(prefix + 12);
  payload_received_ = received_crc_ = 0;
  if (limits_.only_hello && header.kind != FrameKind::kHello && header.kind != FrameKind::kGoodbye) {
    return DataLoss("the peer did not say hello first");
  }
  if (header.kind >= FrameKind::kRing) {
    if (!limits_.shared) {
      return DataLoss("a frame of kind ", static_cast<int>(kind), " where no memory can be shared");
    }
  } else if (limits_.bulk && header.kind != FrameKind::kChunk && header.kind != FrameKind::kHeartbeat &&
             header.kind != FrameKind::kGoodbye) {
    return DataLoss("a frame of kind ", static_cast<int>(kind), " where only tensors are expected");
  }
  if (header.kind == FrameKind::kChunk) {
    RUNNEL_ASSIGN_OR_RETURN(target_, ChunkTarget(header, payload_bytes_));
  } else {
    const bool several = header.stream != 0 && HasPayload(header.kind);
    if (several && (header.total_bytes <= payload_bytes_ || payload_bytes_ == 0)) {
      return DataLoss("a message of ", header.total_bytes, " bytes in chunks");
    }
    if (several && streams_.contains(header.stream)) return DataLoss("a stream is begun twice");
    if (several && streams_.size() >= kMaxOpenStreams) {
      return ResourceExhausted("more than ", kMaxOpenStreams, " messages at once");
    }
    const uint64_t total = several ? header.total_bytes : payload_bytes_;
    RUNNEL_RETURN_IF_ERROR(BeginMessage(std::move(header), total));
  }
  in_payload_ = true;
  expects_large_ = payload_bytes_ >= kLargeFrame;
  return OkStatus();
}

Result<FrameReader::Incoming*> FrameReader::ChunkTarget(const FrameHeader& header, uint64_t size_bytes) {
  const auto it = streams_.find(header.stream);
  if (it == streams_.end()) return DataLoss("a chunk of no message");
  Incoming& incoming = it->second;
  if (header.offset != incoming.received || size_bytes == 0 ||
      size_bytes > incoming.total - incoming.received) {
    return DataLoss("a chunk at byte ", header.offset, " of ", size_bytes, " bytes; expected byte ",
                    incoming.received, " of ", incoming.total);
  }
  return &incoming;
}

Status FrameReader::TakeChunk(const FrameHeader& header, std::span<const char> payload, bool* complete,
                              Message* out) {
  RUNNEL_ASSIGN_OR_RETURN(Incoming* const incoming, ChunkTarget(header, payload.size()));
  for (std::span<const char> rest = payload; !rest.empty();) {
    uint64_t room = 0;
    char* const at = RoomAt(incoming, incoming->received, &room);
    const size_t n = std::min<uint64_t>(rest.size(), room);
    std::memcpy(at, rest.data(), n);
    incoming->received += n;
    rest = rest.subspan(n);
  }
  *complete = incoming->received == incoming->total;
  if (!*complete) return OkStatus();
  const uint64_t stream = header.stream;
  Status status = FinishMessage(incoming, out);
  streams_.erase(stream);
  return status;
}

Status FrameReader::BeginMessage(FrameHeader header, uint64_t total) {
  const bool plain_tensor = header.kind == FrameKind::kTensor && header.dtype != DType::kString;
  const uint64_t limit = limits_.only_hello ? kMaxHelloBytes
                         : plain_tensor     ? limits_.max_message_bytes
                                            : limits_.max_body_bytes;
  if (total > limit) {
    return ResourceExhausted("a message of ", total, " bytes; at most ", limit);
  }
  Incoming incoming;
  incoming.total = total;
  if (header.kind == FrameKind::kTensor) {
    if (total > limits_.max_unasked_bytes) {
      return DataLoss("a tensor of ", total, " bytes that was not offered");
    }
    RUNNEL_RETURN_IF_ERROR(CheckTensorHeader(header, total, limits_));
    if (plain_tensor && !header.dead) {
      RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(header.dims));
      RUNNEL_ASSIGN_OR_RETURN(incoming.message.tensor,
                              Tensor::Allocate(allocator_, header.dtype, shape));
      incoming.data = static_cast<char*>(incoming.message.tensor.data());
    }
  } else if (total > 0 && !HasPayload(header.kind)) {
    return DataLoss("a frame of kind ", static_cast<int>(header.kind), " with a payload");
  }
  const uint64_t stream = HasPayload(header.kind) ? header.stream : 0;
  incoming.message.header = std::move(header);
  Incoming* const place = stream != 0 ? &streams_[stream] : &current_;
  *place = std::move(incoming);
  target_ = place;
  return OkStatus();
}

void FrameReader::Expect(FrameHeader header, Tensor room) {
  Incoming incoming;
  incoming.total = header.total_bytes;
  incoming.data = static_cast<char*>(room.empty() ? nullptr : room.data());
  header.kind = FrameKind::kTensor;
  const uint64_t stream = header.stream;
  incoming.message.header = std::move(header);
  incoming.message.tensor = std::move(room);
  streams_[stream] = std::move(incoming);
}

Status FrameReader::EndFrame(Message* out) {
  in_payload_ = false;
  if (received_crc_ != payload_crc_) {
    return DataLoss("a frame's payload does not match its checksum");
  }
  target_->received += payload_bytes_;
  if (target_->received < target_->total) {
    out->header.kind = FrameKind::kChunk;
    return OkStatus();
  }
  const FrameHeader& header = target_->message.header;
  const uint64_t stream = HasPayload(header.kind) ? header.stream : 0;
  Status status = FinishMessage(target_, out);
  target_ = nullptr;
  if (stream != 0) streams_.erase(stream);
  return status;
}

Status FrameReader::FinishMessage(Incoming* incoming, Message* out) {
  body_bytes_ -= incoming->counted;
  *out = std::move(incoming->message);
  out->wire_bytes = incoming->total;
  *incoming = Incoming();
  const FrameHeader& header = out->header;
  if (IsBodyKind(header.kind) || header.dead || header.dtype != DType::kString) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(header.dims));
  RUNNEL_ASSIGN_OR_RETURN(out->tensor, DecodeStrings(allocator_, shape, out->body));
  out->body.clear();
  return OkStatus();
}

}  // namespace runnel::net
