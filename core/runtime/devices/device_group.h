// DeviceGroup: a device's place in a group of devices that combine values without the host, over its
// plugin's table (plugins/abi/rnlp_group.h).
#ifndef RUNNEL_CORE_RUNTIME_DEVICES_DEVICE_GROUP_H_
#define RUNNEL_CORE_RUNTIME_DEVICES_DEVICE_GROUP_H_

#include <array>
#include <functional>
#include <string>

#include "core/runtime/exchange/combine.h"
#include "core/tensor/tensor.h"
#include "plugins/abi/rnlp_group.h"

namespace runnel {

class Device;

// Called once, on any thread; may be on the caller's stack.
using DeviceDone = std::function<void(Status)>;
using DeviceGroupName = std::array<uint8_t, RNLP_GROUP_NAME_BYTES>;

// Keeps the runtime alive. Threads: any for Abort and the last reference, one at a time for AllReduce.
class DeviceGroup : public RefCounted {
 public:
  // Both tensors lie on the device and are held until `done`. The producer of the one and earlier users
  // of the other's memory must be done. All members make the same calls in the same order. Errors, after
  // which the group cannot be used: the plugin's; ABORTED.
  virtual void AllReduce(const Tensor& value, const Tensor& result, Combine combine, bool mean,
                         const DeviceDone& done) = 0;
  // What is under way ends soon.
  virtual void Abort() = 0;
};

// How the device reaches others; devices with the same can form groups. Empty: it reaches none.
std::string MeansOfDevice(Device* device);
// For a group that is to be made.
Result<DeviceGroupName> NameDeviceGroup(Device* device);
// Begins to join the group `name` of `size` members as number `rank`. `done` is called when all have
// joined, or with the reason why they cannot.
Result<Ref<DeviceGroup>> JoinDeviceGroup(Device* device, const DeviceGroupName& name, uint32_t size,
                                         uint32_t rank, DeviceDone done);
// Whether groups combine values of this type so.
inline bool CanReduceOnDevice(DType dtype, bool mean) {
  return CanCombine(dtype) && (!mean || (dtype != DType::kInt32 && dtype != DType::kInt64));
}

// Copies between a device and the host, all of `from` to `to`, which is like it. Both are kept until
// `done`.
void CopyAcross(const Tensor& from, const Tensor& to, DeviceDone done);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DEVICES_DEVICE_GROUP_H_
