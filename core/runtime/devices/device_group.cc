#include "core/runtime/devices/device_group.h"

#include <memory>
#include <new>
#include <utility>

#include "core/runtime/devices/device.h"
#include "core/runtime/host/host.h"

namespace runnel {
namespace {

int32_t CombineOf(Combine combine, bool mean) {
  if (mean) return RNLP_COMBINE_MEAN;
  switch (combine) {
    case Combine::kMul:
      return RNLP_COMBINE_PRODUCT;
    case Combine::kMin:
      return RNLP_COMBINE_MIN;
    case Combine::kMax:
      return RNLP_COMBINE_MAX;
    case Combine::kAdd:
      break;
  }
  return RNLP_COMBINE_SUM;
}

class PluginGroup final : public DeviceGroup {
 public:
  PluginGroup(Ref<Host> host, Device* device) : host_(std::move(host)), device_(device) {
    device_->CountGroup(1);
  }
  ~PluginGroup() override;
  Status Join(const DeviceGroupName& name, uint32_t size, uint32_t rank, DeviceDone done);
  void AllReduce(const Tensor& value, const Tensor& result, Combine combine, bool mean,
                 const DeviceDone& done) override;
  void Abort() override { api().abort(raw_); }

 private:
  struct Call {
    Ref<PluginGroup> group;
    DeviceDone done;
    Tensor value, result;  // held until it is over
  };
  static void OnDone(void* arg, rnlp_status_t* status);
  const rnlp_group_api_t& api() const { return *device_->api().group; }

  const Ref<Host> host_;
  Device* const device_;
  rnlp_group_t* raw_ = nullptr;
};

PluginGroup::~PluginGroup() {
  if (raw_ != nullptr) api().destroy(raw_);
  device_->CountGroup(-1);
}

Status PluginGroup::Join(const DeviceGroupName& name, uint32_t size, uint32_t rank, DeviceDone done) {
  auto call = std::make_unique<Call>(Call{Ref<PluginGroup>::Share(this), std::move(done), {}, {}});
  RUNNEL_RETURN_IF_ERROR(
      device_->Check(api().join(device_->handle(), name.data(), size, rank, OnDone, call.get(), &raw_)));
  (void)call.release();
  return OkStatus();
}

void PluginGroup::OnDone(void* arg, rnlp_status_t* status) {
  const PluginCall mark;
  std::unique_ptr<Call> call(static_cast<Call*>(arg));
  Status checked = call->group->device_->Check(status);
  const DeviceDone done = std::move(call->done);
  // Nothing is held here any more: the callback may end everything.
  call.reset();
  done(std::move(checked));
}

void PluginGroup::AllReduce(const Tensor& value, const Tensor& result, Combine combine, bool mean,
                            const DeviceDone& done) {
  rnlp_all_reduce_t what{};
  what.size_bytes = RNLP_SIZE_TO(rnlp_all_reduce_t, dst_offset_bytes);
  what.dtype = static_cast<int32_t>(value.dtype());
  what.combine = CombineOf(combine, mean);
  what.count = static_cast<uint64_t>(value.num_elements());
  what.src = value.buffer()->device_buffer();
  what.src_offset_bytes = value.offset_bytes();
  what.dst = result.buffer()->device_buffer();
  what.dst_offset_bytes = result.offset_bytes();
  std::unique_ptr<Call> call;
  try {
    call = std::make_unique<Call>(Call{Ref<PluginGroup>::Share(this), done, value, result});
  } catch (const std::bad_alloc&) {
    return done(Status::OutOfMemory());
  }
  if (Status status = device_->Check(api().all_reduce(raw_, &what, OnDone, call.get())); !status.ok()) {
    return done(std::move(status));
  }
  (void)call.release();
}

}  // namespace

namespace {

Status OpenForGroups(Device* device) {
  if constexpr (kMinimal) return LeftOut("groups of devices");
  if (device->host_memory() || device->api().group == nullptr)
    return Unimplemented(device->name(), ": its plugin forms no groups of devices");
  return device->Open();
}

}  // namespace

std::string MeansOfDevice(Device* device) {
  if (!OpenForGroups(device).ok()) return {};
  char text[RNLP_GROUP_MEANS_BYTES] = {};
  if (rnlp_status_t* failed = device->api().group->means(device->handle(), text); failed != nullptr) {
    (void)FromPluginStatus(failed);
    return {};
  }
  text[sizeof(text) - 1] = '\0';
  return text;
}

Result<DeviceGroupName> NameDeviceGroup(Device* device) {
  RUNNEL_RETURN_IF_ERROR(OpenForGroups(device));
  DeviceGroupName name{};
  RUNNEL_RETURN_IF_ERROR(device->Check(device->api().group->name(device->handle(), name.data())));
  return name;
}

Result<Ref<DeviceGroup>> JoinDeviceGroup(Device* device, const DeviceGroupName& name, uint32_t size,
                                         uint32_t rank, DeviceDone done) {
  RUNNEL_RETURN_IF_ERROR(OpenForGroups(device));
  auto group = Ref<PluginGroup>::Adopt(new PluginGroup(device->host(), device));
  RUNNEL_RETURN_IF_ERROR(group->Join(name, size, rank, std::move(done)));
  return Ref<DeviceGroup>(std::move(group));
}

void CopyAcross(const Tensor& from, const Tensor& to, DeviceDone done) {
  const bool out = to.on_host();
  Device* const device = (out ? from : to).buffer()->device();
  uint64_t point = 0;
  Status status = out ? device->CopyFromDevice(from.buffer(), from.offset_bytes(), to.buffer(),
                                               to.offset_bytes(), from.size_bytes(), &point)
                      : device->CopyToDevice(from.buffer(), from.offset_bytes(), to.buffer(),
                                             to.offset_bytes(), from.size_bytes(), &point);
  if (!status.ok()) return done(std::move(status));
  device->WhenReached(
      point, [from = Tensor(from), to = Tensor(to), done = std::move(done)](Status copied) mutable {
        from = to = Tensor();  // whoever hears of it may end all that is there
        done(std::move(copied));
      });
}

}  // namespace runnel
