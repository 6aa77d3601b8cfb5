// Specs: text that names a row and gives its arguments, as Keras' constructors are written:
//
//   Dense(128, activation='relu', kernel_initializer=GlorotUniform(seed=1))
//
//   spec     = name [ "(" [ argument { "," argument } [ "," ] ] ")" ]
//   argument = value | name "=" value
//   value    = number [ "/" number ] | string | spec | "[" [ value { "," value } ] "]" | "(" ... ")"
//
// true, false, none and Python's True, False, None are values. A name without arguments is the same as a
// string of it. Strings are in single or double quotes; a backslash takes the next character as it is.
#ifndef RUNNEL_CORE_LEARN_SPEC_H_
#define RUNNEL_CORE_LEARN_SPEC_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/status.h"
#include "core/graph/op_schema.h"

namespace runnel::learn {

struct Spec;

// An argument's value.
struct SpecValue {
  struct None {};
  using List = std::vector<SpecValue>;
  std::variant<None, bool, int64_t, double, std::string, List, std::shared_ptr<const Spec>> value;
  size_t position = 0;  // in bytes, of its beginning
  bool is_none() const { return std::holds_alternative<None>(value); }
};

struct Spec {
  std::string name;
  std::vector<SpecValue> positional;
  std::vector<std::pair<std::string, SpecValue>> named;
};

// Errors: INVALID_ARGUMENT with the position and what was expected there. `what` says what the text is.
Result<Spec> ParseSpec(std::string_view text, std::string_view what);
// Specs between brackets, one without, or nothing.
Result<std::vector<Spec>> ParseSpecs(std::string_view text, std::string_view what);
// Arguments alone, as "epochs=5, batch_size=32": a spec without a name.
Result<Spec> ParseArguments(std::string_view text, std::string_view what);
// Text that parses to the same spec or value.
std::string ToText(const Spec& spec);
std::string ToText(const SpecValue& value);

// The values of all arguments that `args` declares, defaults filled in. Positional ones are in the order
// of the declaration. An attr of kind string takes a spec, too: its text. One of kind list(int) or
// list(float) takes a number for a list of it, repeated up to the attr's minimum length, one of kind
// list(string) a string for a list of it. none is an
// empty string or an empty list, and the default of what can be neither. Errors: INVALID_ARGUMENT naming
// the row, the argument, what was expected and what came.
Result<AttrList> BindArguments(const Spec& spec, std::string_view row,
                               const std::vector<AttrSchema>& args);

// Whether two names of rows are the same: case and underscores do not count ("glorot_uniform").
bool SameName(std::string_view a, std::string_view b);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_SPEC_H_
