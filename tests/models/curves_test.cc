// The example models train as they do in TensorFlow: 200 steps from the same weights and data give the
// losses that make_curves.py recorded.
#include <gtest/gtest.h>

#include "models/models.hpp"

namespace {

#include "curves.inc"

constexpr int kSteps = 200, kFirst = 50;
static_assert(std::size(k_lenet) == kSteps && std::size(k_resnet20) == kSteps &&
              std::size(k_char_lstm) == kSteps && std::size(k_gpt) == kSteps);

struct Curve {
  const char* model;
  const float* losses;
  double later;  // relative bound beyond the first 50 steps
  double fall;   // of the loss, from the mean of the first ten steps to that of the last ten
};

// curves.inc says how far TensorFlow's own curves in float and double drift apart. Where a Relu or a
// maximum changes sides, two roundings may go two ways: LeNet has such a point after 150 steps, and from
// there TensorFlow without oneDNN is 6.5e-3 off its own curve, as we are.
const Curve kCurves[] = {
    {"lenet", k_lenet, 3e-2, 2.0},
    {"resnet20", k_resnet20, 2e-2, 0.5},
    {"char_lstm", k_char_lstm, 1e-4, 1.2},
    {"gpt", k_gpt, 1e-4, 0.8},
};

class RecordedCurve : public testing::TestWithParam<Curve> {};

TEST_P(RecordedCurve, TrainsAsTensorFlowDoes) {
  const Curve& curve = GetParam();
  const std::vector<float> losses = models::Train(models::Runtime::Create(), curve.model, kSteps);
  ASSERT_EQ(losses.size(), static_cast<size_t>(kSteps));
  double start = 0, end = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double want = curve.losses[i], bound = i < kFirst ? 1e-4 : curve.later;
    EXPECT_NEAR(losses[static_cast<size_t>(i)], want, bound * want) << "step " << i;
    if (i < 10) start += want / 10;
    if (i >= kSteps - 10) end += want / 10;
  }
  EXPECT_GT(start - end, curve.fall) << "the recorded loss does not fall";
}

INSTANTIATE_TEST_SUITE_P(Models, RecordedCurve, testing::ValuesIn(kCurves),
                         [](const auto& tested) { return std::string(tested.param.model); });

}  // namespace
