// Compiles a regular expression into steps in one pass. Each piece that is read becomes a fragment with
// one entry and a list of dangling exits, and operators join fragments (Thompson's construction). The
// parser keeps its own stack, so nesting takes heap memory and no recursion.
#include <algorithm>
#include <cctype>
#include <optional>

#include "core/base/regex.h"
#include "core/base/regex_classes.h"
#include "core/base/utf8.h"

namespace runnel {
namespace {

constexpr int kMostRepeats = 1000;  // RE2's
constexpr size_t kMostNesting = 1000;

}  // namespace

class RegexParser {
 public:
  explicit RegexParser(std::string_view pattern) : pattern_(pattern), rest_(pattern) {}

  Result<Regex> Run() {
    groups_.emplace_back();
    while (!rest_.empty()) {
      if (quoting_ || !IsOperator()) {
        RUNNEL_RETURN_IF_ERROR(Literal());
      } else {
        RUNNEL_RETURN_IF_ERROR(Operator());
      }
      if (regex_.steps_.size() > Regex::kMostSteps) return TooLarge();
    }
    if (groups_.size() > 1) return Error("a \"(\" has no \")\"");
    RUNNEL_ASSIGN_OR_RETURN(const Piece whole, CloseGroup());
    // The first step is where matching begins.
    Patch(whole, Add({.kind = Step::kMatch}));
    regex_.steps_[0].next = whole.begin;
    return std::move(regex_);
  }

 private:
  using Step = Regex::Step;
  // A fragment: steps [begin,end), entered at `begin`. `outs` lists the exits to be patched: twice the
  // step's number, plus 1 for its or_next.
  struct Piece {
    int32_t begin = -1;
    int32_t first = 0;  // all of its steps are from here on
    std::vector<int32_t> outs;
    bool repeated = false;  // by an operator, so that no other may follow
  };
  struct Flags {
    bool fold_case = false, multi_line = false, dot_newline = false, swap_greedy = false;
  };
  struct Group {
    Flags outside;            // flags before it
    std::vector<Piece> done;  // alternatives before a "|"
    std::vector<Piece> row;   // of the present one
    int number = 0;           // of one that takes text, from 1 on
  };

  template <typename... Args>
  Status Error(const Args&... args) const {
    return InvalidArgument("regular expression \"", pattern_.substr(0, 200), "\", at byte ",
                           pattern_.size() - rest_.size(), ": ", args...);
  }
  Status TooLarge() const {
    return ResourceExhausted("regular expression \"", pattern_.substr(0, 200), "\" has more than ",
                             Regex::kMostSteps, " steps");
  }

  int32_t Add(Step step) {
    if (regex_.steps_.empty()) regex_.steps_.push_back({.kind = Step::kJump});
    regex_.steps_.push_back(step);
    return static_cast<int32_t>(regex_.steps_.size()) - 1;
  }
  void Patch(const Piece& piece, int32_t to) {
    for (const int32_t out : piece.outs) {
      Step& step = regex_.steps_[static_cast<size_t>(out / 2)];
      (out % 2 == 0 ? step.next : step.or_next) = to;
    }
  }
  Piece One(Step step) {
    const int32_t at = Add(step);
    return {at, at, {2 * at}, false};
  }
  Piece OfRanges(Ranges ranges) {
    NormaliseRanges(&ranges);
    Step step{.kind = Step::kRanges};
    step.first = static_cast<int32_t>(regex_.ranges_.size());
    regex_.ranges_.insert(regex_.ranges_.end(), ranges.begin(), ranges.end());
    step.last = static_cast<int32_t>(regex_.ranges_.size());
    return One(step);
  }
  Status Fold(Ranges* ranges) const {
    return flags_.fold_case ? FoldRanges(ranges).WithPrefix(
                                  StrCat("regular expression \"", pattern_.substr(0, 200), "\""))
                            : OkStatus();
  }
  Status PushCharacter(int32_t c) {
    Ranges ranges{{c, c}};
    RUNNEL_RETURN_IF_ERROR(Fold(&ranges));
    Push(OfRanges(std::move(ranges)));
    return OkStatus();
  }
  Piece Empty() { return One({.kind = Step::kJump}); }
  Piece Asserting(uint8_t place) { return One({.kind = Step::kAssert, .place = place}); }

  void Push(Piece piece) { groups_.back().row.push_back(std::move(piece)); }

