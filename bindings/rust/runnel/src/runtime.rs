//! The runtime: devices, ops, threads, memory and the log. Everything else is made from one.
use crate::error::{check, made};
use crate::tensor::contain;
use crate::{sys, text, Result};
use std::ffi::c_void;
use std::fmt;
use std::ptr::NonNull;

/// A runtime. Clones are the same one; what is made from it keeps it alive.
pub struct Runtime {
    raw: NonNull<sys::rnl_runtime_t>,
}

// SAFETY: the C ABI lets any number of threads use a runtime at once.
unsafe impl Send for Runtime {}
unsafe impl Sync for Runtime {}

/// A device of a runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// "/job:localhost/replica:0/task:0/device:CPU:0".
    pub name: String,
    /// "CPU".
    pub kind: String,
    /// For people: the model of the processor.
    pub description: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Debug,
    Info,
    Warning,
    Error,
}

impl Severity {
    fn from_raw(raw: sys::rnl_severity_t) -> Severity {
        match raw {
            sys::RNL_LOG_DEBUG => Severity::Debug,
            sys::RNL_LOG_INFO => Severity::Info,
            sys::RNL_LOG_WARNING => Severity::Warning,
            _ => Severity::Error,
        }
    }

    fn to_raw(self) -> sys::rnl_severity_t {
        match self {
            Severity::Debug => sys::RNL_LOG_DEBUG,
            Severity::Info => sys::RNL_LOG_INFO,
            Severity::Warning => sys::RNL_LOG_WARNING,
            Severity::Error => sys::RNL_LOG_ERROR,
        }
    }
}

type Log = Box<dyn Fn(Severity, &str) + Send + Sync>;

extern "C" fn forward_log(arg: *mut c_void, severity: sys::rnl_severity_t, message: sys::rnl_str_t) {
    // SAFETY: `arg` is the closure of RuntimeBuilder::build; the message lives for the call.
    contain(|| unsafe { (*arg.cast::<Log>())(Severity::from_raw(severity), &text::owned(message)) });
}

extern "C" fn drop_log(arg: *mut c_void) {
    // SAFETY: `arg` is the closure of RuntimeBuilder::build, and nobody calls it any more.
    contain(|| drop(unsafe { Box::from_raw(arg.cast::<Log>()) }));
}

/// What a runtime is started with; each setting has a default.
#[derive(Default)]
pub struct RuntimeBuilder {
    threads: i32,
    memory_limit: u64,
    log: Option<Log>,
    log_level: Option<Severity>,
    without_default_plugins: bool,
    plugins: Vec<String>,
    config: Vec<(String, String)>,
}

impl RuntimeBuilder {
    /// Threads that compute, the caller of a run counted. 0: RUNNEL_NUM_THREADS, else the CPUs of the process.
    pub fn threads(mut self, threads: i32) -> Self {
        self.threads = threads;
        self
    }

    /// Limit of host memory for tensors and arenas; 0: none.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// Where the log goes instead of standard error. Any thread, one call at a time; it must not call Runnel. The closure
    /// is dropped when all that was made from the runtime is gone.
    pub fn log(mut self, log: impl Fn(Severity, &str) + Send + Sync + 'static) -> Self {
        self.log = Some(Box::new(log));
        self
    }

    /// Drops messages below; RUNNEL_LOG overrides it. Default: warnings.
    pub fn log_level(mut self, level: Severity) -> Self {
        self.log_level = Some(level);
        self
    }

    /// Not even the CPU is loaded.
    pub fn without_default_plugins(mut self) -> Self {
        self.without_default_plugins = true;
        self
    }

    /// One more plugin to load: with a slash in it a path, otherwise an id.
    pub fn plugin(mut self, path_or_id: &str) -> Self {
        self.plugins.push(path_or_id.to_owned());
        self
    }

    /// A setting for a plugin: "runnel.virtual.seed", "7".
    pub fn config(mut self, key: &str, value: &str) -> Self {
        self.config.push((key.to_owned(), value.to_owned()));
        self
    }

