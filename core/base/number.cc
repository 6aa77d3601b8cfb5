#include "core/base/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "runnel_minimal.h"

namespace runnel {
namespace {

// Digits without a point, and where it belongs: the number is 0.d1d2d3... * 10^point.
struct Decimal {
  char digits[20];
  int count = 0;
  int point = 0;
};

// `value` to so many significant digits, without zeros at the end. The locale's point is skipped.
Decimal Round(double value, int significant) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*e", significant - 1, value);
  Decimal out;
  const char* p = text;
  for (; *p != 'e' && *p != '\0'; ++p) {
    if (*p >= '0' && *p <= '9' && out.count < significant) out.digits[out.count++] = *p;
  }
  int exponent = 0;
  if (*p == 'e') {
    const bool negative = p[1] == '-';
    for (p += 2; *p >= '0' && *p <= '9'; ++p) exponent = exponent * 10 + (*p - '0');
    if (negative) exponent = -exponent;
  }
  while (out.count > 1 && out.digits[out.count - 1] == '0') --out.count;
  out.point = exponent + 1;
  return out;
}

// Those that a double has exactly.
constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Digits without a point cannot be misread in any locale. A minimal build reads only the short numbers
// of op rows, which these steps round once.
double Read(const char* digits, int count, int exponent) {
  if constexpr (kMinimal) {
    double value = 0;
    for (int i = 0; i < count; ++i) value = value * 10 + (digits[i] - '0');
    for (; exponent > 0 && std::isfinite(value); exponent -= std::min(exponent, 22)) {
      value *= kPowers[std::min(exponent, 22)];
    }
    for (; exponent < 0 && value != 0; exponent += std::min(-exponent, 22)) {
      value /= kPowers[std::min(-exponent, 22)];
    }
    return value;
  }
  char text[64];
  std::memcpy(text, digits, static_cast<size_t>(count));
  std::snprintf(text + count, sizeof(text) - static_cast<size_t>(count), "e%d", exponent);
  return std::strtod(text, nullptr);
}

// How a type rounds: the bits of its significands, and the power of two of its least number.
struct Format {
  int bits, least, digits;  // so many digits always suffice
};
constexpr Format kFormats[] = {{11, -24, 5}, {8, -133, 4}, {24, -149, 9}, {53, -1074, 17}};

double RoundTo(const Format& format, double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  const int last = std::max(exponent - format.bits, format.least);
  return std::ldexp(std::nearbyint(std::ldexp(value, -last)), last);
}

bool ReadsBack(const Decimal& d, double value, RealType type) {
  const int exponent = d.point - d.count;
  const double read = Read(d.digits, d.count, exponent);
  if (type == RealType::kDouble) return read == value;
  if (RoundTo(kFormats[static_cast<size_t>(type)], read) != value) return false;
  if constexpr (kMinimal) return true;
  if (type != RealType::kFloat) return true;
  // A reader may parse a float directly (one rounding) or through a double (two): the text must give the
  // number either way.
  char text[64];
  std::memcpy(text, d.digits, static_cast<size_t>(d.count));
  std::snprintf(text + d.count, sizeof(text) - static_cast<size_t>(d.count), "e%d", exponent);
  return std::strtof(text, nullptr) == static_cast<float>(value);
}

// The next decimal of `significant` digits.
Decimal Above(Decimal d, int significant) {
  while (d.count < significant) d.digits[d.count++] = '0';
  int i = d.count - 1;
  for (; i >= 0 && d.digits[i] == '9'; --i) d.digits[i] = '0';
  if (i >= 0) {
    ++d.digits[i];
  } else {
    d.digits[0] = '1';
    ++d.point;
  }
  while (d.count > 1 && d.digits[d.count - 1] == '0') --d.count;
  return d;
}

Decimal Shortest(double value, RealType type) {
  const Format& format = kFormats[static_cast<size_t>(type)];
  // A minimal build does not guarantee the last bit of a double.
  const int most = kMinimal ? std::min(format.digits, 15) : format.digits;
  // A double keeps any 15 digits, unless it is subnormal. So the search starts at 15 digits.
  const bool is_whole = type == RealType::kDouble && value >= std::numeric_limits<double>::min();
  for (int significant = is_whole ? 15 : 1; significant < most; ++significant) {
    const Decimal decimal = Round(value, significant);
    if (ReadsBack(decimal, value, type)) return decimal;
    // At a power of two the interval of values that round to it is wider above than below.
    int exponent = 0;
    if (std::frexp(value, &exponent) != 0.5) continue;
    const Decimal above = Above(decimal, significant);
    if (ReadsBack(above, value, type)) return above;
  }
  return Round(value, most);
}

char* Repeat(char c, int count, char* out) {
  for (int i = 0; i < count; ++i) *out++ = c;
  return out;
}

char* Copy(const char* from, int count, char* out) {
  for (int i = 0; i < count; ++i) *out++ = from[i];
  return out;
}

}  // namespace

