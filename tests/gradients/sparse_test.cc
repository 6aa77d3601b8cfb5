// Gradients through sparse tensors, by their values, against finite differences.
#include <gtest/gtest.h>

#include "tests/gradients/numeric.h"

namespace runnel::testing {
namespace {

OutputRef Longs(GraphBuilder& b, const Shape& shape, const std::vector<int64_t>& values) {
  return b.Constant(*Tensor::FromValues<int64_t>(shape, values));
}
OutputRef Ints(GraphBuilder& b, const Shape& shape, const std::vector<int32_t>& values) {
  return b.Constant(*Tensor::FromValues<int32_t>(shape, values));
}

// Four values of a matrix of [3,4], in order, and three others, of which one lies in the same place.
OutputRef Places(GraphBuilder& b) { return Longs(b, {4, 2}, {0, 1, 1, 0, 1, 3, 2, 2}); }
OutputRef OtherPlaces(GraphBuilder& b) { return Longs(b, {3, 2}, {0, 0, 1, 3, 2, 3}); }
OutputRef Dims(GraphBuilder& b) { return Longs(b, {2}, {3, 4}); }

OutputRef Pick(const std::vector<OutputRef>& outputs, size_t i) {
  return i < outputs.size() ? outputs[i] : OutputRef();
}
OutputRef Cubes(GraphBuilder& b, OutputRef x) { return b.Op("Mul", {x, b.Op("Square", {x})}); }

OutputRef Cwise(GraphBuilder& b, const Edges& x, const char* op) {
  return Cubes(b, b.Op(op, {Places(b), x[0], Dims(b), x[1]}));
}
OutputRef Reduced(GraphBuilder& b, const Edges& x, const std::vector<int32_t>& axes, bool keep) {
  const Shape shape{static_cast<int64_t>(axes.size())};
  return Cubes(b, b.Op("SparseReduceSum", {Places(b), x[0], Dims(b), Ints(b, shape, axes)},
                       {{"keep_dims", keep}}));
}
OutputRef Segments(GraphBuilder& b, const Edges& x, const std::string& op) {
  const OutputRef indices = Ints(b, {4}, {2, 0, 0, 1}), ids = Ints(b, {4}, {0, 0, 2, 2});
  const OutputRef plain = b.Op(op, {x[0], indices, ids});
  const OutputRef sized = b.Op(op + "WithNumSegments", {x[0], indices, ids, b.Scalar(DType::kInt32, 4)});
  const OutputRef grad =
      b.Op(op + "Grad", {x[0], Ints(b, {4}, {4, 0, 0, 1}), ids, b.Scalar(DType::kInt32, 5)});
  const auto sum = [&](OutputRef y) { return b.Op("Sum", {Cubes(b, y), Ints(b, {2}, {0, 1})}); };
  return b.Op("AddN", {sum(plain), sum(sized), sum(grad)});
}

// clang-format off
const GradientCase kCases[] = {
    {"Reordered", {"SparseReorder"}, {{4}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef mixed = Longs(b, {4, 2}, {2, 2, 0, 1, 1, 3, 1, 0});
       return Cubes(b, Pick(b.Ops("SparseReorder", {mixed, x[0], Dims(b)}), 1));
     }},
    {"Sum", {"SparseAdd"}, {{4}, {3}}, [](GraphBuilder& b, const Edges& x) {
       return Cubes(b, Pick(b.Ops("SparseAdd", {Places(b), x[0], Dims(b), OtherPlaces(b), x[1], Dims(b), b.Op("Cast", {b.Scalar(DType::kInt32, 0)}, {{"DstT", x[0].node->output_type(x[0].index)}})}), 1));
     }, -2, 2, false},
    {"OfRagged", {"RaggedTensorToSparse"}, {{4, 2}}, [](GraphBuilder& b, const Edges& x) {
       return Cubes(b, Pick(b.Ops("RaggedTensorToSparse", {Longs(b, {4}, {0, 1, 1, 4}), x[0]}, {{"RAGGED_RANK", int64_t{1}}}), 1));
     }},
    {"Slice", {"SparseSlice"}, {{4}}, [](GraphBuilder& b, const Edges& x) {
       return Cubes(b, Pick(b.Ops("SparseSlice", {Places(b), x[0], Dims(b), Longs(b, {2}, {1, 0}), Longs(b, {2}, {2, 3})}), 1));
     }, -2, 2, false},
    {"FilledRows", {"SparseFillEmptyRows"}, {{3}, {}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef places = Longs(b, {3, 2}, {3, 0, 1, 1, 1, 0});
       return Cubes(b, Pick(b.Ops("SparseFillEmptyRows", {places, x[0], Longs(b, {2}, {5, 2}), x[1]}), 1));
     }, -2, 2, false},
    {"DenseSum", {"SparseTensorDenseAdd"}, {{4}, {3, 4}}, [](GraphBuilder& b, const Edges& x) {
       return Cubes(b, b.Op("SparseTensorDenseAdd", {Places(b), x[0], Dims(b), x[1]}));
     }},
    {"CwiseSum", {"SparseDenseCwiseAdd"}, {{4}, {3, 1}}, [](GraphBuilder& b, const Edges& x) { return Cwise(b, x, "SparseDenseCwiseAdd"); }},
    {"CwiseProduct", {"SparseDenseCwiseMul"}, {{4}, {4}}, [](GraphBuilder& b, const Edges& x) { return Cwise(b, x, "SparseDenseCwiseMul"); }},
    {"CwiseProductOfScalar", {"SparseDenseCwiseMul"}, {{4}, {1}}, [](GraphBuilder& b, const Edges& x) { return Cwise(b, x, "SparseDenseCwiseMul"); }},
    {"CwiseQuotient", {"SparseDenseCwiseDiv"}, {{4}, {3, 4}}, [](GraphBuilder& b, const Edges& x) { return Cwise(b, x, "SparseDenseCwiseDiv"); }, 0.5, 2},
    {"ReducedRows", {"SparseReduceSum"}, {{4}}, [](GraphBuilder& b, const Edges& x) { return Reduced(b, x, {0}, false); }},
    {"ReducedColumns", {"SparseReduceSum"}, {{4}}, [](GraphBuilder& b, const Edges& x) { return Reduced(b, x, {-1}, true); }},
    {"ReducedAll", {"SparseReduceSum"}, {{4}}, [](GraphBuilder& b, const Edges& x) { return Reduced(b, x, {0, 1}, false); }},
    {"Softmax", {"SparseSoftmax"}, {{4}}, [](GraphBuilder& b, const Edges& x) {
       return Cubes(b, b.Op("SparseSoftmax", {Places(b), x[0], Dims(b)}));
     }},
    {"SegmentSums", {"SparseSegmentSum", "SparseSegmentSumWithNumSegments", "SparseSegmentSumGrad"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) { return Segments(b, x, "SparseSegmentSum"); }},
    {"SegmentMeans", {"SparseSegmentMean", "SparseSegmentMeanWithNumSegments", "SparseSegmentMeanGrad"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) { return Segments(b, x, "SparseSegmentMean"); }},
    {"SegmentRoots", {"SparseSegmentSqrtN", "SparseSegmentSqrtNWithNumSegments", "SparseSegmentSqrtNGrad"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) { return Segments(b, x, "SparseSegmentSqrtN"); }},
    {"LabelLoss", {"CTCLoss"}, {{5, 2, 3}}, [](GraphBuilder& b, const Edges& x) {
       return Pick(b.Ops("CTCLoss", {x[0], Longs(b, {3, 2}, {0, 0, 0, 1, 1, 0}), Ints(b, {3}, {1, 1, 0}), Ints(b, {2}, {5, 4})}), 0);
     }, -2, 2, false},
};
// clang-format on

class SparseGradients : public ::testing::TestWithParam<GradientCase> {};

TEST_P(SparseGradients, MatchFiniteDifferences) { CheckGradients(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, SparseGradients, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace runnel::testing
