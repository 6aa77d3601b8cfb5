// The ops of tensor lists, and sums and zeros of variants.
#include <algorithm>
#include <numeric>

#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/tensor_list.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// A shape as an input says it: -1, or a vector whose -1 entries are unknown.
Result<Shape> ShapeInput(const Tensor& tensor) {
  const DType dtype = tensor.dtype();
  const int rank = tensor.shape().rank();
  if ((dtype != DType::kInt32 && dtype != DType::kInt64) || rank > 1) {
    return InvalidArgument("element_shape must be -1 or a vector of int32 or int64, got ",
                           DTypeName(dtype), tensor.shape().ToString());
  }
  std::vector<int64_t> dims;
  for (int64_t i = 0; i < tensor.num_elements(); ++i) dims.push_back(tensor.int_at(i));
  if (rank == 0) {
    if (dims[0] == -1) return Shape::Unknown();
    return InvalidArgument("element_shape is the scalar ", dims[0], ", expected -1 or a vector");
  }
  return Shape::Make(dims, -1);
}

Result<int64_t> IntInput(const Tensor& tensor, std::string_view what) {
  RUNNEL_RETURN_IF_ERROR(CheckScalar(tensor, DType::kInt32, what));
  return tensor.int_at(0);
}

Result<std::vector<int64_t>> IndicesInput(const Tensor& indices, DType dtype, std::string_view what) {
  if (indices.dtype() != dtype || indices.shape().rank() != 1) {
    return InvalidArgument(what, " must be a vector of ", DTypeName(dtype), ", got ",
                           DTypeName(indices.dtype()), indices.shape().ToString());
  }
  std::vector<int64_t> out;
  for (int64_t i = 0; i < indices.num_elements(); ++i) out.push_back(indices.int_at(i));
  return out;
}

Status CheckIndex(int64_t index, const TensorList& list) {
  if (index >= 0 && index < static_cast<int64_t>(list.elements.size())) return OkStatus();
  return InvalidArgument("index ", index, " of a list with ", list.elements.size(), " elements");
}

// The element, or zeros for one that was never set.
Result<Tensor> Element(const TensorList& list, size_t i, const Shape& wanted, Allocator* allocator) {
  const Tensor& element = list.elements[i];
  if (!element.empty()) {
    if (wanted.IsCompatibleWith(element.shape())) return element;
    return InvalidArgument("element ", i, " of the list has shape ", element.shape().ToString(),
                           ", the node expects ", wanted.ToString());
  }
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, list.ElementShape(wanted));
  if (!shape.IsFullyDefined()) {
    return InvalidArgument("element ", i, " of the list was never set, and its shape, ",
                           shape.ToString(), ", is not known, so that zeros could stand for it");
  }
  return MakeZeros(list.dtype, shape, allocator);
}

// The given elements, all of one shape, along a new first dimension.
Result<Tensor> Stack(const TensorList& list, std::span<const int64_t> indices, const Shape& wanted,
                     Allocator* allocator) {
  if (indices.empty()) {
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Merge(list.element_shape, wanted));
    if (!shape.IsFullyDefined()) {
      return InvalidArgument("no elements to stack, and their shape, ", shape.ToString(),
                             ", is not known");
    }
    return Tensor::Allocate(allocator, list.dtype, Prepend(0, shape));
  }
  Tensor out;
  Shape first;
  for (size_t k = 0; k < indices.size(); ++k) {
    RUNNEL_RETURN_IF_ERROR(CheckIndex(indices[k], list));
    RUNNEL_ASSIGN_OR_RETURN(const Tensor element,
                            Element(list, static_cast<size_t>(indices[k]), wanted, allocator));
    if (k == 0) {
      first = element.shape();
      RUNNEL_ASSIGN_OR_RETURN(
          out,
          Tensor::Allocate(allocator, list.dtype, Prepend(static_cast<int64_t>(indices.size()), first)));
    } else if (!(element.shape() == first)) {
      return InvalidArgument("elements of shapes ", first.ToString(), " and ",
                             element.shape().ToString(), " cannot be stacked");
    }
    const int64_t count = first.num_elements();
    RUNNEL_RETURN_IF_ERROR(CopyElements(element, 0, count, &out, static_cast<int64_t>(k) * count));
  }
  return out;
}

