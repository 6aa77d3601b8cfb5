// DecodeJSONExample: Examples as JSON into their messages.
//
// The text is that of protocol buffers' JSON mapping, of this message alone: names in camel case or with
// underscores, null for what is not there, numbers as strings too, bytes in base64; and what TensorFlow
// takes besides: names without quotes, a comma behind the last of a list, values in lists of lists.
// Nothing is read by recursion but an Example's own levels, so that no text can exhaust the stack.
// Source: https://protobuf.dev/programming-guides/json; tensorflow/core/example/{example,feature}.proto.
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "core/base/utf8.h"
#include "core/io/proto.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr std::string_view kDigits = "0123456789";

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
// The value of a digit of base64, of either alphabet; -1: it is none.
int Base64Digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    int32_t c = 0;
    TakeUtf8(&text, &c);
    if (c == kInvalidUtf8) return false;
  }
  return true;
}
// `code` is a code point and no surrogate.
void AppendUtf8(uint32_t code, std::string* out) {
  const auto add = [&](uint32_t byte) { *out += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xc0 | code >> 6);
  } else if (code < 0x10000) {
    add(0xe0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3f));
  } else {
    add(0xf0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3f));
    add(0x80 | (code >> 6 & 0x3f));
  }
  add(0x80 | (code & 0x3f));
}

class JsonExample {
 public:
  explicit JsonExample(std::string_view text) : text_(text) {}

  Result<std::string> Read() {
    ProtoWriter out;
    RUNNEL_RETURN_IF_ERROR(Object([&](const std::string& key) {
      if (key != "features") return Wrong("no such field of an Example: \"" + key + "\"");
      if (TakeNull()) return OkStatus();
      return Message(&out, 1, &JsonExample::Features);
    }));
    SkipSpace();
    if (at_ < text_.size()) return Wrong("there is more behind the Example");
    return out.Take();
  }

 private:
  Status Wrong(const std::string& what) const {
    return InvalidArgument("Error while parsing JSON: ", what, ", at byte ", at_);
  }

  // ---- tokens ----

