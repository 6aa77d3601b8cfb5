// Runnel's C ABI: build a dataflow graph, differentiate it, run it on devices, save and restore it.
//
// What always holds
// - Failure: a function that can fail returns rnl_status_t*, NULL for success. The caller releases it.
//   Every out parameter is NULL (or zero) after a failure. No exception, signal or exit ever leaves a
//   call; memory that is exhausted is RESOURCE_EXHAUSTED.
// - Ownership: every handle in an out parameter is a new reference that the caller releases with the
//   type's _release. _retain adds one and returns its argument. Both take NULL. Handles may be released
//   in any order: what is made from something keeps it alive. Strings and arrays returned by value are
//   borrowed from the handle they were asked of.
// - Arguments: inputs are borrowed for the call and copied where they are kept. A pointer may be NULL
//   only where it says so, or where its count is 0. A NULL handle is INVALID_ARGUMENT; functions without
//   a status answer it with zero, NULL or an empty string.
// - Threads: handles may be used by any number of threads at once, except options, builders, examples,
//   metadata and traces, which belong to one thread at a time. There is no thread-local and no
//   per-process state: two runtimes do not know each other.
// - Processes: after a fork, calls in the child that would use the runtime answer FAILED_PRECONDITION
//   and releases do nothing.
//
// - Callbacks of any language: on a thread that their documentation names, no lock held. They return
//   normally: an exception, a panic or a jump must not leave one; the bindings make statuses of theirs.
//   A call that waits (run, next, close) must not be made from inside a callback, except from a function
//   that nodes call (rnl_host_fn_t), which may do anything. What a callback gets as `arg` stays the
//   caller's until the rnl_drop_fn_t that was given with it is called: once, when nothing calls the
//   callback any more. A step that is cancelled does not wait for callbacks; what they still give is
//   dropped.
#ifndef RUNNEL_C_API_RUNNEL_H_
#define RUNNEL_C_API_RUNNEL_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define RNL_API __attribute__((visibility("default")))
#else
#define RNL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------
// Version
// ---------------------------------------------------------------------------------------------------

// Of this header. Equal majors are compatible; minors only add.
#define RNL_ABI_MAJOR 0
#define RNL_ABI_MINOR 1
#define RNL_ABI_VERSION ((uint32_t)RNL_ABI_MAJOR << 16 | (uint32_t)RNL_ABI_MINOR)

typedef struct rnl_status_t rnl_status_t;

// Bytes with an explicit length, which may hold NUL. By value everywhere. Views that Runnel returns are
// followed by a NUL, so that `data` can be printed where the content is text.
typedef struct rnl_str_t {
  const char* data;
  size_t size;
} rnl_str_t;

// A view of a NUL-terminated string; NULL gives an empty one.
static inline rnl_str_t rnl_str(const char* text) {
  rnl_str_t s;
  s.data = text;
  s.size = text ? strlen(text) : 0;
  return s;
}

// RNL_ABI_VERSION of the library that is linked.
RNL_API uint32_t rnl_abi_version(void);
// "0.1.0", for people.
RNL_API rnl_str_t rnl_version(void);
// Checks that the library can serve a program that was compiled with `header_version`
// (pass RNL_ABI_VERSION). Errors: FAILED_PRECONDITION naming both versions.
RNL_API rnl_status_t* rnl_require(uint32_t header_version);

// ---------------------------------------------------------------------------------------------------
// Status: why a call failed. Immutable; NULL means success.
// ---------------------------------------------------------------------------------------------------

// Numbered as in gRPC and TensorFlow.
typedef int32_t rnl_code_t;
enum {
  RNL_OK = 0,
  RNL_CANCELLED = 1,
  RNL_UNKNOWN = 2,
  RNL_INVALID_ARGUMENT = 3,
  RNL_DEADLINE_EXCEEDED = 4,
  RNL_NOT_FOUND = 5,
  RNL_ALREADY_EXISTS = 6,
  RNL_PERMISSION_DENIED = 7,
  RNL_RESOURCE_EXHAUSTED = 8,
  RNL_FAILED_PRECONDITION = 9,
  RNL_ABORTED = 10,
  RNL_OUT_OF_RANGE = 11,
  RNL_UNIMPLEMENTED = 12,
  RNL_INTERNAL = 13,
  RNL_UNAVAILABLE = 14,
  RNL_DATA_LOSS = 15,
  RNL_UNAUTHENTICATED = 16
};

// For callbacks that fail. Never NULL: for a code that is none of the above it is INVALID_ARGUMENT, and
// RESOURCE_EXHAUSTED without memory.
RNL_API rnl_status_t* rnl_status_create(rnl_code_t code, rnl_str_t message);
// RNL_OK for NULL.
RNL_API rnl_code_t rnl_status_code(const rnl_status_t* status);
// What was wrong: the thing, what was expected, what came. Empty for NULL. Borrowed.
RNL_API rnl_str_t rnl_status_message(const rnl_status_t* status);
// Name of the graph node at fault; empty where there is none. Borrowed.
RNL_API rnl_str_t rnl_status_node(const rnl_status_t* status);
RNL_API rnl_status_t* rnl_status_retain(rnl_status_t* status);
RNL_API void rnl_status_release(rnl_status_t* status);
// "INVALID_ARGUMENT" and so on; "CODE_UNLISTED" for other numbers. Never released.
RNL_API rnl_str_t rnl_code_name(rnl_code_t code);

// ---------------------------------------------------------------------------------------------------
// Bytes and names: results of variable size
// ---------------------------------------------------------------------------------------------------

// Immutable bytes: a GraphDef, text.
typedef struct rnl_bytes_t rnl_bytes_t;
// Borrowed; followed by a NUL that `size` does not count.
RNL_API rnl_str_t rnl_bytes_view(const rnl_bytes_t* bytes);
RNL_API rnl_bytes_t* rnl_bytes_retain(rnl_bytes_t* bytes);
RNL_API void rnl_bytes_release(rnl_bytes_t* bytes);

// An immutable list of strings.
typedef struct rnl_names_t rnl_names_t;
RNL_API size_t rnl_names_count(const rnl_names_t* names);
// Borrowed. Empty beyond the end.
RNL_API rnl_str_t rnl_names_get(const rnl_names_t* names, size_t index);
RNL_API rnl_names_t* rnl_names_retain(rnl_names_t* names);
RNL_API void rnl_names_release(rnl_names_t* names);

// ---------------------------------------------------------------------------------------------------
// Dtypes, numbered as TensorFlow's DataType
// ---------------------------------------------------------------------------------------------------

typedef int32_t rnl_dtype_t;
enum {
  RNL_INVALID = 0,
  RNL_FLOAT = 1,
  RNL_DOUBLE = 2,
  RNL_INT32 = 3,
  RNL_UINT8 = 4,
  RNL_INT16 = 5,
  RNL_INT8 = 6,
  RNL_STRING = 7,
  RNL_COMPLEX64 = 8,
  RNL_INT64 = 9,
  RNL_BOOL = 10,
  RNL_QINT8 = 11,
  RNL_QUINT8 = 12,
  RNL_QINT32 = 13,
  RNL_BFLOAT16 = 14,
  RNL_QINT16 = 15,
  RNL_QUINT16 = 16,
  RNL_UINT16 = 17,
  RNL_COMPLEX128 = 18,
  RNL_HALF = 19,
  RNL_RESOURCE = 20,
  RNL_VARIANT = 21,
  RNL_UINT32 = 22,
  RNL_UINT64 = 23
};

// "float", "int32", "bfloat16": TensorFlow's names; "invalid" for other numbers. Never released.
RNL_API rnl_str_t rnl_dtype_name(rnl_dtype_t dtype);
// The inverse; takes "DT_FLOAT" as well. RNL_INVALID if unknown.
RNL_API rnl_dtype_t rnl_dtype_from_name(rnl_str_t name);
// Bytes of one element; 0 where elements are not plain data (string, resource, variant).
RNL_API size_t rnl_dtype_size(rnl_dtype_t dtype);

// ---------------------------------------------------------------------------------------------------
// Runtime: devices, ops, threads, memory and the log. Everything else is made from one.
// ---------------------------------------------------------------------------------------------------

typedef struct rnl_runtime_t rnl_runtime_t;
typedef struct rnl_runtime_options_t rnl_runtime_options_t;

typedef int32_t rnl_severity_t;
enum { RNL_LOG_DEBUG = 0, RNL_LOG_INFO = 1, RNL_LOG_WARNING = 2, RNL_LOG_ERROR = 3 };

// Receives the log. `message` is borrowed. Any thread, one call at a time for each runtime; must not
// call Runnel.
typedef void (*rnl_log_fn_t)(void* arg, rnl_severity_t severity, rnl_str_t message);
// Host memory for tensors: 64-byte aligned, NULL when there is none. Any thread.
typedef void* (*rnl_alloc_fn_t)(void* arg, size_t size_bytes);
typedef void (*rnl_free_fn_t)(void* arg, void* data, size_t size_bytes);
// Called once when nothing calls a callback with `arg` any more, on whichever thread learns of it. Must
// not call Runnel.
typedef void (*rnl_drop_fn_t)(void* arg);

// Starts from the defaults, which each setter names.
RNL_API rnl_status_t* rnl_runtime_options_create(rnl_runtime_options_t** out_options);
RNL_API void rnl_runtime_options_release(rnl_runtime_options_t* options);
// Threads that compute, the caller of a run counted. 0, the default: RUNNEL_NUM_THREADS, else the CPUs
// that this process may use. Errors: INVALID_ARGUMENT below 0 or above 1024.
RNL_API rnl_status_t* rnl_runtime_options_set_threads(rnl_runtime_options_t* options, int32_t threads);
// Limit of host memory for tensors and arenas, in bytes. 0, the default: none.
RNL_API rnl_status_t* rnl_runtime_options_set_memory_limit(rnl_runtime_options_t* options,
                                                           uint64_t limit_bytes);
// Where host memory comes from instead of the system. Both functions outlive everything that is made
// from the runtime.
RNL_API rnl_status_t* rnl_runtime_options_set_allocator(rnl_runtime_options_t* options,
                                                        rnl_alloc_fn_t alloc_fn, rnl_free_fn_t free_fn,
                                                        void* arg);
// The same, and `drop` (may be NULL) is called with `arg` when the options and everything that is made
// from the runtime are gone, or another allocator was set. On failure it is not called.
RNL_API rnl_status_t* rnl_runtime_options_set_owned_allocator(rnl_runtime_options_t* options,
                                                              rnl_alloc_fn_t alloc_fn,
                                                              rnl_free_fn_t free_fn, void* arg,
                                                              rnl_drop_fn_t drop);
// Where the log goes instead of standard error. NULL: standard error.
RNL_API rnl_status_t* rnl_runtime_options_set_log(rnl_runtime_options_t* options, rnl_log_fn_t log,
                                                  void* arg);
// The same for a `log` that is not NULL, with `drop` as in rnl_runtime_options_set_owned_allocator.
RNL_API rnl_status_t* rnl_runtime_options_set_owned_log(rnl_runtime_options_t* options, rnl_log_fn_t log,
                                                        void* arg, rnl_drop_fn_t drop);
// Drops messages below. Default: warning. RUNNEL_LOG (debug, info, warning, error) overrides it.
RNL_API rnl_status_t* rnl_runtime_options_set_log_level(rnl_runtime_options_t* options,
                                                        rnl_severity_t severity);
// false: not even the CPU is loaded, nor what RUNNEL_PLUGINS names.
RNL_API rnl_status_t* rnl_runtime_options_set_default_plugins(rnl_runtime_options_t* options, bool load);
// One more plugin to load, as in rnl_runtime_load_plugin; naming one that is loaded by default is no
// error.
RNL_API rnl_status_t* rnl_runtime_options_add_plugin(rnl_runtime_options_t* options,
                                                     rnl_str_t path_or_id);
// A setting for a plugin: key "runnel.virtual.seed", value "7". "models.map" is "never" (the default:
// model files are read into memory), "protected" (files that nobody can shorten are mapped, and others
// read, with a warning) or "always" (all are mapped: a file that is shortened while its model is used
// ends the process). Weights that are mapped take no memory of their own, and processes share them.
RNL_API rnl_status_t* rnl_runtime_options_set_config(rnl_runtime_options_t* options, rnl_str_t key,
                                                     rnl_str_t value);

// Starts a runtime. `options` may be NULL: all defaults; the CPU is found beside this library, in a
// build tree as well as in an install.
// Errors: NOT_FOUND listing every path tried; what rnl_runtime_load_plugin answers.
RNL_API rnl_status_t* rnl_runtime_create(const rnl_runtime_options_t* options,
                                         rnl_runtime_t** out_runtime);
RNL_API rnl_runtime_t* rnl_runtime_retain(rnl_runtime_t* runtime);
RNL_API void rnl_runtime_release(rnl_runtime_t* runtime);

// Loads a plugin: with a slash in it a path, otherwise an id ("cuda" is librunnel_cuda.so), looked for
// beside this library and then in RUNNEL_PLUGIN_PATH; never in the current folder.
// Errors: NOT_FOUND listing the paths; FAILED_PRECONDITION for a version that does not fit, with both
//   numbers and the path; ALREADY_EXISTS for a second copy of one id.
RNL_API rnl_status_t* rnl_runtime_load_plugin(rnl_runtime_t* runtime, rnl_str_t path_or_id);
// Adds a plugin that is linked into the program (plugins/abi/rnlp_plugin.h). `plugin` is never freed.
struct rnlp_plugin_t;
RNL_API rnl_status_t* rnl_runtime_add_static_plugin(rnl_runtime_t* runtime,
                                                    const struct rnlp_plugin_t* plugin);

// Bytes of host memory that tensors and arenas hold now.
RNL_API uint64_t rnl_runtime_memory_in_use(const rnl_runtime_t* runtime);
// Writes to the runtime's log.
RNL_API rnl_status_t* rnl_runtime_log(rnl_runtime_t* runtime, rnl_severity_t severity,
                                      rnl_str_t message);

// Devices are numbered from 0 in order of loading; numbers stay, more may be added.
RNL_API size_t rnl_runtime_num_devices(const rnl_runtime_t* runtime);
// "/job:localhost/replica:0/task:0/device:CPU:0". Borrowed from the runtime; empty beyond the end.
RNL_API rnl_str_t rnl_runtime_device_name(const rnl_runtime_t* runtime, size_t device);
// "CPU".
RNL_API rnl_str_t rnl_runtime_device_type(const rnl_runtime_t* runtime, size_t device);
// For people: the model of the processor.
RNL_API rnl_str_t rnl_runtime_device_description(const rnl_runtime_t* runtime, size_t device);
// Memory of a device: in use, the most so far, and the limit (0: none or unknown), in bytes. Any out
// may be NULL. Errors: OUT_OF_RANGE.
RNL_API rnl_status_t* rnl_runtime_device_memory(const rnl_runtime_t* runtime, size_t device,
                                                uint64_t* out_in_use_bytes, uint64_t* out_peak_bytes,
                                                uint64_t* out_limit_bytes);

// ---------------------------------------------------------------------------------------------------
// Ops and kernels: what a runtime can do
// ---------------------------------------------------------------------------------------------------

// Names of all ops, sorted.
RNL_API rnl_status_t* rnl_runtime_ops(const rnl_runtime_t* runtime, rnl_names_t** out_names);

// The schema of one op.
typedef struct rnl_op_t rnl_op_t;
// Some families of ops are libraries of their own beside this one, librunnel_<family>.so, which is
// opened when one of its ops is first looked up, by this function or while a graph is built. Errors:
// NOT_FOUND naming the op and close names, or the op and its library if that is missing;
//   FAILED_PRECONDITION if the library is of another build.
RNL_API rnl_status_t* rnl_runtime_find_op(const rnl_runtime_t* runtime, rnl_str_t name,
                                          rnl_op_t** out_op);
// The family in whose library the op is; empty for all other ops and for unknown ones. Opens nothing.
// Ownership: valid as long as the runtime.
RNL_API rnl_str_t rnl_runtime_op_family(const rnl_runtime_t* runtime, rnl_str_t name);
RNL_API rnl_op_t* rnl_op_retain(rnl_op_t* op);
RNL_API void rnl_op_release(rnl_op_t* op);
RNL_API rnl_str_t rnl_op_name(const rnl_op_t* op);
// One paragraph.
RNL_API rnl_str_t rnl_op_doc(const rnl_op_t* op);
RNL_API bool rnl_op_is_stateful(const rnl_op_t* op);
// Gradients flow through it.
RNL_API bool rnl_op_has_gradient(const rnl_op_t* op);
// It is given by simpler ops where a device has no kernel.
RNL_API bool rnl_op_has_composition(const rnl_op_t* op);
RNL_API size_t rnl_op_num_inputs(const rnl_op_t* op);
RNL_API size_t rnl_op_num_outputs(const rnl_op_t* op);
RNL_API size_t rnl_op_num_attrs(const rnl_op_t* op);
// "x". Names and types are empty beyond the end.
RNL_API rnl_str_t rnl_op_input_name(const rnl_op_t* op, size_t index);
// As op rows write it: "float", "T", "N * T", "Tin".
RNL_API rnl_str_t rnl_op_input_type(const rnl_op_t* op, size_t index);
RNL_API rnl_str_t rnl_op_output_name(const rnl_op_t* op, size_t index);
RNL_API rnl_str_t rnl_op_output_type(const rnl_op_t* op, size_t index);
RNL_API rnl_str_t rnl_op_attr_name(const rnl_op_t* op, size_t index);
// "int", "list(type)", "func".
RNL_API rnl_str_t rnl_op_attr_type(const rnl_op_t* op, size_t index);
// As text: true, 0.5, "NHWC" in quotes, float, [1, 2], <unknown> for a shape. Empty if there is none:
// the attr must be given, or follows from the inputs.
RNL_API rnl_str_t rnl_op_attr_default(const rnl_op_t* op, size_t index);
// The least number, or length of a list, that is allowed; INT64_MIN: any.
RNL_API int64_t rnl_op_attr_minimum(const rnl_op_t* op, size_t index);
// What a type or string may be: "float", "SAME". 0 of them: anything. Empty beyond the end.
RNL_API size_t rnl_op_attr_num_allowed(const rnl_op_t* op, size_t index);
RNL_API rnl_str_t rnl_op_attr_allowed(const rnl_op_t* op, size_t index, size_t choice);

