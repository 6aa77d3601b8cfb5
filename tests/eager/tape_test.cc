// Tapes: gradients of what was executed, of any order; what is recorded and what is not; custom
// gradients.
#include <cmath>

#include "tests/eager/support.h"

namespace runnel_test {
namespace {

using TapeTest = EagerTest;

TEST_F(TapeTest, GradientsOfWhatWasExecuted) {
  const Tensor x = Of({1, 2, 3});
  const Tape tape = NewTape();
  ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
  const Tensor y = Run("Square", {x}, tape);
  const Tensor z = Sum(Run("Mul", {y, x}, tape), tape);
  EXPECT_EQ(Values(Gradient(tape, z, x)), (std::vector<float>{3, 12, 27}));
}

TEST_F(TapeTest, TheSameStepHasOnePlanAndGivesTheSame) {
  const Tensor w = Variable(FloatTensor(runtime, {2, 1}, {0.5f, -0.5f}));
  const EagerOp read = Reader();
  const Tensor x = FloatTensor(runtime, {3, 2}, {1, 2, 3, 4, 5, 6}), rate = Scalar(0.01f);
  float last = INFINITY;
  for (int step = 0; step < 20; ++step) {
    const Tape tape = NewTape();
    const Tensor product = Run("MatMul", {x, Run(read, {w}, tape)}, tape);
    const Tensor one = Scalar(1);
    const Tensor loss = Sum(Run("Square", {Run("Sub", {product, one}, tape)}, tape), tape);
    Run("ResourceApplyGradientDescent", {w, rate, Gradient(tape, loss, w)});
    const float now = Values(loss)[0];
    EXPECT_LT(now, last);
    last = now;
  }
}

TEST_F(TapeTest, SecondAndThirdDerivatives) {
  const Tensor x = Of({2});
  const Tape outer = NewTape(), middle = NewTape(outer), inner = NewTape(middle);
  for (rnl_tape_t* tape : {outer.get(), middle.get(), inner.get()})
    ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
  const Tensor square = Run("Mul", {x, x}, inner);
  const Tensor y = Run("Mul", {square, square}, inner);
  const Tensor first = Gradient(inner, y, x), second = Gradient(middle, first, x),
               third = Gradient(outer, second, x);
  EXPECT_EQ(Values(first), (std::vector<float>{32}));
  EXPECT_EQ(Values(second), (std::vector<float>{48}));
  EXPECT_EQ(Values(third), (std::vector<float>{48}));
}

TEST_F(TapeTest, OutputGradientsWeighAndTargetsAddUp) {
  const Tensor x = Of({1, 2});
  const Tape tape = NewTape(nullptr, true);
  ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
  const Tensor square = Run("Square", {x}, tape), twice = Run("AddV2", {x, x}, tape);
  const Tensor weight = Of({10, 100});
  rnl_tensor_t* targets[] = {square, twice};
  rnl_tensor_t* weights[] = {weight, nullptr};
  rnl_tensor_t* source = x;
  Tensor out;
  ASSERT_TRUE(IsOk(rnl_tape_gradient(tape, nullptr, targets, weights, 2, &source, 1, false, out.out())));
  EXPECT_EQ(Values(out), (std::vector<float>{22, 402}));
  EXPECT_EQ(Values(Gradient(tape, x, x)), (std::vector<float>{1, 1}));
  EXPECT_EQ(Values(Gradient(tape, square, square)), (std::vector<float>{1, 1}));
  const Tensor wrong = Of({1});
  weights[0] = wrong;
  EXPECT_TRUE(Fails(rnl_tape_gradient(tape, nullptr, targets, weights, 2, &source, 1, false, out.out()),
                    RNL_INVALID_ARGUMENT, {"output gradient 0", "[1]", "[2]"}));
}

TEST_F(TapeTest, AnInnerValueMayBeASource) {
  const Tensor x = Of({3});
  const Tape tape = NewTape();
  ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
  const Tensor y = Run("Square", {x}, tape);
  const Tensor z = Run("Mul", {y, y}, tape);
  rnl_tensor_t* target = z;
  rnl_tensor_t* sources[] = {y, x};
  rnl_tensor_t* out[2];
  ASSERT_TRUE(IsOk(rnl_tape_gradient(tape, nullptr, &target, nullptr, 1, sources, 2, false, out)));
  EXPECT_EQ(Floats(out[0]), (std::vector<float>{18}));
  EXPECT_EQ(Floats(out[1]), (std::vector<float>{108}));
  for (rnl_tensor_t* each : out) rnl_tensor_release(each);
}

TEST_F(TapeTest, UnconnectedSourcesGetNothingOrZeros) {
  const Tensor x = Of({1, 2}), other = Of({3, 4});
  const Tensor w = Variable(Of({5, 6, 7}));
  const Tape tape = NewTape(nullptr, true);
  ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
  const Tensor y = Run("Square", {x}, tape);
  EXPECT_EQ(Gradient(tape, y, other).get(), nullptr);
  EXPECT_EQ(Gradient(tape, y, w).get(), nullptr);
  EXPECT_EQ(Values(Gradient(tape, y, other, true)), (std::vector<float>{0, 0}));
  EXPECT_EQ(Values(Gradient(tape, y, w, true)), (std::vector<float>{0, 0, 0}));
}

TEST_F(TapeTest, WhatIsNotWatchedOrNotRecordedHasNoGradient) {
  const Tensor x = Of({1, 2});
  const Tape tape = NewTape(nullptr, true);
  const Tensor unwatched = Run("Square", {x}, tape);
  EXPECT_EQ(Gradient(tape, unwatched, x).get(), nullptr);
  ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
  ASSERT_TRUE(IsOk(rnl_tape_set_recording(tape, false)));
  const Tensor quiet = Run("Square", {x}, tape);
  ASSERT_TRUE(IsOk(rnl_tape_set_recording(tape, true)));
  EXPECT_EQ(Gradient(tape, quiet, x).get(), nullptr);
  EXPECT_EQ(Values(Gradient(tape, Run("Square", {x}, tape), x)), (std::vector<float>{2, 4}));
}

TEST_F(TapeTest, MisuseIsRefused) {
  const Tensor x = Of({1, 2});
  const Tape tape = NewTape();
  ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
  const Tensor y = Run("Square", {x}, tape);
  Gradient(tape, y, x);
  rnl_tensor_t* target = y;
  rnl_tensor_t* source = x;
  Tensor out;
  EXPECT_TRUE(Fails(rnl_tape_gradient(tape, nullptr, &target, nullptr, 1, &source, 1, false, out.out()),
                    RNL_FAILED_PRECONDITION, {"persistent"}));
  Tensor whole;
  ASSERT_TRUE(IsOk(rnl_tensor_from_scalar(runtime, RNL_INT32, 3, whole.out())));
  EXPECT_TRUE(Fails(rnl_tape_watch(tape, whole), RNL_INVALID_ARGUMENT, {"int32"}));
  Eager other;
  ASSERT_TRUE(IsOk(rnl_eager_create(runtime, nullptr, other.out())));
  size_t count = 0;
  EXPECT_TRUE(Fails(rnl_eager_execute(other, rnl_str("Neg"), tape, &source, 1, out.out(), 1, &count),
                    RNL_INVALID_ARGUMENT, {"another eager context"}));
  Tape wrong;
  EXPECT_TRUE(Fails(rnl_tape_create(other, tape, false, true, wrong.out()), RNL_INVALID_ARGUMENT));
  const Tape fresh = NewTape();
  rnl_tensor_t* integer = whole;
  EXPECT_TRUE(
      Fails(rnl_tape_gradient(fresh, nullptr, &integer, nullptr, 1, &source, 1, false, out.out()),
            RNL_INVALID_ARGUMENT, {"target 0", "int32"}));
}

TEST_F(TapeTest, GradientsStopAtOpsThatHaveNone) {
  const Tensor x = Of({1, 2});
  const Tape tape = NewTape();
  ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
  EXPECT_EQ(Gradient(tape, Run("NextAfter", {x, x}, tape), x).get(), nullptr);
}

TEST_F(TapeTest, ARandomValueIsNotDrawnAgain) {
  const int64_t size = 1;
  const int32_t dims[] = {4};
  Tensor shape;
  ASSERT_TRUE(IsOk(rnl_tensor_from_data(runtime, RNL_INT32, 1, &size, dims, sizeof(dims), shape.out())));
  const Tensor noise = Run(Prepare("RandomUniform",
                                   [](rnl_node_builder_t* b) {
                                     rnl_node_builder_set_attr_type(b, rnl_str("dtype"), RNL_FLOAT);
                                   }),
                           {shape});
  const Tensor x = Of({1, 1, 1, 1});
  const Tape tape = NewTape();
  ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
  EXPECT_EQ(Values(Gradient(tape, Run("Mul", {x, noise}, tape), x)), Values(noise));
}

TEST_F(TapeTest, AVariableIsReadAsItWas) {
  const Tensor w = Variable(Of({3}));
  const Tape tape = NewTape();
  const Tensor value = Run(Reader(), {w}, tape);
  const Tensor y = Run("Mul", {value, value}, tape), big = Of({100});
  Run("AssignVariableOp", {w, big});
  EXPECT_EQ(Values(Gradient(tape, y, w)), (std::vector<float>{6}));
}

// d(x^3) as the caller says: seven times too much, so that nothing else can have given it.
rnl_status_t* SevenTimes(void* arg, rnl_tape_t* tape, rnl_tensor_t* const* dys, size_t num_dys,
                         rnl_tensor_t** dxs, size_t num_dxs) {
  if (num_dys != 1 || num_dxs != 1) return rnl_status_create(RNL_INTERNAL, rnl_str("counts"));
  auto* const eager = static_cast<rnl_eager_t*>(arg);
  rnl_tensor_t* twice = nullptr;
  rnl_tensor_t* inputs[] = {dys[0], dys[0]};
  size_t count = 0;
  rnl_status_t* failed = rnl_eager_execute(eager, rnl_str("AddV2"), tape, inputs, 2, &twice, 1, &count);
  if (failed != nullptr) return failed;
  inputs[0] = twice;
  failed = rnl_eager_execute(eager, rnl_str("Mul"), tape, inputs, 2, &dxs[0], 1, &count);
  rnl_tensor_release(twice);
  return failed;
}

TEST_F(TapeTest, CustomGradientsAreTheCallersAndCanBeDifferentiated) {
  const Tensor x = Of({5});
  const Tape outer = NewTape(), tape = NewTape(outer);
  ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
  ASSERT_TRUE(IsOk(rnl_tape_watch(outer, x)));
  const Tensor before = Run("Square", {x}, tape);
  const Tensor custom = Run("Identity", {before});
  rnl_tensor_t* in = before;
  rnl_tensor_t* out = custom;
  ASSERT_TRUE(IsOk(rnl_tape_record(tape, &in, 1, &out, 1, &SevenTimes, eager.get(), nullptr)));
  const Tensor after = Run("Square", {custom}, tape);
  // d after = 2 * custom = 50; the custom gradient makes 2 * 50^2 of it; d before = 2 * 5.
  const Tensor first = Gradient(tape, after, x);
  EXPECT_EQ(Values(first), (std::vector<float>{50000}));
}

rnl_status_t* Refuse(void*, rnl_tape_t*, rnl_tensor_t* const*, size_t, rnl_tensor_t**, size_t) {
  return rnl_status_create(RNL_DATA_LOSS, rnl_str("no gradient today"));
}

TEST_F(TapeTest, AFailingCustomGradientIsTheGradientsFailure) {
  const Tensor x = Of({5}), y = Of({6});
  const Tape tape = NewTape();
  ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
  rnl_tensor_t* in = x;
  rnl_tensor_t* out = y;
  int dropped = 0;
  ASSERT_TRUE(IsOk(rnl_tape_record(tape, &in, 1, &out, 1, &Refuse, &dropped,
                                   [](void* arg) { ++*static_cast<int*>(arg); })));
  Tensor gradient;
  EXPECT_TRUE(Fails(rnl_tape_gradient(tape, nullptr, &out, nullptr, 1, &in, 1, false, gradient.out()),
                    RNL_DATA_LOSS, {"no gradient today"}));
  EXPECT_EQ(dropped, 1) << "the values and the callback go when the tape was used";
}

TEST_F(TapeTest, SizesThatChangeAreServed) {
  // What Where gives has another size each time, and so have the inputs.
  for (int n = 1; n < 30; ++n) {
    std::vector<float> values(static_cast<size_t>(n)), want(static_cast<size_t>(n));
    for (int i = 0; i < n; ++i) values[static_cast<size_t>(i)] = static_cast<float>((i * 7 + n) % 5) - 1;
    const Tensor x = Of(values), zero = Scalar(0);
    const Tape tape = NewTape();
    ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
    const Tensor which = Run("Where", {Run("Greater", {x, zero}, tape)}, tape);
    const Tensor chosen = Run("Square", {Run("GatherNd", {x, which}, tape)}, tape);
    for (size_t i = 0; i < values.size(); ++i) want[i] = values[i] > 0 ? 2 * values[i] : 0;
    EXPECT_EQ(Values(Gradient(tape, Sum(chosen, tape), x)), want) << n;
  }
}

TEST_F(TapeTest, IndicesThatChangeAreServed) {
  const Tensor x = Of({1, 2, 3, 4});
  for (int i = 0; i < 12; ++i) {
    const int64_t size = 1;
    const int32_t at[] = {i % 4}, first[] = {0};
    Tensor index, axis;
    ASSERT_TRUE(IsOk(rnl_tensor_from_data(runtime, RNL_INT32, 1, &size, at, sizeof(at), index.out())));
    ASSERT_TRUE(
        IsOk(rnl_tensor_from_data(runtime, RNL_INT32, 0, nullptr, first, sizeof(first), axis.out())));
    const Tape tape = NewTape();
    ASSERT_TRUE(IsOk(rnl_tape_watch(tape, x)));
    std::vector<float> want(4);
    want[static_cast<size_t>(i % 4)] = 2.0f * static_cast<float>(i % 4 + 1);
    const Tensor y = Run("Square", {Run("GatherV2", {x, index, axis}, tape)}, tape);
    EXPECT_EQ(Values(Gradient(tape, y, x)), want);
  }
}

TEST_F(TapeTest, WhatATapeHoldsGoesWithIt) {
  const auto use = [&] {
    const Tensor x = Of(std::vector<float>(10000, 1.0f));
    const Tape tape = NewTape();
    EXPECT_TRUE(IsOk(rnl_tape_watch(tape, x)));
    const Tensor y = Sum(Run("Exp", {Run("Square", {x}, tape)}, tape), tape);
    Gradient(tape, y, x);
  };
  use();
  const uint64_t before = rnl_runtime_memory_in_use(runtime);
  for (int i = 0; i < 20; ++i) use();
  EXPECT_EQ(rnl_runtime_memory_in_use(runtime), before);
}

}  // namespace
}  // namespace runnel_test
