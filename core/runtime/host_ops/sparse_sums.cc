// Sparse tensors whose values are computed with: sums, products and extremes with sparse and dense ones,
// reductions, softmax.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/numbers.h"
#include "core/runtime/host_ops/sparse_parts.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status CheckSameShape(const SparseParts& a, const SparseParts& b) {
  if (a.dims() == b.dims()) return OkStatus();
  return InvalidArgument("a has the dense shape ", Shape(a.dims()).ToString(), ", b ",
                         Shape(b.dims()).ToString(), ": they must be alike");
}

// The rows of a and b in order: calls f(i, k) with the places of a row's values, -1 where one has none.
template <typename F>
void Merge(const SparseParts& a, const SparseParts& b, const F& f) {
  int64_t i = 0, k = 0;
  while (i < a.size() || k < b.size()) {
    const int order = i == a.size() ? 1 : k == b.size() ? -1 : a.Compare(i, b, k, a.rank());
    f(order <= 0 ? i : -1, order >= 0 ? k : -1);
    if (order <= 0) ++i;
    if (order >= 0) ++k;
  }
}

// Writes rows of a or, where it has none, of b.
Status WriteRows(HostContext& ctx, size_t output, const SparseParts& a, const SparseParts& b,
                 const std::vector<std::pair<int64_t, int64_t>>& rows) {
  RUNNEL_ASSIGN_OR_RETURN(
      Tensor* const indices,
      NewOutput(ctx, output, DType::kInt64, Shape{static_cast<int64_t>(rows.size()), a.rank()}));
  int64_t* at = ElementsOf<int64_t>(*indices);
  for (const auto& [i, k] : rows) at = std::copy_n(i >= 0 ? a.row(i) : b.row(k), a.rank(), at);
  return OkStatus();
}

template <typename T>
auto Magnitude(T value) {
  if constexpr (kIsComplex<T>) {
    return std::abs(value);
  } else if constexpr (kIsNarrow<T>) {
    return std::fabs(static_cast<float>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    return std::fabs(value);
  } else if constexpr (std::is_signed_v<T>) {
    return value < 0 ? Plus<T>(static_cast<T>(~value), T{1}) : value;
  } else {
    return value;
  }
}

class SparseAdd : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts a, SparseParts::FromInputs(ctx, 0, "a"));
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts b, SparseParts::FromInputs(ctx, 3, "b"));
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 6, "thresh", 0));
    RUNNEL_RETURN_IF_ERROR(CheckSameShape(a, b));
    ctx.outputs[2] = ctx.inputs[2];
    return VisitNumbers(a.values().dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      using Real = decltype(Magnitude(T{}));
      // For a narrow type the threshold has it too; the magnitude is a float.
      Real least;
      if constexpr (kIsNarrow<T>) {
        least = static_cast<float>(*ElementsOf<T>(ctx.inputs[6]));
      } else {
        least = *ElementsOf<Real>(ctx.inputs[6]);
      }
      std::vector<std::pair<int64_t, int64_t>> rows;
      std::vector<T> sums;
      Merge(a, b, [&](int64_t i, int64_t k) {
        const T x = i >= 0 ? ElementsOf<T>(a.values())[i] : T{},
                y = k >= 0 ? ElementsOf<T>(b.values())[k] : T{};
        const T sum = i < 0 ? y : k < 0 ? x : Plus(x, y);
        // As in TensorFlow, what one alone has is kept, however small.
        if (i >= 0 && k >= 0 && !(least <= Magnitude(sum))) return;
        rows.emplace_back(i, k);
        sums.push_back(sum);
      });
      RUNNEL_RETURN_IF_ERROR(WriteRows(ctx, 0, a, b, rows));
      RUNNEL_ASSIGN_OR_RETURN(Tensor* const values, NewOutput(ctx, 1, a.values().dtype(),
                                                              Shape{static_cast<int64_t>(sums.size())}));
      std::copy(sums.begin(), sums.end(), ElementsOf<T>(*values));
      return OkStatus();
    });
  }
};