std::vector<int64_t> AllOf(const TensorList& list) {
  std::vector<int64_t> all(list.elements.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// Row i of `rows` becomes the element indices[i]; the list grows where it must.
Status Scatter(const Tensor& rows, std::span<const int64_t> indices, TensorList* list,
               Allocator* allocator) {
  if (rows.shape().rank() < 1 || rows.shape().dim(0) != static_cast<int64_t>(indices.size())) {
    return InvalidArgument("tensor must have ", indices.size(),
                           " rows, one for each index; its shape is ", rows.shape().ToString());
  }
  const Shape shape = WithoutFirst(rows.shape());
  RUNNEL_ASSIGN_OR_RETURN(const Tensor kept, KeepBeyondStep(rows, allocator));
  for (size_t k = 0; k < indices.size(); ++k) {
    if (indices[k] < 0) {
      return InvalidArgument("indices[", k, "] is ", indices[k], ", expected at least 0");
    }
    const auto index = static_cast<size_t>(indices[k]);
    if (index >= list->elements.size()) RUNNEL_RETURN_IF_ERROR(Resize(&list->elements, indices[k] + 1));
    RUNNEL_ASSIGN_OR_RETURN(
        Tensor piece,
        CutElements(kept, static_cast<int64_t>(k) * shape.num_elements(), shape, allocator));
    RUNNEL_RETURN_IF_ERROR(list->CheckElement(piece, "a row of tensor"));
    list->elements[index] = std::move(piece);
  }
  return OkStatus();
}

Result<Ref<TensorList>> NewList(const HostContext& ctx, DType dtype, const Tensor& element_shape) {
  auto list = MakeRef<TensorList>(ctx.allocator);
  list->dtype = dtype;
  RUNNEL_ASSIGN_OR_RETURN(list->element_shape, ShapeInput(element_shape));
  return list;
}

class ListKernel : public HostKernel {
 public:
  template <typename Kernel>
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<Kernel>();
    ListKernel& base = *kernel;
    if (const DType* dtype = node.attr<DType>("element_dtype")) base.dtype_ = *dtype;
    if (const int64_t* count = node.attr<int64_t>("num_elements")) base.num_elements_ = *count;
    if (const Shape* shape = node.attr<Shape>("element_shape")) base.element_shape_ = *shape;
    if (const bool* resize = node.attr<bool>("resize_if_index_out_of_bounds")) base.resize_ = *resize;
    if (!node.output_types.empty()) base.output_type_ = node.output_types[0];
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

 protected:
  DType dtype_ = DType::kInvalid, output_type_ = DType::kInvalid;
  int64_t num_elements_ = -1;
  Shape element_shape_ = Shape::Unknown();
  bool resize_ = false;
};

class EmptyList : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<TensorList> list, NewList(ctx, dtype_, ctx.inputs[0]));
    RUNNEL_ASSIGN_OR_RETURN(list->max_elements, IntInput(ctx.inputs[1], "max_num_elements"));
    ctx.outputs[0] = MakeVariant(std::move(list));
    return OkStatus();
  }
};

class ReserveList : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<TensorList> list, NewList(ctx, dtype_, ctx.inputs[0]));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count, IntInput(ctx.inputs[1], "num_elements"));
    if (count < 0) return InvalidArgument("num_elements is ", count, ", expected at least 0");
    RUNNEL_RETURN_IF_ERROR(Resize(&list->elements, count));
    ctx.outputs[0] = MakeVariant(std::move(list));
    return OkStatus();
  }
};

class PushBack : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(TensorList* const list, ListToChange(ctx, 0, dtype_, &ctx.outputs[0]));
    RUNNEL_RETURN_IF_ERROR(list->CheckElement(ctx.inputs[1], "tensor"));
    if (list->max_elements >= 0 && static_cast<int64_t>(list->elements.size()) >= list->max_elements) {
      return InvalidArgument("the list has ", list->elements.size(), " elements, and may have no more");
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor kept, KeepBeyondStep(ctx.inputs[1], ctx.allocator));
    list->elements.push_back(std::move(kept));
    return OkStatus();
  }
};

