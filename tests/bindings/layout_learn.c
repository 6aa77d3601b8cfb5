// Prints what the compiler makes of runnel_learn.h. Made by tools/generate; not edited.
// clang-format off
#include <runnel/runnel_learn.h>
#include <stdio.h>

// Compiles only while the header has these prototypes.
rnl_status_t* rnl_learn_describe(rnl_bytes_t**);
rnl_status_t* rnl_learn_adapt(rnl_runtime_t*, rnl_str_t, rnl_tensor_t*, rnl_bytes_t**);
rnl_status_t* rnl_learn_model_create(rnl_runtime_t*, rnl_str_t, rnl_learn_model_t**);
rnl_learn_model_t* rnl_learn_model_retain(rnl_learn_model_t*);
void rnl_learn_model_release(rnl_learn_model_t*);
rnl_status_t* rnl_learn_model_add(rnl_learn_model_t*, rnl_str_t);
rnl_status_t* rnl_learn_model_input(rnl_learn_model_t*, rnl_str_t, rnl_dtype_t, int32_t, const int64_t*,
    rnl_learn_value_t*);
rnl_status_t* rnl_learn_model_call(rnl_learn_model_t*, rnl_str_t, const rnl_learn_value_t*, size_t,
    rnl_learn_value_t*);
rnl_status_t* rnl_learn_model_call_again(rnl_learn_model_t*, rnl_str_t, const rnl_learn_value_t*, size_t,
    rnl_learn_value_t*);
rnl_status_t* rnl_learn_model_set_outputs(rnl_learn_model_t*, const rnl_learn_value_t*, size_t);
rnl_status_t* rnl_learn_model_set_trainable(rnl_learn_model_t*, rnl_str_t, bool);
rnl_status_t* rnl_learn_model_value(rnl_learn_model_t*, rnl_learn_value_t, rnl_dtype_t*, int32_t*, int64_t*,
    size_t);
rnl_status_t* rnl_learn_model_inputs(rnl_learn_model_t*, rnl_learn_value_t*, size_t, size_t*);
rnl_status_t* rnl_learn_model_outputs(rnl_learn_model_t*, rnl_learn_value_t*, size_t, size_t*);
rnl_status_t* rnl_learn_model_layer_names(rnl_learn_model_t*, rnl_names_t**);
rnl_status_t* rnl_learn_model_value_name(rnl_learn_model_t*, rnl_learn_value_t, rnl_bytes_t**);
rnl_status_t* rnl_learn_model_summary(rnl_learn_model_t*, rnl_bytes_t**);
rnl_status_t* rnl_learn_model_define_layer(rnl_learn_model_t*, rnl_str_t, int32_t, const rnl_learn_weight_t*,
    size_t, rnl_learn_layer_fn_t, void*, rnl_drop_fn_t);
rnl_status_t* rnl_learn_model_define_loss(rnl_learn_model_t*, rnl_str_t, rnl_learn_layer_fn_t, void*,
    rnl_drop_fn_t);
rnl_status_t* rnl_learn_model_set_strategy(rnl_learn_model_t*, rnl_str_t);
rnl_status_t* rnl_learn_model_compile(rnl_learn_model_t*, rnl_str_t, rnl_str_t, rnl_str_t, const double*,
    size_t);
rnl_status_t* rnl_learn_model_fit(rnl_learn_model_t*, const rnl_learn_samples_t*, const rnl_learn_samples_t*,
    rnl_str_t, rnl_str_t, rnl_learn_progress_fn_t, void*, rnl_learn_history_t**);
rnl_status_t* rnl_learn_model_fit_dataset(rnl_learn_model_t*, rnl_dataset_t*, rnl_dataset_t*, rnl_str_t,
    rnl_str_t, rnl_learn_progress_fn_t, void*, rnl_learn_history_t**);
rnl_status_t* rnl_learn_model_evaluate_dataset(rnl_learn_model_t*, rnl_dataset_t*, int64_t,
    rnl_learn_history_t**);
rnl_status_t* rnl_learn_model_evaluate(rnl_learn_model_t*, const rnl_learn_samples_t*, int64_t,
    rnl_learn_history_t**);
rnl_status_t* rnl_learn_model_train_on_batch(rnl_learn_model_t*, const rnl_learn_samples_t*,
    rnl_learn_history_t**);
rnl_status_t* rnl_learn_model_predict(rnl_learn_model_t*, rnl_tensor_t* const*, size_t, int64_t,
    rnl_tensor_t**, size_t);
