// Characters of East Asian text, whose encodings have one to four bytes for each, by iconv.
#ifndef RUNNEL_CORE_BASE_CONVERTED_TEXT_H_
#define RUNNEL_CORE_BASE_CONVERTED_TEXT_H_

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/base/status.h"

namespace runnel {

// One thread. What bytes that are no character are taken as is ICU's: a lead with what may follow one
// together, else the lead alone. Code points for private use, which ICU has for user-defined bytes and
// the C library has not, are no characters.
class TextConverter {
 public:
  enum class Encoding : uint8_t { kShiftJis, kGbk, kBig5, kGb18030, kEucKr };
  // Of a name in lower case without anything but letters and digits. False: none of these.
  static bool Find(std::string_view name, Encoding* out);
  // Errors: UNIMPLEMENTED where the C library has no such encoding.
  static Result<std::shared_ptr<TextConverter>> Make(Encoding encoding);
  ~TextConverter();
  TextConverter(const TextConverter&) = delete;

  // As TextEncoding::Take.
  bool Take(std::string_view* text, int32_t* out);

 private:
  TextConverter(Encoding encoding, void* handle) : encoding_(encoding), handle_(handle) {}
  // What the C library has and ICU has not.
  bool IsOursAlone(uint8_t first, int32_t c) const;
  // How many bytes go as one that is no character.
  size_t LengthOfNone(std::string_view text) const;

  const Encoding encoding_;
  void* const handle_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_CONVERTED_TEXT_H_
