// What the typed builders of ops.hpp are made of: inputs that may be plain values, and the call that
// adds a node.
#ifndef RUNNEL_CPP_CALL_HPP_
#define RUNNEL_CPP_CALL_HPP_

#include <cstring>
#include <limits>

#include "graph.hpp"

RUNNEL_CPP_NAMESPACE

// An input of an op: an output, a variable (which is read), a tensor, or a number, which becomes a
// constant of the type that the other inputs decide (alone: float, int32 or bool).
class Input {
 public:
  Input(const Output& output) : held_(output) {}        // NOLINT: all of these convert
  Input(const Variable& variable) : held_(variable) {}  // NOLINT
  Input(const Tensor& tensor) : held_(tensor) {}        // NOLINT
  template <typename T>
  requires std::is_arithmetic_v<T> Input(T value)
      : held_(Number{static_cast<double>(value), DefaultType<T>()}) {}  // NOLINT

  struct Number {
    double value;
    DType alone;
  };
  detail::GraphState* graph() const {
    if (const Output* o = std::get_if<Output>(&held_)) return o->graph;
    if (const Variable* v = std::get_if<Variable>(&held_)) return v->handle.graph;
    return nullptr;
  }
  // The type that it brings along; kInvalid for numbers.
  DType dtype() const {
    if (const Output* o = std::get_if<Output>(&held_)) return o->dtype();
    if (const Variable* v = std::get_if<Variable>(&held_)) return v->initial.dtype();
    const Tensor* t = std::get_if<Tensor>(&held_);
    return t == nullptr ? DType::kInvalid : t->dtype();
  }
  const std::variant<Output, Variable, Tensor, Number>& held() const { return held_; }

 private:
  template <typename T>
  static constexpr DType DefaultType() {
    if constexpr (std::is_same_v<T, bool>) return DType::kBool;
    return std::is_integral_v<T> ? DType::kInt32 : DType::kFloat;
  }
  std::variant<Output, Variable, Tensor, Number> held_;
};

namespace detail {

// Adds one node. Types of inputs are written in one word: "T", "=int32", "*T:N", "**Tin", as in
// tools/generate.
class OpCall {
 public:
  OpCall(const char* op, std::string_view name, GraphState* graph = nullptr)
      : op_(op), name_(name), graph_(graph) {}

  OpCall& In(const Input& input, const char* slot) {
    Take(input);
    groups_.push_back({slot, {&input}});
    return *this;
  }
  OpCall& In(const std::vector<Input>& inputs, const char* slot) {
    Group group{slot, {}};
    for (const Input& input : inputs) {
      Take(input);
      group.inputs.push_back(&input);
    }
    groups_.push_back(std::move(group));
    return *this;
  }
  template <typename T>
  OpCall& Attr(const char* name, const T& value) {
    if constexpr (std::is_same_v<T, DType>) types_.push_back({name, value});
    if constexpr (std::is_same_v<T, Tensor>) {
      if (!value) return *this;  // the op's own
    }
    attrs_.push_back([name, &value](rnl_node_builder_t* b) { Set(b, Str(name), value); });
    return *this;
  }

  // Adds it. A failure is thrown, or kept in the graph.
  Node Add() {
    if (graph_ == nullptr) {
#if defined(RUNNEL_RESULTS)
      return {};  // an input that is none: its graph has the reason
#else
      throw Error(Code::kInvalidArgument, std::string(op_) + ": no input is in a graph");
#endif
    }
    if (graph_->first_error) return {graph_, RNL_NO_NODE};
    if (two_graphs_)
      return Failed(Error(Code::kInvalidArgument, std::string(op_) + ": inputs of two graphs"));
    Decide();
    std::vector<std::vector<rnl_output_t>> ready;
    for (const Group& group : groups_) {
      ready.emplace_back();
      for (const Input* input : group.inputs) {
        const Output output = Materialise(*input, group.slot);
        if (!output) return {graph_, RNL_NO_NODE};
        ready.back().push_back(output.raw);
      }
    }
    const std::string full = graph_->prefix + std::string(name_);
    rnl_node_builder_t* b = rnl_node_builder_create(graph_->graph.get(), Str(op_), Str(full));
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (groups_[i].slot[0] == '*') {
        rnl_node_builder_add_input_list(b, ready[i].data(), ready[i].size());
      } else {
        rnl_node_builder_add_input(b, ready[i][0]);
      }
    }
    for (const rnl_node_t node : graph_->control) rnl_node_builder_add_control_input(b, node);
    if (!graph_->device.empty()) rnl_node_builder_set_device(b, Str(graph_->device));
    for (const rnl_node_t node : graph_->colocated) rnl_node_builder_colocate_with(b, node);
    for (const auto& set : attrs_) set(b);
    rnl_node_t node = RNL_NO_NODE;
    if (rnl_status_t* status = rnl_node_builder_finish(b, &node)) return Failed(Error(status));
    return {graph_, node};
  }
  Output One() {
    const Node node = Add();
    return {node.graph, {node.raw, 0}};
  }
  // The outputs of a list: as many as attr `slot` names says, from *at on.
  static std::vector<Output> Many(const Node& node, const char* slot, std::int32_t* at) {
    std::vector<Output> out;
    if (!node) return out;
    std::int64_t count = 0;
    if (slot[0] == '*' && slot[1] == '*') {
      count = static_cast<std::int64_t>(
          rnl_graph_attr_count(node.graph->graph.get(), node.raw, Str(slot + 2)));
    } else if (rnl_status_t* status = rnl_graph_attr_int(node.graph->graph.get(), node.raw,
                                                         Str(std::strchr(slot, ':') + 1), 0, &count)) {
      rnl_status_release(status);
    }
    for (std::int64_t i = 0; i < count; ++i) out.push_back(node.output((*at)++));
    return out;
  }

