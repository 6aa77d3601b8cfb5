// Sizes in compositions: numbers where shapes are known when the graph is built, else nodes that compute
// them, so that one text serves both.
#ifndef RUNNEL_CORE_OPS_SIZES_H_
#define RUNNEL_CORE_OPS_SIZES_H_

#include <optional>
#include <vector>

#include "core/graph/builder.h"

namespace runnel {

// A whole number, or the edge of an int32 scalar.
struct Size {
  Size(int64_t number) : value(number) {}   // NOLINT: numbers are sizes
  Size(OutputRef scalar) : edge(scalar) {}  // NOLINT
  std::optional<int64_t> value;
  OutputRef edge;
  bool is(int64_t number) const { return value && *value == number; }
};

// Builds sizes and what is shaped by them. Numbers beyond int32 fail the builder with INVALID_ARGUMENT.
class Sizes {
 public:
  explicit Sizes(RuleContext& ctx) : ctx_(ctx), b_(ctx.b()) {}
  GraphBuilder& b() { return b_; }

  // Dimension `dim` of a tensor; of the tensor whose shape `vector` spells and `shape` tells in part.
  Size Of(OutputRef tensor, int dim);
  Size OfVector(OutputRef vector, const Shape& shape, int dim);
  Size Plus(const Size& x, const Size& y);
  Size Minus(const Size& x, const Size& y);
  Size Times(const Size& x, const Size& y);
  Size Over(const Size& x, const Size& y);  // rounded down; y > 0
  Size Most(const Size& x, const Size& y);
  Size Product(const std::vector<Size>& all);

  OutputRef Scalar(const Size& size);
  OutputRef Vector(const std::vector<Size>& sizes);
  OutputRef Reshape(OutputRef tensor, const std::vector<Size>& sizes);
  // tensor with its dimensions in another order.
  OutputRef Transpose(OutputRef tensor, const std::vector<int64_t>& order);
  OutputRef Concat(std::vector<OutputRef> parts, int axis);

 private:
  Size Node(const char* op, const Size& x, const Size& y);

  RuleContext& ctx_;
  GraphBuilder& b_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_SIZES_H_
