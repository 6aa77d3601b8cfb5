// Sparse tensors whose values move: ordered, reshaped, joined, cut, filled up.
#include <algorithm>
#include <vector>

#include "core/base/checked.h"
#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/numbers.h"
#include "core/runtime/host_ops/sparse_parts.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Values from several inputs, and the index of each, as they come.
class Gathered {
 public:
  explicit Gathered(int rank) : rank_(rank) {}
  int64_t size() const { return static_cast<int64_t>(places_.size()); }
  // Gives the index, to be changed.
  int64_t* Add(const int64_t* row, const Tensor* values, int64_t at) {
    places_.push_back({values, at});
    indices_.insert(indices_.end(), row, row + rank_);
    return indices_.data() + indices_.size() - static_cast<size_t>(rank_);
  }
  Status Write(HostContext& ctx, size_t indices, size_t values, DType dtype) const {
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out_indices,
                            NewOutput(ctx, indices, DType::kInt64, Shape{size(), rank_}));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out_values, NewOutput(ctx, values, dtype, Shape{size()}));
    std::copy(indices_.begin(), indices_.end(), static_cast<int64_t*>(out_indices->data()));
    for (int64_t i = 0; i < size(); ++i) {
      const auto& [from, at] = places_[static_cast<size_t>(i)];
      RUNNEL_RETURN_IF_ERROR(CopyElements(*from, at, 1, out_values, i));
    }
    return OkStatus();
  }

 private:
  const int rank_;
  std::vector<int64_t> indices_;
  std::vector<std::pair<const Tensor*, int64_t>> places_;
};

class SparseReorder : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts input, SparseParts::FromInputs(ctx, 0, "input"));
    if (input.InOrder()) {
      ctx.outputs[0] = ctx.inputs[0];
      ctx.outputs[1] = ctx.inputs[1];
      return OkStatus();
    }
    Gathered out(input.rank());
    for (const int64_t i : input.Order()) out.Add(input.row(i), &input.values(), i);
    return out.Write(ctx, 0, 1, input.values().dtype());
  }
};

Result<int64_t> Product(const std::vector<int64_t>& dims, std::string_view what) {
  int64_t product = 1;
  for (const int64_t dim : dims) {
    if (!CheckedMul(product, dim, &product)) return InvalidArgument(what, " has too many elements");
  }
  return product;
}

class SparseReshape : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "input_indices", 2));
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 1, "input_shape", 1));
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 2, "new_shape", 1));
    const Tensor& indices = ctx.inputs[0];
    const std::vector<int64_t> from = Ints(ctx.inputs[1]);
    std::vector<int64_t> to = Ints(ctx.inputs[2]);
    const int64_t n = indices.shape().dim(0), depth = static_cast<int64_t>(from.size());
    if (indices.shape().dim(1) != depth) {
      return InvalidArgument("input_indices are ", indices.shape().ToString(), ", input_shape has ",
                             depth, " dims");
    }
    for (const int64_t dim : from) {
      if (dim < 0) return InvalidArgument("input_shape has the dim ", dim);
    }
    RUNNEL_ASSIGN_OR_RETURN(const int64_t elements, Product(from, "input_shape"));
    RUNNEL_RETURN_IF_ERROR(Complete(elements, &to));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out,
                            NewOutput(ctx, 0, DType::kInt64, Shape{n, static_cast<int64_t>(to.size())}));
    const int64_t* in = static_cast<const int64_t*>(indices.data());
    int64_t* at = static_cast<int64_t*>(out->data());
    for (int64_t i = 0; i < n; ++i, in += depth, at += to.size()) {
      int64_t place = 0;
      for (size_t d = 0; d < from.size(); ++d) {
        if (in[d] < 0 || in[d] >= from[d]) {
          return InvalidArgument("input_indices[", i, ",", d, "] = ", in[d], " is not in [0,", from[d],
                                 ")");
        }
        place = place * from[d] + in[d];
      }
      for (size_t d = to.size(); d-- > 0;) {
        at[d] = place % to[d];
        place /= to[d];
      }
    }
    return SetVector(ctx, 1, to);
  }

 private:
  static std::vector<int64_t> Ints(const Tensor& vector) {
    std::vector<int64_t> out;
    for (int64_t i = 0; i < vector.num_elements(); ++i) out.push_back(vector.int_at(i));
    return out;
  }
  // Replaces a -1, and sees to it that there are as many elements as before.
  static Status Complete(int64_t elements, std::vector<int64_t>* to) {
    int64_t* unknown = nullptr;
    int64_t known = 1;
    for (int64_t& dim : *to) {
      if (dim == -1 && unknown == nullptr) {
        unknown = &dim;
      } else if (dim < 0) {
        return InvalidArgument("new_shape has the dim ", dim, ", expected one -1 at most");
      } else if (!CheckedMul(known, dim, &known)) {
        return InvalidArgument("new_shape has too many elements");
      }
    }
    if (unknown != nullptr) {
      if (known == 0)
        return InvalidArgument("new_shape has a 0 beside its -1, which is any number then");
      *unknown = elements / known;
      known *= *unknown;
    }
    if (known == elements) return OkStatus();
    return InvalidArgument("input_shape has ", elements, " elements, new_shape ", known,
                           unknown != nullptr ? " at most" : "");
  }
};

