#define _POSIX_C_SOURCE 200809L /* clock_gettime, nanosleep */
#include "monitored.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PAUSE_MS = 50 };

struct monitored_t {
  monitored_options_t options;
  rnl_session_t* session; /* NULL until the cluster is whole */
  int recovered;          /* `work` has not heard of it */
  int fresh;              /* nothing has run since the session was made */
  int64_t runs, recoveries;
};

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void pause_ms(int64_t ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&t, NULL);
}

static int is_loss(const rnl_status_t* status) {
  const rnl_code_t code = rnl_status_code(status);
  return code == RNL_UNAVAILABLE || code == RNL_ABORTED;
}

rnl_status_t* monitored_restore_last(rnl_session_t* session, const char* prefix, int sharded,
                                     int* out_restored) {
  *out_restored = 0;
  if (prefix == NULL) return NULL;
  if (sharded) {
    int64_t saves = 0;
    rnl_status_t* status = rnl_session_find_sharded(session, rnl_str(prefix), &saves);
    if (status != NULL || saves == 0) return status;
    *out_restored = 1;
    return rnl_session_restore_sharded(session, rnl_str(prefix));
  } else {
    char name[4096];
    FILE* file;
    if (snprintf(name, sizeof(name), "%s.index", prefix) >= (int)sizeof(name)) return NULL;
    file = fopen(name, "rb");
    if (file == NULL) return NULL;
    fclose(file);
    *out_restored = 1;
    return rnl_session_restore(session, rnl_str(prefix));
  }
}

static void drop(monitored_t* m) {
  if (m->session != NULL) rnl_status_release(rnl_session_close(m->session));
  rnl_session_release(m->session);
  m->session = NULL;
}

/* One attempt. */
static rnl_status_t* connect_once(monitored_t* m) {
  const monitored_options_t* o = &m->options;
  rnl_status_t* status = rnl_session_create(o->graph, o->options, &m->session);
  int restored = 0;
  if (status != NULL || !o->chief) return status;
  status = monitored_restore_last(m->session, o->checkpoint, o->sharded, &restored);
  if (status != NULL || restored) return status;
  return rnl_session_run_outputs(m->session, NULL, NULL, NULL, 0, NULL, NULL, 0, &o->initializer, 1,
                                 NULL);
}

static rnl_status_t* connect(monitored_t* m, int64_t deadline) {
  for (;;) {
    rnl_status_t* status = connect_once(m);
    if (status == NULL) {
      m->fresh = 1;
      return NULL;
    }
    drop(m);
    if (!is_loss(status)) return status;
    if (now_ms() >= deadline) return status;
    rnl_status_release(status);
    pause_ms(PAUSE_MS);
  }
}

rnl_status_t* monitored_create(const monitored_options_t* options, monitored_t** out_monitored) {
  monitored_t* m = (monitored_t*)calloc(1, sizeof(*m));
  rnl_status_t* status;
  *out_monitored = NULL;
  if (m == NULL) return NULL;
  m->options = *options;
  status = connect(m, now_ms() + options->patience_ms);
  if (status != NULL) {
    free(m);
    return status;
  }
  *out_monitored = m;
  return NULL;
}

void monitored_release(monitored_t* m) {
  if (m == NULL) return;
  drop(m);
  free(m);
}

rnl_status_t* monitored_save(monitored_t* m) {
  const rnl_str_t prefix = rnl_str(m->options.checkpoint);
  return m->options.sharded ? rnl_session_save_sharded(m->session, prefix)
                            : rnl_session_save(m->session, prefix);
}

rnl_status_t* monitored_run(monitored_t* m, monitored_work_t work, void* arg) {
  int64_t deadline = now_ms() + m->options.patience_ms;
  int failed = 0;
  for (;;) {
    rnl_status_t* status = m->session == NULL ? connect(m, deadline) : NULL;
    if (status != NULL) return status;
    status = work(arg, m->session, m->recovered);
    if (status == NULL) {
      m->recovered = m->fresh = 0;
      ++m->runs;
      if (!m->options.chief || m->options.every_runs <= 0 || m->runs % m->options.every_runs != 0)
        return NULL;
      status = monitored_save(m);
      if (status == NULL || !is_loss(status)) return status;
      /* The work was done, and its variables are lost: it is done again. */
      --m->runs;
    }
    if (!m->options.chief && m->fresh && rnl_status_code(status) == RNL_FAILED_PRECONDITION) {
      /* The chief has not come to it yet. */
      if (now_ms() >= deadline) return status;
      rnl_status_release(status);
      pause_ms(PAUSE_MS);
      continue;
    }
    if (!is_loss(status)) return status;
    /* Work may take as long as it does; what fails again and again is given up. */
    if (!failed) deadline = now_ms() + m->options.patience_ms;
    failed = 1;
    drop(m);
    m->recovered = 1;
    ++m->recoveries;
    if (now_ms() >= deadline) return status;
    rnl_status_release(status);
  }
}

int64_t monitored_recoveries(const monitored_t* m) { return m->recoveries; }
