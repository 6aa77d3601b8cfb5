// Tiles of products of 8-bit numbers, and depthwise rows.
//
// On processors with VNNI a word is four bytes, on others a pair of 16-bit numbers; AVX-512 without VNNI
// runs the code for AVX2.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_affine.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/affine_scales.h"
#include "devices/cpu/affine_tiles.h"

#undef RUNNEL_CPU_QUADS
#if HWY_TARGET == HWY_AVX3 && \
    (!defined(RUNNEL_CPU_ONE_TARGET) || (defined(__AVX512VNNI__) && defined(__AVX512VBMI__)))
#define RUNNEL_CPU_QUADS 1
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR ",avx512vnni,avx512vbmi")
#else
#define RUNNEL_CPU_QUADS 0
HWY_BEFORE_NAMESPACE();
#endif
namespace runnel::cpu::affine {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
inline constexpr int kTileRows = 4, kTileVectors = 8;
#elif HWY_TARGET == HWY_AVX3
inline constexpr int kTileRows = 12, kTileVectors = 2;
#elif HWY_TARGET == HWY_NEON
inline constexpr int kTileRows = 4, kTileVectors = 2;
#else
inline constexpr int kTileRows = 6, kTileVectors = 2;
#endif
inline constexpr int kNumbers = RUNNEL_CPU_QUADS ? 4 : 2;  // of a word

inline constexpr int kTileCols = kTileVectors * kLanes;

#if HWY_TARGET == HWY_SCALAR

// ---- without vectors ----

void TileOf(const Tile& t) {
  for (int i = 0; i < t.rows; ++i) {
    const int pitch = t.cols <= kLanes ? kLanes : kTileCols;
    for (int j = 0; j < t.cols; ++j) {
      const auto* b = reinterpret_cast<const int16_t*>(t.b + j);
      uint32_t sum = 0;
      for (int64_t line = 0; line < t.lines; ++line) {
        const auto* a = reinterpret_cast<const uint16_t*>(t.a + i * t.a_row + line * t.a_line);
        for (int64_t g = 0; g < t.words; ++g, b += 2 * pitch) {
          sum += static_cast<uint32_t>(int32_t{a[2 * g]} * b[0] + int32_t{a[2 * g + 1]} * b[1]);
        }
      }
      if (t.row_terms != nullptr) sum += static_cast<uint32_t>(t.row_terms[i]);
      sum -= static_cast<uint32_t>(t.x_zero) * static_cast<uint32_t>(t.column_sums[j]);
      const int64_t c = t.channel + j;
      if (t.finish->bias != nullptr) sum += static_cast<uint32_t>(t.finish->bias[c]);
      const auto total = static_cast<int32_t>(sum);
      if (t.finish->kind == Finish::Kind::kSums) {
        static_cast<int32_t*>(t.out)[i * t.out_row + j] = total;
      } else {
        static_cast<uint8_t*>(t.out)[i * t.out_row + j] =
            static_cast<uint8_t>(FinishOne(*t.finish, c, total));
      }
    }
  }
}
void DepthOf(const DepthRow& r) {
  for (int64_t p = 0; p < r.pixels; ++p) {
    for (int64_t c = 0; c < r.channels; ++c) {
      uint32_t sum = static_cast<uint32_t>(r.finish->bias == nullptr ? 0 : r.finish->bias[c]) -
                     static_cast<uint32_t>(r.x_zero) * static_cast<uint32_t>(r.column_sums[c]);
      for (int64_t t = 0; t < r.taps; ++t) {
        const auto* words = reinterpret_cast<const int16_t*>(r.filter + t / 2 * r.pitch + c);
        sum += static_cast<uint32_t>(int32_t{r.x[p * r.pixel_step + r.offsets[t] + c]} * words[t % 2]);
      }
      const auto total = static_cast<int32_t>(sum);
      if (r.finish->kind == Finish::Kind::kSums) {
        static_cast<int32_t*>(r.out)[p * r.channels + c] = total;
      } else {
        static_cast<uint8_t*>(r.out)[p * r.channels + c] =
            static_cast<uint8_t>(FinishOne(*r.finish, c, total));
      }
    }
  }
}

#else

// ---- sums of products ----

#if RUNNEL_CPU_QUADS
struct Sum {
  V32 value;
  HWY_INLINE Sum() : value(hn::Zero(D32())) {}
  HWY_INLINE void Add(V32 x, V32 w) { value = V32{_mm512_dpbusd_epi32(value.raw, x.raw, w.raw)}; }
  HWY_INLINE V32 Total() const { return value; }
};
#else
struct Sum {
  V32 value, other;
  HWY_INLINE Sum() : value(hn::Zero(D32())), other(hn::Zero(D32())) {}
  HWY_INLINE void Add(V32 x, V32 w) {
    const D32 d;
    const hn::Repartition<int16_t, D32> d16;
    value = hn::ReorderWidenMulAccumulate(d, hn::BitCast(d16, x), hn::BitCast(d16, w), value, other);
  }
  HWY_INLINE V32 Total() const { return hn::RearrangeToOddPlusEven(value, other); }
};
#endif

template <Finish::Kind kKind>
inline constexpr int64_t kResultBytes = kKind == Finish::Kind::kSums ? 4 : 1;
// The results of kLanes sums.
template <Finish::Kind kKind, bool kUnshifted>
HWY_INLINE void StoreResults(V32 x, const Scales& scales, bool is_signed, uint8_t* to) {
  if constexpr (kKind == Finish::Kind::kSums) {
    hn::StoreU(x, D32(), reinterpret_cast<int32_t*>(to));
  } else {
    StoreBytes(Scaled<kKind, kUnshifted>(x, scales), is_signed, to);
  }
}
HWY_INLINE V32 LoadBias(const Finish& f, int64_t c) {
  return f.bias == nullptr ? hn::Zero(D32()) : hn::LoadU(D32(), f.bias + c);
}

// Sums of a tile, `pitch` to a row. They go through memory, so that this code does not depend on the
// tile's height.
template <Finish::Kind kKind, bool kUnshifted>
void FinishTile(const Tile& t, const int32_t* sums, int pitch) {
  const D32 d;
  const Finish& f = *t.finish;
  const bool whole = t.cols == pitch;
  constexpr int64_t kBytes = kResultBytes<kKind>;
  alignas(64) uint8_t edge[kTileRows * kTileCols * kBytes];
  uint8_t* const out = whole ? static_cast<uint8_t*>(t.out) : edge;
  const int64_t out_row = whole ? t.out_row : pitch;
  for (int v = 0; v < pitch; v += kLanes) {
    const int64_t c = t.channel + v;
    const V32 offset =
        hn::Sub(LoadBias(f, c), hn::Mul(hn::LoadU(d, t.column_sums + v), hn::Set(d, t.x_zero)));
    const Scales scales = LoadScales(f, c);
    for (int i = 0; i < t.rows; ++i) {
      V32 x = hn::Add(hn::LoadU(d, sums + i * pitch + v), offset);
      if (t.row_terms != nullptr) x = hn::Add(x, hn::Set(d, t.row_terms[i]));
      StoreResults<kKind, kUnshifted>(x, scales, f.is_signed, out + (i * out_row + v) * kBytes);
    }
  }
  if (whole) return;
  for (int i = 0; i < t.rows; ++i) {
    std::memcpy(static_cast<uint8_t*>(t.out) + i * t.out_row * kBytes, edge + i * pitch * kBytes,
                static_cast<size_t>(t.cols * kBytes));
  }
}

template <int kRows, int kVectors>
void SumTile(const Tile& t, int32_t* sums) {
  const D32 d;
  Sum sum[kRows][kVectors];
  const int32_t* HWY_RESTRICT b = t.b;
  const int64_t a_row = t.a_row;
  for (int64_t line = 0; line < t.lines; ++line) {
    const uint8_t* HWY_RESTRICT a = t.a + line * t.a_line;
    for (int64_t g = t.words; g > 0; --g) {
      V32 w[kVectors];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) w[v] = hn::LoadU(d, b + v * kLanes);
      b += kVectors * kLanes;
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) {
        int32_t word;
        std::memcpy(&word, a + i * a_row, sizeof word);
        const V32 x = hn::Set(d, word);
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v) sum[i][v].Add(x, w[v]);
      }
      a += 4;
    }
  }
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v)
      hn::Store(sum[i][v].Total(), d, sums + (i * kVectors + v) * kLanes);
  }
}
template <int kRows, int kVectors>
void SumRows(const Tile& t, int32_t* sums) {
  if constexpr (kRows > 0) {
    if (t.rows == kRows) return SumTile<kRows, kVectors>(t, sums);
    SumRows<kRows - 1, kVectors>(t, sums);
  }
}
void TileOf(const Tile& t) {
  alignas(64) int32_t sums[kTileRows * kTileCols];
  const int pitch = t.cols <= kLanes ? kLanes : kTileCols;
  if (pitch == kLanes) {
    SumRows<kTileRows, 1>(t, sums);
  } else {
    SumRows<kTileRows, kTileVectors>(t, sums);
  }
  using enum Finish::Kind;
  const bool unshifted = t.finish->has_unshifted;
  switch (t.finish->kind) {
    case kSums:
      return FinishTile<kSums, false>(t, sums, pitch);
    case kTwice:
      return unshifted ? FinishTile<kTwice, true>(t, sums, pitch)
                       : FinishTile<kTwice, false>(t, sums, pitch);
    case kOnce:
      return unshifted ? FinishTile<kOnce, true>(t, sums, pitch)
                       : FinishTile<kOnce, false>(t, sums, pitch);
    case kReal:
      return FinishTile<kReal, false>(t, sums, pitch);
  }
}

