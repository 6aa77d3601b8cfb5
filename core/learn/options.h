// Arguments of a call that is no row, as "epochs=5, batch_size=32".
#ifndef RUNNEL_CORE_LEARN_OPTIONS_H_
#define RUNNEL_CORE_LEARN_OPTIONS_H_

#include <string_view>

#include "core/graph/op_schema.h"

namespace runnel::learn {

// `args` declares them as attrs of ops; `what` is whose they are, in messages. Errors: those of specs.
Result<AttrList> BindOptions(std::string_view text, std::string_view what, std::string_view args);
template <typename T>
const T& Option(const AttrList& options, std::string_view name) {
  return *FindAttr(options, name)->get_if<T>();
}

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_OPTIONS_H_
