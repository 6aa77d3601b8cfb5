// BindNode: types and attrs of one node, from its schema, its inputs' types and the attrs given.
#include <algorithm>

#include "core/graph/graph.h"

namespace runnel {
namespace {

class Binder {
 public:
  Binder(const OpSchema& schema, std::string_view node_name, std::span<const DType> input_types,
         AttrList* attrs)
      : schema_(schema), node_name_(node_name), input_types_(input_types), attrs_(attrs) {}

  Status Run(std::vector<DType>* output_types) {
    RUNNEL_RETURN_IF_ERROR(CheckGivenAttrs());
    RUNNEL_RETURN_IF_ERROR(SolveListLengths());
    RUNNEL_RETURN_IF_ERROR(BindInputs());
    RUNNEL_RETURN_IF_ERROR(FillDefaults());
    return ExpandOutputs(output_types);
  }

 private:
  template <typename... Args>
  Status Error(const Args&... args) const {
    return InvalidArgument("node \"", node_name_, "\" (", schema_.name, "): ", args...);
  }

  // Checks kinds and allowed values of the given attrs; unknown attrs are refused unless they start with
  // '_'.
  Status CheckGivenAttrs() {
    for (auto& [name, value] : *attrs_) {
      if (!name.empty() && name[0] == '_') continue;
      const AttrSchema* attr = schema_.FindAttr(name);
      if (attr == nullptr) return Error("has no attr \"", name, "\"; it has ", AttrNames());
      RUNNEL_RETURN_IF_ERROR(CheckValue(*attr, &value));
    }
    return OkStatus();
  }

  std::string AttrNames() const {
    std::string names;
    for (const AttrSchema& attr : schema_.attrs) names += StrCat(names.empty() ? "" : ", ", attr.name);
    return names.empty() ? "none" : names;
  }

  Status CheckValue(const AttrSchema& attr, AttrValue* value) const {
    if (value->get_if<EmptyList>() != nullptr && attr.type.starts_with("list("))
      Coerce(attr.type, value);
    if (value->KindName() != attr.type) {
      return Error("attr \"", attr.name, "\" must be of kind ", attr.type, ", got ", value->KindName(),
                   " ", value->ToString());
    }
    int64_t size = -1;
    if (const auto* v = value->get_if<int64_t>()) size = *v;
    if (const auto* v = value->get_if<std::vector<DType>>()) size = static_cast<int64_t>(v->size());
    if (const auto* v = value->get_if<std::vector<int64_t>>()) size = static_cast<int64_t>(v->size());
    if (const auto* v = value->get_if<std::vector<float>>()) size = static_cast<int64_t>(v->size());
    if (const auto* v = value->get_if<std::vector<Shape>>()) size = static_cast<int64_t>(v->size());
    if (const auto* v = value->get_if<std::vector<std::string>>())
      size = static_cast<int64_t>(v->size());
    if (const auto* v = value->get_if<std::vector<FuncRef>>()) size = static_cast<int64_t>(v->size());
    if (attr.minimum && size < *attr.minimum) {
      return Error("attr \"", attr.name, "\" must be at least ", *attr.minimum, ", got ", size);
    }
    if (const auto* v = value->get_if<DType>()) return CheckType(attr, *v);
    if (const auto* v = value->get_if<std::vector<DType>>()) {
      for (const DType dtype : *v) RUNNEL_RETURN_IF_ERROR(CheckType(attr, dtype));
    }
    if (const auto* v = value->get_if<std::string>(); v != nullptr && !attr.allowed_strings.empty()) {
      if (std::find(attr.allowed_strings.begin(), attr.allowed_strings.end(), *v) ==
          attr.allowed_strings.end()) {
        return Error("attr \"", attr.name, "\" is \"", *v, "\", allowed are ",
                     AttrValue(attr.allowed_strings).ToString());
      }
    }
    return OkStatus();
  }

