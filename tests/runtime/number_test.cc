// Numbers as text: the same characters and the same bits as the standard library's conversions give.
#include "core/base/number.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "core/tensor/half.h"
#include "gtest/gtest.h"

namespace runnel {
namespace {

std::string Written(double value) {
  char text[kMaxNumberText];
  return std::string(text, WriteReal(value, text));
}

template <typename T>
std::string Expected(T value) {
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

TEST(Number, WritesFloatsAndPowersOfTwoAsTheStandardLibraryDoes) {
  EXPECT_EQ(RealText(0.001f, RealType::kFloat), "0.001");
  EXPECT_EQ(RealText(0.1f, RealType::kFloat), "0.1");
  EXPECT_EQ(RealText(16777216.0f, RealType::kFloat), "16777216");
  EXPECT_EQ(RealText(-0.0f, RealType::kFloat), "-0");
  EXPECT_EQ(RealText(-std::numeric_limits<float>::infinity(), RealType::kFloat), "-inf");
  const auto check = [](float value) {
    char text[kMaxNumberText];
    const std::string written(text, WriteReal(value, text));
    EXPECT_EQ(written, Expected(value));
    EXPECT_EQ(std::strtof(written.c_str(), nullptr), value);
  };
  // Where the neighbours lie at different distances.
  for (int exponent = -149; exponent < 128; ++exponent) {
    const float power = std::ldexp(1.0f, exponent);
    check(power);
    check(std::nextafter(power, 0.0f));
    check(std::nextafter(power, 2 * power));
  }
  for (int exponent = -1074; exponent < 1024; ++exponent) {
    const double power = std::ldexp(1.0, exponent);
    EXPECT_EQ(Written(power), Expected(power));
  }
  std::mt19937 random(5);
  for (int i = 0; i < 100000; ++i) {
    const float value = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (std::isfinite(value)) check(value);
  }
}

// The nearest number of so many significant bits to `value`, by exact arithmetic on doubles: what a
// reader of the type makes of a text.
double Nearest(double value, int bits, int least) {
  const int last = std::max(value == 0 ? least : std::ilogb(value) + 1 - bits, least);
  return std::ldexp(std::nearbyint(std::ldexp(value, -last)), last);
}

// Every number of the type reads back, and no text of fewer digits does.
void CheckAll(RealType type, int bits, int least, float (*value_of)(uint16_t)) {
  for (uint32_t i = 0; i < 0x8000; ++i) {
    const double value = value_of(static_cast<uint16_t>(i));
    if (!std::isfinite(value)) continue;
    const std::string text = RealText(value, type);
    EXPECT_EQ(Nearest(std::strtod(text.c_str(), nullptr), bits, least), value) << text;
    char scientific[64];
    std::snprintf(scientific, sizeof(scientific), "%.12e", std::strtod(text.c_str(), nullptr));
    std::string digits(scientific, std::strchr(scientific, 'e'));
    digits.erase(1, 1);
    while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
    // A whole number is written as it is, however few of its digits would do.
    if (digits.size() < 2 || text.find_first_of(".e") == std::string::npos) continue;
    std::snprintf(scientific, sizeof(scientific), "%.*e", static_cast<int>(digits.size()) - 2, value);
    EXPECT_NE(Nearest(std::strtod(scientific, nullptr), bits, least), value) << text;
  }
}

TEST(Number, WritesEveryHalfInTheFewestDigits) {
  CheckAll(RealType::kHalf, 11, -24, FloatOfHalf);
  EXPECT_EQ(RealText(FloatOfHalf(0x1419), RealType::kHalf), "0.001");
  EXPECT_EQ(RealText(FloatOfHalf(0x2e66), RealType::kHalf), "0.1");
  EXPECT_EQ(RealText(65504, RealType::kHalf), "65504");
  EXPECT_EQ(RealText(FloatOfHalf(1), RealType::kHalf), "6e-08");
}

TEST(Number, WritesEveryBfloat16InTheFewestDigits) {
  CheckAll(RealType::kBfloat16, 8, -133, FloatOfBfloat16);
  EXPECT_EQ(RealText(FloatOfBfloat16(0x3a83), RealType::kBfloat16), "0.001");
  EXPECT_EQ(RealText(FloatOfBfloat16(0x3dcd), RealType::kBfloat16), "0.1");
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