class PopBack : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Shape wanted, ShapeInput(ctx.inputs[1]));
    RUNNEL_ASSIGN_OR_RETURN(TensorList* const list, ListToChange(ctx, 0, dtype_, &ctx.outputs[0]));
    if (list->elements.empty()) return InvalidArgument("the list has no element to take");
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[1],
                            Element(*list, list->elements.size() - 1, wanted, ctx.allocator));
    list->elements.pop_back();
    return OkStatus();
  }
};

class ListLength : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const TensorList* const list, ListInput(ctx, 0, DType::kInvalid));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0],
                            Tensor::FromScalar<int32_t>(static_cast<int32_t>(list->elements.size())));
    return OkStatus();
  }
};

class ListElementShape : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const TensorList* const list, ListInput(ctx, 0, DType::kInvalid));
    const Shape& shape = list->element_shape;
    const bool known = shape.has_rank();
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, output_type_,
                                                             known ? Shape{shape.rank()} : Shape()));
    for (int i = 0; i < (known ? shape.rank() : 1); ++i) {
      const int64_t dim = known ? shape.dim(i) : -1;
      if (output_type_ == DType::kInt32) {
        ctx.outputs[0].values<int32_t>()[static_cast<size_t>(i)] = static_cast<int32_t>(dim);
      } else {
        ctx.outputs[0].values<int64_t>()[static_cast<size_t>(i)] = dim;
      }
    }
    return OkStatus();
  }
};

class ResizeList : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t size, IntInput(ctx.inputs[1], "size"));
    if (size < 0) return InvalidArgument("size is ", size, ", expected at least 0");
    RUNNEL_ASSIGN_OR_RETURN(TensorList* const list, ListToChange(ctx, 0, dtype_, &ctx.outputs[0]));
    return Resize(&list->elements, size);
  }
};

class GetItem : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const TensorList* const list, ListInput(ctx, 0, dtype_));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t index, IntInput(ctx.inputs[1], "index"));
    RUNNEL_RETURN_IF_ERROR(CheckIndex(index, *list));
    RUNNEL_ASSIGN_OR_RETURN(const Shape wanted, ShapeInput(ctx.inputs[2]));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0],
                            Element(*list, static_cast<size_t>(index), wanted, ctx.allocator));
    return OkStatus();
  }
};

class SetItem : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t index, IntInput(ctx.inputs[1], "index"));
    RUNNEL_ASSIGN_OR_RETURN(const TensorList* const before, ListInput(ctx, 0, dtype_));
    if (!resize_ || index < 0) RUNNEL_RETURN_IF_ERROR(CheckIndex(index, *before));
    RUNNEL_RETURN_IF_ERROR(before->CheckElement(ctx.inputs[2], "item"));
    RUNNEL_ASSIGN_OR_RETURN(Tensor kept, KeepBeyondStep(ctx.inputs[2], ctx.allocator));
    RUNNEL_ASSIGN_OR_RETURN(TensorList* const list, ListToChange(ctx, 0, dtype_, &ctx.outputs[0]));
    const auto at = static_cast<size_t>(index);
    if (at >= list->elements.size()) RUNNEL_RETURN_IF_ERROR(Resize(&list->elements, index + 1));
    list->elements[at] = std::move(kept);
    return OkStatus();
  }
};

class StackList : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const TensorList* const list, ListInput(ctx, 0, dtype_));
    RUNNEL_ASSIGN_OR_RETURN(const Shape wanted, ShapeInput(ctx.inputs[1]));
    if (num_elements_ >= 0 && num_elements_ != static_cast<int64_t>(list->elements.size())) {
      return InvalidArgument("the list has ", list->elements.size(), " elements, the node expects ",
                             num_elements_);
    }
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Stack(*list, AllOf(*list), wanted, ctx.allocator));
    return OkStatus();
  }
};

