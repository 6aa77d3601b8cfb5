// GraphBuilder: writes subgraphs tersely. Errors stick: after the first one every call is a no-op that
// returns an empty output, and status() tells what went wrong.
#ifndef RUNNEL_CORE_GRAPH_BUILDER_H_
#define RUNNEL_CORE_GRAPH_BUILDER_H_

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace runnel {

class GraphBuilder {
 public:
  // Nodes are named "<scope>/<Op>", made unique.
  GraphBuilder(Graph* graph, std::string scope);

  OutputRef Op(std::string_view op, std::vector<OutputRef> inputs, AttrList attrs = {});
  // All outputs of a new node.
  std::vector<OutputRef> Ops(std::string_view op, std::vector<OutputRef> inputs, AttrList attrs = {});
  Node* AddNode(NodeSpec spec);  // name is used as it is, or made from op if empty
  OutputRef Constant(const Tensor& value);
  OutputRef Scalar(DType dtype, double value);  // any numeric dtype or bool
  OutputRef Int32Vector(std::initializer_list<int32_t> values);

  // While alive, new nodes get this device, `loc:@colocate_with` and these control inputs.
  void set_device(std::string device) { device_ = std::move(device); }
  void set_colocate_with(std::string node) { colocate_with_ = std::move(node); }
  void set_control_inputs(std::vector<Node*> nodes) { control_inputs_ = std::move(nodes); }
  // Control inputs of new nodes that have no inputs of their own: what keeps a constant in the frame and
  // branch where it is used.
  void set_source_controls(std::vector<Node*> nodes) { source_controls_ = std::move(nodes); }
  const std::vector<Node*>& source_controls() const { return source_controls_; }

  Graph* graph() const { return graph_; }
  const Status& status() const { return status_; }
  void Fail(Status status) {
    if (status_.ok()) status_ = std::move(status);
  }

 private:
  Graph* graph_;
  std::string scope_;
  std::string device_;
  std::string colocate_with_;
  std::vector<Node*> control_inputs_;
  std::vector<Node*> source_controls_;
  Status status_;
};

// Handed to a gradient function: the node, the gradients that arrive at its outputs, and a builder.
//
// Gradients of a loop are built in a loop of their own, where the forward values are not at hand: input,
// output and Forward give what stands for them there, at a price, so take only what is needed. Shapes
// and types that are known at build time cost nothing.
class GradientContext {
 public:
  using ForwardFn = std::function<OutputRef(OutputRef)>;
  GradientContext(const Node& node, std::vector<OutputRef> output_grads, GraphBuilder* builder,
                  ForwardFn forward = nullptr)
      : node_(node),
        output_grads_(std::move(output_grads)),
        builder_(builder),
        forward_(std::move(forward)),
        input_grads_(node.inputs().size()) {}

  const Node& node() const { return node_; }
  GraphBuilder& b() { return *builder_; }
  // A value of the graph being differentiated, to be used in the gradient.
  OutputRef Forward(OutputRef value) const { return forward_ ? forward_(value) : value; }
  OutputRef input(int i) const { return Forward(node_.input(i)); }
  OutputRef output(int i) const { return Forward(output_ref(i)); }
  // The node's own edges: for their types and shapes, and for nodes that belong to the forward part.
  OutputRef input_ref(int i) const { return node_.input(i); }
  OutputRef output_ref(int i) const { return {const_cast<Node*>(&node_), i}; }
  DType input_type(int i) const { return node_.input(i).node->output_type(node_.input(i).index); }
  const Shape& input_shape(int i) const {
    return node_.input(i).node->output_shape(node_.input(i).index);
  }
  const Shape& output_shape(int i) const { return node_.output_shape(i); }
  // False where nobody asks for that input's gradient: it need not be built.
  bool wants(int i) const { return wanted_.empty() || wanted_[static_cast<size_t>(i)]; }
  void set_wanted(std::vector<bool> wanted) { wanted_ = std::move(wanted); }
  // Empty where no gradient arrives.
  OutputRef grad(int i = 0) const { return output_grads_[static_cast<size_t>(i)]; }
  // Left unset: no gradient flows to that input.
  void set_input_grad(int i, OutputRef grad) { input_grads_[static_cast<size_t>(i)] = grad; }
  const std::vector<OutputRef>& input_grads() const { return input_grads_; }

 private:
  const Node& node_;
  std::vector<OutputRef> output_grads_;
  GraphBuilder* builder_;
  ForwardFn forward_;
  std::vector<bool> wanted_;  // by input; empty: all
  std::vector<OutputRef> input_grads_;
};

// Handed to a composition: inputs stand for the op's inputs, set_output says what its outputs are.
class CompositionContext {
 public:
  CompositionContext(const OpSchema& schema, const AttrList& attrs, std::vector<OutputRef> inputs,
                     size_t num_outputs, GraphBuilder* builder)
      : schema_(schema),
        attrs_(attrs),
        inputs_(std::move(inputs)),
        outputs_(num_outputs),
        builder_(builder) {}

  GraphBuilder& b() { return *builder_; }
  const OpSchema& schema() const { return schema_; }
  const AttrList& attrs() const { return attrs_; }
  template <typename T>
  const T* attr(std::string_view name) const {
    const AttrValue* value = FindAttr(attrs_, name);
    return value == nullptr ? nullptr : value->get_if<T>();
  }
  OutputRef input(int i) const { return inputs_[static_cast<size_t>(i)]; }
  void set_output(int i, OutputRef output) { outputs_[static_cast<size_t>(i)] = output; }
  const std::vector<OutputRef>& outputs() const { return outputs_; }

 private:
  const OpSchema& schema_;
  const AttrList& attrs_;
  std::vector<OutputRef> inputs_;
  std::vector<OutputRef> outputs_;
  GraphBuilder* builder_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_BUILDER_H_
