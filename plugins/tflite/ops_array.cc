// Shapes and the moving of elements.
#include "plugins/tflite/affine.h"
#include "plugins/tflite/convert.h"

namespace runnel::tflite {
namespace {

constexpr int32_t kIndex = RNLP_INT32;

void Reshape(Op& op) {
  NodeWriter node = op.Last("Reshape");
  node.In(op.X(0));
  int32_t type = kIndex;
  const std::vector<int32_t> fixed = op.options().Numbers<int32_t>(0);
  const bool is_vector = op.Has(1) && op.In(1).dims.size() == 1;
  if (is_vector) {
    type = op.Type(1);
    node.In(op.X(1));
  } else if (!fixed.empty() || op.Out().dims.empty()) {
    // Old converters write [0] for a scalar.
    const bool scalar = fixed.empty() || (fixed.size() == 1 && fixed[0] == 0);
    node.In(op.Ints(scalar ? std::vector<int64_t>() : std::vector<int64_t>(fixed.begin(), fixed.end())));
  } else {
    node.In(op.Ints(op.Out().dims));
  }
  op.Set(node.Type("T", op.Type(0)).Type("Tshape", type).Done());
}
void Squeeze(Op& op) {
  const std::vector<int32_t> dims = op.options().Numbers<int32_t>(0);
  const std::vector<int64_t> wide(dims.begin(), dims.end());
  op.Set(op.Last("Squeeze").In(op.X(0)).Ints("squeeze_dims", wide).Type("T", op.Type(0)).Done());
}
// x and a tensor of indices, whose types two attrs tell.
template <Text kOp, Text kIndexAttr>
void WithIndices(Op& op) {
  op.Set(op.Last(kOp.text)
             .In(op.X(0))
             .In(op.X(1))
             .Type("T", op.Type(0))
             .Type(kIndexAttr.text, op.Type(1))
             .Done());
}
void Concatenation(Op& op) {
  op.Activate(op.options().Get<int8_t>(1, 0));
  if (op.num_inputs() == 1) {
    op.Set(op.Last("Identity").In(op.X(0)).Type("T", op.Type(0)).Done());
    return;
  }
  op.Set(op.Last("ConcatV2")
             .Ins(op.Xs())
             .In(op.Int(op.options().Get<int32_t>(0, 0)))
             .Int("N", static_cast<int64_t>(op.num_inputs()))
             .Type("T", op.Type(0))
             .Type("Tidx", kIndex)
             .Done());
}
void Slice(Op& op) {
  op.Set(op.Last("Slice")
             .In(op.X(0))
             .In(op.X(1))
             .In(op.X(2))
             .Type("T", op.Type(0))
             .Type("Index", op.Type(1))
             .Done());
}
void StridedSlice(Op& op) {
  const Table& options = op.options();
  std::string end = op.X(2);
  if (options.Flag(5)) end = op.Binary("AddV2", op.X(1), end, op.Type(2));  // it counts from the begin
  op.Set(op.Last("StridedSlice")
             .In(op.X(0))
             .In(op.X(1))
             .In(end)
             .In(op.X(3))
             .Int("begin_mask", options.Get<int32_t>(0, 0))
             .Int("end_mask", options.Get<int32_t>(1, 0))
             .Int("ellipsis_mask", options.Get<int32_t>(2, 0))
             .Int("new_axis_mask", options.Get<int32_t>(3, 0))
             .Int("shrink_axis_mask", options.Get<int32_t>(4, 0))
             .Type("T", op.Type(0))
             .Type("Index", op.Type(1))
             .Done());
}
void Split(Op& op) {
  op.SetAll(op.Node("Split")
                .In(op.X(0))
                .In(op.X(1))
                .Int("num_split", static_cast<int64_t>(op.num_outputs()))
                .Type("T", op.Type(1))
                .Done());
}
void SplitV(Op& op) {
  op.SetAll(op.Node("SplitV")
                .Ins(op.Xs())
                .Int("num_split", static_cast<int64_t>(op.num_outputs()))
                .Type("T", op.Type(0))
                .Type("Tlen", op.Type(1))
                .Done());
}
void Pack(Op& op) {
  op.Set(op.Last("Pack")
             .Ins(op.Xs())
             .Int("N", static_cast<int64_t>(op.num_inputs()))
             .Int("axis", op.options().Get<int32_t>(1, 0))
             .Type("T", op.Type(0))
             .Done());
}
void Unpack(Op& op) {
  op.SetAll(op.Node("Unpack")
                .In(op.X(0))
                .Int("num", static_cast<int64_t>(op.num_outputs()))
                .Int("axis", op.options().Get<int32_t>(1, 0))
                .Type("T", op.Type(0))
                .Done());
}
// Quantised zeros are the zero point.
void Pad(Op& op) {
  if (!IsAffine(op.In(0)) || op.Type(0) == RNLP_FLOAT) {
    WithIndices<"Pad", "Tpaddings">(op);
    return;
  }
  op.Set(op.Last("PadV2")
             .In(op.X(0))
             .In(op.X(1))
             .In(op.Number(op.Type(0), static_cast<double>(op.In(0).zero_point())))
             .Type("T", op.Type(0))
             .Type("Tpaddings", op.Type(1))
             .Done());
}
void PadV2(Op& op) {
  std::string value = op.X(2);
  if (!op.In(2).dims.empty()) value = op.Reshaped(value, op.Type(2), {});
  op.Set(op.Last("PadV2")
             .In(op.X(0))
             .In(op.X(1))
             .In(value)
             .Type("T", op.Type(0))
             .Type("Tpaddings", op.Type(1))
             .Done());
}
void MirrorPad(Op& op) {
  op.Set(op.Last("MirrorPad")
             .In(op.X(0))
             .In(op.X(1))
             .String("mode", op.options().Get<int8_t>(0, 0) == 0 ? "REFLECT" : "SYMMETRIC")
             .Type("T", op.Type(0))
             .Type("Tpaddings", op.Type(1))
             .Done());
}
void Shape(Op& op) {
  op.Set(op.Last("Shape").In(op.X(0)).Type("T", op.Type(0)).Type("out_type", op.OutType()).Done());
}
void Rank(Op& op) { op.Set(op.Last("Rank").In(op.X(0)).Type("T", op.Type(0)).Done()); }
void Fill(Op& op) {
  op.Set(op.Last("Fill")
             .In(op.X(0))
             .In(op.X(1))
             .Type("T", op.Type(1))
             .Type("index_type", op.Type(0))
             .Done());
}
void Range(Op& op) { op.Set(op.Last("Range").Ins(op.Xs()).Type("Tidx", op.Type(0)).Done()); }
void BroadcastArgs(Op& op) {
  op.Set(op.Last("BroadcastArgs").In(op.X(0)).In(op.X(1)).Type("T", op.Type(0)).Done());
}
void ReverseSequence(Op& op) {
  op.Set(op.Last("ReverseSequence")
             .In(op.X(0))
             .In(op.X(1))
             .Int("seq_dim", op.options().Get<int32_t>(0, 0))
             .Int("batch_dim", op.options().Get<int32_t>(1, 0))
             .Type("T", op.Type(0))
             .Type("Tlen", op.Type(1))
             .Done());
}
template <Text kOp>
void Blocks(Op& op) {
  op.Set(op.Last(kOp.text)
             .In(op.X(0))
             .Int("block_size", op.options().Get<int32_t>(0, 0))
             .Type("T", op.Type(0))
             .Done());
}
template <Text kOp, Text kEdges>
void BatchBlocks(Op& op) {
  op.Set(op.Last(kOp.text)
             .In(op.X(0))
             .In(op.X(1))
             .In(op.X(2))
             .Type("T", op.Type(0))
             .Type("Tblock_shape", op.Type(1))
             .Type(kEdges.text, op.Type(2))
             .Done());
}
void MatrixDiag(Op& op) { op.Set(op.Last("MatrixDiag").In(op.X(0)).Type("T", op.Type(0)).Done()); }
void MatrixSetDiag(Op& op) {
  op.Set(op.Last("MatrixSetDiag").In(op.X(0)).In(op.X(1)).Type("T", op.Type(0)).Done());
}
// The place is moved so that the update lies within.
void DynamicUpdateSlice(Op& op) {
  const int32_t t = op.Type(0), index = op.Type(2);
  const auto shape = [&](size_t i) {
    return op.Node("Shape").In(op.X(i)).Type("T", t).Type("out_type", index).Done();
  };
  const std::string size = shape(1);
  const std::string last = op.Binary("Sub", shape(0), size, index);
  std::string begin = op.Binary("Maximum", op.X(2), op.Number(index, 0), index);
  begin = op.Binary("Minimum", begin, last, index);
  const std::string end = op.Binary("AddV2", begin, size, index);
  const std::string ones = op.Unary("OnesLike", size, index);
  op.Set(op.Last("TensorStridedSliceUpdate")
             .In(op.X(0))
             .In(begin)
             .In(end)
             .In(ones)
             .In(op.X(1))
             .Type("T", t)
             .Type("Index", index)
             .Done());
}
void Densify(Op& op) { op.Set(op.Last("Identity").In(op.X(0)).Type("T", op.Type(0)).Done()); }

constexpr OpRow kArrayOps[] = {
    {.name = "RESHAPE", .write = Reshape, .moves = true},
    {.name = "SQUEEZE", .write = Squeeze, .moves = true},
    {.name = "EXPAND_DIMS", .write = WithIndices<"ExpandDims", "Tdim">, .moves = true},
    {.name = "TRANSPOSE", .write = WithIndices<"Transpose", "Tperm">, .moves = true},
    {.name = "TILE", .write = WithIndices<"Tile", "Tmultiples">, .moves = true},
    {.name = "BROADCAST_TO", .write = WithIndices<"BroadcastTo", "Tidx">, .moves = true},
    {.name = "REVERSE_V2", .write = WithIndices<"ReverseV2", "Tidx">, .moves = true},
    {.name = "CONCATENATION", .write = Concatenation, .moves = true},
    {.name = "SLICE", .write = Slice, .moves = true},
    {.name = "STRIDED_SLICE", .write = StridedSlice, .moves = true},
    {.name = "SPLIT", .write = Split, .moves = true},
    {.name = "SPLIT_V", .write = SplitV, .moves = true},
    {.name = "PACK", .write = Pack, .moves = true},
    {.name = "UNPACK", .write = Unpack, .moves = true},
    {.name = "PAD", .write = Pad, .moves = true},
    {.name = "PADV2", .write = PadV2, .moves = true},
    {.name = "MIRROR_PAD", .write = MirrorPad, .moves = true},
    {.name = "SHAPE", .write = Shape, .moves = true},
    {.name = "RANK", .write = Rank, .moves = true},
    {.name = "FILL", .write = Fill, .moves = true},
    {.name = "RANGE", .write = Range},
    {.name = "BROADCAST_ARGS", .write = BroadcastArgs},
    {.name = "REVERSE_SEQUENCE", .write = ReverseSequence, .moves = true},
    {.name = "SPACE_TO_DEPTH", .write = Blocks<"SpaceToDepth">, .moves = true},
    {.name = "DEPTH_TO_SPACE", .write = Blocks<"DepthToSpace">, .moves = true},
    {.name = "SPACE_TO_BATCH_ND", .write = BatchBlocks<"SpaceToBatchND", "Tpaddings">},
    {.name = "BATCH_TO_SPACE_ND", .write = BatchBlocks<"BatchToSpaceND", "Tcrops">, .moves = true},
    {.name = "MATRIX_DIAG", .write = MatrixDiag, .moves = true},
    {.name = "MATRIX_SET_DIAG", .write = MatrixSetDiag, .moves = true},
    {.name = "DYNAMIC_UPDATE_SLICE", .write = DynamicUpdateSlice, .moves = true},
    {.name = "DENSIFY", .write = Densify, .moves = true},
};

}  // namespace

std::span<const OpRow> ArrayOps() { return kArrayOps; }

}  // namespace runnel::tflite
