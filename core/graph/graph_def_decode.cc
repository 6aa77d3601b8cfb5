// Protobuf messages to the structs of graph_def.h, and the public decoding functions.
#include <algorithm>

#include "core/graph/proto/graph.pb.h"
#include "core/graph/proto_codec.h"
#include "core/graph/proto_text.h"

namespace runnel {
namespace {

// Sorts by name; of equal names the last one stays. TensorFlow writes maps in any order.
template <typename V>
void SortEntries(std::vector<std::pair<std::string, V>>* entries) {
  const auto less = [](const auto& a, const auto& b) { return a.first < b.first; };
  const auto not_less = [](const auto& a, const auto& b) { return !(a.first < b.first); };
  if (std::adjacent_find(entries->begin(), entries->end(), not_less) == entries->end()) return;
  std::stable_sort(entries->begin(), entries->end(), less);
  size_t kept = 0;
  for (size_t i = 0; i < entries->size(); ++i) {
    const bool last = i + 1 == entries->size() || (*entries)[i].first != (*entries)[i + 1].first;
    if (!last) continue;
    if (kept != i) (*entries)[kept] = std::move((*entries)[i]);
    ++kept;
  }
  entries->erase(entries->begin() + static_cast<std::ptrdiff_t>(kept), entries->end());
}

// The list of T that a ListValue's fields go to. Null if values of another kind came before.
template <typename T>
std::vector<T>* ListOf(AttrValue::Value* value) {
  if (std::holds_alternative<EmptyList>(*value)) value->emplace<std::vector<T>>();
  return std::get_if<std::vector<T>>(value);
}

constexpr std::string_view kMixedList = "a list holds values of more than one kind";

}  // namespace

void GraphDecoder::SortPairs(StringPairs* pairs) { SortEntries(pairs); }

bool GraphDecoder::DecodeEntry(WireReader in, StringPairs* out) {
  std::pair<std::string, std::string> entry;
  while (in.Next()) {
    bool ok = true;
    switch (in.field()) {
      case tensorflow_FunctionDef_RetEntry_key_tag:
        ok = in.Read(&entry.first);
        break;
      case tensorflow_FunctionDef_RetEntry_value_tag:
        ok = in.Read(&entry.second);
        break;
      default:
        ok = in.Skip();
    }
    if (!ok) return false;
  }
  out->push_back(std::move(entry));
  return in.Done();
}

bool GraphDecoder::DecodeEntry(WireReader in, AttrList* out) {
  auto& [key, value] = out->emplace_back();
  while (in.Next()) {
    bool ok = true;
    switch (in.field()) {
      case tensorflow_NodeDef_AttrEntry_key_tag:
        ok = in.Read(&key);
        break;
      case tensorflow_NodeDef_AttrEntry_value_tag:
        ok = Decode(in.Message(), &value);
        break;
      default:
        ok = in.Skip();
    }
    if (!ok) return false;
  }
  return in.Done();
}

bool GraphDecoder::Decode(WireReader in, FuncRef* out) {
  while (in.Next()) {
    bool ok = true;
    switch (in.field()) {
      case tensorflow_NameAttrList_name_tag:
        ok = in.Read(&out->name);
        break;
      case tensorflow_NameAttrList_attr_tag:
        ok = DecodeEntry(in.Message(), &out->attrs);
        break;
      default:
        ok = in.Skip();
    }
    if (!ok) return false;
  }
  SortEntries(&out->attrs);
  return in.Done();
}

bool GraphDecoder::DecodeList(WireReader in, AttrValue::Value* out) {
  out->emplace<EmptyList>();
  while (in.Next()) {
    const char* at = in.field_start();
    bool ok = true;
    bool mixed = false;
    // read(list) adds the current field's values to a list of T.
    const auto add = [&]<typename T>(std::vector<T>* list, auto read) {
      mixed = list == nullptr;
      ok = !mixed && read(list);
    };
    switch (in.field()) {
      case tensorflow_AttrValue_ListValue_s_tag:
        add(ListOf<std::string>(out), [&](auto* list) { return in.Read(&list->emplace_back()); });
        break;
      case tensorflow_AttrValue_ListValue_i_tag:
        add(ListOf<int64_t>(out), [&](auto* list) {
          return in.Varints([list](uint64_t raw) { list->push_back(static_cast<int64_t>(raw)); });
        });
        break;
      case tensorflow_AttrValue_ListValue_f_tag:
        add(ListOf<float>(out), [&](auto* list) {
          return in.Fixed<uint32_t>(
              [list](uint32_t raw) { list->push_back(std::bit_cast<float>(raw)); });
        });
        break;
      case tensorflow_AttrValue_ListValue_b_tag:
        add(ListOf<bool>(out),
            [&](auto* list) { return in.Varints([list](uint64_t raw) { list->push_back(raw != 0); }); });
        break;
      case tensorflow_AttrValue_ListValue_type_tag:
        add(ListOf<DType>(out), [&](auto* list) {
          int32_t unknown = 0;
          const bool read = in.Varints([&](uint64_t raw) {
            const auto number = static_cast<int32_t>(raw);
            if (number != 0 && !IsValidDType(number > kRefOffset ? number - kRefOffset : number))
              unknown = number;
            list->push_back(static_cast<DType>(number));
          });
          return read && (unknown == 0 || in.Invalid(at, "data type ", unknown, " is not known"));
        });
        break;
      case tensorflow_AttrValue_ListValue_shape_tag:
        add(ListOf<Shape>(out),
            [&](auto* list) { return DecodeShape(in.Message(), kUnknownDim, &list->emplace_back()); });
        break;
      case tensorflow_AttrValue_ListValue_tensor_tag:
        add(ListOf<Tensor>(out),
            [&](auto* list) { return Decode(in.Message(), &list->emplace_back()); });
        break;
      case tensorflow_AttrValue_ListValue_func_tag:
        add(ListOf<FuncRef>(out),
            [&](auto* list) { return Decode(in.Message(), &list->emplace_back()); });
        break;
      default:
        ok = in.Skip();
    }
    if (mixed) return in.Invalid(at, kMixedList);
    if (!ok) return false;
  }
  return in.Done();
}

bool GraphDecoder::Decode(WireReader in, AttrValue* out) {
  AttrValue::Value value;
  while (in.Next()) {
    bool ok = true;
    switch (in.field()) {
      case tensorflow_AttrValue_list_tag:
        ok = DecodeList(in.Message(), &value);
        break;
      case tensorflow_AttrValue_s_tag:
        ok = in.Read(&value.emplace<std::string>());
        break;
      case tensorflow_AttrValue_i_tag:
        ok = in.Read(&value.emplace<int64_t>());
        break;
      case tensorflow_AttrValue_f_tag:
        ok = in.Read(&value.emplace<float>());
        break;
      case tensorflow_AttrValue_b_tag:
        ok = in.Read(&value.emplace<bool>());
        break;
      case tensorflow_AttrValue_type_tag:
        ok = ReadDType(in, &value.emplace<DType>());
        break;
      case tensorflow_AttrValue_shape_tag:
        ok = DecodeShape(in.Message(), kUnknownDim, &value.emplace<Shape>());
        break;
      case tensorflow_AttrValue_tensor_tag:
        ok = Decode(in.Message(), &value.emplace<Tensor>());
        break;
      case tensorflow_AttrValue_placeholder_tag:
        ok = in.Read(&value.emplace<AttrPlaceholder>().name);
        break;
      case tensorflow_AttrValue_func_tag:
        ok = Decode(in.Message(), &value.emplace<FuncRef>());
        break;
      default:
        ok = in.Skip();
    }
    if (!ok) return false;
  }
  *out = AttrValue(std::move(value));
  return in.Done();
}

bool GraphDecoder::Decode(WireReader in, NodeDef* out) {
  while (in.Next()) {
    bool ok = true;
    switch (in.field()) {
      case tensorflow_NodeDef_name_tag:
        ok = in.Read(&out->name);
        break;
      case tensorflow_NodeDef_op_tag:
        ok = in.Read(&out->op);
        break;
      case tensorflow_NodeDef_input_tag:
        ok = in.Read(&out->inputs.emplace_back());
        break;
      case tensorflow_NodeDef_device_tag:
        ok = in.Read(&out->device);
        break;
      case tensorflow_NodeDef_attr_tag:
        ok = DecodeEntry(in.Message(), &out->attrs);
        break;
      default:
        ok = in.Skip();
    }
    if (!ok) return false;
  }
  SortEntries(&out->attrs);
  return in.Done();
}

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
  SortEntries(&out->attrs);
  SortEntries(&out->ret);
  SortEntries(&out->control_ret);
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

bool GraphDecoder::Decode(WireReader in, GraphDef* out) {
  out->producer = 0;
  size_t nodes = 0;
  for (WireReader count = in; count.Next() && count.Skip();) {
    nodes += count.field() == tensorflow_GraphDef_node_tag ? 1 : 0;
  }
  if (!in.Done()) return false;
  out->nodes.reserve(nodes);
  bool has_producer = false;
  while (in.Next()) {
    bool ok = true;
    switch (in.field()) {
      case tensorflow_GraphDef_node_tag:
        ok = Decode(in.Message(), &out->nodes.emplace_back());
        break;
      case tensorflow_GraphDef_library_tag:
        ok = DecodeLibrary(in.Message(), out);
        break;
      case tensorflow_GraphDef_version_tag: {
        int32_t version = 0;
        ok = in.Read(&version);
        if (!has_producer) out->producer = version;
        break;
      }
      case tensorflow_GraphDef_versions_tag: {
        WireReader versions = in.Message();
        while (ok && versions.Next()) {
          if (versions.field() == tensorflow_VersionDef_producer_tag) {
            has_producer = true;
            ok = versions.Read(&out->producer);
          } else if (versions.field() == tensorflow_VersionDef_min_consumer_tag) {
            ok = versions.Read(&out->min_consumer);
          } else {
            ok = versions.Skip();
          }
        }
        ok = versions.Done();
        break;
      }
      default:
        ok = in.Skip();
    }
    if (!ok) return false;
  }
  return in.Done();
}

namespace {

template <typename T>
Result<T> DecodeBytes(const ProtoMessage& table, std::string_view bytes, const DecodeOptions& options) {
  WireFailure failure;
  T out;
  if (!GraphDecoder(options).Decode(WireReader(bytes, &failure), &out))
    return WireStatus(table, bytes, failure);
  return out;
}

}  // namespace

Result<GraphDef> DecodeGraphDef(std::string_view bytes, const DecodeOptions& options) {
  return DecodeBytes<GraphDef>(proto_table::tensorflow_GraphDef, bytes, options);
}

Result<Tensor> DecodeTensorProto(std::string_view bytes, const DecodeOptions& options) {
  return DecodeBytes<Tensor>(proto_table::tensorflow_TensorProto, bytes, options);
}

Result<AttrValue> DecodeAttrValue(std::string_view bytes, const DecodeOptions& options) {
  return DecodeBytes<AttrValue>(proto_table::tensorflow_AttrValue, bytes, options);
}

Result<FunctionDef> DecodeFunctionDef(std::string_view bytes, const DecodeOptions& options) {
  return DecodeBytes<FunctionDef>(proto_table::tensorflow_FunctionDef, bytes, options);
}

Result<OpSchema> DecodeOpDef(std::string_view bytes, const DecodeOptions& options) {
  return DecodeBytes<OpSchema>(proto_table::tensorflow_OpDef, bytes, options);
}

}  // namespace runnel
