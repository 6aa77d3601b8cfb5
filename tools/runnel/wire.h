// A walk over the fields of a protobuf message in memory, for messages that runnel.h has no functions
// for.
#ifndef RUNNEL_TOOLS_RUNNEL_WIRE_H_
#define RUNNEL_TOOLS_RUNNEL_WIRE_H_

#include <cstdint>
#include <cstring>
#include <string_view>

namespace runnel::tools {

// One field: its number, and the value that its wire type says.
class Wire {
 public:
  explicit Wire(std::string_view bytes) : rest_(bytes) {}
  // False at the end, and where the bytes are damaged: then ok() is false.
  bool Next() {
    uint64_t tag = 0;
    if (!ok_ || rest_.empty() || !Varint(&tag)) return false;
    field_ = static_cast<uint32_t>(tag >> 3);
    type_ = static_cast<uint32_t>(tag & 7);
    number_ = 0;
    bytes_ = {};
    if (field_ == 0) return ok_ = false;
    if (type_ == 0) return Varint(&number_);
    if (type_ == 1) return Fixed(8);
    if (type_ == 5) return Fixed(4);
    uint64_t size = 0;
    if (type_ != 2 || !Varint(&size) || size > rest_.size()) return ok_ = false;
    bytes_ = rest_.substr(0, static_cast<size_t>(size));
    rest_.remove_prefix(static_cast<size_t>(size));
    return true;
  }
  bool ok() const { return ok_; }
  uint32_t field() const { return field_; }
  bool is_bytes() const { return type_ == 2; }
  int64_t integer() const { return static_cast<int64_t>(number_); }
  std::string_view bytes() const { return bytes_; }
  float real32() const { return As<float, uint32_t>(); }
  double real64() const { return As<double, uint64_t>(); }

 private:
  template <typename T, typename Bits>
  T As() const {
    const Bits bits = static_cast<Bits>(number_);
    T value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  bool Varint(uint64_t* out) {
    *out = 0;
    for (uint32_t shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_[0]);
      rest_.remove_prefix(1);
      *out |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return ok_ = false;
  }
  bool Fixed(size_t size) {
    if (rest_.size() < size) return ok_ = false;
    for (size_t i = 0; i < size; ++i)
      number_ |= static_cast<uint64_t>(static_cast<unsigned char>(rest_[i])) << (8 * i);
    rest_.remove_prefix(size);
    return true;
  }

  std::string_view rest_, bytes_;
  uint64_t number_ = 0;
  uint32_t field_ = 0, type_ = 0;
  bool ok_ = true;
};

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_WIRE_H_
