// The register tile, and the two vector-matrix products, of every instruction set.
#include <algorithm>
#include <cmath>

#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_gemm.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/gemm.h"
#include "devices/cpu/simd_finish.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::gemm {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace finish = cpu::finish::HWY_NAMESPACE;

// Tiles fill the vector registers: MR * NV accumulators, NV of B, one of A.
#if HWY_TARGET == HWY_AVX3
inline constexpr int kTileRows = 14;
inline constexpr int kTileVectors = 2;
#elif HWY_TARGET == HWY_NEON
inline constexpr int kTileRows = 6;
inline constexpr int kTileVectors = 4;
#elif HWY_TARGET == HWY_SCALAR
inline constexpr int kTileRows = 4;
inline constexpr int kTileVectors = 2;
#else
inline constexpr int kTileRows = 6;
inline constexpr int kTileVectors = 2;
#endif

template <typename T>
constexpr int TileCols() {
  return kTileVectors * static_cast<int>(hn::MaxLanes(hn::ScalableTag<T>()));
}

template <typename T, int kRows, int kVectors>
void TileOf(const TileProduct<T>& product) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  const int64_t a_row = product.a_row, a_col = product.a_col, ldb = product.ldb, ldc = product.ldc;
  T* HWY_RESTRICT const c = product.c;
  hn::Vec<decltype(d)> sum[kRows][kVectors];
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      sum[i][v] = product.accumulate ? hn::LoadU(d, c + i * ldc + v * lanes) : hn::Zero(d);
    }
  }
  const T* HWY_RESTRICT a = product.a;
  const T* HWY_RESTRICT b = product.b;
  const T* ahead = product.ahead;
  const int64_t ahead_step = product.ahead_step;
  // One loop, not two: their sums of strides would not fit into registers.
  for (int64_t p = product.lines * product.depth, left = product.depth; p > 0; --p) {
    hn::Vec<decltype(d)> row[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) row[v] = hn::LoadU(d, b + v * lanes);
    b += ldb;
    __builtin_prefetch(ahead, 0, 2);
    ahead += ahead_step;
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
      const auto value = hn::Set(d, a[i * a_row]);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) sum[i][v] = hn::MulAdd(value, row[v], sum[i][v]);
    }
    a += a_col;
    if (--left == 0) {
      left = product.depth;
      a += product.a_line - left * a_col;
      b += product.b_line - left * ldb;
    }
  }
  if constexpr (std::is_same_v<T, float>) {
    if (product.finish != nullptr) finish::Finish<kRows, kVectors>(d, *product.finish, sum);
  }
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) hn::StoreU(sum[i][v], d, c + i * ldc + v * lanes);
  }
}

template <typename T, int kRows, int kVectors>
void TileRows(int rows, const TileProduct<T>& product) {
  if constexpr (kRows > 0) {
    if (rows == kRows) return TileOf<T, kRows, kVectors>(product);
    TileRows<T, kRows - 1, kVectors>(rows, product);
  }
}

template <typename T>
void Tile(int rows, int cols, const TileProduct<T>& product) {
  constexpr int kLanes = TileCols<T>() / kTileVectors;
  if (cols == TileCols<T>()) return TileRows<T, kTileRows, kTileVectors>(rows, product);
  if (cols == kLanes) return TileRows<T, kTileRows, 1>(rows, product);
  // Only some columns are wanted: a whole tile beside C.
  const int pitch = cols < kLanes ? kLanes : TileCols<T>();
  alignas(64) T edge[kTileRows * TileCols<T>()];
  T* const c = product.c;
  const int64_t ldc = product.ldc;
  TileProduct<T> beside = product;
  beside.c = edge;
  beside.ldc = pitch;
  // The bias ends with the columns.
  TileFinish<T> follows;
  alignas(64) T bias[TileCols<T>()] = {};
  if (product.finish != nullptr) {
    follows = *product.finish;
    if (follows.bias != nullptr) follows.bias = std::copy_n(follows.bias, cols, bias) - cols;
    beside.finish = &follows;
  }
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
  // These leave memory alone that their mask leaves out; others would write it back, and it may be
  // another thread's.
  const hn::ScalableTag<T> d;
  const auto each = [&](const auto& move) {
    for (int j = 0; j < pitch; j += kLanes) {
      const auto wanted = hn::FirstN(d, static_cast<size_t>(std::clamp(cols - j, 0, kLanes)));
      for (int i = 0; i < rows; ++i) move(wanted, edge + i * pitch + j, c + i * ldc + j);
    }
  };
  if (product.accumulate)
    each([&](auto wanted, T* to, const T* from) { hn::Store(hn::MaskedLoad(wanted, d, from), d, to); });
  Tile(rows, pitch, beside);
  each([&](auto wanted, const T* from, T* to) { hn::BlendedStore(hn::Load(d, from), wanted, d, to); });
#else
  std::fill_n(edge, product.accumulate ? rows * pitch : 0, T{0});
  for (int i = 0; i < rows && product.accumulate; ++i) std::copy_n(c + i * ldc, cols, edge + i * pitch);
  Tile(rows, pitch, beside);
  for (int i = 0; i < rows; ++i) std::copy_n(edge + i * pitch, cols, c + i * ldc);
#endif
}

