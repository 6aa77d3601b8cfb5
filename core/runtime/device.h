// Device: one device of a runtime, over its plugin's table.
//
// A host-memory device (CPU) computes while a kernel is called and needs none of the queue functions
// here. Any other has one compute queue, which runs its work in order, and one timeline: every
// submission ends in a point (a growing number), and a point is reached when all work up to it has run.
// The caller submits in topological order. Because order on the queue is enough, memory that is freed
// may be given out again at once for later work of the same queue; the host may touch what the device
// reads or writes only when the point has been reached.
//
// Work that fails while it runs (an index out of range) fails its point and all later ones that were
// submitted before anybody had noticed; work submitted after a failure was seen is not touched by it.
// When the device is lost, every call and every pending point answers UNAVAILABLE; drop what uses it and
// call Reopen.
#ifndef RUNNEL_CORE_RUNTIME_DEVICE_H_
#define RUNNEL_CORE_RUNTIME_DEVICE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ref.h"
#include "core/base/status.h"
#include "core/runtime/host_table.h"
#include "core/tensor/buffer.h"
#include "plugins/abi/rnlp_device.h"

namespace runnel {

class Runtime;
struct LoadedPlugin;

// Threads: any, unless a comment says otherwise.
class Device {
 public:
  static constexpr uint64_t kNoTimeout = UINT64_MAX;

  // `ordinal` counts the devices of one type over all plugins; info.ordinal is the plugin's own.
  Device(Runtime* runtime, const LoadedPlugin* plugin, const rnlp_device_info_t& info, int ordinal);
  ~Device();
  Device(const Device&) = delete;

  const std::string& name() const { return name_; }  // "/job:localhost/replica:0/task:0/device:CPU:0"
  std::string_view type() const { return info_.type; }
  int ordinal() const { return ordinal_; }
  const rnlp_device_info_t& info() const { return info_; }
  uint32_t flags() const { return info_.flags; }
  bool host_memory() const { return (info_.flags & RNLP_DEVICE_HOST_MEMORY) != 0; }
  uint64_t alignment_bytes() const { return alignment_; }  // of tensor offsets; at least 64
  const rnlp_device_api_t& api() const { return api_; }
  const LoadedPlugin& plugin() const { return *plugin_; }
  bool belongs_to(const Runtime* runtime) const { return runtime_ == runtime; }

  // Devices are listed closed; whoever plans for one opens it first. Further calls are cheap.
  Status Open();
  // What kernel rows take as `device`. Null until Open succeeded.
  rnlp_device_t* handle() const { return handle_.load(std::memory_order_acquire); }
  // After a loss. Errors: FAILED_PRECONDITION while buffers of the device are alive.
  Status Reopen();
  bool lost() const { return lost_.load(std::memory_order_acquire); }

  // Memory of this device, or host memory from the runtime if host_memory(). The buffer keeps the
  // runtime alive. Errors: RESOURCE_EXHAUSTED with what was asked, in use and the limit; UNAVAILABLE.
  Result<Ref<Buffer>> AllocateBuffer(uint64_t size_bytes);
  Result<rnlp_memory_stats_t> MemoryStats() const;

  // ---- the compute queue; not for host_memory() devices ----

  // Calls `record(queue)`, which returns Status, with the queue locked, then signals the next point,
  // which *out_point receives if not null. If `record` fails the point is signalled all the same, so
  // that what it has recorded is waited for, and its error returned.
  template <typename Record>
  Status Submit(Record&& record, uint64_t* out_point = nullptr) {
    RUNNEL_RETURN_IF_ERROR(Open());
    std::lock_guard<std::mutex> lock(queue_mutex_);
    RUNNEL_RETURN_IF_ERROR(RenewFenceLocked());
    Status recorded = record(queue_);
    Status signalled = SignalLocked(out_point);
    return recorded.ok() ? signalled : recorded;
  }
  // Copies between host and device memory or within the device, in order with the queue. The buffers
  // (both host and device) are kept alive until the copy is done. The caller keeps ranges inside the
  // buffers.
  Status CopyToDevice(Ref<Buffer> src, uint64_t src_offset, const Ref<Buffer>& dst, uint64_t dst_offset,
                      uint64_t size_bytes, uint64_t* out_point = nullptr);
  Status CopyFromDevice(const Ref<Buffer>& src, uint64_t src_offset, Ref<Buffer> dst,
                        uint64_t dst_offset, uint64_t size_bytes, uint64_t* out_point = nullptr);
  Status CopyWithin(const Ref<Buffer>& src, uint64_t src_offset, const Ref<Buffer>& dst,
                    uint64_t dst_offset, uint64_t size_bytes, uint64_t* out_point = nullptr);
  // Keeps host memory alive until `point` is reached: for what recorded work names. Device memory needs
  // no keeping: it is given out again in the order of the queue.
  void KeepUntil(uint64_t point, Ref<Buffer> buffer);
  // Lets go of what was kept and is done. Copies and Wait do it; call it when Notify was used instead.
  void Reap();

