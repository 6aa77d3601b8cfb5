/* Kernels as data: one constant row per (op, device type, type constraint).
 *
 * The life of a kernel: `supports` (optional, on the real node) -> `create` -> `plan` (shapes and
 * constants known as far as they are) -> `run` any number of times, from several steps at once ->
 * `destroy`. After `plan` the kernel object is read-only: what a run needs for itself lives in the
 * workspace that `plan` asked for.
 *
 * A kernel that was chosen may not answer UNIMPLEMENTED from `run`.
 */
#ifndef RNLP_KERNEL_H_
#define RNLP_KERNEL_H_

#include "rnlp_base.h"
#include "rnlp_host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The attr named `attr` must be one of dtypes[0..count). */
typedef struct rnlp_type_constraint_t {
  const char* attr;
  const int32_t* dtypes;
  uint32_t count;
} rnlp_type_constraint_t;

typedef enum rnlp_arg_flags_t {
  RNLP_ARG_HOST = 1u << 0,     /* lives in host memory on every device */
  RNLP_ARG_CONSTANT = 1u << 1, /* input: `plan` wants its value when it is known then (data set) */
  RNLP_ARG_READ = 1u << 2,     /* resource input: value is read */
  RNLP_ARG_UPDATE = 1u << 3    /* resource input: value is modified in place */
} rnlp_arg_flags_t;

/* Marks the op argument called `name` (an argument that is a list marks all of it). */
typedef struct rnlp_arg_mark_t {
  const char* name;
  uint32_t flags;
} rnlp_arg_mark_t;

/* Output `output` may be written over input `input` when that input dies here, is given once, and both
 * have the same size in bytes. The kernel then sees one address for both. */
typedef struct rnlp_alias_t {
  uint32_t input;
  uint32_t output;
} rnlp_alias_t;

typedef enum rnlp_kernel_flags_t {
  RNLP_KERNEL_LATE_SHAPE = 1u << 0, /* outputs are allocated by step_allocate_output in `run` */
  RNLP_KERNEL_EXPENSIVE = 1u << 1,  /* never inline on the thread that made it ready, if others wait */
  RNLP_KERNEL_STATEFUL = 1u << 2,   /* draws random numbers or has effects; never folded or shared */
  RNLP_KERNEL_ASYNC = 1u << 3,  /* `start` is used in place of `run`; no host has it yet: passed over */
  RNLP_KERNEL_GROUPED = 1u << 4 /* costs less next to others of its kind: the host puts them there */
} rnlp_kernel_flags_t;

/* What `supports` answers. */
typedef struct rnlp_support_t {
  uint32_t size_bytes;
  int32_t supported;  /* 0: no; the host asks the next row */
  uint64_t cost_ns;   /* estimate of one run for the given shapes; 0: ask the kernel's `plan` */
  const char* reason; /* static text for "no", or NULL */
  /* Since minor 2. Filled in by the host: what is known of the outputs' shapes, for the estimate. A
   * plugin whose kernels are dear to make answers with a cost here, since placement by cost makes a
   * kernel to ask `plan`. */
  uint32_t num_outputs;
  const rnlp_tensor_t* const* outputs;
} rnlp_support_t;

/* How long an input keeps its value. */
typedef enum rnlp_input_life_t {
  RNLP_INPUT_PER_RUN = 0,  /* another one in each run, as far as is known */
  RNLP_INPUT_VARIABLE = 1, /* of a variable: read far more often than it changes */
  RNLP_INPUT_CONSTANT = 2  /* of the plan: the same in every run */
} rnlp_input_life_t;

/* What `plan` sees and answers. inputs[i]->data is set where the value is a constant of the plan and
 * the argument is marked RNLP_ARG_CONSTANT; such data outlives the kernel. */
