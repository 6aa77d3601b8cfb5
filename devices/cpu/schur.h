// Schur's form of general matrices and what is computed by it: eigenvalues, eigenvectors, and functions
// of matrices, in complex double. Matrices are row after row, without gaps; memory is the caller's.
//
// Sources: Golub & Van Loan 2013, chapter 7 (Hessenberg form, QR with single shifts); Higham 2008,
// chapters 6, 10 and 11 (square roots, exponentials by scaling and squaring, logarithms by inverse
// scaling and squaring).
#ifndef RUNNEL_DEVICES_CPU_SCHUR_H_
#define RUNNEL_DEVICES_CPU_SCHUR_H_

#include "devices/cpu/linalg.h"

namespace runnel::cpu::linalg {

using Wide = std::complex<double>;

inline double Norm1(Wide x) { return std::fabs(x.real()) + std::fabs(x.imag()); }
inline bool AllFinite(const Wide* a, int64_t count) {
  return std::all_of(a, a + count, [](const Wide& x) { return IsFinite(x); });
}
// The largest sum of absolute values of a column.
inline double ColumnNorm(const Wide* a, int64_t n) {
  double most = 0;
  for (int64_t j = 0; j < n; ++j) {
    double sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += std::abs(a[i * n + j]);
    if (!(sum <= most)) most = sum;  // NaN stays
  }
  return most;
}
inline void SetIdentity(Wide* a, int64_t n) {
  std::fill(a, a + n * n, Wide{});
  for (int64_t i = 0; i < n; ++i) a[i * n + i] = 1;
}
// out = a * b, or a * b^H.
inline void Multiply(const Wide* a, const Wide* b, int64_t n, bool adjoint_b, Wide* out) {
  std::fill(out, out + n * n, Wide{});
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t k = 0; k < n; ++k) {
      if (adjoint_b) {
        for (int64_t j = 0; j < n; ++j) out[i * n + k] += a[i * n + j] * std::conj(b[k * n + j]);
      } else if (a[i * n + k] != Wide{}) {
        AddScaled(a[i * n + k], b + k * n, out + i * n, n);
      }
    }
  }
}

// Rows i and i + 1 of t, columns from `from` on, by the rotation [[c, s], [-conj(s), c]].
struct Turn {
  double c;
  Wide s;
  // The one that makes (x, y) a multiple of (1, 0).
  static Turn Of(Wide x, Wide y) {
    const double size = std::hypot(std::abs(x), std::abs(y));
    if (size == 0) return {1, {}};
    return {std::abs(x) / size, Phase(x) * std::conj(y) / size};
  }
  void Rows(Wide* t, int64_t n, int64_t i, int64_t from) const {
    for (int64_t k = from; k < n; ++k) {
      const Wide x = t[i * n + k], y = t[(i + 1) * n + k];
      t[i * n + k] = c * x + s * y;
      t[(i + 1) * n + k] = -std::conj(s) * x + c * y;
    }
  }
  // Columns i and i + 1, the first `rows` rows, by its adjoint.
  void Columns(Wide* t, int64_t n, int64_t i, int64_t rows) const {
    for (int64_t k = 0; k < rows; ++k) {
      const Wide x = t[k * n + i], y = t[k * n + i + 1];
      t[k * n + i] = c * x + std::conj(s) * y;
      t[k * n + i + 1] = -s * x + c * y;
    }
  }
};

