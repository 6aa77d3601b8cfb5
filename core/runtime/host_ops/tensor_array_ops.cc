// The ops of tensor arrays. Handles of version 3 are resources; those of version 2 are names, by which
// the step's resources have the array.
#include <algorithm>
#include <limits>

#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/tensor_array.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Result<Ref<TensorArray>> ArrayFromInput(const HostContext& ctx) {
  const Tensor& handle = ctx.inputs[0];
  Ref<Resource> resource;
  if (handle.dtype() == DType::kString) {
    if (handle.num_elements() != 2 || ctx.step_resources == nullptr) {
      return InvalidArgument("handle must be the two strings of a TensorArray, got shape ",
                             handle.shape().ToString());
    }
    RUNNEL_ASSIGN_OR_RETURN(resource,
                            ctx.step_resources->Lookup("", TensorArray::kTypeName, handle.string_at(1)));
  } else {
    RUNNEL_ASSIGN_OR_RETURN(resource, ResourceFromHandle(handle, TensorArray::kTypeName));
  }
  return Ref<TensorArray>::Share(static_cast<TensorArray*>(resource.get()));
}

// A handle of the type that the node has.
Result<Tensor> HandleOf(const HostContext& ctx, DType type, const Ref<TensorArray>& array) {
  if (type == DType::kResource) return MakeResourceHandle(array);
  if (ctx.step_resources == nullptr) return Internal("a TensorArray outside of a step");
  // The address distinguishes executions: iterations of a loop, and calls of one function.
  const std::string key = StrCat(array->name(), "@", reinterpret_cast<uintptr_t>(array.get()));
  RUNNEL_RETURN_IF_ERROR(
      ctx.step_resources
          ->LookupOrCreate("", TensorArray::kTypeName, key,
                           [&array]() -> Result<Ref<Resource>> { return Ref<Resource>(array); })
          .status());
  RUNNEL_ASSIGN_OR_RETURN(Tensor handle, Tensor::Allocate(ctx.allocator, DType::kString, Shape{2}));
  RUNNEL_RETURN_IF_ERROR(static_cast<StringBuffer*>(handle.buffer().get())->Set(1, key));
  return handle;
}

Status CheckType(const TensorArray& array, DType dtype) {
  if (dtype == array.dtype()) return OkStatus();
  return InvalidArgument("TensorArray \"", array.name(), "\" holds ", DTypeName(array.dtype()),
                         ", the node expects ", DTypeName(dtype));
}

// What every kernel is made from: its dtype, and the shapes that a node may promise.
class ArrayKernel : public HostKernel {
 public:
  template <typename Kernel>
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<Kernel>();
    ArrayKernel& base = *kernel;
    const auto read = [&node](const char* name, auto* out) {
      const auto* value = node.attr<std::remove_pointer_t<decltype(out)>>(name);
      if (value != nullptr) *out = *value;
    };
    read("dtype", &base.dtype_);
    read("source", &base.source_);
    read("element_shape", &base.element_shape_);
    read("element_shape_except0", &base.element_shape_);
    read("dynamic_size", &base.dynamic_size_);
    read("clear_after_read", &base.clear_after_read_);
    read("identical_element_shapes", &base.identical_element_shapes_);
    read("tensor_array_name", &base.name_);
    if (base.name_.empty()) base.name_ = node.name;
    if (!node.output_types.empty()) base.handle_type_ = node.output_types[0];
    RUNNEL_ASSIGN_OR_RETURN(base.flow_, Tensor::FromScalar<float>(0));
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

 protected:
  DType dtype_ = DType::kInvalid, handle_type_ = DType::kInvalid;
  std::string source_, name_;
  Shape element_shape_ = Shape::Unknown();
  bool dynamic_size_ = false, clear_after_read_ = true, identical_element_shapes_ = false;
  Tensor flow_;  // what every flow output is: it orders, and says nothing
};

