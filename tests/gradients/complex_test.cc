// Gradients of complex numbers, between real inputs and real outputs: what arrives is the conjugate of
// the derivative, as in TensorFlow.
#include <gtest/gtest.h>

#include "tests/gradients/numeric.h"
#include "tests/support/case_log.h"

namespace runnel::testing {
namespace {

// x[0] + i x[1], in the complex type of the inputs.
OutputRef Join(GraphBuilder& b, OutputRef re, OutputRef im) {
  const bool is_double = re.node->output_type(re.index) == DType::kDouble;
  return b.Op("Complex", {re, im}, {{"Tout", is_double ? DType::kComplex128 : DType::kComplex64}});
}
OutputRef Part(GraphBuilder& b, const char* op, OutputRef z) {
  const bool is_double = z.node->output_type(z.index) == DType::kComplex128;
  return b.Op(op, {z}, {{"Tout", is_double ? DType::kDouble : DType::kFloat}});
}
// A real function of all that a complex value says.
OutputRef Look(GraphBuilder& b, OutputRef z) {
  const OutputRef re = Part(b, "Real", z), im = Part(b, "Imag", z);
  return b.Op("AddV2", {re, b.Op("Mul", {im, b.Op("Sin", {re})})});
}

GradientCase Unary(const char* op) {
  return {op, {op}, {Shape{3}, Shape{3}}, [op](GraphBuilder& b, const Edges& x) {
            return Look(b, b.Op(op, {Join(b, x[0], x[1])}));
          }};
}
GradientCase Binary(const char* op) {
  return {
      op, {op}, {Shape{2, 3}, Shape{2, 3}, Shape{3}, Shape{3}}, [op](GraphBuilder& b, const Edges& x) {
        return Look(b, b.Op(op, {Join(b, x[0], x[1]), Join(b, x[2], x[3])}));
      }};
}

class ComplexGradients : public ::testing::TestWithParam<GradientCase> {};
TEST_P(ComplexGradients, MatchDifferences) { CheckGradients(GetParam()); }

// Values lie in the first quadrant, away from the cuts.
GradientCase Positive(GradientCase c) {
  c.low = 0.25;
  c.high = 1.5;
  return c;
}

INSTANTIATE_TEST_SUITE_P(
    Functions, ComplexGradients,
    ::testing::Values(Positive(Unary("Exp")), Positive(Unary("Acosh")), Positive(Unary("Log")),
                      Positive(Unary("Log1p")), Positive(Unary("Sqrt")), Positive(Unary("Rsqrt")),
                      Positive(Unary("Reciprocal")), Positive(Unary("Inv")), Positive(Unary("Tanh")),
                      Positive(Unary("Sigmoid")), Positive(Unary("Sin")), Positive(Unary("Cos")),
                      Positive(Unary("Tan")), Positive(Unary("Sinh")), Positive(Unary("Cosh")),
                      Positive(Unary("Asin")), Positive(Unary("Acos")), Positive(Unary("Atan")),
                      Positive(Unary("Asinh")), Positive(Unary("Atanh")), Positive(Unary("Expm1")),
                      Positive(Unary("Square")), Unary("Neg"), Unary("Conj"), Positive(Binary("AddV2")),
                      Positive(Binary("Sub")), Positive(Binary("Mul")), Positive(Binary("RealDiv")),
                      Positive(Binary("Div")), Positive(Binary("DivNoNan")), Positive(Binary("Xdivy")),
                      Positive(Binary("Xlogy")), Positive(Binary("Xlog1py")), Positive(Binary("Pow"))),
    [](const auto& info) { return std::string(info.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Parts, ComplexGradients,
    ::testing::Values(
        GradientCase{
            "Angle",
            {"Angle", "Complex"},
            {Shape{3}, Shape{3}},
            [](GraphBuilder& b, const Edges& x) { return Part(b, "Angle", Join(b, x[0], x[1])); },
            0.25,
            1.5},
        GradientCase{
            "ComplexAbs",
            {"ComplexAbs"},
            {Shape{3}, Shape{3}},
            [](GraphBuilder& b, const Edges& x) { return Part(b, "ComplexAbs", Join(b, x[0], x[1])); },
            0.25,
            1.5},
        GradientCase{"ComplexBroadcasts",
                     {"Complex", "Real", "Imag"},
                     {Shape{2, 3}, Shape{3}},
                     [](GraphBuilder& b, const Edges& x) { return Look(b, Join(b, x[0], x[1])); }},
        GradientCase{"MatMul",
                     {"MatMul"},
                     {Shape{2, 3}, Shape{2, 3}, Shape{2, 2}, Shape{2, 2}},
                     [](GraphBuilder& b, const Edges& x) {
                       return Look(b, b.Op("MatMul", {Join(b, x[0], x[1]), Join(b, x[2], x[3])},
                                           {{"transpose_a", true}}));
                     }},
        GradientCase{"BatchMatMulV2",
                     {"BatchMatMulV2"},
                     {Shape{2, 2, 3}, Shape{2, 2, 3}, Shape{1, 2, 2}, Shape{1, 2, 2}},
                     [](GraphBuilder& b, const Edges& x) {
                       return Look(b, b.Op("BatchMatMulV2", {Join(b, x[0], x[1]), Join(b, x[2], x[3])},
                                           {{"adj_x", true}}));
                     }},
        GradientCase{"Sum",
                     {"Sum"},
                     {Shape{2, 3}, Shape{2, 3}},
                     [](GraphBuilder& b, const Edges& x) {
                       return Look(b, b.Op("Sum", {Join(b, x[0], x[1]), b.Int32Vector({1})}));
                     }},
        GradientCase{"Mean",
                     {"Mean"},
                     {Shape{2, 3}, Shape{2, 3}},
                     [](GraphBuilder& b, const Edges& x) {
                       return Look(b, b.Op("Mean", {Join(b, x[0], x[1]), b.Int32Vector({0})}));
                     }},
        GradientCase{"Prod",
                     {"Prod"},
                     {Shape{2, 3}, Shape{2, 3}},
                     [](GraphBuilder& b, const Edges& x) {
                       return Look(b, b.Op("Prod", {Join(b, x[0], x[1]), b.Int32Vector({1})}));
                     },
                     0.25,
                     1.5},
        GradientCase{
            "ConjugateTranspose",
            {"ConjugateTranspose"},
            {Shape{2, 3}, Shape{2, 3}},
            [](GraphBuilder& b, const Edges& x) {
              return Look(b, b.Op("ConjugateTranspose", {Join(b, x[0], x[1]), b.Int32Vector({1, 0})}));
            }},
        GradientCase{"Cast",
                     {"Cast"},
                     {Shape{3}, Shape{3}},
                     [](GraphBuilder& b, const Edges& x) {
                       const OutputRef z = Join(b, x[0], x[1]);
                       const OutputRef w =
                           b.Op("Mul", {b.Op("Cast", {x[0]}, {{"DstT", z.node->output_type(0)}}), z});
                       return b.Op("Cast", {w}, {{"DstT", x[0].node->output_type(x[0].index)}});
                     }}),
    [](const auto& info) { return std::string(info.param.name); });

// A transform of x[0] + i x[1], or of real numbers.
GradientCase Transform(const char* op) {
  return {op, {op}, {Shape{2, 2, 3, 4}, Shape{2, 2, 3, 4}}, [op](GraphBuilder& b, const Edges& x) {
            return Look(b, b.Op(op, {Join(b, x[0], x[1])}));
          }};
}
GradientCase RealTransform(const char* op, std::vector<int32_t> length) {
  Shape shape{2};
  for (const int32_t dim : length) shape.Append(dim);
  GradientCase c{op, {op}, {shape}, [op, length](GraphBuilder& b, const Edges& x) {
                   const bool is_double = x[0].node->output_type(x[0].index) == DType::kDouble;
                   const Tensor sizes =
                       *Tensor::FromValues<int32_t>(Shape{static_cast<int64_t>(length.size())}, length);
                   return Look(b,
                               b.Op(op, {x[0], b.Constant(sizes)},
                                    {{"Tcomplex", is_double ? DType::kComplex128 : DType::kComplex64}}));
                 }};
  c.dynamic = false;
  return c;
}
GradientCase RealInverse(const char* op, std::vector<int32_t> length) {
  Shape shape{2};
  for (const int32_t dim : length) shape.Append(dim);
  shape.set_dim(shape.rank() - 1, length.back() / 2 + 1);
  GradientCase c{
      op, {op}, {shape, shape}, [op, length](GraphBuilder& b, const Edges& x) {
        const Tensor sizes =
            *Tensor::FromValues<int32_t>(Shape{static_cast<int64_t>(length.size())}, length);
        const DType real = x[0].node->output_type(x[0].index);
        return b.Op("Sin", {b.Op(op, {Join(b, x[0], x[1]), b.Constant(sizes)}, {{"Treal", real}})});
      }};
  c.dynamic = false;
  return c;
}

INSTANTIATE_TEST_SUITE_P(Transforms, ComplexGradients,
                         ::testing::Values(Transform("FFT"), Transform("FFT2D"), Transform("FFT3D"),
                                           Transform("IFFT"), Transform("IFFT2D"), Transform("IFFT3D"),
                                           RealTransform("RFFT", {5}), RealTransform("RFFT2D", {3, 4}),
                                           RealTransform("RFFT3D", {2, 3, 4}), RealInverse("IRFFT", {5}),
                                           RealInverse("IRFFT2D", {3, 4}),
                                           RealInverse("IRFFT3D", {2, 2, 3})),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace runnel::testing
