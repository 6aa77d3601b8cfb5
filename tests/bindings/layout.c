// Prints what the compiler makes of runnel.h. Made by tools/generate; not edited.
// clang-format off
#include <runnel/runnel.h>
#include <stdio.h>

// Compiles only while the header has these prototypes.
uint32_t rnl_abi_version(void);
rnl_str_t rnl_version(void);
rnl_status_t* rnl_require(uint32_t);
rnl_status_t* rnl_status_create(rnl_code_t, rnl_str_t);
rnl_code_t rnl_status_code(const rnl_status_t*);
rnl_str_t rnl_status_message(const rnl_status_t*);
rnl_str_t rnl_status_node(const rnl_status_t*);
rnl_status_t* rnl_status_retain(rnl_status_t*);
void rnl_status_release(rnl_status_t*);
rnl_str_t rnl_code_name(rnl_code_t);
rnl_str_t rnl_bytes_view(const rnl_bytes_t*);
rnl_bytes_t* rnl_bytes_retain(rnl_bytes_t*);
void rnl_bytes_release(rnl_bytes_t*);
size_t rnl_names_count(const rnl_names_t*);
rnl_str_t rnl_names_get(const rnl_names_t*, size_t);
rnl_names_t* rnl_names_retain(rnl_names_t*);
void rnl_names_release(rnl_names_t*);
rnl_str_t rnl_dtype_name(rnl_dtype_t);
rnl_dtype_t rnl_dtype_from_name(rnl_str_t);
size_t rnl_dtype_size(rnl_dtype_t);
rnl_status_t* rnl_runtime_options_create(rnl_runtime_options_t**);
void rnl_runtime_options_release(rnl_runtime_options_t*);
rnl_status_t* rnl_runtime_options_set_threads(rnl_runtime_options_t*, int32_t);
rnl_status_t* rnl_runtime_options_set_memory_limit(rnl_runtime_options_t*, uint64_t);
rnl_status_t* rnl_runtime_options_set_allocator(rnl_runtime_options_t*, rnl_alloc_fn_t, rnl_free_fn_t, void*);
rnl_status_t* rnl_runtime_options_set_owned_allocator(rnl_runtime_options_t*, rnl_alloc_fn_t, rnl_free_fn_t,
    void*, rnl_drop_fn_t);
rnl_status_t* rnl_runtime_options_set_log(rnl_runtime_options_t*, rnl_log_fn_t, void*);
rnl_status_t* rnl_runtime_options_set_owned_log(rnl_runtime_options_t*, rnl_log_fn_t, void*, rnl_drop_fn_t);
rnl_status_t* rnl_runtime_options_set_log_level(rnl_runtime_options_t*, rnl_severity_t);
rnl_status_t* rnl_runtime_options_set_default_plugins(rnl_runtime_options_t*, bool);
rnl_status_t* rnl_runtime_options_add_plugin(rnl_runtime_options_t*, rnl_str_t);
rnl_status_t* rnl_runtime_options_set_config(rnl_runtime_options_t*, rnl_str_t, rnl_str_t);
rnl_status_t* rnl_runtime_create(const rnl_runtime_options_t*, rnl_runtime_t**);
rnl_runtime_t* rnl_runtime_retain(rnl_runtime_t*);
void rnl_runtime_release(rnl_runtime_t*);
rnl_status_t* rnl_runtime_load_plugin(rnl_runtime_t*, rnl_str_t);
rnl_status_t* rnl_runtime_add_static_plugin(rnl_runtime_t*, const struct rnlp_plugin_t*);
uint64_t rnl_runtime_memory_in_use(const rnl_runtime_t*);
rnl_status_t* rnl_runtime_log(rnl_runtime_t*, rnl_severity_t, rnl_str_t);
size_t rnl_runtime_num_devices(const rnl_runtime_t*);
rnl_str_t rnl_runtime_device_name(const rnl_runtime_t*, size_t);
rnl_str_t rnl_runtime_device_type(const rnl_runtime_t*, size_t);
rnl_str_t rnl_runtime_device_description(const rnl_runtime_t*, size_t);
rnl_status_t* rnl_runtime_device_memory(const rnl_runtime_t*, size_t, uint64_t*, uint64_t*, uint64_t*);
rnl_status_t* rnl_runtime_ops(const rnl_runtime_t*, rnl_names_t**);
rnl_status_t* rnl_runtime_find_op(const rnl_runtime_t*, rnl_str_t, rnl_op_t**);
rnl_str_t rnl_runtime_op_family(const rnl_runtime_t*, rnl_str_t);
rnl_op_t* rnl_op_retain(rnl_op_t*);
void rnl_op_release(rnl_op_t*);
rnl_str_t rnl_op_name(const rnl_op_t*);
rnl_str_t rnl_op_doc(const rnl_op_t*);
bool rnl_op_is_stateful(const rnl_op_t*);
bool rnl_op_has_gradient(const rnl_op_t*);
bool rnl_op_has_composition(const rnl_op_t*);
size_t rnl_op_num_inputs(const rnl_op_t*);
size_t rnl_op_num_outputs(const rnl_op_t*);
size_t rnl_op_num_attrs(const rnl_op_t*);
rnl_str_t rnl_op_input_name(const rnl_op_t*, size_t);
rnl_str_t rnl_op_input_type(const rnl_op_t*, size_t);
rnl_str_t rnl_op_output_name(const rnl_op_t*, size_t);
rnl_str_t rnl_op_output_type(const rnl_op_t*, size_t);
rnl_str_t rnl_op_attr_name(const rnl_op_t*, size_t);
rnl_str_t rnl_op_attr_type(const rnl_op_t*, size_t);
rnl_str_t rnl_op_attr_default(const rnl_op_t*, size_t);
int64_t rnl_op_attr_minimum(const rnl_op_t*, size_t);
size_t rnl_op_attr_num_allowed(const rnl_op_t*, size_t);
rnl_str_t rnl_op_attr_allowed(const rnl_op_t*, size_t, size_t);
rnl_status_t* rnl_runtime_kernels(const rnl_runtime_t*, rnl_kernels_t**);
rnl_kernels_t* rnl_kernels_retain(rnl_kernels_t*);
void rnl_kernels_release(rnl_kernels_t*);
size_t rnl_kernels_count(const rnl_kernels_t*);
rnl_str_t rnl_kernels_op(const rnl_kernels_t*, size_t);
rnl_str_t rnl_kernels_device_type(const rnl_kernels_t*, size_t);
rnl_str_t rnl_kernels_plugin(const rnl_kernels_t*, size_t);
size_t rnl_kernels_num_constraints(const rnl_kernels_t*, size_t);
rnl_str_t rnl_kernels_constraint_attr(const rnl_kernels_t*, size_t, size_t);
size_t rnl_kernels_constraint_types(const rnl_kernels_t*, size_t, size_t, const rnl_dtype_t**);
rnl_status_t* rnl_tensor_create(rnl_runtime_t*, rnl_dtype_t, int32_t, const int64_t*, rnl_tensor_t**);
rnl_status_t* rnl_tensor_from_data(rnl_runtime_t*, rnl_dtype_t, int32_t, const int64_t*, const void*, size_t,
    rnl_tensor_t**);
