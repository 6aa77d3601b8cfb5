// Gradients of the ops that move elements, against finite differences.
#include <gtest/gtest.h>

#include "tests/gradients/numeric.h"

namespace runnel::testing {
namespace {

OutputRef Square(GraphBuilder& b, OutputRef x) { return b.Op("Square", {x}); }

OutputRef Ints(GraphBuilder& b, std::initializer_list<int32_t> values) { return b.Int32Vector(values); }

OutputRef Int(GraphBuilder& b, int value) { return b.Scalar(DType::kInt32, value); }

// The same numbers, but not as a constant that gradients could read.
OutputRef Computed(GraphBuilder& b, OutputRef ints) {
  return b.Op("AddV2", {ints, b.Op("ZerosLike", {ints})});
}

GradientCase Gather(const char* name, Shape params, const Shape& indices,
                    const std::vector<int32_t>& values, int axis, int batch_dims, bool dynamic = true) {
  return {name,
          {"GatherV2"},
          {std::move(params)},
          [=](GraphBuilder& b, const Edges& x) {
            const OutputRef ids = b.Constant(*Tensor::FromValues<int32_t>(indices, values));
            return Square(
                b, b.Op("GatherV2", {x[0], ids, Int(b, axis)}, {{"batch_dims", AttrValue(batch_dims)}}));
          },
          -2,
          2,
          true,
          dynamic};
}

GradientCase Strided(const char* name, Shape in, std::initializer_list<int32_t> begin,
                     std::initializer_list<int32_t> end, std::initializer_list<int32_t> strides,
                     const AttrList& masks) {
  const std::vector<int32_t> first(begin), last(end), steps(strides);
  return {
      name, {"StridedSlice", "StridedSliceGrad"}, {std::move(in)}, [=](GraphBuilder& b, const Edges& x) {
        const Shape shape{static_cast<int64_t>(first.size())};
        const auto vector = [&](const std::vector<int32_t>& v) {
          return b.Constant(*Tensor::FromValues<int32_t>(shape, v));
        };
        return Square(b,
                      b.Op("StridedSlice", {x[0], vector(first), vector(last), vector(steps)}, masks));
      }};
}

GradientCase SparseProduct(const char* name, bool adjoint_a, bool adjoint_b, Shape b_shape) {
  return {name,
          {"SparseTensorDenseMatMul"},
          {{4}, std::move(b_shape)},
          [=](GraphBuilder& b, const Edges& x) {
            const OutputRef places = b.Constant(
                *Tensor::FromValues<int64_t>(Shape{4, 2}, std::vector<int64_t>{0, 1, 1, 0, 1, 2, 0, 1}));
            const OutputRef shape =
                b.Constant(*Tensor::FromValues<int64_t>(Shape{2}, std::vector<int64_t>{2, 3}));
            return b.Op("SparseTensorDenseMatMul", {places, x[0], shape, x[1]},
                        {{"adjoint_a", AttrValue(adjoint_a)}, {"adjoint_b", AttrValue(adjoint_b)}});
          }};
}

// Rows 0 and 2 of the result come from two rows each, row 1 from none.
GradientCase Segments(const char* name, const char* op) {
  return {name, {op}, {{4, 2}}, [op](GraphBuilder& b, const Edges& x) {
            return Square(b, b.Op(op, {x[0], Ints(b, {0, 0, 2, 2})}));
          }};
}
GradientCase UnsortedSegments(const char* name, const char* op) {
  return {name, {op}, {{5, 2}}, [op](GraphBuilder& b, const Edges& x) {
            const OutputRef rows = b.Op(op, {x[0], Ints(b, {1, 0, 1, -1, 0}), Int(b, 2)});
            return Square(b, rows);
          }};
}

// clang-format off
const GradientCase kCases[] = {
    {"Identity", {"Identity", "IdentityN", "PlaceholderWithDefault"}, {{2}, {3}}, [](GraphBuilder& b, const Edges& x) {
       const auto both = b.Ops("IdentityN", {Square(b, x[0]), b.Op("Identity", {x[1]})});
       const OutputRef passed = b.Op("PlaceholderWithDefault", {both[1]}, {{"shape", AttrValue(Shape::Unknown())}});
       return b.Op("ConcatV2", {both[0], Square(b, passed), Int(b, 0)});
     }},
    {"Reshape", {"Reshape"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("Reshape", {x[0], Ints(b, {3, -1})})); }},
    {"ExpandDims", {"ExpandDims"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("ExpandDims", {x[0], Int(b, 1)})); }},
    {"Squeeze", {"Squeeze"}, {{2, 1, 3}}, [](GraphBuilder& b, const Edges& x) {
       return Square(b, b.Op("Squeeze", {x[0]}, {{"squeeze_dims", AttrValue(std::vector<int64_t>{1})}}));
     }},
    {"BroadcastTo", {"BroadcastTo"}, {{2, 1}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("BroadcastTo", {x[0], Ints(b, {4, 2, 3})})); }},
    {"Transpose", {"Transpose"}, {{2, 3, 4}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("Transpose", {x[0], Ints(b, {2, 0, 1})})); }},
    {"TransposeComputed", {"Transpose"}, {{2, 3, 2}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("Transpose", {x[0], Computed(b, Ints(b, {1, 2, 0}))})); }},
    {"TransposeFromTheEnd", {"Transpose"}, {{2, 3, 4}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("Transpose", {x[0], Ints(b, {-1, 0, -2})})); }},
    {"TransposeComputedFromTheEnd", {"Transpose"}, {{2, 3, 2}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("Transpose", {x[0], Computed(b, Ints(b, {-2, -1, 0}))})); }},
    {"ParallelDynamicStitch", {"ParallelDynamicStitch"}, {{2, 2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       return Square(b, b.Op("ParallelDynamicStitch", {Ints(b, {2, 0}), Int(b, 1), x[0], x[1]}));
     }},
    {"Concat", {"ConcatV2"}, {{2, 3}, {2, 1}, {2, 2}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("ConcatV2", {x[0], x[1], x[2], Int(b, -1)})); }},
    {"ConcatRows", {"ConcatV2"}, {{1, 3}, {2, 3}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("ConcatV2", {x[0], x[1], Int(b, 0)})); }},
    {"Split", {"Split"}, {{2, 6}}, [](GraphBuilder& b, const Edges& x) {
       const auto parts = b.Ops("Split", {Int(b, 1), x[0]}, {{"num_split", AttrValue(3)}});
       return b.Op("Mul", {parts[0], Square(b, parts[2])});
     }},
    {"Pack", {"Pack"}, {{2, 3}, {2, 3}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("Pack", {x[0], x[1]}, {{"axis", AttrValue(1)}})); }},
    {"Unpack", {"Unpack"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) {
       const auto parts = b.Ops("Unpack", {x[0]}, {{"num", AttrValue(3)}, {"axis", AttrValue(1)}});
       return b.Op("Mul", {parts[0], Square(b, parts[2])});
     }},
    {"Tile", {"Tile"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("Tile", {x[0], Ints(b, {2, 3})})); }},
    {"TileComputed", {"Tile"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("Tile", {x[0], Computed(b, Ints(b, {2, 1}))})); }},
    {"Slice", {"Slice"}, {{4, 3}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("Slice", {x[0], Ints(b, {1, 0}), Ints(b, {2, -1})})); }},
    {"SliceComputed", {"Slice"}, {{4, 3}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("Slice", {x[0], Computed(b, Ints(b, {1, 0})), Ints(b, {2, 2})})); }},
    {"Pad", {"Pad"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) {
       return Square(b, b.Op("Pad", {x[0], b.Op("Reshape", {Ints(b, {1, 0, 2, 1}), Ints(b, {2, 2})})}));
     }},
    Strided("StridedSlice", {5, 4}, {1, 0}, {5, 3}, {2, 1}, {}),
    Strided("StridedSliceBackwards", {5}, {4}, {0}, {-2}, {{"end_mask", AttrValue(1)}}),
    Strided("StridedSliceShrink", {3, 4}, {1, 0}, {2, 4}, {1, 2}, {{"shrink_axis_mask", AttrValue(1)}}),
    Strided("StridedSliceNewAxis", {3, 4}, {0, 0, 1}, {0, 0, 3}, {1, 1, 1}, {{"new_axis_mask", AttrValue(1)}, {"ellipsis_mask", AttrValue(2)}}),
    Gather("Gather", {4, 3}, {3}, {2, 0, 2}, 0, 0),
    Gather("GatherMatrixOfIndices", {4, 2}, {2, 2}, {1, 3, 0, 1}, 0, 0),
    Gather("GatherColumns", {3, 4}, {3}, {2, 0, 2}, 1, 0),
    Gather("GatherMiddle", {2, 3, 2}, {2, 2}, {2, 0, 1, 1}, -2, 0),
    Gather("GatherScalar", {3, 2}, {}, {1}, 1, 0),
    Gather("GatherBatched", {2, 3, 2}, {2, 2}, {2, 0, 1, 1}, 1, 1),
    Gather("GatherBatchedLater", {2, 3, 4}, {2, 2}, {3, 0, 1, 1}, 2, 1),
    {"DynamicPartition", {"DynamicPartition"}, {{4, 2}}, [](GraphBuilder& b, const Edges& x) {
       NodeSpec spec;
       spec.op = "DynamicPartition";
       spec.inputs = {x[0], b.Int32Vector({2, 0, 2, 0})};
       spec.attrs = {{"num_partitions", AttrValue(3)}};
       Node* parts = b.AddNode(std::move(spec));
       if (parts == nullptr) return OutputRef();
       const OutputRef zero = b.Scalar(DType::kInt32, 0);
       return b.Op("ConcatV2", {b.Op("Square", {OutputRef{parts, 2}}), OutputRef{parts, 0}, zero});
     }},
    {"DynamicPartitionUnused", {"DynamicPartition"}, {{4}}, [](GraphBuilder& b, const Edges& x) {
       NodeSpec spec;
       spec.op = "DynamicPartition";
       spec.inputs = {x[0], b.Int32Vector({1, 0, 1, 0})};
       spec.attrs = {{"num_partitions", AttrValue(2)}};
       Node* parts = b.AddNode(std::move(spec));
       return parts == nullptr ? OutputRef() : b.Op("Square", {OutputRef{parts, 1}});
     }},
    {"SparseToDense", {"SparseToDense"}, {{2}, {}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef places = b.Constant(*Tensor::FromValues<int32_t>(Shape{2, 2}, std::vector<int32_t>{0, 1, 1, 2}));
       return b.Op("Square", {b.Op("SparseToDense", {places, b.Int32Vector({2, 3}), x[0], x[1]})});
     }},
    {"SparseToDenseVector", {"SparseToDense"}, {{2}, {}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Square", {b.Op("SparseToDense", {b.Int32Vector({0, 3}), b.Int32Vector({4}), x[0], x[1]})});
     }},
    SparseProduct("SparseProduct", false, false, {3, 2}), SparseProduct("SparseProductA", true, false, {2, 2}),
    SparseProduct("SparseProductB", false, true, {2, 3}), SparseProduct("SparseProductAB", true, true, {2, 2}),
    {"GatherOlder", {"Gather"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Square", {b.Op("Gather", {x[0], b.Int32Vector({2, 0, 2})})});
     }},
    {"ConcatOlder", {"Concat"}, {{2, 1}, {2, 2}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Square", {b.Op("Concat", {b.Scalar(DType::kInt32, 1), x[0], x[1]})});
     }},
    {"BatchMatMulOlder", {"BatchMatMul"}, {{2, 2, 3}, {2, 2, 2}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("BatchMatMul", {x[0], x[1]}, {{"adj_x", AttrValue(true)}});
     }},
    {"SegmentSum", {"UnsortedSegmentSum"}, {{4, 2}}, [](GraphBuilder& b, const Edges& x) {
       return Square(b, b.Op("UnsortedSegmentSum", {x[0], Ints(b, {1, 0, 1, -1}), Int(b, 3)}));
     }},
    {"SegmentSumOfScalars", {"UnsortedSegmentSum"}, {{4}}, [](GraphBuilder& b, const Edges& x) {
       return Square(b, b.Op("UnsortedSegmentSum", {x[0], Ints(b, {1, 0, 1, -1}), Int(b, 3)}));
     }},
    Segments("SegmentSumSorted", "SegmentSum"), Segments("SegmentMean", "SegmentMean"), Segments("SegmentProd", "SegmentProd"),
    Segments("SegmentMax", "SegmentMax"), Segments("SegmentMin", "SegmentMin"),
    UnsortedSegments("UnsortedProd", "UnsortedSegmentProd"), UnsortedSegments("UnsortedMax", "UnsortedSegmentMax"),
    UnsortedSegments("UnsortedMin", "UnsortedSegmentMin"),
    {"DynamicStitch", {"DynamicStitch"}, {{2, 2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       return Square(b, b.Op("DynamicStitch", {Ints(b, {2, 0}), Int(b, 1), x[0], x[1]}));
     }},
    {"SplitV", {"SplitV"}, {{2, 6}}, [](GraphBuilder& b, const Edges& x) {
       const auto parts = b.Ops("SplitV", {x[0], Ints(b, {2, -1, 2}), Int(b, 1)}, {{"num_split", AttrValue(3)}});
       return b.Op("Mul", {parts[0], Square(b, parts[2])});
     }},
    {"PadV2", {"PadV2"}, {{2, 3}, {}}, [](GraphBuilder& b, const Edges& x) {
       return Square(b, b.Op("PadV2", {x[0], b.Op("Reshape", {Ints(b, {1, 0, 2, 1}), Ints(b, {2, 2})}), x[1]}));
     }},
    {"MirrorPad", {"MirrorPad", "MirrorPadGrad"}, {{3, 3}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef paddings = b.Op("Reshape", {Ints(b, {1, 2, 2, 0}), Ints(b, {2, 2})});
       return Square(b, b.Op("MirrorPad", {x[0], paddings}, {{"mode", AttrValue("REFLECT")}}));
     }},
    {"MirrorPadSymmetric", {"MirrorPad", "MirrorPadGrad"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef paddings = b.Op("Reshape", {Ints(b, {1, 2, 3, 0}), Ints(b, {2, 2})});
       return Square(b, b.Op("MirrorPad", {x[0], paddings}, {{"mode", AttrValue("SYMMETRIC")}}));
     }},
    {"Reverse", {"ReverseV2"}, {{2, 3, 2}}, [](GraphBuilder& b, const Edges& x) {
       return b.Op("Mul", {Square(b, b.Op("ReverseV2", {x[0], Ints(b, {1, -1})})), x[0]});
     }},
    {"Cumsum", {"Cumsum"}, {{2, 3, 2}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef plain = b.Op("Cumsum", {x[0], Int(b, 1)});
       const OutputRef turned = b.Op("Cumsum", {x[0], Int(b, 0)}, {{"reverse", AttrValue(true)}});
       const OutputRef both = b.Op("Cumsum", {x[0], Int(b, -1)}, {{"reverse", AttrValue(true)}, {"exclusive", AttrValue(true)}});
       return b.Op("AddN", {Square(b, plain), Square(b, turned), Square(b, both)});
     }},
    {"Cumprod", {"Cumprod"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef plain = b.Op("Cumprod", {x[0], Int(b, 1)});
       const OutputRef both = b.Op("Cumprod", {x[0], Int(b, 0)}, {{"reverse", AttrValue(true)}, {"exclusive", AttrValue(true)}});
       return b.Op("Mul", {plain, Square(b, both)});
     }, 0.5, 2},
    {"GatherNd", {"GatherNd"}, {{3, 2, 2}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef indices = b.Op("Reshape", {Ints(b, {2, 1, 0, 0, 2, 1}), Ints(b, {3, 2})});
       return Square(b, b.Op("GatherNd", {x[0], indices}));
     }},
    {"ScatterNd", {"ScatterNd"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef indices = b.Op("Reshape", {Ints(b, {3, 0, 3}), Ints(b, {3, 1})});
       return Square(b, b.Op("ScatterNd", {indices, x[0], Ints(b, {4, 2})}));
     }},
    {"TopK", {"TopKV2"}, {{2, 2, 5}}, [](GraphBuilder& b, const Edges& x) {
       return Square(b, b.Op("TopKV2", {x[0], Int(b, 3)}));
     }},
    {"TopKOfOneRow", {"TopKV2"}, {{5}}, [](GraphBuilder& b, const Edges& x) {
       return Square(b, b.Op("TopKV2", {x[0], Int(b, 2)}));
     }},
    {"SpaceToDepth", {"SpaceToDepth"}, {{1, 2, 4, 2}}, [](GraphBuilder& b, const Edges& x) {
       return Square(b, b.Op("SpaceToDepth", {x[0]}, {{"block_size", AttrValue(int64_t{2})}}));
     }},
    {"DepthToSpace", {"DepthToSpace"}, {{1, 8, 1, 2}}, [](GraphBuilder& b, const Edges& x) {
       return Square(b, b.Op("DepthToSpace", {x[0]}, {{"block_size", AttrValue(int64_t{2})}, {"data_format", AttrValue("NCHW")}}));
     }},
    {"SpaceToBatchND", {"SpaceToBatchND"}, {{1, 3, 4, 1}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef paddings = b.Op("Reshape", {Ints(b, {1, 0, 0, 2}), Ints(b, {2, 2})});
       return Square(b, b.Op("SpaceToBatchND", {x[0], Ints(b, {2, 3}), paddings}));
     }},
    {"BatchToSpaceND", {"BatchToSpaceND"}, {{4, 1, 2, 2}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef crops = b.Op("Reshape", {Ints(b, {0, 1, 1, 0}), Ints(b, {2, 2})});
       return Square(b, b.Op("BatchToSpaceND", {x[0], Ints(b, {2, 2}), crops}));
     }},
    {"CheckNumerics", {"CheckNumerics"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) {
       return Square(b, b.Op("CheckNumerics", {x[0]}, {{"message", AttrValue("x")}}));
     }},
    {"L2Loss", {"L2Loss"}, {{2, 3}}, [](GraphBuilder& b, const Edges& x) { return b.Op("L2Loss", {x[0]}); }},
    {"Fill", {"Fill"}, {{}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("Fill", {Ints(b, {2, 3}), x[0]})); }},
    {"FillComputed", {"Fill"}, {{}}, [](GraphBuilder& b, const Edges& x) { return Square(b, b.Op("Fill", {Computed(b, Ints(b, {2, 3})), x[0]})); }},
    {"StopGradient", {}, {{2}}, [](GraphBuilder& b, const Edges& x) {
       // The stopped part is constant: compared with differences it must be so in value, too.
       return b.Op("Mul", {x[0], b.Op("StopGradient", {b.Op("OnesLike", {x[0]})})});
     }},
};
// clang-format on

class ArrayGradients : public ::testing::TestWithParam<GradientCase> {};

TEST_P(ArrayGradients, MatchFiniteDifferences) { CheckGradients(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, ArrayGradients, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace runnel::testing