    pub fn build(self) -> Result<Runtime> {
        struct Options(NonNull<sys::rnl_runtime_options_t>);
        impl Drop for Options {
            fn drop(&mut self) {
                // SAFETY: made in build and released once.
                unsafe { sys::rnl_runtime_options_release(self.0.as_ptr()) }
            }
        }
        // SAFETY: the options are alive and used by this thread alone; views live for the calls.
        unsafe {
            check(sys::rnl_require(sys::RNL_ABI_VERSION))?;
            let options = Options(made(|out| sys::rnl_runtime_options_create(out))?);
            let raw = options.0.as_ptr();
            check(sys::rnl_runtime_options_set_threads(raw, self.threads))?;
            check(sys::rnl_runtime_options_set_memory_limit(raw, self.memory_limit))?;
            if let Some(level) = self.log_level {
                check(sys::rnl_runtime_options_set_log_level(raw, level.to_raw()))?;
            }
            check(sys::rnl_runtime_options_set_default_plugins(raw, !self.without_default_plugins))?;
            for plugin in &self.plugins {
                check(sys::rnl_runtime_options_add_plugin(raw, text::view(plugin)))?;
            }
            for (key, value) in &self.config {
                check(sys::rnl_runtime_options_set_config(raw, text::view(key), text::view(value)))?;
            }
            if let Some(log) = self.log {
                let arg = Box::into_raw(Box::new(log)).cast();
                check(sys::rnl_runtime_options_set_owned_log(raw, Some(forward_log), arg, Some(drop_log)))
                    .inspect_err(|_| drop_log(arg))?;
            }
            Ok(Runtime { raw: made(|out| sys::rnl_runtime_create(raw, out))? })
        }
    }
}

impl Runtime {
    /// A runtime with the defaults: the CPU, a thread for each CPU of the process.
    pub fn new() -> Result<Runtime> {
        Runtime::builder().build()
    }

    pub fn builder() -> RuntimeBuilder {
        RuntimeBuilder::default()
    }

    /// Loads a plugin: with a slash in it a path, otherwise an id ("cuda" is librunnel_cuda.so).
    pub fn load_plugin(&self, path_or_id: &str) -> Result<()> {
        // SAFETY: the handle is alive, here and in what follows.
        unsafe { check(sys::rnl_runtime_load_plugin(self.raw(), text::view(path_or_id))) }
    }

    pub fn devices(&self) -> Vec<Device> {
        // SAFETY: the strings are borrowed from the runtime and copied.
        unsafe {
            (0..sys::rnl_runtime_num_devices(self.raw()))
                .map(|i| Device {
                    name: text::owned(sys::rnl_runtime_device_name(self.raw(), i)),
                    kind: text::owned(sys::rnl_runtime_device_type(self.raw(), i)),
                    description: text::owned(sys::rnl_runtime_device_description(self.raw(), i)),
                })
                .collect()
        }
    }

    /// Names of all ops, sorted.
    pub fn ops(&self) -> Result<Vec<String>> {
        unsafe { Ok(text::take_names(made(|out| sys::rnl_runtime_ops(self.raw(), out))?)) }
    }

    /// The family in whose library, `librunnel_<family>.so`, the op is; empty for all others. Opens nothing.
    pub fn op_family(&self, op: &str) -> String {
        // SAFETY: the string is borrowed from the runtime and copied.
        unsafe { text::owned(sys::rnl_runtime_op_family(self.raw(), text::view(op))) }
    }

    /// Bytes of host memory that tensors and arenas hold now.
    pub fn memory_in_use(&self) -> u64 {
        unsafe { sys::rnl_runtime_memory_in_use(self.raw()) }
    }

    /// Writes to the runtime's log.
    pub fn log(&self, severity: Severity, message: &str) -> Result<()> {
        unsafe { check(sys::rnl_runtime_log(self.raw(), severity.to_raw(), text::view(message))) }
    }

    pub(crate) fn raw(&self) -> *mut sys::rnl_runtime_t {
        self.raw.as_ptr()
    }

    /// One more reference to a borrowed runtime.
    ///
    /// # Safety
    /// `raw` is alive.
    pub(crate) unsafe fn share(raw: *mut sys::rnl_runtime_t) -> Option<Runtime> {
        NonNull::new(sys::rnl_runtime_retain(raw)).map(|raw| Runtime { raw })
    }
}

impl Clone for Runtime {
    fn clone(&self) -> Self {
        // SAFETY: the handle is alive; the clone owns the reference that is added.
        unsafe { sys::rnl_runtime_retain(self.raw()) };
        Runtime { raw: self.raw }
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_runtime_release(self.raw()) }
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runtime").field("devices", &self.devices()).finish()
    }
}

/// The version of librunnel, "0.1.0", for people.
pub fn version() -> String {
    // SAFETY: the string is never released.
    unsafe { text::owned(sys::rnl_version()) }
}
