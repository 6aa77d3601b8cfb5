/* How the variables of a replica get their values, keep them, and are saved. */
#define _POSIX_C_SOURCE 200112L /* clock_gettime */
#include <stdio.h>
#include <time.h>

#include "monitored.h"
#include "trainer.h"

enum { CONNECT_MS = 5000 };

double trainer_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Replicas that update together share the images of a step: each takes its part of one large batch. */
int trainer_is_together(const train_options_t* options) {
  return options->replicas.kind == REPLICAS_SYNC || options->replicas.kind == REPLICAS_ALLREDUCE;
}

/* Asynchronous replicas count together where one may be lost: the others do what it does not. */
int trainer_counts_together(const train_options_t* options) {
  return options->replicas.kind == REPLICAS_ASYNC && options->checkpoint != NULL;
}

static int has_finished(const train_options_t* options, int replica) {
  return options->finished != NULL && options->finished(options->arg, replica);
}

/* Whether this is the first replica that has not finished. */
int trainer_leads(const train_options_t* options) {
  int i;
  for (i = 0; i < options->replicas.replica; ++i) {
    if (!has_finished(options, i)) return 0;
  }
  return 1;
}

static int any_has_finished(const train_options_t* options) {
  int i;
  for (i = 0; i < options->replicas.replicas; ++i) {
    if (has_finished(options, i)) return 1;
  }
  return 0;
}

/* A queue where nothing comes is what a program gets this status from. */
static rnl_status_t* give_up(trainer_t* t, const char* missed, int64_t waited_ms) {
  rnl_completion_queue_t* queue = NULL;
  rnl_completion_t* none = NULL;
  rnl_status_t* status = rnl_completion_queue_create(&queue);
  snprintf(t->missed, sizeof(t->missed), "%s for %ld ms", missed, (long)waited_ms);
  if (status == NULL) status = rnl_completion_queue_next(queue, 0, &none);
  rnl_completion_queue_release(queue);
  return status;
}

int trainer_is_too_late(const trainer_t* t, double since) {
  const int64_t patience_ms = t->options->patience_ms;
  return patience_ms >= 0 && (trainer_seconds() - since) * 1000 >= (double)patience_ms;
}

/* For what waits for others. *out_run is NULL where that is for ever. */
static rnl_status_t* patient(const trainer_t* t, rnl_run_options_t** out_run) {
  rnl_status_t* status;
  *out_run = NULL;
  if (t->options->patience_ms < 0) return NULL;
  status = rnl_run_options_create(out_run);
  return status != NULL ? status : rnl_run_options_set_timeout(*out_run, t->options->patience_ms);
}

rnl_status_t* trainer_run_together(trainer_t* t, const rnl_node_t* target) {
  rnl_run_options_t* run = NULL;
  rnl_status_t* status = patient(t, &run);
  if (status == NULL)
    status = rnl_session_run_outputs(t->training, run, NULL, NULL, 0, NULL, NULL, 0, target, 1, NULL);
  rnl_run_options_release(run);
  if (rnl_status_code(status) == RNL_DEADLINE_EXCEEDED)
    snprintf(t->missed, sizeof(t->missed), "not all %d replicas were there for %ld ms",
             t->options->replicas.replicas, (long)t->options->patience_ms);
  return status;
}

rnl_status_t* trainer_save(trainer_t* t, int64_t step) {
  const train_options_t* options = t->options;
  /* Replicas with variables of their own keep their parts where no other sees them. */
  const int each = options->replicas.kind == REPLICAS_ALLREDUCE && options->sharded;
  rnl_status_t* status;
  if (options->checkpoint == NULL || step == t->checkpointed || !(each || trainer_leads(options)))
    return NULL;
  status = options->sharded ? rnl_session_save_sharded(t->session, rnl_str(options->checkpoint))
                            : rnl_session_save(t->session, rnl_str(options->checkpoint));
  if (status == NULL) t->checkpointed = step;
  return status;
}

/* A session that needs the tasks that `needed` names, besides this one. */
static rnl_status_t* open_session(const trainer_t* t, rnl_str_t needed, rnl_session_t** out_session) {
  const train_options_t* options = t->options;
  rnl_session_options_t* session_options = NULL;
  rnl_status_t* status = rnl_session_options_create(&session_options);
  if (status == NULL && options->device != NULL) {
    status = rnl_session_options_set_default_device(session_options, rnl_str(options->device));
  }
  if (status == NULL && options->server != NULL) {
    status = rnl_session_options_set_target(session_options, rnl_server_target(options->server));
    if (status == NULL)
      status = rnl_session_options_set_token(session_options, rnl_server_token(options->server));
    if (status == NULL && needed.size > 0)
      status = rnl_session_options_add_device_filter(session_options, needed);
    /* Between two attempts it is seen whether there is still anything to wait for. */
    if (status == NULL && options->await_restart)
      status = rnl_session_options_set_connect_timeout(session_options, CONNECT_MS);
  }
  if (status == NULL) status = rnl_session_create(t->graph, session_options, out_session);
  rnl_session_options_release(session_options);
  return status;
}

