// Casts between the types that images, indices and mixed precision need, on vectors. Every one gives the
// bits of the loop over single numbers (cast.cc, plugins/sdk/half.h), NaN included.
#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_cast.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/casts.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::casts {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// From a vector of numbers of 32 bits, or to one, on `D`, whose lanes are such.
struct Int32ToFloat {
  using From = int32_t;
  using To = float;
  template <class D>
  static HWY_INLINE void Do(D df, const From* in, To* out) {
    hn::StoreU(hn::ConvertTo(df, hn::LoadU(hn::RebindToSigned<D>(), in)), df, out);
  }
};
template <typename T>
struct ByteToFloat {
  using From = T;
  using To = float;
  template <class D>
  static HWY_INLINE void Do(D df, const From* in, To* out) {
    const auto wide = hn::PromoteTo(hn::RebindToSigned<D>(), hn::LoadU(hn::Rebind<T, D>(), in));
    hn::StoreU(hn::ConvertTo(df, wide), df, out);
  }
};
// What an int32 cannot hold, and NaN, are its least number.
template <class D, class V>
HWY_INLINE auto ToInt32(D df, V x) {
  const hn::RebindToSigned<D> di;
  const auto low = hn::Set(df, -2147483648.0F), high = hn::Set(df, 2147483648.0F);
  const auto fits = hn::And(hn::Ge(x, low), hn::Lt(x, high));
  return hn::IfThenElse(hn::RebindMask(di, fits), hn::ConvertTo(di, hn::IfThenElseZero(fits, x)),
                        hn::Set(di, std::numeric_limits<int32_t>::min()));
}
struct FloatToInt32 {
  using From = float;
  using To = int32_t;
  template <class D>
  static HWY_INLINE void Do(D df, const From* in, To* out) {
    hn::StoreU(ToInt32(df, hn::LoadU(df, in)), hn::RebindToSigned<D>(), out);
  }
};
struct FloatToUint8 {
  using From = float;
  using To = uint8_t;
  template <class D>
  static HWY_INLINE void Do(D df, const From* in, To* out) {
    const hn::RebindToSigned<D> di;
    const auto low_bits = hn::And(ToInt32(df, hn::LoadU(df, in)), hn::Set(di, 255));
    const hn::Rebind<uint8_t, D> d8;
    hn::StoreU(hn::DemoteTo(d8, low_bits), d8, out);
  }
};