// The gradients of those elements of a and b that are in the sum; zeros for others.
class SparseAddGrad : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& grad = ctx.inputs[0];
    const Tensor& sum = ctx.inputs[3];
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "backprop_val_grad", 1));
    static constexpr std::string_view kNames[] = {"", "a_indices", "b_indices", "sum_indices"};
    for (size_t i = 1; i < 4; ++i) {
      RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, i, kNames[i], 2));
      if (ctx.inputs[i].shape().dim(1) == sum.shape().dim(1)) continue;
      return InvalidArgument(kNames[i], " has shape ", ctx.inputs[i].shape().ToString(),
                             ", sum_indices ", sum.shape().ToString());
    }
    if (grad.num_elements() != sum.shape().dim(0)) {
      return InvalidArgument("backprop_val_grad has ", grad.num_elements(), " elements, sum_indices ",
                             sum.shape().ToString());
    }
    for (size_t part = 0; part < 2; ++part) {
      const Tensor& indices = ctx.inputs[part + 1];
      const int64_t n = indices.shape().dim(0), m = grad.num_elements(), rank = sum.shape().dim(1);
      RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[part], MakeZeros(grad.dtype(), Shape{n}, ctx.allocator));
      const int64_t* x = static_cast<const int64_t*>(indices.data());
      const int64_t* const begin = static_cast<const int64_t*>(sum.data());
      int64_t k = 0;
      for (int64_t i = 0; i < n; ++i, x += rank) {
        while (k < m &&
               std::lexicographical_compare(begin + k * rank, begin + (k + 1) * rank, x, x + rank))
          ++k;
        if (k == m || !std::equal(x, x + rank, begin + k * rank)) continue;
        RUNNEL_RETURN_IF_ERROR(CopyElements(grad, k, 1, &ctx.outputs[part], i));
      }
    }
    return OkStatus();
  }
};

template <bool kMaximum>
class SparseSparseExtreme : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts a, SparseParts::FromInputs(ctx, 0, "a"));
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts b, SparseParts::FromInputs(ctx, 3, "b"));
    RUNNEL_RETURN_IF_ERROR(CheckSameShape(a, b));
    std::vector<std::pair<int64_t, int64_t>> rows;
    Merge(a, b, [&](int64_t i, int64_t k) { rows.emplace_back(i, k); });
    RUNNEL_RETURN_IF_ERROR(WriteRows(ctx, 0, a, b, rows));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const values, NewOutput(ctx, 1, a.values().dtype(),
                                                            Shape{static_cast<int64_t>(rows.size())}));
    return VisitRealNumbers(a.values().dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      T* out = ElementsOf<T>(*values);
      for (const auto& [i, k] : rows) {
        const T x = i >= 0 ? ElementsOf<T>(a.values())[i] : T{},
                y = k >= 0 ? ElementsOf<T>(b.values())[k] : T{};
        *out++ = (kMaximum ? x < y : y < x) ? y : x;
      }
      return OkStatus();
    });
  }
};

// ---- with dense ones ----

class SparseTensorDenseAdd : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& indices = ctx.inputs[0];
    const Tensor& values = ctx.inputs[1];
    const Tensor& shape = ctx.inputs[2];
    const Tensor& b = ctx.inputs[3];
    const int64_t rank = b.shape().rank();
    bool fits = indices.shape().rank() == 2 && values.shape().rank() == 1 &&
                shape.shape() == Shape{rank} && indices.shape().dim(0) == values.num_elements() &&
                indices.shape().dim(1) == rank;
    for (int64_t d = 0; fits && d < rank; ++d)
      fits = shape.int_at(d) == b.shape().dim(static_cast<int>(d));
    if (!fits) {
      return InvalidArgument("a_indices ", indices.shape().ToString(), ", a_values ",
                             values.shape().ToString(), " and a_shape do not fit b ",
                             b.shape().ToString());
    }
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], b.Clone(ctx.allocator));
    return VisitNumbers(b.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      T* const out = ElementsOf<T>(ctx.outputs[0]);
      for (int64_t i = 0; i < values.num_elements(); ++i) {
        int64_t place = 0;
        for (int64_t d = 0; d < rank; ++d) {
          const int64_t index = indices.int_at(i * rank + d), size = b.shape().dim(static_cast<int>(d));
          if (index < 0 || index >= size) {
            return InvalidArgument("a_indices[", i, ",", d, "] = ", index, " is not in [0,", size, ")");
          }
          place = place * size + index;
        }
        out[place] = Plus(out[place], ElementsOf<T>(values)[i]);
      }
      return OkStatus();
    });
  }
};

enum class Cwise { kAdd, kMul, kDiv };

