// What a Device copies and waits for.
#include "core/runtime/devices/device.h"

#include <array>
#include <utility>

namespace runnel {
namespace {

rnlp_place_t OnHost(const Ref<Buffer>& buffer, uint64_t offset) {
  return {nullptr, 0, static_cast<char*>(buffer->data()) + offset};
}
rnlp_place_t OnDevice(const Ref<Buffer>& buffer, uint64_t offset) {
  return {buffer->device_buffer(), offset, nullptr};
}

void RaiseTo(std::atomic<uint64_t>* point, uint64_t value) {
  uint64_t before = point->load(std::memory_order_relaxed);
  while (before < value && !point->compare_exchange_weak(before, value, std::memory_order_relaxed)) {
  }
}

}  // namespace

uint64_t Device::SerialOf(const Buffer& buffer) {
  return buffer.kind() == Buffer::Kind::kDevice ? static_cast<const DeviceBuffer&>(buffer).serial() : 0;
}

FencePoint Device::ProducerOf(const Buffer& buffer) {
  if (buffer.kind() != Buffer::Kind::kDevice) return {};
  return static_cast<const DeviceBuffer&>(buffer).producer();
}

void Device::SetProducer(const Buffer& buffer, FencePoint made_at) {
  if (buffer.kind() != Buffer::Kind::kDevice) return;
  const_cast<DeviceBuffer&>(static_cast<const DeviceBuffer&>(buffer)).set_producer(std::move(made_at));
}

uint64_t Device::LastUse(const Buffer& buffer) {
  return buffer.kind() == Buffer::Kind::kDevice ? static_cast<const DeviceBuffer&>(buffer).last_point
                                                : 0;
}

Status Device::CheckQueue() const {
  if (host_memory()) return FailedPrecondition(name_, ": computes in host memory and has no queue");
  return {};
}

Status Device::Copy(DeviceQueue* queue, const rnlp_place_t& src, const rnlp_place_t& dst,
                    uint64_t size_bytes, Ref<Buffer> host, const SubmitOrder& order,
                    uint64_t* out_point) {
  RUNNEL_RETURN_IF_ERROR(CheckQueue());
  RUNNEL_RETURN_IF_ERROR(Open());
  if (size_bytes == 0) {
    if (out_point != nullptr) *out_point = queue->CurrentPoint();
    return {};
  }
  uint64_t point = 0;
  Status status = queue->Submit(
      [&](rnlp_queue_t* raw) { return Check(api_.queue_copy(raw, &src, &dst, size_bytes)); }, order,
      &point);
  if (out_point != nullptr) *out_point = point;
  if (host && point != 0) queue->KeepUntil(point, std::move(host));
  Reap();
  return status;
}

Status Device::CopyToDevice(Ref<Buffer> src, uint64_t src_offset, const Ref<Buffer>& dst,
                            uint64_t dst_offset, uint64_t size_bytes, uint64_t* out_point) {
  if constexpr (kMinimal) return LeftOut("memories of devices");
  const rnlp_place_t from = OnHost(src, src_offset);
  return Copy(&compute_, from, OnDevice(dst, dst_offset), size_bytes, std::move(src), {}, out_point);
}

Status Device::CopyFromDevice(const Ref<Buffer>& src, uint64_t src_offset, Ref<Buffer> dst,
                              uint64_t dst_offset, uint64_t size_bytes, uint64_t* out_point) {
  if constexpr (kMinimal) return LeftOut("memories of devices");
  const FencePoint made_at = ProducerOf(*src);
  SubmitOrder order;
  if (made_at.fence) order.after = {&made_at, 1};
  const rnlp_place_t to = OnHost(dst, dst_offset);
  return Copy(&compute_, OnDevice(src, src_offset), to, size_bytes, std::move(dst), order, out_point);
}

Status Device::CopyWithin(const Ref<Buffer>& src, uint64_t src_offset, const Ref<Buffer>& dst,
                          uint64_t dst_offset, uint64_t size_bytes, StepFence* fence,
                          uint64_t* out_point) {
  if constexpr (kMinimal) return LeftOut("memories of devices");
  const FencePoint made_at = ProducerOf(*src);
  SubmitOrder order;
  order.fence = fence;
  if (made_at.fence) order.after = {&made_at, 1};
  return Copy(&compute_, OnDevice(src, src_offset), OnDevice(dst, dst_offset), size_bytes, nullptr,
              order, out_point);
}

Status Device::CopyIn(StepFence* fence, Ref<Buffer> src, uint64_t src_offset, const Ref<Buffer>& dst,
                      uint64_t size_bytes) {
  if constexpr (kMinimal) return LeftOut("memories of devices");
  const rnlp_place_t from = OnHost(src, src_offset);
  return CopyToNew(fence, from, std::move(src), dst, size_bytes);
}

Status Device::CopyPeer(StepFence* fence, const Ref<Buffer>& src, uint64_t src_offset,
                        const Ref<Buffer>& dst, uint64_t size_bytes) {
  if constexpr (kMinimal) return LeftOut("memories of devices");
  return CopyToNew(fence, OnDevice(src, src_offset), nullptr, dst, size_bytes);
}

Status Device::CopyToNew(StepFence* fence, const rnlp_place_t& from, Ref<Buffer> host,
                         const Ref<Buffer>& dst, uint64_t size_bytes) {
  auto& to = static_cast<DeviceBuffer&>(*dst);
  SubmitOrder order;
  order.fence = fence;
  order.behind = &compute_;
  order.behind_point = to.last_point;  // whoever had the memory before
  uint64_t point = 0;
  Status status = Copy(&copy_in_, from, OnDevice(dst, 0), size_bytes, std::move(host), order, &point);
  if (size_bytes == 0) return status;
  RaiseTo(&to.last_in, point);
  to.set_producer({Ref<StepFence>::Share(fence), fence->value()});
  return status;
}

Status Device::CopyOut(StepFence* fence, const FencePoint& after, const Ref<Buffer>& src,
                       uint64_t src_offset, Ref<Buffer> dst, uint64_t size_bytes) {
  if constexpr (kMinimal) return LeftOut("memories of devices");
  // What was copied in is not computed: only its producer tells when it is there.
  std::array<FencePoint, 2> points;
  size_t count = 0;
  for (const FencePoint& point : {after, ProducerOf(*src)}) {
    if (point.fence) points[count++] = point;
  }
  SubmitOrder order;
  order.fence = fence;
  order.after = std::span<const FencePoint>(points.data(), count);
  order.behind = &compute_;
  order.behind_point = CurrentPoint();
  uint64_t point = 0;
  const rnlp_place_t to = OnHost(dst, 0);
  Status status =
      Copy(&copy_out_, OnDevice(src, src_offset), to, size_bytes, std::move(dst), order, &point);
  RaiseTo(&static_cast<DeviceBuffer&>(*src).last_out, point);
  return status;
}

Status Device::Fetch(const Ref<Buffer>& src, uint64_t src_offset, const Ref<Buffer>& dst,
                     uint64_t size_bytes) {
  if constexpr (kMinimal) return LeftOut("memories of devices");
  RUNNEL_RETURN_IF_ERROR(CheckQueue());
  RUNNEL_ASSIGN_OR_RETURN(const Ref<StepFence> fence, compute_.TakeFence());
  const FencePoint made_at = ProducerOf(*src);
  SubmitOrder order;
  order.fence = fence.get();
  if (made_at.fence) order.after = {&made_at, 1};
  RUNNEL_RETURN_IF_ERROR(
      Copy(&compute_, OnDevice(src, src_offset), OnHost(dst, 0), size_bytes, dst, order, nullptr));
  return compute_.WaitFence(fence.get(), fence->value());
}

void Device::Reap() {
  if (host_memory() || handle() == nullptr) return;
  copy_in_.ReapKept();
  copy_out_.ReapKept();
  memory_.EndRests();
  if (!compute_.HasKept() && !memory_.HasDoomed()) return;
  memory_.FreeCached(compute_.Reap(), false);
}

Status Device::Flush() {
  RUNNEL_RETURN_IF_ERROR(CheckQueue());
  RUNNEL_RETURN_IF_ERROR(Open());
  return compute_.Flush();
}

Status Device::Wait(uint64_t point, uint64_t timeout_ns) {
  if (point == 0 || host_memory()) return {};
  RUNNEL_RETURN_IF_ERROR(Open());
  return compute_.Wait(point, timeout_ns);
}

Status Device::Notify(uint64_t point, rnlp_done_fn_t fn, void* arg) {
  if (point == 0 || host_memory()) {
    fn(arg, nullptr);
    return {};
  }
  RUNNEL_RETURN_IF_ERROR(Open());
  return compute_.Notify(point, fn, arg);
}

void Device::WhenReached(uint64_t point, const std::function<void(Status)>& done) {
  using Closure = std::function<void(Status)>;
  std::unique_ptr<Closure> closure;
  try {
    closure = std::make_unique<Closure>(done);
  } catch (const std::bad_alloc&) {
    return done(Status::OutOfMemory());
  }
  const rnlp_done_fn_t call = [](void* arg, rnlp_status_t* status) {
    const std::unique_ptr<Closure> self(static_cast<Closure*>(arg));
    (*self)(FromPluginStatus(status));
  };
  Status status = Notify(point, call, closure.get());
  if (!status.ok()) return (*closure)(std::move(status));
  (void)closure.release();
}

Result<bool> Device::Reached(uint64_t point) {
  if (point == 0 || host_memory()) return true;
  RUNNEL_RETURN_IF_ERROR(Open());
  return compute_.Reached(point);
}

}  // namespace runnel
