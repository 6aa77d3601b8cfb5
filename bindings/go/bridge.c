#include "bridge.h"

#include <stdlib.h>

#include "_cgo_export.h"

static void on_log(void* arg, rnl_severity_t severity, rnl_str_t message) {
  runnelGoLog((uintptr_t)arg, severity, message);
}

static void on_done(void* arg, rnl_status_t* status, rnl_tensor_t* const* fetches, size_t num_fetches) {
  runnelGoDone((uintptr_t)arg, status, (rnl_tensor_t**)fetches, num_fetches);
}

static void on_drop(void* arg) { runnelGoDrop((uintptr_t)arg); }

static rnl_status_t* on_call(void* arg, rnl_host_call_t* call) {
  return runnelGoCall((uintptr_t)arg, (uintptr_t)call);
}

rnl_status_t* runnel_go_set_function(rnl_runtime_t* runtime, rnl_str_t token, uintptr_t function) {
  if (function == 0) return rnl_runtime_set_host_function(runtime, token, NULL, NULL, NULL);
  return rnl_runtime_set_host_function(runtime, token, on_call, (void*)function, on_drop);
}

rnl_status_t* runnel_go_set_log(rnl_runtime_options_t* options, uintptr_t log) {
  return rnl_runtime_options_set_owned_log(options, on_log, (void*)log, on_drop);
}

runnel_go_tensor_t runnel_go_show(rnl_tensor_t* tensor) {
  runnel_go_tensor_t shown;
  shown.raw = tensor;
  shown.data = rnl_tensor_data(tensor);
  shown.count = rnl_tensor_num_elements(tensor);
  shown.dtype = rnl_tensor_dtype(tensor);
  return shown;
}

void runnel_go_replace(runnel_go_tensor_t* place, rnl_tensor_t* tensor) {
  rnl_tensor_release(place->raw);
  *place = runnel_go_show(tensor);
}

runnel_go_call_t* runnel_go_call_create(rnl_callable_t* callable, size_t num_feeds, size_t num_fetches) {
  const size_t pointers = num_feeds + num_fetches;
  runnel_go_call_t* call = calloc(
      1, sizeof(*call) + num_fetches * sizeof(runnel_go_tensor_t) + pointers * sizeof(rnl_tensor_t*));
  if (call == NULL) return NULL;
  call->callable = rnl_callable_retain(callable);
  call->num_feeds = num_feeds;
  call->num_fetches = num_fetches;
  call->fetches = (runnel_go_tensor_t*)(call + 1);
  call->feeds = (rnl_tensor_t**)(call->fetches + num_fetches);
  call->got = call->feeds + num_feeds;
  return call;
}

void runnel_go_call_free(uintptr_t call) {
  rnl_callable_release(((runnel_go_call_t*)call)->callable);
  free((void*)call);
}

rnl_status_t* runnel_go_call(uintptr_t call) {
  const runnel_go_call_t* c = (const runnel_go_call_t*)call;
  rnl_status_t* status =
      rnl_callable_run(c->callable, NULL, c->feeds, c->num_feeds, c->got, c->num_fetches, NULL);
  for (size_t i = 0; status == NULL && i < c->num_fetches; ++i)
    runnel_go_replace(&c->fetches[i], c->got[i]);
  return status;
}

rnl_status_t* runnel_go_start_call(uintptr_t call, const rnl_run_options_t* options, uintptr_t waiter) {
  const runnel_go_call_t* c = (const runnel_go_call_t*)call;
  return rnl_callable_run_callback(c->callable, options, c->feeds, c->num_feeds, on_done, (void*)waiter);
}

