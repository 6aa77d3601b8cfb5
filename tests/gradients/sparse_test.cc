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
    {"RaggedToDense", {"RaggedTensorToTensor"}, {{5, 2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       const AttrValue types(std::vector<std::string>{"ROW_SPLITS", "ROW_SPLITS"});
       return Cubes(b, b.Op("RaggedTensorToTensor", {b.Scalar(DType::kInt32, -1), x[0], x[1], Longs(b, {3}, {0, 1, 3}), Longs(b, {4}, {0, 2, 2, 5})},
                            {{"row_partition_types", types}, {"num_row_partition_tensors", int64_t{2}}}));
     }},
    {"RaggedToCutDense", {"RaggedTensorToTensor"}, {{5, 2}, {1}}, [](GraphBuilder& b, const Edges& x) {
       const AttrValue types(std::vector<std::string>{"FIRST_DIM_SIZE", "VALUE_ROWIDS"});
       return Cubes(b, b.Op("RaggedTensorToTensor", {Ints(b, {3}, {-1, 2, -1}), x[0], x[1], b.Scalar(DType::kInt64, 4), Longs(b, {5}, {0, 0, 0, 2, 3})},
                            {{"row_partition_types", types}, {"num_row_partition_tensors", int64_t{2}}}));
     }},
    {"RaggedRows", {"RaggedGather"}, {{5, 2}}, [](GraphBuilder& b, const Edges& x) {
       return Cubes(b, Pick(b.Ops("RaggedGather", {Longs(b, {3}, {0, 1, 3}), Longs(b, {4}, {0, 2, 2, 5}), x[0], Ints(b, {3}, {1, 0, 1})},
                                  {{"PARAMS_RAGGED_RANK", int64_t{2}}, {"OUTPUT_RAGGED_RANK", int64_t{2}}}), 2));
     }},
    {"RaggedVariants", {"RaggedTensorToVariant", "RaggedTensorFromVariant", "RaggedTensorToVariantGradient"}, {{5, 2}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef splits = Longs(b, {4}, {0, 2, 2, 5});
       const auto there_and_back = [&](bool batched) {
         const OutputRef encoded = b.Op("RaggedTensorToVariant", {splits, b.Op("Square", {x[0]})}, {{"RAGGED_RANK", int64_t{1}}, {"batched_input", batched}});
         const DType type = x[0].node->output_type(x[0].index);
         return Pick(b.Ops("RaggedTensorFromVariant", {encoded}, {{"input_ragged_rank", int64_t{batched ? 0 : 1}}, {"output_ragged_rank", int64_t{1}}, {"Tvalues", type}, {"Tsplits", DType::kInt64}}), 1);
       };
       return b.Op("Mul", {there_and_back(true), Cubes(b, there_and_back(false))});
     }, -2, 2, false},
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
