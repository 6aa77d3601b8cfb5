// Philox4x32-10, and seeds that come as an input, as the random ops without state take them.
#ifndef RNLP_SDK_PHILOX_H_
#define RNLP_SDK_PHILOX_H_

#include <cstdint>

#include "node.h"
#include "shape.h"
#include "status.h"

namespace runnel::plugin {

// The four numbers of a counter. Source: Salmon et al. 2011.
inline void PhiloxBlock(uint64_t key, uint64_t low, uint64_t high, uint32_t out[4]) {
  uint32_t c0 = static_cast<uint32_t>(low), c1 = static_cast<uint32_t>(low >> 32);
  uint32_t c2 = static_cast<uint32_t>(high), c3 = static_cast<uint32_t>(high >> 32);
  uint32_t k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const uint64_t p0 = uint64_t{0xD2511F53u} * c0, p1 = uint64_t{0xCD9E8D57u} * c2;
    c0 = static_cast<uint32_t>(p1 >> 32) ^ c1 ^ k0;
    c1 = static_cast<uint32_t>(p1);
    c2 = static_cast<uint32_t>(p0 >> 32) ^ c3 ^ k1;
    c3 = static_cast<uint32_t>(p0);
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
}

// A key and the upper half of a counter of two seeds, so that no part of them matters more. The lower
// half starts at 0. The layout is TensorFlow's.
inline void ScrambleSeeds(uint64_t low, uint64_t high, uint64_t* out_key, uint64_t* out_high) {
  uint32_t mixed[4];
  PhiloxBlock(0x02461e293ec8f720u, low, high, mixed);
  *out_key = mixed[0] | (uint64_t{mixed[1]} << 32);
  *out_high = mixed[2] | (uint64_t{mixed[3]} << 32);
}

// The same for the input "seed", two numbers in host memory. Errors: INVALID_ARGUMENT (it is not that).
inline rnlp_status_t* ReadSeeds(const rnlp_host_t* host, const char* op, const rnlp_tensor_t* seed,
                                uint64_t* out_key, uint64_t* out_high) {
  if (seed->rank != 1 || seed->dims[0] != 2) {
    return Fail(host, RNLP_INVALID_ARGUMENT, "%s: seed should be two numbers, got shape %s", op,
                ShapeText(seed).c_str());
  }
  ScrambleSeeds(static_cast<uint64_t>(IndexAt(seed, 0)), static_cast<uint64_t>(IndexAt(seed, 1)),
                out_key, out_high);
  return nullptr;
}

}  // namespace runnel::plugin

#endif  // RNLP_SDK_PHILOX_H_
