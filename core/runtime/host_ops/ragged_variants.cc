// Ragged tensors as variants, in which form datasets and loops carry them.
#include <utility>

#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/row_splits.h"
#include "core/tensor/variant.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// One ragged tensor, or a dense one where there are no splits.
class RaggedVariant : public Variant {
 public:
  static constexpr std::string_view kTypeName = "RaggedTensorVariant";
  RaggedVariant(std::vector<RowSplits> levels, Tensor values)
      : levels_(std::move(levels)), values_(std::move(values)) {}
  std::string_view TypeName() const override { return kTypeName; }
  const std::vector<RowSplits>& levels() const { return levels_; }
  const Tensor& values() const { return values_; }

 private:
  const std::vector<RowSplits> levels_;
  const Tensor values_;
};

class RaggedTensorToVariant : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    batched_ = AttrOr(node, "batched_input", false);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    const size_t depth = ctx.inputs.size() - 1;
    // Elements outlive the step.
    RUNNEL_ASSIGN_OR_RETURN(const Tensor values, KeepBeyondStep(ctx.inputs[depth], ctx.allocator));
    std::vector<RowSplits> levels;
    if (depth > 0 || batched_) {
      RUNNEL_ASSIGN_OR_RETURN(const int64_t rows, FirstDim(values, "rt_dense_values"));
      RUNNEL_ASSIGN_OR_RETURN(levels, ReadNestedSplits(ctx.inputs.first(depth), rows));
    }
    if (!batched_) {
      ctx.outputs[0] = MakeVariant(MakeRef<RaggedVariant>(std::move(levels), values));
      return OkStatus();
    }
    const int64_t count = depth > 0 ? static_cast<int64_t>(levels[0].size()) - 1 : values.shape().dim(0);
    auto buffer = MakeRef<VariantBuffer>(count);
    for (int64_t i = 0; i < count; ++i) {
      RUNNEL_ASSIGN_OR_RETURN(Ref<Variant> row, Row(ctx, levels, values, i));
      buffer->Set(i, std::move(row));
    }
    ctx.outputs[0] = Tensor(DType::kVariant, Shape{count}, std::move(buffer));
    return OkStatus();
  }

 private:
  static Result<Ref<Variant>> Row(HostContext& ctx, const std::vector<RowSplits>& levels,
                                  const Tensor& values, int64_t i) {
    const Shape element = WithoutFirst(values.shape());
    const int64_t size = element.num_elements();
    if (levels.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(Tensor one, CutElements(values, i * size, element, ctx.allocator));
      return Ref<Variant>(MakeRef<RaggedVariant>(std::vector<RowSplits>(), std::move(one)));
    }
    auto begin = static_cast<size_t>(levels[0][static_cast<size_t>(i)]);
    auto end = static_cast<size_t>(levels[0][static_cast<size_t>(i) + 1]);
    std::vector<RowSplits> own;
    for (size_t level = 1; level < levels.size(); ++level) {
      RowSplits splits;
      for (size_t k = begin; k <= end; ++k) splits.push_back(levels[level][k] - levels[level][begin]);
      own.push_back(std::move(splits));
      const RowSplits& whole = levels[level];
      begin = static_cast<size_t>(whole[begin]);
      end = static_cast<size_t>(whole[end]);
    }
    RUNNEL_ASSIGN_OR_RETURN(
        Tensor part, CutElements(values, static_cast<int64_t>(begin) * size,
                                 Prepend(static_cast<int64_t>(end - begin), element), ctx.allocator));
    return Ref<Variant>(MakeRef<RaggedVariant>(std::move(own), std::move(part)));
  }

  bool batched_ = false;
};

