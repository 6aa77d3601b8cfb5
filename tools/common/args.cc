#include "tools/common/args.h"

#include <algorithm>
#include <charconv>

#include "tools/common/error.h"

namespace runnel::tools {
namespace {

// Source: Levenshtein 1966; one row of the table at a time.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

const Option& FindOption(std::span<const Option> options, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Option& option : options) {
    if (option.name == name) return option;
    names.push_back(option.name);
  }
  const auto nearest = Nearest(name, names);
  if (nearest) throw UsageError(Cat("unknown option --", name, "; did you mean --", *nearest, "?"));
  throw UsageError(Cat("unknown option --", name));
}

template <typename T>
T ParseNumber(std::string_view name, const std::string& text, T low, T high, const char* kind) {
  T value{};
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end || !(value >= low && value <= high)) {
    throw UsageError(
        Cat("--", name, ": expected ", kind, " from ", low, " to ", high, ", got \"", text, "\""));
  }
  return value;
}

}  // namespace

std::optional<std::string_view> Nearest(std::string_view word,
                                        std::span<const std::string_view> candidates) {
  std::optional<std::string_view> best;
  size_t best_distance = std::max<size_t>(2, word.size() / 3) + 1;
  for (std::string_view candidate : candidates) {
    const size_t distance = EditDistance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

Args Args::Parse(std::span<const Option> options, std::span<const std::string> words,
                 size_t min_positional, size_t max_positional, std::string_view positional_help) {
  Args args;
  bool options_ended = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (options_ended || word.size() < 3 || word.compare(0, 2, "--") != 0) {
      if (word == "--" && !options_ended) {
        options_ended = true;
      } else if (!options_ended && word.size() > 1 && word[0] == '-') {
        throw UsageError(Cat("unknown option ", word, "; options start with two dashes"));
      } else {
        args.positional_.push_back(word);
      }
      continue;
    }
    const size_t equals = word.find('=');
    const std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    const Option& option = FindOption(options, name);
    std::string value;
    if (option.value.empty()) {
      if (equals != std::string::npos) throw UsageError(Cat("--", name, " takes no value"));
    } else if (equals != std::string::npos) {
      value = word.substr(equals + 1);
    } else if (i + 1 < words.size()) {
      value = words[++i];
    } else {
      throw UsageError(Cat("--", name, " needs a value: --", name, " ", option.value));
    }
    std::vector<std::string>& values = args.values_[name];
    if (!values.empty() && !option.repeats) throw UsageError(Cat("--", name, " was given twice"));
    values.push_back(std::move(value));
  }
  if (args.positional_.size() < min_positional) throw UsageError(Cat("expected ", positional_help));
  if (args.positional_.size() > max_positional) {
    const std::string& extra = args.positional_[max_positional];
    if (max_positional == 0) throw UsageError(Cat("unexpected argument \"", extra, "\""));
    throw UsageError(Cat("unexpected argument \"", extra, "\" after ", positional_help));
  }
  return args;
}

std::string Args::Text(std::string_view name, std::string_view fallback) const {
  const auto it = values_.find(name);
  return it == values_.end() ? std::string(fallback) : it->second.front();
}

std::vector<std::string> Args::All(std::string_view name) const {
  const auto it = values_.find(name);
  return it == values_.end() ? std::vector<std::string>() : it->second;
}

int64_t Args::Integer(std::string_view name, int64_t fallback, int64_t low, int64_t high) const {
  if (!Has(name)) return fallback;
  return ParseNumber<int64_t>(name, Text(name), low, high, "a whole number");
}

double Args::Number(std::string_view name, double fallback, double low, double high) const {
  if (!Has(name)) return fallback;
  return ParseNumber<double>(name, Text(name), low, high, "a number");
}

std::string Args::Choice(std::string_view name, std::string_view fallback,
                         std::initializer_list<std::string_view> allowed) const {
  std::string value = Text(name, fallback);
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return value;
  std::string list;
  for (std::string_view choice : allowed) list += Cat(list.empty() ? "" : ", ", choice);
  throw UsageError(Cat("--", name, ": expected one of ", list, "; got \"", value, "\""));
}

std::string DescribeOptions(std::span<const Option> options) {
  const auto label = [](const Option& o) {
    return o.value.empty() ? Cat("--", o.name) : Cat("--", o.name, " ", o.value);
  };
  size_t width = 0;
  for (const Option& option : options) width = std::max(width, label(option).size());
  std::string text;
  for (const Option& option : options) {
    const std::string left = label(option);
    text += "  " + left + std::string(width - left.size() + 2, ' ');
    text += Cat(option.help, option.repeats ? " (may be repeated)" : "", "\n");
  }
  return text;
}

}  // namespace runnel::tools
