// What tests tell the fake driver, through symbols that it exports beside the driver's own.
#ifndef RUNNEL_TESTS_CUDA_FAKE_CONTROL_H_
#define RUNNEL_TESTS_CUDA_FAKE_CONTROL_H_

#include <cstddef>
#include <cstdint>

struct fake_cuda_control_t {
  // Forgets errors, counts and orders to fail; delays and orders are drawn from `seed`.
  void (*reset)(uint64_t seed);
  // The nth call from now on (1 is the next) answers `code`; counts only `call` ("cuLaunchKernel")
  // unless it is NULL. An error that a context does not survive stays until the context is reset.
  void (*fail)(int64_t nth, const char* call, int code);
  int64_t (*calls)();        // since reset
  int64_t (*failures)();     // how many answered what `fail` ordered
  int64_t (*launches)();     // of kernels, since reset; those in a graph once, when they are recorded
  int64_t (*kernels_run)();  // launched, or of a graph
  int64_t (*graph_launches)();
  size_t (*bytes_in_use)();
  void (*set_memory)(size_t size_bytes);
  int (*broken_canaries)();  // since reset
  // Work that is begun waits until it is called again with 0.
  void (*hold)(int on);
};
extern "C" const fake_cuda_control_t* fake_cuda_control();

#endif  // RUNNEL_TESTS_CUDA_FAKE_CONTROL_H_
