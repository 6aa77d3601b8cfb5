// DLPack in and out. The structs below are those of dlpack.h, which is not a dependency.
// Source: DLPack 0.8, include/dlpack/dlpack.h (the unversioned exchange struct, stable since 0.2).
#include <memory>

#include "c_api/internal.h"
#include "core/base/checked.h"

extern "C" {
typedef struct {
  int32_t device_type;
  int32_t device_id;
} DLDevice;
typedef struct {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} DLDataType;
typedef struct {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;
  uint64_t byte_offset;
} DLTensor;
struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(struct DLManagedTensor* self);
};
}

using runnel::Buffer;
using runnel::DType;
using runnel::InvalidArgument;
using runnel::Ref;
using runnel::Result;
using runnel::Shape;
using runnel::Status;
using runnel::Tensor;
using runnel::Unimplemented;
using namespace runnel::capi;

namespace {

constexpr int32_t kDLCPU = 1;
enum DLCode : uint8_t {
  kDLInt = 0,
  kDLUInt = 1,
  kDLFloat = 2,
  kDLBfloat = 4,
  kDLComplex = 5,
  kDLBool = 6
};

struct TypeRow {
  DType dtype;
  uint8_t code;
  uint8_t bits;
};
constexpr TypeRow kTypes[] = {
    {DType::kFloat, kDLFloat, 32},       {DType::kDouble, kDLFloat, 64},
    {DType::kHalf, kDLFloat, 16},        {DType::kBFloat16, kDLBfloat, 16},
    {DType::kInt8, kDLInt, 8},           {DType::kInt16, kDLInt, 16},
    {DType::kInt32, kDLInt, 32},         {DType::kInt64, kDLInt, 64},
    {DType::kUInt8, kDLUInt, 8},         {DType::kUInt16, kDLUInt, 16},
    {DType::kUInt32, kDLUInt, 32},       {DType::kUInt64, kDLUInt, 64},
    {DType::kComplex64, kDLComplex, 64}, {DType::kComplex128, kDLComplex, 128},
    {DType::kBool, kDLBool, 8},
};

Result<DType> FromDLType(const DLDataType& type) {
  for (const TypeRow& row : kTypes) {
    if (row.code == type.code && row.bits == type.bits && type.lanes == 1) return row.dtype;
  }
  return Unimplemented("DLPack type with code ", int{type.code}, ", ", int{type.bits}, " bits and ",
                       int{type.lanes}, " lanes has no Runnel dtype");
}

bool IsDense(const Shape& shape, const int64_t* strides) {
  if (strides == nullptr || shape.num_elements() == 0) return true;
  int64_t expected = 1;
  for (int i = shape.rank() - 1; i >= 0; --i) {
    if (shape.dim(i) != 1 && strides[i] != expected) return false;
    expected *= shape.dim(i);
  }
  return true;
}

// Copies a strided tensor, row-major, element by element.
void CopyStrided(const Shape& shape, const int64_t* strides, size_t element_size, const char* from,
                 char* to) {
  std::vector<int64_t> index(static_cast<size_t>(shape.rank()), 0);
  const int64_t count = shape.num_elements();
  for (int64_t n = 0; n < count; ++n) {
    int64_t offset = 0;
    for (size_t i = 0; i < index.size(); ++i) offset += index[i] * strides[i];
    memcpy(to, from + offset * static_cast<int64_t>(element_size), element_size);
    to += element_size;
    for (size_t i = index.size(); i-- > 0;) {
      if (++index[i] < shape.dim(static_cast<int>(i))) break;
      index[i] = 0;
    }
  }
}

void ReleaseManaged(void*, size_t, void* arg) {
  auto* managed = static_cast<DLManagedTensor*>(arg);
  if (managed->deleter != nullptr) managed->deleter(managed);
}

// What rnl_tensor_to_dlpack hands out.
struct Exported {
  DLManagedTensor managed;
  rnl_tensor_t* tensor;
};

void ReleaseExported(DLManagedTensor* self) {
  std::unique_ptr<Exported> exported(static_cast<Exported*>(self->manager_ctx));
  rnl_tensor_release(exported->tensor);
}

}  // namespace