 private:
  struct Group {
    const char* slot;
    std::vector<const Input*> inputs;
  };
  struct Decided {
    std::string attr;
    DType dtype;
  };

  void Take(const Input& input) {
    GraphState* own = input.graph();
    two_graphs_ |= own != nullptr && graph_ != nullptr && own != graph_;
    if (own != nullptr) graph_ = own;
  }

  // The type attr of a single-typed slot, or empty.
  static std::string AttrOf(const char* slot) {
    if (slot[0] == '*' && slot[1] == '*') return {};
    const std::string_view word = slot[0] == '*' ? slot + 1 : slot;
    return word[0] == '=' ? std::string() : std::string(word.substr(0, word.find(':')));
  }
  DType TypeOf(const char* slot) const {
    const std::string_view word = slot[0] == '*' ? slot + 1 : slot;
    if (word[0] == '*') return DType::kInvalid;
    if (word[0] == '=') {
      return static_cast<DType>(rnl_dtype_from_name(Str(word.substr(1, word.find(':') - 1))));
    }
    const std::string attr = AttrOf(slot);
    for (const Decided& d : types_) {
      if (d.attr == attr) return d.dtype;
    }
    return DType::kInvalid;
  }
  // What inputs bring decides their type attr; numbers side by side are float if one of them is.
  void Decide() {
    for (const Group& group : groups_) {
      const std::string attr = AttrOf(group.slot);
      for (const Input* input : group.inputs) {
        if (!attr.empty() && input->dtype() != DType::kInvalid &&
            TypeOf(group.slot) == DType::kInvalid) {
          types_.push_back({attr, input->dtype()});
        }
      }
    }
    for (const DType wanted : {DType::kFloat, DType::kInt32, DType::kBool}) {
      for (const Group& group : groups_) {
        for (const Input* input : group.inputs) {
          const auto* number = std::get_if<Input::Number>(&input->held());
          if (number != nullptr && number->alone == wanted && TypeOf(group.slot) == DType::kInvalid) {
            types_.push_back({AttrOf(group.slot), wanted});
          }
        }
      }
    }
  }

  Output Materialise(const Input& input, const char* slot) const;
  Output Constant(rnl_status_t* status, rnl_tensor_t* tensor) const {
    const Tensor owned = Tensor::Adopt(tensor);
    if (status != nullptr) {
      Failed(Error(status));
      return {graph_};
    }
    OpCall call("Const", {}, graph_);
    const DType dtype = owned.dtype();
    return call.Attr("value", owned).Attr("dtype", dtype).One();
  }
  Node Failed(Error error) const {
#if defined(RUNNEL_RESULTS)
    if (!graph_->first_error) graph_->first_error = std::move(error);
    return {graph_, RNL_NO_NODE};
#else
    throw error;
#endif
  }