// t = U H U^H in place with 0 below the first lower diagonal; u becomes U. v: room for n numbers.
inline void Hessenberg(Wide* t, int64_t n, Wide* u, Wide* v) {
  SetIdentity(u, n);
  for (int64_t k = 0; k + 2 < n; ++k) {
    double rest = 0;
    for (int64_t i = k + 2; i < n; ++i) rest += Norm2(t[i * n + k]);
    if (rest == 0) continue;
    const Wide head = t[(k + 1) * n + k];
    const double size = std::sqrt(Norm2(head) + rest);
    const Wide target = -Phase(head) * size;
    const double square = rest + Norm2(head - target);
    for (int64_t i = k + 1; i < n; ++i) v[i] = t[i * n + k];
    v[k + 1] = head - target;
    // I - 2 v v^H / |v|^2 from the left, then from the right.
    for (int64_t j = k; j < n; ++j) {
      Wide along{};
      for (int64_t i = k + 1; i < n; ++i) along += std::conj(v[i]) * t[i * n + j];
      along *= 2 / square;
      for (int64_t i = k + 1; i < n; ++i) t[i * n + j] -= along * v[i];
    }
    const auto right = [&](Wide* m) {
      for (int64_t i = 0; i < n; ++i) {
        Wide along{};
        for (int64_t j = k + 1; j < n; ++j) along += m[i * n + j] * v[j];
        along *= 2 / square;
        for (int64_t j = k + 1; j < n; ++j) m[i * n + j] -= along * std::conj(v[j]);
      }
    };
    right(t);
    right(u);
    t[(k + 1) * n + k] = target;
    for (int64_t i = k + 2; i < n; ++i) t[i * n + k] = Wide{};
  }
}

// Wilkinson's shift: the eigenvalue of the last block of rows 0 to hi that is nearest to its last
// element.
inline Wide Shift(const Wide* t, int64_t n, int64_t hi) {
  const Wide a = t[(hi - 1) * n + hi - 1], b = t[(hi - 1) * n + hi], c = t[hi * n + hi - 1],
             d = t[hi * n + hi];
  const Wide half = 0.5 * (a - d), root = std::sqrt(half * half + b * c);
  const Wide one = half + root, other = half - root;
  const Wide larger = Norm1(one) >= Norm1(other) ? one : other;
  return larger == Wide{} ? d : d - b * c / larger;
}

// t = U T U^H in place, T upper triangular; u becomes U. v: room for n numbers. False for numbers that
// are not finite, and if it did not converge.
inline bool Schur(Wide* t, int64_t n, Wide* u, Wide* v) {
  if (!AllFinite(t, n * n)) return false;
  // Squares and sums neither overflow nor vanish near 1; powers of two lose no digit.
  constexpr int kMostExponent = 1000;
  double largest = 0;
  for (int64_t i = 0; i < n * n; ++i) {
    largest = std::max({largest, std::fabs(t[i].real()), std::fabs(t[i].imag())});
  }
  const int exponent = largest == 0 ? 0 : std::clamp(std::ilogb(largest), -kMostExponent, kMostExponent);
  for (int64_t i = 0; i < n * n; ++i) t[i] *= std::ldexp(1.0, -exponent);
  Hessenberg(t, n, u, v);
  constexpr double kSmall = std::numeric_limits<double>::epsilon();
  constexpr int kMostRounds = 60, kExceptional = 10;
  const double norm = ColumnNorm(t, n);
  int rounds = 0;
  for (int64_t hi = n - 1; hi > 0;) {
    int64_t lo = hi;
    for (; lo > 0; --lo) {
      Wide& below = t[lo * n + lo - 1];
      double near = Norm1(t[lo * n + lo]) + Norm1(t[(lo - 1) * n + lo - 1]);
      if (near == 0) near = norm;
      if (Norm1(below) > kSmall * near) continue;
      below = Wide{};
      break;
    }
    if (lo == hi) {
      --hi;
      rounds = 0;
      continue;
    }
    if (++rounds > kMostRounds) return false;
    const bool stuck = rounds % kExceptional == 0;
    const Wide shift = stuck ? t[hi * n + hi] + Norm1(t[hi * n + hi - 1]) : Shift(t, n, hi);
    for (int64_t k = lo; k < hi; ++k) {
      const Turn turn = k == lo ? Turn::Of(t[lo * n + lo] - shift, t[(lo + 1) * n + lo])
                                : Turn::Of(t[k * n + k - 1], t[(k + 1) * n + k - 1]);
      turn.Rows(t, n, k, k == lo ? lo : k - 1);
      turn.Columns(t, n, k, std::min(k + 2, hi) + 1);
      turn.Columns(u, n, k, n);
      if (k > lo) t[(k + 1) * n + k - 1] = Wide{};
    }
  }
  for (int64_t i = 1; i < n; ++i) std::fill(t + i * n, t + i * n + i, Wide{});
  for (int64_t i = 0; i < n * n; ++i) t[i] *= std::ldexp(1.0, exponent);
  return true;
}