template <class D>
HWY_INLINE auto Bits(D df, hn::Vec<D> x) {
  (void)df;
  return hn::BitCast(hn::RebindToUnsigned<D>(), x);
}
struct BFloat16ToFloat {
  using From = uint16_t;
  using To = float;
  template <class D>
  static HWY_INLINE void Do(D df, const From* in, To* out) {
    const hn::RebindToUnsigned<D> du;
    const auto wide = hn::PromoteTo(du, hn::LoadU(hn::Rebind<uint16_t, D>(), in));
    hn::StoreU(hn::BitCast(df, hn::ShiftLeft<16>(wide)), df, out);
  }
};
// `x` has at most 16 bits in each lane.
template <class D, class V>
HWY_INLINE void StoreNarrow(D, V x, uint16_t* out) {
  const hn::RebindToSigned<D> di;
  const hn::Rebind<uint16_t, D> d16;
  hn::StoreU(hn::DemoteTo(d16, hn::BitCast(di, x)), d16, out);
}
struct FloatToBFloat16 {
  using From = float;
  using To = uint16_t;
  template <class D>
  static HWY_INLINE void Do(D df, const From* in, To* out) {
    const hn::RebindToUnsigned<D> du;
    const auto x = hn::LoadU(df, in);
    const auto bits = Bits(df, x), top = hn::ShiftRight<16>(bits);
    const auto odd = hn::And(top, hn::Set(du, 1));
    const auto rounded = hn::ShiftRight<16>(hn::Add(bits, hn::Add(odd, hn::Set(du, 0x7fff))));
    const auto is_number = hn::RebindMask(du, hn::Eq(x, x));
    StoreNarrow(df, hn::IfThenElse(is_number, rounded, hn::Or(top, hn::Set(du, 0x40))), out);
  }
};
struct HalfToFloat {
  using From = uint16_t;
  using To = float;
  template <class D>
  static HWY_INLINE void Do(D df, const From* in, To* out) {
    const hn::RebindToUnsigned<D> du;
    const hn::RebindToSigned<D> di;
    const auto wide = hn::PromoteTo(du, hn::LoadU(hn::Rebind<uint16_t, D>(), in));
    const auto sign = hn::ShiftLeft<16>(hn::And(wide, hn::Set(du, 0x8000)));
    const auto rest = hn::And(wide, hn::Set(du, 0x7fff));
    const auto moved = hn::ShiftLeft<13>(rest);
    const auto normal = hn::Add(moved, hn::Set(du, 0x38000000));
    const auto special = hn::Or(moved, hn::Set(du, 0x7f800000));
    const auto small =
        Bits(df, hn::Mul(hn::ConvertTo(df, hn::BitCast(di, rest)), hn::Set(df, 0x1p-24F)));
    // Compared as signed numbers, which they fit.
    const auto number = hn::BitCast(di, rest);
    const auto is_special = hn::RebindMask(du, hn::Gt(number, hn::Set(di, 0x7bff)));
    const auto is_small = hn::RebindMask(du, hn::Lt(number, hn::Set(di, 0x0400)));
    const auto bits = hn::IfThenElse(is_special, special, hn::IfThenElse(is_small, small, normal));
    hn::StoreU(hn::BitCast(df, hn::Or(bits, sign)), df, out);
  }
};
struct FloatToHalf {
  using From = float;
  using To = uint16_t;
  template <class D>
  static HWY_INLINE void Do(D df, const From* in, To* out) {
    const hn::RebindToUnsigned<D> du;
    const hn::RebindToSigned<D> di;
    const auto bits = Bits(df, hn::LoadU(df, in));
    const auto sign = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 0x8000));
    const auto rest = hn::And(bits, hn::Set(du, 0x7fffffff));
    const auto odd = hn::And(hn::ShiftRight<13>(rest), hn::Set(du, 1));
    const auto up = hn::Add(rest, hn::Add(odd, hn::Set(du, 0xfff)));
    const auto normal = hn::ShiftRight<13>(hn::Sub(up, hn::Set(du, 0x38000000)));
    // Adding 0.5 puts the 24th bit below the point at the end of the mantissa, rounding on the way.
    const auto number = hn::BitCast(di, rest);
    const auto is_small = hn::RebindMask(du, hn::Lt(number, hn::Set(di, 0x38800000)));
    const auto magnitude = hn::BitCast(df, hn::IfThenElseZero(is_small, rest));
    const auto small = hn::Sub(Bits(df, hn::Add(magnitude, hn::Set(df, 0.5F))), hn::Set(du, 0x3f000000));
    const auto is_large = hn::RebindMask(du, hn::Gt(number, hn::Set(di, 0x477fefff)));
    const auto is_nan = hn::RebindMask(du, hn::Gt(number, hn::Set(di, 0x7f800000)));
    auto out_bits = hn::IfThenElse(is_small, small, normal);
    out_bits = hn::IfThenElse(is_large, hn::Set(du, 0x7c00), out_bits);
    out_bits = hn::IfThenElse(is_nan, hn::Set(du, 0x7e00), out_bits);
    StoreNarrow(df, hn::Or(out_bits, sign), out);
  }
};

// Whole vectors, then lane by lane. `out` may be `in` where both types have the same size: what a vector
// reads it has read before it writes.
template <class Op>
void Loop(const void* in_data, void* out_data, int64_t n) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> d1;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto* in = static_cast<const typename Op::From*>(in_data);
  auto* out = static_cast<typename Op::To*>(out_data);
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) Op::Do(d, in + i, out + i);
  for (; i < n; ++i) Op::Do(d1, in + i, out + i);
}

constexpr CastTable kTable = {{{RNLP_INT32, RNLP_FLOAT, Loop<Int32ToFloat>},
                               {RNLP_UINT8, RNLP_FLOAT, Loop<ByteToFloat<uint8_t>>},
                               {RNLP_INT8, RNLP_FLOAT, Loop<ByteToFloat<int8_t>>},
                               {RNLP_FLOAT, RNLP_INT32, Loop<FloatToInt32>},
                               {RNLP_FLOAT, RNLP_UINT8, Loop<FloatToUint8>},
                               {RNLP_HALF, RNLP_FLOAT, Loop<HalfToFloat>},
                               {RNLP_FLOAT, RNLP_HALF, Loop<FloatToHalf>},
                               {RNLP_BFLOAT16, RNLP_FLOAT, Loop<BFloat16ToFloat>},
                               {RNLP_FLOAT, RNLP_BFLOAT16, Loop<FloatToBFloat16>}}};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::casts
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu::casts {
namespace {
const CastTable& TableOf(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace

UnaryLoop LoopOf(Isa isa, int32_t from, int32_t to) {
  for (const CastRow& row : TableOf(isa))
    if (row.from == from && row.to == to) return row.loop;
  return nullptr;
}
}  // namespace runnel::cpu::casts
#endif
