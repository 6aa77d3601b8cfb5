// Captures: commands that are recorded once, in secondary command buffers, and replayed into the open
// command buffer of a queue. Each begins with a barrier, so that it may follow anything.
#include <utility>

#include "devices/vulkan/driver/queue.h"

using namespace runnel::vulkan;  // NOLINT: the ABI's types are global, their parts are not

rnlp_status_t* rnlp_queue_t::CaptureBegin() {
  std::lock_guard<std::mutex> lock(mutex_);
  RNLP_TRY(NotCaptured("another capture"));
  RNLP_TRY(SubmitLocked());
  auto* capture = runnel::plugin::New<rnlp_capture_t>(device->host);
  if (capture == nullptr) return runnel::plugin::OutOfMemory(device->host, sizeof(rnlp_capture_t), kId);
  capture->device = device;
  VkCommandPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  info.queueFamilyIndex = device->physical.queue_family;
  rnlp_status_t* status =
      device->Check(device->vk.CreateCommandPool(device->handle, &info, nullptr, &capture->pool),
                    "vkCreateCommandPool");
  if (status != nullptr) {
    runnel::plugin::Delete(device->host, capture);
    return status;
  }
  capture_ = capture;
  return nullptr;
}

namespace {
void DestroyCapture(rnlp_device_t* device, rnlp_capture_t* capture) {
  for (const Chunk& chunk : capture->chunks) {
    device->vk.DestroyDescriptorPool(device->handle, chunk.descriptors, nullptr);
  }
  device->vk.DestroyCommandPool(device->handle, capture->pool, nullptr);
  runnel::plugin::Delete(device->host, capture);
}
}  // namespace

rnlp_status_t* rnlp_queue_t::CaptureEnd(rnlp_capture_t** out) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (capture_ == nullptr) {
    return Fail(device->host, RNLP_FAILED_PRECONDITION, "%s: no capture has begun on this queue", kId);
  }
  rnlp_capture_t* capture = std::exchange(capture_, nullptr);
  const Chunk last = std::exchange(open_, Chunk());
  rnlp_status_t* status = nullptr;
  if (last.commands != VK_NULL_HANDLE) {
    capture->chunks.push_back(last);
    status = device->Check(device->vk.EndCommandBuffer(last.commands), "vkEndCommandBuffer");
  }
  if (status != nullptr) {
    DestroyCapture(device, capture);
    return status;
  }
  *out = capture;
  return nullptr;
}

rnlp_status_t* rnlp_queue_t::CaptureLaunch(const rnlp_capture_t* capture) {
  std::lock_guard<std::mutex> lock(mutex_);
  RNLP_TRY(NotCaptured("a launch of another capture"));
  for (const Chunk& chunk : capture->chunks) {
    RNLP_TRY(OpenChunk());
    // Commands count wherever they were recorded: a submission stays short.
    if (open_.recorded > 0 && open_.recorded + chunk.recorded > device->submit_dispatches()) {
      RNLP_TRY(SubmitLocked());
      RNLP_TRY(OpenChunk());
    }
    if (must_fence_ || !touched_.empty()) Barrier();
    device->vk.CmdExecuteCommands(open_.commands, 1, &chunk.commands);
    must_fence_ = true;
    bound_ = nullptr;
    open_.recorded += chunk.recorded;
    if (open_.recorded >= device->submit_dispatches()) RNLP_TRY(SubmitLocked());
  }
  return nullptr;
}

namespace runnel::vulkan {
void FreeCapture(rnlp_device_t* device, rnlp_capture_t* capture) {
  if (capture != nullptr) DestroyCapture(device, capture);
}
}  // namespace runnel::vulkan
