#include "core/learn/spec.h"

#include <charconv>
#include <cmath>

#include "core/base/caught.h"

namespace runnel::learn {
namespace {

// Deeper nesting is refused, so that text from a file cannot use up the stack.
constexpr int kMaxDepth = 32;

bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

class Parser {
 public:
  Parser(std::string_view text, std::string_view what) : text_(text), what_(what) {}

  Result<Spec> WholeSpec() {
    RUNNEL_ASSIGN_OR_RETURN(Spec spec, OneSpec());
    RUNNEL_RETURN_IF_ERROR(End());
    return spec;
  }

  Result<std::vector<Spec>> WholeList() {
    std::vector<Spec> specs;
    Blanks();
    if (at_ == text_.size()) return specs;
    if (!Take('[')) {
      RUNNEL_ASSIGN_OR_RETURN(Spec spec, OneSpec());
      specs.push_back(std::move(spec));
    } else if (!Take(']')) {
      do {
        RUNNEL_ASSIGN_OR_RETURN(Spec spec, OneSpec());
        specs.push_back(std::move(spec));
      } while (Take(','));
      RUNNEL_RETURN_IF_ERROR(Expect(']'));
    }
    RUNNEL_RETURN_IF_ERROR(End());
    return specs;
  }

  Result<Spec> WholeArguments() {
    Spec spec;
    Blanks();
    if (at_ < text_.size()) {
      RUNNEL_RETURN_IF_ERROR(Arguments(&spec, '\0'));
    }
    RUNNEL_RETURN_IF_ERROR(End());
    return spec;
  }

