#include "core/base/regex_classes.h"

#include <algorithm>

namespace runnel {

// Sorted, without overlaps.
void NormaliseRanges(Ranges* ranges) {
  std::sort(ranges->begin(), ranges->end());
  Ranges out;
  for (const auto& [low, high] : *ranges) {
    if (!out.empty() && low <= out.back().second + 1) {
      out.back().second = std::max(out.back().second, high);
    } else {
      out.emplace_back(low, high);
    }
  }
  *ranges = std::move(out);
}

void InvertRanges(Ranges* ranges) {
  NormaliseRanges(ranges);
  Ranges out;
  int32_t from = 0;
  for (const auto& [low, high] : *ranges) {
    if (low > from) out.emplace_back(from, low - 1);
    from = high + 1;
  }
  if (from <= kMostCodePoint) out.emplace_back(from, kMostCodePoint);
  *ranges = std::move(out);
}

// Letters of either case, and the two characters beyond ASCII that fold to one of its letters. Errors:
// UNIMPLEMENTED for others beyond it.
Status FoldRanges(Ranges* ranges) {
  constexpr int32_t kKelvin = 0x212A, kLongS = 0x17F;
  const size_t size = ranges->size();
  for (size_t i = 0; i < size; ++i) {
    const auto [low, high] = (*ranges)[i];
    if (high > 0x7F) return Unimplemented("(?i) with characters beyond ASCII");
    for (const int32_t from : {'a', 'A'}) {
      const int32_t a = std::max(low, from), b = std::min(high, from + 25), shift = 'a' + 'A' - 2 * from;
      if (a > b) continue;
      ranges->emplace_back(a + shift, b + shift);
      if (a <= from + 10 && from + 10 <= b) ranges->emplace_back(kKelvin, kKelvin);
      if (a <= from + 18 && from + 18 <= b) ranges->emplace_back(kLongS, kLongS);
    }
  }
  return OkStatus();
}

// \d, \s, \w; and [:name:]. Nothing for another.
std::optional<Ranges> NamedRanges(std::string_view name) {
  static constexpr struct {
    std::string_view name;
    std::string_view pairs;  // of ends
  } kClasses[] = {
      {"d", "09"},       {"s", "\t\n\f\r  "},  {"w", "09AZ__az"},     {"alnum", "09AZaz"},
      {"alpha", "AZaz"}, {"blank", "\t\t  "},  {"digit", "09"},       {"graph", "!~"},
      {"lower", "az"},   {"print", " ~"},      {"punct", "!/:@[`{~"}, {"space", "\t\r  "},
      {"upper", "AZ"},   {"word", "09AZ__az"}, {"xdigit", "09AFaf"},
  };
  if (name == "ascii") return Ranges{{0, 0x7F}};
  if (name == "cntrl") return Ranges{{0, 0x1F}, {0x7F, 0x7F}};
  for (const auto& one : kClasses) {
    if (one.name != name) continue;
    Ranges out;
    for (size_t i = 0; i + 1 < one.pairs.size(); i += 2)
      out.emplace_back(one.pairs[i], one.pairs[i + 1]);
    return out;
  }
  return std::nullopt;
}

}  // namespace runnel