rnl_status_t* runnel_go_start(rnl_session_t* session, const rnl_run_options_t* options,
                              const rnl_output_t* feed_outputs, rnl_tensor_t* const* feeds,
                              size_t num_feeds, const rnl_output_t* fetch_outputs, size_t num_fetches,
                              const rnl_node_t* targets, size_t num_targets, uintptr_t waiter) {
  return rnl_session_run_callback(session, options, feed_outputs, feeds, num_feeds, fetch_outputs,
                                  num_fetches, targets, num_targets, on_done, (void*)waiter);
}

static rnl_status_t* on_gradient(void* arg, rnl_tape_t* tape, rnl_tensor_t* const* output_gradients,
                                 size_t num_outputs, rnl_tensor_t** input_gradients, size_t num_inputs) {
  return runnelGoGradient((uintptr_t)arg, tape, (rnl_tensor_t**)output_gradients, num_outputs,
                          input_gradients, num_inputs);
}

rnl_status_t* runnel_go_record(rnl_tape_t* tape, rnl_tensor_t* const* inputs, size_t num_inputs,
                               rnl_tensor_t* const* outputs, size_t num_outputs, uintptr_t call) {
  return rnl_tape_record(tape, inputs, num_inputs, outputs, num_outputs, on_gradient, (void*)call,
                         on_drop);
}

static rnl_status_t* on_generate(void* arg, int64_t index, rnl_tensor_t** out_tensors, size_t count) {
  return runnelGoGenerate((uintptr_t)arg, index, out_tensors, count);
}

rnl_status_t* runnel_go_generate(rnl_runtime_t* runtime, const rnl_dtype_t* dtypes, size_t count,
                                 uintptr_t generator, rnl_dataset_t** out_dataset) {
  return rnl_dataset_from_generator(runtime, dtypes, count, on_generate, (void*)generator, on_drop,
                                    out_dataset);
}

static rnl_learn_samples_t to_samples(const runnel_go_samples_t* given) {
  rnl_learn_samples_t samples;
  samples.struct_size = sizeof(samples);
  samples.inputs = given->tensors;
  samples.num_inputs = given->num_inputs;
  samples.targets = given->tensors + given->num_inputs;
  samples.num_targets = given->num_targets;
  samples.weights = given->has_weights ? given->tensors[given->num_inputs + given->num_targets] : NULL;
  return samples;
}

static rnl_status_t* on_progress(void* arg, const rnl_learn_progress_t* progress) {
  return runnelGoProgress((uintptr_t)arg, (rnl_learn_progress_t*)progress);
}

rnl_status_t* runnel_go_fit(rnl_learn_model_t* model, runnel_go_samples_t samples,
                            runnel_go_samples_t validation, bool validates, rnl_str_t options,
                            rnl_str_t callbacks, uintptr_t progress, rnl_learn_history_t** out_history) {
  const rnl_learn_samples_t trained = to_samples(&samples);
  const rnl_learn_samples_t checked = to_samples(&validation);
  return rnl_learn_model_fit(model, &trained, validates ? &checked : NULL, options, callbacks,
                             progress == 0 ? NULL : on_progress, (void*)progress, out_history);
}

rnl_status_t* runnel_go_fit_dataset(rnl_learn_model_t* model, rnl_dataset_t* dataset,
                                    rnl_dataset_t* validation, rnl_str_t options, rnl_str_t callbacks,
                                    uintptr_t progress, rnl_learn_history_t** out_history) {
  return rnl_learn_model_fit_dataset(model, dataset, validation, options, callbacks,
                                     progress == 0 ? NULL : on_progress, (void*)progress, out_history);
}

rnl_status_t* runnel_go_evaluate(rnl_learn_model_t* model, runnel_go_samples_t samples,
                                 int64_t batch_size, rnl_learn_history_t** out_history) {
  const rnl_learn_samples_t given = to_samples(&samples);
  return rnl_learn_model_evaluate(model, &given, batch_size, out_history);
}

rnl_status_t* runnel_go_train_on_batch(rnl_learn_model_t* model, runnel_go_samples_t samples,
                                       rnl_learn_history_t** out_history) {
  const rnl_learn_samples_t given = to_samples(&samples);
  return rnl_learn_model_train_on_batch(model, &given, out_history);
}

