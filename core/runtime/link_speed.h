// How fast values move between host memory and a device's own: measured once for each device, when
// somebody first asks, or given by the runtime's configuration.
#ifndef RUNNEL_CORE_RUNTIME_LINK_SPEED_H_
#define RUNNEL_CORE_RUNTIME_LINK_SPEED_H_

#include <map>
#include <mutex>
#include <string>

#include "core/base/status.h"

namespace runnel {

class Device;
class Runtime;

struct LinkSpeed {
  double latency_ns = 0;
  double ns_per_byte = 0;
  double Ns(double bytes) const { return latency_ns + bytes * ns_per_byte; }
};

// Threads: any.
class LinkSpeeds {
 public:
  // "VIRTUAL:0=20000,4e9;CUDA:0=...": nanoseconds of a copy's start, and bytes a second. Devices that it
  // names are not measured.
  static constexpr const char kConfigKey[] = "placement.links";

  struct Link {
    LinkSpeed in;        // to the device
    LinkSpeed out;       // from the device
    std::string source;  // "measured", "configured", or why it is assumed
  };

  explicit LinkSpeeds(Runtime* runtime) : runtime_(runtime) {}

  // All zero for a device that computes in host memory. A device that cannot be measured, because it
  // fails or does not answer in time, gets an assumed speed, which the log says.
  // Errors: INVALID_ARGUMENT for a configuration that says nothing of the kind above.
  Result<Link> Of(Device* device);

 private:
  Status Configured(const Device& device, Link* out, bool* found) const;
  Status Measure(Device* device, Link* out) const;

  Runtime* const runtime_;
  std::mutex mutex_;  // held while a device is measured; guards links_
  std::map<const Device*, Link> links_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_LINK_SPEED_H_
