// Accumulators by themselves. Values are those of TensorFlow's conditional_accumulator_test.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "core/runtime/exchange/combine.h"
#include "tests/io/host_kernel_test_util.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

Tensor Int32(int32_t value) { return *Tensor::FromScalar<int32_t>(value); }
Tensor Step(int64_t value) { return *Tensor::FromScalar<int64_t>(value); }
Tensor Floats(const std::vector<float>& values) {
  return *Tensor::FromValues<float>(Shape{static_cast<int64_t>(values.size())}, values);
}
std::vector<float> ToFloats(const Tensor& tensor) {
  const auto values = tensor.values<const float>();
  return {values.begin(), values.end()};
}

// An accumulator of float vectors, by the older op names or the newer ones.
class AccumulatorTest : public ::testing::TestWithParam<std::string> {
 protected:
  std::string Op(const std::string& name) { return GetParam() + name; }

  static AttrList Attrs(const std::string& reduction, const Shape& shape) {
    AttrList attrs;
    SetAttr(&attrs, "dtype", DType::kFloat);
    SetAttr(&attrs, "shape", shape);
    SetAttr(&attrs, "container", "");
    SetAttr(&attrs, "shared_name", "");
    SetAttr(&attrs, "reduction_type", reduction);
    return attrs;
  }
  void Make(const std::string& reduction = "MEAN", const Shape& shape = Shape{2}) {
    HostNodeRunner node("acc", Op("ConditionalAccumulator"), Attrs(reduction, shape),
                        {DType::kResource});
    RUNNEL_ASSERT_OK(node.status());
    Execution run(node, {}, &resources_, nullptr, nullptr);
    RUNNEL_ASSERT_OK(run.Wait());
    handle_ = run.output(0);
  }
  Status Apply(int64_t step, const Tensor& gradient) {
    HostNodeRunner node("apply", Op("AccumulatorApplyGradient"), {{"dtype", DType::kFloat}}, {});
    return Execution(node, {handle_, Step(step), gradient}, &resources_, nullptr, nullptr).Wait();
  }
  std::unique_ptr<Execution> Take(int32_t n, CancellationManager* cancellation = nullptr) {
    return std::make_unique<Execution>(take_, std::vector<Tensor>{handle_, Int32(n)}, &resources_,
                                       nullptr, cancellation);
  }
  void SetStep(int64_t step) {
    HostNodeRunner node("set", Op("AccumulatorSetGlobalStep"), {}, {});
    RUNNEL_EXPECT_OK(Execution(node, {handle_, Step(step)}, &resources_, nullptr, nullptr).Wait());
  }
  int32_t Count() {
    HostNodeRunner node("count", Op("AccumulatorNumAccumulated"), {}, {DType::kInt32});
    Execution run(node, {handle_}, &resources_, nullptr, nullptr);
    EXPECT_TRUE(run.Wait().ok());
    return run.output(0).values<int32_t>()[0];
  }

  ResourceManager resources_;
  Tensor handle_;
  HostNodeRunner take_{"take", Op("AccumulatorTakeGradient"), {}, {DType::kFloat}};
};

TEST_P(AccumulatorTest, GivesTheMeanOfWhatWasAdded) {
  Make();
  EXPECT_EQ(Count(), 0);
  RUNNEL_EXPECT_OK(Apply(0, Floats({10, 1})));
  RUNNEL_EXPECT_OK(Apply(0, Floats({20, 4})));
  EXPECT_EQ(Count(), 2);
  auto take = Take(1);
  RUNNEL_ASSERT_OK(take->Wait());
  EXPECT_EQ(ToFloats(take->output(0)), (std::vector<float>{15, 2.5}));
  EXPECT_EQ(Count(), 0);
  // Taking has moved it to step 1: what was computed from step 0 is stale.
  RUNNEL_EXPECT_OK(Apply(0, Floats({100, 100})));
  EXPECT_EQ(Count(), 0);
  RUNNEL_EXPECT_OK(Apply(1, Floats({3, 5})));
  auto next = Take(1);
  RUNNEL_ASSERT_OK(next->Wait());
  EXPECT_EQ(ToFloats(next->output(0)), (std::vector<float>{3, 5}));
  if (!HasFailure()) {
    for (const char* op : {"ConditionalAccumulator", "AccumulatorApplyGradient",
                           "AccumulatorTakeGradient", "AccumulatorNumAccumulated"})
      testing::LogHostOps({Op(op)});
  }
}

