"""The C ABI as ctypes sees it. Made from the headers of c_api by tools/generate; not to be edited."""
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

rnl_collection_kind_t = c_int32
RNL_COLLECTION_NONE = 0
RNL_COLLECTION_NODES = 1
RNL_COLLECTION_BYTES = 2
RNL_COLLECTION_INTS = 3
RNL_COLLECTION_FLOATS = 4
RNL_COLLECTION_MESSAGES = 5

rnl_learn_value_t = c_int32

rnl_learn_mode_t = c_int32
RNL_LEARN_TRAIN = 0
RNL_LEARN_EVALUATE = 1
RNL_LEARN_PREDICT = 2


class rnl_str_t(Structure):
    """Bytes with an explicit length, which may hold NUL. By value everywhere. Views that Runnel returns are
        followed by a NUL, so that `data` can be printed where the content is text."""

    _fields_ = [("data", c_void_p), ("size", c_size_t)]

rnl_log_fn_t = CFUNCTYPE(None, c_void_p, rnl_severity_t, rnl_str_t)

rnl_alloc_fn_t = CFUNCTYPE(c_void_p, c_void_p, c_size_t)

rnl_free_fn_t = CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)

rnl_drop_fn_t = CFUNCTYPE(None, c_void_p)

rnl_deleter_t = CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)


class rnl_output_t(Structure):
    """One output of a node. node RNL_NO_NODE: none."""

    _fields_ = [("node", rnl_node_t), ("index", c_int32)]

rnl_host_fn_t = CFUNCTYPE(c_void_p, c_void_p, c_void_p)

rnl_done_fn_t = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(c_void_p), c_size_t)

rnl_generate_fn_t = CFUNCTYPE(c_void_p, c_void_p, c_int64, POINTER(c_void_p), c_size_t)

rnl_gradient_fn_t = CFUNCTYPE(c_void_p, c_void_p, c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_void_p),
    c_size_t)

rnl_learn_layer_fn_t = CFUNCTYPE(c_void_p, c_void_p, c_void_p, POINTER(rnl_output_t), c_size_t,
    POINTER(rnl_output_t), c_size_t, c_bool, POINTER(rnl_output_t))


class rnl_learn_weight_t(Structure):
    """A weight of a layer of one's own. The shape is a formula, as in rows of ops, over the input x (x0, x1
        and so on where there are several): "[dim(x, -1), 8]"; the initializer a spec."""

    _fields_ = [("name", rnl_str_t), ("shape", rnl_str_t), ("initializer", rnl_str_t)]


class rnl_learn_samples_t(Structure):
    """Samples: rows of tensors in host memory, borrowed. Numbers convert to the types that the model has,
        except fractions to whole numbers; a last dimension of 1 may be there or not."""

    _fields_ = [("struct_size", c_size_t), ("inputs", POINTER(c_void_p)), ("num_inputs", c_size_t), ("targets", POINTER(c_void_p)), ("num_targets", c_size_t), ("weights", c_void_p)]


class rnl_learn_progress_t(Structure):
    """How far a fit is."""

    _fields_ = [("struct_size", c_size_t), ("epoch", c_int64), ("epochs", c_int64), ("batch", c_int64), ("batches", c_int64), ("epoch_ends", c_bool), ("names", POINTER(rnl_str_t)), ("values", POINTER(c_double)), ("num_values", c_size_t)]

rnl_learn_progress_fn_t = CFUNCTYPE(c_void_p, c_void_p, POINTER(rnl_learn_progress_t))


class rnl_learn_scaffold_t(Structure):
    """What a trainer needs to know of a graph, by names of nodes ("node") and values ("node:0"). What is
        empty is taken from the collections of `meta`, which may be NULL, as TensorFlow's Scaffold does:
        variables' initialisers, local_init_op, local_variables, ready_op, global_step, summary_op, the saver,
        queue runners; and else: init_op is the first assignment of each variable, ready_op the names of
        variables without a value, global_step the node of that name. `checkpoint` is what to begin with where
        the model_dir has none."""

    _fields_ = [("struct_size", c_size_t), ("init_op", rnl_str_t), ("local_init_op", rnl_str_t), ("ready_op", rnl_str_t), ("global_step", rnl_str_t), ("summary_op", rnl_str_t), ("checkpoint", rnl_str_t), ("meta", c_void_p)]

