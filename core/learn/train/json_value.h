// JSON in, for configurations: a small value tree.
#ifndef RUNNEL_CORE_LEARN_TRAIN_JSON_VALUE_H_
#define RUNNEL_CORE_LEARN_TRAIN_JSON_VALUE_H_

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/status.h"

namespace runnel::learn {

struct JsonMember;

struct JsonValue {
  using Array = std::vector<JsonValue>;
  using Object = std::vector<JsonMember>;  // in order
  std::variant<std::monostate, bool, double, std::string, Array, Object> value;

  template <typename T>
  const T* get_if() const {
    return std::get_if<T>(&value);
  }
  // The member of an object; null if this is none or has no such member.
  const JsonValue* Find(std::string_view key) const;
};

struct JsonMember {
  std::string name;
  JsonValue value;
};

// Errors: INVALID_ARGUMENT with the byte, what was expected there, and `what` the text is; nesting
// deeper than 64 is one.
Result<JsonValue> ParseJson(std::string_view text, std::string_view what);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_JSON_VALUE_H_
