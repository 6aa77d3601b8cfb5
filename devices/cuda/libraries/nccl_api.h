// The part of NCCL's C interface that the plugin calls, as the reference of versions from 2.14 on has
// it: no package that this project builds with has the library's header.
#ifndef RUNNEL_DEVICES_CUDA_LIBRARIES_NCCL_API_H_
#define RUNNEL_DEVICES_CUDA_LIBRARIES_NCCL_API_H_

#include <cstddef>

struct CUstream_st;
struct ncclComm;

namespace runnel::cuda::nccl {

using Comm = ncclComm*;
enum Result : int { kSuccess = 0, kInProgress = 7 };
enum Type : int { kInt32 = 2, kInt64 = 4, kHalf = 6, kFloat = 7, kDouble = 8, kBFloat16 = 9 };
enum Op : int { kSum = 0, kProduct = 1, kMax = 2, kMin = 3, kMean = 4 };

// ncclUniqueId.
struct Id {
  char bytes[128];
};

// ncclConfig_t as version 2.14 has it, the first. Later ones look at `version` for what there is.
struct Config {
  size_t size = sizeof(Config);
  unsigned magic = 0xcafebeef;
  unsigned version = 21400;
  int blocking = 0;
  int unused = 0;
};
static_assert(sizeof(Config) == 24 && offsetof(Config, blocking) == 16);

// X(name, result, (parameters)): the entry nccl<name>.
#define RUNNEL_CUDA_NCCL_CALLS(X)                                                                       \
  X(GetVersion, Result, (int*))                                                                         \
  X(GetUniqueId, Result, (Id*))                                                                         \
  X(CommInitRankConfig, Result, (Comm*, int size, Id, int rank, Config*))                               \
  X(CommGetAsyncError, Result, (Comm, Result*))                                                         \
  X(CommFinalize, Result, (Comm))                                                                       \
  X(CommDestroy, Result, (Comm))                                                                        \
  X(CommAbort, Result, (Comm))                                                                          \
  X(AllReduce, Result, (const void* src, void* dst, size_t count, Type, Op, Comm, CUstream_st* stream)) \
  X(GetErrorString, const char*, (Result))                                                              \
  X(GetLastError, const char*, (Comm))

#define RUNNEL_CUDA_DECLARE(name, result, parameters) using name##Call = result(*) parameters;
RUNNEL_CUDA_NCCL_CALLS(RUNNEL_CUDA_DECLARE)
#undef RUNNEL_CUDA_DECLARE

}  // namespace runnel::cuda::nccl

#endif  // RUNNEL_DEVICES_CUDA_LIBRARIES_NCCL_API_H_
