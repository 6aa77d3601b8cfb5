// Kernels of variants, whatever they hold.
#include <utility>

#include "core/runtime/data/optional.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/numbers.h"
#include "core/runtime/host_ops/tensor_list.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// How deep optionals may hold variants.
constexpr int kMaxDepth = 100;

Status CheckDepth(int depth) {
  return depth <= kMaxDepth ? OkStatus()
                            : InvalidArgument("optionals are nested more than ", kMaxDepth, " deep");
}

bool IsOptional(const Ref<Variant>& value) {
  return value && value->TypeName() == OptionalValue::kTypeName;
}

// Of variants of any shape, element by element.
class AddVariants : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Sum(ctx.inputs, ctx.allocator, 0));
    return OkStatus();
  }

 private:
  static Result<Tensor> Sum(std::span<const Tensor> inputs, Allocator* allocator, int depth) {
    RUNNEL_RETURN_IF_ERROR(CheckDepth(depth));
    const DType dtype = inputs[0].dtype();
    const Shape& shape = inputs[0].shape();
    for (const Tensor& input : inputs) {
      if (input.shape() == shape && input.dtype() == dtype) continue;
      return InvalidArgument("inputs of shapes ", shape.ToString(), " and ", input.shape().ToString(),
                             " cannot be added");
    }
    if (dtype != DType::kVariant) return SumOfNumbers(inputs, allocator);
    RUNNEL_ASSIGN_OR_RETURN(Tensor sums, Tensor::Allocate(allocator, dtype, shape));
    auto* const out = static_cast<VariantBuffer*>(sums.buffer().get());
    for (int64_t i = 0; i < shape.num_elements(); ++i) {
      std::vector<Ref<Variant>> values;
      for (const Tensor& input : inputs) values.push_back(VariantAt(input, i));
      RUNNEL_ASSIGN_OR_RETURN(Ref<Variant> sum, IsOptional(values[0])
                                                    ? SumOfOptionals(values, allocator, depth)
                                                    : AddLists(values, allocator));
      out->Set(i, std::move(sum));
    }
    return sums;
  }
  static Result<Tensor> SumOfNumbers(std::span<const Tensor> inputs, Allocator* allocator) {
    RUNNEL_ASSIGN_OR_RETURN(Tensor sum, inputs[0].Clone(allocator));
    RUNNEL_RETURN_IF_ERROR(VisitNumbers(sum.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      for (const Tensor& input : inputs.subspan(1)) {
        for (int64_t i = 0; i < sum.num_elements(); ++i) {
          T& at = ElementsOf<T>(sum)[i];
          at = Plus(at, ElementsOf<const T>(input)[i]);
        }
      }
      return OkStatus();
    }));
    return sum;
  }
  // All hold elements of as many components, or none does.
  static Result<Ref<Variant>> SumOfOptionals(const std::vector<Ref<Variant>>& values,
                                             Allocator* allocator, int depth) {
    std::vector<const OptionalValue*> all;
    for (const Ref<Variant>& value : values) {
      if (IsOptional(value)) all.push_back(static_cast<const OptionalValue*>(value.get()));
      if (!IsOptional(value) || all.back()->has_value() != all[0]->has_value() ||
          all.back()->components().size() != all[0]->components().size()) {
        return InvalidArgument(
            "optionals can only be added if all have a value of as many components, "
            "or none has one");
      }
    }
    if (!all[0]->has_value()) return Ref<Variant>(MakeRef<OptionalValue>());
    std::vector<Tensor> components;
    for (size_t k = 0; k < all[0]->components().size(); ++k) {
      std::vector<Tensor> terms;
      for (const OptionalValue* one : all) terms.push_back(one->components()[k]);
      RUNNEL_ASSIGN_OR_RETURN(Tensor sum, Sum(terms, allocator, depth + 1));
      components.push_back(std::move(sum));
    }
    return Ref<Variant>(MakeRef<OptionalValue>(std::move(components)));
  }
};

class ZeroVariants : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], ZerosLike(ctx.inputs[0], ctx.allocator, 0));
    return OkStatus();
  }

 private:
  static Result<Tensor> ZerosLike(const Tensor& like, Allocator* allocator, int depth) {
    if (like.dtype() != DType::kVariant) return MakeZeros(like.dtype(), like.shape(), allocator);
    RUNNEL_RETURN_IF_ERROR(CheckDepth(depth));
    RUNNEL_ASSIGN_OR_RETURN(Tensor zeros, Tensor::Allocate(allocator, DType::kVariant, like.shape()));
    auto* const out = static_cast<VariantBuffer*>(zeros.buffer().get());
    for (int64_t i = 0; i < like.num_elements(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(Ref<Variant> zero, ZeroOf(VariantAt(like, i), allocator, depth));
      out->Set(i, std::move(zero));
    }
    return zeros;
  }
  static Result<Ref<Variant>> ZeroOf(const Ref<Variant>& value, Allocator* allocator, int depth) {
    if (value && value->TypeName() == TensorList::kTypeName)
      return ZerosLikeList(*static_cast<const TensorList*>(value.get()), allocator);
    if (!value || value->TypeName() != OptionalValue::kTypeName) {
      return InvalidArgument("zeros exist for TensorLists and Optionals, got ",
                             value ? value->TypeName() : std::string_view("nothing"));
    }
    const auto& optional = static_cast<const OptionalValue&>(*value);
    if (!optional.has_value()) return Ref<Variant>(MakeRef<OptionalValue>());
    std::vector<Tensor> components;
    for (const Tensor& component : optional.components()) {
      RUNNEL_ASSIGN_OR_RETURN(Tensor zeros, ZerosLike(component, allocator, depth + 1));
      components.push_back(std::move(zeros));
    }
    return Ref<Variant>(MakeRef<OptionalValue>(std::move(components)));
  }
};

class PackVariants : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    axis_ = AttrOr<int64_t>(node, "axis", 0);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    const Shape& each = ctx.inputs[0].shape();
    const int64_t rank = each.rank(), axis = axis_ < 0 ? axis_ + rank + 1 : axis_;
    const auto count = static_cast<int64_t>(ctx.inputs.size());
    if (axis < 0 || axis > rank) {
      return InvalidArgument("axis is ", axis_, ", expected a value in [", -rank - 1, ",", rank, "]");
    }
    std::vector<int64_t> dims;
    int64_t inner = 1;
    for (int d = 0; d <= rank; ++d) {
      if (d == axis) dims.push_back(count);
      if (d == rank) break;
      dims.push_back(each.dim(d));
      if (d >= axis) inner *= each.dim(d);
    }
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(dims));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, DType::kVariant, shape));
    auto* const out = static_cast<VariantBuffer*>(ctx.outputs[0].buffer().get());
    for (int64_t i = 0; i < count; ++i) {
      const Tensor& input = ctx.inputs[static_cast<size_t>(i)];
      if (!(input.shape() == each)) {
        return InvalidArgument("values of shapes ", each.ToString(), " and ", input.shape().ToString(),
                               " cannot be stacked");
      }
      for (int64_t k = 0; k < input.num_elements(); ++k) {
        out->Set((k / inner * count + i) * inner + k % inner, VariantAt(input, k));
      }
    }
    return OkStatus();
  }

 private:
  int64_t axis_ = 0;
};

constexpr HostKernelRow kRows[] = {
    {.op = "_AddVariants", .create = CreateKernel<AddVariants>},
    {.op = "_ZeroVariants", .create = CreateKernel<ZeroVariants>},
    {.op = "_PackVariants", .create = CreateKernel<PackVariants>},
};

}  // namespace

std::span<const HostKernelRow> VariantKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