TEST_P(AccumulatorTest, GivesTheSumWhereAskedTo) {
  Make("SUM");
  RUNNEL_EXPECT_OK(Apply(0, Floats({10, 1})));
  RUNNEL_EXPECT_OK(Apply(0, Floats({20, 4})));
  auto take = Take(2);
  RUNNEL_ASSERT_OK(take->Wait());
  EXPECT_EQ(ToFloats(take->output(0)), (std::vector<float>{30, 5}));
}

TEST_P(AccumulatorTest, WaitsForAsManyAsAreRequiredAndServesInOrder) {
  Make();
  auto two = Take(2);
  auto one = Take(1);
  RUNNEL_EXPECT_OK(Apply(0, Floats({1, 1})));
  EXPECT_FALSE(two->done());
  EXPECT_FALSE(one->done()) << "the second is not served before the first";
  RUNNEL_EXPECT_OK(Apply(0, Floats({3, 3})));
  RUNNEL_ASSERT_OK(two->Wait());
  EXPECT_EQ(ToFloats(two->output(0)), (std::vector<float>{2, 2}));
  EXPECT_FALSE(one->done());
  RUNNEL_EXPECT_OK(Apply(1, Floats({5, 5})));
  RUNNEL_ASSERT_OK(one->Wait());
}

TEST_P(AccumulatorTest, ItsStepCanBeSet) {
  Make();
  SetStep(5);
  RUNNEL_EXPECT_OK(Apply(4, Floats({1, 1})));
  EXPECT_EQ(Count(), 0);
  RUNNEL_EXPECT_OK(Apply(5, Floats({1, 1})));
  RUNNEL_EXPECT_OK(Apply(7, Floats({3, 3})));
  EXPECT_EQ(Count(), 2);
  SetStep(2);  // back again, as after a restored checkpoint
  RUNNEL_EXPECT_OK(Apply(2, Floats({2, 2})));
  EXPECT_EQ(Count(), 3);
  if (!HasFailure()) testing::LogHostOps({Op("AccumulatorSetGlobalStep")});
}

TEST_P(AccumulatorTest, CancellingAStepEndsItsTakeAndLosesNothing) {
  Make();
  RUNNEL_EXPECT_OK(Apply(0, Floats({1, 1})));
  const Ref<CancellationManager> step = MakeRef<CancellationManager>();
  auto three = Take(3, step.get());
  auto one = Take(1);
  step->Cancel(DeadlineExceeded("late"));
  EXPECT_EQ(three->Wait().code(), Code::kCancelled);
  RUNNEL_ASSERT_OK(one->Wait());  // the next in line is served
  EXPECT_EQ(ToFloats(one->output(0)), (std::vector<float>{1, 1}));
  EXPECT_EQ(Take(1, step.get())->Wait().code(), Code::kCancelled);
}

TEST_P(AccumulatorTest, DroppingTheResourcesEndsWhatWaits) {
  Make();
  auto take = Take(1);
  resources_.Clear();
  EXPECT_EQ(take->Wait().code(), Code::kCancelled);
  EXPECT_EQ(Take(1)->Wait().code(), Code::kCancelled) << "no gradient will come";
}

TEST_P(AccumulatorTest, TypesShapesAndCountsAreChecked) {
  Make();
  EXPECT_EQ(Apply(0, Floats({1, 2, 3})).code(), Code::kInvalidArgument);
  EXPECT_EQ(Apply(0, *Tensor::FromScalar<double>(1)).code(), Code::kInvalidArgument);
  EXPECT_EQ(Take(0)->Wait().code(), Code::kInvalidArgument);
  EXPECT_EQ(Take(-1)->Wait().code(), Code::kInvalidArgument);
  HostNodeRunner doubles("take", Op("AccumulatorTakeGradient"), {}, {DType::kDouble});
  EXPECT_EQ(Execution(doubles, {handle_, Int32(1)}, &resources_, nullptr, nullptr).Wait().code(),
            Code::kInvalidArgument);
  AttrList attrs = Attrs("SUM", Shape{2});
  HostNodeRunner other("acc", Op("ConditionalAccumulator"), attrs, {DType::kResource});
  EXPECT_EQ(Execution(other, {}, &resources_, nullptr, nullptr).Wait().code(), Code::kInvalidArgument);
  SetAttr(&attrs, "dtype", DType::kComplex64);
  EXPECT_EQ(
      HostNodeRunner("acc", Op("ConditionalAccumulator"), attrs, {DType::kResource}).status().code(),
      Code::kUnimplemented);
}

