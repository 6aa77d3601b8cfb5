// Gradients of the element-wise ops, products, reductions and losses against finite differences.
#include <gtest/gtest.h>

#include "core/passes/gradients.h"
#include "tests/gradients/numeric.h"

namespace runnel::testing {
namespace {

AttrValue Yes() { return AttrValue(true); }

// One input of shape [2,3] through a unary op.
GradientCase Unary(const char* op, double low, double high) {
  return {op,  {op}, {{2, 3}}, [op](GraphBuilder& b, const Edges& x) { return b.Op(op, {x[0]}); },
          low, high};
}

GradientCase Binary(const char* name, const char* op, Shape a, Shape b, double low = -2,
                    double high = 2) {
  return {name,
          {op},
          {std::move(a), std::move(b)},
          [op](GraphBuilder& builder, const Edges& x) {
            return builder.Op(op, {x[0], x[1]});
          },
          low,
          high};
}

GradientCase MatrixProduct(const char* name, Shape a, Shape b, bool ta, bool tb) {
  return {name, {"MatMul"}, {std::move(a), std::move(b)}, [=](GraphBuilder& builder, const Edges& x) {
            return builder.Op("MatMul", {x[0], x[1]},
                              {{"transpose_a", AttrValue(ta)}, {"transpose_b", AttrValue(tb)}});
          }};
}

GradientCase BatchProduct(const char* name, Shape a, Shape b, bool ta, bool tb) {
  return {
      name, {"BatchMatMulV2"}, {std::move(a), std::move(b)}, [=](GraphBuilder& builder, const Edges& x) {
        return builder.Op("BatchMatMulV2", {x[0], x[1]},
                          {{"adj_x", AttrValue(ta)}, {"adj_y", AttrValue(tb)}});
      }};
}

GradientCase Reduction(const char* name, const char* op, Shape in, std::initializer_list<int32_t> axes,
                       bool keep, double low = -2, double high = 2) {
  const std::vector<int32_t> list(axes);
  return {name,
          {op},
          {std::move(in)},
          [=](GraphBuilder& b, const Edges& x) {
            const Shape shape{static_cast<int64_t>(list.size())};
            const OutputRef indices = b.Constant(*Tensor::FromValues<int32_t>(shape, list));
            return b.Op(op, {x[0], indices}, {{"keep_dims", AttrValue(keep)}});
          },
          low,
          high};
}

GradientCase Einsum(const char* name, const char* equation, std::vector<Shape> inputs) {
  return {name, {"Einsum"}, std::move(inputs), [=](GraphBuilder& b, const Edges& x) {
            return b.Op("Square", {b.Op("Einsum", std::vector<OutputRef>(x),
                                        {{"equation", AttrValue(equation)}})});
          }};
}

// clang-format off
const GradientCase kCases[] = {
    Unary("Neg", -2, 2), Unary("Abs", 0.2, 2), Unary("Exp", -2, 2), Unary("Log", 0.5, 2),
    Unary("Log1p", -0.5, 2), Unary("Sqrt", 0.5, 2), Unary("Rsqrt", 0.5, 2), Unary("Square", -2, 2),
    Unary("Reciprocal", 0.5, 2), Unary("Tanh", -2, 2), Unary("Sigmoid", -2, 2), Unary("Relu", 0.1, 2),
    Unary("Sign", 0.1, 2),
    Unary("Sin", -2, 2), Unary("Cos", -2, 2), Unary("Tan", -1, 1), Unary("Asin", -0.9, 0.9),
    Unary("Acos", -0.9, 0.9), Unary("Atan", -2, 2), Unary("Sinh", -2, 2), Unary("Cosh", -2, 2),
    Unary("Asinh", -2, 2), Unary("Acosh", 1.2, 3), Unary("Atanh", -0.8, 0.8), Unary("Expm1", -2, 2),
    Unary("Erf", -2, 2), Unary("Erfc", -2, 2), Unary("Inv", 0.5, 2), Unary("Relu6", 0.1, 5),
    Unary("LeakyRelu", 0.1, 2), Unary("Elu", 0.1, 2), Unary("Selu", 0.1, 2), Unary("Softplus", -2, 2),
    Unary("Softsign", 0.1, 2), Unary("Lgamma", 0.5, 4), Unary("Digamma", 0.5, 4),
    {"Polygamma", {"Polygamma"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) {
       const DType t = x[0].node->output_type(0);
       return b.Op("AddN", {b.Op("Polygamma", {b.Scalar(t, 1), x[0]}), b.Op("Polygamma", {b.Scalar(t, 0), x[0]})});
     }, 1, 3},
    {"Zeta", {"Zeta"}, {{2, 1}}, [](GraphBuilder& b, const Edges& x) {
       const DType t = x[0].node->output_type(0);
       return b.Op("AddN", {b.Op("Zeta", {b.Scalar(t, 2), x[0]}), b.Op("Zeta", {b.Scalar(t, 3.5), x[0]})});
     }, 1, 3},
    Binary("SqrtGrad", "SqrtGrad", {2, 3}, {2, 3}, 0.5, 2), Binary("RsqrtGrad", "RsqrtGrad", {2, 3}, {2, 3}, 0.5, 2),
    Binary("ReciprocalGrad", "ReciprocalGrad", {2, 3}, {2, 3}), Binary("InvGrad", "InvGrad", {2, 3}, {2, 3}),
    Binary("Relu6Grad", "Relu6Grad", {2, 3}, {2, 3}, 0.1, 2),
    Binary("LeakyReluGrad", "LeakyReluGrad", {2, 3}, {2, 3}, 0.1, 2),
    Binary("EluGrad", "EluGrad", {2, 3}, {2, 3}, 0.1, 2), Binary("SeluGrad", "SeluGrad", {2, 3}, {2, 3}, 0.1, 2),
    Binary("EluGradBelow", "EluGrad", {2, 3}, {2, 3}, -0.9, -0.1),
    Binary("SeluGradBelow", "SeluGrad", {2, 3}, {2, 3}, -1.5, -0.1),
    Binary("SoftplusGrad", "SoftplusGrad", {2, 3}, {2, 3}),
    Binary("SoftsignGrad", "SoftsignGrad", {2, 3}, {2, 3}, 0.1, 2),
    Binary("SoftsignGradBelow", "SoftsignGrad", {2, 3}, {2, 3}, -2, -0.1),
    {"ActivationsOfNegatives", {"LeakyRelu", "Elu", "Selu", "Softsign", "Relu6"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef leaky = b.Op("LeakyRelu", {x[0]}, {{"alpha", AttrValue(0.3f)}});
       return b.Op("AddN", {b.Op("Square", {leaky}), b.Op("Elu", {x[0]}), b.Op("Selu", {x[0]}),
                            b.Op("Softsign", {x[0]}), b.Op("Relu6", {x[0]})});
     }, -2, -0.1},
    {"Relu6Above", {"Relu6"}, {{3}}, [](GraphBuilder& b, const Edges& x) { return b.Op("Relu6", {b.Op("Square", {x[0]})}); },
     2.6, 3},
    {"ClipByValue", {"ClipByValue"}, {{2, 3}, {}, {2, 3}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Square", {b.Op("ClipByValue", {x[0], x[1], x[2]})});
     }, 0, 0, true, true, {{-2, 0.3, 3, -1.5, 0.7, 2}, {-1}, {1, 1.2, 1.4, 0.9, 0.5, 1.1}}},
    {"AbsOfNegatives", {"Abs"}, {{4}}, [](GraphBuilder& b, const Edges& x) { return b.Op("Abs", {x[0]}); }, -2, -0.1},
    {"ReluOfNegatives", {"Relu"}, {{4}}, [](GraphBuilder& b, const Edges& x) { return b.Op("Relu", {x[0]}); }, -2, -0.1},
    Binary("ReluGrad", "ReluGrad", {2, 3}, {2, 3}, 0.1, 2),
    Binary("TanhGrad", "TanhGrad", {2, 3}, {2, 3}),
    Binary("SigmoidGrad", "SigmoidGrad", {2, 3}, {2, 3}),
    {"Cast", {"Cast"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) {
       const DType own = x[0].node->output_type(0);
       const OutputRef twice = b.Op("Square", {b.Op("Cast", {x[0]}, {{"DstT", AttrValue(DType::kDouble)}})});
       return b.Op("Cast", {twice}, {{"DstT", AttrValue(own)}});
     }},

    Binary("Add", "Add", {2, 3}, {2, 3}), Binary("AddRow", "AddV2", {2, 3}, {3}),
    Binary("AddColumn", "AddV2", {2, 3}, {2, 1}), Binary("AddOuter", "AddV2", {2, 1}, {3}),
    Binary("AddScalar", "AddV2", {2, 3}, {}), Binary("AddMixed", "AddV2", {4, 1, 3}, {2, 1}),
    Binary("Sub", "Sub", {2, 3}, {3}), Binary("Mul", "Mul", {2, 3}, {2, 1}),
    Binary("MulOuter", "Mul", {2, 1}, {3}), Binary("MulDeep", "Mul", {1, 3}, {4, 2, 1}),
    Binary("Div", "Div", {2, 3}, {3}, 0.5, 2), Binary("RealDiv", "RealDiv", {3}, {2, 3}, 0.5, 2),
    Binary("DivNoNan", "DivNoNan", {2, 3}, {2, 3}, 0.5, 2),
    Binary("Pow", "Pow", {2, 3}, {3}, 0.5, 2), Binary("PowScalar", "Pow", {}, {3}, 0.5, 2),
    Binary("SquaredDifference", "SquaredDifference", {2, 3}, {3}),
    Binary("Maximum", "Maximum", {2, 3}, {3}), Binary("Minimum", "Minimum", {3}, {2, 3}),
    {"FloorMod", {"FloorMod"}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) { return b.Op("FloorMod", {x[0], x[1]}); },
     0, 0, true, true, {{5.3, -4.1}, {2.2, 1.7}}},
    {"Mod", {"Mod", "TruncateMod"}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("AddV2", {b.Op("Mod", {x[0], x[1]}), b.Op("Square", {b.Op("TruncateMod", {x[0], x[1]})})});
     }, 0, 0, true, true, {{5.3, -4.1}, {2.2, 1.7}}},
    Binary("Atan2", "Atan2", {2, 3}, {3}, 0.5, 2), Binary("Xdivy", "Xdivy", {2, 3}, {3}, 0.5, 2),
    Binary("Xlogy", "Xlogy", {2, 1}, {2, 3}, 0.5, 2),
    {"DivNoNanByZero", {"DivNoNan"}, {{2}}, [](GraphBuilder& b, const Edges& x) {
       const DType t = x[0].node->output_type(0);
       return b.Op("DivNoNan", {x[0], b.Scalar(t, 0)});
     }},
    {"AddN", {"AddN"}, {{2, 3}, {2, 3}, {2, 3}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("AddN", {b.Op("Square", {x[0]}), x[1], b.Op("Exp", {x[2]})});
     }},
    {"Select", {"Select"}, {{2, 3}, {2, 3}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Select", {b.Op("Greater", {x[0], x[1]}), b.Op("Square", {x[0]}), b.Op("Exp", {x[1]})});
     }},
    {"SelectRows", {"Select"}, {{2, 3}, {2, 3}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef condition = b.Op("Greater", {b.Int32Vector({2, 0}), b.Int32Vector({1, 1})});
       return b.Op("Select", {condition, x[0], b.Op("Square", {x[1]})});
     }},
    {"SelectV2", {"SelectV2"}, {{2, 1}, {3}, {}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("SelectV2", {b.Op("Greater", {x[1], x[2]}), b.Op("Exp", {x[0]}), b.Op("Square", {x[1]})});
     }, 0, 0, true, true, {{0.3, -0.7}, {1.2, -0.9, 0.8}, {0.1}}},

