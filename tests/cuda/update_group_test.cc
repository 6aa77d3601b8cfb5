// Steps of an optimizer on many variables in one launch: which go together, which do not, and that it
// makes no difference to what they give.
#include "tests/cuda/cuda_test.h"

namespace runnel {
namespace {

class CudaUpdates : public CudaTest {
 protected:
  // Variable number `i`, all of it `i`, on a device.
  OutputRef Numbered(int i, const std::string& device, int64_t size) {
    const OutputRef v = Variable(StrCat("v", i), DType::kFloat, Shape({size}), device);
    const std::vector<float> all(static_cast<size_t>(size), static_cast<float>(i));
    initial_.push_back(Assign(v, b().Constant(Floats(all, Shape({size})))));
    return v;
  }
  OutputRef Fed(float value, int64_t size) {
    const OutputRef x = Placeholder("", DType::kFloat, Shape({size}));
    feeds_.emplace_back(x, Floats(std::vector<float>(static_cast<size_t>(size), value), Shape({size})));
    return x;
  }
  Node* Descend(OutputRef v, OutputRef rate, OutputRef slope, std::vector<Node*> after = {}) {
    return b().AddNode(
        {{}, "ResourceApplyGradientDescent", {v, rate, slope}, std::move(after), {}, kCuda});
  }
  void Begin2() {
    End();
    Begin();
    initial_.clear();
    feeds_.clear();
    b().set_device(kCuda);
  }
  // The kernels of one step of `updates` that was recorded, the fourth.
  int64_t KernelsOf(const std::vector<Node*>& updates, const std::vector<OutputRef>& fetches = {}) {
    Run({}, {}, initial_);
    for (int step = 1; step < 4; ++step) Run(fetches, feeds_, updates);
    const int64_t before = fake_->kernels_run();
    Run(fetches, feeds_, updates);
    return fake_->kernels_run() - before;
  }
  std::vector<float> ValueOf(OutputRef v) { return ToFloats(Run({Read(v)}).at(0)); }

