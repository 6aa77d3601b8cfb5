#include "tools/common/json.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace runnel::tools {
namespace {

// Length of the well-formed UTF-8 sequence that starts `s`, or 0. Source: RFC 3629.
size_t Utf8Length(std::string_view s) {
  const auto byte = [&](size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0u; };
  const auto tail = [&](size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return tail(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    if (!tail(1) || !tail(2)) return 0;
    if (first == 0xe0 && byte(1) < 0xa0) return 0;
    if (first == 0xed && byte(1) > 0x9f) return 0;
    return 3;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    if (!tail(1) || !tail(2) || !tail(3)) return 0;
    if (first == 0xf0 && byte(1) < 0x90) return 0;
    if (first == 0xf4 && byte(1) > 0x8f) return 0;
    return 4;
  }
  return 0;
}

void AppendEscaped(std::string_view s, std::string* out) {
  while (!s.empty()) {
    const size_t length = Utf8Length(s);
    const unsigned char c = static_cast<unsigned char>(s[0]);
    if (length == 0) {
      *out += "\\ufffd";
      s.remove_prefix(1);
      continue;
    }
    if (c == '"' || c == '\\') {
      *out += '\\';
      *out += s[0];
    } else if (c < 0x20 || c == 0x7f) {
      char buffer[8];
      std::snprintf(buffer, sizeof(buffer), "\\u%04x", c);
      *out += buffer;
    } else {
      out->append(s.substr(0, length));
    }
    s.remove_prefix(length);
  }
}

template <typename T>
std::string Shortest(T value) {
  if (!std::isfinite(value)) return "null";
  char buffer[40];
  const auto result = std::to_chars(buffer, buffer + sizeof(buffer), value);
  return std::string(buffer, result.ptr);
}

}  // namespace

void JsonWriter::Comma() {
  if (text_.empty()) return;
  const char last = text_.back();
  if (last != '{' && last != '[' && last != ':') text_ += ',';
}

JsonWriter& JsonWriter::Open(char c) {
  Comma();
  text_ += c;
  return *this;
}

JsonWriter& JsonWriter::Close(char c) {
  text_ += c;
  return *this;
}

JsonWriter& JsonWriter::Raw(std::string_view value) {
  Comma();
  text_ += value;
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view key) {
  String(key);
  text_ += ':';
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view value) {
  Comma();
  text_ += '"';
  AppendEscaped(value, &text_);
  text_ += '"';
  return *this;
}

JsonWriter& JsonWriter::Double(double value) { return Raw(Shortest(value)); }
JsonWriter& JsonWriter::Float(float value) { return Raw(Shortest(value)); }

}  // namespace runnel::tools