// An immutable list of the kernels that were loaded when it was made.
typedef struct rnl_kernels_t rnl_kernels_t;
RNL_API rnl_status_t* rnl_runtime_kernels(const rnl_runtime_t* runtime, rnl_kernels_t** out_kernels);
RNL_API rnl_kernels_t* rnl_kernels_retain(rnl_kernels_t* kernels);
RNL_API void rnl_kernels_release(rnl_kernels_t* kernels);
RNL_API size_t rnl_kernels_count(const rnl_kernels_t* kernels);
RNL_API rnl_str_t rnl_kernels_op(const rnl_kernels_t* kernels, size_t index);
// "CPU"; "*" for kernels of the host, which serve every device.
RNL_API rnl_str_t rnl_kernels_device_type(const rnl_kernels_t* kernels, size_t index);
// Id of the plugin that brought it.
RNL_API rnl_str_t rnl_kernels_plugin(const rnl_kernels_t* kernels, size_t index);
// Type attrs that the kernel restricts; an attr that is not named takes any type.
RNL_API size_t rnl_kernels_num_constraints(const rnl_kernels_t* kernels, size_t index);
RNL_API rnl_str_t rnl_kernels_constraint_attr(const rnl_kernels_t* kernels, size_t index,
                                              size_t constraint);
// The types allowed. *out_types is borrowed from the list. Returns their number.
RNL_API size_t rnl_kernels_constraint_types(const rnl_kernels_t* kernels, size_t index,
                                            size_t constraint, const rnl_dtype_t** out_types);

// ---------------------------------------------------------------------------------------------------
// Tensor: a dense, row-major array with a dtype and a shape
// ---------------------------------------------------------------------------------------------------

typedef struct rnl_tensor_t rnl_tensor_t;
// Called once, on whichever thread drops the last use of wrapped memory. Must not call Runnel.
typedef void (*rnl_deleter_t)(void* arg, void* data, size_t size_bytes);

// A tensor with memory of its own: numbers uninitialised, strings empty.
// Shapes: rank 0..254, each dim at least 0; `dims` may be NULL for rank 0.
// Errors: INVALID_ARGUMENT for a dtype without elements, a bad shape or one that overflows;
//   RESOURCE_EXHAUSTED.
RNL_API rnl_status_t* rnl_tensor_create(rnl_runtime_t* runtime, rnl_dtype_t dtype, int32_t rank,
                                        const int64_t* dims, rnl_tensor_t** out_tensor);
// The same with a copy of `data` in it. Errors: INVALID_ARGUMENT too if size_bytes is not what dtype
// and shape need, and for dtypes that are not plain data.
RNL_API rnl_status_t* rnl_tensor_from_data(rnl_runtime_t* runtime, rnl_dtype_t dtype, int32_t rank,
                                           const int64_t* dims, const void* data, size_t size_bytes,
                                           rnl_tensor_t** out_tensor);
// A scalar of any real numeric dtype or bool. Errors: INVALID_ARGUMENT if an integer dtype cannot hold
// `value`, or for another dtype.
RNL_API rnl_status_t* rnl_tensor_from_scalar(rnl_runtime_t* runtime, rnl_dtype_t dtype, double value,
                                             rnl_tensor_t** out_tensor);
// Strings, copied. Errors: INVALID_ARGUMENT if num_values is not what the shape holds.
RNL_API rnl_status_t* rnl_tensor_from_strings(rnl_runtime_t* runtime, int32_t rank, const int64_t* dims,
                                              const rnl_str_t* values, size_t num_values,
                                              rnl_tensor_t** out_tensor);
// Uses the caller's memory without a copy; Runnel only reads it. It must stay valid and unchanged until
// `deleter` (may be NULL) was called. On failure the deleter is not called.
// Errors: INVALID_ARGUMENT as rnl_tensor_from_data, and for memory not aligned to its elements.
RNL_API rnl_status_t* rnl_tensor_wrap(rnl_runtime_t* runtime, rnl_dtype_t dtype, int32_t rank,
                                      const int64_t* dims, void* data, size_t size_bytes,
                                      rnl_deleter_t deleter, void* arg, rnl_tensor_t** out_tensor);
RNL_API rnl_tensor_t* rnl_tensor_retain(rnl_tensor_t* tensor);
RNL_API void rnl_tensor_release(rnl_tensor_t* tensor);

RNL_API rnl_dtype_t rnl_tensor_dtype(const rnl_tensor_t* tensor);
RNL_API int32_t rnl_tensor_rank(const rnl_tensor_t* tensor);
// Borrowed; rank of them. NULL for NULL.
RNL_API const int64_t* rnl_tensor_dims(const rnl_tensor_t* tensor);
RNL_API int64_t rnl_tensor_num_elements(const rnl_tensor_t* tensor);
// Bytes of the elements; 0 where they are not plain data.
RNL_API size_t rnl_tensor_size_bytes(const rnl_tensor_t* tensor);
// The elements. NULL for strings, resources, tensors in device memory and tensors without elements.
RNL_API const void* rnl_tensor_data(const rnl_tensor_t* tensor);
// The elements, to be written before the tensor is fed. Errors: FAILED_PRECONDITION if someone else
// (a variable, a running step, wrapped memory) shares them; INVALID_ARGUMENT where data is NULL.
RNL_API rnl_status_t* rnl_tensor_mutable_data(rnl_tensor_t* tensor, void** out_data);
// Element `index` of a string tensor, in row-major order. Borrowed until it is set or the tensor is
// released. Errors: INVALID_ARGUMENT for another dtype, OUT_OF_RANGE.
RNL_API rnl_status_t* rnl_tensor_get_string(const rnl_tensor_t* tensor, int64_t index,
                                            rnl_str_t* out_value);
// Copies `value`. Errors: also FAILED_PRECONDITION if someone else shares the elements.
RNL_API rnl_status_t* rnl_tensor_set_string(rnl_tensor_t* tensor, int64_t index, rnl_str_t value);
// Name of the device whose memory holds the elements; empty for host memory. Borrowed.
RNL_API rnl_str_t rnl_tensor_device(const rnl_tensor_t* tensor);
// The tensor in host memory: itself if it is there, else a copy that has arrived.
RNL_API rnl_status_t* rnl_tensor_to_host(rnl_tensor_t* tensor, rnl_tensor_t** out_tensor);
// Copies all elements, from a device too. Errors: INVALID_ARGUMENT unless size_bytes is the tensor's
// size, or for elements that are not plain data.
RNL_API rnl_status_t* rnl_tensor_copy_to(const rnl_tensor_t* tensor, void* data, size_t size_bytes);
// The same elements under another shape. Errors: INVALID_ARGUMENT for another number of elements.
RNL_API rnl_status_t* rnl_tensor_reshape(rnl_tensor_t* tensor, int32_t rank, const int64_t* dims,
                                         rnl_tensor_t** out_tensor);
// "float[2,3] = [1 2 3 ...]", at most max_elements of them; for people.
RNL_API rnl_status_t* rnl_tensor_to_text(const rnl_tensor_t* tensor, int32_t max_elements,
                                         rnl_bytes_t** out_text);

// DLPack's exchange struct, as <dlpack/dlpack.h> defines it.
struct DLManagedTensor;
// Takes over a DLPack tensor: shared without a copy if it is dense host memory aligned to its elements,
// copied if strided. Its deleter is called when it is no longer needed; on failure it is not called.
// Errors: UNIMPLEMENTED for memory that is not the host's, or a type that Runnel does not have.
RNL_API rnl_status_t* rnl_tensor_from_dlpack(rnl_runtime_t* runtime, struct DLManagedTensor* dlpack,
                                             rnl_tensor_t** out_tensor);
// Shares a host tensor as DLPack. The receiver calls its deleter once. The elements must not be written.
// Errors: INVALID_ARGUMENT for elements that are not plain data; UNIMPLEMENTED for device memory and
//   quantised types.
RNL_API rnl_status_t* rnl_tensor_to_dlpack(rnl_tensor_t* tensor, struct DLManagedTensor** out_dlpack);

// ---------------------------------------------------------------------------------------------------
// Graph: nodes joined by data and control edges; append-only, checked as it grows
// ---------------------------------------------------------------------------------------------------

typedef struct rnl_graph_t rnl_graph_t;

// A node is its number within its graph, from 0 in order of addition. RNL_NO_NODE: none.
typedef int32_t rnl_node_t;
#define RNL_NO_NODE (-1)

// One output of a node. node RNL_NO_NODE: none.
typedef struct rnl_output_t {
  rnl_node_t node;
  int32_t index;
} rnl_output_t;

static inline rnl_output_t rnl_output(rnl_node_t node, int32_t index) {
  rnl_output_t o;
  o.node = node;
  o.index = index;
  return o;
}

// An empty graph over the ops of `runtime`.
RNL_API rnl_status_t* rnl_graph_create(rnl_runtime_t* runtime, rnl_graph_t** out_graph);
RNL_API rnl_graph_t* rnl_graph_retain(rnl_graph_t* graph);
RNL_API void rnl_graph_release(rnl_graph_t* graph);

// ---- adding nodes in one call
//
// Errors of all: as rnl_node_builder_finish. An empty name is made up from the op ("MatMul",
// "MatMul_1"), and so is one that ends in '/', within that scope ("layer/MatMul").

// A node whose attrs follow from its inputs and defaults; *out_output is its output 0.
RNL_API rnl_status_t* rnl_graph_add_op(rnl_graph_t* graph, rnl_str_t op, rnl_str_t name,
                                       const rnl_output_t* inputs, size_t num_inputs,
                                       rnl_output_t* out_output);
// Const.
RNL_API rnl_status_t* rnl_graph_add_constant(rnl_graph_t* graph, rnl_str_t name,
                                             const rnl_tensor_t* value, rnl_output_t* out_output);
// Placeholder. Shapes: rank -1: any shape; a dim of -1: any size.
RNL_API rnl_status_t* rnl_graph_add_placeholder(rnl_graph_t* graph, rnl_str_t name, rnl_dtype_t dtype,
                                                int32_t rank, const int64_t* dims,
                                                rnl_output_t* out_output);
// VarHandleOp: a variable of the session, uninitialised until an AssignVariableOp ran. *out_handle is
// what ReadVariableOp, AssignVariableOp and the optimiser ops take.
RNL_API rnl_status_t* rnl_graph_add_variable(rnl_graph_t* graph, rnl_str_t name, rnl_dtype_t dtype,
                                             int32_t rank, const int64_t* dims,
                                             rnl_output_t* out_handle);
// NoOp that runs after all of `after`: one target for many nodes.
RNL_API rnl_status_t* rnl_graph_add_group(rnl_graph_t* graph, rnl_str_t name, const rnl_node_t* after,
                                          size_t num_after, rnl_node_t* out_node);
// Gives a Merge that was added with one missing input its back edge. Errors: FAILED_PRECONDITION if it
// has one; INVALID_ARGUMENT if `from` is no NextIteration or has another type.
RNL_API rnl_status_t* rnl_graph_close_loop(rnl_graph_t* graph, rnl_node_t merge, rnl_output_t from);

// ---- adding a node piece by piece
// The first error sticks: later setters do nothing and finish reports it.

typedef struct rnl_node_builder_t rnl_node_builder_t;
// NULL only if memory is exhausted or graph is NULL; every function below takes NULL, and finish then
// reports it.
RNL_API rnl_node_builder_t* rnl_node_builder_create(rnl_graph_t* graph, rnl_str_t op, rnl_str_t name);
// Inputs in the order of the op's arguments; a list argument by add_input_list or one by one.
RNL_API void rnl_node_builder_add_input(rnl_node_builder_t* builder, rnl_output_t input);
RNL_API void rnl_node_builder_add_input_list(rnl_node_builder_t* builder, const rnl_output_t* inputs,
                                             size_t num_inputs);
// Runs after `node`.
RNL_API void rnl_node_builder_add_control_input(rnl_node_builder_t* builder, rnl_node_t node);
// "/device:CPU:0"; any part may be missing.
RNL_API void rnl_node_builder_set_device(rnl_node_builder_t* builder, rnl_str_t device);
// On the device of `node`. May be called several times.
RNL_API void rnl_node_builder_colocate_with(rnl_node_builder_t* builder, rnl_node_t node);

// Attributes. Types and numbers that the inputs determine may be left out.
RNL_API void rnl_node_builder_set_attr_string(rnl_node_builder_t* builder, rnl_str_t attr,
                                              rnl_str_t value);
RNL_API void rnl_node_builder_set_attr_int(rnl_node_builder_t* builder, rnl_str_t attr, int64_t value);
RNL_API void rnl_node_builder_set_attr_float(rnl_node_builder_t* builder, rnl_str_t attr, float value);
RNL_API void rnl_node_builder_set_attr_bool(rnl_node_builder_t* builder, rnl_str_t attr, bool value);
RNL_API void rnl_node_builder_set_attr_type(rnl_node_builder_t* builder, rnl_str_t attr,
                                            rnl_dtype_t value);
// rank -1: unknown; a dim of -1: unknown.
RNL_API void rnl_node_builder_set_attr_shape(rnl_node_builder_t* builder, rnl_str_t attr, int32_t rank,
                                             const int64_t* dims);
// Shares the tensor, which must no longer be written.
RNL_API void rnl_node_builder_set_attr_tensor(rnl_node_builder_t* builder, rnl_str_t attr,
                                              const rnl_tensor_t* value);
// Name of a function of this graph.
RNL_API void rnl_node_builder_set_attr_func(rnl_node_builder_t* builder, rnl_str_t attr,
                                            rnl_str_t function);
RNL_API void rnl_node_builder_set_attr_string_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                                   const rnl_str_t* values, size_t count);
RNL_API void rnl_node_builder_set_attr_int_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                                const int64_t* values, size_t count);
RNL_API void rnl_node_builder_set_attr_float_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                                  const float* values, size_t count);
RNL_API void rnl_node_builder_set_attr_bool_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                                 const bool* values, size_t count);
RNL_API void rnl_node_builder_set_attr_type_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                                 const rnl_dtype_t* values, size_t count);
// Shape i has rank ranks[i] and the dims at dims[i].
RNL_API void rnl_node_builder_set_attr_shape_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                                  const int32_t* ranks, const int64_t* const* dims,
                                                  size_t count);
RNL_API void rnl_node_builder_set_attr_tensor_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                                   const rnl_tensor_t* const* values, size_t count);
RNL_API void rnl_node_builder_set_attr_func_list(rnl_node_builder_t* builder, rnl_str_t attr,
                                                 const rnl_str_t* functions, size_t count);

// Adds the node and releases the builder, whether that succeeds or not. Its output i is
// rnl_output(*out_node, i). out_node may be NULL.
// Errors: the first that stuck; ALREADY_EXISTS for the name; NOT_FOUND for the op; INVALID_ARGUMENT
//   naming op, node, attr or input, what came and what is allowed. The graph is then unchanged.
RNL_API rnl_status_t* rnl_node_builder_finish(rnl_node_builder_t* builder, rnl_node_t* out_node);
// Gives up without adding anything. Not after finish.
RNL_API void rnl_node_builder_release(rnl_node_builder_t* builder);

// ---- GraphDef: many nodes in one crossing

typedef struct rnl_import_options_t rnl_import_options_t;
RNL_API rnl_status_t* rnl_import_options_create(rnl_import_options_t** out_options);
RNL_API void rnl_import_options_release(rnl_import_options_t* options);
// "a" puts every node under "a/". Default: none.
RNL_API rnl_status_t* rnl_import_options_set_prefix(rnl_import_options_t* options, rnl_str_t prefix);
// What the def calls `name` ("node" or "node:1") is `output` of the graph instead.
RNL_API rnl_status_t* rnl_import_options_map_input(rnl_import_options_t* options, rnl_str_t name,
                                                   rnl_output_t output);
// Every imported node without inputs runs after `node`.
RNL_API rnl_status_t* rnl_import_options_add_control_dependency(rnl_import_options_t* options,
                                                                rnl_node_t node);
// For nodes without a device.
RNL_API rnl_status_t* rnl_import_options_set_default_device(rnl_import_options_t* options,
                                                            rnl_str_t device);
