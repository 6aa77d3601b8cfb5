//! Everything that the headers of c_api declare. Made from them by tools/generate; not to be edited.
#![allow(clippy::missing_safety_doc)]
use core::ffi::{c_char, c_void};
use core::marker::{PhantomData, PhantomPinned};

/// Of this header. Equal majors are compatible; minors only add.
pub const RNL_ABI_MAJOR: u32 = 0;
pub const RNL_ABI_MINOR: u32 = 1;
pub const RNL_ABI_VERSION: u32 = 1;
pub const RNL_NO_NODE: rnl_node_t = -1;

/// Numbered as in gRPC and TensorFlow.
pub type rnl_code_t = i32;
pub const RNL_OK: rnl_code_t = 0;
pub const RNL_CANCELLED: rnl_code_t = 1;
pub const RNL_UNKNOWN: rnl_code_t = 2;
pub const RNL_INVALID_ARGUMENT: rnl_code_t = 3;
pub const RNL_DEADLINE_EXCEEDED: rnl_code_t = 4;
pub const RNL_NOT_FOUND: rnl_code_t = 5;
pub const RNL_ALREADY_EXISTS: rnl_code_t = 6;
pub const RNL_PERMISSION_DENIED: rnl_code_t = 7;
pub const RNL_RESOURCE_EXHAUSTED: rnl_code_t = 8;
pub const RNL_FAILED_PRECONDITION: rnl_code_t = 9;
pub const RNL_ABORTED: rnl_code_t = 10;
pub const RNL_OUT_OF_RANGE: rnl_code_t = 11;
pub const RNL_UNIMPLEMENTED: rnl_code_t = 12;
pub const RNL_INTERNAL: rnl_code_t = 13;
pub const RNL_UNAVAILABLE: rnl_code_t = 14;
pub const RNL_DATA_LOSS: rnl_code_t = 15;
pub const RNL_UNAUTHENTICATED: rnl_code_t = 16;

pub type rnl_dtype_t = i32;
pub const RNL_INVALID: rnl_dtype_t = 0;
pub const RNL_FLOAT: rnl_dtype_t = 1;
pub const RNL_DOUBLE: rnl_dtype_t = 2;
pub const RNL_INT32: rnl_dtype_t = 3;
pub const RNL_UINT8: rnl_dtype_t = 4;
pub const RNL_INT16: rnl_dtype_t = 5;
pub const RNL_INT8: rnl_dtype_t = 6;
pub const RNL_STRING: rnl_dtype_t = 7;
pub const RNL_COMPLEX64: rnl_dtype_t = 8;
pub const RNL_INT64: rnl_dtype_t = 9;
pub const RNL_BOOL: rnl_dtype_t = 10;
pub const RNL_QINT8: rnl_dtype_t = 11;
pub const RNL_QUINT8: rnl_dtype_t = 12;
pub const RNL_QINT32: rnl_dtype_t = 13;
pub const RNL_BFLOAT16: rnl_dtype_t = 14;
pub const RNL_QINT16: rnl_dtype_t = 15;
pub const RNL_QUINT16: rnl_dtype_t = 16;
pub const RNL_UINT16: rnl_dtype_t = 17;
pub const RNL_COMPLEX128: rnl_dtype_t = 18;
pub const RNL_HALF: rnl_dtype_t = 19;
pub const RNL_RESOURCE: rnl_dtype_t = 20;
pub const RNL_VARIANT: rnl_dtype_t = 21;
pub const RNL_UINT32: rnl_dtype_t = 22;
pub const RNL_UINT64: rnl_dtype_t = 23;

pub type rnl_severity_t = i32;
pub const RNL_LOG_DEBUG: rnl_severity_t = 0;
pub const RNL_LOG_INFO: rnl_severity_t = 1;
pub const RNL_LOG_WARNING: rnl_severity_t = 2;
pub const RNL_LOG_ERROR: rnl_severity_t = 3;

/// A node is its number within its graph, from 0 in order of addition. RNL\_NO\_NODE: none.
pub type rnl_node_t = i32;

/// Numbered as the fields of CollectionDef.
pub type rnl_collection_kind_t = i32;
pub const RNL_COLLECTION_NONE: rnl_collection_kind_t = 0;
/// names of nodes or tensors: "train\_op", "update\_ops", "losses"
pub const RNL_COLLECTION_NODES: rnl_collection_kind_t = 1;
/// serialised messages: "variables", "queue\_runners", "savers"
pub const RNL_COLLECTION_BYTES: rnl_collection_kind_t = 2;
pub const RNL_COLLECTION_INTS: rnl_collection_kind_t = 3;
pub const RNL_COLLECTION_FLOATS: rnl_collection_kind_t = 4;
/// google.protobuf.Any, serialised
pub const RNL_COLLECTION_MESSAGES: rnl_collection_kind_t = 5;

/// A value of a model, by number: an input, or what a layer gives.
pub type rnl_learn_value_t = i32;

pub type rnl_learn_mode_t = i32;
pub const RNL_LEARN_TRAIN: rnl_learn_mode_t = 0;
pub const RNL_LEARN_EVALUATE: rnl_learn_mode_t = 1;
pub const RNL_LEARN_PREDICT: rnl_learn_mode_t = 2;

/// Bytes with an explicit length, which may hold NUL. By value everywhere. Views that Runnel returns are followed by a
/// NUL, so that `data` can be printed where the content is text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct rnl_str_t {
    pub data: *const c_char,
    pub size: usize,
}

/// One output of a node. node RNL\_NO\_NODE: none.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct rnl_output_t {
    pub node: rnl_node_t,
    pub index: i32,
}

/// A weight of a layer of one's own. The shape is a formula, as in rows of ops, over the input x (x0, x1 and so on
/// where there are several): "\[dim(x, -1), 8\]"; the initializer a spec.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct rnl_learn_weight_t {
    pub name: rnl_str_t,
    pub shape: rnl_str_t,
    pub initializer: rnl_str_t,
}

/// Samples: rows of tensors in host memory, borrowed. Numbers convert to the types that the model has, except fractions
/// to whole numbers; a last dimension of 1 may be there or not.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct rnl_learn_samples_t {
    pub struct_size: usize,
    pub inputs: *const *mut rnl_tensor_t,
    pub num_inputs: usize,
    pub targets: *const *mut rnl_tensor_t,
    pub num_targets: usize,
    pub weights: *mut rnl_tensor_t,
}

/// How far a fit is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct rnl_learn_progress_t {
    pub struct_size: usize,
    pub epoch: i64,
    pub epochs: i64,
    pub batch: i64,
    pub batches: i64,
    pub epoch_ends: bool,
    pub names: *const rnl_str_t,
    pub values: *const f64,
    pub num_values: usize,
}

/// What a trainer needs to know of a graph, by names of nodes ("node") and values ("node:0"). What is empty is taken
/// from the collections of `meta`, which may be NULL, as TensorFlow's Scaffold does: variables' initialisers,
/// local\_init\_op, local\_variables, ready\_op, global\_step, summary\_op, the saver, queue runners; and else:
/// init\_op is the first assignment of each variable, ready\_op the names of variables without a value, global\_step
/// the node of that name. `checkpoint` is what to begin with where the model\_dir has none. finalize\_op is run by a
/// chief when training has ended without a failure, before the hooks' ends and so before the last checkpoint; empty:
/// nothing is. A struct\_size without it is taken, too.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct rnl_learn_scaffold_t {
    pub struct_size: usize,
    pub init_op: rnl_str_t,
    pub local_init_op: rnl_str_t,
    pub ready_op: rnl_str_t,
    pub global_step: rnl_str_t,
    pub summary_op: rnl_str_t,
    pub checkpoint: rnl_str_t,
    pub meta: *const rnl_meta_graph_t,
    pub finalize_op: rnl_str_t,
}

/// What a hook does, as TensorFlow's SessionRunHook and, in the last two, CheckpointSaverListener. NULL: nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct rnl_learn_hook_t {
    pub struct_size: usize,
    pub name: rnl_str_t,
    pub begin: Option<rnl_learn_hook_fn_t>,
    pub after_create_session: Option<rnl_learn_hook_fn_t>,
    pub before_run: Option<rnl_learn_hook_fn_t>,
    pub after_run: Option<rnl_learn_hook_fn_t>,
    pub end: Option<rnl_learn_hook_fn_t>,
    pub before_save: Option<rnl_learn_hook_fn_t>,
    pub after_save: Option<rnl_learn_hook_fn_t>,
}

/// What an estimator is fed with: elements of a dataset, which are batches. The first num\_features components are
/// features, by name (NULL: "0", "1", ...), the others labels. A function of the program is a dataset by
/// rnl\_dataset\_from\_generator. Each use is a pass of its own.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct rnl_learn_input_t {
    pub struct_size: usize,
    pub dataset: *mut rnl_dataset_t,
    pub feature_names: *const rnl_str_t,
    pub num_features: usize,
}