// The eigenvectors of U T U^H, of norm 1: column k of v belongs to T's element k. x: room for n numbers.
inline void TriangularVectors(const Wide* t, const Wide* u, int64_t n, Wide* x, Wide* v) {
  const double least = std::max(ColumnNorm(t, n) * std::numeric_limits<double>::epsilon(),
                                std::numeric_limits<double>::min());
  for (int64_t k = 0; k < n; ++k) {
    x[k] = 1;
    for (int64_t i = k - 1; i >= 0; --i) {
      Wide sum = t[i * n + k];
      for (int64_t j = i + 1; j < k; ++j) sum += t[i * n + j] * x[j];
      Wide apart = t[k * n + k] - t[i * n + i];
      if (std::abs(apart) < least) apart = least;
      x[i] = sum / apart;
    }
    double square = 0;
    for (int64_t i = 0; i < n; ++i) {
      Wide sum{};
      for (int64_t j = 0; j <= k; ++j) sum += u[i * n + j] * x[j];
      v[i * n + k] = sum;
      square += Norm2(sum);
    }
    const double size = std::sqrt(square);
    for (int64_t i = 0; i < n; ++i) v[i * n + k] /= size;
  }
}

// r = the principal square root of the upper triangle t.
inline void TriangularRoot(const Wide* t, int64_t n, Wide* r) {
  std::fill(r, r + n * n, Wide{});
  for (int64_t j = 0; j < n; ++j) {
    r[j * n + j] = std::sqrt(t[j * n + j]);
    for (int64_t i = j - 1; i >= 0; --i) {
      Wide sum = t[i * n + j];
      for (int64_t k = i + 1; k < j; ++k) sum -= r[i * n + k] * r[k * n + j];
      r[i * n + j] = sum / (r[i * n + i] + r[j * n + j]);
    }
  }
}

// out = the principal logarithm of the upper triangle t, which is lost. work: room for 2 n numbers.
// Roots bring the triangle near to 1, where Pade's approximant of degree 7, as a sum of partial
// fractions (Gauss's quadrature of the integral of X / (1 + s X)), has no error that double shows.
inline void TriangularLogarithm(Wide* t, int64_t n, Wide* out, Wide* work) {
  constexpr double kNear = 0.264;
  constexpr int kMostRoots = 100;
  // Nodes and weights of Gauss & Legendre on [0, 1].
  constexpr double kNodes[] = {0.025446043828620737736905157976074, 0.12923440720030278006806761335960,
                               0.29707742431130141654669679396152,  0.5,
                               0.70292257568869858345330320603848,  0.87076559279969721993193238664040,
                               0.97455395617137926226309484202393};
  constexpr double kWeights[] = {0.064742483084434846635305716339541, 0.13985269574463833395073388571189,
                                 0.19091502525255947247518488774449,  0.20897959183673469387755102040816,
                                 0.19091502525255947247518488774449,  0.13985269574463833395073388571189,
                                 0.064742483084434846635305716339541};
  Wide* diagonal = work;
  Wide* x = work + n;
  for (int64_t i = 0; i < n; ++i) diagonal[i] = std::log(t[i * n + i]);
  double scale = 1;
  for (int root = 0; root < kMostRoots; ++root) {
    double apart = 0;
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t i = 0; i <= j; ++i) sum += std::abs(t[i * n + j] - (i == j ? 1.0 : 0.0));
      if (!(sum <= apart)) apart = sum;
    }
    if (!(apart > kNear)) break;
    TriangularRoot(t, n, out);
    std::copy(out, out + n * n, t);
    scale *= 2;
  }
  for (int64_t i = 0; i < n; ++i) t[i * n + i] -= 1;
  std::fill(out, out + n * n, Wide{});
  for (int node = 0; node < 7; ++node) {
    // Column by column: (1 + s X) y = X.
    for (int64_t j = 0; j < n; ++j) {
      for (int64_t i = j; i >= 0; --i) {
        Wide sum = t[i * n + j];
        for (int64_t k = i + 1; k <= j; ++k) sum -= kNodes[node] * t[i * n + k] * x[k];
        x[i] = sum / (1.0 + kNodes[node] * t[i * n + i]);
        out[i * n + j] += kWeights[node] * scale * x[i];
      }
    }
  }
  for (int64_t i = 0; i < n; ++i) out[i * n + i] = diagonal[i];
}

