#include "core/learn/keras/hdf5_format.h"

#include <cstddef>
#include <cstring>

#include "core/learn/keras/byte_cursor.h"

namespace runnel::learn::hdf5 {
namespace {

// Classes of element types, and what of their bits is looked at.
enum Class : uint8_t {
  kInteger = 0,
  kReal = 1,
  kText = 3,
  kOpaque = 5,
  kEnumeration = 8,
  kAnyLength = 9
};
constexpr uint8_t kBigEndian = 1, kSigned = 8;

struct Real {
  DType dtype;
  uint8_t bytes, exponent, mantissa;  // bits of the latter
};
constexpr Real kReals[] = {{DType::kHalf, 2, 5, 10},
                           {DType::kBFloat16, 2, 8, 7},
                           {DType::kFloat, 4, 8, 23},
                           {DType::kDouble, 8, 11, 52}};

struct Integer {
  DType dtype;
  uint8_t bytes;
  bool is_signed;
};
constexpr Integer kIntegers[] = {
    {DType::kInt8, 1, true},    {DType::kInt16, 2, true},   {DType::kInt32, 4, true},
    {DType::kInt64, 8, true},   {DType::kUInt8, 1, false},  {DType::kUInt16, 2, false},
    {DType::kUInt32, 4, false}, {DType::kUInt64, 8, false},
};
// h5py's: an enumeration of two bytes.
constexpr std::string_view kBoolMembers("FALSE\0\0\0TRUE\0\0\0\0\0\1", 18);

std::string Head(Class kind, uint8_t a, uint8_t b, uint8_t bytes) {
  std::string out(8, '\0');
  out[0] = static_cast<char>(0x10 | kind);  // version 1
  out[1] = static_cast<char>(a);
  out[2] = static_cast<char>(b);
  out[4] = static_cast<char>(bytes);
  return out;
}

std::string IntegerMessage(const Integer& type) {
  std::string out = Head(kInteger, type.is_signed ? kSigned : 0, 0, type.bytes);
  out += std::string(2, '\0');  // the first bit
  out += static_cast<char>(8 * type.bytes);
  out += '\0';
  return out;
}

std::string RealMessage(const Real& type) {
  const auto bits = static_cast<uint8_t>(8 * type.bytes);
  // The mantissa's highest bit is implied; where the sign is.
  std::string out = Head(kReal, 0x20, static_cast<uint8_t>(bits - 1), type.bytes);
  const uint32_t bias = (1u << (type.exponent - 1)) - 1;
  const uint8_t rest[] = {0,
                          0,
                          bits,
                          0,
                          type.mantissa,
                          type.exponent,
                          0,
                          type.mantissa,
                          static_cast<uint8_t>(bias),
                          static_cast<uint8_t>(bias >> 8),
                          0,
                          0};
  return out.append(reinterpret_cast<const char*>(rest), sizeof(rest));
}

bool Begins(std::string_view message, const std::string& with) { return message.starts_with(with); }

}  // namespace

Type ParseType(std::string_view message) {
  if (message.size() < 8) return {};
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(message[i]); };
  // Of versions, only how members and arrays are written differs, which numbers have not.
  std::string first(message);
  first[0] = static_cast<char>(0x10 | (byte(0) & 15));
  const auto unknown = [](std::string_view what) { return Type{DType::kInvalid, Type::kUnknown, what}; };
  switch (byte(0) & 15) {
    case kInteger:
      if ((byte(1) & kBigEndian) != 0) return unknown("big-endian integers");
      for (const Integer& type : kIntegers) {
        if (Begins(first, IntegerMessage(type))) return {type.dtype, Type::kFine, {}};
      }
      return unknown("integers of an unusual size");
    case kReal:
      if ((byte(1) & kBigEndian) != 0) return unknown("big-endian floats");
      for (const Real& type : kReals) {
        if (Begins(first, RealMessage(type))) return {type.dtype, Type::kFine, {}};
      }
      return unknown("floats of an unusual size");
    case kOpaque:  // Keras writes bfloat16 so
      if (byte(4) == 2 && byte(5) == 0 && byte(6) == 0 && byte(7) == 0)
        return {DType::kBFloat16, Type::kFine, {}};
      return unknown("opaque bytes");
    case kEnumeration: {
      const std::string members = IntegerMessage(kIntegers[0]) + std::string(kBoolMembers);
      if (byte(4) == 1 && byte(1) == 2 && message.substr(8).starts_with(members))
        return {DType::kBool, Type::kFine, {}};
      return unknown("of an enumeration");
    }
    case kText:
    case kAnyLength:
      return unknown("text or lists of any length");
    default:
      return unknown("of a kind that is no number");
  }
}

TextType ParseTextType(std::string_view message) {
  constexpr uint32_t kPlaceBytes = 16;  // a length, a heap's address and a number in it
  ByteCursor in(message);
  const uint8_t head = in.U8(), kind = in.U8();
  in.Skip(2);
  const uint32_t bytes = in.U32();
  if (!in.ok()) return {};
  if ((head & 15) == kText) return {bytes, false};
  if ((head & 15) == kAnyLength && (kind & 15) == 1 && bytes == kPlaceBytes) return {bytes, true};
  return {};
}

std::string TypeMessage(DType dtype) {
  for (const Integer& type : kIntegers) {
    if (type.dtype == dtype) return IntegerMessage(type);
  }
  for (const Real& type : kReals) {
    // As such a float h5py cannot read it, and as bytes it takes an attribute.
    if (type.dtype == dtype && dtype != DType::kBFloat16) return RealMessage(type);
  }
  if (dtype != DType::kBool) return {};
  return Head(kEnumeration, 2, 0, 1) + IntegerMessage(kIntegers[0]) + std::string(kBoolMembers);
}

}  // namespace runnel::learn::hdf5
