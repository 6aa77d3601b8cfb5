// Gradients of factorisations, by functions of them that do not depend on the phase of vectors.
#include <gtest/gtest.h>

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
        Of("Svd", {Shape{2, 4, 3}}, SquareOf("Svd", 0), false)),
    [](const auto& info) { return std::string(info.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Vectors, LinearAlgebraGradients,
    ::testing::Values(Other(Of("SvdLeft", {Shape{4, 3}}, SquareOf("Svd", 1), false)),
                      Other(Of("SvdRight", {Shape{3, 4}}, SquareOf("Svd", 2), false)),
                      Other(Static(Of("QrR", {Shape{3, 3}}, SquareOf("Qr", 1, true), false)))),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace runnel::testing
