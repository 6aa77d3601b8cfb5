#include "core/runtime/host_ops/number_text.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/base/number.h"

namespace runnel {
namespace {

std::string_view Stripped(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32) : text[i];
    if (c != lower[i]) return false;
  }
  return true;
}

}  // namespace

template <typename T>
bool ReadNumber(std::string_view text, T* out) {
  text = Stripped(text);
  const bool signed_text = !text.empty() && (text[0] == '+' || text[0] == '-');
  const bool negative = signed_text && text[0] == '-';
  if (signed_text) text.remove_prefix(1);
  if (text.empty() || text[0] == '+' || text[0] == '-') return false;
  const char* const end = text.data() + text.size();
  if constexpr (std::is_integral_v<T>) {
    if (negative && std::is_unsigned_v<T>) return false;
    uint64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    const uint64_t most = static_cast<uint64_t>(std::numeric_limits<T>::max()) + (negative ? 1 : 0);
    if (error != std::errc() || stop != end || value > most) return false;
    *out = static_cast<T>(negative ? 0 - value : value);
    return true;
  } else {
    const T sign = negative ? T{-1} : T{1};
    if (EqualsIgnoringCase(text, "inf") || EqualsIgnoringCase(text, "infinity")) {
      *out = sign * std::numeric_limits<T>::infinity();
      return true;
    }
    if (EqualsIgnoringCase(text, "nan")) {
      *out = std::numeric_limits<T>::quiet_NaN();
      return true;
    }
    const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char first = text[hex ? 2 : 0];
    const bool begins = first == '.' || (first >= '0' && first <= '9') ||
                        (hex && ((first | 32) >= 'a' && (first | 32) <= 'f'));
    if (!begins) return false;
    T value = 0;
    const auto [stop, error] =
        std::from_chars(text.data() + (hex ? 2 : 0), end, value,
                        hex ? std::chars_format::hex : std::chars_format::general);
    if (stop != end || error == std::errc::invalid_argument) return false;
    if (error == std::errc::result_out_of_range) {
      double wide = 0;  // infinite, or near to nothing
      if (!hex) ReadReal(text, &wide);
      value = hex ? std::numeric_limits<T>::infinity() : static_cast<T>(wide);
    }
    *out = sign * value;
    return true;
  }
}

template bool ReadNumber(std::string_view, float*);
template bool ReadNumber(std::string_view, double*);
template bool ReadNumber(std::string_view, int32_t*);
template bool ReadNumber(std::string_view, int64_t*);
template bool ReadNumber(std::string_view, uint32_t*);
template bool ReadNumber(std::string_view, uint64_t*);

}  // namespace runnel