static rnl_status_t* on_nodes(void* arg, rnl_graph_t* graph, const rnl_output_t* inputs,
                              size_t num_inputs, const rnl_output_t* weights, size_t num_weights,
                              bool training, rnl_output_t* out_output) {
  return runnelGoAddNodes((uintptr_t)arg, graph, (rnl_output_t*)inputs, num_inputs,
                          (rnl_output_t*)weights, num_weights, training, out_output);
}

rnl_status_t* runnel_go_define_layer(rnl_learn_model_t* model, rnl_str_t name, int32_t num_inputs,
                                     const rnl_str_t* weights, size_t num_weights, uintptr_t function) {
  rnl_learn_weight_t* made = calloc(num_weights + 1, sizeof(*made));
  rnl_status_t* status;
  if (made == NULL) return rnl_status_create(RNL_RESOURCE_EXHAUSTED, rnl_str("no memory for weights"));
  for (size_t i = 0; i < num_weights; ++i) {
    made[i].name = weights[3 * i];
    made[i].shape = weights[3 * i + 1];
    made[i].initializer = weights[3 * i + 2];
  }
  status = rnl_learn_model_define_layer(model, name, num_inputs, made, num_weights, on_nodes,
                                        (void*)function, on_drop);
  free(made);
  return status;
}

rnl_status_t* runnel_go_define_loss(rnl_learn_model_t* model, rnl_str_t name, uintptr_t function) {
  return rnl_learn_model_define_loss(model, name, on_nodes, (void*)function, on_drop);
}

// Numbers of a hook's functions, in the order of runnelGoHook.
static rnl_status_t* on_begin(void* arg, rnl_learn_hook_call_t* call) {
  return runnelGoHook((uintptr_t)arg, 0, (uintptr_t)call);
}
static rnl_status_t* on_create_session(void* arg, rnl_learn_hook_call_t* call) {
  return runnelGoHook((uintptr_t)arg, 1, (uintptr_t)call);
}
static rnl_status_t* on_before_run(void* arg, rnl_learn_hook_call_t* call) {
  return runnelGoHook((uintptr_t)arg, 2, (uintptr_t)call);
}
static rnl_status_t* on_after_run(void* arg, rnl_learn_hook_call_t* call) {
  return runnelGoHook((uintptr_t)arg, 3, (uintptr_t)call);
}
static rnl_status_t* on_end(void* arg, rnl_learn_hook_call_t* call) {
  return runnelGoHook((uintptr_t)arg, 4, (uintptr_t)call);
}
static rnl_status_t* on_before_save(void* arg, rnl_learn_hook_call_t* call) {
  return runnelGoHook((uintptr_t)arg, 5, (uintptr_t)call);
}
static rnl_status_t* on_after_save(void* arg, rnl_learn_hook_call_t* call) {
  return runnelGoHook((uintptr_t)arg, 6, (uintptr_t)call);
}

static rnl_learn_hook_t to_hook(rnl_str_t name) {
  rnl_learn_hook_t hook;
  hook.struct_size = sizeof(hook);
  hook.name = name;
  hook.begin = on_begin;
  hook.after_create_session = on_create_session;
  hook.before_run = on_before_run;
  hook.after_run = on_after_run;
  hook.end = on_end;
  hook.before_save = on_before_save;
  hook.after_save = on_after_save;
  return hook;
}

rnl_status_t* runnel_go_trainer_create(rnl_graph_t* graph, const rnl_learn_config_t* config,
                                       const rnl_str_t* scaffold, const rnl_meta_graph_t* meta,
                                       const rnl_session_options_t* options, rnl_server_t* server,
                                       rnl_learn_trainer_t** out_trainer) {
  rnl_learn_scaffold_t given;
  given.struct_size = sizeof(given);
  given.init_op = scaffold[0];
  given.local_init_op = scaffold[1];
  given.ready_op = scaffold[2];
  given.global_step = scaffold[3];
  given.summary_op = scaffold[4];
  given.checkpoint = scaffold[5];
  given.finalize_op = scaffold[6];
  given.meta = meta;
  return rnl_learn_trainer_create(graph, config, &given, options, server, out_trainer);
}

