// Looking at a graph: nodes, edges, shapes, attributes.
#include <algorithm>

#include "c_api/internal.h"

using runnel::AttrValue;
using runnel::DType;
using runnel::FuncRef;
using runnel::InvalidArgument;
using runnel::Node;
using runnel::OutputRef;
using runnel::Shape;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

namespace {

// Null for a NULL graph and an unknown node.
const Node* Find(const rnl_graph_t* graph, rnl_node_t node) {
  if (graph == nullptr || node < 0 || node >= graph->graph->num_nodes()) return nullptr;
  return graph->graph->node(node);
}

const AttrValue* Find(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr) {
  const Node* n = Find(graph, node);
  std::string_view name;
  if (n == nullptr || !ToView(attr, "attr", &name).ok()) return nullptr;
  return runnel::FindAttr(n->attrs(), name);
}

// Elements of a list, 1 for a single value.
size_t Count(const AttrValue& value) {
  return std::visit(
      []<typename T>(const T& v) -> size_t {
        if constexpr (std::is_same_v<T, std::monostate> || std::is_same_v<T, runnel::EmptyList>) {
          return 0;
        } else if constexpr (requires { v.front(); } && !std::is_same_v<T, std::string>) {
          return v.size();
        } else {
          return 1;
        }
      },
      value.value());
}

// Finds element `index` of an attr of kind T or list(T) and hands it to `use`.
template <typename T, typename Use>
Status GetElement(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr, size_t index,
                  std::string_view kind, Use&& use) {
  RNL_CHECK_NOT_NULL(graph);
  RUNNEL_ASSIGN_OR_RETURN(const Node* n, ToNode(*graph->graph, node));
  std::string_view name;
  RUNNEL_RETURN_IF_ERROR(ToView(attr, "attr", &name));
  const AttrValue* value = runnel::FindAttr(n->attrs(), name);
  if (value == nullptr) {
    return runnel::NotFound("node \"", n->name(), "\" (", n->op(), ") has no attr \"", name, "\"")
        .WithNode(n->name());
  }
  const T* single = value->get_if<T>();
  const std::vector<T>* list = value->get_if<std::vector<T>>();
  if (single == nullptr && list == nullptr && value->get_if<runnel::EmptyList>() == nullptr) {
    return InvalidArgument("attr \"", name, "\" of node \"", n->name(), "\" (", n->op(), ") is of kind ",
                           value->KindName(), ", asked for ", kind)
        .WithNode(n->name());
  }
  const size_t count = Count(*value);
  if (index >= count) {
    return runnel::OutOfRange("element ", index, " of attr \"", name, "\" of node \"", n->name(), "\" (",
                              n->op(), "), which has ", count)
        .WithNode(n->name());
  }
  if (single != nullptr) return use(*single);
  if constexpr (std::is_same_v<T, bool>) {
    return use(static_cast<bool>((*list)[index]));
  } else {
    return use((*list)[index]);
  }
}

void CopyShape(const Shape& shape, size_t capacity, int64_t* out_dims, int32_t* out_rank) {
  *out_rank = shape.rank();
  const auto dims = shape.dims();
  for (size_t i = 0; i < dims.size() && i < capacity; ++i) out_dims[i] = dims[i];
}

}  // namespace

rnl_runtime_t* rnl_graph_runtime(const rnl_graph_t* graph) {
  return graph == nullptr ? nullptr : graph->owner.get();
}

size_t rnl_graph_num_nodes(const rnl_graph_t* graph) {
  return graph == nullptr ? 0 : static_cast<size_t>(graph->graph->num_nodes());
}

rnl_status_t* rnl_graph_find_node(const rnl_graph_t* graph, rnl_str_t name, rnl_node_t* out_node) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_node);
    *out_node = RNL_NO_NODE;
    RNL_CHECK_NOT_NULL(graph);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
    const Node* node = graph->graph->FindNode(view);
    if (node == nullptr) return runnel::NotFound("the graph has no node \"", view, "\"");
    *out_node = node->id();
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_graph_find_output(const rnl_graph_t* graph, rnl_str_t name, rnl_output_t* out_output) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_output);
    *out_output = {RNL_NO_NODE, 0};
    RNL_CHECK_NOT_NULL(graph);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, graph->graph->FindOutput(view));
    *out_output = FromOutput(output);
    return runnel::OkStatus();
  });
}

