// Source: what TensorFlow 2.21's example_parser_ops give.
#include "core/runtime/host_ops/example_columns.h"

#include <algorithm>

#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/elements.h"

namespace runnel {
namespace {

Status CheckFeature(const ColumnSpec& spec, const Feature& feature, const RowNames& names, size_t row,
                    size_t* count) {
  if (feature.dtype == DType::kInvalid) {
    *count = 0;
    return OkStatus();
  }
  if (feature.dtype != spec.dtype) {
    return InvalidArgument(names.Of(row), "feature \"", spec.key, "\" is ", DTypeName(feature.dtype),
                           ", expected ", DTypeName(spec.dtype));
  }
  if (CountValues(feature, count)) return OkStatus();
  return InvalidArgument(names.Of(row), "feature \"", spec.key, "\" is damaged");
}

// Copies the values, as many as there are, to element `at` of `out` and those behind.
Status CopyValues(const ColumnSpec& spec, const Feature& feature, size_t count, const RowNames& names,
                  size_t row, const Tensor& out, int64_t at) {
  if (count == 0) return OkStatus();
  bool ok = true;
  if (spec.dtype == DType::kFloat) {
    ok = CopyFloats(feature, static_cast<float*>(out.data()) + at);
  } else if (spec.dtype == DType::kInt64) {
    ok = CopyInts(feature, static_cast<int64_t*>(out.data()) + at);
  } else {
    std::vector<std::string_view> values(count);
    ok = CopyStrings(feature, values.data());
    for (size_t i = 0; ok && i < count; ++i) {
      RUNNEL_RETURN_IF_ERROR(SetString(out, at + static_cast<int64_t>(i), values[i]));
    }
  }
  if (ok) return OkStatus();
  return InvalidArgument(names.Of(row), "feature \"", spec.key, "\" is damaged");
}

Result<Tensor*> Output(HostContext& ctx, size_t index, DType dtype, const Shape& shape) {
  RUNNEL_RETURN_IF_ERROR(Shape::Make(shape.dims()).status());
  return NewOutput(ctx, index, dtype, shape);
}

Status IntVectorOutput(HostContext& ctx, size_t index, DType dtype, const std::vector<int64_t>& values) {
  RUNNEL_ASSIGN_OR_RETURN(const Tensor* const out,
                          Output(ctx, index, dtype, Shape{static_cast<int64_t>(values.size())}));
  for (size_t i = 0; i < values.size(); ++i) {
    if (dtype == DType::kInt32) {
      if (values[i] > INT32_MAX) {
        return InvalidArgument("a row split is ", values[i], ", which no int32 holds");
      }
      out->values<int32_t>()[i] = static_cast<int32_t>(values[i]);
    } else {
      out->values<int64_t>()[i] = values[i];
    }
  }
  return OkStatus();
}

Status ZeroOutput(HostContext& ctx, size_t index, DType dtype) {
  RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[index], MakeZeros(dtype, Shape(), ctx.allocator));
  return OkStatus();
}

Status CountAll(const ColumnSpec& spec, Column column, const RowNames& names,
                std::vector<size_t>* counts, int64_t* total, int64_t* most) {
  counts->resize(column.rows);
  *total = *most = 0;
  for (size_t r = 0; r < column.rows; ++r) {
    RUNNEL_RETURN_IF_ERROR(CheckFeature(spec, column[r], names, r, &(*counts)[r]));
    *total += static_cast<int64_t>((*counts)[r]);
    *most = std::max(*most, static_cast<int64_t>((*counts)[r]));
  }
  return OkStatus();
}

// The values of all rows, one behind the other.
Status WriteValues(HostContext& ctx, const ColumnSpec& spec, Column column, const RowNames& names,
                   const std::vector<size_t>& counts, int64_t total, size_t out) {
  RUNNEL_ASSIGN_OR_RETURN(const Tensor* const values, Output(ctx, out, spec.dtype, Shape{total}));
  int64_t at = 0;
  for (size_t r = 0; r < column.rows; ++r) {
    RUNNEL_RETURN_IF_ERROR(CopyValues(spec, column[r], counts[r], names, r, *values, at));
    at += static_cast<int64_t>(counts[r]);
  }
  return OkStatus();
}

Status FillWith(const Tensor& value, int64_t count, int64_t at, Tensor* out) {
  for (int64_t i = 0; i < count; ++i) RUNNEL_RETURN_IF_ERROR(CopyElements(value, 0, 1, out, at + i));
  return OkStatus();
}

Status Missing(const ColumnSpec& spec, const RowNames& names, size_t row, std::string_view what) {
  return InvalidArgument(names.Of(row), what, " \"", spec.key, "\" (", DTypeName(spec.dtype),
                         ") is required but could not be found");
}

Status WriteDenseOpen(HostContext& ctx, const ColumnSpec& spec, Column column, const RowNames& names,
                      Rows rows, size_t out) {
  if (spec.otherwise->num_elements() != 1) {
    return InvalidArgument("the default of feature \"", spec.key, "\", whose shape is ",
                           spec.shape.ToString(), ", must be one element to fill up with, its shape is ",
                           spec.otherwise->shape().ToString());
  }
  int64_t stride = 1;
  for (int d = 1; d < spec.shape.rank(); ++d) stride *= spec.shape.dim(d);
  std::vector<size_t> counts;
  int64_t total = 0, most = 0;
  RUNNEL_RETURN_IF_ERROR(CountAll(spec, column, names, &counts, &total, &most));
  for (size_t r = 0; r < column.rows; ++r) {
    if (stride > 0 && static_cast<int64_t>(counts[r]) % stride == 0) continue;
    return InvalidArgument(names.Of(r), "feature \"", spec.key, "\" has ", counts[r],
                           " values, which are no whole rows of shape ", spec.shape.ToString());
  }
  Shape shape = spec.shape;
  shape.set_dim(0, most / stride);
  if (rows == Rows::kBatch) shape = Prepend(static_cast<int64_t>(column.rows), shape);
  RUNNEL_ASSIGN_OR_RETURN(Tensor* const dense, Output(ctx, out, spec.dtype, shape));
  for (size_t r = 0; r < column.rows; ++r) {
    const int64_t at = static_cast<int64_t>(r) * most, given = static_cast<int64_t>(counts[r]);
    RUNNEL_RETURN_IF_ERROR(CopyValues(spec, column[r], counts[r], names, r, *dense, at));
    RUNNEL_RETURN_IF_ERROR(FillWith(*spec.otherwise, most - given, at + given, dense));
  }
  return OkStatus();
}

}  // namespace

