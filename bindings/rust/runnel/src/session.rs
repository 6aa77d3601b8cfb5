//! Sessions: run parts of a graph, and own its variables, queues and other resources.
use crate::error::{check, made};
use crate::future::{start, RunFuture};
use crate::metadata::RawMetadata;
use crate::run::{raw_tensors, Fetched, RawRunOptions, Request};
use crate::{sys, text, Code, Error, Graph, Node, Output, Result, RunMetadata, RunOptions, Tensor};
use std::fmt;
use std::ptr::{self, NonNull};
use std::time::Duration;

/// How a session runs; each setting has a default.
#[derive(Clone, Debug, Default)]
pub struct SessionOptions {
    soft_placement: bool,
    log_placement: bool,
    print_passes: bool,
    disabled_passes: Vec<String>,
    plan_cache: Option<(usize, u64)>,
    timeout: Option<Duration>,
    default_device: String,
    target: String,
    token: String,
    device_filters: Vec<String>,
    connect_timeout: Option<Duration>,
}

impl SessionOptions {
    pub fn new() -> SessionOptions {
        SessionOptions::default()
    }

    /// A node whose device has no kernel for it runs on another one, and metadata says so.
    pub fn soft_placement(mut self) -> Self {
        self.soft_placement = true;
        self
    }

    /// Logs, with severity info, where each node of a plan runs.
    pub fn log_placement(mut self) -> Self {
        self.log_placement = true;
        self
    }

    /// Logs, with severity info, the graph of a plan after each pass.
    pub fn print_passes(mut self) -> Self {
        self.print_passes = true;
        self
    }

    /// Switches a pass off: "fold", "branches", "simplify", "cse", "epilogue", "fuse", "regions", or "all".
    pub fn disable_pass(mut self, pass: &str) -> Self {
        self.disabled_passes.push(pass.to_owned());
        self
    }

    /// Bounds of the plan cache. Default: 64 plans, 1 GiB.
    pub fn plan_cache(mut self, max_plans: usize, max_bytes: u64) -> Self {
        self.plan_cache = Some((max_plans, max_bytes));
        self
    }

    /// For runs that give none. Default: no limit.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// For nodes without a device. Default: the first device.
    pub fn default_device(mut self, device: &str) -> Self {
        device.clone_into(&mut self.default_device);
        self
    }

    /// Where the graph runs: "runnel://host:port" of a [`Server`](crate::Server), and with it all tasks of its cluster.
    /// Default: in this process.
    pub fn target(mut self, target: &str) -> Self {
        target.clone_into(&mut self.target);
        self
    }

    /// What the servers of the target's cluster want to see. Default: RUNNEL_CLUSTER_TOKEN.
    pub fn token(mut self, token: &str) -> Self {
        token.clone_into(&mut self.token);
        self
    }

    /// Until when every task of the target's cluster must have answered. Default: a minute.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = Some(timeout);
        self
    }

    /// Uses only the tasks of the target's cluster that one of the filters matches, as "/job:ps" does, and the target itself.
    pub fn device_filter(mut self, device: &str) -> Self {
        self.device_filters.push(device.to_owned());
        self
    }

    pub(crate) fn make(&self) -> Result<RawSessionOptions> {
        // SAFETY: the options are alive and used by this thread alone; views live for the calls.
        unsafe {
            let options = RawSessionOptions(made(|out| sys::rnl_session_options_create(out))?);
            let raw = options.raw();
            check(sys::rnl_session_options_set_soft_placement(raw, self.soft_placement))?;
            check(sys::rnl_session_options_set_log_placement(raw, self.log_placement))?;
            check(sys::rnl_session_options_set_print_passes(raw, self.print_passes))?;
            for pass in &self.disabled_passes {
                check(sys::rnl_session_options_disable_pass(raw, text::view(pass)))?;
            }
            if let Some((max_plans, max_bytes)) = self.plan_cache {
                check(sys::rnl_session_options_set_plan_cache(raw, max_plans, max_bytes))?;
            }
            if let Some(timeout) = self.timeout {
                check(sys::rnl_session_options_set_timeout(raw, text::milliseconds(timeout)))?;
            }
            if !self.default_device.is_empty() {
                check(sys::rnl_session_options_set_default_device(raw, text::view(&self.default_device)))?;
            }
            if !self.target.is_empty() {
                check(sys::rnl_session_options_set_target(raw, text::view(&self.target)))?;
            }
            if !self.token.is_empty() {
                check(sys::rnl_session_options_set_token(raw, text::view(&self.token)))?;
            }
            for device in &self.device_filters {
                check(sys::rnl_session_options_add_device_filter(raw, text::view(device)))?;
            }
            if let Some(timeout) = self.connect_timeout {
                check(sys::rnl_session_options_set_connect_timeout(raw, text::milliseconds(timeout)))?;
            }
            Ok(options)
        }
    }
}

