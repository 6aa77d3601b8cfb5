// Reads protobuf messages without copying: every string and packed list is a view into the file's bytes.
// Whatever the bytes are, reading stops at their end, and what is damaged says so once.
#ifndef RUNNEL_PLUGINS_ONNX_WIRE_H_
#define RUNNEL_PLUGINS_ONNX_WIRE_H_

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace runnel::onnx {

// The fields of one message, in the order of the file.
class Fields {
 public:
  enum Type { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

  explicit Fields(std::string_view bytes) : rest_(bytes) {}

  // Goes to the next field; false at the end and where the message is damaged.
  bool Next() {
    if (rest_.empty() || damaged_) return false;
    uint64_t key = 0;
    if (!Varint(&key)) return false;
    number_ = key >> 3 > 0x1fffffff ? 0 : static_cast<int>(key >> 3);
    type_ = static_cast<int>(key & 7);
    if (number_ == 0) return Damaged();
    if (type_ == kVarint) return Varint(&value_);
    if (type_ == kFixed64) return Fixed(8);
    if (type_ == kFixed32) return Fixed(4);
    if (type_ != kBytes) return Damaged();  // groups belong to no format that is read here
    uint64_t size = 0;
    if (!Varint(&size) || size > rest_.size()) return Damaged();
    bytes_ = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
  }
  bool damaged() const { return damaged_; }
  int number() const { return number_; }
  bool is(int number, Type type) const { return number_ == number && type_ == type; }
  int type() const { return type_; }
  // Of a number.
  uint64_t value() const { return value_; }
  int64_t integer() const { return static_cast<int64_t>(value_); }
  float real() const { return std::bit_cast<float>(static_cast<uint32_t>(value_)); }
  // Of kBytes.
  std::string_view bytes() const { return bytes_; }

  // Reads a number without a key, as in packed lists.
  bool Varint(uint64_t* out) {
    *out = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) return Damaged();
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      *out |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return Damaged();
  }
  bool at_end() const { return rest_.empty(); }

 private:
  bool Fixed(size_t size) {
    if (rest_.size() < size) return Damaged();
    value_ = 0;
    std::memcpy(&value_, rest_.data(), size);
    rest_.remove_prefix(size);
    return true;
  }
  bool Damaged() {
    damaged_ = true;
    return false;
  }

  std::string_view rest_, bytes_;
  uint64_t value_ = 0;
  int number_ = 0, type_ = 0;
  bool damaged_ = false;
};

}  // namespace runnel::onnx

#endif  // RUNNEL_PLUGINS_ONNX_WIRE_H_
