/* The services that the host hands to a plugin: failing, logging, memory, threads, node attributes,
 * and what a kernel may ask for while it runs.
 *
 * One host table belongs to one runtime. Every function takes the table itself first, so that two
 * runtimes in one process stay apart. Any function may be called from any thread unless its comment
 * says otherwise; none of them throws. Strings passed in are copied.
 */
#ifndef RNLP_HOST_H_
#define RNLP_HOST_H_

#include "rnlp_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rnlp_severity_t {
  RNLP_LOG_DEBUG = 0,
  RNLP_LOG_INFO = 1,
  RNLP_LOG_WARNING = 2,
  RNLP_LOG_ERROR = 3
} rnlp_severity_t;

/* Called for [begin, end) of a parallel_for, or with (0, 1) where no range applies. Must not throw. */
typedef void (*rnlp_range_fn_t)(void* arg, int64_t begin, int64_t end);

/* Called once when something has happened; `status` NULL is success and is owned by the callee. */
typedef void (*rnlp_done_fn_t)(void* arg, rnlp_status_t* status);

typedef struct rnlp_host_t rnlp_host_t;
struct rnlp_host_t {
  uint32_t size_bytes;
  uint16_t abi_major;
  uint16_t abi_minor;

  /* ---- status and log ---- */

  /* Makes a status; never returns NULL (out of memory yields a shared immortal status).
   * Ownership: the caller owns the result. */
  rnlp_status_t* (*fail)(const rnlp_host_t* host, int32_t code, const char* message, size_t size);
  void (*status_release)(const rnlp_host_t* host, rnlp_status_t* status);
  int32_t (*status_code)(const rnlp_host_t* host, const rnlp_status_t* status);
  /* Borrowed until the status is released. */
  rnlp_str_t (*status_message)(const rnlp_host_t* host, const rnlp_status_t* status);
  void (*log)(const rnlp_host_t* host, int32_t severity, const char* message, size_t size);

  /* ---- host memory: 64-byte aligned, counted, NULL when the limit or the machine is exhausted ---- */
  void* (*alloc)(const rnlp_host_t* host, uint64_t size_bytes);
  void (*free)(const rnlp_host_t* host, void* data, uint64_t size_bytes);

  /* ---- the runtime's one thread pool ---- */

  /* Runs fn over [0, total) in blocks of `block` (the last may be shorter), each block once, and
   * returns when all are done. Which thread runs a block varies; the blocks never do. The caller
   * takes part, so this makes progress on one thread and inside another parallel_for. */
  void (*parallel_for)(const rnlp_host_t* host, int64_t total, int64_t block, rnlp_range_fn_t fn,
                       void* arg);
  uint32_t (*num_threads)(const rnlp_host_t* host);
  /* Runs fn(arg, 0, 1) once on a pool thread, not on the calling stack. */
  rnlp_status_t* (*schedule)(const rnlp_host_t* host, rnlp_range_fn_t fn, void* arg);

  /* ---- configuration: "key" as the user set it for this plugin; size 0 and data NULL if unset ---- */
  rnlp_str_t (*config)(const rnlp_host_t* host, const char* key, size_t key_size);

  /* ---- views of a node, valid only during the call that received the node ---- */
  rnlp_str_t (*node_name)(const rnlp_host_t* host, const rnlp_node_t* node);
  rnlp_str_t (*node_op)(const rnlp_host_t* host, const rnlp_node_t* node);
  uint32_t (*node_num_inputs)(const rnlp_host_t* host, const rnlp_node_t* node);
  uint32_t (*node_num_outputs)(const rnlp_host_t* host, const rnlp_node_t* node);
  int32_t (*node_input_dtype)(const rnlp_host_t* host, const rnlp_node_t* node, uint32_t index);
  int32_t (*node_output_dtype)(const rnlp_host_t* host, const rnlp_node_t* node, uint32_t index);

  /* Attributes. Errors: NOT_FOUND without such an attr, INVALID_ARGUMENT if it is of another kind;
   * both name node, op and attr. Lists: *out_count receives the true length, at most `capacity`
   * values are written. */
  rnlp_status_t* (*attr_int)(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                             int64_t* out);
  rnlp_status_t* (*attr_float)(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                               float* out);
  rnlp_status_t* (*attr_bool)(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                              int32_t* out);
  rnlp_status_t* (*attr_type)(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                              int32_t* out);
  rnlp_status_t* (*attr_string)(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                                rnlp_str_t* out);
  rnlp_status_t* (*attr_int_list)(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                                  uint32_t capacity, int64_t* out, uint32_t* out_count);
  rnlp_status_t* (*attr_float_list)(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                                    uint32_t capacity, float* out, uint32_t* out_count);
  /* Rank -1 means unknown; at most `capacity` dims are written. */
  rnlp_status_t* (*attr_shape)(const rnlp_host_t* host, const rnlp_node_t* node, const char* attr,
                               uint32_t capacity, int64_t* out_dims, int32_t* out_rank);

  /* ---- while a kernel runs: only on the `step` of that run ---- */

  /* Gives output `index` its shape and memory; for outputs whose shape planning answered "late".
   * After OK, run->outputs[index] is complete. Errors: RESOURCE_EXHAUSTED, INVALID_ARGUMENT. */
  rnlp_status_t* (*step_allocate_output)(const rnlp_host_t* host, rnlp_step_t* step, uint32_t index,
                                         int32_t rank, const int64_t* dims);
  /* Copies bytes into element `element` of string output `index`. Different elements may be set from
   * different threads. */
  rnlp_status_t* (*step_set_string)(const rnlp_host_t* host, rnlp_step_t* step, uint32_t index,
                                    int64_t element, const char* data, size_t size);
  /* 1 once the step was cancelled; long kernels look now and then and return CANCELLED. */
  int32_t (*step_cancelled)(const rnlp_host_t* host, const rnlp_step_t* step);
  /* Takes `draws` numbers from the node's counter, of which each session keeps one per node, and
   * returns its value before: where a counter-based generator starts. Equal seeds and equal order of
   * runs give equal numbers on any number of threads. */
  uint64_t (*step_random_counter)(const rnlp_host_t* host, rnlp_step_t* step, uint64_t draws);
};

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* RNLP_HOST_H_ */
