#include "samples.h"

#include <stdio.h>
#include <stdlib.h>

#include "mnist.h"

void check(rnl_status_t* status) {
  if (status == NULL) return;
  fprintf(stderr, "%s\n", rnl_status_message(status).data);
  exit(1);
}

/* Images and labels as tensors; *out borrows from `tensors`. */
static void to_samples(rnl_runtime_t* runtime, const mnist_set_t* set, rnl_tensor_t** tensors,
                       rnl_learn_samples_t* out) {
  const int64_t dims[] = {(int64_t)set->count, MNIST_PIXELS};
  check(rnl_tensor_from_data(runtime, RNL_UINT8, 2, dims, set->images, set->count * MNIST_PIXELS,
                             &tensors[0]));
  check(rnl_tensor_from_data(runtime, RNL_UINT8, 1, dims, set->labels, set->count, &tensors[1]));
  out->struct_size = sizeof(*out);
  out->inputs = &tensors[0];
  out->targets = &tensors[1];
  out->num_inputs = out->num_targets = 1;
  out->weights = NULL;
}

void mnist_samples(rnl_runtime_t* runtime, const char* dir, rnl_learn_samples_t* train,
                   rnl_learn_samples_t* test) {
  static rnl_tensor_t* tensors[4];
  char error[512];
  mnist_t data;
  if (!mnist_load(dir, 1, &data, error, sizeof(error))) {
    fprintf(stderr, "%s\n", error);
    exit(1);
  }
  to_samples(runtime, &data.train, &tensors[0], train);
  to_samples(runtime, &data.test, &tensors[2], test);
  mnist_free(&data);
}
