// Device: one device of a runtime, over its plugin's table.
//
// A host-memory device (CPU) computes while a kernel is called and needs none of the queue functions
// here. Any other has a queue that computes and two that copy (DeviceQueue), each with a timeline: every
// submission ends in a point, and a point is reached when all work up to it has run. The caller submits
// in topological order.
//
// Freed memory may be given out again at once for later work of the compute queue, because that queue
// runs in order. Memory that a copy queue used rests until the copy is done. The host may touch what the
// device reads or writes only after the point has been reached.
//
// When the device is lost, every call and every pending point answers UNAVAILABLE; drop what uses it and
// call Reopen.
#ifndef RUNNEL_CORE_RUNTIME_DEVICES_DEVICE_H_
#define RUNNEL_CORE_RUNTIME_DEVICES_DEVICE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ref.h"
#include "core/base/status.h"
#include "core/runtime/devices/device_memory.h"
#include "core/runtime/devices/device_queue.h"
#include "core/runtime/devices/plugin_device.h"
#include "core/tensor/buffer.h"
#include "plugins/abi/rnlp_device.h"

namespace runnel {

// Threads: any, unless a comment says otherwise.
class Device final : public PluginDevice {
 public:
  static constexpr uint64_t kNoTimeout = UINT64_MAX;

  // `table` and `instance` are the plugin's; `ordinal` counts the devices of one type over all plugins,
  // info.ordinal is the plugin's own.
  Device(Host* host, const rnlp_device_api_t* table, rnlp_instance_t* instance,
         const rnlp_device_info_t& info, int ordinal);
  ~Device();

  bool belongs_to(const Host* host) const { return host_ == host; }
  Ref<Host> host() const;

  // After a loss. Errors: FAILED_PRECONDITION while buffers of the device are alive.
  Status Reopen();
  // To be called before the runtime ends. False if work of the device never ends: the device may then
  // touch what the plugin holds at any time, so nothing of it is freed and the device stays open.
  bool CloseForGood();
  // Counts the groups that the device is in; it cannot be reopened while there are any.
  void CountGroup(int64_t more) { live_groups_.fetch_add(more, std::memory_order_acq_rel); }

  // Memory of this device, or host memory from the runtime if host_memory(). The buffer keeps the
  // runtime alive. `wanted` is the serial of the preferred buffer, used if that one is free: a caller
  // that asks for the buffer of its last step gets it again, whatever else was given out in between, so
  // that captures stay valid. Errors: RESOURCE_EXHAUSTED with what was asked, in use and the limit;
  // UNAVAILABLE.
  Result<Ref<Buffer>> AllocateBuffer(uint64_t size_bytes, uint64_t wanted = 0);
  Result<rnlp_memory_stats_t> MemoryStats() const;
  // Whether memory of the other device can be copied to this one's, without the host.
  bool Reaches(const Device& other) const {
    return !kMinimal && this != &other && host_ == other.host_ && table_ == other.table_ &&
           (flags() & other.flags() & RNLP_DEVICE_PEERS) != 0;
  }
  // Whether the host can see its buffers, so that values need no copies between the two.
  bool unified() const;
  // A device buffer as host memory that keeps it alive, and host memory as a device buffer that keeps
  // that. Neither may be written. The caller knows that the buffer's value has been computed. Null where
  // the plugin cannot do it: then the value has to be copied. Errors: UNAVAILABLE.
  Result<Ref<Buffer>> AsHost(const Ref<Buffer>& buffer);
  Result<Ref<Buffer>> AsDevice(const Ref<Buffer>& host);

  // ---- queues; not for host_memory() devices ----

  DeviceQueue& compute() { return compute_; }
  DeviceQueue& copy_in() { return copy_in_; }    // host to device
  DeviceQueue& copy_out() { return copy_out_; }  // device to host