class RaggedTensorFromVariant : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    input_rank_ = AttrOr<int64_t>(node, "input_ragged_rank", -1);
    output_rank_ = AttrOr<int64_t>(node, "output_ragged_rank", 0);
    splits_type_ = AttrOr(node, "Tsplits", DType::kInt64);
    values_type_ = AttrOr(node, "Tvalues", DType::kInvalid);
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    const Tensor& encoded = ctx.inputs[0];
    const Shape& shape = encoded.shape();
    const int64_t inner = input_rank_ < 0 ? output_rank_ - shape.rank() : input_rank_;
    if (inner < 0 || inner + shape.rank() != output_rank_) {
      return InvalidArgument(
          "output_ragged_rank must be equal to input_ragged_rank and the rank of "
          "encoded_ragged together: it is ",
          output_rank_, ", they are ", inner, " and ", shape.rank());
    }
    std::vector<const RaggedVariant*> parts;
    for (int64_t i = 0; i < encoded.num_elements(); ++i) {
      const Ref<Variant>& value = VariantAt(encoded, i);
      if (!value || value->TypeName() != RaggedVariant::kTypeName) {
        return InvalidArgument("Input Variant element at index ", i,
                               " doesn't hold a RaggedTensorVariant: ",
                               value ? value->TypeName() : std::string_view("nothing"));
      }
      parts.push_back(static_cast<const RaggedVariant*>(value.get()));
      RUNNEL_RETURN_IF_ERROR(CheckPart(*parts.back(), *parts.front(), inner, shape.rank() > 0, i));
    }
    return shape.rank() == 0 ? Whole(ctx, *parts[0]) : Stack(ctx, parts, shape, inner);
  }

 private:
  Status CheckPart(const RaggedVariant& part, const RaggedVariant& first, int64_t depth, bool stacked,
                   int64_t i) const {
    if (part.values().dtype() != values_type_) {
      return InvalidArgument("element ", i, " holds values of ", DTypeName(part.values().dtype()),
                             ", the node expects ", DTypeName(values_type_));
    }
    if (static_cast<int64_t>(part.levels().size()) != depth) {
      return InvalidArgument("element ", i, " has ragged rank ", part.levels().size(), ", expected ",
                             depth);
    }
    if (!stacked) return OkStatus();
    if (part.values().shape().rank() == 0) {
      return InvalidArgument("element ", i, " is a scalar, which is no row");
    }
    if (WithoutFirst(part.values().shape()) == WithoutFirst(first.values().shape())) return OkStatus();
    return InvalidArgument("element ", i, " holds values of shape ", part.values().shape().ToString(),
                           ", those before it ", first.values().shape().ToString());
  }

  Status Whole(HostContext& ctx, const RaggedVariant& part) const {
    for (size_t level = 0; level < part.levels().size(); ++level)
      RUNNEL_RETURN_IF_ERROR(SetSplits(ctx, level, splits_type_, part.levels()[level]));
    ctx.outputs[part.levels().size()] = part.values();
    return OkStatus();
  }

  Status Stack(HostContext& ctx, const std::vector<const RaggedVariant*>& parts, const Shape& shape,
               int64_t inner) const {
    size_t next = 0;
    int64_t before = 1;
    for (int d = 0; d + 1 < shape.rank(); ++d) {  // outer dims are rows of equal lengths
      before *= shape.dim(d);
      RowSplits splits(static_cast<size_t>(before) + 1);
      for (size_t i = 0; i < splits.size(); ++i) splits[i] = static_cast<int64_t>(i) * shape.dim(d + 1);
      RUNNEL_RETURN_IF_ERROR(SetSplits(ctx, next++, splits_type_, splits));
    }
    const auto length = [&](const RaggedVariant& part, size_t level) {
      return level < part.levels().size() ? static_cast<int64_t>(part.levels()[level].size()) - 1
                                          : part.values().shape().dim(0);
    };
    RowSplits rows = {0};
    for (const RaggedVariant* part : parts) rows.push_back(rows.back() + length(*part, 0));
    RUNNEL_RETURN_IF_ERROR(SetSplits(ctx, next++, splits_type_, rows));
    for (size_t level = 0; level < static_cast<size_t>(inner); ++level) {
      RowSplits splits = {0};
      for (const RaggedVariant* part : parts) {
        const int64_t begin = splits.back();
        const RowSplits& own = part->levels()[level];
        for (size_t i = 1; i < own.size(); ++i) splits.push_back(begin + own[i]);
      }
      RUNNEL_RETURN_IF_ERROR(SetSplits(ctx, next++, splits_type_, splits));
    }
    int64_t count = 0;
    for (const RaggedVariant* part : parts) count += part->values().shape().dim(0);
    const Shape element = parts.empty() ? Shape() : WithoutFirst(parts[0]->values().shape());
    const Shape whole = Prepend(count, element);
    RUNNEL_RETURN_IF_ERROR(Shape::Make(whole.dims()).status());
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out, NewOutput(ctx, next, values_type_, whole));
    int64_t at = 0;
    for (const RaggedVariant* part : parts) {
      RUNNEL_RETURN_IF_ERROR(CopyElements(part->values(), 0, part->values().num_elements(), out, at));
      at += part->values().num_elements();
    }
    return OkStatus();
  }

  int64_t input_rank_ = -1, output_rank_ = 0;
  DType splits_type_ = DType::kInt64, values_type_ = DType::kInvalid;
};

