// Constants that are made of what a branch gives wait for the same as what they replace, and for no
// more: a wait for the other branch would never end.
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class ConditionalGradient : public RuntimeTest {
 protected:
  static AttrList Of(DType type) { return {{"T", AttrValue(type)}}; }
  OutputRef Behind(float value, OutputRef side) {
    Node* const node = b().AddNode(
        {{},
         "Const",
         {},
         {side.node},
         {{"dtype", AttrValue(DType::kFloat)}, {"value", AttrValue(*Tensor::FromScalar<float>(value))}},
         {}});
    return {node, 0};
  }
};

// tf.gradients(tf.cond(pred, lambda: x * y * 2.0, lambda: 2.0), x), as TensorFlow 1 writes it, in short.
TEST_F(ConditionalGradient, WaitsForItsOwnBranchAlone) {
  const OutputRef pred = Placeholder("pred", DType::kBool, Shape{});
  const OutputRef x = Placeholder("x", DType::kFloat, Shape{}),
                  y = Placeholder("y", DType::kFloat, Shape{});
  const OutputRef sides = b().Op("Switch", {pred, pred});
  const OutputRef yes = b().Op("Identity", {{sides.node, 1}}), no = b().Op("Identity", {sides});
  const OutputRef x_in = b().Op("Switch", {x, pred}), y_in = b().Op("Switch", {y, pred});
  const OutputRef product = b().Op("Mul", {{x_in.node, 1}, {y_in.node, 1}});
  const OutputRef two = Behind(2, yes);
  const OutputRef z = b().Ops("Merge", {Behind(2, no), b().Op("Mul", {product, two})})[0];
  const OutputRef ones =
      b().Op("Fill", {b().Op("Shape", {z}), b().Constant(*Tensor::FromScalar<float>(1))});
  const OutputRef seed = b().Op("Switch", {ones, pred});
  const OutputRef of_product = b().Op("Mul", {{seed.node, 1}, two});
  const OutputRef of_x = b().Op("Mul", {of_product, {y_in.node, 1}});
  const OutputRef other = b().Op("Switch", {x, pred});
  const OutputRef zeros =
      b().Op("Fill", {b().Op("Shape", {other}), Behind(0, b().Op("Identity", {other}))});
  const OutputRef gradient = b().Ops("Merge", {zeros, of_x})[0];
  for (const bool taken : {true, false}) {
    const std::vector<Tensor> got =
        Run({gradient}, {{pred, Scalar(taken)}, {x, Scalar(1.0f)}, {y, Scalar(2.0f)}});
    EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{taken ? 4.0f : 0.0f})) << taken;
  }
}

// Each constant waits for the one before, twice.
TEST_F(ConditionalGradient, ALongChainOfConstantsIsPlannedInTime) {
  const OutputRef pred = Placeholder("pred", DType::kBool, Shape{});
  const OutputRef x = Placeholder("x", DType::kFloat, Shape{});
  const OutputRef one = b().Op("Switch", {b().Constant(*Tensor::FromScalar<float>(1)), pred});
  OutputRef sum{one.node, 1};
  for (int i = 0; i < 60; ++i) sum = b().Op("AddV2", {sum, sum});
  const OutputRef x_in = b().Op("Switch", {x, pred});
  const OutputRef side = b().Op("Identity", {{x_in.node, 1}});
  const OutputRef scaled = b().Op("Mul", {sum, Behind(0.5f, side)});
  const OutputRef z = b().Ops("Merge", {x_in, b().Op("AddV2", {scaled, {x_in.node, 1}})})[0];
  EXPECT_EQ(ToFloats(Run({z}, {{pred, Scalar(false)}, {x, Scalar(3.0f)}})[0]), (std::vector<float>{3}));
  EXPECT_EQ(ToFloats(Run({z}, {{pred, Scalar(true)}, {x, Scalar(0.0f)}})[0]),
            (std::vector<float>{static_cast<float>(uint64_t{1} << 59)}));
}

}  // namespace
}  // namespace runnel
