#include "core/learn/keras/config_text.h"

#include <algorithm>
#include <cmath>

#include "core/base/number.h"

namespace runnel::learn {
namespace {

// Arguments that change nothing that is computed, or only what the other arguments ask for.
constexpr std::string_view kWithoutEffect[] = {
    "activity_regularizer_name",
    "batch_input_shape",
    "batch_shape",
    "build_config",
    "ema_momentum",
    "fn_name",
    "implementation",
    "input_axes",
    "jit_compile",
    "lora_alpha",
    "name",
    "output_axes",
    "reduction",
    "registered_name",
    "renorm_momentum",
    "ragged",
    "vocabulary_size",
    "shared_object_id",
    "sparse",
    "steps_per_execution",
};

bool HasNoEffect(std::string_view row, std::string_view key, const JsonValue& value) {
  if (value.get_if<std::monostate>() != nullptr) return true;
  if (const bool* flag = value.get_if<bool>()) return !*flag;
  if (const std::string* text = value.get_if<std::string>()) {
    if (key == "data_format") return *text == "channels_last";
    if (key == "encoding") return *text == "utf-8";
    if (key == "vocabulary_dtype") return *text == "int64" || *text == "string";
    if (key == "fill_mode") return row == "Resizing";  // of what pad_to_aspect_ratio adds
    if (key == "reduction") return *text == "sum_over_batch_size" || *text == "mean";
  }
  if (row == "Resizing" && key == "fill_value") return true;
  return key != "reduction" && std::find(std::begin(kWithoutEffect), std::end(kWithoutEffect), key) !=
                                   std::end(kWithoutEffect);
}

}  // namespace

std::string Quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

namespace {

std::string NumberText(double value) {
  constexpr double kExact = 1ull << 53;
  if (std::trunc(value) == value && std::abs(value) < kExact)
    return std::to_string(static_cast<int64_t>(value));
  return RealText(value, RealType::kDouble);
}

class Writer {
 public:
  explicit Writer(std::string_view where) : where_(where) {}

  // A value of an argument. Objects in it are of what kind their class is.
  Result<std::string> Value(const JsonValue& value) {
    if (value.get_if<std::monostate>() != nullptr) return std::string("none");
    if (const bool* flag = value.get_if<bool>()) return std::string(*flag ? "true" : "false");
    if (const double* number = value.get_if<double>()) return NumberText(*number);
    if (const std::string* text = value.get_if<std::string>()) return Quoted(*text);
    if (const auto* items = value.get_if<JsonValue::Array>()) return List(*items);
    return Object(value);
  }

  // A row of that kind, or of any where it is not known.
  Result<std::string> Row(const RowKind* kind, std::string_view name, const JsonValue* config) {
    const RowSchema* schema = nullptr;
    if (kind != nullptr) {
      RUNNEL_ASSIGN_OR_RETURN(schema, FindRow(*kind, name));
    } else {
      for (const RowKind any : {RowKind::kInitializer, RowKind::kRegularizer, RowKind::kConstraint,
                                RowKind::kActivation, RowKind::kSchedule, RowKind::kLayer}) {
        const auto found = FindRow(any, name);
        if (schema == nullptr && found.ok()) schema = *found;
      }
      if (schema == nullptr) return Unimplemented(where_, ": ", name, " is not known here");
    }
    const auto* members = config == nullptr ? nullptr : config->get_if<JsonValue::Object>();
    std::string text(name);
    if (members == nullptr) return text;
    std::string args;
    for (const auto& [key, value] : *members) {
      const bool known = std::any_of(schema->args.begin(), schema->args.end(),
                                     [&, &k = key](const AttrSchema& arg) { return arg.name == k; });
      if (value.get_if<std::monostate>() != nullptr ||
          (!known && HasNoEffect(schema->op.name, key, value)))
        continue;
      if (!known) {
        return Unimplemented(where_, ": the argument ", key, " of ", name, " is not known here");
      }
      RUNNEL_ASSIGN_OR_RETURN(std::string item, key == "dtype" ? Policy(value) : Value(value));
      if (!item.empty()) args += StrCat(args.empty() ? "" : ", ", key, "=", item);
    }
    return StrCat(text, "(", args, ")");
  }

 private:
  Result<std::string> List(const JsonValue::Array& items) {
    std::string out = "[";
    for (const JsonValue& item : items) {
      RUNNEL_ASSIGN_OR_RETURN(const std::string text, Value(item));
      out += StrCat(out.size() > 1 ? ", " : "", text);
    }
    return out + "]";
  }

  Result<std::string> Object(const JsonValue& value) {
    const std::string* kind = MemberOf<std::string>(value, "class_name");
    const JsonValue* config = value.Find("config");
    if (kind == nullptr) return Unimplemented(where_, ": an object that is of no class");
    if (*kind == "function" && config != nullptr && config->get_if<std::string>() != nullptr)
      return Quoted(*config->get_if<std::string>());
    if (*kind == "__tuple__") {
      const auto* items = MemberOf<JsonValue::Array>(value, "items");
      if (items != nullptr) return List(*items);
    }
    if (*kind == "DTypePolicy") return Policy(value);
    return Row(nullptr, *kind, config);
  }

  // Of a layer; empty for what is float anyway, and of a layer that gives whole numbers or strings.
  Result<std::string> Policy(const JsonValue& value) {
    const std::string* name = value.get_if<std::string>();
    const JsonValue* config = value.Find("config");
    if (name == nullptr && config != nullptr) name = MemberOf<std::string>(*config, "name");
    if (name == nullptr) return Unimplemented(where_, ": a dtype policy without a name");
    static constexpr std::string_view kNone[] = {"float32", "int8",   "int16",  "int32",  "int64",
                                                 "uint8",   "uint16", "uint32", "uint64", "string"};
    if (std::find(std::begin(kNone), std::end(kNone), *name) != std::end(kNone)) return std::string();
    return Quoted(*name == "float16" ? "half" : *name == "float64" ? "double" : *name);
  }

  const std::string_view where_;
};

}  // namespace

Result<std::string> SpecText(RowKind kind, const JsonValue& object, std::string_view where) {
  Writer writer(where);
  if (const std::string* name = object.get_if<std::string>()) return writer.Row(&kind, *name, nullptr);
  const std::string* name = MemberOf<std::string>(object, "class_name");
  const JsonValue* config = object.Find("config");
  if (name == nullptr) return InvalidArgument(where, ": expected a name or an object with class_name");
  if (*name == "function" && config != nullptr && config->get_if<std::string>() != nullptr)
    return writer.Row(&kind, *config->get_if<std::string>(), nullptr);
  return writer.Row(&kind, *name, config);
}

}  // namespace runnel::learn
