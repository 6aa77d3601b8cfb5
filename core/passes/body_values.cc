#include "core/passes/body_values.h"

namespace runnel {

Status BindArguments(const OpSchema& signature, const AttrList& attrs, const std::vector<PlanEdge>& args,
                     BodyValues* values) {
  size_t at = 0;
  for (const ArgSchema& arg : signature.inputs) {
    size_t length = 1;
    if (arg.is_list()) {
      const AttrValue* value =
          FindAttr(attrs, arg.number_attr.empty() ? arg.type_list_attr : arg.number_attr);
      if (value != nullptr && value->get_if<int64_t>() != nullptr) {
        length = static_cast<size_t>(*value->get_if<int64_t>());
      } else if (value != nullptr && value->get_if<std::vector<DType>>() != nullptr) {
        length = value->get_if<std::vector<DType>>()->size();
      }
    }
    if (at + length > args.size()) {
      return InvalidArgument("function \"", signature.name, "\" takes more than the ", args.size(),
                             " inputs given");
    }
    (*values)[arg.name].assign(args.begin() + static_cast<ptrdiff_t>(at),
                               args.begin() + static_cast<ptrdiff_t>(at + length));
    at += length;
  }
  if (at != args.size()) {
    return InvalidArgument("function \"", signature.name, "\" takes ", at, " inputs, got ", args.size());
  }
  return OkStatus();
}

Result<std::vector<PlanEdge>> LookUp(const BodyValues& values, const std::string& text,
                                     std::string_view function) {
  if (const auto it = values.find(text); it != values.end()) return it->second;
  const size_t colon = text.rfind(':');
  if (colon != std::string::npos) {
    const auto it = values.find(text.substr(0, colon));
    const std::string digits = text.substr(colon + 1);
    if (it != values.end() && !digits.empty() && digits.size() < 7 &&
        digits.find_first_not_of("0123456789") == std::string::npos) {
      const size_t index = std::stoul(digits);
      if (index < it->second.size()) return std::vector<PlanEdge>{it->second[index]};
    }
  }
  return InvalidArgument("function \"", function, "\" has no value \"", text, "\"");
}

}  // namespace runnel
