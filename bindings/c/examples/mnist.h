/* Images of digits to learn from: MNIST from its four IDX files, or drawn ones where there are none. */
#ifndef RUNNEL_EXAMPLES_MNIST_H_
#define RUNNEL_EXAMPLES_MNIST_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MNIST_PIXELS = 28 * 28, MNIST_CLASSES = 10 };

typedef struct {
  size_t count;
  uint8_t* images; /* count x MNIST_PIXELS: 0 paper, 255 ink */
  uint8_t* labels; /* count, each below MNIST_CLASSES */
} mnist_set_t;

typedef struct {
  mnist_set_t train, test;
  int drawn; /* 1: no MNIST was found, these are the digits of digits.h */
} mnist_t;

/* Reads MNIST from `dir`, with or without .gz. Without a dir (NULL), looks in
 * $RUNNEL_DATA_DIR/datasets/mnist and, if that is unset or has none, draws 12,000 digits to train on and
 * 2,000 to test on from `seed`. Errors: returns 0 and writes one line to `error`; a folder that was
 * named is never silently replaced. Ownership: the caller frees *out with mnist_free. */
int mnist_load(const char* dir, uint64_t seed, mnist_t* out, char* error, size_t error_size);

void mnist_free(mnist_t* mnist);

/* Writes image `index` as MNIST_PIXELS floats from 0 to 1. */
void mnist_pixels(const mnist_set_t* set, size_t index, float* out);

#ifdef __cplusplus
}
#endif

#endif /* RUNNEL_EXAMPLES_MNIST_H_ */
