// How element-wise kernels run: shapes first, then one call of the loop, or rows of it where operands
// repeat. The common cases (same shape, one value) touch nothing but the dims.
#include "devices/cpu/elementwise.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "devices/cpu/broadcast.h"

namespace runnel::cpu {
namespace {

constexpr int64_t kPiece = 512;

template <typename T>
void Widen(const void* in, float* out, int64_t n) {
  const T* from = static_cast<const T*>(in);
  for (int64_t i = 0; i < n; ++i) out[i] = ToFloat(from[i]);
}
void Widen(int32_t dtype, const void* in, int64_t offset, float* out, int64_t n) {
  if (dtype == RNLP_HALF) return Widen<Half>(static_cast<const Half*>(in) + offset, out, n);
  Widen<BFloat16>(static_cast<const BFloat16*>(in) + offset, out, n);
}
void Narrow(int32_t dtype, const float* in, void* out, int64_t offset, int64_t n) {
  if (dtype == RNLP_HALF) {
    Half* to = static_cast<Half*>(out) + offset;
    for (int64_t i = 0; i < n; ++i) to[i] = ToHalf(in[i]);
  } else {
    BFloat16* to = static_cast<BFloat16*>(out) + offset;
    for (int64_t i = 0; i < n; ++i) to[i] = ToBFloat16(in[i]);
  }
}

const void* At(const void* data, int64_t offset, uint32_t bytes) {
  return static_cast<const char*>(data) + offset * bytes;
}
void* At(void* data, int64_t offset, uint32_t bytes) {
  return static_cast<char*>(data) + offset * bytes;
}

}  // namespace

void RunNarrow(int32_t dtype, UnaryLoop f32, const void* in, void* out, int64_t n) {
  float piece[kPiece];
  for (int64_t i = 0; i < n; i += kPiece) {
    const int64_t count = std::min(kPiece, n - i);
    Widen(dtype, in, i, piece, count);
    f32(piece, piece, count);
    Narrow(dtype, piece, out, i, count);
  }
}

void RunNarrow(int32_t dtype, LeakyLoop f32, const void* a, const void* b, void* out, int64_t n,
               float alpha) {
  float piece_a[kPiece];
  float piece_b[kPiece];
  for (int64_t i = 0; i < n; i += kPiece) {
    const int64_t count = std::min(kPiece, n - i);
    Widen(dtype, a, i, piece_a, count);
    Widen(dtype, b, i, piece_b, count);
    f32(piece_a, piece_b, piece_a, count, alpha);
    Narrow(dtype, piece_a, out, i, count);
  }
}

// `out` is half or bfloat16 like the operands, or bool where out_bytes is 1 (comparisons).
uint32_t BinaryKernel::CallNarrow(const void* a, const void* b, void* out, int64_t n, int mode) const {
  float piece_a[kPiece];
  float piece_b[kPiece];
  uint32_t error = 0;
  if (mode == kScalarA) Widen(narrow, a, 0, piece_a, 1);
  if (mode == kScalarB) Widen(narrow, b, 0, piece_b, 1);
  for (int64_t i = 0; i < n; i += kPiece) {
    const int64_t count = std::min(kPiece, n - i);
    if (mode != kScalarA) Widen(narrow, a, i, piece_a, count);
    if (mode != kScalarB) Widen(narrow, b, i, piece_b, count);
    if (out_bytes == 1) {
      error |= loop(piece_a, piece_b, At(out, i, 1), count, mode);
    } else {
      float result[kPiece];
      error |= loop(piece_a, piece_b, result, count, mode);
      Narrow(narrow, result, out, i, count);
    }
  }
  return error;
}

rnlp_status_t* BinaryKernel::Failed(const rnlp_run_t* run, uint32_t error) const {
  if (error & kDivisionByZero) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: integer division by zero", op);
  }
  return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: integer to a negative integer power", op);
}

