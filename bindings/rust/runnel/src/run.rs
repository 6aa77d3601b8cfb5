//! What a run is told, and its feeds, fetches and targets as C takes them.
use crate::error::{check, made};
use crate::graph::{raw_nodes, raw_outputs};
use crate::{sys, text, Cancellation, Node, Output, Result, Tensor};
use std::ptr::{self, NonNull};
use std::time::Duration;

/// Options of one or of many runs. The default: no deadline but the session's, no cancellation.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    timeout: Option<Duration>,
    pub(crate) cancellation: Option<Cancellation>,
    trace: bool,
    profile: bool,
    partition_graphs: bool,
    keep_on_device: bool,
}

impl RunOptions {
    pub fn new() -> RunOptions {
        RunOptions::default()
    }

    /// The run ends with DeadlineExceeded after this time. Whole milliseconds count, rounded up.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    pub fn cancellation(mut self, cancellation: &Cancellation) -> Self {
        self.cancellation = Some(cancellation.clone());
        self
    }

    /// Metadata gets the time of every node.
    pub fn trace(mut self) -> Self {
        self.trace = true;
        self
    }

    /// Traced, with each kernel and copy waited for before the next: plans of the session then tell what they took.
    pub fn profile(mut self) -> Self {
        self.profile = true;
        self
    }

    /// Metadata gets the graph of every device.
    pub fn partition_graphs(mut self) -> Self {
        self.partition_graphs = true;
        self
    }

    /// Fetches stay in the memory of their device.
    pub fn keep_on_device(mut self) -> Self {
        self.keep_on_device = true;
        self
    }

    pub(crate) fn make(&self) -> Result<RawRunOptions> {
        // SAFETY: the options are alive and used by this thread alone.
        unsafe {
            let options = RawRunOptions(Some(made(|out| sys::rnl_run_options_create(out))?));
            let raw = options.raw();
            if let Some(timeout) = self.timeout {
                check(sys::rnl_run_options_set_timeout(raw, text::milliseconds(timeout)))?;
            }
            if let Some(cancellation) = &self.cancellation {
                check(sys::rnl_run_options_set_cancellation(raw, cancellation.raw()))?;
            }
            check(sys::rnl_run_options_set_trace(raw, self.trace))?;
            check(sys::rnl_run_options_set_profile(raw, self.profile))?;
            check(sys::rnl_run_options_set_partition_graphs(raw, self.partition_graphs))?;
            check(sys::rnl_run_options_set_keep_on_device(raw, self.keep_on_device))?;
            Ok(options)
        }
    }
}

/// Options as a run takes them; None: NULL.
pub(crate) struct RawRunOptions(Option<NonNull<sys::rnl_run_options_t>>);

impl RawRunOptions {
    pub(crate) const DEFAULT: RawRunOptions = RawRunOptions(None);

    pub(crate) fn raw(&self) -> *mut sys::rnl_run_options_t {
        self.0.map_or(ptr::null_mut(), NonNull::as_ptr)
    }
}

impl Drop for RawRunOptions {
    fn drop(&mut self) {
        if let Some(raw) = self.0 {
            // SAFETY: made by RunOptions::make and released once.
            unsafe { sys::rnl_run_options_release(raw.as_ptr()) }
        }
    }
}

/// Feeds, fetches and targets of a run.
pub(crate) struct Request {
    pub feed_outputs: Vec<sys::rnl_output_t>,
    pub fetches: Vec<sys::rnl_output_t>,
    pub targets: Vec<sys::rnl_node_t>,
}

impl Request {
    pub(crate) fn new(feeds: impl Iterator<Item = Output>, fetches: &[Output], targets: &[Node]) -> Request {
        Request {
            feed_outputs: feeds.map(Output::raw).collect(),
            fetches: raw_outputs(fetches),
            targets: raw_nodes(targets),
        }
    }

    pub(crate) fn feeds_at(&self) -> *const sys::rnl_output_t {
        text::pointer(&self.feed_outputs)
    }

    pub(crate) fn fetches_at(&self) -> *const sys::rnl_output_t {
        text::pointer(&self.fetches)
    }

    pub(crate) fn targets_at(&self) -> *const sys::rnl_node_t {
        text::pointer(&self.targets)
    }
}

pub(crate) fn raw_tensors<'a>(tensors: impl Iterator<Item = &'a Tensor>) -> Vec<*mut sys::rnl_tensor_t> {
    tensors.map(Tensor::raw).collect()
}

/// Room for the fetches of a run, which become tensors when it has succeeded.
pub(crate) struct Fetched(Vec<*mut sys::rnl_tensor_t>);

impl Fetched {
    pub(crate) fn new(count: usize) -> Fetched {
        Fetched(vec![ptr::null_mut(); count])
    }

    pub(crate) fn out(&mut self) -> *mut *mut sys::rnl_tensor_t {
        if self.0.is_empty() {
            ptr::null_mut()
        } else {
            self.0.as_mut_ptr()
        }
    }

    /// # Safety
    /// A run that succeeded has filled the room.
    pub(crate) unsafe fn take(self) -> Vec<Tensor> {
        self.0.into_iter().filter_map(NonNull::new).map(|raw| Tensor::adopt(raw)).collect()
    }
}
