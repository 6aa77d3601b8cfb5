// The structs of graph_def.h to protobuf messages, fields in order of their numbers, and the public
// encoding functions.
#include <algorithm>

#include "core/graph/proto/graph.pb.h"
#include "core/graph/proto_codec.h"

namespace runnel {

template <typename T>
void GraphEncoder::Message(uint32_t field, const T& value) {
  const size_t mark = out_.Begin(field);
  if (out_.status().ok()) Write(value);
  out_.End(mark);
}

void GraphEncoder::Attrs(uint32_t field, const AttrList& attrs) {
  for (const auto& [name, value] : attrs) {
    const size_t mark = out_.Begin(field);
    out_.StringIfSet(tensorflow_NodeDef_AttrEntry_key_tag, name);
    Message(tensorflow_NodeDef_AttrEntry_value_tag, value);
    out_.End(mark);
  }
}

// Sorted, because the structs may be in another order.
void GraphEncoder::Pairs(uint32_t field, const StringPairs& pairs) {
  StringPairs copy;
  if (!std::is_sorted(pairs.begin(), pairs.end())) {
    copy = pairs;
    SortMap(&copy, &StringPairs::value_type::first);
  }
  for (const auto& [key, value] : copy.empty() ? pairs : copy) {
    const size_t mark = out_.Begin(field);
    out_.StringIfSet(tensorflow_FunctionDef_RetEntry_key_tag, key);
    out_.StringIfSet(tensorflow_FunctionDef_RetEntry_value_tag, value);
    out_.End(mark);
  }
}

void GraphEncoder::Write(const FuncRef& func) {
  out_.StringIfSet(tensorflow_NameAttrList_name_tag, func.name);
  Attrs(tensorflow_NameAttrList_attr_tag, func.attrs);
}

void GraphEncoder::WriteList(const AttrValue::Value& list) {
  const auto packed = [&](uint32_t field, const auto& values, auto write) {
    if (values.empty()) return;
    const size_t mark = out_.Begin(field);
    for (const auto value : values) write(value);
    out_.End(mark);
  };
  if (const auto* s = std::get_if<std::vector<std::string>>(&list)) {
    for (const std::string& value : *s) out_.String(tensorflow_AttrValue_ListValue_s_tag, value);
  } else if (const auto* i = std::get_if<std::vector<int64_t>>(&list)) {
    packed(tensorflow_AttrValue_ListValue_i_tag, *i,
           [&](int64_t value) { out_.PackedVarint(static_cast<uint64_t>(value)); });
  } else if (const auto* f = std::get_if<std::vector<float>>(&list)) {
    packed(tensorflow_AttrValue_ListValue_f_tag, *f,
           [&](float value) { out_.PackedRaw(&value, sizeof(value)); });
  } else if (const auto* b = std::get_if<std::vector<bool>>(&list)) {
    packed(tensorflow_AttrValue_ListValue_b_tag, *b,
           [&](bool value) { out_.PackedVarint(value ? 1 : 0); });
  } else if (const auto* types = std::get_if<std::vector<DType>>(&list)) {
    packed(tensorflow_AttrValue_ListValue_type_tag, *types,
           [&](DType value) { out_.PackedVarint(static_cast<uint64_t>(value)); });
  } else if (const auto* shapes = std::get_if<std::vector<Shape>>(&list)) {
    for (const Shape& value : *shapes) Message(tensorflow_AttrValue_ListValue_shape_tag, value);
  } else if (const auto* tensors = std::get_if<std::vector<Tensor>>(&list)) {
    for (const Tensor& value : *tensors) Message(tensorflow_AttrValue_ListValue_tensor_tag, value);
  } else if (const auto* funcs = std::get_if<std::vector<FuncRef>>(&list)) {
    for (const FuncRef& value : *funcs) Message(tensorflow_AttrValue_ListValue_func_tag, value);
  }
}

void GraphEncoder::Write(const AttrValue& attr) {
  const AttrValue::Value& value = attr.value();
  if (const auto* s = std::get_if<std::string>(&value)) {
    out_.String(tensorflow_AttrValue_s_tag, *s);
  } else if (const auto* i = std::get_if<int64_t>(&value)) {
    out_.Varint(tensorflow_AttrValue_i_tag, static_cast<uint64_t>(*i));
  } else if (const auto* f = std::get_if<float>(&value)) {
    out_.Fixed32(tensorflow_AttrValue_f_tag, f);
  } else if (const auto* b = std::get_if<bool>(&value)) {
    out_.Varint(tensorflow_AttrValue_b_tag, *b ? 1 : 0);
  } else if (const auto* type = std::get_if<DType>(&value)) {
    out_.Varint(tensorflow_AttrValue_type_tag, static_cast<uint64_t>(*type));
  } else if (const auto* shape = std::get_if<Shape>(&value)) {
    Message(tensorflow_AttrValue_shape_tag, *shape);
  } else if (const auto* tensor = std::get_if<Tensor>(&value)) {
    Message(tensorflow_AttrValue_tensor_tag, *tensor);
  } else if (const auto* placeholder = std::get_if<AttrPlaceholder>(&value)) {
    out_.String(tensorflow_AttrValue_placeholder_tag, placeholder->name);
  } else if (const auto* func = std::get_if<FuncRef>(&value)) {
    Message(tensorflow_AttrValue_func_tag, *func);
  } else if (attr.is_set()) {
    const size_t mark = out_.Begin(tensorflow_AttrValue_list_tag);
    WriteList(value);
    out_.End(mark);
  }
}

void GraphEncoder::Write(const NodeDef& node) {
  out_.StringIfSet(tensorflow_NodeDef_name_tag, node.name);
  out_.StringIfSet(tensorflow_NodeDef_op_tag, node.op);
  for (const std::string& input : node.inputs) out_.String(tensorflow_NodeDef_input_tag, input);
  out_.StringIfSet(tensorflow_NodeDef_device_tag, node.device);
  Attrs(tensorflow_NodeDef_attr_tag, node.attrs);
}

void GraphEncoder::Write(const ArgSchema& arg) {
  out_.StringIfSet(tensorflow_OpDef_ArgDef_name_tag, arg.name);
  out_.VarintIfSet(tensorflow_OpDef_ArgDef_type_tag, static_cast<uint64_t>(arg.dtype));
  out_.StringIfSet(tensorflow_OpDef_ArgDef_type_attr_tag, arg.type_attr);
  out_.StringIfSet(tensorflow_OpDef_ArgDef_number_attr_tag, arg.number_attr);
  out_.StringIfSet(tensorflow_OpDef_ArgDef_type_list_attr_tag, arg.type_list_attr);
  out_.VarintIfSet(tensorflow_OpDef_ArgDef_is_ref_tag, arg.is_ref ? 1 : 0);
}

void GraphEncoder::Write(const AttrSchema& attr) {
  out_.StringIfSet(tensorflow_OpDef_AttrDef_name_tag, attr.name);
  out_.StringIfSet(tensorflow_OpDef_AttrDef_type_tag, attr.type);
  if (attr.default_value) Message(tensorflow_OpDef_AttrDef_default_value_tag, *attr.default_value);
  if (attr.minimum) {
    out_.Varint(tensorflow_OpDef_AttrDef_has_minimum_tag, 1);
    out_.VarintIfSet(tensorflow_OpDef_AttrDef_minimum_tag, static_cast<uint64_t>(*attr.minimum));
  }
  if (!attr.allowed_types.empty()) {
    Message(tensorflow_OpDef_AttrDef_allowed_values_tag, AttrValue(attr.allowed_types));
  } else if (!attr.allowed_strings.empty()) {
    Message(tensorflow_OpDef_AttrDef_allowed_values_tag, AttrValue(attr.allowed_strings));
  }
}

void GraphEncoder::Write(const OpSchema& schema, const StringPairs& control_outputs) {
  out_.StringIfSet(tensorflow_OpDef_name_tag, schema.name);
  for (const ArgSchema& arg : schema.inputs) Message(tensorflow_OpDef_input_arg_tag, arg);
  for (const ArgSchema& arg : schema.outputs) Message(tensorflow_OpDef_output_arg_tag, arg);
  for (const AttrSchema& attr : schema.attrs) Message(tensorflow_OpDef_attr_tag, attr);
  out_.StringIfSet(tensorflow_OpDef_description_tag, schema.doc);
  const auto flag = [&](uint32_t field, uint32_t bit) {
    out_.VarintIfSet(field, (schema.flags & bit) != 0 ? 1 : 0);
  };
  flag(tensorflow_OpDef_is_stateful_tag, kOpStateful);
  flag(tensorflow_OpDef_is_commutative_tag, kOpCommutative);
  flag(tensorflow_OpDef_allows_uninitialized_input_tag, kOpAllowsUninitialized);
  for (const auto& [name, node] : control_outputs)
    out_.String(tensorflow_OpDef_control_output_tag, name);
}

void GraphEncoder::Write(const FunctionDef& function) {
  const size_t mark = out_.Begin(tensorflow_FunctionDef_signature_tag);
  Write(function.signature, function.control_ret);
  out_.End(mark);
  for (const NodeDef& node : function.nodes) Message(tensorflow_FunctionDef_node_def_tag, node);
  Pairs(tensorflow_FunctionDef_ret_tag, function.ret);
  Attrs(tensorflow_FunctionDef_attr_tag, function.attrs);
  Pairs(tensorflow_FunctionDef_control_ret_tag, function.control_ret);
}

void GraphEncoder::Write(const GraphDef& graph) {
  for (const NodeDef& node : graph.nodes) Message(tensorflow_GraphDef_node_tag, node);
  if (!graph.functions.empty() || !graph.gradients.empty()) {
    const size_t mark = out_.Begin(tensorflow_GraphDef_library_tag);
    for (const FunctionDef& function : graph.functions)
      Message(tensorflow_FunctionDefLibrary_function_tag, function);
    for (const auto& [function, gradient] : graph.gradients) {
      const size_t inner = out_.Begin(tensorflow_FunctionDefLibrary_gradient_tag);
      out_.StringIfSet(tensorflow_GradientDef_function_name_tag, function);
      out_.StringIfSet(tensorflow_GradientDef_gradient_func_tag, gradient);
      out_.End(inner);
    }
    out_.End(mark);
  }
  if (graph.producer != 0 || graph.min_consumer != 0) {
    const size_t mark = out_.Begin(tensorflow_GraphDef_versions_tag);
    out_.VarintIfSet(tensorflow_VersionDef_producer_tag, static_cast<uint64_t>(graph.producer));
    out_.VarintIfSet(tensorflow_VersionDef_min_consumer_tag, static_cast<uint64_t>(graph.min_consumer));
    out_.End(mark);
  }
}

Result<std::string> EncodeGraphDef(const GraphDef& graph) {
  return EncodeMessage(false, [&](GraphEncoder& encoder) { encoder.Write(graph); });
}

Result<std::string> EncodeTensorProto(const Tensor& tensor) {
  return EncodeMessage(false, [&](GraphEncoder& encoder) { encoder.Write(tensor); });
}

Result<std::string> EncodeAttrValue(const AttrValue& value) {
  return EncodeMessage(false, [&](GraphEncoder& encoder) { encoder.Write(value); });
}

Result<std::string> EncodeFunctionDef(const FunctionDef& function) {
  return EncodeMessage(false, [&](GraphEncoder& encoder) { encoder.Write(function); });
}

Result<std::string> EncodeOpDef(const OpSchema& schema) {
  return EncodeMessage(false, [&](GraphEncoder& encoder) { encoder.Write(schema, {}); });
}

}  // namespace runnel
