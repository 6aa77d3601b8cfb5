#include "core/base/unicode.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace runnel {
namespace {

struct CaseRow {
  int32_t first, last, step, delta;
};
struct LongCase {
  int32_t c;
  int32_t to[3];  // ends with a 0 if there are fewer
};
struct ByteEncoding {
  const char* name;
  uint16_t points[128];
};

#include "core/base/unicode_tables.inc"

// What stands in the run that has `c`: a table of first code point << 8 | value.
template <size_t kSize>
uint8_t ValueAt(const uint32_t (&table)[kSize], int32_t c) {
  const uint32_t key = static_cast<uint32_t>(c) << 8 | 0xFF;
  return static_cast<uint8_t>(*std::prev(std::upper_bound(std::begin(table), std::end(table), key)) &
                              0xFF);
}

// Names of ICU's that stand for others.
constexpr struct {
  std::string_view name, same;
} kAliases[] = {{"ascii", "usascii"},      {"ansix341968", "usascii"},  {"iso646us", "usascii"},
                {"latin1", "iso88591"},    {"l1", "iso88591"},          {"latin2", "iso88592"},
                {"l2", "iso88592"},        {"latin3", "iso88593"},      {"l3", "iso88593"},
                {"latin4", "iso88594"},    {"l4", "iso88594"},          {"cyrillic", "iso88595"},
                {"arabic", "iso88596"},    {"greek", "iso88597"},       {"hebrew", "iso88598"},
                {"latin5", "iso88599"},    {"l5", "iso88599"},          {"cp1250", "windows1250"},
                {"cp1251", "windows1251"}, {"cp1252", "windows1252"},   {"cp1253", "windows1253"},
                {"cp1254", "windows1254"}, {"cp1255", "windows1255"},   {"cp1256", "windows1256"},
                {"cp1257", "windows1257"}, {"cp1258", "windows1258"},   {"latin9", "iso885915"},
                {"unicode11utf8", "utf8"}, {"iso10646ucs2", "utf16be"}, {"unicode", "utf16"}};
// Encodings that ICU has and we do not.
constexpr std::string_view kKnown[] = {"eucjp",     "iso2022jp", "gb2312", "hzgb2312",  "big5hkscs",
                                       "iso2022kr", "iso2022cn", "utf7",   "macintosh", "ibm437",
                                       "ibm850",    "ibm866",    "cp437",  "cp850",     "cp866",
                                       "cp932",     "cp936",     "cp949",  "cp950",     "windows874",
                                       "tis620",    "scsu",      "bocu1",  "cesu8",     "johab"};

}  // namespace

Result<TextEncoding> TextEncoding::Find(std::string_view name) {
  std::string key;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') key += static_cast<char>(c + 32);
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) key += c;
  }
  for (const auto& alias : kAliases) {
    if (key == alias.name) key = alias.same;
  }
  TextEncoding out;
  if (key == "utf8") return out;
  if (key == "usascii") {
    out.kind_ = Kind::kAscii;
    return out;
  }
  if (key == "iso88591") {
    out.kind_ = Kind::kLatin1;
    return out;
  }
  for (const bool wide : {false, true}) {
    const std::string_view stem = wide ? "utf32" : "utf16";
    if (!key.starts_with(stem)) continue;
    const std::string_view rest = std::string_view(key).substr(stem.size());
    if (rest != "" && rest != "be" && rest != "le") continue;
    out.kind_ = wide ? Kind::kUtf32 : Kind::kUtf16;
    out.low_first_ = rest == "le";
    out.marked_ = rest.empty();
    return out;
  }
  for (const ByteEncoding& encoding : kByteEncodings) {
    if (key != encoding.name) continue;
    out.kind_ = Kind::kBytes;
    out.points_ = encoding.points;
    return out;
  }
  if (TextConverter::Find(key, &out.converted_)) {
    out.kind_ = Kind::kConverted;
    RUNNEL_RETURN_IF_ERROR(TextConverter::Make(out.converted_).status());
    return out;
  }
  for (const std::string_view known : kKnown) {
    if (key == known) return Unimplemented("text in the encoding ", name);
  }
  return InvalidArgument("there is no encoding \"", name, "\"");
}