size_t WriteReal(double value, RealType type, char* out) {
  char* p = out;
  if (std::signbit(value)) *p++ = '-';
  value = std::fabs(value);
  if (!std::isfinite(value)) {
    p = Copy(std::isnan(value) ? "nan" : "inf", 3, p);
    return static_cast<size_t>(p - out);
  }
  const Decimal d = Shortest(value, type);
  const int exponent = d.point - 1;
  const int scientific = d.count + (d.count > 1 ? 1 : 0) + (std::abs(exponent) >= 100 ? 5 : 4);
  const int fixed = d.point <= 0 ? 2 - d.point + d.count : d.count > d.point ? d.count + 1 : d.point;
  if (fixed <= scientific) {
    if (d.point <= 0) {
      p = Copy("0.", 2, p);
      p = Repeat('0', -d.point, p);
      p = Copy(d.digits, d.count, p);
    } else if (d.count > d.point) {
      p = Copy(d.digits, d.point, p);
      *p++ = '.';
      p = Copy(d.digits + d.point, d.count - d.point, p);
    } else {
      p += std::snprintf(p, kMaxNumberText - 1, "%.0f", value);  // exactly
    }
    return static_cast<size_t>(p - out);
  }
  *p++ = d.digits[0];
  if (d.count > 1) {
    *p++ = '.';
    p = Copy(d.digits + 1, d.count - 1, p);
  }
  *p++ = 'e';
  *p++ = exponent < 0 ? '-' : '+';
  if (std::abs(exponent) < 10) *p++ = '0';
  return static_cast<size_t>(std::to_chars(p, p + 4, std::abs(exponent)).ptr - out);
}

std::string RealText(double value, RealType type) {
  char text[kMaxNumberText];
  return std::string(text, WriteReal(value, type, text));
}

size_t ReadReal(std::string_view text, double* out) {
  // More digits than these do not change a double, but for ties that no row writes.
  constexpr int kMostDigits = 40;
  size_t i = 0;
  const bool negative = !text.empty() && text[0] == '-';
  i += negative ? 1 : 0;
  char digits[kMostDigits];
  int count = 0, exponent = 0;
  bool any = false, behind_point = false;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !behind_point) {
      behind_point = true;
      continue;
    }
    if (text[i] < '0' || text[i] > '9') break;
    any = true;
    const bool leading = count == 0 && text[i] == '0';
    if (!leading && count < kMostDigits) {
      digits[count++] = text[i];
      exponent -= behind_point ? 1 : 0;
    } else if (leading) {
      exponent -= behind_point ? 1 : 0;
    } else {
      exponent += behind_point ? 0 : 1;
    }
  }
  if (!any) return 0;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    size_t from = i + 1;
    if (from < text.size() && text[from] == '+') ++from;
    int written = 0;
    const auto [end, error] = std::from_chars(text.data() + from, text.data() + text.size(), written);
    if (error == std::errc()) {
      exponent += written < -100'000 ? -100'000 : written > 100'000 ? 100'000 : written;
      i = static_cast<size_t>(end - text.data());
    }
  }
  const double value = count == 0 ? 0 : Read(digits, count, exponent);
  *out = negative ? -value : value;
  return i;
}

}  // namespace runnel