// The values of a sparse tensor with those that a dense one, broadcast to its shape, has in their
// places.
template <Cwise kLaw>
class SparseDenseCwise : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts sparse, SparseParts::FromInputs(ctx, 0, "sp"));
    const Tensor& dense = ctx.inputs[3];
    const int rank = dense.shape().rank(), skipped = sparse.rank() - rank;
    bool fits = skipped >= 0;
    for (int d = 0; fits && d < rank; ++d) {
      fits = dense.shape().dim(d) == 1 || dense.shape().dim(d) == sparse.dim(d + skipped);
    }
    if (!fits) {
      return InvalidArgument("dense ", dense.shape().ToString(),
                             " does not broadcast to the sparse shape ",
                             Shape(sparse.dims()).ToString());
    }
    RUNNEL_RETURN_IF_ERROR(sparse.CheckRange("sp"));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const output,
                            NewOutput(ctx, 0, dense.dtype(), sparse.values().shape()));
    return VisitNumbers(dense.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      for (int64_t i = 0; i < sparse.size(); ++i) {
        int64_t place = 0;
        for (int d = 0; d < rank; ++d) {
          const int64_t size = dense.shape().dim(d);
          place = place * size + (size == 1 ? 0 : sparse.index(i, d + skipped));
        }
        const T x = ElementsOf<T>(sparse.values())[i], y = ElementsOf<T>(dense)[place];
        T& out = ElementsOf<T>(*output)[i];
        if constexpr (kLaw == Cwise::kAdd) {
          out = Plus(x, y);
        } else if constexpr (kLaw == Cwise::kMul) {
          out = Times(x, y);
        } else if constexpr (std::is_integral_v<T>) {
          if (y == T{0}) return InvalidArgument("integer division by zero at value ", i);
          out = std::is_signed_v<T> && y == static_cast<T>(-1) ? Times(x, y) : static_cast<T>(x / y);
        } else if constexpr (kIsNarrow<T>) {
          out = T(static_cast<float>(x) / static_cast<float>(y));
        } else {
          out = x / y;
        }
      }
      return OkStatus();
    });
  }
};

// ---- reductions ----

// The values in groups that agree in the dims that are kept: sums, or the largest ones.
template <bool kMaximum, bool kSparse>
class SparseReduce : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    keep_dims_ = AttrOr(node, "keep_dims", false);
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts input, SparseParts::FromInputs(ctx, 0, "input"));
    RUNNEL_RETURN_IF_ERROR(input.CheckRange("input"));
    const Tensor& axes = ctx.inputs[3];
    if (axes.shape().rank() > 1) {
      return InvalidArgument("reduction_axes must be a scalar or a vector, got shape ",
                             axes.shape().ToString());
    }
    const int rank = input.rank();
    std::vector<bool> reduced(static_cast<size_t>(rank), false);
    for (int64_t i = 0; i < axes.num_elements(); ++i) {
      const int64_t axis = axes.int_at(i);
      if (axis < -rank || axis >= rank) {
        return InvalidArgument("reduction axis ", axis, " is not in [", -rank, ",", rank, ")");
      }
      reduced[static_cast<size_t>(axis < 0 ? axis + rank : axis)] = true;
    }
    std::vector<int> kept;
    std::vector<int64_t> shape;
    for (int d = 0; d < rank; ++d) {
      const bool is_reduced = reduced[static_cast<size_t>(d)];
      if (!is_reduced) kept.push_back(d);
      if (!is_reduced || keep_dims_) shape.push_back(is_reduced ? 1 : input.dim(d));
    }
    const auto key = [&](int64_t i) {
      std::vector<int64_t> out;
      for (const int d : kept) out.push_back(input.index(i, d));
      return out;
    };
    std::vector<std::pair<std::vector<int64_t>, int64_t>> rows;
    for (int64_t i = 0; i < input.size(); ++i) rows.emplace_back(key(i), i);
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<size_t> groups;  // where each begins
    for (size_t i = 0; i < rows.size(); ++i) {
      if (i == 0 || rows[i].first != rows[i - 1].first) groups.push_back(i);
    }
    const DType dtype = input.values().dtype();
    if constexpr (kSparse) {
      RUNNEL_ASSIGN_OR_RETURN(
          Tensor* const indices,
          NewOutput(ctx, 0, DType::kInt64,
                    Shape{static_cast<int64_t>(groups.size()), static_cast<int64_t>(shape.size())}));
      int64_t* at = ElementsOf<int64_t>(*indices);
      for (const size_t begin : groups) {
        size_t next = 0;
        for (int d = 0; d < rank; ++d) {
          const bool is_reduced = reduced[static_cast<size_t>(d)];
          if (!is_reduced || keep_dims_) *at++ = is_reduced ? 0 : rows[begin].first[next];
          if (!is_reduced) ++next;
        }
      }
      RUNNEL_RETURN_IF_ERROR(
          NewOutput(ctx, 1, dtype, Shape{static_cast<int64_t>(groups.size())}).status());
      RUNNEL_RETURN_IF_ERROR(SetVector(ctx, 2, shape));
    } else {
      RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], MakeZeros(dtype, Shape(shape), ctx.allocator));
    }
    const auto place = [&](size_t group) {
      if constexpr (kSparse) return static_cast<int64_t>(group);
      int64_t at = 0;
      const std::vector<int64_t>& row = rows[groups[group]].first;
      for (size_t k = 0; k < kept.size(); ++k) at = at * input.dim(kept[k]) + row[k];
      return at;
    };
    const auto compute = [&](auto tag) {
      using T = typename decltype(tag)::Type;
      using Sum = std::conditional_t<std::is_same_v<T, float> || kIsNarrow<T>, double, T>;
      const T* const values = ElementsOf<T>(input.values());
      T* const out = ElementsOf<T>(ctx.outputs[kSparse ? 1 : 0]);
      for (size_t g = 0; g < groups.size(); ++g) {
        const size_t end = g + 1 < groups.size() ? groups[g + 1] : rows.size();
        if constexpr (kMaximum) {
          T most = values[rows[groups[g]].second];
          for (size_t i = groups[g]; i < end; ++i) {
            const T value = values[rows[i].second];
            if (most < value) most = value;
          }
          out[place(g)] = most;
        } else {
          Sum sum = {};
          for (size_t i = groups[g]; i < end; ++i) {
            if constexpr (kIsNarrow<T>) {
              sum += static_cast<double>(static_cast<float>(values[rows[i].second]));
            } else {
              sum = Plus(sum, static_cast<Sum>(values[rows[i].second]));
            }
          }
          if constexpr (kIsNarrow<T>) {
            out[place(g)] = T(static_cast<float>(sum));
          } else {
            out[place(g)] = static_cast<T>(sum);
          }
        }
      }
      return OkStatus();
    };
    if constexpr (kMaximum)
      return VisitRealNumbers(dtype, compute);
    else
      return VisitNumbers(dtype, compute);
  }

 private:
  bool keep_dims_ = false;
};

