// What kernels of linear algebra share: matrices in double, memory for one at a time, the loop over a
// batch. linalg.h says how a matrix is done.
#ifndef RUNNEL_DEVICES_CPU_MATRIX_KERNEL_H_
#define RUNNEL_DEVICES_CPU_MATRIX_KERNEL_H_

#include <algorithm>
#include <atomic>
#include <initializer_list>

#include "devices/cpu/linalg.h"
#include "devices/cpu/strided_copy.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {

using Wide = std::complex<double>;

template <typename T>
struct ScalarOf {
  using Type = double;
};
template <typename T>
struct ScalarOf<Complex<T>> {
  using Type = Wide;
};
template <typename T>
using Scalar = typename ScalarOf<T>::Type;

template <typename T>
void Widen(const T* in, int64_t n, Scalar<T>* out) {
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (std::is_same_v<Scalar<T>, Wide>) {
      out[i] = {in[i].re, in[i].im};
    } else {
      out[i] = static_cast<double>(Load(in[i]));
    }
  }
}
template <typename T>
T Narrow(const Scalar<T>& x) {
  if constexpr (std::is_same_v<Scalar<T>, Wide>) {
    using Part = decltype(T::re);
    return {static_cast<Part>(x.real()), static_cast<Part>(x.imag())};
  } else {
    return Store<T>(static_cast<Compute<T>>(x));
  }
}
template <typename T>
void Narrow(const Scalar<T>* in, int64_t n, T* out) {
  for (int64_t i = 0; i < n; ++i) out[i] = Narrow<T>(in[i]);
}

using MatrixTypes = TypeList<float, double, Half, Complex<float>, Complex<double>>;

// The last two dimensions of a tensor, and how many matrices of them there are.
struct Batch {
  int64_t count = 1, rows = 0, columns = 0;
  int64_t size() const { return rows * columns; }
};

// What all kernels here share. A kernel has Check, which looks at shapes and makes outputs, and
// One<T>(run, batch, memory), which does one matrix and says what is wrong with it, or nullptr. Memory
// is of Need(batch) scalars.
struct MatrixKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }

  rnlp_status_t* Read(const rnlp_run_t* run, uint32_t input, const char* arg, Batch* out) const {
    const rnlp_tensor_t* tensor = run->inputs[input];
    if (tensor->rank < 2) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s should have rank 2 or more, got shape %s",
                  op, arg, ShapeText(tensor).text);
    }
    *out = {ProductOf(tensor->dims, 0, tensor->rank - 2), tensor->dims[tensor->rank - 2],
            tensor->dims[tensor->rank - 1]};
    return nullptr;
  }
  rnlp_status_t* ReadSquare(const rnlp_run_t* run, uint32_t input, const char* arg, Batch* out) const {
    RUNNEL_CPU_RETURN_IF_ERROR(Read(run, input, arg, out));
    if (out->rows == out->columns) return nullptr;
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s should be of square matrices, got shape %s",
                op, arg, ShapeText(run->inputs[input]).text);
  }
  // The batch's dimensions, then `rest`.
  rnlp_status_t* MakeOutput(const rnlp_run_t* run, uint32_t output, const rnlp_tensor_t* batch,
                            std::initializer_list<int64_t> rest) const {
    Dims dims;
    for (int32_t i = 0; i < batch->rank - 2; ++i) dims.Add(batch->dims[i]);
    for (const int64_t dim : rest) dims.Add(dim);
    return EnsureOutput(run, op, output, dims);
  }

  // Calls one(i, memory) for matrix i of `count`, each share with memory for `need` scalars S.
  template <typename S, typename F>
  rnlp_status_t* ForEach(const rnlp_run_t* run, int64_t count, int64_t work, double need,
                         const F& one) const {
    constexpr double kMost = 1e15;
    if (need > kMost) return OutOfMemory(run->host, op);
    const auto bytes = static_cast<uint64_t>(need) * sizeof(S) + 64;
    std::atomic<const char*> wrong{nullptr};
    std::atomic<bool> no_memory{false};
    Slots(run, count, work >= kParallelElements && count > 1, [&](int64_t, int64_t begin, int64_t end) {
      void* memory = run->host->alloc(run->host, bytes);
      if (memory == nullptr) {
        no_memory = true;
        return;
      }
      for (int64_t i = begin; i < end && wrong.load() == nullptr && !IsStopped(run); ++i) {
        if (const char* why = one(i, static_cast<S*>(memory))) wrong = why;
      }
      run->host->free(run->host, memory, bytes);
    });
    if (no_memory) return OutOfMemory(run->host, op);
    if (wrong != nullptr) return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s", op, wrong.load());
    return nullptr;
  }
};
inline double Square(int64_t n) { return static_cast<double>(n) * static_cast<double>(n); }

inline constexpr char kSingular[] = "Input matrix is not invertible.";

// A kernel's Run: its Typed for the type of input 0.
template <class K>
rnlp_status_t* RunTyped(const K& kernel, const rnlp_run_t* run) {
  return VisitType<rnlp_status_t*>(MatrixTypes{}, run->inputs[0]->dtype, nullptr, [&](auto tag) {
    return kernel.template Typed<typename decltype(tag)::Type>(run);
  });
}

inline constexpr int32_t kMatrixTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_COMPLEX64,
                                           RNLP_COMPLEX128};
inline constexpr rnlp_type_constraint_t kMatrixT[] = {Types("T", kMatrixTypes)};
inline constexpr rnlp_arg_mark_t kScaleArgs[] = {{"l2_regularizer", RNLP_ARG_HOST}};

// Costs grow with the third power; the estimate knows elements alone.
template <class K, const char* kOp>
constexpr rnlp_kernel_row_t MatrixRow(const rnlp_type_constraint_t (&types)[1], bool has_scale = false) {
  return MakeRow({.op = kOp,
                  .flags = RNLP_KERNEL_EXPENSIVE,
                  .types = types,
                  .num_types = 1,
                  .args = has_scale ? kScaleArgs : nullptr,
                  .num_args = has_scale ? 1u : 0u,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<100000>,
                  .run = Run<K>});
}

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_MATRIX_KERNEL_H_
