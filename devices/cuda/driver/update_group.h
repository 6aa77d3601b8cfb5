// Steps of an optimizer that wait on a queue until something else is put on it, so that those of many
// variables are one launch: a model has hundreds, most of them smaller than what a launch costs.
#ifndef RUNNEL_DEVICES_CUDA_DRIVER_UPDATE_GROUP_H_
#define RUNNEL_DEVICES_CUDA_DRIVER_UPDATE_GROUP_H_

#include "devices/cuda/device_code/optimizer_args.h"
#include "devices/cuda/driver/driver.h"
#include "plugins/abi/rnlp_device.h"

namespace runnel::cuda {

// What an update and its members have in common.
struct UpdateRule {
  CUfunction function;  // optimizer_<type>
  uint32_t element_bytes;
  int rule, num_slots, num_scalars, option;
  u64 scalars[kMaxScalars];
  bool operator==(const UpdateRule&) const = default;
};

// Of one queue, and so of one thread at a time.
class UpdateGroup {
 public:
  // False if `update` has to be launched after those that wait: it has another rule or other scalars,
  // reads or writes what they write, or there are as many as go in a launch. An empty group takes any
  // whose variable has up to 2^31 blocks.
  bool Join(const UpdateRule& rule, const OptimizerMember& update);
  bool empty() const { return args_.members == 0; }
  // Puts all that wait on the stream; afterwards none does, whether or not that worked.
  rnlp_status_t* Launch(rnlp_device_t* device, CUstream stream);

 private:
  UpdateRule rule_{};
  OptimizerArgs args_{};
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DRIVER_UPDATE_GROUP_H_
