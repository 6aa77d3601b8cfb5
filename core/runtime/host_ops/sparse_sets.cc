// Sets: rows of the last dim of a dense tensor, or the values of a sparse one that agree in all other
// dims, without repetition.
#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/checked.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/numbers.h"
#include "core/runtime/host_ops/sparse_parts.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

using Row = std::vector<int64_t>;  // which group

template <typename Element>
using Groups = std::map<Row, std::set<Element>>;

// Calls f with a function that gives element i of a tensor, as text or as a number.
template <typename F>
Status VisitElements(DType dtype, F&& f) {
  if (dtype == DType::kString) {
    return f([](const Tensor& tensor, int64_t i) { return tensor.string_at(i); });
  }
  return VisitRealNumbers(dtype, [&](auto tag) -> Status {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_integral_v<T>) {
      return f([](const Tensor& tensor, int64_t i) { return ElementsOf<T>(tensor)[i]; });
    } else {
      return Unimplemented("sets of elements that are no integers or strings");
    }
  });
}

// All but the last dim.
Row GroupShape(std::span<const int64_t> dims) { return Row(dims.begin(), dims.end() - 1); }

template <typename Element, typename Get>
Result<Groups<Element>> DenseGroups(const Tensor& set, const Get& get) {
  Groups<Element> groups;
  const auto dims = set.shape().dims();
  const int64_t width = dims.back();
  Row row(dims.size() - 1, 0);
  const int64_t count = width == 0 ? 0 : set.num_elements() / width;
  for (int64_t i = 0; i < count; ++i) {
    std::set<Element>& group = groups[row];
    for (int64_t k = 0; k < width; ++k) group.insert(get(set, i * width + k));
    for (size_t d = row.size(); d-- > 0;) {
      if (++row[d] < dims[d]) break;
      row[d] = 0;
    }
  }
  return groups;
}

template <typename Element, typename Get>
Result<Groups<Element>> SparseGroups(const SparseParts& set, bool validate, std::string_view what,
                                     const Get& get) {
  if (set.rank() < 2) {
    return InvalidArgument(what, " has rank ", set.rank(), ", expected at least 2");
  }
  RUNNEL_RETURN_IF_ERROR(set.CheckRange(what));
  if (validate && !set.InOrder()) return InvalidArgument(what, ": indices are not in order");
  Groups<Element> groups;
  for (int64_t i = 0; i < set.size(); ++i) {
    groups[Row(set.row(i), set.row(i) + set.rank() - 1)].insert(get(set.values(), i));
  }
  return groups;
}

enum class SetLaw { kFirstWithout, kSecondWithout, kBoth, kEither };

template <typename Element>
std::vector<Element> Combine(SetLaw law, const std::set<Element>& a, const std::set<Element>& b) {
  std::vector<Element> out;
  const auto to = std::back_inserter(out);
  switch (law) {
    case SetLaw::kFirstWithout:
      std::set_difference(a.begin(), a.end(), b.begin(), b.end(), to);
      break;
    case SetLaw::kSecondWithout:
      std::set_difference(b.begin(), b.end(), a.begin(), a.end(), to);
      break;
    case SetLaw::kBoth:
      std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), to);
      break;
    case SetLaw::kEither:
      std::set_union(a.begin(), a.end(), b.begin(), b.end(), to);
      break;
  }
  return out;
}

