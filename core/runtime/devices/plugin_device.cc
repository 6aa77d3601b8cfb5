#include "core/runtime/devices/plugin_device.h"

namespace runnel {

Status PluginDevice::Check(rnlp_status_t* status) const {
  if (status == nullptr) return {};
  Status adopted = FromPluginStatus(status);
  if (adopted.code() == Code::kUnavailable) lost_.store(true, std::memory_order_release);
  return adopted.WithPrefix(name_);
}

}  // namespace runnel
