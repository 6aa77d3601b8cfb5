// KernelInfo: what a kernel row says of itself, as a copy: for programs that list kernels, and for the
// masters of clusters.
#ifndef RUNNEL_CORE_RUNTIME_KERNELS_KERNEL_INFO_H_
#define RUNNEL_CORE_RUNTIME_KERNELS_KERNEL_INFO_H_

#include <string>
#include <utility>
#include <vector>

#include "core/tensor/dtype.h"

namespace runnel {

struct KernelInfo {
  std::string op;
  std::string device_type;
  std::vector<std::pair<std::string, std::vector<DType>>> types;  // attr -> allowed
  std::string plugin_id;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_KERNELS_KERNEL_INFO_H_