Result<TextEncoding> TextEncoding::Begin(std::string_view* text) const {
  TextEncoding out = *this;
  if (kind_ == Kind::kConverted) {
    RUNNEL_ASSIGN_OR_RETURN(out.converter_, TextConverter::Make(converted_));
    return out;
  }
  if (!marked_) return out;
  out.marked_ = false;
  const size_t size = kind_ == Kind::kUtf16 ? 2 : 4;
  for (const bool low_first : {false, true}) {
    out.low_first_ = low_first;
    if (text->size() < size || out.Unit(*text, 0, size) != 0xFEFF) continue;
    text->remove_prefix(size);
    return out;
  }
  out.low_first_ = false;
  return out;
}

uint32_t TextEncoding::Unit(std::string_view text, size_t at, size_t size) const {
  uint32_t unit = 0;
  for (size_t i = 0; i < size; ++i) {
    unit = unit << 8 | static_cast<uint8_t>(text[low_first_ ? at + size - 1 - i : at + i]);
  }
  return unit;
}

bool TextEncoding::TakeUtf8(std::string_view* text, int32_t* out) const {
  const uint8_t first = static_cast<uint8_t>((*text)[0]);
  text->remove_prefix(1);
  *out = first;
  if (first < 0x80) return true;
  const int more = first >= 0xF0 && first <= 0xF4  ? 3
                   : first >= 0xE0 && first < 0xF0 ? 2
                   : first >= 0xC2 && first < 0xE0 ? 1
                                                   : 0;
  if (more == 0) return false;
  *out = first & (0x3F >> more);
  // What the second byte may be keeps out surrogates, and what is too long or too large.
  uint8_t low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  uint8_t high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  for (int i = 0; i < more; ++i) {
    if (text->empty()) return false;
    const uint8_t next = static_cast<uint8_t>((*text)[0]);
    if (next < low || next > high) return false;
    *out = *out << 6 | (next & 0x3F);
    text->remove_prefix(1);
    low = 0x80;
    high = 0xBF;
  }
  return true;
}

bool TextEncoding::TakeUtf16(std::string_view* text, int32_t* out) const {
  if (text->size() < 2) {
    text->remove_prefix(text->size());
    return false;
  }
  const uint32_t unit = Unit(*text, 0, 2);
  text->remove_prefix(2);
  *out = static_cast<int32_t>(unit);
  if (unit < 0xD800 || unit > 0xDFFF) return true;
  if (unit > 0xDBFF) return false;
  if (text->size() < 2) {
    text->remove_prefix(text->size());
    return false;
  }
  const uint32_t next = Unit(*text, 0, 2);
  if (next < 0xDC00 || next > 0xDFFF) return false;
  text->remove_prefix(2);
  *out = static_cast<int32_t>(0x10000 + ((unit & 0x3FF) << 10 | (next & 0x3FF)));
  return true;
}

bool TextEncoding::TakeUtf32(std::string_view* text, int32_t* out) const {
  if (text->size() < 4) {
    text->remove_prefix(text->size());
    return false;
  }
  const uint32_t unit = Unit(*text, 0, 4);
  text->remove_prefix(4);
  *out = static_cast<int32_t>(unit);
  return IsCharacter(unit);
}

bool TextEncoding::Take(std::string_view* text, int32_t* out) const {
  switch (kind_) {
    case Kind::kUtf8:
      return TakeUtf8(text, out);
    case Kind::kUtf16:
      return TakeUtf16(text, out);
    case Kind::kUtf32:
      return TakeUtf32(text, out);
    case Kind::kConverted:
      return converter_->Take(text, out);
    default: {
      const uint8_t byte = static_cast<uint8_t>((*text)[0]);
      text->remove_prefix(1);
      *out = byte;
      if (byte < 0x80 || kind_ == Kind::kLatin1) return true;
      if (kind_ == Kind::kAscii) return false;
      *out = points_[byte - 0x80];
      return *out != 0;
    }
  }
}