class SetOperation : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    validate_ = AttrOr(node, "validate_indices", true);
    first_sparse_ = node.op.starts_with("Sparse");
    second_sparse_ = node.op.find("ToSparse") != std::string_view::npos;
    std::string law = StringAttrOr(node, "set_operation", "");
    for (char& c : law) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    static constexpr std::pair<std::string_view, SetLaw> kLaws[] = {{"a-b", SetLaw::kFirstWithout},
                                                                    {"b-a", SetLaw::kSecondWithout},
                                                                    {"intersection", SetLaw::kBoth},
                                                                    {"union", SetLaw::kEither}};
    for (const auto& [name, value] : kLaws) {
      if (law != name) continue;
      law_ = value;
      return OkStatus();
    }
    return InvalidArgument("set_operation is \"", law, "\", expected a-b, b-a, intersection or union");
  }

  Status Run(HostContext& ctx) override {
    Row first, second;
    std::vector<SparseParts> parts(2);
    RUNNEL_RETURN_IF_ERROR(Shapes(ctx, 0, first_sparse_, "set1", &parts[0], &first));
    const size_t next = first_sparse_ ? 3 : 1;
    RUNNEL_RETURN_IF_ERROR(Shapes(ctx, next, second_sparse_, "set2", &parts[1], &second));
    if (first != second) {
      return InvalidArgument("set1 has groups of shape ", Shape(first).ToString(), ", set2 of ",
                             Shape(second).ToString(), ": they must be alike");
    }
    const DType dtype = ctx.inputs[first_sparse_ ? 1 : 0].dtype();
    return VisitElements(dtype, [&](const auto& get) -> Status {
      using Element = decltype(get(ctx.inputs[0], 0));
      RUNNEL_ASSIGN_OR_RETURN(const Groups<Element> a,
                              first_sparse_ ? SparseGroups<Element>(parts[0], validate_, "set1", get)
                                            : DenseGroups<Element>(ctx.inputs[0], get));
      RUNNEL_ASSIGN_OR_RETURN(const Groups<Element> b,
                              second_sparse_ ? SparseGroups<Element>(parts[1], validate_, "set2", get)
                                             : DenseGroups<Element>(ctx.inputs[next], get));
      return Write(ctx, dtype, first, a, b);
    });
  }

 private:
  Status Shapes(const HostContext& ctx, size_t input, bool sparse, std::string_view what,
                SparseParts* parts, Row* groups) const {
    if (sparse) {
      RUNNEL_ASSIGN_OR_RETURN(*parts, SparseParts::FromInputs(ctx, input, what));
      if (parts->rank() < 2) {
        return InvalidArgument(what, " has rank ", parts->rank(), ", expected at least 2");
      }
      *groups = GroupShape(parts->dims());
      return OkStatus();
    }
    const Shape& shape = ctx.inputs[input].shape();
    if (shape.rank() < 2) {
      return InvalidArgument(what, " has shape ", shape.ToString(), ", expected a rank of at least 2");
    }
    *groups = GroupShape(shape.dims());
    return OkStatus();
  }

  template <typename Element>
  Status Write(HostContext& ctx, DType dtype, const Row& shape, const Groups<Element>& a,
               const Groups<Element>& b) const {
    Row indices;
    std::vector<Element> values;
    int64_t most = 0;
    const std::set<Element> none;
    const auto add = [&](const Row& row, const std::set<Element>& x, const std::set<Element>& y) {
      const std::vector<Element> result = Combine(law_, x, y);
      for (size_t i = 0; i < result.size(); ++i) {
        indices.insert(indices.end(), row.begin(), row.end());
        indices.push_back(static_cast<int64_t>(i));
        values.push_back(result[i]);
      }
      most = std::max(most, static_cast<int64_t>(result.size()));
    };
    auto at = a.begin();
    auto bt = b.begin();
    while (at != a.end() || bt != b.end()) {
      const bool takes_a = at != a.end() && (bt == b.end() || at->first <= bt->first);
      const bool takes_b = bt != b.end() && (at == a.end() || bt->first <= at->first);
      add(takes_a ? at->first : bt->first, takes_a ? at->second : none, takes_b ? bt->second : none);
      if (takes_a) ++at;
      if (takes_b) ++bt;
    }
    const int64_t n = static_cast<int64_t>(values.size()), rank = static_cast<int64_t>(shape.size()) + 1;
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out_indices, NewOutput(ctx, 0, DType::kInt64, Shape{n, rank}));
    std::copy(indices.begin(), indices.end(), ElementsOf<int64_t>(*out_indices));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out_values, NewOutput(ctx, 1, dtype, Shape{n}));
    for (int64_t i = 0; i < n; ++i) {
      const Element& value = values[static_cast<size_t>(i)];
      if constexpr (std::is_same_v<Element, std::string_view>) {
        RUNNEL_RETURN_IF_ERROR(SetString(*out_values, i, value));
      } else {
        ElementsOf<Element>(*out_values)[i] = value;
      }
    }
    Row out_shape = shape;
    out_shape.push_back(most);
    return SetVector(ctx, 2, out_shape);
  }

  bool validate_ = true, first_sparse_ = false, second_sparse_ = false;
  SetLaw law_ = SetLaw::kBoth;
};

class SetSize : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    validate_ = AttrOr(node, "validate_indices", true);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts set, SparseParts::FromInputs(ctx, 0, "set"));
    return VisitElements(set.values().dtype(), [&](const auto& get) -> Status {
      using Element = decltype(get(ctx.inputs[0], 0));
      RUNNEL_ASSIGN_OR_RETURN(const Groups<Element> groups,
                              SparseGroups<Element>(set, validate_, "set", get));
      const Row shape = GroupShape(set.dims());
      RUNNEL_ASSIGN_OR_RETURN(Tensor* const sizes, NewOutput(ctx, 0, DType::kInt32, Shape(shape)));
      std::fill_n(ElementsOf<int32_t>(*sizes), sizes->num_elements(), 0);
      for (const auto& [row, group] : groups) {
        int64_t at = 0;
        for (size_t d = 0; d < row.size(); ++d) at = at * shape[d] + row[d];
        ElementsOf<int32_t>(*sizes)[at] = static_cast<int32_t>(group.size());
      }
      return OkStatus();
    });
  }

 private:
  bool validate_ = true;
};

// ---- edit distance ----

