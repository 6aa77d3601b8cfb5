// Gradients through tensor arrays and tensor lists, against finite differences; second derivatives too.
#include <gtest/gtest.h>

#include "tests/gradients/numeric.h"

namespace runnel::testing {
namespace {

OutputRef Int(GraphBuilder& b, int value) { return b.Scalar(DType::kInt32, value); }

OutputRef Ints(GraphBuilder& b, DType dtype, const std::vector<int64_t>& values) {
  auto t = Tensor::Allocate(SystemAllocator(), dtype, Shape{static_cast<int64_t>(values.size())});
  for (size_t i = 0; t.ok() && i < values.size(); ++i) {
    if (dtype == DType::kInt32) {
      t->values<int32_t>()[i] = static_cast<int32_t>(values[i]);
    } else {
      t->values<int64_t>()[i] = values[i];
    }
  }
  return b.Constant(*t);
}

AttrArg Of(const char* attr, OutputRef x) { return {attr, x.node->output_type(x.index)}; }

// handle and flow.
struct Array {
  OutputRef handle, flow;
};

// Version 2 makes no flow.
Array MakeArray(GraphBuilder& b, OutputRef like, int size, const std::string& version = "V3") {
  const auto made = b.Ops("TensorArray" + version, {Int(b, size)},
                          {Of("dtype", like), {"clear_after_read", AttrValue(false)}});
  if (made.empty()) return {};
  return {made[0], version == "V3" ? made[1] : b.Scalar(DType::kFloat, 0)};
}

OutputRef Squares(GraphBuilder& b, OutputRef x) { return b.Op("Square", {x}); }

// Elements of lists, of any shape.
OutputRef Any(GraphBuilder& b) { return Int(b, -1); }

OutputRef ListOf(GraphBuilder& b, OutputRef x) {
  return b.Op("TensorListFromTensor", {x, Any(b)}, {Of("element_dtype", x)});
}

OutputRef Stacked(GraphBuilder& b, OutputRef list, OutputRef like) {
  return b.Op("TensorListStack", {list, Any(b)}, {Of("element_dtype", like)});
}

OutputRef WriteAndRead(GraphBuilder& b, const Edges& x, const std::string& v) {
  Array a = MakeArray(b, x[0], 2, v);
  a.flow = b.Op("TensorArrayWrite" + v, {a.handle, Int(b, 1), b.Op("Tanh", {x[0]}), a.flow});
  a.flow = b.Op("TensorArrayWrite" + v, {a.handle, Int(b, 0), b.Op("Mul", {x[0], x[1]}), a.flow});
  const auto read = [&](int i) {
    return b.Op("TensorArrayRead" + v, {a.handle, Int(b, i), a.flow}, {Of("dtype", x[0])});
  };
  return b.Op("AddN", {Squares(b, read(0)), Squares(b, read(1)), b.Op("Mul", {read(1), x[1]})});
}

OutputRef ScatterAndGather(GraphBuilder& b, const Edges& x, const std::string& v) {
  Array a = MakeArray(b, x[0], 3, v);
  a.flow = b.Op("TensorArrayScatter" + v,
                {a.handle, Ints(b, DType::kInt32, {2, 0, 1}), b.Op("Exp", {x[0]}), a.flow});
  const OutputRef some =
      b.Op("TensorArrayGather" + v, {a.handle, Ints(b, DType::kInt32, {1, 2, 1}), a.flow},
           {Of("dtype", x[0])});
  return b.Op("Mul", {Squares(b, some), x[0]});
}

OutputRef SplitAndConcat(GraphBuilder& b, const Edges& x, const std::string& v) {
  Array a = MakeArray(b, x[0], 3, v);
  a.flow = b.Op("TensorArraySplit" + v,
                {a.handle, b.Op("Sin", {x[0]}), Ints(b, DType::kInt64, {1, 0, 2}), a.flow});
  const auto joined = b.Ops("TensorArrayConcat" + v, {a.handle, a.flow}, {Of("dtype", x[0])});
  return joined.empty() ? OutputRef() : b.Op("Mul", {Squares(b, joined[0]), x[0]});
}

// clang-format off
const GradientCase kCases[] = {
    {"WriteAndRead", {"TensorArrayWriteV3", "TensorArrayReadV3"}, {{2, 2}, {2, 2}}, [](GraphBuilder& b, const Edges& x) { return WriteAndRead(b, x, "V3"); }},
    {"ScatterAndGather", {"TensorArrayScatterV3", "TensorArrayGatherV3"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) { return ScatterAndGather(b, x, "V3"); }},
    {"SplitAndConcat", {"TensorArraySplitV3", "TensorArrayConcatV3"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) { return SplitAndConcat(b, x, "V3"); }},
    {"WriteAndReadV2", {"TensorArrayWriteV2", "TensorArrayReadV2"}, {{2, 2}, {2, 2}}, [](GraphBuilder& b, const Edges& x) { return WriteAndRead(b, x, "V2"); }},
    {"ScatterAndGatherV2", {"TensorArrayScatterV2", "TensorArrayGatherV2"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) { return ScatterAndGather(b, x, "V2"); }},
    {"SplitAndConcatV2", {"TensorArraySplitV2", "TensorArrayConcatV2"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) { return SplitAndConcat(b, x, "V2"); }},
    {"PushAndPop", {"TensorListPushBack", "TensorListPopBack"}, {{2}, {2}}, [](GraphBuilder& b, const Edges& x) {
       OutputRef list = b.Op("EmptyTensorList", {Any(b), Int(b, -1)}, {Of("element_dtype", x[0])});
       list = b.Op("TensorListPushBack", {list, b.Op("Tanh", {x[0]})});
       list = b.Op("TensorListPushBack", {list, b.Op("Mul", {x[0], x[1]})});
       const auto last = b.Ops("TensorListPopBack", {list, Any(b)}, {Of("element_dtype", x[0])});
       if (last.size() != 2) return OutputRef();
       const auto first = b.Ops("TensorListPopBack", {last[0], Any(b)}, {Of("element_dtype", x[0])});
       return first.size() != 2 ? OutputRef() : b.Op("Mul", {Squares(b, last[1]), first[1]});
     }},
    {"StackOfRows", {"TensorListStack", "TensorListFromTensor"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) {
       return Squares(b, Stacked(b, ListOf(b, b.Op("Exp", {x[0]})), x[0]));
     }},
    {"GetAndSetItem", {"TensorListGetItem", "TensorListSetItem"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef list = ListOf(b, b.Op("Sin", {x[0]}));
       const OutputRef item = b.Op("TensorListGetItem", {list, Int(b, 2), Any(b)}, {Of("element_dtype", x[0])});
       return Squares(b, Stacked(b, b.Op("TensorListSetItem", {list, Int(b, 0), Squares(b, item)}), x[0]));
     }},
    {"GatherOfList", {"TensorListGather"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) {
       return Squares(b, b.Op("TensorListGather", {ListOf(b, Squares(b, x[0])), Ints(b, DType::kInt32, {2, 0}), Any(b)}, {Of("element_dtype", x[0])}));
     }},
    {"ScatterToList", {"TensorListScatter", "TensorListScatterV2"}, {{2, 2}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef indices = Ints(b, DType::kInt32, {1, 0});
       const OutputRef one = b.Op("TensorListScatter", {Squares(b, x[0]), indices, Any(b)}, {Of("element_dtype", x[0])});
       const OutputRef two = b.Op("TensorListScatterV2", {b.Op("Tanh", {x[0]}), indices, Any(b), Int(b, 2)}, {Of("element_dtype", x[0])});
       return b.Op("Mul", {Stacked(b, one, x[0]), Stacked(b, two, x[0])});
     }},
    {"ScatterIntoList", {"TensorListScatterIntoExistingList"}, {{3, 2}, {1, 2}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef list = b.Op("TensorListScatterIntoExistingList", {ListOf(b, Squares(b, x[0])), b.Op("Sin", {x[1]}), Ints(b, DType::kInt32, {1})});
       return Squares(b, Stacked(b, list, x[0]));
     }},
    {"SplitAndConcatOfList", {"TensorListSplit", "TensorListConcat", "TensorListConcatV2"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) {
       const OutputRef list = b.Op("TensorListSplit", {Squares(b, x[0]), Any(b), Ints(b, DType::kInt64, {2, 1})}, {Of("element_dtype", x[0])});
       const auto one = b.Ops("TensorListConcat", {list}, {Of("element_dtype", x[0])});
       const auto two = b.Ops("TensorListConcatV2", {list, Any(b), Ints(b, DType::kInt64, {})}, {Of("element_dtype", x[0])});
       return one.empty() || two.empty() ? OutputRef() : b.Op("Mul", {one[0], b.Op("Tanh", {two[0]})});
     }},
    {"ResizedList", {"TensorListResize"}, {{3, 2}}, [](GraphBuilder& b, const Edges& x) {
       return Squares(b, Stacked(b, b.Op("TensorListResize", {ListOf(b, b.Op("Exp", {x[0]})), Int(b, 2)}), x[0]));
     }},
    {"ListUsedTwice", {}, {{2, 2}}, [](GraphBuilder& b, const Edges& x) {  // sums of lists
       const OutputRef list = ListOf(b, Squares(b, x[0]));
       return b.Op("Mul", {Stacked(b, list, x[0]), b.Op("Tanh", {Stacked(b, list, x[0])})});
     }},
};
// clang-format on

class SequenceGradients : public ::testing::TestWithParam<GradientCase> {};

TEST_P(SequenceGradients, MatchFiniteDifferences) { CheckGradients(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, SequenceGradients, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace runnel::testing