rnl_str_t rnl_graph_node_name(const rnl_graph_t* graph, rnl_node_t node) {
  const Node* n = Find(graph, node);
  return n == nullptr ? kEmpty : ToC(std::string_view(n->name()));
}

rnl_str_t rnl_graph_node_op(const rnl_graph_t* graph, rnl_node_t node) {
  const Node* n = Find(graph, node);
  return n == nullptr ? kEmpty : ToC(std::string_view(n->op()));
}

rnl_str_t rnl_graph_node_device(const rnl_graph_t* graph, rnl_node_t node) {
  const Node* n = Find(graph, node);
  return n == nullptr ? kEmpty : ToC(std::string_view(n->device()));
}

size_t rnl_graph_num_inputs(const rnl_graph_t* graph, rnl_node_t node) {
  const Node* n = Find(graph, node);
  return n == nullptr ? 0 : n->inputs().size();
}

rnl_output_t rnl_graph_input(const rnl_graph_t* graph, rnl_node_t node, size_t index) {
  const Node* n = Find(graph, node);
  if (n == nullptr || index >= n->inputs().size()) return {RNL_NO_NODE, 0};
  return FromOutput(n->inputs()[index]);
}

size_t rnl_graph_num_control_inputs(const rnl_graph_t* graph, rnl_node_t node) {
  const Node* n = Find(graph, node);
  return n == nullptr ? 0 : n->control_inputs().size();
}

rnl_node_t rnl_graph_control_input(const rnl_graph_t* graph, rnl_node_t node, size_t index) {
  const Node* n = Find(graph, node);
  if (n == nullptr || index >= n->control_inputs().size()) return RNL_NO_NODE;
  return n->control_inputs()[index]->id();
}

size_t rnl_graph_num_outputs(const rnl_graph_t* graph, rnl_node_t node) {
  const Node* n = Find(graph, node);
  return n == nullptr ? 0 : static_cast<size_t>(n->num_outputs());
}

rnl_dtype_t rnl_graph_output_dtype(const rnl_graph_t* graph, rnl_output_t output) {
  const Node* n = Find(graph, output.node);
  if (n == nullptr || output.index < 0 || output.index >= n->num_outputs()) return RNL_INVALID;
  return static_cast<rnl_dtype_t>(n->output_type(output.index));
}

rnl_status_t* rnl_graph_output_shape(const rnl_graph_t* graph, rnl_output_t output, size_t capacity,
                                     int64_t* out_dims, int32_t* out_rank) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_rank);
    *out_rank = 0;
    RNL_CHECK_NOT_NULL(graph);
    if (out_dims == nullptr && capacity != 0) return NullArgument("out_dims");
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef ref, ToOutput(*graph->graph, output));
    CopyShape(ref.node->output_shape(ref.index), capacity, out_dims, out_rank);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_graph_consumers(const rnl_graph_t* graph, rnl_output_t output, size_t capacity,
                                  rnl_node_t* out_nodes, size_t* out_count) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_count);
    *out_count = 0;
    RNL_CHECK_NOT_NULL(graph);
    if (out_nodes == nullptr && capacity != 0) return NullArgument("out_nodes");
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef ref, ToOutput(*graph->graph, output));
    size_t count = 0;
    const int num_nodes = graph->graph->num_nodes();
    for (int id = 0; id < num_nodes; ++id) {
      const auto& inputs = graph->graph->node(id)->inputs();
      if (std::find(inputs.begin(), inputs.end(), ref) == inputs.end()) continue;
      if (count < capacity) out_nodes[count] = id;
      ++count;
    }
    *out_count = count;
    return runnel::OkStatus();
  });
}

