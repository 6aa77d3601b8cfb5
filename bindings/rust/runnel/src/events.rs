//! Seeing what happens: event files for TensorBoard, and traces of steps for Perfetto and chrome://tracing.
use crate::checkpoint::path_view;
use crate::error::{check, made};
use crate::{sys, text, Graph, Result, RunMetadata, Runtime};
use std::fmt;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes one event file. Each event is there for readers as soon as it is added, and bears the time of its addition.
/// Clones are the same writer.
pub struct EventWriter {
    raw: NonNull<sys::rnl_event_writer_t>,
}

// SAFETY: the C ABI lets any number of threads use a writer at once.
unsafe impl Send for EventWriter {}
unsafe impl Sync for EventWriter {}

const NOW: f64 = -1.0;

// SAFETY, of all that follows: the handle is alive for the calls, views live as long, and borrowed strings are copied.
impl EventWriter {
    /// In `folder`, which is made where it is missing; an empty suffix is the name of the host. Errors, of all: those of the
    /// file system, with the path; ResourceExhausted if no space is left; FailedPrecondition after close.
    pub fn new(runtime: &Runtime, folder: impl AsRef<Path>, suffix: &str) -> Result<EventWriter> {
        let (folder, suffix) = (path_view(folder.as_ref()), text::view(suffix));
        let raw = unsafe { made(|out| sys::rnl_event_writer_create(runtime.raw(), folder, suffix, out))? };
        Ok(EventWriter { raw })
    }

    pub fn path(&self) -> PathBuf {
        unsafe { text::owned(sys::rnl_event_writer_path(self.raw.as_ptr())) }.into()
    }

    pub fn scalar(&self, tag: &str, value: f32, step: i64) -> Result<()> {
        self.add_scalar(tag, value, step, NOW)
    }

    /// With a time of its own.
    pub fn scalar_at(&self, tag: &str, value: f32, step: i64, time: SystemTime) -> Result<()> {
        let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
        self.add_scalar(tag, value, step, seconds)
    }

    fn add_scalar(&self, tag: &str, value: f32, step: i64, time: f64) -> Result<()> {
        unsafe { check(sys::rnl_event_writer_add_scalar(self.raw.as_ptr(), text::view(tag), value, step, time)) }
    }

    /// What the summary ops give. Errors: InvalidArgument for other bytes.
    pub fn summary(&self, summary: &[u8], step: i64) -> Result<()> {
        let summary = sys::str_of(summary);
        unsafe { check(sys::rnl_event_writer_add_summary(self.raw.as_ptr(), summary, step, NOW)) }
    }

    pub fn graph(&self, graph: &Graph) -> Result<()> {
        let graph_def = graph.export()?;
        unsafe { check(sys::rnl_event_writer_add_graph(self.raw.as_ptr(), sys::str_of(&graph_def), NOW)) }
    }

    /// Under a tag that no other of this writer has. Errors: AlreadyExists for the tag.
    pub fn run_metadata(&self, tag: &str, metadata: &RunMetadata, step: i64) -> Result<()> {
        let bytes = metadata.to_run_metadata()?;
        let bytes = sys::str_of(&bytes);
        unsafe { check(sys::rnl_event_writer_add_run_metadata(self.raw.as_ptr(), text::view(tag), bytes, step, NOW)) }
    }

    /// Returns when all that was added will survive a loss of power.
    pub fn flush(&self) -> Result<()> {
        unsafe { check(sys::rnl_event_writer_flush(self.raw.as_ptr())) }
    }

    /// Flushes and closes the file. A second close does nothing.
    pub fn close(&self) -> Result<()> {
        unsafe { check(sys::rnl_event_writer_close(self.raw.as_ptr())) }
    }
}

impl Clone for EventWriter {
    fn clone(&self) -> Self {
        // The clone owns the reference that is added.
        unsafe { sys::rnl_event_writer_retain(self.raw.as_ptr()) };
        EventWriter { raw: self.raw }
    }
}

impl Drop for EventWriter {
    fn drop(&mut self) {
        unsafe { sys::rnl_event_writer_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for EventWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventWriter").field("path", &self.path()).finish()
    }
}
