// Reads protobuf's text form into wire format in one pass: a message's length is written as a varint of
// fixed width before its fields and filled in after them.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

#include "core/graph/proto_text.h"

namespace runnel {
namespace {

constexpr size_t kLengthBytes = 5;  // of a nested message: up to 32 GiB

bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsNamePart(char c) { return IsNameStart(c) || IsDigit(c); }
char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

int HexValue(char c) {
  if (IsDigit(c)) return c - '0';
  const char lower = Lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// The cursor over the text: blanks, comments, names, the form of errors.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }

  void SkipBlanks() {
    while (at_ < text_.size()) {
      if (text_[at_] == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (IsBlank(text_[at_])) {
        ++at_;
      } else {
        break;
      }
    }
  }
  // The next character after blanks; NUL at the end.
  char Peek() {
    SkipBlanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool AtEnd() {
    SkipBlanks();
    return at_ == text_.size();
  }
  bool Accept(char c) {
    if (AtEnd() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::string_view Name() {
    SkipBlanks();
    const size_t begin = at_;
    if (at_ < text_.size() && IsNameStart(text_[at_])) {
      while (at_ < text_.size() && IsNamePart(text_[at_])) ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

 protected:
  std::string_view text_;
  size_t at_ = 0;
};

Status ErrorAt(std::string_view text, size_t at, std::string_view message) {
  const std::string_view before = text.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const size_t newline = before.rfind('\n');
  const size_t column = newline == std::string_view::npos ? at + 1 : at - newline;
  return InvalidArgument("line ", line, ", column ", column, ": ", message);
}

class TextParser : public Scanner {
 public:
  TextParser(std::string_view text, TextMessage* out) : Scanner(text), wire_(out->wire), out_(out) {}

  Status Parse(const ProtoMessage& root) {
    Fields(root, '\0', 1);
    return std::move(error_);
  }

 private:
  bool Fail(size_t at, std::string_view message) {
    if (error_.ok()) error_ = ErrorAt(text_, at, message);
    return false;
  }
  bool Expected(std::string_view what) {
    if (AtEnd()) return Fail(at_, StrCat(what, " expected, the text ends"));
    std::string got;
    AppendEscaped(text_.substr(at_, 1), &got);
    return Fail(at_, StrCat(what, " expected, got '", got, "'"));
  }

  void PutVarint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) wire_.push_back(static_cast<char>(value | 0x80));
    wire_.push_back(static_cast<char>(value));
  }
  void PutTag(const ProtoField& field, pb_wire_type_t type) {
    PutVarint(uint64_t{field.number} << 3 | static_cast<uint64_t>(type));
  }
  void PutRaw(const void* data, size_t size) { wire_.append(static_cast<const char*>(data), size); }

  bool Fields(const ProtoMessage& message, char close, int depth);
  bool Field(const ProtoMessage& message, int depth, uint64_t* seen, const ProtoField** previous);
  bool Value(const ProtoField& field, int depth);
  bool ExpandedAny(int depth);
  bool MessageValue(const ProtoField& field, int depth);
  bool SkipOpaque(char close);
  bool StringValue(std::string* out);
  bool QuotedPiece(std::string* out);
  bool Escape(std::string* out);
  // A number or name as one token, its sign apart.
  std::string_view Token(bool* negative);
  bool IntegerValue(const ProtoField& field, uint64_t* out);
  bool ToInteger(std::string_view token, bool negative, ProtoKind kind, uint64_t* out);
  template <typename T>
  bool FloatValue(T* out);

  std::string& wire_;
  TextMessage* out_;
  Status error_;
};

bool TextParser::Fields(const ProtoMessage& message, char close, int depth) {
  if (message.fields.empty()) return SkipOpaque(close);
  uint64_t seen = 0;  // a bit per field that may come once
  const ProtoField* previous = nullptr;
  for (;;) {
    if (close == '\0' ? AtEnd() : Accept(close)) return true;
    if (!Field(message, depth, &seen, &previous)) return false;
    if (!Accept(',')) Accept(';');
  }
}

bool TextParser::Field(const ProtoMessage& message, int depth, uint64_t* seen,
                       const ProtoField** previous) {
  if (&message == &proto_table::tensorflow_Any && Accept('[')) return ExpandedAny(depth);
  SkipBlanks();
  const size_t begin = at_;
  const std::string_view name = Name();
  if (name.empty()) return Expected("the name of a field");
  const ProtoField* field = message.Find(name);
  if (field == nullptr) return Fail(begin, StrCat(message.name, " has no field \"", name, "\""));
  if (!field->repeated) {
    const uint64_t bit = uint64_t{1} << (field - message.fields.data());
    if ((*seen & bit) != 0) return Fail(begin, StrCat("a second \"", name, "\" in one ", message.name));
    *seen |= bit;
  }
  // A long list of numbers needs one recorded position, not one per number.
  if (field != *previous || field->type.message != nullptr)
    out_->positions.emplace_back(wire_.size(), begin);
  *previous = field;

  const bool colon = Accept(':');
  if (!colon && field->type.message == nullptr) return Expected("':'");
  if (!Accept('[')) return Value(*field, depth);
  if (!field->repeated) return Fail(begin, StrCat("\"", name, "\" takes one value, not a list"));
  if (Accept(']')) return true;
  do {
    if (!Value(*field, depth)) return false;
  } while (Accept(','));
  return Accept(']') || Expected("',' or ']'");
}

// "[type.googleapis.com/tensorflow.AssetFileDef] { ... }", after the bracket. What is in other types is
// skipped.
bool TextParser::ExpandedAny(int depth) {
  constexpr std::string_view kAssetType = "/tensorflow.AssetFileDef";
  const size_t close = text_.find_first_of("]\n", at_);
  if (close == std::string_view::npos || text_[close] != ']')
    return Fail(at_, "']' expected after the type's name");
  const std::string_view url = text_.substr(at_, close - at_);
  at_ = close + 1;
  Accept(':');
  const auto& fields = proto_table::tensorflow_Any.fields;
  PutTag(fields[0], PB_WT_STRING);
  PutVarint(url.size());
  wire_.append(url);
  if (url.ends_with(kAssetType)) {
    ProtoField value = fields[1];
    value.type = {ProtoKind::kMessage, &proto_table::tensorflow_AssetFileDef};
    return MessageValue(value, depth);
  }
  const char end = Accept('{') ? '}' : Accept('<') ? '>' : '\0';
  return end == '\0' ? Expected("'{'") : SkipOpaque(end);
}

bool TextParser::MessageValue(const ProtoField& field, int depth) {
  SkipBlanks();
  const size_t begin = at_;
  const char close = Accept('{') ? '}' : Accept('<') ? '>' : '\0';
  if (close == '\0') return Expected("'{'");
  if (depth >= kMaxMessageNesting)
    return Fail(begin, StrCat("messages nested deeper than ", kMaxMessageNesting));
  PutTag(field, PB_WT_STRING);
  const size_t length_at = wire_.size();
  wire_.append(kLengthBytes, '\0');
  if (!Fields(*field.type.message, close, depth + 1)) return false;
  const size_t length = wire_.size() - length_at - kLengthBytes;
  for (size_t i = 0; i < kLengthBytes; ++i) {
    const size_t bits = (length >> (7 * i)) & 0x7f;
    wire_[length_at + i] = static_cast<char>(i + 1 < kLengthBytes ? bits | 0x80 : bits);
  }
  return true;
}

bool TextParser::SkipOpaque(char close) {
  std::string open(1, close);  // what closes each level
  while (!AtEnd()) {
    const char c = text_[at_];
    if (c == '"' || c == '\'') {
      std::string ignored;
      if (!QuotedPiece(&ignored)) return false;
      continue;
    }
    if (c == '}' || c == '>' || c == ']') {
      if (c != open.back()) return Expected(StrCat("'", open.back(), "'"));
      ++at_;
      open.pop_back();
      if (open.empty()) return true;
      continue;
    }
    if (c == '{' || c == '<' || c == '[') {
      if (open.size() == kMaxMessageNesting) {
        return Fail(at_, StrCat("messages nested deeper than ", kMaxMessageNesting));
      }
      open.push_back(c == '{' ? '}' : c == '<' ? '>' : ']');
    }
    ++at_;
  }
  return close == '\0' || Expected(StrCat("'", open.back(), "'"));
}

bool TextParser::Value(const ProtoField& field, int depth) {
  switch (field.type.kind) {
    case ProtoKind::kMessage:
      return MessageValue(field, depth);
    case ProtoKind::kString:
    case ProtoKind::kBytes: {
      std::string value;
      if (!StringValue(&value)) return false;
      PutTag(field, PB_WT_STRING);
      PutVarint(value.size());
      wire_.append(value);
      return true;
    }
    case ProtoKind::kFloat: {
      float value = 0;
      if (!FloatValue(&value)) return false;
      PutTag(field, PB_WT_32BIT);
      PutRaw(&value, sizeof(value));
      return true;
    }
    case ProtoKind::kDouble: {
      double value = 0;
      if (!FloatValue(&value)) return false;
      PutTag(field, PB_WT_64BIT);
      PutRaw(&value, sizeof(value));
      return true;
    }
    default: {
      uint64_t value = 0;
      if (!IntegerValue(field, &value)) return false;
      PutTag(field, PB_WT_VARINT);
      PutVarint(value);
      return true;
    }
  }
}

std::string_view TextParser::Token(bool* negative) {
  *negative = Accept('-');
  SkipBlanks();
  const size_t begin = at_;
  const bool hex = Lower(text_.substr(begin).size() > 1 ? text_[begin + 1] : ' ') == 'x';
  while (at_ < text_.size()) {
    const char c = text_[at_];
    const bool exponent_sign =
        (c == '+' || c == '-') && at_ > begin && !hex && Lower(text_[at_ - 1]) == 'e';
    if (!IsNamePart(c) && c != '.' && !exponent_sign) break;
    ++at_;
  }
  return text_.substr(begin, at_ - begin);
}

bool TextParser::ToInteger(std::string_view token, bool negative, ProtoKind kind, uint64_t* out) {
  int base = 10;
  if (token.size() > 1 && token[0] == '0') {
    base = Lower(token[1]) == 'x' ? 16 : 8;
    token.remove_prefix(base == 16 ? 2 : 1);
  }
  uint64_t magnitude = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), magnitude, base);
  if (error != std::errc() || end != token.data() + token.size()) return false;
  uint64_t limit = std::numeric_limits<uint64_t>::max();
  switch (kind) {
    case ProtoKind::kUint32:
      limit = std::numeric_limits<uint32_t>::max();
      break;
    case ProtoKind::kInt64:
      limit = uint64_t{1} << 63;
      break;
    case ProtoKind::kInt32:
    case ProtoKind::kEnum:
      limit = uint64_t{1} << 31;
      break;
    default:
      break;
  }
  const bool is_signed = kind != ProtoKind::kUint32 && kind != ProtoKind::kUint64;
  if (is_signed && !negative) --limit;
  if (magnitude > limit || (negative && !is_signed && magnitude != 0)) return false;
  *out = negative ? 0 - magnitude : magnitude;
  return true;
}

bool TextParser::IntegerValue(const ProtoField& field, uint64_t* out) {
  SkipBlanks();
  const size_t begin = at_;
  bool negative = false;
  const std::string_view token = Token(&negative);
  const ProtoKind kind = field.type.kind;
  if (kind == ProtoKind::kBool) {
    const bool is_true = token == "true" || token == "True" || token == "t" || token == "1";
    if (negative || !(is_true || token == "false" || token == "False" || token == "f" || token == "0")) {
      at_ = begin;
      return Expected("true or false");
    }
    *out = is_true ? 1 : 0;
    return true;
  }
  if (token.empty()) {
    at_ = begin;
    return Expected(kind == ProtoKind::kEnum ? "the name of a value" : "a number");
  }
  if (kind == ProtoKind::kEnum && IsNameStart(token[0])) {
    const std::optional<int32_t> number =
        negative ? std::nullopt : field.type.enumeration->number(token);
    if (!number)
      return Fail(begin, StrCat(field.type.enumeration->name, " has no value \"", token, "\""));
    *out = static_cast<uint64_t>(static_cast<int64_t>(*number));
    return true;
  }
  if (!ToInteger(token, negative, kind, out)) {
    return Fail(begin, StrCat("\"", negative ? "-" : "", token, "\" is not an integer that \"",
                              field.name, "\" can hold"));
  }
  return true;
}

template <typename T>
bool TextParser::FloatValue(T* out) {
  SkipBlanks();
  const size_t begin = at_;
  bool negative = false;
  std::string_view token = Token(&negative);
  if (token.empty()) {
    at_ = begin;
    return Expected("a number");
  }
  std::string name(token);
  std::transform(name.begin(), name.end(), name.begin(), Lower);
  T value = 0;
  if (name == "inf" || name == "infinity") {
    value = std::numeric_limits<T>::infinity();
  } else if (name == "nan") {
    value = std::numeric_limits<T>::quiet_NaN();
  } else {
    if (name.back() == 'f') token.remove_suffix(1);
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    const bool all = end == token.data() + token.size() && !token.empty() && !IsNameStart(token[0]);
    if (!all || error == std::errc::invalid_argument)
      return Fail(begin, StrCat("\"", name, "\" is not a number"));
    if (error == std::errc::result_out_of_range) {
      // Out of the type's range: too large if the exponent is positive or the digits are many, else too
      // small.
      const size_t exponent = name.find('e');
      const bool tiny =
          exponent != std::string::npos ? name[exponent + 1] == '-' : name.starts_with("0");
      value = tiny ? T{0} : std::numeric_limits<T>::infinity();
    }
  }
  *out = negative ? -value : value;
  return true;
}

bool TextParser::StringValue(std::string* out) {
  char quote = Peek();
  if (quote != '"' && quote != '\'') return Expected("a quoted string");
  for (; quote == '"' || quote == '\''; quote = Peek()) {
    if (!QuotedPiece(out)) return false;
  }
  return true;
}

bool TextParser::QuotedPiece(std::string* out) {
  const size_t begin = at_;
  const char quote = text_[at_++];
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == quote) {
      ++at_;
      return true;
    }
    if (c == '\n') return Fail(at_, "a string goes over the end of its line");
    ++at_;
    if (c != '\\') {
      out->push_back(c);
    } else if (!Escape(out)) {
      return false;
    }
  }
  return Fail(begin, "a string is not closed");
}

void AppendUtf8(uint32_t code, std::string* out) {
  const auto tail = [&](int shift) {
    out->push_back(static_cast<char>(0x80 | ((code >> shift) & 0x3f)));
  };
  if (code < 0x80) {
    out->push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out->push_back(static_cast<char>(0xc0 | (code >> 6)));
    tail(0);
  } else if (code < 0x10000) {
    out->push_back(static_cast<char>(0xe0 | (code >> 12)));
    tail(6);
    tail(0);
  } else {
    out->push_back(static_cast<char>(0xf0 | (code >> 18)));
    tail(12);
    tail(6);
    tail(0);
  }
}

// After the backslash.
bool TextParser::Escape(std::string* out) {
  const size_t begin = at_ - 1;
  if (at_ == text_.size()) return Fail(begin, "a string is not closed");
  const char c = text_[at_++];
  // Up to `most` digits of `base`.
  const auto number = [&](int base, int most, int* digits) {
    uint32_t value = 0;
    for (*digits = 0; *digits < most && at_ < text_.size(); ++*digits, ++at_) {
      const int digit = HexValue(text_[at_]);
      if (digit < 0 || digit >= base) break;
      value = value * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit);
    }
    return value;
  };
  int digits = 0;
  switch (c) {
    case 'a':
      out->push_back('\a');
      return true;
    case 'b':
      out->push_back('\b');
      return true;
    case 'f':
      out->push_back('\f');
      return true;
    case 'n':
      out->push_back('\n');
      return true;
    case 'r':
      out->push_back('\r');
      return true;
    case 't':
      out->push_back('\t');
      return true;
    case 'v':
      out->push_back('\v');
      return true;
    case '\\':
    case '\'':
    case '"':
    case '?':
      out->push_back(c);
      return true;
    case 'x':
    case 'X': {
      const uint32_t value = number(16, 2, &digits);
      if (digits == 0) return Fail(begin, "\\x is followed by no hexadecimal digit");
      out->push_back(static_cast<char>(value));
      return true;
    }
    case 'u':
    case 'U': {
      const int expected = c == 'u' ? 4 : 8;
      const uint32_t value = number(16, expected, &digits);
      if (digits != expected || value > 0x10ffff) return Fail(begin, "no Unicode character");
      AppendUtf8(value, out);
      return true;
    }
    default: {
      --at_;
      const uint32_t value = number(8, 3, &digits);
      if (digits == 0 || value > 0xff) return Fail(begin, "unknown escape sequence");
      out->push_back(static_cast<char>(value));
      return true;
    }
  }
}

}  // namespace