// ---- depthwise ----

// Reads kLanes bytes.
struct AllLanes {
#if RUNNEL_CPU_QUADS
  HWY_INLINE __m128i Bytes(const uint8_t* from) const {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  }
#else
  HWY_INLINE V32 Numbers(const uint8_t* from) const { return LoadBytes(from, false); }
#endif
};
// Reads fewer and touches no others, which are another's, or nobody's.
struct FirstLanes {
  size_t count;
#if RUNNEL_CPU_QUADS
  HWY_INLINE __m128i Bytes(const uint8_t* from) const {
    return _mm_maskz_loadu_epi8(static_cast<__mmask16>((1U << count) - 1), from);
  }
#else
  HWY_INLINE V32 Numbers(const uint8_t* from) const {
    alignas(16) uint8_t bytes[kLanes] = {};
    std::memcpy(bytes, from, count);
    return LoadBytes(bytes, false);
  }
#endif
};
// The words of channels that kNumbers taps make.
template <typename L>
HWY_INLINE V32 DepthWord(const L& lanes, const uint8_t* x, const int64_t* offsets) {
#if RUNNEL_CPU_QUADS
  alignas(64) static constexpr uint8_t kOrder[64] = {
      0,  16, 32, 48, 1,  17, 33, 49, 2,  18, 34, 50, 3,  19, 35, 51, 4,  20, 36, 52, 5,  21,
      37, 53, 6,  22, 38, 54, 7,  23, 39, 55, 8,  24, 40, 56, 9,  25, 41, 57, 10, 26, 42, 58,
      11, 27, 43, 59, 12, 28, 44, 60, 13, 29, 45, 61, 14, 30, 46, 62, 15, 31, 47, 63};
  __m512i all = _mm512_castsi128_si512(lanes.Bytes(x + offsets[0]));
  all = _mm512_inserti32x4(all, lanes.Bytes(x + offsets[1]), 1);
  all = _mm512_inserti32x4(all, lanes.Bytes(x + offsets[2]), 2);
  all = _mm512_inserti32x4(all, lanes.Bytes(x + offsets[3]), 3);
  return V32{_mm512_permutexvar_epi8(_mm512_load_si512(kOrder), all)};
#else
  return hn::Or(lanes.Numbers(x + offsets[0]), hn::ShiftLeft<16>(lanes.Numbers(x + offsets[1])));
#endif
}

