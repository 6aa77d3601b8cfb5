//! Threads that work and stop together, and queues that are kept filled, as TensorFlow 1's Coordinator and QueueRunner.
use crate::error::{check, made};
use crate::meta_graph::{MetaGraph, QueueRunner};
use crate::{sys, text, Code, Error, Graph, Result, Session};
use std::fmt;
use std::ptr::NonNull;
use std::time::Duration;

/// Stops threads and queue runners together, and keeps the first error of them. Clones are the same; the last one that is dropped
/// asks for a stop.
pub struct Coordinator {
    raw: NonNull<sys::rnl_coordinator_t>,
}

// SAFETY: the C ABI lets any number of threads use a coordinator at once.
unsafe impl Send for Coordinator {}
unsafe impl Sync for Coordinator {}

/// A thread that a join waits for, until this is dropped.
#[derive(Debug)]
pub struct Entered {
    coordinator: Coordinator,
    name: String,
}

fn codes(list: &[Code]) -> Vec<i32> {
    list.iter().map(|c| c.to_raw()).collect()
}

// SAFETY, of all that follows: handles are alive for the calls, views live as long, and out parameters are places.
impl Coordinator {
    pub fn new() -> Result<Coordinator> {
        Coordinator::with_clean_codes(&[])
    }

    /// `clean`: codes by which a thread says that the work is done, not that it failed; none: OutOfRange.
    pub fn with_clean_codes(clean: &[Code]) -> Result<Coordinator> {
        let codes = codes(clean);
        let raw = unsafe { made(|out| sys::rnl_coordinator_create(text::pointer(&codes), codes.len(), out))? };
        Ok(Coordinator { raw })
    }

    /// Asks all to stop. The first that does so says why. Errors: none, but after a join `why`.
    pub fn request_stop(&self, why: Option<&Error>) -> Result<()> {
        unsafe {
            let status = why
                .map_or(std::ptr::null_mut(), |e| sys::rnl_status_create(e.code().to_raw(), text::view(e.message())));
            let told = sys::rnl_coordinator_request_stop(self.raw.as_ptr(), status);
            sys::rnl_status_release(status);
            check(told)
        }
    }

    pub fn should_stop(&self) -> bool {
        unsafe { sys::rnl_coordinator_should_stop(self.raw.as_ptr()) }
    }

    /// False: no stop was asked for in that time. None: waits for ever.
    pub fn wait_for_stop(&self, timeout: Option<Duration>) -> Result<bool> {
        let mut stopped = false;
        let timeout_ms = timeout.map_or(-1, text::milliseconds);
        unsafe { check(sys::rnl_coordinator_wait_for_stop(self.raw.as_ptr(), timeout_ms, &mut stopped))? };
        Ok(stopped)
    }

    /// Forgets stop and error: work may begin again.
    pub fn clear_stop(&self) -> Result<()> {
        unsafe { check(sys::rnl_coordinator_clear_stop(self.raw.as_ptr())) }
    }

    /// A join waits until what this gives is dropped, as the last that a thread does. The name is for messages.
    pub fn enter(&self, name: &str) -> Result<Entered> {
        unsafe { check(sys::rnl_coordinator_enter(self.raw.as_ptr(), text::view(name)))? };
        Ok(Entered { coordinator: self.clone(), name: name.to_owned() })
    }

    /// Waits until all has left or a stop is asked for, and then up to `grace` (TensorFlow's is two minutes; none: for ever) until
    /// all has left. A queue runner leaves only after a stop was asked for. Errors: the first error; else, unless
    /// `ignore_running`, DeadlineExceeded naming what still runs.
    pub fn join(&self, grace: Option<Duration>, ignore_running: bool) -> Result<()> {
        let grace_ms = grace.map_or(-1, text::milliseconds);
        unsafe { check(sys::rnl_coordinator_join(self.raw.as_ptr(), grace_ms, ignore_running)) }
    }

    /// The first error, if there is one.
    pub fn error(&self) -> Option<Error> {
        unsafe { check(sys::rnl_coordinator_error(self.raw.as_ptr())).err() }
    }
}

impl Clone for Coordinator {
    fn clone(&self) -> Self {
        // The clone owns the reference that is added.
        unsafe { sys::rnl_coordinator_retain(self.raw.as_ptr()) };
        Coordinator { raw: self.raw }
    }
}

