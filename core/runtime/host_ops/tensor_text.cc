#include "core/runtime/host_ops/tensor_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/number.h"
#include "core/runtime/host_ops/real_values.h"

namespace runnel {
namespace {

// TensorFlow's: as "%.6g", or "%.9g" where that is not read back as the same number; 15 and 17 for
// doubles. Written without the C library's locale.
std::string NumberText(double value, bool is_double) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char text[64];
  for (const int digits : {is_double ? 15 : 6, is_double ? 17 : 9}) {
    const int size = std::snprintf(text, sizeof(text), "%.*e", digits - 1, value);
    std::string_view written(text, static_cast<size_t>(size));
    // From scientific to what %g chooses.
    const size_t e = written.find('e');
    int exponent = 0;
    std::sscanf(text + e + 1, "%d", &exponent);
    std::string whole;
    std::string digits_only;
    const bool negative = written[0] == '-';
    for (const char c : written.substr(0, e)) {
      if (c >= '0' && c <= '9') digits_only += c;
    }
    while (digits_only.size() > 1 && digits_only.back() == '0') digits_only.pop_back();
    if (negative) whole += '-';
    if (exponent < -4 || exponent >= digits) {
      whole += digits_only[0];
      if (digits_only.size() > 1) whole += "." + digits_only.substr(1);
      char tail[16];
      std::snprintf(tail, sizeof(tail), "e%c%02d", exponent < 0 ? '-' : '+', std::abs(exponent));
      whole += tail;
    } else if (exponent < 0) {
      whole += "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits_only;
    } else {
      const size_t before = static_cast<size_t>(exponent) + 1;
      if (digits_only.size() < before) digits_only.resize(before, '0');
      whole += digits_only.substr(0, before);
      if (digits_only.size() > before) whole += "." + digits_only.substr(before);
    }
    double back = 0;
    ReadReal(whole, &back);
    const bool same = is_double ? back == value : static_cast<float>(back) == static_cast<float>(value);
    if (same || digits >= 9 + (is_double ? 8 : 0)) return whole;
  }
  return {};
}

std::string ElementText(const Tensor& tensor, int64_t i) {
  const size_t at = static_cast<size_t>(i);
  switch (tensor.dtype()) {
    case DType::kString:
      return StrCat('"', EscapedText(tensor.string_at(i)), '"');
    case DType::kBool:
      return tensor.values<const bool>()[at] ? "1" : "0";
    case DType::kInt64:
      return StrCat(tensor.values<const int64_t>()[at]);
    case DType::kUInt64:
      return StrCat(tensor.values<const uint64_t>()[at]);
    case DType::kFloat:
    case DType::kHalf:
    case DType::kBFloat16:
      return NumberText(RealValue(tensor, i), false);
    case DType::kDouble:
      return NumberText(RealValue(tensor, i), true);
    case DType::kQInt8:
      return StrCat(int{static_cast<const int8_t*>(tensor.data())[at]});
    case DType::kQUInt8:
      return StrCat(int{static_cast<const uint8_t*>(tensor.data())[at]});
    case DType::kQInt32:
      return StrCat(static_cast<const int32_t*>(tensor.data())[at]);
    default:
      return IsInteger(tensor.dtype()) ? StrCat(static_cast<int64_t>(RealValue(tensor, i))) : "?";
  }
}

class Nested {
 public:
  Nested(const Tensor& tensor, int64_t ends) : tensor_(tensor), ends_(ends) {}
  std::string Run() {
    Dim(0, 0);
    return std::move(text_);
  }

 private:
  void Space(int d, int rank) {
    if (d == rank - 1) {
      text_ += ' ';
      return;
    }
    text_.append(static_cast<size_t>(rank - d - 1), '\n');
    text_.append(static_cast<size_t>(d) + 1, ' ');
  }
  void Dim(int d, int64_t first) {
    const int rank = tensor_.shape().rank();
    if (d == rank) {
      text_ += ElementText(tensor_, first);
      return;
    }
    int64_t stride = 1;
    for (int i = d + 1; i < rank; ++i) stride *= tensor_.shape().dim(i);
    const int64_t size = tensor_.shape().dim(d);
    const int64_t head = std::min(ends_, size), tail = std::max(ends_, size - ends_);
    text_ += '[';
    for (int64_t i = 0; i < head; ++i) {
      if (i > 0) Space(d, rank);
      Dim(d + 1, first + i * stride);
    }
    if (size - ends_ > ends_) {
      Space(d, rank);
      text_ += "...";
    }
    for (int64_t i = tail; i < size; ++i) {
      Space(d, rank);
      Dim(d + 1, first + i * stride);
    }
    text_ += ']';
  }

  const Tensor& tensor_;
  const int64_t ends_;
  std::string text_;
};

}  // namespace

std::string EscapedText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    static constexpr std::string_view kPlain = "\n\r\t\"'\\", kLetters = "nrt\"'\\";
    const size_t i = kPlain.find(c);
    const uint8_t byte = static_cast<uint8_t>(c);
    if (i != std::string_view::npos) {
      out += {'\\', kLetters[i]};
    } else if (byte >= 0x20 && byte != 0x7f) {
      out += c;
    } else {
      const auto digit = [&](int shift) { return static_cast<char>('0' + (byte >> shift & 7)); };
      out += {'\\', digit(6), digit(3), digit(0)};
    }
  }
  return out;
}

std::string NestedText(const Tensor& tensor, int64_t ends) {
  const int64_t count = tensor.num_elements();
  // Kinds that TensorFlow has no element text for.
  const bool irregular = IsComplex(tensor.dtype()) || tensor.dtype() == DType::kResource ||
                         tensor.dtype() == DType::kVariant || tensor.dtype() == DType::kQInt16 ||
                         tensor.dtype() == DType::kQUInt16;
  const int64_t limit = ends < 0 ? count : std::min(ends, count);
  if (!irregular) return Nested(tensor, limit).Run();
  std::string out = tensor.shape().rank() > 0 ? "[" : "";
  for (int64_t i = 0; i < limit; ++i) out += i > 0 ? " ?" : "?";
  if (limit < count) out += "...";
  if (tensor.shape().rank() > 0) out += "]";
  return out;
}

}  // namespace runnel
