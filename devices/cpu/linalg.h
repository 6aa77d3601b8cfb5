// Dense linear algebra on small matrices, in double or complex double: factorisations and what is
// solved with them. Matrices are row after row, without gaps; memory is the caller's.
//
// Sources: Golub & Van Loan 2013 (factorisations), Demmel & Veselic 1992 (why Jacobi's method is exact).
#ifndef RUNNEL_DEVICES_CPU_LINALG_H_
#define RUNNEL_DEVICES_CPU_LINALG_H_

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <utility>

namespace runnel::cpu::linalg {

inline double Conj(double x) { return x; }
inline std::complex<double> Conj(const std::complex<double>& x) { return std::conj(x); }
inline double RealOf(double x) { return x; }
inline double RealOf(const std::complex<double>& x) { return x.real(); }
inline double Norm2(double x) { return x * x; }
inline double Norm2(const std::complex<double>& x) { return std::norm(x); }
inline bool IsFinite(double x) { return std::isfinite(x); }
inline bool IsFinite(const std::complex<double>& x) {
  return std::isfinite(x.real()) && std::isfinite(x.imag());
}
// x / |x|, 1 for 0.
template <typename S>
S Phase(S x) {
  const double size = std::abs(x);
  return size == 0 ? S{1} : x / size;
}

template <typename S>
void Transpose(const S* in, int64_t rows, int64_t columns, bool conjugate, S* out) {
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      out[j * rows + i] = conjugate ? Conj(in[i * columns + j]) : in[i * columns + j];
    }
  }
}

// sum of conj(a) * b
template <typename S>
S Dot(const S* a, const S* b, int64_t n) {
  S sum{};
  for (int64_t i = 0; i < n; ++i) sum += Conj(a[i]) * b[i];
  return sum;
}
// y += factor * x
template <typename S>
void AddScaled(S factor, const S* x, S* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] += factor * x[i];
}

// a = P^T L U in place, with partial pivoting; row i was exchanged with rows[i]. Gives the sign of the
// permutation. A pivot of 0 is left as it is.
template <typename S>
int LuFactor(S* a, int64_t n, int64_t* rows) {
  int sign = 1;
  for (int64_t k = 0; k < n; ++k) {
    int64_t best = k;
    for (int64_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i * n + k]) > std::abs(a[best * n + k])) best = i;
    }
    rows[k] = best;
    if (best != k) {
      std::swap_ranges(a + k * n, a + (k + 1) * n, a + best * n);
      sign = -sign;
    }
    const S pivot = a[k * n + k];
    if (pivot == S{}) continue;
    for (int64_t i = k + 1; i < n; ++i) {
      const S factor = a[i * n + k] / pivot;
      a[i * n + k] = factor;
      if (factor != S{}) AddScaled(-factor, a + k * n + k + 1, a + i * n + k + 1, n - k - 1);
    }
  }
  return sign;
}

// Solves T X = B in place, T a triangle of a [n,n], B [n,columns].
template <typename S>
void SolveTriangle(const S* a, int64_t n, bool lower, bool unit, S* b, int64_t columns) {
  for (int64_t step = 0; step < n; ++step) {
    const int64_t i = lower ? step : n - 1 - step;
    S* row = b + i * columns;
    for (int64_t k = lower ? 0 : i + 1; k < (lower ? i : n); ++k) {
      if (a[i * n + k] != S{}) AddScaled(-a[i * n + k], b + k * columns, row, columns);
    }
    if (unit) continue;
    for (int64_t j = 0; j < columns; ++j) row[j] /= a[i * n + i];
  }
}

// Solves A X = B in place with the factors of A.
template <typename S>
void LuSolve(const S* factors, int64_t n, const int64_t* rows, S* b, int64_t columns) {
  for (int64_t k = 0; k < n; ++k) {
    if (rows[k] != k) {
      std::swap_ranges(b + k * columns, b + (k + 1) * columns, b + rows[k] * columns);
    }
  }
  SolveTriangle(factors, n, true, true, b, columns);
  SolveTriangle(factors, n, false, false, b, columns);
}

// a = L L^H from its lower triangle, in place; the upper one becomes 0. False unless positive definite.
template <typename S>
bool CholeskyFactor(S* a, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j <= i; ++j) {
      const S rest = a[i * n + j] - Dot(a + j * n, a + i * n, j);
      if (i == j) {
        const double square = RealOf(rest);
        if (!(square > 0) || !std::isfinite(square)) return false;
        a[i * n + i] = std::sqrt(square);
      } else {
        a[i * n + j] = rest / a[j * n + j];
      }
    }
    std::fill(a + i * n + i + 1, a + (i + 1) * n, S{});
  }
  return true;
}

