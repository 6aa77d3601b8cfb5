//! Runnel's C ABI as Rust sees it. All but [`str_of`] comes from `c_api/runnel.h` by `tools/generate`; the texts
//! are the header's. The crate `runnel` is the safe layer over it.
#![no_std]
#![allow(non_camel_case_types)]

#[rustfmt::skip]
mod generated;
pub use generated::*;

use core::ffi::c_char;

/// A view of a string. The string must live as long as the view is used.
pub fn str_of(text: &[u8]) -> rnl_str_t {
    rnl_str_t { data: text.as_ptr() as *const c_char, size: text.len() }
}
