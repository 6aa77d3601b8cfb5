// The matcher. regex_parse.cc compiles a pattern into its steps.
#include "core/base/regex.h"

#include <algorithm>

#include "core/base/utf8.h"

namespace runnel {
namespace {

bool IsWord(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

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

Result<bool> Regex::FullMatch(std::string_view text, const std::function<bool()>& is_cancelled) const {
  constexpr uint64_t kBetweenLooks = 1 << 20;  // steps: some milliseconds
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
      if (step.kind == Step::kJump) todo.push_back(step.next);
      if (step.kind == Step::kAssert && (place & step.place) == step.place) todo.push_back(step.next);
      if (step.kind != Step::kSplit) continue;
      todo.push_back(step.or_next);
      todo.push_back(step.next);
    }
  };
  int32_t before = -1;
  const auto place_at = [&](std::string_view rest) {
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
  };
  add(0, place_at(text), &now);
  uint64_t looked = 0;
  while (!text.empty() && !now.steps().empty()) {
    int32_t c = 0;
    TakeUtf8(&text, &c);
    before = c;
    const uint8_t place = place_at(text);
    then.Clear();
    for (const int32_t at : now.steps()) {
      const Step& step = steps_[static_cast<size_t>(at)];
      ++done;
      if (step.kind == Step::kRanges && Takes(step, c)) add(step.next, place, &then);
    }
    std::swap(now, then);
    if (done - looked < kBetweenLooks) continue;
    looked = done;
    if (is_cancelled && is_cancelled()) return Cancelled("a regular expression was being matched");
  }
  if (!text.empty()) return false;
  return std::any_of(now.steps().begin(), now.steps().end(),
                     [&](int32_t at) { return steps_[static_cast<size_t>(at)].kind == Step::kMatch; });
}

}  // namespace runnel
