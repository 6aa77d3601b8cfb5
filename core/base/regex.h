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
    enum Kind : uint8_t { kRanges, kSplit, kJump, kAssert, kMatch } kind = kMatch;
    uint8_t place = 0;  // kAssert
    int32_t next = 0, or_next = 0;
    int32_t first = 0, last = 0;  // kRanges: of ranges_, sorted
  };

  bool Takes(const Step& step, int32_t c) const;

  std::vector<Step> steps_;
  std::vector<Range> ranges_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_REGEX_H_