class MakeArray : public ArrayKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kInt32, "size"));
    const int64_t size = ctx.inputs[0].int_at(0);
    if (size < 0) return InvalidArgument("size is ", size, ", expected at least 0");
    TensorArray::Spec spec;
    spec.dtype = dtype_;
    spec.element_shape = element_shape_;
    spec.identical_element_shapes = identical_element_shapes_;
    spec.dynamic_size = dynamic_size_;
    spec.clear_after_read = clear_after_read_;
    RUNNEL_ASSIGN_OR_RETURN(const Ref<TensorArray> array,
                            TensorArray::Make(name_, std::move(spec), size, ctx.allocator));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], HandleOf(ctx, handle_type_, array));
    if (ctx.outputs.size() > 1) ctx.outputs[1] = flow_;
    return OkStatus();
  }
};

class MakeGradient : public ArrayKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<TensorArray> array, ArrayFromInput(ctx));
    std::vector<int64_t> prepended;
    if (ctx.inputs.size() > 2) {
      const Tensor& dims = ctx.inputs[2];
      if (dims.dtype() != DType::kInt32 || dims.shape().rank() != 1) {
        return InvalidArgument("shape_to_prepend must be a vector of int32, got ",
                               DTypeName(dims.dtype()), dims.shape().ToString());
      }
      for (int64_t i = 0; i < dims.num_elements(); ++i) prepended.push_back(dims.int_at(i));
      RUNNEL_RETURN_IF_ERROR(Shape::Make(prepended).status());
    }
    RUNNEL_ASSIGN_OR_RETURN(const Ref<TensorArray> gradient, array->Gradient(source_, prepended));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], HandleOf(ctx, handle_type_, gradient));
    if (ctx.outputs.size() > 1) ctx.outputs[1] = flow_;
    return OkStatus();
  }
};

class WriteArray : public ArrayKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<TensorArray> array, ArrayFromInput(ctx));
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kInt32, "index"));
    RUNNEL_ASSIGN_OR_RETURN(const Tensor kept, KeepBeyondStep(ctx.inputs[2], ctx.allocator));
    RUNNEL_RETURN_IF_ERROR(array->Write(ctx.inputs[1].int_at(0), kept));
    ctx.outputs[0] = flow_;
    return OkStatus();
  }
};

class ReadArray : public ArrayKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<TensorArray> array, ArrayFromInput(ctx));
    RUNNEL_RETURN_IF_ERROR(CheckType(*array, dtype_));
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kInt32, "index"));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], array->Read(ctx.inputs[1].int_at(0)));
    return OkStatus();
  }
};

Result<std::vector<int64_t>> Indices(const Tensor& indices) {
  if (indices.dtype() != DType::kInt32 || indices.shape().rank() != 1) {
    return InvalidArgument("indices must be a vector of int32, got ", DTypeName(indices.dtype()),
                           indices.shape().ToString());
  }
  std::vector<int64_t> out;
  for (int64_t i = 0; i < indices.num_elements(); ++i) out.push_back(indices.int_at(i));
  return out;
}

// Elements of equal shapes, end to end.
class GatherArray : public ArrayKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<TensorArray> array, ArrayFromInput(ctx));
    RUNNEL_RETURN_IF_ERROR(CheckType(*array, dtype_));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> indices, Indices(ctx.inputs[1]));
    if (indices.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(const Shape own, array->ElementShape());
      RUNNEL_ASSIGN_OR_RETURN(const Shape element, Shape::Merge(own, element_shape_));
      if (!element.IsFullyDefined()) {
        return InvalidArgument("TensorArray \"", array->name(),
                               "\": no elements to stack, and their shape, ", element.ToString(),
                               ", is not known");
      }
      RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0],
                              Tensor::Allocate(ctx.allocator, dtype_, Prepend(0, element)));
      return OkStatus();
    }
    Tensor out;
    Shape first;
    for (size_t i = 0; i < indices.size(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(const Tensor element, array->Read(indices[i]));
      if (i == 0) {
        first = element.shape();
        if (!element_shape_.IsCompatibleWith(first)) {
          return InvalidArgument("TensorArray \"", array->name(), "\": element ", indices[i],
                                 " has shape ", first.ToString(), ", the node expects ",
                                 element_shape_.ToString());
        }
        RUNNEL_ASSIGN_OR_RETURN(out,
                                Tensor::Allocate(ctx.allocator, dtype_,
                                                 Prepend(static_cast<int64_t>(indices.size()), first)));
      } else if (!(element.shape() == first)) {
        return InvalidArgument("TensorArray \"", array->name(), "\": elements of shapes ",
                               first.ToString(), " and ", element.shape().ToString(),
                               " cannot be stacked");
      }
      const int64_t count = first.num_elements();
      RUNNEL_RETURN_IF_ERROR(CopyElements(element, 0, count, &out, static_cast<int64_t>(i) * count));
    }
    ctx.outputs[0] = std::move(out);
    return OkStatus();
  }
};