rnl_learn_history_t* rnl_learn_history_retain(rnl_learn_history_t*);
void rnl_learn_history_release(rnl_learn_history_t*);
size_t rnl_learn_history_num_epochs(const rnl_learn_history_t*);
size_t rnl_learn_history_num_values(const rnl_learn_history_t*, size_t);
rnl_str_t rnl_learn_history_name(const rnl_learn_history_t*, size_t, size_t);
double rnl_learn_history_value(const rnl_learn_history_t*, size_t, size_t);
rnl_status_t* rnl_learn_history_find(const rnl_learn_history_t*, size_t, rnl_str_t, double*);
rnl_str_t rnl_learn_history_stopped_by(const rnl_learn_history_t*);
rnl_status_t* rnl_learn_model_weight_names(rnl_learn_model_t*, rnl_names_t**);
rnl_status_t* rnl_learn_model_get_weights(rnl_learn_model_t*, rnl_tensor_t**, size_t);
rnl_status_t* rnl_learn_model_set_weights(rnl_learn_model_t*, rnl_tensor_t* const*, size_t);
rnl_status_t* rnl_learn_model_reset_states(rnl_learn_model_t*);
rnl_status_t* rnl_learn_model_save_weights(rnl_learn_model_t*, rnl_str_t);
rnl_status_t* rnl_learn_model_load_weights(rnl_learn_model_t*, rnl_str_t);
rnl_status_t* rnl_learn_model_open(rnl_runtime_t*, rnl_str_t, rnl_str_t, rnl_learn_model_t**);
rnl_status_t* rnl_learn_model_save(rnl_learn_model_t*, rnl_str_t, rnl_str_t);
rnl_status_t* rnl_learn_model_load(rnl_learn_model_t*, rnl_str_t, rnl_str_t);
rnl_status_t* rnl_learn_model_export(rnl_learn_model_t*, rnl_str_t);
rnl_status_t* rnl_learn_model_freeze(rnl_learn_model_t*, rnl_bytes_t**);
rnl_status_t* rnl_learn_model_session(rnl_learn_model_t*, rnl_session_t**);
rnl_status_t* rnl_learn_model_graph(rnl_learn_model_t*, rnl_graph_t**);
rnl_status_t* rnl_learn_model_output(rnl_learn_model_t*, rnl_learn_value_t, rnl_output_t*);
rnl_status_t* rnl_learn_config_create(rnl_runtime_t*, rnl_str_t, rnl_str_t, rnl_learn_config_t**);
rnl_learn_config_t* rnl_learn_config_retain(rnl_learn_config_t*);
void rnl_learn_config_release(rnl_learn_config_t*);
rnl_str_t rnl_learn_config_task_type(const rnl_learn_config_t*);
int64_t rnl_learn_config_task_index(const rnl_learn_config_t*);
bool rnl_learn_config_is_chief(const rnl_learn_config_t*);
rnl_str_t rnl_learn_config_model_dir(const rnl_learn_config_t*);
size_t rnl_learn_config_num_tasks(const rnl_learn_config_t*, rnl_str_t);
rnl_status_t* rnl_learn_config_start_server(const rnl_learn_config_t*, rnl_server_t**);
rnl_status_t* rnl_learn_trainer_create(rnl_graph_t*, const rnl_learn_config_t*, const rnl_learn_scaffold_t*,
    const rnl_session_options_t*, rnl_server_t*, rnl_learn_trainer_t**);
rnl_learn_trainer_t* rnl_learn_trainer_retain(rnl_learn_trainer_t*);
void rnl_learn_trainer_release(rnl_learn_trainer_t*);
rnl_status_t* rnl_learn_trainer_add_hook(rnl_learn_trainer_t*, const rnl_learn_hook_t*, void*, rnl_drop_fn_t);
rnl_status_t* rnl_learn_trainer_add_hooks(rnl_learn_trainer_t*, rnl_str_t);
rnl_graph_t* rnl_learn_hook_call_graph(const rnl_learn_hook_call_t*);
rnl_session_t* rnl_learn_hook_call_session(const rnl_learn_hook_call_t*);
int64_t rnl_learn_hook_call_step(const rnl_learn_hook_call_t*);
rnl_status_t* rnl_learn_hook_call_fetch(rnl_learn_hook_call_t*, rnl_output_t, size_t*);
rnl_status_t* rnl_learn_hook_call_feed(rnl_learn_hook_call_t*, rnl_output_t, rnl_tensor_t*);
size_t rnl_learn_hook_call_num_values(const rnl_learn_hook_call_t*);
rnl_status_t* rnl_learn_hook_call_value(const rnl_learn_hook_call_t*, size_t, rnl_tensor_t**);
void rnl_learn_hook_call_request_stop(rnl_learn_hook_call_t*);
rnl_str_t rnl_learn_hook_call_checkpoint(const rnl_learn_hook_call_t*);
rnl_status_t* rnl_learn_trainer_start(rnl_learn_trainer_t*);
rnl_status_t* rnl_learn_trainer_run(rnl_learn_trainer_t*, const rnl_output_t*, rnl_tensor_t* const*, size_t,
    const rnl_output_t*, rnl_tensor_t**, size_t, const rnl_node_t*, size_t);
