//! MetaGraphs: what belongs to a graph beside its nodes.
use crate::checkpoint::path_view;
use crate::error::{check, made};
use crate::{sys, text, Graph, ImportOptions, Result, SavedModel, Session};
use std::fmt;
use std::path::Path;
use std::ptr::{self, NonNull};

/// Tags, signatures, collections, queue runners, the nodes that save and restore, assets: read from a file, or said by a
/// program, to be written with a graph or a session. Names are those of nodes ("train") and tensors ("x:0").
pub struct MetaGraph {
    raw: NonNull<sys::rnl_meta_graph_t>,
}

// SAFETY: a handle that belongs to one thread at a time may go to another.
unsafe impl Send for MetaGraph {}

/// What the values of a collection are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectionKind {
    /// Names of nodes or tensors.
    Nodes,
    /// Serialised messages.
    Bytes,
    Ints,
    Floats,
    /// google.protobuf.Any, serialised.
    Messages,
}

impl CollectionKind {
    fn raw(self) -> sys::rnl_collection_kind_t {
        match self {
            CollectionKind::Nodes => sys::RNL_COLLECTION_NODES,
            CollectionKind::Bytes => sys::RNL_COLLECTION_BYTES,
            CollectionKind::Ints => sys::RNL_COLLECTION_INTS,
            CollectionKind::Floats => sys::RNL_COLLECTION_FLOATS,
            CollectionKind::Messages => sys::RNL_COLLECTION_MESSAGES,
        }
    }

    fn from_raw(raw: sys::rnl_collection_kind_t) -> Option<CollectionKind> {
        use CollectionKind::{Bytes, Floats, Ints, Messages, Nodes};
        [Nodes, Bytes, Ints, Floats, Messages].into_iter().find(|kind| kind.raw() == raw)
    }
}

/// A variable of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaVariable {
    /// Name of its VarHandleOp in the imported graph.
    pub handle: String,
    pub initializer: String,
    /// A tensor with its value; may be empty.
    pub value: String,
    pub trainable: bool,
}

/// Which ops fill a queue, each to be run again and again by a thread of its own, and which end it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueueRunner {
    pub queue: String,
    pub enqueue_ops: Vec<String>,
    pub close_op: String,
    pub cancel_op: String,
}

/// How a graph saves itself.
#[derive(Clone, Debug, PartialEq)]
pub struct SaverInfo {
    /// The tensor to feed a checkpoint's prefix to.
    pub filename: String,
    /// The tensor whose fetch saves.
    pub save: String,
    /// The node that restores.
    pub restore: String,
    pub max_to_keep: i32,
    pub keep_every_hours: f64,
}

// SAFETY, of all that follows: handles are alive for the calls, views live as long, and borrowed strings are copied.
impl MetaGraph {
    pub(crate) fn raw(&self) -> *mut sys::rnl_meta_graph_t {
        self.raw.as_ptr()
    }

    /// An empty one.
    pub fn new() -> Result<MetaGraph> {
        Ok(MetaGraph { raw: unsafe { made(|out| sys::rnl_meta_graph_create(out))? } })
    }

    /// All of a MetaGraph, binary or text, but its graph. Errors: DataLoss, InvalidArgument naming byte, line or field, or the
    /// collection with a bad element.
    pub fn read(data: &[u8]) -> Result<MetaGraph> {
        Ok(MetaGraph { raw: unsafe { made(|out| sys::rnl_meta_graph_read(sys::str_of(data), out))? } })
    }

    /// Names of the collections.
    pub fn collections(&self) -> Result<Vec<String>> {
        Ok(text::take_names(unsafe { made(|out| sys::rnl_meta_graph_collections(self.raw.as_ptr(), out))? }))
    }

    /// What is in a collection, in order: names, messages, or numbers in decimal; None if there is no such collection.
    pub fn collection(&self, name: &str) -> Result<Option<(CollectionKind, Vec<Vec<u8>>)>> {
        let mut kind = sys::RNL_COLLECTION_NONE;
        unsafe {
            let raw = made(|out| sys::rnl_meta_graph_collection(self.raw.as_ptr(), text::view(name), &mut kind, out))?;
            let count = sys::rnl_names_count(raw.as_ptr());
            let values = (0..count).map(|i| text::bytes(sys::rnl_names_get(raw.as_ptr(), i)).to_vec()).collect();
            sys::rnl_names_release(raw.as_ptr());
            Ok(CollectionKind::from_raw(kind).map(|kind| (kind, values)))
        }
    }