// A node or function whose name the graph has, prefix included, is taken to be the same and is used;
// only what is missing is added. So a graph that another program makes is imported again whenever it has
// grown, and sessions keep their state. A Placeholder stands for the node of its name whatever its op. A
// node that is another op in the graph is INVALID_ARGUMENT. Default: false, names are new.
RNL_API rnl_status_t* rnl_import_options_set_extend(rnl_import_options_t* options, bool extend);
// For rnl_graph_load of a file that a plugin imports: an option of that importer, such as "variables" of
// ONNX. A later value of a key replaces the one before.
RNL_API rnl_status_t* rnl_import_options_set_importer_option(rnl_import_options_t* options,
                                                             rnl_str_t key, rnl_str_t value);
// Adds all nodes and functions of a GraphDef or MetaGraph, binary or text, or none. `options` may be
// NULL. TensorFlow 1's ref variables (VariableV2, Assign, ...) become resource variables, and each
// name still stands for the value that it had; the variable itself is NAME/_rnl_handle. Errors:
// DATA_LOSS, INVALID_ARGUMENT naming byte, line or field, or what the bytes are; as adding nodes.
RNL_API rnl_status_t* rnl_graph_import(rnl_graph_t* graph, rnl_str_t graph_def,
                                       const rnl_import_options_t* options);
// The graph as TensorFlow's GraphDef, binary. Equal graphs give equal bytes. Whatever makes a resource
// has a shared_name: its node's name, if it had none. The ref variables of an imported graph are ref
// variables again, unless a function takes one.
RNL_API rnl_status_t* rnl_graph_export(const rnl_graph_t* graph, rnl_bytes_t** out_graph_def);
RNL_API rnl_status_t* rnl_graph_export_text(const rnl_graph_t* graph, rnl_bytes_t** out_text);

// ---- functions: named subgraphs, called by PartitionedCall, If, While

// Makes all of `body` a function of `graph`: its arguments are `inputs` (outputs of Placeholders of the
// body, which vanish), its results `outputs`; bodies of While take and give the loop's variables in
// order, conditions give one bool. Functions that the body calls come along.
// Errors: ALREADY_EXISTS for another function of that name; INVALID_ARGUMENT for an input that is no
//   Placeholder or given twice, and for outputs the body does not have.
RNL_API rnl_status_t* rnl_graph_add_function(rnl_graph_t* graph, rnl_str_t name, const rnl_graph_t* body,
                                             const rnl_output_t* inputs, size_t num_inputs,
                                             const rnl_output_t* outputs, size_t num_outputs);
// Names of the graph's functions, in order of addition.
RNL_API rnl_status_t* rnl_graph_functions(const rnl_graph_t* graph, rnl_names_t** out_names);

// ---- gradients

// Adds the gradients of sum(ys) with respect to each x, through control flow and functions too.
// out_gradients[i] is of xs[i], node RNL_NO_NODE where no y depends on it; an x may be a variable's
// handle. grad_ys weighs ys (NULL, or RNL_NO_NODE in an entry: ones). Nothing flows through
// `stop_gradients`. New nodes are named under `scope` (empty: "gradients").
// Errors: UNIMPLEMENTED naming the op and node without a gradient; INVALID_ARGUMENT for a y or x whose
//   type has none; NOT_FOUND without librunnel_gradients.so beside this library. Nodes may have been
//   added then; none that was there has changed.
RNL_API rnl_status_t* rnl_graph_add_gradients(rnl_graph_t* graph, const rnl_output_t* ys,
                                              const rnl_output_t* grad_ys, size_t num_ys,
                                              const rnl_output_t* xs, size_t num_xs,
                                              const rnl_output_t* stop_gradients, size_t num_stop,
                                              rnl_str_t scope, rnl_output_t* out_gradients);

// ---- looking at a graph. Views are borrowed from it; nothing about a node changes once it is there.

RNL_API rnl_runtime_t* rnl_graph_runtime(const rnl_graph_t* graph);  // borrowed
RNL_API size_t rnl_graph_num_nodes(const rnl_graph_t* graph);
// Errors: NOT_FOUND.
RNL_API rnl_status_t* rnl_graph_find_node(const rnl_graph_t* graph, rnl_str_t name,
                                          rnl_node_t* out_node);
// Takes "node" and "node:1". Errors: NOT_FOUND for the node, INVALID_ARGUMENT for the output.
RNL_API rnl_status_t* rnl_graph_find_output(const rnl_graph_t* graph, rnl_str_t name,
                                            rnl_output_t* out_output);
// The following answer an unknown node with an empty string, 0 or RNL_NO_NODE.
RNL_API rnl_str_t rnl_graph_node_name(const rnl_graph_t* graph, rnl_node_t node);
RNL_API rnl_str_t rnl_graph_node_op(const rnl_graph_t* graph, rnl_node_t node);
// As requested; may be empty or partial.
RNL_API rnl_str_t rnl_graph_node_device(const rnl_graph_t* graph, rnl_node_t node);
RNL_API size_t rnl_graph_num_inputs(const rnl_graph_t* graph, rnl_node_t node);
RNL_API rnl_output_t rnl_graph_input(const rnl_graph_t* graph, rnl_node_t node, size_t index);
RNL_API size_t rnl_graph_num_control_inputs(const rnl_graph_t* graph, rnl_node_t node);
RNL_API rnl_node_t rnl_graph_control_input(const rnl_graph_t* graph, rnl_node_t node, size_t index);
RNL_API size_t rnl_graph_num_outputs(const rnl_graph_t* graph, rnl_node_t node);
RNL_API rnl_dtype_t rnl_graph_output_dtype(const rnl_graph_t* graph, rnl_output_t output);
// What is known of an output's shape: *out_rank (-1: unknown), and at most `capacity` dims (-1:
// unknown). Errors: INVALID_ARGUMENT if there is no such output.
RNL_API rnl_status_t* rnl_graph_output_shape(const rnl_graph_t* graph, rnl_output_t output,
                                             size_t capacity, int64_t* out_dims, int32_t* out_rank);
// Nodes that take `output`, each once, at most `capacity` of them; *out_count is their true number.
RNL_API rnl_status_t* rnl_graph_consumers(const rnl_graph_t* graph, rnl_output_t output, size_t capacity,
                                          rnl_node_t* out_nodes, size_t* out_count);

RNL_API size_t rnl_graph_num_attrs(const rnl_graph_t* graph, rnl_node_t node);
// In order of name; defaults are there as well.
RNL_API rnl_str_t rnl_graph_attr_name(const rnl_graph_t* graph, rnl_node_t node, size_t index);
// "int", "list(type)", ...; empty without such an attr. Never released.
RNL_API rnl_str_t rnl_graph_attr_kind(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr);
// Elements of a list; 1 for other attrs; 0 without such an attr.
RNL_API size_t rnl_graph_attr_count(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr);
// For people; long tensors are cut.
RNL_API rnl_status_t* rnl_graph_attr_text(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                          rnl_bytes_t** out_text);
// Element `index` of a list, or the value itself with index 0. Errors: INVALID_ARGUMENT without such a
// node or if the attr is of another kind; NOT_FOUND without such an attr; OUT_OF_RANGE.
RNL_API rnl_status_t* rnl_graph_attr_string(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                            size_t index, rnl_str_t* out_value);
RNL_API rnl_status_t* rnl_graph_attr_int(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                         size_t index, int64_t* out_value);
RNL_API rnl_status_t* rnl_graph_attr_float(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                           size_t index, float* out_value);
RNL_API rnl_status_t* rnl_graph_attr_bool(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                          size_t index, bool* out_value);
RNL_API rnl_status_t* rnl_graph_attr_type(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                          size_t index, rnl_dtype_t* out_value);
RNL_API rnl_status_t* rnl_graph_attr_shape(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                           size_t index, size_t capacity, int64_t* out_dims,
                                           int32_t* out_rank);
RNL_API rnl_status_t* rnl_graph_attr_tensor(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                            size_t index, rnl_tensor_t** out_value);
// Name of the function.
RNL_API rnl_status_t* rnl_graph_attr_func(const rnl_graph_t* graph, rnl_node_t node, rnl_str_t attr,
                                          size_t index, rnl_str_t* out_value);

// ---------------------------------------------------------------------------------------------------
// Functions of the host program that nodes call: PyFunc, PyFuncStateless and EagerPyFunc, by their attr
// `token`
// ---------------------------------------------------------------------------------------------------

// One call of such a function. It belongs to the thread that runs the function, until that returns.
typedef struct rnl_host_call_t rnl_host_call_t;
// Makes the outputs, rnl_host_call_set_output for each, and returns NULL; or a status, which ends the
// step and is released by Runnel. Threads: one of Runnel's that is there for such functions only, where
// it may block and run steps; at most 256 at once for a runtime, of one function too.
typedef rnl_status_t* (*rnl_host_fn_t)(void* arg, rnl_host_call_t* call);
// Nodes with this token call `fn` with `arg` from now on, in all graphs and sessions of the runtime;
// those that run call what was there. fn NULL: none is there any more, and a node with this token is
// UNIMPLEMENTED. `drop` may be NULL; on failure it is not called. Errors: INVALID_ARGUMENT for an empty
// token, and for an `arg` or `drop` without fn.
RNL_API rnl_status_t* rnl_runtime_set_host_function(rnl_runtime_t* runtime, rnl_str_t token,
                                                    rnl_host_fn_t fn, void* arg, rnl_drop_fn_t drop);
// The runtime that the call is of, for new tensors: a new reference.
RNL_API rnl_runtime_t* rnl_host_call_runtime(const rnl_host_call_t* call);
// Borrowed from the call.
RNL_API rnl_str_t rnl_host_call_token(const rnl_host_call_t* call);
// Name of the node that calls; borrowed as well.
RNL_API rnl_str_t rnl_host_call_node(const rnl_host_call_t* call);
RNL_API size_t rnl_host_call_num_inputs(const rnl_host_call_t* call);
// A new reference, in host memory, which may be kept. Errors: OUT_OF_RANGE.
RNL_API rnl_status_t* rnl_host_call_input(const rnl_host_call_t* call, size_t index,
                                          rnl_tensor_t** out_tensor);
RNL_API size_t rnl_host_call_num_outputs(const rnl_host_call_t* call);
// The type that the output must have; RNL_INVALID beyond the end.
RNL_API rnl_dtype_t rnl_host_call_output_dtype(const rnl_host_call_t* call, size_t index);
// Output `index` is `tensor`, of any shape; its elements must not change afterwards. The node fails with
// INVALID_ARGUMENT where an output is missing or has another type. Errors: OUT_OF_RANGE;
// INVALID_ARGUMENT for a tensor in a device's memory.
RNL_API rnl_status_t* rnl_host_call_set_output(rnl_host_call_t* call, size_t index,
                                               const rnl_tensor_t* tensor);
// Whether the step has been cancelled meanwhile: nobody waits for the outputs.
RNL_API bool rnl_host_call_is_cancelled(const rnl_host_call_t* call);

// ---------------------------------------------------------------------------------------------------
// Cancellation: ends steps from another thread
// ---------------------------------------------------------------------------------------------------

typedef struct rnl_cancellation_t rnl_cancellation_t;
RNL_API rnl_status_t* rnl_cancellation_create(rnl_cancellation_t** out_cancellation);
RNL_API rnl_cancellation_t* rnl_cancellation_retain(rnl_cancellation_t* cancellation);
RNL_API void rnl_cancellation_release(rnl_cancellation_t* cancellation);
// Every step that runs with it ends with CANCELLED, and so does every later one. Any thread, any time.
RNL_API rnl_status_t* rnl_cancellation_cancel(rnl_cancellation_t* cancellation);
RNL_API bool rnl_cancellation_is_cancelled(const rnl_cancellation_t* cancellation);

// ---------------------------------------------------------------------------------------------------
// Run options and metadata: what a run is told, and what it tells
// ---------------------------------------------------------------------------------------------------

// Runs only read it: it may serve any number of them on any threads, while nobody sets it.
typedef struct rnl_run_options_t rnl_run_options_t;
RNL_API rnl_status_t* rnl_run_options_create(rnl_run_options_t** out_options);
RNL_API void rnl_run_options_release(rnl_run_options_t* options);
// In milliseconds; -1, the default: the session's. With 0 a run ends with DEADLINE_EXCEEDED at once.
RNL_API rnl_status_t* rnl_run_options_set_timeout(rnl_run_options_t* options, int64_t timeout_ms);
// NULL, the default: none.
RNL_API rnl_status_t* rnl_run_options_set_cancellation(rnl_run_options_t* options,
                                                       rnl_cancellation_t* cancellation);
// Metadata gets the time of every node. A step without it pays nothing for it. Default: false.
RNL_API rnl_status_t* rnl_run_options_set_trace(rnl_run_options_t* options, bool trace);
// Traced, with each kernel and copy waited for before the next: times are those of the devices, also of
// those that compute later than they are told. Plans of the session then tell them (rnl_plan_node_cost).
// Default: false.
RNL_API rnl_status_t* rnl_run_options_set_profile(rnl_run_options_t* options, bool profile);
// Metadata gets the graph of every device. Default: false.
RNL_API rnl_status_t* rnl_run_options_set_partition_graphs(rnl_run_options_t* options, bool want);
// Fetches stay in the memory of their device. Default: false.
RNL_API rnl_status_t* rnl_run_options_set_keep_on_device(rnl_run_options_t* options, bool keep);

// Filled anew by each run that it is passed to. Views are borrowed until then.
typedef struct rnl_metadata_t rnl_metadata_t;
RNL_API rnl_status_t* rnl_metadata_create(rnl_metadata_t** out_metadata);
RNL_API void rnl_metadata_release(rnl_metadata_t* metadata);
// Kernels run in the step.
RNL_API int64_t rnl_metadata_launches(const rnl_metadata_t* metadata);
// Tensors copied between devices.
RNL_API int64_t rnl_metadata_copies(const rnl_metadata_t* metadata);
// Of the step's arenas.
RNL_API uint64_t rnl_metadata_arena_bytes(const rnl_metadata_t* metadata);
// 0: the plan was there already.
RNL_API double rnl_metadata_planning_seconds(const rnl_metadata_t* metadata);
// Where each node ran. Outs may be NULL. Errors of these four: OUT_OF_RANGE.
RNL_API size_t rnl_metadata_num_placements(const rnl_metadata_t* metadata);
RNL_API rnl_status_t* rnl_metadata_placement(const rnl_metadata_t* metadata, size_t index,
                                             rnl_str_t* out_node, rnl_str_t* out_device);
// Nodes that soft placement moved: "node: wanted ..., runs on ...".
RNL_API size_t rnl_metadata_num_fallbacks(const rnl_metadata_t* metadata);
RNL_API rnl_status_t* rnl_metadata_fallback(const rnl_metadata_t* metadata, size_t index,
                                            rnl_str_t* out_text);
// Units: nanoseconds since the step began. On a device that computes later than it is told, a node's
// time is that of telling it.
RNL_API size_t rnl_metadata_num_node_stats(const rnl_metadata_t* metadata);
RNL_API rnl_status_t* rnl_metadata_node_stats(const rnl_metadata_t* metadata, size_t index,
                                              rnl_str_t* out_node, rnl_str_t* out_op,
                                              rnl_str_t* out_device, int64_t* out_start_ns,
                                              int64_t* out_end_ns);
// The part of the plan that a device ran, as GraphDef bytes: whole in itself, joined to the others by
// _Send and _Recv, one pair for each tensor and destination.
RNL_API size_t rnl_metadata_num_partitions(const rnl_metadata_t* metadata);
RNL_API rnl_status_t* rnl_metadata_partition(const rnl_metadata_t* metadata, size_t index,
                                             rnl_str_t* out_device, rnl_bytes_t** out_graph_def);
// All of it as TensorFlow's RunMetadata, binary: node times by device, and the partitions.
RNL_API rnl_status_t* rnl_metadata_export(const rnl_metadata_t* metadata,
                                          rnl_bytes_t** out_run_metadata);

// ---- traces: traced steps in one drawing, for Perfetto and chrome://tracing. One thread at a time.

typedef struct rnl_trace_t rnl_trace_t;
RNL_API rnl_status_t* rnl_trace_create(rnl_trace_t** out_trace);
RNL_API void rnl_trace_release(rnl_trace_t* trace);
// Adds the step that filled `metadata`. Errors: FAILED_PRECONDITION if it was not traced.
RNL_API rnl_status_t* rnl_trace_add_step(rnl_trace_t* trace, const rnl_metadata_t* metadata);
// Chrome's trace event format, a JSON object. A process for each device, in it a track for each thread
// with nodes, their op and outputs, and the regions around them; processes for transfers between
// memories, for nodes that wait without a thread, and for the steps. Bars of one track nest.
// Units: microseconds since the first step began.
RNL_API rnl_status_t* rnl_trace_json(const rnl_trace_t* trace, rnl_bytes_t** out_json);

// ---------------------------------------------------------------------------------------------------
// Session: runs parts of a graph, and owns its variables, queues and other resources
// ---------------------------------------------------------------------------------------------------

typedef struct rnl_session_t rnl_session_t;
typedef struct rnl_session_options_t rnl_session_options_t;

