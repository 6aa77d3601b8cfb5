//! Sessions: run parts of a graph, and own its variables, queues and other resources.
use crate::error::{check, made};
use crate::future::{start, Done, RunFuture};
use crate::metadata::RawMetadata;
use crate::run::{raw_tensors, Fetched, RawRunOptions, Request};
use crate::{
    sys, text, Callable, Graph, Node, Output, PartialRun, Result, RunMetadata, RunOptions, Runtime, SessionOptions,
    Tensor,
};
use std::fmt;
use std::ptr::{self, NonNull};

/// A session over a graph, which may go on growing. Clones are the same session; the last one that is dropped closes it.
pub struct Session {
    raw: NonNull<sys::rnl_session_t>,
}

// SAFETY: the C ABI lets any number of threads use a session at once.
unsafe impl Send for Session {}
unsafe impl Sync for Session {}

/// Fetches of a run, in the order in which they were asked for.
type Fetches = Vec<Tensor>;

impl Session {
    /// In this process, with the defaults.
    pub fn new(graph: &Graph) -> Result<Session> {
        Session::with_options(graph, &SessionOptions::new())
    }

    /// Errors of a session with a target: Unavailable, naming the tasks that did not answer in time and why; Unauthenticated
    /// without the token.
    pub fn with_options(graph: &Graph, options: &SessionOptions) -> Result<Session> {
        let options = options.make()?;
        // SAFETY: handles are alive for the calls, here and in what follows, and arrays have the lengths that are told.
        Ok(Session { raw: unsafe { made(|out| sys::rnl_session_create(graph.raw(), options.raw(), out))? } })
    }

    /// Runs the nodes that fetches and targets need, once, and returns when they have finished.
    ///
    /// Errors: InvalidArgument if nothing is asked for, a placeholder is not fed, or a feed comes twice, is also fetched or
    /// has the wrong dtype or shape; otherwise the first failing node's error, with its name.
    pub fn run(&self, feeds: &[(Output, &Tensor)], fetches: &[Output], targets: &[Node]) -> Result<Fetches> {
        self.run_now(&RawRunOptions::DEFAULT, feeds, fetches, targets, ptr::null_mut())
    }

    /// The same with a deadline, a cancellation and so on.
    pub fn run_with(
        &self,
        options: &RunOptions,
        feeds: &[(Output, &Tensor)],
        fetches: &[Output],
        targets: &[Node],
    ) -> Result<Fetches> {
        self.run_now(&options.make()?, feeds, fetches, targets, ptr::null_mut())
    }

    /// The same, telling what the run did.
    pub fn run_traced(
        &self,
        options: &RunOptions,
        feeds: &[(Output, &Tensor)],
        fetches: &[Output],
        targets: &[Node],
    ) -> Result<(Fetches, RunMetadata)> {
        let metadata = RawMetadata::new()?;
        let fetched = self.run_now(&options.make()?, feeds, fetches, targets, metadata.raw())?;
        Ok((fetched, metadata.read()?))
    }

    fn run_now(
        &self,
        options: &RawRunOptions,
        feeds: &[(Output, &Tensor)],
        fetches: &[Output],
        targets: &[Node],
        metadata: *mut sys::rnl_metadata_t,
    ) -> Result<Fetches> {
        let request = Request::new(feeds.iter().map(|(output, _)| *output), fetches, targets);
        let values = raw_tensors(feeds.iter().map(|(_, tensor)| *tensor));
        let mut fetched = Fetched::new(fetches.len());
        unsafe {
            check(sys::rnl_session_run_outputs(
                self.raw(),
                options.raw(),
                request.feeds_at(),
                text::pointer(&values),
                values.len(),
                request.fetches_at(),
                fetched.out(),
                fetches.len(),
                request.targets_at(),
                targets.len(),
                metadata,
            ))?;
            Ok(fetched.take())
        }
    }

    /// The same by names: "node" or "node:1" for feeds and fetches, "node" for targets. Errors: NotFound too.
    pub fn run_named(&self, feeds: &[(&str, &Tensor)], fetches: &[&str], targets: &[&str]) -> Result<Fetches> {
        let feed_names: Vec<_> = feeds.iter().map(|(name, _)| text::view(name)).collect();
        let values = raw_tensors(feeds.iter().map(|(_, tensor)| *tensor));
        let (fetch_names, target_names) = (text::views(fetches), text::views(targets));
        let mut fetched = Fetched::new(fetches.len());
        unsafe {
            check(sys::rnl_session_run(
                self.raw(),
                ptr::null(),
                text::pointer(&feed_names),
                text::pointer(&values),
                values.len(),
                text::pointer(&fetch_names),
                fetched.out(),
                fetches.len(),
                text::pointer(&target_names),
                targets.len(),
                ptr::null_mut(),
            ))?;
            Ok(fetched.take())
        }
    }

    /// Starts a run and returns a future of its end, for any executor. Dropping the future cancels the run, unless
    /// `options` carry a cancellation: then that alone does.
    pub fn run_async(
        &self,
        options: &RunOptions,
        feeds: &[(Output, &Tensor)],
        fetches: &[Output],
        targets: &[Node],
    ) -> RunFuture {
        RunFuture::start(options, |raw_options, done| self.start(raw_options, feeds, fetches, targets, done))
    }

