// Kernels of ragged tensors: to dense and sparse ones, rows taken, ranges.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/numbers.h"
#include "core/runtime/host_ops/row_splits.h"
#include "core/runtime/host_ops/sparse_parts.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class RaggedTensorToTensor : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    types_ = AttrOr(node, "row_partition_types", std::vector<std::string>());
    const size_t given = node.input_types.size() - 3;
    if (types_.size() != given) {
      return InvalidArgument("row_partition_types has ", types_.size(), " entries for ", given,
                             " row_partition_tensors");
    }
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    const Tensor& values = ctx.inputs[1];
    RUNNEL_ASSIGN_OR_RETURN(const int64_t rows, FirstDim(values, "values"));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<RowSplits> levels, Levels(ctx, rows));
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Sizes(ctx, levels));
    const auto depth = levels.size();
    const Shape element = WithoutFirst(values.shape());
    RUNNEL_ASSIGN_OR_RETURN(const Tensor filler, Filler(ctx, element));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out, NewOutput(ctx, 0, values.dtype(), shape));
    if (out->num_elements() == 0) return OkStatus();
    const int64_t size = element.num_elements();
    int64_t places = 1;
    for (size_t d = 0; d <= depth; ++d) places *= shape.dim(static_cast<int>(d));
    // The value of each place, level by level; -1 where rows have ended.
    std::vector<int64_t> sources(static_cast<size_t>(shape.dim(0)));
    const auto first = static_cast<int64_t>(levels[0].size()) - 1;
    for (size_t i = 0; i < sources.size(); ++i) {
      sources[i] = static_cast<int64_t>(i) < first ? static_cast<int64_t>(i) : -1;
    }
    for (size_t level = 0; level < depth; ++level) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      const auto width = static_cast<size_t>(shape.dim(static_cast<int>(level) + 1));
      std::vector<int64_t> next(sources.size() * width, -1);
      for (size_t i = 0; i < sources.size(); ++i) {
        if (sources[i] < 0) continue;
        const auto row = static_cast<size_t>(sources[i]);
        const int64_t begin = levels[level][row], end = levels[level][row + 1];
        for (size_t k = 0; k < width && begin + static_cast<int64_t>(k) < end; ++k) {
          next[i * width + k] = begin + static_cast<int64_t>(k);
        }
      }
      sources = std::move(next);
    }
    for (int64_t i = 0; i < places; ++i) {
      const int64_t source = sources[static_cast<size_t>(i)];
      RUNNEL_RETURN_IF_ERROR(source < 0 ? CopyElements(filler, 0, size, out, i * size)
                                        : CopyElements(values, source * size, size, out, i * size));
    }
    return OkStatus();
  }

 private:
  // Splits of every level, whatever the tensors are.
  Result<std::vector<RowSplits>> Levels(const HostContext& ctx, int64_t rows) const {
    std::vector<RowSplits> levels;
    int64_t outer = -1;  // rows of the level that comes next
    for (size_t i = 0; i < types_.size(); ++i) {
      const Tensor& tensor = ctx.inputs[3 + i];
      if (types_[i] == "FIRST_DIM_SIZE" && i == 0) {
        if (tensor.num_elements() != 1 || tensor.int_at(0) < 0) {
          return InvalidArgument("FIRST_DIM_SIZE must be one number that is not negative");
        }
        outer = tensor.int_at(0);
      } else if (types_[i] == "ROW_SPLITS") {
        RUNNEL_ASSIGN_OR_RETURN(RowSplits splits, ReadSplits(tensor, "row_partition_tensors"));
        const auto there = static_cast<int64_t>(splits.size()) - 1;
        if (outer >= 0 && there != outer) return DoNotFit(i, there, outer);
        outer = splits.back();
        levels.push_back(std::move(splits));
      } else if (types_[i] == "VALUE_ROWIDS") {
        if (outer < 0) return InvalidArgument("Cannot handle VALUE_ROWIDS in first dimension.");
        RUNNEL_ASSIGN_OR_RETURN(RowSplits splits, FromRowIds(tensor, outer));
        outer = splits.back();
        levels.push_back(std::move(splits));
      } else {
        return Unimplemented("row partitions of type ", types_[i], i == 0 ? "" : " behind the first");
      }
    }
    if (levels.empty()) return InvalidArgument("row_partition_tensors hold no level of rows");
    if (outer > rows) return DoNotFit(types_.size(), rows, outer);
    return levels;
  }
  static Status DoNotFit(size_t i, int64_t there, int64_t wanted) {
    return InvalidArgument("row partition ", i, " has ", there, " rows, the one before it ends at ",
                           wanted);
  }
  static Result<RowSplits> FromRowIds(const Tensor& ids, int64_t rows) {
    if (ids.shape().rank() != 1)
      return InvalidArgument("VALUE_ROWIDS must be a vector, got shape ", ids.shape().ToString());
    RUNNEL_RETURN_IF_ERROR(Shape::Make(std::vector<int64_t>{rows, 8}).status());
    RowSplits splits(static_cast<size_t>(rows) + 1, 0);
    int64_t last = 0;
    for (int64_t i = 0; i < ids.num_elements(); ++i) {
      const int64_t id = ids.int_at(i);
      if (id < last || id >= rows) {
        return InvalidArgument("VALUE_ROWIDS[", i, "] is ", id, ", expected from ", last,
                               " to less than ", rows);
      }
      last = id;
      ++splits[static_cast<size_t>(id) + 1];
    }
    for (size_t i = 1; i < splits.size(); ++i) splits[i] += splits[i - 1];
    return splits;
  }

  // What input "shape" says, and where it says nothing, what there is.
  static Result<Shape> Sizes(const HostContext& ctx, const std::vector<RowSplits>& levels) {
    const Tensor& wanted = ctx.inputs[0];
    const Shape& values = ctx.inputs[1].shape();
    std::vector<int64_t> sizes = {static_cast<int64_t>(levels[0].size()) - 1};
    for (const RowSplits& splits : levels) sizes.push_back(LongestRow(splits));
    for (int d = 1; d < values.rank(); ++d) sizes.push_back(values.dim(d));
    if (wanted.shape().rank() == 0) {
      if (wanted.int_at(0) != -1)
        return InvalidArgument("shape is the scalar ", wanted.int_at(0), ", expected -1");
      return Shape::Make(sizes);
    }
    if (wanted.shape().rank() != 1 || wanted.num_elements() != static_cast<int64_t>(sizes.size())) {
      return InvalidArgument("shape has ", wanted.num_elements(), " entries, the ragged tensor ",
                             sizes.size(), " dimensions");
    }
    for (size_t d = 0; d < sizes.size(); ++d) {
      const int64_t size = wanted.int_at(static_cast<int64_t>(d));
      if (size < -1) return InvalidArgument("shape[", d, "] is ", size, ", expected at least -1");
      if (size == -1) continue;
      if (d > levels.size() && size != sizes[d]) {
        return InvalidArgument("shape[", d, "] is ", size, ", the values have ", sizes[d]);
      }
      sizes[d] = size;
    }
    return Shape::Make(sizes);
  }

  // One element of default values.
  static Result<Tensor> Filler(const HostContext& ctx, const Shape& element) {
    const Tensor& given = ctx.inputs[2];
    const int rank = element.rank(), own = given.shape().rank(), skipped = rank - own;
    bool fits = skipped >= 0;
    for (int d = 0; fits && d < own; ++d) {
      fits = given.shape().dim(d) == 1 || given.shape().dim(d) == element.dim(d + skipped);
    }
    if (!fits) {
      return InvalidArgument("default_value ", given.shape().ToString(),
                             " does not broadcast to one value, ", element.ToString());
    }
    if (given.shape() == element) return given;
    RUNNEL_ASSIGN_OR_RETURN(Tensor out, Tensor::Allocate(ctx.allocator, given.dtype(), element));
    for (int64_t i = 0; i < out.num_elements(); ++i) {
      int64_t rest = i, from = 0, step = 1;
      for (int d = rank - 1; d >= skipped; --d) {
        const int64_t index = rest % element.dim(d);
        rest /= element.dim(d);
        if (given.shape().dim(d - skipped) != 1) from += index * step;
        step *= given.shape().dim(d - skipped);
      }
      RUNNEL_RETURN_IF_ERROR(CopyElements(given, from, 1, &out, i));
    }
    return out;
  }

  std::vector<std::string> types_;
};

