// Integer arithmetic for quantised models. A value that was dequantised remembers its stored numbers,
// and what is computed of such values how it could be computed of stored numbers. When it is quantised
// again, that way is taken: DequantizeLinear, Conv, Relu, QuantizeLinear become one Runnel>AffineConv2D,
// and the real numbers between are computed only where somebody else wants them.
#ifndef RUNNEL_PLUGINS_ONNX_AFFINE_H_
#define RUNNEL_PLUGINS_ONNX_AFFINE_H_

#include <functional>

#include "plugins/onnx/node.h"

namespace runnel::onnx {

// A tensor of quantised numbers whose scales and zero points are constant: one of each, or one scale for
// each place along the axis.
struct Stored {
  Value value;
  std::vector<float> scales;
  int64_t zero = 0;
  int64_t axis = 0;
  bool is_uniform() const { return scales.size() == 1; }
};
// How a result is wanted.
struct Wanted {
  int32_t dtype = RNLP_INVALID;
  float scale = 1;
  int64_t zero = 0;
  const char* activation = "NONE";
};
struct Quantised {
  const Builder* of = nullptr;  // whose nodes may use this
  std::optional<Stored> stored;
  std::function<std::optional<Value>(Builder& b, const Wanted& wanted)> give;
};

// Of int8, uint8 or (`wide`) int32; nothing where numbers are not constant, or are none that Affine ops
// take.
std::optional<Stored> ReadStored(const Value& value, const Value& scale,
                                 const std::optional<Value>& zero, int64_t axis, bool wide = false);
std::optional<Wanted> ReadWanted(const Value& scale, const Value& zero);

// The real numbers; the value remembers what it stands for.
Value Dequantize(Builder& b, const Stored& stored);
// x quantised as it is wanted, by integers if there is a way.
std::optional<Value> InIntegers(Builder& b, const Value& x, const Wanted& wanted);
Value Quantize(Builder& b, const Value& x, const Wanted& wanted);

// After the conversion of a node whose inputs remember stored numbers: lets its outputs do so, too.
void Remember(Node& n);

// ---- the ops on stored numbers; nothing where there is none for the shapes or types ----

// With the attributes of a Conv. bias: real numbers, or nothing.
std::optional<Value> AffineConv(Node& n, const Stored& x, const Stored& filter,
                                const std::optional<List<double>>& bias, const Wanted& y);
// x times a matrix [depth, units] or, `transposed`, [units, depth].
std::optional<Value> AffineProduct(Builder& b, const Stored& x, const Stored& filter, bool transposed,
                                   const std::optional<List<double>>& bias, const Wanted& y);
// Sums of (x - x_zero) (filter - filter_zero) in int32, of numbers of 8 bits, for zero points that a
// step computes: of a convolution with the attributes of a Conv, and of x times a matrix [depth, units].
std::optional<Value> AffineConvSums(Node& n, const Value& x, const std::optional<Value>& x_zero,
                                    const Value& filter, const std::optional<Value>& filter_zero);
std::optional<Value> AffineProductSums(Builder& b, const Value& x, const std::optional<Value>& x_zero,
                                       const Value& filter, const std::optional<Value>& filter_zero);
std::optional<Value> AffinePair(Builder& b, const char* op, const Stored& x, const Stored& y,
                                const Wanted& z);
// Over the spatial dimensions of [batch, channels, ...] or [batch, ..., channels].
std::optional<Value> AffineMean(Builder& b, const Stored& x, bool channels_last, const Wanted& y);

}  // namespace runnel::onnx

#endif  // RUNNEL_PLUGINS_ONNX_AFFINE_H_
