// Protobuf messages to the structs of graph_def.h, and the public decoding functions.
#include <algorithm>

#include "core/graph/proto/graph.pb.h"
#include "core/graph/proto_codec.h"
#include "core/graph/proto_text.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// The list of T that a ListValue's fields go to. Null if values of another kind came before.
template <typename T>
std::vector<T>* ListOf(AttrValue::Value* value) {
  if (std::holds_alternative<EmptyList>(*value)) value->emplace<std::vector<T>>();
  return std::get_if<std::vector<T>>(value);
}

constexpr std::string_view kMixedList = "a list holds values of more than one kind";

}  // namespace

std::vector<size_t> MapOrder(const std::vector<std::string_view>& keys) {
  bool rising = true;
  for (size_t i = 1; i < keys.size() && rising; ++i) rising = keys[i - 1] < keys[i];
  if (rising) return {};
  std::vector<size_t> order(keys.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&keys](size_t a, size_t b) {
    const int compared = keys[a].compare(keys[b]);
    return compared != 0 ? compared < 0 : a < b;
  });
  size_t kept = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    const bool last = i + 1 == order.size() || keys[order[i]] != keys[order[i + 1]];
    if (last) order[kept++] = order[i];
  }
  order.resize(kept);
  return order;
}

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
  SortMap(&out->attrs, &AttrList::value_type::first);
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
  size_t inputs = 0;
  size_t attrs = 0;
  for (WireReader count = in; count.Next() && count.Skip();) {
    inputs += count.field() == tensorflow_NodeDef_input_tag ? 1 : 0;
    attrs += count.field() == tensorflow_NodeDef_attr_tag ? 1 : 0;
  }
  if (!in.Done()) return false;
  out->inputs.reserve(inputs);
  out->attrs.reserve(attrs);
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
  SortMap(&out->attrs, &AttrList::value_type::first);
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
        if constexpr (kHasFunctions) ok = DecodeLibrary(in.Message(), out);
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

Result<GraphDef> DecodeGraphDef(std::string_view bytes, const DecodeOptions& options) {
  return DecodeBytes<GraphDef>(proto_table::tensorflow_GraphDef, bytes, options);
}

Result<Tensor> DecodeTensorProto(std::string_view bytes, const DecodeOptions& options) {
  return DecodeBytes<Tensor>(proto_table::tensorflow_TensorProto, bytes, options);
}

Result<AttrValue> DecodeAttrValue(std::string_view bytes, const DecodeOptions& options) {
  return DecodeBytes<AttrValue>(proto_table::tensorflow_AttrValue, bytes, options);
}

}  // namespace runnel
