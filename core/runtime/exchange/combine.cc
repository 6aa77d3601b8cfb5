#include "core/runtime/exchange/combine.h"

#include <cmath>
#include <type_traits>

#include "core/tensor/half.h"

namespace runnel {
namespace {

// Storage types that are computed with as float.
struct Half {
  uint16_t bits;
};
struct Bfloat16 {
  uint16_t bits;
};

float ToFloat(Half h) { return FloatOfHalf(h.bits); }
float ToFloat(Bfloat16 b) { return FloatOfBfloat16(b.bits); }

void Round(float value, Half* out) { out->bits = HalfOfFloat(value); }
void Round(float value, Bfloat16* out) { out->bits = Bfloat16OfFloat(value); }

template <typename T>
inline constexpr bool kStored = std::is_same_v<T, Half> || std::is_same_v<T, Bfloat16>;

template <typename T>
bool IsNan(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isnan(value);
  } else {
    return false;
  }
}

template <typename T>
T Apply(Combine combine, T a, T b) {
  switch (combine) {
    case Combine::kAdd:
      if constexpr (std::is_signed_v<T> && std::is_integral_v<T>) {
        // Wraps, as TensorFlow's does.
        using U = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
      } else {
        return a + b;
      }
    case Combine::kMul:
      if constexpr (std::is_signed_v<T> && std::is_integral_v<T>) {
        using U = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
      } else {
        return a * b;
      }
    case Combine::kMin:
      return b < a || IsNan(b) ? b : a;
    default:
      return a < b || IsNan(b) ? b : a;
  }
}

template <Combine kWhat, typename T>
void Loop(T* to, const T* a, const T* b, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    if constexpr (kStored<T>) {
      Round(Apply(kWhat, ToFloat(a[i]), ToFloat(b[i])), &to[i]);
    } else {
      to[i] = Apply(kWhat, a[i], b[i]);
    }
  }
}

// Calls f with a null pointer of the element type.
template <typename F>
bool WithType(DType dtype, F f) {
  switch (dtype) {
    case DType::kFloat:
      return f(static_cast<float*>(nullptr)), true;
    case DType::kDouble:
      return f(static_cast<double*>(nullptr)), true;
    case DType::kHalf:
      return f(static_cast<Half*>(nullptr)), true;
    case DType::kBFloat16:
      return f(static_cast<Bfloat16*>(nullptr)), true;
    case DType::kInt32:
      return f(static_cast<int32_t*>(nullptr)), true;
    case DType::kInt64:
      return f(static_cast<int64_t*>(nullptr)), true;
    case DType::kUInt32:
      return f(static_cast<uint32_t*>(nullptr)), true;
    case DType::kUInt64:
      return f(static_cast<uint64_t*>(nullptr)), true;
    default:
      return false;
  }
}

}  // namespace

std::optional<Combine> ParseCombine(std::string_view name) {
  if (name == "Add") return Combine::kAdd;
  if (name == "Mul") return Combine::kMul;
  if (name == "Min") return Combine::kMin;
  if (name == "Max") return Combine::kMax;
  return std::nullopt;
}

bool CanCombine(DType dtype) {
  return WithType(dtype, [](auto*) {});
}

void CombineTo(Combine combine, DType dtype, void* to, const void* a, const void* b, int64_t count) {
  WithType(dtype, [&]<typename T>(T*) {
    T* const out = static_cast<T*>(to);
    const T* const left = static_cast<const T*>(a);
    const T* const right = static_cast<const T*>(b);
    switch (combine) {
      case Combine::kAdd:
        return Loop<Combine::kAdd>(out, left, right, count);
      case Combine::kMul:
        return Loop<Combine::kMul>(out, left, right, count);
      case Combine::kMin:
        return Loop<Combine::kMin>(out, left, right, count);
      case Combine::kMax:
        return Loop<Combine::kMax>(out, left, right, count);
    }
  });
}

void DivideBy(DType dtype, void* values, int64_t count, int64_t divisor) {
  WithType(dtype, [&]<typename T>(T*) {
    T* const v = static_cast<T*>(values);
    for (int64_t i = 0; i < count; ++i) {
      if constexpr (kStored<T>) {
        Round(ToFloat(v[i]) / static_cast<float>(divisor), &v[i]);
      } else {
        v[i] = static_cast<T>(v[i] / static_cast<T>(divisor));
      }
    }
  });
}

}  // namespace runnel
