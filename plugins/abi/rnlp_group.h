/* Groups: devices of this process and of others that combine values among themselves, without the host.
 * Since minor 2.
 *
 * Life. One member makes a name, which reaches the others by ways of the host's; all of them join by it,
 * each under a rank of its own; then all make the same calls, in the same order, with the same types,
 * counts and ways to combine. After a failure a group is of no use any more, for any member.
 *
 * The host sees to memory: work that makes what a call reads, or that used what it writes, is over, and
 * nobody else touches either until the call's `done`.
 *
 * Threads: `join` and what is not said otherwise may be called on any thread; calls on one group are
 * made by one thread at a time. None of them waits for other members. `done` is called exactly once, on
 * any thread but the caller's stack, unless the function itself failed; it calls nothing here but
 * `destroy`.
 */
#ifndef RNLP_GROUP_H_
#define RNLP_GROUP_H_

#include "rnlp_base.h"
#include "rnlp_host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One member's side of a group. */
typedef struct rnlp_group_t rnlp_group_t;

#define RNLP_GROUP_NAME_BYTES 128
#define RNLP_GROUP_MEANS_BYTES 64

typedef enum rnlp_combine_t {
  RNLP_COMBINE_SUM = 0,
  RNLP_COMBINE_PRODUCT = 1,
  RNLP_COMBINE_MIN = 2,
  RNLP_COMBINE_MAX = 3,
  RNLP_COMBINE_MEAN = 4 /* floating point only */
} rnlp_combine_t;

/* Element by element, of float, double, half, bfloat16, int32 or int64. All members get the same bits.
 */
typedef struct rnlp_all_reduce_t {
  uint32_t size_bytes;
  int32_t dtype;   /* rnlp_dtype_t */
  int32_t combine; /* rnlp_combine_t */
  uint32_t reserved;
  uint64_t count; /* elements */
  rnlp_buffer_t* src;
  uint64_t src_offset_bytes;
  rnlp_buffer_t* dst; /* may be src, at the same offset */
  uint64_t dst_offset_bytes;
} rnlp_all_reduce_t;

typedef struct rnlp_group_api_t {
  uint32_t size_bytes;

  /* How this device reaches others, as NUL-terminated text ("NCCL 2.28.9"): those that answer alike can
   * be in a group. UNIMPLEMENTED where it cannot: a library is not there. */
  rnlp_status_t* (*means)(rnlp_device_t* device, char out[RNLP_GROUP_MEANS_BYTES]);
  rnlp_status_t* (*name)(rnlp_device_t* device, uint8_t out[RNLP_GROUP_NAME_BYTES]);
  /* Begins to join; `done` hears when all `size` members have, or why that cannot be. *out is set before
   * `done` is called, and goes back to `destroy` in either case. */
  rnlp_status_t* (*join)(rnlp_device_t* device, const uint8_t name[RNLP_GROUP_NAME_BYTES], uint32_t size,
                         uint32_t rank, rnlp_done_fn_t done, void* arg, rnlp_group_t** out);
  /* After `join` is done. Several may be under way; they run in order. */
  rnlp_status_t* (*all_reduce)(rnlp_group_t* group, const rnlp_all_reduce_t* what, rnlp_done_fn_t done,
                               void* arg);
  /* Ends what is under way, with ABORTED, also where other members never come. Any thread. */
  void (*abort)(rnlp_group_t* group);
  /* After every `done` was called, or from within the last one. */
  void (*destroy)(rnlp_group_t* group);
} rnlp_group_api_t;

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* RNLP_GROUP_H_ */
