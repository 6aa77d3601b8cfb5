// Tensors: handles and what is read of them.
#include "c_api/internal.h"
#include "core/runtime/devices/device.h"

using runnel::Device;
using runnel::DType;
using runnel::Ref;
using runnel::Result;
using runnel::Shape;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

rnl_tensor_t::~rnl_tensor_t() = default;

void rnl_tensor_t::Destroy() const {
  if (owner && !runtime().CheckProcess().ok()) return;
  auto* self = const_cast<rnl_tensor_t*>(this);
  if (!self->pool) {
    delete self;
    return;
  }
  // What the handle holds goes now; the pool, held by the local, may be gone at the end of this.
  const Ref<TensorPool> home = std::move(self->pool);
  self->tensor = Tensor();
  self->identity = nullptr;
  const Ref<rnl_runtime_t> keep = std::move(self->owner);
  home->Give(self);
}

namespace runnel::capi {

TensorPool::~TensorPool() {
  delete last_.Take();
  for (rnl_tensor_t* handle : free_) delete handle;
}

rnl_tensor_t* TensorPool::Take(const Ref<rnl_runtime_t>& owner) {
  rnl_tensor_t* handle = last_.Take();
  if (handle == nullptr) {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      handle = free_.back();
      free_.pop_back();
    }
  }
  if (handle == nullptr) {
    handle = new rnl_tensor_t(owner);
  } else {
    handle->Revive();
    handle->owner = owner;
  }
  handle->pool = Ref<TensorPool>::Share(this);
  return handle;
}

void TensorPool::Give(rnl_tensor_t* handle) {
  if (last_.Keep(handle)) return;
  try {
    const std::lock_guard lock(mutex_);
    if (free_.size() < capacity_) {
      free_.push_back(handle);
      return;
    }
  } catch (const std::bad_alloc&) {
  }
  delete handle;
}

rnl_tensor_t* NewTensor(const Ref<rnl_runtime_t>& owner, Tensor tensor) {
  auto* handle = new rnl_tensor_t(owner);
  handle->tensor = std::move(tensor);
  return handle;
}

Result<Shape> ToShape(int32_t rank, const int64_t* dims, bool partial) {
  if (rank == -1 && partial) return Shape::Unknown();
  if (rank < 0) return InvalidArgument("rank is ", rank);
  if (rank > kMaxRank) return InvalidArgument("rank is ", rank, ", the most is ", kMaxRank);
  std::span<const int64_t> span;
  RUNNEL_RETURN_IF_ERROR(ToSpan(dims, static_cast<size_t>(rank), "dims", &span));
  return Shape::Make(span, partial ? -1 : 0);
}

Result<std::vector<Tensor>> ToTensors(rnl_tensor_t* const* tensors, size_t count) {
  std::span<rnl_tensor_t* const> span;
  RUNNEL_RETURN_IF_ERROR(ToSpan(tensors, count, "feeds", &span));
  std::vector<Tensor> result;
  result.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    if (span[i] == nullptr) return InvalidArgument("feed ", i, " of ", count, " is NULL");
    result.push_back(span[i]->tensor);
  }
  return result;
}

void ToHandles(const Ref<rnl_runtime_t>& owner, std::span<Tensor> tensors, rnl_tensor_t** out) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    try {
      out[i] = NewTensor(owner, std::move(tensors[i]));
    } catch (...) {
      while (i > 0) {
        out[--i]->Release();
        out[i] = nullptr;
      }
      throw;
    }
  }
}

}  // namespace runnel::capi

namespace {

bool HasPlainHostData(const Tensor& tensor) {
  return tensor.on_host() && runnel::IsPlainData(tensor.dtype());
}

// Errors: FAILED_PRECONDITION if elements may not be written through `tensor`.
Status CheckExclusive(const Tensor& tensor) {
  if (!tensor.buffer()->writable()) {
    return runnel::FailedPrecondition("the tensor wraps memory that Runnel only reads");
  }
  if (!tensor.buffer()->Unique()) {
    return runnel::FailedPrecondition(
        "the tensor's elements are shared with another tensor, a variable or "
        "a running step");
  }
  return runnel::OkStatus();
}

Status CheckString(const rnl_tensor_t& handle, int64_t index) {
  const Tensor& t = handle.tensor;
  if (t.dtype() != DType::kString || !t.on_host()) {
    return runnel::InvalidArgument("expected a string tensor, got ", runnel::DTypeName(t.dtype()),
                                   t.shape().ToString());
  }
  if (index < 0 || index >= t.num_elements()) {
    return runnel::OutOfRange("element ", index, " of a tensor with ", t.num_elements());
  }
  return runnel::OkStatus();
}

// A copy in host memory that has arrived.
Result<Tensor> CopyToHost(const Tensor& tensor, runnel::Runtime& runtime) {
  Device* device = tensor.buffer() ? tensor.buffer()->device() : nullptr;
  if (device == nullptr) return runnel::Internal("a tensor in device memory without a device");
  RUNNEL_ASSIGN_OR_RETURN(Tensor host,
                          Tensor::Allocate(runtime.allocator(), tensor.dtype(), tensor.shape()));
  if (host.size_bytes() == 0) return host;
  RUNNEL_RETURN_IF_ERROR(
      device->Fetch(tensor.buffer(), tensor.offset_bytes(), host.buffer(), host.size_bytes()));
  return host;
}

}  // namespace

rnl_tensor_t* rnl_tensor_retain(rnl_tensor_t* tensor) { return Retain(tensor); }

void rnl_tensor_release(rnl_tensor_t* tensor) { Release(tensor); }

