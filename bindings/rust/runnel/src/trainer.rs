//! Training by steps: which task of which cluster a program is, sessions that recover by themselves, and hooks that see each
//! step.
use crate::error::{check, made};
use crate::learn::{list, status_of};
use crate::meta_graph::raw_or_null;
use crate::run::{raw_tensors, Fetched, Request};
use crate::spec::{options, quoted};
use crate::tensor::contain;
use crate::{
    sys, text, Code, Error, Graph, MetaGraph, Node, Output, Result, Runtime, Server, Session, SessionOptions, Tensor,
};
use std::ffi::c_void;
use std::fmt::{self, Display};
use std::ptr::{self, NonNull};

/// How a program trains. What is not said has its default.
#[derive(Clone, Debug, Default)]
pub struct RunConfigOptions {
    options: Vec<String>,
    tf_config: String,
}

impl RunConfigOptions {
    pub fn new() -> RunConfigOptions {
        RunConfigOptions::default()
    }

    fn text(mut self, name: &str, value: &str) -> Self {
        self.options.push(format!("{name}={}", quoted(value)));
        self
    }

    /// Of checkpoints and event files.
    pub fn model_dir(self, folder: &str) -> Self {
        self.text("model_dir", folder)
    }

    options! {
        /// Default: by time.
        save_checkpoints_steps: i64,
        /// Default: 600, if there are no steps.
        save_checkpoints_secs: f64,
        keep_checkpoint_max: i64,
        keep_checkpoint_every_n_hours: f64,
        log_step_count_steps: i64,
        save_summary_steps: i64,
        tf_random_seed: i64,
        /// How often in a row a session is made anew without a new step.
        max_recoveries: i64,
        /// How long others wait for the chief.
        ready_secs: f64,
        /// How long one waits for a task of the cluster.
        connect_secs: f64,
        /// How long parameter servers wait for workers when the chief has ended.
        shutdown_secs: f64,
        task_index: i64,
        /// A socket that listens already, for the server of the task.
        listen_fd: i32,
    }

    /// `"end"`, or `"log"`: training goes on without that checkpoint.
    pub fn checkpoint_failures(self, value: &str) -> Self {
        self.text("checkpoint_failures", value)
    }

    pub fn master(self, target: &str) -> Self {
        self.text("master", target)
    }

    /// Addresses of tasks by job.
    pub fn cluster(self, jobs: &[(&str, &[&str])]) -> Self {
        let jobs: Vec<String> = jobs.iter().map(|(job, tasks)| format!("{job}={}", tasks.join(","))).collect();
        self.text("cluster", &jobs.join(";"))
    }

    /// `"chief"`, `"worker"`, `"ps"` or `"evaluator"`.
    pub fn task_type(self, value: &str) -> Self {
        self.text("task_type", value)
    }

    /// How an estimator divides batches, as [`strategies::mirrored`](crate::strategies::mirrored).
    pub fn strategy(self, strategy: impl Display) -> Self {
        self.text("strategy", &strategy.to_string())
    }

    /// The JSON that TensorFlow takes from TF_CONFIG, whose cluster and task replace those of the options.
    pub fn tf_config(mut self, json: &str) -> Self {
        self.tf_config = json.to_owned();
        self
    }
}

/// How a program trains, and which task of which cluster it is. It does not change. Clones are the same one.
pub struct RunConfig {
    raw: NonNull<sys::rnl_learn_config_t>,
    runtime: Runtime,
}

// SAFETY: configurations are immutable.
unsafe impl Send for RunConfig {}
unsafe impl Sync for RunConfig {}

impl RunConfig {
    /// Errors: InvalidArgument naming the argument, or the JSON's byte or field.
    pub fn new(runtime: &Runtime, options: &RunConfigOptions) -> Result<RunConfig> {
        let said = options.options.join(", ");
        // SAFETY: handles are alive for the calls, here and in what follows, and views live as long.
        let raw = unsafe {
            let (said, json) = (text::view(&said), text::view(&options.tf_config));
            made(|out| sys::rnl_learn_config_create(runtime.raw(), said, json, out))?
        };
        Ok(RunConfig { raw, runtime: runtime.clone() })
    }

    pub(crate) fn raw(&self) -> *mut sys::rnl_learn_config_t {
        self.raw.as_ptr()
    }

