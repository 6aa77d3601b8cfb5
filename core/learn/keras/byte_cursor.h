// Little-endian numbers of a string that a file holds.
#ifndef RUNNEL_CORE_LEARN_KERAS_BYTE_CURSOR_H_
#define RUNNEL_CORE_LEARN_KERAS_BYTE_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace runnel::learn {

// After the end it gives zeros and is not ok.
class ByteCursor {
 public:
  explicit ByteCursor(std::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  size_t left() const { return bytes_.size() - at_; }
  size_t position() const { return at_; }
  void Skip(size_t count) { Take(count); }
  std::string_view Take(size_t count) {
    if (count > left()) {
      ok_ = false;
      at_ = bytes_.size();
      return {};
    }
    at_ += count;
    return bytes_.substr(at_ - count, count);
  }
  uint64_t Number(size_t bytes) {
    const std::string_view taken = Take(bytes);
    uint64_t value = 0;
    for (size_t i = taken.size(); i-- > 0;) value = value << 8 | static_cast<uint8_t>(taken[i]);
    return value;
  }
  uint8_t U8() { return static_cast<uint8_t>(Number(1)); }
  uint16_t U16() { return static_cast<uint16_t>(Number(2)); }
  uint32_t U32() { return static_cast<uint32_t>(Number(4)); }
  uint64_t U64() { return Number(8); }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_BYTE_CURSOR_H_
