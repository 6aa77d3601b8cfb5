// The entries of the device table, by file: memory.cc, queue.cc, capture.cc; plugin.cc has the rest.
#ifndef RUNNEL_DEVICES_CUDA_DRIVER_API_H_
#define RUNNEL_DEVICES_CUDA_DRIVER_API_H_

#include "devices/cuda/driver/device.h"

namespace runnel::cuda {

rnlp_status_t* BufferAlloc(rnlp_device_t* device, uint64_t size_bytes, rnlp_buffer_t** out);
void BufferFree(rnlp_device_t* device, rnlp_buffer_t* buffer);
rnlp_status_t* BufferMap(rnlp_device_t* device, rnlp_buffer_t* buffer, void** out);
void BufferUnmap(rnlp_device_t* device, rnlp_buffer_t* buffer);
rnlp_status_t* BufferImport(rnlp_device_t* device, void* memory, uint64_t size_bytes,
                            rnlp_buffer_t** out);
rnlp_status_t* BufferExport(rnlp_device_t* device, rnlp_buffer_t* buffer, uint64_t* out_native);
rnlp_status_t* MemoryStats(rnlp_device_t* device, rnlp_memory_stats_t* out);

rnlp_status_t* QueueCreate(rnlp_device_t* device, int32_t kind, rnlp_queue_t** out);
void QueueDestroy(rnlp_device_t* device, rnlp_queue_t* queue);
rnlp_status_t* QueueCopy(rnlp_queue_t* queue, const rnlp_place_t* src, const rnlp_place_t* dst,
                         uint64_t size_bytes);
rnlp_status_t* QueueFill(rnlp_queue_t* queue, const rnlp_place_t* dst, uint64_t size_bytes,
                         const void* pattern, uint32_t pattern_bytes);
rnlp_status_t* QueueHostCall(rnlp_queue_t* queue, rnlp_range_fn_t fn, void* arg);
rnlp_status_t* QueueWait(rnlp_queue_t* queue, rnlp_fence_t* fence, uint64_t value);
rnlp_status_t* QueueSignal(rnlp_queue_t* queue, rnlp_fence_t* fence, uint64_t value);
rnlp_status_t* QueueFlush(rnlp_queue_t* queue);

rnlp_status_t* CaptureBegin(rnlp_queue_t* queue);
rnlp_status_t* CaptureEnd(rnlp_queue_t* queue, rnlp_capture_t** out);
rnlp_status_t* CaptureLaunch(rnlp_queue_t* queue, rnlp_capture_t* capture);
void CaptureDestroy(rnlp_device_t* device, rnlp_capture_t* capture);

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DRIVER_API_H_
