// Linear algebra of general matrices by Schur's form: Eig MatrixSquareRoot MatrixLogarithm, and
// MatrixExponential.
#include "devices/cpu/matrix_kernel.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/schur.h"

namespace runnel::cpu {
namespace {

constexpr char kEig[] = "Eig";
constexpr char kExponential[] = "MatrixExponential";
constexpr char kLogarithm[] = "MatrixLogarithm";
constexpr char kSquareRoot[] = "MatrixSquareRoot";

template <typename T>
constexpr bool kIsReal = std::is_same_v<Scalar<T>, double>;

template <typename T>
void ToWide(const T* in, int64_t n, Wide* out) {
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (kIsReal<T>) {
      out[i] = static_cast<double>(Load(in[i]));
    } else {
      out[i] = {in[i].re, in[i].im};
    }
  }
}
template <typename T>
void FromWide(const Wide* in, int64_t n, T* out) {
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (kIsReal<T>) {
      out[i] = Narrow<T>(in[i].real());
    } else {
      out[i] = Narrow<T>(in[i]);
    }
  }
}

// ---- functions of matrices ----

// Root or logarithm of a [n,n] by Schur's form: f(U T U^H) = U f(T) U^H. What has none becomes NaN, as a
// real matrix without a real root does. memory: 4 n^2 + 2 n numbers, of which a is the first.
void BySchur(bool root, bool real, int64_t n, Wide* a) {
  const int64_t size = n * n;
  Wide* u = a + size;
  Wide* f = u + size;
  Wide* product = f + size;
  Wide* rest = product + size;
  bool is_good = linalg::Schur(a, n, u, rest);
  if (is_good) {
    if (root) {
      linalg::TriangularRoot(a, n, f);
    } else {
      linalg::TriangularLogarithm(a, n, f, rest);
    }
    linalg::Multiply(u, f, n, false, product);
    linalg::Multiply(product, u, n, true, a);
    is_good = linalg::AllFinite(a, size);
  }
  if (is_good && real) {
    constexpr double kRounding = 1e-6;
    double whole = 0, imaginary = 0;
    for (int64_t i = 0; i < size; ++i) {
      whole = std::max(whole, std::abs(a[i]));
      imaginary = std::max(imaginary, std::fabs(a[i].imag()));
    }
    is_good = imaginary <= kRounding * whole;
  }
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (!is_good) std::fill(a, a + size, real ? Wide{kNaN} : Wide{kNaN, kNaN});
}

struct FunctionKernel : MatrixKernel {
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    Batch b;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSquare(run, 0, "input", &b));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    const int64_t n = b.rows;
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const double need = 7 * Square(n) + 2 * static_cast<double>(n);
    return ForEach<Wide>(run, b.count, b.count * b.size() * n, need,
                         [&](int64_t i, Wide* a) -> const char* {
                           ToWide(Data<T>(run->inputs[0]) + i * b.size(), b.size(), a);
                           if (op == kExponential) {
                             Wide* work = a + n * n;
                             auto* rows = reinterpret_cast<int64_t*>(work + 6 * n * n);
                             linalg::Exponential(a, n, work, rows);
                           } else {
                             BySchur(op == kSquareRoot, kIsReal<T>, n, a);
                           }
                           FromWide(a, b.size(), Data<T>(run->outputs[0]) + i * b.size());
                           return nullptr;
                         });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

// ---- eigenvalues ----

void SwapColumns(Wide* v, int64_t n, int64_t i, int64_t j) {
  for (int64_t k = 0; k < n; ++k) std::swap(v[k * n + i], v[k * n + j]);
}

// By absolute value, ascending. v, the vectors by columns, may be null.
void SortEigenvalues(Wide* e, Wide* v, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const int64_t least =
        std::min_element(e + i, e + n,
                         [](const Wide& x, const Wide& y) { return std::abs(x) < std::abs(y); }) -
        e;
    if (least == i) continue;
    std::swap(e[i], e[least]);
    if (v != nullptr) SwapColumns(v, n, i, least);
  }
}