    MatrixProduct("MatMul", {2, 3}, {3, 4}, false, false), MatrixProduct("MatMulTa", {3, 2}, {3, 4}, true, false),
    MatrixProduct("MatMulTb", {2, 3}, {4, 3}, false, true), MatrixProduct("MatMulTaTb", {3, 2}, {4, 3}, true, true),
    BatchProduct("BatchMatMul", {2, 2, 3}, {2, 3, 2}, false, false),
    BatchProduct("BatchMatMulTa", {2, 3, 2}, {2, 3, 2}, true, false),
    BatchProduct("BatchMatMulTb", {2, 2, 3}, {2, 2, 3}, false, true),
    BatchProduct("BatchMatMulTaTb", {2, 3, 2}, {2, 2, 3}, true, true),
    BatchProduct("BatchMatMulBroadcast", {2, 1, 2, 3}, {2, 3, 2}, false, false),
    BatchProduct("BatchMatMulMatrix", {2, 3}, {3, 3, 2}, false, false),

    Einsum("EinsumMatrices", "ij,jk->ik", {{2, 3}, {3, 2}}), Einsum("EinsumTrailing", "abc,cd->dab", {{2, 2, 3}, {3, 2}}),
    Einsum("EinsumBatch", "bhqd,bhkd->bhqk", {{2, 1, 2, 3}, {2, 1, 2, 3}}), Einsum("EinsumOuter", "i,j->ji", {{2}, {3}}),
    Einsum("EinsumInner", "ij,ij->", {{2, 3}, {2, 3}}), Einsum("EinsumSum", "ijk->k", {{2, 2, 3}}),
    Einsum("EinsumThree", "ij,jk,kl->il", {{2, 3}, {3, 2}, {2, 2}}), Einsum("EinsumElements", "ij,ij->ij", {{2, 3}, {2, 3}}),
    Einsum("EinsumEllipsis", "...ij,...jk->...ik", {{2, 2, 3}, {1, 3, 2}}),