    pub fn task_type(&self) -> String {
        unsafe { text::owned(sys::rnl_learn_config_task_type(self.raw())) }
    }

    pub fn task_index(&self) -> i64 {
        unsafe { sys::rnl_learn_config_task_index(self.raw()) }
    }

    pub fn is_chief(&self) -> bool {
        unsafe { sys::rnl_learn_config_is_chief(self.raw()) }
    }

    pub fn model_dir(&self) -> String {
        unsafe { text::owned(sys::rnl_learn_config_model_dir(self.raw())) }
    }

    pub fn num_tasks(&self, job: &str) -> usize {
        unsafe { sys::rnl_learn_config_num_tasks(self.raw(), text::view(job)) }
    }

    /// The server of this task. None for an evaluator, and without a cluster.
    pub fn start_server(&self) -> Result<Option<Server>> {
        let mut out = ptr::null_mut();
        unsafe { check(sys::rnl_learn_config_start_server(self.raw(), &mut out))? };
        Ok(NonNull::new(out).map(Server::adopt))
    }

    pub fn runtime(&self) -> &Runtime {
        &self.runtime
    }
}

impl Clone for RunConfig {
    fn clone(&self) -> Self {
        // The clone owns the reference that is added.
        unsafe { sys::rnl_learn_config_retain(self.raw()) };
        RunConfig { raw: self.raw, runtime: self.runtime.clone() }
    }
}

impl Drop for RunConfig {
    fn drop(&mut self) {
        unsafe { sys::rnl_learn_config_release(self.raw()) }
    }
}

impl fmt::Debug for RunConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (task, index) = (self.task_type(), self.task_index());
        f.debug_struct("RunConfig").field("task", &task).field("index", &index).finish()
    }
}

/// One call of a hook.
pub struct HookCall {
    raw: *mut sys::rnl_learn_hook_call_t,
}

impl HookCall {
    /// In [`Hook::begin`], nodes may be added to it.
    pub fn graph(&self) -> Result<Graph> {
        // SAFETY: the call is alive as long as the hook runs, here and in what follows; what is adopted is a reference of its own.
        unsafe {
            let raw = sys::rnl_graph_retain(sys::rnl_learn_hook_call_graph(self.raw));
            let there = NonNull::new(raw).ok_or_else(|| Error::new(Code::Internal, "a call without a graph"))?;
            Ok(Graph::adopt(there))
        }
    }

    /// None in [`Hook::begin`].
    pub fn session(&self) -> Option<Session> {
        unsafe {
            let raw = sys::rnl_session_retain(sys::rnl_learn_hook_call_session(self.raw));
            NonNull::new(raw).map(|there| Session::adopt(there))
        }
    }

    /// The global step, or without one how many steps have been run: before the run, or after it.
    pub fn step(&self) -> i64 {
        unsafe { sys::rnl_learn_hook_call_step(self.raw) }
    }

    /// In [`Hook::before_run`]: the step fetches this too; its number among the values in [`Hook::after_run`].
    pub fn fetch(&self, output: Output) -> Result<usize> {
        let mut index = 0;
        unsafe { check(sys::rnl_learn_hook_call_fetch(self.raw, output.raw(), &mut index))? };
        Ok(index)
    }

    /// In [`Hook::before_run`]: the step is fed with this, too.
    pub fn feed(&self, output: Output, value: &Tensor) -> Result<()> {
        unsafe { check(sys::rnl_learn_hook_call_feed(self.raw, output.raw(), value.raw())) }
    }

    /// In [`Hook::after_run`]: what was fetched, in order.
    pub fn values(&self) -> Result<Vec<Tensor>> {
        let count = unsafe { sys::rnl_learn_hook_call_num_values(self.raw) };
        (0..count)
            .map(|i| unsafe { Ok(Tensor::adopt(made(|out| sys::rnl_learn_hook_call_value(self.raw, i, out))?)) })
            .collect()
    }

    /// No more steps after this one.
    pub fn request_stop(&self) {
        unsafe { sys::rnl_learn_hook_call_request_stop(self.raw) }
    }

    /// In [`Hook::after_save`]: the checkpoint's prefix.
    pub fn checkpoint(&self) -> String {
        unsafe { text::owned(sys::rnl_learn_hook_call_checkpoint(self.raw)) }
    }
}

