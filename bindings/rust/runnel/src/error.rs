//! Errors: a code, a message, and the node at fault.
use crate::{sys, text};
use std::fmt;
use std::ptr::{self, NonNull};

pub type Result<T> = std::result::Result<T, Error>;

/// What kind of failure it was. Numbered as in gRPC and TensorFlow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    Cancelled,
    Unknown,
    InvalidArgument,
    DeadlineExceeded,
    NotFound,
    AlreadyExists,
    PermissionDenied,
    ResourceExhausted,
    FailedPrecondition,
    Aborted,
    OutOfRange,
    Unimplemented,
    Internal,
    Unavailable,
    DataLoss,
    Unauthenticated,
    /// A number that this crate does not know.
    Other(i32),
}

const CODES: [(i32, Code); 16] = [
    (sys::RNL_CANCELLED, Code::Cancelled),
    (sys::RNL_UNKNOWN, Code::Unknown),
    (sys::RNL_INVALID_ARGUMENT, Code::InvalidArgument),
    (sys::RNL_DEADLINE_EXCEEDED, Code::DeadlineExceeded),
    (sys::RNL_NOT_FOUND, Code::NotFound),
    (sys::RNL_ALREADY_EXISTS, Code::AlreadyExists),
    (sys::RNL_PERMISSION_DENIED, Code::PermissionDenied),
    (sys::RNL_RESOURCE_EXHAUSTED, Code::ResourceExhausted),
    (sys::RNL_FAILED_PRECONDITION, Code::FailedPrecondition),
    (sys::RNL_ABORTED, Code::Aborted),
    (sys::RNL_OUT_OF_RANGE, Code::OutOfRange),
    (sys::RNL_UNIMPLEMENTED, Code::Unimplemented),
    (sys::RNL_INTERNAL, Code::Internal),
    (sys::RNL_UNAVAILABLE, Code::Unavailable),
    (sys::RNL_DATA_LOSS, Code::DataLoss),
    (sys::RNL_UNAUTHENTICATED, Code::Unauthenticated),
];

impl Code {
    fn from_raw(raw: i32) -> Code {
        CODES.iter().find(|(number, _)| *number == raw).map_or(Code::Other(raw), |(_, code)| *code)
    }

    pub(crate) fn to_raw(self) -> i32 {
        match self {
            Code::Other(raw) => raw,
            _ => CODES.iter().find(|(_, code)| *code == self).map_or(sys::RNL_UNKNOWN, |(number, _)| *number),
        }
    }
}

impl fmt::Display for Code {
    /// "INVALID_ARGUMENT" and so on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the name is never released.
        f.write_str(&unsafe { text::owned(sys::rnl_code_name(self.to_raw())) })
    }
}

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: Code,
    message: String,
    node: String,
}

impl Error {
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error { code, message: message.into(), node: String::new() }
    }

    pub fn code(&self) -> Code {
        self.code
    }

    /// What was wrong: the thing, what was expected, what came.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Name of the graph node at fault.
    pub fn node(&self) -> Option<&str> {
        (!self.node.is_empty()).then_some(self.node.as_str())
    }

    /// The error that a borrowed status tells of; None for success.
    ///
    /// # Safety
    /// `status` is NULL or a status that is alive.
    pub(crate) unsafe fn from_borrowed(status: *const sys::rnl_status_t) -> Option<Error> {
        if status.is_null() {
            return None;
        }
        Some(Error {
            code: Code::from_raw(sys::rnl_status_code(status)),
            message: text::owned(sys::rnl_status_message(status)),
            node: text::owned(sys::rnl_status_node(status)),
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for Error {}

/// Takes over the status of a call.
///
/// # Safety
/// `status` is what a call returned, and nobody else releases it.
#[inline]
pub(crate) unsafe fn check(status: *mut sys::rnl_status_t) -> Result<()> {
    if status.is_null() {
        Ok(())
    } else {
        Err(take(status))
    }
}

#[cold]
unsafe fn take(status: *mut sys::rnl_status_t) -> Error {
    let error = Error::from_borrowed(status);
    sys::rnl_status_release(status);
    error.unwrap_or_else(|| Error::new(Code::Unknown, ""))
}

/// The handle that a call puts into its out parameter.
///
/// # Safety
/// `call` passes the pointer to a call as an out parameter and returns its status.
pub(crate) unsafe fn made<T>(call: impl FnOnce(*mut *mut T) -> *mut sys::rnl_status_t) -> Result<NonNull<T>> {
    let mut out = ptr::null_mut();
    check(call(&mut out))?;
    NonNull::new(out).ok_or_else(|| Error::new(Code::Internal, "a call succeeded without a result"))
}
