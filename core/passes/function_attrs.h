// Values for "$T" and its kin, which attrs of a function's nodes may name instead of having one.
#ifndef RUNNEL_CORE_PASSES_FUNCTION_ATTRS_H_
#define RUNNEL_CORE_PASSES_FUNCTION_ATTRS_H_

#include <string_view>

#include "core/graph/attr_value.h"

namespace runnel {

// `value` with what `attrs`, those of the call, say, inside of functions and lists of them too.
// Errors: INVALID_ARGUMENT naming `function` and the attr that the call does not have.
Result<AttrValue> BindFunctionAttr(const AttrValue& value, const AttrList& attrs,
                                   std::string_view function);
Result<AttrList> BindFunctionAttrs(const AttrList& values, const AttrList& attrs,
                                   std::string_view function);

// f(name) for the op, which may be a function's name, and every function in the attrs.
template <typename F>
void EachCallee(std::string_view op, const AttrList& attrs, const F& f) {
  f(op);
  for (const AttrList::value_type& attr : attrs) {
    if (const auto* one = attr.second.get_if<FuncRef>()) f(one->name);
    if (const auto* several = attr.second.get_if<std::vector<FuncRef>>()) {
      for (const FuncRef& each : *several) f(each.name);
    }
  }
}

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_FUNCTION_ATTRS_H_
