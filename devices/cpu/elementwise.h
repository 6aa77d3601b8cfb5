// Element-wise kernels as tables of loops: an op is a name and one loop per type, everything else
// (broadcasting, in place, blocks, errors) is shared.
#ifndef RUNNEL_DEVICES_CPU_ELEMENTWISE_H_
#define RUNNEL_DEVICES_CPU_ELEMENTWISE_H_

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/simd.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {

// A loop over half or bfloat16 operands, by way of the f32 loop on small pieces.
uint32_t RunNarrow(int32_t dtype, BinaryLoop f32, const void* a, const void* b, void* out, int64_t n,
                   int mode);
void RunNarrow(int32_t dtype, UnaryLoop f32, const void* in, void* out, int64_t n);
void RunNarrow(int32_t dtype, LeakyLoop f32, const void* a, const void* b, void* out, int64_t n,
               float alpha);

struct BinaryKernel {
  const char* op;
  BinaryLoop loop;
  int32_t narrow;     // RNLP_HALF or RNLP_BFLOAT16 where `loop` is the f32 one, else 0
  uint32_t in_bytes;  // element sizes
  uint32_t out_bytes;
  bool broadcasts = true;
  bool mismatch_is_answer = false;  // Equal and NotEqual without incompatible_shape_error
  bool mismatch_answer = false;

  uint32_t Call(const void* a, const void* b, void* out, int64_t n, int mode) const {
    if (narrow == 0) [[likely]]
      return loop(a, b, out, n, mode);
    return CallNarrow(a, b, out, n, mode);
  }
  uint32_t CallNarrow(const void* a, const void* b, void* out, int64_t n, int mode) const;
  rnlp_status_t* Run(const rnlp_run_t* run) const;
  rnlp_status_t* RunBroadcast(const rnlp_run_t* run) const;
  rnlp_status_t* Failed(const rnlp_run_t* run, uint32_t error) const;
};

// One of kSimdAdd, Sub, Mul, Div, Max and Min, for kernels that combine elements as part of what they
// do: in every real type, the first three in complex ones too. Integers are divided towards zero. False
// if the type has none.
bool InitCombineKernel(const rnlp_host_t* host, const char* op, int32_t dtype, SimdBinary law,
                       BinaryKernel* out);
inline bool InitAddKernel(const rnlp_host_t* host, const char* op, int32_t dtype, bool subtract,
                          BinaryKernel* out) {
  return InitCombineKernel(host, op, dtype, subtract ? kSimdSub : kSimdAdd, out);
}
inline constexpr int32_t kNumberTypes[] = {
    RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,   RNLP_BFLOAT16, RNLP_INT8,   RNLP_INT16,     RNLP_INT32,
    RNLP_INT64, RNLP_UINT8,  RNLP_UINT16, RNLP_UINT32,   RNLP_UINT64, RNLP_COMPLEX64, RNLP_COMPLEX128};

struct UnaryKernel {
  const char* op;
  UnaryLoop loop;
  int32_t narrow;
  uint32_t in_bytes;
  uint32_t out_bytes;
  int64_t work;  // on an element, see WorkBlock
  rnlp_status_t* Run(const rnlp_run_t* run) const;
};

// ---- tables of ops ----

struct UnaryEntry {
  const char* op;
  int simd;                          // SimdUnary, or -1
  UnaryLoop (*loop)(int32_t dtype);  // for what simd has not; half and bfloat16 come as float
  bool tests = false;                // gives bool; `loop` takes half and bfloat16 as they are
};
struct BinaryEntry {
  const char* op;
  int simd;  // SimdBinary, or -1
  BinaryLoop (*loop)(int32_t dtype);
  bool compares = false;
  bool broadcasts = true;
};
// The entries of one file, for whoever makes something else of them than a kernel.
struct ElementOps {
  const UnaryEntry* unary;
  size_t num_unary;
  const BinaryEntry* binary;
  size_t num_binary;
};
extern const ElementOps kUnaryElementOps, kBinaryElementOps, kMathElementOps, kActivationElementOps;
// The loop of an entry for one type; NULL where there is none. half and bfloat16 have none of their own.
UnaryLoop LoopOf(const UnaryEntry& entry, int32_t dtype, const ElementTable& simd);
BinaryLoop LoopOf(const BinaryEntry& entry, int32_t dtype, const ElementTable& simd);
// What that loop does with an element, in simple vector operations (WorkBlock).
int64_t WorkOf(const UnaryEntry& entry, int32_t dtype);
int64_t WorkOf(const BinaryEntry& entry, int32_t dtype);

// Makes the kernel of the entry that is called as the node's op. Errors: UNIMPLEMENTED.
rnlp_status_t* CreateUnaryKernel(const UnaryEntry* entries, size_t count, const rnlp_host_t* host,
                                 const rnlp_node_t* node, rnlp_kernel_t** out);
rnlp_status_t* CreateBinaryKernel(const BinaryEntry* entries, size_t count, const rnlp_host_t* host,
                                  const rnlp_node_t* node, BinaryKernel** out);

// What a row names as its `create`, for a table of one file.
template <const auto& kEntries>
rnlp_status_t* CreateUnaryOf(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                             rnlp_kernel_t** out) {
  return CreateUnaryKernel(std::data(kEntries), std::size(kEntries), host, node, out);
}
template <const auto& kEntries>
rnlp_status_t* CreateBinaryOf(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                              rnlp_kernel_t** out) {
  BinaryKernel* kernel = nullptr;
  RUNNEL_CPU_RETURN_IF_ERROR(
      CreateBinaryKernel(std::data(kEntries), std::size(kEntries), host, node, &kernel));
  *out = AsHandle(kernel);
  return nullptr;
}

template <typename In, typename Out, class Op>
void UnaryScalarLoop(const void* in_data, void* out_data, int64_t n) {
  const In* in = static_cast<const In*>(in_data);
  Out* out = static_cast<Out*>(out_data);
  for (int64_t i = 0; i < n; ++i) out[i] = Op::Do(in[i]);
}

inline UnaryLoop NoUnaryLoop(int32_t) { return nullptr; }
inline BinaryLoop NoBinaryLoop(int32_t) { return nullptr; }
template <class Op, class List>
UnaryLoop UnaryLoopFor(int32_t dtype) {
  return VisitType<UnaryLoop>(List{}, dtype, nullptr, [](auto tag) -> UnaryLoop {
    using T = typename decltype(tag)::Type;
    return &UnaryScalarLoop<T, T, Op>;
  });
}

// Templates over a functor `template <T> static bool Do(T a, T b, T* out)` style for scalar loops.
// Op::Do(a, b, &error) returns the value; errors are collected, not branched on.
template <typename In, typename Out, class Op>
uint32_t BinaryScalarLoop(const void* a_data, const void* b_data, void* out_data, int64_t n, int mode) {
  const In* a = static_cast<const In*>(a_data);
  const In* b = static_cast<const In*>(b_data);
  Out* out = static_cast<Out*>(out_data);
  uint32_t error = 0;
  if (mode == kVectors) {
    for (int64_t i = 0; i < n; ++i) out[i] = Op::Do(a[i], b[i], &error);
  } else if (mode == kScalarA) {
    const In value = a[0];
    for (int64_t i = 0; i < n; ++i) out[i] = Op::Do(value, b[i], &error);
  } else {
    const In value = b[0];
    for (int64_t i = 0; i < n; ++i) out[i] = Op::Do(a[i], value, &error);
  }
  return error;
}

template <class Op, class List>
BinaryLoop BinaryLoopFor(int32_t dtype) {
  return VisitType<BinaryLoop>(List{}, dtype, nullptr, [](auto tag) -> BinaryLoop {
    using T = typename decltype(tag)::Type;
    return &BinaryScalarLoop<T, T, Op>;
  });
}

inline constexpr rnlp_alias_t kUnaryInPlace[] = {{0, 0}};
inline constexpr rnlp_alias_t kBinaryInPlace[] = {{0, 0}, {1, 0}};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_ELEMENTWISE_H_