impl fmt::Debug for HookCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HookCall").field("step", &self.step()).finish()
    }
}

/// What sees each step of a trainer, as TensorFlow's SessionRunHook. Calls come on the thread that calls the trainer, with no
/// lock held; they may run the session, but not the trainer. An error ends the run with it, and so does a panic.
pub trait Hook {
    /// For messages.
    fn name(&self) -> String {
        "of the program".to_owned()
    }

    /// Once, before there is a session.
    fn begin(&mut self, _call: &HookCall) -> Result<()> {
        Ok(())
    }

    /// After each session that was made, those of recoveries too.
    fn after_create_session(&mut self, _call: &HookCall) -> Result<()> {
        Ok(())
    }

    /// May fetch and feed.
    fn before_run(&mut self, _call: &HookCall) -> Result<()> {
        Ok(())
    }

    /// Has the values.
    fn after_run(&mut self, _call: &HookCall) -> Result<()> {
        Ok(())
    }

    /// Once, unless the run has failed.
    fn end(&mut self, _call: &HookCall) -> Result<()> {
        Ok(())
    }

    /// Around each checkpoint, as `after_save`.
    fn before_save(&mut self, _call: &HookCall) -> Result<()> {
        Ok(())
    }

    fn after_save(&mut self, _call: &HookCall) -> Result<()> {
        Ok(())
    }
}

macro_rules! forwards {
    ($($event:ident)*) => {
        impl<H: Hook + ?Sized> Hook for &mut H {
            fn name(&self) -> String {
                (**self).name()
            }

            $(fn $event(&mut self, call: &HookCall) -> Result<()> {
                (**self).$event(call)
            })*
        }
    };
}
forwards!(begin after_create_session before_run after_run end before_save after_save);

/// Hooks that C calls as one, in their order.
pub(crate) struct Kept<'a> {
    pub(crate) hooks: Vec<Box<dyn Hook + 'a>>,
}

fn tell(arg: *mut c_void, raw: *mut sys::rnl_learn_hook_call_t, event: Event) -> *mut sys::rnl_status_t {
    let mut ended = Err(Error::new(Code::Internal, "the hook panicked"));
    contain(|| {
        // SAFETY: `arg` is the Kept of who calls the library, which no other call uses meanwhile.
        let kept = unsafe { &mut *arg.cast::<Kept<'_>>() };
        ended = kept.hooks.iter_mut().try_for_each(|hook| event(hook.as_mut(), &HookCall { raw }));
    });
    status_of(ended)
}

type Event = for<'a, 'b> fn(&'a mut (dyn Hook + 'b), &HookCall) -> Result<()>;

macro_rules! tellers {
    ($($event:ident)*) => {
        $(extern "C" fn $event(arg: *mut c_void, call: *mut sys::rnl_learn_hook_call_t) -> *mut sys::rnl_status_t {
            tell(arg, call, |hook, call| hook.$event(call))
        })*
    };
}
tellers!(begin after_create_session before_run after_run end before_save after_save);

impl Kept<'_> {
    pub(crate) fn name(&self) -> String {
        self.hooks.iter().map(|hook| hook.name()).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn raw(name: &str) -> sys::rnl_learn_hook_t {
        sys::rnl_learn_hook_t {
            struct_size: std::mem::size_of::<sys::rnl_learn_hook_t>(),
            name: text::view(name),
            begin: Some(begin),
            after_create_session: Some(after_create_session),
            before_run: Some(before_run),
            after_run: Some(after_run),
            end: Some(end),
            before_save: Some(before_save),
            after_save: Some(after_save),
        }
    }
}