  Piece JoinRow(std::vector<Piece>* row) {
    if (row->empty()) return Empty();
    Piece out = std::move(row->front());
    for (size_t i = 1; i < row->size(); ++i) {
      Piece& next = (*row)[i];
      Patch(out, next.begin);
      out.outs = std::move(next.outs);
      out.first = std::min(out.first, next.first);
    }
    row->clear();
    out.repeated = false;
    return out;
  }
  // All of the innermost group as one piece.
  Result<Piece> CloseGroup() {
    Group group = std::move(groups_.back());
    groups_.pop_back();
    Piece out = JoinRow(&group.row);
    while (!group.done.empty()) {
      Piece before = std::move(group.done.back());
      group.done.pop_back();
      const int32_t split = Add({.kind = Step::kSplit, .next = before.begin, .or_next = out.begin});
      before.outs.insert(before.outs.end(), out.outs.begin(), out.outs.end());
      out = {split, std::min(before.first, out.first), std::move(before.outs), false};
    }
    if (group.number == 0) return out;
    const Piece begin = One({.kind = Step::kSave, .first = 2 * group.number});
    const Piece end = One({.kind = Step::kSave, .first = 2 * group.number + 1});
    Patch(begin, out.begin);
    Patch(out, end.begin);
    return Piece{begin.begin, std::min(begin.begin, out.first), end.outs, false};
  }

  bool IsOperator() const {
    return std::string_view("\\.[()|*+?{^$").find(rest_[0]) != std::string_view::npos;
  }
  bool Take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  Result<int32_t> Character() {
    int32_t c = 0;
    std::string_view after = rest_;
    TakeUtf8(&after, &c);
    if (c < 0) return Error("is not UTF-8");
    rest_ = after;
    return c;
  }

  Status Literal() {
    if (quoting_ && Take("\\E")) {
      quoting_ = false;
      return OkStatus();
    }
    RUNNEL_ASSIGN_OR_RETURN(const int32_t c, Character());
    return PushCharacter(c);
  }

  Status Operator() {
    switch (rest_[0]) {
      case '\\':
        return Escape();
      case '.':
        rest_.remove_prefix(1);
        Push(OfRanges(flags_.dot_newline ? Ranges{{0, kMostCodePoint}}
                                         : Ranges{{0, '\n' - 1}, {'\n' + 1, kMostCodePoint}}));
        return OkStatus();
      case '[':
        return Class();
      case '(':
        return Open();
      case ')': {
        if (groups_.size() == 1) return Error("a \")\" has no \"(\"");
        rest_.remove_prefix(1);
        flags_ = groups_.back().outside;
        RUNNEL_ASSIGN_OR_RETURN(Piece piece, CloseGroup());
        Push(std::move(piece));
        return OkStatus();
      }
      case '|':
        rest_.remove_prefix(1);
        groups_.back().done.push_back(JoinRow(&groups_.back().row));
        return OkStatus();
      case '^':
        rest_.remove_prefix(1);
        Push(Asserting(flags_.multi_line ? Regex::kLineBegin : Regex::kTextBegin));
        return OkStatus();
      case '$':
        rest_.remove_prefix(1);
        Push(Asserting(flags_.multi_line ? Regex::kLineEnd : Regex::kTextEnd));
        return OkStatus();
      default:
        return Repeat();
    }
  }

  // ---- groups ----

  Status Open() {
    rest_.remove_prefix(1);
    if (groups_.size() > kMostNesting) return Error("groups nest more than ", kMostNesting, " deep");
    Group group;
    group.outside = flags_;
    if (Take("?")) {
      if (rest_.starts_with("P<") || rest_.starts_with("<")) {
        Take("P");
        Take("<");
        const size_t end = rest_.find('>');
        const std::string_view name = rest_.substr(0, end);
        const bool fits = end != std::string_view::npos && !name.empty() &&
                          std::all_of(name.begin(), name.end(), [](char c) {
                            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
                          });
        if (!fits) return Error("a group should have a name of letters, digits and _, and a \">\"");
        rest_.remove_prefix(end + 1);
        group.number = ++regex_.num_groups_;
      } else {
        bool opens = false;
        RUNNEL_RETURN_IF_ERROR(ReadFlags(&opens));
        if (!opens) return OkStatus();
      }
    } else {
      group.number = ++regex_.num_groups_;
    }
    groups_.push_back(std::move(group));
    return OkStatus();
  }
  // "i-s)" for what follows, "i:" for a group of its own.
  Status ReadFlags(bool* opens) {
    bool on = true, any = false;
    for (;;) {
      if (rest_.empty()) return Error("a \"(?\" is not ended");
      const char c = rest_[0];
      bool* flag = c == 'i'   ? &flags_.fold_case
                   : c == 'm' ? &flags_.multi_line
                   : c == 's' ? &flags_.dot_newline
                   : c == 'U' ? &flags_.swap_greedy
                              : nullptr;
      if (flag != nullptr) {
        *flag = on;
        any = true;
      } else if (c == '-' && on) {
        on = any = false;
      } else if ((c == ':' || c == ')') && (on || any)) {
        rest_.remove_prefix(1);
        *opens = c == ':';
        return OkStatus();
      } else {
        return Error("\"(?\" should be followed by \":\", a name, or flags of imsU");
      }
      rest_.remove_prefix(1);
    }
  }

