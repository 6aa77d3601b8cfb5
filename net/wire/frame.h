// Frames: how messages lie on a byte stream. Nothing here does input or output.
//
// A frame is a prefix of 24 bytes, little endian,
//   magic "RNL1" | version u8 | kind u8 | header bytes u16 | payload bytes u32 | crc32c of the payload |
//   0 u32 | crc32c of all before it and of the header
// then the header (net/proto/wire.proto, at most 512 bytes) and the payload (at most kMaxFramePayload).
// A message whose payload is larger begins with a frame that says the total and goes on in chunk frames,
// between which frames of other messages may stand. A tensor that was offered is nothing but chunks.
#ifndef RUNNEL_NET_WIRE_FRAME_H_
#define RUNNEL_NET_WIRE_FRAME_H_

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/tensor/tensor.h"

namespace runnel::net {

inline constexpr uint8_t kProtocolVersion = 6;
inline constexpr size_t kPrefixBytes = 24;
inline constexpr size_t kMaxHeaderBytes = 512;
inline constexpr uint32_t kMaxFramePayload = 512 << 10;
inline constexpr uint64_t kMaxUnasked = 64 << 10;  // of a tensor that is sent without an offer
inline constexpr size_t kMaxKeyBytes = 200;
inline constexpr int kMaxWireRank = 24;  // so that every header fits
inline constexpr size_t kMaxOpenStreams = 64;

enum class FrameKind : uint8_t {
  kHello = 1,
  kHeartbeat = 2,
  kRequest = 3,
  kReply = 4,
  kTensor = 5,
  kChunk = 6,
  kGoodbye = 7,     // why the sender closes
  kOffer = 8,       // a tensor that could be sent, on the bulk connection
  kReady = 9,       // there is room for it
  kDecline = 10,    // nobody wants it
  kCredit = 11,     // tensors that were not offered have been used
  kAskCredit = 12,  // answered at once by kCredit, with stream 1
  // On the bulk connection of two processes of one host (net/link/shared_ring.h):
  kRing = 13,  // memory that the sender shares: descriptor in stream, size in total_bytes, mark in key
  kRingOpen = 14,  // with credit 1 the peer sees it, with 0 it does not, for the reason in key
  kInRing = 15,    // a chunk that lies there: total_bytes of it, at the position in credit
  kRingRead = 16,  // all before the position in credit was read
};

struct FrameHeader {
  FrameHeader() = default;
  explicit FrameHeader(FrameKind k) : kind(k) {}
  FrameKind kind = FrameKind::kHeartbeat;
  uint64_t call = 0;
  uint32_t method = 0;
  uint64_t step = 0;
  std::string key;
  DType dtype = DType::kInvalid;
  std::vector<int64_t> dims;
  bool dead = false;
  uint64_t total_bytes = 0;
  uint64_t stream = 0;
  uint64_t offset = 0;
  uint64_t credit = 0;
};

// Appends prefix and header of a frame whose payload is `payload`. Errors: INVALID_ARGUMENT for what
// does not fit the limits.
Status AppendFrame(const FrameHeader& header, std::string_view payload, std::string* out);
// Errors: DATA_LOSS, INVALID_ARGUMENT.
Result<FrameHeader> DecodeHeader(FrameKind kind, std::string_view bytes);

// A whole message as it came.
struct Message {
  FrameHeader header;
  Tensor tensor;            // kTensor with a value
  std::string body;         // other kinds
  uint64_t wire_bytes = 0;  // of its payload
};

// Strings have lengths: a string tensor's payload is its lengths as varints, then the bytes.
Result<std::string> EncodeStrings(const Tensor& tensor);
Result<Tensor> DecodeStrings(Allocator* allocator, const Shape& shape, std::string_view bytes);

struct FrameLimits;
// Whether a tensor's header is consistent with a payload of so many bytes. Errors: INVALID_ARGUMENT,
// RESOURCE_EXHAUSTED beyond the limits.
Status CheckTensorHeader(const FrameHeader& header, uint64_t total_bytes, const FrameLimits& limits);

struct FrameLimits {
  uint64_t max_message_bytes = uint64_t{16} << 30;
  uint64_t max_body_bytes = uint64_t{2} << 30;  // bodies, and tensors of strings
  bool only_hello = false;                      // nothing but hello and goodbye, and small ones
  uint64_t max_unasked_bytes = UINT64_MAX;      // of a tensor that nobody was ready for
  bool bulk = false;                            // no tensors but those, no requests, no replies
  bool shared = false;                          // with what may lie in shared memory
};

// Cuts a byte stream into messages. The caller puts bytes where Space says; large payloads thus arrive
// in their tensors directly. Unusable after an error.
class FrameReader {
 public:
  FrameReader(Allocator* allocator, const FrameLimits& limits);