    /// The variables of a collection that was read.
    pub fn variables(&self, collection: &str) -> Result<Vec<MetaVariable>> {
        let (raw, name) = (self.raw.as_ptr(), text::view(collection));
        let variable = |index| unsafe {
            let (mut handle, mut initializer, mut value) = (text::EMPTY, text::EMPTY, text::EMPTY);
            let mut trainable = false;
            check(sys::rnl_meta_graph_variable(
                raw,
                name,
                index,
                &mut handle,
                &mut initializer,
                &mut value,
                &mut trainable,
            ))?;
            let (handle, initializer) = (text::owned(handle), text::owned(initializer));
            Ok(MetaVariable { handle, initializer, value: text::owned(value), trainable })
        };
        (0..unsafe { sys::rnl_meta_graph_num_variables(raw, name) }).map(variable).collect()
    }

    /// The queues that the program is to fill.
    pub fn queue_runners(&self) -> Result<Vec<QueueRunner>> {
        let raw = self.raw.as_ptr();
        let runner = |index| unsafe {
            let (mut queue, mut close, mut cancel) = (text::EMPTY, text::EMPTY, text::EMPTY);
            let ops =
                made(|out| sys::rnl_meta_graph_queue_runner(raw, index, &mut queue, out, &mut close, &mut cancel))?;
            Ok(QueueRunner {
                queue: text::owned(queue),
                enqueue_ops: text::take_names(ops),
                close_op: text::owned(close),
                cancel_op: text::owned(cancel),
            })
        };
        (0..unsafe { sys::rnl_meta_graph_num_queue_runners(raw) }).map(runner).collect()
    }

    /// How the graph saves itself; None if it does not.
    pub fn saver(&self) -> Result<Option<SaverInfo>> {
        let (mut filename, mut save, mut restore) = (text::EMPTY, text::EMPTY, text::EMPTY);
        let (mut max_to_keep, mut keep_every_hours) = (0, 0.0);
        unsafe {
            check(sys::rnl_meta_graph_saver(
                self.raw.as_ptr(),
                &mut filename,
                &mut save,
                &mut restore,
                &mut max_to_keep,
                &mut keep_every_hours,
            ))?;
            let (filename, save, restore) = (text::owned(filename), text::owned(save), text::owned(restore));
            let saver = SaverInfo { filename, save, restore, max_to_keep, keep_every_hours };
            Ok(if saver.restore.is_empty() { None } else { Some(saver) })
        }
    }

    pub fn add_tag(&mut self, tag: &str) -> Result<()> {
        unsafe { check(sys::rnl_meta_graph_add_tag(self.raw.as_ptr(), text::view(tag))) }
    }

    /// A signature: inputs and outputs by key, as names of tensors; a node without outputs may be an output, and is run. `method`
    /// may be empty: "tensorflow/serving/predict".
    pub fn add_signature(
        &mut self,
        key: &str,
        inputs: &[(&str, &str)],
        outputs: &[(&str, &str)],
        method: &str,
    ) -> Result<()> {
        let (raw, key) = (self.raw.as_ptr(), text::view(key));
        for (name, tensor) in inputs {
            unsafe { check(sys::rnl_meta_graph_add_input(raw, key, text::view(name), text::view(tensor)))? }
        }
        for (name, tensor) in outputs {
            unsafe { check(sys::rnl_meta_graph_add_output(raw, key, text::view(name), text::view(tensor)))? }
        }
        if method.is_empty() {
            return Ok(());
        }
        unsafe { check(sys::rnl_meta_graph_set_method(raw, key, text::view(method))) }
    }

    /// Adds a value to the end of a collection: a name, a message, or a number in decimal.
    pub fn add_to_collection(&mut self, collection: &str, kind: CollectionKind, value: &[u8]) -> Result<()> {
        let (collection, value) = (text::view(collection), sys::str_of(value));
        unsafe { check(sys::rnl_meta_graph_add_to_collection(self.raw.as_ptr(), collection, kind.raw(), value)) }
    }

    /// The variable of a VarHandleOp is one of "trainable_variables"; "variables" has all without being told.
    pub fn add_trainable(&mut self, handle: &str) -> Result<()> {
        unsafe { check(sys::rnl_meta_graph_add_trainable(self.raw.as_ptr(), text::view(handle))) }
    }

