/* The entry point of a Runnel plugin, and the table that it returns.
 *
 * A plugin is a shared library (or an object linked statically) with one exported symbol,
 * rnlp_plugin_query. The query is pure: it returns the same constant table every time, starts nothing,
 * allocates nothing (a refused library is unmapped), and keeps no mutable globals (runtimes share it).
 *
 * Negotiation. The first 64 bytes of rnlp_plugin_t, the prefix, never change in any version. The host
 * reads magic, then majors (must be equal), then minors: a plugin built against a newer minor loads
 * in an older host unless min_host_minor says that it needs more. A plugin does the same check on the
 * host table that it receives in `create`.
 */
#ifndef RNLP_PLUGIN_H_
#define RNLP_PLUGIN_H_

#include "rnlp_base.h"
#include "rnlp_device.h"
#include "rnlp_host.h"
#include "rnlp_import.h"
#include "rnlp_kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rnlp_build_flags_t {
  RNLP_BUILD_DEBUG = 1u << 0,
  RNLP_BUILD_ASAN = 1u << 1,
  RNLP_BUILD_TSAN = 1u << 2
} rnlp_build_flags_t;

/* Frozen for ever, 64 bytes with 64-bit pointers. */
typedef struct rnlp_prefix_t {
  uint32_t magic;      /* RNLP_MAGIC */
  uint32_t size_bytes; /* of the whole rnlp_plugin_t: the end of the last field known */
  uint16_t abi_major;  /* of the headers that the plugin was built with */
  uint16_t abi_minor;
  uint16_t min_host_minor; /* refuse hosts below */
  uint16_t reserved;
  uint64_t build_flags; /* rnlp_build_flags_t */
  const char* id;       /* "runnel.cpu": unique, NUL-terminated, at most 127 bytes */
  const char* version;  /* of the plugin, for people */
  uint64_t reserved2[3];
} rnlp_prefix_t;

/* An op that the plugin brings, as data. Its shape function is optional: without one, output shapes
 * are unknown. gradient and composition are serialised FunctionDefs (TensorFlow's wire format) whose
 * inputs are, for a gradient, the op's inputs followed by the gradients of its outputs. */
typedef struct rnlp_op_row_t {
  uint32_t size_bytes;
  uint32_t flags;      /* 1: stateful, 2: commutative */
  const char* name;    /* "Vendor>Name" */
  const char* inputs;  /* "x: T, shape: int32", as in core op rows */
  const char* outputs; /* "y: T" */
  const char* attrs;   /* "T: {float, double} = float; axis: int = 0" */
  const char* doc;
  rnlp_str_t gradient;    /* empty: not differentiable */
  rnlp_str_t composition; /* empty: every device needs a kernel */
  /* Reads input shapes (rank -1 unknown), fills out_ranks[i] and out_dims[i][0..rank). out_dims[i] has
   * room for 254 dims. inputs[i]->data is set where the value is known. May be NULL. */
  rnlp_status_t* (*shape)(const rnlp_host_t* host, const rnlp_node_t* node,
                          const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                          int64_t* const* out_dims, int32_t* out_ranks, uint32_t num_outputs);

  /* Since minor 1. The same as text, which is easier to write: "x: g * y; y: g * x", "z: x * x + y".
   * rnlp_formula.h describes the language. They are read when a gradient or a composition is asked
   * for; then a mistake is INVALID_ARGUMENT with its position. NULL or empty: none. Where an op has
   * both forms, the formula counts. */
  const char* gradient_formula;
  const char* composition_formula;
} rnlp_op_row_t;

typedef struct rnlp_plugin_t {
  rnlp_prefix_t prefix;

  /* Begins the plugin's life in one runtime. The host table outlives the instance.
   * Ownership: *out goes back to `destroy` after every device is closed and kernel destroyed. */
  rnlp_status_t* (*create)(const rnlp_host_t* host, rnlp_instance_t** out);
  void (*destroy)(rnlp_instance_t* instance);

  const rnlp_device_api_t* device; /* NULL: brings no devices */
  const rnlp_kernel_row_t* const* kernels;
  uint32_t num_kernels;
  uint32_t num_ops;
  const rnlp_op_row_t* const* ops;

  /* Since minor 3. Formats of model files that the plugin reads. */
  uint32_t num_importers;
  uint32_t reserved;
  const rnlp_importer_row_t* const* importers;
} rnlp_plugin_t;

typedef const rnlp_plugin_t* (*rnlp_plugin_query_fn_t)(void);
#define RNLP_PLUGIN_QUERY_SYMBOL "rnlp_plugin_query"

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* RNLP_PLUGIN_H_ */
