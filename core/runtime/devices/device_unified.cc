// Devices whose memory the host sees as well: values change sides by address.
#include "core/runtime/devices/device.h"

namespace runnel {

// Host memory as a device buffer. Read-only: the device may read it.
class Device::HostView final : public Buffer {
 public:
  HostView(Ref<Buffer> of, void* data)
      : Buffer(Kind::kHost, data, of->size_bytes()), of_(std::move(of)) {
    writable_ = false;
  }
  const Ref<Buffer>& of() const { return of_; }

 private:
  ~HostView() override {
    Device* const device = of_->device();
    if (device->api().buffer_unmap != nullptr && device->handle() != nullptr)
      device->api().buffer_unmap(device->handle(), of_->device_buffer());
  }

  const Ref<Buffer> of_;
};

bool Device::unified() const {
  if constexpr (kMinimal) return false;
  return !host_memory() && (info_.flags & RNLP_DEVICE_UNIFIED) != 0 && api_.buffer_map != nullptr;
}

Result<Ref<Buffer>> Device::AsHost(const Ref<Buffer>& buffer) {
  if (!unified() || buffer->device() != this) return Ref<Buffer>();
  // Host memory on its way back from a device buffer to the host.
  const Ref<Buffer>& imported = static_cast<const DeviceBuffer&>(*buffer).imported();
  if (imported) return imported;
  RUNNEL_RETURN_IF_ERROR(Open());
  void* data = nullptr;
  rnlp_status_t* failed = api_.buffer_map(handle(), buffer->device_buffer(), &data);
  if (failed != nullptr) {
    const Status status = FromPluginStatus(failed);
    return status.code() == Code::kUnimplemented ? Result<Ref<Buffer>>(Ref<Buffer>()) : status;
  }
  auto* view = new (std::nothrow) HostView(buffer, data);
  if (view == nullptr) {
    if (api_.buffer_unmap != nullptr) api_.buffer_unmap(handle(), buffer->device_buffer());
    return Status::OutOfMemory();
  }
  return Ref<Buffer>::Adopt(view);
}

Result<Ref<Buffer>> Device::AsDevice(const Ref<Buffer>& host) {
  if (!unified() || host->size_bytes() == 0) return Ref<Buffer>();
  if (const auto* view = dynamic_cast<const HostView*>(host.get());
      view != nullptr && view->of()->device() == this) {
    return view->of();
  }
  if (api_.buffer_import == nullptr) return Ref<Buffer>();
  RUNNEL_RETURN_IF_ERROR(Open());
  rnlp_buffer_t* raw = nullptr;
  // A device refuses memory that it cannot take, by its alignment for example; that is copied.
  rnlp_status_t* failed = api_.buffer_import(handle(), host->data(), host->size_bytes(), &raw);
  if (failed != nullptr) {
    const Status status = Check(failed);
    return status.code() == Code::kUnavailable ? Result<Ref<Buffer>>(status) : Ref<Buffer>();
  }
  if (raw == nullptr) return Internal(name_, ": its plugin imported no memory and reported no error");
  return memory_.Adopt(raw, host);
}

}  // namespace runnel
