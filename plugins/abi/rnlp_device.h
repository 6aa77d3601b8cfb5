/* Devices: memory, queues, fences, captures.
 *
 * Ordering. A queue runs what is put on it in order. Between queues, and between a queue and the host,
 * order exists only through fence points. A wait may only name a point whose signal was submitted
 * before (or that the host has signalled); the host submits in topological order over all devices of
 * the process, so no device needs a queue of deferred waits.
 *
 * Failure. A fence that cannot be reached any more is failed: query, wait and notify answer with its
 * status; points that were reached before stay reached. Work that fails while it runs fails the fence
 * of the next signal on its queue; work up to that signal may be skipped, what follows it runs as usual.
 * So two signals in a row tell two listeners apart: the first has the failure, the second the order.
 * A wait for a fence that fails is work that fails: nothing is computed from what was not made. (Either
 * queue_wait answers with the failure, if it is known by then, or the next signal on the queue fails.)
 * Losing a device fails every pending fence; the device handle then answers UNAVAILABLE to
 * everything but close, and may be opened again.
 *
 * Threads: functions of one device may be called from any thread at once, but calls on one queue are
 * made by one thread at a time.
 */
#ifndef RNLP_DEVICE_H_
#define RNLP_DEVICE_H_

#include "rnlp_base.h"
#include "rnlp_group.h"
#include "rnlp_host.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rnlp_device_flags_t {
  /* Tensors live in ordinary host memory and kernels compute while `run` is called: no buffers, queues
   * or fences are used, and those entries of the table may be NULL. */
  RNLP_DEVICE_HOST_MEMORY = 1u << 0,
  /* Buffers can be mapped and are coherent: copies to the host are not needed. */
  RNLP_DEVICE_UNIFIED = 1u << 1,
  /* capture_* works. */
  RNLP_DEVICE_CAPTURE = 1u << 2,
  /* Since minor 2: convolutions are faster on images whose channels are the last dimension. The host may
   * change graphs accordingly; kernels are asked (`supports`) as for any node. */
  RNLP_DEVICE_CHANNELS_LAST = 1u << 3,
  /* Since minor 2: queue_copy takes buffers of other devices of the same instance that say this, too.
   * The host has seen to it that what makes the source is over, and that nobody else touches either side
   * before a later signal is reached. */
  RNLP_DEVICE_PEERS = 1u << 4
} rnlp_device_flags_t;

typedef struct rnlp_device_info_t {
  uint32_t size_bytes;
  uint32_t flags;           /* rnlp_device_flags_t */
  char type[32];            /* "CPU", "CUDA", "VULKAN": the TYPE of a device string */
  char description[128];    /* for people */
  uint32_t ordinal;         /* within the type and plugin */
  uint32_t alignment_bytes; /* of tensor offsets inside a buffer; a power of two, at most 4096 */
  uint64_t memory_bytes;    /* 0: unknown */
} rnlp_device_info_t;

typedef enum rnlp_queue_kind_t {
  RNLP_QUEUE_COMPUTE = 0,
  RNLP_QUEUE_COPY_IN = 1, /* host to device */
  RNLP_QUEUE_COPY_OUT = 2 /* device to host */
} rnlp_queue_kind_t;

/* One side of a copy: a place in a buffer, or a host address (buffer NULL). */
typedef struct rnlp_place_t {
  rnlp_buffer_t* buffer;
  uint64_t offset_bytes;
  void* host;
} rnlp_place_t;

typedef struct rnlp_memory_stats_t {
  uint32_t size_bytes;
  uint32_t reserved;
  uint64_t bytes_in_use;
  uint64_t peak_bytes_in_use;
  uint64_t limit_bytes; /* 0: none */
} rnlp_memory_stats_t;

