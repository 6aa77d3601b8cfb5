#include "call.h"

#define TRY(call)                      \
  do {                                 \
    rnl_status_t* status = (call);     \
    if (status != NULL) return status; \
  } while (0)

rnl_status_t* call_create(call_t* out_call) {
  rnl_runtime_options_t* options;
  rnl_runtime_t* runtime;
  rnl_graph_t* graph;
  rnl_session_t* session;
  rnl_output_t inputs[2], sum;
  rnl_tensor_t* one;
  TRY(rnl_runtime_options_create(&options));
  TRY(rnl_runtime_options_set_threads(options, 1));
  TRY(rnl_runtime_create(options, &runtime));
  rnl_runtime_options_release(options);
  TRY(rnl_graph_create(runtime, &graph));
  TRY(rnl_tensor_from_scalar(runtime, RNL_FLOAT, 1, &one));
  TRY(rnl_tensor_from_scalar(runtime, RNL_FLOAT, 2, &out_call->two));
  TRY(rnl_graph_add_placeholder(graph, rnl_str("x"), RNL_FLOAT, 0, NULL, &inputs[0]));
  TRY(rnl_graph_add_constant(graph, rnl_str("one"), one, &inputs[1]));
  TRY(rnl_graph_add_op(graph, rnl_str("AddV2"), rnl_str("sum"), inputs, 2, &sum));
  TRY(rnl_session_create(graph, NULL, &session));
  TRY(rnl_session_prepare(session, inputs, 1, &sum, 1, NULL, 0, &out_call->callable));
  rnl_tensor_release(one);
  rnl_session_release(session);
  rnl_graph_release(graph);
  rnl_runtime_release(runtime);
  return NULL;
}

rnl_status_t* call_many(const call_t* call, int32_t count, double* out_sum) {
  double sum = 0;
  for (int32_t i = 0; i < count; ++i) {
    rnl_tensor_t* fetched;
    TRY(rnl_callable_run(call->callable, NULL, &call->two, 1, &fetched, 1, NULL));
    sum += *(const float*)rnl_tensor_data(fetched);
    rnl_tensor_release(fetched);
  }
  *out_sum = sum;
  return NULL;
}
