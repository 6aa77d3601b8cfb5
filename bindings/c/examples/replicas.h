/* Replicas in step: who computes what when, and what becomes of a round in which one is lost.
 *
 * Replica 0 is the chief. A replica joins, is told a step, computes a gradient from the values of that
 * step, adds it to the accumulators on the parameter servers, says so, and waits to be told the next
 * step. Once enough have, the chief updates the variables and tells all. What one says to the other goes
 * through queues beside the variables; a replica begins every life with a number of its own (its nonce),
 * so that nothing that was meant for an earlier life is taken for the present one.
 *
 * When every gradient is wanted, a round in which a replica joined or was lost is thrown away as soon as
 * nobody adds to it any more, and computed again: each update is of exactly one gradient of each. With
 * backups, whoever comes late finds its gradient dropped as stale. A replica that has left is not waited
 * for, nor is one that was lost, unless it will be started again; and that not for ever. A replica that
 * loses its chief does not wait for the next one here: it begins anew, for training may be over. */
#ifndef RUNNEL_EXAMPLES_REPLICAS_H_
#define RUNNEL_EXAMPLES_REPLICAS_H_

#include "exchange.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct replicas_t replicas_t;

/* What the chief hears of a task: lost, with its status, or back. Called on the thread that waits. */
typedef void (*replicas_event_t)(void* arg, int replica, rnl_status_t* lost);

typedef struct {
  rnl_runtime_t* runtime;
  rnl_server_t* server; /* of this task */
  const char* job;      /* whose tasks the replicas are */
  int await_restart;    /* a lost replica is waited for */
  int64_t patience_ms;  /* for a replica that is not there, with nobody else to wait for; -1: for ever */
  /* Whether a replica has ended for good, where somebody knows; may be NULL. */
  int (*finished)(void* arg, int replica);
  replicas_event_t event; /* may be NULL */
  void* arg;              /* of these two */
  /* Of the chief: the variables are those of `step` now, and nobody was told yet. May be NULL. */
  rnl_status_t* (*updated)(void* arg, int64_t step);
  void* updated_arg;
} replicas_options_t;

/* NULL without memory. `exchange` outlives it. */
replicas_t* replicas_create(const exchange_t* exchange, const replicas_options_t* options);
/* Joins. `session` reaches the parameter servers and outlives the membership; the chief begins at `step`
 * and updates by `update`. Errors: UNAVAILABLE naming the task that was lost, or the chief that is not
 * there. */
rnl_status_t* replicas_join(replicas_t* replicas, rnl_session_t* session, int64_t step,
                            rnl_node_t update);
/* Waits until this replica is to compute again. *out_step is the step; INT64_MAX: all is over. Errors:
 * UNAVAILABLE, as above; DEADLINE_EXCEEDED once patience_ms is over, which replicas_missed explains. */
rnl_status_t* replicas_next(replicas_t* replicas, int64_t* out_step);
/* Who did not come in time, in one line; "" if nobody was missed. Borrowed. */
const char* replicas_missed(const replicas_t* replicas);
/* The message that goes with the gradients of a step, for exchange_t's apply. Borrowed. */
rnl_status_t* replicas_message(replicas_t* replicas, int64_t step, rnl_tensor_t** out_message,
                               rnl_tensor_t** out_local_step);
/* Ends the membership and releases it. `for_good`: the others are told; the chief ends it for all. */
void replicas_leave(replicas_t* replicas, int for_good);

#ifdef __cplusplus
}
#endif

#endif /* RUNNEL_EXAMPLES_REPLICAS_H_ */