pub(crate) struct RawSessionOptions(NonNull<sys::rnl_session_options_t>);

impl RawSessionOptions {
    pub(crate) fn raw(&self) -> *mut sys::rnl_session_options_t {
        self.0.as_ptr()
    }
}

impl Drop for RawSessionOptions {
    fn drop(&mut self) {
        // SAFETY: made by SessionOptions::make and released once.
        unsafe { sys::rnl_session_options_release(self.raw()) }
    }
}

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
        let request = Request::new(feeds.iter().map(|(output, _)| *output), fetches, targets);
        RunFuture::start(self, options, &request, &raw_tensors(feeds.iter().map(|(_, tensor)| *tensor)))
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
        let request = Request::new(feeds.iter().map(|(output, _)| *output), fetches, targets);
        let values = raw_tensors(feeds.iter().map(|(_, tensor)| *tensor));
        start(self, &options.make()?, &request, &values, Box::new(done))
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
        Ok(Callable { raw, session: self.clone(), request })
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
        Ok(PartialRun { raw })
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

/// A prepared set of feeds, fetches and targets.
pub struct Callable {
    raw: NonNull<sys::rnl_callable_t>,
    session: Session,
    request: Request,
}

// SAFETY: the C ABI lets any number of threads use a callable at once.
unsafe impl Send for Callable {}
unsafe impl Sync for Callable {}

impl Callable {
    /// Feeds and fetches are in the order of [`Session::prepare`], and as many.
    pub fn run(&self, feeds: &[&Tensor]) -> Result<Fetches> {
        self.run_now(&RawRunOptions::DEFAULT, feeds)
    }

    pub fn run_with(&self, options: &RunOptions, feeds: &[&Tensor]) -> Result<Fetches> {
        self.run_now(&options.make()?, feeds)
    }

    fn run_now(&self, options: &RawRunOptions, feeds: &[&Tensor]) -> Result<Fetches> {
        let values = raw_tensors(feeds.iter().copied());
        let count = self.request.fetches.len();
        let mut fetched = Fetched::new(count);
        // SAFETY: the handles are alive, and arrays have the lengths that are told.
        unsafe {
            check(sys::rnl_callable_run(
                self.raw.as_ptr(),
                options.raw(),
                text::pointer(&values),
                values.len(),
                fetched.out(),
                count,
                ptr::null_mut(),
            ))?;
            Ok(fetched.take())
        }
    }

    /// As [`Session::run_async`].
    pub fn run_async(&self, options: &RunOptions, feeds: &[&Tensor]) -> RunFuture {
        let expected = self.request.feed_outputs.len();
        if feeds.len() != expected {
            let message = format!("the callable takes {expected} feeds, got {}", feeds.len());
            return RunFuture::failed(Error::new(Code::InvalidArgument, message));
        }
        RunFuture::start(&self.session, options, &self.request, &raw_tensors(feeds.iter().copied()))
    }
}

impl Drop for Callable {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_callable_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Callable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (feeds, fetches) = (self.request.feed_outputs.len(), self.request.fetches.len());
        f.debug_struct("Callable").field("feeds", &feeds).field("fetches", &fetches).finish_non_exhaustive()
    }
}

/// One step that is fed and fetched in stages.
pub struct PartialRun {
    raw: NonNull<sys::rnl_partial_run_t>,
}

// SAFETY: the C ABI lets any number of threads use it at once.
unsafe impl Send for PartialRun {}
unsafe impl Sync for PartialRun {}

impl PartialRun {
    /// Feeds and fetches some of it, and waits for the fetches.
    pub fn step(&self, feeds: &[(Output, &Tensor)], fetches: &[Output]) -> Result<Fetches> {
        let request = Request::new(feeds.iter().map(|(output, _)| *output), fetches, &[]);
        let values = raw_tensors(feeds.iter().map(|(_, tensor)| *tensor));
        let mut fetched = Fetched::new(fetches.len());
        // SAFETY: the handles are alive, and arrays have the lengths that are told.
        unsafe {
            check(sys::rnl_partial_run_step(
                self.raw.as_ptr(),
                request.feeds_at(),
                text::pointer(&values),
                values.len(),
                request.fetches_at(),
                fetched.out(),
                fetches.len(),
            ))?;
            Ok(fetched.take())
        }
    }
}

impl Drop for PartialRun {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_partial_run_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for PartialRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartialRun").finish_non_exhaustive()
    }
}
