// Linear algebra: Lu, Qr, Svd, SelfAdjointEig(V2), MatrixSolveLs, and matrices of three diagonals:
// TridiagonalSolve, TridiagonalMatMul.
#include "devices/cpu/matrix_kernel.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

using linalg::Conj;

constexpr char kLu[] = "Lu";
constexpr char kQr[] = "Qr";
constexpr char kSvd[] = "Svd";
constexpr char kEigen[] = "SelfAdjointEig";
constexpr char kEigenV2[] = "SelfAdjointEigV2";
constexpr char kLeastSquares[] = "MatrixSolveLs";
constexpr char kTridiagonalSolve[] = "TridiagonalSolve";
constexpr char kTridiagonalMatMul[] = "TridiagonalMatMul";

struct LuKernel : MatrixKernel {
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    using S = Scalar<T>;
    Batch b;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSquare(run, 0, "input", &b));
    const int64_t n = b.rows;
    RUNNEL_CPU_RETURN_IF_ERROR(MakeOutput(run, 0, run->inputs[0], {n, n}));
    RUNNEL_CPU_RETURN_IF_ERROR(MakeOutput(run, 1, run->inputs[0], {n}));
    if (b.count == 0 || n == 0) return nullptr;
    const bool is_long = run->outputs[1]->dtype == RNLP_INT64;
    // The exchanged rows, and the order that they give, take two scalars each at most.
    const double need = Square(n) + 2 * static_cast<double>(n);
    return ForEach<S>(run, b.count, b.count * b.size() * n, need,
                      [&](int64_t i, S* memory) -> const char* {
                        S* a = memory;
                        auto* rows = reinterpret_cast<int64_t*>(a + n * n);
                        int64_t* order = rows + n;
                        Widen(Data<T>(run->inputs[0]) + i * n * n, n * n, a);
                        linalg::LuFactor(a, n, rows);
                        for (int64_t k = 0; k < n; ++k) {
                          if (!(std::abs(a[k * n + k]) > 0)) return "Input is not invertible.";
                          order[k] = k;
                        }
                        for (int64_t k = 0; k < n; ++k) std::swap(order[k], order[rows[k]]);
                        Narrow(a, n * n, Data<T>(run->outputs[0]) + i * n * n);
                        for (int64_t k = 0; k < n; ++k) {
                          if (is_long) {
                            Data<int64_t>(run->outputs[1])[i * n + k] = order[k];
                          } else {
                            Data<int32_t>(run->outputs[1])[i * n + k] = static_cast<int32_t>(order[k]);
                          }
                        }
                        return nullptr;
                      });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

struct QrKernel : MatrixKernel {
  bool full = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrBool(host, node, "full_matrices", &full);
  }
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    using S = Scalar<T>;
    Batch b;
    RUNNEL_CPU_RETURN_IF_ERROR(Read(run, 0, "input", &b));
    const int64_t m = b.rows, n = b.columns, p = std::min(m, n), k = full ? m : p;
    RUNNEL_CPU_RETURN_IF_ERROR(MakeOutput(run, 0, run->inputs[0], {m, k}));
    RUNNEL_CPU_RETURN_IF_ERROR(MakeOutput(run, 1, run->inputs[0], {k, n}));
    if (b.count == 0) return nullptr;
    const double need = 2 * static_cast<double>(m) * static_cast<double>(n) +
                        2 * static_cast<double>(m) * static_cast<double>(k) + static_cast<double>(p) + 1;
    return ForEach<S>(
        run, b.count, b.count * b.size() * p, need, [&](int64_t i, S* memory) -> const char* {
          S* a = memory;
          S* columns = a + m * n;
          S* q = columns + m * n;
          S* flat = q + m * k;
          S* tau = flat + m * k;
          Widen(Data<T>(run->inputs[0]) + i * b.size(), b.size(), a);
          linalg::Transpose(a, m, n, false, columns);
          linalg::QrFactor(columns, m, n, tau);
          linalg::QrMakeQ(columns, m, n, tau, q, k);
          linalg::Transpose(q, k, m, false, flat);
          Narrow(flat, m * k, Data<T>(run->outputs[0]) + i * m * k);
          T* r = Data<T>(run->outputs[1]) + i * k * n;
          for (int64_t row = 0; row < k; ++row) {
            for (int64_t column = 0; column < n; ++column) {
              r[row * n + column] = Narrow<T>(row <= column ? columns[column * m + row] : S{});
            }
          }
          return nullptr;
        });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

