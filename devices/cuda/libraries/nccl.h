// NCCL, where it is there: how GPUs combine values among themselves.
#ifndef RUNNEL_DEVICES_CUDA_LIBRARIES_NCCL_H_
#define RUNNEL_DEVICES_CUDA_LIBRARIES_NCCL_H_

#include <string>

#include "devices/cuda/libraries/nccl_api.h"

namespace runnel::cuda {

class NcclLibrary {
 public:
  // False, with the reason in `why`, where it is not there or too old. It stays open.
  bool Open(const std::string& path);
  bool is_open() const { return is_open_; }
  const std::string& why() const { return why_; }
  // "NCCL 2.28.9": groups are of one version.
  const std::string& version() const { return version_; }
  // "ncclAllReduce: what it means, and what the library says besides".
  std::string Describe(const char* call, nccl::Result result, nccl::Comm comm) const;

#define RUNNEL_CUDA_MEMBER(name, result, parameters) nccl::name##Call name = nullptr;
  RUNNEL_CUDA_NCCL_CALLS(RUNNEL_CUDA_MEMBER)
#undef RUNNEL_CUDA_MEMBER

 private:
  bool is_open_ = false;
  std::string why_ = "it was not looked for", version_;
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_LIBRARIES_NCCL_H_