class SparseConcat : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    axis_ = AttrOr<int64_t>(node, "concat_dim", 0);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    const size_t count = ctx.inputs.size() / 3;
    std::vector<SparseParts> parts;
    for (size_t i = 0; i < count; ++i) {
      RUNNEL_ASSIGN_OR_RETURN(SparseParts one,
                              SparseParts::Make(ctx.inputs[i], ctx.inputs[count + i],
                                                ctx.inputs[2 * count + i], StrCat("input ", i)));
      parts.push_back(std::move(one));
    }
    const int rank = parts[0].rank();
    if (axis_ < -rank || axis_ >= rank) {
      return InvalidArgument("concat_dim ", axis_, " is not in [", -rank, ",", rank, ")");
    }
    const int axis = static_cast<int>(axis_ < 0 ? axis_ + rank : axis_);
    std::vector<int64_t> shape = parts[0].dims();
    std::vector<int64_t> offsets{0};
    for (size_t i = 0; i < count; ++i) {
      if (parts[i].rank() != rank) {
        return InvalidArgument("input ", i, " has rank ", parts[i].rank(), ", input 0 has ", rank);
      }
      for (int d = 0; d < rank; ++d) {
        if (d == axis || parts[i].dim(d) == parts[0].dim(d)) continue;
        return InvalidArgument("dim ", d, " of input ", i, " is ", parts[i].dim(d), ", of input 0 ",
                               parts[0].dim(d));
      }
      int64_t end = 0;
      if (!CheckedAdd(offsets.back(), parts[i].dim(axis), &end)) {
        return InvalidArgument("the dims along concat_dim add up to too much");
      }
      offsets.push_back(end);
    }
    shape[static_cast<size_t>(axis)] = offsets.back();
    // All of them as one, whose order is looked for.
    Gathered all(rank);
    std::vector<std::vector<int64_t>> rows;
    std::vector<std::pair<size_t, int64_t>> from;
    for (size_t i = 0; i < count; ++i) {
      for (int64_t k = 0; k < parts[i].size(); ++k) {
        rows.emplace_back(parts[i].row(k), parts[i].row(k) + rank);
        int64_t& moved = rows.back()[static_cast<size_t>(axis)];
        if (!CheckedAdd(moved, offsets[i], &moved)) return InvalidArgument("an index is out of range");
        from.emplace_back(i, k);
      }
    }
    std::vector<size_t> order(rows.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return rows[a] < rows[b]; });
    for (const size_t i : order) all.Add(rows[i].data(), &parts[from[i].first].values(), from[i].second);
    RUNNEL_RETURN_IF_ERROR(all.Write(ctx, 0, 1, parts[0].values().dtype()));
    return SetVector(ctx, 2, shape);
  }

 private:
  int64_t axis_ = 0;
};

