// Sums and scalings of batch normalisation. Sums run in float lanes over pieces of fixed length, and the
// pieces are added in double, as in simd_reduce.cc.
#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_norm.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/norm.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::norm {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

enum class Factor { kNone, kOther, kSame };

template <Factor kFactor, class D>
HWY_INLINE hn::Vec<D> Term(D d, const float* a, const float* x, hn::Vec<D> shift, hn::Vec<D> sum) {
  const auto moved = hn::Sub(hn::LoadU(d, x), shift);
  if constexpr (kFactor == Factor::kNone) return hn::Add(sum, moved);
  if constexpr (kFactor == Factor::kSame) return hn::MulAdd(moved, moved, sum);
  return hn::MulAdd(hn::LoadU(d, a), moved, sum);
}

// kVectors vectors of columns from j on.
template <Factor kFactor, int kVectors, class D>
HWY_INLINE void ColumnsAt(D d, const float* a, const float* x, const float* shift, int64_t stride,
                          int64_t rows, int64_t j, float* part) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  hn::Vec<D> sum[kVectors], moved[kVectors];
#pragma GCC unroll 4
  for (int v = 0; v < kVectors; ++v) {
    sum[v] = hn::Zero(d);
    moved[v] = hn::LoadU(d, shift + j + v * lanes);
  }
  for (int64_t r = 0; r < rows; ++r) {
    const int64_t at = r * stride + j;
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      sum[v] = Term<kFactor>(d, a + at + v * lanes, x + at + v * lanes, moved[v], sum[v]);
    }
  }
#pragma GCC unroll 4
  for (int v = 0; v < kVectors; ++v) hn::StoreU(sum[v], d, part + j + v * lanes);
}

template <Factor kFactor>
void ColumnsOf(const float* a, const float* x, const float* shift, int64_t stride, int64_t rows,
               int64_t n, double* acc) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  alignas(64) float part[256];
  constexpr int64_t kRows = 64;
  for (int64_t r = 0; r < rows; r += kRows) {
    const int64_t count = rows - r < kRows ? rows - r : kRows;
    const float* factor = a + r * stride;
    const float* from = x + r * stride;
    int64_t j = 0;
    for (; j + 4 * lanes <= n; j += 4 * lanes)
      ColumnsAt<kFactor, 4>(d, factor, from, shift, stride, count, j, part);
    for (; j + lanes <= n; j += lanes)
      ColumnsAt<kFactor, 1>(d, factor, from, shift, stride, count, j, part);
    for (; j < n; ++j) ColumnsAt<kFactor, 1>(d1, factor, from, shift, stride, count, j, part);
    for (int64_t c = 0; c < n; ++c) acc[c] += static_cast<double>(part[c]);
  }
}
void Columns(const float* a, const float* x, const float* shift, int64_t stride, int64_t rows, int64_t n,
             double* acc) {
  if (a == nullptr) return ColumnsOf<Factor::kNone>(x, x, shift, stride, rows, n, acc);
  if (a == x) return ColumnsOf<Factor::kSame>(x, x, shift, stride, rows, n, acc);
  ColumnsOf<Factor::kOther>(a, x, shift, stride, rows, n, acc);
}

template <Factor kFactor>
double RowOf(const float* a, const float* x, float shift, int64_t n) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto moved = hn::Set(d, shift);
  constexpr int64_t kPiece = 2048;
  double total = 0;
  for (int64_t begin = 0; begin < n; begin += kPiece) {
    const int64_t end = n - begin < kPiece ? n : begin + kPiece;
    auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
    int64_t i = begin;
    for (; i + 4 * lanes <= end; i += 4 * lanes) {
      s0 = Term<kFactor>(d, a + i, x + i, moved, s0);
      s1 = Term<kFactor>(d, a + i + lanes, x + i + lanes, moved, s1);
      s2 = Term<kFactor>(d, a + i + 2 * lanes, x + i + 2 * lanes, moved, s2);
      s3 = Term<kFactor>(d, a + i + 3 * lanes, x + i + 3 * lanes, moved, s3);
    }
    for (; i + lanes <= end; i += lanes) s0 = Term<kFactor>(d, a + i, x + i, moved, s0);
    auto rest = hn::Zero(d1);
    for (; i < end; ++i) rest = Term<kFactor>(d1, a + i, x + i, hn::Set(d1, shift), rest);
    const auto sum = hn::Add(hn::Add(s0, s1), hn::Add(s2, s3));
    total += static_cast<double>(hn::GetLane(hn::SumOfLanes(d, sum)) + hn::GetLane(rest));
  }
  return total;
}
double Row(const float* a, const float* x, float shift, int64_t n) {
  if (a == nullptr) return RowOf<Factor::kNone>(x, x, shift, n);
  if (a == x) return RowOf<Factor::kSame>(x, x, shift, n);
  return RowOf<Factor::kOther>(a, x, shift, n);
}

template <bool kColumns, class D>
HWY_INLINE hn::Vec<D> Parameter(D d, const float* p, int64_t i) {
  if constexpr (kColumns) return hn::LoadU(d, p + i);
  return hn::Set(d, p[0]);
}
template <bool kColumns, class D>
HWY_INLINE void ApplyAt(D d, const float* x, const float* m, const float* p, const float* o, float* out,
                        int64_t i) {
  const auto moved = hn::Sub(hn::LoadU(d, x + i), Parameter<kColumns>(d, m, i));
  const auto result = hn::MulAdd(moved, Parameter<kColumns>(d, p, i), Parameter<kColumns>(d, o, i));
  hn::StoreU(result, d, out + i);
}
template <bool kColumns>
void Apply(const float* x, const float* m, const float* p, const float* o, float* out, int64_t n) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) ApplyAt<kColumns>(d, x, m, p, o, out, i);
  for (; i < n; ++i) ApplyAt<kColumns>(d1, x, m, p, o, out, i);
}

template <bool kColumns, class D>
HWY_INLINE void GradientAt(D d, const float* dy, const float* a, const float* k, const float* x,
                           const float* m, const float* b, float* out, int64_t i) {
  const auto grad =
      hn::Mul(hn::Sub(hn::LoadU(d, dy + i), Parameter<kColumns>(d, a, i)), Parameter<kColumns>(d, k, i));
  const auto moved = hn::Sub(hn::LoadU(d, x + i), Parameter<kColumns>(d, m, i));
  hn::StoreU(hn::NegMulAdd(moved, Parameter<kColumns>(d, b, i), grad), d, out + i);
}
template <bool kColumns>
void Gradient(const float* dy, const float* a, const float* k, const float* x, const float* m,
              const float* b, float* out, int64_t n) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) GradientAt<kColumns>(d, dy, a, k, x, m, b, out, i);
  for (; i < n; ++i) GradientAt<kColumns>(d1, dy, a, k, x, m, b, out, i);
}

constexpr NormTable kTable = {Columns, Row, Apply<true>, Apply<false>, Gradient<true>, Gradient<false>};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::norm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu {
namespace norm {
const NormTable& Choose(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace norm
const NormTable& Norms(Isa isa) { return norm::Choose(isa); }
}  // namespace runnel::cpu
#endif