rnl_dtype_t rnl_tensor_dtype(const rnl_tensor_t* tensor) {
  return tensor == nullptr ? RNL_INVALID : static_cast<rnl_dtype_t>(tensor->tensor.dtype());
}

int32_t rnl_tensor_rank(const rnl_tensor_t* tensor) {
  return tensor == nullptr ? 0 : tensor->tensor.shape().rank();
}

const int64_t* rnl_tensor_dims(const rnl_tensor_t* tensor) {
  return tensor == nullptr ? nullptr : tensor->tensor.shape().data();
}

int64_t rnl_tensor_num_elements(const rnl_tensor_t* tensor) {
  return tensor == nullptr ? 0 : tensor->tensor.num_elements();
}

size_t rnl_tensor_size_bytes(const rnl_tensor_t* tensor) {
  if (tensor == nullptr || !runnel::IsPlainData(tensor->tensor.dtype())) return 0;
  return tensor->tensor.size_bytes();
}

const void* rnl_tensor_data(const rnl_tensor_t* tensor) {
  if (tensor == nullptr || !HasPlainHostData(tensor->tensor)) return nullptr;
  return tensor->tensor.num_elements() == 0 ? nullptr : tensor->tensor.data();
}

rnl_status_t* rnl_tensor_mutable_data(rnl_tensor_t* tensor, void** out_data) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_data);
    *out_data = nullptr;
    RNL_CHECK_NOT_NULL(tensor);
    if (rnl_tensor_data(tensor) == nullptr) {
      const rnl_str_t device = rnl_tensor_device(tensor);
      return runnel::InvalidArgument("no plain elements in host memory: ", tensor->tensor.ToString(0),
                                     device.size == 0 ? "" : " on ", device.data);
    }
    RUNNEL_RETURN_IF_ERROR(CheckExclusive(tensor->tensor));
    *out_data = tensor->tensor.data();
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_tensor_get_string(const rnl_tensor_t* tensor, int64_t index, rnl_str_t* out_value) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_value);
    *out_value = kEmpty;
    RNL_CHECK_NOT_NULL(tensor);
    RUNNEL_RETURN_IF_ERROR(CheckString(*tensor, index));
    const std::string_view value = tensor->tensor.string_at(index);
    if (!value.empty()) *out_value = ToC(value);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_tensor_set_string(rnl_tensor_t* tensor, int64_t index, rnl_str_t value) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(tensor);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(value, "value", &view));
    RUNNEL_RETURN_IF_ERROR(CheckString(*tensor, index));
    RUNNEL_RETURN_IF_ERROR(CheckExclusive(tensor->tensor));
    const auto first = static_cast<int64_t>(tensor->tensor.offset_bytes() / sizeof(rnlp_str_t));
    return static_cast<runnel::StringBuffer*>(tensor->tensor.buffer().get())->Set(first + index, view);
  });
}

rnl_str_t rnl_tensor_device(const rnl_tensor_t* tensor) {
  if (tensor == nullptr || tensor->tensor.on_host() || !tensor->tensor.buffer()) return kEmpty;
  const Device* device = tensor->tensor.buffer()->device();
  return device == nullptr ? kEmpty : ToC(std::string_view(device->name()));
}

rnl_status_t* rnl_tensor_to_host(rnl_tensor_t* tensor, rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RNL_CHECK_NOT_NULL(tensor);
    if (tensor->tensor.on_host()) {
      *out_tensor = Retain(tensor);
      return runnel::OkStatus();
    }
    RUNNEL_RETURN_IF_ERROR(tensor->runtime().CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(Tensor host, CopyToHost(tensor->tensor, tensor->runtime()));
    *out_tensor = NewTensor(tensor->owner, std::move(host));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_tensor_copy_to(const rnl_tensor_t* tensor, void* data, size_t size_bytes) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(tensor);
    if (data == nullptr && size_bytes != 0) return NullArgument("data");
    Tensor t = tensor->tensor;
    if (!runnel::IsPlainData(t.dtype())) {
      return runnel::InvalidArgument("elements of a ", runnel::DTypeName(t.dtype()),
                                     " tensor are not plain data");
    }
    if (t.size_bytes() != size_bytes) {
      return runnel::InvalidArgument("the tensor has ", t.size_bytes(), " bytes, the destination has ",
                                     size_bytes);
    }
    if (!t.on_host()) {
      RUNNEL_RETURN_IF_ERROR(tensor->runtime().CheckProcess());
      RUNNEL_ASSIGN_OR_RETURN(t, CopyToHost(t, tensor->runtime()));
    }
    if (size_bytes != 0) memcpy(data, t.data(), size_bytes);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_tensor_reshape(rnl_tensor_t* tensor, int32_t rank, const int64_t* dims,
                                 rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RNL_CHECK_NOT_NULL(tensor);
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, ToShape(rank, dims, false));
    RUNNEL_ASSIGN_OR_RETURN(Tensor reshaped, tensor->tensor.Reshaped(shape));
    *out_tensor = NewTensor(tensor->owner, std::move(reshaped));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_tensor_to_text(const rnl_tensor_t* tensor, int32_t max_elements,
                                 rnl_bytes_t** out_text) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_text);
    *out_text = nullptr;
    RNL_CHECK_NOT_NULL(tensor);
    Tensor value = tensor->tensor;
    if (!value.on_host()) {
      RUNNEL_RETURN_IF_ERROR(tensor->runtime().CheckProcess());
      RUNNEL_ASSIGN_OR_RETURN(value, CopyToHost(value, tensor->runtime()));
    }
    *out_text = NewBytes(value.ToString(max_elements < 0 ? 0 : max_elements));
    return runnel::OkStatus();
  });
}
