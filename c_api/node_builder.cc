// The node builder: a NodeSpec that is filled piece by piece; its first error sticks.
#include "c_api/node_builder.h"
#include "core/graph/internal_ops.h"

using runnel::AttrValue;
using runnel::DType;
using runnel::FuncRef;
using runnel::InvalidArgument;
using runnel::Node;
using runnel::Ref;
using runnel::Result;
using runnel::Shape;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

namespace {

// Runs a setter's body unless an error has stuck, and keeps its error. Nothing thrown gets out.
template <typename Body>
void Set(rnl_node_builder_t* builder, Body&& body) noexcept {
  if (builder == nullptr || !builder->status.ok()) return;
  try {
    builder->status = body();
  } catch (...) {
    builder->status = runnel::CaughtStatus();
  }
}

// Sets an attr to what `make` gives: a Result of a value of the attr's kind.
template <typename Make>
void SetAttrTo(rnl_node_builder_t* builder, rnl_str_t attr, Make&& make) noexcept {
  Set(builder, [&]() -> Status {
    std::string_view name;
    RUNNEL_RETURN_IF_ERROR(ToView(attr, "attr", &name));
    if (name.empty()) return InvalidArgument("an attr without a name");
    auto value = make();
    if (!value.ok()) return value.status().WithPrefix(runnel::StrCat("attr \"", name, "\""));
    runnel::SetAttr(&builder->spec.attrs, name, AttrValue(std::move(*value)));
    return runnel::OkStatus();
  });
}

// A list attr: `convert` makes a Result<T> of element i.
template <typename T, typename In, typename Convert>
void SetListAttr(rnl_node_builder_t* builder, rnl_str_t attr, const In* values, size_t count,
                 Convert&& convert) noexcept {
  SetAttrTo(builder, attr, [&]() -> Result<std::vector<T>> {
    std::span<const In> span;
    RUNNEL_RETURN_IF_ERROR(ToSpan(values, count, "values", &span));
    std::vector<T> list;
    list.reserve(count);
    for (size_t i = 0; i < count; ++i) {
      Result<T> element = convert(i);
      if (!element.ok()) return element.status();
      list.push_back(std::move(*element));
    }
    return list;
  });
}

Result<std::string> ToString(rnl_str_t value) {
  std::string_view view;
  RUNNEL_RETURN_IF_ERROR(ToView(value, "value", &view));
  return std::string(view);
}

Result<DType> ToDType(rnl_dtype_t value) {
  if (!runnel::IsValidDType(value)) return InvalidArgument("dtype ", value, " does not exist");
  return static_cast<DType>(value);
}

Result<Tensor> ToTensor(const rnl_tensor_t* value) {
  RNL_CHECK_NOT_NULL(value);
  return value->tensor;
}

Result<FuncRef> ToFunction(rnl_str_t value) {
  std::string_view view;
  RUNNEL_RETURN_IF_ERROR(ToView(value, "function", &view));
  FuncRef function;
  function.name = view;
  return function;
}

}  // namespace

rnl_node_builder_t* rnl_node_builder_create(rnl_graph_t* graph, rnl_str_t op, rnl_str_t name) {
  if (graph == nullptr) return nullptr;
  auto* builder = new (std::nothrow) rnl_node_builder_t;
  if (builder == nullptr) return nullptr;
  builder->graph = Ref<rnl_graph_t>::Share(graph);
  Set(builder, [&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(graph->runtime().CheckProcess());
    std::string_view op_view, name_view;
    RUNNEL_RETURN_IF_ERROR(ToView(op, "op", &op_view));
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &name_view));
    builder->spec.op = op_view;
    builder->spec.name = name_view;
    return runnel::OkStatus();
  });
  return builder;
}

void rnl_node_builder_add_input(rnl_node_builder_t* builder, rnl_output_t input) {
  rnl_node_builder_add_input_list(builder, &input, 1);
}

void rnl_node_builder_add_input_list(rnl_node_builder_t* builder, const rnl_output_t* inputs,
                                     size_t num_inputs) {
  Set(builder, [&]() -> Status {
    auto refs = ToOutputs(*builder->graph->graph, inputs, num_inputs, "inputs");
    if (!refs.ok()) {
      return refs.status().WithPrefix(
          runnel::StrCat("input ", builder->spec.inputs.size(), " of ", builder->spec.op));
    }
    builder->spec.inputs.insert(builder->spec.inputs.end(), refs->begin(), refs->end());
    return runnel::OkStatus();
  });
}

void rnl_node_builder_add_control_input(rnl_node_builder_t* builder, rnl_node_t node) {
  Set(builder, [&]() -> Status {
    RUNNEL_ASSIGN_OR_RETURN(Node * n, ToNode(*builder->graph->graph, node));
    builder->spec.control_inputs.push_back(n);
    return runnel::OkStatus();
  });
}

void rnl_node_builder_set_device(rnl_node_builder_t* builder, rnl_str_t device) {
  Set(builder, [&]() -> Status {
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(device, "device", &view));
    builder->spec.device = view;
    return runnel::OkStatus();
  });
}

