//! The layouts that c_api/abi.golden promises. Made by tools/generate; not to be edited.
use runnel_sys::*;
use std::mem::{align_of, offset_of, size_of};

#[test]
fn layouts_are_those_of_the_header() {
    assert_eq!((size_of::<rnl_str_t>(), align_of::<rnl_str_t>()), (16, 8));
    assert_eq!(offset_of!(rnl_str_t, data), 0);
    assert_eq!(offset_of!(rnl_str_t, size), 8);
    assert_eq!((size_of::<rnl_output_t>(), align_of::<rnl_output_t>()), (8, 4));
    assert_eq!(offset_of!(rnl_output_t, node), 0);
    assert_eq!(offset_of!(rnl_output_t, index), 4);
    assert_eq!((size_of::<rnl_code_t>(), align_of::<rnl_code_t>()), (4, 4));
    assert_eq!((size_of::<rnl_dtype_t>(), align_of::<rnl_dtype_t>()), (4, 4));
    assert_eq!((size_of::<rnl_severity_t>(), align_of::<rnl_severity_t>()), (4, 4));
    assert_eq!((size_of::<rnl_node_t>(), align_of::<rnl_node_t>()), (4, 4));
    assert_eq!((size_of::<rnl_collection_kind_t>(), align_of::<rnl_collection_kind_t>()), (4, 4));
    assert_eq!(size_of::<Option<rnl_log_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_alloc_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_free_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_drop_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_deleter_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_host_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_done_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_generate_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_gradient_fn_t>>(), 8);
}

#[test]
fn the_library_is_of_this_header() {
    // SAFETY: both calls take and give numbers only.
    unsafe {
        assert_eq!(rnl_abi_version(), RNL_ABI_VERSION);
        assert!(rnl_require(RNL_ABI_VERSION).is_null());
    }
}
