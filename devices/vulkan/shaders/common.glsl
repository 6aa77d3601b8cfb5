// What every shader shares. TYPE0_x and TYPE1_x name the variant (variants.txt): T is how elements of the
// first type are stored, C what they are computed in, V what they are carried in; U and D are the same as
// T and C for the second.
#extension GL_EXT_shader_16bit_storage : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable

#if defined(TYPE0_f32)
#define T float
#define C float
#define IS_FLOAT 1
#elif defined(TYPE0_f16)
#define T float16_t
#define C float
#define IS_FLOAT 1
#elif defined(TYPE0_i32)
#define T int
#define C int
#define IS_FLOAT 0
#elif defined(TYPE0_i64)
#define T int64_t
#define C int64_t
#define IS_FLOAT 0
#elif defined(TYPE0_u8)
#define T uint
#define BYTES0 1
#define C int
#define IS_FLOAT 0
#elif defined(TYPE0_b1)
#define T uint
#define BYTES0 1
#elif defined(TYPE0_b2)
#define T uint16_t
#define V uint  // few small devices compute with 16 bits, more of them store so
#elif defined(TYPE0_b4)
#define T uint
#elif defined(TYPE0_b8)
#define T uvec2
#endif
#ifndef V
#define V T
#endif

#if defined(TYPE1_f32)
#define U float
#define D float
#elif defined(TYPE1_f16)
#define U float16_t
#define D float
#elif defined(TYPE1_i32)
#define U int
#define D int
#elif defined(TYPE1_i64)
#define U int64_t
#define D int64_t
#elif defined(TYPE1_u8)
#define U uint
#define BYTES1 1
#define D int
#endif

// Bytes are read and written as parts of words, for small devices store no bytes. Tensors begin at
// multiples of 64 bytes, so no two share a word.
#define LOAD_BYTE(words, i) ((words[(i) >> 2] >> (((i) & 3) * 8)) & 0xFFu)
// Any byte, whoever writes those beside it.
#define STORE_BYTE(words, i, value)                                \
  {                                                                \
    atomicAnd(words[(i) >> 2], ~(0xFFu << (((i) & 3) * 8)));        \
    atomicOr(words[(i) >> 2], uint(value) << (((i) & 3) * 8));      \
  }
// The word of bytes i to i + 3, of which the first n - i count; i is a multiple of 4.
#define STORE_WORD(words, i, n, value)                                                              \
  {                                                                                                 \
    const uint count_ = min((n) - (i), 4u);                                                         \
    const uint mask_ = count_ == 4u ? 0xFFFFFFFFu : (1u << (count_ * 8)) - 1u;                      \
    words[(i) >> 2] = count_ == 4u ? (value) : ((value) & mask_) | (words[(i) >> 2] & ~mask_);      \
  }
#ifdef BYTES0
#define LOAD(a, i) LOAD_BYTE(a, i)
#define STORE(a, i, v) STORE_BYTE(a, i, v)
#else
#define LOAD(a, i) V(a[i])
#define STORE(a, i, v) a[i] = T(v)
#endif

// The number of this workgroup; grids that are too wide are folded into y. And of this invocation, in a
// shader without a size of its own: it is the pipeline's, as constant 63 (kernel.cc).
uint GroupId() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
#define Id() (GroupId() * gl_WorkGroupSize.x + gl_LocalInvocationID.x)

// As an integer type, for shifts and bit fields that must not depend on how the compiler sees NaN.
bool IsNan(float x) { return (floatBitsToUint(x) & 0x7FFFFFFFu) > 0x7F800000u; }
bool IsInf(float x) { return (floatBitsToUint(x) & 0x7FFFFFFFu) == 0x7F800000u; }
#define RNL_INF uintBitsToFloat(0x7F800000u)
#define RNL_NAN uintBitsToFloat(0x7FC00000u)
