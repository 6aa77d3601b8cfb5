// Slices of tensors without repetition, and those that another tensor does not have.
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/numbers.h"
#include "core/runtime/host_ops/sparse_parts.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

bool HasBytes(DType type) { return IsPlainData(type) || type == DType::kString; }

// Appends what tells element i from all others: bytes, with -0 as 0; of a string also its size. NaN is
// equal to nothing, so one has the place `at` in its key.
void AppendKey(const Tensor& tensor, int64_t i, int64_t at, std::string* out) {
  if (tensor.dtype() == DType::kString) {
    const std::string_view text = tensor.string_at(i);
    *out += StrCat(text.size(), ":");
    *out += text;
    return;
  }
  const size_t size = DTypeSize(tensor.dtype());
  const char* const bytes = static_cast<const char*>(tensor.data()) + static_cast<size_t>(i) * size;
  const bool is_complex = IsComplex(tensor.dtype());
  if (!IsFloating(tensor.dtype()) && !is_complex) {
    out->append(bytes, size);
    return;
  }
  (void)VisitNumbers(tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T value = ElementsOf<T>(tensor)[i];
    const auto add = [&](auto part) {
      part = part == decltype(part){} ? decltype(part){} : part;
      out->append(reinterpret_cast<const char*>(&part), sizeof(part));
    };
    if (!(value == value)) *out += StrCat("nan", at, ":");
    if constexpr (kIsComplex<T>) {
      add(value.real());
      add(value.imag());
    } else if constexpr (kIsNarrow<T>) {
      add(static_cast<float>(value));
    } else {
      add(value);
    }
    return OkStatus();
  });
}

void StoreIndex(const Tensor& tensor, int64_t i, int64_t value) {
  if (tensor.dtype() == DType::kInt32) {
    ElementsOf<int32_t>(tensor)[i] = static_cast<int32_t>(value);
  } else {
    ElementsOf<int64_t>(tensor)[i] = value;
  }
}

class ListDiff : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    index_ = AttrOr(node, "out_idx", DType::kInt32);
    if (!HasBytes(node.input_types[0])) {
      return InvalidArgument("elements of type ", DTypeName(node.input_types[0]), " cannot be compared");
    }
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "x", 1));
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 1, "y", 1));
    const Tensor& x = ctx.inputs[0];
    if (index_ == DType::kInt32 && x.num_elements() > INT32_MAX) {
      return InvalidArgument("x has too many elements for indices of int32");
    }
    std::unordered_set<std::string> dropped;
    std::string key;
    for (int64_t i = 0; i < ctx.inputs[1].num_elements(); ++i) {
      key.clear();
      AppendKey(ctx.inputs[1], i, -1, &key);
      dropped.insert(key);
    }
    std::vector<int64_t> kept;
    for (int64_t i = 0; i < x.num_elements(); ++i) {
      key.clear();
      AppendKey(x, i, i, &key);
      if (!dropped.contains(key)) kept.push_back(i);
    }
    RUNNEL_RETURN_IF_ERROR(SetChosen(ctx, 0, x, kept));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const indices,
                            NewOutput(ctx, 1, index_, Shape{static_cast<int64_t>(kept.size())}));
    for (size_t i = 0; i < kept.size(); ++i) StoreIndex(*indices, static_cast<int64_t>(i), kept[i]);
    return OkStatus();
  }

 private:
  DType index_ = DType::kInt32;
};

class UniqueV2 : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    index_ = AttrOr(node, "out_idx", DType::kInt32);
    if (!HasBytes(node.input_types[0])) {
      return InvalidArgument("elements of type ", DTypeName(node.input_types[0]), " cannot be compared");
    }
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    const Tensor& x = ctx.inputs[0];
    const Tensor& axes = ctx.inputs[1];
    const int rank = x.shape().rank();
    if (axes.shape().rank() > 1 || axes.num_elements() > 1) {
      return InvalidArgument("axis must be a vector of one number or none, got shape ",
                             axes.shape().ToString());
    }
    int axis = 0;
    if (axes.num_elements() == 0) {
      if (rank != 1)
        return InvalidArgument("without an axis x must be a vector, got ", x.shape().ToString());
    } else {
      const int64_t asked = axes.int_at(0);
      if (asked < -rank || asked >= rank) {
        return InvalidArgument("axis ", asked, " is not in [", -rank, ",", rank, ")");
      }
      axis = static_cast<int>(asked < 0 ? asked + rank : asked);
    }
    int64_t before = 1, after = 1;
    for (int d = 0; d < rank; ++d) (d < axis ? before : after) *= d == axis ? 1 : x.shape().dim(d);
    const int64_t n = x.shape().dim(axis);
    if (index_ == DType::kInt32 && n > INT32_MAX) {
      return InvalidArgument("x has too many slices for indices of int32");
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const indices, NewOutput(ctx, 1, index_, Shape{n}));
    std::unordered_map<std::string, int64_t> seen;
    std::vector<int64_t> firsts, counts;
    std::string key;
    for (int64_t i = 0; i < n; ++i) {
      if (i % 1024 == 0) RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      key.clear();
      for (int64_t b = 0; b < before; ++b) {
        for (int64_t a = 0; a < after; ++a) AppendKey(x, (b * n + i) * after + a, i, &key);
      }
      const auto [it, is_new] = seen.try_emplace(key, static_cast<int64_t>(firsts.size()));
      if (is_new) {
        firsts.push_back(i);
        counts.push_back(0);
      }
      ++counts[static_cast<size_t>(it->second)];
      StoreIndex(*indices, i, it->second);
    }
    Shape shape;
    for (int d = 0; d < rank; ++d) {
      shape.Append(d == axis ? static_cast<int64_t>(firsts.size()) : x.shape().dim(d));
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const y, NewOutput(ctx, 0, x.dtype(), shape));
    const int64_t found = static_cast<int64_t>(firsts.size());
    for (int64_t b = 0; b < before; ++b) {
      for (int64_t i = 0; i < found; ++i) {
        RUNNEL_RETURN_IF_ERROR(CopyElements(x, (b * n + firsts[static_cast<size_t>(i)]) * after, after,
                                            y, (b * found + i) * after));
      }
    }
    if (ctx.outputs.size() < 3) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out_counts, NewOutput(ctx, 2, index_, Shape{found}));
    for (int64_t i = 0; i < found; ++i) StoreIndex(*out_counts, i, counts[static_cast<size_t>(i)]);
    return OkStatus();
  }

 private:
  DType index_ = DType::kInt32;
};

constexpr HostKernelRow kRows[] = {
    {.op = "ListDiff", .create = CreateKernel<ListDiff>},
    {.op = "UniqueV2", .create = CreateKernel<UniqueV2>},
    {.op = "UniqueWithCountsV2", .create = CreateKernel<UniqueV2>},
};

}  // namespace

std::span<const HostKernelRow> DistinctKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
