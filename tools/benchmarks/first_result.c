/* From nothing to a first result: makes a runtime, multiplies two numbers, writes one byte and ends. */
#include <unistd.h>

#include "c_api/runnel.h"

static int multiply(void) {
  rnl_runtime_t* runtime = NULL;
  rnl_graph_t* graph = NULL;
  rnl_session_t* session = NULL;
  rnl_tensor_t *six = NULL, *product = NULL;
  rnl_output_t inputs[2], answer;
  rnl_str_t fetch = rnl_str("answer");
  if (rnl_runtime_create(NULL, &runtime) != NULL) return 0;
  if (rnl_graph_create(runtime, &graph) != NULL) return 0;
  if (rnl_tensor_from_scalar(runtime, RNL_FLOAT, 6, &six) != NULL) return 0;
  if (rnl_graph_add_constant(graph, rnl_str("six"), six, &inputs[0]) != NULL) return 0;
  inputs[1] = inputs[0];
  if (rnl_graph_add_op(graph, rnl_str("Mul"), fetch, inputs, 2, &answer) != NULL) return 0;
  if (rnl_session_create(graph, NULL, &session) != NULL) return 0;
  if (rnl_session_run(session, NULL, NULL, NULL, 0, &fetch, &product, 1, NULL, 0, NULL) != NULL)
    return 0;
  return *(const float*)rnl_tensor_data(product) == 36;
}

int main(void) { return multiply() && write(1, "x", 1) == 1 ? 0 : 1; }
