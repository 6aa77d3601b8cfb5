#include "core/graph/body_names.h"

#include <charconv>
#include <unordered_map>
#include <unordered_set>

namespace runnel {
namespace {

// How many outputs `arg` stands for on a node with these attrs; 0 if they do not tell.
int64_t OutputsOf(const ArgSchema& arg, const OpSchema& schema, const AttrList& attrs) {
  if (!arg.is_list()) return 1;
  const std::string& name = arg.number_attr.empty() ? arg.type_list_attr : arg.number_attr;
  const AttrValue* value = FindAttr(attrs, name);
  if (value == nullptr) {
    const AttrSchema* attr = schema.FindAttr(name);
    if (attr == nullptr || !attr->default_value) return 0;
    value = &*attr->default_value;
  }
  if (const int64_t* length = value->get_if<int64_t>()) return *length;
  const auto* types = value->get_if<std::vector<DType>>();
  return types == nullptr ? 0 : static_cast<int64_t>(types->size());
}

class Body {
 public:
  Body(const OpRegistry& registry, const FunctionDef& function) : registry_(registry) {
    for (const ArgSchema& arg : function.signature.inputs) arguments_.insert(arg.name);
    for (const NodeDef& node : function.nodes) nodes_.emplace(node.name, &node);
  }

  std::string Named(const std::string& text) const {
    if (text.starts_with('^') || arguments_.contains(text)) return text;
    const size_t colon = text.find(':');
    const std::string_view name = std::string_view(text).substr(0, colon);
    int64_t index = 0;
    if (colon != std::string::npos) {
      const char* const end = text.data() + text.size();
      const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, index);
      if (error != std::errc() || stop != end || index < 0) return text;
    }
    const auto node = nodes_.find(name);
    if (node == nodes_.end()) return text;
    const Result<const OpSchema*> schema = registry_.Find(node->second->op);
    if (!schema.ok()) return text;
    for (const ArgSchema& arg : (*schema)->outputs) {
      const int64_t outputs = OutputsOf(arg, **schema, node->second->attrs);
      if (index < outputs) return StrCat(name, ":", arg.name, ":", index);
      index -= outputs;
    }
    return text;
  }

 private:
  const OpRegistry& registry_;
  std::unordered_set<std::string_view> arguments_;
  std::unordered_map<std::string_view, const NodeDef*> nodes_;
};

}  // namespace

void NameBodyOutputs(const OpRegistry& registry, GraphDef* def) {
  for (FunctionDef& function : def->functions) {
    const Body body(registry, function);
    // Views of the body are of names, which stay as they are.
    for (NodeDef& node : function.nodes) {
      for (std::string& input : node.inputs) input = body.Named(input);
    }
    for (auto& [result, text] : function.ret) text = body.Named(text);
  }
}

}  // namespace runnel
