// Numbers as text: the same characters and the same bits as the standard library's conversions give.
#include "core/base/number.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "gtest/gtest.h"

namespace runnel {
namespace {

std::string Written(double value) {
  char text[kMaxNumberText];
  return std::string(text, WriteReal(value, text));
}

std::string Expected(double value) {
  char text[512];
  return std::string(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

TEST(Number, WritesTheFewestDigits) {
  for (const double value : {0.0,
                             -0.0,
                             1.0,
                             0.1,
                             0.5,
                             -2.5,
                             100.0,
                             1e5,
                             123456.0,
                             1e-4,
                             1e-5,
                             12345.678,
                             1e15,
                             1e16,
                             9007199254740993.0,
                             1.2345678901234567e19,
                             1e22,
                             1e23,
                             1e100,
                             1.5e-300,
                             0.1 + 0.2,
                             1.0 / 3,
                             5e-324,
                             2.2250738585072014e-308,
                             1.7976931348623157e308}) {
    EXPECT_EQ(Written(value), Expected(value));
    EXPECT_EQ(Written(-value), Expected(-value));
  }
  EXPECT_EQ(Written(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(Written(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(Written(std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(Number, WritesAnyDoubleAsTheStandardLibraryDoes) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> exponents(-20, 20);
  for (int i = 0; i < 100000; ++i) {
    const double bits = std::bit_cast<double>(random());
    if (std::isfinite(bits)) {
      EXPECT_EQ(Written(bits), Expected(bits));
    }
    // As people write them: few digits, and floats.
    const double some = std::pow(10.0, exponents(random));
    const double rounded = std::round(some * 1000) / 1000, single = static_cast<float>(some);
    EXPECT_EQ(Written(rounded), Expected(rounded));
    EXPECT_EQ(Written(single), Expected(single));
  }
}

TEST(Number, ReadsWhatIsANumberAndNoFurther) {
  const auto read = [](std::string_view text, size_t expected_size, double expected) {
    double value = -1;
    EXPECT_EQ(ReadReal(text, &value), expected_size) << text;
    if (expected_size > 0) {
      EXPECT_EQ(value, expected) << text;
    }
  };
  read("0", 1, 0);
  read("-0.5]", 4, -0.5);
  read("1e-4, 2", 4, 1e-4);
  read("1E+3", 4, 1000);
  read(".25", 3, 0.25);
  read("7.", 2, 7);
  read("3e", 1, 3);
  read("3e+", 1, 3);
  read("1.5.2", 3, 1.5);
  read("1e999", 5, std::numeric_limits<double>::infinity());
  read("1e-999", 6, 0);
  read("1e99999999999", 1, 1);  // the exponent is none
  read("", 0, 0);
  read("-", 0, 0);
  read(".", 0, 0);
  read("e5", 0, 0);
  read("nan", 0, 0);
  read("+1", 0, 0);
}

TEST(Number, ReadsAnyDoubleToTheBit) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 100000; ++i) {
    const double bits = std::bit_cast<double>(random());
    if (!std::isfinite(bits)) continue;
    const std::string text = Expected(bits);
    double value = 0;
    EXPECT_EQ(ReadReal(text, &value), text.size());
    EXPECT_EQ(std::bit_cast<uint64_t>(value), std::bit_cast<uint64_t>(bits)) << text;
  }
  // Halfway between two doubles, and more digits than are kept.
  for (const char* text :
       {"9007199254740993", "0.1000000000000000055511151231257827021181583404541015625",
        "123456789012345678901234567890123456789012345678901234567890e-20",
        "0.000000000000000000000000000000000000000000000000000012345"}) {
    double value = 0;
    EXPECT_EQ(ReadReal(text, &value), std::string_view(text).size());
    EXPECT_EQ(value, std::strtod(text, nullptr)) << text;
  }
}

}  // namespace
}  // namespace runnel
