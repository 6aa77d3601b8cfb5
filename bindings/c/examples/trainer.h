/* The inside of train.c: one replica, what it trains with, and how its variables get their values. */
#ifndef RUNNEL_EXAMPLES_TRAINER_H_
#define RUNNEL_EXAMPLES_TRAINER_H_

#include "recorder.h"
#include "train.h"

typedef struct {
  rnl_runtime_t* runtime;
  rnl_graph_t* graph;
  rnl_session_t* session;
  /* All-reduce: over all replicas, so that the loss of any of them ends every step of this one, whatever
   * it is at; else the same as `session`. */
  rnl_session_t* training;
  rnl_callable_t* step;     /* image, label -> loss, correct; updates */
  rnl_callable_t* evaluate; /* image, label -> correct */
  rnl_tensor_t *image, *label;
  model_t model;
  const mnist_t* data;
  const train_options_t* options;
  uint32_t* order; /* of the training images in this epoch */
  int64_t epoch;
  recorder_t recorder;
  int64_t begin, goal;  /* steps: from here to there */
  int64_t checkpointed; /* the step of the last checkpoint */
  int no_memory;
  replicas_t* replicas; /* of replicas in step */
  int resumes;          /* others may be further than this one knows */
  int worked;           /* since the last failure something was done */
  double lost;          /* when that was, if nothing was done since */
  int unwritten;        /* the frozen graph */
  char missed[200];     /* what did not come in time */
} trainer_t;

double trainer_seconds(void); /* by a clock that never goes back */

/* Whether replicas update together. */
int trainer_is_together(const train_options_t* options);
/* Whether asynchronous replicas count together, since one may be lost: the others do what it does not.
 */
int trainer_counts_together(const train_options_t* options);
/* Whether this is the first replica that has not finished. */
int trainer_leads(const train_options_t* options);
/* Whether patience is over for what has lasted since then. */
int trainer_is_too_late(const trainer_t* t, double since);

/* Opens the session, gives every variable a value, and finds what the count of steps is. */
rnl_status_t* trainer_open(trainer_t* t);
/* Runs what all replicas take part in, as long as patience lasts. */
rnl_status_t* trainer_run_together(trainer_t* t, const rnl_node_t* target);
/* Saves, if this is who does; a step is saved once. */
rnl_status_t* trainer_save(trainer_t* t, int64_t step);

#endif /* RUNNEL_EXAMPLES_TRAINER_H_ */
