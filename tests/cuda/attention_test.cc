// Attention in one launch: what the CPU gives, in every type, by tiles and by plain arithmetic.
#include <cmath>
#include <limits>

#include "tests/cuda/cuda_test.h"

namespace runnel {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct AttentionCase {
  std::vector<int64_t> outer;
  int64_t m, n, d, e;
  Shape mask;
};

Shape With(const std::vector<int64_t>& outer, int64_t rows, int64_t columns) {
  std::vector<int64_t> dims = outer;
  dims.push_back(rows);
  dims.push_back(columns);
  return Shape(std::span<const int64_t>(dims));
}

class CudaAttention : public CudaTest {
 protected:
  // Values that every type has, small enough that none has all of the weight.
  std::vector<Tensor> Draw(const AttentionCase& c) {
    Draws draws;
    std::vector<Tensor> made;
    for (const Shape& shape :
         {With(c.outer, c.m, c.d), With(c.outer, c.n, c.d), With(c.outer, c.n, c.e), c.mask}) {
      std::vector<float> values(static_cast<size_t>(shape.num_elements()));
      for (float& value : values) value = std::round(draws.Next(-8, 8)) / 4;
      made.push_back(Floats(values, shape));
    }
    return made;
  }
  std::vector<float> On(const char* device, DType dtype, const std::vector<Tensor>& values) {
    End();
    Begin();
    b().set_device(device);
    feeds_.clear();
    std::vector<OutputRef> inputs;
    for (const Tensor& value : values) {
      const OutputRef x = Placeholder("", DType::kFloat, value.shape());
      feeds_.emplace_back(x, value);
      inputs.push_back(dtype == DType::kFloat ? x : b().Op("Cast", {x}, {{"DstT", AttrValue(dtype)}}));
    }
    const OutputRef y = b().Op("Runnel>Attention", inputs, {{"scale", AttrValue(0.125F)}});
    const OutputRef out = b().Op("Cast", {y}, {{"DstT", AttrValue(DType::kFloat)}});
    b().set_device("");
    fake_->reset(1);
    std::vector<float> got = ToFloats(Run({out}, feeds_).at(0));
    launches_ = fake_->launches();
    return got;
  }
  // What differs by more than `near`, or is NaN on one side alone.
  void ExpectAgrees(DType dtype, const std::vector<Tensor>& values, float near) {
    const std::vector<float> want = On(kCpu, DType::kFloat, values), got = On(kCuda, dtype, values);
    ASSERT_EQ(got.size(), want.size());
    for (size_t i = 0; i < got.size(); ++i) {
      if (std::isnan(want[i]) ? std::isnan(got[i]) : std::abs(got[i] - want[i]) <= near) continue;
      FAIL() << DTypeName(dtype) << ": element " << i << " is " << got[i] << ", expected " << want[i];
    }
  }
  void ExpectAllAgree(const std::vector<Tensor>& values) {
    ExpectAgrees(DType::kFloat, values, 2e-6F);
    ExpectAgrees(DType::kHalf, values, 2e-3F);
    ExpectAgrees(DType::kBFloat16, values, 1.6e-2F);
  }

  int64_t launches_ = 0;
  std::vector<std::vector<float>> results_;
  std::vector<std::vector<Tensor>> values_;
};

TEST_F(CudaAttention, IsWhatTheCpuGivesInEveryTypeAndWidth) {
  for (const AttentionCase& c : std::vector<AttentionCase>{
           {{}, 1, 1, 1, 1, {}},
           {{2}, 5, 7, 3, 2, {5, 7}},
           {{2, 3}, 17, 70, 16, 24, {2, 1, 1, 70}},      // rows that 16 bytes divide
           {{3}, 20, 33, 20, 9, {20, 1}},                // and that they do not
           {{2}, 130, 150, 64, 64, {130, 150}},          // more than one block, and three parts of keys
           {{1, 2}, 70, 100, 80, 128, {1, 2, 70, 100}},  // the wide tiles
           {{2}, 40, 65, 32, 72, {}},                    // narrow heads with wide values
           {{2}, 6, 40, 128, 64, {40}},
           {{2}, 6, 0, 8, 8, {}},
           {{2}, 6, 9, 0, 8, {}},
           {{0}, 6, 9, 8, 8, {}},
       }) {
    SCOPED_TRACE(StrCat(c.m, " ", c.n, " ", c.d, " ", c.e));
    ExpectAllAgree(Draw(c));
  }
}

// Wider heads than the tiles have are composed, by placement too.
TEST_F(CudaAttention, IsOneLaunchForHeadsOf128) {
  On(kCuda, DType::kFloat, Draw({{2}, 6, 9, 128, 128, {}}));
  EXPECT_EQ(launches_, 1);
  ExpectAllAgree(Draw({{2}, 6, 9, 136, 8, {}}));
  EXPECT_GT(launches_, 3);
  ExpectAllAgree(Draw({{2}, 6, 9, 8, 136, {}}));
}

// Though that is known only when values are fed.
TEST_F(CudaAttention, WiderHeadsThatAreFedAreComposedToo) {
  b().set_device(kCuda);
  std::vector<OutputRef> inputs;
  for (int i = 0; i < 4; ++i)
    inputs.push_back(Placeholder("", DType::kFloat, i < 3 ? Shape{-1, -1, -1} : Shape{}));
  const OutputRef y = b().Op("Runnel>Attention", inputs, {{"scale", AttrValue(0.125F)}});
  for (const int64_t width : {8, 136, 24}) {
    const std::vector<Tensor> values = Draw({{2}, 6, 9, width, 8, {}});
    std::vector<std::pair<OutputRef, Tensor>> feeds;
    for (size_t i = 0; i < 4; ++i) feeds.emplace_back(inputs[i], values[i]);
    fake_->reset(1);
    const std::vector<float> got = ToFloats(Run({y}, feeds).at(0));
    const int64_t launches = fake_->launches();
    EXPECT_EQ(launches == 1, width <= 128) << width << ": " << launches;
    results_.push_back(got);
    values_.push_back(values);
  }
  for (size_t i = 0; i < results_.size(); ++i) {
    const std::vector<float> want = On(kCpu, DType::kFloat, values_[i]);
    ASSERT_EQ(results_[i].size(), want.size());
    for (size_t k = 0; k < want.size(); ++k) EXPECT_NEAR(results_[i][k], want[k], 2e-6F) << i;
  }
}

// Of whole parts of keys there may be none that counts, at first or at last.
TEST_F(CudaAttention, MaskedKeysHaveNoWeightAndNansStayInTheirRows) {
  std::vector<Tensor> values = Draw({{}, 20, 200, 16, 8, {20, 200}});
  const std::span<float> mask = values[3].values<float>();
  for (size_t row = 0; row < 20; ++row) {
    for (size_t key = 0; key < 200; ++key) {
      float& one = mask[row * 200 + key];
      const bool hidden = row == 3 || (row < 3 ? key < 150 : row < 6 ? key > 20 : false);
      if (hidden) one = -kInfinity;
      if (row == 7) one = -3.3895314e38F;  // bfloat16's lowest; all alike, so none is hidden
    }
  }
  values[0].values<float>()[9 * 16] = NAN;
  values[0].values<float>()[10 * 16] = kInfinity;
  ExpectAgrees(DType::kFloat, values, 2e-6F);
  ExpectAgrees(DType::kBFloat16, values, 1.6e-2F);
  for (size_t key = 0; key < 200; ++key) mask[7 * 200 + key] = -60000;
  ExpectAgrees(DType::kHalf, values, 2e-3F);
}

}  // namespace
}  // namespace runnel