rnl_learn_hook_fn_t = CFUNCTYPE(c_void_p, c_void_p, c_void_p)


class rnl_learn_hook_t(Structure):
    """What a hook does, as TensorFlow's SessionRunHook and, in the last two, CheckpointSaverListener. NULL:
        nothing."""

    _fields_ = [("struct_size", c_size_t), ("name", rnl_str_t), ("begin", rnl_learn_hook_fn_t), ("after_create_session", rnl_learn_hook_fn_t), ("before_run", rnl_learn_hook_fn_t), ("after_run", rnl_learn_hook_fn_t), ("end", rnl_learn_hook_fn_t), ("before_save", rnl_learn_hook_fn_t), ("after_save", rnl_learn_hook_fn_t)]

rnl_learn_model_fn_t = CFUNCTYPE(c_void_p, c_void_p, c_void_p)


class rnl_learn_input_t(Structure):
    """What an estimator is fed with: elements of a dataset, which are batches. The first num_features
        components are features, by name (NULL: "0", "1", ...), the others labels. A function of the program
        is a dataset by rnl_dataset_from_generator. Each use is a pass of its own."""

    _fields_ = [("struct_size", c_size_t), ("dataset", c_void_p), ("feature_names", POINTER(rnl_str_t)), ("num_features", c_size_t)]

