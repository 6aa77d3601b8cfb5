// Shape functions as a table: op, inputs, attrs, and the outputs or the error that they must give.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>

#include "core/graph/builder.h"

namespace runnel {
namespace {

// An input is "f[2,?]" (a placeholder; b i l s: bool int32 int64 string), "f?" of unknown rank, or a
// constant "i=1,2" (vector), "i:3" (scalar), "p=1,2;3,4" (int32 matrix of two columns), or the handle of
// a float variable, "v[2,3]".
struct ShapeCase {
  const char* op;
  std::vector<const char*> inputs;
  const char* attrs;   // "name=value name=value": ints, booleans, 'strings', [int lists], types
  const char* expect;  // "[2,3] []", or "error: part of the message"
};

std::vector<int64_t> Numbers(std::string_view text) {
  std::vector<int64_t> out;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    int64_t value = kUnknownDim;
    if (text.substr(0, comma) != "?") std::from_chars(text.data(), text.data() + comma, value);
    out.push_back(value);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return out;
}

DType TypeOfLetter(char c) {
  switch (c) {
    case 'b':
      return DType::kBool;
    case 'i':
    case 'p':
      return DType::kInt32;
    case 'l':
      return DType::kInt64;
    case 's':
      return DType::kString;
    default:
      return DType::kFloat;
  }
}

OutputRef MakeInput(GraphBuilder& b, std::string_view text) {
  const DType dtype = TypeOfLetter(text[0]);
  const char kind = text[1];
  const std::string_view rest = text.substr(2);
  if (kind == '[' || kind == '?') {
    Shape shape = Shape::Unknown();
    if (kind == '[') shape = Shape(std::span<const int64_t>(Numbers(rest.substr(0, rest.size() - 1))));
    if (text[0] == 'v')
      return b.Op("VarHandleOp", {}, {{"dtype", AttrValue(dtype)}, {"shape", AttrValue(shape)}});
    return b.Op("Placeholder", {}, {{"dtype", AttrValue(dtype)}, {"shape", AttrValue(shape)}});
  }
  std::string flat(rest);
  std::replace(flat.begin(), flat.end(), ';', ',');
  const std::vector<int64_t> values = Numbers(flat);
  Shape shape;
  if (kind == '=') shape = Shape{static_cast<int64_t>(values.size())};
  if (text[0] == 'p') shape = Shape{static_cast<int64_t>(values.size()) / 2, 2};
  if (dtype == DType::kInt64) return b.Constant(*Tensor::FromValues<int64_t>(shape, values));
  const std::vector<int32_t> narrow(values.begin(), values.end());
  return b.Constant(*Tensor::FromValues<int32_t>(shape, narrow));
}

AttrList MakeAttrs(std::string_view text) {
  AttrList attrs;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view item = text.substr(0, end);
    const size_t eq = item.find('=');
    const std::string name(item.substr(0, eq));
    const std::string_view value = item.substr(eq + 1);
    AttrValue parsed;
    if (value == "true" || value == "false") {
      parsed = AttrValue(value == "true");
    } else if (value[0] == '\'') {
      parsed = AttrValue(value.substr(1, value.size() - 2));
    } else if (value[0] == '[') {
      parsed = AttrValue(Numbers(value.substr(1, value.size() - 2)));
    } else if (value[0] == '<') {
      parsed = AttrValue(Shape(std::span<const int64_t>(Numbers(value.substr(1, value.size() - 2)))));
    } else if (DTypeFromName(value) != DType::kInvalid) {
      parsed = AttrValue(DTypeFromName(value));
    } else {
      parsed = AttrValue(Numbers(value)[0]);
    }
    attrs.emplace_back(name, std::move(parsed));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return attrs;
}

std::string Infer(const ShapeCase& c) {
  const OpRegistry registry;
  Graph graph(&registry);
  GraphBuilder b(&graph, "");
  std::vector<OutputRef> inputs;
  for (const char* input : c.inputs) inputs.push_back(MakeInput(b, input));
  if (!b.status().ok()) return "bad case: " + b.status().ToString();
  const auto outputs = b.Ops(c.op, inputs, MakeAttrs(c.attrs));
  if (!b.status().ok()) return "error: " + std::string(b.status().message());
  std::string out;
  for (const OutputRef& o : outputs) {
    if (!out.empty()) out += ' ';
    out += o.node->output_shape(o.index).ToString();
  }
  return out;
}

// clang-format off
const ShapeCase kCases[] = {
    // element-wise
    {"AddV2", {"f[2,3]", "f[3]"}, "", "[2,3]"},
    {"AddV2", {"f[2,?]", "f[?,3]"}, "", "[2,3]"},
    {"AddV2", {"f[?,1]", "f[4,5]"}, "", "[4,5]"},
    {"AddV2", {"f[?]", "f[?]"}, "", "[?]"},
    {"AddV2", {"f?", "f[3]"}, "", "<unknown>"},
    {"AddV2", {"f[2,3]", "f[2]"}, "", "error: x is [2,3], y is [2]: shapes do not broadcast"},
    {"Equal", {"f[2]", "f[3]"}, "", "error: shapes do not broadcast"},
    {"Equal", {"f[2]", "f[3]"}, "incompatible_shape_error=false", "[]"},
    {"Equal", {"f[2]", "f[?]"}, "incompatible_shape_error=false", "<unknown>"},
    {"Tanh", {"f[2,?]"}, "", "[2,?]"},
    {"ReluGrad", {"f[2,?]", "f[?,3]"}, "", "[2,3]"},
    {"ReluGrad", {"f[2]", "f[3]"}, "", "error: gradients is [2], features is [3]: shapes must be equal"},
    {"AddN", {"f[2,?]", "f[?,3]", "f?"}, "", "[2,3]"},
    {"AddN", {"f[2]", "f[3]"}, "", "error: input 1 is [3], those before it are [2]"},
    {"Select", {"b[]", "f[2,3]", "f[2,3]"}, "", "[2,3]"},
    {"Select", {"b[2]", "f[2,3]", "f[2,?]"}, "", "[2,3]"},
    {"Select", {"b[3]", "f[2,3]", "f[2,3]"}, "", "error: condition is [3]"},
    {"Select", {"b[2,3]", "f[?,3]", "f[2,?]"}, "", "[2,3]"},
    {"Select", {"b[]", "f[2]", "f[3]"}, "", "error: t is [2], e is [3]"},
    {"SelectV2", {"b[2,1]", "f[3]", "f[]"}, "", "[2,3]"},
    {"SelectV2", {"b[2]", "f[3]", "f[]"}, "", "error: shapes do not broadcast"},
    {"Cast", {"f[2]"}, "DstT=int32", "[2]"},
    {"EluGrad", {"f[2,?]", "f[?,3]"}, "", "[2,3]"},
    {"ClipByValue", {"f[2,?]", "f[]", "f[]"}, "", "[2,?]"},
    {"ResourceApplyAdagrad", {"v[2,3]", "v[2,?]", "f[]", "f[?,3]"}, "", ""},
    {"ResourceApplyAdagrad", {"v[2,3]", "v[2]", "f[]", "f[2,3]"}, "", "error: accum is [2], but var is [2,3]"},
    {"ResourceApplyAdagrad", {"v[2,3]", "v[2,3]", "f[1]", "f[2,3]"}, "", "error: lr must be a scalar, its shape is [1]"},
    {"ResourceApplyAdagrad", {"v[2,3]", "v[2,3]", "f[]", "f[3]"}, "", "error: grad is [3], but var is [2,3]"},
    {"ResourceSparseApplyAdagrad", {"v[2,3]", "v[2,3]", "f[]", "f[?,3]", "i[5]"}, "", ""},
    {"ResourceSparseApplyAdagrad", {"v[2,3]", "v?", "f[]", "f?", "i?"}, "", ""},
    {"ResourceSparseApplyAdagrad", {"v[2,3]", "v[2,3]", "f[]", "f[4,3]", "i[5]"}, "", "error: grad is [4,3], indices is [5], var is [2,3]"},
    {"ResourceSparseApplyAdagrad", {"v[2,3]", "v[2,3]", "f[]", "f[5,3]", "i[5,1]"}, "", "error: indices must be a vector"},
    {"ResourceSparseApplyAdagrad", {"v[]", "v[]", "f[]", "f[5]", "i[5]"}, "", "error: grad must have a row"},
    {"ResourceScatterMul", {"v[4,3]", "i[2]", "f[2,3]"}, "", ""},
    {"ResourceScatterMul", {"v[4,3]", "i[2]", "f[]"}, "", ""},
    {"ResourceScatterMul", {"v[4,3]", "i[2]", "f[3]"}, "", "error: updates must be indices.shape + variable.shape[1:]"},
    {"ResourceScatterNdAdd", {"v[4,3]", "i[5,1]", "f[5,3]"}, "", ""},
    {"ResourceScatterNdAdd", {"v[4,3]", "i[5,2]", "f[5]"}, "", ""},
    {"ResourceScatterNdAdd", {"v[4,3]", "i[5,?]", "f[7]"}, "", ""},
    {"ResourceScatterNdAdd", {"v[4,3]", "i[5,3]", "f[5]"}, "", "error: updates must be indices.shape[:-1]"},
    {"ResourceScatterNdAdd", {"v[4,3]", "i[]", "f[]"}, "", "error: updates must be indices.shape[:-1]"},
    {"LeftShift", {"i[2,1]", "i[3]"}, "", "[2,3]"},
    // padding, cutting, index vectors, scans
    {"SplitV", {"f[2,6]", "i=2,-1", "i:1"}, "num_split=2", "[2,2] [2,4]"},
    {"SplitV", {"f[2,?]", "i=2,-1", "i:1"}, "num_split=2", "[2,2] [2,?]"},
    {"SplitV", {"f[2,6]", "i[2]", "i:1"}, "num_split=2", "[2,?] [2,?]"},
    {"SplitV", {"f[2,6]", "i=2,3", "i:1"}, "num_split=2", "error: size_splits must add up to dimension 1"},
    {"SplitV", {"f[2,6]", "i=-1,-1", "i:1"}, "num_split=2", "error: with one -1 at most"},
    {"SplitV", {"f[2,6]", "i=6", "i:1"}, "num_split=2", "error: size_splits has 1 entries"},
    {"SplitV", {"f[2,6]", "i=-2,8", "i:1"}, "num_split=2", "error: size_splits[0] is -2"},
    {"SplitV", {"f[2,6]", "i=-1", "i:1"}, "num_split=1", "[2,6]"},
    {"PadV2", {"f[2,?]", "p=1,2;0,3", "f[]"}, "", "[5,?]"},
    {"PadV2", {"f[2]", "p=1,-2", "f[]"}, "", "error: paddings[0] is 1,-2"},
    {"MirrorPad", {"f[2,3]", "p=1,1;0,2"}, "mode='REFLECT'", "[4,5]"},
    {"MirrorPadGrad", {"f[4,5]", "p=1,1;0,2"}, "mode='REFLECT'", "[2,3]"},
    {"MirrorPadGrad", {"f[2]", "p=2,1"}, "mode='REFLECT'", "error: paddings[0] is 2,1, more than there is"},
    {"ReverseV2", {"f[2,?]", "i=0"}, "", "[2,?]"},
    {"Cumsum", {"f[2,?]", "i:0"}, "", "[2,?]"},
    {"GatherNd", {"f[4,5,6]", "i[?,2]"}, "", "[?,6]"},
    {"GatherNd", {"f[4,5]", "i[3,3]"}, "", "error: index vectors are longer than the rank"},
    {"GatherNd", {"f[4,5]", "i[]"}, "", "error: indices is []: must have rank 1 or more"},
    {"ScatterNd", {"i[3,1]", "f[3,5]", "i=4,5"}, "", "[4,5]"},
    {"ScatterNd", {"i[3,1]", "f[3,6]", "i=4,5"}, "", "error: updates is [3,6], expected [3,5]"},
    {"ScatterNd", {"i[3,3]", "f[3]", "i=4,5"}, "", "error: index vectors are longer"},
    {"TopKV2", {"f[2,5]", "i:3"}, "", "[2,3] [2,3]"},
    {"TopKV2", {"f[?,5]", "i[]"}, "", "[?,?] [?,?]"},
    {"TopKV2", {"f[2,5]", "i:6"}, "", "error: k is 6, more than there is"},
    {"TopKV2", {"f[]", "i:0"}, "", "error: must have rank 1 or more"},
    {"OnesLike", {"f[2,?]"}, "", "[2,?]"},
    // products
    {"Einsum", {"f[2,3]", "f[3,?]"}, "equation='ij,jk->ik'", "[2,?]"},
    {"Einsum", {"f[2,3]", "f[4,5]"}, "equation='ij,jk->ik'",
     "error: equation \"ij,jk->ik\" gives one label to dimensions of 3 and 4"},
    {"Einsum", {"f[5,2,3]", "f[1,3,4]"}, "equation='...ij,...jk->...ik'", "[5,2,4]"},
    {"Einsum", {"f[2,3]", "f?"}, "equation='ij,...jk->...ik'", "<unknown>"},
    {"Einsum", {"f[2,3]"}, "equation='ijk->k'", "error: \"ijk\" does not label an input of rank 2"},
    {"Einsum", {"f[2,3]"}, "equation='ij->ik'", "error: an output label that no input has"},
    {"Einsum", {"f[2,3]"}, "equation='ij'", "error: should have one \"->\""},
    {"Einsum", {"f[2]"}, "equation='i.->i'", "error: has the character '.'"},
    {"Einsum", {"f[2,3]", "f[3]"}, "equation='ij->i'", "error: has 1 terms for 2 inputs"},
    {"MatMul", {"f[2,3]", "f[3,4]"}, "", "[2,4]"},
    {"MatMul", {"f[3,2]", "f[4,3]"}, "transpose_a=true transpose_b=true", "[2,4]"},
    {"MatMul", {"f[?,3]", "f?"}, "", "[?,?]"},
    {"MatMul", {"f[2,3]", "f[4,5]"}, "", "error: inner dimensions differ: a is [2,3], b is [4,5]"},
    {"MatMul", {"f[2,3]", "f[3,2]"}, "transpose_b=true", "error: inner dimensions differ: a is [2,3], b is [3,2] transposed"},
    {"MatMul", {"f[2]", "f[3,2]"}, "", "error: a must have rank 2, its shape is [2]"},
    {"BatchMatMulV2", {"f[7,1,2,3]", "f[5,3,4]"}, "", "[7,5,2,4]"},
    {"BatchMatMulV2", {"f[5,3,2]", "f[5,4,3]"}, "adj_x=true adj_y=true", "[5,2,4]"},
    {"BatchMatMulV2", {"f[5,2,3]", "f[5,2,3]"}, "", "error: inner dimensions differ"},
    {"BatchMatMulV2", {"f[5,2,3]", "f[6,3,2]"}, "", "error: leading dimensions do not broadcast"},
    {"BatchMatMulV2", {"f[3]", "f[3,2]"}, "", "error: x is [3]: must have rank 2 or more"},
    // neural
    {"BiasAdd", {"f[2,?]", "f[3]"}, "", "[2,3]"},
    {"BiasAdd", {"f[2,?,5]", "f[3]"}, "data_format='NCHW'", "[2,3,5]"},
    {"BiasAdd", {"f[2,4]", "f[3]"}, "", "error: value has 4 channels"},
    {"BiasAdd", {"f[4]", "f[4]"}, "", "error: must have rank 2 or more"},
    {"BiasAddGrad", {"f[2,4]"}, "", "[4]"},
    {"BiasAddGrad", {"f?"}, "", "[?]"},
    {"Softmax", {"f[2,3]"}, "", "[2,3]"},
    {"Softmax", {"f[]"}, "", "error: must have rank 1 or more"},
    {"SoftmaxCrossEntropyWithLogits", {"f[2,?]", "f[?,3]"}, "", "[2] [2,3]"},
    {"SoftmaxCrossEntropyWithLogits", {"f[2,3]", "f[2,4]"}, "", "error: must broadcast to [batch,classes]"},
    {"SparseSoftmaxCrossEntropyWithLogits", {"f[?,3]", "l[5]"}, "", "[5] [5,3]"},
    {"SparseSoftmaxCrossEntropyWithLogits", {"f[4,3]", "l[5]"}, "", "error: batch sizes differ"},
    // reductions
    {"Sum", {"f[2,3,4]", "i=0,2"}, "", "[3]"},
    {"Sum", {"f[2,3,4]", "i=-1"}, "keep_dims=true", "[2,3,1]"},
    {"Sum", {"f[2,3,4]", "i[2]"}, "", "[?]"},
    {"Sum", {"f[2,3,4]", "i?"}, "", "<unknown>"},
    {"Sum", {"f[2,3,4]", "i?"}, "keep_dims=true", "[?,?,?]"},
    {"Sum", {"f[2,3]", "i="}, "", "[2,3]"},
    {"Sum", {"f[2,3]", "i:2"}, "", "error: axis 2 is out of range: input is [2,3]"},
    {"Sum", {"f[2,3]", "i=0,-2"}, "", "error: axis -2 is given twice"},
    {"Sum", {"f[2,3]", "i[2,2]"}, "", "error: reduction_indices must be a scalar or a vector"},
    {"ArgMax", {"f[2,3]", "i:1"}, "", "[2]"},
    {"ArgMax", {"f[2,3]", "i[]"}, "", "[?]"},
    {"ArgMax", {"f[2,0]", "i:1"}, "", "error: dimension 1 is empty"},
    {"ArgMax", {"f[]", "i:0"}, "", "error: must have rank 1 or more"},
    // shapes
    {"Reshape", {"f[2,3]", "i=3,-1"}, "", "[3,2]"},
    {"Reshape", {"f[2,3]", "i=7"}, "", "error: cannot reshape [2,3] (6 elements) to [7]"},
    {"Reshape", {"f[2,3]", "i=4,-1"}, "", "error: cannot reshape"},
    {"Reshape", {"f[2,3]", "i=-1,-1"}, "", "error: at most one may be"},
    {"Reshape", {"f[2,3]", "i=-2"}, "", "error: shape has the entry -2"},
    {"Reshape", {"f[0,3]", "i=0,-1"}, "", "[0,3]"},
    {"Reshape", {"f[0,3,5]", "i=-1,0"}, "", "[15,0]"},
    {"Reshape", {"f[0]", "i=0,-1"}, "", "[0,1]"},
    {"Reshape", {"f[0,6]", "i=0,-1,3"}, "", "[0,2,3]"},
    {"Reshape", {"f[0,5]", "i=-1,0,3"}, "", "[1,0,3]"},
    {"Reshape", {"f[1,0]", "i=0,-1,5"}, "", "[0,0,5]"},
    {"Reshape", {"f[0]", "i=-1,0,0"}, "", "[1,0,0]"},
    {"Reshape", {"f[2,0,3]", "i=-1,3"}, "", "[0,3]"},
    {"Reshape", {"f[2,3]", "i=0,-1"}, "", "error: cannot reshape [2,3] (6 elements) to [0,-1]"},
    {"Reshape", {"f[?,3]", "i=-1"}, "", "[?]"},
    {"Reshape", {"f[2,3]", "i[2]"}, "", "[?,?]"},
    {"Reshape", {"f[2,3]", "i?"}, "", "<unknown>"},
    {"ExpandDims", {"f[2,3]", "i:-1"}, "", "[2,3,1]"},
    {"ExpandDims", {"f[2,3]", "i:0"}, "", "[1,2,3]"},
    {"ExpandDims", {"f[2,3]", "i:3"}, "", "error: dim 3 is out of range: input is [2,3]"},
    {"ExpandDims", {"f[2,3]", "i[]"}, "", "[?,?,?]"},
    {"Squeeze", {"f[1,2,1]"}, "", "[2]"},
    {"Squeeze", {"f[1,2,1]"}, "squeeze_dims=[-1]", "[1,2]"},
    {"Squeeze", {"f[1,?]"}, "", "<unknown>"},
    {"Squeeze", {"f[1,?]"}, "squeeze_dims=[1]", "[1]"},
    {"Squeeze", {"f[1,2]"}, "squeeze_dims=[1]", "error: cannot squeeze dimension 1: input is [1,2]"},
    {"Shape", {"f[2,?]"}, "", "[2]"},
    {"Shape", {"f?"}, "", "[?]"},
    {"ShapeN", {"f[2,?]", "f[3]"}, "", "[2] [1]"},
    {"Rank", {"f?"}, "", "[]"},
    {"Size", {"f?"}, "", "[]"},
    {"BroadcastTo", {"f[3]", "i=2,3"}, "", "[2,3]"},
    {"BroadcastTo", {"f[3]", "i=2,1"}, "", "error: input is [3]: does not broadcast to [2,1]"},
    {"BroadcastTo", {"f[2,3]", "i=3"}, "", "error: does not broadcast to [3]"},
    {"BroadcastTo", {"f[3]", "i=-1,3"}, "", "error: shape has the negative entry -1"},
    {"InvertPermutation", {"i[3]"}, "", "[3]"},
    {"BroadcastGradientArgs", {"i[3]", "i[2]"}, "", "[?] [?]"},
    {"ConcatOffset", {"i:0", "i[3]", "i[3]"}, "", "[3] [3]"},
    {"ConcatOffset", {"i:0", "i[3]", "i[2]"}, "", "error: all shapes must be vectors of one length"},
    // joining and permuting
    {"ConcatV2", {"f[2,3]", "f[2,5]", "i:1"}, "", "[2,8]"},
    {"ConcatV2", {"f[2,3]", "f[?,5]", "i:-1"}, "", "[2,8]"},
    {"ConcatV2", {"f[2,3]", "f?", "i:0"}, "", "[?,3]"},
    {"ConcatV2", {"f[2,3]", "f[2,5]", "i[]"}, "", "[?,?]"},
    {"ConcatV2", {"f[2,3]", "f[3,5]", "i:1"}, "", "error: values may differ only in dimension 1"},
    {"ConcatV2", {"f[2,3]", "f[3]", "i:0"}, "", "error: all values must have one rank"},
    {"ConcatV2", {"f[]", "f[]", "i:0"}, "", "error: value 0 is a scalar"},
    {"ConcatV2", {"f[2]", "f[3]", "i:1"}, "", "error: axis 1 is out of range"},
    {"Split", {"i:1", "f[2,6]"}, "num_split=3", "[2,2] [2,2] [2,2]"},
    {"Split", {"i:1", "f[2,5]"}, "num_split=3", "error: cannot be split into 3 equal pieces"},
    {"Split", {"i[]", "f[2,5]"}, "num_split=2", "[?,?] [?,?]"},
    {"Pack", {"f[2]", "f[?]"}, "axis=-1", "[2,2]"},
    {"Pack", {"f[2]", "f[2]", "f[2]"}, "", "[3,2]"},
    {"Pack", {"f[2]", "f[3]"}, "", "error: all inputs must have one shape"},
    {"Pack", {"f[2]"}, "axis=2", "error: axis 2 is out of range"},
    {"Unpack", {"f[2,3]"}, "num=3 axis=1", "[2] [2] [2]"},
    {"Unpack", {"f[2,3]"}, "num=3", "error: num is 3, but dimension 0 is 2"},
    {"Tile", {"f[2,?]", "i=3,4"}, "", "[6,?]"},
    {"Tile", {"f[2]", "i=3,4"}, "", "error: multiples has 2 entries, but input is [2]"},
    {"Tile", {"f[2]", "i=-3"}, "", "error: multiples has the negative entry -3"},
    {"Transpose", {"f[2,3,4]", "i=2,0,1"}, "", "[4,2,3]"},
    {"Transpose", {"f[2,3,4]", "i?"}, "", "[?,?,?]"},
    {"Transpose", {"f[2,3]", "i=0,0"}, "", "error: perm is no permutation"},
    {"Transpose", {"f[2,3]", "i=0,1,2"}, "", "error: perm has 3 entries, but x is [2,3]"},
    {"DynamicStitch", {"i=0,2", "i:1", "f[2,3]", "f[3]"}, "", "[3,3]"},
    {"DynamicStitch", {"i[2]", "f[2,3]"}, "", "[?,3]"},
    {"DynamicStitch", {"i[2]", "f[3,3]"}, "", "error: data must be shaped like indices"},
    // slices
    {"Slice", {"f[4,5]", "i=1,0", "i=2,-1"}, "", "[2,5]"},
    {"Slice", {"f[4,5]", "i[2]", "i=2,-1"}, "", "[2,?]"},
    {"Slice", {"f[4,5]", "i=1,0", "i=4,1"}, "", "error: size[0] is 4 from 1 on, which does not fit"},
    {"Slice", {"f[4,5]", "i=5,0", "i=0,1"}, "", "error: begin[0] is 5, which lies outside"},
    {"Slice", {"f[4,5]", "i=0", "i=1"}, "", "error: begin and size have 1 entries"},
    {"StridedSlice", {"f[5]", "i=1", "i=4", "i=2"}, "", "[2]"},
    {"StridedSlice", {"f[5]", "i=-1", "i=-6", "i=-1"}, "", "[5]"},
    {"StridedSlice", {"f[5]", "i=0", "i=0", "i=-2"}, "begin_mask=1 end_mask=1", "[3]"},
    {"StridedSlice", {"f[5]", "i=4", "i=1", "i=1"}, "", "[0]"},
    {"StridedSlice", {"f[5]", "i=-100", "i=100", "i=1"}, "", "[5]"},
    {"StridedSlice", {"f[5,6]", "i=2", "i=3", "i=1"}, "shrink_axis_mask=1", "[6]"},
    {"StridedSlice", {"f[5,6]", "i=5", "i=6", "i=1"}, "shrink_axis_mask=1", "error: index 5 (entry 0) is out of range: input is [5,6]"},
    {"StridedSlice", {"f[5,6]", "i=-5", "i=6", "i=1"}, "shrink_axis_mask=1", "[6]"},
    {"StridedSlice", {"f[5,6,7]", "i=0,0,1", "i=0,0,3", "i=1,1,1"}, "ellipsis_mask=2 new_axis_mask=1", "[1,5,6,2]"},
    {"StridedSlice", {"f[5,6,7]", "i=0,1", "i=0,3", "i=1,1"}, "ellipsis_mask=1", "[5,6,2]"},
    {"StridedSlice", {"f[5,6]", "i=0,0,0", "i=1,1,1", "i=1,1,1"}, "", "error: slices 3 dimensions, but input is [5,6]"},
    {"StridedSlice", {"f[5]", "i=0", "i=1", "i=0"}, "", "error: strides[0] is 0"},
    {"StridedSlice", {"f[5,6]", "i=0,0", "i=1,1", "i=1,1"}, "ellipsis_mask=3", "error: ellipsis_mask has 2 ellipses"},
    {"StridedSlice", {"f[5,6]", "i=0,0", "i=1,1", "i=1,1"}, "ellipsis_mask=9", "error: ellipsis_mask has 2 ellipses"},
    {"StridedSlice", {"f[5,6]", "i=0", "i=1", "i=1"}, "ellipsis_mask=4", "[1,6]"},
    {"StridedSlice", {"f[5,6]", "i[1]", "i[1]", "i=1"}, "", "[?,6]"},
    {"StridedSlice", {"f[?,6]", "i=0", "i=3", "i=1"}, "", "[?,6]"},
    {"StridedSlice", {"f[5,6]", "i[1]", "i[1]", "i[1]"}, "shrink_axis_mask=1", "[6]"},
    {"StridedSlice", {"f[5,6]", "i[2]", "i[1]", "i[1]"}, "", "error: must be vectors of one length"},
    {"StridedSliceGrad", {"i=5,6", "i=1", "i=3", "i=1", "f[2,6]"}, "", "[5,6]"},
    {"StridedSliceGrad", {"i=5,6", "i=1", "i=3", "i=1", "f[3,6]"}, "", "error: dy is [3,6], but the slice of [5,6] is [2,6]"},
    {"Pad", {"f[2,3]", "p=1,1;0,2"}, "", "[4,5]"},
    {"Pad", {"f[2,3]", "i[2,2]"}, "", "[?,?]"},
    {"Pad", {"f[2,3]", "p=1,1"}, "", "error: paddings must be [rank of input,2]"},
    {"Pad", {"f[2,3]", "p=1,-1;0,0"}, "", "error: paddings[0] is 1,-1"},
    // indexing
    {"GatherV2", {"f[5,6]", "i[2,3]", "i:0"}, "", "[2,3,6]"},
    {"GatherV2", {"f[5,6]", "i[2,3]", "i:-1"}, "", "[5,2,3]"},
    {"GatherV2", {"f[4,5,6]", "i[4,3]", "i:1"}, "batch_dims=1", "[4,3,6]"},
    {"GatherV2", {"f[4,5,6]", "i[3,3]", "i:1"}, "batch_dims=1", "error: the first 1 dimensions must be equal"},
    {"GatherV2", {"f[4,5,6]", "i[4,3]", "i:0"}, "batch_dims=1", "error: axis is 0, expected at least batch_dims"},
    {"GatherV2", {"f[5,6]", "i[2]", "i[]"}, "", "[?,?]"},
    {"GatherV2", {"f[5,6]", "i[2]", "i:2"}, "", "error: axis 2 is out of range: params is [5,6]"},
    {"GatherV2", {"f[]", "i[2]", "i:0"}, "", "error: must have rank 1 or more"},
    {"UnsortedSegmentSum", {"f[5,6]", "i[5]", "i:3"}, "", "[3,6]"},
    {"UnsortedSegmentSum", {"f[5,6]", "i[5]", "i[]"}, "", "[?,6]"},
    {"UnsortedSegmentSum", {"f[5,6]", "i[6]", "i:3"}, "", "error: segment_ids must be a prefix"},
    {"SegmentSum", {"f[5,6]", "i[5]"}, "", "[?,6]"},
    {"SegmentMax", {"f[5]", "i[4]"}, "", "error: segment_ids must be as long as data has rows"},
    {"SegmentMean", {"f[5,6]", "i[5,6]"}, "", "error: segment_ids"},
    {"UnsortedSegmentMax", {"f[5,4,6]", "i[5,4]", "i:3"}, "", "[3,6]"},
    {"Runnel>Attention", {"f[5,2,4,6]", "f[5,2,3,6]", "f[5,2,3,7]", "f[]"}, "", "[5,2,4,7]"},
    {"Runnel>Attention", {"f[5,?,4,6]", "f[?,2,?,6]", "f[5,2,3,?]", "f[4,1]"}, "", "[5,2,4,?]"},
    {"Runnel>Attention", {"f[4,6]", "f[3,5]", "f[3,7]", "f[]"}, "", "error: last dimensions must be equal"},
    {"Runnel>Attention", {"f[4,6]", "f[3,6]", "f[2,7]", "f[]"}, "", "error: there must be a value for each key"},
    {"Runnel>Attention", {"f[5,4,6]", "f[3,6]", "f[3,7]", "f[]"}, "", "error: leading dimensions must be equal"},
    {"Runnel>Attention", {"f[4,6]", "f[3,6]", "f[3,7]", "f[2,4,3]"}, "", "error: must broadcast to the scores, which are [4,3]"},
    {"Runnel>Attention", {"f[6]", "f[3,6]", "f[3,7]", "f[]"}, "", "error: must have rank 2 or more"},
    {"Runnel>LayerNorm", {"f[5,4,6]", "f[6]", "f[6]"}, "", "[5,4,6] [5,4,1] [5,4,1]"},
    {"Runnel>LayerNorm", {"f[5,4]", "f[4]", "f[5]"}, "", "error: it must be as long as the last dimension of x"},
    {"OneHot", {"i[2]", "i:3", "f[]", "f[]"}, "", "[2,3]"},
    {"OneHot", {"i[2]", "i:3", "f[]", "f[]"}, "axis=0", "[3,2]"},
    {"OneHot", {"i[2]", "i:-3", "f[]", "f[]"}, "", "error: depth is -3"},
    {"Where", {"b[2,3]"}, "", "[?,2]"},
    // making
    {"Fill", {"i=2,3", "f[]"}, "", "[2,3]"},
    {"Fill", {"i=2,-3", "f[]"}, "", "error: dims has the negative entry -3"},
    {"Fill", {"i=2,3", "f[1]"}, "", "error: value must be a scalar, its shape is [1]"},
    {"Range", {"i:2", "i:9", "i:3"}, "", "[3]"},
    {"Range", {"i:2", "i:-1", "i:-1"}, "", "[3]"},
    {"Range", {"i:2", "i:9", "i:-1"}, "", "error: delta -1 never leads from 2 to 9"},
    {"Range", {"i:0", "i[]", "i:1"}, "", "[?]"},
    {"Range", {"i:2", "i:9", "i:0"}, "", "error: delta is 0"},
    {"RandomUniform", {"i=2,3"}, "dtype=float", "[2,3]"},
    {"RandomUniformInt", {"i=2", "i:5", "i:5"}, "", "error: minval must be smaller"},
    {"StringJoin", {"s[2]", "s[]"}, "", "[2]"},
    {"StringJoin", {"s[2]", "s[3]"}, "", "error: inputs that are no scalars must have one shape"},
    {"AsString", {"f[2]"}, "", "[2]"},
    // control flow
    {"Switch", {"f[2]", "b[]"}, "", "[2] [2]"},
    {"Switch", {"f[2]", "b[2]"}, "", "error: pred must be a scalar, its shape is [2]"},
    {"Merge", {"f[2,3]", "f[2,4]"}, "", "[2,?] []"},
    {"Merge", {"f[2,3]", "f[2]"}, "", "<unknown> []"},
    {"Merge", {"f[2]", "f[2]"}, "", "[2] []"},
    {"LoopCond", {"b[1]"}, "", "error: input must be a scalar"},
    {"PlaceholderWithDefault", {"f[2,3]"}, "shape=<?,3>", "[?,3]"},
    {"PlaceholderWithDefault", {"f[2,3]"}, "shape=<2,4>", "error: shapes must fit"},
    // the runtime's own
    {"Assert", {"b[2]", "f[2]"}, "", "error: condition must be a scalar"},
    {"MergeV2Checkpoints", {"s[]", "s[]"}, "", "error: checkpoint_prefixes must be a vector"},
    {"SaveV2", {"s[]", "s[2]", "s[2]", "f[2]"}, "", "error: tensor_names has 2 entries for 1 tensors"},
    {"StackV2", {"i[]"}, "elem_type=float", "[]"},

    // windows
    {"Conv2D", {"f[2,7,6,3]", "f[3,3,3,5]"}, "strides=[1,2,1,1] padding='SAME'", "[2,4,6,5]"},
    {"Conv2D", {"f[2,3,7,6]", "f[3,3,3,5]"}, "strides=[1,1,2,1] padding='VALID' data_format='NCHW'", "[2,5,3,4]"},
    {"Conv2D", {"f[?,9,?,3]", "f[3,3,?,5]"}, "strides=[1,1,1,1] padding='VALID' dilations=[1,2,2,1]", "[?,5,?,5]"},
    {"Conv2D", {"f?", "f[3,3,3,5]"}, "strides=[1,1,1,1] padding='SAME'", "[?,?,?,5]"},
    {"Conv2D", {"f[1,5,5,1]", "f[3,3,1,1]"}, "strides=[1,1,1,1] padding='EXPLICIT' explicit_paddings=[0,0,1,0,2,3,0,0]", "[1,4,8,1]"},
    {"Conv2D", {"f[1,2,5,1]", "f[3,3,1,1]"}, "strides=[1,1,1,1] padding='VALID'", "[1,0,3,1]"},
    {"Conv2D", {"f[1,2,5,1]", "f[5,3,1,1]"}, "strides=[1,2,2,1] padding='VALID'", "[1,0,2,1]"},
    {"Conv2D", {"f[1,2,5,0]", "f[1,1,0,1]"}, "strides=[1,1,1,1] padding='VALID'", "error: expected at least one input channel"},
    {"Conv2D", {"f[1,2,5,1]", "f[6,3,1,1]"}, "strides=[1,2,2,1] padding='VALID'", "error: a window of 6 rows"},
    {"Conv2D", {"f[1,2,5,1]", "f[4,3,1,1]"}, "strides=[1,1,1,1] padding='VALID'", "error: a window of 4 rows with stride 1 and dilation 1 does not fit into an image of 2 with paddings of 0 and 0"},
    {"Conv2D", {"f[1,5,5,4]", "f[3,3,3,1]"}, "strides=[1,1,1,1] padding='SAME'", "error: filter has 3 input channels, input has 4"},
    {"Conv2D", {"f[5,5,4]", "f[3,3,4,1]"}, "strides=[1,1,1,1] padding='SAME'", "error: input must have rank 4"},
    {"Conv2D", {"f[1,5,5,1]", "f[0,3,1,1]"}, "strides=[1,1,1,1] padding='SAME'", "error: a window of 0 rows"},
    {"Conv2D", {"f[1,5,5,1]", "f[3,3,1,1]"}, "strides=[1,0,1,1] padding='SAME'", "error: attr \"strides\" is [1,0,1,1]: expected four numbers from 1, and 1 for batch and channels"},
    {"Conv2D", {"f[1,5,5,1]", "f[3,3,1,1]"}, "strides=[1,1,1,2] padding='SAME'", "error: attr \"strides\" is [1,1,1,2]"},
    {"Conv2D", {"f[1,5,5,1]", "f[3,3,1,1]"}, "strides=[1,1] padding='SAME'", "error: attr \"strides\" is [1,1]: expected four"},
    {"Conv2D", {"f[1,5,5,1]", "f[3,3,1,1]"}, "strides=[1,1,1,1] padding='SAME' dilations=[1,-1,1,1]", "error: attr \"dilations\" is [1,-1,1,1]"},
    {"Conv2D", {"f[1,5,5,1]", "f[3,3,1,1]"}, "strides=[1,1,1,1] padding='EXPLICIT'", "error: attr \"explicit_paddings\" is []: expected eight"},
    {"Conv2D", {"f[1,5,5,1]", "f[3,3,1,1]"}, "strides=[1,1,1,1] padding='EXPLICIT' explicit_paddings=[0,0,-1,0,0,0,0,0]", "error: expected eight numbers from 0"},
    {"Conv2D", {"f[1,5,5,1]", "f[3,3,1,1]"}, "strides=[1,1,1,1] padding='SAME' explicit_paddings=[0,0,1,0,0,0,0,0]", "error: expected none without padding EXPLICIT"},
    {"Conv2D", {"f[1,5,5,1]", "f[3,3,1,1]"}, "strides=[1,1,1,1] padding='EXPLICIT' explicit_paddings=[0,0,9223372036854775807,9223372036854775807,0,0,0,0]", "error: does not fit into an image of 5 with paddings of 9223372036854775807"},
    {"Conv2D", {"f[1,4611686018427387904,1,0]", "f[3,3,0,1]"}, "strides=[1,1,1,1] padding='VALID' dilations=[1,9223372036854775807,1,1]", "error: does not fit into an image of"},
    {"Conv2DBackpropInput", {"i=2,7,6,3", "f[3,3,3,5]", "f[2,4,6,5]"}, "strides=[1,2,1,1] padding='SAME'", "[2,7,6,3]"},
    {"Conv2DBackpropInput", {"i[4]", "f[3,3,3,5]", "f[2,4,6,5]"}, "strides=[1,2,1,1] padding='SAME'", "[?,?,?,?]"},
    {"Conv2DBackpropInput", {"i=2,7,6,3", "f[3,3,3,5]", "f[2,4,5,5]"}, "strides=[1,2,1,1] padding='SAME'", "error: out_backprop is [2,4,5,5]: the convolution gives [2,4,6,5]"},
    {"Conv2DBackpropInput", {"i=2,7,6", "f[3,3,3,5]", "f[2,4,5,5]"}, "strides=[1,2,1,1] padding='SAME'", "error: input_sizes is [2,7,6]: expected four sizes"},
    {"Conv2DBackpropFilter", {"f[2,7,6,3]", "i=3,3,3,5", "f[2,5,4,5]"}, "strides=[1,1,1,1] padding='VALID'", "[3,3,3,5]"},
    {"Conv2DBackpropFilter", {"f[2,7,6,3]", "i=3,3,2,5", "f[2,5,4,5]"}, "strides=[1,1,1,1] padding='VALID'", "error: filter has 2 input channels, input has 3"},
    {"DepthwiseConv2dNative", {"f[2,7,6,3]", "f[3,3,3,5]"}, "strides=[1,2,1,1] padding='SAME'", "[2,4,6,15]"},
    {"DepthwiseConv2dNative", {"f[2,3,7,?]", "f[3,3,3,2]"}, "strides=[1,1,2,1] padding='VALID' data_format='NCHW'", "[2,6,3,?]"},
    {"DepthwiseConv2dNative", {"f[?,9,9,?]", "f[3,3,4,2]"}, "strides=[1,1,1,1] padding='VALID' dilations=[1,2,2,1]", "[?,5,5,8]"},
    {"DepthwiseConv2dNative", {"f[1,9,9,4]", "f[3,3,3,2]"}, "strides=[1,1,1,1] padding='VALID'", "error: filter has 3 input channels, input has 4"},
    {"DepthwiseConv2dNative", {"f[0,1,1,4611686018427387904]", "f[1,1,?,2]"}, "strides=[1,1,1,1] padding='VALID'", "error: 4611686018427387904 * 2"},
    {"DepthwiseConv2dNativeBackpropInput", {"i=2,7,6,3", "f[3,3,3,5]", "f[2,4,6,15]"}, "strides=[1,2,1,1] padding='SAME'", "[2,7,6,3]"},
    {"DepthwiseConv2dNativeBackpropInput", {"i=2,7,6,3", "f[3,3,3,5]", "f[2,4,6,5]"}, "strides=[1,2,1,1] padding='SAME'", "error: out_backprop is [2,4,6,5]: the convolution gives [2,4,6,15]"},
    {"DepthwiseConv2dNativeBackpropFilter", {"f[2,7,6,3]", "i=3,3,3,5", "f[2,5,4,15]"}, "strides=[1,1,1,1] padding='VALID'", "[3,3,3,5]"},
    {"FusedBatchNormV3", {"f[2,7,6,3]", "f[3]", "f[3]", "f[0]", "f[0]"}, "", "[2,7,6,3] [3] [3] [3] [3] [0]"},
    {"FusedBatchNormV3", {"f?", "f[3]", "f[?]", "f[?]", "f[?]"}, "data_format='NCDHW'", "[?,3,?,?,?] [3] [3] [3] [3] [0]"},
    {"FusedBatchNormV2", {"f[2,?,6,7]", "f[?]", "f[?]", "f[3]", "f[?]"}, "is_training=false data_format='NCHW'", "[2,3,6,7] [3] [3] [3] [3]"},
    {"FusedBatchNorm", {"f[2,7,6]", "f[3]", "f[3]", "f[0]", "f[0]"}, "", "error: x must have rank 4"},
    {"FusedBatchNorm", {"f[2,7,6,3]", "f[3]", "f[4]", "f[0]", "f[0]"}, "", "error: offset is [4]: there are 3 channels"},
    {"FusedBatchNormV3", {"f[2,7,6,3]", "f[3]", "f[3]", "f[0]", "f[0]"}, "is_training=false", "error: mean is [0]: there are 3 channels"},
    {"FusedBatchNormV3", {"f[2,7,6,3]", "f[3]", "f[3]", "f[1,0]", "f[0]"}, "", "error: mean must be a vector"},
    {"FusedBatchNormGradV3", {"f[2,7,6,3]", "f?", "f[3]", "f[3]", "f[3]", "f[0]"}, "", "[2,7,6,3] [3] [3] [0] [0]"},
    {"FusedBatchNormGradV2", {"f?", "f?", "f[3]", "f[3]", "f[3]"}, "data_format='NCHW'", "[?,3,?,?] [3] [3] [0] [0]"},
    {"FusedBatchNormGrad", {"f[2,7,6,3]", "f[2,7,7,3]", "f[3]", "f[3]", "f[3]"}, "", "error: shapes must be equal"},
    {"FusedBatchNormGrad", {"f[2,7,6,3]", "f[2,7,6,3]", "f[3]", "f[3]", "f[2]"}, "", "error: reserve_space_2 is [2]: there are 3 channels"},
    {"LRN", {"f[2,7,6,3]"}, "", "[2,7,6,3]"},
    {"LRN", {"f[7,6,3]"}, "", "error: input must have rank 4"},
    {"LRN", {"f[2,7,6,3]"}, "depth_radius=-1", "error: attr \"depth_radius\" is -1"},
    {"LRN", {"f[2,7,6,3]"}, "depth_radius=2147483647", "error: attr \"depth_radius\" is 2147483647"},
    {"LRN", {"f[2,7,6,3]"}, "depth_radius=2147483646", "[2,7,6,3]"},
    {"LRNGrad", {"f[2,7,6,3]", "f[?,?,?,?]", "f?"}, "", "[2,7,6,3]"},
    {"LRNGrad", {"f[2,7,6,3]", "f[2,7,6,4]", "f?"}, "", "error: input 1 is [2,7,6,4]"},
    {"ResizeNearestNeighbor", {"f[2,7,6,3]", "i=4,9"}, "", "[2,4,9,3]"},
    {"ResizeNearestNeighbor", {"f[2,7,6,0]", "i=4,9"}, "", "error: it has no channels"},
    {"ResizeBilinear", {"f?", "i=4,9"}, "half_pixel_centers=true", "[?,4,9,?]"},
    {"ResizeBilinear", {"f[2,7,6,3]", "i[2]"}, "", "[2,?,?,3]"},
    {"ResizeBilinear", {"f[2,7,6,3]", "i=4,9,1"}, "", "error: size is [3]: expected rows and columns"},
    {"ResizeBilinear", {"f[2,7,6,3]", "i=4,0"}, "", "error: size is 4 rows, 0 columns: expected numbers from 1"},
    {"ResizeBilinear", {"f[2,7,0,3]", "i=4,9"}, "", "error: images is [2,7,0,3]: it has no pixels"},
    {"ResizeBilinear", {"f[2,7,6,3]", "i=4,9"}, "half_pixel_centers=true align_corners=true", "error: both true"},
    {"ResizeNearestNeighborGrad", {"f[2,7,6,3]", "i=4,9"}, "", "[2,4,9,3]"},
    {"ResizeBilinearGrad", {"f[2,7,6,3]", "f[?,4,9,?]"}, "", "[2,4,9,3]"},
    {"ResizeBilinearGrad", {"f[2,7,6,3]", "f[2,4,9,4]"}, "", "error: batch and channels must be equal"},
    {"ResizeArea", {"f[2,7,6,3]", "i=4,9"}, "", "[2,4,9,3]"},
    {"ResizeBicubic", {"f[2,7,6,3]", "i=4,9"}, "half_pixel_centers=true align_corners=true", "error: both true"},
    {"ResizeBicubicGrad", {"f[2,4,9,3]", "f[2,7,6,?]"}, "", "[2,7,6,3]"},
    {"CropAndResize", {"f[2,7,6,3]", "f[5,4]", "i[?]", "i=4,9"}, "", "[5,4,9,3]"},
    {"CropAndResize", {"f[2,7,6,3]", "f[5,4]", "i[4]", "i=4,9"}, "", "error: there must be one index for each box"},
    {"CropAndResize", {"f[2,7,6,3]", "f[5,3]", "i[5]", "i=4,9"}, "", "error: expected four columns"},
    {"CropAndResize", {"f[2,7,6,3]", "f[5,4]", "i[5]", "i=4,0"}, "", "error: crop_size is 4 rows, 0 columns"},
    {"CropAndResizeGradImage", {"f[5,4,9,3]", "f[5,4]", "i[5]", "i=2,7,6,3"}, "T=float", "[2,7,6,3]"},
    {"CropAndResizeGradBoxes", {"f[5,4,9,3]", "f[2,7,6,3]", "f[?,4]", "i[5]"}, "", "[5,4]"},
    {"RGBToHSV", {"f[2,3]"}, "", "[2,3]"},
    {"HSVToRGB", {"f[2,4]"}, "", "error: expected three channels"},
    {"AdjustHue", {"f[2,3,3]", "f[]"}, "", "[2,3,3]"},
    {"AdjustSaturation", {"f[2,3,3]", "f[1]"}, "", "error: scale"},
    {"AdjustContrastv2", {"f[2,3]", "f[]"}, "", "error: expected at least 3 dimensions"},
    {"NonMaxSuppression", {"f[9,4]", "f[9]", "i:3"}, "", "[?]"},
    {"NonMaxSuppressionV2", {"f[9,4]", "f[8]", "i:3", "f[]"}, "", "error: there must be one score for each"},
    {"NonMaxSuppressionV3", {"f[9,4]", "f[9]", "i:-3", "f[]", "f[]"}, "", "error: max_output_size is -3"},
    {"NonMaxSuppressionV4", {"f[9,4]", "f[9]", "i:3", "f[]", "f[]"}, "pad_to_max_output_size=true", "[3] []"},
    {"NonMaxSuppressionV5", {"f[9,4]", "f[9]", "i:3", "f[]", "f[]", "f[]"}, "", "[?] [?] []"},
    {"NonMaxSuppressionWithOverlaps", {"f[9,8]", "f[9]", "i:3", "f[]", "f[]"}, "", "error: expected a square"},
    {"CombinedNonMaxSuppression", {"f[2,9,1,4]", "f[2,9,5]", "i:3", "i:7", "f[]", "f[]"}, "", "[2,7,4] [2,7] [2,7] [2]"},
    {"CombinedNonMaxSuppression", {"f[2,9,1,4]", "f[2,9,2]", "i:3", "i:7", "f[]", "f[]"}, "pad_per_class=true", "[2,6,4] [2,6] [2,6] [2]"},
    {"CombinedNonMaxSuppression", {"f[2,9,3,4]", "f[2,9,2]", "i:3", "i:7", "f[]", "f[]"}, "", "error: expected boxes"},
    {"DrawBoundingBoxes", {"f[2,7,6,3]", "f[2,9,4]"}, "", "[2,7,6,3]"},
    {"DrawBoundingBoxesV2", {"f[2,7,6,3]", "f[3,9,4]", "f[1,3]"}, "", "error: expected boxes"},
    {"SpaceToDepth", {"f[2,6,4,3]"}, "block_size=2", "[2,3,2,12]"},
    {"SpaceToDepth", {"f[2,?,6,4]"}, "block_size=2 data_format='NCHW'", "[2,?,3,2]"},
    {"SpaceToDepth", {"f[2,7,4,3]"}, "block_size=2", "error: a side of 7 is no multiple of 2"},
    {"SpaceToDepth", {"f[2,4,4,4]"}, "block_size=2 data_format='NCHW_VECT_C'", "error: data_format NCHW_VECT_C"},
    {"SpaceToDepth", {"f[2,0,0,4]"}, "block_size=4611686018427387904", "error: 4611686018427387904 * 4611686018427387904"},
    {"DepthToSpace", {"f[2,3,2,12]"}, "block_size=2", "[2,6,4,3]"},
    {"DepthToSpace", {"f[2,3,2,6]"}, "block_size=2", "error: a number of channels of 6 is no multiple of 4"},
    {"SpaceToBatchND", {"f[2,3,4,5]", "i=2,3", "p=1,0;0,2"}, "", "[12,2,2,5]"},
    {"SpaceToBatchND", {"f[2,3,4,5]", "i[2]", "p=1,0;0,2"}, "", "[?,?,?,5]"},
    {"SpaceToBatchND", {"f[2,3,4,5]", "i=2,3", "p=1,0;0,1"}, "", "error: a padded dimension of 5 is no multiple of 3"},
    {"SpaceToBatchND", {"f[2,3]", "i=2,3", "p=1,0;0,2"}, "", "error: expected a dimension for the batch"},
    {"SpaceToBatchND", {"f[2,3,4,5]", "i=2,0", "p=1,0;0,2"}, "", "error: block_shape has 0"},
    {"SpaceToBatchND", {"f[2,3,4,5]", "i=2,3", "p=1,0;0,-2"}, "", "error: paddings has -2"},
    {"SpaceToBatchND", {"f[2,3,4,5]", "i=2", "p=1,0;0,2"}, "", "error: expected two numbers for each block"},
    {"BatchToSpaceND", {"f[12,2,2,5]", "i=2,3", "p=1,0;0,2"}, "", "[2,3,4,5]"},
    {"BatchToSpaceND", {"f[12,2,2,5]", "i=2,3", "p=3,2;0,2"}, "", "error: crops take 5 of a dimension of 4"},
    {"BatchToSpaceND", {"f[11,2,2,5]", "i=2,3", "p=1,0;0,2"}, "", "error: a batch of 11 is no multiple of 6"},
    {"CheckNumerics", {"f[2,?]"}, "message='x'", "[2,?]"},
    {"L2Loss", {"f[2,?]"}, "", "[]"},
    {"MaxPool", {"f[2,7,6,3]"}, "ksize=[1,2,2,1] strides=[1,2,2,1] padding='SAME'", "[2,4,3,3]"},
    {"AvgPool", {"f[2,3,7,?]"}, "ksize=[1,1,2,2] strides=[1,1,2,2] padding='VALID' data_format='NCHW'", "[2,3,3,?]"},
    {"MaxPool", {"f[2,7,6,3]"}, "ksize=[1,2,2,2] strides=[1,2,2,1] padding='SAME'", "error: attr \"ksize\" is [1,2,2,2]"},
    {"AvgPool", {"f[2,7,6,3]"}, "ksize=[1,9,2,1] strides=[1,1,2,1] padding='VALID'", "error: a window of 9 rows"},
    {"MaxPoolGrad", {"f[1,4,4,1]", "f[1,2,2,1]", "f[1,2,2,1]"}, "ksize=[1,2,2,1] strides=[1,2,2,1] padding='VALID'", "[1,4,4,1]"},
    {"MaxPoolGrad", {"f[1,4,4,1]", "f[1,2,2,1]", "f[1,3,2,1]"}, "ksize=[1,2,2,1] strides=[1,2,2,1] padding='VALID'", "error: grad is [1,3,2,1]: the pool gives [1,2,2,1]"},
    {"MaxPoolGradGrad", {"f[1,4,4,1]", "f[1,2,2,1]", "f[1,4,4,1]"}, "ksize=[1,2,2,1] strides=[1,2,2,1] padding='VALID'", "[1,2,2,1]"},
    {"AvgPoolGrad", {"i=1,4,4,1", "f[1,2,2,1]"}, "ksize=[1,2,2,1] strides=[1,2,2,1] padding='VALID'", "[1,4,4,1]"},
    {"AvgPoolGrad", {"i=1,4,4,1", "f[1,3,2,1]"}, "ksize=[1,2,2,1] strides=[1,2,2,1] padding='VALID'", "error: grad is [1,3,2,1]: the pool gives [1,2,2,1]"},
};
// clang-format on

class ShapeFunctions : public ::testing::TestWithParam<ShapeCase> {};

TEST_P(ShapeFunctions, GiveWhatTheTableSays) {
  const ShapeCase& c = GetParam();
  const std::string got = Infer(c);
  const std::string expect = c.expect;
  if (expect.starts_with("error: ")) {
    EXPECT_TRUE(got.starts_with("error: ")) << got;
    EXPECT_NE(got.find(expect.substr(7)), std::string::npos) << got;
    EXPECT_NE(got.find(StrCat("(", c.op, ")")), std::string::npos) << got;
  } else {
    EXPECT_EQ(got, expect);
  }
}

INSTANTIATE_TEST_SUITE_P(Table, ShapeFunctions, ::testing::ValuesIn(kCases), [](const auto& info) {
  std::string name = StrCat(info.param.op, "_", info.index);
  std::replace(name.begin(), name.end(), '>', '_');
  return name;
});

TEST(ShapeFunctions, VariablesCarryTheirShapeInTheHandle) {
  const OpRegistry registry;
  Graph graph(&registry);
  GraphBuilder b(&graph, "");
  const OutputRef handle =
      b.Op("VarHandleOp", {}, {{"dtype", AttrValue(DType::kFloat)}, {"shape", AttrValue(Shape{2, 3})}});
  const OutputRef same = b.Op("Identity", {handle});
  const OutputRef read = b.Op("ReadVariableOp", {same}, {{"dtype", AttrValue(DType::kFloat)}});
  const OutputRef rows =
      b.Op("ResourceGather", {same, b.Int32Vector({0, 1, 1, 0})}, {{"dtype", AttrValue(DType::kFloat)}});
  ASSERT_TRUE(b.status().ok()) << b.status().ToString();
  EXPECT_EQ(read.node->output_shape(0), (Shape{2, 3}));
  EXPECT_EQ(rows.node->output_shape(0), (Shape{4, 3}));

  GraphBuilder wrong(&graph, "");
  wrong.Op("AssignVariableOp", {handle, wrong.Scalar(DType::kFloat, 1)});
  EXPECT_NE(wrong.status().message().find("value is [], but the variable is [2,3]"),
            std::string_view::npos)
      << wrong.status().ToString();
  GraphBuilder other(&graph, "");
  other.Op("ReadVariableOp", {handle}, {{"dtype", AttrValue(DType::kDouble)}});
  EXPECT_NE(other.status().message().find("the variable is float, but attr \"dtype\" is double"),
            std::string_view::npos)
      << other.status().ToString();
}

TEST(ShapeFunctions, ShapeComputationsAreSeenThrough) {
  const OpRegistry registry;
  Graph graph(&registry);
  GraphBuilder b(&graph, "");
  const OutputRef x = MakeInput(b, "f[2,?,4]");
  const OutputRef y = MakeInput(b, "f[?]");
  const OutputRef out = b.Op("Reshape", {y, b.Op("Shape", {x})});
  ASSERT_TRUE(b.status().ok()) << b.status().ToString();
  EXPECT_EQ(out.node->output_shape(0), (Shape{2, kUnknownDim, 4}));
}

TEST(ShapeFunctions, ALoopHoldsItsPromisedShape) {
  const OpRegistry registry;
  Graph graph(&registry);
  GraphBuilder b(&graph, "");
  const OutputRef enter = b.Op("Enter", {MakeInput(b, "f[2]")}, {{"frame_name", AttrValue("f")}});
  const AttrList attrs = {{"N", AttrValue(2)}, {"_rnl_shape_invariant", AttrValue(Shape{2})}};
  const OutputRef merge = b.Op("Merge", {enter}, attrs);
  ASSERT_TRUE(b.status().ok()) << b.status().ToString();
  EXPECT_EQ(merge.node->output_shape(0), (Shape{2}));
  const OutputRef grown =
      b.Op("NextIteration", {b.Op("ConcatV2", {merge, merge, b.Scalar(DType::kInt32, 0)})});
  const Status status = graph.CloseLoop(merge.node, grown);
  EXPECT_NE(status.message().find("must keep the shape [2]"), std::string_view::npos)
      << status.ToString();
  EXPECT_TRUE(graph.CloseLoop(merge.node, b.Op("NextIteration", {merge})).ok());
}

}  // namespace
}  // namespace runnel