std::string RowNames::Of(size_t row) const {
  if (names == nullptr || names->num_elements() <= static_cast<int64_t>(row)) {
    return StrCat("example ", row, ": ");
  }
  return StrCat("example ", row, " (", names->string_at(static_cast<int64_t>(row)), "): ");
}

Status WriteSparse(HostContext& ctx, const ColumnSpec& spec, Column column, const RowNames& names,
                   Rows rows, size_t out, size_t step) {
  std::vector<size_t> counts;
  int64_t total = 0, most = 0;
  RUNNEL_RETURN_IF_ERROR(CountAll(spec, column, names, &counts, &total, &most));
  const int64_t rank = rows == Rows::kBatch ? 2 : 1;
  RUNNEL_ASSIGN_OR_RETURN(const Tensor* const indices,
                          Output(ctx, out, DType::kInt64, Shape{total, rank}));
  auto* index = static_cast<int64_t*>(indices->data());
  for (size_t r = 0; r < column.rows; ++r) {
    for (size_t i = 0; i < counts[r]; ++i) {
      if (rows == Rows::kBatch) *index++ = static_cast<int64_t>(r);
      *index++ = static_cast<int64_t>(i);
    }
  }
  RUNNEL_RETURN_IF_ERROR(WriteValues(ctx, spec, column, names, counts, total, out + step));
  std::vector<int64_t> shape = {most};
  if (rows == Rows::kBatch) shape.insert(shape.begin(), static_cast<int64_t>(column.rows));
  return IntVectorOutput(ctx, out + 2 * step, DType::kInt64, shape);
}

