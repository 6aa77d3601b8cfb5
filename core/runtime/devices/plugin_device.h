// PluginDevice: a device as its plugin shows it: what it says of itself, its table, its handle while it
// is open, and how its answers are read. Queues and memory work over it; Device has all of them.
#ifndef RUNNEL_CORE_RUNTIME_DEVICES_PLUGIN_DEVICE_H_
#define RUNNEL_CORE_RUNTIME_DEVICES_PLUGIN_DEVICE_H_

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/runtime/devices/plugin_status.h"
#include "core/tensor/buffer.h"
#include "plugins/abi/rnlp_device.h"

namespace runnel {

// Threads: any.
class PluginDevice {
 public:
  PluginDevice(const PluginDevice&) = delete;

  const std::string& name() const { return name_; }  // "/job:localhost/replica:0/task:0/device:CPU:0"
  std::string_view type() const { return info_.type; }
  int ordinal() const { return ordinal_; }
  const rnlp_device_info_t& info() const { return info_; }
  uint32_t flags() const { return info_.flags; }
  bool host_memory() const { return kMinimal || (info_.flags & RNLP_DEVICE_HOST_MEMORY) != 0; }
  uint64_t alignment_bytes() const { return alignment_; }  // of tensor offsets; at least 64
  const rnlp_device_api_t& api() const { return api_; }

  // Devices are listed closed; whoever plans for one opens it first. Further calls are cheap.
  Status Open() { return handle() != nullptr ? Status() : OpenNow(); }
  // What kernel rows take as `device`. Null until Open succeeded.
  rnlp_device_t* handle() const { return handle_.load(std::memory_order_acquire); }
  bool lost() const { return lost_.load(std::memory_order_acquire); }
  // Releases what was kept and is done, on all queues. Copies and waits call it.
  virtual void Reap() = 0;

  // Adopts a plugin's answer, names the device, notices a loss.
  Status Check(rnlp_status_t* status) const;

 protected:
  // `table` may be of an older plugin: what it does not know is null in api().
  PluginDevice(const rnlp_device_api_t& table, const rnlp_device_info_t& info, int ordinal)
      : info_(info),
        ordinal_(ordinal),
        name_(StrCat("/job:localhost/replica:0/task:0/device:", std::string_view(info.type), ":",
                     ordinal)),
        alignment_(std::max<uint64_t>(info.alignment_bytes, kTensorAlignment)) {
    std::memcpy(&api_, &table, std::min<size_t>(table.size_bytes, sizeof(api_)));
  }
  ~PluginDevice() = default;

  virtual Status OpenNow() = 0;  // unless another thread just has

  rnlp_device_info_t info_;
  const int ordinal_;
  std::string name_;
  uint64_t alignment_;
  rnlp_device_api_t api_{};
  std::atomic<rnlp_device_t*> handle_{nullptr};
  mutable std::atomic<bool> lost_{false};
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DEVICES_PLUGIN_DEVICE_H_
