// Graphs, the outputs of their nodes with C++'s operators, and guards for scopes.
//
// Output and Node are small values that refer to their graph: they are good as long as a Graph of it
// lives. A graph may be read by any number of threads; building it and its scopes belong to one thread
// at a time.
#ifndef RUNNEL_CPP_GRAPH_HPP_
#define RUNNEL_CPP_GRAPH_HPP_

#include <optional>

#include "tensor.hpp"

RUNNEL_CPP_NAMESPACE

class Graph;
class MetaGraph;
class Variable;

// What is known of a shape: no value: any rank; -1 in it: any size.
using PartialShape = std::optional<Shape>;

// A function of the graph, as an attr.
struct Function {
  std::string name;
};

namespace detail {

struct GraphState {
  explicit GraphState(rnl_graph_t* g, Runtime r) : graph(g), runtime(std::move(r)) {}
  Unique<rnl_graph_t, rnl_graph_release> graph;
  Runtime runtime;
  std::string prefix, device;
  std::vector<rnl_node_t> control, colocated;
  std::optional<Error> first_error;  // of adding nodes, where failures are results
};

}  // namespace detail

// One output of a node. A default one, or one whose node could not be added, is none.
struct Output {
  detail::GraphState* graph = nullptr;
  rnl_output_t raw{RNL_NO_NODE, 0};

  explicit operator bool() const { return raw.node != RNL_NO_NODE; }
  bool operator==(const Output& o) const {
    return graph == o.graph && raw.node == o.raw.node && raw.index == o.raw.index;
  }
  DType dtype() const {
    return graph == nullptr ? DType::kInvalid
                            : static_cast<DType>(rnl_graph_output_dtype(graph->graph.get(), raw));
  }
  PartialShape shape() const {
    std::int64_t dims[254];
    std::int32_t rank = -1;
    if (graph == nullptr) return std::nullopt;
    if (rnl_status_t* status = rnl_graph_output_shape(graph->graph.get(), raw, 254, dims, &rank)) {
      rnl_status_release(status);
      return std::nullopt;
    }
    return rank < 0 ? PartialShape() : PartialShape(Shape(dims, dims + rank));
  }
  // "node:1".
  std::string name() const {
    if (graph == nullptr) return {};
    return std::string(View(rnl_graph_node_name(graph->graph.get(), raw.node))) + ":" +
           std::to_string(raw.index);
  }
};

struct Node {
  detail::GraphState* graph = nullptr;
  rnl_node_t raw = RNL_NO_NODE;

  Node() = default;
  Node(detail::GraphState* g, rnl_node_t n) : graph(g), raw(n) {}
  Node(const Output& output)
      : graph(output.graph), raw(output.raw.node) {}  // NOLINT: a target may be either
  explicit operator bool() const { return raw != RNL_NO_NODE; }
  bool operator==(const Node& o) const = default;
  std::string_view name() const {
    return graph == nullptr ? "" : View(rnl_graph_node_name(graph->graph.get(), raw));
  }
  std::string_view op() const {
    return graph == nullptr ? "" : View(rnl_graph_node_op(graph->graph.get(), raw));
  }
  std::string_view device() const {
    return graph == nullptr ? "" : View(rnl_graph_node_device(graph->graph.get(), raw));
  }
  Output output(std::int32_t index) const { return {graph, {raw, index}}; }
};

// A variable of the session: a value that steps read and update.
class Variable {
 public:
  Output handle;   // what training ops and AssignVariableOp take
  Output initial;  // what the initializer sets it to
  Node initializer;
  bool trainable = true;

  // The value when the step comes by. It is read on the variable's device, whatever scope there is.
  Output Read() const;
  std::string name() const { return std::string(Node(handle).name()); }
};

namespace detail {

struct GraphWithVariables : GraphState {
  using GraphState::GraphState;
  std::vector<Variable> variables;
};

}  // namespace detail

struct ImportOptions {
  std::string prefix = {};
  std::vector<std::pair<std::string, Output>> inputs = {};
  std::vector<Node> control_dependencies = {};
  std::string default_device = {};
  bool extend = false;  // what the graph has by its name is the same and is used
  std::vector<std::pair<std::string, std::string>> importer = {};  // options of a file's, for Load
};

