#include "core/learn/options.h"

#include "core/learn/spec.h"

namespace runnel::learn {

Result<AttrList> BindOptions(std::string_view text, std::string_view what, std::string_view args) {
  RUNNEL_ASSIGN_OR_RETURN(const Spec spec, ParseArguments(text, what));
  RUNNEL_ASSIGN_OR_RETURN(const OpSchema schema, ParseOpSchema(what, "", "", args));
  return BindArguments(spec, what, schema.attrs);
}

}  // namespace runnel::learn
