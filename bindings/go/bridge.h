// What cgo needs beside runnel.h: callbacks of C that call Go, with a handle where C has a pointer of
// the caller's.
#ifndef RUNNEL_GO_BRIDGE_H_
#define RUNNEL_GO_BRIDGE_H_

#include <runnel/runnel.h>
#include <runnel/runnel_learn.h>

// A tensor, and what it shows as long as it lives.
typedef struct runnel_go_tensor_t {
  rnl_tensor_t* raw;
  const void* data;  // NULL for strings, elements on a device, and none
  int64_t count;
  rnl_dtype_t dtype;
} runnel_go_tensor_t;

runnel_go_tensor_t runnel_go_show(rnl_tensor_t* tensor);
// Releases what `place` has, and takes `tensor` over.
void runnel_go_replace(runnel_go_tensor_t* place, rnl_tensor_t* tensor);
// What one call of a callable passes, in one block of C memory, so that cgo has nothing to look through.
typedef struct runnel_go_call_t {
  rnl_callable_t* callable;
  rnl_tensor_t** feeds;
  rnl_tensor_t** got;           // room for the fetches
  runnel_go_tensor_t* fetches;  // what they replace
  size_t num_feeds, num_fetches;
} runnel_go_call_t;

// NULL if memory is exhausted. It keeps the callable.
runnel_go_call_t* runnel_go_call_create(rnl_callable_t* callable, size_t num_feeds, size_t num_fetches);
void runnel_go_call_free(uintptr_t call);
// Runs it and replaces its fetches; leaves them if it fails. `call` is its address: of a pointer's cgo
// would look through what it points to.
rnl_status_t* runnel_go_call(uintptr_t call);
rnl_status_t* runnel_go_start_call(uintptr_t call, const rnl_run_options_t* options, uintptr_t waiter);
// Nodes with this token call `function`, which is deleted when none does any more; 0: none is there.
rnl_status_t* runnel_go_set_function(rnl_runtime_t* runtime, rnl_str_t token, uintptr_t function);
// `log` is deleted when no runtime has it any more.
rnl_status_t* runnel_go_set_log(rnl_runtime_options_t* options, uintptr_t log);
rnl_status_t* runnel_go_start(rnl_session_t* session, const rnl_run_options_t* options,
                              const rnl_output_t* feed_outputs, rnl_tensor_t* const* feeds,
                              size_t num_feeds, const rnl_output_t* fetch_outputs, size_t num_fetches,
                              const rnl_node_t* targets, size_t num_targets, uintptr_t waiter);
// rnl_tape_record with `call`, which is deleted when no tape has it any more.
rnl_status_t* runnel_go_record(rnl_tape_t* tape, rnl_tensor_t* const* inputs, size_t num_inputs,
                               rnl_tensor_t* const* outputs, size_t num_outputs, uintptr_t call);
// rnl_dataset_from_generator with `generator`, which is deleted when nothing can call it any more, also
// if this fails.
rnl_status_t* runnel_go_generate(rnl_runtime_t* runtime, const rnl_dtype_t* dtypes, size_t count,
                                 uintptr_t generator, rnl_dataset_t** out_dataset);

// Samples in one list, since a struct of Go's that points to lists of Go's must not pass: inputs, then
// targets, then weights.
typedef struct runnel_go_samples_t {
  rnl_tensor_t** tensors;
  size_t num_inputs, num_targets;
  bool has_weights;
} runnel_go_samples_t;

// rnl_learn_model_fit, which tells `progress` of batches and epochs; 0: nobody.
rnl_status_t* runnel_go_fit(rnl_learn_model_t* model, runnel_go_samples_t samples,
                            runnel_go_samples_t validation, bool validates, rnl_str_t options,
                            rnl_str_t callbacks, uintptr_t progress, rnl_learn_history_t** out_history);
rnl_status_t* runnel_go_fit_dataset(rnl_learn_model_t* model, rnl_dataset_t* dataset,
                                    rnl_dataset_t* validation, rnl_str_t options, rnl_str_t callbacks,
                                    uintptr_t progress, rnl_learn_history_t** out_history);
rnl_status_t* runnel_go_evaluate(rnl_learn_model_t* model, runnel_go_samples_t samples,
                                 int64_t batch_size, rnl_learn_history_t** out_history);
rnl_status_t* runnel_go_train_on_batch(rnl_learn_model_t* model, runnel_go_samples_t samples,
                                       rnl_learn_history_t** out_history);
// Three texts for each weight: name, shape, initializer. The model deletes `function` in the end, unless
// this fails.
rnl_status_t* runnel_go_define_layer(rnl_learn_model_t* model, rnl_str_t name, int32_t num_inputs,
                                     const rnl_str_t* weights, size_t num_weights, uintptr_t function);
rnl_status_t* runnel_go_define_loss(rnl_learn_model_t* model, rnl_str_t name, uintptr_t function);

// What a trainer needs to know of a graph, in one list: init_op, local_init_op, ready_op, global_step,
// summary_op, checkpoint.
rnl_status_t* runnel_go_trainer_create(rnl_graph_t* graph, const rnl_learn_config_t* config,
                                       const rnl_str_t* scaffold, const rnl_meta_graph_t* meta,
                                       const rnl_session_options_t* options, rnl_server_t* server,
                                       rnl_learn_trainer_t** out_trainer);
// The trainer deletes `hook` in the end, unless this fails.
rnl_status_t* runnel_go_add_hook(rnl_learn_trainer_t* trainer, rnl_str_t name, uintptr_t hook);

// A dataset with the names of its features.
typedef struct runnel_go_input_t {
  rnl_dataset_t* dataset;
  const rnl_str_t* names;
  size_t num_names;
} runnel_go_input_t;

// The estimator deletes `function` in the end, unless this fails.
rnl_status_t* runnel_go_estimator_create(const rnl_learn_config_t* config, uintptr_t function,
                                         const rnl_session_options_t* options,
                                         rnl_learn_estimator_t** out_estimator);
// `hook`, which may be 0, stays the caller's here and below.
rnl_status_t* runnel_go_estimator_train(rnl_learn_estimator_t* estimator, runnel_go_input_t input,
                                        rnl_str_t options, rnl_str_t hooks, rnl_str_t hook_name,
                                        uintptr_t hook);
rnl_status_t* runnel_go_estimator_evaluate(rnl_learn_estimator_t* estimator, runnel_go_input_t input,
                                           rnl_str_t options, rnl_str_t hooks,
                                           rnl_learn_history_t** out_history);
rnl_status_t* runnel_go_estimator_predict(rnl_learn_estimator_t* estimator, runnel_go_input_t input,
                                          rnl_str_t options, rnl_learn_predictions_t** out_predictions);
rnl_status_t* runnel_go_train_and_evaluate(rnl_learn_estimator_t* estimator, runnel_go_input_t train,
                                           rnl_str_t train_options, runnel_go_input_t evaluate,
                                           rnl_str_t evaluate_options, rnl_str_t hooks,
                                           rnl_str_t hook_name, uintptr_t hook,
                                           rnl_learn_history_t** out_history);
rnl_status_t* runnel_go_estimator_export(rnl_learn_estimator_t* estimator, rnl_str_t base,
                                         runnel_go_input_t input, rnl_str_t checkpoint,
                                         rnl_bytes_t** out_folder);

#endif  // RUNNEL_GO_BRIDGE_H_
