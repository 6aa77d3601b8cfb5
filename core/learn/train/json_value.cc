#include "core/learn/train/json_value.h"

#include "core/base/number.h"

namespace runnel::learn {
namespace {

constexpr int kMostDepth = 64;

void AppendUtf8(uint32_t code, std::string* out) {
  const auto byte = [&](uint32_t value) { out->push_back(static_cast<char>(value)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3F));
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

class Parser {
 public:
  Parser(std::string_view text, std::string_view what) : text_(text), what_(what) {}

  Result<JsonValue> Whole() {
    RUNNEL_ASSIGN_OR_RETURN(JsonValue value, Value(0));
    SkipSpace();
    if (at_ != text_.size()) return Expected("the end");
    return value;
  }

 private:
  Status Expected(std::string_view what) const {
    return InvalidArgument(what_, ", byte ", at_, ": expected ", what,
                           at_ < text_.size() ? StrCat(", got \"", text_.substr(at_, 10), "\"")
                                              : std::string(", got the end"));
  }
  void SkipSpace() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != text_.npos) ++at_;
  }
  bool Take(char c) {
    SkipSpace();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool TakeWord(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  Result<uint32_t> Hex4() {
    uint32_t code = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = at_ < text_.size() ? text_[at_] : ' ';
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) return Expected("four hexadecimal digits");
      code = code << 4 | static_cast<uint32_t>(digit);
    }
    return code;
  }

  Result<std::string> String() {
    if (!Take('"')) return Expected("a string");
    std::string out;
    while (at_ < text_.size() && text_[at_] != '"') {
      const char c = text_[at_++];
      if (static_cast<unsigned char>(c) < 0x20) return Expected("no control character in a string");
      if (c != '\\') {
        out.push_back(c);
        continue;
      }
      static constexpr std::string_view kEscapes = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
      const char escape = at_ < text_.size() ? text_[at_++] : '\0';
      if (const size_t i = kEscapes.find(escape); i != kEscapes.npos && escape != '\0') {
        out.push_back(kMeant[i]);
      } else if (escape == 'u') {
        RUNNEL_ASSIGN_OR_RETURN(uint32_t code, Hex4());
        if (code >= 0xD800 && code < 0xDC00) {
          if (!TakeWord("\\u")) return Expected("the second half of a character");
          RUNNEL_ASSIGN_OR_RETURN(const uint32_t low, Hex4());
          if (low < 0xDC00 || low > 0xDFFF) return Expected("the second half of a character");
          code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        } else if (code >= 0xDC00 && code < 0xE000) {
          return Expected("the first half of a character");
        }
        AppendUtf8(code, &out);
      } else {
        return Expected("an escape");
      }
    }
    if (at_ >= text_.size()) return Expected("the end of a string");
    ++at_;
    return out;
  }

  Result<JsonValue> Value(int depth) {
    if (depth > kMostDepth) return Expected("less nesting");
    SkipSpace();
    if (at_ >= text_.size()) return Expected("a value");
    JsonValue made;
    if (Take('{')) {
      JsonValue::Object object;
      if (!Take('}')) {
        do {
          RUNNEL_ASSIGN_OR_RETURN(std::string key, String());
          if (!Take(':')) return Expected("\":\"");
          RUNNEL_ASSIGN_OR_RETURN(JsonValue value, Value(depth + 1));
          object.push_back({std::move(key), std::move(value)});
        } while (Take(','));
        if (!Take('}')) return Expected("\",\" or \"}\"");
      }
      made.value = std::move(object);
    } else if (Take('[')) {
      JsonValue::Array array;
      if (!Take(']')) {
        do {
          RUNNEL_ASSIGN_OR_RETURN(JsonValue value, Value(depth + 1));
          array.push_back(std::move(value));
        } while (Take(','));
        if (!Take(']')) return Expected("\",\" or \"]\"");
      }
      made.value = std::move(array);
    } else if (text_[at_] == '"') {
      RUNNEL_ASSIGN_OR_RETURN(made.value, String());
    } else if (TakeWord("true")) {
      made.value = true;
    } else if (TakeWord("false")) {
      made.value = false;
    } else if (!TakeWord("null")) {
      double number = 0;
      const size_t length = ReadReal(text_.substr(at_), &number);
      if (length == 0) return Expected("a value");
      at_ += length;
      made.value = number;
    }
    return made;
  }

  const std::string_view text_, what_;
  size_t at_ = 0;
};

}  // namespace

const JsonValue* JsonValue::Find(std::string_view key) const {
  const Object* object = get_if<Object>();
  if (object == nullptr) return nullptr;
  for (const auto& [name, member] : *object) {
    if (name == key) return &member;
  }
  return nullptr;
}

Result<JsonValue> ParseJson(std::string_view text, std::string_view what) {
  return Parser(text, what).Whole();
}

}  // namespace runnel::learn
