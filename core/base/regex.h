// Regular expressions whose matching takes time proportional to the text, whatever the pattern: all
// positions in the pattern that the text so far may have reached are followed in parallel (Thompson's
// simulation of an NFA, 1968). A hostile pattern neither runs for ever nor overflows the stack, as
// backtracking may.
//
// The syntax is RE2's, which TensorFlow's ops take, save for classes of Unicode properties (\pL), single
// bytes (\C), and (?i) beyond ASCII letters. Text and pattern are UTF-8; a byte of the text that is not
// matches nothing. Source: github.com/google/re2/wiki/Syntax.
#ifndef RUNNEL_CORE_BASE_REGEX_H_
#define RUNNEL_CORE_BASE_REGEX_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"

namespace runnel {

class Regex {
 public:
  // Errors: INVALID_ARGUMENT for what is no regular expression, with its place; UNIMPLEMENTED for what
  // is one in RE2 alone; RESOURCE_EXHAUSTED for one of more than kMostSteps steps.
  static Result<Regex> Compile(std::string_view pattern);

  // Whether the whole of the text matches. `is_cancelled`, if given, is asked now and then.
  // Errors: CANCELLED. Threads: any.
  Result<bool> FullMatch(std::string_view text, const std::function<bool()>& is_cancelled = {}) const;

  // A part of a text, [begin,end); kNone where a group took no part in the match.
  struct Span {
    size_t begin = kNone, end = kNone;
  };
  static constexpr size_t kNone = static_cast<size_t>(-1);
  // Finds the leftmost match that begins at byte `from` or later, and of those there the one that
  // backtracking would find first. groups[0] becomes the match, groups[i] what group i took; fewer than
  // there are may be asked for. Time is in proportion to text, steps and groups. Errors: CANCELLED.
  Result<bool> Search(std::string_view text, size_t from, std::span<Span> groups,
                      const std::function<bool()>& is_cancelled = {}) const;
  // Groups in parentheses that take part of the text.
  int num_groups() const { return num_groups_; }

  // The text with its first match, or all that do not overlap, replaced by `rewrite`, in which \0 to \9
  // stand for the match and its groups, and \\ for a backslash. As RE2 does it, a text stays where
  // `rewrite` names a group that is not there. Errors: CANCELLED; RESOURCE_EXHAUSTED beyond kMostText
  // bytes.
  Result<std::string> Replace(std::string_view text, std::string_view rewrite, bool all,
                              const std::function<bool()>& is_cancelled = {}) const;
  static constexpr size_t kMostText = size_t{1} << 31;

  static constexpr size_t kMostSteps = 20'000;

 private:
  friend class RegexParser;
  using Range = std::pair<int32_t, int32_t>;  // code points, both ends included
  // What holds between two characters.
  enum Place : uint8_t {
    kTextBegin = 1,
    kTextEnd = 2,
    kLineBegin = 4,
    kLineEnd = 8,
    kWordEdge = 16,
    kNoWordEdge = 32
  };
  struct Step {
    enum Kind : uint8_t { kRanges, kSplit, kJump, kAssert, kSave, kMatch } kind = kMatch;
    uint8_t place = 0;  // kAssert
    int32_t next = 0, or_next = 0;
    int32_t first = 0, last = 0;  // kRanges: of ranges_, sorted; kSave: 2 * group, plus 1 at its end
  };

  bool Takes(const Step& step, int32_t c) const;
  static uint8_t PlaceBetween(int32_t before, std::string_view rest);

  std::vector<Step> steps_;
  std::vector<Range> ranges_;
  int num_groups_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_REGEX_H_
