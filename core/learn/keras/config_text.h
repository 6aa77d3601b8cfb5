// Objects of Keras' JSON as specs.
#ifndef RUNNEL_CORE_LEARN_KERAS_CONFIG_TEXT_H_
#define RUNNEL_CORE_LEARN_KERAS_CONFIG_TEXT_H_

#include <string>
#include <string_view>

#include "core/learn/row.h"
#include "core/learn/train/json_value.h"

namespace runnel::learn {

// The member `key` of an object; null unless it is of that type.
template <typename T>
const T* MemberOf(const JsonValue& object, std::string_view key) {
  const JsonValue* member = object.Find(key);
  return member == nullptr ? nullptr : member->get_if<T>();
}

// As a string in a spec.
std::string Quoted(std::string_view text);

// What a config, as {"class_name": ..., "config": {...}} or a name, is as a spec of a row of that kind.
// `where` is said in messages. Errors: NOT_FOUND for the row; UNIMPLEMENTED naming an argument that the
// row does not have and that is not null, false, or without effect.
Result<std::string> SpecText(RowKind kind, const JsonValue& object, std::string_view where);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_CONFIG_TEXT_H_
