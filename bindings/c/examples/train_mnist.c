/* Trains softmax regression and a perceptron on MNIST, saves the weights, freezes the graphs, and leaves
 * event files for TensorBoard and a trace for Perfetto.
 *
 *   cc train_mnist.c train.c train_values.c monitored.c replicas.c exchange.c recorder.c model.c mnist.c
 * \
 *     idx.c digits.c \
 *     $(pkg-config --cflags --libs runnel) -lz -lm
 *   ./a.out [DATA-DIR]
 *
 * Run it again and it goes on from the weights that it saved. */
#include <stdio.h>
#include <string.h>

#include "mnist.h"
#include "train.h"

static void show(void* arg, const train_progress_t* p) {
  if (p->step % (p->steps / 5) == 0) {
    printf("  %-8s step %5d  loss %.4f  accuracy %5.1f%%  %.0f images/s\n", (const char*)arg,
           (int)p->step, p->loss, 100 * p->accuracy, p->images_per_second);
  }
}

static int train_and_report(rnl_runtime_t* runtime, const mnist_t* data, const char* name) {
  char error[1024], index[64], frozen[64], events[64], trace[64];
  model_kind_t model;
  train_options_t options;
  train_result_t result;
  FILE* saved;
  train_parse_model(name, &model);
  options = train_defaults(model);
  options.progress = show;
  options.arg = (void*)name;
  snprintf(index, sizeof(index), "%s.index", name);
  snprintf(frozen, sizeof(frozen), "%s.pb", name);
  snprintf(events, sizeof(events), "events/%s", name);
  snprintf(trace, sizeof(trace), "%s.trace.json", name);
  saved = fopen(index, "rb");
  if (saved != NULL) {
    fclose(saved);
    options.restore = name;
  }
  options.save = name;
  options.freeze = frozen;
  options.events = events;
  options.trace = trace;
  if (!train(runtime, data, &options, &result, error, sizeof(error))) {
    fprintf(stderr, "%s: %s\n", name, error);
    return 0;
  }
  printf("%s: %d of %d test images right (%.2f%%), %.2f s; frozen graph in %s\n", name,
         (int)result.correct, (int)result.total, 100.0 * (double)result.correct / (double)result.total,
         result.seconds, frozen);
  printf(
      "  curves and weights: tensorboard --logdir events; the last steps: %s in "
      "https://ui.perfetto.dev\n",
      trace);
  return 1;
}

int main(int argc, char** argv) {
  char error[512];
  mnist_t data;
  rnl_runtime_t* runtime;
  rnl_status_t* status;
  int ok;
  if (!mnist_load(argc > 1 ? argv[1] : NULL, 1, &data, error, sizeof(error))) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  if (data.drawn) printf("no MNIST found: learning from drawn digits (name its folder as argument)\n");
  status = rnl_runtime_create(NULL, &runtime);
  if (status != NULL) {
    fprintf(stderr, "%s\n", rnl_status_message(status).data);
    rnl_status_release(status);
    return 1;
  }
  ok = train_and_report(runtime, &data, "softmax") && train_and_report(runtime, &data, "mlp");
  rnl_runtime_release(runtime);
  mnist_free(&data);
  return ok ? 0 : 1;
}