// What the zero point of the filter adds: the sum of what a pixel sees of the image is that with ones.
template <typename L>
HWY_INLINE V32 ZeroTerm(const DepthRow& r, const L& lanes, const uint8_t* x) {
  const D32 d;
  const int64_t taps = r.taps;
  Sum sum;
  for (int64_t t = 0; t < taps; t += kNumbers) {
    const int64_t count = std::min<int64_t>(kNumbers, taps - t);
    const uint64_t all = RUNNEL_CPU_QUADS ? 0x01010101 : 0x00010001;
    const uint64_t ones = all & ((uint64_t{1} << (32 / kNumbers * count)) - 1);
    sum.Add(DepthWord(lanes, x, r.offsets + t), hn::Set(d, static_cast<int32_t>(ones)));
  }
  const V32 zeros = hn::Set(d, static_cast<int32_t>(taps) * r.x_zero);
  return hn::Mul(hn::Sub(zeros, sum.Total()), hn::Set(d, r.filter_zero));
}

// The pixels of kLanes channels from c on. kWords: of the taps, kept in registers; 0: any number.
template <Finish::Kind kKind, bool kUnshifted, int kWords>
HWY_INLINE void DepthChannels(const DepthRow& r, int64_t c, V32 offset, const Scales& scales) {
  const D32 d;
  const int64_t words = kWords > 0 ? kWords : (r.taps + kNumbers - 1) / kNumbers;
  const AllLanes lanes;
  const int32_t* const filter = r.filter + c;
  constexpr int64_t kBytes = kResultBytes<kKind>;
  auto* const out = static_cast<uint8_t*>(r.out) + c * kBytes;
  V32 w[kWords > 0 ? kWords : 1];
  for (int g = 0; g < kWords; ++g) w[g] = hn::LoadU(d, filter + g * r.pitch);
  int64_t p = 0;
  for (; p + 2 <= r.pixels && r.filter_zero == 0; p += 2) {
    const uint8_t* const x = r.x + p * r.pixel_step + c;
    const uint8_t* const next = x + r.pixel_step;
    Sum first, second;
    if constexpr (kWords > 0) {
#pragma GCC unroll 4
      for (int g = 0; g < kWords; ++g) {
        first.Add(DepthWord(lanes, x, r.offsets + g * kNumbers), w[g]);
        second.Add(DepthWord(lanes, next, r.offsets + g * kNumbers), w[g]);
      }
    } else {
      for (int64_t g = 0; g < words; ++g) {
        const V32 weights = hn::LoadU(d, filter + g * r.pitch);
        first.Add(DepthWord(lanes, x, r.offsets + g * kNumbers), weights);
        second.Add(DepthWord(lanes, next, r.offsets + g * kNumbers), weights);
      }
    }
    StoreResults<kKind, kUnshifted>(hn::Add(first.Total(), offset), scales, r.finish->is_signed,
                                    out + p * r.channels * kBytes);
    StoreResults<kKind, kUnshifted>(hn::Add(second.Total(), offset), scales, r.finish->is_signed,
                                    out + (p + 1) * r.channels * kBytes);
  }
  for (; p < r.pixels; ++p) {
    const uint8_t* const x = r.x + p * r.pixel_step + c;
    Sum sum;
    for (int64_t g = 0; g < words; ++g)
      sum.Add(DepthWord(lanes, x, r.offsets + g * kNumbers), hn::LoadU(d, filter + g * r.pitch));
    V32 total = hn::Add(sum.Total(), offset);
    if (r.filter_zero != 0) total = hn::Add(total, ZeroTerm(r, lanes, x));
    StoreResults<kKind, kUnshifted>(total, scales, r.finish->is_signed, out + p * r.channels * kBytes);
  }
}