Result<TextMessage> ParseText(const ProtoMessage& root, std::string_view text) {
  TextMessage out;
  RUNNEL_RETURN_IF_ERROR(TextParser(text, &out).Parse(root));
  return out;
}

Status TextStatus(const ProtoMessage& root, std::string_view text, const TextMessage& message,
                  const WireFailure& failure) {
  const std::string path = FieldPath(root, message.wire, failure.at);
  const size_t wire_at =
      failure.at == nullptr ? 0 : static_cast<size_t>(failure.at - message.wire.data());
  const auto after =
      std::upper_bound(message.positions.begin(), message.positions.end(), wire_at,
                       [](size_t at, const auto& position) { return at < position.first; });
  const size_t text_at = after == message.positions.begin() ? 0 : std::prev(after)->second;
  const Status located =
      ErrorAt(text, text_at, StrCat(path.empty() ? root.name : path, ": ", failure.message));
  return Status(failure.code == Code::kDataLoss ? Code::kInvalidArgument : failure.code,
                located.message());
}

bool LooksLikeText(const ProtoMessage& root, std::string_view bytes, bool any_name) {
  Scanner scanner(bytes);
  if (scanner.AtEnd()) return !bytes.empty();
  const std::string_view name = scanner.Name();
  if (name.empty() || (!any_name && root.Find(name) == nullptr)) return false;
  const char next = scanner.Peek();
  return next == ':' || next == '{' || next == '<' || next == '[';
}

}  // namespace runnel
