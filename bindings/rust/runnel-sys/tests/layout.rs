//! The layouts that the golden files of c_api promise. Made by tools/generate; not to be edited.
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
    assert_eq!((size_of::<rnl_learn_weight_t>(), align_of::<rnl_learn_weight_t>()), (48, 8));
    assert_eq!(offset_of!(rnl_learn_weight_t, name), 0);
    assert_eq!(offset_of!(rnl_learn_weight_t, shape), 16);
    assert_eq!(offset_of!(rnl_learn_weight_t, initializer), 32);
    assert_eq!((size_of::<rnl_learn_samples_t>(), align_of::<rnl_learn_samples_t>()), (48, 8));
    assert_eq!(offset_of!(rnl_learn_samples_t, struct_size), 0);
    assert_eq!(offset_of!(rnl_learn_samples_t, inputs), 8);
    assert_eq!(offset_of!(rnl_learn_samples_t, num_inputs), 16);
    assert_eq!(offset_of!(rnl_learn_samples_t, targets), 24);
    assert_eq!(offset_of!(rnl_learn_samples_t, num_targets), 32);
    assert_eq!(offset_of!(rnl_learn_samples_t, weights), 40);
    assert_eq!((size_of::<rnl_learn_progress_t>(), align_of::<rnl_learn_progress_t>()), (72, 8));
    assert_eq!(offset_of!(rnl_learn_progress_t, struct_size), 0);
    assert_eq!(offset_of!(rnl_learn_progress_t, epoch), 8);
    assert_eq!(offset_of!(rnl_learn_progress_t, epochs), 16);
    assert_eq!(offset_of!(rnl_learn_progress_t, batch), 24);
    assert_eq!(offset_of!(rnl_learn_progress_t, batches), 32);
    assert_eq!(offset_of!(rnl_learn_progress_t, epoch_ends), 40);
    assert_eq!(offset_of!(rnl_learn_progress_t, names), 48);
    assert_eq!(offset_of!(rnl_learn_progress_t, values), 56);
    assert_eq!(offset_of!(rnl_learn_progress_t, num_values), 64);
    assert_eq!((size_of::<rnl_learn_scaffold_t>(), align_of::<rnl_learn_scaffold_t>()), (128, 8));
    assert_eq!(offset_of!(rnl_learn_scaffold_t, struct_size), 0);
    assert_eq!(offset_of!(rnl_learn_scaffold_t, init_op), 8);
    assert_eq!(offset_of!(rnl_learn_scaffold_t, local_init_op), 24);
    assert_eq!(offset_of!(rnl_learn_scaffold_t, ready_op), 40);
    assert_eq!(offset_of!(rnl_learn_scaffold_t, global_step), 56);
    assert_eq!(offset_of!(rnl_learn_scaffold_t, summary_op), 72);
    assert_eq!(offset_of!(rnl_learn_scaffold_t, checkpoint), 88);
    assert_eq!(offset_of!(rnl_learn_scaffold_t, meta), 104);
    assert_eq!(offset_of!(rnl_learn_scaffold_t, finalize_op), 112);
    assert_eq!((size_of::<rnl_learn_hook_t>(), align_of::<rnl_learn_hook_t>()), (80, 8));
    assert_eq!(offset_of!(rnl_learn_hook_t, struct_size), 0);
    assert_eq!(offset_of!(rnl_learn_hook_t, name), 8);
    assert_eq!(offset_of!(rnl_learn_hook_t, begin), 24);
    assert_eq!(offset_of!(rnl_learn_hook_t, after_create_session), 32);
    assert_eq!(offset_of!(rnl_learn_hook_t, before_run), 40);
    assert_eq!(offset_of!(rnl_learn_hook_t, after_run), 48);
    assert_eq!(offset_of!(rnl_learn_hook_t, end), 56);
    assert_eq!(offset_of!(rnl_learn_hook_t, before_save), 64);
    assert_eq!(offset_of!(rnl_learn_hook_t, after_save), 72);
    assert_eq!((size_of::<rnl_learn_input_t>(), align_of::<rnl_learn_input_t>()), (32, 8));
    assert_eq!(offset_of!(rnl_learn_input_t, struct_size), 0);
    assert_eq!(offset_of!(rnl_learn_input_t, dataset), 8);
    assert_eq!(offset_of!(rnl_learn_input_t, feature_names), 16);
    assert_eq!(offset_of!(rnl_learn_input_t, num_features), 24);
    assert_eq!((size_of::<rnl_code_t>(), align_of::<rnl_code_t>()), (4, 4));
    assert_eq!((size_of::<rnl_dtype_t>(), align_of::<rnl_dtype_t>()), (4, 4));
    assert_eq!((size_of::<rnl_severity_t>(), align_of::<rnl_severity_t>()), (4, 4));
    assert_eq!((size_of::<rnl_node_t>(), align_of::<rnl_node_t>()), (4, 4));
    assert_eq!((size_of::<rnl_collection_kind_t>(), align_of::<rnl_collection_kind_t>()), (4, 4));
    assert_eq!((size_of::<rnl_learn_value_t>(), align_of::<rnl_learn_value_t>()), (4, 4));
    assert_eq!((size_of::<rnl_learn_mode_t>(), align_of::<rnl_learn_mode_t>()), (4, 4));
    assert_eq!(size_of::<Option<rnl_log_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_alloc_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_free_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_drop_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_deleter_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_host_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_done_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_generate_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_gradient_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_learn_layer_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_learn_progress_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_learn_hook_fn_t>>(), 8);
    assert_eq!(size_of::<Option<rnl_learn_model_fn_t>>(), 8);
}

#[test]
fn the_library_is_of_this_header() {
    // SAFETY: both calls take and give numbers only.
    unsafe {
        assert_eq!(rnl_abi_version(), RNL_ABI_VERSION);
        assert!(rnl_require(RNL_ABI_VERSION).is_null());
    }
}
