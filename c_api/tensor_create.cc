// Making tensors: empty, from data, scalars, strings, and over the caller's memory.
#include <cmath>
#include <limits>

#include "c_api/internal.h"
#include "core/tensor/half.h"

using runnel::Buffer;
using runnel::DType;
using runnel::InvalidArgument;
using runnel::Ref;
using runnel::Result;
using runnel::Shape;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

namespace {

Result<DType> ToDType(rnl_dtype_t dtype) {
  if (!runnel::IsValidDType(dtype)) return InvalidArgument("dtype ", dtype, " does not exist");
  return static_cast<DType>(dtype);
}

// Errors: INVALID_ARGUMENT unless elements are plain data and `size_bytes` of them fill the shape.
Status CheckPlain(DType dtype, const Shape& shape, size_t size_bytes) {
  if (!runnel::IsPlainData(dtype)) {
    return InvalidArgument("elements of dtype ", runnel::DTypeName(dtype), " are not plain data");
  }
  RUNNEL_RETURN_IF_ERROR(shape.CheckSize(runnel::DTypeSize(dtype)));
  const auto want = static_cast<uint64_t>(shape.num_elements()) * runnel::DTypeSize(dtype);
  if (want != size_bytes) {
    return InvalidArgument(runnel::DTypeName(dtype), shape.ToString(), " has ", want, " bytes, got ",
                           size_bytes);
  }
  return runnel::OkStatus();
}

Result<Tensor> Allocate(rnl_runtime_t* runtime, DType dtype, const Shape& shape) {
  if (dtype == DType::kResource || dtype == DType::kVariant) {
    return InvalidArgument("a tensor of dtype ", runnel::DTypeName(dtype),
                           " cannot be made from outside");
  }
  RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
  return Tensor::Allocate(runtime->runtime->allocator(), dtype, shape);
}

// Stores an integer; false if T cannot hold the value.
template <typename T>
bool StoreInteger(double value, void* out) {
  // Both bounds are exact as doubles; the upper one is the first value beyond.
  const double below =
      -std::ldexp(std::numeric_limits<T>::is_signed ? 1.0 : 0.0, std::numeric_limits<T>::digits);
  const double beyond = std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (!(value >= below && value < beyond) || value != std::trunc(value)) return false;
  *static_cast<T*>(out) = static_cast<T>(value);
  return true;
}

// Rounds a double once, to nearest with ties to even, by way of integers in units of the result's last
// place. Source: IEEE 754-2008, 4.3.1.
uint16_t ToHalf(double value) {
  const uint16_t sign = std::signbit(value) ? 0x8000u : 0u;
  const double magnitude = std::fabs(value);
  if (std::isnan(value)) return static_cast<uint16_t>(sign | 0x7e00u);
  if (magnitude == 0) return sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  // A normal number's last place is 2^(exponent - 11), a subnormal's 2^-24.
  const int unit = exponent - 11 < -24 ? -24 : exponent - 11;
  const double scaled = std::nearbyint(std::ldexp(magnitude, -unit));
  if (!(std::ldexp(scaled, unit) < 65520.0)) return static_cast<uint16_t>(sign | 0x7c00u);
  const auto mantissa = static_cast<uint32_t>(scaled);
  if (unit == -24) return static_cast<uint16_t>(sign | mantissa);
  // Adding carries into the exponent where rounding went up to the next power of two.
  return static_cast<uint16_t>(sign | ((static_cast<uint32_t>(unit + 24) << 10) + mantissa));
}

bool StoreScalar(DType dtype, double value, void* out) {
  switch (dtype) {
    case DType::kFloat:
      *static_cast<float*>(out) = static_cast<float>(value);
      return true;
    case DType::kDouble:
      *static_cast<double*>(out) = value;
      return true;
    case DType::kHalf:
      *static_cast<uint16_t*>(out) = ToHalf(value);
      return true;
    case DType::kBFloat16:
      *static_cast<uint16_t*>(out) = runnel::Bfloat16OfFloat(static_cast<float>(value));
      return true;
    case DType::kInt8:
      return StoreInteger<int8_t>(value, out);
    case DType::kInt16:
      return StoreInteger<int16_t>(value, out);
    case DType::kInt32:
      return StoreInteger<int32_t>(value, out);
    case DType::kInt64:
      return StoreInteger<int64_t>(value, out);
    case DType::kUInt8:
      return StoreInteger<uint8_t>(value, out);
    case DType::kUInt16:
      return StoreInteger<uint16_t>(value, out);
    case DType::kUInt32:
      return StoreInteger<uint32_t>(value, out);
    case DType::kUInt64:
      return StoreInteger<uint64_t>(value, out);
    case DType::kBool:
      if (value != 0 && value != 1) return false;
      *static_cast<bool*>(out) = value != 0;
      return true;
    default:
      return false;
  }
}

// The caller's deleter takes its arguments in another order than core's.
struct WrapRecord {
  rnl_deleter_t deleter;
  void* arg;
};

void CallDeleter(void* data, size_t size_bytes, void* arg) {
  const std::unique_ptr<WrapRecord> record(static_cast<WrapRecord*>(arg));
  record->deleter(record->arg, data, size_bytes);
}

}  // namespace