class RaggedTensorToSparse : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    const size_t depth = ctx.inputs.size() - 1;
    const Tensor& values = ctx.inputs[depth];
    RUNNEL_ASSIGN_OR_RETURN(const int64_t rows, FirstDim(values, "rt_dense_values"));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<RowSplits> levels,
                            ReadNestedSplits(ctx.inputs.first(depth), rows));
    const Shape element = WithoutFirst(values.shape());
    const auto rank = static_cast<int64_t>(depth) + 1 + element.rank();
    const int64_t size = element.num_elements(), count = values.num_elements();
    RUNNEL_RETURN_IF_ERROR(Shape::Make(std::vector<int64_t>{count, rank}).status());
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const indices, NewOutput(ctx, 0, DType::kInt64, Shape{count, rank}));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const flat, NewOutput(ctx, 1, values.dtype(), Shape{count}));
    RUNNEL_RETURN_IF_ERROR(CopyElements(values, 0, count, flat, 0));
    // Which row of each level a value is in; rows only go forward.
    std::vector<size_t> row(depth, 0);
    int64_t* at = ElementsOf<int64_t>(*indices);
    for (int64_t value = 0; value < rows; ++value) {
      std::vector<int64_t> place(depth + 1);
      int64_t inner = value;
      for (size_t level = depth; level-- > 0;) {
        while (levels[level][row[level] + 1] <= inner) ++row[level];
        place[level + 1] = inner - levels[level][row[level]];
        inner = static_cast<int64_t>(row[level]);
      }
      place[0] = inner;
      for (int64_t k = 0; k < size; ++k, at += rank) {
        std::copy(place.begin(), place.end(), at);
        int64_t rest = k;
        for (int d = element.rank(); d-- > 0; rest /= element.dim(d)) {
          at[depth + 1 + static_cast<size_t>(d)] = rest % element.dim(d);
        }
      }
    }
    std::vector<int64_t> shape = {static_cast<int64_t>(levels[0].size()) - 1};
    for (const RowSplits& splits : levels) shape.push_back(LongestRow(splits));
    for (int d = 0; d < element.rank(); ++d) shape.push_back(element.dim(d));
    return SetVector(ctx, 2, shape);
  }
};