extern "C" fn drop_hooks(arg: *mut c_void) {
    // SAFETY: `arg` is the Kept of add_hook, and nobody calls it any more.
    contain(|| drop(unsafe { Box::from_raw(arg.cast::<Kept<'_>>()) }));
}

/// What a trainer needs to know of a graph, by names of nodes and values. What is not said is taken from the collections of the
/// meta graph, as TensorFlow's Scaffold does, and else found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scaffold<'a> {
    pub init_op: &'a str,
    pub local_init_op: &'a str,
    pub ready_op: &'a str,
    pub global_step: &'a str,
    pub summary_op: &'a str,
    /// To begin with where the model_dir has none.
    pub checkpoint: &'a str,
    pub meta: Option<&'a MetaGraph>,
    /// What a chief runs when training has ended, before the last checkpoint.
    pub finalize_op: &'a str,
}

/// Runs steps of a graph as TensorFlow's MonitoredTrainingSession: a chief restores the newest checkpoint of the
/// configuration's `model_dir` or initialises, others wait until it has; when a task dies the session is made anew and the step
/// is run again; hooks see all of it. Dropped, it closes the session without the hooks' ends.
pub struct Trainer {
    raw: NonNull<sys::rnl_learn_trainer_t>,
}

/// Stops a trainer from another thread.
pub struct TrainerStop(NonNull<sys::rnl_learn_trainer_t>);

// SAFETY: a stop may be asked for from any thread.
unsafe impl Send for TrainerStop {}
unsafe impl Sync for TrainerStop {}
// SAFETY: a trainer is used by one thread at a time, which any may be; its hooks can go to other threads, too.
unsafe impl Send for Trainer {}

impl TrainerStop {
    /// What waits for other tasks gives up.
    pub fn request(&self) {
        // SAFETY: the handle is alive, here and in what follows.
        unsafe { sys::rnl_learn_trainer_request_stop(self.0.as_ptr()) }
    }
}

impl Drop for TrainerStop {
    fn drop(&mut self) {
        unsafe { sys::rnl_learn_trainer_release(self.0.as_ptr()) }
    }
}

impl fmt::Debug for TrainerStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TrainerStop")
    }
}

impl Trainer {
    /// In this process, of a graph that says everything itself.
    pub fn new(graph: &Graph, config: &RunConfig) -> Result<Trainer> {
        Trainer::with(graph, config, &Scaffold::default(), &SessionOptions::new(), None)
    }

    /// `server` is that of the configuration's task, if there is a cluster.
    pub fn with(
        graph: &Graph,
        config: &RunConfig,
        scaffold: &Scaffold<'_>,
        options: &SessionOptions,
        server: Option<&Server>,
    ) -> Result<Trainer> {
        let given = sys::rnl_learn_scaffold_t {
            struct_size: std::mem::size_of::<sys::rnl_learn_scaffold_t>(),
            init_op: text::view(scaffold.init_op),
            local_init_op: text::view(scaffold.local_init_op),
            ready_op: text::view(scaffold.ready_op),
            global_step: text::view(scaffold.global_step),
            summary_op: text::view(scaffold.summary_op),
            checkpoint: text::view(scaffold.checkpoint),
            meta: raw_or_null(scaffold.meta),
            finalize_op: text::view(scaffold.finalize_op),
        };
        let (options, server) = (options.make()?, server.map_or(ptr::null_mut(), Server::raw));
        let raw = unsafe {
            made(|out| sys::rnl_learn_trainer_create(graph.raw(), config.raw(), &given, options.raw(), server, out))?
        };
        Ok(Trainer { raw })
    }

    fn raw(&self) -> *mut sys::rnl_learn_trainer_t {
        self.raw.as_ptr()
    }

    /// Before the first step.
    pub fn add_hook(&mut self, hook: impl Hook + Send + 'static) -> Result<()> {
        let kept = Kept { hooks: vec![Box::new(hook)] };
        let name = kept.name();
        let (raw, arg) = (Kept::raw(&name), Box::into_raw(Box::new(kept)).cast::<c_void>());
        // SAFETY: `arg` is the trainer's until drop_hooks is called, and taken back on failure.
        unsafe { check(sys::rnl_learn_trainer_add_hook(self.raw(), &raw, arg, Some(drop_hooks))) }
            .inspect_err(|_| drop_hooks(arg))
    }

    /// One of Runnel's own: [`hooks::stop_at_step_hook`](crate::hooks::stop_at_step_hook).
    pub fn add(&mut self, hook: impl Display) -> Result<()> {
        unsafe { check(sys::rnl_learn_trainer_add_hooks(self.raw(), text::view(&hook.to_string()))) }
    }

    /// Makes the session, which the first step does otherwise. Errors: DeadlineExceeded naming what has no value or does not
    /// answer; FailedPrecondition naming variables that neither init_op nor checkpoint gave one.
    pub fn start(&mut self) -> Result<()> {
        unsafe { check(sys::rnl_learn_trainer_start(self.raw())) }
    }

    /// One step, with all hooks. Errors: OutOfRange at the end of input; FailedPrecondition after a stop. After any other
    /// failure there are no more steps.
    pub fn run(&mut self, feeds: &[(Output, &Tensor)], fetches: &[Output], targets: &[Node]) -> Result<Vec<Tensor>> {
        let request = Request::new(feeds.iter().map(|(output, _)| *output), fetches, targets);
        let values = raw_tensors(feeds.iter().map(|(_, tensor)| *tensor));
        let mut fetched = Fetched::new(fetches.len());
        unsafe {
            check(sys::rnl_learn_trainer_run(
                self.raw(),
                request.feeds_at(),
                text::pointer(&values),
                values.len(),
                request.fetches_at(),
                fetched.out(),
                fetches.len(),
                request.targets_at(),
                targets.len(),
            ))?;
            Ok(fetched.take())
        }
    }

    /// Runs steps of these targets until a hook or the end of input stops, and then the hooks' ends, as `close`.
    pub fn train(&mut self, targets: &[Node]) -> Result<()> {
        let request = Request::new(std::iter::empty(), &[], targets);
        unsafe { check(sys::rnl_learn_trainer_train(self.raw(), request.targets_at(), targets.len())) }
    }

    pub fn should_stop(&self) -> bool {
        unsafe { sys::rnl_learn_trainer_should_stop(self.raw()) }
    }

    /// For other threads.
    pub fn stopper(&self) -> TrainerStop {
        // The stopper owns the reference that is added.
        unsafe { sys::rnl_learn_trainer_retain(self.raw()) };
        TrainerStop(self.raw)
    }

    /// Runs the hooks' ends, unless a step has failed, and closes the session.
    pub fn close(&mut self) -> Result<()> {
        unsafe { check(sys::rnl_learn_trainer_close(self.raw())) }
    }

    pub fn global_step(&self) -> i64 {
        unsafe { sys::rnl_learn_trainer_global_step(self.raw()) }
    }

    /// How often the session was made anew.
    pub fn recoveries(&self) -> i64 {
        unsafe { sys::rnl_learn_trainer_recoveries(self.raw()) }
    }

    /// The present session. Errors: FailedPrecondition before the first step and after the end.
    pub fn session(&self) -> Result<Session> {
        unsafe { Ok(Session::adopt(made(|out| sys::rnl_learn_trainer_session(self.raw(), out))?)) }
    }

    /// What FinalOpsHook fetched.
    pub fn final_values(&self) -> Result<Vec<Tensor>> {
        let count = unsafe { sys::rnl_learn_trainer_num_final_values(self.raw()) };
        (0..count)
            .map(|i| unsafe { Ok(Tensor::adopt(made(|out| sys::rnl_learn_trainer_final_value(self.raw(), i, out))?)) })
            .collect()
    }
}

impl Drop for Trainer {
    fn drop(&mut self) {
        unsafe { sys::rnl_learn_trainer_release(self.raw()) }
    }
}

impl fmt::Debug for Trainer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trainer").field("global_step", &self.global_step()).finish()
    }
}

/// Hooks of one call: `specs` are Runnel's own, `kept` the program's.
#[derive(Default)]
pub(crate) struct CallHooks<'a> {
    pub(crate) specs: Vec<String>,
    pub(crate) own: Vec<Box<dyn Hook + 'a>>,
}

impl CallHooks<'_> {
    /// Calls `f` with the hooks as C takes them: the specs, the program's or NULL, and its argument.
    pub(crate) fn lend<T>(self, f: impl FnOnce(sys::rnl_str_t, *const sys::rnl_learn_hook_t, *mut c_void) -> T) -> T {
        let (specs, mut kept) = (list(&self.specs), Kept { hooks: self.own });
        let name = kept.name();
        let raw = Kept::raw(&name);
        let hook = if kept.hooks.is_empty() { ptr::null() } else { ptr::from_ref(&raw) };
        f(text::view(&specs), hook, ptr::from_mut(&mut kept).cast())
    }
}
