//! How a session runs.
use crate::error::{check, made};
use crate::{sys, text, Result};
use std::ptr::NonNull;
use std::time::Duration;

/// How a session runs; each setting has a default.
#[derive(Clone, Debug, Default)]
pub struct SessionOptions {
    soft_placement: bool,
    log_placement: bool,
    automatic_placement: bool,
    print_passes: bool,
    disabled_passes: Vec<String>,
    plan_cache: Option<(usize, u64)>,
    planning_limits: Option<(u64, u64)>,
    timeout: Option<Duration>,
    default_device: String,
    target: String,
    token: String,
    key_file: String,
    certificates: Option<[String; 3]>,
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

    /// Puts nodes where a step is expected to end soonest, among the devices that their constraints leave.
    pub fn automatic_placement(mut self) -> Self {
        self.automatic_placement = true;
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

    /// Switches a pass off: "controls", "fold", "branches", "simplify", "cse", "pads", "scales", "layout", "weights",
    /// "lookups", "products", "norms", "attention", "epilogue", "fuse", "follow", "bands", "regions", "pack", or "all".
    pub fn disable_pass(mut self, pass: &str) -> Self {
        self.disabled_passes.push(pass.to_owned());
        self
    }

    /// Bounds of the plan cache. Default: 64 plans, 1 GiB.
    pub fn plan_cache(mut self, max_plans: usize, max_bytes: u64) -> Self {
        self.plan_cache = Some((max_plans, max_bytes));
        self
    }

    /// What planning a step may take, beyond which its runs are ResourceExhausted: the nodes that functions, conditions,
    /// loops and compositions become, and the bytes of constants that are computed ahead. Default: 262,144 nodes, 1 GiB.
    pub fn planning_limits(mut self, max_inlined_nodes: u64, max_folded_bytes: u64) -> Self {
        self.planning_limits = Some((max_inlined_nodes, max_folded_bytes));
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

    /// Reaches a cluster whose servers have this key file: as [`ServerOptions::key_file`](crate::ServerOptions::key_file).
    pub fn key_file(mut self, path: &str) -> Self {
        path.clone_into(&mut self.key_file);
        self
    }

    /// Reaches a cluster whose servers have certificates: as
    /// [`ServerOptions::certificates`](crate::ServerOptions::certificates).
    pub fn certificates(mut self, certificate: &str, private_key: &str, authority: &str) -> Self {
        self.certificates = Some([certificate, private_key, authority].map(str::to_owned));
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
            check(sys::rnl_session_options_set_automatic_placement(raw, self.automatic_placement))?;
            check(sys::rnl_session_options_set_print_passes(raw, self.print_passes))?;
            for pass in &self.disabled_passes {
                check(sys::rnl_session_options_disable_pass(raw, text::view(pass)))?;
            }
            if let Some((max_plans, max_bytes)) = self.plan_cache {
                check(sys::rnl_session_options_set_plan_cache(raw, max_plans, max_bytes))?;
            }
            if let Some((max_inlined_nodes, max_folded_bytes)) = self.planning_limits {
                check(sys::rnl_session_options_set_planning_limits(raw, max_inlined_nodes, max_folded_bytes))?;
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
            if !self.key_file.is_empty() {
                check(sys::rnl_session_options_set_key_file(raw, text::view(&self.key_file)))?;
            }
            if let Some(paths) = &self.certificates {
                let [certificate, private_key, authority] = paths.each_ref().map(|path| text::view(path));
                check(sys::rnl_session_options_set_certificates(raw, certificate, private_key, authority))?;
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
