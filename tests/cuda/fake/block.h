// How the driver of the tests runs a kernel: block by block, the threads of a block as fibres that
// switch at barriers. A kernel without barriers is a plain loop.
#ifndef RUNNEL_TESTS_CUDA_FAKE_BLOCK_H_
#define RUNNEL_TESTS_CUDA_FAKE_BLOCK_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace fake_cuda {

struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
};
extern thread_local Dim3 threadIdx, blockIdx, blockDim, gridDim;

using KernelFn = void (*)(const void* args);
struct Kernel {
  std::string name;
  size_t args_bytes;
  KernelFn run;
};
// Lists a kernel that was compiled in.
struct Registration {
  Registration(const char* name, size_t args_bytes, KernelFn run);
};
// Null if there is none.
const Kernel* FindKernel(const std::string& name);

// Runs a launch on the calling thread. Empty, or what went wrong: a thread that waits at a barrier which
// the others never reach, or an address that is nobody's.
std::string RunLaunch(KernelFn run, const void* args, Dim3 grid, Dim3 block, uint64_t seed);

// ---- for the language of kernels ----

void BlockBarrier();
void WarpBarrier();
unsigned Lane();
// The host's address for one of the device. One that is nobody's fails the launch.
void* Translate(uint64_t address);

// Eight bytes a thread, for shuffles.
uint64_t* ExchangeSlot(unsigned lane);
template <typename T>
T Exchange(T value, unsigned from_lane) {
  static_assert(sizeof(T) <= 8);
  std::memcpy(ExchangeSlot(Lane()), &value, sizeof(T));
  WarpBarrier();
  T result;
  std::memcpy(&result, ExchangeSlot(from_lane), sizeof(T));
  WarpBarrier();
  return result;
}

}  // namespace fake_cuda

#endif  // RUNNEL_TESTS_CUDA_FAKE_BLOCK_H_
