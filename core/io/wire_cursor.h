// WireCursor: a walk over the fields of a protobuf message that lies in memory, for messages of many
// small values (Examples). Nothing is copied and nothing is read behind the end.
#ifndef RUNNEL_CORE_IO_WIRE_CURSOR_H_
#define RUNNEL_CORE_IO_WIRE_CURSOR_H_

#include <cstdint>
#include <cstring>
#include <string_view>

namespace runnel {

class WireCursor {
 public:
  enum Type : uint32_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

  explicit WireCursor(std::string_view bytes) : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  // Goes to the next field. False at the end, and where the bytes are damaged: then ok() is false.
  bool Next() {
    if (!ok_ || next_ == end_) return false;
    uint64_t tag = 0;
    if (!Varint(&tag)) return false;
    field_ = static_cast<uint32_t>(tag >> 3);
    type_ = static_cast<uint32_t>(tag & 7);
    if (field_ == 0 || tag > UINT32_MAX) ok_ = false;
    return ok_;
  }
  bool ok() const { return ok_; }
  bool at_end() const { return next_ == end_; }
  uint32_t field() const { return field_; }
  uint32_t type() const { return type_; }
  const char* position() const { return next_; }

  // The value of the current field; each field is read or skipped once.
  bool Bytes(std::string_view* out) {
    uint64_t size = 0;
    if (type_ != kBytes || !Varint(&size) || size > static_cast<uint64_t>(end_ - next_)) return Fail();
    *out = std::string_view(next_, static_cast<size_t>(size));
    next_ += size;
    return true;
  }
  bool Skip() {
    uint64_t number = 0;
    std::string_view bytes;
    if (type_ == kVarint) return Varint(&number);
    if (type_ == kBytes) return Bytes(&bytes);
    if (type_ == kFixed64) return Advance(8);
    if (type_ == kFixed32) return Advance(4);
    return Fail();  // groups are in no message of today
  }
  // Without a field before it: the values of packed lists.
  bool Varint(uint64_t* out) {
    uint64_t value = 0;
    for (uint32_t shift = 0; shift < 64; shift += 7) {
      if (next_ == end_) return Fail();
      const auto byte = static_cast<unsigned char>(*next_++);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) {
        *out = value;
        return true;
      }
    }
    return Fail();
  }
  bool Fixed32(uint32_t* out) {
    if (end_ - next_ < 4) return Fail();
    std::memcpy(out, next_, 4);
    next_ += 4;
    return true;
  }

 private:
  bool Advance(int size) {
    if (end_ - next_ < size) return Fail();
    next_ += size;
    return true;
  }
  bool Fail() { return ok_ = false; }

  const char* next_;
  const char* end_;
  uint32_t field_ = 0, type_ = 0;
  bool ok_ = true;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_WIRE_CURSOR_H_