    {"BiasAdd", {"BiasAdd"}, {{2, 3}, {3}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Square", {b.Op("BiasAdd", {x[0], x[1]})});
     }},
    {"BiasAddNchw", {"BiasAdd"}, {{2, 3, 2}, {3}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Square", {b.Op("BiasAdd", {x[0], x[1]}, {{"data_format", AttrValue("NCHW")}})});
     }},
    {"BiasAddGrad", {"BiasAddGrad"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("BiasAddGrad", {b.Op("Square", {x[0]})});
     }},
    {"Softmax", {"Softmax"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) { return b.Op("Softmax", {x[0]}); }},
    {"LogSoftmax", {"LogSoftmax"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) { return b.Op("LogSoftmax", {x[0]}); }},
    {"CrossEntropy", {"SoftmaxCrossEntropyWithLogits"}, {{2, 3}, {2, 3}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("SoftmaxCrossEntropyWithLogits", {x[0], b.Op("Softmax", {x[1]})});
     }},
    {"SparseCrossEntropy", {"SparseSoftmaxCrossEntropyWithLogits"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("SparseSoftmaxCrossEntropyWithLogits", {x[0], b.Int32Vector({2, 0})});
     }},

    Reduction("Sum", "Sum", {2, 3, 2}, {1}, false), Reduction("SumKept", "Sum", {2, 3, 2}, {0, 2}, true),
    Reduction("SumAll", "Sum", {2, 3}, {0, 1}, false), Reduction("SumNone", "Sum", {2, 3}, {}, false),
    Reduction("SumLeading", "Sum", {2, 3, 2}, {0, 1}, false), Reduction("SumLast", "Sum", {2, 3}, {-1}, false),
    Reduction("Mean", "Mean", {2, 3, 2}, {2, 0}, false), Reduction("MeanKept", "Mean", {2, 3}, {1}, true),
    Reduction("Max", "Max", {2, 3}, {1}, false), Reduction("MaxKept", "Max", {2, 3}, {0}, true),
    Reduction("Min", "Min", {2, 3}, {-1}, false), Reduction("Prod", "Prod", {2, 3}, {1}, false, 0.5, 2),
    Reduction("ProdKept", "Prod", {2, 3}, {0, 1}, true, 0.5, 2),
    {"ProdOfOneZero", {"Prod"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) { return b.Op("Prod", {x[0], b.Int32Vector({1})}); },
     0, 0, false, true, {{2, 0, 3, 1.5, 2, 4}}},
    {"ProdOfTwoZeros", {"Prod"}, {{3}}, [](GraphBuilder& b, const Edges& x) { return b.Op("Prod", {x[0], b.Int32Vector({0})}); },
     0, 0, false, true, {{0, 0, 3}}},
    {"Attention", {"Runnel>Attention"}, {{2, 3, 2}, {2, 4, 2}, {2, 4, 3}, {3, 1}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Runnel>Attention", {x[0], x[1], x[2], x[3]}, {{"scale", AttrValue(0.5F)}});
     }},
    {"LayerNorm", {"Runnel>LayerNorm"}, {{2, 5}, {5}, {5}}, [](GraphBuilder& b, const Edges& x) { return b.Op("Runnel>LayerNorm", {x[0], x[1], x[2]}); }},
    {"LayerNormMoments", {"Runnel>LayerNorm"}, {{2, 2, 3}, {3}, {3}}, [](GraphBuilder& b, const Edges& x) {
       const auto out = b.Ops("Runnel>LayerNorm", {x[0], x[1], x[2]}, {{"epsilon", AttrValue(0.125F)}});
       return b.Op("AddV2", {b.Op("Mul", {out[0], out[2]}), out[1]});
     }},
    {"Gelu", {"Runnel>Gelu"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) { return b.Op("Runnel>Gelu", {x[0]}); }},
    {"SumOverFedAxes", {"Sum", "Mean", "Max"}, {{2, 3, 2}}, [](GraphBuilder& b, const Edges& x) {
       // Axes that are computed: nothing about them is known when the gradient is built.
       const OutputRef axes = b.Op("Sub", {b.Int32Vector({2, 1}), b.Scalar(DType::kInt32, 1)});
       const OutputRef sum = b.Op("Sum", {b.Op("Square", {x[0]}), axes});
       const OutputRef mean = b.Op("Mean", {b.Op("Exp", {x[0]}), axes});
       return b.Op("AddN", {sum, mean, b.Op("Max", {x[0], axes})});
     }},
    {"SumKeptOverNothingKnown", {"Sum"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef axes = b.Op("Sub", {b.Int32Vector({2}), b.Scalar(DType::kInt32, 1)});
       return b.Op("Sum", {b.Op("Square", {x[0]}), axes}, {{"keep_dims", Yes()}});
     }},
};
// clang-format on

class MathGradients : public ::testing::TestWithParam<GradientCase> {};

TEST_P(MathGradients, MatchFiniteDifferences) { CheckGradients(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, MathGradients, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

// Equal extremes share: finite differences see a kink there, so the values are written down.
TEST(MathGradients, EqualExtremesShareTheGradient) {
  Evaluator evaluator;
  GraphBuilder b(&evaluator.graph(), "");
  const OutputRef x = evaluator.Input({4}, DType::kDouble, true);
  const OutputRef y = b.Op("Max", {x, b.Int32Vector({0})});
  ASSERT_TRUE(b.status().ok()) << b.status().ToString();
  const OutputRef ys[] = {y}, xs[] = {x};
  const auto grads = AddGradients(&evaluator.graph(), ys, xs);
  ASSERT_TRUE(grads.ok()) << grads.status().ToString();
  const auto got = evaluator.Run({{1, 3, 3, 2}}, *grads);
  ASSERT_EQ(got.size(), 1u);
  EXPECT_EQ(got[0], (std::vector<double>{0, 0.5, 0.5, 0}));
}

}  // namespace
}  // namespace runnel::testing
