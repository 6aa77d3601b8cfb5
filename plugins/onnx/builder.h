// Adds TensorFlow's ops to a graph or function body, with the type and shape of what they give, so that
// who converts a node says only what it computes. Small integers are computed at once where they are
// constant: shapes of models whose inputs have known sizes become constants.
#ifndef RUNNEL_PLUGINS_ONNX_BUILDER_H_
#define RUNNEL_PLUGINS_ONNX_BUILDER_H_

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugins/onnx/value.h"
#include "plugins/sdk/graph_writer.h"

namespace runnel::onnx {

// Thrown by a conversion: the node cannot be expressed, and why.
struct Refusal {
  std::string why;
};
[[noreturn]] inline void Refuse(std::string why) { throw Refusal{std::move(why)}; }

class Builder {
 public:
  // `allowance`, which may be null and outlives this: bytes of constants that may be transposed while
  // the model is imported, instead of in every plan.
  explicit Builder(plugin::NodeList* list, uint64_t* allowance = nullptr)
      : list_(list), allowance_(allowance) {}
  plugin::NodeList* list() { return list_; }
  // Nodes that follow are named after it.
  void set_prefix(std::string prefix) { prefix_ = std::move(prefix); }
  const std::string& prefix() const { return prefix_; }
  void set_last_name(std::string name) { prefix_ = std::move(name); }

  // ---- nodes ----

  template <typename Attrs>
  Value Node(std::string_view op, const Values& inputs, int32_t dtype, Shape shape, Attrs&& attrs) {
    plugin::NodeWriter node = list_->Node(op, prefix_ + "/" + std::string(op));
    for (const Value& input : inputs) node.In(Tensor(input));
    attrs(node);
    Value out;
    out.tensor = node.Done();
    out.dtype = dtype;
    out.shape = std::move(shape);
    return out;
  }
  // With the attr "T", of the first input.
  Value Node(std::string_view op, const Values& inputs, int32_t dtype, Shape shape) {
    return Node(op, inputs, dtype, std::move(shape),
                [&](plugin::NodeWriter& n) { n.Type("T", inputs[0].dtype); });
  }
  // Output `index` of the node that gave `first`.
  static Value Other(const Value& first, int index, int32_t dtype, Shape shape) {
    Value out;
    out.tensor = plugin::Output(first.tensor, index);
    out.dtype = dtype;
    out.shape = std::move(shape);
    return out;
  }
  // The name of a value's tensor; a constant becomes a node.
  std::string Tensor(const Value& value);

  // ---- constants ----

  static Value Constant(int32_t dtype, Shape shape, std::string bytes);
  static Value I64(const Ints& values);  // a vector
  static Value I32(const Ints& values);
  static Value I64Scalar(int64_t value);
  static Value I32Scalar(int32_t value);
  // A scalar of any type of numbers.
  static Value Scalar(int32_t dtype, double value);
  static Value Numbers(int32_t dtype, const std::vector<double>& values);  // a vector
  static Value Strings(const std::vector<std::string>& values);

  // ---- element by element ----

  Value Unary(std::string_view op, const Value& x);
  // Shapes: broadcast. Types: alike.
  Value Binary(std::string_view op, const Value& x, const Value& y);
  Value Compare(std::string_view op, const Value& x, const Value& y);  // Equal, Less... and LogicalAnd
  Value Not(const Value& x);
  Value Select(const Value& condition, const Value& x, const Value& y);
  Value Cast(const Value& x, int32_t dtype);
  Value Add(const Value& x, const Value& y) { return Binary("AddV2", x, y); }
  Value Sub(const Value& x, const Value& y) { return Binary("Sub", x, y); }
  Value Mul(const Value& x, const Value& y) { return Binary("Mul", x, y); }
  Value Div(const Value& x, const Value& y) { return Binary("RealDiv", x, y); }
  // With a scalar of x's type.
  Value Add(const Value& x, double y) { return Add(x, Scalar(x.dtype, y)); }
  Value Sub(const Value& x, double y) { return Sub(x, Scalar(x.dtype, y)); }
  Value Mul(const Value& x, double y) { return Mul(x, Scalar(x.dtype, y)); }
  Value Div(const Value& x, double y) { return Div(x, Scalar(x.dtype, y)); }
  Value Identity(const Value& x);