Status WriteDense(HostContext& ctx, const ColumnSpec& spec, Column column, const RowNames& names,
                  Rows rows, size_t out) {
  if (spec.shape.rank() > 0 && spec.shape.dim(0) < 0) {
    return WriteDenseOpen(ctx, spec, column, names, rows, out);
  }
  const bool has_default = spec.otherwise->num_elements() > 0;
  if (has_default && !(spec.otherwise->shape() == spec.shape)) {
    return InvalidArgument("the default of feature \"", spec.key, "\" has shape ",
                           spec.otherwise->shape().ToString(), ", the feature has ",
                           spec.shape.ToString());
  }
  const int64_t size = spec.shape.num_elements();
  const Shape shape =
      rows == Rows::kBatch ? Prepend(static_cast<int64_t>(column.rows), spec.shape) : spec.shape;
  RUNNEL_ASSIGN_OR_RETURN(Tensor* const dense, Output(ctx, out, spec.dtype, shape));
  for (size_t r = 0; r < column.rows; ++r) {
    const int64_t at = static_cast<int64_t>(r) * size;
    if (column[r].dtype == DType::kInvalid) {
      if (!has_default && size > 0) return Missing(spec, names, r, "feature");
      RUNNEL_RETURN_IF_ERROR(CopyElements(*spec.otherwise, 0, size, dense, at));
      continue;
    }
    size_t count = 0;
    RUNNEL_RETURN_IF_ERROR(CheckFeature(spec, column[r], names, r, &count));
    if (static_cast<int64_t>(count) != size) {
      return InvalidArgument(names.Of(r), "feature \"", spec.key, "\" has ", count,
                             " values, its shape ", spec.shape.ToString(), " takes ", size);
    }
    RUNNEL_RETURN_IF_ERROR(CopyValues(spec, column[r], count, names, r, *dense, at));
  }
  return OkStatus();
}

Status WriteRagged(HostContext& ctx, const ColumnSpec& spec, Column column, const RowNames& names,
                   Rows rows, size_t out, size_t step) {
  std::vector<size_t> counts;
  int64_t total = 0, most = 0;
  RUNNEL_RETURN_IF_ERROR(CountAll(spec, column, names, &counts, &total, &most));
  RUNNEL_RETURN_IF_ERROR(WriteValues(ctx, spec, column, names, counts, total, out));
  std::vector<int64_t> splits;
  if (rows == Rows::kBatch) splits.push_back(0);
  for (size_t r = 0; rows == Rows::kBatch && r < column.rows; ++r) {
    splits.push_back(splits.back() + static_cast<int64_t>(counts[r]));
  }
  if (rows == Rows::kOne && spec.no_splits == ColumnSpec::NoSplits::kScalar) {
    return ZeroOutput(ctx, out + step, spec.split_dtype);
  }
  return IntVectorOutput(ctx, out + step, spec.split_dtype, splits);
}

namespace {

// The steps of all rows as one column, one row for each step.
struct FlatSteps {
  std::vector<Feature> cells;
  std::vector<size_t> row_of;  // of each step
  std::vector<int64_t> steps;  // of each row
  std::vector<size_t> counts;  // of each step
  int64_t total = 0, most = 0, most_steps = 0;
  Column column() const { return {cells.data(), 1, cells.size()}; }

  Status Fill(const ColumnSpec& spec, StepsColumn lists, const RowNames& names) {
    for (size_t r = 0; r < lists.rows; ++r) {
      const std::vector<Feature>* const list = lists[r];
      steps.push_back(list == nullptr ? 0 : static_cast<int64_t>(list->size()));
      most_steps = std::max(most_steps, steps.back());
      for (int64_t s = 0; s < steps.back(); ++s) {
        cells.push_back((*list)[static_cast<size_t>(s)]);
        row_of.push_back(r);
        size_t count = 0;
        RUNNEL_RETURN_IF_ERROR(CheckFeature(spec, cells.back(), names, r, &count));
        counts.push_back(count);
        total += static_cast<int64_t>(count);
        most = std::max(most, static_cast<int64_t>(count));
      }
    }
    return OkStatus();
  }
};

}  // namespace