 private:
  void Blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  char Peek() {
    Blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool Take(char c) {
    if (Peek() != c || c == '\0') return false;
    ++at_;
    return true;
  }

  Status Wrong(std::string_view expected) {
    Blanks();
    if (at_ >= text_.size()) {
      return InvalidArgument(what_, " \"", text_.substr(0, 200), "\": expected ", expected,
                             ", got the end");
    }
    return InvalidArgument(what_, " \"", text_.substr(0, 200), "\": expected ", expected, " at ", at_,
                           ", got \"", text_.substr(at_, 20), "\"");
  }
  Status Expect(char c) {
    if (Take(c)) return OkStatus();
    const char quoted[] = {'"', c, '"', 0};
    return Wrong(quoted);
  }
  Status End() { return Peek() == '\0' && at_ >= text_.size() ? OkStatus() : Wrong("the end"); }

  std::string_view Name() {
    const size_t begin = at_;
    while (at_ < text_.size() && (IsNameStart(text_[at_]) || IsDigit(text_[at_]) || text_[at_] == '>'))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  Result<Spec> OneSpec() {
    Spec spec;
    if (!IsNameStart(Peek())) {
      // A name may be quoted, as strings in lists of metrics are.
      if (Peek() != '\'' && Peek() != '"') return Wrong("a name");
      RUNNEL_ASSIGN_OR_RETURN(spec.name, String());
      return spec;
    }
    spec.name = Name();
    if (!Take('(')) return spec;
    if (Take(')')) return spec;
    if (++depth_ > kMaxDepth) return Wrong("less deep nesting");
    RUNNEL_RETURN_IF_ERROR(Arguments(&spec, ')'));
    --depth_;
    RUNNEL_RETURN_IF_ERROR(Expect(')'));
    return spec;
  }

  // Up to, without, the closing character.
  Status Arguments(Spec* spec, char close) {
    do {
      if (Peek() == close) break;  // behind the last comma
      const size_t begin = at_;
      if (IsNameStart(Peek())) {
        const std::string name(Name());
        if (Take('=')) {
          for (const auto& [other, value] : spec->named) {
            if (other == name) {
              at_ = begin;
              return Wrong(StrCat("\"", name, "\" once"));
            }
          }
          RUNNEL_ASSIGN_OR_RETURN(SpecValue value, Value());
          spec->named.emplace_back(name, std::move(value));
          continue;
        }
        at_ = begin;
      }
      if (!spec->named.empty()) return Wrong("an argument with a name, as those before have");
      RUNNEL_ASSIGN_OR_RETURN(SpecValue value, Value());
      spec->positional.push_back(std::move(value));
    } while (Take(','));
    return OkStatus();
  }

  Result<SpecValue> Value() {
    SpecValue result;
    const char c = Peek();
    result.position = at_;
    if (IsDigit(c) || c == '-' || c == '+' || c == '.') {
      RUNNEL_RETURN_IF_ERROR(Number(&result));
      if (!Take('/')) return result;
      SpecValue divisor;
      Blanks();
      RUNNEL_RETURN_IF_ERROR(Number(&divisor));
      const auto real = [](const SpecValue& v) {
        const auto* whole = std::get_if<int64_t>(&v.value);
        return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(v.value);
      };
      if (real(divisor) == 0) return Wrong("no division by 0");
      result.value = real(result) / real(divisor);
      return result;
    }
    if (c == '\'' || c == '"') {
      RUNNEL_ASSIGN_OR_RETURN(result.value, String());
      return result;
    }
    if (c == '[' || c == '(') {
      RUNNEL_RETURN_IF_ERROR(List(c == '[' ? ']' : ')', &result));
      return result;
    }
    if (!IsNameStart(c)) return Wrong("a value");
    RUNNEL_ASSIGN_OR_RETURN(Spec spec, OneSpec());
    if (!spec.positional.empty() || !spec.named.empty()) {
      result.value = std::make_shared<const Spec>(std::move(spec));
    } else if (SameName(spec.name, "none")) {
      result.value = SpecValue::None();
    } else if (SameName(spec.name, "true") || SameName(spec.name, "false")) {
      result.value = SameName(spec.name, "true");
    } else {
      result.value = std::move(spec.name);
    }
    return result;
  }

  Status List(char close, SpecValue* result) {
    ++at_;
    if (++depth_ > kMaxDepth) return Wrong("less deep nesting");
    SpecValue::List items;
    while (Peek() != close) {
      RUNNEL_ASSIGN_OR_RETURN(SpecValue item, Value());
      items.push_back(std::move(item));
      if (!Take(',')) break;
    }
    --depth_;
    result->value = std::move(items);
    return Expect(close);
  }

  Status Number(SpecValue* result) {
    size_t end = at_;
    if (end < text_.size() && text_[end] == '+') ++end;
    const size_t begin = end;
    while (end < text_.size() && (IsDigit(text_[end]) || text_[end] == '.' || text_[end] == '-' ||
                                  text_[end] == '+' || text_[end] == 'e' || text_[end] == 'E')) {
      // Signs belong to a number at its beginning and behind its exponent's letter only.
      const char before = end == begin ? 'e' : text_[end - 1];
      if ((text_[end] == '-' || text_[end] == '+') && before != 'e' && before != 'E') break;
      ++end;
    }
    const std::string_view word = text_.substr(begin, end - begin);
    const char* const last = word.data() + word.size();
    std::from_chars_result parsed;
    if (word.find_first_of(".eE") == std::string_view::npos) {
      int64_t whole = 0;
      parsed = std::from_chars(word.data(), last, whole);
      result->value = whole;
    } else {
      double real = 0;
      parsed = std::from_chars(word.data(), last, real);
      result->value = real;
    }
    if (word.empty() || parsed.ec != std::errc() || parsed.ptr != last) return Wrong("a number");
    at_ = end;
    return OkStatus();
  }

  Result<std::string> String() {
    const char quote = text_[at_];
    std::string result;
    for (size_t i = at_ + 1; i < text_.size(); ++i) {
      if (text_[i] == quote) {
        at_ = i + 1;
        return result;
      }
      if (text_[i] == '\\' && i + 1 < text_.size()) ++i;
      result += text_[i];
    }
    return Wrong("a string that ends");
  }

  const std::string_view text_;
  const std::string_view what_;
  size_t at_ = 0;
  int depth_ = 0;
};

std::string Quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

bool IsName(std::string_view text) {
  if (text.empty() || !IsNameStart(text[0])) return false;
  for (const char c : text) {
    if (!IsNameStart(c) && !IsDigit(c) && c != '>') return false;
  }
  return !SameName(text, "none") && !SameName(text, "true") && !SameName(text, "false");
}

// How an argument of a row is read from a value.
class Binder {
 public:
  Binder(std::string_view row, const AttrSchema& arg) : row_(row), arg_(arg) {}

  Result<AttrValue> Bind(const SpecValue& given) const {
    RUNNEL_ASSIGN_OR_RETURN(AttrValue value, Convert(given));
    if (arg_.minimum && arg_.type == "int" && *value.get_if<int64_t>() < *arg_.minimum) {
      return Wrong(given, StrCat("at least ", *arg_.minimum));
    }
    if (!arg_.allowed_strings.empty()) {
      const std::string* text = value.get_if<std::string>();
      std::string choices;
      for (const std::string& allowed : arg_.allowed_strings) {
        // Keras writes these in lower case: 'same', 'valid'.
        if (text != nullptr && SameName(*text, allowed)) return AttrValue(allowed);
        choices += StrCat(choices.empty() ? "" : ", ", Quoted(allowed));
      }
      return Wrong(given, StrCat("one of ", choices));
    }
    return value;
  }

 private:
  Status Wrong(const SpecValue& given, std::string_view expected) const {
    return InvalidArgument(row_, ": argument ", arg_.name, ": expected ", expected, ", got ",
                           ToText(given));
  }

  Result<AttrValue> Convert(const SpecValue& given) const {
    const auto* whole = std::get_if<int64_t>(&given.value);
    const auto* real = std::get_if<double>(&given.value);
    if (arg_.type == "int") {
      if (whole != nullptr) return AttrValue(*whole);
      // As Keras takes (3,) for a size along one axis.
      const auto* list = std::get_if<SpecValue::List>(&given.value);
      if (list != nullptr && list->size() == 1) return Convert((*list)[0]);
      return Wrong(given, "a whole number");
    }
    if (arg_.type == "float") {
      if (whole != nullptr) return AttrValue(static_cast<float>(*whole));
      if (real != nullptr) return AttrValue(static_cast<float>(*real));
      return Wrong(given, "a number");
    }
    if (arg_.type == "bool") {
      if (const bool* truth = std::get_if<bool>(&given.value)) return AttrValue(*truth);
      return Wrong(given, "true or false");
    }
    if (arg_.type == "type") {
      const auto* name = std::get_if<std::string>(&given.value);
      const DType dtype = name == nullptr ? DType::kInvalid : DTypeFromName(*name);
      if (dtype != DType::kInvalid) return AttrValue(dtype);
      return Wrong(given, "an element type");
    }
    if (arg_.type == "string") return Text(given);
    if (arg_.type == "list(int)") return Numbers<int64_t>(given, "whole numbers");
    if (arg_.type == "list(float)") return Numbers<float>(given, "numbers");
    if (arg_.type == "list(string)") return Texts(given);
    return Internal(row_, ": argument ", arg_.name, " is of kind ", arg_.type);
  }

  Result<AttrValue> Text(const SpecValue& given) const {
    if (given.is_none()) return AttrValue("");
    if (const auto* text = std::get_if<std::string>(&given.value)) return AttrValue(*text);
    if (const auto* spec = std::get_if<std::shared_ptr<const Spec>>(&given.value)) {
      return AttrValue(ToText(**spec));
    }
    // A learning rate is a number or a schedule.
    if (std::holds_alternative<int64_t>(given.value) || std::holds_alternative<double>(given.value)) {
      return AttrValue(ToText(given));
    }
    return Wrong(given, "a string or a spec");
  }

  Result<AttrValue> Texts(const SpecValue& given) const {
    std::vector<std::string> texts;
    if (given.is_none()) return AttrValue(std::move(texts));
    const auto* list = std::get_if<SpecValue::List>(&given.value);
    if (list == nullptr) {
      RUNNEL_ASSIGN_OR_RETURN(const AttrValue text, Text(given));
      return AttrValue(std::vector<std::string>{*text.get_if<std::string>()});
    }
    for (const SpecValue& item : *list) {
      RUNNEL_ASSIGN_OR_RETURN(const AttrValue text, Text(item));
      texts.push_back(*text.get_if<std::string>());
    }
    return AttrValue(std::move(texts));
  }

  template <typename T>
  Result<AttrValue> Numbers(const SpecValue& given, std::string_view what) const {
    std::vector<T> numbers;
    const auto add = [&](const SpecValue& item) {
      if (const auto* whole = std::get_if<int64_t>(&item.value)) {
        numbers.push_back(static_cast<T>(*whole));
      } else if (const auto* real = std::get_if<double>(&item.value);
                 real != nullptr && std::is_floating_point_v<T>) {
        numbers.push_back(static_cast<T>(*real));
      } else if (item.is_none() && !std::is_floating_point_v<T>) {
        numbers.push_back(static_cast<T>(-1));  // an unknown size
      } else {
        return false;
      }
      return true;
    };
    const size_t least = arg_.minimum ? static_cast<size_t>(std::max<int64_t>(*arg_.minimum, 0)) : 0;
    // Keras says what is at both ends of axes by pairs, ((1, 2), (3, 4)).
    const auto add_pair = [&](const SpecValue& item) {
      const auto* pair = std::get_if<SpecValue::List>(&item.value);
      return pair != nullptr && pair->size() == 2 && add((*pair)[0]) && add((*pair)[1]);
    };
    if (const auto* list = std::get_if<SpecValue::List>(&given.value)) {
      for (const SpecValue& item : *list) {
        if (!add(item) && !add_pair(item)) return Wrong(given, StrCat("a list of ", what));
      }
    } else if (!given.is_none()) {
      if (!add(given)) return Wrong(given, StrCat("a list of ", what));
      while (numbers.size() < least) numbers.push_back(numbers[0]);
    }
    if (numbers.size() < least) return Wrong(given, StrCat("a list of at least ", least, " ", what));
    return AttrValue(std::move(numbers));
  }

  const std::string_view row_;
  const AttrSchema& arg_;
};

}  // namespace

bool SameName(std::string_view a, std::string_view b) {
  size_t i = 0, k = 0;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  for (;;) {
    while (i < a.size() && a[i] == '_') ++i;
    while (k < b.size() && b[k] == '_') ++k;
    if (i == a.size() || k == b.size()) return i == a.size() && k == b.size();
    if (lower(a[i++]) != lower(b[k++])) return false;
  }
}

Result<Spec> ParseSpec(std::string_view text, std::string_view what) {
  return Parser(text, what).WholeSpec();
}

Result<std::vector<Spec>> ParseSpecs(std::string_view text, std::string_view what) {
  return Parser(text, what).WholeList();
}

Result<Spec> ParseArguments(std::string_view text, std::string_view what) {
  return Parser(text, what).WholeArguments();
}

std::string ToText(const SpecValue& value) {
  struct Text {
    std::string operator()(SpecValue::None) const { return "none"; }
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(int64_t whole) const { return StrCat(whole); }
    std::string operator()(double real) const {
      char buffer[40];
      const auto end = std::to_chars(buffer, buffer + sizeof(buffer), real);
      std::string text(buffer, end.ptr);
      if (text.find_first_of(".en") == std::string::npos) text += ".0";
      return text;
    }
    std::string operator()(const std::string& text) const { return IsName(text) ? text : Quoted(text); }
    std::string operator()(const SpecValue::List& list) const {
      std::string text = "[";
      for (const SpecValue& item : list) text += StrCat(text.size() == 1 ? "" : ", ", ToText(item));
      return text + "]";
    }
    std::string operator()(const std::shared_ptr<const Spec>& spec) const { return ToText(*spec); }
  };
  return std::visit(Text(), value.value);
}

std::string ToText(const Spec& spec) {
  std::string text;
  for (const SpecValue& value : spec.positional) text += StrCat(text.empty() ? "" : ", ", ToText(value));
  for (const auto& [name, value] : spec.named) {
    text += StrCat(text.empty() ? "" : ", ", name, "=", ToText(value));
  }
  if (spec.name.empty()) return text;
  const std::string name = IsName(spec.name) ? spec.name : Quoted(spec.name);
  return text.empty() ? name : StrCat(name, "(", text, ")");
}

Result<AttrList> BindArguments(const Spec& spec, std::string_view row,
                               const std::vector<AttrSchema>& args) {
  const auto names = [&] {
    std::string list;
    for (const AttrSchema& arg : args) list += StrCat(list.empty() ? "" : ", ", arg.name);
    return list.empty() ? std::string("none") : list;
  };
  if (spec.positional.size() > args.size()) {
    return InvalidArgument(row, ": takes ", args.size(), " arguments (", names(), "), got ",
                           spec.positional.size());
  }
  AttrList bound;
  for (size_t i = 0; i < args.size(); ++i) {
    const SpecValue* given = i < spec.positional.size() ? &spec.positional[i] : nullptr;
    for (const auto& [name, value] : spec.named) {
      if (name != args[i].name) continue;
      if (given != nullptr) return InvalidArgument(row, ": argument ", name, " is given twice");
      given = &value;
    }
    // None asks for the default, where it is no value itself: no number, and no list that cannot be
    // empty.
    const bool none_is_none =
        args[i].minimum.has_value() || args[i].type == "int" || args[i].type == "float";
    if (given != nullptr && given->is_none() && none_is_none && args[i].default_value) given = nullptr;
    if (given != nullptr) {
      RUNNEL_ASSIGN_OR_RETURN(AttrValue value, Binder(row, args[i]).Bind(*given));
      SetAttr(&bound, args[i].name, std::move(value));
    } else if (args[i].default_value) {
      SetAttr(&bound, args[i].name, *args[i].default_value);
    } else {
      return InvalidArgument(row, ": argument ", args[i].name, " is missing; its arguments are ",
                             names());
    }
  }
  for (const auto& [name, value] : spec.named) {
    bool known = false;
    for (const AttrSchema& arg : args) known |= arg.name == name;
    if (!known) return InvalidArgument(row, ": has no argument ", name, "; its arguments are ", names());
  }
  return bound;
}

}  // namespace runnel::learn