rnlp_status_t* BinaryKernel::Run(const rnlp_run_t* run) const {
  const rnlp_tensor_t* a = run->inputs[0];
  const rnlp_tensor_t* b = run->inputs[1];
  const rnlp_tensor_t* like = a;
  int mode = kVectors;
  if (!SameDims(a, b)) {
    if (!broadcasts) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: arguments should have one shape, got %s and %s",
                  op, ShapeText(a).text, ShapeText(b).text);
    }
    if (b->num_elements == 1 && b->rank <= a->rank) {
      mode = kScalarB;
    } else if (a->num_elements == 1 && a->rank <= b->rank) {
      mode = kScalarA;
      like = b;
    } else {
      return RunBroadcast(run);
    }
  }
  RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, like));
  void* out = run->outputs[0]->data;
  const int64_t n = like->num_elements;
  uint32_t error = 0;
  if (n < kParallelElements) [[likely]] {
    error = Call(a->data, b->data, out, n, mode);
  } else {
    std::atomic<uint32_t> errors{0};
    ParallelFor(run, n, kBlockElements, [&](int64_t begin, int64_t end) {
      const uint32_t e = Call(At(a->data, mode == kScalarA ? 0 : begin, in_bytes),
                              At(b->data, mode == kScalarB ? 0 : begin, in_bytes),
                              At(out, begin, out_bytes), end - begin, mode);
      if (e != 0) errors.fetch_or(e, std::memory_order_relaxed);
    });
    error = errors.load(std::memory_order_relaxed);
  }
  if (error != 0) [[unlikely]]
    return Failed(run, error);
  return nullptr;
}

rnlp_status_t* BinaryKernel::RunBroadcast(const rnlp_run_t* run) const {
  Dims dims;
  if (!BroadcastShapes(run->inputs, 2, &dims)) {
    if (mismatch_is_answer) {
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 0, nullptr));
      *Data<bool>(run->outputs[0]) = mismatch_answer;
      return nullptr;
    }
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: shapes %s and %s do not broadcast", op,
                ShapeText(run->inputs[0]).text, ShapeText(run->inputs[1]).text);
  }
  RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
  if (run->outputs[0]->num_elements == 0) return nullptr;
  BroadcastLoop<2> loops;
  loops.Init(run->inputs, dims);
  const int64_t inner = loops.inner();
  const int last = loops.rank - 1;
  const int mode = loops.strides[0][last] == 0   ? kScalarA
                   : loops.strides[1][last] == 0 ? kScalarB
                                                 : kVectors;
  const void* a = run->inputs[0]->data;
  const void* b = run->inputs[1]->data;
  void* out = run->outputs[0]->data;
  std::atomic<uint32_t> errors{0};
  const int64_t rows = loops.rows();
  ParallelFor(run, rows, rows * inner < kParallelElements ? rows : RowBlock(inner),
              [&](int64_t begin, int64_t end) {
                uint32_t e = 0;
                loops.ForRows(begin, end, [&](int64_t row, const int64_t* offsets) {
                  e |= Call(At(a, offsets[0], in_bytes), At(b, offsets[1], in_bytes),
                            At(out, row * inner, out_bytes), inner, mode);
                });
                if (e != 0) errors.fetch_or(e, std::memory_order_relaxed);
              });
  const uint32_t error = errors.load(std::memory_order_relaxed);
  return error == 0 ? nullptr : Failed(run, error);
}

rnlp_status_t* UnaryKernel::Run(const rnlp_run_t* run) const {
  const rnlp_tensor_t* in = run->inputs[0];
  RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, in));
  void* out = run->outputs[0]->data;
  const int64_t n = in->num_elements;
  const int64_t block = WorkBlock(n, work);
  if (narrow == 0 && n <= block) [[likely]] {
    loop(in->data, out, n);
    return nullptr;
  }
  ParallelFor(run, n, block, [&](int64_t begin, int64_t end) {
    const void* from = At(in->data, begin, in_bytes);
    void* to = At(out, begin, out_bytes);
    if (narrow == 0)
      loop(from, to, end - begin);
    else
      RunNarrow(narrow, loop, from, to, end - begin);
  });
  return nullptr;
}

namespace {

bool IsNarrow(int32_t dtype) { return dtype == RNLP_HALF || dtype == RNLP_BFLOAT16; }

rnlp_status_t* NoKernel(const rnlp_host_t* host, const rnlp_str_t& op, int32_t dtype) {
  return Fail(host, RNLP_UNIMPLEMENTED, "%.*s: no CPU kernel for %s", static_cast<int>(op.size), op.data,
              TypeName(dtype));
}

template <typename Entry>
const Entry* FindEntry(const Entry* entries, size_t count, const rnlp_str_t& op) {
  for (size_t i = 0; i < count; ++i) {
    if (op.size == std::strlen(entries[i].op) && std::memcmp(op.data, entries[i].op, op.size) == 0)
      return entries + i;
  }
  return nullptr;
}

}  // namespace