// The last channels, fewer than kLanes.
template <Finish::Kind kKind, bool kUnshifted>
HWY_INLINE void LastChannels(const DepthRow& r, int64_t c, V32 offset, const Scales& scales) {
  const D32 d;
  const FirstLanes lanes{static_cast<size_t>(r.channels - c)};
  constexpr int64_t kBytes = kResultBytes<kKind>;
  for (int64_t p = 0; p < r.pixels; ++p) {
    const uint8_t* const x = r.x + p * r.pixel_step + c;
    Sum sum;
    for (int64_t t = 0; t < r.taps; t += kNumbers) {
      sum.Add(DepthWord(lanes, x, r.offsets + t), hn::LoadU(d, r.filter + t / kNumbers * r.pitch + c));
    }
    V32 total = hn::Add(sum.Total(), offset);
    if (r.filter_zero != 0) total = hn::Add(total, ZeroTerm(r, lanes, x));
    alignas(64) uint8_t results[kLanes * kBytes];
    StoreResults<kKind, kUnshifted>(total, scales, r.finish->is_signed, results);
    std::memcpy(static_cast<uint8_t*>(r.out) + (p * r.channels + c) * kBytes, results,
                lanes.count * static_cast<size_t>(kBytes));
  }
}

template <Finish::Kind kKind, bool kUnshifted>
void DepthRows(const DepthRow& r) {
  const D32 d;
  constexpr int kOfNine = (9 + kNumbers - 1) / kNumbers;  // words of a window of 3 x 3
  for (int64_t c = 0; c < r.channels; c += kLanes) {
    const V32 offset =
        hn::Sub(LoadBias(*r.finish, c), hn::Mul(hn::LoadU(d, r.column_sums + c), hn::Set(d, r.x_zero)));
    const Scales scales = LoadScales(*r.finish, c);
    if (r.channels - c < kLanes) {
      LastChannels<kKind, kUnshifted>(r, c, offset, scales);
    } else if (r.taps == 9) {
      DepthChannels<kKind, kUnshifted, kOfNine>(r, c, offset, scales);
    } else {
      DepthChannels<kKind, kUnshifted, 0>(r, c, offset, scales);
    }
  }
}
void DepthOf(const DepthRow& r) {
  using enum Finish::Kind;
  const bool unshifted = r.finish->has_unshifted;
  if (r.finish->kind == kSums) return DepthRows<kSums, false>(r);
  if (r.finish->kind == kReal) return DepthRows<kReal, false>(r);
  if (r.finish->kind == kOnce) return unshifted ? DepthRows<kOnce, true>(r) : DepthRows<kOnce, false>(r);
  return unshifted ? DepthRows<kTwice, true>(r) : DepthRows<kTwice, false>(r);
}