static rnl_status_t* initialize(trainer_t* t) {
  return rnl_session_run_outputs(t->session, NULL, NULL, NULL, 0, NULL, NULL, 0, &t->model.initialize, 1,
                                 NULL);
}

static rnl_status_t* read_step(trainer_t* t) {
  rnl_tensor_t* step = NULL;
  rnl_status_t* status =
      rnl_session_run_outputs(t->session, NULL, NULL, NULL, 0, &t->model.step, &step, 1, NULL, 0, NULL);
  if (status == NULL) t->begin = *(const int64_t*)rnl_tensor_data(step);
  rnl_tensor_release(step);
  return status;
}

/* Whether every variable has a value; the count of steps is then known. */
static rnl_status_t* look(trainer_t* t, int* out_ready) {
  rnl_tensor_t* ready = NULL;
  rnl_status_t* status = rnl_session_run_outputs(t->session, NULL, NULL, NULL, 0,
                                                 &t->model.exchange.ready, &ready, 1, NULL, 0, NULL);
  *out_ready = status == NULL && *(const unsigned char*)rnl_tensor_data(ready);
  rnl_tensor_release(ready);
  return *out_ready ? read_step(t) : status;
}

/* The variables of the last checkpoint, or of the one to start from, or new ones. */
static rnl_status_t* first_values(trainer_t* t) {
  const train_options_t* options = t->options;
  int restored = 0;
  rnl_status_t* status =
      monitored_restore_last(t->session, options->checkpoint, options->sharded, &restored);
  if (status == NULL && !restored) {
    status = options->restore != NULL ? rnl_session_restore(t->session, rnl_str(options->restore))
                                      : initialize(t);
  }
  if (status == NULL) status = read_step(t);
  if (status == NULL && restored) t->checkpointed = t->begin;
  return status;
}

/* Variables that replicas share have values when the first of them gave them some, and keep them while
 * it is away, as far as they can be used: asynchronous replicas go on with whatever they have; those in
 * step do so when nothing is left to train. */
static rnl_status_t* shared_values(trainer_t* t) {
  const train_options_t* options = t->options;
  const double since = trainer_seconds();
  for (;;) {
    const struct timespec pause = {0, 10 * 1000 * 1000};
    int ready = 0;
    rnl_status_t* status = look(t, &ready);
    if (status != NULL) return status;
    if (trainer_leads(options)) {
      const int keeps =
          t->resumes && ready &&
          (options->replicas.kind == REPLICAS_ASYNC || (t->goal >= 0 && t->begin >= t->goal));
      return keeps ? NULL : first_values(t);
    }
    if (ready) return NULL;
    if (trainer_is_too_late(t, since))
      return give_up(t, "replica 0 has not given the variables their values", options->patience_ms);
    nanosleep(&pause, NULL);
  }
}

/* Replicas with variables of their own begin with those of replica 0, whatever each has; but whoever is
 * alone since training is over takes what was saved at its end, or still has it. */
static rnl_status_t* own_values(trainer_t* t) {
  const train_options_t* options = t->options;
  char all[64];
  int ready = 0;
  rnl_status_t* status = NULL;
  if (t->resumes) status = look(t, &ready);
  if (status != NULL || (ready && t->goal >= 0 && t->begin >= t->goal && any_has_finished(options)))
    return status;
  if (options->replicas.replica == 0) {
    status = first_values(t);
  } else {
    int restored = 0;
    status = initialize(t);
    if (status != NULL) return status;
    /* Where there is none, or replica 0 is just writing one, there is more to come from it. */
    rnl_status_release(
        monitored_restore_last(t->session, options->checkpoint, options->sharded, &restored));
    status = read_step(t);
  }
  if (status != NULL || (options->checkpoint != NULL && t->begin >= t->goal)) return status;
  snprintf(all, sizeof(all), "/job:%.48s", options->job);
  status = open_session(t, rnl_str(all), &t->training);
  if (status == NULL) status = trainer_run_together(t, &t->model.exchange.adopt);
  return status == NULL ? read_step(t) : status;
}

/* Gives every variable a value, and finds what the count of steps is. */
static rnl_status_t* values(trainer_t* t) {
  switch (t->options->replicas.kind) {
    case REPLICAS_NONE:
      return first_values(t);
    case REPLICAS_ALLREDUCE:
      return own_values(t);
    default:
      return shared_values(t);
  }
}

rnl_status_t* trainer_open(trainer_t* t) {
  const train_options_t* options = t->options;
  rnl_status_t* status = open_session(
      t, rnl_str(options->variables_device == NULL ? "" : options->variables_device), &t->session);
  t->checkpointed = -1;
  if (t->goal < 0 && (options->checkpoint != NULL ||
                      (options->resumes && options->restore == NULL && trainer_is_together(options)))) {
    /* Checkpoints are part of one run, and so is a replica that was started again. */
    t->goal = options->steps * (trainer_counts_together(options) ? options->replicas.replicas : 1);
  }
  if (status == NULL) status = values(t);
  if (status == NULL && t->training == NULL) t->training = rnl_session_retain(t->session);
  return status;
}
