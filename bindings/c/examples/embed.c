/* For machines with little room: runs a frozen graph on float values from standard input, and prints
 * what it gives. Nothing here needs more than librunnel.a of that graph, which tools/embed builds.
 *
 *   tools/embed lenet.pb --feed image=?,784 --out lenet --program bindings/c/examples/embed.c
 *   lenet/embed lenet.pb image probabilities 1 784 < image.f32 */
#include <runnel/runnel.h>
#include <stdio.h>
#include <stdlib.h>

static void check(rnl_status_t* status) {
  if (status == NULL) return;
  fprintf(stderr, "%s\n", rnl_status_message(status).data);
  exit(1);
}

int main(int argc, char** argv) {
  rnl_runtime_t* runtime;
  rnl_graph_t* graph;
  rnl_session_t* session;
  rnl_tensor_t *input, *output;
  rnl_str_t bytes, feed, fetch;
  int64_t dims[8], count, k;
  void* values;
  char* data = NULL;
  long size;
  int i;
  FILE* file;

  if (argc < 5 || argc > 12) {
    fprintf(stderr, "usage: embed GRAPH INPUT OUTPUT DIM... < VALUES\n");
    return 2;
  }
  file = fopen(argv[1], "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 ||
      fseek(file, 0, SEEK_SET) != 0 || (data = malloc((size_t)size + 1)) == NULL ||
      fread(data, 1, (size_t)size, file) != (size_t)size) {
    fprintf(stderr, "%s: cannot be read\n", argv[1]);
    return 1;
  }
  fclose(file);
  bytes.data = data;
  bytes.size = (size_t)size;
  feed = rnl_str(argv[2]);
  fetch = rnl_str(argv[3]);
  for (i = 4; i < argc; ++i) dims[i - 4] = atol(argv[i]);

  check(rnl_runtime_create(NULL, &runtime));
  check(rnl_graph_create(runtime, &graph));
  check(rnl_graph_import(graph, bytes, NULL));
  check(rnl_session_create(graph, NULL, &session));
  check(rnl_tensor_create(runtime, RNL_FLOAT, argc - 4, dims, &input));
  check(rnl_tensor_mutable_data(input, &values));
  if (fread(values, 1, rnl_tensor_size_bytes(input), stdin) != rnl_tensor_size_bytes(input)) {
    fprintf(stderr, "embed: expected %lu bytes of float values\n",
            (unsigned long)rnl_tensor_size_bytes(input));
    return 1;
  }
  check(rnl_session_run(session, NULL, &feed, &input, 1, &fetch, &output, 1, NULL, 0, NULL));
  if (rnl_tensor_dtype(output) != RNL_FLOAT) {
    fprintf(stderr, "embed: \"%s\" has no float values\n", argv[3]);
    return 1;
  }
  count = rnl_tensor_num_elements(output);
  for (k = 0; k < count; ++k) printf("%.9g\n", (double)((const float*)rnl_tensor_data(output))[k]);

  rnl_tensor_release(output);
  rnl_tensor_release(input);
  rnl_session_release(session);
  rnl_graph_release(graph);
  rnl_runtime_release(runtime);
  free(data);
  return 0;
}