  // ---- repetitions ----

  Status Repeat() {
    const std::string_view at = rest_;
    int least = 0, most = -1;  // -1: any number
    if (rest_[0] == '{' && !ReadCount(&least, &most)) return Literal();
    if (at[0] != '{') {
      rest_.remove_prefix(1);
      least = at[0] == '+' ? 1 : 0;
      most = at[0] == '?' ? 1 : -1;
    }
    const std::string_view after = rest_;
    const bool lazy = Take("?") != flags_.swap_greedy;
    if (groups_.back().row.empty() || groups_.back().row.back().repeated) {
      const bool twice = !groups_.back().row.empty();
      rest_ = at;
      return Error(twice ? "a repetition cannot be repeated: " : "nothing is repeated by: ",
                   at.substr(0, at.size() - after.size()));
    }
    if (least > kMostRepeats || most > kMostRepeats || (most >= 0 && most < least)) {
      rest_ = at;
      return Error("repetitions should be up to ", kMostRepeats, ", the fewer first");
    }
    Piece piece = std::move(groups_.back().row.back());
    groups_.back().row.pop_back();
    RUNNEL_ASSIGN_OR_RETURN(Piece out, Repeated(std::move(piece), least, most, lazy));
    out.repeated = true;
    Push(std::move(out));
    return OkStatus();
  }
  // {n}, {n,} or {n,m}; false: something else.
  bool ReadCount(int* least, int* most) {
    std::string_view text = rest_.substr(1);
    const auto number = [&](int* out) {
      size_t digits = 0;
      *out = 0;
      for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits)
        *out = std::min(kMostRepeats + 1, *out * 10 + (text[digits] - '0'));
      text.remove_prefix(digits);
      return digits > 0;
    };
    if (!number(least)) return false;
    *most = *least;
    if (text.starts_with(',')) {
      text.remove_prefix(1);
      if (!number(most)) *most = -1;
    }
    if (!text.starts_with('}')) return false;
    rest_ = text.substr(1);
    return true;
  }
  // Appends a copy of a fragment; its steps become the last ones.
  Piece Copy(const Piece& piece, int32_t end) {
    const int32_t shift = static_cast<int32_t>(regex_.steps_.size()) - piece.first;
    for (int32_t i = piece.first; i < end; ++i) {
      Step step = regex_.steps_[static_cast<size_t>(i)];
      step.next += shift;
      step.or_next += shift;
      regex_.steps_.push_back(step);
    }
    Piece copy = piece;
    copy.begin += shift;
    copy.first += shift;
    for (int32_t& out : copy.outs) out += 2 * shift;
    return copy;
  }
  // A choice between `to` and an exit, tried in the order that `lazy` says; *out is the exit.
  int32_t Split(int32_t to, bool lazy, int32_t* out) {
    const int32_t split =
        lazy ? Add({.kind = Step::kSplit, .or_next = to}) : Add({.kind = Step::kSplit, .next = to});
    *out = 2 * split + (lazy ? 0 : 1);
    return split;
  }
  Piece Star(Piece piece, bool lazy) {
    int32_t out = 0;
    const int32_t split = Split(piece.begin, lazy, &out);
    Patch(piece, split);
    return {split, std::min(split, piece.first), {out}, false};
  }
  Piece Maybe(Piece piece, bool lazy) {
    int32_t out = 0;
    const int32_t split = Split(piece.begin, lazy, &out);
    piece.outs.push_back(out);
    return {split, piece.first, std::move(piece.outs), false};
  }
  Result<Piece> Repeated(Piece piece, int least, int most, bool lazy) {
    const int32_t end = static_cast<int32_t>(regex_.steps_.size());
    const int copies = std::max({least, most, 1}) + (most < 0 ? 1 : 0);
    const int64_t steps = int64_t{end - piece.first} * copies;
    if (steps + end > static_cast<int64_t>(Regex::kMostSteps)) return TooLarge();
    if (least == 0 && most < 0) return Star(std::move(piece), lazy);
    if (least == 0 && most == 0) {
      // x{0}: the steps stay, but nothing leads to them.
      Piece nothing = Empty();
      nothing.first = std::min(nothing.first, piece.first);
      return nothing;
    }
    std::vector<Piece> row;
    const Piece original = piece;
    const auto next = [&] { return row.empty() ? original : Copy(original, end); };
    for (int i = 0; i < least; ++i) row.push_back(next());
    if (most < 0) {
      Piece last = next();
      row.push_back(Star(std::move(last), lazy));
    }
    // Nested as (x(x(x)?)?)?, so that each exit is a single jump.
    std::vector<Piece> optional;
    for (int i = least; i < most; ++i) {
      Piece one = row.empty() && optional.empty() ? original : Copy(original, end);
      optional.push_back(std::move(one));
    }
    std::optional<Piece> tail;
    while (!optional.empty()) {
      Piece one = std::move(optional.back());
      optional.pop_back();
      if (tail) {
        Patch(one, tail->begin);
        one.outs = std::move(tail->outs);
      }
      tail = Maybe(std::move(one), lazy);
    }
    if (tail) row.push_back(std::move(*tail));
    Piece out = JoinRow(&row);
    out.first = original.first;
    return out;
  }

