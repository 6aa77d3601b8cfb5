// Sums, extrema and exponentials over rows of floats. Sums run in float lanes over pieces of fixed
// length, and the pieces are added in double: as accurate as pairwise summation, and fixed by the length
// alone.
#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_reduce.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/reduce.h"
#include "devices/cpu/simd_exp.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::reduce {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace exponential = cpu::exponential::HWY_NAMESPACE;

using Tag = hn::ScalableTag<float>;
using Vector = hn::Vec<Tag>;

constexpr int64_t kPiece = 2048;

float SumPiece(const float* data, int64_t n) {
  const Tag d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  Vector s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  int64_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    s0 = hn::Add(s0, hn::LoadU(d, data + i));
    s1 = hn::Add(s1, hn::LoadU(d, data + i + lanes));
    s2 = hn::Add(s2, hn::LoadU(d, data + i + 2 * lanes));
    s3 = hn::Add(s3, hn::LoadU(d, data + i + 3 * lanes));
  }
  for (; i + lanes <= n; i += lanes) s0 = hn::Add(s0, hn::LoadU(d, data + i));
  float sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
  for (; i < n; ++i) sum += data[i];
  return sum;
}

double Sum(const float* data, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; i += kPiece) {
    sum += static_cast<double>(SumPiece(data + i, n - i < kPiece ? n - i : kPiece));
  }
  return sum;
}

struct Larger {
  static HWY_INLINE Vector Do(Vector a, Vector b) {
    return hn::IfThenElse(hn::And(hn::Eq(a, a), hn::Not(hn::Gt(a, b))), b, a);
  }
  static float Do(float a, float b) { return b > a || b != b ? b : a; }
  static constexpr float kFirst = -__builtin_inff();
};
struct Smaller {
  static HWY_INLINE Vector Do(Vector a, Vector b) {
    return hn::IfThenElse(hn::And(hn::Eq(a, a), hn::Not(hn::Lt(a, b))), b, a);
  }
  static float Do(float a, float b) { return b < a || b != b ? b : a; }
  static constexpr float kFirst = __builtin_inff();
};

template <class Op>
float Extreme(const float* data, int64_t n) {
  const Tag d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  Vector b0 = hn::Set(d, Op::kFirst), b1 = b0, b2 = b0, b3 = b0;
  int64_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    b0 = Op::Do(b0, hn::LoadU(d, data + i));
    b1 = Op::Do(b1, hn::LoadU(d, data + i + lanes));
    b2 = Op::Do(b2, hn::LoadU(d, data + i + 2 * lanes));
    b3 = Op::Do(b3, hn::LoadU(d, data + i + 3 * lanes));
  }
  for (; i + lanes <= n; i += lanes) b0 = Op::Do(b0, hn::LoadU(d, data + i));
  alignas(64) float lane[hn::MaxLanes(Tag())];
  hn::StoreU(Op::Do(Op::Do(b0, b1), Op::Do(b2, b3)), d, lane);
  float result = lane[0];
  for (int64_t l = 1; l < lanes; ++l) result = Op::Do(result, lane[l]);
  for (; i < n; ++i) result = Op::Do(result, data[i]);
  return result;
}

void SumColumns(const float* data, int64_t stride, int64_t rows, int64_t n, double* acc) {
  const Tag d;
  const hn::CappedTag<float, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  alignas(64) float part[256];
  constexpr int64_t kRows = 64;
  for (int64_t r0 = 0; r0 < rows; r0 += kRows) {
    const int64_t count = rows - r0 < kRows ? rows - r0 : kRows;
    const float* from = data + r0 * stride;
    int64_t j = 0;
    for (; j + 4 * lanes <= n; j += 4 * lanes) {
      Vector s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
      for (int64_t r = 0; r < count; ++r) {
        const float* row = from + r * stride + j;
        s0 = hn::Add(s0, hn::LoadU(d, row));
        s1 = hn::Add(s1, hn::LoadU(d, row + lanes));
        s2 = hn::Add(s2, hn::LoadU(d, row + 2 * lanes));
        s3 = hn::Add(s3, hn::LoadU(d, row + 3 * lanes));
      }
      hn::StoreU(s0, d, part + j);
      hn::StoreU(s1, d, part + j + lanes);
      hn::StoreU(s2, d, part + j + 2 * lanes);
      hn::StoreU(s3, d, part + j + 3 * lanes);
    }
    for (; j + lanes <= n; j += lanes) {
      Vector s = hn::Zero(d);
      for (int64_t r = 0; r < count; ++r) s = hn::Add(s, hn::LoadU(d, from + r * stride + j));
      hn::StoreU(s, d, part + j);
    }
    for (; j < n; ++j) {
      auto s = hn::Zero(d1);
      for (int64_t r = 0; r < count; ++r) s = hn::Add(s, hn::LoadU(d1, from + r * stride + j));
      hn::StoreU(s, d1, part + j);
    }
    for (int64_t c = 0; c < n; ++c) acc[c] += static_cast<double>(part[c]);
  }
}

double ExpSum(const float* in, float shift, float* out, int64_t n) {
  const Tag d;
  const hn::CappedTag<float, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  double total = 0;
  for (int64_t begin = 0; begin < n; begin += kPiece) {
    const int64_t end = n - begin < kPiece ? n : begin + kPiece;
    Vector sum = hn::Zero(d);
    float rest = 0;
    int64_t i = begin;
    for (; i + lanes <= end; i += lanes) {
      const Vector e = exponential::ExpOfNegative(d, hn::Sub(hn::LoadU(d, in + i), hn::Set(d, shift)));
      if (out != nullptr) hn::StoreU(e, d, out + i);
      sum = hn::Add(sum, e);
    }
    for (; i < end; ++i) {
      const auto e = exponential::ExpOfNegative(d1, hn::Sub(hn::LoadU(d1, in + i), hn::Set(d1, shift)));
      if (out != nullptr) hn::StoreU(e, d1, out + i);
      rest += hn::GetLane(e);
    }
    total += static_cast<double>(hn::GetLane(hn::SumOfLanes(d, sum)) + rest);
  }
  return total;
}

void Scale(const float* in, float scale, float* out, int64_t n) {
  const Tag d;
  const hn::CappedTag<float, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(hn::Mul(hn::LoadU(d, in + i), hn::Set(d, scale)), d, out + i);
  }
  for (; i < n; ++i) hn::StoreU(hn::Mul(hn::LoadU(d1, in + i), hn::Set(d1, scale)), d1, out + i);
}

void Shift(const float* in, float first, float second, float* out, int64_t n) {
  const Tag d;
  const hn::CappedTag<float, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(hn::Sub(hn::Sub(hn::LoadU(d, in + i), hn::Set(d, first)), hn::Set(d, second)), d,
               out + i);
  }
  for (; i < n; ++i) {
    hn::StoreU(hn::Sub(hn::Sub(hn::LoadU(d1, in + i), hn::Set(d1, first)), hn::Set(d1, second)), d1,
               out + i);
  }
}

constexpr ReduceTable kTable = {Sum,  Extreme<Larger>, Extreme<Smaller>, SumColumns, ExpSum, Scale,
                                Shift};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::reduce
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu {
namespace reduce {
const ReduceTable& Choose(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace reduce
const ReduceTable& Reductions(Isa isa) { return reduce::Choose(isa); }
}  // namespace runnel::cpu
#endif
