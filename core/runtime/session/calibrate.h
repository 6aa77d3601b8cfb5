// How far off the plugins' estimates are on this machine, found out before anything of a graph has run.
#ifndef RUNNEL_CORE_RUNTIME_SESSION_CALIBRATE_H_
#define RUNNEL_CORE_RUNTIME_SESSION_CALIBRATE_H_

#include <memory>

#include "core/runtime/placement/placement_memory.h"
#include "core/runtime/runtime.h"

namespace runnel {

// Measures one product on each device, once for *memory: what it tells of the plugins' estimates counts
// for all nodes until there is better. Waits for the devices. Errors: INVALID_ARGUMENT for a
// configuration that is neither "on" nor "off".
Status Calibrate(const Ref<Runtime>& runtime, const std::shared_ptr<PlacementMemory>& memory);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_SESSION_CALIBRATE_H_