RNL_API rnl_status_t* rnl_session_options_create(rnl_session_options_t** out_options);
RNL_API void rnl_session_options_release(rnl_session_options_t* options);
// A node whose device has no kernel for it, or is not there, runs on another one, and metadata and log
// say so. Default: false.
RNL_API rnl_status_t* rnl_session_options_set_soft_placement(rnl_session_options_t* options, bool soft);
// Logs, with severity info, where each node of a plan runs. Default: false.
RNL_API rnl_status_t* rnl_session_options_set_log_placement(rnl_session_options_t* options, bool log);
// Switches a pass off: "controls", "fold", "branches", "simplify", "cse", "pads", "scales", "layout",
// "weights", "lookups", "products", "norms", "attention", "epilogue", "fuse", "follow", "bands",
// "regions", "pack", or "all". Errors: INVALID_ARGUMENT for another name.
RNL_API rnl_status_t* rnl_session_options_disable_pass(rnl_session_options_t* options, rnl_str_t pass);
// Logs, with severity info, the graph of a plan after each pass that is on: "after fold: 3 nodes" and a
// line for each. Default: false.
RNL_API rnl_status_t* rnl_session_options_set_print_passes(rnl_session_options_t* options, bool print);
// Bounds of the plan cache. Default: 64 plans, 1 GiB.
RNL_API rnl_status_t* rnl_session_options_set_plan_cache(rnl_session_options_t* options,
                                                         size_t max_plans, uint64_t max_bytes);
// What planning a step may take, beyond which the run is RESOURCE_EXHAUSTED: the nodes that functions,
// conditions, loops and compositions become (a few functions that call each other may mean billions),
// and the bytes of constants that are computed ahead of all steps. Default: 262,144 nodes, 1 GiB. With a
// target the defaults hold.
RNL_API rnl_status_t* rnl_session_options_set_planning_limits(rnl_session_options_t* options,
                                                              uint64_t max_inlined_nodes,
                                                              uint64_t max_folded_bytes);
// For runs that give none, in milliseconds; -1, the default: no limit.
RNL_API rnl_status_t* rnl_session_options_set_timeout(rnl_session_options_t* options,
                                                      int64_t timeout_ms);
// For nodes without a device. Default: the first device.
RNL_API rnl_status_t* rnl_session_options_set_default_device(rnl_session_options_t* options,
                                                             rnl_str_t device);
// Nodes go where a step is expected to end soonest, among the devices that their device strings and
// colocation leave: by what the devices' plugins estimate, the measured speed of copies, and the times
// of a few steps of each plan, which are slower for being measured. A variable stays where it was put
// first. With a target: among the tasks and their devices, by what each task says that nodes cost there
// and by the links to them; what has a state other than variables, what waits and what touches files
// stays with the target's task. Default: false, which puts nodes without a device on the default one, or
// beside their inputs.
RNL_API rnl_status_t* rnl_session_options_set_automatic_placement(rnl_session_options_t* options,
                                                                  bool automatic);

// Where the graph runs: "" in this process, the default; "runnel://host:port" on the cluster of the
// server that listens there, which then places nodes on all tasks of that cluster by their device
// strings. Errors: INVALID_ARGUMENT for anything else; UNIMPLEMENTED for "rdma://".
RNL_API rnl_status_t* rnl_session_options_set_target(rnl_session_options_t* options, rnl_str_t target);
// What the servers of the target's cluster want to see. Default: the environment's RUNNEL_CLUSTER_TOKEN.
RNL_API rnl_status_t* rnl_session_options_set_token(rnl_session_options_t* options, rnl_str_t token);
// How the session reaches a cluster whose servers have a key file, or certificates: as
// rnl_server_options_set_key_file and rnl_server_options_set_certificates.
RNL_API rnl_status_t* rnl_session_options_set_key_file(rnl_session_options_t* options, rnl_str_t path);
RNL_API rnl_status_t* rnl_session_options_set_certificates(rnl_session_options_t* options,
                                                           rnl_str_t certificate, rnl_str_t private_key,
                                                           rnl_str_t authority);
// May be called several times. With filters the session uses only the tasks that one of them matches, as
// "/job:ps" does, and the target itself; it neither waits for others nor ends with them. Default: all.
RNL_API rnl_status_t* rnl_session_options_add_device_filter(rnl_session_options_t* options,
                                                            rnl_str_t device);
// Until when every task of the target's cluster must have answered, in milliseconds. Default: 60,000.
RNL_API rnl_status_t* rnl_session_options_set_connect_timeout(rnl_session_options_t* options,
                                                              int64_t timeout_ms);

// A session over `graph`, which may go on growing. `options` may be NULL.
// Errors, of a session with a target: UNAVAILABLE naming the tasks that did not answer in time and why;
//   UNAUTHENTICATED without the token; NOT_FOUND without librunnel_net.so beside this library.
RNL_API rnl_status_t* rnl_session_create(rnl_graph_t* graph, const rnl_session_options_t* options,
                                         rnl_session_t** out_session);
RNL_API rnl_session_t* rnl_session_retain(rnl_session_t* session);
// The last release closes the session.
RNL_API void rnl_session_release(rnl_session_t* session);
// Cancels running steps, waits for them, drops variables and queues. Every later use answers
// FAILED_PRECONDITION. A second close does nothing. In a callback of a run it does not wait, since the
// steps may need that thread: what is left to do is done when they have ended.
RNL_API rnl_status_t* rnl_session_close(rnl_session_t* session);

// The devices that the session's nodes may be placed on, by their full names: those of the runtime, or,
// of a session with a target, of every task that it uses.
RNL_API rnl_status_t* rnl_session_devices(rnl_session_t* session, rnl_names_t** out_names);
// What the tasks of a session with a target noted lately, a line each with its time (UTC) and task,
// oldest first within a task: who came and went, sessions, graphs, why steps failed. Up to 256 of each
// task; none of a session without a target.
RNL_API rnl_status_t* rnl_session_task_logs(rnl_session_t* session, rnl_names_t** out_lines);
// Drops what the containers hold (variables, queues, ...) on every task that a session with these
// options would use; with no container named, all of them; "" is "localhost", where resources are that
// name none. Sessions that any client has over those tasks end with it: their steps answer ABORTED, and
// they are made anew. Errors: FAILED_PRECONDITION without a target; those of rnl_session_create.
RNL_API rnl_status_t* rnl_session_reset(rnl_runtime_t* runtime, const rnl_session_options_t* options,
                                        const rnl_str_t* containers, size_t num_containers);

// Runs the nodes that fetches and targets need, once, and returns when they have finished.
// Names are "node" or "node:1" for feeds and fetches, "node" for targets. `options` and `metadata` may
// be NULL.
// Shapes: feeds[i] must match its placeholder; an unknown dimension accepts any size. Any output of any
//   node may be fed. A sparse tensor is fed and fetched as its three parts: indices (int64, [n, rank]),
//   values ([n]) and dense shape (int64, [rank]); indexed slices as values, indices and, where it is
//   known, the shape of the whole. The bindings have types for them.
// Errors: NOT_FOUND for an unknown name; INVALID_ARGUMENT if nothing is asked for, a placeholder is not
//   fed, or a feed comes twice, is also fetched or has the wrong dtype or shape; DEADLINE_EXCEEDED or
//   CANCELLED, the unfinished nodes cancelled; otherwise the first failing node's error, with its name.
// Threads: any number at once on one session; not from inside a callback.
// Ownership: borrows feeds; the caller releases every out_fetches[i]. On error all of them are NULL.
RNL_API rnl_status_t* rnl_session_run(rnl_session_t* session, const rnl_run_options_t* options,
                                      const rnl_str_t* feed_names, rnl_tensor_t* const* feeds,
                                      size_t num_feeds, const rnl_str_t* fetch_names,
                                      rnl_tensor_t** out_fetches, size_t num_fetches,
                                      const rnl_str_t* target_names, size_t num_targets,
                                      rnl_metadata_t* metadata);
// The same by numbers instead of names.
RNL_API rnl_status_t* rnl_session_run_outputs(rnl_session_t* session, const rnl_run_options_t* options,
                                              const rnl_output_t* feed_outputs,
                                              rnl_tensor_t* const* feeds, size_t num_feeds,
                                              const rnl_output_t* fetch_outputs,
                                              rnl_tensor_t** out_fetches, size_t num_fetches,
                                              const rnl_node_t* targets, size_t num_targets,
                                              rnl_metadata_t* metadata);

// ---- callable: a prepared set of feeds, fetches and targets

typedef struct rnl_callable_t rnl_callable_t;
// Errors: as rnl_session_run, before anything runs.
RNL_API rnl_status_t* rnl_session_prepare(rnl_session_t* session, const rnl_output_t* feed_outputs,
                                          size_t num_feeds, const rnl_output_t* fetch_outputs,
                                          size_t num_fetches, const rnl_node_t* targets,
                                          size_t num_targets, rnl_callable_t** out_callable);
RNL_API rnl_callable_t* rnl_callable_retain(rnl_callable_t* callable);
RNL_API void rnl_callable_release(rnl_callable_t* callable);
// Runs it. Feeds and fetches are in the order of prepare, and as many. In steady state this neither
// searches, plans nor allocates on the heap, provided that the fetches of earlier runs are released.
// Errors, threads and ownership: as rnl_session_run; INVALID_ARGUMENT for another number of them.
RNL_API rnl_status_t* rnl_callable_run(rnl_callable_t* callable, const rnl_run_options_t* options,
                                       rnl_tensor_t* const* feeds, size_t num_feeds,
                                       rnl_tensor_t** out_fetches, size_t num_fetches,
                                       rnl_metadata_t* metadata);

// ---- asynchronous runs

// Called exactly once for each run, on a thread of the runtime, never on the stack of the call that
// started it, and with no lock held. `status` and `fetches` are borrowed: retain what is kept. It must
// not wait for a run.
typedef void (*rnl_done_fn_t)(void* arg, rnl_status_t* status, rnl_tensor_t* const* fetches,
                              size_t num_fetches);
// Starts a run and returns. Feeds are retained until it has ended: in `done` they may be written again.
// A failure that is returned here means that nothing was started and `done` will not be called; other
// failures come to `done`.
RNL_API rnl_status_t* rnl_session_run_callback(rnl_session_t* session, const rnl_run_options_t* options,
                                               const rnl_output_t* feed_outputs,
                                               rnl_tensor_t* const* feeds, size_t num_feeds,
                                               const rnl_output_t* fetch_outputs, size_t num_fetches,
                                               const rnl_node_t* targets, size_t num_targets,
                                               rnl_done_fn_t done, void* arg);

// The same of a callable. Errors: also INVALID_ARGUMENT for another number of feeds.
RNL_API rnl_status_t* rnl_callable_run_callback(rnl_callable_t* callable,
                                                const rnl_run_options_t* options,
                                                rnl_tensor_t* const* feeds, size_t num_feeds,
                                                rnl_done_fn_t done, void* arg);

// A queue that finished runs are put on, and the record of one.
typedef struct rnl_completion_queue_t rnl_completion_queue_t;
typedef struct rnl_completion_t rnl_completion_t;
RNL_API rnl_status_t* rnl_completion_queue_create(rnl_completion_queue_t** out_queue);
RNL_API rnl_completion_queue_t* rnl_completion_queue_retain(rnl_completion_queue_t* queue);
// What is still running goes on; its completions are dropped with the queue.
RNL_API void rnl_completion_queue_release(rnl_completion_queue_t* queue);
// The next finished run, in order of finishing. Units: milliseconds; 0 polls, -1 waits for ever.
// Errors: DEADLINE_EXCEEDED if none came; CANCELLED if none is there and the queue is shut down.
// Threads: several may wait; each completion goes to one.
RNL_API rnl_status_t* rnl_completion_queue_next(rnl_completion_queue_t* queue, int64_t timeout_ms,
                                                rnl_completion_t** out_completion);
// Wakes all that wait. From now on next gives what is there and what still finishes, and never waits.
RNL_API rnl_status_t* rnl_completion_queue_shutdown(rnl_completion_queue_t* queue);
// Completions ready to be taken.
RNL_API size_t rnl_completion_queue_size(const rnl_completion_queue_t* queue);
// As rnl_session_run_callback, but the end is told to `queue`, as a completion that bears `tag`.
RNL_API rnl_status_t* rnl_session_run_async(rnl_session_t* session, const rnl_run_options_t* options,
                                            const rnl_output_t* feed_outputs, rnl_tensor_t* const* feeds,
                                            size_t num_feeds, const rnl_output_t* fetch_outputs,
                                            size_t num_fetches, const rnl_node_t* targets,
                                            size_t num_targets, rnl_completion_queue_t* queue,
                                            uint64_t tag);
// The same of a callable. Errors: also INVALID_ARGUMENT for another number of feeds.
RNL_API rnl_status_t* rnl_callable_run_async(rnl_callable_t* callable, const rnl_run_options_t* options,
                                             rnl_tensor_t* const* feeds, size_t num_feeds,
                                             rnl_completion_queue_t* queue, uint64_t tag);
RNL_API rnl_completion_t* rnl_completion_retain(rnl_completion_t* completion);
RNL_API void rnl_completion_release(rnl_completion_t* completion);
RNL_API uint64_t rnl_completion_tag(const rnl_completion_t* completion);
// How the run ended. Borrowed; NULL for success.
RNL_API rnl_status_t* rnl_completion_status(const rnl_completion_t* completion);
// 0 after a failure.
RNL_API size_t rnl_completion_num_fetches(const rnl_completion_t* completion);
// Borrowed. NULL beyond the end.
RNL_API rnl_tensor_t* rnl_completion_fetch(const rnl_completion_t* completion, size_t index);

// ---- partial run: one step that is fed and fetched in stages

typedef struct rnl_partial_run_t rnl_partial_run_t;
// Names everything that will be fed and fetched.
RNL_API rnl_status_t* rnl_session_begin_partial_run(rnl_session_t* session,
                                                    const rnl_output_t* feed_outputs, size_t num_feeds,
                                                    const rnl_output_t* fetch_outputs,
                                                    size_t num_fetches, const rnl_node_t* targets,
                                                    size_t num_targets,
                                                    rnl_partial_run_t** out_partial_run);
RNL_API rnl_partial_run_t* rnl_partial_run_retain(rnl_partial_run_t* partial_run);
RNL_API void rnl_partial_run_release(rnl_partial_run_t* partial_run);
// Feeds and fetches some of it, and waits for the fetches.
// Errors: INVALID_ARGUMENT for an item that is not declared, comes twice or cannot be computed yet.
RNL_API rnl_status_t* rnl_partial_run_step(rnl_partial_run_t* partial_run,
                                           const rnl_output_t* feed_outputs, rnl_tensor_t* const* feeds,
                                           size_t num_feeds, const rnl_output_t* fetch_outputs,
                                           rnl_tensor_t** out_fetches, size_t num_fetches);

// ---- plan: what a run would do, to look at. Immutable; strings are borrowed from it. Outs may be NULL.

typedef struct rnl_plan_t rnl_plan_t;
// Plans a run without running it. Shapes: feed i has rank feed_ranks[i] (-1: as the graph says) and the
// dims at feed_dims[i], -1 for a size that is not known.
// Errors: as rnl_session_run, before anything runs.
RNL_API rnl_status_t* rnl_session_plan(rnl_session_t* session, const rnl_output_t* feed_outputs,
                                       const int32_t* feed_ranks, const int64_t* const* feed_dims,
                                       size_t num_feeds, const rnl_output_t* fetch_outputs,
                                       size_t num_fetches, const rnl_node_t* targets, size_t num_targets,
                                       rnl_plan_t** out_plan);
// Saves the plan of a run to a file, so that later starts do not make it anew: the graph after all
// passes, with its weights in the order in which kernels read them. The file is a model of one
// signature, "serving_default", which rnl_graph_load and rnl_saved_model_open read ("Runnel plan"); a
// session of it computes the same bits. It is for the build that wrote it and for processors with the
// same vector instructions, and fits feeds of these shapes. feed_keys and fetch_keys are what the
// signature calls its tensors; either may be NULL: as the tensors are called, without ":0". Its tensors
// are called as in the graph where they can. Shapes: as in rnl_session_plan; what is not known there is
// planned with every run. Errors: as rnl_session_run, before anything runs; INVALID_ARGUMENT for keys
// that come twice;
//   UNIMPLEMENTED naming a node for variables (freeze the graph first) and other resources, for
//   functions that are called while steps run, and for a session on a cluster; those of writing the
//   file.
RNL_API rnl_status_t* rnl_session_save_plan(rnl_session_t* session, const rnl_output_t* feed_outputs,
                                            const rnl_str_t* feed_keys, const int32_t* feed_ranks,
                                            const int64_t* const* feed_dims, size_t num_feeds,
                                            const rnl_output_t* fetch_outputs,
                                            const rnl_str_t* fetch_keys, size_t num_fetches,
                                            rnl_str_t path);
RNL_API rnl_plan_t* rnl_plan_retain(rnl_plan_t* plan);
RNL_API void rnl_plan_release(rnl_plan_t* plan);
// Kernels that a step runs; those of a loop count once.
RNL_API int64_t rnl_plan_launches(const rnl_plan_t* plan);
// Of all regions.
RNL_API uint64_t rnl_plan_arena_bytes(const rnl_plan_t* plan);
// The passes that are on, in order, and how many nodes there were before and after each. Errors of all
// that follow: OUT_OF_RANGE.
RNL_API size_t rnl_plan_num_passes(const rnl_plan_t* plan);
RNL_API rnl_status_t* rnl_plan_pass(const rnl_plan_t* plan, size_t index, rnl_str_t* out_name,
                                    int64_t* out_nodes_before, int64_t* out_nodes_after);
