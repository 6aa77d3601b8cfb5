// Models of layers, and their training: Runnel's high-level half behind C. What runnel.h says always
// holds here, too. The library that this needs, librunnel_learn.so, is opened when the first model is
// made.
//
// Layers, initializers, regularizers, constraints, losses, metrics, optimizers, schedules, callbacks and
// strategies are named by specs: text, as Keras' constructors are written, with Keras' names, arguments
// and defaults.
//
//   Dense(128, activation=relu, kernel_initializer=HeNormal(seed=1))
//
// Arguments are numbers (1/255 is one), strings in quotes, names, specs, lists in brackets, true, false
// and none; names come last. A bad spec is INVALID_ARGUMENT with its position, the argument, what was
// expected and what came; NOT_FOUND lists what there is. rnl_learn_describe tells everything that specs
// may say.
//
//   rnl_learn_model_t* model;
//   rnl_learn_model_create(runtime, rnl_str("seed=1"), &model);
//   rnl_learn_model_add(model, rnl_str("Input([784])"));
//   rnl_learn_model_add(model, rnl_str("Dense(128, activation=relu)"));
//   rnl_learn_model_add(model, rnl_str("Dense(10, activation=softmax)"));
//   rnl_learn_model_compile(model, rnl_str("Adam(0.001)"), rnl_str("SparseCategoricalCrossentropy"),
//                           rnl_str("[accuracy]"), NULL, 0);
//   rnl_learn_model_fit(model, &samples, NULL, rnl_str("epochs=5, batch_size=100"), rnl_str(""), NULL,
//   NULL, &history);
#ifndef RUNNEL_C_API_RUNNEL_LEARN_H_
#define RUNNEL_C_API_RUNNEL_LEARN_H_

#include "runnel.h"

