#include "core/base/json.h"

#include <cstdio>

namespace runnel {

void JsonText::Comma() {
  const size_t last = text_.find_last_not_of('\n');
  if (last == std::string::npos) return;
  const char c = text_[last];
  if (c == '{' || c == '[' || c == ':' || c == ',') return;
  text_ += ',';
}

JsonText& JsonText::Open(char c) {
  Comma();
  text_ += c;
  return *this;
}

JsonText& JsonText::Close(char c) {
  text_ += c;
  return *this;
}

JsonText& JsonText::Raw(std::string_view value) {
  Comma();
  text_ += value;
  return *this;
}

JsonText& JsonText::NewLine() {
  Comma();
  text_ += '\n';
  return *this;
}

JsonText& JsonText::Key(std::string_view key) {
  String(key);
  text_ += ':';
  return *this;
}

JsonText& JsonText::String(std::string_view value) {
  Comma();
  text_ += '"';
  for (const char c : value) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (byte >= 0x20 && byte < 0x7f) {
      text_ += c;
    } else {
      char buffer[8];
      std::snprintf(buffer, sizeof(buffer), "\\u%04x", byte > 0x7f ? 0xfffdu : unsigned{byte});
      text_ += buffer;
    }
  }
  text_ += '"';
  return *this;
}

JsonText& JsonText::Int(int64_t value) { return Raw(std::to_string(value)); }

JsonText& JsonText::Uint(uint64_t value) { return Raw(std::to_string(value)); }

JsonText& JsonText::Thousandths(int64_t thousandths) {
  const uint64_t size = thousandths < 0 ? uint64_t{0} - static_cast<uint64_t>(thousandths)
                                        : static_cast<uint64_t>(thousandths);
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), "%s%llu.%03u", thousandths < 0 ? "-" : "",
                static_cast<unsigned long long>(size / 1000), static_cast<unsigned>(size % 1000));
  return Raw(buffer);
}

}  // namespace runnel