rnl_status_t* rnl_tensor_from_scalar(rnl_runtime_t*, rnl_dtype_t, double, rnl_tensor_t**);
rnl_status_t* rnl_tensor_from_strings(rnl_runtime_t*, int32_t, const int64_t*, const rnl_str_t*, size_t,
    rnl_tensor_t**);
rnl_status_t* rnl_tensor_wrap(rnl_runtime_t*, rnl_dtype_t, int32_t, const int64_t*, void*, size_t,
    rnl_deleter_t, void*, rnl_tensor_t**);
rnl_tensor_t* rnl_tensor_retain(rnl_tensor_t*);
void rnl_tensor_release(rnl_tensor_t*);
rnl_dtype_t rnl_tensor_dtype(const rnl_tensor_t*);
int32_t rnl_tensor_rank(const rnl_tensor_t*);
const int64_t* rnl_tensor_dims(const rnl_tensor_t*);
int64_t rnl_tensor_num_elements(const rnl_tensor_t*);
size_t rnl_tensor_size_bytes(const rnl_tensor_t*);
const void* rnl_tensor_data(const rnl_tensor_t*);
rnl_status_t* rnl_tensor_mutable_data(rnl_tensor_t*, void**);
rnl_status_t* rnl_tensor_get_string(const rnl_tensor_t*, int64_t, rnl_str_t*);
rnl_status_t* rnl_tensor_set_string(rnl_tensor_t*, int64_t, rnl_str_t);
rnl_str_t rnl_tensor_device(const rnl_tensor_t*);
rnl_status_t* rnl_tensor_to_host(rnl_tensor_t*, rnl_tensor_t**);
rnl_status_t* rnl_tensor_copy_to(const rnl_tensor_t*, void*, size_t);
rnl_status_t* rnl_tensor_reshape(rnl_tensor_t*, int32_t, const int64_t*, rnl_tensor_t**);
rnl_status_t* rnl_tensor_to_text(const rnl_tensor_t*, int32_t, rnl_bytes_t**);
rnl_status_t* rnl_tensor_from_dlpack(rnl_runtime_t*, struct DLManagedTensor*, rnl_tensor_t**);
rnl_status_t* rnl_tensor_to_dlpack(rnl_tensor_t*, struct DLManagedTensor**);
rnl_status_t* rnl_graph_create(rnl_runtime_t*, rnl_graph_t**);
rnl_graph_t* rnl_graph_retain(rnl_graph_t*);
void rnl_graph_release(rnl_graph_t*);
rnl_status_t* rnl_graph_add_op(rnl_graph_t*, rnl_str_t, rnl_str_t, const rnl_output_t*, size_t,
    rnl_output_t*);
rnl_status_t* rnl_graph_add_constant(rnl_graph_t*, rnl_str_t, const rnl_tensor_t*, rnl_output_t*);
rnl_status_t* rnl_graph_add_placeholder(rnl_graph_t*, rnl_str_t, rnl_dtype_t, int32_t, const int64_t*,
    rnl_output_t*);
rnl_status_t* rnl_graph_add_variable(rnl_graph_t*, rnl_str_t, rnl_dtype_t, int32_t, const int64_t*,
    rnl_output_t*);
rnl_status_t* rnl_graph_add_group(rnl_graph_t*, rnl_str_t, const rnl_node_t*, size_t, rnl_node_t*);
rnl_status_t* rnl_graph_close_loop(rnl_graph_t*, rnl_node_t, rnl_output_t);
rnl_node_builder_t* rnl_node_builder_create(rnl_graph_t*, rnl_str_t, rnl_str_t);
void rnl_node_builder_add_input(rnl_node_builder_t*, rnl_output_t);
void rnl_node_builder_add_input_list(rnl_node_builder_t*, const rnl_output_t*, size_t);
void rnl_node_builder_add_control_input(rnl_node_builder_t*, rnl_node_t);
void rnl_node_builder_set_device(rnl_node_builder_t*, rnl_str_t);
void rnl_node_builder_colocate_with(rnl_node_builder_t*, rnl_node_t);
void rnl_node_builder_set_attr_string(rnl_node_builder_t*, rnl_str_t, rnl_str_t);
void rnl_node_builder_set_attr_int(rnl_node_builder_t*, rnl_str_t, int64_t);
void rnl_node_builder_set_attr_float(rnl_node_builder_t*, rnl_str_t, float);
void rnl_node_builder_set_attr_bool(rnl_node_builder_t*, rnl_str_t, bool);
void rnl_node_builder_set_attr_type(rnl_node_builder_t*, rnl_str_t, rnl_dtype_t);
void rnl_node_builder_set_attr_shape(rnl_node_builder_t*, rnl_str_t, int32_t, const int64_t*);
void rnl_node_builder_set_attr_tensor(rnl_node_builder_t*, rnl_str_t, const rnl_tensor_t*);
void rnl_node_builder_set_attr_func(rnl_node_builder_t*, rnl_str_t, rnl_str_t);
void rnl_node_builder_set_attr_string_list(rnl_node_builder_t*, rnl_str_t, const rnl_str_t*, size_t);
void rnl_node_builder_set_attr_int_list(rnl_node_builder_t*, rnl_str_t, const int64_t*, size_t);
void rnl_node_builder_set_attr_float_list(rnl_node_builder_t*, rnl_str_t, const float*, size_t);
void rnl_node_builder_set_attr_bool_list(rnl_node_builder_t*, rnl_str_t, const bool*, size_t);
void rnl_node_builder_set_attr_type_list(rnl_node_builder_t*, rnl_str_t, const rnl_dtype_t*, size_t);
void rnl_node_builder_set_attr_shape_list(rnl_node_builder_t*, rnl_str_t, const int32_t*, const int64_t*
    const*, size_t);
void rnl_node_builder_set_attr_tensor_list(rnl_node_builder_t*, rnl_str_t, const rnl_tensor_t* const*,
    size_t);
void rnl_node_builder_set_attr_func_list(rnl_node_builder_t*, rnl_str_t, const rnl_str_t*, size_t);
rnl_status_t* rnl_node_builder_finish(rnl_node_builder_t*, rnl_node_t*);
void rnl_node_builder_release(rnl_node_builder_t*);
rnl_status_t* rnl_import_options_create(rnl_import_options_t**);
void rnl_import_options_release(rnl_import_options_t*);
rnl_status_t* rnl_import_options_set_prefix(rnl_import_options_t*, rnl_str_t);
rnl_status_t* rnl_import_options_map_input(rnl_import_options_t*, rnl_str_t, rnl_output_t);
rnl_status_t* rnl_import_options_add_control_dependency(rnl_import_options_t*, rnl_node_t);
rnl_status_t* rnl_import_options_set_default_device(rnl_import_options_t*, rnl_str_t);
rnl_status_t* rnl_import_options_set_extend(rnl_import_options_t*, bool);
rnl_status_t* rnl_import_options_set_importer_option(rnl_import_options_t*, rnl_str_t, rnl_str_t);
rnl_status_t* rnl_graph_import(rnl_graph_t*, rnl_str_t, const rnl_import_options_t*);
rnl_status_t* rnl_graph_export(const rnl_graph_t*, rnl_bytes_t**);
rnl_status_t* rnl_graph_export_text(const rnl_graph_t*, rnl_bytes_t**);
rnl_status_t* rnl_graph_add_function(rnl_graph_t*, rnl_str_t, const rnl_graph_t*, const rnl_output_t*, size_t,
    const rnl_output_t*, size_t);