UnaryLoop LoopOf(const UnaryEntry& entry, int32_t dtype, const ElementTable& simd) {
  if (entry.simd >= 0 && dtype == RNLP_FLOAT) return simd.unary_f32[entry.simd];
  if (entry.simd >= 0 && entry.simd < kNumSimdUnary && dtype == RNLP_DOUBLE)
    return simd.unary_f64[entry.simd];
  return entry.loop(dtype);
}

BinaryLoop LoopOf(const BinaryEntry& entry, int32_t dtype, const ElementTable& simd) {
  if (entry.simd >= 0 && dtype == RNLP_FLOAT) return simd.binary_f32[entry.simd];
  if (entry.simd >= 0 && entry.simd < kNumSimdBinary && dtype == RNLP_DOUBLE)
    return simd.binary_f64[entry.simd];
  return entry.loop(dtype);
}

// Polynomials and a division; one element after another they take as much as eight vectors' elements.
constexpr int64_t kTranscendentalWork = 24, kScalarWork = 8;

// `simd` is an op's number, or -1; from `float_only` on there are vectors of f32 alone, for functions.
static int64_t WorkOf(int simd, int float_only, int32_t dtype) {
  if (simd < 0) return kScalarWork;
  const bool vectors = dtype == RNLP_FLOAT || (dtype == RNLP_DOUBLE && simd < float_only);
  return (simd < float_only ? 1 : kTranscendentalWork) * (vectors ? 1 : kScalarWork);
}
int64_t WorkOf(const UnaryEntry& entry, int32_t dtype) {
  return WorkOf(entry.simd, kNumSimdUnary, dtype);
}
int64_t WorkOf(const BinaryEntry& entry, int32_t dtype) {
  return WorkOf(entry.simd, kNumSimdBinary, dtype);
}

rnlp_status_t* CreateUnaryKernel(const UnaryEntry* entries, size_t count, const rnlp_host_t* host,
                                 const rnlp_node_t* node, rnlp_kernel_t** out) {
  const rnlp_str_t op = host->node_op(host, node);
  const int32_t dtype = host->node_input_dtype(host, node, 0);
  const UnaryEntry* entry = FindEntry(entries, count, op);
  if (entry == nullptr) return NoKernel(host, op, dtype);
  const bool is_narrow = IsNarrow(dtype) && !entry->tests;
  const int32_t compute = is_narrow ? static_cast<int32_t>(RNLP_FLOAT) : dtype;
  UnaryLoop loop = LoopOf(*entry, compute, Elements(ChooseIsa(host)));
  if (loop == nullptr) return NoKernel(host, op, dtype);
  auto* kernel = New<UnaryKernel>(host);
  if (kernel == nullptr) return OutOfMemory(host, entry->op);
  kernel->op = entry->op;
  kernel->loop = loop;
  kernel->narrow = is_narrow ? dtype : 0;
  kernel->in_bytes = TypeSize(dtype);
  kernel->out_bytes = entry->tests ? 1 : kernel->in_bytes;
  kernel->work = kMoveWork + WorkOf(*entry, compute);
  *out = AsHandle(kernel);
  return nullptr;
}

rnlp_status_t* CreateBinaryKernel(const BinaryEntry* entries, size_t count, const rnlp_host_t* host,
                                  const rnlp_node_t* node, BinaryKernel** out) {
  const rnlp_str_t op = host->node_op(host, node);
  const int32_t dtype = host->node_input_dtype(host, node, 0);
  const BinaryEntry* entry = FindEntry(entries, count, op);
  if (entry == nullptr) return NoKernel(host, op, dtype);
  const bool is_narrow = IsNarrow(dtype);
  const int32_t compute = is_narrow ? static_cast<int32_t>(RNLP_FLOAT) : dtype;
  BinaryLoop loop = LoopOf(*entry, compute, Elements(ChooseIsa(host)));
  if (loop == nullptr) return NoKernel(host, op, dtype);
  auto* kernel = New<BinaryKernel>(host);
  if (kernel == nullptr) return OutOfMemory(host, entry->op);
  kernel->op = entry->op;
  kernel->loop = loop;
  kernel->narrow = is_narrow ? dtype : 0;
  kernel->in_bytes = TypeSize(dtype);
  kernel->broadcasts = entry->broadcasts;
  kernel->out_bytes = entry->compares ? 1 : kernel->in_bytes;
  *out = kernel;
  return nullptr;
}

}  // namespace runnel::cpu
