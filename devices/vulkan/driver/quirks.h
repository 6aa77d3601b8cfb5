// What drivers say they can do and cannot: a table of known faults, looked up when a device is listed.
#ifndef RUNNEL_DEVICES_VULKAN_DRIVER_QUIRKS_H_
#define RUNNEL_DEVICES_VULKAN_DRIVER_QUIRKS_H_

#include <cstdint>

namespace runnel::vulkan {

struct Quirks {
  bool no_storage16 = false;  // 16-bit storage is offered and broken
  bool flat_groups = false;  // two-dimensional workgroups are miscomputed: products take the flat kernel
  bool known_good = false;   // tested again and again: no trial computation when it is opened
  const char* note = nullptr;  // for the log
};

// By the numbers that the driver reports.
Quirks QuirksOf(uint32_t vendor_id, uint32_t device_id, uint32_t driver_version, bool is_software);

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_DRIVER_QUIRKS_H_
