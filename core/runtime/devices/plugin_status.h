// Statuses at the border to plugins.
#ifndef RUNNEL_CORE_RUNTIME_DEVICES_PLUGIN_STATUS_H_
#define RUNNEL_CORE_RUNTIME_DEVICES_PLUGIN_STATUS_H_

#include <utility>

#include "core/base/status.h"
#include "plugins/abi/rnlp_host.h"

namespace runnel {

// A plugin's status and ours are the same object; these hand the reference over.
inline rnlp_status_t* ToPluginStatus(Status status) {
  return reinterpret_cast<rnlp_status_t*>(status.release());
}
inline Status FromPluginStatus(rnlp_status_t* status) {
  return Status::Adopt(reinterpret_cast<Status::Rep*>(status));
}

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DEVICES_PLUGIN_STATUS_H_
