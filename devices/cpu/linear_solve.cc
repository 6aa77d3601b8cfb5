// Linear algebra: what is solved with triangles: Cholesky, MatrixInverse, MatrixDeterminant,
// LogMatrixDeterminant, MatrixSolve, MatrixTriangularSolve, BandedTriangularSolve.
#include "devices/cpu/matrix_kernel.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

using linalg::Conj;

constexpr char kCholesky[] = "Cholesky";
constexpr char kInverse[] = "MatrixInverse";
constexpr char kDeterminant[] = "MatrixDeterminant";
constexpr char kLogDeterminant[] = "LogMatrixDeterminant";
constexpr char kSolve[] = "MatrixSolve";
constexpr char kTriangular[] = "MatrixTriangularSolve";
constexpr char kBanded[] = "BandedTriangularSolve";

struct CholeskyKernel : MatrixKernel {
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    Batch b;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSquare(run, 0, "input", &b));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    const int64_t n = b.rows;
    return ForEach<Scalar<T>>(
        run, b.count, b.count * b.size() * n, Square(n), [&](int64_t i, Scalar<T>* a) -> const char* {
          Widen(Data<T>(run->inputs[0]) + i * b.size(), b.size(), a);
          if (!linalg::CholeskyFactor(a, n)) {
            return "Cholesky decomposition was not successful. The input might not be valid.";
          }
          Narrow(a, b.size(), Data<T>(run->outputs[0]) + i * b.size());
          return nullptr;
        });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

// MatrixInverse and MatrixSolve.
struct SolveKernel : MatrixKernel {
  bool adjoint = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrBool(host, node, "adjoint", &adjoint);
  }
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    using S = Scalar<T>;
    Batch b;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSquare(run, 0, run->num_inputs > 1 ? "matrix" : "input", &b));
    Batch rhs = b;
    const rnlp_tensor_t* right = run->num_inputs > 1 ? run->inputs[1] : nullptr;
    if (right != nullptr) {
      RUNNEL_CPU_RETURN_IF_ERROR(Read(run, 1, "rhs", &rhs));
      const rnlp_tensor_t* matrix = run->inputs[0];
      if (right->rank != matrix->rank || rhs.rows != b.rows ||
          !std::equal(right->dims, right->dims + right->rank - 2, matrix->dims)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: rhs %s should have the batch and the rows of matrix %s", op,
                    ShapeText(right).text, ShapeText(matrix).text);
      }
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, right == nullptr ? run->inputs[0] : right));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const int64_t n = b.rows;
    const double need = 2 * Square(n) + static_cast<double>(n) * static_cast<double>(rhs.columns) +
                        static_cast<double>(n);
    return ForEach<S>(run, b.count, b.count * b.size() * n, need,
                      [&](int64_t i, S* memory) -> const char* {
                        S* a = memory;
                        S* x = a + 2 * n * n;
                        auto* rows = reinterpret_cast<int64_t*>(x + n * rhs.columns);
                        if (adjoint) {
                          Widen(Data<T>(run->inputs[0]) + i * b.size(), b.size(), a + n * n);
                          linalg::Transpose(a + n * n, n, n, true, a);
                        } else {
                          Widen(Data<T>(run->inputs[0]) + i * b.size(), b.size(), a);
                        }
                        if (right != nullptr) {
                          Widen(Data<T>(right) + i * rhs.size(), rhs.size(), x);
                        } else {
                          std::fill(x, x + n * n, S{});
                          for (int64_t k = 0; k < n; ++k) x[k * n + k] = S{1};
                        }
                        linalg::LuFactor(a, n, rows);
                        for (int64_t k = 0; k < n; ++k) {
                          if (a[k * n + k] == S{})
                            return right == nullptr ? "Input is not invertible." : kSingular;
                        }
                        linalg::LuSolve(a, n, rows, x, rhs.columns);
                        Narrow(x, rhs.size(), Data<T>(run->outputs[0]) + i * rhs.size());
                        return nullptr;
                      });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