// What the pass does, in a sentence; empty in a minimal build.
RNL_API rnl_status_t* rnl_plan_pass_doc(const rnl_plan_t* plan, size_t index, rnl_str_t* out_doc);
// Nodes as they are planned: device, why it is that one ("default device", "asks for ...", "with ..."),
// and the region that the node runs in, -1 if it runs on its own.
RNL_API size_t rnl_plan_num_nodes(const rnl_plan_t* plan);
RNL_API rnl_status_t* rnl_plan_node(const rnl_plan_t* plan, size_t node, rnl_str_t* out_name,
                                    rnl_str_t* out_op, rnl_str_t* out_device, rnl_str_t* out_reason,
                                    int32_t* out_region);
// What a node takes, in nanoseconds: as its plugin, or for copies the speed of the link, has it, and as
// the session's profiled steps had it (a running mean, of all its runs in a step). Below 0: nobody
// estimates it; it was not measured on this device.
RNL_API rnl_status_t* rnl_plan_node_cost(const rnl_plan_t* plan, size_t node, double* out_estimate_ns,
                                         double* out_measured_ns);
RNL_API size_t rnl_plan_num_node_inputs(const rnl_plan_t* plan, size_t node);
// Which node's which output; output -1 is a control edge.
RNL_API rnl_status_t* rnl_plan_node_input(const rnl_plan_t* plan, size_t node, size_t index,
                                          rnl_output_t* out_input);
RNL_API size_t rnl_plan_num_node_outputs(const rnl_plan_t* plan, size_t node);
// *out_rank is -1 where it is not known; *out_dims is borrowed, -1 for a size that is not known.
RNL_API rnl_status_t* rnl_plan_node_output(const rnl_plan_t* plan, size_t node, size_t index,
                                           rnl_dtype_t* out_dtype, int32_t* out_rank,
                                           const int64_t** out_dims);
// Regions run their ops one after another in one arena; live_bytes is the most that is in use at once.
RNL_API size_t rnl_plan_num_regions(const rnl_plan_t* plan);
RNL_API rnl_status_t* rnl_plan_region(const rnl_plan_t* plan, size_t region, rnl_str_t* out_device,
                                      size_t* out_num_ops, uint64_t* out_arena_bytes,
                                      uint64_t* out_live_bytes);
// Name of the node that a region runs as its op `index`.
RNL_API rnl_status_t* rnl_plan_region_op(const rnl_plan_t* plan, size_t region, size_t index,
                                         rnl_str_t* out_node);
// What lies in a region's arena where, from op first_op, which fills it, to last_op, which uses it last:
// "node:0" or "node (workspace)". Units: bytes. What is fed, fetched, constant or a variable's lies
// elsewhere.
RNL_API size_t rnl_plan_num_values(const rnl_plan_t* plan, size_t region);
RNL_API rnl_status_t* rnl_plan_value(const rnl_plan_t* plan, size_t region, size_t index,
                                     rnl_str_t* out_name, uint64_t* out_offset_bytes,
                                     uint64_t* out_size_bytes, size_t* out_first_op,
                                     size_t* out_last_op);

// ---------------------------------------------------------------------------------------------------
// Coordinators and queue runners: threads that work and stop together, and queues that are kept filled
// ---------------------------------------------------------------------------------------------------

// Stops threads of a program and queue runners together, and keeps the first error of them, as
// TensorFlow 1's tf.train.Coordinator. Threads: any.
typedef struct rnl_coordinator_t rnl_coordinator_t;
// Whoever asks for a stop with one of `clean_codes` (none: RNL_OUT_OF_RANGE alone) says that the work is
// done, not that it failed.
RNL_API rnl_status_t* rnl_coordinator_create(const rnl_code_t* clean_codes, size_t num_clean_codes,
                                             rnl_coordinator_t** out_coordinator);
RNL_API rnl_coordinator_t* rnl_coordinator_retain(rnl_coordinator_t* coordinator);
// The last release asks for a stop: the queue runners end.
RNL_API void rnl_coordinator_release(rnl_coordinator_t* coordinator);
// Asks all to stop. The first that does so says why: `why`, which is borrowed, NULL for no failure.
// Returns NULL, or after a join `why`, of which nobody else would learn.
RNL_API rnl_status_t* rnl_coordinator_request_stop(rnl_coordinator_t* coordinator, rnl_status_t* why);
RNL_API bool rnl_coordinator_should_stop(const rnl_coordinator_t* coordinator);
// Waits until a stop is asked for. Units: milliseconds; -1 waits for ever. *out_stop is false if it was
// not in time.
RNL_API rnl_status_t* rnl_coordinator_wait_for_stop(const rnl_coordinator_t* coordinator,
                                                    int64_t timeout_ms, bool* out_stop);
// Forgets stop and error: work may begin again.
RNL_API rnl_status_t* rnl_coordinator_clear_stop(rnl_coordinator_t* coordinator);
// A thread of the program that a join is to wait for enters, before or while it runs, and leaves as the
// last that it does. Names are for messages; several may enter under one. Errors of leave:
// FAILED_PRECONDITION for a name that has not entered.
RNL_API rnl_status_t* rnl_coordinator_enter(rnl_coordinator_t* coordinator, rnl_str_t name);
RNL_API rnl_status_t* rnl_coordinator_leave(rnl_coordinator_t* coordinator, rnl_str_t name);
// Waits until all that entered, queue runners too, has left or a stop is asked for, and then up to
// grace_ms (-1: for ever; TensorFlow's is 120,000) until all has left. A queue runner leaves only after
// a stop was asked for. Errors: the first error that a stop was asked for with, as it was; else, unless
// ignore_running, DEADLINE_EXCEEDED naming what still runs.
RNL_API rnl_status_t* rnl_coordinator_join(rnl_coordinator_t* coordinator, int64_t grace_ms,
                                           bool ignore_running);
// The first error, without waiting. NULL: there is none.
RNL_API rnl_status_t* rnl_coordinator_error(const rnl_coordinator_t* coordinator);

// Fills a queue, as tf.train.QueueRunner: each of its ops is run again and again, until the queue is
// closed, the coordinator stops or the session is closed. No thread waits for it: the steps are
// asynchronous.
typedef struct rnl_queue_runner_t rnl_queue_runner_t;
// Of nodes by name. close_op is run when all the ops have ended because the queue, or what they take
// elements from, is closed; cancel_op, when the coordinator stops. Empty: a QueueCloseV2 of `queue`,
// which is added to the graph. An op ends without a failure with one of closed_codes (none:
// RNL_OUT_OF_RANGE alone). Errors: NOT_FOUND for a node; INVALID_ARGUMENT without an op.
RNL_API rnl_status_t* rnl_queue_runner_create(rnl_graph_t* graph, rnl_str_t queue,
                                              const rnl_str_t* enqueue_ops, size_t num_enqueue_ops,
                                              rnl_str_t close_op, rnl_str_t cancel_op,
                                              const rnl_code_t* closed_codes, size_t num_closed_codes,
                                              rnl_queue_runner_t** out_runner);
RNL_API rnl_queue_runner_t* rnl_queue_runner_retain(rnl_queue_runner_t* runner);
// What runs goes on.
RNL_API void rnl_queue_runner_release(rnl_queue_runner_t* runner);
// Name of the queue. Borrowed.
RNL_API rnl_str_t rnl_queue_runner_queue(const rnl_queue_runner_t* runner);
// Starts it in a session of its graph, unless it still runs there. `coordinator` may be NULL; else an op
// that fails asks it for a stop, with the error, and a stop closes the queue and ends what waits there.
// Without one an op that fails is logged, kept for rnl_queue_runner_error, and when no op is left the
// queue is closed, so that nobody waits for elements for ever. Closing the session, or releasing its
// last handle, ends the steps. Errors: INVALID_ARGUMENT for a session of another graph; as
// rnl_session_prepare, and nothing runs then.
RNL_API rnl_status_t* rnl_queue_runner_start(rnl_queue_runner_t* runner, rnl_session_t* session,
                                             rnl_coordinator_t* coordinator);
// The first error of a start without a coordinator. NULL: there is none.
RNL_API rnl_status_t* rnl_queue_runner_error(const rnl_queue_runner_t* runner);

// ---------------------------------------------------------------------------------------------------
// Datasets: pipelines of elements, without a graph
// ---------------------------------------------------------------------------------------------------

// What a pipeline is: where its elements come from and what becomes of them. An element is one tensor
// for each component. Immutable; each iterator is a pass of its own. Nothing is read or computed before
// an iterator asks for it. Errors of all that make one: INVALID_ARGUMENT naming the argument. What a
// pass may fail with, rnl_iterator_next says.
typedef struct rnl_dataset_t rnl_dataset_t;
RNL_API rnl_dataset_t* rnl_dataset_retain(rnl_dataset_t* dataset);
RNL_API void rnl_dataset_release(rnl_dataset_t* dataset);
RNL_API size_t rnl_dataset_num_components(const rnl_dataset_t* dataset);
RNL_API rnl_dtype_t rnl_dataset_component_dtype(const rnl_dataset_t* dataset, size_t component);
// How many elements a pass has: -1 if it never ends, -2 if only a pass would tell.
RNL_API int64_t rnl_dataset_cardinality(const rnl_dataset_t* dataset);

// One element.
RNL_API rnl_status_t* rnl_dataset_from_tensors(rnl_runtime_t* runtime, rnl_tensor_t* const* tensors,
                                               size_t count, rnl_dataset_t** out_dataset);
// The slices of the tensors along dimension 0. Shapes: dimension 0 is the same for all.
RNL_API rnl_status_t* rnl_dataset_from_slices(rnl_runtime_t* runtime, rnl_tensor_t* const* tensors,
                                              size_t count, rnl_dataset_t** out_dataset);
// start, start + step and so on, before stop: scalars of int64.
RNL_API rnl_status_t* rnl_dataset_range(rnl_runtime_t* runtime, int64_t start, int64_t stop,
                                        int64_t step, rnl_dataset_t** out_dataset);
// Gives element `index` of a pass, counted from 0: `count` new tensors, which pass to the caller, and
// returns NULL. A status of RNL_OUT_OF_RANGE ends the pass, another one is the element's failure; Runnel
// releases it. Threads: one of the runtime's, several at once where there are several passes.
typedef rnl_status_t* (*rnl_generate_fn_t)(void* arg, int64_t index, rnl_tensor_t** out_tensors,
                                           size_t count);
// What a function of the program gives: tensors of the given types, in host memory. `drop`, which may be
// NULL, is called with `arg` when nothing can call `generate` any more, also if this fails.
RNL_API rnl_status_t* rnl_dataset_from_generator(rnl_runtime_t* runtime, const rnl_dtype_t* dtypes,
                                                 size_t count, rnl_generate_fn_t generate, void* arg,
                                                 rnl_drop_fn_t drop, rnl_dataset_t** out_dataset);
// The records of TFRecord files, one file after the other. compression: "", "ZLIB" or "GZIP".
RNL_API rnl_status_t* rnl_dataset_from_records(rnl_runtime_t* runtime, const rnl_str_t* paths,
                                               size_t count, rnl_str_t compression,
                                               rnl_dataset_t** out_dataset);
// The lines of text files, without their ends.
RNL_API rnl_status_t* rnl_dataset_from_lines(rnl_runtime_t* runtime, const rnl_str_t* paths,
                                             size_t count, rnl_str_t compression,
                                             rnl_dataset_t** out_dataset);
// Pieces of record_bytes bytes, behind a header and before a footer.
RNL_API rnl_status_t* rnl_dataset_from_pieces(rnl_runtime_t* runtime, const rnl_str_t* paths,
                                              size_t count, rnl_str_t compression, int64_t header_bytes,
                                              int64_t record_bytes, int64_t footer_bytes,
                                              rnl_dataset_t** out_dataset);

// The first `count` elements, or those behind them; a count below 0 means all.
RNL_API rnl_status_t* rnl_dataset_take(rnl_dataset_t* dataset, int64_t count,
                                       rnl_dataset_t** out_dataset);
RNL_API rnl_status_t* rnl_dataset_skip(rnl_dataset_t* dataset, int64_t count,
                                       rnl_dataset_t** out_dataset);
// `count` passes one after the other; below 0 without an end.
RNL_API rnl_status_t* rnl_dataset_repeat(rnl_dataset_t* dataset, int64_t count,
                                         rnl_dataset_t** out_dataset);
// Every shards-th element, from `index` on.
RNL_API rnl_status_t* rnl_dataset_shard(rnl_dataset_t* dataset, int64_t shards, int64_t index,
                                        rnl_dataset_t** out_dataset);
// Elements with the components of one element of each, until one of them ends.
RNL_API rnl_status_t* rnl_dataset_zip(rnl_dataset_t* const* datasets, size_t count,
                                      rnl_dataset_t** out_dataset);
// The elements of one, then of the other. Errors: INVALID_ARGUMENT for other types.
RNL_API rnl_status_t* rnl_dataset_concatenate(rnl_dataset_t* dataset, rnl_dataset_t* other,
                                              rnl_dataset_t** out_dataset);
// `size` elements at a time, stacked along a new dimension 0.
RNL_API rnl_status_t* rnl_dataset_batch(rnl_dataset_t* dataset, int64_t size, bool drop_remainder,
                                        rnl_dataset_t** out_dataset);
// The same of elements of different sizes: component i is filled up with padding[i], a scalar (NULL, or
// padding NULL: zeros, false, empty strings), to rank ranks[i] and the dims at dims[i], where -1 is as
// large as the batch needs. count: of components.
RNL_API rnl_status_t* rnl_dataset_padded_batch(rnl_dataset_t* dataset, int64_t size,
                                               const int32_t* ranks, const int64_t* const* dims,
                                               rnl_tensor_t* const* padding, size_t count,
                                               bool drop_remainder, rnl_dataset_t** out_dataset);
// Groups of `size` elements, `stride` apart, each beginning `shift` behind the one before. A component
// of such an element is a variant: a dataset (rnl_dataset_from_variant) of that component of the group.
RNL_API rnl_status_t* rnl_dataset_window(rnl_dataset_t* dataset, int64_t size, int64_t shift,
                                         int64_t stride, bool drop_remainder,
                                         rnl_dataset_t** out_dataset);
// The slices of each element along dimension 0.
RNL_API rnl_status_t* rnl_dataset_unbatch(rnl_dataset_t* dataset, rnl_dataset_t** out_dataset);
// What a function of `graph` gives for each element, whose components are its arguments. `calls` of them
// run at a time (1: no more than one; -1: as many as there are threads), and elements come in the order
// of the input, or if not in_order as they are ready. Errors: NOT_FOUND for the function;
// INVALID_ARGUMENT if it takes other types.
RNL_API rnl_status_t* rnl_dataset_map(rnl_dataset_t* dataset, rnl_graph_t* graph, rnl_str_t function,
                                      int64_t calls, bool in_order, rnl_dataset_t** out_dataset);
// The elements for which a function of `graph`, which gives one bool, gives true. Errors: likewise.
RNL_API rnl_status_t* rnl_dataset_filter(rnl_dataset_t* dataset, rnl_graph_t* graph, rnl_str_t function,
                                         rnl_dataset_t** out_dataset);
// The elements of the datasets that a function of `graph` gives for each element, one variant, from
// cycle_length of them in turn (-1: as many as there are threads; 1: one after the other), block_length
// from each. Their elements are of the given types. parallel: they run ahead of their consumer, and if
// not in_order elements come as they are ready. Errors: likewise.
RNL_API rnl_status_t* rnl_dataset_interleave(rnl_dataset_t* dataset, rnl_graph_t* graph,
                                             rnl_str_t function, const rnl_dtype_t* dtypes, size_t count,
                                             int64_t cycle_length, int64_t block_length, bool parallel,
                                             bool in_order, rnl_dataset_t** out_dataset);
// Groups by key: `key` gives the int64 of an element, `window_size` how many elements of a key (an
// int64) are a group, `reduce` the dataset, a variant, whose elements come for a group, of its key and a
// dataset of its elements. Those are of the given types. Behind the end come the groups that are left.
// Errors: likewise.
RNL_API rnl_status_t* rnl_dataset_group_by_window(rnl_dataset_t* dataset, rnl_graph_t* graph,
                                                  rnl_str_t key, rnl_str_t reduce, rnl_str_t window_size,
                                                  const rnl_dtype_t* dtypes, size_t count,
                                                  rnl_dataset_t** out_dataset);
// The dataset that a variant is: of a window, or fetched of a graph. Errors: INVALID_ARGUMENT for
// another tensor.
RNL_API rnl_status_t* rnl_dataset_from_variant(rnl_runtime_t* runtime, const rnl_tensor_t* tensor,
                                               rnl_dataset_t** out_dataset);
// A dataset as a scalar variant, for the Dataset and Iterator ops of a graph in this process.
RNL_API rnl_status_t* rnl_dataset_to_variant(rnl_dataset_t* dataset, rnl_tensor_t** out_tensor);
// Each drawn at random from a buffer of buffer_size elements. The same seed gives the same order, and
// that of TensorFlow; 0 stands for a random one. With reshuffle each pass has another order.
RNL_API rnl_status_t* rnl_dataset_shuffle(rnl_dataset_t* dataset, int64_t buffer_size, int64_t seed,
                                          bool reshuffle, rnl_dataset_t** out_dataset);
