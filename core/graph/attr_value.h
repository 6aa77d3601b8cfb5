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

  // Out of line: lists of attrs are made in many places, and none of these is on a hot path.
  AttrValue();
  AttrValue(const AttrValue& other);
  AttrValue(AttrValue&& other) noexcept;
  AttrValue& operator=(const AttrValue& other);
  AttrValue& operator=(AttrValue&& other) noexcept;
  ~AttrValue();
  template <typename T>
  requires(!std::is_same_v<std::remove_cvref_t<T>, AttrValue> && !std::is_integral_v<T> &&
           !std::is_convertible_v<T, std::string_view>) AttrValue(T value)
      : value_(std::move(value)) {}                                            // NOLINT
  AttrValue(std::string_view value);                                           // NOLINT
  AttrValue(const char* value) : AttrValue(std::string_view(value)) {}         // NOLINT
  AttrValue(const std::string& value) : AttrValue(std::string_view(value)) {}  // NOLINT
  AttrValue(bool value) : value_(value) {}                                     // NOLINT
  AttrValue(int64_t value) : value_(value) {}                                  // NOLINT
  AttrValue(int value) : value_(static_cast<int64_t>(value)) {}                // NOLINT

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

// An attr to be given to a new node: a name and a value, borrowed for the call. Trivial, so that it
// costs little code where it is written.
class AttrArg {
 public:
  AttrArg(std::string_view name, bool value) : name_(name), kind_(Kind::kBool), number_(value) {}
  AttrArg(std::string_view name, int value) : name_(name), kind_(Kind::kInt), number_(value) {}
  AttrArg(std::string_view name, int64_t value) : name_(name), kind_(Kind::kInt), number_(value) {}
  AttrArg(std::string_view name, DType value)
      : name_(name), kind_(Kind::kType), number_(static_cast<int64_t>(value)) {}
  AttrArg(std::string_view name, const char* value) : name_(name), kind_(Kind::kText), pointer_(value) {}
  AttrArg(std::string_view name, const Shape& value)
      : name_(name), kind_(Kind::kShape), pointer_(&value) {}
  AttrArg(std::string_view name, const Tensor& value)
      : name_(name), kind_(Kind::kTensor), pointer_(&value) {}
  AttrArg(std::string_view name, const AttrValue& value)
      : name_(name), kind_(Kind::kAttr), pointer_(&value) {}
  std::string_view name() const { return name_; }
  AttrValue value() const;

 private:
  enum class Kind { kBool, kInt, kType, kText, kShape, kTensor, kAttr };
  std::string_view name_;
  Kind kind_;
  union {
    int64_t number_;
    const void* pointer_;
  };
};

// Finds by name in a sorted list; null if absent.
const AttrValue* FindAttr(const AttrList& attrs, std::string_view name);
// Inserts or replaces, keeping the order.
void SetAttr(AttrList* attrs, std::string_view name, AttrValue value);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_ATTR_VALUE_H_