// Over the values of each row of the last dim; what is not there counts as nothing, not as 0.
class SparseSoftmax : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts input, SparseParts::FromInputs(ctx, 0, "sp"));
    if (input.rank() < 2) {
      return InvalidArgument("the sparse tensor has rank ", input.rank(), ", expected at least 2");
    }
    int64_t elements = 1;
    for (const int64_t dim : input.dims()) {
      if (__builtin_mul_overflow(elements, dim, &elements))
        return InvalidArgument("sp_shape has more than 2^63-1 elements");
    }
    const std::vector<int64_t> order = input.Order();
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const output,
                            NewOutput(ctx, 0, input.values().dtype(), input.values().shape()));
    return VisitRealNumbers(input.values().dtype(), [&](auto tag) -> Status {
      using T = typename decltype(tag)::Type;
      if constexpr (std::is_integral_v<T>) {
        return Unimplemented("a softmax of integers");
      } else {
        const T* const in = ElementsOf<T>(input.values());
        T* const out = ElementsOf<T>(*output);
        for (size_t begin = 0; begin < order.size();) {
          size_t end = begin + 1;
          while (end < order.size() &&
                 input.Compare(order[begin], input, order[end], input.rank() - 1) == 0)
            ++end;
          double most = -std::numeric_limits<double>::infinity(), sum = 0;
          for (size_t i = begin; i < end; ++i) most = std::max(most, static_cast<double>(in[order[i]]));
          for (size_t i = begin; i < end; ++i) sum += std::exp(static_cast<double>(in[order[i]]) - most);
          for (size_t i = begin; i < end; ++i) {
            const double value = std::exp(static_cast<double>(in[order[i]]) - most) / sum;
            out[order[i]] = static_cast<T>(static_cast<typename ComputeOf<T>::Type>(value));
          }
          begin = end;
        }
        return OkStatus();
      }
    });
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "SparseAdd", .create = CreateKernel<SparseAdd>},
    {.op = "SparseAddGrad", .create = CreateKernel<SparseAddGrad>},
    {.op = "SparseSparseMaximum", .create = CreateKernel<SparseSparseExtreme<true>>},
    {.op = "SparseSparseMinimum", .create = CreateKernel<SparseSparseExtreme<false>>},
    {.op = "SparseTensorDenseAdd", .create = CreateKernel<SparseTensorDenseAdd>},
    {.op = "SparseDenseCwiseAdd", .create = CreateKernel<SparseDenseCwise<Cwise::kAdd>>},
    {.op = "SparseDenseCwiseMul", .create = CreateKernel<SparseDenseCwise<Cwise::kMul>>},
    {.op = "SparseDenseCwiseDiv", .create = CreateKernel<SparseDenseCwise<Cwise::kDiv>>},
    {.op = "SparseReduceSum", .create = CreateKernel<SparseReduce<false, false>>},
    {.op = "SparseReduceSumSparse", .create = CreateKernel<SparseReduce<false, true>>},
    {.op = "SparseReduceMax", .create = CreateKernel<SparseReduce<true, false>>},
    {.op = "SparseReduceMaxSparse", .create = CreateKernel<SparseReduce<true, true>>},
    {.op = "SparseSoftmax", .create = CreateKernel<SparseSoftmax>},
};

}  // namespace

std::span<const HostKernelRow> SparseSumKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
