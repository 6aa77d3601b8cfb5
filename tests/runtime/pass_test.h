// A graph that is run with a pass and without it.
#ifndef RUNNEL_TESTS_RUNTIME_PASS_TEST_H_
#define RUNNEL_TESTS_RUNTIME_PASS_TEST_H_

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "tests/runtime/runtime_test.h"

namespace runnel {

class PassTest : public RuntimeTest {
 protected:
  explicit PassTest(std::string pass) : pass_(std::move(pass)) {}

  // A fed value whose elements are multiples of 1/8, so that sums of products of them are exact.
  OutputRef Value(DType dtype, const Shape& shape, int64_t seed) {
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i)
      values.push_back(static_cast<float>((i * 37 + seed * 11) % 23 - 11) / 8);
    const OutputRef x = Placeholder("", DType::kFloat, shape);
    feeds_.emplace_back(x, Floats(values, shape));
    return dtype == DType::kFloat ? x : b().Op("Cast", {x}, {{"DstT", AttrValue(dtype)}});
  }
  // Runs with the pass and without; the results have the same bits, or are floats that differ by no more
  // than `most`. `gone`: how many kernels fewer run with it. Other passes that would join nodes are off.
  std::vector<Tensor> Both(const std::vector<OutputRef>& fetches, int gone, float most = 0) {
    std::vector<Tensor> out[2];
    uint64_t launches[2];
    for (const bool on : {false, true}) {
      session_options_.disabled_passes = off_;
      if (!on) session_options_.disabled_passes.push_back(pass_);
      session_ = nullptr;
      RunMetadata metadata;
      const Status status = TryRun(fetches, feeds_, {}, &out[on], {}, &metadata);
      EXPECT_TRUE(status.ok()) << status.ToString();
      launches[on] = metadata.launches;
    }
    EXPECT_EQ(launches[0], launches[1] + static_cast<uint64_t>(int64_t{gone}));
    for (size_t i = 0; i < fetches.size(); ++i) {
      if (out[0][i].empty() || out[1][i].empty()) return {};
      EXPECT_EQ(out[0][i].shape(), out[1][i].shape());
      if (most > 0) {
        const std::vector<float> without = ToFloats(out[0][i]), with = ToFloats(out[1][i]);
        for (size_t k = 0; k < with.size(); ++k) EXPECT_NEAR(with[k], without[k], most) << i << " " << k;
      } else {
        EXPECT_EQ(std::memcmp(out[0][i].data(), out[1][i].data(), out[0][i].size_bytes()), 0) << i;
      }
    }
    return out[1];
  }

  std::vector<std::pair<OutputRef, Tensor>> feeds_;
  std::vector<std::string> off_ = {"fuse", "follow", "fold", "cse", "simplify"};

 private:
  const std::string pass_;
};

}  // namespace runnel

#endif  // RUNNEL_TESTS_RUNTIME_PASS_TEST_H_
