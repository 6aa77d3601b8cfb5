// TensorList: a variant that holds tensors of one dtype. Ops take a list and give a changed one; where
// nobody else has the list, that is the same object.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_LIST_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_LIST_H_

#include "core/runtime/host_ops/host_kernel.h"
#include "core/tensor/counted.h"
#include "core/tensor/variant.h"

namespace runnel {

class TensorList : public Variant {
 public:
  static constexpr std::string_view kTypeName = "TensorList";
  explicit TensorList(Allocator* allocator) : elements(CountedAllocator<Tensor>(allocator)) {}
  std::string_view TypeName() const override { return kTypeName; }

  // A list with the same elements.
  Ref<TensorList> Copy() const;
  // Errors: INVALID_ARGUMENT unless `element` is of this list's dtype and shape.
  Status CheckElement(const Tensor& element, std::string_view what) const;
  // What an element without a value is zeros of: the most that the list, its other elements and `wanted`
  // say. Errors: INVALID_ARGUMENT if they contradict.
  Result<Shape> ElementShape(const Shape& wanted) const;

  DType dtype = DType::kInvalid;
  Shape element_shape = Shape::Unknown();
  int64_t max_elements = -1;       // below 0: no limit
  CountedVector<Tensor> elements;  // empty ones: reserved, and never set
};

// The list that input `i` is. Errors: INVALID_ARGUMENT if it is none, or one of another dtype; an
// invalid `dtype` takes any.
Result<const TensorList*> ListInput(const HostContext& ctx, size_t i, DType dtype);
// The same to be changed and given as an output: `*out` holds it.
Result<TensorList*> ListToChange(const HostContext& ctx, size_t i, DType dtype, Tensor* out);

// The sum, element by element, of lists of equal lengths; and a list of zeros like one.
Result<Ref<Variant>> AddLists(std::span<const Ref<Variant>> lists, Allocator* allocator);
Result<Ref<Variant>> ZerosLikeList(const TensorList& list, Allocator* allocator);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_LIST_H_
