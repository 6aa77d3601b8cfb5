// Ops' schemas and functions, from protobuf messages.
#include "core/graph/proto/graph.pb.h"
#include "core/graph/proto_codec.h"

namespace runnel {

bool GraphDecoder::Decode(WireReader in, ArgSchema* out) {
  while (in.Next()) {
    bool ok = true;
    switch (in.field()) {
      case tensorflow_OpDef_ArgDef_name_tag:
        ok = in.Read(&out->name);
        break;
      case tensorflow_OpDef_ArgDef_type_tag:
        ok = ReadDType(in, &out->dtype);
        break;
      case tensorflow_OpDef_ArgDef_type_attr_tag:
        ok = in.Read(&out->type_attr);
        break;
      case tensorflow_OpDef_ArgDef_number_attr_tag:
        ok = in.Read(&out->number_attr);
        break;
      case tensorflow_OpDef_ArgDef_type_list_attr_tag:
        ok = in.Read(&out->type_list_attr);
        break;
      case tensorflow_OpDef_ArgDef_is_ref_tag:
        ok = in.Read(&out->is_ref);
        break;
      default:
        ok = in.Skip();
    }
    if (!ok) return false;
  }
  return in.Done();
}

bool GraphDecoder::DecodeAllowedValues(WireReader in, AttrSchema* out) {
  AttrValue allowed;
  if (!Decode(in, &allowed)) return false;
  if (const auto* types = allowed.get_if<std::vector<DType>>()) {
    out->allowed_types = *types;
  } else if (const auto* strings = allowed.get_if<std::vector<std::string>>()) {
    out->allowed_strings = *strings;
  } else if (allowed.is_set() && allowed.get_if<EmptyList>() == nullptr) {
    return in.Invalid(in.whole(), "list(type) or list(string) expected, got ", allowed.KindName());
  }
  return true;
}

bool GraphDecoder::Decode(WireReader in, AttrSchema* out) {
  bool has_minimum = false;
  int64_t minimum = 0;
  while (in.Next()) {
    bool ok = true;
    switch (in.field()) {
      case tensorflow_OpDef_AttrDef_name_tag:
        ok = in.Read(&out->name);
        break;
      case tensorflow_OpDef_AttrDef_type_tag:
        ok = in.Read(&out->type);
        break;
      case tensorflow_OpDef_AttrDef_default_value_tag:
        ok = Decode(in.Message(), &out->default_value.emplace());
        break;
      case tensorflow_OpDef_AttrDef_has_minimum_tag:
        ok = in.Read(&has_minimum);
        break;
      case tensorflow_OpDef_AttrDef_minimum_tag:
        ok = in.Read(&minimum);
        break;
      case tensorflow_OpDef_AttrDef_allowed_values_tag:
        ok = DecodeAllowedValues(in.Message(), out);
        break;
      default:
        ok = in.Skip();
    }
    if (!ok) return false;
  }
  if (has_minimum) out->minimum = minimum;
  return in.Done();
}

bool GraphDecoder::Decode(WireReader in, OpSchema* out) {
  std::string summary;
  const auto read_flag = [&](uint32_t flag) {
    bool set = false;
    const bool ok = in.Read(&set);
    out->flags = set ? out->flags | flag : out->flags & ~flag;
    return ok;
  };
  while (in.Next()) {
    bool ok = true;
    switch (in.field()) {
      case tensorflow_OpDef_name_tag:
        ok = in.Read(&out->name);
        break;
      case tensorflow_OpDef_input_arg_tag:
        ok = Decode(in.Message(), &out->inputs.emplace_back());
        break;
      case tensorflow_OpDef_output_arg_tag:
        ok = Decode(in.Message(), &out->outputs.emplace_back());
        break;
      case tensorflow_OpDef_attr_tag:
        ok = Decode(in.Message(), &out->attrs.emplace_back());
        break;
      case tensorflow_OpDef_summary_tag:
        ok = in.Read(&summary);
        break;
      case tensorflow_OpDef_description_tag:
        ok = in.Read(&out->doc);
        break;
      case tensorflow_OpDef_is_stateful_tag:
        ok = read_flag(kOpStateful);
        break;
      case tensorflow_OpDef_is_commutative_tag:
        ok = read_flag(kOpCommutative);
        break;
      case tensorflow_OpDef_allows_uninitialized_input_tag:
        ok = read_flag(kOpAllowsUninitialized);
        break;
      default:
        ok = in.Skip();
    }
    if (!ok) return false;
  }
  if (out->doc.empty()) out->doc = std::move(summary);
  return in.Done();
}

bool GraphDecoder::Decode(WireReader in, FunctionDef* out) {
  while (in.Next()) {
    bool ok = true;
    switch (in.field()) {
      case tensorflow_FunctionDef_signature_tag:
        ok = Decode(in.Message(), &out->signature);
        break;
      case tensorflow_FunctionDef_node_def_tag:
        ok = Decode(in.Message(), &out->nodes.emplace_back());
        break;
      case tensorflow_FunctionDef_ret_tag:
        ok = DecodeEntry(in.Message(), &out->ret);
        break;
      case tensorflow_FunctionDef_attr_tag:
        ok = DecodeEntry(in.Message(), &out->attrs);
        break;
      case tensorflow_FunctionDef_control_ret_tag:
        ok = DecodeEntry(in.Message(), &out->control_ret);
        break;
      default:
        ok = in.Skip();
    }
    if (!ok) return false;
  }
  SortMap(&out->attrs, &AttrList::value_type::first);
  SortMap(&out->ret, &StringPairs::value_type::first);
  SortMap(&out->control_ret, &StringPairs::value_type::first);
  return in.Done();
}

bool GraphDecoder::DecodeLibrary(WireReader in, GraphDef* out) {
  while (in.Next()) {
    bool ok = true;
    if (in.field() == tensorflow_FunctionDefLibrary_function_tag) {
      ok = Decode(in.Message(), &out->functions.emplace_back());
    } else if (in.field() == tensorflow_FunctionDefLibrary_gradient_tag) {
      // Not a map on the wire, but of the same form.
      static_assert(
          tensorflow_GradientDef_function_name_tag == tensorflow_FunctionDef_RetEntry_key_tag &&
          tensorflow_GradientDef_gradient_func_tag == tensorflow_FunctionDef_RetEntry_value_tag);
      ok = DecodeEntry(in.Message(), &out->gradients);
    } else {
      ok = in.Skip();
    }
    if (!ok) return false;
  }
  return in.Done();
}

Result<FunctionDef> DecodeFunctionDef(std::string_view bytes, const DecodeOptions& options) {
  return DecodeBytes<FunctionDef>(proto_table::tensorflow_FunctionDef, bytes, options);
}

Result<OpSchema> DecodeOpDef(std::string_view bytes, const DecodeOptions& options) {
  return DecodeBytes<OpSchema>(proto_table::tensorflow_OpDef, bytes, options);
}

}  // namespace runnel