  std::vector<Node*> initial_;
};

TEST_F(CudaUpdates, OfManyVariablesAreOneLaunchForEverySixtyFour) {
  for (const auto& [count, launches] :
       {std::pair(1, 1), std::pair(5, 1), std::pair(64, 1), std::pair(70, 2)}) {
    SCOPED_TRACE(count);
    Begin2();
    const OutputRef rate = b().Scalar(DType::kFloat, 0.5);
    std::vector<OutputRef> variables;
    std::vector<Node*> updates;
    for (int i = 0; i < count; ++i) {
      const int64_t size = i % 3 == 0 ? 5000 : i % 7 + 1;  // some have more than one block
      variables.push_back(Numbered(i, kCuda, size));
      const std::vector<float> slope(static_cast<size_t>(size), static_cast<float>(2 * i + 2));
      updates.push_back(Descend(variables.back(), rate, b().Constant(Floats(slope, Shape({size})))));
    }
    EXPECT_EQ(KernelsOf(updates), launches);
    for (int i = 0; i < count; ++i) {
      for (const float value : ValueOf(variables[static_cast<size_t>(i)]))
        ASSERT_EQ(value, static_cast<float>(i - 4 * (i + 1))) << i;
    }
  }
}

TEST_F(CudaUpdates, OfOtherRulesOrRatesGoApart) {
  Begin2();
  const OutputRef rate = b().Scalar(DType::kFloat, 0.5), other = b().Scalar(DType::kFloat, 0.25);
  const OutputRef v = Numbered(1, kCuda, 3), w = Numbered(2, kCuda, 3), kept = Numbered(3, kCuda, 3),
                  u = Numbered(4, kCuda, 3);
  Node* const first = Descend(v, rate, Fed(4, 3));
  Node* const second = Descend(w, other, Fed(4, 3), {first});
  Node* const third =
      b().AddNode({{}, "ResourceApplyMomentum", {u, kept, other, Fed(4, 3), rate}, {second}, {}, kCuda});
  EXPECT_EQ(KernelsOf({first, second, third}), 3);
  EXPECT_EQ(ValueOf(v), std::vector<float>(3, 1 - 4 * 2));
  EXPECT_EQ(ValueOf(w), std::vector<float>(3, 2 - 4 * 1));
  EXPECT_EQ(ValueOf(kept), std::vector<float>(3, 7.6875F));
  EXPECT_EQ(ValueOf(u), std::vector<float>(3, 4 - 0.25F * (5.5F + 6.75F + 7.375F + 7.6875F)));
}

// One after the other, though the rule is the same.
TEST_F(CudaUpdates, WhatOneWritesAnotherDoesNotTouchInTheSameLaunch) {
  const auto read_after = [&](OutputRef v, Node* update) {
    return OutputRef{
        b().AddNode({{}, "ReadVariableOp", {v}, {update}, {{"dtype", AttrValue(DType::kFloat)}}, kCuda}),
        0};
  };
  Begin2();
  OutputRef v = Numbered(1, kCuda, 3);
  OutputRef rate = b().Scalar(DType::kFloat, 0.5);
  Node* first = Descend(v, rate, Fed(4, 3));
  Node* second = Descend(v, rate, Fed(8, 3), {first});
  EXPECT_EQ(KernelsOf({first, second}), 2);
  EXPECT_EQ(ValueOf(v), std::vector<float>(3, 1 - 4 * 6));

  // A slope that is another variable's new value.
  Begin2();
  v = Numbered(1, kCuda, 3);
  OutputRef w = Numbered(2, kCuda, 3);
  rate = b().Scalar(DType::kFloat, 0.5);
  first = Descend(v, rate, Fed(4, 3));
  second = Descend(w, rate, read_after(v, first));
  EXPECT_EQ(KernelsOf({first, second}), 2);
  EXPECT_EQ(ValueOf(w), std::vector<float>(3, 2 + 0.5F * (1 + 3 + 5 + 7)));

  // A rate that is.
  Begin2();
  v = Numbered(5, kCuda, 1);
  w = Numbered(2, kCuda, 3);
  first = Descend(v, b().Scalar(DType::kFloat, 0.5), Fed(2, 1));
  rate = b().Op("Reshape", {read_after(v, first), b().Int32Vector({})});
  second = Descend(w, rate, Fed(1, 3));
  EXPECT_EQ(KernelsOf({first, second}), 2);
  EXPECT_EQ(ValueOf(w), std::vector<float>(3, 2 - (4 + 3 + 2 + 1)));
}

// Each could run as soon as there is its slope; they wait for the last.
TEST_F(CudaUpdates, OfALayeredModelAreOneLaunch) {
  Begin2();
  OutputRef x = Placeholder("x", DType::kFloat, Shape({2, 4}));
  feeds_.emplace_back(x, Floats({1, 2, 3, 4, 5, 6, 7, 8}, Shape({2, 4})));
  std::vector<OutputRef> variables, reads;
  for (int i = 0; i < 4; ++i) {
    variables.push_back(Variable(StrCat("w", i), DType::kFloat, Shape({4, 4}), kCuda));
    const std::vector<float> weights(16, 0.25F + static_cast<float>(i) / 64);
    initial_.push_back(Assign(variables.back(), b().Constant(Floats(weights, Shape({4, 4})))));
    reads.push_back(Read(variables.back()));
    x = b().Op("Relu", {b().Op("MatMul", {x, reads.back()})});
  }
  const OutputRef loss = b().Op("Sum", {b().Op("Square", {x}), b().Int32Vector({0, 1})});
  const auto slopes = AddGradients(graph_.get(), {{loss}}, reads);
  ASSERT_TRUE(slopes.ok()) << slopes.status().ToString();
  std::vector<Node*> updates, slope_nodes;
  const OutputRef rate = b().Scalar(DType::kFloat, 0.001);
  for (size_t i = 0; i < 4; ++i) {
    updates.push_back(Descend(variables[i], rate, (*slopes)[i]));
    slope_nodes.push_back((*slopes)[i].node);
  }
  const int64_t without = KernelsOf(slope_nodes), with = KernelsOf(updates);
  EXPECT_GT(without, 10);
  EXPECT_EQ(with, without + 1);
}

// They wait for nothing that comes later: a read behind them sees them, on this device and another.
TEST_F(CudaUpdates, AReadBehindThemSeesThem) {
  Begin2();
  const OutputRef v = Numbered(1, kCuda, 3), w = Numbered(2, kCuda, 3);
  const OutputRef rate = b().Scalar(DType::kFloat, 0.5);
  const std::vector<Node*> updates = {Descend(v, rate, Fed(4, 3)), Descend(w, rate, Fed(4, 3))};
  const auto read = [&](OutputRef x, const char* device) {
    const OutputRef value{
        b().AddNode({{}, "ReadVariableOp", {x}, updates, {{"dtype", AttrValue(DType::kFloat)}}, kCuda}),
        0};
    return OutputRef{b().AddNode({{}, "Neg", {value}, {}, {}, device}), 0};
  };
  const std::vector<OutputRef> fetches = {read(v, kCuda), read(w, kCpu)};
  Run({}, {}, initial_);
  for (int step = 1; step <= 3; ++step) {
    const std::vector<Tensor> got = Run(fetches, feeds_);
    EXPECT_EQ(ToFloats(got[0]), std::vector<float>(3, static_cast<float>(2 * step - 1)));
    EXPECT_EQ(ToFloats(got[1]), std::vector<float>(3, static_cast<float>(2 * step - 2)));
  }
}

}  // namespace
}  // namespace runnel
