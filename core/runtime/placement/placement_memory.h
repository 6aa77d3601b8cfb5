// What automatic placement of a graph has learned, for all sessions that run parts of it.
#ifndef RUNNEL_CORE_RUNTIME_PLACEMENT_PLACEMENT_MEMORY_H_
#define RUNNEL_CORE_RUNTIME_PLACEMENT_PLACEMENT_MEMORY_H_

#include <atomic>
#include <memory>
#include <mutex>

#include "core/runtime/placement/cost_model.h"
#include "core/runtime/placement/placement.h"

namespace runnel {

struct PlacementMemory {
  // "off": estimates are taken as they are until steps are measured.
  static constexpr const char kConfigKey[] = "placement.calibration";

  CostModel costs;
  std::atomic<bool> calibrated{false};
  std::mutex mutex;       // guards homes
  VariableDevices homes;  // of variables: those that exist live there, or where they are
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLACEMENT_PLACEMENT_MEMORY_H_