rnl_status_t* rnl_graph_functions(const rnl_graph_t*, rnl_names_t**);
rnl_status_t* rnl_graph_add_gradients(rnl_graph_t*, const rnl_output_t*, const rnl_output_t*, size_t, const
    rnl_output_t*, size_t, const rnl_output_t*, size_t, rnl_str_t, rnl_output_t*);
rnl_runtime_t* rnl_graph_runtime(const rnl_graph_t*);
size_t rnl_graph_num_nodes(const rnl_graph_t*);
rnl_status_t* rnl_graph_find_node(const rnl_graph_t*, rnl_str_t, rnl_node_t*);
rnl_status_t* rnl_graph_find_output(const rnl_graph_t*, rnl_str_t, rnl_output_t*);
rnl_str_t rnl_graph_node_name(const rnl_graph_t*, rnl_node_t);
rnl_str_t rnl_graph_node_op(const rnl_graph_t*, rnl_node_t);
rnl_str_t rnl_graph_node_device(const rnl_graph_t*, rnl_node_t);
size_t rnl_graph_num_inputs(const rnl_graph_t*, rnl_node_t);
rnl_output_t rnl_graph_input(const rnl_graph_t*, rnl_node_t, size_t);
size_t rnl_graph_num_control_inputs(const rnl_graph_t*, rnl_node_t);
rnl_node_t rnl_graph_control_input(const rnl_graph_t*, rnl_node_t, size_t);
size_t rnl_graph_num_outputs(const rnl_graph_t*, rnl_node_t);
rnl_dtype_t rnl_graph_output_dtype(const rnl_graph_t*, rnl_output_t);
rnl_status_t* rnl_graph_output_shape(const rnl_graph_t*, rnl_output_t, size_t, int64_t*, int32_t*);
rnl_status_t* rnl_graph_consumers(const rnl_graph_t*, rnl_output_t, size_t, rnl_node_t*, size_t*);
size_t rnl_graph_num_attrs(const rnl_graph_t*, rnl_node_t);
rnl_str_t rnl_graph_attr_name(const rnl_graph_t*, rnl_node_t, size_t);
rnl_str_t rnl_graph_attr_kind(const rnl_graph_t*, rnl_node_t, rnl_str_t);
size_t rnl_graph_attr_count(const rnl_graph_t*, rnl_node_t, rnl_str_t);
rnl_status_t* rnl_graph_attr_text(const rnl_graph_t*, rnl_node_t, rnl_str_t, rnl_bytes_t**);
rnl_status_t* rnl_graph_attr_string(const rnl_graph_t*, rnl_node_t, rnl_str_t, size_t, rnl_str_t*);
rnl_status_t* rnl_graph_attr_int(const rnl_graph_t*, rnl_node_t, rnl_str_t, size_t, int64_t*);
rnl_status_t* rnl_graph_attr_float(const rnl_graph_t*, rnl_node_t, rnl_str_t, size_t, float*);
rnl_status_t* rnl_graph_attr_bool(const rnl_graph_t*, rnl_node_t, rnl_str_t, size_t, bool*);
rnl_status_t* rnl_graph_attr_type(const rnl_graph_t*, rnl_node_t, rnl_str_t, size_t, rnl_dtype_t*);
rnl_status_t* rnl_graph_attr_shape(const rnl_graph_t*, rnl_node_t, rnl_str_t, size_t, size_t, int64_t*,
    int32_t*);
rnl_status_t* rnl_graph_attr_tensor(const rnl_graph_t*, rnl_node_t, rnl_str_t, size_t, rnl_tensor_t**);
rnl_status_t* rnl_graph_attr_func(const rnl_graph_t*, rnl_node_t, rnl_str_t, size_t, rnl_str_t*);
rnl_status_t* rnl_runtime_set_host_function(rnl_runtime_t*, rnl_str_t, rnl_host_fn_t, void*, rnl_drop_fn_t);
rnl_runtime_t* rnl_host_call_runtime(const rnl_host_call_t*);
rnl_str_t rnl_host_call_token(const rnl_host_call_t*);
rnl_str_t rnl_host_call_node(const rnl_host_call_t*);
size_t rnl_host_call_num_inputs(const rnl_host_call_t*);
rnl_status_t* rnl_host_call_input(const rnl_host_call_t*, size_t, rnl_tensor_t**);
size_t rnl_host_call_num_outputs(const rnl_host_call_t*);
rnl_dtype_t rnl_host_call_output_dtype(const rnl_host_call_t*, size_t);
rnl_status_t* rnl_host_call_set_output(rnl_host_call_t*, size_t, const rnl_tensor_t*);
bool rnl_host_call_is_cancelled(const rnl_host_call_t*);
rnl_status_t* rnl_cancellation_create(rnl_cancellation_t**);
rnl_cancellation_t* rnl_cancellation_retain(rnl_cancellation_t*);
void rnl_cancellation_release(rnl_cancellation_t*);
rnl_status_t* rnl_cancellation_cancel(rnl_cancellation_t*);
bool rnl_cancellation_is_cancelled(const rnl_cancellation_t*);
rnl_status_t* rnl_run_options_create(rnl_run_options_t**);
void rnl_run_options_release(rnl_run_options_t*);
rnl_status_t* rnl_run_options_set_timeout(rnl_run_options_t*, int64_t);
rnl_status_t* rnl_run_options_set_cancellation(rnl_run_options_t*, rnl_cancellation_t*);
rnl_status_t* rnl_run_options_set_trace(rnl_run_options_t*, bool);
rnl_status_t* rnl_run_options_set_profile(rnl_run_options_t*, bool);
rnl_status_t* rnl_run_options_set_partition_graphs(rnl_run_options_t*, bool);
rnl_status_t* rnl_run_options_set_keep_on_device(rnl_run_options_t*, bool);
rnl_status_t* rnl_metadata_create(rnl_metadata_t**);
void rnl_metadata_release(rnl_metadata_t*);
int64_t rnl_metadata_launches(const rnl_metadata_t*);
int64_t rnl_metadata_copies(const rnl_metadata_t*);
uint64_t rnl_metadata_arena_bytes(const rnl_metadata_t*);
double rnl_metadata_planning_seconds(const rnl_metadata_t*);
size_t rnl_metadata_num_placements(const rnl_metadata_t*);
rnl_status_t* rnl_metadata_placement(const rnl_metadata_t*, size_t, rnl_str_t*, rnl_str_t*);
size_t rnl_metadata_num_fallbacks(const rnl_metadata_t*);
rnl_status_t* rnl_metadata_fallback(const rnl_metadata_t*, size_t, rnl_str_t*);
size_t rnl_metadata_num_node_stats(const rnl_metadata_t*);
rnl_status_t* rnl_metadata_node_stats(const rnl_metadata_t*, size_t, rnl_str_t*, rnl_str_t*, rnl_str_t*,
    int64_t*, int64_t*);
