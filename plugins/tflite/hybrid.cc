// Models with dynamic ranges: weights of int8 meet real numbers, which are quantised in the step, each
// image or row with a scale of its own, as LiteRT's builtin kernels do. Other weights become real
// numbers.
#include "plugins/tflite/affine.h"
#include "plugins/tflite/window.h"

namespace runnel::tflite {
namespace {

constexpr int32_t kReal = RNLP_FLOAT;

// int8 weights without a zero point, with one scale or one for each place along `axis`.
bool Takes(Op& op, size_t axis) {
  const Tensor& filter = op.In(1);
  const Quantization& q = filter.quantization;
  if (op.scope().import().has_real_hybrids() || op.In(0).dtype != kReal || op.Out().dtype != kReal ||
      filter.dtype != RNLP_INT8 || !IsAffine(filter) || filter.dims.size() <= axis ||
      (op.Has(2) && op.In(2).dtype != kReal)) {
    return false;
  }
  for (const int64_t zero : q.zero_points) {
    if (zero != 0) return false;
  }
  return q.scales.size() == 1 || (static_cast<size_t>(q.axis) == axis &&
                                  static_cast<int64_t>(q.scales.size()) == filter.dims[axis]);
}

// x with a scale and a zero point for each place of dimension 0.
struct Quantized {
  std::string numbers, scales, zeros;
  Quantized(Op& op, const std::string& x, bool is_asymmetric) {
    numbers = op.Node("Runnel>AffineDynamicQuantize")
                  .In(x)
                  .Type("T", RNLP_INT8)
                  .Int("batch_dims", 1)
                  .String("method", is_asymmetric ? "ASYMMETRIC" : "SYMMETRIC")
                  .Done();
    scales = plugin::Output(numbers, 1);
    zeros = plugin::Output(numbers, 2);
  }
};

std::string WithBias(Op& op, const std::string& value) {
  if (!op.Has(2)) return value;
  return op.Last("BiasAdd").In(value).In(op.Stored(2)).Type("T", kReal).Done();
}

// `by_channel`: whether the model has a scale for each channel, for which LiteRT quantises otherwise.
void Convolve(Op& op, const WindowOptions& window, const std::string& filter, bool by_channel) {
  op.Activate(window.activation);
  const Quantized x(op, op.Stored(0), by_channel);
  NodeWriter node = op.Node("Runnel>AffineConv2DSums");
  node.In(x.numbers).In(filter).In(x.zeros).Type("T", RNLP_INT8).Type("W", RNLP_INT8);
  window.Write(node, true);
  const std::string sums = op.CastTo(node.Done(), RNLP_INT32, kReal);
  const std::string scales = Scales(op.scope(), op.In(1));
  const int64_t dims[] = {-1, 1, 1, 1};
  const std::string of_images = op.Reshaped(x.scales, kReal, dims);
  op.Set(WithBias(op, by_channel
                          ? op.Binary("Mul", op.Binary("Mul", sums, scales, kReal), of_images, kReal)
                          : op.Binary("Mul", sums, op.Binary("Mul", of_images, scales, kReal), kReal)));
}

}  // namespace

void HybridConv2D(Op& op) {
  if (!Takes(op, 0)) return op.WriteReal(Conv2D);
  const Tensor& filter = op.In(1);
  const bool by_channel = static_cast<int64_t>(filter.quantization.scales.size()) == filter.dims[0];
  Convolve(op, Conv2DOptions(op), op.Stored(1), by_channel);
}

// Each channel is a group; a filter [1,rows,columns,channels] is [channels,rows,columns,1] for that.
void HybridDepthwiseConv2D(Op& op) {
  if (!Takes(op, 3) || op.In(1).dims[0] != 1) return op.WriteReal(DepthwiseConv2D);
  const std::string filter = op.Transposed(op.Stored(1), RNLP_INT8, {3, 1, 2, 0});
  Convolve(op, DepthwiseOptions(op), filter, true);
}

void HybridFullyConnected(Op& op) {
  const Tensor &x = op.In(0), &filter = op.In(1);
  constexpr int kShuffled = 1, kKeepsDims = 2, kAsymmetric = 3;  // fields of the options
  const bool keeps = op.options().Flag(kKeepsDims) && x.dims.size() != 2;
  std::vector<int64_t> kept = x.dims;
  if (!kept.empty() && filter.dims.size() == 2) kept.back() = filter.dims[0];
  const bool fits = Takes(op, 0) && filter.dims.size() == 2 && filter.dims[1] > 0 &&
                    op.options().Get<int8_t>(kShuffled, 0) == 0 &&
                    (!keeps || (!kept.empty() && std::count(kept.begin(), kept.end(), -1) <= 1));
  if (!fits) return op.WriteReal(FullyConnected);
  op.Activate(op.options().Get<int8_t>(0, 0));
  std::string rows = op.Stored(0);
  if (x.dims.size() != 2 || x.dims[1] != filter.dims[1]) {
    const int64_t dims[] = {-1, filter.dims[1]};
    rows = op.Reshaped(rows, kReal, dims);
  }
  const Quantized q(op, rows, op.options().Flag(kAsymmetric));
  const std::string sums = op.Node("Runnel>AffineFullyConnectedSums")
                               .In(q.numbers)
                               .In(op.Stored(1))
                               .In(q.zeros)
                               .Type("T", RNLP_INT8)
                               .Type("W", RNLP_INT8)
                               .Done();
  const int64_t column[] = {-1, 1};
  const std::string factors =
      op.Binary("Mul", op.Reshaped(q.scales, kReal, column), Scales(op.scope(), filter), kReal);
  const std::string y =
      WithBias(op, op.Binary("Mul", op.CastTo(sums, RNLP_INT32, kReal), factors, kReal));
  op.Set(keeps ? op.Reshaped(y, kReal, kept) : y);
}

}  // namespace runnel::tflite