rnl_status_t* rnl_learn_trainer_train(rnl_learn_trainer_t*, const rnl_node_t*, size_t);
bool rnl_learn_trainer_should_stop(const rnl_learn_trainer_t*);
void rnl_learn_trainer_request_stop(rnl_learn_trainer_t*);
rnl_status_t* rnl_learn_trainer_close(rnl_learn_trainer_t*);
int64_t rnl_learn_trainer_global_step(const rnl_learn_trainer_t*);
int64_t rnl_learn_trainer_recoveries(const rnl_learn_trainer_t*);
rnl_status_t* rnl_learn_trainer_session(rnl_learn_trainer_t*, rnl_session_t**);
size_t rnl_learn_trainer_num_final_values(const rnl_learn_trainer_t*);
rnl_status_t* rnl_learn_trainer_final_value(const rnl_learn_trainer_t*, size_t, rnl_tensor_t**);
rnl_status_t* rnl_learn_estimator_create(const rnl_learn_config_t*, rnl_learn_model_fn_t, void*,
    rnl_drop_fn_t, const rnl_session_options_t*, rnl_learn_estimator_t**);
rnl_status_t* rnl_learn_estimator_from_model(const rnl_learn_config_t*, rnl_learn_model_t*, const
    rnl_session_options_t*, rnl_learn_estimator_t**);
rnl_status_t* rnl_learn_estimator_from_spec(const rnl_learn_config_t*, rnl_str_t, const
    rnl_session_options_t*, rnl_learn_estimator_t**);
rnl_learn_estimator_t* rnl_learn_estimator_retain(rnl_learn_estimator_t*);
void rnl_learn_estimator_release(rnl_learn_estimator_t*);
rnl_graph_t* rnl_learn_model_call_graph(const rnl_learn_model_call_t*);
rnl_learn_mode_t rnl_learn_model_call_mode(const rnl_learn_model_call_t*);
size_t rnl_learn_model_call_num_features(const rnl_learn_model_call_t*);
rnl_str_t rnl_learn_model_call_feature_name(const rnl_learn_model_call_t*, size_t);
rnl_output_t rnl_learn_model_call_feature(const rnl_learn_model_call_t*, size_t);
size_t rnl_learn_model_call_num_labels(const rnl_learn_model_call_t*);
rnl_output_t rnl_learn_model_call_label(const rnl_learn_model_call_t*, size_t);
rnl_output_t rnl_learn_model_call_global_step(const rnl_learn_model_call_t*);
rnl_status_t* rnl_learn_model_call_minimize(rnl_learn_model_call_t*, rnl_output_t, rnl_str_t);
rnl_status_t* rnl_learn_model_call_set_loss(rnl_learn_model_call_t*, rnl_output_t);
rnl_status_t* rnl_learn_model_call_set_train_op(rnl_learn_model_call_t*, rnl_node_t);
rnl_status_t* rnl_learn_model_call_add_prediction(rnl_learn_model_call_t*, rnl_str_t, rnl_output_t);
rnl_status_t* rnl_learn_model_call_add_metric(rnl_learn_model_call_t*, rnl_str_t, rnl_str_t, rnl_output_t,
    rnl_output_t, rnl_output_t);
rnl_status_t* rnl_learn_estimator_warm_start(rnl_learn_estimator_t*, rnl_str_t, rnl_str_t);
rnl_status_t* rnl_learn_estimator_train(rnl_learn_estimator_t*, const rnl_learn_input_t*, rnl_str_t,
    rnl_str_t, const rnl_learn_hook_t*, void*);
rnl_status_t* rnl_learn_estimator_evaluate(rnl_learn_estimator_t*, const rnl_learn_input_t*, rnl_str_t,
    rnl_str_t, rnl_learn_history_t**);
rnl_status_t* rnl_learn_estimator_predict(rnl_learn_estimator_t*, const rnl_learn_input_t*, rnl_str_t,
    rnl_learn_predictions_t**);