class GatherList : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const TensorList* const list, ListInput(ctx, 0, dtype_));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> indices,
                            IndicesInput(ctx.inputs[1], DType::kInt32, "indices"));
    RUNNEL_ASSIGN_OR_RETURN(const Shape wanted, ShapeInput(ctx.inputs[2]));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Stack(*list, indices, wanted, ctx.allocator));
    return OkStatus();
  }
};

class ListFromTensor : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<TensorList> list, NewList(ctx, dtype_, ctx.inputs[1]));
    const Shape& shape = ctx.inputs[0].shape();
    if (shape.rank() < 1) {
      return InvalidArgument("tensor must have rank 1 or more, its shape is ", shape.ToString());
    }
    std::vector<int64_t> rows(static_cast<size_t>(shape.dim(0)));
    std::iota(rows.begin(), rows.end(), 0);
    RUNNEL_RETURN_IF_ERROR(Scatter(ctx.inputs[0], rows, list.get(), ctx.allocator));
    ctx.outputs[0] = MakeVariant(std::move(list));
    return OkStatus();
  }
};

class ScatterList : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<TensorList> list, NewList(ctx, dtype_, ctx.inputs[2]));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> indices,
                            IndicesInput(ctx.inputs[1], DType::kInt32, "indices"));
    if (ctx.inputs.size() > 3) {
      RUNNEL_ASSIGN_OR_RETURN(const int64_t count, IntInput(ctx.inputs[3], "num_elements"));
      const auto last = std::max_element(indices.begin(), indices.end());
      if (count < -1 || (count >= 0 && last != indices.end() && *last >= count)) {
        return InvalidArgument("num_elements is ", count, ", the largest index ",
                               last == indices.end() ? -1 : *last);
      }
      if (count > 0) RUNNEL_RETURN_IF_ERROR(Resize(&list->elements, count));
    }
    RUNNEL_RETURN_IF_ERROR(Scatter(ctx.inputs[0], indices, list.get(), ctx.allocator));
    ctx.outputs[0] = MakeVariant(std::move(list));
    return OkStatus();
  }
};

class ScatterIntoList : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> indices,
                            IndicesInput(ctx.inputs[2], DType::kInt32, "indices"));
    RUNNEL_ASSIGN_OR_RETURN(TensorList* const list, ListToChange(ctx, 0, dtype_, &ctx.outputs[0]));
    return Scatter(ctx.inputs[1], indices, list, ctx.allocator);
  }
};

// TensorListConcat and TensorListConcatV2, whose element shape is an input.
class ConcatList : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const TensorList* const list, ListInput(ctx, 0, dtype_));
    Shape wanted = element_shape_;
    std::vector<int64_t> leading;
    if (ctx.inputs.size() > 1) {
      RUNNEL_ASSIGN_OR_RETURN(wanted, ShapeInput(ctx.inputs[1]));
      RUNNEL_ASSIGN_OR_RETURN(leading, IndicesInput(ctx.inputs[2], DType::kInt64, "leading_dims"));
    }
    RUNNEL_ASSIGN_OR_RETURN(wanted, Shape::Merge(wanted, list->element_shape));
    Shape rest = wanted.has_rank() && wanted.rank() > 0 ? WithoutFirst(wanted) : Shape::Unknown();
    std::vector<Tensor> pieces;
    const auto size = static_cast<int64_t>(list->elements.size());
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[1], Tensor::Allocate(ctx.allocator, DType::kInt64, Shape{size}));
    for (const Tensor& element : list->elements) {
      if (element.empty()) continue;
      if (element.shape().rank() < 1) {
        return InvalidArgument(
            "an element of the list is a scalar; scalars are stacked, not concatenated");
      }
      RUNNEL_ASSIGN_OR_RETURN(rest, Shape::Merge(rest, WithoutFirst(element.shape())));
    }
    int64_t rows = 0;
    for (size_t i = 0; i < list->elements.size(); ++i) {
      Tensor piece = list->elements[i];
      if (piece.empty()) {
        const int64_t first = i < leading.size()                       ? leading[i]
                              : wanted.has_rank() && wanted.rank() > 0 ? wanted.dim(0)
                                                                       : -1;
        const Shape shape = Prepend(first, rest);
        if (!shape.IsFullyDefined()) {
          return InvalidArgument("element ", i, " of the list was never set, and its shape, ",
                                 shape.ToString(), ", is not known, so that zeros could stand for it");
        }
        RUNNEL_ASSIGN_OR_RETURN(piece, MakeZeros(list->dtype, shape, ctx.allocator));
      }
      rows += piece.shape().dim(0);
      ctx.outputs[1].values<int64_t>()[i] = piece.shape().dim(0);
      pieces.push_back(std::move(piece));
    }
    if (!rest.IsFullyDefined()) {
      return InvalidArgument("no elements to concatenate, and their shape behind dimension 0, ",
                             rest.ToString(), ", is not known");
    }
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0],
                            Tensor::Allocate(ctx.allocator, list->dtype, Prepend(rows, rest)));
    int64_t at = 0;
    for (const Tensor& piece : pieces) {
      RUNNEL_RETURN_IF_ERROR(CopyElements(piece, 0, piece.num_elements(), &ctx.outputs[0], at));
      at += piece.num_elements();
    }
    return OkStatus();
  }
};