  // Where the next bytes go; never empty.
  std::span<char> Space();
  // `size_bytes` were put there. Calls message(Message) -> Status for each that is complete; its error
  // is handed on. Errors: DATA_LOSS for wrong magic, checksums or numbers, FAILED_PRECONDITION for
  // another version, RESOURCE_EXHAUSTED beyond limits and memory, INVALID_ARGUMENT for nonsense.
  template <typename F>
  Status Filled(size_t size_bytes, F message) {
    Note(size_bytes);
    while (true) {
      bool complete = false;
      Message out;
      RUNNEL_RETURN_IF_ERROR(Advance(&complete, &out));
      if (!complete) return OkStatus();
      if (out.header.kind != FrameKind::kChunk) RUNNEL_RETURN_IF_ERROR(message(std::move(out)));
    }
  }
  Allocator* allocator() const { return allocator_; }
  void set_limits(const FrameLimits& limits);
  // Memory taken by incomplete bodies: at most twice the bytes that have arrived.
  uint64_t body_bytes() const { return body_bytes_; }
  // Announces a tensor that will come as chunks of header.stream, header.total_bytes in all. `room`
  // receives it; empty for strings. The header was checked.
  void Expect(FrameHeader header, Tensor room);
  // A chunk that came outside of the stream, between two frames. *complete: it was the last one, and
  // *out is the message. Errors: as Filled's.
  Status TakeChunk(const FrameHeader& header, std::span<const char> payload, bool* complete,
                   Message* out);

 private:
  // An incomplete message. A tensor has its memory from the start; a body, and a tensor of strings,
  // grows with the bytes that arrive.
  struct Incoming {
    Message message;
    uint64_t total = 0;
    uint64_t received = 0;  // in frames that ended
    char* data = nullptr;   // null: message.body, so far
    uint64_t counted = 0;   // of body_bytes_
  };
  // Where byte `at` of the message goes. *room is the number of bytes that fit there, at least one.
  char* RoomAt(Incoming* incoming, uint64_t at, uint64_t* room);

  void Note(size_t size_bytes);
  // Takes one step as far as the bytes go. *complete: a frame has ended. *out is then its message, or a
  // chunk that completes none.
  Status Advance(bool* complete, Message* out);
  Status BeginFrame();  // prefix and header are there
  void Receive(size_t size_bytes);
  Status BeginMessage(FrameHeader header, uint64_t total);
  // The message that the next chunk belongs to.
  Result<Incoming*> ChunkTarget(const FrameHeader& header, uint64_t size_bytes);
  Status EndFrame(Message* out);
  Status FinishMessage(Incoming* incoming, Message* out);

  Allocator* const allocator_;
  FrameLimits limits_;
  std::vector<char> scratch_;
  size_t begin_ = 0, end_ = 0;  // of what is in scratch_ and not yet used
  bool direct_ = false;         // the last Space was inside of a payload
  bool in_payload_ = false;
  bool expects_large_ = false;  // what the last frame was like
  uint32_t payload_bytes_ = 0, payload_received_ = 0;
  uint32_t payload_crc_ = 0, received_crc_ = 0;  // as the prefix has it, and of what came so far
  uint64_t body_bytes_ = 0;
  Incoming* target_ = nullptr;
  Incoming current_;  // a message in one frame
  std::map<uint64_t, Incoming> streams_;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_WIRE_FRAME_H_