class Graph {
 public:
  static Outcome<Graph> Create(const Runtime& runtime) {
    rnl_graph_t* out = nullptr;
    rnl_status_t* status = rnl_graph_create(runtime.get(), &out);
    return detail::Finish(status, [&] { return Graph(out, runtime); });
  }
  static Graph Adopt(rnl_graph_t* handle, const Runtime& runtime) { return Graph(handle, runtime); }
  rnl_graph_t* get() const { return state_->graph.get(); }
  const Runtime& runtime() const { return state_->runtime; }
  detail::GraphState* state() const { return state_.get(); }

  // The first failure of adding nodes. Where failures are exceptions there is none to keep.
  Outcome<void> status() const {
    if (state_->first_error) return detail::Fail(*state_->first_error);
    return Outcome<void>();
  }

  // ---- nodes without inputs; ops.hpp has all the others
  Output Placeholder(DType dtype, const PartialShape& shape = std::nullopt,
                     std::string_view name = {}) const;
  Output Constant(const Tensor& value, std::string_view name = {}) const;
  template <Element T>
  Output Constant(T value, std::string_view name = {}) const {
    return Constant(std::initializer_list<T>{value}, {}, name);
  }
  template <Element T>
  Output Constant(std::initializer_list<T> values, const Shape& shape,
                  std::string_view name = {}) const {
    return Kept(Tensor::From(runtime(), values, shape), name);
  }
  // A variable that its initializer, or Initializer of the graph, sets to `initial`.
  class Variable Variable(const Output& initial, std::string_view name = {},
                          bool trainable = true) const;
  // Runs after all of them: one target for many.
  Node Group(std::span<const Node> after, std::string_view name = {}) const;
  // Sets all variables that were made so far.
  Node Initializer() const;
  const std::vector<class Variable>& variables() const { return state_->variables; }

  // Of sum(ys) with respect to each x; none where no y depends on it. An x may be a variable's handle.
  Outcome<std::vector<Output>> Gradients(std::span<const Output> ys, std::span<const Output> xs,
                                         std::span<const Output> grad_ys = {},
                                         std::span<const Output> stop = {},
                                         std::string_view scope = {}) const {
    if (!grad_ys.empty() && grad_ys.size() != ys.size()) {
      return detail::Fail<std::vector<Output>>(
          Error(Code::kInvalidArgument, "grad_ys are not as many as ys"));
    }
    std::vector<rnl_output_t> out(xs.size());
    const std::vector<rnl_output_t> weights = Raw(grad_ys);
    const std::string name = state_->prefix + std::string(scope.empty() ? "gradients" : scope);
    rnl_status_t* status = rnl_graph_add_gradients(
        get(), Raw(ys).data(), weights.empty() ? nullptr : weights.data(), ys.size(), Raw(xs).data(),
        xs.size(), Raw(stop).data(), stop.size(), Str(name), out.data());
    return detail::Finish(status, [&] {
      std::vector<Output> outputs;
      for (const rnl_output_t& o : out) outputs.push_back({state(), o});
      return outputs;
    });
  }
  // Gives a Merge that was added with one missing input its back edge.
  Outcome<void> CloseLoop(const Node& merge, const Output& from) const {
    return detail::Check(rnl_graph_close_loop(get(), merge.raw, from.raw));
  }
  // Makes all of `body` a function of this graph, to be named in attrs.
  Outcome<void> AddFunction(std::string_view name, const Graph& body, std::span<const Output> inputs,
                            std::span<const Output> outputs) const {
    return detail::Check(rnl_graph_add_function(get(), Str(name), body.get(), Raw(inputs).data(),
                                                inputs.size(), Raw(outputs).data(), outputs.size()));
  }

  // ---- looking at it
  std::size_t size() const { return rnl_graph_num_nodes(get()); }
  Outcome<Node> FindNode(std::string_view name) const {
    Node out(state(), RNL_NO_NODE);
    rnl_status_t* status = rnl_graph_find_node(get(), Str(name), &out.raw);
    return detail::Finish(status, [&] { return out; });
  }
  // Takes "node" and "node:1".
  Outcome<Output> FindOutput(std::string_view name) const {
    Output out{state()};
    rnl_status_t* status = rnl_graph_find_output(get(), Str(name), &out.raw);
    return detail::Finish(status, [&] { return out; });
  }

