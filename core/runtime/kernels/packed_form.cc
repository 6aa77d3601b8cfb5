#include "core/runtime/kernels/packed_form.h"

#include "core/runtime/host/host_memory.h"
#include "core/runtime/kernels/kernel_select.h"

namespace runnel {

PackedForm::PackedForm(const PlannedKernel& kernel, Device* device, Allocator* allocator,
                       Tensor constant, Ref<Variable> variable)
    : device_(device),
      allocator_(allocator),
      bytes_(kernel.packed_bytes),
      constant_(std::move(constant)),
      variable_(std::move(variable)) {}

Result<Ref<Buffer>> PackedForm::Get(const PlannedKernel& kernel, const rnlp_tensor_t& value,
                                    uint64_t version) {
  Ref<Buffer> buffer;
  {
    const std::lock_guard lock(mutex_);
    if (form_ && version_ == version) return form_;
    // Reuses the memory of an older version's form if no step reads it.
    if (form_ && version_ < version && form_->Unique()) buffer = std::move(form_);
  }
  // Packs outside of the lock, because a kernel may use the pool. Two steps may both pack: the work is
  // idempotent.
  if (!buffer && device_->host_memory()) {
    RUNNEL_ASSIGN_OR_RETURN(buffer, AllocateHostBuffer(allocator_, bytes_));
  } else if (!buffer) {
    RUNNEL_ASSIGN_OR_RETURN(buffer, device_->AllocateBuffer(bytes_));
  }
  RUNNEL_RETURN_IF_ERROR(Make(kernel, value, buffer));
  const std::lock_guard lock(mutex_);
  if (!form_ || version_ < version) {
    form_ = buffer;
    version_ = version;
  }
  return buffer;
}

Status PackedForm::Make(const PlannedKernel& kernel, const rnlp_tensor_t& value,
                        const Ref<Buffer>& into) const {
  const int64_t dims[] = {static_cast<int64_t>(bytes_)};
  rnlp_tensor_t form{};
  form.dtype = RNLP_UINT8;
  form.rank = 1;
  form.dims = dims;
  form.num_elements = dims[0];
  form.size_bytes = bytes_;
  form.data = into->data();
  form.buffer = into->device_buffer();
  const rnlp_tensor_t* inputs[] = {&value};
  rnlp_tensor_t* outputs[] = {&form};
  rnlp_run_t run{};
  run.size_bytes = sizeof(run);
  run.num_inputs = run.num_outputs = 1;
  run.inputs = inputs;
  run.outputs = outputs;
  run.host = kernel.host();
  if (device_->host_memory()) return FromPluginStatus(kernel.row().pack(kernel.state(), &run));
  form.data = nullptr;
  uint64_t point = 0;
  RUNNEL_RETURN_IF_ERROR(device_->Submit(
      [&](rnlp_queue_t* queue) -> Status {
        run.queue = queue;
        return FromPluginStatus(kernel.row().pack(kernel.state(), &run));
      },
      &point));
  // A failure is this step's alone: a form that was not completed is not shared.
  return device_->Wait(point);
}

std::shared_ptr<PackedForm> PackedForms::Find(const PlannedKernel& kernel, Device* device,
                                              Allocator* allocator, const rnlp_tensor_t& view,
                                              const Tensor& constant, const Ref<Variable>& variable) {
  const void* source = variable ? static_cast<const void*>(variable.get()) : constant.buffer().get();
  Key key(source, variable ? 0 : constant.offset_bytes(), &kernel.plugin(), device, kernel.packed_layout,
          kernel.packed_bytes, view.dtype, std::vector<int64_t>(view.dims, view.dims + view.rank));
  const std::lock_guard lock(mutex_);
  std::erase_if(forms_, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<PackedForm>& kept = forms_[std::move(key)];
  std::shared_ptr<PackedForm> form = kept.lock();
  if (!form) {
    form = std::make_shared<PackedForm>(kernel, device, allocator, constant, variable);
    kept = form;
  }
  return form;
}

size_t PackedForms::size() const {
  const std::lock_guard lock(mutex_);
  size_t alive = 0;
  for (const auto& [key, form] : forms_) alive += form.expired() ? 0 : 1;
  return alive;
}

}  // namespace runnel
