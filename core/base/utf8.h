// Characters of UTF-8.
#ifndef RUNNEL_CORE_BASE_UTF8_H_
#define RUNNEL_CORE_BASE_UTF8_H_

#include <cstdint>
#include <string_view>

namespace runnel {

// What a byte that belongs to no character stands for: no code point, and not the end of a text.
inline constexpr int32_t kInvalidUtf8 = -2;

// Takes the first character off a text that is not empty; a byte that belongs to none is taken alone.
// Source: RFC 3629, so no surrogates, nothing beyond U+10FFFF and no longer form than needed.
inline void TakeUtf8(std::string_view* text, int32_t* out) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>((*text)[i]); };
  const uint8_t first = byte(0);
  size_t size = 1;
  int32_t c = first;
  if (first >= 0x80) {
    size = first >= 0xF0 && first <= 0xF4  ? 4
           : first >= 0xE0 && first < 0xF0 ? 3
           : first >= 0xC2 && first < 0xE0 ? 2
                                           : 0;
    c = size == 0 ? kInvalidUtf8 : first & (0x7F >> size);
    for (size_t i = 1; i < size && c >= 0; ++i)
      c = i < text->size() && (byte(i) & 0xC0) == 0x80 ? c << 6 | (byte(i) & 0x3F) : kInvalidUtf8;
    const int32_t least = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0x80;
    if (c >= 0 && (c < least || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))) c = kInvalidUtf8;
    if (c < 0) size = 1;
  }
  text->remove_prefix(size);
  *out = c;
}

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_UTF8_H_