rnl_status_t* rnl_tensor_create(rnl_runtime_t* runtime, rnl_dtype_t dtype, int32_t rank,
                                const int64_t* dims, rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_ASSIGN_OR_RETURN(const DType d, ToDType(dtype));
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, ToShape(rank, dims, false));
    RUNNEL_ASSIGN_OR_RETURN(Tensor tensor, Allocate(runtime, d, shape));
    *out_tensor = NewTensor(Ref<rnl_runtime_t>::Share(runtime), std::move(tensor));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_tensor_from_data(rnl_runtime_t* runtime, rnl_dtype_t dtype, int32_t rank,
                                   const int64_t* dims, const void* data, size_t size_bytes,
                                   rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    if (data == nullptr && size_bytes != 0) return NullArgument("data");
    RUNNEL_ASSIGN_OR_RETURN(const DType d, ToDType(dtype));
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, ToShape(rank, dims, false));
    RUNNEL_RETURN_IF_ERROR(CheckPlain(d, shape, size_bytes));
    RUNNEL_ASSIGN_OR_RETURN(Tensor tensor, Allocate(runtime, d, shape));
    if (size_bytes != 0) memcpy(tensor.data(), data, size_bytes);
    *out_tensor = NewTensor(Ref<rnl_runtime_t>::Share(runtime), std::move(tensor));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_tensor_from_scalar(rnl_runtime_t* runtime, rnl_dtype_t dtype, double value,
                                     rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_ASSIGN_OR_RETURN(const DType d, ToDType(dtype));
    RUNNEL_ASSIGN_OR_RETURN(Tensor tensor, Allocate(runtime, d, Shape()));
    if (d == DType::kString || !StoreScalar(d, value, tensor.data())) {
      return InvalidArgument("a scalar of dtype ", runnel::DTypeName(d), " cannot hold ", value);
    }
    *out_tensor = NewTensor(Ref<rnl_runtime_t>::Share(runtime), std::move(tensor));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_tensor_from_strings(rnl_runtime_t* runtime, int32_t rank, const int64_t* dims,
                                      const rnl_str_t* values, size_t num_values,
                                      rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    std::span<const rnl_str_t> span;
    RUNNEL_RETURN_IF_ERROR(ToSpan(values, num_values, "values", &span));
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, ToShape(rank, dims, false));
    if (static_cast<uint64_t>(shape.num_elements()) != num_values) {
      return InvalidArgument("shape ", shape.ToString(), " holds ", shape.num_elements(),
                             " strings, got ", num_values);
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor tensor, Allocate(runtime, DType::kString, shape));
    auto* buffer = static_cast<runnel::StringBuffer*>(tensor.buffer().get());
    for (size_t i = 0; i < num_values; ++i) {
      std::string_view view;
      RUNNEL_RETURN_IF_ERROR(ToView(span[i], "values", &view));
      RUNNEL_RETURN_IF_ERROR(buffer->Set(static_cast<int64_t>(i), view));
    }
    *out_tensor = NewTensor(Ref<rnl_runtime_t>::Share(runtime), std::move(tensor));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_tensor_wrap(rnl_runtime_t* runtime, rnl_dtype_t dtype, int32_t rank,
                              const int64_t* dims, void* data, size_t size_bytes, rnl_deleter_t deleter,
                              void* arg, rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    if (data == nullptr && size_bytes != 0) return NullArgument("data");
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(const DType d, ToDType(dtype));
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, ToShape(rank, dims, false));
    RUNNEL_RETURN_IF_ERROR(CheckPlain(d, shape, size_bytes));
    const size_t alignment = runnel::IsComplex(d) ? runnel::DTypeSize(d) / 2 : runnel::DTypeSize(d);
    if (reinterpret_cast<uintptr_t>(data) % alignment != 0) {
      return InvalidArgument("memory for ", runnel::DTypeName(d), " must be aligned to ", alignment,
                             " bytes");
    }
    // Everything that can fail comes before the buffer that would call the deleter.
    rnl_tensor_t* handle = NewTensor(Ref<rnl_runtime_t>::Share(runtime), Tensor());
    const Ref<rnl_tensor_t> keep = Ref<rnl_tensor_t>::Adopt(handle);
    std::unique_ptr<WrapRecord> record;
    if (deleter != nullptr) record = std::make_unique<WrapRecord>(WrapRecord{deleter, arg});
    RUNNEL_ASSIGN_OR_RETURN(Ref<Buffer> buffer,
                            runnel::WrapHostBuffer(data, size_bytes, record ? &CallDeleter : nullptr,
                                                   record.get(), /*writable=*/false));
    (void)record.release();  // CallDeleter's
    handle->tensor = Tensor(d, shape, std::move(buffer));
    *out_tensor = Retain(handle);
    return runnel::OkStatus();
  });
}
