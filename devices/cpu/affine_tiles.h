// Vector code for products of numbers of 8 bits, with what becomes of their sums.
//
// Numbers of images are unsigned here: those of int8 with their sign bit flipped, so that 128 is added
// to them and to their zero point. What is multiplied comes in words of 32 bits: with VNNI four numbers,
// of weights signed bytes; without it two, each in 16 bits, and weights without their zero point. A sum
// of products of x - x_zero and w - w_zero is then
//   sum(x w) - x_zero column_sum(w) - w_zero (row_sum(x) - count x_zero)
// whose last term is only there with VNNI. All of it wraps round in 32 bits: sums are exact modulo 2^32.
#ifndef RUNNEL_DEVICES_CPU_AFFINE_TILES_H_
#define RUNNEL_DEVICES_CPU_AFFINE_TILES_H_

#include <cstdint>

#include "devices/cpu/affine.h"
#include "devices/cpu/simd.h"

namespace runnel::cpu::affine {

// What becomes of sums.
struct Finish {
  enum class Kind : uint8_t {
    kSums,   // they stay, as int32
    kTwice,  // fixed-point products that are rounded twice (Factor, affine.h)
    kOnce,   // and once
    kReal    // products with floats; halves become even
  } kind = Kind::kSums;
  // Of kTwice and kOnce: whether the shift of some channel is 0.
  bool has_unshifted = false;
  bool is_signed = false;  // of what is stored, in 8 bits
  int32_t low = 0, high = 0, zero = 0;
  // By channel, and readable up to a multiple of kMaxTileChannels. multiplier: of kReal floats, all of
  // them positive. down: the shift to the right less 1, or 0; half: 1, or 0 where there is no shift.
  const int32_t* bias = nullptr;
  const int32_t* multiplier = nullptr;
  const int32_t* down = nullptr;
  const int32_t* half = nullptr;
};
inline constexpr int64_t kMaxTileChannels = 64;

// rows x cols results: rows of A begin every a_row bytes, B's rows are as long as whole vectors. A row
// has `lines` lines of `words` words, which begin every a_line bytes.
struct Tile {
  int rows, cols;
  const uint8_t* a;
  int64_t a_row, a_line;
  const int32_t* b;
  int64_t lines, words;
  const int32_t* column_sums;  // of B
  const int32_t* row_terms;    // to be added to sums of rows; NULL: none
  int32_t x_zero;
  const Finish* finish;
  int64_t channel;  // that of column 0
  void* out;
  int64_t out_row;  // elements
};

// Pixels of a depthwise convolution: pixel p sees x + p pixel_step + offsets[t] at tap t. Words are made
// of taps; of the last word some may be missing, whose offsets are any and whose weights are 0.
struct DepthRow {
  const uint8_t* x;
  int64_t pixel_step;
  const int64_t* offsets;
  int64_t pixels, taps, channels;
  const int32_t* filter;  // [words of taps, pitch]
  int64_t pitch;
  const int32_t* column_sums;
  int32_t x_zero, filter_zero;
  const Finish* finish;
  void* out;  // [pixels, channels], of int32 for Finish::Kind::kSums and else of 8 bits
};

// The sum or the product of two, each in 8 bits.
struct Pair {
  enum class Kind : uint8_t { kAdd, kSub, kMul } kind = Kind::kAdd;
  Rounding rounding = Rounding::kTwice;
  bool is_signed = false;
  int32_t x_zero = 0, y_zero = 0, low = 0, high = 0, zero = 0;
  int shift = 0;  // of the terms to the left
  // Multipliers, and shifts to the right, of the terms and of the result.
  int32_t multiplier[3] = {}, right[3] = {};
  float real[2] = {};  // of Rounding::kReal: factors of the terms, or of the product
  bool Halves(int k) const { return multiplier[k] == 1 << 30 && right[k] == 0 && shift > 0; }
};

struct AffineTable {
  int quad;       // numbers in a word: 4 or 2
  int tile_rows;  // MR
  int tile_cols;  // NR
  int lanes;      // of one vector
  void (*tile)(const Tile& tile);
  void (*depth)(const DepthRow& row);
  // out[i] = in[i] ^ flip, as bytes or widened to 16 bits as words want them.
  void (*flip)(const uint8_t* in, uint8_t* out, int64_t n, uint8_t flip);
  void (*widen)(const uint8_t* in, uint8_t* out, int64_t n, uint8_t flip);
  // out[i] = results[in[i]], of 256 results.
  void (*lookup)(const uint8_t* results, const uint8_t* in, uint8_t* out, int64_t n);
};
const AffineTable& AffineTiles(Isa isa);

struct AffineLoops {
  // one_x, one_y: a single value for all.
  void (*pair)(const Pair& pair, const uint8_t* x, bool one_x, const uint8_t* y, bool one_y,
               uint8_t* out, int64_t n);
  // Between real numbers and 8 bits; halves go away from 0, or to even numbers.
  void (*quantize)(const float* in, uint8_t* out, int64_t n, float scale, int32_t zero, bool is_signed,
                   bool to_even);
  // As int8 from `low` on: in[i] * inverse + zero, a float, of which halves go away from 0.
  void (*scale)(const float* in, uint8_t* out, int64_t n, float inverse, int32_t zero, int32_t low);
  void (*dequantize)(const uint8_t* in, float* out, int64_t n, float scale, int32_t zero,
                     bool is_signed);
  // Widens [*low, *high] to the numbers that are any.
  void (*limits)(const float* in, int64_t n, float* low, float* high);
  // sums[i] += in[i], and most[i] = max(most[i], in[i]), of numbers as they are.
  void (*add)(const uint8_t* in, int32_t* sums, int64_t n, bool is_signed);
  void (*max)(const uint8_t* in, uint8_t* most, int64_t n, bool is_signed);
};
const AffineLoops& AffineLoopsOf(Isa isa);

}  // namespace runnel::cpu::affine

#endif  // RUNNEL_DEVICES_CPU_AFFINE_TILES_H_