TEST_P(AccumulatorTest, OfUnknownShapeTakesWhateverAllHave) {
  Make("MEAN", Shape::Unknown());
  RUNNEL_EXPECT_OK(Apply(0, Floats({1, 2, 3})));
  EXPECT_EQ(Apply(0, Floats({1, 2})).code(), Code::kInvalidArgument);
  RUNNEL_EXPECT_OK(Take(1)->Wait());
  RUNNEL_EXPECT_OK(Apply(1, Floats({1, 2})));
}

TEST_P(AccumulatorTest, SixteenThreadsAddEveryGradientOnce) {
  Make("SUM");
  constexpr int kEach = 50;
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([this] {
      for (int i = 0; i < kEach; ++i) EXPECT_TRUE(Apply(1000, Floats({1, 2})).ok());
    });
  }
  auto take = Take(16 * kEach);
  RUNNEL_ASSERT_OK(take->Wait());
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(ToFloats(take->output(0)), (std::vector<float>{16 * kEach, 32 * kEach}));
}

INSTANTIATE_TEST_SUITE_P(Names, AccumulatorTest, ::testing::Values("", "Resource"),
                         [](const auto& info) { return info.param.empty() ? "Older" : "Resource"; });

TEST(Combine, HalfAndBfloat16AreRoundedToTheNearest) {
  struct Case {
    DType dtype;
    uint16_t a, b, sum;
  };
  const Case cases[] = {
      {DType::kHalf, 0x3c00, 0x1000, 0x3c00},      // 1 + 2^-11: half way, to even
      {DType::kHalf, 0x3c01, 0x1000, 0x3c02},      // 1 + 2^-10 + 2^-11: half way, to even
      {DType::kHalf, 0x0001, 0x0001, 0x0002},      // subnormal
      {DType::kHalf, 0x03ff, 0x0001, 0x0400},      // the smallest normal one
      {DType::kHalf, 0x7bff, 0x7bff, 0x7c00},      // too large
      {DType::kHalf, 0x7c00, 0xfc00, 0x7e00},      // infinity - infinity
      {DType::kHalf, 0xc000, 0x3c00, 0xbc00},      // -2 + 1
      {DType::kBFloat16, 0x3f80, 0x3b80, 0x3f80},  // 1 + 2^-8: half way, to even
      {DType::kBFloat16, 0x3f81, 0x3b80, 0x3f82}, {DType::kBFloat16, 0xc000, 0x3f80, 0xbf80},
  };
  for (const Case& c : cases) {
    uint16_t value = c.a;
    CombineInto(Combine::kAdd, c.dtype, &value, &c.b, 1);
    if (c.sum == 0x7e00) {
      EXPECT_EQ(value & 0x7fff, 0x7e00);
    } else {
      EXPECT_EQ(value, c.sum) << c.a << " + " << c.b;
    }
  }
}

TEST(Combine, EveryCombinationOfEveryTypeAndNaNIsHandedOn) {
  float a[3] = {1, 5, NAN};
  const float b[3] = {2, NAN, 3};
  CombineInto(Combine::kMin, DType::kFloat, a, b, 3);
  EXPECT_EQ(a[0], 1);
  EXPECT_TRUE(std::isnan(a[1]));
  EXPECT_TRUE(std::isnan(a[2]));
  int32_t i[2] = {INT32_MAX, 7};
  const int32_t j[2] = {1, 3};
  CombineInto(Combine::kAdd, DType::kInt32, i, j, 2);
  EXPECT_EQ(i[0], INT32_MIN);
  DivideBy(DType::kInt32, i, 2, 3);
  EXPECT_EQ(i[1], 3);
  double x[2] = {2, 9};
  const double y[2] = {3, 4};
  CombineInto(Combine::kMul, DType::kDouble, x, y, 2);
  EXPECT_EQ(x[0], 6);
  CombineInto(Combine::kMax, DType::kDouble, x, y, 2);
  EXPECT_EQ(x[1], 36);
  EXPECT_FALSE(CanCombine(DType::kString));
  EXPECT_FALSE(CanCombine(DType::kInt8));
}

}  // namespace
}  // namespace runnel
