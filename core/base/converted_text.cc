#include "core/base/converted_text.h"

#include <iconv.h>

#include <algorithm>
#include <cstring>

namespace runnel {
namespace {

constexpr struct {
  std::string_view name;
  TextConverter::Encoding encoding;
} kNames[] = {{"shiftjis", TextConverter::Encoding::kShiftJis},
              {"sjis", TextConverter::Encoding::kShiftJis},
              {"windows31j", TextConverter::Encoding::kShiftJis},
              {"cp932", TextConverter::Encoding::kShiftJis},
              {"gbk", TextConverter::Encoding::kGbk},
              {"cp936", TextConverter::Encoding::kGbk},
              {"windows936", TextConverter::Encoding::kGbk},
              {"big5", TextConverter::Encoding::kBig5},
              {"cp950", TextConverter::Encoding::kBig5},
              {"windows950", TextConverter::Encoding::kBig5},
              {"gb18030", TextConverter::Encoding::kGb18030},
              {"euckr", TextConverter::Encoding::kEucKr}};

// What the C library calls them, in the order of the enumeration.
constexpr const char* kSystemNames[] = {"CP932", "GBK", "BIG5", "GB18030", "EUC-KR"};

uint8_t At(std::string_view text, size_t i) { return static_cast<uint8_t>(text[i]); }
bool IsDigit(uint8_t byte) { return byte >= 0x30 && byte <= 0x39; }
bool IsLead(uint8_t byte) { return byte >= 0x81 && byte <= 0xFE; }

}  // namespace

bool TextConverter::Find(std::string_view name, Encoding* out) {
  for (const auto& known : kNames) {
    if (known.name != name) continue;
    *out = known.encoding;
    return true;
  }
  return false;
}

Result<std::shared_ptr<TextConverter>> TextConverter::Make(Encoding encoding) {
  const char* const name = kSystemNames[static_cast<size_t>(encoding)];
  const iconv_t handle = ::iconv_open("UCS-4LE", name);
  // The C library's sign of a failure is -1 as a pointer.
  if (reinterpret_cast<intptr_t>(handle) == -1)
    return Unimplemented("text in the encoding ", name, ", which the C library does not have");
  return std::shared_ptr<TextConverter>(new TextConverter(encoding, handle));
}

TextConverter::~TextConverter() { (void)::iconv_close(handle_); }

bool TextConverter::Take(std::string_view* text, int32_t* out) {
  const uint8_t first = At(*text, 0);
  if (first < 0x80) {
    text->remove_prefix(1);
    *out = first;
    if (encoding_ != Encoding::kShiftJis) return true;
    // ICU's table, IBM's, has these controls in turn.
    if (first == 0x1A) *out = 0x1C;
    if (first == 0x1C) *out = 0x7F;
    if (first == 0x7F) *out = 0x1A;
    return true;
  }
  const size_t most = std::min<size_t>(text->size(), 4);
  for (size_t size = 1; size <= most; ++size) {
    char bytes[4];
    std::memcpy(bytes, text->data(), size);
    unsigned char made[8];
    char* from = bytes;
    char* to = reinterpret_cast<char*>(made);
    size_t left = size, room = sizeof(made);
    (void)::iconv(handle_, nullptr, nullptr, nullptr, nullptr);
    const size_t outcome = ::iconv(handle_, &from, &left, &to, &room);
    if (outcome == static_cast<size_t>(-1) || left != 0 || room != sizeof(made) - 4) continue;
    *out = static_cast<int32_t>(made[0] | made[1] << 8 | made[2] << 16 |
                                static_cast<uint32_t>(made[3]) << 24);
    if (IsOursAlone(first, *out)) break;
    text->remove_prefix(size);
    return true;
  }
  text->remove_prefix(LengthOfNone(*text));
  return false;
}

bool TextConverter::IsOursAlone(uint8_t first, int32_t c) const {
  if (encoding_ != Encoding::kEucKr) return false;
  return first == 0x8E || first == 0x8F || c == 0x20AC || c == 0xAE || c == 0x327E;
}

size_t TextConverter::LengthOfNone(std::string_view text) const {
  const uint8_t first = At(text, 0);
  bool is_lead = IsLead(first);
  if (encoding_ == Encoding::kShiftJis)
    is_lead = (first >= 0x81 && first <= 0x9F) || (first >= 0xE0 && first <= 0xFC);
  if (encoding_ == Encoding::kEucKr) is_lead = first >= 0xA1 && first <= 0xFE;
  if (!is_lead || text.size() == 1) return 1;
  const uint8_t second = At(text, 1);
  if (encoding_ == Encoding::kGb18030 && IsDigit(second)) {
    if (text.size() == 2) return 2;
    if (!IsLead(At(text, 2))) return 1;
    if (text.size() == 3) return 3;
    return IsDigit(At(text, 3)) ? 4 : 1;
  }
  uint8_t from = 0x40, to = 0xFE;  // what may follow
  if (encoding_ == Encoding::kShiftJis) to = 0xFC;
  if (encoding_ == Encoding::kGb18030) to = 0xFF;
  if (encoding_ == Encoding::kEucKr) {
    from = 0xA0;
    to = 0xFF;
  }
  return second >= from && second <= to && second != 0x7F ? 2 : 1;
}

}  // namespace runnel
