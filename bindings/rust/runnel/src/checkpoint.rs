//! Checkpoints and frozen graphs. Files are TensorFlow's V2 bundle: `prefix`.index and `prefix`.data-00000-of-00001.
use crate::error::{check, made};
use crate::run::raw_tensors;
use crate::{sys, text, DType, MetaGraph, Result, Runtime, Session, Tensor};
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::NonNull;

pub(crate) fn path_view(path: &Path) -> sys::rnl_str_t {
    sys::str_of(path.as_os_str().as_bytes())
}

// SAFETY, of all that follows: handles are alive for the calls, views live as long, and borrowed strings are copied.
impl Session {
    /// Writes every variable of the session's graph that is initialised. Atomic: a crash at any moment leaves the files that
    /// were there. Errors: FailedPrecondition if no variable is initialised.
    pub fn save(&self, prefix: impl AsRef<Path>) -> Result<()> {
        unsafe { check(sys::rnl_session_save(self.raw(), path_view(prefix.as_ref()))) }
    }

    /// Assigns every variable of the session's graph from the checkpoint. Errors: NotFound for a file, or naming all variables
    /// that are missing in it; InvalidArgument for another dtype or shape; DataLoss for damage.
    pub fn restore(&self, prefix: impl AsRef<Path>) -> Result<()> {
        unsafe { check(sys::rnl_session_restore(self.raw(), path_view(prefix.as_ref()))) }
    }

    /// [`Session::save`] where every task writes what lies on it, in files of its own (in its `files` folder, where it has one):
    /// a cluster needs no file system that all tasks share. Saved over an earlier one, that is whole until the new one is.
    /// One client saves at a time. Errors: also PermissionDenied for a task without a folder for files.
    pub fn save_sharded(&self, prefix: impl AsRef<Path>) -> Result<()> {
        unsafe { check(sys::rnl_session_save_sharded(self.raw(), path_view(prefix.as_ref()))) }
    }

    /// Assigns every variable what the newest [`Session::save_sharded`] left, also where variables or files lie on other tasks
    /// now. Errors: as [`Session::restore`]; DataLoss names a file that is gone or damaged, and the task that wrote it.
    pub fn restore_sharded(&self, prefix: impl AsRef<Path>) -> Result<()> {
        unsafe { check(sys::rnl_session_restore_sharded(self.raw(), path_view(prefix.as_ref()))) }
    }

    /// How often [`Session::save_sharded`] has saved under the prefix; 0: there is no checkpoint.
    pub fn find_sharded(&self, prefix: impl AsRef<Path>) -> Result<i64> {
        let mut saves = 0;
        unsafe { check(sys::rnl_session_find_sharded(self.raw(), path_view(prefix.as_ref()), &mut saves)) }?;
        Ok(saves)
    }

    /// The part of the graph that `outputs` ("node" or "node:1") need, with the variables' present values as constants, as
    /// GraphDef bytes.
    pub fn freeze(&self, outputs: &[&str]) -> Result<Vec<u8>> {
        let names = text::views(outputs);
        let bytes =
            unsafe { made(|out| sys::rnl_session_freeze(self.raw(), text::pointer(&names), names.len(), out))? };
        Ok(text::take_bytes(bytes))
    }
}

/// A checkpoint opened for reading.
pub struct Checkpoint {
    raw: NonNull<sys::rnl_checkpoint_t>,
}

// SAFETY: the C ABI lets any number of threads use a checkpoint at once.
unsafe impl Send for Checkpoint {}
unsafe impl Sync for Checkpoint {}

/// A tensor of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointEntry {
    pub name: String,
    pub dtype: DType,
    pub dims: Vec<i64>,
}

impl Checkpoint {
    /// Errors: NotFound naming the path; DataLoss.
    pub fn open(runtime: &Runtime, prefix: impl AsRef<Path>) -> Result<Checkpoint> {
        let prefix = path_view(prefix.as_ref());
        Ok(Checkpoint { raw: unsafe { made(|out| sys::rnl_checkpoint_open(runtime.raw(), prefix, out))? } })
    }

    /// Sorted by name.
    pub fn entries(&self) -> Vec<CheckpointEntry> {
        let raw = self.raw.as_ptr();
        let entry = |index| unsafe {
            let mut dims = std::ptr::null();
            let rank = sys::rnl_checkpoint_shape(raw, index, &mut dims);
            let dims = if rank > 0 { std::slice::from_raw_parts(dims, rank as usize).to_vec() } else { Vec::new() };
            CheckpointEntry {
                name: text::owned(sys::rnl_checkpoint_name(raw, index)),
                dtype: DType::from_raw(sys::rnl_checkpoint_dtype(raw, index)),
                dims,
            }
        };
        (0..unsafe { sys::rnl_checkpoint_count(raw) }).map(entry).collect()
    }

