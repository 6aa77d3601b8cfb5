#include "core/runtime/host_ops/tensor_list.h"

#include "core/runtime/exchange/combine.h"
#include "core/runtime/host_ops/elements.h"

namespace runnel {

Ref<TensorList> TensorList::Copy() const {
  auto copy = MakeRef<TensorList>(elements.get_allocator().allocator());
  copy->dtype = dtype;
  copy->element_shape = element_shape;
  copy->max_elements = max_elements;
  copy->elements = elements;
  return copy;
}

Status TensorList::CheckElement(const Tensor& element, std::string_view what) const {
  if (element.dtype() != dtype) {
    return InvalidArgument(what, " is of type ", DTypeName(element.dtype()), ", the list holds ",
                           DTypeName(dtype));
  }
  if (!element_shape.IsCompatibleWith(element.shape())) {
    return InvalidArgument(what, " has shape ", element.shape().ToString(),
                           ", the list's elements have ", element_shape.ToString());
  }
  return OkStatus();
}

Result<Shape> TensorList::ElementShape(const Shape& wanted) const {
  RUNNEL_ASSIGN_OR_RETURN(Shape shape, Shape::Merge(element_shape, wanted));
  for (const Tensor& element : elements) {
    if (shape.IsFullyDefined()) break;
    if (element.empty()) continue;
    RUNNEL_ASSIGN_OR_RETURN(shape, Shape::Merge(shape, element.shape()));
  }
  return shape;
}

namespace {

Status CheckDtype(const TensorList& list, DType dtype) {
  if (dtype == DType::kInvalid || dtype == list.dtype) return OkStatus();
  return InvalidArgument("the list holds ", DTypeName(list.dtype), ", the node expects ",
                         DTypeName(dtype));
}

}  // namespace

Result<const TensorList*> ListInput(const HostContext& ctx, size_t i, DType dtype) {
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Variant> value,
                          VariantFromScalar(ctx.inputs[i], TensorList::kTypeName, "the list"));
  const auto* const list = static_cast<const TensorList*>(value.get());
  RUNNEL_RETURN_IF_ERROR(CheckDtype(*list, dtype));
  return list;
}

Result<TensorList*> ListToChange(const HostContext& ctx, size_t i, DType dtype, Tensor* out) {
  RUNNEL_ASSIGN_OR_RETURN(const TensorList* list, ListInput(ctx, i, dtype));
  const Tensor& input = ctx.inputs[i];
  if (input.buffer()->Unique() && list->Unique()) {
    *out = input;
    return const_cast<TensorList*>(list);
  }
  Ref<TensorList> copy = list->Copy();
  TensorList* const changed = copy.get();
  *out = MakeVariant(std::move(copy));
  return changed;
}

Result<Ref<Variant>> AddLists(std::span<const Ref<Variant>> lists, Allocator* allocator) {
  for (const Ref<Variant>& list : lists) {
    if (!list || list->TypeName() != TensorList::kTypeName) {
      return InvalidArgument("sums exist for TensorLists, got ",
                             list ? list->TypeName() : std::string_view("nothing"));
    }
  }
  Ref<TensorList> sum = static_cast<const TensorList*>(lists[0].get())->Copy();
  for (size_t k = 1; k < lists.size(); ++k) {
    const auto* const other = static_cast<const TensorList*>(lists[k].get());
    RUNNEL_RETURN_IF_ERROR(CheckDtype(*other, sum->dtype));
    if (other->elements.size() != sum->elements.size()) {
      return InvalidArgument("lists of ", sum->elements.size(), " and ", other->elements.size(),
                             " elements cannot be added");
    }
    for (size_t i = 0; i < sum->elements.size(); ++i) {
      Tensor& to = sum->elements[i];
      const Tensor& more = other->elements[i];
      if (more.empty()) continue;
      if (to.empty()) {
        to = more;
        continue;
      }
      if (!(to.shape() == more.shape())) {
        return InvalidArgument("element ", i, " of two lists has shapes ", to.shape().ToString(),
                               " and ", more.shape().ToString());
      }
      if (!CanCombine(sum->dtype)) return Unimplemented("sums of lists of ", DTypeName(sum->dtype));
      RUNNEL_ASSIGN_OR_RETURN(const Tensor total, Tensor::Allocate(allocator, sum->dtype, to.shape()));
      CombineTo(Combine::kAdd, sum->dtype, total.data(), to.data(), more.data(), to.num_elements());
      to = total;
    }
  }
  return Ref<Variant>(std::move(sum));
}

Result<Ref<Variant>> ZerosLikeList(const TensorList& list, Allocator* allocator) {
  Ref<TensorList> zeros = list.Copy();
  for (Tensor& element : zeros->elements) {
    if (element.empty()) continue;
    if (element.dtype() == DType::kVariant) return Unimplemented("zeros like a list of variants");
    RUNNEL_ASSIGN_OR_RETURN(element, MakeZeros(list.dtype, element.shape(), allocator));
  }
  return Ref<Variant>(std::move(zeros));
}

}  // namespace runnel