void rnl_node_builder_colocate_with(rnl_node_builder_t* builder, rnl_node_t node) {
  Set(builder, [&]() -> Status {
    RUNNEL_ASSIGN_OR_RETURN(Node * n, ToNode(*builder->graph->graph, node));
    builder->colocation.push_back("loc:@" + n->name());
    return runnel::OkStatus();
  });
}

void rnl_node_builder_set_attr_string(rnl_node_builder_t* builder, rnl_str_t attr, rnl_str_t value) {
  SetAttrTo(builder, attr, [&] { return ToString(value); });
}

void rnl_node_builder_set_attr_int(rnl_node_builder_t* builder, rnl_str_t attr, int64_t value) {
  SetAttrTo(builder, attr, [&]() -> Result<int64_t> { return value; });
}

void rnl_node_builder_set_attr_float(rnl_node_builder_t* builder, rnl_str_t attr, float value) {
  SetAttrTo(builder, attr, [&]() -> Result<float> { return value; });
}

void rnl_node_builder_set_attr_bool(rnl_node_builder_t* builder, rnl_str_t attr, bool value) {
  SetAttrTo(builder, attr, [&]() -> Result<bool> { return value; });
}

void rnl_node_builder_set_attr_type(rnl_node_builder_t* builder, rnl_str_t attr, rnl_dtype_t value) {
  SetAttrTo(builder, attr, [&] { return ToDType(value); });
}

void rnl_node_builder_set_attr_shape(rnl_node_builder_t* builder, rnl_str_t attr, int32_t rank,
                                     const int64_t* dims) {
  SetAttrTo(builder, attr, [&] { return ToShape(rank, dims, true); });
}

void rnl_node_builder_set_attr_tensor(rnl_node_builder_t* builder, rnl_str_t attr,
                                      const rnl_tensor_t* value) {
  SetAttrTo(builder, attr, [&] { return ToTensor(value); });
}

void rnl_node_builder_set_attr_func(rnl_node_builder_t* builder, rnl_str_t attr, rnl_str_t function) {
  SetAttrTo(builder, attr, [&] { return ToFunction(function); });
}

void rnl_node_builder_set_attr_string_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                           const rnl_str_t* values, size_t count) {
  SetListAttr<std::string>(builder, attr, values, count, [&](size_t i) { return ToString(values[i]); });
}

void rnl_node_builder_set_attr_int_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                        const int64_t* values, size_t count) {
  SetListAttr<int64_t>(builder, attr, values, count,
                       [&](size_t i) -> Result<int64_t> { return values[i]; });
}

void rnl_node_builder_set_attr_float_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                          const float* values, size_t count) {
  SetListAttr<float>(builder, attr, values, count, [&](size_t i) -> Result<float> { return values[i]; });
}

void rnl_node_builder_set_attr_bool_list(rnl_node_builder_t* builder, rnl_str_t attr, const bool* values,
                                         size_t count) {
  SetListAttr<bool>(builder, attr, values, count, [&](size_t i) -> Result<bool> { return values[i]; });
}

void rnl_node_builder_set_attr_type_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                         const rnl_dtype_t* values, size_t count) {
  SetListAttr<DType>(builder, attr, values, count, [&](size_t i) { return ToDType(values[i]); });
}

void rnl_node_builder_set_attr_shape_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                          const int32_t* ranks, const int64_t* const* dims,
                                          size_t count) {
  SetListAttr<Shape>(builder, attr, ranks, count, [&](size_t i) -> Result<Shape> {
    if (dims == nullptr && ranks[i] > 0) return NullArgument("dims");
    return ToShape(ranks[i], dims == nullptr ? nullptr : dims[i], true);
  });
}

void rnl_node_builder_set_attr_tensor_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                           const rnl_tensor_t* const* values, size_t count) {
  SetListAttr<Tensor>(builder, attr, values, count, [&](size_t i) { return ToTensor(values[i]); });
}

void rnl_node_builder_set_attr_func_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                         const rnl_str_t* functions, size_t count) {
  SetListAttr<FuncRef>(builder, attr, functions, count,
                       [&](size_t i) { return ToFunction(functions[i]); });
}

rnl_status_t* rnl_node_builder_finish(rnl_node_builder_t* builder, rnl_node_t* out_node) {
  const std::unique_ptr<rnl_node_builder_t> owned(builder);
  return Guard([&]() -> Status {
    if (out_node != nullptr) *out_node = RNL_NO_NODE;
    if (builder == nullptr) {
      return runnel::ResourceExhausted("no node builder: its graph was NULL, or memory is exhausted");
    }
    RUNNEL_RETURN_IF_ERROR(builder->status.WithNode(builder->spec.name));
    runnel::Graph& graph = *builder->graph->graph;
    builder->spec.name = NodeName(graph, builder->spec.name, builder->spec.op);
    if (!builder->colocation.empty()) {
      runnel::SetAttr(&builder->spec.attrs, "_class", AttrValue(std::move(builder->colocation)));
    }
    RUNNEL_RETURN_IF_ERROR(runnel::CheckUsersOp(graph, builder->spec.name, builder->spec.op));
    RUNNEL_ASSIGN_OR_RETURN(Node * node, graph.AddNode(std::move(builder->spec)));
    if (out_node != nullptr) *out_node = node->id();
    return runnel::OkStatus();
  });
}

void rnl_node_builder_release(rnl_node_builder_t* builder) { delete builder; }
