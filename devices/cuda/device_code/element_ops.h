// What element-wise ops compute, for one element. The code is a constant where a fused region calls
// these, and the same for a whole launch elsewhere, so the switch costs next to nothing.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_ELEMENT_OPS_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_ELEMENT_OPS_H_

#include "devices/cuda/device_code/element_codes.h"
#include "devices/cuda/device_code/language.h"

namespace runnel::cuda {

// Where element i of an output finds an input of `size` elements that are `run` times the same and begin
// again. In 32 bits where these are enough: a division of 64 takes several times as long.
RUNNEL_DEVICE i64 PlaceIn(i64 i, i64 run, i64 size) {
  if ((i | run | size) > 0xffffffffll) return i / run % size;
  return static_cast<u32>(i) / static_cast<u32>(run) % static_cast<u32>(size);
}

constexpr float kSeluScale = 1.0507009873554805f;
constexpr float kSeluScaleAlpha = 1.7580993408473766f;

RUNNEL_DEVICE bool IsNanValue(float x) { return x != x; }

RUNNEL_DEVICE float SigmoidOf(float x) {
  const float e = expf(-fabsf(x));
  return (x < 0 ? e : 1.0f) / (1.0f + e);
}

RUNNEL_DEVICE float Unary(int code, float x, float parameter) {
  switch (code) {
    case kNeg:
      return -x;
    case kAbs:
      return fabsf(x);
    case kSign:
      return x > 0 ? 1.0f : x < 0 ? -1.0f : x == 0 ? 0.0f : x;
    case kExp:
      return expf(x);
    case kLog:
      return logf(x);
    case kLog1p:
      return log1pf(x);
    case kSqrt:
      return sqrtf(x);
    case kRsqrt:
      return 1.0f / sqrtf(x);
    case kSquare:
      return x * x;
    case kReciprocal:
      return 1.0f / x;
    case kTanh:
      return tanhf(x);
    case kSigmoid:
      return SigmoidOf(x);
    case kRelu:
      return x < 0 ? 0.0f : x;
    case kFloor:
      return floorf(x);
    case kCeil:
      return ceilf(x);
    case kSin:
      return sinf(x);
    case kCos:
      return cosf(x);
    case kTan:
      return tanf(x);
    case kAsin:
      return asinf(x);
    case kAcos:
      return acosf(x);
    case kAtan:
      return atanf(x);
    case kSinh:
      return sinhf(x);
    case kCosh:
      return coshf(x);
    case kAsinh:
      return asinhf(x);
    case kAcosh:
      return acoshf(x);
    case kAtanh:
      return atanhf(x);
    case kExpm1:
      return expm1f(x);
    case kErf:
      return erff(x);
    case kErfc:
      return erfcf(x);
    case kRint:
      return rintf(x);
    case kRelu6:
      return x < 0 ? 0.0f : x > 6 ? 6.0f : x;
    case kElu:
      return x < 0 ? expm1f(x) : x;
    case kSelu:
      return x < 0 ? kSeluScaleAlpha * expm1f(x) : kSeluScale * x;
    case kSoftplus:
      return IsNanValue(x) ? x : fmaxf(x, 0.0f) + log1pf(expf(-fabsf(x)));
    case kSoftsign:
      return x / (1.0f + fabsf(x));
    case kLeakyRelu:
      return x > 0 ? x : parameter * x;
    default:
      return x;
  }
}
// Arithmetic on integers wraps around.
template <typename T, typename U>
RUNNEL_DEVICE T UnaryInteger(int code, T x) {
  switch (code) {
    case kNeg:
      return static_cast<T>(U{0} - static_cast<U>(x));
    case kAbs:
      return x < 0 ? static_cast<T>(U{0} - static_cast<U>(x)) : x;
    case kSign:
      return static_cast<T>((x > 0) - (x < 0));
    case kSquare:
      return static_cast<T>(static_cast<U>(x) * static_cast<U>(x));
    case kRelu:
      return x < 0 ? T{0} : x;
    case kRelu6:
      return x < 0 ? T{0} : x > 6 ? T{6} : x;
    default:
      return x;
  }
}
RUNNEL_DEVICE i32 Unary(int code, i32 x, float) { return UnaryInteger<i32, u32>(code, x); }
RUNNEL_DEVICE i64 Unary(int code, i64 x, float) { return UnaryInteger<i64, u64>(code, x); }
RUNNEL_DEVICE bool Unary(int code, bool x, float) { return code == kLogicalNot ? !x : x; }

RUNNEL_DEVICE bool Test(int code, float x) {
  const u32 magnitude = FloatToBits(x) & 0x7fffffffu;
  switch (code) {
    case kIsNan:
      return magnitude > 0x7f800000u;
    case kIsInf:
      return magnitude == 0x7f800000u;
    default:
      return magnitude < 0x7f800000u;
  }
}

RUNNEL_DEVICE float FloorModOf(float x, float y) {
  const float rest = fmodf(x, y);
  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}
RUNNEL_DEVICE float SoftplusSlope(float x) {
  const float e = expf(-fabsf(x));
  return (x < 0 ? e : 1.0f) / (1.0f + e);
}

// NaN wins in Maximum and Minimum, whichever argument it is.
RUNNEL_DEVICE float Binary(int code, float x, float y, float parameter) {
  switch (code) {
    case kAdd:
      return x + y;
    case kSub:
      return x - y;
    case kMul:
      return x * y;
    case kDiv:
      return x / y;
    case kDivNoNan:
      return y == 0 ? 0.0f : x / y;
    case kFloorDiv:
      return floorf(x / y);
    case kFloorMod:
      return FloorModOf(x, y);
    case kTruncateDiv:
      return truncf(x / y);
    case kTruncateMod:
      return fmodf(x, y);
    case kMaximum:
      return x < y || y != y ? y : x;
    case kMinimum:
      return y < x || y != y ? y : x;
    case kPow:
      return powf(x, y);
    case kSquaredDifference:
      return (x - y) * (x - y);
    case kReluGrad:
      return y > 0 ? x : 0.0f;
    case kTanhGrad:
      return y * (1.0f - x * x);
    case kSigmoidGrad:
      return y * x * (1.0f - x);
    case kRelu6Grad:
      return y > 0 && y < 6 ? x : 0.0f;
    case kEluGrad:
      return y < 0 ? x * (y + 1.0f) : x;
    case kSeluGrad:
      return x * (y < 0 ? y + kSeluScaleAlpha : kSeluScale);
    case kSoftplusGrad:
      return x * SoftplusSlope(y);
    case kSoftsignGrad:
      return x / ((1.0f + fabsf(y)) * (1.0f + fabsf(y)));
    case kLeakyReluGrad:
      return y > 0 ? x : parameter * x;
    case kAtan2:
      return atan2f(x, y);
    case kXdivy:
      return x == 0 ? 0.0f : x / y;
    case kXlogy:
      return x == 0 ? 0.0f : x * logf(y);
    case kSqrtGrad:
      return y == 0 ? 0.0f : y * 0.5f / x;
    case kRsqrtGrad:
      return y == 0 ? 0.0f : y * -0.5f * x * x * x;
    case kReciprocalGrad:
      return y == 0 ? 0.0f : -y * x * x;
    default:
      return x;
  }
}
// A division by 0 gives 0, and so does a negative power: nobody could be told of it.
template <typename T, typename U>
RUNNEL_DEVICE T BinaryInteger(int code, T x, T y) {
  switch (code) {
    case kAdd:
      return static_cast<T>(static_cast<U>(x) + static_cast<U>(y));
    case kSub:
      return static_cast<T>(static_cast<U>(x) - static_cast<U>(y));
    case kMul:
      return static_cast<T>(static_cast<U>(x) * static_cast<U>(y));
    case kDiv:
    case kTruncateDiv:
      return y == 0 ? T{0} : y == -1 ? static_cast<T>(U{0} - static_cast<U>(x)) : x / y;
    case kFloorDiv: {
      if (y == 0) return 0;
      if (y == -1) return static_cast<T>(U{0} - static_cast<U>(x));
      return x / y - (x % y != 0 && (x < 0) != (y < 0) ? 1 : 0);
    }
    case kFloorMod: {
      if (y == 0 || y == -1) return 0;
      const T rest = x % y;
      return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
    }
    case kTruncateMod:
      return y == 0 || y == -1 ? T{0} : x % y;
    case kMaximum:
      return x < y ? y : x;
    case kMinimum:
      return y < x ? y : x;
    case kPow: {
      if (y < 0) return 0;
      U result = 1, base = static_cast<U>(x);
      for (U rest = static_cast<U>(y); rest != 0; rest >>= 1) {
        if (rest & 1) result *= base;
        base *= base;
      }
      return static_cast<T>(result);
    }
    case kSquaredDifference: {
      const U d = static_cast<U>(x) - static_cast<U>(y);
      return static_cast<T>(d * d);
    }
    case kReluGrad:
      return y > 0 ? x : T{0};
    case kRelu6Grad:
      return y > 0 && y < 6 ? x : T{0};
    default:
      return x;
  }
}
RUNNEL_DEVICE i32 Binary(int code, i32 x, i32 y, float) { return BinaryInteger<i32, u32>(code, x, y); }
RUNNEL_DEVICE i64 Binary(int code, i64 x, i64 y, float) { return BinaryInteger<i64, u64>(code, x, y); }
RUNNEL_DEVICE bool Binary(int code, bool x, bool y, float) {
  return code == kLogicalAnd ? x && y : x || y;
}

template <typename C>
RUNNEL_DEVICE bool CompareValues(int code, C x, C y) {
  switch (code) {
    case kEqual:
      return x == y;
    case kNotEqual:
      return x != y;
    case kLess:
      return x < y;
    case kLessEqual:
      return x <= y;
    case kGreater:
      return x > y;
    default:
      return x >= y;
  }
}

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_ELEMENT_OPS_H_
