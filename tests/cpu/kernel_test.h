// Running one CPU kernel in a test.
#ifndef RUNNEL_TESTS_CPU_KERNEL_TEST_H_
#define RUNNEL_TESTS_CPU_KERNEL_TEST_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "devices/cpu/kernel_rows.h"
#include "tests/support/mini_host.h"

namespace runnel::test {

inline constexpr int32_t kAllReal[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,   RNLP_BFLOAT16,
                                       RNLP_INT8,  RNLP_INT16,  RNLP_INT32,  RNLP_INT64,
                                       RNLP_UINT8, RNLP_UINT16, RNLP_UINT32, RNLP_UINT64};

inline const rnlp_kernel_row_t* CpuRow(const Node& node) {
  uint32_t count = 0;
  const rnlp_kernel_row_t* const* rows = rnlp_cpu_kernel_rows(&count);
  return FindRow(rows, count, node);
}
inline Outcome RunCpu(MiniHost& host, const Node& node, std::vector<Input> inputs,
                      const RunOptions& options = {}) {
  const rnlp_kernel_row_t* row = CpuRow(node);
  if (row == nullptr) return {RNLP_UNIMPLEMENTED, "no row for " + node.op, {}};
  Outcome outcome = RunRow(host, row, node, std::move(inputs), options);
  EXPECT_EQ(host.live_bytes, 0) << node.op << " leaks host memory";
  return outcome;
}
inline Outcome RunCpu(const Node& node, std::vector<Input> inputs, const RunOptions& options = {}) {
  MiniHost host;
  return RunCpu(host, node, std::move(inputs), options);
}

// How far a result in this type may be from a float64 reference, relative to its size.
inline double Tolerance(int32_t dtype) {
  switch (dtype) {
    case RNLP_DOUBLE:
      return 1e-14;
    case RNLP_FLOAT:
      return 1e-6;
    case RNLP_HALF:
      return 1.0 / 1024;
    case RNLP_BFLOAT16:
      return 1.0 / 128;
    default:
      return 0;
  }
}
inline void ExpectNear(const Value& got, const std::vector<double>& want, double relative,
                       double absolute, const std::string& what) {
  ASSERT_EQ(got.elements(), static_cast<int64_t>(want.size())) << what;
  for (int64_t i = 0; i < got.elements(); ++i) {
    const double g = got.Get(i);
    const double w = want[static_cast<size_t>(i)];
    if (std::isnan(w)) {
      ASSERT_TRUE(std::isnan(g)) << what << " element " << i << ": got " << g << ", want NaN";
    } else if (std::isinf(w)) {
      ASSERT_EQ(g, w) << what << " element " << i;
    } else {
      ASSERT_LE(std::fabs(g - w), relative * std::fabs(w) + absolute)
          << what << " element " << i << ": got " << g << ", want " << w;
    }
  }
}

// A plain generator, so that cases are the same everywhere.
struct Numbers {
  uint64_t state = 88172645463325252ull;
  uint64_t Next() {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
  }
  double Uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(Next() >> 11) * 0x1p-53;
  }
  int64_t Int(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(Next() % static_cast<uint64_t>(high - low + 1));
  }
  // Values that every numeric type of the list holds: small integers for integers, eighths for floats.
  std::vector<double> For(int32_t dtype, int64_t count, double low = -9, double high = 9) {
    const bool is_float = dtype == RNLP_FLOAT || dtype == RNLP_DOUBLE || dtype == RNLP_HALF ||
                          dtype == RNLP_BFLOAT16 || dtype == RNLP_COMPLEX64 || dtype == RNLP_COMPLEX128;
    const bool is_unsigned =
        dtype == RNLP_UINT8 || dtype == RNLP_UINT16 || dtype == RNLP_UINT32 || dtype == RNLP_UINT64;
    std::vector<double> values;
    for (int64_t i = 0; i < count; ++i) {
      double value =
          static_cast<double>(Int(static_cast<int64_t>(low * 8), static_cast<int64_t>(high * 8))) / 8;
      if (!is_float) value = std::trunc(value);
      if (is_unsigned) value = std::fabs(value);
      if (dtype == RNLP_BOOL) value = Int(0, 1) != 0 ? 1 : 0;
      values.push_back(value);
    }
    return values;
  }
};
inline int64_t Elements(const Shape& shape) {
  int64_t n = 1;
  for (int64_t dim : shape) n *= dim;
  return n;
}
inline std::string Name(const Shape& shape) {
  std::string text = "[";
  for (int64_t dim : shape) text += std::to_string(dim) + ",";
  return text + "]";
}

}  // namespace runnel::test

#endif  // RUNNEL_TESTS_CPU_KERNEL_TEST_H_