  // ---- escapes and classes ----

  static bool IsOctal(char c) { return c >= '0' && c <= '7'; }
  // After the backslash: a character by itself. Nothing if it is something else.
  Result<std::optional<int32_t>> EscapedCharacter() {
    if (rest_.empty()) return Error("a backslash is the last");
    const char c = rest_[0];
    static constexpr std::string_view kShort = "afnrtv", kMeant = "\a\f\n\r\t\v";
    if (const size_t i = kShort.find(c); i != std::string_view::npos) {
      rest_.remove_prefix(1);
      return std::optional<int32_t>(kMeant[i]);
    }
    if (c == 'x') return Hexadecimal();
    if (c == '0' || (IsOctal(c) && rest_.size() > 1 && IsOctal(rest_[1]))) {
      int32_t value = 0;
      for (int i = 0; i < 3 && !rest_.empty() && IsOctal(rest_[0]); ++i, rest_.remove_prefix(1))
        value = value * 8 + (rest_[0] - '0');
      return std::optional<int32_t>(value);
    }
    const bool is_plain =
        static_cast<unsigned char>(c) < 0x80 && std::isalnum(static_cast<unsigned char>(c)) == 0;
    if (!is_plain) return std::optional<int32_t>();
    rest_.remove_prefix(1);
    return std::optional<int32_t>(c);
  }
  Result<std::optional<int32_t>> Hexadecimal() {
    rest_.remove_prefix(1);
    const bool braced = Take("{");
    int32_t value = 0;
    int digits = 0;
    while (!rest_.empty() && std::isxdigit(static_cast<unsigned char>(rest_[0])) != 0 &&
           (braced || digits < 2)) {
      const char c = rest_[0];
      value = std::min(kMostCodePoint + 1, value * 16 + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10));
      rest_.remove_prefix(1);
      ++digits;
    }
    if (digits == 0 || (braced ? !Take("}") : digits != 2) || value > kMostCodePoint)
      return Error("\\x should be followed by two hexadecimal digits, or by a code point in braces");
    return std::optional<int32_t>(value);
  }
  // \d and its kin; nothing if it is something else.
  std::optional<Ranges> EscapedClass() {
    if (rest_.empty() || std::string_view("dswDSW").find(rest_[0]) == std::string_view::npos)
      return std::nullopt;
    const char lower = static_cast<char>(rest_[0] | 0x20);
    std::optional<Ranges> ranges = NamedClass(std::string_view(&lower, 1), rest_[0] != lower);
    rest_.remove_prefix(1);
    return ranges;
  }
  std::optional<Ranges> NamedClass(std::string_view name, bool inverts) const {
    std::optional<Ranges> ranges = NamedRanges(name);
    if (!ranges) return ranges;
    if (flags_.fold_case) (void)FoldRanges(&*ranges);  // all of ASCII
    if (inverts) InvertRanges(&*ranges);
    return ranges;
  }
  Status UnknownEscape() const {
    const char c = rest_[0];
    if (c == 'p' || c == 'P' || c == 'C') {
      return Unimplemented("regular expression \"", pattern_.substr(0, 200), "\": ",
                           c == 'C' ? "single bytes (\\C)" : "classes of Unicode properties (\\p)");
    }
    return Error("an escape that is none: \\", rest_.substr(0, 1));
  }

  Status Escape() {
    rest_.remove_prefix(1);
    if (Take("Q")) {
      quoting_ = true;
      return OkStatus();
    }
    if (Take("E")) return OkStatus();
    static constexpr struct {
      char c;
      uint8_t place;
    } kPlaces[] = {{'A', Regex::kTextBegin},
                   {'z', Regex::kTextEnd},
                   {'b', Regex::kWordEdge},
                   {'B', Regex::kNoWordEdge}};
    for (const auto& one : kPlaces) {
      if (!Take(std::string_view(&one.c, 1))) continue;
      Push(Asserting(one.place));
      return OkStatus();
    }
    if (std::optional<Ranges> ranges = EscapedClass()) {
      Push(OfRanges(std::move(*ranges)));
      return OkStatus();
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::optional<int32_t> c, EscapedCharacter());
    if (!c) return UnknownEscape();
    return PushCharacter(*c);
  }

  // A character of a class. Nothing if it is a class itself, which is added to *ranges.
  Result<std::optional<int32_t>> ClassItem(Ranges* ranges) {
    if (rest_.starts_with("[:")) {
      const size_t end = rest_.find(":]");
      std::string_view name = rest_.substr(2, end == std::string_view::npos ? 0 : end - 2);
      const bool inverts = name.starts_with('^');
      if (inverts) name.remove_prefix(1);
      if (end != std::string_view::npos) {
        std::optional<Ranges> named = name.size() > 1 ? NamedClass(name, inverts) : std::nullopt;
        if (!named) return Error("there is no class [:", name.substr(0, 20), ":]");
        ranges->insert(ranges->end(), named->begin(), named->end());
        rest_.remove_prefix(end + 2);
        return std::optional<int32_t>();
      }
    }
    if (Take("\\")) {
      if (const std::optional<Ranges> named = EscapedClass()) {
        ranges->insert(ranges->end(), named->begin(), named->end());
        return std::optional<int32_t>();
      }
      RUNNEL_ASSIGN_OR_RETURN(const std::optional<int32_t> c, EscapedCharacter());
      if (!c) return UnknownEscape();
      return c;
    }
    RUNNEL_ASSIGN_OR_RETURN(const int32_t c, Character());
    return std::optional<int32_t>(c);
  }

  Status Class() {
    const std::string_view at = rest_;
    rest_.remove_prefix(1);
    const bool inverts = Take("^");
    Ranges ranges;
    for (bool first = true; first || !rest_.starts_with(']'); first = false) {
      if (rest_.empty()) {
        rest_ = at;
        return Error("a \"[\" has no \"]\"");
      }
      RUNNEL_ASSIGN_OR_RETURN(const std::optional<int32_t> low, ClassItem(&ranges));
      if (!low) continue;
      int32_t high = *low;
      // A hyphen at the end is itself.
      if (rest_.starts_with('-') && rest_.size() > 1 && rest_[1] != ']') {
        rest_.remove_prefix(1);
        RUNNEL_ASSIGN_OR_RETURN(const std::optional<int32_t> end, ClassItem(&ranges));
        if (!end || *end < *low)
          return Error("a range of a class should go from a character to a later one");
        high = *end;
      }
      Ranges one{{*low, high}};
      RUNNEL_RETURN_IF_ERROR(Fold(&one));
      ranges.insert(ranges.end(), one.begin(), one.end());
      if (ranges.size() > Regex::kMostSteps) return TooLarge();
    }
    rest_.remove_prefix(1);
    if (inverts) InvertRanges(&ranges);
    Push(OfRanges(std::move(ranges)));
    return OkStatus();
  }

  const std::string_view pattern_;
  std::string_view rest_;
  bool quoting_ = false;
  Flags flags_;
  std::vector<Group> groups_;
  Regex regex_;
};

Result<Regex> Regex::Compile(std::string_view pattern) { return RegexParser(pattern).Run(); }

}  // namespace runnel
