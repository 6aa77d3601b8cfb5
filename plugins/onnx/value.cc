// Reads the numbers of constants.
#include "plugins/onnx/value.h"

#include <cmath>
#include <cstring>

#include "plugins/onnx/model.h"
#include "plugins/sdk/half.h"

namespace runnel::onnx {
namespace {

template <typename T>
T At(const char* data) {
  T value;
  std::memcpy(&value, data, sizeof(value));
  return value;
}

double NumberAt(int32_t dtype, const char* data) {
  switch (dtype) {
    case RNLP_FLOAT:
      return At<float>(data);
    case RNLP_DOUBLE:
      return At<double>(data);
    case RNLP_HALF:
      return plugin::ToFloat(plugin::Half{At<uint16_t>(data)});
    case RNLP_BFLOAT16:
      return plugin::ToFloat(plugin::BFloat16{At<uint16_t>(data)});
    case RNLP_INT8:
      return At<int8_t>(data);
    case RNLP_UINT8:
    case RNLP_BOOL:
      return At<uint8_t>(data);
    case RNLP_INT16:
      return At<int16_t>(data);
    case RNLP_UINT16:
      return At<uint16_t>(data);
    case RNLP_INT32:
      return At<int32_t>(data);
    case RNLP_UINT32:
      return At<uint32_t>(data);
    case RNLP_INT64:
      return static_cast<double>(At<int64_t>(data));
    case RNLP_UINT64:
      return static_cast<double>(At<uint64_t>(data));
    default:
      return NAN;
  }
}

}  // namespace

std::optional<Ints> IntegersOf(const Value& value) {
  constexpr size_t kMost = 4096;
  if (value.literal == nullptr || !(IsInteger(value.dtype) || value.dtype == RNLP_BOOL)) return {};
  const auto size = static_cast<size_t>(SizeOf(value.dtype));
  const size_t count = value.literal->bytes.size() / size;
  if (count > kMost) return {};
  Ints out(count);
  for (size_t i = 0; i < count; ++i) {
    const char* data = value.literal->bytes.data() + i * size;
    out[i] = value.dtype == RNLP_INT64 || value.dtype == RNLP_UINT64
                 ? At<int64_t>(data)
                 : static_cast<int64_t>(NumberAt(value.dtype, data));
  }
  return out;
}

std::optional<List<double>> NumbersOf(const Value& value, size_t most) {
  const auto size = static_cast<size_t>(SizeOf(value.dtype));
  if (value.literal == nullptr || size == 0 || value.dtype == RNLP_COMPLEX64 ||
      value.dtype == RNLP_COMPLEX128) {
    return {};
  }
  const size_t count = value.literal->bytes.size() / size;
  if (count > most) return {};
  List<double> out(count);
  for (size_t i = 0; i < count; ++i)
    out[i] = NumberAt(value.dtype, value.literal->bytes.data() + i * size);
  return out;
}

}  // namespace runnel::onnx