class ConcatArray : public ArrayKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<TensorArray> array, ArrayFromInput(ctx));
    RUNNEL_RETURN_IF_ERROR(CheckType(*array, dtype_));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t size, array->Size());
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[1], Tensor::Allocate(ctx.allocator, DType::kInt64, Shape{size}));
    std::vector<Tensor> elements;
    Shape rest = element_shape_;
    int64_t rows = 0;
    for (int64_t i = 0; i < size; ++i) {
      RUNNEL_ASSIGN_OR_RETURN(Tensor element, array->Read(i));
      if (element.shape().rank() < 1) {
        return InvalidArgument("TensorArray \"", array->name(), "\": element ", i,
                               " is a scalar; scalars are stacked, not concatenated");
      }
      const Shape own = WithoutFirst(element.shape());
      if (!rest.IsCompatibleWith(own)) {
        return InvalidArgument("TensorArray \"", array->name(), "\": element ", i, " has shape ",
                               own.ToString(), " behind dimension 0, expected ", rest.ToString());
      }
      rest = own;
      rows += element.shape().dim(0);
      ctx.outputs[1].values<int64_t>()[static_cast<size_t>(i)] = element.shape().dim(0);
      elements.push_back(std::move(element));
    }
    if (!rest.IsFullyDefined()) {
      return InvalidArgument("TensorArray \"", array->name(),
                             "\": no elements to concatenate, and their shape behind dimension 0, ",
                             rest.ToString(), ", is not known");
    }
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0],
                            Tensor::Allocate(ctx.allocator, dtype_, Prepend(rows, rest)));
    int64_t at = 0;
    for (const Tensor& element : elements) {
      RUNNEL_RETURN_IF_ERROR(CopyElements(element, 0, element.num_elements(), &ctx.outputs[0], at));
      at += element.num_elements();
    }
    return OkStatus();
  }
};

class ScatterArray : public ArrayKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<TensorArray> array, ArrayFromInput(ctx));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> indices, Indices(ctx.inputs[1]));
    const Shape& shape = ctx.inputs[2].shape();
    if (shape.rank() < 1 || shape.dim(0) != static_cast<int64_t>(indices.size())) {
      return InvalidArgument("value must have ", indices.size(),
                             " rows, one for each index; its shape is ", shape.ToString());
    }
    const auto last = std::max_element(indices.begin(), indices.end());
    if (last != indices.end()) RUNNEL_RETURN_IF_ERROR(array->Reserve(*last + 1, "scatter"));
    RUNNEL_ASSIGN_OR_RETURN(const Tensor kept, KeepBeyondStep(ctx.inputs[2], ctx.allocator));
    const Shape element = WithoutFirst(shape);
    for (size_t i = 0; i < indices.size(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(
          const Tensor piece,
          CutElements(kept, static_cast<int64_t>(i) * element.num_elements(), element, ctx.allocator));
      RUNNEL_RETURN_IF_ERROR(array->Write(indices[i], piece));
    }
    ctx.outputs[0] = flow_;
    return OkStatus();
  }
};

