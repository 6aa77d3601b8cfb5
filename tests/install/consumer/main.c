/* What a stranger would write first: differentiate x*x at 3, on whatever device is there. */
#include <runnel/runnel.h>
#include <stdio.h>

static int failed(rnl_status_t* status) {
  if (status == NULL) return 0;
  fprintf(stderr, "%s\n", rnl_status_message(status).data);
  rnl_status_release(status);
  return 1;
}

int main(void) {
  rnl_runtime_t* runtime = NULL;
  rnl_graph_t* graph = NULL;
  rnl_session_t* session = NULL;
  rnl_tensor_t* three = NULL;
  rnl_tensor_t* answer = NULL;
  rnl_output_t x, y, slope;
  float value = 0;
  if (failed(rnl_require(RNL_ABI_VERSION)) || failed(rnl_runtime_create(NULL, &runtime)) ||
      failed(rnl_graph_create(runtime, &graph)) ||
      failed(rnl_graph_add_placeholder(graph, rnl_str("x"), RNL_FLOAT, 0, NULL, &x)) ||
      failed(rnl_graph_add_op(graph, rnl_str("Square"), rnl_str("y"), &x, 1, &y)) ||
      failed(rnl_graph_add_gradients(graph, &y, NULL, 1, &x, 1, NULL, 0, rnl_str(""), &slope)) ||
      failed(rnl_session_create(graph, NULL, &session)) ||
      failed(rnl_tensor_from_scalar(runtime, RNL_FLOAT, 3, &three)) ||
      failed(rnl_session_run_outputs(session, NULL, &x, &three, 1, &slope, &answer, 1, NULL, 0, NULL)) ||
      failed(rnl_tensor_copy_to(answer, &value, sizeof(value)))) {
    return 1;
  }
  printf("runnel %s, %s: %g\n", rnl_version().data, rnl_runtime_device_type(runtime, 0).data,
         (double)value);
  rnl_tensor_release(answer);
  rnl_tensor_release(three);
  rnl_session_release(session);
  rnl_graph_release(graph);
  rnl_runtime_release(runtime);
  return 0;
}
