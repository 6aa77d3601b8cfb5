// GraphBuilder: writes subgraphs tersely. Errors are sticky: after the first one every call does nothing
// and returns an empty output, and status() has the error.
#ifndef RUNNEL_CORE_GRAPH_BUILDER_H_
#define RUNNEL_CORE_GRAPH_BUILDER_H_

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace runnel {

class GraphBuilder {
 public:
  // Nodes are named "<scope>/<Op>", made unique.
  GraphBuilder(Graph* graph, std::string scope);

  using Inputs = std::initializer_list<OutputRef>;
  using Attrs = std::initializer_list<AttrArg>;
  // The first output of a new node; empty after a failure.
  OutputRef Op(std::string_view op, Inputs inputs, Attrs attrs = {}) {
    return {Add(op, {inputs.begin(), inputs.size()}, attrs), 0};
  }
  OutputRef Op(std::string_view op, const std::vector<OutputRef>& inputs, Attrs attrs = {}) {
    return {Add(op, inputs, attrs), 0};
  }
  OutputRef Op(std::string_view op, const std::vector<OutputRef>& inputs, const AttrList& attrs);
  // All outputs of a new node.
  std::vector<OutputRef> Ops(std::string_view op, const std::vector<OutputRef>& inputs,
                             Attrs attrs = {});
  std::vector<OutputRef> Ops(std::string_view op, const std::vector<OutputRef>& inputs,
                             const AttrList& attrs);
  Node* AddNode(NodeSpec spec);  // name is used as it is, or made from op if empty
  OutputRef Constant(const Tensor& value);
  OutputRef Scalar(DType dtype, double value);  // any numeric dtype or bool
  OutputRef Int32Vector(std::initializer_list<int32_t> values);

  // While alive, new nodes get this device, `loc:@colocate_with` and these control inputs.
  void set_device(std::string device) { device_ = std::move(device); }
  void set_colocate_with(std::string node) { colocate_with_ = std::move(node); }
  void set_control_inputs(std::vector<Node*> nodes) { control_inputs_ = std::move(nodes); }
  // Control inputs of new nodes without inputs of their own. They keep a constant in the frame and
  // branch where it is used.
  void set_source_controls(std::vector<Node*> nodes) { source_controls_ = std::move(nodes); }
  const std::vector<Node*>& source_controls() const { return source_controls_; }

  Graph* graph() const { return graph_; }
  const Status& status() const { return status_; }
  void Fail(Status status) {
    if (status_.ok()) status_ = std::move(status);
  }

 private:
  Node* Add(std::string_view op, std::span<const OutputRef> inputs, Attrs attrs);

  Graph* graph_;
  std::string scope_;
  std::string device_;
  std::string colocate_with_;
  std::vector<Node*> control_inputs_;
  std::vector<Node*> source_controls_;
  Status status_;
};

// The common base of gradients and compositions: the op's schema, attrs and inputs, and a builder.
//
// The gradient of a loop is built in another loop, where forward values are not directly available:
// input and Forward give a replacement there, at a cost, so take only what is needed. Shapes and types
// that are known at build time cost nothing.
class RuleContext {
 public:
  using ForwardFn = std::function<OutputRef(OutputRef)>;

  const OpSchema& schema() const { return schema_; }
  const AttrList& attrs() const { return attrs_; }
  template <typename T>
  const T* attr(std::string_view name) const {
    const AttrValue* value = FindAttr(attrs_, name);
    return value == nullptr ? nullptr : value->get_if<T>();
  }
  GraphBuilder& b() { return *builder_; }
  const std::vector<OutputRef>& input_refs() const { return inputs_; }
  // The op's own edges, for their types and shapes, and for nodes of the forward part.
  OutputRef input_ref(int i) const { return inputs_[static_cast<size_t>(i)]; }
  // A value of the op's graph, made available where this is built.
  OutputRef Forward(OutputRef value) const { return forward_ ? forward_(value) : value; }
  OutputRef input(int i) const { return Forward(input_ref(i)); }

 protected:
  RuleContext(const OpSchema& schema, const AttrList& attrs, std::vector<OutputRef> inputs,
              GraphBuilder* builder, ForwardFn forward);
  ~RuleContext();

 private:
  const OpSchema& schema_;
  const AttrList& attrs_;
  std::vector<OutputRef> inputs_;
  GraphBuilder* builder_;
  ForwardFn forward_;
};

// The argument of a gradient: the node, and the gradients of its outputs.
class GradientContext : public RuleContext {
 public:
  GradientContext(const Node& node, std::vector<OutputRef> output_grads, GraphBuilder* builder,
                  ForwardFn forward = nullptr)
      : RuleContext(node.schema(), node.attrs(), node.inputs(), builder, std::move(forward)),
        node_(node),
        output_grads_(std::move(output_grads)),
        input_grads_(node.inputs().size()) {}

  const Node& node() const { return node_; }
  OutputRef output(int i) const { return Forward(output_ref(i)); }
  OutputRef output_ref(int i) const { return {const_cast<Node*>(&node_), i}; }
  DType input_type(int i) const { return node_.input(i).node->output_type(node_.input(i).index); }
  const Shape& input_shape(int i) const {
    return node_.input(i).node->output_shape(node_.input(i).index);
  }
  const Shape& output_shape(int i) const { return node_.output_shape(i); }
  // What tells this pass over the graph from others: the same for all its gradients.
  const std::string& pass() const { return pass_; }
  void set_pass(std::string pass) { pass_ = std::move(pass); }
  // False if the input's gradient is not needed: then it need not be built.
  bool wants(int i) const { return wanted_.empty() || wanted_[static_cast<size_t>(i)]; }
  void set_wanted(std::vector<bool> wanted) { wanted_ = std::move(wanted); }
  // Empty if no gradient arrives.
  OutputRef grad(int i = 0) const { return output_grads_[static_cast<size_t>(i)]; }
  // If it is never set, no gradient flows to that input.
  void set_input_grad(int i, OutputRef grad) { input_grads_[static_cast<size_t>(i)] = grad; }
  const std::vector<OutputRef>& input_grads() const { return input_grads_; }

 private:
  const Node& node_;
  std::vector<OutputRef> output_grads_;
  std::string pass_;
  std::vector<bool> wanted_;  // by input; empty: all
  std::vector<OutputRef> input_grads_;
};

// The argument of a composition: inputs are the op's inputs, set_output defines its outputs. A
// composition that sets none leaves the node as it is: for these shapes there is no simpler form.
class CompositionContext : public RuleContext {
 public:
  CompositionContext(const OpSchema& schema, const AttrList& attrs, std::vector<OutputRef> inputs,
                     size_t num_outputs, GraphBuilder* builder)
      : RuleContext(schema, attrs, std::move(inputs), builder, nullptr), outputs_(num_outputs) {}

  void set_output(int i, OutputRef output) { outputs_[static_cast<size_t>(i)] = output; }
  const std::vector<OutputRef>& outputs() const { return outputs_; }
  // What is known of an output's shape, as an input's shape is known from its edge.
  const Shape& output_shape(int i) const {
    static const Shape kUnknown = Shape::Unknown();
    const size_t at = static_cast<size_t>(i);
    return at < output_shapes_.size() ? output_shapes_[at] : kUnknown;
  }
  void set_output_shapes(std::vector<Shape> shapes) { output_shapes_ = std::move(shapes); }

 private:
  std::vector<OutputRef> outputs_;
  std::vector<Shape> output_shapes_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_BUILDER_H_