class SplitArray : public ArrayKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<TensorArray> array, ArrayFromInput(ctx));
    const Tensor &value = ctx.inputs[1], &lengths = ctx.inputs[2];
    if (lengths.dtype() != DType::kInt64 || lengths.shape().rank() != 1) {
      return InvalidArgument("lengths must be a vector of int64, got ", DTypeName(lengths.dtype()),
                             lengths.shape().ToString());
    }
    if (value.shape().rank() < 1) {
      return InvalidArgument("value must have rank 1 or more, its shape is ", value.shape().ToString());
    }
    const int64_t pieces = lengths.num_elements();
    int64_t rows = 0;
    for (int64_t i = 0; i < pieces; ++i) {
      const int64_t length = lengths.int_at(i);
      if (length < 0 || length > value.shape().dim(0) - rows) {
        return InvalidArgument("lengths[", i, "] is ", length, "; value has ", value.shape().dim(0),
                               " rows, of which ", rows, " are taken");
      }
      rows += length;
    }
    if (rows != value.shape().dim(0)) {
      return InvalidArgument("lengths add up to ", rows, ", value has ", value.shape().dim(0), " rows");
    }
    RUNNEL_RETURN_IF_ERROR(array->Reserve(pieces, "split"));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t size, array->Size());
    if (size != pieces) {
      return InvalidArgument("TensorArray \"", array->name(), "\" has ", size, " elements, lengths has ",
                             pieces);
    }
    RUNNEL_ASSIGN_OR_RETURN(const Tensor kept, KeepBeyondStep(value, ctx.allocator));
    const Shape rest = WithoutFirst(value.shape());
    int64_t at = 0;
    for (int64_t i = 0; i < pieces; ++i) {
      const Shape shape = Prepend(lengths.int_at(i), rest);
      RUNNEL_ASSIGN_OR_RETURN(const Tensor piece, CutElements(kept, at, shape, ctx.allocator));
      RUNNEL_RETURN_IF_ERROR(array->Write(i, piece));
      at += shape.num_elements();
    }
    ctx.outputs[0] = flow_;
    return OkStatus();
  }
};

class SizeOfArray : public ArrayKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<TensorArray> array, ArrayFromInput(ctx));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t size, array->Size());
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::FromScalar<int32_t>(static_cast<int32_t>(size)));
    return OkStatus();
  }
};

class CloseArray : public ArrayKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<TensorArray> array, ArrayFromInput(ctx));
    array->Close();
    return OkStatus();
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "TensorArrayV3", .create = ArrayKernel::Create<MakeArray>},
    {.op = "TensorArrayGradV3", .create = ArrayKernel::Create<MakeGradient>},
    {.op = "TensorArrayGradWithShape", .create = ArrayKernel::Create<MakeGradient>},
    {.op = "TensorArrayWriteV3", .create = ArrayKernel::Create<WriteArray>},
    {.op = "TensorArrayReadV3", .create = ArrayKernel::Create<ReadArray>},
    {.op = "TensorArrayGatherV3", .create = ArrayKernel::Create<GatherArray>},
    {.op = "TensorArrayScatterV3", .create = ArrayKernel::Create<ScatterArray>},
    {.op = "TensorArrayConcatV3", .create = ArrayKernel::Create<ConcatArray>},
    {.op = "TensorArraySplitV3", .create = ArrayKernel::Create<SplitArray>},
    {.op = "TensorArraySizeV3", .create = ArrayKernel::Create<SizeOfArray>},
    {.op = "TensorArrayCloseV3", .create = ArrayKernel::Create<CloseArray>},
    {.op = "TensorArrayV2", .create = ArrayKernel::Create<MakeArray>},
    {.op = "TensorArrayGradV2", .create = ArrayKernel::Create<MakeGradient>},
    {.op = "TensorArrayWriteV2", .create = ArrayKernel::Create<WriteArray>},
    {.op = "TensorArrayReadV2", .create = ArrayKernel::Create<ReadArray>},
    {.op = "TensorArrayGatherV2", .create = ArrayKernel::Create<GatherArray>},
    {.op = "TensorArrayScatterV2", .create = ArrayKernel::Create<ScatterArray>},
    {.op = "TensorArrayConcatV2", .create = ArrayKernel::Create<ConcatArray>},
    {.op = "TensorArraySplitV2", .create = ArrayKernel::Create<SplitArray>},
    {.op = "TensorArraySizeV2", .create = ArrayKernel::Create<SizeOfArray>},
    {.op = "TensorArrayCloseV2", .create = ArrayKernel::Create<CloseArray>},
};

}  // namespace

std::span<const HostKernelRow> TensorArrayKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