#[repr(C)]
pub struct rnl_status_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Immutable bytes: a GraphDef, text.
#[repr(C)]
pub struct rnl_bytes_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// An immutable list of strings.
#[repr(C)]
pub struct rnl_names_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_runtime_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_runtime_options_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// The schema of one op.
#[repr(C)]
pub struct rnl_op_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// An immutable list of the kernels that were loaded when it was made.
#[repr(C)]
pub struct rnl_kernels_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_tensor_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_graph_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_node_builder_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_import_options_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// One call of such a function. It belongs to the thread that runs the function, until that returns.
#[repr(C)]
pub struct rnl_host_call_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_cancellation_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Runs only read it: it may serve any number of them on any threads, while nobody sets it.
#[repr(C)]
pub struct rnl_run_options_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Filled anew by each run that it is passed to. Views are borrowed until then.
#[repr(C)]
pub struct rnl_metadata_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_trace_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_session_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_session_options_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_callable_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// A queue that finished runs are put on, and the record of one.
#[repr(C)]
pub struct rnl_completion_queue_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_completion_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_partial_run_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_plan_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Stops threads of a program and queue runners together, and keeps the first error of them, as TensorFlow 1's
/// tf.train.Coordinator. Threads: any.
#[repr(C)]
pub struct rnl_coordinator_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Fills a queue, as tf.train.QueueRunner: each of its ops is run again and again, until the queue is closed, the
/// coordinator stops or the session is closed. No thread waits for it: the steps are asynchronous.
#[repr(C)]
pub struct rnl_queue_runner_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// What a pipeline is: where its elements come from and what becomes of them. An element is one tensor for each
/// component. Immutable; each iterator is a pass of its own. Nothing is read or computed before an iterator asks for
/// it. Errors of all that make one: INVALID\_ARGUMENT naming the argument. What a pass may fail with,
/// rnl\_iterator\_next says.
#[repr(C)]
pub struct rnl_dataset_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// One pass over a dataset.
#[repr(C)]
pub struct rnl_iterator_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// A checkpoint opened for reading. Entries are sorted by name.
#[repr(C)]
pub struct rnl_checkpoint_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Reads a TFRecord file from its beginning to its end. Memory: a buffer and a record, whatever the file says of its
/// sizes. compression: "", "ZLIB" or "GZIP".
#[repr(C)]
pub struct rnl_record_reader_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Writes a TFRecord file anew. It is locked against other writers. Errors of all: those of the file system, with the
/// path; RESOURCE\_EXHAUSTED if no space is left; the first is final. A file that is not compressed consists of whole
/// records even then. FAILED\_PRECONDITION after close.
#[repr(C)]
pub struct rnl_record_writer_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// TensorFlow's Example: lists of values by name, its features. A SequenceExample has feature lists besides: steps by
/// name, each of which is such a list of values. Values are RNL\_FLOAT (float), RNL\_INT64 (int64\_t) or RNL\_STRING
/// (rnl\_str\_t); RNL\_INVALID is a feature of no kind, without values. It belongs to one thread at a time; while
/// nobody changes it, any number may look at it.
#[repr(C)]
pub struct rnl_example_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Writes one file. Each event is there for readers as soon as it is added; one that cannot be written whole is taken
/// back. wall\_time, in seconds since 1970, may be negative: now.
/// Errors of all: those of the file system, with the path; RESOURCE\_EXHAUSTED if no space is left;
/// FAILED\_PRECONDITION after close.
#[repr(C)]
pub struct rnl_event_writer_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Tags, named signatures, collections, queue runners, the nodes that save and restore, assets: read from a file whose
/// graph rnl\_graph\_import takes, or said by a program, to be written with a graph. Names are those of a graph's nodes
/// ("train") and tensors ("x:0"; "x" is output 0). For one thread at a time; strings are borrowed until it is changed
/// or released.
#[repr(C)]
pub struct rnl_meta_graph_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Saves a session's variables under "prefix-STEP", with a MetaGraph beside each checkpoint, and names them in the file
/// `checkpoint` of their folder, as TensorFlow's Saver does: each reads what the other has left. Threads: any, one call
/// at a time does something.
#[repr(C)]
pub struct rnl_saver_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_saved_model_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Jobs by name, tasks by number within a job, an address for each: "host:port", IPv6 in brackets. Like an options
/// handle it belongs to one thread at a time.
#[repr(C)]
pub struct rnl_cluster_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Where the variables of a replicated model go: spread over the tasks of one job, so that every replica that asks in
/// the same order gets the same answers. For one thread at a time.
#[repr(C)]
pub struct rnl_device_setter_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct rnl_server_options_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// A task of a cluster, master and worker in one: sessions whose target it is run on all tasks.
#[repr(C)]
pub struct rnl_server_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// A context for ops that run at once. What they make (variables, tables, queues) lives in it, as in a session. An op
/// is planned once for the types of its inputs, and for each of a few shapes; executed again it is neither planned nor
/// searched for. It needs librunnel\_eager.so beside this library, which is opened with the first context.
#[repr(C)]
pub struct rnl_eager_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// An op with its attrs, or a function made of a graph: to be executed any number of times. Any thread.
#[repr(C)]
pub struct rnl_eager_op_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// What executions are recorded by; see below.
#[repr(C)]
pub struct rnl_tape_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// A model. Its calls may come from any thread, and wait for each other.
#[repr(C)]
pub struct rnl_learn_model_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// What a fit or an evaluation found: values by name for each epoch. Any thread.
#[repr(C)]
pub struct rnl_learn_history_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// How a program trains, and which task of which cluster it is. Immutable; any thread.
#[repr(C)]
pub struct rnl_learn_config_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Runs steps of a graph as TensorFlow's MonitoredTrainingSession: a chief restores the newest checkpoint of model\_dir
/// or initialises, others wait until it has; when a task dies the session is made anew, from the last checkpoint, and
/// the step is run again; hooks see all of it. With a model\_dir a chief has CheckpointSaverHook, StepCounterHook and,
/// with a summary\_op, SummarySaverHook, ahead of those that are added. Threads: one at a time, but for
/// rnl\_learn\_trainer\_request\_stop; its hooks run on that thread, in their order, with no lock held. They may run
/// the session, not the trainer.
#[repr(C)]
pub struct rnl_learn_trainer_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// One call of a hook. It belongs to the hook's thread until the hook returns.
#[repr(C)]
pub struct rnl_learn_hook_call_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Each call makes a graph and a session of its own; what calls have in common is the checkpoints in the model\_dir of
/// the configuration. Threads: one at a time, but for rnl\_learn\_estimator\_request\_stop.
#[repr(C)]
pub struct rnl_learn_estimator_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// One call of a model function. It belongs to the thread that called the estimator until that returns.
#[repr(C)]
pub struct rnl_learn_model_call_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// What a checkpoint predicts of an input, batch by batch. `options`: checkpoint=''. One thread at a time.
#[repr(C)]
pub struct rnl_learn_predictions_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Adds a plugin that is linked into the program (plugins/abi/rnlp\_plugin.h). `plugin` is never freed.
#[repr(C)]
pub struct rnlp_plugin_t {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// DLPack's exchange struct, as \<dlpack/dlpack.h\> defines it.
#[repr(C)]
pub struct DLManagedTensor {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Receives the log. `message` is borrowed. Any thread, one call at a time for each runtime; must not call Runnel.
pub type rnl_log_fn_t = unsafe extern "C" fn(arg: *mut c_void, severity: rnl_severity_t, message: rnl_str_t);

/// Host memory for tensors: 64-byte aligned, NULL when there is none. Any thread.
pub type rnl_alloc_fn_t = unsafe extern "C" fn(arg: *mut c_void, size_bytes: usize) -> *mut c_void;

pub type rnl_free_fn_t = unsafe extern "C" fn(arg: *mut c_void, data: *mut c_void, size_bytes: usize);

/// Called once when nothing calls a callback with `arg` any more, on whichever thread learns of it. Must not call
/// Runnel.
pub type rnl_drop_fn_t = unsafe extern "C" fn(arg: *mut c_void);

/// Called once, on whichever thread drops the last use of wrapped memory. Must not call Runnel.
pub type rnl_deleter_t = unsafe extern "C" fn(arg: *mut c_void, data: *mut c_void, size_bytes: usize);

/// Makes the outputs, rnl\_host\_call\_set\_output for each, and returns NULL; or a status, which ends the step and is
/// released by Runnel. Threads: one of Runnel's that is there for such functions only, where it may block and run
/// steps; at most 256 at once for a runtime, of one function too.
pub type rnl_host_fn_t = unsafe extern "C" fn(arg: *mut c_void, call: *mut rnl_host_call_t) -> *mut rnl_status_t;

/// Called exactly once for each run, on a thread of the runtime, never on the stack of the call that started it, and
/// with no lock held. `status` and `fetches` are borrowed: retain what is kept. It must not wait for a run.
pub type rnl_done_fn_t = unsafe extern "C" fn(arg: *mut c_void, status: *mut rnl_status_t, fetches: *const *mut rnl_tensor_t, num_fetches: usize);

/// Gives element `index` of a pass, counted from 0: `count` new tensors, which pass to the caller, and returns NULL. A
/// status of RNL\_OUT\_OF\_RANGE ends the pass, another one is the element's failure; Runnel releases it. Threads: one
/// of the runtime's, several at once where there are several passes.
pub type rnl_generate_fn_t = unsafe extern "C" fn(arg: *mut c_void, index: i64, out_tensors: *mut *mut rnl_tensor_t, count: usize) -> *mut rnl_status_t;

/// Gives the gradients of a call of rnl\_tape\_record: output\_gradients\[i\] is of its output i, zeros where none
/// came; input\_gradients has room for one for each input, NULL for none, which Runnel releases. What it executes with
/// `tape`, the tape around the one that is asked, which may be NULL, can be differentiated again. Runs on the thread
/// that calls rnl\_tape\_gradient; it may do anything.
pub type rnl_gradient_fn_t = unsafe extern "C" fn(arg: *mut c_void, tape: *mut rnl_tape_t, output_gradients: *const *mut rnl_tensor_t, num_outputs: usize, input_gradients: *mut *mut rnl_tensor_t, num_inputs: usize) -> *mut rnl_status_t;

/// Adds the nodes of a layer, or of a loss, that the program itself defines, to `graph`, the model's, which is lent.
/// `inputs` are of the layer's type; of a loss what is true and what was predicted. The output of a loss is that of
/// each sample. Called on the thread whose call of the model needs the nodes: once for each call of the layer for
/// prediction, and again for training. It must not call the model. A status ends what needed the nodes, and is what
/// that returns.
pub type rnl_learn_layer_fn_t = unsafe extern "C" fn(arg: *mut c_void, graph: *mut rnl_graph_t, inputs: *const rnl_output_t, num_inputs: usize, weights: *const rnl_output_t, num_weights: usize, training: bool, out_output: *mut rnl_output_t) -> *mut rnl_status_t;

/// Hears of a fit after each batch and each epoch, on the thread that called it. It may call the model. A status ends
/// the fit and is what it returns.
pub type rnl_learn_progress_fn_t = unsafe extern "C" fn(arg: *mut c_void, progress: *const rnl_learn_progress_t) -> *mut rnl_status_t;

/// A status ends the run with it; Runnel releases it.
pub type rnl_learn_hook_fn_t = unsafe extern "C" fn(arg: *mut c_void, call: *mut rnl_learn_hook_call_t) -> *mut rnl_status_t;

/// Builds a graph for the mode of the call, in the graph of the call. A status is the estimator's failure.
pub type rnl_learn_model_fn_t = unsafe extern "C" fn(arg: *mut c_void, call: *mut rnl_learn_model_call_t) -> *mut rnl_status_t;

extern "C" {
    /// RNL\_ABI\_VERSION of the library that is linked.
    pub fn rnl_abi_version() -> u32;
    /// "0.1.0", for people.
    pub fn rnl_version() -> rnl_str_t;
    /// Checks that the library can serve a program that was compiled with `header_version` (pass RNL\_ABI\_VERSION).
    /// Errors: FAILED\_PRECONDITION naming both versions.
    pub fn rnl_require(header_version: u32) -> *mut rnl_status_t;
    /// For callbacks that fail. Never NULL: for a code that is none of the above it is INVALID\_ARGUMENT, and
    /// RESOURCE\_EXHAUSTED without memory.
    pub fn rnl_status_create(code: rnl_code_t, message: rnl_str_t) -> *mut rnl_status_t;
    /// RNL\_OK for NULL.
    pub fn rnl_status_code(status: *const rnl_status_t) -> rnl_code_t;
    /// What was wrong: the thing, what was expected, what came. Empty for NULL. Borrowed.
    pub fn rnl_status_message(status: *const rnl_status_t) -> rnl_str_t;
    /// Name of the graph node at fault; empty where there is none. Borrowed.
    pub fn rnl_status_node(status: *const rnl_status_t) -> rnl_str_t;
    pub fn rnl_status_retain(status: *mut rnl_status_t) -> *mut rnl_status_t;
    pub fn rnl_status_release(status: *mut rnl_status_t);
    /// "INVALID\_ARGUMENT" and so on; "CODE\_UNLISTED" for other numbers. Never released.
    pub fn rnl_code_name(code: rnl_code_t) -> rnl_str_t;
    /// Borrowed; followed by a NUL that `size` does not count.
    pub fn rnl_bytes_view(bytes: *const rnl_bytes_t) -> rnl_str_t;
    pub fn rnl_bytes_retain(bytes: *mut rnl_bytes_t) -> *mut rnl_bytes_t;
    pub fn rnl_bytes_release(bytes: *mut rnl_bytes_t);
    pub fn rnl_names_count(names: *const rnl_names_t) -> usize;
    /// Borrowed. Empty beyond the end.
    pub fn rnl_names_get(names: *const rnl_names_t, index: usize) -> rnl_str_t;
    pub fn rnl_names_retain(names: *mut rnl_names_t) -> *mut rnl_names_t;
    pub fn rnl_names_release(names: *mut rnl_names_t);
    /// "float", "int32", "bfloat16": TensorFlow's names; "invalid" for other numbers. Never released.
    pub fn rnl_dtype_name(dtype: rnl_dtype_t) -> rnl_str_t;
    /// The inverse; takes "DT\_FLOAT" as well. RNL\_INVALID if unknown.
    pub fn rnl_dtype_from_name(name: rnl_str_t) -> rnl_dtype_t;
    /// Bytes of one element; 0 where elements are not plain data (string, resource, variant).
    pub fn rnl_dtype_size(dtype: rnl_dtype_t) -> usize;
    /// Starts from the defaults, which each setter names.
    pub fn rnl_runtime_options_create(out_options: *mut *mut rnl_runtime_options_t) -> *mut rnl_status_t;
    pub fn rnl_runtime_options_release(options: *mut rnl_runtime_options_t);
    /// Threads that compute, the caller of a run counted. 0, the default: RUNNEL\_NUM\_THREADS, else the CPUs that this
    /// process may use. Errors: INVALID\_ARGUMENT below 0 or above 1024.
    pub fn rnl_runtime_options_set_threads(options: *mut rnl_runtime_options_t, threads: i32) -> *mut rnl_status_t;
    /// Limit of host memory for tensors and arenas, in bytes. 0, the default: none.
    pub fn rnl_runtime_options_set_memory_limit(options: *mut rnl_runtime_options_t, limit_bytes: u64) -> *mut rnl_status_t;
    /// Where host memory comes from instead of the system. Both functions outlive everything that is made from the
    /// runtime.
    pub fn rnl_runtime_options_set_allocator(options: *mut rnl_runtime_options_t, alloc_fn: Option<rnl_alloc_fn_t>, free_fn: Option<rnl_free_fn_t>, arg: *mut c_void) -> *mut rnl_status_t;
    /// The same, and `drop` (may be NULL) is called with `arg` when the options and everything that is made from the
    /// runtime are gone, or another allocator was set. On failure it is not called.
    pub fn rnl_runtime_options_set_owned_allocator(options: *mut rnl_runtime_options_t, alloc_fn: Option<rnl_alloc_fn_t>, free_fn: Option<rnl_free_fn_t>, arg: *mut c_void, drop: Option<rnl_drop_fn_t>) -> *mut rnl_status_t;
    /// Where the log goes instead of standard error. NULL: standard error.
    pub fn rnl_runtime_options_set_log(options: *mut rnl_runtime_options_t, log: Option<rnl_log_fn_t>, arg: *mut c_void) -> *mut rnl_status_t;
    /// The same for a `log` that is not NULL, with `drop` as in rnl\_runtime\_options\_set\_owned\_allocator.
    pub fn rnl_runtime_options_set_owned_log(options: *mut rnl_runtime_options_t, log: Option<rnl_log_fn_t>, arg: *mut c_void, drop: Option<rnl_drop_fn_t>) -> *mut rnl_status_t;
    /// Drops messages below. Default: warning. RUNNEL\_LOG (debug, info, warning, error) overrides it.
    pub fn rnl_runtime_options_set_log_level(options: *mut rnl_runtime_options_t, severity: rnl_severity_t) -> *mut rnl_status_t;
    /// false: not even the CPU is loaded, nor what RUNNEL\_PLUGINS names.
    pub fn rnl_runtime_options_set_default_plugins(options: *mut rnl_runtime_options_t, load: bool) -> *mut rnl_status_t;
    /// One more plugin to load, as in rnl\_runtime\_load\_plugin; naming one that is loaded by default is no error.
    pub fn rnl_runtime_options_add_plugin(options: *mut rnl_runtime_options_t, path_or_id: rnl_str_t) -> *mut rnl_status_t;
    /// A setting for a plugin: key "runnel.virtual.seed", value "7". "models.map" is "never" (the default: model files
    /// are read into memory), "protected" (files that nobody can shorten are mapped, and others read, with a warning)
    /// or "always" (all are mapped: a file that is shortened while its model is used ends the process). Weights that
    /// are mapped take no memory of their own, and processes share them.
    pub fn rnl_runtime_options_set_config(options: *mut rnl_runtime_options_t, key: rnl_str_t, value: rnl_str_t) -> *mut rnl_status_t;
    /// Starts a runtime. `options` may be NULL: all defaults; the CPU is found beside this library, in a build tree as
    /// well as in an install.
    /// Errors: NOT\_FOUND listing every path tried; what rnl\_runtime\_load\_plugin answers.
    pub fn rnl_runtime_create(options: *const rnl_runtime_options_t, out_runtime: *mut *mut rnl_runtime_t) -> *mut rnl_status_t;
    pub fn rnl_runtime_retain(runtime: *mut rnl_runtime_t) -> *mut rnl_runtime_t;
    pub fn rnl_runtime_release(runtime: *mut rnl_runtime_t);
    /// Loads a plugin: with a slash in it a path, otherwise an id ("cuda" is librunnel\_cuda.so), looked for beside
    /// this library and then in RUNNEL\_PLUGIN\_PATH; never in the current folder.
    /// Errors: NOT\_FOUND listing the paths; FAILED\_PRECONDITION for a version that does not fit, with both numbers
    /// and the path; ALREADY\_EXISTS for a second copy of one id.
    pub fn rnl_runtime_load_plugin(runtime: *mut rnl_runtime_t, path_or_id: rnl_str_t) -> *mut rnl_status_t;
    /// Adds a plugin that is linked into the program (plugins/abi/rnlp\_plugin.h). `plugin` is never freed.
    pub fn rnl_runtime_add_static_plugin(runtime: *mut rnl_runtime_t, plugin: *const rnlp_plugin_t) -> *mut rnl_status_t;
    /// Bytes of host memory that tensors and arenas hold now.
    pub fn rnl_runtime_memory_in_use(runtime: *const rnl_runtime_t) -> u64;
    /// Writes to the runtime's log.
    pub fn rnl_runtime_log(runtime: *mut rnl_runtime_t, severity: rnl_severity_t, message: rnl_str_t) -> *mut rnl_status_t;
    /// Devices are numbered from 0 in order of loading; numbers stay, more may be added.
    pub fn rnl_runtime_num_devices(runtime: *const rnl_runtime_t) -> usize;
    /// "/job:localhost/replica:0/task:0/device:CPU:0". Borrowed from the runtime; empty beyond the end.
    pub fn rnl_runtime_device_name(runtime: *const rnl_runtime_t, device: usize) -> rnl_str_t;
    /// "CPU".
    pub fn rnl_runtime_device_type(runtime: *const rnl_runtime_t, device: usize) -> rnl_str_t;
    /// For people: the model of the processor.
    pub fn rnl_runtime_device_description(runtime: *const rnl_runtime_t, device: usize) -> rnl_str_t;
    /// Memory of a device: in use, the most so far, and the limit (0: none or unknown), in bytes. Any out may be NULL.
    /// Errors: OUT\_OF\_RANGE.
    pub fn rnl_runtime_device_memory(runtime: *const rnl_runtime_t, device: usize, out_in_use_bytes: *mut u64, out_peak_bytes: *mut u64, out_limit_bytes: *mut u64) -> *mut rnl_status_t;
    /// Names of all ops, sorted.
    pub fn rnl_runtime_ops(runtime: *const rnl_runtime_t, out_names: *mut *mut rnl_names_t) -> *mut rnl_status_t;
    /// Some families of ops are libraries of their own beside this one, librunnel\_\<family\>.so, which is opened when
    /// one of its ops is first looked up, by this function or while a graph is built. Errors: NOT\_FOUND naming the op
    /// and close names, or the op and its library if that is missing; FAILED\_PRECONDITION if the library is of another
    /// build.
    pub fn rnl_runtime_find_op(runtime: *const rnl_runtime_t, name: rnl_str_t, out_op: *mut *mut rnl_op_t) -> *mut rnl_status_t;
    /// The family in whose library the op is; empty for all other ops and for unknown ones. Opens nothing.
    /// Ownership: valid as long as the runtime.
    pub fn rnl_runtime_op_family(runtime: *const rnl_runtime_t, name: rnl_str_t) -> rnl_str_t;
    pub fn rnl_op_retain(op: *mut rnl_op_t) -> *mut rnl_op_t;
    pub fn rnl_op_release(op: *mut rnl_op_t);
    pub fn rnl_op_name(op: *const rnl_op_t) -> rnl_str_t;
    /// One paragraph.
    pub fn rnl_op_doc(op: *const rnl_op_t) -> rnl_str_t;
    pub fn rnl_op_is_stateful(op: *const rnl_op_t) -> bool;
    /// Gradients flow through it.
    pub fn rnl_op_has_gradient(op: *const rnl_op_t) -> bool;
    /// It is given by simpler ops where a device has no kernel.
    pub fn rnl_op_has_composition(op: *const rnl_op_t) -> bool;
    pub fn rnl_op_num_inputs(op: *const rnl_op_t) -> usize;
    pub fn rnl_op_num_outputs(op: *const rnl_op_t) -> usize;
    pub fn rnl_op_num_attrs(op: *const rnl_op_t) -> usize;
    /// "x". Names and types are empty beyond the end.
    pub fn rnl_op_input_name(op: *const rnl_op_t, index: usize) -> rnl_str_t;
    /// As op rows write it: "float", "T", "N \* T", "Tin".
    pub fn rnl_op_input_type(op: *const rnl_op_t, index: usize) -> rnl_str_t;
    pub fn rnl_op_output_name(op: *const rnl_op_t, index: usize) -> rnl_str_t;
    pub fn rnl_op_output_type(op: *const rnl_op_t, index: usize) -> rnl_str_t;
    pub fn rnl_op_attr_name(op: *const rnl_op_t, index: usize) -> rnl_str_t;
    /// "int", "list(type)", "func".
    pub fn rnl_op_attr_type(op: *const rnl_op_t, index: usize) -> rnl_str_t;
    /// As text: true, 0.5, "NHWC" in quotes, float, \[1, 2\], \<unknown\> for a shape. Empty if there is none: the attr
    /// must be given, or follows from the inputs.
    pub fn rnl_op_attr_default(op: *const rnl_op_t, index: usize) -> rnl_str_t;
    /// The least number, or length of a list, that is allowed; INT64\_MIN: any.
    pub fn rnl_op_attr_minimum(op: *const rnl_op_t, index: usize) -> i64;
    /// What a type or string may be: "float", "SAME". 0 of them: anything. Empty beyond the end.
    pub fn rnl_op_attr_num_allowed(op: *const rnl_op_t, index: usize) -> usize;
    pub fn rnl_op_attr_allowed(op: *const rnl_op_t, index: usize, choice: usize) -> rnl_str_t;
    pub fn rnl_runtime_kernels(runtime: *const rnl_runtime_t, out_kernels: *mut *mut rnl_kernels_t) -> *mut rnl_status_t;
    pub fn rnl_kernels_retain(kernels: *mut rnl_kernels_t) -> *mut rnl_kernels_t;
    pub fn rnl_kernels_release(kernels: *mut rnl_kernels_t);
    pub fn rnl_kernels_count(kernels: *const rnl_kernels_t) -> usize;
    pub fn rnl_kernels_op(kernels: *const rnl_kernels_t, index: usize) -> rnl_str_t;
    /// "CPU"; "\*" for kernels of the host, which serve every device.
    pub fn rnl_kernels_device_type(kernels: *const rnl_kernels_t, index: usize) -> rnl_str_t;
    /// Id of the plugin that brought it.
    pub fn rnl_kernels_plugin(kernels: *const rnl_kernels_t, index: usize) -> rnl_str_t;
    /// Type attrs that the kernel restricts; an attr that is not named takes any type.
    pub fn rnl_kernels_num_constraints(kernels: *const rnl_kernels_t, index: usize) -> usize;
    pub fn rnl_kernels_constraint_attr(kernels: *const rnl_kernels_t, index: usize, constraint: usize) -> rnl_str_t;
    /// The types allowed. \*out\_types is borrowed from the list. Returns their number.
    pub fn rnl_kernels_constraint_types(kernels: *const rnl_kernels_t, index: usize, constraint: usize, out_types: *mut *const rnl_dtype_t) -> usize;
    /// A tensor with memory of its own: numbers uninitialised, strings empty.
    /// Shapes: rank 0..254, each dim at least 0; `dims` may be NULL for rank 0.
    /// Errors: INVALID\_ARGUMENT for a dtype without elements, a bad shape or one that overflows; RESOURCE\_EXHAUSTED.
    pub fn rnl_tensor_create(runtime: *mut rnl_runtime_t, dtype: rnl_dtype_t, rank: i32, dims: *const i64, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// The same with a copy of `data` in it. Errors: INVALID\_ARGUMENT too if size\_bytes is not what dtype and shape
    /// need, and for dtypes that are not plain data.
    pub fn rnl_tensor_from_data(runtime: *mut rnl_runtime_t, dtype: rnl_dtype_t, rank: i32, dims: *const i64, data: *const c_void, size_bytes: usize, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// A scalar of any real numeric dtype or bool. Errors: INVALID\_ARGUMENT if an integer dtype cannot hold `value`,
    /// or for another dtype.
    pub fn rnl_tensor_from_scalar(runtime: *mut rnl_runtime_t, dtype: rnl_dtype_t, value: f64, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// Strings, copied. Errors: INVALID\_ARGUMENT if num\_values is not what the shape holds.
    pub fn rnl_tensor_from_strings(runtime: *mut rnl_runtime_t, rank: i32, dims: *const i64, values: *const rnl_str_t, num_values: usize, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// Uses the caller's memory without a copy; Runnel only reads it. It must stay valid and unchanged until `deleter`
    /// (may be NULL) was called. On failure the deleter is not called.
    /// Errors: INVALID\_ARGUMENT as rnl\_tensor\_from\_data, and for memory not aligned to its elements.
    pub fn rnl_tensor_wrap(runtime: *mut rnl_runtime_t, dtype: rnl_dtype_t, rank: i32, dims: *const i64, data: *mut c_void, size_bytes: usize, deleter: Option<rnl_deleter_t>, arg: *mut c_void, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    pub fn rnl_tensor_retain(tensor: *mut rnl_tensor_t) -> *mut rnl_tensor_t;
    pub fn rnl_tensor_release(tensor: *mut rnl_tensor_t);
    pub fn rnl_tensor_dtype(tensor: *const rnl_tensor_t) -> rnl_dtype_t;
    pub fn rnl_tensor_rank(tensor: *const rnl_tensor_t) -> i32;
    /// Borrowed; rank of them. NULL for NULL.
    pub fn rnl_tensor_dims(tensor: *const rnl_tensor_t) -> *const i64;
    pub fn rnl_tensor_num_elements(tensor: *const rnl_tensor_t) -> i64;
    /// Bytes of the elements; 0 where they are not plain data.
    pub fn rnl_tensor_size_bytes(tensor: *const rnl_tensor_t) -> usize;
    /// The elements. NULL for strings, resources, tensors in device memory and tensors without elements.
    pub fn rnl_tensor_data(tensor: *const rnl_tensor_t) -> *const c_void;
    /// The elements, to be written before the tensor is fed. Errors: FAILED\_PRECONDITION if someone else (a variable,
    /// a running step, wrapped memory) shares them; INVALID\_ARGUMENT where data is NULL.
    pub fn rnl_tensor_mutable_data(tensor: *mut rnl_tensor_t, out_data: *mut *mut c_void) -> *mut rnl_status_t;
    /// Element `index` of a string tensor, in row-major order. Borrowed until it is set or the tensor is released.
    /// Errors: INVALID\_ARGUMENT for another dtype, OUT\_OF\_RANGE.
    pub fn rnl_tensor_get_string(tensor: *const rnl_tensor_t, index: i64, out_value: *mut rnl_str_t) -> *mut rnl_status_t;
    /// Copies `value`. Errors: also FAILED\_PRECONDITION if someone else shares the elements.
    pub fn rnl_tensor_set_string(tensor: *mut rnl_tensor_t, index: i64, value: rnl_str_t) -> *mut rnl_status_t;
    /// Name of the device whose memory holds the elements; empty for host memory. Borrowed.
    pub fn rnl_tensor_device(tensor: *const rnl_tensor_t) -> rnl_str_t;
    /// The tensor in host memory: itself if it is there, else a copy that has arrived.
    pub fn rnl_tensor_to_host(tensor: *mut rnl_tensor_t, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// Copies all elements, from a device too. Errors: INVALID\_ARGUMENT unless size\_bytes is the tensor's size, or
    /// for elements that are not plain data.
    pub fn rnl_tensor_copy_to(tensor: *const rnl_tensor_t, data: *mut c_void, size_bytes: usize) -> *mut rnl_status_t;
    /// The same elements under another shape. Errors: INVALID\_ARGUMENT for another number of elements.
    pub fn rnl_tensor_reshape(tensor: *mut rnl_tensor_t, rank: i32, dims: *const i64, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// "float\[2,3\] = \[1 2 3 ...\]", at most max\_elements of them; for people.
    pub fn rnl_tensor_to_text(tensor: *const rnl_tensor_t, max_elements: i32, out_text: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// DLPack's exchange struct, as \<dlpack/dlpack.h\> defines it. Takes over a DLPack tensor: shared without a copy
    /// if it is dense host memory aligned to its elements, copied if strided. Its deleter is called when it is no
    /// longer needed; on failure it is not called.
    /// Errors: UNIMPLEMENTED for memory that is not the host's, or a type that Runnel does not have.
    pub fn rnl_tensor_from_dlpack(runtime: *mut rnl_runtime_t, dlpack: *mut DLManagedTensor, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// Shares a host tensor as DLPack. The receiver calls its deleter once. The elements must not be written.
    /// Errors: INVALID\_ARGUMENT for elements that are not plain data; UNIMPLEMENTED for device memory and quantised
    /// types.
    pub fn rnl_tensor_to_dlpack(tensor: *mut rnl_tensor_t, out_dlpack: *mut *mut DLManagedTensor) -> *mut rnl_status_t;
    /// An empty graph over the ops of `runtime`.
    pub fn rnl_graph_create(runtime: *mut rnl_runtime_t, out_graph: *mut *mut rnl_graph_t) -> *mut rnl_status_t;
    pub fn rnl_graph_retain(graph: *mut rnl_graph_t) -> *mut rnl_graph_t;
    pub fn rnl_graph_release(graph: *mut rnl_graph_t);
    /// A node whose attrs follow from its inputs and defaults; \*out\_output is its output 0.
    pub fn rnl_graph_add_op(graph: *mut rnl_graph_t, op: rnl_str_t, name: rnl_str_t, inputs: *const rnl_output_t, num_inputs: usize, out_output: *mut rnl_output_t) -> *mut rnl_status_t;
    /// Const.
    pub fn rnl_graph_add_constant(graph: *mut rnl_graph_t, name: rnl_str_t, value: *const rnl_tensor_t, out_output: *mut rnl_output_t) -> *mut rnl_status_t;
    /// Placeholder. Shapes: rank -1: any shape; a dim of -1: any size.
    pub fn rnl_graph_add_placeholder(graph: *mut rnl_graph_t, name: rnl_str_t, dtype: rnl_dtype_t, rank: i32, dims: *const i64, out_output: *mut rnl_output_t) -> *mut rnl_status_t;
    /// VarHandleOp: a variable of the session, uninitialised until an AssignVariableOp ran. \*out\_handle is what
    /// ReadVariableOp, AssignVariableOp and the optimiser ops take.
    pub fn rnl_graph_add_variable(graph: *mut rnl_graph_t, name: rnl_str_t, dtype: rnl_dtype_t, rank: i32, dims: *const i64, out_handle: *mut rnl_output_t) -> *mut rnl_status_t;
    /// NoOp that runs after all of `after`: one target for many nodes.
    pub fn rnl_graph_add_group(graph: *mut rnl_graph_t, name: rnl_str_t, after: *const rnl_node_t, num_after: usize, out_node: *mut rnl_node_t) -> *mut rnl_status_t;
    /// Gives a Merge that was added with one missing input its back edge. Errors: FAILED\_PRECONDITION if it has one;
    /// INVALID\_ARGUMENT if `from` is no NextIteration or has another type.
    pub fn rnl_graph_close_loop(graph: *mut rnl_graph_t, merge: rnl_node_t, from: rnl_output_t) -> *mut rnl_status_t;
    /// NULL only if memory is exhausted or graph is NULL; every function below takes NULL, and finish then reports it.
    pub fn rnl_node_builder_create(graph: *mut rnl_graph_t, op: rnl_str_t, name: rnl_str_t) -> *mut rnl_node_builder_t;
    /// Inputs in the order of the op's arguments; a list argument by add\_input\_list or one by one.
    pub fn rnl_node_builder_add_input(builder: *mut rnl_node_builder_t, input: rnl_output_t);
    pub fn rnl_node_builder_add_input_list(builder: *mut rnl_node_builder_t, inputs: *const rnl_output_t, num_inputs: usize);
    /// Runs after `node`.
    pub fn rnl_node_builder_add_control_input(builder: *mut rnl_node_builder_t, node: rnl_node_t);
    /// "/device:CPU:0"; any part may be missing.
    pub fn rnl_node_builder_set_device(builder: *mut rnl_node_builder_t, device: rnl_str_t);
    /// On the device of `node`. May be called several times.
    pub fn rnl_node_builder_colocate_with(builder: *mut rnl_node_builder_t, node: rnl_node_t);
    /// Attributes. Types and numbers that the inputs determine may be left out.
    pub fn rnl_node_builder_set_attr_string(builder: *mut rnl_node_builder_t, attr: rnl_str_t, value: rnl_str_t);
    pub fn rnl_node_builder_set_attr_int(builder: *mut rnl_node_builder_t, attr: rnl_str_t, value: i64);
    pub fn rnl_node_builder_set_attr_float(builder: *mut rnl_node_builder_t, attr: rnl_str_t, value: f32);
    pub fn rnl_node_builder_set_attr_bool(builder: *mut rnl_node_builder_t, attr: rnl_str_t, value: bool);
    pub fn rnl_node_builder_set_attr_type(builder: *mut rnl_node_builder_t, attr: rnl_str_t, value: rnl_dtype_t);
    /// rank -1: unknown; a dim of -1: unknown.
    pub fn rnl_node_builder_set_attr_shape(builder: *mut rnl_node_builder_t, attr: rnl_str_t, rank: i32, dims: *const i64);
    /// Shares the tensor, which must no longer be written.
    pub fn rnl_node_builder_set_attr_tensor(builder: *mut rnl_node_builder_t, attr: rnl_str_t, value: *const rnl_tensor_t);
    /// Name of a function of this graph.
    pub fn rnl_node_builder_set_attr_func(builder: *mut rnl_node_builder_t, attr: rnl_str_t, function: rnl_str_t);
    pub fn rnl_node_builder_set_attr_string_list(builder: *mut rnl_node_builder_t, attr: rnl_str_t, values: *const rnl_str_t, count: usize);
    pub fn rnl_node_builder_set_attr_int_list(builder: *mut rnl_node_builder_t, attr: rnl_str_t, values: *const i64, count: usize);
    pub fn rnl_node_builder_set_attr_float_list(builder: *mut rnl_node_builder_t, attr: rnl_str_t, values: *const f32, count: usize);
    pub fn rnl_node_builder_set_attr_bool_list(builder: *mut rnl_node_builder_t, attr: rnl_str_t, values: *const bool, count: usize);
    pub fn rnl_node_builder_set_attr_type_list(builder: *mut rnl_node_builder_t, attr: rnl_str_t, values: *const rnl_dtype_t, count: usize);
    /// Shape i has rank ranks\[i\] and the dims at dims\[i\].
    pub fn rnl_node_builder_set_attr_shape_list(builder: *mut rnl_node_builder_t, attr: rnl_str_t, ranks: *const i32, dims: *const *const i64, count: usize);
    pub fn rnl_node_builder_set_attr_tensor_list(builder: *mut rnl_node_builder_t, attr: rnl_str_t, values: *const *const rnl_tensor_t, count: usize);
    pub fn rnl_node_builder_set_attr_func_list(builder: *mut rnl_node_builder_t, attr: rnl_str_t, functions: *const rnl_str_t, count: usize);
    /// Adds the node and releases the builder, whether that succeeds or not. Its output i is rnl\_output(\*out\_node,
    /// i). out\_node may be NULL.
    /// Errors: the first that stuck; ALREADY\_EXISTS for the name; NOT\_FOUND for the op; INVALID\_ARGUMENT naming op,
    /// node, attr or input, what came and what is allowed. The graph is then unchanged.
    pub fn rnl_node_builder_finish(builder: *mut rnl_node_builder_t, out_node: *mut rnl_node_t) -> *mut rnl_status_t;
    /// Gives up without adding anything. Not after finish.
    pub fn rnl_node_builder_release(builder: *mut rnl_node_builder_t);
    pub fn rnl_import_options_create(out_options: *mut *mut rnl_import_options_t) -> *mut rnl_status_t;
    pub fn rnl_import_options_release(options: *mut rnl_import_options_t);
    /// "a" puts every node under "a/". Default: none.
    pub fn rnl_import_options_set_prefix(options: *mut rnl_import_options_t, prefix: rnl_str_t) -> *mut rnl_status_t;
    /// What the def calls `name` ("node" or "node:1") is `output` of the graph instead.
    pub fn rnl_import_options_map_input(options: *mut rnl_import_options_t, name: rnl_str_t, output: rnl_output_t) -> *mut rnl_status_t;
    /// Every imported node without inputs runs after `node`.
    pub fn rnl_import_options_add_control_dependency(options: *mut rnl_import_options_t, node: rnl_node_t) -> *mut rnl_status_t;
    /// For nodes without a device.
    pub fn rnl_import_options_set_default_device(options: *mut rnl_import_options_t, device: rnl_str_t) -> *mut rnl_status_t;
    /// A node or function whose name the graph has, prefix included, is taken to be the same and is used; only what is
    /// missing is added. So a graph that another program makes is imported again whenever it has grown, and sessions
    /// keep their state. A Placeholder stands for the node of its name whatever its op. A node that is another op in
    /// the graph is INVALID\_ARGUMENT. Default: false, names are new.
    pub fn rnl_import_options_set_extend(options: *mut rnl_import_options_t, extend: bool) -> *mut rnl_status_t;
    /// For rnl\_graph\_load of a file that a plugin imports: an option of that importer, such as "variables" of ONNX. A
    /// later value of a key replaces the one before.
    pub fn rnl_import_options_set_importer_option(options: *mut rnl_import_options_t, key: rnl_str_t, value: rnl_str_t) -> *mut rnl_status_t;
    /// Adds all nodes and functions of a GraphDef or MetaGraph, binary or text, or none. `options` may be NULL.
    /// TensorFlow 1's ref variables (VariableV2, Assign, ...) become resource variables, and each name still stands for
    /// the value that it had; the variable itself is NAME/\_rnl\_handle. Errors: DATA\_LOSS, INVALID\_ARGUMENT naming
    /// byte, line or field, or what the bytes are; as adding nodes.
    pub fn rnl_graph_import(graph: *mut rnl_graph_t, graph_def: rnl_str_t, options: *const rnl_import_options_t) -> *mut rnl_status_t;
    /// The graph as TensorFlow's GraphDef, binary. Equal graphs give equal bytes. Whatever makes a resource has a
    /// shared\_name: its node's name, if it had none. The ref variables of an imported graph are ref variables again,
    /// unless a function takes one.
    pub fn rnl_graph_export(graph: *const rnl_graph_t, out_graph_def: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    pub fn rnl_graph_export_text(graph: *const rnl_graph_t, out_text: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// Makes all of `body` a function of `graph`: its arguments are `inputs` (outputs of Placeholders of the body,
    /// which vanish), its results `outputs`; bodies of While take and give the loop's variables in order, conditions
    /// give one bool. Functions that the body calls come along.
    /// Errors: ALREADY\_EXISTS for another function of that name; INVALID\_ARGUMENT for an input that is no Placeholder
    /// or given twice, and for outputs the body does not have.
    pub fn rnl_graph_add_function(graph: *mut rnl_graph_t, name: rnl_str_t, body: *const rnl_graph_t, inputs: *const rnl_output_t, num_inputs: usize, outputs: *const rnl_output_t, num_outputs: usize) -> *mut rnl_status_t;
    /// Names of the graph's functions, in order of addition.
    pub fn rnl_graph_functions(graph: *const rnl_graph_t, out_names: *mut *mut rnl_names_t) -> *mut rnl_status_t;
    /// Adds the gradients of sum(ys) with respect to each x, through control flow and functions too.
    /// out\_gradients\[i\] is of xs\[i\], node RNL\_NO\_NODE where no y depends on it; an x may be a variable's handle.
    /// grad\_ys weighs ys (NULL, or RNL\_NO\_NODE in an entry: ones). Nothing flows through `stop_gradients`. New nodes
    /// are named under `scope` (empty: "gradients").
    /// Errors: UNIMPLEMENTED naming the op and node without a gradient; INVALID\_ARGUMENT for a y or x whose type has
    /// none; NOT\_FOUND without librunnel\_gradients.so beside this library. Nodes may have been added then; none that
    /// was there has changed.
    pub fn rnl_graph_add_gradients(graph: *mut rnl_graph_t, ys: *const rnl_output_t, grad_ys: *const rnl_output_t, num_ys: usize, xs: *const rnl_output_t, num_xs: usize, stop_gradients: *const rnl_output_t, num_stop: usize, scope: rnl_str_t, out_gradients: *mut rnl_output_t) -> *mut rnl_status_t;
    /// borrowed
    pub fn rnl_graph_runtime(graph: *const rnl_graph_t) -> *mut rnl_runtime_t;
    pub fn rnl_graph_num_nodes(graph: *const rnl_graph_t) -> usize;
    /// Errors: NOT\_FOUND.
    pub fn rnl_graph_find_node(graph: *const rnl_graph_t, name: rnl_str_t, out_node: *mut rnl_node_t) -> *mut rnl_status_t;
    /// Takes "node" and "node:1". Errors: NOT\_FOUND for the node, INVALID\_ARGUMENT for the output.
    pub fn rnl_graph_find_output(graph: *const rnl_graph_t, name: rnl_str_t, out_output: *mut rnl_output_t) -> *mut rnl_status_t;
    /// The following answer an unknown node with an empty string, 0 or RNL\_NO\_NODE.
    pub fn rnl_graph_node_name(graph: *const rnl_graph_t, node: rnl_node_t) -> rnl_str_t;
    pub fn rnl_graph_node_op(graph: *const rnl_graph_t, node: rnl_node_t) -> rnl_str_t;
    /// As requested; may be empty or partial.
    pub fn rnl_graph_node_device(graph: *const rnl_graph_t, node: rnl_node_t) -> rnl_str_t;
    pub fn rnl_graph_num_inputs(graph: *const rnl_graph_t, node: rnl_node_t) -> usize;
    pub fn rnl_graph_input(graph: *const rnl_graph_t, node: rnl_node_t, index: usize) -> rnl_output_t;
    pub fn rnl_graph_num_control_inputs(graph: *const rnl_graph_t, node: rnl_node_t) -> usize;
    pub fn rnl_graph_control_input(graph: *const rnl_graph_t, node: rnl_node_t, index: usize) -> rnl_node_t;
    pub fn rnl_graph_num_outputs(graph: *const rnl_graph_t, node: rnl_node_t) -> usize;
    pub fn rnl_graph_output_dtype(graph: *const rnl_graph_t, output: rnl_output_t) -> rnl_dtype_t;
    /// What is known of an output's shape: \*out\_rank (-1: unknown), and at most `capacity` dims (-1: unknown).
    /// Errors: INVALID\_ARGUMENT if there is no such output.
    pub fn rnl_graph_output_shape(graph: *const rnl_graph_t, output: rnl_output_t, capacity: usize, out_dims: *mut i64, out_rank: *mut i32) -> *mut rnl_status_t;
    /// Nodes that take `output`, each once, at most `capacity` of them; \*out\_count is their true number.
    pub fn rnl_graph_consumers(graph: *const rnl_graph_t, output: rnl_output_t, capacity: usize, out_nodes: *mut rnl_node_t, out_count: *mut usize) -> *mut rnl_status_t;
    pub fn rnl_graph_num_attrs(graph: *const rnl_graph_t, node: rnl_node_t) -> usize;
    /// In order of name; defaults are there as well.
    pub fn rnl_graph_attr_name(graph: *const rnl_graph_t, node: rnl_node_t, index: usize) -> rnl_str_t;
    /// "int", "list(type)", ...; empty without such an attr. Never released.
    pub fn rnl_graph_attr_kind(graph: *const rnl_graph_t, node: rnl_node_t, attr: rnl_str_t) -> rnl_str_t;
    /// Elements of a list; 1 for other attrs; 0 without such an attr.
    pub fn rnl_graph_attr_count(graph: *const rnl_graph_t, node: rnl_node_t, attr: rnl_str_t) -> usize;
    /// For people; long tensors are cut.
    pub fn rnl_graph_attr_text(graph: *const rnl_graph_t, node: rnl_node_t, attr: rnl_str_t, out_text: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// Element `index` of a list, or the value itself with index 0. Errors: INVALID\_ARGUMENT without such a node or if
    /// the attr is of another kind; NOT\_FOUND without such an attr; OUT\_OF\_RANGE.
    pub fn rnl_graph_attr_string(graph: *const rnl_graph_t, node: rnl_node_t, attr: rnl_str_t, index: usize, out_value: *mut rnl_str_t) -> *mut rnl_status_t;
    pub fn rnl_graph_attr_int(graph: *const rnl_graph_t, node: rnl_node_t, attr: rnl_str_t, index: usize, out_value: *mut i64) -> *mut rnl_status_t;
    pub fn rnl_graph_attr_float(graph: *const rnl_graph_t, node: rnl_node_t, attr: rnl_str_t, index: usize, out_value: *mut f32) -> *mut rnl_status_t;
    pub fn rnl_graph_attr_bool(graph: *const rnl_graph_t, node: rnl_node_t, attr: rnl_str_t, index: usize, out_value: *mut bool) -> *mut rnl_status_t;
    pub fn rnl_graph_attr_type(graph: *const rnl_graph_t, node: rnl_node_t, attr: rnl_str_t, index: usize, out_value: *mut rnl_dtype_t) -> *mut rnl_status_t;
    pub fn rnl_graph_attr_shape(graph: *const rnl_graph_t, node: rnl_node_t, attr: rnl_str_t, index: usize, capacity: usize, out_dims: *mut i64, out_rank: *mut i32) -> *mut rnl_status_t;
    pub fn rnl_graph_attr_tensor(graph: *const rnl_graph_t, node: rnl_node_t, attr: rnl_str_t, index: usize, out_value: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// Name of the function.
    pub fn rnl_graph_attr_func(graph: *const rnl_graph_t, node: rnl_node_t, attr: rnl_str_t, index: usize, out_value: *mut rnl_str_t) -> *mut rnl_status_t;
    /// Nodes with this token call `fn` with `arg` from now on, in all graphs and sessions of the runtime; those that
    /// run call what was there. fn NULL: none is there any more, and a node with this token is UNIMPLEMENTED. `drop`
    /// may be NULL; on failure it is not called. Errors: INVALID\_ARGUMENT for an empty token, and for an `arg` or
    /// `drop` without fn.
    pub fn rnl_runtime_set_host_function(runtime: *mut rnl_runtime_t, token: rnl_str_t, fn_: Option<rnl_host_fn_t>, arg: *mut c_void, drop: Option<rnl_drop_fn_t>) -> *mut rnl_status_t;
    /// The runtime that the call is of, for new tensors: a new reference.
    pub fn rnl_host_call_runtime(call: *const rnl_host_call_t) -> *mut rnl_runtime_t;
    /// Borrowed from the call.
    pub fn rnl_host_call_token(call: *const rnl_host_call_t) -> rnl_str_t;
    /// Name of the node that calls; borrowed as well.
    pub fn rnl_host_call_node(call: *const rnl_host_call_t) -> rnl_str_t;
    pub fn rnl_host_call_num_inputs(call: *const rnl_host_call_t) -> usize;
    /// A new reference, in host memory, which may be kept. Errors: OUT\_OF\_RANGE.
    pub fn rnl_host_call_input(call: *const rnl_host_call_t, index: usize, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    pub fn rnl_host_call_num_outputs(call: *const rnl_host_call_t) -> usize;
    /// The type that the output must have; RNL\_INVALID beyond the end.
    pub fn rnl_host_call_output_dtype(call: *const rnl_host_call_t, index: usize) -> rnl_dtype_t;
    /// Output `index` is `tensor`, of any shape; its elements must not change afterwards. The node fails with
    /// INVALID\_ARGUMENT where an output is missing or has another type. Errors: OUT\_OF\_RANGE; INVALID\_ARGUMENT for
    /// a tensor in a device's memory.
    pub fn rnl_host_call_set_output(call: *mut rnl_host_call_t, index: usize, tensor: *const rnl_tensor_t) -> *mut rnl_status_t;
    /// Whether the step has been cancelled meanwhile: nobody waits for the outputs.
    pub fn rnl_host_call_is_cancelled(call: *const rnl_host_call_t) -> bool;
    pub fn rnl_cancellation_create(out_cancellation: *mut *mut rnl_cancellation_t) -> *mut rnl_status_t;
    pub fn rnl_cancellation_retain(cancellation: *mut rnl_cancellation_t) -> *mut rnl_cancellation_t;
    pub fn rnl_cancellation_release(cancellation: *mut rnl_cancellation_t);
    /// Every step that runs with it ends with CANCELLED, and so does every later one. Any thread, any time.
    pub fn rnl_cancellation_cancel(cancellation: *mut rnl_cancellation_t) -> *mut rnl_status_t;
    pub fn rnl_cancellation_is_cancelled(cancellation: *const rnl_cancellation_t) -> bool;
    pub fn rnl_run_options_create(out_options: *mut *mut rnl_run_options_t) -> *mut rnl_status_t;
    pub fn rnl_run_options_release(options: *mut rnl_run_options_t);
    /// In milliseconds; -1, the default: the session's. With 0 a run ends with DEADLINE\_EXCEEDED at once.
    pub fn rnl_run_options_set_timeout(options: *mut rnl_run_options_t, timeout_ms: i64) -> *mut rnl_status_t;
    /// NULL, the default: none.
    pub fn rnl_run_options_set_cancellation(options: *mut rnl_run_options_t, cancellation: *mut rnl_cancellation_t) -> *mut rnl_status_t;
    /// Metadata gets the time of every node. A step without it pays nothing for it. Default: false.
    pub fn rnl_run_options_set_trace(options: *mut rnl_run_options_t, trace: bool) -> *mut rnl_status_t;
    /// Traced, with each kernel and copy waited for before the next: times are those of the devices, also of those that
    /// compute later than they are told. Plans of the session then tell them (rnl\_plan\_node\_cost). Default: false.
    pub fn rnl_run_options_set_profile(options: *mut rnl_run_options_t, profile: bool) -> *mut rnl_status_t;
    /// Metadata gets the graph of every device. Default: false.
    pub fn rnl_run_options_set_partition_graphs(options: *mut rnl_run_options_t, want: bool) -> *mut rnl_status_t;
    /// Fetches stay in the memory of their device. Default: false.
    pub fn rnl_run_options_set_keep_on_device(options: *mut rnl_run_options_t, keep: bool) -> *mut rnl_status_t;
    pub fn rnl_metadata_create(out_metadata: *mut *mut rnl_metadata_t) -> *mut rnl_status_t;
    pub fn rnl_metadata_release(metadata: *mut rnl_metadata_t);
    /// Kernels run in the step.
    pub fn rnl_metadata_launches(metadata: *const rnl_metadata_t) -> i64;
    /// Tensors copied between devices.
    pub fn rnl_metadata_copies(metadata: *const rnl_metadata_t) -> i64;
    /// Of the step's arenas.
    pub fn rnl_metadata_arena_bytes(metadata: *const rnl_metadata_t) -> u64;
    /// 0: the plan was there already.
    pub fn rnl_metadata_planning_seconds(metadata: *const rnl_metadata_t) -> f64;
    /// Where each node ran. Outs may be NULL. Errors of these four: OUT\_OF\_RANGE.
    pub fn rnl_metadata_num_placements(metadata: *const rnl_metadata_t) -> usize;
    pub fn rnl_metadata_placement(metadata: *const rnl_metadata_t, index: usize, out_node: *mut rnl_str_t, out_device: *mut rnl_str_t) -> *mut rnl_status_t;
    /// Nodes that soft placement moved: "node: wanted ..., runs on ...".
    pub fn rnl_metadata_num_fallbacks(metadata: *const rnl_metadata_t) -> usize;
    pub fn rnl_metadata_fallback(metadata: *const rnl_metadata_t, index: usize, out_text: *mut rnl_str_t) -> *mut rnl_status_t;
    /// Units: nanoseconds since the step began. On a device that computes later than it is told, a node's time is that
    /// of telling it.
    pub fn rnl_metadata_num_node_stats(metadata: *const rnl_metadata_t) -> usize;
    pub fn rnl_metadata_node_stats(metadata: *const rnl_metadata_t, index: usize, out_node: *mut rnl_str_t, out_op: *mut rnl_str_t, out_device: *mut rnl_str_t, out_start_ns: *mut i64, out_end_ns: *mut i64) -> *mut rnl_status_t;
    /// The part of the plan that a device ran, as GraphDef bytes: whole in itself, joined to the others by \_Send and
    /// \_Recv, one pair for each tensor and destination.
    pub fn rnl_metadata_num_partitions(metadata: *const rnl_metadata_t) -> usize;
    pub fn rnl_metadata_partition(metadata: *const rnl_metadata_t, index: usize, out_device: *mut rnl_str_t, out_graph_def: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// All of it as TensorFlow's RunMetadata, binary: node times by device, and the partitions.
    pub fn rnl_metadata_export(metadata: *const rnl_metadata_t, out_run_metadata: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    pub fn rnl_trace_create(out_trace: *mut *mut rnl_trace_t) -> *mut rnl_status_t;
    pub fn rnl_trace_release(trace: *mut rnl_trace_t);
    /// Adds the step that filled `metadata`. Errors: FAILED\_PRECONDITION if it was not traced.
    pub fn rnl_trace_add_step(trace: *mut rnl_trace_t, metadata: *const rnl_metadata_t) -> *mut rnl_status_t;
    /// Chrome's trace event format, a JSON object. A process for each device, in it a track for each thread with nodes,
    /// their op and outputs, and the regions around them; processes for transfers between memories, for nodes that wait
    /// without a thread, and for the steps. Bars of one track nest.
    /// Units: microseconds since the first step began.
    pub fn rnl_trace_json(trace: *const rnl_trace_t, out_json: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    pub fn rnl_session_options_create(out_options: *mut *mut rnl_session_options_t) -> *mut rnl_status_t;
    pub fn rnl_session_options_release(options: *mut rnl_session_options_t);
    /// A node whose device has no kernel for it, or is not there, runs on another one, and metadata and log say so.
    /// Default: false.
    pub fn rnl_session_options_set_soft_placement(options: *mut rnl_session_options_t, soft: bool) -> *mut rnl_status_t;
    /// Logs, with severity info, where each node of a plan runs. Default: false.
    pub fn rnl_session_options_set_log_placement(options: *mut rnl_session_options_t, log: bool) -> *mut rnl_status_t;
    /// Switches a pass off: "controls", "fold", "branches", "simplify", "cse", "pads", "scales", "layout", "weights",
    /// "lookups", "products", "norms", "attention", "epilogue", "fuse", "follow", "bands", "regions", "pack", or "all".
    /// Errors: INVALID\_ARGUMENT for another name.
    pub fn rnl_session_options_disable_pass(options: *mut rnl_session_options_t, pass: rnl_str_t) -> *mut rnl_status_t;
    /// Logs, with severity info, the graph of a plan after each pass that is on: "after fold: 3 nodes" and a line for
    /// each. Default: false.
    pub fn rnl_session_options_set_print_passes(options: *mut rnl_session_options_t, print: bool) -> *mut rnl_status_t;
    /// Bounds of the plan cache. Default: 64 plans, 1 GiB.
    pub fn rnl_session_options_set_plan_cache(options: *mut rnl_session_options_t, max_plans: usize, max_bytes: u64) -> *mut rnl_status_t;
    /// What planning a step may take, beyond which the run is RESOURCE\_EXHAUSTED: the nodes that functions,
    /// conditions, loops and compositions become (a few functions that call each other may mean billions), and the
    /// bytes of constants that are computed ahead of all steps. Default: 262,144 nodes, 1 GiB. With a target the
    /// defaults hold.
    pub fn rnl_session_options_set_planning_limits(options: *mut rnl_session_options_t, max_inlined_nodes: u64, max_folded_bytes: u64) -> *mut rnl_status_t;
    /// For runs that give none, in milliseconds; -1, the default: no limit.
    pub fn rnl_session_options_set_timeout(options: *mut rnl_session_options_t, timeout_ms: i64) -> *mut rnl_status_t;
    /// For nodes without a device. Default: the first device.
    pub fn rnl_session_options_set_default_device(options: *mut rnl_session_options_t, device: rnl_str_t) -> *mut rnl_status_t;
    /// Nodes go where a step is expected to end soonest, among the devices that their device strings and colocation
    /// leave: by what the devices' plugins estimate, the measured speed of copies, and the times of a few steps of each
    /// plan, which are slower for being measured. A variable stays where it was put first. With a target: among the
    /// tasks and their devices, by what each task says that nodes cost there and by the links to them; what has a state
    /// other than variables, what waits and what touches files stays with the target's task. Default: false, which puts
    /// nodes without a device on the default one, or beside their inputs.
    pub fn rnl_session_options_set_automatic_placement(options: *mut rnl_session_options_t, automatic: bool) -> *mut rnl_status_t;
    /// Where the graph runs: "" in this process, the default; "runnel://host:port" on the cluster of the server that
    /// listens there, which then places nodes on all tasks of that cluster by their device strings. Errors:
    /// INVALID\_ARGUMENT for anything else; UNIMPLEMENTED for "rdma://".
    pub fn rnl_session_options_set_target(options: *mut rnl_session_options_t, target: rnl_str_t) -> *mut rnl_status_t;
    /// What the servers of the target's cluster want to see. Default: the environment's RUNNEL\_CLUSTER\_TOKEN.
    pub fn rnl_session_options_set_token(options: *mut rnl_session_options_t, token: rnl_str_t) -> *mut rnl_status_t;
    /// How the session reaches a cluster whose servers have a key file, or certificates: as
    /// rnl\_server\_options\_set\_key\_file and rnl\_server\_options\_set\_certificates.
    pub fn rnl_session_options_set_key_file(options: *mut rnl_session_options_t, path: rnl_str_t) -> *mut rnl_status_t;
    pub fn rnl_session_options_set_certificates(options: *mut rnl_session_options_t, certificate: rnl_str_t, private_key: rnl_str_t, authority: rnl_str_t) -> *mut rnl_status_t;
    /// May be called several times. With filters the session uses only the tasks that one of them matches, as "/job:ps"
    /// does, and the target itself; it neither waits for others nor ends with them. Default: all.
    pub fn rnl_session_options_add_device_filter(options: *mut rnl_session_options_t, device: rnl_str_t) -> *mut rnl_status_t;
    /// Until when every task of the target's cluster must have answered, in milliseconds. Default: 60,000.
    pub fn rnl_session_options_set_connect_timeout(options: *mut rnl_session_options_t, timeout_ms: i64) -> *mut rnl_status_t;
    /// A session over `graph`, which may go on growing. `options` may be NULL. Errors, of a session with a target:
    /// UNAVAILABLE naming the tasks that did not answer in time and why; UNAUTHENTICATED without the token; NOT\_FOUND
    /// without librunnel\_net.so beside this library.
    pub fn rnl_session_create(graph: *mut rnl_graph_t, options: *const rnl_session_options_t, out_session: *mut *mut rnl_session_t) -> *mut rnl_status_t;
    pub fn rnl_session_retain(session: *mut rnl_session_t) -> *mut rnl_session_t;
    /// The last release closes the session.
    pub fn rnl_session_release(session: *mut rnl_session_t);
    /// Cancels running steps, waits for them, drops variables and queues. Every later use answers FAILED\_PRECONDITION.
    /// A second close does nothing. In a callback of a run it does not wait, since the steps may need that thread: what
    /// is left to do is done when they have ended.
    pub fn rnl_session_close(session: *mut rnl_session_t) -> *mut rnl_status_t;
    /// The devices that the session's nodes may be placed on, by their full names: those of the runtime, or, of a
    /// session with a target, of every task that it uses.
    pub fn rnl_session_devices(session: *mut rnl_session_t, out_names: *mut *mut rnl_names_t) -> *mut rnl_status_t;
    /// What the tasks of a session with a target noted lately, a line each with its time (UTC) and task, oldest first
    /// within a task: who came and went, sessions, graphs, why steps failed. Up to 256 of each task; none of a session
    /// without a target.
    pub fn rnl_session_task_logs(session: *mut rnl_session_t, out_lines: *mut *mut rnl_names_t) -> *mut rnl_status_t;
    /// Drops what the containers hold (variables, queues, ...) on every task that a session with these options would
    /// use; with no container named, all of them; "" is "localhost", where resources are that name none. Sessions that
    /// any client has over those tasks end with it: their steps answer ABORTED, and they are made anew. Errors:
    /// FAILED\_PRECONDITION without a target; those of rnl\_session\_create.
    pub fn rnl_session_reset(runtime: *mut rnl_runtime_t, options: *const rnl_session_options_t, containers: *const rnl_str_t, num_containers: usize) -> *mut rnl_status_t;
    /// Runs the nodes that fetches and targets need, once, and returns when they have finished.
    /// Names are "node" or "node:1" for feeds and fetches, "node" for targets. `options` and `metadata` may be NULL.
    /// Shapes: feeds\[i\] must match its placeholder; an unknown dimension accepts any size. Any output of any node may
    /// be fed. A sparse tensor is fed and fetched as its three parts: indices (int64, \[n, rank\]), values (\[n\]) and
    /// dense shape (int64, \[rank\]); indexed slices as values, indices and, where it is known, the shape of the whole.
    /// The bindings have types for them.
    /// Errors: NOT\_FOUND for an unknown name; INVALID\_ARGUMENT if nothing is asked for, a placeholder is not fed, or
    /// a feed comes twice, is also fetched or has the wrong dtype or shape; DEADLINE\_EXCEEDED or CANCELLED, the
    /// unfinished nodes cancelled; otherwise the first failing node's error, with its name.
    /// Threads: any number at once on one session; not from inside a callback.
    /// Ownership: borrows feeds; the caller releases every out\_fetches\[i\]. On error all of them are NULL.
    pub fn rnl_session_run(session: *mut rnl_session_t, options: *const rnl_run_options_t, feed_names: *const rnl_str_t, feeds: *const *mut rnl_tensor_t, num_feeds: usize, fetch_names: *const rnl_str_t, out_fetches: *mut *mut rnl_tensor_t, num_fetches: usize, target_names: *const rnl_str_t, num_targets: usize, metadata: *mut rnl_metadata_t) -> *mut rnl_status_t;
    /// The same by numbers instead of names.
    pub fn rnl_session_run_outputs(session: *mut rnl_session_t, options: *const rnl_run_options_t, feed_outputs: *const rnl_output_t, feeds: *const *mut rnl_tensor_t, num_feeds: usize, fetch_outputs: *const rnl_output_t, out_fetches: *mut *mut rnl_tensor_t, num_fetches: usize, targets: *const rnl_node_t, num_targets: usize, metadata: *mut rnl_metadata_t) -> *mut rnl_status_t;
    /// Errors: as rnl\_session\_run, before anything runs.
    pub fn rnl_session_prepare(session: *mut rnl_session_t, feed_outputs: *const rnl_output_t, num_feeds: usize, fetch_outputs: *const rnl_output_t, num_fetches: usize, targets: *const rnl_node_t, num_targets: usize, out_callable: *mut *mut rnl_callable_t) -> *mut rnl_status_t;
    pub fn rnl_callable_retain(callable: *mut rnl_callable_t) -> *mut rnl_callable_t;
    pub fn rnl_callable_release(callable: *mut rnl_callable_t);
    /// Runs it. Feeds and fetches are in the order of prepare, and as many. In steady state this neither searches,
    /// plans nor allocates on the heap, provided that the fetches of earlier runs are released. Errors, threads and
    /// ownership: as rnl\_session\_run; INVALID\_ARGUMENT for another number of them.
    pub fn rnl_callable_run(callable: *mut rnl_callable_t, options: *const rnl_run_options_t, feeds: *const *mut rnl_tensor_t, num_feeds: usize, out_fetches: *mut *mut rnl_tensor_t, num_fetches: usize, metadata: *mut rnl_metadata_t) -> *mut rnl_status_t;
    /// Starts a run and returns. Feeds are retained until it has ended: in `done` they may be written again. A failure
    /// that is returned here means that nothing was started and `done` will not be called; other failures come to
    /// `done`.
    pub fn rnl_session_run_callback(session: *mut rnl_session_t, options: *const rnl_run_options_t, feed_outputs: *const rnl_output_t, feeds: *const *mut rnl_tensor_t, num_feeds: usize, fetch_outputs: *const rnl_output_t, num_fetches: usize, targets: *const rnl_node_t, num_targets: usize, done: Option<rnl_done_fn_t>, arg: *mut c_void) -> *mut rnl_status_t;
    /// The same of a callable. Errors: also INVALID\_ARGUMENT for another number of feeds.
    pub fn rnl_callable_run_callback(callable: *mut rnl_callable_t, options: *const rnl_run_options_t, feeds: *const *mut rnl_tensor_t, num_feeds: usize, done: Option<rnl_done_fn_t>, arg: *mut c_void) -> *mut rnl_status_t;
    pub fn rnl_completion_queue_create(out_queue: *mut *mut rnl_completion_queue_t) -> *mut rnl_status_t;
    pub fn rnl_completion_queue_retain(queue: *mut rnl_completion_queue_t) -> *mut rnl_completion_queue_t;
    /// What is still running goes on; its completions are dropped with the queue.
    pub fn rnl_completion_queue_release(queue: *mut rnl_completion_queue_t);
    /// The next finished run, in order of finishing. Units: milliseconds; 0 polls, -1 waits for ever.
    /// Errors: DEADLINE\_EXCEEDED if none came; CANCELLED if none is there and the queue is shut down.
    /// Threads: several may wait; each completion goes to one.
    pub fn rnl_completion_queue_next(queue: *mut rnl_completion_queue_t, timeout_ms: i64, out_completion: *mut *mut rnl_completion_t) -> *mut rnl_status_t;
    /// Wakes all that wait. From now on next gives what is there and what still finishes, and never waits.
    pub fn rnl_completion_queue_shutdown(queue: *mut rnl_completion_queue_t) -> *mut rnl_status_t;
    /// Completions ready to be taken.
    pub fn rnl_completion_queue_size(queue: *const rnl_completion_queue_t) -> usize;
    /// As rnl\_session\_run\_callback, but the end is told to `queue`, as a completion that bears `tag`.
    pub fn rnl_session_run_async(session: *mut rnl_session_t, options: *const rnl_run_options_t, feed_outputs: *const rnl_output_t, feeds: *const *mut rnl_tensor_t, num_feeds: usize, fetch_outputs: *const rnl_output_t, num_fetches: usize, targets: *const rnl_node_t, num_targets: usize, queue: *mut rnl_completion_queue_t, tag: u64) -> *mut rnl_status_t;
    /// The same of a callable. Errors: also INVALID\_ARGUMENT for another number of feeds.
    pub fn rnl_callable_run_async(callable: *mut rnl_callable_t, options: *const rnl_run_options_t, feeds: *const *mut rnl_tensor_t, num_feeds: usize, queue: *mut rnl_completion_queue_t, tag: u64) -> *mut rnl_status_t;
    pub fn rnl_completion_retain(completion: *mut rnl_completion_t) -> *mut rnl_completion_t;
    pub fn rnl_completion_release(completion: *mut rnl_completion_t);
    pub fn rnl_completion_tag(completion: *const rnl_completion_t) -> u64;
    /// How the run ended. Borrowed; NULL for success.
    pub fn rnl_completion_status(completion: *const rnl_completion_t) -> *mut rnl_status_t;
    /// 0 after a failure.
    pub fn rnl_completion_num_fetches(completion: *const rnl_completion_t) -> usize;
    /// Borrowed. NULL beyond the end.
    pub fn rnl_completion_fetch(completion: *const rnl_completion_t, index: usize) -> *mut rnl_tensor_t;
    /// Names everything that will be fed and fetched.
    pub fn rnl_session_begin_partial_run(session: *mut rnl_session_t, feed_outputs: *const rnl_output_t, num_feeds: usize, fetch_outputs: *const rnl_output_t, num_fetches: usize, targets: *const rnl_node_t, num_targets: usize, out_partial_run: *mut *mut rnl_partial_run_t) -> *mut rnl_status_t;
    pub fn rnl_partial_run_retain(partial_run: *mut rnl_partial_run_t) -> *mut rnl_partial_run_t;
    pub fn rnl_partial_run_release(partial_run: *mut rnl_partial_run_t);
    /// Feeds and fetches some of it, and waits for the fetches.
    /// Errors: INVALID\_ARGUMENT for an item that is not declared, comes twice or cannot be computed yet.
    pub fn rnl_partial_run_step(partial_run: *mut rnl_partial_run_t, feed_outputs: *const rnl_output_t, feeds: *const *mut rnl_tensor_t, num_feeds: usize, fetch_outputs: *const rnl_output_t, out_fetches: *mut *mut rnl_tensor_t, num_fetches: usize) -> *mut rnl_status_t;
    /// Plans a run without running it. Shapes: feed i has rank feed\_ranks\[i\] (-1: as the graph says) and the dims at
    /// feed\_dims\[i\], -1 for a size that is not known.
    /// Errors: as rnl\_session\_run, before anything runs.
    pub fn rnl_session_plan(session: *mut rnl_session_t, feed_outputs: *const rnl_output_t, feed_ranks: *const i32, feed_dims: *const *const i64, num_feeds: usize, fetch_outputs: *const rnl_output_t, num_fetches: usize, targets: *const rnl_node_t, num_targets: usize, out_plan: *mut *mut rnl_plan_t) -> *mut rnl_status_t;
    /// Saves the plan of a run to a file, so that later starts do not make it anew: the graph after all passes, with
    /// its weights in the order in which kernels read them. The file is a model of one signature, "serving\_default",
    /// which rnl\_graph\_load and rnl\_saved\_model\_open read ("Runnel plan"); a session of it computes the same bits.
    /// It is for the build that wrote it and for processors with the same vector instructions, and fits feeds of these
    /// shapes. feed\_keys and fetch\_keys are what the signature calls its tensors; either may be NULL: as the tensors
    /// are called, without ":0". Its tensors are called as in the graph where they can. Shapes: as in
    /// rnl\_session\_plan; what is not known there is planned with every run. Errors: as rnl\_session\_run, before
    /// anything runs; INVALID\_ARGUMENT for keys that come twice; UNIMPLEMENTED naming a node for variables (freeze the
    /// graph first) and other resources, for functions that are called while steps run, and for a session on a cluster;
    /// those of writing the file.
    pub fn rnl_session_save_plan(session: *mut rnl_session_t, feed_outputs: *const rnl_output_t, feed_keys: *const rnl_str_t, feed_ranks: *const i32, feed_dims: *const *const i64, num_feeds: usize, fetch_outputs: *const rnl_output_t, fetch_keys: *const rnl_str_t, num_fetches: usize, path: rnl_str_t) -> *mut rnl_status_t;
    pub fn rnl_plan_retain(plan: *mut rnl_plan_t) -> *mut rnl_plan_t;
    pub fn rnl_plan_release(plan: *mut rnl_plan_t);
    /// Kernels that a step runs; those of a loop count once.
    pub fn rnl_plan_launches(plan: *const rnl_plan_t) -> i64;
    /// Of all regions.
    pub fn rnl_plan_arena_bytes(plan: *const rnl_plan_t) -> u64;
    /// The passes that are on, in order, and how many nodes there were before and after each. Errors of all that
    /// follow: OUT\_OF\_RANGE.
    pub fn rnl_plan_num_passes(plan: *const rnl_plan_t) -> usize;
    pub fn rnl_plan_pass(plan: *const rnl_plan_t, index: usize, out_name: *mut rnl_str_t, out_nodes_before: *mut i64, out_nodes_after: *mut i64) -> *mut rnl_status_t;
    /// What the pass does, in a sentence; empty in a minimal build.
    pub fn rnl_plan_pass_doc(plan: *const rnl_plan_t, index: usize, out_doc: *mut rnl_str_t) -> *mut rnl_status_t;
    /// Nodes as they are planned: device, why it is that one ("default device", "asks for ...", "with ..."), and the
    /// region that the node runs in, -1 if it runs on its own.
    pub fn rnl_plan_num_nodes(plan: *const rnl_plan_t) -> usize;
    pub fn rnl_plan_node(plan: *const rnl_plan_t, node: usize, out_name: *mut rnl_str_t, out_op: *mut rnl_str_t, out_device: *mut rnl_str_t, out_reason: *mut rnl_str_t, out_region: *mut i32) -> *mut rnl_status_t;
    /// What a node takes, in nanoseconds: as its plugin, or for copies the speed of the link, has it, and as the
    /// session's profiled steps had it (a running mean, of all its runs in a step). Below 0: nobody estimates it; it
    /// was not measured on this device.
    pub fn rnl_plan_node_cost(plan: *const rnl_plan_t, node: usize, out_estimate_ns: *mut f64, out_measured_ns: *mut f64) -> *mut rnl_status_t;
    pub fn rnl_plan_num_node_inputs(plan: *const rnl_plan_t, node: usize) -> usize;
    /// Which node's which output; output -1 is a control edge.
    pub fn rnl_plan_node_input(plan: *const rnl_plan_t, node: usize, index: usize, out_input: *mut rnl_output_t) -> *mut rnl_status_t;
    pub fn rnl_plan_num_node_outputs(plan: *const rnl_plan_t, node: usize) -> usize;
    /// \*out\_rank is -1 where it is not known; \*out\_dims is borrowed, -1 for a size that is not known.
    pub fn rnl_plan_node_output(plan: *const rnl_plan_t, node: usize, index: usize, out_dtype: *mut rnl_dtype_t, out_rank: *mut i32, out_dims: *mut *const i64) -> *mut rnl_status_t;
    /// Regions run their ops one after another in one arena; live\_bytes is the most that is in use at once.
    pub fn rnl_plan_num_regions(plan: *const rnl_plan_t) -> usize;
    pub fn rnl_plan_region(plan: *const rnl_plan_t, region: usize, out_device: *mut rnl_str_t, out_num_ops: *mut usize, out_arena_bytes: *mut u64, out_live_bytes: *mut u64) -> *mut rnl_status_t;
    /// Name of the node that a region runs as its op `index`.
    pub fn rnl_plan_region_op(plan: *const rnl_plan_t, region: usize, index: usize, out_node: *mut rnl_str_t) -> *mut rnl_status_t;
    /// What lies in a region's arena where, from op first\_op, which fills it, to last\_op, which uses it last:
    /// "node:0" or "node (workspace)". Units: bytes. What is fed, fetched, constant or a variable's lies elsewhere.
    pub fn rnl_plan_num_values(plan: *const rnl_plan_t, region: usize) -> usize;
    pub fn rnl_plan_value(plan: *const rnl_plan_t, region: usize, index: usize, out_name: *mut rnl_str_t, out_offset_bytes: *mut u64, out_size_bytes: *mut u64, out_first_op: *mut usize, out_last_op: *mut usize) -> *mut rnl_status_t;
    /// Whoever asks for a stop with one of `clean_codes` (none: RNL\_OUT\_OF\_RANGE alone) says that the work is done,
    /// not that it failed.
    pub fn rnl_coordinator_create(clean_codes: *const rnl_code_t, num_clean_codes: usize, out_coordinator: *mut *mut rnl_coordinator_t) -> *mut rnl_status_t;
    pub fn rnl_coordinator_retain(coordinator: *mut rnl_coordinator_t) -> *mut rnl_coordinator_t;
    /// The last release asks for a stop: the queue runners end.
    pub fn rnl_coordinator_release(coordinator: *mut rnl_coordinator_t);
    /// Asks all to stop. The first that does so says why: `why`, which is borrowed, NULL for no failure. Returns NULL,
    /// or after a join `why`, of which nobody else would learn.
    pub fn rnl_coordinator_request_stop(coordinator: *mut rnl_coordinator_t, why: *mut rnl_status_t) -> *mut rnl_status_t;
    pub fn rnl_coordinator_should_stop(coordinator: *const rnl_coordinator_t) -> bool;
    /// Waits until a stop is asked for. Units: milliseconds; -1 waits for ever. \*out\_stop is false if it was not in
    /// time.
    pub fn rnl_coordinator_wait_for_stop(coordinator: *const rnl_coordinator_t, timeout_ms: i64, out_stop: *mut bool) -> *mut rnl_status_t;
    /// Forgets stop and error: work may begin again.
    pub fn rnl_coordinator_clear_stop(coordinator: *mut rnl_coordinator_t) -> *mut rnl_status_t;
    /// A thread of the program that a join is to wait for enters, before or while it runs, and leaves as the last that
    /// it does. Names are for messages; several may enter under one. Errors of leave: FAILED\_PRECONDITION for a name
    /// that has not entered.
    pub fn rnl_coordinator_enter(coordinator: *mut rnl_coordinator_t, name: rnl_str_t) -> *mut rnl_status_t;
    pub fn rnl_coordinator_leave(coordinator: *mut rnl_coordinator_t, name: rnl_str_t) -> *mut rnl_status_t;
    /// Waits until all that entered, queue runners too, has left or a stop is asked for, and then up to grace\_ms (-1:
    /// for ever; TensorFlow's is 120,000) until all has left. A queue runner leaves only after a stop was asked for.
    /// Errors: the first error that a stop was asked for with, as it was; else, unless ignore\_running,
    /// DEADLINE\_EXCEEDED naming what still runs.
    pub fn rnl_coordinator_join(coordinator: *mut rnl_coordinator_t, grace_ms: i64, ignore_running: bool) -> *mut rnl_status_t;
    /// The first error, without waiting. NULL: there is none.
    pub fn rnl_coordinator_error(coordinator: *const rnl_coordinator_t) -> *mut rnl_status_t;
    /// Of nodes by name. close\_op is run when all the ops have ended because the queue, or what they take elements
    /// from, is closed; cancel\_op, when the coordinator stops. Empty: a QueueCloseV2 of `queue`, which is added to the
    /// graph. An op ends without a failure with one of closed\_codes (none: RNL\_OUT\_OF\_RANGE alone). Errors:
    /// NOT\_FOUND for a node; INVALID\_ARGUMENT without an op.
    pub fn rnl_queue_runner_create(graph: *mut rnl_graph_t, queue: rnl_str_t, enqueue_ops: *const rnl_str_t, num_enqueue_ops: usize, close_op: rnl_str_t, cancel_op: rnl_str_t, closed_codes: *const rnl_code_t, num_closed_codes: usize, out_runner: *mut *mut rnl_queue_runner_t) -> *mut rnl_status_t;
    pub fn rnl_queue_runner_retain(runner: *mut rnl_queue_runner_t) -> *mut rnl_queue_runner_t;
    /// What runs goes on.
    pub fn rnl_queue_runner_release(runner: *mut rnl_queue_runner_t);
    /// Name of the queue. Borrowed.
    pub fn rnl_queue_runner_queue(runner: *const rnl_queue_runner_t) -> rnl_str_t;
    /// Starts it in a session of its graph, unless it still runs there. `coordinator` may be NULL; else an op that
    /// fails asks it for a stop, with the error, and a stop closes the queue and ends what waits there. Without one an
    /// op that fails is logged, kept for rnl\_queue\_runner\_error, and when no op is left the queue is closed, so that
    /// nobody waits for elements for ever. Closing the session, or releasing its last handle, ends the steps. Errors:
    /// INVALID\_ARGUMENT for a session of another graph; as rnl\_session\_prepare, and nothing runs then.
    pub fn rnl_queue_runner_start(runner: *mut rnl_queue_runner_t, session: *mut rnl_session_t, coordinator: *mut rnl_coordinator_t) -> *mut rnl_status_t;
    /// The first error of a start without a coordinator. NULL: there is none.
    pub fn rnl_queue_runner_error(runner: *const rnl_queue_runner_t) -> *mut rnl_status_t;
    pub fn rnl_dataset_retain(dataset: *mut rnl_dataset_t) -> *mut rnl_dataset_t;
    pub fn rnl_dataset_release(dataset: *mut rnl_dataset_t);
    pub fn rnl_dataset_num_components(dataset: *const rnl_dataset_t) -> usize;
    pub fn rnl_dataset_component_dtype(dataset: *const rnl_dataset_t, component: usize) -> rnl_dtype_t;
    /// How many elements a pass has: -1 if it never ends, -2 if only a pass would tell.
    pub fn rnl_dataset_cardinality(dataset: *const rnl_dataset_t) -> i64;
    /// One element.
    pub fn rnl_dataset_from_tensors(runtime: *mut rnl_runtime_t, tensors: *const *mut rnl_tensor_t, count: usize, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The slices of the tensors along dimension 0. Shapes: dimension 0 is the same for all.
    pub fn rnl_dataset_from_slices(runtime: *mut rnl_runtime_t, tensors: *const *mut rnl_tensor_t, count: usize, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// start, start + step and so on, before stop: scalars of int64.
    pub fn rnl_dataset_range(runtime: *mut rnl_runtime_t, start: i64, stop: i64, step: i64, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// What a function of the program gives: tensors of the given types, in host memory. `drop`, which may be NULL, is
    /// called with `arg` when nothing can call `generate` any more, also if this fails.
    pub fn rnl_dataset_from_generator(runtime: *mut rnl_runtime_t, dtypes: *const rnl_dtype_t, count: usize, generate: Option<rnl_generate_fn_t>, arg: *mut c_void, drop: Option<rnl_drop_fn_t>, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The records of TFRecord files, one file after the other. compression: "", "ZLIB" or "GZIP".
    pub fn rnl_dataset_from_records(runtime: *mut rnl_runtime_t, paths: *const rnl_str_t, count: usize, compression: rnl_str_t, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The lines of text files, without their ends.
    pub fn rnl_dataset_from_lines(runtime: *mut rnl_runtime_t, paths: *const rnl_str_t, count: usize, compression: rnl_str_t, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// Pieces of record\_bytes bytes, behind a header and before a footer.
    pub fn rnl_dataset_from_pieces(runtime: *mut rnl_runtime_t, paths: *const rnl_str_t, count: usize, compression: rnl_str_t, header_bytes: i64, record_bytes: i64, footer_bytes: i64, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The first `count` elements, or those behind them; a count below 0 means all.
    pub fn rnl_dataset_take(dataset: *mut rnl_dataset_t, count: i64, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    pub fn rnl_dataset_skip(dataset: *mut rnl_dataset_t, count: i64, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// `count` passes one after the other; below 0 without an end.
    pub fn rnl_dataset_repeat(dataset: *mut rnl_dataset_t, count: i64, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// Every shards-th element, from `index` on.
    pub fn rnl_dataset_shard(dataset: *mut rnl_dataset_t, shards: i64, index: i64, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// Elements with the components of one element of each, until one of them ends.
    pub fn rnl_dataset_zip(datasets: *const *mut rnl_dataset_t, count: usize, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The elements of one, then of the other. Errors: INVALID\_ARGUMENT for other types.
    pub fn rnl_dataset_concatenate(dataset: *mut rnl_dataset_t, other: *mut rnl_dataset_t, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// `size` elements at a time, stacked along a new dimension 0.
    pub fn rnl_dataset_batch(dataset: *mut rnl_dataset_t, size: i64, drop_remainder: bool, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The same of elements of different sizes: component i is filled up with padding\[i\], a scalar (NULL, or padding
    /// NULL: zeros, false, empty strings), to rank ranks\[i\] and the dims at dims\[i\], where -1 is as large as the
    /// batch needs. count: of components.
    pub fn rnl_dataset_padded_batch(dataset: *mut rnl_dataset_t, size: i64, ranks: *const i32, dims: *const *const i64, padding: *const *mut rnl_tensor_t, count: usize, drop_remainder: bool, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// Groups of `size` elements, `stride` apart, each beginning `shift` behind the one before. A component of such an
    /// element is a variant: a dataset (rnl\_dataset\_from\_variant) of that component of the group.
    pub fn rnl_dataset_window(dataset: *mut rnl_dataset_t, size: i64, shift: i64, stride: i64, drop_remainder: bool, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The slices of each element along dimension 0.
    pub fn rnl_dataset_unbatch(dataset: *mut rnl_dataset_t, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// What a function of `graph` gives for each element, whose components are its arguments. `calls` of them run at a
    /// time (1: no more than one; -1: as many as there are threads), and elements come in the order of the input, or if
    /// not in\_order as they are ready. Errors: NOT\_FOUND for the function; INVALID\_ARGUMENT if it takes other types.
    pub fn rnl_dataset_map(dataset: *mut rnl_dataset_t, graph: *mut rnl_graph_t, function: rnl_str_t, calls: i64, in_order: bool, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The elements for which a function of `graph`, which gives one bool, gives true. Errors: likewise.
    pub fn rnl_dataset_filter(dataset: *mut rnl_dataset_t, graph: *mut rnl_graph_t, function: rnl_str_t, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The elements of the datasets that a function of `graph` gives for each element, one variant, from cycle\_length
    /// of them in turn (-1: as many as there are threads; 1: one after the other), block\_length from each. Their
    /// elements are of the given types. parallel: they run ahead of their consumer, and if not in\_order elements come
    /// as they are ready. Errors: likewise.
    pub fn rnl_dataset_interleave(dataset: *mut rnl_dataset_t, graph: *mut rnl_graph_t, function: rnl_str_t, dtypes: *const rnl_dtype_t, count: usize, cycle_length: i64, block_length: i64, parallel: bool, in_order: bool, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// Groups by key: `key` gives the int64 of an element, `window_size` how many elements of a key (an int64) are a
    /// group, `reduce` the dataset, a variant, whose elements come for a group, of its key and a dataset of its
    /// elements. Those are of the given types. Behind the end come the groups that are left.
    /// Errors: likewise.
    pub fn rnl_dataset_group_by_window(dataset: *mut rnl_dataset_t, graph: *mut rnl_graph_t, key: rnl_str_t, reduce: rnl_str_t, window_size: rnl_str_t, dtypes: *const rnl_dtype_t, count: usize, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The dataset that a variant is: of a window, or fetched of a graph. Errors: INVALID\_ARGUMENT for another tensor.
    pub fn rnl_dataset_from_variant(runtime: *mut rnl_runtime_t, tensor: *const rnl_tensor_t, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// A dataset as a scalar variant, for the Dataset and Iterator ops of a graph in this process.
    pub fn rnl_dataset_to_variant(dataset: *mut rnl_dataset_t, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// Each drawn at random from a buffer of buffer\_size elements. The same seed gives the same order, and that of
    /// TensorFlow; 0 stands for a random one. With reshuffle each pass has another order.
    pub fn rnl_dataset_shuffle(dataset: *mut rnl_dataset_t, buffer_size: i64, seed: i64, reshuffle: bool, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The same elements, buffer\_size of which are made ahead of their consumer; -1: the runtime chooses.
    pub fn rnl_dataset_prefetch(dataset: *mut rnl_dataset_t, buffer_size: i64, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The same elements, kept for later passes when one has got to its end: in memory if `path` is empty, else in the
    /// file path.cache.
    pub fn rnl_dataset_cache(dataset: *mut rnl_dataset_t, path: rnl_str_t, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    /// The elements that do not fail.
    pub fn rnl_dataset_ignore_errors(dataset: *mut rnl_dataset_t, out_dataset: *mut *mut rnl_dataset_t) -> *mut rnl_status_t;
    pub fn rnl_dataset_iterate(dataset: *mut rnl_dataset_t, out_iterator: *mut *mut rnl_iterator_t) -> *mut rnl_status_t;
    pub fn rnl_iterator_retain(iterator: *mut rnl_iterator_t) -> *mut rnl_iterator_t;
    /// The last release ends what is under way, without waiting for it.
    pub fn rnl_iterator_release(iterator: *mut rnl_iterator_t);
    /// Waits for the next element: `count`, which is the number of components, new tensors. At the end \*out\_end is
    /// true and the tensors are NULL. Units: timeout\_ms in milliseconds, -1 waits for ever.
    /// Errors: DEADLINE\_EXCEEDED, CANCELLED by `cancellation`, which may be NULL: the element is not lost, the next
    /// call gets it; those of functions, with the element's number, and of files, with path and byte: the next call
    /// goes on behind what failed.
    /// Threads: any number at once; each element goes to one of them.
    pub fn rnl_iterator_next(iterator: *mut rnl_iterator_t, timeout_ms: i64, cancellation: *mut rnl_cancellation_t, out_tensors: *mut *mut rnl_tensor_t, count: usize, out_end: *mut bool) -> *mut rnl_status_t;
    /// Where the pass is, elements that are buffered included. Errors: UNIMPLEMENTED for elements of resources or
    /// variants, and while a buffer holds an element that failed.
    pub fn rnl_iterator_save(iterator: *mut rnl_iterator_t, out_state: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// Goes on where a pass over an equal dataset was. Errors: DATA\_LOSS for the state of another one, or bytes that
    /// are none; FAILED\_PRECONDITION after the first element.
    pub fn rnl_iterator_restore(iterator: *mut rnl_iterator_t, state: *const c_void, size_bytes: usize) -> *mut rnl_status_t;
    /// Writes every variable of the session's graph that is initialised, under the name that TensorFlow's Saver gives
    /// it: its shared\_name or else its node's, a ref variable's of an imported graph its node's. Variables of two
    /// containers that would be called the same go by their nodes' names. Atomic: a crash at any moment leaves the
    /// files that were there. Adds nodes to the graph, under "rnl\_checkpoint/", the first time. Errors:
    /// FAILED\_PRECONDITION if no variable is initialised; those of the file system, with the path.
    pub fn rnl_session_save(session: *mut rnl_session_t, prefix: rnl_str_t) -> *mut rnl_status_t;
    /// Assigns every variable of the session's graph from the checkpoint. One that version 0.1 wrote, in which
    /// variables go by the names of their VarHandleOps, will do as well. Errors: NOT\_FOUND for a file, or naming all
    /// variables that are missing in it; INVALID\_ARGUMENT for another dtype or shape; DATA\_LOSS for damage. Variables
    /// may have been assigned only if the failure came while assigning; everything is read and checked before.
    pub fn rnl_session_restore(session: *mut rnl_session_t, prefix: rnl_str_t) -> *mut rnl_status_t;
    /// As rnl\_session\_save and rnl\_session\_restore, but every task writes and reads what lies on it, in files of
    /// its own: a cluster needs no file system that all tasks share, and values do not pass through the client. On each
    /// task that has variables there are afterwards `prefix`.JOB-TASK.manifest, which says what the checkpoint consists
    /// of, and `prefix`.JOB-TASK.0 or .1, each a checkpoint in TensorFlow's form. A path without a "/" in front lies in
    /// the task's --files folder, where it has one. Saved over an earlier one, that is whole until the new one is,
    /// wherever a task ends; so one prefix is enough, at twice the room. One client saves at a time. Restoring takes
    /// the newest save. A variable that lies on another task now gets its value from the task that has the file, and a
    /// file that was moved is found on any task. Adds nodes to the graph, under "rnl\_shards/" and "rnl\_checkpoint/",
    /// the first time.
    /// Errors: as those two; PERMISSION\_DENIED for a task without a folder for files; DATA\_LOSS naming a file that is
    /// gone or damaged, and the task that wrote it; FAILED\_PRECONDITION if tasks hold different checkpoints.
    pub fn rnl_session_save_sharded(session: *mut rnl_session_t, prefix: rnl_str_t) -> *mut rnl_status_t;
    pub fn rnl_session_restore_sharded(session: *mut rnl_session_t, prefix: rnl_str_t) -> *mut rnl_status_t;
    /// How often the checkpoint was saved; 0: there is none.
    pub fn rnl_session_find_sharded(session: *mut rnl_session_t, prefix: rnl_str_t, out_saves: *mut i64) -> *mut rnl_status_t;
    /// The part of the session's graph that `outputs` ("node" or "node:1") need, with the variables' present values as
    /// constants, as GraphDef bytes.
    /// Errors: FAILED\_PRECONDITION naming an uninitialised variable; UNIMPLEMENTED naming a node that still needs a
    /// resource.
    pub fn rnl_session_freeze(session: *mut rnl_session_t, outputs: *const rnl_str_t, num_outputs: usize, out_graph_def: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// Errors: NOT\_FOUND naming the path; DATA\_LOSS.
    pub fn rnl_checkpoint_open(runtime: *mut rnl_runtime_t, prefix: rnl_str_t, out_checkpoint: *mut *mut rnl_checkpoint_t) -> *mut rnl_status_t;
    pub fn rnl_checkpoint_retain(checkpoint: *mut rnl_checkpoint_t) -> *mut rnl_checkpoint_t;
    pub fn rnl_checkpoint_release(checkpoint: *mut rnl_checkpoint_t);
    pub fn rnl_checkpoint_count(checkpoint: *const rnl_checkpoint_t) -> usize;
    pub fn rnl_checkpoint_name(checkpoint: *const rnl_checkpoint_t, index: usize) -> rnl_str_t;
    pub fn rnl_checkpoint_dtype(checkpoint: *const rnl_checkpoint_t, index: usize) -> rnl_dtype_t;
    /// Rank, and in \*out\_dims (may be NULL) the dims, borrowed. -1 beyond the end.
    pub fn rnl_checkpoint_shape(checkpoint: *const rnl_checkpoint_t, index: usize, out_dims: *mut *const i64) -> i32;
    /// Reads one entry, its checksum verified. Errors: NOT\_FOUND; DATA\_LOSS naming entry and file.
    pub fn rnl_checkpoint_read(checkpoint: *const rnl_checkpoint_t, name: rnl_str_t, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// Writes a checkpoint of tensors. Atomic, as rnl\_session\_save.
    pub fn rnl_checkpoint_write(runtime: *mut rnl_runtime_t, prefix: rnl_str_t, names: *const rnl_str_t, tensors: *const *mut rnl_tensor_t, count: usize) -> *mut rnl_status_t;
    /// Errors: NOT\_FOUND and those of the file system, with the path; INVALID\_ARGUMENT for another compression.
    pub fn rnl_record_reader_open(runtime: *mut rnl_runtime_t, path: rnl_str_t, compression: rnl_str_t, out_reader: *mut *mut rnl_record_reader_t) -> *mut rnl_status_t;
    pub fn rnl_record_reader_retain(reader: *mut rnl_record_reader_t) -> *mut rnl_record_reader_t;
    pub fn rnl_record_reader_release(reader: *mut rnl_record_reader_t);
    /// The next record; NULL at the end of the file. Errors: DATA\_LOSS with path and byte for a record that is cut off
    /// or does not match its checksums, and for damaged compressed data; every later call answers the same. Threads:
    /// any number at once; each record goes to one of them.
    pub fn rnl_record_reader_next(reader: *mut rnl_record_reader_t, out_record: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// Goes to the record that begins at `offset_bytes`, as rnl\_record\_reader\_offset told. Errors: OUT\_OF\_RANGE
    /// behind the end of the file; DATA\_LOSS.
    pub fn rnl_record_reader_seek(reader: *mut rnl_record_reader_t, offset_bytes: u64) -> *mut rnl_status_t;
    /// Where the next record begins, in bytes of what is decompressed.
    pub fn rnl_record_reader_offset(reader: *const rnl_record_reader_t) -> u64;
    /// How much of the file has been read, ahead of the records that were given, and how large it is, in bytes as they
    /// are in the file. Outs may be NULL.
    pub fn rnl_record_reader_progress(reader: *const rnl_record_reader_t, out_read_bytes: *mut u64, out_size_bytes: *mut u64) -> *mut rnl_status_t;
    /// compression: "", "ZLIB" or "GZIP", with a `level` of 0 to 9, or -1 for the usual one. Errors: INVALID\_ARGUMENT
    /// for another compression or level, or a level without a compression; ABORTED if another writer has the file.
    pub fn rnl_record_writer_create(runtime: *mut rnl_runtime_t, path: rnl_str_t, compression: rnl_str_t, level: i32, out_writer: *mut *mut rnl_record_writer_t) -> *mut rnl_status_t;
    pub fn rnl_record_writer_retain(writer: *mut rnl_record_writer_t) -> *mut rnl_record_writer_t;
    /// The last release closes the file, and nobody learns of what fails.
    pub fn rnl_record_writer_release(writer: *mut rnl_record_writer_t);
    /// Records are buffered. Threads: any number at once; a record is written whole.
    pub fn rnl_record_writer_write(writer: *mut rnl_record_writer_t, record: rnl_str_t) -> *mut rnl_status_t;
    /// Returns when all that was written is in the file for readers; with `sync` also when it will survive a loss of
    /// power. Errors: with `sync` also NOT\_FOUND if the file was deleted or replaced.
    pub fn rnl_record_writer_flush(writer: *mut rnl_record_writer_t, sync: bool) -> *mut rnl_status_t;
    /// Ends the file. A second close does nothing.
    pub fn rnl_record_writer_close(writer: *mut rnl_record_writer_t) -> *mut rnl_status_t;
    /// Without features; a SequenceExample if `sequence`.
    pub fn rnl_example_create(sequence: bool, out_example: *mut *mut rnl_example_t) -> *mut rnl_status_t;
    /// Errors: INVALID\_ARGUMENT with the byte where `bytes` are no Example, or no SequenceExample. Memory: a small
    /// multiple of their size.
    pub fn rnl_example_parse(bytes: rnl_str_t, sequence: bool, out_example: *mut *mut rnl_example_t) -> *mut rnl_status_t;
    pub fn rnl_example_release(example: *mut rnl_example_t);
    /// As TensorFlow reads it. Equal examples give equal bytes.
    pub fn rnl_example_serialize(example: *const rnl_example_t, out_bytes: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// The feature `name` is a copy of `count` values of that dtype from now on. Errors of these: INVALID\_ARGUMENT for
    /// another dtype, NULL values, or a name with bytes that are not UTF-8.
    pub fn rnl_example_set_feature(example: *mut rnl_example_t, name: rnl_str_t, dtype: rnl_dtype_t, values: *const c_void, count: usize) -> *mut rnl_status_t;
    /// Adds a feature list without steps if there is none of that name. Errors of these two: also FAILED\_PRECONDITION
    /// for an Example that is no SequenceExample.
    pub fn rnl_example_add_list(example: *mut rnl_example_t, name: rnl_str_t) -> *mut rnl_status_t;
    /// Adds a step to a feature list, which is made where it is missing.
    pub fn rnl_example_add_step(example: *mut rnl_example_t, name: rnl_str_t, dtype: rnl_dtype_t, values: *const c_void, count: usize) -> *mut rnl_status_t;
    pub fn rnl_example_is_sequence(example: *const rnl_example_t) -> bool;
    /// Names are sorted. Borrowed until the example changes; empty beyond the end.
    pub fn rnl_example_num_features(example: *const rnl_example_t) -> usize;
    pub fn rnl_example_feature_name(example: *const rnl_example_t, index: usize) -> rnl_str_t;
    pub fn rnl_example_num_lists(example: *const rnl_example_t) -> usize;
    pub fn rnl_example_list_name(example: *const rnl_example_t, index: usize) -> rnl_str_t;
    /// The values of a feature: \*out\_values points to \*out\_count of the type that \*out\_dtype says, borrowed until
    /// the example changes. Outs may be NULL. Errors: NOT\_FOUND naming the feature.
    pub fn rnl_example_feature(example: *const rnl_example_t, name: rnl_str_t, out_dtype: *mut rnl_dtype_t, out_values: *mut *const c_void, out_count: *mut usize) -> *mut rnl_status_t;
    /// Errors of these: NOT\_FOUND naming the list; OUT\_OF\_RANGE for the step.
    pub fn rnl_example_num_steps(example: *const rnl_example_t, name: rnl_str_t, out_count: *mut usize) -> *mut rnl_status_t;
    pub fn rnl_example_step(example: *const rnl_example_t, name: rnl_str_t, step: usize, out_dtype: *mut rnl_dtype_t, out_values: *mut *const c_void, out_count: *mut usize) -> *mut rnl_status_t;
    /// Makes "folder/events.out.tfevents.\<seconds\>.\<suffix\>", and the folder where it is missing. An empty suffix
    /// is the name of the host.
    pub fn rnl_event_writer_create(runtime: *mut rnl_runtime_t, folder: rnl_str_t, suffix: rnl_str_t, out_writer: *mut *mut rnl_event_writer_t) -> *mut rnl_status_t;
    pub fn rnl_event_writer_retain(writer: *mut rnl_event_writer_t) -> *mut rnl_event_writer_t;
    pub fn rnl_event_writer_release(writer: *mut rnl_event_writer_t);
    pub fn rnl_event_writer_path(writer: *const rnl_event_writer_t) -> rnl_str_t;
    pub fn rnl_event_writer_add_scalar(writer: *mut rnl_event_writer_t, tag: rnl_str_t, value: f32, step: i64, wall_time: f64) -> *mut rnl_status_t;
    /// What the summary ops give. Errors: INVALID\_ARGUMENT for other bytes.
    pub fn rnl_event_writer_add_summary(writer: *mut rnl_event_writer_t, summary: rnl_str_t, step: i64, wall_time: f64) -> *mut rnl_status_t;
    /// As rnl\_graph\_export gives it. Errors: INVALID\_ARGUMENT for other bytes.
    pub fn rnl_event_writer_add_graph(writer: *mut rnl_event_writer_t, graph_def: rnl_str_t, wall_time: f64) -> *mut rnl_status_t;
    /// As rnl\_metadata\_export gives it, under a tag that no other of this writer has. Errors: INVALID\_ARGUMENT for
    /// other bytes or an empty tag; ALREADY\_EXISTS for the tag.
    pub fn rnl_event_writer_add_run_metadata(writer: *mut rnl_event_writer_t, tag: rnl_str_t, run_metadata: rnl_str_t, step: i64, wall_time: f64) -> *mut rnl_status_t;
    /// Returns when all that was added will survive a loss of power. NOT\_FOUND: the file was deleted.
    pub fn rnl_event_writer_flush(writer: *mut rnl_event_writer_t) -> *mut rnl_status_t;
    /// Flushes and closes the file. A second close does nothing. Releasing the last reference closes without flushing.
    pub fn rnl_event_writer_close(writer: *mut rnl_event_writer_t) -> *mut rnl_status_t;
    pub fn rnl_meta_graph_create(out_meta: *mut *mut rnl_meta_graph_t) -> *mut rnl_status_t;
    /// All of a MetaGraph, binary or text, but its graph. Errors: DATA\_LOSS, INVALID\_ARGUMENT naming byte, line or
    /// field, the collection with an element that is none, or what the bytes are instead.
    pub fn rnl_meta_graph_read(bytes: rnl_str_t, out_meta: *mut *mut rnl_meta_graph_t) -> *mut rnl_status_t;
    pub fn rnl_meta_graph_release(meta: *mut rnl_meta_graph_t);
    /// Names of the collections, sorted where they were read.
    pub fn rnl_meta_graph_collections(meta: *const rnl_meta_graph_t, out_names: *mut *mut rnl_names_t) -> *mut rnl_status_t;
    /// What is in one, in order: names, bytes, or numbers in decimal. A collection that is not there is empty, of kind
    /// RNL\_COLLECTION\_NONE. out\_kind may be NULL.
    pub fn rnl_meta_graph_collection(meta: *const rnl_meta_graph_t, name: rnl_str_t, out_kind: *mut rnl_collection_kind_t, out_values: *mut *mut rnl_names_t) -> *mut rnl_status_t;
    /// Variables of a collection that was read: "variables", "trainable\_variables", "local\_variables" and their kin;
    /// 0 for others.
    pub fn rnl_meta_graph_num_variables(meta: *const rnl_meta_graph_t, collection: rnl_str_t) -> usize;
    /// The VarHandleOp that an imported variable has, the node that initialises it, a tensor with its value (may be
    /// empty), and whether it is trainable. Outs may be NULL. Errors: OUT\_OF\_RANGE.
    pub fn rnl_meta_graph_variable(meta: *const rnl_meta_graph_t, collection: rnl_str_t, index: usize, out_handle: *mut rnl_str_t, out_initializer: *mut rnl_str_t, out_value: *mut rnl_str_t, out_trainable: *mut bool) -> *mut rnl_status_t;
    /// Queues that threads of the program are to fill.
    pub fn rnl_meta_graph_num_queue_runners(meta: *const rnl_meta_graph_t) -> usize;
    /// The queue, the ops that put an element into it, each to be run again and again by a thread of its own, the op
    /// that closes the queue when one of them has come to an end, and the one that also cancels what waits. Outs may be
    /// NULL. Errors: OUT\_OF\_RANGE.
    pub fn rnl_meta_graph_queue_runner(meta: *const rnl_meta_graph_t, index: usize, out_queue: *mut rnl_str_t, out_enqueue_ops: *mut *mut rnl_names_t, out_close_op: *mut rnl_str_t, out_cancel_op: *mut rnl_str_t) -> *mut rnl_status_t;
    /// The same as a runner of `graph`, into which the graph of the MetaGraph was imported under `prefix` (empty:
    /// none). Errors: OUT\_OF\_RANGE; as rnl\_queue\_runner\_create.
    pub fn rnl_meta_graph_make_queue_runner(meta: *const rnl_meta_graph_t, index: usize, graph: *mut rnl_graph_t, prefix: rnl_str_t, out_runner: *mut *mut rnl_queue_runner_t) -> *mut rnl_status_t;
    /// How the graph saves itself: the tensor to feed a checkpoint's prefix to, the one whose fetch saves, the node
    /// that restores, and how many checkpoints to keep, the newest ones (0: all) and besides one every so many hours. A
    /// SaverDef, or else the first of the collection "savers"; all empty if there is none. Outs may be NULL.
    pub fn rnl_meta_graph_saver(meta: *const rnl_meta_graph_t, out_filename: *mut rnl_str_t, out_save: *mut rnl_str_t, out_restore: *mut rnl_str_t, out_max_to_keep: *mut i32, out_keep_every_hours: *mut f64) -> *mut rnl_status_t;
    /// What is written with a graph. Whether the graph has what is named is checked then.
    pub fn rnl_meta_graph_add_tag(meta: *mut rnl_meta_graph_t, tag: rnl_str_t) -> *mut rnl_status_t;
    /// An input or output of the signature `signature` ("serving\_default") under a key of its own; the type and shape
    /// are those of the graph's tensor. A node without outputs may be an output: it is run. Errors: ALREADY\_EXISTS for
    /// the key; INVALID\_ARGUMENT for an empty name.
    pub fn rnl_meta_graph_add_input(meta: *mut rnl_meta_graph_t, signature: rnl_str_t, key: rnl_str_t, tensor: rnl_str_t) -> *mut rnl_status_t;
    pub fn rnl_meta_graph_add_output(meta: *mut rnl_meta_graph_t, signature: rnl_str_t, key: rnl_str_t, tensor: rnl_str_t) -> *mut rnl_status_t;
    /// Default: "tensorflow/serving/predict".
    pub fn rnl_meta_graph_set_method(meta: *mut rnl_meta_graph_t, signature: rnl_str_t, method: rnl_str_t) -> *mut rnl_status_t;
    /// Adds a value to the end of a collection: a name, bytes, or a number in decimal. Errors: INVALID\_ARGUMENT for a
    /// collection of another kind, and for a number that is none.
    pub fn rnl_meta_graph_add_to_collection(meta: *mut rnl_meta_graph_t, collection: rnl_str_t, kind: rnl_collection_kind_t, value: rnl_str_t) -> *mut rnl_status_t;
    /// The variable with that VarHandleOp is one of "trainable\_variables". "variables" has all without being told.
    pub fn rnl_meta_graph_add_trainable(meta: *mut rnl_meta_graph_t, handle: rnl_str_t) -> *mut rnl_status_t;
    /// close\_op and cancel\_op may be empty.
    pub fn rnl_meta_graph_add_queue_runner(meta: *mut rnl_meta_graph_t, queue: rnl_str_t, enqueue_ops: *const rnl_str_t, num_enqueue_ops: usize, close_op: rnl_str_t, cancel_op: rnl_str_t) -> *mut rnl_status_t;
    /// The node that a loader of the SavedModel runs once, after it has restored the variables: what fills tables, for
    /// example.
    pub fn rnl_meta_graph_set_init_op(meta: *mut rnl_meta_graph_t, node: rnl_str_t) -> *mut rnl_status_t;
    /// A file that goes into the SavedModel, and the string constant that stands for its path: loaders replace that by
    /// the path in the SavedModel. For a tensor that has an asset it replaces the file.
    pub fn rnl_meta_graph_add_asset(meta: *mut rnl_meta_graph_t, tensor: rnl_str_t, path: rnl_str_t) -> *mut rnl_status_t;
    /// The graph and what belongs to it as TensorFlow's MetaGraphDef, binary; `meta` may be NULL. The graph is that of
    /// rnl\_graph\_export, without the nodes of rnl\_session\_save, and with nodes that save and restore every variable
    /// but those of "local\_variables", unless the graph has the nodes of `meta`'s saver. Errors: INVALID\_ARGUMENT or
    /// NOT\_FOUND naming the signature, collection or asset, and what the graph lacks.
    pub fn rnl_graph_export_meta_graph(graph: *const rnl_graph_t, meta: *const rnl_meta_graph_t, out_bytes: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// `meta`, of which a copy is kept, is what the MetaGraphs say besides; may be NULL. If its saver's nodes are in
    /// the graph, these save and restore; else Runnel does, as rnl\_session\_save, parts of partitioned variables as
    /// slices of one tensor. By default all variables are saved when rnl\_saver\_save is called, and kept as meta's
    /// saver says, or else the newest 5. The folder is made where it is missing. Errors: INVALID\_ARGUMENT for a prefix
    /// without a name; DATA\_LOSS for a damaged `checkpoint` file.
    pub fn rnl_saver_create(session: *mut rnl_session_t, meta: *const rnl_meta_graph_t, prefix: rnl_str_t, out_saver: *mut *mut rnl_saver_t) -> *mut rnl_status_t;
    pub fn rnl_saver_retain(saver: *mut rnl_saver_t) -> *mut rnl_saver_t;
    pub fn rnl_saver_release(saver: *mut rnl_saver_t);
    /// Keeps the newest checkpoints of this prefix (0: all), and besides one every so many hours, for ever (0: none).
    /// Errors: INVALID\_ARGUMENT below 0.
    pub fn rnl_saver_set_keep(saver: *mut rnl_saver_t, max_to_keep: i32, keep_every_hours: f64) -> *mut rnl_status_t;
    /// When rnl\_saver\_step saves: so many steps, or so many seconds, after the checkpoint before, whichever is first;
    /// 0: not for that reason. Default: 0 and 600. Errors: INVALID\_ARGUMENT below 0.
    pub fn rnl_saver_set_interval(saver: *mut rnl_saver_t, every_steps: i64, every_seconds: f64) -> *mut rnl_status_t;
    /// Saves now. \*out\_prefix, which may be NULL, gets "prefix-STEP". Older checkpoints are deleted only when the new
    /// one has been read back. Errors: as rnl\_session\_save.
    pub fn rnl_saver_save(saver: *mut rnl_saver_t, step: i64, out_prefix: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// Saves if it is time, which it is not at the first call. \*out\_saved, which may be NULL, says whether it did.
    /// Costs nothing else.
    pub fn rnl_saver_step(saver: *mut rnl_saver_t, step: i64, out_saved: *mut bool) -> *mut rnl_status_t;
    /// Assigns the variables from a checkpoint; an empty prefix means the newest that the folder's `checkpoint` file
    /// names. Errors: as rnl\_session\_restore; NOT\_FOUND if there is none.
    pub fn rnl_saver_restore(saver: *mut rnl_saver_t, prefix: rnl_str_t) -> *mut rnl_status_t;
    /// Prefixes of the checkpoints that a folder's `checkpoint` file lists, oldest first, ready to open; the last is
    /// the newest. Errors: NOT\_FOUND without such a file; DATA\_LOSS naming its line.
    pub fn rnl_checkpoint_list(runtime: *mut rnl_runtime_t, folder: rnl_str_t, out_prefixes: *mut *mut rnl_names_t) -> *mut rnl_status_t;
    /// Reads the model at the path `folder`. Of a SavedModel's folder it takes the graph whose tags are exactly `tags`;
    /// none: "serve". Of a file the content decides, not the name: a GraphDef or MetaGraph, binary or text (a GraphDef
    /// has no signatures; "PREFIX.meta" has the values of a checkpoint PREFIX beside it), ONNX, TFLite, and what else
    /// the plugins of the runtime import. The importers of ONNX and TFLite are loaded when they are needed. Signatures
    /// of an imported model name inputs and outputs as the model does. Errors: NOT\_FOUND for the path's files, or
    /// listing the tags that there are; DATA\_LOSS or INVALID\_ARGUMENT naming path and field for damage, and saying
    /// what a file of another format is and what to do with it; those of the importer; INVALID\_ARGUMENT for tags with
    /// a file.
    pub fn rnl_saved_model_open(runtime: *mut rnl_runtime_t, folder: rnl_str_t, tags: *const rnl_str_t, num_tags: usize, out_model: *mut *mut rnl_saved_model_t) -> *mut rnl_status_t;
    pub fn rnl_saved_model_retain(model: *mut rnl_saved_model_t) -> *mut rnl_saved_model_t;
    pub fn rnl_saved_model_release(model: *mut rnl_saved_model_t);
    /// "SavedModel", "GraphDef", "MetaGraph", or the name that an importer has for its format: "ONNX". Borrowed.
    pub fn rnl_saved_model_format(model: *const rnl_saved_model_t) -> rnl_str_t;
    /// Signatures are sorted by key. Keys and methods are borrowed, and empty beyond the end.
    pub fn rnl_saved_model_num_signatures(model: *const rnl_saved_model_t) -> usize;
    /// "serving\_default".
    pub fn rnl_saved_model_signature_key(model: *const rnl_saved_model_t, signature: usize) -> rnl_str_t;
    /// "tensorflow/serving/predict".
    pub fn rnl_saved_model_signature_method(model: *const rnl_saved_model_t, signature: usize) -> rnl_str_t;
    pub fn rnl_saved_model_num_inputs(model: *const rnl_saved_model_t, signature: usize) -> usize;
    pub fn rnl_saved_model_num_outputs(model: *const rnl_saved_model_t, signature: usize) -> usize;
    /// An input or output of a signature: its key, the name of its tensor ("x:0"; empty if it has several parts) and
    /// its dtype, sorted by key. Borrowed; outs may be NULL. Errors of both: OUT\_OF\_RANGE.
    pub fn rnl_saved_model_input(model: *const rnl_saved_model_t, signature: usize, index: usize, out_key: *mut rnl_str_t, out_tensor: *mut rnl_str_t, out_dtype: *mut rnl_dtype_t) -> *mut rnl_status_t;
    pub fn rnl_saved_model_output(model: *const rnl_saved_model_t, signature: usize, index: usize, out_key: *mut rnl_str_t, out_tensor: *mut rnl_str_t, out_dtype: *mut rnl_dtype_t) -> *mut rnl_status_t;
    /// The part of the model that `outputs` ("node", "node:1") need once `inputs` are fed, as a new graph, and a
    /// session of it with the variables restored. Inputs become Placeholders where they were computed; ref variables
    /// are imported as rnl\_graph\_import does; what only trained or saved the model is not there; asset tensors are
    /// paths in the folder. The model's init op (tables, assets) has run, unless it needs ops that are not registered:
    /// then a warning names them. `options` may be NULL. Errors: NOT\_FOUND for an input or output, for a variable that
    /// the checkpoint lacks, and listing all ops that are not registered; those of rnl\_graph\_import and
    /// rnl\_session\_restore.
    pub fn rnl_saved_model_load(model: *mut rnl_saved_model_t, inputs: *const rnl_str_t, num_inputs: usize, outputs: *const rnl_str_t, num_outputs: usize, options: *const rnl_session_options_t, out_graph: *mut *mut rnl_graph_t, out_session: *mut *mut rnl_session_t) -> *mut rnl_status_t;
    /// The same for the inputs and outputs of the signature `key`.
    pub fn rnl_saved_model_load_signature(model: *mut rnl_saved_model_t, key: rnl_str_t, options: *const rnl_session_options_t, out_graph: *mut *mut rnl_graph_t, out_session: *mut *mut rnl_session_t) -> *mut rnl_status_t;
    /// Adds what the signature `key` needs, and is not there yet, to the graph of a session that one of the two above
    /// has loaded from this model, and restores the variables that are new. Those that are there keep their values: so
    /// all signatures of a model have one state. Errors: as of the above; INVALID\_ARGUMENT for a signature that
    /// computes what an earlier one takes as an input, and for a session that is not of this model. On error nodes may
    /// have been added, none of the old ones changed.
    /// Threads: one at a time for a session; its steps may go on.
    pub fn rnl_saved_model_add_signature(model: *mut rnl_saved_model_t, key: rnl_str_t, session: *mut rnl_session_t) -> *mut rnl_status_t;
    /// Adds all of the model's graph to `graph`, unlike rnl\_saved\_model\_load, and gives what belongs to it, the
    /// assets at their places in the model's folder. Variables have no values: the saver's restore node, fed with
    /// "folder/variables/variables", gives them some. Errors: as rnl\_graph\_import and rnl\_meta\_graph\_read.
    pub fn rnl_saved_model_import(model: *mut rnl_saved_model_t, graph: *mut rnl_graph_t, out_meta: *mut *mut rnl_meta_graph_t) -> *mut rnl_status_t;
    /// Opens the model at `path` and adds all of its graph to `graph`, in one call. `options` and `out_meta` may be
    /// NULL. Errors: as rnl\_saved\_model\_open and rnl\_saved\_model\_import; INVALID\_ARGUMENT naming an importer
    /// option that the importer does not have.
    pub fn rnl_graph_load(graph: *mut rnl_graph_t, path: rnl_str_t, options: *const rnl_import_options_t, out_meta: *mut *mut rnl_meta_graph_t) -> *mut rnl_status_t;
    /// A MetaGraph, binary or text, as a model file of another program: "onnx" (opset 17). Its graph has no variables
    /// (rnl\_session\_freeze), and a signature, "serving\_default" or else the first, says what inputs and outputs are
    /// called. Errors: UNIMPLEMENTED listing all that has no equivalent there, with a node of each; NOT\_FOUND for a
    /// format that no plugin writes; INVALID\_ARGUMENT without a signature; those of rnl\_meta\_graph\_read.
    pub fn rnl_model_export(runtime: *mut rnl_runtime_t, meta_graph: rnl_str_t, format: rnl_str_t, out_model: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// Writes the session's graph, the values of its variables, and what `meta` says as a SavedModel that TensorFlow
    /// loads; without a tag in `meta`: "serve". The graph gets nodes of its own that restore the variables that have a
    /// value now; the others are as their initialisers leave them. Atomic: `folder` is new or empty, and it is whole
    /// when it appears. Adds nodes to the graph as rnl\_session\_save. Errors: ALREADY\_EXISTS for a folder with
    /// something in it; those of rnl\_graph\_export\_meta\_graph; NOT\_FOUND for an asset's file; FAILED\_PRECONDITION
    /// for an asset without one; those of the file system, with the path.
    pub fn rnl_saved_model_write(session: *mut rnl_session_t, meta: *const rnl_meta_graph_t, folder: rnl_str_t) -> *mut rnl_status_t;
    pub fn rnl_cluster_create(out_cluster: *mut *mut rnl_cluster_t) -> *mut rnl_status_t;
    /// Jobs separated by ';' or new lines, each "job=address,address" for tasks 0, 1, ..., or with numbers of their
    /// own: "ps=a:2222;worker=2@b:2222,5@\[::1\]:2223".
    /// Errors: INVALID\_ARGUMENT with the piece that is wrong; ALREADY\_EXISTS for a task that comes twice.
    pub fn rnl_cluster_from_text(text: rnl_str_t, out_cluster: *mut *mut rnl_cluster_t) -> *mut rnl_status_t;
    /// TensorFlow's ClusterDef, binary. Errors: DATA\_LOSS too.
    pub fn rnl_cluster_from_message(bytes: rnl_str_t, out_cluster: *mut *mut rnl_cluster_t) -> *mut rnl_status_t;
    pub fn rnl_cluster_release(cluster: *mut rnl_cluster_t);
    /// Errors: as rnl\_cluster\_from\_text.
    pub fn rnl_cluster_add_task(cluster: *mut rnl_cluster_t, job: rnl_str_t, task: i64, address: rnl_str_t) -> *mut rnl_status_t;
    pub fn rnl_cluster_to_text(cluster: *const rnl_cluster_t, out_text: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    pub fn rnl_cluster_to_message(cluster: *const rnl_cluster_t, out_message: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// In alphabetical order.
    pub fn rnl_cluster_jobs(cluster: *const rnl_cluster_t, out_jobs: *mut *mut rnl_names_t) -> *mut rnl_status_t;
    /// Errors of these: NOT\_FOUND naming what is missing and what there is; OUT\_OF\_RANGE for the position.
    pub fn rnl_cluster_num_tasks(cluster: *const rnl_cluster_t, job: rnl_str_t, out_count: *mut usize) -> *mut rnl_status_t;
    /// The number of the task at a position, from 0 on; numbers rise.
    pub fn rnl_cluster_task_at(cluster: *const rnl_cluster_t, job: rnl_str_t, position: usize, out_task: *mut i64) -> *mut rnl_status_t;
    pub fn rnl_cluster_task_address(cluster: *const rnl_cluster_t, job: rnl_str_t, task: i64, out_address: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// by\_bytes: to the task that has the fewest bytes so far, the first of several; else to each in turn.
    /// Errors: NOT\_FOUND for a job that the cluster lacks.
    pub fn rnl_device_setter_create(cluster: *const rnl_cluster_t, job: rnl_str_t, by_bytes: bool, out_setter: *mut *mut rnl_device_setter_t) -> *mut rnl_status_t;
    pub fn rnl_device_setter_release(setter: *mut rnl_device_setter_t);
    /// The device for a variable of that size, as "/job:ps/task:1". Borrowed until the next call.
    pub fn rnl_device_setter_next(setter: *mut rnl_device_setter_t, size_bytes: u64, out_device: *mut rnl_str_t) -> *mut rnl_status_t;
    /// For one task of a cluster, of which a copy is kept.
    pub fn rnl_server_options_create(cluster: *const rnl_cluster_t, job: rnl_str_t, task: i64, out_options: *mut *mut rnl_server_options_t) -> *mut rnl_status_t;
    pub fn rnl_server_options_release(options: *mut rnl_server_options_t);
    /// What others must show. Default: the environment's RUNNEL\_CLUSTER\_TOKEN; without that the server makes one up,
    /// which rnl\_server\_token tells.
    pub fn rnl_server_options_set_token(options: *mut rnl_server_options_t, token: rnl_str_t) -> *mut rnl_status_t;
    /// A TCP socket that listens already, which rnl\_server\_start takes over even if it fails. Default, -1: it binds
    /// the task's address; port 0 there is any that is free.
    pub fn rnl_server_options_set_listen_fd(options: *mut rnl_server_options_t, fd: i32) -> *mut rnl_status_t;
    /// TLS 1.3 with one key for all tasks and clients: the path of a file of mode 0600 with 64 hexadecimal digits, as
    /// `openssl rand -hex 32` prints them. Read when the server starts. Default: the environment's
    /// RUNNEL\_CLUSTER\_KEY\_FILE, or none. Errors, of rnl\_server\_start: PERMISSION\_DENIED for a file that others
    /// may read; NOT\_FOUND; INVALID\_ARGUMENT for another content, or certificates besides.
    pub fn rnl_server_options_set_key_file(options: *mut rnl_server_options_t, path: rnl_str_t) -> *mut rnl_status_t;
    /// TLS 1.3 with certificates that both sides show, signed by one authority: paths of PEM files, that of the private
    /// key of mode 0600. A task's certificate must be for the name or address that the cluster has for it. Errors, of
    /// rnl\_server\_start: as the key file's.
    pub fn rnl_server_options_set_certificates(options: *mut rnl_server_options_t, certificate: rnl_str_t, private_key: rnl_str_t, authority: rnl_str_t) -> *mut rnl_status_t;
    /// The folder that ops of graphs from elsewhere may read and write files in. Default: none, and such ops end with
    /// PERMISSION\_DENIED.
    pub fn rnl_server_options_set_files(options: *mut rnl_server_options_t, folder: rnl_str_t) -> *mut rnl_status_t;
    /// Without it, or one of the two ways to be secure, an address that other machines can reach is refused. The
    /// server's log says that it is insecure. Default: false.
    pub fn rnl_server_options_set_insecure_network(options: *mut rnl_server_options_t, insecure: bool) -> *mut rnl_status_t;
    /// Signs of life are sent every interval\_ms, and a peer without one for dead\_ms counts as dead. Default: 500 and
    /// 3,000.
    pub fn rnl_server_options_set_heartbeat(options: *mut rnl_server_options_t, interval_ms: i64, dead_ms: i64) -> *mut rnl_status_t;
    /// How many bytes of tensors may lie at the server that other tasks and clients have sent and nothing has used yet,
    /// from all of them together; besides that each may send one that a step waits for, and 64 KiB. Whatever more there
    /// is stays where it is. At least 1 MiB. Default: 256 MiB.
    pub fn rnl_server_options_set_receive_limit(options: *mut rnl_server_options_t, size_bytes: u64) -> *mut rnl_status_t;
    /// Listens and serves on threads of its own and of the runtime, until it is stopped.
    /// Errors: NOT\_FOUND for a task that the cluster lacks, and without librunnel\_net.so beside this library;
    /// PERMISSION\_DENIED for an address that other machines can reach; UNAVAILABLE if it cannot be bound.
    pub fn rnl_server_start(runtime: *mut rnl_runtime_t, options: *const rnl_server_options_t, out_server: *mut *mut rnl_server_t) -> *mut rnl_status_t;
    /// The only task, /job:local/task:0, of a cluster of its own, at any free port of 127.0.0.1.
    pub fn rnl_server_start_local(runtime: *mut rnl_runtime_t, out_server: *mut *mut rnl_server_t) -> *mut rnl_status_t;
    pub fn rnl_server_retain(server: *mut rnl_server_t) -> *mut rnl_server_t;
    /// The last release stops the server.
    pub fn rnl_server_release(server: *mut rnl_server_t);
    /// Ends its steps and connections, and waits until nothing that it began is under way. A second stop does nothing.
    pub fn rnl_server_stop(server: *mut rnl_server_t) -> *mut rnl_status_t;
    /// "runnel://127.0.0.1:2222", for rnl\_session\_options\_set\_target. Borrowed, as the token.
    pub fn rnl_server_target(server: *const rnl_server_t) -> rnl_str_t;
    /// Empty where the server has a key file or certificates, which take its place, and none was given.
    pub fn rnl_server_token(server: *const rnl_server_t) -> rnl_str_t;
    /// Asks the server that is the target of `options` how it is, without a session, or with all\_tasks how every task
    /// of its cluster is. The answer is JSON: {"tasks":\[{"name", "address", "incarnation" (64 bits),
    /// "devices":\["/device:CPU:0", ...\], "step": how many it has taken part in, "bytes": of host memory in tensors
    /// and arenas, "error": null}, ...\]}. Of a task that does not answer the server, "error" says why, and all but its
    /// name and address is null. Token, key file, certificates and the time to connect are taken from `options` too.
    /// Errors: FAILED\_PRECONDITION without a target; UNAVAILABLE, DEADLINE\_EXCEEDED if the server does not answer in
    /// time; UNAUTHENTICATED. Threads: any; it waits.
    pub fn rnl_server_status(runtime: *mut rnl_runtime_t, options: *const rnl_session_options_t, all_tasks: bool, out_json: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// `options` may be NULL; default device, soft placement, passes, limits and timeout are taken from it.
    /// Errors: UNIMPLEMENTED for options with a target; NOT\_FOUND without librunnel\_eager.so.
    pub fn rnl_eager_create(runtime: *mut rnl_runtime_t, options: *const rnl_session_options_t, out_eager: *mut *mut rnl_eager_t) -> *mut rnl_status_t;
    pub fn rnl_eager_retain(eager: *mut rnl_eager_t) -> *mut rnl_eager_t;
    /// The last release closes the context.
    pub fn rnl_eager_release(eager: *mut rnl_eager_t);
    /// Cancels what runs, waits for it, drops variables and whatever else ops have made. Every later execution answers
    /// FAILED\_PRECONDITION. A second close does nothing.
    pub fn rnl_eager_close(eager: *mut rnl_eager_t) -> *mut rnl_status_t;
    /// The graph whose functions ops may name by their attrs, and which builders of ops are of. Borrowed.
    pub fn rnl_eager_graph(eager: *const rnl_eager_t) -> *mut rnl_graph_t;
    /// What the builder says, without inputs, which come with each execution; a name that is not empty is that of the
    /// node in errors. Releases the builder, whether that succeeds or not: one of rnl\_node\_builder\_create over
    /// rnl\_eager\_graph. Errors: the first that stuck in the builder; NOT\_FOUND for the op; INVALID\_ARGUMENT for a
    /// builder with inputs, or of another graph.
    pub fn rnl_eager_op_create(eager: *mut rnl_eager_t, builder: *mut rnl_node_builder_t, out_op: *mut *mut rnl_eager_op_t) -> *mut rnl_status_t;
    /// A function: the part of `graph` between `inputs` and `outputs`, with `targets`, run as one step. The graph may
    /// be of this runtime's any; what is in it stays as it is, and it may be run and exported as any other. An input is
    /// a Placeholder's output, or one of rnl\_eager\_add\_handle.
    /// Errors: INVALID\_ARGUMENT for another input, one given twice, or neither outputs nor targets.
    pub fn rnl_eager_op_from_graph(eager: *mut rnl_eager_t, name: rnl_str_t, graph: *mut rnl_graph_t, inputs: *const rnl_output_t, num_inputs: usize, outputs: *const rnl_output_t, num_outputs: usize, targets: *const rnl_node_t, num_targets: usize, out_op: *mut *mut rnl_eager_op_t) -> *mut rnl_status_t;
    pub fn rnl_eager_op_retain(op: *mut rnl_eager_op_t) -> *mut rnl_eager_op_t;
    pub fn rnl_eager_op_release(op: *mut rnl_eager_op_t);
    /// How many outputs an execution with these inputs gives. Errors: as adding a node with such inputs.
    pub fn rnl_eager_op_num_outputs(op: *mut rnl_eager_op_t, inputs: *const *mut rnl_tensor_t, num_inputs: usize, out_count: *mut usize) -> *mut rnl_status_t;
    /// Runs the op on `inputs` and returns when it has ended. Lists among its inputs are given flat. Outputs stay in
    /// the memory of their device (rnl\_tensor\_to\_host); a failure of a device that computes later is that of whoever
    /// reads them. `options` and `tape` may be NULL. Handles: of a resource that has no shared\_name the op makes a new
    /// one each time, which goes with its last handle.
    /// Errors: INVALID\_ARGUMENT as adding such a node, or where there are more than `capacity` outputs; those of
    /// rnl\_session\_run, with the op's name; FAILED\_PRECONDITION after rnl\_eager\_close. All stays usable.
    /// Threads: any number at once; with a tape, one at a time for the tape.
    /// Ownership: borrows inputs; the caller releases the first \*out\_count of out\_outputs.
    pub fn rnl_eager_op_execute(op: *mut rnl_eager_op_t, options: *const rnl_run_options_t, tape: *mut rnl_tape_t, inputs: *const *mut rnl_tensor_t, num_inputs: usize, out_outputs: *mut *mut rnl_tensor_t, capacity: usize, out_count: *mut usize) -> *mut rnl_status_t;
    /// The same for the op of that name, whose attrs follow from its inputs and defaults.
    pub fn rnl_eager_execute(eager: *mut rnl_eager_t, op: rnl_str_t, tape: *mut rnl_tape_t, inputs: *const *mut rnl_tensor_t, num_inputs: usize, out_outputs: *mut *mut rnl_tensor_t, capacity: usize, out_count: *mut usize) -> *mut rnl_status_t;
    /// A new variable with this value: the handle that ReadVariableOp, AssignVariableOp and the optimiser ops take.
    /// `name` is for errors, and for whoever saves it; several may have one. The variable goes with its last handle.
    /// Its device is that of `device`, or the default one if that is empty.
    pub fn rnl_eager_create_variable(eager: *mut rnl_eager_t, name: rnl_str_t, device: rnl_str_t, value: *mut rnl_tensor_t, out_handle: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// Adds to `graph` the node that made `handle`, or finds it there: a function's graph uses the resource by it.
    /// Errors: INVALID\_ARGUMENT for a tensor that is no handle made by an op of this context.
    pub fn rnl_eager_add_handle(eager: *mut rnl_eager_t, graph: *mut rnl_graph_t, handle: *const rnl_tensor_t, out_output: *mut rnl_output_t) -> *mut rnl_status_t;
    /// With `outer` (may be NULL) what is executed with this tape is recorded by that one too, and so is what gradients
    /// compute, which is how second and higher derivatives are had. A tape that is persistent gives gradients any
    /// number of times. watch\_variables: every variable that is read is watched.
    pub fn rnl_tape_create(eager: *mut rnl_eager_t, outer: *mut rnl_tape_t, persistent: bool, watch_variables: bool, out_tape: *mut *mut rnl_tape_t) -> *mut rnl_status_t;
    pub fn rnl_tape_retain(tape: *mut rnl_tape_t) -> *mut rnl_tape_t;
    pub fn rnl_tape_release(tape: *mut rnl_tape_t);
    /// Errors: INVALID\_ARGUMENT for a tensor of a type without gradients. A variable's handle may be watched.
    pub fn rnl_tape_watch(tape: *mut rnl_tape_t, tensor: *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// false: executions are not recorded until it is set to true again. The tape around is not concerned.
    pub fn rnl_tape_set_recording(tape: *mut rnl_tape_t, recording: bool) -> *mut rnl_status_t;
    /// The gradients of sum(targets) with respect to each source: out\_gradients\[i\] is of sources\[i\], which may be
    /// a variable's handle. output\_gradients weighs targets (NULL, or NULL in an entry: ones). A source on which no
    /// target depends gets NULL, or zeros where `zeros` is true. Values are those that were recorded: nothing is
    /// computed or drawn again. Errors: FAILED\_PRECONDITION for a second time, unless the tape is persistent;
    /// INVALID\_ARGUMENT for a target without gradients and an output gradient of another type or shape; UNIMPLEMENTED
    /// naming the op without a gradient; those of the steps.
    pub fn rnl_tape_gradient(tape: *mut rnl_tape_t, options: *const rnl_run_options_t, targets: *const *mut rnl_tensor_t, output_gradients: *const *mut rnl_tensor_t, num_targets: usize, sources: *const *mut rnl_tensor_t, num_sources: usize, zeros: bool, out_gradients: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// Records that `outputs` were computed of `inputs`, in whatever way, and what the gradient is. `drop` may be NULL;
    /// on failure it is not called.
    pub fn rnl_tape_record(tape: *mut rnl_tape_t, inputs: *const *mut rnl_tensor_t, num_inputs: usize, outputs: *const *mut rnl_tensor_t, num_outputs: usize, fn_: Option<rnl_gradient_fn_t>, arg: *mut c_void, drop: Option<rnl_drop_fn_t>) -> *mut rnl_status_t;
    /// One line of JSON for each row that specs may name: {"kind", "name", "aliases", "doc", "args": \[{"name", "type",
    /// "default", "allowed"}\], "weights"}. Errors: those of opening the library.
    pub fn rnl_learn_describe(out_lines: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// What a layer learns from data before it is part of a model: the means of Normalization, the bins of
    /// Discretization, the vocabulary of StringLookup, IntegerLookup or TextVectorization. Gives the layer's spec with
    /// these as further arguments, which a model is then given: a model's specs say all of it. `data` holds samples.
    /// Errors: those of specs; INVALID\_ARGUMENT for a layer that learns nothing from data, and for data that does not
    /// fit.
    pub fn rnl_learn_adapt(runtime: *mut rnl_runtime_t, layer: rnl_str_t, data: *mut rnl_tensor_t, out_layer: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// `options` are arguments: dtype=float, the type of weights, which is floating, or mixed\_float16 or
    /// mixed\_bfloat16: layers compute in that type, and weights, losses and metrics are float; seed=1, at least 1,
    /// from which all initial weights and orders follow: equal models with equal seeds are equal, in any language;
    /// device='/device:CUDA:0', where the model computes, but for ops that have no kernel there and run on the CPU.
    /// Errors: INVALID\_ARGUMENT; NOT\_FOUND, listing devices, for one that the runtime has not; those of opening the
    /// library.
    pub fn rnl_learn_model_create(runtime: *mut rnl_runtime_t, options: rnl_str_t, out_model: *mut *mut rnl_learn_model_t) -> *mut rnl_status_t;
    pub fn rnl_learn_model_retain(model: *mut rnl_learn_model_t) -> *mut rnl_learn_model_t;
    pub fn rnl_learn_model_release(model: *mut rnl_learn_model_t);
    /// A sequential model: the layer is called on what was added last, and gives the model's output. The first one is
    /// Input(\[sizes of a sample\], dtype=float, name='', batch\_size=-1: any). Errors name the layer and the shapes of
    /// what it was called on.
    pub fn rnl_learn_model_add(model: *mut rnl_learn_model_t, layer: rnl_str_t) -> *mut rnl_status_t;
    /// A model of any form. `dims` are the sizes of a sample, without the batch; -1: any. name may be empty.
    pub fn rnl_learn_model_input(model: *mut rnl_learn_model_t, name: rnl_str_t, dtype: rnl_dtype_t, rank: i32, dims: *const i64, out_value: *mut rnl_learn_value_t) -> *mut rnl_status_t;
    /// Makes a layer and calls it. A layer of several values, as LSTM(4, return\_state=true), gives consecutive
    /// numbers, of which \*out\_value is the first.
    pub fn rnl_learn_model_call(model: *mut rnl_learn_model_t, layer: rnl_str_t, inputs: *const rnl_learn_value_t, num_inputs: usize, out_value: *mut rnl_learn_value_t) -> *mut rnl_status_t;
    /// Calls a layer that the model has, by name, once more: with the same weights. Errors: NOT\_FOUND.
    pub fn rnl_learn_model_call_again(model: *mut rnl_learn_model_t, layer_name: rnl_str_t, inputs: *const rnl_learn_value_t, num_inputs: usize, out_value: *mut rnl_learn_value_t) -> *mut rnl_status_t;
    /// A model that was compiled must be compiled again.
    pub fn rnl_learn_model_set_outputs(model: *mut rnl_learn_model_t, values: *const rnl_learn_value_t, num_values: usize) -> *mut rnl_status_t;
    /// Whether compile lets the layer's weights be trained. Its moving statistics stay as well, if not. The name of a
    /// model within a model that was opened is that of all its layers. Errors: NOT\_FOUND.
    pub fn rnl_learn_model_set_trainable(model: *mut rnl_learn_model_t, layer_name: rnl_str_t, trainable: bool) -> *mut rnl_status_t;
    /// Element type and shape of a value; unknown sizes are -1. \*out\_rank is at most `capacity` of out\_dims, else
    /// INVALID\_ARGUMENT.
    pub fn rnl_learn_model_value(model: *mut rnl_learn_model_t, value: rnl_learn_value_t, out_dtype: *mut rnl_dtype_t, out_rank: *mut i32, out_dims: *mut i64, capacity: usize) -> *mut rnl_status_t;
    /// The values that are the model's inputs, and its outputs, in their order. \*out\_count is how many there are.
    /// Errors: INVALID\_ARGUMENT if `capacity` is less.
    pub fn rnl_learn_model_inputs(model: *mut rnl_learn_model_t, out_values: *mut rnl_learn_value_t, capacity: usize, out_count: *mut usize) -> *mut rnl_status_t;
    pub fn rnl_learn_model_outputs(model: *mut rnl_learn_model_t, out_values: *mut rnl_learn_value_t, capacity: usize, out_count: *mut usize) -> *mut rnl_status_t;
    /// Names of the layers, in the order in which they were added.
    pub fn rnl_learn_model_layer_names(model: *mut rnl_learn_model_t, out_names: *mut *mut rnl_names_t) -> *mut rnl_status_t;
    /// The name of the layer that gives a value, or the input's.
    pub fn rnl_learn_model_value_name(model: *mut rnl_learn_model_t, value: rnl_learn_value_t, out_name: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// A table of layers, shapes and numbers of weights.
    pub fn rnl_learn_model_summary(model: *mut rnl_learn_model_t, out_text: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// Defines a layer of the model's own: specs name it from then on, with the arguments name, trainable and dtype.
    /// num\_inputs of 0 means any number. `drop` is called with `arg`, once, when the model is gone; if this fails,
    /// `arg` stays the caller's. Errors: ALREADY\_EXISTS for the name of another layer; INVALID\_ARGUMENT naming what
    /// is wrong with a weight.
    pub fn rnl_learn_model_define_layer(model: *mut rnl_learn_model_t, name: rnl_str_t, num_inputs: i32, weights: *const rnl_learn_weight_t, num_weights: usize, call: Option<rnl_learn_layer_fn_t>, arg: *mut c_void, drop: Option<rnl_drop_fn_t>) -> *mut rnl_status_t;
    /// The same for a loss, which is a metric, too. Both its inputs are of the model's type.
    pub fn rnl_learn_model_define_loss(model: *mut rnl_learn_model_t, name: rnl_str_t, call: Option<rnl_learn_layer_fn_t>, arg: *mut c_void, drop: Option<rnl_drop_fn_t>) -> *mut rnl_status_t;
    /// How the next compile divides training over devices: a spec, as Mirrored(\['GPU:0', 'GPU:1'\]) or
    /// CentralStorage(); empty: one device. Files of weights and of the optimizer's state are the same for all of them.
    /// A strategy that keeps weights on other devices than the last one did gives the model another session when it is
    /// compiled: the weights keep their values, and a session that rnl\_learn\_model\_session gave before is closed, so
    /// that its runs fail with CANCELLED or FAILED\_PRECONDITION and the program asks for the new one. Errors: those of
    /// specs; NOT\_FOUND naming a device that the runtime does not have.
    pub fn rnl_learn_model_set_strategy(model: *mut rnl_learn_model_t, strategy: rnl_str_t) -> *mut rnl_status_t;
    /// `losses` is one spec for all outputs or a list with one for each. `metrics` is a list; a loss is a metric, too,
    /// and accuracy means the kind that fits. loss\_weights: NULL, or one for each output.
    /// Errors: those of specs; UNIMPLEMENTED naming an op without a gradient or an argument without effect. A model of
    /// dtype mixed\_float16 scales its loss by itself, as Keras' LossScaleOptimizer does.
    pub fn rnl_learn_model_compile(model: *mut rnl_learn_model_t, optimizer: rnl_str_t, losses: rnl_str_t, metrics: rnl_str_t, loss_weights: *const f64, num_loss_weights: usize) -> *mut rnl_status_t;
    /// Trains. `validation` may be NULL. `options` are arguments: batch\_size=32, epochs=1, shuffle=true,
    /// validation\_split=0 (the last part of the samples), initial\_epoch=0, steps\_per\_epoch=0 (all),
    /// validation\_batch\_size=0 (batch\_size), validation\_freq=1, seed=0 (the model's). `callbacks` is a list of
    /// specs. `on_progress` may be NULL. The model stays usable after any error, with the weights of the last step that
    /// ended.
    pub fn rnl_learn_model_fit(model: *mut rnl_learn_model_t, samples: *const rnl_learn_samples_t, validation: *const rnl_learn_samples_t, options: rnl_str_t, callbacks: rnl_str_t, on_progress: Option<rnl_learn_progress_fn_t>, arg: *mut c_void, out_history: *mut *mut rnl_learn_history_t) -> *mut rnl_status_t;
    /// The same of a dataset, whose elements are batches: inputs, then targets, then, if there is one more component, a
    /// number for each sample. `options`: epochs=1, initial\_epoch=0, steps\_per\_epoch=0 (one pass; else an epoch goes
    /// on where the last one ended), validation\_steps=0, validation\_freq=1. A function of the program is a dataset by
    /// rnl\_dataset\_from\_generator. Errors: also those of the dataset; OUT\_OF\_RANGE where it ends before
    /// steps\_per\_epoch; INVALID\_ARGUMENT naming the batch and what does not fit.
    pub fn rnl_learn_model_fit_dataset(model: *mut rnl_learn_model_t, dataset: *mut rnl_dataset_t, validation: *mut rnl_dataset_t, options: rnl_str_t, callbacks: rnl_str_t, on_progress: Option<rnl_learn_progress_fn_t>, arg: *mut c_void, out_history: *mut *mut rnl_learn_history_t) -> *mut rnl_status_t;
    /// steps: 0 for one pass.
    pub fn rnl_learn_model_evaluate_dataset(model: *mut rnl_learn_model_t, dataset: *mut rnl_dataset_t, steps: i64, out_history: *mut *mut rnl_learn_history_t) -> *mut rnl_status_t;
    /// The loss and metrics over all samples: a history of one epoch.
    pub fn rnl_learn_model_evaluate(model: *mut rnl_learn_model_t, samples: *const rnl_learn_samples_t, batch_size: i64, out_history: *mut *mut rnl_learn_history_t) -> *mut rnl_status_t;
    /// One step; the loss is that of the weights before it.
    pub fn rnl_learn_model_train_on_batch(model: *mut rnl_learn_model_t, samples: *const rnl_learn_samples_t, out_history: *mut *mut rnl_learn_history_t) -> *mut rnl_status_t;
    /// One tensor for each output, in host memory. num\_outputs must be that of the model.
    pub fn rnl_learn_model_predict(model: *mut rnl_learn_model_t, inputs: *const *mut rnl_tensor_t, num_inputs: usize, batch_size: i64, out_outputs: *mut *mut rnl_tensor_t, num_outputs: usize) -> *mut rnl_status_t;
    pub fn rnl_learn_history_retain(history: *mut rnl_learn_history_t) -> *mut rnl_learn_history_t;
    pub fn rnl_learn_history_release(history: *mut rnl_learn_history_t);
    pub fn rnl_learn_history_num_epochs(history: *const rnl_learn_history_t) -> usize;
    pub fn rnl_learn_history_num_values(history: *const rnl_learn_history_t, epoch: usize) -> usize;
    pub fn rnl_learn_history_name(history: *const rnl_learn_history_t, epoch: usize, index: usize) -> rnl_str_t;
    pub fn rnl_learn_history_value(history: *const rnl_learn_history_t, epoch: usize, index: usize) -> f64;
    /// Errors: NOT\_FOUND listing what there is; OUT\_OF\_RANGE for the epoch.
    pub fn rnl_learn_history_find(history: *const rnl_learn_history_t, epoch: usize, name: rnl_str_t, out_value: *mut f64) -> *mut rnl_status_t;
    /// The callback that ended the fit; empty: it went to the end.
    pub fn rnl_learn_history_stopped_by(history: *const rnl_learn_history_t) -> rnl_str_t;
    /// In the order of layers: "dense/kernel". In checkpoints they have the same names.
    pub fn rnl_learn_model_weight_names(model: *mut rnl_learn_model_t, out_names: *mut *mut rnl_names_t) -> *mut rnl_status_t;
    /// num\_tensors must be the number of names.
    pub fn rnl_learn_model_get_weights(model: *mut rnl_learn_model_t, out_tensors: *mut *mut rnl_tensor_t, num_tensors: usize) -> *mut rnl_status_t;
    /// All or none. Errors: INVALID\_ARGUMENT naming the weight whose type or shape does not fit.
    pub fn rnl_learn_model_set_weights(model: *mut rnl_learn_model_t, tensors: *const *mut rnl_tensor_t, num_tensors: usize) -> *mut rnl_status_t;
    /// Gives the states of recurrent layers with stateful=true, which a batch otherwise takes from the one before it,
    /// the value 0 again.
    pub fn rnl_learn_model_reset_states(model: *mut rnl_learn_model_t) -> *mut rnl_status_t;
    /// Writes the weights as Keras 3 does, and what the optimizer of a compiled model keeps of them: a file
    /// NAME.weights.h5, in which layers count by their class, so that names may differ. It appears whole or not at all.
    /// Errors: FAILED\_PRECONDITION for a model without weights; those of the file system.
    pub fn rnl_learn_model_save_weights(model: *mut rnl_learn_model_t, path: rnl_str_t) -> *mut rnl_status_t;
    /// All weights of such a file, or nothing; a compiled model takes what the file's optimizer kept, too, and trains
    /// on as if it had not been interrupted. An optimizer with another number of variables is left out with a warning
    /// in the runtime's log, as Keras does it. Files of Keras 1 and 2, and of Keras 3's model.save("NAME.h5"), are read
    /// without an optimizer: layers by name, if the model has all the names of the file, else by order. Errors:
    /// DATA\_LOSS naming the byte; NOT\_FOUND and INVALID\_ARGUMENT listing what the file lacks or has more, or naming
    /// a variable of another type or shape; UNIMPLEMENTED naming a dataset, and what of HDF5 it has that is not read.
    pub fn rnl_learn_model_load_weights(model: *mut rnl_learn_model_t, path: rnl_str_t) -> *mut rnl_status_t;
    /// A model that Keras 3 saved as a file NAME.keras: Sequential or Functional, of layers that are known here, and of
    /// such models, whose layers' names begin with theirs: "base/dense". `options` are arguments: compile=true, with
    /// the optimizer and its state, losses and metrics of the file; seed and device as above. Errors: also
    /// UNIMPLEMENTED naming a layer, or an argument of it, that is not known.
    pub fn rnl_learn_model_open(runtime: *mut rnl_runtime_t, path: rnl_str_t, options: rnl_str_t, out_model: *mut *mut rnl_learn_model_t) -> *mut rnl_status_t;
    /// Writes a checkpoint: the weights, and what the optimizer keeps of them, "optimizer/iteration", so that a fit
    /// goes on as if it had not been interrupted. `options` are arguments: optimizer=true. Atomic, as
    /// rnl\_session\_save. Errors: FAILED\_PRECONDITION for a model without weights; those of the file system.
    pub fn rnl_learn_model_save(model: *mut rnl_learn_model_t, prefix: rnl_str_t, options: rnl_str_t) -> *mut rnl_status_t;
    /// Assigns what rnl\_learn\_model\_save has written, or nothing. A model that is not compiled takes the weights
    /// alone, and so does any from a checkpoint that has no optimizer's state. `options` as there.
    /// Errors: NOT\_FOUND for the file, or listing what it lacks; INVALID\_ARGUMENT naming a weight of another type or
    /// shape; DATA\_LOSS for damage.
    pub fn rnl_learn_model_load(model: *mut rnl_learn_model_t, prefix: rnl_str_t, options: rnl_str_t) -> *mut rnl_status_t;
    /// Writes a SavedModel with the signature "serving\_default", whose inputs and outputs are called as
    /// rnl\_learn\_model\_value\_name says: what these need, and nothing that trains. Errors: as
    /// rnl\_saved\_model\_write.
    pub fn rnl_learn_model_export(model: *mut rnl_learn_model_t, folder: rnl_str_t) -> *mut rnl_status_t;
    /// What the outputs need, the weights as constants, as GraphDef bytes. Errors: as rnl\_session\_freeze.
    pub fn rnl_learn_model_freeze(model: *mut rnl_learn_model_t, out_graph_def: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// A session over the model's graph, whose variables have values: for checkpoints (rnl\_session\_save), freezing
    /// (rnl\_session\_freeze), SavedModels, traces, and steps of one's own. It is the model's own session, not a copy;
    /// closing it ends the model.
    pub fn rnl_learn_model_session(model: *mut rnl_learn_model_t, out_session: *mut *mut rnl_session_t) -> *mut rnl_status_t;
    /// The graph that the model's nodes are in: a reference. Nodes of one's own may be added.
    pub fn rnl_learn_model_graph(model: *mut rnl_learn_model_t, out_graph: *mut *mut rnl_graph_t) -> *mut rnl_status_t;
    /// The nodes of the model in that graph.
    pub fn rnl_learn_model_output(model: *mut rnl_learn_model_t, value: rnl_learn_value_t, out_output: *mut rnl_output_t) -> *mut rnl_status_t;
    /// `options` are arguments: model\_dir='', save\_checkpoints\_steps=0, save\_checkpoints\_secs=600 (0 if there are
    /// steps), keep\_checkpoint\_max=5, keep\_checkpoint\_every\_n\_hours=10000, log\_step\_count\_steps=100,
    /// save\_summary\_steps=100, tf\_random\_seed=1; checkpoint\_failures=end, or log: training goes on without that
    /// checkpoint; max\_recoveries=10 in a row without a new step; ready\_secs=7200: how long others wait for the
    /// chief, connect\_secs=60: for a task of the cluster, shutdown\_secs=60: parameter servers for workers when the
    /// chief has ended; master='', cluster='ps=host:port;chief=host:port;worker=host:port, host:port',
    /// task\_type=chief, task\_index=0, listen\_fd=-1: a socket that listens already, for the server of the task;
    /// strategy='': how an estimator divides batches, as Mirrored() over the devices of this process, or
    /// MultiWorkerMirrored() over chief and workers: the chief then reads the input and runs the steps of all, and a
    /// worker's training is that it serves the chief until the job has ended. `tf_config` is the JSON that TensorFlow
    /// takes from TF\_CONFIG, or empty; its cluster and task replace those of the options. Without a chief in the
    /// cluster the first worker is it. An evaluator is no task of the cluster. Errors: INVALID\_ARGUMENT naming the
    /// argument, or the JSON's byte or field; those of opening the library.
    pub fn rnl_learn_config_create(runtime: *mut rnl_runtime_t, options: rnl_str_t, tf_config: rnl_str_t, out_config: *mut *mut rnl_learn_config_t) -> *mut rnl_status_t;
    pub fn rnl_learn_config_retain(config: *mut rnl_learn_config_t) -> *mut rnl_learn_config_t;
    pub fn rnl_learn_config_release(config: *mut rnl_learn_config_t);
    /// "chief", "worker", "ps" or "evaluator". Borrowed, as model\_dir.
    pub fn rnl_learn_config_task_type(config: *const rnl_learn_config_t) -> rnl_str_t;
    pub fn rnl_learn_config_task_index(config: *const rnl_learn_config_t) -> i64;
    pub fn rnl_learn_config_is_chief(config: *const rnl_learn_config_t) -> bool;
    pub fn rnl_learn_config_model_dir(config: *const rnl_learn_config_t) -> rnl_str_t;
    /// Of a job of the cluster.
    pub fn rnl_learn_config_num_tasks(config: *const rnl_learn_config_t, job: rnl_str_t) -> usize;
    /// Starts the server of this task, as rnl\_server\_start with the defaults of its options. NULL for an evaluator,
    /// and without a cluster.
    pub fn rnl_learn_config_start_server(config: *const rnl_learn_config_t, out_server: *mut *mut rnl_server_t) -> *mut rnl_status_t;
    /// `scaffold`, `options` and `server` may be NULL. Sessions are over the server's cluster, of which they use the
    /// parameter servers and this task; else where `options` say. Errors: NOT\_FOUND for a name.
    pub fn rnl_learn_trainer_create(graph: *mut rnl_graph_t, config: *const rnl_learn_config_t, scaffold: *const rnl_learn_scaffold_t, options: *const rnl_session_options_t, server: *mut rnl_server_t, out_trainer: *mut *mut rnl_learn_trainer_t) -> *mut rnl_status_t;
    pub fn rnl_learn_trainer_retain(trainer: *mut rnl_learn_trainer_t) -> *mut rnl_learn_trainer_t;
    /// The last release closes the session, without the hooks' ends.
    pub fn rnl_learn_trainer_release(trainer: *mut rnl_learn_trainer_t);
    /// Before the first step. `drop` may be NULL; on failure it is not called.
    pub fn rnl_learn_trainer_add_hook(trainer: *mut rnl_learn_trainer_t, hook: *const rnl_learn_hook_t, arg: *mut c_void, drop: Option<rnl_drop_fn_t>) -> *mut rnl_status_t;
    /// Hooks by spec, one or a list: LoggingTensorHook, StopAtStepHook, StepCounterHook, NanTensorHook,
    /// CheckpointSaverHook, SummarySaverHook, ProfilerHook, FinalOpsHook, GlobalStepWaiterHook, with TensorFlow's
    /// arguments; a FeedFnHook is a before\_run that feeds.
    pub fn rnl_learn_trainer_add_hooks(trainer: *mut rnl_learn_trainer_t, specs: rnl_str_t) -> *mut rnl_status_t;
    /// Borrowed from the call.
    pub fn rnl_learn_hook_call_graph(call: *const rnl_learn_hook_call_t) -> *mut rnl_graph_t;
    /// Borrowed; NULL in begin.
    pub fn rnl_learn_hook_call_session(call: *const rnl_learn_hook_call_t) -> *mut rnl_session_t;
    /// The global step, or without one how many steps have been run: before the run, or after it.
    pub fn rnl_learn_hook_call_step(call: *const rnl_learn_hook_call_t) -> i64;
    /// In before\_run: the step fetches this too; \*out\_index, which may be NULL, is where after\_run finds it.
    /// Errors of these two: FAILED\_PRECONDITION elsewhere; INVALID\_ARGUMENT for the output.
    pub fn rnl_learn_hook_call_fetch(call: *mut rnl_learn_hook_call_t, output: rnl_output_t, out_index: *mut usize) -> *mut rnl_status_t;
    pub fn rnl_learn_hook_call_feed(call: *mut rnl_learn_hook_call_t, output: rnl_output_t, tensor: *mut rnl_tensor_t) -> *mut rnl_status_t;
    pub fn rnl_learn_hook_call_num_values(call: *const rnl_learn_hook_call_t) -> usize;
    /// A new reference. Errors: OUT\_OF\_RANGE.
    pub fn rnl_learn_hook_call_value(call: *const rnl_learn_hook_call_t, index: usize, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// No more steps after this one.
    pub fn rnl_learn_hook_call_request_stop(call: *mut rnl_learn_hook_call_t);
    /// In after\_save: the checkpoint's prefix. Borrowed; else empty.
    pub fn rnl_learn_hook_call_checkpoint(call: *const rnl_learn_hook_call_t) -> rnl_str_t;
    /// Makes the session, which the first step does otherwise. Errors: DEADLINE\_EXCEEDED after ready\_secs, naming
    /// what has no value or does not answer; FAILED\_PRECONDITION naming variables that neither init\_op nor checkpoint
    /// gave one; those of hooks.
    pub fn rnl_learn_trainer_start(trainer: *mut rnl_learn_trainer_t) -> *mut rnl_status_t;
    /// One step, as rnl\_session\_run\_outputs, with all hooks. Errors: OUT\_OF\_RANGE at the end of input;
    /// FAILED\_PRECONDITION after a stop; UNAVAILABLE or ABORTED after max\_recoveries. After any other failure there
    /// are no more steps.
    pub fn rnl_learn_trainer_run(trainer: *mut rnl_learn_trainer_t, feed_outputs: *const rnl_output_t, feeds: *const *mut rnl_tensor_t, num_feeds: usize, fetch_outputs: *const rnl_output_t, out_fetches: *mut *mut rnl_tensor_t, num_fetches: usize, targets: *const rnl_node_t, num_targets: usize) -> *mut rnl_status_t;
    /// Runs steps of these targets until a hook or the end of input stops, and then the hooks' ends, as
    /// rnl\_learn\_trainer\_close.
    pub fn rnl_learn_trainer_train(trainer: *mut rnl_learn_trainer_t, targets: *const rnl_node_t, num_targets: usize) -> *mut rnl_status_t;
    pub fn rnl_learn_trainer_should_stop(trainer: *const rnl_learn_trainer_t) -> bool;
    /// Any thread. What waits for other tasks gives up.
    pub fn rnl_learn_trainer_request_stop(trainer: *mut rnl_learn_trainer_t);
    /// Runs the hooks' ends, unless a step has failed, and closes the session. Errors: the first of a hook.
    pub fn rnl_learn_trainer_close(trainer: *mut rnl_learn_trainer_t) -> *mut rnl_status_t;
    pub fn rnl_learn_trainer_global_step(trainer: *const rnl_learn_trainer_t) -> i64;
    /// How often the session was made anew.
    pub fn rnl_learn_trainer_recoveries(trainer: *const rnl_learn_trainer_t) -> i64;
    /// The present session. Errors: FAILED\_PRECONDITION before the first step and after the end.
    pub fn rnl_learn_trainer_session(trainer: *mut rnl_learn_trainer_t, out_session: *mut *mut rnl_session_t) -> *mut rnl_status_t;
    /// What FinalOpsHook fetched. Errors: OUT\_OF\_RANGE.
    pub fn rnl_learn_trainer_num_final_values(trainer: *const rnl_learn_trainer_t) -> usize;
    pub fn rnl_learn_trainer_final_value(trainer: *const rnl_learn_trainer_t, index: usize, out_tensor: *mut *mut rnl_tensor_t) -> *mut rnl_status_t;
    /// `options` may be NULL; they are for the sessions. `drop` may be NULL; on failure it is not called.
    pub fn rnl_learn_estimator_create(config: *const rnl_learn_config_t, model_fn: Option<rnl_learn_model_fn_t>, arg: *mut c_void, drop: Option<rnl_drop_fn_t>, options: *const rnl_session_options_t, out_estimator: *mut *mut rnl_learn_estimator_t) -> *mut rnl_status_t;
    /// Of a compiled model of layers, which itself is not trained by it. Features are its inputs and labels its
    /// outputs, in order. Errors: FAILED\_PRECONDITION for a model that is not compiled.
    pub fn rnl_learn_estimator_from_model(config: *const rnl_learn_config_t, model: *mut rnl_learn_model_t, options: *const rnl_session_options_t, out_estimator: *mut *mut rnl_learn_estimator_t) -> *mut rnl_status_t;
    /// A canned one, with the arguments, defaults, losses and metrics of tf.estimator 2.15:
    /// DNNClassifier(hidden\_units=\[8, 4\], n\_classes=3, feature\_columns=\[numeric\_column(age),
    /// embedding\_column(categorical\_column\_with\_hash\_bucket(city, 100), 8)\])  LinearClassifier, LinearRegressor,
    /// DNNClassifier, DNNRegressor, DNNLinearCombinedClassifier and DNNLinearCombinedRegressor, with optimizers as
    /// rnl\_learn\_model\_compile has them. The input has one label. Feature columns: numeric\_column,
    /// bucketized\_column, categorical\_column\_with\_identity, \_hash\_bucket, \_vocabulary\_list and
    /// \_vocabulary\_file, embedding\_column, shared\_embeddings, indicator\_column, crossed\_column. Errors, of
    /// training: NOT\_FOUND for a feature that the input lacks.
    pub fn rnl_learn_estimator_from_spec(config: *const rnl_learn_config_t, spec: rnl_str_t, options: *const rnl_session_options_t, out_estimator: *mut *mut rnl_learn_estimator_t) -> *mut rnl_status_t;
    pub fn rnl_learn_estimator_retain(estimator: *mut rnl_learn_estimator_t) -> *mut rnl_learn_estimator_t;
    pub fn rnl_learn_estimator_release(estimator: *mut rnl_learn_estimator_t);
    /// The graph that is being made: it has a Placeholder for each feature and label, and the global step. Borrowed
    /// from the call, as names.
    pub fn rnl_learn_model_call_graph(call: *const rnl_learn_model_call_t) -> *mut rnl_graph_t;
    pub fn rnl_learn_model_call_mode(call: *const rnl_learn_model_call_t) -> rnl_learn_mode_t;
    pub fn rnl_learn_model_call_num_features(call: *const rnl_learn_model_call_t) -> usize;
    pub fn rnl_learn_model_call_feature_name(call: *const rnl_learn_model_call_t, index: usize) -> rnl_str_t;
    /// Node RNL\_NO\_NODE beyond the end, and for labels where the mode is to predict.
    pub fn rnl_learn_model_call_feature(call: *const rnl_learn_model_call_t, index: usize) -> rnl_output_t;
    pub fn rnl_learn_model_call_num_labels(call: *const rnl_learn_model_call_t) -> usize;
    pub fn rnl_learn_model_call_label(call: *const rnl_learn_model_call_t, index: usize) -> rnl_output_t;
    /// The handle of the variable that counts steps: int64, "global\_step".
    pub fn rnl_learn_model_call_global_step(call: *const rnl_learn_model_call_t) -> rnl_output_t;
    /// Sets the loss, a scalar, and where the mode is to train adds gradients of all floating variables, the updates of
    /// an optimizer, a spec, and the counting of the step. A strategy that divides batches takes the loss to be a mean
    /// over rows. Errors: those of specs and gradients.
    pub fn rnl_learn_model_call_minimize(call: *mut rnl_learn_model_call_t, loss: rnl_output_t, optimizer: rnl_str_t) -> *mut rnl_status_t;
    /// The same by hand: a loss, and a node that makes a step and counts it.
    pub fn rnl_learn_model_call_set_loss(call: *mut rnl_learn_model_call_t, loss: rnl_output_t) -> *mut rnl_status_t;
    pub fn rnl_learn_model_call_set_train_op(call: *mut rnl_learn_model_call_t, train_op: rnl_node_t) -> *mut rnl_status_t;
    /// What is predicted, of each sample. Errors: ALREADY\_EXISTS for the name.
    pub fn rnl_learn_model_call_add_prediction(call: *mut rnl_learn_model_call_t, name: rnl_str_t, prediction: rnl_output_t) -> *mut rnl_status_t;
    /// A metric by spec, as rnl\_learn\_model\_compile has them: BinaryAccuracy(). `weights` may have node
    /// RNL\_NO\_NODE: 1 for each sample.
    pub fn rnl_learn_model_call_add_metric(call: *mut rnl_learn_model_call_t, name: rnl_str_t, metric: rnl_str_t, labels: rnl_output_t, predictions: rnl_output_t, weights: rnl_output_t) -> *mut rnl_status_t;
    /// Variables whose names match a pattern, in which \* is any text and | stands between several, begin with their
    /// values in a checkpoint, where the model\_dir has none. Errors, of training: NOT\_FOUND naming what the
    /// checkpoint lacks; INVALID\_ARGUMENT for another type or shape.
    pub fn rnl_learn_estimator_warm_start(estimator: *mut rnl_learn_estimator_t, checkpoint: rnl_str_t, pattern: rnl_str_t) -> *mut rnl_status_t;
    /// Trains until the input ends, a hook stops, or by `options`: steps=0 more of them, or max\_steps=0 in all.
    /// `hooks` are specs; `hook`, which may be NULL, is one as rnl\_learn\_trainer\_add\_hook takes it, and lives as
    /// long as this call. A task of a cluster starts its server with the first training. A chief writes the loss, and
    /// what summaries a model function makes, to event files in model\_dir every save\_summary\_steps. Errors: those of
    /// the model function, with the prefix "model function"; of rnl\_learn\_trainer\_run and of the input.
    pub fn rnl_learn_estimator_train(estimator: *mut rnl_learn_estimator_t, input: *const rnl_learn_input_t, options: rnl_str_t, hooks: rnl_str_t, hook: *const rnl_learn_hook_t, arg: *mut c_void) -> *mut rnl_status_t;
    /// The mean loss of batches, metrics, and the global step: a history of one epoch, also written to event files in
    /// model\_dir/eval or eval\_NAME. `options`: steps=0 (all), name='', checkpoint='' (the newest).
    /// Errors: NOT\_FOUND without a checkpoint.
    pub fn rnl_learn_estimator_evaluate(estimator: *mut rnl_learn_estimator_t, input: *const rnl_learn_input_t, options: rnl_str_t, hooks: rnl_str_t, out_history: *mut *mut rnl_learn_history_t) -> *mut rnl_status_t;
    pub fn rnl_learn_estimator_predict(estimator: *mut rnl_learn_estimator_t, input: *const rnl_learn_input_t, options: rnl_str_t, out_predictions: *mut *mut rnl_learn_predictions_t) -> *mut rnl_status_t;
    pub fn rnl_learn_predictions_retain(predictions: *mut rnl_learn_predictions_t) -> *mut rnl_learn_predictions_t;
    pub fn rnl_learn_predictions_release(predictions: *mut rnl_learn_predictions_t);
    pub fn rnl_learn_predictions_count(predictions: *const rnl_learn_predictions_t) -> usize;
    /// Borrowed.
    pub fn rnl_learn_predictions_name(predictions: *const rnl_learn_predictions_t, index: usize) -> rnl_str_t;
    /// One tensor for each name; at the end \*out\_end is true and the tensors are NULL.
    pub fn rnl_learn_predictions_next(predictions: *mut rnl_learn_predictions_t, out_tensors: *mut *mut rnl_tensor_t, count: usize, out_end: *mut bool) -> *mut rnl_status_t;
    /// Trains to max\_steps and evaluates checkpoints, at most one every throttle\_secs. In one process by turns; over
    /// a cluster each task does its part: a chief and workers train, a ps serves until they have ended, an evaluator
    /// evaluates until it has seen max\_steps. `train_options`: max\_steps=0. `evaluate_options`: steps=100, name='',
    /// start\_delay\_secs=120, throttle\_secs=600, idle\_secs=7200 (an evaluator without a new checkpoint is
    /// DEADLINE\_EXCEEDED), and exporters, a string of specs: LatestExporter(name), BestExporter(name),
    /// FinalExporter(name), which write SavedModels below model\_dir/export/NAME. The history has the last evaluation,
    /// where this task made one; else no epoch.
    pub fn rnl_learn_estimator_train_and_evaluate(estimator: *mut rnl_learn_estimator_t, train: *const rnl_learn_input_t, train_options: rnl_str_t, evaluate: *const rnl_learn_input_t, evaluate_options: rnl_str_t, hooks: rnl_str_t, hook: *const rnl_learn_hook_t, arg: *mut c_void, out_history: *mut *mut rnl_learn_history_t) -> *mut rnl_status_t;
    /// Writes what predicts, and no more of the graph, as a SavedModel in a new folder below `base`, named by the time;
    /// its inputs are the features of `input`. checkpoint: empty for the newest.
    pub fn rnl_learn_estimator_export(estimator: *mut rnl_learn_estimator_t, base: rnl_str_t, input: *const rnl_learn_input_t, checkpoint: rnl_str_t, out_folder: *mut *mut rnl_bytes_t) -> *mut rnl_status_t;
    /// Any thread: what trains, evaluates or waits ends as soon as the step under way has.
    pub fn rnl_learn_estimator_request_stop(estimator: *mut rnl_learn_estimator_t);
}