// The same elements, buffer_size of which are made ahead of their consumer; -1: the runtime chooses.
RNL_API rnl_status_t* rnl_dataset_prefetch(rnl_dataset_t* dataset, int64_t buffer_size,
                                           rnl_dataset_t** out_dataset);
// The same elements, kept for later passes when one has got to its end: in memory if `path` is empty,
// else in the file path.cache.
RNL_API rnl_status_t* rnl_dataset_cache(rnl_dataset_t* dataset, rnl_str_t path,
                                        rnl_dataset_t** out_dataset);
// The elements that do not fail.
RNL_API rnl_status_t* rnl_dataset_ignore_errors(rnl_dataset_t* dataset, rnl_dataset_t** out_dataset);

// One pass over a dataset.
typedef struct rnl_iterator_t rnl_iterator_t;
RNL_API rnl_status_t* rnl_dataset_iterate(rnl_dataset_t* dataset, rnl_iterator_t** out_iterator);
RNL_API rnl_iterator_t* rnl_iterator_retain(rnl_iterator_t* iterator);
// The last release ends what is under way, without waiting for it.
RNL_API void rnl_iterator_release(rnl_iterator_t* iterator);
// Waits for the next element: `count`, which is the number of components, new tensors. At the end
// *out_end is true and the tensors are NULL. Units: timeout_ms in milliseconds, -1 waits for ever.
// Errors: DEADLINE_EXCEEDED, CANCELLED by `cancellation`, which may be NULL: the element is not lost,
//   the next call gets it; those of functions, with the element's number, and of files, with path and
//   byte: the next call goes on behind what failed.
// Threads: any number at once; each element goes to one of them.
RNL_API rnl_status_t* rnl_iterator_next(rnl_iterator_t* iterator, int64_t timeout_ms,
                                        rnl_cancellation_t* cancellation, rnl_tensor_t** out_tensors,
                                        size_t count, bool* out_end);
// Where the pass is, elements that are buffered included. Errors: UNIMPLEMENTED for elements of
// resources or variants, and while a buffer holds an element that failed.
RNL_API rnl_status_t* rnl_iterator_save(rnl_iterator_t* iterator, rnl_bytes_t** out_state);
// Goes on where a pass over an equal dataset was. Errors: DATA_LOSS for the state of another one, or
// bytes that are none; FAILED_PRECONDITION after the first element.
RNL_API rnl_status_t* rnl_iterator_restore(rnl_iterator_t* iterator, const void* state,
                                           size_t size_bytes);

// ---------------------------------------------------------------------------------------------------
// Checkpoints and frozen graphs. Files are TensorFlow's V2 bundle: `prefix`.index and
// `prefix`.data-00000-of-00001.
// ---------------------------------------------------------------------------------------------------

// Writes every variable of the session's graph that is initialised, under the name that TensorFlow's
// Saver gives it: its shared_name or else its node's, a ref variable's of an imported graph its node's.
// Variables of two containers that would be called the same go by their nodes' names. Atomic: a crash at
// any moment leaves the files that were there. Adds nodes to the graph, under "rnl_checkpoint/", the
// first time. Errors: FAILED_PRECONDITION if no variable is initialised; those of the file system, with
// the path.
RNL_API rnl_status_t* rnl_session_save(rnl_session_t* session, rnl_str_t prefix);
// Assigns every variable of the session's graph from the checkpoint. One that version 0.1 wrote, in
// which variables go by the names of their VarHandleOps, will do as well. Errors: NOT_FOUND for a file,
// or naming all variables that are missing in it; INVALID_ARGUMENT for
//   another dtype or shape; DATA_LOSS for damage. Variables may have been assigned only if the failure
//   came while assigning; everything is read and checked before.
RNL_API rnl_status_t* rnl_session_restore(rnl_session_t* session, rnl_str_t prefix);
// As rnl_session_save and rnl_session_restore, but every task writes and reads what lies on it, in files
// of its own: a cluster needs no file system that all tasks share, and values do not pass through the
// client. On each task that has variables there are afterwards `prefix`.JOB-TASK.manifest, which says
// what the checkpoint consists of, and `prefix`.JOB-TASK.0 or .1, each a checkpoint in TensorFlow's
// form. A path without a "/" in front lies in the task's --files folder, where it has one. Saved over an
// earlier one, that is whole until the new one is, wherever a task ends; so one prefix is enough, at
// twice the room. One client saves at a time. Restoring takes the newest save. A variable that lies on
// another task now gets its value from the task that has the file, and a file that was moved is found on
// any task. Adds nodes to the graph, under "rnl_shards/" and "rnl_checkpoint/", the first time.
// Errors: as those two; PERMISSION_DENIED for a task without a folder for files; DATA_LOSS naming a file
//   that is gone or damaged, and the task that wrote it; FAILED_PRECONDITION if tasks hold different
//   checkpoints.
RNL_API rnl_status_t* rnl_session_save_sharded(rnl_session_t* session, rnl_str_t prefix);
RNL_API rnl_status_t* rnl_session_restore_sharded(rnl_session_t* session, rnl_str_t prefix);
// How often the checkpoint was saved; 0: there is none.
RNL_API rnl_status_t* rnl_session_find_sharded(rnl_session_t* session, rnl_str_t prefix,
                                               int64_t* out_saves);
// The part of the session's graph that `outputs` ("node" or "node:1") need, with the variables' present
// values as constants, as GraphDef bytes.
// Errors: FAILED_PRECONDITION naming an uninitialised variable; UNIMPLEMENTED naming a node that still
//   needs a resource.
RNL_API rnl_status_t* rnl_session_freeze(rnl_session_t* session, const rnl_str_t* outputs,
                                         size_t num_outputs, rnl_bytes_t** out_graph_def);

// A checkpoint opened for reading. Entries are sorted by name.
typedef struct rnl_checkpoint_t rnl_checkpoint_t;
// Errors: NOT_FOUND naming the path; DATA_LOSS.
RNL_API rnl_status_t* rnl_checkpoint_open(rnl_runtime_t* runtime, rnl_str_t prefix,
                                          rnl_checkpoint_t** out_checkpoint);
RNL_API rnl_checkpoint_t* rnl_checkpoint_retain(rnl_checkpoint_t* checkpoint);
RNL_API void rnl_checkpoint_release(rnl_checkpoint_t* checkpoint);
RNL_API size_t rnl_checkpoint_count(const rnl_checkpoint_t* checkpoint);
RNL_API rnl_str_t rnl_checkpoint_name(const rnl_checkpoint_t* checkpoint, size_t index);
RNL_API rnl_dtype_t rnl_checkpoint_dtype(const rnl_checkpoint_t* checkpoint, size_t index);
// Rank, and in *out_dims (may be NULL) the dims, borrowed. -1 beyond the end.
RNL_API int32_t rnl_checkpoint_shape(const rnl_checkpoint_t* checkpoint, size_t index,
                                     const int64_t** out_dims);
// Reads one entry, its checksum verified. Errors: NOT_FOUND; DATA_LOSS naming entry and file.
RNL_API rnl_status_t* rnl_checkpoint_read(const rnl_checkpoint_t* checkpoint, rnl_str_t name,
                                          rnl_tensor_t** out_tensor);
// Writes a checkpoint of tensors. Atomic, as rnl_session_save.
RNL_API rnl_status_t* rnl_checkpoint_write(rnl_runtime_t* runtime, rnl_str_t prefix,
                                           const rnl_str_t* names, rnl_tensor_t* const* tensors,
                                           size_t count);

// ---------------------------------------------------------------------------------------------------
// TFRecord files and the Examples in them, without a graph
// ---------------------------------------------------------------------------------------------------

// Reads a TFRecord file from its beginning to its end. Memory: a buffer and a record, whatever the file
// says of its sizes. compression: "", "ZLIB" or "GZIP".
typedef struct rnl_record_reader_t rnl_record_reader_t;
// Errors: NOT_FOUND and those of the file system, with the path; INVALID_ARGUMENT for another
// compression.
RNL_API rnl_status_t* rnl_record_reader_open(rnl_runtime_t* runtime, rnl_str_t path,
                                             rnl_str_t compression, rnl_record_reader_t** out_reader);
RNL_API rnl_record_reader_t* rnl_record_reader_retain(rnl_record_reader_t* reader);
RNL_API void rnl_record_reader_release(rnl_record_reader_t* reader);
// The next record; NULL at the end of the file. Errors: DATA_LOSS with path and byte for a record that
// is cut off or does not match its checksums, and for damaged compressed data; every later call answers
// the same. Threads: any number at once; each record goes to one of them.
RNL_API rnl_status_t* rnl_record_reader_next(rnl_record_reader_t* reader, rnl_bytes_t** out_record);
// Goes to the record that begins at `offset_bytes`, as rnl_record_reader_offset told. Errors:
// OUT_OF_RANGE behind the end of the file; DATA_LOSS.
RNL_API rnl_status_t* rnl_record_reader_seek(rnl_record_reader_t* reader, uint64_t offset_bytes);
// Where the next record begins, in bytes of what is decompressed.
RNL_API uint64_t rnl_record_reader_offset(const rnl_record_reader_t* reader);
// How much of the file has been read, ahead of the records that were given, and how large it is, in
// bytes as they are in the file. Outs may be NULL.
RNL_API rnl_status_t* rnl_record_reader_progress(const rnl_record_reader_t* reader,
                                                 uint64_t* out_read_bytes, uint64_t* out_size_bytes);

// Writes a TFRecord file anew. It is locked against other writers. Errors of all: those of the file
// system, with the path; RESOURCE_EXHAUSTED if no space is left; the first is final. A file that is not
// compressed consists of whole records even then. FAILED_PRECONDITION after close.
typedef struct rnl_record_writer_t rnl_record_writer_t;
// compression: "", "ZLIB" or "GZIP", with a `level` of 0 to 9, or -1 for the usual one. Errors:
// INVALID_ARGUMENT for another compression or level, or a level without a compression; ABORTED if
// another writer has the file.
RNL_API rnl_status_t* rnl_record_writer_create(rnl_runtime_t* runtime, rnl_str_t path,
                                               rnl_str_t compression, int32_t level,
                                               rnl_record_writer_t** out_writer);
RNL_API rnl_record_writer_t* rnl_record_writer_retain(rnl_record_writer_t* writer);
// The last release closes the file, and nobody learns of what fails.
RNL_API void rnl_record_writer_release(rnl_record_writer_t* writer);
// Records are buffered. Threads: any number at once; a record is written whole.
RNL_API rnl_status_t* rnl_record_writer_write(rnl_record_writer_t* writer, rnl_str_t record);
// Returns when all that was written is in the file for readers; with `sync` also when it will survive a
// loss of power. Errors: with `sync` also NOT_FOUND if the file was deleted or replaced.
RNL_API rnl_status_t* rnl_record_writer_flush(rnl_record_writer_t* writer, bool sync);
// Ends the file. A second close does nothing.
RNL_API rnl_status_t* rnl_record_writer_close(rnl_record_writer_t* writer);

// TensorFlow's Example: lists of values by name, its features. A SequenceExample has feature lists
// besides: steps by name, each of which is such a list of values. Values are RNL_FLOAT (float),
// RNL_INT64 (int64_t) or RNL_STRING (rnl_str_t); RNL_INVALID is a feature of no kind, without values. It
// belongs to one thread at a time; while nobody changes it, any number may look at it.
typedef struct rnl_example_t rnl_example_t;
// Without features; a SequenceExample if `sequence`.
RNL_API rnl_status_t* rnl_example_create(bool sequence, rnl_example_t** out_example);
// Errors: INVALID_ARGUMENT with the byte where `bytes` are no Example, or no SequenceExample. Memory: a
// small multiple of their size.
RNL_API rnl_status_t* rnl_example_parse(rnl_str_t bytes, bool sequence, rnl_example_t** out_example);
RNL_API void rnl_example_release(rnl_example_t* example);
// As TensorFlow reads it. Equal examples give equal bytes.
RNL_API rnl_status_t* rnl_example_serialize(const rnl_example_t* example, rnl_bytes_t** out_bytes);
// The feature `name` is a copy of `count` values of that dtype from now on. Errors of these:
// INVALID_ARGUMENT for another dtype, NULL values, or a name with bytes that are not UTF-8.
RNL_API rnl_status_t* rnl_example_set_feature(rnl_example_t* example, rnl_str_t name, rnl_dtype_t dtype,
                                              const void* values, size_t count);
// Adds a feature list without steps if there is none of that name. Errors of these two: also
// FAILED_PRECONDITION for an Example that is no SequenceExample.
RNL_API rnl_status_t* rnl_example_add_list(rnl_example_t* example, rnl_str_t name);
// Adds a step to a feature list, which is made where it is missing.
RNL_API rnl_status_t* rnl_example_add_step(rnl_example_t* example, rnl_str_t name, rnl_dtype_t dtype,
                                           const void* values, size_t count);
RNL_API bool rnl_example_is_sequence(const rnl_example_t* example);
// Names are sorted. Borrowed until the example changes; empty beyond the end.
RNL_API size_t rnl_example_num_features(const rnl_example_t* example);
RNL_API rnl_str_t rnl_example_feature_name(const rnl_example_t* example, size_t index);
RNL_API size_t rnl_example_num_lists(const rnl_example_t* example);
RNL_API rnl_str_t rnl_example_list_name(const rnl_example_t* example, size_t index);
// The values of a feature: *out_values points to *out_count of the type that *out_dtype says, borrowed
// until the example changes. Outs may be NULL. Errors: NOT_FOUND naming the feature.
RNL_API rnl_status_t* rnl_example_feature(const rnl_example_t* example, rnl_str_t name,
                                          rnl_dtype_t* out_dtype, const void** out_values,
                                          size_t* out_count);
// Errors of these: NOT_FOUND naming the list; OUT_OF_RANGE for the step.
RNL_API rnl_status_t* rnl_example_num_steps(const rnl_example_t* example, rnl_str_t name,
                                            size_t* out_count);
RNL_API rnl_status_t* rnl_example_step(const rnl_example_t* example, rnl_str_t name, size_t step,
                                       rnl_dtype_t* out_dtype, const void** out_values,
                                       size_t* out_count);

// ---------------------------------------------------------------------------------------------------
// Event files: what TensorBoard draws from
// ---------------------------------------------------------------------------------------------------

// Writes one file. Each event is there for readers as soon as it is added; one that cannot be written
// whole is taken back. wall_time, in seconds since 1970, may be negative: now.
// Errors of all: those of the file system, with the path; RESOURCE_EXHAUSTED if no space is left;
// FAILED_PRECONDITION after close.
typedef struct rnl_event_writer_t rnl_event_writer_t;
// Makes "folder/events.out.tfevents.<seconds>.<suffix>", and the folder where it is missing. An empty
// suffix is the name of the host.
RNL_API rnl_status_t* rnl_event_writer_create(rnl_runtime_t* runtime, rnl_str_t folder, rnl_str_t suffix,
                                              rnl_event_writer_t** out_writer);
RNL_API rnl_event_writer_t* rnl_event_writer_retain(rnl_event_writer_t* writer);
RNL_API void rnl_event_writer_release(rnl_event_writer_t* writer);
RNL_API rnl_str_t rnl_event_writer_path(const rnl_event_writer_t* writer);
RNL_API rnl_status_t* rnl_event_writer_add_scalar(rnl_event_writer_t* writer, rnl_str_t tag, float value,
                                                  int64_t step, double wall_time);
// What the summary ops give. Errors: INVALID_ARGUMENT for other bytes.
RNL_API rnl_status_t* rnl_event_writer_add_summary(rnl_event_writer_t* writer, rnl_str_t summary,
                                                   int64_t step, double wall_time);
// As rnl_graph_export gives it. Errors: INVALID_ARGUMENT for other bytes.
RNL_API rnl_status_t* rnl_event_writer_add_graph(rnl_event_writer_t* writer, rnl_str_t graph_def,
                                                 double wall_time);
// As rnl_metadata_export gives it, under a tag that no other of this writer has. Errors:
// INVALID_ARGUMENT for other bytes or an empty tag; ALREADY_EXISTS for the tag.
RNL_API rnl_status_t* rnl_event_writer_add_run_metadata(rnl_event_writer_t* writer, rnl_str_t tag,
                                                        rnl_str_t run_metadata, int64_t step,
                                                        double wall_time);
// Returns when all that was added will survive a loss of power. NOT_FOUND: the file was deleted.
RNL_API rnl_status_t* rnl_event_writer_flush(rnl_event_writer_t* writer);
// Flushes and closes the file. A second close does nothing. Releasing the last reference closes without
// flushing.
RNL_API rnl_status_t* rnl_event_writer_close(rnl_event_writer_t* writer);

// ---------------------------------------------------------------------------------------------------
// MetaGraphs: what belongs to a graph beside its nodes
// ---------------------------------------------------------------------------------------------------

// Tags, named signatures, collections, queue runners, the nodes that save and restore, assets: read from
// a file whose graph rnl_graph_import takes, or said by a program, to be written with a graph. Names are
// those of a graph's nodes ("train") and tensors ("x:0"; "x" is output 0). For one thread at a time;
// strings are borrowed until it is changed or released.
typedef struct rnl_meta_graph_t rnl_meta_graph_t;
RNL_API rnl_status_t* rnl_meta_graph_create(rnl_meta_graph_t** out_meta);
// All of a MetaGraph, binary or text, but its graph. Errors: DATA_LOSS, INVALID_ARGUMENT naming byte,
// line or field, the collection with an element that is none, or what the bytes are instead.
RNL_API rnl_status_t* rnl_meta_graph_read(rnl_str_t bytes, rnl_meta_graph_t** out_meta);
RNL_API void rnl_meta_graph_release(rnl_meta_graph_t* meta);