#ifdef __cplusplus
extern "C" {
#endif

// A model. Its calls may come from any thread, and wait for each other.
typedef struct rnl_learn_model_t rnl_learn_model_t;
// What a fit or an evaluation found: values by name for each epoch. Any thread.
typedef struct rnl_learn_history_t rnl_learn_history_t;

// A value of a model, by number: an input, or what a layer gives.
typedef int32_t rnl_learn_value_t;

// One line of JSON for each row that specs may name: {"kind", "name", "aliases", "doc", "args":
// [{"name", "type", "default", "allowed"}], "weights"}. Errors: those of opening the library.
RNL_API rnl_status_t* rnl_learn_describe(rnl_bytes_t** out_lines);

// What a layer learns from data before it is part of a model: the means of Normalization, the bins of
// Discretization, the vocabulary of StringLookup, IntegerLookup or TextVectorization. Gives the layer's
// spec with these as further arguments, which a model is then given: a model's specs say all of it.
// `data` holds samples. Errors: those of specs; INVALID_ARGUMENT for a layer that learns nothing from
// data, and for data that does not fit.
RNL_API rnl_status_t* rnl_learn_adapt(rnl_runtime_t* runtime, rnl_str_t layer, rnl_tensor_t* data,
                                      rnl_bytes_t** out_layer);

// ---------------------------------------------------------------------------------------------------
// Building
// ---------------------------------------------------------------------------------------------------

// `options` are arguments: dtype=float, the type of weights, which is floating, or mixed_float16 or
// mixed_bfloat16: layers compute in that type, and weights, losses and metrics are float; seed=1, at
// least 1, from which all initial weights and orders follow: equal models with equal seeds are equal, in
// any language; device='/device:CUDA:0', where the model computes, but for ops that have no kernel there
// and run on the CPU. Errors: INVALID_ARGUMENT; NOT_FOUND, listing devices, for one that the runtime has
// not; those of opening the library.
RNL_API rnl_status_t* rnl_learn_model_create(rnl_runtime_t* runtime, rnl_str_t options,
                                             rnl_learn_model_t** out_model);
RNL_API rnl_learn_model_t* rnl_learn_model_retain(rnl_learn_model_t* model);
RNL_API void rnl_learn_model_release(rnl_learn_model_t* model);

// A sequential model: the layer is called on what was added last, and gives the model's output. The
// first one is Input([sizes of a sample], dtype=float, name='', batch_size=-1: any). Errors name the
// layer and the shapes of what it was called on.
RNL_API rnl_status_t* rnl_learn_model_add(rnl_learn_model_t* model, rnl_str_t layer);

// A model of any form. `dims` are the sizes of a sample, without the batch; -1: any. name may be empty.
RNL_API rnl_status_t* rnl_learn_model_input(rnl_learn_model_t* model, rnl_str_t name, rnl_dtype_t dtype,
                                            int32_t rank, const int64_t* dims,
                                            rnl_learn_value_t* out_value);
// Makes a layer and calls it. A layer of several values, as LSTM(4, return_state=true), gives
// consecutive numbers, of which *out_value is the first.
RNL_API rnl_status_t* rnl_learn_model_call(rnl_learn_model_t* model, rnl_str_t layer,
                                           const rnl_learn_value_t* inputs, size_t num_inputs,
                                           rnl_learn_value_t* out_value);
// Calls a layer that the model has, by name, once more: with the same weights. Errors: NOT_FOUND.
RNL_API rnl_status_t* rnl_learn_model_call_again(rnl_learn_model_t* model, rnl_str_t layer_name,
                                                 const rnl_learn_value_t* inputs, size_t num_inputs,
                                                 rnl_learn_value_t* out_value);
// A model that was compiled must be compiled again.
RNL_API rnl_status_t* rnl_learn_model_set_outputs(rnl_learn_model_t* model,
                                                  const rnl_learn_value_t* values, size_t num_values);
// Whether compile lets the layer's weights be trained. Its moving statistics stay as well, if not. The
// name of a model within a model that was opened is that of all its layers. Errors: NOT_FOUND.
RNL_API rnl_status_t* rnl_learn_model_set_trainable(rnl_learn_model_t* model, rnl_str_t layer_name,
                                                    bool trainable);
// Element type and shape of a value; unknown sizes are -1. *out_rank is at most `capacity` of out_dims,
// else INVALID_ARGUMENT.
RNL_API rnl_status_t* rnl_learn_model_value(rnl_learn_model_t* model, rnl_learn_value_t value,
                                            rnl_dtype_t* out_dtype, int32_t* out_rank, int64_t* out_dims,
                                            size_t capacity);
// The values that are the model's inputs, and its outputs, in their order. *out_count is how many there
// are. Errors: INVALID_ARGUMENT if `capacity` is less.
RNL_API rnl_status_t* rnl_learn_model_inputs(rnl_learn_model_t* model, rnl_learn_value_t* out_values,
                                             size_t capacity, size_t* out_count);
RNL_API rnl_status_t* rnl_learn_model_outputs(rnl_learn_model_t* model, rnl_learn_value_t* out_values,
                                              size_t capacity, size_t* out_count);
// Names of the layers, in the order in which they were added.
RNL_API rnl_status_t* rnl_learn_model_layer_names(rnl_learn_model_t* model, rnl_names_t** out_names);
// The name of the layer that gives a value, or the input's.
RNL_API rnl_status_t* rnl_learn_model_value_name(rnl_learn_model_t* model, rnl_learn_value_t value,
                                                 rnl_bytes_t** out_name);
// A table of layers, shapes and numbers of weights.
RNL_API rnl_status_t* rnl_learn_model_summary(rnl_learn_model_t* model, rnl_bytes_t** out_text);

// Adds the nodes of a layer, or of a loss, that the program itself defines, to `graph`, the model's,
// which is lent. `inputs` are of the layer's type; of a loss what is true and what was predicted. The
// output of a loss is that of each sample. Called on the thread whose call of the model needs the nodes:
// once for each call of the layer for prediction, and again for training. It must not call the model. A
// status ends what needed the nodes, and is what that returns.
typedef rnl_status_t* (*rnl_learn_layer_fn_t)(void* arg, rnl_graph_t* graph, const rnl_output_t* inputs,
                                              size_t num_inputs, const rnl_output_t* weights,
                                              size_t num_weights, bool training,
                                              rnl_output_t* out_output);

// A weight of a layer of one's own. The shape is a formula, as in rows of ops, over the input x (x0, x1
// and so on where there are several): "[dim(x, -1), 8]"; the initializer a spec.
typedef struct rnl_learn_weight_t {
  rnl_str_t name;
  rnl_str_t shape;
  rnl_str_t initializer;
} rnl_learn_weight_t;

// Defines a layer of the model's own: specs name it from then on, with the arguments name, trainable and
// dtype. num_inputs of 0 means any number. `drop` is called with `arg`, once, when the model is gone; if
// this fails, `arg` stays the caller's. Errors: ALREADY_EXISTS for the name of another layer;
// INVALID_ARGUMENT naming what is wrong with a weight.
RNL_API rnl_status_t* rnl_learn_model_define_layer(rnl_learn_model_t* model, rnl_str_t name,
                                                   int32_t num_inputs, const rnl_learn_weight_t* weights,
                                                   size_t num_weights, rnl_learn_layer_fn_t call,
                                                   void* arg, rnl_drop_fn_t drop);
// The same for a loss, which is a metric, too. Both its inputs are of the model's type.
RNL_API rnl_status_t* rnl_learn_model_define_loss(rnl_learn_model_t* model, rnl_str_t name,
                                                  rnl_learn_layer_fn_t call, void* arg,
                                                  rnl_drop_fn_t drop);

// ---------------------------------------------------------------------------------------------------
// Training
// ---------------------------------------------------------------------------------------------------

// How the next compile divides training over devices: a spec, as Mirrored(['GPU:0', 'GPU:1']) or
// CentralStorage(); empty: one device. Files of weights and of the optimizer's state are the same for
// all of them. A strategy that keeps weights on other devices than the last one did gives the model
// another session when it is compiled: the weights keep their values, and a session that
// rnl_learn_model_session gave before is closed, so that its runs fail with CANCELLED or
// FAILED_PRECONDITION and the program asks for the new one. Errors: those of specs; NOT_FOUND naming a
// device that the runtime does not have.
RNL_API rnl_status_t* rnl_learn_model_set_strategy(rnl_learn_model_t* model, rnl_str_t strategy);

// `losses` is one spec for all outputs or a list with one for each. `metrics` is a list; a loss is a
// metric, too, and accuracy means the kind that fits. loss_weights: NULL, or one for each output.
// Errors: those of specs; UNIMPLEMENTED naming an op without a gradient or an argument without effect.
// A model of dtype mixed_float16 scales its loss by itself, as Keras' LossScaleOptimizer does.
RNL_API rnl_status_t* rnl_learn_model_compile(rnl_learn_model_t* model, rnl_str_t optimizer,
                                              rnl_str_t losses, rnl_str_t metrics,
                                              const double* loss_weights, size_t num_loss_weights);

// Samples: rows of tensors in host memory, borrowed. Numbers convert to the types that the model has,
// except fractions to whole numbers; a last dimension of 1 may be there or not.
typedef struct rnl_learn_samples_t {
  size_t struct_size;  // sizeof(rnl_learn_samples_t)
  rnl_tensor_t* const* inputs;
  size_t num_inputs;
  rnl_tensor_t* const* targets;
  size_t num_targets;
  rnl_tensor_t* weights;  // one number for each sample; NULL: all 1
} rnl_learn_samples_t;

// How far a fit is.
typedef struct rnl_learn_progress_t {
  size_t struct_size;
  int64_t epoch;  // from 0
  int64_t epochs;
  int64_t batch;  // how many of the epoch's batches are done
  int64_t batches;
  bool epoch_ends;
  // After a batch the mean loss so far; after an epoch all values, as the history has them. Borrowed.
  const rnl_str_t* names;
  const double* values;
  size_t num_values;
} rnl_learn_progress_t;

// Hears of a fit after each batch and each epoch, on the thread that called it. It may call the model. A
// status ends the fit and is what it returns.
typedef rnl_status_t* (*rnl_learn_progress_fn_t)(void* arg, const rnl_learn_progress_t* progress);

// Trains. `validation` may be NULL. `options` are arguments: batch_size=32, epochs=1, shuffle=true,
// validation_split=0 (the last part of the samples), initial_epoch=0, steps_per_epoch=0 (all),
// validation_batch_size=0 (batch_size), validation_freq=1, seed=0 (the model's). `callbacks` is a list
// of specs. `on_progress` may be NULL. The model stays usable after any error, with the weights of the
// last step that ended.
RNL_API rnl_status_t* rnl_learn_model_fit(rnl_learn_model_t* model, const rnl_learn_samples_t* samples,
                                          const rnl_learn_samples_t* validation, rnl_str_t options,
                                          rnl_str_t callbacks, rnl_learn_progress_fn_t on_progress,
                                          void* arg, rnl_learn_history_t** out_history);
// The same of a dataset, whose elements are batches: inputs, then targets, then, if there is one more
// component, a number for each sample. `options`: epochs=1, initial_epoch=0, steps_per_epoch=0 (one
// pass; else an epoch goes on where the last one ended), validation_steps=0, validation_freq=1. A
// function of the program is a dataset by rnl_dataset_from_generator. Errors: also those of the dataset;
// OUT_OF_RANGE where it ends before steps_per_epoch; INVALID_ARGUMENT naming the batch and what does not
// fit.
RNL_API rnl_status_t* rnl_learn_model_fit_dataset(rnl_learn_model_t* model, rnl_dataset_t* dataset,
                                                  rnl_dataset_t* validation, rnl_str_t options,
                                                  rnl_str_t callbacks,
                                                  rnl_learn_progress_fn_t on_progress, void* arg,
                                                  rnl_learn_history_t** out_history);
// steps: 0 for one pass.
RNL_API rnl_status_t* rnl_learn_model_evaluate_dataset(rnl_learn_model_t* model, rnl_dataset_t* dataset,
                                                       int64_t steps, rnl_learn_history_t** out_history);
// The loss and metrics over all samples: a history of one epoch.
RNL_API rnl_status_t* rnl_learn_model_evaluate(rnl_learn_model_t* model,
                                               const rnl_learn_samples_t* samples, int64_t batch_size,
                                               rnl_learn_history_t** out_history);
// One step; the loss is that of the weights before it.
RNL_API rnl_status_t* rnl_learn_model_train_on_batch(rnl_learn_model_t* model,
                                                     const rnl_learn_samples_t* samples,
                                                     rnl_learn_history_t** out_history);
// One tensor for each output, in host memory. num_outputs must be that of the model.
RNL_API rnl_status_t* rnl_learn_model_predict(rnl_learn_model_t* model, rnl_tensor_t* const* inputs,
                                              size_t num_inputs, int64_t batch_size,
                                              rnl_tensor_t** out_outputs, size_t num_outputs);

RNL_API rnl_learn_history_t* rnl_learn_history_retain(rnl_learn_history_t* history);
RNL_API void rnl_learn_history_release(rnl_learn_history_t* history);
RNL_API size_t rnl_learn_history_num_epochs(const rnl_learn_history_t* history);
RNL_API size_t rnl_learn_history_num_values(const rnl_learn_history_t* history, size_t epoch);
RNL_API rnl_str_t rnl_learn_history_name(const rnl_learn_history_t* history, size_t epoch, size_t index);
RNL_API double rnl_learn_history_value(const rnl_learn_history_t* history, size_t epoch, size_t index);
// Errors: NOT_FOUND listing what there is; OUT_OF_RANGE for the epoch.
RNL_API rnl_status_t* rnl_learn_history_find(const rnl_learn_history_t* history, size_t epoch,
                                             rnl_str_t name, double* out_value);
// The callback that ended the fit; empty: it went to the end.
RNL_API rnl_str_t rnl_learn_history_stopped_by(const rnl_learn_history_t* history);

// ---------------------------------------------------------------------------------------------------
// Weights, and everything else
// ---------------------------------------------------------------------------------------------------

// In the order of layers: "dense/kernel". In checkpoints they have the same names.
RNL_API rnl_status_t* rnl_learn_model_weight_names(rnl_learn_model_t* model, rnl_names_t** out_names);
// num_tensors must be the number of names.
RNL_API rnl_status_t* rnl_learn_model_get_weights(rnl_learn_model_t* model, rnl_tensor_t** out_tensors,
                                                  size_t num_tensors);
// All or none. Errors: INVALID_ARGUMENT naming the weight whose type or shape does not fit.
RNL_API rnl_status_t* rnl_learn_model_set_weights(rnl_learn_model_t* model, rnl_tensor_t* const* tensors,
                                                  size_t num_tensors);
// Gives the states of recurrent layers with stateful=true, which a batch otherwise takes from the one
// before it, the value 0 again.
RNL_API rnl_status_t* rnl_learn_model_reset_states(rnl_learn_model_t* model);
// Writes the weights as Keras 3 does, and what the optimizer of a compiled model keeps of them: a file
// NAME.weights.h5, in which layers count by their class, so that names may differ. It appears whole or
// not at all. Errors: FAILED_PRECONDITION for a model without weights; those of the file system.
RNL_API rnl_status_t* rnl_learn_model_save_weights(rnl_learn_model_t* model, rnl_str_t path);
// All weights of such a file, or nothing; a compiled model takes what the file's optimizer kept, too,
// and trains on as if it had not been interrupted. An optimizer with another number of variables is left
// out with a warning in the runtime's log, as Keras does it. Files of Keras 1 and 2, and of Keras 3's
// model.save("NAME.h5"), are read without an optimizer: layers by name, if the model has all the names
// of the file, else by order. Errors: DATA_LOSS naming the byte; NOT_FOUND and INVALID_ARGUMENT listing
// what the file lacks or has more, or naming a variable of another type or shape; UNIMPLEMENTED naming
// a dataset, and what of HDF5 it has that is not read.
RNL_API rnl_status_t* rnl_learn_model_load_weights(rnl_learn_model_t* model, rnl_str_t path);
// A model that Keras 3 saved as a file NAME.keras: Sequential or Functional, of layers that are known
// here, and of such models, whose layers' names begin with theirs: "base/dense". `options` are
// arguments: compile=true, with the optimizer and its state, losses and metrics of the file; seed and
// device as above. Errors: also UNIMPLEMENTED naming a layer, or an argument of it, that is not known.
RNL_API rnl_status_t* rnl_learn_model_open(rnl_runtime_t* runtime, rnl_str_t path, rnl_str_t options,
                                           rnl_learn_model_t** out_model);
// Writes a checkpoint: the weights, and what the optimizer keeps of them, "optimizer/iteration", so that
// a fit goes on as if it had not been interrupted. `options` are arguments: optimizer=true. Atomic, as
// rnl_session_save. Errors: FAILED_PRECONDITION for a model without weights; those of the file system.
RNL_API rnl_status_t* rnl_learn_model_save(rnl_learn_model_t* model, rnl_str_t prefix,
                                           rnl_str_t options);
// Assigns what rnl_learn_model_save has written, or nothing. A model that is not compiled takes the
// weights alone, and so does any from a checkpoint that has no optimizer's state. `options` as there.
// Errors: NOT_FOUND for the file, or listing what it lacks; INVALID_ARGUMENT naming a weight of another
// type or shape; DATA_LOSS for damage.
RNL_API rnl_status_t* rnl_learn_model_load(rnl_learn_model_t* model, rnl_str_t prefix,
                                           rnl_str_t options);
// Writes a SavedModel with the signature "serving_default", whose inputs and outputs are called as
// rnl_learn_model_value_name says: what these need, and nothing that trains. Errors: as
// rnl_saved_model_write.
RNL_API rnl_status_t* rnl_learn_model_export(rnl_learn_model_t* model, rnl_str_t folder);
// What the outputs need, the weights as constants, as GraphDef bytes. Errors: as rnl_session_freeze.
RNL_API rnl_status_t* rnl_learn_model_freeze(rnl_learn_model_t* model, rnl_bytes_t** out_graph_def);
// A session over the model's graph, whose variables have values: for checkpoints (rnl_session_save),
// freezing (rnl_session_freeze), SavedModels, traces, and steps of one's own. It is the model's own
// session, not a copy; closing it ends the model.
RNL_API rnl_status_t* rnl_learn_model_session(rnl_learn_model_t* model, rnl_session_t** out_session);
// The graph that the model's nodes are in: a reference. Nodes of one's own may be added.
RNL_API rnl_status_t* rnl_learn_model_graph(rnl_learn_model_t* model, rnl_graph_t** out_graph);
// The nodes of the model in that graph.
RNL_API rnl_status_t* rnl_learn_model_output(rnl_learn_model_t* model, rnl_learn_value_t value,
                                             rnl_output_t* out_output);

// ---------------------------------------------------------------------------------------------------
// Training by steps: roles of a cluster, sessions that recover by themselves, hooks
// ---------------------------------------------------------------------------------------------------

// How a program trains, and which task of which cluster it is. Immutable; any thread.
typedef struct rnl_learn_config_t rnl_learn_config_t;
// `options` are arguments: model_dir='', save_checkpoints_steps=0, save_checkpoints_secs=600 (0 if there
// are steps), keep_checkpoint_max=5, keep_checkpoint_every_n_hours=10000, log_step_count_steps=100,
// save_summary_steps=100, tf_random_seed=1; checkpoint_failures=end, or log: training goes on without
// that checkpoint; max_recoveries=10 in a row without a new step; ready_secs=7200: how long others wait
// for the chief, connect_secs=60: for a task of the cluster, shutdown_secs=60: parameter servers for
// workers when the chief has ended; master='', cluster='ps=host:port;chief=host:port;worker=host:port,
// host:port', task_type=chief, task_index=0, listen_fd=-1: a socket that listens already, for the server
// of the task; strategy='': how an estimator divides batches, as Mirrored() over the devices of this
// process, or MultiWorkerMirrored() over chief and workers: the chief then reads the input and runs the
// steps of all, and a worker's training is that it serves the chief until the job has ended. `tf_config`
// is the JSON that TensorFlow takes from TF_CONFIG, or empty; its cluster and task replace those of the
// options. Without a chief in the cluster the first worker is it. An evaluator is no task of the
// cluster. Errors: INVALID_ARGUMENT naming the argument, or the JSON's byte or field; those of opening
// the library.
RNL_API rnl_status_t* rnl_learn_config_create(rnl_runtime_t* runtime, rnl_str_t options,
                                              rnl_str_t tf_config, rnl_learn_config_t** out_config);
RNL_API rnl_learn_config_t* rnl_learn_config_retain(rnl_learn_config_t* config);
RNL_API void rnl_learn_config_release(rnl_learn_config_t* config);
// "chief", "worker", "ps" or "evaluator". Borrowed, as model_dir.
RNL_API rnl_str_t rnl_learn_config_task_type(const rnl_learn_config_t* config);
RNL_API int64_t rnl_learn_config_task_index(const rnl_learn_config_t* config);
RNL_API bool rnl_learn_config_is_chief(const rnl_learn_config_t* config);
RNL_API rnl_str_t rnl_learn_config_model_dir(const rnl_learn_config_t* config);
// Of a job of the cluster.
RNL_API size_t rnl_learn_config_num_tasks(const rnl_learn_config_t* config, rnl_str_t job);
// Starts the server of this task, as rnl_server_start with the defaults of its options. NULL for an
// evaluator, and without a cluster.
RNL_API rnl_status_t* rnl_learn_config_start_server(const rnl_learn_config_t* config,
                                                    rnl_server_t** out_server);

// What a trainer needs to know of a graph, by names of nodes ("node") and values ("node:0"). What is
// empty is taken from the collections of `meta`, which may be NULL, as TensorFlow's Scaffold does:
// variables' initialisers, local_init_op, local_variables, ready_op, global_step, summary_op, the saver,
// queue runners; and else: init_op is the first assignment of each variable, ready_op the names of
// variables without a value, global_step the node of that name. `checkpoint` is what to begin with where
// the model_dir has none. finalize_op is run by a chief when training has ended without a failure,
// before the hooks' ends and so before the last checkpoint; empty: nothing is. A struct_size without it
// is taken, too.
typedef struct rnl_learn_scaffold_t {
  size_t struct_size;  // sizeof(rnl_learn_scaffold_t)
  rnl_str_t init_op;
  rnl_str_t local_init_op;
  rnl_str_t ready_op;
  rnl_str_t global_step;
  rnl_str_t summary_op;
  rnl_str_t checkpoint;
  const rnl_meta_graph_t* meta;
  rnl_str_t finalize_op;
} rnl_learn_scaffold_t;

// Runs steps of a graph as TensorFlow's MonitoredTrainingSession: a chief restores the newest checkpoint
// of model_dir or initialises, others wait until it has; when a task dies the session is made anew, from
// the last checkpoint, and the step is run again; hooks see all of it. With a model_dir a chief has
// CheckpointSaverHook, StepCounterHook and, with a summary_op, SummarySaverHook, ahead of those that are
// added. Threads: one at a time, but for rnl_learn_trainer_request_stop; its hooks run on that thread,
// in their order, with no lock held. They may run the session, not the trainer.
typedef struct rnl_learn_trainer_t rnl_learn_trainer_t;
// One call of a hook. It belongs to the hook's thread until the hook returns.
typedef struct rnl_learn_hook_call_t rnl_learn_hook_call_t;

// `scaffold`, `options` and `server` may be NULL. Sessions are over the server's cluster, of which they
// use the parameter servers and this task; else where `options` say. Errors: NOT_FOUND for a name.
RNL_API rnl_status_t* rnl_learn_trainer_create(rnl_graph_t* graph, const rnl_learn_config_t* config,
                                               const rnl_learn_scaffold_t* scaffold,
                                               const rnl_session_options_t* options,
                                               rnl_server_t* server, rnl_learn_trainer_t** out_trainer);
RNL_API rnl_learn_trainer_t* rnl_learn_trainer_retain(rnl_learn_trainer_t* trainer);
// The last release closes the session, without the hooks' ends.
RNL_API void rnl_learn_trainer_release(rnl_learn_trainer_t* trainer);

// A status ends the run with it; Runnel releases it.
typedef rnl_status_t* (*rnl_learn_hook_fn_t)(void* arg, rnl_learn_hook_call_t* call);
// What a hook does, as TensorFlow's SessionRunHook and, in the last two, CheckpointSaverListener. NULL:
// nothing.
typedef struct rnl_learn_hook_t {
  size_t struct_size;                        // sizeof(rnl_learn_hook_t)
  rnl_str_t name;                            // for messages
  rnl_learn_hook_fn_t begin;                 // once, before there is a session; may add nodes
  rnl_learn_hook_fn_t after_create_session;  // after each session that was made, recoveries included
  rnl_learn_hook_fn_t before_run;            // may fetch and feed
  rnl_learn_hook_fn_t after_run;             // has the values
  rnl_learn_hook_fn_t end;                   // once, unless the run has failed
  rnl_learn_hook_fn_t before_save;           // around each checkpoint
  rnl_learn_hook_fn_t after_save;
} rnl_learn_hook_t;
// Before the first step. `drop` may be NULL; on failure it is not called.
RNL_API rnl_status_t* rnl_learn_trainer_add_hook(rnl_learn_trainer_t* trainer,
                                                 const rnl_learn_hook_t* hook, void* arg,
                                                 rnl_drop_fn_t drop);
// Hooks by spec, one or a list: LoggingTensorHook, StopAtStepHook, StepCounterHook, NanTensorHook,
// CheckpointSaverHook, SummarySaverHook, ProfilerHook, FinalOpsHook, GlobalStepWaiterHook, with
// TensorFlow's arguments; a FeedFnHook is a before_run that feeds.
RNL_API rnl_status_t* rnl_learn_trainer_add_hooks(rnl_learn_trainer_t* trainer, rnl_str_t specs);

// Borrowed from the call.
RNL_API rnl_graph_t* rnl_learn_hook_call_graph(const rnl_learn_hook_call_t* call);
// Borrowed; NULL in begin.
RNL_API rnl_session_t* rnl_learn_hook_call_session(const rnl_learn_hook_call_t* call);
// The global step, or without one how many steps have been run: before the run, or after it.
RNL_API int64_t rnl_learn_hook_call_step(const rnl_learn_hook_call_t* call);
// In before_run: the step fetches this too; *out_index, which may be NULL, is where after_run finds it.
// Errors of these two: FAILED_PRECONDITION elsewhere; INVALID_ARGUMENT for the output.
RNL_API rnl_status_t* rnl_learn_hook_call_fetch(rnl_learn_hook_call_t* call, rnl_output_t output,
                                                size_t* out_index);
RNL_API rnl_status_t* rnl_learn_hook_call_feed(rnl_learn_hook_call_t* call, rnl_output_t output,
                                               rnl_tensor_t* tensor);
RNL_API size_t rnl_learn_hook_call_num_values(const rnl_learn_hook_call_t* call);
// A new reference. Errors: OUT_OF_RANGE.
RNL_API rnl_status_t* rnl_learn_hook_call_value(const rnl_learn_hook_call_t* call, size_t index,
                                                rnl_tensor_t** out_tensor);
// No more steps after this one.
RNL_API void rnl_learn_hook_call_request_stop(rnl_learn_hook_call_t* call);
// In after_save: the checkpoint's prefix. Borrowed; else empty.
RNL_API rnl_str_t rnl_learn_hook_call_checkpoint(const rnl_learn_hook_call_t* call);

// Makes the session, which the first step does otherwise. Errors: DEADLINE_EXCEEDED after ready_secs,
// naming what has no value or does not answer; FAILED_PRECONDITION naming variables that neither init_op
// nor checkpoint gave one; those of hooks.
RNL_API rnl_status_t* rnl_learn_trainer_start(rnl_learn_trainer_t* trainer);
// One step, as rnl_session_run_outputs, with all hooks. Errors: OUT_OF_RANGE at the end of input;
// FAILED_PRECONDITION after a stop; UNAVAILABLE or ABORTED after max_recoveries. After any other failure
// there are no more steps.
RNL_API rnl_status_t* rnl_learn_trainer_run(rnl_learn_trainer_t* trainer,
                                            const rnl_output_t* feed_outputs, rnl_tensor_t* const* feeds,
                                            size_t num_feeds, const rnl_output_t* fetch_outputs,
                                            rnl_tensor_t** out_fetches, size_t num_fetches,
                                            const rnl_node_t* targets, size_t num_targets);
// Runs steps of these targets until a hook or the end of input stops, and then the hooks' ends, as
// rnl_learn_trainer_close.
RNL_API rnl_status_t* rnl_learn_trainer_train(rnl_learn_trainer_t* trainer, const rnl_node_t* targets,
                                              size_t num_targets);
RNL_API bool rnl_learn_trainer_should_stop(const rnl_learn_trainer_t* trainer);
// Any thread. What waits for other tasks gives up.
RNL_API void rnl_learn_trainer_request_stop(rnl_learn_trainer_t* trainer);
// Runs the hooks' ends, unless a step has failed, and closes the session. Errors: the first of a hook.
RNL_API rnl_status_t* rnl_learn_trainer_close(rnl_learn_trainer_t* trainer);
RNL_API int64_t rnl_learn_trainer_global_step(const rnl_learn_trainer_t* trainer);
// How often the session was made anew.
RNL_API int64_t rnl_learn_trainer_recoveries(const rnl_learn_trainer_t* trainer);
// The present session. Errors: FAILED_PRECONDITION before the first step and after the end.
RNL_API rnl_status_t* rnl_learn_trainer_session(rnl_learn_trainer_t* trainer,
                                                rnl_session_t** out_session);
// What FinalOpsHook fetched. Errors: OUT_OF_RANGE.
RNL_API size_t rnl_learn_trainer_num_final_values(const rnl_learn_trainer_t* trainer);
RNL_API rnl_status_t* rnl_learn_trainer_final_value(const rnl_learn_trainer_t* trainer, size_t index,
                                                    rnl_tensor_t** out_tensor);

// ---------------------------------------------------------------------------------------------------
// Estimators: a function that makes a graph for a mode, and what trains, evaluates and predicts with it
// ---------------------------------------------------------------------------------------------------

// Each call makes a graph and a session of its own; what calls have in common is the checkpoints in the
// model_dir of the configuration. Threads: one at a time, but for rnl_learn_estimator_request_stop.
typedef struct rnl_learn_estimator_t rnl_learn_estimator_t;

typedef int32_t rnl_learn_mode_t;
enum { RNL_LEARN_TRAIN = 0, RNL_LEARN_EVALUATE = 1, RNL_LEARN_PREDICT = 2 };

// One call of a model function. It belongs to the thread that called the estimator until that returns.
typedef struct rnl_learn_model_call_t rnl_learn_model_call_t;
// Builds a graph for the mode of the call, in the graph of the call. A status is the estimator's
// failure.
typedef rnl_status_t* (*rnl_learn_model_fn_t)(void* arg, rnl_learn_model_call_t* call);

// `options` may be NULL; they are for the sessions. `drop` may be NULL; on failure it is not called.
RNL_API rnl_status_t* rnl_learn_estimator_create(const rnl_learn_config_t* config,
                                                 rnl_learn_model_fn_t model_fn, void* arg,
                                                 rnl_drop_fn_t drop,
                                                 const rnl_session_options_t* options,
                                                 rnl_learn_estimator_t** out_estimator);
// Of a compiled model of layers, which itself is not trained by it. Features are its inputs and labels
// its outputs, in order. Errors: FAILED_PRECONDITION for a model that is not compiled.
RNL_API rnl_status_t* rnl_learn_estimator_from_model(const rnl_learn_config_t* config,
                                                     rnl_learn_model_t* model,
                                                     const rnl_session_options_t* options,
                                                     rnl_learn_estimator_t** out_estimator);
// A canned one, with the arguments, defaults, losses and metrics of tf.estimator 2.15:
//
//   DNNClassifier(hidden_units=[8, 4], n_classes=3, feature_columns=[numeric_column(age),
//       embedding_column(categorical_column_with_hash_bucket(city, 100), 8)])
//
// LinearClassifier, LinearRegressor, DNNClassifier, DNNRegressor, DNNLinearCombinedClassifier and
// DNNLinearCombinedRegressor, with optimizers as rnl_learn_model_compile has them. The input has one
// label. Feature columns: numeric_column, bucketized_column, categorical_column_with_identity,
// _hash_bucket, _vocabulary_list and _vocabulary_file, embedding_column, shared_embeddings,
// indicator_column, crossed_column. Errors, of training: NOT_FOUND for a feature that the input lacks.
RNL_API rnl_status_t* rnl_learn_estimator_from_spec(const rnl_learn_config_t* config, rnl_str_t spec,
                                                    const rnl_session_options_t* options,
                                                    rnl_learn_estimator_t** out_estimator);
RNL_API rnl_learn_estimator_t* rnl_learn_estimator_retain(rnl_learn_estimator_t* estimator);
RNL_API void rnl_learn_estimator_release(rnl_learn_estimator_t* estimator);

// The graph that is being made: it has a Placeholder for each feature and label, and the global step.
// Borrowed from the call, as names.
RNL_API rnl_graph_t* rnl_learn_model_call_graph(const rnl_learn_model_call_t* call);
RNL_API rnl_learn_mode_t rnl_learn_model_call_mode(const rnl_learn_model_call_t* call);
RNL_API size_t rnl_learn_model_call_num_features(const rnl_learn_model_call_t* call);
RNL_API rnl_str_t rnl_learn_model_call_feature_name(const rnl_learn_model_call_t* call, size_t index);
// Node RNL_NO_NODE beyond the end, and for labels where the mode is to predict.
RNL_API rnl_output_t rnl_learn_model_call_feature(const rnl_learn_model_call_t* call, size_t index);
RNL_API size_t rnl_learn_model_call_num_labels(const rnl_learn_model_call_t* call);
RNL_API rnl_output_t rnl_learn_model_call_label(const rnl_learn_model_call_t* call, size_t index);
// The handle of the variable that counts steps: int64, "global_step".
RNL_API rnl_output_t rnl_learn_model_call_global_step(const rnl_learn_model_call_t* call);
// Sets the loss, a scalar, and where the mode is to train adds gradients of all floating variables, the
// updates of an optimizer, a spec, and the counting of the step. A strategy that divides batches takes
// the loss to be a mean over rows. Errors: those of specs and gradients.
RNL_API rnl_status_t* rnl_learn_model_call_minimize(rnl_learn_model_call_t* call, rnl_output_t loss,
                                                    rnl_str_t optimizer);
// The same by hand: a loss, and a node that makes a step and counts it.
RNL_API rnl_status_t* rnl_learn_model_call_set_loss(rnl_learn_model_call_t* call, rnl_output_t loss);
RNL_API rnl_status_t* rnl_learn_model_call_set_train_op(rnl_learn_model_call_t* call,
                                                        rnl_node_t train_op);
// What is predicted, of each sample. Errors: ALREADY_EXISTS for the name.
RNL_API rnl_status_t* rnl_learn_model_call_add_prediction(rnl_learn_model_call_t* call, rnl_str_t name,
                                                          rnl_output_t prediction);
// A metric by spec, as rnl_learn_model_compile has them: BinaryAccuracy(). `weights` may have node
// RNL_NO_NODE: 1 for each sample.
RNL_API rnl_status_t* rnl_learn_model_call_add_metric(rnl_learn_model_call_t* call, rnl_str_t name,
                                                      rnl_str_t metric, rnl_output_t labels,
                                                      rnl_output_t predictions, rnl_output_t weights);

// What an estimator is fed with: elements of a dataset, which are batches. The first num_features
// components are features, by name (NULL: "0", "1", ...), the others labels. A function of the program
// is a dataset by rnl_dataset_from_generator. Each use is a pass of its own.
typedef struct rnl_learn_input_t {
  size_t struct_size;  // sizeof(rnl_learn_input_t)
  rnl_dataset_t* dataset;
  const rnl_str_t* feature_names;
  size_t num_features;
} rnl_learn_input_t;

// Variables whose names match a pattern, in which * is any text and | stands between several, begin with
// their values in a checkpoint, where the model_dir has none. Errors, of training: NOT_FOUND naming what
// the checkpoint lacks; INVALID_ARGUMENT for another type or shape.
RNL_API rnl_status_t* rnl_learn_estimator_warm_start(rnl_learn_estimator_t* estimator,
                                                     rnl_str_t checkpoint, rnl_str_t pattern);
// Trains until the input ends, a hook stops, or by `options`: steps=0 more of them, or max_steps=0 in
// all. `hooks` are specs; `hook`, which may be NULL, is one as rnl_learn_trainer_add_hook takes it, and
// lives as long as this call. A task of a cluster starts its server with the first training. A chief
// writes the loss, and what summaries a model function makes, to event files in model_dir every
// save_summary_steps. Errors: those of the model function, with the prefix "model function"; of
// rnl_learn_trainer_run and of the input.
RNL_API rnl_status_t* rnl_learn_estimator_train(rnl_learn_estimator_t* estimator,
                                                const rnl_learn_input_t* input, rnl_str_t options,
                                                rnl_str_t hooks, const rnl_learn_hook_t* hook,
                                                void* arg);
// The mean loss of batches, metrics, and the global step: a history of one epoch, also written to event
// files in model_dir/eval or eval_NAME. `options`: steps=0 (all), name='', checkpoint='' (the newest).
// Errors: NOT_FOUND without a checkpoint.
RNL_API rnl_status_t* rnl_learn_estimator_evaluate(rnl_learn_estimator_t* estimator,
                                                   const rnl_learn_input_t* input, rnl_str_t options,
                                                   rnl_str_t hooks, rnl_learn_history_t** out_history);
// What a checkpoint predicts of an input, batch by batch. `options`: checkpoint=''. One thread at a
// time.
typedef struct rnl_learn_predictions_t rnl_learn_predictions_t;
RNL_API rnl_status_t* rnl_learn_estimator_predict(rnl_learn_estimator_t* estimator,
                                                  const rnl_learn_input_t* input, rnl_str_t options,
                                                  rnl_learn_predictions_t** out_predictions);
RNL_API rnl_learn_predictions_t* rnl_learn_predictions_retain(rnl_learn_predictions_t* predictions);
RNL_API void rnl_learn_predictions_release(rnl_learn_predictions_t* predictions);
RNL_API size_t rnl_learn_predictions_count(const rnl_learn_predictions_t* predictions);
// Borrowed.
RNL_API rnl_str_t rnl_learn_predictions_name(const rnl_learn_predictions_t* predictions, size_t index);
// One tensor for each name; at the end *out_end is true and the tensors are NULL.
RNL_API rnl_status_t* rnl_learn_predictions_next(rnl_learn_predictions_t* predictions,
                                                 rnl_tensor_t** out_tensors, size_t count,
                                                 bool* out_end);
// Trains to max_steps and evaluates checkpoints, at most one every throttle_secs. In one process by
// turns; over a cluster each task does its part: a chief and workers train, a ps serves until they have
// ended, an evaluator evaluates until it has seen max_steps. `train_options`: max_steps=0.
// `evaluate_options`: steps=100, name='', start_delay_secs=120, throttle_secs=600, idle_secs=7200 (an
// evaluator without a new checkpoint is DEADLINE_EXCEEDED), and exporters, a string of specs:
// LatestExporter(name), BestExporter(name), FinalExporter(name), which write SavedModels below
// model_dir/export/NAME. The history has the last evaluation, where this task made one; else no epoch.
RNL_API rnl_status_t* rnl_learn_estimator_train_and_evaluate(
    rnl_learn_estimator_t* estimator, const rnl_learn_input_t* train, rnl_str_t train_options,
    const rnl_learn_input_t* evaluate, rnl_str_t evaluate_options, rnl_str_t hooks,
    const rnl_learn_hook_t* hook, void* arg, rnl_learn_history_t** out_history);
// Writes what predicts, and no more of the graph, as a SavedModel in a new folder below `base`, named by
// the time; its inputs are the features of `input`. checkpoint: empty for the newest.
RNL_API rnl_status_t* rnl_learn_estimator_export(rnl_learn_estimator_t* estimator, rnl_str_t base,
                                                 const rnl_learn_input_t* input, rnl_str_t checkpoint,
                                                 rnl_bytes_t** out_folder);
// Any thread: what trains, evaluates or waits ends as soon as the step under way has.
RNL_API void rnl_learn_estimator_request_stop(rnl_learn_estimator_t* estimator);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // RUNNEL_C_API_RUNNEL_LEARN_H_
