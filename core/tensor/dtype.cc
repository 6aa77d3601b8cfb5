#include "core/tensor/dtype.h"

namespace runnel {
namespace {

struct DTypeRow {
  std::string_view name;
  size_t size_bytes;
};

// Indexed by number.
constexpr DTypeRow kDTypes[kNumDTypes] = {
    {"invalid", 0},
    {"float", 4},
    {"double", 8},
    {"int32", 4},
    {"uint8", 1},
    {"int16", 2},
    {"int8", 1},
    {"string", sizeof(rnlp_str_t)},
    {"complex64", 8},
    {"int64", 8},
    {"bool", 1},
    {"qint8", 1},
    {"quint8", 1},
    {"qint32", 4},
    {"bfloat16", 2},
    {"qint16", 2},
    {"quint16", 2},
    {"uint16", 2},
    {"complex128", 16},
    {"half", 2},
    {"resource", sizeof(void*)},
    {"variant", 0},
    {"uint32", 4},
    {"uint64", 8},
};

const DTypeRow& Row(DType dtype) {
  return kDTypes[IsValidDType(static_cast<int32_t>(dtype)) ? static_cast<int>(dtype) : 0];
}

char ToLower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string_view DTypeName(DType dtype) { return Row(dtype).name; }

DType DTypeFromName(std::string_view name) {
  const bool upper = name.substr(0, 3) == "DT_";
  if (upper) name.remove_prefix(3);
  for (int i = 1; i < kNumDTypes; ++i) {
    const std::string_view row = kDTypes[i].name;
    if (row.size() != name.size()) continue;
    bool equal = true;
    for (size_t k = 0; k < row.size(); ++k) equal &= row[k] == (upper ? ToLower(name[k]) : name[k]);
    if (equal) return static_cast<DType>(i);
  }
  return DType::kInvalid;
}

bool IsValidDType(int32_t value) { return value > 0 && value < kNumDTypes; }

size_t DTypeSize(DType dtype) { return Row(dtype).size_bytes; }

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
