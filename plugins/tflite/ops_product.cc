// Convolutions, matrix products and pools. Filters have their output channels first here and last in
// TensorFlow; constants are moved when they are read.
#include "plugins/tflite/affine.h"
#include "plugins/tflite/convert.h"
#include "plugins/tflite/window.h"

namespace runnel::tflite {

WindowOptions Conv2DOptions(Op& op) {
  const Table& o = op.options();
  return {.same = o.Get<int8_t>(0, 0) == 0,
          .strides = {o.Get<int32_t>(2, 0), o.Get<int32_t>(1, 0)},
          .dilations = {o.Get<int32_t>(5, 1), o.Get<int32_t>(4, 1)},
          .activation = o.Get<int8_t>(3, 0)};
}
WindowOptions DepthwiseOptions(Op& op) {
  const Table& o = op.options();
  return {.same = o.Get<int8_t>(0, 0) == 0,
          .strides = {o.Get<int32_t>(2, 0), o.Get<int32_t>(1, 0)},
          .dilations = {o.Get<int32_t>(6, 1), o.Get<int32_t>(5, 1)},
          .activation = o.Get<int8_t>(4, 0)};
}
WindowOptions PoolOptions(Op& op) {
  const Table& o = op.options();
  return {.same = o.Get<int8_t>(0, 0) == 0,
          .strides = {o.Get<int32_t>(2, 0), o.Get<int32_t>(1, 0)},
          .size = {o.Get<int32_t>(4, 0), o.Get<int32_t>(3, 0)},
          .activation = o.Get<int8_t>(5, 0)};
}

namespace {

// The sum of a product and input i, if there is one, with the activation that was announced.
void SetWithBias(Op& op, NodeWriter& product, size_t bias) {
  std::string value = product.Done();
  if (op.Has(bias) && op.In(bias).dtype == RNLP_INT64) return op.Refuse("a bias of int64");
  if (op.Has(bias)) value = op.Last("BiasAdd").In(value).In(op.X(bias)).Type("T", op.Type(0)).Done();
  op.Set(std::move(value));
}
// The node of a product, which has the output's name if no bias follows.
NodeWriter Product(Op& op, std::string_view name, size_t bias) {
  return op.Has(bias) ? op.Node(name) : op.Last(name);
}

}  // namespace

void Conv2D(Op& op) {
  const WindowOptions window = Conv2DOptions(op);
  op.Activate(window.activation);
  const int64_t order[] = {1, 2, 3, 0};
  NodeWriter node = Product(op, "Conv2D", 2);
  node.In(op.X(0)).In(op.InOrder(1, order)).Type("T", op.Type(0));
  window.Write(node, true);
  SetWithBias(op, node, 2);
}

// [1,rows,columns,channels * m] is [rows,columns,channels,m] in the same order.
void DepthwiseConv2D(Op& op) {
  const WindowOptions window = DepthwiseOptions(op);
  const Tensor &x = op.In(0), &filter = op.In(1);
  if (filter.dims.size() != 4 || filter.count() < 0) return op.Refuse("a filter of unknown shape");
  int64_t channels = x.dims.size() == 4 ? x.dims[3] : -1;
  const auto multiplier = op.options().Get<int32_t>(3, 0);
  if (channels <= 0 && multiplier > 0) channels = filter.dims[3] / multiplier;
  if (channels <= 0 || filter.dims[3] % channels != 0) return op.Refuse("an image of unknown channels");
  op.Activate(window.activation);
  const int32_t t = op.Type(0);
  // Strides of two sizes are those of a convolution in groups of one channel.
  const bool grouped = window.strides[0] != window.strides[1];
  const int64_t last = filter.dims[3] / channels;
  const int64_t dims[] = {filter.dims[1], filter.dims[2], grouped ? 1 : channels,
                          grouped ? filter.dims[3] : last};
  NodeWriter node = Product(op, grouped ? "Conv2D" : "DepthwiseConv2dNative", 2);
  node.In(op.X(0)).In(op.Reshaped(op.X(1), t, dims)).Type("T", t);
  window.Write(node, true);
  SetWithBias(op, node, 2);
}

void FullyConnected(Op& op) {
  if (op.options().Get<int8_t>(1, 0) != 0) return op.Refuse("weights that are shuffled");
  const Tensor &x = op.In(0), &filter = op.In(1);
  const int32_t t = op.Type(0);
  if (filter.dims.size() != 2 || filter.dims[1] < 0) return op.Refuse("weights of unknown shape");
  op.Activate(op.options().Get<int8_t>(0, 0));
  if (op.options().Flag(2) && x.dims.size() > 2) {
    NodeWriter node = Product(op, "BatchMatMulV2", 2);
    node.In(op.X(0)).In(op.X(1)).Bool("adj_y", true).Type("T", t);
    SetWithBias(op, node, 2);
    return;
  }
  std::string rows = op.X(0);
  if (x.dims.size() != 2 || x.dims[1] != filter.dims[1]) {
    const int64_t dims[] = {-1, filter.dims[1]};
    rows = op.Reshaped(rows, t, dims);
  }
  NodeWriter node = Product(op, "MatMul", 2);
  node.In(rows).In(op.X(1)).Bool("transpose_b", true).Type("T", t);
  SetWithBias(op, node, 2);
}

WindowOptions TransposeOptions(Op& op) {
  const Table& o = op.options();
  return {.same = o.Get<int8_t>(0, 0) == 0,
          .strides = {o.Get<int32_t>(2, 0), o.Get<int32_t>(1, 0)},
          .activation = o.Get<int8_t>(3, 0)};
}

void TransposeConv(Op& op) {
  const WindowOptions window = TransposeOptions(op);
  op.Activate(window.activation);
  const int64_t order[] = {1, 2, 0, 3};
  NodeWriter node = Product(op, "Conv2DBackpropInput", 3);
  node.In(op.X(0)).In(op.InOrder(1, order)).In(op.X(2)).Type("T", op.Type(2));
  window.Write(node, false);
  std::string value = node.Done();
  if (op.Has(3)) value = op.Last("BiasAdd").In(value).In(op.X(3)).Type("T", op.Type(2)).Done();
  op.Set(std::move(value));
}

namespace {

void BatchMatMul(Op& op) {
  op.Set(op.Last("BatchMatMulV2")
             .In(op.X(0))
             .In(op.X(1))
             .Bool("adj_x", op.options().Flag(0))
             .Bool("adj_y", op.options().Flag(1))
             .Type("T", op.Type(0))
             .Done());
}

void VolumeOptions(Op& op, NodeWriter& node) {
  const Table& o = op.options();
  node.String("padding", o.Get<int8_t>(0, 0) == 0 ? "SAME" : "VALID");
  node.Ints("strides", {1, o.Get<int32_t>(1, 0), o.Get<int32_t>(3, 0), o.Get<int32_t>(2, 0), 1});
  node.Ints("dilations", {1, o.Get<int32_t>(5, 1), o.Get<int32_t>(7, 1), o.Get<int32_t>(6, 1), 1});
}
void Conv3D(Op& op) {
  op.Activate(op.options().Get<int8_t>(4, 0));
  NodeWriter node = Product(op, "Conv3D", 2);
  node.In(op.X(0)).In(op.X(1)).Type("T", op.Type(0));
  VolumeOptions(op, node);
  SetWithBias(op, node, 2);
}
void Conv3DTranspose(Op& op) {
  op.Activate(op.options().Get<int8_t>(4, 0));
  NodeWriter node = Product(op, "Conv3DBackpropInputV2", 3);
  node.In(op.X(0)).In(op.X(1)).In(op.X(2)).Type("T", op.Type(2)).Type("Tshape", op.Type(0));
  VolumeOptions(op, node);
  std::string value = node.Done();
  if (op.Has(3)) value = op.Last("BiasAdd").In(value).In(op.X(3)).Type("T", op.Type(2)).Done();
  op.Set(std::move(value));
}

std::string PoolOf(Op& op, NodeWriter node, const std::string& x, const WindowOptions& window) {
  node.In(x).Type("T", op.Type(0)).Ints("ksize", {1, window.size[0], window.size[1], 1});
  window.Write(node, false);
  return node.Done();
}
template <Text kOp>
void Pool(Op& op) {
  const WindowOptions window = PoolOptions(op);
  op.Activate(window.activation);
  op.Set(PoolOf(op, op.Last(kOp.text), op.X(0), window));
}
void L2Pool(Op& op) {
  const WindowOptions window = PoolOptions(op);
  const int32_t t = op.Type(0);
  op.Activate(window.activation);
  const std::string mean = PoolOf(op, op.Node("AvgPool"), op.Unary("Square", op.X(0), t), window);
  op.Set(op.Last("Sqrt").In(mean).Type("T", t).Done());
}

constexpr OpRow kProductOps[] = {
    {.name = "CONV_2D", .write = Conv2D, .quantized = AffineConv2D},
    {.name = "DEPTHWISE_CONV_2D", .write = DepthwiseConv2D, .quantized = AffineDepthwiseConv2D},
    {.name = "FULLY_CONNECTED", .write = FullyConnected, .quantized = AffineFullyConnected},
    {.name = "BATCH_MATMUL", .write = BatchMatMul},
    {.name = "TRANSPOSE_CONV", .write = TransposeConv, .quantized = AffineTransposeConv},
    {.name = "CONV_3D", .write = Conv3D},
    {.name = "CONV_3D_TRANSPOSE", .write = Conv3DTranspose},
    {.name = "AVERAGE_POOL_2D", .write = Pool<"AvgPool">, .quantized = AffineAveragePool},
    {.name = "MAX_POOL_2D", .write = Pool<"MaxPool">, .quantized = AffineMaxPool},
    {.name = "L2_POOL_2D", .write = L2Pool},
};

}  // namespace

std::span<const OpRow> ProductOps() { return kProductOps; }

}  // namespace runnel::tflite
