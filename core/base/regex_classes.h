// Classes of characters, as regular expressions have them (regex.h).
#ifndef RUNNEL_CORE_BASE_REGEX_CLASSES_H_
#define RUNNEL_CORE_BASE_REGEX_CLASSES_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"

namespace runnel {

inline constexpr int32_t kMostCodePoint = 0x10FFFF;

using Ranges = std::vector<std::pair<int32_t, int32_t>>;  // of code points, both ends included

// Sorts them and joins those that touch.
void NormaliseRanges(Ranges* ranges);
// All that they leave out.
void InvertRanges(Ranges* ranges);
// Adds what differs from them in case alone. Errors: UNIMPLEMENTED for characters beyond ASCII.
Status FoldRanges(Ranges* ranges);
// Of "d", "s", "w" and of what stands between [: and :]. Nothing for another name.
std::optional<Ranges> NamedRanges(std::string_view name);

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_REGEX_CLASSES_H_