  void SkipSpace() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }
  // Whether c comes next; then it is taken.
  bool Take(char c) {
    SkipSpace();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  Status Expect(char c) {
    if (Take(c)) return OkStatus();
    return Wrong(std::string("expected ") + c);
  }
  bool TakeNull() {
    SkipSpace();
    if (!text_.substr(at_).starts_with("null")) return false;
    at_ += 4;
    return true;
  }
  bool IsString() {
    SkipSpace();
    return at_ < text_.size() && text_[at_] == '"';
  }

  Result<uint32_t> Hex4() {
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const int digit = at_ < text_.size() ? HexDigit(text_[at_]) : -1;
      if (digit < 0) return Wrong("expected four hexadecimal digits");
      value = value * 16 + static_cast<uint32_t>(digit);
    }
    return value;
  }
  Status Escape(std::string* out) {
    constexpr std::string_view kNames = "\"\\/bfnrt", kValues = "\"\\/\b\f\n\r\t";
    const char name = at_ < text_.size() ? text_[at_++] : '\0';
    if (const size_t known = kNames.find(name); known != std::string_view::npos) {
      *out += kValues[known];
      return OkStatus();
    }
    if (name != 'u') return Wrong("unknown escape");
    RUNNEL_ASSIGN_OR_RETURN(uint32_t code, Hex4());
    if (code >= 0xd800 && code < 0xdc00 && text_.substr(at_).starts_with("\\u")) {
      at_ += 2;
      RUNNEL_ASSIGN_OR_RETURN(const uint32_t low, Hex4());
      if (low < 0xdc00 || low > 0xdfff) return Wrong("half of a surrogate pair");
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code >= 0xd800 && code < 0xe000) return Wrong("half of a surrogate pair");
    AppendUtf8(code, out);
    return OkStatus();
  }
  Result<std::string> String() {
    RUNNEL_RETURN_IF_ERROR(Expect('"'));
    std::string out;
    for (;;) {
      if (at_ >= text_.size()) return Wrong("a string does not end");
      const char c = text_[at_++];
      if (c == '"') return out;
      if (c == '\\') {
        RUNNEL_RETURN_IF_ERROR(Escape(&out));
      } else if (static_cast<unsigned char>(c) < 0x20) {
        return Wrong("a control character in a string");
      } else {
        out += c;
      }
    }
  }
  // A string, or a name without quotes.
  Result<std::string> Key() {
    SkipSpace();
    if (IsString()) {
      RUNNEL_ASSIGN_OR_RETURN(std::string key, String());
      if (!IsUtf8(key)) return Wrong("a name is not UTF-8");
      return key;
    }
    const size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == '_' || text_[at_] == '$')) {
      ++at_;
    }
    if (begin == at_ || kDigits.find(text_[begin]) != std::string_view::npos)
      return Wrong("expected a name");
    return std::string(text_.substr(begin, at_ - begin));
  }
  // Takes digits; false if there are none.
  bool TakeDigits() {
    const size_t begin = at_;
    while (at_ < text_.size() && kDigits.find(text_[at_]) != std::string_view::npos) ++at_;
    return at_ > begin;
  }
  bool TakeOneOf(std::string_view some) {
    if (at_ >= text_.size() || some.find(text_[at_]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }
  // The text of a number, or of a string that stands for one.
  Result<std::string> Number() {
    if (IsString()) return String();
    const size_t begin = at_;
    TakeOneOf("-");
    const size_t whole = at_;
    bool good = TakeDigits() && (text_[whole] != '0' || at_ == whole + 1);
    if (TakeOneOf(".")) good = TakeDigits() && good;
    if (TakeOneOf("eE")) {
      TakeOneOf("+-");
      good = TakeDigits() && good;
    }
    if (!good) return Wrong("expected a number or string");
    return std::string(text_.substr(begin, at_ - begin));
  }

  // ---- what they make ----

  // Calls field(key) for each of an object's, behind its colon.
  template <typename F>
  Status Object(const F& field) {
    RUNNEL_RETURN_IF_ERROR(Expect('{'));
    if (Take('}')) return OkStatus();
    do {
      RUNNEL_ASSIGN_OR_RETURN(const std::string key, Key());
      RUNNEL_RETURN_IF_ERROR(Expect(':'));
      RUNNEL_RETURN_IF_ERROR(field(key));
      if (!Take(',')) return Expect('}');
    } while (!Take('}'));
    return OkStatus();
  }
  // Calls value() for each of a list's, or for the one that is there without a list.
  template <typename F>
  Status Values(const F& value) {
    if (!Take('[')) return value();
    bool separate = false;  // a comma must come before what comes next
    for (size_t open = 1; open > 0;) {
      if (Take(']')) {
        --open;
        separate = true;
      } else if (separate) {
        RUNNEL_RETURN_IF_ERROR(Expect(','));
        separate = false;
      } else if (Take('[')) {
        ++open;
      } else {
        RUNNEL_RETURN_IF_ERROR(value());
        separate = true;
      }
    }
    return OkStatus();
  }
  Status Message(ProtoWriter* out, uint32_t field, Status (JsonExample::*read)(ProtoWriter*)) {
    ProtoWriter inner;
    RUNNEL_RETURN_IF_ERROR((this->*read)(&inner));
    out->Bytes(field, inner.bytes());
    return OkStatus();
  }

  Status Features(ProtoWriter* out) {
    return Object([&](const std::string& key) {
      if (key != "feature") return Wrong("no such field of Features: \"" + key + "\"");
      if (TakeNull()) return OkStatus();
      std::set<std::string> names;
      return Object([&](const std::string& name) {
        if (!names.insert(name).second) return Wrong("feature \"" + name + "\" is there twice");
        ProtoWriter entry;
        entry.Bytes(1, name);
        if (!TakeNull()) RUNNEL_RETURN_IF_ERROR(Message(&entry, 2, &JsonExample::OneFeature));
        out->Bytes(1, entry.bytes());
        return OkStatus();
      });
    });
  }

  Status OneFeature(ProtoWriter* out) {
    bool given = false;
    return Object([&](const std::string& key) {
      Status (JsonExample::*value)(ProtoWriter*) = nullptr;
      uint32_t field = 0;
      if (key == "bytesList" || key == "bytes_list") {
        field = 1;
        value = &JsonExample::BytesValue;
      } else if (key == "floatList" || key == "float_list") {
        field = 2;
        value = &JsonExample::FloatValue;
      } else if (key == "int64List" || key == "int64_list") {
        field = 3;
        value = &JsonExample::IntValue;
      } else {
        return Wrong("no such field of a Feature: \"" + key + "\"");
      }
      if (TakeNull()) return OkStatus();
      if (given) return Wrong("a feature has two kinds of values");
      given = true;
      ProtoWriter list;
      RUNNEL_RETURN_IF_ERROR(Object([&](const std::string& inner) {
        if (inner != "value") return Wrong("no such field of a list: \"" + inner + "\"");
        if (TakeNull()) return OkStatus();
        return Values([&] { return (this->*value)(&list); });
      }));
      out->Bytes(field, list.bytes());
      return OkStatus();
    });
  }

  // The last number of a list, or 0 for null.
  Status IntValue(ProtoWriter* out) {
    int64_t value = 0;
    if (!TakeNull()) {
      RUNNEL_ASSIGN_OR_RETURN(const std::string text, Number());
      const char* const end = text.data() + text.size();
      const auto [rest, error] = std::from_chars(text.data(), end, value);
      if (error != std::errc() || rest != end) {
        // 1e2 and 3.0 are whole numbers too.
        double number = 0;
        RUNNEL_RETURN_IF_ERROR(Parse(text, &number));
        constexpr double kBeyond = 0x1p63;
        if (error == std::errc::result_out_of_range || !(number >= -kBeyond && number < kBeyond)) {
          return Wrong(text + " is out of the range of int64");
        }
        if (number != std::trunc(number)) return Wrong("expected a whole number, got " + text);
        value = static_cast<int64_t>(number);
      }
    }
    out->Int64(1, value);
    return OkStatus();
  }
  Status FloatValue(ProtoWriter* out) {
    double value = 0;
    if (!TakeNull()) {
      const bool quoted = IsString();
      RUNNEL_ASSIGN_OR_RETURN(const std::string text, Number());
      RUNNEL_RETURN_IF_ERROR(Parse(text, &value));
      if (!quoted && !std::isfinite(value)) return Wrong("expected a number");
      if (std::isfinite(value) && std::isinf(static_cast<float>(value))) {
        return Wrong(text + " is out of the range of float");
      }
    }
    out->Float(1, static_cast<float>(value));
    return OkStatus();
  }
  // "inf" and "nan" too, in any case.
  Status Parse(const std::string& text, double* out) const {
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, *out);
    if (error == std::errc() && rest == end) return OkStatus();
    return Wrong("expected a number, got \"" + text + "\"");
  }

  Status BytesValue(ProtoWriter* out) {
    std::string value;
    if (!TakeNull()) {
      if (!IsString()) return Wrong("expected a string in base64");
      RUNNEL_ASSIGN_OR_RETURN(const std::string text, String());
      std::string_view digits = text;
      if (digits.size() % 4 == 0 && digits.ends_with('='))
        digits.remove_suffix(digits.ends_with("==") ? 2 : 1);
      uint32_t bits = 0;
      for (size_t i = 0; i < digits.size(); ++i) {
        const int digit = Base64Digit(digits[i]);
        if (digit < 0) return Wrong("corrupt base64");
        bits = bits << 6 | static_cast<uint32_t>(digit);
        if (i % 4 > 0) value += static_cast<char>(bits >> (6 - 2 * (i % 4)) & 255);
      }
      if (digits.size() % 4 == 1) return Wrong("corrupt base64");
    }
    out->Bytes(1, value);
    return OkStatus();
  }

  const std::string_view text_;
  size_t at_ = 0;
};

class DecodeJsonExample : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const output,
                            NewOutput(ctx, 0, DType::kString, input.shape()));
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      Result<std::string> bytes = JsonExample(input.string_at(i)).Read();
      if (!bytes.ok()) return bytes.status().WithPrefix(StrCat("json_examples, number ", i));
      RUNNEL_RETURN_IF_ERROR(SetString(*output, i, *bytes));
    }
    return OkStatus();
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "DecodeJSONExample", .create = CreateKernel<DecodeJsonExample>},
};

}  // namespace

std::span<const HostKernelRow> JsonExampleKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
