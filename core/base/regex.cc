// The matcher. regex_parse.cc compiles a pattern into its steps.
#include "core/base/regex.h"

#include <algorithm>

#include "core/base/utf8.h"

namespace runnel {
namespace {

bool IsWord(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

constexpr uint64_t kBetweenLooks = 1 << 20;  // steps: some milliseconds
Status CancelledMatch() { return Cancelled("a regular expression was being matched"); }

// A set of steps, each at most once, in insertion order.
class StepSet {
 public:
  explicit StepSet(size_t size) : number_(size, 0) {}
  bool Insert(int32_t step) {
    uint32_t& at = number_[static_cast<size_t>(step)];
    if (at < steps_.size() && steps_[at] == step) return false;
    at = static_cast<uint32_t>(steps_.size());
    steps_.push_back(step);
    return true;
  }
  void Clear() { steps_.clear(); }
  const std::vector<int32_t>& steps() const { return steps_; }

 private:
  std::vector<int32_t> steps_;
  std::vector<uint32_t> number_;  // by step: its place in steps_, if it is there
};

}  // namespace

bool Regex::Takes(const Step& step, int32_t c) const {
  const auto begin = ranges_.begin() + step.first, end = ranges_.begin() + step.last;
  const auto after =
      std::upper_bound(begin, end, c, [](int32_t value, const Range& r) { return value < r.first; });
  return after != begin && c <= std::prev(after)->second;
}

uint8_t Regex::PlaceBetween(int32_t before, std::string_view rest) {
  int32_t after = -1;
  if (!rest.empty()) TakeUtf8(&rest, &after);
  const bool is_edge = IsWord(before) != IsWord(after);
  return static_cast<uint8_t>((before == -1     ? kTextBegin | kLineBegin
                               : before == '\n' ? kLineBegin
                                                : 0) |
                              (after == -1     ? kTextEnd | kLineEnd
                               : after == '\n' ? kLineEnd
                                               : 0) |
                              (is_edge ? kWordEdge : kNoWordEdge));
}

Result<bool> Regex::FullMatch(std::string_view text, const std::function<bool()>& is_cancelled) const {
  StepSet now(steps_.size()), then(steps_.size());
  std::vector<int32_t> todo;
  uint64_t done = 0;
  // Adds a step and everything that it reaches without consuming a character.
  const auto add = [&](int32_t first, uint8_t place, StepSet* set) {
    todo.push_back(first);
    while (!todo.empty()) {
      const int32_t at = todo.back();
      todo.pop_back();
      ++done;
      if (!set->Insert(at)) continue;
      const Step& step = steps_[static_cast<size_t>(at)];
      if (step.kind == Step::kJump || step.kind == Step::kSave) todo.push_back(step.next);
      if (step.kind == Step::kAssert && (place & step.place) == step.place) todo.push_back(step.next);
      if (step.kind != Step::kSplit) continue;
      todo.push_back(step.or_next);
      todo.push_back(step.next);
    }
  };
  int32_t before = -1;
  add(0, PlaceBetween(before, text), &now);
  uint64_t looked = 0;
  while (!text.empty() && !now.steps().empty()) {
    int32_t c = 0;
    TakeUtf8(&text, &c);
    before = c;
    const uint8_t place = PlaceBetween(before, text);
    then.Clear();
    for (const int32_t at : now.steps()) {
      const Step& step = steps_[static_cast<size_t>(at)];
      ++done;
      if (step.kind == Step::kRanges && Takes(step, c)) add(step.next, place, &then);
    }
    std::swap(now, then);
    if (done - looked < kBetweenLooks) continue;
    looked = done;
    if (is_cancelled && is_cancelled()) return CancelledMatch();
  }
  if (!text.empty()) return false;
  return std::any_of(now.steps().begin(), now.steps().end(),
                     [&](int32_t at) { return steps_[static_cast<size_t>(at)].kind == Step::kMatch; });
}

// Threads of the simulation in order of preference, each with what its groups have taken so far: a
// match of one ends all that come after it (Pike's extension).
Result<bool> Regex::Search(std::string_view text, size_t from, std::span<Span> groups,
                           const std::function<bool()>& is_cancelled) const {
  struct Threads {
    explicit Threads(size_t steps) : set(steps) {}
    StepSet set;
    std::vector<Span> groups;  // of each step of the set, in its order
  };
  struct Todo {
    int32_t step;  // -1: `span` goes back to group `group`
    int32_t group = 0;
    Span span = {};
  };
  const size_t width = groups.size();
  Threads now(steps_.size()), then(steps_.size());
  std::vector<Todo> todo;
  std::vector<Span> taken(width);
  uint64_t done = 0, looked = 0;
  // Adds a step and all that it reaches at byte `at`, those that are preferred first.
  const auto add = [&](int32_t first, uint8_t place, size_t at, Threads* threads) {
    todo.push_back({first});
    while (!todo.empty()) {
      const Todo one = todo.back();
      todo.pop_back();
      ++done;
      if (one.step < 0) {
        taken[static_cast<size_t>(one.group)] = one.span;
        continue;
      }
      if (!threads->set.Insert(one.step)) continue;
      threads->groups.insert(threads->groups.end(), taken.begin(), taken.end());
      const Step& step = steps_[static_cast<size_t>(one.step)];
      if (step.kind == Step::kJump) todo.push_back({step.next});
      if (step.kind == Step::kAssert && (place & step.place) == step.place) todo.push_back({step.next});
      if (step.kind == Step::kSave) {
        const size_t group = static_cast<size_t>(step.first / 2);
        if (group < width) {
          todo.push_back({-1, step.first / 2, taken[group]});
          (step.first % 2 == 0 ? taken[group].begin : taken[group].end) = at;
        }
        todo.push_back({step.next});
      }
      if (step.kind != Step::kSplit) continue;
      todo.push_back({step.or_next});
      todo.push_back({step.next});
    }
  };
  std::string_view rest = text.substr(from);
  int32_t before = from == 0 ? -1 : static_cast<uint8_t>(text[from - 1]);
  bool found = false;
  for (;;) {
    const size_t at = text.size() - rest.size();
    if (!found) {
      std::fill(taken.begin(), taken.end(), Span());
      if (width > 0) taken[0].begin = at;
      add(0, PlaceBetween(before, rest), at, &now);
    }
    if (now.set.steps().empty()) return found;
    int32_t c = -1;
    const bool at_end = rest.empty();
    if (!at_end) TakeUtf8(&rest, &c);
    const uint8_t place = PlaceBetween(c, rest);
    then.set.Clear();
    then.groups.clear();
    for (size_t i = 0; i < now.set.steps().size(); ++i) {
      const Step& step = steps_[static_cast<size_t>(now.set.steps()[i])];
      const Span* const have = now.groups.data() + i * width;
      ++done;
      if (step.kind == Step::kMatch) {
        found = true;
        std::copy_n(have, width, groups.begin());
        if (width > 0) groups[0].end = at;
        break;
      }
      if (step.kind != Step::kRanges || at_end || !Takes(step, c)) continue;
      std::copy_n(have, width, taken.begin());
      add(step.next, place, text.size() - rest.size(), &then);
    }
    if (at_end) return found;
    before = c;
    std::swap(now, then);
    if (done - looked < kBetweenLooks) continue;
    looked = done;
    if (is_cancelled && is_cancelled()) return CancelledMatch();
  }
}

namespace {

// Appends `rewrite` with its groups filled in; false where it is none.
bool AppendRewrite(std::string_view text, std::string_view rewrite, std::span<const Regex::Span> groups,
                   std::string* out) {
  for (size_t i = 0; i < rewrite.size(); ++i) {
    if (rewrite[i] != '\\') {
      out->push_back(rewrite[i]);
      continue;
    }
    const char next = ++i < rewrite.size() ? rewrite[i] : '\0';
    if (next == '\\') {
      out->push_back('\\');
    } else if (next >= '0' && next <= '9' && static_cast<size_t>(next - '0') < groups.size()) {
      const Regex::Span& span = groups[static_cast<size_t>(next - '0')];
      if (span.end != Regex::kNone) out->append(text.substr(span.begin, span.end - span.begin));
    } else {
      return false;
    }
  }
  return true;
}

int LastGroup(std::string_view rewrite) {
  int last = 0;
  for (size_t i = 0; i + 1 < rewrite.size(); ++i) {
    if (rewrite[i] != '\\') continue;
    const char next = rewrite[++i];
    if (next >= '0' && next <= '9') last = std::max(last, next - '0');
  }
  return last;
}

}  // namespace

Result<std::string> Regex::Replace(std::string_view text, std::string_view rewrite, bool all,
                                   const std::function<bool()>& is_cancelled) const {
  const int last = LastGroup(rewrite);
  if (last > num_groups_) return std::string(text);
  std::vector<Span> groups(static_cast<size_t>(last) + 1);
  std::string out;
  size_t at = 0, end_before = kNone;
  while (at <= text.size()) {
    RUNNEL_ASSIGN_OR_RETURN(const bool found, Search(text, at, groups, is_cancelled));
    if (!found) break;
    out.append(text.substr(at, groups[0].begin - at));
    if (groups[0].begin == end_before && groups[0].end == end_before) {
      // An empty match right behind the one before is none: the next one may begin a character later.
      std::string_view rest = text.substr(at);
      if (rest.empty()) break;
      int32_t c = 0;
      TakeUtf8(&rest, &c);
      const size_t size = text.size() - at - rest.size();
      out.append(text.substr(at, size));
      at += size;
      continue;
    }
    const size_t size = out.size();
    if (!AppendRewrite(text, rewrite, groups, &out)) {
      if (!all) return std::string(text);
      out.resize(size);
    }
    if (out.size() > kMostText) {
      return ResourceExhausted("a replacement gives a text of more than ", kMostText, " bytes");
    }
    at = end_before = groups[0].end;
    if (!all) break;
  }
  if (at < text.size()) out.append(text.substr(at));
  return out;
}

}  // namespace runnel
