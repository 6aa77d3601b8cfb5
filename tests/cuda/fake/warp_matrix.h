// devices/cuda/device_code/warp_matrix.h for a host compiler: a warp's threads show each other what they
// have, and each finds its own results in float.
#ifndef RUNNEL_TESTS_CUDA_FAKE_WARP_MATRIX_H_
#define RUNNEL_TESTS_CUDA_FAKE_WARP_MATRIX_H_

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "devices/cuda/device_code/language.h"

namespace runnel::cuda {

// What each lane of the warp shows, until the next barrier.
template <typename T>
class Shown {
 public:
  explicit Shown(const T* mine) {
    std::memcpy(fake_cuda::ExchangeSlot(fake_cuda::Lane()), &mine, sizeof(mine));
    fake_cuda::WarpBarrier();
  }
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;
  ~Shown() { fake_cuda::WarpBarrier(); }
  const T* operator[](unsigned lane) const {
    const T* theirs = nullptr;
    std::memcpy(&theirs, fake_cuda::ExchangeSlot(lane), sizeof(theirs));
    return theirs;
  }
};

template <typename T>
float OneOfPair(u32 pair, int which) {
  return Load(T{static_cast<u16>(which == 0 ? pair : pair >> 16)});
}

template <typename T>
void WarpMultiply(T, float* sum, const u32* left, const u32* right) {
  u32 mine[6];
  std::memcpy(mine, left, 4 * sizeof(u32));
  std::memcpy(mine + 4, right, 2 * sizeof(u32));
  const Shown<u32> shown(mine);
  const unsigned lane = fake_cuda::Lane();
  for (int i = 0; i < 4; ++i) {
    const unsigned row = lane / 4 + (i < 2 ? 0 : 8),
                   column = lane % 4 * 2 + static_cast<unsigned>(i % 2);
    for (unsigned k = 0; k < 16; ++k) {
      const u32 a = shown[row % 8 * 4 + k % 8 / 2][row / 8 + k / 8 * 2];
      const u32 b = shown[column * 4 + k % 8 / 2][4 + k / 8];
      sum[i] += OneOfPair<T>(a, static_cast<int>(k % 2)) * OneOfPair<T>(b, static_cast<int>(k % 2));
    }
  }
}
template <typename T>
u32 PackPair(T, float low, float high) {
  return Store<T>(low).bits | static_cast<u32>(Store<T>(high).bits) << 16;
}

inline void LoadMatrices(const u16* row, u32* out, bool transposed) {
  if (reinterpret_cast<uintptr_t>(row) % 16 != 0) std::abort();  // the device would trap
  const Shown<u16> shown(row);
  const unsigned lane = fake_cuda::Lane();
  for (unsigned i = 0; i < 4; ++i) {
    out[i] = 0;
    for (unsigned half = 0; half < 2; ++half) {
      const unsigned line = transposed ? lane % 4 * 2 + half : lane / 4;
      const unsigned column = transposed ? lane / 4 : lane % 4 * 2 + half;
      out[i] |= static_cast<u32>(shown[i * 8 + line][column]) << half * 16;
    }
  }
}
inline void LoadMatrices(const u16* row, u32* out) { LoadMatrices(row, out, false); }
inline void LoadMatricesTransposed(const u16* row, u32* out) { LoadMatrices(row, out, true); }

// What is copied is there when it was waited for and not sooner: until then it is NaN.
struct CopyBegun {
  u16* to;
  const u16* from;
};
inline std::vector<CopyBegun>& CopiesBegun() {
  static thread_local std::vector<CopyBegun> of_thread[256];
  return of_thread[threadIdx.x];
}
inline void CopyBeside(u16* to_shared, const u16* from, bool real) {
  if (reinterpret_cast<uintptr_t>(to_shared) % 16 != 0 || reinterpret_cast<uintptr_t>(from) % 16 != 0)
    std::abort();
  std::memset(to_shared, 0xff, 16);
  CopiesBegun().push_back({to_shared, real ? from : nullptr});
}
inline void WaitForCopies() {
  for (const CopyBegun& copy : CopiesBegun()) {
    if (copy.from == nullptr) {
      std::memset(copy.to, 0, 16);
    } else {
      std::memcpy(copy.to, copy.from, 16);
    }
  }
  CopiesBegun().clear();
}

}  // namespace runnel::cuda

#endif  // RUNNEL_TESTS_CUDA_FAKE_WARP_MATRIX_H_