impl Drop for Coordinator {
    fn drop(&mut self) {
        unsafe { sys::rnl_coordinator_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Coordinator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Coordinator").field("should_stop", &self.should_stop()).finish()
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        // It has entered, so it can leave.
        let raw = self.coordinator.raw.as_ptr();
        unsafe { sys::rnl_status_release(sys::rnl_coordinator_leave(raw, text::view(&self.name))) }
    }
}

/// A queue runner that may be started in sessions of its graph. Clones are the same.
pub struct QueueFiller {
    raw: NonNull<sys::rnl_queue_runner_t>,
}

// SAFETY: the C ABI lets any number of threads use a queue runner at once.
unsafe impl Send for QueueFiller {}
unsafe impl Sync for QueueFiller {}

impl QueueFiller {
    /// `closed`: codes by which an op tells that it is to end; none: OutOfRange. Empty names of close_op and cancel_op: nodes that
    /// close the queue are added.
    pub fn new(graph: &Graph, runner: &QueueRunner, closed: &[Code]) -> Result<QueueFiller> {
        let ops: Vec<_> = runner.enqueue_ops.iter().map(|op| text::view(op)).collect();
        let codes = codes(closed);
        let raw = unsafe {
            made(|out| {
                sys::rnl_queue_runner_create(
                    graph.raw(),
                    text::view(&runner.queue),
                    text::pointer(&ops),
                    ops.len(),
                    text::view(&runner.close_op),
                    text::view(&runner.cancel_op),
                    text::pointer(&codes),
                    codes.len(),
                    out,
                )
            })?
        };
        Ok(QueueFiller { raw })
    }

    /// Those of a MetaGraph, whose graph was imported under `prefix`.
    pub fn of_meta_graph(graph: &Graph, meta: &MetaGraph, prefix: &str) -> Result<Vec<QueueFiller>> {
        let count = unsafe { sys::rnl_meta_graph_num_queue_runners(meta.raw()) };
        let make = |index| {
            let prefix = text::view(prefix);
            let raw = unsafe {
                made(|out| sys::rnl_meta_graph_make_queue_runner(meta.raw(), index, graph.raw(), prefix, out))?
            };
            Ok(QueueFiller { raw })
        };
        (0..count).map(make).collect()
    }

    /// Name of the queue.
    pub fn queue(&self) -> String {
        unsafe { text::owned(sys::rnl_queue_runner_queue(self.raw.as_ptr())) }
    }

    /// Unless it still runs there. An op that fails stops the coordinator; without one it is told by [`QueueFiller::error`], and the
    /// queue is closed. Closing the session ends it. Errors: InvalidArgument for a session of another graph.
    pub fn start(&self, session: &Session, coordinator: Option<&Coordinator>) -> Result<()> {
        let coordinator = coordinator.map_or(std::ptr::null_mut(), |c| c.raw.as_ptr());
        unsafe { check(sys::rnl_queue_runner_start(self.raw.as_ptr(), session.raw(), coordinator)) }
    }

    /// The first error of a start without a coordinator.
    pub fn error(&self) -> Option<Error> {
        unsafe { check(sys::rnl_queue_runner_error(self.raw.as_ptr())).err() }
    }
}

/// Starts all that a MetaGraph has, whose graph was imported under `prefix`.
pub fn start_queue_runners(
    session: &Session,
    graph: &Graph,
    meta: &MetaGraph,
    coordinator: Option<&Coordinator>,
    prefix: &str,
) -> Result<Vec<QueueFiller>> {
    let fillers = QueueFiller::of_meta_graph(graph, meta, prefix)?;
    for filler in &fillers {
        filler.start(session, coordinator)?;
    }
    Ok(fillers)
}

impl Clone for QueueFiller {
    fn clone(&self) -> Self {
        // The clone owns the reference that is added.
        unsafe { sys::rnl_queue_runner_retain(self.raw.as_ptr()) };
        QueueFiller { raw: self.raw }
    }
}

impl Drop for QueueFiller {
    fn drop(&mut self) {
        unsafe { sys::rnl_queue_runner_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for QueueFiller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueueFiller").field("queue", &self.queue()).finish()
    }
}
