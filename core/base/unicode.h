// Characters of text in several encodings, their scripts and their case.
#ifndef RUNNEL_CORE_BASE_UNICODE_H_
#define RUNNEL_CORE_BASE_UNICODE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/converted_text.h"

namespace runnel {

// A way to write text as bytes.
class TextEncoding {
 public:
  // By its name; case and whatever is no letter or digit do not matter. Errors: INVALID_ARGUMENT for one
  // that there is not; UNIMPLEMENTED for one that is known by name only.
  static Result<TextEncoding> Find(std::string_view name);

  // Takes the first character off a text that is not empty. False: bytes that are none, which go as one
  // (the longest beginning of a character, or one unit); *out is not set. Source for UTF-8:
  // Unicode 15.0, section 3.9.
  bool Take(std::string_view* text, int32_t* out) const;
  // Takes a mark of the order of bytes off, where this encoding looks for one, and gives the encoding of
  // the rest, for one thread. Errors: UNIMPLEMENTED where the C library lacks the encoding.
  Result<TextEncoding> Begin(std::string_view* text) const;
  // Appends a character. UTF-8, and UTF-16 and UTF-32 with the high byte first; the character is a code
  // point and no surrogate.
  void Append(int32_t c, std::string* out) const;
  bool is_utf8() const { return kind_ == Kind::kUtf8; }

 private:
  enum class Kind : uint8_t { kUtf8, kUtf16, kUtf32, kAscii, kLatin1, kBytes, kConverted };
  bool TakeUtf8(std::string_view* text, int32_t* out) const;
  bool TakeUtf16(std::string_view* text, int32_t* out) const;
  bool TakeUtf32(std::string_view* text, int32_t* out) const;
  uint32_t Unit(std::string_view text, size_t at, size_t size) const;

  Kind kind_ = Kind::kUtf8;
  bool low_first_ = false;            // the order of bytes
  bool marked_ = false;               // a mark at the beginning says the order
  const uint16_t* points_ = nullptr;  // kBytes: of the bytes from 0x80 on
  TextConverter::Encoding converted_{};
  std::shared_ptr<TextConverter> converter_;  // kConverted, once it has begun
};

// Whether a character may stand in text: a code point that is no surrogate.
inline bool IsCharacter(int64_t c) { return c >= 0 && c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF); }

// The script of a code point, by ICU's numbers; -1 for what is none.
int32_t ScriptOf(int32_t c);

// UTF-8 in lower or upper case, whole characters and a sigma at the end of a word included, in no
// language's own way. Bytes that are no character become U+FFFD. Source: Unicode, section 3.13.
std::string LowerCase(std::string_view text);
std::string UpperCase(std::string_view text);

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_UNICODE_H_