struct EigenKernel : MatrixKernel {
  bool vectors = true;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrBool(host, node, "compute_v", &vectors);
  }
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    using S = Scalar<T>;
    Batch b;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadSquare(run, 0, "input", &b));
    const int64_t n = b.rows;
    const bool joined = run->num_outputs == 1;  // SelfAdjointEig: values in a row above the vectors
    if (joined) {
      RUNNEL_CPU_RETURN_IF_ERROR(MakeOutput(run, 0, run->inputs[0], {n + 1, n}));
    } else {
      RUNNEL_CPU_RETURN_IF_ERROR(MakeOutput(run, 0, run->inputs[0], {n}));
      if (vectors) {
        RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 1, run->inputs[0]));
      } else {
        const int64_t none = 0;
        RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 1, 1, &none));
      }
    }
    if (n == 0) return nullptr;
    return ForEach<S>(
        run, b.count, b.count * b.size() * n, 2 * Square(n) + static_cast<double>(n),
        [&](int64_t i, S* memory) -> const char* {
          S* a = memory;
          S* v = vectors ? a + n * n : nullptr;
          auto* values = reinterpret_cast<double*>(a + 2 * n * n);
          Widen(Data<T>(run->inputs[0]) + i * b.size(), b.size(), a);
          if (!linalg::SelfAdjointEigen(a, n, values, v)) {
            return "Self-adjoint eigen decomposition was not successful. The input might not be valid.";
          }
          T* to = Data<T>(run->outputs[0]) + i * (joined ? (n + 1) * n : n);
          for (int64_t k = 0; k < n; ++k) to[k] = Narrow<T>(S{values[k]});
          if (v == nullptr) return nullptr;
          T* out = joined ? to + n : Data<T>(run->outputs[1]) + i * n * n;
          for (int64_t row = 0; row < n; ++row) {
            for (int64_t k = 0; k < n; ++k) out[row * n + k] = Narrow<T>(Conj(v[k * n + row]));
          }
          return nullptr;
        });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

struct SvdKernel : MatrixKernel {
  bool vectors = true, full = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "compute_uv", &vectors));
    return AttrBool(host, node, "full_matrices", &full);
  }
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    using S = Scalar<T>;
    Batch b;
    RUNNEL_CPU_RETURN_IF_ERROR(Read(run, 0, "input", &b));
    const int64_t m = b.rows, n = b.columns, p = std::min(m, n);
    const int64_t left = full ? m : p, right = full ? n : p;
    RUNNEL_CPU_RETURN_IF_ERROR(MakeOutput(run, 0, run->inputs[0], {p}));
    if (vectors) {
      RUNNEL_CPU_RETURN_IF_ERROR(MakeOutput(run, 1, run->inputs[0], {m, left}));
      RUNNEL_CPU_RETURN_IF_ERROR(MakeOutput(run, 2, run->inputs[0], {n, right}));
    } else {
      const int64_t none = 0;
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 1, 1, &none));
      RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 2, 1, &none));
    }
    // The long side is that of the turned vectors. A matrix that is wider than high is taken as its
    // adjoint, whose left vectors are the right ones of it.
    const bool wide = n > m;
    const int64_t tall = std::max(m, n);
    const double need = static_cast<double>(m) * static_cast<double>(n) +
                        static_cast<double>(tall) * static_cast<double>(full ? tall : p) +
                        2 * Square(p) + static_cast<double>(p) + 1;
    return ForEach<S>(run, b.count, b.count * b.size() * p * 8, need,
                      [&](int64_t i, S* memory) -> const char* {
                        S* a = memory;
                        S* u = a + m * n;
                        S* v = u + tall * (full ? tall : p);
                        auto* values = reinterpret_cast<double*>(v + p * p);
                        Widen(Data<T>(run->inputs[0]) + i * b.size(), b.size(), a);
                        // By columns of the matrix, or of its adjoint: rows conjugated.
                        if (wide) {
                          for (int64_t k = 0; k < m * n; ++k) u[k] = Conj(a[k]);
                        } else {
                          linalg::Transpose(a, m, n, false, u);
                        }
                        if (!linalg::SingularValues(u, tall, p, values, vectors ? v : nullptr)) {
                          return "SVD decomposition was not successful. The input might not be valid.";
                        }
                        for (int64_t k = 0; k < p; ++k)
                          Data<T>(run->outputs[0])[i * p + k] = Narrow<T>(S{values[k]});
                        if (!vectors) return nullptr;
                        int64_t have = 0;
                        while (have < p && values[have] > 0) ++have;
                        linalg::Complete(u, tall, have, full ? tall : p);
                        const auto write = [&](const S* rows, int64_t length, int64_t count, T* out) {
                          for (int64_t k = 0; k < count; ++k) {
                            for (int64_t j = 0; j < length; ++j)
                              out[j * count + k] = Narrow<T>(rows[k * length + j]);
                          }
                        };
                        T* first = Data<T>(run->outputs[1]) + i * m * left;
                        T* second = Data<T>(run->outputs[2]) + i * n * right;
                        write(u, tall, full ? tall : p, wide ? second : first);
                        write(v, p, p, wide ? first : second);
                        return nullptr;
                      });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