 public:
  // Attrs of all kinds.
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, std::string_view v) {
    rnl_node_builder_set_attr_string(b, attr, Str(v));
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, std::int64_t v) {
    rnl_node_builder_set_attr_int(b, attr, v);
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, float v) {
    rnl_node_builder_set_attr_float(b, attr, v);
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, bool v) {
    rnl_node_builder_set_attr_bool(b, attr, v);
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, DType v) {
    rnl_node_builder_set_attr_type(b, attr, static_cast<rnl_dtype_t>(v));
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, const PartialShape& v) {
    rnl_node_builder_set_attr_shape(b, attr, v ? static_cast<std::int32_t>(v->size()) : -1,
                                    v ? v->data() : nullptr);
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, const Tensor& v) {
    rnl_node_builder_set_attr_tensor(b, attr, v.get());
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, const Function& v) {
    rnl_node_builder_set_attr_func(b, attr, Str(v.name));
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, const std::vector<std::string>& v) {
    rnl_node_builder_set_attr_string_list(b, attr, Strs(v).data(), v.size());
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, const std::vector<std::int64_t>& v) {
    rnl_node_builder_set_attr_int_list(b, attr, v.data(), v.size());
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, const std::vector<float>& v) {
    rnl_node_builder_set_attr_float_list(b, attr, v.data(), v.size());
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, const std::vector<bool>& v) {
    const auto flat = std::make_unique<bool[]>(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) flat[i] = v[i];
    rnl_node_builder_set_attr_bool_list(b, attr, flat.get(), v.size());
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, const std::vector<DType>& v) {
    std::vector<rnl_dtype_t> raw;
    for (const DType d : v) raw.push_back(static_cast<rnl_dtype_t>(d));
    rnl_node_builder_set_attr_type_list(b, attr, raw.data(), raw.size());
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, const std::vector<PartialShape>& v) {
    std::vector<std::int32_t> ranks;
    std::vector<const std::int64_t*> dims;
    for (const PartialShape& s : v) {
      ranks.push_back(s ? static_cast<std::int32_t>(s->size()) : -1);
      dims.push_back(s ? s->data() : nullptr);
    }
    rnl_node_builder_set_attr_shape_list(b, attr, ranks.data(), dims.data(), v.size());
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, const std::vector<Tensor>& v) {
    std::vector<const rnl_tensor_t*> raw;
    for (const Tensor& t : v) raw.push_back(t.get());
    rnl_node_builder_set_attr_tensor_list(b, attr, raw.data(), raw.size());
  }
  static void Set(rnl_node_builder_t* b, rnl_str_t attr, const std::vector<Function>& v) {
    std::vector<rnl_str_t> names;
    for (const Function& f : v) names.push_back(Str(f.name));
    rnl_node_builder_set_attr_func_list(b, attr, names.data(), names.size());
  }

 private:
  const char* op_;
  std::string_view name_;
  GraphState* graph_;
  bool two_graphs_ = false;
  std::vector<Group> groups_;
  std::vector<Decided> types_;
  std::vector<std::function<void(rnl_node_builder_t*)>> attrs_;
};

inline Output OpCall::Materialise(const Input& input, const char* slot) const {
  const DType wanted = TypeOf(slot);
  if (const Output* o = std::get_if<Output>(&input.held())) return *o;
  if (const Variable* v = std::get_if<Variable>(&input.held())) {
    return wanted == DType::kResource ? v->handle : v->Read();
  }
  if (const Tensor* t = std::get_if<Tensor>(&input.held())) {
    return Constant(nullptr, rnl_tensor_retain(t->get()));
  }
  const auto& number = std::get<Input::Number>(input.held());
  rnl_tensor_t* tensor = nullptr;
  rnl_status_t* status = rnl_tensor_from_scalar(
      graph_->runtime.get(), static_cast<rnl_dtype_t>(wanted == DType::kInvalid ? number.alone : wanted),
      number.value, &tensor);
  return Constant(status, tensor);
}

}  // namespace detail

inline Output Variable::Read() const {
  if (handle.graph == nullptr) return {};
  const DType dtype = initial.dtype();
  const DeviceScope at_home(handle.graph, Node(handle).device());
  return detail::OpCall("ReadVariableOp", {}).In(Input(handle), "=resource").Attr("dtype", dtype).One();
}

inline Output Graph::Placeholder(DType dtype, const PartialShape& shape, std::string_view name) const {
  return detail::OpCall("Placeholder", name, state()).Attr("dtype", dtype).Attr("shape", shape).One();
}

inline Output Graph::Constant(const Tensor& value, std::string_view name) const {
  const DType dtype = value.dtype();
  return detail::OpCall("Const", name, state()).Attr("value", value).Attr("dtype", dtype).One();
}

inline Output Graph::Kept(Outcome<Tensor> value, std::string_view name) const {
#if defined(RUNNEL_RESULTS)
  if (!value.ok()) {
    if (!state_->first_error) state_->first_error = value.error();
    return {state()};
  }
  return Constant(*value, name);
#else
  return Constant(value, name);
#endif
}

inline class Variable Graph::Variable(const Output& initial, std::string_view name,
                                      bool trainable) const {
  class Variable v;
  const DType dtype = initial.dtype();
  const PartialShape shape = initial.shape();
  v.initial = initial;
  v.trainable = trainable;
  v.handle =
      detail::OpCall("VarHandleOp", name, state()).Attr("dtype", dtype).Attr("shape", shape).One();
  if (!v.handle || !initial) return v;
  const Input handle(v.handle), value(initial);
  v.initializer =
      detail::OpCall("AssignVariableOp", {}).In(handle, "=resource").In(value, "dtype").Add();
  state_->variables.push_back(v);
  return v;
}

inline Node Graph::Group(std::span<const Node> after, std::string_view name) const {
  const ControlScope scope(*this, after);
  return detail::OpCall("NoOp", name, state()).Add();
}

inline Node Graph::Initializer() const {
  std::vector<Node> nodes;
  for (const class Variable& v : state_->variables) nodes.push_back(v.initializer);
  return Group(nodes);
}

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_CALL_HPP_