class RaggedGather : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    depth_ = static_cast<size_t>(AttrOr<int64_t>(node, "PARAMS_RAGGED_RANK", 1));
    splits_type_ = AttrOr(node, "Tsplits", DType::kInt64);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    const Tensor& values = ctx.inputs[depth_];
    const Tensor& indices = ctx.inputs[depth_ + 1];
    RUNNEL_ASSIGN_OR_RETURN(const int64_t rows, FirstDim(values, "params_dense_values"));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<RowSplits> levels,
                            ReadNestedSplits(ctx.inputs.first(depth_), rows));
    const size_t outer = static_cast<size_t>(std::max(1, indices.shape().rank())) - 1;
    const bool is_row = indices.shape().rank() == 0;  // its own level is the first that it drops
    if (ctx.outputs.size() != depth_ + static_cast<size_t>(indices.shape().rank())) {
      return InvalidArgument("OUTPUT_RAGGED_RANK is ", ctx.outputs.size() - 1,
                             ", expected PARAMS_RAGGED_RANK + rank of indices - 1, which is ",
                             static_cast<int64_t>(depth_) + indices.shape().rank() - 1);
    }
    size_t next = 0;
    int64_t before = 1;
    for (size_t d = 0; d < outer; ++d) {  // outer dims of indices are rows of equal lengths
      before *= indices.shape().dim(static_cast<int>(d));
      RowSplits splits(static_cast<size_t>(before) + 1);
      for (size_t i = 0; i < splits.size(); ++i)
        splits[i] = static_cast<int64_t>(i) * indices.shape().dim(static_cast<int>(d) + 1);
      RUNNEL_RETURN_IF_ERROR(SetSplits(ctx, next++, splits_type_, splits));
    }
    // Stretches of the level that is looked at.
    std::vector<std::pair<int64_t, int64_t>> taken;
    const auto there = static_cast<int64_t>(levels[0].size()) - 1;
    for (int64_t i = 0; i < indices.num_elements(); ++i) {
      const int64_t row = indices.int_at(i);
      if (row < 0 || row >= there) {
        return InvalidArgument("indices[", i, "] = ", row, " is not in [0, ", there, ")");
      }
      taken.emplace_back(row, row + 1);
    }
    for (size_t level = 0; level < levels.size(); ++level) {
      RowSplits splits = {0};
      for (auto& [begin, end] : taken) {
        const auto first = static_cast<size_t>(begin), last = static_cast<size_t>(end);
        for (size_t i = first; i < last; ++i)
          splits.push_back(splits.back() + levels[level][i + 1] - levels[level][i]);
        begin = levels[level][first];
        end = levels[level][last];
      }
      if (level > 0 || !is_row) RUNNEL_RETURN_IF_ERROR(SetSplits(ctx, next++, splits_type_, splits));
    }
    int64_t count = 0;
    for (const auto& [begin, end] : taken) count += end - begin;
    const Shape element = WithoutFirst(values.shape());
    const Shape shape = Prepend(count, element);
    RUNNEL_RETURN_IF_ERROR(Shape::Make(shape.dims()).status());
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out, NewOutput(ctx, next, values.dtype(), shape));
    const int64_t size = element.num_elements();
    int64_t at = 0;
    for (const auto& [begin, end] : taken) {
      RUNNEL_RETURN_IF_ERROR(CopyElements(values, begin * size, (end - begin) * size, out, at * size));
      at += end - begin;
    }
    return OkStatus();
  }

 private:
  size_t depth_ = 1;
  DType splits_type_ = DType::kInt64;
};

