#include "devices/vulkan/driver/quirks.h"

namespace runnel::vulkan {
namespace {

constexpr uint32_t kArm = 0x13B5;
constexpr uint32_t kQualcomm = 0x5143;

struct Row {
  uint32_t vendor;
  uint32_t first_device, last_device;
  uint32_t below_driver;  // faults of drivers below this version; 0: of all
  Quirks quirks;
};

// Sources: ncnn's and llama.cpp's device checks, and the drivers' own release notes.
constexpr Row kRows[] = {
    // Adreno before the 700 series miscomputes local sizes of 8x8 and 4x16.
    {kQualcomm, 0x0, 0x06FFFFFF, 0, {.flat_groups = true, .note = "Adreno: flat workgroups only"}},
    // Bifrost drivers before r26 lose 16-bit stores.
    {kArm, 0x60000000, 0x7FFFFFFF, 26u << 22, {.no_storage16 = true, .note = "Mali: no 16-bit storage"}},
};

}  // namespace

Quirks QuirksOf(uint32_t vendor_id, uint32_t device_id, uint32_t driver_version, bool is_software) {
  for (const Row& row : kRows) {
    if (row.vendor != vendor_id || device_id < row.first_device || device_id > row.last_device) continue;
    if (row.below_driver == 0 || driver_version < row.below_driver) return row.quirks;
  }
  Quirks none;
  none.known_good = is_software;  // lavapipe runs the whole test suite
  return none;
}

}  // namespace runnel::vulkan
