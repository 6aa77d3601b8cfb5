// ShapeContext: what a shape function sees of its node, and how it answers.
//
// Used twice: when a node is added to a graph (partial shapes), and by the planner (fed shapes known,
// more values constant).
#ifndef RUNNEL_CORE_GRAPH_SHAPE_CONTEXT_H_
#define RUNNEL_CORE_GRAPH_SHAPE_CONTEXT_H_

#include <string_view>
#include <utility>
#include <vector>

#include "core/graph/attr_value.h"
#include "core/graph/handle_data.h"
#include "core/graph/op_schema.h"

namespace runnel {

class ShapeContext {
 public:
  struct Input {
    DType dtype = DType::kInvalid;
    Shape shape = Shape::Unknown();
    HandleData handle;
  };

  ShapeContext(const OpSchema& schema, const AttrList& attrs, std::string_view node_name,
               std::vector<Input> inputs, size_t num_outputs);
  virtual ~ShapeContext() = default;

  const OpSchema& schema() const { return schema_; }
  const AttrList& attrs() const { return attrs_; }
  std::string_view node_name() const { return node_name_; }
  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  int num_outputs() const { return static_cast<int>(outputs_.size()); }
  const Shape& input(int i) const { return inputs_[static_cast<size_t>(i)].shape; }
  DType input_type(int i) const { return inputs_[static_cast<size_t>(i)].dtype; }
  const HandleData& input_handle(int i) const { return inputs_[static_cast<size_t>(i)].handle; }
  // The value of input i if it is known now, else null.
  virtual const Tensor* ConstantInput(int i) = 0;
  // Reads input i, a vector of int32 or int64, as a shape: what is known of it. -1 entries become
  // unknown dims. Errors: INVALID_ARGUMENT for other entries below 0.
  virtual Result<Shape> ConstantInputAsShape(int i) = 0;

  template <typename T>
  const T* attr(std::string_view name) const {
    const AttrValue* value = FindAttr(attrs_, name);
    return value == nullptr ? nullptr : value->get_if<T>();
  }

  void set_output(int i, Shape shape) { outputs_[static_cast<size_t>(i)] = std::move(shape); }
  void set_output_handle(int i, HandleData handle) {
    handles_[static_cast<size_t>(i)] = std::move(handle);
  }
  std::vector<Shape>& outputs() { return outputs_; }
  std::vector<HandleData>& output_handles() { return handles_; }

  // Helpers. Errors: INVALID_ARGUMENT with "input <i>" and both shapes; the caller adds node and op.
  Result<Shape> WithRank(int i, int rank) const;
  Result<Shape> WithRankAtLeast(int i, int rank) const;
  Status MergeDim(int64_t a, int64_t b, int64_t* out) const;

 private:
  const OpSchema& schema_;
  const AttrList& attrs_;
  std::string_view node_name_;
  std::vector<Input> inputs_;
  std::vector<Shape> outputs_;
  std::vector<HandleData> handles_;
};

// Runs the schema's shape function (core or plugin); outputs are unknown without one.
// Errors: INVALID_ARGUMENT: `node "n" (Op): ...`.
Status InferShapes(ShapeContext& ctx);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_SHAPE_CONTEXT_H_
