#include "core/passes/function_attrs.h"

namespace runnel {

Result<AttrValue> BindFunctionAttr(const AttrValue& value, const AttrList& attrs,
                                   std::string_view function) {
  if (const auto* placeholder = value.get_if<AttrPlaceholder>()) {
    const AttrValue* bound = FindAttr(attrs, placeholder->name);
    if (bound != nullptr) return *bound;
    return InvalidArgument("function \"", function, "\" is called without attr \"", placeholder->name,
                           "\"");
  }
  if (const auto* callee = value.get_if<FuncRef>()) {
    FuncRef out = *callee;
    RUNNEL_ASSIGN_OR_RETURN(out.attrs, BindFunctionAttrs(callee->attrs, attrs, function));
    return AttrValue(std::move(out));
  }
  if (const auto* callees = value.get_if<std::vector<FuncRef>>()) {
    std::vector<FuncRef> out = *callees;
    for (FuncRef& callee : out) {
      RUNNEL_ASSIGN_OR_RETURN(callee.attrs, BindFunctionAttrs(AttrList(callee.attrs), attrs, function));
    }
    return AttrValue(std::move(out));
  }
  return value;
}

Result<AttrList> BindFunctionAttrs(const AttrList& values, const AttrList& attrs,
                                   std::string_view function) {
  AttrList out;
  for (const auto& [name, value] : values) {
    RUNNEL_ASSIGN_OR_RETURN(AttrValue bound, BindFunctionAttr(value, attrs, function));
    out.emplace_back(name, std::move(bound));
  }
  return out;
}

}  // namespace runnel
