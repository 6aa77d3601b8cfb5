// .npy files as NumPy writes them, and damaged ones.
#include "tools/common/npy.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "tools/common/error.h"

namespace runnel::tools {
namespace {

std::string File(const std::string& dict, const std::string& data, char version = 1) {
  const std::string header = dict + "\n";
  std::string out = "\x93NUMPY";
  out += version;
  out += '\0';
  const size_t length_bytes = version == 1 ? 2 : 4;
  for (size_t i = 0; i < length_bytes; ++i) out += static_cast<char>(header.size() >> (8 * i) & 0xff);
  return out + header + data;
}

std::string Dict(const std::string& descr, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }";
}

template <typename T>
std::string Bytes(std::initializer_list<T> values) {
  std::string out;
  for (T v : values) out.append(reinterpret_cast<const char*>(&v), sizeof(v));
  return out;
}

template <typename T>
std::vector<T> Values(const Array& array) {
  std::vector<T> out(array.bytes.size() / sizeof(T));
  if (!out.empty()) std::memcpy(out.data(), array.bytes.data(), array.bytes.size());
  return out;
}

std::string ErrorOf(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string ParseError(const std::string& bytes) {
  return ErrorOf([&] { ParseNpy(bytes, "x.npy"); });
}

bool Says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Npy, ReadsEveryVersion) {
  for (char version : {1, 2, 3}) {
    const Array a = ParseNpy(File(Dict("<f4", "(2, 2)"), Bytes<float>({1, 2, 3, 4}), version), "x.npy");
    EXPECT_EQ(a.dtype, 1);
    EXPECT_EQ(a.shape, (std::vector<int64_t>{2, 2}));
    EXPECT_EQ(Values<float>(a), (std::vector<float>{1, 2, 3, 4}));
  }
}

TEST(Npy, ReadsScalarsAndEmptyArrays) {
  EXPECT_TRUE(ParseNpy(File(Dict("<i8", "()"), Bytes<int64_t>({7})), "x.npy").shape.empty());
  const Array empty = ParseNpy(File(Dict("<f8", "(3, 0, 4611686018427387904)"), ""), "x.npy");
  EXPECT_EQ(empty.shape.size(), 3u);
  EXPECT_TRUE(empty.bytes.empty());
}

TEST(Npy, SwapsBigEndianNumbersAndHalvesOfComplexOnes) {
  const Array number = ParseNpy(File(Dict(">i4", "(1,)"), std::string("\0\0\1\2", 4)), "x.npy");
  EXPECT_EQ(Values<int32_t>(number), (std::vector<int32_t>{258}));
  std::string swapped = Bytes<float>({1.5f, -2.0f});
  for (size_t i : {0, 4}) {
    std::swap(swapped[i], swapped[i + 3]);
    std::swap(swapped[i + 1], swapped[i + 2]);
  }
  const Array complex = ParseNpy(File(Dict(">c8", "(1,)"), swapped), "x.npy");
  EXPECT_EQ(Values<float>(complex), (std::vector<float>{1.5f, -2.0f}));
}

TEST(Npy, ReordersColumnMajorData) {
  const Array a =
      ParseNpy(File(Dict("<i4", "(2, 3)", true), Bytes<int32_t>({1, 4, 2, 5, 3, 6})), "x.npy");
  EXPECT_EQ(Values<int32_t>(a), (std::vector<int32_t>{1, 2, 3, 4, 5, 6}));
}

TEST(Npy, ReadsTextsWithoutTheirPadding) {
  EXPECT_EQ(ParseNpy(File(Dict("|S3", "(2,)"), std::string("a\0\0abc", 6)), "x.npy").strings,
            (std::vector<std::string>{"a", "abc"}));
  EXPECT_EQ(ParseNpy(File(Dict("<U2", "(1,)"), Bytes<uint32_t>({0xe9, 0x20ac})), "x.npy").strings,
            (std::vector<std::string>{"\xc3\xa9\xe2\x82\xac"}));
}

TEST(Npy, RefusesWhatIsNoNpyFile) {
  EXPECT_EQ(ParseError("PK\3\4"), "x.npy: not a .npy file: it does not start with \\x93NUMPY");
  EXPECT_EQ(ParseError(File(Dict("<f4", "(1,)"), "1234", 9)),
            "x.npy: .npy version 9, expected 1, 2 or 3");
  EXPECT_TRUE(
      Says(ParseError(File(Dict("|O", "(1,)"), "12345678")), "'|O' is not one that a tensor can hold"));
  EXPECT_TRUE(
      Says(ParseError(File("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "1234")),
           "structured"));
}

TEST(Npy, RefusesSizesThatTheFileCannotHold) {
  EXPECT_EQ(ParseError(File(Dict("<f4", "(4,)"), "1234")),
            "x.npy: truncated .npy file: its shape needs 16 bytes, 4 are there");
  const std::string most = "9223372036854775807";
  EXPECT_TRUE(
      Says(ParseError(File(Dict("<f4", "(" + most + ", " + most + ")"), "1234")), "more than 2^64"));
  EXPECT_TRUE(Says(ParseError(File(Dict("<f4", "(99999999999999999999,)"), "1234")), "overflows"));
  EXPECT_TRUE(Says(ParseError(File(Dict("<f4", "(1,)"), "12345")), "1 bytes too many"));
}

TEST(Npy, AnswersEveryTruncationAndEveryFlippedHeaderBit) {
  const std::string good = File(Dict("<f4", "(2, 3)"), std::string(24, 'x'));
  for (size_t i = 0; i < good.size(); ++i) EXPECT_NE(ParseError(good.substr(0, i)), "no error") << i;
  for (size_t i = 0; i < good.size() - 24; ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ 1 << bit);
      ParseError(bad);  // any answer, but an answer
    }
  }
}

TEST(Npy, WritesWhatItReads) {
  Array a;
  a.dtype = 9;
  a.shape = {2, 1};
  const std::string data = Bytes<int64_t>({-1, 1});
  a.bytes.assign(data.begin(), data.end());
  const std::string file = FormatNpy(a);
  EXPECT_EQ(file.size() % 64, 16u);
  const Array back = ParseNpy(file, "x.npy");
  EXPECT_EQ(back.dtype, 9);
  EXPECT_EQ(back.shape, a.shape);
  EXPECT_EQ(back.bytes, a.bytes);
}

TEST(Npy, WritesBfloat16AsFloatAndRefusesResources) {
  Array a;
  a.dtype = 14;
  a.shape = {1};
  a.bytes = {0xc0, 0x3f};
  EXPECT_EQ(Values<float>(ParseNpy(FormatNpy(a), "x.npy")), (std::vector<float>{1.5f}));
  a.dtype = 20;
  EXPECT_EQ(ErrorOf([&] { FormatNpy(a); }), "a .npy file cannot hold resource");
}

}  // namespace
}  // namespace runnel::tools