// Householder's factorisation of a, given by columns: `a` is [n][m], each row a column of the matrix
// m x n. Afterwards it has R in its upper part; reflection k is I - tau[k] v v^H, with v below R and 1
// at its beginning. diagonal[k] is R's.
template <typename S>
void QrFactor(S* a, int64_t m, int64_t n, S* tau) {
  for (int64_t k = 0; k < std::min(m, n); ++k) {
    S* v = a + k * m;
    double rest = 0;
    for (int64_t i = k + 1; i < m; ++i) rest += Norm2(v[i]);
    const S head = v[k];
    if (rest == 0 && head == S{RealOf(head)}) {
      tau[k] = S{};
      continue;
    }
    // R's diagonal has the sign that cancels nothing, as LAPACK's and Eigen's.
    const double size = std::sqrt(Norm2(head) + rest);
    const double beta = RealOf(head) >= 0 ? -size : size;
    tau[k] = (S{beta} - head) / beta;
    const S scale = S{1} / (head - S{beta});
    for (int64_t i = k + 1; i < m; ++i) v[i] *= scale;
    v[k] = beta;
    for (int64_t j = k + 1; j < n; ++j) {
      S* column = a + j * m;
      const S along = column[k] + Dot(v + k + 1, column + k + 1, m - k - 1);
      const S factor = Conj(tau[k]) * along;
      column[k] -= factor;
      AddScaled(-factor, v + k + 1, column + k + 1, m - k - 1);
    }
  }
}
// The first `count` columns of Q, by columns: [count][m].
template <typename S>
void QrMakeQ(const S* a, int64_t m, int64_t n, const S* tau, S* q, int64_t count) {
  std::fill(q, q + count * m, S{});
  for (int64_t j = 0; j < count; ++j) q[j * m + j] = S{1};
  for (int64_t k = std::min(m, n) - 1; k >= 0; --k) {
    const S* v = a + k * m;
    for (int64_t j = 0; j < count; ++j) {
      S* column = q + j * m;
      const S along = column[k] + Dot(v + k + 1, column + k + 1, m - k - 1);
      const S factor = tau[k] * along;
      column[k] -= factor;
      AddScaled(-factor, v + k + 1, column + k + 1, m - k - 1);
    }
  }
}

// The rotation that makes the Hermitian matrix [[p, x], [conj(x), q]] diagonal: of vectors,
// (a, b) -> (c a - s conj(phase) b, s phase a + c b), the phase being that of x.
struct Angle {
  double c, s;
};
inline Angle Rotation(double p, double q, double size) {
  const double zeta = (q - p) / (2 * size);
  const double t = (zeta >= 0 ? 1 : -1) / (std::fabs(zeta) + std::hypot(1.0, zeta));
  const double c = 1 / std::sqrt(1 + t * t);
  return {c, c * t};
}

inline constexpr int kMostSweeps = 60;

// Eigenvalues, ascending, of the Hermitian matrix in the lower triangle of a, which is destroyed;
// vectors by rows: row k of v [n,n] is the conjugate of the vector of values[k]. v may be null. False if
// it did not converge, for NaN.
template <typename S>
bool SelfAdjointEigen(S* a, int64_t n, double* values, S* v) {
  double total = 0;
  for (int64_t i = 0; i < n; ++i) {
    a[i * n + i] = RealOf(a[i * n + i]);
    for (int64_t j = 0; j < i; ++j) a[j * n + i] = Conj(a[i * n + j]);
  }
  for (int64_t i = 0; i < n * n; ++i) total += Norm2(a[i]);
  if (!std::isfinite(total)) {
    // Squares may be too large where the elements are not.
    for (int64_t i = 0; i < n * n; ++i) {
      if (!IsFinite(a[i])) return false;
    }
  }
  if (v != nullptr) {
    std::fill(v, v + n * n, S{});
    for (int64_t i = 0; i < n; ++i) v[i * n + i] = S{1};
  }
  constexpr double kSmall = std::numeric_limits<double>::epsilon();
  bool done = false;
  for (int sweep = 0; sweep < kMostSweeps && !done; ++sweep) {
    done = true;
    for (int64_t p = 0; p < n; ++p) {
      for (int64_t q = p + 1; q < n; ++q) {
        const S x = a[p * n + q];
        const double size = std::abs(x), app = RealOf(a[p * n + p]), aqq = RealOf(a[q * n + q]);
        if (size == 0) continue;
        if (size <= kSmall * std::sqrt(std::fabs(app)) * std::sqrt(std::fabs(aqq)) ||
            size <= std::numeric_limits<double>::min()) {
          a[p * n + q] = a[q * n + p] = S{};
          continue;
        }
        // What changes no digit of the largest value may be dropped, once the rest is nearly diagonal.
        if (sweep > 3 && size <= 0.01 * kSmall * std::sqrt(total)) {
          a[p * n + q] = a[q * n + p] = S{};
          continue;
        }
        done = false;
        const Angle turn = Rotation(app, aqq, size);
        const S phase = x / size;
        // Rows p and q, then columns: A := J^H A J.
        for (int64_t k = 0; k < n; ++k) {
          const S u = a[p * n + k], w = a[q * n + k];
          a[p * n + k] = turn.c * u - turn.s * phase * w;
          a[q * n + k] = turn.s * Conj(phase) * u + turn.c * w;
        }
        for (int64_t k = 0; k < n; ++k) {
          const S u = a[k * n + p], w = a[k * n + q];
          a[k * n + p] = turn.c * u - turn.s * Conj(phase) * w;
          a[k * n + q] = turn.s * phase * u + turn.c * w;
        }
        a[p * n + q] = a[q * n + p] = S{};
        a[p * n + p] = RealOf(a[p * n + p]);
        a[q * n + q] = RealOf(a[q * n + q]);
        if (v == nullptr) continue;
        for (int64_t k = 0; k < n; ++k) {
          const S u = v[p * n + k], w = v[q * n + k];
          v[p * n + k] = turn.c * u - turn.s * phase * w;
          v[q * n + k] = turn.s * Conj(phase) * u + turn.c * w;
        }
      }
    }
  }
  for (int64_t i = 0; i < n; ++i) values[i] = RealOf(a[i * n + i]);
  for (int64_t i = 0; i < n; ++i) {
    const int64_t least = std::min_element(values + i, values + n) - values;
    if (least == i) continue;
    std::swap(values[i], values[least]);
    if (v != nullptr) std::swap_ranges(v + i * n, v + (i + 1) * n, v + least * n);
  }
  return done;
}

