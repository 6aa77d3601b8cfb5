// Vector code, one table of function pointers per instruction set. simd_*.cc compile the same source for
// several sets (Highway's foreach_target); a kernel picks its table once, when it is created.
//
// The choice is made here and not by Highway's library, so that the plugin links nothing but libc and
// keeps no state. The configuration key "isa" (scalar, sse4, avx2, avx3) caps it.
//
// Every loop gives the same bits for an element wherever a block begins or ends.
#ifndef RUNNEL_DEVICES_CPU_SIMD_H_
#define RUNNEL_DEVICES_CPU_SIMD_H_

#include <cstdint>

#include "plugins/abi/rnlp_host.h"

namespace runnel::cpu {

enum class Isa : uint8_t { kBase = 0, kSse4 = 1, kAvx2 = 2, kAvx3 = 3 };

// The best instruction set of this machine, capped by the host's "isa".
Isa ChooseIsa(const rnlp_host_t* host);
// Errors: INVALID_ARGUMENT for an "isa" that is none of the names.
rnlp_status_t* CheckIsaConfig(const rnlp_host_t* host);

// Of a build for one processor (RUNNEL_CPU_MARCH): whether this machine has its instructions.
bool HasOwnIsa();

// How the operands of a binary loop step: both along, or one of them a single value.
enum LoopMode : int { kVectors = 0, kScalarA = 1, kScalarB = 2 };

// Errors of element loops (integers only).
enum LoopError : uint32_t { kLoopOk = 0, kDivisionByZero = 1, kNegativePower = 2 };

// out[i] = a[i] op b[i]. `out` may be `a` or `b`.
using BinaryLoop = uint32_t (*)(const void* a, const void* b, void* out, int64_t n, int mode);
// out[i] = op(in[i]). `out` may be `in`.
using UnaryLoop = void (*)(const void* in, void* out, int64_t n);
// out[i] = b[i] > 0 ? a[i] : a[i] * alpha. `out` may be `a` or `b`.
using LeakyLoop = void (*)(const void* a, const void* b, void* out, int64_t n, float alpha);

// Selu's scale, and its scale * alpha.
inline constexpr double kSeluScale = 1.0507009873554804934193349852946;
inline constexpr double kSeluScaleAlpha = 1.7580993408473768599402175208123;

enum SimdBinary : int {
  kSimdAdd,
  kSimdSub,
  kSimdMul,
  kSimdDiv,
  kSimdDivNoNan,
  kSimdMax,
  kSimdMin,
  kSimdSquaredDifference,
  kSimdReluGrad,
  kSimdTanhGrad,
  kSimdSigmoidGrad,
  kSimdRelu6Grad,
  kSimdEluGrad,
  kSimdSeluGrad,
  kSimdSoftsignGrad,
  kSimdSqrtGrad,
  kSimdRsqrtGrad,
  kSimdReciprocalGrad,
  kNumSimdBinary,
  // f32 only
  kSimdSoftplusGrad = kNumSimdBinary,
  kNumSimdBinaryF32
};
enum SimdUnary : int {
  kSimdNeg,
  kSimdAbs,
  kSimdSquare,
  kSimdSqrt,
  kSimdRsqrt,
  kSimdReciprocal,
  kSimdRelu,
  kSimdFloor,
  kSimdCeil,
  kSimdRint,
  kSimdRelu6,
  kSimdSoftsign,
  kNumSimdUnary,
  // f32 only
  kSimdExp = kNumSimdUnary,
  kSimdLog,
  kSimdTanh,
  kSimdSigmoid,
  kSimdExpm1,
  kSimdElu,
  kSimdSelu,
  kSimdSoftplus,
  kSimdErf,
  kNumSimdUnaryF32
};

// Copies `bytes` to memory that is not wanted in the caches; others see them after `flush_stream`.
using StreamLoop = void (*)(const void* in, void* out, int64_t bytes);

// A row of LSTM cells. What reaches a gate is x + h + bias; a peephole, unless it is NULL, adds its
// product with the state. `clip` 0: none.
struct LstmRow {
  struct Gate {
    const float *x, *h, *bias;
  };
  int64_t cells;
  Gate i, ci, f, o;
  const float *wci, *wcf, *wco;
  const float* cs_prev;
  float forget_bias, clip;
  float *out_i, *out_cs, *out_f, *out_o, *out_ci, *out_co, *out_h;
};
using LstmLoop = void (*)(const LstmRow& row);

struct ElementTable {
  BinaryLoop binary_f32[kNumSimdBinaryF32];
  BinaryLoop binary_f64[kNumSimdBinary];
  UnaryLoop unary_f32[kNumSimdUnaryF32];
  UnaryLoop unary_f64[kNumSimdUnary];
  LeakyLoop leaky_f32;
  LeakyLoop leaky_f64;
  LstmLoop lstm_f32;
  StreamLoop stream;
  void (*flush_stream)();
};
const ElementTable& Elements(Isa isa);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_SIMD_H_
