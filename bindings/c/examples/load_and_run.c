/* Serves a frozen graph: loads the file that train_mnist wrote and tells which digits a few images show.
 *
 *   cc load_and_run.c mnist.c idx.c digits.c $(pkg-config --cflags --libs runnel) -lz -lm -o
 * load_and_run
 *   ./load_and_run softmax.pb */
#include <runnel/runnel.h>
#include <stdio.h>
#include <stdlib.h>

#include "mnist.h"

enum { IMAGES = 10 };

static void check(rnl_status_t* status) {
  if (status != NULL) {
    fprintf(stderr, "%s\n", rnl_status_message(status).data);
    exit(1);
  }
}

static rnl_str_t read_file(const char* path) {
  rnl_str_t bytes = {NULL, 0};
  FILE* file = fopen(path, "rb");
  long size = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  char* data = size >= 0 ? malloc((size_t)size + 1) : NULL;
  if (data == NULL || fseek(file, 0, SEEK_SET) != 0 ||
      fread(data, 1, (size_t)size, file) != (size_t)size) {
    fprintf(stderr, "%s: cannot be read\n", path);
    exit(1);
  }
  fclose(file);
  bytes.data = data;
  bytes.size = (size_t)size;
  return bytes;
}

int main(int argc, char** argv) {
  rnl_runtime_t* runtime;
  rnl_graph_t* graph;
  rnl_session_t* session;
  rnl_tensor_t *images, *digits;
  rnl_str_t graph_def, feed = rnl_str("image"), fetch = rnl_str("prediction");
  int64_t dims[2] = {IMAGES, MNIST_PIXELS};
  mnist_t mnist;
  char error[512];
  void* pixels;
  int i;

  if (argc < 2) {
    fprintf(stderr, "usage: load_and_run GRAPH [DATA-DIR]\n");
    return 2;
  }
  if (!mnist_load(argc > 2 ? argv[2] : NULL, 0, &mnist, error, sizeof(error))) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  check(rnl_runtime_create(NULL, &runtime));
  check(rnl_tensor_create(runtime, RNL_FLOAT, 2, dims, &images));
  check(rnl_tensor_mutable_data(images, &pixels));
  for (i = 0; i < IMAGES; ++i) mnist_pixels(&mnist.test, (size_t)i, (float*)pixels + i * MNIST_PIXELS);

  graph_def = read_file(argv[1]);
  check(rnl_graph_create(runtime, &graph));
  check(rnl_graph_import(graph, graph_def, NULL));
  check(rnl_session_create(graph, NULL, &session));
  check(rnl_session_run(session, NULL, &feed, &images, 1, &fetch, &digits, 1, NULL, 0, NULL));
  for (i = 0; i < IMAGES; ++i) {
    printf("label %d, predicted %d\n", mnist.test.labels[i],
           (int)((const int64_t*)rnl_tensor_data(digits))[i]);
  }

  rnl_tensor_release(digits);
  rnl_tensor_release(images);
  rnl_session_release(session);
  rnl_graph_release(graph);
  rnl_runtime_release(runtime);
  free((void*)graph_def.data);
  mnist_free(&mnist);
  return 0;
}