// As sign and logarithm, so that nothing overflows on the way.
struct DeterminantKernel : MatrixKernel {
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    using S = Scalar<T>;
    Batch b;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSquare(run, 0, "input", &b));
    for (uint32_t k = 0; k < run->num_outputs; ++k) {
      RUNNEL_CPU_RETURN_IF_ERROR(MakeOutput(run, k, run->inputs[0], {}));
    }
    const int64_t n = b.rows;
    return ForEach<S>(run, b.count, b.count * b.size() * n, Square(n) + static_cast<double>(n),
                      [&](int64_t i, S* a) -> const char* {
                        auto* rows = reinterpret_cast<int64_t*>(a + n * n);
                        Widen(Data<T>(run->inputs[0]) + i * b.size(), b.size(), a);
                        S sign = static_cast<double>(linalg::LuFactor(a, n, rows));
                        double log_size = 0;
                        for (int64_t k = 0; k < n; ++k) {
                          const S pivot = a[k * n + k];
                          sign *= pivot == S{} ? S{} : linalg::Phase(pivot);
                          log_size += std::log(std::abs(pivot));
                        }
                        if (run->num_outputs > 1) {
                          Data<T>(run->outputs[0])[i] = Narrow<T>(sign);
                          Data<T>(run->outputs[1])[i] = Narrow<T>(S{log_size});
                          return nullptr;
                        }
                        S product = n == 0 ? S{1} : sign * std::exp(log_size);
                        if (n > 0 && std::fabs(log_size) < 300) {
                          // Exact where the numbers are, as for whole ones.
                          product = sign == S{} ? S{} : S{1};
                          int turns = 1;
                          for (int64_t k = 0; k < n; ++k) {
                            product *= a[k * n + k];
                            if (rows[k] != k) turns = -turns;
                          }
                          product *= static_cast<double>(turns);
                        }
                        Data<T>(run->outputs[0])[i] = Narrow<T>(product);
                        return nullptr;
                      });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

// The batches of a matrix and a rhs, which broadcast against each other.
class BatchPair {
 public:
  // False unless they fit.
  bool Init(const rnlp_tensor_t* matrix, const rnlp_tensor_t* rhs) {
    const rnlp_tensor_t* in[2] = {matrix, rhs};
    const int32_t rank = std::max(matrix->rank, rhs->rank);
    bool fits = true;
    for (int32_t d = 0; d < rank - 2; ++d) {
      int64_t size = 1;
      for (const rnlp_tensor_t* tensor : in) {
        const int32_t at = d - (rank - tensor->rank);
        const int64_t own = at < 0 ? 1 : tensor->dims[at];
        if (own == 1) continue;
        fits = fits && (size == 1 || size == own);
        size = own;
      }
      dims_.Add(size);
    }
    for (int t = 0; t < 2; ++t) {
      int64_t step = 1;
      for (int32_t d = rank - 3; d >= 0; --d) {
        const int32_t at = d - (rank - in[t]->rank);
        const int64_t own = at < 0 ? 1 : in[t]->dims[at];
        strides_[t][d] = own == 1 ? 0 : step;
        step *= own;
      }
    }
    return fits;
  }
  int64_t count() const { return ProductOf(dims_.size, 0, dims_.rank); }
  const Dims& dims() const { return dims_; }
  // Which matrix and which rhs make result i.
  void At(int64_t i, int64_t at[2]) const {
    at[0] = at[1] = 0;
    for (int32_t d = dims_.rank - 1; d >= 0; --d) {
      for (int t = 0; t < 2; ++t) at[t] += i % dims_.size[d] * strides_[t][d];
      i /= dims_.size[d];
    }
  }

 private:
  Dims dims_;
  int64_t strides_[2][kMaxRank + 1];  // 0 where it repeats
};

struct TriangularKernel : MatrixKernel {
  bool lower = true, adjoint = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "lower", &lower));
    return AttrBool(host, node, "adjoint", &adjoint);
  }
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    using S = Scalar<T>;
    Batch b, rhs;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSquare(run, 0, "matrix", &b));
    RUNNEL_CPU_RETURN_IF_ERROR(Read(run, 1, "rhs", &rhs));
    const rnlp_tensor_t* in[2] = {run->inputs[0], run->inputs[1]};
    BatchPair batches;
    if (!batches.Init(in[0], in[1]) || rhs.rows != b.rows) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: matrix %s and rhs %s do not fit", op,
                  ShapeText(in[0]).text, ShapeText(in[1]).text);
    }
    const int64_t count = batches.count();
    Dims dims = batches.dims();
    dims.Add(b.rows);
    dims.Add(rhs.columns);
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const int64_t n = b.rows;
    const double need = 2 * Square(n) + static_cast<double>(n) * static_cast<double>(rhs.columns);
    return ForEach<S>(run, count, count * b.size() * rhs.columns, need,
                      [&](int64_t i, S* memory) -> const char* {
                        int64_t at[2];
                        batches.At(i, at);
                        S* a = memory;
                        S* x = memory + 2 * n * n;
                        if (adjoint) {
                          Widen(Data<T>(in[0]) + at[0] * b.size(), b.size(), a + n * n);
                          linalg::Transpose(a + n * n, n, n, true, a);
                        } else {
                          Widen(Data<T>(in[0]) + at[0] * b.size(), b.size(), a);
                        }
                        for (int64_t k = 0; k < n; ++k) {
                          if (a[k * n + k] == S{}) return kSingular;
                        }
                        Widen(Data<T>(in[1]) + at[1] * rhs.size(), rhs.size(), x);
                        linalg::SolveTriangle(a, n, lower != adjoint, false, x, rhs.columns);
                        Narrow(x, rhs.size(), Data<T>(run->outputs[0]) + i * rhs.size());
                        return nullptr;
                      });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