rnl_learn_predictions_t* rnl_learn_predictions_retain(rnl_learn_predictions_t*);
void rnl_learn_predictions_release(rnl_learn_predictions_t*);
size_t rnl_learn_predictions_count(const rnl_learn_predictions_t*);
rnl_str_t rnl_learn_predictions_name(const rnl_learn_predictions_t*, size_t);
rnl_status_t* rnl_learn_predictions_next(rnl_learn_predictions_t*, rnl_tensor_t**, size_t, bool*);
rnl_status_t* rnl_learn_estimator_train_and_evaluate(rnl_learn_estimator_t*, const rnl_learn_input_t*,
    rnl_str_t, const rnl_learn_input_t*, rnl_str_t, rnl_str_t, const rnl_learn_hook_t*, void*,
    rnl_learn_history_t**);
rnl_status_t* rnl_learn_estimator_export(rnl_learn_estimator_t*, rnl_str_t, const rnl_learn_input_t*,
    rnl_str_t, rnl_bytes_t**);
void rnl_learn_estimator_request_stop(rnl_learn_estimator_t*);

#define SIZE(type)                                                        \
  do {                                                                     \
    struct rnl_padded { char c; type x; };                                 \
    printf("size " #type " %zu align %zu\n", sizeof(type), offsetof(struct rnl_padded, x)); \
  } while (0)
#define OFFSET(type, field) printf("offset " #type "." #field " %zu\n", offsetof(type, field))
#define VALUE(name) printf("value " #name " %lld\n", (long long)(name))

int main(void) {
  SIZE(rnl_learn_weight_t);
  OFFSET(rnl_learn_weight_t, name);
  OFFSET(rnl_learn_weight_t, shape);
  OFFSET(rnl_learn_weight_t, initializer);
  SIZE(rnl_learn_samples_t);
  OFFSET(rnl_learn_samples_t, struct_size);
  OFFSET(rnl_learn_samples_t, inputs);
  OFFSET(rnl_learn_samples_t, num_inputs);
  OFFSET(rnl_learn_samples_t, targets);
  OFFSET(rnl_learn_samples_t, num_targets);
  OFFSET(rnl_learn_samples_t, weights);
  SIZE(rnl_learn_progress_t);
  OFFSET(rnl_learn_progress_t, struct_size);
  OFFSET(rnl_learn_progress_t, epoch);
  OFFSET(rnl_learn_progress_t, epochs);
  OFFSET(rnl_learn_progress_t, batch);
  OFFSET(rnl_learn_progress_t, batches);
  OFFSET(rnl_learn_progress_t, epoch_ends);
  OFFSET(rnl_learn_progress_t, names);
  OFFSET(rnl_learn_progress_t, values);
  OFFSET(rnl_learn_progress_t, num_values);
  SIZE(rnl_learn_scaffold_t);
  OFFSET(rnl_learn_scaffold_t, struct_size);
  OFFSET(rnl_learn_scaffold_t, init_op);
  OFFSET(rnl_learn_scaffold_t, local_init_op);
  OFFSET(rnl_learn_scaffold_t, ready_op);
  OFFSET(rnl_learn_scaffold_t, global_step);
  OFFSET(rnl_learn_scaffold_t, summary_op);
  OFFSET(rnl_learn_scaffold_t, checkpoint);
  OFFSET(rnl_learn_scaffold_t, meta);
  OFFSET(rnl_learn_scaffold_t, finalize_op);
  SIZE(rnl_learn_hook_t);
  OFFSET(rnl_learn_hook_t, struct_size);
  OFFSET(rnl_learn_hook_t, name);
  OFFSET(rnl_learn_hook_t, begin);
  OFFSET(rnl_learn_hook_t, after_create_session);
  OFFSET(rnl_learn_hook_t, before_run);
  OFFSET(rnl_learn_hook_t, after_run);
  OFFSET(rnl_learn_hook_t, end);
  OFFSET(rnl_learn_hook_t, before_save);
  OFFSET(rnl_learn_hook_t, after_save);
  SIZE(rnl_learn_input_t);
  OFFSET(rnl_learn_input_t, struct_size);
  OFFSET(rnl_learn_input_t, dataset);
  OFFSET(rnl_learn_input_t, feature_names);
  OFFSET(rnl_learn_input_t, num_features);
  SIZE(rnl_learn_value_t);
  SIZE(rnl_learn_mode_t);
  SIZE(rnl_learn_layer_fn_t);
  SIZE(rnl_learn_progress_fn_t);
  SIZE(rnl_learn_hook_fn_t);
  SIZE(rnl_learn_model_fn_t);
  VALUE(RNL_LEARN_TRAIN);
  VALUE(RNL_LEARN_EVALUATE);
  VALUE(RNL_LEARN_PREDICT);
  return 0;
}
