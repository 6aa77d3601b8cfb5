#include "core/passes/freeze.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/passes/effects.h"

namespace runnel {
namespace {

// The VarHandleOp behind a resource edge, or null.
Node* HandleOf(OutputRef source) {
  while (source && source.node->op() == "Identity") source = source.node->input(0);
  return source && source.node->op() == "VarHandleOp" ? source.node : nullptr;
}

NodeDef ConstDef(std::string name, const Tensor& value, std::string device) {
  NodeDef def;
  def.name = std::move(name);
  def.op = "Const";
  def.device = std::move(device);
  SetAttr(&def.attrs, "dtype", value.dtype());
  SetAttr(&def.attrs, "value", value);
  return def;
}

class Freezer {
 public:
  Freezer(const Graph& graph, const ReadVariables& read) : graph_(graph), read_(read) {}

  Result<GraphDef> Run(std::span<const OutputRef> outputs) {
    for (const OutputRef& output : outputs) Reach(output.node);
    while (!pending_.empty()) {
      const Node* node = pending_.back();
      pending_.pop_back();
      RUNNEL_RETURN_IF_ERROR(Visit(*node));
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> values, read_(handles_));
    if (values.size() != handles_.size())
      return Internal("read ", values.size(), " variables of ", handles_.size());
    for (size_t i = 0; i < handles_.size(); ++i) values_[handles_[i]] = values[i];

    // Nodes keep the order of the graph, in which inputs come first.
    GraphDef all = graph_.Export();
    GraphDef def;
    for (NodeDef& node : all.nodes) {
      const Node* source = graph_.FindNode(node.name);
      if (reached_.contains(source)) Emit(*source, std::move(node), &def);
    }
    for (NodeDef& node : def.nodes) DropColocation(&node);
    def.functions = std::move(all.functions);
    def.gradients = std::move(all.gradients);
    return def;
  }

 private:
  void Reach(const Node* node) {
    if (reached_.insert(node).second) pending_.push_back(node);
  }

  void UseVariable(Node* handle) {
    if (std::find(handles_.begin(), handles_.end(), handle) == handles_.end())
      handles_.push_back(handle);
  }

  Status Visit(const Node& node) {
    if (node.op() == "ReadVariableOp") {
      Node* handle = HandleOf(node.input(0));
      if (handle != nullptr) {
        UseVariable(handle);
        for (const Node* control : node.control_inputs()) {
          if (Carries(control)) Reach(control);
        }
        return OkStatus();
      }
    }
    const bool gathers = node.op() == "ResourceGather" && HandleOf(node.input(0)) != nullptr;
    if (gathers) UseVariable(HandleOf(node.input(0)));
    for (int i = gathers ? 1 : 0; i < node.num_inputs(); ++i) {
      const OutputRef& input = node.input(i);
      if (!input) continue;
      if (input.node->output_type(input.index) == DType::kResource) {
        return Unimplemented("node \"", node.name(), "\" (", node.op(), ") uses the resource \"",
                             input.node->name(),
                             "\": only ReadVariableOp and ResourceGather of a variable can be frozen")
            .WithNode(node.name());
      }
      Reach(input.node);
    }
    for (const Node* control : node.control_inputs()) Reach(control);
    return OkStatus();
  }

  // Whether the node or something upstream changes anything, or is control flow, which may decide that
  // the read does not happen. The constant that replaces a read still waits for that, and for nothing
  // else.
  static bool Carries(const Node* end) {
    std::unordered_set<const Node*> seen{end};
    std::vector<const Node*> stack{end};
    while (!stack.empty()) {
      const Node* node = stack.back();
      stack.pop_back();
      if ((node->schema().flags & kOpControlFlow) != 0 || ChangesSomething(node->schema())) return true;
      const auto add = [&](const Node* source) {
        if (source != nullptr && seen.insert(source).second) stack.push_back(source);
      };
      for (int i = 0; i < node->num_inputs(); ++i) add(node->input(i).node);
      for (const Node* control : node->control_inputs()) add(control);
    }
    return false;
  }

  void Emit(const Node& node, NodeDef def, GraphDef* out) const {
    Node* handle = node.num_inputs() > 0 ? HandleOf(node.input(0)) : nullptr;
    if (handle != nullptr && node.op() == "ReadVariableOp") {
      NodeDef constant = ConstDef(node.name(), values_.at(handle), node.device());
      for (const Node* control : node.control_inputs()) {
        if (Carries(control)) constant.inputs.push_back("^" + control->name());
      }
      out->nodes.push_back(std::move(constant));
      return;
    }
    if (handle != nullptr && node.op() == "ResourceGather") {
      NodeDef params = ConstDef(node.name() + "/params", values_.at(handle), node.device());
      const int64_t* batch_dims = node.attr<int64_t>("batch_dims");
      const int32_t axis_value = batch_dims == nullptr ? 0 : static_cast<int32_t>(*batch_dims);
      Result<Tensor> axis_tensor = Tensor::FromScalar<int32_t>(axis_value);
      if (!axis_tensor.ok()) throw std::bad_alloc();
      NodeDef axis = ConstDef(node.name() + "/axis", *axis_tensor, node.device());
      def.op = "GatherV2";
      def.inputs[0] = params.name;
      def.inputs.insert(def.inputs.begin() + 2, axis.name);
      def.attrs.clear();
      SetAttr(&def.attrs, "batch_dims", int64_t{axis_value});
      SetAttr(&def.attrs, "Tparams", values_.at(handle).dtype());
      SetAttr(&def.attrs, "Tindices", node.input(1).node->output_type(node.input(1).index));
      SetAttr(&def.attrs, "Taxis", DType::kInt32);
      out->nodes.push_back(std::move(params));
      out->nodes.push_back(std::move(axis));
    }
    out->nodes.push_back(std::move(def));
  }

  // A reference "loc:@x" to a removed node would be an import error.
  void DropColocation(NodeDef* def) const {
    const AttrValue* value = FindAttr(def->attrs, "_class");
    const auto* list = value == nullptr ? nullptr : value->get_if<std::vector<std::string>>();
    if (list == nullptr) return;
    std::vector<std::string> kept;
    for (const std::string& entry : *list) {
      const bool is_location = entry.rfind("loc:@", 0) == 0;
      if (!is_location || reached_.contains(graph_.FindNode(std::string_view(entry).substr(5))))
        kept.push_back(entry);
    }
    if (kept.size() == list->size()) return;
    if (!kept.empty()) {
      SetAttr(&def->attrs, "_class", std::move(kept));
    } else {
      std::erase_if(def->attrs, [](const auto& attr) { return attr.first == "_class"; });
    }
  }

  const Graph& graph_;
  const ReadVariables& read_;
  std::unordered_set<const Node*> reached_;
  std::vector<const Node*> pending_;
  std::vector<Node*> handles_;
  std::unordered_map<const Node*, Tensor> values_;
};

}  // namespace

Result<GraphDef> Freeze(const Graph& graph, std::span<const OutputRef> outputs,
                        const ReadVariables& read) {
  return Freezer(graph, read).Run(outputs);
}

}  // namespace runnel