    /// Starts a run and calls `done` once, on a thread of the runtime. It must not wait for a run. A failure that is
    /// returned here means that `done` will not be called; other failures come to it.
    pub fn run_callback(
        &self,
        options: &RunOptions,
        feeds: &[(Output, &Tensor)],
        fetches: &[Output],
        targets: &[Node],
        done: impl FnOnce(Result<Vec<Tensor>>) + Send + 'static,
    ) -> Result<()> {
        self.start(&options.make()?, feeds, fetches, targets, Box::new(done))
    }

    fn start(
        &self,
        options: &RawRunOptions,
        feeds: &[(Output, &Tensor)],
        fetches: &[Output],
        targets: &[Node],
        done: Done,
    ) -> Result<()> {
        let request = Request::new(feeds.iter().map(|(output, _)| *output), fetches, targets);
        let values = raw_tensors(feeds.iter().map(|(_, tensor)| *tensor));
        start(done, |run_done, arg| unsafe {
            sys::rnl_session_run_callback(
                self.raw(),
                options.raw(),
                request.feeds_at(),
                text::pointer(&values),
                values.len(),
                request.fetches_at(),
                fetches.len(),
                request.targets_at(),
                targets.len(),
                Some(run_done),
                arg,
            )
        })
    }

    /// Prepares a set of feeds, fetches and targets, so that running them neither searches nor plans.
    pub fn prepare(&self, feeds: &[Output], fetches: &[Output], targets: &[Node]) -> Result<Callable> {
        let request = Request::new(feeds.iter().copied(), fetches, targets);
        let raw = unsafe {
            made(|out| {
                sys::rnl_session_prepare(
                    self.raw(),
                    request.feeds_at(),
                    feeds.len(),
                    request.fetches_at(),
                    fetches.len(),
                    request.targets_at(),
                    targets.len(),
                    out,
                )
            })?
        };
        Ok(unsafe { Callable::adopt(raw, feeds.len(), fetches.len()) })
    }

    /// One step that is fed and fetched in stages. Names everything that will be fed and fetched.
    pub fn begin_partial_run(&self, feeds: &[Output], fetches: &[Output], targets: &[Node]) -> Result<PartialRun> {
        let request = Request::new(feeds.iter().copied(), fetches, targets);
        let raw = unsafe {
            made(|out| {
                sys::rnl_session_begin_partial_run(
                    self.raw(),
                    request.feeds_at(),
                    feeds.len(),
                    request.fetches_at(),
                    fetches.len(),
                    request.targets_at(),
                    targets.len(),
                    out,
                )
            })?
        };
        Ok(unsafe { PartialRun::adopt(raw) })
    }

    /// The full names of the devices that nodes may be placed on: of every task that a session with a target uses.
    pub fn devices(&self) -> Result<Vec<String>> {
        unsafe { Ok(text::take_names(made(|out| sys::rnl_session_devices(self.raw(), out))?)) }
    }

    /// What the tasks of a session with a target noted lately, a line each.
    pub fn task_logs(&self) -> Result<Vec<String>> {
        unsafe { Ok(text::take_names(made(|out| sys::rnl_session_task_logs(self.raw(), out))?)) }
    }

    /// Drops what containers hold on every task that a session with these options would use; none named: all. Sessions
    /// over those tasks end.
    pub fn reset(runtime: &Runtime, options: &SessionOptions, containers: &[&str]) -> Result<()> {
        let (options, names) = (options.make()?, text::views(containers));
        unsafe { check(sys::rnl_session_reset(runtime.raw(), options.raw(), names.as_ptr(), names.len())) }
    }

    /// How the server is that is the options' target, or with `all_tasks` every task of its cluster: JSON,
    /// `{"tasks":[{"name", "address", "incarnation", "devices", "step", "bytes", "error"}]}`, where all but name and
    /// address is null of a task that does not answer, and `error` is of one that does. Errors: FailedPrecondition
    /// without a target; Unavailable, DeadlineExceeded, Unauthenticated.
    pub fn server_status(runtime: &Runtime, options: &SessionOptions, all_tasks: bool) -> Result<String> {
        let options = options.make()?;
        let json = unsafe { made(|out| sys::rnl_server_status(runtime.raw(), options.raw(), all_tasks, out))? };
        Ok(String::from_utf8_lossy(&text::take_bytes(json)).into_owned())
    }

    /// Cancels running steps, waits for them, drops variables and queues. Every later use answers FailedPrecondition.
    pub fn close(&self) -> Result<()> {
        unsafe { check(sys::rnl_session_close(self.raw())) }
    }

    pub(crate) fn raw(&self) -> *mut sys::rnl_session_t {
        self.raw.as_ptr()
    }

    /// # Safety
    /// The reference is ours.
    pub(crate) unsafe fn adopt(raw: NonNull<sys::rnl_session_t>) -> Session {
        Session { raw }
    }
}

impl Clone for Session {
    fn clone(&self) -> Self {
        // SAFETY: the handle is alive; the clone owns the reference that is added.
        unsafe { sys::rnl_session_retain(self.raw()) };
        Session { raw: self.raw }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_session_release(self.raw()) }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}
