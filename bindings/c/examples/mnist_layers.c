/* MNIST with layers: a model, its training and its score in a page.
 *
 *   cc mnist_layers.c mnist.c idx.c digits.c $(pkg-config --cflags --libs runnel) -lz -lm
 *   ./a.out [DATA-DIR] */
#include <runnel/runnel_learn.h>
#include <stdio.h>
#include <stdlib.h>

#include "mnist.h"

static void check(rnl_status_t* status) {
  if (status == NULL) return;
  fprintf(stderr, "%s\n", rnl_status_message(status).data);
  exit(1);
}

/* Images and labels as tensors; *out borrows from `tensors`. */
static void make_samples(rnl_runtime_t* runtime, const mnist_set_t* set, rnl_tensor_t** tensors,
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

static rnl_status_t* show(void* arg, const rnl_learn_progress_t* p) {
  (void)arg;
  if (p->epoch_ends)
    printf("epoch %d of %d: loss %.4f, accuracy %.4f\n", (int)p->epoch + 1, (int)p->epochs, p->values[0],
           p->values[1]);
  return NULL;
}

int main(int argc, char** argv) {
  const char* layers[] = {"Input([784], dtype=uint8)", "Rescaling(1/255)", "Dense(128, activation=relu)",
                          "Dropout(0.1)", "Dense(10, activation=softmax)"};
  rnl_runtime_t* runtime;
  rnl_learn_model_t* model;
  rnl_learn_history_t* history;
  rnl_tensor_t* tensors[4];
  rnl_learn_samples_t train, test;
  char error[512];
  mnist_t data;
  double accuracy;
  size_t i;
  if (!mnist_load(argc > 1 ? argv[1] : NULL, 1, &data, error, sizeof(error))) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  check(rnl_runtime_create(NULL, &runtime));
  make_samples(runtime, &data.train, &tensors[0], &train);
  make_samples(runtime, &data.test, &tensors[2], &test);

  check(rnl_learn_model_create(runtime, rnl_str("seed=1"), &model));
  for (i = 0; i < sizeof(layers) / sizeof(layers[0]); ++i)
    check(rnl_learn_model_add(model, rnl_str(layers[i])));
  check(rnl_learn_model_compile(model, rnl_str("Adam(0.001)"), rnl_str("SparseCategoricalCrossentropy"),
                                rnl_str("[accuracy]"), NULL, 0));
  check(rnl_learn_model_fit(model, &train, NULL, rnl_str("epochs=3, batch_size=100"), rnl_str(""), show,
                            NULL, &history));
  rnl_learn_history_release(history);
  check(rnl_learn_model_evaluate(model, &test, 1000, &history));
  check(rnl_learn_history_find(history, 0, rnl_str("accuracy"), &accuracy));
  printf("%.2f %% of %d test images are right\n", 100 * accuracy, (int)data.test.count);

  rnl_learn_history_release(history);
  rnl_learn_model_release(model);
  for (i = 0; i < 4; ++i) rnl_tensor_release(tensors[i]);
  rnl_runtime_release(runtime);
  mnist_free(&data);
  return accuracy > 0.9 ? 0 : 1;
}