    pub fn add_queue_runner(&mut self, runner: &QueueRunner) -> Result<()> {
        let ops: Vec<_> = runner.enqueue_ops.iter().map(|op| text::view(op)).collect();
        unsafe {
            check(sys::rnl_meta_graph_add_queue_runner(
                self.raw.as_ptr(),
                text::view(&runner.queue),
                text::pointer(&ops),
                ops.len(),
                text::view(&runner.close_op),
                text::view(&runner.cancel_op),
            ))
        }
    }

    /// What a loader of the SavedModel runs once, after it has restored the variables.
    pub fn set_init_op(&mut self, node: &str) -> Result<()> {
        unsafe { check(sys::rnl_meta_graph_set_init_op(self.raw.as_ptr(), text::view(node))) }
    }

    /// A file that goes into the SavedModel, and the string constant that loaders replace by its path there.
    pub fn add_asset(&mut self, tensor: &str, path: impl AsRef<Path>) -> Result<()> {
        let path = path_view(path.as_ref());
        unsafe { check(sys::rnl_meta_graph_add_asset(self.raw.as_ptr(), text::view(tensor), path)) }
    }
}

pub(crate) fn raw_or_null(meta: Option<&MetaGraph>) -> *const sys::rnl_meta_graph_t {
    meta.map_or(ptr::null(), |meta| meta.raw.as_ptr())
}

impl Graph {
    /// Adds all of the model at `path`: a SavedModel's folder, a GraphDef, a MetaGraph, ONNX, TFLite, and what else the
    /// runtime's plugins import. Gives what belongs to the graph.
    pub fn load(&self, path: impl AsRef<Path>, options: &ImportOptions) -> Result<MetaGraph> {
        let owned = options.make()?;
        let path = path_view(path.as_ref());
        let raw = unsafe { made(|out| sys::rnl_graph_load(self.raw(), path, owned.0.as_ptr(), out))? };
        Ok(MetaGraph { raw })
    }

    /// The graph, with nodes that save and restore its variables, and what `meta` says, as TensorFlow's MetaGraphDef.
    pub fn export_meta_graph(&self, meta: Option<&MetaGraph>) -> Result<Vec<u8>> {
        let meta = raw_or_null(meta);
        Ok(text::take_bytes(unsafe { made(|out| sys::rnl_graph_export_meta_graph(self.raw(), meta, out))? }))
    }

    /// A graph without variables ([`Session::freeze`]), with the signature of `meta`, as a model file of another program: "onnx".
    /// Errors: Unimplemented listing all that has no equivalent there, NotFound for a format that no plugin writes,
    /// InvalidArgument without a signature.
    pub fn export_model(&self, meta: &MetaGraph, format: &str) -> Result<Vec<u8>> {
        let (runtime, bytes) = (self.runtime(), self.export_meta_graph(Some(meta))?);
        Ok(text::take_bytes(unsafe {
            made(|out| sys::rnl_model_export(runtime.raw(), sys::str_of(&bytes), text::view(format), out))?
        }))
    }
}

impl Session {
    /// Writes graph, variables and what `meta` says as a SavedModel that TensorFlow loads: to a new or empty folder, which is
    /// whole when it appears. Without a tag in `meta`: "serve".
    pub fn write_saved_model(&self, folder: impl AsRef<Path>, meta: Option<&MetaGraph>) -> Result<()> {
        let folder = path_view(folder.as_ref());
        unsafe { check(sys::rnl_saved_model_write(self.raw(), raw_or_null(meta), folder)) }
    }
}

impl SavedModel {
    /// Adds all of the model's graph to `graph`, unlike [`SavedModel::load`], and gives what belongs to it. Variables have no
    /// values: the saver's restore node, fed with "folder/variables/variables", gives them some.
    pub fn import(&self, graph: &Graph) -> Result<MetaGraph> {
        Ok(MetaGraph { raw: unsafe { made(|out| sys::rnl_saved_model_import(self.raw(), graph.raw(), out))? } })
    }
}

impl Drop for MetaGraph {
    fn drop(&mut self) {
        // SAFETY: the handle is ours.
        unsafe { sys::rnl_meta_graph_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for MetaGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MetaGraph").field("collections", &self.collections()).finish()
    }
}
