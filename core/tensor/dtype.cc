#include "core/tensor/dtype.h"

namespace runnel {
namespace {

// Indexed by number.
constexpr std::string_view kNames[kNumDTypes] = {
    "invalid",   "float",  "double",     "int32", "uint8",    "int16",   "int8",     "string",
    "complex64", "int64",  "bool",       "qint8", "quint8",   "qint32",  "bfloat16", "qint16",
    "quint16",   "uint16", "complex128", "half",  "resource", "variant", "uint32",   "uint64"};

char ToLower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string_view DTypeName(DType dtype) {
  return kNames[IsValidDType(static_cast<int32_t>(dtype)) ? static_cast<int>(dtype) : 0];
}

DType DTypeFromName(std::string_view name) {
  const bool upper = name.substr(0, 3) == "DT_";
  if (upper) name.remove_prefix(3);
  for (int i = 1; i < kNumDTypes; ++i) {
    const std::string_view row = kNames[i];
    if (row.size() != name.size()) continue;
    bool equal = true;
    for (size_t k = 0; k < row.size(); ++k) equal &= row[k] == (upper ? ToLower(name[k]) : name[k]);
    if (equal) return static_cast<DType>(i);
  }
  return DType::kInvalid;
}

bool IsValidDType(int32_t value) { return value > 0 && value < kNumDTypes; }

bool IsPlainData(DType dtype) {
  return DTypeSize(dtype) != 0 && dtype != DType::kString && dtype != DType::kResource;
}

bool IsFloating(DType dtype) {
  return dtype == DType::kFloat || dtype == DType::kDouble || dtype == DType::kHalf ||
         dtype == DType::kBFloat16;
}

bool IsInteger(DType dtype) {
  switch (dtype) {
    case DType::kInt8:
    case DType::kInt16:
    case DType::kInt32:
    case DType::kInt64:
    case DType::kUInt8:
    case DType::kUInt16:
    case DType::kUInt32:
    case DType::kUInt64:
      return true;
    default:
      return false;
  }
}

bool IsComplex(DType dtype) { return dtype == DType::kComplex64 || dtype == DType::kComplex128; }

bool IsQuantized(DType dtype) {
  switch (dtype) {
    case DType::kQInt8:
    case DType::kQUInt8:
    case DType::kQInt16:
    case DType::kQUInt16:
    case DType::kQInt32:
      return true;
    default:
      return false;
  }
}

}  // namespace runnel