// How many insertions, deletions and replacements make one row of a sparse tensor another's
// (Levenshtein's distance).
class EditDistance : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    normalize_ = AttrOr(node, "normalize", true);
    const DType type = node.input_types[1];
    if (!IsPlainData(type) && type != DType::kString) {
      return InvalidArgument("elements of type ", DTypeName(type), " cannot be compared");
    }
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts hypothesis, SparseParts::FromInputs(ctx, 0, "hypothesis"));
    RUNNEL_ASSIGN_OR_RETURN(const SparseParts truth, SparseParts::FromInputs(ctx, 3, "truth"));
    if (hypothesis.rank() != truth.rank() || truth.rank() < 2) {
      return InvalidArgument("hypothesis has rank ", hypothesis.rank(), ", truth ", truth.rank(),
                             ": expected the same, of at least 2");
    }
    Row shape;
    for (int d = 0; d + 1 < truth.rank(); ++d)
      shape.push_back(std::max(truth.dim(d), hypothesis.dim(d)));
    const Rows a = RowsOf(hypothesis), b = RowsOf(truth);
    RUNNEL_RETURN_IF_ERROR(CheckRows(a, shape, "hypothesis"));
    RUNNEL_RETURN_IF_ERROR(CheckRows(b, shape, "truth"));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const output, NewOutput(ctx, 0, DType::kFloat, Shape(shape)));
    float* const out = ElementsOf<float>(*output);
    std::fill_n(out, output->num_elements(), 0.0F);
    const std::vector<int64_t> none;
    auto at = a.begin();
    auto bt = b.begin();
    while (at != a.end() || bt != b.end()) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      const bool takes_a = at != a.end() && (bt == b.end() || at->first <= bt->first);
      const bool takes_b = bt != b.end() && (at == a.end() || bt->first <= at->first);
      const Row& row = takes_a ? at->first : bt->first;
      int64_t place = 0;
      for (size_t d = 0; d < row.size(); ++d) place = place * shape[d] + row[d];
      RUNNEL_ASSIGN_OR_RETURN(out[place], Distance(ctx, hypothesis.values(), takes_a ? at->second : none,
                                                   truth.values(), takes_b ? bt->second : none));
      if (takes_a) ++at;
      if (takes_b) ++bt;
    }
    return OkStatus();
  }

 private:
  using Rows = std::map<Row, std::vector<int64_t>>;  // places of values
  static Rows RowsOf(const SparseParts& parts) {
    Rows rows;
    for (int64_t i = 0; i < parts.size(); ++i) {
      rows[Row(parts.row(i), parts.row(i) + parts.rank() - 1)].push_back(i);
    }
    return rows;
  }
  static Status CheckRows(const Rows& rows, const Row& shape, std::string_view what) {
    for (const auto& [row, places] : rows) {
      for (size_t d = 0; d < row.size(); ++d) {
        if (row[d] >= 0 && row[d] < shape[d]) continue;
        return InvalidArgument(what, ": an index of dim ", d, " is ", row[d], ", which is not in [0,",
                               shape[d], ")");
      }
    }
    return OkStatus();
  }
  static bool Same(const Tensor& a, int64_t i, const Tensor& b, int64_t k) {
    if (a.dtype() == DType::kString) return a.string_at(i) == b.string_at(k);
    bool same = false;
    // As numbers: -0 is 0, and no NaN is another.
    const Status status = VisitNumbers(a.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      same = ElementsOf<T>(a)[i] == ElementsOf<T>(b)[k];
      return OkStatus();
    });
    if (!status.ok()) same = ElementsOf<bool>(a)[i] == ElementsOf<bool>(b)[k];
    return same;
  }
  Result<float> Distance(const HostContext& ctx, const Tensor& a, const std::vector<int64_t>& x,
                         const Tensor& b, const std::vector<int64_t>& y) const {
    std::vector<int64_t> row(y.size() + 1);
    for (size_t k = 0; k < row.size(); ++k) row[k] = static_cast<int64_t>(k);
    for (size_t i = 0; i < x.size(); ++i) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      int64_t diagonal = row[0];
      row[0] = static_cast<int64_t>(i) + 1;
      for (size_t k = 0; k < y.size(); ++k) {
        const int64_t replaced = diagonal + (Same(a, x[i], b, y[k]) ? 0 : 1);
        diagonal = row[k + 1];
        row[k + 1] = std::min({replaced, row[k] + 1, diagonal + 1});
      }
    }
    const float distance = static_cast<float>(row.back());
    if (!normalize_ || (x.empty() && y.empty())) return distance;
    return distance / static_cast<float>(y.size());
  }

  bool normalize_ = true;
};

constexpr HostKernelRow kRows[] = {
    {.op = "DenseToDenseSetOperation", .create = CreateKernel<SetOperation>},
    {.op = "DenseToSparseSetOperation", .create = CreateKernel<SetOperation>},
    {.op = "SparseToSparseSetOperation", .create = CreateKernel<SetOperation>},
    {.op = "SetSize", .create = CreateKernel<SetSize>},
    {.op = "EditDistance", .create = CreateKernel<EditDistance>},
};

}  // namespace

std::span<const HostKernelRow> SetKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
