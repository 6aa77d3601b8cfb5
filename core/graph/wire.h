// Protobuf's wire format, field by field: WireReader and WireWriter are thin walks over nanopb's
// streams.
//
// GraphDef's messages are recursive, hold maps and unbounded lists, and end up in C++ containers. With
// nanopb's descriptors every such field would be a callback, and the decoder would do nothing but
// dispatch callbacks. A switch over the generated field numbers is shorter, smaller and several times
// faster. So the .proto files give field numbers, names and types (the X-macros of the generated
// headers), nanopb's streams the primitives, and the messages are walked by hand.
#ifndef RUNNEL_CORE_GRAPH_WIRE_H_
#define RUNNEL_CORE_GRAPH_WIRE_H_

#include <pb_decode.h>
#include <pb_encode.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace runnel {

inline constexpr int kMaxMessageNesting = 64;

// Where decoding of one buffer failed first, shared by all of its readers.
struct WireFailure {
  Code code = Code::kOk;
  std::string message;
  const char* at = nullptr;  // a byte of the buffer
  bool failed() const { return code != Code::kOk; }
};

// Reads the fields of one message that lies in memory:
//   while (in.Next()) switch (in.field()) { case ...: ok = in.Read(&x); ... default: ok = in.Skip(); }
//   return in.Done();
// Each field must be read or skipped once. After a failure Next returns false. Views point into the
// buffer.
class WireReader {
 public:
  WireReader(std::string_view bytes, WireFailure* failure) : WireReader(bytes, failure, nullptr, 1) {}

  bool Next();
  bool Done() const { return !failure_->failed(); }
  uint32_t field() const { return field_; }
  pb_wire_type_t wire_type() const { return wire_type_; }
  const char* position() const { return static_cast<const char*>(stream_.state); }
  // The names of the current field, and of the whole message, in errors.
  const char* field_start() const { return field_start_; }
  const char* whole() const { return whole_; }

  bool Skip();
  bool Bytes(std::string_view* out);
  bool Varint(uint64_t* out);
  bool Read(std::string* out);
  bool Read(int64_t* out);
  bool Read(int32_t* out);
  bool Read(bool* out);
  bool Read(float* out);
  // The current field as a message. If it is none, the returned reader has failed.
  WireReader Message();
  // The current field as one value or a packed list: calls value(T) for each; T is uint64_t for varints,
  // uint32_t or uint64_t for fixed widths.
  template <typename F>
  bool Varints(F value);
  template <typename T, typename F>
  bool Fixed(F value);
  // Adds to *count the values of the current field without decoding them. unit_bytes 0: varints.
  bool CountValues(size_t unit_bytes, uint64_t* count);

  // A varint that is no field. One of a single byte is read in place, longer ones by nanopb.
  bool RawVarint(uint64_t* out) {
    const auto* next = static_cast<const unsigned char*>(stream_.state);
    if (stream_.bytes_left == 0 || *next >= 0x80) return LongVarint(out);
    *out = *next;
    stream_.state = const_cast<unsigned char*>(next + 1);
    --stream_.bytes_left;
    return true;
  }

  // Notes a failure at a byte of the buffer (null: of the root message); always false.
  bool Fail(Code code, const char* at, std::string message);
  template <typename... Args>
  bool Invalid(const char* at, const Args&... args) {
    return Fail(Code::kInvalidArgument, at, StrCat(args...));
  }

 private:
  WireReader(std::string_view bytes, WireFailure* failure, const char* whole, int depth);
  bool LongVarint(uint64_t* out);
  bool Expect(pb_wire_type_t type) { return wire_type_ == type || WrongType(type); }
  bool WrongType(pb_wire_type_t expected);
  bool Malformed(std::string_view why);

  pb_istream_t stream_;  // state: the next byte
  const char* whole_;
  const char* field_start_;
  WireFailure* failure_;
  uint32_t field_ = 0;
  pb_wire_type_t wire_type_ = PB_WT_VARINT;
  int depth_;
};

// Writes messages in two passes over the same calls, so that the output is allocated once and no byte
// moves:
//   WireWriter out; Walk(out); std::string bytes; RETURN_IF(out.Start(&bytes)); Walk(out);
// The first pass measures every nested message, the second writes. Both must make the same calls.
class WireWriter {
 public:
  WireWriter() = default;

  void Varint(uint32_t field, uint64_t value);
  void Fixed32(uint32_t field, const void* value);
  void Bytes(uint32_t field, const void* data, size_t size_bytes);
  void String(uint32_t field, std::string_view value) { Bytes(field, value.data(), value.size()); }
  // Fields that proto3 omits when they are empty.
  void StringIfSet(uint32_t field, std::string_view value) {
    if (!value.empty()) String(field, value);
  }
  void VarintIfSet(uint32_t field, uint64_t value) {
    if (value != 0) Varint(field, value);
  }
  // Between Begin and End, of a nested message or packed list.
  size_t Begin(uint32_t field);
  void End(size_t mark);
  void PackedVarint(uint64_t value) { RawVarint(value); }
  void PackedRaw(const void* data, size_t size_bytes);

  // Ends the first pass: sizes *out and begins to write there. Errors: what Fail noted.
  Status Start(std::string* out);
  // The first failure is kept.
  void Fail(Status status) {
    if (status_.ok()) status_ = std::move(status);
  }
  const Status& status() const { return status_; }
  int depth() const { return depth_; }

 private:
  // One byte is written in place, longer varints by nanopb.
  void RawVarint(uint64_t value);
  void Tag(uint32_t field, pb_wire_type_t type) {
    RawVarint(uint64_t{field} << 3 | static_cast<uint64_t>(type));
  }

  pb_ostream_t stream_ = PB_OSTREAM_SIZING;
  std::vector<size_t> sizes_;  // of nested messages, in order of Begin
  size_t next_ = 0;
  bool writing_ = false;
  int depth_ = 1;
  Status status_;
};

template <typename F>
bool WireReader::Varints(F value) {
  uint64_t raw = 0;
  if (wire_type_ == PB_WT_VARINT) {
    if (!RawVarint(&raw)) return false;
    value(raw);
    return true;
  }
  std::string_view packed;
  if (!Bytes(&packed)) return false;
  WireReader in(packed, failure_, whole_, depth_);
  while (in.stream_.bytes_left > 0) {
    if (!in.RawVarint(&raw)) return false;
    value(raw);
  }
  return true;
}

template <typename T, typename F>
bool WireReader::Fixed(F value) {
  constexpr pb_wire_type_t kType = sizeof(T) == 4 ? PB_WT_32BIT : PB_WT_64BIT;
  T raw = 0;
  if (wire_type_ == kType) {
    if (!pb_read(&stream_, reinterpret_cast<pb_byte_t*>(&raw), sizeof(T)))
      return Malformed("truncated value");
    value(raw);
    return true;
  }
  std::string_view packed;
  if (!Bytes(&packed)) return false;
  if (packed.size() % sizeof(T) != 0) {
    return Malformed("packed list whose size is no multiple of its values'");
  }
  for (size_t i = 0; i < packed.size(); i += sizeof(T)) {
    __builtin_memcpy(&raw, packed.data() + i, sizeof(T));
    value(raw);
  }
  return true;
}

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_WIRE_H_
