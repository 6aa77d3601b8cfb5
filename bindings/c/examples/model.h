/* The graph of a model: how images become logits, loss and updates of the weights. */
#ifndef RUNNEL_EXAMPLES_MODEL_H_
#define RUNNEL_EXAMPLES_MODEL_H_

#include <runnel/runnel.h>

#include "exchange.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 784-10; 784-128-10; two convolutions, 128 units and 10. */
typedef enum { MODEL_SOFTMAX, MODEL_MLP, MODEL_LENET } model_kind_t;
typedef enum { OPTIMIZER_SGD, OPTIMIZER_MOMENTUM, OPTIMIZER_ADAM } optimizer_kind_t;

typedef struct {
  rnl_output_t image;    /* float [n, 784], fed */
  rnl_output_t label;    /* int64 [n], fed */
  rnl_output_t loss;     /* float [] */
  rnl_output_t correct;  /* float []: how many of the n predictions are right */
  rnl_output_t step;     /* int64 []: updates so far */
  rnl_output_t summary;  /* string []: histograms of the weights, for event files */
  rnl_node_t initialize; /* target: gives every variable its first value */
  rnl_node_t train;      /* target: one update; of replicas in step, with what all have added up */
  exchange_t exchange;   /* of replicas */
} model_t;

/* Adds a model to an empty graph, with nodes named "probabilities" (float [n, 10]) and "prediction"
 * (int64 [n]) to be served. `seed` is that of the first weights.
 * Errors: whatever adding nodes answers. */
rnl_status_t* model_build(rnl_graph_t* graph, model_kind_t kind, optimizer_kind_t optimizer,
                          double learning_rate, uint64_t seed, model_t* out_model);

/* The same as one replica of many: trained variables are placed by the setter, an optimizer's memory
 * beside them, and what all share, the count of steps among it, where its first variable goes. "step"
 * gets its first value after all others have theirs. `replicas` may be NULL. */
rnl_status_t* model_build_replica(rnl_graph_t* graph, model_kind_t kind, optimizer_kind_t optimizer,
                                  double learning_rate, uint64_t seed, const replicas_spec_t* replicas,
                                  model_t* out_model);

#ifdef __cplusplus
}
#endif

#endif /* RUNNEL_EXAMPLES_MODEL_H_ */