void TextEncoding::Append(int32_t c, std::string* out) const {
  const auto put = [&](int32_t byte) { out->push_back(static_cast<char>(byte & 0xFF)); };
  if (kind_ == Kind::kUtf16) {
    const auto unit = [&](int32_t value) {
      put(value >> 8);
      put(value);
    };
    if (c < 0x10000) return unit(c);
    unit(0xD800 | (c - 0x10000) >> 10);
    return unit(0xDC00 | ((c - 0x10000) & 0x3FF));
  }
  if (kind_ == Kind::kUtf32) {
    for (const int shift : {24, 16, 8, 0}) put(c >> shift);
    return;
  }
  if (c < 0x80) return put(c);
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  put((0xFF00 >> (more + 1) & 0xFF) | c >> (6 * more));
  for (int i = more - 1; i >= 0; --i) put(0x80 | (c >> (6 * i) & 0x3F));
}

int32_t ScriptOf(int32_t c) { return c < 0 || c > 0x10FFFF ? -1 : ValueAt(kScripts, c); }

namespace {

template <size_t kRows, size_t kLongs>
void AppendCase(int32_t c, const CaseRow (&rows)[kRows], const LongCase (&longs)[kLongs],
                std::string* out) {
  const TextEncoding utf8;
  const auto several =
      std::lower_bound(std::begin(longs), std::end(longs), c,
                       [](const LongCase& row, int32_t value) { return row.c < value; });
  if (several != std::end(longs) && several->c == c) {
    for (const int32_t one : several->to) {
      if (one != 0) utf8.Append(one, out);
    }
    return;
  }
  auto row = std::upper_bound(std::begin(rows), std::end(rows), c,
                              [](int32_t value, const CaseRow& r) { return value < r.first; });
  if (row != std::begin(rows)) {
    --row;
    if (c <= row->last && (c - row->first) % row->step == 0) return utf8.Append(c + row->delta, out);
  }
  utf8.Append(c, out);
}

std::vector<int32_t> Characters(std::string_view text) {
  std::vector<int32_t> out;
  const TextEncoding utf8;
  while (!text.empty()) {
    int32_t c = 0;
    out.push_back(utf8.Take(&text, &c) ? c : 0xFFFD);
  }
  return out;
}

constexpr int32_t kSigma = 0x3A3, kFinalSigma = 0x3C2;
constexpr uint8_t kHasCase = 1, kPassedOver = 2;

}  // namespace

std::string LowerCase(std::string_view text) {
  const std::vector<int32_t> all = Characters(text);
  const TextEncoding utf8;
  std::string out;
  // A sigma is a final one behind a letter and before none, whatever is passed over in between.
  const auto is_before_letter = [&](size_t i) {
    for (++i; i < all.size(); ++i) {
      const uint8_t kind = ValueAt(kCased, all[i]);
      if (kind != kPassedOver) return kind == kHasCase;
    }
    return false;
  };
  bool behind_letter = false;  // of the characters before, those that are passed over left out
  for (size_t i = 0; i < all.size(); ++i) {
    const int32_t c = all[i];
    if (c == kSigma && behind_letter && !is_before_letter(i)) {
      utf8.Append(kFinalSigma, &out);
    } else {
      AppendCase(c, kLowerRows, kLowerLong, &out);
    }
    const uint8_t kind = ValueAt(kCased, c);
    if (kind != kPassedOver) behind_letter = kind == kHasCase;
  }
  return out;
}

std::string UpperCase(std::string_view text) {
  std::string out;
  for (const int32_t c : Characters(text)) AppendCase(c, kUpperRows, kUpperLong, &out);
  return out;
}

}  // namespace runnel