typedef struct rnlp_plan_t {
  uint32_t size_bytes;
  uint32_t num_inputs;
  uint32_t num_outputs;
  const rnlp_tensor_t* const* inputs;
  const rnlp_tensor_t* const* outputs;
  /* answers */
  uint64_t workspace_bytes; /* per run, on the device; 64-byte aligned */
  uint64_t cost_ns;         /* estimate of one run; 0: unknown */
  /* Since minor 2. */
  const uint32_t* input_lives; /* rnlp_input_life_t, by input */
  /* answers: a form of input `packed_input`, whose life is not PER_RUN, that runs would rather have.
   * The host lets `pack` make it, once for each value, and keeps it for as long as it is right. Kernels
   * of one plugin with the same `packed_layout` share it for an input of the same value and shape. */
  uint64_t packed_bytes; /* 0: none is wanted */
  uint64_t packed_layout;
  uint32_t packed_input;
} rnlp_plan_t;

/* One run. On a device that computes at call time (RNLP_DEVICE_HOST_MEMORY) `queue` is NULL and the
 * outputs hold their values on return. On others `run` only records work on `queue`, in order. */
typedef struct rnlp_run_t {
  uint32_t size_bytes;
  uint32_t num_inputs;
  uint32_t num_outputs;
  const rnlp_tensor_t* const* inputs;
  rnlp_tensor_t* const* outputs;
  void* workspace; /* host address, or NULL */
  rnlp_buffer_t* workspace_buffer;
  uint64_t workspace_offset_bytes;
  rnlp_queue_t* queue;
  const rnlp_host_t* host;
  rnlp_step_t* step;
  /* Since minor 2: the packed form of the input as it is in this run, 64-byte aligned. Without one (both
   * NULL), which also happens where one was asked for, the input itself is all there is. */
  const void* packed; /* host address, or NULL */
  rnlp_buffer_t* packed_buffer;
  uint64_t packed_offset_bytes;
} rnlp_run_t;

typedef struct rnlp_kernel_row_t {
  uint32_t size_bytes;
  uint32_t flags; /* rnlp_kernel_flags_t */
  const char* op;
  const char* device_type; /* "CPU", also for devices that another plugin opened */
  int32_t priority;        /* the highest supporting row wins; ties go to the plugin loaded first */
  const rnlp_type_constraint_t* types;
  uint32_t num_types;
  const rnlp_arg_mark_t* args;
  uint32_t num_args;
  const rnlp_alias_t* aliases;
  uint32_t num_aliases;

  /* NULL: every node that meets the constraints is supported. `inputs` carry what is known of the
   * shapes. Errors are for real failures; "no" is an answer. */
  rnlp_status_t* (*supports)(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                             const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                             rnlp_support_t* out);
  /* Reads the attributes. *out may stay NULL for a kernel without state. */
  rnlp_status_t* (*create)(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                           rnlp_kernel_t** out);
  void (*destroy)(const rnlp_host_t* host, rnlp_kernel_t* kernel); /* NULL: nothing to free */
  /* NULL: no workspace, cost unknown. Called once per kernel, before any run. */
  rnlp_status_t* (*plan)(const rnlp_host_t* host, rnlp_kernel_t* kernel, rnlp_plan_t* plan);
  rnlp_status_t* (*run)(rnlp_kernel_t* kernel, const rnlp_run_t* run);
  /* Asynchronous kernels: begins, and calls done(arg, status) exactly once, on any thread, possibly
   * before returning. `run` and everything it points to stay valid until then. */
  void (*start)(rnlp_kernel_t* kernel, const rnlp_run_t* run, rnlp_done_fn_t done, void* arg);
  /* Asks a started run to end early; done is still called exactly once. */
  void (*cancel)(rnlp_kernel_t* kernel, const rnlp_run_t* run);
  /* Since minor 2. Writes the packed form of inputs[0], the value of input `packed_input`, to
   * outputs[0], bytes [packed_bytes] of type uint8. Without workspace and step; on other threads than
   * runs, too. NULL: `plan` asks for no packed form. */
  rnlp_status_t* (*pack)(rnlp_kernel_t* kernel, const rnlp_run_t* run);
} rnlp_kernel_row_t;

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* RNLP_KERNEL_H_ */
