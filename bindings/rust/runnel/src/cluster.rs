//! Clusters: which tasks there are, and servers, each of which is one of them. A session whose options name a server's
//! target and token runs on all tasks of its cluster.
use crate::error::{check, made};
use crate::{sys, text, Result, Runtime};
use std::fmt;
use std::os::fd::{IntoRawFd, OwnedFd};
use std::ptr::NonNull;
use std::str::FromStr;
use std::time::Duration;

/// Jobs by name, tasks by number within a job, and an address for each.
///
/// It parses from and prints as text: `ps=a:2222;worker=2@b:2222,5@[::1]:2223`.
pub struct Cluster {
    raw: NonNull<sys::rnl_cluster_t>,
}

// SAFETY: it belongs to one thread at a time, which changing it by `&mut` ensures; reading it changes nothing.
unsafe impl Send for Cluster {}
unsafe impl Sync for Cluster {}

// SAFETY, of all that follows: handles are alive for the calls, views live as long, and borrowed strings are copied.
impl Cluster {
    /// Without tasks.
    pub fn new() -> Result<Cluster> {
        Ok(Cluster { raw: unsafe { made(|out| sys::rnl_cluster_create(out))? } })
    }

    /// "host:port", IPv6 in brackets. Errors: AlreadyExists for a task that is there.
    pub fn add_task(&mut self, job: &str, task: i64, address: &str) -> Result<()> {
        unsafe { check(sys::rnl_cluster_add_task(self.raw.as_ptr(), text::view(job), task, text::view(address))) }
    }

    /// In alphabetical order.
    pub fn jobs(&self) -> Result<Vec<String>> {
        unsafe { Ok(text::take_names(made(|out| sys::rnl_cluster_jobs(self.raw.as_ptr(), out))?)) }
    }

    /// The numbers of a job's tasks, rising. Errors: NotFound, naming the jobs that there are.
    pub fn tasks(&self, job: &str) -> Result<Vec<i64>> {
        let (raw, job, mut count) = (self.raw.as_ptr(), text::view(job), 0);
        unsafe {
            check(sys::rnl_cluster_num_tasks(raw, job, &mut count))?;
            let task_at = |position| {
                let mut task = 0;
                check(sys::rnl_cluster_task_at(raw, job, position, &mut task)).map(|()| task)
            };
            (0..count).map(task_at).collect()
        }
    }

    pub fn address(&self, job: &str, task: i64) -> Result<String> {
        let (raw, job) = (self.raw.as_ptr(), text::view(job));
        let bytes = unsafe { made(|out| sys::rnl_cluster_task_address(raw, job, task, out))? };
        Ok(String::from_utf8_lossy(&text::take_bytes(bytes)).into_owned())
    }

    /// From TensorFlow's ClusterDef, binary. Errors: DataLoss too.
    pub fn from_message(bytes: &[u8]) -> Result<Cluster> {
        let bytes = sys::str_of(bytes);
        Ok(Cluster { raw: unsafe { made(|out| sys::rnl_cluster_from_message(bytes, out))? } })
    }

    /// As TensorFlow's ClusterDef, binary.
    pub fn to_message(&self) -> Result<Vec<u8>> {
        let bytes = unsafe { made(|out| sys::rnl_cluster_to_message(self.raw.as_ptr(), out))? };
        Ok(text::take_bytes(bytes))
    }

    fn text(&self) -> Result<String> {
        let bytes = unsafe { made(|out| sys::rnl_cluster_to_text(self.raw.as_ptr(), out))? };
        Ok(String::from_utf8_lossy(&text::take_bytes(bytes)).into_owned())
    }
}

impl FromStr for Cluster {
    type Err = crate::Error;
    /// Errors: InvalidArgument with the piece that is wrong; AlreadyExists for a task that comes twice.
    fn from_str(text: &str) -> Result<Cluster> {
        Ok(Cluster { raw: unsafe { made(|out| sys::rnl_cluster_from_text(text::view(text), out))? } })
    }
}

impl fmt::Display for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cluster").field(&self.text()).finish()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        unsafe { sys::rnl_cluster_release(self.raw.as_ptr()) }
    }
}

