//! Strings, lists and durations that cross into C and back.
use crate::sys;
use std::ptr::NonNull;
use std::time::Duration;

pub(crate) fn view(text: &str) -> sys::rnl_str_t {
    sys::str_of(text.as_bytes())
}

pub(crate) fn views(texts: &[&str]) -> Vec<sys::rnl_str_t> {
    texts.iter().map(|t| view(t)).collect()
}

/// The bytes of a view.
///
/// # Safety
/// What the view is borrowed from lives for `'a`.
pub(crate) unsafe fn bytes<'a>(text: sys::rnl_str_t) -> &'a [u8] {
    if text.size == 0 {
        return &[];
    }
    std::slice::from_raw_parts(text.data.cast(), text.size)
}

/// A copy of a view as text; what is not UTF-8 is replaced.
///
/// # Safety
/// What the view is borrowed from is alive.
pub(crate) unsafe fn owned(text: sys::rnl_str_t) -> String {
    String::from_utf8_lossy(bytes(text)).into_owned()
}

/// An empty view, to be filled by a call.
pub(crate) const EMPTY: sys::rnl_str_t = sys::rnl_str_t { data: std::ptr::null(), size: 0 };

/// Takes over a `rnl_bytes_t`.
pub(crate) fn take_bytes(raw: NonNull<sys::rnl_bytes_t>) -> Vec<u8> {
    // SAFETY: the reference is ours until it is released here, after its bytes were copied.
    unsafe {
        let copy = bytes(sys::rnl_bytes_view(raw.as_ptr())).to_vec();
        sys::rnl_bytes_release(raw.as_ptr());
        copy
    }
}

/// Takes over a `rnl_names_t`.
pub(crate) fn take_names(raw: NonNull<sys::rnl_names_t>) -> Vec<String> {
    // SAFETY: as in take_bytes.
    unsafe {
        let count = sys::rnl_names_count(raw.as_ptr());
        let names = (0..count).map(|i| owned(sys::rnl_names_get(raw.as_ptr(), i))).collect();
        sys::rnl_names_release(raw.as_ptr());
        names
    }
}

/// A pointer to the elements, NULL for none: an empty slice's own pointer dangles.
pub(crate) fn pointer<T>(slice: &[T]) -> *const T {
    if slice.is_empty() {
        std::ptr::null()
    } else {
        slice.as_ptr()
    }
}

/// Whole milliseconds, rounded up.
pub(crate) fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos().div_ceil(1_000_000)).unwrap_or(i64::MAX)
}