  // ---- shapes ----

  Value ShapeOf(const Value& x);                              // int64
  Value SizesOf(const Value& x, int64_t begin, int64_t end);  // of dimensions [begin, end)
  Value SizeOf(const Value& x, int64_t axis);                 // int64 scalar
  Value Reshape(const Value& x, const Value& shape);
  Value Reshape(const Value& x, const Ints& shape) { return Reshape(x, I64(shape)); }
  Value Transpose(const Value& x, const Ints& perm);
  Value Unsqueeze(const Value& x, Ints axes);        // of the result
  Value Squeeze(const Value& x, Ints axes);          // all of size 1 if empty
  Value Expand(const Value& x, const Value& shape);  // as BroadcastTo
  // To the shape of both: numpy's broadcast of x with a shape.
  Value ExpandBoth(const Value& x, const Value& shape);
  Value Tile(const Value& x, const Value& repeats);
  Value Flatten(const Value& x, int64_t axis);

  // ---- parts ----

  Value Concat(const Values& parts, int64_t axis);
  Value Stack(const Values& parts, int64_t axis);
  Values Unstack(const Value& x, int64_t axis, int64_t count);
  // Of every dimension that `axes` names: [start, end) by step, as Python's slices.
  Value Slice(const Value& x, const Ints& starts, const Ints& ends, const Ints& axes, const Ints& steps);
  Value Slice(const Value& x, int64_t axis, int64_t start, int64_t end) {
    return Slice(x, Ints{start}, Ints{end}, Ints{axis}, Ints{1});
  }
  // With the limits known in a step: vectors of int64, one element for each of `axes`.
  Value Slice(const Value& x, const Value& starts, const Value& ends, const Ints& axes,
              const Value& steps);
  Values Split(const Value& x, const Ints& sizes, int64_t axis);
  Value Gather(const Value& x, const Value& indices, int64_t axis);  // indices from 0
  // Adds the size of the dimension to what is negative.
  Value FromZero(const Value& indices, const Value& size);
  Value Pad(const Value& x, const Value& pads, const Value& with);  // pads: [rank, 2]
  Value Reverse(const Value& x, const Ints& axes);

  // ---- all else ----

  Value Reduce(std::string_view op, const Value& x, const Ints& axes, bool keep);
  Value MatMul(const Value& x, const Value& y, bool transpose_x = false, bool transpose_y = false);
  Value Fill(const Value& shape, const Value& scalar);
  Value Range(const Value& start, const Value& limit, const Value& delta);
  Value Softmax(std::string_view op, const Value& x, int64_t axis);
  Value Cumulate(std::string_view op, const Value& x, int64_t axis, bool exclusive, bool reverse);
  Value GatherNd(const Value& x, const Value& indices);
  Value ArgMost(std::string_view op, const Value& x, int64_t axis);

 private:
  bool CanTranspose(const Value& x, const Ints& perm) const;
  Value Transposed(const Value& x, const Ints& perm, Shape shape);

  plugin::NodeList* const list_;
  uint64_t* const allowance_;
  std::string prefix_ = "node";
  std::map<std::shared_ptr<const Literal>, std::string> constants_;
  std::map<std::pair<std::shared_ptr<const Literal>, Ints>, Value> transposed_;  // by perm and shape
};

// Of an axis that may count from the end; Refuse or Invalid if it is none of the rank's.
int64_t Axis(int64_t axis, int64_t rank);
Ints AllAxes(int64_t rank);
Shape Broadcast(const Shape& x, const Shape& y);
// Refuses without a rank.
int64_t NeedRank(const Value& x);
// With the rank that the op demands, where none is known; a step finds out if it is another.
Value OfRank(Value x, int64_t rank);

}  // namespace runnel::onnx

#endif  // RUNNEL_PLUGINS_ONNX_BUILDER_H_