  static void Coerce(const std::string& type, AttrValue* value) {
    if (type == "list(int)") *value = AttrValue(std::vector<int64_t>());
    if (type == "list(float)") *value = AttrValue(std::vector<float>());
    if (type == "list(bool)") *value = AttrValue(std::vector<bool>());
    if (type == "list(string)") *value = AttrValue(std::vector<std::string>());
    if (type == "list(type)") *value = AttrValue(std::vector<DType>());
    if (type == "list(shape)") *value = AttrValue(std::vector<Shape>());
    if (type == "list(tensor)") *value = AttrValue(std::vector<Tensor>());
    if (type == "list(func)") *value = AttrValue(std::vector<FuncRef>());
  }

  Status CheckType(const AttrSchema& attr, DType dtype) const {
    if (!IsValidDType(static_cast<int32_t>(dtype))) {
      return Error("attr \"", attr.name, "\" has the unknown type number ", static_cast<int>(dtype));
    }
    if (attr.allowed_types.empty()) return OkStatus();
    if (std::find(attr.allowed_types.begin(), attr.allowed_types.end(), dtype) !=
        attr.allowed_types.end()) {
      return OkStatus();
    }
    return Error("attr \"", attr.name, "\" is ", DTypeName(dtype), ", allowed are ",
                 AttrValue(attr.allowed_types).ToString());
  }

  // The attr with the length of a list argument: a number, or a list of types.
  static const std::string& LengthAttr(const ArgSchema& arg) {
    return arg.number_attr.empty() ? arg.type_list_attr : arg.number_attr;
  }

  int64_t GivenLength(const ArgSchema& arg) const {
    const AttrValue* value = FindAttr(*attrs_, LengthAttr(arg));
    if (value == nullptr) return -1;
    if (const auto* n = value->get_if<int64_t>()) return *n;
    if (const auto* types = value->get_if<std::vector<DType>>())
      return static_cast<int64_t>(types->size());
    return -1;
  }

  // With at most one unknown length attr, the flat count of inputs determines it.
  Status SolveListLengths() {
    int64_t known = 0, unknown_args = 0;
    const std::string* unknown_attr = nullptr;
    for (const ArgSchema& arg : schema_.inputs) {
      if (!arg.is_list()) {
        ++known;
        continue;
      }
      const int64_t length = GivenLength(arg);
      if (length >= 0) {
        known += length;
      } else if (unknown_attr == nullptr || *unknown_attr == LengthAttr(arg)) {
        unknown_attr = &LengthAttr(arg);
        ++unknown_args;
      } else {
        return Error("attr \"", LengthAttr(arg), "\" is needed to tell the input lists apart");
      }
    }
    const int64_t total = static_cast<int64_t>(input_types_.size());
    if (unknown_attr == nullptr) {
      if (known != total) return Error("expects ", known, " inputs, got ", total);
      return OkStatus();
    }
    if (total < known || (total - known) % unknown_args != 0) {
      return Error("cannot divide ", total, " inputs into ", known, " fixed and ", unknown_args,
                   " lists");
    }
    solved_length_ = (total - known) / unknown_args;
    return OkStatus();
  }

  int64_t Length(const ArgSchema& arg) const {
    if (!arg.is_list()) return 1;
    const int64_t length = GivenLength(arg);
    return length >= 0 ? length : solved_length_;
  }

  Status SetOrCheck(const std::string& attr_name, AttrValue value, size_t input, std::string_view arg) {
    const AttrValue* old = FindAttr(*attrs_, attr_name);
    if (old != nullptr) {
      if (*old == value) return OkStatus();
      return Error("input ", input, " (", arg, ") makes attr \"", attr_name, "\" ", value.ToString(),
                   ", but it is ", old->ToString());
    }
    RUNNEL_RETURN_IF_ERROR(CheckValue(*schema_.FindAttr(attr_name), &value));
    SetAttr(attrs_, attr_name, std::move(value));
    return OkStatus();
  }

