/* Learns to read digits with Runnel: softmax regression, a perceptron with one hidden layer, or LeNet.
 *
 * train_mnist.c is a program around it; `runnel train` and tools/quickstart run the same code. */
#ifndef RUNNEL_EXAMPLES_TRAIN_H_
#define RUNNEL_EXAMPLES_TRAIN_H_

#include <runnel/runnel.h>

#include "mnist.h"
#include "model.h"
#include "replicas.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAIN_RECORDED_LOSSES = 10, TRAIN_PATIENCE_MS = 60000 };

typedef struct {
  int64_t step, steps; /* done, and asked for */
  double loss;         /* of this step's batch, before its update */
  double accuracy;     /* of this step's batch: 0 to 1 */
  double images_per_second;
} train_progress_t;

typedef struct {
  model_kind_t model;
  optimizer_kind_t optimizer;
  double learning_rate;
  int64_t steps; /* may be 0: only evaluates, saves, freezes */
  int64_t batch;
  uint64_t seed;       /* of the initial weights and the order of images */
  const char* device;  /* as in "/device:CPU:0"; NULL: the runtime's first one */
  const char* restore; /* prefix of a checkpoint to start from; NULL: new weights */
  const char* save;    /* prefix of a checkpoint to write; NULL: none */
  const char* events;  /* folder for event files: curves, histograms, the graph; NULL: none */
  const char* trace;   /* file for a trace of the last steps, for Perfetto; NULL: none */
  const char* freeze;  /* file for the graph from "image" to "probabilities" and "prediction"; or NULL */
  /* One replica of several, each a task of a cluster; exchange.h says what they exchange: */
  replicas_spec_t replicas;     /* kind REPLICAS_NONE: trains alone */
  rnl_server_t* server;         /* of this task, the session's target; NULL: trains alone */
  const char* job;              /* whose tasks the replicas are */
  const char* variables_device; /* "/job:ps": the tasks that the session needs besides its own */
  int await_restart;            /* lost tasks will be started again */
  int resumes;                  /* this process takes the place of a replica that was lost */
  int64_t patience_ms;          /* how long without any progress until it gives up; -1: for ever */
  const char* checkpoint;       /* prefix that replica 0 saves to and goes on from; NULL: none */
  int sharded;                  /* each task saves what lies on it, in its folder for files */
  int64_t checkpoint_steps;     /* between two of them */
  replicas_event_t event;       /* what becomes of other tasks; may be NULL */
  /* Whether a replica has ended for good, where somebody knows; may be NULL. What the first replica that
   * has not does, gives variables their values and saves them. */
  int (*finished)(void* arg, int replica);
  void (*worked)(void* arg); /* something was done: a step, or a batch of the test; may be NULL */
  void (*progress)(void* arg, const train_progress_t* progress); /* after every step; may be NULL */
  void* arg;
} train_options_t;

typedef struct {
  int64_t first_step, last_step;        /* the model's count of steps before and after */
  int64_t correct, total;               /* of the test set, afterwards */
  double loss;                          /* of the last step */
  double test_loss;                     /* mean over the test set, afterwards */
  int64_t recoveries;                   /* how often a lost task made it go back to a checkpoint */
  int64_t dropped;                      /* gradients that were too stale */
  double losses[TRAIN_RECORDED_LOSSES]; /* of the first steps */
  double seconds;                       /* spent in training steps */
} train_result_t;

/* "softmax", "mlp" and "lenet"; "sgd", "momentum" and "adam". 0 for another name. */
int train_parse_model(const char* name, model_kind_t* out_model);
int train_parse_optimizer(const char* name, optimizer_kind_t* out_optimizer);

/* The usual settings for a model, with Adam: as many steps as it takes to learn MNIST. */
train_options_t train_defaults(model_kind_t model);
/* The usual learning rate. */
double train_default_rate(model_kind_t model, optimizer_kind_t optimizer);

/* Trains on data->train and evaluates on data->test. What was restored goes on exactly where the saved
 * run stopped, provided that batch and seed are the same.
 * With a checkpoint, asynchronous replicas go on until all together have done what each was asked for
 * times their number, whoever did it. Where lost tasks are started again, whatever was interrupted
 * begins again, until patience_ms have passed since something was done. Errors: returns 0 and writes one
 * line to `error`. Threads: blocks; progress is called on the caller's thread. */
int train(rnl_runtime_t* runtime, const mnist_t* data, const train_options_t* options,
          train_result_t* out_result, char* error, size_t error_size);

#ifdef __cplusplus
}
#endif

#endif /* RUNNEL_EXAMPLES_TRAIN_H_ */
