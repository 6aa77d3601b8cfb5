// What an import knows of a value: its tensor in the graph, type, shape as far as it is known, and its
// content where that is constant. Sequences are lists of values that the import knows one by one.
#ifndef RUNNEL_PLUGINS_ONNX_VALUE_H_
#define RUNNEL_PLUGINS_ONNX_VALUE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/abi/rnlp_base.h"
#include "plugins/onnx/list.h"

namespace runnel::onnx {

// Sizes by dimension; -1 is one that is not known before a step.
struct Shape {
  bool ranked = false;
  Ints dims;

  static Shape Of(Ints dims) { return {true, std::move(dims)}; }
  static Shape Scalar() { return {true, {}}; }
  static Shape OfRank(int64_t rank) { return {true, Ints(static_cast<size_t>(rank), -1)}; }
  int64_t rank() const { return static_cast<int64_t>(dims.size()); }
  bool is_static() const {
    for (const int64_t size : dims) {
      if (size < 0) return false;
    }
    return ranked;
  }
  // -1 if it is not known, or more than a tensor can have.
  int64_t elements() const {
    if (!is_static()) return -1;
    int64_t product = 1;
    for (const int64_t size : dims) {
      if (__builtin_mul_overflow(product, size, &product)) return -1;
    }
    return product;
  }
};

// The content of a constant, row-major and little-endian, or its strings.
struct Literal {
  std::string owned;
  std::string_view bytes;  // of `owned`, of `kept`, or of the model's file
  std::shared_ptr<const void> kept;
  std::vector<std::string_view> strings;
};

[[noreturn]] void RefuseRank();  // builder.cc

struct Quantised;

struct Value {
  std::string tensor;  // "node", "node:1"; empty for a constant that is no node yet
  int32_t dtype = RNLP_INVALID;
  Shape shape;
  std::shared_ptr<const Literal> literal;
  std::shared_ptr<const List<Value>> sequence;
  bool absent = false;                         // an optional without a value
  std::shared_ptr<const Quantised> quantised;  // how it is computed of stored numbers (affine.h)

  bool is_sequence() const { return sequence != nullptr; }
  int64_t rank() const { return shape.rank(); }
  bool ranked() const { return shape.ranked; }
  // -1 if it is not known; refuses without a rank.
  int64_t dim(int64_t axis) const {
    if (!shape.ranked) RefuseRank();
    return shape.dims[static_cast<size_t>(axis)];
  }
};
using Values = List<Value>;

// Of a constant of integers or bools.
std::optional<Ints> IntegersOf(const Value& value);
// Of a constant of any numbers, at most `most` of them.
std::optional<List<double>> NumbersOf(const Value& value, size_t most = 4096);

inline bool IsFloating(int32_t dtype) {
  return dtype == RNLP_FLOAT || dtype == RNLP_DOUBLE || dtype == RNLP_HALF || dtype == RNLP_BFLOAT16;
}
inline bool IsUnsigned(int32_t dtype) {
  return dtype == RNLP_UINT8 || dtype == RNLP_UINT16 || dtype == RNLP_UINT32 || dtype == RNLP_UINT64;
}
inline bool IsInteger(int32_t dtype) {
  return IsUnsigned(dtype) || dtype == RNLP_INT8 || dtype == RNLP_INT16 || dtype == RNLP_INT32 ||
         dtype == RNLP_INT64;
}

}  // namespace runnel::onnx

#endif  // RUNNEL_PLUGINS_ONNX_VALUE_H_
