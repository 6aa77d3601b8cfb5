/* Scalars, status codes, dtypes and views shared by every table of the Runnel plugin ABI.
 *
 * Plain C99, no dependencies. Everything here is frozen: enum values are never renumbered, and the
 * structs in this file never grow. Tables that may grow begin with `size_bytes` and live in the
 * sibling headers. Pointers and lengths are always borrowed for the duration of the call unless a
 * line says otherwise.
 */
#ifndef RNLP_BASE_H_
#define RNLP_BASE_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of these headers. Equal majors are required; minors only append. */
#define RNLP_ABI_MAJOR 1
#define RNLP_ABI_MINOR 3

/* "RNLP" in memory order on a little-endian machine. */
#define RNLP_MAGIC 0x504C4E52u

#if defined(__GNUC__)
#define RNLP_EXPORT __attribute__((visibility("default")))
#else
#define RNLP_EXPORT
#endif

/* True when `table` is large enough to hold `field`: test before use of any field that was appended
 * after minor 0. `size_bytes` is the end of the last field that the writer of the table knows. */
#define RNLP_HAS(type, table, field) \
  ((table)->size_bytes >= offsetof(type, field) + sizeof((table)->field))

/* Value for `size_bytes`: the end of the last field, without tail padding. */
#define RNLP_SIZE_TO(type, last_field) \
  ((uint32_t)(offsetof(type, last_field) + sizeof(((type*)0)->last_field)))

/* Canonical codes, numbered as in gRPC and TensorFlow. */
typedef enum rnlp_code_t {
  RNLP_OK = 0,
  RNLP_CANCELLED = 1,
  RNLP_UNKNOWN = 2,
  RNLP_INVALID_ARGUMENT = 3,
  RNLP_DEADLINE_EXCEEDED = 4,
  RNLP_NOT_FOUND = 5,
  RNLP_ALREADY_EXISTS = 6,
  RNLP_PERMISSION_DENIED = 7,
  RNLP_RESOURCE_EXHAUSTED = 8,
  RNLP_FAILED_PRECONDITION = 9,
  RNLP_ABORTED = 10,
  RNLP_OUT_OF_RANGE = 11,
  RNLP_UNIMPLEMENTED = 12,
  RNLP_INTERNAL = 13,
  RNLP_UNAVAILABLE = 14,
  RNLP_DATA_LOSS = 15,
  RNLP_UNAUTHENTICATED = 16
} rnlp_code_t;

/* Element types, numbered as TensorFlow's DataType. Carried as int32_t. */
typedef enum rnlp_dtype_t {
  RNLP_INVALID = 0,
  RNLP_FLOAT = 1,
  RNLP_DOUBLE = 2,
  RNLP_INT32 = 3,
  RNLP_UINT8 = 4,
  RNLP_INT16 = 5,
  RNLP_INT8 = 6,
  RNLP_STRING = 7,
  RNLP_COMPLEX64 = 8,
  RNLP_INT64 = 9,
  RNLP_BOOL = 10,
  RNLP_QINT8 = 11,
  RNLP_QUINT8 = 12,
  RNLP_QINT32 = 13,
  RNLP_BFLOAT16 = 14,
  RNLP_QINT16 = 15,
  RNLP_QUINT16 = 16,
  RNLP_UINT16 = 17,
  RNLP_COMPLEX128 = 18,
  RNLP_HALF = 19,
  RNLP_RESOURCE = 20,
  RNLP_VARIANT = 21,
  RNLP_UINT32 = 22,
  RNLP_UINT64 = 23
} rnlp_dtype_t;

/* A failure, made only by the host (`rnlp_host_t.fail`). NULL means OK everywhere. The receiver of a
 * status owns it: return it onwards, or hand it to `rnlp_host_t.status_release`. Any thread. */
typedef struct rnlp_status_t rnlp_status_t;

/* Bytes with an explicit length; not terminated, may hold NUL. */
typedef struct rnlp_str_t {
  const char* data;
  size_t size;
} rnlp_str_t;

/* Opaque to the host; made and freed by the plugin. */
typedef struct rnlp_instance_t rnlp_instance_t; /* the plugin within one runtime */
typedef struct rnlp_device_t rnlp_device_t;
typedef struct rnlp_buffer_t rnlp_buffer_t;
typedef struct rnlp_queue_t rnlp_queue_t;
typedef struct rnlp_fence_t rnlp_fence_t;
typedef struct rnlp_capture_t rnlp_capture_t;
typedef struct rnlp_kernel_t rnlp_kernel_t;

/* Opaque to the plugin; made by the host. */
typedef struct rnlp_node_t rnlp_node_t; /* a node of the graph, read through rnlp_host_t */
typedef struct rnlp_step_t rnlp_step_t; /* one execution of one node */

/* A dense, row-major tensor. The host always passes pointers to these, never arrays of them.
 *
 * Shapes: `rank` is 0..254 and dims[0..rank) are the sizes; while planning, rank -1 means unknown and
 *   a dim of -1 means unknown.
 * Units: offset_bytes and size_bytes in bytes; num_elements is the product of dims (-1: unknown).
 * Data: host-memory arguments and tensors of devices with RNLP_DEVICE_HOST_MEMORY have `data` set,
 *   aligned to at least the element size (64 bytes for whole buffers). Other device tensors have
 *   `buffer` and `offset_bytes` set and `data` NULL.
 * Types: RNLP_STRING data is an array of rnlp_str_t, written only through
 *   rnlp_host_t.step_set_string. RNLP_RESOURCE data points to one rnlp_variable_t. */
typedef struct rnlp_tensor_t {
  int32_t dtype;
  int32_t rank;
  const int64_t* dims;
  int64_t num_elements;
  uint64_t size_bytes;
  void* data;
  rnlp_buffer_t* buffer;
  uint64_t offset_bytes;
} rnlp_tensor_t;

/* What a resource argument resolves to for the time of one kernel run. The host has locked the
 * variable as the kernel row asked (read or update) and made `value` exclusive for an update. The
 * shape cannot change through this view. `version` counts the updates. */
typedef struct rnlp_variable_t {
  rnlp_tensor_t value;
  uint64_t version;
  rnlp_str_t name;
} rnlp_variable_t;

/* A point on a fence's timeline. `fence` NULL: already reached. */
typedef struct rnlp_point_t {
  rnlp_fence_t* fence;
  uint64_t value;
} rnlp_point_t;

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* RNLP_BASE_H_ */