// Those of a real matrix are real or pairs of conjugates, which rounding has parted: a pair stands
// together then, first the one above the real axis, and real ones have real vectors.
void PairEigenvalues(Wide* e, Wide* v, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    int64_t other = i;
    double apart = std::fabs(e[i].imag());
    for (int64_t j = i + 1; j < n; ++j) {
      const double distance = std::abs(e[j] - std::conj(e[i]));
      if (distance >= apart) continue;
      apart = distance;
      other = j;
    }
    if (other == i) {
      e[i] = e[i].real();
      if (v == nullptr) continue;
      // The largest element gives the phase.
      Wide most{};
      for (int64_t k = 0; k < n; ++k) {
        if (std::abs(v[k * n + i]) > std::abs(most)) most = v[k * n + i];
      }
      const Wide turn = std::conj(linalg::Phase(most));
      for (int64_t k = 0; k < n; ++k) v[k * n + i] = (v[k * n + i] * turn).real();
      continue;
    }
    if (other != i + 1) {
      std::swap(e[i + 1], e[other]);
      if (v != nullptr) SwapColumns(v, n, i + 1, other);
    }
    if (e[i].imag() < 0) {
      std::swap(e[i], e[i + 1]);
      if (v != nullptr) SwapColumns(v, n, i, i + 1);
    }
    e[i + 1] = std::conj(e[i]);
    for (int64_t k = 0; v != nullptr && k < n; ++k) v[k * n + i + 1] = std::conj(v[k * n + i]);
    ++i;
  }
}

struct EigKernel : MatrixKernel {
  bool vectors = true;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrBool(host, node, "compute_v", &vectors);
  }
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    using Out = std::conditional_t<kIsReal<T>, Complex<std::conditional_t<kIsReal<T>, T, float>>, T>;
    Batch b;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSquare(run, 0, "input", &b));
    const int64_t n = b.rows;
    if (static_cast<size_t>(TypeSize(run->outputs[0]->dtype)) != sizeof(Out)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: Tout is %s, expected the complex type of %s",
                  op, TypeName(run->outputs[0]->dtype), TypeName(run->inputs[0]->dtype));
    }
    RUNNEL_CPU_RETURN_IF_ERROR(MakeOutput(run, 0, run->inputs[0], {n}));
    if (vectors) {
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 1, run->inputs[0]));
    } else {
      const int64_t none = 0;
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 1, 1, &none));
    }
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const double need = 3 * Square(n) + 2 * static_cast<double>(n);
    return ForEach<Wide>(
        run, b.count, b.count * b.size() * n, need, [&](int64_t i, Wide* a) -> const char* {
          Wide* u = a + n * n;
          Wide* v = vectors ? u + n * n : nullptr;
          Wide* e = u + 2 * n * n;
          Wide* rest = e + n;
          ToWide(Data<T>(run->inputs[0]) + i * b.size(), b.size(), a);
          if (!linalg::Schur(a, n, u, rest)) {
            return "Eigen decomposition was not successful. The input might not be valid.";
          }
          for (int64_t k = 0; k < n; ++k) e[k] = a[k * n + k];
          if (v != nullptr) linalg::TriangularVectors(a, u, n, rest, v);
          if (kIsReal<T>) {
            PairEigenvalues(e, v, n);
          } else {
            SortEigenvalues(e, v, n);
          }
          FromWide(e, n, Data<Out>(run->outputs[0]) + i * n);
          if (v != nullptr) FromWide(v, n * n, Data<Out>(run->outputs[1]) + i * n * n);
          return nullptr;
        });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    using EigTypes = TypeList<float, double, Complex<float>, Complex<double>>;
    return VisitType<rnlp_status_t*>(EigTypes{}, run->inputs[0]->dtype, nullptr,
                                     [&](auto tag) { return Typed<typename decltype(tag)::Type>(run); });
  }
};

constexpr int32_t kComplexTypes[] = {RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr int32_t kEigTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr rnlp_type_constraint_t kComplexT[] = {Types("T", kComplexTypes)};
constexpr rnlp_type_constraint_t kEigT[] = {Types("T", kEigTypes)};

}  // namespace

constexpr rnlp_kernel_row_t kMatrixFunctionRows[] = {
    MatrixRow<EigKernel, kEig>(kEigT),
    MatrixRow<FunctionKernel, kExponential>(kMatrixT),
    MatrixRow<FunctionKernel, kLogarithm>(kComplexT),
    MatrixRow<FunctionKernel, kSquareRoot>(kMatrixT),
};
RUNNEL_CPU_ROWS(MatrixFunction)

}  // namespace runnel::cpu