rnl_status_t* runnel_go_add_hook(rnl_learn_trainer_t* trainer, rnl_str_t name, uintptr_t hook) {
  const rnl_learn_hook_t given = to_hook(name);
  return rnl_learn_trainer_add_hook(trainer, &given, (void*)hook, on_drop);
}

static rnl_learn_input_t to_input(const runnel_go_input_t* given) {
  rnl_learn_input_t input;
  input.struct_size = sizeof(input);
  input.dataset = given->dataset;
  input.feature_names = given->names;
  input.num_features = given->num_names;
  return input;
}

static rnl_status_t* on_model(void* arg, rnl_learn_model_call_t* call) {
  return runnelGoModel((uintptr_t)arg, (uintptr_t)call);
}

rnl_status_t* runnel_go_estimator_create(const rnl_learn_config_t* config, uintptr_t function,
                                         const rnl_session_options_t* options,
                                         rnl_learn_estimator_t** out_estimator) {
  return rnl_learn_estimator_create(config, on_model, (void*)function, on_drop, options, out_estimator);
}

rnl_status_t* runnel_go_estimator_train(rnl_learn_estimator_t* estimator, runnel_go_input_t input,
                                        rnl_str_t options, rnl_str_t hooks, rnl_str_t hook_name,
                                        uintptr_t hook) {
  const rnl_learn_input_t given = to_input(&input);
  const rnl_learn_hook_t own = to_hook(hook_name);
  return rnl_learn_estimator_train(estimator, &given, options, hooks, hook == 0 ? NULL : &own,
                                   (void*)hook);
}

rnl_status_t* runnel_go_estimator_evaluate(rnl_learn_estimator_t* estimator, runnel_go_input_t input,
                                           rnl_str_t options, rnl_str_t hooks,
                                           rnl_learn_history_t** out_history) {
  const rnl_learn_input_t given = to_input(&input);
  return rnl_learn_estimator_evaluate(estimator, &given, options, hooks, out_history);
}

rnl_status_t* runnel_go_estimator_predict(rnl_learn_estimator_t* estimator, runnel_go_input_t input,
                                          rnl_str_t options, rnl_learn_predictions_t** out_predictions) {
  const rnl_learn_input_t given = to_input(&input);
  return rnl_learn_estimator_predict(estimator, &given, options, out_predictions);
}

rnl_status_t* runnel_go_train_and_evaluate(rnl_learn_estimator_t* estimator, runnel_go_input_t train,
                                           rnl_str_t train_options, runnel_go_input_t evaluate,
                                           rnl_str_t evaluate_options, rnl_str_t hooks,
                                           rnl_str_t hook_name, uintptr_t hook,
                                           rnl_learn_history_t** out_history) {
  const rnl_learn_input_t trained = to_input(&train), evaluated = to_input(&evaluate);
  const rnl_learn_hook_t own = to_hook(hook_name);
  return rnl_learn_estimator_train_and_evaluate(estimator, &trained, train_options, &evaluated,
                                                evaluate_options, hooks, hook == 0 ? NULL : &own,
                                                (void*)hook, out_history);
}

rnl_status_t* runnel_go_estimator_export(rnl_learn_estimator_t* estimator, rnl_str_t base,
                                         runnel_go_input_t input, rnl_str_t checkpoint,
                                         rnl_bytes_t** out_folder) {
  const rnl_learn_input_t given = to_input(&input);
  return rnl_learn_estimator_export(estimator, base, &given, checkpoint, out_folder);
}