// Numbered as the fields of CollectionDef.
typedef int32_t rnl_collection_kind_t;
enum {
  RNL_COLLECTION_NONE = 0,
  RNL_COLLECTION_NODES = 1,  // names of nodes or tensors: "train_op", "update_ops", "losses"
  RNL_COLLECTION_BYTES = 2,  // serialised messages: "variables", "queue_runners", "savers"
  RNL_COLLECTION_INTS = 3,
  RNL_COLLECTION_FLOATS = 4,
  RNL_COLLECTION_MESSAGES = 5  // google.protobuf.Any, serialised
};
// Names of the collections, sorted where they were read.
RNL_API rnl_status_t* rnl_meta_graph_collections(const rnl_meta_graph_t* meta, rnl_names_t** out_names);
// What is in one, in order: names, bytes, or numbers in decimal. A collection that is not there is
// empty, of kind RNL_COLLECTION_NONE. out_kind may be NULL.
RNL_API rnl_status_t* rnl_meta_graph_collection(const rnl_meta_graph_t* meta, rnl_str_t name,
                                                rnl_collection_kind_t* out_kind,
                                                rnl_names_t** out_values);
// Variables of a collection that was read: "variables", "trainable_variables", "local_variables" and
// their kin; 0 for others.
RNL_API size_t rnl_meta_graph_num_variables(const rnl_meta_graph_t* meta, rnl_str_t collection);
// The VarHandleOp that an imported variable has, the node that initialises it, a tensor with its value
// (may be empty), and whether it is trainable. Outs may be NULL. Errors: OUT_OF_RANGE.
RNL_API rnl_status_t* rnl_meta_graph_variable(const rnl_meta_graph_t* meta, rnl_str_t collection,
                                              size_t index, rnl_str_t* out_handle,
                                              rnl_str_t* out_initializer, rnl_str_t* out_value,
                                              bool* out_trainable);
// Queues that threads of the program are to fill.
RNL_API size_t rnl_meta_graph_num_queue_runners(const rnl_meta_graph_t* meta);
// The queue, the ops that put an element into it, each to be run again and again by a thread of its own,
// the op that closes the queue when one of them has come to an end, and the one that also cancels what
// waits. Outs may be NULL. Errors: OUT_OF_RANGE.
RNL_API rnl_status_t* rnl_meta_graph_queue_runner(const rnl_meta_graph_t* meta, size_t index,
                                                  rnl_str_t* out_queue, rnl_names_t** out_enqueue_ops,
                                                  rnl_str_t* out_close_op, rnl_str_t* out_cancel_op);
// The same as a runner of `graph`, into which the graph of the MetaGraph was imported under `prefix`
// (empty: none). Errors: OUT_OF_RANGE; as rnl_queue_runner_create.
RNL_API rnl_status_t* rnl_meta_graph_make_queue_runner(const rnl_meta_graph_t* meta, size_t index,
                                                       rnl_graph_t* graph, rnl_str_t prefix,
                                                       rnl_queue_runner_t** out_runner);
// How the graph saves itself: the tensor to feed a checkpoint's prefix to, the one whose fetch saves,
// the node that restores, and how many checkpoints to keep, the newest ones (0: all) and besides one
// every so many hours. A SaverDef, or else the first of the collection "savers"; all empty if there is
// none. Outs may be NULL.
RNL_API rnl_status_t* rnl_meta_graph_saver(const rnl_meta_graph_t* meta, rnl_str_t* out_filename,
                                           rnl_str_t* out_save, rnl_str_t* out_restore,
                                           int32_t* out_max_to_keep, double* out_keep_every_hours);

// What is written with a graph. Whether the graph has what is named is checked then.
RNL_API rnl_status_t* rnl_meta_graph_add_tag(rnl_meta_graph_t* meta, rnl_str_t tag);
// An input or output of the signature `signature` ("serving_default") under a key of its own; the type
// and shape are those of the graph's tensor. A node without outputs may be an output: it is run. Errors:
// ALREADY_EXISTS for the key; INVALID_ARGUMENT for an empty name.
RNL_API rnl_status_t* rnl_meta_graph_add_input(rnl_meta_graph_t* meta, rnl_str_t signature,
                                               rnl_str_t key, rnl_str_t tensor);
RNL_API rnl_status_t* rnl_meta_graph_add_output(rnl_meta_graph_t* meta, rnl_str_t signature,
                                                rnl_str_t key, rnl_str_t tensor);
// Default: "tensorflow/serving/predict".
RNL_API rnl_status_t* rnl_meta_graph_set_method(rnl_meta_graph_t* meta, rnl_str_t signature,
                                                rnl_str_t method);
// Adds a value to the end of a collection: a name, bytes, or a number in decimal. Errors:
// INVALID_ARGUMENT for a collection of another kind, and for a number that is none.
RNL_API rnl_status_t* rnl_meta_graph_add_to_collection(rnl_meta_graph_t* meta, rnl_str_t collection,
                                                       rnl_collection_kind_t kind, rnl_str_t value);
// The variable with that VarHandleOp is one of "trainable_variables". "variables" has all without being
// told.
RNL_API rnl_status_t* rnl_meta_graph_add_trainable(rnl_meta_graph_t* meta, rnl_str_t handle);
// close_op and cancel_op may be empty.
RNL_API rnl_status_t* rnl_meta_graph_add_queue_runner(rnl_meta_graph_t* meta, rnl_str_t queue,
                                                      const rnl_str_t* enqueue_ops,
                                                      size_t num_enqueue_ops, rnl_str_t close_op,
                                                      rnl_str_t cancel_op);
// The node that a loader of the SavedModel runs once, after it has restored the variables: what fills
// tables, for example.
RNL_API rnl_status_t* rnl_meta_graph_set_init_op(rnl_meta_graph_t* meta, rnl_str_t node);
// A file that goes into the SavedModel, and the string constant that stands for its path: loaders
// replace that by the path in the SavedModel. For a tensor that has an asset it replaces the file.
RNL_API rnl_status_t* rnl_meta_graph_add_asset(rnl_meta_graph_t* meta, rnl_str_t tensor, rnl_str_t path);

// The graph and what belongs to it as TensorFlow's MetaGraphDef, binary; `meta` may be NULL. The graph
// is that of rnl_graph_export, without the nodes of rnl_session_save, and with nodes that save and
// restore every variable but those of "local_variables", unless the graph has the nodes of `meta`'s
// saver. Errors: INVALID_ARGUMENT or NOT_FOUND naming the signature, collection or asset, and what the
// graph lacks.
RNL_API rnl_status_t* rnl_graph_export_meta_graph(const rnl_graph_t* graph, const rnl_meta_graph_t* meta,
                                                  rnl_bytes_t** out_bytes);

// ---------------------------------------------------------------------------------------------------
// Saver: checkpoints that are written as training goes on, and which of them are kept
// ---------------------------------------------------------------------------------------------------

// Saves a session's variables under "prefix-STEP", with a MetaGraph beside each checkpoint, and names
// them in the file `checkpoint` of their folder, as TensorFlow's Saver does: each reads what the other
// has left. Threads: any, one call at a time does something.
typedef struct rnl_saver_t rnl_saver_t;
// `meta`, of which a copy is kept, is what the MetaGraphs say besides; may be NULL. If its saver's nodes
// are in the graph, these save and restore; else Runnel does, as rnl_session_save, parts of partitioned
// variables as slices of one tensor. By default all variables are saved when rnl_saver_save is called,
// and kept as meta's saver says, or else the newest 5. The folder is made where it is missing. Errors:
// INVALID_ARGUMENT for a prefix without a name; DATA_LOSS for a damaged `checkpoint` file.
RNL_API rnl_status_t* rnl_saver_create(rnl_session_t* session, const rnl_meta_graph_t* meta,
                                       rnl_str_t prefix, rnl_saver_t** out_saver);
RNL_API rnl_saver_t* rnl_saver_retain(rnl_saver_t* saver);
RNL_API void rnl_saver_release(rnl_saver_t* saver);
// Keeps the newest checkpoints of this prefix (0: all), and besides one every so many hours, for ever
// (0: none). Errors: INVALID_ARGUMENT below 0.
RNL_API rnl_status_t* rnl_saver_set_keep(rnl_saver_t* saver, int32_t max_to_keep,
                                         double keep_every_hours);
// When rnl_saver_step saves: so many steps, or so many seconds, after the checkpoint before, whichever
// is first; 0: not for that reason. Default: 0 and 600. Errors: INVALID_ARGUMENT below 0.
RNL_API rnl_status_t* rnl_saver_set_interval(rnl_saver_t* saver, int64_t every_steps,
                                             double every_seconds);
// Saves now. *out_prefix, which may be NULL, gets "prefix-STEP". Older checkpoints are deleted only when
// the new one has been read back. Errors: as rnl_session_save.
RNL_API rnl_status_t* rnl_saver_save(rnl_saver_t* saver, int64_t step, rnl_bytes_t** out_prefix);
// Saves if it is time, which it is not at the first call. *out_saved, which may be NULL, says whether it
// did. Costs nothing else.
RNL_API rnl_status_t* rnl_saver_step(rnl_saver_t* saver, int64_t step, bool* out_saved);
// Assigns the variables from a checkpoint; an empty prefix means the newest that the folder's
// `checkpoint` file names. Errors: as rnl_session_restore; NOT_FOUND if there is none.
RNL_API rnl_status_t* rnl_saver_restore(rnl_saver_t* saver, rnl_str_t prefix);

// Prefixes of the checkpoints that a folder's `checkpoint` file lists, oldest first, ready to open; the
// last is the newest. Errors: NOT_FOUND without such a file; DATA_LOSS naming its line.
RNL_API rnl_status_t* rnl_checkpoint_list(rnl_runtime_t* runtime, rnl_str_t folder,
                                          rnl_names_t** out_prefixes);

// ---------------------------------------------------------------------------------------------------
// Models: a folder with a graph (saved_model.pb or .pbtxt), its variables and named signatures, that is
// a SavedModel; or a file with a graph, TensorFlow's or one that a plugin imports
// ---------------------------------------------------------------------------------------------------

typedef struct rnl_saved_model_t rnl_saved_model_t;
// Reads the model at the path `folder`. Of a SavedModel's folder it takes the graph whose tags are
// exactly `tags`; none: "serve". Of a file the content decides, not the name: a GraphDef or MetaGraph,
// binary or text (a GraphDef has no signatures; "PREFIX.meta" has the values of a checkpoint PREFIX
// beside it), ONNX, TFLite, and what else the plugins of the runtime import. The importers of ONNX and
// TFLite are loaded when they are needed. Signatures of an imported model name inputs and outputs as the
// model does. Errors: NOT_FOUND for the path's files, or listing the tags that there are; DATA_LOSS or
//   INVALID_ARGUMENT naming path and field for damage, and saying what a file of another format is and
//   what to do with it; those of the importer; INVALID_ARGUMENT for tags with a file.
RNL_API rnl_status_t* rnl_saved_model_open(rnl_runtime_t* runtime, rnl_str_t folder,
                                           const rnl_str_t* tags, size_t num_tags,
                                           rnl_saved_model_t** out_model);
RNL_API rnl_saved_model_t* rnl_saved_model_retain(rnl_saved_model_t* model);
RNL_API void rnl_saved_model_release(rnl_saved_model_t* model);
// "SavedModel", "GraphDef", "MetaGraph", or the name that an importer has for its format: "ONNX".
// Borrowed.
RNL_API rnl_str_t rnl_saved_model_format(const rnl_saved_model_t* model);
// Signatures are sorted by key. Keys and methods are borrowed, and empty beyond the end.
RNL_API size_t rnl_saved_model_num_signatures(const rnl_saved_model_t* model);
// "serving_default".
RNL_API rnl_str_t rnl_saved_model_signature_key(const rnl_saved_model_t* model, size_t signature);
// "tensorflow/serving/predict".
RNL_API rnl_str_t rnl_saved_model_signature_method(const rnl_saved_model_t* model, size_t signature);
RNL_API size_t rnl_saved_model_num_inputs(const rnl_saved_model_t* model, size_t signature);
RNL_API size_t rnl_saved_model_num_outputs(const rnl_saved_model_t* model, size_t signature);
// An input or output of a signature: its key, the name of its tensor ("x:0"; empty if it has several
// parts) and its dtype, sorted by key. Borrowed; outs may be NULL. Errors of both: OUT_OF_RANGE.
RNL_API rnl_status_t* rnl_saved_model_input(const rnl_saved_model_t* model, size_t signature,
                                            size_t index, rnl_str_t* out_key, rnl_str_t* out_tensor,
                                            rnl_dtype_t* out_dtype);
RNL_API rnl_status_t* rnl_saved_model_output(const rnl_saved_model_t* model, size_t signature,
                                             size_t index, rnl_str_t* out_key, rnl_str_t* out_tensor,
                                             rnl_dtype_t* out_dtype);
// The part of the model that `outputs` ("node", "node:1") need once `inputs` are fed, as a new graph,
// and a session of it with the variables restored. Inputs become Placeholders where they were computed;
// ref variables are imported as rnl_graph_import does; what only trained or saved the model is not
// there; asset tensors are paths in the folder. The model's init op (tables, assets) has run, unless it
// needs ops that are not registered: then a warning names them. `options` may be NULL. Errors: NOT_FOUND
// for an input or output, for a variable that the checkpoint lacks, and listing all ops
//   that are not registered; those of rnl_graph_import and rnl_session_restore.
RNL_API rnl_status_t* rnl_saved_model_load(rnl_saved_model_t* model, const rnl_str_t* inputs,
                                           size_t num_inputs, const rnl_str_t* outputs,
                                           size_t num_outputs, const rnl_session_options_t* options,
                                           rnl_graph_t** out_graph, rnl_session_t** out_session);
// The same for the inputs and outputs of the signature `key`.
RNL_API rnl_status_t* rnl_saved_model_load_signature(rnl_saved_model_t* model, rnl_str_t key,
                                                     const rnl_session_options_t* options,
                                                     rnl_graph_t** out_graph,
                                                     rnl_session_t** out_session);

// Adds what the signature `key` needs, and is not there yet, to the graph of a session that one of the
// two above has loaded from this model, and restores the variables that are new. Those that are there
// keep their values: so all signatures of a model have one state. Errors: as of the above;
// INVALID_ARGUMENT for a signature that computes what an earlier one takes as an input, and for a
// session that is not of this model. On error nodes may have been added, none of the old ones changed.
// Threads: one at a time for a session; its steps may go on.
RNL_API rnl_status_t* rnl_saved_model_add_signature(rnl_saved_model_t* model, rnl_str_t key,
                                                    rnl_session_t* session);

// Adds all of the model's graph to `graph`, unlike rnl_saved_model_load, and gives what belongs to it,
// the assets at their places in the model's folder. Variables have no values: the saver's restore node,
// fed with "folder/variables/variables", gives them some. Errors: as rnl_graph_import and
// rnl_meta_graph_read.
RNL_API rnl_status_t* rnl_saved_model_import(rnl_saved_model_t* model, rnl_graph_t* graph,
                                             rnl_meta_graph_t** out_meta);
// Opens the model at `path` and adds all of its graph to `graph`, in one call. `options` and `out_meta`
// may be NULL. Errors: as rnl_saved_model_open and rnl_saved_model_import; INVALID_ARGUMENT naming an
// importer option that the importer does not have.
RNL_API rnl_status_t* rnl_graph_load(rnl_graph_t* graph, rnl_str_t path,
                                     const rnl_import_options_t* options, rnl_meta_graph_t** out_meta);
// A MetaGraph, binary or text, as a model file of another program: "onnx" (opset 17). Its graph has no
// variables (rnl_session_freeze), and a signature, "serving_default" or else the first, says what inputs
// and outputs are called. Errors: UNIMPLEMENTED listing all that has no equivalent there, with a node of
// each; NOT_FOUND for a format that no plugin writes; INVALID_ARGUMENT without a signature; those of
//   rnl_meta_graph_read.
RNL_API rnl_status_t* rnl_model_export(rnl_runtime_t* runtime, rnl_str_t meta_graph, rnl_str_t format,
                                       rnl_bytes_t** out_model);
// Writes the session's graph, the values of its variables, and what `meta` says as a SavedModel that
// TensorFlow loads; without a tag in `meta`: "serve". The graph gets nodes of its own that restore the
// variables that have a value now; the others are as their initialisers leave them. Atomic: `folder` is
// new or empty, and it is whole when it appears. Adds nodes to the graph as rnl_session_save. Errors:
// ALREADY_EXISTS for a folder with something in it; those of rnl_graph_export_meta_graph; NOT_FOUND for
// an asset's file; FAILED_PRECONDITION for an asset without one; those of the file system, with the
// path.
RNL_API rnl_status_t* rnl_saved_model_write(rnl_session_t* session, const rnl_meta_graph_t* meta,
                                            rnl_str_t folder);

// ---------------------------------------------------------------------------------------------------
// Cluster: which tasks there are, and servers, each of which is one of them
// ---------------------------------------------------------------------------------------------------