class SparseSplit : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "split_dim", 0));
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts input, SparseParts::FromInputs(ctx, 1, "input"));
    const size_t count = ctx.outputs.size() / 3;
    const int64_t parts = static_cast<int64_t>(count), asked = ctx.inputs[0].int_at(0);
    if (asked < -input.rank() || asked >= input.rank()) {
      return InvalidArgument("split_dim ", asked, " is not in [", -input.rank(), ",", input.rank(), ")");
    }
    const int axis = static_cast<int>(asked < 0 ? asked + input.rank() : asked);
    const int64_t size = input.dim(axis);
    if (parts > size) {
      return InvalidArgument("num_split is ", parts, ", dim ", axis, " of the input only ", size);
    }
    RUNNEL_RETURN_IF_ERROR(input.CheckRange("input"));
    // The first `more` parts have one more.
    const int64_t least = size / parts, more = size % parts, turn = more * (least + 1);
    std::vector<Gathered> out(count, Gathered(input.rank()));
    for (int64_t i = 0; i < input.size(); ++i) {
      const int64_t at = input.index(i, axis);
      const int64_t part = at < turn ? at / (least + 1) : more + (at - turn) / least;
      const int64_t begin = part * least + std::min(part, more);
      out[static_cast<size_t>(part)].Add(input.row(i), &input.values(), i)[axis] -= begin;
    }
    for (size_t i = 0; i < count; ++i) {
      RUNNEL_RETURN_IF_ERROR(out[i].Write(ctx, i, count + i, input.values().dtype()));
      std::vector<int64_t> shape = input.dims();
      shape[static_cast<size_t>(axis)] = least + (static_cast<int64_t>(i) < more ? 1 : 0);
      RUNNEL_RETURN_IF_ERROR(SetVector(ctx, 2 * count + i, shape));
    }
    return OkStatus();
  }
};

class SparseSlice : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts input, SparseParts::FromInputs(ctx, 0, "input"));
    const Tensor& start = ctx.inputs[3];
    const Tensor& size = ctx.inputs[4];
    const Shape wanted{input.rank()};
    if (!(start.shape() == wanted && size.shape() == wanted)) {
      return InvalidArgument("start ", start.shape().ToString(), " and size ", size.shape().ToString(),
                             " must have a number for each of the ", input.rank(), " dims");
    }
    std::vector<int64_t> shape, ends;
    for (int d = 0; d < input.rank(); ++d) {
      int64_t end = 0;
      if (size.int_at(d) < 0 || !CheckedAdd(start.int_at(d), size.int_at(d), &end)) {
        return InvalidArgument("the slice of dim ", d, " has start ", start.int_at(d), " and size ",
                               size.int_at(d));
      }
      ends.push_back(end);
      shape.push_back(std::max<int64_t>(0, std::min(input.dim(d) - start.int_at(d), size.int_at(d))));
    }
    Gathered out(input.rank());
    for (int64_t i = 0; i < input.size(); ++i) {
      bool inside = true;
      for (int d = 0; d < input.rank(); ++d) {
        inside = inside && input.index(i, d) >= start.int_at(d) &&
                 input.index(i, d) < ends[static_cast<size_t>(d)];
      }
      if (!inside) continue;
      int64_t* const row = out.Add(input.row(i), &input.values(), i);
      for (int d = 0; d < input.rank(); ++d) row[d] -= start.int_at(d);
    }
    RUNNEL_RETURN_IF_ERROR(out.Write(ctx, 0, 1, input.values().dtype()));
    return SetVector(ctx, 2, shape);
  }
};

// A value of the slice has the place of the value whose index it has.
class SparseSliceGrad : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& grad = ctx.inputs[0];
    const Tensor& input = ctx.inputs[1];
    const Tensor& start = ctx.inputs[2];
    const Tensor& output = ctx.inputs[3];
    const bool fits = grad.shape().rank() == 1 && input.shape().rank() == 2 &&
                      output.shape().rank() == 2 && start.shape() == Shape{input.shape().dim(1)} &&
                      output.shape().dim(1) == input.shape().dim(1) &&
                      grad.num_elements() == output.shape().dim(0);
    if (!fits) {
      return InvalidArgument("backprop_val_grad ", grad.shape().ToString(), ", input_indices ",
                             input.shape().ToString(), ", input_start ", start.shape().ToString(),
                             ", output_indices ", output.shape().ToString(), " do not fit each other");
    }
    const int64_t n = input.shape().dim(0), m = output.shape().dim(0), rank = input.shape().dim(1);
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], MakeZeros(grad.dtype(), Shape{n}, ctx.allocator));
    int64_t k = 0;
    for (int64_t i = 0; i < n && k < m; ++i) {
      bool same = true;
      for (int64_t d = 0; d < rank && same; ++d) {
        int64_t at = 0;
        same = CheckedAdd(output.int_at(k * rank + d), start.int_at(d), &at) &&
               at == input.int_at(i * rank + d);
      }
      if (same) RUNNEL_RETURN_IF_ERROR(CopyElements(grad, k++, 1, &ctx.outputs[0], i));
    }
    if (k == m) return OkStatus();
    return InvalidArgument("output_indices row ", k, " is not among input_indices, in their order");
  }
};