#endif  // HWY_SCALAR

// ---- images ----

void Flip(const uint8_t* in, uint8_t* out, int64_t n, uint8_t flip) {
  const hn::ScalableTag<uint8_t> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto bit = hn::Set(d, flip);
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(hn::Xor(hn::LoadU(d, in + i), bit), d, out + i);
  for (; i < n; ++i) out[i] = in[i] ^ flip;
}
void Widen(const uint8_t* in, uint8_t* out, int64_t n, uint8_t flip) {
  const hn::ScalableTag<uint16_t> d;
  const hn::Rebind<uint8_t, decltype(d)> d8;
  auto* const to = reinterpret_cast<uint16_t*>(out);
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto bit = hn::Set(d8, flip);
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(hn::PromoteTo(d, hn::Xor(hn::LoadU(d8, in + i), bit)), d, to + i);
  for (; i < n; ++i) to[i] = in[i] ^ flip;
}

void Lookup(const uint8_t* results, const uint8_t* in, uint8_t* out, int64_t n) {
  int64_t i = 0;
#if RUNNEL_CPU_QUADS
  __m512i part[4];
  for (int k = 0; k < 4; ++k) part[k] = _mm512_loadu_si512(results + 64 * k);
  for (; i + 64 <= n; i += 64) {
    const __m512i at = _mm512_loadu_si512(in + i);
    const __m512i low = _mm512_permutex2var_epi8(part[0], at, part[1]),
                  high = _mm512_permutex2var_epi8(part[2], at, part[3]);
    _mm512_storeu_si512(out + i, _mm512_mask_blend_epi8(_mm512_movepi8_mask(at), low, high));
  }
#endif
  for (; i < n; ++i) out[i] = results[in[i]];
}

constexpr AffineTable kTable = {kNumbers, kTileRows, kTileCols, kLanes, TileOf,
                                DepthOf,  Flip,      Widen,     Lookup};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::affine
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu::affine {
namespace {
bool HasQuads() {
#if defined(RUNNEL_CPU_ONE_TARGET) || !(defined(__x86_64__) || defined(__i386__))
  return true;
#else
  return __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vbmi");
#endif
}
const AffineTable& Choose(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace
const AffineTable& AffineTiles(Isa isa) {
  static const bool has_quads = HasQuads();
  return Choose(isa == Isa::kAvx3 && !has_quads ? Isa::kAvx2 : isa);
}
}  // namespace runnel::cpu::affine
#endif
