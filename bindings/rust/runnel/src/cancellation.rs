//! Ends steps from another thread.
use crate::error::{check, made};
use crate::{sys, Result};
use std::fmt;
use std::ptr::NonNull;

/// Every run that carries it ends with [`Code::Cancelled`](crate::Code::Cancelled) once it is cancelled, and so does every
/// later one. Clones are the same cancellation.
pub struct Cancellation {
    raw: NonNull<sys::rnl_cancellation_t>,
}

// SAFETY: the C ABI lets any number of threads use a cancellation at once.
unsafe impl Send for Cancellation {}
unsafe impl Sync for Cancellation {}

impl Cancellation {
    pub fn new() -> Result<Cancellation> {
        // SAFETY: the pointer is an out parameter.
        Ok(Cancellation { raw: unsafe { made(|out| sys::rnl_cancellation_create(out))? } })
    }

    /// Any thread, any time.
    pub fn cancel(&self) -> Result<()> {
        // SAFETY: the handle is alive.
        unsafe { check(sys::rnl_cancellation_cancel(self.raw.as_ptr())) }
    }

    pub fn is_cancelled(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::rnl_cancellation_is_cancelled(self.raw.as_ptr()) }
    }

    pub(crate) fn raw(&self) -> *mut sys::rnl_cancellation_t {
        self.raw.as_ptr()
    }
}

impl Clone for Cancellation {
    fn clone(&self) -> Self {
        // SAFETY: the handle is alive; the clone owns the reference that is added.
        unsafe { sys::rnl_cancellation_retain(self.raw.as_ptr()) };
        Cancellation { raw: self.raw }
    }
}

impl Drop for Cancellation {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_cancellation_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancellation").field("cancelled", &self.is_cancelled()).finish()
    }
}
