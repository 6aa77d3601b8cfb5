/* The shortest program: multiplies two numbers on the CPU.
 *
 *   cc hello.c $(pkg-config --cflags --libs runnel) -o hello && ./hello */
#include <runnel/runnel.h>
#include <stdio.h>
#include <stdlib.h>

static void check(rnl_status_t* status) {
  if (status != NULL) {
    fprintf(stderr, "%s\n", rnl_status_message(status).data);
    exit(1);
  }
}

int main(void) {
  rnl_runtime_t* runtime;
  rnl_graph_t* graph;
  rnl_session_t* session;
  rnl_tensor_t *six, *seven, *product;
  rnl_output_t inputs[2], answer;
  rnl_str_t fetch = rnl_str("answer");

  check(rnl_runtime_create(NULL, &runtime));
  check(rnl_graph_create(runtime, &graph));
  check(rnl_tensor_from_scalar(runtime, RNL_FLOAT, 6, &six));
  check(rnl_tensor_from_scalar(runtime, RNL_FLOAT, 7, &seven));
  check(rnl_graph_add_constant(graph, rnl_str("six"), six, &inputs[0]));
  check(rnl_graph_add_constant(graph, rnl_str("seven"), seven, &inputs[1]));
  check(rnl_graph_add_op(graph, rnl_str("Mul"), fetch, inputs, 2, &answer));
  check(rnl_session_create(graph, NULL, &session));
  check(rnl_session_run(session, NULL, NULL, NULL, 0, &fetch, &product, 1, NULL, 0, NULL));
  printf("6 * 7 = %g\n", *(const float*)rnl_tensor_data(product));

  rnl_tensor_release(product);
  rnl_tensor_release(seven);
  rnl_tensor_release(six);
  rnl_session_release(session);
  rnl_graph_release(graph);
  rnl_runtime_release(runtime);
  return 0;
}
