// Gradients of factorisations, by functions of them that do not depend on the phase of vectors.
#include <gtest/gtest.h>

#include "core/ops/gradient_helpers.h"
#include "tests/gradients/numeric.h"

namespace runnel::testing {
namespace {

// Well away from a singular matrix: n on the diagonal.
OutputRef Strong(GraphBuilder& b, OutputRef x, int64_t n) {
  const DType dtype = x.node->output_type(x.index);
  const OutputRef ones = b.Op("Fill", {b.Int32Vector({static_cast<int32_t>(n)}), b.Scalar(dtype, 3)});
  return b.Op("AddV2", {x, b.Op("MatrixDiag", {ones})});
}
OutputRef Squared(GraphBuilder& b, OutputRef x) {
  return b.Op("BatchMatMulV2", {x, x}, {{"adj_y", true}});
}
GradientCase Of(const char* op, std::vector<Shape> inputs,
                std::function<OutputRef(GraphBuilder& b, const Edges& x)> function, bool second = true) {
  GradientCase c{op, {op}, std::move(inputs), std::move(function), -1, 1};
  c.second = second;
  return c;
}

// Apart from each other, so that their order and their vectors do not jump.
OutputRef Apart(GraphBuilder& b, OutputRef x) {
  const DType dtype = x.node->output_type(x.index);
  std::vector<OutputRef> values;
  for (const double v : {2.0, 6.0, 10.0}) values.push_back(b.Scalar(dtype, v));
  return b.Op("AddV2", {x, b.Op("MatrixDiag", {b.Op("Pack", {values})})});
}
// What does not depend on the phase of eigenvectors: absolute values.
std::function<OutputRef(GraphBuilder& b, const Edges& x)> EigOf(int k, bool turned) {
  return [k, turned](GraphBuilder& b, const Edges& x) {
    const bool wide = x[0].node->output_type(x[0].index) == DType::kDouble;
    const DType out = wide ? DType::kComplex128 : DType::kComplex64, in = TypeOf(x[0]);
    OutputRef matrix = Apart(b, x[0]);
    if (turned) matrix = b.Op("Complex", {matrix, b.Op("Mul", {x[0], x[0]})}, {{"Tout", out}});
    const auto all = b.Ops("Eig", {matrix}, {{"Tout", out}, {"compute_v", k != 2}});
    if (all.empty()) return OutputRef();
    return b.Op("ComplexAbs", {all[k == 1 ? 1 : 0]}, {{"Tout", in}});
  };
}
// Of a complex matrix: a function that needs one.
OutputRef Logarithm(GraphBuilder& b, const Edges& x) {
  const bool wide = x[0].node->output_type(x[0].index) == DType::kDouble;
  const DType out = wide ? DType::kComplex128 : DType::kComplex64;
  const OutputRef a = b.Op("Complex", {Strong(b, x[0], 3), x[1]}, {{"Tout", out}});
  const OutputRef y = b.Op("MatrixLogarithm", {a});
  const OutputRef parts =
      b.Op("AddV2",
           {b.Op("Real", {y}, {{"Tout", TypeOf(x[0])}}),
            b.Op("Mul", {b.Scalar(TypeOf(x[0]), 0.5), b.Op("Imag", {y}, {{"Tout", TypeOf(x[0])}})})});
  return parts;
}

class LinearAlgebraGradients : public ::testing::TestWithParam<GradientCase> {};
TEST_P(LinearAlgebraGradients, MatchDifferences) { CheckGradients(GetParam()); }

GradientCase Static(GradientCase c) {
  c.dynamic = false;
  return c;
}
// Not called as an op.
GradientCase Other(GradientCase c) {
  c.ops.clear();
  return c;
}
// Output `k` of an op, squared element by element.
std::function<OutputRef(GraphBuilder& b, const Edges& x)> SquareOf(const char* op, int k,
                                                                   bool full = false) {
  return [op, k, full](GraphBuilder& b, const Edges& x) {
    const OutputRef input = x[0];
    std::vector<OutputRef> all =
        full ? b.Ops(op, {input}, {{"full_matrices", true}}) : b.Ops(op, {input});
    return all.empty() ? OutputRef() : b.Op("Square", {all[static_cast<size_t>(k)]});
  };
}

INSTANTIATE_TEST_SUITE_P(
    Table, LinearAlgebraGradients,
    ::testing::Values(
        Of("Cholesky", {Shape{2, 3, 3}},
           [](GraphBuilder& b, const Edges& x) {
             return b.Op("Cholesky", {Squared(b, Strong(b, x[0], 3))});
           }),
        Of("CholeskyGrad", {Shape{2, 2}, Shape{2, 2}},
           [](GraphBuilder& b, const Edges& x) {
             return b.Op("CholeskyGrad", {Strong(b, x[0], 2), x[1]});
           }),
        Of("MatrixInverse", {Shape{2, 3, 3}},
           [](GraphBuilder& b, const Edges& x) {
             return b.Op("MatrixInverse", {Strong(b, x[0], 3)}, {{"adjoint", true}});
           }),
        Of("MatrixDeterminant", {Shape{2, 3, 3}},
           [](GraphBuilder& b, const Edges& x) {
             return b.Op("MatrixDeterminant", {Strong(b, x[0], 3)});
           }),
        Of("LogMatrixDeterminant", {Shape{2, 3, 3}},
           [](GraphBuilder& b, const Edges& x) {
             const auto all = b.Ops("LogMatrixDeterminant", {Strong(b, x[0], 3)});
             return all.empty() ? OutputRef() : all[1];
           }),
        Of("MatrixSolve", {Shape{2, 3, 3}, Shape{2, 3, 2}},
           [](GraphBuilder& b, const Edges& x) {
             return b.Op("MatrixSolve", {Strong(b, x[0], 3), x[1]}, {{"adjoint", true}});
           }),
        Of("MatrixTriangularSolve", {Shape{3, 3}, Shape{2, 3, 2}},
           [](GraphBuilder& b, const Edges& x) {
             return b.Op("MatrixTriangularSolve", {Strong(b, x[0], 3), x[1]}, {{"lower", false}});
           }),
        Static(Of(
            "MatrixSolveLs", {Shape{4, 2}, Shape{4, 3}},
            [](GraphBuilder& b, const Edges& x) {
              return b.Op("MatrixSolveLs", {x[0], x[1], b.Scalar(DType::kDouble, 0.5)});
            },
            false)),
        Static(Of("Qr", {Shape{4, 3}}, SquareOf("Qr", 0), false)),
        Of(
            "SelfAdjointEigV2", {Shape{3, 3}},
            [](GraphBuilder& b, const Edges& x) {
              const auto all = b.Ops("SelfAdjointEigV2", {Squared(b, x[0])});
              return all.empty() ? OutputRef() : b.Op("Mul", {all[0], b.Op("Square", {all[1]})});
            },
            false),
        Of("Svd", {Shape{2, 4, 3}}, SquareOf("Svd", 0), false),
        Of("MatrixExponential", {Shape{2, 3, 3}},
           [](GraphBuilder& b, const Edges& x) { return b.Op("MatrixExponential", {x[0]}); }),
        Of("MatrixLogarithm", {Shape{3, 3}, Shape{3, 3}}, Logarithm),
        Of("MatrixSquareRoot", {Shape{2, 3, 3}},
           [](GraphBuilder& b, const Edges& x) {
             return b.Op("MatrixSquareRoot", {Strong(b, x[0], 3)});
           }),
        Of("Eig", {Shape{2, 3, 3}}, EigOf(0, false), false),
        Of("BandedTriangularSolve", {Shape{2, 2, 3}, Shape{3, 2}},
           [](GraphBuilder& b, const Edges& x) {
             const OutputRef far = b.Op("AddV2", {x[0], b.Scalar(TypeOf(x[0]), 4)});
             return b.Op("BandedTriangularSolve", {far, x[1]}, {{"lower", false}});
           })),
    [](const auto& info) { return std::string(info.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Vectors, LinearAlgebraGradients,
    ::testing::Values(Other(Of("EigVectors", {Shape{3, 3}}, EigOf(1, false), false)),
                      Other(Of("EigOfComplex", {Shape{3, 3}}, EigOf(2, true), false)),
                      Other(Of("EigVectorsOfComplex", {Shape{3, 3}}, EigOf(1, true), false)),
                      Other(Of("BandedAdjoint", {Shape{2, 3}, Shape{2, 3, 2}},
                               [](GraphBuilder& b, const Edges& x) {
                                 const OutputRef far = b.Op("AddV2", {x[0], b.Scalar(TypeOf(x[0]), 4)});
                                 return b.Op("BandedTriangularSolve", {far, x[1]}, {{"adjoint", true}});
                               })),
                      Other(Of("SvdLeft", {Shape{4, 3}}, SquareOf("Svd", 1), false)),
                      Other(Of("SvdRight", {Shape{3, 4}}, SquareOf("Svd", 2), false)),
                      Other(Static(Of("QrR", {Shape{3, 3}}, SquareOf("Qr", 1, true), false)))),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace runnel::testing