// fast: by the normal equations; else, and for least norm among many solutions, by singular values.
struct LeastSquaresKernel : MatrixKernel {
  bool fast = true;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrBool(host, node, "fast", &fast);
  }
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    using S = Scalar<T>;
    Batch b, rhs;
    RUNNEL_CPU_RETURN_IF_ERROR(Read(run, 0, "matrix", &b));
    RUNNEL_CPU_RETURN_IF_ERROR(Read(run, 1, "rhs", &rhs));
    const rnlp_tensor_t* matrix = run->inputs[0];
    const rnlp_tensor_t* right = run->inputs[1];
    const rnlp_tensor_t* scale = run->inputs[2];
    if (right->rank != matrix->rank || rhs.rows != b.rows ||
        !std::equal(right->dims, right->dims + right->rank - 2, matrix->dims)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: rhs %s should have the batch and the rows of matrix %s", op,
                  ShapeText(right).text, ShapeText(matrix).text);
    }
    if (scale->num_elements != 1 || !(*Data<double>(scale) >= 0)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: l2_regularizer should be a scalar that is not negative", op);
    }
    const double l2 = *Data<double>(scale);
    const int64_t m = b.rows, n = b.columns, c = rhs.columns, p = std::min(m, n), tall = std::max(m, n);
    RUNNEL_CPU_RETURN_IF_ERROR(MakeOutput(run, 0, matrix, {n, c}));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    if (m == 0) {
      ZeroOutput(run, 0);
      return nullptr;
    }
    const double need = 3 * static_cast<double>(m) * static_cast<double>(n) + 2 * Square(p) +
                        static_cast<double>(p) + 3 * static_cast<double>(tall) * static_cast<double>(c);
    return ForEach<S>(
        run, b.count, b.count * b.size() * p, need, [&](int64_t i, S* memory) -> const char* {
          S* a = memory;
          S* turned = a + m * n;
          S* gram = turned + 2 * m * n;
          auto* values = reinterpret_cast<double*>(gram + 2 * p * p);
          S* y = gram + 2 * p * p + p;
          S* x = y + tall * c;
          S* z = x + tall * c;
          Widen(Data<T>(matrix) + i * b.size(), b.size(), a);
          Widen(Data<T>(right) + i * rhs.size(), rhs.size(), y);
          linalg::Transpose(a, m, n, true, turned);  // [n][m]: the adjoint
          const auto product = [&](const S* left_rows, int64_t rows, int64_t inner, const S* r, S* out) {
            std::fill(out, out + rows * c, S{});
            for (int64_t row = 0; row < rows; ++row) {
              for (int64_t k = 0; k < inner; ++k) {
                linalg::AddScaled(left_rows[row * inner + k], r + k * c, out + row * c, c);
              }
            }
          };
          if (fast) {
            // (A^H A + l2) X = A^H B, or X = A^H (A A^H + l2)^-1 B.
            const S* side = m >= n ? turned : a;
            const int64_t length = m >= n ? m : n;
            for (int64_t row = 0; row < p; ++row) {
              for (int64_t column = 0; column < p; ++column) {
                gram[row * p + column] =
                    linalg::Dot(side + column * length, side + row * length, length);
              }
              gram[row * p + row] += l2;
            }
            if (!linalg::CholeskyFactor(gram, p)) return kSingular;
            if (m >= n) {
              product(turned, n, m, y, x);
            } else {
              std::copy(y, y + m * c, x);
            }
            linalg::SolveTriangle(gram, p, true, false, x, c);
            linalg::Transpose(gram, p, p, true, gram + p * p);
            linalg::SolveTriangle(gram + p * p, p, false, false, x, c);
            if (m < n) {
              product(turned, n, m, x, z);
              std::swap(x, z);
            }
          } else {
            // X = V S^-1 U^H B of what is above the noise.
            S* u = turned + m * n;
            const bool wide = n > m;
            if (wide) {
              for (int64_t k = 0; k < m * n; ++k) u[k] = Conj(a[k]);
            } else {
              linalg::Transpose(a, m, n, false, u);
            }
            if (!linalg::SingularValues(u, tall, p, values, gram)) return kSingular;
            const S* left = wide ? gram : u;  // rows are the vectors
            const S* other = wide ? u : gram;
            std::fill(x, x + n * c, S{});
            const double least = values[0] * 1e-15 * static_cast<double>(tall);
            for (int64_t k = 0; k < p && values[k] > least; ++k) {
              std::fill(z, z + c, S{});
              for (int64_t row = 0; row < m; ++row) {
                linalg::AddScaled(Conj(left[k * m + row]), y + row * c, z, c);
              }
              for (int64_t row = 0; row < n; ++row) {
                linalg::AddScaled(other[k * n + row] / values[k], z, x + row * c, c);
              }
            }
          }
          Narrow(x, n * c, Data<T>(run->outputs[0]) + i * n * c);
          return nullptr;
        });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