/// Where the variables of a replicated model go: spread over the tasks of one job, so that every replica that asks in the
/// same order gets the same answers.
pub struct DeviceSetter {
    raw: NonNull<sys::rnl_device_setter_t>,
}

// SAFETY: it belongs to one thread at a time, which `&mut` ensures.
unsafe impl Send for DeviceSetter {}

impl DeviceSetter {
    /// To each task of the job in turn.
    pub fn round_robin(cluster: &Cluster, job: &str) -> Result<DeviceSetter> {
        DeviceSetter::new(cluster, job, false)
    }

    /// To the task that has the fewest bytes so far.
    pub fn by_bytes(cluster: &Cluster, job: &str) -> Result<DeviceSetter> {
        DeviceSetter::new(cluster, job, true)
    }

    fn new(cluster: &Cluster, job: &str, by_bytes: bool) -> Result<DeviceSetter> {
        let (cluster, job) = (cluster.raw.as_ptr(), text::view(job));
        Ok(DeviceSetter { raw: unsafe { made(|out| sys::rnl_device_setter_create(cluster, job, by_bytes, out))? } })
    }

    /// The device for a variable of that size, as "/job:ps/task:1".
    pub fn next_device(&mut self, size_bytes: u64) -> Result<String> {
        let mut device = text::EMPTY;
        unsafe {
            check(sys::rnl_device_setter_next(self.raw.as_ptr(), size_bytes, &mut device))?;
            Ok(text::owned(device))
        }
    }
}

impl Drop for DeviceSetter {
    fn drop(&mut self) {
        unsafe { sys::rnl_device_setter_release(self.raw.as_ptr()) }
    }
}

/// How a server serves; each setting has a default.
#[derive(Debug, Default)]
pub struct ServerOptions {
    token: Option<String>,
    socket: Option<OwnedFd>,
    key_file: Option<String>,
    certificates: Option<[String; 3]>,
    files: Option<String>,
    insecure_network: bool,
    heartbeat: Option<(Duration, Duration)>,
    receive_limit: Option<u64>,
}

impl ServerOptions {
    pub fn new() -> ServerOptions {
        ServerOptions::default()
    }

    /// What others must show. Default: RUNNEL_CLUSTER_TOKEN, else one that the server makes up.
    pub fn token(mut self, token: &str) -> Self {
        self.token = Some(token.to_owned());
        self
    }

    /// A TCP socket that listens already. Default: the server binds the task's address.
    pub fn socket(mut self, socket: impl Into<OwnedFd>) -> Self {
        self.socket = Some(socket.into());
        self
    }

    /// TLS 1.3 with one key for all tasks and clients: the path of a file of mode 0600 with 64 hexadecimal digits. Default:
    /// RUNNEL_CLUSTER_KEY_FILE, or none. Errors, of [`Server::start`]: PermissionDenied for a file that others may read;
    /// NotFound; InvalidArgument for another content, or certificates besides.
    pub fn key_file(mut self, path: &str) -> Self {
        self.key_file = Some(path.to_owned());
        self
    }

    /// TLS 1.3 with certificates that both sides show, signed by one authority: paths of PEM files, that of the private key
    /// of mode 0600. Errors as of the key file.
    pub fn certificates(mut self, certificate: &str, private_key: &str, authority: &str) -> Self {
        self.certificates = Some([certificate, private_key, authority].map(str::to_owned));
        self
    }

    /// The folder that ops of graphs from elsewhere may read and write files in. Default: none.
    pub fn files(mut self, folder: &str) -> Self {
        self.files = Some(folder.to_owned());
        self
    }

    /// Without it, or one of the two ways to be secure, an address that other machines can reach is refused.
    pub fn insecure_network(mut self) -> Self {
        self.insecure_network = true;
        self
    }

    /// Signs of life are sent every `interval`, and a peer without one for `dead` counts as dead. Default: 0.5 and 3 s.
    pub fn heartbeat(mut self, interval: Duration, dead: Duration) -> Self {
        self.heartbeat = Some((interval, dead));
        self
    }