    /// Reads one entry, its checksum verified. Errors: NotFound; DataLoss naming entry and file.
    pub fn read(&self, name: &str) -> Result<Tensor> {
        let name = text::view(name);
        unsafe { Ok(Tensor::adopt(made(|out| sys::rnl_checkpoint_read(self.raw.as_ptr(), name, out))?)) }
    }

    /// Writes a checkpoint of tensors. Atomic, as [`Session::save`].
    pub fn write(runtime: &Runtime, prefix: impl AsRef<Path>, tensors: &[(&str, &Tensor)]) -> Result<()> {
        let names: Vec<_> = tensors.iter().map(|(name, _)| text::view(name)).collect();
        let values = raw_tensors(tensors.iter().map(|(_, tensor)| *tensor));
        let prefix = path_view(prefix.as_ref());
        unsafe {
            let (names, values) = (text::pointer(&names), text::pointer(&values));
            check(sys::rnl_checkpoint_write(runtime.raw(), prefix, names, values, tensors.len()))
        }
    }
}

/// Saves a session's variables under "prefix-STEP" as training goes on, names them in the folder's `checkpoint` file, and keeps
/// some of them: what TensorFlow's Saver does.
pub struct Saver {
    raw: NonNull<sys::rnl_saver_t>,
}

// SAFETY: the C ABI lets any number of threads use a saver at once.
unsafe impl Send for Saver {}
unsafe impl Sync for Saver {}

impl Saver {
    /// `meta`, if given, is what the MetaGraphs beside the checkpoints say besides.
    pub fn new(session: &Session, prefix: impl AsRef<Path>, meta: Option<&MetaGraph>) -> Result<Saver> {
        let (meta, prefix) = (crate::meta_graph::raw_or_null(meta), path_view(prefix.as_ref()));
        Ok(Saver { raw: unsafe { made(|out| sys::rnl_saver_create(session.raw(), meta, prefix, out))? } })
    }

    /// How many of the newest are kept (0: all); one every so many hours is kept for ever (0: none).
    pub fn set_keep(&self, max_to_keep: i32, keep_every_hours: f64) -> Result<()> {
        unsafe { check(sys::rnl_saver_set_keep(self.raw.as_ptr(), max_to_keep, keep_every_hours)) }
    }

    /// When [`Saver::step`] saves: so many steps or seconds after the checkpoint before; 0: not for that reason.
    pub fn set_interval(&self, every_steps: i64, every_seconds: f64) -> Result<()> {
        unsafe { check(sys::rnl_saver_set_interval(self.raw.as_ptr(), every_steps, every_seconds)) }
    }

    /// Saves now; the checkpoint's prefix.
    pub fn save(&self, step: i64) -> Result<String> {
        let prefix = unsafe { made(|out| sys::rnl_saver_save(self.raw.as_ptr(), step, out))? };
        Ok(String::from_utf8_lossy(&text::take_bytes(prefix)).into_owned())
    }

    /// Saves if it is time; whether it did.
    pub fn step(&self, step: i64) -> Result<bool> {
        let mut saved = false;
        unsafe { check(sys::rnl_saver_step(self.raw.as_ptr(), step, &mut saved)) }?;
        Ok(saved)
    }

    /// Assigns the variables from a checkpoint; None: the newest.
    pub fn restore(&self, prefix: Option<&Path>) -> Result<()> {
        let prefix = prefix.map_or(text::EMPTY, path_view);
        unsafe { check(sys::rnl_saver_restore(self.raw.as_ptr(), prefix)) }
    }

    /// Prefixes of the checkpoints that a folder's `checkpoint` file lists, oldest first.
    pub fn list(runtime: &Runtime, folder: impl AsRef<Path>) -> Result<Vec<String>> {
        let folder = path_view(folder.as_ref());
        Ok(text::take_names(unsafe { made(|out| sys::rnl_checkpoint_list(runtime.raw(), folder, out))? }))
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_saver_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Saver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Saver").finish_non_exhaustive()
    }
}

impl Drop for Checkpoint {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_checkpoint_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checkpoint").field("entries", &self.entries()).finish()
    }
}