Status WriteSparseSteps(HostContext& ctx, const ColumnSpec& spec, StepsColumn column,
                        const RowNames& names, Rows rows, size_t out, size_t step) {
  FlatSteps flat;
  RUNNEL_RETURN_IF_ERROR(flat.Fill(spec, column, names));
  const int64_t rank = rows == Rows::kBatch ? 3 : 2;
  RUNNEL_ASSIGN_OR_RETURN(const Tensor* const indices,
                          Output(ctx, out, DType::kInt64, Shape{flat.total, rank}));
  auto* index = static_cast<int64_t*>(indices->data());
  int64_t in_row = 0;
  for (size_t s = 0; s < flat.cells.size(); ++s) {
    in_row = s > 0 && flat.row_of[s] == flat.row_of[s - 1] ? in_row + 1 : 0;
    for (size_t i = 0; i < flat.counts[s]; ++i) {
      if (rows == Rows::kBatch) *index++ = static_cast<int64_t>(flat.row_of[s]);
      *index++ = in_row;
      *index++ = static_cast<int64_t>(i);
    }
  }
  RUNNEL_RETURN_IF_ERROR(
      WriteValues(ctx, spec, flat.column(), names, flat.counts, flat.total, out + step));
  std::vector<int64_t> shape = {flat.most_steps, flat.most};
  if (rows == Rows::kBatch) shape.insert(shape.begin(), static_cast<int64_t>(column.rows));
  return IntVectorOutput(ctx, out + 2 * step, DType::kInt64, shape);
}

Status WriteDenseSteps(HostContext& ctx, const ColumnSpec& spec, StepsColumn column,
                       const RowNames& names, Rows rows, size_t out, size_t step) {
  if (!spec.shape.IsFullyDefined()) {
    return InvalidArgument("the steps of feature list \"", spec.key, "\" have shape ",
                           spec.shape.ToString(), ", expected one that is fully defined");
  }
  for (size_t r = 0; r < column.rows; ++r) {
    if (column[r] == nullptr && !spec.missing_is_empty) return Missing(spec, names, r, "feature list");
  }
  FlatSteps flat;
  RUNNEL_RETURN_IF_ERROR(flat.Fill(spec, column, names));
  const int64_t size = spec.shape.num_elements();
  Shape shape = Prepend(flat.most_steps, spec.shape);
  if (rows == Rows::kBatch) shape = Prepend(static_cast<int64_t>(column.rows), shape);
  RUNNEL_RETURN_IF_ERROR(Shape::Make(shape.dims()).status());
  RUNNEL_ASSIGN_OR_RETURN(Tensor dense, MakeZeros(spec.dtype, shape, ctx.allocator));
  int64_t in_row = 0;
  for (size_t s = 0; s < flat.cells.size(); ++s) {
    in_row = s > 0 && flat.row_of[s] == flat.row_of[s - 1] ? in_row + 1 : 0;
    if (static_cast<int64_t>(flat.counts[s]) != size) {
      return InvalidArgument(names.Of(flat.row_of[s]), "step ", in_row, " of feature list \"", spec.key,
                             "\" has ", flat.counts[s], " values, its shape ", spec.shape.ToString(),
                             " takes ", size);
    }
    const int64_t at = (static_cast<int64_t>(flat.row_of[s]) * flat.most_steps + in_row) * size;
    RUNNEL_RETURN_IF_ERROR(
        CopyValues(spec, flat.cells[s], flat.counts[s], names, flat.row_of[s], dense, at));
  }
  ctx.outputs[out] = std::move(dense);
  if (step == 0) return OkStatus();
  if (rows == Rows::kBatch) return IntVectorOutput(ctx, out + step, DType::kInt64, flat.steps);
  RUNNEL_ASSIGN_OR_RETURN(const Tensor* const length, Output(ctx, out + step, DType::kInt64, Shape()));
  length->values<int64_t>()[0] = flat.steps[0];
  return OkStatus();
}

Status WriteRaggedSteps(HostContext& ctx, const ColumnSpec& spec, StepsColumn column,
                        const RowNames& names, Rows rows, size_t out, size_t step) {
  FlatSteps flat;
  RUNNEL_RETURN_IF_ERROR(flat.Fill(spec, column, names));
  RUNNEL_RETURN_IF_ERROR(WriteValues(ctx, spec, flat.column(), names, flat.counts, flat.total, out));
  std::vector<int64_t> outer, inner = {0};
  if (rows == Rows::kBatch) outer.push_back(0);
  for (size_t r = 0; rows == Rows::kBatch && r < column.rows; ++r) {
    outer.push_back(outer.back() + flat.steps[r]);
  }
  for (const size_t count : flat.counts) inner.push_back(inner.back() + static_cast<int64_t>(count));
  RUNNEL_RETURN_IF_ERROR(rows == Rows::kOne ? ZeroOutput(ctx, out + step, spec.split_dtype)
                                            : IntVectorOutput(ctx, out + step, spec.split_dtype, outer));
  return IntVectorOutput(ctx, out + 2 * step, spec.split_dtype, inner);
}

}  // namespace runnel