// Singular values, descending, of m x n with m >= n, given by columns: u is [n][m], and becomes the left
// vectors by rows (conjugate to nothing: row k is the vector). v [n][n] becomes the right vectors by
// rows; it may be null. One-sided Jacobi: columns are turned until they are orthogonal.
template <typename S>
bool SingularValues(S* u, int64_t m, int64_t n, double* values, S* v) {
  for (int64_t i = 0; i < n * m; ++i) {
    if (!IsFinite(u[i])) return false;
  }
  if (v != nullptr) {
    std::fill(v, v + n * n, S{});
    for (int64_t i = 0; i < n; ++i) v[i * n + i] = S{1};
  }
  constexpr double kSmall = std::numeric_limits<double>::epsilon();
  bool done = false;
  for (int sweep = 0; sweep < kMostSweeps && !done; ++sweep) {
    done = true;
    for (int64_t p = 0; p < n; ++p) {
      for (int64_t q = p + 1; q < n; ++q) {
        S* a = u + p * m;
        S* b = u + q * m;
        const double pp = RealOf(Dot(a, a, m)), qq = RealOf(Dot(b, b, m));
        const S x = Dot(a, b, m);
        const double size = std::abs(x);
        if (size <= 4 * kSmall * std::sqrt(pp) * std::sqrt(qq) || size == 0) continue;
        done = false;
        const Angle turn = Rotation(pp, qq, size);
        const S phase = x / size;
        const auto rotate = [&](S* one, S* other, int64_t count) {
          for (int64_t k = 0; k < count; ++k) {
            const S f = one[k], g = other[k];
            one[k] = turn.c * f - turn.s * Conj(phase) * g;
            other[k] = turn.s * phase * f + turn.c * g;
          }
        };
        rotate(a, b, m);
        if (v != nullptr) rotate(v + p * n, v + q * n, n);
      }
    }
  }
  for (int64_t k = 0; k < n; ++k) values[k] = std::sqrt(RealOf(Dot(u + k * m, u + k * m, m)));
  for (int64_t k = 0; k < n; ++k) {
    const int64_t most = std::max_element(values + k, values + n) - values;
    if (most != k) {
      std::swap(values[k], values[most]);
      std::swap_ranges(u + k * m, u + (k + 1) * m, u + most * m);
      if (v != nullptr) std::swap_ranges(v + k * n, v + (k + 1) * n, v + most * n);
    }
    if (values[k] > 0) {
      for (int64_t i = 0; i < m; ++i) u[k * m + i] /= values[k];
    }
  }
  return done;
}
// Makes the rows from `have` on of q [count][m] orthonormal to all before them.
template <typename S>
void Complete(S* q, int64_t m, int64_t have, int64_t count) {
  int64_t axis = 0;
  for (int64_t k = have; k < count; ++k) {
    S* row = q + k * m;
    for (;; ++axis) {
      std::fill(row, row + m, S{});
      row[axis % m] = S{1};
      for (int twice = 0; twice < 2; ++twice) {
        for (int64_t i = 0; i < k; ++i) AddScaled(-Dot(q + i * m, row, m), q + i * m, row, m);
      }
      const double size = std::sqrt(RealOf(Dot(row, row, m)));
      if (size < 1e-3 && axis < 4 * m) continue;
      for (int64_t i = 0; i < m; ++i) row[i] /= size;
      ++axis;
      break;
    }
  }
}

}  // namespace runnel::cpu::linalg

#endif  // RUNNEL_DEVICES_CPU_LINALG_H_