size_t rnl_metadata_num_partitions(const rnl_metadata_t*);
rnl_status_t* rnl_metadata_partition(const rnl_metadata_t*, size_t, rnl_str_t*, rnl_bytes_t**);
rnl_status_t* rnl_metadata_export(const rnl_metadata_t*, rnl_bytes_t**);
rnl_status_t* rnl_trace_create(rnl_trace_t**);
void rnl_trace_release(rnl_trace_t*);
rnl_status_t* rnl_trace_add_step(rnl_trace_t*, const rnl_metadata_t*);
rnl_status_t* rnl_trace_json(const rnl_trace_t*, rnl_bytes_t**);
rnl_status_t* rnl_session_options_create(rnl_session_options_t**);
void rnl_session_options_release(rnl_session_options_t*);
rnl_status_t* rnl_session_options_set_soft_placement(rnl_session_options_t*, bool);
rnl_status_t* rnl_session_options_set_log_placement(rnl_session_options_t*, bool);
rnl_status_t* rnl_session_options_disable_pass(rnl_session_options_t*, rnl_str_t);
rnl_status_t* rnl_session_options_set_print_passes(rnl_session_options_t*, bool);
rnl_status_t* rnl_session_options_set_plan_cache(rnl_session_options_t*, size_t, uint64_t);
rnl_status_t* rnl_session_options_set_planning_limits(rnl_session_options_t*, uint64_t, uint64_t);
rnl_status_t* rnl_session_options_set_timeout(rnl_session_options_t*, int64_t);
rnl_status_t* rnl_session_options_set_default_device(rnl_session_options_t*, rnl_str_t);
rnl_status_t* rnl_session_options_set_automatic_placement(rnl_session_options_t*, bool);
rnl_status_t* rnl_session_options_set_target(rnl_session_options_t*, rnl_str_t);
rnl_status_t* rnl_session_options_set_token(rnl_session_options_t*, rnl_str_t);
rnl_status_t* rnl_session_options_set_key_file(rnl_session_options_t*, rnl_str_t);
rnl_status_t* rnl_session_options_set_certificates(rnl_session_options_t*, rnl_str_t, rnl_str_t, rnl_str_t);
rnl_status_t* rnl_session_options_add_device_filter(rnl_session_options_t*, rnl_str_t);
rnl_status_t* rnl_session_options_set_connect_timeout(rnl_session_options_t*, int64_t);
rnl_status_t* rnl_session_create(rnl_graph_t*, const rnl_session_options_t*, rnl_session_t**);
rnl_session_t* rnl_session_retain(rnl_session_t*);
void rnl_session_release(rnl_session_t*);
rnl_status_t* rnl_session_close(rnl_session_t*);
rnl_status_t* rnl_session_devices(rnl_session_t*, rnl_names_t**);
rnl_status_t* rnl_session_task_logs(rnl_session_t*, rnl_names_t**);
rnl_status_t* rnl_session_reset(rnl_runtime_t*, const rnl_session_options_t*, const rnl_str_t*, size_t);
rnl_status_t* rnl_session_run(rnl_session_t*, const rnl_run_options_t*, const rnl_str_t*, rnl_tensor_t*
    const*, size_t, const rnl_str_t*, rnl_tensor_t**, size_t, const rnl_str_t*, size_t, rnl_metadata_t*);
rnl_status_t* rnl_session_run_outputs(rnl_session_t*, const rnl_run_options_t*, const rnl_output_t*,
    rnl_tensor_t* const*, size_t, const rnl_output_t*, rnl_tensor_t**, size_t, const rnl_node_t*, size_t,
    rnl_metadata_t*);
rnl_status_t* rnl_session_prepare(rnl_session_t*, const rnl_output_t*, size_t, const rnl_output_t*, size_t,
    const rnl_node_t*, size_t, rnl_callable_t**);
rnl_callable_t* rnl_callable_retain(rnl_callable_t*);
void rnl_callable_release(rnl_callable_t*);
rnl_status_t* rnl_callable_run(rnl_callable_t*, const rnl_run_options_t*, rnl_tensor_t* const*, size_t,
    rnl_tensor_t**, size_t, rnl_metadata_t*);
rnl_status_t* rnl_session_run_callback(rnl_session_t*, const rnl_run_options_t*, const rnl_output_t*,
    rnl_tensor_t* const*, size_t, const rnl_output_t*, size_t, const rnl_node_t*, size_t, rnl_done_fn_t,
    void*);
rnl_status_t* rnl_callable_run_callback(rnl_callable_t*, const rnl_run_options_t*, rnl_tensor_t* const*,
    size_t, rnl_done_fn_t, void*);
rnl_status_t* rnl_completion_queue_create(rnl_completion_queue_t**);
rnl_completion_queue_t* rnl_completion_queue_retain(rnl_completion_queue_t*);
void rnl_completion_queue_release(rnl_completion_queue_t*);
rnl_status_t* rnl_completion_queue_next(rnl_completion_queue_t*, int64_t, rnl_completion_t**);
rnl_status_t* rnl_completion_queue_shutdown(rnl_completion_queue_t*);
size_t rnl_completion_queue_size(const rnl_completion_queue_t*);
rnl_status_t* rnl_session_run_async(rnl_session_t*, const rnl_run_options_t*, const rnl_output_t*,
    rnl_tensor_t* const*, size_t, const rnl_output_t*, size_t, const rnl_node_t*, size_t,
    rnl_completion_queue_t*, uint64_t);
rnl_status_t* rnl_callable_run_async(rnl_callable_t*, const rnl_run_options_t*, rnl_tensor_t* const*, size_t,
    rnl_completion_queue_t*, uint64_t);
rnl_completion_t* rnl_completion_retain(rnl_completion_t*);
void rnl_completion_release(rnl_completion_t*);
uint64_t rnl_completion_tag(const rnl_completion_t*);
rnl_status_t* rnl_completion_status(const rnl_completion_t*);
size_t rnl_completion_num_fetches(const rnl_completion_t*);
rnl_tensor_t* rnl_completion_fetch(const rnl_completion_t*, size_t);
rnl_status_t* rnl_session_begin_partial_run(rnl_session_t*, const rnl_output_t*, size_t, const rnl_output_t*,
    size_t, const rnl_node_t*, size_t, rnl_partial_run_t**);
rnl_partial_run_t* rnl_partial_run_retain(rnl_partial_run_t*);
void rnl_partial_run_release(rnl_partial_run_t*);
rnl_status_t* rnl_partial_run_step(rnl_partial_run_t*, const rnl_output_t*, rnl_tensor_t* const*, size_t,
    const rnl_output_t*, rnl_tensor_t**, size_t);
rnl_status_t* rnl_session_plan(rnl_session_t*, const rnl_output_t*, const int32_t*, const int64_t* const*,
    size_t, const rnl_output_t*, size_t, const rnl_node_t*, size_t, rnl_plan_t**);
rnl_status_t* rnl_session_save_plan(rnl_session_t*, const rnl_output_t*, const rnl_str_t*, const int32_t*,
    const int64_t* const*, size_t, const rnl_output_t*, const rnl_str_t*, size_t, rnl_str_t);
