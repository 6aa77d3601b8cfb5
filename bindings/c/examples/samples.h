/* MNIST as samples of a model, and what ends a program of a page: for mnist_layers.c. */
#ifndef RUNNEL_EXAMPLES_SAMPLES_H_
#define RUNNEL_EXAMPLES_SAMPLES_H_

#include <runnel/runnel_learn.h>

/* Ends the program with the message of a status that is none of success. */
void check(rnl_status_t* status);

/* Images [n, 784] of bytes and their labels, as mnist_load finds them in `dir`. Ends the program if it
 * cannot. Ownership: the samples are the program's until it ends. */
void mnist_samples(rnl_runtime_t* runtime, const char* dir, rnl_learn_samples_t* train,
                   rnl_learn_samples_t* test);

#endif /* RUNNEL_EXAMPLES_SAMPLES_H_ */