size_t rnl_graph_num_attrs(const rnl_graph_t* graph, rnl_node_t node) {
  const Node* n = Find(graph, node);
  return n == nullptr ? 0 : n->attrs().size();
}

rnl_str_t rnl_graph_attr_name(const rnl_graph_t* graph, rnl_node_t node, size_t index) {
  const Node* n = Find(graph, node);
  if (n == nullptr || index >= n->attrs().size()) return kEmpty;
  return ToC(std::string_view(n->attrs()[index].first));
}

rnl_str_t rnl_graph_attr_kind(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr) {
  const AttrValue* value = Find(graph, node, attr);
  return value == nullptr ? kEmpty : ToC(value->KindName());
}

size_t rnl_graph_attr_count(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr) {
  const AttrValue* value = Find(graph, node, attr);
  return value == nullptr ? 0 : Count(*value);
}

rnl_status_t* rnl_graph_attr_text(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                  rnl_bytes_t** out_text) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_text);
    *out_text = nullptr;
    RNL_CHECK_NOT_NULL(graph);
    RUNNEL_ASSIGN_OR_RETURN(const Node* n, ToNode(*graph->graph, node));
    const AttrValue* value = Find(graph, node, attr);
    if (value == nullptr) {
      return runnel::NotFound("node \"", n->name(), "\" (", n->op(), ") has no such attr");
    }
    *out_text = NewBytes(value->ToString());
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_graph_attr_string(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                    size_t index, rnl_str_t* out_value) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_value);
    *out_value = kEmpty;
    return GetElement<std::string>(graph, node, attr, index, "string", [&](const std::string& value) {
      *out_value = ToC(std::string_view(value));
      return runnel::OkStatus();
    });
  });
}

// Numbers: the out parameter is zero on failure.
#define RNL_DEFINE_ATTR_GETTER(kind, Out, In)                                                    \
  rnl_status_t* rnl_graph_attr_##kind(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr, \
                                      size_t index, Out* out_value) {                            \
    return Guard([&]() -> Status {                                                               \
      RNL_CHECK_NOT_NULL(out_value);                                                             \
      *out_value = Out{};                                                                        \
      return GetElement<In>(graph, node, attr, index, #kind, [&](In value) {                     \
        *out_value = static_cast<Out>(value);                                                    \
        return runnel::OkStatus();                                                               \
      });                                                                                        \
    });                                                                                          \
  }
RNL_DEFINE_ATTR_GETTER(int, int64_t, int64_t)
RNL_DEFINE_ATTR_GETTER(float, float, float)
RNL_DEFINE_ATTR_GETTER(bool, bool, bool)
RNL_DEFINE_ATTR_GETTER(type, rnl_dtype_t, DType)
#undef RNL_DEFINE_ATTR_GETTER

rnl_status_t* rnl_graph_attr_shape(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                   size_t index, size_t capacity, int64_t* out_dims, int32_t* out_rank) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_rank);
    *out_rank = 0;
    if (out_dims == nullptr && capacity != 0) return NullArgument("out_dims");
    return GetElement<Shape>(graph, node, attr, index, "shape", [&](const Shape& value) {
      CopyShape(value, capacity, out_dims, out_rank);
      return runnel::OkStatus();
    });
  });
}

rnl_status_t* rnl_graph_attr_tensor(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                    size_t index, rnl_tensor_t** out_value) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_value);
    *out_value = nullptr;
    return GetElement<Tensor>(graph, node, attr, index, "tensor", [&](const Tensor& value) {
      *out_value = NewTensor(graph->owner, value);
      return runnel::OkStatus();
    });
  });
}

rnl_status_t* rnl_graph_attr_func(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                  size_t index, rnl_str_t* out_value) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_value);
    *out_value = kEmpty;
    return GetElement<FuncRef>(graph, node, attr, index, "func", [&](const FuncRef& value) {
      *out_value = ToC(std::string_view(value.name));
      return runnel::OkStatus();
    });
  });
}
