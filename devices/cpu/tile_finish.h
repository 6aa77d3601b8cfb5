// The part of an epilogue that register tiles do before they store their sums.
#ifndef RUNNEL_DEVICES_CPU_TILE_FINISH_H_
#define RUNNEL_DEVICES_CPU_TILE_FINISH_H_

#include <cstdint>
#include <type_traits>

#include "devices/cpu/epilogue.h"

namespace runnel::cpu {

// By column: adds, then replaces what is below or above a limit. A NaN stays. Tiles of f32 only.
template <typename T>
struct TileFinish {
  const T* bias = nullptr;  // NULL: none
  bool has_low = false, has_high = false;
  T low = 0, high = 0;
};

// What tiles do of an epilogue from column `column` on, kept in *out; Epilogue::ApplyRest does the rest.
// NULL if that is nothing.
template <typename T>
const TileFinish<T>* FinishOf(const Epilogue* epilogue, int64_t column, TileFinish<T>* out) {
  if constexpr (std::is_same_v<T, float>) {
    if (epilogue == nullptr || !epilogue->StartsInTiles()) return nullptr;
    const Epilogue::Limits& limits = epilogue->limits;
    *out = {
        epilogue->bias == nullptr ? nullptr : reinterpret_cast<const float*>(epilogue->bias) + column,
        limits.has_low, limits.has_high, limits.low, limits.high};
    return out;
  }
  (void)epilogue, (void)column, (void)out;
  return nullptr;
}

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_TILE_FINISH_H_