FUNCTIONS = {  # name: (result, arguments)
    "rnl_abi_version": (c_uint32, []),
    "rnl_version": (rnl_str_t, []),
    "rnl_require": (c_void_p, [c_uint32]),
    "rnl_status_create": (c_void_p, [rnl_code_t, rnl_str_t]),
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
    "rnl_runtime_op_family": (rnl_str_t, [c_void_p, rnl_str_t]),
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
    "rnl_import_options_set_extend": (c_void_p, [c_void_p, c_bool]),
    "rnl_import_options_set_importer_option": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t]),
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
    "rnl_runtime_set_host_function": (c_void_p, [c_void_p, rnl_str_t, rnl_host_fn_t, c_void_p,
        rnl_drop_fn_t]),
    "rnl_host_call_runtime": (c_void_p, [c_void_p]),
    "rnl_host_call_token": (rnl_str_t, [c_void_p]),
    "rnl_host_call_node": (rnl_str_t, [c_void_p]),
    "rnl_host_call_num_inputs": (c_size_t, [c_void_p]),
    "rnl_host_call_input": (c_void_p, [c_void_p, c_size_t, POINTER(c_void_p)]),
    "rnl_host_call_num_outputs": (c_size_t, [c_void_p]),
    "rnl_host_call_output_dtype": (rnl_dtype_t, [c_void_p, c_size_t]),
    "rnl_host_call_set_output": (c_void_p, [c_void_p, c_size_t, c_void_p]),
    "rnl_host_call_is_cancelled": (c_bool, [c_void_p]),
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
    "rnl_session_options_set_planning_limits": (c_void_p, [c_void_p, c_uint64, c_uint64]),
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
    "rnl_plan_pass_doc": (c_void_p, [c_void_p, c_size_t, POINTER(rnl_str_t)]),
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
    "rnl_coordinator_create": (c_void_p, [POINTER(rnl_code_t), c_size_t, POINTER(c_void_p)]),
    "rnl_coordinator_retain": (c_void_p, [c_void_p]),
    "rnl_coordinator_release": (None, [c_void_p]),
    "rnl_coordinator_request_stop": (c_void_p, [c_void_p, c_void_p]),
    "rnl_coordinator_should_stop": (c_bool, [c_void_p]),
    "rnl_coordinator_wait_for_stop": (c_void_p, [c_void_p, c_int64, POINTER(c_bool)]),
    "rnl_coordinator_clear_stop": (c_void_p, [c_void_p]),
    "rnl_coordinator_enter": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_coordinator_leave": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_coordinator_join": (c_void_p, [c_void_p, c_int64, c_bool]),
    "rnl_coordinator_error": (c_void_p, [c_void_p]),
    "rnl_queue_runner_create": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_str_t), c_size_t, rnl_str_t,
        rnl_str_t, POINTER(rnl_code_t), c_size_t, POINTER(c_void_p)]),
    "rnl_queue_runner_retain": (c_void_p, [c_void_p]),
    "rnl_queue_runner_release": (None, [c_void_p]),
    "rnl_queue_runner_queue": (rnl_str_t, [c_void_p]),
    "rnl_queue_runner_start": (c_void_p, [c_void_p, c_void_p, c_void_p]),
    "rnl_queue_runner_error": (c_void_p, [c_void_p]),
    "rnl_dataset_retain": (c_void_p, [c_void_p]),
    "rnl_dataset_release": (None, [c_void_p]),
    "rnl_dataset_num_components": (c_size_t, [c_void_p]),
    "rnl_dataset_component_dtype": (rnl_dtype_t, [c_void_p, c_size_t]),
    "rnl_dataset_cardinality": (c_int64, [c_void_p]),
    "rnl_dataset_from_tensors": (c_void_p, [c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_void_p)]),
    "rnl_dataset_from_slices": (c_void_p, [c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_void_p)]),
    "rnl_dataset_range": (c_void_p, [c_void_p, c_int64, c_int64, c_int64, POINTER(c_void_p)]),
    "rnl_dataset_from_generator": (c_void_p, [c_void_p, POINTER(rnl_dtype_t), c_size_t, rnl_generate_fn_t,
        c_void_p, rnl_drop_fn_t, POINTER(c_void_p)]),
    "rnl_dataset_from_records": (c_void_p, [c_void_p, POINTER(rnl_str_t), c_size_t, rnl_str_t,
        POINTER(c_void_p)]),
    "rnl_dataset_from_lines": (c_void_p, [c_void_p, POINTER(rnl_str_t), c_size_t, rnl_str_t,
        POINTER(c_void_p)]),
    "rnl_dataset_from_pieces": (c_void_p, [c_void_p, POINTER(rnl_str_t), c_size_t, rnl_str_t, c_int64,
        c_int64, c_int64, POINTER(c_void_p)]),
    "rnl_dataset_take": (c_void_p, [c_void_p, c_int64, POINTER(c_void_p)]),
    "rnl_dataset_skip": (c_void_p, [c_void_p, c_int64, POINTER(c_void_p)]),
    "rnl_dataset_repeat": (c_void_p, [c_void_p, c_int64, POINTER(c_void_p)]),
    "rnl_dataset_shard": (c_void_p, [c_void_p, c_int64, c_int64, POINTER(c_void_p)]),
    "rnl_dataset_zip": (c_void_p, [POINTER(c_void_p), c_size_t, POINTER(c_void_p)]),
    "rnl_dataset_concatenate": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "rnl_dataset_batch": (c_void_p, [c_void_p, c_int64, c_bool, POINTER(c_void_p)]),
    "rnl_dataset_padded_batch": (c_void_p, [c_void_p, c_int64, POINTER(c_int32), POINTER(POINTER(c_int64)),
        POINTER(c_void_p), c_size_t, c_bool, POINTER(c_void_p)]),
    "rnl_dataset_window": (c_void_p, [c_void_p, c_int64, c_int64, c_int64, c_bool, POINTER(c_void_p)]),
    "rnl_dataset_unbatch": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_dataset_map": (c_void_p, [c_void_p, c_void_p, rnl_str_t, c_int64, c_bool, POINTER(c_void_p)]),
    "rnl_dataset_filter": (c_void_p, [c_void_p, c_void_p, rnl_str_t, POINTER(c_void_p)]),
    "rnl_dataset_interleave": (c_void_p, [c_void_p, c_void_p, rnl_str_t, POINTER(rnl_dtype_t), c_size_t,
        c_int64, c_int64, c_bool, c_bool, POINTER(c_void_p)]),
    "rnl_dataset_group_by_window": (c_void_p, [c_void_p, c_void_p, rnl_str_t, rnl_str_t, rnl_str_t,
        POINTER(rnl_dtype_t), c_size_t, POINTER(c_void_p)]),
    "rnl_dataset_from_variant": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "rnl_dataset_to_variant": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_dataset_shuffle": (c_void_p, [c_void_p, c_int64, c_int64, c_bool, POINTER(c_void_p)]),
    "rnl_dataset_prefetch": (c_void_p, [c_void_p, c_int64, POINTER(c_void_p)]),
    "rnl_dataset_cache": (c_void_p, [c_void_p, rnl_str_t, POINTER(c_void_p)]),
    "rnl_dataset_ignore_errors": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_dataset_iterate": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_iterator_retain": (c_void_p, [c_void_p]),
    "rnl_iterator_release": (None, [c_void_p]),
    "rnl_iterator_next": (c_void_p, [c_void_p, c_int64, c_void_p, POINTER(c_void_p), c_size_t,
        POINTER(c_bool)]),
    "rnl_iterator_save": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_iterator_restore": (c_void_p, [c_void_p, c_void_p, c_size_t]),
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
    "rnl_record_reader_open": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, POINTER(c_void_p)]),
    "rnl_record_reader_retain": (c_void_p, [c_void_p]),
    "rnl_record_reader_release": (None, [c_void_p]),
    "rnl_record_reader_next": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_record_reader_seek": (c_void_p, [c_void_p, c_uint64]),
    "rnl_record_reader_offset": (c_uint64, [c_void_p]),
    "rnl_record_reader_progress": (c_void_p, [c_void_p, POINTER(c_uint64), POINTER(c_uint64)]),
    "rnl_record_writer_create": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, c_int32, POINTER(c_void_p)]),
    "rnl_record_writer_retain": (c_void_p, [c_void_p]),
    "rnl_record_writer_release": (None, [c_void_p]),
    "rnl_record_writer_write": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_record_writer_flush": (c_void_p, [c_void_p, c_bool]),
    "rnl_record_writer_close": (c_void_p, [c_void_p]),
    "rnl_example_create": (c_void_p, [c_bool, POINTER(c_void_p)]),
    "rnl_example_parse": (c_void_p, [rnl_str_t, c_bool, POINTER(c_void_p)]),
    "rnl_example_release": (None, [c_void_p]),
    "rnl_example_serialize": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_example_set_feature": (c_void_p, [c_void_p, rnl_str_t, rnl_dtype_t, c_void_p, c_size_t]),
    "rnl_example_add_list": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_example_add_step": (c_void_p, [c_void_p, rnl_str_t, rnl_dtype_t, c_void_p, c_size_t]),
    "rnl_example_is_sequence": (c_bool, [c_void_p]),
    "rnl_example_num_features": (c_size_t, [c_void_p]),
    "rnl_example_feature_name": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_example_num_lists": (c_size_t, [c_void_p]),
    "rnl_example_list_name": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_example_feature": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_dtype_t), POINTER(c_void_p),
        POINTER(c_size_t)]),
    "rnl_example_num_steps": (c_void_p, [c_void_p, rnl_str_t, POINTER(c_size_t)]),
    "rnl_example_step": (c_void_p, [c_void_p, rnl_str_t, c_size_t, POINTER(rnl_dtype_t), POINTER(c_void_p),
        POINTER(c_size_t)]),
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
    "rnl_meta_graph_create": (c_void_p, [POINTER(c_void_p)]),
    "rnl_meta_graph_read": (c_void_p, [rnl_str_t, POINTER(c_void_p)]),
    "rnl_meta_graph_release": (None, [c_void_p]),
    "rnl_meta_graph_collections": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_meta_graph_collection": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_collection_kind_t),
        POINTER(c_void_p)]),
    "rnl_meta_graph_num_variables": (c_size_t, [c_void_p, rnl_str_t]),
    "rnl_meta_graph_variable": (c_void_p, [c_void_p, rnl_str_t, c_size_t, POINTER(rnl_str_t),
        POINTER(rnl_str_t), POINTER(rnl_str_t), POINTER(c_bool)]),
    "rnl_meta_graph_num_queue_runners": (c_size_t, [c_void_p]),
    "rnl_meta_graph_queue_runner": (c_void_p, [c_void_p, c_size_t, POINTER(rnl_str_t), POINTER(c_void_p),
        POINTER(rnl_str_t), POINTER(rnl_str_t)]),
    "rnl_meta_graph_make_queue_runner": (c_void_p, [c_void_p, c_size_t, c_void_p, rnl_str_t,
        POINTER(c_void_p)]),
    "rnl_meta_graph_saver": (c_void_p, [c_void_p, POINTER(rnl_str_t), POINTER(rnl_str_t), POINTER(rnl_str_t),
        POINTER(c_int32), POINTER(c_double)]),
    "rnl_meta_graph_add_tag": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_meta_graph_add_input": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, rnl_str_t]),
    "rnl_meta_graph_add_output": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, rnl_str_t]),
    "rnl_meta_graph_set_method": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t]),
    "rnl_meta_graph_add_to_collection": (c_void_p, [c_void_p, rnl_str_t, rnl_collection_kind_t, rnl_str_t]),
    "rnl_meta_graph_add_trainable": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_meta_graph_add_queue_runner": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_str_t), c_size_t,
        rnl_str_t, rnl_str_t]),
    "rnl_meta_graph_set_init_op": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_meta_graph_add_asset": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t]),
    "rnl_graph_export_meta_graph": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "rnl_saver_create": (c_void_p, [c_void_p, c_void_p, rnl_str_t, POINTER(c_void_p)]),
    "rnl_saver_retain": (c_void_p, [c_void_p]),
    "rnl_saver_release": (None, [c_void_p]),
    "rnl_saver_set_keep": (c_void_p, [c_void_p, c_int32, c_double]),
    "rnl_saver_set_interval": (c_void_p, [c_void_p, c_int64, c_double]),
    "rnl_saver_save": (c_void_p, [c_void_p, c_int64, POINTER(c_void_p)]),
    "rnl_saver_step": (c_void_p, [c_void_p, c_int64, POINTER(c_bool)]),
    "rnl_saver_restore": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_checkpoint_list": (c_void_p, [c_void_p, rnl_str_t, POINTER(c_void_p)]),
    "rnl_saved_model_open": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_str_t), c_size_t,
        POINTER(c_void_p)]),
    "rnl_saved_model_retain": (c_void_p, [c_void_p]),
    "rnl_saved_model_release": (None, [c_void_p]),
    "rnl_saved_model_format": (rnl_str_t, [c_void_p]),
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
    "rnl_saved_model_import": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "rnl_graph_load": (c_void_p, [c_void_p, rnl_str_t, c_void_p, POINTER(c_void_p)]),
    "rnl_model_export": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, POINTER(c_void_p)]),
    "rnl_saved_model_write": (c_void_p, [c_void_p, c_void_p, rnl_str_t]),
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
    "rnl_server_status": (c_void_p, [c_void_p, c_void_p, c_bool, POINTER(c_void_p)]),
    "rnl_eager_create": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "rnl_eager_retain": (c_void_p, [c_void_p]),
    "rnl_eager_release": (None, [c_void_p]),
    "rnl_eager_close": (c_void_p, [c_void_p]),
    "rnl_eager_graph": (c_void_p, [c_void_p]),
    "rnl_eager_op_create": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "rnl_eager_op_from_graph": (c_void_p, [c_void_p, rnl_str_t, c_void_p, POINTER(rnl_output_t), c_size_t,
        POINTER(rnl_output_t), c_size_t, POINTER(rnl_node_t), c_size_t, POINTER(c_void_p)]),
    "rnl_eager_op_retain": (c_void_p, [c_void_p]),
    "rnl_eager_op_release": (None, [c_void_p]),
    "rnl_eager_op_num_outputs": (c_void_p, [c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_size_t)]),
    "rnl_eager_op_execute": (c_void_p, [c_void_p, c_void_p, c_void_p, POINTER(c_void_p), c_size_t,
        POINTER(c_void_p), c_size_t, POINTER(c_size_t)]),
    "rnl_eager_execute": (c_void_p, [c_void_p, rnl_str_t, c_void_p, POINTER(c_void_p), c_size_t,
        POINTER(c_void_p), c_size_t, POINTER(c_size_t)]),
    "rnl_eager_create_variable": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, c_void_p, POINTER(c_void_p)]),
    "rnl_eager_add_handle": (c_void_p, [c_void_p, c_void_p, c_void_p, POINTER(rnl_output_t)]),
    "rnl_tape_create": (c_void_p, [c_void_p, c_void_p, c_bool, c_bool, POINTER(c_void_p)]),
    "rnl_tape_retain": (c_void_p, [c_void_p]),
    "rnl_tape_release": (None, [c_void_p]),
    "rnl_tape_watch": (c_void_p, [c_void_p, c_void_p]),
    "rnl_tape_set_recording": (c_void_p, [c_void_p, c_bool]),
    "rnl_tape_gradient": (c_void_p, [c_void_p, c_void_p, POINTER(c_void_p), POINTER(c_void_p), c_size_t,
        POINTER(c_void_p), c_size_t, c_bool, POINTER(c_void_p)]),
    "rnl_tape_record": (c_void_p, [c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_void_p), c_size_t,
        rnl_gradient_fn_t, c_void_p, rnl_drop_fn_t]),
    "rnl_learn_describe": (c_void_p, [POINTER(c_void_p)]),
    "rnl_learn_model_create": (c_void_p, [c_void_p, rnl_str_t, POINTER(c_void_p)]),
    "rnl_learn_model_retain": (c_void_p, [c_void_p]),
    "rnl_learn_model_release": (None, [c_void_p]),
    "rnl_learn_model_add": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_learn_model_input": (c_void_p, [c_void_p, rnl_str_t, rnl_dtype_t, c_int32, POINTER(c_int64),
        POINTER(rnl_learn_value_t)]),
    "rnl_learn_model_call": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_learn_value_t), c_size_t,
        POINTER(rnl_learn_value_t)]),
    "rnl_learn_model_call_again": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_learn_value_t), c_size_t,
        POINTER(rnl_learn_value_t)]),
    "rnl_learn_model_set_outputs": (c_void_p, [c_void_p, POINTER(rnl_learn_value_t), c_size_t]),
    "rnl_learn_model_set_trainable": (c_void_p, [c_void_p, rnl_str_t, c_bool]),
    "rnl_learn_model_value": (c_void_p, [c_void_p, rnl_learn_value_t, POINTER(rnl_dtype_t), POINTER(c_int32),
        POINTER(c_int64), c_size_t]),
    "rnl_learn_model_inputs": (c_void_p, [c_void_p, POINTER(rnl_learn_value_t), c_size_t, POINTER(c_size_t)]),
    "rnl_learn_model_outputs": (c_void_p, [c_void_p, POINTER(rnl_learn_value_t), c_size_t,
        POINTER(c_size_t)]),
    "rnl_learn_model_layer_names": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_learn_model_value_name": (c_void_p, [c_void_p, rnl_learn_value_t, POINTER(c_void_p)]),
    "rnl_learn_model_summary": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_learn_model_define_layer": (c_void_p, [c_void_p, rnl_str_t, c_int32, POINTER(rnl_learn_weight_t),
        c_size_t, rnl_learn_layer_fn_t, c_void_p, rnl_drop_fn_t]),
    "rnl_learn_model_define_loss": (c_void_p, [c_void_p, rnl_str_t, rnl_learn_layer_fn_t, c_void_p,
        rnl_drop_fn_t]),
    "rnl_learn_model_compile": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, rnl_str_t, POINTER(c_double),
        c_size_t]),
    "rnl_learn_model_fit": (c_void_p, [c_void_p, POINTER(rnl_learn_samples_t), POINTER(rnl_learn_samples_t),
        rnl_str_t, rnl_str_t, rnl_learn_progress_fn_t, c_void_p, POINTER(c_void_p)]),
    "rnl_learn_model_evaluate": (c_void_p, [c_void_p, POINTER(rnl_learn_samples_t), c_int64,
        POINTER(c_void_p)]),
    "rnl_learn_model_train_on_batch": (c_void_p, [c_void_p, POINTER(rnl_learn_samples_t), POINTER(c_void_p)]),
    "rnl_learn_model_predict": (c_void_p, [c_void_p, POINTER(c_void_p), c_size_t, c_int64, POINTER(c_void_p),
        c_size_t]),
    "rnl_learn_history_retain": (c_void_p, [c_void_p]),
    "rnl_learn_history_release": (None, [c_void_p]),
    "rnl_learn_history_num_epochs": (c_size_t, [c_void_p]),
    "rnl_learn_history_num_values": (c_size_t, [c_void_p, c_size_t]),
    "rnl_learn_history_name": (rnl_str_t, [c_void_p, c_size_t, c_size_t]),
    "rnl_learn_history_value": (c_double, [c_void_p, c_size_t, c_size_t]),
    "rnl_learn_history_find": (c_void_p, [c_void_p, c_size_t, rnl_str_t, POINTER(c_double)]),
    "rnl_learn_history_stopped_by": (rnl_str_t, [c_void_p]),
    "rnl_learn_model_weight_names": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_learn_model_get_weights": (c_void_p, [c_void_p, POINTER(c_void_p), c_size_t]),
    "rnl_learn_model_set_weights": (c_void_p, [c_void_p, POINTER(c_void_p), c_size_t]),
    "rnl_learn_model_save": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t]),
    "rnl_learn_model_load": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t]),
    "rnl_learn_model_export": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_learn_model_freeze": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_learn_model_session": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_learn_model_graph": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_learn_model_output": (c_void_p, [c_void_p, rnl_learn_value_t, POINTER(rnl_output_t)]),
    "rnl_learn_config_create": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, POINTER(c_void_p)]),
    "rnl_learn_config_retain": (c_void_p, [c_void_p]),
    "rnl_learn_config_release": (None, [c_void_p]),
    "rnl_learn_config_task_type": (rnl_str_t, [c_void_p]),
    "rnl_learn_config_task_index": (c_int64, [c_void_p]),
    "rnl_learn_config_is_chief": (c_bool, [c_void_p]),
    "rnl_learn_config_model_dir": (rnl_str_t, [c_void_p]),
    "rnl_learn_config_num_tasks": (c_size_t, [c_void_p, rnl_str_t]),
    "rnl_learn_config_start_server": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_learn_trainer_create": (c_void_p, [c_void_p, c_void_p, POINTER(rnl_learn_scaffold_t), c_void_p,
        c_void_p, POINTER(c_void_p)]),
    "rnl_learn_trainer_retain": (c_void_p, [c_void_p]),
    "rnl_learn_trainer_release": (None, [c_void_p]),
    "rnl_learn_trainer_add_hook": (c_void_p, [c_void_p, POINTER(rnl_learn_hook_t), c_void_p, rnl_drop_fn_t]),
    "rnl_learn_trainer_add_hooks": (c_void_p, [c_void_p, rnl_str_t]),
    "rnl_learn_hook_call_graph": (c_void_p, [c_void_p]),
    "rnl_learn_hook_call_session": (c_void_p, [c_void_p]),
    "rnl_learn_hook_call_step": (c_int64, [c_void_p]),
    "rnl_learn_hook_call_fetch": (c_void_p, [c_void_p, rnl_output_t, POINTER(c_size_t)]),
    "rnl_learn_hook_call_feed": (c_void_p, [c_void_p, rnl_output_t, c_void_p]),
    "rnl_learn_hook_call_num_values": (c_size_t, [c_void_p]),
    "rnl_learn_hook_call_value": (c_void_p, [c_void_p, c_size_t, POINTER(c_void_p)]),
    "rnl_learn_hook_call_request_stop": (None, [c_void_p]),
    "rnl_learn_hook_call_checkpoint": (rnl_str_t, [c_void_p]),
    "rnl_learn_trainer_start": (c_void_p, [c_void_p]),
    "rnl_learn_trainer_run": (c_void_p, [c_void_p, POINTER(rnl_output_t), POINTER(c_void_p), c_size_t,
        POINTER(rnl_output_t), POINTER(c_void_p), c_size_t, POINTER(rnl_node_t), c_size_t]),
    "rnl_learn_trainer_train": (c_void_p, [c_void_p, POINTER(rnl_node_t), c_size_t]),
    "rnl_learn_trainer_should_stop": (c_bool, [c_void_p]),
    "rnl_learn_trainer_request_stop": (None, [c_void_p]),
    "rnl_learn_trainer_close": (c_void_p, [c_void_p]),
    "rnl_learn_trainer_global_step": (c_int64, [c_void_p]),
    "rnl_learn_trainer_recoveries": (c_int64, [c_void_p]),
    "rnl_learn_trainer_session": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "rnl_learn_trainer_num_final_values": (c_size_t, [c_void_p]),
    "rnl_learn_trainer_final_value": (c_void_p, [c_void_p, c_size_t, POINTER(c_void_p)]),
    "rnl_learn_estimator_create": (c_void_p, [c_void_p, rnl_learn_model_fn_t, c_void_p, rnl_drop_fn_t,
        c_void_p, POINTER(c_void_p)]),
    "rnl_learn_estimator_from_model": (c_void_p, [c_void_p, c_void_p, c_void_p, POINTER(c_void_p)]),
    "rnl_learn_estimator_retain": (c_void_p, [c_void_p]),
    "rnl_learn_estimator_release": (None, [c_void_p]),
    "rnl_learn_model_call_graph": (c_void_p, [c_void_p]),
    "rnl_learn_model_call_mode": (rnl_learn_mode_t, [c_void_p]),
    "rnl_learn_model_call_num_features": (c_size_t, [c_void_p]),
    "rnl_learn_model_call_feature_name": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_learn_model_call_feature": (rnl_output_t, [c_void_p, c_size_t]),
    "rnl_learn_model_call_num_labels": (c_size_t, [c_void_p]),
    "rnl_learn_model_call_label": (rnl_output_t, [c_void_p, c_size_t]),
    "rnl_learn_model_call_global_step": (rnl_output_t, [c_void_p]),
    "rnl_learn_model_call_minimize": (c_void_p, [c_void_p, rnl_output_t, rnl_str_t]),
    "rnl_learn_model_call_set_loss": (c_void_p, [c_void_p, rnl_output_t]),
    "rnl_learn_model_call_set_train_op": (c_void_p, [c_void_p, rnl_node_t]),
    "rnl_learn_model_call_add_prediction": (c_void_p, [c_void_p, rnl_str_t, rnl_output_t]),
    "rnl_learn_model_call_add_metric": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t, rnl_output_t, rnl_output_t,
        rnl_output_t]),
    "rnl_learn_estimator_warm_start": (c_void_p, [c_void_p, rnl_str_t, rnl_str_t]),
    "rnl_learn_estimator_train": (c_void_p, [c_void_p, POINTER(rnl_learn_input_t), rnl_str_t, rnl_str_t,
        POINTER(rnl_learn_hook_t), c_void_p]),
    "rnl_learn_estimator_evaluate": (c_void_p, [c_void_p, POINTER(rnl_learn_input_t), rnl_str_t, rnl_str_t,
        POINTER(c_void_p)]),
    "rnl_learn_estimator_predict": (c_void_p, [c_void_p, POINTER(rnl_learn_input_t), rnl_str_t,
        POINTER(c_void_p)]),
    "rnl_learn_predictions_retain": (c_void_p, [c_void_p]),
    "rnl_learn_predictions_release": (None, [c_void_p]),
    "rnl_learn_predictions_count": (c_size_t, [c_void_p]),
    "rnl_learn_predictions_name": (rnl_str_t, [c_void_p, c_size_t]),
    "rnl_learn_predictions_next": (c_void_p, [c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_bool)]),
    "rnl_learn_estimator_train_and_evaluate": (c_void_p, [c_void_p, POINTER(rnl_learn_input_t), rnl_str_t,
        POINTER(rnl_learn_input_t), rnl_str_t, rnl_str_t, POINTER(rnl_learn_hook_t), c_void_p,
        POINTER(c_void_p)]),
    "rnl_learn_estimator_export": (c_void_p, [c_void_p, rnl_str_t, POINTER(rnl_learn_input_t), rnl_str_t,
        POINTER(c_void_p)]),
    "rnl_learn_estimator_request_stop": (None, [c_void_p]),
}


def load(path: str) -> CDLL:
    """librunnel with every function declared. Errors: OSError, AttributeError if one is missing."""
    library = CDLL(path)
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
