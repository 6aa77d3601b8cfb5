// Transposes of every instruction set: a block of 16 bytes of each of as many rows as fill a vector, so
// that what is stored is whole vectors of the other side.
#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_transpose.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/transpose.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::transpose {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <typename U>
HWY_INLINE void Plain(int64_t rows, int64_t columns, const U* in, int64_t in_row, U* out,
                      int64_t out_column) {
  for (int64_t c = 0; c < columns; ++c) {
    for (int64_t r = 0; r < rows; ++r) out[c * out_column + r] = in[r * in_row + c];
  }
}

#if HWY_TARGET == HWY_SCALAR
template <typename U>
void Whole(int64_t rows, int64_t columns, const U* HWY_RESTRICT in, int64_t in_row, U* HWY_RESTRICT out,
           int64_t out_column) {
  Plain(rows, columns, in, in_row, out, out_column);
}
#else
// Blocks of 16 bytes, `step` elements apart, side by side.
template <class D, typename U>
HWY_INLINE hn::Vec<D> LoadBlocks(D d, const U* in, int64_t step) {
  if constexpr (hn::MaxLanes(D()) * sizeof(U) <= 16) {
    return hn::LoadU(d, in);
  } else {
    const hn::Half<D> half;
    constexpr int64_t kBlocks = static_cast<int64_t>(hn::MaxLanes(hn::Half<D>()) * sizeof(U) / 16);
    return hn::Combine(d, LoadBlocks(half, in + kBlocks * step, step), LoadBlocks(half, in, step));
  }
}

// As many rows as D has lanes, 16 bytes of each.
template <class D>
HWY_INLINE void Square(D d, const uint32_t* in, int64_t in_row, uint32_t* out, int64_t out_column) {
  const auto a = LoadBlocks(d, in, 4 * in_row), b = LoadBlocks(d, in + in_row, 4 * in_row);
  const auto c = LoadBlocks(d, in + 2 * in_row, 4 * in_row);
  const auto e = LoadBlocks(d, in + 3 * in_row, 4 * in_row);
  const auto ac_low = hn::InterleaveLower(d, a, c), ac_high = hn::InterleaveUpper(d, a, c);
  const auto be_low = hn::InterleaveLower(d, b, e), be_high = hn::InterleaveUpper(d, b, e);
  hn::StoreU(hn::InterleaveLower(d, ac_low, be_low), d, out);
  hn::StoreU(hn::InterleaveUpper(d, ac_low, be_low), d, out + out_column);
  hn::StoreU(hn::InterleaveLower(d, ac_high, be_high), d, out + 2 * out_column);
  hn::StoreU(hn::InterleaveUpper(d, ac_high, be_high), d, out + 3 * out_column);
}
template <class D>
HWY_INLINE void Square(D d, const uint64_t* in, int64_t in_row, uint64_t* out, int64_t out_column) {
  const auto a = LoadBlocks(d, in, 2 * in_row), b = LoadBlocks(d, in + in_row, 2 * in_row);
  hn::StoreU(hn::InterleaveLower(d, a, b), d, out);
  hn::StoreU(hn::InterleaveUpper(d, a, b), d, out + out_column);
}

// Rows in groups of as many as D has lanes. Returns how many rows that were.
template <class D, typename U>
HWY_INLINE int64_t Groups(D d, int64_t rows, int64_t columns, const U* in, int64_t in_row, U* out,
                          int64_t out_column) {
  constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(D())), kWide = 16 / sizeof(U);
  int64_t r = 0;
  for (; r + kLanes <= rows; r += kLanes) {
    const U* const from = in + r * in_row;
    int64_t c = 0;
    for (; c + kWide <= columns; c += kWide) {
      Square(d, from + c, in_row, out + c * out_column + r, out_column);
    }
    Plain(kLanes, columns - c, from + c, in_row, out + c * out_column + r, out_column);
  }
  return r;
}

// Few rows that become one: what images with their channels first need.
template <int kRows, typename U>
HWY_INLINE void Weave(int64_t columns, const U* in, int64_t in_row, U* out) {
  const hn::ScalableTag<U> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t c = 0;
  for (; c + lanes <= columns; c += lanes) {
    const auto a = hn::LoadU(d, in + c), b = hn::LoadU(d, in + in_row + c);
    if constexpr (kRows == 2) hn::StoreInterleaved2(a, b, d, out + c * 2);
    if constexpr (kRows == 3)
      hn::StoreInterleaved3(a, b, hn::LoadU(d, in + 2 * in_row + c), d, out + c * 3);
    if constexpr (kRows == 4) {
      hn::StoreInterleaved4(a, b, hn::LoadU(d, in + 2 * in_row + c), hn::LoadU(d, in + 3 * in_row + c),
                            d, out + c * 4);
    }
  }
  Plain(kRows, columns - c, in + c, in_row, out + c * kRows, kRows);
}
// A row that becomes few.
template <int kColumns, typename U>
HWY_INLINE void Unweave(int64_t rows, const U* in, U* out, int64_t out_column) {
  const hn::ScalableTag<U> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t r = 0;
  for (; r + lanes <= rows; r += lanes) {
    hn::Vec<decltype(d)> v[4];
    const U* const from = in + r * kColumns;
    if constexpr (kColumns == 2) hn::LoadInterleaved2(d, from, v[0], v[1]);
    if constexpr (kColumns == 3) hn::LoadInterleaved3(d, from, v[0], v[1], v[2]);
    if constexpr (kColumns == 4) hn::LoadInterleaved4(d, from, v[0], v[1], v[2], v[3]);
    for (int c = 0; c < kColumns; ++c) hn::StoreU(v[c], d, out + c * out_column + r);
  }
  Plain(rows - r, kColumns, in + r * kColumns, kColumns, out + r, out_column);
}

template <typename U>
void Whole(int64_t rows, int64_t columns, const U* HWY_RESTRICT in, int64_t in_row, U* HWY_RESTRICT out,
           int64_t out_column) {
  if (out_column == rows && rows == 2) return Weave<2>(columns, in, in_row, out);
  if (out_column == rows && rows == 3) return Weave<3>(columns, in, in_row, out);
  if (out_column == rows && rows == 4) return Weave<4>(columns, in, in_row, out);
  if (in_row == columns && columns == 2) return Unweave<2>(rows, in, out, out_column);
  if (in_row == columns && columns == 3) return Unweave<3>(rows, in, out, out_column);
  if (in_row == columns && columns == 4) return Unweave<4>(rows, in, out, out_column);
  int64_t r = Groups(hn::ScalableTag<U>(), rows, columns, in, in_row, out, out_column);
  r += Groups(hn::CappedTag<U, 16 / sizeof(U)>(), rows - r, columns, in + r * in_row, in_row, out + r,
              out_column);
  Plain(rows - r, columns, in + r * in_row, in_row, out + r, out_column);
}
#endif

constexpr TransposeTable kTable = {Whole<uint32_t>, Whole<uint64_t>};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::transpose
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu {
namespace transpose {
const TransposeTable& Choose(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace transpose
const TransposeTable& Transposes(Isa isa) { return transpose::Choose(isa); }
}  // namespace runnel::cpu
#endif