// Triangles of few diagonals, the rows of matrix [..., k, n]: element j of a row is in column j.
struct BandedKernel : MatrixKernel {
  bool lower = true, adjoint = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "lower", &lower));
    return AttrBool(host, node, "adjoint", &adjoint);
  }
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    using S = Scalar<T>;
    Batch b, rhs;
    RUNNEL_CPU_RETURN_IF_ERROR(Read(run, 0, "matrix", &b));
    RUNNEL_CPU_RETURN_IF_ERROR(Read(run, 1, "rhs", &rhs));
    const rnlp_tensor_t* in[2] = {run->inputs[0], run->inputs[1]};
    BatchPair batches;
    if (!batches.Init(in[0], in[1]) || rhs.rows != b.columns || b.rows == 0) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: matrix %s should be [..., k, n], k from 1, and rhs %s [..., n, columns]", op,
                  ShapeText(in[0]).text, ShapeText(in[1]).text);
    }
    const int64_t n = b.columns, bands = b.rows, c = rhs.columns, count = batches.count();
    Dims dims = batches.dims();
    dims.Add(n);
    dims.Add(c);
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const double need = static_cast<double>(bands) * static_cast<double>(n) +
                        static_cast<double>(n) * static_cast<double>(c);
    return ForEach<S>(run, count, count * b.size() * c, need, [&](int64_t i, S* band) -> const char* {
      int64_t at[2];
      batches.At(i, at);
      S* x = band + b.size();
      Widen(Data<T>(in[0]) + at[0] * b.size(), b.size(), band);
      Widen(Data<T>(in[1]) + at[1] * rhs.size(), rhs.size(), x);
      // Element (row, row - k) of a lower triangle, (row, row + k) of an upper one; adjoint exchanges.
      const auto element = [&](int64_t row, int64_t k) {
        if (lower) return adjoint ? Conj(band[k * n + row + k]) : band[k * n + row];
        const S* diagonal = band + (bands - 1 - k) * n;
        return adjoint ? Conj(diagonal[row - k]) : diagonal[row];
      };
      const bool forward = lower != adjoint;
      for (int64_t step = 0; step < n; ++step) {
        const int64_t row = forward ? step : n - 1 - step;
        const S main = element(row, 0);
        if (main == S{}) return kSingular;
        for (int64_t k = 1; k < bands && k <= step; ++k) {
          const int64_t from = forward ? row - k : row + k;
          linalg::AddScaled(-element(row, k), x + from * c, x + row * c, c);
        }
        for (int64_t j = 0; j < c; ++j) x[row * c + j] /= main;
      }
      Narrow(x, rhs.size(), Data<T>(run->outputs[0]) + i * rhs.size());
      return nullptr;
    });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

}  // namespace

constexpr rnlp_kernel_row_t kLinearSolveRows[] = {
    MatrixRow<CholeskyKernel, kCholesky>(kMatrixT),
    MatrixRow<SolveKernel, kInverse>(kMatrixT),
    MatrixRow<DeterminantKernel, kDeterminant>(kMatrixT),
    MatrixRow<DeterminantKernel, kLogDeterminant>(kMatrixT),
    MatrixRow<SolveKernel, kSolve>(kMatrixT),
    MatrixRow<TriangularKernel, kTriangular>(kMatrixT),
    MatrixRow<BandedKernel, kBanded>(kMatrixT),
};
RUNNEL_CPU_ROWS(LinearSolve)

}  // namespace runnel::cpu
