// Command lines: options are declared as a table, so that parsing and --help cannot disagree.
//
// "--name VALUE" and "--name=VALUE" both work; "--" ends the options; an unknown option is an error that
// names the nearest one. Flags take no value.
#ifndef RUNNEL_TOOLS_COMMON_ARGS_H_
#define RUNNEL_TOOLS_COMMON_ARGS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace runnel::tools {

struct Option {
  std::string_view name;   // "feed"
  std::string_view value;  // "NAME=FILE"; empty: a flag
  std::string_view help;
  bool repeats = false;
};

class Args {
 public:
  // Throws UsageError. At least `min_positional` and at most `max_positional` words are no options.
  static Args Parse(std::span<const Option> options, std::span<const std::string> words,
                    size_t min_positional, size_t max_positional, std::string_view positional_help);

  bool Has(std::string_view name) const { return values_.find(name) != values_.end(); }
  std::string Text(std::string_view name, std::string_view fallback = {}) const;
  std::vector<std::string> All(std::string_view name) const;
  // Throws UsageError if the value is no number or outside [low, high].
  int64_t Integer(std::string_view name, int64_t fallback, int64_t low, int64_t high) const;
  double Number(std::string_view name, double fallback, double low, double high) const;
  // One of `allowed`, else UsageError listing them.
  std::string Choice(std::string_view name, std::string_view fallback,
                     std::initializer_list<std::string_view> allowed) const;
  const std::vector<std::string>& positional() const { return positional_; }

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> positional_;
};

// "  --feed NAME=FILE   feeds ..." lines.
std::string DescribeOptions(std::span<const Option> options);

// The candidate that differs in the fewest letters, if that is few enough to be a slip.
std::optional<std::string_view> Nearest(std::string_view word,
                                        std::span<const std::string_view> candidates);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_COMMON_ARGS_H_