  // The last point submitted.
  uint64_t CurrentPoint() const { return submitted_.load(std::memory_order_acquire); }
  // Makes sure that submitted work starts. Wait and Notify do it themselves.
  Status Flush();
  // Blocks until `point` is reached. Errors: DEADLINE_EXCEEDED, UNAVAILABLE, or the work's failure; work
  // behind the failure may still run, and what KeepUntil and the copies keep stays alive for it.
  Status Wait(uint64_t point, uint64_t timeout_ns = kNoTimeout);
  // For whoever submitted something after point `since`: the failure of work after it that somebody else
  // may have noticed first, so that later points know nothing of it.
  Status FailureSince(uint64_t since);
  // Calls fn(arg, status) once, on any thread, on this one if the point is reached already. `status` is
  // fn's own (FromPluginStatus). If this fails fn is not called.
  Status Notify(uint64_t point, rnlp_done_fn_t fn, void* arg);
  // OK and whether the point is reached, or the failure.
  Result<bool> Reached(uint64_t point);

 private:
  class DeviceBuffer;
  struct Kept {
    uint64_t point;
    Ref<Buffer> buffer;
  };
  // A fence that lives as long as anybody waits for it.
  struct Fence {
    Fence(const rnlp_device_api_t* api, rnlp_device_t* handle) : api(api), handle(handle) {}
    ~Fence();
    const rnlp_device_api_t* api;
    rnlp_device_t* handle;
    rnlp_fence_t* raw = nullptr;
  };
  // A fence that failed, and the last point that it was to signal.
  struct Retired {
    std::shared_ptr<Fence> fence;
    uint64_t last;
  };
  struct Notice;  // what a Notify remembers

  Status OpenLocked();
  void CloseLocked();
  Status SignalLocked(uint64_t* out_point);
  Result<std::shared_ptr<Fence>> NewFence(rnlp_device_t* handle);
  Status RenewFenceLocked();  // puts a new fence in the place of one that has failed
  std::shared_ptr<Fence> FenceOf(uint64_t point) const;
  // As Check, for answers of a fence: remembers that it has failed.
  Status CheckFence(rnlp_status_t* status);
  static void OnNotice(void* arg, rnlp_status_t* status);
  Status Copy(const rnlp_place_t& src, const rnlp_place_t& dst, uint64_t size_bytes, Ref<Buffer> host,
              uint64_t* out_point);
  // Adopts, names the device, notices a loss.
  Status Check(rnlp_status_t* status) const;
  Status CheckQueue() const;
  Status AllocateRaw(uint64_t size_bytes, rnlp_buffer_t** out);
  void Recycle(DeviceBuffer* buffer);  // its last reference is gone
  // Frees what waits in doomed_ up to `reached`; everything that is cached too if `all`.
  void FreeCached(uint64_t reached, bool all);

  Runtime* const runtime_;
  const LoadedPlugin* const plugin_;
  rnlp_device_info_t info_;
  const int ordinal_;
  std::string name_;
  uint64_t alignment_;
  rnlp_device_api_t api_{};  // the plugin's table, with zeros for what it does not know

  std::mutex open_mutex_;  // guards opening and closing
  std::atomic<rnlp_device_t*> handle_{nullptr};
  mutable std::atomic<bool> lost_{false};

  std::mutex queue_mutex_;  // guards queue_ and the order of signals
  rnlp_queue_t* queue_ = nullptr;
  std::atomic<uint64_t> submitted_{0};
  std::atomic<bool> fence_failed_{false};

  mutable std::mutex fence_mutex_;  // guards the two below; changed with queue_mutex_ held as well
  std::shared_ptr<Fence> fence_;
  std::vector<Retired> retired_;  // in order; the last few

  std::mutex memory_mutex_;  // guards all below
  std::vector<Kept> kept_;   // first in, first out, from kept_head_
  size_t kept_head_ = 0;
  std::vector<DeviceBuffer*> free_;  // by size class, chained
  DeviceBuffer* doomed_ = nullptr;   // to be freed once its point is reached
  Notice* notices_ = nullptr;        // unused ones
  uint64_t live_buffers_ = 0;        // given out and not yet recycled
  uint64_t live_bytes_ = 0;
  uint64_t peak_live_bytes_ = 0;
  uint64_t cached_bytes_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DEVICE_H_
