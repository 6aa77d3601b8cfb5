"""The C ABI as ctypes sees it. Made from c_api/runnel.h by tools/generate; not to be edited."""
from ctypes import CDLL, CFUNCTYPE, POINTER, Structure, c_bool, c_double, c_float, c_int32, c_int64
from ctypes import c_size_t, c_uint32, c_uint64, c_void_p

RNL_ABI_MAJOR = 0
RNL_ABI_MINOR = 1
RNL_ABI_VERSION = 1
RNL_NO_NODE = -1

rnl_code_t = c_int32
RNL_OK = 0
RNL_CANCELLED = 1
RNL_UNKNOWN = 2
RNL_INVALID_ARGUMENT = 3
RNL_DEADLINE_EXCEEDED = 4
RNL_NOT_FOUND = 5
RNL_ALREADY_EXISTS = 6
RNL_PERMISSION_DENIED = 7
RNL_RESOURCE_EXHAUSTED = 8
RNL_FAILED_PRECONDITION = 9
RNL_ABORTED = 10
RNL_OUT_OF_RANGE = 11
RNL_UNIMPLEMENTED = 12
RNL_INTERNAL = 13
RNL_UNAVAILABLE = 14
RNL_DATA_LOSS = 15
RNL_UNAUTHENTICATED = 16

rnl_dtype_t = c_int32
RNL_INVALID = 0
RNL_FLOAT = 1
RNL_DOUBLE = 2
RNL_INT32 = 3
RNL_UINT8 = 4
RNL_INT16 = 5
RNL_INT8 = 6
RNL_STRING = 7
RNL_COMPLEX64 = 8
RNL_INT64 = 9
RNL_BOOL = 10
RNL_QINT8 = 11
RNL_QUINT8 = 12
RNL_QINT32 = 13
RNL_BFLOAT16 = 14
RNL_QINT16 = 15
RNL_QUINT16 = 16
RNL_UINT16 = 17
RNL_COMPLEX128 = 18
RNL_HALF = 19
RNL_RESOURCE = 20
RNL_VARIANT = 21
RNL_UINT32 = 22
RNL_UINT64 = 23

rnl_severity_t = c_int32
RNL_LOG_DEBUG = 0
RNL_LOG_INFO = 1
RNL_LOG_WARNING = 2
RNL_LOG_ERROR = 3

rnl_node_t = c_int32


class rnl_str_t(Structure):
    """Bytes with an explicit length, which may hold NUL. By value everywhere. Views that Runnel returns are
        followed by a NUL, so that `data` can be printed where the content is text."""

    _fields_ = [("data", c_void_p), ("size", c_size_t)]


class rnl_output_t(Structure):
    """One output of a node. node RNL_NO_NODE: none."""

    _fields_ = [("node", rnl_node_t), ("index", c_int32)]


rnl_log_fn_t = CFUNCTYPE(None, c_void_p, rnl_severity_t, rnl_str_t)
rnl_alloc_fn_t = CFUNCTYPE(c_void_p, c_void_p, c_size_t)
rnl_free_fn_t = CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)
rnl_drop_fn_t = CFUNCTYPE(None, c_void_p)
rnl_deleter_t = CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)
rnl_done_fn_t = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(c_void_p), c_size_t)