class SplitList : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<TensorList> list, NewList(ctx, dtype_, ctx.inputs[1]));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> lengths,
                            IndicesInput(ctx.inputs[2], DType::kInt64, "lengths"));
    const Tensor& tensor = ctx.inputs[0];
    if (tensor.shape().rank() < 1) {
      return InvalidArgument("tensor must have rank 1 or more, its shape is ",
                             tensor.shape().ToString());
    }
    RUNNEL_ASSIGN_OR_RETURN(const Tensor kept, KeepBeyondStep(tensor, ctx.allocator));
    const Shape rest = WithoutFirst(tensor.shape());
    int64_t row = 0;
    for (size_t i = 0; i < lengths.size(); ++i) {
      if (lengths[i] < 0 || lengths[i] > tensor.shape().dim(0) - row) {
        return InvalidArgument("lengths[", i, "] is ", lengths[i], "; tensor has ",
                               tensor.shape().dim(0), " rows, of which ", row, " are taken");
      }
      RUNNEL_ASSIGN_OR_RETURN(Tensor piece, CutElements(kept, row * rest.num_elements(),
                                                        Prepend(lengths[i], rest), ctx.allocator));
      RUNNEL_RETURN_IF_ERROR(list->CheckElement(piece, "a piece of tensor"));
      list->elements.push_back(std::move(piece));
      row += lengths[i];
    }
    if (row != tensor.shape().dim(0)) {
      return InvalidArgument("lengths add up to ", row, ", tensor has ", tensor.shape().dim(0), " rows");
    }
    ctx.outputs[0] = MakeVariant(std::move(list));
    return OkStatus();
  }
};

// The list that element `i` of a tensor of variants is.
Result<const TensorList*> ListAt(const Tensor& lists, int64_t i, DType dtype, std::string_view what) {
  const Ref<Variant>& value = VariantAt(lists, i);
  if (!value || value->TypeName() != TensorList::kTypeName) {
    return InvalidArgument(what, "[", i, "] must be a list, got ",
                           value ? value->TypeName() : std::string_view("nothing"));
  }
  const auto* const list = static_cast<const TensorList*>(value.get());
  if (list->dtype == dtype) return list;
  return InvalidArgument(what, "[", i, "] holds ", DTypeName(list->dtype), ", the node expects ",
                         DTypeName(dtype));
}

