/* The inside of exchange.h: what building a model calls. */
#ifndef RUNNEL_EXAMPLES_EXCHANGE_GRAPH_H_
#define RUNNEL_EXAMPLES_EXCHANGE_GRAPH_H_

#include "builder.h"
#include "exchange.h"

/* Replaces the gradients of b's parameters by what they are to be updated with. `step` is the handle of
 * the count of updates, `start` its value before any weight was read. */
void exchange_build(builder_t* b, exchange_t* x, rnl_output_t step, rnl_output_t start,
                    rnl_output_t* gradients);
/* Adds what a replica needs that begins again, or beside others that do, once every variable of the
 * graph has its initializer, the count of steps last. */
void exchange_recover(builder_t* b, exchange_t* x);

#endif /* RUNNEL_EXAMPLES_EXCHANGE_GRAPH_H_ */