// Jobs by name, tasks by number within a job, an address for each: "host:port", IPv6 in brackets. Like
// an options handle it belongs to one thread at a time.
typedef struct rnl_cluster_t rnl_cluster_t;
RNL_API rnl_status_t* rnl_cluster_create(rnl_cluster_t** out_cluster);
// Jobs separated by ';' or new lines, each "job=address,address" for tasks 0, 1, ..., or with numbers of
// their own: "ps=a:2222;worker=2@b:2222,5@[::1]:2223".
// Errors: INVALID_ARGUMENT with the piece that is wrong; ALREADY_EXISTS for a task that comes twice.
RNL_API rnl_status_t* rnl_cluster_from_text(rnl_str_t text, rnl_cluster_t** out_cluster);
// TensorFlow's ClusterDef, binary. Errors: DATA_LOSS too.
RNL_API rnl_status_t* rnl_cluster_from_message(rnl_str_t bytes, rnl_cluster_t** out_cluster);
RNL_API void rnl_cluster_release(rnl_cluster_t* cluster);
// Errors: as rnl_cluster_from_text.
RNL_API rnl_status_t* rnl_cluster_add_task(rnl_cluster_t* cluster, rnl_str_t job, int64_t task,
                                           rnl_str_t address);
RNL_API rnl_status_t* rnl_cluster_to_text(const rnl_cluster_t* cluster, rnl_bytes_t** out_text);
RNL_API rnl_status_t* rnl_cluster_to_message(const rnl_cluster_t* cluster, rnl_bytes_t** out_message);
// In alphabetical order.
RNL_API rnl_status_t* rnl_cluster_jobs(const rnl_cluster_t* cluster, rnl_names_t** out_jobs);
// Errors of these: NOT_FOUND naming what is missing and what there is; OUT_OF_RANGE for the position.
RNL_API rnl_status_t* rnl_cluster_num_tasks(const rnl_cluster_t* cluster, rnl_str_t job,
                                            size_t* out_count);
// The number of the task at a position, from 0 on; numbers rise.
RNL_API rnl_status_t* rnl_cluster_task_at(const rnl_cluster_t* cluster, rnl_str_t job, size_t position,
                                          int64_t* out_task);
RNL_API rnl_status_t* rnl_cluster_task_address(const rnl_cluster_t* cluster, rnl_str_t job, int64_t task,
                                               rnl_bytes_t** out_address);

// Where the variables of a replicated model go: spread over the tasks of one job, so that every replica
// that asks in the same order gets the same answers. For one thread at a time.
typedef struct rnl_device_setter_t rnl_device_setter_t;
// by_bytes: to the task that has the fewest bytes so far, the first of several; else to each in turn.
// Errors: NOT_FOUND for a job that the cluster lacks.
RNL_API rnl_status_t* rnl_device_setter_create(const rnl_cluster_t* cluster, rnl_str_t job,
                                               bool by_bytes, rnl_device_setter_t** out_setter);
RNL_API void rnl_device_setter_release(rnl_device_setter_t* setter);
// The device for a variable of that size, as "/job:ps/task:1". Borrowed until the next call.
RNL_API rnl_status_t* rnl_device_setter_next(rnl_device_setter_t* setter, uint64_t size_bytes,
                                             rnl_str_t* out_device);

typedef struct rnl_server_options_t rnl_server_options_t;
// For one task of a cluster, of which a copy is kept.
RNL_API rnl_status_t* rnl_server_options_create(const rnl_cluster_t* cluster, rnl_str_t job,
                                                int64_t task, rnl_server_options_t** out_options);
RNL_API void rnl_server_options_release(rnl_server_options_t* options);
// What others must show. Default: the environment's RUNNEL_CLUSTER_TOKEN; without that the server makes
// one up, which rnl_server_token tells.
RNL_API rnl_status_t* rnl_server_options_set_token(rnl_server_options_t* options, rnl_str_t token);
// A TCP socket that listens already, which rnl_server_start takes over even if it fails. Default, -1: it
// binds the task's address; port 0 there is any that is free.
RNL_API rnl_status_t* rnl_server_options_set_listen_fd(rnl_server_options_t* options, int32_t fd);
// TLS 1.3 with one key for all tasks and clients: the path of a file of mode 0600 with 64 hexadecimal
// digits, as `openssl rand -hex 32` prints them. Read when the server starts. Default: the environment's
// RUNNEL_CLUSTER_KEY_FILE, or none. Errors, of rnl_server_start: PERMISSION_DENIED for a file that
// others may read; NOT_FOUND; INVALID_ARGUMENT for another content, or certificates besides.
RNL_API rnl_status_t* rnl_server_options_set_key_file(rnl_server_options_t* options, rnl_str_t path);
// TLS 1.3 with certificates that both sides show, signed by one authority: paths of PEM files, that of
// the private key of mode 0600. A task's certificate must be for the name or address that the cluster
// has for it. Errors, of rnl_server_start: as the key file's.
RNL_API rnl_status_t* rnl_server_options_set_certificates(rnl_server_options_t* options,
                                                          rnl_str_t certificate, rnl_str_t private_key,
                                                          rnl_str_t authority);
// The folder that ops of graphs from elsewhere may read and write files in. Default: none, and such ops
// end with PERMISSION_DENIED.
RNL_API rnl_status_t* rnl_server_options_set_files(rnl_server_options_t* options, rnl_str_t folder);
// Without it, or one of the two ways to be secure, an address that other machines can reach is refused.
// The server's log says that it is insecure. Default: false.
RNL_API rnl_status_t* rnl_server_options_set_insecure_network(rnl_server_options_t* options,
                                                              bool insecure);
// Signs of life are sent every interval_ms, and a peer without one for dead_ms counts as dead.
// Default: 500 and 3,000.
RNL_API rnl_status_t* rnl_server_options_set_heartbeat(rnl_server_options_t* options,
                                                       int64_t interval_ms, int64_t dead_ms);
// How many bytes of tensors may lie at the server that other tasks and clients have sent and nothing has
// used yet, from all of them together; besides that each may send one that a step waits for, and 64 KiB.
// Whatever more there is stays where it is. At least 1 MiB. Default: 256 MiB.
RNL_API rnl_status_t* rnl_server_options_set_receive_limit(rnl_server_options_t* options,
                                                           uint64_t size_bytes);

// A task of a cluster, master and worker in one: sessions whose target it is run on all tasks.
typedef struct rnl_server_t rnl_server_t;
// Listens and serves on threads of its own and of the runtime, until it is stopped.
// Errors: NOT_FOUND for a task that the cluster lacks, and without librunnel_net.so beside this library;
//   PERMISSION_DENIED for an address that other machines can reach; UNAVAILABLE if it cannot be bound.
RNL_API rnl_status_t* rnl_server_start(rnl_runtime_t* runtime, const rnl_server_options_t* options,
                                       rnl_server_t** out_server);
// The only task, /job:local/task:0, of a cluster of its own, at any free port of 127.0.0.1.
RNL_API rnl_status_t* rnl_server_start_local(rnl_runtime_t* runtime, rnl_server_t** out_server);
RNL_API rnl_server_t* rnl_server_retain(rnl_server_t* server);
// The last release stops the server.
RNL_API void rnl_server_release(rnl_server_t* server);
// Ends its steps and connections, and waits until nothing that it began is under way. A second stop does
// nothing.
RNL_API rnl_status_t* rnl_server_stop(rnl_server_t* server);
// "runnel://127.0.0.1:2222", for rnl_session_options_set_target. Borrowed, as the token.
RNL_API rnl_str_t rnl_server_target(const rnl_server_t* server);
// Empty where the server has a key file or certificates, which take its place, and none was given.
RNL_API rnl_str_t rnl_server_token(const rnl_server_t* server);

// Asks the server that is the target of `options` how it is, without a session, or with all_tasks how
// every task of its cluster is. The answer is JSON: {"tasks":[{"name", "address", "incarnation" (64
// bits), "devices":["/device:CPU:0", ...], "step": how many it has taken part in, "bytes": of host
// memory in tensors and arenas, "error": null}, ...]}. Of a task that does not answer the server,
// "error" says why, and all but its name and address is null. Token, key file, certificates and the time
// to connect are taken from `options` too. Errors: FAILED_PRECONDITION without a target; UNAVAILABLE,
// DEADLINE_EXCEEDED if the server does not
//   answer in time; UNAUTHENTICATED. Threads: any; it waits.
RNL_API rnl_status_t* rnl_server_status(rnl_runtime_t* runtime, const rnl_session_options_t* options,
                                        bool all_tasks, rnl_bytes_t** out_json);

// ---------------------------------------------------------------------------------------------------
// Eager execution: ops that run at once on tensors, tapes for their gradients, functions of traced
// graphs
// ---------------------------------------------------------------------------------------------------

// A context for ops that run at once. What they make (variables, tables, queues) lives in it, as in a
// session. An op is planned once for the types of its inputs, and for each of a few shapes; executed
// again it is neither planned nor searched for. It needs librunnel_eager.so beside this library, which
// is opened with the first context.
typedef struct rnl_eager_t rnl_eager_t;
// `options` may be NULL; default device, soft placement, passes, limits and timeout are taken from it.
// Errors: UNIMPLEMENTED for options with a target; NOT_FOUND without librunnel_eager.so.
RNL_API rnl_status_t* rnl_eager_create(rnl_runtime_t* runtime, const rnl_session_options_t* options,
                                       rnl_eager_t** out_eager);
RNL_API rnl_eager_t* rnl_eager_retain(rnl_eager_t* eager);
// The last release closes the context.
RNL_API void rnl_eager_release(rnl_eager_t* eager);
// Cancels what runs, waits for it, drops variables and whatever else ops have made. Every later
// execution answers FAILED_PRECONDITION. A second close does nothing.
RNL_API rnl_status_t* rnl_eager_close(rnl_eager_t* eager);
// The graph whose functions ops may name by their attrs, and which builders of ops are of. Borrowed.
RNL_API rnl_graph_t* rnl_eager_graph(const rnl_eager_t* eager);

// An op with its attrs, or a function made of a graph: to be executed any number of times. Any thread.
typedef struct rnl_eager_op_t rnl_eager_op_t;
// What the builder says, without inputs, which come with each execution; a name that is not empty is
// that of the node in errors. Releases the builder, whether that succeeds or not: one of
// rnl_node_builder_create over rnl_eager_graph. Errors: the first that stuck in the builder; NOT_FOUND
// for the op; INVALID_ARGUMENT for a builder with inputs, or of another graph.
RNL_API rnl_status_t* rnl_eager_op_create(rnl_eager_t* eager, rnl_node_builder_t* builder,
                                          rnl_eager_op_t** out_op);
// A function: the part of `graph` between `inputs` and `outputs`, with `targets`, run as one step. The
// graph may be of this runtime's any; what is in it stays as it is, and it may be run and exported as
// any other. An input is a Placeholder's output, or one of rnl_eager_add_handle.
// Errors: INVALID_ARGUMENT for another input, one given twice, or neither outputs nor targets.
RNL_API rnl_status_t* rnl_eager_op_from_graph(rnl_eager_t* eager, rnl_str_t name, rnl_graph_t* graph,
                                              const rnl_output_t* inputs, size_t num_inputs,
                                              const rnl_output_t* outputs, size_t num_outputs,
                                              const rnl_node_t* targets, size_t num_targets,
                                              rnl_eager_op_t** out_op);
RNL_API rnl_eager_op_t* rnl_eager_op_retain(rnl_eager_op_t* op);
RNL_API void rnl_eager_op_release(rnl_eager_op_t* op);
// How many outputs an execution with these inputs gives. Errors: as adding a node with such inputs.
RNL_API rnl_status_t* rnl_eager_op_num_outputs(rnl_eager_op_t* op, rnl_tensor_t* const* inputs,
                                               size_t num_inputs, size_t* out_count);

// What executions are recorded by; see below.
typedef struct rnl_tape_t rnl_tape_t;
// Runs the op on `inputs` and returns when it has ended. Lists among its inputs are given flat. Outputs
// stay in the memory of their device (rnl_tensor_to_host); a failure of a device that computes later is
// that of whoever reads them. `options` and `tape` may be NULL. Handles: of a resource that has no
// shared_name the op makes a new one each time, which goes with its last handle.
// Errors: INVALID_ARGUMENT as adding such a node, or where there are more than `capacity` outputs; those
//   of rnl_session_run, with the op's name; FAILED_PRECONDITION after rnl_eager_close. All stays usable.
// Threads: any number at once; with a tape, one at a time for the tape.
// Ownership: borrows inputs; the caller releases the first *out_count of out_outputs.
RNL_API rnl_status_t* rnl_eager_op_execute(rnl_eager_op_t* op, const rnl_run_options_t* options,
                                           rnl_tape_t* tape, rnl_tensor_t* const* inputs,
                                           size_t num_inputs, rnl_tensor_t** out_outputs,
                                           size_t capacity, size_t* out_count);
// The same for the op of that name, whose attrs follow from its inputs and defaults.
RNL_API rnl_status_t* rnl_eager_execute(rnl_eager_t* eager, rnl_str_t op, rnl_tape_t* tape,
                                        rnl_tensor_t* const* inputs, size_t num_inputs,
                                        rnl_tensor_t** out_outputs, size_t capacity, size_t* out_count);
// A new variable with this value: the handle that ReadVariableOp, AssignVariableOp and the optimiser ops
// take. `name` is for errors, and for whoever saves it; several may have one. The variable goes with its
// last handle. Its device is that of `device`, or the default one if that is empty.
RNL_API rnl_status_t* rnl_eager_create_variable(rnl_eager_t* eager, rnl_str_t name, rnl_str_t device,
                                                rnl_tensor_t* value, rnl_tensor_t** out_handle);
// Adds to `graph` the node that made `handle`, or finds it there: a function's graph uses the resource
// by it. Errors: INVALID_ARGUMENT for a tensor that is no handle made by an op of this context.
RNL_API rnl_status_t* rnl_eager_add_handle(rnl_eager_t* eager, rnl_graph_t* graph,
                                           const rnl_tensor_t* handle, rnl_output_t* out_output);

// ---- tapes
//
// A tape records executions that it is passed to and that depend on watched values, with the values
// themselves, until it is released or, if it is not persistent, asked for gradients. It is for one
// thread at a time. It knows a value by its handle: the same rnl_tensor_t, not another of equal content.

// With `outer` (may be NULL) what is executed with this tape is recorded by that one too, and so is what
// gradients compute, which is how second and higher derivatives are had. A tape that is persistent gives
// gradients any number of times. watch_variables: every variable that is read is watched.
RNL_API rnl_status_t* rnl_tape_create(rnl_eager_t* eager, rnl_tape_t* outer, bool persistent,
                                      bool watch_variables, rnl_tape_t** out_tape);
RNL_API rnl_tape_t* rnl_tape_retain(rnl_tape_t* tape);
RNL_API void rnl_tape_release(rnl_tape_t* tape);
// Errors: INVALID_ARGUMENT for a tensor of a type without gradients. A variable's handle may be watched.
RNL_API rnl_status_t* rnl_tape_watch(rnl_tape_t* tape, rnl_tensor_t* tensor);
// false: executions are not recorded until it is set to true again. The tape around is not concerned.
RNL_API rnl_status_t* rnl_tape_set_recording(rnl_tape_t* tape, bool recording);
// The gradients of sum(targets) with respect to each source: out_gradients[i] is of sources[i], which
// may be a variable's handle. output_gradients weighs targets (NULL, or NULL in an entry: ones). A
// source on which no target depends gets NULL, or zeros where `zeros` is true. Values are those that
// were recorded: nothing is computed or drawn again. Errors: FAILED_PRECONDITION for a second time,
// unless the tape is persistent; INVALID_ARGUMENT for a
//   target without gradients and an output gradient of another type or shape; UNIMPLEMENTED naming the
//   op without a gradient; those of the steps.
RNL_API rnl_status_t* rnl_tape_gradient(rnl_tape_t* tape, const rnl_run_options_t* options,
                                        rnl_tensor_t* const* targets,
                                        rnl_tensor_t* const* output_gradients, size_t num_targets,
                                        rnl_tensor_t* const* sources, size_t num_sources, bool zeros,
                                        rnl_tensor_t** out_gradients);
// Gives the gradients of a call of rnl_tape_record: output_gradients[i] is of its output i, zeros where
// none came; input_gradients has room for one for each input, NULL for none, which Runnel releases. What
// it executes with `tape`, the tape around the one that is asked, which may be NULL, can be
// differentiated again. Runs on the thread that calls rnl_tape_gradient; it may do anything.
typedef rnl_status_t* (*rnl_gradient_fn_t)(void* arg, rnl_tape_t* tape,
                                           rnl_tensor_t* const* output_gradients, size_t num_outputs,
                                           rnl_tensor_t** input_gradients, size_t num_inputs);
// Records that `outputs` were computed of `inputs`, in whatever way, and what the gradient is. `drop`
// may be NULL; on failure it is not called.
RNL_API rnl_status_t* rnl_tape_record(rnl_tape_t* tape, rnl_tensor_t* const* inputs, size_t num_inputs,
                                      rnl_tensor_t* const* outputs, size_t num_outputs,
                                      rnl_gradient_fn_t fn, void* arg, rnl_drop_fn_t drop);

#ifdef __cplusplus
}  // extern "C"
#endif
#endif  // RUNNEL_C_API_RUNNEL_H_
