/* The loop around the model: batches in, progress out, then the test set, a checkpoint, a frozen graph.
 */
#define _POSIX_C_SOURCE 200112L /* clock_gettime */
#include "train.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "recorder.h"

enum { TEST_BATCH = 1000, STEPS_PER_POINT = 10, STEPS_PER_HISTOGRAM = 500, TRACED_STEPS = 5 };

typedef struct {
  rnl_runtime_t* runtime;
  rnl_graph_t* graph;
  rnl_session_t* session;
  rnl_callable_t* step;     /* image, label -> loss, correct; updates */
  rnl_callable_t* evaluate; /* image, label -> correct */
  rnl_tensor_t *image, *label;
  model_t model;
  const mnist_t* data;
  const train_options_t* options;
  uint32_t* order; /* of the training images in this epoch */
  int64_t epoch;
  recorder_t recorder;
} trainer_t;

int train_parse_model(const char* name, model_kind_t* out_model) {
  static const char* const kNames[] = {"softmax", "mlp", "lenet"};
  int i;
  for (i = 0; i < 3; ++i) {
    *out_model = (model_kind_t)i;
    if (strcmp(name, kNames[i]) == 0) return 1;
  }
  return 0;
}

int train_parse_optimizer(const char* name, optimizer_kind_t* out_optimizer) {
  static const char* const kNames[] = {"sgd", "momentum", "adam"};
  int i;
  for (i = 0; i < 3; ++i) {
    *out_optimizer = (optimizer_kind_t)i;
    if (strcmp(name, kNames[i]) == 0) return 1;
  }
  return 0;
}

double train_default_rate(model_kind_t model, optimizer_kind_t optimizer) {
  static const double kRates[3][3] = {{0.5, 0.05, 0.003}, {0.1, 0.02, 0.001}, {0.1, 0.01, 0.001}};
  return kRates[model][optimizer];
}

train_options_t train_defaults(model_kind_t model) {
  static const int64_t kSteps[3] = {1000, 6000, 1800}; /* the last: three times through MNIST */
  train_options_t options;
  memset(&options, 0, sizeof(options));
  options.model = model;
  options.optimizer = OPTIMIZER_ADAM;
  options.learning_rate = train_default_rate(model, options.optimizer);
  options.steps = kSteps[model];
  options.batch = 100;
  options.seed = 1;
  return options;
}

