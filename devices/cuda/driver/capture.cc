#include "devices/cuda/driver/capture.h"

#include "devices/cuda/driver/api.h"

namespace runnel::cuda {

using plugin::Delete;
using plugin::New;
using plugin::OutOfMemory;

rnlp_status_t* CaptureBegin(rnlp_queue_t* queue) {
  rnlp_device_t* device = queue->device;
  RNLP_TRY(device->CheckAlive());
  if (queue->capture != nullptr) {
    return Fail(device->host, RNLP_FAILED_PRECONDITION, "%s: the queue is being captured already", kId);
  }
  return Guard(device->host, [&]() -> rnlp_status_t* {
    auto* capture = New<rnlp_capture_t>(device->host);
    if (capture == nullptr) return OutOfMemory(device->host, sizeof(rnlp_capture_t), kId);
    const Current current(device);
    CUstream stream = nullptr;
    rnlp_status_t* waiting = queue->Stream(&stream);
    if (waiting != nullptr) {
      Delete(device->host, capture);
      return waiting;
    }
    // Relaxed: other threads go on using the driver as they like.
    const CUresult result = device->driver.StreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED);
    if (result != CUDA_SUCCESS) {
      Delete(device->host, capture);
      return device->Failed(result, "cuStreamBeginCapture");
    }
    queue->capture = capture;
    return nullptr;
  });
}

rnlp_status_t* CaptureEnd(rnlp_queue_t* queue, rnlp_capture_t** out) {
  rnlp_device_t* device = queue->device;
  if (queue->capture == nullptr) {
    return Fail(device->host, RNLP_FAILED_PRECONDITION, "%s: the queue is not being captured", kId);
  }
  rnlp_capture_t* capture = queue->capture;
  queue->capture = nullptr;
  const Current current(device);
  CUstream stream = nullptr;
  OwnedStatus failure(device->host, queue->Stream(&stream));
  CUgraph graph = nullptr;
  CUresult result = device->driver.StreamEndCapture(stream, &graph);
  const char* call = "cuStreamEndCapture";
  if (result == CUDA_SUCCESS && failure.ok()) {
    result = device->driver.GraphInstantiateWithFlags(&capture->graph, graph, 0);
    call = "cuGraphInstantiateWithFlags";
  }
  if (graph != nullptr) device->driver.GraphDestroy(graph);
  if (result != CUDA_SUCCESS) {
    Delete(device->host, capture);
    return device->Failed(result, call);
  }
  if (!failure.ok()) {
    Delete(device->host, capture);
    return failure.release();
  }
  *out = capture;
  return nullptr;
}

rnlp_status_t* CaptureLaunch(rnlp_queue_t* queue, rnlp_capture_t* capture) {
  rnlp_device_t* device = queue->device;
  RNLP_TRY(device->CheckAlive());
  const Current current(device);
  CUstream stream = nullptr;
  RNLP_TRY(queue->Stream(&stream));
  RUNNEL_CUDA_TRY(device, GraphLaunch, capture->graph, stream);
  return nullptr;
}

// What was launched has ended: the driver keeps a graph that runs, but not the host calls in it.
void CaptureDestroy(rnlp_device_t* device, rnlp_capture_t* capture) {
  const Current current(device);
  device->driver.GraphExecDestroy(capture->graph);
  Delete(device->host, capture);
}

}  // namespace runnel::cuda