typedef struct rnlp_device_api_t {
  uint32_t size_bytes;

  /* Lists what could be opened, without opening it. *out_count is the true number; at most `capacity`
   * infos are written. A machine without such hardware or driver answers OK and 0. */
  rnlp_status_t* (*enumerate)(rnlp_instance_t* instance, uint32_t capacity, rnlp_device_info_t* out,
                              uint32_t* out_count);
  rnlp_status_t* (*open)(rnlp_instance_t* instance, uint32_t ordinal, rnlp_device_t** out);
  /* Every queue, fence, buffer, kernel and group of the device is gone before. */
  void (*close)(rnlp_device_t* device);

  /* ---- memory. Errors: RESOURCE_EXHAUSTED names what was asked, in use and the limit. ---- */
  rnlp_status_t* (*buffer_alloc)(rnlp_device_t* device, uint64_t size_bytes, rnlp_buffer_t** out);
  void (*buffer_free)(rnlp_device_t* device, rnlp_buffer_t* buffer); /* no work uses it any more */
  /* Host address of the buffer. UNIMPLEMENTED where memory cannot be mapped. */
  rnlp_status_t* (*buffer_map)(rnlp_device_t* device, rnlp_buffer_t* buffer, void** out);
  void (*buffer_unmap)(rnlp_device_t* device, rnlp_buffer_t* buffer);
  /* Makes caller-owned host memory usable as a buffer, without a copy. May be NULL. */
  rnlp_status_t* (*buffer_import)(rnlp_device_t* device, void* host, uint64_t size_bytes,
                                  rnlp_buffer_t** out);
  /* The native handle (CUdeviceptr, VkBuffer) for interoperation. May be NULL. */
  rnlp_status_t* (*buffer_export)(rnlp_device_t* device, rnlp_buffer_t* buffer, uint64_t* out_native);
  rnlp_status_t* (*memory_stats)(rnlp_device_t* device, rnlp_memory_stats_t* out);

  /* ---- queues: each call appends; nothing need start before flush, wait or a fence query ---- */
  rnlp_status_t* (*queue_create)(rnlp_device_t* device, int32_t kind, rnlp_queue_t** out);
  void (*queue_destroy)(rnlp_device_t* device, rnlp_queue_t* queue); /* waits for its work */
  /* Host memory named here stays valid and untouched until a later signal is reached. */
  rnlp_status_t* (*queue_copy)(rnlp_queue_t* queue, const rnlp_place_t* src, const rnlp_place_t* dst,
                               uint64_t size_bytes);
  /* Repeats a pattern of 1, 2, 4 or 8 bytes. size_bytes is a multiple of it. */
  rnlp_status_t* (*queue_fill)(rnlp_queue_t* queue, const rnlp_place_t* dst, uint64_t size_bytes,
                               const void* pattern, uint32_t pattern_bytes);
  /* Calls fn(arg, 0, 1) on some thread, in order with the work around it. */
  rnlp_status_t* (*queue_host_call)(rnlp_queue_t* queue, rnlp_range_fn_t fn, void* arg);
  rnlp_status_t* (*queue_wait)(rnlp_queue_t* queue, rnlp_fence_t* fence, uint64_t value);
  rnlp_status_t* (*queue_signal)(rnlp_queue_t* queue, rnlp_fence_t* fence, uint64_t value);
  rnlp_status_t* (*queue_flush)(rnlp_queue_t* queue);

  /* ---- fences: a 64-bit value that only grows ---- */
  rnlp_status_t* (*fence_create)(rnlp_device_t* device, rnlp_fence_t** out); /* at 0 */
  void (*fence_destroy)(rnlp_device_t* device, rnlp_fence_t* fence);
  rnlp_status_t* (*fence_query)(rnlp_fence_t* fence, uint64_t* out_value);
  /* Blocks at most timeout_ns (UINT64_MAX: no limit). Errors: DEADLINE_EXCEEDED, or the failure. */
  rnlp_status_t* (*fence_wait)(rnlp_fence_t* fence, uint64_t value, uint64_t timeout_ns);
  /* Calls fn(arg, status) exactly once, when `value` is reached or the fence fails; on any thread,
   * and on the caller's stack if that has happened already. On an error fn is not called. */
  rnlp_status_t* (*fence_notify)(rnlp_fence_t* fence, uint64_t value, rnlp_done_fn_t fn, void* arg);
  /* From the host. `status` (owned) non-NULL fails the fence for ever. */
  rnlp_status_t* (*fence_signal)(rnlp_fence_t* fence, uint64_t value, rnlp_status_t* status);

  /* ---- capture: what is appended between begin and end is recorded, not run. May be NULL. ----
   * Copies, fills and kernel runs; waits and signals lie outside. A launch is appended like any other
   * work, and does again what was recorded, on the same buffers: a kernel whose work depends on anything
   * else that may change (host memory that is no constant, a variable's version, what step_* answers)
   * refuses to be recorded, with UNIMPLEMENTED from `run`. After such a failure capture_end is called
   * all the same. No launch is pending when a capture is destroyed; one that names a freed buffer is
   * only ever destroyed. */
  rnlp_status_t* (*capture_begin)(rnlp_queue_t* queue);
  rnlp_status_t* (*capture_end)(rnlp_queue_t* queue, rnlp_capture_t** out);
  rnlp_status_t* (*capture_launch)(rnlp_queue_t* queue, rnlp_capture_t* capture);
  void (*capture_destroy)(rnlp_device_t* device, rnlp_capture_t* capture);

  /* Since minor 2. NULL: its devices cannot form groups. */
  const rnlp_group_api_t* group;
} rnlp_device_api_t;

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* RNLP_DEVICE_H_ */