  // Submits to the compute queue: see DeviceQueue::Submit.
  template <typename Record>
  Status Submit(Record&& record, uint64_t* out_point = nullptr) {
    return Submit(std::forward<Record>(record), SubmitOrder(), out_point);
  }
  template <typename Record>
  Status Submit(Record&& record, const SubmitOrder& order, uint64_t* out_point = nullptr) {
    RUNNEL_RETURN_IF_ERROR(Open());
    return compute_.Submit(std::forward<Record>(record), order, out_point);
  }
  // Copies between host and device memory or within the device, in order with the compute queue. The
  // host buffers are kept alive until the copy is done. The caller keeps ranges inside of the buffers,
  // and device buffers alive until the submission. A failure of the source's producer fails the copy.
  Status CopyToDevice(Ref<Buffer> src, uint64_t src_offset, const Ref<Buffer>& dst, uint64_t dst_offset,
                      uint64_t size_bytes, uint64_t* out_point = nullptr);
  Status CopyFromDevice(const Ref<Buffer>& src, uint64_t src_offset, Ref<Buffer> dst,
                        uint64_t dst_offset, uint64_t size_bytes, uint64_t* out_point = nullptr);
  Status CopyWithin(const Ref<Buffer>& src, uint64_t src_offset, const Ref<Buffer>& dst,
                    uint64_t dst_offset, uint64_t size_bytes, StepFence* fence = nullptr,
                    uint64_t* out_point = nullptr);
  // The same on a copy queue, that of `fence`, in parallel to the compute queue. In: `dst` gets the
  // fence's point as its producer. Out: waits for all that was submitted to the compute queue, for
  // `after`, which may be none, and for the producer of `src`.
  Status CopyIn(StepFence* fence, Ref<Buffer> src, uint64_t src_offset, const Ref<Buffer>& dst,
                uint64_t size_bytes);
  Status CopyOut(StepFence* fence, const FencePoint& after, const Ref<Buffer>& src, uint64_t src_offset,
                 Ref<Buffer> dst, uint64_t size_bytes);
  // Copies from memory of another device that this one reaches (Reaches), as CopyIn does. The caller
  // knows that the value is computed, and keeps it until the fence's point.
  Status CopyPeer(StepFence* fence, const Ref<Buffer>& src, uint64_t src_offset, const Ref<Buffer>& dst,
                  uint64_t size_bytes);
  // Copies to the host and waits for it. Errors: also the failure of the value's producer.
  Status Fetch(const Ref<Buffer>& src, uint64_t src_offset, const Ref<Buffer>& dst, uint64_t size_bytes);

  // The serial of a buffer, which no other buffer of the process ever has (so captures know no ABA
  // problem).
  static uint64_t SerialOf(const Buffer& buffer);
  // The fence to wait for before the buffer's value is valid; none: it is valid.
  static FencePoint ProducerOf(const Buffer& buffer);
  // Keeps a present producer that is still pending: a step that only hands a value on does not produce
  // it.
  static void SetProducer(const Buffer& buffer, FencePoint made_at);
  // The point of the compute queue up to which earlier owners may still use the memory. Other queues
  // wait for it before they write there.
  static uint64_t LastUse(const Buffer& buffer);

  // ---- the timeline of the compute queue ----

  // Keeps host memory alive until `point` is reached, for recorded work that names it. Device memory
  // needs no keeping: it is given out again in queue order.
  void KeepUntil(uint64_t point, Ref<Buffer> buffer) { compute_.KeepUntil(point, std::move(buffer)); }
  void Reap() override;
  // The last point submitted.
  uint64_t CurrentPoint() const { return compute_.CurrentPoint(); }
  // Makes sure that submitted work starts. Wait and Notify do it themselves.
  Status Flush();
  // Blocks until `point` is reached. Errors: DEADLINE_EXCEEDED, UNAVAILABLE, or the failure of work that
  // was submitted without a step's fence. Work behind the failure may still run; what KeepUntil and the
  // copies keep stays alive for it.
  Status Wait(uint64_t point, uint64_t timeout_ns = kNoTimeout);
  // Calls fn(arg, status) once, on any thread, on this one if the point is reached already. `status` is
  // fn's own (FromPluginStatus). If this fails fn is not called.
  Status Notify(uint64_t point, rnlp_done_fn_t fn, void* arg);
  // The same for a closure, which receives every failure.
  void WhenReached(uint64_t point, const std::function<void(Status)>& done);
  // OK and whether the point is reached, or the failure.
  Result<bool> Reached(uint64_t point);

 private:
  class HostView;

  Status OpenNow() override;
  Status OpenLocked();
  void CloseLocked();
  Status CheckQueue() const;
  Status Copy(DeviceQueue* queue, const rnlp_place_t& src, const rnlp_place_t& dst, uint64_t size_bytes,
              Ref<Buffer> host, const SubmitOrder& order, uint64_t* out_point);
  // On the copy-in queue. `host`, if not null, is kept until the copy is done.
  Status CopyToNew(StepFence* fence, const rnlp_place_t& from, Ref<Buffer> host, const Ref<Buffer>& dst,
                   uint64_t size_bytes);
  Host* const host_;
  const rnlp_device_api_t* const table_;  // as the plugin has it: devices of one plugin have the same
  rnlp_instance_t* const instance_;

  std::mutex open_mutex_;  // guards opening and closing
  bool abandoned_ = false;
  std::atomic<int64_t> live_groups_{0};

  DeviceQueue compute_{this, RNLP_QUEUE_COMPUTE};
  DeviceQueue copy_in_{this, RNLP_QUEUE_COPY_IN};
  DeviceQueue copy_out_{this, RNLP_QUEUE_COPY_OUT};

  DeviceMemory memory_{host_, this, this, &compute_, &copy_in_, &copy_out_};
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DEVICES_DEVICE_H_