  Status BindInputs() {
    size_t at = 0;
    for (const ArgSchema& arg : schema_.inputs) {
      const int64_t length = Length(arg);
      if (!arg.number_attr.empty()) {
        RUNNEL_RETURN_IF_ERROR(SetOrCheck(arg.number_attr, AttrValue(length), at, arg.name));
      }
      if (!arg.type_list_attr.empty()) {
        std::vector<DType> types(input_types_.begin() + static_cast<ptrdiff_t>(at),
                                 input_types_.begin() + static_cast<ptrdiff_t>(at) + length);
        RUNNEL_RETURN_IF_ERROR(
            SetOrCheck(arg.type_list_attr, AttrValue(std::move(types)), at, arg.name));
        at += static_cast<size_t>(length);
        continue;
      }
      for (int64_t i = 0; i < length; ++i, ++at) {
        const DType got = input_types_[at];
        if (!arg.type_attr.empty()) {
          RUNNEL_RETURN_IF_ERROR(SetOrCheck(arg.type_attr, AttrValue(got), at, arg.name));
        } else if (got != arg.dtype) {
          return Error("input ", at, " (", arg.name, ") must be ", DTypeName(arg.dtype), ", got ",
                       DTypeName(got));
        }
      }
    }
    return OkStatus();
  }

  Status FillDefaults() {
    for (const AttrSchema& attr : schema_.attrs) {
      if (FindAttr(*attrs_, attr.name) != nullptr) continue;
      if (!attr.default_value) return Error("attr \"", attr.name, "\" (", attr.type, ") is missing");
      SetAttr(attrs_, attr.name, *attr.default_value);
    }
    return OkStatus();
  }

  Status ExpandOutputs(std::vector<DType>* out) const {
    for (const ArgSchema& arg : schema_.outputs) {
      if (!arg.type_list_attr.empty()) {
        const auto* types = FindAttr(*attrs_, arg.type_list_attr)->get_if<std::vector<DType>>();
        out->insert(out->end(), types->begin(), types->end());
        continue;
      }
      const DType dtype =
          arg.type_attr.empty() ? arg.dtype : *FindAttr(*attrs_, arg.type_attr)->get_if<DType>();
      int64_t length = 1;
      if (!arg.number_attr.empty()) length = *FindAttr(*attrs_, arg.number_attr)->get_if<int64_t>();
      if (length < 0 || length > kMaxOutputs) {
        return Error("attr \"", arg.number_attr, "\" asks for ", length, " outputs, at most ",
                     kMaxOutputs);
      }
      out->insert(out->end(), static_cast<size_t>(length), dtype);
    }
    return OkStatus();
  }

  static constexpr int64_t kMaxOutputs = 1 << 20;
  const OpSchema& schema_;
  std::string_view node_name_;
  std::span<const DType> input_types_;
  AttrList* attrs_;
  int64_t solved_length_ = 0;
};

}  // namespace

Status BindNode(const OpSchema& schema, std::string_view node_name, std::span<const DType> input_types,
                AttrList* attrs, std::vector<DType>* output_types) {
  output_types->clear();
  std::sort(attrs->begin(), attrs->end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto twin = std::adjacent_find(attrs->begin(), attrs->end(),
                                       [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twin != attrs->end()) {
    return InvalidArgument("node \"", node_name, "\" (", schema.name, "): attr \"", twin->first,
                           "\" is given twice");
  }
  return Binder(schema, node_name, input_types, attrs).Run(output_types);
}

std::pair<int, int> ArgRange(const std::vector<ArgSchema>& args, const AttrList& attrs,
                             std::string_view name) {
  int at = 0;
  for (const ArgSchema& arg : args) {
    int length = 1;
    if (!arg.number_attr.empty()) {
      length = static_cast<int>(*FindAttr(attrs, arg.number_attr)->get_if<int64_t>());
    } else if (!arg.type_list_attr.empty()) {
      length =
          static_cast<int>(FindAttr(attrs, arg.type_list_attr)->get_if<std::vector<DType>>()->size());
    }
    if (arg.name == name) return {at, at + length};
    at += length;
  }
  return {0, 0};
}

std::pair<int, int> Node::input_range(std::string_view arg) const {
  return ArgRange(schema_->inputs, attrs_, arg);
}

std::pair<int, int> Node::output_range(std::string_view arg) const {
  return ArgRange(schema_->outputs, attrs_, arg);
}

}  // namespace runnel