rnl_plan_t* rnl_plan_retain(rnl_plan_t*);
void rnl_plan_release(rnl_plan_t*);
int64_t rnl_plan_launches(const rnl_plan_t*);
uint64_t rnl_plan_arena_bytes(const rnl_plan_t*);
size_t rnl_plan_num_passes(const rnl_plan_t*);
rnl_status_t* rnl_plan_pass(const rnl_plan_t*, size_t, rnl_str_t*, int64_t*, int64_t*);
rnl_status_t* rnl_plan_pass_doc(const rnl_plan_t*, size_t, rnl_str_t*);
size_t rnl_plan_num_nodes(const rnl_plan_t*);
rnl_status_t* rnl_plan_node(const rnl_plan_t*, size_t, rnl_str_t*, rnl_str_t*, rnl_str_t*, rnl_str_t*,
    int32_t*);
rnl_status_t* rnl_plan_node_cost(const rnl_plan_t*, size_t, double*, double*);
size_t rnl_plan_num_node_inputs(const rnl_plan_t*, size_t);
rnl_status_t* rnl_plan_node_input(const rnl_plan_t*, size_t, size_t, rnl_output_t*);
size_t rnl_plan_num_node_outputs(const rnl_plan_t*, size_t);
rnl_status_t* rnl_plan_node_output(const rnl_plan_t*, size_t, size_t, rnl_dtype_t*, int32_t*, const
    int64_t**);
size_t rnl_plan_num_regions(const rnl_plan_t*);
rnl_status_t* rnl_plan_region(const rnl_plan_t*, size_t, rnl_str_t*, size_t*, uint64_t*, uint64_t*);
rnl_status_t* rnl_plan_region_op(const rnl_plan_t*, size_t, size_t, rnl_str_t*);
size_t rnl_plan_num_values(const rnl_plan_t*, size_t);
rnl_status_t* rnl_plan_value(const rnl_plan_t*, size_t, size_t, rnl_str_t*, uint64_t*, uint64_t*, size_t*,
    size_t*);
rnl_status_t* rnl_coordinator_create(const rnl_code_t*, size_t, rnl_coordinator_t**);
rnl_coordinator_t* rnl_coordinator_retain(rnl_coordinator_t*);
void rnl_coordinator_release(rnl_coordinator_t*);
rnl_status_t* rnl_coordinator_request_stop(rnl_coordinator_t*, rnl_status_t*);
bool rnl_coordinator_should_stop(const rnl_coordinator_t*);
rnl_status_t* rnl_coordinator_wait_for_stop(const rnl_coordinator_t*, int64_t, bool*);
rnl_status_t* rnl_coordinator_clear_stop(rnl_coordinator_t*);
rnl_status_t* rnl_coordinator_enter(rnl_coordinator_t*, rnl_str_t);
rnl_status_t* rnl_coordinator_leave(rnl_coordinator_t*, rnl_str_t);
rnl_status_t* rnl_coordinator_join(rnl_coordinator_t*, int64_t, bool);
rnl_status_t* rnl_coordinator_error(const rnl_coordinator_t*);
rnl_status_t* rnl_queue_runner_create(rnl_graph_t*, rnl_str_t, const rnl_str_t*, size_t, rnl_str_t, rnl_str_t,
    const rnl_code_t*, size_t, rnl_queue_runner_t**);