  // ---- GraphDef
  Outcome<void> Import(std::string_view graph_def, const ImportOptions& options = {}) const {
    RUNNEL_TRY_ASSIGN(made, MakeImportOptions(options));
    return detail::Check(rnl_graph_import(get(), Str(graph_def), made.get()));
  }
  // Adds all of the model at `path`: a SavedModel's folder, a GraphDef, a MetaGraph, ONNX, TFLite, and
  // what else the runtime's plugins import. Gives what belongs to the graph.
  Outcome<MetaGraph> Load(std::string_view path, const ImportOptions& options = {}) const;
  Outcome<std::string> Export() const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_graph_export(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }
  Outcome<std::string> ExportText() const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_graph_export_text(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }

 private:
  Graph(rnl_graph_t* handle, const Runtime& runtime)
      : state_(std::make_shared<detail::GraphWithVariables>(handle, runtime)) {}
  Output Kept(Outcome<Tensor> value, std::string_view name) const;
  using OwnedImportOptions = Unique<rnl_import_options_t, rnl_import_options_release>;
  static Outcome<OwnedImportOptions> MakeImportOptions(const ImportOptions& options) {
    rnl_import_options_t* raw = nullptr;
    RUNNEL_TRY(detail::Check(rnl_import_options_create(&raw)));
    OwnedImportOptions owned(raw);
    if (!options.prefix.empty())
      RUNNEL_TRY(detail::Check(rnl_import_options_set_prefix(raw, Str(options.prefix))));
    for (const auto& [name, output] : options.inputs) {
      RUNNEL_TRY(detail::Check(rnl_import_options_map_input(raw, Str(name), output.raw)));
    }
    for (const Node& node : options.control_dependencies) {
      RUNNEL_TRY(detail::Check(rnl_import_options_add_control_dependency(raw, node.raw)));
    }
    if (!options.default_device.empty()) {
      RUNNEL_TRY(detail::Check(rnl_import_options_set_default_device(raw, Str(options.default_device))));
    }
    for (const auto& [key, value] : options.importer)
      RUNNEL_TRY(detail::Check(rnl_import_options_set_importer_option(raw, Str(key), Str(value))));
    RUNNEL_TRY(detail::Check(rnl_import_options_set_extend(raw, options.extend)));
    return owned;
  }
  static std::vector<rnl_output_t> Raw(std::span<const Output> outputs) {
    std::vector<rnl_output_t> raw;
    for (const Output& o : outputs) raw.push_back(o.raw);
    return raw;
  }

  std::shared_ptr<detail::GraphWithVariables> state_;
};

// Guards: what they say holds for the nodes that are added while they live. They nest.

// Nodes are named below "name/".
class NameScope {
 public:
  NameScope(const Graph& graph, std::string_view name) : state_(graph.state()), saved_(state_->prefix) {
    state_->prefix.append(name).append("/");
  }
  ~NameScope() { state_->prefix = std::move(saved_); }
  NameScope(const NameScope&) = delete;
  NameScope& operator=(const NameScope&) = delete;

 private:
  detail::GraphState* state_;
  std::string saved_;
};

// Nodes ask for a device: "/device:CPU:0"; any part may be missing.
class DeviceScope {
 public:
  DeviceScope(const Graph& graph, std::string_view device) : DeviceScope(graph.state(), device) {}
  DeviceScope(detail::GraphState* state, std::string_view device)
      : state_(state), saved_(std::exchange(state_->device, std::string(device))) {}
  ~DeviceScope() { state_->device = std::move(saved_); }
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;

 private:
  detail::GraphState* state_;
  std::string saved_;
};

namespace detail {

template <std::vector<rnl_node_t> GraphState::*kList>
class NodeScope {
 public:
  NodeScope(const Graph& graph, std::initializer_list<Node> nodes)
      : NodeScope(graph, std::span<const Node>(nodes.begin(), nodes.size())) {}
  NodeScope(const Graph& graph, std::span<const Node> nodes)
      : state_(graph.state()), saved_((state_->*kList).size()) {
    for (const Node& node : nodes) (state_->*kList).push_back(node.raw);
  }
  ~NodeScope() { (state_->*kList).resize(saved_); }
  NodeScope(const NodeScope&) = delete;
  NodeScope& operator=(const NodeScope&) = delete;

 private:
  GraphState* state_;
  std::size_t saved_;
};

}  // namespace detail

// Nodes run after those.
using ControlScope = detail::NodeScope<&detail::GraphState::control>;
// Nodes go where those go.
using ColocationScope = detail::NodeScope<&detail::GraphState::colocated>;

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_GRAPH_HPP_