class RaggedRange : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    splits_type_ = AttrOr(node, "Tsplits", DType::kInt64);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    int64_t rows = 1;
    bool any = false;
    static constexpr std::string_view kNames[] = {"starts", "limits", "deltas"};
    for (size_t i = 0; i < 3; ++i) {
      const Shape& shape = ctx.inputs[i].shape();
      if (shape.rank() == 0) continue;
      if (shape.rank() > 1 || (any && shape.dim(0) != rows)) {
        return InvalidArgument(kNames[i], " is ", shape.ToString(),
                               ": starts, limits, and deltas must have the same shape, or be scalars");
      }
      rows = shape.dim(0);
      any = true;
    }
    return VisitRealNumbers(ctx.inputs[0].dtype(), [&](auto tag) -> Status {
      return Fill<typename decltype(tag)::Type>(ctx, rows);
    });
  }

 private:
  template <typename T>
  Status Fill(HostContext& ctx, int64_t rows) const {
    const auto number = [&](size_t input, int64_t i) {
      const Tensor& tensor = ctx.inputs[input];
      return ElementsOf<const T>(tensor)[tensor.shape().rank() == 0 ? 0 : i];
    };
    RowSplits splits = {0};
    for (int64_t i = 0; i < rows; ++i) {
      const T start = number(0, i), limit = number(1, i), delta = number(2, i);
      int64_t length = 0;
      if constexpr (std::is_integral_v<T>) {
        if (delta == 0) return InvalidArgument("Requires delta != 0: deltas[", i, "] is 0");
        const bool up = delta > 0;
        if (up ? start < limit : start > limit) {
          const auto span = up ? static_cast<uint64_t>(limit) - static_cast<uint64_t>(start)
                               : static_cast<uint64_t>(start) - static_cast<uint64_t>(limit);
          const auto step = up ? static_cast<uint64_t>(delta) : 0 - static_cast<uint64_t>(delta);
          const uint64_t many = (span - 1) / step + 1;
          length = many > uint64_t{INT64_MAX} ? INT64_MAX : static_cast<int64_t>(many);
        }
      } else {
        const double step = static_cast<double>(delta);
        if (!(step != 0)) return InvalidArgument("Requires delta != 0: deltas[", i, "] is 0");
        const double many = std::ceil((static_cast<double>(limit) - static_cast<double>(start)) / step);
        if (!(many < 9e18)) return InvalidArgument("range ", i, " has too many elements");
        length = many > 0 ? static_cast<int64_t>(many) : 0;
      }
      int64_t end = 0;
      if (__builtin_add_overflow(splits.back(), length, &end))
        return InvalidArgument("ranges up to ", i, " have too many elements");
      splits.push_back(end);
    }
    RUNNEL_RETURN_IF_ERROR(Shape::Make(std::vector<int64_t>{splits.back(), 16}).status());
    RUNNEL_RETURN_IF_ERROR(SetSplits(ctx, 0, splits_type_, splits));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out,
                            NewOutput(ctx, 1, ctx.inputs[0].dtype(), Shape{splits.back()}));
    T* at = ElementsOf<T>(*out);
    for (int64_t i = 0; i < rows; ++i) {
      T value = number(0, i);
      for (int64_t k = splits[static_cast<size_t>(i)]; k < splits[static_cast<size_t>(i) + 1]; ++k) {
        *at++ = value;
        value = Plus(value, number(2, i));
      }
    }
    return OkStatus();
  }

  DType splits_type_ = DType::kInt64;
};

constexpr HostKernelRow kRows[] = {
    {.op = "RaggedTensorToTensor", .create = CreateKernel<RaggedTensorToTensor>},
    {.op = "RaggedTensorToSparse", .create = CreateKernel<RaggedTensorToSparse>},
    {.op = "RaggedGather", .create = CreateKernel<RaggedGather>},
    {.op = "RaggedRange", .create = CreateKernel<RaggedRange>},
};

}  // namespace

std::span<const HostKernelRow> RaggedKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