class SparseFillEmptyRows : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts input, SparseParts::FromInputs(ctx, 0, "input"));
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 3, "default_value", 0));
    if (input.rank() == 0) return InvalidArgument("dense_shape is empty, expected a dim of rows");
    const int64_t rows = input.dim(0);
    std::vector<int64_t> ends;
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const empty, NewOutput(ctx, 2, DType::kBool, Shape{rows}));
    ends.resize(static_cast<size_t>(rows), 0);
    for (int64_t i = 0; i < input.size(); ++i) {
      const int64_t row = input.index(i, 0);
      if (row < 0 || row >= rows) {
        return InvalidArgument("indices[", i, ",0] = ", row, " is not in [0,", rows, ")");
      }
      ++ends[static_cast<size_t>(row)];
    }
    int64_t total = 0;
    for (int64_t row = 0; row < rows; ++row) {
      int64_t& count = ends[static_cast<size_t>(row)];
      ElementsOf<bool>(*empty)[row] = count == 0;
      const int64_t begin = total;
      total += std::max<int64_t>(count, 1);
      count = begin;
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const indices,
                            NewOutput(ctx, 0, DType::kInt64, Shape{total, input.rank()}));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const values,
                            NewOutput(ctx, 1, input.values().dtype(), Shape{total}));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const reverse,
                            NewOutput(ctx, 3, DType::kInt64, Shape{input.size()}));
    int64_t* const out = ElementsOf<int64_t>(*indices);
    for (int64_t row = 0; row < rows; ++row) {
      if (!ElementsOf<bool>(*empty)[row]) continue;
      const int64_t at = ends[static_cast<size_t>(row)];
      std::fill_n(out + at * input.rank(), input.rank(), int64_t{0});
      out[at * input.rank()] = row;
      RUNNEL_RETURN_IF_ERROR(CopyElements(ctx.inputs[3], 0, 1, values, at));
    }
    for (int64_t i = 0; i < input.size(); ++i) {
      const int64_t at = ends[static_cast<size_t>(input.index(i, 0))]++;
      std::copy_n(input.row(i), input.rank(), out + at * input.rank());
      RUNNEL_RETURN_IF_ERROR(CopyElements(input.values(), i, 1, values, at));
      ElementsOf<int64_t>(*reverse)[i] = at;
    }
    return OkStatus();
  }
};

class SparseFillEmptyRowsGrad : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "reverse_index_map", 1));
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 1, "grad_values", 1));
    const Tensor& map = ctx.inputs[0];
    const Tensor& grad = ctx.inputs[1];
    std::vector<int64_t> places;
    std::vector<bool> kept(static_cast<size_t>(grad.num_elements()));
    for (int64_t i = 0; i < map.num_elements(); ++i) {
      const int64_t at = map.int_at(i);
      if (at < 0 || at >= grad.num_elements()) {
        return InvalidArgument("reverse_index_map[", i, "] = ", at, " is not in [0,",
                               grad.num_elements(), ")");
      }
      kept[static_cast<size_t>(at)] = true;
      places.push_back(at);
    }
    RUNNEL_RETURN_IF_ERROR(SetChosen(ctx, 0, grad, places));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[1], MakeZeros(grad.dtype(), Shape(), ctx.allocator));
    return VisitNumbers(grad.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      T* const sum = ElementsOf<T>(ctx.outputs[1]);
      for (size_t i = 0; i < kept.size(); ++i) {
        if (!kept[i]) *sum = Plus(*sum, ElementsOf<T>(grad)[i]);
      }
      return OkStatus();
    });
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "SparseReorder", .create = CreateKernel<SparseReorder>},
    {.op = "SparseReshape", .create = CreateKernel<SparseReshape>},
    {.op = "SparseConcat", .create = CreateKernel<SparseConcat>},
    {.op = "SparseSplit", .create = CreateKernel<SparseSplit>},
    {.op = "SparseSlice", .create = CreateKernel<SparseSlice>},
    {.op = "SparseSliceGrad", .create = CreateKernel<SparseSliceGrad>},
    {.op = "SparseFillEmptyRows", .create = CreateKernel<SparseFillEmptyRows>},
    {.op = "SparseFillEmptyRowsGrad", .create = CreateKernel<SparseFillEmptyRowsGrad>},
};

}  // namespace

std::span<const HostKernelRow> SparseMoveKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
