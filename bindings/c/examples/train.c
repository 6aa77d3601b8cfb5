/* The loop around the model: batches in, progress out, then the test set, a checkpoint, a frozen graph.
 */
#define _POSIX_C_SOURCE 200112L /* clock_gettime */
#include "train.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "trainer.h"

enum {
  TEST_BATCH = 1000,
  STEPS_PER_POINT = 10,
  STEPS_PER_HISTOGRAM = 500,
  TRACED_STEPS = 5,
  CONNECT_MS = 5000
};

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
  options.patience_ms = TRAIN_PATIENCE_MS;
  return options;
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
  const replicas_spec_t* replicas = &t->options->replicas;
  const uint64_t own = replicas->kind == REPLICAS_ASYNC ? 7919u * (uint64_t)replicas->replica : 0;
  uint64_t state = (t->options->seed + own) * 0xd1342543de82ef95u + (uint64_t)epoch;
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

/* A step of a replica in step: its gradients, with what says which they are. */
static rnl_status_t* call_in_step(trainer_t* t, int64_t step, rnl_tensor_t** fetches,
                                  size_t num_fetches) {
  rnl_tensor_t* feeds[4];
  rnl_status_t* status = replicas_message(t->replicas, step, &feeds[2], &feeds[3]);
  if (status != NULL) return status;
  feeds[0] = t->image;
  feeds[1] = t->label;
  return rnl_callable_run(t->step, NULL, feeds, 4, fetches, num_fetches, NULL);
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

static void did_something(trainer_t* t) {
  t->worked = 1;
  if (t->options->worked != NULL) t->options->worked(t->options->arg);
}

/* Which step comes after `step`, and whether that is still to be done. */
static rnl_status_t* next_step(trainer_t* t, int64_t last, int64_t* step, int* more) {
  rnl_status_t* status = NULL;
  if (t->replicas == NULL) {
    ++*step;
  } else {
    status = replicas_next(t->replicas, step);
  }
  *more = status == NULL && *step < last;
  return status;
}

static rnl_status_t* checkpoint(trainer_t* t, int64_t step) {
  const train_options_t* options = t->options;
  if (options->checkpoint == NULL || step % options->checkpoint_steps != 0) return NULL;
  return trainer_save(t, step);
}

/* Of the chief of replicas in step. What was trained is saved before anybody hears that it was. */
static rnl_status_t* have_updated(void* arg, int64_t step) {
  trainer_t* t = (trainer_t*)arg;
  return step == t->goal ? trainer_save(t, step) : NULL;
}

/* Whoever has come past this finds what was trained, even if it is the only one left. */
static rnl_status_t* end_together(trainer_t* t) {
  rnl_status_t* status = trainer_save(t, t->goal);
  if (status == NULL && t->options->replicas.kind == REPLICAS_ALLREDUCE && t->begin < t->goal)
    status = trainer_run_together(t, &t->model.exchange.meet);
  return status;
}

static rnl_status_t* run_steps(trainer_t* t, train_result_t* result) {
  const train_options_t* options = t->options;
  const size_t count = t->data->train.count, batch = (size_t)options->batch;
  const int together = trainer_is_together(options);
  const size_t all = batch * (together ? (size_t)options->replicas.replicas : 1);
  const int64_t last = t->goal;
  const int counted = trainer_counts_together(options);
  const int bounded = options->replicas.kind == REPLICAS_ASYNC && options->replicas.staleness >= 0;
  double start = trainer_seconds();
  int64_t step = t->begin - 1, done = 0, all_did = t->begin;
  int more = 1;
  rnl_status_t* status = next_step(t, last, &step, &more);
  while (more) {
    const size_t first =
        (size_t)step * all % count + (together ? batch : 0) * (size_t)options->replicas.replica;
    const int64_t epoch = (int64_t)((size_t)step * all / count);
    rnl_tensor_t* fetches[4];
    const int traced = t->recorder.trace != NULL && step >= last - TRACED_STEPS && !t->replicas;
    train_progress_t progress;
    status = checkpoint(t, step);
    if (epoch != t->epoch) shuffle(t, epoch);
    if (status == NULL) status = fill_batch(t, &t->data->train, t->order, first, batch);
    if (status == NULL) {
      status = t->replicas == NULL ? call(t, t->step, traced, fetches, 2 + (size_t)(bounded + counted))
                                   : call_in_step(t, step, fetches, 2);
    }
    if (status != NULL) return status;
    result->loss = take_float(fetches[0]);
    if (step - result->first_step < TRAIN_RECORDED_LOSSES && step >= result->first_step)
      result->losses[step - result->first_step] = result->loss;
    if (bounded) {
      const int stale = *(const int64_t*)rnl_tensor_data(fetches[2]) > options->replicas.staleness;
      result->dropped += stale && !options->replicas.scale_stale;
      rnl_tensor_release(fetches[2]);
    }
    if (counted) {
      all_did = *(const int64_t*)rnl_tensor_data(fetches[2 + bounded]);
      rnl_tensor_release(fetches[2 + bounded]);
    }
    progress.step = step - result->first_step + 1;
    progress.steps = options->steps;
    progress.loss = result->loss;
    progress.accuracy = take_float(fetches[1]) / (double)batch;
    progress.images_per_second = (double)(++done * options->batch) / (trainer_seconds() - start);
    did_something(t);
    if (options->progress != NULL) options->progress(options->arg, &progress);
    status = record(t, &progress, step + 1, traced);
    if (status == NULL) status = next_step(t, counted ? INT64_MAX : last, &step, &more);
    if (counted) more = more && all_did < last;
  }
  result->seconds += trainer_seconds() - start;
  result->last_step = last;
  return status == NULL ? end_together(t) : status;
}

static rnl_status_t* run_test(trainer_t* t, train_result_t* result) {
  size_t first, n, count = t->data->test.count;
  int64_t correct = 0;
  double loss = 0;
  result->total = (int64_t)count;
  for (first = 0; first < count; first += n) {
    rnl_tensor_t* fetches[2];
    rnl_status_t* status;
    n = count - first < TEST_BATCH ? count - first : TEST_BATCH;
    status = fill_batch(t, &t->data->test, NULL, first, n);
    if (status == NULL) status = call(t, t->evaluate, 0, fetches, 2);
    if (status != NULL) return status;
    did_something(t);
    correct += (int64_t)take_float(fetches[1]);
    loss += take_float(fetches[0]) * (double)n;
  }
  result->correct = correct;
  result->test_loss = loss / (double)count;
  return recorder_scalar(&t->recorder, result->last_step, "test_accuracy",
                         (double)result->correct / (double)result->total);
}

/* Joins the other replicas in step. */
static rnl_status_t* join(trainer_t* t) {
  const train_options_t* options = t->options;
  replicas_options_t joining;
  memset(&joining, 0, sizeof(joining));
  joining.runtime = t->runtime;
  joining.server = options->server;
  joining.job = options->job;
  joining.await_restart = options->await_restart;
  joining.patience_ms = options->patience_ms;
  joining.finished = options->finished;
  joining.event = options->event;
  joining.arg = options->arg;
  joining.updated = have_updated;
  joining.updated_arg = t;
  t->replicas = replicas_create(&t->model.exchange, &joining);
  if (t->replicas == NULL) {
    t->no_memory = 1;
    return NULL;
  }
  return replicas_join(t->replicas, t->session, t->begin, t->model.train);
}

/* Opens a session over the model, gives every variable a value, and joins the other replicas, unless
 * there is nothing left to train. */
static rnl_status_t* prepare(trainer_t* t, train_result_t* result) {
  const train_options_t* options = t->options;
  const exchange_t* x = &t->model.exchange;
  const int in_step = options->replicas.kind == REPLICAS_SYNC;
  const int bounded = options->replicas.kind == REPLICAS_ASYNC && options->replicas.staleness >= 0;
  const int counted = trainer_counts_together(options);
  rnl_output_t feeds[4], fetches[4];
  rnl_status_t* status = trainer_open(t);
  if (status != NULL) return status;
  if (t->goal < 0) {
    /* Replicas in step count together, whenever each of them came. */
    result->first_step = in_step && options->replicas.replica != 0 ? 0 : t->begin;
    t->goal = result->first_step + options->steps;
  }

  feeds[0] = t->model.image;
  feeds[1] = t->model.label;
  feeds[2] = x->message;
  feeds[3] = x->local_step;
  fetches[0] = t->model.loss;
  fetches[1] = t->model.correct;
  fetches[2] = bounded ? x->missed : t->model.step;
  fetches[3] = t->model.step;
  status =
      rnl_session_prepare(t->training, feeds, in_step ? 4 : 2, fetches, 2 + (size_t)(bounded + counted),
                          in_step ? &x->apply : &t->model.train, 1, &t->step);
  if (status == NULL)
    status = rnl_session_prepare(t->session, feeds, 2, fetches, 2, NULL, 0, &t->evaluate);
  if (status == NULL && in_step && t->begin < t->goal) status = join(t);
  return status;
}

/* Forgets the session and what belongs to it. */
static void close_session(trainer_t* t, int for_good) {
  replicas_leave(t->replicas, for_good);
  rnl_callable_release(t->step);
  rnl_callable_release(t->evaluate);
  if (t->training != NULL) rnl_status_release(rnl_session_close(t->training));
  if (t->session != NULL) rnl_status_release(rnl_session_close(t->session));
  rnl_session_release(t->training);
  rnl_session_release(t->session);
  t->training = NULL;
  t->replicas = NULL;
  t->step = t->evaluate = NULL;
  t->session = NULL;
}

/* Writes the part of the graph that serves, with the weights as constants. */
static rnl_status_t* freeze(trainer_t* t) {
  rnl_str_t outputs[2];
  rnl_bytes_t* graph_def = NULL;
  rnl_status_t* status;
  FILE* file;
  outputs[0] = rnl_str("probabilities");
  outputs[1] = rnl_str("prediction");
  status = rnl_session_freeze(t->session, outputs, 2, &graph_def);
  if (status != NULL) return status;
  file = fopen(t->options->freeze, "wb");
  t->unwritten =
      file == NULL || fwrite(rnl_bytes_view(graph_def).data, 1, rnl_bytes_view(graph_def).size, file) !=
                          rnl_bytes_view(graph_def).size;
  if (file != NULL && fclose(file) != 0) t->unwritten = 1;
  rnl_bytes_release(graph_def);
  return NULL;
}

static rnl_status_t* train_and_test(trainer_t* t, train_result_t* result) {
  const train_options_t* options = t->options;
  rnl_status_t* status = prepare(t, result);
  if (t->no_memory) return status;
  if (status == NULL) status = run_steps(t, result);
  if (status == NULL) status = run_test(t, result);
  if (status == NULL && options->save != NULL)
    status = rnl_session_save(t->session, rnl_str(options->save));
  if (status == NULL && options->freeze != NULL) status = freeze(t);
  if (t->replicas != NULL && replicas_missed(t->replicas)[0] != '\0')
    snprintf(t->missed, sizeof(t->missed), "%s", replicas_missed(t->replicas));
  return status;
}

/* Whether a failure is the loss of a task, or comes from one. */
static int is_loss(const trainer_t* t, const rnl_status_t* status) {
  const rnl_code_t code = rnl_status_code(status);
  if (code == RNL_UNAVAILABLE || code == RNL_ABORTED) return 1;
  /* Variables that had values are those of a server that was started again: they get new ones. */
  return code == RNL_FAILED_PRECONDITION && !trainer_leads(t->options);
}

/* Trains, and where a task is lost, begins again with the last checkpoint. */
static rnl_status_t* run_monitored(trainer_t* t, train_result_t* result) {
  const train_options_t* options = t->options;
  t->resumes = options->resumes;
  t->worked = 1;
  for (;;) {
    const struct timespec pause = {0, 20 * 1000 * 1000};
    rnl_status_t* status = train_and_test(t, result);
    if (status == NULL || t->no_memory || !options->await_restart || !is_loss(t, status)) return status;
    if (t->worked) {
      t->worked = 0;
      t->lost = trainer_seconds();
    }
    if (trainer_is_too_late(t, t->lost)) {
      snprintf(t->missed, sizeof(t->missed), "no progress for %ld ms: ", (long)options->patience_ms);
      return status;
    }
    if (options->event != NULL) options->event(options->arg, -1, status);
    rnl_status_release(status);
    close_session(t, 0);
    t->resumes = 1;
    ++result->recoveries;
    nanosleep(&pause, NULL); /* what answers at once is asked again, but not all the time */
  }
}

static int check_options(const train_options_t* options, char* error, size_t error_size) {
  error[0] = '\0';
  if (options->steps < 0) snprintf(error, error_size, "steps is negative");
  if (options->batch < 1) snprintf(error, error_size, "batch is less than 1");
  if (options->checkpoint != NULL && options->checkpoint_steps < 1)
    snprintf(error, error_size, "checkpoint_steps is less than 1");
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
  t.goal = -1;
  status = rnl_graph_create(runtime, &t.graph);
  if (status == NULL) {
    status = model_build_replica(t.graph, options->model, options->optimizer, options->learning_rate,
                                 options->seed, &options->replicas, &t.model);
  }
  if (status == NULL)
    status = recorder_open(&t.recorder, runtime, t.graph, options->events, options->trace);
  if (status == NULL) status = run_monitored(&t, out_result);
  if (t.no_memory) {
    snprintf(error, error_size, "no memory for the replicas");
    ok = 0;
  }
  if (t.unwritten) {
    snprintf(error, error_size, "%s: cannot be written", options->freeze);
    ok = 0;
  }
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
    const int timed_out = rnl_status_code(status) == RNL_DEADLINE_EXCEEDED && t.missed[0] != '\0';
    snprintf(error, error_size, "%s: %s%s", rnl_code_name(rnl_status_code(status)).data, t.missed,
             timed_out ? "" : rnl_status_message(status).data);
    ok = 0;
  }
  rnl_status_release(status);
  close_session(&t, ok);
  rnl_tensor_release(t.image);
  rnl_tensor_release(t.label);
  rnl_graph_release(t.graph);
  free(t.order);
  return ok;
}