    /// Bytes of tensors that others have sent and nothing has used yet, at least 1 MiB. Default: 256 MiB.
    pub fn receive_limit(mut self, size_bytes: u64) -> Self {
        self.receive_limit = Some(size_bytes);
        self
    }
}

/// A task of a cluster, master and worker in one, on threads of its own. Clones are the same one; it stops when the last
/// of them is dropped.
pub struct Server {
    raw: NonNull<sys::rnl_server_t>,
}

// SAFETY: the C ABI lets any number of threads use a server at once.
unsafe impl Send for Server {}
unsafe impl Sync for Server {}

struct RawServerOptions(NonNull<sys::rnl_server_options_t>);

impl Drop for RawServerOptions {
    fn drop(&mut self) {
        unsafe { sys::rnl_server_options_release(self.0.as_ptr()) }
    }
}

impl Server {
    /// Errors: NotFound for a task that the cluster lacks; PermissionDenied for an address that other machines can
    /// reach; Unavailable if it cannot be bound.
    pub fn start(runtime: &Runtime, cluster: &Cluster, job: &str, task: i64, options: ServerOptions) -> Result<Server> {
        let (cluster, job) = (cluster.raw.as_ptr(), text::view(job));
        unsafe {
            let given = RawServerOptions(made(|out| sys::rnl_server_options_create(cluster, job, task, out))?);
            let raw = given.0.as_ptr();
            if let Some(token) = &options.token {
                check(sys::rnl_server_options_set_token(raw, text::view(token)))?;
            }
            if let Some(path) = &options.key_file {
                check(sys::rnl_server_options_set_key_file(raw, text::view(path)))?;
            }
            if let Some(paths) = &options.certificates {
                let [certificate, private_key, authority] = paths.each_ref().map(|path| text::view(path));
                check(sys::rnl_server_options_set_certificates(raw, certificate, private_key, authority))?;
            }
            if let Some(folder) = &options.files {
                check(sys::rnl_server_options_set_files(raw, text::view(folder)))?;
            }
            check(sys::rnl_server_options_set_insecure_network(raw, options.insecure_network))?;
            if let Some((interval, dead)) = options.heartbeat {
                check(sys::rnl_server_options_set_heartbeat(
                    raw,
                    text::milliseconds(interval),
                    text::milliseconds(dead),
                ))?;
            }
            if let Some(size_bytes) = options.receive_limit {
                check(sys::rnl_server_options_set_receive_limit(raw, size_bytes))?;
            }
            if let Some(socket) = options.socket {
                // The server takes the socket over, even if it does not start.
                check(sys::rnl_server_options_set_listen_fd(raw, socket.into_raw_fd()))?;
            }
            Ok(Server { raw: made(|out| sys::rnl_server_start(runtime.raw(), raw, out))? })
        }
    }

    /// The only task of a cluster of its own, at any free port of 127.0.0.1.
    pub fn start_local(runtime: &Runtime) -> Result<Server> {
        Ok(Server { raw: unsafe { made(|out| sys::rnl_server_start_local(runtime.raw(), out))? } })
    }

    pub(crate) fn adopt(raw: NonNull<sys::rnl_server_t>) -> Server {
        Server { raw }
    }

    pub(crate) fn raw(&self) -> *mut sys::rnl_server_t {
        self.raw.as_ptr()
    }

    /// Ends its steps and connections. A second stop does nothing.
    pub fn stop(&self) -> Result<()> {
        unsafe { check(sys::rnl_server_stop(self.raw.as_ptr())) }
    }

    /// "runnel://127.0.0.1:2222", for [`SessionOptions::target`](crate::SessionOptions::target).
    pub fn target(&self) -> String {
        unsafe { text::owned(sys::rnl_server_target(self.raw.as_ptr())) }
    }

    pub fn token(&self) -> String {
        unsafe { text::owned(sys::rnl_server_token(self.raw.as_ptr())) }
    }
}

impl Clone for Server {
    fn clone(&self) -> Self {
        // The clone owns the reference that is added.
        unsafe { sys::rnl_server_retain(self.raw.as_ptr()) };
        Server { raw: self.raw }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        unsafe { sys::rnl_server_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Server {
    /// Without the token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("target", &self.target()).finish()
    }
}
