// Writes wire format by hand, so that tests do not take the encoder's word for what the bytes are.
#ifndef RUNNEL_TESTS_GRAPHDEF_WIRE_BYTES_H_
#define RUNNEL_TESTS_GRAPHDEF_WIRE_BYTES_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace runnel::testing {

inline std::string VarintBytes(uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
  return out;
}

inline std::string Varint(uint32_t field, uint64_t value) {
  return VarintBytes(field << 3) + VarintBytes(value);
}

inline std::string Bytes(uint32_t field, std::string_view bytes) {
  return VarintBytes(field << 3 | 2) + VarintBytes(bytes.size()) + std::string(bytes);
}

template <typename T>
std::string Raw(T value) {
  std::string out(sizeof(T), '\0');
  std::memcpy(out.data(), &value, sizeof(T));
  return out;
}

inline std::string Fixed32(uint32_t field, float value) {
  return VarintBytes(field << 3 | 5) + Raw(value);
}
inline std::string Fixed64(uint32_t field, double value) {
  return VarintBytes(field << 3 | 1) + Raw(value);
}

inline std::string ShapeBytes(std::initializer_list<int64_t> dims) {
  std::string out;
  for (const int64_t dim : dims) out += Bytes(2, Varint(1, static_cast<uint64_t>(dim)));
  return out;
}

// dtype, shape, and whatever follows.
inline std::string TensorBytes(int dtype, std::initializer_list<int64_t> dims, std::string_view rest) {
  return Varint(1, static_cast<uint64_t>(dtype)) + Bytes(2, ShapeBytes(dims)) + std::string(rest);
}

inline std::string Attr(std::string_view name, std::string_view value) {
  return Bytes(5, Bytes(1, name) + Bytes(2, value));
}

inline std::string Node(std::string_view name, std::string_view op, std::string_view rest = {}) {
  return Bytes(1, Bytes(1, name) + Bytes(2, op) + std::string(rest));
}

}  // namespace runnel::testing

#endif  // RUNNEL_TESTS_GRAPHDEF_WIRE_BYTES_H_
