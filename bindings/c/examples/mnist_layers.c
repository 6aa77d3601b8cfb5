/* MNIST with layers: a model, its training, its score and its weights in twenty lines.
 *
 *   cc mnist_layers.c samples.c mnist.c idx.c digits.c $(pkg-config --cflags --libs runnel) -lz -lm
 *   ./a.out [DATA-DIR [CHECKPOINT]] */
#include <runnel/runnel_learn.h>
#include <stdio.h>

#include "samples.h"

int main(int argc, char** argv) {
  rnl_runtime_t* runtime;
  rnl_learn_model_t* model;
  rnl_learn_samples_t train, test;
  rnl_learn_history_t *history, *score;
  double accuracy;
  check(rnl_runtime_create(NULL, &runtime));
  mnist_samples(runtime, argc > 1 ? argv[1] : NULL, &train, &test);
  check(rnl_learn_model_create(runtime, rnl_str("seed=1"), &model));
  check(rnl_learn_model_add(model, rnl_str("Input([784], dtype=uint8)")));
  check(rnl_learn_model_add(model, rnl_str("Rescaling(1/255)")));
  check(rnl_learn_model_add(model, rnl_str("Dense(128, activation=relu)")));
  check(rnl_learn_model_add(model, rnl_str("Dense(10, activation=softmax)")));
  check(rnl_learn_model_compile(model, rnl_str("Adam(0.001)"), rnl_str("SparseCategoricalCrossentropy"),
                                rnl_str("[accuracy]"), NULL, 0));
  check(rnl_learn_model_fit(model, &train, NULL, rnl_str("epochs=2, batch_size=100"), rnl_str(""), NULL,
                            NULL, &history));
  check(rnl_learn_model_evaluate(model, &test, 1000, &score));
  check(rnl_learn_history_find(score, 0, rnl_str("accuracy"), &accuracy));
  printf("%.2f %% of the test images are right\n", 100 * accuracy);
  if (argc > 2) check(rnl_learn_model_save(model, rnl_str(argv[2]), rnl_str("optimizer=false")));
}