rnl_queue_runner_t* rnl_queue_runner_retain(rnl_queue_runner_t*);
void rnl_queue_runner_release(rnl_queue_runner_t*);
rnl_str_t rnl_queue_runner_queue(const rnl_queue_runner_t*);
rnl_status_t* rnl_queue_runner_start(rnl_queue_runner_t*, rnl_session_t*, rnl_coordinator_t*);
rnl_status_t* rnl_queue_runner_error(const rnl_queue_runner_t*);
rnl_dataset_t* rnl_dataset_retain(rnl_dataset_t*);
void rnl_dataset_release(rnl_dataset_t*);
size_t rnl_dataset_num_components(const rnl_dataset_t*);
rnl_dtype_t rnl_dataset_component_dtype(const rnl_dataset_t*, size_t);
int64_t rnl_dataset_cardinality(const rnl_dataset_t*);
rnl_status_t* rnl_dataset_from_tensors(rnl_runtime_t*, rnl_tensor_t* const*, size_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_from_slices(rnl_runtime_t*, rnl_tensor_t* const*, size_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_range(rnl_runtime_t*, int64_t, int64_t, int64_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_from_generator(rnl_runtime_t*, const rnl_dtype_t*, size_t, rnl_generate_fn_t, void*,
    rnl_drop_fn_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_from_records(rnl_runtime_t*, const rnl_str_t*, size_t, rnl_str_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_from_lines(rnl_runtime_t*, const rnl_str_t*, size_t, rnl_str_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_from_pieces(rnl_runtime_t*, const rnl_str_t*, size_t, rnl_str_t, int64_t, int64_t,
    int64_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_take(rnl_dataset_t*, int64_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_skip(rnl_dataset_t*, int64_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_repeat(rnl_dataset_t*, int64_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_shard(rnl_dataset_t*, int64_t, int64_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_zip(rnl_dataset_t* const*, size_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_concatenate(rnl_dataset_t*, rnl_dataset_t*, rnl_dataset_t**);
rnl_status_t* rnl_dataset_batch(rnl_dataset_t*, int64_t, bool, rnl_dataset_t**);
rnl_status_t* rnl_dataset_padded_batch(rnl_dataset_t*, int64_t, const int32_t*, const int64_t* const*,
    rnl_tensor_t* const*, size_t, bool, rnl_dataset_t**);
rnl_status_t* rnl_dataset_window(rnl_dataset_t*, int64_t, int64_t, int64_t, bool, rnl_dataset_t**);
rnl_status_t* rnl_dataset_unbatch(rnl_dataset_t*, rnl_dataset_t**);
rnl_status_t* rnl_dataset_map(rnl_dataset_t*, rnl_graph_t*, rnl_str_t, int64_t, bool, rnl_dataset_t**);
rnl_status_t* rnl_dataset_filter(rnl_dataset_t*, rnl_graph_t*, rnl_str_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_interleave(rnl_dataset_t*, rnl_graph_t*, rnl_str_t, const rnl_dtype_t*, size_t,
    int64_t, int64_t, bool, bool, rnl_dataset_t**);
rnl_status_t* rnl_dataset_group_by_window(rnl_dataset_t*, rnl_graph_t*, rnl_str_t, rnl_str_t, rnl_str_t, const
    rnl_dtype_t*, size_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_from_variant(rnl_runtime_t*, const rnl_tensor_t*, rnl_dataset_t**);
rnl_status_t* rnl_dataset_to_variant(rnl_dataset_t*, rnl_tensor_t**);
rnl_status_t* rnl_dataset_shuffle(rnl_dataset_t*, int64_t, int64_t, bool, rnl_dataset_t**);
rnl_status_t* rnl_dataset_prefetch(rnl_dataset_t*, int64_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_cache(rnl_dataset_t*, rnl_str_t, rnl_dataset_t**);
rnl_status_t* rnl_dataset_ignore_errors(rnl_dataset_t*, rnl_dataset_t**);
rnl_status_t* rnl_dataset_iterate(rnl_dataset_t*, rnl_iterator_t**);
rnl_iterator_t* rnl_iterator_retain(rnl_iterator_t*);
void rnl_iterator_release(rnl_iterator_t*);
rnl_status_t* rnl_iterator_next(rnl_iterator_t*, int64_t, rnl_cancellation_t*, rnl_tensor_t**, size_t, bool*);
rnl_status_t* rnl_iterator_save(rnl_iterator_t*, rnl_bytes_t**);
rnl_status_t* rnl_iterator_restore(rnl_iterator_t*, const void*, size_t);
rnl_status_t* rnl_session_save(rnl_session_t*, rnl_str_t);
rnl_status_t* rnl_session_restore(rnl_session_t*, rnl_str_t);
rnl_status_t* rnl_session_save_sharded(rnl_session_t*, rnl_str_t);
rnl_status_t* rnl_session_restore_sharded(rnl_session_t*, rnl_str_t);
rnl_status_t* rnl_session_find_sharded(rnl_session_t*, rnl_str_t, int64_t*);
rnl_status_t* rnl_session_freeze(rnl_session_t*, const rnl_str_t*, size_t, rnl_bytes_t**);
rnl_status_t* rnl_checkpoint_open(rnl_runtime_t*, rnl_str_t, rnl_checkpoint_t**);
rnl_checkpoint_t* rnl_checkpoint_retain(rnl_checkpoint_t*);
void rnl_checkpoint_release(rnl_checkpoint_t*);
size_t rnl_checkpoint_count(const rnl_checkpoint_t*);
rnl_str_t rnl_checkpoint_name(const rnl_checkpoint_t*, size_t);
rnl_dtype_t rnl_checkpoint_dtype(const rnl_checkpoint_t*, size_t);
int32_t rnl_checkpoint_shape(const rnl_checkpoint_t*, size_t, const int64_t**);
rnl_status_t* rnl_checkpoint_read(const rnl_checkpoint_t*, rnl_str_t, rnl_tensor_t**);
rnl_status_t* rnl_checkpoint_write(rnl_runtime_t*, rnl_str_t, const rnl_str_t*, rnl_tensor_t* const*, size_t);
rnl_status_t* rnl_record_reader_open(rnl_runtime_t*, rnl_str_t, rnl_str_t, rnl_record_reader_t**);
rnl_record_reader_t* rnl_record_reader_retain(rnl_record_reader_t*);
void rnl_record_reader_release(rnl_record_reader_t*);
rnl_status_t* rnl_record_reader_next(rnl_record_reader_t*, rnl_bytes_t**);
rnl_status_t* rnl_record_reader_seek(rnl_record_reader_t*, uint64_t);
uint64_t rnl_record_reader_offset(const rnl_record_reader_t*);
rnl_status_t* rnl_record_reader_progress(const rnl_record_reader_t*, uint64_t*, uint64_t*);
rnl_status_t* rnl_record_writer_create(rnl_runtime_t*, rnl_str_t, rnl_str_t, int32_t, rnl_record_writer_t**);
rnl_record_writer_t* rnl_record_writer_retain(rnl_record_writer_t*);
void rnl_record_writer_release(rnl_record_writer_t*);
rnl_status_t* rnl_record_writer_write(rnl_record_writer_t*, rnl_str_t);
rnl_status_t* rnl_record_writer_flush(rnl_record_writer_t*, bool);
rnl_status_t* rnl_record_writer_close(rnl_record_writer_t*);
rnl_status_t* rnl_example_create(bool, rnl_example_t**);
rnl_status_t* rnl_example_parse(rnl_str_t, bool, rnl_example_t**);
void rnl_example_release(rnl_example_t*);
rnl_status_t* rnl_example_serialize(const rnl_example_t*, rnl_bytes_t**);
rnl_status_t* rnl_example_set_feature(rnl_example_t*, rnl_str_t, rnl_dtype_t, const void*, size_t);
rnl_status_t* rnl_example_add_list(rnl_example_t*, rnl_str_t);
rnl_status_t* rnl_example_add_step(rnl_example_t*, rnl_str_t, rnl_dtype_t, const void*, size_t);
bool rnl_example_is_sequence(const rnl_example_t*);
size_t rnl_example_num_features(const rnl_example_t*);
rnl_str_t rnl_example_feature_name(const rnl_example_t*, size_t);
size_t rnl_example_num_lists(const rnl_example_t*);
rnl_str_t rnl_example_list_name(const rnl_example_t*, size_t);
rnl_status_t* rnl_example_feature(const rnl_example_t*, rnl_str_t, rnl_dtype_t*, const void**, size_t*);
rnl_status_t* rnl_example_num_steps(const rnl_example_t*, rnl_str_t, size_t*);
rnl_status_t* rnl_example_step(const rnl_example_t*, rnl_str_t, size_t, rnl_dtype_t*, const void**, size_t*);
rnl_status_t* rnl_event_writer_create(rnl_runtime_t*, rnl_str_t, rnl_str_t, rnl_event_writer_t**);
rnl_event_writer_t* rnl_event_writer_retain(rnl_event_writer_t*);
void rnl_event_writer_release(rnl_event_writer_t*);
rnl_str_t rnl_event_writer_path(const rnl_event_writer_t*);
rnl_status_t* rnl_event_writer_add_scalar(rnl_event_writer_t*, rnl_str_t, float, int64_t, double);
rnl_status_t* rnl_event_writer_add_summary(rnl_event_writer_t*, rnl_str_t, int64_t, double);
rnl_status_t* rnl_event_writer_add_graph(rnl_event_writer_t*, rnl_str_t, double);
rnl_status_t* rnl_event_writer_add_run_metadata(rnl_event_writer_t*, rnl_str_t, rnl_str_t, int64_t, double);
rnl_status_t* rnl_event_writer_flush(rnl_event_writer_t*);
rnl_status_t* rnl_event_writer_close(rnl_event_writer_t*);
rnl_status_t* rnl_meta_graph_create(rnl_meta_graph_t**);
rnl_status_t* rnl_meta_graph_read(rnl_str_t, rnl_meta_graph_t**);
void rnl_meta_graph_release(rnl_meta_graph_t*);
rnl_status_t* rnl_meta_graph_collections(const rnl_meta_graph_t*, rnl_names_t**);
rnl_status_t* rnl_meta_graph_collection(const rnl_meta_graph_t*, rnl_str_t, rnl_collection_kind_t*,
    rnl_names_t**);
size_t rnl_meta_graph_num_variables(const rnl_meta_graph_t*, rnl_str_t);
rnl_status_t* rnl_meta_graph_variable(const rnl_meta_graph_t*, rnl_str_t, size_t, rnl_str_t*, rnl_str_t*,
    rnl_str_t*, bool*);
size_t rnl_meta_graph_num_queue_runners(const rnl_meta_graph_t*);
rnl_status_t* rnl_meta_graph_queue_runner(const rnl_meta_graph_t*, size_t, rnl_str_t*, rnl_names_t**,
    rnl_str_t*, rnl_str_t*);
rnl_status_t* rnl_meta_graph_make_queue_runner(const rnl_meta_graph_t*, size_t, rnl_graph_t*, rnl_str_t,
    rnl_queue_runner_t**);
rnl_status_t* rnl_meta_graph_saver(const rnl_meta_graph_t*, rnl_str_t*, rnl_str_t*, rnl_str_t*, int32_t*,
    double*);
rnl_status_t* rnl_meta_graph_add_tag(rnl_meta_graph_t*, rnl_str_t);
rnl_status_t* rnl_meta_graph_add_input(rnl_meta_graph_t*, rnl_str_t, rnl_str_t, rnl_str_t);
rnl_status_t* rnl_meta_graph_add_output(rnl_meta_graph_t*, rnl_str_t, rnl_str_t, rnl_str_t);
rnl_status_t* rnl_meta_graph_set_method(rnl_meta_graph_t*, rnl_str_t, rnl_str_t);
rnl_status_t* rnl_meta_graph_add_to_collection(rnl_meta_graph_t*, rnl_str_t, rnl_collection_kind_t,
    rnl_str_t);
rnl_status_t* rnl_meta_graph_add_trainable(rnl_meta_graph_t*, rnl_str_t);
rnl_status_t* rnl_meta_graph_add_queue_runner(rnl_meta_graph_t*, rnl_str_t, const rnl_str_t*, size_t,
    rnl_str_t, rnl_str_t);
rnl_status_t* rnl_meta_graph_set_init_op(rnl_meta_graph_t*, rnl_str_t);
rnl_status_t* rnl_meta_graph_add_asset(rnl_meta_graph_t*, rnl_str_t, rnl_str_t);
rnl_status_t* rnl_graph_export_meta_graph(const rnl_graph_t*, const rnl_meta_graph_t*, rnl_bytes_t**);
rnl_status_t* rnl_saver_create(rnl_session_t*, const rnl_meta_graph_t*, rnl_str_t, rnl_saver_t**);
rnl_saver_t* rnl_saver_retain(rnl_saver_t*);
void rnl_saver_release(rnl_saver_t*);
rnl_status_t* rnl_saver_set_keep(rnl_saver_t*, int32_t, double);
rnl_status_t* rnl_saver_set_interval(rnl_saver_t*, int64_t, double);
rnl_status_t* rnl_saver_save(rnl_saver_t*, int64_t, rnl_bytes_t**);
rnl_status_t* rnl_saver_step(rnl_saver_t*, int64_t, bool*);
rnl_status_t* rnl_saver_restore(rnl_saver_t*, rnl_str_t);
rnl_status_t* rnl_checkpoint_list(rnl_runtime_t*, rnl_str_t, rnl_names_t**);
rnl_status_t* rnl_saved_model_open(rnl_runtime_t*, rnl_str_t, const rnl_str_t*, size_t, rnl_saved_model_t**);
rnl_saved_model_t* rnl_saved_model_retain(rnl_saved_model_t*);
void rnl_saved_model_release(rnl_saved_model_t*);
rnl_str_t rnl_saved_model_format(const rnl_saved_model_t*);
size_t rnl_saved_model_num_signatures(const rnl_saved_model_t*);
rnl_str_t rnl_saved_model_signature_key(const rnl_saved_model_t*, size_t);
rnl_str_t rnl_saved_model_signature_method(const rnl_saved_model_t*, size_t);
size_t rnl_saved_model_num_inputs(const rnl_saved_model_t*, size_t);
size_t rnl_saved_model_num_outputs(const rnl_saved_model_t*, size_t);
rnl_status_t* rnl_saved_model_input(const rnl_saved_model_t*, size_t, size_t, rnl_str_t*, rnl_str_t*,
    rnl_dtype_t*);
rnl_status_t* rnl_saved_model_output(const rnl_saved_model_t*, size_t, size_t, rnl_str_t*, rnl_str_t*,
    rnl_dtype_t*);
rnl_status_t* rnl_saved_model_load(rnl_saved_model_t*, const rnl_str_t*, size_t, const rnl_str_t*, size_t,
    const rnl_session_options_t*, rnl_graph_t**, rnl_session_t**);
rnl_status_t* rnl_saved_model_load_signature(rnl_saved_model_t*, rnl_str_t, const rnl_session_options_t*,
    rnl_graph_t**, rnl_session_t**);
rnl_status_t* rnl_saved_model_add_signature(rnl_saved_model_t*, rnl_str_t, rnl_session_t*);
rnl_status_t* rnl_saved_model_import(rnl_saved_model_t*, rnl_graph_t*, rnl_meta_graph_t**);
rnl_status_t* rnl_graph_load(rnl_graph_t*, rnl_str_t, const rnl_import_options_t*, rnl_meta_graph_t**);
rnl_status_t* rnl_model_export(rnl_runtime_t*, rnl_str_t, rnl_str_t, rnl_bytes_t**);
rnl_status_t* rnl_saved_model_write(rnl_session_t*, const rnl_meta_graph_t*, rnl_str_t);
rnl_status_t* rnl_cluster_create(rnl_cluster_t**);
rnl_status_t* rnl_cluster_from_text(rnl_str_t, rnl_cluster_t**);
rnl_status_t* rnl_cluster_from_message(rnl_str_t, rnl_cluster_t**);
void rnl_cluster_release(rnl_cluster_t*);
rnl_status_t* rnl_cluster_add_task(rnl_cluster_t*, rnl_str_t, int64_t, rnl_str_t);
rnl_status_t* rnl_cluster_to_text(const rnl_cluster_t*, rnl_bytes_t**);
rnl_status_t* rnl_cluster_to_message(const rnl_cluster_t*, rnl_bytes_t**);
rnl_status_t* rnl_cluster_jobs(const rnl_cluster_t*, rnl_names_t**);
rnl_status_t* rnl_cluster_num_tasks(const rnl_cluster_t*, rnl_str_t, size_t*);
rnl_status_t* rnl_cluster_task_at(const rnl_cluster_t*, rnl_str_t, size_t, int64_t*);
rnl_status_t* rnl_cluster_task_address(const rnl_cluster_t*, rnl_str_t, int64_t, rnl_bytes_t**);
rnl_status_t* rnl_device_setter_create(const rnl_cluster_t*, rnl_str_t, bool, rnl_device_setter_t**);
void rnl_device_setter_release(rnl_device_setter_t*);
rnl_status_t* rnl_device_setter_next(rnl_device_setter_t*, uint64_t, rnl_str_t*);
rnl_status_t* rnl_server_options_create(const rnl_cluster_t*, rnl_str_t, int64_t, rnl_server_options_t**);
void rnl_server_options_release(rnl_server_options_t*);
rnl_status_t* rnl_server_options_set_token(rnl_server_options_t*, rnl_str_t);
rnl_status_t* rnl_server_options_set_listen_fd(rnl_server_options_t*, int32_t);
rnl_status_t* rnl_server_options_set_key_file(rnl_server_options_t*, rnl_str_t);
rnl_status_t* rnl_server_options_set_certificates(rnl_server_options_t*, rnl_str_t, rnl_str_t, rnl_str_t);
rnl_status_t* rnl_server_options_set_files(rnl_server_options_t*, rnl_str_t);
rnl_status_t* rnl_server_options_set_insecure_network(rnl_server_options_t*, bool);
rnl_status_t* rnl_server_options_set_heartbeat(rnl_server_options_t*, int64_t, int64_t);
rnl_status_t* rnl_server_options_set_receive_limit(rnl_server_options_t*, uint64_t);
rnl_status_t* rnl_server_start(rnl_runtime_t*, const rnl_server_options_t*, rnl_server_t**);
rnl_status_t* rnl_server_start_local(rnl_runtime_t*, rnl_server_t**);
rnl_server_t* rnl_server_retain(rnl_server_t*);
void rnl_server_release(rnl_server_t*);
rnl_status_t* rnl_server_stop(rnl_server_t*);
rnl_str_t rnl_server_target(const rnl_server_t*);
rnl_str_t rnl_server_token(const rnl_server_t*);
rnl_status_t* rnl_server_status(rnl_runtime_t*, const rnl_session_options_t*, bool, rnl_bytes_t**);
rnl_status_t* rnl_eager_create(rnl_runtime_t*, const rnl_session_options_t*, rnl_eager_t**);
rnl_eager_t* rnl_eager_retain(rnl_eager_t*);
void rnl_eager_release(rnl_eager_t*);
rnl_status_t* rnl_eager_close(rnl_eager_t*);
rnl_graph_t* rnl_eager_graph(const rnl_eager_t*);
rnl_status_t* rnl_eager_op_create(rnl_eager_t*, rnl_node_builder_t*, rnl_eager_op_t**);
rnl_status_t* rnl_eager_op_from_graph(rnl_eager_t*, rnl_str_t, rnl_graph_t*, const rnl_output_t*, size_t,
    const rnl_output_t*, size_t, const rnl_node_t*, size_t, rnl_eager_op_t**);
rnl_eager_op_t* rnl_eager_op_retain(rnl_eager_op_t*);
void rnl_eager_op_release(rnl_eager_op_t*);
rnl_status_t* rnl_eager_op_num_outputs(rnl_eager_op_t*, rnl_tensor_t* const*, size_t, size_t*);
rnl_status_t* rnl_eager_op_execute(rnl_eager_op_t*, const rnl_run_options_t*, rnl_tape_t*, rnl_tensor_t*
    const*, size_t, rnl_tensor_t**, size_t, size_t*);
rnl_status_t* rnl_eager_execute(rnl_eager_t*, rnl_str_t, rnl_tape_t*, rnl_tensor_t* const*, size_t,
    rnl_tensor_t**, size_t, size_t*);
rnl_status_t* rnl_eager_create_variable(rnl_eager_t*, rnl_str_t, rnl_str_t, rnl_tensor_t*, rnl_tensor_t**);
rnl_status_t* rnl_eager_add_handle(rnl_eager_t*, rnl_graph_t*, const rnl_tensor_t*, rnl_output_t*);
rnl_status_t* rnl_tape_create(rnl_eager_t*, rnl_tape_t*, bool, bool, rnl_tape_t**);
rnl_tape_t* rnl_tape_retain(rnl_tape_t*);
void rnl_tape_release(rnl_tape_t*);
rnl_status_t* rnl_tape_watch(rnl_tape_t*, rnl_tensor_t*);
rnl_status_t* rnl_tape_set_recording(rnl_tape_t*, bool);
rnl_status_t* rnl_tape_gradient(rnl_tape_t*, const rnl_run_options_t*, rnl_tensor_t* const*, rnl_tensor_t*
    const*, size_t, rnl_tensor_t* const*, size_t, bool, rnl_tensor_t**);
rnl_status_t* rnl_tape_record(rnl_tape_t*, rnl_tensor_t* const*, size_t, rnl_tensor_t* const*, size_t,
    rnl_gradient_fn_t, void*, rnl_drop_fn_t);

#define SIZE(type)                                                        \
  do {                                                                     \
    struct rnl_padded { char c; type x; };                                 \
    printf("size " #type " %zu align %zu\n", sizeof(type), offsetof(struct rnl_padded, x)); \
  } while (0)
#define OFFSET(type, field) printf("offset " #type "." #field " %zu\n", offsetof(type, field))
#define VALUE(name) printf("value " #name " %lld\n", (long long)(name))

int main(void) {
  SIZE(rnl_str_t);
  OFFSET(rnl_str_t, data);
  OFFSET(rnl_str_t, size);
  SIZE(rnl_output_t);
  OFFSET(rnl_output_t, node);
  OFFSET(rnl_output_t, index);
  SIZE(rnl_code_t);
  SIZE(rnl_dtype_t);
  SIZE(rnl_severity_t);
  SIZE(rnl_node_t);
  SIZE(rnl_collection_kind_t);
  SIZE(rnl_log_fn_t);
  SIZE(rnl_alloc_fn_t);
  SIZE(rnl_free_fn_t);
  SIZE(rnl_drop_fn_t);
  SIZE(rnl_deleter_t);
  SIZE(rnl_host_fn_t);
  SIZE(rnl_done_fn_t);
  SIZE(rnl_generate_fn_t);
  SIZE(rnl_gradient_fn_t);
  VALUE(RNL_ABI_MAJOR);
  VALUE(RNL_ABI_MINOR);
  VALUE(RNL_ABI_VERSION);
  VALUE(RNL_NO_NODE);
  VALUE(RNL_OK);
  VALUE(RNL_CANCELLED);
  VALUE(RNL_UNKNOWN);
  VALUE(RNL_INVALID_ARGUMENT);
  VALUE(RNL_DEADLINE_EXCEEDED);
  VALUE(RNL_NOT_FOUND);
  VALUE(RNL_ALREADY_EXISTS);
  VALUE(RNL_PERMISSION_DENIED);
  VALUE(RNL_RESOURCE_EXHAUSTED);
  VALUE(RNL_FAILED_PRECONDITION);
  VALUE(RNL_ABORTED);
  VALUE(RNL_OUT_OF_RANGE);
  VALUE(RNL_UNIMPLEMENTED);
  VALUE(RNL_INTERNAL);
  VALUE(RNL_UNAVAILABLE);
  VALUE(RNL_DATA_LOSS);
  VALUE(RNL_UNAUTHENTICATED);
  VALUE(RNL_INVALID);
  VALUE(RNL_FLOAT);
  VALUE(RNL_DOUBLE);
  VALUE(RNL_INT32);
  VALUE(RNL_UINT8);
  VALUE(RNL_INT16);
  VALUE(RNL_INT8);
  VALUE(RNL_STRING);
  VALUE(RNL_COMPLEX64);
  VALUE(RNL_INT64);
  VALUE(RNL_BOOL);
  VALUE(RNL_QINT8);
  VALUE(RNL_QUINT8);
  VALUE(RNL_QINT32);
  VALUE(RNL_BFLOAT16);
  VALUE(RNL_QINT16);
  VALUE(RNL_QUINT16);
  VALUE(RNL_UINT16);
  VALUE(RNL_COMPLEX128);
  VALUE(RNL_HALF);
  VALUE(RNL_RESOURCE);
  VALUE(RNL_VARIANT);
  VALUE(RNL_UINT32);
  VALUE(RNL_UINT64);
  VALUE(RNL_LOG_DEBUG);
  VALUE(RNL_LOG_INFO);
  VALUE(RNL_LOG_WARNING);
  VALUE(RNL_LOG_ERROR);
  VALUE(RNL_COLLECTION_NONE);
  VALUE(RNL_COLLECTION_NODES);
  VALUE(RNL_COLLECTION_BYTES);
  VALUE(RNL_COLLECTION_INTS);
  VALUE(RNL_COLLECTION_FLOATS);
  VALUE(RNL_COLLECTION_MESSAGES);
  return 0;
}
