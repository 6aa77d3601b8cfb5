// Columns of Examples: one feature of many rows, written out as a sparse, dense or ragged tensor.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_EXAMPLE_COLUMNS_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_EXAMPLE_COLUMNS_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/io/example.h"
#include "core/runtime/host_ops/host_kernel.h"

namespace runnel {

// What is wanted of one feature.
struct ColumnSpec {
  std::string key;
  DType dtype = DType::kInvalid;
  DType split_dtype = DType::kInvalid;  // ragged
  // What stands for the row splits where there are no rows: as TensorFlow, which differs by op.
  enum class NoSplits : uint8_t { kEmpty, kScalar };
  NoSplits no_splits = NoSplits::kEmpty;
  Shape shape;                        // dense: of one row; dimension 0 may be unknown
  const Tensor* otherwise = nullptr;  // dense: what stands for a feature that is missing
  bool missing_is_empty = false;      // dense lists of steps
};

// Which row errors are of.
struct RowNames {
  const Tensor* names = nullptr;  // a vector or scalar of strings, maybe without elements
  std::string Of(size_t row) const;
};

// Whether rows are stacked along a first dimension, or there is one and none is.
enum class Rows { kBatch, kOne };

// Finds the slots that a key has.
class KeySlots {
 public:
  void Add(std::string_view key, size_t slot) { slots_[key].push_back(slot); }
  const std::vector<size_t>* Find(std::string_view key) const {
    const auto it = slots_.find(key);
    return it == slots_.end() ? nullptr : &it->second;
  }

 private:
  std::unordered_map<std::string_view, std::vector<size_t>> slots_;
};

// A feature of each row; a Feature of no kind where there is none. `cells[row * stride]`.
struct Column {
  const Feature* cells = nullptr;
  size_t stride = 1, rows = 0;
  const Feature& operator[](size_t row) const { return cells[row * stride]; }
};
// The steps of each row's list; null where there is none.
struct StepsColumn {
  const std::vector<Feature>* const* cells = nullptr;
  size_t stride = 1, rows = 0;
  const std::vector<Feature>* operator[](size_t row) const { return cells[row * stride]; }
};

// Each makes outputs from `out` on. Errors of all: INVALID_ARGUMENT naming row and key for another type,
// a wrong number of values, a feature that is required and missing, or a damaged list.

// indices, values and shape at `out`, `out + step` and `out + 2 * step`.
Status WriteSparse(HostContext& ctx, const ColumnSpec& spec, Column column, const RowNames& names,
                   Rows rows, size_t out, size_t step);
Status WriteDense(HostContext& ctx, const ColumnSpec& spec, Column column, const RowNames& names,
                  Rows rows, size_t out);
// values and row splits.
Status WriteRagged(HostContext& ctx, const ColumnSpec& spec, Column column, const RowNames& names,
                   Rows rows, size_t out, size_t step);

// The same of lists of steps. The dense one also makes the lengths, in a batch.
Status WriteSparseSteps(HostContext& ctx, const ColumnSpec& spec, StepsColumn column,
                        const RowNames& names, Rows rows, size_t out, size_t step);
Status WriteDenseSteps(HostContext& ctx, const ColumnSpec& spec, StepsColumn column,
                       const RowNames& names, Rows rows, size_t out, size_t step);
// values, outer and inner splits.
Status WriteRaggedSteps(HostContext& ctx, const ColumnSpec& spec, StepsColumn column,
                        const RowNames& names, Rows rows, size_t out, size_t step);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_EXAMPLE_COLUMNS_H_
