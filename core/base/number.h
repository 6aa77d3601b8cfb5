// Real numbers as text, the same in every locale, without the tables that the standard library's own
// conversions bring into a program that is linked statically.
#ifndef RUNNEL_CORE_BASE_NUMBER_H_
#define RUNNEL_CORE_BASE_NUMBER_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace runnel {

// Enough for any number.
inline constexpr size_t kMaxNumberText = 32;

// What a number is stored as, and so what its text is read back as.
enum class RealType { kHalf, kBfloat16, kFloat, kDouble };

// Writes the fewest digits that are read back as `value`, which a number of type `type` holds (a minimal
// build 15, at most), fixed or scientific, whichever is shorter; nan, inf and -inf. Returns how many
// characters it wrote, at most kMaxNumberText. As std::to_chars writes floats and doubles. All text of
// real numbers that Runnel gives out is written here.
size_t WriteReal(double value, RealType type, char* out);
inline size_t WriteReal(double value, char* out) { return WriteReal(value, RealType::kDouble, out); }
inline size_t WriteReal(float value, char* out) { return WriteReal(value, RealType::kFloat, out); }
std::string RealText(double value, RealType type);

// Reads a number in decimal, as far as there is one: digits, a point, an exponent, behind a sign that
// may only be '-'. Returns how many characters it read, 0 if there is no number. Too large is infinite.
size_t ReadReal(std::string_view text, double* out);

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_NUMBER_H_