static double now_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* SplitMix64. Source: Steele, Lea, Flood 2014. */
static uint64_t next_random(uint64_t* state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* Every epoch has an order of its own that follows from the seed alone, so that a restored run goes on
 * where the saved one stopped. Source: Fisher and Yates 1938, Durstenfeld 1964. */
static void shuffle(trainer_t* t, int64_t epoch) {
  uint64_t state =
      (t->options->seed + 7919u * (uint64_t)t->options->replica) * 0xd1342543de82ef95u + (uint64_t)epoch;
  size_t i, count = t->data->train.count;
  for (i = 0; i < count; ++i) t->order[i] = (uint32_t)i;
  for (i = count - 1; i > 0; --i) {
    size_t j = (size_t)(next_random(&state) % (i + 1));
    uint32_t swapped = t->order[i];
    t->order[i] = t->order[j];
    t->order[j] = swapped;
  }
  t->epoch = epoch;
}

/* Tensors for a batch of n; memory of an earlier batch of that size is used again. */
static rnl_status_t* make_batch(trainer_t* t, int64_t n) {
  int64_t dims[2];
  rnl_status_t* status;
  dims[0] = n;
  dims[1] = MNIST_PIXELS;
  if (t->image != NULL && rnl_tensor_dims(t->image)[0] == n) return NULL;
  rnl_tensor_release(t->image);
  rnl_tensor_release(t->label);
  t->image = t->label = NULL;
  status = rnl_tensor_create(t->runtime, RNL_FLOAT, 2, dims, &t->image);
  if (status == NULL) status = rnl_tensor_create(t->runtime, RNL_INT64, 1, dims, &t->label);
  return status;
}

/* Fills the batch with images order[first..], or images first.. themselves where order is NULL. */
static rnl_status_t* fill_batch(trainer_t* t, const mnist_set_t* set, const uint32_t* order,
                                size_t first, size_t n) {
  void *pixels, *labels;
  size_t i;
  rnl_status_t* status = make_batch(t, (int64_t)n);
  if (status == NULL) status = rnl_tensor_mutable_data(t->image, &pixels);
  if (status == NULL) status = rnl_tensor_mutable_data(t->label, &labels);
  if (status != NULL) return status;
  for (i = 0; i < n; ++i) {
    size_t index = order == NULL ? first + i : order[(first + i) % set->count];
    mnist_pixels(set, index, (float*)pixels + i * MNIST_PIXELS);
    ((int64_t*)labels)[i] = set->labels[index];
  }
  return NULL;
}

/* The only element of a fetched tensor, which is released. */
static double take_float(rnl_tensor_t* tensor) {
  double value = *(const float*)rnl_tensor_data(tensor);
  rnl_tensor_release(tensor);
  return value;
}

static rnl_status_t* call(trainer_t* t, rnl_callable_t* callable, int traced, rnl_tensor_t** fetches,
                          size_t num_fetches) {
  rnl_tensor_t* feeds[2];
  feeds[0] = t->image;
  feeds[1] = t->label;
  return rnl_callable_run(callable, traced ? t->recorder.traced : NULL, feeds, 2, fetches, num_fetches,
                          traced ? t->recorder.metadata : NULL);
}

/* What is left for TensorBoard and Perfetto of a step. */
static rnl_status_t* record(trainer_t* t, const train_progress_t* progress, int64_t step, int traced) {
  const int is_last = progress->step == progress->steps;
  rnl_status_t* status = NULL;
  if (is_last || (progress->step - 1) % STEPS_PER_POINT == 0) {
    status = recorder_curves(&t->recorder, step, progress->loss, progress->accuracy,
                             progress->images_per_second);
  }
  if (status == NULL && (is_last || (progress->step - 1) % STEPS_PER_HISTOGRAM == 0))
    status = recorder_weights(&t->recorder, t->session, &t->model, step);
  if (status == NULL && traced) status = recorder_traced(&t->recorder, step, is_last);
  return status;
}

static rnl_status_t* run_steps(trainer_t* t, train_result_t* result) {
  const train_options_t* options = t->options;
  size_t count = t->data->train.count, batch = (size_t)options->batch;
  double start = now_seconds();
  int64_t i;
  for (i = 0; i < options->steps; ++i) {
    int64_t step = result->first_step + i;
    size_t first = (size_t)step * batch % count;
    int64_t epoch = (int64_t)((size_t)step * batch / count);
    rnl_tensor_t* fetches[2];
    const int traced = t->recorder.trace != NULL && i >= options->steps - TRACED_STEPS;
    train_progress_t progress;
    rnl_status_t* status;
    if (epoch != t->epoch) shuffle(t, epoch);
    status = fill_batch(t, &t->data->train, t->order, first, batch);
    if (status == NULL) status = call(t, t->step, traced, fetches, 2);
    if (status != NULL) return status;
    result->loss = take_float(fetches[0]);
    if (i < TRAIN_RECORDED_LOSSES) result->losses[i] = result->loss;
    progress.step = i + 1;
    progress.steps = options->steps;
    progress.loss = result->loss;
    progress.accuracy = take_float(fetches[1]) / (double)batch;
    progress.images_per_second = (double)((i + 1) * options->batch) / (now_seconds() - start);
    if (options->progress != NULL) options->progress(options->arg, &progress);
    status = record(t, &progress, step + 1, traced);
    if (status != NULL) return status;
  }
  result->seconds = now_seconds() - start;
  result->last_step = result->first_step + options->steps;
  return NULL;
}

static rnl_status_t* run_test(trainer_t* t, train_result_t* result) {
  size_t first, n, count = t->data->test.count;
  result->total = (int64_t)count;
  for (first = 0; first < count; first += n) {
    rnl_tensor_t* correct;
    rnl_status_t* status;
    n = count - first < TEST_BATCH ? count - first : TEST_BATCH;
    status = fill_batch(t, &t->data->test, NULL, first, n);
    if (status == NULL) status = call(t, t->evaluate, 0, &correct, 1);
    if (status != NULL) return status;
    result->correct += (int64_t)take_float(correct);
  }
  return recorder_scalar(&t->recorder, result->last_step, "test_accuracy",
                         (double)result->correct / (double)result->total);
}

/* The count of steps. What is not the first replica waits until it has a value: the others have one
 * then. */
static rnl_status_t* read_step(trainer_t* t, rnl_tensor_t** out_step) {
  for (;;) {
    const struct timespec pause = {0, 10 * 1000 * 1000};
    rnl_status_t* status = rnl_session_run_outputs(t->session, NULL, NULL, NULL, 0, &t->model.step,
                                                   out_step, 1, NULL, 0, NULL);
    if (t->options->replica == 0 || rnl_status_code(status) != RNL_FAILED_PRECONDITION) return status;
    rnl_status_release(status);
    nanosleep(&pause, NULL);
  }
}

/* Builds the model and a session over it, and gives every variable a value. */
static rnl_status_t* prepare(trainer_t* t, train_result_t* result) {
  const train_options_t* options = t->options;
  rnl_session_options_t* session_options = NULL;
  rnl_output_t feeds[2], fetches[2];
  rnl_tensor_t* step = NULL;
  rnl_status_t* status = rnl_graph_create(t->runtime, &t->graph);
  if (status == NULL) {
    status = model_build_replica(t->graph, options->model, options->optimizer, options->learning_rate,
                                 options->seed, options->setter, &t->model);
  }
  if (status == NULL) status = rnl_session_options_create(&session_options);
  if (status == NULL && options->device != NULL) {
    status = rnl_session_options_set_default_device(session_options, rnl_str(options->device));
  }
  if (status == NULL && options->server != NULL) {
    rnl_str_t filter = rnl_str(options->variables_device);
    status = rnl_session_options_set_target(session_options, rnl_server_target(options->server));
    if (status == NULL)
      status = rnl_session_options_set_token(session_options, rnl_server_token(options->server));
    if (status == NULL && filter.size > 0)
      status = rnl_session_options_add_device_filter(session_options, filter);
  }
  if (status == NULL) status = rnl_session_create(t->graph, session_options, &t->session);
  rnl_session_options_release(session_options);
  if (status != NULL) return status;

  if (options->restore != NULL) {
    status = rnl_session_restore(t->session, rnl_str(options->restore));
  } else if (options->replica == 0) {
    status = rnl_session_run_outputs(t->session, NULL, NULL, NULL, 0, NULL, NULL, 0,
                                     &t->model.initialize, 1, NULL);
  }
  if (status == NULL) status = read_step(t, &step);
  if (status != NULL) return status;
  result->first_step = result->last_step = *(const int64_t*)rnl_tensor_data(step);
  rnl_tensor_release(step);

  feeds[0] = t->model.image;
  feeds[1] = t->model.label;
  fetches[0] = t->model.loss;
  fetches[1] = t->model.correct;
  status = rnl_session_prepare(t->session, feeds, 2, fetches, 2, &t->model.train, 1, &t->step);
  if (status == NULL)
    status = rnl_session_prepare(t->session, feeds, 2, fetches + 1, 1, NULL, 0, &t->evaluate);
  return status;
}

/* Writes the part of the graph that serves, with the weights as constants. */
static int freeze(trainer_t* t, char* error, size_t error_size, rnl_status_t** status) {
  rnl_str_t outputs[2];
  rnl_bytes_t* graph_def = NULL;
  FILE* file;
  int ok;
  outputs[0] = rnl_str("probabilities");
  outputs[1] = rnl_str("prediction");
  *status = rnl_session_freeze(t->session, outputs, 2, &graph_def);
  if (*status != NULL) return 0;
  file = fopen(t->options->freeze, "wb");
  ok = file != NULL && fwrite(rnl_bytes_view(graph_def).data, 1, rnl_bytes_view(graph_def).size, file) ==
                           rnl_bytes_view(graph_def).size;
  if (file != NULL && fclose(file) != 0) ok = 0;
  if (!ok) snprintf(error, error_size, "%s: cannot be written", t->options->freeze);
  rnl_bytes_release(graph_def);
  return ok;
}

static int check_options(const train_options_t* options, char* error, size_t error_size) {
  error[0] = '\0';
  if (options->steps < 0) snprintf(error, error_size, "steps is negative");
  if (options->batch < 1) snprintf(error, error_size, "batch is less than 1");
  if (!(options->learning_rate > 0)) snprintf(error, error_size, "the learning rate is not above 0");
  return error[0] == '\0';
}

int train(rnl_runtime_t* runtime, const mnist_t* data, const train_options_t* options,
          train_result_t* out_result, char* error, size_t error_size) {
  trainer_t t;
  rnl_status_t *status, *closed;
  int written = 1;
  int ok = check_options(options, error, error_size);
  memset(out_result, 0, sizeof(*out_result));
  if (!ok) return 0;
  memset(&t, 0, sizeof(t));
  t.runtime = runtime;
  t.data = data;
  t.options = options;
  t.epoch = -1;
  t.order = malloc(data->train.count * sizeof(uint32_t));
  if (t.order == NULL) {
    snprintf(error, error_size, "no memory for the order of %lu images",
             (unsigned long)data->train.count);
    return 0;
  }
  status = prepare(&t, out_result);
  if (status == NULL)
    status = recorder_open(&t.recorder, runtime, t.graph, options->events, options->trace);
  if (status == NULL) status = run_steps(&t, out_result);
  if (status == NULL) status = run_test(&t, out_result);
  if (status == NULL && options->save != NULL)
    status = rnl_session_save(t.session, rnl_str(options->save));
  if (status == NULL && options->freeze != NULL) ok = freeze(&t, error, error_size, &status);
  closed = recorder_close(&t.recorder, status != NULL || !ok, &written);
  if (status == NULL) {
    status = closed;
  } else {
    rnl_status_release(closed);
  }
  if (!written) {
    snprintf(error, error_size, "%s: cannot be written", options->trace);
    ok = 0;
  }
  if (status != NULL) {
    snprintf(error, error_size, "%s: %s", rnl_code_name(rnl_status_code(status)).data,
             rnl_status_message(status).data);
    ok = 0;
  }
  rnl_status_release(status);
  rnl_callable_release(t.step);
  rnl_callable_release(t.evaluate);
  rnl_tensor_release(t.image);
  rnl_tensor_release(t.label);
  rnl_session_release(t.session);
  rnl_graph_release(t.graph);
  free(t.order);
  return ok;
}
