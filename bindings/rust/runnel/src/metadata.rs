//! What a run tells of itself.
use crate::error::{check, made};
use crate::{sys, text, Result};
use std::fmt;
use std::ptr::{self, NonNull};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a run did.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RunMetadata {
    /// Kernels run in the step.
    pub launches: i64,
    /// Tensors copied between devices.
    pub copies: i64,
    /// Of the step's arenas.
    pub arena_bytes: u64,
    /// 0: the plan was there already.
    pub planning_seconds: f64,
    /// Where each node ran: its name and its device.
    pub placements: Vec<(String, String)>,
    /// Nodes that soft placement moved: "node: wanted ..., runs on ...".
    pub fallbacks: Vec<String>,
    /// Of runs that were traced.
    pub node_stats: Vec<NodeStats>,
    /// Devices and what each ran, as GraphDef bytes, of runs that asked for it.
    pub partitions: Vec<(String, Vec<u8>)>,
    raw: Option<Arc<Mutex<RawMetadata>>>,
}

impl RunMetadata {
    /// All of it as TensorFlow's RunMetadata, binary: node times by device, and the partitions.
    pub fn to_run_metadata(&self) -> Result<Vec<u8>> {
        let Some(raw) = self.raw() else { return Ok(Vec::new()) };
        // SAFETY: the metadata is alive, and this thread's alone while it is locked.
        let bytes = unsafe { made(|out| sys::rnl_metadata_export(raw.raw(), out))? };
        Ok(text::take_bytes(bytes))
    }

    fn raw(&self) -> Option<MutexGuard<'_, RawMetadata>> {
        self.raw.as_ref().map(|raw| raw.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Traced steps in one drawing, for Perfetto and chrome://tracing.
pub struct Trace {
    raw: NonNull<sys::rnl_trace_t>,
}

// SAFETY: it belongs to one thread at a time, which `&mut` ensures.
unsafe impl Send for Trace {}

// SAFETY, of all that follows: the handle is alive for the calls.
impl Trace {
    pub fn new() -> Result<Trace> {
        Ok(Trace { raw: unsafe { made(|out| sys::rnl_trace_create(out))? } })
    }

    /// Adds the step that was told of. Errors: FailedPrecondition if it was not traced.
    pub fn add_step(&mut self, metadata: &RunMetadata) -> Result<()> {
        let raw = metadata.raw();
        let metadata = raw.as_ref().map_or(ptr::null_mut(), |raw| raw.raw());
        unsafe { check(sys::rnl_trace_add_step(self.raw.as_ptr(), metadata)) }
    }

    /// Chrome's trace event format.
    pub fn json(&mut self) -> Result<String> {
        let bytes = unsafe { made(|out| sys::rnl_trace_json(self.raw.as_ptr(), out))? };
        Ok(String::from_utf8_lossy(&text::take_bytes(bytes)).into_owned())
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        unsafe { sys::rnl_trace_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trace").finish_non_exhaustive()
    }
}

/// When a node ran, in nanoseconds since the step began.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeStats {
    pub node: String,
    pub op: String,
    pub device: String,
    pub start_ns: i64,
    pub end_ns: i64,
}

#[derive(Debug)]
pub(crate) struct RawMetadata(NonNull<sys::rnl_metadata_t>);

// SAFETY: it belongs to one thread at a time, whichever that is.
unsafe impl Send for RawMetadata {}

impl RawMetadata {
    pub(crate) fn new() -> Result<RawMetadata> {
        // SAFETY: the pointer is an out parameter.
        Ok(RawMetadata(unsafe { made(|out| sys::rnl_metadata_create(out))? }))
    }

    pub(crate) fn raw(&self) -> *mut sys::rnl_metadata_t {
        self.0.as_ptr()
    }

    pub(crate) fn read(self) -> Result<RunMetadata> {
        let raw = self.raw();
        // SAFETY: the metadata is alive and used by this thread alone; its strings are copied.
        unsafe {
            let mut read = RunMetadata {
                launches: sys::rnl_metadata_launches(raw),
                copies: sys::rnl_metadata_copies(raw),
                arena_bytes: sys::rnl_metadata_arena_bytes(raw),
                planning_seconds: sys::rnl_metadata_planning_seconds(raw),
                ..RunMetadata::default()
            };
            let (mut node, mut op, mut device) = (text::EMPTY, text::EMPTY, text::EMPTY);
            for i in 0..sys::rnl_metadata_num_placements(raw) {
                check(sys::rnl_metadata_placement(raw, i, &mut node, &mut device))?;
                read.placements.push((text::owned(node), text::owned(device)));
            }
            for i in 0..sys::rnl_metadata_num_fallbacks(raw) {
                check(sys::rnl_metadata_fallback(raw, i, &mut node))?;
                read.fallbacks.push(text::owned(node));
            }
            for i in 0..sys::rnl_metadata_num_node_stats(raw) {
                let (mut start_ns, mut end_ns) = (0, 0);
                let (node_at, op_at, device_at) = (&mut node, &mut op, &mut device);
                check(sys::rnl_metadata_node_stats(raw, i, node_at, op_at, device_at, &mut start_ns, &mut end_ns))?;
                let (node, op, device) = (text::owned(node), text::owned(op), text::owned(device));
                read.node_stats.push(NodeStats { node, op, device, start_ns, end_ns });
            }
            for i in 0..sys::rnl_metadata_num_partitions(raw) {
                let mut graph_def = ptr::null_mut();
                check(sys::rnl_metadata_partition(raw, i, &mut device, &mut graph_def))?;
                let bytes = NonNull::new(graph_def).map(text::take_bytes).unwrap_or_default();
                read.partitions.push((text::owned(device), bytes));
            }
            read.raw = Some(Arc::new(Mutex::new(self)));
            Ok(read)
        }
    }
}

impl Drop for RawMetadata {
    fn drop(&mut self) {
        // SAFETY: made by new and released once.
        unsafe { sys::rnl_metadata_release(self.raw()) }
    }
}
