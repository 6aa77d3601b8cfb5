// Filters as rows of numbers, and rows as nodes that store them in few bits.
#ifndef RUNNEL_TOOLS_RUNNEL_QUANTIZE_WEIGHTS_H_
#define RUNNEL_TOOLS_RUNNEL_QUANTIZE_WEIGHTS_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "tools/common/handle.h"
#include "tools/common/npy.h"

namespace runnel::tools {

template <typename T>
Array ArrayOf(int dtype, std::vector<int64_t> shape, const std::vector<T>& values) {
  Array array;
  array.dtype = dtype;
  array.shape = std::move(shape);
  array.bytes.resize(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
  return array;
}
inline Array Floats(const std::vector<float>& values) {
  return ArrayOf(RNL_FLOAT, {static_cast<int64_t>(values.size())}, values);
}
inline Array Int32s(const std::vector<int32_t>& values) {
  return ArrayOf(RNL_INT32, {static_cast<int64_t>(values.size())}, values);
}
template <typename T>
T At(const Array& array, size_t i) {
  T value;
  std::memcpy(&value, array.bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

// A filter as rows of one output channel each.
struct Rows {
  int64_t count = 0, length = 0;
  std::vector<double> values;
};
// Of filters [rows, columns, in, out], depthwise ones [rows, columns, channels, each], or matrices.
Rows RowsOf(const Array& filter, bool depthwise, bool transposed);
// Rows as int8 numbers from -127 to 127, with a scale for each.
struct ByteRows {
  std::vector<int8_t> numbers;
  std::vector<float> scales;
};
ByteRows BytesOf(const Rows& rows);
// The largest magnitude.
double Most(const double* values, int64_t count);

// Each gives [count, length] of floats; names are within `scope`. A scale for each row:
rnl_output_t StoreEightBits(rnl_graph_t* graph, const std::string& scope, const Rows& rows);
// A scale for each block of a row. Two numbers, from -7 to 7, lie 8 higher in a byte, the first in its
// low half.
rnl_output_t StoreFourBits(rnl_graph_t* graph, const std::string& scope, const Rows& rows,
                           int64_t block);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_QUANTIZE_WEIGHTS_H_