class ConcatLists : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& a = ctx.inputs[0];
    const Tensor& b = ctx.inputs[1];
    if (!(a.shape() == b.shape())) {
      return InvalidArgument("input_a and input_b have shapes ", a.shape().ToString(), " and ",
                             b.shape().ToString(), ", expected one shape");
    }
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, DType::kVariant, a.shape()));
    auto* const out = static_cast<VariantBuffer*>(ctx.outputs[0].buffer().get());
    for (int64_t i = 0; i < a.num_elements(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(const TensorList* const first, ListAt(a, i, dtype_, "input_a"));
      RUNNEL_ASSIGN_OR_RETURN(const TensorList* const second, ListAt(b, i, dtype_, "input_b"));
      if (!(first->element_shape == second->element_shape)) {
        return InvalidArgument("lists ", i, " have elements of shapes ", first->element_shape.ToString(),
                               " and ", second->element_shape.ToString());
      }
      Ref<TensorList> joined = first->Copy();
      joined->elements.insert(joined->elements.end(), second->elements.begin(), second->elements.end());
      out->Set(i, std::move(joined));
    }
    return OkStatus();
  }
};

class PushBackBatch : public ListKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& lists = ctx.inputs[0];
    const Tensor& rows = ctx.inputs[1];
    if (lists.shape().rank() != 1 || rows.shape().rank() < 1 ||
        rows.shape().dim(0) != lists.num_elements()) {
      return InvalidArgument(
          "input_handles must be a vector with a list for each row of tensor: their "
          "shapes are ",
          lists.shape().ToString(), " and ", rows.shape().ToString());
    }
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0],
                            Tensor::Allocate(ctx.allocator, DType::kVariant, lists.shape()));
    auto* const out = static_cast<VariantBuffer*>(ctx.outputs[0].buffer().get());
    RUNNEL_ASSIGN_OR_RETURN(const Tensor kept, KeepBeyondStep(rows, ctx.allocator));
    const Shape row = WithoutFirst(rows.shape());
    for (int64_t i = 0; i < lists.num_elements(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(const TensorList* const list, ListAt(lists, i, dtype_, "input_handles"));
      RUNNEL_ASSIGN_OR_RETURN(Tensor piece,
                              CutElements(kept, i * row.num_elements(), row, ctx.allocator));
      RUNNEL_RETURN_IF_ERROR(list->CheckElement(piece, "a row of tensor"));
      Ref<TensorList> longer = list->Copy();
      longer->elements.push_back(std::move(piece));
      out->Set(i, std::move(longer));
    }
    return OkStatus();
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "EmptyTensorList", .create = ListKernel::Create<EmptyList>},
    {.op = "TensorListReserve", .create = ListKernel::Create<ReserveList>},
    {.op = "TensorListPushBack", .create = ListKernel::Create<PushBack>},
    {.op = "TensorListPopBack", .create = ListKernel::Create<PopBack>},
    {.op = "TensorListLength", .create = ListKernel::Create<ListLength>},
    {.op = "TensorListElementShape", .create = ListKernel::Create<ListElementShape>},
    {.op = "TensorListResize", .create = ListKernel::Create<ResizeList>},
    {.op = "TensorListGetItem", .create = ListKernel::Create<GetItem>},
    {.op = "TensorListSetItem", .create = ListKernel::Create<SetItem>},
    {.op = "TensorListStack", .create = ListKernel::Create<StackList>},
    {.op = "TensorListGather", .create = ListKernel::Create<GatherList>},
    {.op = "TensorListFromTensor", .create = ListKernel::Create<ListFromTensor>},
    {.op = "TensorListScatter", .create = ListKernel::Create<ScatterList>},
    {.op = "TensorListScatterV2", .create = ListKernel::Create<ScatterList>},
    {.op = "TensorListScatterIntoExistingList", .create = ListKernel::Create<ScatterIntoList>},
    {.op = "TensorListConcat", .create = ListKernel::Create<ConcatList>},
    {.op = "TensorListConcatV2", .create = ListKernel::Create<ConcatList>},
    {.op = "TensorListSplit", .create = ListKernel::Create<SplitList>},
    {.op = "TensorListConcatLists", .create = ListKernel::Create<ConcatLists>},
    {.op = "TensorListPushBackBatch", .create = ListKernel::Create<PushBackBatch>},
};

}  // namespace

std::span<const HostKernelRow> TensorListKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