// diagonals [..., 3, n]: above (its last element is not looked at), main, below (its first).
struct TridiagonalSolveKernel : MatrixKernel {
  bool pivoting = true;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    bool perturb = false;
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "perturb_singular", &perturb));
    if (perturb) return Fail(host, RNLP_UNIMPLEMENTED, "%s: perturb_singular", op);
    return AttrBool(host, node, "partial_pivoting", &pivoting);
  }
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    using S = Scalar<T>;
    Batch d, rhs;
    RUNNEL_CPU_RETURN_IF_ERROR(Read(run, 0, "diagonals", &d));
    RUNNEL_CPU_RETURN_IF_ERROR(Read(run, 1, "rhs", &rhs));
    const rnlp_tensor_t* right = run->inputs[1];
    if (d.rows != 3 || d.columns != rhs.rows || right->rank != run->inputs[0]->rank ||
        !std::equal(right->dims, right->dims + right->rank - 2, run->inputs[0]->dims)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: diagonals %s should be [..., 3, n] and rhs %s [..., n, k]", op,
                  ShapeText(run->inputs[0]).text, ShapeText(right).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, right));
    if (right->num_elements == 0) return nullptr;
    const int64_t n = d.columns, c = rhs.columns;
    const double need = 4.0 * static_cast<double>(n) + static_cast<double>(n) * static_cast<double>(c);
    return ForEach<S>(run, d.count, d.count * n * (c + 3), need,
                      [&](int64_t i, S* memory) -> const char* {
                        S* above = memory;
                        S* main = above + n;
                        S* below = main + n;
                        S* second = below + n;  // what pivoting fills in two above the main diagonal
                        S* x = second + n;
                        Widen(Data<T>(run->inputs[0]) + i * d.size(), d.size(), memory);
                        Widen(Data<T>(right) + i * rhs.size(), rhs.size(), x);
                        std::fill(second, second + n, S{});
                        for (int64_t k = 0; k + 1 < n; ++k) {
                          if (pivoting && std::abs(below[k + 1]) > std::abs(main[k])) {
                            std::swap(main[k], below[k + 1]);
                            std::swap(above[k], main[k + 1]);
                            if (k + 2 < n) {
                              second[k] = above[k + 1];
                              above[k + 1] = S{};
                            }
                            std::swap_ranges(x + k * c, x + (k + 1) * c, x + (k + 1) * c);
                          }
                          if (main[k] == S{}) return kSingular;
                          const S factor = below[k + 1] / main[k];
                          main[k + 1] -= factor * above[k];
                          if (k + 2 < n) above[k + 1] -= factor * second[k];
                          linalg::AddScaled(-factor, x + k * c, x + (k + 1) * c, c);
                        }
                        if (main[n - 1] == S{}) return kSingular;
                        for (int64_t k = n - 1; k >= 0; --k) {
                          if (k + 1 < n) linalg::AddScaled(-above[k], x + (k + 1) * c, x + k * c, c);
                          if (k + 2 < n) linalg::AddScaled(-second[k], x + (k + 2) * c, x + k * c, c);
                          for (int64_t j = 0; j < c; ++j) x[k * c + j] /= main[k];
                        }
                        Narrow(x, rhs.size(), Data<T>(run->outputs[0]) + i * rhs.size());
                        return nullptr;
                      });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