// y += the sum of kRows rows of B times x, D lanes at a time from j on.
template <int kRows, typename T, class D>
HWY_INLINE void CombineAt(D d, const T* x, const T* b, int64_t ldb, T* y, int64_t j, bool first) {
  auto sum = first ? hn::Zero(d) : hn::LoadU(d, y + j);
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
    sum = hn::MulAdd(hn::Set(d, x[r]), hn::LoadU(d, b + r * ldb + j), sum);
  }
  hn::StoreU(sum, d, y + j);
}

template <int kRows, typename T>
void CombineSome(int64_t n, const T* x, const T* b, int64_t ldb, T* y, bool first) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  constexpr int kMany = 4;  // vectors, so that a row is read by lines that follow each other
  hn::Vec<decltype(d)> values[kRows];
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) values[r] = hn::Set(d, x[r]);
  int64_t j = 0;
  for (; j + kMany * lanes <= n; j += kMany * lanes) {
    hn::Vec<decltype(d)> sum[kMany];
#pragma GCC unroll 4
    for (int v = 0; v < kMany; ++v) sum[v] = first ? hn::Zero(d) : hn::LoadU(d, y + j + v * lanes);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
      for (int v = 0; v < kMany; ++v)
        sum[v] = hn::MulAdd(values[r], hn::LoadU(d, b + r * ldb + j + v * lanes), sum[v]);
    }
#pragma GCC unroll 4
    for (int v = 0; v < kMany; ++v) hn::StoreU(sum[v], d, y + j + v * lanes);
  }
  for (; j + lanes <= n; j += lanes) CombineAt<kRows>(d, x, b, ldb, y, j, first);
  for (; j < n; ++j) CombineAt<kRows>(d1, x, b, ldb, y, j, first);
}

template <typename T>
void CombineRows(int64_t k, int64_t n, const T* x, const T* b, int64_t ldb, T* y) {
  int64_t p = 0;
  for (; p + 8 <= k; p += 8) CombineSome<8>(n, x + p, b + p * ldb, ldb, y, p == 0);
  for (; p < k; ++p) CombineSome<1>(n, x + p, b + p * ldb, ldb, y, p == 0);
}

// Enough sums under way that none waits for its last multiplication.
template <typename T>
void WideRow(int64_t k, const T* HWY_RESTRICT x, const T* HWY_RESTRICT b, T* HWY_RESTRICT y) {
  const hn::ScalableTag<T> d;
  constexpr int kVectors = kWideTiles * kTileVectors;
  const size_t lanes = hn::Lanes(d);
  hn::Vec<decltype(d)> sum[kVectors];
#pragma GCC unroll 16
  for (int v = 0; v < kVectors; ++v) sum[v] = hn::Zero(d);
  for (int64_t p = 0; p < k; ++p, b += kVectors * lanes) {
    const auto value = hn::Set(d, x[p]);
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v) sum[v] = hn::MulAdd(value, hn::LoadU(d, b + v * lanes), sum[v]);
  }
#pragma GCC unroll 16
  for (int v = 0; v < kVectors; ++v) hn::StoreU(sum[v], d, y + v * lanes);
}

template <typename T>
T Dot(int64_t k, const T* HWY_RESTRICT a, const T* HWY_RESTRICT x) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  int64_t p = 0;
  for (; p + 4 * lanes <= k; p += 4 * lanes) {
    s0 = hn::MulAdd(hn::LoadU(d, a + p), hn::LoadU(d, x + p), s0);
    s1 = hn::MulAdd(hn::LoadU(d, a + p + lanes), hn::LoadU(d, x + p + lanes), s1);
    s2 = hn::MulAdd(hn::LoadU(d, a + p + 2 * lanes), hn::LoadU(d, x + p + 2 * lanes), s2);
    s3 = hn::MulAdd(hn::LoadU(d, a + p + 3 * lanes), hn::LoadU(d, x + p + 3 * lanes), s3);
  }
  for (; p + lanes <= k; p += lanes) s0 = hn::MulAdd(hn::LoadU(d, a + p), hn::LoadU(d, x + p), s0);
  T sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
  for (; p < k; ++p) sum += a[p] * x[p];
  return sum;
}