// a = exp(a) by Pade's approximant of degree 13, scaling and squaring. work: room for 6 n^2 numbers,
// rows: for n. Numbers that are not finite give NaN.
inline void Exponential(Wide* a, int64_t n, Wide* work, int64_t* rows) {
  constexpr double kPade[] = {64764752532480000.0,
                              32382376266240000.0,
                              7771770303897600.0,
                              1187353796428800.0,
                              129060195264000.0,
                              10559470521600.0,
                              670442572800.0,
                              33522128640.0,
                              1323241920.0,
                              40840800.0,
                              960960.0,
                              16380.0,
                              182.0,
                              1.0};
  constexpr double kNear = 5.371920351148152;
  const int64_t size = n * n;
  const double norm = ColumnNorm(a, n);
  if (!std::isfinite(norm)) {
    std::fill(a, a + size, Wide{std::numeric_limits<double>::quiet_NaN()});
    return;
  }
  const int halvings = norm > kNear ? static_cast<int>(std::ceil(std::log2(norm / kNear))) : 0;
  for (int64_t i = 0; i < size; ++i) a[i] *= std::ldexp(1.0, -halvings);
  Wide* a2 = work;
  Wide* a4 = a2 + size;
  Wide* a6 = a4 + size;
  Wide* u = a6 + size;
  Wide* v = u + size;
  Wide* w = v + size;
  Multiply(a, a, n, false, a2);
  Multiply(a2, a2, n, false, a4);
  Multiply(a4, a2, n, false, a6);
  const auto sum = [&](double x6, double x4, double x2, double x0, Wide* out) {
    for (int64_t i = 0; i < size; ++i) {
      out[i] += x6 * a6[i] + x4 * a4[i] + x2 * a2[i] + (i % (n + 1) == 0 ? x0 : 0.0);
    }
  };
  std::fill(w, w + size, Wide{});
  sum(kPade[13], kPade[11], kPade[9], 0, w);
  Multiply(a6, w, n, false, v);
  sum(kPade[7], kPade[5], kPade[3], kPade[1], v);
  Multiply(a, v, n, false, u);
  std::fill(w, w + size, Wide{});
  sum(kPade[12], kPade[10], kPade[8], 0, w);
  Multiply(a6, w, n, false, v);
  sum(kPade[6], kPade[4], kPade[2], kPade[0], v);
  for (int64_t i = 0; i < size; ++i) {
    a2[i] = v[i] - u[i];
    a[i] = v[i] + u[i];
  }
  LuFactor(a2, n, rows);
  LuSolve(a2, n, rows, a, n);
  for (int i = 0; i < halvings; ++i) {
    Multiply(a, a, n, false, w);
    std::copy(w, w + size, a);
  }
}

}  // namespace runnel::cpu::linalg

#endif  // RUNNEL_DEVICES_CPU_SCHUR_H_
