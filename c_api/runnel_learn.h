// Models of layers, and their training: Runnel's high-level half behind C. What runnel.h says always
// holds here, too. The library that this needs, librunnel_learn.so, is opened when the first model is
// made.
//
// Layers, initializers, regularizers, constraints, losses, metrics, optimizers, schedules and callbacks
// are named by specs: text, as Keras' constructors are written, with Keras' names, arguments and
// defaults.
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

// ---------------------------------------------------------------------------------------------------
// Building
// ---------------------------------------------------------------------------------------------------

// `options` are arguments: dtype=float, the type of weights, which is floating; seed=1, at least 1, from
// which all initial weights and orders follow: equal models with equal seeds are equal, in any language.
// Errors: INVALID_ARGUMENT; those of opening the library.
RNL_API rnl_status_t* rnl_learn_model_create(rnl_runtime_t* runtime, rnl_str_t options,
                                             rnl_learn_model_t** out_model);
RNL_API rnl_learn_model_t* rnl_learn_model_retain(rnl_learn_model_t* model);
RNL_API void rnl_learn_model_release(rnl_learn_model_t* model);

// A sequential model: the layer is called on what was added last, and gives the model's output. The
// first one is Input([sizes of a sample], dtype=float, name=''). Errors name the layer and the shapes of
// what it was called on.
RNL_API rnl_status_t* rnl_learn_model_add(rnl_learn_model_t* model, rnl_str_t layer);

// A model of any form. `dims` are the sizes of a sample, without the batch; -1: any. name may be empty.
RNL_API rnl_status_t* rnl_learn_model_input(rnl_learn_model_t* model, rnl_str_t name, rnl_dtype_t dtype,
                                            int32_t rank, const int64_t* dims,
                                            rnl_learn_value_t* out_value);
// Makes a layer and calls it.
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
// Whether compile lets the layer's weights be trained. Its moving statistics stay as well, if not.
RNL_API rnl_status_t* rnl_learn_model_set_trainable(rnl_learn_model_t* model, rnl_str_t layer_name,
                                                    bool trainable);
// Element type and shape of a value; unknown sizes are -1. *out_rank is at most `capacity` of out_dims,
// else INVALID_ARGUMENT.
RNL_API rnl_status_t* rnl_learn_model_value(rnl_learn_model_t* model, rnl_learn_value_t value,
                                            rnl_dtype_t* out_dtype, int32_t* out_rank, int64_t* out_dims,
                                            size_t capacity);
// A table of layers, shapes and numbers of weights.
RNL_API rnl_status_t* rnl_learn_model_summary(rnl_learn_model_t* model, rnl_bytes_t** out_text);

// ---------------------------------------------------------------------------------------------------
// Training
// ---------------------------------------------------------------------------------------------------

// `losses` is one spec for all outputs or a list with one for each. `metrics` is a list; a loss is a
// metric, too, and accuracy means the kind that fits. loss_weights: NULL, or one for each output.
// Errors: those of specs; UNIMPLEMENTED naming an op without a gradient or an argument without effect.
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
  int64_t epoch, epochs;   // the epoch counts from 0
  int64_t batch, batches;  // how many of the epoch's batches are done
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
// A session over the model's graph, whose variables have values: for checkpoints (rnl_session_save),
// freezing (rnl_session_freeze), SavedModels, traces, and steps of one's own. It is the model's own
// session, not a copy; closing it ends the model.
RNL_API rnl_status_t* rnl_learn_model_session(rnl_learn_model_t* model, rnl_session_t** out_session);
// The nodes of the model in that session's graph.
RNL_API rnl_status_t* rnl_learn_model_output(rnl_learn_model_t* model, rnl_learn_value_t value,
                                             rnl_output_t* out_output);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // RUNNEL_C_API_RUNNEL_LEARN_H_