FUNCTIONS = {  # name: (result, arguments)
    "rnl_abi_version": (c_uint32, []),
    "rnl_version": (rnl_str_t, []),
    "rnl_require": (c_void_p, [c_uint32]),
    "rnl_status_code": (rnl_code_t, [c_void_p]),
    "rnl_status_message": (rnl_str_t, [c_void_p]),
    "rnl_status_node": (rnl_str_t, [c_void_p]),
    "rnl_status_retain": (c_void_p, [c_void_p]),
    "rnl_status_release": (None, [c_void_p]),
    "rnl_code_name": (rnl_str_t, [rnl_code_t]),
    "rnl_bytes_view": (rnl_str_t, [c_void_p]),
    "rnl_bytes_retain": (c_void_p, [c_void_p]),
    "rnl_bytes_release": (None, [c_void_p]),
    "rnl_names_count": (c_size_t, [c_void_p]),
    "rnl_names_get": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_names_retain": (c_void_p, [c_void_p]),
    "rnl_names_release": (None, [c_void_p]),
    "rnl_dtype_name": (rnl_str_t, [rnl_dtype_t]),
    "rnl_dtype_from_name": (rnl_dtype_t, [rnl_str_t]),
    "rnl_dtype_size": (c_size_t, [rnl_dtype_t]),
    "rnl_runtime_options_create": (c_void_p, [POINTER(c_void_p)]),
    "rnl_runtime_options_release": (None, [c_void_p]),
    "rnl_runtime_options_set_threads": (c_void_p, [c_void_p, c_int32]),
    "rnl_runtime_options_set_memory_limit": (c_void_p, [c_void_p, c_uint64]),
    "rnl_runtime_options_set_allocator": (c_void_p, [c_void_p, rnl_alloc_fn_t, rnl_free_fn_t, c_void_p]),
    "rnl_runtime_options_set_owned_allocator": (c_void_p, [c_void_p, rnl_alloc_fn_t, rnl_free_fn_t, c_void_p,
        rnl_drop_fn_t]),
    "rnl_runtime_options_set_log": (c_void_p, [c_void_p, rnl_log_fn_t, c_void_p]),
    "rnl_runtime_options_set_owned_log": (c_void_p, [c_void_p, rnl_log_fn_t, c_void_p, rnl_drop_fn_t]),
    "rnl_runtime_options_set_log_level": (c_void_p, [c_void_p, rnl_severity_t]),
    "rnl_runtime_options_set_default_plugins": (c_void_p, [c_void_p, c_bool]),
    "rnl_runtime_options_add_plugin": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_runtime_options_set_config": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t]),
    "rnl_runtime_create": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_runtime_retain": (c_void_p, [c_void_p]),
    "rnl_runtime_release": (None, [c_void_p]),
    "rnl_runtime_load_plugin": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_runtime_add_static_plugin": (c_void_p, [c_void_p, c_void_p]),
    "rnl_runtime_memory_in_use": (c_uint64, [c_void_p]),
    "rnl_runtime_log": (c_void_p, [c_void_p, rnl_severity_t, rnl_str_t]),
    "rnl_runtime_num_devices": (c_size_t, [c_void_p]),
    "rnl_runtime_device_name": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_runtime_device_type": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_runtime_device_description": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_runtime_device_memory": (c_void_p, [c_void_p, c_size_t, POINTER(c_uint64), POINTER(c_uint64),
        POINTER(c_uint64)]),
    "rnl_runtime_ops": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_runtime_find_op": (c_void_p, [c_void_p, rnl_str_t, POINTER(c_void_p)]),
    "rnl_op_retain": (c_void_p, [c_void_p]),
    "rnl_op_release": (None, [c_void_p]),
    "rnl_op_name": (rnl_str_t, [c_void_p]),
    "rnl_op_doc": (rnl_str_t, [c_void_p]),
    "rnl_op_is_stateful": (c_bool, [c_void_p]),
    "rnl_op_has_gradient": (c_bool, [c_void_p]),
    "rnl_op_has_composition": (c_bool, [c_void_p]),
    "rnl_op_num_inputs": (c_size_t, [c_void_p]),
    "rnl_op_num_outputs": (c_size_t, [c_void_p]),
    "rnl_op_num_attrs": (c_size_t, [c_void_p]),
    "rnl_op_input_name": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_op_input_type": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_op_output_name": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_op_output_type": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_op_attr_name": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_op_attr_type": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_op_attr_default": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_op_attr_minimum": (c_int64, [c_void_p, c_size_t]),
    "rnl_op_attr_num_allowed": (c_size_t, [c_void_p, c_size_t]),
    "rnl_op_attr_allowed": (rnl_str_t, [c_void_p, c_size_t, c_size_t]),
    "rnl_runtime_kernels": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_kernels_retain": (c_void_p, [c_void_p]),
    "rnl_kernels_release": (None, [c_void_p]),
    "rnl_kernels_count": (c_size_t, [c_void_p]),
    "rnl_kernels_op": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_kernels_device_type": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_kernels_plugin": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_kernels_num_constraints": (c_size_t, [c_void_p, c_size_t]),
    "rnl_kernels_constraint_attr": (rnl_str_t, [c_void_p, c_size_t, c_size_t]),
    "rnl_kernels_constraint_types": (c_size_t, [c_void_p, c_size_t, c_size_t, POINTER(POINTER(rnl_dtype_t))]),
    "rnl_tensor_create": (c_void_p, [c_void_p, rnl_dtype_t, c_int32, POINTER(c_int64), POINTER(c_void_p)]),
    "rnl_tensor_from_data": (c_void_p, [c_void_p, rnl_dtype_t, c_int32, POINTER(c_int64), c_void_p, c_size_t,
        POINTER(c_void_p)]),
    "rnl_tensor_from_scalar": (c_void_p, [c_void_p, rnl_dtype_t, c_double, POINTER(c_void_p)]),
    "rnl_tensor_from_strings": (c_void_p, [c_void_p, c_int32, POINTER(c_int64), POINTER(rnl_str_t), c_size_t,
        POINTER(c_void_p)]),
    "rnl_tensor_wrap": (c_void_p, [c_void_p, rnl_dtype_t, c_int32, POINTER(c_int64), c_void_p, c_size_t,
        rnl_deleter_t, c_void_p, POINTER(c_void_p)]),
    "rnl_tensor_retain": (c_void_p, [c_void_p]),
    "rnl_tensor_release": (None, [c_void_p]),
    "rnl_tensor_dtype": (rnl_dtype_t, [c_void_p]),
    "rnl_tensor_rank": (c_int32, [c_void_p]),
    "rnl_tensor_dims": (POINTER(c_int64), [c_void_p]),
    "rnl_tensor_num_elements": (c_int64, [c_void_p]),
    "rnl_tensor_size_bytes": (c_size_t, [c_void_p]),
    "rnl_tensor_data": (c_void_p, [c_void_p]),
    "rnl_tensor_mutable_data": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_tensor_get_string": (c_void_p, [c_void_p, c_int64, POINTER(rnl_str_t)]),
    "rnl_tensor_set_string": (c_void_p, [c_void_p, c_int64, rnl_str_t]),
    "rnl_tensor_device": (rnl_str_t, [c_void_p]),
    "rnl_tensor_to_host": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_tensor_copy_to": (c_void_p, [c_void_p, c_void_p, c_size_t]),
    "rnl_tensor_reshape": (c_void_p, [c_void_p, c_int32, POINTER(c_int64), POINTER(c_void_p)]),
    "rnl_tensor_to_text": (c_void_p, [c_void_p, c_int32, POINTER(c_void_p)]),
    "rnl_tensor_from_dlpack": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "rnl_tensor_to_dlpack": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_graph_create": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_graph_retain": (c_void_p, [c_void_p]),
    "rnl_graph_release": (None, [c_void_p]),
    "rnl_graph_add_op": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, POINTER(rnl_output_t), c_size_t,
        POINTER(rnl_output_t)]),
    "rnl_graph_add_constant": (c_void_p, [c_void_p, rnl_str_t, c_void_p, POINTER(rnl_output_t)]),
    "rnl_graph_add_placeholder": (c_void_p, [c_void_p, rnl_str_t, rnl_dtype_t, c_int32, POINTER(c_int64),
        POINTER(rnl_output_t)]),
    "rnl_graph_add_variable": (c_void_p, [c_void_p, rnl_str_t, rnl_dtype_t, c_int32, POINTER(c_int64),
        POINTER(rnl_output_t)]),
    "rnl_graph_add_group": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_node_t), c_size_t,
        POINTER(rnl_node_t)]),
    "rnl_graph_close_loop": (c_void_p, [c_void_p, rnl_node_t, rnl_output_t]),
    "rnl_node_builder_create": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t]),
    "rnl_node_builder_add_input": (None, [c_void_p, rnl_output_t]),
    "rnl_node_builder_add_input_list": (None, [c_void_p, POINTER(rnl_output_t), c_size_t]),
    "rnl_node_builder_add_control_input": (None, [c_void_p, rnl_node_t]),
    "rnl_node_builder_set_device": (None, [c_void_p, rnl_str_t]),
    "rnl_node_builder_colocate_with": (None, [c_void_p, rnl_node_t]),
    "rnl_node_builder_set_attr_string": (None, [c_void_p, rnl_str_t, rnl_str_t]),
    "rnl_node_builder_set_attr_int": (None, [c_void_p, rnl_str_t, c_int64]),
    "rnl_node_builder_set_attr_float": (None, [c_void_p, rnl_str_t, c_float]),
    "rnl_node_builder_set_attr_bool": (None, [c_void_p, rnl_str_t, c_bool]),
    "rnl_node_builder_set_attr_type": (None, [c_void_p, rnl_str_t, rnl_dtype_t]),
    "rnl_node_builder_set_attr_shape": (None, [c_void_p, rnl_str_t, c_int32, POINTER(c_int64)]),
    "rnl_node_builder_set_attr_tensor": (None, [c_void_p, rnl_str_t, c_void_p]),
    "rnl_node_builder_set_attr_func": (None, [c_void_p, rnl_str_t, rnl_str_t]),
    "rnl_node_builder_set_attr_string_list": (None, [c_void_p, rnl_str_t, POINTER(rnl_str_t), c_size_t]),
    "rnl_node_builder_set_attr_int_list": (None, [c_void_p, rnl_str_t, POINTER(c_int64), c_size_t]),
    "rnl_node_builder_set_attr_float_list": (None, [c_void_p, rnl_str_t, POINTER(c_float), c_size_t]),
    "rnl_node_builder_set_attr_bool_list": (None, [c_void_p, rnl_str_t, POINTER(c_bool), c_size_t]),
    "rnl_node_builder_set_attr_type_list": (None, [c_void_p, rnl_str_t, POINTER(rnl_dtype_t), c_size_t]),
    "rnl_node_builder_set_attr_shape_list": (None, [c_void_p, rnl_str_t, POINTER(c_int32),
        POINTER(POINTER(c_int64)), c_size_t]),
    "rnl_node_builder_set_attr_tensor_list": (None, [c_void_p, rnl_str_t, POINTER(c_void_p), c_size_t]),
    "rnl_node_builder_set_attr_func_list": (None, [c_void_p, rnl_str_t, POINTER(rnl_str_t), c_size_t]),
    "rnl_node_builder_finish": (c_void_p, [c_void_p, POINTER(rnl_node_t)]),
    "rnl_node_builder_release": (None, [c_void_p]),
    "rnl_import_options_create": (c_void_p, [POINTER(c_void_p)]),
    "rnl_import_options_release": (None, [c_void_p]),
    "rnl_import_options_set_prefix": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_import_options_map_input": (c_void_p, [c_void_p, rnl_str_t, rnl_output_t]),
    "rnl_import_options_add_control_dependency": (c_void_p, [c_void_p, rnl_node_t]),
    "rnl_import_options_set_default_device": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_graph_import": (c_void_p, [c_void_p, rnl_str_t, c_void_p]),
    "rnl_graph_export": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_graph_export_text": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_graph_add_function": (c_void_p, [c_void_p, rnl_str_t, c_void_p, POINTER(rnl_output_t), c_size_t,
        POINTER(rnl_output_t), c_size_t]),
    "rnl_graph_functions": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_graph_add_gradients": (c_void_p, [c_void_p, POINTER(rnl_output_t), POINTER(rnl_output_t), c_size_t,
        POINTER(rnl_output_t), c_size_t, POINTER(rnl_output_t), c_size_t, rnl_str_t, POINTER(rnl_output_t)]),
    "rnl_graph_runtime": (c_void_p, [c_void_p]),
    "rnl_graph_num_nodes": (c_size_t, [c_void_p]),
    "rnl_graph_find_node": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_node_t)]),
    "rnl_graph_find_output": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_output_t)]),
    "rnl_graph_node_name": (rnl_str_t, [c_void_p, rnl_node_t]),
    "rnl_graph_node_op": (rnl_str_t, [c_void_p, rnl_node_t]),
    "rnl_graph_node_device": (rnl_str_t, [c_void_p, rnl_node_t]),
    "rnl_graph_num_inputs": (c_size_t, [c_void_p, rnl_node_t]),
    "rnl_graph_input": (rnl_output_t, [c_void_p, rnl_node_t, c_size_t]),
    "rnl_graph_num_control_inputs": (c_size_t, [c_void_p, rnl_node_t]),
    "rnl_graph_control_input": (rnl_node_t, [c_void_p, rnl_node_t, c_size_t]),
    "rnl_graph_num_outputs": (c_size_t, [c_void_p, rnl_node_t]),
    "rnl_graph_output_dtype": (rnl_dtype_t, [c_void_p, rnl_output_t]),
    "rnl_graph_output_shape": (c_void_p, [c_void_p, rnl_output_t, c_size_t, POINTER(c_int64),
        POINTER(c_int32)]),
    "rnl_graph_consumers": (c_void_p, [c_void_p, rnl_output_t, c_size_t, POINTER(rnl_node_t),
        POINTER(c_size_t)]),
    "rnl_graph_num_attrs": (c_size_t, [c_void_p, rnl_node_t]),
    "rnl_graph_attr_name": (rnl_str_t, [c_void_p, rnl_node_t, c_size_t]),
    "rnl_graph_attr_kind": (rnl_str_t, [c_void_p, rnl_node_t, rnl_str_t]),
    "rnl_graph_attr_count": (c_size_t, [c_void_p, rnl_node_t, rnl_str_t]),
    "rnl_graph_attr_text": (c_void_p, [c_void_p, rnl_node_t, rnl_str_t, POINTER(c_void_p)]),
    "rnl_graph_attr_string": (c_void_p, [c_void_p, rnl_node_t, rnl_str_t, c_size_t, POINTER(rnl_str_t)]),
    "rnl_graph_attr_int": (c_void_p, [c_void_p, rnl_node_t, rnl_str_t, c_size_t, POINTER(c_int64)]),
    "rnl_graph_attr_float": (c_void_p, [c_void_p, rnl_node_t, rnl_str_t, c_size_t, POINTER(c_float)]),
    "rnl_graph_attr_bool": (c_void_p, [c_void_p, rnl_node_t, rnl_str_t, c_size_t, POINTER(c_bool)]),
    "rnl_graph_attr_type": (c_void_p, [c_void_p, rnl_node_t, rnl_str_t, c_size_t, POINTER(rnl_dtype_t)]),
    "rnl_graph_attr_shape": (c_void_p, [c_void_p, rnl_node_t, rnl_str_t, c_size_t, c_size_t, POINTER(c_int64),
        POINTER(c_int32)]),
    "rnl_graph_attr_tensor": (c_void_p, [c_void_p, rnl_node_t, rnl_str_t, c_size_t, POINTER(c_void_p)]),
    "rnl_graph_attr_func": (c_void_p, [c_void_p, rnl_node_t, rnl_str_t, c_size_t, POINTER(rnl_str_t)]),
    "rnl_cancellation_create": (c_void_p, [POINTER(c_void_p)]),
    "rnl_cancellation_retain": (c_void_p, [c_void_p]),
    "rnl_cancellation_release": (None, [c_void_p]),
    "rnl_cancellation_cancel": (c_void_p, [c_void_p]),
    "rnl_cancellation_is_cancelled": (c_bool, [c_void_p]),
    "rnl_run_options_create": (c_void_p, [POINTER(c_void_p)]),
    "rnl_run_options_release": (None, [c_void_p]),
    "rnl_run_options_set_timeout": (c_void_p, [c_void_p, c_int64]),
    "rnl_run_options_set_cancellation": (c_void_p, [c_void_p, c_void_p]),
    "rnl_run_options_set_trace": (c_void_p, [c_void_p, c_bool]),
    "rnl_run_options_set_profile": (c_void_p, [c_void_p, c_bool]),
    "rnl_run_options_set_partition_graphs": (c_void_p, [c_void_p, c_bool]),
    "rnl_run_options_set_keep_on_device": (c_void_p, [c_void_p, c_bool]),
    "rnl_metadata_create": (c_void_p, [POINTER(c_void_p)]),
    "rnl_metadata_release": (None, [c_void_p]),
    "rnl_metadata_launches": (c_int64, [c_void_p]),
    "rnl_metadata_copies": (c_int64, [c_void_p]),
    "rnl_metadata_arena_bytes": (c_uint64, [c_void_p]),
    "rnl_metadata_planning_seconds": (c_double, [c_void_p]),
    "rnl_metadata_num_placements": (c_size_t, [c_void_p]),
    "rnl_metadata_placement": (c_void_p, [c_void_p, c_size_t, POINTER(rnl_str_t), POINTER(rnl_str_t)]),
    "rnl_metadata_num_fallbacks": (c_size_t, [c_void_p]),
    "rnl_metadata_fallback": (c_void_p, [c_void_p, c_size_t, POINTER(rnl_str_t)]),
    "rnl_metadata_num_node_stats": (c_size_t, [c_void_p]),
    "rnl_metadata_node_stats": (c_void_p, [c_void_p, c_size_t, POINTER(rnl_str_t), POINTER(rnl_str_t),
        POINTER(rnl_str_t), POINTER(c_int64), POINTER(c_int64)]),
    "rnl_metadata_num_partitions": (c_size_t, [c_void_p]),
    "rnl_metadata_partition": (c_void_p, [c_void_p, c_size_t, POINTER(rnl_str_t), POINTER(c_void_p)]),
    "rnl_metadata_export": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_trace_create": (c_void_p, [POINTER(c_void_p)]),
    "rnl_trace_release": (None, [c_void_p]),
    "rnl_trace_add_step": (c_void_p, [c_void_p, c_void_p]),
    "rnl_trace_json": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_session_options_create": (c_void_p, [POINTER(c_void_p)]),
    "rnl_session_options_release": (None, [c_void_p]),
    "rnl_session_options_set_soft_placement": (c_void_p, [c_void_p, c_bool]),
    "rnl_session_options_set_log_placement": (c_void_p, [c_void_p, c_bool]),
    "rnl_session_options_disable_pass": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_session_options_set_print_passes": (c_void_p, [c_void_p, c_bool]),
    "rnl_session_options_set_plan_cache": (c_void_p, [c_void_p, c_size_t, c_uint64]),
    "rnl_session_options_set_timeout": (c_void_p, [c_void_p, c_int64]),
    "rnl_session_options_set_default_device": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_session_options_set_automatic_placement": (c_void_p, [c_void_p, c_bool]),
    "rnl_session_options_set_target": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_session_options_set_token": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_session_options_set_key_file": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_session_options_set_certificates": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, rnl_str_t]),
    "rnl_session_options_add_device_filter": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_session_options_set_connect_timeout": (c_void_p, [c_void_p, c_int64]),
    "rnl_session_create": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "rnl_session_retain": (c_void_p, [c_void_p]),
    "rnl_session_release": (None, [c_void_p]),
    "rnl_session_close": (c_void_p, [c_void_p]),
    "rnl_session_devices": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_session_task_logs": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_session_reset": (c_void_p, [c_void_p, c_void_p, POINTER(rnl_str_t), c_size_t]),
    "rnl_session_run": (c_void_p, [c_void_p, c_void_p, POINTER(rnl_str_t), POINTER(c_void_p), c_size_t,
        POINTER(rnl_str_t), POINTER(c_void_p), c_size_t, POINTER(rnl_str_t), c_size_t, c_void_p]),
    "rnl_session_run_outputs": (c_void_p, [c_void_p, c_void_p, POINTER(rnl_output_t), POINTER(c_void_p),
        c_size_t, POINTER(rnl_output_t), POINTER(c_void_p), c_size_t, POINTER(rnl_node_t), c_size_t,
        c_void_p]),
    "rnl_session_prepare": (c_void_p, [c_void_p, POINTER(rnl_output_t), c_size_t, POINTER(rnl_output_t),
        c_size_t, POINTER(rnl_node_t), c_size_t, POINTER(c_void_p)]),
    "rnl_callable_retain": (c_void_p, [c_void_p]),
    "rnl_callable_release": (None, [c_void_p]),
    "rnl_callable_run": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_void_p),
        c_size_t, c_void_p]),
    "rnl_session_run_callback": (c_void_p, [c_void_p, c_void_p, POINTER(rnl_output_t), POINTER(c_void_p),
        c_size_t, POINTER(rnl_output_t), c_size_t, POINTER(rnl_node_t), c_size_t, rnl_done_fn_t, c_void_p]),
    "rnl_callable_run_callback": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p), c_size_t, rnl_done_fn_t,
        c_void_p]),
    "rnl_completion_queue_create": (c_void_p, [POINTER(c_void_p)]),
    "rnl_completion_queue_retain": (c_void_p, [c_void_p]),
    "rnl_completion_queue_release": (None, [c_void_p]),
    "rnl_completion_queue_next": (c_void_p, [c_void_p, c_int64, POINTER(c_void_p)]),
    "rnl_completion_queue_shutdown": (c_void_p, [c_void_p]),
    "rnl_completion_queue_size": (c_size_t, [c_void_p]),
    "rnl_session_run_async": (c_void_p, [c_void_p, c_void_p, POINTER(rnl_output_t), POINTER(c_void_p),
        c_size_t, POINTER(rnl_output_t), c_size_t, POINTER(rnl_node_t), c_size_t, c_void_p, c_uint64]),
    "rnl_callable_run_async": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p), c_size_t, c_void_p,
        c_uint64]),
    "rnl_completion_retain": (c_void_p, [c_void_p]),
    "rnl_completion_release": (None, [c_void_p]),
    "rnl_completion_tag": (c_uint64, [c_void_p]),
    "rnl_completion_status": (c_void_p, [c_void_p]),
    "rnl_completion_num_fetches": (c_size_t, [c_void_p]),
    "rnl_completion_fetch": (c_void_p, [c_void_p, c_size_t]),
    "rnl_session_begin_partial_run": (c_void_p, [c_void_p, POINTER(rnl_output_t), c_size_t,
        POINTER(rnl_output_t), c_size_t, POINTER(rnl_node_t), c_size_t, POINTER(c_void_p)]),
    "rnl_partial_run_retain": (c_void_p, [c_void_p]),
    "rnl_partial_run_release": (None, [c_void_p]),
    "rnl_partial_run_step": (c_void_p, [c_void_p, POINTER(rnl_output_t), POINTER(c_void_p), c_size_t,
        POINTER(rnl_output_t), POINTER(c_void_p), c_size_t]),
    "rnl_session_plan": (c_void_p, [c_void_p, POINTER(rnl_output_t), POINTER(c_int32),
        POINTER(POINTER(c_int64)), c_size_t, POINTER(rnl_output_t), c_size_t, POINTER(rnl_node_t), c_size_t,
        POINTER(c_void_p)]),
    "rnl_plan_retain": (c_void_p, [c_void_p]),
    "rnl_plan_release": (None, [c_void_p]),
    "rnl_plan_launches": (c_int64, [c_void_p]),
    "rnl_plan_arena_bytes": (c_uint64, [c_void_p]),
    "rnl_plan_num_passes": (c_size_t, [c_void_p]),
    "rnl_plan_pass": (c_void_p, [c_void_p, c_size_t, POINTER(rnl_str_t), POINTER(c_int64), POINTER(c_int64)]),
    "rnl_plan_num_nodes": (c_size_t, [c_void_p]),
    "rnl_plan_node": (c_void_p, [c_void_p, c_size_t, POINTER(rnl_str_t), POINTER(rnl_str_t),
        POINTER(rnl_str_t), POINTER(rnl_str_t), POINTER(c_int32)]),
    "rnl_plan_node_cost": (c_void_p, [c_void_p, c_size_t, POINTER(c_double), POINTER(c_double)]),
    "rnl_plan_num_node_inputs": (c_size_t, [c_void_p, c_size_t]),
    "rnl_plan_node_input": (c_void_p, [c_void_p, c_size_t, c_size_t, POINTER(rnl_output_t)]),
    "rnl_plan_num_node_outputs": (c_size_t, [c_void_p, c_size_t]),
    "rnl_plan_node_output": (c_void_p, [c_void_p, c_size_t, c_size_t, POINTER(rnl_dtype_t), POINTER(c_int32),
        POINTER(POINTER(c_int64))]),
    "rnl_plan_num_regions": (c_size_t, [c_void_p]),
    "rnl_plan_region": (c_void_p, [c_void_p, c_size_t, POINTER(rnl_str_t), POINTER(c_size_t),
        POINTER(c_uint64), POINTER(c_uint64)]),
    "rnl_plan_region_op": (c_void_p, [c_void_p, c_size_t, c_size_t, POINTER(rnl_str_t)]),
    "rnl_plan_num_values": (c_size_t, [c_void_p, c_size_t]),
    "rnl_plan_value": (c_void_p, [c_void_p, c_size_t, c_size_t, POINTER(rnl_str_t), POINTER(c_uint64),
        POINTER(c_uint64), POINTER(c_size_t), POINTER(c_size_t)]),
    "rnl_session_save": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_session_restore": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_session_save_sharded": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_session_restore_sharded": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_session_find_sharded": (c_void_p, [c_void_p, rnl_str_t, POINTER(c_int64)]),
    "rnl_session_freeze": (c_void_p, [c_void_p, POINTER(rnl_str_t), c_size_t, POINTER(c_void_p)]),
    "rnl_checkpoint_open": (c_void_p, [c_void_p, rnl_str_t, POINTER(c_void_p)]),
    "rnl_checkpoint_retain": (c_void_p, [c_void_p]),
    "rnl_checkpoint_release": (None, [c_void_p]),
    "rnl_checkpoint_count": (c_size_t, [c_void_p]),
    "rnl_checkpoint_name": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_checkpoint_dtype": (rnl_dtype_t, [c_void_p, c_size_t]),
    "rnl_checkpoint_shape": (c_int32, [c_void_p, c_size_t, POINTER(POINTER(c_int64))]),
    "rnl_checkpoint_read": (c_void_p, [c_void_p, rnl_str_t, POINTER(c_void_p)]),
    "rnl_checkpoint_write": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_str_t), POINTER(c_void_p),
        c_size_t]),
    "rnl_event_writer_create": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, POINTER(c_void_p)]),
    "rnl_event_writer_retain": (c_void_p, [c_void_p]),
    "rnl_event_writer_release": (None, [c_void_p]),
    "rnl_event_writer_path": (rnl_str_t, [c_void_p]),
    "rnl_event_writer_add_scalar": (c_void_p, [c_void_p, rnl_str_t, c_float, c_int64, c_double]),
    "rnl_event_writer_add_summary": (c_void_p, [c_void_p, rnl_str_t, c_int64, c_double]),
    "rnl_event_writer_add_graph": (c_void_p, [c_void_p, rnl_str_t, c_double]),
    "rnl_event_writer_add_run_metadata": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, c_int64, c_double]),
    "rnl_event_writer_flush": (c_void_p, [c_void_p]),
    "rnl_event_writer_close": (c_void_p, [c_void_p]),
    "rnl_saved_model_open": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_str_t), c_size_t,
        POINTER(c_void_p)]),
    "rnl_saved_model_retain": (c_void_p, [c_void_p]),
    "rnl_saved_model_release": (None, [c_void_p]),
    "rnl_saved_model_num_signatures": (c_size_t, [c_void_p]),
    "rnl_saved_model_signature_key": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_saved_model_signature_method": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_saved_model_num_inputs": (c_size_t, [c_void_p, c_size_t]),
    "rnl_saved_model_num_outputs": (c_size_t, [c_void_p, c_size_t]),
    "rnl_saved_model_input": (c_void_p, [c_void_p, c_size_t, c_size_t, POINTER(rnl_str_t), POINTER(rnl_str_t),
        POINTER(rnl_dtype_t)]),
    "rnl_saved_model_output": (c_void_p, [c_void_p, c_size_t, c_size_t, POINTER(rnl_str_t),
        POINTER(rnl_str_t), POINTER(rnl_dtype_t)]),
    "rnl_saved_model_load": (c_void_p, [c_void_p, POINTER(rnl_str_t), c_size_t, POINTER(rnl_str_t), c_size_t,
        c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "rnl_saved_model_load_signature": (c_void_p, [c_void_p, rnl_str_t, c_void_p, POINTER(c_void_p),
        POINTER(c_void_p)]),
    "rnl_saved_model_add_signature": (c_void_p, [c_void_p, rnl_str_t, c_void_p]),
    "rnl_cluster_create": (c_void_p, [POINTER(c_void_p)]),
    "rnl_cluster_from_text": (c_void_p, [rnl_str_t, POINTER(c_void_p)]),
    "rnl_cluster_from_message": (c_void_p, [rnl_str_t, POINTER(c_void_p)]),
    "rnl_cluster_release": (None, [c_void_p]),
    "rnl_cluster_add_task": (c_void_p, [c_void_p, rnl_str_t, c_int64, rnl_str_t]),
    "rnl_cluster_to_text": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_cluster_to_message": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_cluster_jobs": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_cluster_num_tasks": (c_void_p, [c_void_p, rnl_str_t, POINTER(c_size_t)]),
    "rnl_cluster_task_at": (c_void_p, [c_void_p, rnl_str_t, c_size_t, POINTER(c_int64)]),
    "rnl_cluster_task_address": (c_void_p, [c_void_p, rnl_str_t, c_int64, POINTER(c_void_p)]),
    "rnl_device_setter_create": (c_void_p, [c_void_p, rnl_str_t, c_bool, POINTER(c_void_p)]),
    "rnl_device_setter_release": (None, [c_void_p]),
    "rnl_device_setter_next": (c_void_p, [c_void_p, c_uint64, POINTER(rnl_str_t)]),
    "rnl_server_options_create": (c_void_p, [c_void_p, rnl_str_t, c_int64, POINTER(c_void_p)]),
    "rnl_server_options_release": (None, [c_void_p]),
    "rnl_server_options_set_token": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_server_options_set_listen_fd": (c_void_p, [c_void_p, c_int32]),
    "rnl_server_options_set_key_file": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_server_options_set_certificates": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, rnl_str_t]),
    "rnl_server_options_set_files": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_server_options_set_insecure_network": (c_void_p, [c_void_p, c_bool]),
    "rnl_server_options_set_heartbeat": (c_void_p, [c_void_p, c_int64, c_int64]),
    "rnl_server_options_set_receive_limit": (c_void_p, [c_void_p, c_uint64]),
    "rnl_server_start": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "rnl_server_start_local": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_server_retain": (c_void_p, [c_void_p]),
    "rnl_server_release": (None, [c_void_p]),
    "rnl_server_stop": (c_void_p, [c_void_p]),
    "rnl_server_target": (rnl_str_t, [c_void_p]),
    "rnl_server_token": (rnl_str_t, [c_void_p]),
}


def load(path: str) -> CDLL:
    """librunnel with every function declared. Errors: OSError, AttributeError if one is missing."""
    library = CDLL(path)
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