rnl_status_t* rnl_tensor_from_dlpack(rnl_runtime_t* runtime, struct DLManagedTensor* dlpack,
                                     rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RNL_CHECK_NOT_NULL(dlpack);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    const DLTensor& in = dlpack->dl_tensor;
    if (in.device.device_type != kDLCPU) {
      return Unimplemented("DLPack memory of device type ", in.device.device_type,
                           ": only host memory (1) is taken");
    }
    RUNNEL_ASSIGN_OR_RETURN(const DType dtype, FromDLType(in.dtype));
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, ToShape(in.ndim, in.shape, false));
    const size_t element_size = runnel::DTypeSize(dtype);
    RUNNEL_RETURN_IF_ERROR(shape.CheckSize(element_size));
    const uint64_t size = static_cast<uint64_t>(shape.num_elements()) * element_size;
    if (in.data == nullptr && size != 0) return InvalidArgument("DLPack tensor without data");
    char* data = in.data == nullptr ? nullptr : static_cast<char*>(in.data) + in.byte_offset;
    const size_t alignment = runnel::IsComplex(dtype) ? element_size / 2 : element_size;

    const auto handle =
        Ref<rnl_tensor_t>::Adopt(NewTensor(Ref<rnl_runtime_t>::Share(runtime), Tensor()));
    if (IsDense(shape, in.strides) && reinterpret_cast<uintptr_t>(data) % alignment == 0) {
      RUNNEL_ASSIGN_OR_RETURN(Ref<Buffer> buffer, runnel::WrapHostBuffer(data, size, &ReleaseManaged,
                                                                         dlpack, /*writable=*/false));
      handle->tensor = Tensor(dtype, shape, std::move(buffer));
    } else {
      RUNNEL_ASSIGN_OR_RETURN(handle->tensor,
                              Tensor::Allocate(runtime->runtime->allocator(), dtype, shape));
      if (IsDense(shape, in.strides)) {
        if (size != 0) memcpy(handle->tensor.data(), data, size);
      } else {
        CopyStrided(shape, in.strides, element_size, data, static_cast<char*>(handle->tensor.data()));
      }
      ReleaseManaged(nullptr, 0, dlpack);
    }
    *out_tensor = Retain(handle.get());
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_tensor_to_dlpack(rnl_tensor_t* tensor, struct DLManagedTensor** out_dlpack) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_dlpack);
    *out_dlpack = nullptr;
    RNL_CHECK_NOT_NULL(tensor);
    const Tensor& t = tensor->tensor;
    if (!runnel::IsPlainData(t.dtype())) {
      return InvalidArgument("elements of a ", runnel::DTypeName(t.dtype()),
                             " tensor are not plain data");
    }
    if (!t.on_host()) {
      return Unimplemented("DLPack of memory of ", rnl_tensor_device(tensor).data,
                           ": only host memory is shared; copy it to the host first");
    }
    const TypeRow* type = nullptr;
    for (const TypeRow& row : kTypes) {
      if (row.dtype == t.dtype()) type = &row;
    }
    if (type == nullptr) return Unimplemented("DLPack has no type for ", runnel::DTypeName(t.dtype()));
    auto exported = std::make_unique<Exported>();
    exported->tensor = Retain(tensor);
    DLTensor& out = exported->managed.dl_tensor;
    out.data = t.data();
    out.device = {kDLCPU, 0};
    out.ndim = t.shape().rank();
    out.dtype = {type->code, type->bits, 1};
    // The shape is as long-lived as the handle; receivers only read it.
    out.shape = const_cast<int64_t*>(t.shape().data());
    out.strides = nullptr;
    out.byte_offset = 0;
    exported->managed.manager_ctx = exported.get();
    exported->managed.deleter = &ReleaseExported;
    *out_dlpack = &exported.release()->managed;
    return runnel::OkStatus();
  });
}