class RaggedVariantGradient : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    values_type_ = AttrOr(node, "Tvalues", DType::kInvalid);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    const Tensor& encoded = ctx.inputs[0];
    std::vector<int64_t> dims;
    for (int64_t i = 0; i < ctx.inputs[2].num_elements(); ++i) dims.push_back(ctx.inputs[2].int_at(i));
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(dims));
    if (encoded.shape().rank() > 0 && shape.rank() == 0) {
      return InvalidArgument("dense_values_shape is that of a scalar, which has no rows");
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out, NewOutput(ctx, 0, values_type_, shape));
    int64_t at = 0;
    for (int64_t i = 0; i < encoded.num_elements(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(const int64_t count, Part(ctx, i, shape, out, at));
      at += count;
    }
    if (at == out->num_elements()) return OkStatus();
    return InvalidArgument("the variants hold ", at, " values, dense_values_shape is ",
                           shape.ToString());
  }

 private:
  // Writes the values of variant i to element `at` of `out`; gives how many they are.
  Result<int64_t> Part(const HostContext& ctx, int64_t i, const Shape& shape, Tensor* out,
                       int64_t at) const {
    const Ref<Variant>& value = VariantAt(ctx.inputs[0], i);
    const int64_t room = out->num_elements() - at;
    if (!value) {
      const int64_t count =
          room == 0 || ctx.inputs[0].num_elements() == 1 ? room : Missing(ctx, i, shape);
      if (count < 0 || count > room) return InvalidArgument("row_splits do not fit row ", i);
      RUNNEL_ASSIGN_OR_RETURN(const Tensor zeros, MakeZeros(values_type_, Shape{count}, ctx.allocator));
      RUNNEL_RETURN_IF_ERROR(CopyElements(zeros, 0, count, out, at));
      return count;
    }
    if (value->TypeName() != RaggedVariant::kTypeName) {
      return InvalidArgument("element ", i, " is no ragged tensor: ", value->TypeName());
    }
    const Tensor& values = static_cast<const RaggedVariant*>(value.get())->values();
    if (values.dtype() != values_type_ || values.num_elements() > room) {
      return InvalidArgument("element ", i, " holds ", values.num_elements(), " values of ",
                             DTypeName(values.dtype()), ", expected at most ", room, " of ",
                             DTypeName(values_type_));
    }
    RUNNEL_RETURN_IF_ERROR(CopyElements(values, 0, values.num_elements(), out, at));
    return values.num_elements();
  }
  // The values of a row that no gradient reached; -1: nothing says how many.
  static int64_t Missing(const HostContext& ctx, int64_t i, const Shape& shape) {
    const Tensor& splits = ctx.inputs[1];
    if (i + 1 >= splits.num_elements()) return -1;
    const int64_t rows = splits.int_at(i + 1) - splits.int_at(i);
    int64_t count = 0;
    const bool overflows =
        __builtin_mul_overflow(rows, WithoutFirst(shape).num_elements(), &count) || rows < 0;
    return overflows ? -1 : count;
  }

  DType values_type_ = DType::kInvalid;
};

constexpr HostKernelRow kRows[] = {
    {.op = "RaggedTensorToVariantGradient", .create = CreateKernel<RaggedVariantGradient>},
    {.op = "RaggedTensorToVariant", .create = CreateKernel<RaggedTensorToVariant>},
    {.op = "RaggedTensorFromVariant", .create = CreateKernel<RaggedTensorFromVariant>},
};

}  // namespace

std::span<const HostKernelRow> RaggedVariantKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
