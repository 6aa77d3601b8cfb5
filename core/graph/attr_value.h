// AttrValue: the value of a node's attribute, of any kind that TensorFlow's AttrValue message has.
#ifndef RUNNEL_CORE_GRAPH_ATTR_VALUE_H_
#define RUNNEL_CORE_GRAPH_ATTR_VALUE_H_

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/tensor/tensor.h"

namespace runnel {

class AttrValue;
using AttrList = std::vector<std::pair<std::string, AttrValue>>;  // sorted by name, names unique

// A reference to a function of the library, with values for its attrs.
struct FuncRef {
  std::string name;
  AttrList attrs;
  bool operator==(const FuncRef& other) const;
};

// "$T" inside a function body: bound when the function is instantiated.
struct AttrPlaceholder {
  std::string name;
  bool operator==(const AttrPlaceholder&) const = default;
};

// An empty list whose element kind the bytes do not tell; equal to an empty list of any kind.
struct EmptyList {
  bool operator==(const EmptyList&) const = default;
};

class AttrValue {
 public:
  using Value =
      std::variant<std::monostate, std::string, int64_t, float, bool, DType, Shape, Tensor, FuncRef,
                   AttrPlaceholder, EmptyList, std::vector<std::string>, std::vector<int64_t>,
                   std::vector<float>, std::vector<bool>, std::vector<DType>, std::vector<Shape>,
                   std::vector<Tensor>, std::vector<FuncRef>>;

  AttrValue() = default;
  template <typename T>
  requires(!std::is_same_v<std::remove_cvref_t<T>, AttrValue> && !std::is_integral_v<T> &&
           !std::is_convertible_v<T, std::string_view>) AttrValue(T value)
      : value_(std::move(value)) {}                                  // NOLINT
  AttrValue(std::string_view value) : value_(std::string(value)) {}  // NOLINT
  AttrValue(const char* value) : value_(std::string(value)) {}       // NOLINT
  AttrValue(const std::string& value) : value_(value) {}             // NOLINT
  AttrValue(bool value) : value_(value) {}                           // NOLINT
  AttrValue(int64_t value) : value_(value) {}                        // NOLINT
  AttrValue(int value) : value_(static_cast<int64_t>(value)) {}      // NOLINT

  template <typename T>
  const T* get_if() const {
    return std::get_if<T>(&value_);
  }
  const Value& value() const { return value_; }
  bool is_set() const { return value_.index() != 0; }
  // "int", "list(type)", "func"...: the kind as op schemas spell it.
  std::string_view KindName() const;
  // Equal kinds and values; tensors compare by dtype, shape and bytes.
  bool operator==(const AttrValue& other) const;
  // For keys of common subexpressions: equal values give equal hashes.
  uint64_t Hash() const;
  // As text GraphDef would write the value; long tensors are cut.
  std::string ToString() const;

 private:
  Value value_;
};

// Finds by name in a sorted list; null if absent.
const AttrValue* FindAttr(const AttrList& attrs, std::string_view name);
// Inserts or replaces, keeping the order.
void SetAttr(AttrList* attrs, std::string_view name, AttrValue value);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_ATTR_VALUE_H_