template <typename T>
void DotRows(int64_t m, int64_t k, const T* a, int64_t lda, const T* x, T* y) {
  for (int64_t i = 0; i < m; ++i) y[i] = Dot(k, a + i * lda, x);
}

template <typename T>
bool HasNan(const T* values, int64_t count) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  // x - x is 0, or NaN where x is one or infinite; sums keep that, and few are worth a closer look.
  auto sum = hn::Zero(d);
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto x = hn::LoadU(d, values + i);
    sum = hn::Add(sum, hn::Sub(x, x));
  }
  bool odd = !hn::AllTrue(d, hn::Eq(sum, sum));
  for (; i < count; ++i) odd |= std::isnan(values[i]);
  if (!odd) return false;
  return std::any_of(values, values + count, [](T x) { return std::isnan(x); });
}

// The same floats as plugin::ToFloat, whatever the number.
void WidenHalf(const uint16_t* HWY_RESTRICT from, float* HWY_RESTRICT to, int64_t count) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
#if (HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2) && !defined(HWY_DISABLE_F16C)
  const hn::Rebind<hwy::float16_t, decltype(d)> narrow;
  const hn::RebindToUnsigned<decltype(narrow)> bits;
  for (int64_t i = 0; i < count; i += lanes)
    hn::StoreU(hn::PromoteTo(d, hn::BitCast(narrow, hn::LoadU(bits, from + i))), d, to + i);
#else
  const hn::RebindToUnsigned<decltype(d)> du;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Rebind<uint16_t, decltype(d)> bits;
  for (int64_t i = 0; i < count; i += lanes) {
    const auto half = hn::PromoteTo(du, hn::LoadU(bits, from + i));
    const auto sign = hn::ShiftLeft<16>(hn::And(half, hn::Set(du, 0x8000u)));
    const auto rest = hn::And(half, hn::Set(du, 0x7fffu));
    const auto moved = hn::ShiftLeft<13>(rest);
    const auto normal = hn::Add(moved, hn::Set(du, 0x38000000u));
    // Infinities and NaNs, whose exponent stays full; subnormal numbers, which are rest * 2^-24.
    const auto special = hn::Or(moved, hn::Set(du, 0x7f800000u));
    const auto small =
        hn::BitCast(du, hn::Mul(hn::ConvertTo(d, hn::BitCast(di, rest)), hn::Set(d, 0x1p-24f)));
    const auto is_small = hn::Lt(hn::BitCast(di, rest), hn::Set(di, 0x0400));
    const auto is_special = hn::Gt(hn::BitCast(di, rest), hn::Set(di, 0x7bff));
    auto out = hn::IfThenElse(hn::RebindMask(du, is_small), small, normal);
    out = hn::IfThenElse(hn::RebindMask(du, is_special), special, out);
    hn::StoreU(hn::BitCast(d, hn::Or(sign, out)), d, to + i);
  }
#endif
}
void WidenBFloat16(const uint16_t* HWY_RESTRICT from, float* HWY_RESTRICT to, int64_t count) {
  const hn::ScalableTag<float> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const hn::Rebind<uint16_t, decltype(d)> bits;
  for (int64_t i = 0; i < count; i += static_cast<int64_t>(hn::Lanes(d))) {
    const auto half = hn::PromoteTo(du, hn::LoadU(bits, from + i));
    hn::StoreU(hn::BitCast(d, hn::ShiftLeft<16>(half)), d, to + i);
  }
}

template <typename T>
constexpr GemmKernels<T> Kernels() {
  return OnlyFor<T>(GemmKernels<T>{kTileRows, TileCols<T>(), TileCols<T>() / kTileVectors, Tile<T>,
                                   HasNan<T>, CombineRows<T>, WideRow<T>, DotRows<T>});
}
#if HWY_TARGET == HWY_AVX3
constexpr Isa kIsa = Isa::kAvx3;
#elif HWY_TARGET == HWY_AVX2
constexpr Isa kIsa = Isa::kAvx2;
#elif HWY_TARGET == HWY_SSE4
constexpr Isa kIsa = Isa::kSse4;
#else
constexpr Isa kIsa = Isa::kBase;
#endif
constexpr GemmTable kTable = {Kernels<float>(), Kernels<double>(), kIsa, WidenHalf, WidenBFloat16};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::gemm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu {
namespace gemm {
const GemmTable& Choose(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace gemm
const GemmTable& Gemms(Isa isa) { return gemm::Choose(isa); }
}  // namespace runnel::cpu
#endif
