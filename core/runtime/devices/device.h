// Device: one device of a runtime, over its plugin's table.
//
// A host-memory device (CPU) computes while a kernel is called and needs none of the queue functions
// here. Any other has a queue that computes and two that copy (DeviceQueue), each with a timeline: every
// submission ends in a point, and a point is reached when all work up to it has run. The caller submits
// in topological order.
//
// Memory that is freed may be given out again at once for later work of the compute queue, whose order
// is enough; what the copy queues use rests until they are done with it. The host may touch what the
// device reads or writes only when the point has been reached.
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
  // Before the runtime ends. False if work of the device never ends: what the plugin holds may be
  // touched at any time, so nothing of it is freed, and it is not closed.
  bool CloseForGood();
  // Groups that it is in, which keep it from being opened again.
  void CountGroup(int64_t more) { live_groups_.fetch_add(more, std::memory_order_acq_rel); }

  // Memory of this device, or host memory from the runtime if host_memory(). The buffer keeps the
  // runtime alive. `wanted`: the serial of the buffer that it should be if that one is free: whoever
  // asks for the one of the step before gets it back, whatever else was given out in between, and
  // captures stay right. Errors: RESOURCE_EXHAUSTED with what was asked, in use and the limit;
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
  // A buffer of the device as host memory that keeps it, and host memory as a buffer that keeps that;
  // none of them is to be written. The caller knows that what makes the buffer's value has been done.
  // Null where it cannot be had: then the value has to be copied. Errors: UNAVAILABLE.
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
  // host buffers are kept alive until the copy is done. The caller keeps ranges inside the buffers, and
  // device buffers alive until they are submitted. What a source's maker has failed in, fails the copy.
  Status CopyToDevice(Ref<Buffer> src, uint64_t src_offset, const Ref<Buffer>& dst, uint64_t dst_offset,
                      uint64_t size_bytes, uint64_t* out_point = nullptr);
  Status CopyFromDevice(const Ref<Buffer>& src, uint64_t src_offset, Ref<Buffer> dst,
                        uint64_t dst_offset, uint64_t size_bytes, uint64_t* out_point = nullptr);
  Status CopyWithin(const Ref<Buffer>& src, uint64_t src_offset, const Ref<Buffer>& dst,
                    uint64_t dst_offset, uint64_t size_bytes, StepFence* fence = nullptr,
                    uint64_t* out_point = nullptr);
  // The same on a copy queue, that of `fence`, beside what is computed. In: `dst` then has the fence's
  // point for its maker. Out: behind all that was submitted to the compute queue, and the fences of
  // `after`.
  Status CopyIn(StepFence* fence, Ref<Buffer> src, uint64_t src_offset, const Ref<Buffer>& dst,
                uint64_t size_bytes);
  Status CopyOut(StepFence* fence, std::span<const FencePoint> after, const Ref<Buffer>& src,
                 uint64_t src_offset, Ref<Buffer> dst, uint64_t size_bytes);
  // From memory of another device that this one reaches (Reaches), in the same way as CopyIn. The caller
  // knows that the value is there, and keeps it until the fence's point.
  Status CopyPeer(StepFence* fence, const Ref<Buffer>& src, uint64_t src_offset, const Ref<Buffer>& dst,
                  uint64_t size_bytes);
  // A copy to the host that has arrived when this returns. Errors: also the failure of its maker.
  Status Fetch(const Ref<Buffer>& src, uint64_t src_offset, const Ref<Buffer>& dst, uint64_t size_bytes);

  // Of a buffer: a number that no other buffer of the process ever has.
  static uint64_t SerialOf(const Buffer& buffer);
  // What has to be reached before the buffer holds what its maker has put there. No fence: it does.
  static FencePoint ProducerOf(const Buffer& buffer);
  // Keeps the one that there is while it is pending: a step hands on what it does not make.
  static void SetProducer(const Buffer& buffer, FencePoint made_at);
  // The point of the compute queue up to which earlier owners of the memory may still use it: what is no
  // work of that queue waits for it before it writes there.
  static uint64_t LastUse(const Buffer& buffer);

  // ---- the timeline of the compute queue ----

  // Keeps host memory alive until `point` is reached: for what recorded work names. Device memory needs
  // no keeping: it is given out again in the order of the queue.
  void KeepUntil(uint64_t point, Ref<Buffer> buffer) { compute_.KeepUntil(point, std::move(buffer)); }
  void Reap() override;
  // The last point submitted.
  uint64_t CurrentPoint() const { return compute_.CurrentPoint(); }
  // Makes sure that submitted work starts. Wait and Notify do it themselves.
  Status Flush();
  // Blocks until `point` is reached. Errors: DEADLINE_EXCEEDED, UNAVAILABLE, or the failure of work that
  // was nobody's; work behind the failure may still run, and what KeepUntil and the copies keep stays
  // alive for it.
  Status Wait(uint64_t point, uint64_t timeout_ns = kNoTimeout);
  // Calls fn(arg, status) once, on any thread, on this one if the point is reached already. `status` is
  // fn's own (FromPluginStatus). If this fails fn is not called.
  Status Notify(uint64_t point, rnlp_done_fn_t fn, void* arg);
  // The same for a closure, which hears of every failure.
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
  // On the queue that copies in; `host`, if any, is kept.
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
