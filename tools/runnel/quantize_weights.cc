#include "tools/runnel/quantize_weights.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "tools/runnel/graph_copy.h"

namespace runnel::tools {

Rows RowsOf(const Array& filter, bool depthwise, bool transposed) {
  const auto& dims = filter.shape;
  Rows rows;
  if (dims.size() == 2) {
    rows.count = dims[transposed ? 0 : 1];
    rows.length = dims[transposed ? 1 : 0];
  } else {
    rows.count = depthwise ? dims[2] * dims[3] : dims[3];
    rows.length = dims[0] * dims[1] * (depthwise ? 1 : dims[2]);
  }
  rows.values.resize(static_cast<size_t>(rows.count * rows.length));
  for (int64_t r = 0; r < rows.count; ++r) {
    for (int64_t k = 0; k < rows.length; ++k) {
      const int64_t at = dims.size() == 2 && transposed ? r * rows.length + k : k * rows.count + r;
      rows.values[static_cast<size_t>(r * rows.length + k)] =
          static_cast<double>(At<float>(filter, static_cast<size_t>(at)));
    }
  }
  return rows;
}

double Most(const double* values, int64_t count) {
  double most = 0;
  for (int64_t i = 0; i < count; ++i) most = std::max(most, std::fabs(values[i]));
  return most;
}

ByteRows BytesOf(const Rows& rows) {
  ByteRows out;
  out.numbers.resize(rows.values.size());
  for (int64_t r = 0; r < rows.count; ++r) {
    const double* const row = rows.values.data() + r * rows.length;
    const double most = Most(row, rows.length);
    out.scales.push_back(static_cast<float>(most > 0 ? most / 127 : 1));
    for (int64_t k = 0; k < rows.length; ++k) {
      out.numbers[static_cast<size_t>(r * rows.length + k)] = static_cast<int8_t>(
          std::clamp(std::nearbyint(row[k] / static_cast<double>(out.scales.back())), -127.0, 127.0));
    }
  }
  return out;
}

rnl_output_t StoreEightBits(rnl_graph_t* graph, const std::string& scope, const Rows& rows) {
  const auto [numbers, scales] = BytesOf(rows);
  return NewNode(graph, "Runnel>AffineDequantize", scope)
      .In(AddConstant(graph, scope, ArrayOf(RNL_INT8, {rows.count, rows.length}, numbers)))
      .In(AddConstant(graph, scope, Floats(scales)))
      .In(AddConstant(graph, scope, Int32s(std::vector<int32_t>(scales.size(), 0))))
      .Type("T", RNL_INT8)
      .Int("axis", 0)
      .Done();
}

rnl_output_t StoreFourBits(rnl_graph_t* graph, const std::string& scope, const Rows& rows,
                           int64_t block) {
  const int64_t blocks = (rows.length + block - 1) / block, all = rows.count * blocks;
  std::vector<uint8_t> bytes(static_cast<size_t>(all * block / 2), 0x88);
  std::vector<float> scales;
  for (int64_t b = 0; b < all; ++b) {
    const int64_t begin = b % blocks * block, count = std::min(block, rows.length - begin);
    const double* const from = rows.values.data() + b / blocks * rows.length + begin;
    const double most = Most(from, count);
    scales.push_back(static_cast<float>(most > 0 ? most / 7 : 1));
    for (int64_t k = 0; k < count; ++k) {
      const auto step = static_cast<int>(
          std::clamp(std::nearbyint(from[k] / static_cast<double>(scales.back())), -7.0, 7.0));
      uint8_t& byte = bytes[static_cast<size_t>((b * block + k) / 2)];
      const auto half = static_cast<unsigned>(step + 8);
      byte = static_cast<uint8_t>(k % 2 == 0 ? (byte & 0xF0u) | half : (byte & 0x0Fu) | half << 4);
    }
  }
  const auto constant = [&](const Array& array) { return AddConstant(graph, scope, array); };
  const auto ints = [&](const std::vector<int32_t>& values) { return constant(Int32s(values)); };
  const auto byte = [&](uint8_t value) {
    return constant(ArrayOf(RNL_UINT8, {}, std::vector<uint8_t>{value}));
  };
  const auto op = [&](const char* name, std::initializer_list<rnl_output_t> inputs) {
    NewNode made(graph, name, scope);
    for (const rnl_output_t input : inputs) made.In(input);
    return made.Done();
  };
  const rnl_output_t packed = constant(ArrayOf(RNL_UINT8, {all, block / 2}, bytes));
  const rnl_output_t low = op("BitwiseAnd", {packed, byte(15)}),
                     high = op("RightShift", {packed, byte(4)});
  const rnl_output_t both =
      NewNode(graph, "Pack", scope).In(low).In(high).Int("N", 2).Int("axis", 2).Done();
  rnl_output_t real =
      op("Reshape", {both, ints({static_cast<int32_t>(all), static_cast<int32_t>(block)})});
  real = NewNode(graph, "Cast", scope).In(real).Type("DstT", RNL_FLOAT).Done();
  real = op("Sub", {real, constant(ArrayOf(RNL_FLOAT, {}, std::vector<float>{8}))});
  real = op("Mul", {real, constant(ArrayOf(RNL_FLOAT, {all, 1}, scales))});
  const auto count = static_cast<int32_t>(rows.count), length = static_cast<int32_t>(rows.length);
  real = op("Reshape", {real, ints({count, static_cast<int32_t>(blocks * block)})});
  return op("Slice", {real, ints({0, 0}), ints({count, length})});
}

}  // namespace runnel::tools
