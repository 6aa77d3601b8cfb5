// What the lines of this folder's tables say: an op's inputs, attrs and outputs, as text.
#ifndef RUNNEL_TESTS_RECORDED_CASE_LINE_H_
#define RUNNEL_TESTS_RECORDED_CASE_LINE_H_

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "core/graph/attr_value.h"
#include "core/tensor/tensor.h"
#include "tests/support/mini_value.h"

namespace runnel {

inline std::vector<std::string> Cut(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

inline std::vector<int64_t> Numbers(const std::string& text) {
  std::vector<int64_t> out;
  if (text.empty()) return out;
  for (const std::string& part : Cut(text, ',')) out.push_back(std::strtoll(part.c_str(), nullptr, 10));
  return out;
}

// "float[2,3]:1.5,2.0", "string[2]:a&b", with a mark before it or none.
struct Recorded {
  char mark = 0;
  DType dtype = DType::kInvalid;
  Shape shape;
  std::vector<std::string> values;

  explicit Recorded(std::string text) {
    if (text[0] == '#' || text[0] == '@') {
      mark = text[0];
      text.erase(0, 1);
    }
    const size_t open = text.find('['), close = text.find(']');
    dtype = DTypeFromName(text.substr(0, open));
    shape = Shape(Numbers(text.substr(open + 1, close - open - 1)));
    if (shape.num_elements() > 0)
      values = Cut(text.substr(close + 2), dtype == DType::kString ? '&' : ',');
  }

  Tensor ToTensor() const {
    if (dtype == DType::kString) return *Tensor::FromStrings(shape, values);
    Tensor out = *Tensor::Allocate(SystemAllocator(), dtype, shape);
    for (size_t i = 0; i < values.size(); ++i)
      Encode(i, static_cast<char*>(out.data()) + i * DTypeSize(dtype));
    return out;
  }

  // How far element i of a tensor of this type is from the recorded one, in units of what the type
  // resolves.
  double Distance(const Tensor& got, size_t i) const {
    if (dtype == DType::kString) {
      return got.string_at(static_cast<int64_t>(i)) == values[i] ? 0 : HUGE_VAL;
    }
    const size_t size = DTypeSize(dtype);
    const char* at = static_cast<const char*>(got.data()) + i * size;
    char want[16];
    Encode(i, want);
    if (std::memcmp(at, want, size) == 0) return 0;
    switch (dtype) {
      case DType::kFloat:
      case DType::kComplex64:
        return Furthest<float>(at, want, size, 0x1p-24, [](float v) { return double{v}; });
      case DType::kDouble:
      case DType::kComplex128:
        return Furthest<double>(at, want, size, 0x1p-53, [](double v) { return v; });
      case DType::kHalf:
        return Furthest<uint16_t>(at, want, size, 0x1p-11,
                                  [](uint16_t v) { return test::DecodeNarrow(v, 10, 5); });
      case DType::kBFloat16:
        return Furthest<uint16_t>(at, want, size, 0x1p-8,
                                  [](uint16_t v) { return test::DecodeNarrow(v, 7, 8); });
      default:
        return HUGE_VAL;
    }
  }

 private:
  template <typename T, typename F>
  static double Furthest(const char* got, const char* want, size_t size, double unit, F decode) {
    double furthest = 0;
    for (size_t at = 0; at < size; at += sizeof(T)) {
      T a, b;
      std::memcpy(&a, got + at, sizeof(T));
      std::memcpy(&b, want + at, sizeof(T));
      const double x = decode(a), y = decode(b);
      furthest = std::max(furthest, std::fabs(x - y) / (unit * std::max(std::fabs(y), 1.0)));
    }
    return furthest;
  }
  template <typename T>
  static void Put(char* out, T value) {
    std::memcpy(out, &value, sizeof(T));
  }
  void Encode(size_t i, char* out) const {
    const std::vector<std::string> parts = Cut(values[i], ';');
    const double value = std::strtod(parts[0].c_str(), nullptr);
    switch (dtype) {
      case DType::kFloat:
        return Put(out, static_cast<float>(value));
      case DType::kDouble:
        return Put(out, value);
      case DType::kHalf:
        return Put(out, test::EncodeNarrow(value, 10, 5));
      case DType::kBFloat16:
        return Put(out, test::EncodeNarrow(value, 7, 8));
      case DType::kComplex64:
        Put(out, static_cast<float>(value));
        return Put(out + sizeof(float), std::strtof(parts[1].c_str(), nullptr));
      case DType::kComplex128:
        Put(out, value);
        return Put(out + sizeof(double), std::strtod(parts[1].c_str(), nullptr));
      default: {  // the low bytes of any integer
        const bool negative = values[i][0] == '-';
        const uint64_t whole = negative
                                   ? static_cast<uint64_t>(std::strtoll(values[i].c_str(), nullptr, 10))
                                   : std::strtoull(values[i].c_str(), nullptr, 10);
        std::memcpy(out, &whole, DTypeSize(dtype));
      }
    }
  }
};

// "i:3", "f:0.5", "b:1", "t:float", "l:1,2", "n:1.5,2" for floats, "h:2,3" for a shape; any other letter
// before the colon is a string.
inline AttrValue ToAttr(const std::string& text) {
  const std::string value = text.substr(2);
  switch (text[0]) {
    case 'i':
      return AttrValue(Numbers(value)[0]);
    case 'f':
      return AttrValue(std::strtof(value.c_str(), nullptr));
    case 'b':
      return AttrValue(value == "1");
    case 't':
      return AttrValue(DTypeFromName(value));
    case 'l':
      return AttrValue(Numbers(value));
    case 'n': {
      std::vector<float> numbers;
      for (const std::string& part : Cut(value, ','))
        numbers.push_back(std::strtof(part.c_str(), nullptr));
      return AttrValue(std::move(numbers));
    }
    case 'h':
      return AttrValue(Shape(Numbers(value)));
    default:
      return AttrValue(value);
  }
}

// "axis=i:3 keep_dims=b:1".
inline AttrList ToAttrs(const std::string& text) {
  AttrList attrs;
  for (const std::string& attr : Cut(text, ' ')) {
    const size_t equal = attr.find('=');
    if (equal != std::string::npos)
      attrs.emplace_back(attr.substr(0, equal), ToAttr(attr.substr(equal + 1)));
  }
  return attrs;
}

// The lines of by_hand.txt, or of a table in its place, for the test that adds an op, and those of
// numbers.txt, scatters.txt and windows.txt, which make_numbers.py and its neighbours write.
inline std::vector<std::string> LinesByHand() {
  const char* const other = std::getenv("RUNNEL_CASES_BY_HAND");
  std::vector<std::string> lines;
  for (const char* const name :
       {other != nullptr ? other : RUNNEL_RECORDED_TESTS "/by_hand.txt",
        RUNNEL_RECORDED_TESTS "/numbers.txt", RUNNEL_RECORDED_TESTS "/scatters.txt",
        RUNNEL_RECORDED_TESTS "/windows.txt"}) {
    std::ifstream file(name);
    for (std::string line; std::getline(file, line);) {
      if (!line.empty() && !line.starts_with('#')) lines.push_back(line);
    }
  }
  return lines;
}

// Tensors with the first of `types` ("double", "double,int32", "T=double,Tidx=int32") for T.
inline std::string WithType(const std::string& tensors, const std::string& types) {
  const std::string first = Cut(types, ',')[0];
  std::string out;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors.compare(i, 2, "T[") == 0) {
      out += first.substr(first.find('=') + 1);
    } else {
      out += tensors[i];
    }
  }
  return out;
}

}  // namespace runnel

#endif  // RUNNEL_TESTS_RECORDED_CASE_LINE_H_
