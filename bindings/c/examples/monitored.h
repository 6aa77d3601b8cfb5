/* A session that goes on when tasks are lost: it is made anew as soon as the cluster is whole again,
 * with the variables of the last checkpoint, and what was interrupted runs again.
 *
 * A task that is lost takes its variables with it, and a session that used it answers UNAVAILABLE from
 * then on; ABORTED says that somebody reset them. Both are what this recovers from; any other failure is
 * the program's own. One thread at a time. Source: the semantics of TensorFlow 1.15's
 * MonitoredTrainingSession. */
#ifndef RUNNEL_EXAMPLES_MONITORED_H_
#define RUNNEL_EXAMPLES_MONITORED_H_

#include <runnel/runnel.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct monitored_t monitored_t;

typedef struct {
  rnl_graph_t* graph;                   /* what is given here outlives the session */
  const rnl_session_options_t* options; /* with a target; a session in this process loses no tasks */
  /* One client of several: initialises, restores and saves. The others wait until it has. */
  int chief;
  rnl_node_t initializer; /* the chief runs it where there is no checkpoint */
  const char* checkpoint; /* prefix, on the chief's machine; sharded: on every task's */
  int sharded;            /* each task saves what lies on it (rnl_session_save_sharded) */
  int64_t every_runs;     /* a checkpoint after so many runs; 0: only where monitored_save asks */
  /* How long it tries, from the first failure after the last success; one attempt takes no longer than
   * `options` let it take to connect. */
  int64_t patience_ms;
} monitored_options_t;

/* Connects, and restores the last checkpoint or initialises. *out_monitored is NULL, without an error,
 * where there is no memory for it. Errors: those of rnl_session_create, rnl_session_restore and the
 * initializer; UNAVAILABLE and ABORTED only once patience_ms is over. */
rnl_status_t* monitored_create(const monitored_options_t* options, monitored_t** out_monitored);
void monitored_release(monitored_t* monitored);

/* Something to do with the session, several runs that belong together, say. `recovered`: variables are
 * those of the last checkpoint since it was called last. What it returns decides: UNAVAILABLE and
 * ABORTED mean that it will be called again with another session. */
typedef rnl_status_t* (*monitored_work_t)(void* arg, rnl_session_t* session, int recovered);
/* Errors: `work`'s own, UNAVAILABLE and ABORTED only where it still fails patience_ms after it first
 * did; those of monitored_create where the cluster does not become whole again in that time; those of
 * rnl_session_save. */
rnl_status_t* monitored_run(monitored_t* monitored, monitored_work_t work, void* arg);
/* A checkpoint now: for the chief, with a prefix. Errors: those of rnl_session_save. */
rnl_status_t* monitored_save(monitored_t* monitored);
/* The variables of the last checkpoint of `prefix`, if there is one and `prefix` is not NULL. Errors:
 * those of rnl_session_restore, rnl_session_find_sharded and rnl_session_restore_sharded. */
rnl_status_t* monitored_restore_last(rnl_session_t* session, const char* prefix, int sharded,
                                     int* out_restored);
/* How often a session was made anew. */
int64_t monitored_recoveries(const monitored_t* monitored);

#ifdef __cplusplus
}
#endif

#endif /* RUNNEL_EXAMPLES_MONITORED_H_ */
