// Looking at a graph: a node's edges and attrs. Names, ops, devices, dtypes and shapes are members of
// Node and Output.
#ifndef RUNNEL_CPP_INSPECT_HPP_
#define RUNNEL_CPP_INSPECT_HPP_

#include "graph.hpp"

RUNNEL_CPP_NAMESPACE

inline std::vector<Output> InputsOf(const Node& node) {
  std::vector<Output> out;
  if (node.graph == nullptr) return out;
  const rnl_graph_t* graph = node.graph->graph.get();
  for (std::size_t i = 0; i < rnl_graph_num_inputs(graph, node.raw); ++i)
    out.push_back({node.graph, rnl_graph_input(graph, node.raw, i)});
  return out;
}

inline std::vector<Node> ControlInputsOf(const Node& node) {
  std::vector<Node> out;
  if (node.graph == nullptr) return out;
  const rnl_graph_t* graph = node.graph->graph.get();
  for (std::size_t i = 0; i < rnl_graph_num_control_inputs(graph, node.raw); ++i)
    out.emplace_back(node.graph, rnl_graph_control_input(graph, node.raw, i));
  return out;
}

inline std::size_t NumOutputs(const Node& node) {
  return node.graph == nullptr ? 0 : rnl_graph_num_outputs(node.graph->graph.get(), node.raw);
}

// Nodes that take `output`, each once.
inline Outcome<std::vector<Node>> ConsumersOf(const Output& output) {
  rnl_graph_t* graph = output.graph == nullptr ? nullptr : output.graph->graph.get();
  std::vector<rnl_node_t> raw;
  std::size_t count = 0;
  do {
    raw.resize(count);
    RUNNEL_TRY(detail::Check(rnl_graph_consumers(graph, output.raw, raw.size(), raw.data(), &count)));
  } while (count > raw.size());
  std::vector<Node> out;
  for (std::size_t i = 0; i < count; ++i) out.emplace_back(output.graph, raw[i]);
  return out;
}

// Names of the graph's functions, in order of addition.
inline Outcome<std::vector<std::string>> FunctionsOf(const Graph& graph) {
  rnl_names_t* names = nullptr;
  rnl_status_t* status = rnl_graph_functions(graph.get(), &names);
  return detail::Finish(status, [&] { return detail::TakeNames(names); });
}

struct AttrInfo {
  std::string name;
  std::string kind;       // "int", "list(type)"
  std::size_t count = 0;  // elements of a list; 1 for others
};

// In order of name; defaults are there as well.
inline std::vector<AttrInfo> AttrsOf(const Node& node) {
  std::vector<AttrInfo> out;
  if (node.graph == nullptr) return out;
  const rnl_graph_t* graph = node.graph->graph.get();
  for (std::size_t i = 0; i < rnl_graph_num_attrs(graph, node.raw); ++i) {
    const rnl_str_t name = rnl_graph_attr_name(graph, node.raw, i);
    out.push_back({std::string(View(name)),
                   std::string(View(rnl_graph_attr_kind(graph, node.raw, name))),
                   rnl_graph_attr_count(graph, node.raw, name)});
  }
  return out;
}

// For people; long tensors are cut.
inline Outcome<std::string> AttrText(const Node& node, std::string_view attr) {
  rnl_bytes_t* out = nullptr;
  rnl_status_t* status = rnl_graph_attr_text(node.graph == nullptr ? nullptr : node.graph->graph.get(),
                                             node.raw, Str(attr), &out);
  return detail::Finish(status, [&] { return detail::TakeBytes(out); });
}

namespace detail {

template <typename T>
struct AttrReader;
template <>
struct AttrReader<std::string> {
  static auto Read(const rnl_graph_t* g, rnl_node_t n, rnl_str_t a, std::size_t i, std::string* out) {
    rnl_str_t value{};
    rnl_status_t* status = rnl_graph_attr_string(g, n, a, i, &value);
    if (status == nullptr) *out = View(value);
    return status;
  }
};
template <>
struct AttrReader<Function> {
  static auto Read(const rnl_graph_t* g, rnl_node_t n, rnl_str_t a, std::size_t i, Function* out) {
    rnl_str_t value{};
    rnl_status_t* status = rnl_graph_attr_func(g, n, a, i, &value);
    if (status == nullptr) out->name = View(value);
    return status;
  }
};
template <>
struct AttrReader<std::int64_t> {
  static constexpr auto Read = rnl_graph_attr_int;
};
template <>
struct AttrReader<float> {
  static constexpr auto Read = rnl_graph_attr_float;
};
template <>
struct AttrReader<bool> {
  static constexpr auto Read = rnl_graph_attr_bool;
};
template <>
struct AttrReader<DType> {
  static auto Read(const rnl_graph_t* g, rnl_node_t n, rnl_str_t a, std::size_t i, DType* out) {
    rnl_dtype_t value = RNL_INVALID;
    rnl_status_t* status = rnl_graph_attr_type(g, n, a, i, &value);
    *out = static_cast<DType>(value);
    return status;
  }
};
template <>
struct AttrReader<PartialShape> {
  static auto Read(const rnl_graph_t* g, rnl_node_t n, rnl_str_t a, std::size_t i, PartialShape* out) {
    std::int64_t dims[254];
    std::int32_t rank = -1;
    rnl_status_t* status = rnl_graph_attr_shape(g, n, a, i, std::size(dims), dims, &rank);
    if (status == nullptr && rank >= 0) out->emplace(dims, dims + rank);
    return status;
  }
};
template <>
struct AttrReader<Tensor> {
  static auto Read(const rnl_graph_t* g, rnl_node_t n, rnl_str_t a, std::size_t i, Tensor* out) {
    rnl_tensor_t* value = nullptr;
    rnl_status_t* status = rnl_graph_attr_tensor(g, n, a, i, &value);
    if (status == nullptr) *out = Tensor::Adopt(value);
    return status;
  }
};

}  // namespace detail

// The value of an attr, or element `index` of a list: std::string, std::int64_t, float, bool, DType,
// PartialShape, Tensor or Function. Errors: NOT_FOUND without such an attr; INVALID_ARGUMENT for one of
// another kind; OUT_OF_RANGE.
template <typename T>
Outcome<T> Attr(const Node& node, std::string_view attr, std::size_t index = 0) {
  const rnl_graph_t* graph = node.graph == nullptr ? nullptr : node.graph->graph.get();
  T value{};
  rnl_status_t* status = detail::AttrReader<T>::Read(graph, node.raw, Str(attr), index, &value);
  return detail::Finish(status, [&] { return std::move(value); });
}

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_INSPECT_HPP_
