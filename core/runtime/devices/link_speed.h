// How fast values move between host memory and a device's own, and between devices that reach each
// other: measured once, when somebody first asks, or given by the runtime's configuration.
#ifndef RUNNEL_CORE_RUNTIME_DEVICES_LINK_SPEED_H_
#define RUNNEL_CORE_RUNTIME_DEVICES_LINK_SPEED_H_

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace runnel {

class Device;
class Host;

struct LinkSpeed {
  double latency_ns = 0;
  double ns_per_byte = 0;
  double Ns(double bytes) const { return latency_ns + bytes * ns_per_byte; }
};

// Threads: any.
class LinkSpeeds {
 public:
  // "VIRTUAL:0=20000,4e9;VIRTUAL:0>VIRTUAL:1=...;/job:a/task:1=...": nanoseconds of a copy's start, and
  // bytes a second. Devices and tasks that it names are not measured.
  static constexpr const char kConfigKey[] = "placement.links";

  struct Link {
    LinkSpeed in;        // to the device
    LinkSpeed out;       // from the device
    std::string source;  // "measured", "configured", or why it is assumed
  };

  explicit LinkSpeeds(Host* host) : host_(host) {}

  // All zero for a device that computes in host memory. A device that cannot be measured, because it
  // fails or does not answer in time, gets an assumed speed, and the log says so. Errors:
  // INVALID_ARGUMENT for a malformed configuration.
  Result<Link> Of(Device* device);

  // The speed of copies without the host. Nothing where they go through the host: the devices do not
  // reach each other, or the configuration names one of them but not the pair. Errors: as above.
  Result<std::optional<LinkSpeed>> Between(Device* from, Device* to);

  // What a runtime's configuration says of the name for which `is_it` is true: "VIRTUAL:0",
  // "/job:a/task:1". *found: whether it says anything. Errors: as above.
  static Status Configured(const Host& host, const std::function<bool(std::string_view)>& is_it,
                           LinkSpeed* out, bool* found);

 private:
  Status Measure(Device* device, Link* out) const;
  Status MeasurePeers(Device* from, Device* to, LinkSpeed* out) const;
  void WarnOf(const std::string& link, const Status& status) const;

  Host* const host_;
  std::mutex mutex_;  // held while a device is measured; guards all below
  std::map<const Device*, Link> links_;
  std::map<std::pair<const Device*, const Device*>, LinkSpeed> peers_;  // from, to
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DEVICES_LINK_SPEED_H_