// superdiag, maindiag, subdiag [..., 1, n] times rhs [..., n, k].
struct TridiagonalMatMulKernel : MatrixKernel {
  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run) const {
    using S = Scalar<T>;
    Batch rhs;
    RUNNEL_CPU_RETURN_IF_ERROR(Read(run, 3, "rhs", &rhs));
    const rnlp_tensor_t* right = run->inputs[3];
    const int64_t n = rhs.rows, c = rhs.columns;
    for (uint32_t k = 0; k < 3; ++k) {
      Batch one;
      RUNNEL_CPU_RETURN_IF_ERROR(Read(run, k, "a diagonal", &one));
      const rnlp_tensor_t* diagonal = run->inputs[k];
      if (one.rows == 1 && one.columns == n && diagonal->rank == right->rank &&
          std::equal(right->dims, right->dims + right->rank - 2, diagonal->dims)) {
        continue;
      }
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: diagonals should be [..., 1, n] for rhs %s [..., n, k], got %s", op,
                  ShapeText(right).text, ShapeText(diagonal).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, right));
    const double need =
        3.0 * static_cast<double>(n) + 2 * static_cast<double>(n) * static_cast<double>(c);
    return ForEach<S>(run, rhs.count, rhs.count * n * c * 3, need, [&](int64_t i, S* d) -> const char* {
      S* x = d + 3 * n;
      S* y = x + n * c;
      for (uint32_t k = 0; k < 3; ++k) {
        Widen(Data<T>(run->inputs[k]) + i * n, n, d + static_cast<int64_t>(k) * n);
      }
      Widen(Data<T>(right) + i * rhs.size(), rhs.size(), x);
      std::fill(y, y + n * c, S{});
      for (int64_t row = 0; row < n; ++row) {
        linalg::AddScaled(d[n + row], x + row * c, y + row * c, c);
        if (row + 1 < n) linalg::AddScaled(d[row], x + (row + 1) * c, y + row * c, c);
        if (row > 0) linalg::AddScaled(d[2 * n + row], x + (row - 1) * c, y + row * c, c);
      }
      Narrow(y, rhs.size(), Data<T>(run->outputs[0]) + i * rhs.size());
      return nullptr;
    });
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunTyped(*this, run); }
};

constexpr rnlp_type_constraint_t kLuT[] = {Types("T", kMatrixTypes),
                                           Types("output_idx_type", kIndexTypes)};
constexpr int32_t kRealMatrixTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF};
constexpr int32_t kWideMatrixTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr rnlp_type_constraint_t kRealT[] = {Types("T", kRealMatrixTypes)};
constexpr rnlp_type_constraint_t kWideT[] = {Types("T", kWideMatrixTypes)};

}  // namespace

constexpr rnlp_kernel_row_t kLinearFactorRows[] = {
    MakeRow({.op = kLu,
             .flags = RNLP_KERNEL_EXPENSIVE,
             .types = kLuT,
             .num_types = 2,
             .create = Create<LuKernel, kLu>,
             .destroy = Destroy<LuKernel>,
             .plan = PlanElements<100000>,
             .run = Run<LuKernel>}),
    MatrixRow<QrKernel, kQr>(kMatrixT),
    MatrixRow<SvdKernel, kSvd>(kMatrixT),
    MatrixRow<EigenKernel, kEigen>(kRealT),
    MatrixRow<EigenKernel, kEigenV2>(kMatrixT),
    MatrixRow<LeastSquaresKernel, kLeastSquares>(kMatrixT, true),
    MatrixRow<TridiagonalSolveKernel, kTridiagonalSolve>(kWideT),
    MatrixRow<TridiagonalMatMulKernel, kTridiagonalMatMul>(kWideT),
};
RUNNEL_CPU_ROWS(LinearFactor)

}  // namespace runnel::cpu
